// A hull of many points, prepared for GJK and EPA: its corners alone, and which of them are joined by an edge. From a
// corner that is not the farthest along a direction, some edge leads to one that is farther, so climbing from corner to
// corner finds it; and from the answer to a similar question it is a step or two.
//
// That holds in exact arithmetic. In doubles a climb may stop early, by more than rounding where edges are short next to
// the hull. So what a climb finds is a proposal, and an answer that a bound rests on looks at every corner.
import { convexHull } from './convex-hull.js'

export interface ClimbingHull {
  /** The corners, three numbers each. Their hull is that of all the points, in exact arithmetic. */
  readonly points: Float64Array
  /** The neighbours of corner i are neighbours[first[i] .. first[i + 1]). */
  readonly first: Int32Array
  readonly neighbours: Int32Array
}

/** Undefined if the points lie in one plane: then every one of them is looked at. */
export function buildClimbingHull(source: Float64Array): ClimbingHull | undefined {
  const hull = convexHull(source, source.length / 3)
  if (hull === undefined) return undefined
  const { corners, triangles } = hull
  const number = new Map<number, number>()
  const points = new Float64Array(3 * corners.length)
  corners.forEach((corner, k) => {
    number.set(corner, k)
    points.set(source.subarray(3 * corner, 3 * corner + 3), 3 * k)
  })
  // On a closed surface the first corners of the edges at a vertex, each taken once in each direction, are its neighbours.
  const degree = new Int32Array(corners.length + 1)
  for (const corner of triangles) degree[number.get(corner)!]!++
  const first = new Int32Array(corners.length + 1)
  for (let k = 0; k < corners.length; k++) first[k + 1] = first[k]! + degree[k]!
  const next = first.slice()
  const neighbours = new Int32Array(triangles.length)
  for (let t = 0; t < triangles.length; t += 3) {
    for (let e = 0; e < 3; e++) {
      const from = number.get(triangles[t + e]!)!
      neighbours[next[from]!++] = number.get(triangles[t + ((e + 1) % 3)]!)!
    }
  }
  return { points, first, neighbours }
}

/** Climbs from corner `start` along n until no neighbour is farther, all seen from `start`; returns where it ends. */
export function climb(hull: ClimbingHull, start: number, n: Float64Array): number {
  const { points, first, neighbours } = hull
  const nx = n[0]!
  const ny = n[1]!
  const nz = n[2]!
  // Projections from the start: far from the frame's origin, those of the points would have lost their digits.
  const ox = points[3 * start]!
  const oy = points[3 * start + 1]!
  const oz = points[3 * start + 2]!
  let at = start
  let most = 0
  for (;;) {
    const end = first[at + 1]!
    let best = at
    for (let k = first[at]!; k < end; k++) {
      const p = 3 * neighbours[k]!
      const d = (points[p]! - ox) * nx + (points[p + 1]! - oy) * ny + (points[p + 2]! - oz) * nz
      if (d > most) {
        most = d
        best = neighbours[k]!
      }
    }
    if (best === at) return at
    at = best
  }
}
