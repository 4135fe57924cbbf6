// Shorter paths by further searches: never longer than a smoothed one, all proved, the same for the same seed and rounds.
import { describe, expect, test } from 'vitest'
import {
  InvalidInputError,
  type PlanOptions,
  type PlanSolved,
  plan,
  planNow,
  smoothNow,
  type World,
} from '../../../src/entries/robots.js'
import { ABOVE, BELOW, chambers, judge, posts } from './plan-worlds.js'

function solved(world: World, start: readonly number[], goal: readonly number[], options: PlanOptions): PlanSolved {
  return judge(world, planNow(world, start, goal, { maxMillis: 60_000, ...options }), start, [goal])
}

const CASES: readonly [string, () => World, readonly number[], readonly number[]][] = [
  ['an arm around posts', posts, BELOW, ABOVE],
  ['a ball through a hole', () => chambers({ thickness: 0.05, hole: 0.3 }), [-0.5, -0.5, 0], [0.5, -0.5, 0]],
]

describe('optimised paths', () => {
  for (const [name, make, start, goal] of CASES) {
    test(`[never-misses] ${name}: proved, and no longer than smoothed`, () => {
      const world = make()
      for (let seed = 1; seed <= 4; seed++) {
        const first = solved(world, start, goal, { seed })
        expect(first.optimised).toBeUndefined()
        const best = solved(world, start, goal, { seed, optimiseRounds: 8 })
        const { before, rounds, improvements } = best.optimised!
        expect(before).toBe(first.length)
        expect(rounds).toBeLessThanOrEqual(8)
        expect(improvements).toBeLessThanOrEqual(rounds)
        const smoothed = smoothNow(world, first.path, { seed })
        if (smoothed.outcome !== 'smoothed') throw new Error(smoothed.outcome)
        expect(best.length).toBeLessThanOrEqual(smoothed.length + 1e-12)
        // More rounds begin with the same ones.
        const more = solved(world, start, goal, { seed, optimiseRounds: 16 })
        expect(more.length).toBeLessThanOrEqual(best.length)
      }
    })
  }

  test('the same seed and rounds give the same path, in slices too; a straight one is left alone', async () => {
    const world = posts()
    const options = { seed: 2, optimiseRounds: 6 }
    const a = solved(world, BELOW, ABOVE, options)
    const lengths: (number | undefined)[] = []
    const running = plan(world, BELOW, ABOVE, options)
    for await (const { length, phase } of running) if (phase === 'optimising') lengths.push(length)
    const b = await running
    expect(b.outcome === 'solved' && b.path).toEqual(a.path)
    for (let k = 1; k < lengths.length; k++) expect(lengths[k]).toBeLessThanOrEqual(lengths[k - 1]!)
    const { stats: once } = solved(world, BELOW, ABOVE, { seed: 2 })
    expect(a.stats.validityTests).toBeGreaterThan(once.validityTests)
    const straight = solved(chambers(undefined), [-0.8, 0.1, 0], [0.8, 0, 0.3], { optimiseRounds: 100 })
    expect(straight.optimised).toEqual({ before: straight.length, rounds: 0, improvements: 0 })
    const still = solved(world, BELOW, BELOW, { optimiseRounds: 3 })
    expect(still.optimised).toEqual({ before: 0, rounds: 0, improvements: 0 })
  })

  test('time ends it, and so does the caller, with the best path so far', () => {
    const world = posts()
    const none = solved(world, BELOW, ABOVE, { optimiseMillis: 0 })
    expect(none.optimised!.rounds).toBe(0)
    const timed = solved(world, BELOW, ABOVE, { optimiseMillis: 30 })
    expect(timed.length).toBeLessThanOrEqual(timed.optimised!.before)
    let asked = 0
    const signal = {
      get aborted() {
        return asked++ > 400
      },
    }
    const stopped = solved(world, BELOW, ABOVE, { optimiseRounds: 1e6, signal })
    expect(stopped.optimised!.rounds).toBeLessThan(1e6)
  })

  test('terms are kept: clearance, other planners, several goals', () => {
    const world = posts()
    const { path } = solved(world, BELOW, ABOVE, { clearance: 0.02, optimiseRounds: 4 })
    for (const q of path) expect(world.distance(q).distance).toBeGreaterThan(0.02)
    solved(world, BELOW, ABOVE, { planner: 'a-sbl', optimiseRounds: 2 })
    const goals = [ABOVE, [1.7, -0.2, 0.4]]
    const several = judge(world, planNow(world, BELOW, goals, { optimiseRounds: 5 }), BELOW, goals)
    expect(several.length).toBeLessThanOrEqual(several.optimised!.before)
  })

  test('needs an end', () => {
    const ask = (options: PlanOptions) => () => planNow(posts(), BELOW, ABOVE, options)
    expect(ask({ optimiseMillis: Infinity })).toThrow(InvalidInputError)
    expect(ask({ optimiseMillis: -1 })).toThrow(InvalidInputError)
    expect(ask({ optimiseRounds: Number.NaN })).toThrow(InvalidInputError)
  })
})
