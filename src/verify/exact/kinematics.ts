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
// Rotations, axes and quaternions of documents are rounded. What they stand for: of a rotation, its columns made orthonormal one after the
// other (Gram and Schmidt); of an axis or a quaternion, what is left when it is divided by its length.
import { column } from './convex-sets.js'
import { Real } from './real.js'
import {
  cross,
  dot,
  type Line,
  minus,
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

export interface LinkInput {
  /** Undefined for a robot's first link: then the origin is its place in the world. Parents come before their children. */
  readonly parent: number | undefined
  readonly kind: JointKind
  readonly origin: readonly number[]
  readonly axis: readonly number[]
  /** Its first number in a configuration of the world; value = multiplier · number + offset. */
  readonly variable: number
  readonly multiplier: number
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
  readonly parent: number | undefined
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
    inputs: readonly LinkInput[],
    readonly bits: bigint,
  ) {
    const freedoms: Freedom[] = []
    this.links = inputs.map(({ parent, kind, origin, axis, variable, multiplier, offset }, link) => {
      const first = freedoms.length
      const slides = SLIDES[kind]
      const turns = kind === 'fixed' || kind === 'prismatic' ? 0 : 1
      for (let k = 0; k < slides + turns; k++) {
        freedoms.push({
          turns: k === slides,
          link,
          variable: variable + k,
          factor: Real.of(multiplier, bits),
          offset: Real.of(offset, bits),
          floats: kind === 'floating' && k === slides,
        })
      }
      const own = kind === 'fixed' || kind === 'floating' ? [1, 0, 0] : axis
      return { parent, kind, origin: rigid(origin, bits), axis: unit(vector(own, bits)), first, count: slides + turns }
    })
    this.freedoms = freedoms
  }

  /** Poses of all links and lines of all movers. `values` by mover; `turns` by the mover that is the turn of a floating joint. */
  place(values: readonly Real[], turns: ReadonlyMap<number, FreeTurn>): { poses: Pose[]; lines: Line[] } {
    const poses: Pose[] = []
    const lines: Line[] = []
    for (const { parent, kind, origin, axis, first, count } of this.links) {
      const joint = parent === undefined ? origin : product(poses[parent]!, origin)
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
        const free = kind === 'floating' ? turns.get(mover)! : undefined
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
    for (let l: number | undefined = link; l !== undefined && l >= 0; l = this.links[l]!.parent) out.push(l)
    return out
  }

  /** The joint that a link hangs on. */
  jointOf(link: number): { kind: JointKind; origin: Pose; axis: Vector; first: number } {
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

/** Twelve doubles as a pose, made rigid. */
export function rigid(numbers: ArrayLike<number>, bits: bigint): Pose {
  const given = Array.from({ length: 12 }, (_, i) => Real.of(numbers[i]!, bits))
  const x = unit(column(given, 0))
  const second = column(given, 1)
  const y = unit(minus(second, scaled(x, dot(x, second))))
  return ofColumns(x, y, cross(x, y), [given[3]!, given[7]!, given[11]!])
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
  return given.map((value) => value.over(size))
}
