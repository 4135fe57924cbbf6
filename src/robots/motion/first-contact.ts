// When does a motion first touch anything? Tests intervals in order of time until a contact is known and everything before it is
// proved free, up to a tolerance. Bisection for a verdict is not in that order: it finds any contact, and sooner.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import type { CheckMotionOptions } from './check-motion.js'
import { type MotionInput, readMotion } from './motion-input.js'
import { LIMIT_FIELDS, readLimitRules } from './motion-limits.js'
import { sharedMotion } from './pair-motion.js'
import { type Bare, examine, standingContact, withContext } from './preliminary.js'
import { describeHit, motionStatsOf, proveSegments, readMotionLimits, undecided, verdictOf } from './prove-segments.js'
import { SegmentProver } from './segment-prover.js'
import type {
  MotionCollision,
  MotionFree,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionPlace,
  MotionTooClose,
  MotionUndecided,
} from './verdict.js'

/** As for `checkMotion`, and how closely the contact is bracketed. */
export interface FirstContactOptions extends Omit<CheckMotionOptions, 'method'> {
  /** How well the first contact is to be known, as a part of its piece of the motion; default 1e-6. */
  readonly tolerance?: number | undefined
}

/** All before `clear` is proved free: within the tolerance of `at`, unless something grazed before it. */
export interface ClearUntil {
  readonly clear: MotionPlace
}

/** The answer of `firstContact`: as `checkMotion`, and how far the motion is clear. */
export type FirstContact =
  | MotionFree
  | (MotionCollision & ClearUntil)
  | (MotionTooClose & ClearUntil)
  | (MotionUndecided & ClearUntil)
  | MotionOutsideLimits
  | MotionNothingToCheck

const FIELDS = ['delta', 'clearance', 'continuous', 'maxSteps', 'maxMillis', 'onProgress', 'tolerance', ...LIMIT_FIELDS]

/**
 * The earliest contact along a motion, with the motion before it proved free. A motion that leaves the joints' limits somewhere
 * is `outside-limits`, and no contact is looked for, unless `ignoreLimits` is true.
 */
export function firstContact(world: World, input: MotionInput, options: FirstContactOptions = {}): FirstContact {
  checkFields('options', options, FIELDS)
  const { tolerance = 1e-6 } = options
  if (!(tolerance > 0 && tolerance < 1)) throw new InvalidInputError('options.tolerance', tolerance, 'between 0 and 1')
  const delta = checkNonNegative('options.delta', options.delta ?? 0)
  const clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
  const limits = readMotionLimits(options)
  const rules = readLimitRules(options)
  const motion = readMotion(world, input, { continuous: options.continuous })
  const known = examine(world, motion.pieces, rules)
  if (known.verdict !== undefined) return known.verdict
  const standing = standingContact(world, motion.pieces, known)
  if (standing !== undefined) return { ...standing, clear: { segment: 0, at: 0 } }
  const model = world.model()
  const provers: SegmentProver[] = []
  for (const [segment, piece] of motion.pieces.entries()) {
    const prover = new SegmentProver(world, piece, { delta, clearance }, sharedMotion, tolerance)
    provers.push(prover)
    const spent = provers.reduce((sum, { steps }) => sum + steps, 0)
    proveSegments([prover], { ...limits, maxSteps: limits.maxSteps - spent })
    const clear = { segment, at: prover.clear }
    const { hit } = prover
    // Where a limit ended the search, there may be an earlier one; `clear` says from where on.
    if (hit !== undefined) {
      return Object.assign(describeHit(model, hit), { segment, clear, stats: motionStatsOf(provers) }, known.context)
    }
    if (!prover.isFree) {
      const left = undecided(model, provers, motionStatsOf(provers), limits)
      // Later pieces were not checked.
      return { ...left, proved: (segment + prover.clear) / motion.pieces.length, clear, ...known.context }
    }
  }
  const { continuous } = motion
  const free = verdictOf(model, provers, { continuous, delta, clearance, ...rules }, limits) as Bare<MotionFree>
  const verdict = withContext(free, known)
  if (verdict.outcome === 'free') return verdict
  return Object.assign(verdict, { clear: { segment: motion.pieces.length - 1, at: 1 } })
}
