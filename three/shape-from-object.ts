// A Limber shape from whatever hangs below a three Object3D. Scale, mirroring and shear are worked into the shape, since
// Limber's poses are rigid; materials, visibility and layers say nothing about what is there, and are ignored.
import { type InstancedMesh, Matrix4, type Mesh, type Object3D, type SkinnedMesh } from 'three'
import { group, InvalidInputError, mesh, type OpenOptions, type PartShape, type Shape } from '../src/entries/meshes.js'
import { checkAffine, type PlaceVertex, readTriangles, transformed } from './geometry-triangles.js'
import {
  checkOptions,
  demandObject,
  localMatrix,
  nameOf,
  readChoice,
  rigidParts,
  withoutRigid,
  worldMatrix,
} from './matrices.js'
import { type Primitive, placePrimitive, recognise } from './primitive.js'

/** Frame, primitives and parts for `shapeFromObject3D`. */
export interface ShapeFromObject3DOptions extends OpenOptions {
  /**
   * `object` (default): the frame that `poseOf(object, { scale: 'ignore' })` is the pose of, so the shape at that pose is
   * what is drawn. `world`: the scene's.
   */
  readonly frame?: 'object' | 'world' | undefined
  /**
   * Whether boxes, balls, capsules and closed cylinders with equal ends become the solids they stand for where their scale
   * allows it. True if left out; all else, and everything if false, becomes meshes.
   */
  readonly primitives?: boolean | undefined
  /** Objects that it says no to are left out, with all that hangs below them. */
  readonly include?: ((object: Object3D) => boolean) | undefined
  /** What the caller should know is added here: morph targets ignored, meshes without triangles. */
  readonly notes?: string[] | undefined
}

/** What is being collected. */
export interface Walk {
  readonly parts: PartShape[]
  readonly notes: string[]
  readonly primitives: boolean
  readonly include: ((object: Object3D) => boolean) | undefined
  readonly closing: OpenOptions
  /** Geometries are often shared. */
  readonly recognised: Map<object, Primitive | undefined>
}

/**
 * The meshes of `object` and all below it as one shape: a group if there are several. Skinned meshes are taken as their
 * bones stand now; instances are all taken; lines, points and sprites are ignored.
 */
export function shapeFromObject3D(object: Object3D, options: ShapeFromObject3DOptions = {}): Shape {
  demandObject('object', object)
  checkOptions(options, ['frame', 'primitives', 'include', 'notes', 'open', 'closeWithin'])
  const frame = readChoice('options.frame', options.frame, ['object', 'world'])
  const world = worldMatrix(object)
  checkAffine(`object.matrixWorld of ${nameOf(object)}`, world)
  const walk = newWalk(options)
  collect(walk, object, frame === 'world' ? world : scalePart(object, world))
  const shape = finish(walk)
  if (shape === undefined) {
    throw new InvalidInputError('object', nameOf(object), 'an Object3D with one triangle or more in it or below it')
  }
  return shape
}

export function newWalk(options: Omit<ShapeFromObject3DOptions, 'frame'>): Walk {
  const { primitives = true, include, notes = [], open, closeWithin } = options
  if (typeof primitives !== 'boolean') throw new InvalidInputError('options.primitives', primitives, 'true or false')
  if (include !== undefined && typeof include !== 'function') {
    throw new InvalidInputError('options.include', include, 'a function of an Object3D')
  }
  if (!Array.isArray(notes)) throw new InvalidInputError('options.notes', notes, 'a list to add to')
  return { parts: [], notes, primitives, include, closing: { open, closeWithin }, recognised: new Map() }
}

export function finish({ parts }: Walk): Shape | undefined {
  return parts.length > 1 ? group(parts) : parts[0]
}

/** What is left of the world matrix when its rigid part is taken away. */
function scalePart(object: Object3D, world: Matrix4): Matrix4 {
  const parts = rigidParts(world)
  if (parts === undefined) {
    throw new InvalidInputError(
      `object.matrixWorld of ${nameOf(object)}`,
      world.elements,
      "neither sheared nor flat; frame: 'world' takes any",
    )
  }
  return withoutRigid(parts.rigid, world)
}

/** Adds the object and all below it; `matrix` takes the object's own coordinates to those of the shape. */
export function collect(walk: Walk, object: Object3D, matrix: Matrix4): void {
  if (walk.include !== undefined && !walk.include(object)) return
  if ('isMesh' in object && !('isLineSegments2' in object)) collectMesh(walk, object as Mesh, matrix)
  for (const child of object.children) {
    collect(walk, child, new Matrix4().multiplyMatrices(matrix, localMatrix(child)))
  }
}

function collectMesh(walk: Walk, object: Mesh, matrix: Matrix4): void {
  const name = nameOf(object)
  if ('isBatchedMesh' in object)
    throw new InvalidInputError('object', name, 'no BatchedMesh: give its meshes one by one')
  checkAffine(`object.matrix of ${name}`, matrix)
  if (object.morphTargetInfluences?.some((influence) => influence !== 0)) {
    walk.notes.push(`${name}: morph targets ignored, the shape is that without them.`)
  }
  const skinned = 'isSkinnedMesh' in object
  const places = 'isInstancedMesh' in object ? instances(object as InstancedMesh, matrix) : [matrix]
  const primitive = walk.primitives && !skinned ? primitiveOf(walk, object) : undefined
  const others: Matrix4[] = []
  for (const place of places) {
    checkAffine(`object.instanceMatrix of ${name}`, place)
    const part = primitive === undefined ? undefined : placePrimitive(primitive, place)
    if (part === undefined) others.push(place)
    else walk.parts.push(part)
  }
  if (others.length === 0) return
  const field = `geometry of ${name}`
  const triangles = readTriangles(field, object.geometry, skinned ? bonesOf(object as SkinnedMesh) : undefined)
  if (triangles.triangles.length > 0)
    walk.parts.push(mesh({ ...transformed(field, triangles, others), ...walk.closing }))
  else walk.notes.push(`${name}: has no triangles, left out.`)
}

function primitiveOf(walk: Walk, { geometry }: Mesh): Primitive | undefined {
  if (!walk.recognised.has(geometry)) walk.recognised.set(geometry, recognise(geometry))
  return walk.recognised.get(geometry)
}

function instances(object: InstancedMesh, matrix: Matrix4): Matrix4[] {
  return Array.from({ length: object.count }, (_, i) => {
    const own = new Matrix4()
    object.getMatrixAt(i, own)
    return own.premultiply(matrix)
  })
}

/** Moves vertices as the bones stand now. They may hang anywhere in the scene, not only below the mesh. */
function bonesOf(object: SkinnedMesh): PlaceVertex {
  for (const bone of object.skeleton.bones) bone.matrixWorld.copy(worldMatrix(bone))
  // Attached meshes are skinned in the world and then moved back to their own frame; three refreshes that only when it
  // walks the whole scene.
  if (object.bindMode === 'attached') object.bindMatrixInverse.copy(worldMatrix(object)).invert()
  return (i, point) => {
    object.applyBoneTransform(i, point)
  }
}
