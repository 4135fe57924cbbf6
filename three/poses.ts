// Poses of three's objects in the world, and back.
import { Matrix4, type Object3D, Vector3 } from 'three'
import { InvalidInputError, type PoseInput, type Robot } from '../src/entries/robots.js'
import {
  alike,
  checkOptions,
  demandObject,
  matrixFromPose,
  nameOf,
  poseFromMatrix,
  readChoice,
  readPoseMatrix,
  rigidParts,
  worldMatrix,
} from './matrices.js'

/** What `poseOf` does with scaled objects. */
export interface PoseOfOptions {
  /** What to do about an object that is scaled or mirrored in the world: `refuse` (default) it, or `ignore` its scale. */
  readonly scale?: 'refuse' | 'ignore' | undefined
}

/** Where the object is in the world: twelve numbers, row-major 3×4, a copy. A sheared or flattened object has no pose. */
export function poseOf(object: Object3D, options: PoseOfOptions = {}): Float64Array {
  demandObject('object', object)
  checkOptions(options, ['scale'])
  const scale = readChoice('options.scale', options.scale, ['refuse', 'ignore'])
  const world = worldMatrix(object)
  const parts = rigidParts(world)
  const field = `object.matrixWorld of ${nameOf(object)}`
  if (parts === undefined) {
    throw new InvalidInputError(field, world.elements, 'neither sheared nor flat')
  }
  if (scale === 'refuse' && !parts.scale.every((s) => alike(s, 1))) {
    throw new InvalidInputError(`${field}: scale`, parts.scale, "1 1 1, or scale: 'ignore'")
  }
  return poseFromMatrix(parts.rigid)
}

/**
 * Puts the object at a pose in the world: its position and quaternion are set so that, below whatever its parents are, poseOf
 * gives that pose again. Its own scale stays. Parents may be scaled alike in all directions, no other way.
 */
export function setPose(object: Object3D, pose: ArrayLike<number>): void {
  demandObject('object', object)
  const world = readPoseMatrix('pose', pose)
  demandPlaceable(object)
  putAt(object, world)
}

/**
 * Puts objects, by the names of the links they show, where a configuration of the robot has them; its base stands at `base`
 * in the world. Links without an object are left out.
 */
export function setLinkPoses(
  objects: Readonly<Record<string, Object3D>>,
  robot: Robot,
  q: ArrayLike<number>,
  base?: PoseInput,
): void {
  if (objects === null || typeof objects !== 'object') {
    throw new InvalidInputError('objects', objects, 'objects by the names of their links')
  }
  const known = new Map(robot.links.map(({ name, index }) => [name, index]))
  const places = Object.entries(objects).map(([name, object]) => {
    const field = `objects[${JSON.stringify(name)}]`
    demandObject(field, object)
    const link = known.get(name)
    if (link === undefined) throw new InvalidInputError(field, name, `the name of a link of ${robot.name}`)
    demandPlaceable(object)
    return { object, link, depth: depthOf(object) }
  })
  const poses = robot.linkPoses(q, base)
  // Where one hangs below another, the upper one first: what is above must stand before what is below is put right.
  places.sort((a, b) => a.depth - b.depth)
  for (const { object, link } of places) putAt(object, matrixFromPose(poses, 12 * link))
}

/** Refuses parents below which there may be no such position and quaternion. */
function demandPlaceable(object: Object3D): void {
  if (object.parent === null) return
  const above = worldMatrix(object.parent)
  const parts = rigidParts(above)
  if (parts?.scale.every((s) => alike(s, parts.scale[1]))) return
  throw new InvalidInputError(
    `parent.matrixWorld of ${nameOf(object)}`,
    parts?.scale ?? above.elements,
    'scaled alike in all directions and not mirrored',
  )
}

function putAt(object: Object3D, world: Matrix4): void {
  const { parent, position, quaternion, scale } = object
  const turn = world.clone()
  position.setFromMatrixPosition(world)
  if (parent !== null) {
    const { rigid, scale: above } = rigidParts(worldMatrix(parent))!
    position.sub(new Vector3().setFromMatrixPosition(rigid))
    const back = rigid.setPosition(0, 0, 0).transpose()
    position.applyMatrix4(back).divideScalar(above[1])
    turn.premultiply(back)
  }
  // Two negative scales are half a turn, which counts as a part of the pose: it is taken off here.
  const ownScale = rigidParts(new Matrix4().makeScale(scale.x, scale.y, scale.z))
  if (ownScale !== undefined) turn.multiply(ownScale.rigid.transpose())
  quaternion.setFromRotationMatrix(turn)
  object.updateMatrix()
  // An object that turns about a pivot has its position elsewhere. Earlier versions of three have no pivots.
  const pivot = (object as { pivot?: Vector3 | null }).pivot ?? null
  if (pivot === null) return
  const place = new Matrix4().compose(position, quaternion, scale)
  position.copy(pivot).applyMatrix4(place).sub(pivot)
  object.updateMatrix()
}

function depthOf(object: Object3D): number {
  let depth = 0
  for (let at = object.parent; at !== null; at = at.parent) depth++
  return depth
}
