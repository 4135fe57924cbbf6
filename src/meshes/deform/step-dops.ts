// 18-DOPs of a mesh whose vertices move straight, at the ends of equal slabs of time.
//
// k-DOPs interpolate: the support of a set of points that move straight is convex in time, so at any instant of a slab it is at most
// the interpolation of the supports at the slab's ends. Two sets are apart during a whole slab if along one of the nine
// directions there is a gap of the same sign at both ends; nothing is fitted in between.
//
// Rounding. Directions have entries 0, 1 and −1, at most two of them not 0. A support at time 0 or 1 is a coordinate, which is exact,
// or a sum or difference of two, rounded once; rounding never reverses an order, so that fl(x + y) < fl(x′ + y′) implies
// x + y < x′ + y′, and a gap between rounded supports is a gap. At the other ends of slabs positions are interpolated:
// (1 − t)·p + t·q with t and 1 − t exact is two products and a sum, off by at most 2.01 u·M if no coordinate is larger than M; a sum
// of two such is off by 4.02 u·M, and rounded by 2.01 u·M: 8 u·M is added there on either side, which covers its own rounding. Two vertices
// are moved against each other by no more than twice √3 times 2.01 u·M, at an end or on the chord between two: 8 u·M again.
import { U } from '../../base/math/rounding.js'
import type { SplitShape } from '../tree/mesh-splits.js'

/** Numbers a DOP has: least and greatest along x, y, z, x + y, x − y, x + z, x − z, y + z, y − z. */
export const STEP_DOP = 18

/** Most slabs a step is cut into: sets of slabs are 32-bit masks. */
export const MOST_SLABS = 32

const INTERPOLATION_ROUNDING = 8 * U

/** √2, rounded up: how far a ball of radius 1 reaches along x + y. */
const DIAGONAL = 1.415

/** Where the vertices of a mesh are at the ends of the slabs, 0 to the number of slabs. */
export interface StepPositions {
  frame(e: number): Float64Array
  /** How far any of them may be from where it is taken to be, as a vector, at that end and on the chords beside it; and rounding of sums of two coordinates. */
  slack(e: number): number
}

/** Vertices that move straight from one place to another. */
export class StraightPositions implements StepPositions {
  /** The positions at the ends of the slabs, those between the first and the last rounded. */
  readonly frames: readonly Float64Array[]
  /** How far rounding may have moved two vertices against each other. */
  readonly rounded: number

  constructor(from: Float64Array, to: Float64Array, slabs: number) {
    let most = 0
    for (let i = 0; i < from.length; i++) {
      const size = Math.max(Math.abs(from[i]!), Math.abs(to[i]!))
      if (size > most) most = size
    }
    this.rounded = INTERPOLATION_ROUNDING * most
    this.frames = Array.from({ length: slabs + 1 }, (_, e) =>
      e === 0 ? from : e === slabs ? to : interpolated(from, to, e / slabs),
    )
  }

  frame(e: number): Float64Array {
    return this.frames[e]!
  }

  slack(e: number): number {
    return e === 0 || e === this.frames.length - 1 ? 0 : this.rounded
  }
}

/** (1 − t)·from + t·to, where t and 1 − t are exact. */
function interpolated(from: Float64Array, to: Float64Array, t: number): Float64Array {
  const out = new Float64Array(from.length)
  for (let i = 0; i < out.length; i++) out[i] = (1 - t) * from[i]! + t * to[i]!
  return out
}

/** The DOPs of the triangles and of the nodes of a tree over them, at `ends` instants each. */
export interface StepDops {
  /** One where nothing moves, else the number of slabs and one more. */
  readonly ends: number
  /** That of triangle t at end e is at STEP_DOP·(ends·t + e). */
  readonly triangles: Float64Array
  /** The same for nodes. */
  readonly nodes: Float64Array
}

/** Fits them: O(n) for every instant. */
export function fitStepDops(
  shape: SplitShape,
  triangles: Uint32Array,
  vertices: number,
  positions: StepPositions,
  ends: number,
): StepDops {
  const count = triangles.length / 3
  const dops = {
    ends,
    triangles: new Float64Array(STEP_DOP * ends * count),
    nodes: new Float64Array(STEP_DOP * ends * shape.nodes),
  }
  const along = new Float64Array(9 * vertices)
  for (let e = 0; e < ends; e++) {
    project(along, positions.frame(e))
    fitTriangles(dops.triangles, STEP_DOP * e, STEP_DOP * ends, triangles, along, positions.slack(e))
    fitNodes(dops.nodes, dops.triangles, STEP_DOP * e, STEP_DOP * ends, shape)
  }
  return dops
}

/** Nine numbers a vertex, along the nine directions. */
function project(out: Float64Array, points: Float64Array): void {
  for (let i = 0, o = 0; i < points.length; i += 3, o += 9) {
    const x = points[i]!
    const y = points[i + 1]!
    const z = points[i + 2]!
    out[o] = x
    out[o + 1] = y
    out[o + 2] = z
    out[o + 3] = x + y
    out[o + 4] = x - y
    out[o + 5] = x + z
    out[o + 6] = x - z
    out[o + 7] = y + z
    out[o + 8] = y - z
  }
}

function fitTriangles(
  out: Float64Array,
  first: number,
  stride: number,
  triangles: Uint32Array,
  along: Float64Array,
  slack: number,
): void {
  for (let c = 0, o = first; c < triangles.length; c += 3, o += stride) {
    const i = 9 * triangles[c]!
    const j = 9 * triangles[c + 1]!
    const k = 9 * triangles[c + 2]!
    for (let h = 0; h < 9; h++) {
      const p = along[i + h]!
      const q = along[j + h]!
      const r = along[k + h]!
      const low = p < q ? p : q
      const high = p < q ? q : p
      const more = h < 3 ? slack : DIAGONAL * slack
      out[o + 2 * h] = (low < r ? low : r) - more
      out[o + 2 * h + 1] = (high > r ? high : r) + more
    }
  }
}

function fitNodes(out: Float64Array, items: Float64Array, first: number, stride: number, shape: SplitShape): void {
  const { child, order } = shape
  for (let n = shape.nodes - 1; n >= 0; n--) {
    const o = first + stride * n
    const c = child[n]!
    if (c >= 0) {
      for (let h = 0; h < STEP_DOP; h++) out[o + h] = out[first + stride * c + h]!
      widen(out, o, out, first + stride * (c + 1))
      continue
    }
    const from = shape.first[n]!
    const to = shape.end[n]!
    for (let h = 0; h < STEP_DOP; h++) out[o + h] = items[first + stride * order[from]! + h]!
    for (let k = from + 1; k < to; k++) widen(out, o, items, first + stride * order[k]!)
  }
}

function widen(out: Float64Array, o: number, by: Float64Array, i: number): void {
  for (let h = 0; h < STEP_DOP; h += 2) {
    if (by[i + h]! < out[o + h]!) out[o + h] = by[i + h]!
    if (by[i + h + 1]! > out[o + h + 1]!) out[o + h + 1] = by[i + h + 1]!
  }
}
