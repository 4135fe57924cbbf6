// The damped least-squares step of an arm: what inverse kinematics goes down by, and what moves a hand straight.

/** Rows of the Jacobian: position and turn. */
export const ROWS = 6

const a = new Float64Array(ROWS * ROWS)

/**
 * Writes y = (J·Jᵀ + damping)⁻¹·e, by Cholesky; the step is Jᵀ·y. J is `columns`, six numbers after the other, of which those
 * with moves[i] = 0 do not count.
 */
export function dampedStep(
  y: Float64Array,
  columns: Float64Array,
  moves: Uint8Array,
  e: Float64Array,
  damping: number,
): void {
  for (let r = 0; r < ROWS; r++) {
    for (let s = 0; s <= r; s++) a[ROWS * r + s] = r === s ? damping : 0
  }
  for (let i = 0; i < moves.length; i++) {
    if (moves[i] === 0) continue
    const o = ROWS * i
    for (let r = 0; r < ROWS; r++) {
      const c = columns[o + r]!
      for (let s = 0; s <= r; s++) a[ROWS * r + s]! += c * columns[o + s]!
    }
  }
  for (let r = 0; r < ROWS; r++) {
    for (let s = 0; s <= r; s++) {
      let sum = a[ROWS * r + s]!
      for (let k = 0; k < s; k++) sum -= a[ROWS * r + k]! * a[ROWS * s + k]!
      // Rounding may leave nothing of a damping that is small against the columns.
      a[ROWS * r + s] = r === s ? Math.sqrt(Math.max(sum, damping)) : sum / a[ROWS * s + s]!
    }
  }
  for (let r = 0; r < ROWS; r++) {
    let sum = e[r]!
    for (let k = 0; k < r; k++) sum -= a[ROWS * r + k]! * y[k]!
    y[r] = sum / a[ROWS * r + r]!
  }
  for (let r = ROWS - 1; r >= 0; r--) {
    let sum = y[r]!
    for (let k = r + 1; k < ROWS; k++) sum -= a[ROWS * k + r]! * y[k]!
    y[r] = sum / a[ROWS * r + r]!
  }
}
