// What GJK and EPA see of a convex solid: the hull of some points, to which a disc may be added (Minkowski sum). A
// cylinder is its axis plus a disc. All they ask is the farthest point along a direction.
//
// That point comes in two parts: a vertex, whose numbers are the same whenever it is found, and the disc's share, which
// is as small as the disc. Differences of two shapes are taken part by part, so a disc that turns with the direction does
// not bring in the rounding of where the shape is.
import { type ClimbingHull, farthestCorner, MAX_LOSS } from './gjk-hull.js'

export class ConvexCore {
  /** The points, three numbers each, and how many. In the frame of the pair, unless `placed`. */
  points: Float64Array
  count = 0
  /** The points are the eight corners of a box with the axes of `pose`, in the order of boxCorners. */
  corners = false
  /** Radius of the disc along the first two axes of `pose`; 0 if there is none. */
  disc = 0
  /** Axes of the corners or the disc; X of the points' own frame if `placed`. */
  readonly pose = new Float64Array(12)
  /** The edges of a large hull; the points are then its corners. */
  hull: ClimbingHull | undefined = undefined
  /** The points are in a frame of their own, whose pose is `pose`: large hulls are not worth transforming. */
  placed = false
  /** Scratch: a direction in the frame of the points. */
  readonly turned = new Float64Array(3)
  /** The last answer of `support`: number of the vertex, */
  index = 0
  /** its place, what the disc adds, and how far that is along the direction. */
  readonly found = new Float64Array(7)

  constructor(points: Float64Array = new Float64Array(24)) {
    this.points = points
    this.count = points.length / 3
  }
}

/** Is it a polytope? Then vertices are distinguished by their numbers. */
export function isPolytope(core: ConvexCore): boolean {
  return core.disc === 0
}

// Numbers are passed in arrays here: as arguments or results of a call that is not inlined, each is an allocation.

/**
 * Finds the point that is farthest along sign·n and writes to core.found how far it is along it, seen from o: far from the
 * frame's origin, projections of the points themselves would have lost the digits that tell them apart. If `sure`, no
 * point is farther by more than 8u·(distance of the points from o), or 2e-13 of the diameter of a large hull. If not, some
 * may be where the hull is large. There the search begins at the point that was found before.
 */
export function support(core: ConvexCore, n: Float64Array, sign: number, o: Float64Array, sure: boolean): void {
  const { found } = core
  const nx = sign * n[0]!
  const ny = sign * n[1]!
  const nz = sign * n[2]!
  const ox = o[0]!
  const oy = o[1]!
  const oz = o[2]!
  let index = 0
  if (core.corners) {
    // By the signs of three projections; rounding may take the wrong one of two that are equal up to rounding.
    const x = core.pose
    if (x[0]! * nx + x[4]! * ny + x[8]! * nz > 0) index = 1
    if (x[1]! * nx + x[5]! * ny + x[9]! * nz > 0) index |= 2
    if (x[2]! * nx + x[6]! * ny + x[10]! * nz > 0) index |= 4
  } else if (core.hull !== undefined) {
    turnDirection(core, nx, ny, nz)
    index = farthestCorner(core.hull, core.index, core.turned, sure ? MAX_LOSS : Infinity)
  } else {
    const { points } = core
    const end = 3 * core.count
    let best = -Infinity
    for (let k = 0; k < end; k += 3) {
      const d = (points[k]! - ox) * nx + (points[k + 1]! - oy) * ny + (points[k + 2]! - oz) * nz
      if (d > best) {
        best = d
        index = k
      }
    }
    index /= 3
  }
  core.index = index
  setVertex(core, index)
  const along = (found[0]! - ox) * nx + (found[1]! - oy) * ny + (found[2]! - oz) * nz
  found[6] = core.disc > 0 ? along + supportOfDisc(core, nx, ny, nz) : along
}

/** The direction in the frame of the points. */
function turnDirection(core: ConvexCore, nx: number, ny: number, nz: number): void {
  const { pose: x, turned, placed } = core
  turned[0] = placed ? x[0]! * nx + x[4]! * ny + x[8]! * nz : nx
  turned[1] = placed ? x[1]! * nx + x[5]! * ny + x[9]! * nz : ny
  turned[2] = placed ? x[2]! * nx + x[6]! * ny + x[10]! * nz : nz
}

/** Puts vertex number `index` into `core.found`. */
export function setVertex(core: ConvexCore, index: number): void {
  const { points, found } = core
  const px = points[3 * index]!
  const py = points[3 * index + 1]!
  const pz = points[3 * index + 2]!
  if (core.placed) {
    const x = core.pose
    found[0] = x[0]! * px + x[1]! * py + x[2]! * pz + x[3]!
    found[1] = x[4]! * px + x[5]! * py + x[6]! * pz + x[7]!
    found[2] = x[8]! * px + x[9]! * py + x[10]! * pz + x[11]!
  } else {
    found[0] = px
    found[1] = py
    found[2] = pz
  }
}

/** The disc's share. Along its axis every point of it is as far: the centre will do. */
function supportOfDisc(core: ConvexCore, nx: number, ny: number, nz: number): number {
  const { pose: x, found, disc } = core
  const c = x[0]! * nx + x[4]! * ny + x[8]! * nz
  const s = x[1]! * nx + x[5]! * ny + x[9]! * nz
  const length = Math.sqrt(c * c + s * s)
  const p = length > 0 ? (disc * c) / length : 0
  const q = length > 0 ? (disc * s) / length : 0
  found[3] = p * x[0]! + q * x[1]!
  found[4] = p * x[4]! + q * x[5]!
  found[5] = p * x[8]! + q * x[9]!
  return disc * length
}

/** Nothing but `support` of a disc writes its share, and this core may have had a disc when it was last used. */
export function clearOffset(core: ConvexCore): void {
  core.found[3] = 0
  core.found[4] = 0
  core.found[5] = 0
}

/** The points in the frame of the pair: their own array, or a new one. */
export function pointsInPair(core: ConvexCore): Float64Array {
  if (!core.placed) return core.points
  const out = new Float64Array(3 * core.count)
  for (let k = 0; k < core.count; k++) {
    setVertex(core, k)
    out.set(core.found.subarray(0, 3), 3 * k)
  }
  return out
}
