// Where a plan begins and where it may end, from files and options.
import { configurationsOf, jointsLeftOut, type LinkGoal, SceneFileError, type World } from '../../src/entries/robots.js'
import { leftOut } from '../check/check-report.js'
import { readGiven } from '../read/read-given.js'

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
export async function readStart(world: World, given: string | undefined): Promise<Start> {
  if (given === undefined) {
    const said = world.dof === 0 ? [] : ['no --from: all joints start at neutral: zero, or the limit nearest to zero']
    return { q: world.neutral(), left: world.variables, said }
  }
  const { path, name: file } = await readGiven('--from', given, world)
  if (path.waypoints.length !== 1) {
    throw new SceneFileError(file, { field: 'waypoints' }, 'one waypoint: the start', `${path.waypoints.length}`)
  }
  const [q] = configurationsOf(world, path, file)
  const left = jointsLeftOut(world, path, file)
  return { q: q!, left, said: leftOut(file, left) }
}

/** Every waypoint of every file, then every pose of a link. Joints that a file leaves out are to stay as they start. */
export async function readGoals(
  world: World,
  start: Float64Array,
  files: readonly string[],
  links: readonly LinkGoal[],
): Promise<{ goals: NamedGoal[]; said: string[] }> {
  const { variables } = world
  const order = {
    variables,
    neutral: () => start.slice(),
    configuration: (values: Readonly<Record<string, number>>, from: Float64Array) => world.configuration(values, from),
  }
  const goals: NamedGoal[] = []
  const said: string[] = []
  for (const given of files) {
    const { path, name: file } = await readGiven('--to', given, world)
    const left = jointsLeftOut(world, path, file)
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
