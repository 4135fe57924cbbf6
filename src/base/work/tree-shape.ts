// The shape of every binary tree of the engine, in flat arrays: over triangles, links, beads and the shapes of bodies. Each tree
// keeps its bounding volumes, and whatever else it needs, in separate arrays.
//
// Node n holds the items first[n]..end[n], its children share them out in order, and a leaf has no children. Items are
// numbered along the leaves; where that is not their own numbering, `order` says which is which. The children of n are
// child[n] and child[n] + 1, side by side; a tree with only children, or with nodes that open into more than two, says how many
// in `children`, and one that is numbered in pre-order has its second children in `second`. Children come all after their
// parents or all before them, so that a loop over the nodes is a pass from the root down or up to it. Nodes without a
// parent are roots: a forest is one shape too.
import { BrokenInvariantError } from '../../errors.js'

export interface TreeShape {
  /** 0 if there is nothing in it. */
  readonly nodes: number
  /** First child; −1 for a leaf. */
  readonly child: Int32Array
  /** How many children an inner node has, side by side; two if left out. */
  readonly children?: Uint8Array | Int32Array | undefined
  /** Second child, where it is not beside the first; −1 for a leaf. */
  readonly second?: Int32Array | undefined
  /** −1 for a root. */
  readonly parent?: Int32Array | undefined
  /** Node n holds the items first[n] ≤ i < end[n], or order[i] for those i. */
  readonly first: Int32Array
  readonly end: Int32Array
  readonly order?: Uint32Array | undefined
}

/** The number of children of a node. */
export function childCount({ child, children }: TreeShape, n: number): number {
  return child[n]! < 0 ? 0 : (children?.[n] ?? 2)
}

/** Child k of an inner node. */
export function childAt({ child, second }: TreeShape, n: number, k: number): number {
  return k > 0 && second !== undefined ? second[n]! : child[n]! + k
}

/** Throws BrokenInvariantError for the first thing that is wrong with a shape that is to hold this many items. */
export function validateTreeShape(shape: TreeShape, items: number): void {
  const { nodes, first, end, order, parent } = shape
  const demand = (holds: boolean, what: string): void => {
    if (!holds) throw new BrokenInvariantError(what)
  }
  demand((nodes === 0) === (items === 0), 'a tree has nodes if and only if it has items')
  if (order !== undefined) {
    demand(order.length === items && new Set(order).size === items, 'order names every item once')
    demand(
      order.every((item) => item < items),
      'order names items only',
    )
  }
  const above = new Int32Array(nodes).fill(-1)
  let after = 0
  let before = 0
  for (let n = 0; n < nodes; n++) {
    demand(first[n]! < end[n]! && first[n]! >= 0 && end[n]! <= items, `node ${n} holds items`)
    const count = childCount(shape, n)
    let at = first[n]!
    for (let k = 0; k < count; k++) {
      const c = childAt(shape, n, k)
      demand(
        c >= 0 && c < nodes && above[c] === -1,
        `child ${k} of node ${n} is a node, and the child of no other node`,
      )
      above[c] = n
      if (c > n) after++
      else before++
      demand(first[c] === at, `child ${k} of node ${n} begins where the last one ends`)
      at = end[c]!
    }
    demand(count === 0 || at === end[n], `the children of node ${n} hold what it holds`)
  }
  demand(after === 0 || before === 0, 'children are all after their parents, or all before')
  let held = 0
  for (let n = 0; n < nodes; n++) {
    demand(parent === undefined || parent[n] === above[n], `node ${n} has the parent ${above[n]}`)
    if (above[n] === -1) held += end[n]! - first[n]!
  }
  demand(held === items, 'the roots hold every item once')
}
