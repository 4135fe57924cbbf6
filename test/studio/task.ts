// A call of a scene's engine, as its worker would see it: for tests that ask an engine's side directly.
import { StoppedError, type Task } from '../../studio/engine/protocol.js'

export interface TestTask<P> extends Task<P> {
  readonly told: P[]
  stop(): void
}

export function testTask<P>(): TestTask<P> {
  const stopper = new AbortController()
  const told: P[] = []
  return {
    told,
    signal: stopper.signal,
    stop: () => stopper.abort(),
    progress: (value) => void told.push(value),
    async breathe() {
      await new Promise((go) => setImmediate(go))
      if (stopper.signal.aborted) throw new StoppedError()
    },
  }
}
