import { expect, test } from 'vitest'
import { Random } from '../../../src/entries/meshes.js'

test('[same-seed] the stream of a seed is fixed for all time', () => {
  const r = new Random(1)
  expect([r.bits(), r.bits(), r.bits(), r.bits()]).toMatchInlineSnapshot(`
    [
      -1874015463,
      -1781933220,
      -447074347,
      -230214366,
    ]
  `)
  const saved = r.save()
  const next = [r.unit(), r.unit()]
  r.restore(saved)
  expect([r.unit(), r.unit()]).toEqual(next)
})

test('seeds give different streams, uniform to a fraction of a percent', () => {
  expect(new Random(0).bits()).not.toBe(new Random(1).bits())
  expect(new Random(2 ** 32).bits()).not.toBe(new Random(0).bits())
  const r = new Random(7)
  let sum = 0
  let sumSq = 0
  let outside = 0
  for (let i = 0; i < 200_000; i++) {
    const x = r.unit()
    if (x < 0 || x >= 1) outside++
    sum += x
    sumSq += x * x
  }
  expect(outside).toBe(0)
  expect(sum / 200_000).toBeCloseTo(0.5, 2)
  expect(sumSq / 200_000).toBeCloseTo(1 / 3, 2)
})
