// Replicas shared out over workers. How messages travel is the caller's: a Port is a Worker of Node, of a browser, or a pair of
// functions in a test. Each replica lives in one worker from its start on; what it samples does not depend on which.
import { InvalidInputError, LimberError } from '../../errors.js'
import type { Replica, ReplicaRunner, ReplicaView, ReplicaWork } from './replica.js'
import { commonColumns, replicaViewOf } from './replica-local.js'

/** One end of a line between two threads. Messages are plain data, as structured clones are. */
export interface ReplicaPort {
  post(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** Called when the other end is gone for good. Optional: a worker need not know. */
  onFailure?(listener: (error: Error) => void): void
  close(): Promise<void>
}

/** A worker of a replica exchange failed, or ended before its work was done. */
export class ReplicaWorkerError extends LimberError {}

/** What a worker is asked. Replicas are known by their number among those of the worker. */
type Question<Input> =
  | { readonly kind: 'create'; readonly inputs: readonly Input[] }
  | { readonly kind: 'run'; readonly work: ReplicaWork }
  | { readonly kind: 'look'; readonly replica: number }
  | { readonly kind: 'save' }
  | { readonly kind: 'restore'; readonly states: readonly Uint8Array[] }

type Answer = { readonly kind: 'done'; readonly value: unknown } | { readonly kind: 'failed'; readonly message: string }

/** The worker's side: creates the replicas it is sent, and samples them on request. */
export function serveReplicas<Input>(port: ReplicaPort, create: (input: Input) => Replica): void {
  let replicas: Replica[] = []
  const answer = (asked: Question<Input>): unknown => {
    switch (asked.kind) {
      case 'create':
        replicas = asked.inputs.map(create)
        return replicas.map(({ columns }) => [...columns])
      case 'run':
        return sampleAll(replicas, asked.work)
      case 'look':
        return replicaViewOf(replicas[asked.replica]!)
      case 'save':
        return replicas.map((replica) => replica.save())
      case 'restore':
        for (const [k, replica] of replicas.entries()) replica.restore(asked.states[k]!)
        return undefined
    }
  }
  port.onMessage((message) => {
    let reply: Answer
    try {
      reply = { kind: 'done', value: answer(message as Question<Input>) }
    } catch (error) {
      reply = { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
    }
    port.post(reply)
  })
}

function sampleAll(replicas: readonly Replica[], { temperatures, samples, every }: ReplicaWork): Float64Array {
  const size = samples * (replicas[0]?.columns.length ?? 0)
  const out = new Float64Array(size * replicas.length)
  for (const [k, replica] of replicas.entries()) replica.sample(out, k * size, temperatures[k]!, samples, every)
  return out
}

/** Replicas in the workers at the other ends of `ports`, made there of `inputs`; replica k in worker k modulo their number. */
export async function startReplicaPool<Input>(
  ports: readonly ReplicaPort[],
  inputs: readonly Input[],
): Promise<ReplicaRunner> {
  if (ports.length === 0) throw new InvalidInputError('ports', ports.length, 'one or more')
  if (inputs.length === 0) throw new InvalidInputError('inputs', inputs.length, 'one or more')
  const lines = ports.map((port) => new Line(port))
  const columns = await Promise.all(
    lines.map((line, w) => line.ask({ kind: 'create', inputs: inputs.filter((_, k) => k % lines.length === w) })),
  )
  return new ReplicaPool(ports, lines, inputs.length, commonColumns((columns as string[][][]).flat()))
}

class ReplicaPool implements ReplicaRunner {
  constructor(
    private readonly ports: readonly ReplicaPort[],
    private readonly lines: readonly Line[],
    readonly replicas: number,
    readonly columns: readonly string[],
  ) {}

  async run({ temperatures, samples, every }: ReplicaWork): Promise<Float64Array> {
    const size = this.columns.length * samples
    const out = new Float64Array(size * this.replicas)
    await this.all(async (line, own) => {
      const work = { temperatures: own.map((k) => temperatures[k]!), samples, every }
      const found = (await line.ask({ kind: 'run', work })) as Float64Array
      for (const [n, k] of own.entries()) out.set(found.subarray(n * size, (n + 1) * size), k * size)
    })
    return out
  }

  look(replica: number): Promise<ReplicaView> {
    const { lines } = this
    const place = Math.floor(replica / lines.length)
    return lines[replica % lines.length]!.ask({ kind: 'look', replica: place }) as Promise<ReplicaView>
  }

  async save(): Promise<Uint8Array[]> {
    const states = new Array<Uint8Array>(this.replicas)
    await this.all(async (line, own) => {
      const found = (await line.ask({ kind: 'save' })) as Uint8Array[]
      for (const [n, k] of own.entries()) states[k] = found[n]!
    })
    return states
  }

  async restore(states: readonly Uint8Array[]): Promise<void> {
    await this.all(async (line, own) => {
      await line.ask({ kind: 'restore', states: own.map((k) => states[k]!) })
    })
  }

  async close(): Promise<void> {
    // Not every port reports that its other end is gone: requests that wait, and later ones, fail here.
    for (const line of this.lines) line.fail('it was closed')
    await Promise.all(this.ports.map((port) => port.close()))
  }

  /** Every worker that has replicas, and which. */
  private async all(ask: (line: Line, own: readonly number[]) => Promise<void>): Promise<void> {
    const { lines, replicas } = this
    await Promise.all(
      lines.map((line, w) => {
        const own = Array.from({ length: replicas }, (_, k) => k).filter((k) => k % lines.length === w)
        return own.length === 0 ? undefined : ask(line, own)
      }),
    )
  }
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Questions and their answers, in order. */
class Line {
  private readonly waiting: Waiting[] = []
  private failure: Error | undefined

  constructor(private readonly port: ReplicaPort) {
    port.onMessage((message) => {
      const answer = message as Answer
      const waiting = this.waiting.shift()
      if (answer.kind === 'done') waiting?.resolve(answer.value)
      else waiting?.reject(new ReplicaWorkerError(`a worker of replica exchange failed: ${answer.message}`))
    })
    port.onFailure?.((error) => this.fail(error.message))
  }

  /** No answer will come any more. */
  fail(why: string): void {
    this.failure ??= new ReplicaWorkerError(`a worker of replica exchange ended: ${why}`)
    for (const { reject } of this.waiting.splice(0)) reject(this.failure)
  }

  ask(message: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure)
        return
      }
      this.waiting.push({ resolve, reject })
      this.port.post(message)
    })
  }
}
