// `limber verify certificate.json` for the steps of ropes and meshes: each has its own document and its own proof in that file. With
// the frames before it (`limber verify frames.dcd certificate.json`), the steps must also be those of the frames, to the last digit.
// And `limber verify step.json proof.json`, for a document and a proof that a program has written: of a step, or of a move of a chain.
import { InvalidInputError, stepDocument } from '../../src/entries/chains.js'
import { verifyChainMoveExactly, verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyChainMove, verifyStep } from '../../src/verify/index.js'
import type { Printed } from '../check/check-path.js'
import { oneLine, plural } from '../check/check-report.js'
import { readDeformFrames } from '../deform/deform-frames.js'
import { deformSteps, readOther } from '../deform/deform-steps.js'
import { ExitCode } from '../exit-codes.js'
import { type NecklaceCommandOptions, readNecklaceOptions } from '../necklace/necklace-options.js'
import { centresOf, openNecklace, ropeStepInput, ropeSteps } from '../necklace/open-necklace.js'
import { createBlockingProgress } from '../print/progress.js'
import { describeQuestion, questionOf } from '../steps/step-question.js'
import { type StepsVerdict, verifySteps } from '../steps/steps-certificate.js'

export interface VerifyStepsOptions {
  readonly topology?: string
  readonly other?: string
  readonly exact?: true
  readonly json?: true
}

/** `files`: the frames that the steps are to be compared with; none: the steps of the document are taken as they are. */
export async function verifyStepsFile(
  files: readonly string[],
  document: unknown,
  options: VerifyStepsOptions,
): Promise<Printed> {
  const own = files.length === 0 ? undefined : await ownSteps(files, document, options)
  const began = performance.now()
  const progress = createBlockingProgress('verify')
  let result: StepsVerdict
  try {
    result = verifySteps(document, options.exact === true, own, files, (share, label) => progress.report(share, label))
  } finally {
    progress.clear()
  }
  return printed(result, performance.now() - began, options)
}

/** One step and its proof, as two documents. */
export function verifyStepPair(step: unknown, proof: unknown, options: VerifyStepsOptions): Printed {
  const began = performance.now()
  const verdict = (options.exact === true ? verifyStepExactly : verifyStep)(step, proof)
  const result: StepsVerdict = verdict.valid
    ? {
        ...{ ...verdict, steps: 1, isMotion: true, files: [] },
        questions: [{ ...questionOf(step as object, verdict.items), steps: 1 }],
      }
    : { valid: false, outcome: isEmpty(verdict) ? 'nothing-to-check' : 'rejected', reason: verdict.reason }
  return printed(result, performance.now() - began, options)
}

/** A move of a chain and its proof, as two documents. */
export function verifyMovePair(move: unknown, proof: unknown, options: VerifyStepsOptions): Printed {
  const began = performance.now()
  const result = (options.exact === true ? verifyChainMoveExactly : verifyChainMove)(move, proof)
  const millis = performance.now() - began
  const code = result.valid ? ExitCode.Good : ExitCode.Violation
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, millis })}\n`, stderr: '' }
  if (!result.valid) return { code, stdout: `${oneLine(`rejected: ${result.reason}`)}\n`, stderr: '' }
  const { links, joints, volumeTests } = result
  const counts = `${plural(joints, 'joint')} moving, ${plural(volumeTests, 'test')} of balls, ${Math.round(millis)} ms`
  return { code, stdout: `valid: no two of ${links} links that count touch during the move; ${counts}\n`, stderr: '' }
}

function isEmpty({ outcome }: { readonly outcome: string }): boolean {
  return outcome === 'nothing-to-check'
}

function printed(result: StepsVerdict, millis: number, options: VerifyStepsOptions): Printed {
  const code = result.valid ? ExitCode.Good : isEmpty(result) ? ExitCode.Undecided : ExitCode.Violation
  if (options.json === true) return { code, stdout: `${JSON.stringify({ ...result, millis })}\n`, stderr: '' }
  return { code, stdout: describe(result, millis), stderr: '' }
}

/** The most questions that are printed, where steps ask different ones. */
const MOST_QUESTIONS = 10

function describe(result: StepsVerdict, millis: number): string {
  if (!result.valid) {
    const where = result.step === undefined ? [] : [`  step ${result.step}`]
    return `${[`${result.outcome.replaceAll('-', ' ')}: ${result.reason}`, ...where].map(oneLine).join('\n')}\n`
  }
  const { steps, frames, hulls, items, volumeTests, leafTests, directions, files, isMotion, questions } = result
  const what = frames === true ? `${plural(steps, 'frame')}, each by itself` : plural(steps, 'straight step')
  const tests = `${plural(volumeTests, 'test')} of nodes, ${plural(leafTests, 'pair')} of ${hulls}, ${plural(directions, 'direction')}`
  const lines = [
    `valid: no two of ${items} ${hulls} that count touch in ${what}; ${tests}, ${Math.round(millis)} ms`,
    ...questions.slice(0, MOST_QUESTIONS).map((question) => {
      const where = questions.length === 1 ? what : `${question.steps} of them`
      return `asked: ${describeQuestion(question)}; ${where}`
    }),
    ...(questions.length > MOST_QUESTIONS ? [`asked: ${questions.length - MOST_QUESTIONS} more questions`] : []),
    ...(frames === true || isMotion
      ? []
      : ['the steps are not one motion: some start elsewhere than where the one before ends']),
    files.length === 0
      ? 'the points are those of the certificate: to compare them with your frames, name these before it'
      : `the points are those of ${files.join(', ')}`,
  ]
  return `${lines.map(oneLine).join('\n')}\n`
}

/** The documents of the steps, as the files have them, read as the certificate says that they were. */
async function ownSteps(
  files: readonly string[],
  document: unknown,
  options: VerifyStepsOptions,
): Promise<Iterable<unknown>> {
  const { command, options: asked } = sourceOf(document)
  if (command === 'necklace') {
    if (files.length !== 1) throw new InvalidInputError('files', files, 'one file of frames, and the certificate')
    return ropeDocuments(files[0]!, asked, options)
  }
  if (command === 'deform') return meshDocuments(files, asked, options)
  throw new InvalidInputError('files', files, 'left out: the certificate does not say how its steps were read')
}

interface Source {
  readonly command: unknown
  readonly options: Readonly<Record<string, unknown>>
}

function sourceOf(document: unknown): Source {
  const { source } = document as { readonly source?: Partial<Source> }
  const { command, options } = source ?? {}
  return { command, options: typeof options === 'object' && options !== null ? options : {} }
}

/** Options of `limber necklace` that say which points are meant; a file that they name is not opened because a certificate says so. */
const ROPE_TEXTS = [
  'radius',
  'neighbours',
  'dimension',
  'atoms',
  'chain',
  'select',
  'frames',
  'strands',
  'cut',
] as const
const ROPE_FLAGS = ['closed', 'dropPartial', 'between', 'ignoreCell'] as const

async function ropeDocuments(
  file: string,
  asked: Readonly<Record<string, unknown>>,
  { topology }: VerifyStepsOptions,
): Promise<Iterable<unknown>> {
  demandAsBefore('--topology', asked.topology, topology)
  const read: Record<string, unknown> = topology === undefined ? {} : { topology }
  for (const name of ROPE_TEXTS) if (typeof asked[name] === 'string') read[name] = asked[name]
  for (const name of ROPE_FLAGS) if (asked[name] === true) read[name] = true
  const options = read as NecklaceCommandOptions
  const question = readNecklaceOptions(options)
  const opened = await openNecklace(file, options, question)
  function* frames(): Generator<unknown> {
    for (const frame of opened.numbers) yield stepDocument(ropeStepInput(opened, centresOf(opened, frame)))
  }
  function* steps(): Generator<unknown> {
    for (const { from, to } of ropeSteps(opened)) yield stepDocument(ropeStepInput(opened, from, to))
  }
  return question.between === undefined ? frames() : steps()
}

async function meshDocuments(
  files: readonly string[],
  asked: Readonly<Record<string, unknown>>,
  options: VerifyStepsOptions,
): Promise<Iterable<unknown>> {
  demandAsBefore('--other', asked.other, options.other)
  const frames = await readDeformFrames(files, asked.targets === true)
  const other = await readOther(options.other)
  function* steps(): Generator<unknown> {
    for (const { tree, next } of deformSteps(frames)) {
      yield tree.checkDeform(next, { first: true, ...(other === undefined ? {} : { other }) }).document()
    }
  }
  return steps()
}

/** A file beside the frames is named by the caller, if there was one. */
function demandAsBefore(flag: string, before: unknown, now: string | undefined): void {
  if ((before === undefined) === (now === undefined)) return
  const expected =
    now === undefined ? 'given: the certificate was made with one' : 'left out: the certificate was made without'
  throw new InvalidInputError(flag, now, expected)
}
