// Exponentials and logarithms of our own, as trigonometry.ts has sines: Math.exp and Math.log differ between engines in their
// last digits, and one Metropolis decision that falls the other way is another trajectory. Nothing but +, −, ·, / is used here,
// which IEEE 754 fixes to the last bit.
//
// Errors, in u = 2^-53 of the result: exponential at most 1.7 u (where it is not subnormal, there 2^-1075 more), logarithm at
// most 3 u. Derived at each function; the tests compare with series in long integers.

/** ln 2 = LN2_HIGH + LN2_LOW, to 2^-102: the first has 42 bits, so that its products with numbers below 2^11 are exact. */
const LN2_HIGH = 0.6931471805598903
const LN2_LOW = 5.497923018708371e-14
const ONE_OVER_LN2 = 1 / Math.LN2

/** Above it e^x is Infinity; below the second, 0: less than half the smallest number there is. */
const LARGEST = 709.782712893384
const SMALLEST = -745.1332191019412

/** 2^k for k = −1022 … 1023, by doubling: exact. */
const MIN_POWER = -1022
const POWERS = (() => {
  const powers = new Float64Array(1023 - MIN_POWER + 1)
  powers[-MIN_POWER] = 1
  for (let k = 1; k <= 1023; k++) powers[k - MIN_POWER] = 2 * powers[k - 1 - MIN_POWER]!
  for (let k = -1; k >= MIN_POWER; k--) powers[k - MIN_POWER] = powers[k + 1 - MIN_POWER]! / 2
  return powers
})()

/**
 * e^x; 0 far below, Infinity far above, NaN of NaN.
 *
 * x = k·ln 2 + h + l with |h| ≤ 0.3466 and |l| ≤ u·|h|. x − k·LN2_HIGH is exact: for k ≠ 0 both are multiples of 2^-54 (x ≥ 1/4),
 * and the difference is below 1/2. k·LN2_LOW is off by 2^-87, so the sum h + l by less than 2^-85.
 * Then e^(h + l) = 1 + (h + (l·(1 + h) + h²·q)), q = 1/2 + h/6 + …: the first term left out is h^14/14! < 4.2e-18 = 0.04 u.
 * q is at most 0.57 and off by no more than 1.6 u of itself, h²·q, at most 0.0684 for h > 0 and 0.0537 below, by 4 u of itself:
 * 0.28 u and 0.22 u. Its sum with l, and l's own product, add 0.07 u + 2^-104; the sum with h is off by u/4 for s = e^h − 1 below
 * 1/2 (numbers up to 1/2 are 2^-54 apart). The last sum: for h > 0, results are in [1, 1.42] and 2u apart, off by u;
 * (1 + 0.25 + 0.28 + 0.07 + 0.04) u ≤ 1.64 u. For h < 0, they are in [0.707, 1) and u apart, off by u/2:
 * (0.5 + 0.25 + 0.22 + 0.06 + 0.04) u / 0.707 ≤ 1.52 u. To scale by 2^k is exact, unless the result is subnormal: then one
 * rounding more, of at most 2^-1075.
 */
export function exponential(x: number): number {
  if (!(x <= LARGEST && x >= SMALLEST)) return x > LARGEST ? Infinity : x < SMALLEST ? 0 : Number.NaN
  const k = Math.round(x * ONE_OVER_LN2)
  const d = x - k * LN2_HIGH
  const b = -k * LN2_LOW
  const h = d + b
  // What the sum lost, exactly (Knuth).
  const bb = h - d
  const l = d - (h - bb) + (b - bb)
  const z = h * h
  const even = E4 + z * (E6 + z * (E8 + z * (E10 + z * E12)))
  const odd = E3 + z * (E5 + z * (E7 + z * (E9 + z * (E11 + z * E13))))
  const m = 1 + (h + (z * (0.5 + (h * odd + z * even)) + (l + l * h)))
  // 2^1024 overflows, and 2^-1074 has no digits left for a product: scale in two exact steps, and round in the last.
  if (k > 1023) return m * POWERS[1023 - MIN_POWER]! * 2
  if (k < MIN_POWER + 2) return m * POWERS[k + 128 - MIN_POWER]! * POWERS[-128 - MIN_POWER]!
  return m * POWERS[k - MIN_POWER]!
}

/**
 * ln x; −Infinity of 0, NaN below.
 *
 * x = m·2^k, √½ ≤ m < √2 or the next number; ln m = 2·artanh s = 2s + 2s³/3 + …, s = (m − 1)/(m + 1), |s| ≤ 0.1716, of which the
 * first term left out is below 1e-17·s. With f = m − 1 (exact) it is f − s·(f − R), R = 2s²/3 + 2s⁴/5 + … (as in fdlibm's
 * e_log.c): s is off by 2 u, s·(f − R), at most 0.2·|f|·1.1, by some 5 u of itself: 1.1 u of f, and the sum by one: 2.1 u of f,
 * and |ln m| ≥ 0.83·|f|: with what is rounded in f at k = 0, which is nothing, 2.6 u. For k ≠ 0 the result is at least
 * |k|·ln 2 − 0.3466 ≥ 0.3466, the terms of ln m (at most 0.3466) are off by 0.73 u, k·LN2_HIGH is exact, the last sum off by one
 * u: below 3 u of it. Subnormal x is scaled first.
 */
export function logarithm(x: number): number {
  if (!(x > 0) || x === Infinity) return x === 0 ? -Infinity : x === Infinity ? x : Number.NaN
  let k = 0
  let m = x
  if (m < POWERS[0]!) {
    m *= POWERS[64 - MIN_POWER]!
    k = -64
  }
  const exponent = exponentOf(m)
  // 2^1023 has no inverse among normal numbers: in two halves, both exact.
  const half = exponent >> 1
  m = m * POWERS[-half - MIN_POWER]! * POWERS[half - exponent - MIN_POWER]!
  k += exponent
  if (m > Math.SQRT2) {
    m *= 0.5
    k++
  }
  const f = m - 1
  const s = f / (2 + f)
  const z = s * s
  const R = z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * (L7 + z * (L8 + z * L9))))))))
  if (k === 0) return f - s * (f - R)
  return k * LN2_HIGH - (s * (f - R) - k * LN2_LOW - f)
}

/** The largest k with 2^k ≤ m, of a normal number: by bisection, since arrays of bytes have an order of their own. */
function exponentOf(m: number): number {
  let low = MIN_POWER
  let high = 1024
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (POWERS[middle - MIN_POWER]! <= m) low = middle
    else high = middle
  }
  return low
}

// 1/n!
const E3 = 1 / 6
const E4 = 1 / 24
const E5 = 1 / 120
const E6 = 1 / 720
const E7 = 1 / 5040
const E8 = 1 / 40_320
const E9 = 1 / 362_880
const E10 = 1 / 3_628_800
const E11 = 1 / 39_916_800
const E12 = 1 / 479_001_600
const E13 = 1 / 6_227_020_800

// 2/(2n + 1)
const L1 = 2 / 3
const L2 = 2 / 5
const L3 = 2 / 7
const L4 = 2 / 9
const L5 = 2 / 11
const L6 = 2 / 13
const L7 = 2 / 15
const L8 = 2 / 17
const L9 = 2 / 19
