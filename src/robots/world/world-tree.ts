// The hierarchy over a world's geometries, for what a list of pairs does not answer: distances, and worlds of many pairs.
import { POSE } from '../../base/math/pose.js'
import type { BodyMergeRule } from '../cab/cab-arrays.js'
import type { CheckedPairs } from '../cab/cab-checked.js'
import { CabTree } from '../cab/cab-tree.js'
import type { Kinematics } from '../model/kinematics.js'
import type { WorldLeaves } from './world-leaves.js'
import { CHECKED, NEVER } from './world-pairs.js'

export class WorldTree {
  readonly tree: CabTree
  /** Pairs of geometries that may touch, and all that count for distances, where one of the two moves. */
  readonly mayTouch: CheckedPairs
  readonly counted: CheckedPairs
  /** Bodies that have moved since the tree was last brought up to date: 1; undefined: all. */
  private behind: Uint8Array | undefined

  /** `poses`: of the bodies, by which branches are joined. `statusOf`: of two geometries. */
  constructor(
    leaves: WorldLeaves,
    kinematics: Kinematics,
    poses: Float64Array,
    merge: BodyMergeRule,
    statusOf: (a: number, b: number) => number,
  ) {
    // A tree for what does not move and one for each robot that moves, whose bodies follow one another.
    const roots = new Int32Array(kinematics.bodies)
    for (let b = 1; b < kinematics.bodies; b++) {
      roots[b] = roots[b - 1]! + (kinematics.robots[b] === kinematics.robots[b - 1] ? 0 : 1)
    }
    this.tree = new CabTree(
      {
        parents: kinematics.parents,
        roots,
        leaves: leaves.shapes.map((shape, i) => ({
          body: leaves.bodyOf[i]!,
          shape,
          pose: leaves.inBody.subarray(POSE * i, POSE * i + POSE),
        })),
        poses,
      },
      { merge },
    )
    this.mayTouch = this.tree.pairs((a, b) => statusOf(a, b) === CHECKED)
    this.counted = this.tree.pairs((a, b) => statusOf(a, b) <= NEVER)
  }

  /** Bodies with a changed[b] of 1 have moved. */
  move(changed: Uint8Array): void {
    const { behind } = this
    if (behind !== undefined) for (let b = 0; b < changed.length; b++) behind[b]! |= changed[b]!
  }

  /** Brings the boxes up to date, and returns how many that were. */
  update(poses: Float64Array): number {
    const refitted = this.tree.update(poses, this.behind)
    if (this.behind === undefined) this.behind = new Uint8Array(poses.length / POSE)
    else this.behind.fill(0)
    return refitted
  }
}
