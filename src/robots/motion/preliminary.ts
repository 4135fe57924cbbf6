// What is known of a motion before anything is proved: does it stay within the limits of the joints, is there anything to check,
// and what a verdict about it does not cover. A violation that is shown comes first: a motion outside the limits of joints is
// that, whether or not something touches on it, and whether or not there is anything to check.
import { selfContacts } from '../world/deforming-self.js'
import type { World } from '../world/world.js'
import type { BlindSpots } from '../world/world-examined.js'
import { findBeyondLimits, type LimitRules, type UndecidedLimit } from './motion-limits.js'
import type { MotionPiece } from './piece.js'
import type {
  BeyondLimit,
  MotionCollision,
  MotionContext,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionStats,
  MotionUndecided,
} from './verdict.js'

/** How many joints beyond their limits a verdict lists. */
const MOST_BEYOND = 100

export const NO_STATS: MotionStats = Object.freeze({
  volumeTests: 0,
  leafTests: 0,
  distanceTests: 0,
  configurations: 0,
  intervals: 0,
})

export interface Preliminary {
  readonly context: MotionContext
  /** The verdict, where nothing needs to be proved for it. */
  readonly verdict: MotionOutsideLimits | MotionNothingToCheck | undefined
  readonly undecided: UndecidedLimit | undefined
}

/** What queries of a world do not see, and what they rest on. */
export function blindSpotsOf(world: World): BlindSpots {
  const { surfaces, premises } = world.model().index
  return { surfaces, unseen: world.unseen, visualOnly: world.visualOnly, premises }
}

/** Joints beyond their limits, by however little, as a verdict lists them. */
export function beyondLimitsOf(world: World, pieces: readonly MotionPiece[]): readonly BeyondLimit[] {
  return findBeyondLimits(world, pieces, Infinity).beyondLimits.slice(0, MOST_BEYOND)
}

export function examine(world: World, pieces: readonly MotionPiece[], rules: LimitRules): Preliminary {
  const tolerance = rules.ignoreLimits ? Infinity : rules.limitTolerance
  const { outside, beyondLimits, undecided } = findBeyondLimits(world, pieces, tolerance)
  const { surfaces, unseen, visualOnly, premises } = blindSpotsOf(world)
  // Written out, here and below: for short segments, copies of records would be a percent of all the work.
  const listed = beyondLimits.length > MOST_BEYOND ? beyondLimits.slice(0, MOST_BEYOND) : beyondLimits
  const context = { surfaces, unseen, visualOnly, premises, beyondLimits: listed }
  if (outside !== undefined) return { context, verdict: outsideLimits(pieces, outside, context), undecided }
  const reason = world.nothingToCheck()
  const verdict =
    reason === undefined ? undefined : ({ outcome: 'nothing-to-check', reason, stats: NO_STATS, ...context } as const)
  return { context, verdict, undecided }
}

/**
 * Where nothing says how things that bend move, they stand in their frames: does one of them touch itself there? Then so it does from
 * the start of the motion.
 */
export function standingContact(
  world: World,
  pieces: readonly MotionPiece[],
  { context }: Pick<Preliminary, 'context'>,
): MotionCollision | undefined {
  const { deforming } = world.model()
  for (const thing of deforming) {
    const [contact] = selfContacts(thing)
    if (contact === undefined) continue
    const configuration = new Float64Array(pieces[0]!.dof)
    pieces[0]!.at(configuration, 0)
    const { a, b } = contact
    return { outcome: 'collision', segment: 0, at: 0, configuration, a, b, contact, stats: NO_STATS, ...context }
  }
  return undefined
}

/** What is known of single segments, as a statement about the motion that they make up. */
export function joined(segments: readonly Preliminary[]): Preliminary {
  const beyondLimits = segments.flatMap(({ context }, segment) =>
    context.beyondLimits.map((place) => ({ ...place, segment })),
  )
  const context = { ...segments[0]!.context, beyondLimits: beyondLimits.slice(0, MOST_BEYOND) }
  const open = segments.findIndex((one) => one.undecided !== undefined)
  const undecided = open === -1 ? undefined : { ...segments[open]!.undecided!, segment: open }
  const segment = segments.findIndex(({ verdict }) => verdict?.outcome === 'outside-limits')
  const verdict = segments[Math.max(segment, 0)]!.verdict
  if (verdict === undefined) return { context, verdict, undecided }
  return { context, verdict: { ...verdict, ...(segment === -1 ? {} : { segment }), ...context }, undecided }
}

function outsideLimits(
  pieces: readonly MotionPiece[],
  place: BeyondLimit,
  context: MotionContext,
): MotionOutsideLimits {
  const piece = pieces[place.segment]!
  const configuration = new Float64Array(piece.dof)
  piece.at(configuration, place.at)
  return { outcome: 'outside-limits', ...place, configuration, stats: NO_STATS, ...context }
}

/** A verdict as it is without its context. */
export type Bare<T> = T extends unknown ? Omit<T, keyof MotionContext> : never

/**
 * A verdict on what touches, together with what is known of limits: what is free is undecided as long as limits are. Assigned,
 * not spread: a contact is computed only if the caller asks for it.
 */
export function withContext<T extends { readonly outcome: string; readonly stats: MotionStats }>(
  bare: T,
  { context, undecided }: Pick<Preliminary, 'context' | 'undecided'>,
): (T & MotionContext) | MotionUndecided {
  if (bare.outcome !== 'free' || undecided === undefined) {
    const out = bare as T & { -readonly [K in keyof MotionContext]: MotionContext[K] }
    out.surfaces = context.surfaces
    out.unseen = context.unseen
    out.visualOnly = context.visualOnly
    out.premises = context.premises
    out.beyondLimits = context.beyondLimits
    return out
  }
  const { segment, joint, limit } = undecided
  const reason = `how far ${joint} goes beyond its limit of ${limit} in segment ${segment} is not known well enough`
  return { outcome: 'undecided', reason, left: [], proved: 1, stats: bare.stats, ...context }
}
