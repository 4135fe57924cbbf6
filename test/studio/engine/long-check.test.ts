// A check in a worker of the page, without the worker: what it does where another check ends the worker.
import { expect, test } from 'vitest'
import { LongCheck } from '../../../studio/engine/long-check.js'
import { StoppedError } from '../../../studio/engine/protocol.js'

// Frames of a large trajectory take longer than a stop is waited for: the worker was ended, and with it the check of the next file.
test('a check whose worker is ended for the one before is asked again; one that is stopped, or not wanted any more, is not', async () => {
  const checks = new LongCheck()
  const shown: string[] = []
  const failed: unknown[] = []
  let open = 'second'
  let asked = 0
  const plan = (name: string, ask: (signal: AbortSignal) => Promise<string>) => ({
    isCurrent: () => open === name,
    ask: ({ signal }: { signal: AbortSignal }) => {
      asked++
      return ask(signal)
    },
    show: (found: string) => void shown.push(found),
    fail: (error: unknown) => void failed.push(error),
  })
  let ends = 2
  await checks.run(
    plan('second', async () => {
      if (ends-- > 0) throw new StoppedError()
      return 'found'
    }),
  )
  expect([asked, shown, checks.isRunning.value]).toEqual([3, ['found'], false])
  const stopped = checks.run(
    plan(
      'second',
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new StoppedError()))),
    ),
  )
  expect(checks.isRunning.value).toBe(true)
  checks.stop()
  await stopped
  open = 'third'
  await checks.run(plan('second', () => Promise.reject(new StoppedError())))
  expect([asked, shown, failed, checks.isRunning.value]).toEqual([5, ['found'], [], false])
})
