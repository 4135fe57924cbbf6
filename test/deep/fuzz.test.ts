// A tenth of what `npm run fuzz` does, and all bombs: each damaged file is read or refused by name, within 2 s of processor time and 512 MB.
// LIMBER_DEEP_STEPS scales it.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { expectFaultsFound } from '../fuzz/fault-rounds.js'
import { FORMATS as FAULTS } from '../fuzz/faults.js'

const MAIN = fileURLToPath(new URL('../../dist/test/fuzz/main.js', import.meta.url))
const files = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)

test(`${files} damaged files of every format, and bombs, are read or refused`, async () => {
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [MAIN, '--count', `${files}`, '--seed', '2'], (error, stdout, stderr) => {
      resolve(error === null ? stdout : `${error.code}\n${stdout}\n${stderr}`)
    })
  })
  console.log(printed)
  expect(printed).toMatch(/no findings\n$/)
})

test('faults of every kind are found', () => expectFaultsFound(FAULTS.map(({ name }) => name)))
