// The triangles of a mesh clipped to a convex cell between planes: polygons, and their corners.
//
// What is computed contains what is meant. Let R be no less than |x| + |y| + |z| of any vertex, n a normal of at most length 1 up to
// 4 u, and s = n·p as computed, in error by at most 4 u·R. To keep what is below n·x = c, a polygon is clipped at the level
// L = c + CLIP·R: corners with s ≤ L are kept, and of an edge from such a corner a to another b the part up to
// t = (L − s_a) / (s_b − s_a), rounded up by 8 u, and 1 at most. There n·x, exactly, is at least
// s_a − e + t·(s_b − s_a − 2 e) ≥ L − 3 e with e = 4 u·R, so that no part of the edge below c + (CLIP·R − 3 e) is lost. The corner
// a + t·(b − a) is rounded by at most 5 u·R a coordinate, 9 u·R in all: what is clipped next is off by as much, and by 9 u·R more
// after each of at most MOST_CUTS cuts. With three of them that is 27 u·R, and 3 e + 27 u·R = 39 u·R is less than CLIP·R = 64 u·R: each
// polygon of the clipped surface, exactly, is within CLIP·R of the hull of the corners computed for it.
import { U } from '../base/math/rounding.js'
import type { MeshShape } from './shape.js'

/** Of the reach of the points: the slack of a plane, and how far what is clipped, exactly, may be from what was computed. */
export const CLIP = 64 * U

/** A cell is between no more planes than this. */
export const MOST_CUTS = 3

/** Polygons: polygon i has the corners points[3·first[i] .. 3·first[i + 1]). */
export interface Polygons {
  readonly points: Float64Array
  readonly first: Uint32Array
}

/** Half of space: n·x ≤ c if `sign` is 1, n·x ≥ c if it is −1. */
export interface Cut {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly c: number
  readonly sign: 1 | -1
}

/** Every `step`-th triangle of a mesh. */
export function trianglesOf({ positions, triangles }: MeshShape, step: number): Polygons {
  const count = Math.ceil(triangles.length / 3 / step)
  const points = new Float64Array(9 * count)
  for (let i = 0; i < 3 * count; i++) {
    const v = 3 * triangles[3 * step * Math.trunc(i / 3) + (i % 3)]!
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[v + k]!
  }
  return { points, first: Uint32Array.from({ length: count + 1 }, (_, i) => 3 * i) }
}

/** `slack`: CLIP times the points' reach. */
export function clipPolygons({ points, first }: Polygons, { x, y, z, c, sign }: Cut, slack: number): Polygons {
  const level = sign * c + slack
  // A polygon gets at most one corner more.
  const out = new Float64Array(points.length + first.length * 3)
  const starts = new Uint32Array(first.length)
  let length = 0
  let count = 0
  for (let i = 0; i + 1 < first.length; i++) {
    const start = length
    let b = 3 * (first[i + 1]! - 1)
    let sb = sign * (x * points[b]! + y * points[b + 1]! + z * points[b + 2]!)
    for (let a = 3 * first[i]!; a < 3 * first[i + 1]!; a += 3) {
      const sa = sign * (x * points[a]! + y * points[a + 1]! + z * points[a + 2]!)
      if (sa <= level !== sb <= level) {
        const [from, to, sf, st] = sa <= level ? [a, b, sa, sb] : [b, a, sb, sa]
        const t = Math.min(1, ((level - sf) / (st - sf)) * (1 + 8 * U))
        for (let k = 0; k < 3; k++) out[length++] = points[from + k]! + t * (points[to + k]! - points[from + k]!)
      }
      if (sa <= level) {
        for (let k = 0; k < 3; k++) out[length++] = points[a + k]!
      }
      b = a
      sb = sa
    }
    if (length > start) starts[++count] = length / 3
  }
  return { points: out.slice(0, length), first: starts.slice(0, count + 1) }
}
