// Kills a run of the real command again and again, with the signal that nobody can catch, and resumes it until it is done.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../src/index.js'
import { limber, MAIN } from './run.js'

/** A run in a folder of its own: the structure, and what is asked beside the files. */
export interface KilledRun {
  readonly structure: string
  readonly args: readonly string[]
  /** DCD and JSON instead of PDB and CSV. */
  readonly binary?: boolean
}

/** Every kind of file that a run can leave. */
export function argsIn(folder: string, { structure, args, binary = false }: KilledRun): string[] {
  const at = (name: string): string => join(folder, name)
  const [out, rows] = binary ? ['out.dcd', 'rows.json'] : ['out.pdb', 'rows.csv']
  return [
    ...['fold', structure, ...args, '--out', at(out!), '--observables', at(rows!)],
    ...['--plot', at('plot.svg'), '--checkpoint', at('check'), '--resume'],
  ]
}

export async function uninterrupted(folder: string, run: KilledRun): Promise<void> {
  const { code, stderr } = await limber(...argsIn(folder, run))
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`)
}

/** What came of a run that got a signal, or was done before. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Sends a signal `after` milliseconds from the moment that it has written a checkpoint twice (the first is empty, or the one it
 * came from), or, `fromStart`, from its start.
 */
export function startAndSignal(
  folder: string,
  args: readonly string[],
  signal: NodeJS.Signals,
  after: number,
  fromStart = false,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let last = checkpointOf(folder)
    let changes = 0
    const child = spawn(process.execPath, [MAIN, ...args])
    let stderr = ''
    let stdout = ''
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    const send = (): void => {
      child.kill(signal)
    }
    let timer: NodeJS.Timeout
    const look = (): void => {
      const now = checkpointOf(folder)
      if (now !== last) changes++
      last = now
      timer = changes < 2 ? setTimeout(look, 2) : setTimeout(send, after)
    }
    if (fromStart) timer = setTimeout(send, after)
    else look()
    child.on('error', reject)
    child.on('close', (code, by) => {
      clearTimeout(timer)
      resolve({ code, signal: by, stdout, stderr })
    })
  })
}

/** What tells one writing of it from the next. */
function checkpointOf(folder: string): string {
  const found = statSync(join(folder, 'check'), { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.ino} ${found.mtimeNs}`
}

/** The step that its checkpoint is at; -1 where there is none. */
function stepOf(folder: string): number {
  if (checkpointOf(folder) === '') return -1
  return Number(/"step":(\d+)/.exec(readFileSync(join(folder, 'check'), 'utf8'))![1])
}

/**
 * `kills` of them, or fewer if it is done before; then it may end by itself. One in five comes before it had time for much. How
 * fast the machine is decides how far a run comes between two, never what comes out.
 */
export async function killedAndResumed(
  folder: string,
  run: KilledRun,
  random: Random,
  { kills, most }: { kills: number; most: number },
): Promise<{ kills: number; steps: number[] }> {
  const args = argsIn(folder, run)
  const steps: number[] = []
  for (let k = 0; k < kills; k++) {
    const early = random.integer(5) === 0
    const after = random.range(0, early ? 1000 : most)
    const { code, signal, stderr } = await startAndSignal(folder, args, 'SIGKILL', after, early)
    if (code === 0) return { kills: k, steps }
    if (signal !== 'SIGKILL') throw new Error(`ended with ${code}: ${stderr}`)
    steps.push(stepOf(folder))
  }
  await uninterrupted(folder, run)
  return { kills, steps }
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
        return [name, name === 'check' ? text.replaceAll(folder, '').replace(/\n[0-9a-f]{8}\n$/, '') : text]
      }),
  )
}
