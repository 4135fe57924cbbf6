// MotionBenchMaker's problems as planning problems: seven scenes of fifty for each of two robots. A robot is read once; a problem's
// world is made of it and of boxes and cylinders, whenever one is needed.
//
// What may touch: what the robot's SRDF file names, parents with children, and what the problem's own table allows. Fingers stand
// as the URDF file holds them; the files' values for them are passed over (the URDF has no such joints that move). The balls of a
// spherised robot overlap where its meshes do not: pairs that touch in every configuration are allowed too, in that model.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readRobot } from '../../node/index.js'
import { type ObstacleInput, type Robot, World, type WorldInput } from '../../src/entries/robots.js'
import {
  allowedLinks,
  movingValues,
  PROBLEM_ROBOTS,
  type ProblemRobot,
  problemRobot,
  readProblems,
} from '../../test/oracle/robots/problems.js'
import { DATA_ROBOTS } from '../data-robots.js'
import { alwaysTouching } from '../worlds/brute-force.js'

/** What links are made of: the meshes of the URDF file, or the balls of VAMP's spherised one. */
export type Model = 'meshes' | 'spheres'

export interface BenchProblem {
  readonly robot: ProblemRobot
  /** Without the robot's name: `cage`. */
  readonly scene: string
  readonly index: number
  readonly model: Model
  readonly body: Robot
  /** Beside what the robot's own files allow: whole names. */
  readonly allowed: readonly (readonly [string, string])[]
  /** Numbers by variable. */
  readonly start: Float64Array
  readonly goal: Float64Array
  /** Names of the variables that the goal speaks of. */
  readonly moving: readonly string[]
  readonly obstacles: readonly (ObstacleInput & { readonly name: string })[]
  /** A new world; `more` is added to what it is made of. */
  world(more?: WorldInput): World
}

type Obstacles = BenchProblem['obstacles']

export interface ProblemChoice {
  readonly robots?: readonly ProblemRobot[]
  readonly scenes?: readonly string[]
  /** How many of each scene, evenly spaced; default all fifty. */
  readonly each?: number
  readonly model?: Model
}

/** Configurations by which pairs that always touch are found. */
const SAMPLES = 200

/** The folder of LIMBER_DATA if it has the problems. */
export function problemFolder(): string | undefined {
  const folder = process.env.LIMBER_DATA
  return folder !== undefined && existsSync(join(folder, 'problems')) ? folder : undefined
}

export async function loadProblems(folder: string, choice: ProblemChoice = {}): Promise<BenchProblem[]> {
  const { robots = PROBLEM_ROBOTS, scenes, each = Infinity, model = 'meshes' } = choice
  const out: BenchProblem[] = []
  for (const name of robots) {
    const robot = await loadRobot(folder, name, model)
    const empty = new World({ robots: [robot] })
    const always = model === 'meshes' ? [] : alwaysTouching(robot, SAMPLES).map(fullNames(robot))
    const byScene = new Map<string, BenchProblem[]>()
    for (const { scene: full, index, start, goal, obstacles, allowed } of readProblems(folder, name)) {
      const scene = full.replace(new RegExp(`_${name}$`), '')
      if (scenes !== undefined && !scenes.includes(scene)) continue
      const from = empty.configuration(movingValues(robot, start).moving)
      const to = movingValues(robot, goal).moving
      const list = byScene.get(scene) ?? []
      byScene.set(scene, list)
      const known = {
        robot: name,
        scene,
        index,
        model,
        body: robot,
        allowed: [...allowedLinks(robot, allowed), ...always],
        start: from,
        goal: empty.configuration(to, from),
        moving: Object.keys(to).map((joint) => `${robot.name}/${joint}`),
      }
      list.push(amongObstacles(known, obstacles))
    }
    for (const list of byScene.values()) out.push(...evenly(list, each))
  }
  return out
}

/** The same problem among other obstacles. */
export function amongObstacles(problem: Omit<BenchProblem, 'world' | 'obstacles'>, obstacles: Obstacles): BenchProblem {
  const { body, allowed } = problem
  return {
    ...problem,
    obstacles,
    world: ({ obstacles: also = [], ...rest } = {}) =>
      new World({ robots: [body], allowed, ...rest, obstacles: [...obstacles, ...also] }),
  }
}

function fullNames(robot: Robot): (pair: readonly [string, string]) => [string, string] {
  return ([a, b]) => [`${robot.name}/${a}`, `${robot.name}/${b}`]
}

function loadRobot(folder: string, name: ProblemRobot, model: Model): Promise<Robot> {
  if (model === 'meshes') return problemRobot(folder, name)
  const { urdf, srdf } = DATA_ROBOTS[name]
  const spheres = urdf.replace(/\.urdf$/, '_spherized.urdf')
  return readRobot(join(folder, 'robots', spheres), { srdf: join(folder, 'robots', srdf!) })
}

function evenly<T>(list: readonly T[], count: number): readonly T[] {
  if (count >= list.length) return list
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]!)
}
