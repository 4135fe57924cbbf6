// Progress of a long command: one line on standard error, drawn only where that is a terminal, and gone at the end.
import { setImmediate } from 'node:timers/promises'
import { ExitCode } from '../exit-codes.js'

/** Between two drawings, and between two yields to the event loop. */
const INTERVAL_MS = 100
const BAR = 24
const INTERRUPTS = ['SIGINT', 'SIGTERM'] as const

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

/** For work that lets go of the event loop when it is asked to: Ctrl-C (or SIGTERM) is heard, and the line taken away first. */
export function createProgress(
  title: string,
  target: ProgressTarget = process.stderr,
  now = Date.now,
  onInterrupt = (): void => process.exit(ExitCode.Interrupted),
): ProgressLine {
  const line = new Line(title, target, now)
  const interrupt = (): void => {
    line.erase()
    onInterrupt()
  }
  for (const signal of INTERRUPTS) process.on(signal, interrupt)
  return {
    report: (share, label) => (line.draw(share, label) ? setImmediate() : undefined),
    clear() {
      for (const signal of INTERRUPTS) process.off(signal, interrupt)
      line.erase()
    },
  }
}

/**
 * For work that holds on to the event loop: no handler listens for Ctrl-C, which then ends the process at once. `from`: the share that
 * was done before it began.
 */
export function createBlockingProgress(
  title: string,
  target: ProgressTarget = process.stderr,
  now = Date.now,
  from = 0,
): { report(share: number, label: string): void; clear(): void } {
  const line = new Line(title, target, now, from)
  return { report: (share, label) => void line.draw(share, label), clear: () => line.erase() }
}

class Line {
  private readonly shown: boolean
  private readonly started: number
  private last: number
  private drawn = false

  constructor(
    private readonly title: string,
    private readonly target: ProgressTarget,
    private readonly now: () => number,
    private readonly from = 0,
  ) {
    this.shown = target.isTTY === true
    this.started = now()
    this.last = this.started
  }

  /** False if it is too soon. */
  draw(share: number, label: string): boolean {
    const time = this.now()
    if (time - this.last < INTERVAL_MS && share < 1) return false
    this.last = time
    if (this.shown) {
      this.drawn = true
      const line = progressLine(this.title, share, label, time - this.started, this.from)
      // A pseudo-terminal may say that it has 0 columns.
      this.target.write(`\r\x1b[K${line.slice(0, (this.target.columns || 80) - 1)}`)
    }
    return true
  }

  erase(): void {
    if (this.drawn) this.target.write('\r\x1b[K')
    this.drawn = false
  }
}

/** `from`: the share that was done before. */
export function progressLine(title: string, share: number, label: string, elapsedMs: number, from = 0): string {
  const part = Math.min(Math.max(share, 0), 1)
  const full = Math.round(part * BAR)
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  // In the first moments the estimate would be a guess.
  const done = part - from
  const left = done > 0.02 * (1 - from) ? `  ${duration((elapsedMs * (1 - part)) / done)} left` : ''
  return `${title}  ${bar} ${String(Math.floor(100 * part)).padStart(3)} %${left}  ${label}`
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
