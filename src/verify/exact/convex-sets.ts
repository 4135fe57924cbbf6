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

  /** Of its corners. */
  farthest(line: Line): Real {
    const sides = ([0, 1, 2] as const).map((k) => scaled(column(this.pose, k), this.half[k]))
    let corners = [translation(this.pose)]
    for (const side of sides) corners = corners.flatMap((corner) => [plus(corner, side), minus(corner, side)])
    return corners.map((corner) => fromLine(line, corner)).reduce((a, b) => a.max(b))
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
}

/** An axis of a pose's frame. */
export function column(x: Pose, k: 0 | 1 | 2): Vector {
  return [x[k]!, x[k + 4]!, x[k + 8]!]
}

function fromLine({ along, through }: Line, p: Vector): Real {
  return length(cross(along, minus(p, through)))
}
