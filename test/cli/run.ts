// Runs the command: the built one as a child process, the way a user does; or its sources in this process, which saves its start.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { runCommand } from '../../cli/run-command.js'

export const MAIN = fileURLToPath(new URL('../../dist/bin/limber.js', import.meta.url))

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url))

export function example(name: string): string {
  return join(EXAMPLES, name)
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function limber(...args: string[]): Promise<Run> {
  return limberWith({}, ...args)
}

/** Sends SIGINT to the command as soon as it listens for it. */
const WHEN_READY = `process.on('newListener',(e)=>{if(e==='SIGINT')setImmediate(()=>process.kill(process.pid,e))})`

/**
 * `interruptMs`: sends SIGINT after that long, to a command that never ends and neither listens nor prints: any moment will do.
 * `interruptWhenReady`: as soon as the command listens for it; `interruptAtOutput`: at the first output. `closeStdout`: stops
 * reading it at once.
 */
export function limberWith(
  how: {
    env?: Record<string, string>
    interruptMs?: number
    interruptWhenReady?: boolean
    interruptAtOutput?: boolean
    closeStdout?: boolean
  },
  ...args: string[]
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const hook = how.interruptWhenReady ? ['--import', `data:text/javascript,${encodeURIComponent(WHEN_READY)}`] : []
    const child = spawn(process.execPath, [...hook, MAIN, ...args], { env: { ...process.env, ...how.env } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data: Buffer) => {
      stdout += data
    })
    child.stderr.on('data', (data: Buffer) => {
      stderr += data
    })
    if (how.closeStdout) child.stdout.destroy()
    if (how.interruptAtOutput) child.stdout.once('data', () => child.kill('SIGINT'))
    if (how.interruptMs !== undefined) setTimeout(() => child.kill('SIGINT'), how.interruptMs)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** In this process. Not for commands that start threads or wait for signals. */
export async function limberHere(...args: string[]): Promise<Run> {
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text
      return true
    }),
  )
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(args)
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}
