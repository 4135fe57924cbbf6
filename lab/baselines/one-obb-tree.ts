// 1-OBBTree: "an OBB hierarchy is created from scratch after each set of changes, and then tested against itself"
// (ChainTree paper, section 5).
import type { Baseline } from './baseline.js'
import { treesHit } from './obb-tree-search.js'
import { RebuiltTrees } from './rebuilt-trees.js'

export class OneObbTree extends RebuiltTrees implements Baseline {
  readonly method = '1-obbtree'

  constructor(size: number, radius: number, neighbours = 1) {
    super(size, radius, 1, neighbours)
  }

  update(joint: number, angle: number): void {
    this.chain.rotate(joint, angle)
    this.tree.reset(this.chain.positions)
    this.tree.build(0, this.chain.size)
  }

  test(): boolean {
    this.tree.volumeTests = 0
    return treesHit(this.tree, 0, 0)
  }
}
