// The regular triangulation of balls whose centres span a plane: the dual of their power diagram in two dimensions. Balls of
// space in one plane that is not perpendicular to the plane of the coordinates u and v are projected along the third; lifts
// come from all three coordinates (geometry/balls/power-predicates.ts).
//
// Incremental: Bowyer, "Computing Dirichlet tessellations", and Watson, 1981; for weights Edelsbrunner and Shah, 1996. A corner
// at infinity, −1, closes the triangulation to a sphere: a triangle (a, b, −1) stands for the half-plane to the left of a → b.
// Invariants:
// - finite triangles turn from u to v; next[3t + k] is across from corner[3t + k], and is never −1 in a live triangle;
// - no inserted ball is in conflict with a triangle, with perturbed lifts: so the triangulation is the only one, in whatever
//   order it was found;
// - star[i] is a live triangle at i, or −1: hidden, or not inserted.
// Triangles that have been given back have FREE as their first corner.

import { conflict1, conflict2, orient2 } from '../../geometry/balls/power-predicates.js'
import { FREE, INFINITE } from './power-tetrahedra-arrays.js'

export class PowerTriangles {
  readonly corner: Int32Array
  readonly next: Int32Array
  /** Triangles that have ever been in use: places 0 to slots − 1. */
  slots = 0
  /** Triangles without a corner at infinity. */
  finite = 0
  readonly star: Int32Array
  private readonly unused: number[] = []
  private readonly stack: number[] = []
  private readonly conflicts: number[] = []
  /** For each triangle, the last visit that found it in conflict (positive) or not (negative). */
  private readonly seen: Int32Array
  /** For each ball and, at the end, for infinity: the last visit that found it on the rim; the triangle that starts there. */
  private readonly rim: Int32Array
  private readonly starting: Int32Array
  private visit = 0
  /** Where the last ball was put: a live triangle. */
  last = 0

  /** The triangulation of three balls a, b, c that are not on a line in the coordinates u and v. */
  constructor(
    readonly balls: Float64Array,
    readonly u: number,
    readonly v: number,
    a: number,
    b: number,
    c: number,
  ) {
    const n = balls.length / 4
    // n balls and infinity on a sphere: 2n − 2 triangles, by Euler; and one an edge of the rim while a hole is filled, n + 1
    // at most.
    const room = 3 * n
    this.corner = new Int32Array(3 * room)
    this.next = new Int32Array(3 * room)
    this.seen = new Int32Array(room)
    this.star = new Int32Array(n).fill(-1)
    this.rim = new Int32Array(n + 1)
    this.starting = new Int32Array(n + 1)
    const turn = orient2(balls, a, b, c, u, v) > 0
    const [p, q] = turn ? [b, c] : [c, b]
    const t = this.take(a, p, q)
    const x = this.take(q, p, INFINITE)
    const y = this.take(a, q, INFINITE)
    const z = this.take(p, a, INFINITE)
    this.next.set([x, y, z], 3 * t)
    this.next.set([z, y, t], 3 * x)
    this.next.set([x, z, t], 3 * y)
    this.next.set([y, x, t], 3 * z)
    this.star[a] = t
    this.star[p] = t
    this.star[q] = t
    this.last = t
  }

  /** Inserts ball p, looking for its place from triangle `from` on. False: it is hidden. Balls it covers are hidden from then on. */
  insert(p: number, from = this.last): boolean {
    const found = this.locate(p, from)
    if (!this.inConflict(found, p)) {
      this.last = found
      return false
    }
    const { corner, next, rim, starting, conflicts } = this
    this.gather(found, p)
    const { visit } = this
    const infinity = rim.length - 1
    // Every edge of the hole's rim, seen from inside, gets a triangle with p. Triangles in conflict keep their corners until
    // all of it is done: their places are given back afterwards.
    let first = -1
    for (const t of conflicts) {
      for (let k = 0; k < 3; k++) {
        const outer = next[3 * t + k]!
        if (this.seen[outer] === visit) continue
        const a = corner[3 * t + ((k + 1) % 3)]!
        const b = corner[3 * t + ((k + 2) % 3)]!
        const made = this.take(p, a, b)
        if (first < 0) first = made
        next[3 * made] = outer
        next[3 * outer + this.placeOf(outer, t)] = made
        const ia = a < 0 ? infinity : a
        rim[ia] = visit
        starting[ia] = made
        if (a >= 0) this.star[a] = made
      }
    }
    // Around p: the triangle that starts where this one ends follows it.
    for (let t = first; ; ) {
      const b = corner[3 * t + 2]!
      const follower = starting[b < 0 ? infinity : b]!
      next[3 * t + 1] = follower
      next[3 * follower + 2] = t
      t = follower
      if (t === first) break
    }
    for (const t of conflicts) {
      for (let k = 0; k < 3; k++) {
        const a = corner[3 * t + k]!
        if (a >= 0 && rim[a] !== visit) this.star[a] = -1
      }
      this.give(t)
    }
    this.star[p] = first
    this.last = first
    return true
  }

  /** A triangle whose closure contains p, or one at infinity on whose side p strictly lies. */
  locate(p: number, from: number): number {
    const { corner, next, balls, u, v } = this
    let t = from
    for (let k = 0; k < 3; k++) if (corner[3 * t + k] === INFINITE) t = next[3 * t + k]!
    // Walks in regular triangulations have no cycles (Edelsbrunner, "An acyclicity theorem for cell complexes", 1990).
    for (let came = -1; ; ) {
      let to = -1
      for (let k = 0; k < 3; k++) {
        const across = next[3 * t + k]!
        if (across === came) continue
        if (orient2(balls, corner[3 * t + ((k + 1) % 3)]!, corner[3 * t + ((k + 2) % 3)]!, p, u, v) < 0) {
          to = across
          break
        }
      }
      if (to < 0) return t
      if (this.infiniteAt(to) >= 0) return to
      came = t
      t = to
    }
  }

  inConflict(t: number, p: number): boolean {
    const { corner } = this
    return this.inConflictWith(corner[3 * t]!, corner[3 * t + 1]!, corner[3 * t + 2]!, p)
  }

  /** Whether p is in conflict with the triangle a b c, one of which may be infinite. */
  inConflictWith(a: number, b: number, c: number, p: number): boolean {
    if (a < 0) return this.inConflictWith(b, c, a, p)
    if (b < 0) return this.inConflictWith(c, a, b, p)
    const { balls, u, v } = this
    if (c >= 0) return conflict2(balls, a, b, c, p, u, v)
    const side = orient2(balls, a, b, p, u, v)
    if (side !== 0) return side > 0
    // On the line of a and b: in conflict where it is with the segment, in the coordinate along which that has a length.
    return conflict1(balls, a, b, p, balls[4 * a + u] === balls[4 * b + u] ? v : u)
  }

  /** Which corner of t is infinite, or −1. */
  infiniteAt(t: number): number {
    const { corner } = this
    if (corner[3 * t] === INFINITE) return 0
    if (corner[3 * t + 1] === INFINITE) return 1
    return corner[3 * t + 2] === INFINITE ? 2 : -1
  }

  /** The place in `next` of t where `other` is: they share one edge. */
  placeOf(t: number, other: number): number {
    const { next } = this
    return next[3 * t] === other ? 0 : next[3 * t + 1] === other ? 1 : 2
  }

  take(a: number, b: number, c: number): number {
    const t = this.unused.pop() ?? this.slots++
    this.corner[3 * t] = a
    this.corner[3 * t + 1] = b
    this.corner[3 * t + 2] = c
    this.seen[t] = 0
    if (a >= 0 && b >= 0 && c >= 0) this.finite++
    return t
  }

  give(t: number): void {
    if (this.infiniteAt(t) < 0) this.finite--
    this.corner[3 * t] = FREE
    this.unused.push(t)
  }

  /** Fills `conflicts` with the triangles around `found` that p is in conflict with: they are connected. */
  private gather(found: number, p: number): void {
    const { stack, conflicts, seen } = this
    const visit = ++this.visit
    conflicts.length = 0
    stack.push(found)
    seen[found] = visit
    for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
      conflicts.push(t)
      for (let k = 0; k < 3; k++) {
        const other = this.next[3 * t + k]!
        const was = seen[other]!
        if (was === visit || was === -visit) continue
        if (this.inConflict(other, p)) {
          seen[other] = visit
          stack.push(other)
        } else seen[other] = -visit
      }
    }
  }
}
