// One stretch of a motion: a curve in configuration space on a clock from 0 to 1, with bounds of how it moves.
//
// Every number of a configuration is a mover of its own, and bounds are by variable; but a floating joint's quaternion is one
// turn at a constant rate about an axis that is fixed in the body (`turns`). Its bounds are of the angle turned, in the slot of
// rot_x; the three slots after it are zero.

/** How each variable moves in [t − half, t + half]. */
export class PieceBounds {
  /** No less than |q(s) − q(t)| for any s of the interval. */
  readonly spread: Float64Array
  /** q'(t). */
  readonly velocity: Float64Array
  /** No less than |q'(s)|. */
  readonly speed: Float64Array
  /** No less than |q''(s)|; Infinity where that is not known. */
  readonly bend: Float64Array

  constructor(dof: number) {
    this.spread = new Float64Array(dof)
    this.velocity = new Float64Array(dof)
    this.speed = new Float64Array(dof)
    this.bend = new Float64Array(dof)
  }
}

/** A quaternion that turns at a constant rate: q(t) = q(0) · (turn about `axis` by `angle` · t). */
export interface PieceTurn {
  /** Of rot_x, in the configuration. */
  readonly variable: number
  /** Of unit length, in the body's own frame. */
  readonly axis: Float64Array
  /** Radians from t = 0 to 1, zero or more. */
  readonly angle: number
}

/** The rotation of a floating joint over a segment, as plain data. */
export interface TurnDocument {
  readonly variable: number
  readonly axis: readonly number[]
  readonly angle: number
}

/** What is said of a piece in a certificate: enough to make it again. */
export type PieceDocument =
  | {
      /** For people: a piece is a line if it has nothing `higher`. */
      readonly kind: 'line' | 'polynomial'
      readonly from: readonly number[]
      readonly to: readonly number[]
      /**
       * By variable, coefficients of t², t³, …; none of a quaternion's. That of t is what takes it from `from` to `to` exactly.
       * Left out for a line.
       */
      readonly higher?: readonly (readonly number[])[]
      /** Of floating joints, left out where there are none: at a half turn, the ends do not say which way round it goes. */
      readonly turns?: readonly TurnDocument[]
    }
  /** A caller's function: no verifier can check it. */
  | { readonly kind: 'curve' }

/** A segment of a motion in the form that proofs use. */
export interface MotionPiece {
  /** Numbers in a configuration. */
  readonly dof: number
  readonly turns: readonly PieceTurn[]
  /**
   * Rounding, by variable: no number of a configuration that `at` writes is farther than this from the exact curve, and no
   * velocity that `bounds` writes is farther than this from the curve's. A quaternion's angle: in the slot of rot_x.
   */
  readonly roundings: Float64Array
  /** The largest of them. */
  readonly rounding: number
  /** Least and most of each variable over the whole piece, to `rounding`, or beyond them; ±2 in the slots of a quaternion. */
  readonly least: Float64Array
  readonly most: Float64Array
  /** Writes the configuration at t. At 0 and 1, the ends as they were given. */
  at(out: Float64Array, t: number): void
  /** Bounds over [t − half, t + half], rounded up. Both ends are within 0 to 1. */
  bounds(out: PieceBounds, t: number, half: number): void
  document(): PieceDocument
}

/** A whole motion: its pieces follow one another, each beginning where the last one ended. */
export interface Motion {
  readonly pieces: readonly MotionPiece[]
  /** When each piece begins, and when the last one ends; where the motion has times. */
  readonly times?: Float64Array | undefined
  /** As asked: continuous joints as given, or the short way round. */
  readonly continuous: 'as-given' | 'shortest'
}
