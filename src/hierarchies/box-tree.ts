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
import { spreadAxes } from '../math/symmetric-eigen.js'
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

/** Nodes of more points than this choose their box's turn by about SAMPLE of them. */
const FEW_POINTS = 48
const SAMPLE = 32

/** Covers the rounding of a projection (three products, two sums, the half sum and half difference), in units of reach. */
const FIT_ROUNDING = 16 * U

const COS = Math.cos(Math.PI / 8)
const SIN = Math.sin(Math.PI / 8)

/** Fits a box to all points below each node, in `boxes` (BOX numbers a node). */
export function fitBoxes(boxes: Float64Array, shape: TreeShape, items: ItemPoints, reach: number): void {
  fitAll(boxes, shape, items, reach, true)
}

/**
 * Fits boxes when the points have moved, in O(n): axes by the points' covariance as ever, but extents of inner nodes from
 * their children's boxes.
 */
export function refitBoxes(boxes: Float64Array, shape: TreeShape, items: ItemPoints, reach: number): void {
  fitAll(boxes, shape, items, reach, false)
}

function fitAll(boxes: Float64Array, shape: TreeShape, items: ItemPoints, reach: number, tight: boolean): void {
  const { nodes, child } = shape
  const poses = new Float64Array(POSE * nodes)
  momentAxes(poses, shape, items)
  const points = new NodePoints(shape, items)
  const fit = new BoxFit(FIT_ROUNDING * reach)
  for (let n = nodes - 1; n >= 0; n--) {
    points.enter(n, tight)
    if (tight || child[n]! < 0) fit.points(poses, boxes, points, n)
    else fit.children(poses, boxes, n, child[n]!)
  }
  writePoses(boxes, shape, poses)
}

/** From poses in the frame of the points to poses in the parents' boxes. */
function writePoses(boxes: Float64Array, shape: TreeShape, poses: Float64Array): void {
  const { nodes, child } = shape
  if (nodes > 0) boxes.set(poses.subarray(0, POSE), 0)
  for (let n = 0; n < nodes; n++) {
    const c = child[n]!
    if (c < 0) continue
    composeInversePose(boxes, BOX * c, poses, POSE * n, poses, POSE * c)
    composeInversePose(boxes, BOX * (c + 1), poses, POSE * n, poses, POSE * (c + 1))
  }
}

/** The sum of the coordinates' magnitudes of the farthest point, rounded up. */
export function pointsReach({ points, corners }: ItemPoints): number {
  let reach = 0
  for (let i = 0; i < corners.length; i++) {
    const p = 3 * corners[i]!
    const sum = Math.abs(points[p]!) + Math.abs(points[p + 1]!) + Math.abs(points[p + 2]!)
    if (sum > reach) reach = sum
  }
  return reach * (1 + 4 * U)
}

/** Writes axes along the covariance of each node's points as rotations, the third column that of least spread. */
function momentAxes(poses: Float64Array, shape: TreeShape, items: ItemPoints): void {
  const { nodes, child } = shape
  const m = new Float64Array(MOMENTS * nodes)
  for (let n = nodes - 1; n >= 0; n--) {
    const o = MOMENTS * n
    const c = child[n]!
    if (c >= 0) joinMoments(m, o, MOMENTS * c, MOMENTS * (c + 1))
    else leafMoments(m, o, shape, n, items)
    spreadAxes(poses, POSE * n, m[o + 4]!, m[o + 5]!, m[o + 6]!, m[o + 7]!, m[o + 8]!, m[o + 9]!)
  }
}

/** Sums are taken from the first point, so that nothing cancels far from the origin. */
function leafMoments(m: Float64Array, o: number, shape: TreeShape, n: number, items: ItemPoints): void {
  const { points, corners, stride } = items
  const first = shape.first[n]!
  const end = shape.end[n]!
  const origin = 3 * corners[stride * shape.order[first]!]!
  const ox = points[origin]!
  const oy = points[origin + 1]!
  const oz = points[origin + 2]!
  let sx = 0
  let sy = 0
  let sz = 0
  let xx = 0
  let yy = 0
  let zz = 0
  let xy = 0
  let xz = 0
  let yz = 0
  for (let i = first; i < end; i++) {
    const from = stride * shape.order[i]!
    for (let k = from; k < from + stride; k++) {
      const p = 3 * corners[k]!
      const x = points[p]! - ox
      const y = points[p + 1]! - oy
      const z = points[p + 2]! - oz
      sx += x
      sy += y
      sz += z
      xx += x * x
      yy += y * y
      zz += z * z
      xy += x * y
      xz += x * z
      yz += y * z
    }
  }
  const count = stride * (end - first)
  const mx = sx / count
  const my = sy / count
  const mz = sz / count
  m[o] = count
  m[o + 1] = ox + mx
  m[o + 2] = oy + my
  m[o + 3] = oz + mz
  m[o + 4] = xx - sx * mx
  m[o + 5] = yy - sy * my
  m[o + 6] = zz - sz * mz
  m[o + 7] = xy - sx * my
  m[o + 8] = xz - sx * mz
  m[o + 9] = yz - sy * mz
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
  const w = (na * nb) / count
  m[o + 4] = m[o + 4]! + w * dx * dx
  m[o + 5] = m[o + 5]! + w * dy * dy
  m[o + 6] = m[o + 6]! + w * dz * dz
  m[o + 7] = m[o + 7]! + w * dx * dy
  m[o + 8] = m[o + 8]! + w * dx * dz
  m[o + 9] = m[o + 9]! + w * dy * dz
}

/**
 * The points below each node, each once, without looking for them among all its items. Points are numbered anew, in the order
 * in which the leaves meet them; a node then has those that it is the first to meet, which are consecutive, and its guests:
 * those that earlier leaves have met. A parent's guests are its left child's, and of its right child's those that are older
 * than the left child. Nodes must be entered from the last to the first.
 */
class NodePoints {
  /** Coordinates in the new numbering. */
  readonly points: Float64Array
  /** Own points of the node entered: from ≤ number < to. */
  from = 0
  to = 0
  /** Its guests: guests[guestsFrom..guestsTo). */
  guests: Uint32Array
  guestsFrom = 0
  guestsTo = 0
  /** How many points the items before item i, in leaf order, have met. */
  private readonly met: Uint32Array
  private readonly corners: Uint32Array
  private readonly start: Uint32Array
  private readonly stop: Uint32Array
  /** The last node that had this point as a guest. */
  private readonly seen: Int32Array
  private readonly stride: number

  /** Points of the node entered. */
  get count(): number {
    return this.to - this.from + this.guestsTo - this.guestsFrom
  }

  constructor(
    private readonly shape: TreeShape,
    items: ItemPoints,
  ) {
    const { stride } = items
    const { order } = shape
    const vertices = items.points.length / 3
    const number = new Int32Array(vertices).fill(-1)
    this.stride = stride
    this.points = new Float64Array(items.points.length)
    this.met = new Uint32Array(order.length + 1)
    this.corners = new Uint32Array(items.corners.length)
    let count = 0
    for (let i = 0; i < order.length; i++) {
      for (let k = 0; k < stride; k++) {
        const v = items.corners[stride * order[i]! + k]!
        if (number[v]! < 0) {
          this.points[3 * count] = items.points[3 * v]!
          this.points[3 * count + 1] = items.points[3 * v + 1]!
          this.points[3 * count + 2] = items.points[3 * v + 2]!
          number[v] = count++
        }
        this.corners[stride * i + k] = number[v]!
      }
      this.met[i + 1] = count
    }
    this.seen = new Int32Array(count).fill(-1)
    this.start = new Uint32Array(shape.nodes)
    this.stop = new Uint32Array(shape.nodes)
    this.guests = new Uint32Array(items.corners.length + 64)
  }

  /** `guests`: whether those of inner nodes are wanted. */
  enter(n: number, guests: boolean): void {
    const { met, shape, seen, stride, corners } = this
    const first = shape.first[n]!
    const end = shape.end[n]!
    const from = met[first]!
    this.from = from
    this.to = met[end]!
    this.guestsFrom = this.guestsTo
    let to = this.guestsTo
    const c = shape.child[n]!
    if (c < 0) {
      this.reserve(stride * (end - first))
      const list = this.guests
      for (let k = stride * first; k < stride * end; k++) {
        const v = corners[k]!
        if (v >= from || seen[v] === n) continue
        seen[v] = n
        list[to++] = v
      }
    } else if (guests) {
      this.reserve(this.stop[c]! - this.start[c]! + this.stop[c + 1]! - this.start[c + 1]!)
      const list = this.guests
      for (let child = c; child < c + 2; child++) {
        for (let k = this.start[child]!; k < this.stop[child]!; k++) {
          const v = list[k]!
          if (v >= from || seen[v] === n) continue
          seen[v] = n
          list[to++] = v
        }
      }
    }
    this.guestsTo = to
    this.start[n] = this.guestsFrom
    this.stop[n] = to
  }

  private reserve(count: number): void {
    if (this.guestsTo + count <= this.guests.length) return
    const larger = new Uint32Array(2 * (this.guests.length + count))
    larger.set(this.guests)
    this.guests = larger
  }
}

/** Fits boxes along given axes. */
class BoxFit {
  /** Least and greatest of the points along u, v and six lines between them, and along w. */
  private readonly span = new Float64Array(18)
  private readonly along = new Float64Array(3)

  constructor(private readonly slack: number) {}

  /** Given axes in poses, turns them about the third to the least box around a node's points, and writes it. */
  points(poses: Float64Array, boxes: Float64Array, points: NodePoints, n: number): void {
    const { span } = this
    const { count } = points
    const o = POSE * n
    let turn = 0
    if (count > FEW_POINTS) {
      // Some of the points are enough to choose the turn by.
      measureTurns(span, poses, o, points, Math.ceil(count / SAMPLE))
      turnAxes(poses, o, leastTurn(span))
      measureAxes(span, poses, o, points)
    } else {
      measureTurns(span, poses, o, points, 1)
      turn = leastTurn(span)
      turnAxes(poses, o, turn)
    }
    this.finish(poses, o, boxes, BOX * n + BOX_HALF, turn)
  }

  /** The same around its children's boxes, whose poses are known. */
  children(poses: Float64Array, boxes: Float64Array, n: number, c: number): void {
    const { span } = this
    const o = POSE * n
    for (let k = 0; k < 18; k += 2) {
      span[k] = Infinity
      span[k + 1] = -Infinity
      const turn = k >> 2
      const u = k === 16 ? 0 : (k & 2) === 0 ? TURN_COS[turn]! : -TURN_SIN[turn]!
      const v = k === 16 ? 0 : (k & 2) === 0 ? TURN_SIN[turn]! : TURN_COS[turn]!
      const w = k === 16 ? 1 : 0
      for (let row = 0; row < 3; row++) {
        this.along[row] = u * poses[o + 4 * row]! + v * poses[o + 4 * row + 1]! + w * poses[o + 4 * row + 2]!
      }
      this.widen(k, poses, boxes, c)
      this.widen(k, poses, boxes, c + 1)
    }
    const turn = leastTurn(span)
    turnAxes(poses, o, turn)
    this.finish(poses, o, boxes, BOX * n + BOX_HALF, turn)
  }

  /** Adds the box of node n to the span at `at`. */
  private widen(at: number, poses: Float64Array, boxes: Float64Array, n: number): void {
    const { span, along } = this
    const i = POSE * n
    const h = BOX * n + BOX_HALF
    const dx = along[0]!
    const dy = along[1]!
    const dz = along[2]!
    const centre = poses[i + 3]! * dx + poses[i + 7]! * dy + poses[i + 11]! * dz
    const wide =
      boxes[h]! * Math.abs(poses[i]! * dx + poses[i + 4]! * dy + poses[i + 8]! * dz) +
      boxes[h + 1]! * Math.abs(poses[i + 1]! * dx + poses[i + 5]! * dy + poses[i + 9]! * dz) +
      boxes[h + 2]! * Math.abs(poses[i + 2]! * dx + poses[i + 6]! * dy + poses[i + 10]! * dz)
    if (centre - wide < span[at]!) span[at] = centre - wide
    if (centre + wide > span[at + 1]!) span[at + 1] = centre + wide
  }

  /** From the spans along axes that were turned to the box. */
  private finish(x: Float64Array, o: number, half: Float64Array, h: number, turn: number): void {
    const { span } = this
    const w0 = span[16]!
    const w1 = span[17]!
    const u0 = span[4 * turn]!
    const u1 = span[4 * turn + 1]!
    const v0 = span[4 * turn + 2]!
    const v1 = span[4 * turn + 3]!
    const u = u0 / 2 + u1 / 2
    const v = v0 / 2 + v1 / 2
    const w = w0 / 2 + w1 / 2
    for (let row = o; row < o + POSE; row += 4) x[row + 3] = u * x[row]! + v * x[row + 1]! + w * x[row + 2]!
    const { slack } = this
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

/** The turn that gives the box of least surface. */
function leastTurn(span: Float64Array): number {
  const w = span[17]! - span[16]!
  let best = Infinity
  let turn = 0
  for (let k = 0; k < 4; k++) {
    const u = span[4 * k + 1]! - span[4 * k]!
    const v = span[4 * k + 3]! - span[4 * k + 2]!
    const surface = u * v + w * (u + v)
    if (surface < best) {
      best = surface
      turn = k
    }
  }
  return turn
}

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

/** Spans along the lines of all four turns, and along w, of every so many of a node's points. */
function measureTurns(span: Float64Array, x: Float64Array, o: number, node: NodePoints, step: number): void {
  const { points, guests, from, to, guestsFrom } = node
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
  const own = to - from
  const { count } = node
  for (let i = 0; i < count; i += step) {
    const p = 3 * (i < own ? from + i : guests[guestsFrom + i - own]!)
    const px = points[p]!
    const py = points[p + 1]!
    const pz = points[p + 2]!
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

/** Spans along the axes alone, of all of a node's points: where turn 0 and w have them. */
function measureAxes(span: Float64Array, x: Float64Array, o: number, node: NodePoints): void {
  const { points, guests, from, to, guestsFrom, count } = node
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
  const own = to - from
  for (let i = 0; i < count; i++) {
    const p = 3 * (i < own ? from + i : guests[guestsFrom + i - own]!)
    const px = points[p]!
    const py = points[p + 1]!
    const pz = points[p + 2]!
    const u = px * ux + py * uy + pz * uz
    const v = px * vx + py * vy + pz * vz
    const w = px * wx + py * wy + pz * wz
    if (u < u0) u0 = u
    if (u > u1) u1 = u
    if (v < v0) v0 = v
    if (v > v1) v1 = v
    if (w < w0) w0 = w
    if (w > w1) w1 = w
  }
  span[0] = u0
  span[1] = u1
  span[2] = v0
  span[3] = v1
  span[16] = w0
  span[17] = w1
}
