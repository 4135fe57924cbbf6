// The separating set of a necklace: pairs of cages and beads that are apart, and that together hold every two beads that are
// checked. It is a proof that none of them touch, and `verifySeparatingSet` (src/verify/beads.ts) checks it without
// any search. (`necklaces-2002`, section 5.1.)
import { ResultTooLargeError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { type BeadRule, isChecked } from '../power/bead-rule.js'
import type { CageTree } from './cage-tree.js'
import type { ApartVisitor, CageSearch, SearchOutcome } from './necklace-search.js'
import { ballsAreApart } from './necklace-search-pairs.js'
import { FirstBeadTouch, MOST_BEAD_PAIRS } from './necklace-visitors.js'

/** A set of pairs of cages that proves that no two beads of a necklace touch. */
export interface SeparatingSet {
  /** How many beads the necklace has. */
  readonly beads: number
  /** First bead and number of beads of every cage that is used. */
  readonly cages: Int32Array
  /** x, y, z, R of every such cage. */
  readonly balls: Float64Array
  /** Two elements a pair: e below `beads` is bead e, another one the cage e − `beads`. */
  readonly pairs: Int32Array
  /** The same as a document with plain lists: what JSON.stringify writes and `verifySeparatingSet` reads. */
  toJSON(): SeparatingSetDocument
}

/** A separating set as plain data, for the verifier. */
export interface SeparatingSetDocument {
  readonly limber: 2
  readonly kind: 'separating-set'
  readonly beads: number
  readonly cages: readonly number[]
  readonly balls: readonly number[]
  readonly pairs: readonly number[]
}

/** The separating set of a necklace; or why there is none: two beads that touch (`stopped`), or a budget that ran out. */
export function findSeparatingSet(
  search: CageSearch,
  tree: CageTree,
  rule: BeadRule,
): {
  readonly outcome: SearchOutcome
  readonly set: SeparatingSet | undefined
  readonly a: number
  readonly b: number
} {
  const collector = new SeparatingCollector(tree, rule)
  const outcome = search.separate(tree, rule, collector)
  return { outcome, set: outcome === 'done' ? collector.set() : undefined, a: collector.i, b: collector.j }
}

class SeparatingCollector extends FirstBeadTouch implements ApartVisitor {
  private elements = new Int32Array(256)
  private count = 0
  /** The number that a cage of the tree has in the set; −1 while it is not used. */
  private readonly numbers: Int32Array
  private readonly used: number[] = []

  constructor(
    private readonly tree: CageTree,
    private readonly pairRule: BeadRule,
  ) {
    super(tree.balls, pairRule)
    this.numbers = new Int32Array(tree.nodes).fill(-1)
  }

  apart(cageA: number, cageB: number): void {
    this.add(this.numberOf(cageA), this.numberOf(cageB))
  }

  /** A bead against the other leaf where they are apart: one pair instead of two or three. */
  leavesMeet(leafA: number, leafB: number): void {
    const { tree } = this
    const firstB = tree.first[leafB]!
    const endB = tree.end[leafB]!
    for (let i = tree.first[leafA]!, end = tree.end[leafA]!; i < end; i++) {
      const checked: number[] = []
      for (let j = firstB; j < endB; j++) if (isChecked(this.pairRule, tree.beads, i, j)) checked.push(j)
      if (checked.length > 1 && ballsAreApart(tree.balls, BALL * i, tree.cage, BALL * leafB, 0)) {
        this.add(i, this.numberOf(leafB))
      } else for (const j of checked) this.add(i, j)
    }
  }

  set(): SeparatingSet {
    const { tree, used } = this
    for (let k = 0; k < tree.nodes; k++) if (tree.child[k]! < 0) this.addInside(k)
    const balls = new Float64Array(BALL * used.length)
    used.forEach((k, at) => {
      balls.set(tree.cage.subarray(BALL * k, BALL * k + BALL), BALL * at)
    })
    const ranges = used.flatMap((k) => [tree.first[k]!, tree.end[k]! - tree.first[k]!])
    return new FoundSet(tree.beads, Int32Array.from(ranges), balls, this.elements.slice(0, this.count))
  }

  /** The beads of one leaf. */
  private addInside(leaf: number): void {
    const first = this.tree.first[leaf]!
    const end = this.tree.end[leaf]!
    for (let i = first; i < end; i++) {
      for (let j = i + 1; j < end; j++) if (isChecked(this.pairRule, this.tree.beads, i, j)) this.add(i, j)
    }
  }

  private numberOf(cage: number): number {
    if (this.numbers[cage]! < 0) this.numbers[cage] = this.used.push(cage) - 1
    return this.tree.beads + this.numbers[cage]!
  }

  private add(a: number, b: number): void {
    if (this.count === this.elements.length) {
      if (this.count >= 2 * MOST_BEAD_PAIRS) throw new ResultTooLargeError('pairs that separate', MOST_BEAD_PAIRS)
      const longer = new Int32Array(2 * this.count)
      longer.set(this.elements)
      this.elements = longer
    }
    this.elements[this.count++] = a
    this.elements[this.count++] = b
  }
}

class FoundSet implements SeparatingSet {
  constructor(
    readonly beads: number,
    readonly cages: Int32Array,
    readonly balls: Float64Array,
    readonly pairs: Int32Array,
  ) {}

  toJSON(): SeparatingSetDocument {
    const { beads, cages, balls, pairs } = this
    const lists = { cages: Array.from(cages), balls: Array.from(balls), pairs: Array.from(pairs) }
    return { limber: 2, kind: 'separating-set', beads, ...lists }
  }
}
