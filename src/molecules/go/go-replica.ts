// A Gō chain as a replica, and its description as plain data that can be sent to a worker.
import { Random } from '../../base/math/random.js'
import { ByteReader, ByteWriter, CheckpointError } from '../monte-carlo/checkpoint-bytes.js'
import type { MoveCounts } from '../monte-carlo/metropolis.js'
import type { Replica } from '../monte-carlo/replica.js'
import { GO_MOVES, GoChain } from './go-chain.js'
import { type GoOptions, goModel } from './go-model.js'

/** What a GoReplica is made from; plain data, so that it can be sent to a worker. */
export interface GoReplicaInput {
  readonly native: Float64Array
  readonly options?: GoOptions | undefined
  /** Where it starts; the native positions if left out. */
  readonly start?: Float64Array | undefined
  readonly seed: number
}

/** A Gō chain as a replica of a replica exchange. */
export class GoReplica implements Replica {
  /** The second is the share of native contacts that are formed, Q. */
  readonly columns = ['energy', 'nativeContacts'] as const
  readonly chain: GoChain
  private readonly random: Random

  constructor(input: GoReplicaInput) {
    const { native, options = {}, start, seed } = input
    this.chain = new GoChain(goModel(native, options), start)
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

  coordinates(): Float64Array {
    return this.chain.positions.slice()
  }

  moves(): readonly MoveCounts[] {
    const { tried, taken } = this.chain
    return GO_MOVES.map((move, k) => ({ move, proposed: tried[k]!, clashed: 0, accepted: taken[k]! }))
  }

  /** `sample` ends with everything kept computed from the positions, so these are enough. */
  save(): Uint8Array {
    const { positions, tried, taken, energy } = this.chain
    return new ByteWriter()
      .words(this.random.save())
      .numbers(tried)
      .numbers(taken)
      .numbers(positions)
      .number(energy)
      .finish()
  }

  restore(state: Uint8Array): void {
    const { chain } = this
    const reader = new ByteReader(state)
    const random = reader.words()
    const tried = reader.numbers()
    const taken = reader.numbers()
    const positions = reader.numbers()
    const energy = reader.number()
    reader.finish()
    const counters = GO_MOVES.length
    if (random.length !== 4 || tried.length !== counters || taken.length !== counters) {
      throw new CheckpointError('the state is of another kind of replica')
    }
    if (positions.length !== chain.positions.length) {
      throw new CheckpointError(`the state has ${positions.length / 3} beads, not ${chain.model.beads}`)
    }
    if (!Object.is(chain.place(positions), energy)) {
      throw new CheckpointError(`the chain has the energy ${chain.energy} after it was restored, not ${energy}`)
    }
    this.random.restore(random)
    chain.tried.set(tried)
    chain.taken.set(taken)
  }
}
