// The generalised front (Ehmann and Lin 2001): the pairs of boxes at which a collision search stopped, because they are separated
// or are leaves. At nearly the same pose the next search begins there. Half of a search's tests are of pairs that it opens, and
// those are saved.
//
// A front only ever gets finer: pairs that separate again higher up stay where they are. Once it has grown to twice the pairs that
// it began with, it is thrown away, and the next search begins at the roots.
//
// Twin of PairTraversal.search (base/work/traverse-pair.ts), in three quarters of its time: box-twins.test.ts compares the two.

import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { JOINED } from '../../volumes/obb.js'
import type { BoxTree } from './box-tree.js'
import { gaps, NearestSearch, openPair, poseGap } from './nearest-boxes.js'
import { searchSlack } from './search-boxes.js'

export class BoxFront {
  /** Node of A, node of B, … */
  private pairs: number[] = []
  private fresh: number[] = []
  private began = 0
  private framesA: Float64Array = new Float64Array(0)
  private framesB: Float64Array = new Float64Array(0)
  private versionA = -1
  private versionB = -1
  private readonly search = new NearestSearch()
  private readonly stack: number[] = []

  clear(): void {
    this.pairs.length = 0
    this.began = 0
    this.versionA = -1
    this.versionB = -1
  }

  get size(): number {
    return this.pairs.length / 2
  }

  get volumeTests(): number {
    return this.search.volumeTests
  }

  get mixedTests(): number {
    return this.search.mixedTests
  }

  /** searchBoxes, from the front. When the visitor ends it, the pairs that were not tested stay in the front. */
  run(
    a: BoxTree & { readonly version: number },
    b: BoxTree & { readonly version: number },
    x: Float64Array,
    visitor: PairVisitor,
  ): boolean {
    const { search } = this
    search.volumeTests = 0
    search.mixedTests = 0
    if (a.nodes === 0 || b.nodes === 0) return false
    if (a.version !== this.versionA || this.framesA.length !== POSE * a.nodes) this.framesA = boxFrames(a)
    if (b.version !== this.versionB || this.framesB.length !== POSE * b.nodes) this.framesB = boxFrames(b)
    this.versionA = a.version
    this.versionB = b.version
    if (this.pairs.length === 0) this.pairs.push(0, 0)
    const limit = visitor.margin + JOINED * searchSlack(a, b, x, 0)
    const { pairs, fresh } = this
    fresh.length = 0
    let ended = false
    let k = 0
    for (; k < pairs.length && !ended; k += 2) ended = this.below(a, pairs[k]!, b, pairs[k + 1]!, x, limit, visitor)
    for (; k < pairs.length; k++) fresh.push(pairs[k]!)
    this.pairs = fresh
    this.fresh = pairs
    if (this.began === 0 && !ended) this.began = fresh.length
    if (fresh.length > 2 * Math.max(this.began, 64)) this.clear()
    return ended
  }

  /** Tests one pair of the front, and what is below it where it is no longer separated. */
  private below(
    a: BoxTree,
    nodeA: number,
    b: BoxTree,
    nodeB: number,
    x: Float64Array,
    limit: number,
    visitor: PairVisitor,
  ): boolean {
    const { search: s, stack, fresh } = this
    s.freeCount = 0
    s.slots = 0
    const root = s.take()
    composePose(placed, 0, x, 0, this.framesB, POSE * nodeB)
    composeInversePose(s.waiting, root * POSE, this.framesA, POSE * nodeA, placed, 0)
    s.volumeTests++
    poseGap(s.waiting, root * POSE, a.boxes, nodeA * BOX + BOX_HALF, b.boxes, nodeB * BOX + BOX_HALF, 0)
    if (gaps[0]! > limit) {
      fresh.push(nodeA, nodeB)
      return false
    }
    s.nodes[0] = nodeA
    s.nodes[1] = nodeB
    stack.length = 0
    stack.push(root)
    while (stack.length > 0) {
      const slot = stack.pop()!
      const na = s.nodes[2 * slot]!
      const nb = s.nodes[2 * slot + 1]!
      if (a.child[na]! < 0 && b.child[nb]! < 0) {
        fresh.push(na, nb)
        if (visitor.visit(na, nb)) {
          for (const left of stack) fresh.push(s.nodes[2 * left]!, s.nodes[2 * left + 1]!)
          return true
        }
        s.give(slot)
        continue
      }
      openPair(s, a, na, b, nb, slot)
      for (let k = 0; k < 2; k++) {
        const to = s.opened[k]!
        if (gaps[k]! > limit) {
          fresh.push(s.nodes[2 * to]!, s.nodes[2 * to + 1]!)
          s.give(to)
        } else stack.push(to)
      }
    }
    return false
  }
}

const placed = new Float64Array(POSE)

/** The poses of all boxes in the frame of the points. */
export function boxFrames(tree: BoxTree): Float64Array {
  const frames = new Float64Array(POSE * tree.nodes)
  frames.set(tree.boxes.subarray(0, POSE), 0)
  for (let n = 0; n < tree.nodes; n++) {
    const c = tree.child[n]!
    if (c < 0) continue
    composePose(frames, POSE * c, frames, POSE * n, tree.boxes, BOX * c)
    composePose(frames, POSE * (c + 1), frames, POSE * n, tree.boxes, BOX * (c + 1))
  }
  return frames
}
