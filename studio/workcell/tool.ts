// The frame of a link that is dragged: the configuration that brings it there, and a proof of the straight motion from where the robot
// stood.
import {
  checkMotion,
  type InverseKinematicsResult,
  inverseKinematics,
  linkGoalError,
  type MotionVerdict,
} from '../../src/entries/robots.js'
import { touchingIn } from './answers.js'
import type { CellEdits } from './edits.js'
import { type CellSight, inOwnWords } from './sight.js'
import type { Workcell } from './workcell.js'

export interface ReachQuestion {
  readonly q: readonly number[]
  /** Where the drag began: tried again from there, where a limit on the way holds it back. */
  readonly from?: readonly number[]
  readonly link: string
  /** Joints that may move; all that the link hangs on if left out. */
  readonly moving?: readonly string[] | undefined
  /** Tried from as many random configurations where it is not reached from here: a pose that was typed may be far away. */
  readonly seeds?: number
  /** Twelve numbers: where its frame is to be in the world. */
  readonly pose: readonly number[]
}

export interface ReachAnswer {
  readonly q: readonly number[]
  /** Metres and radians that are left. */
  readonly position: number
  readonly angle: number
  readonly isReached: boolean
  /** Is it proved that the pose is out of reach? */
  readonly isBeyond: boolean
  readonly millis: number
}

/** What counts as there: metres and radians. */
const CLOSE = { position: 1e-4, angle: 1e-3 }
/** Of joint values in the state: a link of some metres is then where it should be to some micrometres. */
const DIGITS = 6

/** Damped least squares from where the robot is, inside the limits of its joints; contacts are shown, not avoided. */
export function reach(cell: Workcell, { q, from, link, moving, seeds = 1, pose }: ReachQuestion): ReachAnswer {
  const began = performance.now()
  const goal = { link, pose: Float64Array.from(pose), ...CLOSE }
  const attempt = (start: readonly number[], count = 1): InverseKinematicsResult =>
    inverseKinematics(cell.bare(), goal, { start, moving, seeds: count, maxSolutions: count })
  let found = attempt(q)
  const again = (...how: Parameters<typeof attempt>): void => {
    if (found.outcome !== 'unreachable' || found.proved) return
    const other = attempt(...how)
    if (other.outcome !== 'unreachable') found = other
  }
  if (from !== undefined) again(from)
  if (seeds > 1) again(q, seeds)
  const { outcome } = found
  const best = outcome === 'solved' ? found.solutions[0]! : outcome === 'colliding' ? found.q : found.nearest
  const short = cell.short(best, DIGITS)
  const { position, angle } = linkGoalError(cell.bare(), goal, short)
  return {
    q: short,
    position,
    angle,
    isReached: outcome !== 'unreachable',
    isBeyond: outcome === 'unreachable' && found.proved,
    millis: performance.now() - began,
  }
}

export interface StraightQuestion {
  readonly edits: CellEdits
  readonly from: readonly number[]
  readonly q: readonly number[]
  /** Milliseconds that it may take. */
  readonly budget: number
}

export interface StraightAnswer {
  readonly outcome: MotionVerdict['outcome']
  /** Of what touches; else empty. */
  readonly a: string
  readonly b: string
  /** How far along the motion, 0 to 1, the configuration there, and where they touch. */
  readonly at: number | undefined
  readonly q: readonly number[] | undefined
  readonly point: readonly number[] | undefined
  /** How much is proved where it is undecided, 0 to 1. */
  readonly proved: number
  /** Why there is nothing to check, or which joint is beyond its limit. */
  readonly reason: string
  /** What of the cell the proof does not cover. */
  readonly sight: CellSight
  /** Twelve numbers a thing: where everything stood. */
  readonly stood: Float32Array
  readonly millis: number
}

/** Milliseconds for the proof while one drags: with the rest of a step, a frame. And at rest. */
export const DRAG_BUDGET = 10
export const REST_BUDGET = 500

/** The straight line in joint space, every instant of it. */
export function proveStraight(cell: Workcell, { edits, from, q, budget }: StraightQuestion): StraightAnswer {
  const world = cell.world(edits)
  const began = performance.now()
  const verdict = checkMotion(world, [from, q], { maxMillis: budget })
  // What is found first may be anywhere: that it could not have begun says more.
  const before = verdict.outcome === 'collision' ? touchingIn(world, from)[0] : undefined
  const millis = performance.now() - began
  const { outcome } = verdict
  const base = { outcome, a: '', b: '', at: undefined, q: undefined, point: undefined, proved: 0, reason: '' }
  const details =
    before === undefined ? detailsOf(verdict) : { a: before.a, b: before.b, at: 0, q: from, point: before.at }
  return { ...base, ...details, sight: cell.sight(edits), stood: cell.poses(edits, from), millis }
}

function detailsOf(verdict: MotionVerdict): Partial<StraightAnswer> {
  switch (verdict.outcome) {
    case 'free':
      return { proved: 1 }
    case 'undecided':
      return { proved: verdict.proved }
    case 'nothing-to-check':
      return { reason: inOwnWords(verdict.reason) }
    case 'outside-limits':
      return { reason: `${verdict.joint} is beyond its limit`, at: verdict.at, q: [...verdict.configuration] }
    case 'collision': {
      const { a, b, at, configuration, contact } = verdict
      const point = Array.from(contact.pointA, (x, k) => (x + contact.pointB[k]!) / 2)
      return { a, b, at, q: [...configuration], point }
    }
    default:
      return { a: verdict.a, b: verdict.b, at: verdict.at, q: [...verdict.configuration], point: [...verdict.pointA] }
  }
}
