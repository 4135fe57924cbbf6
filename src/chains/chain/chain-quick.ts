// Quick ways into a chain, for the engine's own (molecules/): those who make thousands of small changes and their numbers themselves.
// The same changes as ChainTree's own, undone by its undo(), with the same bits and the same refusals; nothing is allocated on the way
// but what must be kept.
import type { ChainTree } from './chain-tree.js'
import type { PairRule } from './chain-visitors.js'

export { quickChain } from './chain-tree.js'

export interface QuickChain {
  /** setJoint with the twelve numbers at poses[at]. */
  putJoint(joint: number, poses: Float64Array, at: number): void
  /**
   * Sets joints a < b, their poses at poses[12 a] and poses[12 b], as one set after which links up to a and links beyond b are to each
   * other as they were, but for rounding: turned by at most `turned` radians and shifted by at most `shifted`. So only links a + 1 … b are
   * looked at again (a crankshaft), while there is room for that much (chain-clearance.ts).
   */
  swing(a: number, b: number, poses: Float64Array, turned: number, shifted: number): void
  /** setShape with spheres: x, y, z, r of each, in the link's own frame. */
  putSpheres(link: number, spheres: Float64Array): void
  /**
   * A question that is asked again and again: does it touch another chain, pairs that `exclude` names (this chain's link first) left
   * out? The answer looks at pairs with a link of this chain in spans[0] ≤ i < spans[1], or one of the other in spans[2] ≤ j < spans[3],
   * and maybe at others.
   */
  contactWith(other: ChainTree, exclude?: PairRule): (spans: Int32Array) => boolean
}
