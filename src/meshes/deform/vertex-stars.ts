// Vertices whose triangles are proved to touch each other in nothing but what they share, all at once.
//
// Let the triangles around a vertex v be a fan, each with the next one an edge in common, closed to a ring; the spokes are the edges from v.
// If during an interval of time every triangle's normal is on the positive side of one direction n, the fan, seen along n, turns one
// way only, and never folds. How often it goes around v, a whole number, cannot change then; and if it is once at the start, different triangles
// have different sectors, at every instant: they have only v or a spoke in common. None of them collapses either.
//
// - The next interval may have another n: at the instant between the two every normal is on the positive side of both, so of all
//   directions between them, and turning one into the other does not change how often the fan goes around.
// - An open fan (v is on the boundary) is closed by one more spoke, opposite to the sum of the others. It moves straight like them, and what
//   holds of all sectors holds of those that are there. Without it an open fan could come to overlap itself.
// - Fans that share v alone can pass through each other: a vertex with several is not proved. Nor is one with an edge of three triangles, with
//   triangles that are turned differently, or with more spokes than MOST_SPOKES.
//
// A normal's height along n is a quadratic with the Bernstein coefficients n·(e(s)×f(s)), n·(e(s)×f(t) + e(t)×f(s))/2, n·(e(t)×f(t)) on the
// interval from s to t, e and f being spokes. Rounding, with E the largest |e|₁: a spoke is a rounded difference (u·E), interpolated
// (2.01 u·E); a coefficient is off by 6.02 u·E² for that, 2.01 for the products and their difference, 1 for the sum; its height by another
// 3.01 along n, |n|∞ ≤ 1: 12.1 u·E² altogether.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import type { MovingMesh } from './moving-triangles.js'

const HEIGHT_ROUNDING = 16 * U
const MOST_SPOKES = 32

/** Into how many intervals the step is cut where one direction does not do. A power of two. */
const INTERVALS = 4

/** The triangles around each vertex: corners 3t + k, those of vertex v at at[start[v]..start[v + 1]). */
interface Around {
  readonly start: Uint32Array
  readonly at: Uint32Array
}

function cornersAround(corners: Uint32Array, vertices: number): Around {
  const start = new Uint32Array(vertices + 1)
  for (let c = 0; c < corners.length; c++) start[corners[c]! + 1]!++
  for (let v = 0; v < vertices; v++) start[v + 1]! += start[v]!
  const next = start.slice()
  const at = new Uint32Array(corners.length)
  for (let c = 0; c < corners.length; c++) at[next[corners[c]!]!++] = c
  return { start, at }
}

/** By vertex: 1 if its star is proved. */
export function provedStars(mesh: MovingMesh): Uint8Array {
  const vertices = mesh.from.length / 3
  const around = cornersAround(mesh.corners, vertices)
  const proved = new Uint8Array(vertices)
  const star = new Star(mesh)
  for (let v = 0; v < vertices; v++) {
    if (around.start[v + 1]! > around.start[v]! && star.isProved(v, around)) proved[v] = 1
  }
  return proved
}

class Star {
  private readonly ring = new Int32Array(MOST_SPOKES + 2)
  /** Spokes at time 0, at time 1, and at the ends of an interval. */
  private readonly first = new Float64Array(3 * (MOST_SPOKES + 2))
  private readonly last = new Float64Array(3 * (MOST_SPOKES + 2))
  private readonly lower = new Float64Array(3 * (MOST_SPOKES + 2))
  private readonly upper = new Float64Array(3 * (MOST_SPOKES + 2))
  private readonly n = new Float64Array(3)
  private spokes = 0
  private least = 0

  constructor(private readonly mesh: MovingMesh) {}

  isProved(v: number, around: Around): boolean {
    if (!this.gather(v, around)) return false
    this.measure(v)
    if (this.turns(0, 1)) return this.isOnce()
    for (let k = 0; k < INTERVALS; k++) {
      if (!this.turns(k / INTERVALS, (k + 1) / INTERVALS)) return false
      if (k === 0 && !this.isOnce()) return false
    }
    return true
  }

  /** The vertices around v in order, to `ring`: each once, and −1 at the end where the fan is open. False if they are not one fan. */
  private gather(v: number, { start, at }: Around): boolean {
    const { ring } = this
    const { corners } = this.mesh
    const from = start[v]!
    const count = start[v + 1]! - from
    if (count + 1 > MOST_SPOKES) return false
    const after = (k: number): number => {
      const c = at[from + k]!
      return corners[c % 3 === 2 ? c - 2 : c + 1]!
    }
    const before = (k: number): number => {
      const c = at[from + k]!
      return corners[c % 3 === 0 ? c + 2 : c - 1]!
    }
    // The triangle that no other one comes before, if there is one.
    let k = 0
    for (let steps = 0; steps < count; steps++) {
      const w = after(k)
      let found = -1
      for (let l = 0; l < count; l++) if (before(l) === w) found = l
      if (found < 0 || found === k) break
      k = found
    }
    ring[0] = after(k)
    let spokes = 1
    for (let done = 0; done < count; done++) {
      const w = before(k)
      for (let s = 1; s < spokes; s++) if (ring[s] === w) return false
      if (w === v || ring[0] === v) return false
      if (w === ring[0]) {
        this.spokes = spokes
        return done + 1 === count
      }
      ring[spokes++] = w
      let found = -1
      for (let l = 0; l < count; l++) {
        if (after(l) !== w) continue
        if (found >= 0) return false
        found = l
      }
      if (found < 0) {
        if (done + 1 < count) return false
        ring[spokes++] = -1
        this.spokes = spokes
        return true
      }
      k = found
    }
    return false
  }

  private measure(v: number): void {
    const { ring, spokes } = this
    const { from, to } = this.mesh
    const size = Math.max(
      measureSpokes(this.first, from, v, ring, spokes),
      measureSpokes(this.last, to, v, ring, spokes),
    )
    this.least = HEIGHT_ROUNDING * size * size + UNDERFLOW
  }

  /** Are all sectors positive along one direction during the interval? */
  private turns(s: number, t: number): boolean {
    const { first, last, lower, upper, n, spokes, least } = this
    for (let i = 0; i < 3 * spokes; i++) {
      lower[i] = s === 0 ? first[i]! : (1 - s) * first[i]! + s * last[i]!
      upper[i] = t === 1 ? last[i]! : (1 - t) * first[i]! + t * last[i]!
    }
    n.fill(0)
    for (let i = 0; i < spokes; i++) {
      const j = i + 1 === spokes ? 0 : i + 1
      // The spoke that was added says nothing about where the others are.
      if (this.ring[i] === -1 || this.ring[j] === -1) continue
      for (let k = 0; k < 3; k++) n[k]! += cross(lower, i, lower, j, k) + cross(upper, i, upper, j, k)
    }
    const most = Math.max(Math.abs(n[0]!), Math.abs(n[1]!), Math.abs(n[2]!))
    if (!(most > least)) return false
    // Rounded: whatever n is now is the direction.
    for (let k = 0; k < 3; k++) n[k] = Math.max(-1, Math.min(1, n[k]! / most))
    for (let i = 0; i < spokes; i++) {
      const j = i + 1 === spokes ? 0 : i + 1
      if (!(this.height(lower, i, lower, j) > least && this.height(upper, i, upper, j) > least)) return false
      if (!((this.height(lower, i, upper, j) + this.height(upper, i, lower, j)) / 2 > least)) return false
    }
    return true
  }

  /** After `turns` from time 0: no sector but its own two has the first spoke in it. */
  private isOnce(): boolean {
    const { first, spokes, least } = this
    for (let i = 1; i + 1 < spokes; i++) {
      if (!(this.height(first, i, first, 0) < -least || this.height(first, 0, first, i + 1) < -least)) return false
    }
    return true
  }

  private height(p: Float64Array, i: number, q: Float64Array, j: number): number {
    const { n } = this
    return n[0]! * cross(p, i, q, j, 0) + n[1]! * cross(p, i, q, j, 1) + n[2]! * cross(p, i, q, j, 2)
  }
}

/** The spokes from v, the one that is added opposite to all others. Returns the length of the longest, in the 1-norm. */
function measureSpokes(out: Float64Array, points: Float64Array, v: number, ring: Int32Array, spokes: number): number {
  let size = 0
  const isOpen = ring[spokes - 1] === -1
  const count = isOpen ? spokes - 1 : spokes
  for (let i = 0; i < count; i++) {
    const w = ring[i]!
    for (let k = 0; k < 3; k++) out[3 * i + k] = points[3 * w + k]! - points[3 * v + k]!
    size = Math.max(size, length(out, 3 * i))
  }
  if (!isOpen) return size
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum -= out[3 * i + k]!
    out[3 * count + k] = sum
  }
  return Math.max(size, length(out, 3 * count))
}

function length(p: Float64Array, i: number): number {
  return Math.abs(p[i]!) + Math.abs(p[i + 1]!) + Math.abs(p[i + 2]!)
}

/** Coordinate k of the cross product of spokes i and j. */
function cross(p: Float64Array, i: number, q: Float64Array, j: number, k: number): number {
  const l = (k + 1) % 3
  const m = (k + 2) % 3
  return p[3 * i + l]! * q[3 * j + m]! - p[3 * i + m]! * q[3 * j + l]!
}
