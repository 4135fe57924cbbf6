// Where a plan begins and where it may end, from files and options.
import {
  configurationsOf,
  jointsLeftOut,
  type LinkGoal,
  orderAt,
  SceneFileError,
  type World,
} from '../../src/entries/robots.js'
import { givenWaypoints, readGiven } from '../read/read-given.js'

/** A goal, and how it was given: for people. */
export interface NamedGoal {
  readonly goal: Float64Array | LinkGoal
  readonly name: string
  /** The file it is from, or the values as they were typed; and the waypoint in it. */
  readonly file: string | undefined
  readonly waypoint: number
}

export interface Start {
  readonly q: Float64Array
  /** Joints of which nothing is said: at neutral. */
  readonly left: readonly string[]
  readonly said: readonly string[]
}

/** Without a file, all joints are at neutral. */
export async function readStart(world: World, given: string | undefined, state?: Float64Array): Promise<Start> {
  if (given === undefined && state !== undefined) {
    return { q: state, left: [], said: ['no --from: all joints start where the planning scene has them'] }
  }
  if (given === undefined) {
    const said = world.dof === 0 ? [] : ['no --from: all joints start at neutral: zero, or the limit nearest to zero']
    return { q: world.neutral(), left: world.variables, said }
  }
  const from = await readGiven('--from', given, world)
  const { path, name: file } = from
  if (path.waypoints.length !== 1) {
    throw new SceneFileError(file, { field: 'waypoints' }, 'one waypoint: the start', `${path.waypoints.length}`)
  }
  const { waypoints, said } = givenWaypoints(world, from, state)
  return { q: waypoints[0]!, left: state === undefined ? jointsLeftOut(world, path, file) : [], said }
}

/** Every waypoint of every file, then every pose of a link. Joints that a file leaves out are to stay as they start. */
export async function readGoals(
  world: World,
  start: Float64Array,
  files: readonly string[],
  links: readonly LinkGoal[],
): Promise<{ goals: NamedGoal[]; said: string[] }> {
  const order = orderAt(world, start)
  const goals: NamedGoal[] = []
  const said: string[] = []
  for (const given of files) {
    const { path, name: file } = await readGiven('--to', given, world)
    const left = jointsLeftOut(world, path, file)
    said.push(...(path.notes ?? []).map((note) => `${file}: ${note}`))
    if (left.length > 0) said.push(stays(file, left))
    configurationsOf(order, path, file).forEach((goal, waypoint, { length }) => {
      const name = length === 1 ? file : `${file}, waypoints[${waypoint}]`
      goals.push({ goal, name, file: given === '-' ? undefined : given, waypoint })
    })
  }
  for (const goal of links) goals.push({ goal, name: `the pose of ${goal.link}`, file: undefined, waypoint: 0 })
  return { goals, said }
}

function stays(file: string, joints: readonly string[]): string {
  const most = 10
  const rest = joints.length > most ? ` and ${joints.length - most} more` : ''
  return `${file} leaves out ${joints.slice(0, most).join(', ')}${rest}: to end where it starts`
}
