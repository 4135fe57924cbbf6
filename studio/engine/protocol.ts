// What the page and its worker say to each other. One worker serves one open scene; every call has a number, and its answer,
// its progress and its end carry the same.

/** From the page. */
export type ToEngine =
  | { readonly kind: 'open'; readonly scene: string }
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly args: unknown }
  | { readonly kind: 'stop'; readonly id: number }

/** From the worker. */
export type FromEngine =
  | { readonly kind: 'progress'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: EngineFault }

/** An error, as it crosses the border. */
export interface EngineFault {
  readonly name: string
  readonly message: string
}

/** One call, as the engine's side of a scene sees it. */
export interface Task<P = unknown> {
  /** Aborted when the page asks for a stop. Seen only by who breathes. */
  readonly signal: AbortSignal
  /** Tells the page how far it is. Arrays in `transfer` are moved, not copied. */
  progress(value: P, transfer?: readonly Transferable[]): void
  /** Lets messages in, such as a stop. Long work awaits it every 20 ms or so; throws StoppedError where it was stopped. */
  breathe(): Promise<void>
}

/** Answers with arrays that are moved to the page, not copied. */
export class Moved<T> {
  constructor(
    readonly value: T,
    readonly transfer: readonly Transferable[],
  ) {}
}

/** What a scene offers in its worker. Results and arguments are plain data and typed arrays. */
export type Methods = {
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own arguments, and callers see them through MethodsOf
  readonly [name: string]: (args: any, task: Task<any>) => unknown
}

/** The engine's side of a scene: made again for each open scene, so it may keep what it builds. */
export interface EngineSide<M extends Methods> {
  create(): M
}

export class StoppedError extends Error {
  override readonly name = 'StoppedError'
  constructor() {
    super('stopped')
  }
}
