// A chain without any structure: positions by one product after another, and every pair of links tested. Slow, and
// written to be obviously right. Shares with the engine only the pose product and the distance of two shapes, which
// test/oracle/shapes/shapes.ts tests by itself.
import { composeInversePose, composePose, identityPose } from '../../../src/base/math/pose.js'
import { type Shape, sphere } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'

export interface OraclePair {
  readonly i: number
  readonly j: number
  readonly distance: number
}

export class OracleChain {
  constructor(
    readonly shapes: Shape[],
    /** X of link j + 1 in link j's frame. */
    readonly joints: Float64Array[],
  ) {}

  static ofSpheres(centres: ArrayLike<number>, radii: ArrayLike<number>): OracleChain {
    const n = radii.length
    const joints = Array.from({ length: n - 1 }, (_, j) => {
      const x = new Float64Array(12)
      identityPose(x, 0)
      for (let k = 0; k < 3; k++) x[4 * k + 3] = centres[3 * j + 3 + k]! - centres[3 * j + k]!
      return x
    })
    return new OracleChain(
      Array.from({ length: n }, (_, i) => sphere({ radius: radii[i]! })),
      joints,
    )
  }

  /** Pose of every link in link 0's frame. */
  poses(): Float64Array[] {
    const first = new Float64Array(12)
    identityPose(first, 0)
    const poses = [first]
    for (const joint of this.joints) {
      const next = new Float64Array(12)
      composePose(next, 0, poses[poses.length - 1]!, 0, joint, 0)
      poses.push(next)
    }
    return poses
  }

  /** Distances of all pairs more than `neighbours` apart that are at most `cutoff`. */
  pairs(neighbours: number, excluded: (i: number, j: number) => boolean, cutoff: number): OraclePair[] {
    const poses = this.poses()
    const found = new ShapeDistance()
    const x = new Float64Array(12)
    const out: OraclePair[] = []
    for (let i = 0; i < this.shapes.length; i++) {
      for (let j = i + neighbours + 1; j < this.shapes.length; j++) {
        if (excluded(i, j)) continue
        const a = this.shapes[i]!
        const b = this.shapes[j]!
        let distance: number
        if (a.kind === 'sphere' && b.kind === 'sphere') {
          const p = place(poses[i]!, a.centre)
          const q = place(poses[j]!, b.centre)
          distance = Math.max(0, Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) - a.radius - b.radius)
        } else {
          composeInversePose(x, 0, poses[i]!, 0, poses[j]!, 0)
          distance = distanceShapes(found, a, b, x, 0, cutoff)
        }
        if (distance <= cutoff) out.push({ i, j, distance })
      }
    }
    return out
  }
}

function place(pose: Float64Array, p: Float64Array): number[] {
  return [0, 4, 8].map((r) => pose[r]! * p[0]! + pose[r + 1]! * p[1]! + pose[r + 2]! * p[2]! + pose[r + 3]!)
}
