// The options of `limber check --path`: read, or refused by name before any file is opened.
import { expect, test } from 'vitest'
import { type PathOptions, readPathOptions } from '../../../cli/check/check-path-options.js'
import { InvalidInputError } from '../../../src/index.js'

const read = (options: PathOptions) => readPathOptions({ path: 'path.json', ...options })

test('what is left out is as the engine has it', () => {
  expect(readPathOptions({})).toBeUndefined()
  expect(readPathOptions({ at: 'q.json', clearance: '0.1', distances: true })).toBeUndefined()
  expect(Object.values(read({})!)).toEqual(Array.from({ length: 7 }))
})

test('numbers and words', () => {
  expect(read({ clearance: '0.01', delta: '0', continuous: 'shortest', maxSteps: '1e6', maxSeconds: '.5' })).toEqual({
    clearance: 0.01,
    delta: 0,
    continuous: 'shortest',
    maxSteps: 1_000_000,
    maxMillis: 500,
    firstContact: undefined,
    resolution: undefined,
  })
  expect(read({ firstContact: true })!.firstContact).toEqual({ tolerance: undefined })
  expect(read({ firstContact: '1e-9' })!.firstContact).toEqual({ tolerance: 1e-9 })
  expect(read({ sampled: '0.05' })!.resolution).toBe(0.05)
})

test.each([
  [{ delta: '-1' }, '--delta must be a length of zero or more, got "-1"'],
  [{ clearance: 'x' }, '--clearance must be a length of zero or more, got "x"'],
  [{ maxSteps: '0' }, '--max-steps must be a whole number above zero, got "0"'],
  [{ maxSteps: '1.5' }, '--max-steps must be a whole number above zero, got "1.5"'],
  [{ maxSteps: '1e99' }, '--max-steps must be a whole number above zero, got "1e99"'],
  [{ maxSeconds: '0' }, '--max-seconds must be a number above zero, got "0"'],
  [{ maxSeconds: 'Infinity' }, '--max-seconds must be a number above zero, got "Infinity"'],
  [{ sampled: '0' }, '--sampled must be a step above zero, got "0"'],
  [{ firstContact: '1' }, '--first-contact must be a share of a segment between 0 and 1, or nothing, got "1"'],
  [{ firstContact: '0' }, '--first-contact must be a share'],
  [{ continuous: 'short' }, '--continuous must be one of as-given, shortest, got "short"'],
  [{ at: 'q.json' }, '--at must be left out where there is --path: one configuration, or a whole path, got "q.json"'],
  [{ distances: true }, '--distances must be left out where there is --path, got true'],
  [
    { sampled: '1', certificate: 'c' },
    '--certificate must be left out where there is --sampled: samples prove nothing',
  ],
  [{ sampled: '1', firstContact: true }, '--first-contact must be left out where there is --sampled'],
  [{ sampled: '1', clearance: '1' }, '--clearance must be left out where there is --sampled'],
] as const)('refused: %j', (options, message) => {
  expect(() => read(options)).toThrow(message)
  expect(() => read(options)).toThrow(InvalidInputError)
})

test.each([
  ['--delta', { delta: '0.1' }],
  ['--certificate', { certificate: 'c.json' }],
  ['--first-contact', { firstContact: true }],
  ['--sampled', { sampled: '0.1' }],
  ['--continuous', { continuous: 'shortest' }],
  ['--max-steps', { maxSteps: '5' }],
  ['--max-seconds', { maxSeconds: '5' }],
] as const)('%s without a path is refused', (flag, options) => {
  expect(() => readPathOptions(options)).toThrow(`${flag} must be left out, or given with --path, got `)
})
