// The robots of the scene library are what they say: joints, geometry, free at rest; and clutter leaves room to move.
import { expect, test } from 'vitest'
import { type ClutterBox, clutter, hand, humanoid, meshArm } from '../../scenes/index.js'
import { composeInversePose, composePose } from '../../src/base/math/pose.js'
import { collide, distance, InvalidInputError, Random, sphere } from '../../src/entries/meshes.js'
import type { Robot } from '../../src/entries/robots.js'

const ROBOTS = [
  ['mesh-arm', meshArm, 7, 8],
  ['hand', hand, 23, 17],
  ['humanoid', humanoid, 31, 15],
] as const

interface Placed {
  readonly link: number
  readonly shape: Parameters<typeof collide>[0]
  readonly pose: Float64Array
}

function placed(robot: Robot, q: Float64Array): Placed[] {
  const poses = robot.linkPoses(q)
  return robot.links.flatMap(({ index, geometry }) =>
    geometry.map(({ shape, pose }) => {
      const out = new Float64Array(12)
      composePose(out, 0, poses, 12 * index, pose, 0)
      return { link: index, shape, pose: out }
    }),
  )
}

function touch(a: Pick<Placed, 'shape' | 'pose'>, b: Pick<Placed, 'shape' | 'pose'>): boolean {
  const x = new Float64Array(12)
  composeInversePose(x, 0, a.pose, 0, b.pose, 0)
  return collide(a.shape, b.shape, x).collides
}

/** The nearest link above that has geometry. */
function above(robot: Robot, link: number): number {
  let at = robot.links[link]!.joint?.parent ?? -1
  while (at >= 0 && robot.links[at]!.geometry.length === 0) at = robot.links[at]!.joint?.parent ?? -1
  return at
}

function touchesItself(robot: Robot, q: Float64Array): boolean {
  const all = placed(robot, q)
  return all.some((a, i) =>
    all
      .slice(i + 1)
      .some(
        (b) => a.link !== b.link && above(robot, a.link) !== b.link && above(robot, b.link) !== a.link && touch(a, b),
      ),
  )
}

function randomConfiguration(robot: Robot, random: Random): Float64Array {
  return Float64Array.from(robot.lower, (lower, i) => random.range(lower, robot.upper[i]!))
}

test.each(ROBOTS)(
  '%s: joints with limits, geometry, free of itself at rest, the same each time',
  (name, make, dof, n) => {
    const robot = make()
    expect(robot.name).toBe(name)
    expect(robot.dof).toBe(dof)
    expect([...robot.lower, ...robot.upper].every(Number.isFinite)).toBe(true)
    expect(robot.links.filter(({ geometry }) => geometry.length > 0)).toHaveLength(n)
    // Neighbours overlap.
    expect(touchesItself(robot, robot.neutral())).toBe(false)
    const again = make()
    const q = randomConfiguration(robot, new Random(1))
    expect(again.linkPoses(q)).toEqual(robot.linkPoses(q))
  },
)

test('every link of the arm is a closed mesh of as many triangles as asked for, and overlaps its neighbour', () => {
  const robot = meshArm(100)
  const all = placed(robot, robot.neutral())
  for (const { shape } of all) {
    if (!('kind' in shape) || shape.kind !== 'mesh') throw new Error('not a mesh')
    expect(shape.triangles).toHaveLength(300)
    const edges = new Set<string>()
    for (let t = 0; t < shape.triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${shape.triangles[t + k]} ${shape.triangles[t + ((k + 1) % 3)]}`)
    }
    expect([...edges].every((edge) => edges.has(edge.split(' ').reverse().join(' ')))).toBe(true)
  }
  for (let i = 0; i + 1 < all.length; i++) expect(touch(all[i]!, all[i + 1]!)).toBe(true)
})

test.each(ROBOTS)('%s: some random configurations touch, some do not', (_, make) => {
  const robot = make()
  const random = new Random(2)
  let touching = 0
  for (let k = 0; k < 40; k++) touching += Number(touchesItself(robot, randomConfiguration(robot, random)))
  expect(touching).toBeGreaterThan(0)
  expect(touching).toBeLessThan(40)
})

const origin = { shape: sphere({ radius: 0.001 }), pose: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0) }

/** From the middle of a tiny ball at the origin. */
function fromOrigin({ shape, pose }: ClutterBox): number {
  return distance(origin.shape, shape, pose).distance + 0.001
}

test('clutter: as many boxes as asked for, of the sizes said, clear of the base; the same for the same seed', () => {
  const boxes = clutter(7, 20, 2)
  expect(boxes).toHaveLength(20)
  expect(new Set(boxes.map(({ name }) => name)).size).toBe(20)
  for (const one of boxes) {
    if (one.shape.kind !== 'box') throw new Error('not a box')
    expect(Math.min(...one.shape.half)).toBeGreaterThanOrEqual(0.05)
    expect(Math.max(...one.shape.half)).toBeLessThanOrEqual(0.4)
    const far = Math.hypot(one.pose[3]!, one.pose[7]!, one.pose[11]!)
    expect(far).toBeGreaterThanOrEqual(0.6)
    expect(far).toBeLessThanOrEqual(2)
    expect(fromOrigin(one)).toBeGreaterThan(0.4)
  }
  expect(clutter(7, 20, 2).map(({ pose }) => pose)).toEqual(boxes.map(({ pose }) => pose))
  expect(clutter(8, 20, 2).map(({ pose }) => pose)).not.toEqual(boxes.map(({ pose }) => pose))
  expect(() => clutter(1, -1)).toThrow(InvalidInputError)
  expect(() => clutter(1, 1, 0)).toThrow(InvalidInputError)
})

test('clutter around a robot leaves it free at rest, and neither all nor none of its configurations', () => {
  const robot = meshArm(100)
  const boxes = clutter(1, 20, 1, robot)
  const touches = (q: Float64Array): boolean => placed(robot, q).some((a) => boxes.some((b) => touch(a, b)))
  expect(touches(robot.neutral())).toBe(false)
  const random = new Random(3)
  let touching = 0
  for (let k = 0; k < 50; k++) touching += Number(touches(randomConfiguration(robot, random)))
  expect(touching).toBeGreaterThan(5)
  expect(touching).toBeLessThan(45)
})
