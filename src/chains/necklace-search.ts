// The searches over cages: a necklace against itself, and one necklace against another. Touching, all pairs, pairs within a
// distance, the closest pair and the separating set are the same loop with another visitor. (Collision Detection for Deforming
// Necklaces, 2002: `necklaces-2002`, section 5.1.)
//
// Every cage that is cut in two is a pair of cages to part. A pair that is not apart is cut: the one with more beads in two (the
// theorem's rule; of equal ones the larger ball, since ties are free), or both of them at once, which is what the published
// counts are of. Two leaves are beads against beads.
//
// Cages contain their beads in exact arithmetic, so what this file has to see to is its own rounding. With D the distance of two
// centres, S the sum of the radii and m the margin, in exact arithmetic, and primes for what is computed: D'² is within 5 u of
// D², and (S·RADII + m)' within u of (S(1 + 28 u) + m) from below. Where D'² > (…)'²·SQUARES + SMALL_SQUARE, roots taken,
// D·(1 − 24 u) > S·(1 + 24 u) + m. So
// - the balls are farther apart than m, exactly; and
// - every pair of beads in them has a gap of more than m + 24 u·(D + S), and |ci − cj| + ri + rj ≤ D + S, so that its computed
//   gap (BALL_GAP_ROUNDING, 8 u of that) is more than m too. A pair that ties with the closest is never dropped.
// Below SMALL_SQUARE squares lose their digits to underflow, and nothing is called apart.
import { U } from '../math/rounding.js'
import type { CageTree } from './cage-tree.js'
import type { BeadRule } from './necklace-options.js'
import type { BeadVisitor } from './necklace-visitors.js'

const RADII = 1 + 32 * U
const SQUARES = 1 + 64 * U
const SMALL_SQUARE = 1e-280

/** Which cages of a pair are cut: the one with more beads, or both. */
export type SplitRule = 'larger' | 'both'

/** `stopped`: by its visitor. `over-budget`: given up after so many tests; nothing is known of what was not tested. */
export type SearchOutcome = 'done' | 'stopped' | 'over-budget'

/** Is told which pairs of cages are apart, and which leaves are not: those only once their beads have been visited. */
export interface ApartVisitor extends BeadVisitor {
  apart(cageA: number, cageB: number): void
  leavesMeet(leafA: number, leafB: number): void
}

/** The stack, the counters and the budget of searches. A search allocates nothing, but for a larger stack. */
export class CageSearch {
  /** Pairs of cages tested. */
  cagePairTests = 0
  /** Those of them that are apart; and pairs of leaves that are not. */
  separatingPairs = 0
  overlappingLeafPairs = 0
  /** Pairs of cages whose beads are all neighbours of each other: not tested. */
  skippedPairs = 0
  /** Pairs of beads tested. */
  beadTests = 0
  /** Tests of cages and beads together after which a search gives up; it may make a few more. */
  budget = Infinity
  stack = new Int32Array(256)

  resetCounts(): void {
    this.cagePairTests = 0
    this.separatingPairs = 0
    this.overlappingLeafPairs = 0
    this.skippedPairs = 0
    this.beadTests = 0
  }

  /**
   * Shows the visitor every pair of beads i < j of one necklace that is within its margin and no neighbours' (its own `exclude`
   * is the visitor's business), and maybe others. Counts are added to.
   */
  self(
    tree: CageTree,
    rule: BeadRule,
    visitor: BeadVisitor | ApartVisitor,
    split: SplitRule = 'larger',
  ): SearchOutcome {
    const { cages, right, count } = tree
    const { neighbours } = rule
    // Beads this many places apart or more are neighbours around the end.
    const around = rule.closed ? tree.beads - neighbours : Infinity
    const limit = this.cagePairTests + this.beadTests + this.budget
    for (let k = 0; k < cages; k++) {
      if (count[k]! - 1 <= neighbours) {
        if (right[k] !== 0) this.skippedPairs++
        continue
      }
      const stopped =
        right[k] === 0
          ? searchLeaf(this, tree, k, neighbours, around, visitor)
          : searchPair(this, tree, k + 1, tree, right[k]!, neighbours, around, visitor, split === 'both', limit)
      if (stopped) return 'stopped'
      if (this.cagePairTests + this.beadTests > limit) return 'over-budget'
    }
    return 'done'
  }

  /** Shows the visitor every pair of beads, i of `a` and j of `b`, that is within its margin, and maybe others. */
  between(a: CageTree, b: CageTree, visitor: BeadVisitor | ApartVisitor, split: SplitRule = 'larger'): SearchOutcome {
    const limit = this.cagePairTests + this.beadTests + this.budget
    if (searchPair(this, a, 0, b, 0, -Infinity, Infinity, visitor, split === 'both', limit)) return 'stopped'
    return this.cagePairTests + this.beadTests > limit ? 'over-budget' : 'done'
  }

  grow(): Int32Array {
    const stack = new Int32Array(2 * this.stack.length)
    stack.set(this.stack)
    this.stack = stack
    return stack
  }
}

/**
 * Everything below one pair of cages: `rootA` of a's, `rootB` of b's. In one necklace a's beads come before b's, and pairs of
 * beads at most `neighbours` or at least `around` places apart are left out. True if the visitor ended it.
 */
function searchPair(
  s: CageSearch,
  a: CageTree,
  rootA: number,
  b: CageTree,
  rootB: number,
  neighbours: number,
  around: number,
  visitor: BeadVisitor | ApartVisitor,
  both: boolean,
  limit: number,
): boolean {
  const cageA = a.cage
  const cageB = b.cage
  const rightA = a.right
  const rightB = b.right
  const countA = a.count
  const countB = b.count
  // Leaves have two beads or more, where there are two leaves: two of them are all neighbours only where this holds.
  const skipping = neighbours > 2
  const recorder = 'apart' in visitor ? visitor : undefined
  let { margin } = visitor
  let stack: Int32Array = s.stack
  let top = 0
  let tests = 0
  let separating = 0
  let leafPairs = 0
  let skipped = 0
  let stopped = false
  // What may still be spent on cages.
  let left = limit - s.cagePairTests - s.beadTests
  let na = rootA
  let nb = rootB
  for (;;) {
    // The pair at hand, and one more on the stack for every cage that was cut: neither is tested yet.
    if (skipping && allNeighbours(a, na, b, nb, neighbours, around)) skipped++
    else {
      tests++
      const p = 4 * na
      const q = 4 * nb
      const dx = cageA[p]! - cageB[q]!
      const dy = cageA[p + 1]! - cageB[q + 1]!
      const dz = cageA[p + 2]! - cageB[q + 2]!
      const radiusA = cageA[p + 3]!
      const radiusB = cageB[q + 3]!
      const reach = (radiusA + radiusB) * RADII + margin
      if (reach < 0 || dx * dx + dy * dy + dz * dz > reach * reach * SQUARES + SMALL_SQUARE) {
        separating++
        if (recorder !== undefined) recorder.apart(na, nb)
      } else {
        const ra = rightA[na]!
        const rb = rightB[nb]!
        if (ra === 0 && rb === 0) {
          leafPairs++
          const before = s.beadTests
          if (searchLeafPair(s, a, na, b, nb, neighbours, around, visitor)) {
            stopped = true
            break
          }
          if (recorder !== undefined) recorder.leavesMeet(na, nb)
          left -= s.beadTests - before
          margin = visitor.margin
        } else {
          if (top + 6 > stack.length) stack = s.grow()
          // What comes next along the necklace is tried first: the right child of A, the left one of B.
          if (both && ra !== 0 && rb !== 0) {
            stack[top] = na + 1
            stack[top + 1] = rb
            stack[top + 2] = na + 1
            stack[top + 3] = nb + 1
            stack[top + 4] = ra
            stack[top + 5] = rb
            top += 6
            na = ra
            nb++
          } else if (rb === 0 || (ra !== 0 && cutsA(countA[na]!, countB[nb]!, radiusA, radiusB))) {
            stack[top] = na + 1
            stack[top + 1] = nb
            top += 2
            na = ra
          } else {
            stack[top] = na
            stack[top + 1] = rb
            top += 2
            nb++
          }
          continue
        }
      }
    }
    if (top === 0 || tests > left) break
    top -= 2
    na = stack[top]!
    nb = stack[top + 1]!
  }
  s.cagePairTests += tests
  s.separatingPairs += separating
  s.overlappingLeafPairs += leafPairs
  s.skippedPairs += skipped
  return stopped
}

/** True only where two balls are farther apart than the margin: the test above. */
export function ballsAreApart(a: Float64Array, p: number, b: Float64Array, q: number, margin: number): boolean {
  const dx = a[p]! - b[q]!
  const dy = a[p + 1]! - b[q + 1]!
  const dz = a[p + 2]! - b[q + 2]!
  const reach = (a[p + 3]! + b[q + 3]!) * RADII + margin
  return reach < 0 || dx * dx + dy * dy + dz * dz > reach * reach * SQUARES + SMALL_SQUARE
}

/** Which of two cages is cut: the one with more beads; of equal ones the larger ball. */
function cutsA(countA: number, countB: number, radiusA: number, radiusB: number): boolean {
  return countA > countB || (countA === countB && radiusA >= radiusB)
}

/** Every bead of one cage is a neighbour of every bead of the other. */
function allNeighbours(a: CageTree, na: number, b: CageTree, nb: number, neighbours: number, around: number): boolean {
  const firstA = a.first[na]!
  const firstB = b.first[nb]!
  return firstB + b.count[nb]! - 1 - firstA <= neighbours || firstB - (firstA + a.count[na]! - 1) >= around
}

/** The beads of two leaves against each other. */
function searchLeafPair(
  s: CageSearch,
  a: CageTree,
  na: number,
  b: CageTree,
  nb: number,
  neighbours: number,
  around: number,
  visitor: BeadVisitor,
): boolean {
  const ballsA = a.balls
  const ballsB = b.balls
  const firstA = a.first[na]!
  const endA = firstA + a.count[na]!
  const firstB = b.first[nb]!
  const endB = firstB + b.count[nb]!
  let { margin } = visitor
  let tests = 0
  for (let i = firstA; i < endA; i++) {
    const p = 4 * i
    const x = ballsA[p]!
    const y = ballsA[p + 1]!
    const z = ballsA[p + 2]!
    const r = ballsA[p + 3]!
    for (let j = firstB; j < endB; j++) {
      if (j - i <= neighbours || j - i >= around) continue
      tests++
      const q = 4 * j
      const dx = x - ballsB[q]!
      const dy = y - ballsB[q + 1]!
      const dz = z - ballsB[q + 2]!
      const reach = (r + ballsB[q + 3]!) * RADII + margin
      if (reach < 0 || dx * dx + dy * dy + dz * dz > reach * reach * SQUARES + SMALL_SQUARE) continue
      if (visitor.visit(i, j)) {
        s.beadTests += tests
        return true
      }
      margin = visitor.margin
    }
  }
  s.beadTests += tests
  return false
}

/** The beads of one leaf against each other: three at most, so the visitor sees them all. */
function searchLeaf(
  s: CageSearch,
  tree: CageTree,
  k: number,
  neighbours: number,
  around: number,
  visitor: BeadVisitor,
): boolean {
  const first = tree.first[k]!
  const end = first + tree.count[k]!
  for (let i = first; i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      if (j - i <= neighbours || j - i >= around) continue
      s.beadTests++
      if (visitor.visit(i, j)) return true
    }
  }
  return false
}
