// Sines and their like against series in integers of 1,600 bits, and bit patterns that must come out in every engine.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { U } from '../../../src/base/math/rounding.js'
import {
  arccosine,
  arcsine,
  arctangent,
  cosine,
  sine,
  sineCosine,
  tangent,
} from '../../../src/base/math/trigonometry.js'

const BITS = 1600n
const ONE = 1n << BITS

/** A double, exactly, scaled by 2^BITS. */
function exact(x: number): bigint {
  if (x === 0) return 0n
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const exponent = (bits >> 52n) & 0x7ffn
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0n ? 0n : 1n << 52n)
  const power = (exponent === 0n ? 1n : exponent) - 1075n
  const value = power + BITS >= 0n ? mantissa << (power + BITS) : mantissa >> -(power + BITS)
  return bits >> 63n ? -value : value
}

/** Euler's series for π, by another formula than the source's: π/4 = 5·arctan(1/7) + 2·arctan(3/79). */
const PI = (() => {
  const arctan = (num: bigint, den: bigint): bigint => {
    let sum = 0n
    let power = (ONE * num) / den
    for (let k = 1n; power !== 0n; k += 2n) {
      sum += k % 4n === 1n ? power / k : -(power / k)
      power = (power * num * num) / (den * den)
    }
    return sum
  }
  return 4n * (5n * arctan(1n, 7n) + 2n * arctan(3n, 79n))
})()

/** Taylor's series after whole turns are taken off; sine and cosine. */
function exactly(x: bigint): { sin: bigint; cos: bigint } {
  const turns = x / (2n * PI)
  const r = x - turns * 2n * PI
  let sin = 0n
  let cos = 0n
  let term = ONE
  for (let k = 0n; term !== 0n; k++) {
    const signed = k % 4n < 2n ? term : -term
    if (k % 2n === 0n) cos += signed
    else sin += signed
    term = (term * r) / ONE / (k + 1n)
  }
  return { sin, cos }
}

/** |got − want| in units of u·|want|. */
function off(got: number, want: bigint): number {
  const size = want < 0n ? -want : want
  const error = exact(got) - want
  return Number(((error < 0n ? -error : error) * 10n ** 30n) / (size === 0n ? 1n : size)) / 1e30 / U
}

function angles(random: Random, count: number): number[] {
  const list = [0.5, 1, 2, 3, Math.PI / 4, Math.PI / 2, Math.PI, 2 * Math.PI, 1e-8, 1e-300, 1e6, 1e9, 1e15, 1e22, 1e308]
  // Nearest to a multiple of π/2 of all doubles; and of those below 2^20·π/2, some of the nearest.
  list.push(6381956970095103 * 2 ** 797, 11 * Math.PI, 710 / 226, 355, 103993 * 1.5, 833719 / 2)
  for (let k = 1; k < 60; k++) list.push((k * Math.PI) / 2, (k * Math.PI) / 4)
  for (let k = 0; k < count; k++) {
    list.push(random.range(-4, 4), random.range(-100, 100), random.range(-1, 1) * 10 ** random.range(-9, 17))
    const turns = random.integer(2 ** 20)
    list.push((turns * Math.PI) / 2, ((turns + 0.5) * Math.PI) / 2)
  }
  return list.flatMap((x) => [x, -x])
}

test('sines and cosines are within 1.75 u, whatever the angle', () => {
  const both = new Float64Array(2)
  let worst = 0
  for (const x of angles(new Random(1), 30)) {
    const { sin, cos } = exactly(exact(x))
    const errors = [off(sine(x), sin), off(cosine(x), cos)]
    expect(Math.max(...errors), `sine and cosine of ${x}`).toBeLessThan(1.75)
    expect(off(tangent(x), (sin * ONE) / cos), `tangent of ${x}`).toBeLessThan(5)
    worst = Math.max(worst, ...errors)
    sineCosine(both, 0, x)
    expect([...both]).toEqual([sine(x), cosine(x)])
  }
  // Not by being compared with nothing.
  expect(worst).toBeGreaterThan(0.8)
})

test('arctangents are within 8 u', () => {
  const random = new Random(2)
  for (let k = 0; k < 300; k++) {
    const scale = k % 2 === 0 ? 1 : 10 ** random.range(-12, 12)
    const [x, y] = [random.range(-1, 1) * scale, random.range(-1, 1)]
    const angle = arctangent(y, x)
    // sin(angle − truth) = (x·sin angle − y·cos angle) / |(x, y)|, exactly; truth itself is |angle| to a few u.
    const { sin, cos } = exactly(exact(angle))
    const across = (exact(x) * sin - exact(y) * cos) / ONE
    const error = Math.abs(Number(across >> (BITS - 900n)) * 2 ** -900) / Math.hypot(x, y)
    expect(error / Math.abs(angle) / U, `arctangent of ${y}, ${x}`).toBeLessThan(8)
  }
})

test('arcsines and arccosines agree with the engine’s to some u', () => {
  const random = new Random(3)
  for (let k = 0; k < 2000; k++) {
    const x = k % 3 === 0 ? random.range(-1, 1) : (1 - 10 ** random.range(-16, 0)) * (k % 2 === 0 ? 1 : -1)
    expect(Math.abs(arcsine(x) - Math.asin(x))).toBeLessThanOrEqual(12 * U * Math.abs(Math.asin(x)))
    expect(Math.abs(arccosine(x) - Math.acos(x))).toBeLessThanOrEqual(12 * U * Math.abs(Math.acos(x)))
  }
})

test('zeros, ends, infinities and NaN are as in the language', () => {
  const zeros = [0, -0, 1, -1, 2.5, -2.5, Infinity, -Infinity, Number.NaN]
  for (const y of zeros) {
    for (const x of zeros) {
      if (Math.abs(x) === Infinity && Math.abs(y) === Infinity) continue
      const want = Math.atan2(y, x)
      const got = arctangent(y, x)
      if (want === 0) expect(got, `arctangent of ${y}, ${x}`).toBe(want)
      else if (Number.isNaN(want)) expect(got, `arctangent of ${y}, ${x}`).toBeNaN()
      else expect(Math.abs(got - want), `arctangent of ${y}, ${x}`).toBeLessThanOrEqual(4 * U * Math.abs(want))
    }
  }
  expect([sine(0), sine(-0), cosine(0), cosine(-0), arcsine(1), arccosine(1)]).toEqual([0, -0, 1, 1, Math.PI / 2, 0])
  for (const bad of [Infinity, -Infinity, Number.NaN]) {
    expect([sine(bad), cosine(bad), tangent(bad), arcsine(bad), arccosine(bad)]).toEqual(new Array(5).fill(Number.NaN))
  }
  expect([arcsine(1.1), arccosine(-1.1)]).toEqual([Number.NaN, Number.NaN])
})
