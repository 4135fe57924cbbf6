// GJK once more, in whole numbers of any length. Without rounding it gets strictly nearer with every step and ends at
// the nearest points, so it needs no tolerance and fails only for points that are not finite. It takes a millisecond: the way out for the few pairs
// in a hundred thousand, slivers and faces parallel to within 1e-9, whose bounds doubles cannot bring together.

import { NotConvergedError } from './not-converged-error.js'

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

/**
 * The distance of hull(a[0..3·na)) and hull(b[0..3·nb)), right to a few units in the last place, and the nearest points
 * in witness[0..5].
 */
export function gjkExact(witness: Float64Array, a: Float64Array, na: number, b: Float64Array, nb: number): number {
  let largest = 0
  for (let k = 0; k < 3 * na; k++) largest = Math.max(largest, Math.abs(a[k]!))
  for (let k = 0; k < 3 * nb; k++) largest = Math.max(largest, Math.abs(b[k]!))
  if (!(largest < Infinity)) throw new NotConvergedError('distance of two convex shapes', 0, Infinity)
  const shift = Math.min(BITS - Math.ceil(Math.log2(largest || 1)), 1000)
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
  witness.fill(0)
  found.vertices.forEach(({ i, j }, k) => {
    const w = ratio(found.weights[k]!, found.den)
    for (let axis = 0; axis < 3; axis++) {
      witness[axis] = witness[axis]! + w * a[3 * i + axis]!
      witness[axis + 3] = witness[axis + 3]! + w * b[3 * j + axis]!
    }
  })
  const x = found.v.map((c) => ratio(c, found.den))
  return Math.hypot(x[0]!, x[1]!, x[2]!) * 2 ** -shift
}

function toIntegers(points: Float64Array, n: number, shift: number): P[] {
  const scale = 2 ** shift
  const whole = (x: number): bigint => BigInt(Math.trunc(x * scale))
  return Array.from({ length: n }, (_, k) => [
    whole(points[3 * k]!),
    whole(points[3 * k + 1]!),
    whole(points[3 * k + 2]!),
  ])
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
