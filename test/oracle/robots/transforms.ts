// Poses as plain 3 × 4 matrices, row by row, put together by hand: for chains of joints that are written down in a test.
import type { Robot } from '../../../src/robots/model/robot.js'

export type Transform = number[]

/** Rz(yaw) Ry(pitch) Rx(roll), as URDF has it. */
export function rotationOf(roll: number, pitch: number, yaw: number): Transform {
  const [a, b] = [Math.cos(roll), Math.sin(roll)]
  const [c, d] = [Math.cos(pitch), Math.sin(pitch)]
  const [e, f] = [Math.cos(yaw), Math.sin(yaw)]
  const x = [1, 0, 0, 0, 0, a, -b, 0, 0, b, a, 0]
  const y = [c, 0, d, 0, 0, 1, 0, 0, -d, 0, c, 0]
  const z = [e, -f, 0, 0, f, e, 0, 0, 0, 0, 1, 0]
  return matrixProduct(matrixProduct(z, y), x)
}

export function matrixProduct(a: Transform, b: Transform): Transform {
  const out: Transform = new Array(12).fill(0)
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 4; c++) {
      for (let k = 0; k < 3; k++) out[4 * r + c] += a[4 * r + k]! * b[4 * k + c]!
    }
    out[4 * r + 3] += a[4 * r + 3]!
  }
  return out
}

/** Where a link is. */
export function linkPose(robot: Robot, q: ArrayLike<number>, link: string): Transform {
  const index = robot.links.findIndex(({ name }) => name === link)
  return Array.from(robot.linkPoses(q).subarray(12 * index, 12 * index + 12))
}
