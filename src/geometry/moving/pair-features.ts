// Two hulls of one to three points each, whose points move straight: the first instant in [0, 1] at which they are within reach of each
// other, decided in whole numbers.
//
// Why features are enough. Let t* be the first instant at which the distance d is at most reach (the set of such instants is closed).
// * t* = 0 is decided at that instant alone, see below.
// * t* > 0. Then d(t) > reach before t*, so d(t*) = reach. If reach > 0, a pair of closest points lies in two faces F of A and G of B that
//   are in parallel planes, across the line between the points. Seen along that line F and G intersect; an extreme point of the
//   intersection is a vertex of one in the other, or a crossing of two edges that are not parallel. So there are closest points that are
//   two vertices (VV), the foot of a vertex on an edge (VE), the feet on two edges of their common normal (EE, not parallel), or the foot
//   of a vertex in a face that has an area (VF). If reach = 0, take an extreme point of A ∩ B: it is VV, VE, EE or VF, or an edge pierces a
//   face, with the point inside of both and the edge not in the plane. The latter is still so a little before t*: a contradiction.
//   A triangle without area at t* is a segment, and a segment without length is a point: their faces are among the same features.
// So at t* for one pair of features the squared distance of the points, lines or planes is reach² while the feet are inside (clamping
// conditions): one equation, D = num − reach²·den = 0, with den > 0 (den = 0 means: parallel edges, no area). In turn all such instants
// have d ≤ reach. So t* is the first of them.
// * If D is zero for all t, the feature need not be asked: feet strictly inside are so a little before t* too, where d would be at
//   most reach; and feet on a border are covered by the feature of that border. For VV, D = 0 for all t means t* = 0.
// * d(0) ≤ reach: by the same features with D(0) ≤ 0, or an edge of one pierces the other at t = 0.
// With reach = 0 the equation of EE and VF is the volume (a cubic), and VE and VV have an equation for each coordinate.
import { addPolys, multiplyPolys, type Poly, subtractPolys, trimmed } from './polynomials.js'
import { mayVanish, type SignCase } from './sign-conditions.js'

/** A point or vector that moves: polynomials of x, y, z. */
export type MovingVector = readonly [Poly, Poly, Poly]

/** Whole coordinates of a point at t = 0 and t = 1 (`from` at i, `to` at i), as polynomials. */
export function movingPoint(from: readonly bigint[], to: readonly bigint[], i: number): MovingVector {
  const coordinate = (k: number): Poly => trimmed([from[k]!, to[k]! - from[k]!])
  return [coordinate(i), coordinate(i + 1), coordinate(i + 2)]
}

/** What two features are to each other: the squared distance of their lines or planes is num/den where den > 0. */
interface FeaturePair {
  /** Zero where their distance is zero: the fewest and lowest polynomials. */
  readonly touching: readonly Poly[]
  readonly num: Poly
  /** What must be positive; empty where it is 1. */
  readonly den: readonly Poly[]
  /** Not negative where the closest points are inside of the features. */
  inside(): Poly[]
  /** From B to A along the shortest line, or its opposite. */
  along(): MovingVector
}

/** Says that parts of two hulls are known to stay apart: bit i of a mask stands for point i. */
export type KnownApart = (maskA: number, maskB: number) => boolean

const FACE = 7
const EDGES = [3, 6, 5]
const VERTICES = [1, 2, 4]
const nothingKnown: KnownApart = () => false

/** The pairs of features of two hulls, large ones first: EE, VF, VE, VV. Those of parts that are known to stay apart are left out. */
export function* featurePairs(
  a: readonly MovingVector[],
  b: readonly MovingVector[],
  isApart: KnownApart = nothingKnown,
): Generator<FeaturePair> {
  const edgesA = edgesOf(a)
  const edgesB = edgesOf(b)
  for (const [i, e] of edgesA.entries()) {
    for (const [j, f] of edgesB.entries()) if (!isApart(EDGES[i]!, EDGES[j]!)) yield edgeEdge(e, f)
  }
  if (b.length === 3) for (const [i, p] of a.entries()) if (!isApart(VERTICES[i]!, FACE)) yield vertexFace(p, b)
  if (a.length === 3) for (const [j, q] of b.entries()) if (!isApart(FACE, VERTICES[j]!)) yield vertexFace(q, a)
  for (const [i, p] of a.entries()) {
    for (const [j, f] of edgesB.entries()) if (!isApart(VERTICES[i]!, EDGES[j]!)) yield vertexEdge(p, f)
  }
  for (const [j, q] of b.entries()) {
    for (const [i, e] of edgesA.entries()) if (!isApart(EDGES[i]!, VERTICES[j]!)) yield vertexEdge(q, e)
  }
  for (const [i, p] of a.entries()) {
    for (const [j, q] of b.entries()) if (!isApart(VERTICES[i]!, VERTICES[j]!)) yield vertexVertex(p, q)
  }
}

/** Whether hulls of points that stand still are within reach of each other (reachSq: its square); see the head of the file. */
export function areWithin(
  a: readonly MovingVector[],
  b: readonly MovingVector[],
  reachSq: bigint,
  isApart: KnownApart,
): boolean {
  if (pierce(a, b, isApart) || pierce(b, a, (maskB, maskA) => isApart(maskA, maskB))) return true
  for (const pair of featurePairs(a, b, isApart)) {
    const isClose = reachSq === 0n ? pair.touching.every((p) => p.length === 0) : at0(deficit(pair, reachSq)) <= 0n
    if (isClose && pair.den.every((p) => at0(p) > 0n) && pair.inside().every((p) => at0(p) >= 0n)) return true
  }
  return false
}

/** The cases that say when hulls that are farther apart than reach at t = 0 come within reach; see the head of the file. */
export function contactCases(
  a: readonly MovingVector[],
  b: readonly MovingVector[],
  reachSq: bigint,
  isApart: KnownApart,
): SignCase[] {
  const cases: SignCase[] = []
  for (const pair of featurePairs(a, b, isApart)) {
    const zero = reachSq === 0n ? pair.touching : [deficit(pair, reachSq)]
    if (zero.some((p) => p.length > 0) && zero.every(mayVanish)) {
      cases.push({ zero, nonNegative: pair.inside(), positive: pair.den })
    }
  }
  return cases
}

/** num − reach²·den. */
function deficit({ num, den }: FeaturePair, reachSq: bigint): Poly {
  return subtractPolys(num, den.length === 0 ? [reachSq] : multiplyPolys([reachSq], den[0]!))
}

function at0(p: Poly): bigint {
  return p[0] ?? 0n
}

type MovingEdge = readonly [MovingVector, MovingVector]

function edgesOf(points: readonly MovingVector[]): MovingEdge[] {
  if (points.length === 1) return []
  const [p, q, r] = points
  return r === undefined
    ? [[p!, q!]]
    : [
        [p!, q!],
        [q!, r],
        [r, p!],
      ]
}

function vertexVertex(p: MovingVector, q: MovingVector): FeaturePair {
  const d = minus(p, q)
  return { touching: d, num: dot(d, d), den: [], inside: () => [], along: () => d }
}

function vertexEdge(v: MovingVector, [p, q]: MovingEdge): FeaturePair {
  const w = minus(v, p)
  const e = minus(q, p)
  const c = cross(w, e)
  const den = dot(e, e)
  return {
    touching: c,
    num: dot(c, c),
    den: [den],
    inside: () => {
      const foot = dot(w, e)
      return [foot, subtractPolys(den, foot)]
    },
    along: () => cross(e, c),
  }
}

function edgeEdge([p, p1]: MovingEdge, [q, q1]: MovingEdge): FeaturePair {
  const e = minus(p1, p)
  const f = minus(q1, q)
  const w = minus(p, q)
  const n = cross(e, f)
  const volume = dot(w, n)
  const den = dot(n, n)
  return {
    touching: [volume],
    num: multiplyPolys(volume, volume),
    den: [den],
    inside: () => {
      // w + s·e − u·f is along n: s = (f × w)·n/|n|², u = (e × w)·n/|n|².
      const s = dot(cross(f, w), n)
      const u = dot(cross(e, w), n)
      return [s, subtractPolys(den, s), u, subtractPolys(den, u)]
    },
    along: () => n,
  }
}

function vertexFace(v: MovingVector, [p, q, r]: readonly MovingVector[]): FeaturePair {
  const e = minus(q!, p!)
  const f = minus(r!, p!)
  const w = minus(v, p!)
  const n = cross(e, f)
  const volume = dot(w, n)
  const den = dot(n, n)
  return {
    touching: [volume],
    num: multiplyPolys(volume, volume),
    den: [den],
    inside: () => {
      // Barycentric coordinates of the foot, times |n|².
      const second = dot(cross(w, f), n)
      const third = dot(cross(e, w), n)
      return [subtractPolys(subtractPolys(den, second), third), second, third]
    },
    along: () => n,
  }
}

/** Whether an edge of `a` passes through the triangle `b`, its ends strictly on both sides: points that stand still. */
function pierce(a: readonly MovingVector[], b: readonly MovingVector[], isApart: KnownApart): boolean {
  const [p, q, r] = b
  if (p === undefined || q === undefined || r === undefined) return false
  const n = cross(minus(q, p), minus(r, p))
  for (const [i, [from, to]] of edgesOf(a).entries()) {
    if (isApart(EDGES[i]!, FACE)) continue
    const [height, end] = [at0(dot(n, minus(from, p))), at0(dot(n, minus(to, p)))]
    if (height === 0n || end === 0n || height > 0n === end > 0n) continue
    const e = minus(to, from)
    const [dp, dq, dr] = [minus(p, from), minus(q, from), minus(r, from)]
    const turns = [at0(dot(e, cross(dp, dq))), at0(dot(e, cross(dq, dr))), at0(dot(e, cross(dr, dp)))]
    if (turns.every((x) => x >= 0n) || turns.every((x) => x <= 0n)) return true
  }
  return false
}

function minus(a: MovingVector, b: MovingVector): MovingVector {
  return [subtractPolys(a[0], b[0]), subtractPolys(a[1], b[1]), subtractPolys(a[2], b[2])]
}

function dot(a: MovingVector, b: MovingVector): Poly {
  return addPolys(addPolys(multiplyPolys(a[0], b[0]), multiplyPolys(a[1], b[1])), multiplyPolys(a[2], b[2]))
}

function cross(a: MovingVector, b: MovingVector): MovingVector {
  return [
    subtractPolys(multiplyPolys(a[1], b[2]), multiplyPolys(a[2], b[1])),
    subtractPolys(multiplyPolys(a[2], b[0]), multiplyPolys(a[0], b[2])),
    subtractPolys(multiplyPolys(a[0], b[1]), multiplyPolys(a[1], b[0])),
  ]
}
