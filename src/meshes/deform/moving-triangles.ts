// Two triangles whose vertices move straight: do they touch beyond what they share, and when first? Exact.
//
// Triangles that share no vertex touch if their hulls meet. Of triangles that share some, the common vertex or edge is always there;
// they touch if they have another point in common. That is decided by hulls of fewer points:
//
// - A shared vertex v of (v, a, b) and (v, c, d): {a, b} against {v, c, d} and {c, d} against {v, a, b}. Let x ≠ v be in both.
//   The ray from v through x leaves each of them at a point of ab or cd; the nearer of these two points is in the other triangle.
//   (If v is itself on ab, the first test finds v.)
// - A shared edge ab of (a, b, c) and (a, b, d): {c} against {a, b, d}, {d} against {a, b, c}, {a, c} against {b, d}, {b, c} against
//   {a, d}. If both have an area and a common point off ab, they are coplanar with c and d on one side of ab: then one of c and d is in
//   the other triangle, or ac crosses bd, or bc crosses ad. Where a triangle has no area, one of the four always meets: c between a and b is
//   in abd; b between a and c is on bd; a between b and c is on ad.
//
// So no touch is missed, whatever collapses. The other way round: a test that meets is a touch if neither triangle has collapsed until then.
import { MovingPair } from '../../geometry/moving/moving-pair.js'
import { SharedCorners } from './step-corners.js'

/** A mesh whose vertices move straight; corners are vertices, those that are one with the same number. */
export interface MovingMesh {
  readonly corners: Uint32Array
  readonly from: Float64Array
  readonly to: Float64Array
}

/** Where a mesh is at the ends of slabs, up to rounding (step-dops.ts). */
export interface SlabFrames {
  readonly corners: Uint32Array
  readonly frames: readonly Float64Array[]
  readonly rounded: number
}

export class MovingTriangles {
  readonly pair = new MovingPair()
  /** Pairs of hulls that were decided. */
  hullTests = 0
  /** The first instant at which the last pair met is between these. */
  lower = 1
  upper = 1
  private readonly shared = new SharedCorners()
  private readonly bracket = new Float64Array(2)
  private from!: Float64Array
  private to!: Float64Array
  private meets = false

  /** How many vertices triangles s and t share, and which: for `touch`. */
  sharing({ corners }: MovingMesh, s: number, t: number): SharedCorners {
    this.shared.read(corners, s, t)
    return this.shared
  }

  /** Do two triangles of one mesh touch beyond what they share? `shared` is that of `sharing`. */
  touch({ from, to }: MovingMesh, shared: SharedCorners): boolean {
    this.start(from, to)
    const { both, ownA, ownB, countA, countB } = shared
    const [p, q, r] = [at(ownA, 0, countA), at(ownA, 1, countA), at(ownA, 2, countA)]
    const [u, v, w] = [at(ownB, 0, countB), at(ownB, 1, countB), at(ownB, 2, countB)]
    const a = at(both, 0, shared.shared)
    const b = at(both, 1, shared.shared)
    // One is a part of the other: a copy, or a triangle that has become one of the other's edges.
    if (countA === 0 || countB === 0) return false
    if (shared.shared === 0) this.hulls(p, q, r, u, v, w)
    else if (shared.shared === 1) {
      this.hulls(p, q, -1, u, v, a)
      this.hulls(p, q, a, u, v, -1)
    } else {
      this.hulls(p, -1, -1, u, a, b)
      this.hulls(p, a, b, u, -1, -1)
      this.hulls(p, a, -1, u, b, -1)
      this.hulls(p, b, -1, u, a, -1)
    }
    return this.meets
  }

  /**
   * True only if two triangles that share nothing stay apart during the slabs of the mask: one direction each, in doubles. For steps of many
   * slabs, of which few are left.
   */
  apartDuring(a: SlabFrames, s: number, b: SlabFrames, t: number, mask: number): boolean {
    const { pair } = this
    const [i, j] = [3 * s, 3 * t]
    const slack = Math.max(a.rounded, b.rounded)
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const k = 31 - Math.clz32(rest & -rest)
      pair.setA(a.frames[k]!, a.frames[k + 1]!, 3 * a.corners[i]!, 3 * a.corners[i + 1]!, 3 * a.corners[i + 2]!)
      pair.setB(b.frames[k]!, b.frames[k + 1]!, 3 * b.corners[j]!, 3 * b.corners[j + 1]!, 3 * b.corners[j + 2]!)
      if (!pair.separatedThroughout(slack)) return false
    }
    return true
  }

  /** Do triangle s of one mesh and triangle t of another touch? */
  touchOther(a: MovingMesh, s: number, b: MovingMesh, t: number): boolean {
    this.start(a.from, a.to)
    const [i, j] = [3 * s, 3 * t]
    this.pair.setA(a.from, a.to, 3 * a.corners[i]!, 3 * a.corners[i + 1]!, 3 * a.corners[i + 2]!)
    this.pair.setB(b.from, b.to, 3 * b.corners[j]!, 3 * b.corners[j + 1]!, 3 * b.corners[j + 2]!)
    this.decide()
    return this.meets
  }

  private start(from: Float64Array, to: Float64Array): void {
    this.from = from
    this.to = to
    this.meets = false
    this.lower = 1
    this.upper = 1
  }

  private hulls(p: number, q: number, r: number, u: number, v: number, w: number): void {
    this.pair.setA(this.from, this.to, offset(p), offset(q), offset(r))
    this.pair.setB(this.from, this.to, offset(u), offset(v), offset(w))
    this.decide()
  }

  private decide(): void {
    this.hullTests++
    if (!this.pair.meets(0)) return
    this.meets = true
    this.pair.firstContact(this.bracket, 0)
    // The first of several is no earlier than the first lower end, and no later than the first upper end. Plus 0: never −0.
    this.lower = Math.min(this.lower, this.bracket[0]! + 0)
    this.upper = Math.min(this.upper, this.bracket[1]! + 0)
  }
}

function at(list: Int32Array, k: number, count: number): number {
  return k < count ? list[k]! : -1
}

function offset(vertex: number): number {
  return vertex < 0 ? -1 : 3 * vertex
}
