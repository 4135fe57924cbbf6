// Grid: "explicit maintenance of the chain and collision detection by indexing into a 3D grid using a hash table"
// (ChainTree paper, section 5), emptied and filled again at every step.
//
// Spheres are put in one by one and each is compared with those already there, so a pair is met once and a collision ends the filling
// too. The cells: grid-cells.ts.
import { type Baseline, ExplicitChain } from './baseline.js'
import { anyHits, createHeads } from './grid-cells.js'

export class Grid implements Baseline {
  readonly method = 'grid'
  readonly volumeTests = null
  private readonly chain: ExplicitChain
  private readonly radius: number
  private readonly heads: Int32Array
  private readonly next: Int32Array

  constructor(
    size: number,
    radius: number,
    private readonly neighbours = 1,
  ) {
    this.chain = new ExplicitChain(size)
    this.radius = radius
    this.heads = createHeads(size)
    this.next = new Int32Array(size)
  }

  get nodesUpdated(): number {
    return this.chain.size
  }

  get byteLength(): number {
    return this.chain.byteLength + this.heads.byteLength + this.next.byteLength
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
  }

  update(joint: number, angle: number): void {
    this.chain.rotate(joint, angle)
    this.heads.fill(-1)
  }

  test(): boolean {
    const { chain, radius, neighbours, heads, next } = this
    return anyHits(chain.positions, chain.positions, 0, chain.size, radius, neighbours, heads, next, true)
  }

  undo(): void {
    this.chain.undo()
  }
}
