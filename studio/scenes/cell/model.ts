// The cell behind its panel: follows the state, asks the engine, keeps what it said.
import { effect, signal } from '@preact/signals'
import type { NamedFile, SceneHost } from '../../app/scene.js'
import { Engine } from '../../engine/client.js'
import { TimeMeter } from '../../engine/rate.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { fullName, type Holdable, holdableLinks, placeOfLink } from '../../workcell/arms.js'
import { CellFollower } from '../../workcell/cell-follower.js'
import { cellKey } from '../../workcell/drops.js'
import { editsOf, shapeKey } from '../../workcell/edits.js'
import type { OpenedFiles } from '../../workcell/opened.js'
import type { CellPair } from '../../workcell/workcell.js'
import { AllowModel } from './allow-model.js'
import type { CellDrawing } from './drawing.js'
import type { CellMethods } from './engine.js'
import { SliceModel } from './slice-model.js'
import { ALL_FRAMES, FIRST, type RobotCellState } from './state.js'
import { ToolModel } from './tool-model.js'

/** Answers of which the median is shown. */
export const TIMED = 15

export class CellModel extends CellFollower<RobotCellState> {
  readonly answer = signal<CellAnswer | undefined>(undefined)
  readonly pairs = signal<readonly CellPair[]>([])
  /** How long the engine takes: the median of the last answers about this cell, 0 while they are too few; and how many there were. */
  readonly micros = signal(0)
  readonly answers = signal(0)
  /** The link that is chosen in the tree. */
  readonly chosen = signal<string | undefined>(undefined)
  /** What was odd about the visual geometry; undefined before it was asked for. */
  readonly visualNotes = signal<readonly string[] | undefined>(undefined)
  /** Links with visual geometry, as far as it was read. */
  readonly looks = signal<ReadonlySet<string>>(new Set())
  private times = new TimeMeter(TIMED)
  readonly engine: Engine<CellMethods>
  readonly allow: AllowModel
  readonly toolModel = new ToolModel(this)
  readonly slice: SliceModel
  private paired = ''
  private readonly ends: readonly (() => void)[]

  constructor(
    host: SceneHost<RobotCellState>,
    private readonly drawing: CellDrawing,
  ) {
    super(host, FIRST)
    this.engine = new Engine<CellMethods>('cell', () => {
      this.opened = undefined
      this.again()
    })
    this.allow = new AllowModel(this.engine, host, () => this.again())
    this.slice = new SliceModel(
      this.engine,
      () => ({
        view: this.view.value,
        q: this.qOf(host.history.state.value),
        edits: editsOf(host.history.state.value),
      }),
      (words) => host.notify(words, 'error'),
    )
    this.ends = [effect(() => this.follow(host.history.state.value)), effect(() => this.showFrames())]
  }

  /** The same state once more: something that is not in it has changed. */
  again(): void {
    this.follow(this.host.history.state.peek())
  }

  /** The configuration that is shown. */
  get q(): readonly number[] {
    return this.qOf(this.host.history.value)
  }

  private qOf({ q }: RobotCellState): readonly number[] {
    const start = this.view.value?.start ?? []
    return q.length === start.length ? q : start
  }

  /** The link whose frame has handles, where this cell has it. */
  get tool(): string | undefined {
    const { tool } = this.host.history.value
    return tool !== '' && placeOfLink(this.view.value?.arms ?? [], tool) !== -1 ? tool : undefined
  }

  /** Links that can be held still while its frame is dragged. */
  get holdable(): readonly Holdable[] {
    const { tool } = this
    return tool === undefined ? [] : holdableLinks(this.view.value?.arms ?? [], tool)
  }

  /** Twelve numbers: the frame of a link as it was last answered. */
  frameOf(link: string): Float32Array | undefined {
    const at = placeOfLink(this.view.value?.arms ?? [], link)
    const { frames } = this.answer.value ?? {}
    if (at === -1 || frames === undefined || frames.length < 12 * at + 12) return undefined
    return frames.subarray(12 * at, 12 * at + 12)
  }

  protected async bring(state: RobotCellState): Promise<void> {
    const { engine, drawing } = this
    const edits = editsOf(state)
    const wanted = cellKey(state)
    if (this.opened !== wanted) {
      this.view.value = await this.load(state)
      this.opened = wanted
      this.drawn = undefined
      this.forget()
    }
    if (state.shown !== 'collision' && this.visualNotes.peek() === undefined) await this.readVisuals()
    const q = this.readQ(state)
    const question = { edits, q, pair: this.allow.chosen.peek() }
    const shape = shapeKey(edits)
    const isNew = this.drawn !== wanted
    const things = !isNew && shape !== this.shown ? await engine.call('things', { edits }) : undefined
    const answer = await engine.call('ask', question)
    // Picture and panel at once.
    if (isNew) this.view.value = { ...this.view.peek()!, around: drawing.open(this.view.peek()!, answer) }
    else if (things === undefined) drawing.update(answer)
    else {
      this.view.value = { ...this.view.peek()!, things }
      drawing.show(things, answer)
    }
    drawing.showRobots(state.shown, this.looks.peek())
    this.times.add(answer.millis, 1)
    this.micros.value = this.times.isTelling ? this.times.micros : 0
    this.answers.value++
    this.answer.value = answer
    if (isNew) this.complainOf(state)
    this.drawn = wanted
    this.shown = shape
    await this.proveStraight(state, q)
    const all = JSON.stringify([state.cell, edits.added, edits.removed, edits.pairs])
    if (all !== this.paired) this.pairs.value = await engine.call('pairs', { edits })
    this.paired = all
  }

  /** Another cell is open. */
  private forget(): void {
    this.allow.forget()
    this.times = new TimeMeter(TIMED)
    this.answers.value = 0
    this.chosen.value = undefined
    this.visualNotes.value = undefined
    this.looks.value = new Set()
    this.drawing.showVisuals([])
  }

  private async readVisuals(): Promise<void> {
    const { visuals, notes } = await this.engine.call('visuals', undefined as never)
    this.drawing.showVisuals(visuals)
    this.looks.value = new Set(visuals.map(({ name }) => name))
    this.visualNotes.value = notes
  }

  /** A link that asks for what this cell does not have. */
  private complainOf({ tool }: RobotCellState): void {
    if (tool === '' || this.tool !== undefined) return
    this.host.notify(`The link moves the frame of ${tool}, which this cell does not have.`, 'error')
  }

  private async proveStraight(state: RobotCellState, q: readonly number[]): Promise<void> {
    const { toolModel } = this
    const { from } = state
    const isThere = from.length === q.length && from.some((x, i) => x !== q[i])
    const question = { edits: editsOf(state), from, q, budget: toolModel.budget }
    const answer = isThere ? await this.engine.call('straight', question) : undefined
    toolModel.keep(answer)
    this.drawing.showStraight(answer)
  }

  private readQ({ q }: RobotCellState): readonly number[] {
    const { start } = this.view.peek()!
    if (q.length === 0 || q.length === start.length) return q.length === 0 ? start : q
    this.host.notify(
      `The link has ${q.length} joint values, but this cell has ${start.length}: its own start is shown.`,
    )
    return start
  }

  /** Frames that were asked for, that of the link that is chosen, and the handles. */
  private showFrames(): void {
    const { frames, upright } = this.host.history.value
    const { chosen, tool } = this
    const names = new Set(chosen.value === undefined ? [] : [chosen.value])
    // Where there is nothing else to see of the robots, all of them.
    const all = frames.includes(ALL_FRAMES) || this.view.value?.things.every(({ robot }) => robot === -1) === true
    for (const arm of this.view.value?.arms ?? []) {
      for (const link of arm.links) {
        const name = fullName(arm, link)
        if (all || frames.includes(name)) names.add(name)
      }
    }
    // The frame itself, where the handles may be ahead of it.
    if (tool !== undefined && this.toolModel.isDragging) names.add(tool)
    const shown = new Map<string, Float32Array>()
    for (const name of names) {
      const frame = this.frameOf(name)
      if (frame !== undefined) shown.set(name, frame)
    }
    const { drawing } = this
    drawing.showFrames(shown)
    drawing.choose(chosen.value)
    const frame = tool === undefined ? undefined : this.frameOf(tool)
    drawing.gizmo.upright = upright
    if (frame !== undefined) drawing.gizmo.place(frame)
    drawing.gizmo.visible = frame !== undefined
  }

  protected begin(cell: string): void {
    this.forget()
    this.host.history.set({ ...FIRST, cell })
  }

  protected takePath(waypoints: NonNullable<OpenedFiles['waypoints']>): void {
    this.host.history.set({ q: waypoints[0]!, from: [] })
  }

  choose(cell: string, choice = '', geometry: RobotCellState['geometry'] = ''): void {
    this.obstacles.chosen.value = undefined
    this.host.history.set({ ...FIRST, cell, choice, geometry })
  }

  poseFile(): string {
    return this.pathFile([this.q])
  }

  /** The straight motion from where the robots stood; undefined where they stood nowhere else. */
  straightFile(): string | undefined {
    const { from } = this.host.history.value
    return from.length === this.q.length ? this.pathFile([from, this.q]) : undefined
  }

  private pathFile(waypoints: readonly (readonly number[])[]): string {
    const joints = this.view.value?.variableNames ?? []
    return `${JSON.stringify({ joints, waypoints }, null, 2)}\n`
  }

  async sceneFile(): Promise<{ readonly scene: string; readonly zip: Blob }> {
    const written = await this.engine.call('scene', { edits: editsOf(this.host.history.value) })
    return { scene: written.scene, zip: this.archive(written) }
  }

  /** The cell and the straight motion, as files for the scene that takes them. */
  async motionFiles(): Promise<NamedFile[]> {
    const { zip } = await this.sceneFile()
    const path = this.straightFile() ?? this.poseFile()
    return [
      { path: 'scene.zip', bytes: async () => new Uint8Array(await zip.arrayBuffer()) },
      { path: 'path.json', bytes: async () => new TextEncoder().encode(path) },
    ]
  }

  close(): void {
    this.slice.close()
    for (const end of this.ends) end()
    this.engine.close()
  }
}
