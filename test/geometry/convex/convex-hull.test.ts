import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { type ConvexHull, convexHull } from '../../../src/geometry/convex/convex-hull.js'
import { sign, subtract } from '../../oracle/chains/exact-chain.js'
import { add, type Dyadic, exact, multiply } from '../../oracle/exact.js'
import { POINT_KINDS, randomPoints } from '../../oracle/geometry/volumes.js'

/** Sign of the volume of a, b, c, d: positive where d is above the counter-clockwise triangle a, b, c. Exact. */
function above(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const e = (from: number, to: number): Dyadic[] =>
    [0, 1, 2].map((k) => subtract(exact(p[3 * to + k]!), exact(p[3 * from + k]!)))
  const [u, v, w] = [e(a, b), e(a, c), e(a, d)]
  let sum = exact(0)
  for (let k = 0; k < 3; k++) {
    const [m, n] = [(k + 1) % 3, (k + 2) % 3]
    sum = add(sum, multiply(w[k]!, subtract(multiply(u[m]!, v[n]!), multiply(u[n]!, v[m]!))))
  }
  return sign(sum)
}

/** Some four points span space. */
function spans(p: Float64Array): boolean {
  const n = p.length / 3
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < a; b++) {
      for (let c = 0; c < b; c++) for (let d = 0; d < c; d++) if (above(p, a, b, c, d) !== 0) return true
    }
  }
  return false
}

/** A closed surface, counter-clockwise from outside, and no point above any triangle: in exact arithmetic. */
function checkHull(p: Float64Array, hull: ConvexHull): void {
  const { triangles: t, corners } = hull
  const say = JSON.stringify([...p])
  const edges = new Set<string>()
  for (let f = 0; f < t.length; f += 3) {
    for (let e = 0; e < 3; e++) edges.add(`${t[f + e]}-${t[f + ((e + 1) % 3)]}`)
    for (let d = 0; d < p.length / 3; d++) {
      if (above(p, t[f]!, t[f + 1]!, t[f + 2]!, d) > 0) throw new Error(`point ${d} is above face ${f / 3} of ${say}`)
    }
  }
  expect(edges.size, say).toBe(t.length)
  for (const edge of edges) expect(edges.has(edge.split('-').reverse().join('-')), say).toBe(true)
  expect([...corners], say).toEqual([...new Set(t)].sort((a, b) => a - b))
  // Euler's formula: one closed surface, no handles.
  expect(corners.length - edges.size / 2 + t.length / 3, say).toBe(2)
}

test.each(POINT_KINDS)('hull of points: %s', (kind) => {
  const random = new Random(21)
  for (let run = 0; run < 60; run++) {
    const p = randomPoints(random, kind)
    const hull = convexHull(p, p.length / 3)
    if (hull === undefined) expect(spans(p), JSON.stringify([...p])).toBe(false)
    else checkHull(p, hull)
  }
})

test('a cube of lattice points: flat faces, points on edges, faces and inside', () => {
  for (const n of [2, 3, 4]) {
    const p: number[] = []
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) p.push(i, j, k)
    const points = Float64Array.from(p)
    const hull = convexHull(points, points.length / 3)!
    checkHull(points, hull)
    for (const corner of [0, n - 1, n * n * n - 1]) expect(hull.corners).toContain(corner)
  }
})

test('every point of a sphere is a corner; of a ball, few are', () => {
  const random = new Random(3)
  const n = 300
  const p = new Float64Array(3 * n)
  for (let i = 0; i < n; i++) random.direction(p, 3 * i)
  const hull = convexHull(p, n)!
  expect(hull.corners.length).toBe(n)
  expect(hull.triangles.length / 3).toBe(2 * n - 4)
  checkHull(p, hull)
  for (let i = 3 * 20; i < 3 * n; i++) p[i] = p[i]! * 0.3
  expect(convexHull(p, n)!.corners.length).toBeLessThan(40)
})

test('what spans no space has no hull', () => {
  expect(convexHull(new Float64Array(0), 0)).toBeUndefined()
  expect(convexHull(Float64Array.of(1, 2, 3), 1)).toBeUndefined()
  expect(convexHull(Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 5, 5, 5), 4)).toBeUndefined()
  expect(convexHull(Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1), 4)).toBeUndefined()
  // A thin one does: by one unit in the last place.
  expect(convexHull(Float64Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1 + 2 ** -52), 4)).toBeDefined()
  expect(convexHull(Float64Array.of(0, 0, 0, 1e-99, 0, 0, 0, 1e-99, 0, 0, 0, 1e-99), 4)).toBeUndefined()
})

test('thicknesses whose products underflow count as zero; larger ones keep every corner', () => {
  const n = 200
  for (const thick of [5e-324, 1e-320, 1e-300, 1e-150, 1e-70, 1e-30]) {
    const p = Float64Array.from({ length: 6 * n }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 6)) / n
      return [Math.cos(angle), Math.sin(angle), 0, Math.cos(angle), Math.sin(angle), thick][i % 6]!
    })
    const hull = convexHull(p, 2 * n)
    if (thick < 2 ** -200) expect(hull).toBeUndefined()
    else expect(hull!.corners.length).toBe(2 * n)
  }
  // Coordinates next to nothing beside others that are not: no corner that matters is lost.
  const cube = Float64Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1 ? 1 : 1e-321 * (i % 4)))
  expect(convexHull(cube, 8)!.corners.length).toBe(8)
})
