// The shapes of a chain's links, for chains whose links are not all spheres, and the exact distance of two links.
import { composeInversePose, composePose, identityPose, POSE } from '../../base/math/pose.js'
import { CAREFUL_ROUNDING, SHAPE_DISTANCE_ERROR } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { Shape, SphereShape } from '../../shapes/shape.js'
import { shapeObb, shapeSphere } from '../../shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import type { ChainArrays } from './chain-arrays.js'
import { CAREFUL, CarefulPoses, carefulRelative } from './chain-careful.js'
import type { LinkBalls, LinkBounds, LinkInterval } from './chain-leaf.js'
import { gapOfSpheres, SphereList, spheresInterval, spheresOf } from './chain-spheres.js'

/** A shape with its bounds. Plain arrays: a million small typed arrays would take twice the room and the collector's time. */
export interface LinkShape {
  readonly shape: Shape
  /** Bounding ball in the link's frame: x, y, z, r. */
  readonly ball: readonly number[]
  /** Bounding box in the link's frame: pose (12), half extents (3). */
  readonly obb: readonly number[]
  /** x, y, z, r of each sphere, for a shape that is nothing but spheres. */
  readonly spheres: Float64Array | undefined
}

const bounds = new Float64Array(19)

export function boundShape(shape: Shape): LinkShape {
  const spheres = spheresOf(shape)
  if (spheres !== undefined) return new SphereList(spheres, shape)
  shapeSphere(bounds, 0, shape)
  shapeObb(bounds, 4, bounds, 16, shape)
  return { shape, ball: Array.from(bounds.subarray(0, 4)), obb: Array.from(bounds.subarray(4)), spheres: undefined }
}

/** What refitLeaf needs to know of these links. */
export function linkBounds(links: readonly (LinkShape | undefined)[]): LinkBounds {
  return { interval: boxInterval(links), balls: hullBalls(links) }
}

/** Each link's bounding box along a direction. */
function boxInterval(links: readonly (LinkShape | undefined)[]): LinkInterval {
  return (out, i, ax, ay, az) => {
    const link = links[i]
    if (link === undefined) {
      out[0] = -Infinity
      out[1] = Infinity
      return
    }
    if (link.spheres !== undefined) {
      spheresInterval(out, link.spheres, ax, ay, az)
      return
    }
    const { obb } = link
    const s = ax * obb[3]! + ay * obb[7]! + az * obb[11]!
    const e =
      Math.abs(ax * obb[0]! + ay * obb[4]! + az * obb[8]!) * obb[12]! +
      Math.abs(ax * obb[1]! + ay * obb[5]! + az * obb[9]!) * obb[13]! +
      Math.abs(ax * obb[2]! + ay * obb[6]! + az * obb[10]!) * obb[14]!
    out[0] = s - e
    out[1] = s + e
  }
}

/** The two ends of a capsule, or the corners of a link's bounding box, or its bounding ball if that sweeps less. */
function hullBalls(links: readonly (LinkShape | undefined)[]): LinkBalls {
  return (out, i) => {
    const link = links[i]
    if (link === undefined) return 0
    const { shape, ball, obb } = link
    if (shape.kind === 'capsule') {
      for (let k = 0; k < 3; k++) {
        out[k] = shape.from[k]!
        out[BALL + k] = shape.to[k]!
      }
      out[3] = out[BALL + 3] = shape.radius
      return 2
    }
    // A swept rectangle about the box has its thinnest side for a radius.
    const r = Math.min(obb[12]!, obb[13]!, obb[14]!)
    const rest = obb[12]! + obb[13]! + obb[14]! - r
    const swept = 8 * obb[12]! * obb[13]! * obb[14]! + Math.PI * r * r * (2 * rest + (4 / 3) * r)
    if ((4 / 3) * Math.PI * ball[3]! * ball[3]! * ball[3]! <= swept) return 0
    for (let corner = 0; corner < 8; corner++) {
      const a = corner & 1 ? obb[12]! : -obb[12]!
      const b = corner & 2 ? obb[13]! : -obb[13]!
      const c = corner & 4 ? obb[14]! : -obb[14]!
      for (let k = 0; k < 3; k++) {
        out[corner * BALL + k] = obb[4 * k]! * a + obb[4 * k + 1]! * b + obb[4 * k + 2]! * c + obb[4 * k + 3]!
      }
      out[corner * BALL + 3] = 0
    }
    return 8
  }
}

/** What a chain is to a search: its arrays, and its links' shapes unless they are all spheres. */
export interface ChainBody {
  readonly arrays: ChainArrays
  /** Undefined while every link is a sphere; a link that is a sphere has no entry, its ball says it all. */
  links: (LinkShape | undefined)[] | undefined
  /** Pose of link 0. */
  readonly base: Float64Array
  /** Made when a pair first asks for it. */
  careful: CarefulPoses | undefined
}

/** Measures pairs of links exactly. Owns its scratch; one a search. */
export class LinkMeter {
  readonly found = new ShapeDistance()
  /** How far `distance` may be off, for the pair measured last. */
  error = 0
  private readonly x = new Float64Array(2 * POSE)
  private readonly frameA = new Float64Array(POSE)
  private readonly frameB = new Float64Array(POSE)
  private readonly poseA = new Float64Array(CAREFUL)
  private readonly poseB = new Float64Array(CAREFUL)
  private readonly ballA = plainBall()
  private readonly ballB = plainBall()
  private readonly oneA = new Float64Array(BALL)
  private readonly oneB = new Float64Array(BALL)

  /** Both links are spheres: the distance of their balls is theirs. */
  spheres(a: ChainBody, i: number, b: ChainBody, j: number): boolean {
    return a.links?.[i] === undefined && b.links?.[j] === undefined
  }

  /** Both links are nothing but spheres, one or several. */
  sphereLists(a: ChainBody, i: number, b: ChainBody, j: number): boolean {
    const linkA = a.links?.[i]
    const linkB = b.links?.[j]
    return (linkA === undefined || linkA.spheres !== undefined) && (linkB === undefined || linkB.spheres !== undefined)
  }

  /**
   * The least gap between spheres of two such links, negative where they overlap: good to `error` if it may be at most `cutoff`, else
   * Infinity. An overlap deeper than `slack` and rounding is as good as any deeper one.
   */
  gap(
    a: ChainBody,
    i: number,
    b: ChainBody,
    j: number,
    x: Float64Array,
    at: number,
    cutoff: number,
    slack: number,
  ): number {
    const listA = this.placeSpheres(this.frameA, this.oneA, a, i)
    const listB = this.placeSpheres(this.frameB, this.oneB, b, j)
    const y = this.x
    composePose(y, POSE, x, at, this.frameB, 0)
    composeInversePose(y, 0, this.frameA, 0, y, POSE)
    this.error =
      SHAPE_DISTANCE_ERROR * (reach(a, i) + reach(b, j) + Math.abs(y[3]!) + Math.abs(y[7]!) + Math.abs(y[11]!))
    const ball = a.links?.[i]?.ball ?? this.oneA
    return gapOfSpheres(this.found, listA, ball, listB, y, cutoff + this.error, -slack - this.error)
  }

  /**
   * Distance of link i of A and link j of B, x[at..] being B's leaf box in A's: good to `error` if it may be at most
   * `cutoff`, else Infinity.
   */
  distance(a: ChainBody, i: number, b: ChainBody, j: number, x: Float64Array, at: number, cutoff: number): number {
    const shapeA = this.place(this.frameA, this.ballA, a, i)
    const shapeB = this.place(this.frameB, this.ballB, b, j)
    const y = this.x
    composePose(y, POSE, x, at, this.frameB, 0)
    composeInversePose(y, 0, this.frameA, 0, y, POSE)
    this.error =
      SHAPE_DISTANCE_ERROR * (reach(a, i) + reach(b, j) + Math.abs(y[3]!) + Math.abs(y[7]!) + Math.abs(y[11]!))
    distanceShapes(this.found, shapeA, shapeB, y, 0, cutoff + this.error)
    return this.found.distance
  }

  /**
   * The distance of two links once more, from poses that rounding has hardly touched (chain-careful.ts): good to `error` if
   * it may be at most `cutoff`, else Infinity.
   */
  carefulDistance(a: ChainBody, i: number, b: ChainBody, j: number, cutoff: number): number {
    const { poseA, poseB, x } = this
    const carefulA = carefulPoses(a)
    const carefulB = carefulPoses(b)
    if (a === b) {
      // i < j: the joints between are all there is to it.
      carefulA.carry(poseB, identity, i, j)
      for (let k = 0; k < POSE; k++) x[k] = poseB[k]!
    } else {
      carefulA.carry(poseA, a.base, 0, i)
      carefulB.carry(poseB, b.base, 0, j)
      carefulRelative(x, poseA, poseB)
    }
    const shapeA = shapeOf(this.ballA, a, i)
    const shapeB = shapeOf(this.ballB, b, j)
    const size = reach(a, i) + reach(b, j) + Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!)
    const measuring = shapeA.kind === 'sphere' && shapeB.kind === 'sphere' ? 0 : SHAPE_DISTANCE_ERROR
    this.error = (CAREFUL_ROUNDING + measuring) * size + carefulA.error + carefulB.error
    distanceShapes(this.found, shapeA, shapeB, x, 0, cutoff + this.error)
    return this.found.distance
  }

  /** The spheres of a link, and its frame in its leaf's box; of a single one, a frame at its centre. */
  private placeSpheres(frame: Float64Array, one: Float64Array, body: ChainBody, i: number): Float64Array {
    const { frames, balls } = body.arrays
    const link = body.links?.[i]
    if (link !== undefined) {
      for (let k = 0; k < POSE; k++) frame[k] = frames[i * POSE + k]!
      return link.spheres!
    }
    identityPose(frame, 0)
    frame[3] = balls[i * BALL]!
    frame[7] = balls[i * BALL + 1]!
    frame[11] = balls[i * BALL + 2]!
    one[3] = balls[i * BALL + 3]!
    return one
  }

  /** The shape of a link, and its frame in its leaf's box. */
  private place(frame: Float64Array, ball: Ball, body: ChainBody, i: number): Shape {
    const { arrays } = body
    const link = body.links?.[i]
    if (link !== undefined) {
      for (let k = 0; k < POSE; k++) frame[k] = arrays.frames[i * POSE + k]!
      return link.shape
    }
    // A sphere's frame may not be kept: a ball at its centre is as good.
    identityPose(frame, 0)
    frame[3] = arrays.balls[i * BALL]!
    frame[7] = arrays.balls[i * BALL + 1]!
    frame[11] = arrays.balls[i * BALL + 2]!
    ball.radius = arrays.balls[i * BALL + 3]!
    ball.centre.fill(0)
    return ball as SphereShape
  }
}

type Ball = { -readonly [K in keyof SphereShape]: SphereShape[K] }

function plainBall(): Ball {
  return { kind: 'sphere', radius: 1, centre: new Float64Array(3) }
}

/** The careful poses of a chain, made when first asked for. */
export function carefulPoses(body: ChainBody): CarefulPoses {
  body.careful ??= new CarefulPoses(body.arrays)
  return body.careful
}

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

/** The shape of a link in its own frame. */
function shapeOf(ball: Ball, body: ChainBody, i: number): Shape {
  const link = body.links?.[i]
  if (link !== undefined) return link.shape
  const { localBalls } = body.arrays
  for (let k = 0; k < 3; k++) ball.centre[k] = localBalls[i * BALL + k]!
  ball.radius = localBalls[i * BALL + 3]!
  return ball as SphereShape
}

/** Farthest that anything of a link can be from its frame's origin, or more. */
function reach(body: ChainBody, i: number): number {
  const { localBalls } = body.arrays
  const at = i * BALL
  return Math.abs(localBalls[at]!) + Math.abs(localBalls[at + 1]!) + Math.abs(localBalls[at + 2]!) + localBalls[at + 3]!
}
