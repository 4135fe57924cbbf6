// Sampled distributions against exact ones: states that can be counted, and a short chain by quadrature. χ² with fixed seeds; and
// the same test must notice a proposal that is not symmetric, and a temperature that is 10 % off.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Metropolis } from '../../../src/molecules/monte-carlo/metropolis.js'
import type { McSystem } from '../../../src/molecules/monte-carlo/monte-carlo-system.js'
import { type BeadEnergy, Beads, distance, GridTorsions, gridTable, zigzag } from './monte-carlo-beads.js'
import { deviate } from './monte-carlo-deviate.js'

/** How often each bin is seen; every `thin`-th step, so that samples hardly know of each other. */
function sampled(
  system: McSystem,
  bins: number,
  bin: () => number,
  run: { moves: Record<string, number>; temperature: number; seed: number; samples: number; thin: number },
): Float64Array {
  const walker = new Metropolis(system, new Random(run.seed), run.moves)
  const counts = new Float64Array(bins)
  for (let k = 0; k < 1000; k++) walker.step(run.temperature)
  for (let s = 0; s < run.samples; s++) {
    for (let k = 0; k < run.thin; k++) walker.step(run.temperature)
    counts[bin()]!++
  }
  return counts
}

const TORSIONS = 3
const LEVELS = 5
const TEMPERATURE = 0.8

/**
 * χ² takes samples for independent. Over 20 seeds the deviates of these mixtures have a mean near 0 and a spread near 1 at 60 steps
 * a sample; at 16, where few of the moves are pivots, the mean was 2.7: neighbouring samples still knew of each other.
 */
const THIN = 60

function boltzmann(table: Float64Array, temperature: number): Float64Array {
  const weights = table.map((energy) => Math.exp(-energy / temperature))
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}

function gridDeviate(moves: Record<string, number>, seed: number, bias = 0, temperature = TEMPERATURE): number {
  const system = new GridTorsions(TORSIONS, LEVELS, gridTable(TORSIONS, LEVELS, 7), bias)
  const run = { moves, temperature, seed, samples: 10_000, thin: THIN }
  const counts = sampled(system, LEVELS ** TORSIONS, () => system.index, run)
  return deviate(counts, boltzmann(system.table, TEMPERATURE))
}

// Crankshafts keep the sum of the torsions: alone they cannot reach every state, so they are mixed.
const MIXTURES: Record<string, Record<string, number>> = {
  pivots: { pivot: 1 },
  'crankshafts and few pivots': { crankshaft: 5, pivot: 1 },
  'side-chains and pivots': { 'side-chain': 2, pivot: 1 },
  'all kinds': { pivot: 1, crankshaft: 2, 'side-chain': 3 },
}

test.each(Object.entries(MIXTURES))(
  '[monte-carlo] every state of a grid is seen as often as it must be: %s',
  (_, moves) => {
    for (const seed of [1, 2]) expect(Math.abs(gridDeviate(moves, seed))).toBeLessThan(3.1)
  },
)

test('crankshafts alone keep what they keep, and are Boltzmann there', () => {
  const system = new GridTorsions(TORSIONS, LEVELS, gridTable(TORSIONS, LEVELS, 7))
  const run = { moves: { crankshaft: 1 }, temperature: TEMPERATURE, seed: 4, samples: 10_000, thin: THIN }
  const counts = sampled(system, LEVELS ** TORSIONS, () => system.index, run)
  // States whose levels add up to 0 modulo the number of levels.
  const reachable = system.table.map((energy, k) => {
    const sum = (k % LEVELS) + (Math.floor(k / LEVELS) % LEVELS) + Math.floor(k / LEVELS ** 2)
    return sum % LEVELS === 0 ? energy : Infinity
  })
  expect(Math.abs(deviate(counts, boltzmann(reachable, TEMPERATURE)))).toBeLessThan(3.1)
})

test('the test sees proposals that are not symmetric, and temperatures that are off', () => {
  expect(gridDeviate({ pivot: 1 }, 1, 0.1)).toBeGreaterThan(6)
  expect(gridDeviate({ pivot: 1 }, 1, 0, 1.1 * TEMPERATURE)).toBeGreaterThan(3.5)
})

// A chain of four beads, bonds of length 1: two bond angles and a torsion, cosines of the angles uniform apart from the energy.

const COSINES = 4
const TURNS = 6

/** Springs between beads one apart, and a well and a core between the ends. */
const fourBeads: BeadEnergy = (x) => {
  const ends = distance(x, 0, 3)
  if (ends < 0.6) return Infinity
  return 2 * (distance(x, 0, 2) - 1.5) ** 2 + (distance(x, 1, 3) - 1.2) ** 2 - 1.5 * Math.exp(-4 * (ends - 1.4) ** 2)
}

/** Beads with these bond angles' cosines and this torsion. */
function place(p: number, q: number, turn: number): Float64Array {
  const sp = Math.sqrt(1 - p * p)
  const sq = Math.sqrt(1 - q * q)
  // Bead 1 at the origin, 2 along x; p and q are cosines of the angles 0-1-2 and 1-2-3.
  return Float64Array.of(p, sp, 0, 0, 0, 0, 1, 0, 0, 1 - q, sq * Math.cos(turn), sq * Math.sin(turn))
}

function binOf(x: Float64Array): number {
  const dot = (a: number[], b: number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
  const cross = (a: number[], b: number[]): number[] => [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ]
  const bond = (i: number): number[] => [0, 1, 2].map((k) => x[3 * i + 3 + k]! - x[3 * i + k]!)
  const [a, b, c] = [bond(0), bond(1), bond(2)]
  const n = cross(a, b)
  const m = cross(b, c)
  const turn = Math.atan2(dot(cross(n, m), b), dot(n, m))
  const part = (value: number, count: number): number => Math.min(count - 1, Math.max(0, Math.floor(value * count)))
  const p = part((1 - dot(a, b)) / 2, COSINES)
  const q = part((1 - dot(b, c)) / 2, COSINES)
  return (p * COSINES + q) * TURNS + part(turn / (2 * Math.PI) + 0.5, TURNS)
}

/** By the middle of 8³ cells a bin. */
function exactBins(temperature: number): Float64Array {
  const fine = 8
  const weights = new Float64Array(COSINES * COSINES * TURNS)
  for (let i = 0; i < COSINES * fine; i++) {
    for (let j = 0; j < COSINES * fine; j++) {
      for (let k = 0; k < TURNS * fine; k++) {
        const middle = (cell: number, count: number): number => (cell + 0.5) / (count * fine)
        const turn = (middle(k, TURNS) - 0.5) * 2 * Math.PI
        const x = place(2 * middle(i, COSINES) - 1, 2 * middle(j, COSINES) - 1, turn)
        weights[binOf(x)]! += Math.exp(-fourBeads(x) / temperature)
      }
    }
  }
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}

// The ends stay where they are in every crankshaft: alone they would keep the distance of the two.
test.each<[string, Record<string, number>, number, number]>([
  ['crankshafts and few pivots', { crankshaft: 4, pivot: 1 }, 2.5, 60],
  ['small steps of both', { crankshaft: 1, pivot: 1 }, 1.2, 90],
])('a chain of four beads agrees with quadrature: %s', (_, moves, width, thin) => {
  const temperature = 0.7
  const exact = exactBins(temperature)
  const x = new Float64Array(12)
  const system = new Beads(zigzag(4), fourBeads, width)
  const bin = (): number => binOf(system.coordinates(x))
  const counts = sampled(system, exact.length, bin, { moves, temperature, seed: 11, samples: 10_000, thin })
  expect(Math.abs(deviate(counts, exact))).toBeLessThan(3.1)
  // Nor is the test blind here.
  expect(deviate(counts, exactBins(1.2 * temperature))).toBeGreaterThan(3.5)
})
