// A necklace as plain data: a step that stands still, for verifiers of its separating set (docs/formats/certificate.md, "A step").
import { type StepDocument, type StepInput, stepDocument } from '../../geometry/steps/step-document.js'
import { type NecklaceOptions, readNecklaceOptions } from './necklace-options.js'

/** What `new Necklace` takes, for its document: a rule `exclude` is asked for every pair. */
export type NecklaceDocumentOptions = Omit<NecklaceOptions, 'exclude'> & {
  readonly exclude?: NecklaceOptions['exclude'] | undefined
}

/**
 * A necklace as plain data, against which `verifyStep` checks its separating set: its beads, and which pairs of them may touch. Takes what
 * `new Necklace` takes; a rule `exclude` is asked for every pair.
 */
export function necklaceDocument(
  centres: ArrayLike<number>,
  radius: number | ArrayLike<number>,
  options: NecklaceDocumentOptions = {},
): StepDocument {
  return stepDocument(standingNecklace(centres, radius, options))
}

/** What the document is made of. Equal radii are one radius, so that a necklace has one document. */
export function standingNecklace(
  centres: ArrayLike<number>,
  radius: number | ArrayLike<number>,
  { exclude, ...rest }: NecklaceDocumentOptions,
): StepInput {
  const { dimension, neighbours, closed } = readNecklaceOptions(rest)
  const n = Math.trunc(centres.length / dimension)
  const points = Float64Array.from({ length: 3 * n }, (_, k) => {
    return k % 3 < dimension ? centres[dimension * Math.floor(k / 3) + (k % 3)]! : 0
  })
  const excluded: [number, number][] = []
  if (exclude !== undefined) {
    for (let i = 0; i < n; i++) for (let j = i + neighbours + 1; j < n; j++) if (exclude(i, j)) excluded.push([i, j])
  }
  const radii = typeof radius === 'number' ? [radius] : Array.from(radius)
  const isOne = radii.every((r) => r === radii[0])
  return { hulls: 'beads', points, radii: isOne ? radii.slice(0, 1) : radii, neighbours, closed, excluded }
}
