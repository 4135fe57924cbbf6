// Two spheres that one turning joint brings within rounding of touching: measured again from poses that rounding has hardly touched
// (chain-careful.ts), so that what is left open does not grow with the chain.
//
// The poses of both links seen from the joint are products of the joints between, in sums of two doubles: off by 2⁻⁹⁶·N of the coordinates on
// the way (chain-careful.ts; what these keep of other ways is not asked, so that the same question has the same answer), and by
// CAREFUL_ROUNDING of their lengths once they are rounded. In the frame of the axis they are turned once more (12 u), and the arc is good to
// 16 u of the lengths (chain-move-arc.ts); four times CAREFUL_ROUNDING holds all of that. The turn itself is off by 32 u and u·angle
// (chain-way.ts), and from the chain's own end by the way's errors.

import { composePose, identityPose, POSE, transformPoint } from '../../base/math/pose.js'
import { CAREFUL_ROUNDING, TINY_LENGTH, U } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { CAREFUL, carefulRelative } from './chain-careful.js'
import { type ChainBody, carefulPoses } from './chain-links.js'
import { type AxisTurn, arcDistance, arcInstant } from './chain-move-arc.js'
import { setAxisFrame } from './chain-move-items.js'
import { type ChainWay, WAY_ANGLE, wayPose } from './chain-way.js'

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const unit = identityPose(new Float64Array(CAREFUL), 0)
const careful = new Float64Array(CAREFUL)
const pose = new Float64Array(POSE)
const placed = new Float64Array(POSE)
const turned = new Float64Array(POSE)
const frame = new Float64Array(POSE)
const points = new Float64Array(6)

/** A coordinate is at most √3 times a length, there are two links, and room for as much again. */
const CARRIED = 2 ** -96 * 8

/** What is known of the two spheres: instant of a contact, or −1; and whether they are apart. */
export const tie = { isApart: false, at: -1 }

/** Links i < j, both spheres, from instant t of the way of a lone joint to `until`. `lengths`: no two links of a segment are farther apart. */
export function decideTie(
  body: ChainBody,
  way: ChainWay,
  times: AxisTurn,
  i: number,
  j: number,
  t: number,
  until: number,
  lengths: number,
): void {
  const { localBalls } = body.arrays
  const m = way.joints[0]!
  const poses = carefulPoses(body)
  setAxisFrame(frame, way.numbers)
  // Link i seen from link m, then from the axis.
  poses.carry(careful, IDENTITY, i, m)
  carefulRelative(pose, careful, unit)
  composePose(placed, 0, frame, 0, pose, 0)
  transformPoint(points, 0, placed, 0, localBalls, i * BALL)
  // Link j seen from link m + 1, where the way begins.
  poses.carry(careful, IDENTITY, m + 1, j)
  for (let k = 0; k < POSE; k++) pose[k] = careful[k]!
  wayPose(turned, 0, way.numbers, 0, 0)
  composePose(placed, 0, turned, 0, pose, 0)
  composePose(turned, 0, frame, 0, placed, 0)
  transformPoint(points, 3, turned, 0, localBalls, j * BALL)
  let size = 0
  for (let k = 0; k < 3; k++) {
    size += Math.abs(points[k]!) + Math.abs(points[3 + k]!) + Math.abs(pose[4 * k + 3]!) + Math.abs(frame[4 * k + 3]!)
    size +=
      Math.abs(localBalls[i * BALL + k]!) + Math.abs(localBalls[j * BALL + k]!) + Math.abs(way.numbers[4 * k + 3]!)
  }
  const radii = localBalls[i * BALL + 3]! + localBalls[j * BALL + 3]!
  const angle = way.numbers[WAY_ANGLE]!
  const turning = 4 * CAREFUL_ROUNDING + way.turnError + (32 + 2 * angle) * U
  const margin = turning * (size + radii) + way.shiftError + CARRIED * (body.arrays.links + 1) * lengths + TINY_LENGTH
  const gap = Math.sqrt(arcDistance(times, points, 0, points, 3, t, until)) - radii
  tie.isApart = gap > margin
  tie.at = gap <= -margin ? arcInstant(times, t, until) : -1
}
