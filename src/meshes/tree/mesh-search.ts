// One way into the searches of two meshes, whatever volumes their trees have.

import type { Stats } from '../../base/work/stats.js'
import { type PairRules, PairTraversal, type PairVisitor } from '../../base/work/traverse-pair.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import { KdopRules, kdopRealignment } from '../kdop/kdop-tree.js'
import { type GreedyVisitor, greedyBoxes, greedyPairs } from './greedy-distance.js'
import type { MeshTree } from './mesh-tree.js'
import { NearestSearch, nearestBoxes } from './nearest-boxes.js'
import { searchBoxes } from './search-boxes.js'
import { isPlain, VolumeRules } from './volume-tree.js'

/** What a query cost. */
export interface MeshStats extends Stats {
  /** Of the volume tests, pairs of which one was a leaf's and the other was not. */
  readonly mixedTests: number
}

/** Scratch of searches: they do not call each other, so one is enough for a thread. */
const boxSearch = new NearestSearch()
const traversal = new PairTraversal()
const stack: number[] = []

/** Tests of the last search. */
export const searched = { volumeTests: 0, mixedTests: 0 }

/**
 * Visits pairs of leaves of A and B within the visitor's margin, X_AB being x[0..11]; nearest first, or in any order. True if
 * the visitor ended it. The counts are in `searched` afterwards; pairs of nodes that were tested are added to `trace`.
 */
export function searchMeshes(
  a: MeshTree,
  b: MeshTree,
  x: Float64Array,
  visitor: PairVisitor,
  nearestFirst: boolean,
  trace?: number[],
): boolean {
  checkVolumes(a, b)
  let ended: boolean
  boxSearch.trace = trace
  traversal.trace = trace
  if (a.volume === 'obb') {
    boxSearch.volumeTests = 0
    boxSearch.mixedTests = 0
    ended = nearestFirst ? nearestBoxes(boxSearch, a, b, x, 0, visitor) : searchBoxes(boxSearch, a, b, x, 0, visitor)
    searched.volumeTests = boxSearch.volumeTests
    searched.mixedTests = boxSearch.mixedTests
    return ended
  }
  traversal.volumeTests = 0
  traversal.mixedTests = 0
  const rules = rulesOf(a, b, x)
  ended = nearestFirst ? traversal.nearest(a, b, rules, visitor) : traversal.search(a, b, rules, visitor)
  searched.volumeTests = traversal.volumeTests
  searched.mixedTests = traversal.mixedTests
  return ended
}

/** A lower bound of the distance above the visitor's margin, or 0: greedy-distance.ts. */
export function greedyMeshes(a: MeshTree, b: MeshTree, x: Float64Array, visitor: GreedyVisitor): number {
  checkVolumes(a, b)
  boxSearch.trace = undefined
  traversal.trace = undefined
  if (a.volume === 'obb') {
    boxSearch.volumeTests = 0
    boxSearch.mixedTests = 0
    const lower = greedyBoxes(boxSearch, stack, a, b, x, 0, visitor)
    searched.volumeTests = boxSearch.volumeTests
    searched.mixedTests = boxSearch.mixedTests
    return lower
  }
  traversal.volumeTests = 0
  traversal.mixedTests = 0
  const lower = greedyPairs(traversal, a, b, rulesOf(a, b, x), visitor)
  searched.volumeTests = traversal.volumeTests
  searched.mixedTests = traversal.mixedTests
  return lower
}

/** How the volumes of two trees that are not of oriented boxes are compared. */
function rulesOf(a: MeshTree, b: MeshTree, x: Float64Array): PairRules {
  const { volume } = a
  if (volume === 'obb') throw new BrokenInvariantError('boxes have separate searches')
  if (isPlain(volume)) return new VolumeRules(volume, a.boxes, b.boxes, x)
  const realignment = kdopRealignment(volume)
  const rules = new KdopRules(realignment)
  rules.start(a.boxes, realignment.stride, b.boxes, x, 0, b.reach)
  return rules
}

function checkVolumes(a: MeshTree, b: MeshTree): void {
  if (a.volume === b.volume) return
  throw new InvalidInputError('b.volume', b.volume, `${a.volume} as a's: two trees that meet have one kind of volume`)
}
