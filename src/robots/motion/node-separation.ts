// Two convex nodes in the world, and a direction that leaves a gap between them: the best of a few that cost little, or that of
// their nearest points where neither can be opened. Any direction is sound, whatever it was found by: the gap is what their
// extents along it leave.
import {
  BOX_NODE,
  ConvexSet,
  corners,
  edge,
  HULL_NODE,
  NODE,
  NODE_LENGTHS,
  NODE_VECTORS,
  TRIANGLE_NODE,
} from '../../geometry/convex/convex-set.js'
import { Gjk, GjkWarmStart, gjk } from '../../geometry/convex/gjk.js'
import { distancePointTriangle } from '../../geometry/triangles/distance-point-triangle.js'
import { distanceTriangleTriangle } from '../../geometry/triangles/distance-triangle-triangle.js'
import { contactCores } from '../../shapes/contact-cores.js'
import { distanceCores } from '../../shapes/distance-cores.js'
import { ShapeContact } from '../../shapes/shape-contact.js'
import { type ConvexKind, Core, placeCore, TRIANGLE_CORE } from '../../shapes/shape-core.js'
import { ShapeDistance } from '../../shapes/shape-distance.js'
import type { MotionHull, MotionTree } from './motion-trees.js'

/** Overlap by more than this part of the greater extent is deep; and an extent below this part of the other one is flat. */
export const DEEP = 0.3
export const FLAT = 0.02

/** A direction along which the gap is this near to the distance, as a part of it, is as good as the best. */
const CONTENT = 1e-3

/** No axis of two boxes: the line of their centres was better; or their axes were not tried. */
const CENTRES = -1
export const NOT_TRIED = -2

const contact = new ShapeContact()
const edgeA = new Float64Array(3)
const edgeB = new Float64Array(3)

export class NodeSeparation {
  /** Unit direction, from B to A, and the gap it leaves. */
  nx = 0
  ny = 0
  nz = 0
  gap = 0
  /** What the gap must be above. */
  limit = 0
  protected treeA!: MotionTree
  protected treeB!: MotionTree
  protected poseA!: Float64Array
  protected poseB!: Float64Array
  protected atA = 0
  protected atB = 0
  /** Of meshes that are taken for convex parts: their hulls. */
  protected hullA: MotionHull | undefined
  protected hullB: MotionHull | undefined
  /** Distances found by GJK or, of simple shapes, in closed form. */
  distances = 0
  /** Hulls tested: each is a second test of two nodes whose boxes did not settle it. */
  hullTests = 0
  /** Which nodes are placed; and they themselves, in the world. */
  protected placedA = -1
  protected placedB = -1
  protected readonly setA = new ConvexSet()
  protected readonly setB = new ConvexSet()
  protected readonly a = this.setA.node
  protected readonly b = this.setB.node
  /** Of two boxes: the gaps along the axes of A and of B, and which way they go; the axis taken. */
  protected readonly faces = new Float64Array(12)
  protected face = NOT_TRIED
  /** Of two boxes: aᵢ·bⱼ, and aᵢ·(centre of A − centre of B). */
  private readonly products = new Float64Array(12)
  private readonly triangleA = new Float64Array(9)
  private readonly triangleB = new Float64Array(9)
  private readonly witness = new Float64Array(6)
  private readonly coreA = new Core()
  private readonly coreB = new Core()
  private readonly found = new ShapeDistance()
  private readonly g = new Gjk()
  private readonly warm = new GjkWarmStart()

  /**
   * How much of a gap can be won by opening one of the nodes last tested: as much as it reaches along the direction taken; of a
   * hull what is between it and its mesh.
   */
  thickness(ofA: boolean): number {
    const { nx, ny, nz } = this
    const hull = ofA ? this.hullA : this.hullB
    // Whether hulls were asked or not: a shorter interval asks them.
    if (hull !== undefined && this.placedA === 0 && this.placedB === 0) return hull.part.deviation
    return ofA ? this.extentA(-nx, -ny, -nz) : this.extentB(nx, ny, nz)
  }

  /**
   * Which of two nodes is to be opened? Where they overlap deeply the larger one, as in a collision test. Otherwise the
   * one that reaches farther along the direction in which they overlap least: this gains most of the gap, and a flat
   * floor, say, need not be taken to pieces where something rough is above it.
   */
  opensA(isLargerA: boolean): boolean {
    const { nx, ny, nz } = this
    const one = this.extentA(-nx, -ny, -nz)
    const other = this.extentB(nx, ny, nz)
    const more = Math.max(one, other)
    return -this.gap > DEEP * more && Math.min(one, other) > FLAT * more ? isLargerA : one >= other
  }

  /** Of the two children of a node last tested: is the second one nearer to the other node, centre to centre? */
  isSecondNearer(ofA: boolean, child: number): boolean {
    const { data } = ofA ? this.treeA : this.treeB
    const x = ofA ? this.poseA : this.poseB
    const i = ofA ? this.atA : this.atB
    const other = ofA ? this.b : this.a
    const o = NODE * child
    const p = o + NODE
    // Along the line from one centre to the other, seen from the middle between them.
    const mx = (data[o]! + data[p]!) / 2
    const my = (data[o + 1]! + data[p + 1]!) / 2
    const mz = (data[o + 2]! + data[p + 2]!) / 2
    const dx = data[p]! - data[o]!
    const dy = data[p + 1]! - data[o + 1]!
    const dz = data[p + 2]! - data[o + 2]!
    const wx = other[0]! - (x[i]! * mx + x[i + 1]! * my + x[i + 2]! * mz + x[i + 3]!)
    const wy = other[1]! - (x[i + 4]! * mx + x[i + 5]! * my + x[i + 6]! * mz + x[i + 7]!)
    const wz = other[2]! - (x[i + 8]! * mx + x[i + 9]! * my + x[i + 10]! * mz + x[i + 11]!)
    return (
      wx * (x[i]! * dx + x[i + 1]! * dy + x[i + 2]! * dz) +
        wy * (x[i + 4]! * dx + x[i + 5]! * dy + x[i + 6]! * dz) +
        wz * (x[i + 8]! * dx + x[i + 9]! * dy + x[i + 10]! * dz) >
      0
    )
  }

  /** max (p − centre)·d over A's node. */
  protected extentA(dx: number, dy: number, dz: number): number {
    return this.setA.extent(dx, dy, dz)
  }

  protected extentB(dx: number, dy: number, dz: number): number {
    return this.setB.extent(dx, dy, dz)
  }

  /** Tries a direction that need not be of unit length. */
  protected tryDirection(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z)
    if (!(length > 1e-150)) return
    x /= length
    y /= length
    z /= length
    const { a, b } = this
    let d = x * (a[0]! - b[0]!) + y * (a[1]! - b[1]!) + z * (a[2]! - b[2]!)
    if (d < 0) {
      d = -d
      x = -x
      y = -y
      z = -z
    }
    const gap = d - this.extentA(-x, -y, -z) - this.extentB(x, y, z)
    if (gap > this.gap) {
      this.gap = gap
      this.nx = x
      this.ny = y
      this.nz = z
    }
  }

  /** A direction that separates the nodes well, of the cheap ones: their own axes, and from centre to centre. */
  protected part(): void {
    if (this.setA.kind === BOX_NODE && this.setB.kind === BOX_NODE) {
      this.partBoxes()
      // No face normal separates long bodies that cross askew.
      if (!(this.gap > this.limit)) this.tryBoxEdges()
    } else {
      this.partOthers()
      if (!(this.gap > this.limit)) {
        const isBoxA = this.setA.kind === BOX_NODE
        const isBoxB = this.setB.kind === BOX_NODE
        if ((isBoxA || this.setA.kind === TRIANGLE_NODE) && (isBoxB || this.setB.kind === TRIANGLE_NODE)) {
          this.tryEdges(isBoxA, isBoxB)
        }
      }
    }
  }

  /** At right angles to an edge of each: boxes have three kinds of edges, and so do triangles. */
  private tryEdges(isBoxA: boolean, isBoxB: boolean): void {
    for (let i = 0; i < 3; i++) {
      edge(edgeA, this.a, i, isBoxA)
      for (let j = 0; j < 3; j++) {
        edge(edgeB, this.b, j, isBoxB)
        this.tryDirection(
          edgeA[1]! * edgeB[2]! - edgeA[2]! * edgeB[1]!,
          edgeA[2]! * edgeB[0]! - edgeA[0]! * edgeB[2]!,
          edgeA[0]! * edgeB[1]! - edgeA[1]! * edgeB[0]!,
        )
        if (this.gap > this.limit) return
      }
    }
  }

  /**
   * The same for two boxes, from the products of their axes that partBoxes has left: an edge that leaves no wider gap than what is
   * known is not tried. With aᵢ × bⱼ of length l = √(1 − (aᵢ·bⱼ)²), the centres are |dₖ·rₗⱼ − dₗ·rₖⱼ| / l apart along it, k and l
   * the other two axes of A; A reaches (hₖ·|rₗⱼ| + hₗ·|rₖⱼ|) / l, B likewise.
   */
  private tryBoxEdges(): void {
    const { a, b, products: r } = this
    for (let i = 0; i < 3; i++) {
      const k = i === 0 ? 1 : 0
      const l = i === 2 ? 1 : 2
      const hk = a[NODE_LENGTHS + k]!
      const hl = a[NODE_LENGTHS + l]!
      const dk = r[9 + k]!
      const dl = r[9 + l]!
      for (let j = 0; j < 3; j++) {
        const m = j === 0 ? 1 : 0
        const n = j === 2 ? 1 : 2
        const c = r[3 * i + j]!
        const rk = r[3 * k + j]!
        const rl = r[3 * l + j]!
        const reachA = hk * Math.abs(rl) + hl * Math.abs(rk)
        const reachB = b[NODE_LENGTHS + m]! * Math.abs(r[3 * i + n]!) + b[NODE_LENGTHS + n]! * Math.abs(r[3 * i + m]!)
        const over = Math.abs(dk * rl - dl * rk) - reachA - reachB
        // Compared with what is known times the length, which is below 1.
        if (over < 0 && over * over > this.gap * this.gap * (1 - c * c)) continue
        const u = NODE_VECTORS + 3 * i
        const v = NODE_VECTORS + 3 * j
        this.tryDirection(
          a[u + 1]! * b[v + 2]! - a[u + 2]! * b[v + 1]!,
          a[u + 2]! * b[v]! - a[u]! * b[v + 2]!,
          a[u]! * b[v + 1]! - a[u + 1]! * b[v]!,
        )
        if (this.gap > this.limit) return
      }
    }
  }

  protected partOthers(): void {
    const { a, b } = this
    this.gap = -Infinity
    this.tryDirection(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
    if (this.setA.kind === BOX_NODE) this.tryAxes(a)
    else if (this.setA.kind === TRIANGLE_NODE) this.tryNormal(a)
    if (this.setB.kind === BOX_NODE) this.tryAxes(b)
    else if (this.setB.kind === TRIANGLE_NODE) this.tryNormal(b)
    if (this.setA.kind === TRIANGLE_NODE && this.setB.kind !== TRIANGLE_NODE) this.tryNearestOf(a, b)
    else if (this.setB.kind === TRIANGLE_NODE && this.setA.kind !== TRIANGLE_NODE) this.tryNearestOf(b, a)
  }

  /**
   * From the point of a triangle that is nearest to the other node's centre: beside a large triangle, almost the best there is.
   */
  private tryNearestOf(triangle: Float64Array, other: Float64Array): void {
    const { triangleA, witness } = this
    corners(triangleA, triangle)
    distancePointTriangle(witness, other, 0, triangleA, 0)
    this.tryDirection(witness[0]! - witness[3]!, witness[1]! - witness[4]!, witness[2]! - witness[5]!)
  }

  private tryAxes(node: Float64Array): void {
    for (let i = NODE_VECTORS; i < NODE_LENGTHS; i += 3) this.tryDirection(node[i]!, node[i + 1]!, node[i + 2]!)
  }

  protected tryNormal(node: Float64Array): void {
    const ux = node[6]! - node[3]!
    const uy = node[7]! - node[4]!
    const uz = node[8]! - node[5]!
    const vx = node[9]! - node[3]!
    const vy = node[10]! - node[4]!
    const vz = node[11]! - node[5]!
    this.tryDirection(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
  }

  /** The six face axes and the line of centres. */
  protected partBoxes(): void {
    const { a, b } = this
    const dx = a[0]! - b[0]!
    const dy = a[1]! - b[1]!
    const dz = a[2]! - b[2]!
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
    const s00 = a[3]! * b[3]! + a[4]! * b[4]! + a[5]! * b[5]!
    const s01 = a[3]! * b[6]! + a[4]! * b[7]! + a[5]! * b[8]!
    const s02 = a[3]! * b[9]! + a[4]! * b[10]! + a[5]! * b[11]!
    const s10 = a[6]! * b[3]! + a[7]! * b[4]! + a[8]! * b[5]!
    const s11 = a[6]! * b[6]! + a[7]! * b[7]! + a[8]! * b[8]!
    const s12 = a[6]! * b[9]! + a[7]! * b[10]! + a[8]! * b[11]!
    const s20 = a[9]! * b[3]! + a[10]! * b[4]! + a[11]! * b[5]!
    const s21 = a[9]! * b[6]! + a[10]! * b[7]! + a[11]! * b[8]!
    const s22 = a[9]! * b[9]! + a[10]! * b[10]! + a[11]! * b[11]!
    const r00 = Math.abs(s00)
    const r01 = Math.abs(s01)
    const r02 = Math.abs(s02)
    const r10 = Math.abs(s10)
    const r11 = Math.abs(s11)
    const r12 = Math.abs(s12)
    const r20 = Math.abs(s20)
    const r21 = Math.abs(s21)
    const r22 = Math.abs(s22)
    const { products } = this
    products[0] = s00
    products[1] = s01
    products[2] = s02
    products[3] = s10
    products[4] = s11
    products[5] = s12
    products[6] = s20
    products[7] = s21
    products[8] = s22
    products[9] = tA0
    products[10] = tA1
    products[11] = tA2
    const { faces } = this
    faces[0] = Math.abs(tA0) - a0 - b0 * r00 - b1 * r01 - b2 * r02
    faces[1] = Math.abs(tA1) - a1 - b0 * r10 - b1 * r11 - b2 * r12
    faces[2] = Math.abs(tA2) - a2 - b0 * r20 - b1 * r21 - b2 * r22
    faces[3] = Math.abs(tB0) - b0 - a0 * r00 - a1 * r10 - a2 * r20
    faces[4] = Math.abs(tB1) - b1 - a0 * r01 - a1 * r11 - a2 * r21
    faces[5] = Math.abs(tB2) - b2 - a0 * r02 - a1 * r12 - a2 * r22
    faces[6] = tA0 < 0 ? -1 : 1
    faces[7] = tA1 < 0 ? -1 : 1
    faces[8] = tA2 < 0 ? -1 : 1
    faces[9] = tB0 < 0 ? -1 : 1
    faces[10] = tB1 < 0 ? -1 : 1
    faces[11] = tB2 < 0 ? -1 : 1
    let face = 0
    for (let k = 1; k < 6; k++) if (faces[k]! > faces[face]!) face = k
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    const extents =
      a0 * Math.abs(tA0) +
      a1 * Math.abs(tA1) +
      a2 * Math.abs(tA2) +
      (b0 * Math.abs(tB0) + b1 * Math.abs(tB1) + b2 * Math.abs(tB2))
    const centres = length > 1e-150 ? length - extents / length : -Infinity
    if (centres > faces[face]!) {
      this.face = CENTRES
      this.gap = centres
      this.nx = dx / length
      this.ny = dy / length
      this.nz = dz / length
      return
    }
    const node = face < 3 ? a : b
    const at = NODE_VECTORS + 3 * (face % 3)
    const sign = faces[6 + face]!
    this.face = face
    this.gap = faces[face]!
    this.nx = sign * node[at]!
    this.ny = sign * node[at + 1]!
    this.nz = sign * node[at + 2]!
  }

  /** The direction of the nearest points; where they touch or nearly do, others are tried as well. */
  protected partLast(na: number, nb: number): void {
    const { witness } = this
    this.gap = -Infinity
    const d = this.nearest(na, nb)
    if (d > 0) this.tryNearest(witness[0]! - witness[3]!, witness[1]! - witness[4]!, witness[2]! - witness[5]!)
    if (!(this.gap > this.limit)) {
      const { gap, nx, ny, nz } = this
      this.partOthers()
      if (gap > this.gap) {
        this.gap = gap
        this.nx = nx
        this.ny = ny
        this.nz = nz
      }
    }
  }

  /**
   * Whole against whole, one or both of them a mesh that is seen as its hull (seeHulls): along the nearest points of the hulls,
   * or along any direction that leaves a gap of `enough`.
   */
  protected partHulls(enough: number): void {
    const { coreA, coreB, g } = this
    this.distances++
    placeCore(coreA, this.hullA?.part.hull ?? (this.treeA.shape as ConvexKind), this.poseA, this.atA)
    placeCore(coreB, this.hullB?.part.hull ?? (this.treeB.shape as ConvexKind), this.poseB, this.atB)
    const radii = coreA.radius + coreB.radius
    g.content = CONTENT
    gjk(g, coreA, coreB, radii, enough + radii, this.warmStart())
    const { direction: n } = g
    const { nx, ny, nz, gap } = this
    // There may be no better direction than that along which the boxes are.
    if (!(g.lower > -Infinity)) return
    this.tryNearest(n[0]!, n[1]!, n[2]!)
    if (!(this.gap > gap)) this.tryNearest(nx, ny, nz)
  }

  /**
   * How deep the hulls of the two are in each other, of what has none the shapes themselves; -Infinity where they are apart, or one is a
   * mesh without a hull.
   */
  hullDepth(): number {
    const isBare = (hull: MotionHull | undefined, { shape }: MotionTree): boolean =>
      hull === undefined && shape.kind === 'mesh'
    if (isBare(this.hullA, this.treeA) || isBare(this.hullB, this.treeB)) return -Infinity
    placeCore(this.coreA, this.hullA?.part.hull ?? (this.treeA.shape as ConvexKind), this.poseA, this.atA)
    placeCore(this.coreB, this.hullB?.part.hull ?? (this.treeB.shape as ConvexKind), this.poseB, this.atB)
    return -contactCores(contact, this.coreA, this.coreB, 0)
  }

  /** GJK begins with the corners that are farthest along the direction in hand. */
  private warmStart(): GjkWarmStart {
    const { warm, setA, setB, nx, ny, nz } = this
    warm.size = 1
    warm.ia[0] = this.farthestVertex(this.coreA, setA, -nx, -ny, -nz)
    warm.ib[0] = this.farthestVertex(this.coreB, setB, nx, ny, nz)
    warm.direction[0] = nx
    warm.direction[1] = ny
    warm.direction[2] = nz
    return warm
  }

  /** Of a hull where its last climb ended, of a box by signs. */
  private farthestVertex(core: Core, set: ConvexSet, x: number, y: number, z: number): number {
    if (set.kind === HULL_NODE) return Math.max(0, set.corner)
    if (!core.corners) return 0
    const { pose } = core
    let index = 0
    if (pose[0]! * x + pose[4]! * y + pose[8]! * z > 0) index = 1
    if (pose[1]! * x + pose[5]! * y + pose[9]! * z > 0) index |= 2
    if (pose[2]! * x + pose[6]! * y + pose[10]! * z > 0) index |= 4
    return index
  }

  /**
   * From now on the nodes are hulls. Along the direction in which their boxes overlap least they are farther apart than these.
   */
  protected seeHulls(): void {
    this.hullTests++
    if (this.hullA !== undefined) this.setA.kind = HULL_NODE
    if (this.hullB !== undefined) this.setB.kind = HULL_NODE
    this.tryNearest(this.nx, this.ny, this.nz)
  }

  /** As tryDirection, but not turned round: it is known which way it goes. */
  protected tryNearest(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z)
    if (!(length > 1e-150)) return
    x /= length
    y /= length
    z /= length
    const { a, b } = this
    const d = x * (a[0]! - b[0]!) + y * (a[1]! - b[1]!) + z * (a[2]! - b[2]!)
    this.gap = d - this.extentA(-x, -y, -z) - this.extentB(x, y, z)
    this.nx = x
    this.ny = y
    this.nz = z
  }

  /** The distance of two nodes that cannot be opened, and their nearest points in the world: A's, B's. */
  private nearest(na: number, nb: number): number {
    const { treeA, treeB, witness, found } = this
    if (this.setA.kind === TRIANGLE_NODE && this.setB.kind === TRIANGLE_NODE) {
      corners(this.triangleA, this.a)
      corners(this.triangleB, this.b)
      return distanceTriangleTriangle(witness, this.triangleA, 0, this.triangleB, 0)
    }
    this.distances++
    this.loadCore(this.coreA, treeA, na, this.setA.kind, this.a, this.poseA, this.atA)
    this.loadCore(this.coreB, treeB, nb, this.setB.kind, this.b, this.poseB, this.atB)
    const d = distanceCores(found, this.coreA, this.coreB, Infinity)
    for (let k = 0; k < 3; k++) {
      witness[k] = found.pointA[k]!
      witness[3 + k] = found.pointB[k]!
    }
    return d
  }

  private loadCore(
    core: Core,
    tree: MotionTree,
    _node: number,
    kind: number,
    placed: Float64Array,
    pose: Float64Array,
    at: number,
  ): void {
    const { shape } = tree
    if (shape.kind !== 'mesh') {
      placeCore(core, shape, pose, at)
      return
    }
    if (kind !== TRIANGLE_NODE) throw new Error('a node that can be opened has no core')
    core.reset(TRIANGLE_CORE)
    corners(core.reserve(3), placed)
  }
}
