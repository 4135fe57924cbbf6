// A start of `limber fold` that clashes: where, and what to do about it.
import { LimberError, type Protein, type ProteinClash, residueLabel } from '../../src/entries/molecules.js'
import type { FoldQuestion } from './fold-options.js'
import { BACKBONE_RADIUS, HARD_SHARE } from './fold-protein.js'

/** No move could ever be told from a clash. */
export class ClashingStartError extends LimberError {
  constructor(protein: Protein, question: FoldQuestion) {
    const pairs = protein.clashingPairs()
    const [worst] = pairs
    const found =
      worst === undefined
        ? 'one that clashes'
        : pairs.length === 1
          ? `one with a pair that clashes: ${pairText(protein, worst)}`
          : `one with ${pairs.length} pairs that clash: the worst, ${pairText(protein, worst)}`
    const advice = ['--relax moves them apart', ...startAdvice(pairs, question)]
    super(`${protein.structure.name}: expected a start without clashes, got ${found}; ${advice.join('; ')}`)
  }
}

/** What helps without moving an atom. */
export function startAdvice(pairs: readonly ProteinClash[], question: FoldQuestion): string[] {
  // What all radii would have to be multiplied by for the nearest two to touch.
  const share = pairs.reduce((least, { distance, reach }) => Math.min(least, distance / reach), 1)
  return [
    ...(pairs.length === 0 || share < 0.5 ? [] : [`${smallerBy(share, question)} is small enough`]),
    ...(question.atoms === 'backbone' ? [] : ['--atoms backbone leaves out side-chains']),
    'limber clashes lists what is near',
  ]
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

/** `A ALA 9 O and A ALA 14 N are 1.80 Å apart, and 2.30 are needed`. */
export function pairText({ structure, residueOf, names }: Protein, { a, b, distance, reach }: ProteinClash): string {
  const label = (atom: number): string => `${residueLabel(structure, residueOf[atom]!)} ${names[atom]}`
  return `${label(a)} and ${label(b)} are ${distance.toFixed(2)} Å apart, and ${reach.toFixed(2)} are needed`
}
