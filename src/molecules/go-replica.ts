// A Gō chain as a replica; how it is described to whoever runs it, in plain data that can be sent to a worker.
import { Random } from '../math/random.js'
import { GoChain } from './go-chain.js'
import { createGoModel, type GoOptions } from './go-model.js'
import type { Replica } from './replica.js'

export interface GoReplicaInput {
  readonly native: Float64Array
  readonly options: GoOptions
  /** Where it starts; the native positions if left out. */
  readonly start?: Float64Array | undefined
  readonly seed: number
}

export class GoReplica implements Replica {
  readonly chain: GoChain
  private readonly random: Random

  constructor({ native, options, start, seed }: GoReplicaInput) {
    this.chain = new GoChain(createGoModel(native, options), start)
    this.random = new Random(seed)
  }

  sample(out: Float64Array, o: number, temperature: number, samples: number, every: number): void {
    const { chain } = this
    for (let n = 0; n < samples; n++) {
      chain.run(this.random, temperature, every)
      // Before the last one, rounding is taken out: energies that swaps are decided by are those of the positions.
      if (n === samples - 1) chain.refresh()
      out[o + 2 * n] = chain.energy
      out[o + 2 * n + 1] = chain.formed()
    }
  }
}
