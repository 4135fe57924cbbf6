// Calls of a worker that are stopped: one that does not notice is ended, one that is at work is given time to say what it has.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Engine } from '../../../studio/engine/client.js'
import type { FromEngine } from '../../../studio/engine/protocol.js'

let workers: FakeWorker[] = []

/** It says what the test says. */
class FakeWorker {
  onmessage: ((event: { data: FromEngine }) => void) | null = null
  isEnded = false

  constructor() {
    workers.push(this)
  }

  postMessage(): void {}

  terminate(): void {
    this.isEnded = true
  }

  says(data: FromEngine): void {
    this.onmessage?.({ data })
  }
}

beforeEach(() => {
  workers = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A call that was stopped at once, and what became of it. */
function stopped(hasProgress: boolean) {
  const onRestart = vi.fn()
  const engine = new Engine<{ run(args: undefined): string }>('protein', onRestart)
  const stop = new AbortController()
  const ended = engine.call('run', undefined, { signal: stop.signal }).catch((error: Error) => error.name)
  const [worker] = workers
  if (hasProgress) worker!.says({ kind: 'progress', id: 0, value: 1 })
  stop.abort()
  return { ended, worker: worker!, onRestart }
}

test('a method that does not notice a stop is ended with its worker, and another is begun', async () => {
  const { ended, worker, onRestart } = stopped(false)
  vi.advanceTimersByTime(119)
  expect(worker.isEnded).toBe(false)
  vi.advanceTimersByTime(1)
  expect(worker.isEnded).toBe(true)
  expect(await ended).toBe('StoppedError')
  expect(onRestart).toHaveBeenCalledOnce()
  expect(workers).toHaveLength(2)
})

test('one that told of its progress may be late with what it has, on a busy machine', async () => {
  const { ended, worker, onRestart } = stopped(true)
  vi.advanceTimersByTime(1500)
  worker.says({ kind: 'done', id: 0, value: 'all that was found' })
  expect(await ended).toBe('all that was found')
  vi.advanceTimersByTime(1000)
  expect(worker.isEnded).toBe(false)
  expect(onRestart).not.toHaveBeenCalled()
})

test('but not for ever', async () => {
  const { ended, worker } = stopped(true)
  vi.advanceTimersByTime(2000)
  expect(worker.isEnded).toBe(true)
  expect(await ended).toBe('StoppedError')
})
