// Exponentials and logarithms against series in integers of 1,300 bits, and bit patterns that must come out in every engine.
import { expect, test } from 'vitest'
import { exponential, logarithm } from '../../../src/base/math/exponential.js'
import { Random } from '../../../src/base/math/random.js'
import { U } from '../../../src/base/math/rounding.js'

const BITS = 1300n
const ONE = 1n << BITS

/** A double, exactly, scaled by 2^BITS: its last bit is 2^-1074. */
function exact(x: number): bigint {
  if (x === 0) return 0n
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const exponent = (bits >> 52n) & 0x7ffn
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0n ? 0n : 1n << 52n)
  const value = mantissa << ((exponent === 0n ? 1n : exponent) - 1075n + BITS)
  return bits >> 63n ? -value : value
}

/** e^x by squaring: the series of x/2^s, with 200 bits to spare, squared s times. */
function exactExponential(x: number): bigint {
  const spare = 200n
  const one = ONE << spare
  const squarings = 12n
  const r = (exact(Math.abs(x)) << spare) >> squarings
  let sum = 0n
  let term = one
  for (let k = 1n; term !== 0n; k++) {
    sum += term
    term = (term * r) / one / k
  }
  for (let k = 0n; k < squarings; k++) sum = (sum * sum) / one
  return (x < 0 ? (one * one) / sum : sum) >> spare
}

/** ln 2 = Σ 1/(k·2^k). */
const LN2 = (() => {
  let sum = 0n
  for (let k = 1n; k <= BITS; k++) sum += (ONE >> k) / k
  return sum
})()

/** ln x: powers of two taken off, then 2·artanh((m − 1)/(m + 1)). */
function exactLogarithm(x: number): bigint {
  let m = exact(x)
  let k = 0n
  while (m > ONE + ONE / 2n) {
    m /= 2n
    k++
  }
  // A double of 2^-1074 still has 200 bits here; doubling loses none.
  while (m < (3n * ONE) / 4n) {
    m *= 2n
    k--
  }
  const s = ((m - ONE) * ONE) / (m + ONE)
  const ss = (s * s) / ONE
  let power = s
  let sum = 0n
  for (let n = 1n; power !== 0n; n += 2n) {
    sum += power / n
    power = (power * ss) / ONE
  }
  return 2n * sum + k * LN2
}

/** |got − want| in units of u·|want|. */
function off(got: number, want: bigint): number {
  const size = want < 0n ? -want : want
  const error = exact(got) - want
  return Number(((error < 0n ? -error : error) * 10n ** 30n) / (size === 0n ? 1n : size)) / 1e30 / U
}

test('e^x is off by 1.7 u at most, and by half the smallest number more where it is subnormal', () => {
  const random = new Random(5)
  const list = [1, 0.5, 1e-8, 1e-20, 1e-300, 0.34657, 0.3466, 700, 708.39, 2 ** -54]
  for (let k = 1; k < 40; k++) list.push(k * Math.LN2, (k + 0.5) * Math.LN2)
  for (let k = 0; k < 150; k++) list.push(random.unit() / 3, random.range(0, 4), random.range(0, 700))
  let worst = 0
  for (const x of list.flatMap((x) => [x, -x])) {
    const error = off(exponential(x), exactExponential(x))
    if (!(error <= 1.7)) expect.fail(`exponential(${x}) is off by ${error} u`)
    worst = Math.max(worst, error)
  }
  // The bound is not met by being far away from it.
  expect(worst).toBeGreaterThan(0.6)
  const half = ONE >> 1075n
  for (let k = 0; k < 50; k++) {
    const x = -random.range(708.3, 745.13)
    const want = exactExponential(x)
    const error = exact(exponential(x)) - want
    const most = half + BigInt(Math.ceil(1.7 * 2 ** 20)) * (want >> 73n) + 1n
    if ((error < 0n ? -error : error) > most)
      expect.fail(`exponential(${x}) is off by more than half the smallest number`)
  }
})

test('ln x is off by 3 u at most', () => {
  const random = new Random(6)
  const list = [2, 3, 10, 1e300, 1.7e308, 1e-300, 5e-324, 2e-310, 2 ** -1022, Math.SQRT2, Math.SQRT1_2, 1 + 2 ** -52]
  list.push(1 - 2 ** -53, 1.4142135623730954, 1.4142135623730947, 0.7071067811865474, 0.7071067811865477)
  for (let k = 0; k < 150; k++) {
    list.push(
      random.range(0.7, 1.42),
      1 + random.range(-1, 1) * 10 ** -random.range(1, 12),
      10 ** random.range(-300, 300),
    )
  }
  let worst = 0
  for (const x of list) {
    const error = off(logarithm(x), exactLogarithm(x))
    if (!(error <= 3)) expect.fail(`logarithm(${x}) is off by ${error} u`)
    worst = Math.max(worst, error)
  }
  expect(worst).toBeGreaterThan(0.5)
})

test('ends of the range', () => {
  expect(exponential(0)).toBe(1)
  expect(exponential(-0)).toBe(1)
  expect(exponential(Infinity)).toBe(Infinity)
  expect(exponential(-Infinity)).toBe(0)
  expect(exponential(Number.NaN)).toBeNaN()
  expect(exponential(709.7827128933841)).toBe(Infinity)
  expect(exponential(709.782712893384)).toBeGreaterThan(1.797e308)
  expect(exponential(709.782712893384)).toBeLessThan(Infinity)
  expect(off(exponential(709.782712893384), exactExponential(709.782712893384))).toBeLessThan(1.7)
  // ln 2^-1075, at which halves are rounded, is between these two.
  expect(exponential(-745.133219101941)).toBe(5e-324)
  expect(exponential(-745.1332191019412)).toBe(0)
  expect(exponential(-745.1332191019413)).toBe(0)
  expect(logarithm(1)).toBe(0)
  expect(logarithm(0)).toBe(-Infinity)
  expect(logarithm(-1)).toBeNaN()
  expect(logarithm(Number.NaN)).toBeNaN()
  expect(logarithm(Infinity)).toBe(Infinity)
})

test('e^x grows with x, in even steps and over the seams of the reduction', () => {
  for (let k = -60; k <= 60; k++) {
    let x = (k + 0.5) * Math.LN2 - 1e-14
    for (let n = 0; n < 60; n++, x += 1e-15) {
      // Two results off by 1.7 u each may be the wrong way round by no more than that.
      if (exponential(x + 1e-15) < exponential(x) * (1 - 4 * U)) expect.fail(`exponential falls at ${x}`)
    }
  }
  let before = 0
  for (let n = 0; n <= 20_000; n++) {
    const value = exponential(-700 + (n * 1400) / 20_000)
    expect(value).toBeGreaterThan(before)
    before = value
  }
})

/** FNV-1a over the bits of many results: one last digit that differs changes it. */
function digest(f: (x: number) => number, random: Random, from: number, to: number): string {
  const view = new DataView(new ArrayBuffer(8))
  let hash = 0x811c9dc5
  for (let k = 0; k < 20_000; k++) {
    view.setFloat64(0, f(random.range(from, to)))
    for (let b = 0; b < 8; b++) hash = Math.imul(hash ^ view.getUint8(b), 0x01000193)
  }
  return (hash >>> 0).toString(16)
}

test('the same bits everywhere', () => {
  expect([
    digest(exponential, new Random(1), -40, 1),
    digest(exponential, new Random(2), -745, 709),
    digest(logarithm, new Random(3), 0, 10),
    digest(logarithm, new Random(4), 0, 1e300),
  ]).toEqual(['1f663f28', 'a9a2a991', '78dd1b6e', '2db77f6e'])
})
