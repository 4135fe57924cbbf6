// Regular triangulations by brute force: a simplex is in it if no other ball's lifted point lies below the hyperplane through
// its own. Whole numbers throughout. Perturbed lifts are real numbers here, not symbols: in units small enough, ball i's lift
// is raised by 2^(step·i), and steps are larger than any ratio of determinants of the balls given. For small sets.
import { exact } from '../exact.js'

export interface LiftedBalls {
  readonly count: number
  /** Four coordinates a ball: x, y, z and the perturbed lift, each in a unit of its own. */
  readonly rows: readonly (readonly [bigint, bigint, bigint, bigint])[]
}

/** Balls x, y, z, r; perturbed (the default), or as they are. */
export function liftBalls(balls: ArrayLike<number>, perturbed = true): LiftedBalls {
  const count = balls.length / 4
  const numbers = Array.from(balls, exact)
  const unit = numbers.reduce((least, { m, e }) => (m === 0n ? least : Math.min(least, e)), 0)
  const whole = numbers.map(({ m, e }) => (m === 0n ? 0n : m << BigInt(e - unit)))
  const largest = whole.reduce((most, a) => (a > most ? a : -a > most ? -a : most), 1n)
  // A determinant of three differences is at most 6·(2·largest)³, a whole number, and at least 1 where it is not zero. Of the
  // sum over five balls each term then outweighs all those of smaller index.
  const step = BigInt(3 * (largest.toString(2).length + 1) + 8)
  const finest = perturbed ? step * BigInt(count + 1) : 0n
  const rows = Array.from({ length: count }, (_, i) => {
    const [x, y, z, r] = whole.slice(4 * i, 4 * i + 4) as [bigint, bigint, bigint, bigint]
    const lift = (x * x + y * y + z * z - r * r) << finest
    return [x, y, z, perturbed ? lift + (1n << (step * BigInt(i))) : lift] as const
  })
  return { count, rows }
}

/** The sign of the simplex's determinant in these coordinates (0, 1, 2 for x, y, z). */
export function orientation({ rows }: LiftedBalls, simplex: readonly number[], axes: readonly number[]): number {
  const [origin, ...others] = simplex.map((i) => axes.map((k) => rows[i]![k]!))
  return sign(determinant(others.map((p) => p.map((x, k) => x - origin![k]!))))
}

/** The sign of how far the ball's lifted point is below the hyperplane through those of the simplex, which is not flat. */
export function below(lifted: LiftedBalls, simplex: readonly number[], ball: number, axes: readonly number[]): number {
  const turn = orientation(lifted, simplex, axes)
  if (turn === 0) throw new Error(`the simplex ${simplex.join(' ')} is flat`)
  // A point (p, ℓ) is above the hyperplane where the determinant with it last has the sign of the one with a point far up
  // in its place, which is the simplex's own.
  const side = orientation(lifted, [...simplex, ball], [...axes, 3])
  return side === 0 ? 0 : -turn * side
}

/** Every simplex of the regular triangulation, corners ascending, in lexicographic order. */
export function regularSimplices(balls: ArrayLike<number>, axes: readonly number[] = [0, 1, 2]): number[][] {
  const lifted = liftBalls(balls)
  const found: number[][] = []
  for (const simplex of subsets(lifted.count, axes.length + 1)) {
    if (orientation(lifted, simplex, axes) === 0) continue
    let empty = true
    for (let i = 0; empty && i < lifted.count; i++) {
      empty = simplex.includes(i) || below(lifted, simplex, i, axes) < 0
    }
    if (empty) found.push(simplex)
  }
  return found
}

/** Ascending subsets of 0 .. count − 1, in lexicographic order. */
export function* subsets(count: number, size: number, from = 0): Generator<number[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let i = from; i <= count - size; i++) for (const rest of subsets(count, size - 1, i + 1)) yield [i, ...rest]
}

function determinant(m: readonly (readonly bigint[])[]): bigint {
  if (m.length === 1) return m[0]![0]!
  return m[0]!.reduce((sum, head, k) => {
    if (head === 0n) return sum
    const minor = determinant(m.slice(1).map((row) => row.filter((_, l) => l !== k)))
    return k % 2 === 0 ? sum + head * minor : sum - head * minor
  }, 0n)
}

function sign(a: bigint): number {
  return a > 0n ? 1 : a < 0n ? -1 : 0
}
