// The protein as the page has it: follows the state, asks the engine, draws what comes.
import { effect, signal, untracked } from '@preact/signals'
import { fileName } from '../../app/dropped.js'
import { bytesOf } from '../../app/files.js'
import { wordsOf } from '../../app/notices.js'
import type { NamedFile, SceneHost } from '../../app/scene.js'
import { Engine, EngineError } from '../../engine/client.js'
import { NAMELESS_FILES } from '../../engine/molecule-files.js'
import { StoppedError } from '../../engine/protocol.js'
import type { GivenFile } from '../../engine/unpack.js'
import type { ProteinDrawing } from './drawing.js'
import type { PeekedFrame, ProteinFrame, ProteinMethods } from './engine.js'
import { ProteinFrames } from './frames.js'
import type { MeltFrame } from './melting.js'
import type { ProteinView } from './molecule-view.js'
import { isPicked, named, near, type Picked, withRun, withToggled } from './selection.js'
import { FIRST, isTurn, meltSetupOf, type ProteinState, type ProteinStep, withTurn } from './state.js'
import { builtInFile } from './structures.js'
import { SurfaceFinder } from './surface-finder.js'

/** Residues of a file beyond which side-chains would hide its cartoon: only those that clash are drawn then. */
const MANY = 200

type Work = 'run' | 'melt' | 'again'

/** An activity that runs until it is stopped. */
interface Going {
  readonly work: Work
  readonly controller: AbortController
  readonly end: Promise<void>
  /** False: its result is not wanted any more. */
  isKept: boolean
}

export class ProteinModel {
  readonly engine: Engine<ProteinMethods>
  readonly view = signal<ProteinView | undefined>(undefined)
  /** The last that had everything. */
  readonly frame = signal<ProteinFrame | undefined>(undefined)
  readonly melt = signal<MeltFrame | undefined>(undefined)
  readonly work = signal<Work | undefined>(undefined)
  /** Structures that were dropped, by name in the state. */
  readonly files = signal<readonly (readonly [string, string])[]>([])
  /** Frames without names, which wait for the structure that they belong to: what to say. */
  readonly waiting = signal<string | undefined>(undefined)
  private waitingFiles: readonly NamedFile[] = []
  readonly frames: ProteinFrames
  readonly skin: SurfaceFinder
  private readonly dropped = new Map<string, readonly NamedFile[]>()
  private drops = 0
  private going: Going | undefined
  private opened = ''
  private done = '[]'
  private melted = ''
  private looked = ''
  private rung = -1
  private positions: Float32Array = new Float32Array(0)
  private secondary: Uint8Array | undefined
  private shown = ''
  private isFollowing = false
  private isStale = false
  private isClosed = false
  private readonly endFollowing: () => void

  constructor(
    private readonly host: SceneHost<ProteinState>,
    private readonly drawing: ProteinDrawing,
  ) {
    this.engine = new Engine<ProteinMethods>('protein', () => this.restart())
    this.skin = new SurfaceFinder(this.engine, drawing, (error) => this.say(error))
    this.frames = new ProteinFrames(host, {
      engine: this.engine,
      filesOf: (structure) => this.read(structure),
      show: (frame) => this.glimpse(frame),
      say: (error) => this.say(error),
    })
    this.endFollowing = effect(() => {
      const state = host.history.state.value
      untracked(() => this.follow(state))
    })
  }

  private follow(state: ProteinState): void {
    const key = keyOf(state)
    const { as, colour, sides, ligands, water, hydrogens, residue, picked, only, pair } = state
    const look = JSON.stringify([as, colour, sides, ligands, water, hydrogens, residue, picked, only, pair])
    if (look !== this.looked) {
      this.looked = look
      this.drawing.setLook(this.lookOf(state))
      this.shape()
      if (state.show === 'melt') this.showMelt()
    }
    if (key !== this.opened) {
      this.opened = key
      void this.open(state)
      return
    }
    if (JSON.stringify(state.done) !== this.done) void this.followDone()
    if (JSON.stringify(meltSetupOf(state)) !== this.melted) {
      this.melted = JSON.stringify(meltSetupOf(state))
      this.melt.value = undefined
      if (this.work.peek() === 'melt') void this.startMelting()
    }
    if (state.rung !== this.rung) {
      this.rung = state.rung
      void this.lookAtRung(state.rung)
    }
    if (state.show === 'melt') this.showMelt()
    else if (this.positions.length > 0) this.drawing.place(this.positions, this.secondary, undefined, false)
  }

  /** A worker had to be ended: everything again. */
  private restart(): void {
    if (!this.isClosed) void this.open(this.host.history.value)
  }

  private async open(state: ProteinState): Promise<void> {
    const { structure, model } = state
    await this.settle(false)
    try {
      const files = await this.read(structure)
      // Another one may have been chosen or dropped meanwhile.
      if (this.isClosed || keyOf(this.host.history.value) !== keyOf(state)) return
      const view = await this.engine.call('open', { structure, model, ...(files === undefined ? {} : { files }) })
      if (this.isClosed || keyOf(this.host.history.value) !== keyOf(state)) return
      const isNew = this.shown !== structure
      this.show(view, isNew)
      this.shown = structure
      this.done = '[]'
      this.melted = JSON.stringify(meltSetupOf(state))
      this.melt.value = undefined
      await this.followDone(isNew)
      this.frames.open(structure, view.models, model)
      if (this.frame.peek() === undefined && state.done.length > 0) this.startOver({ done: [] })
      if (this.isClosed || keyOf(this.host.history.value) !== keyOf(state)) return
      await this.begin()
    } catch (error) {
      this.say(error)
      if (this.view.peek() === undefined && model !== 0) this.startOver({ model: 0, done: [] })
    }
  }

  /** Where what a link asks for cannot be: something that can, so that there is something to see. */
  private startOver(change: Partial<ProteinState>): void {
    if (this.isClosed) return
    this.host.notify(
      'The link asks for something that cannot be shown: the structure is as read from its file.',
      'error',
    )
    this.host.history.replace(change)
  }

  /** The melting that a link asks for. Nothing else begins by itself: what is shown first is the file, with its clashes. */
  private async begin(): Promise<void> {
    const { show, rounds } = this.host.history.value
    if (show === 'melt' && rounds > 0) await this.startMelting(rounds)
  }

  private async read(structure: string): Promise<GivenFile[] | undefined> {
    const files = this.dropped.get(structure)
    if (files === undefined) {
      const file = await builtInFile(structure)
      return file === undefined ? undefined : [file]
    }
    return bytesOf(files)
  }

  private show(view: ProteinView, isNew: boolean): void {
    this.view.value = view
    this.frame.value = undefined
    if (!isNew) return
    this.drawing.setLook(this.lookOf(this.host.history.value))
    this.drawing.open(view)
    this.positions = new Float32Array(0)
    const { residue } = this.host.history.value
    if (residue >= view.labels.length) this.host.history.replace({ residue: -1 })
  }

  /** Brings the engine to what the state says was done; of several wishes, to the last. */
  private async followDone(isNew = false): Promise<void> {
    if (this.isFollowing) {
      this.isStale = true
      if (this.going?.work === 'again') this.going.controller.abort()
      return
    }
    this.isFollowing = true
    try {
      do {
        this.isStale = false
        await this.settle(false)
        const { done } = this.host.history.value
        this.done = JSON.stringify(done)
        const isLong = done.some((step) => !isTurn(step) && step.run > 2000)
        await this.go(
          isLong ? 'again' : undefined,
          (options) => this.engine.call('follow', done, options),
          (frame) => {
            if (this.isStale) return
            this.keep(frame, isNew)
            this.record(frame.done)
          },
        )
      } while (this.isStale && !this.isClosed)
    } finally {
      this.isFollowing = false
    }
  }

  /** Where a run was stopped on its way, the state says how far it came. */
  private record(done: readonly ProteinStep[]): void {
    const key = JSON.stringify(done)
    if (key === this.done) return
    this.done = key
    this.host.history.replace({ done })
  }

  /**
   * An activity: known while it runs, so that it can be stopped. Its result is kept before it counts as ended;
   * where it failed, that is said.
   */
  private async go<T>(
    work: Work | undefined,
    call: (options: { signal: AbortSignal; onProgress: (frame: ProteinFrame | MeltFrame) => void }) => Promise<T>,
    keep: (found: T) => void,
  ): Promise<void> {
    const controller = new AbortController()
    let ended = (): void => {}
    const end = new Promise<void>((done) => {
      ended = done
    })
    const going: Going | undefined = work === undefined ? undefined : { work, controller, end, isKept: true }
    if (going !== undefined) {
      this.going = going
      this.work.value = going.work
    }
    const onProgress = (frame: ProteinFrame | MeltFrame): void => {
      if (this.isClosed || (going !== undefined && this.going !== going)) return
      if ('rows' in frame) this.keepMelt(frame)
      else this.keep(frame, false)
    }
    const clear = (): void => {
      if (going === undefined || this.going !== going) return
      this.going = undefined
      this.work.value = undefined
    }
    try {
      const found = await call({ signal: controller.signal, onProgress })
      clear()
      if (going?.isKept !== false && !this.isClosed) keep(found)
    } catch (error) {
      this.say(error)
    } finally {
      clear()
      ended()
    }
  }

  /** Ends the activity, and waits until it has ended. */
  private async settle(isKept: boolean): Promise<void> {
    const { going } = this
    if (going === undefined) return
    if (!isKept) going.isKept = false
    going.controller.abort()
    await going.end
  }

  private keep(frame: ProteinFrame, isNew: boolean): void {
    const { positions, secondary, clashes } = frame
    this.positions = positions
    this.secondary = secondary
    const isFirst = this.frame.peek() === undefined
    if (clashes !== undefined) this.frame.value = frame
    this.drawing.setTurned(frame.done.length > 0)
    if (this.host.history.value.show === 'fold' || isFirst) this.drawing.place(positions, secondary, clashes, isNew)
    if (this.going === undefined) this.shape()
  }

  /** A frame that goes by: its clashes are known when it is opened. */
  private glimpse({ positions, secondary }: PeekedFrame): void {
    this.skin.stop()
    this.positions = positions
    this.secondary = secondary
    this.drawing.forgetClashes()
    this.drawing.setTurned(false)
    this.drawing.place(positions, secondary, undefined, false)
  }

  /** A link may name atoms that this structure does not have. */
  private lookOf(state: ProteinState): ProteinState {
    const atoms = this.view.peek()?.atoms ?? 0
    return state.pair.some((atom) => atom >= atoms) ? { ...state, pair: [] } : state
  }

  /** A surface around what stands still, where one is to be shown. */
  private shape(): void {
    const view = this.view.peek()
    const { as, picked, only, show } = this.host.history.value
    const isWanted = as === 'surface' && show === 'fold' && view !== undefined
    const list = only ? picked : []
    if (isWanted && this.positions.length === 3 * view.atoms) this.skin.find(view, this.positions, list)
    else this.skin.stop()
  }

  /** A run ends with a picture that has not everything. */
  private async lookAgain(): Promise<void> {
    const frame = await this.engine.latest('look', undefined as never).catch(() => undefined)
    if (frame !== undefined && !this.isClosed && this.going === undefined) this.keep(frame, false)
  }

  private keepMelt(frame: MeltFrame): void {
    this.melt.value = frame
    this.showMelt()
  }

  private showMelt(): void {
    const frame = this.melt.peek()
    if (frame !== undefined && this.host.history.value.show === 'melt') this.drawing.placeTrace(frame.trace)
  }

  private async lookAtRung(rung: number): Promise<void> {
    const frame = await this.engine.latest('lookAt', { rung }).catch(() => undefined)
    if (frame !== undefined && !this.isClosed) this.keepMelt(frame)
  }

  /** Sets a torsion, in degrees. An active run ends with it. */
  async turn(k: number, degrees: number): Promise<void> {
    await this.settle(true)
    const { history } = this.host
    history.set({ done: withTurn(history.value.done, k, degrees), show: 'fold' }, `torsion ${k}`)
  }

  /** Plays or runs, or stops what does. */
  toggle(): void {
    if (this.work.peek() !== undefined) this.stop()
    else if (this.frames.film !== undefined) this.frames.toggle()
    else if (this.view.peek()?.still === undefined) void this.run()
  }

  /** Runs; continues the last run where nothing else has changed. */
  async run(): Promise<void> {
    await this.settle(true)
    const { history } = this.host
    const { temperature, energy, seed, show } = history.value
    if (show !== 'fold') history.set({ show: 'fold' })
    await this.go(
      'run',
      (options) => this.engine.call('run', { temperature, energy, seed }, options),
      (frame) => {
        this.keep(frame, false)
        const { clashes, series } = this.frame.peek() ?? frame
        this.frame.value = { ...frame, clashes, series }
        this.done = JSON.stringify(frame.done)
        history.set({ done: frame.done })
        void this.lookAgain()
      },
    )
  }

  /** With what the sliders say now, if it runs. */
  runAgain(): void {
    if (this.work.peek() === 'run') void this.run()
  }

  async startMelting(to = 1e6): Promise<void> {
    if (this.view.peek()?.beads === 0) return
    await this.settle(true)
    const { history } = this.host
    if (history.value.show !== 'melt') history.set({ show: 'melt' })
    const setup = meltSetupOf(history.value)
    this.melted = JSON.stringify(setup)
    const { rung } = history.value
    await this.go(
      'melt',
      (options) => this.engine.call('melt', { setup, to, rung }, options),
      (frame) => {
        this.keepMelt(frame)
        history.replace({ rounds: frame.round })
      },
    )
  }

  stop(): void {
    this.going?.controller.abort()
  }

  /** As the file has it. */
  startAgain(): void {
    const { history } = this.host
    if (history.value.done.length > 0) history.set({ done: [], show: 'fold' })
    else void this.followDone()
  }

  choose(structure: string, look: Partial<ProteinState> = {}): void {
    const { residue } = FIRST
    this.host.stage.release()
    const start = { model: 0, done: [], rounds: 0, residue, picked: [], only: false, pair: [] }
    this.host.history.set({ structure, ...start, ...look })
  }

  /** The residue before or after the one that is chosen. */
  step(by: 1 | -1): void {
    const view = this.view.peek()
    if (view === undefined) return
    const list = view.traces.flatMap((trace) => [...trace].filter((_, k) => k % 4 === 3))
    const at = list.indexOf(this.host.history.value.residue)
    this.pick(list[(Math.max(at, by === 1 ? -1 : 0) + by + list.length) % list.length]!)
  }

  /** Selects a residue alone; with `extend` all from the chosen one to it, with `toggle` it as well or no longer. */
  pick(residue: number, way: 'alone' | 'extend' | 'toggle' = 'alone'): void {
    const { picked, residue: chosen } = this.host.history.value
    const next: Picked =
      way === 'alone'
        ? [residue, residue]
        : way === 'extend'
          ? withRun(picked, chosen < 0 ? residue : chosen, residue)
          : withToggled(picked, residue)
    this.host.history.set({ residue, picked: next, pair: [] }, 'residue')
  }

  /** Selects what is written, such as `A:45-60, HEM`, and turns the camera there; empty: nothing. */
  pickNamed(text: string): void {
    const view = this.view.peek()
    if (view === undefined) return
    if (text === '') {
      this.pickNone()
      return
    }
    const { residue } = this.host.history.value
    const found = named(text, view, view.chainOf[residue] ?? view.sequence[0]?.chain ?? 0)
    if (typeof found === 'string') this.host.notify(found)
    else this.pickAll(found)
  }

  /** Selects what is near what is selected as well. */
  pickNear(): void {
    const view = this.view.peek()
    const { picked } = this.host.history.value
    if (view === undefined || picked.length === 0) return
    this.pickAll(near(picked, view, this.positions))
  }

  private pickAll(picked: Picked): void {
    this.host.history.set({ picked, residue: picked[0]!, pair: [] })
    this.centre()
  }

  /** Nothing is selected. */
  pickNone(): void {
    const { residue, picked, pair } = this.host.history.value
    if (residue >= 0 || picked.length + pair.length > 0) {
      this.host.history.set({ residue: -1, picked: [], only: false, pair: [] }, 'residue')
    }
  }

  /** Turns the camera to what is selected, or to the residue that is chosen. */
  centre(): void {
    const { picked, residue } = this.host.history.value
    this.drawing.centre((r) => (picked.length === 0 ? r === residue : isPicked(picked, r)))
  }

  hover(residue: number): void {
    this.drawing.hover(residue)
  }

  /** Turns the camera to two atoms that clash. */
  lookAtPair(a: number, b: number): void {
    const { residueOf } = this.view.peek()!
    this.host.history.set({ pair: [a, b], residue: residueOf[a]! }, 'pair')
    this.drawing.lookAt([a, b])
  }

  /** Takes files that were dropped: throws what is wrong with them, and leaves what is open. */
  async take(files: readonly NamedFile[]): Promise<void> {
    const isNameless = files.some(({ path }) => NAMELESS_FILES.test(path))
    // What waits is completed by what comes now, unless that has frames of its own.
    const all = isNameless ? files : [...this.waitingFiles, ...files]
    const name = fileName(++this.drops)
    const given = await bytesOf(all)
    await this.settle(true)
    let view: ProteinView
    try {
      view = await this.engine.call('read', { structure: name, model: 0, files: given })
    } catch (error) {
      // Where frames wait already, what came besides did not help them: that is said.
      const isWanting = error instanceof EngineError && error.name === 'NamesWantedError'
      if (!isWanting || (!isNameless && this.waiting.peek() !== undefined)) throw error
      this.waitingFiles = all
      this.waiting.value = error.message
      return
    }
    this.forgetWaiting()
    this.dropped.set(name, all)
    this.files.value = [...this.files.value, [name, `${view.trajectory ?? view.name} (dropped)`]]
    const count = view.sequence.reduce((sum, { polymer }) => sum + polymer.length, 0)
    this.choose(name, count > MANY ? { sides: 'clash' } : {})
  }

  forgetWaiting(): void {
    this.waitingFiles = []
    this.waiting.value = undefined
  }

  private say(error: unknown): void {
    if (!(error instanceof StoppedError) && !this.isClosed) this.host.notify(wordsOf(error), 'error')
  }

  close(): void {
    this.isClosed = true
    this.endFollowing()
    this.frames.close()
    this.engine.close()
  }
}

function keyOf({ structure, model }: ProteinState): string {
  return `${structure}|${model}`
}
