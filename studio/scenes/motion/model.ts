// A motion behind its panel: follows the state, asks the engine, keeps what it said. What was found of a path is forgotten when the
// path, or anything in its way, changes.
import { effect, type Signal, signal, untracked } from '@preact/signals'
import { FILES, type SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { CellFollower } from '../../workcell/cell-follower.js'
import { cellKey } from '../../workcell/drops.js'
import { editsOf, shapeKey } from '../../workcell/edits.js'
import type { OpenedFiles, OpenedPath } from '../../workcell/opened.js'
import { Together } from '../../workcell/together.js'
import type { CellView } from '../../workcell/workcell.js'
import type { CheckAnswer, CheckProgress } from './check.js'
import { Comparison } from './compare.js'
import type { MotionDrawing } from './drawing.js'
import type { MotionMethods, PathFrames, PlanAnswer, PlanStep, SampleAnswer } from './engine.js'
import { durationOf, type MotionPath, pathBreaks, untimed, wholePath } from './path.js'
import type { PathCurves } from './path-motion.js'
import { PLAY_SECONDS, Playback } from './playback.js'
import { FIRST, type MotionState } from './state.js'
import { Waypoints } from './waypoints.js'

export type Work = 'check' | 'plan' | 'smooth' | 'time'
type Verified = Awaited<ReturnType<MotionMethods['verify']>>

export class MotionModel extends CellFollower<MotionState> {
  readonly playback: Playback
  readonly waypoints: Waypoints
  readonly compare: Comparison
  readonly progress = signal<CheckProgress | undefined>(undefined)
  readonly verdict = signal<CheckAnswer | undefined>(undefined)
  readonly sampled = signal<SampleAnswer | undefined>(undefined)
  readonly verified = signal<Verified>(undefined)
  readonly step = signal<PlanStep | undefined>(undefined)
  /** What planning, smoothing or timing has come to. */
  readonly said = signal('')
  readonly work = signal<Work | undefined>(undefined)
  /** Of the configuration at the playhead. */
  readonly now = signal<CellAnswer | undefined>(undefined)
  /** Of a path with times, where the graph is open. */
  readonly curves: Signal<PathCurves | undefined> = signal(undefined)
  readonly engine: Engine<MotionMethods>
  private stopper = new AbortController()
  private frames: PathFrames | undefined
  private laid = ''
  private curved = ''
  private hasBegun = false
  /** The state that what is known is about. */
  private about: readonly unknown[] = []
  private shownPath: MotionPath = untimed([])
  private readonly ends: (() => void)[]
  /** What touches at `t`, and everything where it is there. */
  private readonly together = new Together<number, CellAnswer>({
    ask: (t) => this.engine.call('at', { edits: editsOf(this.host.history.state.peek()), t }),
    show: (answer, t) => {
      this.drawing.place(t, this.otherPlace(t))
      if (this.drawing.update(answer)) this.now.value = answer
    },
    goAhead: (t) => this.goAhead(t),
  })
  /** For a video. */
  readonly once = {
    seconds: () => (durationOf(this.path) ?? PLAY_SECONDS) / this.host.history.state.peek().speed,
    start: () => {
      this.playback.scrub(0)
      this.playback.toggle()
    },
    stop: () => this.playback.pause(),
  }

  constructor(
    host: SceneHost<MotionState>,
    private readonly drawing: MotionDrawing,
  ) {
    super(host, FIRST)
    const { history, stage } = host
    this.playback = new Playback(history, stage, () => durationOf(this.path) ?? PLAY_SECONDS)
    this.engine = new Engine<MotionMethods>('motion', () => {
      this.opened = undefined
      this.follow(history.state.peek())
    })
    this.compare = new Comparison(this.engine)
    this.waypoints = new Waypoints(
      host,
      this.playback,
      () => this.path,
      async (t) => {
        await this.settled()
        return this.engine.call('stateAt', { t })
      },
    )
    this.ends = [
      effect(() => {
        this.playback.t.value = history.state.value.t
      }),
      effect(() => this.forgetOthers(history.state.value)),
      effect(() => this.follow(history.state.value)),
      effect(() => {
        const t = this.playback.t.value
        untracked(() => this.moveTo(t))
      }),
    ]
  }

  /** The path that is shown; the same object as long as it is the same path. */
  get path(): MotionPath {
    const view = this.view.value
    const { waypoints, times, velocities, accelerations } = this.host.history.value
    const fits = view !== undefined && waypoints.length > 1 && waypoints.every((q) => q.length === view.start.length)
    const next = fits
      ? { waypoints, times, velocities, accelerations }
      : view === undefined
        ? untimed([])
        : { ...untimed(view.path ?? this.straight(view)), times: view.path === undefined ? [] : view.times }
    const isSame = (Object.keys(next) as (keyof MotionPath)[]).every(
      (key) => next[key] === this.shownPath[key] || (next[key].length === 0 && this.shownPath[key].length === 0),
    )
    if (!isSame) this.shownPath = next
    return this.shownPath
  }

  /** From the cell's start to its goal: the same list as long as they are the same. */
  private straight({ start, goal = start }: CellView): MotionPath['waypoints'] {
    const { waypoints } = this.shownPath
    return waypoints.length === 2 && waypoints[0] === start && waypoints[1] === goal ? waypoints : [start, goal]
  }

  get breaks(): readonly number[] {
    return pathBreaks(this.path)
  }

  /** What is known of a path, or of things in its way, is not known of others: at once, whatever the engine does meanwhile. */
  private forgetOthers(state: MotionState): void {
    const { cell, choice, geometry, waypoints, times, velocities, accelerations, clearance, ignoreLimits } = state
    const cellNow = [cell, choice, geometry, ...Object.values(editsOf(state)), clearance, ignoreLimits]
    const now = [...cellNow, waypoints, times, velocities, accelerations]
    const differs = (other: readonly unknown[]): boolean => other.some((value, i) => value !== this.about[i])
    const isOther = differs(cellNow) || this.about.at(-1) !== state.other
    if (isOther || differs(now)) this.compare.forget()
    if (differs(now)) this.forget()
    this.about = [...now, state.other]
  }

  protected async bring(state: MotionState): Promise<void> {
    const { engine, drawing } = this
    const edits = editsOf(state)
    const wanted = cellKey(state)
    await this.bringView(state)
    const { path } = this
    if (this.drawn !== wanted) this.complainOf(state)
    const laid = JSON.stringify([wanted, edits, path])
    const isNew = this.drawn !== wanted
    if (isNew || laid !== this.laid) {
      this.frames = await engine.call('frames', { edits, ...path })
      if (isNew) this.view.value = { ...this.view.peek()!, around: drawing.open(this.view.peek()!, this.frames) }
      else drawing.show(this.view.peek()!, this.frames)
    }
    const other = fitting(state.other, this.view.peek()!)
    if ((await this.compare.lay(edits, wanted, other)) || isNew) drawing.showOther(this.compare.frames)
    await this.draw(state, laid)
    this.drawn = wanted
    this.shown = shapeKey(edits)
    this.laid = laid
    this.moveTo(this.playback.t.peek())
    if (isNew && !this.hasBegun) {
      this.hasBegun = true
      void this.check()
    }
  }

  /** The graph under the timeline. */
  private async draw(state: MotionState, laid: string): Promise<void> {
    const curved = state.curve === '' ? '' : laid
    if (curved === this.curved) return
    this.curves.value = curved === '' ? undefined : await this.engine.call('curves', { edits: editsOf(state) })
    this.curved = curved
  }

  private complainOf({ waypoints, other }: MotionState): void {
    const { length } = this.view.peek()!.start
    const odd = [...waypoints, ...(other?.waypoints ?? [])].find((q) => q.length !== length)
    if (odd === undefined) return
    this.host.notify(
      `The link has ${odd.length} joint values, but this cell has ${length}: its own start and goal are shown.`,
      'error',
    )
  }

  protected override async interrupt(): Promise<void> {
    this.stop()
    this.playback.pause()
    while (this.work.peek() !== undefined) await new Promise((go) => setTimeout(go, 5))
  }

  protected begin(cell: string, view: CellView, { path }: OpenedFiles): void {
    this.hasBegun = false
    this.host.history.set({ ...FIRST, cell, ...(path === undefined ? {} : pathOf(path, view)) })
    for (const note of path?.notes ?? []) this.host.notify(note)
  }

  protected takePath(_: unknown, withCell: boolean, __: unknown, { path, second }: OpenedFiles): void {
    if (withCell || path === undefined) return
    if (path.waypoints.length < 2) {
      this.host.notify('One configuration is not a motion: the path stays as it is.', 'error', FILES)
      return
    }
    const view = this.view.peek()!
    const both = second === undefined ? {} : { other: pathOf(second, view) }
    if (this.compare.takesDrops.peek() && second === undefined) this.host.history.set({ other: pathOf(path, view) })
    else this.host.history.set({ ...pathOf(path, view), ...both, t: 0 })
    for (const note of [...(path.notes ?? []), ...(second?.notes ?? [])]) this.host.notify(note)
  }

  private forget(): void {
    if (this.work.peek() !== undefined) this.stop()
    this.said.value = ''
    this.progress.value = undefined
    this.verdict.value = undefined
    this.sampled.value = undefined
    this.verified.value = undefined
    this.drawing.mark(undefined)
  }

  private moveTo(t: number): void {
    if (this.frames === undefined) return
    // While the engine has other work it says nothing of where things are.
    if (this.work.peek() === undefined) this.together.to(t)
    else this.goAhead(t)
  }

  private goAhead(t: number): void {
    this.drawing.place(t, this.otherPlace(t))
    this.now.value = undefined
  }

  /** Of the other path: where it is at the same time, if both have times; else as far along it. */
  private otherPlace(t: number): number {
    const { other } = this.host.history.state.peek()
    const [own, theirs] = [durationOf(this.path), other === null ? undefined : durationOf(other)]
    return own === undefined || theirs === undefined ? t : Math.min(1, (t * own) / theirs)
  }

  stop(): void {
    this.stopper.abort()
  }

  async check(): Promise<void> {
    const { edits, path, state } = this.question()
    this.progress.value = undefined
    this.verdict.value = undefined
    this.verified.value = undefined
    this.compare.forget()
    this.drawing.mark(undefined)
    await this.during('check', async (signal) => {
      const { resolution, clearance, ignoreLimits, slow } = state
      const question = { edits, ...path, ignoreLimits }
      const sampled = await this.engine.call('sample', { ...question, resolution }, { signal })
      // What was under way when it was stopped is of a path that is gone.
      if (signal.aborted) return
      this.sampled.value = sampled
      const onProgress = (progress: CheckProgress): void => {
        if (!signal.aborted) this.progress.value = progress
      }
      const answer = await this.engine.call('check', { ...question, clearance, slow }, { signal, onProgress })
      if (signal.aborted) return
      this.progress.value = answer.progress
      this.verdict.value = answer
      this.drawing.mark(answer)
      if (answer.outcome === 'free') {
        const verified = await this.engine.call('verify', { edits }, { signal })
        if (signal.aborted) return
        this.verified.value = verified
      }
      const other = fitting(state.other, this.view.peek()!)
      await this.compare.check(edits, { ...state, other }, signal)
    })
  }

  /** The sampled checker alone, after its resolution has changed. */
  async sample(): Promise<void> {
    const { edits, path, state } = this.question()
    const { resolution, ignoreLimits } = state
    const sampled = await this.engine
      .latest('sample', { edits, ...path, resolution, ignoreLimits })
      .catch(() => undefined)
    if (sampled !== undefined && this.path === path) this.sampled.value = sampled
  }

  /** Another path. `time` puts it on a clock, and cuts corners where that is free. What was found is shown and checked. */
  async findPath(work: 'plan' | 'smooth' | 'time'): Promise<void> {
    const { edits, path, state } = this.question()
    const { seed, clearance, ignoreLimits, fastest, quickest } = state
    const request = { edits, waypoints: path.waypoints, seed, clearance, ignoreLimits, fastest, quickest }
    let found: PlanAnswer | undefined
    await this.during(work, async (signal) => {
      const onProgress = (step: unknown): void => void (this.step.value = step as PlanStep)
      found = await this.engine.call(work, request, { signal, onProgress })
    })
    if (found === undefined) return
    const { path: next, words } = found
    this.said.value = words
    if (next === undefined) this.host.notify(words, 'error')
    else if (next.waypoints.length > 1) {
      this.waypoints.set(next, { t: 0 })
      await this.settled()
      await this.check()
      // Where something else was begun meanwhile, that is what is talked about.
      if (this.work.peek() === undefined && this.path.waypoints === next.waypoints) this.said.value = words
    }
  }

  /** The scene, the path and its certificate, if it is free. */
  async proofFile(): Promise<Blob> {
    const { edits, path, state } = this.question()
    const { clearance, ignoreLimits } = state
    const proof = await this.engine.call('proof', { edits, ...path, clearance, ignoreLimits })
    if (!proof.isProved) this.host.notify('The motion is not proved free: there is no certificate in the archive.')
    return this.archive(proof)
  }

  pathFile(kind: 'path' | 'rosPath'): Promise<string> {
    const { edits, path } = this.question()
    return this.engine.call(kind, { edits, ...path })
  }

  /** Of what is shown; undefined where that is not proved free. */
  async certificateFile(): Promise<string | undefined> {
    return this.verdict.peek()?.outcome === 'free' ? this.engine.call('certificate', undefined as never) : undefined
  }

  private question() {
    const state = this.host.history.state.peek()
    return { state, edits: editsOf(state), path: this.path }
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
        this.moveTo(this.playback.t.peek())
      }
    }
  }

  choose(cell: string, choice = '', geometry: MotionState['geometry'] = ''): void {
    this.playback.pause()
    this.host.history.set({ ...FIRST, cell, choice, geometry })
    this.hasBegun = false
  }

  close(): void {
    this.playback.pause()
    for (const end of this.ends) end()
    this.engine.close()
  }
}

/** A pose alone is where to go. */
function pathOf(path: OpenedPath, { start }: CellView): MotionPath {
  const { waypoints } = path
  return waypoints.length === 1 ? untimed([start, waypoints[0]!]) : wholePath(path)
}

/** A path of another cell is not shown. */
function fitting(path: MotionPath | null, { start }: CellView): MotionPath | null {
  return path?.waypoints.every((q) => q.length === start.length) === true ? path : null
}
