// `limber necklace --between`: the straight steps from frame to frame, one after the other.
import { Necklace, type NecklaceBetween } from '../../src/entries/chains.js'
import type { Frames } from '../../src/entries/molecules.js'
import type { ProgressLine } from '../print/progress.js'
import { proofOf } from '../steps/step-proofs.js'
import type { ProvedStep } from '../steps/steps-certificate.js'
import type { BetweenQuestion, NecklaceQuestion } from './necklace-options.js'
import { countPlaces, type RopeStepReport } from './necklace-steps-report.js'
import { type RopeFrames, type RopeStep, ropeStep } from './periodic-rope.js'

export interface StepsQuestion {
  readonly file: string
  readonly frames: Frames
  /** The frames asked about: every two that follow each other are a step. */
  readonly numbers: readonly number[]
  readonly radius: number
  readonly necklace: NecklaceQuestion['necklace']
  readonly between: BetweenQuestion
  centres(frame: number): Float64Array
}

/** `keep`: what is to be kept of a step that is free, where a certificate is wanted. */
export async function followSteps(
  question: StepsQuestion,
  progress: ProgressLine,
  keep?: (step: ProvedStep) => void,
): Promise<RopeStepReport[]> {
  const { numbers, between, radius, necklace: options } = question
  const reports: RopeStepReport[] = []
  let necklace: Necklace | undefined
  let wanted = keep
  for (const [from, step] of ropeSteps(question)) {
    if (necklace === undefined) necklace = new Necklace(step.from, radius, options)
    else necklace.step(step.from)
    const { strands, first } = between
    const verdict = necklace.between(step.to, { ...(strands === undefined ? {} : { strands }), first })
    const to = numbers[reports.length + 1]!
    // Of a run with a step that is not free, no certificate is written: none is made from there on.
    if (verdict.outcome !== 'free') wanted = undefined
    wanted?.({ from, to, ...proofOf(verdict.stepInput()) })
    reports.push(reportOf(from, to, verdict, step, question))
    await progress.report(reports.length / (numbers.length - 1), `step ${from} to ${to}`)
  }
  return reports
}

/** The steps with the number of the frame that they start from. A rope in a box is made whole. */
export function* ropeSteps(question: StepsQuestion): Generator<readonly [number, RopeStep]> {
  const { file, frames, numbers, radius, necklace, between } = question
  const rope: RopeFrames = {
    ...{ file, frames, closed: necklace.closed, dimension: necklace.dimension, ignoreCell: between.ignoreCell },
    reach: 2 * (between.strands ?? radius),
    centres: (frame) => question.centres(frame),
  }
  for (let k = 1; k < numbers.length; k++) yield [numbers[k - 1]!, ropeStep(rope, numbers[k - 1]!, numbers[k]!)]
}

function reportOf(
  from: number,
  to: number,
  verdict: NecklaceBetween,
  { images }: RopeStep,
  { frames, necklace }: StepsQuestion,
): RopeStepReport {
  const { outcome, pairs, keepsKnot, stats } = verdict
  const { method, volumeTests, leafTests, exactCalls } = stats
  const counts = { method, volumeTests, leafTests, exactCalls }
  // An open rope has a strand less than beads; as many do no harm.
  const places = countPlaces(pairs, frames.beads, necklace.closed)
  return { from, to, outcome, meetings: pairs, places, keepsKnot, images, stats: counts }
}
