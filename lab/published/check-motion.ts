// `checkMotion` with the checkers of 2004 in place of the engine's: joint limits and worlds with nothing to check come first, as
// there. They prove as much, more slowly, and give no certificate.
import { type ContinuousJoints, type MotionInput, readMotion } from '../../src/robots/motion/motion-input.js'
import { readLimitRules } from '../../src/robots/motion/motion-limits.js'
import { examine, withContext } from '../../src/robots/motion/preliminary.js'
import type {
  JointLimitOptions,
  MotionContext,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionUndecided,
} from '../../src/robots/motion/verdict.js'
import type { World } from '../../src/robots/world/world.js'
import { checkPublished, type PublishedLimits, type PublishedOptions, type PublishedVerdict } from './check.js'

export interface CheckMotionAsPublishedOptions extends PublishedOptions, PublishedLimits, JointLimitOptions {
  readonly continuous?: ContinuousJoints | undefined
}

/** Is the whole motion free? By ADAPTIVE-BISECTION (default) or REFINED-ADAPTIVE-BISECTION. */
export function checkMotionAsPublished(
  world: World,
  input: MotionInput,
  options: CheckMotionAsPublishedOptions = {},
): (PublishedVerdict & MotionContext) | MotionUndecided | MotionOutsideLimits | MotionNothingToCheck {
  const { method, delta, clearance, maxSteps, maxMillis, continuous } = options
  const motion = readMotion(world, input, { continuous })
  const known = examine(world, motion.pieces, readLimitRules(options))
  if (known.verdict !== undefined) return known.verdict
  return withContext(checkPublished(world.model(), motion, { method, delta, clearance, maxSteps, maxMillis }), known)
}
