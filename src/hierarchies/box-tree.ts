// A tree of oriented boxes over points: the triangles of a mesh by their corners, the parts of a group by those of their
// boxes.
//
// A box is fitted to all points below its node, not to its children's boxes: a third of the points of a curved surface
// touch a tight box, and tests are saved at every level. Axes: the least spread of the points is the box's thickness
// (their covariance, summed upward in O(1) a node); about it, the best of four turns in steps of 22.5°, since the
// covariance of a square patch has no say in how it lies: 471 instead of 531 box tests a query for two meshes of 20,000
// triangles near contact, where sixteen turns would give 444.
//
// Each node keeps its box's pose seen from its parent's box, so that a descent costs one product (as in a ChainTree).
import { composeInversePose, POSE } from '../math/pose.js'
import { U } from '../math/rounding.js'
import { symmetricEigenvectors } from '../math/symmetric-eigen.js'
import type { TreeShape } from './mesh-splits.js'

/** Numbers a node has: X_PB (12; the root's is in the frame of the points), half extents (3, the third the least), size. */
export const BOX = 16
export const BOX_HALF = 12
/** What two nodes are compared by when one must be opened: an eighth of the box's surface. */
export const BOX_SIZE = 15

export interface BoxTree extends TreeShape {
  readonly boxes: Float64Array
  /**
   * No point is farther from the frame's origin, nor is the root's centre: what rounding is measured by. Infinity never
   * occurs; 0 only for points in the origin.
   */
  readonly reach: number
}

/** The points of items: item i has points[3·corners[stride·i + k]..] for k < stride. */
export interface ItemPoints {
  readonly points: Float64Array
  readonly corners: Uint32Array
  readonly stride: number
}

/** Numbers a node has in the sums of moments: count, mean (3), central second moments xx, yy, zz, xy, xz, yz. */
const MOMENTS = 10

/** How much of the axes may be wrong, as an angle: a box that is askew by it is not noticeably larger. */
const AXES_TOLERANCE = 1e-5

/** Covers the rounding of a projection (three products, two sums, the half sum and half difference), in units of reach. */
const FIT_ROUNDING = 16 * U

const COS = Math.cos(Math.PI / 8)
const SIN = Math.sin(Math.PI / 8)

export function fitBoxes(shape: TreeShape, items: ItemPoints): BoxTree {
  const { nodes, child } = shape
  const boxes = new Float64Array(BOX * nodes)
  const reach = pointsReach(items)
  if (nodes === 0) return { ...shape, boxes, reach: 0 }
  const axes = new Float64Array(POSE * nodes)
  momentAxes(axes, shape, items)
  const fit = new BoxFit(items, reach)
  // Poses in the frame of the points first, in `axes`.
  for (let n = 0; n < nodes; n++) fit.fit(axes, POSE * n, boxes, BOX * n + BOX_HALF, shape, n)
  for (let k = 0; k < POSE; k++) boxes[k] = axes[k]!
  for (let n = 0; n < nodes; n++) {
    const c = child[n]!
    if (c < 0) continue
    composeInversePose(boxes, BOX * c, axes, POSE * n, axes, POSE * c)
    composeInversePose(boxes, BOX * (c + 1), axes, POSE * n, axes, POSE * (c + 1))
  }
  return { ...shape, boxes, reach }
}

/** The sum of the coordinates' magnitudes of the farthest point, rounded up. */
function pointsReach({ points, corners }: ItemPoints): number {
  let reach = 0
  for (let i = 0; i < corners.length; i++) {
    const p = 3 * corners[i]!
    const sum = Math.abs(points[p]!) + Math.abs(points[p + 1]!) + Math.abs(points[p + 2]!)
    if (sum > reach) reach = sum
  }
  return reach * (1 + 4 * U)
}

/** Writes axes along the covariance of each node's points as rotations, the third column that of least spread. */
function momentAxes(axes: Float64Array, shape: TreeShape, items: ItemPoints): void {
  const { nodes, child, first, end, order } = shape
  const { points, corners, stride } = items
  const m = new Float64Array(MOMENTS * nodes)
  for (let n = nodes - 1; n >= 0; n--) {
    const o = MOMENTS * n
    const c = child[n]!
    if (c >= 0) joinMoments(m, o, MOMENTS * c, MOMENTS * (c + 1))
    else {
      for (let i = first[n]!; i < end[n]!; i++) {
        const from = stride * order[i]!
        for (let k = 0; k < stride; k++) addPoint(m, o, points, 3 * corners[from + k]!)
      }
    }
    symmetricEigenvectors(
      axes,
      POSE * n,
      m[o + 4]!,
      m[o + 5]!,
      m[o + 6]!,
      m[o + 7]!,
      m[o + 8]!,
      m[o + 9]!,
      AXES_TOLERANCE,
    )
    thinnestLast(axes, POSE * n, m, o)
  }
}

/** One point more (Welford's update, so that nothing cancels far from the origin). */
function addPoint(m: Float64Array, o: number, points: Float64Array, p: number): void {
  const count = m[o]! + 1
  const dx = points[p]! - m[o + 1]!
  const dy = points[p + 1]! - m[o + 2]!
  const dz = points[p + 2]! - m[o + 3]!
  m[o] = count
  m[o + 1] = m[o + 1]! + dx / count
  m[o + 2] = m[o + 2]! + dy / count
  m[o + 3] = m[o + 3]! + dz / count
  addProducts(m, o, dx, dy, dz, (count - 1) / count)
}

function addProducts(m: Float64Array, o: number, x: number, y: number, z: number, w: number): void {
  m[o + 4] = m[o + 4]! + w * x * x
  m[o + 5] = m[o + 5]! + w * y * y
  m[o + 6] = m[o + 6]! + w * z * z
  m[o + 7] = m[o + 7]! + w * x * y
  m[o + 8] = m[o + 8]! + w * x * z
  m[o + 9] = m[o + 9]! + w * y * z
}

function joinMoments(m: Float64Array, o: number, a: number, b: number): void {
  const na = m[a]!
  const nb = m[b]!
  const count = na + nb
  const dx = m[b + 1]! - m[a + 1]!
  const dy = m[b + 2]! - m[a + 2]!
  const dz = m[b + 3]! - m[a + 3]!
  m[o] = count
  m[o + 1] = m[a + 1]! + (dx * nb) / count
  m[o + 2] = m[a + 2]! + (dy * nb) / count
  m[o + 3] = m[a + 3]! + (dz * nb) / count
  for (let k = 4; k < MOMENTS; k++) m[o + k] = m[a + k]! + m[b + k]!
  addProducts(m, o, dx, dy, dz, (na * nb) / count)
}

/** Moves the column along which the moments are least to the third place, by turning the columns round. */
function thinnestLast(axes: Float64Array, o: number, m: Float64Array, i: number): void {
  let least = Infinity
  let last = 2
  for (let k = 0; k < 3; k++) {
    const x = axes[o + k]!
    const y = axes[o + 4 + k]!
    const z = axes[o + 8 + k]!
    const spread =
      m[i + 4]! * x * x +
      m[i + 5]! * y * y +
      m[i + 6]! * z * z +
      2 * (m[i + 7]! * x * y + m[i + 8]! * x * z + m[i + 9]! * y * z)
    if (spread < least) {
      least = spread
      last = k
    }
  }
  if (last === 2) return
  for (let row = o; row < o + POSE; row += 4) {
    const x = axes[row]!
    const y = axes[row + 1]!
    const z = axes[row + 2]!
    axes[row] = last === 0 ? y : z
    axes[row + 1] = last === 0 ? z : x
    axes[row + 2] = last === 0 ? x : y
  }
}

/** Scratch of a pass over all nodes. */
class BoxFit {
  /** The last node that a point was met in: corners that triangles share are looked at once. */
  private readonly met: Int32Array
  /** Least and greatest of the points along u, v and six lines between them, and along w. */
  private readonly span = new Float64Array(18)

  constructor(
    private readonly items: ItemPoints,
    private readonly reach: number,
  ) {
    this.met = new Int32Array(items.points.length / 3).fill(-1)
  }

  /** Given axes in x[o..], turns them about the third to the least box, and writes its centre there and its half extents. */
  fit(x: Float64Array, o: number, half: Float64Array, h: number, shape: TreeShape, n: number): void {
    const { span } = this
    measureSpans(span, x, o, this.items, this.met, shape, n)
    const w0 = span[16]!
    const w1 = span[17]!
    let best = Infinity
    let turn = 0
    for (let k = 0; k < 4; k++) {
      const u = span[4 * k + 1]! - span[4 * k]!
      const v = span[4 * k + 3]! - span[4 * k + 2]!
      const surface = u * v + (w1 - w0) * (u + v)
      if (surface < best) {
        best = surface
        turn = k
      }
    }
    turnAxes(x, o, turn)
    const u0 = span[4 * turn]!
    const u1 = span[4 * turn + 1]!
    const v0 = span[4 * turn + 2]!
    const v1 = span[4 * turn + 3]!
    const u = u0 / 2 + u1 / 2
    const v = v0 / 2 + v1 / 2
    const w = w0 / 2 + w1 / 2
    for (let row = o; row < o + POSE; row += 4) x[row + 3] = u * x[row]! + v * x[row + 1]! + w * x[row + 2]!
    const slack = FIT_ROUNDING * this.reach
    const a = u1 / 2 - u0 / 2 + slack
    const b = v1 / 2 - v0 / 2 + slack
    const c = w1 / 2 - w0 / 2 + slack
    half[h] = a
    half[h + 1] = b
    half[h + 2] = c
    half[h + 3] = a * b + b * c + c * a
  }
}

/** Cosine and sine of the turns that a box is tried at. */
const TURN_COS = [1, COS, Math.SQRT1_2, SIN]
const TURN_SIN = [0, SIN, Math.SQRT1_2, COS]

function turnAxes(x: Float64Array, o: number, turn: number): void {
  if (turn === 0) return
  const c = TURN_COS[turn]!
  const s = TURN_SIN[turn]!
  for (let row = o; row < o + POSE; row += 4) {
    const u = x[row]!
    const v = x[row + 1]!
    x[row] = c * u + s * v
    x[row + 1] = c * v - s * u
  }
}

function measureSpans(
  span: Float64Array,
  x: Float64Array,
  o: number,
  items: ItemPoints,
  met: Int32Array,
  shape: TreeShape,
  n: number,
): void {
  const { points, corners, stride } = items
  const { order } = shape
  const ux = x[o]!
  const uy = x[o + 4]!
  const uz = x[o + 8]!
  const vx = x[o + 1]!
  const vy = x[o + 5]!
  const vz = x[o + 9]!
  const wx = x[o + 2]!
  const wy = x[o + 6]!
  const wz = x[o + 10]!
  let u0 = Infinity
  let u1 = -Infinity
  let v0 = Infinity
  let v1 = -Infinity
  let w0 = Infinity
  let w1 = -Infinity
  let a0 = Infinity
  let a1 = -Infinity
  let b0 = Infinity
  let b1 = -Infinity
  let c0 = Infinity
  let c1 = -Infinity
  let d0 = Infinity
  let d1 = -Infinity
  let e0 = Infinity
  let e1 = -Infinity
  let f0 = Infinity
  let f1 = -Infinity
  const end = shape.end[n]!
  for (let i = shape.first[n]!; i < end; i++) {
    const from = stride * order[i]!
    for (let k = from; k < from + stride; k++) {
      const vertex = corners[k]!
      if (met[vertex] === n) continue
      met[vertex] = n
      const px = points[3 * vertex]!
      const py = points[3 * vertex + 1]!
      const pz = points[3 * vertex + 2]!
      const u = px * ux + py * uy + pz * uz
      const v = px * vx + py * vy + pz * vz
      const w = px * wx + py * wy + pz * wz
      if (u < u0) u0 = u
      if (u > u1) u1 = u
      if (v < v0) v0 = v
      if (v > v1) v1 = v
      if (w < w0) w0 = w
      if (w > w1) w1 = w
      const a = COS * u + SIN * v
      if (a < a0) a0 = a
      if (a > a1) a1 = a
      const b = COS * v - SIN * u
      if (b < b0) b0 = b
      if (b > b1) b1 = b
      const c = Math.SQRT1_2 * (u + v)
      if (c < c0) c0 = c
      if (c > c1) c1 = c
      const d = Math.SQRT1_2 * (v - u)
      if (d < d0) d0 = d
      if (d > d1) d1 = d
      const e = SIN * u + COS * v
      if (e < e0) e0 = e
      if (e > e1) e1 = e
      const f = SIN * v - COS * u
      if (f < f0) f0 = f
      if (f > f1) f1 = f
    }
  }
  span[0] = u0
  span[1] = u1
  span[2] = v0
  span[3] = v1
  span[4] = a0
  span[5] = a1
  span[6] = b0
  span[7] = b1
  span[8] = c0
  span[9] = c1
  span[10] = d0
  span[11] = d1
  span[12] = e0
  span[13] = e1
  span[14] = f0
  span[15] = f1
  span[16] = w0
  span[17] = w1
}
