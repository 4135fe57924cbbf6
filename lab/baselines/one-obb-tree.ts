// 1-OBBTree: "an OBB hierarchy is created from scratch after each set of changes, and then tested against itself"
// (ChainTree paper, section 5).
import { type Baseline, ExplicitChain } from './baseline.js'
import { LINKS_PER_LEAF, ObbTree } from './obb-tree.js'
import { treesHit } from './obb-tree-search.js'

export class OneObbTree implements Baseline {
  readonly method = '1-obbtree'
  private readonly chain: ExplicitChain
  private readonly tree: ObbTree

  constructor(size: number, radius: number, neighbours = 1) {
    this.chain = new ExplicitChain(size)
    this.tree = new ObbTree(size, radius, 1, LINKS_PER_LEAF, neighbours)
  }

  get volumeTests(): number {
    return this.tree.volumeTests
  }

  get nodesUpdated(): number {
    return this.tree.nodes
  }

  get byteLength(): number {
    return this.chain.byteLength + this.tree.byteLength
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
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

  undo(): void {
    this.chain.undo()
  }
}
