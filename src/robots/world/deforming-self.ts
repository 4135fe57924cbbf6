// Does something that bends touch itself, in the frame that it is in? By its own rule: beads and strands that are neighbours do
// not count, nor pairs that the necklace excludes, nor what triangles share.
import { identityPose, POSE } from '../../base/math/pose.js'
import { meshSelfCollisions } from '../../meshes/deform/self-collisions.js'
import { copyMeshTree } from '../../meshes/tree/mesh-tree.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { solidOf } from '../../shapes/solid-of.js'
import type { Deforming } from './deforming.js'
import type { WorldContact } from './world-results.js'

/** Of all pairs of items that touch, at most this many are measured, and the deepest is the contact. */
const MOST_MEASURED = 1000

interface KnownContacts {
  readonly frame: Float64Array
  readonly contacts: readonly WorldContact[]
}

const known = new WeakMap<Deforming, KnownContacts>()

/** Is there a pair of its own items that may not touch, or a triangle that must not collapse? */
export function asksItself({ self, necklace, strands, tree }: Deforming): boolean {
  if (!self || necklace === undefined) return self && tree!.size > 0
  const asked = { maxTests: 0, ...(strands === undefined ? {} : { strands }) }
  return necklace.between(necklace.centres(), asked).outcome !== 'nothing-to-check'
}

/** One contact, or none. Found once for each frame. */
export function selfContacts(thing: Deforming): readonly WorldContact[] {
  if (!thing.self) return []
  let found = known.get(thing)
  if (found?.frame !== thing.points) {
    const contacts = touchingItems(thing).map(([i, j]) => itemContact(thing, i, j))
    const deepest = contacts.reduce((most, own) => Math.max(most, own.depth), 0)
    found = { frame: thing.points, contacts: contacts.filter(({ depth }) => depth === deepest).slice(0, 1) }
    known.set(thing, found)
  }
  return found.contacts
}

/** Two items each. */
function touchingItems({ necklace, tree, strands, points }: Deforming): [number, number][] {
  if (necklace !== undefined) {
    necklace.step(points)
    // A step that leads nowhere: exact, for beads as well.
    const { pairs } = necklace.between(points, strands === undefined ? {} : { strands })
    return pairs.slice(0, MOST_MEASURED).map(({ a, b }) => [a, b])
  }
  const own = copyMeshTree(tree!)
  own.refit(points)
  const { count, pairs } = meshSelfCollisions(own)
  return Array.from({ length: Math.min(count, MOST_MEASURED) }, (_, k) => [pairs[2 * k]!, pairs[2 * k + 1]!])
}

const contact = new ShapeContact()
const still = identityPose(new Float64Array(POSE), 0)

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
