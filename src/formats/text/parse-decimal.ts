// Decimal numbers out of bytes, correctly rounded, without making a string of each. A mantissa below 2^53 and a power of
// ten up to 10^22 are both exact doubles, so that one multiplication or division rounds once (Clinger 1990, "How to read
// floating point numbers accurately", section 4: the fast path). Anything longer goes through Number().

const POWERS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`))
/** Fifteen digits are always below 2^53. */
const FAST_DIGITS = 15
/** The longest number that is read: all of 1e308 written out, with digits to spare. */
export const LONGEST_DECIMAL = 1000
export const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/** The number that bytes[from..to) spell in decimal; NaN if they do not (`nan`, `inf` and hexadecimals do not). */
export function parseDecimal(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  const sign = bytes[at]
  if (sign === 45 || sign === 43) at++
  let mantissa = 0
  let digits = 0
  let scale = 0
  let some = false
  let pointSeen = false
  for (; at < to; at++) {
    const c = bytes[at]!
    if (c >= 48 && c <= 57) {
      some = true
      if (mantissa !== 0 || c !== 48) digits++
      mantissa = 10 * mantissa + (c - 48)
      if (pointSeen) scale--
    } else if (c === 46 && !pointSeen) pointSeen = true
    else break
  }
  if (!some) return Number.NaN
  if (at < to) {
    if ((bytes[at]! | 32) !== 101) return Number.NaN
    at++
    const negative = bytes[at] === 45
    if (negative || bytes[at] === 43) at++
    if (at >= to) return Number.NaN
    let exponent = 0
    for (; at < to; at++) {
      const c = bytes[at]!
      if (c < 48 || c > 57) return Number.NaN
      if (exponent < 10_000) exponent = 10 * exponent + (c - 48)
    }
    scale += negative ? -exponent : exponent
  }
  if (digits > FAST_DIGITS || scale < -22 || scale > 22) return parseSlowly(bytes, from, to)
  const value = scale < 0 ? mantissa / POWERS[-scale]! : mantissa * POWERS[scale]!
  return sign === 45 ? -value : value
}

function parseSlowly(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > LONGEST_DECIMAL) return Number.NaN
  let text = ''
  for (let k = from; k < to; k++) text += String.fromCharCode(bytes[k]!)
  return DECIMAL.test(text) ? Number(text) : Number.NaN
}
