// Shapes of planning scenes: shape_msgs/SolidPrimitive, Mesh and Plane, and how they become shapes of a scene. There is no cone here: it
// becomes a pyramid around it. A plane is a surface in MoveIt, not a half-space: it becomes a thin plate that reaches far.

import { composePose, invertPose } from '../../base/math/pose.js'
import { rotationQuaternion } from '../../base/math/quaternion.js'
import { MAX_COORDINATE, ROTATION_INPUT_TOLERANCE } from '../../base/math/rounding.js'
import { cosine, sine } from '../../base/math/trigonometry.js'
import { InvalidInputError } from '../../errors.js'
import { finite, size, type Three, three } from '../robots/scene-json.js'
import { placementOf, type ScenePose, type SceneShape } from '../robots/scene-shape.js'
import type { JsonNode } from '../text/json-document.js'
import { has, listItems, readPoint } from './ros-message.js'

/** An infinite plane: all points with a·x + b·y + c·z + d = 0. */
export interface PlanningPlane {
  readonly kind: 'plane'
  readonly coefficients: readonly [number, number, number, number]
}

/** A solid cone. */
export interface PlanningCone {
  readonly kind: 'cone'
  readonly radius: number
  /** From -length/2 (the base) to length/2 (the tip) along z. */
  readonly length: number
}

/** A shape of an object, and where it is in that. */
export interface PlanningShape {
  readonly shape: SceneShape | PlanningPlane | PlanningCone
  readonly pose: ScenePose
}

/** Sides of a pyramid that stands for a cone. */
export const CONE_SIDES = 48
/** Metres: how thick a plate is that stands for a plane, and how far it reaches from the point of the plane nearest to the origin. */
export const PLATE_THICKNESS = 1e-6
export const PLATE_REACH = 1000

/** All shapes of a moveit_msgs/CollisionObject, each with its pose. */
export function objectShapes(node: JsonNode): PlanningShape[] {
  const kinds = [
    ['primitives', 'primitive_poses', readPrimitive],
    ['meshes', 'mesh_poses', readMesh],
    ['planes', 'plane_poses', (plane: JsonNode) => planeOf(plane.get('coef'))],
  ] as const
  return kinds.flatMap(([name, places, read]) => {
    const shapes = listItems(node.get(name))
    const poses = listItems(node.get(places))
    if (poses.length > shapes.length)
      node.get(places).fail(`a pose for each of ${shapes.length} ${name}`, `${poses.length}`)
    return shapes.map((shape, k) => ({
      shape: read(shape),
      pose: poses[k] === undefined ? {} : messagePose(poses[k]!),
    }))
  })
}

/** A geometry_msgs/Pose or Transform. A turn of zeros counts as missing, as in a message that was not filled in; others are made unit. */
export function messagePose(node: JsonNode, at = 'position', turn = 'orientation'): ScenePose {
  const xyz = readPoint(node.get(at))
  const rotation = node.get(turn)
  const part = (name: string): number => (has(rotation, name) ? finite(rotation.get(name)) : 0)
  return poseFrom(xyz, [part('x'), part('y'), part('z'), part('w')], (got) =>
    rotation.fail('a unit quaternion x, y, z, w', got),
  )
}

/** `fail` is called for a quaternion that does not stand for a rotation. */
export function poseFrom(xyz: Three, quat: readonly number[], fail: (got: string) => never): ScenePose {
  const [x, y, z, w] = quat as [number, number, number, number]
  const norm = Math.hypot(x, y, z, w)
  if (norm === 0 || (x === 0 && y === 0 && z === 0 && w === 1)) return xyz.every((c) => c === 0) ? {} : { xyz }
  // MoveIt makes any length one; what is far from it was not meant as a rotation.
  if (!(Math.abs(norm - 1) <= 0.01)) fail(`one of length ${norm}`)
  const isUnit = Math.abs(norm - 1) <= ROTATION_INPUT_TOLERANCE
  return { xyz, quat: isUnit ? [x, y, z, w] : [x / norm, y / norm, z / norm, w / norm] }
}

const PRIMITIVES = 'BOX (1), SPHERE (2), CYLINDER (3) or CONE (4)'

function readPrimitive(node: JsonNode): PlanningShape['shape'] {
  const type = node.get('type')
  const list = node.get('dimensions')
  const dimensions = (...names: string[]): number[] => {
    const found = listItems(list)
    if (found.length !== names.length) list.fail(`${names.length} lengths: ${names.join(', ')}`, `${found.length}`)
    return found.map(size)
  }
  switch (type.value) {
    case 1:
    case '\u0001':
      return { kind: 'box', size: dimensions('x', 'y', 'z') as unknown as Three }
    case 2:
    case '\u0002':
      return { kind: 'sphere', radius: dimensions('radius')[0]! }
    case 3:
    case '\u0003': {
      const [length, radius] = dimensions('height', 'radius')
      return { kind: 'cylinder', radius: radius!, length: length! }
    }
    case 4:
    case '\u0004': {
      const [length, radius] = dimensions('height', 'radius')
      return { kind: 'cone', radius: radius!, length: length! }
    }
    default:
      return type.fail(PRIMITIVES)
  }
}

function readMesh(node: JsonNode): SceneShape {
  const vertices = listItems(node.get('vertices')).map(readPoint)
  const triangles = listItems(node.get('triangles')).map((triangle) => {
    const list = Array.isArray(triangle.value) ? triangle : triangle.get('vertex_indices')
    const index = (item: JsonNode): number =>
      item.integer(0, vertices.length - 1, `the number of one of ${vertices.length} vertices`)
    return three(list, index, 'three numbers of vertices')
  })
  if (triangles.length === 0) node.get('triangles').fail('one triangle or more')
  return { kind: 'triangles', vertices, triangles }
}

function planeOf(list: JsonNode): PlanningPlane {
  const coefficients = listItems(list).map(finite)
  if (coefficients.length !== 4) list.fail('four numbers: a, b, c, d', `${coefficients.length}`)
  return checkedPlane(coefficients as [number, number, number, number], (got) => list.fail('a direction a, b, c', got))
}

export function checkedPlane(
  coefficients: readonly [number, number, number, number],
  fail: (got: string) => never,
): PlanningPlane {
  const [a, b, c, d] = coefficients
  const length = Math.hypot(a, b, c)
  if (!(length > 1e-9 && length < MAX_COORDINATE && Math.abs(d) < MAX_COORDINATE)) fail(`one of length ${length}`)
  return { kind: 'plane', coefficients }
}

/** A shape as a scene has it, and where. `place` leads from the shape's frame to that of the scene. */
export function sceneShapeOf(
  shape: PlanningShape['shape'],
  place: ScenePose,
): { readonly shape: SceneShape; readonly pose: ScenePose; readonly note?: string } {
  if (shape.kind === 'cone') {
    const more = shape.radius * (1 / cosine(Math.PI / CONE_SIDES) - 1)
    const note = `a cone is a pyramid of ${CONE_SIDES} sides around it, at most ${more.toPrecision(2)} larger`
    return { shape: pyramid(shape), pose: place, note }
  }
  if (shape.kind !== 'plane') return { shape, pose: place }
  const note = `a plane is a plate ${PLATE_THICKNESS} thick that reaches ${PLATE_REACH} to each side; what is below it is not inside`
  return {
    shape: { kind: 'box', size: [2 * PLATE_REACH, 2 * PLATE_REACH, PLATE_THICKNESS] },
    pose: platePose(shape, place),
    note,
  }
}

/**
 * The hull of the tip and of a regular polygon around the base's circle. A polygon of n corners at r / cos(π/n) touches the circle
 * of radius r with the middles of its sides. Its corners are computed to a few units in the last place; a share of 1e-12 more
 * covers that, so that the cone is inside in exact arithmetic.
 */
function pyramid({ radius, length }: PlanningCone): SceneShape {
  const around = (radius / cosine(Math.PI / CONE_SIDES)) * (1 + 1e-12)
  const base = Array.from({ length: CONE_SIDES }, (_, k): Three => {
    const angle = (2 * Math.PI * k) / CONE_SIDES
    return [around * cosine(angle), around * sine(angle), -length / 2]
  })
  return { kind: 'convex', points: [...base, [0, 0, length / 2]] }
}

/** Its middle is the point of the plane that is nearest to the origin of the scene, its z axis the plane's normal. */
function platePose({ coefficients: [a, b, c, d] }: PlanningPlane, place: ScenePose): ScenePose {
  const pose = placementOf(place)
  const norm = Math.hypot(a, b, c)
  const turned = [0, 1, 2].map((k) => (pose[4 * k]! * a + pose[4 * k + 1]! * b + pose[4 * k + 2]! * c) / norm)
  // A plate has two sides: the normal that points up is as good, and its turn from z is far from half a turn.
  const sign = turned[2]! < 0 ? -1 : 1
  const normal = turned.map((n) => sign * n)
  // n · (x - t) + d / |n| = 0.
  const away = normal.reduce((sum, n, k) => sum + n * pose[4 * k + 3]!, 0) - (sign * d) / norm
  const xyz = normal.map((n) => n * away) as unknown as Three
  const [x, y, z] = normal as [number, number, number]
  const turn = [-y, x, 0, 1 + z]
  const long = Math.hypot(...turn)
  return { xyz, quat: turn.map((part) => part / long) as unknown as [number, number, number, number] }
}

/** The same pose in the form in which files of ROS are read: a quaternion in place of angles, nothing for the identity. */
export function plainPose({ xyz = [0, 0, 0], rpy, quat }: ScenePose): ScenePose {
  const turn = rpy === undefined ? quat : poseOfPlacement(placementOf({ rpy })).quat
  return poseFrom(xyz, turn ?? [0, 0, 0, 1], (got) => {
    throw new InvalidInputError('quat', turn, `a unit quaternion, not ${got}`)
  })
}

/** a · b. Where one of them is the identity, the other as it is, to the bit. */
export function composedPose(a: ScenePose, b: ScenePose): ScenePose {
  if (isNone(a)) return b
  if (isNone(b)) return a
  const [left, right, out] = [placementOf(a), placementOf(b), new Float64Array(12)]
  composePose(out, 0, left, 0, right, 0)
  return poseOfPlacement(out)
}

export function inverted(a: ScenePose): ScenePose {
  if (isNone(a)) return a
  const out = new Float64Array(12)
  invertPose(out, 0, placementOf(a), 0)
  return poseOfPlacement(out)
}

/** Twelve numbers as a pose of a scene. */
export function poseOfPlacement(pose: Float64Array): ScenePose {
  const quat = new Float64Array(4)
  rotationQuaternion(quat, 0, pose, 0)
  const xyz: Three = [pose[3]!, pose[7]!, pose[11]!]
  if (quat[3] === 1) return { xyz }
  return { xyz, quat: Array.from(quat) as unknown as [number, number, number, number] }
}

function isNone({ xyz = [0, 0, 0], rpy = [0, 0, 0], quat }: ScenePose): boolean {
  return [...xyz, ...rpy].every((value) => value === 0) && quat === undefined
}
