// `limber plan scene.json --from q.json --to q.json`: a path from one configuration to another that is proved free.

import { basename } from 'node:path'
import type { Command } from 'commander'
import { readRoadmap } from '../node/index.js'
import type { Printed } from './check/check-path.js'
import { complaints } from './check/check-report.js'
import { CHECK_USAGE } from './check/usage.js'
import { addSignalFiles, addTimingOptions } from './coordinate/coordinate-options.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { adviceOn } from './plan/plan-advice.js'
import { ENGINE, type PlanEngine } from './plan/plan-engine.js'
import { notWritten, placesFor } from './plan/plan-files.js'
import { readGoals, readStart } from './plan/plan-goals.js'
import { variablesNamed } from './plan/plan-names.js'
import { PLANNERS, type PlanCommandOptions, readPlanOptions } from './plan/plan-options.js'
import { checkRates, type FoundPath, outputPath } from './plan/plan-output.js'
import { describePlan, type PlanReport, planDocument } from './plan/plan-report.js'
import { demandRobots, planRobots } from './plan/plan-robots.js'
import { searchPath, smoothPath } from './plan/plan-search.js'
import { addCoverageOptions, blindSpotsOf, goodCode } from './print/blind-spots.js'
import { emit } from './print/emit.js'
import { standingNotes } from './read/bending.js'
import { GIVEN_HELP } from './read/read-given.js'
import { readLength } from './read/read-length.js'
import { addSceneOptions, openScene, SCENE_HELP } from './read/scene-options.js'
import { updateRoadmap } from './roadmap/roadmap-output.js'

const HELP = `${SCENE_HELP}

--from and --to take ${GIVEN_HELP}.
A file, or JSON, is {"joints":["robot/joint",…],"waypoints":[[…]]} or
{"robot/joint":value,…}, in radians and metres. Joints that --to leaves out end where
they start. A file with several waypoints, or several --to, gives several goals; the
planner may reach any of them. --to-link and --to-pose give the pose of a link instead,
and let the planner choose the joint values.

The path is proved free at every instant, not at samples. It stays within the joint
limits, except that the start and the goals may be beyond them by --limit-tolerance, or
by any amount with --ignore-limits. --out writes the path for "limber check --path".
The same seed gives the same path, unless time runs out. --optimise ends by the clock,
and its path may differ from run to run; --optimise-rounds alone gives the same path.

--roadmap answers from a file of proved edges, and searches only where it has no way.
The scene may have other obstacles than the roadmap was made with: edges on the way are
proved against those that are new. The answer rests on what the file says is proved;
"limber verify" checks the file, and --certificate proves the path again from scratch.

--robots left,right plans a path for each of these robots as if the others of them were
away, and then finds signals with which no timing collides, as "limber coordinate" does;
other robots stand. All --to together give the goal. --time is for each search, and for
the coordination. --out then writes the path of all robots on one clock.

Exit code 1: the start or the goals collide or are outside the joint limits, or no path
was found in the time given, which does not prove that no path exists. Exit code 3: the
scene has no pair to check, or links were not seen (--skip-missing) and --accept-unseen
is not given. Ctrl-C reports what was explored, and writes nothing.`

export function addPlanCommand(program: Command): void {
  const command = program
    .command('plan')
    .description('find a path between two configurations of a scene, proved free')
    .usage(CHECK_USAGE)
    // Checked below: the scene may have been taken for the rounds of --smooth.
    .argument('[scene]', 'a scene file, or a URDF or xacro file')
    .option('--from <values>', 'the start, as a file or as it is; default: all joints at neutral')
    .option('--to <values>', 'a goal, likewise; repeatable', collect)
    .option('--to-link <link>', 'instead of --to: bring this link, or an object attached to one,', collect)
    .option('--to-pose <numbers>', '… to "x y z", "x y z roll pitch yaw" or "x y z qx qy qz qw"', collect)
    .option('--to-free <axes>', '… where these of x,y,z,roll,pitch,yaw are free')
    .option('--to-tool <numbers>', '… measured at this frame of the link, not at its own')
    .option('--smooth [rounds]', 'make the path shorter, by proved shortcuts; default 100 rounds')
    .option('--roadmap <file>', 'look for the path in a roadmap of "limber roadmap" first')
    .option('--update', '… and write what was learned back to it')
    .option('--optimise <seconds>', 'smooth the path, and look for shorter ones for this time, all proved')
    .option('--optimise-rounds <count>', 'instead of a time, or beside it: at most this many further searches')
  addOutputOptions(command.optionsGroup('Options for files:'))
  command
    .optionsGroup('Options for the search:')
    .option('--planner <name>', `${PLANNERS.join(', ')}; default ${PLANNERS[0]}`)
    .option('--seed <number>', 'seed of the random numbers; default 1')
    .option('--time <seconds>', 'stop the search after this time; default 10')
    .option('--max-iterations <count>', 'stop the search after this many iterations; default: no limit')
    .option('--moving <joints>', 'joints or robots that may move, separated by commas; default: all', collect)
    .option('--range <length>', 'longest step of the search, in radians; default 0.7')
    .option('--resolution <step>', 'distance of the samples that test a step before it is proved; default 0.1')
    .option('--clearance <length>', 'the least distance to keep between objects')
    .option('--delta <length>', 'reject what is found closer than this; limits work near contacts')
    .option('--bounds <joint=least:most>', 'search range of one joint; repeatable', collect)
    .option(
      '--continuous <way>',
      'goals of joints without limits: shortest (default), at the nearest turn, or as-given',
    )
  addSignalFiles(
    addTimingOptions(
      command
        .optionsGroup('Options for several robots:')
        .option('--robots <names>', 'plan for each of these alone, then coordinate them'),
    ),
  )
  addCoverageOptions(command.optionsGroup('Options for limits:'))
  addSceneOptions(command.optionsGroup('Options for the scene:'))
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (scene: string | undefined, given: PlanCommandOptions) => {
      const { file, options } = notSwallowed(scene, given)
      if (file === undefined) return command.error("error: missing required argument 'scene'")
      emit(await planScene(file, options))
    })
}

/** Options of `limber smooth` too. */
export function addOutputOptions(command: Command): Command {
  return command
    .option('--out <file>', 'write the path')
    .option('--certificate <file>', 'write the proof, for "limber verify"')
    .option('--trajectory <file>', 'write times, positions, velocities and accelerations, proved free')
    .option(
      '--format <layout>',
      'of --out and --trajectory: limber (default), or ros, a JointTrajectory as YAML for ROS 2',
    )
    .option(
      '--max-velocity <limit>',
      'velocity limit of the trajectory: a number, or joint=number; repeatable',
      collect,
    )
    .option('--max-acceleration <limit>', 'acceleration limit, in the same form', collect)
    .option('--blend <length>', 'round corners within this distance, in radians; 0 stops at every waypoint')
    .option('--rate <number>', 'points of the trajectory per second; default 100')
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** `plan --smooth scene.json`: what is not a number is the scene, not a number of rounds. */
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
  if (options.robots !== undefined) return planRobots(file, { ...options, robots: options.robots }, engine)
  demandRobots(options)
  const question = readPlanOptions(options)
  const { world, notes, description, state } = await openScene(file, options)
  const standing = standingNotes(description, options.certificate)
  const start = await readStart(world, options.from, state)
  const files = options.to ?? []
  const { goals, said } = await readGoals(world, start.q, files, question.links)
  const inputs = [file, ...(options.from === undefined ? [] : [options.from]), ...files]
  const places = await placesFor(options, inputs)
  const roadmap = question.roadmap === undefined ? undefined : await readRoadmap(question.roadmap.file)
  const moving = question.moving?.flatMap((name) => variablesNamed(world, '--moving', name))
  checkRates(world, start.q, moving, question, engine)
  const told = [...notes, ...standing, ...start.said, ...said]

  const began = performance.now()
  const how = { moving, roadmap }
  const { result: answer, interrupted: stopped } = await searchPath(world, start.q, goals, how, question, engine)
  const millis = performance.now() - began

  let interrupted = stopped
  let smoothed: PlanReport['smoothed']
  let output: PlanReport['output']
  if (answer.outcome === 'solved') {
    let found: FoundPath = answer
    if (question.smooth !== undefined && !interrupted && answer.path.length > 1) {
      const run = await smoothPath(world, found, question, engine)
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

  if (roadmap !== undefined && question.roadmap?.isUpdated === true && !interrupted) {
    await updateRoadmap(world, roadmap, question.roadmap.file)
  }

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
  if (answer.outcome !== 'solved') return ExitCode.Violation
  const played = output?.trajectory?.verdict.outcome ?? 'free'
  return played === 'free' ? good : ExitCode.Undecided
}
