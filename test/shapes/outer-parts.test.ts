// The polytopes around the parts of a mesh contain it, and all that is inside it: by exact arithmetic.
import { describe, expect, test } from 'vitest'
import { blob, gear, gridBox, icosphere, sheet, soup, thinPlate, torusKnot, torusMesh } from '../../scenes/meshes.js'
import { Random } from '../../src/base/math/random.js'
import { holdsPoints, outerPolytope } from '../../src/geometry/convex/outer-polytope.js'
import { chooseCells, cutFrame } from '../../src/shapes/choose-cells.js'
import type { Cut } from '../../src/shapes/clip-triangles.js'
import { findParts, outerParts } from '../../src/shapes/outer-parts.js'
import { mesh } from '../../src/shapes/shape.js'
import { SOLID_MODES, solidMesh } from '../oracle/meshes/solids-cases.js'
import { type BlockPoints, blocks } from '../oracle/shapes/blocks.js'
import { checkCells, randomCells } from '../oracle/shapes/check-outer-parts.js'
import { fractionPoint, isBehind, planesAround } from '../oracle/shapes/outer-parts.js'

/** An angle of two arms, with corners and faces at multiples of an eighth of its box, where cuts are tried. */
const ANGLE = blocks([-1, -1, -0.125, 1, -0.75, 0.125], [-1, -1, -0.125, -0.75, 1, 0.125])

function scaled({ positions, triangles }: BlockPoints, scale: number, shift = 0): BlockPoints {
  return { positions: Array.from(positions, (x) => scale * x + shift), triangles }
}

describe('outer parts', () => {
  const random = new Random(26)
  const shapes: [string, BlockPoints][] = [
    ['an angle, its faces where it is cut', ANGLE],
    ['a ring', torusMesh(200, { radius: 1, tube: 0.2 })],
    ['a knot', torusKnot(200)],
    ['a gear', gear(512)],
    ['a blob', blob(200, 3)],
    ['blocks that overlap, and one apart', blocks([0, 0, 0, 4, 1, 1], [1, -3, 0, 2, 2, 1], [8, 8, 8, 9, 9, 9])],
    ['a sheet, which is open', sheet(100, 4)],
    ['loose triangles', soup(60, 5)],
    ['a thin plate', thinPlate(100)],
    ['very small', scaled(ANGLE, 1e-60)],
    ['very large', scaled(ANGLE, 1e40)],
    ['far away', scaled(ANGLE, 0.1, 1e4)],
  ]

  test.each(shapes)('contain all of it, in exact arithmetic: %s', (_, points) => {
    const shape = mesh(points)
    checkCells(shape, chooseCells(shape, cutFrame(shape)), random)
  })

  test('contain random solids, whatever cells they are cut into', () => {
    for (let k = 0; k < 24; k++) {
      const points = solidMesh(SOLID_MODES[k % SOLID_MODES.length]!, random)
      const shape = mesh(points)
      if (shape.triangles.length > 0) checkCells(shape, randomCells(shape, random), random, 30)
    }
  })

  test('contain the middle of a ball that is cut along two axes; along three they would not', () => {
    const shape = mesh(icosphere(2))
    const { axes } = cutFrame(shape)
    const cell = (...of: number[]): Cut[] =>
      of.map((a) => ({ x: axes[3 * a]!, y: axes[3 * a + 1]!, z: axes[3 * a + 2]!, c: -1e-3, sign: -1 }))
    const middle = fractionPoint(0, 0, 0)
    expect(isBehind(checkCells(shape, [cell(0, 1)], random, 0)[0]!, middle)).toBe(true)
    expect(isBehind(checkCells(shape, [cell(0, 1, 2)], random, 0)[0]!, middle)).toBe(false)
  })

  test('are two to four, less than the hull, with a few corners each; and kept until the mesh is refitted', () => {
    const shape = mesh(ANGLE)
    const found = outerParts(shape)!
    expect(found.parts.length).toBe(2)
    expect(outerParts(shape)).toBe(found)
    for (const part of found.parts) expect(part.points.length / 3).toBeLessThanOrEqual(44)
    // The middle of the hull is in no part.
    const empty = fractionPoint(0.5, 0.5, 0)
    expect(found.parts.some((part) => isBehind(planesAround(part.points), empty))).toBe(false)
  })

  test('are not looked for where a mesh is convex, or too far from its origin', () => {
    expect(outerParts(mesh(gridBox(100)))).toBeUndefined()
    expect(findParts(mesh(scaled(ANGLE, 0.001, 1e12)))).toBeUndefined()
    expect(findParts(mesh({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }))).toBeUndefined()
  })

  test('a polytope is refused if a point may be outside', () => {
    const axes = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
    const points = Float64Array.from({ length: 300 }, () => random.range(-1, 1))
    const corners = outerPolytope(points, 1e-9, axes)!
    expect(holdsPoints(corners, points, 1e-9)).toBe(true)
    expect(holdsPoints(corners, points, 1e-3)).toBe(false)
    const tight = corners.map((x) => x * (1 - 1e-5))
    expect(holdsPoints(tight, points, 0)).toBe(false)
    expect(holdsPoints(points, points, 0)).toBe(false)
    expect(outerPolytope(Float64Array.of(1, 2, 3, 1, 2, 3), 0, axes)).toBeUndefined()
  })
})
