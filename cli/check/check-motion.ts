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
  const { clearance, delta, maxSteps, maxMillis, resolution, ignoreLimits, limitTolerance, keyframes } = question
  const limits = { ignoreLimits, limitTolerance }
  if (resolution !== undefined) return sample(world, motion, { resolution, maxSteps, ...limits })
  const options = { clearance, delta, maxSteps, maxMillis, onProgress, ...limits }
  const verdict =
    question.firstContact === undefined
      ? checkMotion(world, motion, { ...options, keyframes })
      : firstContact(world, motion, { ...options, tolerance: question.firstContact.tolerance })
  const certificate = verdict.outcome === 'free' ? verdict.certificate : undefined
  return { answer: verdict, stats: verdict.stats, certificate }
}

function sample(world: World, motion: Motion, options: SampleMotionOptions): PathFinding {
  const verdict = sampleMotion(world, motion, options)
  // Of samples nothing is proved, nor known what is left.
  const answer = verdict.outcome === 'undecided' ? { ...verdict, proved: undefined } : verdict
  return { answer, stats: verdict.stats }
}
