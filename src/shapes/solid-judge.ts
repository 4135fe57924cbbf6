// The triangles of a mesh against a solid, one by one, with the verdict of distanceShapes; and planes that separate them, which
// save the search most of the others.
import { U } from '../base/math/rounding.js'
import { NotConvergedError } from '../errors.js'
import { Gjk, gjk } from '../geometry/convex/gjk.js'
import { PLANE, type TriangleJudge } from '../meshes/tree/touch-mesh-box.js'
import { distanceCores } from './distance-cores.js'
import type { MeshShape, PartShape } from './shape.js'
import { shapeSupport } from './shape-bounds.js'
import { Core, loadCore, loadTriangle, placeCore, placeTriangleCore } from './shape-core.js'
import { ShapeDistance } from './shape-distance.js'

export type SolidShape = Exclude<PartShape, MeshShape>

/** More planes than this cost more than they save. */
const MOST_PLANES = 6

export class SolidJudge implements TriangleJudge {
  isBox = false
  readonly planes = new Float64Array(PLANE * MOST_PLANES)
  planeCount = 0
  private loaded = false
  private closedForm = false
  private mesh!: MeshShape
  private part!: SolidShape
  private x!: Float64Array
  private i = 0
  private swapped = false
  private margin = 0
  private readonly coreA = new Core()
  private readonly coreB = new Core()
  private readonly found = new ShapeDistance()
  private readonly gjk = new Gjk()
  /** From the solid to the triangle, in A's frame, and in the other's. */
  private readonly away = new Float64Array(3)
  private readonly turned = new Float64Array(3)

  /**
   * x[i..i+11] is the solid's pose in the mesh's frame; or, if `swapped`, the mesh's in the solid's. What is no farther than
   * `margin` touches.
   */
  start(mesh: MeshShape, part: SolidShape, x: Float64Array, i: number, swapped: boolean, margin: number): void {
    this.margin = margin
    this.isBox = part.kind === 'box'
    this.closedForm = part.kind === 'sphere' || part.kind === 'capsule'
    this.planeCount = 0
    this.loaded = false
    this.mesh = mesh
    this.part = part
    this.x = x
    this.i = i
    this.swapped = swapped
  }

  touches(t: number): boolean {
    const { mesh, part, x, i, coreA, coreB } = this
    if (!this.loaded) {
      if (this.swapped) loadCore(coreA, part)
      else placeCore(coreB, part, x, i)
      this.loaded = true
    }
    if (this.swapped) placeTriangleCore(coreB, mesh, t, x, i)
    else loadTriangle(coreA, mesh, t)
    if (this.closedForm ? this.meetsInClosedForm() : this.meetsByGjk()) return true
    if (!this.isBox && this.planeCount < MOST_PLANES) this.addPlane()
    return false
  }

  private meetsInClosedForm(): boolean {
    const { found, away } = this
    if (distanceCores(found, this.coreA, this.coreB, this.margin) <= this.margin) return true
    if (this.planeCount < MOST_PLANES) {
      distanceCores(found, this.coreA, this.coreB, Infinity)
      for (let k = 0; k < 3; k++) {
        away[k] = this.swapped ? found.pointB[k]! - found.pointA[k]! : found.pointA[k]! - found.pointB[k]!
      }
    }
    return false
  }

  /** What distanceCores does with the margin for a cutoff, but without returning the direction that separates them. */
  private meetsByGjk(): boolean {
    const { gjk: g, away, margin } = this
    // In the order of the pair table.
    const turned = this.coreA.kind > this.coreB.kind
    if (turned) gjk(g, this.coreB, this.coreA, 0, margin)
    else gjk(g, this.coreA, this.coreB, 0, margin)
    const d = g.upper <= 0 ? g.upper : Math.min(Math.max(g.lower, 0), g.upper)
    if (Number.isNaN(d)) throw new NotConvergedError('distance of two shapes', 0, Infinity)
    if (!(d > margin)) return true
    // From the second of the pair to the first.
    const sign = turned === this.swapped ? 1 : -1
    for (let k = 0; k < 3; k++) away[k] = sign * g.direction[k]!
    return false
  }

  /** The plane across `away`, made no longer than 1, that the solid just reaches, wherever `away` comes from. */
  private addPlane(): void {
    const { x, i, part, away, turned, planes, swapped } = this
    const length = Math.hypot(away[0]!, away[1]!, away[2]!) * (1 + 8 * U)
    if (!(length > 0 && length < Infinity)) return
    for (let k = 0; k < 3; k++) away[k] = away[k]! / length
    for (let k = 0; k < 3; k++) turned[k] = x[i + k]! * away[0]! + x[i + 4 + k]! * away[1]! + x[i + 8 + k]! * away[2]!
    const shift = x[i + 3]! * away[0]! + x[i + 7]! * away[1]! + x[i + 11]! * away[2]!
    const own = swapped ? away : turned
    const reach = shapeSupport(part, own[0]!, own[1]!, own[2]!)
    const o = PLANE * this.planeCount++
    for (let k = 0; k < 3; k++) planes[o + k] = swapped ? turned[k]! : away[k]!
    planes[o + 3] = swapped ? reach - shift : reach + shift
  }
}
