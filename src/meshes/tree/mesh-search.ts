// One way into the searches of two meshes, whatever volumes their trees have.
import type { Stats } from '../../base/work/stats.js'
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import { KdopBound, kdopRealignment } from '../kdop/kdop-tree.js'
import { type GreedyVisitor, greedyBoxes, greedyPairs } from './greedy-distance.js'
import type { MeshTree } from './mesh-tree.js'
import { NearestSearch, nearestBoxes } from './nearest-boxes.js'
import { type LeafVisitor, searchBoxes } from './search-boxes.js'
import { nearestPairs, type PairBound, PairSearch, searchPairs } from './traverse-pair.js'
import { isPlain, VolumeBound } from './volume-tree.js'

/** What a query cost. */
export interface MeshStats extends Stats {
  /** Of the volume tests, pairs of which one was a leaf's and the other was not. */
  readonly mixedTests: number
}

/** Scratch of searches: they do not call each other, so one is enough for a thread. */
const boxSearch = new NearestSearch()
const pairSearch = new PairSearch()
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
  visitor: LeafVisitor,
  nearestFirst: boolean,
  trace?: number[],
): boolean {
  checkVolumes(a, b)
  let ended: boolean
  boxSearch.trace = trace
  pairSearch.trace = trace
  if (a.volume === 'obb') {
    boxSearch.volumeTests = 0
    boxSearch.mixedTests = 0
    ended = nearestFirst ? nearestBoxes(boxSearch, a, b, x, 0, visitor) : searchBoxes(boxSearch, a, b, x, 0, visitor)
    searched.volumeTests = boxSearch.volumeTests
    searched.mixedTests = boxSearch.mixedTests
    return ended
  }
  pairSearch.volumeTests = 0
  pairSearch.mixedTests = 0
  const bound = boundOf(a, b, x)
  ended = nearestFirst ? nearestPairs(pairSearch, a, b, bound, visitor) : searchPairs(pairSearch, a, b, bound, visitor)
  searched.volumeTests = pairSearch.volumeTests
  searched.mixedTests = pairSearch.mixedTests
  return ended
}

/** A lower bound of the distance above the visitor's margin, or 0: greedy-distance.ts. */
export function greedyMeshes(a: MeshTree, b: MeshTree, x: Float64Array, visitor: GreedyVisitor): number {
  checkVolumes(a, b)
  boxSearch.trace = undefined
  pairSearch.trace = undefined
  if (a.volume === 'obb') {
    boxSearch.volumeTests = 0
    boxSearch.mixedTests = 0
    const lower = greedyBoxes(boxSearch, stack, a, b, x, 0, visitor)
    searched.volumeTests = boxSearch.volumeTests
    searched.mixedTests = boxSearch.mixedTests
    return lower
  }
  pairSearch.volumeTests = 0
  pairSearch.mixedTests = 0
  const lower = greedyPairs(pairSearch, a, b, boundOf(a, b, x), visitor)
  searched.volumeTests = pairSearch.volumeTests
  searched.mixedTests = pairSearch.mixedTests
  return lower
}

/** How the volumes of two trees that are not of oriented boxes are compared. */
function boundOf(a: MeshTree, b: MeshTree, x: Float64Array): PairBound {
  const { volume } = a
  if (volume === 'obb') throw new BrokenInvariantError('boxes have searches of their own')
  if (isPlain(volume)) return new VolumeBound(volume, a.boxes, b.boxes, x)
  const realignment = kdopRealignment(volume)
  const bound = new KdopBound(realignment)
  bound.start(a.boxes, realignment.stride, b.boxes, x, 0, b.reach)
  return bound
}

function checkVolumes(a: MeshTree, b: MeshTree): void {
  if (a.volume === b.volume) return
  throw new InvalidInputError('b.volume', b.volume, `${a.volume} as a's: two trees that meet have one kind of volume`)
}
