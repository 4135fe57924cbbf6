// How a kernel makes a joint value, a double, the whole number that the kinematics in integers begin with (fixed-chain.ts): numbers by
// body, computed here once with as many digits as it takes, and used in kernels/read-double.ts.
//
// [gpu-angle] The whole number is off by at most 0.503 from f·x + o, in turns of 2⁻³² (S = 2³²/2π of them in a radian) or in η (S = 1/η),
//   where |x| ≤ most. X = |x|·2ˢ is cut off to a whole number below 2⁶⁰; C = |f|·S·2ᶜ, below 2⁶³, and o·S·2³² are rounded. X·C in full is
//   cut off to a multiple of 2⁻³², gets its sign, o·S and a half are added, and what is left of the point is the answer, modulo 2³².
//   s is chosen so that most·2ˢ ≤ 2⁶⁰ < 2·most·2ˢ, so X being cut off makes |f|·S·2⁻ˢ ≤ 2⁻⁵⁹·|f|·S·most ≤ 2⁻⁵⁹·S·far at most: far is 10⁶
//   radians, or 2³⁰ η, and this is 0.0012. C being rounded makes X/2ˢ·2⁻ᶜ/2 ≤ most·2⁻ᶜ/2: 2⁻ᶜ ≤ 2⁻⁶⁰·|f|·S where c is not 127 − s, and
//   this is 0.0003; and 2⁻⁶⁸ where it is. The last cut and o make 2⁻³² and 2⁻³³. Both together with a half: 0.502.
//   The world itself rounds f·x and the sum: 2⁻⁵³·2·far·S is 0.15 for angles. Of 0.75 that are counted, 0.1 are left.
import { type BodyLayout, SLIDING } from '../robots/model/body-layout.js'
import type { LimitsByVariable } from '../robots/world/world-input.js'

/** Radians, or η, above which a value is not rounded well enough: such configurations are left to the processor. */
const MOST_VALUE = 1e6
const MOST_SLID = 2 ** 30

/** 2¹²⁸/2π, rounded. */
const TURNS = 0x28be60db9391054a7f09d5f47d4d3770n

/**
 * Writes twelve words of body b: its variable, s − 1075, s + c − 32, whether f is negative; C, o·S·2³², and the least and largest x that
 * are believed, two words each, the lower first. `unit` is η.
 */
export function writeReading(
  words: Uint32Array,
  at: number,
  layout: BodyLayout,
  b: number,
  unit: number,
  limits: LimitsByVariable,
): void {
  const slides = layout.kinds[b] === SLIDING
  const variable = layout.variables[b]!
  const factor = Math.abs(layout.factors[b]!)
  const offset = layout.offsets[b]!
  const far = slides ? MOST_SLID * unit : MOST_VALUE
  // A little less, for the rounding here.
  const most = Math.min(
    2 ** 40,
    ((far - Math.abs(offset)) / factor) * (factor === 1 && offset === 0 ? 1 : 1 - 2 ** -40),
  )
  words[at] = variable
  if (!(most > 0)) {
    // No x is at least this, and at most the other.
    words.fill(0xffffffff, at + 8, at + 10)
    return
  }
  const s = 60 - Math.ceil(Math.log2(most))
  const logS = slides ? -Math.log2(unit) : 29.35
  const c = factor === 0 ? 127 - s : Math.min(61 - Math.floor(Math.log2(factor) + logS), 127 - s)
  const scaled = (x: number, shift: number): bigint =>
    slides ? shifted(x, 1n, shift - Math.log2(unit)) : shifted(x, TURNS, shift - 96)
  words[at + 1] = s - 1075
  words[at + 2] = s + c - 32
  words[at + 3] = layout.factors[b]! < 0 ? 1 : 0
  writeWide(words, at + 4, scaled(factor, c))
  writeWide(words, at + 6, scaled(offset, 32))
  const low = Math.max(limits.lower[variable]!, -most)
  const high = Math.min(limits.upper[variable]!, most)
  // Both zeros are believed where one is.
  writeWide(words, at + 8, doubleKey(low === 0 ? -0 : low))
  writeWide(words, at + 10, doubleKey(high === 0 ? 0 : high))
}

/** The bits of a double as a number of 64 bits, so that larger doubles have larger ones. */
export function doubleKey(x: number): bigint {
  const bits = doubleBits(x)
  return bits >> 63n === 1n ? BigInt.asUintN(64, ~bits) : bits | (1n << 63n)
}

function doubleBits(x: number): bigint {
  return new BigUint64Array(Float64Array.of(x).buffer)[0]!
}

/** x·factor·2^shift, rounded. */
function shifted(x: number, factor: bigint, shift: number): bigint {
  const bits = doubleBits(x)
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & ((1n << 52n) - 1n)
  const size = (exponent === 0 ? fraction : fraction | (1n << 52n)) * factor
  // In halves.
  const up = Math.max(exponent, 1) - 1075 + shift + 1
  const halves = up >= 0 ? size << BigInt(up) : size >> BigInt(-up)
  const rounded = (halves + 1n) >> 1n
  return x < 0 ? -rounded : rounded
}

function writeWide(words: Uint32Array, at: number, value: bigint): void {
  const wide = BigInt.asUintN(64, value)
  words[at] = Number(wide & 0xffffffffn)
  words[at + 1] = Number(wide >> 32n)
}
