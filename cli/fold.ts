// `limber fold file.(pdb|cif)`: Monte Carlo over the torsions of a protein, with trajectory, observables, plot and checkpoints.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { readStructure } from '../node/index.js'
import { InvalidInputError, type Structure } from '../src/index.js'
import type { Printed } from './check-path.js'
import { complaints, oneLine } from './check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { type Checkpoint, readCheckpoint } from './fold-checkpoint.js'
import {
  type FoldCommandOptions,
  type FoldQuestion,
  flagOf,
  readFoldOptions,
  resumedOptions,
  runIdentity,
  sameRun,
  savedOptions,
} from './fold-options.js'
import { type FoldPlaces, placesForFold } from './fold-places.js'
import { plotFold } from './fold-plot.js'
import { FoldRecord, type RecordPlan } from './fold-record.js'
import { describeFold, type FoldReport, foldDocument } from './fold-report.js'
import { runFold } from './fold-run.js'
import { buildFold, type FoldSystem } from './fold-system.js'
import { csvTable, jsonTable } from './fold-table.js'
import { dcdTrajectory, pdbTrajectory } from './fold-trajectory.js'
import type { Written } from './plan-files.js'
import { sweepParts, writeAtomically } from './write-atomically.js'

const HELP = `
Moves: pivot (one torsion of the backbone), crankshaft (what is between two alpha
carbons, about their axis), side-chain (one of their torsions; --atoms
flexible-sidechains). A move whose atoms clash is taken back before any energy is
computed.

Potentials: hard (spheres that must not overlap), lj (Lennard-Jones as well, up to
10 Å, wells 0.2 deep) and go (native contacts: wells of depth 1 between alpha carbons
that are within 8 Å in the file). Temperatures are in the same units. Crankshafts bend
the bond angles at two alpha carbons; springs hold these. Lengths are in Å.

The same file, options and seed give the same trajectory, to the bit, on every
machine. With --checkpoint a run can be killed at any moment; the same command with
--resume goes on, and ends with the same files as a run that was never stopped.
What is not said again is as it was. More --steps than before make a run longer.

Exit code 130 after Ctrl-C, which leaves a checkpoint and whole files.`

export function addFoldCommand(program: Command): void {
  const command = program
    .command('fold')
    .description('Monte Carlo over the torsions of a protein: trajectory, observables, plot, checkpoints')
    .argument('<structure>', 'a PDB or mmCIF file')
    .option('--steps <count>', 'how many moves to try')
    .option('--seed <number>', 'of the random numbers; default 1')
    .option('--temperature <number>', 'default 1')
    .option('--anneal <from:to>', 'from one temperature to another instead: 2:0.5, or 2:0.5:geometric')
    .option('--potential <name>', 'hard (default), lj or go')
    .option('--moves <shares>', 'like pivot:2,crankshaft:1; default: all alike')
  command
    .optionsGroup('Options for the protein:')
    .option('--atoms <which>', 'backbone (N, CA, C), rigid-sidechains (default) or flexible-sidechains')
    .option('--chain <ids>', 'only these: A or A,B; default all')
    .option('--model <number>', 'counted from 0; default the first')
  command
    .optionsGroup('Options for what is written:')
    .option('--out <file>', 'the trajectory: .pdb or .dcd')
    .option('--observables <file>', 'energy, radius of gyration, RMSD, native contacts: .csv or .json')
    .option('--plot <file>', 'the same as a picture (SVG)')
    .option('--every <moves>', 'between two samples of the observables; default a thousandth of all')
    .option('--frame-every <moves>', 'between two frames of the trajectory; default ten times that')
    .option('--checkpoint <file>', 'leave one now and then, and at the end')
    .option('--checkpoint-every <moves>', 'default a hundredth of all, from a thousand to a million')
    .option('--resume', 'go on from the checkpoint, if it is there')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: FoldCommandOptions) => {
      const { code, stdout, stderr } = await fold(file, options)
      process.stderr.write(stderr)
      process.stdout.write(stdout)
      process.exitCode = code
    })
}

/** What the command prints, and its exit code. */
export async function fold(file: string, given: FoldCommandOptions): Promise<Printed> {
  if (given.resume === true && given.checkpoint === undefined) {
    throw new InvalidInputError('--checkpoint', undefined, 'given where there is --resume')
  }
  const checkpoint = await checkpointOf(file, given)
  const options = checkpoint === undefined ? given : resumedOptions(checkpoint.command, given)
  const question = readFoldOptions(options)
  const places = await placesForFold(options, file)
  const structure = await readStructure(file)
  const run = runIdentity(question, await digestOf(file))
  if (checkpoint !== undefined) {
    sameRun(file, checkpoint.run, run)
    sameFiles(options, checkpoint)
  }
  const built = buildFold(structure, question)
  const controller = new AbortController()
  const about = { file, command: savedOptions(options, question), run }
  const plan = recordPlan(built, structure, question, places, about, controller)
  for (const place of [places.checkpoint, places.plot]) if (place !== undefined) await sweepParts(place)
  const state = checkpoint?.state
  const record = state === undefined ? await FoldRecord.begin(plan) : await FoldRecord.resume(plan, checkpoint!)
  let report: FoldReport
  try {
    const resume = state === undefined ? undefined : { state, step: checkpoint!.step }
    const ran = await runFold(built.system, built.observables, question, record, resume, controller)
    report = {
      ...{ file, question, ...ran, protein: built.protein, residues: built.residues, columns: built.columns },
      resumedAt: resume?.step,
      ...{ out: undefined, observables: undefined, ...(await record.finish()) },
      plot: await writePlot(file, built, record, places),
      checkpoint: places.checkpoint?.file,
      notes: [...structure.notes, ...built.notes, ...startedAnew(given, checkpoint)],
    }
  } catch (error) {
    await record.abandon()
    throw error
  }
  const code = report.interrupted ? ExitCode.Interrupted : ExitCode.Good
  if (given.json === true) return { code, stdout: `${JSON.stringify(foldDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeFold(report), stderr: complaints(report.notes) }
}

/** What to go on from; undefined if this is a beginning. */
async function checkpointOf(file: string, given: FoldCommandOptions): Promise<Checkpoint | undefined> {
  if (given.checkpoint === undefined) return undefined
  const place = (await placesForFold({ checkpoint: given.checkpoint }, file)).checkpoint!
  const found = given.resume === true || place.there === 'file' ? await readCheckpoint(place) : undefined
  if (found === undefined || given.resume === true) return found
  if (found.done || found.state === undefined) return undefined
  const left = `one of a run that is at move ${found.step} of ${String(found.run.steps)}`
  throw new InvalidInputError('--checkpoint', place.file, `another file, or given with --resume: it is ${left}`)
}

/** A file that was not there from the beginning would lack what came before. */
function sameFiles(options: FoldCommandOptions, { state, files, series }: Checkpoint): void {
  if (state === undefined) return
  const known = { out: files.out, observables: files.observables, plot: series }
  for (const [name, was] of Object.entries(known)) {
    const wanted = options[name as keyof typeof known]
    if (wanted !== undefined && was === undefined) {
      throw new InvalidInputError(
        flagOf(name),
        wanted,
        'left out, as when the run began: it would lack what was before',
      )
    }
  }
}

function startedAnew({ resume, checkpoint: file }: FoldCommandOptions, checkpoint: Checkpoint | undefined): string[] {
  if (resume !== true || checkpoint?.state !== undefined) return []
  return [`${file} had nothing to go on from: the run was started at the beginning.`]
}

function recordPlan(
  { protein, columns }: FoldSystem,
  structure: Structure,
  { frameEvery }: FoldQuestion,
  { out, observables, plot, checkpoint }: FoldPlaces,
  about: RecordPlan['about'],
  controller: AbortController,
): RecordPlan {
  return {
    out: out && {
      place: out.place,
      format:
        out.format === 'pdb'
          ? pdbTrajectory(structure, protein.structureAtom)
          : dcdTrajectory(protein.atoms, frameEvery),
    },
    observables: observables && {
      place: observables.place,
      format: observables.format === 'csv' ? csvTable(columns) : jsonTable(columns),
    },
    checkpoint,
    plotted: plot !== undefined,
    about,
    onFailure: () => controller.abort(),
  }
}

/** Of the bytes of the file: another one would have another trajectory. */
async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

async function writePlot(
  file: string,
  { columns }: FoldSystem,
  { series }: FoldRecord,
  { plot }: FoldPlaces,
): Promise<Written | undefined> {
  if (plot === undefined) return undefined
  const text = plotFold(oneLine(basename(file)), columns, series!)
  await writeAtomically(plot, text)
  return { file: plot.file, bytes: Buffer.byteLength(text) }
}
