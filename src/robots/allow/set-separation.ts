// Two convex sets at their places, and a direction that leaves a gap between them. Any direction is sound, whatever it was found
// by: the gap is what their extents along it leave.

import { type ConvexSet, NODE_RADIUS } from '../../geometry/convex/convex-set.js'
import { reduceSimplex, Simplex } from '../../geometry/convex/simplex.js'

/** Steps to a direction, and how near to the best a gap must come, as a part of it. */
const MOST_STEPS = 24
const CONTENT = 1e-3

/** Sets that come closer than this part of their size count as touching. */
const TOUCHING = 1e-9

export class SetSeparation {
  /** Unit direction from B to A, in the frame of the common body; the gap it leaves, and an upper bound of the distance. */
  nx = 1
  ny = 0
  nz = 0
  gap = 0
  upper = 0
  private readonly simplex = new Simplex()

  constructor(
    protected readonly a: ConvexSet,
    protected readonly b: ConvexSet,
  ) {}

  protected gapAlong(x: number, y: number, z: number): number {
    const { a, b } = this
    const centres = x * (a.node[0]! - b.node[0]!) + y * (a.node[1]! - b.node[1]!) + z * (a.node[2]! - b.node[2]!)
    return centres - a.support(-x, -y, -z) - b.support(x, y, z)
  }

  /**
   * A direction along which the gap is wide, from that of before: GJK over the sets' supports (geometry/convex/gjk.ts), until it
   * is `enough`, or the widest there is. It need not go well: the gap is what the extents along the direction leave.
   */
  protected part(enough: number): void {
    const { a, b, simplex: s } = this
    let x = this.nx
    let y = this.ny
    let z = this.nz
    let { gap } = this
    const size = a.node[NODE_RADIUS]! + b.node[NODE_RADIUS]!
    s.size = 0
    // The supports of the direction of before are those of other sets by now, if the rules were asked in between.
    this.gapAlong(x, y, z)
    for (let step = 0; step < MOST_STEPS; step++) {
      const o = 3 * s.size
      for (let k = 0; k < 3; k++) {
        s.a[o + k] = a.point[k]!
        s.b[o + k] = b.point[k]!
        s.y[o + k] = a.point[k]! - b.point[k]!
      }
      if (isThere(s)) break
      s.size++
      reduceSimplex(s)
      const upper = Math.sqrt(s.v[3]!)
      this.upper = upper
      if (upper <= TOUCHING * size || s.size === 4) {
        this.upper = 0
        break
      }
      if (upper - gap <= CONTENT * upper) break
      x = s.normal[0]!
      y = s.normal[1]!
      z = s.normal[2]!
      const along = this.gapAlong(x, y, z)
      if (along > gap) {
        gap = along
        this.nx = x
        this.ny = y
        this.nz = z
      }
      if (gap > enough || upper - gap <= CONTENT * upper) break
    }
    this.gap = gap
  }
}

/** Is the point about to be added in the simplex already? */
function isThere(s: Simplex): boolean {
  const o = 3 * s.size
  for (let k = 0; k < o; k += 3) {
    if (s.y[k] === s.y[o] && s.y[k + 1] === s.y[o + 1] && s.y[k + 2] === s.y[o + 2]) return true
  }
  return false
}
