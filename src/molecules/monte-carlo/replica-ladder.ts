// Replica exchange (Swendsen and Wang 1986; Hukushima and Nemoto 1996): replicas of one system at the rungs of a ladder of
// temperatures, and swaps between neighbouring rungs with the chance min(1, exp((1/Tᵢ − 1/Tⱼ)·(Eᵢ − Eⱼ))). What moves up and down
// is the temperature; a replica keeps its state, so nothing but energies has to be known here.
//
// Even and odd pairs of neighbours take turns. All decisions come from one separate stream of random numbers, one number a
// pair whatever the outcome: they depend on the energies alone, not on who computed them or when.
import { logarithm } from '../../base/math/exponential.js'
import { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import { ByteReader, ByteWriter, CheckpointError } from './checkpoint-bytes.js'

/** Temperatures and seed of a ReplicaLadder. */
export interface ReplicaLadderOptions {
  /** Rising, two or more. */
  readonly temperatures: readonly number[]
  readonly seed: number
}

/** Which replica is at which temperature, and the exchanges between neighbours. */
export class ReplicaLadder {
  readonly temperatures: readonly number[]
  /** The replica at each rung, and the rung of each replica. At first, each at the rung of its number. */
  readonly replicaAt: Int32Array
  readonly rungOf: Int32Array
  /** Of the pair of rungs k and k + 1. */
  readonly tried: Int32Array
  readonly swapped: Int32Array
  /** By replica: how often it came back to the lowest rung after having been at the highest. */
  readonly roundTrips: Int32Array
  private readonly random: Random
  /** By replica: 1 on its way up from the lowest rung, 2 down from the highest, 0 before it was at either. */
  private readonly way: Uint8Array
  private turn = 0

  constructor(options: ReplicaLadderOptions) {
    const { temperatures, seed } = options
    const rungs = temperatures.length
    if (rungs < 2) throw new InvalidInputError('temperatures', temperatures, 'two or more')
    for (const [k, t] of temperatures.entries()) {
      if (!(typeof t === 'number' && t > (k === 0 ? 0 : temperatures[k - 1]!) && t < Infinity)) {
        throw new InvalidInputError(`temperatures[${k}]`, t, 'positive, finite and above the one before')
      }
    }
    this.temperatures = [...temperatures]
    this.replicaAt = Int32Array.from(temperatures, (_, k) => k)
    this.rungOf = this.replicaAt.slice()
    this.tried = new Int32Array(rungs - 1)
    this.swapped = new Int32Array(rungs - 1)
    this.roundTrips = new Int32Array(rungs)
    this.random = new Random(seed)
    this.way = new Uint8Array(rungs)
    this.look()
  }

  temperatureOf(replica: number): number {
    return this.temperatures[this.rungOf[replica]!]!
  }

  /** Offers a swap to every second pair of neighbours, by the energies of the replicas. */
  exchange(energies: ArrayLike<number>): void {
    const { temperatures, replicaAt, rungOf } = this
    for (let k = this.turn; k + 1 < temperatures.length; k += 2) {
      const low = replicaAt[k]!
      const high = replicaAt[k + 1]!
      const limit = logarithm(1 - this.random.unit())
      const exponent = (1 / temperatures[k]! - 1 / temperatures[k + 1]!) * (energies[low]! - energies[high]!)
      this.tried[k]!++
      if (!(exponent >= limit)) continue
      this.swapped[k]!++
      replicaAt[k] = high
      replicaAt[k + 1] = low
      rungOf[high] = k
      rungOf[low] = k + 1
    }
    this.turn = 1 - this.turn
    this.look()
  }

  /** Everything that later swaps and counts depend on. */
  save(): Uint8Array {
    return new ByteWriter()
      .words(this.random.save())
      .word(this.turn)
      .words(this.replicaAt)
      .words(this.tried)
      .words(this.swapped)
      .words(this.roundTrips)
      .words(Int32Array.from(this.way))
      .finish()
  }

  restore(state: Uint8Array): void {
    const reader = new ByteReader(state)
    const random = reader.words()
    const turn = reader.word()
    const lists = [this.replicaAt, this.tried, this.swapped, this.roundTrips, this.way]
    const read = lists.map(() => reader.words())
    reader.finish()
    if (random.length !== 4 || read.some((values, k) => values.length !== lists[k]!.length)) {
      throw new CheckpointError('the checkpoint is of a ladder with another number of temperatures')
    }
    this.random.restore(random)
    this.turn = turn
    for (const [k, list] of lists.entries()) list.set(read[k]!)
    for (const [rung, replica] of this.replicaAt.entries()) this.rungOf[replica] = rung
  }

  private look(): void {
    const lowest = this.replicaAt[0]!
    const highest = this.replicaAt.at(-1)!
    if (this.way[lowest] === 2) this.roundTrips[lowest]!++
    this.way[lowest] = 1
    if (this.way[highest] === 1) this.way[highest] = 2
  }
}
