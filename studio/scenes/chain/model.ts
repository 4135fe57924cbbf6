// The chain as the page has it: follows the state, asks the engine, draws what comes.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { ChainDrawing } from './drawing.js'
import type { ChainFrame, ChainMethods, ChainNumbers } from './engine.js'
import type { ChainMove } from './folding.js'
import { type ChainState, lookOf, setupOf, turnOf } from './state.js'
import type { ChainWay } from './way.js'

/** Milliseconds between two changes of the numbers while it folds: they cannot be read faster than that. */
const NUMBERS = 150

/** Milliseconds from a picture to the next: from here on it is the processor that draws; and how long it rests then. */
const SLOW_FRAME = 40
const REST = 40

export class ChainModel {
  readonly engine: Engine<ChainMethods>
  readonly numbers = signal<ChainNumbers | undefined>(undefined)
  readonly levels = signal(1)
  readonly last = signal<ChainMove | undefined>(undefined)
  /** Where it folds to, while it does: Infinity, or the steps that a link asks for. */
  readonly goal = signal<number | undefined>(undefined)
  /** Of the turn that is asked about, while the chain stands still. */
  readonly way = signal<ChainWay | undefined>(undefined)
  private running: AbortController | undefined
  private readonly endFollowing: () => void
  private built = ''
  private looked = ''
  private turned = ''
  private found = 0
  private saidAt = 0
  private shownAt = 0
  private rested = 0
  private isClosed = false

  constructor(
    private readonly host: SceneHost<ChainState>,
    private readonly drawing: ChainDrawing,
  ) {
    this.engine = new Engine<ChainMethods>('chain', () => void this.build())
    this.endFollowing = effect(() => {
      const state = host.history.state.value
      untracked(() => this.follow(state))
    })
  }

  private follow(state: ChainState): void {
    const setup = JSON.stringify(setupOf(state))
    const look = JSON.stringify(lookOf(state))
    // A step of undo may lead to the same chain, folded less far.
    const isBack = state.steps > 0 && this.running === undefined && state.steps !== this.numbers.peek()?.steps
    if (setup !== this.built || isBack) {
      this.built = setup
      this.looked = look
      void this.build()
    } else if (look !== this.looked) {
      this.looked = look
      void this.ask(() => this.engine.latest('look', lookOf(state)))
    }
    const turn = JSON.stringify(turnOf(state))
    if (turn !== this.turned && this.running === undefined && this.numbers.peek() !== undefined) void this.askWay()
  }

  /** Asks about the turn, of the chain as it stands. */
  private async askWay(): Promise<void> {
    const turn = turnOf(this.host.history.value)
    this.turned = JSON.stringify(turn)
    if (turn.joint < 0) {
      this.showWay(undefined)
      return
    }
    try {
      const way = await this.engine.latest('way', turn)
      const isCurrent = this.running === undefined && this.turned === JSON.stringify(turn)
      if (way !== undefined && !this.isClosed && isCurrent) this.showWay(way)
    } catch (error) {
      if (!(error instanceof StoppedError)) this.host.notify(wordsOf(error), 'error')
    }
  }

  private showWay(way: ChainWay | undefined): void {
    this.way.value = way
    this.drawing.showWay(way)
  }

  /** Whether a turn is asked about. A chain that folds stops for it. */
  askAbout(joint: number): void {
    if (joint >= 0) this.stop()
    this.host.history.set({ joint })
  }

  /** A turn that a test of its end alone would take, though it touches on the way. */
  async findPassage(): Promise<void> {
    this.stop()
    const turn = await this.engine.call('find', { seed: ++this.found }).catch(() => undefined)
    if (this.isClosed) return
    if (turn === undefined) this.host.notify('No turn was found that touches on its way only.')
    else this.host.history.set(turn)
  }

  /** Asks for a picture, and shows it; undefined where it is not wanted any more. */
  private async ask(
    call: () => Promise<ChainFrame | undefined>,
    isNew = false,
    isWanted = () => true,
  ): Promise<ChainFrame | undefined> {
    try {
      const frame = await call()
      if (frame === undefined || this.isClosed || !isWanted()) return undefined
      this.show(frame, isNew, true)
      return frame
    } catch (error) {
      if (!(error instanceof StoppedError)) this.host.notify(wordsOf(error), 'error')
      return undefined
    }
  }

  private show(frame: ChainFrame, isNew: boolean, isResting: boolean): void {
    this.drawing.show(frame, isNew, isResting)
    const now = performance.now()
    if (!isResting && now - this.saidAt < NUMBERS) return
    this.saidAt = now
    this.numbers.value = frame.numbers
    this.levels.value = frame.levels
    this.last.value = frame.last
  }

  private async build(): Promise<void> {
    const state = this.host.history.value
    const wasRunning = this.running !== undefined || this.numbers.peek() === undefined
    this.numbers.value = undefined
    this.drawing.markMove(undefined, true)
    this.showWay(undefined)
    const frame = await this.ask(
      () => this.engine.latest('build', { setup: setupOf(state), look: lookOf(state) }),
      true,
    )
    if (frame === undefined || this.isClosed) return
    if (state.steps > 0) await this.fold(state.steps)
    else if (wasRunning && state.joint < 0) await this.fold(Number.POSITIVE_INFINITY)
    else void this.askWay()
  }

  /** Folds until it is stopped, or to a step. */
  async fold(to = Number.POSITIVE_INFINITY): Promise<void> {
    const controller = new AbortController()
    this.running = controller
    this.goal.value = to
    this.drawing.markMove(undefined, true)
    this.showWay(undefined)
    const onProgress = (frame: ChainFrame): void => {
      if (this.running !== controller) return
      this.show(frame, false, false)
      // Where the processor draws, pictures take it from the engine: after one that took long it has a rest.
      const shown = performance.now()
      const took = shown - this.shownAt - this.rested
      this.shownAt = shown
      this.rested = took < SLOW_FRAME ? 0 : REST
      requestAnimationFrame(() => setTimeout(() => this.want(), this.rested))
    }
    const isCurrent = (): boolean => this.running === controller
    const call = { signal: controller.signal, onProgress }
    const frame = await this.ask(() => this.engine.call('fold', { to }, call), false, isCurrent)
    // Another chain has taken its place.
    if (!isCurrent()) return
    this.running = undefined
    this.goal.value = undefined
    if (frame !== undefined) this.rest(frame)
  }

  /** The next picture. */
  private want(): void {
    if (!this.isClosed) void this.engine.call('want', undefined as never).catch(() => {})
  }

  /** It stands still: a link shows it as it is. */
  private rest({ numbers, last }: ChainFrame): void {
    if (last !== undefined) this.drawing.markMove(last.joint, last.taken)
    this.host.history.replace({ steps: numbers.steps })
    void this.askWay()
  }

  get isRunning(): boolean {
    return this.goal.value !== undefined
  }

  toggle(): void {
    if (this.running === undefined) void this.fold()
    else this.stop()
  }

  stop(): void {
    this.running?.abort()
  }

  async stepOne(): Promise<void> {
    if (this.running !== undefined) {
      this.stop()
      return
    }
    const frame = await this.ask(() => this.engine.call('step', undefined as never))
    if (frame !== undefined) this.rest(frame)
  }

  /** From the first step; folds on if it did. */
  startAgain(): void {
    this.host.history.replace({ steps: 0 })
    void this.build()
  }

  close(): void {
    this.isClosed = true
    this.endFollowing()
    this.engine.close()
  }
}
