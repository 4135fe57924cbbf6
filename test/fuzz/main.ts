// `npm run fuzz -- [--format xtc,obj] [--count 10000] [--seed 1] [--from 0] [--at-once 2] [--case FOLDER]`: damaged files of every format, each
// read in a child process within 2 s of processor time and 512 MB. What is neither read nor refused by name is a finding: its files are
// written out, with the command that reads them again.
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createProgress } from '../../cli/print/progress.js'
import { saveCase, savedRecord } from './case-folder.js'
import type { ChildTask, Limits } from './child.js'
import { damagedCase, type FuzzFormat } from './format.js'
import { FORMATS } from './formats.js'
import { compiledTable, type Finding, type FormatResult, runTasks } from './pool.js'

const LIMITS: Limits = { ms: 2000, megabytes: 512 }
const here = process.env.INIT_CWD ?? '.'
/** Not below dist/, which a clean build removes. */
const FINDINGS = 'fuzz-findings'

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`fuzz: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      format: { type: 'string', multiple: true },
      count: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string' },
      'at-once': { type: 'string' },
      case: { type: 'string' },
    },
  })
  const atOnce = whole('--at-once', values['at-once'], availableParallelism(), 1)
  const tasks = values.case === undefined ? tasksOf(values) : [savedTask(resolve(here, values.case))]
  const total = tasks.reduce((sum, { count }) => sum + count, 0)
  const progress = createProgress('fuzz')
  let done = 0
  const began = performance.now()
  const results = await runTasks(tasks, atOnce, ({ format }) => {
    done++
    progress.report(done / total, format)
    if (!process.stderr.isTTY && done % 5000 === 0)
      console.error(remaining(done, total, performance.now() - began, format))
  })
  progress.clear()
  console.log(tableOf(results))
  const findings = results.flatMap((result) => result.findings)
  for (const finding of findings) report(finding)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `${done} files in ${minutes} min, ${findings.length === 0 ? 'no findings' : `findings: ${findings.length}`}`,
  )
  return findings.length === 0 ? 0 : 1
}

type Values = Readonly<{ format?: string[]; count?: string; seed?: string; from?: string }>

/** Damaged files of each format, and its bombs where no number is given to start from. */
function tasksOf({ format, count, seed, from }: Values): ChildTask[] {
  const shared = {
    ...{ table: compiledTable('formats.js'), limits: LIMITS, seed: whole('--seed', seed, 1) },
    ...{ from: whole('--from', from, 0), count: whole('--count', count, 10_000) },
  }
  return formatsOf(format).flatMap(({ name, bombs }) => [
    ...(from === undefined ? Object.keys(bombs ?? {}) : []).map((bomb) => ({
      ...shared,
      format: name,
      bomb,
      from: 0,
      count: 1,
    })),
    ...(shared.count === 0 ? [] : [{ ...shared, format: name }]),
  ])
}

function formatsOf(wanted: readonly string[] | undefined): readonly FuzzFormat[] {
  if (wanted === undefined) return FORMATS
  return wanted
    .flatMap((list) => list.split(','))
    .map((name) => {
      const found = FORMATS.find((format) => format.name === name)
      if (found === undefined)
        throw new Error(`no format is called ${name}; there is ${FORMATS.map((one) => one.name).join(', ')}`)
      return found
    })
}

function savedTask(folder: string): ChildTask {
  const { format, variant } = savedRecord(folder)
  return { table: compiledTable('formats.js'), format, seed: 1, from: variant, count: 1, folder, limits: LIMITS }
}

function whole(option: string, value: string | undefined, otherwise: number, least = 0): number {
  const number = value === undefined ? otherwise : Number(value)
  if (!Number.isSafeInteger(number) || number < least)
    throw new Error(`${option} must be a whole number from ${least}, got ${value}`)
  return number
}

function remaining(done: number, total: number, ms: number, format: string): string {
  const left = Math.ceil((ms * (total - done)) / done / 1000)
  return `fuzz: ${done} of ${total} files, ${format}, ${left} s left`
}

function tableOf(results: readonly FormatResult[]): string {
  const rows = results.map(({ format, files, read, refused, slowest, megabytes, findings }) => [
    format,
    files,
    read,
    refused,
    `${Math.round(slowest.ms)} ms (${slowest.which})`,
    `${Math.round(megabytes)} MB`,
    findings.length,
  ])
  const head = ['format', 'files', 'read', 'refused', 'slowest', 'memory', 'findings']
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Writes the files of a finding, and how to read them again. */
function report({ task, index, how, wrong }: Finding): void {
  const { format: name, seed, bomb, folder: given } = task
  const format = FORMATS.find((one) => one.name === name)!
  const title = bomb === undefined ? `${name} ${index}` : `${name}, ${bomb}`
  const folder =
    given ??
    join(
      here,
      FINDINGS,
      bomb === undefined ? `${name}-${seed}-${index}` : `${name}-${bomb.replace(/[^\p{L}\p{N}]+/gu, '-')}`,
    )
  if (given === undefined) {
    const damaged = bomb === undefined ? damagedCase(format, seed, index) : { ...format.bombs![bomb]!(), how: bomb }
    saveCase(folder, damaged, { format: name, variant: index, how: damaged.how, wrong })
    how ||= damaged.how
  }
  console.log(`\n${title} (${how}): ${wrong.split('\n').slice(0, 6).join('\n')}`)
  console.log(`  again: npm run fuzz -- --case ${relative(here, folder)}`)
  if (given === undefined && bomb === undefined) {
    console.log(`     or: npm run fuzz -- --format ${name} --seed ${seed} --from ${index} --count 1`)
  }
}
