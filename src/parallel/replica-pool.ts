// Replicas shared out over workers. How messages travel is the caller's: a Port is a Worker of Node, of a browser, or a pair of
// functions in a test. Each replica lives in one worker from its start on; what it samples does not depend on which.
import { InvalidInputError, LimberError } from '../errors.js'
import { type Replica, type ReplicaRunner, type ReplicaWork, runReplicas, SAMPLE_SIZE } from '../molecules/replica.js'

/** One end of a line between two threads. Messages are plain data, as structured clones are. */
export interface ReplicaPort {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Told when the other end is gone for good. Optional: a worker need not know. */
  onFailure?(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** A worker did not do its part. */
export class ReplicaWorkerError extends LimberError {}

interface CreateMessage<Input> {
  readonly kind: 'create'
  readonly replicas: readonly { readonly number: number; readonly input: Input }[]
}

interface RunMessage {
  readonly kind: 'run'
  readonly work: ReplicaWork
}

type Answer =
  | { readonly kind: 'done'; readonly samples: Float64Array }
  | { readonly kind: 'failed'; readonly message: string }

/** The worker's side: makes the replicas it is told of, and samples them when asked. */
export function serveReplicas<Input>(port: ReplicaPort, create: (input: Input) => Replica): void {
  const replicas = new Map<number, Replica>()
  port.onMessage((message) => {
    const asked = message as CreateMessage<Input> | RunMessage
    let answer: Answer
    try {
      if (asked.kind === 'create') {
        for (const { number, input } of asked.replicas) replicas.set(number, create(input))
        answer = { kind: 'done', samples: new Float64Array(0) }
      } else {
        answer = { kind: 'done', samples: runReplicas(replicas, asked.work) }
      }
    } catch (error) {
      answer = { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
    port.post(answer)
  })
}

/** Replicas in this thread. */
export function localReplicas<Input>(inputs: readonly Input[], create: (input: Input) => Replica): ReplicaRunner {
  const replicas = new Map(inputs.map((input, number) => [number, create(input)]))
  return { run: async (work) => runReplicas(replicas, work), close: async () => {} }
}

/** Replicas in the workers at the other ends of `ports`; replica k in worker k modulo their number. */
export async function startReplicaPool<Input>(
  ports: readonly ReplicaPort[],
  inputs: readonly Input[],
): Promise<ReplicaRunner> {
  if (ports.length === 0) throw new InvalidInputError('ports', ports.length, 'one or more')
  const lines = ports.map((port) => new Line(port))
  const own = (line: number): number[] => inputs.map((_, k) => k).filter((k) => k % lines.length === line)
  await Promise.all(
    lines.map((line, w) =>
      line.ask({ kind: 'create', replicas: own(w).map((number) => ({ number, input: inputs[number]! })) }),
    ),
  )
  return {
    run: (work) => runShared(lines, work),
    close: async () => {
      await Promise.all(ports.map((port) => port.close()))
    },
  }
}

async function runShared(lines: readonly Line[], work: ReplicaWork): Promise<Float64Array> {
  const size = SAMPLE_SIZE * work.samples
  const out = new Float64Array(size * work.replicas.length)
  await Promise.all(
    lines.map(async (line, w) => {
      const places = work.replicas.flatMap((number, place) => (number % lines.length === w ? [place] : []))
      if (places.length === 0) return
      const { samples, every } = work
      const replicas = places.map((place) => work.replicas[place]!)
      const temperatures = places.map((place) => work.temperatures[place]!)
      const found = await line.ask({ kind: 'run', work: { replicas, temperatures, samples, every } })
      for (const [n, place] of places.entries()) out.set(found.subarray(n * size, (n + 1) * size), place * size)
    }),
  )
  return out
}

/** One question at a time, and its answer. */
class Line {
  private readonly port: ReplicaPort
  private waiting: { resolve(samples: Float64Array): void; reject(error: Error): void } | undefined
  private failure: Error | undefined

  constructor(port: ReplicaPort) {
    this.port = port
    port.onMessage((message) => {
      const answer = message as Answer
      const { waiting } = this
      this.waiting = undefined
      if (answer.kind === 'done') waiting?.resolve(answer.samples)
      else waiting?.reject(new ReplicaWorkerError(`a worker of replica exchange failed: ${answer.message}`))
    })
    port.onFailure?.((error) => {
      this.failure = new ReplicaWorkerError(`a worker of replica exchange ended: ${error.message}`)
      this.waiting?.reject(this.failure)
      this.waiting = undefined
    })
  }

  ask(message: unknown): Promise<Float64Array> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure)
        return
      }
      this.waiting = { resolve, reject }
      this.port.post(message)
    })
  }
}
