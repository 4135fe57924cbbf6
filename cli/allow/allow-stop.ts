// Ctrl-C and SIGTERM for `limber allow`, from its first moment to its last: whenever it ends by a signal, it says what it has.
import { writeSync } from 'node:fs'
import { ExitCode } from '../exit-codes.js'

/** Ctrl-C, and what systems that share machines send before they kill. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds: npx and shells pass a signal on that the process has had already. That is one wish, not two. */
const SAME_WISH = 500

/** The first signal is a wish to stop; one more, later, ends the process at once, with its last words. */
export class AllowStop {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal
  /** What there is to say so far. To be replaced as the work goes on. */
  lastWords = (): { readonly stdout: string; readonly stderr: string } => ({
    stdout: '',
    stderr: 'limber: stopped before the robot was read\n',
  })
  private readonly controller = new AbortController()
  private first = 0
  private readonly listener = (): void => this.interrupt()

  constructor() {
    this.signal = this.controller.signal
    for (const signal of STOP_SIGNALS) process.on(signal, this.listener)
  }

  /** All is said. Where it was stopped, a signal that was sent twice must not kill the process before that is written. */
  release(): void {
    this.lastWords = () => ({ stdout: '', stderr: '' })
    if (this.signal.aborted) return
    for (const signal of STOP_SIGNALS) process.off(signal, this.listener)
  }

  private interrupt(): void {
    const now = performance.now()
    if (!this.signal.aborted) {
      this.first = now
      this.controller.abort()
      return
    }
    if (now - this.first < SAME_WISH) return
    const { stdout, stderr } = this.lastWords()
    write(2, stderr)
    write(1, stdout)
    process.exit(ExitCode.Interrupted)
  }
}

/** All of it, although a pipe may take it in parts; a reader that is gone wants none. */
function write(to: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(to, bytes, at)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}
