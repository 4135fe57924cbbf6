// The slow versions of the searches over a necklace: every pair of beads, decided in exact arithmetic. And a cage tree made by
// hand, whose balls are good but not the smallest: a search must be right for any tree whose cages contain their beads.
import type { Random } from '../../../src/base/math/random.js'
import type { CageTree } from '../../../src/chains/necklace/cage-tree.js'
import type { BeadRule } from '../../../src/chains/power/bead-rule.js'
import { ballGap } from '../../../src/geometry/balls/ball-pair.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'

const minus = (a: Dyadic): Dyadic => ({ m: -a.m, e: a.e })
const square = (a: Dyadic): Dyadic => multiply(a, a)

/** The sign of |ci − cj| − (ri + rj + distance), exactly. */
export function gapSign(a: Float64Array, i: number, b: Float64Array, j: number, distance = 0): number {
  const reach = [a[4 * i + 3]!, b[4 * j + 3]!, distance].map(exact).reduce(add)
  if (reach.m < 0n) return 1
  let sum = minus(square(reach))
  for (let k = 0; k < 3; k++) sum = add(sum, square(add(exact(a[4 * i + k]!), minus(exact(b[4 * j + k]!)))))
  return sum.m > 0n ? 1 : sum.m < 0n ? -1 : 0
}

/** The same; in doubles where they leave no doubt by a margin of a million roundings. */
export function quickGapSign(a: Float64Array, i: number, b: Float64Array, j: number, distance = 0): number {
  const [dx, dy, dz] = [0, 1, 2].map((k) => a[4 * i + k]! - b[4 * j + k]!) as [number, number, number]
  const reach = a[4 * i + 3]! + b[4 * j + 3]! + distance
  const between = Math.hypot(dx, dy, dz)
  if (Math.abs(between - reach) > 1e-9 * (between + Math.abs(reach)) + 1e-250) return between > reach ? 1 : -1
  return gapSign(a, i, b, j, distance)
}

/** Whether a pair is checked: written from the definition. */
export function checkedPair(rule: BeadRule, n: number, i: number, j: number): boolean {
  const along = Math.abs(i - j)
  const apart = rule.closed ? Math.min(along, n - along) : along
  if (apart <= rule.neighbours) return false
  return rule.exclude === undefined || !rule.exclude(Math.min(i, j), Math.max(i, j))
}

export function checkedPairs(rule: BeadRule, n: number): [number, number][] {
  const pairs: [number, number][] = []
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) if (checkedPair(rule, n, i, j)) pairs.push([i, j])
  return pairs
}

/** Every checked pair whose gap is at most `distance`, ascending. */
export function pairsWithin(balls: Float64Array, rule: BeadRule, distance = 0): [number, number][] {
  return checkedPairs(rule, balls.length / 4).filter(([i, j]) => quickGapSign(balls, i, balls, j, distance) <= 0)
}

/** The pair of least computed gap, the least (i, j) of equal ones. */
export function closestPair(balls: Float64Array, rule: BeadRule): { i: number; j: number; gap: number } | undefined {
  let best: { i: number; j: number; gap: number } | undefined
  for (const [i, j] of checkedPairs(rule, balls.length / 4)) {
    const gap = ballGap(balls, i, balls, j)
    if (best === undefined || gap < best.gap) best = { i, j, gap }
  }
  return best
}

/** A tree over the beads, halved by index down to three; every cage a ball about the middle of its beads' box. */
export function handTree(balls: Float64Array, loosen = 1): CageTree {
  const beads = balls.length / 4
  const rows: { first: number; count: number; child: number; second: number; parent: number }[] = []
  const place = (first: number, count: number, parent: number): void => {
    const k = rows.length
    const row = { first, count, child: -1, second: -1, parent }
    rows.push(row)
    if (count <= 3) return
    const half = Math.floor(count / 2)
    row.child = rows.length
    place(first, half, k)
    row.second = rows.length
    place(first + half, count - half, k)
  }
  place(0, beads, -1)
  const cage = new Float64Array(4 * rows.length)
  for (const [k, { first, count }] of rows.entries()) cage.set(aroundBeads(balls, first, count, loosen), 4 * k)
  const column = (pick: (row: (typeof rows)[0]) => number): Int32Array => Int32Array.from(rows, pick)
  return {
    beads,
    nodes: rows.length,
    wrapped: false,
    balls: balls.slice(),
    first: column(({ first }) => first),
    end: column(({ first, count }) => first + count),
    child: column(({ child }) => child),
    second: column(({ second }) => second),
    parent: column(({ parent }) => parent),
    cage,
    basis: new Int32Array(4 * rows.length).fill(-1),
    basisSize: new Uint8Array(rows.length),
  }
}

/** A ball around some beads, too large by `loosen` and by more than any rounding. */
function aroundBeads(balls: Float64Array, first: number, count: number, loosen: number): number[] {
  const of = (k: number): number[] => Array.from({ length: count }, (_, i) => balls[4 * (first + i) + k]!)
  const centre = [0, 1, 2].map((k) => (Math.min(...of(k)) + Math.max(...of(k))) / 2)
  let radius = 0
  for (let i = first; i < first + count; i++) {
    const [dx, dy, dz] = [0, 1, 2].map((k) => balls[4 * i + k]! - centre[k]!) as [number, number, number]
    radius = Math.max(radius, Math.hypot(dx, dy, dz) + balls[4 * i + 3]!)
  }
  return [...centre, radius * loosen * (1 + 1e-13) + 1e-300]
}

/** A random walk of beads whose radii differ by up to `ratio`, in `room` of them. */
export function randomNecklace(random: Random, n: number, ratio: number, room: number, dimension: 2 | 3): Float64Array {
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    const r = random.range(1, ratio)
    for (let k = 0; k < dimension; k++) {
      const before = i === 0 ? 0 : balls[4 * i - 4 + k]!
      balls[4 * i + k] = Math.max(-room, Math.min(room, before + random.range(-1, 1) * 2 * r))
    }
    balls[4 * i + 3] = r
  }
  return balls
}
