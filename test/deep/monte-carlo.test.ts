// Monte Carlo at length: checkpoints of a protein at random steps, and distributions over many seeds. (Energies, clashes and bonds after
// many moves: accepted-moves.test.ts.) LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { lennardJones } from '../../src/molecules/energy/pair-energy.js'
import { Metropolis } from '../../src/molecules/monte-carlo/metropolis.js'
import { monteCarloNow } from '../../src/molecules/monte-carlo/monte-carlo.js'
import type { MonteCarloOptions } from '../../src/molecules/monte-carlo/monte-carlo-options.js'
import { ProteinSystem } from '../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import { GridTorsions, gridTable } from '../molecules/monte-carlo/monte-carlo-beads.js'
import { deviate } from '../molecules/monte-carlo/monte-carlo-deviate.js'
import { peptide } from '../molecules/monte-carlo/monte-carlo-peptide.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const LJ = lennardJones({ sigma: 3, epsilon: 0.3 })

function make(): ProteinSystem {
  const protein = new Protein(peptide(), { atoms: 'flexible-sidechains' })
  return new ProteinSystem(protein, { terms: [LJ] })
}

test('resumed from checkpoints at random steps, to the bit', () => {
  const total = Math.ceil(steps / 50)
  const options: MonteCarloOptions = {
    steps: total,
    schedule: { kind: 'linear', from: 4, to: 1, over: total },
    every: 13,
    seed: 8,
  }
  const random = new Random(3)
  const marks = new Set(Array.from({ length: 12 }, () => 1 + random.integer(total)))
  const saved: Uint8Array[] = []
  const save = (bytes: Uint8Array, step: number): void => {
    if (marks.has(step)) saved.push(bytes)
  }
  const whole = Buffer.from(monteCarloNow(make(), { ...options, checkpoint: { every: 1, save } }).checkpoint)
  expect(saved.length).toBe(marks.size)
  for (const resume of saved) {
    expect(Buffer.from(monteCarloNow(make(), { ...options, resume }).checkpoint).equals(whole)).toBe(true)
  }
})

test('over many seeds, χ² is distributed as χ² is', () => {
  const seeds = Math.max(4, Math.ceil(steps / 5000))
  const deviates = Array.from({ length: seeds }, (_, seed) => {
    const system = new GridTorsions(3, 5, gridTable(3, 5, seed))
    const walker = new Metropolis(system, new Random(1000 + seed), { pivot: 1, crankshaft: 1, 'side-chain': 1 })
    const counts = new Float64Array(125)
    for (let s = 0; s < 10_000; s++) {
      for (let k = 0; k < 60; k++) walker.step(1)
      counts[system.index]!++
    }
    const weights = system.table.map((energy) => Math.exp(-energy))
    const total = weights.reduce((a, b) => a + b, 0)
    return deviate(
      counts,
      weights.map((weight) => weight / total),
    )
  })
  const mean = deviates.reduce((a, b) => a + b, 0) / seeds
  console.log(
    `${seeds} seeds: mean ${mean.toFixed(2)}, from ${Math.min(...deviates).toFixed(2)} to ${Math.max(...deviates).toFixed(2)}`,
  )
  // Of normal deviates the mean spreads by 1/√n; one in thirty thousand is above 4.
  expect(Math.abs(mean)).toBeLessThan(3.1 / Math.sqrt(seeds) + 0.2)
  expect(Math.max(...deviates.map(Math.abs))).toBeLessThan(4)
})
