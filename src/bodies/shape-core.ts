// The narrow phase sees convex things only, each as a core (a point, a segment, a box, the hull of some points) and a
// radius around it, all in one frame: that of the first shape of a pair. Loading a core copies or transforms it.
import { composePose, transformPoint } from '../math/pose.js'
import type { BoxShape, CapsuleShape, ConvexShape, MeshShape, SphereShape } from './shape.js'
import { boxCorners } from './shape-bounds.js'

/** Shapes that are one core. */
export type ConvexKind = SphereShape | CapsuleShape | BoxShape | ConvexShape

export const POINT_CORE = 0
export const SEGMENT_CORE = 1
export const BOX_CORE = 2
export const HULL_CORE = 3
/** Number of kinds of cores. */
export const CORES = 4

const NO_POINTS = new Float64Array(0)

/** A core with its radius, loaded by the functions below. Scratch. */
export class Core {
  kind = POINT_CORE
  radius = 0
  /** The points, three numbers each, and how many: 1, 2, 8 or those of the hull. */
  points: Float64Array = new Float64Array(24)
  count = 0
  /** A box's pose and half extents, used by closed forms. */
  readonly pose = new Float64Array(12)
  half: Float64Array = NO_POINTS
  /** What `points` is while it is not somebody else's array. */
  private own: Float64Array = this.points

  /** Makes room for `count` points of this core's own. */
  reserve(count: number): Float64Array {
    if (this.own.length < 3 * count) this.own = new Float64Array(3 * count)
    this.points = this.own
    this.count = count
    return this.own
  }

  /** Uses somebody else's points as they are. */
  borrow(points: Float64Array): void {
    this.points = points
    this.count = points.length / 3
  }
}

/** Loads a shape in its own frame. */
export function loadCore(core: Core, shape: ConvexKind): void {
  core.radius = 0
  switch (shape.kind) {
    case 'sphere':
      core.kind = POINT_CORE
      core.radius = shape.radius
      core.borrow(shape.centre)
      return
    case 'capsule': {
      core.kind = SEGMENT_CORE
      core.radius = shape.radius
      const p = core.reserve(2)
      for (let k = 0; k < 3; k++) {
        p[k] = shape.from[k]!
        p[k + 3] = shape.to[k]!
      }
      return
    }
    case 'box':
      core.kind = BOX_CORE
      core.half = shape.half
      for (let k = 0; k < 12; k++) core.pose[k] = shape.pose[k]!
      boxCorners(core.reserve(8), 0, shape.half, shape.pose, 0)
      return
    case 'convex':
      core.kind = HULL_CORE
      core.borrow(shape.points)
  }
}

/** Loads a shape whose frame has the pose x[i..i+11]. */
export function placeCore(core: Core, shape: ConvexKind, x: Float64Array, i: number): void {
  core.radius = 0
  switch (shape.kind) {
    case 'sphere':
      core.kind = POINT_CORE
      core.radius = shape.radius
      transformPoint(core.reserve(1), 0, x, i, shape.centre, 0)
      return
    case 'capsule': {
      core.kind = SEGMENT_CORE
      core.radius = shape.radius
      const p = core.reserve(2)
      transformPoint(p, 0, x, i, shape.from, 0)
      transformPoint(p, 3, x, i, shape.to, 0)
      return
    }
    case 'box':
      core.kind = BOX_CORE
      core.half = shape.half
      composePose(core.pose, 0, x, i, shape.pose, 0)
      boxCorners(core.reserve(8), 0, shape.half, core.pose, 0)
      return
    case 'convex': {
      core.kind = HULL_CORE
      const n = shape.points.length
      const p = core.reserve(n / 3)
      for (let k = 0; k < n; k += 3) transformPoint(p, k, x, i, shape.points, k)
    }
  }
}

/** Loads triangle `t` of a mesh in the mesh's frame. */
export function loadTriangle(core: Core, mesh: MeshShape, t: number): void {
  core.kind = HULL_CORE
  core.radius = 0
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
export function placeTriangle(core: Core, mesh: MeshShape, t: number, x: Float64Array, i: number): void {
  core.kind = HULL_CORE
  core.radius = 0
  const p = core.reserve(3)
  const { positions, triangles } = mesh
  for (let corner = 0; corner < 3; corner++) {
    transformPoint(p, 3 * corner, x, i, positions, 3 * triangles[3 * t + corner]!)
  }
}
