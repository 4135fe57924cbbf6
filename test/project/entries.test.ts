// The package's entries: what each of them exports, that the root is a selection of the others' names and the README shows it, that a
// packed tarball has them, how large they are and of what.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import * as limber from '../../src/index.js'
import { ENTRY_SOURCES, entryExports } from './declarations.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

interface Entry {
  /** Minified and by gzip, with all that it imports. */
  readonly mostBytes: number
  /** Folders of src that it does without. */
  readonly without: readonly string[]
}

type EntryName = keyof typeof ENTRY_SOURCES

/** The root is what is used of it: it has no size of its own. */
const ENTRIES: Readonly<Record<Exclude<EntryName, 'limber'>, Entry>> = {
  'limber/meshes': { mostBytes: 104_000, without: ['chains', 'robots', 'molecules', 'verify'] },
  'limber/chains': { mostBytes: 132_000, without: ['robots', 'molecules', 'formats', 'verify'] },
  'limber/robots': { mostBytes: 236_000, without: ['chains', 'molecules', 'verify'] },
  'limber/molecules': { mostBytes: 176_000, without: ['robots', 'formats/robots', 'verify'] },
  'limber/verify': { mostBytes: 23_750, without: ['verify/exact'] },
  'limber/verify/exact': { mostBytes: 22_600, without: [] },
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

test.each(HOUSES)('%s is as small as that, and made of its own rooms', async (name) => {
  const entry = ENTRIES[name]
  const bundle = await rolldown({ input: join(root, 'src', `${ENTRY_SOURCES[name]}.ts`), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
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

/** Unpacks the package that `npm pack` makes into a folder from where `limber` is that, and its dependencies are those of the checkout. */
function unpacked<T>(work: (folder: string) => T): T {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'packed-'))
  try {
    const options = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const file = execFileSync(npm, options, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1)!
    execFileSync('tar', ['-xzf', join(folder, file), '-C', folder])
    mkdirSync(join(folder, 'node_modules'))
    renameSync(join(folder, 'package'), join(folder, 'node_modules', 'limber'))
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a packed tarball has every entry, with its types', { timeout: 120_000 }, () => {
  const modules = Object.keys(ENTRY_SOURCES) as EntryName[]
  for (const name of modules) expect(Object.keys(manifest.exports)).toContain(name.replace(/^limber/, '.'))
  unpacked((folder) => {
    const script = `const out = {}
for (const name of ${JSON.stringify(modules)}) out[name] = Object.keys(await import(name)).sort()
console.log(JSON.stringify(out))`
    writeFileSync(join(folder, 'names.mjs'), script)
    const found = JSON.parse(
      execFileSync(process.execPath, [join(folder, 'names.mjs')], { encoding: 'utf8' }),
    ) as Record<EntryName, readonly string[]>
    for (const name of modules) {
      expect(found[name].length).toBeGreaterThan(2)
      // Types have no values; all else is there.
      expect(namesOf(name)).toEqual(expect.arrayContaining([...found[name]]))
    }
    expect(found.limber).toEqual(Object.keys(limber).sort())
    const types = modules.map((name, k) => `import * as m${k} from '${name}'\nexport const k${k}: object = m${k}\n`)
    writeFileSync(join(folder, 'types.ts'), types.join(''))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const flags = '--noEmit --strict --target ES2022 --module nodenext --types node --ignoreConfig'.split(' ')
    try {
      execFileSync(process.execPath, [tsc, ...flags, join(folder, 'types.ts')], { cwd: root, encoding: 'utf8' })
    } catch (error) {
      expect.fail((error as { stdout: string }).stdout)
    }
  })
})
