// Quick ways into a chain, for the engine's own (molecules/): those who make thousands of small changes and their numbers
// themselves. The same changes as ChainTree's own, undone by its undo(), with the same bits and the same refusals; nothing is
// allocated on the way but what must be kept.

import { POSE } from '../../base/math/pose.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { apply, applyStaged, type ChainCore, demandIdle, searchOther, searchSelf } from './chain-core.js'
import { moveCheck } from './chain-move.js'
import type { NearAtoms } from './chain-move-links.js'
import type { MoveOutcome } from './chain-move-search.js'
import type { Pending } from './chain-pending.js'
import type { ChainVisitor } from './chain-search.js'
import { checkSpheres, SphereList } from './chain-spheres.js'
import { FirstLinkContact, type PairRule } from './chain-visitors.js'

/** setJoint with the twelve numbers at poses[at]. */
export function putJoint(core: ChainCore, joint: number, poses: Float64Array, at: number): void {
  core.staged.clear()
  core.staged.put(joint, poses, at)
  apply(core)
}

/**
 * Sets joints a < b, their poses at poses[12 a] and poses[12 b], as one set after which links up to a and links beyond b keep
 * their relative poses, except for rounding: turned by at most `turned` radians and shifted by at most `shifted`. So only links a
 * + 1 … b are tested again (a crankshaft), while there is room for that much (chain-clearance.ts).
 */
export function swing(
  core: ChainCore,
  a: number,
  b: number,
  poses: Float64Array,
  turned: number,
  shifted: number,
): void {
  const { clearance, pending, contact, staged: edits } = core
  const { box, root, volume } = core.body.arrays
  edits.clear()
  edits.put(a, poses, a * POSE)
  edits.put(b, poses, b * POSE)
  edits.isSwing = true
  demandIdle(core)
  // Nothing of the chain is farther from anything of it than the diagonal of its box; the three sides are more.
  const h = root * BOX + BOX_HALF
  const slip = turned * 2 * (box[h]! + box[h + 1]! + box[h + 2]!) + shifted
  if (volume === 'obb') {
    if (!pending.everything && pending.count === 0 && clearance.isDue(slip)) {
      contact.margin = clearance.margin
      const hit = searchSelf(core, contact, undefined)
      clearance.found(hit || contact.isNear, true)
    }
    core.clearanceBefore.copyFrom(clearance)
    edits.isSpan = clearance.spend(slip)
  }
  applyStaged(core)
}

/**
 * checkMove of `set`s, of joints[0..count-1] to the poses at poses[12 k], with the atoms of near links tested too. `isSpan`: a crankshaft's
 * two joints, of which the first turns about the origin of the link before it; links before the first and beyond the second keep
 * their relative poses, except for rounding, and are not tested.
 */
export function checkPoses(
  core: ChainCore,
  joints: Int32Array,
  count: number,
  poses: Float64Array,
  isSpan: boolean,
  near: NearAtoms,
): MoveOutcome {
  demandIdle(core)
  const check = moveCheck(core)
  const { search, way } = check
  way.readPoses(core, joints, count, poses, isSpan)
  search.near = near
  search.isSpan = isSpan
  try {
    return check.run(core, Infinity)
  } finally {
    search.near = undefined
    search.isSpan = false
  }
}

/** setShape with spheres: x, y, z, r of each, in the link's own frame. */
export function putSpheres(core: ChainCore, link: number, spheres: Float64Array): void {
  checkSpheres(spheres)
  core.staged.clear()
  core.staged.putShape(link, new SphereList(spheres.slice()))
  apply(core)
}

/**
 * A query that is repeated often: does it touch another chain, pairs that `exclude` names (this chain's link first) left
 * out? The answer covers pairs with a link of this chain in spans[0] ≤ i < spans[1], or one of the other in spans[2] ≤ j <
 * spans[3], and maybe others.
 */
export function contactWith(core: ChainCore, other: ChainCore, exclude?: PairRule): (spans: Int32Array) => boolean {
  const { search } = core
  const contact = new FirstLinkContact(core.body, other.body, exclude)
  return (spans) => {
    search.spans = spans
    try {
      return searchOther(core, other, contact)
    } finally {
      search.spans = undefined
    }
  }
}

/**
 * Visits the pairs of nodes of a level whose boxes come within the visitor's margin of each other, each node with itself among them; with
 * `pending`, only those that a pending joint may have moved. True if the visitor ended it.
 */
export function searchNodes(core: ChainCore, visitor: ChainVisitor, pending: Pending | undefined): boolean {
  demandIdle(core)
  core.busy = true
  core.search.resetCounts()
  try {
    return core.search.self(core.body.arrays, 0, pending, visitor)
  } finally {
    core.busy = false
  }
}
