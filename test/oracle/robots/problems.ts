// The planning problems of LIMBER_DATA (MotionBenchMaker's, as JSON): scenes of boxes and cylinders, a start and a goal each, and
// the pairs of links that the benchmark itself leaves out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { dataRobot } from '../../../bench/data-robots.js'
import { box, cylinder, type ObstacleInput, type Robot } from '../../../src/entries/robots.js'

interface PoseJson {
  readonly position: readonly number[]
  /** x, y, z, w. */
  readonly orientation: readonly number[]
}

interface ObjectJson {
  readonly id: string
  /** Of the object; null is the world's frame. */
  readonly pose: PoseJson | null
  /** A box's full sizes, or a cylinder's length and radius; poses are in the object's frame. */
  readonly primitives: readonly {
    readonly type: string
    readonly dimensions: readonly number[]
    readonly pose: PoseJson
  }[]
}

export interface Problem {
  readonly scene: string
  readonly index: number
  readonly start: Readonly<Record<string, number>>
  readonly goal: Readonly<Record<string, number>>
  readonly obstacles: readonly (ObstacleInput & { readonly name: string })[]
  /** Pairs of links, by name, that the benchmark does not look at. */
  readonly allowed: readonly (readonly [string, string])[]
}

export const PROBLEM_ROBOTS = ['panda', 'ur5'] as const
export type ProblemRobot = (typeof PROBLEM_ROBOTS)[number]

/** The robot of the problems, with the pairs that its SRDF file allows. */
export function problemRobot(folder: string, name: ProblemRobot): Promise<Robot> {
  return dataRobot(folder, name, { srdf: true })
}

export function readProblems(folder: string, name: ProblemRobot): Problem[] {
  const file = join(folder, 'problems', `${name}_problems.json.gz`)
  const { acms, problems } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    readonly acms: readonly { readonly names: readonly string[]; readonly values: readonly (readonly number[])[] }[]
    readonly problems: Readonly<
      Record<
        string,
        readonly (Pick<Problem, 'index' | 'start' | 'goal'> & {
          readonly objects: readonly ObjectJson[]
          readonly acm: number
        })[]
      >
    >
  }
  const allowed = acms.map(({ names, values }) =>
    names.flatMap((a, i) =>
      names.slice(i + 1).flatMap((b, k) => (values[i]![i + 1 + k] === 1 ? [[a, b] as const] : [])),
    ),
  )
  return Object.entries(problems).flatMap(([scene, list]) =>
    list.map(({ index, start, goal, objects, acm }) => ({
      scene,
      index,
      start,
      goal,
      obstacles: objects.map(obstacleOf),
      allowed: allowed[acm]!,
    })),
  )
}

function obstacleOf({ id, pose, primitives }: ObjectJson): ObstacleInput & { name: string } {
  if (primitives.length !== 1) throw new Error(`${id}: ${primitives.length} primitives`)
  const { type, dimensions, pose: own } = primitives[0]!
  if (type !== 'box' && type !== 'cylinder') throw new Error(`${id}: a ${type}`)
  // The primitive in its object's frame; the object in the world's.
  const shape =
    type === 'box'
      ? box({ size: dimensions, at: own.position, rotation: own.orientation })
      : cylinder({ length: dimensions[0]!, radius: dimensions[1]!, at: own.position, rotation: own.orientation })
  return { name: id, shape, pose: pose === null ? {} : { at: pose.position, rotation: pose.orientation } }
}

/** The values of joints that move in this robot; the names of the rest, which its URDF holds still. */
export function movingValues(
  robot: Robot,
  values: Readonly<Record<string, number>>,
): { moving: Record<string, number>; held: string[] } {
  const moving: Record<string, number> = {}
  const held: string[] = []
  for (const [name, value] of Object.entries(values)) {
    // Throws if there is no such joint at all.
    if (robot.joint(name).kind === 'fixed') held.push(name)
    else moving[name] = value
  }
  return { moving, held }
}

/** Those pairs that are of links of this robot: `robot/link` both. */
export function allowedLinks(robot: Robot, pairs: Problem['allowed']): (readonly [string, string])[] {
  const known = new Set(robot.links.map(({ name }) => name))
  return pairs.flatMap(([a, b]) =>
    known.has(a) && known.has(b) ? [[`${robot.name}/${a}`, `${robot.name}/${b}`] as const] : [],
  )
}
