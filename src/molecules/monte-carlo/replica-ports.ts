// Workers as ports of a pool of replicas: Node's threads, and workers of browsers, by the few functions they have. No types of
// either platform are needed, so both are here, and a test can stand in for them.
import type { ReplicaPort } from './replica-pool.js'

/** What Node's `Worker`, and `parentPort` inside it, have in common. */
export interface NodeThread {
  postMessage(message: unknown): void
  on(event: string, listener: (value: unknown) => void): unknown
  /** Of a Worker. */
  terminate?(): Promise<unknown>
  /** Of a port. */
  close?(): void
}

/** What a browser's `Worker`, and `self` inside it, have in common. */
export interface WebThread {
  postMessage(message: unknown): void
  // biome-ignore lint/suspicious/noExplicitAny: the event types of `Worker` and `self` differ, and neither is known here.
  addEventListener(event: string, listener: (event: any) => void): void
  /** Of a Worker. */
  terminate?(): void
  /** Of `self`. */
  close?(): void
}

/** A thread of `node:worker_threads` as a port for replicas. */
export function nodeReplicaPort(thread: NodeThread): ReplicaPort {
  return {
    post: (message) => thread.postMessage(message),
    onMessage: (listener) => {
      thread.on('message', listener)
    },
    onFailure: (listener) => {
      thread.on('error', (error) => listener(error instanceof Error ? error : new Error(String(error))))
      thread.on('exit', (code) => listener(new Error(`it ended with code ${String(code)}`)))
    },
    close: async () => {
      if (thread.terminate !== undefined) await thread.terminate()
      else thread.close?.()
    },
  }
}

/** A Web Worker as a port for replicas. */
export function webReplicaPort(thread: WebThread): ReplicaPort {
  return {
    post: (message) => thread.postMessage(message),
    onMessage: (listener) => {
      thread.addEventListener('message', (event: { readonly data: unknown }) => listener(event.data))
    },
    onFailure: (listener) => {
      const fail = (event: { readonly message?: string }): void => {
        listener(new Error(event.message ?? 'a message could not be read'))
      }
      thread.addEventListener('error', fail)
      thread.addEventListener('messageerror', fail)
    },
    close: async () => {
      if (thread.terminate !== undefined) thread.terminate()
      else thread.close?.()
    },
  }
}
