// Oracles that know cylinders, which are no polytopes: support functions and membership by their formulas, and the
// distance between explicit bounds that are brought together slowly. In doubles: good to 1e-15 of the shapes' reach.
import { nearestOfHulls } from '../../../src/geometry/convex/gjk-exact.js'
import { convex, type PartShape, type Shape } from '../../../src/shapes/shape.js'
import { exactPointDistance } from './shapes.js'

export const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

export function transformed(x: ArrayLike<number>, p: ArrayLike<number>): number[] {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

/** Greatest n·p over the points p of a shape at the pose x, by the shape's formula. */
export function supportAlong(shape: Shape, x: ArrayLike<number>, n: ArrayLike<number>): number {
  const local = [0, 1, 2].map((k) => x[k]! * n[0]! + x[4 + k]! * n[1]! + x[8 + k]! * n[2]!)
  return x[3]! * n[0]! + x[7]! * n[1]! + x[11]! * n[2]! + localSupport(shape, local)
}

function localSupport(shape: Shape, n: readonly number[]): number {
  const columns = (pose: Float64Array) => [0, 1, 2, 3].map((k) => dot([pose[k]!, pose[4 + k]!, pose[8 + k]!], n))
  switch (shape.kind) {
    case 'sphere':
      return dot(n, shape.centre) + shape.radius * Math.hypot(...n)
    case 'capsule':
      return Math.max(dot(n, shape.from), dot(n, shape.to)) + shape.radius * Math.hypot(...n)
    case 'box': {
      const [u, v, w, t] = columns(shape.pose) as [number, number, number, number]
      return t + Math.abs(u) * shape.half[0]! + Math.abs(v) * shape.half[1]! + Math.abs(w) * shape.half[2]!
    }
    case 'cylinder': {
      const [u, v, w, t] = columns(shape.pose) as [number, number, number, number]
      return t + Math.hypot(u, v) * shape.radius + (Math.abs(w) * shape.length) / 2
    }
    case 'convex': {
      let most = -Infinity
      for (let k = 0; k < shape.points.length; k += 3) most = Math.max(most, dot(n, shape.points.subarray(k, k + 3)))
      return most
    }
    case 'mesh':
      throw new Error('a mesh is not convex')
    case 'group':
      throw new Error('a group is not convex')
  }
}

/** How far B at the pose x must be moved along n, from A to B, until a plane across n parts them; negative if one does. */
export function overlapAlong(a: Shape, b: Shape, x: ArrayLike<number>, n: ArrayLike<number>): number {
  return supportAlong(a, identity, n) + supportAlong(b, x, [-n[0]!, -n[1]!, -n[2]!])
}

/** How far a point is outside a solid, both in one frame. */
export function outside(shape: Shape, p: ArrayLike<number>): number {
  if (shape.kind === 'group') return Math.min(...shape.parts.map((part) => outside(part, p)))
  if (shape.kind !== 'cylinder') return exactPointDistance(shape, p)
  const { pose, radius, length } = shape
  const r = [p[0]! - pose[3]!, p[1]! - pose[7]!, p[2]! - pose[11]!]
  const [u, v, w] = [0, 1, 2].map((k) => dot([pose[k]!, pose[4 + k]!, pose[8 + k]!], r)) as [number, number, number]
  return Math.hypot(Math.max(Math.hypot(u, v) - radius, 0), Math.max(Math.abs(w) - length / 2, 0))
}

/** Points of a convex shape whose hull it is, but for discs: those get as many corners as there are angles. */
function cornersOf(shape: PartShape, x: ArrayLike<number>, angles: readonly number[]): number[] {
  switch (shape.kind) {
    case 'sphere':
      return transformed(x, shape.centre)
    case 'capsule':
      return [...transformed(x, shape.from), ...transformed(x, shape.to)]
    case 'box': {
      const corners: number[] = []
      for (let k = 0; k < 8; k++) {
        const local = [0, 1, 2].map((axis) => (k & (1 << axis) ? 1 : -1) * shape.half[axis]!)
        corners.push(...transformed(x, transformed(shape.pose, local)))
      }
      return corners
    }
    case 'cylinder':
      return angles.flatMap((angle) =>
        [-1, 1].flatMap((end) => {
          const local = [shape.radius * Math.cos(angle), shape.radius * Math.sin(angle), (end * shape.length) / 2]
          return transformed(x, transformed(shape.pose, local))
        }),
      )
    case 'convex': {
      const corners: number[] = []
      for (let k = 0; k < shape.points.length; k += 3) corners.push(...transformed(x, shape.points.subarray(k, k + 3)))
      return corners
    }
    case 'mesh':
      throw new Error('a mesh is not convex')
  }
}

/** The angle at which the rim of a cylinder at the pose x is farthest along n. */
function angleAlong(shape: PartShape, x: ArrayLike<number>, n: readonly number[]): number {
  if (shape.kind !== 'cylinder') return 0
  const local = [0, 1, 2].map((k) => x[k]! * n[0]! + x[4 + k]! * n[1]! + x[8 + k]! * n[2]!)
  const { pose } = shape
  return Math.atan2(dot([pose[1]!, pose[5]!, pose[9]!], local), dot([pose[0]!, pose[4]!, pose[8]!], local))
}

/**
 * Bounds of the distance of two convex shapes: the upper one is the exact distance of inscribed polytopes, the lower one
 * the gap along an explicit direction. The direction is across the nearest faces of the polytopes, which get a corner
 * there, until the bounds are within 1e-14 of the scale of each other or cannot be brought closer.
 */
export function distanceBounds(
  a: PartShape,
  b: PartShape,
  x: ArrayLike<number>,
  scale: number,
): { lower: number; upper: number } {
  const radii =
    ('radius' in a && a.kind !== 'cylinder' ? a.radius : 0) + ('radius' in b && b.kind !== 'cylinder' ? b.radius : 0)
  const start = [0, 1, 2, 3, 4, 5].map((k) => (k * Math.PI) / 3)
  const anglesA = [...start]
  const anglesB = [...start]
  let lower = 0
  let upper = Infinity
  const witness = new Float64Array(6)
  for (let step = 0; step < 60; step++) {
    const p = Float64Array.from(cornersOf(a, identity, anglesA))
    const q = Float64Array.from(cornersOf(b, x, anglesB))
    const v = nearestOfHulls(witness, p, p.length / 3, q, q.length / 3)
    const length = Math.hypot(v[0]!, v[1]!, v[2]!)
    upper = Math.min(upper, Math.max(length - radii, 0))
    if (!(length > 0)) break
    const n = v.map((c) => -c / length)
    lower = Math.max(lower, -overlapAlong(a, b, x, n))
    if (upper - lower <= 1e-14 * scale) break
    anglesA.push(angleAlong(a, identity, n))
    anglesB.push(
      angleAlong(
        b,
        x,
        n.map((c) => -c),
      ),
    )
  }
  return { lower, upper }
}

/** The same for any two shapes: the nearest pair of parts, triangles being convex hulls of three points. */
export function partsDistanceBounds(
  a: Shape,
  b: Shape,
  x: ArrayLike<number>,
  scale: number,
): { lower: number; upper: number } {
  const best = { lower: Infinity, upper: Infinity }
  for (const partA of convexParts(a)) {
    for (const partB of convexParts(b)) {
      const { lower, upper } = distanceBounds(partA, partB, x, scale)
      best.lower = Math.min(best.lower, lower)
      best.upper = Math.min(best.upper, upper)
    }
  }
  return best
}

function convexParts(shape: Shape): PartShape[] {
  if (shape.kind === 'group') return shape.parts.flatMap(convexParts)
  if (shape.kind !== 'mesh') return [shape]
  const { positions, triangles } = shape
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const corners = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]!)
    return convex({ points: corners.flatMap((v) => [...positions.subarray(v, v + 3)]) })
  })
}
