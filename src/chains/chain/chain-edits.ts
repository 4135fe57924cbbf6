// A change set on its way into a chain, and out of it again. Changes are worked out on copies of the joints they touch; only
// when all of them have proved good are the copies swapped with the chain's own. What was there before is then in the copies,
// and undo swaps once more.
import { checkCoordinate, checkFields, checkFinite, checkIndex, checkVec3 } from '../../base/math/checks.js'
import {
  composePose,
  orthonormalise,
  orthonormalityError,
  POSE,
  rotationDeterminant,
  setAxisAngle,
} from '../../base/math/pose.js'
import { readPlacement, readPose } from '../../base/math/pose-input.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { checkShape, type Shape } from '../../shapes/shape.js'
import type { CarefulPoses } from './chain-careful.js'
import type { ChainChange } from './chain-change.js'
import type { LinkShape } from './chain-links.js'
import type { Pending } from './chain-pending.js'

/** The fields of each kind of change. */
const FIELDS: Readonly<Record<ChainChange['kind'], readonly string[]>> = {
  rotate: ['kind', 'joint', 'angle', 'axis', 'pivot'],
  slide: ['kind', 'joint', 'distance', 'axis'],
  move: ['kind', 'joint', 'by'],
  set: ['kind', 'joint', 'pose'],
  shape: ['kind', 'link', 'shape'],
}

export class ChainEdits {
  /** Joints changed; `poses` holds their new poses before a swap and their old ones after it. */
  joints = new Int32Array(8)
  poses = new Float64Array(8 * POSE)
  jointCount = 0
  /** Links whose shapes change, and the shapes: new before a swap, old after it. */
  readonly links: number[] = []
  readonly shapes: (Shape | LinkShape)[] = []
  /** Of two joints, the links between them are all that moves (Pending). */
  isSpan = false
  /** The same, except for rounding, whether or not there is room for it. */
  isSwing = false
  private readonly slots = new Map<number, number>()
  private readonly shapeSlots = new Map<number, number>()

  constructor(
    private readonly chainJoints: Float64Array,
    private readonly size: number,
  ) {}

  clear(): void {
    this.jointCount = 0
    this.isSpan = false
    this.isSwing = false
    if (this.links.length > 0) {
      this.links.length = 0
      this.shapes.length = 0
    }
    if (this.slots.size > 0) this.slots.clear()
    if (this.shapeSlots.size > 0) this.shapeSlots.clear()
  }

  /** Works one change out. `field` is what an error names it by; `alone`: it is the only one of its set. */
  stage(change: ChainChange, field: string, alone: boolean): void {
    const name = field.slice(0, -1)
    if (typeof change !== 'object' || change === null) throw new InvalidInputError(name, change, 'a change')
    const fields = FIELDS[change.kind]
    if (fields === undefined) throw new InvalidInputError(`${field}kind`, change.kind, Object.keys(FIELDS).join(', '))
    checkFields(name, change, fields)
    switch (change.kind) {
      case 'rotate':
        this.rotate(change.joint, change.angle, change.axis, change.pivot, field, alone)
        return
      case 'slide': {
        const at = this.slot(change.joint, field, alone)
        const distance = checkFinite(`${field}distance`, change.distance)
        this.axis(change.axis, at, field)
        for (let k = 0; k < 3; k++) this.poses[at + 4 * k + 3] = this.poses[at + 4 * k + 3]! + distance * axis[k]!
        this.checkReach(at, field)
        return
      }
      case 'move': {
        const at = this.slot(change.joint, field, alone)
        readPose(by, 0, `${field}by`, change.by)
        for (let k = 0; k < POSE; k++) old[k] = this.poses[at + k]!
        composePose(this.poses, at, by, 0, old, 0)
        orthonormalise(this.poses, at)
        this.checkReach(at, field)
        return
      }
      case 'set': {
        const at = this.slot(change.joint, field, alone)
        readPlacement(this.poses, at, `${field}pose`, change.pose)
        return
      }
      case 'shape':
        checkIndex(`${field}link`, change.link, 0, this.size)
        this.shape(change.link, checkShape(`${field}shape`, change.shape), alone)
        return
    }
  }

  /**
   * The only change of its joint in the set: the pose at poses[at..at+11]. As `set` has it, bit by bit; names are made up only for what is
   * refused, and a rotation that is one to rounding is not gone over again.
   */
  put(joint: number, poses: Float64Array, at: number): void {
    const slot = this.slot(joint, '', true)
    const own = this.poses
    for (let k = 0; k < POSE; k++) own[slot + k] = poses[at + k]!
    const reach = Math.max(Math.abs(own[slot + 3]!), Math.abs(own[slot + 7]!), Math.abs(own[slot + 11]!))
    // Not a number is not below anything.
    const good = orthonormalityError(own, slot) <= 1e-15 && rotationDeterminant(own, slot) > 0
    if (!(good && reach <= MAX_COORDINATE)) readPlacement(own, slot, 'pose', poses.subarray(at, at + POSE))
  }

  /** The only change of its link in the set. */
  putShape(link: number, shape: LinkShape): void {
    if (!(Number.isInteger(link) && link >= 0 && link < this.size)) checkIndex('link', link, 0, this.size)
    this.links.push(link)
    this.shapes.push(shape)
  }

  rotate(
    joint: number,
    angle: number,
    about: ArrayLike<number> | undefined,
    pivot: ArrayLike<number> | undefined,
    field: string,
    alone: boolean,
  ): void {
    const at = this.slot(joint, field, alone)
    if (!Number.isFinite(angle)) checkFinite(`${field}angle`, angle)
    if (pivot !== undefined) checkVec3(`${field}pivot`, pivot)
    this.axis(about, at, field)
    const { poses } = this
    by[3] = 0
    by[7] = 0
    by[11] = 0
    setAxisAngle(by, 0, axis[0]!, axis[1]!, axis[2]!, angle)
    for (let k = 0; k < POSE; k++) old[k] = poses[at + k]!
    if (pivot !== undefined) {
      // About another point: the bond turns too. Without one, its three numbers are not touched, so they cannot drift.
      for (let k = 0; k < 3; k++) old[4 * k + 3] = old[4 * k + 3]! - pivot[k]!
      composePose(poses, at, by, 0, old, 0)
      for (let k = 0; k < 3; k++) poses[at + 4 * k + 3] = poses[at + 4 * k + 3]! + pivot[k]!
      this.checkReach(at, field)
    } else {
      composePose(poses, at, by, 0, old, 0)
      poses[at + 3] = old[3]!
      poses[at + 7] = old[7]!
      poses[at + 11] = old[11]!
    }
    orthonormalise(poses, at)
  }

  private shape(link: number, shape: Shape, alone: boolean): void {
    const known = alone ? undefined : this.shapeSlots.get(link)
    if (known !== undefined) {
      this.shapes[known] = shape
      return
    }
    if (!alone) this.shapeSlots.set(link, this.links.length)
    this.links.push(link)
    this.shapes.push(shape)
  }

  /** Room for a joint's pose, which holds what the joint is now or what earlier changes of the set made of it. */
  private slot(joint: number, field: string, alone: boolean): number {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < this.size - 1))
      checkIndex(`${field}joint`, joint, 0, this.size - 1)
    if (!alone) {
      const known = this.slots.get(joint)
      if (known !== undefined) return known
    }
    const n = this.jointCount++
    if (n === this.joints.length) {
      const joints = new Int32Array(2 * n)
      joints.set(this.joints)
      this.joints = joints
      const poses = new Float64Array(2 * n * POSE)
      poses.set(this.poses)
      this.poses = poses
    }
    const at = n * POSE
    this.joints[n] = joint
    for (let k = 0; k < POSE; k++) this.poses[at + k] = this.chainJoints[joint * POSE + k]!
    if (!alone) this.slots.set(joint, at)
    return at
  }

  /** The unit axis of a change: the caller's, or the bond. */
  private axis(given: ArrayLike<number> | undefined, at: number, field: string): void {
    let x = this.poses[at + 3]!
    let y = this.poses[at + 7]!
    let z = this.poses[at + 11]!
    if (given !== undefined) {
      checkVec3(`${field}axis`, given)
      x = given[0]!
      y = given[1]!
      z = given[2]!
    }
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
    if (!(largest > 1e-150)) {
      throw new InvalidInputError(
        `${field}axis`,
        given ?? [x, y, z],
        given === undefined
          ? 'given: the links of this joint share an origin, so there is no bond to take it from'
          : 'a direction, not three zeros',
      )
    }
    const scaled = largest > 1e150 ? 1 / largest : 1
    x *= scaled
    y *= scaled
    z *= scaled
    const length = Math.sqrt(x * x + y * y + z * z)
    axis[0] = x / length
    axis[1] = y / length
    axis[2] = z / length
  }

  private checkReach(at: number, field: string): void {
    for (let k = 3; k < POSE; k += 4) checkCoordinate(`${field}translation`, this.poses[at + k]!)
  }

  /**
   * Marks what a search may no longer take for granted. A link whose shape has changed may touch any other: it is a span of one
   * link. Among other changes, that is what changes of the joints on both sides of it would do, and a few pairs more. `asSpan`: links on both
   * sides of a span that swings are to be taken for unmoved, though rounding has moved them.
   */
  addPending(pending: Pending, asSpan: boolean): void {
    if (this.links.length === 0) {
      if (asSpan) pending.addSpan(this.joints[0]! + 1, this.joints[1]! + 1, this.size)
      else pending.add(this.joints, this.jointCount)
      return
    }
    if (this.links.length === 1 && this.jointCount === 0) {
      pending.addSpan(this.links[0]!, this.links[0]! + 1, this.size)
      return
    }
    const joints = Array.from(this.joints.subarray(0, this.jointCount))
    for (const link of this.links) {
      if (link > 0) joints.push(link - 1)
      if (link + 1 < this.size) joints.push(link)
    }
    pending.add(joints, joints.length)
  }

  spoil(careful: CarefulPoses): void {
    for (let k = 0; k < this.jointCount; k++) careful.spoil(this.joints[k]!)
  }

  /** Writes the leaves that have changed to `out`, ascending, each once. Returns how many. */
  leaves(out: Int32Array, linksPerLeaf: number): number {
    let n = 0
    for (let k = 0; k < this.jointCount; k++) out[n++] = Math.trunc(this.joints[k]! / linksPerLeaf)
    for (const link of this.links) out[n++] = Math.trunc(link / linksPerLeaf)
    if (n < 2) return n
    if (n === 2) {
      const [a, b] = [out[0]!, out[1]!]
      out[0] = Math.min(a, b)
      out[1] = Math.max(a, b)
      return a === b ? 1 : 2
    }
    out.subarray(0, n).sort()
    let kept = 1
    for (let k = 1; k < n; k++) if (out[k] !== out[kept - 1]) out[kept++] = out[k]!
    return kept
  }

  get byteLength(): number {
    return this.joints.byteLength + this.poses.byteLength
  }

  /** Exchanges the poses here with the chain's. */
  swapJoints(): void {
    const { chainJoints, poses } = this
    for (let n = 0; n < this.jointCount; n++) {
      const o = this.joints[n]! * POSE
      const p = n * POSE
      for (let k = 0; k < POSE; k++) {
        const was = chainJoints[o + k]!
        chainJoints[o + k] = poses[p + k]!
        poses[p + k] = was
      }
    }
  }
}

/** The unit axis of the rotation or the slide that was staged last, by whatever edits. */
export function stagedAxis(): Float64Array {
  return axis
}

const axis = new Float64Array(3)
const by = new Float64Array(POSE)
const old = new Float64Array(POSE)
