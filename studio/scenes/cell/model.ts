// The cell behind its panel: follows the state, asks the engine, keeps what it said.
import { effect, signal } from '@preact/signals'
import type { SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { CellFollower } from '../../workcell/cell-follower.js'
import { cellKey } from '../../workcell/drops.js'
import { editsOf } from '../../workcell/edits.js'
import type { OpenedFiles } from '../../workcell/opened.js'
import { type CellState, FIRST } from '../../workcell/state.js'
import type { CellPair } from '../../workcell/workcell.js'
import { AllowModel } from './allow-model.js'
import type { CellDrawing } from './drawing.js'
import type { CellMethods } from './engine.js'

export class CellModel extends CellFollower<CellState> {
  readonly answer = signal<CellAnswer | undefined>(undefined)
  readonly pairs = signal<readonly CellPair[]>([])
  readonly engine: Engine<CellMethods>
  readonly allow: AllowModel
  /** What of the edits the picture shows. */
  private shown = ''
  private paired = ''
  private readonly end: () => void

  constructor(
    host: SceneHost<CellState>,
    private readonly drawing: CellDrawing,
  ) {
    super(host, FIRST)
    this.engine = new Engine<CellMethods>('cell', () => {
      this.opened = undefined
      this.follow(host.history.state.peek())
    })
    this.allow = new AllowModel(this.engine, host, () => this.follow(host.history.state.peek()))
    this.end = effect(() => this.follow(host.history.state.value))
  }

  /** The configuration that is shown. */
  get q(): readonly number[] {
    const { q } = this.host.history.value
    const start = this.view.value?.start ?? []
    return q.length === start.length ? q : start
  }

  protected async bring(state: CellState): Promise<void> {
    const { engine, drawing } = this
    const edits = editsOf(state)
    const wanted = cellKey(state)
    if (this.opened !== wanted) {
      this.view.value = await this.load(state)
      this.opened = wanted
      this.drawn = undefined
      this.allow.forget()
    }
    const question = { edits, q: this.readQ(state), pair: this.allow.chosen.peek() }
    const shape = JSON.stringify([edits.added, edits.removed])
    if (this.drawn !== wanted) {
      const around = drawing.open(this.view.peek()!, await this.ask(question))
      this.view.value = { ...this.view.peek()!, around }
    } else if (shape !== this.shown) {
      const things = await engine.call('things', { edits })
      this.view.value = { ...this.view.peek()!, things }
      drawing.show(things, await this.ask(question))
    } else drawing.update(await this.ask(question))
    this.drawn = wanted
    this.shown = shape
    const all = JSON.stringify([state.cell, edits.added, edits.removed, edits.pairs])
    if (all !== this.paired) this.pairs.value = await engine.call('pairs', { edits })
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
    this.host.notify(`The link has ${q.length} joint values, and this cell ${start.length}: it stands as at first.`)
    return start
  }

  protected begin(cell: string): void {
    this.allow.forget()
    this.host.history.set({ ...FIRST, cell })
  }

  protected takePath(waypoints: NonNullable<OpenedFiles['waypoints']>): void {
    this.host.history.set({ q: waypoints[0]! })
  }

  /** Another cell, as it is at first. */
  choose(cell: string, choice = '', geometry: CellState['geometry'] = ''): void {
    this.obstacles.chosen.value = undefined
    this.host.history.set({ ...FIRST, cell, choice, geometry })
  }

  setJoint(variable: number, value: number): void {
    const { lower, upper } = this.view.peek()!.variables[variable]!
    // To a thousandth, except the limits themselves.
    const short = Math.min(upper, Math.max(lower, Number(value.toFixed(3))))
    const q = this.q.map((x, i) => (i === variable ? short : x))
    this.host.history.set({ q }, `joint ${variable}`)
  }

  poseFile(): string {
    const joints = this.view.value?.variableNames ?? []
    return `${JSON.stringify({ joints, waypoints: [this.q] }, null, 2)}\n`
  }

  /** What is saved; what a scene file cannot say is reported. */
  async sceneFile(): Promise<{ readonly scene: string; readonly zip: Blob }> {
    const { scene, zip, notes } = await this.engine.call('scene', { edits: editsOf(this.host.history.value) })
    for (const note of notes) this.host.notify(note)
    return { scene, zip: new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }) }
  }

  close(): void {
    this.end()
    this.engine.close()
  }
}
