// A necklace as plain data, for verifiers of its separating sets (docs/formats/certificate.md).
import { type NecklaceOptions, readNecklaceOptions } from './necklace-options.js'

/** A necklace as plain data, for certificates and the verifier. */
export interface NecklaceDocument {
  readonly limber: 2
  readonly kind: 'necklace'
  readonly dimension: 2 | 3
  /** x, y, z (or x, y) of every bead. */
  readonly centres: readonly number[]
  /** One, or one for every bead. */
  readonly radii: readonly number[]
  readonly neighbours: number
  readonly closed: boolean
  /** Further pairs that may touch, i < j. */
  readonly excluded: readonly (readonly [number, number])[]
}

/**
 * A necklace as plain data, against which `verifySeparatingSet` checks a proof: its beads, and which pairs of them may touch. Takes what
 * `new Necklace` takes; a rule `exclude` is asked for every pair.
 */
export function necklaceDocument(
  centres: ArrayLike<number>,
  radius: number | ArrayLike<number>,
  options: Omit<NecklaceOptions, 'exclude'> & { readonly exclude?: NecklaceOptions['exclude'] | undefined } = {},
): NecklaceDocument {
  const { exclude, ...rest } = options
  const { dimension, neighbours, closed } = readNecklaceOptions(rest)
  const n = Math.trunc(centres.length / dimension)
  const excluded: [number, number][] = []
  if (exclude !== undefined) {
    for (let i = 0; i < n; i++) for (let j = i + neighbours + 1; j < n; j++) if (exclude(i, j)) excluded.push([i, j])
  }
  const radii = typeof radius === 'number' ? [radius] : Array.from(radius)
  return { limber: 2, kind: 'necklace', dimension, centres: Array.from(centres), radii, neighbours, closed, excluded }
}
