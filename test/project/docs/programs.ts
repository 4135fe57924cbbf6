// Programs in documents: ```ts blocks, compiled all at once under strict rules against the built package, then run in one process.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import type { Fence } from '../../../site/build/markdown.js'

export interface Program {
  /** Of the document. */
  readonly file: string
  /** Lines are where the document has them, so that messages name its lines. */
  readonly text: string
  readonly browser: boolean
  readonly data: boolean
}

/** The programs of a page's blocks: `continue` goes on with the one before. */
export function programsOf(fences: readonly Fence[]): Program[] {
  const programs: Program[] = []
  for (const { file, line, language, words, text } of fences) {
    if (language !== 'ts') continue
    const known = ['continue', 'browser', 'data', 'live']
    const strange = words.find((word) => !known.includes(word))
    if (strange !== undefined) throw new Error(`${file}:${line}: \`${strange}\` is none of ${known.join(', ')}`)
    const before = words.includes('continue') ? programs.pop() : undefined
    if (words.includes('continue') && before?.file !== file) throw new Error(`${file}:${line}: nothing to continue`)
    const start = before?.text ?? ''
    const padding = '\n'.repeat(line - start.split('\n').length)
    programs.push({
      file,
      text: `${start}${padding}${text}`,
      browser: words.includes('browser') || before?.browser === true,
      data: words.includes('data') || before?.data === true,
    })
  }
  return programs
}

/** What `console.log(…) // text` promises, by line; and the program that says which line prints. */
export function promisesOf(text: string): { readonly promises: Map<number, string>; readonly marked: string } {
  const { program, errors } = parseSync('example.ts', text)
  const promises = new Map<number, string>()
  let marked = text
  if (errors.length > 0) return { promises, marked }
  const calls: { readonly start: number; readonly line: number }[] = []
  new Visitor({
    CallExpression: (node) => {
      if (!/^console\.log\(/.test(text.slice(node.start, node.end))) return
      const promise = /^;?[ \t]*\/\/ (.*)$/m.exec(text.slice(node.end).split('\n')[0]!)?.[1]
      if (promise === undefined) return
      const line = text.slice(0, node.start).split('\n').length
      promises.set(line, promise.trimEnd())
      calls.push({ start: node.start, line })
    },
  }).visit(program)
  for (const { start, line } of calls.sort((a, b) => b.start - a.start)) {
    const at = start + 'console.log('.length
    marked = `${marked.slice(0, at)}'\\u0000${line}', ${marked.slice(at)}`
  }
  return { promises, marked }
}

const OPTIONS = {
  target: 'ES2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: false,
  skipLibCheck: true,
  newLine: 'lf',
}

/** Compiles programs in `folder`, which is inside the checkout, where `limber` is this package. Returns what the compiler says. */
export function compile(root: string, folder: string, programs: readonly Program[]): string[] {
  const says: string[] = []
  for (const browser of [false, true]) {
    const files = programs.flatMap((program, k) => {
      if (program.browser !== browser) return []
      writeFileSync(join(folder, `${k}.ts`), `${promisesOf(program.text).marked}\nexport {}\n`)
      return [`${k}.ts`]
    })
    if (files.length === 0) continue
    const lib = browser ? ['ES2023', 'DOM', 'DOM.Iterable'] : ['ES2023']
    const config = join(folder, `tsconfig.${browser ? 'browser' : 'node'}.json`)
    const types = browser ? [] : ['node']
    const typeRoots = [join(root, 'node_modules', '@types')]
    writeFileSync(config, JSON.stringify({ compilerOptions: { ...OPTIONS, lib, types, typeRoots }, files }))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    try {
      execFileSync(process.execPath, [tsc, '--project', config], { cwd: folder, encoding: 'utf8' })
    } catch (error) {
      says.push(...(error as { stdout: string }).stdout.trimEnd().split('\n'))
    }
  }
  return says.map((line) => line.replace(/^(\d+)\.ts\((\d+),/, (_, k, at) => `${programs[Number(k)]!.file}:${at} (`))
}

const RUNNER = `import { writeFileSync } from 'node:fs'
import { format } from 'node:util'
const [out, ...numbers] = process.argv.slice(2)
const results = {}
for (const k of numbers) {
  const result = (results[k] = { printed: [], error: undefined })
  console.log = (first, ...others) => {
    const mark = typeof first === 'string' ? /^\\0(\\d+)$/.exec(first) : null
    result.printed.push(mark === null ? [0, format(first, ...others)] : [Number(mark[1]), format(...others)])
  }
  try {
    await import('./' + k + '.js')
  } catch (error) {
    result.error = error?.stack ?? String(error)
  }
  writeFileSync(out, JSON.stringify(results))
}
`

interface Result {
  readonly printed: readonly (readonly [line: number, text: string])[]
  readonly error?: string
}

/** Runs compiled programs in the working folder `examples`, and compares what they print with what they promise. Returns complaints. */
export function runPrograms(folder: string, examples: string, programs: readonly Program[]): string[] {
  const runnable = programs.flatMap((program, k) =>
    program.browser || !existsSync(join(folder, `${k}.js`)) ? [] : [k],
  )
  const out = join(folder, 'results.json')
  writeFileSync(join(folder, 'runner.mjs'), RUNNER)
  const args = [join(folder, 'runner.mjs'), out, ...runnable.map(String)]
  const { stderr } = spawnSync(process.execPath, args, { cwd: examples, encoding: 'utf8' })
  const results = existsSync(out) ? (JSON.parse(readFileSync(out, 'utf8')) as Record<string, Result>) : {}
  return runnable.flatMap((k) => {
    const { file, text } = programs[k]!
    const result = results[k]
    if (result === undefined) return [`${file}: a program did not end\n${stderr}`]
    const { promises } = promisesOf(text)
    const first = text.split('\n').findIndex((line) => line !== '') + 1
    return [
      ...(result.error === undefined ? [] : [`${file}:${first}: ${result.error}`]),
      ...[...promises].flatMap(([line, promised]) => {
        const printed = result.printed.filter(([at]) => at === line).map(([, words]) => words)
        return printed.length === 1 && printed[0] === promised
          ? []
          : [`${file}:${line}: prints ${JSON.stringify(printed)}, not ${JSON.stringify(promised)}`]
      }),
    ]
  })
}
