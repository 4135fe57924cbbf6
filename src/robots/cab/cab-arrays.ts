// All numbers of a hierarchy of bodies, in one place: a forest, one tree for each robot. Nodes are numbered tree by tree, children
// before parents and side by side, so that one forward pass refits a tree and its root is its last node.
import { POSE } from '../../base/math/pose.js'
import type { TreeShape } from '../../base/work/tree-shape.js'
import { AABB } from '../../volumes/aabb.js'
import { MERGE_RULES, type MergeRule } from '../../volumes/merge-obb.js'
import { WORLD_OBB } from '../../volumes/world-obb.js'
import { BOX_CORNERS, fitBodyBox, setCorners } from './cab-leaf.js'
import type { CabNode } from './cab-shape.js'

/**
 * How the boxes around several bodies are made: oriented, by the rule that chooses a parent's axes, or axis-aligned, `aabb+` around
 * all vertices and `aabb*` around the leaves' oriented boxes.
 */
export type BodyMergeRule = MergeRule | 'aabb*' | 'aabb+'
export const BODY_MERGE_RULES: readonly BodyMergeRule[] = [...MERGE_RULES, 'aabb*', 'aabb+']

/** Items of the trees are the bodies' shapes: leaf order[i] is item i. Every leaf node has one. */
export interface CabArrays extends TreeShape {
  readonly order: Uint32Array
  readonly rule: BodyMergeRule
  /** Oriented boxes, or axis-aligned ones. */
  readonly oriented: boolean
  /** Numbers a node has in `box`. */
  readonly stride: number
  /** World frame. */
  readonly box: Float64Array
  /** Of nodes of one body: their boxes in its frame, WORLD_OBB numbers a node. */
  readonly local: Float64Array
  /** The leaf a node is, or -1; the node a leaf is. */
  readonly leafOf: Int32Array
  readonly nodeOf: Int32Array
  /** The body that all below a node belongs to, or -1. */
  readonly bodyOf: Int32Array
  /** Node n's joints are those of the bodies joint[jointFirst[n]..jointFirst[n + 1]). */
  readonly jointFirst: Int32Array
  readonly joint: Int32Array
  /** Nodes treeFirst[t] to treeFirst[t + 1] are tree t. */
  readonly treeFirst: Int32Array
  /** Root node of each tree, -1 if it has no leaves. */
  readonly roots: Int32Array
  readonly trees: number
  /** Tree of each body. */
  readonly treeOf: Int32Array
  readonly bodies: number
  /** Where the bodies are, twelve numbers each, and their anchors in their own frames, three each. */
  readonly poses: Float64Array
  readonly anchors: Float64Array
  /** For the rules that ask for it: the anchors in the world, and room for one more. */
  readonly pivot: Float64Array
  /** Nodes refitted in the last update: 1. */
  readonly fresh: Uint8Array
  /** Trees with a body that has changed: 1. */
  readonly stirred: Uint8Array
  /** For aabb+: leaf k is in the hull of the balls ball[4·ballFirst[k]..4·ballFirst[k + 1]), in its body's frame. */
  ball: Float64Array
  readonly ballFirst: Int32Array
}

/** What the trees are made of. `local`: boxes of the leaves in their bodies' frames. */
export interface CabParts {
  readonly rule: BodyMergeRule
  readonly trees: readonly (CabNode | undefined)[]
  readonly leaves: number
  readonly local: Float64Array
  readonly treeOf: Int32Array
  readonly anchors: Float64Array
}

export function makeCabArrays(parts: CabParts): CabArrays {
  const { rule, trees, leaves, treeOf } = parts
  const oriented = rule !== 'aabb*' && rule !== 'aabb+'
  const nodes = trees.reduce((sum, tree) => sum + (tree === undefined ? 0 : 2 * tree.leaves - 1), 0)
  const list = new Array<CabNode>(nodes)
  const treeFirst = new Int32Array(trees.length + 1)
  const roots = new Int32Array(trees.length).fill(-1)
  const child = new Int32Array(nodes).fill(-1)
  const first = new Int32Array(nodes)
  const end = new Int32Array(nodes)
  const order = new Uint32Array(leaves)
  let items = 0
  // Children take the two highest numbers that are left.
  let free = 0
  const place = (node: CabNode, n: number): void => {
    list[n] = node
    first[n] = items
    if (node.left === undefined || node.right === undefined) order[items++] = node.leaf
    else {
      free -= 2
      const c = free
      child[n] = c
      place(node.left, c)
      place(node.right, c + 1)
    }
    end[n] = items
  }
  trees.forEach((tree, t) => {
    const size = tree === undefined ? 0 : 2 * tree.leaves - 1
    treeFirst[t + 1] = treeFirst[t]! + size
    if (tree === undefined) return
    roots[t] = free = treeFirst[t + 1]! - 1
    place(tree, roots[t]!)
  })
  const stride = oriented ? WORLD_OBB : AABB
  const jointFirst = new Int32Array(nodes + 1)
  for (let n = 0; n < nodes; n++) jointFirst[n + 1] = jointFirst[n]! + list[n]!.joints.length
  const nodeOf = new Int32Array(leaves)
  const leafOf = Int32Array.from(list, (node) => node.leaf)
  for (let n = 0; n < nodes; n++) if (leafOf[n]! >= 0) nodeOf[leafOf[n]!] = n
  const bodies = treeOf.length
  const arrays: CabArrays = {
    rule,
    oriented,
    nodes,
    stride,
    box: new Float64Array(stride * nodes),
    local: new Float64Array(WORLD_OBB * nodes),
    child,
    first,
    end,
    order,
    leafOf,
    nodeOf,
    bodyOf: Int32Array.from(list, (node) => node.body),
    jointFirst,
    joint: Int32Array.from(list.flatMap((node) => node.joints)),
    treeFirst,
    roots,
    trees: trees.length,
    treeOf,
    bodies,
    poses: new Float64Array(POSE * bodies),
    anchors: parts.anchors,
    pivot: new Float64Array(3 * bodies + 3),
    fresh: new Uint8Array(nodes),
    stirred: new Uint8Array(trees.length),
    ball: new Float64Array(0),
    ballFirst: new Int32Array(leaves + 1),
  }
  fitLocal(arrays, parts.local)
  return arrays
}

/** The boxes of nodes of one body, in its frame: those of leaves as given, others around all leaves below. */
function fitLocal(c: CabArrays, leaves: Float64Array): void {
  const { local, first, end, order } = c
  const corners = new Float64Array(BOX_CORNERS * order.length)
  for (let i = 0; i < order.length; i++) {
    const n = c.nodeOf[order[i]!]!
    for (let k = 0; k < WORLD_OBB; k++) local[WORLD_OBB * n + k] = leaves[WORLD_OBB * order[i]! + k]!
    setCorners(corners, BOX_CORNERS * i, local, WORLD_OBB * n)
  }
  if (!c.oriented) return
  for (let n = 0; n < c.nodes; n++) {
    if (c.child[n]! < 0 || c.bodyOf[n]! < 0) continue
    fitBodyBox(local, WORLD_OBB * n, corners.subarray(BOX_CORNERS * first[n]!, BOX_CORNERS * end[n]!))
  }
}
