// `limber plan scene.json --from q.json --to q.json`: a path from one configuration to another that is proved free.

import { basename } from 'node:path'
import type { Command } from 'commander'
import type { PlanOptions, PlanProgress, PlanResult, World } from '../src/index.js'
import type { Printed } from './check/check-path.js'
import { complaints } from './check/check-report.js'
import { CHECK_USAGE } from './check.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { adviceOn } from './plan/plan-advice.js'
import { ENGINE, type PlanEngine } from './plan/plan-engine.js'
import { notWritten, placesFor } from './plan/plan-files.js'
import { type NamedGoal, readGoals, readStart } from './plan/plan-goals.js'
import { variablesNamed } from './plan/plan-names.js'
import { PLANNERS, type PlanCommandOptions, type PlanQuestion, readPlanOptions } from './plan/plan-options.js'
import { checkRates, type FoundPath, outputPath } from './plan/plan-output.js'
import { describePlan, type PlanReport, planDocument } from './plan/plan-report.js'
import { runWithProgress, seconds, type Told } from './plan/plan-run.js'
import { smoothProgress } from './plan/smooth-progress.js'
import { addCoverageOptions, blindSpotsOf, goodCode } from './print/blind-spots.js'
import { withFlags } from './read/flags.js'
import { readLength } from './read/read-length.js'
import { addSceneOptions, openScene, SCENE_HELP } from './read/scene-options.js'

const HELP = `${SCENE_HELP}

--from and --to are files like {"joints":["robot/joint",…],"waypoints":[[…]]} or
{"robot/joint":value,…}, in radians and metres. Joints that --to leaves out end where
they start. A file of several waypoints is several goals, and so is --to given again:
any of them will do. --to-link and --to-pose say where a link is to be instead, and
leave it to the planner with which joints.

The path is proved free at every instant, not at samples, and stays inside the limits
of the joints, but for a start or goal that is beyond them by --limit-tolerance, or
anyhow with --ignore-limits. --out writes it as "limber check --path" reads it. The same seed gives
the same path, unless time runs out.

Exit code 1: the start or the goals are not free or outside the limits of joints, or
no path was found in the time given, which does not prove that there is none. Exit
code 3: a scene without any pair to check;
a path with links unseen (--skip-missing), unless --accept-unseen. Ctrl-C tells what was explored, and writes nothing.`

export function addPlanCommand(program: Command): void {
  const command = program
    .command('plan')
    .description('a path from one configuration of a scene to another, proved free')
    .usage(CHECK_USAGE)
    // Checked below: the scene may have been taken for the rounds of --smooth.
    .argument('[scene]', 'a scene file, or a URDF file')
    .option('--from <file>', 'where it starts; without it, all joints stand at neutral')
    .option('--to <file>', 'where it is to end; may be given again', collect)
    .option('--to-link <link>', 'or: this link, or what is attached to one,', collect)
    .option('--to-pose <numbers>', '… to be at "x y z", "x y z roll pitch yaw" or "x y z qx qy qz qw"', collect)
    .option('--to-free <axes>', '… but for some of x,y,z,roll,pitch,yaw of that pose')
    .option('--to-tool <numbers>', '… and not its own frame, but this one in it')
    .option('--smooth [rounds]', 'make the path shorter, by proved shortcuts; default 100 rounds')
  addOutputOptions(command.optionsGroup('Options for files:'))
  command
    .optionsGroup('Options for the search:')
    .option('--planner <name>', `${PLANNERS.join(', ')}; default ${PLANNERS[0]}`)
    .option('--seed <number>', 'of all random numbers; default 1')
    .option('--time <seconds>', 'the search ends after so long; default 10')
    .option('--max-iterations <count>', 'the search ends after so many rounds; default: no limit')
    .option('--moving <joints>', 'joints or robots that move, joined by commas; the others stay. Default: all', collect)
    .option('--range <length>', 'longest step of the search, in radians; default 0.5')
    .option('--resolution <step>', 'samples of a step before it is proved, this far apart; default 0.1')
    .option('--clearance <length>', 'nothing comes as near as this')
    .option('--delta <length>', 'nothing is passed that is found nearer than this; ends work near contacts')
    .option('--bounds <joint=least:most>', 'where to search, for one joint; may be given again', collect)
    .option(
      '--continuous <way>',
      'goals of joints without limits: shortest (default), at the nearest turn, or as-given',
    )
  addCoverageOptions(command.optionsGroup('Options for limits:'))
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string | undefined, given: PlanCommandOptions) => {
      const { file, options } = notSwallowed(scene, given)
      if (file === undefined) return command.error("error: missing required argument 'scene'")
      print(await planScene(file, options))
    })
}

/** Options of `limber smooth` too. */
export function addOutputOptions(command: Command): Command {
  return command
    .option('--out <file>', 'write the path')
    .option('--certificate <file>', 'write down the proof, for "limber verify"')
    .option('--trajectory <file>', 'write times, positions, velocities and accelerations, proved free')
    .option('--max-velocity <limit>', 'of the trajectory: a number, or joint=number; may be given again', collect)
    .option('--max-acceleration <limit>', 'the same of accelerations', collect)
    .option('--blend <length>', 'cut corners from no farther than this, in radians; 0 stops at every waypoint')
    .option('--rate <number>', 'points of the trajectory a second; default 100')
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

export function print({ code, stdout, stderr }: Printed): void {
  process.stderr.write(stderr)
  process.stdout.write(stdout)
  process.exitCode = code
}

/** `plan --smooth scene.json`: what is no number is no number of rounds, but the scene. */
function notSwallowed(
  scene: string | undefined,
  options: PlanCommandOptions,
): { file: string | undefined; options: PlanCommandOptions } {
  const { smooth } = options
  if (scene !== undefined || typeof smooth !== 'string' || !Number.isNaN(readLength(smooth))) {
    return { file: scene, options }
  }
  return { file: smooth, options: { ...options, smooth: true } }
}

/** What the command prints, and its exit code. */
export async function planScene(
  file: string,
  options: PlanCommandOptions = {},
  engine: PlanEngine = ENGINE,
): Promise<Printed> {
  const question = readPlanOptions(options)
  const { world, notes, description } = await openScene(file, options)
  const start = await readStart(world, options.from)
  const files = options.to ?? []
  const { goals, said } = await readGoals(world, start.q, files, question.links)
  const inputs = [file, ...(options.from === undefined ? [] : [options.from]), ...files]
  const places = await placesFor(options, inputs)
  const moving = question.moving?.flatMap((name) => variablesNamed(world, '--moving', name))
  checkRates(world, start.q, moving, question, engine)
  const told = [...notes, ...start.said, ...said]

  const began = performance.now()
  const { result: answer, interrupted: stopped } = await search(world, start.q, goals, moving, question, engine)
  const millis = performance.now() - began

  let interrupted = stopped
  let smoothed: PlanReport['smoothed']
  let output: PlanReport['output']
  if (answer.outcome === 'solved') {
    let found: FoundPath = answer
    if (question.smooth !== undefined && !interrupted && answer.path.length > 1) {
      const run = await smoothFound(world, found, question, engine)
      interrupted = run.interrupted
      if (run.result.outcome === 'smoothed') {
        const { path, length, before, certificate, stats } = run.result
        found = { path, length, certificate }
        smoothed = { before, length, millis: stats.millis }
      } else told.push(`not smoothed: the path is ${run.result.verdict.outcome}`)
    }
    if (!interrupted) {
      const made = await outputPath({ file, world, options }, found, question, places, engine)
      output = made.output
      told.push(...made.said)
    }
  } else if (!interrupted) told.push(...notWritten(places, 'no path'))

  const alone = description.robots[0]?.urdf === basename(file)
  const about = { scene: file, options, description, alone, question, goals }
  const report: PlanReport = {
    answer,
    interrupted,
    variables: world.variables,
    goals: goals.map(({ name }) => name),
    smoothed,
    output,
    advice: interrupted ? [] : adviceOn(answer, about),
    blindSpots: blindSpotsOf(world),
    notes: told,
    millis,
  }
  const code = exitCodeOf(report, goodCode(world, options))
  if (options.json === true) return { code, stdout: `${JSON.stringify(planDocument(report))}\n`, stderr: '' }
  return { code, stdout: describePlan(report), stderr: complaints(told) }
}

function exitCodeOf({ answer, interrupted, output }: PlanReport, good: number): number {
  if (interrupted) return ExitCode.Interrupted
  if (answer.outcome === 'nothing-to-check') return ExitCode.Undecided
  if (answer.outcome !== 'solved') return ExitCode.BadNews
  const played = output?.trajectory?.verdict.outcome ?? 'free'
  return played === 'free' ? good : ExitCode.Undecided
}

function search(
  world: World,
  start: Float64Array,
  goals: readonly NamedGoal[],
  moving: readonly string[] | undefined,
  question: PlanQuestion,
  engine: PlanEngine,
): ReturnType<typeof runWithProgress<PlanProgress, PlanResult>> {
  const { planner, seed, continuous, delta, clearance, range, resolution, maxMillis, maxIterations } = question
  const { ignoreLimits, limitTolerance } = question
  const bounds = [...question.bounds].flatMap(([name, range]) =>
    variablesNamed(world, '--bounds', name).map((variable) => [variable, range] as const),
  )
  const options: PlanOptions = {
    ...{ planner, seed, continuous, delta, clearance, range, resolution, maxMillis, maxIterations },
    ...{ ignoreLimits, limitTolerance },
    moving: moving === undefined ? undefined : [...new Set(moving)],
    bounds: bounds.length === 0 ? undefined : Object.fromEntries(bounds),
  }
  const ends = goals.map(({ goal }) => goal)
  const limit = maxMillis ?? 10_000
  return withFlags(
    () =>
      runWithProgress(
        'plan',
        (signal) => engine.plan(world, start, ends, { ...options, signal }),
        (progress) => planProgress(progress, limit),
      ),
    (field) => nameOfGoal(goals, field),
  )
}

/** The bar is the time that there is. */
function planProgress({ millis, nodes, phase, proved }: PlanProgress, limit: number): Told {
  const how = phase === 'proving' ? `proving, ${Math.floor(100 * proved)} %` : 'searching'
  return { share: millis / limit, label: `${how}, ${nodes.toLocaleString('en-US')} nodes, ${seconds(millis)}` }
}

function smoothFound(world: World, { path }: FoundPath, question: PlanQuestion, engine: PlanEngine) {
  const { seed, delta, clearance, maxMillis, smooth, ignoreLimits, limitTolerance } = question
  const limits = { ignoreLimits, limitTolerance }
  const options = { seed, delta, clearance, maxMillis, rounds: smooth!.rounds, isFree: true, ...limits }
  return runWithProgress('smooth', (signal) => engine.smooth(world, path, { ...options, signal }), smoothProgress)
}

/** Of `goal[2] (arm/elbow)`: the file or the state that it was read from. */
function nameOfGoal(goals: readonly NamedGoal[], field: string): string | undefined {
  const [found, k] = /^goal\[(\d+)\]/.exec(field) ?? []
  return found === undefined ? undefined : goals[Number(k)]!.name + field.slice(found.length)
}
