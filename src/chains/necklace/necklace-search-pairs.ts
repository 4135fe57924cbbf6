// The loops of a search over cages (necklace-search.ts): everything below one pair of cages, and the beads of leaves.
//
// Cages contain their beads in exact arithmetic, so what this file has to see to is its own rounding. Let D be the distance of two
// centres, S the sum of the radii and m the margin, in exact arithmetic. The computed D² is off by 5 u of itself at most: a
// difference squared, two sums. The computed reach is rA·RADII + m + rB·RADII: each product is off by u of itself, the first sum by u
// of the larger of rA·RADII and |m|, the last by u of itself. Where m is below −S·RADII the balls cannot be that near, whatever
// comes out; otherwise the reach is not below (S·(1 + 28 u) + m)·(1 − u). So where D² > reach²·SQUARES + SMALL_SQUARE as
// computed, roots taken, D·(1 − 24 u) > S·(1 + 24 u) + m, and so it is where the reach is below zero: its square counts as
// negative. Hence
// - the balls are farther apart than m, exactly; and
// - every pair of beads in them has a gap of more than m + 24 u·(D + S), and |ci − cj| + ri + rj ≤ D + S, so that its computed
//   gap (BALL_GAP_ROUNDING, 8 u of that) is more than m too. A pair that ties with the closest is never dropped.
// Below SMALL_SQUARE squares lose their digits to underflow, and nothing is called apart.
//
// Twins of PairTraversal.search (base/work/traverse-pair.ts), in a third of its time: cage-twins.test.ts compares them.
import { SMALL_SQUARE, U } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import type { CageTree } from './cage-tree.js'
import type { CageSearch } from './necklace-search.js'

/** See above. */
const RADII = 1 + 32 * U
const SQUARES = 1 + 64 * U

/** Leaves have two beads or more, where there are several: only with more neighbours can two of them hold nothing else. */
const FEW_NEIGHBOURS = 2

/** True only where two balls are farther apart than the margin. The loops below have it written out. */
export function ballsAreApart(a: Float64Array, p: number, b: Float64Array, q: number, margin: number): boolean {
  const dx = a[p]! - b[q]!
  const dy = a[p + 1]! - b[q + 1]!
  const dz = a[p + 2]! - b[q + 2]!
  const reach = a[p + 3]! * RADII + margin + b[q + 3]! * RADII
  return dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE
}

/**
 * Everything below the cages `rootA` of a and `rootB` of b, both cut at once. In one necklace a's beads come before b's, and pairs
 * of beads at most `neighbours` or at least `around` places apart are left out. On the stack are pairs that are not apart.
 * True if the visitor ended it.
 */
export function searchBoth(
  s: CageSearch,
  a: CageTree,
  rootA: number,
  b: CageTree,
  rootB: number,
  neighbours: number,
  around: number,
  visitor: PairVisitor,
  limit: number,
): boolean {
  const cageA = a.cage
  const cageB = b.cage
  const secondA = a.second
  const secondB = b.second
  const skipping = neighbours > FEW_NEIGHBOURS
  let { margin } = visitor
  s.volumeTests++
  if (ballsAreApart(cageA, 4 * rootA, cageB, 4 * rootB, margin)) {
    s.separatingPairs++
    return false
  }
  let stack = s.stack
  stack[0] = rootA
  stack[1] = rootB
  let top = 2
  let tests = 0
  let met = -1
  let skipped = 0
  let leafPairs = 0
  let stopped = false
  // What may still be spent on cages.
  let left = limit - s.volumeTests - s.leafTests
  while (top > 0 && tests <= left) {
    top -= 2
    met++
    const na = stack[top]!
    const nb = stack[top + 1]!
    const ra = secondA[na]!
    const rb = secondB[nb]!
    if (skipping && allNeighbours(a, na, b, nb, neighbours, around)) {
      skipped++
    } else if (ra >= 0 && rb >= 0) {
      if (top + 8 > stack.length) stack = s.grow()
      // The children of A are p and q, those of B v and w. What comes next along the necklace, q and v, is pushed last.
      const p = 4 * na + 4
      const px = cageA[p]!
      const py = cageA[p + 1]!
      const pz = cageA[p + 2]!
      const pr = cageA[p + 3]! * RADII + margin
      const q = 4 * ra
      const qx = cageA[q]!
      const qy = cageA[q + 1]!
      const qz = cageA[q + 2]!
      const qr = cageA[q + 3]! * RADII + margin
      const v = 4 * nb + 4
      const vx = cageB[v]!
      const vy = cageB[v + 1]!
      const vz = cageB[v + 2]!
      const vr = cageB[v + 3]! * RADII
      const w = 4 * rb
      const wx = cageB[w]!
      const wy = cageB[w + 1]!
      const wz = cageB[w + 2]!
      const wr = cageB[w + 3]! * RADII
      tests += 4
      let dx = px - wx
      let dy = py - wy
      let dz = pz - wz
      let reach = pr + wr
      if (!(dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE)) {
        stack[top] = na + 1
        stack[top + 1] = rb
        top += 2
      }
      dx = px - vx
      dy = py - vy
      dz = pz - vz
      reach = pr + vr
      if (!(dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE)) {
        stack[top] = na + 1
        stack[top + 1] = nb + 1
        top += 2
      }
      dx = qx - wx
      dy = qy - wy
      dz = qz - wz
      reach = qr + wr
      if (!(dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE)) {
        stack[top] = ra
        stack[top + 1] = rb
        top += 2
      }
      dx = qx - vx
      dy = qy - vy
      dz = qz - vz
      reach = qr + vr
      if (!(dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE)) {
        stack[top] = ra
        stack[top + 1] = nb + 1
        top += 2
      }
    } else if (ra < 0 && rb < 0) {
      leafPairs++
      const before = s.leafTests
      if (searchLeafPair(s, a, na, b, nb, neighbours, around, visitor)) {
        stopped = true
        break
      }
      left -= s.leafTests - before
      margin = visitor.margin
    } else {
      if (top + 4 > stack.length) stack = s.grow()
      tests += 2
      const cutA = rb < 0
      const farA = cutA ? na + 1 : na
      const farB = cutA ? nb : rb
      if (!ballsAreApart(cageA, 4 * farA, cageB, 4 * farB, margin)) {
        stack[top] = farA
        stack[top + 1] = farB
        top += 2
      }
      const nearA = cutA ? ra : na
      const nearB = cutA ? nb : nb + 1
      if (!ballsAreApart(cageA, 4 * nearA, cageB, 4 * nearB, margin)) {
        stack[top] = nearA
        stack[top + 1] = nearB
        top += 2
      }
    }
  }
  // Of the pairs tested, those that are not apart have been taken from the stack, or are still on it.
  s.volumeTests += tests
  s.separatingPairs += tests - met - top / 2
  s.overlappingLeafPairs += leafPairs
  s.skippedPairs += skipped
  return stopped
}

/** The same, cutting the cage with more beads; of equal ones the larger ball, since ties are free. */
export function searchLarger(
  s: CageSearch,
  a: CageTree,
  rootA: number,
  b: CageTree,
  rootB: number,
  neighbours: number,
  around: number,
  visitor: PairVisitor,
  limit: number,
): boolean {
  const cageA = a.cage
  const cageB = b.cage
  const secondA = a.second
  const secondB = b.second
  const skipping = neighbours > FEW_NEIGHBOURS
  let { margin } = visitor
  s.volumeTests++
  if (ballsAreApart(cageA, 4 * rootA, cageB, 4 * rootB, margin)) {
    s.separatingPairs++
    return false
  }
  let stack = s.stack
  stack[0] = rootA
  stack[1] = rootB
  let top = 2
  let tests = 0
  let met = -1
  let skipped = 0
  let leafPairs = 0
  let stopped = false
  let left = limit - s.volumeTests - s.leafTests
  while (top > 0 && tests <= left) {
    top -= 2
    met++
    const na = stack[top]!
    const nb = stack[top + 1]!
    const ra = secondA[na]!
    const rb = secondB[nb]!
    if (skipping && allNeighbours(a, na, b, nb, neighbours, around)) {
      skipped++
    } else if (ra < 0 && rb < 0) {
      leafPairs++
      const before = s.leafTests
      if (searchLeafPair(s, a, na, b, nb, neighbours, around, visitor)) {
        stopped = true
        break
      }
      left -= s.leafTests - before
      margin = visitor.margin
    } else {
      if (top + 4 > stack.length) stack = s.grow()
      tests += 2
      const more = a.end[na]! - a.first[na]! - (b.end[nb]! - b.first[nb]!)
      const cutA = rb < 0 || (ra >= 0 && (more > 0 || (more === 0 && cageA[4 * na + 3]! >= cageB[4 * nb + 3]!)))
      // What comes next along the necklace is pushed last: the right child of A, the left one of B.
      const farA = cutA ? na + 1 : na
      const farB = cutA ? nb : rb
      const farApart = ballsAreApart(cageA, 4 * farA, cageB, 4 * farB, margin)
      stack[top] = farA
      stack[top + 1] = farB
      if (!farApart) top += 2
      const nearA = cutA ? ra : na
      const nearB = cutA ? nb : nb + 1
      const nearApart = ballsAreApart(cageA, 4 * nearA, cageB, 4 * nearB, margin)
      stack[top] = nearA
      stack[top + 1] = nearB
      if (!nearApart) top += 2
    }
  }
  s.volumeTests += tests
  s.separatingPairs += tests - met - top / 2
  s.overlappingLeafPairs += leafPairs
  s.skippedPairs += skipped
  return stopped
}

/** Every bead of one cage is a neighbour of every bead of the other. */
function allNeighbours(a: CageTree, na: number, b: CageTree, nb: number, neighbours: number, around: number): boolean {
  return b.end[nb]! - 1 - a.first[na]! <= neighbours || b.first[nb]! - (a.end[na]! - 1) >= around
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
  visitor: PairVisitor,
): boolean {
  const ballsA = a.balls
  const ballsB = b.balls
  const firstA = a.first[na]!
  const endA = a.end[na]!
  const firstB = b.first[nb]!
  const endB = b.end[nb]!
  let { margin } = visitor
  let tests = 0
  for (let i = firstA; i < endA; i++) {
    const p = 4 * i
    const x = ballsA[p]!
    const y = ballsA[p + 1]!
    const z = ballsA[p + 2]!
    const r = ballsA[p + 3]! * RADII
    for (let j = firstB; j < endB; j++) {
      if (j - i <= neighbours || j - i >= around) continue
      tests++
      const q = 4 * j
      const dx = x - ballsB[q]!
      const dy = y - ballsB[q + 1]!
      const dz = z - ballsB[q + 2]!
      const reach = r + margin + ballsB[q + 3]! * RADII
      if (dx * dx + dy * dy + dz * dz > reach * Math.abs(reach) * SQUARES + SMALL_SQUARE) continue
      if (visitor.visit(i, j)) {
        s.leafTests += tests
        return true
      }
      margin = visitor.margin
    }
  }
  s.leafTests += tests
  return false
}

/** The beads of one leaf against each other: three at most, so the visitor sees them all. */
export function searchLeafBeads(
  s: CageSearch,
  tree: CageTree,
  k: number,
  neighbours: number,
  around: number,
  visitor: PairVisitor,
): boolean {
  const first = tree.first[k]!
  const end = tree.end[k]!
  for (let i = first; i < end; i++) {
    for (let j = i + 1; j < end; j++) {
      if (j - i <= neighbours || j - i >= around) continue
      s.leafTests++
      if (visitor.visit(i, j)) return true
    }
  }
  return false
}
