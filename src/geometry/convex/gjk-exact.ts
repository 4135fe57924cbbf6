// GJK once more, in whole numbers of any length. Without rounding it gets strictly nearer with every step and ends at
// the nearest points, so for polytopes it needs no tolerance and fails only for points that are not finite. It takes a
// millisecond: the way out for the few pairs in a hundred thousand, slivers and faces parallel to within 1e-9, whose
// bounds doubles cannot bring together.
import { NotConvergedError } from '../../errors.js'
import type { Gjk } from './gjk.js'
import { type ConvexCore, pointsInPair, support } from './gjk-core.js'

type P = readonly [bigint, bigint, bigint]

/** A vertex of the Minkowski difference, with the vertices of A and B that it comes from. */
interface Vertex {
  readonly y: P
  readonly i: number
  readonly j: number
}

/** The point (Σ weight·y)/den of the simplex that is nearest the origin; weight > 0, den = Σ weight. */
interface Nearest {
  readonly vertices: readonly Vertex[]
  readonly weights: readonly bigint[]
  readonly den: bigint
  readonly v: P
}

/** The bits kept of a coordinate, counted from the largest: what is cut off is 1e-33 of the shapes' size. */
const BITS = 110

/** Steps after which a solid with discs is given up: each halves an arc, so 60 would do. */
const MAX_STEPS = 200

/** The bounds of two polytopes: they meet, to a few units in the last place, unless the polytopes do. */
export function gjkExact(g: Gjk, coreA: ConvexCore, coreB: ConvexCore): void {
  const a = pointsInPair(coreA)
  const b = pointsInPair(coreB)
  const v = nearestOfHulls(g.witness, a, coreA.count, b, coreB.count)
  setBounds(g, v)
}

/** The upper bound is |v|; so is the lower one, along v, unless v is zero: then no direction separates the solids. */
function setBounds(g: Gjk, v: readonly number[]): void {
  const length = Math.hypot(v[0]!, v[1]!, v[2]!)
  g.bounds[0] = length
  if (!(length > 0)) return
  g.bounds[1] = length
  for (let k = 0; k < 3; k++) g.direction[k] = v[k]! / length
}

/**
 * The shortest a − b of hull(a[0..3·na)) and hull(b[0..3·nb)), right to a few units in the last place, and the nearest
 * points in witness[0..5].
 */
export function nearestOfHulls(
  witness: Float64Array,
  a: Float64Array,
  na: number,
  b: Float64Array,
  nb: number,
): readonly number[] {
  let largest = 0
  for (let k = 0; k < 3 * na; k++) largest = Math.max(largest, Math.abs(a[k]!))
  for (let k = 0; k < 3 * nb; k++) largest = Math.max(largest, Math.abs(b[k]!))
  const shift = shiftFor(largest)
  const p = toIntegers(a, na, shift)
  const q = toIntegers(b, nb, shift)
  let found = nearest([{ y: sub(p[0]!, q[0]!), i: 0, j: 0 }])
  for (;;) {
    const { v, den } = found
    const vv = dot(v, v)
    const i = extreme(p, v, -1n)
    const j = extreme(q, v, 1n)
    const y = sub(p[i]!, q[j]!)
    // v is the answer when no vertex is lower than it along itself (and when it is zero).
    if (dot(v, y) * den >= vv) break
    found = nearest([...found.vertices, { y, i, j }])
  }
  setWitness(witness, found, a, b)
  return toNumbers(found, shift)
}

/**
 * Solids with discs: supports come from doubles, each an explicit point to within a few u of its solid, and only what is
 * made of them is exact. It ends when the bounds are within `tolerance` times the largest |a − b| of each other.
 */
export function gjkExactRound(g: Gjk, a: ConvexCore, b: ConvexCore, tolerance: number): void {
  const s = g.simplex
  // Points found so far, of A and of B, and their differences.
  const pointsA: number[] = []
  const pointsB: number[] = []
  const shift = shiftFor(g.size)
  let found: Nearest | undefined
  const addVertex = (y: readonly number[], p: readonly number[], q: readonly number[]): void => {
    const k = pointsA.length / 3
    pointsA.push(...p)
    pointsB.push(...q)
    found = nearest([...(found?.vertices ?? []), { y: toInteger(y, 0, shift), i: k, j: k }])
  }
  addVertex([...s.y.subarray(0, 3)], [...s.a.subarray(0, 3)], [...s.b.subarray(0, 3)])
  for (let step = 0; step < MAX_STEPS; step++) {
    const v = toNumbers(found!, shift)
    const upper = Math.hypot(v[0]!, v[1]!, v[2]!)
    if (g.lowerUpper(upper)) setWitness(g.witness, found!, pointsA, pointsB)
    if (g.upper - Math.max(g.lower, 0) <= tolerance * g.size) return
    const n = Float64Array.from(v, (c) => c / upper)
    support(a, n, -1, g.origin, true)
    support(b, n, 1, g.origin, true)
    if (g.raiseLower(-a.found[6]! - b.found[6]!, n) && g.upper - g.lower <= tolerance * g.size) return
    const [p, q] = [a.found, b.found]
    const before = found!
    addVertex(
      [0, 1, 2].map((k) => p[k]! - q[k]! + (p[k + 3]! - q[k + 3]!)),
      [0, 1, 2].map((k) => p[k]! + p[k + 3]!),
      [0, 1, 2].map((k) => q[k]! + q[k + 3]!),
    )
    // No nearer: nothing that doubles can find will close the gap.
    if (dot(found!.v, found!.v) * before.den ** 2n >= dot(before.v, before.v) * found!.den ** 2n) break
  }
  throw new NotConvergedError('distance of two convex shapes', Math.max(g.lower, 0), g.upper)
}

/** The power of two that makes numbers up to `largest` integers of BITS bits. */
function shiftFor(largest: number): number {
  if (!(largest < Infinity)) throw new NotConvergedError('distance of two convex shapes', 0, Infinity)
  return Math.min(BITS - Math.ceil(Math.log2(largest || 1)), 1000)
}

function setWitness(witness: Float64Array, found: Nearest, a: ArrayLike<number>, b: ArrayLike<number>): void {
  witness.fill(0)
  found.vertices.forEach(({ i, j }, k) => {
    const w = ratio(found.weights[k]!, found.den)
    for (let axis = 0; axis < 3; axis++) {
      witness[axis] = witness[axis]! + w * a[3 * i + axis]!
      witness[axis + 3] = witness[axis + 3]! + w * b[3 * j + axis]!
    }
  })
}

function toNumbers(found: Nearest, shift: number): number[] {
  return found.v.map((c) => ratio(c, found.den) * 2 ** -shift)
}

function toIntegers(points: Float64Array, n: number, shift: number): P[] {
  return Array.from({ length: n }, (_, k) => toInteger(points, 3 * k, shift))
}

function toInteger(points: ArrayLike<number>, o: number, shift: number): P {
  const scale = 2 ** shift
  const whole = (x: number): bigint => BigInt(Math.trunc(x * scale))
  return [whole(points[o]!), whole(points[o + 1]!), whole(points[o + 2]!)]
}

/** The vertex that is farthest along sign·v. */
function extreme(points: readonly P[], v: P, sign: bigint): number {
  let best = 0
  let most = sign * dot(points[0]!, v)
  for (let k = 1; k < points.length; k++) {
    const d = sign * dot(points[k]!, v)
    if (d > most) {
      most = d
      best = k
    }
  }
  return best
}

/** The nearest point of a simplex of one to four vertices: the best of the faces whose own nearest point is inside. */
function nearest(vertices: readonly Vertex[]): Nearest {
  let best: Nearest | undefined
  for (let mask = 1; mask < 1 << vertices.length; mask++) {
    const face = nearestInside(vertices.filter((_, k) => mask & (1 << k)))
    if (face === undefined) continue
    if (best === undefined || dot(face.v, face.v) * best.den ** 2n < dot(best.v, best.v) * face.den ** 2n) best = face
  }
  return best!
}

/** The point of the affine hull nearest the origin, if it is inside the face; by Cramer's rule on the Gram matrix. */
function nearestInside(vertices: readonly Vertex[]): Nearest | undefined {
  const base = vertices[0]!.y
  const edges = vertices.slice(1).map((w) => sub(w.y, base))
  const gram = edges.map((e) => edges.map((f) => dot(e, f)))
  const right = edges.map((e) => -dot(e, base))
  const den = determinant(gram)
  if (den === 0n) return undefined
  const mu = edges.map((_, k) => determinant(gram.map((row, r) => row.map((g, c) => (c === k ? right[r]! : g)))))
  const weights = [den - mu.reduce((sum, m) => sum + m, 0n), ...mu]
  if (weights.some((w) => w <= 0n)) return undefined
  const v = [0, 1, 2].map((axis) => weights.reduce((sum, w, k) => sum + w * vertices[k]!.y[axis]!, 0n))
  return { vertices, weights, den, v: v as unknown as P }
}

function determinant(m: readonly (readonly bigint[])[]): bigint {
  if (m.length === 0) return 1n
  const [a, b, c] = m as [bigint[], bigint[], bigint[]]
  if (m.length === 1) return a[0]!
  if (m.length === 2) return a[0]! * b[1]! - a[1]! * b[0]!
  return dot(a as unknown as P, cross(b as unknown as P, c as unknown as P))
}

/** num/den as a double, right to a unit or two in the last place, however long they are. */
function ratio(num: bigint, den: bigint): number {
  if (num < 0n) return -ratio(-num, den)
  if (num === 0n) return 0
  const shift = 64 + 4 * (den.toString(16).length - num.toString(16).length)
  const q = shift >= 0 ? (num << BigInt(shift)) / den : num / (den << BigInt(-shift))
  return Number(q) * 2 ** -shift
}

function sub(a: P, b: P): P {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: P, b: P): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: P, b: P): P {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
