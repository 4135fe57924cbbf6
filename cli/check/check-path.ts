// `limber check scene.json --path path.json`: a whole path of a scene. Is it free at every instant, and if not, where not.
import {
  type Motion,
  motionFromPath,
  type PathDescription,
  type SceneDescription,
  SceneFileError,
  type World,
} from '../../src/entries/robots.js'
import { ExitCode } from '../exit-codes.js'
import { blindSpotsOf, type CoverageOptions, goodCode } from '../print/blind-spots.js'
import { placeFor, writeAtomically } from '../print/write-atomically.js'
import { type Given, givenWaypoints, readGiven } from '../read/read-given.js'
import { quoteWord, type SceneOptions, sceneWords } from '../read/scene-options.js'
import { keyframesOf } from './check-keyframes.js'
import type { PathOptions, PathQuestion } from './check-path-options.js'
import {
  describePath,
  type OutsideLimitAt,
  type PathAnswer,
  type PathReport,
  type PathStats,
  pathDocument,
} from './check-path-report.js'
import { complaints, countPairs, describeOutside, outsideLimits, short } from './check-report.js'

export interface PathFinding {
  readonly answer: PathAnswer
  readonly stats: PathStats
  /** What was proved, as data; where there is such a thing. */
  readonly certificate?: (() => object) | undefined
}

/** Computes the answer. `certificate`: one is wanted, if all is free. */
export type AskPath = (
  world: World,
  motion: Motion,
  question: PathQuestion,
  certificate: boolean,
) => Promise<PathFinding>

/** The scene that was read, and how it was named. */
export interface OpenedScene {
  readonly file: string
  readonly world: World
  readonly description: SceneDescription
  readonly notes: readonly string[]
  /** Of a motion-capture clip: checked where no path is given. */
  readonly frames?: PathDescription | undefined
  /** Where the robot is in a planning scene: for joints of which nothing is said. */
  readonly state?: Float64Array | undefined
}

/** What a command prints, and its exit code. */
export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CheckPathOptions extends PathOptions, SceneOptions, CoverageOptions {
  readonly all?: true
  readonly json?: true
}

/** Certificates begin like this; nothing else is ever overwritten by one. */
export const CERTIFICATE_START = /^\s*\{\s*"limber"\s*:\s*\d+\s*,\s*"kind"\s*:\s*"(?:motion|coordination)"/

export async function checkPath(
  { file: scene, world, notes, description, frames, state }: OpenedScene,
  options: CheckPathOptions,
  question: PathQuestion,
  ask: AskPath,
): Promise<Printed> {
  const given = await pathOf(world, scene, options.path, frames)
  const { waypoints, said } = givenWaypoints(world, given, state)
  const { continuous } = question
  const motion = motionFromPath(world, given.path, { continuous, rest: state, file: given.name })
  // Frames of a clip are unwrapped.
  const isGiven = options.path !== undefined
  if (isGiven && question.continuous === undefined) said.push(...longWays(world, waypoints))
  const place =
    options.certificate === undefined
      ? undefined
      : await placeFor(options.certificate, (start) => CERTIFICATE_START.test(start), 'a name for a certificate')
  const { keyframes, standing } = await keyframesOf(world, description, options.keyframes ?? [], waypoints.length - 1)
  said.push(...standing)
  const began = performance.now()
  const { answer, stats, certificate } = await ask(world, motion, { ...question, keyframes }, place !== undefined)
  const millis = performance.now() - began
  let written: PathReport['certificate']
  if (place !== undefined && answer.outcome === 'free' && certificate !== undefined) {
    const text = `${JSON.stringify(certificate())}\n`
    await writeAtomically(place, text)
    written = { file: place.file, bytes: Buffer.byteLength(text) }
  } else if (place !== undefined) {
    const there = place.there === 'file' ? `${place.file} is an older one` : `${place.file} is not written`
    said.push(`no certificate, the path is not proved free: ${there}`)
  }
  const pairs = world.pairs()
  const report: PathReport = {
    answer,
    variables: world.variables,
    segments: waypoints.length - 1,
    clearance: question.clearance,
    delta: question.delta,
    resolution: question.resolution,
    firstContact: question.firstContact !== undefined,
    certificate: written,
    verify:
      written === undefined ? undefined : `limber verify ${sceneWords(scene, options)} ${quoteWord(written.file)}`,
    pairs: countPairs(pairs),
    unchecked: options.all === true ? pairs.filter(({ status }) => status !== 'checked') : undefined,
    outsideLimits: waypoints.flatMap((q, waypoint) => outsideLimits(world, q).map((joint) => ({ waypoint, ...joint }))),
    blindSpots: blindSpotsOf(world),
    notes: [...notes, ...said],
    stats,
    millis,
  }
  const code = exitCodeOf(answer.outcome, goodCode(world, options))
  if (options.json === true) return { code, stdout: `${JSON.stringify(pathDocument(report))}\n`, stderr: '' }
  return {
    code,
    stdout: describePath(report),
    stderr: complaints([...report.notes, ...warnings(report.outsideLimits)]),
  }
}

/** A sampled path is not known to be free. */
function exitCodeOf(outcome: PathAnswer['outcome'], good: number): number {
  switch (outcome) {
    case 'free':
      return good
    case 'undecided':
    case 'sampled':
    case 'nothing-to-check':
      return ExitCode.Undecided
    default:
      return ExitCode.Violation
  }
}

async function pathOf(
  world: World,
  scene: string,
  given: string | undefined,
  frames: PathDescription | undefined,
): Promise<Given> {
  const read =
    given === undefined && frames !== undefined
      ? { path: frames, name: scene }
      : await readGiven('--path', given ?? scene, world)
  if (read.path.waypoints.length < 2) {
    throw new SceneFileError(read.name, { field: 'waypoints' }, 'two waypoints or more (--at takes one)', '1')
  }
  return read
}

/** Planners wrap angles at half a turn: a path of theirs, taken as given, goes the long way where they mean the short one. */
function longWays(world: World, waypoints: readonly Float64Array[]): string[] {
  const turning = world.variables.flatMap((name, k) => (isTurning(world, name, k) ? [k] : []))
  const found = waypoints.slice(1).flatMap((q, segment) =>
    turning.flatMap((k) => {
      const by = q[k]! - waypoints[segment]![k]!
      return Math.abs(by) > Math.PI ? [{ name: world.variables[k]!, by, segment }] : []
    }),
  )
  const [first, ...others] = found
  if (first === undefined) return []
  const { name, by, segment } = first
  const more = others.length === 0 ? '' : `, and ${others.length} more like it`
  return [
    `${name} turns by ${short(by)} from waypoints[${segment}] to waypoints[${segment + 1}], as given${more}; --continuous shortest goes the short way`,
  ]
}

/** Continuous joints and planar ones' angles: without limits, and neither x nor y nor any of a floating joint's numbers. */
function isTurning(world: World, name: string, k: number): boolean {
  const limited = world.lower[k]! > -Infinity || world.upper[k]! < Infinity
  return !limited && (name.split('/').length === 2 || name.endsWith('/theta'))
}

/** How many joints, at how many waypoints, are listed; --json has all of them. */
const MOST_WARNINGS = 10

/** Between two waypoints a joint stays between its values there: it is enough to check these. */
function warnings(outside: readonly OutsideLimitAt[]): string[] {
  const told = outside
    .slice(0, MOST_WARNINGS)
    .map((outside) => `warning: waypoints[${outside.waypoint}]: ${describeOutside(outside)}`)
  const more = outside.length - MOST_WARNINGS
  return more > 0 ? [...told, `warning: and ${more} more outside their limits: --json has them`] : told
}
