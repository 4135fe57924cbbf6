// What follows a state: one thing at a time is asked of the engine, and of states that come meanwhile only the newest counts.
import { StoppedError } from '../engine/protocol.js'

export abstract class Follower<S> {
  private wanted: S | undefined
  private isBusy = false
  /** Whether anything was shown, or was given up. */
  private wasBrought = false

  constructor(private readonly onError: (words: string) => void) {}

  /** Brings everything to a state. */
  protected abstract bring(state: S): Promise<void>

  /** Where what a link asks for cannot be: a state that can, so that there is something to see. */
  protected startOver(): void {}

  follow(state: S): void {
    this.wanted = state
    if (!this.isBusy) void this.run()
  }

  /** Nothing is asked meanwhile. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    await this.settled()
    this.isBusy = true
    try {
      return await act()
    } finally {
      this.isBusy = false
      if (this.wanted !== undefined) void this.run()
    }
  }

  /** Until the newest state is shown. */
  async settled(): Promise<void> {
    while (this.isBusy) await new Promise((go) => setTimeout(go, 5))
  }

  protected say(error: unknown): void {
    if (!(error instanceof StoppedError)) this.onError((error as Error).message)
  }

  private async run(): Promise<void> {
    this.isBusy = true
    while (this.wanted !== undefined) {
      const state = this.wanted
      this.wanted = undefined
      try {
        await this.bring(state)
        this.wasBrought = true
      } catch (error) {
        this.say(error)
        if (!this.wasBrought && !(error instanceof StoppedError)) {
          this.wasBrought = true
          this.startOver()
        }
      }
    }
    this.isBusy = false
  }
}
