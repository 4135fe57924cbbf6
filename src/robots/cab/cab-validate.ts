// Whether every box of a hierarchy of bodies contains what it must: leaves their shapes, parents their children. In doubles, so
// a fault below rounding is not seen; tests compare with exact arithmetic as well.
import { orthonormalityError, POSE, transformPoint } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { validateTreeShape } from '../../base/work/tree-shape.js'
import { BrokenInvariantError } from '../../errors.js'
import type { Shape } from '../../shapes/shape.js'
import { extremeBalls } from '../../shapes/shape-bounds.js'
import { AABB } from '../../volumes/aabb.js'
import { obbContains } from '../../volumes/obb.js'
import { AXES_ERROR, POSE_ERROR, WORLD_HALF, WORLD_OBB } from '../../volumes/world-obb.js'
import type { CabArrays } from './cab-arrays.js'

export interface PlacedShape {
  readonly body: number
  readonly shape: Shape
  /** X_body_shape */
  readonly pose: Float64Array
}

/** Rounding of a check, in units of the coordinates involved. */
const CHECK_ROUNDING = 64 * U

const point = new Float64Array(3)

export function validateCab(c: CabArrays, leaves: readonly PlacedShape[]): void {
  validateTreeShape(c, leaves.length)
  for (let i = 0; i < c.box.length; i++) {
    if (!Number.isFinite(c.box[i]!))
      throw new BrokenInvariantError(`box of node ${Math.floor(i / c.stride)} is not finite`)
  }
  for (let b = 0; b < c.bodies; b++) {
    const error = orthonormalityError(c.poses, POSE * b)
    if (!(error <= POSE_ERROR)) throw new BrokenInvariantError(`pose of body ${b} is not rigid: off by ${error}`)
  }
  for (let n = 0; n < c.nodes; n++) {
    if (c.oriented) {
      const error = orthonormalityError(c.box, WORLD_OBB * n)
      if (!(error <= AXES_ERROR)) throw new BrokenInvariantError(`axes of node ${n} are off by ${error}`)
    }
    const leaf = c.leafOf[n]!
    if (leaf >= 0) {
      if (!holdsShape(c, n, leaves[leaf]!))
        throw new BrokenInvariantError(`box of node ${n} does not contain leaf ${leaf}`)
      continue
    }
    const child = c.child[n]!
    const holds = c.bodyOf[n]! >= 0 ? holdsLeaves(c, n, leaves) : holdsBox(c, n, child) && holdsBox(c, n, child + 1)
    if (!holds) throw new BrokenInvariantError(`box of node ${n} does not contain what is below it`)
  }
}

/** Nodes of one body are fitted to its leaves, not to each other. */
function holdsLeaves(c: CabArrays, n: number, leaves: readonly PlacedShape[]): boolean {
  return c.order.subarray(c.first[n]!, c.end[n]!).every((leaf) => holdsShape(c, n, leaves[leaf]!))
}

function holdsShape(c: CabArrays, n: number, leaf: PlacedShape): boolean {
  const balls = extremeBalls(leaf.shape)
  for (let i = 0; i < balls.length; i += 4) {
    transformPoint(point, 0, leaf.pose, 0, balls, i)
    transformPoint(point, 0, c.poses, POSE * leaf.body, point, 0)
    if (!holdsPoint(c, n, balls[i + 3]!)) return false
  }
  return true
}

/** `point`, and all within r of it. */
function holdsPoint(c: CabArrays, n: number, r: number): boolean {
  const slack = CHECK_ROUNDING * (Math.abs(point[0]!) + Math.abs(point[1]!) + Math.abs(point[2]!) + r)
  const o = c.stride * n
  if (!c.oriented) {
    for (let k = 0; k < 3; k++) {
      if (point[k]! - r < c.box[o + k]! - slack || point[k]! + r > c.box[o + 3 + k]! + slack) return false
    }
    return true
  }
  const grown = c.box.slice(o, o + WORLD_OBB)
  for (let k = 0; k < 3; k++) grown[WORLD_HALF + k] = grown[WORLD_HALF + k]! - r + slack
  return obbContains(grown, 0, point, 0)
}

function holdsBox(c: CabArrays, n: number, child: number): boolean {
  const { box } = c
  if (!c.oriented) {
    const o = AABB * n
    const i = AABB * child
    for (let k = 0; k < 3; k++) if (box[i + k]! < box[o + k]! || box[i + 3 + k]! > box[o + 3 + k]!) return false
    return true
  }
  const i = WORLD_OBB * child
  for (let corner = 0; corner < 8; corner++) {
    for (let row = 0; row < 3; row++) {
      let at = box[i + 4 * row + 3]!
      for (let k = 0; k < 3; k++) {
        at += box[i + 4 * row + k]! * box[i + WORLD_HALF + k]! * ((corner >> k) & 1 ? 1 : -1)
      }
      point[row] = at
    }
    if (!holdsPoint(c, n, 0)) return false
  }
  return true
}
