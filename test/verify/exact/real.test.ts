// Enclosed numbers: what they enclose, and how closely.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dyadic, NotPrecise, Real, wholeRoot } from '../../../src/verify/exact/real.js'

const BITS = 256n
const FINE = 700n

const number = fc.oneof(
  fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  fc.double({ min: -1e60, max: 1e60, noNaN: true }),
  fc.constantFrom(0, -0, 1, -1, 5e-324, 2 ** -200, 1e60, Math.PI, -Math.PI / 2, 1e10 + 1e-6),
)

const of = (value: number, bits = BITS): Real => Real.of(value, bits)

/** One enclosure, made with more bits, is inside another, but for the last places of its own. */
function holds(rough: Real, fine: Real): boolean {
  const shift = fine.bits - rough.bits
  return rough.low << shift <= fine.high && fine.low <= rough.high << shift
}

/** Units of 2^-256: how closely a result is known, for numbers up to this size. */
function isNarrow(value: Real, most: bigint): boolean {
  return value.e <= most
}

test('a double is taken exactly, down to 2^-bits', () => {
  fc.assert(
    fc.property(number, (x) => {
      const { mantissa, exponent } = dyadic(x)
      expect(Number(mantissa) * 2 ** Math.max(exponent, -1000) * 2 ** Math.min(0, exponent + 1000)).toBe(x + 0)
      const real = of(x, 1100n)
      expect(real.e).toBe(0n)
      expect(Number(real.c >> 1000n) / 2 ** 100).toBeCloseTo(x, 20 - Math.ceil(Math.log10(1 + Math.abs(x))))
      expect(holds(of(x), real)).toBe(true)
    }),
  )
  expect(() => of(Number.NaN)).toThrow(RangeError)
  expect(() => of(Infinity)).toThrow(RangeError)
})

test('results with few bits enclose those with many: sums, products, quotients, roots, turns', () => {
  fc.assert(
    fc.property(number, number, number, (x, y, z) => {
      const results = (bits: bigint): Record<string, Real> => {
        const [a, b, c] = [of(x, bits), of(y, bits), of(z, bits)]
        // Numbers that are off themselves, by what a quotient and a product are.
        const third = a.over(of(3, bits))
        const spoilt = b.over(of(7, bits)).times(c.over(of(11, bits)))
        const divisor = b.absolute().plus(of(0.1, bits))
        return {
          sum: third.plus(spoilt),
          difference: third.minus(spoilt),
          product: third.times(spoilt),
          quotient: third.over(divisor),
          root: third.square().plus(spoilt.absolute()).root(),
          sine: third.sine(),
          cosine: spoilt.cosine(),
          max: third.max(spoilt),
          min: third.min(spoilt),
          halved: third.halved(5n),
          whole: spoilt.timesWhole(-12345n),
        }
      }
      const rough = results(BITS)
      const fine = results(FINE)
      for (const [name, value] of Object.entries(rough)) expect([name, holds(value, fine[name]!)]).toEqual([name, true])
    }),
    { numRuns: 300 },
  )
})

test('sin² + cos² encloses 1 narrowly, at any size', () => {
  fc.assert(
    fc.property(number, (x) => {
      const { sine, cosine } = of(x).turned()
      const one = sine.square().plus(cosine.square())
      expect(one.low <= 1n << BITS && 1n << BITS <= one.high).toBe(true)
      expect(isNarrow(one, 32n)).toBe(true)
    }),
  )
})

test('known values: π, √2, sine and cosine of 1', () => {
  // From tables, 60 places.
  const digits = (value: Real, places: bigint): string => ((value.c * 10n ** places) >> value.bits).toString()
  expect(digits(Real.pi(BITS), 60n)).toBe('3141592653589793238462643383279502884197169399375105820974944')
  expect(digits(of(2).root(), 60n)).toBe('1414213562373095048801688724209698078569671875376948073176679')
  expect(digits(of(1).sine(), 59n)).toBe('84147098480789650665250232163029899962256306079837106567275')
  expect(digits(of(1).cosine(), 59n)).toBe('54030230586813971740093660744297660373231042061792222767009')
  expect(Real.pi(BITS).sine().absolute().isAbove(of(1e-70))).toBe(false)
  expect(of(1).minus(Real.pi(BITS).halved().sine()).sign()).toBe(0)
})

test('against the engine’s own functions, with a margin', () => {
  fc.assert(
    fc.property(fc.double({ min: -100, max: 100, noNaN: true }), (x) => {
      const { sine, cosine } = of(x).turned()
      expect(Math.abs(sine.toNumber() - Math.sin(x))).toBeLessThan(1e-15)
      expect(Math.abs(cosine.toNumber() - Math.cos(x))).toBeLessThan(1e-15)
      expect(Math.abs(of(x).absolute().root().toNumber() - Math.sqrt(Math.abs(x)))).toBeLessThan(1e-14)
    }),
  )
})

test('comparisons are certain: a number is never above itself, whichever way it came', () => {
  fc.assert(
    fc.property(number, number, (x, y) => {
      const [a, b] = [of(x), of(y)]
      const difference = a.square().minus(b.square())
      const same = a.plus(b).times(a.minus(b))
      expect(difference.isAbove(same) || same.isAbove(difference)).toBe(false)
      expect(a.isAbove(b) && !(x > y)).toBe(false)
      if (x > y && Math.abs(x - y) > 1e-70) expect(a.isAbove(b)).toBe(true)
    }),
  )
})

test('whole roots are exact', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 700n }), (value) => {
      const root = wholeRoot(value)
      expect(root * root <= value && value < (root + 1n) * (root + 1n)).toBe(true)
      expect(wholeRoot(root * root)).toBe(root)
    }),
  )
})

test('a quotient by what may be zero is not precise', () => {
  expect(() => of(1).over(Real.pi(BITS).sine())).toThrow(NotPrecise)
  expect(() => of(1).over(of(0))).toThrow(NotPrecise)
})
