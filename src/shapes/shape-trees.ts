// Shapes as trees of boxes, for the searches of meshes/tree/: a mesh has its own, a group one over its parts, and anything
// else is a tree of one leaf.

import { POSE } from '../base/math/pose.js'
import type { PairVisitor } from '../base/work/traverse-pair.js'
import { type BoxTree, fitBoxes, pointsReach } from '../meshes/tree/box-tree.js'
import { splitBoxes } from '../meshes/tree/mesh-splits.js'
import { BOX, BOX_HALF, BOX_SIZE } from '../volumes/node-box.js'
import type { PartShape, Shape } from './shape.js'
import { boxCorners, groupBoxes, shapeObb } from './shape-bounds.js'

/** Corners of a box. */
const CORNERS = 8

/** A tree whose leaves are the parts, by the corners of their bounding boxes. */
export function buildGroupTree(parts: readonly PartShape[]): BoxTree {
  const shape = splitBoxes(groupBoxes(parts), { split: 'middle', leafSize: 1 })
  const points = new Float64Array(3 * CORNERS * parts.length)
  const pose = new Float64Array(POSE)
  const half = new Float64Array(3)
  parts.forEach((part, k) => {
    shapeObb(pose, 0, half, 0, part)
    boxCorners(points, 3 * CORNERS * k, half, pose, 0)
  })
  const corners = Uint32Array.from({ length: CORNERS * parts.length }, (_, k) => k)
  const items = { points, corners, stride: CORNERS }
  const boxes = new Float64Array(BOX * shape.nodes)
  const reach = pointsReach(items)
  fitBoxes(boxes, shape, items, reach)
  return { ...shape, boxes, reach }
}

const ONE_CHILD = Int32Array.of(-1)
const ONE_FIRST = Int32Array.of(0)
const ONE_END = Int32Array.of(1)
const ONE_ORDER = Uint32Array.of(0)

/** A shape that is not taken apart: one leaf with its bounding box. Can be set again and again. */
export class SingleTree implements BoxTree {
  readonly nodes = 1
  readonly child = ONE_CHILD
  readonly first = ONE_FIRST
  readonly end = ONE_END
  readonly order = ONE_ORDER
  readonly boxes = new Float64Array(BOX)
  reach = 0

  set(shape: Shape): void {
    const { boxes } = this
    if (shape.kind === 'mesh') {
      boxes.set(shape.tree.boxes.subarray(0, BOX))
      this.reach = shape.tree.reach
      return
    }
    shapeObb(boxes, 0, boxes, BOX_HALF, shape)
    const a = boxes[BOX_HALF]!
    const b = boxes[BOX_HALF + 1]!
    const c = boxes[BOX_HALF + 2]!
    boxes[BOX_SIZE] = a * b + b * c + c * a
    // |x| + |y| + |z| of a corner is at most that of the centre and √3 of the half extents.
    this.reach = Math.abs(boxes[3]!) + Math.abs(boxes[7]!) + Math.abs(boxes[11]!) + 1.7321 * (a + b + c)
  }
}

/** The tree of a shape's parts, if it is a group; else `single`, set to it. */
export function partsTree(shape: Shape, single: SingleTree): BoxTree {
  if (shape.kind === 'group') return shape.tree
  single.set(shape)
  return single
}

export function partOf(shape: Shape, part: number): PartShape {
  return shape.kind === 'group' ? shape.parts[part]! : shape
}

/** The number of the part that a leaf of its `partsTree` holds. */
export function partInLeaf(shape: Shape, leaf: number): number {
  return shape.kind === 'group' ? shape.tree.order[shape.tree.first[leaf]!]! : 0
}

/** The parts of a group against those of another, or against one shape. */
export abstract class PartPairs implements PairVisitor {
  margin = 0
  readonly singleA = new SingleTree()
  readonly singleB = new SingleTree()
  /** X_AB is x[i..i+11]. */
  protected x!: Float64Array
  protected i = 0
  private a!: Shape
  private b!: Shape

  visit(leafA: number, leafB: number): boolean {
    const { a, b } = this
    return this.visitParts(partOf(a, partInLeaf(a, leafA)), partOf(b, partInLeaf(b, leafB)))
  }

  place(a: Shape, b: Shape, x: Float64Array, i: number): void {
    this.a = a
    this.b = b
    this.x = x
    this.i = i
  }

  /** True ends the search. */
  protected abstract visitParts(a: PartShape, b: PartShape): boolean
}
