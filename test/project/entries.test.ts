// The package's entries: what each of them exports, that all of it is what the root exports, that a packed tarball has them, how large
// they are and of what.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { declaredName, exportList, statements } from './declarations.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

interface Entry {
  /** Of its source, below src. */
  readonly source: string
  /** Minified and by gzip, with all that it imports. */
  readonly mostBytes: number
  /** Folders of src that it does without. */
  readonly without: readonly string[]
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  meshes: { source: 'entries/meshes', mostBytes: 104_000, without: ['chains', 'robots', 'molecules', 'verify'] },
  chains: { source: 'entries/chains', mostBytes: 132_000, without: ['robots', 'molecules', 'formats', 'verify'] },
  robots: { source: 'entries/robots', mostBytes: 236_000, without: ['chains', 'molecules', 'verify'] },
  molecules: { source: 'entries/molecules', mostBytes: 176_000, without: ['robots', 'formats/robots', 'verify'] },
  verify: { source: 'verify/index', mostBytes: 23_750, without: ['verify/exact'] },
  'verify/exact': { source: 'verify/exact/index', mostBytes: 22_600, without: [] },
}

/** Names that an entry's published declarations export: those of its list, and those that it declares itself. */
function namesOf(source: string): string[] {
  const all = statements(readFileSync(join(root, 'dist/types/src', `${source}.d.ts`), 'utf8'))
  const lists = all.filter((statement) => /^export (?:type )?\{.*\} from/s.test(statement))
  const own = all.filter((statement) => /^export (?!type \{|\{)/.test(statement)).map(declaredName)
  const listed = exportList(lists.join('\n')).map(({ name }) => name)
  return [...listed, ...own.filter((name) => name !== undefined)].sort()
}

test('entries export what is recorded', async () => {
  const text = Object.entries(ENTRIES).map(
    ([name, { source }]) => `limber/${name}\n  ${namesOf(source).join('\n  ')}\n`,
  )
  await expect(text.join('\n')).toMatchFileSnapshot(join(root, 'test/golden/entries.txt'))
})

test('the root exports what the entries export together', () => {
  const names = new Set(Object.values(ENTRIES).flatMap(({ source }) => namesOf(source)))
  expect(namesOf('index')).toEqual([...names].sort())
})

test.each(Object.entries(ENTRIES))('limber/%s is as small as that, and made of its own rooms', async (name, entry) => {
  const bundle = await rolldown({ input: join(root, 'src', `${entry.source}.ts`), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  const bytes = gzipSync(output[0].code, { level: 9 }).length
  const { mostBytes } = entry
  console.log(`limber/${name}: ${bytes} bytes by gzip, of at most ${mostBytes}`)
  expect(bytes).toBeLessThanOrEqual(mostBytes)
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
  const names = ['.', ...Object.keys(ENTRIES).map((name) => `./${name}`)]
  for (const name of names) expect(Object.keys(manifest.exports)).toContain(name)
  const modules = names.map((name) => name.replace(/^\./, 'limber'))
  unpacked((folder) => {
    const script = `const out = {}
for (const name of ${JSON.stringify(modules)}) out[name] = Object.keys(await import(name)).sort()
console.log(JSON.stringify(out))`
    writeFileSync(join(folder, 'names.mjs'), script)
    const found = JSON.parse(execFileSync(process.execPath, [join(folder, 'names.mjs')], { encoding: 'utf8' })) as {
      readonly [name: string]: readonly string[]
    }
    for (const [name, { source }] of Object.entries(ENTRIES)) {
      const values = found[`limber/${name}`]!
      expect(values.length).toBeGreaterThan(2)
      // Types have no values; all else is there.
      expect(namesOf(source)).toEqual(expect.arrayContaining([...values]))
      expect(found.limber).toEqual(expect.arrayContaining([...values]))
    }
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
