// The verifier can be read in one sitting, and its entry is small: how many lines, how many bytes.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const folder = new URL('../../src/verify/', import.meta.url)

/** Lines of all that checks motions, schedules, allowed pairs and steps; bytes of the entry with its hash, minified, by gzip. */
const MOST_LINES = 6200
const MOST_BYTES = 40_600

function linesIn(place: URL): number {
  const files = readdirSync(place).filter((name) => name.endsWith('.ts'))
  return files.reduce((sum, name) => sum + readFileSync(new URL(name, place), 'utf8').trimEnd().split('\n').length, 0)
}

test('the verifier is short', () => {
  const lines = linesIn(folder)
  console.log(`src/verify: ${lines} lines of at most ${MOST_LINES}`)
  expect(lines).toBeLessThanOrEqual(MOST_LINES)
})

test('its entry is small, and needs nothing but the hash', async () => {
  const bundle = await rolldown({ input: fileURLToPath(new URL('index.ts', folder)), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  const [{ code, imports, moduleIds }] = output
  const bytes = gzipSync(code, { level: 9 }).length
  console.log(`limber/verify: ${bytes} bytes by gzip, of at most ${MOST_BYTES}`)
  expect(imports).toEqual([])
  const strangers = moduleIds.filter((id) => !/[\\/](src[\\/]verify|@noble[\\/]hashes)[\\/]/.test(id))
  expect(strangers.filter((id) => !id.startsWith('\0'))).toEqual([])
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
})
