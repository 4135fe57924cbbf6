// `limber coordinate scene.json a.json b.json …`: signals with which several robots, each on its own path, collide in no timing.
import type { Command } from 'commander'
import type { World } from '../src/entries/robots.js'
import type { Printed } from './check/check-path.js'
import { complaints } from './check/check-report.js'
import { COORDINATE, type CoordinateEngine, coordinateProgress } from './coordinate/coordinate-engine.js'
import {
  addSignalFiles,
  addTimingOptions,
  type CoordinateCommandOptions,
  type CoordinateQuestion,
  engineOptions,
  readCoordinateOptions,
} from './coordinate/coordinate-options.js'
import { coordinateTexts, demandLines } from './coordinate/coordinate-output.js'
import { type PathOfRobot, pathsInput, readRobotPaths } from './coordinate/coordinate-paths.js'
import { type CoordinateReport, coordinateDocument, describeCoordinate } from './coordinate/coordinate-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { notWritten, type Places, placesFor, writeFiles } from './plan/plan-files.js'
import { readStart } from './plan/plan-goals.js'
import { runWithProgress } from './plan/plan-run.js'
import { ACCEPT_UNSEEN, goodCode } from './print/blind-spots.js'
import { emit } from './print/emit.js'
import { withFlags } from './read/flags.js'
import { addSceneOptions, openScene, quoteWord, SCENE_HELP, sceneWords } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

A path file names joints as "robot/joint", so that it says whose path it is; NAME=file
says it where several robots move in one. Paths are waypoints, waypoints with times, or
trajectories ({"joints":…,"points":…}); without times no joint is faster than its limit
or --rates. A robot without a path stands as in --from, or at neutral.

Each path must be free when the other robots are away. Where two robots are in each
other's way, one waits: a signal says before which mark of its path, and until the other
has reached which. With all signals nothing touches, however late any robot is, as long
as robots stay on their paths, never go back, and wait. It is proved, not simulated.

Exit code 1: a deadlock (no signals let all robots arrive), or a path that collides.
Exit code 3: undecided, nothing to check, or links were not seen (--skip-missing) and
--accept-unseen is not given. Ctrl-C writes nothing.`

export function addCoordinateCommand(program: Command): void {
  const command = program
    .command('coordinate')
    .description('find signals for robots on their paths, so that no timing collides')
    .argument('<scene>', 'a scene file with two robots or more')
    .argument('<paths...>', 'a path for each robot that moves: a file, or NAME=file')
    .option('--from <values>', 'where robots without a path stand, and joints that paths leave out')
    .option('--clearance <length>', 'the least distance to keep between objects')
    .option('--continuous <way>', 'joints without limits: as-given (default) or shortest, the short way round')
    .option('--time <seconds>', 'stop undecided after this time; default 60')
  addTimingOptions(command).option('--seed <number>', 'of the random numbers of --replan; default 1')
  addSignalFiles(
    command
      .optionsGroup('Options for files:')
      .option('--out <file>', 'write the path of all robots on one clock, for "limber check --path"')
      .option('--certificate <file>', 'write the proof, for "limber verify"'),
  )
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .option(...ACCEPT_UNSEEN)
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string, paths: string[], options: CoordinateCommandOptions) => {
      emit(await coordinateScene(scene, paths, options))
    })
}

/** What the command prints, and its exit code. */
export async function coordinateScene(
  file: string,
  given: readonly string[],
  options: CoordinateCommandOptions = {},
  engine: CoordinateEngine = COORDINATE,
): Promise<Printed> {
  const question = readCoordinateOptions(options)
  const { world, notes } = await openScene(file, options)
  const start = await readStart(world, options.from)
  const { paths, said } = await readRobotPaths(world, given, start)
  demandLines(options.out, options.acceleration, paths)
  const inputs = [file, ...(options.from === undefined ? [] : [options.from]), ...paths.map((path) => path.file)]
  const places = await placesFor(options, inputs)
  const told = [...notes, ...said]
  const { report, code } = await coordinated(
    { file, world, options, question, paths, from: start.q, places, told },
    engine,
  )
  if (options.json === true) return { code, stdout: `${JSON.stringify(coordinateDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeCoordinate(report), stderr: complaints(report.notes) }
}

/** Robots with their paths, and what is to be made of them. */
export interface CoordinateTask {
  readonly file: string
  readonly world: World
  readonly options: CoordinateCommandOptions
  readonly question: CoordinateQuestion
  readonly paths: readonly Pick<PathOfRobot, 'robot' | 'path' | 'file'>[]
  readonly from: Float64Array
  readonly places: Places
  readonly told: readonly string[]
}

/** Coordinates them, and writes the files that were asked for. */
export async function coordinated(
  { file, world, options, question, paths, from, places, told }: CoordinateTask,
  engine: CoordinateEngine,
): Promise<{ report: CoordinateReport; code: number }> {
  const began = performance.now()
  const asked = engineOptions(world, question, from)
  const fileOf = (robot: string): string | undefined => paths.find((path) => path.robot === robot)?.file
  const { result: answer, interrupted } = await withFlags(
    () =>
      runWithProgress(
        'coordinate',
        (signal) => engine(world, pathsInput(paths), { ...asked, signal }),
        coordinateProgress,
      ),
    (field) => (field === 'world' ? file : nameOf(field, fileOf)),
  )
  const millis = performance.now() - began
  const notes = [...told]
  const texts = interrupted ? {} : coordinateTexts(world, answer, places)
  const written = await writeFiles(places, texts)
  if (!interrupted) {
    const lacking = (['out', 'certificate', 'signals', 'plot'] as const).filter((kind) => texts[kind] === undefined)
    notes.push(...notWritten(places, answer.outcome, lacking))
  }
  const { clearance, atom } = question
  const scene = sceneWords(file, options)
  const apart = clearance === undefined || clearance === 0 ? '' : ` --clearance ${clearance}`
  const check = `To check this timing again: limber check ${scene} --path ${quoteWord(written.out?.file ?? '')}${apart}`
  const offer =
    '--signals <file> writes them for a controller, --out <file> the timed path, --plot <file> the diagrams.'
  const isBare = answer.outcome === 'scheduled' && Object.keys(places).length === 0 && !interrupted
  const report: CoordinateReport = {
    ...{ answer, interrupted, variables: world.variables, clearance, atom, written, notes, millis },
    files: Object.fromEntries(paths.flatMap((path) => (path.file === '' ? [] : [[path.robot, path.file]]))),
    next: [...(written.out === undefined ? [] : [check]), ...(isBare ? [offer] : [])],
  }
  return { report, code: interrupted ? ExitCode.Interrupted : exitCodeOf(report, goodCode(world, options)) }
}

function exitCodeOf({ answer: { outcome } }: CoordinateReport, good: number): number {
  if (outcome === 'scheduled') return good
  return outcome === 'undecided' ? ExitCode.Undecided : ExitCode.Violation
}

/** Of `paths["left"].points[2].time`: the file that it was read from. */
function nameOf(field: string, fileOf: (robot: string) => string | undefined): string | undefined {
  if (/^options\.velocity\b/.test(field)) return '--rates'
  if (/^options\.acceleration\b/.test(field)) return '--acceleration'
  const [found, robot] = /^paths\[("(?:[^"\\]|\\.)*")\]\.?/.exec(field) ?? []
  const file = robot === undefined ? undefined : fileOf(JSON.parse(robot) as string)
  if (found === undefined || file === undefined || file === '') return undefined
  const rest = field.slice(found.length)
  return rest === '' ? file : `${file}: ${rest}`
}
