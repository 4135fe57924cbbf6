// Kinds of planning problems, one end to end each: what is asked for, what comes out, and every path swept densely by brute force.
import { expect, test } from 'vitest'
import { planNowInLab as planNow } from '../../../lab/published/plan.js'
import { sixAxisArm } from '../../../scenes/index.js'
import {
  box,
  capsule,
  cylinder,
  freeBody,
  type ObstacleInput,
  Robot,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { inverseKinematics } from '../../../src/robots/planning/inverse-kinematics.js'
import { type LinkGoal, linkGoalError } from '../../../src/robots/planning/link-goal.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { checkSolved } from './problems-cases.js'

/** Rounds and not time end a search here: the answer is the same on every machine. */
const LIMITS = { maxMillis: Infinity, maxIterations: 20_000 }

/** A post that the arm cannot swing through, and a beam above it. */
const POST: readonly ObstacleInput[] = [
  { name: 'post', shape: cylinder({ radius: 0.1, length: 1.6 }), pose: { at: [1, 0, 0.8] } },
  { name: 'beam', shape: box({ size: [2, 0.1, 0.1] }), pose: { at: [1, 0, 1.9] } },
]

test('one arm, past a post and under a beam', () => {
  const robot = sixAxisArm('irb', { name: 'arm', forearm: 0.755, sides: 8, gunSides: 6, gunBands: 1 })
  const world = new World({ robots: [robot], obstacles: POST })
  const start = [0.9, 0.3, 0, 0, 0.5, 0]
  const goal = [-0.9, 0.3, 0, 0, 0.5, 0]
  expect(world.collides([0, 0.3, 0, 0, 0.5, 0])).toBe(true)
  for (const planner of ['rrt-connect', 'rrt-connect-eager'] as const) {
    const result = checkSolved(world, planNow(world, start, goal, { planner, ...LIMITS }), start, 0.05)
    expect(Array.from(result.path.at(-1)!)).toEqual(goal)
    expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
  }
})

/** Two boards on a cart that drives on the floor, and a hand. */
function cartArm(): Robot {
  const board = { geometry: [{ shape: capsule({ radius: 0.04, from: [0, 0, 0.05], to: [0, 0, 0.45] }) }] }
  const turn = { kind: 'revolute', axis: [0, 1, 0] } as const
  return new Robot({
    name: 'cart',
    links: [
      { name: 'floor' },
      { name: 'base', geometry: [{ shape: box({ size: [0.4, 0.4, 0.2] }), pose: { at: [0, 0, 0.12] } }] },
      { name: 'upper', ...board },
      { name: 'lower', ...board },
      { name: 'hand', geometry: [{ shape: sphere({ radius: 0.03 }), pose: { at: [0, 0, 0.05] } }] },
    ],
    joints: [
      { name: 'drive', kind: 'planar', parent: 'floor', child: 'base', axis: [0, 0, 1] },
      {
        ...turn,
        name: 's',
        parent: 'base',
        child: 'upper',
        origin: { at: [0, 0, 0.3] },
        limits: { lower: -2, upper: 2 },
      },
      {
        ...turn,
        name: 'e',
        parent: 'upper',
        child: 'lower',
        origin: { at: [0, 0, 0.5] },
        limits: { lower: -2.5, upper: 2.5 },
      },
      {
        ...turn,
        name: 'w',
        parent: 'lower',
        child: 'hand',
        origin: { at: [0, 0, 0.5] },
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
}

test('an arm on a base that drives: through a door, to a table, by where the hand is to be', () => {
  const wall = (name: string, y: number, length: number): ObstacleInput => ({
    name,
    shape: box({ size: [0.1, length, 2] }),
    pose: { at: [2, y, 1] },
  })
  const world = new World({
    robots: [cartArm()],
    // A door of 0.8 in the wall x = 2, and a lintel too low for an arm that is stretched up.
    obstacles: [
      wall('left', 1.9, 3),
      wall('right', -1.9, 3),
      { name: 'lintel', shape: box({ size: [0.1, 0.8, 1] }), pose: { at: [2, 0, 1.5] } },
      { name: 'table', shape: box({ size: [0.6, 0.6, 0.6] }), pose: { at: [4, 1, 0.3] } },
    ],
  })
  const start = world.configuration({ s: 0, e: 0, w: 0 })
  const down = [0, 1, 0, 0]
  const goal: LinkGoal = { link: 'hand', pose: { at: [4, 1, 0.75], rotation: down }, free: ['yaw'] }
  const bounds = { 'drive/x': [-1, 6], 'drive/y': [-2, 3] } as const
  const result = checkSolved(world, planNow(world, start, goal, { bounds, ...LIMITS }), start)
  const error = linkGoalError(world, goal, result.path.at(-1)!)
  expect(Math.max(error.position, error.angle)).toBeLessThan(1e-6)
  // Where it drives there is a floor: bounds hold along the way.
  for (const q of result.path) expect(q[0]! >= -1 && q[0]! <= 6 && q[1]! >= -2 && q[1]! <= 3).toBe(true)
})

test('a board that flies through a hole no wider than it is long', () => {
  // The hole is 0.5 × 0.5 about the origin, in a wall of 4 × 4, and the board is 0.9 long.
  const side = (name: string, size: number[], at: number[]): ObstacleInput => ({
    name,
    shape: box({ size }),
    pose: { at },
  })
  const world = new World({
    robots: [freeBody({ name: 'board', shape: box({ size: [0.9, 0.3, 0.05] }) })],
    obstacles: [
      side('left', [0.1, 1.75, 4], [0, 1.125, 0]),
      side('right', [0.1, 1.75, 4], [0, -1.125, 0]),
      side('above', [0.1, 0.5, 1.75], [0, 0, 1.125]),
      side('below', [0.1, 0.5, 1.75], [0, 0, -1.125]),
    ],
  })
  // Across the way on either side.
  const start = [-0.8, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2]
  const goal = [0.8, 0, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2]
  expect(world.collides([0, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2])).toBe(true)
  const place = [-1, 1] as const
  const bounds = { 'free/trans_x': [-1.2, 1.2], 'free/trans_y': place, 'free/trans_z': place } as const
  const result = checkSolved(world, planNow(world, start, goal, { bounds, ...LIMITS }), start)
  expect(Array.from(result.path.at(-1)!)).toEqual(goal)
  expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
})

/** Shoulder, elbow and wrist in a plane that turns about z; a hand that looks along z at the end. */
function plainArm(): Robot {
  const board = { geometry: [{ shape: capsule({ radius: 0.04, from: [0, 0, 0.05], to: [0, 0, 0.45] }) }] }
  const turn = { kind: 'revolute', axis: [0, 1, 0], limits: { lower: -2.4, upper: 2.4 } } as const
  const spin = { kind: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } } as const
  return new Robot({
    name: 'arm',
    links: [
      { name: 'foot' },
      { name: 'column', geometry: [{ shape: cylinder({ radius: 0.08, length: 0.3 }), pose: { at: [0, 0, 0.15] } }] },
      { name: 'upper', ...board },
      { name: 'lower', ...board },
      { name: 'wrist', geometry: [{ shape: sphere({ radius: 0.04 }) }] },
      { name: 'hand', geometry: [{ shape: box({ size: [0.08, 0.08, 0.02] }), pose: { at: [0, 0, 0.09] } }] },
    ],
    joints: [
      { ...spin, name: 'j1', parent: 'foot', child: 'column' },
      { ...turn, name: 'j2', parent: 'column', child: 'upper', origin: { at: [0, 0, 0.35] } },
      { ...turn, name: 'j3', parent: 'upper', child: 'lower', origin: { at: [0, 0, 0.5] } },
      { ...turn, name: 'j4', parent: 'lower', child: 'wrist', origin: { at: [0, 0, 0.52] } },
      { ...spin, name: 'j5', parent: 'wrist', child: 'hand' },
    ],
  })
}

/** The hand looks down. */
const DOWN = [0, 1, 0, 0]
const TABLE: ObstacleInput = { name: 'table', shape: box({ size: [0.5, 1.6, 0.1] }), pose: { at: [0.7, 0, -0.05] } }
const DIVIDER: ObstacleInput = {
  name: 'divider',
  shape: box({ size: [0.5, 0.04, 0.35] }),
  pose: { at: [0.7, 0, 0.18] },
}

test('a box that is grasped where it stands, carried over a divider and put down', () => {
  const world = new World({ robots: [plainArm()], obstacles: [TABLE, DIVIDER] })
  // The box is 0.1 high and stands on the table, z = 0; the hand's face is 0.1 from its frame, and on the box.
  const over = (y: number): LinkGoal => ({
    link: 'hand',
    pose: { at: [0.65, y, 0.2 + 2 ** -20], rotation: DOWN },
    free: ['yaw'],
  })
  const grasp = inverseKinematics(world, over(-0.4))
  expect(grasp.outcome).toBe('solved')
  const start = grasp.solutions[0]!
  const cup = {
    name: 'cup',
    link: 'hand',
    shape: box({ size: [0.06, 0.06, 0.1] }),
    pose: { at: [0, 0, 0.15 + 2 ** -20] },
  }
  world.attach(cup)

  // It stands on the table, so the start touches: which two is said, and to let them touch is up to the caller.
  const refused = planNow(world, start, over(0.4), LIMITS)
  expect(refused).toMatchObject({ outcome: 'invalid-start', problems: [{ kind: 'collision' }] })
  if (refused.outcome === 'invalid-start') {
    expect(refused.problems.map((p) => (p.kind === 'collision' ? [p.a, p.b] : []))).toEqual([['cup', 'table']])
  }

  // The same by the caller's leave: only these two may touch. `touch` of what is attached does it as well.
  world.detach('cup')
  world.attach({ ...cup, touch: ['table'] })
  const put: LinkGoal = { link: 'cup', pose: { at: [0.65, 0.4, 0.05], rotation: DOWN }, free: ['yaw'] }
  const result = checkSolved(world, planNow(world, start, put, LIMITS), start)
  expect(linkGoalError(world, put, result.path.at(-1)!).position).toBeLessThan(1e-6)
  // It has gone over the divider, whose top is at 0.355, or round it: never through.
  expect(world.collisions(result.path[0]!)).toEqual([])

  // What is carried counts: without it, the hand may go lower over the divider than with it.
  const low: LinkGoal = { link: 'hand', pose: { at: [0.65, 0, 0.48], rotation: DOWN }, free: ['yaw'] }
  expect(planNow(world, start, low, LIMITS)).toMatchObject({ outcome: 'invalid-goal' })
  world.detach('cup')
  checkSolved(world, planNow(world, start, low, LIMITS), start)
})

test('a start that rests on something, left by a motion upwards first: no leave is needed when it hovers', () => {
  const world = new World({ robots: [plainArm()], obstacles: [TABLE] })
  const above: LinkGoal = { link: 'hand', pose: { at: [0.65, -0.3, 0.201], rotation: DOWN }, free: ['yaw'] }
  const start = inverseKinematics(world, above).solutions[0]!
  world.attach({
    name: 'cup',
    link: 'hand',
    shape: box({ size: [0.06, 0.06, 0.1] }),
    pose: { at: [0, 0, 0.15 + 2 ** -20] },
  })
  // A millimetre above the table.
  expect(world.distance(start)).toMatchObject({ a: 'cup', b: 'table' })
  expect(world.distance(start).distance).toBeCloseTo(0.001, 5)
  const goal: LinkGoal = { link: 'cup', pose: { at: [0.65, 0.3, 0.051], rotation: DOWN }, free: ['yaw'] }
  checkSolved(world, planNow(world, start, goal, LIMITS), start, 0.005)
})

test('joint limits: goals beyond them are refused by name, and paths stay within', () => {
  const world = new World({ robots: [plainArm()], obstacles: [TABLE, DIVIDER] })
  const start = [-0.6, 0.4, 1.2, 0.5, 0]
  const beyond = planNow(world, start, [0.6, 0.4, 2.5, 0.5, -3.5], LIMITS)
  expect(beyond).toMatchObject({
    outcome: 'invalid-goal',
    goal: 0,
    problems: [
      { kind: 'outside-limits', joint: 'arm/j3', value: 2.5, lower: -2.4, upper: 2.4 },
      { kind: 'outside-limits', joint: 'arm/j5', value: -3.5, lower: -3, upper: 3 },
    ],
  })
  expect(planNow(world, [-0.6, 0.4, 1.2, 0.5, 3.5], start, LIMITS)).toMatchObject({
    outcome: 'invalid-start',
    problems: [{ kind: 'outside-limits', joint: 'arm/j5' }],
  })
  // Exactly at limits is inside.
  const goal = [3, 0.4, 1.2, 0.5, -3]
  const result = checkSolved(world, planNow(world, start, goal, LIMITS), start)
  expect(Array.from(result.path.at(-1)!)).toEqual(goal)
  // A goal that only a turn beyond the limits would reach: from −3 to 3 the way round the back is shut.
  const across = checkSolved(
    world,
    planNow(world, [-3, 0.4, 1.2, 0.5, 0], [3, 0.4, 1.2, 0.5, 0], LIMITS),
    [-3, 0.4, 1.2, 0.5, 0],
  )
  expect(across.length).toBeGreaterThanOrEqual(6 - 1e-9)
})

test('several goals: one touches, one is out of reach, one is good', () => {
  const world = new World({ robots: [plainArm()], obstacles: [TABLE, DIVIDER] })
  const start = [-0.6, 0.4, 1.2, 0.5, 0]
  const touching: LinkGoal = { link: 'hand', pose: { at: [0.65, 0, 0.2], rotation: DOWN }, free: ['yaw'] }
  const far: LinkGoal = { link: 'hand', pose: { at: [3, 0, 0.2], rotation: DOWN } }
  const beyond = [0.6, 0.4, 2.5, 0.5, 0]
  const good: LinkGoal = { link: 'hand', pose: { at: [0.65, 0.4, 0.2], rotation: DOWN }, free: ['yaw'] }
  const result = checkSolved(world, planNow(world, start, [touching, far, beyond, good], LIMITS), start)
  expect(result.goal).toBe(3)
  expect(linkGoalError(world, good, result.path.at(-1)!).position).toBeLessThan(1e-6)
  // Alone, each says why not.
  const one = planNow(world, start, touching, LIMITS)
  expect(one).toMatchObject({ outcome: 'invalid-goal', goal: 0 })
  if (one.outcome === 'invalid-goal') {
    const [problem] = one.problems
    expect(problem?.kind).toBe('collision')
    if (problem?.kind === 'collision') expect([problem.a, problem.b]).toContain('divider')
  }
  const two = planNow(world, start, far, LIMITS)
  expect(two).toMatchObject({ outcome: 'invalid-goal', problems: [{ kind: 'unreachable', link: 'hand' }] })
  if (two.outcome === 'invalid-goal' && two.problems[0]?.kind === 'unreachable') {
    expect(two.problems[0].reason).toContain('beyond')
  }
  expect(planNow(world, start, [touching, far, beyond], LIMITS).outcome).toBe('invalid-goal')
  // Two good ones: whichever it is, it is where that one is.
  const left = [0.6, 0.4, 1.2, 0.5, 0]
  const either = checkSolved(world, planNow(world, start, [good, left], LIMITS), start)
  const end = either.path.at(-1)!
  if (either.goal === 1) expect(Array.from(end)).toEqual(left)
  else expect(linkGoalError(world, good, end).position).toBeLessThan(1e-6)
})

test('goals as poses: a point, a point on a line, and what none of the solutions is free for', () => {
  const world = new World({ robots: [plainArm()], obstacles: [TABLE, DIVIDER] })
  const start = [-0.6, 0.4, 1.2, 0.5, 0]
  // The face of the hand, wherever it looks.
  const point: LinkGoal = {
    link: 'hand',
    tool: [0, 0, 0.1],
    pose: { at: [0.6, 0.35, 0.3] },
    free: ['roll', 'pitch', 'yaw'],
  }
  const line: LinkGoal = { ...point, free: ['y', 'roll', 'pitch', 'yaw'] }
  for (const goal of [point, line]) {
    const result = checkSolved(world, planNow(world, start, goal, LIMITS), start)
    expect(linkGoalError(world, goal, result.path.at(-1)!).position).toBeLessThan(1e-6)
  }
  // Inside the table, whichever way it is reached.
  const inside: LinkGoal = { ...point, pose: { at: [0.7, 0.4, -0.05] } }
  const refused = planNow(world, start, inside, LIMITS)
  expect(refused.outcome).toBe('invalid-goal')
  if (refused.outcome === 'invalid-goal') {
    expect(refused.problems.some((p) => p.kind === 'collision' && [p.a, p.b].includes('table'))).toBe(true)
  }
})
