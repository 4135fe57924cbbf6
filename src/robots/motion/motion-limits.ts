// Does a motion stay within the limits of the joints? Decided, not sampled.
//
// Limits are those of a configuration's variables: a joint that mimics another follows it, and its own limits do not count. A
// straight line is farthest out at one of its ends, which are exact. Of a curve, stretches of time are halved: in [t − h, t + h]
// it is no farther out than q(t) + spread + rounding, or, where it only rises or only falls, than at the ends (`roundings` of a
// piece are how far its numbers may be from the exact curve). A stretch is settled when that is within the limit; or when it is
// no farther out than what was seen already, up to CLOSE, and it is known on which side of the tolerance that is.
//
// A joint that a closed loop sets has limits of its own, and the loop must close: loop-curve.ts.
import { checkNonNegative } from '../../base/math/checks.js'
import { U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import { LinePiece } from './line-piece.js'
import { LoopCurve } from './loop-curve.js'
import { type MotionInput, type ReadMotionOptions, readMotion } from './motion-input.js'
import { type MotionPiece, PieceBounds } from './piece.js'
import type { BeyondLimit, JointLimitOptions } from './verdict.js'

/**
 * How far beyond a limit a joint may be if nothing else is said, in radians or metres: real problems have ±π where robot files
 * say
 * 3.14159.
 */
export const LIMIT_TOLERANCE = 1e-5

/** Radians or metres: more is not a tolerance, and no certificate could have it. */
const LARGEST_TOLERANCE = 1e6

/** How closely the extreme of a curve is computed, in radians or metres. */
const CLOSE = 1e-7

/** Stretches of a curve are halved no more often than this, and no more of them are examined. */
const DEEPEST = 30
const MOST_STRETCHES = 20_000

export interface LimitRules {
  readonly ignoreLimits: boolean
  readonly limitTolerance: number
}

export const LIMIT_FIELDS: readonly string[] = ['ignoreLimits', 'limitTolerance']

export function readLimitRules({
  ignoreLimits = false,
  limitTolerance = LIMIT_TOLERANCE,
}: JointLimitOptions): LimitRules {
  if (typeof ignoreLimits !== 'boolean') {
    throw new InvalidInputError('options.ignoreLimits', ignoreLimits, 'true or false')
  }
  checkNonNegative('options.limitTolerance', limitTolerance)
  if (limitTolerance > LARGEST_TOLERANCE) {
    throw new InvalidInputError(
      'options.limitTolerance',
      limitTolerance,
      `${LARGEST_TOLERANCE} or less, or ignoreLimits`,
    )
  }
  return { ignoreLimits, limitTolerance }
}

/** How far a value is beyond its limits: 0 or less if it is not. In doubles: exact for values near a limit. */
export function beyond(value: number, lower: number, upper: number): number {
  return Math.max(lower - value, value - upper)
}

/** What is known of a motion and the limits of joints. */
export interface LimitFinding {
  /** Beyond a limit by more than the tolerance: in the first such segment, the joint that is farthest beyond. */
  readonly outside: BeyondLimit | undefined
  /** All that is beyond a limit, `outside` and its like among them. */
  readonly beyondLimits: readonly BeyondLimit[]
  /** The first joint of which it is not known whether it stays within the tolerance, if there is one. */
  readonly undecided: UndecidedLimit | undefined
}

export interface UndecidedLimit {
  readonly segment: number
  readonly joint: string
  readonly limit: number
}

export function findBeyondLimits(world: World, pieces: readonly MotionPiece[], tolerance: number): LimitFinding {
  const found: BeyondLimit[] = []
  let outside: BeyondLimit | undefined
  let undecided: UndecidedLimit | undefined
  const { lower, upper, variables } = world
  const { loops } = world.model().reader
  let isOpen = false
  /** An extreme on a side; `off`: for a curve, the value that is certain is this much less than the computed one. */
  const take = (side: number, one: BeyondLimit, off: number, settled: boolean): void => {
    const excess = side * (one.value - one.limit)
    if (excess - off > 0) {
      found.push(one)
      const isFirst = outside === undefined || outside.segment === one.segment
      const isWorse = outside === undefined || excess > excessOf(outside)
      if (excess - off > tolerance && isFirst && isWorse && !isOpen) outside = one
    }
    if (!settled && !(excess - off > tolerance)) {
      undecided ??= { segment: one.segment, joint: one.joint, limit: one.limit }
    }
  }
  pieces.forEach((piece, segment) => {
    const isLine = piece instanceof LinePiece
    for (let i = 0; i < variables.length; i++) {
      // Nearly always.
      if (isLine && piece.least[i]! >= lower[i]! && piece.most[i]! <= upper[i]!) continue
      const joint = variables[i]!
      const off = isLine ? 0 : piece.roundings[i]!
      for (const side of SIDES) {
        const limit = side > 0 ? upper[i]! : lower[i]!
        // Curves are not farther out than `most`, up to rounding; lines reach it exactly.
        const most = (side > 0 ? piece.most[i]! - limit : limit - piece.least[i]!) + off
        if (most <= 0 || limit === side * Infinity) continue
        const curve = isLine ? undefined : new VariableCurve(piece, i)
        const extreme = curve === undefined ? lineExtreme(piece, i, side) : curveExtreme(curve, side, limit, tolerance)
        take(side, { segment, at: extreme.at, joint, value: extreme.value, limit }, off, extreme.settled)
      }
    }
    for (const loop of loops) {
      const curve = new LoopCurve(loop, piece)
      const open = curve.firstOpen()
      if (open !== undefined) {
        // No tolerance lets this pass: there is no such position.
        found.push({ segment, ...open })
        if (outside === undefined || (outside.segment === segment && !isOpen)) outside = found.at(-1)
        isOpen = true
        continue
      }
      const { joint, name } = loop
      if (!curve.isKnown) {
        undecided ??= { segment, joint: `${name} (loop)`, limit: 0 }
        continue
      }
      for (const side of SIDES) {
        const limit = side > 0 ? joint.upper : joint.lower
        if (limit === side * Infinity) continue
        const extreme = curveExtreme(curve, side, limit, tolerance)
        take(
          side,
          { segment, at: extreme.at, joint: name, value: extreme.value, limit },
          curve.rounding,
          extreme.settled,
        )
      }
    }
  })
  return { outside, beyondLimits: found, undecided }
}

/** Every joint that is beyond one of its limits, by however little, segment by segment, where it is farthest beyond. */
export function motionOutsideLimits(world: World, motion: MotionInput, options?: ReadMotionOptions): BeyondLimit[] {
  return [...findBeyondLimits(world, readMotion(world, motion, options).pieces, 0).beyondLimits]
}

const SIDES = [-1, 1] as const

function excessOf({ value, limit }: BeyondLimit): number {
  return Math.abs(value - limit)
}

interface Extreme {
  readonly at: number
  readonly value: number
  /** Is it known on which side of the tolerance all of the piece is? */
  readonly settled: boolean
}

function lineExtreme(piece: MotionPiece, i: number, side: number): Extreme {
  const q = new Float64Array(piece.dof)
  piece.at(q, 0)
  const from = q[i]!
  piece.at(q, 1)
  return side * from >= side * q[i]! ? { at: 0, value: from, settled: true } : { at: 1, value: q[i]!, settled: true }
}

/** A number that changes along a piece. */
export interface Curve {
  /** How far what is computed may be from the exact curve. */
  readonly rounding: number
  at(t: number): number
  /** Over [t − half, t + half]: see PieceBounds. */
  bounds(t: number, half: number): { readonly spread: number; readonly velocity: number; readonly bend: number }
}

class VariableCurve implements Curve {
  readonly rounding: number
  private readonly q: Float64Array
  private readonly found: PieceBounds

  constructor(
    private readonly piece: MotionPiece,
    private readonly i: number,
  ) {
    this.rounding = piece.roundings[i]!
    this.q = new Float64Array(piece.dof)
    this.found = new PieceBounds(piece.dof)
  }

  at(t: number): number {
    this.piece.at(this.q, t)
    return this.q[this.i]!
  }

  bounds(t: number, half: number): ReturnType<Curve['bounds']> {
    const { i, found } = this
    this.piece.bounds(found, t, half)
    return { spread: found.spread[i]!, velocity: found.velocity[i]!, bend: found.bend[i]! }
  }
}

/** `side`: 1 for the greatest value, −1 for the least. All below is about `side` times the variable. */
function curveExtreme(curve: Curve, side: number, limit: number, tolerance: number): Extreme {
  const { rounding } = curve
  const edge = side * limit
  const close = Math.max(CLOSE, 4 * rounding)
  let at = 0
  let best = -Infinity
  const look = (t: number): number => {
    const value = side * curve.at(t)
    if (value > best) {
      best = value
      at = t
    }
    return value
  }
  look(0)
  look(1)
  const isSettled = (most: number): boolean =>
    most <= edge || (most <= best + close && (most - edge <= tolerance || best - rounding - edge > tolerance))
  let settled = true
  let looked = 0
  // Stretches as level and index, the latest first.
  const open = [0, 0]
  while (open.length > 0) {
    const index = open.pop()!
    const level = open.pop()!
    const half = 2 ** -(level + 1)
    const t = (2 * index + 1) * half
    const middle = look(t)
    const { spread, velocity, bend } = curve.bounds(t, half)
    const isSteady = Math.abs(velocity) - rounding > bend * half
    const computed = isSteady ? Math.max(look(t - half), look(t + half)) : middle + spread
    // What does not move is exact.
    const isStill = rounding === 0 && spread === 0
    const most = isStill ? computed : computed + rounding + 4 * U * Math.abs(computed)
    if (isSettled(most)) continue
    if (level === DEEPEST || ++looked > MOST_STRETCHES) settled &&= most - edge <= tolerance
    else open.push(level + 1, 2 * index, level + 1, 2 * index + 1)
  }
  return { at, value: side * best, settled }
}
