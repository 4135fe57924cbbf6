// How the tables are laid out that kernels read, and errors on purpose.

/** Numbers a body in the table: its parent, its kind, nine of a rotation, three of a place; then how its joint value is read. */
export const BODY_NUMBERS = 26
export const READING_AT = 14

/** Numbers of a mover, an obstacle, a pair and a piece in `ints`, of a solid and a ball in `floats`. */
export const MOVER_NUMBERS = 8
export const OBSTACLE_NUMBERS = 8
export const PAIR_NUMBERS = 2
export const PIECE_NUMBERS = 8
export const SOLID_NUMBERS = 20
export const BALL_NUMBERS = 4

/** Numbers of a mover in what sweeps add to `ints`, and of the record Sweep. */
export const ARM_NUMBERS = 4
export const SWEEP_NUMBERS = 4

/** Where errors are on purpose, for tests that must see them. */
export interface ChainFault {
  /** Sines with the wrong sign, on the device only. */
  readonly wrongSign?: boolean
}
