// Runs a script that prints a JSON object a line in a process of its own: a hang or a crash must not take the test with it.
import { spawn } from 'node:child_process'

/** Without a word for so long, the child hangs: wall time, on a machine that may have other things to do. */
const SILENCE_MS = 20_000

export interface ChildLines<T> {
  readonly lines: T[]
  /** How it died or that it fell silent; undefined if it came to its end. */
  readonly ending: string | undefined
}

/** The lines of `script first count`: where it did not end well, first + lines.length is what it was at. */
export function readLines<T>(
  script: string,
  first: number,
  count: number,
  mostMegabytes: number,
): Promise<ChildLines<T>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`--max-old-space-size=${mostMegabytes}`, script, `${first}`, `${count}`])
    const lines: T[] = []
    let text = ''
    let complaint = ''
    let silent = false
    const bark = (): void => {
      silent = true
      child.kill('SIGKILL')
    }
    let watchdog = setTimeout(bark, SILENCE_MS)
    child.stdout.on('data', (data: Buffer) => {
      clearTimeout(watchdog)
      watchdog = setTimeout(bark, SILENCE_MS)
      const parts = (text + data.toString()).split('\n')
      text = parts.pop()!
      for (const part of parts) lines.push(JSON.parse(part))
    })
    child.stderr.on('data', (data: Buffer) => {
      complaint = (complaint + data.toString()).slice(-2000)
    })
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(watchdog)
      const ending = silent ? `silent for ${SILENCE_MS} ms` : code === 0 ? undefined : `${code ?? signal} ${complaint}`
      resolve({ lines, ending })
    })
  })
}
