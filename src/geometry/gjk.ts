// GJK distance of two convex hulls of points, in one frame, certified on both sides.
//
// Gilbert, Johnson and Keerthi 1988, with the sub-distance step of simplex.ts. What it returns does not rest on the
// iteration having gone well: the upper bound is the distance of two explicit convex combinations of the points, the
// lower bound the width of the gap that an explicit direction leaves between all points of A and all of B. Both are kept
// as the best seen, and it ends when they meet or one of them decides the caller's question. If rounding keeps them apart,
// exact arithmetic takes over (gjk-exact.ts). Never a number that nothing supports.
import { gjkExact } from './gjk-exact.js'
import { reduceSimplex, Simplex } from './simplex.js'
import { reduceSimplexCarefully } from './simplex-careful.js'

/**
 * Gap between the bounds at which GJK is content, in units of the largest |a − b| it has met. The contract is 1e-12
 * (SHAPE_DISTANCE_ERROR); the rest of it is for the rounding of poses. Below about 1e-14 slivers do not get there.
 */
const GJK_TOLERANCE = 2e-13

/** Steps without an answer after which a run is given up. Ordinary runs take 3 to 10. */
const MAX_STEPS = 60

/** Scratch and results of one GJK run, owned by the caller. */
export class Gjk {
  readonly simplex = new Simplex()
  /** The upper bound: |pointA − pointB|. */
  upper = 0
  /** The greatest lower bound found; negative while nothing separates the hulls. */
  lower = 0
  /** The pair that gives the upper bound: three numbers on A, three on B. */
  readonly witness = new Float64Array(6)
  /** Steps taken in floating point, and whether the exact way out was needed. */
  steps = 0
  exact = false
}

/**
 * Bounds the distance of hull(a[0..3·na)) and hull(b[0..3·nb)) in g.lower and g.upper until they meet; or lower is above
 * `far`; or upper is at most `near`.
 */
export function gjk(g: Gjk, a: Float64Array, na: number, b: Float64Array, nb: number, near: number, far: number): void {
  g.upper = Infinity
  g.lower = -Infinity
  g.steps = 0
  g.exact = false
  if (run(g, a, na, b, nb, near, far, 0, 0, false)) return
  // Other vertices to begin with lead to other simplices, which seldom get stuck in the same place.
  if (run(g, a, na, b, nb, near, far, na - 1, nb >> 1, true)) return
  g.exact = true
  g.upper = gjkExact(g.witness, a, na, b, nb)
  g.lower = g.upper
}

/** One run of the iteration from a given first pair of vertices; true if it answered. */
function run(
  g: Gjk,
  a: Float64Array,
  na: number,
  b: Float64Array,
  nb: number,
  near: number,
  far: number,
  firstA: number,
  firstB: number,
  careful: boolean,
): boolean {
  const s = g.simplex
  const { v, normal } = s
  // Projections are taken from here: far from the frame's origin, those of the points themselves would have lost the
  // digits that tell them apart.
  const ox = a[0]!
  const oy = a[1]!
  const oz = a[2]!
  s.size = 0
  let largestSq = addPoint(s, a, firstA, b, firstB)
  for (let step = 0; step < MAX_STEPS; step++) {
    g.steps++
    if (careful) reduceSimplexCarefully(s)
    else reduceSimplex(s)
    const tolerance = GJK_TOLERANCE * Math.sqrt(largestSq)
    const upper = Math.sqrt(v[3]!)
    if (upper < g.upper) {
      g.upper = upper
      setWitness(g, a, b)
      if (upper <= near) return true
    }
    if (g.upper - Math.max(g.lower, 0) <= tolerance) return true
    const nx = normal[0]!
    const ny = normal[1]!
    const nz = normal[2]!
    let p = 0
    let least = Infinity
    for (let k = 0; k < na; k++) {
      const d = (a[3 * k]! - ox) * nx + (a[3 * k + 1]! - oy) * ny + (a[3 * k + 2]! - oz) * nz
      if (d < least) {
        least = d
        p = k
      }
    }
    let q = 0
    let greatest = -Infinity
    for (let k = 0; k < nb; k++) {
      const d = (b[3 * k]! - ox) * nx + (b[3 * k + 1]! - oy) * ny + (b[3 * k + 2]! - oz) * nz
      if (d > greatest) {
        greatest = d
        q = k
      }
    }
    const lower = least - greatest
    // (infinite if the normal is not a number)
    if (lower > g.lower && lower < Infinity) {
      g.lower = lower
      if (lower > far) return true
      if (g.upper - lower <= tolerance) return true
    }
    // The same point again, or an origin that is inside and yet not near: the simplex is the best there is, but the
    // bounds do not meet. Its points are right, so the step that judged them is at fault.
    if (s.size === 4 || hasPoint(s, p, q)) {
      if (careful) return false
      careful = true
      continue
    }
    const wSq = addPoint(s, a, p, b, q)
    if (wSq > largestSq) largestSq = wSq
  }
  return false
}

function hasPoint(s: Simplex, i: number, j: number): boolean {
  for (let k = 0; k < s.size; k++) if (s.ia[k] === i && s.ib[k] === j) return true
  return false
}

/** Appends a[i] − b[j] and returns its squared length. */
function addPoint(s: Simplex, a: Float64Array, i: number, b: Float64Array, j: number): number {
  const k = s.size++
  const x = a[3 * i]! - b[3 * j]!
  const y = a[3 * i + 1]! - b[3 * j + 1]!
  const z = a[3 * i + 2]! - b[3 * j + 2]!
  s.y[3 * k] = x
  s.y[3 * k + 1] = y
  s.y[3 * k + 2] = z
  s.ia[k] = i
  s.ib[k] = j
  return x * x + y * y + z * z
}

/** The points of A and B that the weights of the simplex stand for. */
function setWitness(g: Gjk, a: Float64Array, b: Float64Array): void {
  const { size, weight, ia, ib } = g.simplex
  const out = g.witness
  out.fill(0)
  for (let k = 0; k < size; k++) {
    const w = weight[k]!
    const p = 3 * ia[k]!
    const q = 3 * ib[k]!
    for (let axis = 0; axis < 3; axis++) {
      out[axis] = out[axis]! + w * a[p + axis]!
      out[axis + 3] = out[axis + 3]! + w * b[q + axis]!
    }
  }
}
