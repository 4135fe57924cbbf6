// The chain in its worker: a long chain folds by random torsions; a turn that makes it touch itself is taken back.
import { compactChain } from '../../../scenes/index.js'
import { ChainTree, Random } from '../../../src/index.js'
import type { EngineSide, Methods, Task } from '../../engine/protocol.js'

export interface ChainSetup {
  readonly beads: number
  readonly seed: number
  /** Largest turn of a move, radians. */
  readonly width: number
}

export interface ChainFrame {
  readonly positions: Float32Array
  readonly steps: number
  readonly accepted: number
  readonly stepsPerSecond: number
}

const SPACING = 4
const RADIUS = 1.6
/** Milliseconds between two frames that are sent. */
const FRAME = 33

export class FoldingChain {
  readonly chain: ChainTree
  private readonly random: Random
  steps = 0
  accepted = 0

  constructor(private readonly setup: ChainSetup) {
    this.chain = ChainTree.fromSpheres(compactChain(setup.beads, { spacing: SPACING }), RADIUS)
    this.random = new Random(setup.seed)
  }

  step(): void {
    const { chain, random, setup } = this
    chain.rotate(random.integer(setup.beads - 1), random.range(-setup.width, setup.width))
    this.steps++
    if (chain.selfCollides()) chain.undo()
    else this.accepted++
  }

  frame(stepsPerSecond: number): ChainFrame {
    return {
      positions: Float32Array.from(this.chain.positions()),
      steps: this.steps,
      accepted: this.accepted,
      stepsPerSecond,
    }
  }
}

export const engine = {
  create() {
    let folding: FoldingChain | undefined
    return {
      build(setup: ChainSetup): ChainFrame {
        folding = new FoldingChain(setup)
        return folding.frame(0)
      },
      /** Folds until it is stopped, or for `steps` more. Frames go out as progress. */
      async fold({ steps }: { steps: number }, task: Task<ChainFrame>): Promise<ChainFrame> {
        const chain = folding!
        const end = chain.steps + steps
        let sent = performance.now()
        let from = chain.steps
        while (chain.steps < end && !task.signal.aborted) {
          for (let k = 0; k < 50 && chain.steps < end; k++) chain.step()
          const now = performance.now()
          if (now - sent < FRAME) continue
          const frame = chain.frame((1000 * (chain.steps - from)) / (now - sent))
          task.progress(frame, [frame.positions.buffer])
          sent = now
          from = chain.steps
          await task.breathe().catch(() => {})
        }
        return chain.frame(0)
      },
    }
  },
} satisfies EngineSide<Methods>

export type ChainMethods = ReturnType<typeof engine.create>
