// `limber smooth scene.json path.json`: a path that is free made shorter, by shortcuts that are proved free.
import type { Command } from 'commander'
import { type BlindSpots, SceneFileError, type SmoothResult, type World } from '../src/entries/robots.js'
import type { Printed } from './check/check-path.js'
import { CONTINUOUS_WAYS, choice } from './check/check-path-options.js'
import { complaints, oneLine } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { ENGINE, type PlanEngine } from './plan/plan-engine.js'
import { notWritten, placesFor } from './plan/plan-files.js'
import { type OutputOptions, readOutputOptions, readRounds } from './plan/plan-options.js'
import { checkRates, outputPath } from './plan/plan-output.js'
import {
  describeNotFree,
  describeOutput,
  describeSmoothed,
  outputDocument,
  type PathOutput,
  verdictDocument,
} from './plan/plan-report.js'
import { runWithProgress } from './plan/plan-run.js'
import { smoothProgress } from './plan/smooth-progress.js'
import { addOutputOptions } from './plan.js'
import { addCoverageOptions, blindSpotsOf, describeBlindSpots, goodCode, limitWords } from './print/blind-spots.js'
import { emit } from './print/emit.js'
import { standingNotes } from './read/bending.js'
import { givenWaypoints, readGiven } from './read/read-given.js'
import { addSceneOptions, openScene, quoteWord, SCENE_HELP, sceneWords } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

The path is {"joints":["robot/joint",…],"waypoints":[[…],…]} with two waypoints or
more, written by "limber plan --out" or any other program. The command proves it free
first. It then picks points of the path at random and replaces the way around each by a
straight line, where that is proved free (recursively, by midpoints). Both ends stay as
they are, and the whole result is proved free. --out may name the path itself.

The same seed gives the same path, unless time runs out: the result is then the
shortest path so far.

Exit code 1: the given path is not free, or outside the joint limits. Exit code 3: the
path is undecided, the scene has no pair to check, or links were not seen
(--skip-missing) and --accept-unseen is not given. Ctrl-C writes nothing.`

export interface SmoothCommandOptions extends OutputOptions {
  readonly rounds?: string
  readonly continuous?: string
}

export function addSmoothCommand(program: Command): void {
  const command = program
    .command('smooth')
    .description('shorten a path of a scene, and prove it free')
    .argument('<scene>', 'a scene file, or a URDF or xacro file')
    .argument('<path>', 'the path; - for standard input')
    .option('--rounds <count>', 'number of points to pick; default 100')
    .option('--seed <number>', 'seed of the random numbers; default 1')
    .option('--time <seconds>', 'start no new shortcut after this time; default: no limit')
    .option('--clearance <length>', 'the least distance to keep between objects')
    .option('--delta <length>', 'reject what is found closer than this; limits work near contacts')
    .option('--continuous <way>', 'joints without limits: as-given (default) or shortest, the short way round')
  addOutputOptions(command.optionsGroup('Options for files:'))
  addCoverageOptions(command.optionsGroup('Options for limits:'))
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string, path: string, options: SmoothCommandOptions) => {
      emit(await smoothFile(scene, path, options))
    })
}

interface SmoothReport {
  readonly answer: SmoothResult
  readonly interrupted: boolean
  readonly variables: readonly string[]
  readonly output: PathOutput | undefined
  /** A command that says more. */
  readonly next: string
  readonly blindSpots: BlindSpots
  readonly notes: readonly string[]
}

/** What the command prints, and its exit code. */
export async function smoothFile(
  scene: string,
  file: string,
  options: SmoothCommandOptions = {},
  engine: PlanEngine = ENGINE,
): Promise<Printed> {
  const question = readOutputOptions(options)
  const rounds = readRounds('--rounds', options.rounds)
  const continuous = choice('--continuous', options.continuous, CONTINUOUS_WAYS)
  const { world, notes, description, state } = await openScene(scene, options)
  const standing = standingNotes(description, options.certificate)
  const { waypoints, said } = await waypointsOf(world, file, state)
  const places = await placesFor(options, [scene])
  checkRates(world, waypoints[0]!, movingAlong(world, waypoints), question, engine)
  const told = [...notes, ...standing, ...said]
  const { seed, delta, clearance, maxMillis, ignoreLimits, limitTolerance } = question
  const asked = { seed, rounds, delta, clearance, continuous, maxMillis, ignoreLimits, limitTolerance }
  const { result: answer, interrupted } = await runWithProgress(
    'smooth',
    (signal) => engine.smooth(world, waypoints, { ...asked, signal }),
    smoothProgress,
  )
  let output: PathOutput | undefined
  if (answer.outcome === 'smoothed' && !interrupted) {
    const made = await outputPath({ file: scene, world, options }, answer, question, places, engine)
    output = made.output
    told.push(...made.said)
    if (answer.stopped === 'time') told.push('time ran out: the path is the shortest so far')
  } else if (!interrupted) told.push(...notWritten(places, 'the path is not proved free'))
  const words = [...(delta === undefined ? [] : ['--delta', `${delta}`])]
  if (continuous !== undefined) words.push('--continuous', continuous)
  if (clearance !== undefined) words.push('--clearance', `${clearance}`)
  const next =
    ['limber check', sceneWords(scene, options), '--path', quoteWord(file), ...words].join(' ') + limitWords(question)
  const about = { variables: world.variables, blindSpots: blindSpotsOf(world) }
  const report: SmoothReport = { answer, interrupted, ...about, output, next, notes: told }
  const code = exitCodeOf(report, goodCode(world, options))
  if (options.json === true) return { code, stdout: `${JSON.stringify(smoothDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeSmoothing(report), stderr: complaints(told) }
}

async function waypointsOf(
  world: World,
  given: string,
  state: Float64Array | undefined,
): Promise<{ waypoints: Float64Array[]; said: string[] }> {
  const read = await readGiven('the path', given, world)
  const { path, name: file } = read
  if (path.waypoints.length < 2) {
    throw new SceneFileError(file, { field: 'waypoints' }, 'two waypoints or more', '1')
  }
  const { waypoints, said } = givenWaypoints(world, read, state)
  const curved = path.velocities === undefined ? [] : [`${file}: its points are joined by straight lines here`]
  return { waypoints, said: [...said, ...curved] }
}

/** Shortcuts move nothing that the path leaves alone. */
function movingAlong({ variables }: World, waypoints: readonly Float64Array[]): string[] {
  return variables.filter((_, i) => waypoints.some((q) => q[i] !== waypoints[0]![i]))
}

/** Of a path that is not known to be free, nor known not to be. */
const NOT_KNOWN: readonly string[] = ['undecided', 'nothing-to-check']

function exitCodeOf({ answer, interrupted, output }: SmoothReport, good: number): number {
  if (interrupted) return ExitCode.Interrupted
  if (answer.outcome === 'not-proved') {
    return NOT_KNOWN.includes(answer.verdict.outcome) ? ExitCode.Undecided : ExitCode.Violation
  }
  const played = output?.trajectory?.verdict.outcome ?? 'free'
  return played === 'free' ? good : ExitCode.Undecided
}

function smoothDocument({ answer, interrupted, output, notes, variables, blindSpots }: SmoothReport): object {
  const { stats } = answer
  const why = answer.outcome === 'not-proved' ? answer.verdict.outcome : ''
  return {
    outcome: NOT_KNOWN.includes(why) ? why : answer.outcome,
    ...(answer.outcome === 'smoothed'
      ? { before: answer.before, length: answer.length, beyondLimits: answer.beyondLimits }
      : {}),
    ...(answer.outcome === 'not-proved' ? { verdict: verdictDocument(answer.verdict, variables) } : {}),
    ...(interrupted ? { interrupted: true } : {}),
    ...(output === undefined ? {} : outputDocument(output)),
    ...blindSpots,
    notes,
    stats,
    millis: stats.millis,
  }
}

function describeSmoothing({ answer, interrupted, output, next, blindSpots }: SmoothReport): string {
  const lines: string[] = []
  if (answer.outcome === 'smoothed') {
    const { before, length, path, stats } = answer
    if (interrupted) lines.push('interrupted: nothing is written')
    lines.push(describeSmoothed({ before, length, millis: stats.millis }, path.length))
    if (output !== undefined) lines.push('proved free at every instant', ...describeOutput(output))
  } else {
    if (interrupted) lines.push('interrupted: nothing is written')
    else
      lines.push(
        ...describeNotFree(answer.verdict),
        '',
        'Only a path that is free can be smoothed. More about it:',
        next,
      )
  }
  lines.push(...describeBlindSpots(blindSpots))
  return `${lines.map(oneLine).join('\n')}\n`
}
