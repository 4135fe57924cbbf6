// Pairs of leaves that come within a margin, without a hierarchy: every pair of a list, by the leaves' spheres, by a sphere and the
// box of what stands (plates have large spheres), and by their boxes where those meet. Boxes are moved only when they are asked for,
// and nothing is merged, so for a few thousand pairs it is the quicker way. It visits the pairs that a hierarchy of oriented boxes
// visits, less those that spheres separate.
//
// Spheres contain their shapes in exact arithmetic on shapes and poses. In the body's frame that is seen to when a sphere is
// made. In the world its centre is off by at most 4 u of the coordinates it was added up from, and a body's rotation stretches
// what is within it by at most 2·POSE_ERROR of the radius and of the centre's distance from the body's origin.

import { POSE, transformPoint } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import type { Shape } from '../../shapes/shape.js'
import { shapeSphere } from '../../shapes/shape-bounds.js'
import { obbsApart, POSE_ERROR, pointApart, WORLD_OBB } from '../../volumes/world-obb.js'
import { moveBox } from './cab-update.js'

/** Numbers in a row. */
const ROW = 2

/** x, y, z, radius, and what a moved centre may be off by before the body's own place is counted. */
export const LEAF_BALL = 5

/** A dozen roundings of a centre's coordinates, and of what they were added up from. */
const CENTRE_ROUNDING = 16 * U

/** Squares of rounded differences and their sum against a square of a sum. */
const SQUARE_ROUNDING = 16 * U

const ball = new Float64Array(4)

/** A sphere around a shape at the pose X_body_shape, to balls[o..]. */
export function fitLeafBall(balls: Float64Array, o: number, shape: Shape, X_BS: Float64Array): void {
  shapeSphere(ball, 0, shape)
  transformPoint(balls, o, X_BS, 0, ball, 0)
  let size = ball[3]!
  for (let k = 0; k < 3; k++) size += Math.abs(ball[k]!) + Math.abs(X_BS[4 * k + 3]!)
  // The shape's own pose and the body's, one after the other.
  balls[o + 3] = ball[3]! + (4 * POSE_ERROR + CENTRE_ROUNDING) * size
  balls[o + 4] = CENTRE_ROUNDING * size
}

export class CabPairs {
  /** Tests of two boxes since it was last set to 0. */
  volumeTests = 0
  private readonly leaves: number
  /** Rows of pairs with the same first leaf: that leaf, and where its partners begin; one more at the end. */
  private readonly rows: Int32Array
  private readonly partners: Int32Array
  /** In the world: x, y, z, radius a leaf; boxes, and 1 for those that are where their bodies are. */
  private readonly placed: Float64Array
  private readonly box: Float64Array
  private readonly fresh: Uint8Array
  /** The margin: an array, because a number argument would be boxed. */
  private readonly limit = new Float64Array(1)

  /** `balls`, `local`: what contains the leaves, in the frames of their bodies: LEAF_BALL and WORLD_OBB numbers each. */
  constructor(
    private readonly bodyOf: Int32Array,
    private readonly balls: Float64Array,
    private readonly local: Float64Array,
    pairs: Int32Array,
  ) {
    this.leaves = bodyOf.length
    const rows: number[] = []
    for (let k = 0; k < pairs.length; k += 2) {
      if (k === 0 || pairs[k] !== pairs[k - 2]) rows.push(pairs[k]!, k / 2)
    }
    this.rows = Int32Array.from([...rows, -1, pairs.length / 2])
    this.partners = Int32Array.from({ length: pairs.length / 2 }, (_, k) => pairs[2 * k + 1]!)
    this.placed = new Float64Array(4 * this.leaves)
    this.box = new Float64Array(WORLD_OBB * this.leaves)
    this.fresh = new Uint8Array(this.leaves)
  }

  /** To be called when bodies have moved: those with a changed[b] of 1, all if it is left out. Twelve numbers a body. */
  move(poses: Float64Array, changed?: Uint8Array): void {
    const { balls, placed, bodyOf, fresh } = this
    for (let i = 0; i < this.leaves; i++) {
      const body = bodyOf[i]!
      if (changed !== undefined && changed[body] === 0) continue
      fresh[i] = 0
      const o = LEAF_BALL * i
      const p = POSE * body
      const x = balls[o]!
      const y = balls[o + 1]!
      const z = balls[o + 2]!
      const tx = poses[p + 3]!
      const ty = poses[p + 7]!
      const tz = poses[p + 11]!
      placed[4 * i] = poses[p]! * x + poses[p + 1]! * y + poses[p + 2]! * z + tx
      placed[4 * i + 1] = poses[p + 4]! * x + poses[p + 5]! * y + poses[p + 6]! * z + ty
      placed[4 * i + 2] = poses[p + 8]! * x + poses[p + 9]! * y + poses[p + 10]! * z + tz
      placed[4 * i + 3] = balls[o + 3]! + balls[o + 4]! + CENTRE_ROUNDING * (Math.abs(tx) + Math.abs(ty) + Math.abs(tz))
    }
  }

  /** As CabTree.search, in the order of the list; `poses` as they were at the last move that it was given. */
  search(poses: Float64Array, visitor: PairVisitor): boolean {
    const { rows, partners, placed, box, bodyOf, fresh, limit } = this
    limit[0] = visitor.margin
    // Row by row, so that one of the two spheres stays at hand.
    for (let k = 0; k + ROW < rows.length; k += ROW) {
      const i = rows[k]!
      const end = rows[k + ROW + 1]!
      const x = placed[4 * i]!
      const y = placed[4 * i + 1]!
      const z = placed[4 * i + 2]!
      let reach = placed[4 * i + 3]! + limit[0]!
      for (let m = rows[k + 1]!; m < end; m++) {
        const j = partners[m]!
        const dx = x - placed[4 * j]!
        const dy = y - placed[4 * j + 1]!
        const dz = z - placed[4 * j + 2]!
        const r = reach + placed[4 * j + 3]!
        if (dx * dx + dy * dy + dz * dz > r * r * (1 + SQUARE_ROUNDING)) continue
        if (fresh[j] === 0) this.moveBox(j, poses)
        if (bodyOf[j] === 0 && pointApart(box, WORLD_OBB * j, x, y, z, reach)) continue
        if (fresh[i] === 0) this.moveBox(i, poses)
        this.volumeTests++
        if (obbsApart(box, WORLD_OBB * i, WORLD_OBB * j, limit)) continue
        if (visitor.visit(i, j)) return true
        limit[0] = visitor.margin
        reach = placed[4 * i + 3]! + limit[0]!
      }
    }
    return false
  }

  /**
   * The same among pairs from a list of three numbers each, `count` of them from list[o] on: two leaves, and marks of which `mark`
   * must be one.
   */
  searchAmong(
    poses: Float64Array,
    visitor: PairVisitor,
    list: Int32Array,
    o: number,
    count: number,
    mark: number,
  ): boolean {
    const { placed, box, bodyOf, fresh, limit } = this
    limit[0] = visitor.margin
    for (let k = o; k < o + 3 * count; k += 3) {
      if ((list[k + 2]! & mark) === 0) continue
      // As `search` does it: of what is apart by less than the error of a distance, the answer depends on that.
      const i = Math.min(list[k]!, list[k + 1]!)
      const j = Math.max(list[k]!, list[k + 1]!)
      const dx = placed[4 * i]! - placed[4 * j]!
      const dy = placed[4 * i + 1]! - placed[4 * j + 1]!
      const dz = placed[4 * i + 2]! - placed[4 * j + 2]!
      const r = placed[4 * i + 3]! + limit[0]! + placed[4 * j + 3]!
      if (dx * dx + dy * dy + dz * dz > r * r * (1 + SQUARE_ROUNDING)) continue
      if (fresh[j] === 0) this.moveBox(j, poses)
      const reach = placed[4 * i + 3]! + limit[0]!
      const at = WORLD_OBB * j
      if (bodyOf[j] === 0 && pointApart(box, at, placed[4 * i]!, placed[4 * i + 1]!, placed[4 * i + 2]!, reach))
        continue
      if (fresh[i] === 0) this.moveBox(i, poses)
      this.volumeTests++
      if (obbsApart(box, WORLD_OBB * i, WORLD_OBB * j, limit)) continue
      if (visitor.visit(i, j)) return true
    }
    return false
  }

  private moveBox(leaf: number, poses: Float64Array): void {
    this.fresh[leaf] = 1
    moveBox(this.box, WORLD_OBB * leaf, poses, POSE * this.bodyOf[leaf]!, this.local)
  }
}
