// Replicas in this thread. The event loop gets its turn between two of them, where they are slow.
import { now } from '../../base/work/clock.js'
import { breathe, SLICE_MILLIS } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import { checkColumns, type Replica, type ReplicaRunner, type ReplicaView, type ReplicaWork } from './replica.js'

/** Runs replicas in this thread, one after another. */
export function localReplicas(replicas: readonly Replica[]): ReplicaRunner {
  if (!Array.isArray(replicas) || replicas.length === 0) {
    throw new InvalidInputError('replicas', replicas, 'a list of one or more')
  }
  if (new Set(replicas).size < replicas.length) {
    throw new InvalidInputError('replicas', replicas.length, 'each a different replica: one occurs twice')
  }
  return new LocalReplicas(replicas)
}

class LocalReplicas implements ReplicaRunner {
  readonly replicas: number
  readonly columns: readonly string[]
  private turned = now()

  constructor(private readonly list: readonly Replica[]) {
    this.replicas = list.length
    this.columns = commonColumns(list.map(({ columns }) => columns))
  }

  async run({ temperatures, samples, every }: ReplicaWork): Promise<Float64Array> {
    const size = this.columns.length * samples
    const out = new Float64Array(size * this.list.length)
    for (const [k, replica] of this.list.entries()) {
      replica.sample(out, k * size, temperatures[k]!, samples, every)
      // A replica's part of a round is never divided.
      if (now() < this.turned + SLICE_MILLIS) continue
      await breathe()
      this.turned = now()
    }
    return out
  }

  async look(replica: number): Promise<ReplicaView> {
    return replicaViewOf(this.list[replica]!)
  }

  async save(): Promise<Uint8Array[]> {
    return this.list.map((replica) => replica.save())
  }

  async restore(states: readonly Uint8Array[]): Promise<void> {
    for (const [k, replica] of this.list.entries()) replica.restore(states[k]!)
  }

  async close(): Promise<void> {}
}

export function replicaViewOf(replica: Replica): ReplicaView {
  return { coordinates: replica.coordinates(), moves: replica.moves() }
}

/** The columns that all have. */
export function commonColumns(lists: readonly (readonly string[])[]): readonly string[] {
  const first = checkColumns(lists[0]!)
  for (const columns of lists) {
    if (columns.join('\n') !== first.join('\n')) {
      throw new InvalidInputError('columns', columns, `the same for every replica: ${first.join(', ')}`)
    }
  }
  return first
}
