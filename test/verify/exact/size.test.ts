// The exact verifier has a budget of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../../src/verify/exact/', import.meta.url)

/** Lines, comments and all. */
const MOST_LINES = 5500

test('the exact verifier is no longer than this', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const lines = files.reduce(
    (sum, name) => sum + readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n').length,
    0,
  )
  console.log(`src/verify/exact: ${lines} lines of at most ${MOST_LINES}`)
  expect(lines).toBeLessThanOrEqual(MOST_LINES)
})
