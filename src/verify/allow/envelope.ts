// A link as its end joint can turn it: all that it sweeps in a whole turn, made convex. With it the joint needs no looking at.
//
// The axis goes through o along the unit vector a. Every point p has a height z = a·(p − o) and a distance from the axis
// ρ = ‖a × (p − o)‖: its profile. A turn about the axis changes neither. For a set N let
//   E(N) = the convex hull of all circles {o + z·a + ρ·e : e a unit vector across a}, (ρ, z) the profile of a point of N.
// E(N) holds N turned by any angle: p turned is on the circle of p's profile. And so it does for the hull of N: a turn is
// affine, so what the hull of N becomes is the hull of what N becomes, and E(N) is convex. Hence the corners of N do; and all within r
// of their hull, N ⊕ ball(r), goes into E(N) ⊕ ball(r), since a turn takes balls to balls of the same size.
// E(N) is the same however it is turned about the axis. So wherever the joint stands, N is in E(N) as it is placed with the joint at any
// one value: apart from E(N) there is apart from N at every value of the joint, the others being what they are.
//
// Along g, with g·a its part along the axis and ‖g × a‖ the part across, a circle reaches g·o + z·g·a ± ρ·‖g × a‖. That is linear in
// (z, ρ), and grows with ρ: so of the profile's points those of the upper hull over z are enough. What rounding leaves above that
// hull is measured, and the hull is lifted by it.
//
// A disc of radius r about c, across d: ρ of its points is no more than ρ_c + r, and z is within r·‖d × a‖ of z_c. Those two ends
// (exact where d is the axis' own direction) are one outline of a cylinder, the prism around it another; both hold it, so
// what counts is the better of the two for each g.
import type { CylinderOutline, Outline } from '../convex-sets.js'
import { U } from '../rounding.js'
import type { LinkSet } from './link-set.js'

/** What a check of two sets asks of either; nodes are those of the link. */
export interface NodeSet {
  least(node: number, gx: number, gy: number, gz: number, rough: boolean): number
  farthest(node: number, line: Float64Array, o: number, rough: boolean): number
  readonly reach: number
}

/** z, ρ of the points of an upper hull, one after the other, z rising; all within `radius` of the circles' hull. */
interface Profile {
  readonly points: Float64Array
  readonly radius: number
}

/** Profiles of one geometry: all of them hold it. */
type Profiles = readonly Profile[]

/** Off by so much of the greatest length in it: products of directions with differences of points, a root, an interpolation. */
const PROFILE_ROUNDING = 32 * U

export class EnvelopeSet implements NodeSet {
  readonly reach: number
  private readonly known = new Map<number, readonly Profiles[]>()

  /** `axis`: direction and a point on it, in the frame of the link's body. */
  constructor(
    private readonly link: LinkSet,
    private readonly axis: Float64Array,
  ) {
    // No point is farther from o than the link's reach and o's; and o is as far from the origin.
    this.reach = link.reach + 2 * Math.hypot(axis[3]!, axis[4]!, axis[5]!)
  }

  least(node: number, gx: number, gy: number, gz: number): number {
    const { axis: l } = this
    const along = l[0]! * gx + l[1]! * gy + l[2]! * gz
    const cx = l[1]! * gz - l[2]! * gy
    const cy = l[2]! * gx - l[0]! * gz
    const cz = l[0]! * gy - l[1]! * gx
    const across = Math.sqrt(cx * cx + cy * cy + cz * cz)
    const length = Math.sqrt(gx * gx + gy * gy + gz * gz)
    let least = Infinity
    for (const profiles of this.profilesOf(node)) {
      let best = -Infinity
      for (const { points, radius } of profiles) {
        const own = leastOfProfile(points, along, across) - radius * length
        if (own > best) best = own
      }
      if (best < least) least = best
    }
    return least + (l[3]! * gx + l[4]! * gy + l[5]! * gz)
  }

  farthest(node: number, line: Float64Array, o: number): number {
    let most = 0
    for (const profiles of this.profilesOf(node)) {
      let best = Infinity
      for (const profile of profiles) best = Math.min(best, this.farthestOfProfile(profile, line, o))
      most = Math.max(most, best)
    }
    return most
  }

  /**
   * The smaller of two bounds. Of a circle: with u the shortest vector from the line to its centre, the square of the distance of
   * u + ρ·e is no more than |u|² + 2·ρ·u·e + ρ² without what is along the line, and u·e no more than the part of u across the axis. Of all: a ball
   * about the middle of the heights.
   */
  private farthestOfProfile({ points, radius }: Profile, line: Float64Array, o: number): number {
    const { axis: l } = this
    const middle = points[0]! / 2 + points[points.length - 2]! / 2
    let mostSq = 0
    let ballSq = 0
    for (let i = 0; i < points.length; i += 2) {
      const z = points[i]!
      const rho = points[i + 1]!
      const u = this.fromLine(line, o, z)
      const cx = l[1]! * u[2]! - l[2]! * u[1]!
      const cy = l[2]! * u[0]! - l[0]! * u[2]!
      const cz = l[0]! * u[1]! - l[1]! * u[0]!
      const uSq = u[0]! * u[0]! + u[1]! * u[1]! + u[2]! * u[2]!
      const across = Math.sqrt(cx * cx + cy * cy + cz * cz)
      mostSq = Math.max(mostSq, uSq + 2 * rho * across + rho * rho)
      ballSq = Math.max(ballSq, rho * rho + (z - middle) * (z - middle))
    }
    const centre = this.fromLine(line, o, middle)
    const ball = Math.sqrt(centre[0]! ** 2 + centre[1]! ** 2 + centre[2]! ** 2) + Math.sqrt(ballSq)
    return Math.min(Math.sqrt(mostSq), ball) + radius
  }

  /** The shortest vector from a line to the point of the axis at height z. */
  private fromLine(line: Float64Array, o: number, z: number): number[] {
    const { axis: l } = this
    const d = [0, 1, 2].map((k) => l[3 + k]! + z * l[k]! - line[o + 3 + k]!)
    const along = d[0]! * line[o]! + d[1]! * line[o + 1]! + d[2]! * line[o + 2]!
    return d.map((x, k) => x - along * line[o + k]!)
  }

  private profilesOf(node: number): readonly Profiles[] {
    let found = this.known.get(node)
    if (found === undefined) {
      found = this.link.outlines(node).map((outline) => profilesOf(outline, this.axis))
      this.known.set(node, found)
    }
    return found
  }
}

function leastOfProfile(points: Float64Array, along: number, across: number): number {
  let least = Infinity
  for (let i = 0; i < points.length; i += 2) {
    const own = points[i]! * along - points[i + 1]! * across
    if (own < least) least = own
  }
  return least
}

function profilesOf({ points, radius, cylinder }: Outline, axis: Float64Array): Profiles {
  const profile: number[] = []
  for (let i = 0; i < points.length; i += 3) {
    profile.push(...profilePoint(axis, points[i]!, points[i + 1]!, points[i + 2]!))
  }
  const own = { points: upperHull(profile), radius }
  return cylinder === undefined ? [own] : [own, { points: upperHull(endDiscs(cylinder, axis)), radius: 0 }]
}

/** z and ρ. */
function profilePoint(l: Float64Array, x: number, y: number, z: number): [number, number] {
  const px = x - l[3]!
  const py = y - l[4]!
  const pz = z - l[5]!
  const cx = l[1]! * pz - l[2]! * py
  const cy = l[2]! * px - l[0]! * pz
  const cz = l[0]! * py - l[1]! * px
  return [l[0]! * px + l[1]! * py + l[2]! * pz, Math.sqrt(cx * cx + cy * cy + cz * cz)]
}

function endDiscs({ pose: x, radius, half }: CylinderOutline, l: Float64Array): number[] {
  const d = [x[2]!, x[6]!, x[10]!] as const
  const cross = [l[1]! * d[2] - l[2]! * d[1], l[2]! * d[0] - l[0]! * d[2], l[0]! * d[1] - l[1]! * d[0]] as const
  const lean = radius * Math.sqrt(cross[0] ** 2 + cross[1] ** 2 + cross[2] ** 2)
  return [half, -half].flatMap((s) => {
    const [z, rho] = profilePoint(l, x[3]! + s * d[0], x[7]! + s * d[1], x[11]! + s * d[2])
    return [z - lean, rho + radius, z + lean, rho + radius]
  })
}

/** The upper hull of points z, ρ, lifted until it holds them all. */
export function upperHull(profile: readonly number[]): Float64Array {
  const order = Array.from({ length: profile.length / 2 }, (_, i) => 2 * i)
  order.sort((i, j) => profile[i]! - profile[j]! || profile[j + 1]! - profile[i + 1]!)
  const hull: number[] = []
  let big = 0
  for (const i of order) {
    const z = profile[i]!
    const rho = profile[i + 1]!
    big = Math.max(big, Math.abs(z), rho)
    // Of several at one height the highest comes first, and is enough.
    if (hull.length > 0 && hull[hull.length - 2] === z) continue
    while (hull.length >= 4) {
      const o = hull.length - 4
      const turn = (hull[o + 2]! - hull[o]!) * (rho - hull[o + 1]!) - (hull[o + 3]! - hull[o + 1]!) * (z - hull[o]!)
      if (turn < 0) break
      hull.length -= 2
    }
    hull.push(z, rho)
  }
  let lift = 0
  let at = 0
  for (const i of order) {
    const z = profile[i]!
    while (at + 2 < hull.length && hull[at + 2]! <= z) at += 2
    let height = hull[at + 1]!
    if (at + 2 < hull.length) {
      const t = (z - hull[at]!) / (hull[at + 2]! - hull[at]!)
      height += t * (hull[at + 3]! - height)
    }
    lift = Math.max(lift, profile[i + 1]! - height)
  }
  lift += PROFILE_ROUNDING * big
  for (let o = 1; o < hull.length; o += 2) hull[o]! += lift
  return Float64Array.from(hull)
}
