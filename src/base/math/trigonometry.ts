// Sines, cosines and arctangents of our own: the language leaves the last digits of Math.sin and its like to the engine, and
// they do differ (Node 20 and a Chromium of 2026: one sine in thirty). These use nothing but +, −, ·, / and roots, which
// IEEE 754 fixes to the last bit, so that the same numbers come out everywhere.
//
// Errors, in u = 2^-53 of the result: sine and cosine at most 1.75 u, arctangent at most 8 u (each derived at its function).
// An angle is brought to [−π/4, π/4] by taking off k·π/2 in four parts, the first three of 33 bits and so exact products for
// |k| < 2^20; larger ones by π/2 in integers, slowly. What is left, r + low, is in error by less than 2^-128, and no double
// is nearer to a multiple of π/2 than 2^-62 or so: its relative error is below 2^-64.

/** π/2 = HALF_PI_1 + … + HALF_PI_4, to 2^-152. */
const HALF_PI_1 = 1.5707963267341256
const HALF_PI_2 = 6.077100506303966e-11
const HALF_PI_3 = 2.0222662487111665e-21
const HALF_PI_4 = 8.4784276603689e-32
const TWO_OVER_PI = 2 / Math.PI
const QUARTER_PI = Math.PI / 4

/** Above it, products with HALF_PI_1…3 are no longer exact. */
const LARGE = 2 ** 20

/** What `reduce` leaves: the angle, in two parts. A typed array, since V8 makes an object of every number kept in a variable. */
const rest = new Float64Array(2)

/** sin x; NaN where x is not finite. */
export function sine(x: number): number {
  if (x >= -QUARTER_PI && x <= QUARTER_PI) return sineNear(x, 0)
  const quarter = reduce(x)
  const value = (quarter & 1) === 0 ? sineNear(rest[0]!, rest[1]!) : cosineNear(rest[0]!, rest[1]!)
  return (quarter & 2) === 0 ? value : -value
}

/** cos x; NaN where x is not finite. */
export function cosine(x: number): number {
  if (x >= -QUARTER_PI && x <= QUARTER_PI) return cosineNear(x, 0)
  const quarter = reduce(x)
  const value = (quarter & 1) === 0 ? cosineNear(rest[0]!, rest[1]!) : sineNear(rest[0]!, rest[1]!)
  return quarter === 0 || quarter === 3 ? value : -value
}

/** Both, sin x to out[o] and cos x to out[o + 1]: the same numbers, with one reduction for the two. */
export function sineCosine(out: Float64Array, o: number, x: number): void {
  if (x >= -QUARTER_PI && x <= QUARTER_PI) {
    out[o] = sineNear(x, 0)
    out[o + 1] = cosineNear(x, 0)
    return
  }
  const quarter = reduce(x)
  const s = sineNear(rest[0]!, rest[1]!)
  const c = cosineNear(rest[0]!, rest[1]!)
  const a = (quarter & 1) === 0 ? s : c
  const b = (quarter & 1) === 0 ? c : s
  out[o] = (quarter & 2) === 0 ? a : -a
  out[o + 1] = quarter === 0 || quarter === 3 ? b : -b
}

/** tan x, in error by at most 5 u: two of the above and a quotient. */
export function tangent(x: number): number {
  return sine(x) / cosine(x)
}

/**
 * The angle of the point (x, y), from −π to π; signs of zeros as with Math.atan2. In error by at most 8 u of it.
 *
 * t = y/x or x/y, at most 1; a first guess g of its arctangent, good to 1.2e-5 (Hastings, Approximations for digital
 * computers, 1955); then, exactly, arctan t = g + arctan d with d = (t·cos g − sin g) / (cos g + t·sin g), and
 * arctan d = d − d³/3 to 1e-25. The numerator is in error by (1 + 1.75 + 1.75) u·sin g, so d by 4.5 u·sin g·cos g ≤ 4.5 u·g; t by
 * one u, the sum by one, and the differences from π/2 and π by one each.
 */
export function arctangent(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  let angle: number
  if (ay === 0) angle = 0
  else if (ax === ay) angle = QUARTER_PI
  else angle = ay < ax ? arctangentNear(ay / ax) : Math.PI / 2 - arctangentNear(ax / ay)
  if (x < 0 || Object.is(x, -0)) angle = Math.PI - angle
  return y < 0 || Object.is(y, -0) ? -angle : angle
}

/** arcsin x, NaN outside [−1, 1]. Good to 12 u: the root adds 2 u, and is felt no more than once. */
export function arcsine(x: number): number {
  return arctangent(x, Math.sqrt((1 - x) * (1 + x)))
}

/** arccos x, NaN outside [−1, 1]. Good to 12 u, near 1 too: 1 − x is exact there. */
export function arccosine(x: number): number {
  return arctangent(Math.sqrt((1 - x) * (1 + x)), x)
}

/** Of 0 ≤ t ≤ 1. */
function arctangentNear(t: number): number {
  const tt = t * t
  const g = t * (0.999866 + tt * (-0.3302995 + tt * (0.180141 + tt * (-0.085133 + tt * 0.0208351))))
  const s = sineNear(g, 0)
  const c = cosineNear(g, 0)
  const d = (t * c - s) / (c + t * s)
  return g + (d - (d * d * d) / 3)
}

/**
 * sin(r + l) of |r| ≤ π/4 or the next number, |l| ≤ u·|r|: Taylor's series, in pairs so that fewer products wait for each other.
 * The first term left out is below 1e-19·r. Everything except the leading r is at most 0.11·r, in error by six u of that; l·cos r
 * is taken as l·(1 − r²/2), off by 0.02 u; the last sum is off by one u. Together 1.7 u of sin r ≥ 0.9·r.
 */
function sineNear(r: number, l: number): number {
  // A zero keeps its sign.
  if (r === 0) return r
  const z = r * r
  const zz = z * z
  const tail = S5 + z * S7 + zz * (S9 + z * S11 + zz * (S13 + z * S15 + zz * S17))
  return r + (z * r * (S3 + z * tail) + l * (1 - 0.5 * z))
}

/**
 * cos(r + l) of the same: 1 − r²/2 with what its rounding lost put back, plus terms of at most 0.016 with an error of some six u
 * of that; the first term left out is below 3e-18. r²/2 is in error by u of at most 0.31; the last sum by one u of the result,
 * which is above 0.7. Together 1.7 u.
 */
function cosineNear(r: number, l: number): number {
  const z = r * r
  const zz = z * z
  const tail = C4 + z * C6 + zz * (C8 + z * C10 + zz * (C12 + z * C14 + zz * C16))
  const half = 0.5 * z
  const w = 1 - half
  return w + (1 - w - half + (zz * tail - r * l))
}

// 1/n!, with signs.
const S3 = -1 / 6
const S5 = 1 / 120
const S7 = -1 / 5040
const S9 = 1 / 362_880
const S11 = -1 / 39_916_800
const S13 = 1 / 6_227_020_800
const S15 = -1 / 1_307_674_368_000
const S17 = 1 / 355_687_428_096_000
const C4 = 1 / 24
const C6 = -1 / 720
const C8 = 1 / 40_320
const C10 = -1 / 3_628_800
const C12 = 1 / 479_001_600
const C14 = -1 / 87_178_291_200
const C16 = 1 / 20_922_789_888_000

/** Writes x less the nearest multiple of π/2 to `rest`; returns how many of them that was, modulo 4. */
function reduce(x: number): number {
  const k = Math.round(x * TWO_OVER_PI)
  if (!(k > -LARGE && k < LARGE)) return reduceLarge(x)
  // Exact: the two are within a factor of two of each other.
  const a = x - k * HALF_PI_1
  const b = -k * HALF_PI_2
  const h = a + b
  // What the sum lost, exactly (Knuth); the same for the third part.
  const bb = h - a
  const e = a - (h - bb) + (b - bb)
  const c = -k * HALF_PI_3
  const f = e + c
  const cc = f - e
  const g = e - (f - cc) + (c - cc)
  const r = h + f
  const ff = r - h
  rest[0] = r
  rest[1] = h - (r - ff) + (f - ff) + (g - k * HALF_PI_4)
  return k & 3
}

/** Bits of π/2 that are kept: no double has more than 1024 before the point; the rest are for the result. */
const PI_BITS = 1280n
let halfPi: bigint | undefined

/** The same in integers. */
function reduceLarge(x: number): number {
  rest.fill(Number.NaN)
  if (!Number.isFinite(x)) return 0
  halfPi ??= 2n * (4n * arctangentOfOneOver(5n) - arctangentOfOneOver(239n))
  const scaled = fromNumber(x)
  const nearest = 2n * scaled + (x > 0 ? halfPi : -halfPi)
  const turns = nearest / (2n * halfPi)
  const left = scaled - turns * halfPi
  rest[0] = toNumber(left)
  rest[1] = toNumber(left - fromNumber(rest[0]!))
  return Number(turns & 3n)
}

/** Machin's formula needs two of these; scaled by 2^PI_BITS. */
function arctangentOfOneOver(n: bigint): bigint {
  let power = (1n << (PI_BITS + 64n)) / n
  let sum = 0n
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -(power / k)
    power /= n * n
  }
  return sum >> 64n
}

/** A number scaled by 2^PI_BITS, below 2; truncated to 53 bits. */
function toNumber(value: bigint): number {
  const size = value < 0n ? -value : value
  const drop = Math.max(0, size.toString(2).length - 53)
  const number = Number(size >> BigInt(drop)) * 2 ** (drop - 640) * 2 ** (640 - Number(PI_BITS))
  return value < 0n ? -number : number
}

/** A double, exactly; so long as it is a whole number of 2^-PI_BITS. */
function fromNumber(value: number): bigint {
  let shift = 0n
  let m = value
  while (!Number.isInteger(m)) {
    m *= 2
    shift++
  }
  return BigInt(m) << (PI_BITS - shift)
}
