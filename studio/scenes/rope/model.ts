// The rope as the page has it: plays, follows the state, asks the engine, draws what comes.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import { FILES, type NamedFile, type PlayOnce, type SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { LongCheck } from '../../engine/long-check.js'
import { StoppedError } from '../../engine/protocol.js'
import { type Contact, contactAfter, contactBefore } from './contacts.js'
import type { RopeDrawing } from './drawing.js'
import type { RopeFrame, RopeMethods, RopeNumbers } from './engine.js'
import { RopeFiles } from './files.js'
import { isClosed, type RopeState, ropeLookOf, ropeSetupOf, ropeStart } from './state.js'
import { openOf, type RopePassage, type RopeSteps, UNKNOWN } from './steps.js'

/** Seconds that it stays at the end before it starts again. */
const REST = 1.5

/** What the panel and the timeline say of a frame: all except what is drawn. */
export interface RopeNews {
  readonly frame: number
  readonly frames: number
  readonly closed: boolean
  readonly beads: number
  readonly radius: number
  readonly neighbours: number
  readonly names: RopeFrame['names']
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
  private readonly stepper: Engine<RopeMethods>
  readonly files = new RopeFiles()
  readonly steps = signal<RopeSteps | undefined>(undefined)
  readonly news = signal<RopeNews | undefined>(undefined)
  readonly isPlaying = signal(false)
  /** The rope that was chosen cannot be shown. */
  readonly isEmpty = signal(false)
  /** Where it is in the motion, in frames and parts of them. */
  readonly at = signal(0)
  /** Whether frames and steps are being decided. */
  private readonly checks = new LongCheck()
  readonly isChecking = this.checks.isRunning
  /** A contact that is searched for: the first of all, or the next from here. */
  readonly seeking = signal<'first' | 'next' | undefined>(undefined)
  private endPlay: (() => void) | undefined
  private readonly endFollowing: () => void
  private built = ''
  private stepped = ''
  private found: RopeFrame | undefined
  private motion = ''
  private asked = ''
  private isBusy = false
  private isClosed = false

  constructor(
    private readonly host: SceneHost<RopeState>,
    private readonly drawing: RopeDrawing,
  ) {
    this.engine = new Engine<RopeMethods>('rope', () => {
      this.files.forget(this.engine)
      void this.build(this.host.history.value)
    })
    this.stepper = new Engine<RopeMethods>('rope', () => this.files.forget(this.stepper))
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
        this.checkFrom(state.frame)
        void this.go(this.at.peek())
      } else if (this.endPlay === undefined) this.play()
      else void this.go(this.at.peek())
    }
  }

  private async build(state: RopeState): Promise<void> {
    this.endPlaying()
    // The same motion continues where it is, of a thicker rope for instance.
    const motion = `${state.rope} ${state.beads} ${state.atoms} ${state.chain}`
    const before = motion === this.motion ? this.placeOf(this.at.peek()) : 0
    const frame = state.frame >= 0 ? state.frame + state.instant : before
    // Numbers of another rope are not shown under the name of this one.
    if (motion !== this.motion) this.found = this.news.value = undefined
    this.motion = motion
    this.at.value = frame
    const call = { setup: ropeSetupOf(state), look: ropeLookOf(state), frame }
    const found = await this.ask(async () => {
      await this.files.give(this.engine, state.rope)
      return this.engine.latest('build', call)
    }, true)
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
    const wanted = JSON.stringify([ropeSetupOf(state), state.checked])
    if (wanted === this.stepped) return
    this.stepped = wanted
    this.steps.value = undefined
    this.seeking.value = undefined
    void this.check(Math.max(0, state.frame))
  }

  /** Decides frames and steps from a frame outwards; what is known already stays. */
  private check(from: number): Promise<void> {
    const state = this.host.history.value
    const { stepped } = this
    const call = { setup: ropeSetupOf(state), checked: state.checked, from }
    return this.checks.run<RopeSteps>({
      isCurrent: () => !this.isClosed && this.stepped === stepped,
      ask: async (options) => {
        await this.files.give(this.stepper, state.rope)
        return options.signal.aborted ? undefined : this.stepper.call('steps', call, options)
      },
      show: (steps) => {
        this.steps.value = steps
        this.mark()
        this.seekOn()
      },
      fail: (error) => this.host.notify(wordsOf(error), 'error', FILES),
    })
  }

  stopChecking(): void {
    this.seeking.value = undefined
    this.checks.stop()
  }

  goOnChecking(): void {
    void this.check(Math.floor(this.at.peek()))
  }

  /** Where the frame that is shown is not decided yet, it comes next. */
  private checkFrom(frame: number): void {
    const steps = this.steps.peek()
    if (!this.isChecking.peek() || this.seeking.peek() !== undefined) return
    if (steps !== undefined && steps.touches[frame] === UNKNOWN) void this.check(frame)
  }

  /** Takes files that were dropped: throws what is wrong with them, and leaves what is open. */
  async take(given: readonly NamedFile[]): Promise<void> {
    const name = await this.files.take(given, this.engine)
    if (name !== undefined) this.openFile(name)
  }

  /** Frames without names, as they are: every atom is a bead. */
  takeNameless(): void {
    const name = this.files.accept()
    if (name !== undefined) this.openFile(name)
  }

  private openFile(name: string): void {
    const { hasAlphas, chains } = this.files.viewOf(name)!
    const atoms = hasAlphas ? 'ca' : 'all'
    this.choose(name, { atoms, chain: chains.length > 1 ? chains[0]! : '' })
  }

  /** Another rope, as it is at first. */
  choose(name: string, change: Partial<RopeState> = {}): void {
    this.host.stage.release()
    this.host.history.set({ ...ropeStart(name), ...change })
  }

  /** The step that is shown: it begins with the frame, and ends with the next. */
  get step(): number {
    const { frame } = this.host.history.state.value
    const last = (this.news.value?.frames ?? 2) - 2
    return Math.min(Math.max(0, last), frame >= 0 ? frame : Math.floor(this.at.value))
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
    if ((this.news.peek()?.frames ?? 1) < 2) return Promise.resolve(undefined)
    return this.engine.call('stepFile', { setup: ropeSetupOf(state), checked: state.checked, step: this.step })
  }

  /** To the instant at which the first pair of a step meets. */
  private seek({ step, pairs }: RopePassage): void {
    this.endPlaying()
    // Rounded up: they have met by then.
    const instant = Math.min(1, Math.ceil(1e6 * pairs[0]!.upper) / 1e6)
    this.host.history.set({ frame: step, instant })
  }

  /** To where the first contact begins, as soon as that is certain. */
  firstContact(): void {
    this.searchFor('first')
  }

  /** To where the next one begins, or from the last to the first. */
  nextContact(): void {
    this.searchFor('next')
  }

  private searchFor(which: 'first' | 'next'): void {
    this.pause()
    this.seeking.value = which
    this.seekOn()
    // It is not certain yet: what lies on the way is decided first.
    if (this.seeking.peek() !== undefined) void this.check(which === 'first' ? 0 : Math.floor(this.at.peek()))
  }

  /** Goes to what is searched for, if it is known by now. */
  private seekOn(): void {
    const which = this.seeking.peek()
    const steps = this.steps.peek()
    if (which === undefined || steps === undefined) return
    const found = contactAfter(steps, which === 'first' ? -1 : this.at.peek())
    if (!found.isCertain) return
    this.seeking.value = undefined
    const contact = found.contact ?? contactAfter(steps, -1).contact
    if (contact !== undefined) this.goTo(contact)
    else {
      const between = steps.checked === 'beads' ? 'no beads meet' : 'no strands meet'
      const open = openOf(steps)
      const but =
        open === 0 ? '' : ` ${open === 1 ? 'One frame or step' : `${open} frames and steps`} cannot be decided.`
      this.host.notify(`No beads touch in any of ${steps.touches.length} frames, and ${between} between them.${but}`)
    }
  }

  previousContact(): void {
    const steps = this.steps.peek()
    const contact = steps === undefined ? undefined : contactBefore(steps, this.at.peek())
    if (contact !== undefined) this.goTo(contact)
  }

  goTo(contact: Contact): void {
    if (contact.kind === 'step') this.seek(contact.passage)
    else {
      this.endPlaying()
      this.host.history.set({ frame: contact.frame, instant: 0 })
    }
  }

  private async ask(call: () => Promise<RopeFrame | undefined>, isNew: boolean): Promise<RopeFrame | undefined> {
    const { motion } = this
    const isLate = (): boolean => this.isClosed || motion !== this.motion
    try {
      const frame = await call()
      if (frame === undefined || isLate()) return undefined
      this.show(frame, isNew)
      return frame
    } catch (error) {
      if (error instanceof StoppedError || isLate()) return undefined
      this.host.notify(wordsOf(error), 'error', FILES)
      if (isNew) this.showNothing()
      return undefined
    }
  }

  private show(found: RopeFrame, isNew: boolean): void {
    this.found = found
    this.isEmpty.value = false
    // Picture and panel at once: they never say different things.
    this.drawing.show(found, isNew, this.host.history.value.closest)
    this.mark()
    const { frame, frames, closed, radius, neighbours, names, knot, depth, hitPairs, closest, numbers } = found
    // A link may ask for a frame that there is not.
    this.at.value = Math.min(this.at.peek(), frames - 1)
    const pair = closest === undefined ? undefined : ([closest.a, closest.b] as const)
    const beads = found.positions.length / 3
    this.news.value = {
      ...{ frame, frames, closed, beads, radius, neighbours, names, knot, depth, hitPairs },
      ...{ gap: closest?.gap, pair, numbers },
    }
  }

  /** What was shown is another rope. */
  private showNothing(): void {
    this.isEmpty.value = true
    this.found = undefined
    this.news.value = undefined
    this.drawing.clear()
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

  /** For a video. */
  readonly film: PlayOnce = {
    seconds: () => ((this.news.peek()?.frames ?? 1) - 1) / this.host.history.value.speed,
    start: () => {
      this.endPlaying()
      this.at.value = 0
      this.play()
    },
    stop: () => this.pause(),
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
