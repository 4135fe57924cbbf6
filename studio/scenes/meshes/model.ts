// The meshes behind their panel: follows the state, turns the second mesh, asks the engine.
import { effect, signal, untracked } from '@preact/signals'
import { isFile } from '../../app/dropped.js'
import type { NamedFile, SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import { buffersOf, Drops, readAll } from '../../workcell/drops.js'
import { Follower } from '../../workcell/follower.js'
import type { MeshesDrawing } from './drawing.js'
import type { MeshesAnswer, MeshesMethods, MeshesView, WayRow } from './engine.js'
import { FIRST, type MeshesState, type MeshPair } from './state.js'
import { bothTurns, poseOf, rounded, turnAbout } from './turns.js'

/** Radians a second, and about which axis, while it plays: not one of the volumes'. */
const SPEED = 0.5
const AXIS = [0.2, -0.1, 1]

export interface Place {
  readonly at: readonly number[]
  readonly turn: readonly number[]
}

export class MeshesModel extends Follower<MeshesState> {
  readonly engine: Engine<MeshesMethods>
  readonly view = signal<MeshesView | undefined>(undefined)
  readonly answer = signal<MeshesAnswer | undefined>(undefined)
  readonly rows = signal<readonly WayRow[]>([])
  readonly isPlaying = signal(false)
  /** Where it is while it plays. */
  private readonly live = signal<Place | undefined>(undefined)
  private readonly drops = new Drops()
  private opened: string | undefined
  private readonly counter = new Engine<MeshesMethods>('meshes')
  private counterOpened: string | undefined
  private toCount: { readonly opened: string; readonly pose: Float64Array; readonly state: MeshesState } | undefined
  private isCounting = false
  private counted = ''
  private endPlay: () => void = () => {}
  private readonly end: () => void

  constructor(
    private readonly host: SceneHost<MeshesState>,
    private readonly drawing: MeshesDrawing,
  ) {
    super((words) => host.notify(words, 'error'))
    this.engine = new Engine<MeshesMethods>('meshes', () => {
      this.opened = undefined
      this.follow(host.history.state.peek())
    })
    const { at, turn } = host.history.state.peek()
    this.end = effect(() => {
      const state = host.history.state.value
      untracked(() => this.follow(state))
    })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (at.length === 0 && turn.length === 0 && !isCalm) this.play()
  }

  /** A whole turn, for a video. */
  readonly once = {
    seconds: () => (2 * Math.PI) / SPEED,
    start: () => {
      this.halt()
      this.play()
    },
    stop: () => this.stop(),
  }

  /** Where the second mesh is. */
  get place(): Place {
    const { at, turn } = this.host.history.state.value
    const view = this.view.value
    return (
      this.live.value ?? {
        at: at.length === 3 ? at : (view?.at ?? [1, 0, 0]),
        turn: turn.length === 4 ? turn : (view?.turn ?? [0, 0, 0, 1]),
      }
    )
  }

  protected override startOver(): void {
    this.host.history.replace(FIRST)
    this.host.notify('The link asks for something that cannot be shown: the scene is in its initial state.', 'error')
  }

  protected async bring(state: MeshesState): Promise<void> {
    const { drawing } = this
    const wanted = JSON.stringify([state.pair, isFile(state.pair) ? 0 : state.triangles])
    if (this.opened !== wanted) {
      const view = await this.load(state, this.engine)
      this.opened = wanted
      this.take(view)
    }
    const { at, turn } = this.place
    const pose = poseOf(at, turn)
    const { way, k, depth } = state
    const answer = await this.engine.call('ask', { pose, way, k, depth })
    // Picture and panel at once: they never say different things.
    drawing.place(pose)
    drawing.show(answer, state.glass)
    this.answer.value = answer
    this.toCount = { opened: wanted, pose, state }
    if (!this.isCounting) void this.count()
  }

  /** Every kind, in a worker of its own: trees of some kinds take seconds to build, and nothing waits for them. */
  private async count(): Promise<void> {
    this.isCounting = true
    while (this.toCount !== undefined) {
      const { opened, pose, state } = this.toCount
      this.toCount = undefined
      const key = JSON.stringify([opened, [...pose], state.k])
      if (key === this.counted) continue
      const show = (rows: readonly WayRow[]): void => {
        if (this.opened !== opened) return
        const fresh = new Set(rows.map(({ way }) => way))
        this.rows.value = [...this.rows.peek().filter(({ way }) => !fresh.has(way)), ...rows]
      }
      try {
        if (this.counterOpened !== opened) await this.load(state, this.counter)
        this.counterOpened = opened
        await this.counter.call('count', { pose, k: state.k }, { onProgress: show })
        this.counted = key
      } catch (error) {
        if (!(error instanceof StoppedError)) this.say(error)
        // Not again and again.
        this.counted = key
      }
    }
    this.isCounting = false
  }

  private async load({ pair, triangles }: MeshesState, engine: Engine<MeshesMethods>): Promise<MeshesView> {
    if (!isFile(pair)) return engine.call('open', { pair: pair as MeshPair, triangles })
    const files = await this.drops.read(pair)
    return engine.call('openFiles', { files }, { transfer: buffersOf(files) })
  }

  private take(view: MeshesView): void {
    this.view.value = view
    this.rows.value = []
    const { at, turn } = untracked(() => this.place)
    this.drawing.open(view, poseOf(at, turn))
  }

  /** Files that were dropped: two meshes, or one against itself. */
  async takeFiles(files: readonly NamedFile[]): Promise<void> {
    const given = await readAll(files)
    this.stop()
    const view = await this.alone(async () => {
      const found = await this.engine.call('openFiles', { files: given }, { transfer: buffersOf(given) })
      const pair = this.drops.keep(files)
      this.halt()
      this.opened = JSON.stringify([pair, 0])
      this.host.history.set({ pair, at: [], turn: [] })
      this.take(found)
      return found
    })
    await this.settled()
    for (const note of view.notes) this.host.notify(note)
    this.host.notify(`${view.names[0]} and ${view.names[1]} are open.`)
  }

  choose(pair: string): void {
    this.halt()
    this.host.history.set({ pair, at: [], turn: [] })
  }

  toggle(): void {
    if (this.isPlaying.peek()) this.stop()
    else this.play()
  }

  play(): void {
    this.isPlaying.value = true
    let last: number | undefined
    this.endPlay = this.host.stage.animate((now) => {
      if (this.view.peek() !== undefined) {
        const angle = SPEED * Math.min(0.2, now - (last ?? now))
        const { at, turn } = this.place
        this.live.value = { at, turn: bothTurns(turnAbout(AXIS, angle), turn) }
        this.follow(this.host.history.state.peek())
      }
      last = now
    })
  }

  /** It stands: a link shows it as it is. */
  stop(): void {
    if (!this.isPlaying.peek()) return
    this.move(this.place)
  }

  private halt(): void {
    this.endPlay()
    this.isPlaying.value = false
    this.live.value = undefined
  }

  /** One step, together with others on the same topic. */
  move({ at, turn }: Place, topic?: string): void {
    this.halt()
    const length = Math.hypot(...turn)
    this.host.history.set({ at: rounded(at), turn: rounded(turn.map((x) => x / length)) }, topic)
  }

  /** As the pair is at first. */
  reset(): void {
    this.halt()
    this.host.history.set({ at: FIRST.at, turn: FIRST.turn })
  }

  close(): void {
    this.endPlay()
    this.end()
    this.toCount = undefined
    this.engine.close()
    this.counter.close()
  }
}
