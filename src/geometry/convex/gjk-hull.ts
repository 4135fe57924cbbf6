// A hull of many points, prepared for GJK and EPA: its corners alone, and which of them are joined by an edge. From a
// corner that is not the farthest along a direction, some edge leads to one that is farther, so climbing from corner to
// corner finds it; and from the answer to a similar question it is a step or two.
//
// That holds in exact arithmetic. In doubles a climb ends at a corner p when no edge e = q − p has a rounded n·e above 0, so
// none has a true one above 4u·|e|. Let a be the unit vector from p to a point inside. The hull is within the cone of the
// edges at p, so its farthest point is p + Σ μ·e with μ ≥ 0. If a·e ≥ c·|e| with c > 0 for all these edges, then c·Σ μ·|e| is
// at most the diameter D, and the farthest point is no more than 4u·D/c farther than p. This is the loss of p. Where it is
// too much (needles, and corners in the middle of a flat face, where a climb can even end at the bottom), every corner is
// tested.
import { U } from '../../base/math/rounding.js'
import { convexHull } from './convex-hull.js'

export interface ClimbingHull {
  /** The corners, three numbers each. Their hull is that of all the points, in exact arithmetic. */
  readonly points: Float64Array
  /** The neighbours of corner i are neighbours[first[i] .. first[i + 1]). */
  readonly first: Int32Array
  readonly neighbours: Int32Array
  /** What a climb that ends at a corner may have lost, in units of the hull's diameter; Infinity where nothing is known. */
  readonly loss: Float64Array
}

/** What a climb may lose in GJK, in units of the hull's diameter: as much as it is content with. */
export const MAX_LOSS = 2e-13

/** Undefined if the points lie in one plane: then every one of them is tested. */
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
  // On a closed surface a corner has as many neighbours as triangles, and each is next to it in one of them.
  const first = new Int32Array(corners.length + 1)
  for (const corner of triangles) first[number.get(corner)! + 1]!++
  for (let k = 0; k < corners.length; k++) first[k + 1] = first[k + 1]! + first[k]!
  const next = first.slice()
  const neighbours = new Int32Array(triangles.length)
  for (let t = 0; t < triangles.length; t += 3) {
    for (let e = 0; e < 3; e++) {
      const from = number.get(triangles[t + e]!)!
      neighbours[next[from]!++] = number.get(triangles[t + ((e + 1) % 3)]!)!
    }
  }
  return {
    points,
    first,
    neighbours,
    loss: findLosses(points, first, neighbours, inwards(source, corners, triangles, number)),
  }
}

/** Steps in which the direction of a corner's narrowest cone is looked for: it need not be the best. */
const CONE_STEPS = 32

/** By corner: the sum of the unit normals of the faces around it, pointing inwards. */
function inwards(
  source: Float64Array,
  corners: ArrayLike<number>,
  triangles: ArrayLike<number>,
  number: ReadonlyMap<number, number>,
): Float64Array {
  const out = new Float64Array(3 * corners.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!]
    const u = [0, 1, 2].map((k) => source[q + k]! - source[p + k]!)
    const v = [0, 1, 2].map((k) => source[r + k]! - source[p + k]!)
    const n = [u[2]! * v[1]! - u[1]! * v[2]!, u[0]! * v[2]! - u[2]! * v[0]!, u[1]! * v[0]! - u[0]! * v[1]!]
    const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
    if (!(length > 0)) continue
    for (let e = 0; e < 3; e++) {
      const o = 3 * number.get(triangles[t + e]!)!
      for (let k = 0; k < 3; k++) out[o + k]! += n[k]! / length
    }
  }
  return out
}

function findLosses(
  points: Float64Array,
  first: Int32Array,
  neighbours: Int32Array,
  inward: Float64Array,
): Float64Array {
  return Float64Array.from({ length: points.length / 3 }, (_, p) => {
    const edges = new Float64Array(3 * (first[p + 1]! - first[p]!))
    for (let k = first[p]!, o = 0; k < first[p + 1]!; k++, o += 3) {
      const q = 3 * neighbours[k]!
      const x = points[q]! - points[3 * p]!
      const y = points[q + 1]! - points[3 * p + 1]!
      const z = points[q + 2]! - points[3 * p + 2]!
      const length = Math.sqrt(x * x + y * y + z * z)
      edges[o] = x / length
      edges[o + 1] = y / length
      edges[o + 2] = z / length
    }
    // Twice the loss: for the rounding of the cosine, which is some u, and so a small part of what it has to be above.
    const cosine = coneCosine(edges, inward, 3 * p)
    return cosine > 0 ? (8 * U) / cosine : Infinity
  })
}

/**
 * The least cosine between any of the unit edges and a vector a that is near to all of them. Any a will do for the proof above; one
 * that points between the edges does best: their sum, pulled again and again towards the one that is farthest from it; or, where
 * the cone is almost flat, as at most corners of a finely meshed round body, the inward normal.
 */
function coneCosine(edges: Float64Array, inward: Float64Array, i: number): number {
  let ax = 0
  let ay = 0
  let az = 0
  for (let o = 0; o < edges.length; o += 3) {
    ax += edges[o]!
    ay += edges[o + 1]!
    az += edges[o + 2]!
  }
  const best = pulledCosine(edges, ax, ay, az)
  return best > NARROW ? best : Math.max(best, pulledCosine(edges, inward[i]!, inward[i + 1]!, inward[i + 2]!))
}

/** A cosine above this loses little enough. */
const NARROW = 0.05

function pulledCosine(edges: Float64Array, ax: number, ay: number, az: number): number {
  let best = -1
  for (let step = 0; step < CONE_STEPS; step++) {
    const length = Math.sqrt(ax * ax + ay * ay + az * az)
    let least = Infinity
    let worst = 0
    for (let o = 0; o < edges.length; o += 3) {
      const along = ax * edges[o]! + ay * edges[o + 1]! + az * edges[o + 2]!
      if (along < least) {
        least = along
        worst = o
      }
    }
    best = Math.max(best, least / length)
    ax += edges[worst]!
    ay += edges[worst + 1]!
    az += edges[worst + 2]!
  }
  return best
}

/**
 * The corner that is farthest along n, or one that is nearer by no more than `most` diameters: by a climb from corner `start`, or
 * by testing all of them where that may lose more.
 */
export function farthestCorner(hull: ClimbingHull, start: number, n: Float64Array, most: number): number {
  const at = climb(hull, start, n)
  return at >= 0 && hull.loss[at]! <= most ? at : farthestPoint(hull.points, n)
}

/** Corners from which climbs along 24 kinds of directions begin: the axis that they are nearest to, and three signs. */
const STARTS = 24

const starts = new WeakMap<ClimbingHull, Int32Array>()

/** A corner that is far along directions such as this one: by the direction alone, so that the same climb begins there again. */
export function startOfClimb(hull: ClimbingHull, x: number, y: number, z: number): number {
  let known = starts.get(hull)
  if (known === undefined) {
    known = new Int32Array(STARTS)
    const n = new Float64Array(3)
    for (let k = 0; k < STARTS; k++) {
      for (let axis = 0; axis < 3; axis++) n[axis] = ((k >> axis) & 1 ? -1 : 1) * (k >> 3 === axis ? 1 : 0.4)
      known[k] = farthestPoint(hull.points, n)
    }
    starts.set(hull, known)
  }
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const az = Math.abs(z)
  const axis = ax > ay ? (ax > az ? 0 : 2) : ay > az ? 1 : 2
  return known[8 * axis + (x < 0 ? 1 : 0) + (y < 0 ? 2 : 0) + (z < 0 ? 4 : 0)]!
}

/** The number of the farthest of all points along n, seen from the first. */
export function farthestPoint(points: Float64Array, n: Float64Array): number {
  const nx = n[0]!
  const ny = n[1]!
  const nz = n[2]!
  const ox = points[0]!
  const oy = points[1]!
  const oz = points[2]!
  let best = -Infinity
  let index = 0
  for (let k = 0; k < points.length; k += 3) {
    const d = (points[k]! - ox) * nx + (points[k + 1]! - oy) * ny + (points[k + 2]! - oz) * nz
    if (d > best) {
      best = d
      index = k
    }
  }
  return index / 3
}

/**
 * Climbs along n from corner `start` until no neighbour is farther, and returns where it ends; −1 if it does not: rounding
 * may make a plateau look like stairs that lead around in a circle.
 */
export function climb(hull: ClimbingHull, start: number, n: Float64Array): number {
  const { points, first, neighbours } = hull
  const nx = n[0]!
  const ny = n[1]!
  const nz = n[2]!
  let at = start
  for (let moves = 0; moves < first.length; moves++) {
    const px = points[3 * at]!
    const py = points[3 * at + 1]!
    const pz = points[3 * at + 2]!
    const end = first[at + 1]!
    let best = at
    let most = 0
    for (let k = first[at]!; k < end; k++) {
      const q = 3 * neighbours[k]!
      const d = (points[q]! - px) * nx + (points[q + 1]! - py) * ny + (points[q + 2]! - pz) * nz
      if (d > most) {
        most = d
        best = neighbours[k]!
      }
    }
    if (best === at) return at
    at = best
  }
  return -1
}
