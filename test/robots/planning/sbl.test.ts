// SBL and A-SBL on the paper's scenes and on small worlds: what they answer is judged by everything that can judge it.
import { describe, expect, test } from 'vitest'
import { planNowInLab as planNow, sbl } from '../../../lab/published/plan.js'
import { MOTION_SCENES, type MotionSceneName } from '../../../scenes/motion-scenes.js'
import {
  box,
  checkMotion,
  freeBody,
  type ObstacleInput,
  Random,
  Robot,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { PlanCounts, type PlannerInput } from '../../../src/robots/planning/plan-problem.js'
import { validityTest } from '../../../src/robots/planning/plan-validity.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { aSbl } from '../../../src/robots/planning/sbl.js'
import { LookingChecker, NONE, type PathChecker, SamplingChecker } from '../../../src/robots/planning/sbl-check.js'
import { SblSearch } from '../../../src/robots/planning/sbl-search.js'
import { ABOVE, BELOW, chambers, flatArm, judge, posts } from './plan-worlds.js'

const LIMITS = { maxMillis: 120_000, maxIterations: 20_000 }

function inputFor(world: World, start: Float64Array, goals: Float64Array[], seed: number, delta = 0): PlannerInput {
  const counts = new PlanCounts()
  const options = {
    range: 0.5,
    resolution: 0.05,
    delta,
    clearance: 0,
    continuous: 'as-given' as const,
    ignoreLimits: false,
    limitTolerance: 1e-5,
  }
  const space = new PlanningSpace(world, start, goals)
  const isFree = validityTest(world, delta, counts)
  return { world, space, start, goals, random: new Random(seed), options, counts, isFree }
}

/** Samples no farther apart than so many radians of any joint. */
function looksFree(world: World, path: readonly Float64Array[], step: number): boolean {
  for (let k = 1; k < path.length; k++) {
    const [from, to] = [path[k - 1]!, path[k]!]
    const count = Math.ceil(Math.max(...from.map((x, i) => Math.abs(to[i]! - x))) / step)
    for (let s = 0; s <= count; s++) {
      if (world.collides(from.map((x, i) => x + (s / count) * (to[i]! - x)))) return false
    }
  }
  return true
}

describe('A-SBL', () => {
  /** Radians of the first look; Infinity for none, as published. */
  const scenes: readonly (readonly [MotionSceneName, number, number])[] = [
    ['cage', 2, 0.2],
    ['cage-gun', 1, 0.2],
    ['workshop', 1, 0.2],
    ['car-coarse', 1, Infinity],
    ['car-six', 1, Infinity],
  ]
  for (const [name, runs, look] of scenes) {
    test(`[never-misses] ${name}: the path is free, and stays a path of two sound trees`, () => {
      const scene = MOTION_SCENES[name]()
      const world = scene.world()
      for (let seed = 1; seed <= runs; seed++) {
        const input = inputFor(world, scene.start, [scene.goal], seed, 0.001)
        const search = new SblSearch(input, new LookingChecker(input, look))
        let cuts = 0
        search.onCut = () => {
          cuts++
          search.forest.validate()
          search.grid.validate()
        }
        const run = search.run()
        let step = run.next()
        while (step.done !== true) step = run.next()
        const { waypoints } = step.value
        expect(waypoints[0]).toEqual(scene.start)
        expect(waypoints.at(-1)).toEqual(scene.goal)
        expect(cuts).toBeLessThanOrEqual(search.refuted)
        expect(looksFree(world, waypoints, 0.02)).toBe(true)
        expect(checkMotion(world, waypoints).outcome).toBe('free')
        expect(waypoints.every((q) => world.outsideLimits(q).length === 0)).toBe(true)
      }
    })
  }

  test('[never-misses] paths around posts hold, with their certificates', () => {
    const world = posts()
    for (let seed = 1; seed <= 3; seed++) {
      const result = planNow(world, BELOW, ABOVE, { planner: 'a-sbl', seed, ...LIMITS })
      const solved = judge(world, result, BELOW, [ABOVE])
      expect(solved.stats.edgesProved).toBeGreaterThanOrEqual(solved.path.length - 1)
    }
  })

  test('with a clearance, nothing comes nearer', () => {
    const world = posts()
    const result = planNow(world, BELOW, ABOVE, { planner: 'a-sbl', clearance: 0.02, delta: 0.001, ...LIMITS })
    const { path } = judge(world, result, BELOW, [ABOVE])
    expect(checkMotion(world, path, { clearance: 0.02 }).outcome).toBe('free')
  })

  test('of several goals, one that can be reached', () => {
    const world = chambers({ thickness: 0.05, hole: 0 })
    const start = [-0.5, 0, 0]
    const goals = [
      [0.5, 0.2, 0.3],
      [-0.8, 0.8, -0.8],
    ]
    const result = planNow(world, start, goals, { planner: 'a-sbl', ...LIMITS })
    expect(judge(world, result, start, goals).goal).toBe(1)
  })

  test('through a hole in a thin wall', () => {
    const world = chambers({ thickness: 0.001, hole: 0.5 })
    const result = planNow(world, [-0.5, -0.5, 0], [0.5, -0.5, 0], {
      planner: 'a-sbl',
      seed: 2,
      resolution: 9,
      ...LIMITS,
    })
    const { path, stats } = judge(world, result, [-0.5, -0.5, 0], [[0.5, -0.5, 0]])
    expect(path.length).toBeGreaterThan(2)
    expect(stats.edgesRefuted).toBeGreaterThan(0)
  })

  test('no way: what was explored is reported', () => {
    const world = chambers({ thickness: 0.001, hole: 0 })
    const options = { planner: 'a-sbl', maxIterations: 200, maxMillis: 120_000 } as const
    const result = planNow(world, [-0.5, 0, 0], [0.5, 0, 0], options)
    if (result.outcome !== 'no-path-found') throw new Error(result.outcome)
    expect(result.explored.fromStart).toBeGreaterThan(10)
    expect(result.explored.fromGoal).toBeGreaterThan(10)
    expect(result.explored.closest).toBeGreaterThan(0)
    expect(result.explored.closest).toBeLessThanOrEqual(
      new PlanningSpace(world, Float64Array.of(-0.5, 0, 0), []).weights[0]!,
    )
    expect(result.stats.iterations).toBe(200)
  })

  test('a body that flies and turns, the goal half a turn away', () => {
    const world = new World({
      robots: [freeBody({ name: 'brick', shape: box({ size: [0.4, 0.1, 0.1] }) })],
      obstacles: [{ name: 'post', shape: sphere({ radius: 0.3 }) }],
    })
    const [start, goal] = [
      [-1, 0, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 1, 0],
    ]
    for (let seed = 1; seed <= 2; seed++) {
      const result = planNow(world, start!, goal!, { planner: 'a-sbl', seed, ...LIMITS })
      judge(world, result, start!, [goal!])
    }
  })

  test('joints that go round: no segment takes one more than halfway', () => {
    const world = new World({
      robots: [flatArm(2, 0.5, 'continuous')],
      obstacles: [{ name: 'post', shape: sphere({ radius: 0.1 }), pose: { at: [0.6, 0.2, 0] } }],
    })
    const [start, goal] = [
      [0, 0],
      [7, 0],
    ]
    const options = { planner: 'a-sbl', continuous: 'as-given', ...LIMITS } as const
    const { path } = judge(world, planNow(world, start!, goal!, options), start!, [goal!])
    for (let k = 1; k < path.length; k++) {
      expect(Math.max(...path[k]!.map((x, i) => Math.abs(x - path[k - 1]![i]!)))).toBeLessThan(Math.PI)
    }
    expect(checkMotion(world, path, { continuous: 'shortest' }).outcome).toBe('free')
  })
})

describe('SBL', () => {
  test('samples, and says so', () => {
    const world = posts()
    const result = planNow(world, BELOW, ABOVE, { planner: 'sbl', resolution: 0.01, ...LIMITS })
    const solved = judge(world, result, BELOW, [ABOVE], false)
    expect(() => solved.certificate()).toThrow()
    expect(solved.stats.edgesSampled).toBeGreaterThan(0)
    expect(solved.stats.edgesProved).toBe(0)
  })

  test('steps over what is thinner than its steps, where A-SBL does not', () => {
    const world = chambers({ thickness: 1e-6, hole: 0 })
    const blunt = new World({ robots: [slider()], obstacles: [plate()] })
    expect(planNow(blunt, [-0.5], [0.5], { planner: 'sbl', resolution: 0.3, ...LIMITS }).outcome).toBe('solved')
    const limits = { maxIterations: 100, maxMillis: 120_000 }
    expect(planNow(blunt, [-0.5], [0.5], { planner: 'a-sbl', ...limits }).outcome).toBe('no-path-found')
    expect(planNow(world, [-0.5, 0, 0], [0.5, 0, 0], { planner: 'a-sbl', ...limits }).outcome).toBe('no-path-found')
  })

  test('in the cage, with a fine resolution, its paths hold', () => {
    const scene = MOTION_SCENES.cage()
    const world = scene.world()
    const input = inputFor(world, scene.start, [scene.goal], 1)
    const search = new SblSearch(input, new SamplingChecker(input, 0.005))
    search.onCut = () => search.forest.validate()
    const run = search.run()
    let step = run.next()
    while (step.done !== true) step = run.next()
    expect(looksFree(world, step.value.waypoints, 0.005)).toBe(true)
  })
})

describe('both', () => {
  test('same seed, same path, to the last bit; another seed, another path', () => {
    const world = posts()
    for (const planner of ['a-sbl', 'sbl'] as const) {
      const ask = (seed: number) => {
        const result = planNow(world, BELOW, ABOVE, { planner, seed, ...LIMITS })
        if (result.outcome !== 'solved') throw new Error(result.outcome)
        const { millis: _, ...stats } = result.stats
        return { path: result.path, stats }
      }
      const first = ask(5)
      expect(ask(5)).toEqual(first)
      expect(ask(6).path).not.toEqual(first.path)
    }
  })

  test('two searches in turns find what each finds alone', () => {
    const world = posts()
    const [start, goal] = [Float64Array.from(BELOW), Float64Array.from(ABOVE)]
    const begin = [
      (seed: number) => aSbl(inputFor(world, start, [goal], seed)),
      (seed: number) => sbl(inputFor(world, start, [goal], seed)),
    ]
    const alone = begin.map((search) => {
      const run = search(3)
      for (;;) {
        const step = run.next()
        if (step.done === true) return step.value
      }
    })
    const runs = begin.map((search) => search(3))
    const found: unknown[] = [undefined, undefined]
    while (found.includes(undefined)) {
      runs.forEach((run, i) => {
        if (found[i] !== undefined) return
        const step = run.next()
        // Somebody else asks the same world in between.
        world.collides(goal)
        if (step.done === true) found[i] = step.value
      })
    }
    alone.forEach((path, i) => {
      expect((found[i] as typeof path)!.waypoints).toEqual(path!.waypoints)
    })
  })

  test('whatever the checker refutes, and in whatever order, the trees stay sound', () => {
    const world = new World({ robots: [flatArm(3, 0.2)] })
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(100 + seed)
      // Nothing passes before three hundred refusals.
      let refusals = 0
      const checker: PathChecker<{ safe: boolean }> = {
        begin: () => ({ safe: false }),
        isSafe: ({ safe }) => safe,
        done: () => 0,
        advance: (path) => {
          const open = path.flatMap(({ safe }, i) => (safe ? [] : [i]))
          if (open.length === 0) return NONE
          const one = open[random.integer(open.length)]!
          if (refusals < 300 && (open.length === 1 || random.unit() < 0.5)) {
            refusals++
            return one
          }
          path[one]!.safe = true
          return NONE
        },
      }
      const [start, goals] = [Float64Array.of(0, 0, 0), [Float64Array.of(1, 1, 1), Float64Array.of(-1, 1, -1)]]
      const search = new SblSearch(inputFor(world, start, goals, seed), checker)
      let cuts = 0
      search.onCut = () => {
        cuts++
        search.forest.validate()
        search.grid.validate()
      }
      const run = search.run()
      let step = run.next()
      while (step.done !== true) step = run.next()
      expect(step.value.waypoints[0]).toEqual(start)
      expect(step.value.waypoints.at(-1)).toEqual(goals[step.value.goal])
      expect(cuts, `seed ${seed}`).toBeGreaterThan(20)
    }
  })
})

/** A ball that slides along x. */
function slider(): Robot {
  return new Robot({
    name: 'ball',
    links: [{ name: 'rail' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.01 }) }] }],
    joints: [
      {
        name: 'x',
        kind: 'prismatic',
        parent: 'rail',
        child: 'ball',
        axis: [1, 0, 0],
        limits: { lower: -1, upper: 1 },
      },
    ],
  })
}

/** Off the middle of everything. */
function plate(): ObstacleInput {
  return { name: 'plate', shape: box({ size: [1e-6, 1, 1] }), pose: { at: [0.0371, 0, 0] } }
}
