// RRT-Connect on worlds made at random: whatever it answers is judged by everything that can judge it.
import { describe, expect, test } from 'vitest'
import { planNowInLab as planNow } from '../../../lab/published/plan.js'
import { cage } from '../../../scenes/motion-cages.js'
import { box, Random, sphere, World } from '../../../src/entries/robots.js'
import { bisectionOrder } from '../../../src/robots/planning/edge-sampler.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { chambers, flatArm, judge } from './plan-worlds.js'

/** An arm among posts and thin boards, and two free configurations. */
function randomProblem(seed: number): { world: World; start: Float64Array; goal: Float64Array } {
  const random = new Random(seed)
  const arm = flatArm(2 + random.integer(4), 0.3)
  const obstacles = Array.from({ length: 3 + random.integer(6) }, (_, k) => {
    const thin = random.unit() < 0.5
    const angle = random.range(-3, 3)
    const away = random.range(0.25, 1.2)
    return {
      name: `o${k}`,
      shape: thin ? box({ size: [0.3, 1e-3, 0.3] }) : sphere({ radius: random.range(0.02, 0.1) }),
      pose: { at: [away * Math.cos(angle), away * Math.sin(angle), random.range(-0.05, 0.05)] },
    }
  })
  const world = new World({ robots: [arm], obstacles })
  const free = (): Float64Array => {
    for (let k = 0; k < 1000; k++) {
      const q = Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!))
      if (!world.collides(q)) return q
    }
    throw new Error(`nothing is free: seed ${seed}`)
  }
  return { world, start: free(), goal: free() }
}

describe('RRT-Connect', () => {
  for (const planner of ['rrt-connect', 'rrt-connect-eager'] as const) {
    test(`[never-misses] ${planner}: every path among random posts and thin boards holds`, () => {
      let solved = 0
      for (let seed = 1; seed <= 20; seed++) {
        const { world, start, goal } = randomProblem(seed)
        const result = planNow(world, start, goal, { planner, seed, maxIterations: 400, maxMillis: 60_000 })
        if (result.outcome === 'no-path-found') continue
        const { path } = judge(world, result, start, [goal])
        const space = new PlanningSpace(world, start, [goal])
        for (let k = 1; k < path.length; k++) {
          expect(space.distance(path[k - 1]!, path[k]!)).toBeLessThanOrEqual(0.7 + 1e-9)
        }
        solved++
      }
      expect(solved).toBeGreaterThan(8)
    })

    test(`${planner}: the straight way is taken where it is free`, () => {
      const world = chambers(undefined)
      const result = judge(
        world,
        planNow(world, [-0.8, 0.1, 0], [0.8, 0, 0.3], { planner }),
        [-0.8, 0.1, 0],
        [[0.8, 0, 0.3]],
      )
      expect(result.stats.iterations).toBe(1)
      const space = new PlanningSpace(world, result.path[0]!, [result.path.at(-1)!])
      expect(result.length).toBeCloseTo(space.distance(result.path[0]!, result.path.at(-1)!), 9)
    })

    test(`${planner}: through a hole in a wall that samples step over`, () => {
      const world = chambers({ thickness: 1e-3, hole: 0.3 })
      // Steps as long as the room is wide, and nothing is looked at between their ends.
      const coarse = { range: 3, resolution: 3 }
      const result = planNow(world, [-0.5, -0.5, 0], [0.5, -0.5, 0], { planner, maxMillis: 60_000, ...coarse })
      judge(world, result, [-0.5, -0.5, 0], [[0.5, -0.5, 0]])
      expect(result.stats.edgesRefuted).toBeGreaterThan(0)
    })

    test(`${planner}: an arm in a cage`, () => {
      const scene = cage()
      const world = scene.world()
      const result = planNow(world, scene.start, scene.goal, { planner, maxMillis: 60_000 })
      judge(world, result, scene.start, [scene.goal])
    })
  }

  test('counts are of what was done', () => {
    const { world, start, goal } = randomProblem(5)
    const { stats } = planNow(world, start, goal, { maxMillis: 60_000 })
    expect(stats.validityTests).toBeGreaterThan(0)
    expect(stats.edgesSampled).toBeGreaterThan(0)
    expect(stats.edgesProved).toBeGreaterThan(0)
    expect(stats.proofs.intervals).toBeGreaterThan(0)
  })
})

test('samples of an edge come in the order of bisection, each once', () => {
  expect([...bisectionOrder(8)]).toEqual([4, 2, 6, 1, 3, 5, 7])
  expect([...bisectionOrder(2)]).toEqual([1])
  for (let n = 2; n < 50; n++) {
    expect([...bisectionOrder(n)].sort((a, b) => a - b)).toEqual(Array.from({ length: n - 1 }, (_, k) => k + 1))
  }
})
