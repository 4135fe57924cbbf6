// Exact answers by several threads, each of which has the same world: Node's worker threads, or Web Workers. A thread makes its world
// itself, from the same files or numbers, and calls `serveExact`. What a thread that ends was at is asked of the others, or of the world
// here: an answer is never lost.
import { InvalidInputError } from '../errors.js'
import type { World } from '../robots/world/world.js'
import { type ExactAnswers, exactAnswers } from './exact-answers.js'

/** What Node's Worker and parentPort, or a browser's Worker and self, have. */
export interface ExactPort {
  postMessage(message: unknown): void
  on?(event: string, listener: (value: unknown) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: the event types of `Worker` and `self` differ, and neither is known here.
  addEventListener?(event: string, listener: (event: any) => void): void
  terminate?(): unknown
}

/** Which question. */
const KINDS = ['collides', 'distanceAbove', 'motions'] as const
type Kind = (typeof KINDS)[number]

/** What is asked of a thread, and what it says: a byte for each configuration, or segment. */
interface ExactTask {
  readonly kind: Kind
  readonly numbers: Float64Array
  /** A distance, or a clearance, that is asked about. */
  readonly length: number
}

interface ExactReply {
  readonly answers?: Uint8Array
  readonly failed?: string
}

/** Configurations, and segments, that a thread is given at a time. */
const PIECE = 128
const MOTIONS = 8

/** In a thread: answers what `exactThreads` asks, about a world that is the same as there. Other messages are left to others. */
export function serveExact(world: World, port: ExactPort): void {
  const own = exactAnswers(world)
  listen(port, 'message', (message) => {
    const { kind, numbers, length } = (message ?? {}) as ExactTask
    if (!KINDS.includes(kind) || !(numbers instanceof Float64Array)) return
    const asked = own[kind](numbers, length)
    asked.then(
      (answers) => port.postMessage({ answers } satisfies ExactReply),
      (error: unknown) => port.postMessage({ failed: String(error) } satisfies ExactReply),
    )
  })
}

/** Threads that call `serveExact` about the same world as `world`, which answers where they fail, and once it has changed. */
export function exactThreads(world: World, ports: readonly ExactPort[]): ExactAnswers {
  if (!Array.isArray(ports)) throw new InvalidInputError('ports', ports, 'a list of threads')
  const threads = ports.map((port: ExactPort) => new Thread(port))
  const here = exactAnswers(world)
  const model = world.model()
  const share = async (kind: Kind, all: Float64Array, length: number): Promise<Uint8Array> => {
    const { dof } = world
    // Threads do not know of changes.
    if (dof === 0 || !model.isCurrent()) return here[kind](all, length)
    const [size, piece] = kind === 'motions' ? [2 * dof, MOTIONS] : [dof, PIECE]
    const count = all.length / size
    const out = new Uint8Array(count)
    const left: number[] = []
    for (let k = 0; k < count; k += piece) left.push(k)
    left.reverse()
    const pieceAt = (k: number): Float64Array => all.slice(size * k, size * Math.min(count, k + piece))
    await Promise.all(
      threads.map(async (thread) => {
        while (left.length > 0 && !thread.isGone) {
          const k = left.pop()!
          const numbers = pieceAt(k)
          const answers = await thread.ask({ kind, numbers, length }, numbers.length / size)
          if (answers === undefined) left.push(k)
          else out.set(answers, k)
        }
      }),
    )
    // What is left has no thread that would take it.
    for (const k of left) out.set(await here[kind](pieceAt(k), length), k)
    return out
  }
  return {
    threads: threads.length,
    collides: (configurations) => share('collides', configurations, 0),
    distanceAbove: (configurations, d) => share('distanceAbove', configurations, d),
    motions: (segments, clearance) => share('motions', segments, clearance),
    close: async () => {
      for (const thread of threads) thread.close()
    },
  }
}

/** One thread; tasks that come while it is at one wait their turn. */
class Thread {
  isGone: boolean
  private readonly waiting: ((reply: ExactReply) => void)[] = []

  constructor(private readonly port: ExactPort) {
    // A Worker of Node that has ended says so, and nothing more.
    this.isGone = (port as { readonly threadId?: number }).threadId === -1
    listen(port, 'message', (message) => {
      const reply = (message ?? {}) as ExactReply
      // What a thread says of other things is for others.
      if (reply.answers !== undefined || reply.failed !== undefined) this.waiting.shift()?.(reply)
    })
    for (const event of ['error', 'exit', 'close', 'messageerror']) listen(port, event, () => this.end())
  }

  /** `count` answers; undefined where the thread has ended, or could not give as many. */
  ask(task: ExactTask, count: number): Promise<Uint8Array | undefined> {
    if (this.isGone) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.waiting.push(({ answers }) => {
        const isWhole = answers instanceof Uint8Array && answers.length === count
        if (!isWhole) this.end()
        resolve(isWhole ? answers : undefined)
      })
      try {
        this.port.postMessage(task)
      } catch {
        this.end()
      }
    })
  }

  close(): void {
    this.end()
    this.port.terminate?.()
  }

  private end(): void {
    this.isGone = true
    for (const resolve of this.waiting.splice(0)) resolve({})
  }
}

function listen(port: ExactPort, event: string, listener: (value: unknown) => void): void {
  if (port.on !== undefined) port.on(event, listener)
  else port.addEventListener?.(event, (said: { readonly data: unknown }) => listener(said.data))
}
