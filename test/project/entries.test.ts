// The package's entries: what each of them exports, that the root is a selection of the others' names and the README shows it, how
// large they are and of what. test/package uses them from a packed tarball.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import * as limber from '../../src/index.js'
import { ENTRY_SOURCES, entryExports } from './declarations.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

interface Entry {
  /** Minified and by gzip, with all that it imports. */
  readonly mostBytes: number
  /** Folders of src that it does without. */
  readonly without: readonly string[]
}

type EntryName = keyof typeof ENTRY_SOURCES

/** The root is what is used of it: it has no size of its own. */
const ENTRIES: Readonly<Record<Exclude<EntryName, 'limber'>, Entry>> = {
  'limber/meshes': { mostBytes: 134_000, without: ['chains', 'robots', 'molecules', 'verify'] },
  'limber/chains': { mostBytes: 180_000, without: ['robots', 'molecules', 'formats', 'verify'] },
  'limber/robots': { mostBytes: 390_000, without: ['chains', 'molecules', 'verify'] },
  'limber/molecules': { mostBytes: 242_000, without: ['robots', 'formats/robots', 'verify'] },
  'limber/batch': { mostBytes: 470_000, without: ['verify'] },
  'limber/gpu': { mostBytes: 237_000, without: ['chains', 'molecules', 'formats', 'verify'] },
  'limber/verify': { mostBytes: 40_600, without: ['verify/exact'] },
  'limber/verify/exact': { mostBytes: 36_600, without: [] },
}
const HOUSES = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[]

/** Names that an entry's published declarations export. */
function namesOf(entry: EntryName): string[] {
  const source = ENTRY_SOURCES[entry]
  const text = readFileSync(join(root, 'dist/types/src', `${source}.d.ts`), 'utf8')
  return entryExports(text, source)
    .map(({ name }) => name)
    .sort()
}

test('entries export what is recorded', async () => {
  const all = Object.keys(ENTRY_SOURCES) as EntryName[]
  const text = all.map((entry) => `${entry}\n  ${namesOf(entry).join('\n  ')}\n`)
  await expect(text.join('\n')).toMatchFileSnapshot(join(root, 'test/golden/entries.txt'))
})

test('every name of the root is in the entry of its house', () => {
  const names = HOUSES.flatMap(namesOf)
  expect(names).toEqual(expect.arrayContaining(namesOf('limber')))
})

test("every value of the root is named in the README's code or table", () => {
  const values = Object.keys(limber)
  expect(values.length).toBeGreaterThan(25)
  expect(values.filter((name) => !namedIn(readFileSync(join(root, 'README.md'), 'utf8')).has(name))).toEqual([])
})

/** The words of a page's code: of its blocks, and between backticks in the rows of its tables. */
function namedIn(page: string): Set<string> {
  const blocks = [...page.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code]) => code!)
  const rows = [...page.matchAll(/^\|.*\|$/gm)].flatMap(([row]) => row.match(/`[^`]+`/g) ?? [])
  return new Set([...blocks, ...rows].flatMap((code) => code.match(/\w+/g) ?? []))
}

test('a name in running text is not named', () => {
  const page = 'The `plan` of plan.\n\n| `box` | sphere |\n\n```ts\nmesh()\n```\n\n| group |\n'
  expect([...namedIn(page)]).toEqual(['mesh', 'box'])
})

test('pages quote the size of the verifiers', () => {
  const most = Math.max(ENTRIES['limber/verify'].mostBytes, ENTRIES['limber/verify/exact'].mostBytes)
  for (const page of ['guides/certificates', 'concepts/proof']) {
    expect(readFileSync(join(root, 'docs', `${page}.md`), 'utf8')).toContain(`under ${Math.ceil(most / 1000)} kB`)
  }
})

test.each(HOUSES)('%s is as small as that, and made of its own rooms', async (name) => {
  const entry = ENTRIES[name]
  const bundle = await rolldown({ input: join(root, 'src', `${ENTRY_SOURCES[name]}.ts`), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  // What is imported when it is needed: the parser of YAML.
  const later = output.slice(1).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : [chunk.fileName]))
  expect(later.filter((id) => !/[\\/]node_modules[\\/]yaml[\\/]|^\0/.test(id))).toEqual([])
  const bytes = gzipSync(output[0].code, { level: 9 }).length
  const { mostBytes } = entry
  console.log(`${name}: ${bytes} bytes by gzip, of at most ${mostBytes}`)
  expect(bytes).toBeLessThanOrEqual(mostBytes)
  const told = new RegExp(`^\\| \`${name}\` \\| (\\d+) \\|`, 'm').exec(
    readFileSync(join(root, 'README.md'), 'utf8'),
  )?.[1]
  // Another machine may compress a little better or worse.
  if (name !== 'limber/verify/exact') expect(Math.abs(Number(told) - bytes / 1000)).toBeLessThan(1.5)
  const source = `${join(root, 'src').replaceAll('\\', '/')}/`
  const files = output[0].moduleIds.map((id) => id.replaceAll('\\', '/')).filter((id) => id.startsWith(source))
  const strangers = files.filter((id) => entry.without.some((folder) => id.startsWith(`${source}${folder}/`)))
  expect(strangers).toEqual([])
})
