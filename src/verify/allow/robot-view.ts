// What the verifier of allowed pairs sees of a robot: links with the geometries that are fixed to them, laid out flat, the parts of
// groups one by one; and its hashes, worked out anew.
//
// Bytes that are hashed are those of src/verify/world-hash.ts:
//   robot: the text `limber-robot-1`; links (name, geometries: name, pose, shape); joints (name, kind, parent, child, origin,
//     axis, variable, and of what it mimics: name, multiplier, offset; an empty name, 1 and 0 if nothing); lower and upper limits
//     of all variables, infinite where there are none (its own name is not in it: the same robot may be called otherwise in a scene);
//   geometry: the text `limber-geometry-1`; shape, of a mesh its positions and triangles only: the tree is how it was cut up.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Robot } from '../../bodies/robot.js'
import type { Shape } from '../../bodies/shape.js'
import { bytesOf, type Item, shapeItems } from '../world-hash.js'
import type { FlatGeometry } from '../world-view.js'

export interface RobotView {
  readonly geometries: readonly FlatGeometry[]
  /** First geometry of each link; one more at the end. */
  readonly firstOf: readonly number[]
}

export function viewRobot(robot: Robot): RobotView {
  const geometries: FlatGeometry[] = []
  const firstOf = [0]
  robot.links.forEach(({ name: objectName, geometry }, object) => {
    for (const { name, shape, pose } of geometry) {
      const parts = shape.kind === 'group' ? shape.parts : [shape]
      parts.forEach((own, part) => {
        geometries.push({ object, objectName, name, part, shape: own, pose })
      })
    }
    firstOf.push(geometries.length)
  })
  return { geometries, firstOf }
}

export function robotHash(robot: Robot): string {
  const hash = sha256.create()
  const add = (...items: Item[]): void => {
    for (const item of items) hash.update(bytesOf(item))
  }
  add('limber-robot-1', robot.links.length)
  for (const { name, geometry } of robot.links) {
    add(name, geometry.length)
    for (const { name: own, pose, shape } of geometry) add(own, pose, ...shapeItems(shape))
  }
  add(robot.joints.length)
  for (const { name, kind, parent, child, origin, axis, variable, mimic } of robot.joints) {
    add(name, kind, parent, child, origin, axis, variable)
    add(mimic?.joint ?? '', mimic?.multiplier ?? 1, mimic?.offset ?? 0)
  }
  add(robot.lower, robot.upper)
  return bytesToHex(hash.digest())
}

export function geometryHash(shape: Shape): string {
  const hash = sha256.create()
  hash.update(bytesOf('limber-geometry-1'))
  for (const item of plainItems(shape)) hash.update(bytesOf(item))
  return bytesToHex(hash.digest())
}

function plainItems(shape: Shape): Item[] {
  if (shape.kind === 'mesh') return ['mesh', shape.tree.positions, shape.tree.triangles]
  if (shape.kind === 'group') return ['group', shape.parts.length, ...shape.parts.flatMap(plainItems)]
  return shapeItems(shape)
}
