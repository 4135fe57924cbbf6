import { expect, test } from 'vitest'
import { composeInversePose, POSE } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { classifyPair } from '../../../src/robots/allow/classify-pair.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import type { JointInput } from '../../../src/robots/model/joint.js'
import { Robot } from '../../../src/robots/model/robot.js'
import { LINE } from '../../../src/robots/motion/movers.js'
import { box } from '../../../src/shapes/shape.js'
import { randomProblem } from '../../oracle/robots/allow-cells.js'

test('bodies and axes stand where the robot has them', () => {
  let looked = 0
  for (let seed = 0; seed < 60; seed++) {
    const problem = randomProblem(seed)
    if (problem === undefined) continue
    const random = new Random(seed)
    const { robot, a, b } = problem
    const of = (poses: Float64Array, link: number): Float64Array => poses.subarray(POSE * link, POSE * link + POSE)
    for (let k = 0; k < 5; k++) {
      const values = Float64Array.from(problem.variables, ({ lower, upper }) => random.range(lower, upper))
      problem.place(values)
      const poses = robot.linkPoses(problem.configuration(values))
      const expected = new Float64Array(POSE)
      const found = new Float64Array(POSE)
      composeInversePose(expected, 0, of(poses, a.index), 0, of(poses, b.index), 0)
      composeInversePose(found, 0, problem.poseA, 0, problem.poseB, 0)
      for (let i = 0; i < POSE; i++) expect(found[i]).toBeCloseTo(expected[i]!, 12)
      // An axis is a unit vector through the origin of the body that its joint moves.
      for (let m = 0; m < problem.count; m++) {
        expect(Math.hypot(...problem.lines.subarray(LINE * m, LINE * m + 3))).toBeCloseTo(1, 12)
      }
      expect(Math.max(...problem.lines.map(Math.abs))).toBeLessThanOrEqual(Math.max(1, problem.big))
      looked++
    }
  }
  expect(looked).toBeGreaterThan(150)
})

function chain(joints: readonly Partial<JointInput>[]): PairProblem {
  const links = Array.from({ length: joints.length + 1 }, (_, i) => ({
    name: `link${i}`,
    geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }],
  }))
  const robot = new Robot({
    name: 'chain',
    links,
    joints: joints.map((joint, i) => ({
      name: `joint${i}`,
      kind: 'revolute',
      parent: `link${i}`,
      child: `link${i + 1}`,
      ...joint,
    })),
  })
  return new PairProblem(robot, 'link0', `link${joints.length}`)
}

const TURN = 2 * Math.PI

test('a range is the limits, or one turn where it is more', () => {
  const ranges = (joints: readonly Partial<JointInput>[]): number[][] =>
    chain(joints).variables.map(({ lower, upper }) => [lower, upper])
  expect(ranges([{ limits: { lower: -1, upper: 2 } }])).toEqual([[-1, 2]])
  expect(ranges([{ kind: 'prismatic', limits: { lower: -7, upper: 7 } }])).toEqual([[-7, 7]])
  for (const joint of [
    { kind: 'continuous' },
    { limits: { lower: -100, upper: 50 } },
    { limits: { lower: -7 } },
    { limits: { upper: 3 } },
    {},
  ] as const) {
    const [[lower, upper]] = ranges([joint]) as [[number, number]]
    expect(upper - lower).toBeGreaterThan(TURN)
    expect(upper - lower).toBeLessThan(TURN + 1e-12)
  }
})

test('a joint that is mimicked keeps its whole range, and both follow one variable', () => {
  const problem = chain([
    { limits: { lower: -9, upper: 9 } },
    { mimic: { joint: 'joint0', multiplier: -0.5, offset: 0.25 }, limits: { lower: 0, upper: 0.1 } },
  ])
  expect(problem.variables).toMatchObject([{ index: 0, name: 'joint0', lower: -9, upper: 9 }])
  expect([...problem.variableOf]).toEqual([0, 0])
  expect([...problem.factors]).toEqual([1, -0.5])
  expect([...problem.offsets]).toEqual([0, 0.25])
  expect(problem.joints).toEqual(['joint0', 'joint1'])
})

test('what has no limits and needs some is said to be unbounded', () => {
  expect(chain([{ kind: 'prismatic' }]).unbounded).toBe('joint0')
  expect(chain([{}, { kind: 'floating' }]).unbounded).toBe('joint1')
  expect(chain([{ kind: 'planar' }]).unbounded).toBe('joint0')
  expect(chain([{ kind: 'continuous' }, { mimic: { joint: 'joint0', multiplier: 0.3 } }]).unbounded).toBe('joint0')
  expect(chain([{ kind: 'continuous' }]).unbounded).toBeUndefined()
  // As some write for no limits.
  const limits = { lower: -Number.MAX_VALUE, upper: Number.MAX_VALUE }
  expect(chain([{ kind: 'prismatic', limits }]).unbounded).toBe('joint0')
  expect(chain([{ limits }, { mimic: { joint: 'joint0', multiplier: 2 } }]).unbounded).toBe('joint0')
  expect(chain([{ limits }]).unbounded).toBeUndefined()
  expect(classifyPair(chain([{ kind: 'prismatic', limits }]).robot, 'link0', 'link1').class).toBe('undecided')
})

test('links that do not move against each other have no variables; the order is the robot’s', () => {
  const problem = chain([{ kind: 'fixed' }])
  expect(problem.isRigid).toBe(true)
  expect(problem.variables).toEqual([])
  expect(() => new PairProblem(problem.robot, 'link1', 'link0')).toThrow(InvalidInputError)
  expect(() => new PairProblem(problem.robot, 'link0', 'link0')).toThrow(InvalidInputError)
  expect(() => new PairProblem(problem.robot, 'link0', 'nobody')).toThrow(InvalidInputError)
})
