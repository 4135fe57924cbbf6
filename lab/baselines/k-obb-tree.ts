// K-OBBTree: "after each set of changes an OBB hierarchy is created from scratch for each piece of the chain that
// remained rigid. Each pair of OBB hierarchies is tested for overlap" (ChainTree paper, section 5). Like the
// ChainTree it relies on the chain having been free of collisions before the change: it does not look inside a piece.
import type { Baseline } from './baseline.js'
import { LINKS_PER_LEAF } from './obb-tree.js'
import { treesHit } from './obb-tree-search.js'
import { RebuiltTrees } from './rebuilt-trees.js'

export class KObbTree extends RebuiltTrees implements Baseline {
  readonly method: 'k-obbtree' | 'k-obbtree-1'
  private roots: number[] = []

  /** `pieces`: the most rigid pieces there will be at a time, one more than the joints that change together. */
  constructor(size: number, radius: number, pieces = 2, neighbours = 1, linksPerLeaf = LINKS_PER_LEAF) {
    super(size, radius, pieces, neighbours, linksPerLeaf)
    this.method = linksPerLeaf === 1 ? 'k-obbtree-1' : 'k-obbtree'
  }

  update(joint: number, angle: number): void {
    this.chain.rotate(joint, angle)
    this.rebuild([joint])
  }

  /** One tree for each piece between the changed joints, which must be in rising order. */
  rebuild(changedJoints: readonly number[]): void {
    this.tree.reset(this.chain.positions)
    this.roots = []
    let first = 0
    for (const joint of [...changedJoints, this.chain.size - 1]) {
      this.roots.push(this.tree.build(first, joint + 1))
      first = joint + 1
    }
  }

  test(): boolean {
    this.tree.volumeTests = 0
    for (let a = 0; a < this.roots.length; a++) {
      for (let b = a + 1; b < this.roots.length; b++) {
        if (treesHit(this.tree, this.roots[a]!, this.roots[b]!)) return true
      }
    }
    return false
  }
}
