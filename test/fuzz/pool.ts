// Children that read damaged files, several at a time. A child reads many; where one dies at a file, the files behind it go to a new one. What
// took too long or too much memory is read again, alone in a new process, before it counts: garbage of the files before is not its own.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ChildLine, ChildTask } from './child.js'

/** Tests load this file from the sources, children are started from what is compiled. */
const COMPILED = new URL(import.meta.url.includes('/dist/') ? './' : '../../dist/test/fuzz/', import.meta.url)
const CHILD = fileURLToPath(new URL('child.js', COMPILED))

/** Of wall time without a word: what waits for something that never comes uses no processor. */
const SILENCE_MS = 60_000
/** Files for one child. */
const CHUNK = 1000
/** After this many findings of one format the rest of it is left out: run it again when they are mended. */
const MOST_FINDINGS = 20

export interface Finding {
  readonly task: ChildTask
  readonly index: number
  readonly how: string
  readonly wrong: string
}

export interface FormatResult {
  readonly format: string
  files: number
  read: number
  refused: number
  slowest: { ms: number; which: string }
  megabytes: number
  readonly findings: Finding[]
}

interface Ending {
  readonly lines: readonly ChildLine[]
  /** Why it did not come to its end. */
  readonly wrong?: string
  /** A limit, and not a crash. */
  readonly isLimit?: boolean
}

export function compiledTable(name: string): string {
  return new URL(name, COMPILED).href
}

/** Runs the tasks, at most `atOnce` at a time, and calls `onFile` for each file. */
export async function runTasks(
  tasks: readonly ChildTask[],
  atOnce: number,
  onFile: (task: ChildTask, line: ChildLine) => void = () => {},
): Promise<FormatResult[]> {
  const results = new Map<string, FormatResult>()
  for (const { format } of tasks) {
    const empty = { format, files: 0, read: 0, refused: 0, slowest: { ms: 0, which: '' }, megabytes: 0, findings: [] }
    if (!results.has(format)) results.set(format, empty)
  }
  const queue = tasks.flatMap(chunksOf)
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) await runChunk(task, results, onFile)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return [...results.values()]
}

function chunksOf(task: ChildTask): ChildTask[] {
  const chunks = Math.max(1, Math.ceil(task.count / CHUNK))
  return Array.from({ length: chunks }, (_, k) => {
    const from = task.from + k * CHUNK
    return { ...task, from, count: Math.min(CHUNK, task.from + task.count - from) }
  })
}

async function runChunk(
  task: ChildTask,
  results: ReadonlyMap<string, FormatResult>,
  onFile: (task: ChildTask, line: ChildLine) => void,
): Promise<void> {
  const result = results.get(task.format)!
  if (result.findings.length >= MOST_FINDINGS) return
  const { lines, wrong, isLimit = false } = await runChild(task)
  for (const line of lines) count(result, task, line, onFile)
  if (wrong === undefined) return
  const index = task.from + lines.length
  const alone = { ...task, from: index, count: 1 }
  const again = isLimit && task.count > 1 ? await runChild(alone) : undefined
  if (again !== undefined && again.wrong === undefined) count(result, alone, again.lines[0]!, onFile)
  else {
    const line = { index, how: task.bomb ?? '', outcome: `wrong: ${again?.wrong ?? wrong}`, ms: 0, megabytes: 0 }
    count(result, alone, line, onFile)
  }
  const left = task.from + task.count - index - 1
  if (left > 0) await runChunk({ ...task, from: index + 1, count: left }, results, onFile)
}

function count(
  result: FormatResult,
  task: ChildTask,
  line: ChildLine,
  onFile: (task: ChildTask, line: ChildLine) => void,
): void {
  const { index, how, outcome, ms, megabytes } = line
  result.files++
  if (outcome === 'read') result.read++
  else if (outcome.startsWith('refused')) result.refused++
  else result.findings.push({ task: { ...task, from: index, count: 1 }, index, how, wrong: outcome.slice(7) })
  if (ms > result.slowest.ms) result.slowest = { ms, which: task.bomb ?? `${index}` }
  result.megabytes = Math.max(result.megabytes, megabytes)
  onFile(task, line)
}

function runChild(task: ChildTask): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const heap = `--max-old-space-size=${task.limits.megabytes}`
    const child = spawn(process.execPath, [heap, CHILD, JSON.stringify(task)])
    const lines: ChildLine[] = []
    let wrong: string | undefined
    let [text, complaint] = ['', '']
    const bark = (): void => {
      wrong = `nothing happens for ${SILENCE_MS / 1000} s`
      child.kill('SIGKILL')
    }
    let watchdog = setTimeout(bark, SILENCE_MS)
    child.stdout.on('data', (data: Buffer) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(bark, SILENCE_MS)
      const parts = (text + data.toString()).split('\n')
      text = parts.pop()!
      for (const part of parts) {
        const line = JSON.parse(part) as ChildLine | { limit: 'time' | 'memory'; amount: number }
        if (!('limit' in line)) lines.push(line)
        else wrong = overLimit(line.limit, line.amount, task)
      }
    })
    child.stderr.on('data', (data: Buffer) => {
      complaint = (complaint + data.toString()).slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(watchdog)
      if (wrong !== undefined) return resolve({ lines, wrong, isLimit: true })
      // A peak between two looks of the watching thread.
      const above = lines.findIndex(({ ms, megabytes }) => ms > task.limits.ms || megabytes > task.limits.megabytes)
      if (above >= 0)
        return resolve({ lines: lines.slice(0, above), wrong: aboveLimit(lines[above]!, task), isLimit: true })
      if (lines.length === task.count && code === 0) return resolve({ lines })
      const isMemory = /heap out of memory|allocation failed/i.test(complaint)
      resolve({ lines, wrong: `the process ended: ${code ?? signal} ${complaint}`, isLimit: isMemory })
    })
  })
}

function overLimit(limit: 'time' | 'memory', amount: number, { limits }: ChildTask): string {
  return limit === 'time'
    ? `${Math.round(amount)} ms of processor time, and more (limit ${limits.ms})`
    : `${Math.round(amount)} MB of memory (limit ${limits.megabytes})`
}

function aboveLimit({ ms, megabytes }: ChildLine, task: ChildTask): string {
  return ms > task.limits.ms ? overLimit('time', ms, task) : overLimit('memory', megabytes, task)
}
