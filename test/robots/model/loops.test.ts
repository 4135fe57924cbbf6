// Joints that closed loops set: their angles against brute force, bounds over boxes against samples, what is refused.
import { describe, expect, test } from 'vitest'
import { Random, Robot, type RobotInput } from '../../../src/entries/robots.js'
import { LoopFunction } from '../../../src/robots/model/loop-function.js'
import {
  bruteAngle,
  bruteError,
  checkBounds,
  pinResidual,
  randomBars,
  randomShape,
  wrapped,
} from '../../oracle/robots/loops.js'

describe('the function of a closed loop', () => {
  test('[loops] its angle is that of brute force, on the branch that is named', () => {
    const random = new Random(1)
    let closed = 0
    for (let n = 0; n < 400; n++) {
      const shape = randomShape(random)
      const loop = new LoopFunction(shape)
      const x = [random.range(-4, 4), random.range(-4, 4)]
      const angle = bruteAngle(shape, x)
      if (angle === undefined) continue
      closed++
      expect(loop.closesAt(x, 0)).toBe(true)
      expect(Math.abs(wrapped(loop.value(x, 0) - angle))).toBeLessThanOrEqual(bruteError(shape, x))
    }
    expect(closed).toBeGreaterThan(100)
  })

  test('[loops] bounds of value and derivatives hold all over a box', () => {
    const random = new Random(2)
    const states = { closed: 0, open: 0, unknown: 0 }
    for (let n = 0; n < 300; n++) {
      const shape = randomShape(random, n % 3 === 0)
      const middle = n % 3 === 0 ? [0, 0] : [random.range(-4, 4), random.range(-4, 4)]
      const width = 10 ** random.range(-9, 0.5)
      const half = [width * random.unit(), width * random.unit()].slice(0, shape.variables.length)
      states[checkBounds(shape, middle.slice(0, half.length), half, random) as keyof typeof states]++
    }
    for (const count of Object.values(states)) expect(count).toBeGreaterThan(20)
  })

  test('slopes are those of differences', () => {
    const random = new Random(3)
    for (let n = 0; n < 200; n++) {
      const shape = randomShape(random)
      const loop = new LoopFunction(shape)
      const x = [random.range(-2, 2), random.range(-2, 2)]
      const step = 1e-5
      const near = shape.variables.flatMap((j) =>
        [step, -step].map((s) => x.map((own, k) => (k === j ? own + s : own))),
      )
      if (![x, ...near].every((at) => loop.closesAt(at, 0)) || bruteError(shape, x) > 1e-12) continue
      const slopes = new Float64Array(2)
      loop.slopes(slopes, x, 0)
      shape.variables.forEach((j) => {
        const difference = wrapped(loop.value(near[2 * j]!, 0) - loop.value(near[2 * j + 1]!, 0)) / (2 * step)
        expect(Math.abs(difference - slopes[j]!)).toBeLessThan(1e-5 * (1 + slopes[j]! ** 2))
      })
    }
  })
})

describe('robots with closed loops', () => {
  test('[loops] four-bars and five-bars in any plane stay closed', () => {
    const random = new Random(4)
    let worst = 0
    let tested = 0
    for (let n = 0; n < 60; n++) {
      const bars = randomBars(random, n % 2 === 0)
      const { robot } = bars
      expect(pinResidual(bars, robot.neutral())).toBeLessThan(1e-12)
      for (let k = 0; k < 10; k++) {
        const q = robot.neutral().map(() => random.range(-0.6, 0.6))
        const closes = robot.joints.every(({ loop }) => loop === undefined || loop.closesAt(q, 0))
        if (!closes) {
          expect(() => robot.linkPoses(q)).toThrow(/such that the loop of [cf] closes/)
          continue
        }
        tested++
        worst = Math.max(worst, pinResidual(bars, q))
      }
    }
    expect(tested).toBeGreaterThan(100)
    expect(worst).toBeLessThan(1e-9)
  })

  test('a parallelogram is a mimic joint', () => {
    const robot = new Robot(parallelogram())
    const rocker = robot.joint('rocker')
    expect(rocker.loop).toBeUndefined()
    expect(rocker.mimic?.joint).toBe('crank')
    expect(rocker.mimic?.multiplier).toBe(1)
    expect(rocker.mimic?.offset).toBeCloseTo(0, 14)
    expect(robot.joint('coupler').mimic?.multiplier).toBe(-1)
    // A whole turn, through the positions in which all of it is on a line.
    for (let x = -4; x < 4; x += 0.1) {
      const poses = robot.linkPoses([x])
      const coupler = 12 * robot.link('coupler').index
      expect(poses[coupler]).toBeCloseTo(1, 12)
    }
  })

  test('what is no planar loop of one or two variables is refused by name', () => {
    const base = parallelogram()
    const change = (name: string, loop: object, others: object = {}): (() => Robot) => {
      const joints = base.joints!.map((joint) =>
        joint.name === name ? { ...joint, ...others, loop: { ...joint.loop!, ...loop } } : joint,
      )
      return () => new Robot({ ...base, joints } as RobotInput)
    }
    expect(change('rocker', { length: 0.5 })).toThrow(/parallelogram/)
    expect(change('rocker', { link: 'no' })).toThrow(/joints\[2\]\.loop\.link/)
    expect(change('rocker', { link: 'base', branch: 'positive' })).toThrow(
      /a link that moves against the parent of rocker/,
    )
    expect(change('rocker', { branch: 'up' })).toThrow(/one of positive, negative, parallel/)
    expect(change('rocker', { point: [0, 0, 1], branch: 'positive' })).toThrow(/not on the axis of rocker/)
    const both = change('coupler', { branch: 'positive' })().joints.length
    expect(both).toBe(3)
    expect(change('coupler', { link: 'rocker', at: [0, 0.3, 0], branch: 'positive' })).toThrow(/a loop sets rocker/)
    expect(change('rocker', {}, { kind: 'prismatic' })).toThrow(/of a revolute or continuous joint/)
    expect(change('rocker', {}, { axis: [0, 1, 1] })).toThrow(/crank has another axis/)
    expect(change('rocker', {}, { mimic: { joint: 'crank' } })).toThrow(/left out of a joint that mimics/)
    const robot = change('rocker', { branch: 'positive', length: 0.9 })()
    expect(() => robot.configuration({ rocker: 1 })).toThrow(/set through crank, by a closed loop/)
    const follower = {
      name: 'more',
      kind: 'revolute',
      parent: 'base',
      child: 'end',
      mimic: { joint: 'rocker' },
    } as const
    const longer = { ...base, links: [...base.links, { name: 'end' }], joints: [...base.joints!, follower] }
    expect(() => new Robot(longer)).toThrow(/a joint that no closed loop sets/)
  })
})

function parallelogram(): RobotInput {
  const z = { axis: [0, 0, 1], kind: 'continuous' } as const
  return {
    name: 'parallelogram',
    links: ['base', 'crank', 'coupler', 'rocker'].map((name) => ({ name })),
    joints: [
      { name: 'crank', ...z, parent: 'base', child: 'crank' },
      {
        ...{ name: 'coupler', ...z, parent: 'crank', child: 'coupler', origin: { at: [0, 0.3, 0] } },
        loop: { point: [1, 0, 0], link: 'base', at: [1, 0, 0], length: 0.3, branch: 'parallel' },
      },
      {
        ...{ name: 'rocker', ...z, parent: 'base', child: 'rocker', origin: { at: [1, 0, 0] } },
        loop: { point: [0, 0.3, 0], link: 'crank', at: [0, 0.3, 0], length: 1, branch: 'parallel' },
      },
    ],
  }
}
