// The triangles of a convex shape, for drawing: a closed surface, seen from outside, that holds every point.
import { expect, test } from 'vitest'
import { convex, convexTriangles, Random } from '../../src/entries/meshes.js'

function volumeOf(points: Float64Array, triangles: Uint32Array): number {
  let sum = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points.subarray(3 * triangles[t + k]!, 3 * triangles[t + k]! + 3)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    sum +=
      a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
      a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
      a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  }
  return sum / 6
}

test('a cube with a point inside: twelve triangles, its volume, every edge twice', () => {
  const corners = Array.from({ length: 8 }, (_, c) => [c & 1, (c >> 1) & 1, (c >> 2) & 1]).flat()
  const shape = convex({ points: [...corners, 0.5, 0.5, 0.5] })
  const triangles = convexTriangles(shape)
  expect(triangles.length).toBe(36)
  expect(volumeOf(shape.points, triangles)).toBeCloseTo(1, 12)
  const edges = new Set<string>()
  for (let t = 0; t < 36; t += 3) {
    for (let k = 0; k < 3; k++) edges.add(`${triangles[t + k]} ${triangles[t + ((k + 1) % 3)]}`)
  }
  expect(edges.size).toBe(36)
  for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true)
})

test('random points: none is outside; flat ones have no triangles', () => {
  const random = new Random(3)
  const shape = convex({ points: Float64Array.from({ length: 150 }, () => random.range(-1, 1)) })
  const triangles = convexTriangles(shape)
  expect(triangles.length).toBeGreaterThan(30)
  expect(volumeOf(shape.points, triangles)).toBeGreaterThan(1)
  expect(convexTriangles(convex({ points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0] })).length).toBe(0)
})
