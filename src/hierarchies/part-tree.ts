// A static tree over the parts of one rigid thing: the triangles of a mesh, the shapes of a group. Axis-aligned boxes
// in the thing's own frame, one part a leaf, split at the median of the widest axis, built once.
//
// Flat and in preorder: node 0 is the root, an inner node's left child is the next node, and `link` holds its right
// child; a leaf's `link` is ~part (negative). A tree of n parts has 2n − 1 nodes and is no deeper than ⌈log2 n⌉.
//
// Invariant: a node's box contains, in exact arithmetic, the box of every part below it (`validatePartTree`).
import { BrokenInvariantError } from '../errors.js'
import { U } from '../math/rounding.js'

export interface PartTree {
  /** Number of parts, one or more. */
  readonly count: number
  /** Box centres, three numbers a node. */
  readonly centre: Float64Array
  /** Half extents, three numbers a node, rounded outward. */
  readonly half: Float64Array
  /** Right child of an inner node (the left one is the next node), ~part of a leaf. */
  readonly link: Int32Array
}

/** A tree over parts whose boxes are boxes[6k..6k+5]: the least x, y, z, then the greatest. */
export function buildPartTree(boxes: Float64Array): PartTree {
  const count = boxes.length / 6
  const nodes = 2 * count - 1
  const tree = {
    count,
    centre: new Float64Array(3 * nodes),
    half: new Float64Array(3 * nodes),
    link: new Int32Array(nodes),
  }
  const order = new Int32Array(count)
  for (let k = 0; k < count; k++) order[k] = k
  buildNode(tree, boxes, order, 0, 0, count)
  return tree
}

function buildNode(tree: PartTree, boxes: Float64Array, order: Int32Array, node: number, first: number, last: number) {
  const axis = setNodeBox(tree, boxes, order, node, first, last)
  if (last - first === 1) {
    tree.link[node] = ~order[first]!
    return
  }
  const middle = (first + last + 1) >> 1
  selectMedian(boxes, order, first, last - 1, middle, axis)
  const right = node + 2 * (middle - first)
  tree.link[node] = right
  buildNode(tree, boxes, order, node + 1, first, middle)
  buildNode(tree, boxes, order, right, middle, last)
}

/** Writes the box of the parts order[first..last) and returns the axis along which their centres spread most. */
function setNodeBox(
  tree: PartTree,
  boxes: Float64Array,
  order: Int32Array,
  node: number,
  first: number,
  last: number,
): number {
  let axis = 0
  let widest = -1
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    let lowSum = Infinity
    let highSum = -Infinity
    for (let j = first; j < last; j++) {
      const at = 6 * order[j]! + k
      const lo = boxes[at]!
      const hi = boxes[at + 3]!
      if (lo < low) low = lo
      if (hi > high) high = hi
      if (lo + hi < lowSum) lowSum = lo + hi
      if (lo + hi > highSum) highSum = lo + hi
    }
    const centre = low / 2 + high / 2
    tree.centre[3 * node + k] = centre
    // The two differences are rounded: four units in the last place cover that and this product.
    tree.half[3 * node + k] = Math.max(high - centre, centre - low) * (1 + 4 * U)
    if (highSum - lowSum > widest) {
      widest = highSum - lowSum
      axis = k
    }
  }
  return axis
}

/**
 * Quickselect: afterwards order[k] is where a full sort by (centre, part) would put it, smaller ones before it.
 * Ties go by the part's number, so that a tree does not depend on the path that led here.
 */
function selectMedian(boxes: Float64Array, order: Int32Array, low: number, high: number, k: number, axis: number) {
  const before = (i: number, j: number): boolean => {
    const a = boxes[6 * i + axis]! + boxes[6 * i + 3 + axis]!
    const b = boxes[6 * j + axis]! + boxes[6 * j + 3 + axis]!
    return a < b || (a === b && i < j)
  }
  while (low < high) {
    const pivot = order[(low + high) >> 1]!
    let i = low
    let j = high
    while (i <= j) {
      while (before(order[i]!, pivot)) i++
      while (before(pivot, order[j]!)) j--
      if (i <= j) {
        const swap = order[i]!
        order[i++] = order[j]!
        order[j--] = swap
      }
    }
    if (k <= j) high = j
    else if (k >= i) low = i
    else return
  }
}

/** Throws BrokenInvariantError unless every part is in exactly one leaf and inside every box above it. */
export function validatePartTree(tree: PartTree, boxes: Float64Array): void {
  const { count, link } = tree
  if (boxes.length !== 6 * count || link.length !== 2 * count - 1) {
    throw new BrokenInvariantError(`part tree: ${link.length} nodes over ${boxes.length / 6} parts, count ${count}`)
  }
  const seen = new Uint8Array(count)
  const end = validateNode(tree, boxes, seen, 0, [])
  if (end !== link.length) throw new BrokenInvariantError(`part tree: ${end} nodes reached of ${link.length}`)
  const lost = seen.indexOf(0)
  if (lost >= 0) throw new BrokenInvariantError(`part tree: part ${lost} is in no leaf`)
}

/** Checks a subtree and returns the node after it. */
function validateNode(tree: PartTree, boxes: Float64Array, seen: Uint8Array, node: number, above: number[]): number {
  const link = tree.link[node]!
  const path = [...above, node]
  if (link >= 0) {
    const right = validateNode(tree, boxes, seen, node + 1, path)
    if (right !== link) throw new BrokenInvariantError(`part tree: right child of ${node} is ${link}, not ${right}`)
    return validateNode(tree, boxes, seen, right, path)
  }
  const part = ~link
  if (part >= tree.count || seen[part] === 1) throw new BrokenInvariantError(`part tree: part ${part} is in two leaves`)
  seen[part] = 1
  for (const n of path) {
    for (let k = 0; k < 3; k++) {
      const c = tree.centre[3 * n + k]!
      const h = tree.half[3 * n + k]!
      if (!(boxes[6 * part + 3 + k]! - c <= h && c - boxes[6 * part + k]! <= h)) {
        throw new BrokenInvariantError(`part tree: part ${part} is not inside the box of node ${n} on axis ${k}`)
      }
    }
  }
  return node + 1
}
