// The answers of the whole engine, asked through its public entries with fixed seeds, compared to the bit with the hashes in
// answers.json. A change that is to change no answer, however much it moves and renames, leaves that file as it is. Counters of
// work are rows of their own, called "counters". Where an answer changes on purpose: UPDATE_GOLDEN=1 npx vitest run test/golden,
// and the commit says why those rows changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { digestOf, type Row } from './digest.js'
import { allow } from './rows-allow.js'
import { chains } from './rows-chains.js'
import { formats } from './rows-formats.js'
import { meshes } from './rows-meshes.js'
import { motions } from './rows-motions.js'
import { necklaces } from './rows-necklaces.js'
import { plans } from './rows-plans.js'
import { proteins } from './rows-proteins.js'
import { realRobots } from './rows-real.js'
import { shapes } from './rows-shapes.js'
import { worlds } from './rows-worlds.js'

const FILE = new URL('answers.json', import.meta.url)
const HOW_TO =
  'answers are not what test/golden/answers.json says, to the bit. If that is meant: ' +
  '`UPDATE_GOLDEN=1 npx vitest run test/golden`, and say in the commit which rows changed and why'
const updating = process.env.UPDATE_GOLDEN === '1'
const folder = process.env.LIMBER_DATA

/** Hashes by area and row. */
type Golden = Record<string, Record<string, string>>

const golden = JSON.parse(readFileSync(FILE, 'utf8')) as Golden

async function compare(area: string, ask: (row: Row) => void | Promise<void>): Promise<void> {
  const found: Record<string, string> = {}
  await ask((name, ...values) => {
    if (name in found) throw new Error(`two rows are called ${name}`)
    found[name] = digestOf(values)
  })
  if (updating) golden[area] = found
  const kept = golden[area] ?? {}
  const names = [...new Set([...Object.keys(kept), ...Object.keys(found)])]
  expect(
    names.filter((name) => found[name] !== kept[name]),
    `${area}: ${HOW_TO}`,
  ).toEqual([])
}

afterAll(() => {
  if (!updating) return
  const areas = Object.entries(golden).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(areas), null, 2)}\n`)
})

test.each(Object.entries({ chains, meshes, shapes, worlds, motions, plans, allow, necklaces, proteins, formats }))(
  '%s',
  compare,
)

describe.skipIf(folder === undefined)('with the files of LIMBER_DATA', () => {
  test('real robots and proteins', () => compare('real', (row) => realRobots(row, folder!)))
})

test('a hash is of every bit, and of no name', () => {
  const hash = digestOf([0, 'a', [1, 2], undefined])
  expect(digestOf([0, 'a', Int32Array.of(1, 2), undefined])).toBe(hash)
  for (const other of [
    [-0, 'a', [1, 2], undefined],
    [0, 'a', [1, 2 + 2 ** -51], undefined],
    [0, 'a', [1], 2, undefined],
    [0, 'b', [1, 2], undefined],
    [0, 'a', [1, 2], false],
    [0, 'a', [1, 2]],
  ])
    expect(digestOf(other)).not.toBe(hash)
  expect(() => digestOf({ distance: 1 } as never)).toThrow('lists its values')
})
