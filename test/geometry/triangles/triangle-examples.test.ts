// Pairs of triangles that can be checked by eye.
import { expect, test } from 'vitest'
import { distancePointTriangle } from '../../../src/geometry/triangles/distance-point-triangle.js'
import { distanceSegmentTriangle } from '../../../src/geometry/triangles/distance-segment-triangle.js'
import { distanceTriangleTriangle } from '../../../src/geometry/triangles/distance-triangle-triangle.js'
import { APART, compareTriangles, TOUCHING, UNSURE } from '../../../src/geometry/triangles/triangle-compare.js'
import { triangleContact } from '../../../src/geometry/triangles/triangle-contact.js'
import { trianglesTouchExactly } from '../../../src/geometry/triangles/triangle-exact.js'

const out = new Float64Array(6)
const floor = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0)

/** A pose by its rows. */
const pose = (...rows: number[]) => Float64Array.from(rows)
const identity = pose(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

test.each([
  ['a vertex over the face', [1, 1, 2, 1, 1, 5, 2, 1, 5], 2, [1, 1, 0, 1, 1, 2]],
  ['an edge beside an edge', [1, -3, 4, 1, -3, -4, 1, -9, 0], 3, [1, 0, 0, 1, -3, 0]],
  ['a vertex by a vertex', [7, 0, 4, 9, 0, 4, 9, 0, 9], 5, [4, 0, 0, 7, 0, 4]],
  ['a vertex by an edge', [3, 3, 0, 5, 5, 5, 6, 5, -5], Math.SQRT2, [2, 2, 0, 3, 3, 0]],
])('distance: %s', (_, b, distance, points) => {
  expect(distanceTriangleTriangle(out, floor, 0, Float64Array.from(b), 0)).toBeCloseTo(distance, 15)
  for (let k = 0; k < 6; k++) expect(out[k]).toBeCloseTo(points[k]!, 14)
  // and the other way round
  expect(distanceTriangleTriangle(out, Float64Array.from(b), 0, floor, 0)).toBeCloseTo(distance, 15)
  for (let k = 0; k < 6; k++) expect(out[k]).toBeCloseTo(points[(k + 3) % 6]!, 14)
})

test('distance: 0 and a common point where one passes through the other', () => {
  expect(distanceTriangleTriangle(out, floor, 0, Float64Array.of(1, 1, -1, 1, 1, 2, 9, 9, 5), 0)).toBe(0)
  expect([...out.slice(0, 3)]).toEqual([...out.slice(3)])
  expect(out[2]).toBeCloseTo(0, 15)
})

test('distance: parallel edges one above the other', () => {
  const above = Float64Array.of(1, -1, 0.5, 3, -1, 0.5, 2, -8, 0.5)
  expect(distanceTriangleTriangle(out, floor, 0, above, 0)).toBeCloseTo(Math.hypot(1, 0.5), 15)
})

test('distance: a cutoff below it ends the search, one above it does not', () => {
  const above = Float64Array.of(1, 1, 2, 1, 2, 2, 2, 1, 2)
  const low = distanceTriangleTriangle(out, floor, 0, above, 0, 1)
  expect(low).toBeGreaterThan(1)
  expect(low).toBeLessThanOrEqual(2)
  expect(distanceTriangleTriangle(out, floor, 0, above, 0, 2)).toBe(2)
  expect(distanceTriangleTriangle(out, floor, 0, above, 0, 3)).toBe(2)
})

test('a point: over the face, by an edge, by a vertex, inside', () => {
  const p = Float64Array.of(1, 1, -3, 2, -2, 0, 7, -4, 0, 1, 2, 0)
  expect(distancePointTriangle(out, p, 0, floor, 0)).toBe(3)
  expect([...out]).toEqual([1, 1, -3, 1, 1, 0])
  expect(distancePointTriangle(out, p, 3, floor, 0)).toBe(2)
  expect([...out]).toEqual([2, -2, 0, 2, 0, 0])
  expect(distancePointTriangle(out, p, 6, floor, 0)).toBe(5)
  expect([...out]).toEqual([7, -4, 0, 4, 0, 0])
  expect(distancePointTriangle(out, p, 9, floor, 0)).toBe(0)
  expect([...out]).toEqual([1, 2, 0, 1, 2, 0])
})

test('a segment: above the face, through it, beside it', () => {
  expect(distanceSegmentTriangle(out, Float64Array.of(1, 1, 2, 2, 1, 9), 0, floor, 0)).toBe(2)
  expect([...out]).toEqual([1, 1, 2, 1, 1, 0])
  expect(distanceSegmentTriangle(out, Float64Array.of(1, 1, 2, 1, 1, -2), 0, floor, 0)).toBe(0)
  expect([...out]).toEqual([1, 1, 0, 1, 1, 0])
  expect(distanceSegmentTriangle(out, Float64Array.of(1, -3, 4, 1, -3, -4), 0, floor, 0)).toBe(3)
  expect([...out]).toEqual([1, -3, 0, 1, 0, 0])
})

test('verdicts, with room to move', () => {
  const above = Float64Array.of(1, 1, 1, 2, 1, 1, 1, 2, 1)
  expect(compareTriangles(floor, 0, above, 0, 0)).toBe(APART)
  expect(compareTriangles(floor, 0, above, 0, 0.25)).toBe(APART)
  expect(compareTriangles(floor, 0, above, 0, 0.5)).toBe(UNSURE)
  const through = Float64Array.of(1, 1, -1, 1, 1, 1, 2, 1, 1)
  expect(compareTriangles(floor, 0, through, 0, 0)).toBe(TOUCHING)
  expect(compareTriangles(floor, 0, through, 0, 1e-4)).toBe(TOUCHING)
  expect(compareTriangles(floor, 0, through, 0, 2)).toBe(UNSURE)
  // in one plane, on one line, a vertex in the plane
  expect(compareTriangles(floor, 0, Float64Array.of(5, 0, 0, 9, 0, 0, 5, 4, 0), 0, 0)).toBe(APART)
  expect(compareTriangles(floor, 0, Float64Array.of(5, 0, 0, 6, 0, 0, 7, 0, 0), 0, 0)).toBe(APART)
  expect(compareTriangles(floor, 0, Float64Array.of(1, 1, 0, 9, 0, 5, 5, 4, 5), 0, 0)).toBe(UNSURE)
  expect(compareTriangles(floor, 0, floor, 0, 0)).toBe(UNSURE)
})

test.each([
  ['the same', [0, 0, 0, 4, 0, 0, 0, 4, 0], true],
  ['a corner in common', [4, 0, 0, 9, 0, 0, 9, 4, 0], true],
  ['an edge in common, folded', [4, 0, 0, 0, 4, 0, 3, 3, 3], true],
  ['in its plane, beside it', [5, 0, 0, 9, 0, 0, 5, 4, 0], false],
  ['in its plane, inside it', [1, 1, 0, 2, 1, 0, 1, 2, 0], true],
  ['in its plane, only edges crossing', [-1, 1, 0, 4, 1, 0, -1, 2, 0], true],
  ['a vertex on the slanted edge', [2, 2, 0, 2, 2, 5, 3, 2, 5], true],
  ['a vertex above the slanted edge', [2, 2, 2 ** -52, 2, 2, 5, 3, 2, 5], false],
  ['a point inside it', [1, 1, 0, 1, 1, 0, 1, 1, 0], true],
  ['a point beside it', [3, 3, 0, 3, 3, 0, 3, 3, 0], false],
  ['a segment through it', [1, 1, -1, 1, 1, 1, 1, 1, 0.5], true],
  ['a segment in its plane, past it', [5, -1, 0, -1, 5.5, 0, 2, 2.25, 0], false],
])('exactly: %s', (_, b, touch) => {
  const t = Float64Array.from(b)
  expect(trianglesTouchExactly(floor, 0, t, 0, identity, 0)).toBe(touch)
  expect(trianglesTouchExactly(t, 0, floor, 0, identity, 0)).toBe(touch)
})

test('exactly: what a pose does is not rounded', () => {
  // 1/3 · 3 is 1 in doubles, but the double nearest 1/3 is below it: the corner stays 2⁻⁵⁴ away from the floor.
  const third = pose(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 / 3, -1)
  const b = Float64Array.of(1, 1, 3, 1, 1, 0, 2, 1, 0)
  expect((1 / 3) * 3 - 1).toBe(0)
  expect(trianglesTouchExactly(floor, 0, b, 0, third, 0)).toBe(false)
  expect(trianglesTouchExactly(floor, 0, b, 0, pose(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -3), 0)).toBe(true)
  // a quarter turn about z and a shift: exact in doubles
  const turned = pose(0, -1, 0, 4, 1, 0, 0, 0, 0, 0, 1, 0)
  expect(trianglesTouchExactly(floor, 0, Float64Array.of(0, 0, 0, -1, -5, 0, -1, -5, 1), 0, turned, 0)).toBe(true)
  expect(trianglesTouchExactly(floor, 0, Float64Array.of(0, -0.5, 0, -1, -5, 0, -1, -5, 1), 0, turned, 0)).toBe(false)
})

test('contacts: a point, a segment, a polygon, none', () => {
  expect(triangleContact(out, floor, 0, Float64Array.of(1, 1, 0, 1, 1, 5, 2, 1, 5), 0)).toBe(1)
  expect([...out]).toEqual([1, 1, 0, 1, 1, 0])
  expect(triangleContact(out, floor, 0, Float64Array.of(1, 1, -1, 1, 1, 1, 2, 1, 0), 0)).toBe(2)
  expect([out.slice(0, 3).join(), out.slice(3).join()].sort()).toEqual(['1,1,0', '2,1,0'])
  expect(triangleContact(out, floor, 0, Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0), 0)).toBe(3)
  expect([out.slice(0, 3).join(), out.slice(3).join()].sort()).toEqual(['0,2,0', '2,0,0'])
  expect(triangleContact(out, floor, 0, Float64Array.of(1, 1, 2, 1, 1, 5, 2, 1, 5), 0)).toBe(0)
  expect([...out]).toEqual([1, 1, 1, 1, 1, 1])
  expect(triangleContact(out, floor, 0, Float64Array.of(1, 1, 2, 1, 1, 5, 2, 1, 5), 0, 1)).toBe(1)
})
