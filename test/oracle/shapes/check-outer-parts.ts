// Checks the parts of a mesh in cells: everything that it has in a cell is in its polytope, and all that is inside it is in one of them.
import { expect } from 'vitest'
import type { Random } from '../../../src/base/math/random.js'
import { cutFrame } from '../../../src/shapes/choose-cells.js'
import type { Cut } from '../../../src/shapes/clip-triangles.js'
import { hullInCell, pointsInCell, polytopeOf } from '../../../src/shapes/outer-parts.js'
import type { MeshShape } from '../../../src/shapes/shape.js'
import { pointInMesh } from '../../../src/shapes/shape-inside.js'
import { clipExactly, type FractionPoint, fractionPoint, isBehind, planesAround } from './outer-parts.js'

/** Finding the faces of a hull by testing all triples takes the third power of them. */
const MOST_CORNERS = 40

type Planes = ReturnType<typeof planesAround>

/** Returns the planes of the polytopes, none for a cell without one; `inside`: how many points are tried. */
export function checkCells(
  shape: MeshShape,
  cells: readonly (readonly Cut[])[],
  random: Random,
  inside = 60,
): Planes[] {
  const { axes } = cutFrame(shape)
  const { positions, triangles } = shape
  const corner = (i: number): FractionPoint => {
    const p = 3 * triangles[i]!
    return fractionPoint(positions[p]!, positions[p + 1]!, positions[p + 2]!)
  }
  const polytopes = cells.map((cuts) => {
    const points = pointsInCell(shape, cuts)
    const polytope = polytopeOf(shape, points, axes)
    // What is next to nothing has no polytope: then there are no parts at all.
    if (points.length > 0 && polytope === undefined) expect(extent(points)).toBeLessThan(1e-6 * extent(shape.positions))
    if (points.length > 0 && polytope === undefined) return []
    const planes = polytope === undefined ? [] : planesAround(polytope.points)
    // Its hull is compared with every point by the same bound that the polytope passed; few corners can be compared exactly.
    const hull = points.length === 0 ? undefined : hullInCell(shape, cuts)
    const around = hull === undefined || hull.points.length > 3 * MOST_CORNERS ? [] : planesAround(hull.points)
    const outside: number[] = []
    for (let t = 0; t < triangles.length; t += 3) {
      const clipped = clipExactly([corner(t), corner(t + 1), corner(t + 2)], cuts)
      const isIn = (point: FractionPoint): boolean =>
        planes.length > 0 && isBehind(planes, point) && isBehind(around, point)
      if (!clipped.every(isIn)) outside.push(t / 3)
    }
    expect(outside).toEqual([])
    return planes
  })
  if (polytopes.every((planes) => planes.length > 0)) expectInside(shape, polytopes, random, inside)
  return polytopes
}

function extent(points: ArrayLike<number>): number {
  const ends = [0, 1, 2].map((k) => Array.from(points).filter((_, i) => i % 3 === k))
  return Math.max(...ends.map((list) => Math.max(...list) - Math.min(...list)))
}

function expectInside(shape: MeshShape, polytopes: readonly Planes[], random: Random, tries: number): void {
  const { bounds } = shape
  const [x, y, z, r] = bounds.sphere as unknown as [number, number, number, number]
  for (let k = 0; k < tries; k++) {
    const p: [number, number, number] = [x, y, z].map((c) => c + r * random.range(-1, 1)) as [number, number, number]
    if (!pointInMesh(shape, ...p)) continue
    const at = fractionPoint(...p)
    expect(
      polytopes.some((planes) => planes.length > 0 && isBehind(planes, at)),
      `point ${p.join(', ')}`,
    ).toBe(true)
  }
}

/** Two or three cuts across two of the axes, somewhere in the mesh's box or exactly at one of its vertices. */
export function randomCells(shape: MeshShape, random: Random): Cut[][] {
  const { axes } = cutFrame(shape)
  const [first, second] = [random.integer(3), random.integer(3)]
  const place = (axis: number): Omit<Cut, 'sign'> => {
    const v = 3 * shape.triangles[random.integer(shape.triangles.length)]!
    const w = 3 * shape.triangles[random.integer(shape.triangles.length)]!
    const [x, y, z] = [axes[3 * axis]!, axes[3 * axis + 1]!, axes[3 * axis + 2]!]
    const along = (i: number): number =>
      x * shape.positions[i]! + y * shape.positions[i + 1]! + z * shape.positions[i + 2]!
    return { x, y, z, c: random.unit() < 0.5 ? along(v) : along(v) / 2 + along(w) / 2 }
  }
  const [a, b, c] = [place(first), place(second), place(random.unit() < 0.5 ? first : second)]
  return [
    [{ ...a, sign: 1 }],
    [
      { ...a, sign: -1 },
      { ...b, sign: 1 },
    ],
    [
      { ...a, sign: -1 },
      { ...b, sign: -1 },
      { ...c, sign: 1 },
    ],
    [
      { ...a, sign: -1 },
      { ...b, sign: -1 },
      { ...c, sign: -1 },
    ],
  ]
}
