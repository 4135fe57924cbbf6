import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainCases } from './chain-cases.js'
import { play, VOLUMES } from './driver.js'

test.each(VOLUMES)('[never-misses] chains of spheres agree with brute force, step by step: %s', (volume) => {
  let steps = 0
  let collisions = 0
  fc.assert(
    fc.property(chainCases(volume, { maxLinks: 90, steps: 12, mixed: 0 }), (c) => {
      const played = play(c)
      steps += played.steps
      collisions += played.collisions
    }),
    { seed: 20021, numRuns: 100 },
  )
  expect(steps).toBeGreaterThan(500)
  expect(collisions).toBeGreaterThan(100)
})

test.each(VOLUMES)('[never-misses] chains of mixed shapes agree with brute force, step by step: %s', (volume) => {
  fc.assert(
    fc.property(chainCases(volume, { maxLinks: 40, steps: 8, mixed: 0.7 }), (c) => {
      play(c)
    }),
    { seed: 20022, numRuns: 60 },
  )
})
