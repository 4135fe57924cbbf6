// Plans, walks, shortcuts and timed paths beside the limits of joints: a hair beyond them, far beyond them, and joints that
// cannot move.
import { describe, expect, test } from 'vitest'
import { type LabPlannerName, planNowInLab as planNow } from '../../../lab/published/plan.js'
import {
  checkMotion,
  Robot,
  randomWalkNow,
  smoothNow,
  sphere,
  timePath,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'

const PLANNERS: readonly LabPlannerName[] = ['rrt-connect', 'rrt-connect-eager', 'a-sbl', 'sbl']

/** As robot files have it. */
const ROUNDED_PI = Number('3.14159')

/** An arm of two joints within ±3.14159, on a slide that cannot move, and a post where the straight way leads. */
function arm(): World {
  const bar = (name: string) => ({ name, geometry: [{ shape: sphere({ radius: 0.05, at: [0.5, 0, 0] }) }] })
  const limits = { lower: -ROUNDED_PI, upper: ROUNDED_PI }
  const turn = { kind: 'revolute', axis: [0, 0, 1], limits } as const
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'ground' }, { name: 'slide' }, bar('one'), bar('two')],
    joints: [
      { name: 's', kind: 'prismatic', parent: 'ground', child: 'slide', limits: { lower: 0, upper: 0 } },
      { ...turn, name: 'a', parent: 'slide', child: 'one' },
      { ...turn, name: 'b', parent: 'one', child: 'two', origin: { at: [0.5, 0, 0] } },
    ],
  })
  return new World({ robots: [robot], obstacles: [{ name: 'post', shape: sphere({ radius: 0.1, at: [1, 0, 0] }) }] })
}

const START = [0, -Math.PI, 0]
const GOAL = [0, Math.PI, 0]

describe('[joint-limits] plans', () => {
  test.each(PLANNERS)('%s: from −π to π where the limit is 3.14159, proved as given', (planner) => {
    const world = arm()
    const result = planNow(world, START, GOAL, { planner, seed: 2, maxMillis: 60_000 })
    if (result.outcome !== 'solved') throw new Error(JSON.stringify(result))
    const { path, beyondLimits } = result
    expect([Array.from(path[0]!), Array.from(path.at(-1)!)]).toEqual([START, GOAL])
    // All but the ends is within the limits.
    for (const q of path.slice(1, -1)) expect(world.outsideLimits(q)).toEqual([])
    expect(beyondLimits).toMatchObject([
      { segment: 0, at: 0, joint: 'arm/a', value: -Math.PI, limit: -ROUNDED_PI },
      { segment: path.length - 2, at: 1, joint: 'arm/a', value: Math.PI, limit: ROUNDED_PI },
    ])
    if (planner === 'sbl') return
    expect(checkMotion(world, path).outcome).toBe('free')
    expect(verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(result.certificate())))).toMatchObject({
      valid: true,
    })
  })

  test.each(PLANNERS)(
    '%s: what is beyond by more than the tolerance is refused, unless limits are ignored',
    (planner) => {
      const world = arm()
      const far = [0, 4, 0]
      const problems = [{ kind: 'outside-limits', joint: 'arm/a', value: 4, lower: -ROUNDED_PI, upper: ROUNDED_PI }]
      expect(planNow(world, far, GOAL, { planner })).toMatchObject({ outcome: 'invalid-start', problems })
      expect(planNow(world, START, far, { planner })).toMatchObject({ outcome: 'invalid-goal', problems })
      expect(planNow(world, START, GOAL, { planner, limitTolerance: 1e-6 })).toMatchObject({ outcome: 'invalid-start' })
      const options = { planner, ignoreLimits: true, seed: 3, maxMillis: 60_000 }
      const result = planNow(world, far, [0, -4, 0.5], options)
      if (result.outcome !== 'solved') throw new Error(JSON.stringify(result))
      // On its way back it is beyond the limits, and never farther than at its ends.
      const values = result.beyondLimits.map(({ value }) => value)
      expect([Math.max(...values), Math.min(...values)]).toEqual([4, -4])
      if (planner === 'sbl') return
      expect(checkMotion(world, result.path, { ignoreLimits: true }).outcome).toBe('free')
      expect(result.certificate().pieces).toHaveLength(result.path.length - 1)
    },
  )

  test('of several goals, one that is outside does not matter', () => {
    const world = arm()
    const result = planNow(
      world,
      [0, 1, 0],
      [
        [0, 4, 0],
        [0, 1.2, 0],
      ],
    )
    expect(result).toMatchObject({ outcome: 'solved', goal: 1, beyondLimits: [] })
  })

  test('a joint that cannot move is where it starts, a hair beyond its limit or not', () => {
    const world = arm()
    const hair = [4e-6, 1, 0]
    expect(planNow(world, hair, [4e-6, 1.2, 0])).toMatchObject({ outcome: 'solved' })
    expect(() => planNow(world, hair, [0, 1.2, 0])).toThrow(/goal \(arm\/s\).*does not move/)
    expect(() => planNow(world, [0, 1, 0], hair)).toThrow(/does not move/)
    expect(planNow(world, [0, 1, 0], [0.1, 1, 0])).toMatchObject({
      outcome: 'invalid-goal',
      problems: [{ kind: 'outside-limits', joint: 'arm/s', value: 0.1, lower: 0, upper: 0 }],
    })
    expect(planNow(world, [0.1, 1, 0], [0, 1, 0])).toMatchObject({ outcome: 'invalid-start' })
  })
})

describe('[joint-limits] walks, shortcuts and timed paths', () => {
  test('a walk may begin a hair beyond a limit, and comes back within; its certificate holds', () => {
    const world = arm()
    for (const step of [0.3, 1e-8]) {
      const walk = randomWalkNow(world, START, { maxTries: 30, step })
      if (walk.outcome !== 'stopped') throw new Error(walk.outcome)
      expect(walk.path.length).toBeGreaterThan(2)
      for (const q of walk.path.slice(1)) expect(world.outsideLimits(q)).toEqual([])
      expect(verifyCertificate(worldDocument(world), walk.certificate())).toMatchObject({ valid: true })
    }
    expect(randomWalkNow(world, [0, 4, 0])).toMatchObject({ outcome: 'invalid-start' })
    const walk = randomWalkNow(world, [0, 4, 0], { ignoreLimits: true, maxTries: 10 })
    if (walk.outcome !== 'stopped') throw new Error(walk.outcome)
    expect(walk.certificate().pieces).toHaveLength(walk.path.length - 1)
  })

  test('smoothing refuses a path that is outside, by the segment as it was given', () => {
    const world = arm()
    const path = [
      [0, 1, 0],
      [0, 1, 0],
      [0, 1.5, 0.5],
      [0, 1.5, 0.5],
      [0, 4, 0],
      [0, 2, 0],
    ]
    for (const isFree of [true, false]) {
      expect(smoothNow(world, path, { isFree })).toMatchObject({
        outcome: 'not-proved',
        verdict: { outcome: 'outside-limits', segment: 3, at: 1, joint: 'arm/a', value: 4, limit: ROUNDED_PI },
      })
    }
    const smoothed = smoothNow(world, path, { ignoreLimits: true, rounds: 5 })
    expect(smoothed).toMatchObject({ outcome: 'smoothed' })
    const near = smoothNow(world, [START, [0, -2, 1], [0, -1, 0.5]], { rounds: 20 })
    if (near.outcome !== 'smoothed') throw new Error(near.outcome)
    expect(near.beyondLimits).toMatchObject([{ segment: 0, at: 0, value: -Math.PI }])
    expect(verifyCertificate(worldDocument(world), near.certificate())).toMatchObject({ valid: true })
  })

  test('a timed path is within the limits as a curve, ends at a limit among them', () => {
    const world = arm()
    const rates = { velocity: 1, acceleration: 2 }
    const timed = timePath(
      world,
      [
        [0, -ROUNDED_PI, 0],
        [0, -2, 1],
        [0, -ROUNDED_PI, 2],
      ],
      rates,
    )
    expect(timed).toMatchObject({ outcome: 'timed', blended: 1, verdict: { beyondLimits: [] } })
    expect(timePath(world, [START, [0, -2, 1]], rates)).toMatchObject({
      outcome: 'timed',
      verdict: { beyondLimits: [{ segment: 0, joint: 'arm/a' }] },
    })
    const outside = timePath(
      world,
      [
        [0, 1, 0],
        [0, 2, 0],
        [0, 4, 0],
      ],
      rates,
    )
    expect(outside).toMatchObject({ outcome: 'not-proved', verdict: { outcome: 'outside-limits', segment: 1 } })
    expect(
      timePath(
        world,
        [
          [0, 1, 0],
          [0, 4, 0],
        ],
        { ...rates, ignoreLimits: true },
      ).outcome,
    ).toBe('timed')
  })
})
