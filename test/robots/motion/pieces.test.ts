// Pieces of motions: their bounds hold in exact arithmetic, and what they write is as near to the curve as they say.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import { PieceBounds } from '../../../src/robots/motion/piece.js'
import { PolynomialPiece } from '../../../src/robots/motion/polynomial-piece.js'
import { slerpError, turnError } from '../../oracle/robots/pieces.js'
import { linePiece, polynomialPiece, quaternion } from '../../oracle/robots/pieces-cases.js'
import { broken } from '../../oracle/robots/pieces-check.js'

test('a line: bounds and rounding hold in exact arithmetic, the ends are as given', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const { piece, from, to, plain } = linePiece(random)
      const q = new Float64Array(piece.dof)
      piece.at(q, 0)
      expect(q).toEqual(from)
      piece.at(q, 1)
      expect(q).toEqual(to)
      expect(broken(piece, random)).toEqual([])
      // Nothing that is written lies beyond the ends.
      piece.at(q, random.unit())
      for (let i = 0; i < plain; i++) {
        expect(q[i]).toBeGreaterThanOrEqual(piece.least[i]!)
        expect(q[i]).toBeLessThanOrEqual(piece.most[i]!)
      }
    }),
    { seed: 1, numRuns: 40 },
  )
})

test('a polynomial: bounds and rounding hold in exact arithmetic', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      expect(broken(polynomialPiece(random), random)).toEqual([])
    }),
    { seed: 2, numRuns: 40 },
  )
})

test('a floating joint turns as slerp does, the short way, at every angle', () => {
  const angles = [0, 1e-300, 1e-160, 1e-20, 1e-9, 1e-3, 1, 3, Math.PI - 1e-9, Math.PI - 1e-15, Math.PI]
  const random = new Random(3)
  for (const angle of angles) {
    for (let k = 0; k < 20; k++) {
      const from = quaternion(random)
      const axis = random.direction(new Float64Array(3))
      const [x, y, z] = Array.from(axis, (a) => a * Math.sin(angle / 2)) as [number, number, number]
      const w = Math.cos(angle / 2)
      const [a, b, c, d] = from as [number, number, number, number]
      const sign = random.unit() < 0.5 ? -1 : 1
      const to = [
        d * x + a * w + b * z - c * y,
        d * y + b * w + c * x - a * z,
        d * z + c * w + a * y - b * x,
        d * w - a * x - b * y - c * z,
      ].map((value) => sign * value)
      const piece = new LinePiece(Float64Array.from(from), Float64Array.from(to), [0])
      const [turn] = piece.turns
      expect(turn!.angle).toBeGreaterThanOrEqual(0)
      expect(turn!.angle).toBeLessThanOrEqual(Math.PI)
      expect(Math.abs(Math.hypot(...turn!.axis) - 1)).toBeLessThan(1e-15)
      // At half a turn both ways are short: either end of the sign will do, but it must arrive.
      expect(turnError(to, from, turn!, 1)).toBeLessThanOrEqual(Math.max(piece.rounding, 1e-15))
      const q = new Float64Array(4)
      for (const t of [1 / 8, 1 / 2, 15 / 16]) {
        piece.at(q, t)
        expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15)
        if (angle < 3.1)
          expect(slerpError(Array.from(q), from, to, t)).toBeLessThanOrEqual(Math.max(piece.rounding, 1e-15))
      }
    }
  }
})

test('what stands still has bounds of exactly zero', () => {
  const q = Float64Array.of(1, -2, 1e60, 0.5, 0.5, 0.5, 0.5)
  const random = new Random(4)
  const still = [
    new LinePiece(q, q, [3]),
    new PolynomialPiece(
      Array.from(q, (x) => [x]),
      [],
    ),
  ]
  for (const piece of still) {
    const bounds = new PieceBounds(7)
    piece.bounds(bounds, 0.25, 0.25)
    expect([...bounds.spread, ...bounds.speed, ...bounds.bend, ...bounds.velocity].every((x) => x === 0)).toBe(true)
    const at = new Float64Array(7)
    piece.at(at, random.unit())
    expect(at).toEqual(q)
    expect(piece.rounding).toBe(0)
  }
})

test('a smooth start and stop: top speed is the bound of the speed, and it stays between its ends', () => {
  // 3t² − 2t³: speed 6t(1 − t) is 1.5 at most.
  const piece = new PolynomialPiece([[2, 0, 3, -2]], [])
  const bounds = new PieceBounds(1)
  piece.bounds(bounds, 0.5, 0.5)
  expect(bounds.speed[0]).toBeCloseTo(1.5, 12)
  expect(bounds.bend[0]).toBeCloseTo(6, 12)
  expect(bounds.spread[0]).toBeCloseTo(0.75, 12)
  expect(piece.most[0]).toBeLessThan(3.02)
  const rising = new PolynomialPiece([[2, 1, 0.5, 0.5]], [])
  expect(rising.least[0]).toBe(2)
  expect(rising.most[0]).toBe(4)
})

test('an end that the coefficients do not reach is refused', () => {
  expect(() => new PolynomialPiece([[0, 1]], [], Float64Array.of(1.001))).toThrow('misses its end')
})
