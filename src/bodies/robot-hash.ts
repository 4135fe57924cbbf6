// The name of a robot: a hash of all that a claim about its links rests on, so that a claim is not taken for one about another
// robot. The verifier works it out for itself.
//
// SHA-256 of these bytes (hashed-bytes.ts says how): the text `limber-robot-1`; links (name, and geometries: name, pose, shape, of a
// mesh its tree too); joints; least and greatest value of every variable, ±Infinity where there is no limit. The robot's own name
// is not in it: scenes call robots what they like.
import { addJoints, addShape, HashedBytes } from './hashed-bytes.js'
import type { Robot } from './robot.js'
import type { Shape } from './shape.js'

/** Robots are frozen, and their meshes are their own. */
const kept = new WeakMap<Robot, string>()

export function robotHash(robot: Robot): string {
  let hash = kept.get(robot)
  if (hash === undefined) {
    hash = hashOf(robot)
    kept.set(robot, hash)
  }
  return hash
}

function hashOf({ links, joints, lower, upper }: Robot): string {
  const bytes = new HashedBytes()
  bytes.text('limber-robot-1')
  bytes.number(links.length)
  for (const link of links) {
    bytes.text(link.name)
    bytes.number(link.geometry.length)
    for (const { name: own, pose, shape } of link.geometry) {
      bytes.text(own)
      bytes.numbers(pose)
      addShape(bytes, shape, true)
    }
  }
  addJoints(bytes, joints)
  bytes.numbers(lower)
  bytes.numbers(upper)
  return bytes.finish()
}

/** Of a shape alone: the text `limber-geometry-1`, and the shape, of a mesh its vertices and triangles only. */
export function geometryHash(shape: Shape): string {
  const bytes = new HashedBytes()
  bytes.text('limber-geometry-1')
  addShape(bytes, shape, false)
  return bytes.finish()
}
