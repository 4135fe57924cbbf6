// Cells that are said to be apart, looked at by force, at length. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { type CellsSeen, checkCells, checkProof, type ProofsSeen } from '../oracle/robots/allow-cells.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 50)

test('no cell that is said to be apart comes nearer than the inequality leaves', () => {
  const seen: CellsSeen = { apart: 0, envelopes: 0, nearest: Infinity }
  for (let seed = 1000; seed < 1000 + runs; seed++) checkCells(seen, seed, 40, 40)
  console.log(
    `${seen.apart} cells apart, ${seen.envelopes} with envelopes; the nearest is ${seen.nearest} above its bound`,
  )
  expect(seen.apart).toBeGreaterThan(runs)
})

test('no pair that is proved comes nearer than its clearance', () => {
  const seen: ProofsSeen = { proved: 0, touching: 0, open: 0, cells: 0 }
  for (let seed = 1000; seed < 1000 + runs / 2; seed++) {
    checkProof(seen, seed, 2000, 400)
    checkProof(seen, seed, 2000, 100, 0.03)
  }
  console.log(`${seen.proved} proved by ${seen.cells} cells, ${seen.touching} that touch, ${seen.open} left`)
  expect(seen.proved).toBeGreaterThan(runs / 10)
})
