// How joint values are read for the kinematics in integers, in arithmetic of any length: what the words of a body in the table say, and
// no more. The reference of kernels/read-double.ts.
import type { FixedChain } from '../../src/gpu/fixed-chain.js'
import { doubleKey } from '../../src/gpu/joint-values.js'
import { BODY_NUMBERS, READING_AT } from '../../src/gpu/kernels/layout.js'

/** The whole numbers of bodies 1 on, for one configuration; undefined where a joint value is not believed. */
export function exactReadings(chain: FixedChain, q: ArrayLike<number>): Int32Array | undefined {
  const words = new Uint32Array(chain.table.buffer)
  const out = new Int32Array(chain.bodies - 1)
  for (let b = 1; b < chain.bodies; b++) {
    const at = BODY_NUMBERS * (b - 1) + READING_AT
    const wide = (k: number): bigint => (BigInt(words[at + k + 1]!) << 32n) | BigInt(words[at + k]!)
    const x = q[words[at]!]!
    if (!(doubleKey(x) >= wide(8) && doubleKey(x) <= wide(10))) return undefined
    const s = chain.table[at + 1]! + 1075
    // |x|·2¹⁰⁷⁴ is whole.
    const size = shiftedDown(wholeOf(Math.abs(x)), 1074 - s)
    const cut = (size * wide(4)) >> BigInt(words[at + 2]!)
    const isNegative = (x < 0 || Object.is(x, -0)) !== (words[at + 3] === 1)
    const value = (isNegative ? -cut : cut) + wide(6) + (1n << 31n)
    out[b - 1] = Number(BigInt.asIntN(32, value >> 32n))
  }
  return out
}

/** x·2¹⁰⁷⁴, which is a whole number for any x that is finite and not negative. */
export function wholeOf(x: number): bigint {
  let whole = 0n
  let rest = x
  let exponent = 1074
  // In steps that doubles do exactly.
  while (exponent > 0 && rest < 2 ** 500) {
    const step = Math.min(exponent, 400)
    rest *= 2 ** step
    exponent -= step
  }
  whole = BigInt(rest)
  return whole << BigInt(exponent)
}

function shiftedDown(x: bigint, n: number): bigint {
  return n >= 0 ? x >> BigInt(n) : x << BigInt(-n)
}
