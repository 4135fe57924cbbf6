// The clock of a motion: where along the path it is, played, dragged or set. It follows the times of the path, where it has any.
import { type Signal, signal } from '@preact/signals'
import type { History } from '../../app/history.js'
import type { Stage } from '../../view/stage.js'
import type { MotionState } from './state.js'

/** Of a path that has no times. */
export const PLAY_SECONDS = 5

export class Playback {
  /** Where along the path: the state's `t`, but while it is played or dragged. */
  readonly t: Signal<number>
  readonly isPlaying = signal(false)
  private end = (): void => {}
  private isBack = false

  constructor(
    private readonly history: History<MotionState>,
    private readonly stage: Stage,
    /** Seconds that the path takes. */
    private readonly duration: () => number,
  ) {
    this.t = signal(history.value.t)
  }

  /** Plays or pauses. */
  toggle(): void {
    if (this.isPlaying.peek()) {
      this.pause()
      this.keep()
      return
    }
    this.isPlaying.value = true
    this.isBack = false
    if (this.t.peek() >= 1) this.t.value = 0
    let last = NaN
    this.end = this.stage.animate((seconds) => {
      if (!Number.isNaN(last)) this.step(seconds - last)
      last = seconds
    })
  }

  private step(seconds: number): void {
    const { speed, repeat } = this.history.state.peek()
    const by = (speed * seconds) / this.duration()
    const to = this.t.peek() + (this.isBack && repeat === 'back' ? -by : by)
    if (repeat === 'loop') this.t.value = to % 1
    else if (repeat === 'back') {
      if (to > 1 || to < 0) this.isBack = to > 1
      this.t.value = Math.min(1, Math.max(0, to > 1 ? 2 - to : -to > 0 ? -to : to))
    } else {
      this.t.value = Math.min(1, to)
      if (to < 1) return
      this.pause()
      this.keep()
    }
  }

  pause(): void {
    this.end()
    this.end = () => {}
    this.isPlaying.value = false
  }

  /** While it is dragged; keep() puts it into the state. */
  scrub(t: number): void {
    this.pause()
    this.t.value = Math.min(1, Math.max(0, t))
  }

  goTo(t: number): void {
    this.scrub(t)
    this.history.replace({ t: Number(t.toFixed(6)) })
  }

  keep(): void {
    this.history.replace({ t: Number(this.t.peek().toFixed(4)) })
  }
}
