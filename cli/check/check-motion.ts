// The engine's answer about a path, for the command line.
import {
  checkMotion,
  firstContact,
  type Motion,
  type MotionLimits,
  NotConvergedError,
  type SampleMotionOptions,
  sampleMotion,
  type World,
} from '../../src/entries/robots.js'
import { createBlockingProgress } from '../print/progress.js'
import type { AskPath, PathFinding } from './check-path.js'
import type { PathQuestion } from './check-path-options.js'

export const askMotion: AskPath = async (world, motion, question) => {
  const progress = createBlockingProgress('check')
  try {
    const { resolution } = question
    if (resolution !== undefined) {
      const expected = samplesOf(motion, resolution)
      let done = 0
      const onSample = (): void => progress.report(++done / expected, `${done.toLocaleString('en-US')} samples`)
      return sample(world, motion, { ...question, resolution, onSample })
    }
    return find(world, motion, question, ({ proved, steps }) =>
      progress.report(proved, `${steps.toLocaleString('en-US')} tests`),
    )
  } catch (error) {
    if (!(error instanceof NotConvergedError)) throw error
    const stats = { volumeTests: 0, leafTests: 0 }
    return { answer: { outcome: 'undecided', reason: error.message, left: [] }, stats }
  } finally {
    progress.clear()
  }
}

function find(
  world: World,
  motion: Motion,
  question: PathQuestion,
  onProgress: MotionLimits['onProgress'],
): PathFinding {
  const { clearance, delta, maxSteps, maxMillis, ignoreLimits, limitTolerance, keyframes } = question
  const options = { clearance, delta, maxSteps, maxMillis, onProgress, ignoreLimits, limitTolerance }
  const verdict =
    question.firstContact === undefined
      ? checkMotion(world, motion, { ...options, keyframes })
      : firstContact(world, motion, { ...options, tolerance: question.firstContact.tolerance })
  const certificate = verdict.outcome === 'free' ? verdict.certificate : undefined
  return { answer: verdict, stats: verdict.stats, certificate }
}

/** About how many: each segment is halved until its parts are no longer than the resolution. */
function samplesOf({ pieces }: Motion, resolution: number): number {
  return pieces.reduce((sum, piece) => {
    const [from, to] = [new Float64Array(piece.dof), new Float64Array(piece.dof)]
    piece.at(from, 0)
    piece.at(to, 1)
    const length = Math.hypot(...to.map((value, i) => value - from[i]!))
    return sum + (length > resolution ? 2 ** Math.ceil(Math.log2(length / resolution)) : 1)
  }, 1)
}

function sample(
  world: World,
  motion: Motion,
  { resolution, maxSteps, ignoreLimits, limitTolerance, onSample }: SampleMotionOptions,
): PathFinding {
  const verdict = sampleMotion(world, motion, { resolution, maxSteps, ignoreLimits, limitTolerance, onSample })
  // Of samples nothing is proved, nor known what is left.
  const answer = verdict.outcome === 'undecided' ? { ...verdict, proved: undefined } : verdict
  return { answer, stats: verdict.stats }
}
