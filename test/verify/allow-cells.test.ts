// The inequality of a cell against looking: random robots with all kinds of shapes, mimic joints and envelopes.
import { expect, test } from 'vitest'
import { judgeCell } from './allow-cases.js'

test('no clearance that a cell is accepted with is larger than what is found', () => {
  const counts = { none: 0, plain: 0, enveloped: 0 }
  const sharpest = { none: 0, plain: 0, enveloped: 0 }
  for (let seed = 0; seed < 150; seed++) {
    const { kind, wrong, share } = judgeCell(seed, 4)
    expect(wrong).toBeUndefined()
    counts[kind]++
    sharpest[kind] = Math.max(sharpest[kind], share)
  }
  // It would be no use if it accepted next to nothing.
  expect(counts.plain).toBeGreaterThan(10)
  expect(counts.enveloped).toBeGreaterThan(10)
  expect(sharpest.plain).toBeGreaterThan(0.99)
  expect(sharpest.enveloped).toBeGreaterThan(0.99)
})
