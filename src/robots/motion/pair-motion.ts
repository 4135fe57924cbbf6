// Two convex sets that move relative to each other: do they stay separated in an interval about an anchor? This is the inequality
// on which every proof of a free motion rests.
//
// At the anchor, in the world: n a unit vector, gap = min n·p − max n·y over the points p of A and y of B. The movers between
// them form a serial chain from A to B; a frame m between two of them divides it into those that move A against the frame
// and those that move B. Both sets are expressed in that frame, in which n is constant.
//
// Radius rule. Moving the movers from the frame outwards, one after the other, each acts on points that are still as far from
// its axis as they were at the anchor: so p ends up no farther than Σ r·chord from where it was, r its distance from the
// axis (1 for a slide), chord = 2 sin(min(spread, π)/2) (for a slide, its spread). Apart if gap > Σ r·chord of both.
//
// Direction rule. For a point p of A, n·p(s) ≥ n·p + s·n·p' − ½ s²·acc for |s| ≤ h, with p' = w × p + v the velocity at the
// anchor and acc no less than |n·p''| in the interval. Since ∂²p/∂qⱼ∂qₖ = ω × ∂p/∂q with ω the axis of that of the two which is
// nearer to the frame, and |n·(ω × u)| = |(n × ω)·u|,
//   acc = Σⱼ speedⱼ·σⱼ·(speedⱼ·Rⱼ + 2 Σ speedₖ·Rₖ of the k beyond j) + Σₖ bendₖ·(σₖ·Rₖ, or τₖ for a slide), j turning,
// Rₖ = rₖ + Σ r·chord of the movers beyond k: no point gets farther from axis k in the interval (1 for a slide);
// σₖ = min(1, ‖n × ωₖ‖ + turned), τₖ = min(1, |n·ωₖ| + turned), turned = Σ chord of the turns between the frame and k: no more
// does an axis turn in the interval. The points enter linearly, so
//   F(s) = min (n + s·n × w_A)·p − max (n + s·n × w_B)·y + s·n·(v_A − v_B) − ½ s²·(acc_A + acc_B)
// is a bound of the gap, and concave in s: if it is above the clearance at −h, 0 and h, it is above it between.
//
// It keeps what cancels between joints and what moves along n only, so what slides along a wall is proved in one step; and it
// holds for convex sets only, each pair of them with its own n.
//
// Two clocks. Where A and B each go their own way (robots/coordinate), every instant of A's interval may meet every instant of
// B's. The frame is that of the common body, in which each side depends on its own clock alone, so that
//   F(s, t) = min (n + s·n × w_A)·p + s·n·v_A − ½ s²·acc_A − (max (n + t·n × w_B)·y + t·n·v_B + ½ t²·acc_B)
// is least where each side is at its worst: concave in s, and in t, at s = ±h and t = ±h. Four supports, no more.
//
// Rounding: motion-bounds.ts.

import { ROUND_UP } from '../../base/math/rounding.js'
import { BrokenInvariantError } from '../../errors.js'
import {
  BOX_NODE,
  type ConvexSet,
  HULL_NODE,
  NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  NODE_VECTORS,
  placeNode,
  TRIANGLE_NODE,
} from '../../geometry/convex/convex-set.js'
import { acceleration, axisSlack, type MovingChain, motionSlack } from './motion-bounds.js'
import type { MotionHull, MotionTree } from './motion-trees.js'
import { LINE, type MoverBounds, type MoverChain, type Movers, TURN } from './movers.js'
import { NOT_TRIED, NodeSeparation } from './node-separation.js'

/** Nodes that can move by more than this many gaps graze each other: it pays to look for a gap that lasts. */
const GRAZING = 8

/**
 * What is apart and lacks more than this part of what it can move by is halved in time, not asked more closely: boxes not for their
 * hulls, and hulls that are apart along the direction that separates their boxes not for a better one. docs/decisions.md.
 */
const HOPEFUL = 0.1

/** But boxes that lack less than this part of how far they reach along the direction are: hulls are slimmer. */
const SLIMMER = 0.3

/** Which rules and frames are used: for experiments. */
export interface MotionRules {
  /** The direction rule beside the radius rule; default true. */
  readonly direction?: boolean
  /** Any frame between the two, not only that of the common body; default true. */
  readonly frames?: boolean
  /** Blocks of geometries before pairs; default: where the world has long chains. */
  readonly groups?: boolean
  /** Does each of the two go its own way, on a clock of its own? Default false; implies `frames: false`. */
  readonly clocks?: boolean
}

/** A tree, and the hull of a mesh that is taken for a convex part. */
export interface MovingShape {
  readonly tree: MotionTree
  readonly hull: MotionHull | undefined
}

/** Chain, interval and bounds of one pair of geometries at one anchor; then its nodes, two at a time. */
export class PairMotion extends NodeSeparation implements MovingChain {
  /** The frame of the last test, among the movers that move, and by how much the better rule failed or held. */
  private frame = 0
  room = 0
  slack = 0
  /** How far the two can get towards each other in the interval, for any nodes of the two geometries. */
  most = 0
  private mostFrame = 0
  /** The same for the nodes last tested, if requested. */
  private far = 0
  private farFrame = 0
  private isMeasured = false
  /** Are A's radii all that is known? Then the frame is B's own. */
  private oneSided = false
  /** Can both geometries be tested as convex solids, one or both of them a mesh's hull? */
  private hasHulls = false
  private h = 0
  /** Movers that move, and how many of them are A's; where they are among all. */
  private count = 0
  private ofA = 0
  private places = new Int32Array(0)
  private whole = 0
  private wholeOfA = 0
  private curved = false
  private turned = 0
  private slid = 0
  private clearance = 0
  private offTurns = 0
  private offSlides = 0
  /** The chain: MovingChain. */
  lines = new Float64Array(0)
  kinds = new Uint8Array(0)
  chord = new Float64Array(0)
  speed = new Float64Array(0)
  bend = new Float64Array(0)
  private rA = new Float64Array(0)
  private rB = new Float64Array(0)
  /** w and v of all movers before a place in the chain, as A feels them. */
  private twist = new Float64Array(0)
  private readonly direction: boolean
  private readonly frames: boolean
  private readonly clocks: boolean

  constructor(rules: MotionRules = {}) {
    super()
    this.direction = rules.direction ?? true
    this.clocks = rules.clocks ?? false
    this.frames = !this.clocks && (rules.frames ?? true)
  }

  /** The pair's chain at an anchor: lines of all movers, their bounds, half the interval. */
  enter(
    movers: Pick<Movers, 'kinds'>,
    chain: MoverChain,
    lines: Float64Array,
    o: number,
    bounds: MoverBounds,
    h: number,
    clearance: number,
  ): void {
    const k = chain.movers.length
    if (this.kinds.length < k) this.grow(2 * k)
    this.whole = k
    this.wholeOfA = chain.ofA
    this.ofA = 0
    this.h = h
    this.curved = false
    let turned = 0
    let slid = 0
    let offTurns = 0
    let offSlides = 0
    let count = 0
    const { twist } = this
    for (let i = 0; i < 6; i++) twist[i] = 0
    for (let i = 0; i < k; i++) {
      const m = chain.movers[i]!
      if (movers.kinds[m] === TURN) offTurns += bounds.off[m]!
      else offSlides += bounds.off[m]!
      // What stands in this interval is as if it were not there.
      if (bounds.spread[m] === 0 && bounds.speed[m] === 0 && bounds.bend[m] === 0) continue
      this.places[count] = i
      if (i < chain.ofA) this.ofA++
      const from = o + LINE * m
      const to = LINE * count
      const wx = lines[from]!
      const wy = lines[from + 1]!
      const wz = lines[from + 2]!
      const px = lines[from + 3]!
      const py = lines[from + 4]!
      const pz = lines[from + 5]!
      this.lines[to] = wx
      this.lines[to + 1] = wy
      this.lines[to + 2] = wz
      this.lines[to + 3] = px
      this.lines[to + 4] = py
      this.lines[to + 5] = pz
      this.kinds[count] = movers.kinds[m]!
      this.chord[count] = bounds.chord[m]!
      this.speed[count] = bounds.speed[m]!
      this.bend[count] = bounds.bend[m]!
      if (bounds.bend[m] === Infinity) this.curved = true
      const rate = i < chain.ofA ? bounds.velocity[m]! : -bounds.velocity[m]!
      if (movers.kinds[m] === TURN) {
        turned += bounds.spread[m]!
        twist[to + 6] = twist[to]! + rate * wx
        twist[to + 7] = twist[to + 1]! + rate * wy
        twist[to + 8] = twist[to + 2]! + rate * wz
        twist[to + 9] = twist[to + 3]! - rate * (wy * pz - wz * py)
        twist[to + 10] = twist[to + 4]! - rate * (wz * px - wx * pz)
        twist[to + 11] = twist[to + 5]! - rate * (wx * py - wy * px)
      } else {
        slid += bounds.spread[m]!
        for (let j = 0; j < 3; j++) twist[to + 6 + j] = twist[to + j]!
        twist[to + 9] = twist[to + 3]! + rate * wx
        twist[to + 10] = twist[to + 4]! + rate * wy
        twist[to + 11] = twist[to + 5]! + rate * wz
      }
      count++
    }
    this.count = count
    this.turned = turned
    this.slid = slid
    this.clearance = clearance
    this.offTurns = offTurns
    this.offSlides = offSlides
  }

  /**
   * The two geometries: their trees, and their poses in the world at pa[i..] and pb[j..]; `big` as above. `isWhole`: they will be
   * tested from their roots down.
   */
  between(
    { tree: a, hull: hullA }: MovingShape,
    pa: Float64Array,
    i: number,
    { tree: b, hull: hullB }: MovingShape,
    pb: Float64Array,
    j: number,
    big: number,
    isWhole: boolean,
  ): void {
    this.slack = motionSlack(this.whole, big, this.offTurns, this.offSlides, this.turned, this.slid)
    this.limit = this.clearance + this.slack
    this.treeA = a
    this.treeB = b
    this.hullA = hullA
    this.hullB = hullB
    setNodeHull(this.setA, a, hullA)
    setNodeHull(this.setB, b, hullB)
    this.setA.setPose(pa, i)
    this.setB.setPose(pb, j)
    // A mesh without a hull is nothing that GJK could ask.
    this.hasHulls =
      (hullA !== undefined || hullB !== undefined) &&
      (hullA !== undefined || a.shape.kind !== 'mesh') &&
      (hullB !== undefined || b.shape.kind !== 'mesh')
    this.poseA = pa
    this.poseB = pb
    this.atA = i
    this.atB = j
    this.most = Infinity
    this.placedA = -1
    this.placedB = -1
    if (!isWhole) return
    placeNode(this.a, a.data, 0, pa, i)
    placeNode(this.b, b.data, 0, pb, j)
    this.placedA = 0
    this.placedB = 0
    this.isMeasured = false
    this.most = this.farthestOfNodes()
    this.mostFrame = this.frame
  }

  /** The frame of the last test, as a place among all movers of the chain. */
  get frameOfAll(): number {
    const { frame } = this
    if (frame === this.ofA) return this.wholeOfA
    return frame === 0 ? 0 : this.places[frame - 1]! + 1
  }

  /** Are both geometries convex, or almost? Then they touch where their hulls do, as a rule. */
  get areConvex(): boolean {
    const { hullA, hullB, treeA, treeB } = this
    return (hullA?.part.isConvex ?? treeA.children[0] === 0) && (hullB?.part.isConvex ?? treeB.children[0] === 0)
  }

  /** Does nothing move between the two? */
  get isStill(): boolean {
    return this.turned === 0 && this.slid === 0
  }

  /**
   * Do the nodes stay apart, by more than the clearance? Sets direction, frame, gap and room. Two that cannot be opened are
   * separated along their nearest points; others by the best of a few cheap directions.
   */
  test(na: number, nb: number): boolean {
    const { treeA, treeB } = this
    this.setA.kind = treeA.kinds[na]!
    this.setB.kind = treeB.kinds[nb]!
    // Of a node that was opened the other one stays.
    if (na !== this.placedA) {
      placeNode(this.a, treeA.data, NODE * na, this.poseA, this.atA)
      this.placedA = na
      this.isMeasured = false
    }
    if (nb !== this.placedB) {
      placeNode(this.b, treeB.data, NODE * nb, this.poseB, this.atB)
      this.placedB = nb
      this.isMeasured = false
    }
    // Two box shapes are separated along their nearest points: `faces` then belongs to another pair.
    this.face = NOT_TRIED
    if (na === 0 && nb === 0 && this.hasHulls) {
      // Boxes are quick and often enough.
      if (this.setA.kind === BOX_NODE && this.setB.kind === BOX_NODE) this.partBoxes()
      else this.partOthers()
      if (this.judge()) return this.holds()
      const far = this.count === 0 ? 0 : this.farthestOfNodes()
      if (this.gap > this.limit && !(-this.room < HOPEFUL * far) && -this.room > SLIMMER * this.thicknessOfBoxes()) {
        return this.grazes() && this.tryOthers() && this.holds()
      }
      this.face = NOT_TRIED
      // Hulls are farther apart than boxes along the same direction: mostly enough, where any direction is.
      this.seeHulls()
      if (this.judge()) return this.holds()
      if (!(this.gap > this.limit) || -this.room < HOPEFUL * far) this.partHulls(this.limit + far)
    } else if (treeA.children[na] === 0 && treeB.children[nb] === 0) this.partLast(na, nb)
    else this.part()
    if (this.judge()) return this.holds()
    if (!(this.gap > this.limit) || this.count === 0) return false
    // What is apart by some part of its motion is settled sooner by halving the interval a few times.
    return this.grazes() && this.tryOthers() && this.holds()
  }

  /**
   * The same for the two geometries as a whole (their hulls, where they have any) and one direction: one that served elsewhere.
   * After `between` with `isWhole`.
   */
  testAlong(x: number, y: number, z: number): boolean {
    this.setA.kind = this.hullA === undefined ? this.treeA.kinds[0]! : HULL_NODE
    this.setB.kind = this.hullB === undefined ? this.treeB.kinds[0]! : HULL_NODE
    this.face = NOT_TRIED
    this.tryNearest(x, y, z)
    return this.judge() && this.holds()
  }

  /** How far what has a hull reaches along the direction in hand, as a box. */
  private thicknessOfBoxes(): number {
    const { nx, ny, nz } = this
    const one = this.hullA === undefined ? 0 : this.extentA(-nx, -ny, -nz)
    return one + (this.hullB === undefined ? 0 : this.extentB(nx, ny, nz))
  }

  private grazes(): boolean {
    if (!this.direction || this.curved) return false
    const { frame } = this
    const far = this.farthestOfNodes()
    this.frame = frame
    return far > GRAZING * this.gap
  }

  /** However a direction was found: the gap that was judged is there. */
  private holds(): boolean {
    const { a, b, nx, ny, nz } = this
    const centres = nx * (a[0]! - b[0]!) + ny * (a[1]! - b[1]!) + nz * (a[2]! - b[2]!)
    const gap = centres - this.extentA(-nx, -ny, -nz) - this.extentB(nx, ny, nz)
    // What climbs lose, they may lose in one of the two only: as much as is charged for a unit direction, √3 at most.
    if (gap >= this.gap - this.slack - 2 * (this.setA.loss + this.setB.loss)) return true
    throw new BrokenInvariantError(`a gap of ${this.gap} is ${gap}`)
  }

  /**
   * The widest gap need not be the one that lasts: what slides along a wall stays clear of it, however narrow the gap. Tries the
   * other axes of the two nodes; the best is kept.
   */
  private tryOthers(): boolean {
    const { gap, room, frame, nx, ny, nz, a, b, faces } = this
    let bestGap = gap
    let bestRoom = room
    let bestFrame = frame
    let x = nx
    let y = ny
    let z = nz
    const boxes = this.face !== NOT_TRIED
    for (let face = 0; face < 6; face++) {
      const node = face < 3 ? a : b
      const at = NODE_VECTORS + 3 * (face % 3)
      if (boxes) {
        if (!(faces[face]! > this.limit) || face === this.face) continue
        const sign = faces[6 + face]!
        this.gap = faces[face]!
        this.nx = sign * node[at]!
        this.ny = sign * node[at + 1]!
        this.nz = sign * node[at + 2]!
      } else {
        const kind = face < 3 ? this.setA.kind : this.setB.kind
        this.gap = -Infinity
        if (kind === BOX_NODE || kind === HULL_NODE) this.tryDirection(node[at]!, node[at + 1]!, node[at + 2]!)
        else if (kind === TRIANGLE_NODE && face % 3 === 0) this.tryNormal(node)
        if (!(this.gap > this.limit)) continue
        if (this.nx === nx && this.ny === ny && this.nz === nz) continue
      }
      if (this.judge()) return true
      if (this.room > bestRoom) {
        bestGap = this.gap
        bestRoom = this.room
        bestFrame = this.frame
        x = this.nx
        y = this.ny
        z = this.nz
      }
    }
    this.gap = bestGap
    this.room = bestRoom
    this.frame = bestFrame
    this.nx = x
    this.ny = y
    this.nz = z
    return false
  }

  /**
   * Would the last test hold as well with a direction that is `off` from the one it found? All that is multiplied with a part of
   * the direction, taken together: places, how far they get, and twice that for what the acceleration makes of them.
   */
  holdsNear(off: number): boolean {
    const { a, b } = this
    const x = a[0]! - b[0]!
    const y = a[1]! - b[1]!
    const z = a[2]! - b[2]!
    const size = Math.sqrt(x * x + y * y + z * z) + a[NODE_RADIUS]! + b[NODE_RADIUS]!
    // Velocities grow with the distance from joints, which may be far off.
    const far = this.count === 0 ? 0 : this.isMeasured ? this.far : this.most
    return this.room > off * (2 * (size + far) * (1 + this.turned) ** 2 + this.slid)
  }

  /** How far the nodes of the last test can get towards each other in the interval, by the radius rule. */
  reach(): number {
    if (this.count === 0) return 0
    const { frame } = this
    const far = this.farthestOfNodes()
    this.frame = frame
    return far
  }

  /** Σ r·chord of the nodes being tested, and its frame: found once for all directions. */
  private farthestOfNodes(): number {
    if (!this.isMeasured) {
      this.isMeasured = true
      this.radii()
      this.far = this.farthest()
      this.farFrame = this.frame
    }
    this.frame = this.farFrame
    return this.far
  }

  /** By the gap, the farthest the nodes can get, and where they go. */
  private judge(): boolean {
    const { gap, limit } = this
    this.room = gap - this.most - limit
    this.frame = this.mostFrame
    if (!(gap > limit)) return false
    if (this.room > 0) return true
    if (this.count === 0) {
      // Without a motion between the two, any frame of theirs will do; `mostFrame` may be another pair's.
      this.frame = this.ofA
      this.room = gap - limit
      return true
    }
    const room = gap - this.farthestOfNodes() - limit
    if (room > this.room) this.room = room
    if (room > 0) return true
    if (!this.direction || this.curved) return false
    const own = this.frame
    const along = this.ahead(this.ofA)
    if (along > this.room) {
      this.room = along
      this.frame = this.ofA
    }
    if (along > 0) return true
    if (own === this.ofA || !this.frames) return false
    const other = this.ahead(own)
    if (other > this.room) {
      this.room = other
      this.frame = own
    }
    return other > 0
  }

  /** Distances of the nodes' farthest points from all axes of the chain, rounded up. */
  private radii(): void {
    const { a, b, lines, kinds, rA, rB } = this
    const ax = a[0]!
    const ay = a[1]!
    const az = a[2]!
    const bx = b[0]!
    const by = b[1]!
    const bz = b[2]!
    const ra = a[NODE_RADIUS]!
    const rb = b[NODE_RADIUS]!
    // Of what hangs on no mover and is the larger one, points are mostly farther from all axes: not worth a look.
    this.oneSided = this.ofA === this.count && rb >= ra
    for (let k = 0; k < this.count; k++) {
      if (kinds[k] !== TURN) {
        rA[k] = 1
        rB[k] = 1
        continue
      }
      const l = LINE * k
      const wx = lines[l]!
      const wy = lines[l + 1]!
      const wz = lines[l + 2]!
      const ox = lines[l + 3]!
      const oy = lines[l + 4]!
      const oz = lines[l + 5]!
      let x = ax - ox
      let y = ay - oy
      let z = az - oz
      let cx = wy * z - wz * y
      let cy = wz * x - wx * z
      let cz = wx * y - wy * x
      rA[k] = (Math.sqrt(cx * cx + cy * cy + cz * cz) + ra) * ROUND_UP
      if (this.oneSided) continue
      x = bx - ox
      y = by - oy
      z = bz - oz
      cx = wy * z - wz * y
      cy = wz * x - wx * z
      cz = wx * y - wy * x
      rB[k] = (Math.sqrt(cx * cx + cy * cy + cz * cz) + rb) * ROUND_UP
    }
  }

  /** Σ r·chord in the frame where it is least, which is set. */
  private farthest(): number {
    const { rA, rB, chord, count } = this
    let sum = 0
    if (!this.frames || this.oneSided) {
      for (let k = 0; k < count; k++) sum += (k < this.ofA ? rA[k]! : rB[k]!) * chord[k]!
      this.frame = this.ofA
      return sum * ROUND_UP
    }
    for (let k = 0; k < count; k++) sum += rB[k]! * chord[k]!
    let least = sum
    let frame = 0
    for (let k = 0; k < count; k++) {
      sum += (rA[k]! - rB[k]!) * chord[k]!
      if (sum < least) {
        least = sum
        frame = k + 1
      }
    }
    this.frame = frame
    // Sums and differences: once more, without the differences.
    let exact = 0
    for (let k = 0; k < count; k++) exact += (k < frame ? rA[k]! : rB[k]!) * chord[k]!
    return exact * ROUND_UP
  }

  /** The direction rule in frame m: by how much the least of F(−h), F(0), F(h) is above the limit. */
  private ahead(m: number): number {
    const { a, b, twist, h, nx, ny, nz } = this
    const t = LINE * m
    const e = LINE * this.count
    const wx = twist[t]!
    const wy = twist[t + 1]!
    const wz = twist[t + 2]!
    // B feels the movers beyond the frame, the other way round: twist(m) − twist(K).
    const ux = wx - twist[e]!
    const uy = wy - twist[e + 1]!
    const uz = wz - twist[e + 2]!
    const ax = a[0]!
    const ay = a[1]!
    const az = a[2]!
    const bx = b[0]!
    const by = b[1]!
    const bz = b[2]!
    const vA =
      nx * (wy * az - wz * ay + twist[t + 3]!) +
      ny * (wz * ax - wx * az + twist[t + 4]!) +
      nz * (wx * ay - wy * ax + twist[t + 5]!)
    const vB =
      nx * (uy * bz - uz * by + twist[t + 3]! - twist[e + 3]!) +
      ny * (uz * bx - ux * bz + twist[t + 4]! - twist[e + 4]!) +
      nz * (ux * by - uy * bx + twist[t + 5]! - twist[e + 5]!)
    const centres = nx * (ax - bx) + ny * (ay - by) + nz * (az - bz)
    // n × w, for both.
    const gx = h * (ny * wz - nz * wy)
    const gy = h * (nz * wx - nx * wz)
    const gz = h * (nx * wy - ny * wx)
    const kx = h * (ny * uz - nz * uy)
    const ky = h * (nz * ux - nx * uz)
    const kz = h * (nx * uy - ny * ux)
    let later = centres + h * (vA - vB)
    let earlier = centres - h * (vA - vB)
    if (this.clocks) {
      const ofA = Math.min(
        h * vA - this.extentA(-nx - gx, -ny - gy, -nz - gz),
        -h * vA - this.extentA(gx - nx, gy - ny, gz - nz),
      )
      const ofB = Math.min(
        -h * vB - this.extentB(nx + kx, ny + ky, nz + kz),
        h * vB - this.extentB(nx - kx, ny - ky, nz - kz),
      )
      later = centres + ofA + ofB
      earlier = later
    } else if (this.setA.kind === BOX_NODE && this.setB.kind === BOX_NODE) {
      for (let i = 0; i < 3; i++) {
        const j = NODE_VECTORS + 3 * i
        let along = a[j]! * nx + a[j + 1]! * ny + a[j + 2]! * nz
        let turned = a[j]! * gx + a[j + 1]! * gy + a[j + 2]! * gz
        let half = a[NODE_LENGTHS + i]!
        later -= half * Math.abs(along + turned)
        earlier -= half * Math.abs(along - turned)
        along = b[j]! * nx + b[j + 1]! * ny + b[j + 2]! * nz
        turned = b[j]! * kx + b[j + 1]! * ky + b[j + 2]! * kz
        half = b[NODE_LENGTHS + i]!
        later -= half * Math.abs(along + turned)
        earlier -= half * Math.abs(along - turned)
      }
    } else {
      later -= this.extentA(-nx - gx, -ny - gy, -nz - gz) + this.extentB(nx + kx, ny + ky, nz + kz)
      earlier -= this.extentA(gx - nx, gy - ny, gz - nz) + this.extentB(nx - kx, ny - ky, nz - kz)
    }
    const least = (later < earlier ? later : earlier) - this.limit
    // Without the acceleration, which takes longest, it fails already; or it does not move.
    if (!(least > 0)) return least
    const { count } = this
    const axes = axisSlack(this.whole, this.offTurns)
    const ofA = acceleration(this, this.rA, 0, 1, m, nx, ny, nz, axes)
    const acc = ofA + acceleration(this, this.rB, count - 1, -1, count - m, nx, ny, nz, axes)
    const held = least - 0.5 * h * h * acc * ROUND_UP
    // At the anchor itself nothing is lost but the limit.
    const now = this.gap - this.limit
    return held < now ? held : now
  }

  private grow(k: number): void {
    this.lines = new Float64Array(LINE * k)
    this.kinds = new Uint8Array(k)
    this.places = new Int32Array(k)
    this.chord = new Float64Array(k)
    this.speed = new Float64Array(k)
    this.bend = new Float64Array(k)
    this.rA = new Float64Array(k)
    this.rB = new Float64Array(k)
    this.twist = new Float64Array(LINE * (k + 1))
  }
}

function setNodeHull(out: ConvexSet, { points, edges, data }: MotionTree, hull: MotionHull | undefined): void {
  const size = 2 * data[NODE_RADIUS]!
  if (hull !== undefined) out.setHull(hull.points, hull.part.hull.hull, size)
  else out.setHull(points, edges, size)
  // Whatever was asked before, the same question is answered in the same way.
  out.corner = -1
}

/** For callers without rules of their own: nothing in it outlives the test of one pair. */
export const sharedMotion = new PairMotion()
