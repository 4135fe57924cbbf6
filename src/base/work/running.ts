// Long work in slices of a few milliseconds, so that the event loop gets its turn. The caller can await the result as a promise,
// or iterate over progress. The result does not depend on the length of the slices.
import { breathe, type Steps, workSlice } from './steps.js'

/** Tells long work to stop: an AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean
}

/** Work in progress: the caller can ask for its progress and stop it. */
export interface Job<Progress> {
  isCancelled: boolean
  progress(): Progress
}

/** Work that runs by itself from the moment it is created. */
export class Running<Progress, Result> implements AsyncIterable<Progress>, PromiseLike<Result> {
  readonly result: Promise<Result>
  private isDone = false
  private tick = new Tick()

  constructor(
    steps: Steps<Result>,
    private readonly job: Job<Progress>,
  ) {
    this.result = this.run(steps)
    // An iterating caller gets the error there; it must not be reported twice.
    this.result.catch(() => {})
  }

  /** Ends it soon, with an answer that says so. */
  cancel(): void {
    this.job.isCancelled = true
  }

  // biome-ignore lint/suspicious/noThenProperty: to await it is to await its result.
  then<A = Result, B = never>(
    onResult?: ((result: Result) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.result.then(onResult, onError)
  }

  /** Progress after every slice, and once at the end. Throws what the work throws. Leaving off does not cancel. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Progress, void, void> {
    while (!this.isDone) {
      await this.tick.promise
      yield this.job.progress()
    }
    await this.result
  }

  private async run(steps: Steps<Result>): Promise<Result> {
    // The caller first: it may want to watch, or to cancel.
    await undefined
    try {
      for (;;) {
        const step = workSlice(steps)
        if (step.done === true) return step.value
        this.tell()
        await breathe()
      }
    } finally {
      this.isDone = true
      this.tell()
    }
  }

  private tell(): void {
    const { tick } = this
    this.tick = new Tick()
    tick.done()
  }
}

/** A promise that its owner resolves. */
class Tick {
  done: () => void = () => {}
  readonly promise = new Promise<void>((done) => {
    this.done = done
  })
}
