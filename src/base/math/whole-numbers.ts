// Doubles as whole numbers of any length: for signs that must be exact.

const view = new DataView(new ArrayBuffer(8))

/** Exponent of the number that `oddMantissa` saw last: value = mantissa·2^exponent. 0 for zero. */
export let exponentOfLast = 0

/** The mantissa of a finite double, odd or zero; its exponent is left in `exponentOfLast`. */
export function oddMantissa(value: number): bigint {
  view.setFloat64(0, value)
  const high = view.getUint32(0)
  const low = view.getUint32(4)
  const biased = (high >>> 20) & 0x7ff
  const top = biased === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000
  exponentOfLast = 0
  if (top === 0 && low === 0) return 0n
  const zeros = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(top & -top)
  const m = (top * 2 ** 32 + low) / 2 ** zeros
  exponentOfLast = (biased === 0 ? 1 : biased) - 1075 + zeros
  return BigInt(high >>> 31 === 0 ? m : -m)
}

/** Finite doubles in units of the smallest power of two that any of them needs. */
export function wholeNumbers(values: ArrayLike<number>): bigint[] {
  const whole: bigint[] = []
  const exponents: number[] = []
  let unit = Infinity
  for (let k = 0; k < values.length; k++) {
    const m = oddMantissa(values[k]!)
    whole.push(m)
    exponents.push(exponentOfLast)
    if (m !== 0n && exponentOfLast < unit) unit = exponentOfLast
  }
  for (let k = 0; k < whole.length; k++) {
    if (whole[k] !== 0n) whole[k]! <<= BigInt(exponents[k]! - unit)
  }
  return whole
}
