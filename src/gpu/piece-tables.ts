// Convex pieces in the tables of the kernels, with their margins. In the notation of ball-tables.ts:
// [gpu-hull] A direction v separates two pieces by more than the margin if h = v·(a − b) > |v|·(r_A + r_B), a and b being their computed
//   supports. A height of a corner c along v, computed in the frame of its body, is off by |v| times 7 u·|c| for the direction turned into
//   that frame (4 u·√3: an entry, a product and two sums) and 3.5 u·|c| for c, a product and two sums; the support may be another corner by
//   twice that. h is computed from placed corners, off by π each, and their difference and its product with v by 4 u of their lengths.
//   21 + 11 + 4 u·|c| and 8 u·reach: below 48 u·(|c| + reach), with what the pose is off by once, and counted twice. Any v will do: how
//   it was found does not matter for the proof. The ball around a piece has the same margin, though its centre, the middle of the extent,
//   may be √3 times as far away as any corner: [gpu-solid] asks for √3·δ and 20·√3 u, less than 2 δ and 48 u.
// [gpu-inside] A point p, three singles, is inside a piece's planes by more than the margin if every computed height n·q, q = Rᵀ(p − t), is
//   below the plane's, lowered by as much, and |q| is not above the largest |c|: q is off by u·|t| + 8 u·|q| and a height by 5 u·|q| more,
//   and by what the pose is off by, once. Where |q| were larger that would not do. Inside a ball or a capsule p is nearer to the core than
//   the radius, less as much and 17 u, which a root needs 6 u of. A corner of the other piece is placed, and so off by what its body's pose
//   and rounding make of it, which is less than its own margin: it must be below the planes by that too.
import { POSE, transformPoint } from '../base/math/pose.js'
import type { ConvexPiece } from './convex-pieces.js'
import { EPSILON_SINGLE } from './limits.js'
import type { TableWriter } from './table-writer.js'

/**
 * What a height along a unit vector may be off by, for points that far from the frame's origin: where hulls are separated, and where
 * points are inside. The two differ only where errors are on purpose.
 */
export type PointPad = (far: number) => { readonly hull: number; readonly inside: number }

/** How many u of |c| + reach `PointPad` must count. */
export const HULL_ROUNDING = 48

/** Writes pieces, seen from the frame that `pose` is in; where they begin. */
export function writePieces(
  ints: TableWriter,
  floats: TableWriter,
  pieces: readonly ConvexPiece[],
  pose: Float64Array,
  pad: PointPad,
): number {
  const place = (points: Float64Array): Float64Array => {
    const placed = new Float64Array(points.length)
    for (let i = 0; i < points.length; i += 3) transformPoint(placed, i, pose, 0, points, i)
    return placed
  }
  const all = pieces.map(({ points }) => place(points))
  // Planes may bound more than a piece, but nothing outside all of them.
  const far = Math.max(0, ...all.map((placed, k) => farthest(placed) + pieces[k]!.radius))
  const own = pieces.length === 0 ? { hull: 0, inside: 0 } : pad(far)
  const records = pieces.map(({ radius, fine, planes, isSurface }, k) => {
    const placed = all[k]!
    const ball = ballAround(placed)
    const left = radius - own.inside
    const ballAt = floats.add([...ball.slice(0, 3), (ball[3]! + radius + own.hull) * LARGER]) / 4
    // What is left of the radius inside: of balls and capsules, which have no planes.
    floats.add([(radius + own.hull) * LARGER, left > 0 ? left * SMALLER : 0, far * LARGER, own.inside * LARGER])
    const pointsAt = addPoints(floats, placed)
    const fineAt = addPoints(floats, place(fine))
    const planesAt = floats.length / 4
    const lowered = loweredPlanes(planes, pose, own.inside)
    floats.add(lowered)
    const corners = [placed.length / 3, fine.length / 3]
    return [pointsAt, corners[0]!, planesAt, lowered.length / 4, ballAt, isSurface ? 1 : 0, fineAt, corners[1]!]
  })
  const at = ints.length
  for (const record of records) ints.add(record)
  return at
}

function addPoints(floats: TableWriter, points: Float64Array): number {
  const at = floats.length / 4
  for (let i = 0; i < points.length; i += 3) floats.add([points[i]!, points[i + 1]!, points[i + 2]!, 0])
  return at
}

/** 17 u more or less of a radius: [gpu-square]. */
export const LARGER = 1 + 17 * EPSILON_SINGLE
export const SMALLER = 1 - 17 * EPSILON_SINGLE

function loweredPlanes(planes: Float64Array, pose: Float64Array, by: number): Float64Array {
  const out = new Float64Array(planes.length)
  for (let i = 0; i < planes.length; i += 4) {
    let height = planes[i + 3]! - by
    for (let row = 0; row < 3; row++) {
      const n = pose[4 * row]! * planes[i]! + pose[4 * row + 1]! * planes[i + 1]! + pose[4 * row + 2]! * planes[i + 2]!
      out[i + row] = n
      height += n * pose[4 * row + 3]!
    }
    out[i + 3] = height
  }
  return out
}

function farthest(points: Float64Array): number {
  let most = 0
  for (let i = 0; i < points.length; i += 3)
    most = Math.max(most, Math.hypot(points[i]!, points[i + 1]!, points[i + 2]!))
  return most
}

/** About the middle of the extent. */
function ballAround(points: Float64Array): number[] {
  const out = [0, 0, 0, 0]
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]!)
      high = Math.max(high, points[i]!)
    }
    out[k] = low / 2 + high / 2
  }
  for (let i = 0; i < points.length; i += 3) {
    out[3] = Math.max(out[3]!, Math.hypot(points[i]! - out[0]!, points[i + 1]! - out[1]!, points[i + 2]! - out[2]!))
  }
  return out
}

/** A pose that changes nothing but the origin. */
export function seenFrom(origin: Float64Array, pose: Float64Array): Float64Array {
  const out = pose.slice(0, POSE)
  for (let k = 0; k < 3; k++) out[4 * k + 3]! -= origin[k]!
  return out
}
