// A tree over the items of something that bends, and boxes around its nodes at a frame. A node is a stretch of an order of the
// items, and opened in the middle: for a necklace the order along it, for a mesh that of its own tree. Boxes interpolate: points
// that are in a box at both ends of a straight step are in the box between at every instant between.
import type { Deforming } from '../world/deforming.js'

/** Numbers a box has: least and most along x, y and z. */
export const ITEM_BOX = 6

/**
 * In pre-order: the first child of node n follows it, the second one is 2·k places after it, k being the number of items in the
 * first, half of all rounded up. So a node is a number, and where its stretch begins and ends.
 */
export class ItemTree {
  /** Items in the order of the tree. */
  readonly order: Int32Array
  private readonly kept = new Map<Float64Array, Float64Array>()

  constructor(readonly thing: Deforming) {
    this.order =
      thing.tree === undefined
        ? Int32Array.from({ length: thing.size }, (_, i) => i)
        : Int32Array.from(thing.tree.order)
  }

  /** By node, around its items with their reach, at a frame; kept for the last few frames. */
  boxes(frame: Float64Array): Float64Array {
    let boxes = this.kept.get(frame)
    if (boxes === undefined) {
      if (this.kept.size >= 4) this.kept.clear()
      boxes = new Float64Array(ITEM_BOX * (2 * this.order.length - 1))
      this.fit(boxes, frame, 0, 0, this.order.length)
      this.kept.set(frame, boxes)
    }
    return boxes
  }

  private fit(boxes: Float64Array, frame: Float64Array, node: number, first: number, end: number): void {
    const o = ITEM_BOX * node
    if (end - first === 1) {
      this.fitItem(boxes, o, frame, this.order[first]!)
      return
    }
    const count = firstOfTwo(first, end)
    const [left, right] = [node + 1, node + 2 * count]
    this.fit(boxes, frame, left, first, first + count)
    this.fit(boxes, frame, right, first + count, end)
    for (let k = 0; k < 3; k++) {
      boxes[o + k] = Math.min(boxes[ITEM_BOX * left + k]!, boxes[ITEM_BOX * right + k]!)
      boxes[o + 3 + k] = Math.max(boxes[ITEM_BOX * left + 3 + k]!, boxes[ITEM_BOX * right + 3 + k]!)
    }
  }

  private fitItem(boxes: Float64Array, o: number, frame: Float64Array, item: number): void {
    const { items, reaches } = this.thing
    const reach = reaches[item]!
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let c = 3 * item; c < 3 * item + 3 && items[c]! >= 0; c++) {
        const x = frame[3 * items[c]! + k]!
        if (x < low) low = x
        if (x > high) high = x
      }
      boxes[o + k] = low - reach
      boxes[o + 3 + k] = high + reach
    }
  }
}

/** How many of the items of a stretch are in the first child. */
export function firstOfTwo(first: number, end: number): number {
  return (end - first + 1) >> 1
}

const trees = new WeakMap<Deforming, ItemTree>()

/** The tree of a thing, made once. */
export function itemTree(thing: Deforming): ItemTree {
  let tree = trees.get(thing)
  if (tree === undefined) {
    tree = new ItemTree(thing)
    trees.set(thing, tree)
  }
  return tree
}
