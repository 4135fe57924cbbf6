// What a leaf of a step's proof must satisfy (docs/formats/certificate.md, "A step"): points that move straight, a whole direction, an
// interval of time. Doubles decide where they are sure, with the slack that is derived here; whole numbers of any length where not.
// So every answer is that of exact arithmetic.
import { demand } from './plain.js'
import { U } from './poses.js'

/**
 * An interval [index, index + 1] / 2^level of time and a direction; `n` where its components are small enough for doubles. `turned`: the
 * direction at the end of the interval, where it turns.
 */
export interface StepLeaf {
  readonly level: number
  readonly index: bigint
  readonly direction: readonly [bigint, bigint, bigint]
  readonly n: readonly [number, number, number] | undefined
  readonly turned: readonly [bigint, bigint, bigint] | undefined
}

/** Points of a step at both of its ends, three numbers each. */
export class StepPoints {
  constructor(
    readonly from: Float64Array,
    readonly to: Float64Array,
  ) {}

  /** Does the leaf's direction separate the hulls of points p and q, by more than reach, during its interval? */
  separates(leaf: StepLeaf, p: readonly number[], q: readonly number[], reach: number): boolean {
    const { n, level, index } = leaf
    if (n !== undefined && level <= DEEPEST_DOUBLE) {
      const size = 2 ** -level
      const start = Number(index) * size
      const needed = reach * Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * (1 + 8 * U)
      if (this.gap(n, p, q, start) > needed && this.gap(n, p, q, start + size) > needed) return true
    }
    return this.separatesExactly(leaf, p, q, reach)
  }

  /** Has the triangle a, b, c its normal along the leaf's direction during the whole interval? */
  hasNormal(leaf: StepLeaf, a: number, b: number, c: number): boolean {
    demand(leaf.turned === undefined, 'the direction of a normal turns')
    return this.hasNormalInDoubles(leaf, a, b, c) || this.hasNormalExactly(leaf, a, b, c)
  }

  /**
   * A lower bound of min n·p − max n·q at time t, a multiple of 2^-50. With s = Σ|n_k|·max(|from_k|, |to_k|), n·from and n·to are in
   * error by 3 u·s each, their interpolation by 2 u·s besides, the difference of two by u·(s_P + s_Q); s itself by a few u of it.
   */
  private gap(n: readonly [number, number, number], p: readonly number[], q: readonly number[], t: number): number {
    const { from, to } = this
    let least = Infinity
    let most = -Infinity
    let scaleP = 0
    let scaleQ = 0
    for (let side = 0; side < 2; side++) {
      for (const point of side === 0 ? p : q) {
        const o = 3 * point
        const start = n[0] * from[o]! + n[1] * from[o + 1]! + n[2] * from[o + 2]!
        const end = n[0] * to[o]! + n[1] * to[o + 1]! + n[2] * to[o + 2]!
        const value = (1 - t) * start + t * end
        let scale = 0
        for (let k = 0; k < 3; k++) scale += Math.abs(n[k]!) * Math.max(Math.abs(from[o + k]!), Math.abs(to[o + k]!))
        if (side === 0) {
          if (value < least) least = value
          if (scale > scaleP) scaleP = scale
        } else {
          if (value > most) most = value
          if (scale > scaleQ) scaleQ = scale
        }
      }
    }
    return least - most - 16 * U * (scaleP + scaleQ) - UNDERFLOW
  }

  private separatesExactly(leaf: StepLeaf, p: readonly number[], q: readonly number[], reach: number): boolean {
    const w = this.wholes([...p, ...q], [reach])
    const { direction, turned, level, index } = leaf
    const parts = 1n << BigInt(level)
    const wide = w[w.length - 1]! * parts
    /** Along n, where point i is at the start (0) or the end (1) of the interval, times parts. */
    const along = (n: readonly bigint[], i: number, end: bigint): bigint => {
      const at = (c: number): bigint => (parts - index - end) * w[6 * i + c]! + (index + end) * w[6 * i + 3 + c]!
      return n[0]! * at(0) + n[1]! * at(1) + n[2]! * at(2)
    }
    const gap = (value: (i: number) => bigint): bigint => {
      let least: bigint | undefined
      for (let i = 0; i < p.length; i++) {
        for (let j = p.length; j < p.length + q.length; j++) {
          const between = value(i) - value(j)
          if (least === undefined || between < least) least = between
        }
      }
      return least!
    }
    const last = turned ?? direction
    const [first2, last2] = [direction, last].map((n) => n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) as [bigint, bigint]
    const wide2 = wide * wide
    const [start, end] = [gap((i) => along(direction, i, 0n)), gap((i) => along(last, i, 1n))]
    if (start <= 0n || start * start <= wide2 * first2 || end <= 0n || end * end <= wide2 * last2) return false
    if (turned === undefined) return true
    // middle > wide·(|n₀| + |n₁|), squared twice.
    const middle = gap((i) => along(direction, i, 1n) + along(turned, i, 0n))
    const rest = middle * middle - wide2 * (first2 + last2)
    return middle > 0n && rest > 0n && rest * rest > 4n * wide2 * wide2 * first2 * last2
  }

  /**
   * Corners at the ends of the interval are in error by 2 u·M each (M: the largest coordinate), edges by ε = 8 u·M. A product of their
   * components by (E + F)·ε + u·E·F if E and F bound the edges with their errors; n·(e × f) has two for each component of n, and
   * five more roundings: 2(E + F)·ε·|n|₁ + 16 u·E·F·|n|₁. The coefficient in the middle is a sum of two such.
   */
  private hasNormalInDoubles({ n, level, index }: StepLeaf, a: number, b: number, c: number): boolean {
    if (n === undefined || level > DEEPEST_DOUBLE) return false
    const { from, to } = this
    const size = 2 ** -level
    const start = Number(index) * size
    let largest = 0
    let longE = 0
    let longF = 0
    for (let end = 0; end < 2; end++) {
      const t = start + end * size
      for (let k = 0; k < 3; k++) {
        const [pa, pb, pc] = [a, b, c].map((i) => {
          const [p0, p1] = [from[3 * i + k]!, to[3 * i + k]!]
          largest = Math.max(largest, Math.abs(p0), Math.abs(p1))
          return (1 - t) * p0 + t * p1
        }) as [number, number, number]
        edgeE[3 * end + k] = pb - pa
        edgeF[3 * end + k] = pc - pa
        longE = Math.max(longE, Math.abs(pb - pa))
        longF = Math.max(longF, Math.abs(pc - pa))
      }
    }
    const error = 8 * U * largest
    const [boundE, boundF] = [longE + error, longF + error]
    const sizeN = Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2])
    const slack = sizeN * (4 * (boundE + boundF) * error + 32 * U * boundE * boundF) + UNDERFLOW
    const along = (i: number, j: number): number => boxProduct(n, edgeE, 3 * i, edgeF, 3 * j)
    return along(0, 0) > slack && along(0, 1) + along(1, 0) > slack && along(1, 1) > slack
  }

  private hasNormalExactly({ direction: n, level, index }: StepLeaf, a: number, b: number, c: number): boolean {
    const w = this.wholes([a, b, c])
    const parts = 1n << BigInt(level)
    const [e, f] = [1, 2].map((corner) =>
      [index, index + 1n].map((k) =>
        [0, 1, 2].map((x) => {
          const at = (i: number): bigint => (parts - k) * w[6 * i + x]! + k * w[6 * i + 3 + x]!
          return at(corner) - at(0)
        }),
      ),
    ) as [bigint[][], bigint[][]]
    const along = (i: number, j: number): bigint => wholeBoxProduct(n, e[i]!, f[j]!)
    return along(0, 0) > 0n && along(0, 1) + along(1, 0) > 0n && along(1, 1) > 0n
  }

  /** The sign of n·((a − v) × (b − v)) at the start of the step. Differences are in error by u: 10 u·|n|₁·|a − v|·|b − v|, with room. */
  signAround({ direction, n }: StepLeaf, v: number, a: number, b: number): number {
    if (a === b) return 0
    const { from } = this
    if (n !== undefined) {
      let [longE, longF] = [0, 0]
      for (let k = 0; k < 3; k++) {
        edgeE[k] = from[3 * a + k]! - from[3 * v + k]!
        edgeF[k] = from[3 * b + k]! - from[3 * v + k]!
        longE = Math.max(longE, Math.abs(edgeE[k]!))
        longF = Math.max(longF, Math.abs(edgeF[k]!))
      }
      const value = boxProduct(n, edgeE, 0, edgeF, 0)
      const sizeN = Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2])
      if (Math.abs(value) > 32 * U * sizeN * longE * longF + UNDERFLOW) return Math.sign(value)
    }
    const w = this.wholes([v, a, b])
    const edge = (i: number): bigint[] => [0, 1, 2].map((x) => w[6 * i + x]! - w[x]!)
    const value = wholeBoxProduct(direction, edge(1), edge(2))
    return value > 0n ? 1 : value < 0n ? -1 : 0
  }

  /** Points, six numbers each (from, to), and other numbers, as whole numbers in one unit. */
  private wholes(points: readonly number[], others: readonly number[] = []): bigint[] {
    const at = (of: Float64Array, i: number): number[] => [of[3 * i]!, of[3 * i + 1]!, of[3 * i + 2]!]
    return wholeUnits([...points.flatMap((i) => [...at(this.from, i), ...at(this.to, i)]), ...others])
  }

  /**
   * Do balls i and j, of radii that add up to r + s, stay apart? |d|² is a quadratic with Bernstein coefficients c0 = |d0|², x = d0·d1 and
   * c1 = |d1|²: its least value is at an end, or where x < c0 and x < c1 it is (c0·c1 − x²)/(c0 + c1 − 2x). Each coefficient is in error
   * by 5 u·m, m being the larger of c0 and c1; the products below by 4·5 u·m² + 3 u·m² each, with R² < m.
   */
  ballsApart(i: number, j: number, r: number, s: number): boolean {
    const { from, to } = this
    const [a, b] = [3 * i, 3 * j]
    let [c0, x, c1] = [0, 0, 0]
    for (let k = 0; k < 3; k++) {
      const d0 = from[a + k]! - from[b + k]!
      const d1 = to[a + k]! - to[b + k]!
      c0 += d0 * d0
      x += d0 * d1
      c1 += d1 * d1
    }
    const reach = (r + s) * (1 + 2 * U)
    const [least, m] = [Math.min(c0, c1), Math.max(c0, c1)]
    const error = 16 * U * m + UNDERFLOW
    const needed = reach * reach * (1 + 4 * U)
    if (least > needed + error && m > SMALLEST_SQUARE) {
      if (x > least + 2 * error) return true
      if (c0 * c1 - x * x - needed * (c0 + c1 - 2 * x) > 256 * U * m * m) return true
    }
    const w = this.wholes([i, j], [r, s])
    let [wa, wb, wc] = [0n, 0n, -(w[12]! + w[13]!) * (w[12]! + w[13]!)]
    for (let k = 0; k < 3; k++) {
      const d0 = w[k]! - w[6 + k]!
      const v = w[3 + k]! - w[9 + k]! - d0
      wa += v * v
      wb += d0 * v
      wc += d0 * d0
    }
    return wc > 0n && wa + 2n * wb + wc > 0n && (wb >= 0n || wa + wb <= 0n || wa * wc > wb * wb)
  }
}

/** Levels up to this have ends that doubles hold, with their distances from 1. */
const DEEPEST_DOUBLE = 50
/** More than all that underflow takes away from sums of products above. */
const UNDERFLOW = 1e-290
/** Below this the squares of squares may underflow. */
const SMALLEST_SQUARE = 1e-130

const edgeE = new Float64Array(6)
const edgeF = new Float64Array(6)

function boxProduct(n: readonly number[], e: Float64Array, i: number, f: Float64Array, j: number): number {
  const x = e[i + 1]! * f[j + 2]! - e[i + 2]! * f[j + 1]!
  const y = e[i + 2]! * f[j]! - e[i]! * f[j + 2]!
  const z = e[i]! * f[j + 1]! - e[i + 1]! * f[j]!
  return n[0]! * x + n[1]! * y + n[2]! * z
}

function wholeBoxProduct(n: readonly bigint[], e: readonly bigint[], f: readonly bigint[]): bigint {
  const x = e[1]! * f[2]! - e[2]! * f[1]!
  const y = e[2]! * f[0]! - e[0]! * f[2]!
  const z = e[0]! * f[1]! - e[1]! * f[0]!
  return n[0]! * x + n[1]! * y + n[2]! * z
}

const bits = new DataView(new ArrayBuffer(8))

/** Doubles as whole numbers in one unit: a power of two that all of them are multiples of. */
function wholeUnits(values: readonly number[]): bigint[] {
  const parts = values.map((value) => {
    bits.setFloat64(0, value)
    const raw = bits.getBigUint64(0)
    const power = Number((raw >> 52n) & 0x7ffn)
    const fraction = (raw & 0xfffffffffffffn) | (power > 0 ? 0x10000000000000n : 0n)
    return { mantissa: value < 0 ? -fraction : fraction, place: Math.max(1, power) }
  })
  let unit = 2048
  for (const { mantissa, place } of parts) if (mantissa !== 0n && place < unit) unit = place
  return parts.map(({ mantissa, place }) => (mantissa === 0n ? 0n : mantissa << BigInt(place - unit)))
}

/** Reads the leaves of one proof after the other from bytes. */
export class StepLeaves {
  private at = 0
  read = 0
  private readonly view: DataView

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** The next proof: leaves whose intervals make up [0, 1], from left to right. */
  *proof(): Generator<StepLeaf> {
    // Intervals that are still to come, the next one last.
    const waiting: { level: number; index: bigint }[] = [{ level: 0, index: 0n }]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const head = this.take(1)
      const low = this.bytes[head]! & 63
      const level = low === 63 ? this.view.getUint16(this.take(2), true) : low
      demand(level >= next.level && level <= DEEPEST_LEVEL, 'the intervals of a proof do not join')
      let { index } = next
      for (let k = next.level; k < level; k++) {
        index *= 2n
        waiting.push({ level: k + 1, index: index + 1n })
      }
      // Each interval takes bytes: what cannot be finished is not begun.
      demand(waiting.length * 4 <= this.left, 'the proofs end too early')
      this.read++
      yield { level, index, ...this.direction(this.bytes[head]! >> 6) }
    }
  }

  private direction(form: number): Pick<StepLeaf, 'direction' | 'n' | 'turned'> {
    const size = form < 2 ? form + 1 : this.view.getUint16(this.take(2), true)
    demand(size > 0 && size <= LONGEST, 'a direction has no bytes, or too many')
    const component = (): bigint => {
      let value = 0n
      const start = this.take(size)
      for (let k = size - 1; k >= 0; k--) value = (value << 8n) | BigInt(this.bytes[start + k]!)
      return BigInt.asIntN(8 * size, value)
    }
    const triple = (): readonly [bigint, bigint, bigint] => {
      const out = [component(), component(), component()] as const
      demand(
        out.some((c) => c !== 0n),
        'a direction is zero',
      )
      return out
    }
    const direction = triple()
    if (form === 3) return { direction, n: undefined, turned: triple() }
    const n = size <= 2 ? (direction.map(Number) as [number, number, number]) : undefined
    return { direction, n, turned: undefined }
  }

  private take(count: number): number {
    demand(count <= this.left, 'the proofs end too early')
    this.at += count
    return this.at - count
  }
}

const DEEPEST_LEVEL = 4095
/** Bytes of a component of a direction. */
const LONGEST = 1024
