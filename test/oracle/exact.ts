// Exact arithmetic for oracles: doubles are dyadic rationals m·2^e, so sums and products of them are too. Slow and
// obviously right.

/** m·2^e */
export interface Dyadic {
  readonly m: bigint
  readonly e: number
}

const view = new DataView(new ArrayBuffer(8))

export function exact(x: number): Dyadic {
  if (!Number.isFinite(x)) throw new Error(`${x} has no exact value`)
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const m = exponent === 0 ? fraction : fraction | 0x10000000000000n
  return trim({ m: bits >> 63n ? -m : m, e: (exponent === 0 ? 1 : exponent) - 1075 })
}

export function add(a: Dyadic, b: Dyadic): Dyadic {
  if (a.m === 0n) return b
  if (b.m === 0n) return a
  const e = Math.min(a.e, b.e)
  return trim({ m: (a.m << BigInt(a.e - e)) + (b.m << BigInt(b.e - e)), e })
}

export function multiply(a: Dyadic, b: Dyadic): Dyadic {
  return trim({ m: a.m * b.m, e: a.e + b.e })
}

/** Keeps the numbers short: without it every sum would carry the zeros of its smallest term. */
function trim(a: Dyadic): Dyadic {
  if (a.m === 0n) return { m: 0n, e: 0 }
  let { m, e } = a
  while ((m & 0xffffn) === 0n) {
    m >>= 16n
    e += 16
  }
  while ((m & 1n) === 0n) {
    m >>= 1n
    e++
  }
  return { m, e }
}

/** num/den, den > 0: a squared length in units of some power of two. */
export interface Ratio {
  readonly num: bigint
  readonly den: bigint
}

export function less(a: Ratio, b: Ratio): boolean {
  return a.num * b.den < b.num * a.den
}

/** √(num/den)·2^e, to the last place or so. */
export function sqrtRatio(a: Ratio, e: number): number {
  if (a.num === 0n) return 0
  // Shift so that the integer root has 70 bits or more.
  const shift = Math.max(0, 70 - Math.trunc((bitLength(a.num) - bitLength(a.den)) / 2))
  const root = integerRoot((a.num << BigInt(2 * shift)) / a.den)
  const drop = Math.max(0, bitLength(root) - 64)
  return Number(root >> BigInt(drop)) * 2 ** (e - shift + drop)
}

function bitLength(a: bigint): number {
  return a.toString(16).length * 4
}

function integerRoot(a: bigint): bigint {
  let x = 1n << BigInt(Math.trunc(bitLength(a) / 2) + 1)
  for (;;) {
    const next = (x + a / x) >> 1n
    if (next >= x) return x
    x = next
  }
}
