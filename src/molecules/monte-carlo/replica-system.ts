// Any system of Monte Carlo as a replica: Metropolis steps with random numbers of its own, and observables beside the energy.
import { checkFields, checkSeed } from '../../base/math/checks.js'
import { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import { ByteReader, ByteWriter, CheckpointError } from './checkpoint-bytes.js'
import { Metropolis, type MoveCounts, type MoveWeights } from './metropolis.js'
import type { McSystem } from './monte-carlo-system.js'
import type { Observable } from './observable.js'
import type { Replica } from './replica.js'

/** Seed, moves and observables of a McReplica. */
export interface McReplicaOptions {
  /** Of its random numbers: another one for every replica. */
  readonly seed: number
  /** Weights of the kinds of move; without it, all of the system's alike. */
  readonly moves?: MoveWeights | undefined
  /** What is measured beside the energy; nothing if left out. */
  readonly observables?: readonly Observable[] | undefined
}

/** A system as a replica; no other code may move it from now on. */
export class McReplica implements Replica {
  readonly columns: readonly string[]
  readonly system: McSystem
  private readonly observables: readonly Observable[]
  private readonly random: Random
  private readonly walker: Metropolis
  private readonly atoms: Float64Array

  constructor(system: McSystem, options: McReplicaOptions) {
    checkFields('options', options, ['seed', 'moves', 'observables'])
    const { seed, moves, observables = [] } = options
    if (!Number.isFinite(system.energy)) {
      throw new InvalidInputError('system.energy', system.energy, 'finite: the start must not clash')
    }
    const names = observables.map(({ name }) => name)
    if (new Set(['energy', ...names]).size <= names.length) {
      throw new InvalidInputError('options.observables', names, 'distinct names, none of them `energy`')
    }
    this.system = system
    this.observables = observables
    this.columns = ['energy', ...names]
    this.random = new Random(checkSeed('options.seed', seed))
    this.walker = new Metropolis(system, this.random, moves)
    this.atoms = new Float64Array(3 * system.atoms)
  }

  sample(out: Float64Array, o: number, temperature: number, samples: number, every: number): void {
    const { system, walker, observables, columns, atoms } = this
    for (let n = 0; n < samples; n++) {
      for (let step = 0; step < every; step++) walker.step(temperature)
      const at = o + n * columns.length
      out[at] = system.energy
      if (observables.length > 0) system.coordinates(atoms)
      for (let k = 0; k < observables.length; k++) out[at + 1 + k] = observables[k]!.value(atoms)
    }
  }

  coordinates(): Float64Array {
    return this.system.coordinates(new Float64Array(this.atoms.length))
  }

  moves(): readonly MoveCounts[] {
    return this.walker.acceptance()
  }

  save(): Uint8Array {
    return new ByteWriter()
      .words(this.random.save())
      .numbers(this.walker.counts)
      .number(this.system.energy)
      .block(this.system.save())
      .finish()
  }

  restore(state: Uint8Array): void {
    const reader = new ByteReader(state)
    const random = reader.words()
    const counts = reader.numbers()
    const energy = reader.number()
    const system = reader.block()
    reader.finish()
    if (random.length !== 4 || counts.length !== this.walker.counts.length) {
      throw new CheckpointError('the state is of a replica with other moves')
    }
    this.system.restore(system)
    if (!Object.is(this.system.energy, energy)) {
      throw new CheckpointError(`the system has the energy ${this.system.energy} after it was restored, not ${energy}`)
    }
    this.random.restore(random)
    this.walker.counts.set(counts)
  }
}
