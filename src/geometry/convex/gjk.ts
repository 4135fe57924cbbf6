// GJK distance of two convex solids in one frame, certified on both sides.
//
// Gilbert, Johnson and Keerthi 1988, with the sub-distance step of simplex.ts. What it returns does not rest on the
// iteration having gone well: the upper bound is the distance of two explicit points, one of each solid; the lower bound
// is the width of the gap that an explicit direction leaves between all of A and all of B, the widest seen. It ends when
// they meet or one of them decides the caller's question. If rounding keeps them apart, exact arithmetic takes over
// (gjk-exact.ts). Never a number that nothing supports.
//
// Polytopes take 3 to 10 steps. Solids with discs take 10 to 40: each step halves the arc that holds the nearest point,
// and the bounds differ by the arc's height.
import { type ConvexCore, clearOffset, isPolytope, setVertex, support } from './gjk-core.js'
import { gjkExact, gjkExactRound } from './gjk-exact.js'
import { reduceSimplex, Simplex } from './simplex.js'
import { reduceSimplexCarefully } from './simplex-careful.js'

/**
 * Gap between the bounds at which GJK is content, in units of the largest |a − b| it has met (`size`). The contract is 1e-12
 * (SHAPE_DISTANCE_ERROR); the rest of it is for the rounding of poses. Below about 1e-14 slivers do not get there.
 */
export const GJK_TOLERANCE = 2e-13

/**
 * With discs the bounds keep closing in, a factor of four a step: so they get the few more steps that it takes to come this
 * close, and must meet GJK_TOLERANCE where rounding ends it sooner.
 */
const ROUND_TOLERANCE = 1e-15

/** Steps without an answer after which a run is given up. */
const MAX_STEPS = 100

/**
 * How much of the bounds' difference a step of solids with discs may give away to stay near the last one: a step that keeps
 * most of it is nearly as good a step.
 */
const STEER = 0.1

const UPPER = 0
const LOWER = 1
const SIZE = 2

/** Scratch and results of one GJK run, owned by the caller. */
export class Gjk {
  readonly simplex = new Simplex()
  /** Upper bound, lower bound, and size: in an array because a number in a field is an allocation each time it is set. */
  readonly bounds = new Float64Array(3)
  /** The unit direction that gives the lower bound, from B to A: all of A is farther along it than all of B. */
  readonly direction = new Float64Array(3)
  /** The pair that gives the upper bound: three numbers on A, three on B. */
  readonly witness = new Float64Array(6)
  /** Projections are taken from here. */
  readonly origin = new Float64Array(3)
  /** Bounds that differ by no more than this part of the upper one will do: for callers that want a good direction only. */
  content = 0
  /** Steps taken in floating point, and whether the exact way out was needed. */
  steps = 0
  exact = false

  /** The upper bound: |pointA − pointB|. */
  get upper(): number {
    return this.bounds[UPPER]!
  }

  /** The greatest lower bound found; negative while nothing separates the solids. */
  get lower(): number {
    return this.bounds[LOWER]!
  }

  /** The largest |a − b| met (or with discs the solids' extent, if larger): what tolerances are measured by. */
  get size(): number {
    return this.bounds[SIZE]!
  }

  /** A better upper bound, if it is one: true if it is. */
  lowerUpper(upper: number): boolean {
    if (!(upper < this.bounds[UPPER]!)) return false
    this.bounds[UPPER] = upper
    return true
  }

  /** A better lower bound with its direction, if it is one (infinite if the direction is NaN). */
  raiseLower(lower: number, n: ArrayLike<number>): boolean {
    if (!(lower > this.bounds[LOWER]! && lower < Infinity)) return false
    this.bounds[LOWER] = lower
    this.direction[0] = n[0]!
    this.direction[1] = n[1]!
    this.direction[2] = n[2]!
    return true
  }
}

/**
 * Where the last run for a pair of solids ended, kept by a caller whose solids move little between runs. It saves steps;
 * the bounds are as certain as without it. One for each pair; one that belongs to another pair does no harm.
 */
export class GjkWarmStart {
  size = 0
  readonly ia = new Int32Array(4)
  readonly ib = new Int32Array(4)
  /** From B to A, in the frame of the pair. */
  readonly direction = new Float64Array(3)
}

/**
 * Bounds the distance of A and B in g.lower and g.upper until they meet; or lower is above `far`; or upper is at most
 * `near`.
 */
export function gjk(g: Gjk, a: ConvexCore, b: ConvexCore, near: number, far: number, warm?: GjkWarmStart): void {
  const { bounds } = g
  bounds[UPPER] = Infinity
  bounds[LOWER] = -Infinity
  g.steps = 0
  g.exact = false
  clearOffset(a)
  clearOffset(b)
  if (warm === undefined || !startWarm(g, a, b, warm)) startBetween(g, a, b)
  if (!(g.lower > far) && !run(g, a, b, near, far, false)) rescue(g, a, b, near, far)
  if (warm !== undefined) keepWarm(g, warm)
}

/** What is left to do when rounding has kept the bounds apart. */
function rescue(g: Gjk, a: ConvexCore, b: ConvexCore, near: number, far: number): void {
  // Other vertices to begin with lead to other simplices, which seldom get stuck in the same place.
  start(g, a, a.count - 1, b, b.count >> 1)
  if (run(g, a, b, near, far, true)) return
  g.exact = true
  g.bounds[UPPER] = Infinity
  if (isPolytope(a) && isPolytope(b)) gjkExact(g, a, b)
  else gjkExactRound(g, a, b, GJK_TOLERANCE)
}

/** A simplex of one point, a vertex of each. (A disc's centre belongs to it.) */
function start(g: Gjk, a: ConvexCore, i: number, b: ConvexCore, j: number): void {
  clear(g, a, b)
  clearOffset(a)
  clearOffset(b)
  addVertices(g, a, i, b, j)
}

/**
 * An empty simplex. Supports are rounded by some u of the solids' extent. Polytopes get around that, because their vertices
 * are given and can be compared exactly; with discs no tolerance is below that of the extent.
 */
function clear(g: Gjk, a: ConvexCore, b: ConvexCore): void {
  g.simplex.size = 0
  g.bounds[SIZE] = isPolytope(a) && isPolytope(b) ? 0 : extent(a) + extent(b)
}

/** How far a solid reaches, roughly. */
function extent(core: ConvexCore): number {
  const { points: p } = core
  let most = 0
  for (let k = 3; k < 3 * core.count; k += 3) {
    const away = Math.abs(p[k]! - p[0]!) + Math.abs(p[k + 1]! - p[1]!) + Math.abs(p[k + 2]! - p[2]!)
    if (away > most) most = away
  }
  return core.disc + most
}

/** What lies farthest along the line from the middle of B to that of A, or thereabouts. */
function startBetween(g: Gjk, a: ConvexCore, b: ConvexCore): void {
  const { direction: n, origin, bounds } = g
  clear(g, a, b)
  setVertex(b, 0)
  setVertex(a, 0)
  for (let k = 0; k < 3; k++) {
    origin[k] = a.found[k]!
    n[k] = a.found[k]! - b.found[k]!
  }
  setVertex(b, b.count - 1)
  setVertex(a, a.count - 1)
  let sq = 0
  for (let k = 0; k < 3; k++) {
    n[k] = n[k]! + (a.found[k]! - b.found[k]!)
    sq += n[k]! * n[k]!
  }
  const length = Math.sqrt(sq)
  for (let k = 0; k < 3; k++) n[k] = length > 0 ? n[k]! / length : +(k === 0)
  a.index = 0
  b.index = 0
  const climbs = a.hull !== undefined || b.hull !== undefined
  support(a, n, -1, origin, false)
  support(b, n, 1, origin, false)
  const lower = -a.found[6]! - b.found[6]!
  if (!climbs && lower < Infinity) bounds[LOWER] = lower
  addSupport(g, a, b)
}

/** The simplex of last time, for polytopes; else what lies farthest along the last direction. False if there is none. */
function startWarm(g: Gjk, a: ConvexCore, b: ConvexCore, warm: GjkWarmStart): boolean {
  if (warm.size === 0) return false
  clear(g, a, b)
  if (isPolytope(a) && isPolytope(b)) {
    for (let k = 0; k < warm.size; k++) {
      const i = warm.ia[k]!
      const j = warm.ib[k]!
      if (i >= a.count || j >= b.count) return false
      addVertices(g, a, i, b, j)
    }
  } else {
    a.index = 0
    b.index = 0
    support(a, warm.direction, -1, g.origin, false)
    support(b, warm.direction, 1, g.origin, false)
    addSupport(g, a, b)
  }
  for (let k = 0; k < 3; k++) g.origin[k] = g.simplex.a[k]!
  return true
}

/** Where a run ended, for the next one. */
export function keepWarm(g: Gjk, warm: GjkWarmStart): void {
  const s = g.simplex
  warm.size = g.exact ? 0 : s.size
  for (let k = 0; k < s.size; k++) {
    warm.ia[k] = s.ia[k]!
    warm.ib[k] = s.ib[k]!
  }
  for (let k = 0; k < 3; k++) warm.direction[k] = g.direction[k]!
}

function addVertices(g: Gjk, a: ConvexCore, i: number, b: ConvexCore, j: number): void {
  a.index = i
  b.index = j
  setVertex(a, i)
  setVertex(b, j)
  addSupport(g, a, b)
}

/** One run of the iteration from the simplex that is there; true if it answered. */
function run(g: Gjk, a: ConvexCore, b: ConvexCore, near: number, far: number, careful: boolean): boolean {
  const { simplex: s, bounds, origin } = g
  const { v, normal } = s
  const climbs = a.hull !== undefined || b.hull !== undefined
  const round = !(isPolytope(a) && isPolytope(b))
  for (let step = 0; step < MAX_STEPS; step++) {
    g.steps++
    if (careful) reduceSimplexCarefully(s)
    else reduceSimplex(s)
    // Without rounding every step is closer than the last; with it, the last is as close as any to within some u.
    const upper = Math.sqrt(v[3]!)
    const tolerance = Math.max((round ? ROUND_TOLERANCE : GJK_TOLERANCE) * bounds[SIZE]!, g.content * upper)
    bounds[UPPER] = upper
    if (upper <= near || upper - Math.max(bounds[LOWER]!, 0) <= tolerance) return finish(g)
    support(a, normal, -1, origin, false)
    support(b, normal, 1, origin, false)
    let lower = -a.found[6]! - b.found[6]!
    if (climbs && (lower > far || upper - lower <= tolerance || hasPoint(s, a, b, round))) {
      // A climb may have stopped early: before anything rests on it, that is ruled out.
      support(a, normal, -1, origin, true)
      support(b, normal, 1, origin, true)
      lower = -a.found[6]! - b.found[6]!
      g.raiseLower(lower, normal)
    } else if (!climbs) {
      g.raiseLower(lower, normal)
    }
    if (bounds[LOWER]! > far || upper - bounds[LOWER]! <= tolerance) return finish(g)
    if (round) {
      setWitness(g)
      const slack = STEER * (upper - lower)
      steer(a, normal, -1, g.witness, 0, slack)
      steer(b, normal, 1, g.witness, 3, slack)
    }
    // The same point again, or an origin that is inside and yet not near: the simplex is the best there is, but the
    // bounds do not meet. Its points are right, so the step that judged them is at fault.
    if (s.size === 4 || hasPoint(s, a, b, round)) {
      if (round && upper - Math.max(bounds[LOWER]!, 0) <= GJK_TOLERANCE * bounds[SIZE]!) return finish(g)
      if (careful) return false
      careful = true
      continue
    }
    addSupport(g, a, b)
  }
  return round && bounds[UPPER]! - Math.max(bounds[LOWER]!, 0) <= GJK_TOLERANCE * bounds[SIZE]! && finish(g)
}

function finish(g: Gjk): boolean {
  setWitness(g)
  return true
}

/**
 * Takes, of all vertices that are equally far along sign·n to within `slack`, the one nearest to the witness w[i..i+2]. A side of
 * a cylinder along a face has two ends that are equally far: unless both solids stay at the near ones, each step would
 * fetch a point from the other end, and no step would make the arc smaller. The support's value stays as it is.
 */
function steer(core: ConvexCore, n: Float64Array, sign: number, w: Float64Array, i: number, slack: number): void {
  if (core.hull !== undefined) return
  const { points: p, found } = core
  const nx = sign * n[0]!
  const ny = sign * n[1]!
  const nz = sign * n[2]!
  const at = 3 * core.index
  let best = Infinity
  for (let k = 0; k < 3 * core.count; k += 3) {
    const behind = (p[at]! - p[k]!) * nx + (p[at + 1]! - p[k + 1]!) * ny + (p[at + 2]! - p[k + 2]!) * nz
    if (!(behind <= slack)) continue
    const dx = p[k]! + found[3]! - w[i]!
    const dy = p[k + 1]! + found[4]! - w[i + 1]!
    const dz = p[k + 2]! + found[5]! - w[i + 2]!
    const away = dx * dx + dy * dy + dz * dz
    if (away < best) {
      best = away
      core.index = k / 3
    }
  }
  setVertex(core, core.index)
}

/** Is the support that was found last in the simplex already? */
function hasPoint(s: Simplex, a: ConvexCore, b: ConvexCore, round: boolean): boolean {
  for (let k = 0; k < s.size; k++) {
    if (s.ia[k] === a.index && s.ib[k] === b.index && (!round || samePoint(s, k, a.found, b.found))) return true
  }
  return false
}

function samePoint(s: Simplex, k: number, a: Float64Array, b: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (s.a[3 * k + axis] !== a[axis]! + a[axis + 3]! || s.b[3 * k + axis] !== b[axis]! + b[axis + 3]!) return false
  }
  return true
}

/** Appends the difference of the supports that were found last. */
function addSupport(g: Gjk, a: ConvexCore, b: ConvexCore): void {
  const { simplex: s, bounds } = g
  const { y, a: pa, b: pb } = s
  const fa = a.found
  const fb = b.found
  const o = 3 * s.size
  // Part by part: see gjk-core.ts.
  const dx = fa[0]! - fb[0]! + (fa[3]! - fb[3]!)
  const dy = fa[1]! - fb[1]! + (fa[4]! - fb[4]!)
  const dz = fa[2]! - fb[2]! + (fa[5]! - fb[5]!)
  y[o] = dx
  y[o + 1] = dy
  y[o + 2] = dz
  pa[o] = fa[0]! + fa[3]!
  pa[o + 1] = fa[1]! + fa[4]!
  pa[o + 2] = fa[2]! + fa[5]!
  pb[o] = fb[0]! + fb[3]!
  pb[o + 1] = fb[1]! + fb[4]!
  pb[o + 2] = fb[2]! + fb[5]!
  s.ia[s.size] = a.index
  s.ib[s.size] = b.index
  s.size++
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  if (length > bounds[SIZE]!) bounds[SIZE] = length
}

/** The points of A and B that the weights of the simplex define. */
function setWitness(g: Gjk): void {
  const { size, weight, a, b } = g.simplex
  const out = g.witness
  for (let axis = 0; axis < 3; axis++) {
    let onA = 0
    let onB = 0
    for (let k = 0; k < size; k++) {
      onA += weight[k]! * a[3 * k + axis]!
      onB += weight[k]! * b[3 * k + axis]!
    }
    out[axis] = onA
    out[axis + 3] = onB
  }
}
