// Where the links of a chain are in exact arithmetic on the numbers of its joints: no rounding at all.
import { add, type Dyadic, exact, multiply } from '../exact.js'

/** Twelve exact numbers, row-major 3×4. */
export type ExactPose = readonly Dyadic[]

export function exactPose(x: ArrayLike<number>, at = 0): ExactPose {
  return Array.from({ length: 12 }, (_, k) => exact(x[at + k]!))
}

export function compose(x: ExactPose, y: ExactPose): ExactPose {
  const out: Dyadic[] = []
  for (let row = 0; row < 12; row += 4) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? x[row + 3]! : exact(0)
      for (let k = 0; k < 3; k++) sum = add(sum, multiply(x[row + k]!, y[4 * k + column]!))
      out.push(sum)
    }
  }
  return out
}

/** Origins of the links' frames: the first at `first`, each next one by the joint's twelve numbers. */
export function exactPoses(first: ExactPose, joints: readonly ArrayLike<number>[]): ExactPose[] {
  const poses = [first]
  for (const joint of joints) poses.push(compose(poses[poses.length - 1]!, exactPose(joint)))
  return poses
}

/** −1, 0 or 1. */
export function sign(a: Dyadic): number {
  return a.m > 0n ? 1 : a.m < 0n ? -1 : 0
}

export function subtract(a: Dyadic, b: Dyadic): Dyadic {
  return add(a, { m: -b.m, e: b.e })
}
