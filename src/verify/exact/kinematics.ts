// Forward kinematics: where links are, and the axes of the movers, the single degrees of freedom between them.
//
// A link's pose is its parent's, times the joint's origin, times the joint's motion:
//   fixed: nothing
//   revolute, continuous: one turn about the axis
//   prismatic: one slide along the axis
//   planar: a slide along each of two directions across the axis, then a turn about it
//   floating: three slides along the axes of the joint's frame, then the rotation q(0) · turn(axis, angle); the motion says about which
//     axis of the link's it turns, so this is a turn too
//
// Rotations, axes and quaternions of documents are rounded: what they represent is computed here.
import { demand } from '../plain.js'
import { column } from './convex-sets.js'
import { NotPrecise, Real } from './real.js'
import {
  cross,
  dot,
  type Line,
  negative,
  type Pose,
  plus,
  product,
  scaled,
  turnedOut,
  unit,
  type Vector,
  vector,
} from './vectors.js'

export type JointKind = 'fixed' | 'revolute' | 'continuous' | 'prismatic' | 'planar' | 'floating'

export interface ExactLinkInput {
  /** −1: the joint's frame is given in the world. Parents come before their children. */
  readonly parent: number
  readonly kind: JointKind
  readonly origin: Pose
  readonly axis: readonly number[]
  /** Its first number in a configuration; value = factor · number + offset. */
  readonly variable: number
  readonly factor: number
  readonly offset: number
}

export interface Freedom {
  readonly turns: boolean
  readonly link: number
  readonly variable: number
  readonly factor: Real
  readonly offset: Real
  /** The turn of a floating joint. */
  readonly floats: boolean
}

/** How a floating link turns: from the rotation `start`, about `axis` in its own frame. */
export interface FreeTurn {
  readonly start: Pose
  readonly axis: Vector
}

/** Movers between two links: from A to B, and how many of them are on A's side of the nearest link above both. */
export interface Chain {
  readonly movers: readonly number[]
  readonly ofA: number
}

interface Link {
  readonly parent: number
  readonly kind: JointKind
  readonly origin: Pose
  readonly axis: Vector
  readonly first: number
  readonly count: number
}

export class Kinematics {
  readonly freedoms: readonly Freedom[]
  private readonly links: readonly Link[]

  constructor(
    inputs: readonly ExactLinkInput[],
    readonly bits: bigint,
  ) {
    const freedoms: Freedom[] = []
    this.links = inputs.map(({ parent, kind, origin, axis, variable, factor, offset }, link) => {
      const first = freedoms.length
      const slides = SLIDES[kind]
      const turns = kind === 'fixed' || kind === 'prismatic' ? 0 : 1
      for (let k = 0; k < slides + turns; k++) {
        freedoms.push({
          turns: k === slides,
          link,
          variable: variable + k,
          factor: Real.of(factor, bits),
          offset: Real.of(offset, bits),
          floats: kind === 'floating' && k === slides,
        })
      }
      return { parent, kind, origin, axis: unitAxis(axis, bits), first, count: slides + turns }
    })
    this.freedoms = freedoms
  }

  /** Poses of all links and lines of all movers. `values` by mover; `turns` by the mover that is the turn of a floating joint. */
  place(values: readonly Real[], turns: ReadonlyMap<number, FreeTurn>): { poses: Pose[]; lines: Line[] } {
    const poses: Pose[] = []
    const lines: Line[] = []
    for (const { parent, kind, origin, axis, first, count } of this.links) {
      const joint = parent < 0 ? origin : product(poses[parent]!, origin)
      const directions = slideDirections(kind, axis)
      let at: Vector = [joint[3]!, joint[7]!, joint[11]!]
      directions.forEach((direction, k) => {
        const along = turnedOut(joint, direction)
        lines.push({ along, through: at })
        at = plus(at, scaled(along, values[first + k]!))
      })
      let pose = moveTo(joint, at)
      if (count > directions.length) {
        const mover = first + directions.length
        const free = turns.get(mover)
        const own = free?.axis ?? axis
        if (free !== undefined) pose = product(pose, free.start)
        lines.push({ along: turnedOut(pose, own), through: at })
        pose = product(pose, rotation(own, values[mover]!))
      }
      poses.push(pose)
    }
    return { poses, lines }
  }

  /** Link −1 is the world. */
  chain(a: number, b: number): Chain {
    const [up, down] = [this.ancestors(a), this.ancestors(b)]
    const ofA = up.filter((link) => !down.includes(link)).flatMap((link) => this.moversOf(link).reverse())
    const ofB = down.filter((link) => !up.includes(link)).flatMap((link) => this.moversOf(link).reverse())
    return { movers: [...ofA, ...ofB.reverse()], ofA: ofA.length }
  }

  /** From a link up to its robot's first one. */
  ancestors(link: number): number[] {
    const out: number[] = []
    for (let l = link; l >= 0; l = this.links[l]!.parent) out.push(l)
    return out
  }

  /** The joint that a link hangs on. */
  jointOf(link: number): Link {
    return this.links[link]!
  }

  private moversOf(link: number): number[] {
    const { first, count } = this.links[link]!
    return Array.from({ length: count }, (_, k) => first + k)
  }
}

const SLIDES: Readonly<Record<JointKind, number>> = {
  fixed: 0,
  revolute: 0,
  continuous: 0,
  prismatic: 1,
  planar: 2,
  floating: 3,
}

/** Directions of a joint's slides, in its frame. */
function slideDirections(kind: JointKind, axis: Vector): readonly Vector[] {
  const [zero, one] = [Real.of(0, axis[0].bits), Real.of(1, axis[0].bits)]
  const [x, y, z]: Vector[] = [
    [one, zero, zero],
    [zero, one, zero],
    [zero, zero, one],
  ]
  if (kind === 'prismatic') return [axis]
  if (kind === 'floating') return [x!, y!, z!]
  return kind === 'planar' ? planeDirections(axis, x!, y!) : []
}

/**
 * What the shortest rotation from z to the axis makes of x and y. It turns about (−ay, ax, 0) by an angle whose cosine is az, so x goes to
 * (1 − k·ax², −k·ax·ay, −ax) with k = 1/(1 + az) = (1 − az)/(ax² + ay²), and y likewise. For −z, a half turn about x.
 */
function planeDirections([ax, ay, az]: Vector, x: Vector, y: Vector): Vector[] {
  const one = x[0]
  const across = ax.square().plus(ay.square())
  if (ax.c === 0n && ay.c === 0n && across.e === 0n) return az.sign() > 0 ? [x, y] : [x, [y[0], y[1].negative(), y[2]]]
  const k = az.sign() < 0 ? one.minus(az).over(across) : one.over(one.plus(az))
  const mixed = k.times(ax).times(ay).negative()
  return [
    [one.minus(k.times(ax.square())), mixed, ax.negative()],
    [mixed, one.minus(k.times(ay.square())), ay.negative()],
  ]
}

/** How far documents may be from what they represent: an entry of MᵀM − I, the squares of an axis; the length of a quaternion. */
const ROUNDED = 1e-9
const ROUNDED_QUATERNION = 1e-5

/**
 * Twelve numbers as a pose. Its rotation M represents the rotation nearest to it, which is R in M = R·S, S symmetric. Newton's steps
 * M·(3·I − MᵀM)/2 have the same R; and it is no farther from M than MᵀM is from I, all numbers of it together.
 */
export function rigid(numbers: ArrayLike<number>, bits: bigint): Pose {
  const given = Array.from({ length: 12 }, (_, i) => Real.of(numbers[i]!, bits))
  let columns = [column(given, 0), column(given, 1), column(given, 2)] as const
  const three = Real.of(3, bits)
  const limit = Real.of(ROUNDED, bits)
  for (let step = 0; ; step++) {
    const products = columns.map((a, i) => columns.map((b, j) => (i === j ? dot(a, b).minus(three) : dot(a, b))))
    const off = products.map((row, i) =>
      row.map((value, j) => (i === j ? value.plus(Real.of(2, bits)) : value).absolute()),
    )
    if (step === 0) {
      demand(
        off.flat().every((value) => limit.isAbove(value)) && dot(columns[0], cross(columns[1], columns[2])).sign() > 0,
        'a pose is not a rotation and a translation',
      )
    }
    const error = off.flat().reduce((a, b) => a.plus(b))
    // Within what numbers of this many bits can resolve.
    if (error.c <= 2n * error.e) {
      const [x, y, z] = columns.map((own) => own.map((value) => value.within(error)) as unknown as Vector) as [
        Vector,
        Vector,
        Vector,
      ]
      return ofColumns(x, y, z, [given[3]!, given[7]!, given[11]!])
    }
    if (step > 20) throw new NotPrecise()
    const next = (j: number): Vector => {
      const sum = [0, 1, 2].map((i) => scaled(columns[i]!, products[i]![j]!)).reduce(plus)
      return negative([sum[0].halved(), sum[1].halved(), sum[2].halved()])
    }
    columns = [next(0), next(1), next(2)]
  }
}

/** An axis divided by its length. */
export function unitAxis(numbers: readonly number[], bits: bigint): Vector {
  const axis = vector(numbers, bits)
  const off = dot(axis, axis).minus(Real.of(1, bits)).absolute()
  demand(Real.of(ROUNDED, bits).isAbove(off), 'an axis is not of unit length')
  return unit(axis)
}

export function ofColumns(x: Vector, y: Vector, z: Vector, at: Vector): Pose {
  return ([0, 1, 2] as const).flatMap((row) => [x[row], y[row], z[row], at[row]])
}

function moveTo(x: Pose, [a, b, c]: Vector): Pose {
  return [...x.slice(0, 3), a, ...x.slice(4, 7), b, ...x.slice(8, 11), c]
}

/** About a unit axis: Rodrigues' formula, v·cos + axis × v·sin + axis·(axis·v)·(1 − cos) for v each of x, y and z. */
export function rotation(axis: Vector, angle: Real): Pose {
  const { sine, cosine } = angle.turned()
  const zero = Real.of(0, angle.bits)
  const rest = Real.of(1, angle.bits).minus(cosine)
  const [a, b, c] = axis
  const sines: Vector[] = [
    [zero, c, b.negative()],
    [c.negative(), zero, a],
    [b, a.negative(), zero],
  ]
  const columns = sines.map((turned, k): Vector => {
    const across = scaled(axis, axis[k as 0 | 1 | 2].times(rest))
    const own = plus(scaled(turned, sine), across)
    return own.map((value, row) => (row === k ? value.plus(cosine) : value)) as unknown as Vector
  })
  return ofColumns(columns[0]!, columns[1]!, columns[2]!, [zero, zero, zero])
}

/** The rotation of a quaternion x, y, z, w, divided by its length. */
export function quaternionPose(numbers: readonly number[], bits: bigint): Pose {
  const [x, y, z, w] = unitQuaternion(numbers, bits) as [Real, Real, Real, Real]
  const one = Real.of(1, bits)
  const zero = Real.of(0, bits)
  const twice = (p: Real, q: Real, r: Real, s: Real): Real => p.times(q).plus(r.times(s)).timesWhole(2n)
  const [nx, ny, nz] = [x.negative(), y.negative(), z.negative()]
  return ofColumns(
    [one.minus(twice(y, y, z, z)), twice(x, y, z, w), twice(x, z, ny, w)],
    [twice(x, y, nz, w), one.minus(twice(x, x, z, z)), twice(y, z, x, w)],
    [twice(x, z, y, w), twice(y, z, nx, w), one.minus(twice(x, x, y, y))],
    [zero, zero, zero],
  )
}

export function unitQuaternion(numbers: readonly number[], bits: bigint): Real[] {
  const given = numbers.map((value) => Real.of(value, bits))
  const size = given.reduce((sum, value) => sum.plus(value.square()), Real.of(0, bits)).root()
  const off = size.minus(Real.of(1, bits)).absolute()
  demand(Real.of(ROUNDED_QUATERNION, bits).isAbove(off), 'a quaternion is not of unit length')
  return given.map((value) => value.over(size))
}
