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
      const expected = samplesOf(waypoints, resolution)
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
function samplesOf(waypoints: readonly ArrayLike<number>[], resolution: number): number {
  return waypoints.reduce((sum, to, k) => {
    const from = waypoints[k - 1] ?? to
    const length = Math.sqrt(Array.from(to).reduce((squares, value, i) => squares + (value - from[i]!) ** 2, 0))
    return sum + (length > resolution ? 2 ** Math.ceil(Math.log2(length / resolution)) : 1)
  }, 0)
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
