// The cloth behind its panel: follows the state, plays its step, asks the engine.
import { effect, signal, untracked } from '@preact/signals'
import { wordsOf } from '../../app/notices.js'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { ClothAnswer, ClothQuestion } from './cloth.js'
import type { ClothDrawing } from './cloth-drawing.js'
import type { MeshesMethods } from './engine.js'
import type { MeshesState } from './state.js'

/** Seconds that a step takes to play, and that it stays at its end. */
export const LASTS = 4
const REST = 1

export class ClothModel {
  private readonly engine = new Engine<MeshesMethods>('meshes')
  readonly answer = signal<ClothAnswer | undefined>(undefined)
  /** What was asked last is not known yet. */
  readonly isLooking = signal(true)
  readonly time = signal(0)
  readonly isPlaying = signal(false)
  private asked = ''
  private shown = ''
  private endPlay: (() => void) | undefined
  private isClosed = false
  private readonly end: () => void

  constructor(
    private readonly host: SceneHost<MeshesState>,
    private readonly drawing: ClothDrawing,
  ) {
    const { stage, history } = host
    if (history.state.peek().time < 0 && matchMedia('(prefers-reduced-motion: reduce)').matches) {
      history.replace({ time: 0 })
    }
    this.end = effect(() => {
      const state = history.state.value
      stage.theme.value
      untracked(() => this.follow(state))
    })
  }

  private follow(state: MeshesState): void {
    const { cloth, triangles, bend, time, opened } = state
    if (cloth === 'none') return
    if (time < 0) this.play()
    else {
      this.endPlaying()
      this.time.value = time
    }
    this.drawing.place(this.time.peek(), opened)
    const question = { cloth, triangles, bend }
    const wanted = JSON.stringify(question)
    if (wanted === this.asked) return
    this.asked = wanted
    void this.ask(question)
  }

  private async ask(question: ClothQuestion): Promise<void> {
    this.isLooking.value = true
    try {
      const answer = await this.engine.latest('cloth', question)
      if (answer === undefined || this.isClosed) return
      this.drawing.open(answer, this.shown !== question.cloth)
      this.shown = question.cloth
      this.answer.value = answer
      this.drawing.place(this.time.peek(), this.host.history.value.opened)
    } catch (error) {
      if (!(error instanceof StoppedError)) this.host.notify(wordsOf(error), 'error')
    } finally {
      if (JSON.stringify(question) === this.asked) this.isLooking.value = false
    }
  }

  toggle(): void {
    // Not a step that people would undo.
    this.host.history.replace({ time: this.isPlaying.peek() ? rounded(this.time.peek()) : -1 })
  }

  /** From the beginning. */
  restart(): void {
    this.time.value = 0
    this.host.history.replace({ time: -1 })
  }

  pause(): void {
    if (this.isPlaying.peek()) this.toggle()
  }

  private play(): void {
    if (this.endPlay !== undefined) return
    this.isPlaying.value = true
    if (this.time.peek() >= 1) this.time.value = 0
    let last: number | undefined
    let rested = 0
    this.endPlay = this.host.stage.animate((now) => {
      const seconds = Math.min(0.25, now - (last ?? now))
      last = now
      if (this.time.peek() < 1) this.time.value = Math.min(1, this.time.peek() + seconds / LASTS)
      else {
        rested += seconds
        if (rested < REST) return
        rested = 0
        this.time.value = 0
      }
      this.drawing.place(this.time.peek(), this.host.history.state.peek().opened)
    })
  }

  private endPlaying(): void {
    this.endPlay?.()
    this.endPlay = undefined
    this.isPlaying.value = false
  }

  scrub(time: number): void {
    this.host.history.set({ time: rounded(time) }, 'time')
  }

  /** To the instant of the first contact. */
  seek(): void {
    const { at } = this.answer.peek() ?? {}
    // Rounded up: they touch by then.
    if (at !== undefined) this.host.history.set({ time: Math.min(1, Math.ceil(1e4 * at) / 1e4) })
  }

  close(): void {
    this.isClosed = true
    this.endPlaying()
    this.end()
    this.engine.close()
  }
}

function rounded(time: number): number {
  return Number(time.toFixed(4))
}
