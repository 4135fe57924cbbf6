// A chain that folds at random: turn a bond, look whether the chain touches itself, take it back where it does. The same setup folds
// in the same way, step by step, in the browser and in Node.
import { compactChain, helix, selfAvoidingCoil, zigzagChain } from '../../../scenes/index.js'
import { ChainTree, Random } from '../../../src/entries/chains.js'
import { RADIUS, SPACING } from './folding-sizes.js'
import type { ChainSetup, ChainStart } from './state.js'

/** Rounded, so that the last digits of a browser's sines do not matter: every one folds the same chain. */
export function startOf(start: ChainStart, beads: number, seed: number): Float64Array {
  return centresOf(start, beads, seed).map(Math.fround)
}

function centresOf(start: ChainStart, beads: number, seed: number): Float64Array {
  switch (start) {
    case 'serpentine':
    case 'hilbert':
      return compactChain(beads, { spacing: SPACING, start })
    case 'helix':
      return helix(beads, { spacing: SPACING })
    case 'straight':
      return zigzagChain(beads, { spacing: SPACING })
    case 'coil':
      return selfAvoidingCoil(beads, seed, { spacing: SPACING, apart: 2 * RADIUS + 0.1 })
  }
}

/** One turn of a bond, and whether the chain has kept it. */
export interface ChainMove {
  readonly joint: number
  readonly angle: number
  readonly taken: boolean
}

export class FoldingChain {
  readonly chain: ChainTree
  private readonly random: Random
  steps = 0
  taken = 0
  /** Sums over all steps: of the test, and of the change with its undo. */
  volumeTests = 0
  leafTests = 0
  nodesUpdated = 0
  joint = -1
  angle = 0
  isTaken = false

  constructor(readonly setup: ChainSetup) {
    this.chain = ChainTree.fromSpheres(startOf(setup.start, setup.beads, setup.seed), RADIUS)
    this.random = new Random(setup.seed)
    // Every pair is tested once; after this only those that a turn can have changed.
    if (this.chain.selfCollides()) throw new Error('the chain touches itself before it is folded')
  }

  step(): void {
    const { chain, random, setup } = this
    this.joint = random.integer(setup.beads - 1)
    this.angle = random.range(-setup.width, setup.width)
    chain.rotate(this.joint, this.angle)
    this.isTaken = !chain.selfCollides()
    this.steps++
    const { volumeTests, leafTests, nodesUpdated } = chain.stats
    this.volumeTests += volumeTests
    this.leafTests += leafTests
    this.nodesUpdated += nodesUpdated
    if (this.isTaken) this.taken++
    else {
      chain.undo()
      this.nodesUpdated += chain.stats.nodesUpdated
    }
  }

  get last(): ChainMove | undefined {
    return this.joint < 0 ? undefined : { joint: this.joint, angle: this.angle, taken: this.isTaken }
  }
}
