// The shape of an obstacle that the user has made larger or smaller, and the pose of one that was turned and moved.
import type { MeshTree } from '../../src/entries/meshes.js'
import {
  box,
  capsule,
  convex,
  cylinder,
  group,
  mesh,
  type PoseInput,
  type Shape,
  sphere,
} from '../../src/entries/robots.js'
import { product, rotationBy, type Turn } from '../../view/poses.js'
import type { Primitive } from './edits.js'

/** Centred on its origin, as a scene file has it. */
export function primitive(kind: Primitive, size: readonly number[]): Shape {
  const [first, length = 0] = size as [number, number?]
  switch (kind) {
    case 'box':
      return box({ size })
    case 'ball':
      return sphere({ radius: first })
    case 'cylinder':
      return cylinder({ radius: first, length })
    case 'capsule':
      return capsule({ radius: first, from: [0, 0, -length / 2], to: [0, 0, length / 2] })
  }
}

const known = new WeakMap<Shape | MeshTree, { readonly factor: number; readonly shape: Shape }>()

/** The same shape `factor` times as large, seen from its origin. */
export function scaledShape<T extends Shape | MeshTree>(shape: T, factor: number): T | Shape {
  if (factor === 1) return shape
  const last = known.get(shape)
  if (last?.factor === factor) return last.shape
  const made = 'kind' in shape ? scaled(shape, factor) : scaledMesh(shape, shape, factor)
  known.set(shape, { factor, shape: made })
  return made
}

function scaled(shape: Shape, factor: number): Shape {
  const times = (values: Float64Array): Float64Array => values.map((x) => factor * x)
  const at = (pose: Float64Array): number[] => [3, 7, 11].map((k) => factor * pose[k]!)
  const rotation = (pose: Float64Array): Float64Array => pose.filter((_, k) => k % 4 !== 3)
  switch (shape.kind) {
    case 'box':
      return box({ size: times(shape.half.map((h) => 2 * h)), at: at(shape.pose), rotation: rotation(shape.pose) })
    case 'sphere':
      return sphere({ radius: factor * shape.radius, at: times(shape.centre) })
    case 'cylinder': {
      const { radius, length, pose } = shape
      return cylinder({ radius: factor * radius, length: factor * length, at: at(pose), rotation: rotation(pose) })
    }
    case 'capsule':
      return capsule({ radius: factor * shape.radius, from: times(shape.from), to: times(shape.to) })
    case 'convex':
      return convex({ points: times(shape.points) })
    case 'mesh':
      return scaledMesh(shape, shape.tree, factor)
    case 'group':
      return group(shape.parts.map((part) => scaled(part, factor)))
  }
}

function scaledMesh(
  { positions, triangles }: Pick<MeshTree, 'positions' | 'triangles'>,
  { added, open, closeWithin }: Pick<MeshTree, 'added' | 'open' | 'closeWithin'>,
  factor: number,
): Shape {
  return mesh({
    positions: Float64Array.from(positions, (x) => factor * x),
    // What closed it is added again.
    triangles: triangles.slice(0, triangles.length - 3 * added),
    ...{ open, closeWithin },
  })
}

/** By roll, pitch and yaw in degrees. Nine numbers, row-major. */
export function turnOf(degrees: readonly number[]): number[] {
  return rotationBy(degrees.map(sineAndCosine))
}

/** Exact where it is a number of right angles: a box that is turned by 90° lies flat. */
function sineAndCosine(degrees: number): Turn {
  const quarter = degrees / 90
  if (Number.isInteger(quarter)) return RIGHT_ANGLES[((quarter % 4) + 4) % 4]!
  return [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
}

const RIGHT_ANGLES: readonly Turn[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
]

/** Turned about its own origin, then moved. */
export function changedPose(
  pose: PoseInput | undefined,
  by: readonly number[] | undefined,
  degrees: readonly number[] | undefined,
): PoseInput | undefined {
  const moved = by === undefined ? pose : shifted(pose, by)
  if (degrees === undefined || degrees.every((angle) => angle === 0)) return moved
  const full = fullPose(moved)
  const r = turnOf(degrees)
  const turned = product([r[0]!, r[1]!, r[2]!, 0, r[3]!, r[4]!, r[5]!, 0, r[6]!, r[7]!, r[8]!, 0], full)
  for (const k of [3, 7, 11]) turned[k] = full[k]!
  return turned
}

function shifted(pose: PoseInput | undefined, by: readonly number[]): PoseInput {
  if (pose === undefined) return { at: by }
  if (!('length' in pose)) return { ...pose, at: by.map((d, k) => d + (pose.at?.[k] ?? 0)) }
  return Float64Array.from(pose, (x, i) => (i % 4 === 3 ? x + by[i >> 2]! : x))
}

/** Twelve numbers. */
export function fullPose(pose: PoseInput = {}): ArrayLike<number> {
  if ('length' in pose) return pose
  const { at = [0, 0, 0], rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1] } = pose
  const r = rotation.length === 9 ? rotation : ofQuaternion(rotation)
  return Array.from({ length: 12 }, (_, k) => (k % 4 === 3 ? at[k >> 2]! : r[3 * (k >> 2) + (k % 4)]!))
}

function ofQuaternion(q: ArrayLike<number>): number[] {
  const [x, y, z, w] = Array.from(q) as [number, number, number, number]
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}
