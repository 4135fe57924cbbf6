// A start of `limber fold` that clashes: where, and what to do about it.
import { LimberError, type Protein, residueLabel } from '../../src/entries/molecules.js'
import type { FoldQuestion } from './fold-options.js'
import { BACKBONE_RADIUS, HARD_SHARE } from './fold-protein.js'

/** No move could ever be told from a clash. */
export class ClashingStartError extends LimberError {
  constructor(protein: Protein, question: FoldQuestion) {
    const { count, worst } = startClashes(protein)
    const found =
      worst === undefined
        ? 'one that clashes'
        : `one with ${count === 1 ? 'a pair that clashes' : `${count} pairs that clash`}: ${worst.text}`
    const advice = [
      ...(worst === undefined || worst.share < 0.5 ? [] : [`${smallerBy(worst.share, question)} is small enough`]),
      ...(question.atoms === 'backbone' ? [] : ['--atoms backbone leaves out side-chains']),
      'limber clashes lists what is near',
    ]
    super(`${protein.structure.name}: expected a start without clashes, got ${found}; ${advice.join('; ')}`)
  }
}

/** What to say for radii that are just too small to clash. */
function smallerBy(share: number, { atoms, radius, radii, radiusScale }: FoldQuestion): string {
  // To two decimals, downwards: spheres that touch clash.
  const cut = (value: number): string => (Math.ceil(100 * value * share - 1) / 100).toFixed(2)
  if (radius !== undefined || (atoms === 'backbone' && radii === undefined && radiusScale === undefined)) {
    return `--radius ${cut(radius ?? BACKBONE_RADIUS)}`
  }
  return `--radius-scale ${cut(radiusScale ?? (radii === undefined ? HARD_SHARE : 1))}`
}

interface Worst {
  readonly text: string
  /** What all radii would have to be multiplied by for the two to touch. */
  readonly share: number
}

/** Of all pairs. Only asked when a start is refused, so it may take its time. */
function startClashes(protein: Protein): { count: number; worst: Worst | undefined } {
  const { structure, radii, names, residueOf } = protein
  const x = protein.coordinates()
  let [count, least] = [0, 1]
  let worst: readonly [number, number, number] | undefined
  for (let i = 0; i < protein.atoms; i++) {
    for (let j = i + 1; j < protein.atoms; j++) {
      const reach = radii[i]! + radii[j]!
      const [dx, dy, dz] = [x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!]
      const squared = dx * dx + dy * dy + dz * dz
      if (squared >= reach * reach || protein.excluded(i, j)) continue
      count++
      const share = Math.sqrt(squared) / reach
      if (worst !== undefined && share >= least) continue
      least = share
      worst = [i, j, Math.sqrt(squared)]
    }
  }
  if (worst === undefined) return { count, worst }
  const [i, j, distance] = worst
  const label = (atom: number): string => `${residueLabel(structure, residueOf[atom]!)} ${names[atom]}`
  const text = `${label(i)} and ${label(j)} are ${distance.toFixed(2)} Å apart, and ${(radii[i]! + radii[j]!).toFixed(2)} are needed`
  return { count, worst: { text: count === 1 ? text : `the worst, ${text}`, share: least } }
}
