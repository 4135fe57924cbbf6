// A check in a worker that shows what it knows as it goes. It can be stopped, and continued from elsewhere: the one that began last counts.
import { signal } from '@preact/signals'
import { StoppedError } from './protocol.js'

/** What a check asks, and where its findings go. */
export interface CheckPlan<Found> {
  /** Undefined where it was stopped before it began. */
  ask(options: {
    readonly signal: AbortSignal
    readonly onProgress: (found: Found) => void
  }): Promise<Found | undefined>
  show(found: Found): void
  fail(error: unknown): void
  /** Whether it is still about what is open. */
  isCurrent(): boolean
}

export class LongCheck {
  readonly isRunning = signal(false)
  private running: AbortController | undefined

  async run<Found>({ ask, show, fail, isCurrent }: CheckPlan<Found>): Promise<void> {
    const controller = new AbortController()
    this.running = controller
    this.isRunning.value = true
    const onProgress = (found: Found): void => {
      if (isCurrent()) show(found)
    }
    // The worker is ended where the check before did not stop soon: that stops this one too, which is asked again then.
    const isLost = (error: unknown): boolean =>
      error instanceof StoppedError && this.running === controller && !controller.signal.aborted && isCurrent()
    try {
      let isAnswered = false
      while (!isAnswered) {
        try {
          const found = await ask({ signal: controller.signal, onProgress })
          if (found !== undefined) onProgress(found)
          isAnswered = true
        } catch (error) {
          if (!isLost(error)) throw error
        }
      }
    } catch (error) {
      if (!(error instanceof StoppedError) && isCurrent()) fail(error)
    } finally {
      if (this.running === controller) {
        this.running = undefined
        this.isRunning.value = false
      }
    }
  }

  stop(): void {
    this.running?.abort()
  }
}
