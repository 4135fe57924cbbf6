// The slice of joint space behind its picture: asked again whenever the cell changes; the engine answers the newest, one at a time.
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
  /** What was asked last; empty while nothing is. Pictures are of these axes. */
  private asked = ''
  private axes = ''
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
    if (this.asked !== '') this.engine.call('endSlice', undefined).catch(() => {})
    this.asked = ''
    this.axes = ''
    this.picture.value = undefined
  }

  private async ask(edits: CellEdits, q: readonly number[], x: SliceAxis, y: SliceAxis): Promise<void> {
    const rest = q.map((value, i) => (i === x.variable || i === y.variable ? 0 : value))
    const key = JSON.stringify([edits, rest, x, y])
    // The cross moves; the picture stays.
    if (key === this.asked) return
    this.asked = key
    const axes = JSON.stringify([x, y])
    this.axes = axes
    // Also where a newer one is asked already: while something is dragged, there is always one.
    const take = (picture: SlicePicture): void => {
      if (this.axes === axes) this.picture.value = picture
    }
    try {
      take(await this.engine.call('slice', { edits, q: rest, x, y }, { onProgress: take }))
    } catch (error) {
      if (this.asked !== key) return
      // Its worker has ended, or it failed: to be asked again.
      this.asked = ''
      if (!(error instanceof StoppedError)) this.notify((error as Error).message)
    }
  }
}

function axisOf(view: CellView | undefined, variable: number): SliceAxis | undefined {
  const found = view?.variables[variable]
  return found === undefined ? undefined : { variable, lower: found.lower, upper: found.upper }
}
