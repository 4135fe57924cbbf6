// GREEDY-DIST (adaptive checking, 2004, section III.B, Figure 4): a positive lower bound of the distance at the cost of a
// collision test. It opens the pairs that a collision test opens, and returns the least bound among those it did not have to
// open; so two volumes that are barely separated represent all that is in them, and the bound may be far too small. It is
// never too large.
//
// greedyBoxes is a twin of greedyPairs, in a third of its time: box-twins.test.ts compares the two.

import { POSE } from '../../base/math/pose.js'
import { type DroppedVisitor, lastFirst, type PairRules, type PairTraversal } from '../../base/work/traverse-pair.js'
import type { TreeShape } from '../../base/work/tree-shape.js'
import { lowerRectangles } from '../../geometry/pairs/distance-rectangles.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { JOINED } from '../../volumes/obb.js'
import type { BoxTree } from './box-tree.js'
import { gaps, type NearestSearch, openPair } from './nearest-boxes.js'
import { rootPose, searchSlack } from './search-boxes.js'

/** Visits two leaves and remembers how near they came: its margin is the threshold, and it ends at what is within it. */
export interface GreedyVisitor extends DroppedVisitor {
  /** Lower bound of what the leaves visited were apart, and of what was dropped. */
  readonly least: number
}

/**
 * A lower bound of the distance that is above the visitor's margin; or 0 if something is within it (as the visitor has it).
 * `stack` is scratch.
 */
export function greedyBoxes(
  s: NearestSearch,
  stack: number[],
  a: BoxTree,
  b: BoxTree,
  x: Float64Array,
  i: number,
  visitor: GreedyVisitor,
): number {
  if (a.nodes === 0 || b.nodes === 0) return Infinity
  const slack = JOINED * searchSlack(a, b, x, i)
  const limit = visitor.margin + slack
  s.freeCount = 0
  s.slots = 0
  stack.length = 0
  const root = s.take()
  rootPose(s.waiting, root * POSE, a, b, x, i)
  s.nodes[2 * root] = 0
  s.nodes[2 * root + 1] = 0
  stack.push(root)
  let least = Infinity
  while (stack.length > 0) {
    const slot = stack.pop()!
    const na = s.nodes[2 * slot]!
    const nb = s.nodes[2 * slot + 1]!
    if (a.child[na]! < 0 && b.child[nb]! < 0) {
      s.give(slot)
      if (visitor.visit(na, nb)) return 0
      continue
    }
    openPair(s, a, na, b, nb, slot)
    for (let k = 0; k < 2; k++) {
      const to = s.opened[k]!
      let gap = gaps[k]!
      if (gap > limit) {
        // Separated. Where it would be the least so far, the boxes' middle rectangles may say more than their face axes.
        if (gap < least) {
          const atA = s.nodes[2 * to]! * BOX + BOX_HALF
          const atB = s.nodes[2 * to + 1]! * BOX + BOX_HALF
          const thick = a.boxes[atA + 2]! + b.boxes[atB + 2]!
          gap = Math.max(gap, lowerRectangles(s.waiting, to * POSE, a.boxes, atA, b.boxes, atB, least + thick) - thick)
          if (gap < least) least = gap
        }
        s.give(to)
        continue
      }
      stack.push(to)
    }
  }
  return Math.min(least - slack, visitor.least)
}

/**
 * The same with volumes of any kind. Of the pairs that one opening gives, the last is taken first: `rules` take this into
 * account.
 */
export function greedyPairs(
  traversal: PairTraversal,
  a: TreeShape,
  b: TreeShape,
  rules: PairRules,
  visitor: GreedyVisitor,
): number {
  rules.rank = lastFirst
  return traversal.search(a, b, rules, visitor) ? 0 : visitor.least
}
