// The cell behind its panel: follows the state, asks the engine, keeps what it said. One question is under way at a time, and of
// states that come meanwhile only the newest is asked about.
import { effect, signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { StoppedError } from '../../engine/protocol.js'
import type { CellAnswer } from './answers.js'
import type { CellDrawing } from './drawing.js'
import { editsOf } from './edits.js'
import type { CellMethods } from './engine.js'
import { type CellState, FIRST } from './state.js'
import type { CellPair, CellView } from './workcell.js'

export class CellModel {
  readonly view = signal<CellView | undefined>(undefined)
  readonly answer = signal<CellAnswer | undefined>(undefined)
  readonly pairs = signal<readonly CellPair[]>([])
  /** The obstacle that was taken last. */
  readonly chosen = signal<string | undefined>(undefined)
  readonly engine: Engine<CellMethods>
  private wanted: CellState | undefined
  private isBusy = false
  private opened: string | undefined
  private shown = ''
  private paired = ''
  private readonly end: () => void

  constructor(
    private readonly host: SceneHost<CellState>,
    private readonly drawing: CellDrawing,
  ) {
    this.engine = new Engine<CellMethods>('cell', () => {
      this.opened = undefined
      this.follow(host.history.value)
    })
    this.end = effect(() => this.follow(host.history.state.value))
  }

  /** The configuration that is shown. */
  get q(): readonly number[] {
    const { q } = this.host.history.value
    const start = this.view.value?.start ?? []
    return q.length === start.length ? q : start
  }

  private follow(state: CellState): void {
    this.wanted = state
    if (!this.isBusy) void this.run()
  }

  private async run(): Promise<void> {
    this.isBusy = true
    while (this.wanted !== undefined) {
      const state = this.wanted
      this.wanted = undefined
      try {
        await this.settle(state)
      } catch (error) {
        if (!(error instanceof StoppedError)) this.host.notify((error as Error).message, 'error')
      }
    }
    this.isBusy = false
  }

  private async settle(state: CellState): Promise<void> {
    const { engine, drawing } = this
    const edits = editsOf(state)
    const shape = JSON.stringify([edits.added, edits.removed, edits.moved])
    const isNew = this.opened !== state.cell
    if (isNew) {
      const view = await engine.call('open', { cell: state.cell, edits })
      this.opened = state.cell
      this.view.value = view
    }
    const question = { edits, q: this.readQ(state) }
    if (isNew) drawing.open(this.view.peek()!, await this.ask(question))
    else if (shape !== this.shown) {
      const things = await engine.call('things', { edits })
      this.view.value = { ...this.view.peek()!, things }
      drawing.show(things, await this.ask(question))
    } else drawing.update(await this.ask(question))
    this.shown = shape
    const all = JSON.stringify([state.cell, edits.added, edits.removed, edits.pairs])
    if (isNew || all !== this.paired) this.pairs.value = await engine.call('pairs', { edits })
    this.paired = all
  }

  private async ask(question: Parameters<CellMethods['ask']>[0]): Promise<CellAnswer> {
    const answer = await this.engine.call('ask', question)
    this.answer.value = answer
    return answer
  }

  private readQ({ q }: CellState): readonly number[] {
    const { start } = this.view.peek()!
    if (q.length === 0 || q.length === start.length) return q.length === 0 ? start : q
    this.host.notify(`The configuration has ${q.length} numbers, and this cell ${start.length}: it is as at first.`)
    return start
  }

  /** Another cell, as it is at first. */
  choose(cell: string): void {
    this.chosen.value = undefined
    this.host.history.set({ ...FIRST, cell })
  }

  setJoint(variable: number, value: number): void {
    const q = this.q.map((x, i) => (i === variable ? value : x))
    this.host.history.set({ q }, `joint ${variable}`)
  }

  close(): void {
    this.end()
    this.engine.close()
  }
}
