// Is the whole motion free? It is proved, or a collision is shown, or it is said what is left.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { finish, type Steps } from '../../base/work/steps.js'
import type { World, WorldModel } from '../world/world.js'
import { DeformingCheck } from './check-deforming.js'
import { DecidedSegment } from './decided-segment.js'
import { withDeforming } from './deforming-verdict.js'
import { DeformingTrack, type Keyframes, readKeyframes } from './keyframes.js'
import { type ContinuousJoints, type MotionInput, readMotion } from './motion-input.js'
import { LIMIT_FIELDS, readLimitRules } from './motion-limits.js'
import { type MotionRules, PairMotion } from './pair-motion.js'
import type { Motion } from './piece.js'
import { examine, withContext } from './preliminary.js'
import { proveSteps, readMotionLimits, verdictOf } from './prove-segments.js'
import { SegmentProver } from './segment-prover.js'
import type { JointLimitOptions, MotionLimits, MotionVerdict } from './verdict.js'

/** Clearance, joint limits and limits of work for `checkMotion`. */
export interface CheckMotionOptions extends MotionLimits, JointLimitOptions {
  /**
   * Two objects that are found closer than this, though separated, end the check; default 0. It bounds the work near contacts.
   */
  readonly delta?: number | undefined
  /** `free` says that nothing comes within this; default 0. */
  readonly clearance?: number | undefined
  /** Continuous joints between waypoints: by as much as the numbers say (default), or the short way round. */
  readonly continuous?: ContinuousJoints | undefined
  /**
   * How things that bend (`World.addNecklace`, `addDeforming`) move meanwhile, by name: frames, with straight lines between. What
   * has none stands in its current frame.
   */
  readonly keyframes?: Keyframes | undefined
}

const FIELDS = ['delta', 'clearance', 'continuous', 'keyframes', 'maxSteps', 'maxMillis', 'onProgress', ...LIMIT_FIELDS]

/**
 * Does anything that is checked touch anything else at any instant of a motion? Waypoints are joined by straight lines in
 * configuration space. Nothing is sampled: `free` is a proof. A motion that leaves the joints' limits is `outside-limits`, and
 * not checked any further.
 */
export function checkMotion(world: World, motion: MotionInput, options: CheckMotionOptions = {}): MotionVerdict {
  checkFields('options', options, FIELDS)
  return checkMotionWith(world, motion, options)
}

/** With rules of choice: for experiments. */
export function checkMotionWith(
  world: World,
  input: MotionInput,
  options: CheckMotionOptions,
  choice?: MotionRules,
): MotionVerdict {
  return finish(checkSteps(world, input, options, choice))
}

/** The same in slices of some milliseconds. */
export function* checkSteps(
  world: World,
  input: MotionInput,
  options: CheckMotionOptions,
  choice?: MotionRules,
): Steps<MotionVerdict> {
  const delta = checkNonNegative('options.delta', options.delta ?? 0)
  const clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
  const limits = readMotionLimits(options)
  const rules = readLimitRules(options)
  const motion = readMotion(world, input, { continuous: options.continuous })
  const model = world.model()
  const tracks = readTracksOf(model, motion, options.keyframes)
  const known = examine(world, motion.pieces, rules)
  if (known.verdict !== undefined) return known.verdict
  const isRigid = tracks.length > 0
  const asked = { delta, clearance, isRigid, groups: choice?.groups }
  const pair = choice === undefined ? undefined : new PairMotion(choice)
  const provers = motion.pieces.map((piece) =>
    pair === undefined
      ? new DecidedSegment(world, piece, asked, limits.maxSteps)
      : new SegmentProver(world, piece, asked, pair),
  )
  const check = isRigid ? new DeformingCheck(model, motion.pieces, tracks, { delta, clearance }) : undefined
  yield* proveSteps(provers, check === undefined ? limits : check.limitsBefore(limits))
  const { continuous } = motion
  const rigid = verdictOf(model, provers, { continuous, delta, clearance, ...rules }, limits)
  if (check === undefined || (rigid.outcome !== 'free' && rigid.outcome !== 'undecided')) {
    return withContext(rigid, known)
  }
  const spent = rigid.stats.volumeTests + rigid.stats.leafTests
  yield* check.run({ ...limits, maxSteps: limits.maxSteps - spent })
  return withContext(withDeforming(rigid, check, limits), known)
}

/** Of all that bends: what has no frames stands in the one that it is in. */
function readTracksOf(model: WorldModel, motion: Motion, keyframes: Keyframes | undefined): DeformingTrack[] {
  const tracks = readKeyframes(model.deforming, motion, keyframes)
  return model.deforming.map(
    (thing) =>
      tracks.find((own) => own.thing === thing) ?? new DeformingTrack(thing, Float64Array.of(0), [thing.points]),
  )
}
