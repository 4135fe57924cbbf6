// `limber deform a.obj b.obj …`: a mesh whose vertices move straight from frame to frame: does it touch itself, or another mesh?
import { basename } from 'node:path'
import type { Command } from 'commander'
import type { MeshTree } from '../src/entries/meshes.js'
import type { Printed } from './check/check-path.js'
import { number } from './check/check-path-options.js'
import { complaints, oneLine } from './check/check-report.js'
import { type DeformFrames, readDeformFrames } from './deform/deform-frames.js'
import { type DeformReport, type DeformStepReport, deformDocument, describeDeform } from './deform/deform-report.js'
import { deformSteps, readOther } from './deform/deform-steps.js'
import { EXIT_CODE_HELP } from './exit-codes.js'
import { emit } from './print/emit.js'
import { createProgress, type ProgressLine } from './print/progress.js'
import { stepsCode } from './steps/step-report.js'
import { StepsCertificate } from './steps/steps-certificate.js'
import { notWritten, placesOf, writePlot } from './steps/steps-files.js'
import { plotSteps } from './steps/steps-plot.js'

const HELP = `
Frames are
  a.obj b.obj c.obj   mesh files with the same triangles, vertex by vertex
  a.obj a.pc2         a mesh, and where its vertices go: a vertex cache (PC2, MDD)
  face.glb            the morph targets of a glTF file: from key to key if their weights
                      are animated, else from the mesh to each target

From frame to frame every vertex moves straight, all in the same time. A step is free if
no two triangles touch at any instant beyond the vertex or edge that they share; what
neighbours share are the vertices that are at the same place in both frames. A
triangle that collapses, to a segment or a point, is named: what touches at its
neighbours is not decided then. The answer is exact for these numbers; what a cloth does
between two frames of a simulation is another matter.

Exit code 1: triangles touch. Exit code 3: undecided, a file with a single frame, or
a mesh without triangles.`

/** As the command line has them. */
export interface DeformCommandOptions {
  readonly other?: string
  readonly slabs?: string
  readonly targets?: true
  readonly first?: true
  readonly pairs?: true
  readonly certificate?: string
  readonly plot?: string
  readonly json?: true
}

export function addDeformCommand(program: Command): void {
  program
    .command('deform')
    .description('check a mesh that deforms: does it touch itself, or another mesh, between frames?')
    .argument('<files...>', 'mesh files; or a mesh and a vertex cache; or a glTF file with morph targets')
    .option('--other <mesh>', 'a mesh that stands beside it and must not be touched')
    .option('--slabs <count>', 'cut each step into this many slabs of time: 1, 2, 4, … 32; default: as it turns')
    .option('--targets', 'morph targets one by one, even if their weights are animated')
    .option('--first', 'of every step, find only the first contact')
    .option('--pairs', 'list every pair of triangles that touch')
    .option('--certificate <file>', 'write the proof, if all steps are free')
    .option('--plot <file>', 'draw the steps: free or not, and when triangles touch (SVG)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (files: string[], options: DeformCommandOptions) => {
      emit(await followDeform(files, options))
    })
}

/** What the command prints, and its exit code. */
export async function followDeform(files: readonly string[], options: DeformCommandOptions = {}): Promise<Printed> {
  const slabs = number('--slabs', options.slabs, 'a power of two from 1 to 32', isSlabs) ?? 'auto'
  const places = await placesOf('deform', options, [...files, options.other])
  const frames = await readDeformFrames(files, options.targets === true)
  const other = await readOther(options.other)
  const began = performance.now()
  const progress = createProgress('deform')
  const source = {
    command: 'deform',
    files,
    options: {
      ...(options.targets === true ? { targets: true } : {}),
      ...(options.other === undefined ? {} : { other: options.other }),
    },
  } as const
  const certificate = places.certificate && new StepsCertificate(places.certificate, source)
  let steps: DeformStepReport[]
  try {
    steps = await follow(frames, other, slabs, options.first === true, progress, certificate)
  } finally {
    progress.clear()
  }
  const isFree = steps.length > 0 && steps.every(({ outcome }) => outcome === 'free')
  const report: DeformReport = {
    ...{ files, kind: frames.kind, vertices: frames.vertices, triangles: frames.triangles.length / 3 },
    ...{ other: options.other, slabs, first: options.first === true, names: frames.names, steps },
    listed: options.pairs === true,
    certificate: certificate === undefined || !isFree ? undefined : await certificate.write(),
    plot:
      places.plot === undefined || steps.length === 0
        ? undefined
        : await writePlot(places.plot, plotSteps('deform', titleOf(files), steps, 'triangles')),
    notes: [...frames.notes, ...notWritten(places, isFree, 'steps')],
    millis: performance.now() - began,
  }
  const code = stepsCode(steps)
  if (options.json === true) return { code, stdout: `${JSON.stringify(deformDocument(report))}\n`, stderr: '' }
  return { code, stdout: describeDeform(report), stderr: complaints(report.notes) }
}

async function follow(
  frames: DeformFrames,
  other: MeshTree | undefined,
  slabs: 'auto' | number,
  first: boolean,
  progress: ProgressLine,
  certificate: StepsCertificate | undefined,
): Promise<DeformStepReport[]> {
  const reports: DeformStepReport[] = []
  let wanted = certificate
  for (const { from, to, tree, next } of deformSteps(frames)) {
    const result = tree.checkDeform(next, { slabs, first, ...(other === undefined ? {} : { other }) })
    // Of a run with a step that is not free, no certificate is written: none is made from there on.
    if (result.outcome !== 'free') wanted = undefined
    wanted?.add({ from, to, step: result.document(), proof: result.certificate() })
    const { outcome, pairs, collapsed, unproved, inside, stats } = result
    reports.push({ from, to, outcome, meetings: pairs, collapsed, unproved, inside, stats: { ...stats } })
    await progress.report(reports.length / frames.steps.length, `step ${from} to ${to}`)
  }
  return reports
}

function isSlabs(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 32 && (value & (value - 1)) === 0
}

function titleOf(files: readonly string[]): string {
  const names = files.slice(0, 3).map((file) => basename(file))
  return oneLine(names.join(', ') + (files.length > 3 ? ', …' : ''))
}
