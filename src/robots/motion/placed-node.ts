// Nodes of motion trees in the world, and how far they reach along a direction.
import { type ClimbingHull, farthestCorner } from '../../geometry/convex/gjk-hull.js'
import {
  BOX_NODE,
  CAPSULE_NODE,
  CYLINDER_NODE,
  NODE_LENGTHS,
  NODE_RADIUS,
  NODE_VECTORS,
  SPHERE_NODE,
  TRIANGLE_NODE,
} from './motion-trees.js'

/** A node in the world: its centre moved, its vectors turned. */
export function placeNode(out: Float64Array, data: Float64Array, o: number, x: Float64Array, i: number): void {
  const x00 = x[i]!
  const x01 = x[i + 1]!
  const x02 = x[i + 2]!
  const x10 = x[i + 4]!
  const x11 = x[i + 5]!
  const x12 = x[i + 6]!
  const x20 = x[i + 8]!
  const x21 = x[i + 9]!
  const x22 = x[i + 10]!
  let p = data[o]!
  let q = data[o + 1]!
  let r = data[o + 2]!
  out[0] = x00 * p + x01 * q + x02 * r + x[i + 3]!
  out[1] = x10 * p + x11 * q + x12 * r + x[i + 7]!
  out[2] = x20 * p + x21 * q + x22 * r + x[i + 11]!
  for (let k = 3; k < 12; k += 3) {
    p = data[o + k]!
    q = data[o + k + 1]!
    r = data[o + k + 2]!
    out[k] = x00 * p + x01 * q + x02 * r
    out[k + 1] = x10 * p + x11 * q + x12 * r
    out[k + 2] = x20 * p + x21 * q + x22 * r
  }
  out[12] = data[o + 12]!
  out[13] = data[o + 13]!
  out[14] = data[o + 14]!
  out[15] = data[o + 15]!
}

/** max (p − centre)·d over a placed node, rounded to nearest; of a hull, rounded up by what a climb may lose. */
export function extent(
  kind: number,
  w: Float64Array,
  hull: PlacedHull,
  pose: Float64Array,
  at: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  switch (kind) {
    case BOX_NODE:
      return (
        w[12]! * Math.abs(w[3]! * dx + w[4]! * dy + w[5]! * dz) +
        w[13]! * Math.abs(w[6]! * dx + w[7]! * dy + w[8]! * dz) +
        w[14]! * Math.abs(w[9]! * dx + w[10]! * dy + w[11]! * dz)
      )
    case TRIANGLE_NODE: {
      const p = w[3]! * dx + w[4]! * dy + w[5]! * dz
      const q = w[6]! * dx + w[7]! * dy + w[8]! * dz
      const r = w[9]! * dx + w[10]! * dy + w[11]! * dz
      return p > q ? (p > r ? p : r) : q > r ? q : r
    }
    case SPHERE_NODE:
      return w[NODE_RADIUS]! * Math.sqrt(dx * dx + dy * dy + dz * dz)
    case CAPSULE_NODE:
      return Math.abs(w[3]! * dx + w[4]! * dy + w[5]! * dz) + w[NODE_LENGTHS]! * Math.sqrt(dx * dx + dy * dy + dz * dz)
    case CYLINDER_NODE: {
      const along = w[3]! * dx + w[4]! * dy + w[5]! * dz
      const x = dx - along * w[3]!
      const y = dy - along * w[4]!
      const z = dz - along * w[5]!
      return w[NODE_LENGTHS + 1]! * Math.abs(along) + w[NODE_LENGTHS]! * Math.sqrt(x * x + y * y + z * z)
    }
    default:
      return hullExtent(hull, pose, at, dx, dy, dz)
  }
}

export function corners(out: Float64Array, node: Float64Array): void {
  for (let c = 0; c < 9; c += 3) {
    out[c] = node[0]! + node[NODE_VECTORS + c]!
    out[c + 1] = node[1]! + node[NODE_VECTORS + c + 1]!
    out[c + 2] = node[2]! + node[NODE_VECTORS + c + 2]!
  }
}

/** An axis of a box, or an edge of a triangle. */
export function edge(out: Float64Array, node: Float64Array, i: number, isBox: boolean): void {
  const o = NODE_VECTORS + 3 * i
  if (isBox) {
    out[0] = node[o]!
    out[1] = node[o + 1]!
    out[2] = node[o + 2]!
    return
  }
  const next = NODE_VECTORS + 3 * ((i + 1) % 3)
  out[0] = node[next]! - node[o]!
  out[1] = node[next + 1]! - node[o + 1]!
  out[2] = node[next + 2]! - node[o + 2]!
}

/** What a climb may lose here, in units of the hull's diameter: less than any gap that matters. */
const MOST_LOST = 1e-11

/** A hull as a node: its corners as seen from the node's centre, and their edges where there are many. */
export class PlacedHull {
  points: Float64Array = new Float64Array(0)
  edges: ClimbingHull | undefined
  /** What a climb along a unit direction may lose. */
  loss = 0
  /** Where the last search ended: the next one begins there. */
  private at = 0
  private readonly direction = new Float64Array(3)

  /** `size`: the diameter, or more. */
  set(points: Float64Array, edges: ClimbingHull | undefined, size: number): void {
    this.points = points
    this.edges = edges
    this.loss = edges === undefined ? 0 : MOST_LOST * size
    this.at = 0
  }

  /** max p·d over the points, in their own frame. */
  extent(dx: number, dy: number, dz: number): number {
    const { points, edges, direction } = this
    if (edges === undefined) {
      let most = -Infinity
      for (let p = 0; p < points.length; p += 3) {
        const along = points[p]! * dx + points[p + 1]! * dy + points[p + 2]! * dz
        if (along > most) most = along
      }
      return most
    }
    direction[0] = dx
    direction[1] = dy
    direction[2] = dz
    this.at = farthestCorner(edges, this.at, direction, MOST_LOST)
    const o = 3 * this.at
    // For a direction that is not of unit length, as much more.
    const length = Math.abs(dx) + Math.abs(dy) + Math.abs(dz)
    return points[o]! * dx + points[o + 1]! * dy + points[o + 2]! * dz + this.loss * length
  }
}

/** The direction goes into the hull's frame rather than its points into the world. */
function hullExtent(hull: PlacedHull, x: Float64Array, i: number, dx: number, dy: number, dz: number): number {
  return hull.extent(
    x[i]! * dx + x[i + 4]! * dy + x[i + 8]! * dz,
    x[i + 1]! * dx + x[i + 5]! * dy + x[i + 9]! * dz,
    x[i + 2]! * dx + x[i + 6]! * dy + x[i + 10]! * dz,
  )
}
