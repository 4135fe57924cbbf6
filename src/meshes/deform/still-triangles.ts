// Do two triangles of one mesh at rest touch beyond what they share? Exact, for triangles with and without area.
//
// Two triangles, as the sets of their vertices, touch if they have a point in common that is not in the hull of the vertices that they
// share. With an area each, that is what moving-triangles.ts tests, at rest. Without, around a shared vertex v: a triangle that is a segment is
// the union of the segments from v to its other two vertices, and a segment va meets a triangle in another point than v if a is in it or its
// side opposite to v meets va. With a shared edge ab: if one of them has an area, its points on the line ab are those of ab, so
// nothing else is shared; if both are on that line, their third vertices must be beyond the same end.
import { identityPose, POSE } from '../../base/math/pose.js'
import { MovingPair } from '../../geometry/moving/moving-pair.js'
import { APART, compareTriangles, UNSURE } from '../../geometry/triangles/triangle-compare.js'
import { trianglesTouchExactly } from '../../geometry/triangles/triangle-exact.js'
import { copyTriangle } from '../tree/triangle-pairs.js'
import { SharedCorners } from './step-corners.js'
import { firstCollapse, keepsArea } from './triangle-collapse.js'

const identity = identityPose(new Float64Array(POSE), 0)

export class StillTriangles {
  private readonly pair = new MovingPair()
  private readonly shared = new SharedCorners()
  private readonly a = new Float64Array(9)
  private readonly b = new Float64Array(9)
  private exactTouches = 0
  /** By triangle: 1 with an area, 2 without; 0 until asked. */
  private readonly areas: Uint8Array

  constructor(
    readonly positions: Float64Array,
    readonly triangles: Uint32Array,
    /** Vertices of the corners, those that are one with the same number. */
    private readonly corners: Uint32Array,
  ) {
    this.areas = new Uint8Array(triangles.length / 3)
  }

  /** Decisions that took whole numbers. */
  get exactCalls(): number {
    return this.exactTouches + this.pair.exactCalls
  }

  /** `proved`: vertices of which all triangles are known to be apart, as vertex-stars.ts has them. */
  touch(s: number, t: number, proved: Uint8Array): boolean {
    const { shared } = this
    const count = shared.read(this.corners, s, t)
    if (shared.hasOne(proved)) return false
    if (count === 0) return this.touchApart(s, t)
    // One is a part of the other: a copy, or an edge.
    if (shared.countA === 0 || shared.countB === 0) return false
    return count === 1 ? this.touchAtVertex(s, t) : this.touchAtEdge(s, t)
  }

  private touchApart(s: number, t: number): boolean {
    copyTriangle(this.a, 0, this, s)
    copyTriangle(this.b, 0, this, t)
    const verdict = compareTriangles(this.a, 0, this.b, 0, 0)
    if (verdict !== UNSURE) return verdict !== APART
    this.exactTouches++
    return trianglesTouchExactly(this.a, 0, this.b, 0, identity, 0)
  }

  private touchAtVertex(s: number, t: number): boolean {
    const { both, ownA, ownB, countA, countB } = this.shared
    const v = both[0]!
    const [a, c] = [ownA[0]!, ownB[0]!]
    const b = countA > 1 ? ownA[1]! : -1
    const d = countB > 1 ? ownB[1]! : -1
    const splitsA = b >= 0 && !this.hasArea(s)
    const splitsB = d >= 0 && !this.hasArea(t)
    if (splitsA && splitsB) {
      return (
        this.star(v, a, -1, c, -1) ||
        this.star(v, a, -1, d, -1) ||
        this.star(v, b, -1, c, -1) ||
        this.star(v, b, -1, d, -1)
      )
    }
    if (splitsA) return this.star(v, a, -1, c, d) || this.star(v, b, -1, c, d)
    if (splitsB) return this.star(v, a, b, c, -1) || this.star(v, a, b, d, -1)
    return this.star(v, a, b, c, d)
  }

  private star(v: number, a: number, b: number, c: number, d: number): boolean {
    return this.meet(a, b, -1, c, d, v) || this.meet(a, b, v, c, d, -1)
  }

  private touchAtEdge(s: number, t: number): boolean {
    const { both, ownA, ownB } = this.shared
    const [a, b, c, d] = [both[0]!, both[1]!, ownA[0]!, ownB[0]!]
    const [areaA, areaB] = [this.hasArea(s), this.hasArea(t)]
    if (areaA !== areaB) return false
    if (!areaA) {
      return (
        (this.meet(b, -1, -1, a, c, -1) && this.meet(b, -1, -1, a, d, -1)) ||
        (this.meet(a, -1, -1, b, c, -1) && this.meet(a, -1, -1, b, d, -1))
      )
    }
    return (
      this.meet(c, -1, -1, a, b, d) ||
      this.meet(a, b, c, d, -1, -1) ||
      this.meet(a, c, -1, b, d, -1) ||
      this.meet(b, c, -1, a, d, -1)
    )
  }

  private meet(p: number, q: number, r: number, u: number, v: number, w: number): boolean {
    const { pair, positions } = this
    pair.setA(positions, positions, 3 * p, q < 0 ? -1 : 3 * q, r < 0 ? -1 : 3 * r)
    pair.setB(positions, positions, 3 * u, v < 0 ? -1 : 3 * v, w < 0 ? -1 : 3 * w)
    return pair.meets(0)
  }

  private hasArea(t: number): boolean {
    if (this.areas[t] === 0) {
      const { positions: p, corners } = this
      const [i, j, k] = [3 * corners[3 * t]!, 3 * corners[3 * t + 1]!, 3 * corners[3 * t + 2]!]
      this.areas[t] = keepsArea(p, p, i, j, k) || firstCollapse(p, p, i, j, k) === undefined ? 1 : 2
    }
    return this.areas[t] === 1
  }
}
