// The long comparison of chains with brute force: at least 100,000 random steps, mixed lengths, radii, joint kinds, shapes,
// options and numbers of changes at once. LIMBER_DEEP_STEPS sets how many; LIMBER_DEEP_SEED where they start.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainVolume } from '../../src/chains/chain/chain-arrays.js'
import { type CaseLimits, chainCases } from '../chains/chain/chain-cases.js'
import { type Played, play, VOLUMES } from '../chains/chain/driver.js'
import { drive, nearOptions } from '../chains/chain/near-driver.js'

const WANTED = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const SEED = Number(process.env.LIMBER_DEEP_SEED ?? 1)

function total(volume: ChainVolume, share: number, limits: CaseLimits, seed: number): Played {
  const sum: Played = { steps: 0, collisions: 0, pairs: 0, ties: 0 }
  for (let round = 0; sum.steps < share * WANTED; round++) {
    fc.assert(
      fc.property(chainCases(volume, limits), (c) => {
        const played = play(c, 7)
        for (const key of ['steps', 'collisions', 'pairs', 'ties'] as const) sum[key] += played[key]
      }),
      { seed: SEED * 1000 + seed + round, numRuns: 200 },
    )
  }
  console.info(
    `${volume}: ${sum.steps} steps, ${sum.collisions} with collisions, ${sum.pairs} pairs compared, ${sum.ties} ties, 0 disagreements`,
  )
  return sum
}

test.each(VOLUMES)('[never-misses] short chains of spheres: %s', (volume) => {
  expect(total(volume, 0.5, { maxLinks: 60, steps: 40, mixed: 0 }, 1).collisions).toBeGreaterThan(0)
})

test.each(VOLUMES)('[never-misses] longer chains of spheres: %s', (volume) => {
  expect(total(volume, 0.2, { maxLinks: 400, steps: 40, mixed: 0 }, 200).collisions).toBeGreaterThan(0)
})

test.each(VOLUMES)('[never-misses] chains of mixed shapes: %s', (volume) => {
  expect(total(volume, 0.3, { maxLinks: 40, steps: 40, mixed: 0.7 }, 400).collisions).toBeGreaterThan(0)
})

test.each(VOLUMES)('[never-misses] near pairs that are kept are those of a chain built again: %s', (volume) => {
  let compared = 0
  for (let k = 0; k < WANTED / 500; k++) {
    const seed = SEED * 1e5 + k
    compared += drive(seed, k % 20 === 0 ? 250 : 2 + (k % 80), nearOptions(seed, volume), 25)
  }
  expect(compared).toBeGreaterThan(0)
})
