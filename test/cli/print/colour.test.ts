import { expect, test } from 'vitest'
import { colourOutcome, hasColour } from '../../../cli/print/colour.js'
import { example, limberWith } from '../run.js'

test('colour is for terminals, NO_COLOR takes it away, FORCE_COLOR asks for it', () => {
  const [terminal, pipe] = [{ isTTY: true }, {}]
  expect(hasColour(terminal, {})).toBe(true)
  expect(hasColour(pipe, {})).toBe(false)
  expect(hasColour(terminal, { TERM: 'dumb' })).toBe(false)
  expect(hasColour(terminal, { NO_COLOR: '1' })).toBe(false)
  // Empty, it says nothing: no-color.org.
  expect(hasColour(terminal, { NO_COLOR: '' })).toBe(true)
  expect(hasColour(pipe, { FORCE_COLOR: '1' })).toBe(true)
  expect(hasColour(terminal, { FORCE_COLOR: '0' })).toBe(false)
  expect(hasColour(pipe, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
})

test('outcomes are coloured by exit code, and nothing else is', () => {
  expect(colourOutcome('free: nothing touches\n', 0)).toBe('\x1b[32mfree\x1b[39m: nothing touches\n')
  expect(colourOutcome('collision: 1 pair\nfree: x\n', 1)).toBe('\x1b[31mcollision\x1b[39m: 1 pair\nfree: x\n')
  expect(colourOutcome('sampled: nothing\n', 3)).toBe('\x1b[33msampled\x1b[39m: nothing\n')
  for (const text of ['{"outcome":"free"}\n', 'cell.json: scene\n', 'arm: 21 pairs\n', '']) {
    expect(colourOutcome(text, 0)).toBe(text)
  }
})

test('the command', async () => {
  const words = ['check', example('cell.json'), '--at', example('into-post.json')]
  const coloured = await limberWith({ env: { FORCE_COLOR: '1', NO_COLOR: '' } }, ...words)
  expect(coloured.stdout.startsWith('\x1b[31mcollision\x1b[39m: ')).toBe(true)
  const json = await limberWith({ env: { FORCE_COLOR: '1', NO_COLOR: '' } }, ...words, '--json')
  expect(json.stdout).not.toContain('\x1b')
  const plain = await limberWith({ env: { NO_COLOR: '1' } }, ...words)
  expect(plain.stdout.startsWith('collision: ')).toBe(true)
})
