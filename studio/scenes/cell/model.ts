// The cell behind its panel: follows the state, asks the engine, keeps what it said.
import { effect, signal } from '@preact/signals'
import type { NamedFile, SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { AllowModel } from './allow-model.js'
import type { CellAnswer } from './answers.js'
import type { CellDrawing } from './drawing.js'
import { buffersOf, cellKey, Drops, isDrop, readAll } from './drops.js'
import { editsOf, NO_EDITS } from './edits.js'
import type { CellMethods } from './engine.js'
import { Follower } from './follower.js'
import { ObstacleMoves } from './obstacles.js'
import { type CellState, FIRST } from './state.js'
import type { CellPair, CellView } from './workcell.js'

export class CellModel extends Follower<CellState> {
  readonly view = signal<CellView | undefined>(undefined)
  readonly answer = signal<CellAnswer | undefined>(undefined)
  readonly pairs = signal<readonly CellPair[]>([])
  readonly obstacles: ObstacleMoves
  readonly engine: Engine<CellMethods>
  readonly allow: AllowModel
  private readonly drops = new Drops()
  private opened: string | undefined
  /** The cell that the picture shows, and what of the edits. */
  private drawn: string | undefined
  private shown = ''
  private paired = ''
  private readonly end: () => void

  constructor(
    private readonly host: SceneHost<CellState>,
    private readonly drawing: CellDrawing,
  ) {
    super((words) => host.notify(words, 'error'))
    this.obstacles = new ObstacleMoves(host.history, () => this.view.peek())
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

  protected override startOver(): void {
    this.host.history.replace(FIRST)
    this.host.notify('The link asks for what cannot be shown: the scene is as at first.', 'error')
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

  private async load(state: CellState): Promise<CellView> {
    const edits = editsOf(state)
    if (edits.added.some(({ kind }) => kind === 'mesh')) {
      for await (const { folder, files } of this.drops.readMeshes()) {
        await this.engine.call('openFiles', { files, edits: NO_EDITS, folder }, { transfer: buffersOf(files) })
      }
    }
    if (!isDrop(state.cell)) return this.engine.call('open', { cell: state.cell, edits })
    const files = await this.drops.read(state.cell)
    const request = { files, edits, choice: state.choice }
    const { view } = await this.engine.call('openFiles', request, { transfer: buffersOf(files) })
    return view!
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

  /** Files that were dropped: another cell, a pose of this one, or obstacles. */
  async take(files: readonly NamedFile[]): Promise<void> {
    const given = await readAll(files)
    const { history } = this.host
    const folder = this.drops.nextFolder()
    const edits = editsOf(history.value)
    const { view, waypoints, meshes, certificate } = await this.alone(async () => {
      // A cell comes without the edits of the last one.
      const request = { files: given, edits, fresh: NO_EDITS, folder }
      const found = await this.engine.call('openFiles', request, { transfer: buffersOf(given) })
      if (found.view === undefined) return found
      const cell = this.drops.keep(files)
      this.view.value = found.view
      this.opened = cellKey({ cell, choice: '' })
      this.allow.forget()
      this.drawn = undefined
      history.set({ ...FIRST, cell })
      return found
    })
    if (waypoints !== undefined) history.set({ q: waypoints[0]! })
    if (meshes.length > 0) this.drops.keepMeshes(folder, files)
    for (const { file, size, notes } of meshes) {
      this.obstacles.addMesh(file, size)
      for (const note of notes) this.host.notify(`${file.slice(folder.length)}: ${note}`)
    }
    await this.settled()
    if (view !== undefined) this.host.notify(`${view.title} is open.`)
    if (certificate !== undefined)
      this.host.notify(certificate, certificate.includes(' does not hold ') ? 'error' : 'news')
  }

  /** Another cell, as it is at first. */
  choose(cell: string, choice = ''): void {
    this.obstacles.chosen.value = undefined
    this.host.history.set({ ...FIRST, cell, choice })
  }

  setJoint(variable: number, value: number): void {
    const { lower, upper } = this.view.peek()!.variables[variable]!
    // To a thousandth, but for the limits themselves.
    const short = Math.min(upper, Math.max(lower, Number(value.toFixed(3))))
    const q = this.q.map((x, i) => (i === variable ? short : x))
    this.host.history.set({ q }, `joint ${variable}`)
  }

  poseFile(): string {
    const joints = this.view.value?.variableNames ?? []
    return `${JSON.stringify({ joints, waypoints: [this.q] }, null, 2)}\n`
  }

  /** What is saved; what a scene file cannot say is told. */
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
