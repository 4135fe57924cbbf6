// The name of a world: a hash of all that a proof of a motion rests on, so that a certificate is not taken for one about another
// world. The verifier works it out for itself (src/verify/world-hash.ts): a change here is one there.
//
// SHA-256 of these bytes. A text is the number of its bytes and its bytes in UTF-8; a number is a double, little end first, -0
// being 0; a list is its length and its items, those of a mesh's triangles and tree being 32-bit numbers.
//   the text `limber-world-1`
//   robots: name, base, links (name), joints (name, kind, parent, child, origin, axis, variable, and of what it mimics: name,
//     multiplier, offset; an empty name if nothing)
//   objects: name, kind, robot, link, and geometries (name, pose, shape)
//   pairs that may touch: both names, in the order of objects
//   and only where there are such: the text `proved`, and pairs that others have proved never to touch, likewise
// A shape is its kind and its numbers: radius, centre; radius, from, to; half, pose; radius, length, pose; points; of a mesh
// positions, triangles, and the tree's order, child, first and end; of a group its parts.
// Limits of joints are not in it: a certificate says what is free, not what is permitted.
import { addJoints, addShape, HashedBytes } from '../bodies/hashed-bytes.js'
import type { WorldModel } from '../queries/world.js'
import { ALLOWED } from '../queries/world-pairs.js'

export function hashWorld({ robots, index }: Pick<WorldModel, 'robots' | 'index'>): string {
  const bytes = new HashedBytes()
  bytes.text('limber-world-1')
  bytes.number(robots.length)
  for (const { robot, name, base } of robots) {
    bytes.text(name)
    bytes.numbers(base)
    bytes.number(robot.links.length)
    for (const link of robot.links) bytes.text(link.name)
    addJoints(bytes, robot.joints)
  }
  const { objects, movers, table } = index
  bytes.number(objects.length)
  for (const { name, kind, robot, link, geometry } of objects) {
    bytes.text(name)
    bytes.text(kind)
    bytes.number(robot)
    bytes.number(link)
    bytes.number(geometry.length)
    for (const { name: own, pose, shape } of geometry) {
      bytes.text(own)
      bytes.numbers(pose)
      addShape(bytes, shape, true)
    }
  }
  const allowed: string[] = []
  const proved: string[] = []
  for (let a = 0; a < movers; a++) {
    for (let b = a + 1; b < objects.length; b++) {
      if (table.get(a, b) === ALLOWED) allowed.push(objects[a]!.name, objects[b]!.name)
      if (index.isProved(a, b)) proved.push(objects[a]!.name, objects[b]!.name)
    }
  }
  bytes.number(allowed.length / 2)
  for (const name of allowed) bytes.text(name)
  if (proved.length > 0) {
    bytes.text('proved')
    bytes.number(proved.length / 2)
    for (const name of proved) bytes.text(name)
  }
  return bytes.finish()
}
