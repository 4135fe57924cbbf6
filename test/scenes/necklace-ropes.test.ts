import { expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

const ROPES = [looseRope, coiledRope, packedRope]

function distance(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return Math.hypot(p[3 * i]! - q[3 * j]!, p[3 * i + 1]! - q[3 * j + 1]!, p[3 * i + 2]! - q[3 * j + 2]!)
}

test.each(ROPES)('%o: neighbours overlap, no others do, in any frame', (build) => {
  for (const n of [1, 2, 50, 1200]) {
    for (const seed of [1, 7]) {
      const rope = build(n, seed)
      expect(rope.centres.length).toBe(3 * n)
      for (const k of [0, 1, 333]) {
        const c = rope.frame(k)
        let [bond, least] = [0, Infinity]
        for (let i = 0; i < n; i++) {
          if (i > 0) bond = Math.max(bond, distance(c, i - 1, c, i))
          for (let j = i + 2; j < n; j++) least = Math.min(least, distance(c, i, c, j))
        }
        expect(bond).toBeLessThan(2 * rope.radius)
        expect(least).toBeGreaterThan(2 * rope.radius)
      }
    }
  }
})

test.each(ROPES)('%o: every bead moves, none far; a frame is the same whenever it is asked for', (build) => {
  const n = 5000
  const rope = build(n, 3)
  expect(rope.frame(0)).toEqual(rope.centres)
  const later = rope.frame(200)
  const [a, b] = [rope.frame(100), rope.frame(101)]
  let most = 0
  let still = 0
  for (let i = 0; i < n; i++) {
    most = Math.max(most, distance(a, i, b, i))
    if (distance(a, i, b, i) === 0) still++
  }
  expect(most).toBeLessThan(0.05)
  expect(most).toBeGreaterThan(0.01)
  expect(still).toBeLessThan(n / 100)
  expect(rope.frame(200)).toEqual(later)
  expect(build(n, 3).frame(200)).toEqual(later)
  expect(build(n, 4).frame(200)).not.toEqual(later)
})

test('a packed rope fills a cube, a coil a hundred beads a turn', () => {
  const extent = (c: Float64Array, axis: number): number => {
    const values = c.filter((_, i) => i % 3 === axis)
    return Math.max(...values) - Math.min(...values)
  }
  const cube = packedRope(8000, 1).centres
  const sizes = [0, 1, 2].map((axis) => extent(cube, axis))
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.2)
  const coil = coiledRope(8000, 1).centres
  expect(extent(coil, 2) / extent(coil, 0)).toBeGreaterThan(3)
})

test('what makes no sense is refused', () => {
  for (const build of ROPES) {
    expect(() => build(0, 1)).toThrow(InvalidInputError)
    expect(() => build(1.5, 1)).toThrow(InvalidInputError)
    expect(() => build(3, 1).frame(Number.NaN)).toThrow(InvalidInputError)
  }
})
