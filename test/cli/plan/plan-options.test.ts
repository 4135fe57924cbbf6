// The options of `limber plan`: read, or refused by name before any file is opened.
import { expect, test } from 'vitest'
import { type PlanCommandOptions, readPlanOptions } from '../../../cli/plan/plan-options.js'
import { readLinkGoals, readPose } from '../../../cli/plan/plan-pose.js'
import { InvalidInputError } from '../../../src/index.js'

const read = (options: PlanCommandOptions) => readPlanOptions({ to: ['q.json'], ...options })

test('what is left out is as the engine has it', () => {
  const { links, layout, bounds, ignoreLimits, ...rest } = read({})
  expect(links).toEqual([])
  expect(layout).toBe('limber')
  expect(ignoreLimits).toBe(false)
  expect(bounds.size).toBe(0)
  expect(new Set(Object.values(rest))).toEqual(new Set([undefined]))
})

test('numbers and words', () => {
  const given = {
    planner: 'a-sbl',
    seed: '7',
    time: '.5',
    range: '1',
    resolution: '0.05',
    delta: '0.001',
    clearance: '0.01',
    maxIterations: '1e4',
    optimise: '1.5',
    optimiseRounds: '7',
    moving: ['turn, elbow', 'wrist'],
    bounds: ['body/x=-1:2.5', 'body/y=0:1'],
    continuous: 'as-given',
    smooth: '50',
  }
  expect(read(given)).toMatchObject({
    planner: 'a-sbl',
    seed: 7,
    maxMillis: 500,
    range: 1,
    resolution: 0.05,
    delta: 0.001,
    clearance: 0.01,
    maxIterations: 10_000,
    optimiseMillis: 1500,
    optimiseRounds: 7,
    moving: ['turn', 'elbow', 'wrist'],
    continuous: 'as-given',
    smooth: { rounds: 50 },
  })
  expect([...read(given).bounds]).toEqual([
    ['body/x', [-1, 2.5]],
    ['body/y', [0, 1]],
  ])
  expect(read({ smooth: true }).smooth).toEqual({ rounds: undefined })
})

test('limits of a trajectory', () => {
  const given = {
    trajectory: 't.json',
    maxVelocity: ['1'],
    maxAcceleration: ['lift=2', 'arm/turn=0.5'],
    rate: '50',
    blend: '0',
  }
  const { trajectory } = read(given)
  expect(trajectory).toMatchObject({ file: 't.json', rate: 50, blend: 0 })
  expect(trajectory!.velocity.all).toBe(1)
  expect([...trajectory!.acceleration.byJoint]).toEqual([
    ['lift', 2],
    ['arm/turn', 0.5],
  ])
  expect(trajectory!.acceleration.all).toBeUndefined()
  expect(read({ trajectory: 't.json' }).trajectory!.rate).toBe(100)
})

test.each<[PlanCommandOptions, string]>([
  [{ planner: 'rrt' }, '--planner must be one of rrt-connect, a-sbl, got "rrt"'],
  [{ seed: '-1' }, '--seed must be a whole number of zero or more'],
  [{ seed: '1.5' }, '--seed must be a whole number of zero or more'],
  [{ time: '0' }, '--time must be a number of seconds above zero, got "0"'],
  [{ time: 'soon' }, '--time must be a number of seconds above zero, got "soon"'],
  [{ range: '0' }, '--range must be a length of edges above zero, got "0"'],
  [{ resolution: '-1' }, '--resolution must be a step above zero, got "-1"'],
  [{ optimise: '0' }, '--optimise must be a number of seconds above zero, got "0"'],
  [{ optimiseRounds: '1.5' }, '--optimise-rounds must be a whole number of rounds above zero, got "1.5"'],
  [{ maxIterations: '0' }, '--max-iterations must be a whole number above zero, got "0"'],
  [{ moving: ['a,,b'] }, '--moving must be names of joints, joined by commas, got "a,,b"'],
  [{ bounds: ['x'] }, '--bounds must be joint=least:most'],
  [{ bounds: ['x=1:1'] }, '--bounds must be joint=least:most'],
  [{ bounds: ['x=a:b'] }, '--bounds must be joint=least:most'],
  [{ continuous: 'long' }, '--continuous must be one of as-given, shortest, got "long"'],
  [{ smooth: '0' }, '--smooth must be a whole number of rounds above zero, got "0"'],
  [{ rate: '10' }, '--rate must be left out, or given with --trajectory'],
  [{ maxVelocity: ['1'] }, '--max-velocity must be left out, or given with --trajectory'],
  [{ trajectory: 't', rate: '0' }, '--rate must be points a second'],
  [{ trajectory: 't', maxVelocity: ['fast'] }, '--max-velocity must be a number above zero, for all joints, or joint'],
  [{ trajectory: 't', maxVelocity: ['=1'] }, '--max-velocity must be a number above zero, for all joints, or joint'],
  [{ blend: '0' }, '--blend must be left out, or given with --trajectory'],
  [{ trajectory: 't', maxVelocity: ['1', 'a=1'] }, '--max-velocity must be one number for all joints, or joint=number'],
  [{ trajectory: 't', maxVelocity: ['a=1', '1'] }, '--max-velocity must be one number for all joints, or joint=number'],
  [{ trajectory: 't', maxVelocity: ['1', '2'] }, '--max-velocity must be one number for all joints, got "2"'],
  [{ trajectory: 't', maxVelocity: ['a=1', 'a=2'] }, '--max-velocity must be once for a, got "a=2"'],
  [{ toLink: ['hand'] }, '--to-link must be given with --to-pose'],
  [{ toPose: ['0 0 0'] }, '--to-pose must be given with --to-link'],
  [{ toFree: 'yaw' }, '--to-free must be given with --to-link'],
  [{ toTool: '0 0 1' }, '--to-tool must be given with --to-link'],
  [{ toLink: ['a', 'b'], toPose: ['0 0 0'] }, '--to-link must be given once, or once for each --to-pose (1)'],
  [{ toLink: ['a'], toPose: ['0 0'] }, '--to-pose must be "x y z", '],
  [{ toLink: ['a'], toPose: ['0 0 x'] }, '--to-pose must be "x y z", '],
  [{ toLink: ['a'], toPose: ['0 0 0 1 1 1 1'] }, '--to-pose must be a pose whose quaternion'],
  [{ toLink: ['a'], toPose: ['0 0 0'], toFree: 'w' }, '--to-free must be some of x, y, z, roll, pitch, yaw'],
])('refused: %j', (options, message) => {
  expect(() => read(options)).toThrow(InvalidInputError)
  expect(() => read(options)).toThrow(message)
})

test('no goal', () => {
  expect(() => readPlanOptions({})).toThrow('no goal: give --to, or --to-link and --to-pose')
})

test('poses of links: three, six or seven numbers', () => {
  const near = (text: string, expected: number[]): void => {
    Array.from(readPose('--to-pose', text).pose).forEach((value, k) => {
      expect(value).toBeCloseTo(expected[k]!, 12)
    })
  }
  near('1 2 3', [1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3])
  const quarter = Math.PI / 2
  near(`-1, .5, +2e0, 0 0 ${quarter}`, [0, -1, 0, -1, 1, 0, 0, 0.5, 0, 0, 1, 2])
  near(`0 0 0 0 0 ${Math.SQRT1_2} ${Math.SQRT1_2}`, [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
  // Typed to four digits.
  near('0 0 0 0 0 0.7071 0.7071', [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0])
  // Roll first, then pitch, then yaw, about fixed axes: x goes to −z by the pitch, y to z by the roll.
  near(`0 0 0 ${quarter} ${quarter} 0`, [0, 1, 0, 0, 0, 0, -1, 0, -1, 0, 0, 0])
})

test('goals of links', () => {
  expect(readLinkGoals({})).toEqual([])
  const [place, turned] = readLinkGoals({ toLink: ['hand'], toPose: ['1 0 0', '1 0 0 0 0 0'], toFree: 'yaw, x' })
  expect(place).toMatchObject({ link: 'hand', free: ['yaw', 'x', 'roll', 'pitch'] })
  expect(turned).toMatchObject({ link: 'hand', free: ['yaw', 'x'] })
  const two = readLinkGoals({ toLink: ['a', 'b'], toPose: ['1 0 0', '2 0 0'], toTool: '0 0 0.1' })
  expect(two.map(({ link, pose, tool }) => [link, (pose as Float64Array)[3], (tool as Float64Array)[11]])).toEqual([
    ['a', 1, 0.1],
    ['b', 2, 0.1],
  ])
})
