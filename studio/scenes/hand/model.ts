// The hand behind its panel: follows the state, plays its motion, asks the engine.
import { effect, signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import { Follower } from '../../workcell/follower.js'
import type { HandDrawing } from './drawing.js'
import type { HandAnswer, HandMethods, HandView } from './engine.js'
import type { HandSweep } from './frames.js'
import { FIRST, type HandBody, type HandState } from './state.js'

export class HandModel extends Follower<HandState> {
  readonly engine: Engine<HandMethods>
  readonly view = signal<HandView | undefined>(undefined)
  readonly answer = signal<HandAnswer | undefined>(undefined)
  readonly sweep = signal<readonly HandSweep[]>([])
  /** Where in the motion it is drawn. */
  readonly t = signal(0)
  readonly isPlaying = signal(false)
  private opened: HandBody | undefined
  private endPlay: () => void = () => {}
  private readonly end: () => void

  /** For a video. */
  readonly once = {
    seconds: () => this.view.peek()?.seconds ?? 5,
    start: () => {
      this.endPlay()
      this.t.value = 0
      this.play()
    },
    stop: () => this.stop(),
  }

  constructor(
    private readonly host: SceneHost<HandState>,
    private readonly drawing: HandDrawing,
  ) {
    super((words) => host.notify(words, 'error'))
    this.engine = new Engine<HandMethods>('hand', () => {
      this.opened = undefined
      this.follow(host.history.state.peek())
    })
    const { t } = host.history.state.peek()
    this.t.value = t
    this.end = effect(() => {
      const state = host.history.state.value
      if (!this.isPlaying.peek()) this.t.value = state.t
      this.follow(state)
    })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (t === FIRST.t && !isCalm) this.play()
  }

  protected async bring(state: HandState): Promise<void> {
    const { engine, drawing } = this
    const isNew = this.opened !== state.body
    if (isNew) {
      const view = await engine.call('open', { body: state.body })
      this.opened = state.body
      this.view.value = view
      this.sweep.value = []
      drawing.open(view)
    }
    const kinds = [state.first, state.second]
    const answer = await engine.call('ask', { t: this.t.peek(), level: state.level, kinds })
    // Picture and panel at once: they never say different things.
    drawing.show(answer, state)
    this.answer.value = answer
    if (isNew) void this.count()
  }

  private async count(): Promise<void> {
    const body = this.opened
    const show = (sweep: readonly HandSweep[]): void => {
      if (this.opened === body) this.sweep.value = sweep
    }
    try {
      show(await this.engine.call('sweep', undefined as never, { onProgress: show }))
    } catch (error) {
      if (!(error instanceof StoppedError)) this.say(error)
    }
  }

  get state(): HandState {
    return this.host.history.state.value
  }

  /** The scene with its files, and the pose that is shown. */
  async files(): Promise<{ readonly zip: Blob; readonly pose: string }> {
    const { zip, pose } = await this.engine.call('scene', { t: this.t.peek() })
    return { zip: new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }), pose }
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.stop()
    else this.play()
  }

  play(): void {
    this.isPlaying.value = true
    let last: number | undefined
    this.endPlay = this.host.stage.animate((now) => {
      const seconds = this.view.peek()?.seconds
      if (seconds !== undefined) {
        this.t.value = (this.t.peek() + Math.min(0.2, now - (last ?? now)) / seconds) % 1
        this.follow(this.host.history.state.peek())
      }
      last = now
    })
  }

  /** It stands: a link shows it as it is. */
  stop(): void {
    if (!this.isPlaying.peek()) return
    this.endPlay()
    this.isPlaying.value = false
    // At 0 a link would make it move.
    this.host.history.set({ t: Math.max(0.0001, Number(this.t.peek().toFixed(4))) })
  }

  scrub(t: number): void {
    if (this.isPlaying.peek()) {
      this.endPlay()
      this.isPlaying.value = false
    }
    this.host.history.set({ t: Math.min(1, Math.max(0.0001, Number(t.toFixed(4)))) }, 't')
  }

  close(): void {
    this.endPlay()
    this.end()
    this.engine.close()
  }
}
