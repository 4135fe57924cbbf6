// What the verifier sees of a world: the numbers it was made of, and nothing that was worked out from them. Geometries are laid
// out flat and numbered as certificates number them: objects in the world's order, the parts of groups one by one.
import type { PartShape } from '../bodies/shape.js'
import type { World } from '../queries/world.js'
import type { NamedRobot } from '../queries/world-input.js'
import type { WorldObject } from '../queries/world-objects.js'

/** One convex shape or mesh, fixed in the frame of its object. */
export interface FlatGeometry {
  /** Place of its object, and names of both. */
  readonly object: number
  readonly objectName: string
  readonly name: string
  readonly part: number
  readonly shape: PartShape
  /** In the frame of the link, or of the world for an obstacle. */
  readonly pose: Float64Array
}

export interface VerifiedWorld {
  readonly variables: readonly string[]
  readonly robots: readonly NamedRobot[]
  /** Obstacles come last. */
  readonly objects: readonly WorldObject[]
  readonly geometries: readonly FlatGeometry[]
  /**
   * Objects by number, the lesser one first: pairs that the world was told to be proved never to touch within the limits of the joints
   * between. Premises, as pairs that may touch are; verifyAllowedPairs checks them.
   */
  readonly proved: readonly (readonly [number, number])[]
}

export function viewWorld(world: World): VerifiedWorld {
  const { robots, index } = world.model()
  const { objects } = index
  const geometries = objects.flatMap(({ name: objectName, geometry }, object) =>
    geometry.flatMap(({ name, shape, pose }) =>
      (shape.kind === 'group' ? shape.parts : [shape]).map((own, part) => ({
        object,
        objectName,
        name,
        part,
        shape: own,
        pose,
      })),
    ),
  )
  const proved = objects.flatMap((_, a) =>
    objects.flatMap((_, b) => (a < b && index.isProved(a, b) ? [[a, b] as const] : [])),
  )
  return { variables: world.variables, robots, objects, geometries, proved }
}
