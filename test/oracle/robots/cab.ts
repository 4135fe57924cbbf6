// Articulated bodies of all kinds, and what a merge over them must say, by brute force: every pair of leaves, every box
// against its contents in exact arithmetic.
import { expect } from 'vitest'
import { composePose, setAxisAngle } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import type { BodyMergeRule } from '../../../src/robots/cab/cab-arrays.js'
import type { CabInput, CabLeaf, CabTree } from '../../../src/robots/cab/cab-tree.js'
import { box, capsule, convex, cylinder, group, mesh, type Shape, sphere } from '../../../src/shapes/shape.js'
import { exactPoint, exactTransform, inAabb, inObb, randomPose } from '../geometry/volumes.js'

export const ARTICULATIONS = [
  'chain',
  'star',
  'hand',
  'random',
  'forest',
  'comb',
  'one',
  'two-trees',
  'obstacles',
] as const
export type Articulation = (typeof ARTICULATIONS)[number]

/** How the joints stand: any angle, all straight, folded back, small angles, quarter turns. */
export const STANCES = ['any', 'straight', 'folded', 'nearly', 'quarter'] as const
export type Stance = (typeof STANCES)[number]

export interface CabCase {
  readonly input: CabInput
  /** X_parent_body at rest, twelve numbers a body. */
  readonly offsets: Float64Array
  readonly base: Float64Array
  readonly random: Random
  readonly stance: Stance
}

/** Bodies with shapes about 1 in size, `away` from the origin. */
export function cabCase(kind: Articulation, stance: Stance, away: number, seed: number): CabCase {
  const random = new Random(seed)
  const parents = parentsOf(kind, random)
  const n = parents.length
  const anchors = new Float64Array(3 * n)
  const offsets = new Float64Array(12 * n)
  const length = random.range(1, 4)
  const cubic = random.integer(4) === 0
  const leaves: CabLeaf[] = []
  for (let b = 0; b < n; b++) {
    // The joint is at the body's origin or somewhere else in its frame.
    if (random.integer(2) === 0) for (let k = 0; k < 3; k++) anchors[3 * b + k] = random.range(-0.5, 0.5)
    setAxisAngle(offsets, 12 * b, 0, 0, 1, 0)
    if (parents[b]! >= 0) offsets[12 * b + 3] = length
    else for (let k = 0; k < 3; k++) offsets[12 * b + 4 * k + 3] = random.range(-4, 4)
    if (kind === 'hand' || kind === 'star') offsets[12 * b + 7] = random.range(-1, 1)
    const count = kind === 'obstacles' && b === n - 1 ? 30 : [0, 1, 1, 1, 2, 4][random.integer(6)]!
    for (let i = 0; i < count; i++) {
      const spread = kind === 'obstacles' && b === n - 1 ? 6 : 0.5
      const pose = random.integer(2) === 0 && spread < 1 ? undefined : randomPose(random, spread)
      leaves.push({ body: b, shape: randomShape(random, length, cubic), pose })
    }
  }
  let roots: Int32Array | undefined
  if (kind === 'two-trees') roots = Int32Array.from(parents, (_, b) => (b < n / 2 ? 0 : 1))
  if (kind === 'obstacles') roots = Int32Array.from(parents, (_, b) => (b < n - 1 ? 0 : 1))
  const base = randomPose(random, 1)
  for (let k = 0; k < 3; k++) base[4 * k + 3] = base[4 * k + 3]! + away * random.range(-1, 1)
  const input = { parents, anchors, leaves, roots }
  const found: CabCase = { input, offsets, base, random, stance }
  // Every second tree is shaped by where its bodies are.
  return random.integer(2) === 0 ? found : { ...found, input: { ...input, poses: posesOf(found) } }
}

function parentsOf(kind: Articulation, random: Random): number[] {
  const n = 2 + random.integer(10)
  switch (kind) {
    case 'one':
      return random.integer(4) === 0 ? [] : [-1]
    case 'chain':
      return Array.from({ length: n }, (_, b) => b - 1)
    case 'star':
      return Array.from({ length: n }, (_, b) => (b === 0 ? -1 : 0))
    case 'hand':
      return [-1, ...Array.from({ length: 15 }, (_, b) => (b % 3 === 0 ? 0 : b))]
    case 'forest':
      return Array.from({ length: n }, (_, b) => (random.integer(3) === 0 ? b - 1 : -1)).map((p, b) =>
        b === 0 ? -1 : p,
      )
    case 'comb':
      return Array.from({ length: 2 * n }, (_, b) => (b === 0 ? -1 : b % 2 === 1 ? b - 1 : b - 2))
    default:
      return Array.from({ length: n }, (_, b) => (b === 0 ? -1 : random.integer(b)))
  }
}

function randomShape(random: Random, length: number, cubic: boolean): Shape {
  const thick = cubic ? length : random.range(0.1, 0.5)
  const at = [length / 2, 0, 0]
  switch (random.integer(cubic ? 2 : 8)) {
    case 0:
    case 1:
      return box({ size: [length, thick, thick], at })
    case 2:
      return capsule({ radius: thick, from: [0, 0, 0], to: [length, 0, 0] })
    case 3:
      return sphere({ radius: thick, at })
    case 4:
      return cylinder({ radius: thick, length, at, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] })
    case 5: {
      // A point, a segment, a flat patch or a hull.
      const points = Array.from({ length: 3 * (1 + random.integer(12)) }, () => random.range(-1, 1))
      return convex({ points })
    }
    case 6:
      return mesh({
        positions: [0, 0, 0, length, 0, 0, length, thick, 0, 0, thick, thick],
        triangles: [0, 1, 2, 0, 2, 3],
      })
    default:
      return group([sphere({ radius: thick }), box({ size: [length, thick, thick], at })])
  }
}

/** World poses of all bodies, at new joint angles. */
export function posesOf(c: CabCase): Float64Array {
  const { random, offsets, stance, input } = c
  const n = input.parents.length
  const poses = new Float64Array(12 * n)
  const turned = new Float64Array(12)
  const turn = new Float64Array(12)
  const axis = new Float64Array(3)
  for (let b = 0; b < n; b++) {
    random.direction(axis)
    if (stance !== 'any') axis.set([0, random.integer(2), 0])
    if (axis[1] === 0 && stance !== 'any') axis[2] = 1
    setAxisAngle(turn, 0, axis[0]!, axis[1]!, axis[2]!, angleOf(stance, random))
    composePose(turned, 0, offsets, 12 * b, turn, 0)
    const parent = input.parents[b]!
    if (parent < 0) composePose(poses, 12 * b, c.base, 0, turned, 0)
    else composePose(poses, 12 * b, poses, 12 * parent, turned, 0)
  }
  return poses
}

function angleOf(stance: Stance, random: Random): number {
  switch (stance) {
    case 'straight':
      return 0
    case 'folded':
      return Math.PI
    case 'nearly':
      return 10 ** random.range(-12, -0.5) * (random.integer(2) * 2 - 1)
    case 'quarter':
      return (random.integer(4) * Math.PI) / 2
    default:
      return random.range(-Math.PI, Math.PI)
  }
}

/** A rule for which leaves are checked: all, few, neighbours left out. */
export function checkRule(c: CabCase): (a: number, b: number) => boolean {
  const { leaves, parents } = c.input
  const share = [1, 1, 0.5, 0.1, 0][c.random.integer(5)]!
  const salt = c.random.integer(1 << 20)
  return (a, b) => {
    const x = leaves[a]!.body
    const y = leaves[b]!.body
    if (share === 1) return parents[x] !== y && parents[y] !== x
    return new Random(salt + 4099 * a + b).unit() < share
  }
}

const key = (a: number, b: number): string => `${a},${b}`

/** Pairs that a search visits, sorted. */
export function found(tree: CabTree, margin = 0): string[] {
  const pairs: string[] = []
  tree.search({
    margin,
    visit(a, b) {
      expect(a).toBeLessThan(b)
      pairs.push(key(a, b))
      return false
    },
  })
  return pairs.sort()
}

/** The same by testing every two leaves' boxes. */
export function allPairs(
  tree: CabTree,
  input: CabInput,
  isChecked: (a: number, b: number) => boolean,
  margin = 0,
): string[] {
  const pairs: string[] = []
  const { leaves } = input
  for (let a = 0; a < leaves.length; a++) {
    for (let b = a + 1; b < leaves.length; b++) {
      if (leaves[a]!.body === leaves[b]!.body || !isChecked(a, b)) continue
      if (!tree.leavesApart(a, b, margin)) pairs.push(key(a, b))
    }
  }
  return pairs.sort()
}

/** The bits of all boxes. */
export function bits(tree: CabTree): number[] {
  return Array.from({ length: tree.nodes }, (_, n) => {
    const { pose, half } = tree.boxOf(n)
    return [...pose, ...half]
  }).flat()
}

/** Points of a shape in its own frame and how far it reaches around them: x, y, z, r each. Not all of a round shape's. */
function pointsOf(shape: Shape): number[] {
  const bare = (points: ArrayLike<number>, r = 0): number[] =>
    Array.from({ length: points.length / 3 }, (_, i) => [
      points[3 * i]!,
      points[3 * i + 1]!,
      points[3 * i + 2]!,
      r,
    ]).flat()
  switch (shape.kind) {
    case 'convex':
      return bare(shape.points)
    case 'mesh':
      return bare([...shape.triangles].flatMap((v) => [...shape.positions.subarray(3 * v, 3 * v + 3)]))
    case 'sphere':
      return bare(shape.centre, shape.radius)
    case 'capsule':
      return bare([...shape.from, ...shape.to], shape.radius)
    case 'cylinder':
      return bare([shape.pose[3]!, shape.pose[7]!, shape.pose[11]!], Math.min(shape.radius, shape.length / 2))
    case 'box':
      return bare(exactly(shape.pose, [...shape.half]))
    case 'group':
      return shape.parts.flatMap(pointsOf)
  }
}

/** Half extents with their signs mixed are corners; where the pose is not the identity they are rounded, so only such are used. */
function exactly(pose: Float64Array, half: number[]): number[] {
  const turned = [0, 1, 2].some((k) => pose[5 * k] !== 1)
  if (turned) return [pose[3]!, pose[7]!, pose[11]!]
  const points: number[] = []
  for (let corner = 0; corner < 8; corner++) {
    for (let k = 0; k < 3; k++) points.push(pose[4 * k + 3]! + ((corner >> k) & 1 ? half[k]! : -half[k]!))
  }
  return points
}

/** In exact arithmetic: shapes' points in their leaves' boxes and in all boxes above these. */
export function expectContained(tree: CabTree, input: CabInput, poses: Float64Array, merge: BodyMergeRule): void {
  const parent = new Int32Array(tree.nodes).fill(-1)
  for (let n = 0; n < tree.nodes; n++) {
    const { left, right } = tree.boxOf(n)
    if (left >= 0) parent[left] = parent[right] = n
  }
  for (let n = 0; n < tree.nodes; n++) {
    const { leaf } = tree.boxOf(n)
    if (leaf < 0) continue
    const { shape, body, pose } = input.leaves[leaf]!
    const points = pointsOf(shape)
    for (let i = 0; i < points.length; i += 4) {
      let p = exactPoint(points, i)
      if (pose !== undefined) p = exactTransform(pose, p)
      p = exactTransform(poses.subarray(12 * body, 12 * body + 12), p)
      for (let m = n; m >= 0; m = parent[m]!) {
        if (!holds(tree.boxOf(m), p, points[i + 3]!, merge)) {
          throw new Error(`${merge}: node ${m} loses a point of leaf ${leaf}`)
        }
      }
    }
  }
}

/** A ball is inside if its centre is inside the box drawn in by its radius, which rounds by far less than boxes are padded. */
function holds(
  box: { readonly pose: Float64Array; readonly half: Float64Array },
  p: ReturnType<typeof exactPoint>,
  r: number,
  merge: BodyMergeRule,
): boolean {
  const half = box.half.map((h) => h - r)
  if (!merge.startsWith('aabb')) return inObb(Float64Array.of(...box.pose, ...half), p)
  const centre = [3, 7, 11].map((k) => box.pose[k]!)
  return inAabb(Float64Array.of(...centre.map((c, k) => c - half[k]!), ...centre.map((c, k) => c + half[k]!)), p)
}
