// The searches over cages: a necklace against itself, and one necklace against another. Touching, all pairs, pairs within a
// distance and the closest pair are the same search with another visitor. (Collision Detection for Deforming
// Necklaces, 2002: `necklaces-2002`, section 5.1.) The loops are in necklace-search-pairs.ts.
//
// Every cage that is cut in two is a pair of cages to separate. A pair that is not apart is cut: both cages at once, or the one with
// more beads. The theorem of section 5.1 holds for either: its proof counts pairs of cages of one level whose parents are not
// apart, and a pair of the second kind lies between two of those. Cutting both makes fewer tests and takes half the time (its
// sixteen numbers are loaded once for four tests), and is what the published counts are of; cutting the larger parts
// larger cages: a quarter fewer pairs are apart.
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import type { BeadRule } from '../power/bead-rule.js'
import type { CageTree } from './cage-tree.js'
import { searchBoth, searchLarger, searchLeafBeads } from './necklace-search-pairs.js'

/** Which cages of a pair are cut: both, or the one with more beads. */
export type CageSplit = 'larger' | 'both'

/** `stopped`: by its visitor. `over-budget`: given up when the tests were used up; nothing is known of what was not tested. */
export type SearchOutcome = 'done' | 'stopped' | 'over-budget'

/** The stack, the counters and the budget of searches. A search allocates nothing, except a larger stack. */
export class CageSearch {
  /** Pairs of cages tested. */
  volumeTests = 0
  /** Those of them that are apart; that are not, and are leaves; that are not, and hold neighbours of each other only. */
  separatingPairs = 0
  overlappingLeafPairs = 0
  skippedPairs = 0
  /** Pairs of beads tested. */
  leafTests = 0
  /** Tests of cages and beads together after which a search gives up; it may make a few more. */
  budget = Infinity
  stack: Int32Array = new Int32Array(256)

  resetCounts(): void {
    this.volumeTests = 0
    this.separatingPairs = 0
    this.overlappingLeafPairs = 0
    this.skippedPairs = 0
    this.leafTests = 0
  }

  /**
   * Shows the visitor every pair of beads i < j of one necklace that is within its margin and no neighbours' (the rule's
   * `exclude` is the visitor's business), and maybe others. Counts are added to.
   */
  self(tree: CageTree, rule: BeadRule, visitor: PairVisitor, split: CageSplit = 'both'): SearchOutcome {
    return this.each(tree, rule, visitor, split)
  }

  /** Shows the visitor every pair of beads, i of `a` and j of `b`, that is within its margin, and maybe others. */
  between(a: CageTree, b: CageTree, visitor: PairVisitor, split: CageSplit = 'both'): SearchOutcome {
    const limit = this.tests + this.budget
    const stopped =
      split === 'both'
        ? searchBoth(this, a, 0, b, 0, -Infinity, Infinity, visitor, limit)
        : searchLarger(this, a, 0, b, 0, -Infinity, Infinity, visitor, limit)
    if (stopped) return 'stopped'
    return this.tests > limit ? 'over-budget' : 'done'
  }

  private each(tree: CageTree, rule: BeadRule, visitor: PairVisitor, split: CageSplit): SearchOutcome {
    const { nodes, second } = tree
    const { neighbours } = rule
    // Beads this many places apart or more are neighbours around the end.
    const around = rule.closed ? tree.beads - neighbours : Infinity
    const limit = this.tests + this.budget
    for (let k = 0; k < nodes; k++) {
      const r = second[k]!
      let stopped: boolean
      if (r < 0) stopped = searchLeafBeads(this, tree, k, neighbours, around, visitor)
      else if (split === 'both') stopped = searchBoth(this, tree, k + 1, tree, r, neighbours, around, visitor, limit)
      else stopped = searchLarger(this, tree, k + 1, tree, r, neighbours, around, visitor, limit)
      if (stopped) return 'stopped'
      if (this.tests > limit) return 'over-budget'
    }
    return 'done'
  }

  private get tests(): number {
    return this.volumeTests + this.leafTests
  }

  grow(): Int32Array {
    const stack = new Int32Array(2 * this.stack.length)
    stack.set(this.stack)
    this.stack = stack
    return stack
  }
}
