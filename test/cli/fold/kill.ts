// Kills a run of the real command again and again, with the signal that nobody can catch, and resumes it. After every kill a copy of
// what was left is resumed to the end, and compared with the run that was not killed.
import { spawn } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../src/entries/meshes.js'
import { limber, MAIN } from '../run.js'

/** A run in a folder of its own: the structure, and what is asked beside the files. */
export interface KilledRun {
  readonly structure: string
  readonly args: readonly string[]
  /** Default PDB. DCD and XTC go with JSON instead of CSV. */
  readonly trajectory?: 'pdb' | 'dcd' | 'xtc'
}

/** Every kind of file that a run can leave. */
export function argsIn(folder: string, { structure, args, trajectory = 'pdb' }: KilledRun): string[] {
  const at = (name: string): string => join(folder, name)
  const [out, rows] = [`out.${trajectory}`, trajectory === 'pdb' ? 'rows.csv' : 'rows.json']
  return [
    ...['fold', structure, ...args, '--out', at(out), '--topology', at('start.pdb'), '--observables', at(rows)],
    ...['--plot', at('plot.svg'), '--checkpoint', at('check'), '--resume'],
  ]
}

/** How long it took, in milliseconds. */
export async function uninterrupted(folder: string, run: KilledRun): Promise<number> {
  const began = performance.now()
  const { code, stderr } = await limber(...argsIn(folder, run))
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`)
  return performance.now() - began
}

/** What came of a run that got a signal, or was done before. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** When a signal is sent: `after` milliseconds from the `count`-th moment of that kind. */
export interface Moment {
  /**
   * `start`: its start. `checkpoint`: a new checkpoint is there. `part`: one begins to be written. `file`: trajectory or table
   * have grown.
   */
  readonly at: 'start' | 'checkpoint' | 'part' | 'file'
  readonly count: number
  readonly after: number
}

/** What is seen of a folder: which moment a change of the file of that name is. */
function momentOf(name: string): Moment['at'] | undefined {
  if (name === 'check') return 'checkpoint'
  if (/^\.check\.\d+\.part$/.test(name)) return 'part'
  return /^(?:out|rows)\./.test(name) ? 'file' : undefined
}

/** Starts the command, and sends it a signal. */
export function startAndSignalAt(
  folder: string,
  args: readonly string[],
  signal: NodeJS.Signals,
  { at, count, after }: Moment,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let seen = 0
    let timer: NodeJS.Timeout | undefined
    const send = (): void => {
      child.kill(signal)
    }
    const watcher = watch(folder, (_event, name) => {
      if (name === null || momentOf(name) !== at || ++seen !== count) return
      if (after === 0) send()
      else timer = setTimeout(send, after)
    })
    const child = spawn(process.execPath, [MAIN, ...args])
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    if (at === 'start') timer = setTimeout(send, after)
    child.on('error', reject)
    child.on('close', (code, by) => {
      clearTimeout(timer)
      watcher.close()
      resolve({ code, signal: by, stdout, stderr })
    })
  })
}

/** After it has left the second checkpoint (the first is empty, or the one it came from). */
export function startAndSignal(
  folder: string,
  args: readonly string[],
  signal: NodeJS.Signals,
  after: number,
): Promise<Ended> {
  return startAndSignalAt(folder, args, signal, { at: 'checkpoint', count: 3, after })
}

/** What a kill has left. */
export interface Left {
  /** The step that its checkpoint is at; 0 where nothing is known of any, −1 where there is none. */
  readonly step: number
  /** It was at the end, and only its last files were missing, if anything. */
  readonly done: boolean
  /** The writing of a checkpoint was cut off. */
  readonly part: boolean
  /** Trajectory or table have more in them than the checkpoint knows of. */
  readonly beyond: boolean
}

function leftIn(folder: string): Left {
  const names = readdirSync(folder)
  const part = names.some((name) => momentOf(name) === 'part')
  if (!names.includes('check')) return { step: -1, done: false, part, beyond: false }
  const text = readFileSync(join(folder, 'check'), 'utf8')
  const { step, done, files } = JSON.parse(text.slice(0, text.indexOf('\n'))) as {
    step: number
    done: boolean
    files: Record<string, { bytes: number }>
  }
  const grown = (kind: string, name: string | undefined): boolean =>
    name !== undefined && files[kind] !== undefined && statSync(join(folder, name)).size > HEADS + files[kind].bytes
  const beyond =
    grown(
      'out',
      names.find((name) => name.startsWith('out.')),
    ) || grown('observables', rowsOf(names))
  return { step, done, part, beyond }
}

/** Bytes: heads of files, which a checkpoint does not count, are shorter. */
const HEADS = 600

function rowsOf(names: readonly string[]): string | undefined {
  return names.find((name) => name.startsWith('rows.'))
}

/** Runs that came to their end, a kill. */
const MOST_DONE = 20

/** One in four comes at any time at all; the others when something has just been, or is being, written. `millis`: of a whole run. */
function randomMoment(random: Random, millis: number): Moment {
  const at = (['start', 'checkpoint', 'part', 'file'] as const)[random.integer(4)]!
  if (at === 'start') return { at, count: 0, after: random.range(0, millis) }
  // Early ones more often than late ones, which may come after its end.
  const count = 1 + Math.floor(120 * random.unit() ** 2)
  return { at, count, after: random.integer(2) === 0 ? 0 : random.range(0, millis / 20) }
}

/**
 * `kills` of them; a run that is done before begins again. `same` judges every resumption. How fast the machine is decides how far
 * a run comes between two kills, never what comes out.
 */
export async function killedAndResumed(
  folder: string,
  run: KilledRun,
  random: Random,
  { kills, millis }: { kills: number; millis: number },
  same: (files: Record<string, string>, left: Left) => void,
): Promise<Left[]> {
  const args = argsIn(folder, run)
  const left: Left[] = []
  let done = 0
  while (left.length < kills) {
    const { code, signal, stderr } = await startAndSignalAt(folder, args, 'SIGKILL', randomMoment(random, millis))
    if (code === 0) {
      empty(folder)
      if (++done > MOST_DONE * kills) throw new Error('done before it could be killed, again and again')
      continue
    }
    if (signal !== 'SIGKILL') throw new Error(`ended with ${code}: ${stderr}`)
    const found = leftIn(folder)
    const copy = `${folder}-copy`
    cpSync(folder, copy, { recursive: true })
    await uninterrupted(copy, run)
    same(filesIn(copy), found)
    rmSync(copy, { recursive: true })
    left.push(found)
    if (found.done) empty(folder)
  }
  return left
}

function empty(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
}

/**
 * Every file by name; what a killed process left beside them would be seen. The checkpoint names files of this folder, and has a
 * sum over that: both are taken out.
 */
export function filesIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const text = readFileSync(join(folder, name), 'latin1')
        return [name, name === 'check' ? text.replaceAll(`${folder}/`, '').replace(/\n[0-9a-f]{8}\n$/, '') : text]
      }),
  )
}
