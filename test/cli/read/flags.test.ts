import { expect, test } from 'vitest'
import { inFlags, withFlags } from '../../../cli/read/flags.js'
import { InvalidInputError, LimberError } from '../../../src/index.js'

test.each([
  ['(option root allows another folder)', '(--root allows another folder)'],
  ['a path inside here (option root, option allowAbsolute)', 'a path inside here (--root)'],
  ["(option geometry: 'visual' or 'both')", '(--geometry visual or both)'],
  ["(option missing: 'skip' leaves them out)", '(--skip-missing leaves them out)'],
  ["by number (option select), or all (option atoms: 'all')", 'by number (--select), or all (--atoms all)'],
  ['at most 9 bytes (option maxBytes), got 12', 'at most 9 bytes, got 12'],
  ['the option resolve, and an option of another kind', 'the option resolve, and an option of another kind'],
])('hint: %s', (engine, ours) => {
  expect(inFlags(engine)).toBe(ours)
})

test.each([
  ['options.maxMillis', '--time'],
  ['options.packages.arm', '--package'],
  ['options.select[3]', '--select'],
  ['chains[1]', '--chain'],
  ['goal[2].pose', '--to-pose'],
  ['goal.link', '--to-link'],
  ['goal[1] (arm/elbow)', 'second.json (arm/elbow)'],
  ['path[1]', 'path[1]'],
])('field: %s is %s', async (field, flag) => {
  const nameOf = (name: string) => (name.startsWith('goal[1]') ? name.replace('goal[1]', 'second.json') : undefined)
  const work = (): never => {
    throw new InvalidInputError(field, 3, 'another')
  }
  expect(() => withFlags(work, nameOf)).toThrow(`${flag} must be another, got 3`)
  await expect(withFlags(async () => work(), nameOf)).rejects.toThrow(`${flag} must be another, got 3`)
})

test('other errors, and answers, pass as they are', async () => {
  expect(withFlags(() => 5)).toBe(5)
  expect(await withFlags(async () => 6)).toBe(6)
  const bug = new TypeError('option root')
  expect(() =>
    withFlags(() => {
      throw bug
    }),
  ).toThrow(bug)
  expect(bug.message).toBe('option root')
  expect(() =>
    withFlags(() => {
      throw new LimberError('no such thing (option root)')
    }),
  ).toThrow('no such thing (--root)')
})
