// The way of a move: how the joints go from where they are to where changes take them, all on one clock t from 0 to 1.
//
// A joint turns about a fixed axis at a constant rate and slides straight:
//   X(t) = (R(axis, angle·t)·R₀, centre + t·slide + R(axis, angle·t)·(p₀ − centre)).
// `rotate` turns about its axis, `slide` slides; `set` and `move` slide the centre of the frame straight and turn the short way.
//
// One fixed direction of time. The same way is walked for a move and for the move back: the two ends are put in order, by the numbers
// of the poses of the joints, and the way leads from the smaller to the larger (`isReversed` says that this is back in time). All that
// a search computes depends on the way and on the rigid parts between its joints, which are the same for both. So where rounding
// leaves a question open, it leaves it open both ways: Monte Carlo needs that (docs/spec.md, [topology]).

import { composePose, POSE, setAxisAngle } from '../../base/math/pose.js'
import { rotationQuaternion } from '../../base/math/quaternion.js'
import { U } from '../../base/math/rounding.js'
import { arctangent } from '../../base/math/trigonometry.js'
import { InvalidInputError } from '../../errors.js'
import type { ChainChange } from './chain-change.js'
import type { ChainCore } from './chain-core.js'
import { stagedAxis } from './chain-edits.js'

/** Numbers of one joint's way: first pose (12), axis (3), angle (1, not negative), centre (3), slide (3). */
export const WAY = 22
export const WAY_AXIS = 12
export const WAY_ANGLE = 15
export const WAY_CENTRE = 16
export const WAY_SLIDE = 19

/** How a change moves its joint; `TO` is `set` and `move`, `ABOUT` turns the bond too, about the origin of the link before it. */
const TURN = 0
const SLIDE = 1
const TO = 2
const ABOUT = 3

export class ChainWay {
  /** Joints that move, ascending. */
  joints = new Int32Array(4)
  count = 0
  numbers = new Float64Array(4 * WAY)
  /** The way leads from where the changes take the chain to where it is. */
  isReversed = false
  /**
   * How far the last pose of any joint may be from the one that the chain gets, as a rotation (radians) and as a length: rounding of the
   * change, and of the axis and the angle that were taken from it. It is less at every other instant (base/math/quaternion.ts).
   */
  turnError = 0
  shiftError = 0
  /** Where the joints are, and where the changes take them; and what each change is. */
  private poses = new Float64Array(8 * POSE)
  private kinds = new Uint8Array(4)
  private axes = new Float64Array(4 * 7)

  /** Reads changes of joints; nothing of the chain changes. */
  read(core: ChainCore, changes: readonly ChainChange[]): void {
    if (!Array.isArray(changes)) throw new InvalidInputError('changes', changes, 'a list of changes')
    const { staged } = core
    staged.clear()
    this.start(changes.length)
    try {
      for (let k = 0; k < changes.length; k++) {
        const change = changes[k]!
        if (change?.kind === 'shape') {
          throw new InvalidInputError(
            `changes[${k}].kind`,
            change.kind,
            'rotate, slide, move or set: a shape has no way',
          )
        }
        staged.stage(change, `changes[${k}].`, changes.length === 1)
        if (staged.jointCount <= k) {
          const expected = 'a joint that no other change of the move has: the way of two is not defined'
          throw new InvalidInputError(`changes[${k}].joint`, change.joint, expected)
        }
        const at = 7 * k
        this.kinds[k] = change.kind === 'rotate' ? TURN : change.kind === 'slide' ? SLIDE : TO
        if (change.kind === 'rotate') {
          this.axes.set(stagedAxis(), at)
          this.axes[at + 3] = change.angle
          // Without a pivot, it is where the bond ends; NaN says so.
          for (let i = 0; i < 3; i++) this.axes[at + 4 + i] = change.pivot?.[i] ?? Number.NaN
        }
      }
      this.finish(core.body.arrays.joints, staged.joints, staged.poses)
    } finally {
      staged.clear()
    }
  }

  /**
   * The joints in joints[0..count-1] go to poses[12 k] of each, by `set`; with `about`, the first turns about the origin of the link before
   * it, bond and all (a crankshaft). The numbers are good poses already.
   */
  readPoses(core: ChainCore, joints: Int32Array, count: number, poses: Float64Array, about: boolean): void {
    this.start(count)
    const { staged } = core
    staged.clear()
    try {
      for (let k = 0; k < count; k++) {
        staged.put(joints[k]!, poses, k * POSE)
        this.kinds[k] = about && k === 0 ? ABOUT : TO
      }
      this.finish(core.body.arrays.joints, staged.joints, staged.poses)
    } finally {
      staged.clear()
    }
  }

  private start(count: number): void {
    this.count = count
    if (count <= this.kinds.length) return
    this.joints = new Int32Array(2 * count)
    this.numbers = new Float64Array(2 * count * WAY)
    this.poses = new Float64Array(4 * count * POSE)
    this.kinds = new Uint8Array(2 * count)
    this.axes = new Float64Array(14 * count)
  }

  /** Orders the joints and the two ends, and works out the ways. */
  private finish(now: Float64Array, changed: Int32Array, then: Float64Array): void {
    const { count, joints, poses } = this
    // By insertion: few, or in order.
    for (let k = 0; k < count; k++) {
      let at = k
      for (; at > 0 && changed[joints[at - 1]!]! > changed[k]!; at--) joints[at] = joints[at - 1]!
      joints[at] = k
    }
    let order = 0
    for (let n = 0; n < count; n++) {
      const k = joints[n]!
      const from = changed[k]! * POSE
      for (let i = 0; i < POSE; i++) {
        const a = now[from + i]!
        const b = then[k * POSE + i]!
        poses[2 * n * POSE + i] = a
        poses[(2 * n + 1) * POSE + i] = b
        if (order === 0 && a !== b) order = a < b ? 1 : -1
      }
    }
    this.isReversed = order < 0
    this.turnError = 0
    this.shiftError = 0
    for (let n = 0; n < count; n++) {
      const k = joints[n]!
      this.one(n, k)
      joints[n] = changed[k]!
    }
  }

  private one(n: number, k: number): void {
    const { numbers: w, poses, axes, isReversed } = this
    const o = n * WAY
    const first = (2 * n + (isReversed ? 1 : 0)) * POSE
    const last = (2 * n + (isReversed ? 0 : 1)) * POSE
    for (let i = 0; i < POSE; i++) w[o + i] = poses[first + i]!
    const kind = this.kinds[k]!
    w[o + WAY_AXIS] = 0
    w[o + WAY_AXIS + 1] = 0
    w[o + WAY_AXIS + 2] = 1
    w[o + WAY_ANGLE] = 0
    for (let i = 0; i < 3; i++) {
      w[o + WAY_CENTRE + i] = kind === ABOUT ? 0 : poses[first + 4 * i + 3]!
      w[o + WAY_SLIDE + i] = kind === TURN || kind === ABOUT ? 0 : poses[last + 4 * i + 3]! - poses[first + 4 * i + 3]!
    }
    if (kind === TURN) {
      const angle = isReversed ? -axes[7 * k + 3]! : axes[7 * k + 3]!
      const sign = angle < 0 ? -1 : 1
      w[o + WAY_ANGLE] = Math.abs(angle)
      for (let i = 0; i < 3; i++) {
        w[o + WAY_AXIS + i] = sign * axes[7 * k + i]!
        const pivot = axes[7 * k + 4 + i]!
        if (!Number.isNaN(pivot)) w[o + WAY_CENTRE + i] = pivot
      }
    } else if (kind !== SLIDE) shortWay(w, o, poses, first, last)
    wayPose(end, 0, w, o, 1)
    let turned = 0
    let shifted = 0
    for (let i = 0; i < POSE; i++) {
      const off = Math.abs(end[i]! - poses[last + i]!)
      if (i % 4 === 3) shifted += off + 8 * U * Math.abs(end[i]!)
      else turned += off * off
    }
    this.turnError += Math.sqrt(turned) + WAY_ROUNDING
    this.shiftError += shifted
  }
}

/**
 * Rounding of one evaluation of a way, in radians: sines and cosines are good to 2 u, the nine entries of the rotation are sums of two
 * products each (4 u), one product of rotations adds 9 u (docs/spec.md, "Rounding"), an axis is of unit length to 3 u, a joint
 * orthonormal to 8 u. Together below 32 u; the angle's own rounding, u·angle, is counted by the search.
 */
const WAY_ROUNDING = 32 * U

const end = new Float64Array(POSE)
const turn = new Float64Array(POSE)
const q = new Float64Array(4)

/** Axis and angle of the turn from one rotation to another, the short way: 0 to π. */
function shortWay(w: Float64Array, o: number, poses: Float64Array, from: number, to: number): void {
  // D = R₁·R₀ᵀ, to 9 u.
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0
      for (let m = 0; m < 3; m++) sum += poses[to + 4 * i + m]! * poses[from + 4 * j + m]!
      turn[4 * i + j] = sum
    }
  }
  let x = (turn[9]! - turn[6]!) / 2
  let y = (turn[2]! - turn[8]!) / 2
  let z = (turn[4]! - turn[1]!) / 2
  let sine = Math.sqrt(x * x + y * y + z * z)
  const cosine = (turn[0]! + turn[5]! + turn[10]! - 1) / 2
  let angle: number
  // The sine gives the axis to u/sin(angle), which moves nothing by more than u·length; not near half a turn.
  if (cosine > -0.5) angle = sine < 1e-150 ? 0 : arctangent(sine, cosine)
  else {
    rotationQuaternion(q, 0, turn, 0)
    x = q[0]!
    y = q[1]!
    z = q[2]!
    sine = Math.sqrt(x * x + y * y + z * z)
    angle = 2 * arctangent(sine, q[3]!)
  }
  if (!(angle > 0)) return
  w[o + WAY_AXIS] = x / sine
  w[o + WAY_AXIS + 1] = y / sine
  w[o + WAY_AXIS + 2] = z / sine
  w[o + WAY_ANGLE] = angle
}

const placed = new Float64Array(POSE)

/** The pose of a joint at an instant of its way. */
export function wayPose(out: Float64Array, p: number, w: Float64Array, o: number, t: number): void {
  const cx = w[o + WAY_CENTRE]!
  const cy = w[o + WAY_CENTRE + 1]!
  const cz = w[o + WAY_CENTRE + 2]!
  turn[3] = cx + t * w[o + WAY_SLIDE]!
  turn[7] = cy + t * w[o + WAY_SLIDE + 1]!
  turn[11] = cz + t * w[o + WAY_SLIDE + 2]!
  setAxisAngle(turn, 0, w[o + WAY_AXIS]!, w[o + WAY_AXIS + 1]!, w[o + WAY_AXIS + 2]!, w[o + WAY_ANGLE]! * t)
  for (let i = 0; i < POSE; i++) placed[i] = w[o + i]!
  placed[3] = w[o + 3]! - cx
  placed[7] = w[o + 7]! - cy
  placed[11] = w[o + 11]! - cz
  composePose(out, p, turn, 0, placed, 0)
}
