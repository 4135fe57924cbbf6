// Does the runner of the fuzzer report what it must? Readers that are broken on purpose (faults.ts), each at file 3 of 5.
import { expect } from 'vitest'
import { compiledTable, runTasks } from './pool.js'

/** What is said of each; of those that are not broken, nothing. */
const EXPECTED: Readonly<Record<string, RegExp>> = {
  throws: /TypeError: x is not a function/,
  overflows: /RangeError: Maximum call stack/,
  wrong: /a coordinate of NaN/,
  hangs: /ms of processor time/,
  'hangs and waits': /ms of processor time/,
  'never ends': /the process ended/,
  exits: /the process ended: 0/,
  'eats memory': /MB of memory/,
  // The collector works hard before the end.
  'eats the heap': /MB of memory|the process ended|ms of processor time/,
}

/** Each fault is found at its file, and the files behind it are read. */
export async function expectFaultsFound(names: readonly string[]): Promise<void> {
  // Time enough to eat the memory on a busy machine, where 300 ms were not.
  const limits = { ms: 1500, megabytes: 200 }
  const shared = { table: compiledTable('faults.js'), seed: 1, from: 0, count: 5, limits }
  const results = await runTasks(
    names.map((format) => ({ ...shared, format })),
    2,
  )
  expect(results.map(({ format, files }) => [format, files])).toEqual(names.map((name) => [name, 5]))
  for (const { format, findings, read, refused } of results) {
    const expected = EXPECTED[format]
    const found = findings.map(({ index, wrong }) => ({ index, wrong }))
    expect(found, format).toEqual(expected === undefined ? [] : [{ index: 3, wrong: expect.stringMatching(expected) }])
    expect([read, refused], format).toEqual(format === 'sound' ? [5, 0] : format === 'refuses' ? [4, 1] : [4, 0])
  }
}
