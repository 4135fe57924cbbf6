// What holds for the repository as a whole: packaging, reproducibility, documents that agree with the code.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  readonly files: readonly string[]
  readonly bin: Readonly<Record<string, string>>
  readonly exports: object
  readonly scripts: Readonly<Record<string, string>>
}

/** Tracked files, and new ones that are not ignored; undefined where this is no git checkout. */
function repositoryFiles(): string[] | undefined {
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const list = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [...new Set(list.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort()
  } catch {
    return undefined
  }
}

/** Text of a file; undefined if it is binary. */
function textOf(path: string): string | undefined {
  const bytes = readFileSync(join(root, path))
  return bytes.includes(0) ? undefined : bytes.toString('utf8')
}

function below(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => pattern.test(path) && !path.includes('node_modules/'))
    .sort()
}

/** Lines of these files that match, as file:line. */
function occurrences(files: readonly string[], pattern: RegExp): string[] {
  return files.flatMap((path) =>
    (textOf(path) ?? '')
      .split('\n')
      .flatMap((line, k) => (pattern.test(line) ? [`${path}:${k + 1}: ${line.trim()}`] : [])),
  )
}

/** Finds an absolute folder and anything below it, but not a relative path that happens to go on like it. */
function absolutePath(folder: string): RegExp {
  const plain = folder.replaceAll('\\', '/').replace(/\/+$/, '')
  const pattern = plain.replace(/[.*+?^${}()|[\]]/g, '\\$&').replaceAll('/', '[\\\\/]')
  return new RegExp(`(?<![\\w.~-])${pattern}(?![\\w-])`)
}

test('lock files name no address to fetch from', () => {
  expect(occurrences(['package-lock.json', 'site/package-lock.json'], /"resolved"/)).toEqual([])
})

test('no file speaks of the machine it was written on', ({ skip }) => {
  const files = repositoryFiles() ?? skip('this is no git checkout')
  expect(files.length).toBeGreaterThan(20)
  // A checkout at the top of the disk has no folder above it that says anything.
  const folders = [dirname(root) === dirname(dirname(root)) ? root : dirname(root), homedir()]
  // Nor has the folder for what is temporary.
  for (const folder of folders.filter((path) => dirname(path) !== path && path !== tmpdir())) {
    expect(occurrences(files, absolutePath(folder))).toEqual([])
  }
})

test('the finder of absolute paths finds them, and lets relative ones pass', () => {
  const pattern = absolutePath('/home/ann')
  for (const bad of ['/home/ann', '"/home/ann/x"', 'file:///home/ann/x', '(/home/ann)']) expect(bad).toMatch(pattern)
  for (const good of ['./home/ann/x', '../home/ann', 'a/home/ann/x', '/home/anna', '~/home/ann']) {
    expect(good).not.toMatch(pattern)
  }
  expect('C:\\Users\\ann\\x').toMatch(absolutePath('C:\\Users\\ann'))
})

/** Takes a path of this system for one with slashes, or a path for a URL or the other way round. */
const SLASHES = /\.(split|indexOf|lastIndexOf|includes)\((['"`])\/\2\)|\burl\)\.pathname|\bimport\((join|resolve)\(/

/** Addresses of a server, paths in which backslashes were replaced, and the examples below. */
const WITH_SLASHES = [
  'cli/studio/studio-files.ts',
  'scripts/bench-studio.mjs',
  'test/project/layers.test.ts',
  'test/project/repo.test.ts',
]

test('code that works with files does not assume that paths have slashes', () => {
  const files = ['node', 'cli', 'lab', 'bench', 'scripts', 'test'].flatMap((folder) => below(folder, /\.(ts|mjs)$/))
  const onFiles = files.filter((path) => /from 'node:(fs|path)/.test(read(path)) && !WITH_SLASHES.includes(path))
  expect(onFiles.length).toBeGreaterThan(100)
  expect(occurrences(onFiles, SLASHES).filter((line) => !line.includes('request.url()'))).toEqual([])
  for (const bad of ["name.split('/')", 'new URL(import.meta.url).pathname', 'import(join(root, name))']) {
    expect(bad).toMatch(SLASHES)
  }
})

test('the engine re-exports nothing wholesale', () => {
  expect(occurrences(below('src', /\.ts$/), /^\s*export\s*\*/)).toEqual([])
})

test('nothing depends on the clock or on unseeded chance', () => {
  const files = ['src', 'cli', 'lab', 'scenes'].flatMap((folder) => below(folder, /\.[mc]?tsx?$/))
  expect(files.length).toBeGreaterThan(30)
  const found = occurrences(files, /\bMath\.random\(|\bDate\.now\(|\bnew Date\(\)/)
  // The date of a run, which its document has.
  expect(
    found.filter((line) => !/^lab\/machine\.ts:\d+: return new Date\(\)\.toISOString\(\)\.slice\(0, 10\)$/.test(line)),
  ).toEqual([])
})

test('package.json points to files that the build makes', () => {
  const pointed = [...Object.values(manifest.bin), ...leaves(manifest.exports)]
    // Of a pattern, its folder.
    .map((path) => posix.normalize(path.replace(/\/\*.*$/, '')))
  expect(pointed).toContain('dist/bin/index.js')
  const shown = manifest.files.filter((entry) => !entry.startsWith('!'))
  const missing = [...pointed, ...shown].filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
  // What the build makes, not what an older build left behind. dist/bin is replaced as a whole (scripts/build-bundles.mjs).
  const sourceless = pointed
    .filter((path) => path.startsWith('dist/types/'))
    .map((path) => path.replace('dist/types/', '').replace('.d.ts', '.ts'))
    .filter((path) => !existsSync(join(root, path)))
  expect(sourceless).toEqual([])
  const shipped = (path: string): boolean =>
    path === 'package.json' || shown.some((entry) => path === entry || path.startsWith(`${entry}/`))
  expect(pointed.filter((path) => !shipped(path))).toEqual([])
})

test('the command can be started by its name', () => {
  for (const path of Object.values(manifest.bin)) {
    expect(read(path).split('\n')[0]).toBe('#!/usr/bin/env node')
    if (process.platform !== 'win32') expect(statSync(join(root, path)).mode & 0o111).not.toBe(0)
  }
})

function leaves(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves)
}

// Documents.

/** Ids of the rules that docs/spec.md states: its headings that start with one. */
function statedRules(text: string): string[] {
  return [...text.matchAll(/^#{2,4} \[([^\]]+)\]/gm)].map((m) => m[1]!)
}

/** Ids that the titles of tests start with. */
function citedRules(text: string): string[] {
  // A title follows `test(`, `it(` or `describe(`, or the list of a `test.each(…)`.
  return [...text.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*['"`]\[([a-z][\w-]*)\]/g)].map((m) => m[1]!)
}

test('every rule that a test cites is in docs/spec.md, and every rule there is cited by a test', () => {
  const stated = statedRules(read('docs/spec.md'))
  expect(stated.length).toBeGreaterThan(5)
  expect(stated).toEqual([...new Set(stated)])
  expect(stated.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
  const cited = new Map<string, string>()
  for (const file of below('test', /\.test\.ts$/)) for (const id of citedRules(read(file))) cited.set(id, file)
  const unknown = [...cited].filter(([id]) => !stated.includes(id)).map(([id, file]) => `[${id}] in ${file}`)
  expect(unknown, 'cited, but no rule of docs/spec.md').toEqual([])
  expect(
    stated.filter((id) => !cited.has(id)),
    'rules that no test cites',
  ).toEqual([])
})

test('the reader of rules finds what is stated and what is cited', () => {
  expect(statedRules('# a\n### [one] First\ntext [two]\n## [three-four] Second\n')).toEqual(['one', 'three-four'])
  const tests = [
    "test('%one% a'",
    "it.each(x)('%two% b'",
    'test(\n  `%three% c`',
    "x('%four% d'",
    "JSON.parse('%five%'",
  ]
  const text = tests.map((line) => line.replace(/%(\w+)%/, '[$1]')).join('\n')
  expect(citedRules(text)).toEqual(['one', 'two', 'three'])
})

test('documents name only scripts that exist', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...below('docs', /\.md$/)]
  const named = documents.flatMap((path) => [...read(path).matchAll(/npm run ([\w:-]+)/g)].map((m) => m[1]!))
  expect([...new Set(named)].filter((name) => manifest.scripts[name] === undefined)).toEqual([])
})
