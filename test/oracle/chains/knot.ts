// The Alexander polynomial of a closed polygon at −1 and at a third root of unity, exactly and without any shortening: coordinates
// as whole numbers, seen after a linear map with small whole numbers and a positive determinant (which keeps the knot); every
// comparison in whole numbers; determinants by fraction-free elimination. A map that shows a tie is not used. Slow.
import { Random } from '../../../src/base/math/random.js'
import { add, exact } from '../exact.js'

export interface OracleKnot {
  readonly determinant: bigint
  readonly atThirdRoot: bigint
}

type Vec = readonly [bigint, bigint, bigint]

/** Undefined if the curve meets itself, or a few dozen maps do not show it clearly. */
export function knotOf(points: ArrayLike<number>): OracleKnot | undefined {
  const whole = wholeOf(points)
  const n = whole.length / 3
  const corners = Array.from({ length: n }, (_, i): Vec => [whole[3 * i]!, whole[3 * i + 1]!, whole[3 * i + 2]!])
  const random = new Random(7)
  for (let attempt = 0; attempt < 30; attempt++) {
    const map = Array.from({ length: 9 }, () => BigInt(random.integer(2001) - 1000))
    const det =
      map[0]! * (map[4]! * map[8]! - map[5]! * map[7]!) -
      map[1]! * (map[3]! * map[8]! - map[5]! * map[6]!) +
      map[2]! * (map[3]! * map[7]! - map[4]! * map[6]!)
    if (det <= 0n) continue
    const row = (p: Vec, k: number): bigint => map[3 * k]! * p[0] + map[3 * k + 1]! * p[1] + map[3 * k + 2]! * p[2]
    const rows = crossingRows(corners.map((p): Vec => [row(p, 0), row(p, 1), row(p, 2)]))
    if (rows !== undefined) return valuesOf(rows)
  }
  return undefined
}

function wholeOf(points: ArrayLike<number>): bigint[] {
  const all = Array.from(points, exact)
  const least = Math.min(...all.map(({ m, e }) => (m === 0n ? 0 : e)))
  return all.map((d) => add(d, { m: 0n, e: 0 })).map(({ m, e }) => (m === 0n ? 0n : m << BigInt(e - least)))
}

/** A place on a strand: num/den along it. */
interface Under {
  readonly strand: number
  readonly num: bigint
  readonly den: bigint
  readonly over: { readonly strand: number; readonly num: bigint; readonly den: bigint }
  readonly positive: boolean
}

interface Row {
  readonly over: number
  readonly before: number
  readonly after: number
  readonly positive: boolean
}

const isBefore = (a: { strand: number; num: bigint; den: bigint }, b: { strand: number; num: bigint; den: bigint }) =>
  a.strand !== b.strand ? a.strand < b.strand : a.num * b.den < b.num * a.den

function crossingRows(c: readonly Vec[]): Row[] | undefined {
  const n = c.length
  const unders: Under[] = []
  for (let i = 0; i < n; i++) {
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue
      const [p, q, v, w] = [c[i]!, c[(i + 1) % n]!, c[j]!, c[(j + 1) % n]!]
      const turn = (q[0] - p[0]) * (w[1] - v[1]) - (q[1] - p[1]) * (w[0] - v[0])
      if (turn === 0n) return undefined
      // p + s/den·(q − p) is v + t/den·(w − v) in the plane.
      const den = turn < 0n ? -turn : turn
      const flip = turn < 0n ? -1n : 1n
      const s = flip * ((v[0] - p[0]) * (w[1] - v[1]) - (v[1] - p[1]) * (w[0] - v[0]))
      const t = flip * ((v[0] - p[0]) * (q[1] - p[1]) - (v[1] - p[1]) * (q[0] - p[0]))
      if (s < 0n || s > den || t < 0n || t > den) continue
      if (s === 0n || s === den || t === 0n || t === den) return undefined
      const height = den * (p[2] - v[2]) + s * (q[2] - p[2]) - t * (w[2] - v[2])
      if (height === 0n) return undefined
      const one = { strand: i, num: s, den }
      const two = { strand: j, num: t, den }
      if (height > 0n) unders.push({ ...two, over: one, positive: turn > 0n })
      else unders.push({ ...one, over: two, positive: turn < 0n })
    }
  }
  unders.sort((a, b) => (isBefore(a, b) ? -1 : 1))
  for (let k = 1; k < unders.length; k++) if (!isBefore(unders[k - 1]!, unders[k]!)) return undefined
  return unders.map(({ over, positive }, k) => {
    const next = unders.findIndex((u) => isBefore(over, u))
    return { over: next < 0 ? 0 : next, before: k, after: (k + 1) % unders.length, positive }
  })
}

/** a + b·ω with ω² = −1 − ω. */
interface Eisenstein {
  readonly a: bigint
  readonly b: bigint
}

const times = (x: Eisenstein, y: Eisenstein): Eisenstein => ({
  a: x.a * y.a - x.b * y.b,
  b: x.a * y.b + x.b * y.a - x.b * y.b,
})
const minus = (x: Eisenstein, y: Eisenstein): Eisenstein => ({ a: x.a - y.a, b: x.b - y.b })
const normOf = ({ a, b }: Eisenstein): bigint => a * a - a * b + b * b
/** Exact: the divisor is known to divide. */
const over = (x: Eisenstein, y: Eisenstein): Eisenstein => {
  const n = normOf(y)
  const product = times(x, { a: y.a - y.b, b: -y.b })
  if (product.a % n !== 0n || product.b % n !== 0n) throw new Error('does not divide')
  return { a: product.a / n, b: product.b / n }
}

function valuesOf(rows: readonly Row[]): OracleKnot {
  const at = (t: Eisenstein): bigint => {
    const n = rows.length - 1
    if (n < 1) return 1n
    const zero = { a: 0n, b: 0n }
    const m: Eisenstein[][] = Array.from({ length: n }, () => Array.from({ length: n }, () => zero))
    const put = (r: number, k: number, x: Eisenstein): void => {
      if (k < n) m[r]![k] = { a: m[r]![k]!.a + x.a, b: m[r]![k]!.b + x.b }
    }
    const minusOne = { a: -1n, b: 0n }
    for (let r = 0; r < n; r++) {
      const row = rows[r]!
      put(r, row.over, { a: 1n - t.a, b: -t.b })
      put(r, row.before, row.positive ? t : minusOne)
      put(r, row.after, row.positive ? minusOne : t)
    }
    // Bareiss.
    let last: Eisenstein = { a: 1n, b: 0n }
    for (let k = 0; k + 1 < n; k++) {
      const pivot = m.findIndex((row, r) => r >= k && normOf(row[k]!) !== 0n)
      if (pivot < 0) return 0n
      ;[m[k], m[pivot]] = [m[pivot]!, m[k]!]
      for (let r = k + 1; r < n; r++) {
        for (let c = k + 1; c < n; c++) {
          m[r]![c] = over(minus(times(m[r]![c]!, m[k]![k]!), times(m[r]![k]!, m[k]![c]!)), last)
        }
      }
      last = m[k]![k]!
    }
    return normOf(m[n - 1]![n - 1]!)
  }
  return { determinant: root(at({ a: -1n, b: 0n })), atThirdRoot: root(at({ a: 0n, b: 1n })) }
}

/** Of a perfect square. */
function root(x: bigint): bigint {
  let [low, high] = [0n, x + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= x) low = middle
    else high = middle
  }
  if (low * low !== x) throw new Error(`${x} is no square`)
  return low
}
