// `limber plan --robots a,b`: a path for each robot as if the others that move were away, and then signals with which no timing of all
// of them collides (`limber coordinate`). Robots that do not move stand where they start, and are in the way of the others.
import { basename } from 'node:path'
import {
  configurationsOf,
  InvalidInputError,
  jointsLeftOut,
  LimberError,
  SceneFileError,
  type World,
  worldOfRobots,
} from '../../src/entries/robots.js'
import type { OpenedScene, Printed } from '../check/check-path.js'
import { complaints } from '../check/check-report.js'
import { COORDINATE, type CoordinateEngine } from '../coordinate/coordinate-engine.js'
import { readTimingFlags, type TimingFlags } from '../coordinate/coordinate-options.js'
import { demandLines } from '../coordinate/coordinate-output.js'
import { robotsOf } from '../coordinate/coordinate-paths.js'
import { coordinateDocument, describeCoordinate, type PlannedPath } from '../coordinate/coordinate-report.js'
import { coordinated } from '../coordinate.js'
import { ExitCode } from '../exit-codes.js'
import { blindSpotsOf } from '../print/blind-spots.js'
import { readGiven } from '../read/read-given.js'
import { openScene } from '../read/scene-options.js'
import { adviceOn } from './plan-advice.js'
import type { PlanEngine } from './plan-engine.js'
import { notWritten, placesFor } from './plan-files.js'
import { readStart, type Start } from './plan-goals.js'
import { variablesNamed } from './plan-names.js'
import { type PlanCommandOptions, type PlanQuestion, readPlanOptions } from './plan-options.js'
import { describePlan, type PlanReport, planDocument } from './plan-report.js'
import { searchPath, smoothPath } from './plan-search.js'

/** Options that say something about the coordination, by the name that commander gives them. */
const OURS: Readonly<Record<keyof TimingFlags, string>> = {
  atom: '--atom',
  lag: '--lag',
  rates: '--rates',
  objective: '--objective',
  signals: '--signals',
  plot: '--plot',
  replan: '--replan',
  acceleration: '--acceleration',
}

/** Options of a plan for all joints at once. */
const OTHERS = {
  moving: '--moving',
  toLink: '--to-link',
  trajectory: '--trajectory',
  ignoreLimits: '--ignore-limits',
  limitTolerance: '--limit-tolerance',
} as const

/** Refuses options of the coordination where there is none. */
export function demandRobots(options: PlanCommandOptions): void {
  for (const [name, flag] of Object.entries(OURS)) {
    const value = options[name as keyof TimingFlags]
    if (value !== undefined) throw new InvalidInputError(flag, value, 'left out, or given with --robots')
  }
}

/** What the command prints, and its exit code. */
export async function planRobots(
  file: string,
  options: PlanCommandOptions & { readonly robots: string },
  engine: PlanEngine,
  coordinate: CoordinateEngine = COORDINATE,
): Promise<Printed> {
  for (const [name, flag] of Object.entries(OTHERS)) {
    const value = options[name as keyof typeof OTHERS]
    if (value !== undefined) throw new InvalidInputError(flag, value, 'left out where there is --robots')
  }
  const question = readPlanOptions(options)
  demandLines(options.out, options.acceleration, [])
  const timing = readTimingFlags(options)
  const scene = await openScene(file, options)
  const { world, notes } = scene
  const names = namesOf(world, options.robots)
  const start = await readStart(world, options.from)
  const files = options.to ?? []
  const goal = await mergedGoal(world, names, start, files)
  const places = await placesFor(options, [file, ...(options.from === undefined ? [] : [options.from]), ...files])
  const told = [...notes, ...start.said]
  const planned: PlannedPath[] = []
  for (const name of names) {
    const { path, report } = await planAlone({ file, ...scene }, names, name, start.q, goal, question, options, engine)
    if (path === undefined) {
      const said = report.interrupted ? told : [...told, ...notWritten(places, `no path of ${name}`)]
      return notPlanned(name, { ...report, notes: said }, options)
    }
    planned.push(path)
  }
  const task = {
    ...{ file, world, options, places, told, from: start.q },
    question: { ...timing, ...question, continuous: undefined },
    paths: planned.map(({ robot, waypoints }) => ({ robot, path: waypoints, file: '' })),
  }
  const { report, code } = await coordinated(task, coordinate)
  const all = { ...report, planned }
  if (options.json === true) return { code, stdout: `${JSON.stringify(coordinateDocument(all))}\n`, stderr: '' }
  return { code, stdout: describeCoordinate(all), stderr: complaints(all.notes) }
}

function namesOf(world: World, text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const known = robotsOf(world).map(({ name }) => name)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new InvalidInputError('--robots', text, `names of robots: ${known.join(', ')}`)
  if (names.length < 2 || new Set(names).size < names.length) {
    throw new InvalidInputError('--robots', text, 'two robots or more, each once, with commas between them')
  }
  return names
}

/** All --to together: joints of every robot that is to move, and of no other. */
async function mergedGoal(
  world: World,
  names: readonly string[],
  { q: start }: Start,
  files: readonly string[],
): Promise<Float64Array> {
  const { variables } = world
  const goal = start.slice()
  const from = new Map<string, string>()
  const order = {
    variables,
    neutral: () => start.slice(),
    configuration: (values: Readonly<Record<string, number>>, q: Float64Array) => world.configuration(values, q),
  }
  for (const given of files) {
    const { path, name: file } = await readGiven('--to', given, world)
    const [q, ...more] = configurationsOf(order, path, file)
    if (more.length > 0) {
      const expected = 'one waypoint, the goal, where there is --robots'
      throw new SceneFileError(file, { field: 'waypoints' }, expected, `${more.length + 1}`)
    }
    const left = new Set(jointsLeftOut(world, path, file))
    variables.forEach((variable, k) => {
      if (left.has(variable)) return
      const other = from.get(variable)
      if (other !== undefined) throw new SceneFileError(file, {}, 'each joint once', `${variable}, as in ${other}`)
      from.set(variable, file)
      goal[k] = q![k]!
    })
  }
  for (const { name, variables: own } of robotsOf(world)) {
    const isMoving = names.includes(name)
    if (isMoving && own.every((variable) => !from.has(variable))) {
      throw new LimberError(`no goal of ${name}: --to must name joints of every robot of --robots`)
    }
    const moved = own.find((variable) => goal[variables.indexOf(variable)] !== start[variables.indexOf(variable)])
    if (!isMoving && moved !== undefined) {
      throw new LimberError(`--to moves ${moved}: ${name} must be among --robots, or stay where it starts`)
    }
  }
  return goal
}

/** In a world without the others that move. */
async function planAlone(
  { file, world, description }: OpenedScene,
  names: readonly string[],
  name: string,
  start: Float64Array,
  goal: Float64Array,
  question: PlanQuestion,
  options: PlanCommandOptions,
  engine: PlanEngine,
): Promise<{ path: PlannedPath | undefined; report: PlanReport }> {
  const robots = robotsOf(world)
  const { variables: own } = robots.find((robot) => robot.name === name)!
  const there = robots.filter((robot) => robot.name === name || !names.includes(robot.name)).map((robot) => robot.name)
  const part = worldOfRobots(world, there)
  const places = part.variables.map((variable) => world.variables.indexOf(variable))
  const inPart = (q: Float64Array): Float64Array => Float64Array.from(places, (place) => q[place]!)
  const goals = [{ goal: inPart(goal), name: `the goal of ${name}`, file: undefined, waypoint: 0 }]
  const bounds = [...question.bounds].flatMap(([text, range]) =>
    variablesNamed(world, '--bounds', text)
      .filter((variable) => own.includes(variable))
      .map((variable) => [variable, range] as const),
  )
  const asked: PlanQuestion = { ...question, bounds: new Map(bounds) }
  const began = performance.now()
  const found = await searchPath(part, inPart(start), goals, { moving: own }, asked, engine, `plan ${name}`)
  const { result: answer } = found
  let { interrupted } = found
  let path: readonly Float64Array[] | undefined
  let length = 0
  if (answer.outcome === 'solved') {
    path = answer.path
    length = answer.length
    if (question.smooth !== undefined && !interrupted && path.length > 1) {
      const run = await smoothPath(part, answer, asked, engine)
      interrupted = run.interrupted
      if (run.result.outcome === 'smoothed') {
        path = run.result.path
        length = run.result.length
      }
    }
  }
  const about = { scene: file, options, description, alone: description.robots[0]?.urdf === basename(file) }
  const report: PlanReport = {
    ...{ answer, interrupted, variables: part.variables, goals: goals.map((one) => one.name) },
    ...{ smoothed: undefined, output: undefined },
    advice: interrupted ? [] : adviceOn(answer, { ...about, question: asked, goals }),
    blindSpots: blindSpotsOf(part),
    notes: [],
    millis: performance.now() - began,
  }
  if (path === undefined || interrupted) return { path: undefined, report }
  const first = part.variables.indexOf(own[0]!)
  const waypoints = path.map((q) => q.slice(first, first + own.length))
  return { path: { robot: name, joints: own, waypoints, length, millis: report.millis }, report }
}

/** One robot has no path: what its plan says. */
function notPlanned(robot: string, report: PlanReport, options: PlanCommandOptions): Printed {
  const isNothing = report.answer.outcome === 'nothing-to-check'
  const code = report.interrupted ? ExitCode.Interrupted : isNothing ? ExitCode.Undecided : ExitCode.Violation
  if (options.json === true) {
    return { code, stdout: `${JSON.stringify({ ...planDocument(report), robot })}\n`, stderr: '' }
  }
  return { code, stdout: `${robot}: ${describePlan(report)}`, stderr: complaints(report.notes) }
}
