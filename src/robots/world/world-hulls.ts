// Which meshes of a world are tested by their convex hulls first, and what is known of them.
import { InvalidInputError } from '../../errors.js'
import { convexPart, type HullChoice, partOfMesh } from '../../shapes/convex-part.js'
import type { MeshShape } from '../../shapes/shape.js'
import type { WorldObject } from './world-objects.js'

/** A mesh of a world, as a convex part. */
export interface WorldHull {
  /** The name of the object, and which of its geometries it is. */
  readonly object: string
  readonly geometry: string
  readonly triangles: number
  /** Corners of its hull. */
  readonly corners: number
  /**
   * How far the hull's surface gets from the mesh, as far as was seen: an estimate, on which no answer rests. Infinity for a flat
   * mesh.
   */
  readonly deviation: number
  /** Convex to a thousandth of its size. */
  readonly isConvex: boolean
  /** What was asked for, and whether its hull is tested first. */
  readonly choice: HullChoice
  readonly isUsed: boolean
}

export function checkHullChoice(field: string, choice: unknown): HullChoice {
  if (choice === 'auto' || choice === 'always' || choice === 'never') return choice
  throw new InvalidInputError(field, choice, "'auto', 'always' or 'never'")
}

/** All meshes of an object. */
export function hullsOf({ name, geometry }: WorldObject, choice: HullChoice): WorldHull[] {
  return geometry.flatMap(({ name: own, shape }) => {
    const meshes = shape.kind === 'group' ? shape.parts.filter((part) => part.kind === 'mesh') : []
    if (shape.kind === 'mesh') meshes.push(shape)
    return meshes.map((mesh) => describe(name, own, mesh, choice))
  })
}

function describe(object: string, geometry: string, mesh: MeshShape, choice: HullChoice): WorldHull {
  const { hull, deviation, isConvex } = partOfMesh(mesh)
  return {
    object,
    geometry,
    triangles: mesh.triangles.length / 3,
    corners: (hull.hull?.points ?? hull.points).length / 3,
    deviation,
    isConvex,
    choice,
    isUsed: convexPart(mesh, choice) !== undefined,
  }
}
