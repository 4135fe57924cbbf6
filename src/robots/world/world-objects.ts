// What is in a world, by name: links that have geometry, obstacles, and things that a link carries. Each is one or more
// geometries fixed to one body of the kinematics; body 0 does not move.
import { checkFields } from '../../base/math/checks.js'
import { composePose, identityPose, POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { copyMeshTree, MeshTree } from '../../meshes/tree/mesh-tree.js'
import { checkShape, meshShape, type Shape } from '../../shapes/shape.js'
import type { BodyLayout } from '../model/body-layout.js'
import type { Robot } from '../model/robot.js'

/** A robot with its name and its place in a world. */
export interface RobotPlacement {
  readonly robot: Robot
  /** What it is called in this world; its own name if left out. */
  readonly name?: string | undefined
  /** Where its root links are. */
  readonly base?: PoseInput | undefined
}

/** An obstacle as it is given to `new World`. */
export interface ObstacleInput {
  /** `obstacle_1`, `obstacle_2`, … if left out. */
  readonly name?: string | undefined
  readonly shape: Shape | MeshTree
  readonly pose?: PoseInput | undefined
}

/** Something that moves with a link from now on: a grasped box. */
export interface AttachedInput {
  readonly name: string
  /** `robot/link`, or `link` where only one robot has it. */
  readonly link: string
  readonly shape: Shape | MeshTree
  /** In the link's frame. */
  readonly pose?: PoseInput | undefined
  /** Links and obstacles it may touch, besides the link that carries it. */
  readonly touch?: readonly string[] | undefined
}

export type ObjectKind = 'link' | 'obstacle' | 'attached' | 'deforming'

/** One named thing. */
export interface WorldObject {
  readonly name: string
  readonly kind: ObjectKind
  /** Robot and link it is or hangs on, by their numbers; -1 for an obstacle, and for what deforms. */
  readonly robot: number
  readonly link: number
  readonly geometry: readonly WorldGeometry[]
  /** Of what deforms, by name: what this part of it may touch. Its parts have one name. */
  readonly touch?: readonly string[]
}

export interface WorldGeometry {
  readonly name: string
  readonly shape: Shape
  /** In the frame of the link, or of the world for an obstacle. */
  readonly pose: Float64Array
}

/** Where an object is: its body, and the frame it is given in, as seen from that body. */
export function frameOf(out: Float64Array, layout: BodyLayout, { robot, link }: WorldObject): number {
  if (robot === -1) {
    identityPose(out, 0)
    return 0
  }
  const poses = layout.linkPoses[robot]!
  for (let k = 0; k < POSE; k++) out[k] = poses[POSE * link + k]!
  return layout.linkBodies[robot]![link]!
}

const frame = new Float64Array(POSE)

/** A geometry's pose in its body, and that body. */
export function placeGeometry(
  out: Float64Array,
  o: number,
  layout: BodyLayout,
  object: WorldObject,
  { pose }: WorldGeometry,
): number {
  const body = frameOf(frame, layout, object)
  composePose(out, o, frame, 0, pose, 0)
  return body
}

/**
 * A checked shape. Of a tree, a copy is kept: the caller may refit it or send it away, and the world keeps the shape as it was
 * given.
 */
export function readShape(field: string, shape: Shape | MeshTree): Shape {
  if (!(shape instanceof MeshTree)) return checkShape(field, shape)
  shape.demandAttached(field)
  return meshShape(field, copyMeshTree(shape))
}

export function readPoseOr(field: string, pose: PoseInput | undefined): Float64Array {
  const out = new Float64Array(POSE)
  if (pose === undefined) identityPose(out, 0)
  else readPlacement(out, 0, field, pose)
  return out
}

/** An obstacle from what a caller gives: a shape alone, or one with a name and a place. */
export function readObstacle(
  field: string,
  input: Shape | MeshTree | ObstacleInput,
  unnamed: () => string,
): WorldObject {
  const given: ObstacleInput = input instanceof MeshTree || isShape(input) ? { shape: input } : input
  checkFields(field, given, ['name', 'shape', 'pose'])
  return {
    name: given.name === undefined ? unnamed() : readObjectName(`${field}.name`, given.name),
    kind: 'obstacle',
    robot: -1,
    link: -1,
    geometry: [
      { name: '0', shape: readShape(`${field}.shape`, given.shape), pose: readPoseOr(`${field}.pose`, given.pose) },
    ],
  }
}

function isShape(input: Shape | ObstacleInput): input is Shape {
  return input !== null && typeof input === 'object' && 'kind' in input
}

export function readObjectName(field: string, name: unknown): string {
  if (typeof name !== 'string' || name === '') throw new InvalidInputError(field, name, 'a name')
  return name
}
