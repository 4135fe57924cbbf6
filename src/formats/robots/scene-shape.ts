// Poses and shapes as a scene file has them, and as the engine does. Lengths are in the scene's unit (metres, if its
// robots are URDF), angles in radians; roll, pitch and yaw as in URDF: R = Rz(yaw) · Ry(pitch) · Rx(roll).
import { identityPose, POSE, setQuaternion } from '../../base/math/pose.js'
import { MAX_COORDINATE, ROTATION_INPUT_TOLERANCE } from '../../base/math/rounding.js'
import { OPEN_CHOICES, type OpenChoice } from '../../meshes/solid/close-mesh.js'
import { box, capsule, convex, cylinder, mesh, type Shape, sphere } from '../../shapes/shape.js'
import type { MeshData } from '../meshes/mesh-data.js'
import type { JsonNode } from '../text/json-document.js'
import { coordinateAt, demandFields, finite, items, oneOf, size, type Three, three, words } from './scene-json.js'
import { setRollPitchYaw } from './urdf-origin.js'

/** Where something is: `xyz` 0 0 0 and no turn if left out; the turn by `rpy` or by a unit quaternion x, y, z, w. */
export interface ScenePose {
  readonly xyz?: Three
  readonly rpy?: Three
  readonly quat?: readonly [number, number, number, number]
}

/** All centred on their frame's origin; cylinders and capsules along its z axis. */
export type SceneShape =
  | { readonly kind: 'box'; readonly size: Three }
  | { readonly kind: 'sphere'; readonly radius: number }
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  /** `length` is that of the straight part: the whole is 2 · `radius` longer. */
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  /** The convex hull of the points. */
  | { readonly kind: 'convex'; readonly points: readonly Three[] }
  /** A mesh file, by its path from the scene file; `scale` is one number, or one an axis. */
  | SceneMesh
  /** A mesh in the scene itself; a triangle is three numbers of vertices, from 0. */
  | SceneTriangles

/** A mesh file in a scene. */
export interface SceneMesh extends SceneOpen {
  readonly kind: 'mesh'
  readonly file: string
  readonly scale?: number | Three
}

/** A mesh whose triangles are in the scene. */
export interface SceneTriangles extends SceneOpen {
  readonly kind: 'triangles'
  readonly vertices: readonly Three[]
  readonly triangles: readonly Three[]
}

/** What becomes of meshes that are not closed: as mesh() has it. */
export interface SceneOpen {
  /** `close` for obstacles, `solid` for what is attached and for robots, if left out. */
  readonly open?: OpenChoice
  /** 0.001 if left out. */
  readonly closeWithin?: number
}

/** Fields of SceneOpen. */
export const OPEN_FIELDS = ['open', 'closeWithin']

const KINDS = 'box, sphere, cylinder, capsule, convex, mesh or triangles'

export function readScenePose(node: JsonNode): ScenePose {
  demandFields(node, ['xyz', 'rpy', 'quat'])
  const [xyz, rpy, quat] = ['xyz', 'rpy', 'quat'].map((name) => node.get(name)) as [JsonNode, JsonNode, JsonNode]
  if (!rpy.missing && !quat.missing) node.fail('a turn by rpy or by quat', 'both')
  return {
    ...(xyz.missing ? {} : { xyz: three(xyz, coordinateAt, 'three numbers: x, y, z') }),
    ...(rpy.missing ? {} : { rpy: three(rpy, finite, 'three angles in radians: roll, pitch, yaw') }),
    ...(quat.missing ? {} : { quat: readQuaternion(quat) }),
  }
}

function readQuaternion(node: JsonNode): readonly [number, number, number, number] {
  const what = 'four numbers: a unit quaternion x, y, z, w'
  if (!Array.isArray(node.value) || node.value.length !== 4) node.fail(what)
  const [x, y, z, w] = [0, 1, 2, 3].map((k) => finite(node.item(k))) as [number, number, number, number]
  const norm = Math.hypot(x, y, z, w)
  if (!(Math.abs(norm - 1) <= ROTATION_INPUT_TOLERANCE)) node.fail(what, `one of length ${norm}`)
  return [x, y, z, w]
}

export function readSceneShape(node: JsonNode): SceneShape {
  const kind = node.get('kind')
  const fields = (...names: string[]): void => demandFields(node, ['kind', ...names])
  switch (kind.value) {
    case 'box':
      fields('size')
      return { kind: 'box', size: three(node.get('size'), size, 'three lengths: the whole size along x, y and z') }
    case 'sphere':
      fields('radius')
      return { kind: 'sphere', radius: size(node.get('radius')) }
    case 'cylinder':
      fields('radius', 'length')
      return { kind: 'cylinder', radius: size(node.get('radius')), length: size(node.get('length')) }
    case 'capsule':
      fields('radius', 'length')
      return { kind: 'capsule', radius: size(node.get('radius')), length: size(node.get('length')) }
    case 'convex':
      fields('points')
      return { kind: 'convex', points: readPoints(node.get('points')) }
    case 'mesh':
      fields('file', 'scale', ...OPEN_FIELDS)
      return {
        kind: 'mesh',
        file: words(node.get('file'), 'the path of a mesh file'),
        ...readSceneScale(node.get('scale')),
        ...readSceneOpen(node),
      }
    case 'triangles':
      fields('vertices', 'triangles', ...OPEN_FIELDS)
      return { kind: 'triangles', ...readTriangles(node), ...readSceneOpen(node) }
    default:
      if (node.missing) node.fail('a shape: {"kind": …}')
      return kind.fail(KINDS)
  }
}

function readPoints(node: JsonNode): Three[] {
  if (node.missing || node.length === 0) node.fail('one point [x, y, z] or more')
  return Array.from(items(node), (point) => three(point, coordinateAt, 'a point: three numbers'))
}

function readTriangles(node: JsonNode): Pick<SceneTriangles, 'vertices' | 'triangles'> {
  const vertices = readPoints(node.get('vertices'))
  const list = node.get('triangles')
  if (list.missing || list.length === 0) list.fail('one triangle [i, j, k] or more')
  const corner = (item: JsonNode): number =>
    item.integer(0, vertices.length - 1, `the number of one of ${vertices.length} vertices`)
  return { vertices, triangles: Array.from(items(list), (item) => three(item, corner, 'three numbers of vertices')) }
}

export function readSceneScale(node: JsonNode): { scale?: number | Three } {
  if (node.missing) return {}
  const factor = (item: JsonNode): number => {
    const { value } = item
    const good = typeof value === 'number' && value !== 0 && Math.abs(value) <= MAX_COORDINATE
    if (!good) item.fail('a finite number other than 0, or three of them')
    return value
  }
  return { scale: Array.isArray(node.value) ? three(node, factor, 'one number, or three of them') : factor(node) }
}

export function readSceneOpen(node: JsonNode): SceneOpen {
  const [open, closeWithin] = [node.get('open'), node.get('closeWithin')]
  const share = (): number => {
    const { value } = closeWithin
    if (typeof value === 'number' && value >= 0 && value <= MAX_COORDINATE) return value
    return closeWithin.fail("a fraction of the mesh's size, 0 or more")
  }
  return {
    ...(open.missing ? {} : { open: oneOf(open, OPEN_CHOICES) }),
    ...(closeWithin.missing ? {} : { closeWithin: share() }),
  }
}

/** As the engine takes poses: twelve numbers. */
export function placementOf({ xyz = [0, 0, 0], rpy, quat }: ScenePose = {}): Float64Array {
  const pose = new Float64Array(POSE)
  identityPose(pose, 0)
  if (rpy !== undefined) setRollPitchYaw(pose, ...rpy)
  if (quat !== undefined) setQuaternion(pose, 0, quat)
  for (let k = 0; k < 3; k++) pose[4 * k + 3] = xyz[k]!
  return pose
}

/** The shape itself, of which a mesh's triangles have been read and scaled; `open`: where the scene does not say. */
export function shapeOf(shape: SceneShape, loaded: MeshData | undefined, open: OpenChoice): Shape {
  switch (shape.kind) {
    case 'box':
      return box({ size: shape.size })
    case 'sphere':
      return sphere({ radius: shape.radius })
    case 'cylinder':
      return cylinder({ radius: shape.radius, length: shape.length })
    case 'capsule':
      return capsule({ radius: shape.radius, from: [0, 0, -shape.length / 2], to: [0, 0, shape.length / 2] })
    case 'convex':
      return convex({ points: shape.points.flat() })
    case 'triangles':
      return mesh({
        ...{ positions: shape.vertices.flat(), triangles: shape.triangles.flat() },
        ...{ open: shape.open ?? open, closeWithin: shape.closeWithin },
      })
    case 'mesh':
      return mesh({
        ...{ positions: loaded!.positions, triangles: loaded!.triangles },
        ...{ open: shape.open ?? open, closeWithin: shape.closeWithin },
      })
  }
}
