// The page's side of a scene's worker: calls with progress and a stop, and calls of which only the latest counts.
import { type EngineFault, type FromEngine, type Methods, StoppedError, type Task, type ToEngine } from './protocol.js'

/** What went wrong in the engine, under its own name and words. */
export class EngineError extends Error {
  constructor({ name, message }: EngineFault) {
    super(message)
    this.name = name
  }
}

export interface CallOptions<P = unknown> {
  readonly signal?: AbortSignal
  readonly onProgress?: (value: P) => void
  readonly transfer?: readonly Transferable[]
}

type ArgsOf<F> = F extends (args: infer A, ...rest: never[]) => unknown ? A : never
type ResultOf<F> = F extends (...args: never[]) => infer R ? Unmoved<Awaited<R>> : never
type Unmoved<T> = T extends { readonly value: infer V; readonly transfer: readonly Transferable[] } ? V : T
type ProgressOf<F> = F extends (args: never, task: Task<infer P>) => unknown ? P : unknown

/** Milliseconds that a method has to notice a stop; then its worker is ended and a new one begun. */
const PATIENCE = 120
/** One that has told of its progress does notice, if late on a busy machine; what it has found would be lost with its worker. */
const PATIENCE_WITH_PROGRESS = 2000

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
  onProgress: ((value: never) => void) | undefined
  hasProgress: boolean
}

interface Turn {
  readonly args: unknown
  resolve(value: unknown): void
  reject(error: Error): void
}

interface Lane {
  queued: Turn | undefined
}

export class Engine<M extends Methods> {
  private worker: Worker
  private next = 0
  private readonly pending = new Map<number, Pending>()
  /** Methods of which a latest() is under way. */
  private readonly lanes = new Map<string, Lane>()

  /** `onRestart` is called when a worker had to be ended: what it had built is gone. */
  constructor(
    private readonly scene: string,
    private readonly onRestart: () => void = () => {},
  ) {
    this.worker = this.start()
  }

  /** Asks the engine. Rejects with EngineError, or with StoppedError where `signal` was aborted. */
  call<K extends keyof M & string>(
    method: K,
    args: ArgsOf<M[K]>,
    options: CallOptions<ProgressOf<M[K]>> = {},
  ): Promise<ResultOf<M[K]>> {
    const { signal, onProgress, transfer = [] } = options
    if (signal?.aborted === true) return Promise.reject(new StoppedError())
    const id = this.next++
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.post({ kind: 'stop', id })
        const patience = this.pending.get(id)?.hasProgress === true ? PATIENCE_WITH_PROGRESS : PATIENCE
        setTimeout(() => {
          if (this.pending.has(id)) this.restart()
        }, patience)
      }
      const settle = (): void => signal?.removeEventListener('abort', stop)
      this.pending.set(id, {
        onProgress: onProgress as Pending['onProgress'],
        hasProgress: false,
        resolve(value) {
          settle()
          resolve(value as ResultOf<M[K]>)
        },
        reject(error) {
          settle()
          reject(error)
        },
      })
      signal?.addEventListener('abort', stop)
      this.post({ kind: 'call', id, method, args }, transfer)
    })
  }

  /**
   * For what follows a slider: one call of a method at a time, and of those that wait only the newest is made. Resolves to
   * undefined where a newer one has overtaken it.
   */
  latest<K extends keyof M & string>(method: K, args: ArgsOf<M[K]>): Promise<ResultOf<M[K]> | undefined> {
    return new Promise((resolve, reject) => {
      const turn: Turn = { args, resolve: (value) => resolve(value as ResultOf<M[K]> | undefined), reject }
      const lane = this.lanes.get(method)
      if (lane === undefined) {
        this.take(method, turn)
        return
      }
      lane.queued?.resolve(undefined)
      lane.queued = turn
    })
  }

  private take(method: string, turn: Turn): void {
    const lane: Lane = { queued: undefined }
    this.lanes.set(method, lane)
    this.call(method, turn.args as ArgsOf<M[string]>)
      .then(turn.resolve, turn.reject)
      .finally(() => {
        this.lanes.delete(method)
        if (lane.queued !== undefined) this.take(method, lane.queued)
      })
  }

  /** Ends the worker; calls that are under way are rejected. */
  close(): void {
    this.end()
  }

  private start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: this.scene })
    worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.hear(data)
    worker.onerror = (event) => {
      const fault = new EngineError({
        name: 'WorkerError',
        message: event.message || 'the engine could not be started',
      })
      for (const { reject } of this.drain()) reject(fault)
    }
    worker.postMessage({ kind: 'open', scene: this.scene } satisfies ToEngine)
    return worker
  }

  private restart(): void {
    this.end()
    this.worker = this.start()
    this.onRestart()
  }

  private end(): void {
    this.worker.onmessage = null
    this.worker.terminate()
    for (const { reject } of this.drain()) reject(new StoppedError())
  }

  private drain(): Pending[] {
    const all = [...this.pending.values()]
    this.pending.clear()
    return all
  }

  private hear(message: FromEngine): void {
    const call = this.pending.get(message.id)
    if (call === undefined) return
    if (message.kind === 'progress') {
      call.hasProgress = true
      call.onProgress?.(message.value as never)
      return
    }
    this.pending.delete(message.id)
    if (message.kind === 'done') call.resolve(message.value)
    else call.reject(message.error.name === 'StoppedError' ? new StoppedError() : new EngineError(message.error))
  }

  private post(message: ToEngine, transfer: readonly Transferable[] = []): void {
    this.worker.postMessage(message, [...transfer])
  }
}
