// A polytope of few planes around many points: what a clipped piece of a mesh is tested by (shapes/outer-parts.ts).
//
// It begins as a box. Again and again the corner that is farthest from the points is cut off, by the plane that is nearest to it of
// those across its line to them. How planes and corners are found is a matter of tightness only: at the end every triangle of the
// exact hull of the corners, as they are stored, is compared with every point, with a bound on what that rounds, and where one
// cannot be shown to be inside, all planes are moved out and corners are found again.
import { U } from '../../base/math/rounding.js'
import { convexHull } from './convex-hull.js'
import { Gjk, gjk } from './gjk.js'
import { ConvexCore } from './gjk-core.js'

/** Planes of a polytope, which has up to 2·24 − 4 corners. Measured: 16 are too few, 48 no better (docs/decisions.md). */
const PLANES = 24

/** Directions are chosen by no more points than this, evenly spaced among all. */
const SAMPLE = 1024

/** In units of the points' extent: how far planes are moved out, the second where the first does not suffice. */
const PADS = [1e-6, 1e-4]

/** In the same units: corners closer than this are one, and one is not cut off by a plane that it is less far above. */
const SAME = 1e-7
const ON_PLANE = 1e-9

/** Corners less far from the points, in the same unit, are not worth a plane. */
const CLOSE_ENOUGH = 1e-3

/** A distance known to this part of it will do. */
const ROUGHLY = 0.02

/**
 * Corners, three numbers each, of a polytope that contains a ball of radius `slack` about each of the points, in exact arithmetic;
 * undefined where that cannot be shown, as for points that are too far from the origin for their extent. `axes`: three unit
 * vectors, at right angles or nearly so, along which the points are seen first.
 */
export function outerPolytope(points: Float64Array, slack: number, axes: Float64Array): Float64Array | undefined {
  const fit = new PolytopeFit(points, axes)
  if (!(fit.size > 0)) return undefined
  fit.cut()
  for (const pad of PADS) {
    const corners = fit.corners(slack + pad * fit.size)
    if (corners !== undefined && holdsPoints(corners, points, slack)) return corners
  }
  return undefined
}

/**
 * Is a ball of radius `slack` about every point in the hull of the corners?
 *
 * Let R be no less than |x| + |y| + |z| of any corner or point, and n = (b − a) × (c − a) of a triangle of the hull, which exact
 * predicates have shown to be outermost: the hull is where n·(x − a) ≤ 0 for all of them. With L = |b − a|·|c − a|, each coordinate
 * of n is in error by at most 4.1 u of a sum of products that is no more than L (a difference each, a product, a difference), so n
 * by 7.2 u·L; felt over |p − a| ≤ 2 R that is 14.4 u·L·R. n·p and n·a are sums of three products: 3.1 u·L·R each, and their
 * difference rounds by 2 u·L·R more. Together below 24 u·L·R; L itself, as computed, is right to 8 u. A ball adds slack·|n|, where |n|
 * is in error by less than 8 u·L.
 */
export function holdsPoints(corners: Float64Array, points: Float64Array, slack: number): boolean {
  const hull = convexHull(corners, corners.length / 3)
  if (hull === undefined) return false
  const reach = Math.max(reachOf(corners), reachOf(points))
  const { triangles } = hull
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!
    const b = 3 * triangles[t + 1]!
    const c = 3 * triangles[t + 2]!
    const ux = corners[b]! - corners[a]!
    const uy = corners[b + 1]! - corners[a + 1]!
    const uz = corners[b + 2]! - corners[a + 2]!
    const vx = corners[c]! - corners[a]!
    const vy = corners[c + 1]! - corners[a + 1]!
    const vz = corners[c + 2]! - corners[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    const lengths = Math.sqrt(ux * ux + uy * uy + uz * uz) * Math.sqrt(vx * vx + vy * vy + vz * vz)
    const least = 32 * U * lengths * (reach + slack) + 1.01 * slack * Math.sqrt(nx * nx + ny * ny + nz * nz)
    const at = nx * corners[a]! + ny * corners[a + 1]! + nz * corners[a + 2]!
    if (!(farthestAlong(points, nx, ny, nz) - at <= -least)) return false
  }
  return true
}

function reachOf(points: Float64Array): number {
  let most = 0
  for (let p = 0; p < points.length; p += 3) {
    most = Math.max(most, Math.abs(points[p]!) + Math.abs(points[p + 1]!) + Math.abs(points[p + 2]!))
  }
  return most
}

function farthestAlong(points: Float64Array, nx: number, ny: number, nz: number): number {
  let most = -Infinity
  for (let p = 0; p < points.length; p += 3) {
    const along = points[p]! * nx + points[p + 1]! * ny + points[p + 2]! * nz
    if (along > most) most = along
  }
  return most
}

interface Corner {
  readonly x: number
  readonly y: number
  readonly z: number
  /** No farther than this from the points. */
  away: number
}

/** Everything is seen from the middle of the points, in units of the caller. */
class PolytopeFit {
  /** The longest extent along an axis. */
  readonly size: number
  private readonly middle = new Float64Array(3)
  /** Those that directions are chosen by, from the middle. */
  private readonly sample: Float64Array
  /** Four numbers a plane: n, and the largest n·p. */
  private readonly planes: number[] = []
  private found: Corner[] = []
  /** The farthest of the sample along all directions tried. */
  private readonly outermost = new ConvexCore(new Float64Array(0))
  private readonly corner = new ConvexCore(new Float64Array(3))
  private readonly g = new Gjk()

  constructor(
    private readonly points: Float64Array,
    axes: Float64Array,
  ) {
    const { middle } = this
    let size = 0
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let i = k; i < points.length; i += 3) {
        if (points[i]! < low) low = points[i]!
        if (points[i]! > high) high = points[i]!
      }
      middle[k] = low / 2 + high / 2
      size = Math.max(size, high - low)
    }
    this.size = size
    const count = points.length / 3
    const step = Math.max(1, count / SAMPLE)
    this.sample = new Float64Array(3 * Math.min(count, SAMPLE))
    for (let i = 0; i < this.sample.length; i++) {
      this.sample[i] = points[3 * Math.floor(step * Math.floor(i / 3)) + (i % 3)]! - middle[i % 3]!
    }
    this.g.content = ROUGHLY
    for (let k = 0; k < 9; k += 3) {
      for (const sign of [1, -1]) this.addPlane(sign * axes[k]!, sign * axes[k + 1]!, sign * axes[k + 2]!)
    }
    this.found = this.meetings(0)
  }

  /** Cuts off corners while there are planes left. */
  cut(): void {
    const least = CLOSE_ENOUGH * this.size
    const { direction } = this.g
    while (this.planes.length < 4 * PLANES) {
      let worst: Corner | undefined
      for (const corner of this.found) {
        if (corner.away === Infinity) this.measure(corner)
        if (worst === undefined || corner.away > worst.away) worst = corner
      }
      if (worst === undefined || !(worst.away > least)) return
      // Its distance may have been measured to fewer points; the plane that cuts it off must be across the line to all of them.
      const before = worst.away
      this.measure(worst)
      if (!(worst.away > 0) || worst.away < (1 - ROUGHLY) * before) continue
      const [x, y, z] = [direction[0]!, direction[1]!, direction[2]!]
      const known = this.outermost.count
      const gap = x * worst.x + y * worst.y + z * worst.z - this.gather(x, y, z)
      if (this.outermost.count > known && gap < (1 - 2 * ROUGHLY) * worst.away) continue
      this.addPlane(x, y, z)
      const [nx, ny, nz, h] = this.planes.slice(-4) as [number, number, number, number]
      const kept = this.found.filter((c) => nx * c.x + ny * c.y + nz * c.z <= h)
      if (kept.length === this.found.length) return
      this.found = kept
      this.meetingsOf(this.planes.length / 4 - 1, this.found)
    }
  }

  /** The corners with all planes moved out, after they have been moved to hold all points; undefined if there are none. */
  corners(pad: number): Float64Array | undefined {
    const { planes, points, middle } = this
    for (let i = 0; i < planes.length; i += 4) {
      const [x, y, z] = [planes[i]!, planes[i + 1]!, planes[i + 2]!]
      const at = x * middle[0]! + y * middle[1]! + z * middle[2]!
      planes[i + 3] = Math.max(planes[i + 3]!, farthestAlong(points, x, y, z) - at)
    }
    const found = this.meetings(pad)
    if (found.length < 4) return undefined
    return Float64Array.from(found.flatMap(({ x, y, z }) => [middle[0]! + x, middle[1]! + y, middle[2]! + z]))
  }

  /** The sample's farthest along a direction: how far that is. It becomes one of the outermost. */
  private gather(x: number, y: number, z: number): number {
    const { sample, outermost } = this
    let most = -Infinity
    let at = 0
    for (let p = 0; p < sample.length; p += 3) {
      const along = sample[p]! * x + sample[p + 1]! * y + sample[p + 2]! * z
      if (along > most) {
        most = along
        at = p
      }
    }
    const { points, count } = outermost
    for (let k = 0; k < 3 * count; k += 3) {
      if (points[k] === sample[at] && points[k + 1] === sample[at + 1] && points[k + 2] === sample[at + 2]) return most
    }
    if (3 * count === points.length) {
      outermost.points = new Float64Array(Math.max(96, 2 * points.length))
      outermost.points.set(points)
    }
    outermost.points.set(sample.subarray(at, at + 3), 3 * count)
    outermost.count++
    return most
  }

  private addPlane(x: number, y: number, z: number): void {
    this.planes.push(x, y, z, this.gather(x, y, z))
  }

  /** The distance of a corner from the outermost points; the direction is left in `g`. */
  private measure(corner: Corner): void {
    const { corner: core, outermost, g } = this
    core.points[0] = corner.x
    core.points[1] = corner.y
    core.points[2] = corner.z
    gjk(g, core, outermost, 0, Infinity)
    corner.away = Math.max(0, g.upper)
  }

  /** All corners: where three planes meet and no other is passed. */
  private meetings(pad: number): Corner[] {
    const out: Corner[] = []
    for (let i = 2; i < this.planes.length / 4; i++) this.meetingsOf(i, out, pad)
    return out
  }

  /** Adds the corners of plane k with two before it. */
  private meetingsOf(k: number, out: Corner[], pad = 0): void {
    const { planes: p } = this
    const onPlane = ON_PLANE * this.size
    const o = 4 * k
    for (let j = 4; j < o; j += 4) {
      const jx = p[j + 1]! * p[o + 2]! - p[j + 2]! * p[o + 1]!
      const jy = p[j + 2]! * p[o]! - p[j]! * p[o + 2]!
      const jz = p[j]! * p[o + 1]! - p[j + 1]! * p[o]!
      for (let i = 0; i < j; i += 4) {
        const det = p[i]! * jx + p[i + 1]! * jy + p[i + 2]! * jz
        if (!(Math.abs(det) > 1e-9)) continue
        const hi = (p[i + 3]! + pad) / det
        const hj = (p[j + 3]! + pad) / det
        const hk = (p[o + 3]! + pad) / det
        const x =
          hi * jx +
          hj * (p[o + 1]! * p[i + 2]! - p[o + 2]! * p[i + 1]!) +
          hk * (p[i + 1]! * p[j + 2]! - p[i + 2]! * p[j + 1]!)
        const y = hi * jy + hj * (p[o + 2]! * p[i]! - p[o]! * p[i + 2]!) + hk * (p[i + 2]! * p[j]! - p[i]! * p[j + 2]!)
        const z = hi * jz + hj * (p[o]! * p[i + 1]! - p[o + 1]! * p[i]!) + hk * (p[i]! * p[j + 1]! - p[i + 1]! * p[j]!)
        let isCorner = true
        for (let m = 0; m < p.length && isCorner; m += 4) {
          isCorner = p[m]! * x + p[m + 1]! * y + p[m + 2]! * z <= p[m + 3]! + pad + onPlane
        }
        if (isCorner && !this.isKnown(out, x, y, z)) out.push({ x, y, z, away: Infinity })
      }
    }
  }

  private isKnown(corners: readonly Corner[], x: number, y: number, z: number): boolean {
    const same = SAME * this.size
    return corners.some((c) => Math.abs(c.x - x) < same && Math.abs(c.y - y) < same && Math.abs(c.z - z) < same)
  }
}
