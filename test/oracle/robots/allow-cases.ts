// Robots of which it is known in closed form how their links meet, and random ones.

import { bumpySphere } from '../../../scenes/meshes.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  type GeometryInput,
  type JointInput,
  mesh,
  Random,
  Robot,
  type Shape,
  sphere,
} from '../../../src/entries/robots.js'

type Vec3 = readonly [number, number, number]

const Z: Vec3 = [0, 0, 1]
const X: Vec3 = [1, 0, 0]

function at(shape: Shape, x = 0, y = 0, z = 0): GeometryInput {
  return { shape, pose: { at: [x, y, z] } }
}

/** A closed box as a surface. */
export function boxMesh(size: Vec3, centre: Vec3 = [0, 0, 0]): Shape {
  const positions = [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((y) =>
      [-1, 1].flatMap((z) => [
        centre[0] + (x * size[0]) / 2,
        centre[1] + (y * size[1]) / 2,
        centre[2] + (z * size[2]) / 2,
      ]),
    ),
  )
  const triangles = [
    [0, 1, 3, 0, 3, 2],
    [4, 6, 7, 4, 7, 5],
    [0, 4, 5, 0, 5, 1],
    [2, 3, 7, 2, 7, 6],
    [0, 2, 6, 0, 6, 4],
    [1, 5, 7, 1, 7, 3],
  ].flat()
  return mesh({ positions, triangles })
}

/**
 * An arm in the plane, two bars of 1 and 0.8 that turn about z, a ball of radius r at its tip; and a ball of radius r fixed to the base
 * at the place that the tip is at with the joints at `target`. Nothing else has geometry. With r small, next to none of
 * the box has them touch.
 */
export function tinyTouch(target: readonly [number, number], r: number, ball: (radius: number) => Shape): Robot {
  const [x, y] = tipOf(target)
  return new Robot({
    name: 'tiny-touch',
    links: [
      { name: 'base', geometry: [at(ball(r), x, y)] },
      { name: 'upper' },
      { name: 'tip', geometry: [at(ball(r), 0.8)] },
    ],
    joints: [
      { name: 'one', kind: 'revolute', parent: 'base', child: 'upper', axis: Z, limits: { lower: -2.5, upper: 2.5 } },
      {
        name: 'two',
        kind: 'revolute',
        parent: 'upper',
        child: 'tip',
        origin: { at: [1, 0, 0] },
        axis: Z,
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
}

/** Where the tip of that arm is. */
export function tipOf([one, two]: ArrayLike<number> & Iterable<number>): [number, number] {
  return [Math.cos(one!) + 0.8 * Math.cos(one! + two!), Math.sin(one!) + 0.8 * Math.sin(one! + two!)]
}

/**
 * Balls on a chain in a plane, each at the joint that moves the next one: ball k + 1 is a unit on from ball k, but for the first two,
 * which are in one place.
 */
export function ballChain(count: number, radius: number): Robot {
  return new Robot({
    name: 'ball-chain',
    links: Array.from({ length: count + 1 }, (_, k) => ({ name: `ball${k}`, geometry: [at(sphere({ radius }))] })),
    joints: Array.from({ length: count }, (_, k) => ({
      name: `turn${k}`,
      kind: 'revolute' as const,
      parent: `ball${k}`,
      child: `ball${k + 1}`,
      origin: { at: [k === 0 ? 0 : 1, 0, 0] },
      axis: Z,
      limits: { lower: -2.6, upper: 2.6 },
    })),
  })
}

/** One joint between a base and a part. */
export function joined(
  kind: 'revolute' | 'prismatic' | 'continuous' | 'fixed',
  base: readonly GeometryInput[],
  part: readonly GeometryInput[],
  more: Partial<JointInput> = {},
): Robot {
  return new Robot({
    name: kind,
    links: [
      { name: 'base', geometry: base },
      { name: 'part', geometry: part },
    ],
    joints: [{ name: 'joint', kind, parent: 'base', child: 'part', axis: Z, limits: { lower: -1, upper: 1 }, ...more }],
  })
}

/** A surface like a ball's. */
export function ballMesh(radius: number, triangles = 80): Shape {
  const { positions, triangles: t } = bumpySphere(triangles, 1, { height: 0 })
  return mesh({ positions: positions.map((p) => radius * p), triangles: t })
}

export interface Planted {
  readonly name: string
  readonly robot: Robot
  /** What the whole of it has to come out as, where a search and a proof of `always` are enough to tell. */
  readonly class: 'sometimes' | 'always' | 'touches' | 'apart' | 'inside'
  /** The least distance, of what is apart. */
  readonly distance?: number
}

/** Two links each, `base` and `part`. */
export function plantedPairs(): Planted[] {
  const disc = cylinder({ radius: 0.1, length: 0.05 })
  const limits = { lower: -0.2, upper: 0.2 }
  return [
    {
      name: 'a pin in a deep hole: a solid pin, and a block without a hole',
      robot: joined('revolute', [at(box({ size: [0.2, 0.2, 0.2] }))], [at(cylinder({ radius: 0.02, length: 0.3 }))]),
      class: 'always',
    },
    {
      name: 'the same as surfaces',
      robot: joined('revolute', [at(boxMesh([0.2, 0.2, 0.2]))], [at(boxMesh([0.02, 0.02, 0.3]), 0.03)]),
      class: 'always',
    },
    {
      name: 'a rod that slides in a block, never out of it',
      robot: joined('prismatic', [at(box({ size: [0.2, 0.2, 0.2] }))], [at(boxMesh([0.02, 0.02, 0.6]))], { limits }),
      class: 'always',
    },
    {
      name: 'a rod that slides in a block, and out of it',
      robot: joined('prismatic', [at(box({ size: [0.2, 0.2, 0.2] }))], [at(boxMesh([0.02, 0.02, 0.2]))]),
      class: 'sometimes',
    },
    {
      name: 'discs flush on each other',
      robot: joined('revolute', [at(disc, 0, 0, -0.025)], [at(disc, 0, 0, 0.025)]),
      class: 'touches',
    },
    {
      name: 'blocks flush on each other, as surfaces',
      robot: joined('revolute', [at(boxMesh([0.25, 0.25, 0.5]), 0, 0, -0.25)], [at(boxMesh([1, 1, 0.5]), 0, 0, 0.25)]),
      class: 'touches',
    },
    {
      name: 'blocks that are a hair apart',
      robot: joined('revolute', [at(boxMesh([1, 1, 0.5]), 0, 0, -0.25)], [at(boxMesh([1, 1, 0.5]), 0, 0, 0.251)]),
      class: 'apart',
      distance: 0.001,
    },
    {
      name: 'a ball in a shell',
      robot: joined('continuous', [at(ballMesh(0.5))], [at(sphere({ radius: 0.1 }), 0.2)], { limits: undefined }),
      class: 'inside',
    },
    {
      name: 'a shell in a shell',
      robot: joined('revolute', [at(ballMesh(0.1), 0.2)], [at(ballMesh(0.5))]),
      class: 'inside',
    },
    {
      name: 'a ball that leaves a shell, in one jump of the samples or another',
      robot: joined('prismatic', [at(boxMesh([1, 1, 1]))], [at(sphere({ radius: 1e-4 }))], {
        limits: { lower: 0, upper: 1 },
      }),
      class: 'sometimes',
    },
    {
      name: 'fingers that meet at the end of their way',
      robot: joined(
        'prismatic',
        [at(box({ size: [0.1, 0.1, 0.5] }), 0, 0, -0.25)],
        [at(box({ size: [0.1, 0.1, 0.5] }), 0, 0, 0.25)],
        {
          limits: { lower: 0, upper: 0.1 },
        },
      ),
      class: 'sometimes',
    },
    {
      name: 'what nothing moves, overlapping',
      robot: joined('fixed', [at(boxMesh([1, 1, 1]))], [at(boxMesh([1, 1, 1]), 0.7, 0.2, 0.1)], { limits: undefined }),
      class: 'always',
    },
    {
      name: 'sheets that go through each other and have no inside, nothing moving them',
      robot: joined(
        'fixed',
        [at(mesh({ positions: [-1, -1, 0, 1, -1, 0, 0, 1, 0], triangles: [0, 1, 2] }))],
        [at(mesh({ positions: [0, 0, -1, 0.3, 0, 1, -0.3, 0.1, 1], triangles: [0, 1, 2] }))],
        { limits: undefined },
      ),
      class: 'always',
    },
    {
      name: 'what nothing moves, apart',
      robot: joined('fixed', [at(boxMesh([1, 1, 1]))], [at(sphere({ radius: 0.25 }), 1)], { limits: undefined }),
      class: 'apart',
      distance: 0.25,
    },
  ]
}

function quaternion(random: Random): number[] {
  const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
  const n = Math.hypot(...q)
  return q.map((x) => x / n)
}

function points(random: Random, count: number, size: number): number[] {
  return Array.from({ length: 3 * count }, () => random.range(-size, size))
}

function randomShape(random: Random, size: number): Shape {
  const length = (): number => random.range(0.3, 1) * size
  switch (random.integer(7)) {
    case 0:
      return sphere({ radius: length() / 2 })
    case 1:
      return capsule({ radius: length() / 4, from: points(random, 1, size / 2), to: points(random, 1, size / 2) })
    case 2:
      return cylinder({ radius: length() / 3, length: length() })
    case 3:
      return convex({ points: points(random, 6, size / 2) })
    case 4:
      // A tetrahedron, closed; or one that lacks a face.
      return mesh({
        positions: points(random, 4, size),
        triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2].slice(0, random.integer(3) === 0 ? 9 : 12),
      })
    case 5:
      return ballMesh(length() / 2, 20)
    default:
      return box({ size: [length(), length(), length()] })
  }
}

/** A tree of three to six links with joints that turn and slide, mimics and fixed ones among them; every box is bounded. */
export function randomRobot(seed: number): Robot {
  const random = new Random(seed)
  const size = 3 + random.integer(4)
  const links = Array.from({ length: size }, (_, i) => ({
    name: `link${i}`,
    geometry: Array.from({ length: [1, 1, 1, 2][random.integer(4)]! }, () => ({
      shape: randomShape(random, 0.4),
      pose: { at: points(random, 1, 0.1), rotation: quaternion(random) },
    })),
  }))
  const joints: JointInput[] = []
  for (let i = 1; i < size; i++) {
    const kind = (['revolute', 'revolute', 'revolute', 'prismatic', 'continuous', 'fixed'] as const)[random.integer(6)]!
    const original = joints.find((joint) => joint.kind === 'revolute' && joint.mimic === undefined)
    const follows = kind === 'revolute' && original !== undefined && random.integer(4) === 0
    joints.push({
      name: `joint${i}`,
      kind,
      parent: `link${random.unit() < 0.7 ? i - 1 : random.integer(i)}`,
      child: `link${i}`,
      origin: { at: [random.range(0.1, 0.7), 0, 0], rotation: quaternion(random) },
      axis: random.integer(2) === 0 ? X : [random.range(-1, 1), random.range(-1, 1), 1],
      ...(kind === 'prismatic' ? { limits: { lower: -0.3, upper: 0.5 } } : {}),
      ...(kind === 'revolute' ? { limits: { lower: -random.range(0.1, 2), upper: random.range(0.1, 2) } } : {}),
      ...(follows ? { mimic: { joint: original.name, multiplier: -0.5, offset: 0.1 } } : {}),
    })
  }
  return new Robot({ name: `random${seed}`, links, joints })
}
