// A tree against itself, or two trees against each other, over the slabs of a step.
//
// A pair of nodes waits with the set of slabs during which the two may meet (a mask); a test takes those away in which they are
// apart, and what is left is inherited by the pairs that it opens into. So every pair of triangles is visited at most once,
// with the slabs that are left, however many slabs there are. Depth first, wider node first, as in base/work/traverse-pair.ts, of
// which it is a twin with volumes and masks written in.
import type { SplitShape } from '../tree/mesh-splits.js'
import { STEP_DOP, type StepDops } from './step-dops.js'

/** What is done with two triangles whose DOPs meet during these slabs. True ends the walk. */
export interface StepVisitor {
  triangles(s: number, t: number, slabs: number): boolean
}

/** A tree with its DOPs; of its triangles, those from `count` on are passed over. */
export interface StepTree {
  readonly shape: SplitShape
  readonly dops: StepDops
  readonly count: number
}

export class StepWalk {
  /** Tests of two nodes during one slab. */
  volumeTests = 0
  /** Pairs of triangles in leaves that meet: each is tested by its own DOPs first. */
  leafTests = 0
  /** Where there is one, both nodes of every pair tested are added to it. */
  trace: number[] | undefined = undefined
  /** Node, node, mask of every pair that waits. */
  private stack = new Int32Array(3 * 256)
  private top = 0

  /** Visits every pair of triangles of one tree once, the one with the lower number in the tree's order first. */
  self(tree: StepTree, slabs: number, visitor: StepVisitor): boolean {
    const { child } = tree.shape
    if (tree.shape.nodes === 0) return false
    this.top = 0
    this.push(0, 0, allSlabs(slabs))
    while (this.top > 0) {
      this.top -= 3
      const a = this.stack[this.top]!
      const b = this.stack[this.top + 1]!
      const mask = this.stack[this.top + 2]!
      if (a !== b) {
        if (this.opened(tree, tree, a, b, mask, visitor)) return true
        continue
      }
      const c = child[a]!
      if (c >= 0) {
        this.push(c + 1, c + 1, mask)
        this.push(c, c, mask)
        this.offer(tree, tree, c, c + 1, mask)
      } else if (this.leaf(tree, a, mask, visitor)) return true
    }
    return false
  }

  /** Visits every pair of a triangle of A and one of B. */
  cross(a: StepTree, b: StepTree, slabs: number, visitor: StepVisitor): boolean {
    if (a.shape.nodes === 0 || b.shape.nodes === 0) return false
    this.top = 0
    this.offer(a, b, 0, 0, allSlabs(slabs))
    while (this.top > 0) {
      this.top -= 3
      const { stack, top } = this
      if (this.opened(a, b, stack[top]!, stack[top + 1]!, stack[top + 2]!, visitor)) return true
    }
    return false
  }

  /** Opens the wider of two nodes; of two leaves, visits the triangles. */
  private opened(a: StepTree, b: StepTree, n: number, m: number, mask: number, visitor: StepVisitor): boolean {
    const c = a.shape.child[n]!
    const d = b.shape.child[m]!
    if (c < 0 && d < 0) return this.leaves(a, b, n, m, mask, visitor)
    if (d < 0 || (c >= 0 && width(a.dops, n) >= width(b.dops, m))) {
      this.offer(a, b, c, m, mask)
      this.offer(a, b, c + 1, m, mask)
    } else {
      this.offer(a, b, n, d, mask)
      this.offer(a, b, n, d + 1, mask)
    }
    return false
  }

  private offer(a: StepTree, b: StepTree, n: number, m: number, mask: number): void {
    const left = this.meeting(a.dops, a.dops.nodes, n, b.dops, b.dops.nodes, m, mask, true)
    if (this.trace !== undefined) this.trace.push(n, m)
    if (left !== 0) this.push(n, m, left)
  }

  private push(a: number, b: number, mask: number): void {
    if (this.top === this.stack.length) {
      const more = new Int32Array(2 * this.top)
      more.set(this.stack)
      this.stack = more
    }
    this.stack[this.top] = a
    this.stack[this.top + 1] = b
    this.stack[this.top + 2] = mask
    this.top += 3
  }

  /** Of the slabs of a mask, those in which no direction separates two DOPs. */
  private meeting(
    a: StepDops,
    p: Float64Array,
    n: number,
    b: StepDops,
    q: Float64Array,
    m: number,
    mask: number,
    areNodes: boolean,
  ): number {
    // Where nothing moves, both ends of the only slab are one.
    const i = STEP_DOP * a.ends * n
    const j = STEP_DOP * b.ends * m
    let left = mask
    let tests = 0
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const slab = 31 - Math.clz32(rest & -rest)
      tests++
      const isApart =
        a.ends === 1 ? dopsApart(p, i, q, j) : dopsApartDuring(p, i + STEP_DOP * slab, q, j + STEP_DOP * slab)
      if (isApart) left &= ~(1 << slab)
    }
    if (areNodes) this.volumeTests += tests
    return left
  }

  private leaves(a: StepTree, b: StepTree, n: number, m: number, mask: number, visitor: StepVisitor): boolean {
    const endA = a.shape.end[n]!
    const endB = b.shape.end[m]!
    for (let k = a.shape.first[n]!; k < endA; k++) {
      const s = a.shape.order[k]!
      if (s >= a.count) continue
      for (let l = b.shape.first[m]!; l < endB; l++) {
        const t = b.shape.order[l]!
        if (t < b.count && this.items(a, b, s, t, mask, visitor)) return true
      }
    }
    return false
  }

  /** The triangles of one leaf against each other. */
  private leaf(tree: StepTree, n: number, mask: number, visitor: StepVisitor): boolean {
    const { order, first, end } = tree.shape
    for (let k = first[n]!; k < end[n]!; k++) {
      const s = order[k]!
      if (s >= tree.count) continue
      for (let l = k + 1; l < end[n]!; l++) {
        const t = order[l]!
        if (t < tree.count && this.items(tree, tree, s, t, mask, visitor)) return true
      }
    }
    return false
  }

  private items(a: StepTree, b: StepTree, s: number, t: number, mask: number, visitor: StepVisitor): boolean {
    this.leafTests++
    const left = this.meeting(a.dops, a.dops.triangles, s, b.dops, b.dops.triangles, t, mask, false)
    return left !== 0 && visitor.triangles(s, t, left)
  }
}

function allSlabs(slabs: number): number {
  return slabs >= 32 ? -1 : 2 ** slabs - 1
}

/** Three extents along the axes, at the first instant and the last. */
function width({ nodes, ends }: StepDops, n: number): number {
  const i = STEP_DOP * ends * n
  const j = i + STEP_DOP * (ends - 1)
  return (
    nodes[i + 1]! -
    nodes[i]! +
    (nodes[i + 3]! - nodes[i + 2]!) +
    (nodes[i + 5]! - nodes[i + 4]!) +
    (nodes[j + 1]! - nodes[j]!) +
    (nodes[j + 3]! - nodes[j + 2]!) +
    (nodes[j + 5]! - nodes[j + 4]!)
  )
}

/** Exact: does one of the nine directions separate a[i..] from b[j..]? */
function dopsApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let h = 0; h < STEP_DOP; h += 2) {
    if (a[i + h + 1]! < b[j + h]! || b[j + h + 1]! < a[i + h]!) return true
  }
  return false
}

/** The same at both ends of a slab, the second STEP_DOP numbers later: one direction, one sign. */
function dopsApartDuring(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let h = 0; h < STEP_DOP; h += 2) {
    if (a[i + h + 1]! < b[j + h]!) {
      if (a[i + h + STEP_DOP + 1]! < b[j + h + STEP_DOP]!) return true
    } else if (b[j + h + 1]! < a[i + h]!) {
      if (b[j + h + STEP_DOP + 1]! < a[i + h + STEP_DOP]!) return true
    }
  }
  return false
}
