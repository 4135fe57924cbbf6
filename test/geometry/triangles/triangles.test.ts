// Everything about pairs of triangles against exact arithmetic. test/deep/triangles.test.ts does the same a million times.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import {
  distanceTriangleTriangle,
  TRIANGLE_DISTANCE_ERROR,
} from '../../../src/geometry/triangles/distance-triangle-triangle.js'
import { APART, compareTriangles, TOUCHING } from '../../../src/geometry/triangles/triangle-compare.js'
import { trianglesTouchExactly } from '../../../src/geometry/triangles/triangle-exact.js'
import { exact } from '../../oracle/exact.js'
import { exactTriangles } from '../../oracle/geometry/triangles.js'
import { MODES, triangleCase } from '../../oracle/geometry/triangles-cases.js'
import { checkContactEnds, checkTriangles, Seen } from '../../oracle/geometry/triangles-check.js'
import { type DyadicPoint, exactCoreDistance } from '../../oracle/shapes/shapes.js'

test('the oracle of triangles agrees with that of shapes', () => {
  const points = (t: Float64Array) =>
    [0, 3, 6].map((k) => [0, 1, 2].map((c) => exact(t[k + c]!)) as unknown as DyadicPoint)
  let touching = 0
  for (const mode of MODES) {
    for (let seed = 0; seed < 20; seed++) {
      const { a, b } = triangleCase(mode, seed)
      const { touch, distance } = exactTriangles(a, 0, b, 0)
      const other = exactCoreDistance(points(a), points(b))
      expect(touch).toBe(other === 0)
      expect(Math.abs(distance - other)).toBeLessThanOrEqual(1e-15 * other)
      if (touch) touching++
    }
  }
  expect(touching).toBeGreaterThan(80)
})

// A failure prints the case: paste it.
test.each(MODES)('pairs of triangles agree with exact arithmetic: %s', (mode) => {
  const seen = new Seen()
  for (let seed = 0; seed < 250; seed++) checkTriangles(seen, mode, seed)
  expect(seen.failures).toEqual([])
  expect(seen.pairs).toBe(250)
})

test('most verdicts are certain, and a distance with a cutoff often is not computed', () => {
  const out = new Float64Array(6)
  let unsure = 0
  let cut = 0
  for (let seed = 0; seed < 1000; seed++) {
    const { a, b } = triangleCase('random', seed)
    const verdict = compareTriangles(a, 0, b, 0, 0)
    if (verdict !== APART && verdict !== TOUCHING) unsure++
    const d = distanceTriangleTriangle(out, a, 0, b, 0)
    out.fill(7)
    if (distanceTriangleTriangle(out, a, 0, b, 0, d / 2) !== d) {
      cut++
      expect([...out]).toEqual([7, 7, 7, 7, 7, 7])
    }
  }
  expect(unsure).toBe(0)
  expect(cut).toBeGreaterThan(500)
})

test.each(['random', 'crossing', 'lattice', 'shared', 'identical', 'coplanar', 'touching', 'parallel'] as const)(
  'the ends of a contact are the corners of the common part that are farthest apart: %s',
  (mode) => {
    const found = Array.from({ length: 150 }, (_, seed) => checkContactEnds(mode, seed))
    expect(found.filter((f) => f !== undefined)).toEqual([])
  },
)

// Powers of two change no digit of the truth, but products of lengths over- and underflow.
test.each([190, -190, -300, -440])('triangles times 2^%i', (power) => {
  const out = new Float64Array(6)
  const scale = 2 ** power
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
  for (const mode of MODES) {
    for (let seed = 0; seed < 60; seed++) {
      const { a, b } = triangleCase(mode, seed)
      const small = [a, b].map((t) => t.map((c) => c * scale)) as [Float64Array, Float64Array]
      const { touch, distance } = exactTriangles(a, 0, b, 0)
      const size = Math.max(...[...a, ...b].map((c, k) => Math.hypot(c - a[k % 3]!) * 2))
      const d = distanceTriangleTriangle(out, small[0], 0, small[1], 0)
      expect(Math.abs(d / scale - distance)).toBeLessThanOrEqual(TRIANGLE_DISTANCE_ERROR * size)
      const verdict = compareTriangles(small[0], 0, small[1], 0, 0)
      if (verdict === APART) expect(touch).toBe(false)
      if (verdict === TOUCHING) expect(touch).toBe(true)
      expect(trianglesTouchExactly(small[0], 0, small[1], 0, identity, 0)).toBe(touch)
    }
  }
})

test('a tiny triangle by a large one, coordinates of very different sizes, subnormal numbers', () => {
  const random = new Random(3)
  const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
  const out = new Float64Array(6)
  for (let round = 0; round < 600; round++) {
    const number = () => random.range(-1, 1) * 10 ** random.range(-90, 0)
    const a = Float64Array.from({ length: 9 }, number)
    const b = Float64Array.from({ length: 9 }, number)
    if (round % 3 === 0) for (let k = 0; k < 9; k++) a[k]! *= 1e-80
    const { touch, distance } = exactTriangles(a, 0, b, 0)
    expect(trianglesTouchExactly(a, 0, b, 0, identity, 0)).toBe(touch)
    const verdict = compareTriangles(a, 0, b, 0, 0)
    if (verdict === APART) expect(touch).toBe(false)
    if (verdict === TOUCHING) expect(touch).toBe(true)
    expect(Math.abs(distanceTriangleTriangle(out, a, 0, b, 0) - distance)).toBeLessThanOrEqual(1e-14)
  }
  // edges whose areas vanish, or have lost their digits
  for (const edge of [1e-150, 1e-157, 1e-160, 1e-165]) {
    for (let round = 0; round < 100; round++) {
      const t = Float64Array.from({ length: 18 }, (_, k) => random.range(-1, 1) * (k < 9 ? edge : 1))
      t[11] = t[14] = t[17] = 1.5
      for (const [i, j] of [
        [0, 9],
        [9, 0],
      ] as const) {
        const d = distanceTriangleTriangle(out, t, i, t, j)
        expect(Math.abs(d - exactTriangles(t, i, t, j).distance)).toBeLessThanOrEqual(1e-14)
        expect(distanceTriangleTriangle(out, t, i, t, j, 4)).toBe(d)
        const cut = distanceTriangleTriangle(out, t, i, t, j, d - 1e-3)
        expect(cut).toBeGreaterThan(d - 1e-3)
        expect(cut).toBeLessThanOrEqual(d)
      }
    }
  }
  // as small as numbers get
  const a = Float64Array.of(0, 0, 0, 5e-324, 0, 0, 0, 5e-324, 0)
  const b = Float64Array.of(0, 0, 5e-324, 5e-324, 0, 5e-324, 0, 5e-324, 5e-324)
  expect(trianglesTouchExactly(a, 0, b, 0, identity, 0)).toBe(false)
  expect(trianglesTouchExactly(a, 0, a, 0, identity, 0)).toBe(true)
  expect(compareTriangles(a, 0, b, 0, 0)).not.toBe(TOUCHING)
  expect(compareTriangles(a, 0, a, 0, 0)).not.toBe(APART)
})
