// How deep two links are in each other at a pose: a lower bound of the length of the shortest translation that separates them.
//
// A translation that separates two links separates all of their parts, and all convex pieces of these. So it is the
// largest of
// - the depth of two convex parts (contactShapes);
// - ra + rb, the rooms that a point has in a part of either link (solid-room.ts), the point being looked for by climbing from
//   where they touch and from balls inside the parts;
// - the depth of two triangles, or of a triangle and a convex part, that touch: for surfaces that have no inside, and where
//   the point was not found.
// How well the point is looked for decides how good the bound is, never whether it is one.
import { invertPose, POSE, transformPoint } from '../../base/math/pose.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { searchMeshes } from '../../meshes/tree/mesh-search.js'
import { AllTouching } from '../../meshes/tree/triangle-pairs.js'
import { contactCores } from '../../shapes/contact-cores.js'
import { innerBalls } from '../../shapes/inner-balls.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { Core, loadCore, loadTriangle, placeCore, placeTriangleCore } from '../../shapes/shape-core.js'
import { touchMargin } from '../../shapes/shape-touch.js'
import type { LinkGap } from './link-gap.js'
import type { ProblemGeometry } from './pair-problem.js'
import { SolidRoom } from './solid-room.js'

/** How many points a climb may test, and how often its step is halved. */
const CLIMB = 48
const HALVINGS = 6

/** Pairs of triangles that go through each other, of those of two parts, that are measured. */
const MOST_PIERCING = 256

/** Climbs from the best of the points that one can begin at. */
const CLIMBS = 2

const contact = new ShapeContact()
const coreA = new Core()
const coreB = new Core()
const p = new Float64Array(3)
const touching = new AllTouching()

/** A link's parts with the room in them. */
class LinkRoom {
  readonly deeper = new Float64Array(3)
  readonly rooms: readonly SolidRoom[]
  /** From its frame's origin. */
  readonly reach: number
  /** Inner balls of all parts in the frame of its body: x, y, z, r. */
  readonly balls: Float64Array

  constructor(readonly parts: readonly ProblemGeometry[]) {
    this.rooms = parts.map(({ shape }) => new SolidRoom(shape))
    const balls: number[] = []
    for (const { shape, inBody } of parts) {
      const own = innerBalls(shape)
      for (let k = 0; k < own.length; k += BALL) {
        transformPoint(p, 0, inBody, 0, own, k)
        balls.push(p[0]!, p[1]!, p[2]!, own[k + 3]!)
      }
    }
    this.balls = Float64Array.from(balls)
    const shifts = parts.map(({ inBody }) => Math.hypot(inBody[3]!, inBody[7]!, inBody[11]!))
    this.reach = this.rooms.reduce((far, room, k) => Math.max(far, room.reach + shifts[k]!), 0)
  }

  /** The most room around a point of that frame in any part. Which way there is more goes to `deeper`. */
  around(x: number, y: number, z: number, least: number): number {
    const { parts, rooms, deeper } = this
    let best = -Infinity
    deeper.fill(0)
    for (let k = 0; k < parts.length; k++) {
      const pose = parts[k]!.inBody
      const dx = x - pose[3]!
      const dy = y - pose[7]!
      const dz = z - pose[11]!
      const room = rooms[k]!.around(
        pose[0]! * dx + pose[4]! * dy + pose[8]! * dz,
        pose[1]! * dx + pose[5]! * dy + pose[9]! * dz,
        pose[2]! * dx + pose[6]! * dy + pose[10]! * dz,
        Math.max(best, least),
      )
      if (!(room > best)) continue
      best = room
      const d = rooms[k]!.deeper
      for (let c = 0; c < 3; c++) {
        deeper[c] = pose[4 * c]! * d[0]! + pose[4 * c + 1]! * d[1]! + pose[4 * c + 2]! * d[2]!
      }
    }
    return best
  }
}

export class PairDepth {
  /**
   * Of the last `measure`: where they are deepest, and the unit direction in which B would have to move to be deeper; A's frame.
   */
  readonly point = new Float64Array(3)
  readonly deeper = new Float64Array(3)
  readonly a: LinkRoom
  readonly b: LinkRoom
  private readonly xBA = new Float64Array(POSE)
  private readonly trial = new Float64Array(3)
  private readonly up = new Float64Array(3)
  private readonly best = new Float64Array(3)
  private readonly bestUp = new Float64Array(3)
  private readonly bestDeeper = new Float64Array(3)
  private readonly deeperAtTrial = new Float64Array(3)

  /** Of the last `piercing`. */
  readonly held = new Float64Array(18)
  private readonly corners = new Float64Array(18)
  private penalty: ((p: Float64Array) => number) | undefined

  constructor(private readonly gap: LinkGap) {
    this.a = new LinkRoom(gap.a)
    this.b = new LinkRoom(gap.b)
  }

  /** How deep the links are by the balls inside their parts alone, in no time: may be far below 0. */
  ofBalls(xAB: Float64Array): number {
    const a = this.a.balls
    const b = this.b.balls
    let deepest = -Infinity
    for (let j = 0; j < b.length; j += BALL) {
      transformPoint(p, 0, xAB, 0, b, j)
      for (let i = 0; i < a.length; i += BALL) {
        const x = p[0]! - a[i]!
        const y = p[1]! - a[i + 1]!
        const z = p[2]! - a[i + 2]!
        const depth = a[i + 3]! + b[j + 3]! - Math.sqrt(x * x + y * y + z * z)
        if (depth > deepest) deepest = depth
      }
    }
    return deepest
  }

  /**
   * The depth of the links, B's frame at xAB[0..11] in A's: a lower bound; not above 0 if none is found. The gap must have been
   * measured there: the search starts at its points.
   */
  measure(xAB: Float64Array): number {
    const { gap, point, deeper } = this
    let depth = -Infinity
    const keep = (d: number, at: Float64Array, along: Float64Array, sign: number): void => {
      if (!(d > depth)) return
      depth = d
      point.set(at)
      for (let k = 0; k < 3; k++) deeper[k] = sign * along[k]!
    }
    this.measureConvex(xAB, keep)
    this.penalty = undefined
    invertPose(this.xBA, 0, xAB, 0)
    // A point goes from frame to frame by three poses, rounded, which touchMargin is some hundred times more than.
    const off = touchMargin(this.a.reach, this.b.reach, xAB, 0)
    for (const seed of this.seeds(xAB)) {
      const d = this.climb(seed)
      keep(d - off, this.best, this.bestDeeper, 1)
    }
    if (gap.partA >= 0) this.measureTouching(xAB, keep)
    if (!(depth > 0)) {
      const d = this.climbFromCentres(xAB)
      keep(d - off, this.best, this.bestDeeper, 1)
    }
    return depth
  }

  /**
   * The largest of both rooms of a point less what `penalty` says of it, by climbs from these points and from those that balls
   * tell: all in A's frame, B's at xAB[0..11]. The point is in `point`. Not less than 0 only if its rooms make up for the
   * penalty. Without a penalty the search tries harder before it reports none.
   */
  deepestPoint(xAB: Float64Array, from: readonly Float64Array[], penalty?: (p: Float64Array) => number): number {
    this.penalty = penalty
    invertPose(this.xBA, 0, xAB, 0)
    const off = touchMargin(this.a.reach, this.b.reach, xAB, 0)
    let most = -Infinity
    for (const seed of [...from, ...this.seeds(xAB)]) {
      const value = this.climb(seed) - off
      if (!(value > most)) continue
      most = value
      this.point.set(this.best)
      if (most > 0) break
    }
    if (penalty !== undefined || most > 0) return most
    const value = this.climbFromCentres(xAB) - off
    if (!(value > most)) return most
    this.point.set(this.best)
    return value
  }

  /** Two convex parts. */
  private measureConvex(xAB: Float64Array, keep: Keep): void {
    const { gap } = this
    for (let i = 0; i < gap.a.length; i++) {
      const { shape: shapeA, inBody } = gap.a[i]!
      if (shapeA.kind === 'mesh') continue
      for (let j = 0; j < gap.b.length; j++) {
        const { shape: shapeB } = gap.b[j]!
        if (shapeB.kind === 'mesh') continue
        gap.relate(i, j, xAB)
        const d = contactShapes(contact, shapeA, shapeB, gap.x, 0, 0)
        if (d > 0) continue
        const off = touchMargin(this.a.rooms[i]!.reach, this.b.rooms[j]!.reach, gap.x, 0)
        this.keepContact(-d - contact.error - off, inBody, keep)
      }
    }
  }

  /** The triangles that touch, or the one and the convex part that it touches. */
  private measureTouching(xAB: Float64Array, keep: Keep): void {
    const { gap } = this
    const { partA, partB, triangleA, triangleB } = gap
    const { shape: shapeA, inBody } = gap.a[partA]!
    const { shape: shapeB } = gap.b[partB]!
    if (triangleA < 0 && triangleB < 0) return
    gap.relate(partA, partB, xAB)
    if (shapeA.kind === 'mesh') loadTriangle(coreA, shapeA, triangleA)
    else loadCore(coreA, shapeA)
    if (shapeB.kind === 'mesh') placeTriangleCore(coreB, shapeB, triangleB, gap.x, 0)
    else placeCore(coreB, shapeB, gap.x, 0)
    const d = contactCores(contact, coreA, coreB, 0)
    if (d > 0) return
    const off = touchMargin(this.a.rooms[partA]!.reach, this.b.rooms[partB]!.reach, gap.x, 0)
    this.keepContact(-d - contact.error - off, inBody, keep)
  }

  /**
   * Of triangles of meshes that go through each other, deeper than `least`: the largest depth less what `motion` says of their
   * corners, which are in `held`, three of A's and three of B's in A's frame. -Infinity if there are none.
   */
  piercing(xAB: Float64Array, least: number, motion: (corners: Float64Array) => number): number {
    const { gap, held, corners } = this
    let best = -Infinity
    for (let i = 0; i < gap.a.length; i++) {
      for (let j = 0; j < gap.b.length; j++) {
        const [{ shape: shapeA, inBody }, { shape: shapeB }] = [gap.a[i]!, gap.b[j]!]
        if (shapeA.kind !== 'mesh' || shapeB.kind !== 'mesh') continue
        gap.relate(i, j, xAB)
        const off = touchMargin(this.a.rooms[i]!.reach, this.b.rooms[j]!.reach, gap.x, 0)
        const { list } = touching
        list.count = 0
        touching.start(shapeA.tree, shapeB.tree, gap.x)
        searchMeshes(shapeA.tree, shapeB.tree, gap.x, touching, false)
        // Spread over all of them, where there are many.
        const step = Math.ceil(list.count / MOST_PIERCING)
        for (let n = 0; n < list.count; n += step) {
          loadTriangle(coreA, shapeA, list.pairs[2 * n]!)
          placeTriangleCore(coreB, shapeB, list.pairs[2 * n + 1]!, gap.x, 0)
          // Before contactCores, which may move B's.
          for (let c = 0; c < 9; c += 3) {
            transformPoint(corners, c, inBody, 0, coreA.points, c)
            transformPoint(corners, 9 + c, inBody, 0, coreB.points, c)
          }
          const depth = -contactCores(contact, coreA, coreB, 0) - contact.error - off
          if (!(depth > least)) continue
          const value = depth - motion(corners)
          if (!(value > best)) continue
          best = value
          held.set(corners)
        }
      }
    }
    return best
  }

  /** What is in `contact`, in the frame of a part of A: between its points, and against its normal. */
  private keepContact(depth: number, pose: Float64Array, keep: Keep): void {
    const { trial, up } = this
    for (let k = 0; k < 3; k++) p[k] = contact.pointA[k]! / 2 + contact.pointB[k]! / 2
    transformPoint(trial, 0, pose, 0, p, 0)
    for (let k = 0; k < 3; k++) {
      up[k] =
        pose[4 * k]! * contact.normal[0]! +
        pose[4 * k + 1]! * contact.normal[1]! +
        pose[4 * k + 2]! * contact.normal[2]!
    }
    keep(depth, trial, up, -1)
  }

  /** Where climbs begin, in A's frame: the best by what balls tell, and where the links touch. */
  private seeds(xAB: Float64Array): Float64Array[] {
    const { gap } = this
    const seeds: { at: Float64Array; depth: number }[] = []
    const a = this.a.balls
    const b = this.b.balls
    for (let j = 0; j < b.length; j += BALL) {
      transformPoint(p, 0, xAB, 0, b, j)
      for (let i = 0; i < a.length; i += BALL) {
        const d = Math.hypot(p[0]! - a[i]!, p[1]! - a[i + 1]!, p[2]! - a[i + 2]!)
        const ra = a[i + 3]!
        const rb = b[j + 3]!
        // On the line of the centres, in the middle of what the balls share; or of the gap between them.
        const s = d > 0 ? Math.min(Math.max((d + ra - rb) / (2 * d), 0), 1) : 0
        const at = Float64Array.from([0, 1, 2], (k) => a[i + k]! + s * (p[k]! - a[i + k]!))
        seeds.push({ at, depth: ra + rb - d })
      }
    }
    seeds.sort((one, other) => other.depth - one.depth)
    const best = seeds.slice(0, CLIMBS).map(({ at }) => at)
    if (gap.partA >= 0) best.push(Float64Array.from(gap.pointA, (x, k) => (x + gap.pointB[k]!) / 2))
    return best
  }

  /**
   * From the best of all centres of balls: where a small link is inside a long one, or beside its balls, climbs from between the
   * balls may have too far to go.
   */
  private climbFromCentres(xAB: Float64Array): number {
    const { trial } = this
    const a = this.a.balls
    const b = this.b.balls
    let seed: Float64Array | undefined
    let most = -Infinity
    for (let k = 0; k < a.length + b.length; k += BALL) {
      if (k < a.length) trial.set(a.subarray(k, k + 3))
      else transformPoint(trial, 0, xAB, 0, b, k - a.length)
      const value = this.roomsAt(most)
      if (!(value > most)) continue
      most = value
      seed = trial.slice()
    }
    return seed === undefined ? -Infinity : this.climb(seed)
  }

  /** The rooms of a point in both; which way there is more of both, and which way B should go, to `up` and `deeperAtTrial`. */
  private roomsAt(least: number): number {
    const { a, b, trial, up, xBA, deeperAtTrial } = this
    const less = this.penalty?.(trial) ?? 0
    const one = a.around(trial[0]!, trial[1]!, trial[2]!, -Infinity)
    transformPoint(p, 0, xBA, 0, trial, 0)
    const other = b.around(p[0]!, p[1]!, p[2]!, least + less - one)
    const d = b.deeper
    for (let k = 0; k < 3; k++) {
      // The inverse of a rotation is its transpose: xBA's columns are rows of xAB.
      const db = xBA[k]! * d[0]! + xBA[4 + k]! * d[1]! + xBA[8 + k]! * d[2]!
      up[k] = a.deeper[k]! + db
      deeperAtTrial[k] = (a.deeper[k]! - db) / 2
    }
    // With neither of them inside, the sum says nothing.
    return (one > 0 || other > 0 ? one + other : Math.min(one, other)) - less
  }

  /** Climbs from a point: along the sum of both directions first, then along the axes. The best point is in `best`. */
  private climb(seed: Float64Array): number {
    const { trial, up, best, bestUp, bestDeeper } = this
    trial.set(seed)
    let value = this.roomsAt(-Infinity)
    const take = (): void => {
      best.set(trial)
      bestUp.set(up)
      bestDeeper.set(this.deeperAtTrial)
    }
    take()
    // As far as a room of the point itself reaches, or the smallest ball of a link's.
    let step = Math.max(Math.abs(value), this.size) / 2
    let tests = 1
    for (let h = 0; h < HALVINGS && tests < CLIMB; ) {
      let better = false
      for (let side = -1; side < 6 && !better && tests < CLIMB; side++) {
        trial.set(best)
        if (side < 0) {
          const length = Math.hypot(bestUp[0]!, bestUp[1]!, bestUp[2]!)
          if (!(length > 1e-6)) continue
          for (let k = 0; k < 3; k++) trial[k]! += (step * bestUp[k]!) / length
        } else trial[side >> 1]! += side % 2 === 0 ? step : -step
        tests++
        const now = this.roomsAt(value)
        if (!(now > value)) continue
        value = now
        take()
        better = true
      }
      if (!better) {
        step /= 2
        h++
      }
    }
    return value
  }

  /** A length of the order of what a link is thick: that of the thinner one. */
  get size(): number {
    return Math.min(largest(this.a), largest(this.b))
  }
}

type Keep = (depth: number, at: Float64Array, along: Float64Array, sign: number) => void

function largest({ balls, rooms }: LinkRoom): number {
  let r = 0
  for (let k = 3; k < balls.length; k += BALL) r = Math.max(r, balls[k]!)
  return r > 0 ? r : Math.max(...rooms.map(({ reach }) => reach)) / 16
}
