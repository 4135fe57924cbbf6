// The convex sets that planes separate, each in the frame of its geometry. Of a set two things are asked: no more than the least of g·p over
// its points, and no less than the greatest distance of its points from a line. Both are those of its corners, grown by a radius.
import { dyadic, Real, size, wholeRoot } from './real.js'
import {
  cross,
  dot,
  type Line,
  length,
  minus,
  negative,
  type Pose,
  plus,
  scaled,
  translation,
  type Vector,
} from './vectors.js'

export interface ConvexSet {
  least(g: Vector): Real
  farthest(line: Line): Real
  /** No less than the greatest distance of its points from a point. */
  reach(from: Vector): Real
  /** Circles that its points describe about an axis. The hull of each list, grown by its radius, holds them all. */
  circles(axis: Line): readonly Circles[]
}

export interface Circles {
  /** Height of the centre along the axis, and radius. */
  readonly list: readonly { readonly z: Real; readonly rho: Real }[]
  readonly radius: Real
}

/** Doubles as whole numbers of 2^-unit, all of them exactly. */
export function wholes(values: ArrayLike<number>): { readonly values: bigint[]; readonly unit: bigint } {
  const parts = Array.from(values, (value) => {
    let { mantissa, exponent } = dyadic(value)
    if (mantissa === 0n) return { mantissa, exponent: 0 }
    const zeros = trailingZeros(mantissa)
    mantissa >>= BigInt(zeros)
    exponent += zeros
    return { mantissa, exponent }
  })
  const unit = parts.reduce((most, { exponent }) => Math.max(most, -exponent), 0)
  return { values: parts.map(({ mantissa, exponent }) => mantissa << BigInt(exponent + unit)), unit: BigInt(unit) }
}

function trailingZeros(value: bigint): number {
  return (value & -value).toString(2).length - 1
}

/** The hull of points given as whole numbers of 2^-unit, x, y, z each. */
export class PointHull implements ConvexSet {
  /** No |x| + |y| + |z| is larger. */
  private readonly most: bigint

  constructor(
    private readonly points: readonly bigint[],
    private readonly unit: bigint,
  ) {
    let most = 0n
    for (let i = 0; i < points.length; i += 3) {
      const sum = size(points[i]!) + size(points[i + 1]!) + size(points[i + 2]!)
      if (sum > most) most = sum
    }
    this.most = most
  }

  /** With g = c ± e, g·p is within e·(|x| + |y| + |z|) of c·p. */
  least(g: Vector): Real {
    const { points, unit, most } = this
    const [x, y, z] = [g[0].c, g[1].c, g[2].c]
    let least: bigint | undefined
    for (let i = 0; i < points.length; i += 3) {
      const own = points[i]! * x + points[i + 1]! * y + points[i + 2]! * z
      if (least === undefined || own < least) least = own
    }
    return new Real((least! - most * error(g)) >> unit, 0n, g[0].bits)
  }

  /**
   * The distance of p from the line through o along w is |w × p − w × o|. Each number of w × p is within e·(|x| + |y| + |z|) of what the
   * centres give; so the length is within twice all errors of a number of what theirs give.
   */
  farthest({ along, through }: Line): Real {
    const { points, unit, most } = this
    const { bits } = along[0]
    const [x, y, z] = [along[0].c, along[1].c, along[2].c]
    const m = cross(along, through)
    const [mx, my, mz] = [m[0].c << unit, m[1].c << unit, m[2].c << unit]
    let mostSq = 0n
    for (let i = 0; i < points.length; i += 3) {
      const [px, py, pz] = [points[i]!, points[i + 1]!, points[i + 2]!]
      const cx = y * pz - z * py - mx
      const cy = z * px - x * pz - my
      const cz = x * py - y * px - mz
      const own = cx * cx + cy * cy + cz * cz
      if (own > mostSq) mostSq = own
    }
    const off = 2n * (most * error(along) + (error(m) << unit))
    return new Real(((wholeRoot(mostSq) + 1n + off) >> unit) + 1n, 0n, bits)
  }

  reach(from: Vector): Real {
    return farthestOf(from, this.corners(from[0].bits))
  }

  circles(axis: Line): Circles[] {
    return [circlesOf(axis, this.corners(axis.along[0].bits))]
  }

  private corners(bits: bigint): Vector[] {
    const real = (i: number): Real => Real.ofUnits(this.points[i]!, this.unit, bits)
    return Array.from({ length: this.points.length / 3 }, (_, i) => [real(3 * i), real(3 * i + 1), real(3 * i + 2)])
  }
}

function farthestOf(from: Vector, points: readonly Vector[]): Real {
  return points.map((p) => length(minus(p, from))).reduce((a, b) => a.max(b))
}

function circlesOf({ along, through }: Line, points: readonly Vector[]): Circles {
  const list = points.map((p) => {
    const d = minus(p, through)
    return { z: dot(along, d), rho: length(cross(along, d)) }
  })
  return { list, radius: Real.of(0, along[0].bits) }
}

function error(g: Vector): bigint {
  const most = g[0].e > g[1].e ? g[0].e : g[1].e
  return most > g[2].e ? most : g[2].e
}

/** All within `radius` of a set. */
export class RoundSet implements ConvexSet {
  constructor(
    private readonly inner: ConvexSet,
    private readonly radius: Real,
  ) {}

  least(g: Vector): Real {
    return this.inner.least(g).minus(this.radius.times(length(g)))
  }

  farthest(line: Line): Real {
    return this.inner.farthest(line).plus(this.radius)
  }

  reach(from: Vector): Real {
    return this.inner.reach(from).plus(this.radius)
  }

  circles(axis: Line): Circles[] {
    return this.inner.circles(axis).map(({ list, radius }) => ({ list, radius: radius.plus(this.radius) }))
  }
}

export class BoxSet implements ConvexSet {
  constructor(
    private readonly pose: Pose,
    private readonly half: Vector,
  ) {}

  least(g: Vector): Real {
    let sum = dot(translation(this.pose), g)
    for (const k of [0, 1, 2] as const) sum = sum.minus(this.half[k].times(dot(column(this.pose, k), g).absolute()))
    return sum
  }

  farthest(line: Line): Real {
    return this.corners()
      .map((corner) => fromLine(line, corner))
      .reduce((a, b) => a.max(b))
  }

  reach(from: Vector): Real {
    return farthestOf(from, this.corners())
  }

  circles(axis: Line): Circles[] {
    return [circlesOf(axis, this.corners())]
  }

  private corners(): Vector[] {
    const sides = ([0, 1, 2] as const).map((k) => scaled(column(this.pose, k), this.half[k]))
    let corners = [translation(this.pose)]
    for (const side of sides) corners = corners.flatMap((corner) => [plus(corner, side), minus(corner, side)])
    return corners
  }
}

/** About the z axis of a pose, from −half to half along it. */
export class CylinderSet implements ConvexSet {
  constructor(
    readonly pose: Pose,
    readonly radius: Real,
    readonly half: Real,
  ) {}

  least(g: Vector): Real {
    const axis = column(this.pose, 2)
    return dot(translation(this.pose), g)
      .minus(this.half.times(dot(axis, g).absolute()))
      .minus(this.radius.times(length(cross(axis, g))))
  }

  /** The smaller of two bounds: the ends' middles and the radius; the middle and a ball around all of it. */
  farthest(line: Line): Real {
    const { pose, radius, half } = this
    const middle = translation(pose)
    const end = scaled(column(pose, 2), half)
    const ends = fromLine(line, plus(middle, end)).max(fromLine(line, plus(middle, negative(end))))
    const ball = radius.square().plus(half.square()).root()
    return ends.plus(radius).min(fromLine(line, middle).plus(ball))
  }

  /** At the far end of the far rim. */
  reach(from: Vector): Real {
    const d = minus(from, translation(this.pose))
    const axis = column(this.pose, 2)
    const along = dot(axis, d).absolute().plus(this.half)
    return along
      .square()
      .plus(length(cross(axis, d)).plus(this.radius).square())
      .root()
  }

  /**
   * Two ways. The corners of a prism around it, which are farther from its middle than the sides by 1/cos of half the angle between two. And
   * of a disc of radius r about c, across d: ρ of its points is no more than ρ of c and r, and z within r·‖d × axis‖ of that of c.
   */
  circles(axis: Line): Circles[] {
    const { pose, radius, half } = this
    const { bits } = half
    const middle = translation(pose)
    const end = scaled(column(pose, 2), half)
    const ends = [plus(middle, end), minus(middle, end)]
    const part = Real.pi(bits).over(Real.of(SIDES, bits))
    const around = radius.over(part.cosine())
    const corners = Array.from({ length: SIDES }, (_, i) => {
      const { sine, cosine } = part.timesWhole(BigInt(2 * i)).turned()
      const out = plus(scaled(column(pose, 0), around.times(cosine)), scaled(column(pose, 1), around.times(sine)))
      return ends.map((centre) => plus(centre, out))
    })
    const lean = radius.times(length(cross(column(pose, 2), axis.along)))
    const discs = circlesOf(axis, ends).list.flatMap(({ z, rho }) => [
      { z: z.plus(lean), rho: rho.plus(radius) },
      { z: z.minus(lean), rho: rho.plus(radius) },
    ])
    return [circlesOf(axis, corners.flat()), { list: discs, radius: Real.of(0, bits) }]
  }
}

/** Of the prism around a cylinder. */
const SIDES = 128

/**
 * Circles whose hull holds that of all: below a segment between two others, a point (z, ρ) adds nothing, since every bound is convex in the two and
 * grows with ρ. Heights that are the same except in the last places are enclosed together first, with the largest radius there.
 */
function upperHull(list: Circles['list']): Circles['list'] {
  const sorted = [...list].sort((a, b) => (a.z.c < b.z.c ? -1 : a.z.c > b.z.c ? 1 : 0))
  const hull: Circles['list'][number][] = []
  for (let own of sorted) {
    const last = hull.at(-1)
    const near = 1n << (own.z.bits >> 2n)
    if (last !== undefined && own.z.c - last.z.c < near) {
      hull.pop()
      own = { z: new Real(own.z.c, own.z.e + last.z.e + near, own.z.bits), rho: own.rho.max(last.rho) }
    }
    while (hull.length > 1 && isBelow(hull.at(-2)!, hull.at(-1)!, own)) hull.pop()
    hull.push(own)
  }
  return hull
}

/** The second is certainly between the first and the third, and below their segment. */
function isBelow(a: Circles['list'][number], b: Circles['list'][number], c: Circles['list'][number]): boolean {
  const [along, all] = [b.z.minus(a.z), c.z.minus(a.z)]
  if (along.sign() <= 0 || c.z.minus(b.z).sign() <= 0) return false
  return (
    along
      .times(c.rho.minus(a.rho))
      .minus(all.times(b.rho.minus(a.rho)))
      .sign() > 0
  )
}

/**
 * All that a set sweeps in a whole turn about an axis, made convex: however it is turned about it, it is in there; and since the hull
 * of circles about an axis is the same however it is turned, it represents the set at every angle at once.
 *
 * Along g, with g·a its part along the axis a and ‖g × a‖ the part across, a circle reaches from g·o + z·g·a − ρ·‖g × a‖ on.
 */
export class EnvelopeSet implements Pick<ConvexSet, 'least' | 'farthest'> {
  private readonly ways: readonly Circles[]

  constructor(
    set: ConvexSet,
    private readonly axis: Line,
  ) {
    this.ways = set.circles(axis).map(({ list, radius }) => ({ list: upperHull(list), radius }))
  }

  least(g: Vector): Real {
    const { along, through } = this.axis
    const [part, across, size] = [dot(g, along), length(cross(g, along)), length(g)]
    return this.ways
      .map(({ list, radius }) =>
        list
          .map(({ z, rho }) => z.times(part).minus(rho.times(across)))
          .reduce((a, b) => a.min(b))
          .minus(radius.times(size)),
      )
      .reduce((a, b) => a.max(b))
      .plus(dot(g, through))
  }

  /**
   * The smaller of two bounds. With u the shortest vector from the line to a circle's centre, the square of the distance of u + ρ·e from it is
   * no more than |u|² + 2·ρ·u·e + ρ², and u·e no more than the part of u across the axis. And of all circles: a ball about the middle of
   * their heights.
   */
  farthest(line: Line): Real {
    const { along, through } = this.axis
    const from = (z: Real): Vector => {
      const d = minus(plus(through, scaled(along, z)), line.through)
      return minus(d, scaled(line.along, dot(d, line.along)))
    }
    return this.ways
      .map(({ list, radius }) => {
        const [low, high] = [
          list.map(({ z }) => z).reduce((a, b) => a.min(b)),
          list.map(({ z }) => z).reduce((a, b) => a.max(b)),
        ]
        const middle = low.plus(high).halved()
        const parts = list.map(({ z, rho }) => {
          const u = from(z)
          const across = length(cross(along, u))
          return {
            square: dot(u, u).plus(rho.times(across).timesWhole(2n)).plus(rho.square()),
            ballSq: rho.square().plus(z.minus(middle).square()),
          }
        })
        const ball = length(from(middle)).plus(
          parts
            .map(({ ballSq }) => ballSq)
            .reduce((a, b) => a.max(b))
            .root(),
        )
        return parts
          .map(({ square }) => square)
          .reduce((a, b) => a.max(b))
          .root()
          .min(ball)
          .plus(radius)
      })
      .reduce((a, b) => a.min(b))
  }
}

/** An axis of a pose's frame. */
export function column(x: Pose, k: 0 | 1 | 2): Vector {
  return [x[k]!, x[k + 4]!, x[k + 8]!]
}

function fromLine({ along, through }: Line, p: Vector): Real {
  return length(cross(along, minus(p, through)))
}
