// `limber necklace frames.(pdb|dcd|xtc|trr|gro|xyz)`: a chain of beads, frame by frame: which touch, which are closest, what it took; and with
// --between whether the straight steps from frame to frame are free.

import { basename } from 'node:path'
import type { Command } from 'commander'
import { Necklace } from '../src/entries/chains.js'
import type { Frames } from '../src/entries/molecules.js'
import type { Printed } from './check/check-path.js'
import { complaints, oneLine } from './check/check-report.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { type BetweenQuestion, type NecklaceCommandOptions, readNecklaceOptions } from './necklace/necklace-options.js'
import { plotNecklace } from './necklace/necklace-plot.js'
import {
  describeNecklace,
  type FrameReport,
  type NecklaceReport,
  necklaceDocument,
} from './necklace/necklace-report.js'
import { followSteps, knotsOf } from './necklace/necklace-steps.js'
import { describeRopeSteps, type RopeStepsReport, ropeStepsDocument } from './necklace/necklace-steps-report.js'
import { centresOf, type OpenedNecklace, openNecklace, ropeStepInput } from './necklace/open-necklace.js'
import { emit } from './print/emit.js'
import { createProgress, type ProgressLine } from './print/progress.js'
import { proofOf } from './steps/step-proofs.js'
import { stepsCode } from './steps/step-report.js'
import { StepsCertificate } from './steps/steps-certificate.js'
import { notWritten, placesOf, type StepsPlaces, writePlot } from './steps/steps-files.js'
import { plotSteps } from './steps/steps-plot.js'

const HELP = `
Frames are the models of a PDB file, the frames of a DCD, XTC, TRR, GRO or XYZ file, or
plain lines of x, y and z with blank lines between frames; gzipped or not. Beads are
atoms, in the order of the file: of a PDB or GRO file the alpha carbons of one chain, of
others all; --atoms, --chain or --select take others. DCD, XTC and TRR files have no
names: --topology reads them from a PDB, PSF or GRO file. Lengths are in Å, in files of
GROMACS too.

Two beads collide if they touch, unless they are neighbours. The gap is the distance
between the two surfaces, negative where they overlap. Frames, beads and atoms are
counted from 0. Basis changes: how many of the balls that wrap parts of the chain
rest on other beads than in the frame before.

Frames are tested one by one, and the exit code is 0 even if beads collide: what happens
between two frames is another question. --between asks it: from frame to frame every
bead moves straight, all in the same time. Do two beads touch at any instant, or with
--strands two of the capsules between consecutive beads, of this radius? A radius of 0
asks whether a line passes through itself. Strands that share a bead are not checked. The
answer is exact for these numbers; it does not say that the molecule moved straight.
Exit code 1: two meet in some step. Exit code 3: undecided, there
is one frame, or no pair is checked.

If the file has a periodic box (DCD, XTC, TRR, GRO, extended XYZ), --between makes the
rope whole and takes every bead to its nearest image; a step of half a box or longer is
refused (of boxes without right angles: of half their shortest vector).`

export function addNecklaceCommand(program: Command): void {
  const command = program
    .command('necklace')
    .description('check a rope or a backbone: self-collisions frame by frame, and what happens between frames')
    .argument('<frames>', 'a PDB, DCD, XTC, TRR, GRO or XYZ file, or lines of x, y and z')
    .option('--radius <length>', 'radius of every bead; default: half the usual spacing along the first frame')
    .option('--closed', 'the last bead is next to the first')
    .option('--neighbours <count>', 'beads at most this many places apart may touch; default 1')
    .option('--dimension <number>', '2 or 3 (default); 2 requires z = 0 everywhere')
    .option('--method <name>', 'auto (default), cages, power-diagram or grid')
  command
    .optionsGroup('Options for what happens between frames:')
    .option('--between', 'check the straight steps from frame to frame')
    .option('--strands <radius>', 'check capsules of this radius between consecutive beads, not the beads')
    .option('--cut <length>', 'leave out strands that are longer than this in the first frame: gaps of the chain')
    .option('--chain-length <beads>', 'the row is several chains of this many beads: no strand joins them')
    .option('--first', 'of every step, find only the first two that meet')
    .option('--ignore-cell', 'as if the file had no periodic box')
  command
    .optionsGroup('Options for the beads:')
    .option('--atoms <which>', 'ca, backbone (N, CA, C), all, or names: N,CA,C,O')
    .option('--chain <id>', 'only those of this chain, or segment of a PSF file')
    .option('--select <numbers>', 'by number instead: 0-99,150,200-298/2')
    .option('--topology <file>', 'the names of the atoms: PDB, PSF or GRO')
  command
    .optionsGroup('Other options:')
    .option('--frames <numbers>', 'only these: 0-999/10; default all')
    .option('--drop-partial', 'ignore an incomplete last frame of a DCD, XTC or TRR file')
    .option('--pairs', 'list every pair that touches')
    .option('--certificate <file>', 'write the proof, if all is free')
    .option('--plot <file>', 'draw gap and basis changes by frame, or with --between the steps (SVG)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: NecklaceCommandOptions) => {
      emit(await followNecklace(file, options))
    })
}

/** What the command prints, and its exit code. */
export async function followNecklace(file: string, options: NecklaceCommandOptions = {}): Promise<Printed> {
  const question = readNecklaceOptions(options)
  const { between } = question
  const places = await placesOf('necklace', options, [file, options.topology])
  const opened = { ...(await openNecklace(file, options, question)), options, places }
  const progress = createProgress('necklace')
  try {
    return await (between === undefined ? testFrames(opened, progress) : testSteps(opened, between, progress))
  } finally {
    progress.clear()
  }
}

interface Opened extends OpenedNecklace {
  readonly options: NecklaceCommandOptions
  readonly places: StepsPlaces
}

async function testFrames(opened: Opened, progress: ProgressLine): Promise<Printed> {
  const { file, options, question, frames, radius, places } = opened
  const began = performance.now()
  const certificate = certificateOf(opened)
  const reports = await follow(opened, options.pairs === true, progress, certificate)
  const { format, atoms, beads, names } = frames
  const isFree = reports.every(({ collisions, closest }) => collisions === 0 && closest !== undefined)
  const report: NecklaceReport = {
    ...{ file, format, atoms, beads, names, radius, radiusGiven: question.radius !== undefined },
    ...question.necklace,
    frames: reports,
    certificate: certificate === undefined || !isFree ? undefined : await certificate.write(),
    plot:
      places.plot === undefined
        ? undefined
        : await writePlot(places.plot, plotNecklace(oneLine(basename(file)), reports)),
    notes: [
      ...frames.notes,
      ...allTaken(file, frames, options),
      ...repeatedEnd(opened),
      ...notWritten(places, isFree, 'frames'),
    ],
    millis: performance.now() - began,
  }
  const code = ExitCode.Good
  if (options.json === true) return { code, stdout: `${JSON.stringify(necklaceDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeNecklace(report), stderr: complaints(report.notes) }
}

async function testSteps(opened: Opened, between: BetweenQuestion, progress: ProgressLine): Promise<Printed> {
  const { file, options, question, frames, numbers, radius, places } = opened
  const began = performance.now()
  const certificate = certificateOf(opened)
  const steps = await followSteps(opened, between, progress, certificate && ((step) => certificate.add(step)))
  const { format, atoms, beads, names } = frames
  const isFree = steps.length > 0 && steps.every(({ outcome }) => outcome === 'free')
  const report: RopeStepsReport = {
    ...{ file, format, atoms, beads, names, radius, radiusGiven: question.radius !== undefined },
    ...{ strands: between.strands, first: between.first, ...question.necklace, frames: numbers.length, steps },
    knots: knotsOf(opened),
    listed: options.pairs === true,
    certificate: certificate === undefined || !isFree ? undefined : await certificate.write(),
    plot:
      places.plot === undefined || steps.length === 0
        ? undefined
        : await writePlot(places.plot, plotSteps('necklace', oneLine(basename(file)), steps, thingsOf(between))),
    notes: [
      // Of a box it is said below what was made of it.
      ...frames.notes.filter((note) => between.ignoreCell || !note.startsWith('There is a unit cell')),
      ...allTaken(file, frames, options),
      ...repeatedEnd(opened),
      ...leftOutStrands(opened),
      ...notWritten(places, isFree, 'steps'),
    ],
    millis: performance.now() - began,
  }
  const code = stepsCode(steps)
  if (options.json === true) return { code, stdout: `${JSON.stringify(ropeStepsDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeRopeSteps(report), stderr: complaints(report.notes) }
}

/** Files of knots often end with the point that they begin with, which is then two beads at one place. */
function repeatedEnd({ frames, numbers, question }: Opened): string[] {
  const { beads } = frames
  if (!question.necklace.closed || beads < 3) return []
  const centres = frames.frame(numbers[0]!)
  if ([0, 1, 2].some((axis) => centres[axis] !== centres[3 * beads - 3 + axis])) return []
  return [`The last bead is where the first one is: of a closed rope, leave it out (--select 0-${beads - 2}).`]
}

function leftOutStrands({ cuts }: Opened): string[] {
  if (cuts.length === 0) return []
  const [count, is] = cuts.length === 1 ? ['1 strand', 'is'] : [`${cuts.length} strands`, 'are']
  const more = cuts.length > 10 ? ', …' : ''
  return [`${count} ${is} left out (--cut, --chain-length): after bead ${cuts.slice(0, 10).join(', ')}${more}`]
}

function thingsOf({ strands }: BetweenQuestion): string {
  return strands === undefined ? 'beads' : 'strands'
}

function certificateOf({ places, file, options }: Opened): StepsCertificate | undefined {
  if (places.certificate === undefined) return undefined
  const { json, plot, certificate, pairs, first, ...asked } = options
  return new StepsCertificate(places.certificate, { command: 'necklace', files: [file], options: asked })
}

async function follow(
  opened: Opened,
  withPairs: boolean,
  progress: ProgressLine,
  certificate: StepsCertificate | undefined,
): Promise<FrameReport[]> {
  const { numbers, radius, question } = opened
  const options = question.necklace
  const reports: FrameReport[] = []
  let necklace: Necklace | undefined
  let wanted = certificate
  for (const frame of numbers) {
    const centres = centresOf(opened, frame)
    let basisChanges: number | undefined
    if (necklace === undefined) {
      necklace = new Necklace(centres, radius, options)
      necklace.repairCages()
    } else basisChanges = (necklace.step(centres).repair ?? necklace.repairCages()).basisChanges
    const { count: collisions, pairs, signedDistances: gaps, stats } = necklace.selfCollisions()
    const pair = necklace.closestPair()
    const closest = pair === undefined ? undefined : { a: pair.a, b: pair.b, gap: pair.signedDistance }
    const listed = withPairs ? { pairs, gaps } : {}
    // Of a run with a frame in which beads touch, or no pair is checked, no certificate is written: none is made from there on.
    if (collisions > 0 || closest === undefined) wanted = undefined
    wanted?.add({ from: frame, to: frame, ...proofOf(ropeStepInput(opened, centres)) })
    reports.push({ frame, collisions, closest, basisChanges, method: stats.method, ...listed })
    await progress.report(reports.length / numbers.length, `frame ${frame}`)
  }
  return reports
}

/** The note where the caller made no choice and there are no names to choose by. */
function allTaken(file: string, { format, atoms, beads, names }: Frames, options: NecklaceCommandOptions): string[] {
  const chosen = options.atoms ?? options.select ?? options.topology
  if (format !== 'dcd' || names !== undefined || chosen !== undefined || atoms !== beads) return []
  return [
    `${file} has ${atoms} atoms and no names: all of them are beads. To take some: --topology with a PDB, PSF or GRO file (then --atoms and --chain), or --select 0-99`,
  ]
}
