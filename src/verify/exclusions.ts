// Pairs that a certificate has no proof for, and whether that is right.
//
//   rigid: both are obstacles, or no moving joint is between them on one robot;
//   allowed: the world says that they may touch;
//   never: whatever the turning joints do, the spheres around all that the two can sweep are farther apart than the clearance;
//     or the world was told that they are proved never to touch within the limits of the joints between them, which the piece does
//     not leave, and no clearance is claimed. That proof is not looked at here: such pairs are counted, and told.
//
// The spheres (adaptive-checking-2004, section IV.C): from the object up to the nearest body above both, joint by joint. A turn
// puts the centre on its axis and adds to the radius what it was away from it; a slide adds half the way that it goes. Any range that holds
// the way of the piece of motion will do: its own; or that of the joint's limits, which may give the smaller sphere once a turn has put
// the centre on its axis.
import type { PartShape } from '../bodies/shape.js'
import type { WorldPair } from '../queries/world-pairs.js'
import { type Bodies, POSE, product } from './bodies.js'
import type { ExcludedInput } from './certificate-reader.js'
import type { Piece } from './pieces.js'
import { demand } from './rejection.js'
import { U } from './rounding.js'
import type { VerifiedWorld } from './world-view.js'

/** Rounding of a sphere, a joint, in units of all lengths on the way: a rotation, a sum, a root and a product. */
const SPHERE_ROUNDING = 128 * U

export class Exclusions {
  private readonly status = new Map<number, ExcludedInput['status']>()
  private readonly balls = new Map<number, Float64Array>()
  private readonly proved: ReadonlySet<number>
  private readonly taken = new Set<number>()

  constructor(
    private readonly world: VerifiedWorld,
    private readonly bodies: Bodies,
    private readonly clearance: number,
    excluded: readonly ExcludedInput[],
    pairs: readonly WorldPair[],
  ) {
    const { objects } = world
    this.proved = new Set(world.proved.map(([i, j]) => this.keyOf(i, j)))
    const byName = new Map(objects.map(({ name }, i) => [name, i]))
    const allowed = new Set(pairs.filter((pair) => pair.status === 'allowed').map(({ a, b }) => JSON.stringify([a, b])))
    for (const { a, b, status } of excluded) {
      const i = byName.get(a)
      const j = byName.get(b)
      demand(i !== undefined && j !== undefined && i < j, 'a pair is left out that is none', { a, b })
      demand(!this.status.has(this.keyOf(i, j)), 'a pair is left out twice', { a, b })
      if (status === 'rigid')
        demand(this.isRigid(i, j), 'left out as rigid, but they can move against each other', { a, b })
      if (status === 'allowed') {
        demand(allowed.has(JSON.stringify([a, b])), 'left out as allowed to touch, which the world does not allow', {
          a,
          b,
        })
      }
      this.status.set(this.keyOf(i, j), status)
    }
  }

  /** Pairs for which the world's word was taken. */
  get premises(): number {
    return this.taken.size
  }

  /** Must there be a proof for two objects on a piece? Rejects an exclusion that is not right there. */
  isLeftOut(i: number, j: number, piece: Piece, segment: number): boolean {
    const status = this.status.get(this.keyOf(i, j))
    if (status !== 'never') return status !== undefined
    const { objects } = this.world
    if (this.proved.has(this.keyOf(i, j)) && !this.neverMeet(i, j, piece)) {
      const where = { segment, a: objects[i]!.name, b: objects[j]!.name }
      demand(this.clearance === 0, 'left out as proved never to touch, but a clearance is claimed', where)
      const within = this.staysWithinLimits(i, j, piece)
      demand(
        within,
        'left out as proved never to touch within the limits of the joints between, which it leaves',
        where,
      )
      this.taken.add(this.keyOf(i, j))
      return true
    }
    demand(this.neverMeet(i, j, piece), 'left out because they can never meet, but what they sweep may meet', {
      segment,
      a: objects[i]!.name,
      b: objects[j]!.name,
    })
    return true
  }

  /** Every joint between the two. One without limits may only turn, and not with others: a whole turn is proved then. */
  private staysWithinLimits(i: number, j: number, piece: Piece): boolean {
    const { bodies } = this
    const [a, b] = [this.bodyOf(i), this.bodyOf(j)]
    const common = bodies.commonAncestor(a, b)
    const { robot } = this.world.robots[this.world.objects[i]!.robot]!
    return [...bodies.path(a, common), ...bodies.path(b, common)].every((body) => {
      const { joint, mover } = bodies.jointOf(body)
      if (joint.kind === 'planar' || joint.kind === 'floating') return false
      const own = joint.mimic === undefined ? joint : robot.joints.find(({ name }) => name === joint.mimic!.joint)!
      const { lower, upper } = own
      if (lower === -Infinity && upper === Infinity) return joint.kind !== 'prismatic' && joint.mimic === undefined
      return piece.staysWithin(bodies.movers[mover]!.variable, lower, upper)
    })
  }

  private keyOf(i: number, j: number): number {
    return i * this.world.objects.length + j
  }

  private isRigid(i: number, j: number): boolean {
    const { objects } = this.world
    const [a, b] = [objects[i]!, objects[j]!]
    return a.robot === b.robot && this.bodyOf(i) === this.bodyOf(j)
  }

  private bodyOf(object: number): number {
    const { robot, link } = this.world.objects[object]!
    return this.bodies.linkOf(robot, link).body
  }

  private neverMeet(i: number, j: number, piece: Piece): boolean {
    const common = this.bodies.commonAncestor(this.bodyOf(i), this.bodyOf(j))
    return this.areApart(i, j, common, piece, false) || this.areApart(i, j, common, piece, true)
  }

  private areApart(i: number, j: number, common: number, piece: Piece, byLimits: boolean): boolean {
    const a = this.swept(i, common, piece, byLimits)
    const b = this.swept(j, common, piece, byLimits)
    const apart = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
    const size = [...a, ...b].reduce((sum, value) => sum + Math.abs(value), 0)
    return apart - (a[3]! + b[3]!) > this.clearance + 16 * U * size
  }

  /** x, y, z, r of a sphere around all that an object sweeps, in the frame of a body above it. */
  private swept(object: number, ancestor: number, piece: Piece, byLimits: boolean): Float64Array {
    const sphere = this.ballOf(object).slice()
    let size = sphere.reduce((sum, value) => sum + Math.abs(value), 0)
    for (const body of this.bodies.path(this.bodyOf(object), ancestor)) {
      const { joint, origin, mover, limits } = this.bodies.jointOf(body)
      const { axis } = joint
      if (joint.kind === 'prismatic') {
        const way = piece.range(mover)
        // Both hold the piece's way, whatever the limits are; without any, the sphere is everywhere.
        const low = byLimits ? Math.min(way.low, limits.low) : way.low
        const high = byLimits ? Math.max(way.high, limits.high) : way.high
        if (!(high - low < Infinity)) return Float64Array.of(0, 0, 0, Infinity)
        const middle = low / 2 + high / 2
        for (let k = 0; k < 3; k++) sphere[k]! += middle * axis[k]!
        sphere[3]! += Math.max(high - middle, middle - low)
        size += Math.abs(low) + Math.abs(high)
      } else if (joint.kind === 'revolute' || joint.kind === 'continuous') {
        const along = axis[0]! * sphere[0]! + axis[1]! * sphere[1]! + axis[2]! * sphere[2]!
        const foot = Array.from(axis, (a) => along * a)
        sphere[3]! += Math.hypot(...foot.map((value, k) => sphere[k]! - value))
        for (let k = 0; k < 3; k++) sphere[k] = foot[k]!
      } else return Float64Array.of(0, 0, 0, Infinity)
      sphere.set(placed(origin, sphere))
      size += sphere.reduce((sum, value) => sum + Math.abs(value), 0)
      sphere[3]! += SPHERE_ROUNDING * size
    }
    return sphere
  }

  /** A sphere around an object, in the frame of its body. Where it is best centred others have found; its radius is measured here. */
  private ballOf(object: number): Float64Array {
    let ball = this.balls.get(object)
    if (ball === undefined) {
      const { robot, link, geometry } = this.world.objects[object]!
      const { pose: frame } = this.bodies.linkOf(robot, link)
      const own = geometry.map(({ shape, pose }) => {
        const placedAt = product(new Float64Array(POSE), frame, pose)
        const parts = shape.kind === 'group' ? shape.parts : [shape]
        const centre = centreOf(shape)
        return { parts, pose: placedAt, centre: placed(placedAt, centre), radius: farthestFrom(parts, centre) }
      })
      // The middle of the extent of all spheres; of one, its centre.
      const middle = [0, 1, 2].map((k) => {
        if (own.length === 1) return own[0]!.centre[k]!
        const low = most(own.map(({ centre, radius }) => radius - centre[k]!))
        const high = most(own.map(({ centre, radius }) => radius + centre[k]!))
        return high / 2 - low / 2
      })
      const radius = most(own.map(({ parts, pose }) => farthestFrom(parts, inFrame(pose, middle))))
      const size = radius + most(own.map(({ pose }) => absolute(middle) + absolute([pose[3]!, pose[7]!, pose[11]!])))
      ball = Float64Array.of(...middle, radius + SPHERE_ROUNDING * size)
      this.balls.set(object, ball)
    }
    return ball
  }
}

/** A point of a pose's frame, outside of it. */
function placed(x: Float64Array, p: ArrayLike<number>): number[] {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

function inFrame(x: Float64Array, p: ArrayLike<number>): number[] {
  const [a, b, c] = [p[0]! - x[3]!, p[1]! - x[7]!, p[2]! - x[11]!]
  return [0, 1, 2].map((k) => x[k]! * a + x[4 + k]! * b + x[8 + k]! * c)
}

/** A good centre for a sphere around a shape; any is right. */
function centreOf(shape: VerifiedWorld['objects'][number]['geometry'][number]['shape']): ArrayLike<number> {
  switch (shape.kind) {
    case 'sphere':
      return shape.centre
    case 'capsule':
      return [0, 1, 2].map((k) => shape.from[k]! / 2 + shape.to[k]! / 2)
    case 'box':
    case 'cylinder':
      return [3, 7, 11].map((k) => shape.pose[k]!)
    default:
      return shape.bounds.sphere
  }
}

/** The greatest distance of shapes' points from a point, rounded up. */
function farthestFrom(shapes: readonly PartShape[], c: ArrayLike<number>): number {
  return most(shapes.map((shape) => farthestOf(shape, c))) * (1 + 64 * U)
}

function farthestOf(shape: PartShape, c: ArrayLike<number>): number {
  const from = (p: ArrayLike<number>, i = 0): number => Math.hypot(p[i]! - c[0]!, p[i + 1]! - c[1]!, p[i + 2]! - c[2]!)
  switch (shape.kind) {
    case 'sphere':
      return from(shape.centre) + shape.radius
    case 'capsule':
      return Math.max(from(shape.from), from(shape.to)) + shape.radius
    case 'box':
    case 'cylinder': {
      // In the frame of the shape's middle, all coordinates made positive: the farthest point is at the far end of each.
      const x = shape.pose
      const d = [c[0]! - x[3]!, c[1]! - x[7]!, c[2]! - x[11]!]
      const [a, b, e] = [0, 1, 2].map((k) => Math.abs(x[k]! * d[0]! + x[4 + k]! * d[1]! + x[8 + k]! * d[2]!)) as [
        number,
        number,
        number,
      ]
      return shape.kind === 'box'
        ? Math.hypot(a + shape.half[0]!, b + shape.half[1]!, e + shape.half[2]!)
        : Math.hypot(Math.hypot(a, b) + shape.radius, e + shape.length / 2)
    }
    case 'convex': {
      let far = 0
      for (let i = 0; i < shape.points.length; i += 3) far = Math.max(far, from(shape.points, i))
      return far
    }
    case 'mesh': {
      const { positions, triangles } = shape.tree
      let far = 0
      for (const v of triangles) far = Math.max(far, from(positions, 3 * v))
      return far
    }
  }
}

/** Lists may be too long for Math.max's arguments. */
function most(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), -Infinity)
}

function absolute(values: ArrayLike<number>): number {
  return Math.abs(values[0]!) + Math.abs(values[1]!) + Math.abs(values[2]!)
}
