// `limber necklace --between`: the straight steps from frame to frame, one after the other.
import { InvalidInputError, knotInvariant, Necklace, type NecklaceBetween } from '../../src/entries/chains.js'
import type { RopeStep } from '../../src/entries/molecules.js'
import type { ProgressLine } from '../print/progress.js'
import { proofOf } from '../steps/step-proofs.js'
import type { ProvedStep } from '../steps/steps-certificate.js'
import type { BetweenQuestion } from './necklace-options.js'
import { countPlaces, type FrameKnot, type RopeStepReport } from './necklace-steps-report.js'
import { type OpenedNecklace, ropeStepInput, ropeSteps, wholeCentres } from './open-necklace.js'

/** `keep`: what is to be kept of a step that is free, where a certificate is wanted. */
export async function followSteps(
  opened: OpenedNecklace,
  { strands, first }: BetweenQuestion,
  progress: ProgressLine,
  keep?: (step: ProvedStep) => void,
): Promise<RopeStepReport[]> {
  const { numbers, radius, question, cuts } = opened
  const asked = { ...(strands === undefined ? {} : { strands }), ...(cuts.length === 0 ? {} : { cuts }), first }
  const reports: RopeStepReport[] = []
  let necklace: Necklace | undefined
  let wanted = keep
  for (const step of ropeSteps(opened)) {
    if (necklace === undefined) necklace = new Necklace(step.from, radius, question.necklace)
    else necklace.step(step.from)
    const verdict = necklace.between(step.to, asked)
    const { now: from, next: to } = step
    // Of a run with a step that is not free, no certificate is written: none is made from there on.
    if (verdict.outcome !== 'free') wanted = undefined
    wanted?.({ from, to, ...proofOf(ropeStepInput(opened, step.from, step.to)) })
    reports.push({ from, to, ...foundIn(verdict, step, opened) })
    await progress.report(reports.length / (numbers.length - 1), `step ${from} to ${to}`)
  }
  return reports
}

function foundIn(
  { outcome, pairs, keepsKnot, stats }: NecklaceBetween,
  { images }: RopeStep,
  { frames, question }: OpenedNecklace,
): Omit<RopeStepReport, 'from' | 'to'> {
  const { method, volumeTests, leafTests, exactCalls } = stats
  // An open rope has a strand less than beads; as many do no harm.
  const places = countPlaces(pairs, frames.beads, question.necklace.closed)
  return { outcome, meetings: pairs, places, keepsKnot, images, stats: { method, volumeTests, leafTests, exactCalls } }
}

/** The knots of the first and the last frame, where strands of a closed rope in space are asked about. */
export function knotsOf(opened: OpenedNecklace): FrameKnot[] | undefined {
  const { numbers, question, frames, cuts } = opened
  const { closed, dimension } = question.necklace
  if (!closed || cuts.length > 0 || dimension !== 3 || frames.beads < 3 || question.between?.strands === undefined)
    return undefined
  return [...new Set([numbers[0]!, numbers.at(-1)!])].map((frame) => {
    try {
      const { determinant, atThirdRoot, crossings } = knotInvariant(wholeCentres(opened, frame))
      return { frame, determinant: String(determinant), atThirdRoot: String(atThirdRoot), crossings }
    } catch (error) {
      // A rope that meets itself in a frame is tied in no knot.
      if (!(error instanceof InvalidInputError)) throw error
      return { frame, unknown: error.message }
    }
  })
}
