// The path file: which joints, and their values at each waypoint. A pose file is one with a single waypoint; it may also be
// a plain table of joints and values. A trajectory has points with times, and maybe velocities and accelerations, in place of
// waypoints. Joints are called 'robot/joint', or 'joint' where only one robot has it.
import { InvalidInputError, SceneFileError } from '../../errors.js'
import type { JsonNode } from '../text/json-document.js'
import { demandFields, finite, items, readDocument, words } from './scene-json.js'
import { didYouMean, quoteName } from './scene-names.js'

/** A path file, checked. Radians and metres. */
export interface PathDescription {
  readonly joints: readonly string[]
  /** One or more; each has one number a joint, in their order. */
  readonly waypoints: readonly (readonly number[])[]
  /** When each waypoint is reached, in seconds; left out where nothing is known of time. */
  readonly times?: readonly number[]
  /** Of a trajectory: rates at each waypoint, or undefined where they are not known. Left out where none are. */
  readonly velocities?: readonly (readonly number[] | undefined)[]
  readonly accelerations?: readonly (readonly number[] | undefined)[]
  /** Where joints are that are not in `joints`; those in neither are at neutral. */
  readonly start?: Readonly<Record<string, number>>
  /** The message of ROS that it was read from, 'trajectory_msgs/JointTrajectory' for instance. */
  readonly message?: string
  /** What there is to say about the file. Sentences. */
  readonly notes?: readonly string[]
}

/** What configurations are written for: a World. */
export interface JointOrder {
  /** Names of the numbers of a configuration: 'robot/joint', or 'robot/joint/x' for one of several. */
  readonly variables: readonly string[]
  /** The default where nothing else is given. */
  neutral(): Float64Array
  /** A checked copy of `from`: refuses quaternions that are not of unit length. */
  configuration(values: Readonly<Record<string, number>>, from: Float64Array): Float64Array
}

const FORMS = '{"joints": ["robot/joint", …], "waypoints": [[…], …]}'
const POINTS = '{"time": seconds, "positions": […]}'

/**
 * Checks and reads a path, a trajectory or a pose. `input` is the text of the file, or the value that JSON.parse made of it. Throws SceneFileError, with
 * `fileName` in it.
 */
export function parsePath(input: string | object, fileName = 'path'): PathDescription {
  const root = readDocument(input, fileName)
  if (typeof root.value !== 'object' || root.value === null || Array.isArray(root.value)) {
    root.fail(`a path: ${FORMS}, or a pose: {"robot/joint": value, …}`)
  }
  if (!root.get('limber').missing) {
    const other = root.get('kind').value === 'motion' ? 'a certificate' : 'a scene'
    root.fail(`a path: ${FORMS}, or a pose; this is ${other}`)
  }
  // A joint may be called `joints`: only arrays make it a path.
  const isArray = (name: string): boolean => typeof root.get(name).value === 'object'
  if (isArray('points') && !isArray('waypoints')) return readTrajectory(root)
  return isArray('joints') || isArray('waypoints') ? readPath(root) : readPose(root)
}

function readPath(root: JsonNode): PathDescription {
  demandFields(root, ['joints', 'waypoints', 'times'])
  const joints = readJoints(root.get('joints'))
  const waypoints = root.get('waypoints')
  if (waypoints.missing || waypoints.length === 0) waypoints.fail(`one waypoint or more: ${FORMS}`)
  const times = root.get('times')
  return {
    joints,
    waypoints: Array.from(items(waypoints), (node) => readRow(node, joints.length)),
    ...(times.missing ? {} : { times: readTimes(times, waypoints.length) }),
  }
}

/** As `limber plan --trajectory` writes it. */
function readTrajectory(root: JsonNode): PathDescription {
  demandFields(root, ['joints', 'points'])
  const joints = readJoints(root.get('joints'))
  const points = root.get('points')
  if (points.length === 0) points.fail(`one point or more: ${POINTS}`)
  return trajectoryPath(
    joints,
    Array.from(items(points), (node) => {
      demandFields(node, ['time', 'positions', 'velocities', 'accelerations'])
      return { node, timeNode: node.get('time'), time: finite(node.get('time')) }
    }),
  )
}

/** A point whose `positions`, `velocities` and `accelerations` are to be read; empty lists count as missing. */
export interface PointNode {
  readonly node: JsonNode
  readonly timeNode: JsonNode
  readonly time: number
}

/** Points with times, each later than the last. */
export function trajectoryPath(joints: readonly string[], points: readonly PointNode[]): PathDescription {
  const rates = (name: 'velocities' | 'accelerations'): (readonly number[] | undefined)[] =>
    points.map(({ node }) => {
      const list = node.get(name)
      const isNone = list.missing || list.value === null || (Array.isArray(list.value) && list.value.length === 0)
      return isNone ? undefined : readRow(list, joints.length)
    })
  const [velocities, accelerations] = [rates('velocities'), rates('accelerations')]
  points.forEach(({ node, timeNode, time }, k) => {
    if (k > 0 && !(time > points[k - 1]!.time)) timeNode.fail('later than the one before', `${time}`)
    if (accelerations[k] !== undefined && velocities[k] === undefined) {
      node.get('velocities').fail('velocities where there are accelerations')
    }
  })
  return {
    joints,
    waypoints: points.map(({ node }) => readRow(node.get('positions'), joints.length)),
    times: points.map(({ time }) => time),
    ...(velocities.some((row) => row !== undefined) ? { velocities } : {}),
    ...(accelerations.some((row) => row !== undefined) ? { accelerations } : {}),
  }
}

/** Names, each once. */
export function readJoints(list: JsonNode): string[] {
  if (list.missing) list.fail(`the joints' names: ${FORMS}`)
  const places = new Map<string, string>()
  for (const node of items(list)) {
    const name = words(node, 'the name of a joint')
    const other = places.get(name)
    if (other !== undefined) node.fail(`each joint once: ${other} is the same`)
    places.set(name, node.path())
  }
  return [...places.keys()]
}

export function readRow(node: JsonNode, count: number): number[] {
  if (!Array.isArray(node.value) || node.value.length !== count) {
    const got = Array.isArray(node.value) ? `${node.value.length}` : undefined
    node.fail(`a list of ${count} numbers, one a joint`, got)
  }
  return Array.from(items(node), finite)
}

function readTimes(node: JsonNode, count: number): number[] {
  if (!Array.isArray(node.value) || node.length !== count) {
    node.fail(`a list of ${count} times in seconds, one a waypoint`)
  }
  const times = Array.from(items(node), finite)
  times.forEach((time, k) => {
    if (k > 0 && !(time > times[k - 1]!)) node.item(k).fail(`later than the one before, ${times[k - 1]}`)
  })
  return times
}

function readPose(root: JsonNode): PathDescription {
  const joints = root.keys()
  return { joints, waypoints: [joints.map((name) => finite(root.get(name)))] }
}

/** The waypoints as configurations. Joints that the path does not name are at neutral: `jointsLeftOut` lists them. */
export function configurationsOf(order: JointOrder, path: PathDescription, fileName = 'path'): Float64Array[] {
  const places = placesOf(order, path, fileName)
  const rest = restOf(order, path, fileName)
  return path.waypoints.map((values, i) => {
    const q = rest.slice()
    places.forEach((place, k) => {
      q[place] = values[k]!
    })
    try {
      return order.configuration({}, q)
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      throw new SceneFileError(fileName, { field: `waypoints[${i}]` }, 'a configuration', `this: ${error.message}`)
    }
  })
}

/** Where joints are that the path does not move. */
function restOf(order: JointOrder, { start = {} }: PathDescription, fileName = 'path'): Float64Array {
  const q = order.neutral()
  const joints = Object.keys(start)
  placesOf(order, { joints }, fileName).forEach((place, k) => {
    q[place] = start[joints[k]!]!
  })
  return q
}

/** The variables that a path says nothing about, in their order. */
export function jointsLeftOut(order: JointOrder, path: PathDescription, fileName = 'path'): string[] {
  const { start = {} } = path
  const named = new Set([
    ...placesOf(order, path, fileName),
    ...placesOf(order, { joints: Object.keys(start) }, fileName),
  ])
  return order.variables.filter((_, place) => !named.has(place))
}

/** The index in a configuration of each of the path's joints. */
export function placesOf(
  { variables }: Pick<JointOrder, 'variables'>,
  { joints }: Pick<PathDescription, 'joints'>,
  file: string,
): number[] {
  const whole = new Map(variables.map((name, place) => [name, place]))
  const short = new Map<string, number[]>()
  variables.forEach((name, place) => {
    const key = name.slice(name.indexOf('/') + 1)
    short.set(key, [...(short.get(key) ?? []), place])
  })
  const taken = new Map<number, string>()
  return joints.map((name) => {
    const fail = (expected: string, got?: string): never => {
      throw new SceneFileError(file, { field: `joint ${quoteName(name)}` }, expected, got)
    }
    const exact = whole.get(name)
    const found = exact === undefined ? (short.get(name) ?? []) : [exact]
    if (found.length === 0) {
      const expected = 'a joint of the scene with its own value, which fixed and mimic joints do not have'
      fail(expected, `another${didYouMean(name, variables)}`)
    }
    if (found.length > 1) {
      fail(`the robot's name before it: ${found.map((place) => quoteName(variables[place]!)).join(' or ')}`)
    }
    const place = found[0]!
    const other = taken.get(place)
    if (other !== undefined) fail('each joint once', `it and ${quoteName(other)}, which is the same`)
    taken.set(place, name)
    return place
  })
}
