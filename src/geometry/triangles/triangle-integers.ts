// Triangles in whole numbers of any length, for triangle-exact.ts.
import { exponentOfLast, oddMantissa } from '../../base/math/whole-numbers.js'

export type P = readonly [bigint, bigint, bigint]

/** Two triangles, the second placed by a pose, in units of the smallest power of two that any coordinate needs. */
export class WholeTriangles {
  a: readonly P[] = []
  b: readonly P[] = []
  /** mantissa·2^exponent, the mantissa odd or zero: nine numbers of A, nine of B, twelve of the pose. */
  private readonly mantissa: bigint[] = []
  private readonly exponent = new Int32Array(30)
  private unit = 0

  /** The triangle a[i..i+8], and b[j..j+8] at the pose x[p..p+11]. */
  set(a: Float64Array, i: number, b: Float64Array, j: number, x: Float64Array, p: number): void {
    for (let k = 0; k < 9; k++) {
      this.split(k, a[i + k]!)
      this.split(9 + k, b[j + k]!)
    }
    for (let k = 0; k < 12; k++) this.split(18 + k, x[p + k]!)
    const { mantissa, exponent } = this
    let unit = Infinity
    for (let k = 0; k < 9; k++) if (mantissa[k] !== 0n) unit = Math.min(unit, exponent[k]!)
    for (let k = 21; k < 30; k += 4) if (mantissa[k] !== 0n) unit = Math.min(unit, exponent[k]!)
    for (let v = 9; v < 18; v++) {
      if (mantissa[v] === 0n) continue
      for (let r = 18 + ((v - 9) % 3); r < 30; r += 4) {
        if (mantissa[r] !== 0n) unit = Math.min(unit, exponent[v]! + exponent[r]!)
      }
    }
    this.unit = unit
    const at = (k: number): P => [this.term(k, -1), this.term(k + 1, -1), this.term(k + 2, -1)]
    // From A's first vertex: shorter numbers.
    const origin = at(0)
    this.a = [[0n, 0n, 0n], sub(at(3), origin), sub(at(6), origin)]
    this.b = [sub(this.place(9), origin), sub(this.place(12), origin), sub(this.place(15), origin)]
  }

  private place(v: number): P {
    const row = (r: number) =>
      this.term(v, r) + this.term(v + 1, r + 1) + this.term(v + 2, r + 2) + this.term(r + 3, -1)
    return [row(18), row(22), row(26)]
  }

  /** The number k, or the product of the numbers k and l, in units. */
  private term(k: number, l: number): bigint {
    const { mantissa, exponent } = this
    let m = mantissa[k]!
    let e = exponent[k]!
    if (l >= 0) {
      m *= mantissa[l]!
      e += exponent[l]!
    }
    return m === 0n ? 0n : m << BigInt(e - this.unit)
  }

  private split(k: number, value: number): void {
    this.mantissa[k] = oddMantissa(value)
    this.exponent[k] = exponentOfLast
  }
}

/** Two triangles without area, as the segments or points that they are. */
export function segmentsTouch(a: readonly P[], b: readonly P[]): boolean {
  const [p, q] = ends(a)
  const [u, v] = ends(b)
  const d = sub(q, p)
  const e = sub(v, u)
  const r = sub(u, p)
  const n = cross(d, e)
  if (!isZero(n)) {
    // p + s·d = u + t·e, times |n|²
    if (dot(n, r) !== 0n) return false
    const den = dot(n, n)
    const m = cross(n, r)
    const s = dot(m, e)
    const t = dot(m, d)
    return s >= 0n && s <= den && t >= 0n && t <= den
  }
  // Parallel, or one of them a point: on one line, and not one beyond the other.
  const along = isZero(d) ? e : d
  if (isZero(along)) return isZero(r)
  if (!isZero(cross(r, along))) return false
  const [from, to] = ordered(dot(p, along), dot(q, along))
  const [start, end] = ordered(dot(u, along), dot(v, along))
  return from <= end && start <= to
}

/** The ends of three points on a line. */
function ends(t: readonly P[]): [P, P] {
  const [p, q, r] = t as [P, P, P]
  const pq = lengthSq(p, q)
  const qr = lengthSq(q, r)
  const rp = lengthSq(r, p)
  return pq >= qr && pq >= rp ? [p, q] : qr >= rp ? [q, r] : [r, p]
}

function lengthSq(p: P, q: P): bigint {
  const d = sub(p, q)
  return dot(d, d)
}

function ordered(p: bigint, q: bigint): [bigint, bigint] {
  return p < q ? [p, q] : [q, p]
}

export function isZero(a: P): boolean {
  return a[0] === 0n && a[1] === 0n && a[2] === 0n
}

export function sub(a: P, b: P): P {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

export function dot(a: P, b: P): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: P, b: P): P {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
