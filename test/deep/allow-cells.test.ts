// Cells that are said to be apart, looked at by force, at length. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { type CellsSeen, checkCells } from '../oracle/allow-cells.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 50)

test('no cell that is said to be apart comes nearer than the inequality leaves', () => {
  const seen: CellsSeen = { apart: 0, envelopes: 0, nearest: Infinity }
  for (let seed = 1000; seed < 1000 + runs; seed++) checkCells(seen, seed, 40, 40)
  console.log(
    `${seen.apart} cells apart, ${seen.envelopes} with envelopes; the nearest is ${seen.nearest} above its bound`,
  )
  expect(seen.apart).toBeGreaterThan(runs)
})
