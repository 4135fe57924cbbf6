// Goals that are poses of links: how far off a configuration is, and how that changes, against finite differences on the engine's
// forward kinematics (itself compared with an oracle in test/robots/world).
import { expect, test } from 'vitest'
import { box, InvalidInputError, Random, Robot, type RobotInput, World } from '../../../src/entries/robots.js'
import { ROWS } from '../../../src/robots/planning/damped-step.js'
import { LinkChain } from '../../../src/robots/planning/inverse-kinematics-chain.js'
import { Descent } from '../../../src/robots/planning/inverse-kinematics-descent.js'
import {
  type FreeAxis,
  isLinkGoal,
  type LinkGoal,
  linkGoalError,
  readLinkGoal,
} from '../../../src/robots/planning/link-goal.js'
import { randomRotation } from './inverse-kinematics-cases.js'

/** Every kind of joint on one way, mimics among them: one turns as another turns, one slides as another turns. */
const EVERYTHING: RobotInput = {
  name: 'all',
  links: ['ground', 'fly', 'car', 'mast', 'arm', 'twin', 'hand', 'tip'].map((name) => ({ name })),
  joints: [
    { name: 'free', kind: 'floating', parent: 'ground', child: 'fly', origin: { at: [0.2, 0, 0.1] } },
    { name: 'drive', kind: 'planar', parent: 'fly', child: 'car', axis: [1, 2, -2], origin: { at: [0, 0.3, 0] } },
    { name: 'lift', kind: 'prismatic', parent: 'car', child: 'mast', axis: [0, 1, 3], limits: { lower: -1, upper: 2 } },
    { name: 'turn', kind: 'revolute', parent: 'mast', child: 'arm', axis: [1, 1, 0], origin: { at: [0, 0, 0.4] } },
    {
      name: 'follow',
      kind: 'revolute',
      parent: 'arm',
      child: 'twin',
      axis: [0, 0, 1],
      origin: { at: [0.5, 0, 0] },
      mimic: { joint: 'turn', multiplier: -1.5, offset: 0.2 },
    },
    {
      name: 'creep',
      kind: 'prismatic',
      parent: 'twin',
      child: 'hand',
      axis: [1, 0, 0],
      mimic: { joint: 'turn', multiplier: 0.25 },
    },
    { name: 'spin', kind: 'continuous', parent: 'hand', child: 'tip', axis: [0, 1, 0], origin: { at: [0.3, 0, 0.1] } },
  ],
}

const FREE: readonly (readonly FreeAxis[])[] = [
  [],
  ['x'],
  ['roll'],
  ['pitch'],
  ['yaw'],
  ['roll', 'pitch', 'yaw'],
  ['y', 'z', 'yaw'],
  ['x', 'y', 'z'],
  ['z', 'roll', 'pitch', 'yaw'],
]

function sample(world: World, random: Random): Float64Array {
  const q = world.neutral().map((_, i) => random.range(Math.max(world.lower[i]!, -2), Math.min(world.upper[i]!, 2)))
  q.set(randomRotation(random), 3)
  return q
}

test('the gradient is that of the error, for every kind of joint and whatever is free', () => {
  const random = new Random(11)
  const robot = new Robot(EVERYTHING)
  const base = { at: [1, -2, 0.5], rotation: [...randomRotation(random)] }
  const world = new World({ robots: [{ robot, base }] })
  const named = world.model().robots[0]!
  for (const free of FREE) {
    for (let k = 0; k < 20; k++) {
      const goal: LinkGoal = {
        link: 'tip',
        pose: { at: [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)], rotation: randomRotation(random) },
        tool: { at: [0.1, -0.2, 0.3], rotation: randomRotation(random) },
        free,
      }
      const chain = new LinkChain(named, readLinkGoal(world, 'goal', goal), new Uint8Array(robot.dof).fill(1))
      // x, y, z and three turns; x, y and theta; lift; turn; spin.
      expect(chain.steps.length).toBe(6 + 3 + 1 + 1 + 1)
      const q = sample(world, random)
      const cost = chain.measure(q)
      const error = linkGoalError(world, goal, q)
      expect((error.position / chain.reach) ** 2 + error.angle ** 2).toBeCloseTo(cost, 12)
      const e = chain.error.slice()
      chain.differentiate()
      const columns = chain.columns.slice()
      const moved = q.slice()
      for (let i = 0; i < chain.steps.length; i++) {
        let slope = 0
        for (let r = 0; r < ROWS; r++) slope += 2 * columns[ROWS * i + r]! * e[r]!
        const step = new Float64Array(chain.steps.length)
        const h = 1e-5
        step[i] = h
        chain.apply(moved, q, step)
        const after = chain.measure(moved)
        step[i] = -h
        chain.apply(moved, q, step)
        const before = chain.measure(moved)
        const measured = (after - before) / (2 * h)
        // At a half turn the error has a crease.
        if (error.angle > Math.PI - 1e-3) continue
        expect(Math.abs(measured - slope), `${free} step ${i} of ${q}`).toBeLessThan(1e-6 * (1 + Math.abs(slope)))
      }
    }
  }
})

test('what is free does not count', () => {
  const robot = new Robot({
    name: 'b',
    links: [{ name: 'w' }, { name: 'body' }],
    joints: [{ name: 'f', kind: 'floating', parent: 'w', child: 'body' }],
  })
  const world = new World({ robots: [robot] })
  const half = Math.SQRT1_2
  // A quarter turn about z, then 1, 2, 3 away: the goal's own x is the world's y.
  const pose = { at: [1, 1, 1], rotation: [0, 0, half, half] }
  const at = (free: FreeAxis[], q: number[]) => linkGoalError(world, { link: 'body', pose, free }, q)
  const away = [1 + 2, 1 + 3, 1 + 6, 0, 0, half, half]
  expect(at([], away).position).toBeCloseTo(7, 12)
  expect(at([], away).angle).toBe(0)
  expect(at(['x'], away).position).toBeCloseTo(Math.hypot(2, 6), 12)
  expect(at(['y'], away).position).toBeCloseTo(Math.hypot(3, 6), 12)
  expect(at(['z'], away).position).toBeCloseTo(Math.hypot(2, 3), 12)
  // Turned by 0.8 more about z.
  const turned = [1, 1, 1, 0, 0, Math.sin(Math.PI / 4 + 0.4), Math.cos(Math.PI / 4 + 0.4)]
  expect(at([], turned).angle).toBeCloseTo(0.8, 12)
  expect(at(['yaw'], turned).angle).toBeCloseTo(0, 12)
  expect(at(['roll'], turned).angle).toBeCloseTo(0.8, 12)
  expect(at(['roll', 'pitch', 'yaw'], turned).angle).toBe(0)
  // The opposite of an axis is half a turn away, and so is half a turn about any.
  const over = [1, 1, 1, half, half, 0, 0]
  expect(at(['yaw'], over).angle).toBeCloseTo(Math.PI, 12)
  expect(at([], over).angle).toBeCloseTo(Math.PI, 12)
})

test('turns near a half are measured as well as others', () => {
  const world = new World({
    robots: [
      new Robot({
        name: 'b',
        links: [{ name: 'w' }, { name: 'body' }],
        joints: [{ name: 'f', kind: 'floating', parent: 'w', child: 'body' }],
      }),
    ],
  })
  const random = new Random(3)
  const axis = new Float64Array(3)
  for (const angle of [0, 1e-12, 1e-6, 1, 2.8, 2.82, 3, Math.PI - 1e-6, Math.PI - 1e-12, Math.PI]) {
    for (let k = 0; k < 10; k++) {
      random.direction(axis)
      const s = Math.sin(angle / 2)
      const q = [0, 0, 0, axis[0]! * s, axis[1]! * s, axis[2]! * s, Math.cos(angle / 2)]
      const error = linkGoalError(world, { link: 'body', pose: { at: [0, 0, 0] } }, q)
      expect(Math.abs(error.angle - angle), `${angle} about ${axis}`).toBeLessThan(1e-14)
    }
  }
})

test('what is attached can be brought to a place', () => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'hand' }],
    joints: [
      {
        name: 'slide',
        kind: 'prismatic',
        parent: 'base',
        child: 'hand',
        axis: [1, 0, 0],
        limits: { lower: 0, upper: 3 },
      },
    ],
  })
  const world = new World({ robots: [robot] })
  world.attach({ name: 'cup', link: 'hand', shape: box({ size: [0.1, 0.1, 0.1] }), pose: { at: [0, 0, 0.5] } })
  const goal = { link: 'cup', pose: { at: [2, 0, 0.5] } }
  expect(linkGoalError(world, goal, [2])).toEqual({ position: 0, angle: 0 })
  expect(linkGoalError(world, goal, [1]).position).toBe(1)
  expect(linkGoalError(world, { ...goal, tool: [0, 0, -0.5] }, [2]).position).toBe(0.5)
})

test('goals are distinguished from configurations', () => {
  expect(isLinkGoal({ link: 'hand', pose: { at: [0, 0, 0] } })).toBe(true)
  expect(isLinkGoal([1, 2])).toBe(false)
  expect(isLinkGoal(new Float64Array(2))).toBe(false)
  // A joint may be called that.
  expect(isLinkGoal({ link: 0.5 })).toBe(false)
})

test('what is wrong with a goal is named', () => {
  const two = new Robot(EVERYTHING)
  const world = new World({ robots: [two, { robot: two, name: 'other' }] })
  const read = (goal: object): unknown => readLinkGoal(world, 'goal', goal as LinkGoal)
  const pose = { at: [0, 0, 0] }
  const bad: readonly (readonly [object, string])[] = [
    [{ link: 'nothing', pose }, 'goal.link'],
    [{ link: 'tip', pose }, 'goal.link'],
    [{ link: '', pose }, 'goal.link'],
    [{ link: 'all/tip' }, 'goal.pose'],
    [{ link: 'all/tip', pose: [1, 2, 3] }, 'goal.pose'],
    [{ link: 'all/tip', pose: { at: [0, 0, NaN] } }, 'goal.pose.at[2]'],
    [{ link: 'all/tip', pose, tool: [0, 1] }, 'goal.tool'],
    [{ link: 'all/tip', pose, free: ['up'] }, 'goal.free[0]'],
    [{ link: 'all/tip', pose, free: 'x' }, 'goal.free'],
    [{ link: 'all/tip', pose, free: ['roll', 'yaw'] }, 'goal.free'],
    [{ link: 'all/tip', pose, free: ['x', 'y', 'z', 'roll', 'pitch', 'yaw'] }, 'goal.free'],
    [{ link: 'all/tip', pose, position: 0 }, 'goal.position'],
    [{ link: 'all/tip', pose, angle: NaN }, 'goal.angle'],
    [{ link: 'all/tip', pose, orientation: 1 }, 'goal.orientation'],
  ]
  for (const [goal, field] of bad) {
    let thrown: unknown
    try {
      read(goal)
    } catch (error) {
      thrown = error
    }
    expect(thrown, JSON.stringify(goal)).toBeInstanceOf(InvalidInputError)
    expect((thrown as InvalidInputError).field).toBe(field)
  }
  expect(() => read({ link: 'tip', pose })).toThrow('several robots')
})

test('a descent never leaves the limits, and never goes up', () => {
  const random = new Random(5)
  const robot = new Robot(EVERYTHING)
  const world = new World({ robots: [robot] })
  const named = world.model().robots[0]!
  for (let k = 0; k < 40; k++) {
    const pose = {
      at: [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)],
      rotation: randomRotation(random),
    }
    const target = readLinkGoal(world, 'goal', { link: 'tip', pose })
    const chain = new LinkChain(named, target, new Uint8Array(robot.dof).fill(1))
    const lower = world.neutral().fill(-Infinity)
    const upper = world.neutral().fill(Infinity)
    for (const i of [0, 1, 2, 7, 8, 9, 10, 11]) {
      lower[i] = random.range(-1, 0)
      upper[i] = random.range(0, 1)
    }
    const descent = new Descent(chain, lower, upper, 1e-6, 1e-6)
    const from = world.neutral()
    const before = chain.measure(from)
    descent.run(from)
    const after = chain.measure(descent.q)
    expect(after).toBeLessThanOrEqual(before)
    descent.q.forEach((value, i) => {
      expect(value).toBeGreaterThanOrEqual(lower[i]!)
      expect(value).toBeLessThanOrEqual(upper[i]!)
    })
  }
})
