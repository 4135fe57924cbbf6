// Runs the engine for `limber plan` and `limber smooth`: a progress line, and Ctrl-C as a wish to stop.
import { ExitCode } from '../exit-codes.js'
import { createBlockingProgress } from '../print/progress.js'
import type { Running } from './plan-engine.js'

/** What is done, as a share, and in words. */
export interface Told {
  readonly share: number
  readonly label: string
}

export interface Ran<Result> {
  readonly result: Result
  /** Ctrl-C: reports what is known, and writes nothing. */
  readonly interrupted: boolean
}

/** The first Ctrl-C asks the work to stop, so that it can say how far it came; the second ends the process. */
export async function runWithProgress<Progress, Result>(
  title: string,
  start: (signal: AbortSignal) => Running<Progress, Result>,
  tell: (progress: Progress) => Told,
): Promise<Ran<Result>> {
  const progress = createBlockingProgress(title)
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      progress.clear()
      process.exit(ExitCode.Interrupted)
    }
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  try {
    const running = start(controller.signal)
    for await (const event of running) {
      const { share, label } = tell(event)
      progress.report(share, label)
    }
    return { result: await running.result, interrupted: controller.signal.aborted }
  } finally {
    process.off('SIGINT', interrupt)
    progress.clear()
  }
}

export function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`
}
