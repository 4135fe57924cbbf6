// Segment checks that a caller keeps: planners test many segments, drop most, and return to some. A segment keeps what was proved
// of it (2004, section II.D).
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { DecidedSegment } from './decided-segment.js'
import { type ContinuousJoints, readContinuous, readMotion } from './motion-input.js'
import { LIMIT_FIELDS, type LimitRules, readLimitRules } from './motion-limits.js'
import type { MotionPiece } from './piece.js'
import { examine, joined, type Preliminary, standingContact, withContext } from './preliminary.js'
import { proveSegments, readMotionLimits, verdictOf } from './prove-segments.js'
import type { OpenStretch } from './segment-prover.js'
import type { JointLimitOptions, MotionLimits, MotionVerdict, UnprovedInterval } from './verdict.js'

/** Clearance and joint limits for a check of segments one by one. */
export interface SegmentCheckOptions extends JointLimitOptions {
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  readonly continuous?: ContinuousJoints | undefined
}

/** The check of one segment, with its queue. The world must stay as it was when the check was made. */
export class SegmentCheck {
  readonly piece: MotionPiece
  readonly delta: number
  readonly clearance: number
  readonly continuous: ContinuousJoints
  /** @internal */
  readonly rules: LimitRules
  /** @internal */
  readonly prover: DecidedSegment
  /** @internal */
  readonly known: Preliminary
  /** @internal Something that bends touches itself where it stands. */
  readonly standing: MotionVerdict | undefined

  /** A straight line between two configurations, or a piece of a motion. */
  constructor(
    /** @internal */
    readonly world: World,
    motion: readonly [Configuration, Configuration] | MotionPiece,
    options: SegmentCheckOptions = {},
  ) {
    checkFields('options', options, ['delta', 'clearance', 'continuous', ...LIMIT_FIELDS])
    this.delta = checkNonNegative('options.delta', options.delta ?? 0)
    this.clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
    this.continuous = readContinuous('options.continuous', options.continuous)
    this.rules = readLimitRules(options)
    if (Array.isArray(motion)) {
      if (motion.length !== 2)
        throw new InvalidInputError('motion', motion, 'two configurations, or a piece of a motion')
      this.piece = readMotion(world, motion as readonly Configuration[], { continuous: this.continuous }).pieces[0]!
    } else {
      const pieces = [motion as MotionPiece]
      this.piece = readMotion(world, { pieces, continuous: this.continuous }).pieces[0]!
    }
    this.prover = new DecidedSegment(world, this.piece, { delta: this.delta, clearance: this.clearance })
    this.known = examine(world, [this.piece], this.rules)
    this.standing = standingContact(world, [this.piece], this.known)
  }

  /** What is known so far; `open` where more work may tell more. */
  get outcome(): 'open' | MotionVerdict['outcome'] {
    const { prover, known, standing } = this
    if (known.verdict !== undefined) return known.verdict.outcome
    if (standing !== undefined) return standing.outcome
    if (prover.hit !== undefined) return prover.hit.kind
    return prover.isOpen ? 'open' : prover.isFree && known.undecided === undefined ? 'free' : 'undecided'
  }

  /** The deficit of the pair and interval that come next: the segment with the largest is likeliest to collide. */
  get priority(): number {
    return this.prover.priority
  }

  /**
   * All that is not proved yet: parts of the segment, for two things each, in no order. At first every pair has all of it. What
   * no pair has is proved.
   */
  left(): Omit<UnprovedInterval, 'segment'>[] {
    return Array.from(this.prover.left(), (stretch) => this.intervalOf(stretch))
  }

  /** What is tested next: the part and the two objects that are likeliest to collide. Undefined where nothing is open. */
  next(): Omit<UnprovedInterval, 'segment'> | undefined {
    const stretch = this.prover.isOpen ? this.prover.next() : undefined
    return stretch === undefined ? undefined : this.intervalOf(stretch)
  }

  private intervalOf({ from, to, leafA, leafB }: OpenStretch): Omit<UnprovedInterval, 'segment'> {
    const { index } = this.world.model()
    const nameOf = (leaf: number): string => index.objects[index.objectOf[leaf]!]!.name
    return { from, to, a: nameOf(leafA), b: nameOf(leafB) }
  }

  /** Continues until there is an answer, or for `maxSteps` more tests or `maxMillis`. */
  run(limits: MotionLimits = {}): MotionVerdict {
    return checkSegments([this], limits)
  }
}

/**
 * Several segments, a path's for instance, until one of them collides, all are proved free, or a limit is reached: always the one
 * that is likeliest to collide.
 */
export function checkSegments(checks: readonly SegmentCheck[], limits: MotionLimits = {}): MotionVerdict {
  checkFields('limits', limits, ['maxSteps', 'maxMillis', 'onProgress'])
  const first = checks[0]
  if (first === undefined) throw new InvalidInputError('checks', checks, 'one segment or more')
  const { world, delta, clearance, continuous, rules } = first
  checks.forEach((check, i) => {
    if (check.world !== world || check.delta !== delta || check.clearance !== clearance) {
      throw new InvalidInputError(`checks[${i}]`, check, 'of the same world, delta and clearance as the first')
    }
    if (check.rules.ignoreLimits !== rules.ignoreLimits || check.rules.limitTolerance !== rules.limitTolerance) {
      throw new InvalidInputError(`checks[${i}]`, check, 'of the same ignoreLimits and limitTolerance as the first')
    }
  })
  const provers = checks.map(({ prover }) => prover)
  const read = readMotionLimits(limits)
  for (const prover of provers) prover.demandCurrent()
  const known = joined(checks.map((check) => check.known))
  if (known.verdict !== undefined) return known.verdict
  const standing = standingContact(
    world,
    checks.map(({ piece }) => piece),
    known,
  )
  if (standing !== undefined) return standing
  proveSegments(provers, read)
  return withContext(verdictOf(world.model(), provers, { continuous, delta, clearance, ...rules }, read), known)
}
