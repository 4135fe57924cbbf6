// The shape of a hierarchy over an articulation tree of any branching: which subtrees are joined, and at which joints. What is
// chosen here affects only how tight boxes come out, and counts for more than the rule that merges them (cab-2004; a chain
// joined from root to tip has ten times the volume of one cut into halves).
//
// Runs of bodies are cut into halves, by leaves. A run follows the heaviest child; much lighter ones are joined to the body
// they hang on, and where children weigh about the same the run ends: it and they are joined, in the best way if they are
// few, else those first whose common box is smallest. So a tree is O(log n) deep, except where many children branch.
import { type SplitShape, splitBoxes } from '../../meshes/tree/mesh-splits.js'
import { boxCorners } from '../../shapes/shape-bounds.js'
import { fitObb, mergeObb, OBB, transformObb } from '../../volumes/obb.js'
import { WORLD_OBB } from '../../volumes/world-obb.js'

/** A node being built. */
export interface CabNode {
  readonly left: CabNode | undefined
  readonly right: CabNode | undefined
  /** The leaf it is, or -1. */
  readonly leaf: number
  /** The body that all below it belongs to, or -1 if there are several. */
  readonly body: number
  readonly leaves: number
  /** Bodies whose joints (to their parents) link the two children; their mean counts. */
  readonly joints: readonly number[]
  readonly bodies: readonly number[]
  /** Those of its bodies whose parents are not below it. */
  readonly tops: readonly number[]
  /** In the world, at the poses that the shape is chosen for. */
  readonly box: Float64Array | undefined
}

export interface CabBodies {
  readonly parents: ArrayLike<number>
  /** Leaves of each body. */
  readonly leavesOf: readonly (readonly number[])[]
  /** Boxes of the leaves in their bodies' frames, WORLD_OBB numbers each. */
  readonly local: Float64Array
  /** Twelve numbers a body, or undefined: then children are joined in their order. */
  readonly poses: ArrayLike<number> | undefined
}

/** A run continues past a branching if the other children are lighter than the heaviest by this factor. */
const LIGHTER = 4

/** Up to this many subtrees are joined in the best of all ways, of which there are about 3^n/2. */
const VERY_FEW = 7

/** Up to this many subtrees are joined by testing all pairs of them. */
const FEW = 32

/** Each tree over its bodies, or undefined if they have no leaves. `treeOf`: the tree of each body. */
export function shapeTrees(input: CabBodies, treeOf: Int32Array, trees: number): (CabNode | undefined)[] {
  return new Shaper(input, treeOf, trees).run()
}

class Shaper {
  /** The nearest ancestor that has leaves, if there are only bodies of the same tree up to it; -1. */
  private readonly above: Int32Array
  private readonly children: number[][]
  private readonly weight: Float64Array
  /** Of each tree. */
  private readonly tops: number[][]
  /** Marks of bodies, for telling what is in a node. */
  private readonly mark: Int32Array
  private stamp = 0

  constructor(
    private readonly input: CabBodies,
    treeOf: Int32Array,
    trees: number,
  ) {
    const { parents, leavesOf } = input
    const n = leavesOf.length
    this.above = new Int32Array(n).fill(-1)
    this.children = Array.from({ length: n }, () => [])
    this.weight = new Float64Array(n)
    this.mark = new Int32Array(n)
    this.tops = Array.from({ length: trees }, () => [])
    for (let b = 0; b < n; b++) {
      const parent = parents[b]!
      let above = -1
      if (parent >= 0 && treeOf[parent] === treeOf[b]) {
        above = leavesOf[parent]!.length > 0 ? parent : this.above[parent]!
      }
      this.above[b] = above
      if (leavesOf[b]!.length === 0) continue
      this.weight[b] = leavesOf[b]!.length
      if (above >= 0) this.children[above]!.push(b)
      else this.tops[treeOf[b]!]!.push(b)
    }
    for (let b = n - 1; b >= 0; b--) {
      const above = this.above[b]!
      if (above >= 0) this.weight[above] = this.weight[above]! + this.weight[b]!
    }
  }

  run(): (CabNode | undefined)[] {
    return this.tops.map((tops) => (tops.length === 0 ? undefined : this.join(tops.map((b) => this.subtree(b)))))
  }

  /** All that hangs on a body, and itself. */
  private subtree(top: number): CabNode {
    const run: CabNode[] = []
    for (let b = top; ; ) {
      const children = this.children[b]!
      const byWeight = [...children].sort((a, c) => this.weight[c]! - this.weight[a]! || a - c)
      const heaviest = byWeight[0]
      if (heaviest === undefined) {
        run.push(this.body(b))
        return this.halve(run, 0, run.length)
      }
      if (byWeight.length > 1 && LIGHTER * this.weight[byWeight[1]!]! >= this.weight[heaviest]!) {
        run.push(this.body(b))
        return this.join([this.halve(run, 0, run.length), ...children.map((c) => this.subtree(c))])
      }
      const lighter = children.filter((c) => c !== heaviest).map((c) => this.subtree(c))
      run.push(this.join([this.body(b), ...lighter]))
      b = heaviest
    }
  }

  /** Neighbours joined, cut where the leaves on both sides are most nearly equal. */
  private halve(nodes: readonly CabNode[], first: number, end: number): CabNode {
    if (end - first === 1) return nodes[first]!
    let all = 0
    for (let i = first; i < end; i++) all += nodes[i]!.leaves
    let cut = first + 1
    let before = nodes[first]!.leaves
    while (cut < end - 1 && Math.abs(2 * (before + nodes[cut]!.leaves) - all) < Math.abs(2 * before - all)) {
      before += nodes[cut]!.leaves
      cut++
    }
    return this.link(this.halve(nodes, first, cut), this.halve(nodes, cut, end))
  }

  private join(nodes: CabNode[]): CabNode {
    if (nodes.length === 1) return nodes[0]!
    if (this.input.poses === undefined) return this.halve(nodes, 0, nodes.length)
    if (nodes.length > FEW) return this.cutApart(nodes)
    if (nodes.length <= VERY_FEW) return this.joinBest(nodes)
    while (nodes.length > 1) {
      let best = Infinity
      let i = 0
      let j = 1
      for (let a = 0; a < nodes.length; a++) {
        for (let b = a + 1; b < nodes.length; b++) {
          const area = commonArea([nodes[a]!, nodes[b]!])
          if (area < best) {
            best = area
            i = a
            j = b
          }
        }
      }
      nodes[i] = this.link(nodes[i]!, nodes[j]!)
      nodes.splice(j, 1)
    }
    return nodes[0]!
  }

  /**
   * The tree with the least sum of its boxes' surfaces: what is below a box is tested as often as something meets it. By
   * sets of subtrees, each a bit.
   */
  private joinBest(nodes: readonly CabNode[]): CabNode {
    const all = (1 << nodes.length) - 1
    const cost = new Float64Array(all + 1)
    const part = new Int32Array(all + 1)
    for (let set = 1; set <= all; set++) {
      if ((set & (set - 1)) === 0) continue
      let best = Infinity
      // The part with the lowest bit, so that each division is tried once. Smaller sets have smaller numbers.
      for (let sub = (set - 1) & set; sub > 0; sub = (sub - 1) & set) {
        if ((sub & set & -set) === 0) continue
        const sum = cost[sub]! + cost[set ^ sub]!
        if (sum < best) {
          best = sum
          part[set] = sub
        }
      }
      cost[set] = best + commonArea(nodes.filter((_, i) => (set >> i) & 1))
    }
    const build = (set: number): CabNode =>
      part[set] === 0 ? nodes[31 - Math.clz32(set)]! : this.link(build(part[set]!), build(set ^ part[set]!))
    return build(all)
  }

  /** Many subtrees, cut in two by where they are, and so on. */
  private cutApart(nodes: readonly CabNode[]): CabNode {
    const bounds = new Float64Array(6 * nodes.length)
    nodes.forEach((node, i) => {
      setBounds(bounds, 6 * i, node.box!, 0)
    })
    const shape = splitBoxes(bounds, { split: 'sah', leafSize: 1 })
    const build = (n: number): CabNode => {
      const c = shape.child[n]!
      return c < 0 ? nodes[shape.order[shape.first[n]!]!]! : this.link(build(c), build(c + 1))
    }
    return build(0)
  }

  private link(left: CabNode, right: CabNode): CabNode {
    const stamp = ++this.stamp
    for (const b of left.bodies) this.mark[b] = stamp
    const hangs = (b: number): boolean => this.above[b]! >= 0 && this.mark[this.above[b]!] === stamp
    const joints = right.tops.filter(hangs)
    const tops = right.tops.filter((b) => !hangs(b))
    const other = ++this.stamp
    for (const b of right.bodies) this.mark[b] = other
    for (const b of left.tops) {
      if (this.above[b]! >= 0 && this.mark[this.above[b]!] === other) joints.push(b)
      else tops.push(b)
    }
    return {
      left,
      right,
      leaf: -1,
      body: -1,
      leaves: left.leaves + right.leaves,
      joints: joints.length > 0 ? joints : tops,
      bodies: [...left.bodies, ...right.bodies],
      tops,
      box: commonBox(left.box, right.box),
    }
  }

  /** The leaves of one body, which never move to each other: cut in two by where they are, and so on. */
  private body(body: number): CabNode {
    const { leavesOf, local, poses } = this.input
    const leaves = leavesOf[body]!
    const bounds = new Float64Array(6 * leaves.length)
    leaves.forEach((leaf, i) => {
      setBounds(bounds, 6 * i, local, WORLD_OBB * leaf)
    })
    const shape: SplitShape = splitBoxes(bounds, { split: 'sah', leafSize: 1 })
    const bodies = [body]
    const build = (n: number): CabNode => {
      const c = shape.child[n]!
      const leaf = c < 0 ? leaves[shape.order[shape.first[n]!]!]! : -1
      const left = c < 0 ? undefined : build(c)
      const right = c < 0 ? undefined : build(c + 1)
      let box: Float64Array | undefined
      if (poses !== undefined && n === 0) {
        box = new Float64Array(OBB)
        // The box of the whole body is not fitted yet: that of its leaves' will do.
        transformObb(box, 0, local, WORLD_OBB * leaves[0]!, poses, 12 * body)
        for (let i = 1; i < leaves.length; i++) {
          const next = new Float64Array(OBB)
          transformObb(next, 0, local, WORLD_OBB * leaves[i]!, poses, 12 * body)
          box = commonBox(box, next)!
        }
      }
      const weight = shape.end[n]! - shape.first[n]!
      return { left, right, leaf, body, leaves: weight, joints: [], bodies, tops: bodies, box }
    }
    return build(0)
  }
}

/** The axis-aligned bounds of a box, near enough for choosing a shape. */
function setBounds(bounds: Float64Array, o: number, box: Float64Array, b: number): void {
  for (let k = 0; k < 3; k++) {
    const row = b + 4 * k
    let reach = 0
    for (let i = 0; i < 3; i++) reach += Math.abs(box[row + i]!) * box[b + 12 + i]!
    bounds[o + k] = box[row + 3]! - reach
    bounds[o + 3 + k] = box[row + 3]! + reach
  }
}

const common = new Float64Array(OBB)

/** An eighth of the surface of a box around the boxes of all these. */
function commonArea(nodes: readonly CabNode[]): number {
  const corners = new Float64Array(24 * nodes.length)
  nodes.forEach((node, i) => {
    boxCorners(corners, 24 * i, node.box!.subarray(12), node.box!, 0)
  })
  fitObb(common, 0, corners, 8 * nodes.length)
  const x = common[12]!
  const y = common[13]!
  const z = common[14]!
  return x * y + y * z + z * x
}

function commonBox(a: Float64Array | undefined, b: Float64Array | undefined): Float64Array | undefined {
  if (a === undefined || b === undefined) return undefined
  const box = new Float64Array(OBB)
  mergeObb(box, 0, a, 0, b, 0)
  return box
}
