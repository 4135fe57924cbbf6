// A motion behind its panel: follows the state, asks the engine, keeps what it said. What was found of a path is forgotten when the
// path, or anything in its way, changes.
import { effect, type Signal, signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { CellFollower } from '../../workcell/cell-follower.js'
import { cellKey } from '../../workcell/drops.js'
import { editsOf } from '../../workcell/edits.js'
import type { OpenedFiles } from '../../workcell/opened.js'
import type { CellView } from '../../workcell/workcell.js'
import type { CheckAnswer, CheckProgress } from './check.js'
import type { MotionDrawing } from './drawing.js'
import type { MotionMethods, PathFrames, PlanAnswer, PlanStep, SampleAnswer } from './engine.js'
import { breaksOf, placeAt } from './path.js'
import { FIRST, type MotionState } from './state.js'

export type Work = 'check' | 'plan' | 'smooth' | 'verify'
type Verified = Awaited<ReturnType<MotionMethods['verify']>>

export class MotionModel extends CellFollower<MotionState> {
  /** Where along the path: the state's `t`, but while it is played or dragged. */
  readonly t: Signal<number>
  readonly isPlaying = signal(false)
  readonly progress = signal<CheckProgress | undefined>(undefined)
  readonly verdict = signal<CheckAnswer | undefined>(undefined)
  readonly sampled = signal<SampleAnswer | undefined>(undefined)
  readonly verified = signal<Verified>(undefined)
  readonly step = signal<PlanStep | undefined>(undefined)
  /** What planning or smoothing has come to. */
  readonly said = signal('')
  readonly work = signal<Work | undefined>(undefined)
  /** Of the configuration at `t`. */
  readonly now = signal<CellAnswer | undefined>(undefined)
  readonly engine: Engine<MotionMethods>
  private stopper = new AbortController()
  private frames: PathFrames | undefined
  private shown = ''
  private laid = ''
  private hasBegun = false
  private readonly ends: (() => void)[]
  private endPlay = (): void => {}

  constructor(
    host: SceneHost<MotionState>,
    private readonly drawing: MotionDrawing,
  ) {
    super(host, FIRST)
    this.t = signal(host.history.value.t)
    this.engine = new Engine<MotionMethods>('motion', () => {
      this.opened = undefined
      this.follow(host.history.state.peek())
    })
    this.ends = [
      effect(() => {
        this.t.value = host.history.state.value.t
      }),
      effect(() => this.follow(host.history.state.value)),
      effect(() => this.moveTo(this.t.value)),
    ]
  }

  get waypoints(): readonly (readonly number[])[] {
    const view = this.view.value
    const { waypoints } = this.host.history.value
    if (view === undefined) return []
    const fits = waypoints.length > 1 && waypoints.every((q) => q.length === view.start.length)
    return fits ? waypoints : (view.path ?? [view.start, view.goal ?? view.start])
  }

  get breaks(): readonly number[] {
    return breaksOf(this.waypoints)
  }

  protected async bring(state: MotionState): Promise<void> {
    const { engine, drawing } = this
    const edits = editsOf(state)
    const shape = JSON.stringify([edits.added, edits.removed])
    const wanted = cellKey(state)
    if (this.opened !== wanted) {
      this.view.value = await this.load(state)
      this.opened = wanted
      this.drawn = undefined
    } else if (this.drawn === wanted && shape !== this.shown) {
      const things = await engine.call('things', { edits })
      this.view.value = { ...this.view.peek()!, things }
    }
    const { waypoints } = this
    if (this.drawn !== wanted) this.complainOf(state)
    const laid = JSON.stringify([state.cell, edits, waypoints, state.clearance, state.ignoreLimits])
    const isNew = this.drawn !== wanted
    if (laid !== this.laid) this.forget()
    if (isNew || laid !== this.laid) {
      this.frames = await engine.call('frames', { edits, waypoints })
      if (isNew) this.view.value = { ...this.view.peek()!, around: drawing.open(this.view.peek()!, this.frames) }
      else drawing.show(this.view.peek()!, this.frames)
    }
    this.drawn = wanted
    this.shown = shape
    this.laid = laid
    this.moveTo(this.t.peek())
    if (isNew && !this.hasBegun) {
      this.hasBegun = true
      void this.check()
    }
  }

  private complainOf({ waypoints }: MotionState): void {
    const { length } = this.view.peek()!.start
    const odd = waypoints.find((q) => q.length !== length)
    if (odd === undefined) return
    this.host.notify(`The link has ${odd.length} joint values, and this cell ${length}: it moves as at first.`, 'error')
  }

  protected override async interrupt(): Promise<void> {
    this.stop()
    this.pause()
    while (this.work.peek() !== undefined) await new Promise((go) => setTimeout(go, 5))
  }

  protected begin(cell: string, view: CellView, { waypoints }: OpenedFiles): void {
    this.hasBegun = false
    this.host.history.set({ ...FIRST, cell, waypoints: waypoints === undefined ? [] : pathOf(waypoints, view) })
  }

  protected takePath(waypoints: NonNullable<OpenedFiles['waypoints']>, withCell: boolean): void {
    if (!withCell) this.host.history.set({ waypoints: pathOf(waypoints, this.view.peek()!), t: 0 })
  }

  private forget(): void {
    if (this.work.peek() !== undefined) this.stop()
    this.progress.value = undefined
    this.verdict.value = undefined
    this.sampled.value = undefined
    this.verified.value = undefined
    this.drawing.mark(undefined)
  }

  private moveTo(t: number): void {
    if (this.frames === undefined) return
    this.drawing.place(t)
    if (this.work.peek() === undefined) void this.lookAt(t)
  }

  /** What touches there. */
  private async lookAt(t: number): Promise<void> {
    const edits = editsOf(this.host.history.state.peek())
    const answer = await this.engine.latest('ask', { edits, q: this.configurationAt(t) }).catch(() => undefined)
    if (answer === undefined) return
    this.now.value = answer
    if (t === this.t.peek()) this.drawing.update(answer)
  }

  configurationAt(t: number): number[] {
    const { breaks, waypoints } = this
    const { segment, at } = placeAt(breaks, t)
    const from = waypoints[segment]!
    const to = waypoints[segment + 1]!
    return at === 1 ? [...to] : from.map((x, i) => x + at * (to[i]! - x))
  }

  /** While it is dragged; keepPlace() puts it into the state. */
  scrub(t: number): void {
    this.pause()
    this.t.value = Math.min(1, Math.max(0, t))
  }

  goTo(t: number): void {
    this.scrub(t)
    this.host.history.replace({ t: Number(t.toFixed(6)) })
  }

  keepPlace(): void {
    this.host.history.replace({ t: Number(this.t.peek().toFixed(4)) })
  }

  play(): void {
    if (this.isPlaying.peek()) {
      this.pause()
      this.keepPlace()
      return
    }
    this.isPlaying.value = true
    const from = this.t.peek() >= 1 ? 0 : this.t.peek()
    let began = NaN
    this.endPlay = this.host.stage.animate((seconds) => {
      if (Number.isNaN(began)) began = seconds
      this.t.value = (from + (seconds - began) / PLAY_SECONDS) % 1
    })
  }

  private pause(): void {
    this.endPlay()
    this.isPlaying.value = false
  }

  stop(): void {
    this.stopper.abort()
  }

  async check(): Promise<void> {
    const { edits, waypoints, state } = this.question()
    this.progress.value = undefined
    this.verdict.value = undefined
    this.verified.value = undefined
    this.drawing.mark(undefined)
    await this.during('check', async (signal) => {
      const { resolution, clearance, ignoreLimits, slow } = state
      const path = { edits, waypoints, ignoreLimits }
      this.sampled.value = await this.engine.call('sample', { ...path, resolution }, { signal })
      const onProgress = (progress: CheckProgress): void => {
        // What was under way when it was stopped is of a path that is gone.
        if (!signal.aborted) this.progress.value = progress
      }
      const answer = await this.engine.call('check', { ...path, clearance, slow }, { signal, onProgress })
      if (signal.aborted) return
      this.progress.value = answer.progress
      this.verdict.value = answer
      this.drawing.mark(answer)
      if (answer.outcome === 'free') this.verified.value = await this.engine.call('verify', { edits }, { signal })
    })
  }

  /** The sampled checker alone, after its resolution has changed. */
  async sample(): Promise<void> {
    const { edits, waypoints, state } = this.question()
    const { resolution, ignoreLimits } = state
    const sampled = await this.engine
      .latest('sample', { edits, waypoints, resolution, ignoreLimits })
      .catch(() => undefined)
    if (sampled !== undefined) this.sampled.value = sampled
  }

  plan(): Promise<void> {
    return this.findPath('plan')
  }

  smooth(): Promise<void> {
    return this.findPath('smooth')
  }

  private async findPath(work: 'plan' | 'smooth'): Promise<void> {
    const { edits, waypoints, state } = this.question()
    const { seed, clearance } = state
    let found: PlanAnswer | undefined
    await this.during(work, async (signal) => {
      const onProgress = (step: PlanStep): void => void (this.step.value = step)
      found = await this.engine.call(work, { edits, waypoints, seed, clearance }, { signal, onProgress })
    })
    if (found === undefined) return
    const words = `${found.words} (${Math.round(found.millis)} ms)`
    this.said.value = words
    if (found.waypoints === undefined) this.host.notify(found.words, 'error')
    else if (found.waypoints.length > 1) {
      this.host.history.set({ waypoints: found.waypoints, t: 0 })
      await this.settled()
      await this.check()
      // Where something else was begun meanwhile, that is what is talked about.
      if (this.work.peek() === undefined && this.waypoints === found.waypoints) this.said.value = words
    }
  }

  /** The scene, the path and its certificate; undefined where it is not free. What a scene file cannot say is reported. */
  async proofFile(): Promise<Blob | undefined> {
    const { edits, waypoints, state } = this.question()
    const { clearance, ignoreLimits } = state
    const proof = await this.engine.call('proof', { edits, waypoints, clearance, ignoreLimits })
    if (proof === undefined) return undefined
    for (const note of proof.notes) this.host.notify(note)
    return new Blob([proof.zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
  }

  private question() {
    const state = this.host.history.state.peek()
    return { state, edits: editsOf(state), waypoints: this.waypoints }
  }

  private async during(work: Work, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.stop()
    const stopper = new AbortController()
    this.stopper = stopper
    this.work.value = work
    this.step.value = undefined
    this.said.value = ''
    try {
      await act(stopper.signal)
    } catch (error) {
      this.say(error)
    } finally {
      if (this.stopper === stopper) {
        this.work.value = undefined
        this.step.value = undefined
        void this.lookAt(this.t.peek())
      }
    }
  }

  choose(cell: string, choice = '', geometry: MotionState['geometry'] = ''): void {
    this.pause()
    this.host.history.set({ ...FIRST, cell, choice, geometry })
    this.hasBegun = false
  }

  close(): void {
    this.pause()
    for (const end of this.ends) end()
    this.engine.close()
  }
}

const PLAY_SECONDS = 5

/** A pose alone is where to go. */
function pathOf(waypoints: NonNullable<OpenedFiles['waypoints']>, { start }: CellView): readonly (readonly number[])[] {
  return waypoints.length === 1 ? [start, waypoints[0]!] : waypoints
}
