// The energy between two blocks of atoms: what all kept sums are made of. A function of the positions alone: same atoms, same order,
// same bits.
import { InvalidInputError } from '../errors.js'
import { type BlockAtoms, reachSqOf } from './block-atoms.js'
import { type BlockExclusions, maskOf } from './block-exclusions.js'
import type { PairTerm } from './energy.js'

/** What was counted; all numbers of `EnergyStats`, open to be written. */
export interface EnergyCounts {
  proposals: number
  refused: number
  blocks: number
  tests: number
  distances: number
  pairs: number
}

export function noCounts(): EnergyCounts {
  return { proposals: 0, refused: 0, blocks: 0, tests: 0, distances: 0, pairs: 0 }
}

/** Atoms in blocks, a term, and the pairs that it leaves out. */
export interface BlockModel {
  readonly atoms: BlockAtoms
  readonly term: PairTerm
  readonly exclusions: BlockExclusions
  readonly counts: EnergyCounts
}

/**
 * The energy between blocks a ≤ b; inside of one where they are the same. Infinity where a term is, or where finite ones overflow. NaN
 * and -Infinity are refused by name.
 */
export function blockPairEnergy(model: BlockModel, a: number, b: number): number {
  const { atoms, term, exclusions, counts } = model
  const { positions, start, balls } = atoms
  const cutoffSq = term.cutoff * term.cutoff
  const words = maskOf(exclusions, a, b)
  const { masks } = exclusions
  const fromA = start[a]!
  const toA = start[a + 1]!
  const fromB = start[b]!
  const toB = start[b + 1]!
  const reachSq = reachSqOf(balls, b, term.cutoff)
  const cx = balls[4 * b]!
  const cy = balls[4 * b + 1]!
  const cz = balls[4 * b + 2]!
  let sum = 0
  let distances = 0
  let pairs = 0
  for (let i = fromA; i < toA; i++) {
    const x = positions[3 * i]!
    const y = positions[3 * i + 1]!
    const z = positions[3 * i + 2]!
    const ox = x - cx
    const oy = y - cy
    const oz = z - cz
    if (ox * ox + oy * oy + oz * oz > reachSq) continue
    const mask = words < 0 ? 0 : masks[words + i - fromA]!
    const first = a === b ? i + 1 : fromB
    distances += toB - first
    for (let j = first; j < toB; j++) {
      const dx = x - positions[3 * j]!
      const dy = y - positions[3 * j + 1]!
      const dz = z - positions[3 * j + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared < cutoffSq && ((mask >>> (j - fromB)) & 1) === 0) {
        sum += term.energy(i, j, squared)
        pairs++
      }
    }
  }
  counts.blocks++
  counts.distances += distances
  counts.pairs += pairs
  return Math.abs(sum) < Infinity ? sum : unusualEnergy(model, a, b)
}

/** Why a sum is not finite: throws for a term that is NaN or -Infinity, and is Infinity for all else. */
function unusualEnergy(model: BlockModel, a: number, b: number): number {
  forEachPair(model, a, b, (i, j, energy) => {
    if (Number.isNaN(energy) || energy === -Infinity) {
      throw new InvalidInputError(`energy of atoms ${i} and ${j}`, energy, 'a finite number, or Infinity')
    }
  })
  return Infinity
}

/** A pair of atoms with an infinite term between two blocks; where there is none (an overflow), the pair with most. */
export function infinitePair(model: BlockModel, a: number, b: number): [number, number] {
  let most = -Infinity
  let worst: [number, number] = [-1, -1]
  forEachPair(model, a, b, (i, j, energy) => {
    if (energy > most) {
      most = energy
      worst = [i, j]
    }
  })
  return worst
}

function forEachPair(
  { atoms, term, exclusions }: BlockModel,
  a: number,
  b: number,
  visit: (i: number, j: number, energy: number) => void,
): void {
  const { positions, start } = atoms
  const cutoffSq = term.cutoff * term.cutoff
  const words = maskOf(exclusions, a, b)
  for (let i = start[a]!; i < start[a + 1]!; i++) {
    const mask = words < 0 ? 0 : exclusions.masks[words + i - start[a]!]!
    for (let j = a === b ? i + 1 : start[b]!; j < start[b + 1]!; j++) {
      const dx = positions[3 * i]! - positions[3 * j]!
      const dy = positions[3 * i + 1]! - positions[3 * j + 1]!
      const dz = positions[3 * i + 2]! - positions[3 * j + 2]!
      const squared = dx * dx + dy * dy + dz * dz
      if (squared < cutoffSq && ((mask >>> (j - start[b]!)) & 1) === 0) visit(i, j, term.energy(i, j, squared))
    }
  }
}
