// `limber allow robot.urdf`: which pairs of a robot's links need no checking, by proof; and which of those that a list exempts are unsafe.

import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { Command } from 'commander'
import { srdfBeside } from '../node/read-robot.js'
import { version } from '../node/version.js'
import {
  type AllowedPairs,
  allowedPairsDocument,
  InvalidInputError,
  type JudgedPair,
  judgeAllowed,
  type PairResult,
  parseSrdf,
  type Robot,
  RobotFileError,
  robotHash,
  writeSrdf,
} from '../src/entries/robots.js'
import {
  type AllowRun,
  checkpointFor,
  readAllowCheckpoint,
  removeCheckpoint,
  writeAllowCheckpoint,
} from './allow/allow-checkpoint.js'
import { type AllowPlaces, allowPlaces, documentText } from './allow/allow-files.js'
import { pairJobs, placeForJobs, readPairAnswers, writePairJobs } from './allow/allow-jobs.js'
import { aboutTheWhole, linksThatLack } from './allow/allow-missing.js'
import { type AllowCommandOptions, type AllowQuestion, checkPairs, readAllowCommand } from './allow/allow-options.js'
import { type AllowReport, describeAllow } from './allow/allow-report.js'
import { type AllowRan, runAllow } from './allow/allow-run.js'
import { AllowStop } from './allow/allow-stop.js'
import type { Printed } from './check/check-path.js'
import { complaints, plural } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { FileLocks } from './fold/fold-lock.js'
import { emit } from './print/emit.js'
import { type Place, sweepParts, writeAtomically } from './print/write-atomically.js'
import { addReadOptions, readOptionsOf } from './read/read-options.js'
import { openRobot, PACKAGE_HELP, quoteWord, robotNotes, type SceneOptions, sceneWords } from './read/scene-options.js'

const HELP = `
Checks every two links that have geometry over all joint values within the joint
limits; a joint without limits makes a whole turn. Each pair is
  never      proved separated in every configuration
  sometimes  touching in some configuration; one is shown, with the depth
  always     proved to overlap in every configuration
  touches    in contact in every sample, with a depth near zero in at least one
  contained  proved: one is inside the other, and their surfaces never meet
  undecided  none of these; the unproved share of the joint space is shown, and a
             configuration if they touched in every sample
With --certificate, the pairs "never" and "contained" carry proofs that "limber
verify" can check. All others are marked "not certified".

--out writes SRDF: the pairs that need no checking, with reasons that MoveIt knows, and
comments that say what was proved, for which limits and meshes. With --srdf, it
replaces the <disable_collisions> of that file and keeps everything else.

--against judges the exemptions of an SRDF file: confirmed; unsafe, with joint values
that show it; or wasteful, for a pair that is checked although it never touches.
Adjacent links exempted with the reason "Adjacent" that sometimes touch are listed, but
not called unsafe: parts that share a joint overlap there by convention.

Ctrl-C stops at once: what is decided is printed, and written where there was no file
yet, marked as incomplete. A checkpoint beside the first of --report, --out and
--certificate keeps the work done, also when the run is killed; --resume continues
from it. The report is the same for any number of --workers.

With --jobs, other machines do the work: give the file to "limber batch", with --shard
or --queue, then the same command again with --answers in place of --jobs. Pairs that
have no answer are decided here.

Exit code 1: --against found an unsafe exemption. Exit code 3: a pair is undecided.`

export function addAllowCommand(program: Command): void {
  const command = program
    .command('allow')
    .description('prove which pairs of links of a robot never need checking')
    .argument('<robot>', 'a URDF or xacro file')
    .option('--out <file>', 'write the pairs that need no checking, as SRDF')
    .option('--report <file>', 'write all results, as JSON')
    .option('--certificate <file>', 'write the report with its proofs, for "limber verify"')
    .option('--against <file>', 'judge the exemptions of this SRDF file; auto: of the name of the URDF file')
    .option('--clearance', 'the least distance of pairs that never touch, proved to about 5 %')
    .option('--pairs <a,b>', 'only these two links; repeatable', collect)
    .option('--jobs <file>', 'write the pairs as jobs for "limber batch", and do nothing else')
    .option('--answers <file>', 'take what "limber batch" answered to --jobs; the other options as with --jobs')
    .option('--resume', 'continue from the checkpoint of a run that was stopped or killed')
  command
    .optionsGroup('Options for the work:')
    .option('--workers <count>', 'threads; default: one for each core')
    .option('--max-cells <count>', 'a pair is undecided after this many cells; default 200,000')
    .option('--samples <count>', 'configurations to sample before trying a proof; default 1,500')
    .option('--descents <count>', 'descents of the distance from the nearest samples; default 25')
    .option('--seed <number>', 'seed of the samples; default 1')
  addReadOptions(command.optionsGroup('Options for the robot:'))
    .option('--srdf <file>', 'the SRDF file that --out starts from; auto: of the name of the URDF file')
    .option('--package <name=folder>', PACKAGE_HELP, collect)
    .option(
      '--argument <name:=value>',
      'for a xacro file: an argument; name:=value alone does the same; repeatable',
      collect,
    )
    .option('--skip-missing', 'skip missing meshes, and list them')
    .option('--root <folder>', 'read files only from this folder and below; default: the package of the URDF file')
    .optionsGroup('Other options:')
    .option('--json', 'print one JSON document: the report')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: AllowCommandOptions) => {
      emit(await allow(file, options))
    })
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** What the command prints, and its exit code. */
export async function allow(file: string, given: AllowCommandOptions): Promise<Printed> {
  const question = readAllowCommand(given)
  const options = { ...given, ...foundSrdf(file, '--srdf', given.srdf), ...foundSrdf(file, '--against', given.against) }
  const locks = new FileLocks()
  const stop = new AllowStop()
  try {
    return await allowed(file, options, question, locks, stop)
  } finally {
    stop.release()
    locks.release()
  }
}

/** The SRDF file that `auto` means. */
function foundSrdf(file: string, flag: '--srdf' | '--against', value: string | undefined): AllowCommandOptions {
  if (value !== 'auto') return {}
  const found = srdfBeside(file)
  if (found === undefined) throw new InvalidInputError(flag, value, `a file: none of the name of ${file} is beside it`)
  return { [flag.slice(2)]: relative('.', found) }
}

async function allowed(
  file: string,
  options: AllowCommandOptions,
  question: AllowQuestion,
  locks: FileLocks,
  stop: AllowStop,
): Promise<Printed> {
  const inputs = [file, options.srdf, options.against, options.answers].filter((name) => name !== undefined)
  const places = await allowPlaces(options, inputs)
  const written = Object.values(places)
  const beside = written.find(({ there }) => there !== 'device')
  if (options.resume === true && beside === undefined) {
    throw new InvalidInputError(
      '--resume',
      true,
      'given with --report, --out or --certificate: the checkpoint is beside it',
    )
  }
  for (const place of written) await locks.take(place)
  const checkpoint = beside === undefined ? undefined : await lockedCheckpoint(beside.file, locks)

  // Classes do not depend on SRDF; what is judged is that of --against.
  const list = options.against ?? options.srdf
  const scene = sceneOf(options)
  const robot = await openRobot(file, { ...scene, ...(list === undefined ? {} : { srdf: list }) })
  checkPairs(robot, question.pairs)
  const lacking = options.skipMissing === true ? await linksThatLack(file, robot, options) : new Set<string>()
  const template = options.srdf === undefined ? undefined : await readSrdfText(options.srdf)
  // Refused now, not when all is done.
  if (template !== undefined) parseSrdf(template, options.srdf)
  const run = identity(robot, question)
  const jobs = pairJobs(robot, question, run)
  if (options.jobs !== undefined) {
    await writePairJobs(await placeForJobs(options.jobs), jobs, file, scene, question)
    return { code: ExitCode.Good, stdout: `${options.jobs} written: ${plural(jobs.length, 'job')}\n`, stderr: '' }
  }
  const known = await knownPairs(checkpoint, run, options)
  const answers = options.answers === undefined ? undefined : await readPairAnswers(options.answers, robot, jobs)
  for (const place of written) await sweepParts(place)
  if (checkpoint !== undefined) await sweepParts(checkpoint)

  const notes = [
    ...robotNotes(robot),
    ...aboutLacking(lacking, list, options),
    ...aboutOut(template, options),
    ...startedOver(options, known, beside?.file),
    ...(answers?.failed ?? []).map((words) => `${options.answers}: a job failed, and was done here: ${words}`),
  ]
  const judge = ({ result }: AllowRan): { whole: AllowedPairs; judged: readonly JudgedPair[] | undefined } => {
    const whole = aboutTheWhole(result, robot, lacking)
    return { whole, judged: list === undefined ? undefined : judgeAllowed(whole.pairs, robot.allowed) }
  }
  const say = (ran: AllowRan, judged: readonly JudgedPair[] | undefined, written: readonly string[]): Printed => {
    const code = exitCodeOf(ran, judged, options)
    if (options.json === true) {
      return { code, stdout: `${JSON.stringify({ ...documentOf(ran.result, judged), notes })}\n`, stderr: '' }
    }
    const report: AllowReport = { ...ran, robot, judged, list, written, notes }
    return { code, stdout: describeAllow(report), stderr: complaints(notes) }
  }
  const resume =
    checkpoint === undefined
      ? []
      : [`to continue: limber allow ${sceneWords(file, options)} --resume, with the same options`]
  const ran = await runAllow(
    robot,
    { file, scene, question, known: [...(answers?.pairs ?? []), ...(known ?? [])] },
    async (result) => {
      if (checkpoint !== undefined) await writeAllowCheckpoint(checkpoint, run, result)
    },
    stop,
    (soFar) => say(soFar, judge(soFar).judged, resume),
  )
  const { whole, judged } = judge(ran)
  const said: string[] = []
  const make = textsOf(ran.result, whole, judged, template, options)
  // All texts are there before the first is written. What an earlier run has completed is not replaced by a part.
  const texts = (Object.keys(places) as (keyof AllowPlaces)[])
    .filter((kind) => !ran.interrupted || places[kind]!.there !== 'file')
    .map((kind) => [places[kind]!, make[kind]()] as const)
  for (const [place, text] of texts) {
    await writeAtomically(place, text)
    said.push(`${place.file} written${ran.interrupted ? ': incomplete, and marked so' : ''}`)
  }
  if (ran.interrupted) said.push(...resume)
  else if (checkpoint !== undefined) await removeCheckpoint(checkpoint)
  return say(ran, judged, said)
}

async function lockedCheckpoint(file: string, locks: FileLocks): Promise<Place> {
  await locks.take(await checkpointFor(file))
  // Read again: until it was locked, another run may have written it.
  return checkpointFor(file)
}

function exitCodeOf(
  { result, interrupted }: AllowRan,
  judged: readonly JudgedPair[] | undefined,
  { against }: AllowCommandOptions,
): number {
  if (interrupted) return ExitCode.Interrupted
  if (against !== undefined && judged!.some(({ judgement }) => judgement === 'unsafe')) return ExitCode.Violation
  return result.pairs.some((pair) => pair.class === 'undecided') ? ExitCode.Undecided : ExitCode.Good
}

/** All that says where the robot's files are, and how they are read. */
function sceneOf(options: AllowCommandOptions): SceneOptions {
  const { package: packages, argument, skipMissing, root } = options
  return {
    ...readOptionsOf(options),
    ...(packages === undefined ? {} : { package: packages }),
    ...(argument === undefined ? {} : { argument }),
    ...(skipMissing === undefined ? {} : { skipMissing }),
    ...(root === undefined ? {} : { root }),
  }
}

/** What the results depend on, under the names of the options. */
function identity(robot: Robot, { classify, pairs }: AllowQuestion): AllowRun {
  const flags = Object.entries(classify).map(([name, value]) => [
    name === 'certificates' ? '--certificate' : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ])
  const only = pairs === undefined ? {} : { '--pairs': pairs }
  return { limber: version(), robot: robotHash(robot), ...Object.fromEntries(flags), ...only }
}

async function knownPairs(
  checkpoint: Place | undefined,
  run: AllowRun,
  { resume }: AllowCommandOptions,
): Promise<PairResult[] | undefined> {
  if (checkpoint === undefined) return undefined
  if (resume === true) return readAllowCheckpoint(checkpoint, run)
  if (checkpoint.there === 'nothing') return undefined
  throw new InvalidInputError(
    '--resume',
    undefined,
    `given, or ${quoteWord(checkpoint.file)} deleted: it is what a run that was stopped has left`,
  )
}

function startedOver(
  { resume }: AllowCommandOptions,
  known: readonly PairResult[] | undefined,
  file: string | undefined,
): string[] {
  if (resume !== true) return []
  if (known === undefined) return [`there is no checkpoint beside ${file}: the run was started at the beginning`]
  return [`${plural(known.length, 'pair')} taken from the checkpoint`]
}

function documentOf(result: AllowedPairs, judged: readonly JudgedPair[] | undefined, proofs = false): object {
  const judgements = judged?.map(({ judgement }) => judgement)
  return allowedPairsDocument(result, { proofs, judgements })
}

function textsOf(
  result: AllowedPairs,
  whole: AllowedPairs,
  judged: readonly JudgedPair[] | undefined,
  template: string | undefined,
  options: AllowCommandOptions,
): Record<keyof AllowPlaces, () => string> {
  return {
    report: () => documentText(documentOf(result, judged)),
    certificate: () => documentText(documentOf(result, judged, true)),
    out: () => writeSrdf(whole, template === undefined ? {} : { srdf: template, file: options.srdf }),
  }
}

/** What was proved of links that lack meshes is in the report, with the hashes of what they have, and in no list. */
function aboutLacking(
  lacking: ReadonlySet<string>,
  list: string | undefined,
  { out }: AllowCommandOptions,
): readonly string[] {
  if (lacking.size === 0 || (list === undefined && out === undefined)) return []
  const names = [...lacking].join(', ')
  return [`that ${names} never touch others was proved without meshes that are missing: no exemption rests on it`]
}

/** What is to be known of the SRDF file. What --srdf exempts beside <disable_collisions> is kept, and is not part of what was proved. */
function aboutOut(template: string | undefined, { srdf, out, pairs }: AllowCommandOptions): string[] {
  if (out === undefined) return []
  if (pairs !== undefined) return [`${out} has the pairs of --pairs only, and no other exemption`]
  if (template === undefined) return []
  const { unchecked } = parseSrdf(template, srdf)
  if (unchecked.length === 0) return []
  const names = unchecked.map(({ name }) => name).join(', ')
  return [`${srdf}: <disable_default_collisions> of ${names} is kept in ${out}, and exempts more than was proved`]
}

/** To the last byte: the output must be the same except for the pairs. */
async function readSrdfText(file: string): Promise<string> {
  const bytes = await readFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RobotFileError(file, {}, 'text in UTF-8', 'other bytes')
  }
}
