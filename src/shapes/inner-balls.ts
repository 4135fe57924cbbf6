// Balls that lie wholly inside a shape's solid. Where one of A and one of B overlap, A and B do: a collision proved in
// nanoseconds, without testing a triangle. Where none overlap, nothing follows.
//
// Conservative: every point of a ball is in the solid or on its surface, in exact arithmetic on the numbers of the ball and of
// the shape; the tests say yes only where it holds in exact arithmetic, for the pose as it is given.
//
// The solid of a mesh is what pointInMesh calls inside. Where balls of A and B have a point q in common, touchShapes (with
// touchMargin) or insideShapes says so too. For suppose the surfaces are apart. If the piece of B's solid around q is inside A,
// then so are the shells that bound it. If it is not, one can go from q within that piece to a point of A's surface, and the
// shell of A that this is on is inside B, all of it. insideShapes asks that of every shell.
import { TINY_LENGTH } from '../base/math/rounding.js'
import { BALL } from '../geometry/balls/ball-pair.js'
import { convexHull } from '../geometry/convex/convex-hull.js'
import type { MeshTree } from '../meshes/tree/mesh-tree.js'
import { RIGID_ROUNDING, SUM_ROUNDING } from '../volumes/volume-rounding.js'
import { ballsInMesh, takeBalls } from './inner-balls-mesh.js'
import { type GroupShape, mesh, type PartShape, type Shape } from './shape.js'
import { shapeSphere } from './shape-bounds.js'
import { BOX_CORE, Core, CYLINDER_CORE, loadCore, POINT_CORE, SEGMENT_CORE } from './shape-core.js'

/** Most balls of a shape. */
const MOST_BALLS = 8

/** How many parts of a group are used, the largest ones. */
const MOST_PARTS = 16

interface Kept {
  readonly balls: Float64Array
  /** The meshes among the parts, and how often these had been refitted in all. */
  readonly trees: readonly MeshTree[]
  readonly version: number
}

const kept = new WeakMap<Shape, Kept>()

/**
 * Up to eight balls inside the shape, x, y, z, r each, in its frame, large ones first. None for meshes without a closed shell or
 * of more than 50,000 triangles, and for flat hulls. Found once a shape (and refit), in a few milliseconds for a mesh of a
 * thousand triangles, and kept: not to be written into.
 */
export function innerBalls(shape: Shape): Float64Array {
  const known = kept.get(shape)
  if (known !== undefined && known.version === versionOf(known.trees)) return known.balls
  const balls = shape.kind === 'group' ? ballsInGroup(shape) : ballsInPart(shape)
  const parts = shape.kind === 'group' ? shape.parts : [shape]
  const trees = parts.flatMap((part) => (part.kind === 'mesh' ? [part.tree] : []))
  kept.set(shape, { balls, trees, version: versionOf(trees) })
  return balls
}

/** Versions only grow, so their sum is the same only if they all are. */
function versionOf(trees: readonly MeshTree[]): number {
  let sum = 0
  for (let k = 0; k < trees.length; k++) sum += trees[k]!.version
  return sum
}

function ballsInGroup({ parts }: GroupShape): Float64Array {
  const ball = new Float64Array(BALL)
  const sizes = parts.map((part) => {
    shapeSphere(ball, 0, part)
    return ball[3]!
  })
  const order = parts.map((_, k) => k).sort((k, l) => sizes[l]! - sizes[k]! || k - l)
  const all = order.slice(0, MOST_PARTS).flatMap((k) => [...innerBalls(parts[k]!)])
  return takeBalls(Float64Array.from(all), MOST_BALLS)
}

const core = new Core()

function ballsInPart(shape: PartShape): Float64Array {
  if (shape.kind === 'mesh') return ballsInMesh(shape, MOST_BALLS)
  loadCore(core, shape)
  const { points: p, radius, pose, half } = core
  switch (core.kind) {
    case POINT_CORE:
      return Float64Array.of(p[0]!, p[1]!, p[2]!, radius)
    case SEGMENT_CORE: {
      const length = Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!)
      // Along the segment between its ends, like a pose's z axis: 3 u of the ends' coordinates for a point of it.
      const along = [0, 1, 2].flatMap((k) => [0, 0, p[3 + k]! / 2 - p[k]! / 2, p[k]! / 2 + p[3 + k]! / 2])
      return placeBalls(
        along,
        row(length, radius).map((f) => [0, 0, f]),
        radius,
        p.subarray(0, 6).reduce((sum, c) => sum + Math.abs(c), 0),
      )
    }
    case BOX_CORE:
      return placeBalls(pose, boxCentres(half), Math.min(...half), extent(half))
    case CYLINDER_CORE: {
      const [around, , up] = half as unknown as [number, number, number]
      const centres =
        up >= around
          ? row(2 * up - 2 * around, around).map((f) => [0, 0, f * (up - around)])
          : RING.map(([a, b]) => [a! * (around - up), b! * (around - up), 0])
      return placeBalls(pose, centres, Math.min(around, up), 2 * around + up)
    }
    default:
      return ballsInHull(p)
  }
}

/** The middle and a hexagon around it. */
const RING = [[0, 0], ...[-1, 1].flatMap((s) => [[s, 0], ...[-1, 1].map((t) => [s / 2, (t * Math.sqrt(3)) / 2])])]

/** Places from −1 to 1 along a row of balls whose centres span `length`: no more than a radius apart, if eight are enough. */
function row(length: number, radius: number): number[] {
  const n = Math.min(MOST_BALLS, 1 + Math.ceil(length / radius))
  return n === 1 ? [0] : Array.from({ length: n }, (_, k) => (2 * k) / (n - 1) - 1)
}

/** Balls as large as the least half extent, in a layer along the other two. */
function boxCentres(half: Float64Array): number[][] {
  const room = Math.min(...half)
  const spans = Array.from(half, (h) => h - room)
  const sides = [1, 1, 1]
  for (;;) {
    const count = sides[0]! * sides[1]! * sides[2]!
    let widest = -1
    for (let k = 0; k < 3; k++) {
      if ((count / sides[k]!) * (sides[k]! + 1) > MOST_BALLS || 4 * spans[k]! <= room * sides[k]!) continue
      if (widest < 0 || spans[k]! / sides[k]! > spans[widest]! / sides[widest]!) widest = k
    }
    if (widest < 0) break
    sides[widest]!++
  }
  const places = sides.map((n, k) =>
    Array.from({ length: n }, (_, i) => (n === 1 ? 0 : (2 * i) / (n - 1) - 1) * spans[k]!),
  )
  return places[0]!.flatMap((a) => places[1]!.flatMap((b) => places[2]!.map((c) => [a, b, c])))
}

function extent(half: ArrayLike<number>): number {
  return half[0]! + half[1]! + half[2]!
}

/**
 * Balls at `centres` in the frame of a pose. Around each, `room` is free on all sides except for 4 u of `size`, the sum of the
 * shape's extents. Placed, a centre is off by 4·√3 u of the pose's |t| and `size`; and a ball of radius r, seen from the pose's
 * frame, is within r·(1 + 2·RIGID_ROUNDING) of its centre. A capsule's pose is not a rotation; but its balls only need to be
 * centred on the segment, and are up to 4 u of the ends' coordinates.
 */
function placeBalls(
  pose: ArrayLike<number>,
  centres: readonly (readonly number[])[],
  room: number,
  size: number,
): Float64Array {
  const reach = size + Math.abs(pose[3]!) + Math.abs(pose[7]!) + Math.abs(pose[11]!)
  const r = room * (1 - 4 * RIGID_ROUNDING) - 4 * SUM_ROUNDING * reach - TINY_LENGTH
  if (!(r > 0)) return new Float64Array(0)
  return Float64Array.from(
    centres.flatMap(([a, b, c]) => [
      ...[0, 4, 8].map((k) => pose[k]! * a! + pose[k + 1]! * b! + pose[k + 2]! * c! + pose[k + 3]!),
      r,
    ]),
  )
}

/** Those in the mesh of its faces, which is closed and has the same points inside, in exact arithmetic. */
function ballsInHull(points: Float64Array): Float64Array {
  const hull = convexHull(points, points.length / 3)
  if (hull === undefined) return new Float64Array(0)
  return ballsInMesh(mesh({ positions: points, triangles: hull.triangles }), MOST_BALLS)
}

/**
 * What is left of two radii, relative: a ball at a pose that is rigid to RIGID_ROUNDING still holds one of 1 − 2·RIGID_ROUNDING
 * times its radius.
 * Another RIGID_ROUNDING, which is 64 u, is for sums of radii, their squares and the square of the distance (18 u in all).
 */
const RADIUS_LEFT = 1 - 3 * RIGID_ROUNDING

/**
 * Have a ball of A and one of B a point in common? Yes is a proof; no proves nothing. x[i..i+11] is X_AB, rigid to
 * RIGID_ROUNDING.
 *
 * A coordinate of a moved centre is off by 4 u of the sizes of its terms, the centre by 4·√3 u of |c| + |t|: twice
 * SUM_ROUNDING is twice as much and more. Squares of what is above TINY_LENGTH lose nothing to underflow. What overflows, or is
 * NaN, compares as no.
 */
export function ballsOverlap(ballsA: Float64Array, ballsB: Float64Array, x: Float64Array, i: number): boolean {
  const countA = ballsA.length
  const countB = ballsB.length
  const tx = x[i + 3]!
  const ty = x[i + 7]!
  const tz = x[i + 11]!
  const far = Math.abs(tx) + Math.abs(ty) + Math.abs(tz)
  for (let j = 0; j < countB; j += BALL) {
    const a = ballsB[j]!
    const b = ballsB[j + 1]!
    const c = ballsB[j + 2]!
    const px = x[i]! * a + x[i + 1]! * b + x[i + 2]! * c + tx
    const py = x[i + 4]! * a + x[i + 5]! * b + x[i + 6]! * c + ty
    const pz = x[i + 8]! * a + x[i + 9]! * b + x[i + 10]! * c + tz
    const slack = 2 * SUM_ROUNDING * (far + Math.abs(a) + Math.abs(b) + Math.abs(c)) + TINY_LENGTH
    const r = ballsB[j + 3]!
    for (let k = 0; k < countA; k += BALL) {
      const dx = px - ballsA[k]!
      const dy = py - ballsA[k + 1]!
      const dz = pz - ballsA[k + 2]!
      const reach = (r + ballsA[k + 3]!) * RADIUS_LEFT - slack
      if (dx * dx + dy * dy + dz * dz < reach * reach && reach > TINY_LENGTH) return true
    }
  }
  return false
}

/**
 * What a ball's place in a box's frame may be off by, in units of |d|, its distance from the box's centre: the inverse of a
 * product of two rotations, taken as the transpose, by 6·RIGID_ROUNDING, and that product and the one with d by 16 u.
 */
const INVERSE_ROUNDING = 8 * RIGID_ROUNDING

/**
 * Relative: lengths in a box's frame, at two poses that are rigid to RIGID_ROUNDING, are off by 3·RIGID_ROUNDING; and squares by
 * 16 u.
 */
const RADIUS_LEFT_IN_BOX = 1 - 5 * RIGID_ROUNDING

/**
 * Has a ball of A a point in common with the box of half extents `half` at `pose` in B's frame? Yes is a proof; no proves
 * nothing. x[i..i+11] is X_AB; both poses are rigid to RIGID_ROUNDING. The point is that of the box which is nearest by its
 * computed coordinates: it is in the box, exactly, so only its distance is in doubt. The box's centre is moved like a ball's.
 */
export function ballsInBox(
  balls: Float64Array,
  half: Float64Array,
  pose: Float64Array,
  x: Float64Array,
  i: number,
): boolean {
  const count = balls.length
  const hx = half[0]!
  const hy = half[1]!
  const hz = half[2]!
  const px = pose[3]!
  const py = pose[7]!
  const pz = pose[11]!
  const x00 = x[i]!
  const x01 = x[i + 1]!
  const x02 = x[i + 2]!
  const tx = x[i + 3]!
  const x10 = x[i + 4]!
  const x11 = x[i + 5]!
  const x12 = x[i + 6]!
  const ty = x[i + 7]!
  const x20 = x[i + 8]!
  const x21 = x[i + 9]!
  const x22 = x[i + 10]!
  const tz = x[i + 11]!
  const sx = x00 * px + x01 * py + x02 * pz + tx
  const sy = x10 * px + x11 * py + x12 * pz + ty
  const sz = x20 * px + x21 * py + x22 * pz + tz
  // The box's axes in A's frame.
  const ux = x00 * pose[0]! + x01 * pose[4]! + x02 * pose[8]!
  const uy = x10 * pose[0]! + x11 * pose[4]! + x12 * pose[8]!
  const uz = x20 * pose[0]! + x21 * pose[4]! + x22 * pose[8]!
  const vx = x00 * pose[1]! + x01 * pose[5]! + x02 * pose[9]!
  const vy = x10 * pose[1]! + x11 * pose[5]! + x12 * pose[9]!
  const vz = x20 * pose[1]! + x21 * pose[5]! + x22 * pose[9]!
  const wx = x00 * pose[2]! + x01 * pose[6]! + x02 * pose[10]!
  const wy = x10 * pose[2]! + x11 * pose[6]! + x12 * pose[10]!
  const wz = x20 * pose[2]! + x21 * pose[6]! + x22 * pose[10]!
  const far = Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(tx) + Math.abs(ty) + Math.abs(tz)
  const slack = 2 * SUM_ROUNDING * far + TINY_LENGTH
  for (let k = 0; k < count; k += BALL) {
    const a = balls[k]! - sx
    const b = balls[k + 1]! - sy
    const c = balls[k + 2]! - sz
    // Math.max passes NaN on, which then compares as no.
    const e = Math.max(0, Math.abs(ux * a + uy * b + uz * c) - hx)
    const f = Math.max(0, Math.abs(vx * a + vy * b + vz * c) - hy)
    const g = Math.max(0, Math.abs(wx * a + wy * b + wz * c) - hz)
    const off = INVERSE_ROUNDING * (Math.abs(a) + Math.abs(b) + Math.abs(c)) + slack
    const reach = balls[k + 3]! * RADIUS_LEFT_IN_BOX - off
    if (e * e + f * f + g * g < reach * reach && reach > TINY_LENGTH) return true
  }
  return false
}
