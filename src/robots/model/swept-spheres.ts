// Spheres around everything that a part of a robot can sweep: pairs whose spheres do not meet can never touch, whatever the
// configuration (adaptive-checking-2004, sections IV.C and V.A).
//
// Going up from the part, joint by joint, a sphere (c, r) in the frame of the body below becomes one in the frame of the body
// above that holds it for every value of the joint:
//   turning: centre on the axis at c's foot, radius r + |c − foot| (a full turn, whatever the limits);
//   sliding: centre moved to the middle of the range, radius r + half the range;
//   planar, floating, or sliding without limits: everywhere.
// A mimic joint is taken for itself, over the range its original gives it: more than it can do, never less. So the spheres hold
// for all configurations in which every sliding joint is within its limits.
import { POSE, transformPoint } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import type { BodyLayout } from './body-layout.js'

/**
 * Relative to all lengths added up on the way to a sphere, or to a part's pose in the world: covers 12 roundings at each of 64
 * joints, and there are two of them.
 */
export const SWEEP_ROUNDING = 2048 * U

/** Spheres of one part in the frames of its body, that body's parent and so on up to the world: x, y, z, r each. */
export function sweptSpheres(layout: BodyLayout, body: number, sphere: ArrayLike<number>): Float64Array {
  const path: number[] = []
  for (let b = body; b !== -1; b = layout.parents[b]!) path.push(b)
  const out = new Float64Array(4 * path.length)
  for (let k = 0; k < 4; k++) out[k] = sphere[k]!
  /** What the coordinates of everything so far come to: the unit of rounding. */
  let size = Math.abs(out[0]!) + Math.abs(out[1]!) + Math.abs(out[2]!) + out[3]!
  for (let i = 1; i < path.length; i++) {
    for (let k = 0; k < 3; k++) centre[k] = out[4 * i - 4 + k]!
    const radius = sweepJoint(layout, path[i - 1]!, out[4 * i - 1]!)
    const { origins } = layout
    const o = POSE * path[i - 1]!
    transformPoint(out, 4 * i, origins, o, centre, 0)
    size += radius + Math.abs(origins[o + 3]!) + Math.abs(origins[o + 7]!) + Math.abs(origins[o + 11]!)
    out[4 * i + 3] = radius + SWEEP_ROUNDING * size
  }
  return out
}

const centre = new Float64Array(3)

/** Moves `centre` to where the sphere of everything swept by body b's joint has its own, and returns its radius. */
function sweepJoint(layout: BodyLayout, b: number, radius: number): number {
  const joint = layout.joints[b]!
  const { axis } = joint
  switch (joint.kind) {
    case 'revolute':
    case 'continuous': {
      const along = axis[0]! * centre[0]! + axis[1]! * centre[1]! + axis[2]! * centre[2]!
      let distanceSq = 0
      for (let k = 0; k < 3; k++) {
        const foot = along * axis[k]!
        distanceSq += (centre[k]! - foot) ** 2
        centre[k] = foot
      }
      return radius + Math.sqrt(distanceSq)
    }
    case 'prismatic': {
      const { low, high } = layout.rangeOf(b)
      if (!(high - low < Infinity)) return Infinity
      const middle = low / 2 + high / 2
      for (let k = 0; k < 3; k++) centre[k] = centre[k]! + middle * axis[k]!
      return radius + Math.max(high - middle, middle - low)
    }
    default:
      return Infinity
  }
}

/**
 * How far from the world's origin a part can be, at most: its own size and place, all lengths between the bodies above it, all
 * that sliding joints can do, and FARTHEST for each joint that knows no limit.
 */
export function farthestReach(layout: BodyLayout, body: number, sphere: ArrayLike<number>): number {
  let reach = Math.abs(sphere[0]!) + Math.abs(sphere[1]!) + Math.abs(sphere[2]!) + sphere[3]!
  for (let b = body; b > 0; b = layout.parents[b]!) {
    const o = POSE * b
    const { origins } = layout
    reach += Math.abs(origins[o + 3]!) + Math.abs(origins[o + 7]!) + Math.abs(origins[o + 11]!)
    const { kind } = layout.joints[b]!
    if (kind === 'prismatic') {
      const { low, high } = layout.rangeOf(b)
      reach += Math.min(FARTHEST, Math.max(Math.abs(low), Math.abs(high)))
    } else if (kind === 'planar' || kind === 'floating') reach += 3 * FARTHEST
  }
  return reach
}

/**
 * How far a joint without limits is taken to go, in the caller's unit. Poses are rounded, and the farther from the origin the
 * more: beyond this, nothing is said about pairs that never meet.
 */
export const FARTHEST = 1e6

/** Spheres in a frame that both have, those at spheresA[i..] and spheresB[j..], are apart by more than `margin`. */
export function spheresApart(
  spheresA: Float64Array,
  i: number,
  spheresB: Float64Array,
  j: number,
  margin: number,
): boolean {
  const x = spheresA[i]! - spheresB[j]!
  const y = spheresA[i + 1]! - spheresB[j + 1]!
  const z = spheresA[i + 2]! - spheresB[j + 2]!
  const reach = spheresA[i + 3]! + spheresB[j + 3]! + margin
  return Math.sqrt(x * x + y * y + z * z) * (1 - 8 * U) > reach * (1 + 4 * U)
}
