// The convex hull of points in space: quickhull (Barber, Dobkin and Huhdanpaa, 1996) with exact orientation tests, so that
// flat parts, duplicates and slivers need no tolerance.
//
// Invariants, in exact arithmetic:
// - the triangles form a closed surface, each edge shared by two of them;
// - no point lies strictly above any triangle (flat faces of more than three corners are cut into triangles);
// - a triangle is never degenerate. A new one joins a horizon edge to the new point p: one of the edge's two triangles has p
//   strictly above its plane, so p is not on the edge's line.
// Points in the middle of an edge or a face may or may not be corners: that depends on the order.
import { orient2d, orient3d } from '../../base/math/orient.js'
import { U } from '../../base/math/rounding.js'

/** A hull of points that are not all in one plane. */
export interface ConvexHull {
  /** Which points are corners, in rising order. */
  readonly corners: Int32Array
  /** Three corners a triangle, as indices of points, counter-clockwise seen from outside. */
  readonly triangles: Int32Array
}

/**
 * Extents, in the caller's unit, beyond which the orientation test's products of three differences would overflow or lose
 * their last digits to underflow. Such sets are treated like flat ones.
 */
const SMALLEST_EXTENT = 1e-80
const LARGEST_EXTENT = 1e90

/**
 * Coordinates below this part of the largest one are taken for 0. Beside it they are 10⁻⁶⁰, which is negligible; but their
 * products would underflow, and with them the sign of a test that decides about corners as far away as any.
 */
const NOTHING = 2 ** -200

/** The hull of `count` points, flat xyz; undefined where all lie in one plane, or are too far apart or too close to tell. */
export function convexHull(points: Float64Array, count: number): ConvexHull | undefined {
  const p = withoutNothings(points, count)
  const start = firstTetrahedron(p, count)
  return start === undefined ? undefined : new Quickhull(p, count, start).run()
}

/** The points, or where coordinates are next to nothing, a copy that has zeros there. */
function withoutNothings(points: Float64Array, count: number): Float64Array {
  let most = 0
  for (let i = 0; i < 3 * count; i++) most = Math.max(most, Math.abs(points[i]!))
  const least = NOTHING * most
  const isNothing = (x: number): boolean => x !== 0 && Math.abs(x) < least
  return points.some(isNothing) ? points.map((x) => (isNothing(x) ? 0 : x)) : points
}

/**
 * Six times the volume of a, b, c, d: its sign is exact, positive where d is above the triangle a, b, c, from where it is
 * seen counter-clockwise. (orient3d's own sign is the other one, whatever its manual says.)
 */
function above(p: Float64Array, a: number, b: number, c: number, d: number): number {
  const i = 3 * a
  const j = 3 * b
  const k = 3 * c
  const l = 3 * d
  return -orient3d(
    p[i]!,
    p[i + 1]!,
    p[i + 2]!,
    p[j]!,
    p[j + 1]!,
    p[j + 2]!,
    p[k]!,
    p[k + 1]!,
    p[k + 2]!,
    p[l]!,
    p[l + 1]!,
    p[l + 2]!,
  )
}

/** Exact: three points on a line are so in all three projections. */
function collinear(p: Float64Array, a: number, b: number, c: number): boolean {
  const flat = (u: number, v: number): boolean =>
    orient2d(p[3 * a + u]!, p[3 * a + v]!, p[3 * b + u]!, p[3 * b + v]!, p[3 * c + u]!, p[3 * c + v]!) === 0
  return flat(0, 1) && flat(1, 2) && flat(2, 0)
}

/** Four points that span space, the fourth below the first three; as far apart as is cheap to find. */
function firstTetrahedron(p: Float64Array, count: number): [number, number, number, number] | undefined {
  let widest = -1
  let a = 0
  let b = 0
  for (let axis = 0; axis < 3; axis++) {
    let low = 0
    let high = 0
    for (let i = 1; i < count; i++) {
      if (p[3 * i + axis]! < p[3 * low + axis]!) low = i
      if (p[3 * i + axis]! > p[3 * high + axis]!) high = i
    }
    const extent = p[3 * high + axis]! - p[3 * low + axis]!
    if (extent > widest) {
      widest = extent
      a = low
      b = high
    }
  }
  if (!(widest > SMALLEST_EXTENT && widest < LARGEST_EXTENT)) return undefined
  const c = farthest(
    count,
    (i) => awaySq(p, a, b, i),
    (i) => !collinear(p, a, b, i),
  )
  if (c < 0) return undefined
  const d = farthest(
    count,
    (i) => Math.abs(above(p, a, b, c, i)),
    (i) => above(p, a, b, c, i) !== 0,
  )
  if (d < 0) return undefined
  return above(p, a, b, c, d) < 0 ? [a, b, c, d] : [a, c, b, d]
}

/** The number for which `value` is greatest if it passes the exact test; else any that does; else −1. */
function farthest(count: number, value: (i: number) => number, passes: (i: number) => boolean): number {
  let best = 0
  let most = -Infinity
  for (let i = 0; i < count; i++) {
    const v = value(i)
    if (v > most) {
      most = v
      best = i
    }
  }
  if (passes(best)) return best
  for (let i = 0; i < count; i++) if (passes(i)) return i
  return -1
}

/** |(b − a) × (i − a)|², roughly: it only ranks. */
function awaySq(p: Float64Array, a: number, b: number, i: number): number {
  const ux = p[3 * b]! - p[3 * a]!
  const uy = p[3 * b + 1]! - p[3 * a + 1]!
  const uz = p[3 * b + 2]! - p[3 * a + 2]!
  const vx = p[3 * i]! - p[3 * a]!
  const vy = p[3 * i + 1]! - p[3 * a + 1]!
  const vz = p[3 * i + 2]! - p[3 * a + 2]!
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  return x * x + y * y + z * z
}

/**
 * What a height n·(p − a) above a face may be off by, n = u × v: a factor of Σ (|u_i·v_j| + |u_j·v_i|)·span over the three axes. Each
 * of the differences u, v and p − a is off by u of itself, products and sums add 5 u: 8 u, and this is twice that.
 */
const SIDE_ERROR = 16 * U

/**
 * And where products underflow, by this times 1 + span: each of them by 2⁻¹⁰⁷⁵, six in the normal, whose sum is then multiplied by at most
 * the span, and three with it.
 */
const SIDE_UNDERFLOW = 2 ** -1070

/**
 * Faces with neighbours and outside sets. A point outside the hull is in the outside set of one face that it is strictly
 * above. When faces are replaced, their points need only be tried on the new faces: the segment from inside a deleted face
 * to such a point leaves the new hull above that face's plane, so through a new face.
 */
class Quickhull {
  /** Three corners a face, −1 first where the face is gone. */
  private readonly corner: number[] = []
  /** Three neighbours a face: across corner 0–1, 1–2, 2–0. */
  private readonly neighbour: number[] = []
  /** First point of each face's outside set, farthest first; −1 if empty. */
  private readonly outside: number[] = []
  /** Next point in the same outside set. */
  private readonly next: Int32Array
  /** At a horizon corner: the new face whose first corner it is. */
  private readonly faceFrom: Int32Array
  /** Round in which a face was last tested, and whether the new point is above it. */
  private readonly seen: number[] = []
  private readonly visible: boolean[] = []
  private round = 0
  /** Three numbers of each face's normal, not of unit length, and what a height above the face may be off by. */
  private readonly plane: number[] = []
  /** What two points are apart by at most, along any axis. */
  private readonly span: number

  constructor(
    private readonly points: Float64Array,
    private readonly count: number,
    start: readonly [number, number, number, number],
  ) {
    let most = 0
    for (let i = 3; i < 3 * count; i++) most = Math.max(most, Math.abs(points[i]! - points[i % 3]!))
    // From the first point to either of two, and rounding.
    this.span = 2.1 * most
    this.next = new Int32Array(count)
    this.faceFrom = new Int32Array(count)
    const [a, b, c, d] = start
    // d is below a, b, c: all four faces look outward.
    this.addFace(a, b, c, 3, 1, 2)
    this.addFace(b, d, c, 3, 2, 0)
    this.addFace(c, d, a, 1, 3, 0)
    this.addFace(a, d, b, 2, 1, 0)
    const list: number[] = []
    for (let i = 0; i < this.count; i++) if (!start.includes(i)) list.push(i)
    this.share(list, 0)
  }

  run(): ConvexHull {
    // New faces are added at the end, so one pass meets every face.
    for (let face = 0; face < this.outside.length; face++) {
      const point = this.outside[face]!
      if (this.corner[3 * face]! >= 0 && point >= 0) this.addPoint(point, face)
    }
    const triangles: number[] = []
    for (let i = 0; i < this.corner.length; i += 3) {
      if (this.corner[i]! >= 0) triangles.push(this.corner[i]!, this.corner[i + 1]!, this.corner[i + 2]!)
    }
    const corners = Int32Array.from(new Set(triangles)).sort()
    return { corners, triangles: Int32Array.from(triangles) }
  }

  private addFace(a: number, b: number, c: number, ab: number, bc: number, ca: number): number {
    this.corner.push(a, b, c)
    this.neighbour.push(ab, bc, ca)
    this.outside.push(-1)
    this.seen.push(0)
    this.visible.push(false)
    const { points: p } = this
    const ux = p[3 * b]! - p[3 * a]!
    const uy = p[3 * b + 1]! - p[3 * a + 1]!
    const uz = p[3 * b + 2]! - p[3 * a + 2]!
    const vx = p[3 * c]! - p[3 * a]!
    const vy = p[3 * c + 1]! - p[3 * a + 1]!
    const vz = p[3 * c + 2]! - p[3 * a + 2]!
    const x = Math.abs(uy * vz) + Math.abs(uz * vy)
    const y = Math.abs(uz * vx) + Math.abs(ux * vz)
    const z = Math.abs(ux * vy) + Math.abs(uy * vx)
    this.plane.push(
      uy * vz - uz * vy,
      uz * vx - ux * vz,
      ux * vy - uy * vx,
      SIDE_ERROR * (x + y + z) * this.span + SIDE_UNDERFLOW * (1 + this.span),
    )
    return this.outside.length - 1
  }

  private isAbove(face: number, point: number): number {
    const at = 3 * face
    return above(this.points, this.corner[at]!, this.corner[at + 1]!, this.corner[at + 2]!, point)
  }

  /** Is a point clearly above a face (1) or clearly below (−1)? 0 where rounding leaves that open. */
  private clearSide(face: number, point: number): number {
    const { points: p, plane } = this
    const a = 3 * this.corner[3 * face]!
    const i = 3 * point
    const at = 4 * face
    const height =
      plane[at]! * (p[i]! - p[a]!) + plane[at + 1]! * (p[i + 1]! - p[a + 1]!) + plane[at + 2]! * (p[i + 2]! - p[a + 2]!)
    const error = plane[at + 3]!
    return height < -error ? -1 : height > error ? 1 : 0
  }

  /** Puts each point into the outside set of the first face, from `from` on, that it is strictly above. */
  private share(list: readonly number[], from: number): void {
    const faces = this.outside.length
    const height = new Float64Array(faces - from)
    for (const point of list) {
      for (let face = from; face < faces; face++) {
        if (this.clearSide(face, point) < 0) continue
        const h = this.isAbove(face, point)
        if (!(h > 0)) continue
        const first = this.outside[face]!
        if (first >= 0 && h <= height[face - from]!) {
          this.next[point] = this.next[first]!
          this.next[first] = point
        } else {
          this.next[point] = first
          this.outside[face] = point
          height[face - from] = h
        }
        break
      }
    }
  }

  private addPoint(point: number, face: number): void {
    this.round++
    const gone = [face]
    this.seen[face] = this.round
    this.visible[face] = true
    const firstNew = this.outside.length
    let start = -1
    for (let g = 0; g < gone.length; g++) {
      const f = gone[g]!
      for (let e = 0; e < 3; e++) {
        const other = this.neighbour[3 * f + e]!
        if (this.seen[other] !== this.round) {
          this.seen[other] = this.round
          const side = this.clearSide(other, point)
          this.visible[other] = side === 0 ? this.isAbove(other, point) > 0 : side > 0
          if (this.visible[other]) gone.push(other)
        }
        if (this.visible[other]) continue
        const a = this.corner[3 * f + e]!
        const b = this.corner[3 * f + ((e + 1) % 3)]!
        const made = this.addFace(a, b, point, other, -1, -1)
        // A new face is not a neighbour that could be tested again in this round.
        this.faceFrom[a] = made
        start = made
        for (let k = 0; k < 3; k++) {
          if (this.neighbour[3 * other + k] === f && this.corner[3 * other + k] === b)
            this.neighbour[3 * other + k] = made
        }
      }
    }
    // The horizon is one simple loop: what p sees strictly around a corner of a convex surface is one run of faces.
    let at = start
    do {
      const following = this.faceFrom[this.corner[3 * at + 1]!]!
      this.neighbour[3 * at + 1] = following
      this.neighbour[3 * following + 2] = at
      at = following
    } while (at !== start)
    const list: number[] = []
    for (const f of gone) {
      for (let p = this.outside[f]!; p >= 0; p = this.next[p]!) if (p !== point) list.push(p)
      this.corner[3 * f] = -1
    }
    this.share(list, firstNew)
  }
}
