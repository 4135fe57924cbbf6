// Polynomials of one variable between two knots, and the cubic spline through many: the classical formulas, on a clock from 0 to 1.
//
// V and A are velocities and accelerations times the length of the stretch and its square.

/** From p to q with velocities V0 and V1. */
export function cubicBetween(p: number, q: number, V0: number, V1: number): number[] {
  const way = q - p
  return [p, V0, 3 * way - (2 * V0 + V1), V0 + V1 - 2 * way]
}

/** The same with accelerations. */
export function quinticBetween(p: number, q: number, V0: number, V1: number, A0: number, A1: number): number[] {
  const way = q - p
  return [
    p,
    V0,
    A0 / 2,
    10 * way - (6 * V0 + 4 * V1) - (3 * A0 - A1) / 2,
    8 * V0 + 7 * V1 - 15 * way + (3 * A0 - 2 * A1) / 2,
    6 * way - 3 * (V0 + V1) - (A0 - A1) / 2,
  ]
}

/**
 * Velocities at the knots of the cubic spline through `values`, whose velocity and acceleration do not jump. At its ends the
 * acceleration is 0 (`natural`) or the velocity is (`clamped`). Needs two knots or more.
 *
 * Equal accelerations on both sides of a knot: m₋/h₋ + 2m(1/h₋ + 1/h) + m₊/h = 3(Δ₋/h₋² + Δ/h²). Rows are dominated by their
 * diagonals, so elimination from top to bottom needs no pivots.
 */
export function splineVelocities(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  boundary: 'natural' | 'clamped',
): Float64Array {
  const n = values.length - 1
  const step = (i: number): number => times[i + 1]! - times[i]!
  const rate = (i: number): number => (values[i + 1]! - values[i]!) / step(i)
  const above = new Float64Array(n + 1)
  const out = new Float64Array(n + 1)
  for (let i = 0; i <= n; i++) {
    const inner = i > 0 && i < n
    // Scaled so that the numbers beside the diagonal add up to 1.
    const share = inner ? step(i) / (step(i - 1) + step(i)) : 0
    const below = inner ? share : i === n && boundary === 'natural' ? 1 : 0
    const beyond = inner ? 1 - share : i === 0 && boundary === 'natural' ? 1 : 0
    const diagonal = inner || boundary === 'natural' ? 2 : 1
    const right = inner
      ? 3 * (share * rate(i - 1) + (1 - share) * rate(i))
      : boundary === 'natural'
        ? 3 * rate(i === 0 ? 0 : n - 1)
        : 0
    const pivot = diagonal - below * (i > 0 ? above[i - 1]! : 0)
    above[i] = beyond / pivot
    out[i] = (right - below * (i > 0 ? out[i - 1]! : 0)) / pivot
  }
  for (let i = n - 1; i >= 0; i--) out[i] = out[i]! - above[i]! * out[i + 1]!
  return out
}

/** Accelerations of that spline at its knots. */
export function splineAccelerations(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
  velocities: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    // From the stretch after the knot; for the last, from the one before.
    const k = Math.min(i, values.length - 2)
    const h = times[k + 1]! - times[k]!
    const slope = (values[k + 1]! - values[k]!) / h
    const [v0, v1] = [velocities[k]!, velocities[k + 1]!]
    out[i] = i === k ? (6 * slope - 4 * v0 - 2 * v1) / h : (2 * v0 + 4 * v1 - 6 * slope) / h
  }
  return out
}

/** p(from + (to − from)·s) as a polynomial of s. */
export function restrict(coefficients: readonly number[], from: number, to: number): number[] {
  const c = [...coefficients]
  for (let j = 0; j < c.length; j++) for (let k = c.length - 2; k >= j; k--) c[k] = c[k]! + from * c[k + 1]!
  const length = to - from
  let power = 1
  return c.map((value) => {
    const scaled = value * power
    power *= length
    return scaled
  })
}
