// A shape as convex pieces, for the kernel that separates hulls: the union of all pieces contains the shape. A piece may also have planes
// that bound a solid inside the shape (shapes/inner-planes.ts), and its corners may be points of the shape itself.

import { cutFrame } from '../shapes/choose-cells.js'
import { innerPlanes, innerPlanesInCell } from '../shapes/inner-planes.js'
import { outerParts, partHull, polytopeOf } from '../shapes/outer-parts.js'
import type { MeshShape, PartShape, Shape } from '../shapes/shape.js'
import { boxCorners } from '../shapes/shape-bounds.js'
import { hullOf } from '../shapes/solid-of.js'

/** Corners of a piece that a thread goes through again and again, and of those that it goes through where few do not tell. */
const MOST_CORNERS = 256
const MOST_FINE = 4096

/** Pieces of a shape. */
const MOST_PIECES = 16

/** Sides of the prism around a cylinder. */
const SIDES = 16

export interface ConvexPiece {
  /** Corners, three numbers each; the piece is their hull, grown by `radius`. */
  readonly points: Float64Array
  readonly radius: number
  /** Corners, many, of a hull that is inside that of `points` and contains the same; none where `points` are not many. */
  readonly fine: Float64Array
  /** Unit normals and heights of planes that bound a solid inside the shape; none where none is known. */
  readonly planes: Float64Array
  /** Is every corner, of the fine ones if there are any, a point of the shape? */
  readonly isSurface: boolean
}

const NONE = new Float64Array(0)

/** In the shape's frame; none where that would take too many corners or pieces. */
export function convexPieces(shape: Shape): readonly ConvexPiece[] {
  const parts: readonly PartShape[] = shape.kind === 'group' ? shape.parts : [shape]
  const out = parts.length > MOST_PIECES ? [] : parts.flatMap(piecesOf)
  return out.length > MOST_PIECES || out.some(({ points }) => points.length > 3 * MOST_FINE) ? [] : out
}

function piecesOf(shape: PartShape): ConvexPiece[] {
  const planes = innerPlanes(shape)
  switch (shape.kind) {
    case 'sphere':
      return [{ points: shape.centre, radius: shape.radius, fine: NONE, planes, isSurface: true }]
    case 'capsule':
      return [
        {
          points: Float64Array.of(...shape.from, ...shape.to),
          radius: shape.radius,
          fine: NONE,
          planes,
          isSurface: true,
        },
      ]
    case 'box': {
      const points = new Float64Array(24)
      boxCorners(points, 0, shape.half, shape.pose, 0)
      return [{ points, radius: 0, fine: NONE, planes, isSurface: true }]
    }
    case 'cylinder':
      return [
        {
          points: prismAround(shape.radius, shape.length, shape.pose),
          radius: 0,
          fine: NONE,
          planes,
          isSurface: false,
        },
      ]
    case 'convex':
      return [{ points: shape.hull?.points ?? shape.points, radius: 0, fine: NONE, planes, isSurface: true }]
    case 'mesh':
      return meshPieces(shape, planes)
  }
}

function meshPieces(shape: MeshShape, planes: Float64Array): ConvexPiece[] {
  const parts = outerParts(shape)
  if (parts !== undefined) {
    return parts.parts.map((part, k) => {
      const own = coarseAndFine(partHull(shape, parts, k).points, () => part.points)
      return { ...own, radius: 0, planes: innerPlanesInCell(shape, parts.cells[k]!), isSurface: false }
    })
  }
  const hull = hullOf(shape)
  const points = hull.hull?.points ?? hull.points
  const own = coarseAndFine(points, () => polytopeOf(shape, points, cutFrame(shape).axes)?.points)
  // Corners of a polytope around are not; those of the hull are.
  const isSurface = own.fine.length > 0 || own.points === points
  return [{ ...own, radius: 0, planes, isSurface }]
}

/** Many corners, with few around them; where there are no few, or not very many, as they are. */
function coarseAndFine(
  points: Float64Array,
  around: () => Float64Array | undefined,
): { points: Float64Array; fine: Float64Array } {
  if (points.length <= 3 * MOST_CORNERS) return { points, fine: NONE }
  const few = around()
  if (few === undefined) return { points, fine: NONE }
  return { points: few, fine: points.length <= 3 * MOST_FINE ? points : NONE }
}

/** Corners of a prism around a cylinder. */
function prismAround(radius: number, length: number, pose: Float64Array): Float64Array {
  const out = new Float64Array(6 * SIDES)
  const across = (radius / Math.cos(Math.PI / SIDES)) * (1 + 2 ** -48)
  for (let i = 0; i < 2 * SIDES; i++) {
    const turn = (2 * Math.PI * (i >> 1)) / SIDES
    const [x, y, z] = [across * Math.cos(turn), across * Math.sin(turn), ((i & 1) - 0.5) * length]
    for (let k = 0; k < 3; k++) {
      out[3 * i + k] = pose[4 * k]! * x + pose[4 * k + 1]! * y + pose[4 * k + 2]! * z + pose[4 * k + 3]!
    }
  }
  return out
}
