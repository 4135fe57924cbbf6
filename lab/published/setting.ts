// What the published checkers know of a world before they check a motion: the pairs of geometries to test, the factors of their
// motion bounds, where the geometries are in their bodies; and the kinematics of one piece of a motion, shared between pairs
// at the same configuration (adaptive-checking-2004, section V.A).
//
// Rounding. η is a fact about the poses that were computed. Those are off by at most 12 u·reach a body (kinematics.ts) from
// where the numbers of the configuration put things; placing a geometry in its body and in the other's frame adds some 64 u. So
// 1e-12 of both geometries' farthest reach, taken off every η, covers 1e-12 / 1.1e-16 = 9000 u: some 700 joints in both
// chains together; for longer ones it grows with them.
import { composeInversePose, composePose, orthonormalise, POSE } from '../../src/base/math/pose.js'
import { Kinematics } from '../../src/robots/model/kinematics.js'
import { neverHolds } from '../../src/robots/motion/never-holds.js'
import type { Motion, MotionPiece } from '../../src/robots/motion/piece.js'
import type { WorldModel } from '../../src/robots/world/world.js'
import type { WorldIndex } from '../../src/robots/world/world-index.js'
import { placeGeometry } from '../../src/robots/world/world-objects.js'
import { CHECKED, NEVER } from '../../src/robots/world/world-pairs.js'
import { GeometryFactors, JointRanges } from './bounds.js'
import { type RssTree, rssTreeOf } from './volumes.js'

/** Of both reaches: what poses may be off by. */
const POSE_ROUNDING = 1e-12
/** Joints in two chains that it is enough for, with room. */
const JOINTS = 512

/** One robot by itself: where it is depends on its own joints only. */
interface RobotParts {
  readonly kinematics: Kinematics
  /** Its first number in a configuration, and how many it has. */
  readonly variable: number
  readonly dof: number
  /** Geometries that move, and their bodies in its kinematics. */
  readonly geometries: Int32Array
  readonly bodies: Int32Array
}

export class PublishedSetting {
  /** Its own, so that the world's stays as it is. */
  readonly kinematics: Kinematics
  readonly ranges: JointRanges
  readonly geometries: readonly GeometryFactors[]
  /** By geometry; only where a pair of two meshes needs it. */
  readonly trees: readonly (RssTree | undefined)[]
  /** Pairs of geometries that are to be tested, and how many joints of each one's chain are below the nearest body above both. */
  readonly pairs: number
  readonly pairA: Int32Array
  readonly pairB: Int32Array
  readonly belowA: Int32Array
  readonly belowB: Int32Array
  /** What is taken off η of a pair. */
  readonly slack: Float64Array
  /** Are both of a pair meshes? */
  readonly isMeshes: Uint8Array
  /** By geometry: in its body; its body. */
  readonly inBody: Float64Array
  readonly bodyOf: Int32Array
  /** Its robot, and its place among what that robot moves; -1 for what stands still. */
  readonly robotOf: Int32Array
  readonly placeOf: Int32Array
  readonly robots: readonly RobotParts[]

  /** `everything`: pairs as well that cannot touch while joints are within their limits. */
  constructor(
    readonly model: WorldModel,
    everything: boolean,
    least?: Float64Array,
    most?: Float64Array,
  ) {
    const { index, robots } = model
    const { shapes, objects, objectOf, partOf } = index
    this.kinematics = new Kinematics(robots)
    this.ranges = new JointRanges(this.kinematics, robots, least, most)
    const count = shapes.length
    this.inBody = new Float64Array(POSE * count)
    this.bodyOf = new Int32Array(count)
    this.robotOf = new Int32Array(count).fill(-1)
    this.placeOf = new Int32Array(count).fill(-1)
    const moved: number[][] = robots.map(() => [])
    for (let g = 0; g < count; g++) {
      const object = objects[objectOf[g]!]!
      const body = placeGeometry(this.inBody, POSE * g, this.kinematics.layout, object, object.geometry[partOf[g]!]!)
      orthonormalise(this.inBody, POSE * g)
      this.bodyOf[g] = body
      if (body === 0) continue
      this.robotOf[g] = object.robot
      this.placeOf[g] = moved[object.robot]!.length
      moved[object.robot]!.push(g)
    }
    let variable = 0
    this.robots = robots.map((placed, r) => {
      // A robot's bodies follow one another, after the world.
      const before = this.kinematics.robots.indexOf(r) - 1
      const geometries = Int32Array.from(moved[r]!)
      const parts = {
        kinematics: new Kinematics([placed]),
        variable,
        dof: placed.robot.dof,
        geometries,
        bodies: geometries.map((g) => this.bodyOf[g]! - before),
      }
      variable += placed.robot.dof
      return parts
    })

    const pairs: number[] = []
    for (let a = 0; a < count && objectOf[a]! < index.movers; a++) {
      for (let b = a + 1; b < count; b++) {
        const status = index.statusOf(a, b)
        if (status === CHECKED || (everything && status === NEVER)) pairs.push(a, b)
      }
    }
    this.pairs = pairs.length / 2
    this.pairA = Int32Array.from({ length: this.pairs }, (_, p) => pairs[2 * p]!)
    this.pairB = Int32Array.from({ length: this.pairs }, (_, p) => pairs[2 * p + 1]!)
    this.isMeshes = new Uint8Array(this.pairs)
    const wanted = new Uint8Array(count)
    for (let p = 0; p < this.pairs; p++) {
      const a = this.pairA[p]!
      const b = this.pairB[p]!
      if (shapes[a]!.kind !== 'mesh' || shapes[b]!.kind !== 'mesh') continue
      this.isMeshes[p] = 1
      wanted[a] = 1
      wanted[b] = 1
    }
    this.trees = shapes.map((shape, g) => (shape.kind === 'mesh' && wanted[g] === 1 ? rssTreeOf(shape) : undefined))
    this.geometries = shapes.map(
      (shape, g) =>
        new GeometryFactors(
          this.ranges,
          this.bodyOf[g]!,
          this.inBody.slice(POSE * g, POSE * g + POSE),
          shape,
          this.trees[g],
        ),
    )
    this.belowA = new Int32Array(this.pairs)
    this.belowB = new Int32Array(this.pairs)
    this.slack = new Float64Array(this.pairs)
    this.setPairs()
  }

  private setPairs(): void {
    const { geometries, pairA, pairB } = this
    for (let p = 0; p < this.pairs; p++) {
      const a = geometries[pairA[p]!]!
      const b = geometries[pairB[p]!]!
      // Both chains end at the world: what they have in common is at their ends.
      let i = a.chain.length
      let j = b.chain.length
      while (i > 0 && j > 0 && a.chain[i - 1] === b.chain[j - 1]) {
        i--
        j--
      }
      this.belowA[p] = i
      this.belowB[p] = j
      const joints = a.chain.length + b.chain.length
      this.slack[p] = POSE_ROUNDING * Math.max(1, joints / JOINTS) * (a.reach + b.reach)
    }
  }
}

const kept = new WeakMap<WorldIndex, Map<boolean, PublishedSetting>>()

/** Made once for a world as long as motions stay within limits; again for a motion that does not, or where there are none. */
export function settingFor(model: WorldModel, motion: Motion, clearance: number): PublishedSetting {
  const { index, reader } = model
  const { pieces } = motion
  const within = pieces.every((piece) => neverHolds(reader, piece))
  // What cannot touch can be near.
  const everything = !within || clearance > 0
  if (within) {
    let settings = kept.get(index)
    if (settings === undefined) {
      settings = new Map()
      kept.set(index, settings)
    }
    let setting = settings.get(everything)
    if (setting === undefined) {
      setting = new PublishedSetting(model, everything)
      settings.set(everything, setting)
    }
    if (setting.ranges.bounded) return setting
  }
  const least = pieces[0]!.least.slice()
  const most = pieces[0]!.most.slice()
  for (const piece of pieces) {
    for (let v = 0; v < least.length; v++) {
      least[v] = Math.min(least[v]!, piece.least[v]!)
      most[v] = Math.max(most[v]!, piece.most[v]!)
    }
  }
  return new PublishedSetting(model, everything, least, most)
}

/** Numbers that poses of one robot in one piece may take up: 64 MB. Beyond that they are forgotten, and computed again where needed. */
const MOST_POSES = 2 ** 23

/** Parts of a piece whose ends are found without a search. A power of two: most motions need no finer ones. */
const COARSE = 1024

/** Where the moving geometries are at configurations of one piece; robot by robot, those that are asked for. */
export class PiecePoses {
  /** Configurations of which the kinematics was computed, of one robot at least. */
  computed = 0
  private readonly robots: readonly RobotPoses[]
  private readonly q: Float64Array
  /** What q is of. */
  private at = NaN

  constructor(
    private readonly setting: PublishedSetting,
    private readonly piece: MotionPiece,
  ) {
    this.q = new Float64Array(piece.dof)
    this.robots = setting.robots.map((parts) => new RobotPoses(parts, this.q))
  }

  /** X_AB of two geometries at t. */
  relate(out: Float64Array, t: number, a: number, b: number): void {
    const { robotOf, placeOf, inBody } = this.setting
    // What stands still has its place in the world as that in its body.
    const ra = robotOf[a]!
    const rb = robotOf[b]!
    const oa = ra < 0 ? POSE * a : this.slotOf(t, ra) + POSE * placeOf[a]!
    const ob = rb < 0 ? POSE * b : this.slotOf(t, rb) + POSE * placeOf[b]!
    composeInversePose(
      out,
      0,
      ra < 0 ? inBody : this.robots[ra]!.poses,
      oa,
      rb < 0 ? inBody : this.robots[rb]!.poses,
      ob,
    )
  }

  private slotOf(t: number, r: number): number {
    const { robots } = this
    const known = robots[r]!.find(t)
    if (known >= 0) return known
    if (robots.every((other) => other.find(t) < 0)) this.computed++
    if (this.at !== t) {
      this.piece.at(this.q, t)
      this.at = t
    }
    return robots[r]!.add(t, this.setting.inBody)
  }
}

class RobotPoses {
  poses: Float64Array
  /** Slots by t: those of multiples of 1 / COARSE, 0 for none or one more; and the others. */
  private readonly coarse = new Int32Array(COARSE + 1)
  private readonly fine = new Map<number, number>()
  private count = 0
  private readonly stride: number
  private readonly q: Float64Array

  /** `q`: of the whole world. */
  constructor(
    private readonly parts: RobotParts,
    q: Float64Array,
  ) {
    this.stride = POSE * parts.geometries.length
    this.poses = new Float64Array(8 * this.stride)
    this.q = q.subarray(parts.variable, parts.variable + parts.dof)
  }

  /** Where the poses at t begin, or -1. */
  find(t: number): number {
    const place = t * COARSE
    const slot = place === Math.floor(place) ? this.coarse[place]! - 1 : (this.fine.get(t) ?? -1)
    return slot * this.stride
  }

  /** Computes those of q. */
  add(t: number, inBody: Float64Array): number {
    const { stride } = this
    const { kinematics, geometries, bodies } = this.parts
    if ((this.count + 1) * stride > MOST_POSES) {
      this.coarse.fill(0)
      this.fine.clear()
      this.count = 0
    }
    const o = this.count * stride
    if (o + stride > this.poses.length) {
      const poses = new Float64Array(Math.max(2 * this.poses.length, o + stride))
      poses.set(this.poses)
      this.poses = poses
    }
    kinematics.update(this.q)
    const slot = this.count++
    const place = t * COARSE
    if (place === Math.floor(place)) this.coarse[place] = slot + 1
    else this.fine.set(t, slot)
    for (let m = 0; m < geometries.length; m++) {
      composePose(this.poses, o + POSE * m, kinematics.poses, POSE * bodies[m]!, inBody, POSE * geometries[m]!)
    }
    return o
  }
}
