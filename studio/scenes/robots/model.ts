// Several robots behind their panel: follows the state, asks the engine, keeps what it said. Where the robots are is said by the
// clock, or by hand, where the dot of the diagram is dragged.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { CellFollower } from '../../workcell/cell-follower.js'
import { cellKey } from '../../workcell/drops.js'
import { editsOf, shapeKey } from '../../workcell/edits.js'
import type { OpenedFiles } from '../../workcell/opened.js'
import { Together } from '../../workcell/together.js'
import type { CellView } from '../../workcell/workcell.js'
import type { CoordinateAnswer } from './answer.js'
import type { RobotsDrawing } from './drawing.js'
import type { HereAnswer, LaidRobot, RobotsMethods, WorkStep } from './engine.js'
import { doingAt, type Execution, placeAt } from './execution.js'
import type { DiagramPicture } from './picture.js'
import { FIRST, type RobotsState } from './state.js'

export class RobotsModel extends CellFollower<RobotsState> {
  readonly laid = signal<readonly LaidRobot[]>([])
  readonly answer = signal<CoordinateAnswer | undefined>(undefined)
  /** If nothing is late, and with the delays that are set. */
  readonly nominal = signal<Execution | undefined>(undefined)
  readonly delayed = signal<Execution | undefined>(undefined)
  readonly step = signal<WorkStep | undefined>(undefined)
  readonly isWorking = signal(false)
  /** Seconds; the state's, but while it is played or dragged. */
  readonly clock: Signal<number>
  /** Seconds along each path where the dot was put; undefined where the clock says where robots are. */
  readonly hand: Signal<readonly number[] | undefined>
  readonly places: ReadonlySignal<readonly number[]>
  readonly isPlaying = signal(false)
  readonly here = signal<HereAnswer | undefined>(undefined)
  /** What a check of the execution as one motion has said, with the delays that it was about. */
  readonly checked = signal<{ readonly delays: string; readonly outcome: string } | undefined>(undefined)
  readonly engine: Engine<RobotsMethods>
  private stopper = new AbortController()
  private laidFor = ''
  private coordinatedFor = ''
  private delayedBy = ''
  private readonly ends: (() => void)[]
  private endPlay = (): void => {}
  /** What touches where they are, and what is not proved. */
  private readonly together = new Together<readonly number[], HereAnswer>({
    ask: async (at) => {
      const edits = editsOf(this.host.history.state.peek())
      const before = this.answer.peek()
      const here = await this.engine.call('ask', { edits, at })
      return this.answer.peek() === before ? here : undefined
    },
    show: (here, at) => {
      this.drawing.place(at)
      if (this.drawing.update(here)) this.here.value = here
    },
    goAhead: (at) => {
      this.drawing.place(at)
      this.drawing.forget()
      this.here.value = undefined
    },
  })
  /** For a video. */
  readonly once = {
    seconds: () => this.delayed.peek()?.end ?? 5,
    start: () => {
      this.pause()
      this.play(0)
    },
    stop: () => this.pause(),
  }

  constructor(
    host: SceneHost<RobotsState>,
    private readonly drawing: RobotsDrawing,
  ) {
    super(host, FIRST)
    const { clock, at } = host.history.value
    this.clock = signal(clock)
    this.hand = signal(at.length === 0 ? undefined : at)
    this.places = computed(() => {
      const hand = this.hand.value
      const robots = this.laid.value
      if (hand !== undefined && hand.length === robots.length) return hand
      const runs = this.delayed.value?.runs
      return robots.map((_, r) => (runs?.[r] === undefined ? 0 : placeAt(runs[r], this.clock.value)))
    })
    this.engine = new Engine<RobotsMethods>('robots', () => {
      this.opened = undefined
      this.laidFor = ''
      this.coordinatedFor = ''
      this.follow(host.history.state.peek())
    })
    this.ends = [
      effect(() => {
        const state = host.history.state.value
        this.clock.value = state.clock
        this.hand.value = state.at.length === 0 ? undefined : state.at
      }),
      effect(() => this.follow(host.history.state.value)),
      effect(() => this.moveTo(this.places.value)),
      effect(() => this.drawing.say(this.labels())),
    ]
  }

  /** Two robots or more, of which one has a path. */
  get canCoordinate(): boolean {
    const robots = this.laid.value
    return robots.length > 1 && robots.some(({ duration }) => duration > 0)
  }

  /** The diagram that is chosen. */
  get picture(): DiagramPicture | undefined {
    const diagrams = this.answer.value?.diagrams ?? []
    const { pair } = this.host.history.value
    const key = pair === '' ? this.answer.value?.deadlock?.key : pair
    return diagrams.find((one) => one.key === key) ?? diagrams[0]
  }

  protected async bring(state: RobotsState): Promise<void> {
    const { engine } = this
    const edits = editsOf(state)
    const wanted = cellKey(state)
    if (this.opened !== wanted) {
      this.forget()
      this.laidFor = ''
    }
    await this.bringView(state)
    const { paths, speed, atom, clearance, replan } = state
    const path = { edits, paths, speed }
    const laidFor = JSON.stringify([wanted, path])
    if (laidFor !== this.laidFor) {
      this.forget()
      await this.lay(await engine.call('lay', path), wanted, edits.moved)
      this.laidFor = laidFor
      this.coordinatedFor = ''
    }
    this.shown = shapeKey(edits)
    const question = { ...path, atom, clearance, replan }
    const coordinatedFor = JSON.stringify([wanted, question])
    if (coordinatedFor !== this.coordinatedFor) {
      this.coordinatedFor = coordinatedFor
      void this.coordinate(question)
    } else await this.execute(state)
  }

  private async lay(robots: readonly LaidRobot[], wanted: string, moved: RobotsState['moved']): Promise<void> {
    const view = this.view.peek()!
    this.laid.value = robots
    if (this.drawn !== wanted) this.view.value = { ...view, around: this.drawing.open(view, robots, moved) }
    else this.drawing.show(view, robots, moved)
    this.drawn = wanted
    this.moveTo(this.places.peek())
  }

  private async coordinate(question: Parameters<RobotsMethods['coordinate']>[0]): Promise<void> {
    this.forget()
    const stopper = new AbortController()
    this.stopper = stopper
    const { signal } = stopper
    if (!this.canCoordinate) return
    this.isWorking.value = true
    try {
      const onProgress = (step: WorkStep): void => {
        if (!signal.aborted) this.step.value = step
      }
      const answer = await this.engine.call('coordinate', question, { signal, onProgress })
      if (signal.aborted) return
      if (answer.laid !== undefined) await this.lay(answer.laid, this.drawn!, question.edits.moved)
      this.answer.value = answer
      this.drawing.showGhosts(answer.ghosts)
      await this.execute(this.host.history.state.peek())
      if (!signal.aborted) this.moveTo(this.places.peek())
    } catch (error) {
      this.say(error)
    } finally {
      if (this.stopper === stopper) {
        this.isWorking.value = false
        this.step.value = undefined
      }
    }
  }

  /** With the delays of a state, if there is a schedule. */
  private async execute({ delays }: RobotsState): Promise<void> {
    const { answer } = this
    const key = JSON.stringify(delays)
    if (answer.peek()?.outcome !== 'scheduled' || (this.delayed.peek() !== undefined && this.delayedBy === key)) return
    const before = answer.peek()
    const nominal = this.nominal.peek() ?? (await this.engine.call('execution', { delays: {} }))
    const delayed = await this.engine.call('execution', { delays })
    if (answer.peek() !== before) return
    this.nominal.value = nominal
    this.delayed.value = delayed
    this.delayedBy = key
  }

  protected override async interrupt(): Promise<void> {
    this.stop()
    this.pause()
  }

  protected begin(cell: string, _view: CellView, { paths = {} }: OpenedFiles): void {
    this.host.history.set({ ...FIRST, cell, paths })
  }

  protected takePath(_: NonNullable<OpenedFiles['waypoints']>, withCell: boolean, paths: OpenedFiles['paths']): void {
    if (withCell || paths === undefined) return
    const before = this.host.history.value.paths
    this.host.history.set({ paths: { ...before, ...paths }, at: [], clock: 0 })
  }

  private forget(): void {
    this.pause()
    this.stop()
    this.isWorking.value = false
    this.step.value = undefined
    this.answer.value = undefined
    this.nominal.value = undefined
    this.delayed.value = undefined
    this.checked.value = undefined
    this.here.value = undefined
    this.drawing.showGhosts([])
    this.drawing.forget()
  }

  private moveTo(at: readonly number[]): void {
    if (at.length > 0) this.together.to(at)
  }

  /** Over each robot: that it waits, and for whom. */
  private labels(): (string | undefined)[] {
    const runs = this.delayed.value?.runs
    const clock = this.clock.value
    // Read here, so that it follows them.
    this.places.value
    if (runs === undefined || this.hand.value !== undefined) return []
    return runs.map((run) => {
      const doing = doingAt(run, clock)
      return doing.kind === 'waits' ? `waits for ${doing.after.join(', ')}` : doing.kind === 'late' ? 'late' : undefined
    })
  }

  /** Puts two robots at places along their paths; keepPlace() puts it into the state. */
  put(picture: DiagramPicture, a: number, b: number): void {
    this.pause()
    const robots = this.laid.peek()
    const within = (r: number, at: number): number => Math.min(robots[r]!.duration, Math.max(0, at))
    this.hand.value = this.places
      .peek()
      .map((at, r) => (r === picture.a ? within(r, a) : r === picture.b ? within(r, b) : at))
  }

  /** The clock while it is dragged. */
  scrub(clock: number): void {
    this.pause()
    this.hand.value = undefined
    this.clock.value = clock
  }

  keepPlace(): void {
    const at = this.hand.peek()?.map((seconds) => Number(seconds.toFixed(4))) ?? []
    const clock = this.clock.peek()
    // At the end, not a little before it.
    const isOver = clock >= (this.delayed.peek()?.end ?? Infinity)
    this.host.history.replace({ at, clock: isOver ? Math.ceil(1e4 * clock) / 1e4 : Number(clock.toFixed(4)) })
  }

  play(from = this.clock.peek()): void {
    const end = this.delayed.peek()?.end
    if (this.isPlaying.peek()) {
      this.pause()
      this.keepPlace()
      return
    }
    if (end === undefined) return
    this.isPlaying.value = true
    this.hand.value = undefined
    const first = from >= end - 1e-6 ? 0 : from
    let began = NaN
    this.endPlay = this.host.stage.animate((seconds) => {
      if (Number.isNaN(began)) began = seconds
      this.clock.value = Math.min(end, first + seconds - began)
      if (this.clock.peek() < end) return
      this.pause()
      this.keepPlace()
    })
  }

  private pause(): void {
    this.endPlay()
    this.isPlaying.value = false
  }

  stop(): void {
    this.stopper.abort()
  }

  /** Once more, after a stop. */
  start(): void {
    this.coordinatedFor = ''
    this.follow(this.host.history.state.peek())
  }

  setDelay(robot: string, late: number): void {
    const { [robot]: _, ...others } = this.host.history.value.delays
    const delays = late === 0 ? others : { ...others, [robot]: late }
    this.pause()
    this.host.history.set({ delays, at: [], clock: 0 }, `delay ${robot}`)
  }

  /** From the start, once the delays are in it. */
  async playDelayed(): Promise<void> {
    this.host.history.settle()
    await this.settled()
    if (!this.isPlaying.peek()) this.play(0)
  }

  async check(): Promise<void> {
    const { delays, ...state } = this.host.history.state.peek()
    const outcome = await this.engine.call('check', { edits: editsOf(state), delays }).catch((error) => this.say(error))
    if (typeof outcome === 'string') this.checked.value = { delays: JSON.stringify(delays), outcome }
  }

  choosePair(pair: string): void {
    this.host.history.replace({ pair })
  }

  choose(cell: string, choice = '', geometry: RobotsState['geometry'] = ''): void {
    this.pause()
    // Another file or geometry of the same drop has the same paths.
    const before = this.host.history.value
    const paths = cell === before.cell ? before.paths : {}
    this.host.history.set({ ...FIRST, cell, choice, geometry, paths })
  }

  /** The scene with its files and a path a robot. */
  async files(): Promise<Blob> {
    return this.archive(await this.engine.call('files', { edits: editsOf(this.host.history.value) }))
  }

  close(): void {
    this.pause()
    for (const end of this.ends) end()
    this.engine.close()
  }
}
