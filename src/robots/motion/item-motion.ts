// A convex set that moves with a link, and items that move straight: do they stay apart during an interval? The inequality on which
// every proof about things that bend among rigid ones rests.
//
// Let n be a unit vector, fixed in the world, and c the middle of the interval [c − h, c + h]. As in pair-motion.ts, with the frame
// m at the world's end of the chain, a point p of the link has n·p(c + s) ≥ n·p + s·n·p' − ½ h²·acc for |s| ≤ h, so that the least of n·p
// over the set is at least L(s) = min (n + s·n × w)·p + s·n·v − ½ h²·acc, which is concave in s: a minimum of linear functions. The
// most of n·y over items whose corners move straight is at most the line U(s) between its values at both ends (a maximum of linear
// functions is convex). L − U is concave, so if it is above the clearance at both ends, it is above it between. That is the
// rule R2 with the pad of R4, the chord being replaced by the tangent in the middle: ½ h²·acc is M·(2h)²/8.
//
// Where accelerations are not known (a caller's curve), the radius rule: no point gets farther than Σ r·chord from where it is at c.
//
// Rounding. What motion-bounds.ts counts for the link's side, in units of u·big with `big` no less than any coordinate of
// the items either. The items' side takes 16 u·big for a coordinate between two frames (keyframes.ts), as much again for a box,
// and 8 u·big for three products and their sums, all before motionSlack takes it CAREFUL = 8 times: 40 of 448. An interval that is not
// of dyadic length has a middle and a half that are rounded by u each; a point of the link gets no farther than Σ r·speed in a unit of
// time, so that is TIME·Σ r·speed.
import { ROUND_UP, U } from '../../base/math/rounding.js'
import {
  BOX_NODE,
  ConvexSet,
  corners,
  NODE,
  NODE_RADIUS,
  NODE_VECTORS,
  placeNode,
  TRIANGLE_NODE,
} from '../../geometry/convex/convex-set.js'
import { distanceCores } from '../../shapes/distance-cores.js'
import { Core, POINT_CORE, placeCore, SEGMENT_CORE, TRIANGLE_CORE } from '../../shapes/shape-core.js'
import { ShapeDistance } from '../../shapes/shape-distance.js'
import { ITEM_BOX } from './item-tree.js'
import { acceleration, axisSlack, type MovingChain, motionSlack } from './motion-bounds.js'
import type { Anchor, MotionGeometry, MotionSystem } from './motion-system.js'
import type { MotionTree } from './motion-trees.js'
import { LINE, TURN } from './movers.js'

/** In units of what a point moves by in a unit of time: the middle of an interval and half its length, rounded, and what that does to h². */
const TIME = 16 * U

/** Places of an item's corners, or of a box, at three instants. */
const CORNERS = 9

export class ItemMotion implements MovingChain {
  /** Unit direction, from the items to the link, the gap it leaves in the middle, and by how much the inequality holds. */
  nx = 0
  ny = 0
  nz = 0
  gap = 0
  room = 0
  /** What the gap must be above. */
  limit = 0
  /** Of two that cannot be opened: how far they are apart in the middle of the interval. */
  distance = 0
  distances = 0
  lines = new Float64Array(0)
  kinds = new Uint8Array(0)
  chord = new Float64Array(0)
  speed = new Float64Array(0)
  bend = new Float64Array(0)
  private r = new Float64Array(0)
  private readonly twist = new Float64Array(6)
  private count = 0
  private h = 0
  private curved = false
  private offTurns = 0
  private tree!: MotionTree
  private pose!: Float64Array
  private at = 0
  private placed = -1
  private far = 0
  private isMeasured = false
  private late = 0
  private turned = 0
  private readonly set = new ConvexSet()
  /** The items: a box, or corners; how many of these, 0 for a box; and their reach. */
  private readonly early = new Float64Array(CORNERS)
  private readonly middle = new Float64Array(CORNERS)
  private readonly later = new Float64Array(CORNERS)
  private points = 0
  private reach = 0
  private readonly coreA = new Core()
  private readonly coreB = new Core()
  private readonly found = new ShapeDistance()
  /** What `limit` is without what the nodes add to it. */
  private base = 0

  /** A geometry at an anchor, against items of which no coordinate is beyond `big`. */
  enter(
    system: MotionSystem,
    geometry: MotionGeometry,
    anchor: Anchor,
    place: number,
    big: number,
    clearance: number,
  ): void {
    const { tree } = geometry
    const own = system.moversOf(geometry)
    const { movers } = system
    const { bounds } = anchor
    const k = own.length
    if (this.kinds.length < k) this.grow(2 * k)
    this.count = k
    this.h = anchor.half
    this.curved = false
    const { twist, lines } = this
    twist.fill(0)
    let turned = 0
    let slid = 0
    let offTurns = 0
    let offSlides = 0
    for (let i = 0; i < k; i++) {
      const m = own[i]!
      const to = LINE * i
      for (let j = 0; j < LINE; j++) lines[to + j] = anchor.lines[LINE * m + j]!
      this.kinds[i] = movers.kinds[m]!
      this.chord[i] = bounds.chord[m]!
      this.speed[i] = bounds.speed[m]!
      this.bend[i] = bounds.bend[m]!
      if (bounds.bend[m] === Infinity) this.curved = true
      const rate = bounds.velocity[m]!
      const wx = lines[to]!
      const wy = lines[to + 1]!
      const wz = lines[to + 2]!
      if (movers.kinds[m] === TURN) {
        turned += bounds.spread[m]!
        offTurns += bounds.off[m]!
        const px = lines[to + 3]!
        const py = lines[to + 4]!
        const pz = lines[to + 5]!
        twist[0]! += rate * wx
        twist[1]! += rate * wy
        twist[2]! += rate * wz
        twist[3]! -= rate * (wy * pz - wz * py)
        twist[4]! -= rate * (wz * px - wx * pz)
        twist[5]! -= rate * (wx * py - wy * px)
      } else {
        slid += bounds.spread[m]!
        offSlides += bounds.off[m]!
        twist[3]! += rate * wx
        twist[4]! += rate * wy
        twist[5]! += rate * wz
      }
    }
    this.offTurns = offTurns
    this.turned = turned
    const all = 2 * anchor.reach + geometry.reach + big
    this.base = clearance + motionSlack(k, all, offTurns, offSlides, turned, slid)
    this.tree = tree
    this.pose = anchor.placed
    this.at = place
    this.placed = -1
    this.set.setHull(tree.points, tree.edges, 2 * tree.data[NODE_RADIUS]!)
    this.set.setPose(this.pose, place)
    this.set.corner = 0
  }

  /** Items in a box: boxes at two frames, in from[o..] and to[o..]; the interval is [a, b] of the way from one to the other. */
  takeBox(from: Float64Array, to: Float64Array, o: number, a: number, b: number): void {
    this.points = 0
    this.reach = 0
    const middle = a / 2 + b / 2
    for (let k = 0; k < ITEM_BOX; k++) {
      const p = from[o + k]!
      const way = to[o + k]! - p
      this.early[k] = p + a * way
      this.middle[k] = p + middle * way
      this.later[k] = p + b * way
    }
  }

  /** One item: its points in items[i..], three numbers of points, −1 for none. */
  takeItem(
    from: Float64Array,
    to: Float64Array,
    items: Int32Array,
    i: number,
    reach: number,
    a: number,
    b: number,
  ): void {
    this.points = 0
    this.reach = reach
    const middle = a / 2 + b / 2
    for (let c = 0; c < 3 && items[i + c]! >= 0; c++) {
      const o = 3 * items[i + c]!
      for (let k = 0; k < 3; k++) {
        const p = from[o + k]!
        const way = to[o + k]! - p
        this.early[3 * c + k] = p + a * way
        this.middle[3 * c + k] = p + middle * way
        this.later[3 * c + k] = p + b * way
      }
      this.points++
    }
  }

  /** Does node `na` of the link stay apart from the items, by more than the clearance? */
  test(na: number): boolean {
    const { tree, set } = this
    set.kind = tree.kinds[na]!
    if (na !== this.placed) {
      placeNode(set.node, tree.data, NODE * na, this.pose, this.at)
      this.placed = na
      this.isMeasured = false
    }
    this.measure()
    this.gap = -Infinity
    this.distance = Infinity
    this.room = -Infinity
    const isLast = tree.children[na] === 0 && this.points > 0
    if (isLast && this.tryNearest()) return true
    this.tryOthers()
    return this.gap > this.limit && this.judge()
  }

  /** Does the inequality hold with another direction, for the nodes last tested? It need not be of unit length. */
  holdsAlong(x: number, y: number, z: number): boolean {
    const { nx, ny, nz } = this
    this.gap = -Infinity
    this.tryDirection(x, y, z)
    const holds = this.gap > this.limit && this.judge()
    this.nx = nx
    this.ny = ny
    this.nz = nz
    return holds
  }

  /** How far the two can get towards each other in half the interval, about. */
  motion(): number {
    const { nx, ny, nz } = this
    return this.far + Math.abs(this.most(this.later, nx, ny, nz) - this.most(this.early, nx, ny, nz)) / 2
  }

  /** How far each reaches along the direction taken. */
  thicknessA(): number {
    return this.set.extent(-this.nx, -this.ny, -this.nz)
  }

  thicknessB(): number {
    const { nx, ny, nz, middle } = this
    return (this.most(middle, nx, ny, nz) + this.most(middle, -nx, -ny, -nz)) / 2
  }

  /** The largest n·y of the items at an instant; n of unit length. */
  private most(at: Float64Array, nx: number, ny: number, nz: number): number {
    if (this.points === 0) {
      return (
        (nx > 0 ? nx * at[3]! : nx * at[0]!) +
        (ny > 0 ? ny * at[4]! : ny * at[1]!) +
        (nz > 0 ? nz * at[5]! : nz * at[2]!)
      )
    }
    let most = -Infinity
    for (let o = 0; o < 3 * this.points; o += 3) {
      const along = nx * at[o]! + ny * at[o + 1]! + nz * at[o + 2]!
      if (along > most) most = along
    }
    return most + this.reach
  }

  /** Distances of the node's farthest points from all axes, rounded up, and Σ r·chord. */
  private measure(): void {
    if (this.isMeasured) return
    this.isMeasured = true
    const { r, kinds, chord, speed } = this
    let far = 0
    let moved = 0
    for (let k = 0; k < this.count; k++) {
      r[k] = kinds[k] === TURN ? this.set.farthestFrom(this.lines, LINE * k) : 1
      far += r[k]! * chord[k]!
      moved += r[k]! * speed[k]!
    }
    this.far = far * ROUND_UP
    this.late = TIME * moved * (1 + this.turned)
    this.limit = this.base + this.late
  }

  /** Along the nearest points of the two in the middle of the interval. */
  private tryNearest(): boolean {
    const { coreA, coreB, tree, set, found, middle, points } = this
    if (tree.shape.kind === 'mesh') {
      coreA.reset(TRIANGLE_CORE)
      corners(coreA.reserve(3), set.node)
    } else placeCore(coreA, tree.shape, this.pose, this.at)
    coreB.reset(points === 1 ? POINT_CORE : points === 2 ? SEGMENT_CORE : TRIANGLE_CORE)
    coreB.reserve(points).set(middle.subarray(0, 3 * points))
    coreB.radius = this.reach
    this.distances++
    this.distance = distanceCores(found, coreA, coreB, Infinity)
    if (!(this.distance > 0)) return false
    const { pointA: p, pointB: q } = found
    this.tryDirection(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)
    return this.gap > this.limit && this.judge()
  }

  /** The axes of the link's node and of the world, the normal of a triangle, the line of centres: the one with the widest gap. */
  private tryOthers(): void {
    const { node: w, kind } = this.set
    const { middle, points } = this
    let x = 0
    let y = 0
    let z = 0
    if (points === 0) {
      x = middle[0]! / 2 + middle[3]! / 2
      y = middle[1]! / 2 + middle[4]! / 2
      z = middle[2]! / 2 + middle[5]! / 2
    } else {
      for (let o = 0; o < 3 * points; o += 3) {
        x += middle[o]! / points
        y += middle[o + 1]! / points
        z += middle[o + 2]! / points
      }
    }
    this.tryDirection(w[0]! - x, w[1]! - y, w[2]! - z)
    if (kind === BOX_NODE) {
      for (let i = NODE_VECTORS; i < NODE_VECTORS + 9; i += 3) this.tryBoth(w[i]!, w[i + 1]!, w[i + 2]!)
    } else if (kind === TRIANGLE_NODE) this.tryNormal(w, 3, 6, 9)
    if (points === 3) this.tryNormal(middle, 0, 3, 6)
    if (points === 0) {
      this.tryBoth(1, 0, 0)
      this.tryBoth(0, 1, 0)
      this.tryBoth(0, 0, 1)
    }
  }

  private tryNormal(w: Float64Array, p: number, q: number, r: number): void {
    const ux = w[q]! - w[p]!
    const uy = w[q + 1]! - w[p + 1]!
    const uz = w[q + 2]! - w[p + 2]!
    const vx = w[r]! - w[p]!
    const vy = w[r + 1]! - w[p + 1]!
    const vz = w[r + 2]! - w[p + 2]!
    this.tryBoth(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
  }

  private tryBoth(x: number, y: number, z: number): void {
    this.tryDirection(x, y, z)
    this.tryDirection(-x, -y, -z)
  }

  /** Keeps the direction if the gap along it is the widest so far. It need not be of unit length. */
  private tryDirection(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z)
    if (!(length > 1e-150)) return
    x /= length
    y /= length
    z /= length
    const { node: w } = this.set
    const gap = x * w[0]! + y * w[1]! + z * w[2]! - this.set.extent(-x, -y, -z) - this.most(this.middle, x, y, z)
    if (!(gap > this.gap)) return
    this.gap = gap
    this.nx = x
    this.ny = y
    this.nz = z
  }

  /** The inequality, for the direction taken. */
  private judge(): boolean {
    const { nx, ny, nz, h, twist, limit, set } = this
    const w = set.node
    const cx = w[0]!
    const cy = w[1]!
    const cz = w[2]!
    const along = nx * cx + ny * cy + nz * cz
    const early = this.most(this.early, nx, ny, nz)
    const later = this.most(this.later, nx, ny, nz)
    // The radius rule.
    const near = along - set.extent(-nx, -ny, -nz) - (early > later ? early : later) - this.far - limit
    this.room = near
    if (near > 0) return true
    if (this.curved) return false
    const wx = twist[0]!
    const wy = twist[1]!
    const wz = twist[2]!
    const v =
      nx * (wy * cz - wz * cy + twist[3]!) + ny * (wz * cx - wx * cz + twist[4]!) + nz * (wx * cy - wy * cx + twist[5]!)
    const gx = h * (ny * wz - nz * wy)
    const gy = h * (nz * wx - nx * wz)
    const gz = h * (nx * wy - ny * wx)
    const after = along + h * v - set.extent(-nx - gx, -ny - gy, -nz - gz) - later
    const before = along - h * v - set.extent(gx - nx, gy - ny, gz - nz) - early
    const least = (after < before ? after : before) - limit
    if (!(least > 0)) {
      if (least > this.room) this.room = least
      return false
    }
    const axes = axisSlack(this.count, this.offTurns)
    const acc = acceleration(this, this.r, 0, 1, this.count, nx, ny, nz, axes)
    const held = least - 0.5 * h * h * acc * ROUND_UP
    if (held > this.room) this.room = held
    return held > 0
  }

  private grow(k: number): void {
    this.lines = new Float64Array(LINE * k)
    this.kinds = new Uint8Array(k)
    this.chord = new Float64Array(k)
    this.speed = new Float64Array(k)
    this.bend = new Float64Array(k)
    this.r = new Float64Array(k)
  }
}
