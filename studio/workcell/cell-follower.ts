// What follows the state of a scene with a cell: the cell is one of the studio's or comes from files that were dropped, and obstacles
// are added to it and moved.
import { signal } from '@preact/signals'
import type { OpenChoice } from '../../src/entries/meshes.js'
import { isFile } from '../app/dropped.js'
import { FILES, type NamedFile, type SceneHost } from '../app/scene.js'
import type { Engine } from '../engine/client.js'
import type { DrawnThing } from '../view/things.js'
import type { CellDrag } from './answers.js'
import { buffersOf, cellKey, Drops, readAll } from './drops.js'
import { type CellEdits, editsOf, NO_EDITS, shapeKey } from './edits.js'
import { Follower } from './follower.js'
import { ObstacleMoves } from './obstacles.js'
import type { FilesRequest, OpenedFiles } from './opened.js'
import type { CellState } from './state.js'
import type { CellView } from './workcell.js'

/** What the engine of such a scene offers, besides its own. */
type OpensCells = {
  open(request: { cell: string; edits: CellEdits }): CellView
  openFiles(request: FilesRequest): Promise<OpenedFiles>
  things(request: { edits: CellEdits }): DrawnThing[]
  drag(request: CellDrag): number[]
}

/** Files with arguments. */
const XACRO = /\.xacro\b/i

export abstract class CellFollower<S extends Omit<CellState, 'q'>> extends Follower<S> {
  readonly view = signal<CellView | undefined>(undefined)
  readonly obstacles: ObstacleMoves
  /** What becomes of meshes that are dropped as obstacles and are not closed. */
  readonly open = signal<OpenChoice>('close')
  /** How far what closes a hole may reach, as a fraction of the mesh's size. */
  readonly closeWithin = signal(0.001)
  abstract readonly engine: Engine<OpensCells>
  /** The cell that the engine has open, and the one that the picture shows. */
  protected opened: string | undefined
  protected drawn: string | undefined
  /** What of the edits the picture shows. */
  protected shown = ''
  /** Values for the arguments of a xacro file, `name:=value`; undefined where nothing has any. */
  readonly values = signal<string | undefined>(undefined)
  private readonly drops = new Drops()
  /** The files that they are for. */
  private last: readonly NamedFile[] = []

  constructor(
    readonly host: SceneHost<S>,
    private readonly first: S,
  ) {
    super((words) => host.notify(words, 'error'))
    this.obstacles = new ObstacleMoves(host.history, () => this.view.peek())
  }

  /** A cell has come from files: the state that it begins with. */
  protected abstract begin(cell: string, view: CellView, found: OpenedFiles): void

  /** A path or a pose was among files, with a cell or without. */
  protected abstract takePath(
    waypoints: NonNullable<OpenedFiles['waypoints']>,
    withCell: boolean,
    paths: OpenedFiles['paths'],
    found: OpenedFiles,
  ): void

  /** Another cell, as it is at first. */
  abstract choose(cell: string, choice?: string, geometry?: CellState['geometry']): void

  /** Files are about to be opened: what is under way ends, for it is about the cell that was. */
  protected async interrupt(): Promise<void> {}

  protected override startOver(): void {
    this.host.history.replace(this.first)
    this.host.notify('The link asks for something that cannot be shown: the scene is in its initial state.', 'error')
  }

  protected async load(state: S): Promise<CellView> {
    const edits = editsOf(state)
    if (edits.added.some(({ kind }) => kind === 'mesh')) {
      for await (const request of this.drops.readMeshes()) {
        const { files } = request
        await this.engine.call('openFiles', { ...request, edits: NO_EDITS }, { transfer: buffersOf(files) })
      }
    }
    const { cell, choice, geometry } = state
    const values = this.drops.valuesOf(cell)
    this.values.value = values
    this.last = this.drops.filesOf(cell)
    if (!isFile(cell)) return this.engine.call('open', { cell, edits })
    const files = await this.drops.read(cell)
    const request = { files, edits, choice, geometry, ...(values === undefined ? {} : { values }) }
    const { view } = await this.engine.call('openFiles', request, { transfer: buffersOf(files) })
    return view!
  }

  /** The cell of a state, where another is open; and its things, where they look otherwise than they are drawn. */
  protected async bringView(state: S): Promise<void> {
    const wanted = cellKey(state)
    if (this.opened !== wanted) {
      this.view.value = await this.load(state)
      this.opened = wanted
      this.drawn = undefined
    } else if (this.drawn === wanted && shapeKey(state) !== this.shown) {
      const things = await this.engine.call('things', { edits: editsOf(state) })
      this.view.value = { ...this.view.peek()!, things }
    }
  }

  /** An archive to be saved; what a scene file cannot say is reported. */
  protected archive({ zip, notes }: { readonly zip: Uint8Array; readonly notes: readonly string[] }): Blob {
    for (const note of notes) this.host.notify(note)
    return new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
  }

  /** Other values for the arguments: the files are opened again, and the same one of them. */
  async setValues(values: string): Promise<void> {
    if (values === this.values.peek()) return
    await this.take(this.last, values, this.host.history.value.choice).catch((error: Error) =>
      this.host.notify(error.message, 'error', FILES),
    )
  }

  /** Files that were dropped: another cell, a path or a pose of this one, or obstacles. */
  async take(files: readonly NamedFile[], values = '', wanted = ''): Promise<void> {
    const { host, drops } = this
    const given = await readAll(files)
    const folder = drops.nextFolder()
    const closing = { open: this.open.peek(), closeWithin: this.closeWithin.peek() }
    await this.interrupt()
    const found = await this.alone(async () => {
      // A scene that was opened for these files has begun its own meanwhile.
      await this.interrupt()
      // A cell comes without the edits of the last one.
      const asked = { edits: editsOf(host.history.value), fresh: NO_EDITS, choice: wanted, values, folder }
      const request = { files: given, ...asked, ...closing }
      const opened = await this.engine.call('openFiles', request, { transfer: buffersOf(given) })
      const { view } = opened
      if (view === undefined) return opened
      const hasArguments = [view.title, ...view.choices].some((name) => XACRO.test(name))
      this.values.value = hasArguments ? values : undefined
      this.last = files
      const cell = drops.keep(files, this.values.value)
      const choice = view.choices.includes(wanted) ? wanted : ''
      this.view.value = view
      this.opened = cellKey({ cell, choice, geometry: '' })
      this.drawn = undefined
      this.begin(cell, view, opened)
      if (choice !== '') host.history.replace({ choice } as Partial<S>)
      return opened
    }).catch((error: Error) => {
      // With other values it may open.
      if (XACRO.test(error.message)) {
        this.values.value = values
        this.last = files
      }
      throw error
    })
    const { view, waypoints, paths, meshes, obstacles = [], notes = [], certificate } = found
    if (waypoints !== undefined) this.takePath(waypoints, view !== undefined, paths, found)
    if (meshes.length > 0 || obstacles.length > 0) drops.keepMeshes(folder, files, closing)
    for (const { file, size, notes } of meshes) {
      const name = this.obstacles.addMesh(file, size)
      host.notify(`${name} is an obstacle now: its unit, place and scale are under Obstacles.`)
      for (const note of notes) host.notify(`${file.slice(folder.length)}: ${note}`)
    }
    if (obstacles.length > 0) this.obstacles.addFound(obstacles)
    for (const note of notes) host.notify(note)
    await this.settled()
    if (view !== undefined) host.notify(`${view.title} is open.`, 'news', FILES)
    if (certificate !== undefined) host.notify(certificate, certificate.includes(' does not hold ') ? 'error' : 'news')
  }
}
