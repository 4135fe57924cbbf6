// What a hierarchy of bodies keeps of its leaves, all in their bodies' frames: a box each, fitted once; boxes around several
// leaves of one body; and, where asked for, balls whose hull contains a leaf.
import { composePose, identityPose, orthonormalise, POSE, transformPoint } from '../../base/math/pose.js'
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import type { PartShape, Shape } from '../../shapes/shape.js'
import { boxCorners, shapeBalls, shapeObb } from '../../shapes/shape-bounds.js'
import { fitTightObb } from '../../volumes/fit-obb-tight.js'
import { fitObb, OBB } from '../../volumes/obb.js'
import { WORLD_HALF, WORLD_SIZE } from '../../volumes/world-obb.js'

/**
 * What covers making a shape's box (axes orthonormal to 300 u, by box-tree.ts) one in its body's frame with axes that are
 * so to 32 u, in units of its half extents: the axes move by less than 400 u, which each of three coordinates feels
 * thrice.
 */
const TURN_ROUNDING = 4096 * U

/**
 * What covers moving a box by its body's pose later on, in units of its half extents and its centre's coordinates: products of
 * axes and of the centre are off by 5 u each, felt by three coordinates thrice.
 */
const MOVE_ROUNDING = 64 * U

const pose = new Float64Array(POSE)
const half = new Float64Array(3)
const fitted = new Float64Array(OBB)

/** The box of a shape at the pose X_body_shape, to local[o..]. */
export function fitLeafBox(local: Float64Array, o: number, shape: Shape, X_BS: Float64Array): void {
  shapeObb(pose, 0, half, 0, shape)
  tighten(shape)
  composePose(local, o, X_BS, 0, pose, 0)
  orthonormalise(local, o)
  let size = 0
  let reach = 0
  for (let k = 0; k < 3; k++) {
    size += half[k]!
    reach += Math.abs(pose[4 * k + 3]!) + Math.abs(X_BS[4 * k + 3]!)
  }
  setHalf(local, o, half, 0, TURN_ROUNDING * size + MOVE_ROUNDING * reach)
}

/** A box found for a shape, and which version of its mesh that is. */
interface TightBox {
  readonly version: number
  /** Undefined where the box that the shape has is no larger. */
  readonly box: Float64Array | undefined
}

/** Found once: it takes a pass over all points, and worlds are built again and again. */
const tightBoxes = new WeakMap<Shape, TightBox>()

/** Puts a smaller box in the place of a shape's, in `pose` and `half`, if one is found: those of a Panda lose an eighth of their volume. */
function tighten(shape: Shape): void {
  if (shape.kind !== 'mesh' && shape.kind !== 'convex') return
  const version = shape.kind === 'mesh' ? shape.tree.version : 0
  let known = tightBoxes.get(shape)
  if (known?.version !== version) {
    known = { version, box: tightBox(shape) }
    tightBoxes.set(shape, known)
  }
  const { box } = known
  if (box === undefined) return
  for (let k = 0; k < POSE; k++) pose[k] = box[k]!
  for (let k = 0; k < 3; k++) half[k] = box[POSE + k]!
}

/** A box smaller than the one in `half`. */
function tightBox(shape: PartShape): Float64Array | undefined {
  const balls = shapeBalls([shape])
  const points = new Float64Array((3 * balls.length) / 4)
  for (let i = 0, o = 0; i < balls.length; i += 4, o += 3) {
    for (let k = 0; k < 3; k++) points[o + k] = balls[i + k]!
  }
  const box = new Float64Array(OBB)
  fitTightObb(box, 0, points, points.length / 3)
  return box[12]! * box[13]! * box[14]! < half[0]! * half[1]! * half[2]! ? box : undefined
}

/** Numbers in the corners of a box. */
export const BOX_CORNERS = 24

/** The corners of the box local[b..], in its body's frame, off by up to 4 u of their coordinates. */
export function setCorners(corners: Float64Array, o: number, local: Float64Array, b: number): void {
  for (let k = 0; k < 3; k++) half[k] = local[b + WORLD_HALF + k]!
  boxCorners(corners, o, half, local, b)
}

/** A box around leaves, given by the corners of their boxes, to local[o..]. */
export function fitBodyBox(local: Float64Array, o: number, corners: Float64Array): void {
  fitObb(fitted, 0, corners, corners.length / 3)
  let reach = 0
  for (let i = 0; i < corners.length; i++) reach = Math.max(reach, Math.abs(corners[i]!))
  for (let k = 0; k < POSE; k++) local[o + k] = fitted[k]!
  orthonormalise(local, o)
  const size = fitted[12]! + fitted[13]! + fitted[14]!
  setHalf(local, o, fitted, 12, TURN_ROUNDING * size + MOVE_ROUNDING * 3 * reach)
}

function setHalf(local: Float64Array, o: number, from: Float64Array, i: number, slack: number): void {
  let size = 0
  let centre = 0
  for (let k = 0; k < 3; k++) {
    size += from[i + k]!
    centre += Math.abs(local[o + 4 * k + 3]!)
  }
  const pad = slack + MOVE_ROUNDING * (size + slack + centre) + TINY_LENGTH
  local[o + WORLD_SIZE] = 0
  for (let k = 0; k < 3; k++) {
    local[o + WORLD_HALF + k] = from[i + k]! + pad
    local[o + WORLD_SIZE] = local[o + WORLD_SIZE]! + local[o + WORLD_HALF + k]!
  }
}

/** Balls x, y, z, r in the body's frame, whose hull contains the shape at the pose X_body_shape up to LEAF_ROUNDING. */
export function leafBalls(shape: Shape, X_BS: Float64Array): Float64Array {
  const balls = shapeBalls(shape.kind === 'group' ? shape.parts : [shape])
  for (let i = 0; i < balls.length; i += 4) transformPoint(balls, i, X_BS, 0, balls, i)
  return balls
}

export const IDENTITY = identityPose(new Float64Array(POSE), 0)
