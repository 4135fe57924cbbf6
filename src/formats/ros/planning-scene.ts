// A MoveIt planning scene as plain data: objects of the world, what the robot carries, where its joints are, and which pairs may
// touch. moveit_msgs/PlanningScene is read here, from YAML or JSON (and PlanningSceneWorld, and the answer of the service that
// returns one); the text format of `.scene` files in planning-scene-text.ts. What would change an answer and has no counterpart here
// (octomaps, padding, scaled links, prisms, changes of another scene) is refused by name; colours, types, subframes, names of
// models and the like are passed over.
import { SceneFileError } from '../../errors.js'
import { finite, words } from '../robots/scene-json.js'
import { quoteName } from '../robots/scene-names.js'
import type { ScenePose } from '../robots/scene-shape.js'
import type { JsonNode } from '../text/json-document.js'
import { isSceneText, parseSceneText } from './planning-scene-text.js'
import { messagePose, objectShapes, type PlanningShape } from './planning-shapes.js'
import { has, isRecord, listItems, readRosDocuments } from './ros-message.js'
import { readRobotState } from './ros-path.js'

/** A planning scene, checked. Radians and metres. */
export interface PlanningScene {
  readonly name: string
  readonly objects: readonly PlanningObject[]
  readonly attached: readonly PlanningAttached[]
  /** Values of joints of the robot; undefined where the file has none. */
  readonly state: Readonly<Record<string, number>> | undefined
  /** Undefined where the file has none: the robot's own files say what may touch. */
  readonly matrix: AllowedMatrix | undefined
  /** Frames that do not move, in the frame of the robot's root. */
  readonly frames: Readonly<Record<string, ScenePose>>
  /** What there is to say about the file. Sentences. */
  readonly notes: readonly string[]
}

/** An object: shapes that hold together. */
export interface PlanningObject {
  readonly id: string
  /** Empty for that of the robot's root. */
  readonly frame: string
  /** In that frame. */
  readonly pose: ScenePose
  /** In the object's own. Planes are infinite. */
  readonly shapes: readonly PlanningShape[]
}

/** An object that a link carries. Without shapes it is the object of the world that has its name. */
export interface PlanningAttached extends PlanningObject {
  readonly link: string
  readonly touchLinks: readonly string[]
}

/** MoveIt's allowed collision matrix: true where a pair may touch. */
export interface AllowedMatrix {
  readonly names: readonly string[]
  /** Row by row; symmetric. */
  readonly allowed: readonly (readonly boolean[])[]
  /** Of one name with all others, where the matrix has no entry for the two. */
  readonly defaults: Readonly<Record<string, boolean>>
}

const WHAT = 'a planning scene: a .scene file, or a moveit_msgs/PlanningScene as YAML or JSON'

/**
 * Reads a MoveIt planning scene: the text of a `.scene` file, or the message as YAML or JSON, recognised by content. Throws
 * SceneFileError, with `fileName` in it.
 *
 * @example
 * ```ts
 * import { parsePlanningScene } from 'limber/robots'
 * const text = 'cell\n* ball\n0 0 1\n0 0 0 1\n1\nsphere\n0.2\n0 0 0\n0 0 0 1\n0 0 0 0\n0\n.\n'
 * const { objects } = await parsePlanningScene(text)
 * console.log(objects[0]?.id, objects[0]?.pose.xyz) // ball [ 0, 0, 1 ]
 * ```
 */
export async function parsePlanningScene(input: string | object, fileName = 'scene'): Promise<PlanningScene> {
  if (typeof input === 'string' && isSceneText(input)) return parseSceneText(input, fileName)
  const documents = await readRosDocuments(input, fileName)
  const last = documents.at(-1)
  if (last === undefined) throw new SceneFileError(fileName, {}, WHAT, 'nothing')
  const roots = documents.map(({ root }) => sceneRoot(root))
  roots.forEach((root, k) => {
    if (root === undefined) documents[k]!.root.fail(WHAT, 'something else')
  })
  const scene = readScene(roots.at(-1)!)
  if (documents.length === 1) return scene
  return { ...scene, notes: [...scene.notes, `of ${documents.length} messages, the last is taken`] }
}

/** Of a document that is a planning scene, the part that is it. */
export function sceneRoot(root: JsonNode): JsonNode | undefined {
  if (!isRecord(root)) return undefined
  if (['world', 'collision_objects', 'robot_state', 'allowed_collision_matrix'].some((name) => has(root, name)))
    return root
  return has(root, 'scene') ? sceneRoot(root.get('scene')) : undefined
}

function readScene(root: JsonNode): PlanningScene {
  const notes: string[] = []
  const world = has(root, 'collision_objects') ? root : root.get('world')
  const state = root.get('robot_state')
  refuse(root, world)
  if (root.get('is_diff').value === true)
    notes.push('It is a difference (is_diff): what it does not mention is as if empty.')
  const objects = has(root, 'world') || world === root ? listItems(world.get('collision_objects')).map(readObject) : []
  const attached = isRecord(state) ? listItems(state.get('attached_collision_objects')).map(readAttached) : []
  demandOnce(objects, world.get('collision_objects'))
  const name = root.get('name')
  return {
    name: typeof name.value === 'string' ? name.value : '',
    objects,
    attached,
    state: isRecord(state) && has(state, 'joint_state') ? stateOf(state) : undefined,
    matrix: readMatrix(root.get('allowed_collision_matrix')),
    frames: readFrames(root.get('fixed_frame_transforms')),
    notes,
  }
}

/** What the engine has nothing for, and what would change the answer. */
function refuse(root: JsonNode, world: JsonNode): void {
  if (isRecord(world) && has(world, 'octomap')) {
    const data = world.get('octomap').get('octomap').get('data')
    const isFull = typeof data.value === 'string' ? data.value !== '' : listItems(data).length > 0
    if (isFull) data.fail('no octomap: give what it shows as boxes or as a mesh', 'one')
  }
  for (const [list, field, good, advice] of [
    ['link_padding', 'padding', 0, 'ask for a clearance instead (--clearance)'],
    ['link_scale', 'scale', 1, 'the links are as large as their files have them'],
  ] as const) {
    for (const node of listItems(root.get(list))) {
      if (finite(node.get(field)) !== good) node.get(field).fail(`${good}: ${advice}`)
    }
  }
}

function stateOf(node: JsonNode): Record<string, number> | undefined {
  if (listItems(node.get('joint_state').get('name')).length === 0) return undefined
  const { joints, waypoints } = readRobotState(node)
  return Object.fromEntries(joints.map((joint, k) => [joint, waypoints[0]![k]!]))
}

/** The first of what may be done with an object; a byte, which YAML may have as a letter. */
const ADD: readonly unknown[] = [0, undefined, null, '', '\u0000']

function readObject(node: JsonNode): PlanningObject {
  const { value } = node.get('operation')
  if (!ADD.includes(value)) node.get('operation').fail('0 (ADD): a whole scene, not what changes in one')
  const frame = node.get('header').get('frame_id')
  return {
    id: words(node.get('id'), 'the name of an object'),
    frame: typeof frame.value === 'string' ? frame.value.replace(/^\//, '') : '',
    pose: has(node, 'pose') ? messagePose(node.get('pose')) : {},
    shapes: objectShapes(node),
  }
}

function readAttached(node: JsonNode): PlanningAttached {
  return {
    ...readObject(node.get('object')),
    link: words(node.get('link_name'), 'the name of a link'),
    touchLinks: listItems(node.get('touch_links')).map((link) => words(link, 'the name of a link')),
  }
}

function demandOnce(objects: readonly PlanningObject[], list: JsonNode): void {
  const places = new Map<string, number>()
  for (const [k, { id, shapes }] of objects.entries()) {
    const other = places.get(id)
    if (other !== undefined) list.item(k).get('id').fail(`each object once: the one at ${other} is called so too`)
    if (shapes.length === 0) list.item(k).fail('a shape: primitives, meshes or planes', `none of ${quoteName(id)}`)
    places.set(id, k)
  }
}

function readMatrix(node: JsonNode): AllowedMatrix | undefined {
  if (node.missing || node.value === null) return undefined
  const names = listItems(node.get('entry_names')).map((name) => words(name, 'the name of a link or an object'))
  const rows = listItems(node.get('entry_values'))
  if (rows.length !== names.length) node.get('entry_values').fail(`${names.length} rows, one a name`, `${rows.length}`)
  const allowed = rows.map((row) => {
    const list = listItems(row.get('enabled'))
    if (list.length !== names.length) row.get('enabled').fail(`${names.length} values, one a name`, `${list.length}`)
    return list.map(truth)
  })
  for (const [i, row] of allowed.entries()) {
    const j = row.findIndex((value, k) => k < i && value !== allowed[k]![i])
    if (j >= 0)
      rows[i]!.get('enabled')
        .item(j)
        .fail(`${allowed[j]![i]}, as ${quoteName(names[j]!)} has it with ${quoteName(names[i]!)}`)
  }
  const keys = listItems(node.get('default_entry_names')).map((name) => words(name, 'the name of a link or an object'))
  const values = listItems(node.get('default_entry_values')).map(truth)
  if (keys.length !== values.length)
    node.get('default_entry_values').fail(`${keys.length} values, one a name`, `${values.length}`)
  if (names.length === 0 && keys.length === 0) return undefined
  return { names, allowed, defaults: Object.fromEntries(keys.map((key, k) => [key, values[k]!])) }
}

/** ROS 1 prints a bool as a number where it is in a list. */
function truth(node: JsonNode): boolean {
  const { value } = node
  if (value === true || value === 1) return true
  return value === false || value === 0 ? false : node.fail('true or false')
}

function readFrames(list: JsonNode): Record<string, ScenePose> {
  return Object.fromEntries(
    listItems(list).map((node) => {
      const name = words(node.get('child_frame_id'), 'the name of a frame').replace(/^\//, '')
      const transform = node.get('transform')
      return [name, messagePose(transform, 'translation', 'rotation')]
    }),
  )
}
