// The slice of joint space behind its picture: asked again whenever the cell changes, the newest question only.
import { batch, effect, signal } from '@preact/signals'
import type { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { CellEdits } from '../../workcell/edits.js'
import type { CellView } from '../../workcell/workcell.js'
import type { CellMethods } from './engine.js'
import type { SliceAxis, SlicePicture } from './slice-engine.js'

/** What the slice is of. */
export interface SliceSubject {
  readonly view: CellView | undefined
  readonly q: readonly number[]
  readonly edits: CellEdits
}

export class SliceModel {
  readonly isShown = signal(false)
  /** Numbers of the two joints. */
  readonly across = signal(0)
  readonly upwards = signal(1)
  readonly picture = signal<SlicePicture | undefined>(undefined)
  private running: AbortController | undefined
  private asked = ''
  private readonly end: () => void

  constructor(
    private readonly engine: Engine<CellMethods>,
    /** Reads signals. */
    subject: () => SliceSubject,
    private readonly notify: (words: string) => void,
  ) {
    this.end = effect(() => {
      const { view, q, edits } = subject()
      const [x, y] = [axisOf(view, this.across.value), axisOf(view, this.upwards.value)]
      if (this.isShown.value && x !== undefined && y !== undefined && q.length > 0) void this.ask(edits, q, x, y)
      else this.forget()
    })
  }

  /** Of one joint there is no slice: where both would be the same, they change places. */
  choose(across: number, upwards: number): void {
    const [x, y] = across === upwards ? [this.upwards.peek(), this.across.peek()] : [across, upwards]
    batch(() => {
      this.across.value = x
      this.upwards.value = y
    })
  }

  close(): void {
    this.end()
    this.forget()
  }

  private forget(): void {
    this.running?.abort()
    this.running = undefined
    this.asked = ''
    this.picture.value = undefined
  }

  private async ask(edits: CellEdits, q: readonly number[], x: SliceAxis, y: SliceAxis): Promise<void> {
    const rest = q.map((value, i) => (i === x.variable || i === y.variable ? 0 : value))
    const key = JSON.stringify([edits, rest, x, y])
    // The cross moves; the picture stays.
    if (key === this.asked) return
    this.asked = key
    this.running?.abort()
    const controller = new AbortController()
    this.running = controller
    const take = (picture: SlicePicture): void => {
      if (this.running === controller) this.picture.value = picture
    }
    try {
      take(await this.engine.call('slice', { edits, q: rest, x, y }, { signal: controller.signal, onProgress: take }))
    } catch (error) {
      if (!(error instanceof StoppedError) && this.running === controller) this.notify((error as Error).message)
    }
  }
}

function axisOf(view: CellView | undefined, variable: number): SliceAxis | undefined {
  const found = view?.variables[variable]
  return found === undefined ? undefined : { variable, lower: found.lower, upper: found.upper }
}
