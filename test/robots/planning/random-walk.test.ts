// Random walks: every step is proved, whatever moves and however.
import { describe, expect, test } from 'vitest'
import { lattice, tori } from '../../../scenes/motion-snakes.js'
import {
  box,
  checkMotion,
  freeBody,
  InvalidInputError,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { randomWalk, randomWalkNow } from '../../../src/robots/planning/random-walk.js'
import type { RandomWalkResult } from '../../../src/robots/planning/random-walk-result.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { BELOW, posts } from './plan-worlds.js'

function pathOf(result: RandomWalkResult): readonly Float64Array[] {
  if ('path' in result) return result.path
  throw new Error(JSON.stringify(result))
}

/** Counts that add up, limits, lengths of steps, and proofs. */
function judge(world: World, result: RandomWalkResult, step: number): readonly Float64Array[] {
  const path = pathOf(result)
  const { tried, taken, collided, refuted, uphill } = result.stats
  expect(taken).toBe(path.length - 1)
  expect(taken + collided + refuted + uphill).toBe(tried)
  expect(path.every((q) => world.outsideLimits(q).length === 0)).toBe(true)
  for (let k = 1; k < path.length; k++) {
    const most = Math.max(...path[k]!.map((x, i) => Math.abs(x - path[k - 1]![i]!)))
    expect(most).toBeLessThanOrEqual(step * (1 + 1e-12))
    expect(most).toBeGreaterThan(0)
  }
  expect(checkMotion(world, path).outcome).toBe('free')
  return path
}

describe('a random walk', () => {
  test('[never-misses] every step is free, and the whole has a certificate', () => {
    const world = posts()
    const result = randomWalkNow(world, BELOW, { step: 0.3, maxTries: 60, seed: 4 })
    const path = judge(world, result, 0.3)
    expect(path.length).toBeGreaterThan(10)
    expect(result.stats.collided + result.stats.refuted).toBeGreaterThan(0)
    if (result.outcome !== 'stopped') throw new Error(result.outcome)
    expect(result.reason).toContain('60')
    expect(verifyCertificate(worldDocument(world), result.certificate()).valid).toBe(true)
  })

  test('until the caller is content; at once if the start will do', () => {
    const world = posts()
    const until = (q: Float64Array): boolean => q[1]! < -1
    const result = randomWalkNow(world, BELOW, { step: 0.2, until, maxTries: 5000 })
    expect(result.outcome).toBe('arrived')
    const path = judge(world, result, 0.2)
    expect(path.map(until)).toEqual(path.map((_, k) => k === path.length - 1))
    const there = randomWalkNow(world, path.at(-1)!, { until })
    expect(there.outcome).toBe('arrived')
    expect(pathOf(there).length).toBe(1)
  })

  test('same seed, same walk, in slices or not; another seed, another walk', async () => {
    const world = posts()
    const options = { step: 0.2, maxTries: 60 }
    const strip = (result: RandomWalkResult) => ({ path: pathOf(result), ...result.stats, millis: 0 })
    const first = strip(randomWalkNow(world, BELOW, { ...options, seed: 7 }))
    expect(strip(await randomWalk(posts(), BELOW, { ...options, seed: 7 }))).toEqual(first)
    expect(strip(randomWalkNow(world, BELOW, { ...options, seed: 8 })).path).not.toEqual(first.path)
  })

  test('two arms of 20 joints through thin rings', () => {
    const { start, world: make } = tori()
    const world = make()
    judge(world, randomWalkNow(world, start, { step: 0.05, maxTries: 6 }), 0.05)
    const one = randomWalkNow(world, start, { step: 0.05, maxTries: 12, oneRobot: true })
    const path = judge(world, one, 0.05)
    expect(path.length).toBeGreaterThan(2)
    for (let k = 1; k < path.length; k++) {
      const moved = [0, 1].filter((r) =>
        path[k]!.subarray(20 * r, 20 * r + 20).some((x, i) => x !== path[k - 1]![20 * r + i]),
      )
      expect(moved.length).toBe(1)
    }
  })

  test('nine arms, 180 joints, in a lattice: those that rest stay', () => {
    const { start, world: make } = lattice(9)
    const world = make()
    const rests = (robot: string): boolean => robot !== 'snake3' && robot !== 'snake5'
    const result = randomWalkNow(world, start, { step: 0.05, maxTries: 6, oneRobot: true, rests })
    const path = pathOf(result)
    expect(path.length).toBeGreaterThan(2)
    const moved = new Set<number>()
    for (const q of path) for (const [i, x] of q.entries()) if (x !== start[i]) moved.add(Math.floor(i / 20))
    expect([...moved].every((robot) => robot === 2 || robot === 4)).toBe(true)
    expect(moved.size).toBeGreaterThan(0)
    expect(checkMotion(world, path.slice(0, 3)).outcome).toBe('free')
    const all = randomWalkNow(world, start, { oneRobot: true, rests: () => true })
    expect(all.outcome === 'stopped' && all.reason).toContain('nothing')
  })

  test('downhill where a height is given', () => {
    const world = posts()
    const height = (q: Float64Array): number => q[1]!
    const options = { step: 0.1, maxTries: 150 }
    const end = (result: RandomWalkResult): number => height(pathOf(result).at(-1)!)
    const cold = randomWalkNow(world, BELOW, { ...options, height, temperature: 0 })
    const path = judge(world, cold, 0.1)
    for (let k = 1; k < path.length; k++) expect(height(path[k]!)).toBeLessThanOrEqual(height(path[k - 1]!))
    expect(cold.stats.uphill).toBeGreaterThan(20)
    const warm = randomWalkNow(world, BELOW, { ...options, height, temperature: 0.02 })
    judge(world, warm, 0.1)
    expect(warm.stats.uphill).toBeGreaterThan(0)
    expect(warm.stats.uphill).toBeLessThan(cold.stats.uphill)
    expect(end(cold)).toBeLessThan(height(Float64Array.from(BELOW)) - 0.5)
  })

  test('a body that flies and turns keeps its quaternion', () => {
    const world = new World({
      robots: [freeBody({ name: 'brick', shape: box({ size: [0.4, 0.1, 0.1] }) })],
      obstacles: [{ name: 'post', shape: sphere({ radius: 0.3 }) }],
    })
    const start = [-0.8, 0, 0, 0, 0, 0, 1]
    const result = randomWalkNow(world, start, { step: 0.2, maxTries: 40 })
    const path = pathOf(result)
    expect(path.length).toBeGreaterThan(5)
    expect(checkMotion(world, path).outcome).toBe('free')
    for (const q of path) expect(Math.hypot(...q.subarray(3))).toBeCloseTo(1, 12)
  })

  test('a start that is not free, and options that mean nothing', async () => {
    const world = posts()
    const bad = randomWalkNow(world, [0.4, 0, 0])
    expect(bad.outcome).toBe('invalid-start')
    const wrong: object[] = [
      { step: 0 },
      { step: NaN },
      { steps: 1 },
      { until: 3 },
      { seed: -1 },
      { rests: () => true },
      { maxTries: -1 },
      { temperature: Infinity },
      { signal: 1 },
      { height: () => NaN, maxTries: 5 },
    ]
    for (const options of wrong) {
      expect(() => randomWalkNow(world, BELOW, options), JSON.stringify(options)).toThrow(InvalidInputError)
    }
    const stopped = randomWalkNow(world, BELOW, { signal: { aborted: true } })
    expect(stopped.outcome === 'stopped' && stopped.reason).toContain('cancelled')
    const running = randomWalk(world, BELOW)
    let seen = 0
    for await (const { taken, tried } of running) {
      expect(taken).toBeLessThanOrEqual(tried)
      if (++seen === 2) running.cancel()
    }
    expect((await running).outcome).toBe('stopped')
  })
})
