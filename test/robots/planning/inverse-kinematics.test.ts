// Inverse kinematics: closed forms where there are any, random arms elsewhere; every solution is measured again.
import { expect, test } from 'vitest'
import { sixAxisArm } from '../../../scenes/index.js'
import {
  box,
  freeBody,
  InvalidInputError,
  type JointInput,
  Random,
  Robot,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { type InverseKinematicsOptions, inverseKinematics } from '../../../src/robots/planning/inverse-kinematics.js'
import { type LinkGoal, linkGoalError } from '../../../src/robots/planning/link-goal.js'
import { checkSolutions, planarArm, poseGap, randomConfiguration, randomRotation } from './inverse-kinematics-cases.js'

const POSITION_ONLY = ['roll', 'pitch', 'yaw'] as const

/** The two elbows of an arm of two links 1 long that reaches for (x, y). */
function elbows(x: number, y: number): readonly [number, number][] {
  const cosine = (x * x + y * y - 2) / 2
  return [1, -1].map((side) => {
    const bend = side * Math.acos(cosine)
    return [Math.atan2(y, x) - Math.atan2(Math.sin(bend), 1 + Math.cos(bend)), bend]
  })
}

test('both elbows of an arm of two links, the nearer one first', () => {
  const world = new World({ robots: [planarArm(2, 'revolute')] })
  const random = new Random(2)
  for (let k = 0; k < 50; k++) {
    const r = random.range(0.4, 1.9)
    const a = random.range(-1, 1)
    const at = [r * Math.cos(a), r * Math.sin(a), 0]
    for (const side of [1, -1]) {
      const start = Float64Array.of(a, side * 0.5)
      const result = inverseKinematics(world, { link: 'tip', pose: { at }, free: POSITION_ONLY }, { start })
      expect(result.outcome).toBe('solved')
      const wanted = elbows(at[0]!, at[1]!).filter((q) => q.every((value) => Math.abs(value) <= 3))
      wanted.sort((p, q) => Math.hypot(p[0] - a, p[1] - start[1]!) - Math.hypot(q[0] - a, q[1] - start[1]!))
      expect(result.solutions.length, `reaching for ${at}`).toBe(wanted.length)
      result.solutions.forEach((q, i) => {
        expect(q[0]).toBeCloseTo(wanted[i]![0], 8)
        expect(q[1]).toBeCloseTo(wanted[i]![1], 8)
      })
    }
  }
})

test('limits cut off one elbow, and both', () => {
  const at = [1.2, 0.5, 0]
  const goal: LinkGoal = { link: 'tip', pose: { at }, free: POSITION_ONLY }
  const narrow = (lower: number, upper: number) =>
    inverseKinematics(new World({ robots: [planarArm(2, 'revolute')] }), goal, { bounds: { j2: [lower, upper] } })
  const bend = elbows(at[0]!, at[1]!)[0]![1]
  expect(bend).toBeGreaterThan(1)
  const up = narrow(0, 3)
  expect(up.solutions.map((q) => q[1]!.toFixed(8))).toEqual([bend.toFixed(8)])
  const down = narrow(-3, 0)
  expect(down.solutions.map((q) => q[1]!.toFixed(8))).toEqual([(-bend).toFixed(8)])
  const none = narrow(-0.5, 0.5)
  expect(none.outcome).toBe('unreachable')
  if (none.outcome !== 'unreachable') return
  expect(none.proved).toBe(false)
  expect(none.stats.seeds).toBe(50)
  // As near as it can get: the elbow at its limit, the arm pointing at the goal. By the law of cosines.
  const nearest = Math.sqrt(2 + 2 * Math.cos(0.5)) - Math.hypot(at[0]!, at[1]!)
  expect(none.position).toBeCloseTo(nearest, 6)
  expect(Math.abs(none.nearest[1]!)).toBe(0.5)
  // Exactly at the limit there is one.
  const edge = narrow(bend - 1e-9, 3)
  expect(edge.solutions.length).toBe(1)
})

test('too far is a proof, too near is not', () => {
  const world = new World({ robots: [{ robot: planarArm(3, 'continuous'), base: { at: [5, 0, 0] } }] })
  const goal = (x: number): LinkGoal => ({ link: 'tip', pose: { at: [5 + x, 0, 0] }, free: POSITION_ONLY })
  const far = inverseKinematics(world, goal(3.001))
  expect(far).toMatchObject({ outcome: 'unreachable', proved: true, solutions: [] })
  if (far.outcome === 'unreachable') {
    expect(far.reason).toContain('beyond')
    expect(far.position).toBeCloseTo(0.001, 6)
  }
  // Stretched out: the edge of what can be reached, where nothing can be inverted.
  expect(inverseKinematics(world, goal(3)).outcome).toBe('solved')
  // Within 1e-6 of it, so it counts.
  expect(inverseKinematics(world, goal(3 + 0.9e-6)).outcome).toBe('solved')
  expect(inverseKinematics(world, goal(2.999)).outcome).toBe('solved')
  const out = inverseKinematics(world, { link: 'tip', pose: { at: [5, 0, 0.5] }, free: POSITION_ONLY })
  expect(out).toMatchObject({ outcome: 'unreachable', proved: false })
  if (out.outcome === 'unreachable') expect(out.position).toBeCloseTo(0.5, 6)
})

test('no moving joint carries the link', () => {
  const world = new World({ robots: [planarArm(2, 'revolute')] })
  const fixed = inverseKinematics(world, { link: 'base', pose: { at: [0, 0, 1] } })
  expect(fixed).toMatchObject({ outcome: 'unreachable', solutions: [] })
  // It is there already.
  expect(inverseKinematics(world, { link: 'base', pose: { at: [0, 0, 0] } }).solutions).toEqual([world.neutral()])
  const goal: LinkGoal = { link: 'link1', pose: { at: [0, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } }
  expect(inverseKinematics(world, goal, { moving: ['j2'] })).toMatchObject({ outcome: 'unreachable' })
  expect(inverseKinematics(world, goal, { moving: ['j1'] }).solutions[0]![0]).toBeCloseTo(Math.PI / 2, 9)
})

test('turns: continuous joints and wide limits end up at the turn nearest to the start', () => {
  const goal: LinkGoal = { link: 'tip', pose: { at: [1.2, 0.5, 0] }, free: POSITION_ONLY }
  const plain = elbows(1.2, 0.5)
  for (const kind of ['continuous', 'revolute'] as const) {
    const world = new World({ robots: [planarArm(2, kind, 6.5)] })
    for (const turns of [
      [0, 0],
      [1, 0],
      [-1, 1],
      [5, -3],
    ]) {
      const [a, b] = turns as [number, number]
      if (kind === 'revolute' && (Math.abs(a) > 1 || Math.abs(b) > 1)) continue
      const limit = kind === 'revolute' ? 6.5 : Infinity
      const start = Float64Array.of(2 * Math.PI * a, Math.min(2 * Math.PI * b + 1, limit))
      const { solutions } = inverseKinematics(world, goal, { start })
      expect(solutions.length).toBe(2)
      for (const q of solutions) {
        q.forEach((value, i) => {
          // No other turn inside the limits is nearer.
          for (const other of [value - 2 * Math.PI, value + 2 * Math.PI]) {
            if (Math.abs(other) > limit) continue
            expect(Math.abs(value - start[i]!)).toBeLessThanOrEqual(Math.abs(other - start[i]!) + 1e-9)
          }
        })
        expect(plain.some((p) => p.every((v, i) => Math.abs(Math.sin((q[i]! - v) / 2)) < 1e-7))).toBe(true)
        expect(world.outsideLimits(q)).toEqual([])
      }
    }
  }
})

test('a joint that others mimic at another rate is not turned round', () => {
  const robot = new Robot({
    name: 'r',
    links: ['base', 'a', 'b', 'tip'].map((name) => ({ name })),
    joints: [
      { name: 'j', kind: 'revolute', parent: 'base', child: 'a', axis: [0, 0, 1], limits: { lower: -20, upper: 20 } },
      {
        name: 'm',
        kind: 'revolute',
        parent: 'a',
        child: 'b',
        axis: [0, 0, 1],
        origin: { at: [1, 0, 0] },
        mimic: { joint: 'j', multiplier: 0.3 },
      },
      { name: 'f', kind: 'fixed', parent: 'b', child: 'tip', origin: { at: [1, 0, 0] } },
    ],
  })
  const world = new World({ robots: [robot] })
  const goal: LinkGoal = { link: 'tip', pose: world.linkPose([9], 'tip') }
  const result = inverseKinematics(world, goal)
  expect(result.outcome).toBe('solved')
  for (const q of result.solutions) expect(linkGoalError(world, goal, q).position).toBeLessThan(1e-6)
  expect(result.solutions.some((q) => Math.abs(q[0]! - 9) < 1e-6)).toBe(true)
})

test('only what is free of contact counts; the pair is named where nothing is', () => {
  const at = [1.2, 0, 0]
  const goal: LinkGoal = { link: 'tip', pose: { at }, free: POSITION_ONLY }
  const [up, down] = elbows(at[0]!, at[1]!)
  const elbow = (q: readonly [number, number]): number[] => [Math.cos(q[0]) * 0.9, Math.sin(q[0]) * 0.9, 0]
  const ball = (name: string, q: readonly [number, number]) => ({
    name,
    shape: sphere({ radius: 0.05 }),
    pose: { at: elbow(q) },
  })
  const one = new World({ robots: [planarArm(2, 'revolute')], obstacles: [ball('upper', up!)] })
  const start = Float64Array.from(up!)
  const rest = inverseKinematics(one, goal, { start })
  expect(rest.solutions.length).toBe(1)
  expect(rest.solutions[0]![1]).toBeCloseTo(down![1], 8)
  expect(rest.stats).toMatchObject({ distinct: 2, colliding: 1 })
  const both = new World({ robots: [planarArm(2, 'revolute')], obstacles: [ball('upper', up!), ball('lower', down!)] })
  const none = inverseKinematics(both, goal, { start })
  expect(none).toMatchObject({ outcome: 'colliding', solutions: [], a: 'arm/link1', b: 'upper' })
  if (none.outcome !== 'colliding') return
  expect(none.reason).toContain('arm/link1 and upper')
  expect(none.contact?.depth).toBeGreaterThan(0)
  expect(both.collides(none.q)).toBe(true)
  expect(none.stats).toMatchObject({ distinct: 2, colliding: 2 })
  // Not touching, but too near.
  const gap = one.distance(rest.solutions[0]!).distance
  expect(gap).toBeGreaterThan(0)
  expect(inverseKinematics(one, goal, { start, clearance: gap * 0.99 }).outcome).toBe('solved')
  const close = inverseKinematics(
    new World({
      robots: [planarArm(2, 'revolute')],
      obstacles: [{ name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [0.6, 0, 0] } }],
    }),
    goal,
    { clearance: 10 },
  )
  expect(close).toMatchObject({ outcome: 'colliding', contact: undefined, b: 'far' })
})

/** Six or seven joints on random axes, now and then a sliding one, with thin boxes. */
function randomArm(random: Random, joints: number): Robot {
  const links = ['base', ...Array.from({ length: joints }, (_, i) => `link${i + 1}`)]
  const axis = new Float64Array(3)
  return new Robot({
    name: 'arm',
    links: links.map((name) => ({
      name,
      geometry: name === 'base' ? [] : [{ shape: box({ size: [0.02, 0.02, 0.02] }) }],
    })),
    joints: links.slice(1).map((child, i): JointInput => {
      const slides = random.unit() < 0.2
      random.direction(axis)
      const origin = {
        at: [random.range(-0.3, 0.3), random.range(-0.3, 0.3), random.range(0.1, 0.4)],
        rotation: randomRotation(random),
      }
      const limits = slides ? { lower: -0.2, upper: 0.3 } : { lower: random.range(-3, -1), upper: random.range(1, 3) }
      return {
        name: `j${i + 1}`,
        kind: slides ? 'prismatic' : 'revolute',
        parent: links[i]!,
        child,
        origin,
        axis: axis.slice(),
        limits,
      }
    }),
  })
}

test('[link-goals] poses that can be reached are reached: random arms of six and seven joints', () => {
  const random = new Random(1)
  let asked = 0
  let reached = 0
  for (let k = 0; k < 8; k++) {
    const robot = randomArm(random, 6 + (k % 2))
    const world = new World({
      robots: [{ robot, base: { at: [1, 2, 3], rotation: randomRotation(random) } }],
      adjacent: 'allowed',
    })
    for (let i = 0; i < 16; i++) {
      const q = randomConfiguration(world, random)
      if (world.collides(q)) continue
      const start = randomConfiguration(world, random)
      const pose = world.linkPose(q, `link${robot.joints.length}`)
      const goal: LinkGoal = { link: `link${robot.joints.length}`, pose }
      const result = inverseKinematics(world, goal, { start, seed: i, maxSolutions: 4 })
      asked++
      if (result.stats.converged > 0) reached++
      checkSolutions(world, result, { start }, (solution) => {
        const gap = poseGap(world.linkPose(solution, goal.link), pose)
        expect(gap.position).toBeLessThan(1e-6)
        expect(gap.angle).toBeLessThan(1e-6)
      })
    }
  }
  expect(asked).toBeGreaterThan(110)
  expect(reached / asked).toBeGreaterThan(0.99)
})

test('all eight ways of a six-axis arm with a wrist', () => {
  const robot = sixAxisArm('irb', { forearm: 0.755, sides: 6, gunSides: 4, gunBands: 1 })
  const world = new World({ robots: [robot] })
  const q = [0.3, 0.2, -0.4, 0.5, 0.6, 0.7]
  const pose = world.linkPose(q, 'gun')
  const result = inverseKinematics(world, { link: 'gun', pose }, { maxSolutions: Infinity, seeds: 400, start: q })
  expect(result.outcome).toBe('solved')
  // The first is the start itself; and the wrist's other way is half a turn of 4 and 6, and 5 negated.
  expect(Math.hypot(...result.solutions[0]!.map((value, i) => value - q[i]!))).toBeLessThan(1e-5)
  const flipped = result.solutions.find(
    (s) => Math.abs(s[4]! + 0.6) < 1e-5 && Math.abs(s[0]! - 0.3) < 1e-5 && Math.abs(s[1]! - 0.2) < 1e-5,
  )
  expect(flipped).toBeDefined()
  expect(Math.abs(Math.sin(flipped![3]! - 0.5))).toBeLessThan(1e-5)
  expect(result.stats.distinct).toBeLessThanOrEqual(8)
  checkSolutions(world, result, { start: Float64Array.from(q) }, (s) => {
    expect(poseGap(world.linkPose(s, 'gun'), pose).position).toBeLessThan(1e-6)
  })
})

test('an arm on a base that drives', () => {
  const robot = new Robot({
    name: 'mobile',
    links: [
      { name: 'floor' },
      { name: 'cart', geometry: [{ shape: box({ size: [0.4, 0.4, 0.2] }), pose: { at: [0, 0, 0.11] } }] },
      { name: 'upper' },
      { name: 'lower' },
      { name: 'hand' },
    ],
    joints: [
      { name: 'drive', kind: 'planar', parent: 'floor', child: 'cart', axis: [0, 0, 1] },
      {
        name: 's',
        kind: 'revolute',
        parent: 'cart',
        child: 'upper',
        axis: [0, 1, 0],
        origin: { at: [0, 0, 0.3] },
        limits: { lower: -2, upper: 2 },
      },
      {
        name: 'e',
        kind: 'revolute',
        parent: 'upper',
        child: 'lower',
        axis: [0, 1, 0],
        origin: { at: [0, 0, 0.5] },
        limits: { lower: -2.5, upper: 2.5 },
      },
      {
        name: 'w',
        kind: 'revolute',
        parent: 'lower',
        child: 'hand',
        axis: [0, 1, 0],
        origin: { at: [0, 0, 0.5] },
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
  // A table where the hand is to go, ten metres away: the cart has to stay beside it.
  const world = new World({
    robots: [robot],
    obstacles: [{ name: 'table', shape: box({ size: [0.5, 0.5, 0.7] }), pose: { at: [10, 3, 0.35] } }],
  })
  const goal: LinkGoal = {
    link: 'hand',
    pose: { at: [10, 3, 0.9], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
    free: ['roll'],
  }
  const start = world.configuration({ 'drive/theta': 12 })
  const result = inverseKinematics(world, goal, { start })
  expect(result.outcome).toBe('solved')
  for (const q of result.solutions) {
    expect(linkGoalError(world, goal, q).position).toBeLessThan(1e-6)
    expect(linkGoalError(world, goal, q).angle).toBeLessThan(1e-6)
    expect(world.collides(q)).toBe(false)
    expect(world.outsideLimits(q)).toEqual([])
    expect(Math.abs(q[2]! - 12)).toBeLessThanOrEqual(Math.PI + 1e-9)
  }
  // Held back by bounds, it does not get there; without its drive neither.
  expect(inverseKinematics(world, goal, { start, bounds: { 'drive/x': [-1, 5] } }).outcome).toBe('unreachable')
  expect(inverseKinematics(world, goal, { start, moving: ['s', 'e', 'w'] }).outcome).toBe('unreachable')
  const bounded = inverseKinematics(world, goal, { start, bounds: { 'drive/x': [9, 9.8], 'drive/theta': [11, 14] } })
  expect(bounded.outcome).toBe('solved')
  for (const q of bounded.solutions) {
    expect(q[0]! >= 9 && q[0]! <= 9.8 && q[2]! >= 11 && q[2]! <= 14, `${Array.from(q)}`).toBe(true)
  }
})

test('a body that flies', () => {
  const robot = freeBody({ name: 'drone', shape: box({ size: [0.3, 0.2, 0.1] }) })
  const world = new World({ robots: [robot] })
  const random = new Random(4)
  for (let k = 0; k < 30; k++) {
    const pose = { at: [random.range(-50, 50), random.range(-5, 5), 0], rotation: randomRotation(random) }
    const tool = { at: [0.3, 0, 0], rotation: randomRotation(random) }
    const goal: LinkGoal = { link: 'body', pose, tool }
    const result = inverseKinematics(world, goal, { seed: k })
    expect(result.outcome).toBe('solved')
    expect(result.solutions.length, 'there is one way').toBe(1)
    const error = linkGoalError(world, goal, result.solutions[0]!)
    expect(Math.max(error.position, error.angle)).toBeLessThan(1e-6)
  }
})

test('other robots, and joints behind the link, stay where they are', () => {
  const world = new World({
    robots: [planarArm(3, 'revolute'), { robot: planarArm(3, 'revolute'), name: 'b', base: { at: [0, 5, 0] } }],
  })
  const start = Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
  const goal: LinkGoal = { link: 'b/link3', pose: { at: [1.5, 5.5, 0] }, free: POSITION_ONLY }
  const { solutions } = inverseKinematics(world, goal, { start })
  expect(solutions.length).toBeGreaterThan(0)
  // The third joint turns the link about its own origin: nobody asked for that.
  for (const q of solutions) expect(Array.from(q.subarray(0, 3))).toEqual([0.1, 0.2, 0.3])
})

test('the same seed gives the same numbers, and the world is asked as before', () => {
  const random = new Random(9)
  const world = new World({ robots: [randomArm(random, 7)] })
  const q = randomConfiguration(world, random)
  const goal: LinkGoal = { link: 'link7', pose: world.linkPose(q, 'link7') }
  const options: InverseKinematicsOptions = { seed: 12, maxSolutions: 5 }
  const before = world.distance(q).distance
  const once = inverseKinematics(world, goal, options)
  expect(world.distance(q).distance).toBe(before)
  expect(inverseKinematics(world, goal, options)).toEqual(once)
  expect(once.solutions.length).toBe(5)
  expect(inverseKinematics(world, goal, { ...options, seed: 13 }).solutions).not.toEqual(once.solutions)
})

test('what is wrong with the options is named', () => {
  const world = new World({ robots: [planarArm(2, 'revolute')] })
  const goal: LinkGoal = { link: 'tip', pose: { at: [1, 0, 0] } }
  const bad: readonly (readonly [object, string])[] = [
    [{ seeds: 0 }, 'options.seeds'],
    [{ seed: 1.5 }, 'options.seed'],
    [{ maxSolutions: 0 }, 'options.maxSolutions'],
    [{ clearance: -1 }, 'options.clearance'],
    [{ distinct: NaN }, 'options.distinct'],
    [{ start: [1] }, 'options.start'],
    [{ moving: ['j9'] }, 'options.moving[0]'],
    [{ bounds: { j1: [1, 0] } }, 'options.bounds["j1"]'],
    [{ sead: 1 }, 'options.sead'],
  ]
  for (const [options, field] of bad) {
    let thrown: unknown
    try {
      inverseKinematics(world, goal, options as InverseKinematicsOptions)
    } catch (error) {
      thrown = error
    }
    expect(thrown, field).toBeInstanceOf(InvalidInputError)
    expect((thrown as InvalidInputError).field).toBe(field)
  }
})
