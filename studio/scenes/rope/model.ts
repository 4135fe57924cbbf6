// The rope as the page has it: plays, follows the state, asks the engine, draws what comes.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { RopeDrawing } from './drawing.js'
import type { RopeFrame, RopeMethods, RopeNumbers } from './engine.js'
import { isClosed, type RopeState, ropeLookOf, ropeSetupOf } from './state.js'
import type { RopePassage, RopeSteps } from './steps.js'

/** Milliseconds between two changes of the numbers while it plays. */
const NUMBERS = 150
/** Seconds that it stays at the end before it starts again. */
const REST = 1.5

/** What the panel and the timeline say of a frame: all except what is drawn. */
export interface RopeNews {
  readonly frame: number
  readonly frames: number
  readonly closed: boolean
  readonly knot: RopeFrame['knot']
  readonly depth: number
  readonly hitPairs: number
  readonly gap: number | undefined
  readonly pair: readonly [number, number] | undefined
  readonly numbers: RopeNumbers
}

export class RopeModel {
  readonly engine: Engine<RopeMethods>
  /** Decides the steps, in a worker of its own: nothing waits for it. */
  private readonly stepper = new Engine<RopeMethods>('rope')
  readonly steps = signal<RopeSteps | undefined>(undefined)
  readonly news = signal<RopeNews | undefined>(undefined)
  readonly isPlaying = signal(false)
  /** Where it is in the motion, in frames and parts of them. */
  readonly at = signal(0)
  private endPlay: (() => void) | undefined
  private readonly endFollowing: () => void
  private built = ''
  private stepped = ''
  private found: RopeFrame | undefined
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
    const wanted = JSON.stringify([ropeLookOf(state), state.frame, state.instant, state.closest])
    this.askSteps(state)
    if (setup !== this.built) {
      this.built = setup
      this.asked = wanted
      void this.build(state)
    } else if (wanted !== this.asked) {
      this.asked = wanted
      if (state.frame >= 0) {
        this.endPlaying()
        // An undo may have led elsewhere.
        this.at.value = state.frame + state.instant
        void this.go(this.at.peek())
      } else if (this.endPlay === undefined) this.play()
      else void this.go(this.at.peek())
    }
  }

  private async build(state: RopeState): Promise<void> {
    this.endPlaying()
    // The same motion continues where it is, of a thicker rope for instance.
    const motion = `${state.rope} ${state.beads}`
    const before = motion === this.motion ? this.placeOf(this.at.peek()) : 0
    const frame = state.frame >= 0 ? state.frame + state.instant : before
    this.motion = motion
    this.at.value = frame
    const call = { setup: ropeSetupOf(state), look: ropeLookOf(state), frame }
    const found = await this.ask(() => this.engine.latest('build', call), true)
    if (found !== undefined && this.host.history.value.frame < 0) this.play()
  }

  private async go(frame: number): Promise<RopeFrame | undefined> {
    const look = ropeLookOf(this.host.history.value)
    return await this.ask(() => this.engine.latest('go', { frame: this.placeOf(frame), look }), false)
  }

  /** Ropes with few frames are shown between them as well; the others where a step is looked into. */
  private placeOf(at: number): number {
    const { rope, frame } = this.host.history.value
    return isClosed(rope) || frame >= 0 ? at : Math.floor(at)
  }

  /** All of them, where the rope or what is checked is another. */
  private askSteps(state: RopeState): void {
    const { checked } = state
    const call = { setup: ropeSetupOf(state), checked }
    const wanted = JSON.stringify(call)
    if (wanted === this.stepped) return
    this.stepped = wanted
    this.steps.value = undefined
    const show = (steps: RopeSteps): void => {
      if (this.isClosed || this.stepped !== wanted) return
      this.steps.value = steps
      this.mark()
    }
    this.stepper.call('steps', call, { onProgress: show }).then(show, (error) => {
      if (!(error instanceof StoppedError)) this.host.notify(wordsOf(error), 'error')
    })
  }

  /** The step that is shown: it begins with the frame, and ends with the next. */
  get step(): number {
    const { frame } = this.host.history.state.value
    const last = (this.news.value?.frames ?? 2) - 2
    return Math.min(last, frame >= 0 ? frame : Math.floor(this.at.value))
  }

  /** What meets in the step that is shown. */
  get passage(): RopePassage | undefined {
    const { step } = this
    return this.steps.value?.passages.find((one) => one.step === step)
  }

  /** What of the step has met until now is drawn in red. */
  private mark(): void {
    const { found } = this
    if (found === undefined) return
    const { checked } = this.host.history.value
    const until = found.frame - this.step
    const pairs = this.passage?.pairs.filter(({ lower }) => lower <= until) ?? []
    this.drawing.meet(pairs, checked !== 'beads')
  }

  /** The step that is shown with its proof; undefined if it is not free. */
  stepFile(): Promise<string | undefined> {
    const state = this.host.history.value
    return this.engine.call('stepFile', { setup: ropeSetupOf(state), checked: state.checked, step: this.step })
  }

  /** To the instant at which the first pair of a step meets. */
  seek({ step, pairs }: RopePassage): void {
    this.endPlaying()
    // Rounded up: they have met by then.
    const instant = Math.min(1, Math.ceil(1e6 * pairs[0]!.upper) / 1e6)
    this.host.history.set({ frame: step, instant })
  }

  /** To the next step that is not free, or the one before; around the ends. */
  seekNext(by: 1 | -1): void {
    const passages = this.steps.peek()?.passages ?? []
    const { step } = this
    const isHere = this.host.history.value.frame === step
    const ahead = passages.filter((one) => (by > 0 ? one.step > step : one.step < step))
    const next = by > 0 ? ahead[0] : ahead.at(-1)
    const here = isHere ? undefined : passages.find((one) => one.step === step)
    const found = here ?? next ?? (by > 0 ? passages[0] : passages.at(-1))
    if (found !== undefined) this.seek(found)
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
    this.found = found
    this.drawing.show(found, isNew, this.host.history.value.closest)
    this.mark()
    const now = performance.now()
    if (this.isPlaying.peek() && !isNew && now - this.saidAt < NUMBERS) return
    this.saidAt = now
    const { frame, frames, closed, knot, depth, hitPairs, closest, numbers } = found
    const pair = closest === undefined ? undefined : ([closest.a, closest.b] as const)
    this.news.value = { frame, frames, closed, knot, depth, hitPairs, gap: closest?.gap, pair, numbers }
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
    this.host.history.replace({ frame: -1, instant: 0 })
  }

  /** It stands still: a link shows it as it is. */
  pause(): void {
    if (this.endPlay === undefined) return
    this.endPlaying()
    this.host.history.replace(this.stateAt(this.at.peek()))
  }

  private endPlaying(): void {
    this.endPlay?.()
    this.endPlay = undefined
    this.isPlaying.value = false
  }

  scrub(frame: number): void {
    this.endPlaying()
    this.at.value = frame
    this.host.history.set(this.stateAt(frame), 'frame')
  }

  private stateAt(at: number): Pick<RopeState, 'frame' | 'instant'> {
    const frame = Math.floor(at)
    return { frame, instant: isClosed(this.host.history.value.rope) ? Number((at - frame).toFixed(4)) : 0 }
  }

  stepBy(by: number): void {
    const frames = this.news.peek()?.frames ?? 1
    this.scrub(Math.max(0, Math.min(frames - 1, Math.floor(this.at.peek()) + by)))
    this.host.history.settle()
  }

  close(): void {
    this.isClosed = true
    this.endPlaying()
    this.endFollowing()
    this.engine.close()
    this.stepper.close()
  }
}
