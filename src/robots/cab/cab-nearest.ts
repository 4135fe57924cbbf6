// The nearest leaves of a hierarchy of bodies, nearest first: pairs of nodes wait in a queue, ordered by a lower bound of their
// boxes' distance. What is done with two leaves (an exact distance) costs far more than a test of boxes, and this order
// visits the fewest of them: only those whose boxes are nearer than the answer.
import { type PairRules, PairTraversal, type PairVisitor } from '../../base/work/traverse-pair.js'
import { AABB } from '../../volumes/aabb.js'
import { obbsGap, WORLD_OBB } from '../../volumes/world-obb.js'
import type { CabArrays } from './cab-arrays.js'
import { type CheckedPairs, skipsPair } from './cab-checked.js'
import { toOpen } from './cab-search.js'

/** Visits checked pairs of leaves until none is left within the visitor's margin, which it shrinks; or until it says so. */
export class CabNearest implements PairRules, PairVisitor {
  readonly self = true
  private readonly traversal = new PairTraversal()
  private readonly gap = new Float64Array(1)
  private checked!: CheckedPairs
  private visitor!: PairVisitor

  constructor(private readonly c: CabArrays) {}

  run(checked: CheckedPairs, visitor: PairVisitor): boolean {
    this.checked = checked
    this.visitor = visitor
    return this.traversal.nearest(this.c, this.c, this, this, checked.roots)
  }

  /** Tests since the last time this was asked for. */
  takeTests(): number {
    const { volumeTests } = this.traversal
    this.traversal.volumeTests = 0
    return volumeTests
  }

  get margin(): number {
    return this.visitor.margin
  }

  visit(a: number, b: number): boolean {
    const leafA = this.c.leafOf[a]!
    const leafB = this.c.leafOf[b]!
    return leafA < leafB ? this.visitor.visit(leafA, leafB) : this.visitor.visit(leafB, leafA)
  }

  lower(_slot: number, _from: number, _side: number, a: number, b: number): number {
    const { c, gap } = this
    if (c.oriented) obbsGap(gap, 0, c.box, WORLD_OBB * a, WORLD_OBB * b)
    else boundsGap(gap, c.box, AABB * a, AABB * b)
    return gap[0]!
  }

  opens(a: number, b: number): number {
    return toOpen(this.c, a, b)
  }

  skips(a: number, b: number): boolean {
    return skipsPair(this.checked, a, b)
  }

  /** In the order of the children. */
  rank(_slot: number, k: number): number {
    return k
  }
}

/** A lower bound of the distance of two axis-aligned boxes, 0 where they overlap. */
function boundsGap(out: Float64Array, box: Float64Array, i: number, j: number): void {
  const x = Math.max(0, box[j]! - box[i + 3]!, box[i]! - box[j + 3]!)
  const y = Math.max(0, box[j + 1]! - box[i + 4]!, box[i + 1]! - box[j + 4]!)
  const z = Math.max(0, box[j + 2]! - box[i + 5]!, box[i + 2]! - box[j + 5]!)
  // A difference, a square, two sums and a root: 5 u at most.
  out[0] = Math.sqrt(x * x + y * y + z * z) * (1 - 1e-15)
}
