// The rigid parts of a chain whose joints move: what a search over a move (chain-move-search.ts) starts from.
//
// The moving joints cut the chain into segments. A segment is covered by the largest nodes of the tree that lie in it, O(log N) of
// them, and by single links where a leaf of the tree holds a moving joint: so nothing is linear in N. Node n must end before the
// segment's last link, since its own numbers depend on the joint behind its last link; then all numbers here are the same bits
// before the move and after it. Above these items there is a small binary tree a segment, of balls.
//
// Frames. Segment 0 has the frame of its last link, every other one that of its first link: the frames meet at the joints. Poses are
// carried outwards from there. With a single moving joint, both have the frame of its axis instead: z along it, the origin on it.

import { composePose, composeWithInversePose, identityPose, POSE } from '../../base/math/pose.js'
import { CHAIN_ROUNDING, ROUND_UP, SEARCH_ROUNDING, U } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { mergeSphere } from '../../volumes/sphere.js'
import { type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import { type ChainWay, WAY, WAY_ANGLE, WAY_AXIS, WAY_CENTRE, WAY_SLIDE, wayPose } from './chain-way.js'

/** An item that is made of two others, and one that is a single link; others are nodes of the tree. */
export const COMPOSITE = -1
export const SINGLE = -2

export class MoveItems {
  count = 0
  /** A node of the tree, COMPOSITE or SINGLE. */
  node = new Int32Array(64)
  first = new Int32Array(64)
  end = new Int32Array(64)
  /** Of a composite. */
  left = new Int32Array(64)
  right = new Int32Array(64)
  /** Pose of the node's box, or of the link's frame, in the segment's frame. */
  pose = new Float64Array(64 * POSE)
  /** Ball in the segment's frame. */
  ball = new Float64Array(64 * BALL)
  /** How far rounding may have moved anything of it against the segment's frame. */
  error = new Float64Array(64)
  /** Of each segment: the item that holds all of it, and the pose of its last link. */
  root = new Int32Array(8)
  lastPose = new Float64Array(8 * POSE)
  /** What bounds the rounding of poses at any instant; a length. */
  motionError = 0
  /** No link is farther from another of its segment than this. */
  lengths = 0
  /** Last link of the segment at hand. */
  private last = 0

  /** Cuts the chain at the joints of a way. */
  build(c: ChainArrays, way: ChainWay): void {
    this.count = 0
    const segments = way.count + 1
    if (this.root.length < segments) {
      this.root = new Int32Array(2 * segments)
      this.lastPose = new Float64Array(2 * segments * POSE)
    }
    let lengths = 0
    for (let s = 0; s < segments; s++) {
      const lo = s === 0 ? 0 : way.joints[s - 1]! + 1
      const hi = s === segments - 1 ? c.links - 1 : way.joints[s]!
      const from = this.count
      this.cover(c, lo, hi)
      startFrame(carried, s, way)
      if (s === 0) this.placeBackwards(c, from)
      else this.placeForwards(c, from)
      // The joint behind the last link moves: up to that link, not across.
      for (let k = 0; k < POSE; k++) this.lastPose[s * POSE + k] = s === 0 ? IDENTITY[k]! : lastLink[k]!
      this.root[s] = this.gather(from, this.count)
      const b = this.root[s]! * BALL
      for (let k = 0; k < 3; k++)
        lengths += Math.abs(this.ball[b + k]!) + Math.abs(this.lastPose[s * POSE + 4 * k + 3]!)
      lengths += 2 * this.ball[b + 3]!
    }
    this.lengths = lengths
    this.boundMotion(way, lengths)
  }

  /**
   * Rounding of relative poses at an instant. At most 2 (k + 1) products lead from a segment to another, each off by at most 12 u of all
   * lengths at hand (base/math/rounding.ts, SEARCH_ROUNDING), and each turn by 32 u and u·angle of itself (chain-way.ts); the inverse of a
   * product is taken as its transpose, off by 34 u a factor (docs/spec.md, "Rounding"). So (128 u·(k + 1) + u·angles)·lengths; and
   * what the ends of the way differ by from the chain's own poses.
   */
  private boundMotion(way: ChainWay, lengths: number): void {
    let angles = 0
    let all = lengths
    for (let n = 0; n < way.count; n++) {
      const o = n * WAY
      angles += way.numbers[o + WAY_ANGLE]!
      for (let k = 0; k < 3; k++) {
        all +=
          Math.abs(way.numbers[o + WAY_CENTRE + k]!) +
          Math.abs(way.numbers[o + WAY_SLIDE + k]!) +
          Math.abs(way.numbers[o + 4 * k + 3]!)
      }
    }
    this.motionError = (128 * U * (way.count + 1) + 2 * U * angles + way.turnError) * 2 * all + way.shiftError
  }

  /** Lists the nodes and single links that are links lo … hi, in order. */
  private cover(c: ChainArrays, lo: number, hi: number): void {
    this.last = hi
    // The node that ends with the segment's last link depends on the joint behind it, unless there is none.
    const last = hi === c.links - 1 ? hi + 1 : hi
    for (let i = lo; i <= hi; ) {
      let n = Math.trunc(i / c.linksPerLeaf)
      if (c.first[n] !== i || c.end[n]! > last) {
        this.add(SINGLE, i, i + 1)
        i++
        continue
      }
      while (c.parent[n]! >= 0 && c.first[c.parent[n]!] === i && c.end[c.parent[n]!]! <= last) n = c.parent[n]!
      n = withoutOnlyChildren(c, n)
      this.add(n, i, c.end[n]!)
      i = c.end[n]!
    }
  }

  private add(node: number, first: number, end: number): number {
    const k = this.count++
    if (k === this.node.length) this.grow()
    this.node[k] = node
    this.first[k] = first
    this.end[k] = end
    return k
  }

  /** Poses from the left end on: carried[0..11] is where the first link's frame is. */
  private placeForwards(c: ChainArrays, from: number): void {
    let error = 0
    for (let k = from; k < this.count; k++) {
      const n = this.node[k]!
      const p = k * POSE
      if (n === SINGLE) {
        const i = this.first[k]!
        for (let m = 0; m < POSE; m++) this.pose[p + m] = lastLink[m] = carried[m]!
        composePose(carried, POSE, carried, 0, c.joints, i * POSE)
        carried.copyWithin(0, POSE)
      } else {
        composeWithInversePose(this.pose, p, carried, 0, c.ends, n * ENDS)
        composePose(carried, 0, this.pose, p, c.ends, n * ENDS + OUT)
      }
      error = this.place(c, k, error, this.end[k]! - this.first[from]!)
    }
  }

  /** Poses from the right end on: carried[0..11] is where the last link's frame is. */
  private placeBackwards(c: ChainArrays, from: number): void {
    let error = 0
    const last = this.end[this.count - 1]!
    for (let k = this.count - 1; k >= from; k--) {
      const n = this.node[k]!
      const p = k * POSE
      if (n === SINGLE) {
        const i = this.first[k]!
        // carried is the frame of the link behind; of the last link, its own.
        if (i !== last - 1) {
          composeWithInversePose(carried, POSE, carried, 0, c.joints, i * POSE)
          carried.copyWithin(0, POSE)
        }
        for (let m = 0; m < POSE; m++) this.pose[p + m] = carried[m]!
      } else {
        composeWithInversePose(this.pose, p, carried, 0, c.ends, n * ENDS + OUT)
        composePose(carried, 0, this.pose, p, c.ends, n * ENDS)
      }
      error = this.place(c, k, error, last - this.first[k]!)
    }
  }

  /**
   * Ball and rounding of an item that has its pose. As in a node of m links (docs/spec.md, "Rounding"), the error is what came before,
   * the item's own slack, and CHAIN_ROUNDING·m of the lengths at hand; and what a descent adds. Returns the first three.
   */
  private place(c: ChainArrays, k: number, before: number, links: number): number {
    const p = k * POSE
    const n = this.node[k]!
    let size: number
    let slack = 0
    if (n === SINGLE) {
      const i = this.first[k]!
      linkBall(this.ball, k * BALL, this.pose, p, c.localBalls, i * BALL)
      const o = i * BALL
      size = c.localBalls[o + 3]!
      for (let m = 0; m < 3; m++) {
        size += Math.abs(c.localBalls[o + m]!) + Math.abs(this.pose[p + 4 * m + 3]!)
        // The joint behind the last link moves, and was not crossed.
        if (i !== this.last) size += Math.abs(c.joints[i * POSE + 4 * m + 3]!)
      }
    } else {
      nodeBall(this.ball, k * BALL, c, n, this.pose, p)
      slack = c.slack[n]!
      size = 3 * this.ball[k * BALL + 3]!
      for (let m = 0; m < 3; m++) {
        const o = n * ENDS + 4 * m + 3
        size += Math.abs(this.pose[p + 4 * m + 3]!) + Math.abs(c.ends[o]!) + Math.abs(c.ends[o + OUT]!)
      }
    }
    const error = before + slack + CHAIN_ROUNDING * (links + 1) * size
    this.error[k] = error + SEARCH_ROUNDING * size
    return error
  }

  /** One item around items from … to − 1, by halves. */
  private gather(from: number, to: number): number {
    if (to - from === 1) return from
    const middle = (from + to) >> 1
    const left = this.gather(from, middle)
    const right = this.gather(middle, to)
    const k = this.add(COMPOSITE, this.first[left]!, this.end[right]!)
    this.left[k] = left
    this.right[k] = right
    mergeSphere(this.ball, k * BALL, this.ball, left * BALL, this.ball, right * BALL)
    this.error[k] = Math.max(this.error[left]!, this.error[right]!)
    return k
  }

  private grow(): void {
    const room = 2 * this.node.length
    this.node = more(this.node, new Int32Array(room))
    this.first = more(this.first, new Int32Array(room))
    this.end = more(this.end, new Int32Array(room))
    this.left = more(this.left, new Int32Array(room))
    this.right = more(this.right, new Int32Array(room))
    this.pose = more(this.pose, new Float64Array(room * POSE))
    this.ball = more(this.ball, new Float64Array(room * BALL))
    this.error = more(this.error, new Float64Array(room))
  }

  get byteLength(): number {
    const { node, pose, ball, error, root, lastPose } = this
    return (
      5 * node.byteLength + pose.byteLength + ball.byteLength + error.byteLength + root.byteLength + lastPose.byteLength
    )
  }
}

export function more<T extends Int32Array | Float64Array>(old: T, made: T): T {
  made.set(old)
  return made
}

/** The node below that has two children, or is a leaf: its frame is the same. */
export function withoutOnlyChildren(c: ChainArrays, n: number): number {
  let below = n
  while (c.children[below] === 1) below = c.child[below]!
  return below
}

/** Pose being carried, and room for the next. */
const carried = new Float64Array(2 * POSE)
/** Pose of the last single link that was passed. */
const lastLink = new Float64Array(POSE)
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const axisFrame = new Float64Array(POSE)
const start = new Float64Array(POSE)

/** Where the link that a segment's poses are carried from is in the segment's frame. */
function startFrame(out: Float64Array, segment: number, way: ChainWay): void {
  identityPose(out, 0)
  if (way.count !== 1) return
  const { numbers: w } = way
  setAxisFrame(axisFrame, w)
  if (segment === 0) {
    for (let k = 0; k < POSE; k++) out[k] = axisFrame[k]!
    return
  }
  wayPose(start, 0, w, 0, 0)
  composePose(out, 0, axisFrame, 0, start, 0)
}

/** Pose of the first link's frame of a way in the frame of its axis: z along the axis, the origin at the centre. */
export function setAxisFrame(out: Float64Array, w: Float64Array): void {
  const zx = w[WAY_AXIS]!
  const zy = w[WAY_AXIS + 1]!
  const zz = w[WAY_AXIS + 2]!
  // Across the coordinate axis that z leans on least.
  const ax = Math.abs(zx)
  const ay = Math.abs(zy)
  const az = Math.abs(zz)
  let xx = 0
  let xy = 0
  let xz = 0
  if (ax <= ay && ax <= az) {
    xy = -zz
    xz = zy
  } else if (ay <= az) {
    xx = zz
    xz = -zx
  } else {
    xx = -zy
    xy = zx
  }
  const length = Math.sqrt(xx * xx + xy * xy + xz * xz)
  xx /= length
  xy /= length
  xz /= length
  out[0] = xx
  out[1] = xy
  out[2] = xz
  out[4] = zy * xz - zz * xy
  out[5] = zz * xx - zx * xz
  out[6] = zx * xy - zy * xx
  out[8] = zx
  out[9] = zy
  out[10] = zz
  for (let row = 0; row < POSE; row += 4) {
    out[row + 3] = -(
      out[row]! * w[WAY_CENTRE]! +
      out[row + 1]! * w[WAY_CENTRE + 1]! +
      out[row + 2]! * w[WAY_CENTRE + 2]!
    )
  }
}

/** A ball given in the frame at pose[p..p+11]. */
export function linkBall(
  out: Float64Array,
  o: number,
  pose: Float64Array,
  p: number,
  balls: Float64Array,
  b: number,
): void {
  const x = balls[b]!
  const y = balls[b + 1]!
  const z = balls[b + 2]!
  out[o] = pose[p]! * x + pose[p + 1]! * y + pose[p + 2]! * z + pose[p + 3]!
  out[o + 1] = pose[p + 4]! * x + pose[p + 5]! * y + pose[p + 6]! * z + pose[p + 7]!
  out[o + 2] = pose[p + 8]! * x + pose[p + 9]! * y + pose[p + 10]! * z + pose[p + 11]!
  out[o + 3] = balls[b + 3]!
}

/** The ball around a node's volume, whose frame is at pose[p..p+11]. */
export function nodeBall(out: Float64Array, o: number, c: ChainArrays, n: number, pose: Float64Array, p: number): void {
  const h = n * BOX + BOX_HALF
  const x = c.box[h]!
  const y = c.box[h + 1]!
  const z = c.box[h + 2]!
  out[o] = pose[p + 3]!
  out[o + 1] = pose[p + 7]!
  out[o + 2] = pose[p + 11]!
  out[o + 3] = (c.volume === 'rss' ? Math.sqrt(x * x + y * y) + z : Math.sqrt(x * x + y * y + z * z)) * ROUND_UP
}

/** The slide of a lone joint, in the frame of its axis. */
export function axisSlide(out: Float64Array, w: Float64Array): void {
  setAxisFrame(axisFrame, w)
  for (let k = 0; k < 3; k++) {
    out[k] =
      axisFrame[4 * k]! * w[WAY_SLIDE]! +
      axisFrame[4 * k + 1]! * w[WAY_SLIDE + 1]! +
      axisFrame[4 * k + 2]! * w[WAY_SLIDE + 2]!
  }
}
