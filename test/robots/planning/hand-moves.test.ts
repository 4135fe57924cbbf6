// Steps that move a hand straight: against the engine's own forward kinematics.
import { describe, expect, test } from 'vitest'
import { box, Random, Robot, type RobotInput, World } from '../../../src/entries/robots.js'
import { HandMoves, HandShare } from '../../../src/robots/planning/hand-moves.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { flatArm } from './plan-worlds.js'

/** A lift, and seven turns about axes that differ. */
function arm(name: string): RobotInput {
  const axes = ['z', 'y', 'z', 'y', 'z', 'y', 'z'].map((axis) => (axis === 'z' ? [0, 0, 1] : [0, 1, 0]))
  const geometry = [{ shape: box({ size: [0.05, 0.05, 0.05] }) }]
  return {
    name,
    links: ['base', 'lift', 'l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6'].map((link) => ({ name: link, geometry })),
    joints: [
      {
        name: 'up',
        kind: 'prismatic',
        parent: 'base',
        child: 'lift',
        axis: [0, 0, 1],
        limits: { lower: 0, upper: 0.4 },
      },
      ...axes.map((axis, k) => ({
        name: `j${k}`,
        kind: 'revolute' as const,
        parent: k === 0 ? 'lift' : `l${k - 1}`,
        child: `l${k}`,
        origin: { at: [0, 0, 0.2] },
        axis,
        limits: { lower: -2.5, upper: 2.5 },
      })),
    ],
  }
}

const two = new World({
  robots: [
    { robot: new Robot(arm('left')), base: { at: [0, 0.5, 0] } },
    { robot: new Robot(arm('right')), base: { at: [0, -0.5, 0], rotation: [0, 0, 1, 0] } },
  ],
})

describe('a hand', () => {
  test('moves along the direction given without turning; the other hand stands', () => {
    const random = new Random(1)
    const start = new Float64Array(two.dof)
    const space = new PlanningSpace(two, start, [start])
    const hands = new HandMoves(two, space)
    expect(hands.count).toBe(2)
    const q = new Float64Array(two.dof)
    const out = new Float64Array(two.dof)
    const direction = new Float64Array(3)
    let straight = 0
    for (let k = 0; k < 200; k++) {
      space.sample(q, random)
      // Away from limits and from an arm that is stretched out.
      for (let i = 0; i < q.length; i++) q[i] = 0.8 * q[i]! + (i % 8 === 0 ? 0.04 : 0)
      const own = k % 2
      random.direction(direction)
      expect(hands.step(out, q, own, direction, 1e-3)).toBe(true)
      expect(space.distance(q, out)).toBeCloseTo(1e-3, 9)
      const [link, other] = own === 0 ? ['left/l6', 'right/l6'] : ['right/l6', 'left/l6']
      expect([...two.linkPose(out, other!)]).toEqual([...two.linkPose(q, other!)])
      const [from, to] = [two.linkPose(q, link!), two.linkPose(out, link!)]
      const way = [3, 7, 11].map((i) => to[i]! - from[i]!)
      const size = Math.hypot(...way)
      const along = way.reduce((sum, x, i) => sum + x * direction[i]!, 0)
      expect(along).toBeGreaterThan(0)
      const turn = Math.hypot(...[0, 1, 2, 4, 5, 6, 8, 9, 10].map((i) => to[i]! - from[i]!))
      if (along > 0.99 * size && turn < 0.1 * size) straight++
    }
    // Damping bends the way of some: where the arm is close to being straight.
    expect(straight).toBeGreaterThan(170)
  })

  test('stays within the ranges, and says so where there is nowhere to go', () => {
    const world = new World({ robots: [flatArm(3, 0.3)] })
    const start = Float64Array.of(2.6, 2.6, 2.6)
    const space = new PlanningSpace(world, start, [start])
    const hands = new HandMoves(world, space)
    const out = new Float64Array(3)
    const random = new Random(2)
    const q = new Float64Array(3)
    const direction = new Float64Array(3)
    for (let k = 0; k < 200; k++) {
      space.sample(q, random)
      random.direction(direction)
      if (!hands.step(out, q, 0, direction, 2)) continue
      out.forEach((x, i) => {
        expect(x).toBeGreaterThanOrEqual(space.lower[i]!)
        expect(x).toBeLessThanOrEqual(space.upper[i]!)
      })
    }
    // Out of its plane.
    expect(hands.step(out, start, 0, Float64Array.of(0, 0, 1), 0.1)).toBe(false)
  })

  test('is a body that hangs on three degrees of freedom or more', () => {
    const count = (joints: number, moving?: string[]): number => {
      const world = new World({ robots: [flatArm(joints, 0.3)] })
      const start = new Float64Array(joints)
      return new HandMoves(world, new PlanningSpace(world, start, [start], { moving })).count
    }
    expect(count(2)).toBe(0)
    expect(count(3)).toBe(1)
    expect(count(5, ['j0', 'j1'])).toBe(0)
  })
})

test('hands get more tries where they help and others do not, within bounds', () => {
  const share = new HandShare()
  expect(share.now()).toBe(0.4)
  for (let k = 0; k < 100; k++) {
    share.tell(true, false)
    share.tell(false, true)
  }
  expect(share.now()).toBe(0.1)
  for (let k = 0; k < 1000; k++) {
    share.tell(true, true)
    share.tell(false, false)
  }
  expect(share.now()).toBe(0.4)
})
