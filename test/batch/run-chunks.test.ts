// Chunks over a carrier: all jobs are answered once, in order or not, however long the caller takes with the answers.
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type BatchJob, type Carrier, runChunks } from '../../src/entries/batch.js'

const COUNT = 500

async function* jobs() {
  for (let place = 0; place < COUNT; place++) {
    const job: BatchJob = { id: `${place}`, job: 'clashes', structure: 'any' }
    yield { place, job }
  }
}

/** Answers with ids, after as long as `delay` says of the first place. */
function carrier(width: number, delay: (first: number) => number): Carrier & { closed: number } {
  return {
    width,
    closed: 0,
    async run(chunk) {
      await setTimeout(delay(chunk.first))
      return chunk.jobs.map(({ id }) => id)
    },
    async close() {
      this.closed++
    },
  }
}

test.each([
  ['a caller that is slower than the work', 1, true, 5, () => 0],
  ['a caller that is slower than two workers', 2, false, 5, () => 0],
  ['chunks that end in another order', 3, true, 0, (first: number) => (first % 3) * 4],
  ['chunks as they come', 3, false, 0, (first: number) => (first % 3) * 4],
] as const)('%s', async (_, width, ordered, pause, delay) => {
  const found: number[] = []
  const at = carrier(width, delay)
  for await (const { first, answers } of runChunks(jobs(), at, { ordered })) {
    expect(Number(answers[0])).toBe(first)
    found.push(...answers.map(Number))
    await setTimeout(pause)
  }
  expect(ordered ? found : [...found].sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT }, (_one, k) => k))
  expect(at.closed).toBe(1)
})

test('an error of the carrier ends the run, and so does the signal', async () => {
  const failing: Carrier = { width: 2, run: () => Promise.reject(new Error('no server')), close: async () => {} }
  await expect(runChunks(jobs(), failing).next()).rejects.toThrow('no server')
  const signal = { aborted: false }
  let chunks = 0
  for await (const _ of runChunks(
    jobs(),
    carrier(1, () => 0),
    { signal },
  )) {
    chunks++
    signal.aborted = true
  }
  expect(chunks).toBe(1)
})
