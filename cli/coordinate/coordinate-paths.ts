// Robots' paths from files, for `limber coordinate`: paths, timed paths, trajectories, and what `limber plan --json` prints. Joints are
// called 'robot/joint', so that a file says whose path it is; `NAME=file` says it where several robots move in one.
import { existsSync } from 'node:fs'
import { readPath } from '../../node/index.js'
import {
  configurationsOf,
  InvalidInputError,
  jointsLeftOut,
  type PathDescription,
  type PathsInput,
  parsePath,
  type RobotPathInput,
  SceneFileError,
  type TrajectoryPoint,
  type World,
} from '../../src/entries/robots.js'
import { lookAtFile } from '../info/file-look.js'
import type { Start } from '../plan/plan-goals.js'
import { variableOf } from '../plan/plan-names.js'

/** One robot's path, and the file that it is from. */
export interface PathOfRobot {
  readonly robot: string
  readonly file: string
  readonly path: RobotPathInput
  /** Does it have stretches that are not straight? */
  readonly isCurved: boolean
}

export interface ReadRobotPaths {
  readonly paths: readonly PathOfRobot[]
  readonly said: readonly string[]
}

interface FilePath extends PathDescription {
  /** Of a trajectory. */
  readonly points?: readonly TrajectoryPoint[]
}

/** A robot, and its variables among those of the world. */
interface OwnVariables {
  readonly name: string
  readonly first: number
  readonly variables: readonly string[]
}

/** `given`: files, or NAME=file. `start`: where joints are that a file leaves out, and robots without a path. */
export async function readRobotPaths(
  world: World,
  given: readonly string[],
  { q: from, left: unknown }: Pick<Start, 'q' | 'left'>,
): Promise<ReadRobotPaths> {
  const robots = robotsOf(world)
  const paths: PathOfRobot[] = []
  const said: string[] = []
  for (const text of given) {
    const { name, file } = namedFile(robots, text)
    const whole = await readFilePath(file)
    const robot = name ?? robotOf(world, robots, whole, file)
    const other = paths.find((path) => path.robot === robot.name)
    if (other !== undefined) {
      throw new SceneFileError(
        file,
        {},
        'a path of another robot',
        `a second one of ${robot.name}: ${other.file} is one`,
      )
    }
    const own = columnsOf(robots, robot, whole)
    if (own.joints.length === 0) {
      throw new SceneFileError(
        file,
        { field: 'joints' },
        `joints of ${robot.name}`,
        `only others: ${whole.joints.join(', ')}`,
      )
    }
    const left = jointsLeftOut(orderOf(world, robot, from), own, file)
    if (left.length > 0) said.push(`${file} leaves out ${left.join(', ')}: ${whereTheyAre(left, unknown)}`)
    const { path, isCurved, notes } = inputOf(world, robot, from, own, file)
    said.push(...notes)
    paths.push({ robot: robot.name, file, path, isCurved })
  }
  for (const { name, variables } of robots) {
    if (paths.some(({ robot }) => robot === name)) continue
    said.push(`no path of ${name}: it stands, ${whereTheyAre(variables, unknown)}`)
  }
  return { paths, said }
}

/** Where joints are of which files of paths say nothing: `unknown` are those that --from leaves out too. */
function whereTheyAre(joints: readonly string[], unknown: readonly string[]): string {
  const known = joints.filter((joint) => !unknown.includes(joint))
  if (known.length === 0) return 'at neutral'
  if (known.length === joints.length) return 'as in --from'
  const neutral = joints.filter((joint) => unknown.includes(joint))
  return `${known.join(', ')} as in --from, ${neutral.join(', ')} at neutral`
}

/** As the engine takes them. */
export function pathsInput(paths: readonly Pick<PathOfRobot, 'robot' | 'path'>[]): PathsInput {
  return Object.fromEntries(paths.map(({ robot, path }) => [robot, path]))
}

export function robotsOf(world: World): OwnVariables[] {
  let first = 0
  return world.model().robots.map(({ name, robot }) => {
    const at = first
    first += robot.dof
    return { name, first: at, variables: world.variables.slice(at, first) }
  })
}

/** A file of that name comes first: NAME=file is one where there is none. */
function namedFile(
  robots: readonly OwnVariables[],
  text: string,
): { readonly name: OwnVariables | undefined; readonly file: string } {
  const at = text.indexOf('=')
  if (at < 1 || existsSync(text)) return { name: undefined, file: text }
  const [name, file] = [text.slice(0, at), text.slice(at + 1)]
  const robot = robots.find((own) => own.name === name)
  if (robot === undefined || file === '') {
    const expected = `a file, or NAME=file with the name of a robot: ${robots.map((own) => own.name).join(', ')}`
    throw new InvalidInputError('path', text, expected)
  }
  return { name: robot, file }
}

async function readFilePath(file: string): Promise<FilePath> {
  const { json } = existsSync(file) ? await lookAtFile(file) : { json: undefined }
  const fields = (typeof json === 'object' && json !== null ? json : {}) as Readonly<Record<string, unknown>>
  if (Array.isArray(fields.points)) return trajectoryOf(fields, file)
  // What `limber plan --json` and `limber smooth --json` print.
  const isPlan = typeof fields.outcome === 'string' && typeof fields.path === 'object' && fields.path !== null
  if (isPlan) return parsePath(fields.path as object, file)
  return readPath(file)
}

function trajectoryOf({ joints, points }: Readonly<Record<string, unknown>>, file: string): FilePath {
  const fail = (field: string, expected: string): never => {
    throw new SceneFileError(file, { field }, expected)
  }
  if (!Array.isArray(joints) || joints.some((joint) => typeof joint !== 'string')) {
    return fail('joints', "a list of joints' names, as points have their values")
  }
  const list = points as readonly TrajectoryPoint[]
  const waypoints = list.map((point, k) => {
    const { positions } = point ?? {}
    const isRow = Array.isArray(positions) && positions.length === joints.length && positions.every(Number.isFinite)
    return isRow ? (positions as number[]) : fail(`points[${k}].positions`, `${joints.length} numbers, one a joint`)
  })
  if (waypoints.length === 0) fail('points', 'one point or more')
  return { joints: joints as string[], waypoints, points: list }
}

/** The robot whose joints the file names; of several, the one that moves. */
function robotOf(world: World, robots: readonly OwnVariables[], path: FilePath, file: string): OwnVariables {
  // Refuses names that the scene does not have, and those that it has twice.
  jointsLeftOut(world, path, file)
  const variables = path.joints.map((joint) => variableOf(world.variables, joint))
  const named = robots.filter((robot) => robot.variables.some((variable) => variables.includes(variable)))
  const { waypoints } = path
  const moving = robots.filter((robot) =>
    variables.some((name, k) => robot.variables.includes(name) && waypoints.some((q) => q[k] !== waypoints[0]![k])),
  )
  const [only, ...others] = moving.length > 0 ? moving : named
  if (only !== undefined && others.length === 0) return only
  const names = (list: readonly OwnVariables[]): string => list.map(({ name }) => name).join(' and ')
  const got = only === undefined ? 'one without joints' : `one of ${names([only, ...others])}`
  const advice = `NAME=${file} says whose path is meant, for each robot`
  throw new SceneFileError(file, { field: 'joints' }, `a path in which one robot moves (${advice})`, got)
}

/** Those of a robot, by the full names of its variables. */
function columnsOf(robots: readonly OwnVariables[], robot: OwnVariables, path: FilePath): FilePath {
  const ofOther = (joint: string): boolean =>
    robots.some(({ name, variables }) => name !== robot.name && variables.includes(joint)) &&
    !robot.variables.includes(joint)
  const kept = path.joints.flatMap((joint, k) => (ofOther(joint) ? [] : [k]))
  const some = (row: ArrayLike<number>): number[] => kept.map((k) => row[k]!)
  const { times, points } = path
  return {
    joints: kept.map((k) => variableOf(robot.variables, path.joints[k]!)),
    waypoints: path.waypoints.map(some),
    ...(times === undefined ? {} : { times }),
    ...(points === undefined
      ? {}
      : {
          points: points.map(({ positions, velocities, accelerations, ...rest }) => ({
            ...rest,
            positions: some(positions),
            ...(velocities === undefined ? {} : { velocities: some(velocities) }),
            ...(accelerations === undefined ? {} : { accelerations: some(accelerations) }),
          })),
        }),
  }
}

function orderOf(world: World, { first, variables }: OwnVariables, from: Float64Array) {
  const end = first + variables.length
  return {
    variables,
    neutral: () => from.slice(first, end),
    configuration: (_: Readonly<Record<string, number>>, own: Float64Array) => {
      const q = from.slice()
      q.set(own, first)
      return world.configuration({}, q).slice(first, end)
    },
  }
}

function inputOf(
  world: World,
  robot: OwnVariables,
  from: Float64Array,
  own: FilePath,
  file: string,
): Pick<PathOfRobot, 'path' | 'isCurved'> & { readonly notes: readonly string[] } {
  const { points, times } = own
  if (points !== undefined) {
    const isCurved = points.some(({ velocities }) => velocities !== undefined)
    const first = points[0]!.time
    const late =
      first > 0
        ? [`${file} begins at ${first} s: until then it moves there from where it is in --from, or from neutral`]
        : []
    return { path: { joints: own.joints, points }, isCurved, notes: late }
  }
  const waypoints = configurationsOf(orderOf(world, robot, from), own, file)
  return { path: times === undefined ? waypoints : { waypoints, times }, isCurved: false, notes: [] }
}
