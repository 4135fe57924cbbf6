import { expect, test } from 'vitest'
import { pulledKnot } from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

function distance(p: Float64Array, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
}

function span(p: Float64Array): number {
  return distance(p, 0, p.length / 3 - 1)
}

test.each([100, 260, 400])(
  '%i beads: the knot is pulled tight and stays a knot; only near neighbours overlap, in any frame',
  (beads) => {
    const knot = pulledKnot({ n: beads })
    const n = knot.centres.length / 3
    let before = 0
    for (let k = 0; k < knot.frames; k += 57) {
      const p = knot.frame(k)
      let least = Infinity
      for (let i = 0; i < n; i++) {
        if (i > 0) {
          expect(distance(p, i - 1, i)).toBeGreaterThan(0.6)
          expect(distance(p, i - 1, i)).toBeLessThan(1.4)
        }
        for (let j = i + 4; j < n; j++) least = Math.min(least, distance(p, i, j))
      }
      expect(least, `frame ${k}`).toBeGreaterThan(2 * knot.radius)
      expect(span(p)).toBeGreaterThan(before - 0.1)
      before = span(p)
    }
    // Tight: a rope without a knot would be as long as its bonds; a tight overhand knot takes about ten thicknesses of it.
    expect(before).toBeGreaterThan(n - 1 - 32)
    expect(before).toBeLessThan(n - 1 - 16)
  },
)

test('a frame of the knot is the same whenever it is asked for, and no bead goes far in one', () => {
  const [a, b] = [pulledKnot({ n: 200, frames: 120 }), pulledKnot({ n: 200, frames: 120 })]
  expect(a.frame(0)).toEqual(a.centres)
  const late = a.frame(110)
  for (let k = 0; k < 110; k += 10) {
    const [p, q] = [b.frame(k), b.frame(k + 1)]
    for (let i = 0; i < 200; i++) {
      const way = Math.hypot(p[3 * i]! - q[3 * i]!, p[3 * i + 1]! - q[3 * i + 1]!, p[3 * i + 2]! - q[3 * i + 2]!)
      expect(way).toBeGreaterThan(0)
      expect(way).toBeLessThan(2)
    }
  }
  expect(b.frame(110)).toEqual(late)
  late.fill(0)
  expect(b.frame(110)).toEqual(a.frame(110))
  expect(a.frame(500)).toEqual(a.frame(119))
  expect(() => a.frame(Number.NaN)).toThrow(InvalidInputError)
  expect(() => pulledKnot({ n: 3 })).toThrow(InvalidInputError)
})
