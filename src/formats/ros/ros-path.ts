// Trajectories and configurations as ROS has them, read as paths: trajectory_msgs/JointTrajectory, alone or inside of
// moveit_msgs/RobotTrajectory, DisplayTrajectory or the goal of an action; sensor_msgs/JointState, alone or in moveit_msgs/RobotState. Of
// several messages in a text the last is taken: it is the newest.
import type { World } from '../../robots/world/world.js'
import { joinedBy } from '../robots/path-motion.js'
import { readDocument, words } from '../robots/scene-json.js'
import { quoteName } from '../robots/scene-names.js'
import {
  type PathDescription,
  type PointNode,
  parsePath,
  readJoints,
  readRow,
  trajectoryPath,
} from '../robots/scene-path.js'
import type { JsonNode } from '../text/json-document.js'
import { has, isRecord, isYaml, listItems, readRosDocuments, readTime } from './ros-message.js'

/** Messages that are paths or configurations. */
export type RosPathKind =
  | 'trajectory_msgs/JointTrajectory'
  | 'moveit_msgs/RobotTrajectory'
  | 'moveit_msgs/DisplayTrajectory'
  | 'sensor_msgs/JointState'
  | 'moveit_msgs/RobotState'

const MESSAGES = 'a JointTrajectory, a RobotTrajectory, a DisplayTrajectory, a JointState or a RobotState'
const SOME_FIELD = /"(?:joint_names|joint_trajectory|trajectory|joint_state|position|goal)"\s*:/

/** What a document is, by its fields; undefined if it is none of these. A field that is a number is the value of a joint. */
export function rosPathKind(root: JsonNode): RosPathKind | undefined {
  if (!isRecord(root)) return undefined
  const holds = (name: string): boolean => typeof root.get(name).value === 'object' && has(root, name)
  if (holds('joint_names')) return 'trajectory_msgs/JointTrajectory'
  if (holds('joint_trajectory')) return 'moveit_msgs/RobotTrajectory'
  if (holds('trajectory')) {
    return Array.isArray(root.get('trajectory').value)
      ? 'moveit_msgs/DisplayTrajectory'
      : rosPathKind(root.get('trajectory'))
  }
  if (holds('goal')) return rosPathKind(root.get('goal'))
  if (holds('joint_state')) return 'moveit_msgs/RobotState'
  if (holds('name') && holds('position')) return 'sensor_msgs/JointState'
  return undefined
}

/**
 * Reads a path, a trajectory or a configuration from text: a path file of Limber's own, or a message of ROS as YAML or JSON, recognised
 * by its fields. `input` may also be the value that JSON.parse made of it. Throws SceneFileError, with `fileName` in it.
 */
export async function parseAnyPath(input: string | object, fileName = 'path'): Promise<PathDescription> {
  if (typeof input === 'string' && !isYaml(input)) {
    // JSON: read twice only where it may be a message.
    if (!SOME_FIELD.test(input)) return parsePath(input, fileName)
  }
  if (typeof input !== 'string' || !isYaml(input)) {
    const root = readDocument(input, fileName)
    const kind = rosPathKind(root)
    return kind === undefined ? parsePath(input, fileName) : readMessage(root, kind)
  }
  const documents = await readRosDocuments(input, fileName)
  const kinds = documents.map(({ root }) => rosPathKind(root))
  const last = documents.at(-1)
  if (last === undefined) return readDocument({}, fileName).fail(`a message of ROS: ${MESSAGES}`, 'none')
  documents.forEach(({ root }, k) => {
    if (kinds[k] !== undefined) return
    const isScene = ['world', 'collision_objects', 'robot_model_name'].some((name) => has(root, name))
    root.fail(`a message of ROS: ${MESSAGES}`, isScene ? 'a planning scene, which --scene takes' : 'something else')
  })
  const other = kinds.findIndex((kind) => kind !== kinds.at(-1))
  if (other >= 0)
    last.root.fail('messages of one kind, of which the last is taken', `${kinds.at(-1)} and ${kinds[other]}`)
  const path = readMessage(last.root, kinds.at(-1)!)
  if (documents.length === 1) return path
  return { ...path, notes: [...(path.notes ?? []), `of ${documents.length} messages, the last is taken`] }
}

function readMessage(root: JsonNode, kind: RosPathKind): PathDescription {
  if (kind === 'sensor_msgs/JointState') return { ...readState(root), message: kind }
  if (kind === 'moveit_msgs/RobotState') return { ...readRobotState(root), message: kind }
  const path = has(root, 'goal') ? readWrapped(root.get('goal')) : readWrapped(root)
  return { ...path, message: kind, notes: [`${kind}: ${joinedBy(path)}`, ...(path.notes ?? [])] }
}

function readWrapped(root: JsonNode): PathDescription {
  if (has(root, 'joint_names')) return readTrajectory(root)
  if (has(root, 'joint_trajectory')) {
    refuseMultiDof(root.get('multi_dof_joint_trajectory'))
    return readTrajectory(root.get('joint_trajectory'))
  }
  const given = root.get('trajectory')
  if (!Array.isArray(given.value)) return readWrapped(given)
  const moving = listItems(given).filter((one) => {
    refuseMultiDof(one.get('multi_dof_joint_trajectory'))
    return listItems(one.get('joint_trajectory').get('points')).length > 0
  })
  if (moving.length !== 1) given.fail('one trajectory that has points', `${moving.length}`)
  const path = readTrajectory(moving[0]!.get('joint_trajectory'))
  if (!has(root, 'trajectory_start') || !has(root.get('trajectory_start'), 'joint_state')) return path
  return startingAt(path, readRobotState(root.get('trajectory_start')))
}

/** With where the robot starts: the way to a first point that is later than 0 is part of the motion then. */
function startingAt(path: PathDescription, { joints, waypoints: [values] }: PathDescription): PathDescription {
  const start = new Map(joints.map((joint, k) => [joint, values![k]!]))
  const own = path.joints.map((joint) => start.get(joint))
  const rest = Object.fromEntries([...start].filter(([joint]) => !path.joints.includes(joint)))
  const told = Object.keys(rest).length === 0 ? path : { ...path, start: rest }
  if (own.includes(undefined)) return told
  const { times, velocities, accelerations, notes = [] } = path
  const zeros = own.map(() => 0)
  if (times !== undefined && times[0]! > 0) {
    return {
      ...told,
      waypoints: [own as number[], ...path.waypoints],
      times: [0, ...times],
      ...(velocities === undefined ? {} : { velocities: [zeros, ...velocities] }),
      ...(accelerations === undefined ? {} : { accelerations: [zeros, ...accelerations] }),
      notes: [...notes.filter((note) => note !== EARLY), 'waypoints[0] is trajectory_start, at rest'],
    }
  }
  const off = Math.max(...own.map((value, k) => Math.abs(value! - path.waypoints[0]![k]!)))
  const far = off > START_TOLERANCE ? [`trajectory_start differs from the first point by ${off}`] : []
  return { ...told, notes: [...notes, ...far] }
}

const EARLY = 'its first point is later than 0: how the robot gets there is not in the file, and not checked'
/** Radians or metres: what MoveIt lets a robot be away from the start of a trajectory before it refuses to play it. */
const START_TOLERANCE = 0.01

/** Floating and planar joints; empty in nearly all messages. */
function refuseMultiDof(node: JsonNode): void {
  if (node.missing || node.value === null) return
  for (const name of ['joint_names', 'points']) {
    const list = node.get(name)
    if (listItems(list).length > 0) list.fail('empty: joints of several variables are not read from such messages')
  }
}

function readTrajectory(root: JsonNode): PathDescription {
  const joints = readJoints(root.get('joint_names'))
  if (joints.length === 0) root.get('joint_names').fail('the name of one joint or more')
  const list = listItems(root.get('points'))
  if (list.length === 0) root.get('points').fail('one point or more')
  const points = list.map((node): PointNode => {
    for (const name of ['positions', 'velocities', 'accelerations']) listItems(node.get(name))
    const timeNode = node.get('time_from_start')
    return { node, timeNode, time: readTime(timeNode) ?? 0 }
  })
  // Before times are given to it, all points of a trajectory have none, or 0.
  if (list.length > 1 && points.every(({ time }) => time === 0)) {
    const waypoints = points.map(({ node }) => readRow(node.get('positions'), joints.length))
    const moves = points.some(({ node }) => listItems(node.get('velocities')).some(({ value }) => value !== 0))
    const note = moves ? ['its points have no times: their velocities are passed over'] : []
    return { joints, waypoints, notes: ['no times: a path', ...note] }
  }
  const path = trajectoryPath(joints, points)
  const first = path.times![0]!
  if (first < 0) points[0]!.timeNode.fail('zero or later', `${first}`)
  return first > 0 && list.length > 1 ? { ...path, notes: [EARLY] } : path
}

function readState(root: JsonNode): PathDescription {
  const joints = readJoints(root.get('name'))
  for (const name of ['name', 'position']) listItems(root.get(name))
  for (const node of listItems(root.get('name'))) words(node, 'the name of a joint')
  return { joints, waypoints: [readRow(root.get('position'), joints.length)] }
}

/** `joint_state`, and a `multi_dof_joint_state` that says that the robot is where it is. */
export function readRobotState(root: JsonNode): PathDescription {
  const many = root.get('multi_dof_joint_state')
  if (has(root, 'multi_dof_joint_state')) {
    for (const [k, node] of listItems(many.get('transforms')).entries()) {
      const still = ['translation', 'rotation'].every((part) =>
        ['x', 'y', 'z'].every((axis) => [0, undefined, null].includes(node.get(part).get(axis).value as null)),
      )
      if (!still) {
        const name = many.get('joint_names').value as readonly unknown[] | undefined
        node.fail(
          'no shift and no turn: joints of several variables are not read from such messages',
          `another pose of ${quoteName(String(name?.[k]))}`,
        )
      }
    }
  }
  return readState(root.get('joint_state'))
}

/**
 * The same path, if it is from a message of ROS, without joints that follow others (mimic joints), which programs print with the rest: their values follow from
 * those of the joints that they mimic. Where they do not, a note says by how much.
 */
export function withoutMimics(world: World, path: PathDescription): PathDescription {
  if (path.message === undefined) return path
  const followers = new Map<string, { joint: string; multiplier: number; offset: number }>()
  for (const { name: robot, robot: model } of world.model().robots) {
    for (const { name, mimic } of model.joints) {
      if (mimic === undefined) continue
      const { joint, multiplier = 1, offset = 0 } = mimic
      for (const known of [name, `${robot}/${name}`]) followers.set(known, { joint, multiplier, offset })
    }
  }
  const kept = path.joints.flatMap((joint, k) => (followers.has(joint) ? [] : [k]))
  const start = Object.entries(path.start ?? {}).filter(([joint]) => !followers.has(joint))
  if (kept.length === path.joints.length && start.length === Object.keys(path.start ?? {}).length) return path
  const pick = (row: readonly number[] | undefined): number[] | undefined => row && kept.map((k) => row[k]!)
  const notes = path.joints.flatMap((joint, k) => {
    const follows = followers.get(joint)
    if (follows === undefined) return []
    const leader = path.joints.findIndex((name) => name === follows.joint || name.endsWith(`/${follows.joint}`))
    if (leader < 0) return [`${joint} is passed over: it follows ${follows.joint}, which the file does not name`]
    const off = path.waypoints.map((q) => Math.abs(q[k]! - (follows.multiplier * q[leader]! + follows.offset)))
    const most = Math.max(...off)
    return most <= MIMIC_TOLERANCE
      ? []
      : [`${joint} is passed over: it follows ${follows.joint}, from which the file has it differ by ${most}`]
  })
  return {
    ...path,
    joints: kept.map((k) => path.joints[k]!),
    waypoints: path.waypoints.map((row) => pick(row)!),
    ...(path.velocities === undefined ? {} : { velocities: path.velocities.map(pick) }),
    ...(path.accelerations === undefined ? {} : { accelerations: path.accelerations.map(pick) }),
    ...(path.start === undefined ? {} : { start: Object.fromEntries(start) }),
    notes: [...(path.notes ?? []), ...notes],
  }
}

/** Radians or metres: what controllers hold joints to. A larger difference is said. */
const MIMIC_TOLERANCE = 1e-3
