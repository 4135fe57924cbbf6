// One mesh that moves past another: the first moment at which their triangles touch, if there is one.
//
// Two trees of boxes, A's at rest and B's moving, all in A's frame: a point x of B is at o + t·v + exp(t·w)·x, with w constant,
// since a body that turns about an axis of its own turns about that axis in the world. For every pair of nodes there is a moment
// up to which the two are proved apart, and the pair with the earliest one comes next: it is tested again there, or one of its
// nodes is opened there. So no pair is tested beyond the first contact, and everything before the earliest moment is free.
//
// The inequality is the direction rule of pair-motion.ts, for one body that slides and turns, from the anchor onwards: n a unit
// vector from A to B, gap = min n·y − max n·a at the anchor over y of B and a of A. A point of B at x from B's origin has the
// velocity v + w × x, and n·(w × x) = x·g with g = n × w. It turns about the axis, at a distance r from it that stays as it is, so
// its acceleration along n is at most |w|·|g|·r. With c no less than −n·v − x·g for all points of B,
//   n·y(s) − n·a ≥ gap − c·s − ½·|w|·|g|·r·s²,
// which is above the limit up to its root. The limit is what rounding may do to it: motionSlack, for the four movers of a floating
// joint and the whole motion, counted eight times as it is there. That leaves room for the rounding of moments: t + s is off by u,
// which moves a point by no more than u·(|v| + |w|·reach), an eighth of one of its terms.
import { POSE, setQuaternion } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import {
  BOX_NODE,
  corners,
  edge,
  NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  NODE_VECTORS,
  placeNode,
} from '../../geometry/convex/convex-set.js'
import { distanceTriangleTriangle } from '../../geometry/triangles/distance-triangle-triangle.js'
import { collideMeshes } from '../../meshes/tree/mesh-queries.js'
import type { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { FirstTouch } from '../../meshes/tree/triangle-pairs.js'
import { poseConfiguration } from './free-body.js'
import { LinePiece } from './line-piece.js'
import { axisSlack, motionSlack } from './motion-bounds.js'
import type { MotionNodes } from './motion-trees.js'
import { DEEP, FLAT } from './node-separation.js'

/** Movers of a floating joint. */
const MOVERS = 4

/** Moments closer to each other than this, as a share of the motion, count as one. */
const FINEST = 2 ** -30

/** Nodes with a gap below this part of how far the thicker one reaches along it are opened, not tested again: 0.3 to 1 do as well. */
const OPEN_WITHIN = 0.5

/** Tests spent on finding a contact once two triangles were closer than rounding can resolve: they are no longer called free. */
const HOPELESS = 10_000

/** Moments within the tolerance at which a contact is looked for. */
const LOOKS = 4

/** What a step is multiplied with: its formula has a dozen roundings. */
const SHORTER = 1 - 2 ** -44

/** A mesh whose tree has boxes, and its nodes. */
export interface SweptMesh {
  readonly tree: MeshTree
  readonly nodes: MotionNodes
}

// Scratch of one test: nodes, of B as placed in A's frame, and triangles.
const a = new Float64Array(NODE)
const b = new Float64Array(NODE)
const triangleA = new Float64Array(9)
const triangleB = new Float64Array(9)
const edgeA = new Float64Array(3)
const edgeB = new Float64Array(3)
const witness = new Float64Array(6)
const quaternion = new Float64Array(4)
const touching = new FirstTouch()

export class RigidSweep {
  /** Tests of two nodes, or of two triangles. */
  steps = 0
  /** A moment at which they touch; Infinity while none is known. */
  contact = Infinity
  /** The earliest moment that rounding leaves open. */
  private stuck = Infinity
  /** The queue, a heap by moments: nodes of both meshes, of which ~n is to be opened. */
  private times = new Float64Array(64)
  private nodesA = new Int32Array(64)
  private nodesB = new Int32Array(64)
  private count = 0
  /** B at the anchor: its configuration and pose. */
  private readonly q = new Float64Array(7)
  private readonly x = new Float64Array(POSE)
  private readonly velocity = new Float64Array(3)
  /** w, and its length. */
  private readonly turn = new Float64Array(3)
  private readonly angle: number
  private readonly piece: LinePiece
  private readonly limit: number
  private readonly axes: number
  /** The node of B that is placed at the anchor, and |w|·r of it. */
  private placed = -1
  private speed = 0
  private isTriangleA = false
  private isTriangleB = false
  /** The best direction of a test: how far it leads, as a share of the motion; its gap, and how far the nodes reach along it. */
  private step = 0
  private gap = 0
  private reachA = 0
  private reachB = 0

  constructor(
    private readonly meshA: SweptMesh,
    private readonly meshB: SweptMesh,
    /** Poses of B in A's frame. */
    private readonly from: Float64Array,
    private readonly to: Float64Array,
    private readonly tolerance: number,
  ) {
    const piece = new LinePiece(poseConfiguration(from), poseConfiguration(to), [3])
    this.piece = piece
    const { q, x, velocity, turn } = this
    const { roundings } = piece
    const { axis, angle } = piece.turns[0]!
    let far = 0
    let slid = 0
    let off = 0
    piece.at(q, 1)
    for (let k = 0; k < 3; k++) velocity[k] = q[k]!
    this.place(0)
    for (let k = 0; k < 3; k++) {
      far += Math.max(Math.abs(q[k]!), Math.abs(velocity[k]!))
      velocity[k]! -= q[k]!
      slid += Math.abs(velocity[k]!)
      off += roundings[k]!
      turn[k] = angle * (x[4 * k]! * axis[0]! + x[4 * k + 1]! * axis[1]! + x[4 * k + 2]! * axis[2]!)
    }
    this.angle = angle
    const big = 2 * far + meshA.nodes.reach + meshB.nodes.reach
    this.limit = motionSlack(MOVERS, big, roundings[3]!, off, angle, slid)
    this.axes = axisSlack(MOVERS, roundings[3]!)
  }

  /** All before this moment is proved free. */
  get clear(): number {
    return Math.min(1, this.contact, this.stuck, this.count > 0 ? this.times[0]! : 1)
  }

  /** Do they touch at no moment? */
  get isFree(): boolean {
    return this.contact === Infinity && this.stuck === Infinity && this.count === 0
  }

  /** Finds the first contact, or shows that there is none; gives up after `maxSteps` tests. */
  run(maxSteps: number): void {
    const { nodes: one } = this.meshA
    const { nodes: other } = this.meshB
    // One mesh may be inside the other: that cannot change without a contact, and boxes that are apart at the start rule it out.
    this.test(0, 0)
    if (this.step === 0 && this.touchesAtStart()) {
      this.contact = 0
      return
    }
    this.wait(0, 0, 0)
    let last = maxSteps
    while (this.count > 0) {
      const t = this.times[0]!
      if (t >= this.contact - this.tolerance || this.steps >= last) return
      const na = this.nodesA[0]!
      const nb = this.nodesB[0]!
      this.pop()
      this.place(t)
      if (na < 0) {
        const from = one.open(~na)
        const end = from + one.children[~na]!
        for (let k = from; k < end; k++) {
          this.test(k, nb)
          this.wait(t, k, nb)
        }
      } else if (nb < 0) {
        const from = other.open(~nb)
        const end = from + other.children[~nb]!
        for (let k = from; k < end; k++) {
          this.test(na, k)
          this.wait(t, na, k)
        }
      } else {
        this.test(na, nb)
        if (this.isTriangleA && this.isTriangleB && this.approach(t, na, nb)) {
          last = Math.min(last, this.steps + HOPELESS)
        } else this.wait(t, na, nb)
      }
    }
  }

  /**
   * Two triangles that the last test, at t, has not separated for long: is this the contact? True if they are too close to tell;
   * they are tested again later, since they may touch after all.
   */
  private approach(t: number, na: number, nb: number): boolean {
    const fine = Math.max(this.tolerance, FINEST)
    if (this.step >= fine / 4) return false
    const { step } = this
    for (let k = -1; k <= LOOKS; k++) {
      // What is built of whole and half numbers touches at such moments, and may do so for an instant only.
      const later = k < 0 ? simplest(t, t + fine) : Math.min(1, t + (k / LOOKS) * fine)
      if (later >= this.contact) continue
      if (this.touchAt(later, na, nb)) {
        this.contact = later
        return false
      }
    }
    if (step > FINEST / 4) return false
    this.stuck = Math.min(this.stuck, t)
    // The longer it lasts, the longer the strides.
    if (t < 1) this.push(Math.min(1, t + Math.max(fine, (t - this.stuck) / 2)), na, nb)
    return true
  }

  /** Do two triangles touch at t? In exact arithmetic; at the ends, at the poses that were given. */
  private touchAt(t: number, na: number, nb: number): boolean {
    const { tree: one, nodes: nodesA } = this.meshA
    const { tree: other, nodes: nodesB } = this.meshB
    this.steps++
    this.place(t)
    touching.start(one, other, t === 0 ? this.from : t === 1 ? this.to : this.x)
    return touching.seed(one.order[na - nodesA.triangles]!, other.order[nb - nodesB.triangles]!)
  }

  private touchesAtStart(): boolean {
    const { collides, stats } = collideMeshes(this.meshA.tree, this.meshB.tree, this.from)
    this.steps += stats.volumeTests + stats.leafTests
    return collides
  }

  /** Puts the anchor at t. */
  private place(t: number): void {
    const { q, x } = this
    this.piece.at(q, t)
    for (let k = 0; k < 4; k++) quaternion[k] = q[3 + k]!
    setQuaternion(x, 0, quaternion)
    x[3] = q[0]!
    x[7] = q[1]!
    x[11] = q[2]!
    this.placed = -1
  }

  /** What is left of two nodes after their test at t. */
  private wait(t: number, na: number, nb: number): void {
    const later = t + this.step
    // The end is part of the motion.
    if (later > 1 || later >= this.contact) return
    const { nodes: one } = this.meshA
    const { nodes: other } = this.meshB
    const { reachA, reachB, gap } = this
    const isOpenA = one.children[na]! > 0
    const isOpenB = other.children[nb]! > 0
    const more = Math.max(reachA, reachB)
    // What is flat never reaches far along its normal, but its triangles may be farther off.
    const size = Math.max(more, FLAT * Math.max(a[NODE_RADIUS]!, b[NODE_RADIUS]!))
    if ((!isOpenA && !isOpenB) || !(gap < OPEN_WITHIN * size)) {
      this.push(later, na, nb)
      return
    }
    // As NodeSeparation.opensA.
    const isDeep = -gap > DEEP * more && Math.min(reachA, reachB) > FLAT * more
    const inA = isDeep ? one.sizes[na]! >= other.sizes[nb]! : reachA >= reachB
    if (!isOpenB || (isOpenA && inA)) this.push(later, ~na, nb)
    else this.push(later, na, ~nb)
  }

  /** Finds out how long two nodes stay apart, from the anchor on: `step`, rounded down; 0 if no direction separates them now. */
  private test(na: number, nb: number): void {
    const { nodes: one } = this.meshA
    const { nodes: other } = this.meshB
    this.steps++
    const { data } = one
    for (let k = 0, o = NODE * na; k < NODE; k++, o++) a[k] = data[o]!
    if (nb !== this.placed) this.placeB(nb)
    this.isTriangleA = one.kinds[na] !== BOX_NODE
    this.isTriangleB = other.kinds[nb] !== BOX_NODE
    this.step = 0
    this.gap = -Infinity
    this.reachA = 0
    this.reachB = 0
    if (!this.isTriangleA && !this.isTriangleB) this.testBoxes()
    else if (this.isTriangleA && this.isTriangleB) this.testTriangles()
    else {
      this.tryDirection(b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!)
      this.tryNormals(a, this.isTriangleA)
      this.tryNormals(b, this.isTriangleB)
    }
  }

  private placeB(nb: number): void {
    const { x, turn } = this
    placeNode(b, this.meshB.nodes.data, NODE * nb, x, 0)
    this.placed = nb
    const px = b[0]! - x[3]!
    const py = b[1]! - x[7]!
    const pz = b[2]! - x[11]!
    const cx = turn[1]! * pz - turn[2]! * py
    const cy = turn[2]! * px - turn[0]! * pz
    const cz = turn[0]! * py - turn[1]! * px
    this.speed = (Math.sqrt(cx * cx + cy * cy + cz * cz) + this.angle * b[NODE_RADIUS]!) * ROUND_UP
  }

  /** Along their nearest points; where that does not lead far, along whatever may separate triangles. */
  private testTriangles(): void {
    corners(triangleA, a)
    corners(triangleB, b)
    const d = distanceTriangleTriangle(witness, triangleA, 0, triangleB, 0)
    if (d > 0) this.tryDirection(witness[3]! - witness[0]!, witness[4]! - witness[1]!, witness[5]! - witness[2]!)
    if (this.step > FINEST) return
    this.tryNormals(a, true)
    this.tryNormals(b, true)
    for (let i = 0; i < 3; i++) {
      edge(edgeA, a, i, false)
      for (let j = 0; j < 3; j++) {
        edge(edgeB, b, j, false)
        this.tryDirection(
          edgeA[1]! * edgeB[2]! - edgeA[2]! * edgeB[1]!,
          edgeA[2]! * edgeB[0]! - edgeA[0]! * edgeB[2]!,
          edgeA[0]! * edgeB[1]! - edgeA[1]! * edgeB[0]!,
        )
      }
    }
  }

  /** The six face axes and the line of centres, written out: NodeSeparation.partBoxes. */
  private testBoxes(): void {
    const dx = b[0]! - a[0]!
    const dy = b[1]! - a[1]!
    const dz = b[2]! - a[2]!
    const a0 = a[12]!
    const a1 = a[13]!
    const a2 = a[14]!
    const b0 = b[12]!
    const b1 = b[13]!
    const b2 = b[14]!
    const tA0 = dx * a[3]! + dy * a[4]! + dz * a[5]!
    const tA1 = dx * a[6]! + dy * a[7]! + dz * a[8]!
    const tA2 = dx * a[9]! + dy * a[10]! + dz * a[11]!
    const tB0 = dx * b[3]! + dy * b[4]! + dz * b[5]!
    const tB1 = dx * b[6]! + dy * b[7]! + dz * b[8]!
    const tB2 = dx * b[9]! + dy * b[10]! + dz * b[11]!
    const r00 = Math.abs(a[3]! * b[3]! + a[4]! * b[4]! + a[5]! * b[5]!)
    const r01 = Math.abs(a[3]! * b[6]! + a[4]! * b[7]! + a[5]! * b[8]!)
    const r02 = Math.abs(a[3]! * b[9]! + a[4]! * b[10]! + a[5]! * b[11]!)
    const r10 = Math.abs(a[6]! * b[3]! + a[7]! * b[4]! + a[8]! * b[5]!)
    const r11 = Math.abs(a[6]! * b[6]! + a[7]! * b[7]! + a[8]! * b[8]!)
    const r12 = Math.abs(a[6]! * b[9]! + a[7]! * b[10]! + a[8]! * b[11]!)
    const r20 = Math.abs(a[9]! * b[3]! + a[10]! * b[4]! + a[11]! * b[5]!)
    const r21 = Math.abs(a[9]! * b[6]! + a[10]! * b[7]! + a[11]! * b[8]!)
    const r22 = Math.abs(a[9]! * b[9]! + a[10]! * b[10]! + a[11]! * b[11]!)
    this.along(a, 3, tA0, a0, b0 * r00 + b1 * r01 + b2 * r02)
    this.along(a, 6, tA1, a1, b0 * r10 + b1 * r11 + b2 * r12)
    this.along(a, 9, tA2, a2, b0 * r20 + b1 * r21 + b2 * r22)
    this.along(b, 3, tB0, a0 * r00 + a1 * r10 + a2 * r20, b0)
    this.along(b, 6, tB1, a0 * r01 + a1 * r11 + a2 * r21, b1)
    this.along(b, 9, tB2, a0 * r02 + a1 * r12 + a2 * r22, b2)
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (!(length > 1e-150)) return
    const reachA = (a0 * Math.abs(tA0) + a1 * Math.abs(tA1) + a2 * Math.abs(tA2)) / length
    const reachB = (b0 * Math.abs(tB0) + b1 * Math.abs(tB1) + b2 * Math.abs(tB2)) / length
    this.take(dx / length, dy / length, dz / length, length - reachA - reachB, reachA, reachB)
  }

  private along(node: Float64Array, k: number, d: number, reachA: number, reachB: number): void {
    const sign = d < 0 ? -1 : 1
    const gap = Math.abs(d) - reachA - reachB
    this.take(sign * node[k]!, sign * node[k + 1]!, sign * node[k + 2]!, gap, reachA, reachB)
  }

  /** A box's axes, a triangle's normal. */
  private tryNormals(node: Float64Array, isTriangle: boolean): void {
    if (!isTriangle) {
      for (let k = NODE_VECTORS; k < NODE_LENGTHS; k += 3) this.tryDirection(node[k]!, node[k + 1]!, node[k + 2]!)
      return
    }
    const ux = node[6]! - node[3]!
    const uy = node[7]! - node[4]!
    const uz = node[8]! - node[5]!
    const vx = node[9]! - node[3]!
    const vy = node[10]! - node[4]!
    const vz = node[11]! - node[5]!
    this.tryDirection(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
  }

  /** A direction of any length, either way round. */
  private tryDirection(nx: number, ny: number, nz: number): void {
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (!(length > 1e-150)) return
    nx /= length
    ny /= length
    nz /= length
    let d = nx * (b[0]! - a[0]!) + ny * (b[1]! - a[1]!) + nz * (b[2]! - a[2]!)
    if (d < 0) {
      d = -d
      nx = -nx
      ny = -ny
      nz = -nz
    }
    const reachA = extent(a, this.isTriangleA, nx, ny, nz)
    const reachB = extent(b, this.isTriangleB, -nx, -ny, -nz)
    this.take(nx, ny, nz, d - reachA - reachB, reachA, reachB)
  }

  /** Keeps the direction that leads farthest; while none separates the nodes, that of the least overlap. */
  private take(nx: number, ny: number, nz: number, gap: number, reachA: number, reachB: number): void {
    if (gap > this.limit) {
      const step = this.advance(nx, ny, nz, gap - this.limit, reachB)
      if (!(step > this.step)) return
      this.step = step
    } else if (this.step > 0 || !(gap > this.gap)) return
    this.gap = gap
    this.reachA = reachA
    this.reachB = reachB
  }

  /**
   * The root of the inequality at the top. Of two triangles, the extent of B along n + s·g takes the place of those along n and g,
   * as in pair-motion.ts: else the fastest corner counts as the nearest one, and steps become ever shorter where two triangles
   * graze. That bound is concave in s, so it is above its chords.
   */
  private advance(nx: number, ny: number, nz: number, gap: number, reachB: number): number {
    const { x, velocity: v, turn: w } = this
    const gx = ny * w[2]! - nz * w[1]!
    const gy = nz * w[0]! - nx * w[2]!
    const gz = nx * w[1]! - ny * w[0]!
    const centre = gx * (b[0]! - x[3]!) + gy * (b[1]! - x[7]!) + gz * (b[2]! - x[11]!)
    const away = centre + (nx * v[0]! + ny * v[1]! + nz * v[2]!)
    const c = extent(b, this.isTriangleB, -gx, -gy, -gz) - away
    const size = Math.sqrt(gx * gx + gy * gy + gz * gz) * ROUND_UP + this.angle * this.axes
    const acc = Math.min(this.angle, size) * this.speed
    const root = Math.sqrt(c * c + 2 * acc * gap)
    let step = c > 0 ? (2 * gap) / (c + root) : acc > 0 ? (root - c) / acc : Infinity
    if (this.isTriangleA && this.isTriangleB) {
      let here = 0
      while (step < 1) {
        const s = 2 * step
        const far = extent(b, true, -nx - s * gx, -ny - s * gy, -nz - s * gz)
        const there = gap + reachB + s * away - far - 0.5 * acc * s * s
        if (there < 0) {
          step += (step * here) / (here - there)
          break
        }
        here = there
        step = s
      }
    }
    return step * SHORTER
  }

  private push(t: number, na: number, nb: number): void {
    if (t > 1) return
    if (this.count === this.times.length) this.grow()
    const { times, nodesA, nodesB } = this
    let i = this.count++
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!(t < times[parent]!)) break
      times[i] = times[parent]!
      nodesA[i] = nodesA[parent]!
      nodesB[i] = nodesB[parent]!
      i = parent
    }
    times[i] = t
    nodesA[i] = na
    nodesB[i] = nb
  }

  private pop(): void {
    const { times, nodesA, nodesB } = this
    const n = --this.count
    const t = times[n]!
    const na = nodesA[n]!
    const nb = nodesB[n]!
    let i = 0
    for (;;) {
      let child = 2 * i + 1
      if (child >= n) break
      if (child + 1 < n && times[child + 1]! < times[child]!) child++
      if (!(times[child]! < t)) break
      times[i] = times[child]!
      nodesA[i] = nodesA[child]!
      nodesB[i] = nodesB[child]!
      i = child
    }
    times[i] = t
    nodesA[i] = na
    nodesB[i] = nb
  }

  private grow(): void {
    const { times, nodesA, nodesB } = this
    this.times = new Float64Array(2 * times.length)
    this.times.set(times)
    this.nodesA = new Int32Array(2 * times.length)
    this.nodesA.set(nodesA)
    this.nodesB = new Int32Array(2 * times.length)
    this.nodesB.set(nodesB)
  }
}

/** The number between the two, 0 ≤ from < to, that has the fewest binary digits. */
function simplest(from: number, to: number): number {
  for (let unit = 1; ; unit /= 2) {
    const at = Math.ceil(from / unit) * unit
    if (at <= to) return at
  }
}

/** max (p − centre)·d over a box or a triangle. */
function extent(w: Float64Array, isTriangle: boolean, dx: number, dy: number, dz: number): number {
  const p = w[3]! * dx + w[4]! * dy + w[5]! * dz
  const q = w[6]! * dx + w[7]! * dy + w[8]! * dz
  const r = w[9]! * dx + w[10]! * dy + w[11]! * dz
  if (isTriangle) return p > q ? (p > r ? p : r) : q > r ? q : r
  return w[12]! * Math.abs(p) + w[13]! * Math.abs(q) + w[14]! * Math.abs(r)
}
