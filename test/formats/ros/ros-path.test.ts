// Trajectories and joint states of ROS as paths: layouts of both versions, what is said and what is refused; written and read again.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { SceneFileError } from '../../../src/errors.js'
import { motionFromPath } from '../../../src/formats/robots/path-motion.js'
import { parseRobot } from '../../../src/formats/robots/robot-parse.js'
import { configurationsOf, type PathDescription } from '../../../src/formats/robots/scene-path.js'
import { parseAnyPath, withoutMimics } from '../../../src/formats/ros/ros-path.js'
import { rosTime, writeJointState, writeJointTrajectory } from '../../../src/formats/ros/write-ros.js'
import { LONGEST_YAML } from '../../../src/formats/text/yaml-documents.js'
import { trajectoryMotion } from '../../../src/robots/motion/splines.js'
import { World } from '../../../src/robots/world/world.js'
import { DISPLAY_2, STATE, TRAJECTORY_1 } from './ros-samples.js'

const urdf = readFileSync(fileURLToPath(new URL('../../../examples/arm.urdf', import.meta.url)), 'utf8')
const arm = await parseRobot(urdf, { name: 'arm' })
const world = new World({ robots: [arm] })

test('ROS 1: times in seconds and nanoseconds, velocities make a curve', async () => {
  const path = await parseAnyPath(TRAJECTORY_1, 't.yaml')
  expect(path).toMatchObject({
    joints: ['turn', 'shoulder'],
    waypoints: [[0, 1e-5], [0.5, -0.25]], // biome-ignore format: rows
    times: [0, 1.5],
    velocities: [[0, 0], [0, 0]], // biome-ignore format: rows
    message: 'trajectory_msgs/JointTrajectory',
    notes: ['trajectory_msgs/JointTrajectory: 2 points, 1.5 s, joined by 1 cubic curve'],
  })
  expect(path.accelerations).toBeUndefined()
  const { pieces } = motionFromPath(world, path)
  const same = trajectoryMotion(world, {
    joints: ['turn', 'shoulder'],
    points: [
      { time: 0, positions: [0, 1e-5], velocities: [0, 0] },
      { time: 1.5, positions: [0.5, -0.25], velocities: [0, 0] },
    ],
  })
  expect(pieces.map((piece) => piece.document())).toEqual(same.pieces.map((piece) => piece.document()))
  // A quarter of the time in, a cubic that starts at rest has gone 5/32 of the way, a straight line 1/4.
  const q = new Float64Array(world.dof)
  pieces[0]!.at(q, 0.25)
  expect(q[0]).toBeCloseTo((0.5 * 5) / 32, 12)
})

test('ROS 2: a plan with its start; the way to its first point is part of it', async () => {
  const path = await parseAnyPath(DISPLAY_2)
  expect(path).toMatchObject({
    waypoints: [[0, 0], [0.1, 0.2], [0.3, 0.4]], // biome-ignore format: rows
    times: [0, 0.25, 1],
    start: { elbow: 0.7 },
    message: 'moveit_msgs/DisplayTrajectory',
  })
  expect(path.notes).toContain('waypoints[0] is trajectory_start, at rest')
  expect(path.notes![0]).toContain('joined by 2 straight lines')
  expect(configurationsOf(world, path)[1]).toEqual(Float64Array.of(0.1, 0.2, 0.7, 0, 0))
})

test('of several messages the last is taken, and mimic joints are passed over', async () => {
  const path = await parseAnyPath(STATE)
  expect(path).toMatchObject({ waypoints: [[0.25, 0.01, 0.01]], message: 'sensor_msgs/JointState' })
  expect(path.notes).toEqual(['of 2 messages, the last is taken'])
  const own = withoutMimics(world, path)
  expect(own).toMatchObject({ joints: ['turn', 'grip'], waypoints: [[0.25, 0.01]], notes: path.notes })
  const off = withoutMimics(world, { ...path, waypoints: [[0.25, 0.01, 0.03]] })
  expect(off.notes!.at(-1)).toMatch(
    /^grip_other is passed over: it follows grip, from which the file has it differ by 0\.01/,
  )
})

test('without times it is a path; JSON and objects do as well; so do the wrappers', async () => {
  const bare = { joint_names: ['turn'], points: [{ positions: [0] }, { positions: [1] }] }
  const path = await parseAnyPath(bare)
  expect(path).toMatchObject({ joints: ['turn'], waypoints: [[0], [1]] })
  expect(path.times).toBeUndefined()
  expect(path.notes).toContain('no times: a path')
  expect(await parseAnyPath(JSON.stringify(bare))).toEqual(path)
  for (const wrapped of [
    { joint_trajectory: bare },
    { trajectory: { joint_trajectory: bare } },
    { goal: { trajectory: bare } },
  ]) {
    expect((await parseAnyPath(wrapped)).waypoints).toEqual(path.waypoints)
  }
  expect(
    (await parseAnyPath('{joint_names: [turn], points: [{positions: [0.5], time_from_start: 2.5}]}')).times,
  ).toEqual([2.5])
  expect(await parseAnyPath('{"joints":["a"],"waypoints":[[1]]}')).toEqual({ joints: ['a'], waypoints: [[1]] })
})

const points = (rest: string): string => `joint_names: [turn]\npoints:\n${rest}`

test.each<[string, string]>([
  [points('- {positions: [0, 1]}'), 'line 3, points[0].positions: expected a list of 1 numbers, one a joint, got 2'],
  [points('- {positions: [0.0]}\n- {positions: [.nan]}'), 'points[1].positions[0]: expected a finite number, got NaN'],
  [
    points('- {positions: [0], time_from_start: 1}\n- {positions: [1], time_from_start: 1}'),
    'points[1].time_from_start: expected later than the one before, got 1',
  ],
  [
    points('- {positions: [0], time_from_start: {sec: 0, nsecs: 1}}'),
    'time_from_start.sec: expected a time: secs and nsecs',
  ],
  [points("- {positions: [0, '...']}"), 'expected the whole list ("ros2 topic echo --full-length" prints it)'],
  [
    points('- {positions: [0], accelerations: [1]}'),
    'points[0].velocities: expected velocities where there are accelerations',
  ],
  ['joint_names: [turn]\npoints: []', 'points: expected one point or more'],
  ['joint_names: [turn, turn]\npoints: []', 'joint_names[1]: expected each joint once'],
  [`${points('- {positions: [0]}')}\n---\nname: [turn]\nposition: [0]\n`, 'expected messages of one kind'],
  ['world: {collision_objects: []}', 'got a planning scene, which --scene takes'],
  ['a: 1\na: 2\n', 'line 2: expected the field "a" once in its mapping'],
  ['a: !!python/object x\n', 'line 1: expected a value without a tag'],
  ['a: &x {b: 1}\nc: {<<: *x}\n', 'expected no merges of mappings'],
  ['# nothing\n---\njoint_names:\n', 'expected a message of ROS'],
  [
    'multi: 1\njoint_trajectory: {joint_names: [a], points: [{positions: [0]}]}\nmulti_dof_joint_trajectory: {joint_names: [base]}',
    'multi_dof_joint_trajectory.joint_names: expected empty',
  ],
])('refused: %#', async (text, message) => {
  const error = await parseAnyPath(text, 't.yaml').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(SceneFileError)
  expect((error as SceneFileError).message).toContain(message)
})

test('bombs are refused: aliases that double, brackets by the thousand, endless documents, too much text', async () => {
  const doubled = Array.from({ length: 40 }, (_, k) => `a${k + 1}: &a${k + 1} [*a${k}, *a${k}]`).join('\n')
  const expected: [string, string][] = [
    [`a0: &a0 [1, 1]\n${doubled}\n`, 'values, aliases written out'],
    [`joint_names: ${'['.repeat(20_000)}`, 'YAML'],
    ['a: &a [*a]\n', 'YAML'],
    [`a: [${'1,'.repeat(130_000)}]`, 'at most 120000 values of YAML'],
    [
      `joint_names: &a [x]\n${Array.from({ length: 3000 }, (_, k) => `f${k}: *a`).join('\n')}`,
      'points: expected one point',
    ],
    ['joint_names: [a]\n---\n'.repeat(2000), 'at most 1000 YAML documents'],
    [`joint_names: [${'a, '.repeat(LONGEST_YAML / 2)}]`, 'characters of YAML'],
  ]
  for (const [text, words] of expected) {
    const error = await parseAnyPath(text, 't.yaml').catch((caught: unknown) => caught)
    expect(error, text.slice(0, 40)).toBeInstanceOf(SceneFileError)
    expect((error as SceneFileError).message).toContain(words)
  }
})

test('joints of two robots are refused by name, unless they say whose they are', async () => {
  const both = new World({ robots: [{ robot: arm, name: 'left' }, { robot: arm, name: 'right', base: { at: [2, 0, 0] } }] }) // biome-ignore format: one line
  const path = await parseAnyPath(TRAJECTORY_1, 't.yaml')
  expect(() => configurationsOf(both, path, 't.yaml')).toThrow(
    /joint "turn": expected the robot's name before it: "left\/turn" or "right\/turn"/,
  )
})

test('what is written is read again to the bit', async () => {
  const random = new Random(7)
  const value = (): number => (random.unit() - 0.5) * 10 ** (random.integer(40) - 20)
  for (let round = 0; round < 20; round++) {
    const count = 1 + random.integer(4)
    const joints = Array.from({ length: count }, (_, k) => `arm/j${k}`)
    const rows = (): number[][] =>
      Array.from({ length: 3 }, () => joints.map(() => (random.unit() < 0.1 ? -0 : value())))
    const path: PathDescription = {
      ...{ joints, waypoints: rows(), velocities: rows(), accelerations: rows() },
      times: [0, random.unit(), 1 + random.unit() * 1e5],
    }
    const read = await parseAnyPath(writeJointTrajectory(path))
    expect(read.joints).toEqual(joints.map((joint) => joint.slice(4)))
    expect(read.times).toEqual(path.times!.map(rosTime))
    for (const name of ['waypoints', 'velocities', 'accelerations'] as const)
      expect(read[name]).toStrictEqual(path[name])
    const one = { joints, waypoints: [path.waypoints[0]!] }
    expect((await parseAnyPath(writeJointState(one))).waypoints).toStrictEqual(one.waypoints)
  }
})
