// Meshes of a world that are not solids, or not wholly: what is wholly inside the shells that stay open is not seen.
import { type OpenSurface, openSurface } from '../../meshes/solid/open-surface.js'
import type { WorldObject } from './world-objects.js'

/** A mesh of which shells stay open: nothing can be inside those. */
export interface WorldSurface extends OpenSurface {
  /** Names of the object and of its geometry, and the place among the parts of a group (0 for anything else). */
  readonly object: string
  readonly geometry: string
  readonly part: number
}

/** In the order of the objects, their geometries and the parts of those. */
export function surfacesOf(objects: readonly WorldObject[]): WorldSurface[] {
  return objects.flatMap(({ name: object, geometry }) =>
    geometry.flatMap(({ name, shape }) =>
      (shape.kind === 'group' ? shape.parts : [shape]).flatMap((own, part) => {
        const surface = own.kind === 'mesh' ? openSurface(own.tree) : undefined
        return surface === undefined ? [] : [named(surface, object, name, part)]
      }),
    ),
  )
}

/** Reads nothing of the surface that takes a while to find. */
function named(surface: OpenSurface, object: string, geometry: string, part: number): WorldSurface {
  const { shells, share } = surface
  return Object.freeze({
    object,
    geometry,
    part,
    shells,
    share,
    get reach() {
      return surface.reach
    },
    get looksSolid() {
      return surface.looksSolid
    },
  })
}
