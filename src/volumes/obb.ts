// Oriented bounding boxes. A box is its pose (centre and axes), twelve numbers, and three half extents: the points
// t + R·u with |u_k| ≤ half_k, in exact arithmetic on those numbers. R is orthonormal to rounding (RIGID_ROUNDING).
//
// `obbsFartherThan` takes the pose between two boxes from the caller (a chain, a traversal); the verbs below it take
// whole boxes, fifteen numbers each, whose poses are in one frame.
import { composeInversePose, composePose } from '../base/math/pose.js'
import { AXIS_STEPS, copyAxes, identityAxes, spreadAxes, stepAxes, volumeOf } from './point-axes.js'
import { normLower, RIGID_ROUNDING, SUM_ROUNDING } from './volume-rounding.js'

/** Numbers in a box: its pose and half extents. */
export const OBB = 15

/**
 * True only if no point of box A is within `margin` of box B: a separating axis of the fifteen candidates (three
 * face normals each, nine edge pairs; OBBTree, 1996) keeps them more than `margin` apart.
 *
 * Conservative in both ways that matter. The edge axes are not normalised (their length is at most 1, so asking for
 * more than `margin` along them asks for too much, never too little); and with rounding, the caller's margin must
 * cover the error of the products below, at most 16·u·(|t| + |a| + |b|), five products a side of numbers no larger than those. An
 * axis of nearly parallel edges has length near zero and then separates nothing, as it should.
 */
export function obbsFartherThan(
  halfA: Float64Array,
  a: number,
  halfB: Float64Array,
  b: number,
  x: Float64Array,
  i: number,
  margin: number,
): boolean {
  const a0 = halfA[a]!
  const a1 = halfA[a + 1]!
  const a2 = halfA[a + 2]!
  const b0 = halfB[b]!
  const b1 = halfB[b + 1]!
  const b2 = halfB[b + 2]!
  const t0 = x[i + 3]!
  const t1 = x[i + 7]!
  const t2 = x[i + 11]!
  const r00 = x[i]!
  const r01 = x[i + 1]!
  const r02 = x[i + 2]!
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q02 = Math.abs(r02)
  if (Math.abs(t0) > a0 + margin + b0 * q00 + b1 * q01 + b2 * q02) return true
  const r10 = x[i + 4]!
  const r11 = x[i + 5]!
  const r12 = x[i + 6]!
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  const q12 = Math.abs(r12)
  if (Math.abs(t1) > a1 + margin + b0 * q10 + b1 * q11 + b2 * q12) return true
  const r20 = x[i + 8]!
  const r21 = x[i + 9]!
  const r22 = x[i + 10]!
  const q20 = Math.abs(r20)
  const q21 = Math.abs(r21)
  const q22 = Math.abs(r22)
  if (Math.abs(t2) > a2 + margin + b0 * q20 + b1 * q21 + b2 * q22) return true
  if (Math.abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + margin + a0 * q00 + a1 * q10 + a2 * q20) return true
  if (Math.abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + margin + a0 * q01 + a1 * q11 + a2 * q21) return true
  if (Math.abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + margin + a0 * q02 + a1 * q12 + a2 * q22) return true
  if (Math.abs(t2 * r10 - t1 * r20) > margin + a1 * q20 + a2 * q10 + b1 * q02 + b2 * q01) return true
  if (Math.abs(t2 * r11 - t1 * r21) > margin + a1 * q21 + a2 * q11 + b0 * q02 + b2 * q00) return true
  if (Math.abs(t2 * r12 - t1 * r22) > margin + a1 * q22 + a2 * q12 + b0 * q01 + b1 * q00) return true
  if (Math.abs(t0 * r20 - t2 * r00) > margin + a0 * q20 + a2 * q00 + b1 * q12 + b2 * q11) return true
  if (Math.abs(t0 * r21 - t2 * r01) > margin + a0 * q21 + a2 * q01 + b0 * q12 + b2 * q10) return true
  if (Math.abs(t0 * r22 - t2 * r02) > margin + a0 * q22 + a2 * q02 + b0 * q11 + b1 * q10) return true
  if (Math.abs(t1 * r00 - t0 * r10) > margin + a0 * q10 + a1 * q00 + b1 * q22 + b2 * q21) return true
  if (Math.abs(t1 * r01 - t0 * r11) > margin + a0 * q11 + a1 * q01 + b0 * q22 + b2 * q20) return true
  if (Math.abs(t1 * r02 - t0 * r12) > margin + a0 * q12 + a1 * q02 + b0 * q21 + b1 * q20) return true
  return false
}

/**
 * What covers the rounding of the verbs below, in units of what is added up (extents, and coordinates where a pose is
 * involved). A projection on an axis costs 5 u; an inverse taken as the transpose, 3·RIGID_ROUNDING; there are at most two of
 * these in each verb.
 */
const OBB_ROUNDING = 8 * RIGID_ROUNDING

const axes = new Float64Array(9)
const box = new Float64Array(6)
const bestAxes = new Float64Array(9)
const bestBox = new Float64Array(6)
const between = new Float64Array(12)
const corners = new Float64Array(48)

/**
 * A box around `count` points (one or more), flat xyz: the smallest of five, along the axes in which they spread most and
 * least (covariance), along these turned about the axis of least spread (a square patch's covariance does not say how it
 * lies), and along the frame's own.
 */
export function fitObb(out: Float64Array, o: number, points: ArrayLike<number>, count: number): void {
  identityAxes(bestAxes)
  pointExtents(bestBox, bestAxes, points, count)
  spreadAxes(axes, points, count)
  pointExtents(box, axes, points, count)
  keepSmaller()
  for (let turn = 1; turn < AXIS_STEPS; turn++) {
    stepAxes(axes)
    pointExtents(box, axes, points, count)
    keepSmaller()
  }
  writeBox(out, o, points[0]!, points[1]!, points[2]!)
}

/** The box kept so far, or the one just measured. */
function keepSmaller(): void {
  if (!(volumeOf(box) < volumeOf(bestBox))) return
  bestAxes.set(axes)
  bestBox.set(box)
}

/** Least and greatest projections, on the columns of `columns`, of the points less the first: far-off sets lose no digits. */
function pointExtents(extents: Float64Array, columns: Float64Array, points: ArrayLike<number>, count: number): void {
  const x0 = points[0]!
  const y0 = points[1]!
  const z0 = points[2]!
  for (let k = 0; k < 3; k++) {
    const ax = columns[k]!
    const ay = columns[3 + k]!
    const az = columns[6 + k]!
    let low = 0
    let high = 0
    for (let i = 3; i < 3 * count; i += 3) {
      const d = (points[i]! - x0) * ax + (points[i + 1]! - y0) * ay + (points[i + 2]! - z0) * az
      if (d < low) low = d
      if (d > high) high = d
    }
    extents[k] = low
    extents[3 + k] = high
  }
}

/** Writes bestBox, measured from (x, y, z) along bestAxes. */
function writeBox(out: Float64Array, o: number, x: number, y: number, z: number): void {
  let extent = 0
  for (let k = 0; k < 3; k++) extent += bestBox[3 + k]! - bestBox[k]!
  copyAxes(out, o, bestAxes)
  const u = bestBox[0]! / 2 + bestBox[3]! / 2
  const v = bestBox[1]! / 2 + bestBox[4]! / 2
  const w = bestBox[2]! / 2 + bestBox[5]! / 2
  out[o + 3] = x + (bestAxes[0]! * u + bestAxes[1]! * v + bestAxes[2]! * w)
  out[o + 7] = y + (bestAxes[3]! * u + bestAxes[4]! * v + bestAxes[5]! * w)
  out[o + 11] = z + (bestAxes[6]! * u + bestAxes[7]! * v + bestAxes[8]! * w)
  // Points no farther apart than `extent` in all: projections cost a share of it. The centre is rounded by u of itself; a set
  // of one place in space keeps a box of no extent.
  const slack =
    extent === 0
      ? 0
      : OBB_ROUNDING * extent + SUM_ROUNDING * (Math.abs(out[o + 3]!) + Math.abs(out[o + 7]!) + Math.abs(out[o + 11]!))
  for (let k = 0; k < 3; k++) out[o + 12 + k] = bestBox[3 + k]! / 2 - bestBox[k]! / 2 + slack
}

/** A box around two: along the axes of one of them, or those of their corners, whichever comes out smallest. */
export function mergeObb(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i + 3]!
  const y = a[i + 7]!
  const z = a[i + 11]!
  boxCorners(corners, 0, a, i)
  boxCorners(corners, 24, b, j)
  spreadAxes(bestAxes, corners, 16)
  boxExtents(bestBox, bestAxes, a, i, b, j)
  readAxes(axes, a, i)
  boxExtents(box, axes, a, i, b, j)
  keepSmaller()
  readAxes(axes, b, j)
  boxExtents(box, axes, a, i, b, j)
  keepSmaller()
  writeBox(out, o, x, y, z)
  // Unlike points, boxes are given by centres and axes: their corners are off by what the pose is worth.
  let size = 0
  for (let k = 0; k < 3; k++) {
    size += Math.abs(a[i + 4 * k + 3]!) + Math.abs(b[j + 4 * k + 3]!) + a[i + 12 + k]! + b[j + 12 + k]!
  }
  for (let k = 0; k < 3; k++) out[o + 12 + k] = out[o + 12 + k]! + OBB_ROUNDING * size
}

/** Extents of two boxes along the columns of `columns`, from the centre of the first. */
function boxExtents(
  extents: Float64Array,
  columns: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const x = b[j + 3]! - a[i + 3]!
  const y = b[j + 7]! - a[i + 7]!
  const z = b[j + 11]! - a[i + 11]!
  for (let k = 0; k < 3; k++) {
    const ax = columns[k]!
    const ay = columns[3 + k]!
    const az = columns[6 + k]!
    const at = ax * x + ay * y + az * z
    const reachA = boxReach(a, i, ax, ay, az)
    const reachB = boxReach(b, j, ax, ay, az)
    extents[k] = Math.min(-reachA, at - reachB)
    extents[3 + k] = Math.max(reachA, at + reachB)
  }
}

/** How far a box reaches from its centre in a direction. */
function boxReach(a: Float64Array, i: number, x: number, y: number, z: number): number {
  let reach = 0
  for (let k = 0; k < 3; k++) {
    reach += Math.abs(x * a[i + k]! + y * a[i + 4 + k]! + z * a[i + 8 + k]!) * a[i + 12 + k]!
  }
  return reach
}

function boxCorners(out: Float64Array, o: number, a: Float64Array, i: number): void {
  for (let c = 0; c < 8; c++) {
    for (let row = 0; row < 3; row++) {
      let at = a[i + 4 * row + 3]!
      for (let k = 0; k < 3; k++) at += a[i + 4 * row + k]! * a[i + 12 + k]! * ((c >> k) & 1 ? 1 : -1)
      out[o + 3 * c + row] = at
    }
  }
}

function readAxes(columns: Float64Array, a: Float64Array, i: number): void {
  for (let row = 0; row < 3; row++) for (let k = 0; k < 3; k++) columns[3 * row + k] = a[i + 4 * row + k]!
}

/** A box around the box a[i..] moved by the rigid pose x[p..]. */
export function transformObb(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  x: ArrayLike<number>,
  p: number,
): void {
  composePose(out, o, x, p, a, i)
  let size = a[i + 12]! + a[i + 13]! + a[i + 14]!
  for (let row = 0; row < 3; row++) size += Math.abs(a[i + 4 * row + 3]!) + Math.abs(x[p + 4 * row + 3]!)
  for (let k = 12; k < 15; k++) out[o + k] = a[i + k]! + OBB_ROUNDING * size
}

/** False only for a point that is outside. */
export function obbContains(a: Float64Array, i: number, point: ArrayLike<number>, j: number): boolean {
  const x = point[j]! - a[i + 3]!
  const y = point[j + 1]! - a[i + 7]!
  const z = point[j + 2]! - a[i + 11]!
  const slack = OBB_ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(z))
  for (let k = 0; k < 3; k++) {
    if (Math.abs(x * a[i + k]! + y * a[i + 4 + k]! + z * a[i + 8 + k]!) > a[i + 12 + k]! + slack) return false
  }
  return true
}

/** The pose of B in A's frame, and what the rounding of it and of a test that uses it comes to. */
function relate(a: Float64Array, i: number, b: Float64Array, j: number): number {
  composeInversePose(between, 0, a, i, b, j)
  let size = 0
  for (let k = 0; k < 3; k++) {
    size += Math.abs(b[j + 4 * k + 3]! - a[i + 4 * k + 3]!) + a[i + 12 + k]! + b[j + 12 + k]!
  }
  return OBB_ROUNDING * size
}

/** False only where the boxes have no point in common. */
export function obbsOverlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const slack = relate(a, i, b, j)
  return !obbsFartherThan(a, i + 12, b, j + 12, between, 0, slack)
}

/**
 * Edge axes shorter than this (the sine of the angle between two edges) are left out of the lower bound: dividing by them
 * would blow up the rounding, and a face axis nearby does as well.
 */
const SHORTEST_AXIS = 1e-2

/**
 * A lower bound of the boxes' distance; 0 where they may overlap. The largest of three: how far B's own axis-aligned box in
 * A's frame is from A, the same the other way round, and the gap along each edge pair's common normal.
 */
export function obbsLower(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const slack = relate(a, i, b, j)
  const x = between
  const t0 = x[3]!
  const t1 = x[7]!
  const t2 = x[11]!
  let best = 0
  const gap = (k: number): number =>
    Math.max(
      0,
      Math.abs(x[4 * k + 3]!) -
        a[i + 12 + k]! -
        (Math.abs(x[4 * k]!) * b[j + 12]! +
          Math.abs(x[4 * k + 1]!) * b[j + 13]! +
          Math.abs(x[4 * k + 2]!) * b[j + 14]!) -
        slack,
    )
  const gapB = (k: number): number =>
    Math.max(
      0,
      Math.abs(t0 * x[k]! + t1 * x[4 + k]! + t2 * x[8 + k]!) -
        b[j + 12 + k]! -
        (Math.abs(x[k]!) * a[i + 12]! + Math.abs(x[4 + k]!) * a[i + 13]! + Math.abs(x[8 + k]!) * a[i + 14]!) -
        slack,
    )
  best = Math.max(normLower(gap(0), gap(1), gap(2)), normLower(gapB(0), gapB(1), gapB(2)))
  for (let k = 0; k < 3; k++) {
    // Axis k of A with each of B's: a_k × b_l, in A's frame, has the entries of b_l turned by a quarter about a_k.
    const m = (k + 1) % 3
    const n = (k + 2) % 3
    for (let l = 0; l < 3; l++) {
      const rm = x[4 * m + l]!
      const rn = x[4 * n + l]!
      const length = Math.sqrt(rm * rm + rn * rn)
      if (length < SHORTEST_AXIS) continue
      const apart = Math.abs(x[4 * n + 3]! * rm - x[4 * m + 3]! * rn)
      const reachA = a[i + 12 + m]! * Math.abs(rn) + a[i + 12 + n]! * Math.abs(rm)
      const reachB =
        b[j + 12 + ((l + 1) % 3)]! * Math.abs(x[4 * k + ((l + 2) % 3)]!) +
        b[j + 12 + ((l + 2) % 3)]! * Math.abs(x[4 * k + ((l + 1) % 3)]!)
      const far = (apart - reachA - reachB - slack) / length
      if (far > best) best = far
    }
  }
  // Along unit axes that are so to rounding only: RIGID_ROUNDING again.
  return best * (1 - 4 * RIGID_ROUNDING)
}

/** How much more than one gap three gaps can be off by when they are joined: √3 of the slack, and some. */
export const JOINED = 2

/**
 * The distance that the gaps of two boxes along their face normals prove, of A's axes (g0, g1, g2) and B's (g3, g4, g5): the widest;
 * or, since the axes of one box are at right angles, what its gaps add up to as squares, if that is more. Negative: all overlap.
 */
export function widestGap(g0: number, g1: number, g2: number, g3: number, g4: number, g5: number): number {
  let best = g0
  if (g1 > best) best = g1
  if (g2 > best) best = g2
  if (g3 > best) best = g3
  if (g4 > best) best = g4
  if (g5 > best) best = g5
  if (!(best > 0)) return best
  let sumA = 0
  if (g0 > 0) sumA += g0 * g0
  if (g1 > 0) sumA += g1 * g1
  if (g2 > 0) sumA += g2 * g2
  let sumB = 0
  if (g3 > 0) sumB += g3 * g3
  if (g4 > 0) sumB += g4 * g4
  if (g5 > 0) sumB += g5 * g5
  const joined = Math.sqrt(sumA > sumB ? sumA : sumB)
  return joined > best ? joined : best
}
