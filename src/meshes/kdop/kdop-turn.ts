// What all realignments share: the interface, a pose's turned directions, and the rounding that they allow for.
//
// To realign is to bound D_i·(R·p + T) over the points p of a volume, from what is kept of it: the support of those points along
// D'_i = Rᵀ·D_i, and D_i·T. Nothing below asks that R be orthonormal: D' is any vector, taken as it is.
import { SMALL_SQUARE, TINY_LENGTH, U } from '../../base/math/rounding.js'
import { type DirectionSet, type DopSize, directionSet } from '../../volumes/kdop-directions.js'
import { NORM_ROUNDING } from '../../volumes/volume-rounding.js'

/** How a turned volume's slabs are found. See the file of each. */
export type RealignMethod = 'major-axes' | 'all-directions' | 'hill-climbing' | 'occupancy' | 'cone' | 'extended'
export const REALIGN_METHODS: readonly RealignMethod[] = [
  'major-axes',
  'all-directions',
  'hill-climbing',
  'occupancy',
  'cone',
  'extended',
]

/**
 * A way to realign the k-DOPs of one tree. A node's numbers begin with its own k slabs (volumes/kdop.ts), rounded outward; what
 * follows is the method's. The tables of the last `prepare` are kept here: one traversal at a time.
 */
export interface Realignment {
  readonly method: RealignMethod
  readonly k: DopSize
  /** Numbers a node keeps. */
  readonly stride: number
  /** Writes a node around `count` points (one or more), flat xyz. */
  fit(out: Float64Array, o: number, points: Float64Array, count: number): void
  /** Writes a node around two others, as tight as if fitted to all their points; absent where that needs the points. */
  merge?(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void
  /** Forgets what was kept outside the nodes: all are to be refitted. */
  clear(): void
  /** Once a traversal: X_AB is x[p..p+11], and no point of any node has |x| + |y| + |z| above `reach`. */
  prepare(x: ArrayLike<number>, p: number, reach: number): void
  /** Writes the k slabs, in A's frame, of the node nodes[at..] of B. */
  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void
  /**
   * A lower bound of the distance between A's node, by its slabs a[i..], and B's node b[j..] realigned; 0 where they overlap in
   * every slab. Slab by slab, so that it can stop at the first that shows more than `margin`.
   */
  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number
}

/**
 * Rounding of a realigned slab, in units of the tree's reach. Worst are sums over 50 directions: D'_i is off by 6 u a
 * coordinate, and by 256 u·1.91 once taken apart (volumes/kdop-directions.ts); the sum of three products adds 5 u of at most 8
 * times the reach: 550 u. Cone and occupancy: 4 products of sizes adding up to at most 16, twice: 200 u. Doubled, to spare.
 */
export const REALIGN_ROUNDING = 1024 * U

/**
 * The same for the major axes alone, made larger on purpose, so that at k = 18 and 26 no slab of theirs is ever below one of
 * all directions or extended, in doubles as in theory. There supports s(E_j) are at most Σ c·s(axis) in exact arithmetic;
 * stored, they are up to 8 u·7 above that. So all directions come out at most 1024 + 550 + 56 u above the axes' exact
 * value, and the axes' own at most 60 u below it: 1690 u would do.
 */
export const AXES_ROUNDING = 4096 * U

/** Rounding of D_i·T and of adding it, in units of |T|₁: |D_i| is at most 2 in any coordinate, and five sums take part. */
const SHIFT_ROUNDING = 16 * U

/** The directions of a set's slabs as they are before a turn, and where the turn and the translation put them. */
export class TurnedSlabs {
  readonly set: DirectionSet
  readonly slabs: number
  /** D' of each slab's first direction, three numbers; the other's is its opposite. */
  readonly turned: Float64Array
  /** What is added to the support along a direction: D·T and the rounding. One number a direction. */
  readonly shift: Float64Array
  /** No turn at all: slabs are only moved, whatever the method. */
  unturned = true

  constructor(
    readonly k: DopSize,
    private readonly rounding: number,
  ) {
    this.set = directionSet(k)
    this.slabs = k / 2
    this.turned = new Float64Array(3 * this.slabs)
    this.shift = new Float64Array(k)
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { vectors } = this.set
    const tx = x[p + 3]!
    const ty = x[p + 7]!
    const tz = x[p + 11]!
    this.unturned = isUnturned(x, p)
    const moved = Math.abs(tx) + Math.abs(ty) + Math.abs(tz)
    // Moved slabs are one rounded sum; neither turned nor moved ones are as they were.
    const pad = this.unturned
      ? moved === 0
        ? 0
        : SHIFT_ROUNDING * (moved + reach) + TINY_LENGTH
      : this.rounding * reach + SHIFT_ROUNDING * moved + TINY_LENGTH
    for (let h = 0; h < this.slabs; h++) {
      const dx = vectors[6 * h]!
      const dy = vectors[6 * h + 1]!
      const dz = vectors[6 * h + 2]!
      this.turned[3 * h] = dx * x[p]! + dy * x[p + 4]! + dz * x[p + 8]!
      this.turned[3 * h + 1] = dx * x[p + 1]! + dy * x[p + 5]! + dz * x[p + 9]!
      this.turned[3 * h + 2] = dx * x[p + 2]! + dy * x[p + 6]! + dz * x[p + 10]!
      const shift = dx * tx + dy * ty + dz * tz
      this.shift[2 * h] = shift + pad
      this.shift[2 * h + 1] = pad - shift
    }
  }
}

function isUnturned(x: ArrayLike<number>, p: number): boolean {
  return (
    x[p] === 1 &&
    x[p + 1] === 0 &&
    x[p + 2] === 0 &&
    x[p + 4] === 0 &&
    x[p + 5] === 1 &&
    x[p + 6] === 0 &&
    x[p + 8] === 0 &&
    x[p + 9] === 0 &&
    x[p + 10] === 1
  )
}

/** realign for a pose that does not turn. */
export function moveSlabs(out: Float64Array, o: number, nodes: Float64Array, at: number, shift: Float64Array): void {
  for (let d = 0; d < shift.length; d++) out[o + d] = nodes[at + d]! + shift[d]!
}

/** lower for a pose that does not turn. */
export function movedLower(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  turn: TurnedSlabs,
  margin: number,
): number {
  const { shift, k } = turn
  const { inverseLengths } = turn.set
  let best = 0
  let sumSq = 0
  for (let d = 0; d < k; d += 2) {
    const high = b[j + d]! + shift[d]! + a[i + d + 1]!
    const low = b[j + d + 1]! + shift[d + 1]! + a[i + d]!
    if (low >= 0 && high >= 0) continue
    const gap = -(low < high ? low : high) * inverseLengths[d >> 1]!
    if (gap > margin) return gap
    if (d < 6) sumSq += gap * gap
    if (gap > best) best = gap
  }
  return best === 0 ? 0 : joinGaps(best, sumSq, k)
}

/**
 * The largest gap, or what those along the coordinate axes, the first three slabs of all sets but the dodecahedron's, come to
 * as a vector.
 */
export function joinGaps(best: number, sumSq: number, k: DopSize): number {
  if (k === 12 || !(sumSq > SMALL_SQUARE)) return best
  const joined = Math.sqrt(sumSq) * (1 - NORM_ROUNDING)
  return joined > best ? joined : best
}
