// A mesh that is not convex as a few convex parts, each in a polytope of few planes, whose union contains the mesh and all that is inside
// it. Where no part of one touches a part of another, the meshes are apart; where some do, nothing is known.
//
// Parts are what is left of the surface in the cells between a few planes. All triangles in a cell are in the hull of what they are
// clipped to (clip-triangles.ts). What is inside is too, because the planes of a cell are across at most two axes (choose-cells.ts): a
// line at right angles to both, through a point p of the cell, stays in the cell. If p is inside something closed, the line meets its
// surface on both sides of p, since how often that goes around a point changes only there (point-in-mesh.ts) and far away it is 0; so p
// is between two points of the surface that are in the cell. What is open has no inside.
import { convexHull } from '../geometry/convex/convex-hull.js'
import { holdsPoints, outerPolytope } from '../geometry/convex/outer-polytope.js'
import { weldVertices } from '../meshes/solid/mesh-sides.js'
import { chooseCells, cutFrame } from './choose-cells.js'
import { CLIP, type Cut, clipPolygons, trianglesOf } from './clip-triangles.js'
import { partOfMesh } from './convex-part.js'
import { type ConvexShape, convex, type MeshShape } from './shape.js'

/** Polytopes around a mesh. */
export interface OuterParts {
  /** Their union contains the mesh and its inside; two at least. */
  readonly parts: readonly ConvexShape[]
  /** By part: the planes between which it is. */
  readonly cells: readonly (readonly Cut[])[]
}

interface KnownParts {
  readonly version: number
  readonly parts: OuterParts | undefined
}

const known = new WeakMap<MeshShape, KnownParts>()

/** Found once for each version of a mesh; undefined where it is convex, or parts would gain little. */
export function outerParts(mesh: MeshShape): OuterParts | undefined {
  const { version } = mesh.tree
  let found = known.get(mesh)
  if (found?.version !== version) {
    found = { version, parts: partOfMesh(mesh).isConvex ? undefined : findParts(mesh) }
    known.set(mesh, found)
  }
  return found.parts
}

/** How often parts of a mesh must be asked for until they are found: that takes as long as some thousand tests of two meshes. */
const ASKS = 500

const asked = new WeakMap<MeshShape, number>()

/** The same for who would use them once: 'later' until that was asked ASKS times, or they are known. */
export function partsWhenAsked(mesh: MeshShape): OuterParts | undefined | 'later' {
  if (partOfMesh(mesh).isConvex) return undefined
  if (known.get(mesh)?.version === mesh.tree.version) return outerParts(mesh)
  const asks = (asked.get(mesh) ?? 0) + 1
  asked.set(mesh, asks)
  return asks < ASKS ? 'later' : outerParts(mesh)
}

/** In units of a part's extent: what its hull is made larger by, so that it contains what rounding took from the part. */
const GROWN = 1e-7

const hulls = new WeakMap<ConvexShape, ConvexShape>()

/**
 * Part k by its hull, many corners instead of few: it contains the same, and stands off less. Found once. The part itself where that
 * cannot be shown.
 */
export function partHull(mesh: MeshShape, { parts, cells }: OuterParts, k: number): ConvexShape {
  let found = hulls.get(parts[k]!)
  if (found === undefined) {
    found = hullInCell(mesh, cells[k]!) ?? parts[k]!
    hulls.set(parts[k]!, found)
  }
  return found
}

/** The hull of what a mesh has in a cell. */
export function hullInCell(mesh: MeshShape, cuts: readonly Cut[]): ConvexShape | undefined {
  const points = pointsInCell(mesh, cuts)
  const corners = convexHull(points, points.length / 3)?.corners
  if (corners === undefined) return undefined
  const middle = [0, 0, 0]
  for (const c of corners) for (let k = 0; k < 3; k++) middle[k]! += points[3 * c + k]! / corners.length
  const grown = new Float64Array(3 * corners.length)
  for (let i = 0; i < grown.length; i++) {
    const x = points[3 * corners[Math.trunc(i / 3)]! + (i % 3)]!
    grown[i] = x + GROWN * (x - middle[i % 3]!)
  }
  return holdsPoints(grown, points, CLIP * mesh.tree.reach) ? convex({ points: grown }) : undefined
}

/** The same whether or not the mesh is convex, and not kept. */
export function findParts(mesh: MeshShape): OuterParts | undefined {
  const frame = cutFrame(mesh)
  const cells = chooseCells(mesh, frame)
  if (cells.length < 2) return undefined
  const parts: ConvexShape[] = []
  const used: (readonly Cut[])[] = []
  for (const cuts of cells) {
    const points = pointsInCell(mesh, cuts)
    // Of a sample of the triangles something was in the cell, but with rounding.
    if (points.length === 0) continue
    const part = polytopeOf(mesh, points, frame.axes)
    if (part === undefined) return undefined
    parts.push(part)
    used.push(cuts)
  }
  return { parts, cells: used }
}

/** Points in whose hull, up to the slack of polytopeOf, all is that a mesh has in a cell. */
export function pointsInCell(mesh: MeshShape, cuts: readonly Cut[]): Float64Array {
  let polygons = trianglesOf(mesh, 1)
  for (const cut of cuts) polygons = clipPolygons(polygons, cut, CLIP * mesh.tree.reach)
  return distinct(polygons.points)
}

/** Around points of a mesh, clipped or not; undefined where that cannot be shown (outerPolytope). */
export function polytopeOf(mesh: MeshShape, points: Float64Array, axes: Float64Array): ConvexShape | undefined {
  const corners = outerPolytope(points, CLIP * mesh.tree.reach, axes)
  return corners === undefined ? undefined : convex({ points: corners })
}

/** Without repetitions: each point of a mesh is a corner of some six triangles. */
function distinct(points: Float64Array): Float64Array {
  const weld = weldVertices(points)
  const out = new Float64Array(points.length)
  let length = 0
  weld.forEach((first, v) => {
    if (first !== v) return
    for (let k = 0; k < 3; k++) out[length++] = points[3 * v + k]!
  })
  return out.slice(0, length)
}
