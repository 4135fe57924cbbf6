// Progress of a long command: one line on standard error, drawn only where that is a terminal, and gone at the end.
import { setImmediate } from 'node:timers/promises'
import { ExitCode } from './exit-codes.js'

/** Between two drawings, and between two looks at the event loop. */
const INTERVAL_MS = 100
const BAR = 24

export interface ProgressLine {
  /** Share done, 0 to 1, and what is being done. The promise, if any, is to be awaited: it lets Ctrl-C through. */
  report(share: number, label: string): Promise<void> | undefined
  /** Takes the line away, and stops listening for Ctrl-C. May be called twice. */
  clear(): void
}

export interface ProgressTarget {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export function createProgress(title: string, target: ProgressTarget = process.stderr, now = Date.now): ProgressLine {
  const shown = target.isTTY === true
  const started = now()
  let last = started
  let drawn = false

  const erase = (): void => {
    if (drawn) target.write('\r\x1b[K')
    drawn = false
  }
  const interrupt = (): void => {
    erase()
    process.exit(ExitCode.Interrupted)
  }
  process.on('SIGINT', interrupt)

  return {
    report(share, label) {
      const time = now()
      if (time - last < INTERVAL_MS && share < 1) return undefined
      last = time
      if (shown) {
        drawn = true
        const line = progressLine(title, share, label, time - started)
        // A pseudo-terminal may say that it has 0 columns.
        target.write(`\r\x1b[K${line.slice(0, (target.columns || 80) - 1)}`)
      }
      return setImmediate()
    },
    clear() {
      process.off('SIGINT', interrupt)
      erase()
    },
  }
}

export function progressLine(title: string, share: number, label: string, elapsedMs: number): string {
  const part = Math.min(Math.max(share, 0), 1)
  const full = Math.round(part * BAR)
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  // In the first moments the estimate would be a guess.
  const left = part > 0.02 ? `  ${duration((elapsedMs * (1 - part)) / part)} left` : ''
  return `${title}  ${bar} ${String(Math.floor(100 * part)).padStart(3)} %${left}  ${label}`
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
