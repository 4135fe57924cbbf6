// The search over the cages of two frames at once: which beads, or strands, may meet while every bead moves straight from where
// it is in the one to where it is in the other.
//
// Balls interpolate: a bead that lies in a cage in both frames lies, at every instant t between, in the ball whose centre and
// radius are interpolated, since the distance of two points that move straight is convex in t. So two cages are apart during the
// whole step if D(t) = D₀ + t (D₁ − D₀), the difference of their centres, is longer than S(t) = S₀ + t (S₁ − S₀), the sum of
// their radii, for all t in [0, 1]. In Bernstein form
//
//   |D|² − S² = c (1 − t)² + 2 m t (1 − t) + e t²,   c = |D₀|² − S₀²,   e = |D₁|² − S₁²,   m = D₀·D₁ − S₀ S₁,
//
// which is positive on [0, 1] if and only if c > 0, e > 0 and m > −√(c e): one comparison and no division, and a root only where
// m < 0, which is where the cages pass each other.
//
// Rounding. As computed, |D₀|² is off by 5 u of itself and is made smaller by 64 u; S₀ is made larger by 32 u, a sum and a product
// of which are off by 2 u. So c', the c that is computed, is at most c − 54 u (|D₀|² + S₀²) − 0.9·SMALL_SQUARE where it is
// positive (the last difference is off by u of |D₀|²), and e' likewise. m', the computed m, is off by 6 u |D₀||D₁| + u |m'|
// downwards at most: 5 u for the products of differences and their sums, and the product of the enlarged sums is above S₀ S₁. By
// Cauchy and Schwarz √(c e) ≥ √(c' e') + 54 u |D₀||D₁|. Hence
// - if m' ≥ 0, then m ≥ −6 u |D₀||D₁| > −√(c e);
// - if −m' < √c'·√e' as computed, which is off by 3 u, then |m'| ≤ |D₀||D₁| (1 + 3 u), and −m ≤ |m'| + 8 u |D₀||D₁|, less than
//   |m'| (1 − 3 u) + 54 u |D₀||D₁| ≤ √(c e).
// Either way the cages are apart during the whole step. What underflows is far below SMALL_SQUARE, which c' and e' are short of.
import { SMALL_SQUARE, U } from '../../base/math/rounding.js'
import type { CageShape } from './cage-shape.js'
import type { SearchOutcome } from './necklace-search.js'

/** See above. */
const RADII = 1 + 32 * U
const LESS = 1 - 64 * U

/** Cages of one tree in two frames, and the balls of what they hold: beads, or balls around strands. Four numbers each. */
export interface MovingCages {
  readonly shape: CageShape
  readonly from: Float64Array
  readonly to: Float64Array
  readonly itemsFrom: Float64Array
  readonly itemsTo: Float64Array
  /** How many beads a cage has more than items: 0, or for strands 1. */
  readonly tail: 0 | 1
}

/** Receives the pairs of items, i < j, that may meet. True ends the search. */
export interface MeetingVisitor {
  visit(i: number, j: number): boolean
}

/**
 * True only where the balls at p and q (places of their x) stay apart during the whole step from the one frame to the other. The
 * loop below calls it: V8 inlines it.
 */
export function ballsStayApart(from: Float64Array, to: Float64Array, p: number, q: number): boolean {
  const x0 = from[p]! - from[q]!
  const y0 = from[p + 1]! - from[q + 1]!
  const z0 = from[p + 2]! - from[q + 2]!
  const s0 = (from[p + 3]! + from[q + 3]!) * RADII
  const c = (x0 * x0 + y0 * y0 + z0 * z0) * LESS - (s0 * s0 + SMALL_SQUARE)
  if (!(c > 0)) return false
  const x1 = to[p]! - to[q]!
  const y1 = to[p + 1]! - to[q + 1]!
  const z1 = to[p + 2]! - to[q + 2]!
  const s1 = (to[p + 3]! + to[q + 3]!) * RADII
  const e = (x1 * x1 + y1 * y1 + z1 * z1) * LESS - (s1 * s1 + SMALL_SQUARE)
  if (!(e > 0)) return false
  const m = x0 * x1 + y0 * y1 + z0 * z1 - s0 * s1
  return m >= 0 || -m < Math.sqrt(c) * Math.sqrt(e)
}

/** The stack, the counters and the budget of such searches. A search allocates nothing, except a larger stack. */
export class MovingSearch {
  /** Pairs of cages tested, and pairs of items. */
  volumeTests = 0
  leafTests = 0
  /** Tests of both together after which a search gives up; it may make a few more. */
  budget = Infinity
  private stack: Int32Array = new Int32Array(256)

  resetCounts(): void {
    this.volumeTests = 0
    this.leafTests = 0
  }

  /**
   * Shows the visitor every pair of items that may meet and is more than `neighbours` and fewer than `around` places apart. Both
   * cages of a pair are cut at once, as `searchBoth` does in one frame (necklace-search-pairs.ts).
   */
  self(cages: MovingCages, neighbours: number, around: number, visitor: MeetingVisitor): SearchOutcome {
    const { nodes, second } = cages.shape
    const limit = this.volumeTests + this.leafTests + this.budget
    for (let k = 0; k < nodes; k++) {
      const r = second[k]!
      const stopped =
        r < 0
          ? this.leaf(cages, k, neighbours, around, visitor)
          : this.below(cages, k + 1, r, neighbours, around, visitor, limit)
      if (stopped) return 'stopped'
      if (this.volumeTests + this.leafTests > limit) return 'over-budget'
    }
    return 'done'
  }

  /** Everything below the cages a and b, of which a's items come first. On the stack are pairs that are not apart. */
  private below(
    cages: MovingCages,
    a: number,
    b: number,
    neighbours: number,
    around: number,
    visitor: MeetingVisitor,
    limit: number,
  ): boolean {
    const { from, to, tail } = cages
    const { first, end, second } = cages.shape
    this.volumeTests++
    if (ballsStayApart(from, to, 4 * a, 4 * b)) return false
    let { stack } = this
    stack[0] = a
    stack[1] = b
    let top = 2
    let tests = 0
    let left = limit - this.volumeTests - this.leafTests
    while (top > 0 && tests <= left) {
      top -= 2
      const na = stack[top]!
      const nb = stack[top + 1]!
      const ra = second[na]!
      const rb = second[nb]!
      // All items of one are neighbours of all items of the other.
      if (end[nb]! - tail - 1 - first[na]! <= neighbours || first[nb]! - (end[na]! - tail - 1) >= around) continue
      if (ra >= 0 && rb >= 0) {
        if (top + 8 > stack.length) stack = this.grow()
        tests += 4
        // What comes next along the necklace is pushed last.
        if (!ballsStayApart(from, to, 4 * na + 4, 4 * rb)) {
          stack[top] = na + 1
          stack[top + 1] = rb
          top += 2
        }
        if (!ballsStayApart(from, to, 4 * na + 4, 4 * nb + 4)) {
          stack[top] = na + 1
          stack[top + 1] = nb + 1
          top += 2
        }
        if (!ballsStayApart(from, to, 4 * ra, 4 * rb)) {
          stack[top] = ra
          stack[top + 1] = rb
          top += 2
        }
        if (!ballsStayApart(from, to, 4 * ra, 4 * nb + 4)) {
          stack[top] = ra
          stack[top + 1] = nb + 1
          top += 2
        }
      } else if (ra < 0 && rb < 0) {
        const before = this.leafTests
        if (this.leaves(cages, na, nb, neighbours, around, visitor)) {
          this.volumeTests += tests
          return true
        }
        left -= this.leafTests - before
      } else {
        if (top + 4 > stack.length) stack = this.grow()
        tests += 2
        const cutA = rb < 0
        const farA = cutA ? na + 1 : na
        const farB = cutA ? nb : rb
        if (!ballsStayApart(from, to, 4 * farA, 4 * farB)) {
          stack[top] = farA
          stack[top + 1] = farB
          top += 2
        }
        const nearA = cutA ? ra : na
        const nearB = cutA ? nb : nb + 1
        if (!ballsStayApart(from, to, 4 * nearA, 4 * nearB)) {
          stack[top] = nearA
          stack[top + 1] = nearB
          top += 2
        }
      }
    }
    this.volumeTests += tests
    return false
  }

  /** The items of two leaves against each other. */
  private leaves(
    { shape, itemsFrom, itemsTo, tail }: MovingCages,
    a: number,
    b: number,
    neighbours: number,
    around: number,
    visitor: MeetingVisitor,
  ): boolean {
    const endA = shape.end[a]! - tail
    const firstB = shape.first[b]!
    const endB = shape.end[b]! - tail
    for (let i = shape.first[a]!; i < endA; i++) {
      for (let j = firstB; j < endB; j++) {
        if (j - i <= neighbours || j - i >= around) continue
        this.leafTests++
        if (!ballsStayApart(itemsFrom, itemsTo, 4 * i, 4 * j) && visitor.visit(i, j)) return true
      }
    }
    return false
  }

  /** The items of one leaf against each other. */
  private leaf(
    { shape, itemsFrom, itemsTo, tail }: MovingCages,
    k: number,
    neighbours: number,
    around: number,
    visitor: MeetingVisitor,
  ): boolean {
    const end = shape.end[k]! - tail
    for (let i = shape.first[k]!; i < end; i++) {
      for (let j = i + 1; j < end; j++) {
        if (j - i <= neighbours || j - i >= around) continue
        this.leafTests++
        if (!ballsStayApart(itemsFrom, itemsTo, 4 * i, 4 * j) && visitor.visit(i, j)) return true
      }
    }
    return false
  }

  private grow(): Int32Array {
    const stack = new Int32Array(2 * this.stack.length)
    stack.set(this.stack)
    this.stack = stack
    return stack
  }
}
