// The documents are true: programs compile, run and print what their comments say, transcripts are what the command prints, links lead somewhere, and everything that is exported is documented.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandsOf } from '../../site/build/cli-pages.js'
import { brokenLinks } from '../../site/build/links.js'
import { type Fence, fencesOf, headingsOf } from '../../site/build/markdown.js'
import { readDocuments } from '../../site/build/pages.js'
import { importedNames } from '../../site/build/uses.js'
import { declarationOf, exported } from './docs/exported.js'
import { compile, type Program, programsOf, promisesOf, runPrograms } from './docs/programs.js'
import { matches, runStep, stepsOf } from './docs/transcripts.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const main = join(root, 'dist', 'bin', 'limber.js')
const documents = readDocuments(root)
const fences = [...documents].flatMap(([path, text]) => fencesOf(path, text))
const names = exported(root)
const hasData = process.env.LIMBER_DATA !== undefined
let folder: string

beforeAll(() => {
  // Inside the checkout: from here `limber` is this package.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist', 'docs-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A fresh copy of examples/. */
function examples(): string {
  const place = mkdtempSync(join(folder, 'examples-'))
  cpSync(join(root, 'examples'), place, { recursive: true })
  return place
}

/** Compiles and runs programs; returns what is wrong with them. */
function complaints(programs: readonly Program[]): string[] {
  const place = mkdtempSync(join(folder, 'programs-'))
  return [...compile(root, place, programs), ...runPrograms(place, examples(), programs)]
}

function fence(language: string, text: string, ...words: string[]): Fence {
  return { file: 'page.md', line: 1, language, words, text }
}

test('programs compile under strict rules, run, and print what their comments say', { timeout: 120_000 }, () => {
  const all = [...programsOf(fences), ...names.flatMap((name) => programsOf(name.examples))]
  const programs = all.filter(({ data }) => hasData || !data)
  const promises = programs.reduce((sum, { text }) => sum + promisesOf(text).promises.size, 0)
  expect(complaints(programs)).toEqual([])
  console.log(`${programs.length} programs of the documents run, ${promises} printed lines compared`)
  expect(programs.length).toBeGreaterThan(0)
})

test('a program that is wrong is found', () => {
  const wrong: [text: string, complaint: string, ...words: string[]][] = [
    ["import { box } from 'limber/meshes'\nconsole.log(box({ size: [1, 1, 1] }).kind) // box\n", ''],
    ['console.log(1) // 2\n', 'page1.md:1: prints ["1"], not "2"'],
    ['if (Number("0")) console.log(1) // 1\n', 'page2.md:1: prints [], not "1"'],
    ['const a: string = 1\n', "page3.md:1 (7): error TS2322: Type 'number'"],
    ["\nthrow new Error('broken')\n", 'page4.md:2: Error: broken'],
    ["import { nothing } from 'limber'\n", 'page5.md:1 (10): error TS2305'],
    ['document.title\n', "page6.md:1 (1): error TS2584: Cannot find name 'document'"],
    ['document.title\n', '', 'browser'],
  ]
  const programs = wrong.flatMap(([text, , ...words], k) =>
    programsOf([{ ...fence('ts', text, ...words), file: `page${k}.md` }]),
  )
  const found = complaints(programs)
  wrong.forEach(([, complaint], k) => {
    const own = found.filter((line) => line.startsWith(`page${k}.md`))
    expect(own.length > 0, `page${k}.md`).toBe(complaint !== '')
    if (complaint !== '') expect(own.join('\n')).toContain(complaint)
  })
})

test('blocks are put together into programs', () => {
  const page = '# A\n```ts\nconst a = 1\n```\n\n```ts continue\nconsole.log(a) // 1\n```\n```ts data\nlet b\n```\n'
  const programs = programsOf(fencesOf('page.md', page))
  expect(programs.map(({ text, data }) => [text, data])).toEqual([
    ['\n\nconst a = 1\n\n\n\nconsole.log(a) // 1\n', false],
    ['\n\n\n\n\n\n\n\n\nlet b\n', true],
  ])
  expect([...promisesOf(programs[0]!.text).promises]).toEqual([[7, '1']])
  expect(() => programsOf([fence('ts', '', 'continue')])).toThrow('nothing to continue')
  expect(() => programsOf([fence('ts', '', 'skip')])).toThrow('`skip` is none of')
  const long = 'console.log(\n  1,\n) // 1\nconsole.log(2)\nconst t = "console.log(3) // 3"\n'
  expect([...promisesOf(long).promises]).toEqual([[1, '1']])
})

test('transcripts are what the command prints', { timeout: 300_000 }, async () => {
  // test/package runs these in the folder of a new user.
  const walked = ['README.md', 'docs/start.md']
  const shown = fences.filter(
    ({ language, words, file }) =>
      language === 'console' && !walked.includes(file) && (hasData || !words.includes('data')),
  )
  let steps = 0
  const page = async (blocks: readonly Fence[]): Promise<string[]> => {
    const place = examples()
    const out: string[] = []
    for (const step of blocks.flatMap(stepsOf)) {
      steps++
      out.push((await runStep(step, place, main)) ?? '')
    }
    return out.filter((complaint) => complaint !== '')
  }
  // Two at a time.
  const queue = [...documents.keys()].map((path) => shown.filter(({ file }) => file === path))
  const worker = async (): Promise<string[]> => {
    const out: string[] = []
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) out.push(...(await page(next)))
    return out
  }
  const found = (await Promise.all([worker(), worker()])).flat()
  expect(found.join('\n\n')).toBe('')
  console.log(`${steps} commands of transcripts run, their output compared`)
})

test('a transcript that has drifted is found', async () => {
  const [step] = stepsOf(
    fence('console', '$ limber check cell.json --at into-post.json # exit 1\ncollision: 1 pair …\n…\n'),
  )
  const place = examples()
  expect(await runStep(step!, place, main)).toBeUndefined()
  expect(await runStep({ ...step!, exitCode: 0 }, place, main)).toContain('exit code 1, not 0')
  expect(await runStep({ ...step!, printed: ['collision: 2 pairs …', '…'] }, place, main)).toContain(
    'prints\ncollision: 1',
  )
  expect(matches(['a', '…', 'd'], 'a\nb\nc\nd\n')).toBe(true)
  expect(matches(['a', '…', 'd'], 'a\nd\n')).toBe(true)
  expect(matches(['a', '…'], 'b\na\n')).toBe(false)
  expect(matches(['a … c'], 'a b c')).toBe(true)
  expect(matches(['a … c'], 'a b\nc')).toBe(false)
  expect(matches(['a'], 'a\nb\n')).toBe(false)
  expect(matches([], '')).toBe(true)
  expect(() => stepsOf(fence('console', '$ rm -r x\n'))).toThrow('only limber is run')
  expect(() => stepsOf(fence('console', 'text\n$ limber\n'))).toThrow('starts with a command')
})

test('links and anchors lead somewhere', () => {
  expect(brokenLinks(documents, (path) => existsSync(join(root, path)))).toEqual([])
})

test('a link that leads nowhere is found', () => {
  const page = '# A `b` c\n[x](docs/a.md) [y](#a-b-c) [z](#d) <img src="no.png"> `[code](x)`\n\n[r]: gone.json\n'
  const pages = new Map([
    ['README.md', page],
    ['docs/a.md', '# T\n## T\n[up](../README.md#t) [down](#t-1) [out](https://x.org) ![p](p.png)\n'],
  ])
  expect(brokenLinks(pages, (path) => path === 'docs/p.png')).toEqual([
    'README.md:2: #d: no such heading',
    'README.md:2: no.png: no such file',
    'README.md:4: gone.json: no such file',
    'docs/a.md:3: ../README.md#t: no such heading',
  ])
  expect(headingsOf("# What's *new* in [it](x.md)?\n```\n# no\n```\n").map(({ anchor }) => anchor)).toEqual([
    'whats-new-in-it',
  ])
})

test('everything that is exported has a sentence, and every value an example', () => {
  const values = names.filter(({ isValue }) => isValue)
  const used = new Set(fences.filter(({ language }) => language === 'ts').flatMap(({ text }) => importedNames(text)))
  const own = values.filter(({ examples }) => examples.length > 0)
  const lack = values.filter(({ name, examples }) => examples.length === 0 && !used.has(name))
  console.log(
    `${values.length} exported values: ${own.length} with an example of their own, ${values.length - own.length - lack.length} ` +
      `used in a page; ${names.length - values.length} types`,
  )
  expect(
    names.filter(({ sentence }) => sentence === '').map(({ name, file }) => `${name} in ${file}`),
    'without a sentence',
  ).toEqual([])
  expect(
    lack.map(({ name, file }) => `${name} in ${file}`),
    'without an example',
  ).toEqual([])
})

test('what is not documented is found', () => {
  const text = `/** Makes it. */\nexport const a = 1\nexport function b(): void {}
/**
 * Does it.
 * @example
 * \`\`\`ts
 * c()
 * \`\`\`
 */
export function c(): void {}
`
  expect(declarationOf('x.ts', 'a', text)).toMatchObject({ isValue: true, sentence: 'Makes it.', examples: [] })
  expect(declarationOf('x.ts', 'b', text)).toMatchObject({ sentence: '', examples: [] })
  expect(declarationOf('x.ts', 'c', text)).toMatchObject({
    sentence: 'Does it.',
    examples: [{ line: 8, text: 'c()\n' }],
  })
})

test('every command is shown at work in a page', () => {
  const shown = new Set(fences.filter(({ language }) => language === 'console').flatMap(({ text }) => commandsOf(text)))
  const help = execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })
  const commands = [...help.split('Commands:')[1]!.matchAll(/^ {2}([a-z]+)/gm)].map((found) => found[1]!)
  expect(commands.length).toBeGreaterThan(10)
  // The studio and a worker serve until they are stopped, and the lab takes minutes.
  expect(commands.filter((name) => !shown.has(name) && !['help', 'studio', 'worker', 'lab'].includes(name))).toEqual([])
})
