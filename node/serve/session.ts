// JSON-RPC 2.0, whatever carries it: a message comes in as text, and its answer goes out as text. Long requests run in slices, so that
// others are answered beside them, and `cancel` finds them.
import { dirname } from 'node:path'
import { InvalidInputError, LimberError, type World } from '../../src/index.js'
import type { Place } from '../batch/disk-library.js'
import { relativePaths } from '../batch/serve-chunks.js'
import { Methods, ParamsError } from './methods.js'

export interface SessionOptions extends Pick<Place, 'folder' | 'root'> {
  readonly version: string
  /** Sends a notification. Left out: there is no way to send any. */
  readonly notify?: ((text: string) => void) | undefined
  /** Shown every request that was answered. Left out: they are not shown. */
  readonly observe?: ((seen: Seen) => void) | undefined
}

/** A request that was answered, for a caller that follows them. */
export interface Seen {
  /** Whose: handles of worlds are its own. */
  readonly session: object
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly result: unknown
  /** Of those that stay open, the one that it was about. */
  readonly world: World | undefined
}

/** The codes of JSON-RPC, and ours. */
export const ErrorCode = {
  Parse: -32_700,
  Request: -32_600,
  Method: -32_601,
  Params: -32_602,
  /** A bug in Limber. */
  Internal: -32_603,
  /** Limber refused; `data.name` is the name of the error. */
  Limber: -32_000,
  Cancelled: -32_001,
  /** More bytes than a message may have. */
  TooLarge: -32_002,
} as const

/** Bytes of a message: a path of a million waypoints, or a scene. */
export const MOST_BYTES = 2 ** 26
/** Of one message. */
const MOST_REQUESTS = 1000

/** Milliseconds between two notifications of progress. */
const PROGRESS_MILLIS = 100

type Id = string | number | null

interface Running {
  readonly id: Id
  readonly stop: AbortController
}

export class Session {
  private readonly methods: Methods
  private readonly running = new Set<Running>()

  constructor(private readonly options: SessionOptions) {
    this.methods = new Methods(options, options.version)
  }

  /** The answer to a message; undefined where it wants none. `signal` stops what it asks for. */
  async handle(text: string, signal?: AbortSignal): Promise<string | undefined> {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch (error) {
      return failure(null, ErrorCode.Parse, `expected JSON: ${(error as Error).message}`)
    }
    if (!Array.isArray(message)) return this.one(message, signal)
    if (message.length === 0) return failure(null, ErrorCode.Request, 'expected a request, got an empty batch')
    if (message.length > MOST_REQUESTS) {
      return failure(null, ErrorCode.Request, `expected at most ${MOST_REQUESTS} requests, got ${message.length}`)
    }
    const answers = await Promise.all(message.map((one) => this.one(one, signal)))
    const given = answers.filter((answer) => answer !== undefined)
    return given.length === 0 ? undefined : `[${given.join(',')}]`
  }

  /** Stops everything. */
  close(): void {
    for (const { stop } of this.running) stop.abort()
  }

  private async one(message: unknown, signal: AbortSignal | undefined): Promise<string | undefined> {
    const read = readRequest(message)
    if (typeof read === 'string') return failure(idOf(message), ErrorCode.Request, read)
    const { id, method, params } = read
    const answer = await this.answer(id ?? null, method, params, signal)
    return id === undefined ? undefined : answer
  }

  private async answer(id: Id, method: string, params: unknown, signal: AbortSignal | undefined): Promise<string> {
    if (!this.methods.has(method)) return failure(id, ErrorCode.Method, `there is no method ${JSON.stringify(method)}`)
    if (typeof params !== 'object' || params === null || Array.isArray(params)) {
      return failure(id, ErrorCode.Params, 'params: expected an object: parameters go by name')
    }
    const running = { id, stop: new AbortController() }
    const stop = (): void => running.stop.abort()
    if (signal?.aborted === true) stop()
    signal?.addEventListener('abort', stop)
    this.running.add(running)
    const { progress, ...rest } = params as { readonly progress?: unknown }
    try {
      const result = await this.methods.answer(method, progress === undefined ? params : rest, {
        name: `${id}`,
        signal: running.stop.signal,
        onProgress: this.reporter(id, progress),
        cancel: (other) => this.cancel(other),
      })
      if (running.stop.signal.aborted) return cancelled(id)
      this.show(method, params as Seen['params'], result)
      return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${JSON.stringify(result)}}`
    } catch (error) {
      return running.stop.signal.aborted ? cancelled(id) : this.refusal(id, error)
    } finally {
      this.running.delete(running)
      signal?.removeEventListener('abort', stop)
    }
  }

  private show(method: string, params: Seen['params'], result: unknown): void {
    const { observe } = this.options
    if (observe === undefined) return
    const { world = params.world } = (result ?? {}) as { readonly world?: unknown }
    observe({ session: this, method, params, result, world: this.methods.openWorld(world) })
  }

  private cancel(id: string | number): number {
    const found = [...this.running].filter((one) => one.id === id)
    for (const { stop } of found) stop.abort()
    return found.length
  }

  private reporter(id: Id, wanted: unknown): ((progress: object) => void) | undefined {
    if (wanted !== undefined && typeof wanted !== 'boolean') {
      throw new ParamsError('progress', 'true or false', typeof wanted)
    }
    const { notify } = this.options
    if (wanted !== true || notify === undefined) return undefined
    let last = -Infinity
    return (progress) => {
      if (performance.now() - last < PROGRESS_MILLIS) return
      last = performance.now()
      notify(JSON.stringify({ jsonrpc: '2.0', method: 'progress', params: { id, progress } }))
    }
  }

  private refusal(id: Id, error: unknown): string {
    const text = error instanceof Error ? error.message : String(error)
    const { root } = this.options
    const short = relativePaths(text, this.options)
    // A client need not know where the root folder is.
    const message = dirname(root) === root ? short : short.replaceAll(root, 'the root folder')
    if (!(error instanceof LimberError)) return failure(id, ErrorCode.Internal, message, { name: 'InternalError' })
    const isParams = error instanceof ParamsError || error instanceof InvalidInputError
    const { field } = error as { readonly field?: string | undefined }
    const data = { name: error.name, ...(field === undefined ? {} : { field }) }
    return failure(id, isParams ? ErrorCode.Params : ErrorCode.Limber, message, data)
  }
}

/** The answer to a message that is too large to be read. */
export function tooLarge(): string {
  return failure(null, ErrorCode.TooLarge, `expected a message of at most ${MOST_BYTES} bytes, got more`)
}

interface Read {
  /** Undefined: a notification. */
  readonly id: Id | undefined
  readonly method: string
  readonly params: unknown
}

/** A request, or what is wrong with it. */
function readRequest(message: unknown): Read | string {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return 'expected a request: an object'
  const { jsonrpc, id, method, params = {} } = message as Record<string, unknown>
  if (jsonrpc !== '2.0') return 'jsonrpc: expected "2.0"'
  if (typeof method !== 'string') return 'method: expected the name of a method'
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    return 'id: expected text or a number'
  }
  return { id, method, params }
}

function idOf(message: unknown): Id {
  const { id } = (message ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function cancelled(id: Id): string {
  return failure(id, ErrorCode.Cancelled, 'the request was cancelled', { name: 'Cancelled' })
}

function failure(id: Id, code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } })
}
