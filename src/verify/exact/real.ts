// Real numbers enclosed: a `Real` is some number within e of c, both whole multiples of 2^-bits. Every operation takes enclosures to an
// enclosure of the true result, whatever the true numbers are; so nothing that uses them needs an analysis of rounding.
//
// |x| ↦ c, max, min, sine and cosine never move two numbers farther apart than they were: there the error just passes through.
// A shift to the right rounds down, by less than one unit.

/** The precision is not enough to continue. The caller tries again with more, or gives up. */
export class NotPrecise extends Error {}

let doubts = 0

/** Comparisons so far that more bits might have decided the other way. */
export function doubtsSoFar(): number {
  return doubts
}

export class Real {
  constructor(
    readonly c: bigint,
    readonly e: bigint,
    readonly bits: bigint,
  ) {}

  /** A double, exactly if it is a multiple of 2^-bits. */
  static of(value: number, bits: bigint): Real {
    const { mantissa, exponent } = dyadic(value)
    const shift = bits + BigInt(exponent)
    if (shift >= 0n) return new Real(mantissa << shift, 0n, bits)
    const c = mantissa >> -shift
    return new Real(c, c << -shift === mantissa ? 0n : 1n, bits)
  }

  /** The number whole · 2^-unit. */
  static ofUnits(whole: bigint, unit: bigint, bits: bigint): Real {
    return unit <= bits ? new Real(whole << (bits - unit), 0n, bits) : new Real(whole >> (unit - bits), 1n, bits)
  }

  static pi(bits: bigint): Real {
    return new Real(pi(bits), 1n, bits)
  }

  plus(other: Real): Real {
    return new Real(this.c + other.c, this.e + other.e, this.bits)
  }

  minus(other: Real): Real {
    return new Real(this.c - other.c, this.e + other.e, this.bits)
  }

  negative(): Real {
    return new Real(-this.c, this.e, this.bits)
  }

  /** (c ± e)(c' ± e') is within |c|e' + |c'|e + ee' of cc'. What is a multiple of the unit stays exact, here and below. */
  times(other: Real): Real {
    const { c, e, bits } = this
    const product = c * other.c
    const rounded = product >> bits
    if (e === 0n && other.e === 0n) return new Real(rounded, rounded << bits === product ? 0n : 1n, bits)
    const error = size(c) * other.e + size(other.c) * e + e * other.e
    return new Real(rounded, (error >> bits) + 2n, bits)
  }

  square(): Real {
    return this.times(this)
  }

  /** Times a whole number, exactly. */
  timesWhole(whole: bigint): Real {
    return new Real(this.c * whole, this.e * size(whole), this.bits)
  }

  /** Times 2^-count. */
  halved(count = 1n): Real {
    const { c, e, bits } = this
    const exact = e === 0n && (c >> count) << count === c
    return new Real(c >> count, exact ? 0n : (e >> count) + 2n, bits)
  }

  /** |x/x' − c/c'| ≤ (|c|e' + |c'|e) / (|c'|(|c'| − e')). */
  over(other: Real): Real {
    const { c, e, bits } = this
    const least = size(other.c) - other.e
    if (least <= 0n) throw new NotPrecise()
    const quotient = (c << bits) / other.c
    if (e === 0n && other.e === 0n && quotient * other.c === c << bits) return new Real(quotient, 0n, bits)
    const error = ((size(c) * other.e + size(other.c) * e) << bits) / (size(other.c) * least)
    return new Real(quotient, error + 2n, bits)
  }

  /** Of a number that is not below zero, whatever its enclosure says. */
  root(): Real {
    const { c, e, bits } = this
    const low = this.low > 0n ? wholeRoot(this.low << bits) : 0n
    if (e === 0n && low * low === c << bits) return new Real(low, 0n, bits)
    const high = this.high > 0n ? wholeRoot(this.high << bits) + 1n : 0n
    return between(low, high, bits)
  }

  absolute(): Real {
    return new Real(size(this.c), this.e, this.bits)
  }

  max(other: Real): Real {
    return new Real(this.c > other.c ? this.c : other.c, this.e > other.e ? this.e : other.e, this.bits)
  }

  min(other: Real): Real {
    return new Real(this.c < other.c ? this.c : other.c, this.e > other.e ? this.e : other.e, this.bits)
  }

  /** The number itself is at least `low` and at most `high`, in units. */
  get low(): bigint {
    return this.c - this.e
  }

  get high(): bigint {
    return this.c + this.e
  }

  /** Some number no farther away than `other`, which is not below zero. */
  within(other: Real): Real {
    return new Real(this.c, this.e + other.high, this.bits)
  }

  /** For certain. What bits are too few to tell is counted. */
  isAbove(other: Real): boolean {
    const is = this.low > other.high
    if (!is && this.high > other.low) doubts++
    return is
  }

  isAtLeast(other: Real): boolean {
    const is = this.low >= other.high
    if (!is && this.high >= other.low) doubts++
    return is
  }

  /** 0 where it is not certain. */
  sign(): -1 | 0 | 1 {
    return this.low > 0n ? 1 : this.high < 0n ? -1 : 0
  }

  isZero(): boolean {
    return this.c === 0n && this.e === 0n
  }

  sine(): Real {
    return this.turned().sine
  }

  cosine(): Real {
    return this.turned().cosine
  }

  /**
   * Sine and cosine. c is taken to the nearest multiple k of π/2: what is left is below 1 in size, and off by |k| times the error of π/2. Then
   * Taylor's sums, whose terms fall and change their signs: what is left out is less than the last term, which is less than a unit.
   * Each term is off by at most two units (its square and its quotient are rounded down), and there are fewer than 2^16 of them; so
   * with 64 bits to spare, and as many more as k has, the sums are off by far less than a unit.
   */
  turned(): { readonly sine: Real; readonly cosine: Real } {
    const { c, e, bits } = this
    const spare = 64n + BigInt(size(c >> bits).toString(2).length)
    const fine = bits + spare
    const quarter = pi(fine + 1n)
    // pi of one bit more is π/2 in units of 2^-(fine + 2); both are taken there.
    const x = c << (spare + 2n)
    const k = floorDivide(2n * x + quarter, 2n * quarter)
    const rest = (x - k * quarter) >> 2n
    const [s, t] = taylor(rest, fine)
    const by = [
      [s, t],
      [t, -s],
      [-s, -t],
      [-t, s],
    ][Number(((k % 4n) + 4n) % 4n)]!
    const near = (value: bigint): Real => new Real(value >> spare, e + 2n, bits)
    return { sine: near(by[0]!), cosine: near(by[1]!) }
  }

  /** For messages only. */
  toNumber(): number {
    return Number((this.c << 64n) >> this.bits) / 2 ** 64
  }
}

/** Some number from low to high. */
function between(low: bigint, high: bigint, bits: bigint): Real {
  return new Real((low + high) >> 1n, ((high - low) >> 1n) + 1n, bits)
}

export function size(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Rounded down; the divisor is above zero. */
function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a % b < 0n ? quotient - 1n : quotient
}

/** The largest whole number whose square is at most `value`. Newton's way from above comes down until it is there. */
export function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(16).length * 4 + 2) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

const view = new DataView(new ArrayBuffer(8))

/** mantissa · 2^exponent, exactly. */
export function dyadic(value: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a number`)
  view.setFloat64(0, value)
  const raw = view.getBigUint64(0)
  const fraction = raw & 0xfffffffffffffn
  const power = Number((raw >> 52n) & 0x7ffn)
  const mantissa = power === 0 ? fraction : fraction | 0x10000000000000n
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent: Math.max(power, 1) - 1075 }
}

const pis = new Map<bigint, bigint>()

/** Machin: π = 16 atan(1/5) − 4 atan(1/239). With 32 bits to spare, within one unit. */
function pi(bits: bigint): bigint {
  let found = pis.get(bits)
  if (found === undefined) {
    const one = 1n << (bits + 32n)
    found = (16n * inverseTangent(5n, one) - 4n * inverseTangent(239n, one)) >> 32n
    pis.set(bits, found)
  }
  return found
}

/** atan(1/n) = 1/n − 1/(3n³) + …, off by at most two units a term. */
function inverseTangent(n: bigint, one: bigint): bigint {
  let power = one / n
  let sum = power
  for (let k = 3n; power !== 0n; k += 2n) {
    power = -power / (n * n)
    sum += power / k
  }
  return sum
}

/** Sine and cosine of a number of size below 1. */
function taylor(x: bigint, bits: bigint): [bigint, bigint] {
  const square = (x * x) >> bits
  const sum = (first: bigint, k: bigint): bigint => {
    let total = first
    let term = first
    for (let n = k; term !== 0n; n += 2n) {
      term = -((term * square) >> bits) / (n * (n + 1n))
      total += term
    }
    return total
  }
  return [sum(x, 2n), sum(1n << bits, 1n)]
}
