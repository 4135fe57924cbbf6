// Does something that bends touch itself, in the frame that it is in? By its own rule: beads and strands that are neighbours do
// not count, nor do pairs that the necklace excludes.
import { identityPose, POSE } from '../../base/math/pose.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { solidOf } from '../../shapes/solid-of.js'
import type { Deforming } from './deforming.js'
import type { WorldContact } from './world-results.js'

interface KnownContacts {
  readonly frame: Float64Array
  readonly contacts: readonly WorldContact[]
}

const known = new WeakMap<Deforming, KnownContacts>()

/** One contact, the deepest, or none. Found once for each frame. */
export function selfContacts(thing: Deforming): readonly WorldContact[] {
  if (!thing.self) return []
  let found = known.get(thing)
  if (found?.frame !== thing.points) {
    found = { frame: thing.points, contacts: deepestContact(thing) }
    known.set(thing, found)
  }
  return found.contacts
}

function deepestContact(thing: Deforming): WorldContact[] {
  const { necklace, strands, points } = thing
  if (necklace === undefined || strands !== undefined) return []
  necklace.step(points)
  const { count, pairs, signedDistances } = necklace.selfCollisions()
  if (count === 0) return []
  let deepest = 0
  for (let k = 1; k < count; k++) if (signedDistances[k]! < signedDistances[deepest]!) deepest = k
  return [itemContact(thing, pairs[2 * deepest]!, pairs[2 * deepest + 1]!)]
}

const contact = new ShapeContact()
const still = new Float64Array(POSE)
identityPose(still, 0)

/** The contact of two items of one thing in its frame. */
function itemContact(thing: Deforming, i: number, j: number): WorldContact {
  const { name, points } = thing
  contactShapes(contact, solidOf(thing.itemShape(i, points)), solidOf(thing.itemShape(j, points)), still, 0)
  return {
    a: name,
    b: name,
    geometryA: `${i}`,
    geometryB: `${j}`,
    depth: contact.depth ?? 0,
    normal: contact.normal.slice(),
    depthOf: thing.kind === 'mesh' ? 'hulls' : 'solids',
    pointA: contact.pointA.slice(),
    pointB: contact.pointB.slice(),
  }
}
