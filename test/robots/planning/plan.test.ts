import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type LabPlannerName, type LabPlanOptions, planNowInLab as planNow } from '../../../lab/published/plan.js'
import {
  box,
  freeBody,
  InvalidInputError,
  poseConfiguration,
  Robot,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { type Planning, plan } from '../../../src/robots/planning/plan.js'
import type { PlanOptions } from '../../../src/robots/planning/plan-options.js'
import type { PlanProgress, PlanResult } from '../../../src/robots/planning/plan-result.js'
import { ABOVE, BELOW, chambers, flatArm, judge, posts } from './plan-worlds.js'

/** Never in the way: something to check all the same. */
const FAR = { name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [9, 0, 0] } }

const PROVING: LabPlannerName[] = ['rrt-connect', 'rrt-connect-eager', 'a-sbl']
const ALL: LabPlannerName[] = [...PROVING, 'sbl']

/** All that must be the same again: the clock is not. */
function repeatable(result: PlanResult): unknown {
  return JSON.parse(JSON.stringify({ ...result, stats: { ...result.stats, millis: 0 } }))
}

describe('a path', () => {
  for (const planner of ALL) {
    test(`of ${planner} holds, and is the same for the same seed`, async () => {
      const world = posts()
      for (const seed of [1, 2]) {
        const options: LabPlanOptions = { planner, seed, maxMillis: 60_000, resolution: 0.05 }
        const result = planNow(world, BELOW, ABOVE, options)
        const isProved = planner !== 'sbl'
        const { certificate } = judge(world, result, BELOW, [ABOVE as unknown as number[]], isProved)
        if (!isProved) expect(certificate).toThrow('sampled only')
        expect(repeatable(planNow(world, BELOW, ABOVE, options))).toEqual(repeatable(result))
        expect(repeatable(planNow(posts(), BELOW, ABOVE, options))).toEqual(repeatable(result))
        if (planner === 'rrt-connect' || planner === 'a-sbl') {
          expect(repeatable(await plan(world, BELOW, ABOVE, { ...options, planner }))).toEqual(repeatable(result))
        }
      }
      const [one, other] = [4, 5].map((seed) => planNow(world, BELOW, ABOVE, { planner, seed, maxMillis: 60_000 }))
      expect(repeatable(one!)).not.toEqual(repeatable(other!))
    })
  }

  test('[plan-proved] begins at the start and goes to one of several goals, which it names', () => {
    const world = posts()
    const inPost = [0.45, 0, 0]
    const goals = [inPost, ABOVE, [2.2, 0, 0]] as number[][]
    const result = judge(world, planNow(world, BELOW, goals), BELOW, goals)
    expect([1, 2]).toContain(result.goal)
    // One that is where it stands is reached at once.
    expect(planNow(world, BELOW, [ABOVE, BELOW]).stats.iterations).toBe(1)
    expect(planNow(world, BELOW, [ABOVE, BELOW])).toMatchObject({ goal: 1, length: 0 })
  })

  test('is one waypoint where the start is the goal', () => {
    const world = posts()
    for (const planner of ALL) {
      const result = judge(world, planNow(world, BELOW, BELOW, { planner }), BELOW, [BELOW as unknown as number[]])
      expect(result).toMatchObject({ length: 0, goal: 0 })
      expect(result.path).toHaveLength(1)
    }
  })

  test('is short where the goal is next door, down to a bit', () => {
    const world = posts()
    for (const step of [1e-3, 1e-9, 2 ** -54, 1e-200]) {
      const [from, to] = [
        [0, 0, 0],
        [0, 0, step],
      ]
      const result = judge(world, planNow(world, from!, to!), from!, [to!])
      expect(result.path).toHaveLength(2)
    }
  })

  test('keeps a clearance', () => {
    const world = posts()
    const result = judge(world, planNow(world, BELOW, ABOVE, { clearance: 0.02 }), BELOW, [
      ABOVE as unknown as number[],
    ])
    for (const q of result.path) expect(world.distance(q).distance).toBeGreaterThan(0.02)
    expect(result.certificate().clearance).toBe(0.02)
    const near = world.distance(BELOW).distance
    const tooNear = planNow(world, BELOW, ABOVE, { clearance: near + 0.01 })
    expect(tooNear).toMatchObject({ outcome: 'invalid-start', problems: [{ kind: 'too-close', distance: near }] })
    expect(planNow(world, BELOW, ABOVE, { delta: near + 0.01 }).outcome).toBe('invalid-start')
  })

  test('moves what it may, and nothing else', () => {
    const world = posts()
    const to = [BELOW[0], -1, BELOW[2]]
    const result = judge(world, planNow(world, BELOW, to, { moving: ['j1'] }), BELOW, [to])
    for (const q of result.path) expect([q[0], q[2]]).toEqual([BELOW[0], BELOW[2]])
    expect(() => planNow(world, BELOW, ABOVE, { moving: ['j1'] })).toThrow(/goal \(arm\/j0\).*does not move/)
    // What a record leaves out is as in the start.
    judge(world, planNow(world, BELOW, { j1: -1 }, { moving: ['j1'] }), BELOW, [to])
  })

  test('of nothing that moves', () => {
    const still = new World({ obstacles: [sphere({ radius: 1 })] })
    expect(planNow(still, [], [])).toMatchObject({ outcome: 'nothing-to-check', reason: 'there is no robot' })
    const world = posts()
    expect(planNow(world, BELOW, BELOW, { moving: [] })).toMatchObject({ outcome: 'solved', length: 0 })
    expect(() => planNow(world, BELOW, ABOVE, { moving: [] })).toThrow(/does not move/)
  })

  test('goes round the short way, unless the numbers are meant', () => {
    const world = new World({ robots: [flatArm(2, 0.5, 'continuous')], obstacles: [FAR] })
    const to = [2 * Math.PI - 0.5, 0]
    const short = planNow(world, [0, 0], to)
    judge(world, short, [0, 0], [[-0.5, 0]])
    expect(short).toMatchObject({ length: 0.5 })
    const long = judge(world, planNow(world, [0, 0], to, { continuous: 'as-given' }), [0, 0], [to])
    expect(long.length).toBeCloseTo(to[0]!, 9)
    // Where a pole is in the short way, the long way is free.
    world.addObstacle({ name: 'pole', shape: sphere({ radius: 0.05 }), pose: { at: [0.39, -0.1, 0] } })
    for (const planner of ['rrt-connect', 'rrt-connect-eager'] as const) {
      const round = planNow(world, [0, 0], [-0.5, 0], { planner, maxMillis: 60_000 })
      if (round.outcome !== 'solved') throw new Error(round.outcome)
      judge(world, round, [0, 0], [round.path.at(-1)!])
      expect(round.path.at(-1)![0]).toBeCloseTo(2 * Math.PI - 0.5, 12)
      const given = planNow(world, [0, 0], [-0.5, 0], { planner, continuous: 'as-given', maxIterations: 300 })
      expect(given.outcome).toBe('no-path-found')
    }
  })

  test('keeps to bounds, at whatever turn they are', () => {
    const world = new World({ robots: [flatArm(2, 0.5, 'continuous')], obstacles: [FAR] })
    const to = [6, 0]
    const result = judge(world, planNow(world, [0.1, 0], to, { bounds: { j0: [0, 6.2] } }), [0.1, 0], [to])
    for (const q of result.path) expect(q[0]! >= 0 && q[0]! <= 6.2).toBe(true)
  })

  test('of a cart in the plane, around a wall', () => {
    const cart = new Robot({
      name: 'cart',
      links: [{ name: 'floor' }, { name: 'deck', geometry: [{ shape: box({ size: [0.6, 0.4, 0.3] }) }] }],
      joints: [{ name: 'drive', kind: 'planar', parent: 'floor', child: 'deck', axis: [0, 0, 1] }],
    })
    const world = new World({
      robots: [cart],
      obstacles: [{ name: 'wall', shape: box({ size: [0.01, 3, 1] }), pose: { at: [1, 0.5, 0] } }],
    })
    const to = [2, 0.5, 0]
    for (const planner of PROVING) {
      const result = planNow(world, [0, 0.5, 0], to, { planner, maxMillis: 60_000 })
      if (result.outcome !== 'solved') throw new Error(result.outcome)
      const end = result.path.at(-1)!
      judge(world, result, [0, 0.5, 0], [end])
      expect(end.slice(0, 2)).toEqual(Float64Array.of(2, 0.5))
      // At the goal as it stands, or after a turn; rounding is that of 2π.
      expect(Math.abs(Math.sin(end[2]! / 2))).toBeLessThan(1e-15)
    }
    const walled = planNow(world, [0, 0.5, 0], to, { bounds: { 'drive/y': [-0.8, 1.8] }, maxIterations: 200 })
    expect(walled.outcome).toBe('no-path-found')
  })

  test('of a body that flies', () => {
    const world = new World({
      robots: [freeBody({ name: 'plank', shape: box({ size: [1.2, 0.1, 0.1] }) })],
      obstacles: [
        { name: 'left', shape: box({ size: [0.1, 2, 3] }), pose: { at: [0, -1.2, 0] } },
        { name: 'right', shape: box({ size: [0.1, 2, 3] }), pose: { at: [0, 1.2, 0] } },
      ],
    })
    const from = poseConfiguration({ at: [-1, 0, 0], rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] })
    const to = poseConfiguration({ at: [1, 0, 0], rotation: [0, 1, 0, -1, 0, 0, 0, 0, 1] })
    for (const planner of PROVING) judge(world, planNow(world, from, to, { planner, maxMillis: 60_000 }), from, [to])
    // The same place by the other quaternion.
    const same = from.map((x, i) => (i < 3 ? x : -x))
    expect(judge(world, planNow(world, from, same), from, [same]).length).toBe(0)
    // What does not turn may be given by either.
    const moving = ['trans_x', 'trans_y', 'trans_z'].map((name) => `plank/free/${name}`)
    const aside = same.map((x, i) => (i === 0 ? -1.5 : x))
    const back = from.map((x, i) => (i === 0 ? -1.5 : x))
    judge(world, planNow(world, from, aside, { moving }), from, [back])
  })

  test('to where a link is to be', () => {
    const world = posts()
    const pose = world.linkPose(ABOVE, 'board2')
    const result = planNow(world, BELOW, [{ link: 'board2', pose }])
    if (result.outcome !== 'solved') throw new Error(result.outcome)
    judge(world, result, BELOW, [result.path.at(-1)!])
    world.linkPose(result.path.at(-1)!, 'board2').forEach((x, k) => {
      expect(x).toBeCloseTo(pose[k]!, 5)
    })
    const far = planNow(world, BELOW, { link: 'board2', pose: { at: [9, 0, 0] } })
    expect(far).toMatchObject({ outcome: 'invalid-goal', goal: 0, problems: [{ kind: 'unreachable', link: 'board2' }] })
  })
})

describe('no path', () => {
  test('[plan-outcomes] from a start that touches something, or to a goal that does: both are named', () => {
    const world = posts()
    const inside = [0.4, 0, 0]
    const start = planNow(world, inside, ABOVE)
    if (start.outcome !== 'invalid-start') throw new Error(start.outcome)
    const problem = start.problems[0]!
    if (problem.kind !== 'collision') throw new Error(problem.kind)
    expect(problem).toMatchObject({ kind: 'collision', b: 'right' })
    expect(problem.a).toMatch(/^arm\/board/)
    expect(problem.contact.depth).toBeGreaterThan(0)
    const goal = planNow(world, BELOW, [inside, inside])
    expect(goal).toMatchObject({ outcome: 'invalid-goal', goal: 0, problems: [{ kind: 'collision', b: 'right' }] })
  })

  test('beyond limits and bounds: the joint is named', () => {
    const world = posts()
    const outside = { kind: 'outside-limits', joint: 'arm/j1', value: 3, lower: -2.6, upper: 2.6 }
    expect(planNow(world, [-1, 3, 0], ABOVE)).toMatchObject({ outcome: 'invalid-start', problems: [outside] })
    expect(planNow(world, BELOW, [-1, 3, 0])).toMatchObject({ outcome: 'invalid-goal', problems: [outside] })
    const bounded = planNow(world, BELOW, ABOVE, { bounds: { j0: [-1, 1] } })
    expect(bounded).toMatchObject({ outcome: 'invalid-goal', problems: [{ joint: 'arm/j0', upper: 1 }] })
  })

  test('through a wall, however thin: it says what was seen', () => {
    for (const thickness of [0.3, 1e-3, 1e-9]) {
      const world = chambers({ thickness, hole: 0 })
      for (const planner of PROVING) {
        const result = planNow(world, [-0.5, 0, 0], [0.5, 0, 0], { planner, maxIterations: 300 })
        if (result.outcome !== 'no-path-found') throw new Error(result.outcome)
        expect(result.reason).toMatch(/300 rounds/)
        expect(result.explored.fromStart).toBeGreaterThan(0)
        expect(result.explored.fromGoal).toBeGreaterThan(0)
        expect(result.explored.fromStart + result.explored.fromGoal).toBe(result.stats.nodes)
        expect(result.explored.closest).toBeLessThan(3)
      }
    }
  })

  test('[plan-limits] beyond the limit of time, however long one edge or one connection takes', () => {
    const turner = new World({ robots: [flatArm(2, 0.5, 'continuous')], obstacles: [FAR] })
    // A clock that goes on by a tenth of a millisecond whenever somebody looks at it.
    let millis = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (millis += 0.1))
    onTestFinished(() => clock.mockRestore())
    const far = planNow(turner, [0, 0], [1, 1e6], { continuous: 'as-given', maxMillis: 40 })
    expect(far).toMatchObject({ outcome: 'no-path-found', reason: expect.stringMatching(/40 ms/) })
    const short = planNow(turner, [0, 0], [1, 1], { range: 1e-6, maxMillis: 40 })
    expect(short.outcome).toBe('no-path-found')
    const fine = planNow(turner, [0, 0], [2, 2], { range: 10, resolution: 1e-6, maxMillis: 40 })
    expect(fine.outcome).toBe('no-path-found')
    // 400 looks at the clock, and no more than 256 tests between two of them.
    for (const { stats } of [far, short, fine]) expect(stats.validityTests).toBeLessThanOrEqual(400 * 256)
  })

  test('[plan-limits] in no time, in no rounds, or once it was cancelled', async () => {
    const world = posts()
    expect(planNow(world, BELOW, ABOVE, { maxMillis: 0 })).toMatchObject({
      outcome: 'no-path-found',
      reason: expect.stringMatching(/ 0 ms/),
    })
    expect(planNow(world, BELOW, ABOVE, { maxIterations: 0 })).toMatchObject({ outcome: 'no-path-found' })
    expect(planNow(world, BELOW, ABOVE, { signal: { aborted: true } })).toMatchObject({ reason: 'it was cancelled' })
    const wall = chambers({ thickness: 0.1, hole: 0 })
    const options = { maxMillis: 60_000 }
    const cancelled = plan(wall, [-0.5, 0, 0], [0.5, 0, 0], options)
    await afterSlice(cancelled, () => cancelled.cancel())
    expect(await cancelled).toMatchObject({ outcome: 'no-path-found', reason: 'it was cancelled' })
    const controller = new AbortController()
    const aborted = plan(wall, [-0.5, 0, 0], [0.5, 0, 0], { ...options, signal: controller.signal })
    await afterSlice(aborted, () => controller.abort())
    expect(await aborted).toMatchObject({ outcome: 'no-path-found', reason: 'it was cancelled' })
    expect(await plan(wall, [-0.5, 0, 0], [0.5, 0, 0], { maxMillis: 50 })).toMatchObject({ outcome: 'no-path-found' })
  })
})

/** Does something after the first slice of work on a plan that takes many. */
async function afterSlice(planning: Planning, act: () => void): Promise<void> {
  for await (const { iterations } of planning) {
    expect(iterations).toBeGreaterThan(0)
    act()
    return
  }
}

describe('planning in slices', () => {
  test('reports its progress to every caller', async () => {
    const world = chambers({ thickness: 0.1, hole: 0 })
    const planning = plan(world, [-0.5, 0, 0], [0.5, 0, 0], { maxMillis: 60_000, maxIterations: 4000 })
    const seen: PlanProgress[] = []
    const watch = async (): Promise<number> => {
      let count = 0
      for await (const progress of planning) {
        seen.push(progress)
        count++
      }
      return count
    }
    const counts = await Promise.all([watch(), watch()])
    for (const count of counts) expect(count).toBeGreaterThan(0)
    expect((await planning.result).outcome).toBe('no-path-found')
    for (const { iterations, nodes, proved, phase, millis } of seen) {
      expect(iterations).toBeGreaterThan(0)
      expect(nodes).toBeGreaterThan(0)
      expect(proved >= 0 && proved <= 1 && millis >= 0).toBe(true)
      expect(['searching', 'proving']).toContain(phase)
    }
    // Late comers are not left waiting.
    for await (const _ of planning) throw new Error('it was done')
  })

  test('lets the event loop turn', async () => {
    const world = chambers({ thickness: 0.1, hole: 0 })
    const planning = plan(world, [-0.5, 0, 0], [0.5, 0, 0], { maxMillis: 60_000 })
    // Three messages, each sent when the last has arrived: none arrives unless the loop turns while the plan is being made.
    const { port1, port2 } = new MessageChannel()
    let arrived = 0
    port1.on('message', () => {
      if (++arrived === 3) planning.cancel()
      else port2.postMessage(arrived)
    })
    port2.postMessage(0)
    expect(await planning).toMatchObject({ outcome: 'no-path-found', reason: 'it was cancelled' })
    port1.close()
    expect(arrived).toBe(3)
  })

  test('ends with an error where the world is changed under it', async () => {
    const world = chambers({ thickness: 0.1, hole: 0 })
    const planning = plan(world, [-0.5, 0, 0], [0.5, 0, 0], { maxMillis: 60_000 })
    await afterSlice(planning, () => world.removeObstacle('below'))
    await expect(planning.result).rejects.toThrow(/left as it is/)
    await expect(async () => {
      for await (const _ of planning) expect(_).toBeDefined()
    }).rejects.toThrow(InvalidInputError)
  })

  test('is not disturbed by other questions to the same world', async () => {
    const options = { planner: 'a-sbl', seed: 3, maxMillis: 60_000 } as const
    const alone = planNow(posts(), BELOW, ABOVE, options)
    const world = posts()
    const planning = plan(world, BELOW, ABOVE, options)
    const other = plan(world, ABOVE, BELOW, { maxMillis: 60_000 })
    for (let k = 0; k < 5; k++) {
      world.distance([k / 5, 0, 0])
      await new Promise((go) => setImmediate(go))
    }
    expect(repeatable(await planning)).toEqual(repeatable(alone))
    expect((await other).outcome).toBe('solved')
  })
})

test('what cannot be meant is refused, by name', () => {
  const world = posts()
  const refused = (options: object, field: string): void => {
    try {
      planNow(world, BELOW, ABOVE, options as PlanOptions)
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInputError)
      expect((error as InvalidInputError).field).toContain(field)
      return
    }
    throw new Error(`${JSON.stringify(options)} was let pass`)
  }
  refused({ planer: 'sbl' }, 'planer')
  refused({ planner: 'prm' }, 'options.planner')
  for (const seed of [-1, 0.5, NaN, '1']) refused({ seed }, 'options.seed')
  for (const range of [0, -1, NaN, Infinity, 1e-9]) refused({ range }, 'options.range')
  for (const resolution of [0, NaN, -1]) refused({ resolution }, 'options.resolution')
  refused({ maxMillis: -1 }, 'options.maxMillis')
  refused({ maxIterations: NaN }, 'options.maxIterations')
  refused({ delta: -1 }, 'options.delta')
  refused({ clearance: Infinity }, 'options.clearance')
  refused({ continuous: 'long' }, 'options.continuous')
  refused({ signal: {} }, 'options.signal')
  refused({ signal: null }, 'options.signal')
  refused({ moving: ['elbow'] }, 'options.moving[0]')
  for (const name of ['maxMillis', 'maxIterations', 'range', 'delta', 'clearance', 'continuous', 'seed', 'bounds']) {
    refused({ [name]: null }, `options.${name}`)
  }
  refused({ bounds: [] }, 'options.bounds')
  refused({ weights: { j1: 1e300 } }, 'options.weights')
  refused({ inverseKinematics: 3 }, 'options.inverseKinematics')
  refused({ inverseKinematics: { seed: 1, x: 1 } }, 'options.inverseKinematics.x')
  for (const nobody of [null, {}, 3]) expect(() => planNow(nobody as never, BELOW, ABOVE)).toThrow(InvalidInputError)
  for (const no of [new Set([1, 2]), new Map(), new Date(0), 3, 'j0']) {
    expect(() => planNow(world, BELOW, no as never)).toThrow(InvalidInputError)
  }
  // biome-ignore lint/suspicious/noSparseArray: that is what is tried.
  expect(() => planNow(world, BELOW, [ABOVE, , ABOVE] as never)).toThrow(/goal\[1\]/)
  expect(() => planNow(world, [0, 0], ABOVE)).toThrow(/start/)
  expect(() => planNow(world, BELOW, [])).toThrow(/goal/)
  expect(() => planNow(world, BELOW, [[0, 0]])).toThrow(/goal\[0\]/)
  expect(() => planNow(world, BELOW, [0, NaN, 0])).toThrow(/goal/)
  expect(() => planNow(world, BELOW, null as never)).toThrow(InvalidInputError)
  expect(() => planNow(world, BELOW, { link: 'nobody', pose: { at: [0, 0, 0] } })).toThrow(/goal/)
})
