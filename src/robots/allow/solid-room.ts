// How much room a point has inside a solid: the radius of a ball about it that the solid holds. Outside, less than 0: how far it
// is to the nearest point of the solid.
//
// Two balls, one in each of two solids, tell how deep these are in each other: as long as the balls overlap, so do the solids,
// so that separating them takes a move of ra + rb − |ca − cb| at least. With one point for both centres: the sum of its rooms. One
// of the two may be less than 0: the nearest point of that solid is a ball of radius 0.
//
// Conservative: the room is a lower bound, in exact arithmetic on the numbers of the shape and of the point. A mesh's solid is
// what pointInMesh calls inside; a ball that no triangle comes into is inside if its centre is (inner-balls-mesh.ts). A mesh
// in which nothing is closed is its surface, and there is no room in it.
import { identityPose, POSE } from '../../base/math/pose.js'
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { meshShells } from '../../meshes/solid/mesh-shells.js'
import { type PartShape, sphere } from '../../shapes/shape.js'
import { shapeReach } from '../../shapes/shape-bounds.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { distanceSurfaces, ShapeDistance } from '../../shapes/shape-distance.js'
import { pointInMesh } from '../../shapes/shape-inside.js'
import { touchMargin } from '../../shapes/shape-touch.js'

/** A point as a shape: with a radius of MIN_SIZE, which is far below any rounding. */
const POINT = sphere({ radius: MIN_SIZE })

const at = identityPose(new Float64Array(POSE), 0)
const contact = new ShapeContact()
const found = new ShapeDistance()

export class SolidRoom {
  /** Unit vector from the last point to where there is more room; zeros where that is not known. */
  readonly deeper = new Float64Array(3)
  /** The reach of the shape, and whether it has an inside. */
  readonly reach: number
  readonly isSolid: boolean

  constructor(readonly shape: PartShape) {
    this.reach = shapeReach(shape)
    this.isSolid = shape.kind !== 'mesh' || meshShells(shape.tree).anySolid
  }

  /**
   * The room around a point in the shape's frame, less what its computation may be off by. Only above `least` it is that good:
   * what is not can come out as any number at most `least`.
   */
  around(x: number, y: number, z: number, least = -Infinity): number {
    const { shape, deeper } = this
    deeper.fill(0)
    if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= MAX_COORDINATE)) return -Infinity
    at[3] = x
    at[7] = y
    at[11] = z
    const off = touchMargin(this.reach, MIN_SIZE, at, 0)
    if (shape.kind !== 'mesh') {
      const d = contactShapes(contact, shape, POINT, at, 0, -least)
      if (d > -least) return Math.min(-d, least)
      for (let k = 0; k < 3; k++) deeper[k] = -contact.normal[k]!
      return -d - contact.error - off
    }
    const inside = this.isSolid && pointInMesh(shape, x, y, z)
    const d = distanceSurfaces(
      found,
      shape,
      POINT,
      at,
      0,
      inside || least === -Infinity ? Infinity : Math.max(0, -least),
    )
    if (found.distance === Infinity) return Math.min(-d, least)
    if (d > 0) {
      const sign = inside ? 1 / d : -1 / d
      for (let k = 0; k < 3; k++) deeper[k] = sign * (at[4 * k + 3]! - found.pointA[k]!)
    }
    return (inside ? d : -d) - off
  }
}
