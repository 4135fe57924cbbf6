// `limber fold file.(pdb|cif)`: Monte Carlo over the torsions of a protein, with trajectory, observables, plot and checkpoints.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Moment, Protein } from '../src/entries/molecules.js'
import { InvalidInputError, type Structure } from '../src/index.js'
import type { Printed } from './check/check-path.js'
import { complaints, oneLine } from './check/check-report.js'
import { ExitCode } from './exit-codes.js'
import { type Checkpoint, readCheckpoint } from './fold/fold-checkpoint.js'
import { addFoldOptions } from './fold/fold-command.js'
import { runExchange } from './fold/fold-exchange.js'
import { plotExchange } from './fold/fold-exchange-plot.js'
import { describeExchange, type ExchangeReport, exchangeDocument } from './fold/fold-exchange-report.js'
import { type FoldCommandOptions, flagOf } from './fold/fold-flags.js'
import { readWorkers } from './fold/fold-ladder.js'
import { FileLocks } from './fold/fold-lock.js'
import { type FoldQuestion, readFoldOptions } from './fold/fold-options.js'
import { allPlaces, type FoldPlaces, placesForFold } from './fold/fold-places.js'
import { plotFold } from './fold/fold-plot.js'
import { FoldRecord, type RecordPlan, type Trajectory } from './fold/fold-record.js'
import { RelaxStoppedError, relaxedStructure, relaxStart } from './fold/fold-relax.js'
import { describeFold, describeRun, type FoldReport, foldDocument, resumeCommand } from './fold/fold-report.js'
import { resumedOptions, runIdentity, sameRun, savedOptions } from './fold/fold-resume.js'
import { runFold } from './fold/fold-run.js'
import { checkSpace, type Growing } from './fold/fold-space.js'
import { buildFold, type FoldSystem } from './fold/fold-system.js'
import { csvTable, jsonTable } from './fold/fold-table.js'
import { dcdTrajectory, pdbTopology, pdbTrajectory, xtcTrajectory } from './fold/fold-trajectory.js'
import type { Written } from './plan/plan-files.js'
import { emit } from './print/emit.js'
import { type Place, sweepParts, WriteFileError, writeAtomically } from './print/write-atomically.js'
import { readModels } from './read/read-model.js'

/** Letters. */
const MOST_NAME = 24

export function addFoldCommand(program: Command): void {
  addFoldOptions(program).action(async (file: string, options: FoldCommandOptions) => {
    emit(await fold(file, options))
  })
}

/** What the command prints, and its exit code. */
export async function fold(file: string, given: FoldCommandOptions): Promise<Printed> {
  if (given.resume === true && given.checkpoint === undefined) {
    throw new InvalidInputError('--checkpoint', undefined, 'given where there is --resume')
  }
  const locks = new FileLocks()
  try {
    const { report, document, text } = await folded(file, given, locks)
    const code = report.interrupted ? ExitCode.Interrupted : ExitCode.Good
    if (given.json === true) return { code, stdout: `${JSON.stringify(document())}\n`, stderr: '' }
    return { code, stdout: text(), stderr: complaints(report.notes) }
  } catch (error) {
    if (!(error instanceof RelaxStoppedError)) throw error
    return { code: ExitCode.Interrupted, stdout: '', stderr: complaints([error.message]) }
  } finally {
    locks.release()
  }
}

interface Told {
  readonly report: FoldReport | ExchangeReport
  document(): object
  text(): string
}

async function folded(file: string, given: FoldCommandOptions, locks: FileLocks): Promise<Told> {
  const checkpoint = await checkpointOf(file, given, locks)
  const options = checkpoint === undefined ? given : resumedOptions(checkpoint.command, given)
  const question = readFoldOptions(options)
  const places = await placesForFold(options, file)
  for (const place of allPlaces(places)) await locks.take(place)
  const named = options.model === undefined ? undefined : question.model
  const { structure: found, only } = await readModels(file, question.altloc, named)
  const asked = only ? { ...question, model: 0 } : question
  const run = runIdentity(question, await digestOf(file))
  if (checkpoint !== undefined) {
    sameRun(file, checkpoint.run, run)
    sameFiles(options, checkpoint)
  }
  const controller = new AbortController()
  const relaxed = question.relax && (checkpoint?.relaxed ?? (await relaxStart(found, asked, controller)))
  const structure = relaxed === undefined ? found : relaxedStructure(found, asked, relaxed)
  const built = buildFold(structure, asked)
  // The name that it was begun under is in the files, and they are to stay the same.
  const about = { file: checkpoint?.file ?? file, command: savedOptions(options, question), run, relaxed }
  const plan = recordPlan(built, structure, question, places, about, controller)
  await checkSpace(growthOf(plan, built, question, checkpoint), 'larger --every and --frame-every write less')
  for (const place of allPlaces(places)) await sweepParts(place)
  if (places.topology !== undefined) await writeTopology(places.topology, structure, built, about.file)
  const state = checkpoint?.state
  const record = state === undefined ? await FoldRecord.begin(plan) : await FoldRecord.resume(plan, checkpoint!)
  try {
    const resume = state === undefined ? undefined : { state, step: checkpoint!.step }
    const { temperatures } = question
    const ran =
      temperatures === undefined
        ? await runFold(built.system, built.observables, question, record, resume, controller)
        : undefined
    const exchanged =
      temperatures === undefined
        ? undefined
        : await runExchange(structure, asked, record, resume, controller, readWorkers(options, temperatures.length))
    const common = {
      ...{ file, question, protein: built.protein, residues: built.residues, columns: built.columns },
      ...{ relaxed, resumedAt: resume?.step },
      ...{ out: undefined, observables: undefined, ...(await record.finish()) },
      plot: await writePlot(about.file, built, record, places, question),
      ...{ topology: places.topology?.file, checkpoint: places.checkpoint?.file },
      notes: [...structure.notes, ...built.notes, ...startedOver(given, checkpoint)],
    }
    const moments = momentsOf(built, record)
    if (exchanged !== undefined) {
      const report = { ...common, ...exchanged, moments }
      return { report, document: () => exchangeDocument(report), text: () => describeExchange(report) }
    }
    const report = { ...common, ...ran!, moments: moments[0]! }
    return { report, document: () => foldDocument(report), text: () => describeFold(report) }
  } catch (error) {
    await record.abandon()
    throw withAdvice(error, file, places.checkpoint)
  }
}

/** What to resume from; undefined for a new run. */
async function checkpointOf(
  file: string,
  given: FoldCommandOptions,
  locks: FileLocks,
): Promise<Checkpoint | undefined> {
  if (given.checkpoint === undefined) return undefined
  const before = (await placesForFold({ checkpoint: given.checkpoint }, file)).checkpoint!
  await locks.take(before)
  // Read again: until it was locked, another run may have written it.
  const place = (await placesForFold({ checkpoint: given.checkpoint }, file)).checkpoint!
  const found = given.resume === true || place.there === 'file' ? await readCheckpoint(place) : undefined
  if (found === undefined || given.resume === true) return found
  if (found.done || found.state === undefined) return undefined
  const left = `one of a run that is at move ${found.step} of ${String(found.run.steps)}`
  throw new InvalidInputError('--checkpoint', place.file, `another file, or given with --resume: it is ${left}`)
}

/** A file that was not there from the beginning would lack what came before. */
function sameFiles(options: FoldCommandOptions, { state, files, series, run }: Checkpoint): void {
  if (state === undefined) return
  // Of several temperatures, the plot is made of means, which are always kept.
  const isLadder = run.temperatures !== undefined
  const known = { out: files.out, observables: files.observables, plot: series ?? (isLadder ? true : undefined) }
  for (const [name, was] of Object.entries(known)) {
    const wanted = options[name as keyof typeof known]
    if (wanted !== undefined && was === undefined) {
      throw new InvalidInputError(
        flagOf(name),
        wanted,
        'left out, as when the run began: the start of the run would be missing',
      )
    }
  }
}

function startedOver({ resume, checkpoint: file }: FoldCommandOptions, checkpoint: Checkpoint | undefined): string[] {
  if (resume !== true || checkpoint?.state !== undefined) return []
  return [`${file} found no checkpoint: the run started at the beginning.`]
}

function recordPlan(
  { protein, columns }: FoldSystem,
  structure: Structure,
  { frameEvery, temperatures, precision, burnIn = 0 }: FoldQuestion,
  { out, observables, plot, checkpoint }: FoldPlaces,
  about: RecordPlan['about'],
  controller: AbortController,
): RecordPlan {
  return {
    out: out && {
      place: out.place,
      format: {
        pdb: () => pdbTrajectory(named(structure, about.file), protein.structureAtom),
        dcd: () => dcdTrajectory(protein.atoms, frameEvery),
        xtc: () => xtcTrajectory(precision),
      }[out.format](),
    },
    observables: observables && {
      place: observables.place,
      format: observables.format === 'csv' ? csvTable(columns) : jsonTable(columns),
    },
    checkpoint,
    columns: columns.length,
    ...{ rungs: temperatures?.length ?? 1, burnIn },
    // Of several temperatures, what is plotted is in the means.
    plotted: plot !== undefined && temperatures === undefined,
    about,
    onFailure: () => controller.abort(),
  }
}

/** By temperature, then column. */
function momentsOf({ columns }: FoldSystem, { moments }: FoldRecord): (Moment | undefined)[][] {
  return moments.map((one) => columns.map((_, k) => one.of(k)))
}

/** Files do not say which folder they come from. */
function named(structure: Structure, file: string): Structure {
  return { ...structure, name: basename(file) }
}

/** Bytes that are going to come: all frames, and rows of a digit a column. */
function growthOf(
  { out, observables }: RecordPlan,
  { protein, columns }: FoldSystem,
  { steps, every, frameEvery, temperatures }: FoldQuestion,
  checkpoint: Checkpoint | undefined,
): Growing[] {
  // The start is a sample and a frame too, but not of replicas.
  const start = temperatures === undefined ? -1 : 0
  const from = checkpoint?.state === undefined ? start : checkpoint.step
  const parts = (between: number): number => Math.floor(steps / between) - Math.floor(from / between)
  return [
    ...(out === undefined ? [] : [{ place: out.place, bytes: parts(frameEvery) * leastBytes(out.format, protein) }]),
    ...(observables === undefined
      ? []
      : [{ place: observables.place, bytes: parts(every) * 2 * columns.length * (temperatures?.length ?? 1) }]),
  ]
}

/** Of a frame, judged by the first. */
function leastBytes(format: Trajectory, protein: Protein): number {
  return format.frame(0, 0, protein.coordinates()).length * (format.varies === true ? 0.5 : 1)
}

/** What a full disk, say, has left. */
function withAdvice(error: unknown, file: string, checkpoint: Place | undefined): unknown {
  if (error instanceof WriteFileError && checkpoint !== undefined) {
    error.message += `; ${resumeCommand(file, checkpoint.file)} continues from the last checkpoint`
  }
  return error
}

async function writeTopology(place: Place, structure: Structure, { protein }: FoldSystem, file: string): Promise<void> {
  await writeAtomically(place, pdbTopology(named(structure, file), protein.structureAtom, protein.coordinates()))
}

/** Of the bytes of the file: another one would have another trajectory. */
async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** As much of the name as there is room for. */
function titleOf(file: string, question: FoldQuestion): string {
  const name = oneLine(basename(file))
  return `${name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name}: ${describeRun(question)}`
}

async function writePlot(
  file: string,
  built: FoldSystem,
  record: FoldRecord,
  { plot }: FoldPlaces,
  question: FoldQuestion,
): Promise<Written | undefined> {
  if (plot === undefined) return undefined
  const [title, { columns }] = [titleOf(file, question), built]
  const text =
    question.temperatures === undefined
      ? plotFold(title, columns, record.series!)
      : plotExchange(title, columns, question.temperatures, momentsOf(built, record))
  await writeAtomically(plot, text)
  return { file: plot.file, bytes: Buffer.byteLength(text) }
}
