// What 1-OBBTree and K-OBBTree have in common: positions of all links, and OBB trees over runs of them that are built from scratch.
import { ExplicitChain } from './baseline.js'
import { LINKS_PER_LEAF, ObbTree } from './obb-tree.js'

export class RebuiltTrees {
  protected readonly chain: ExplicitChain
  protected readonly tree: ObbTree

  /** `pieces`: the most trees there will be at a time. */
  constructor(size: number, radius: number, pieces: number, neighbours: number, linksPerLeaf = LINKS_PER_LEAF) {
    this.chain = new ExplicitChain(size)
    this.tree = new ObbTree(size, radius, pieces, linksPerLeaf, neighbours)
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

  undo(): void {
    this.chain.undo()
  }
}
