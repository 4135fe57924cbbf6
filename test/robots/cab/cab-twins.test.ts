import { expect, test } from 'vitest'
import { type PairRules, PairTraversal, type PairVisitor } from '../../../src/base/work/traverse-pair.js'
import type { CabArrays } from '../../../src/robots/cab/cab-arrays.js'
import { BODY_MERGE_RULES } from '../../../src/robots/cab/cab-arrays.js'
import { type CheckedPairs, skipsPair } from '../../../src/robots/cab/cab-checked.js'
import { boundsApart, leavesApart, toOpen } from '../../../src/robots/cab/cab-search.js'
import { CabTree } from '../../../src/robots/cab/cab-tree.js'
import { facesApart, WORLD_OBB } from '../../../src/volumes/world-obb.js'
import { Recorder, VISITS } from '../../oracle/base/twins.js'
import { ARTICULATIONS, cabCase, posesOf, STANCES } from '../../oracle/robots/cab.js'

/** The rules that searchCab has written in. */
function cabRules(c: CabArrays, checked: CheckedPairs): PairRules {
  const limit = new Float64Array(1)
  const apart = (a: number, b: number): boolean => {
    if (c.child[a]! >= 0 || c.child[b]! >= 0) {
      return c.oriented
        ? facesApart(c.box, WORLD_OBB * a, WORLD_OBB * b, limit)
        : boundsApart(c.box, 6 * a, 6 * b, limit)
    }
    return c.leafOf[a]! < c.leafOf[b]! ? leavesApart(c, a, b, limit) : leavesApart(c, b, a, limit)
  }
  return {
    self: true,
    late: true,
    lower: (_slot, _from, _side, a, b, margin) => {
      limit[0] = margin
      return apart(a, b) ? Infinity : 0
    },
    opens: (a, b) => toOpen(c, a, b),
    skips: (a, b) => skipsPair(checked, a, b),
    rank: (_slot, k) => k,
  }
}

/** Nodes to leaves, the smaller leaf first. */
function leavesOf(c: CabArrays, visitor: PairVisitor): PairVisitor {
  return {
    get margin() {
      return visitor.margin
    },
    visit: (a, b) => visitor.visit(Math.min(c.leafOf[a]!, c.leafOf[b]!), Math.max(c.leafOf[a]!, c.leafOf[b]!)),
  }
}

test.each(BODY_MERGE_RULES)('twin: searchCab visits and counts as the reference does: %s', (merge) => {
  const traversal = new PairTraversal()
  let visits = 0
  for (const [k, kind] of ARTICULATIONS.entries()) {
    for (const [s, stance] of STANCES.entries()) {
      const found = cabCase(kind, stance, 0, 100 * k + s)
      const tree = new CabTree(found.input, { merge })
      tree.update(posesOf(found))
      const { arrays: c } = tree as unknown as { arrays: CabArrays }
      for (const pairs of [tree.pairs(() => true), tree.pairs((a, b) => (a + b) % 3 > 0)]) {
        for (const visit of VISITS) {
          const [twin, reference] = [new Recorder(...visit), new Recorder(...visit)]
          tree.stats.volumeTests = 0
          traversal.volumeTests = 0
          const ended = tree.search(twin, pairs)
          expect(traversal.search(c, c, cabRules(c, pairs), leavesOf(c, reference), pairs.roots)).toBe(ended)
          expect(twin.visited).toEqual(reference.visited)
          expect(tree.stats.volumeTests).toBe(traversal.volumeTests)
          visits += twin.visited.length
        }
      }
    }
  }
  expect(visits).toBeGreaterThan(1000)
})
