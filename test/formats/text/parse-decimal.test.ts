import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal } from '../../../src/formats/text/parse-decimal.js'
import { parseInteger } from '../../../src/formats/text/text-cursor.js'
import { bytesOf } from '../samples.js'

function parse(text: string): number {
  const bytes = bytesOf(`>${text}<`)
  return parseDecimal(bytes, 1, bytes.length - 1)
}

test('every way to write a double gives that double', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 17 }), (x, digits) => {
      for (const text of [String(x), x.toExponential(), x.toExponential(digits), x.toPrecision(digits)]) {
        expect(parse(text)).toBe(Number(text))
      }
    }),
    { seed: 3, numRuns: 2000 },
  )
})

test('decimals as files have them, digit by digit as Number() reads them', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 22 })
  const exponent = fc.option(fc.integer({ min: -40, max: 40 }))
  fc.assert(
    fc.property(fc.constantFrom('', '-', '+'), digits, digits, fc.boolean(), exponent, (sign, a, b, point, e) => {
      const text = `${sign}${a}${point ? '.' : ''}${point ? b : ''}${e === null ? '' : `e${e}`}`
      const expected = a.length + (point ? b.length : 0) === 0 ? Number.NaN : Number(text)
      expect(parse(text)).toBe(expected)
    }),
    { seed: 4, numRuns: 5000 },
  )
})

test.each([
  '',
  '-',
  '+',
  '.',
  'e5',
  '1e',
  '1e+',
  '1e5.5',
  '1..2',
  '1.2.3',
  'nan',
  'inf',
  'Infinity',
  '0x10',
  '1_000',
  '1,5',
  '--1',
  ' 1',
  '1f',
  '१',
])('%j is no number', (text) => {
  expect(parse(text)).toBeNaN()
})

test('long numbers end somewhere', () => {
  expect(parse(`1${'0'.repeat(300)}`)).toBe(1e300)
  expect(parse(`0.${'0'.repeat(300)}1`)).toBe(1e-301)
  expect(parse('1'.repeat(2000))).toBeNaN()
  expect(parse('1e99999999999999999999')).toBe(Infinity)
  expect(parse('1e-99999999999999999999')).toBe(0)
  expect(Object.is(parse('-0'), -0)).toBe(true)
})

test('whole numbers', () => {
  const whole = (text: string): number => parseInteger(bytesOf(text), 0, text.length)
  expect(['0', '42', '-7', '+3', '999999999999999'].map(whole)).toEqual([0, 42, -7, 3, 999999999999999])
  for (const bad of ['', '-', '1.0', '1e3', '1234567890123456', '0x1', 'a']) expect(whole(bad)).toBeNaN()
})
