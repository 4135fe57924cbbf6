// Exact answers by several threads, each of which has the same world: Node's worker threads, or Web Workers. A thread makes its world
// itself, from the same files or numbers, and calls `serveExact`. What a thread that ends was at is asked of the others, or of the world
// here: an answer is never lost. A thread is asked once it has said that it is there (what is posted to a Web Worker before it listens is
// lost), and refuses questions about another world than its own, by hash.
import { now } from '../base/work/clock.js'
import { breathe } from '../base/work/steps.js'
import { InvalidInputError, LimberError } from '../errors.js'
import type { World } from '../robots/world/world.js'
import { worldHash } from '../robots/world/world-document.js'
import { type ExactAnswers, exactAnswers } from './exact-answers.js'

/** What Node's Worker and parentPort, or a browser's Worker and self, have. */
export interface ExactPort {
  postMessage(message: unknown): void
  on?(event: string, listener: (value: unknown) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: the event types of `Worker` and `self` differ, and neither is known here.
  addEventListener?(event: string, listener: (event: any) => void): void
  /** A MessagePort of a browser tells nothing before. */
  start?(): void
  terminate?(): unknown
}

/** Which question. */
const KINDS = ['collides', 'distanceAbove', 'motions'] as const
type Kind = (typeof KINDS)[number]

/** What is asked of a thread: a byte for each configuration, or segment. */
interface ExactTask {
  /** No two tasks of a thread that asks have the same: several may ask the same thread. */
  readonly task: number
  /** The hash of the world that is meant. */
  readonly world: string
  readonly kind: Kind
  readonly numbers: Float64Array
  /** A distance, or a clearance, that is asked about. */
  readonly length: number
}

interface ExactReply {
  readonly task: number
  readonly answers?: Uint8Array
  readonly failed?: string
}

/** Asks a thread whether it serves, and what it says then, and when it begins to. */
const IS_SERVING = 'limber-serves-exact?'
const SERVES = 'limber-serves-exact'

/** Configurations, and segments, that a thread is given at a time. */
const PIECE = 128
const MOTIONS = 8

/** Milliseconds that the first question waits for threads to say that they are there. Those that say it later are asked next time. */
const PATIENCE = 100

let tasks = 0

/** In a thread: answers what `exactThreads` asks, about a world that is the same as there. Other messages are left to others. */
export function serveExact(world: World, port: ExactPort): void {
  const own = exactAnswers(world)
  listen(port, 'message', (message) => {
    if (message === IS_SERVING) port.postMessage(SERVES)
    const { task, world: meant, kind, numbers, length } = (message ?? {}) as ExactTask
    if (!KINDS.includes(kind) || !(numbers instanceof Float64Array)) return
    const answer = async (): Promise<Uint8Array> => {
      if (meant !== worldHash(world.model())) throw new LimberError('its world is another one')
      return own[kind](numbers, length)
    }
    answer().then(
      (answers) => port.postMessage({ task, answers } satisfies ExactReply),
      (error: unknown) => port.postMessage({ task, failed: inWords(error) } satisfies ExactReply),
    )
  })
  port.postMessage(SERVES)
}

/** Threads that call `serveExact` about the same world as `world`, which answers where they fail, and once it has changed. */
export function exactThreads(world: World, ports: readonly ExactPort[]): ExactAnswers {
  const here = exactAnswers(world)
  if (!Array.isArray(ports)) throw new InvalidInputError('ports', ports, 'a list of threads')
  const threads = ports.map((port: ExactPort) => new Thread(port))
  const model = world.model()
  let isPatient = true
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
    const until = now() + PATIENCE
    while (isPatient && threads.some(({ isServing, isGone }) => !isServing && !isGone) && now() < until) await breathe()
    isPatient = false
    await Promise.all(
      threads.map(async (thread) => {
        while (left.length > 0 && thread.isServing && !thread.isGone) {
          const k = left.pop()!
          const numbers = pieceAt(k)
          const asked = { task: tasks++, world: worldHash(model), kind, numbers, length }
          const answers = await thread.ask(asked, numbers.length / size)
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
    world,
    get threads() {
      return Math.max(1, threads.filter(({ isGone }) => !isGone).length)
    },
    get why() {
      const failed = threads.filter(({ why }) => why !== '')
      return failed.length === 0 ? '' : `${failed.length} of ${threads.length} threads are not used: ${failed[0]!.why}`
    },
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
  isGone = false
  isServing = false
  /** Why it is gone. */
  why = ''
  private readonly waiting = new Map<number, (reply: Partial<ExactReply>) => void>()

  constructor(private readonly port: ExactPort) {
    listen(port, 'message', (message) => {
      this.isServing ||= message === SERVES
      const reply = (message ?? {}) as ExactReply
      // What a thread says of other things, or to others, is for them.
      this.settle(reply.task, reply)
    })
    const end = (said?: unknown): void => this.end(said instanceof Error ? said.message : 'it has ended')
    for (const event of ['error', 'exit', 'close', 'messageerror']) listen(port, event, end)
    // A Worker of Node that has ended says so, and nothing more.
    if ((port as { readonly threadId?: number }).threadId === -1) end()
    this.post(IS_SERVING)
  }

  /** `count` answers; undefined where the thread has ended, or could not give as many. */
  ask(task: ExactTask, count: number): Promise<Uint8Array | undefined> {
    if (this.isGone) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.waiting.set(task.task, ({ answers, failed }) => {
        const isWhole = answers instanceof Uint8Array && answers.length === count
        if (!isWhole) this.end(failed ?? 'its answer is not whole')
        resolve(isWhole ? answers : undefined)
      })
      this.post(task)
    })
  }

  close(): void {
    this.end('')
    this.port.terminate?.()
  }

  private post(message: unknown): void {
    try {
      this.port.postMessage(message)
    } catch (error) {
      this.end(inWords(error))
    }
  }

  private end(why: string): void {
    if (!this.isGone) this.why = why
    this.isGone = true
    for (const task of this.waiting.keys()) this.settle(task, {})
  }

  private settle(task: number, reply: Partial<ExactReply>): void {
    const resolve = this.waiting.get(task)
    this.waiting.delete(task)
    resolve?.(reply)
  }
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function listen(port: ExactPort, event: string, listener: (value: unknown) => void): void {
  if (typeof port?.postMessage !== 'function') throw new InvalidInputError('port', port, 'a thread')
  if (port.on !== undefined) port.on(event, listener)
  else port.addEventListener?.(event, (said: { readonly data: unknown }) => listener(said.data))
  port.start?.()
}
