// The rope as the page has it: plays, follows the state, asks the engine, draws what comes.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { RopeDrawing } from './drawing.js'
import type { RopeFrame, RopeMethods, RopeNumbers } from './engine.js'
import { type RopeState, ropeLookOf, ropeSetupOf } from './state.js'

/** Milliseconds between two changes of the numbers while it plays. */
const NUMBERS = 150
/** Seconds that it stays at the end before it starts again. */
const REST = 1.5

/** What the panel and the timeline say of a frame: all except what is drawn. */
export interface RopeNews {
  readonly frame: number
  readonly frames: number
  readonly depth: number
  readonly hitPairs: number
  readonly gap: number | undefined
  readonly pair: readonly [number, number] | undefined
  readonly numbers: RopeNumbers
}

export class RopeModel {
  readonly engine: Engine<RopeMethods>
  readonly news = signal<RopeNews | undefined>(undefined)
  readonly isPlaying = signal(false)
  /** Where it is in the motion, in frames and parts of them. */
  readonly at = signal(0)
  private endPlay: (() => void) | undefined
  private readonly endFollowing: () => void
  private built = ''
  private motion = ''
  private asked = ''
  private saidAt = 0
  private isBusy = false
  private isClosed = false

  constructor(
    private readonly host: SceneHost<RopeState>,
    private readonly drawing: RopeDrawing,
  ) {
    this.engine = new Engine<RopeMethods>('rope', () => void this.build(this.host.history.value))
    this.endFollowing = effect(() => {
      const state = host.history.state.value
      untracked(() => this.follow(state))
    })
  }

  private follow(state: RopeState): void {
    const setup = JSON.stringify(ropeSetupOf(state))
    const wanted = JSON.stringify([ropeLookOf(state), state.frame, state.closest])
    if (setup !== this.built) {
      this.built = setup
      this.asked = wanted
      void this.build(state)
    } else if (wanted !== this.asked) {
      this.asked = wanted
      if (state.frame >= 0) {
        this.endPlaying()
        // An undo may have led elsewhere.
        if (Math.floor(this.at.peek()) !== state.frame) this.at.value = state.frame
        void this.go(state.frame)
      } else if (this.endPlay === undefined) this.play()
      else void this.go(this.at.peek())
    }
  }

  private async build(state: RopeState): Promise<void> {
    this.endPlaying()
    // The same motion continues where it is, of a thicker rope for instance.
    const motion = `${state.rope} ${state.beads}`
    const frame = state.frame >= 0 ? state.frame : motion === this.motion ? Math.floor(this.at.peek()) : 0
    this.motion = motion
    this.at.value = frame
    const call = { setup: ropeSetupOf(state), look: ropeLookOf(state), frame }
    const found = await this.ask(() => this.engine.latest('build', call), true)
    if (found !== undefined && this.host.history.value.frame < 0) this.play()
  }

  private async go(frame: number): Promise<RopeFrame | undefined> {
    const look = ropeLookOf(this.host.history.value)
    return await this.ask(() => this.engine.latest('go', { frame: Math.floor(frame), look }), false)
  }

  private async ask(call: () => Promise<RopeFrame | undefined>, isNew: boolean): Promise<RopeFrame | undefined> {
    try {
      const frame = await call()
      if (frame !== undefined && !this.isClosed) this.show(frame, isNew)
      return frame
    } catch (error) {
      if (!(error instanceof StoppedError)) this.host.notify(wordsOf(error), 'error')
      return undefined
    }
  }

  private show(found: RopeFrame, isNew: boolean): void {
    this.drawing.show(found, isNew, this.host.history.value.closest)
    const now = performance.now()
    if (this.isPlaying.peek() && !isNew && now - this.saidAt < NUMBERS) return
    this.saidAt = now
    const { frame, frames, depth, hitPairs, closest, numbers } = found
    const pair = closest === undefined ? undefined : ([closest.a, closest.b] as const)
    this.news.value = { frame, frames, depth, hitPairs, gap: closest?.gap, pair, numbers }
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.pause()
    else this.play()
  }

  play(): void {
    if (this.endPlay !== undefined) return
    const frames = this.news.peek()?.frames ?? 1
    if (this.at.peek() >= frames - 1) this.at.value = 0
    this.isPlaying.value = true
    void this.engine.call('start', undefined as never).catch(() => {})
    let last: number | undefined
    let rested = 0
    this.endPlay = this.host.stage.animate((now) => {
      const seconds = Math.min(0.25, now - (last ?? now))
      last = now
      const end = (this.news.peek()?.frames ?? 1) - 1
      if (this.at.peek() >= end) {
        rested += seconds
        if (rested < REST) return
        rested = 0
        this.at.value = 0
      } else this.at.value = Math.min(end, this.at.peek() + seconds * this.host.history.value.speed)
      if (this.isBusy) return
      this.isBusy = true
      void this.go(this.at.peek()).finally(() => {
        this.isBusy = false
      })
    })
    // Not a step that people would undo. Last, since it is followed at once.
    this.host.history.replace({ frame: -1 })
  }

  /** It stands still: a link shows it as it is. */
  pause(): void {
    if (this.endPlay === undefined) return
    this.endPlaying()
    const frame = Math.floor(this.at.peek())
    this.host.history.replace({ frame })
  }

  private endPlaying(): void {
    this.endPlay?.()
    this.endPlay = undefined
    this.isPlaying.value = false
  }

  scrub(frame: number): void {
    this.endPlaying()
    this.at.value = frame
    this.host.history.set({ frame: Math.floor(frame) }, 'frame')
  }

  step(by: number): void {
    const frames = this.news.peek()?.frames ?? 1
    this.scrub(Math.max(0, Math.min(frames - 1, Math.floor(this.at.peek()) + by)))
    this.host.history.settle()
  }

  close(): void {
    this.isClosed = true
    this.endPlaying()
    this.endFollowing()
    this.engine.close()
  }
}
