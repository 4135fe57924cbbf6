// The narrow phase sees convex things only, each as a core (a point, a segment, a triangle, a box, a cylinder, the hull of
// some points) and a radius around it, all in one frame: that of the first shape of a pair. Loading a core copies or
// transforms it.
import { composePose, transformPoint } from '../base/math/pose.js'
import { BrokenInvariantError } from '../errors.js'
import { ConvexCore } from '../geometry/convex/gjk-core.js'
import type { BoxShape, CapsuleShape, ConvexShape, CylinderShape, MeshShape, SphereShape } from './shape.js'
import { boxCorners } from './shape-bounds.js'

/** Shapes that are one core. */
export type ConvexKind = SphereShape | CapsuleShape | BoxShape | CylinderShape | ConvexShape

export const POINT_CORE = 0
export const SEGMENT_CORE = 1
export const BOX_CORE = 2
export const CYLINDER_CORE = 3
export const TRIANGLE_CORE = 4
export const HULL_CORE = 5
/** Number of kinds of cores. */
export const CORES = 6

/**
 * A core with its radius, loaded by the functions below. Scratch. For a box `pose` and `half` say all, for a cylinder
 * `pose`, `disc` and half[2]; for both the points are there as well.
 */
export class Core extends ConvexCore {
  kind = POINT_CORE
  radius = 0
  readonly half = new Float64Array(3)
  /** What `points` is while it is not an array of the caller's. */
  private own: Float64Array = this.points

  /** Makes room for `count` points of this core's own. */
  reserve(count: number): Float64Array {
    if (this.own.length < 3 * count) this.own = new Float64Array(3 * count)
    this.points = this.own
    this.count = count
    return this.own
  }

  /** Uses the caller's points as they are. */
  borrow(points: Float64Array): void {
    this.points = points
    this.count = points.length / 3
  }

  /** A core of this kind, nothing but points until more is said. */
  reset(kind: number): void {
    this.kind = kind
    this.radius = 0
    this.corners = false
    this.disc = 0
    this.hull = undefined
    this.placed = false
  }
}

/** Loads a shape in its own frame. */
export function loadCore(core: Core, shape: ConvexKind): void {
  switch (shape.kind) {
    case 'sphere':
      core.reset(POINT_CORE)
      core.radius = shape.radius
      core.borrow(shape.centre)
      return
    case 'capsule': {
      core.reset(SEGMENT_CORE)
      core.radius = shape.radius
      const p = core.reserve(2)
      for (let k = 0; k < 3; k++) {
        p[k] = shape.from[k]!
        p[k + 3] = shape.to[k]!
      }
      return
    }
    case 'box':
      core.reset(BOX_CORE)
      for (let k = 0; k < 12; k++) core.pose[k] = shape.pose[k]!
      setBox(core, shape)
      return
    case 'cylinder':
      core.reset(CYLINDER_CORE)
      for (let k = 0; k < 12; k++) core.pose[k] = shape.pose[k]!
      setCylinder(core, shape)
      return
    case 'convex':
      core.reset(HULL_CORE)
      core.hull = shape.hull
      core.borrow(shape.hull?.points ?? shape.points)
  }
}

/** Loads a shape whose frame has the pose x[i..i+11]. */
export function placeCore(core: Core, shape: ConvexKind, x: Float64Array, i: number): void {
  switch (shape.kind) {
    case 'sphere':
      core.reset(POINT_CORE)
      core.radius = shape.radius
      transformPoint(core.reserve(1), 0, x, i, shape.centre, 0)
      return
    case 'capsule': {
      core.reset(SEGMENT_CORE)
      core.radius = shape.radius
      const p = core.reserve(2)
      transformPoint(p, 0, x, i, shape.from, 0)
      transformPoint(p, 3, x, i, shape.to, 0)
      return
    }
    case 'box':
      core.reset(BOX_CORE)
      composePose(core.pose, 0, x, i, shape.pose, 0)
      setBox(core, shape)
      return
    case 'cylinder':
      core.reset(CYLINDER_CORE)
      composePose(core.pose, 0, x, i, shape.pose, 0)
      setCylinder(core, shape)
      return
    case 'convex': {
      core.reset(HULL_CORE)
      if (shape.hull !== undefined) {
        core.hull = shape.hull
        core.placed = true
        for (let k = 0; k < 12; k++) core.pose[k] = x[i + k]!
        core.borrow(shape.hull.points)
        return
      }
      const n = shape.points.length
      const p = core.reserve(n / 3)
      for (let k = 0; k < n; k += 3) transformPoint(p, k, x, i, shape.points, k)
      return
    }
    default:
      throw new BrokenInvariantError(`a ${(shape as { kind: string }).kind} is not a convex core`)
  }
}

/** The corners of a box whose pose is there. */
function setBox(core: Core, shape: BoxShape): void {
  core.corners = true
  for (let k = 0; k < 3; k++) core.half[k] = shape.half[k]!
  boxCorners(core.reserve(8), 0, shape.half, core.pose, 0)
}

/** The axis and the disc of a cylinder whose pose is there. */
function setCylinder(core: Core, shape: CylinderShape): void {
  const { pose } = core
  const h = shape.length / 2
  core.disc = shape.radius
  core.half[0] = shape.radius
  core.half[1] = shape.radius
  core.half[2] = h
  const p = core.reserve(2)
  for (let k = 0; k < 3; k++) {
    p[k] = pose[4 * k + 3]! - h * pose[4 * k + 2]!
    p[k + 3] = pose[4 * k + 3]! + h * pose[4 * k + 2]!
  }
}

/** Loads triangle `t` of a mesh in the mesh's frame. */
export function loadTriangle(core: Core, mesh: MeshShape, t: number): void {
  core.reset(TRIANGLE_CORE)
  const p = core.reserve(3)
  const { positions, triangles } = mesh
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * t + corner]!
    p[3 * corner] = positions[v]!
    p[3 * corner + 1] = positions[v + 1]!
    p[3 * corner + 2] = positions[v + 2]!
  }
}

/** Loads triangle `t` of a mesh whose frame has the pose x[i..i+11]. */
export function placeTriangleCore(core: Core, mesh: MeshShape, t: number, x: Float64Array, i: number): void {
  core.reset(TRIANGLE_CORE)
  const p = core.reserve(3)
  const { positions, triangles } = mesh
  for (let corner = 0; corner < 3; corner++) {
    transformPoint(p, 3 * corner, x, i, positions, 3 * triangles[3 * t + corner]!)
  }
}
