// The studio behind its face: which scene is open, its state, its address, its files.
import { effect, signal } from '@preact/signals'
import { type SceneEntry, scenes } from '../scenes/index.js'
import type { Section } from '../view/section.js'
import { Stage } from '../view/stage.js'
import { type Address, differences, readAddress, writeAddress } from './address.js'
import { isFile } from './dropped.js'
import { sceneFor } from './files-kinds.js'
import { hintsFor } from './hints.js'
import { History } from './history.js'
import { MeasureTool } from './measure.js'
import { Notices, wordsOf } from './notices.js'
import { FILES, FilesNeeded, type NamedFile, type OpenScene, type Scene } from './scene.js'
import { dark } from './theme.js'

// biome-ignore lint/suspicious/noExplicitAny: each scene has its own state, which only it looks into
type AnyScene = Scene<any>

/** Milliseconds: what is read sooner needs no word that it is. */
const SOON = 500

/** What the keys do while the picture has the focus. */
const CANVAS_KEYS = 'Arrow keys turn it, with Shift they move it, plus and minus zoom, F shows all of it.'

/** What is said about the link: a topic of notices. */
const LINK = 'link'

export interface Current {
  readonly entry: SceneEntry
  readonly scene: AnyScene
  readonly history: History<object>
  readonly opened: OpenScene
}

export class Studio {
  readonly notices = new Notices()
  readonly current = signal<Current | undefined>(undefined)
  /** The scene that is being loaded or is open. */
  readonly chosen = signal<string>(scenes[0]!.id)
  stage: Stage | undefined
  /** Once there is a stage. */
  readonly tool = signal<MeasureTool | undefined>(undefined)
  readonly section = signal<Section | undefined>(undefined)
  private endAddress: () => void = () => {}
  private turn = 0
  /** What is after # in the address, as it was last read or written: where it is another, the user is on the way elsewhere. */
  private hash = ''
  private isLoading = false
  /** A link whose files are not here: shown once they are dropped. */
  private awaited: { readonly id: string; readonly address: Address } | undefined

  /** Once the canvas is there. */
  start(canvas: HTMLCanvasElement): () => void {
    try {
      this.stage = new Stage(canvas)
    } catch {
      this.notices.add(
        'This browser has no WebGL, which the studio needs. Turn on hardware acceleration, or try another browser.',
        'error',
      )
      return () => {}
    }
    const stage = this.stage
    stage.onView = () => this.writeAddress()
    // It has keys of its own.
    canvas.setAttribute('role', 'application')
    canvas.setAttribute('aria-label', `The scene, in three dimensions. ${CANVAS_KEYS}`)
    const tool = new MeasureTool(stage, () => this.current.peek()?.opened, this.notices.add)
    this.tool.value = tool
    const endTheme = effect(() => stage.setTheme(dark.value))
    const endSection = effect(() => {
      stage.section = this.section.value
      this.writeAddress()
    })
    const onHash = (): void => void this.openAddress()
    window.addEventListener('hashchange', onHash)
    void this.openAddress()
    return () => {
      endTheme()
      endSection()
      window.removeEventListener('hashchange', onHash)
      this.close()
      tool.close()
    }
  }

  /** Goes to a scene as it is at first. */
  go(id: string): void {
    location.hash = writeAddress({ scene: id, state: {}, view: undefined })
  }

  /** False where it could not be opened, or the user went elsewhere meanwhile. */
  private async goAndOpen(id: string): Promise<boolean> {
    this.go(id)
    await this.openAddress()
    while (this.isLoading) await new Promise((go) => setTimeout(go, 10))
    return this.current.peek()?.entry.id === id
  }

  /** What the address says. An address that says what is open already changes nothing. */
  private async openAddress(): Promise<void> {
    this.hash = location.hash
    const address = readAddress(this.hash)
    const entry = scenes.find(({ id }) => id === address.scene) ?? scenes[0]!
    if (address.scene !== '' && entry.id !== address.scene) {
      this.notices.add(`There is no scene “${address.scene}”: this is ${entry.title}.`, 'error')
    }
    const current = this.current.peek()
    if (current !== undefined && this.hash === this.address()) {
      this.turn++
      this.isLoading = false
      this.chosen.value = current.entry.id
      return
    }
    for (const fault of address.faults) this.notices.add(`The link could not be understood: ${fault}`, 'error')
    const turn = ++this.turn
    this.chosen.value = entry.id
    this.isLoading = true
    try {
      const scene = await entry.load()
      if (turn !== this.turn) return
      this.isLoading = false
      this.open(entry, scene, address)
    } catch (error) {
      this.notices.add(`${entry.title} could not be opened: ${wordsOf(error)}`, 'error')
      if (turn !== this.turn) return
      this.isLoading = false
      this.chosen.value = this.current.peek()?.entry.id ?? entry.id
      this.writeAddress()
    }
  }

  private open(entry: SceneEntry, scene: AnyScene, address: Address): void {
    const { state, view, section } = address
    const stage = this.stage!
    this.close()
    this.awaited = undefined
    const history = new History<object>({ ...scene.first, ...this.readFields(entry, scene, address) })
    stage.view = view
    const handOver = async (id: string, files: readonly NamedFile[]): Promise<void> => {
      if (await this.goAndOpen(id)) await this.take(files)
    }
    this.section.value = section
    // A reader who follows a link wants to see what it shows.
    hintsFor.value = Object.keys(state).length === 0 && view === undefined ? entry.id : undefined
    const opened = scene.open({ history, stage, notify: this.notices.add, handOver })
    this.current.value = { entry, scene, history, opened }
    stage.canvas.setAttribute('aria-label', `${entry.title}, in three dimensions. ${CANVAS_KEYS}`)
    document.title = `${entry.title} · Limber studio`
    this.endAddress = effect(() => {
      history.state.value
      this.writeAddress()
    })
  }

  private readFields({ id }: SceneEntry, scene: AnyScene, address: Address): object {
    try {
      return scene.read(address.state)
    } catch (error) {
      if (error instanceof FilesNeeded) this.awaited = { id, address }
      this.notices.add(`The link could not be understood: ${wordsOf(error)} The scene is as at first.`, 'error', LINK)
      return {}
    }
  }

  private close(): void {
    this.endAddress()
    this.endAddress = () => {}
    this.tool.peek()?.clear()
    this.current.peek()?.opened.close()
    this.current.value = undefined
    this.stage?.clear()
  }

  private address(): string {
    const { entry, scene, history } = this.current.peek()!
    return writeAddress({
      scene: entry.id,
      state: differences(history.state.peek(), scene.first),
      view: this.stage!.view,
      section: this.section.peek(),
    })
  }

  private writeAddress(): void {
    if (this.current.peek() === undefined || this.isLoading || location.hash !== this.hash) return
    window.history.replaceState(null, '', this.address())
    this.hash = location.hash
  }

  /** What was dropped, once it is known. */
  async takeDropped(dropped: Promise<readonly NamedFile[]>): Promise<void> {
    try {
      const files = await dropped
      if (files.length === 0) this.notices.add('You dropped no file.', 'error')
      else await this.take(files)
    } catch (error) {
      this.notices.add(`The dropped files could not be read: ${wordsOf(error)}`, 'error')
    }
  }

  async take(files: readonly NamedFile[]): Promise<void> {
    const { opened, entry } = this.current.peek() ?? {}
    if (files.length === 0 || opened === undefined) return
    const paths = files.map(({ path }) => path)
    const id = sceneFor(paths, entry!.id)
    if (id !== entry!.id) {
      if (await this.goAndOpen(id)) await this.take(files)
      return
    }
    if (opened.open === undefined) {
      this.notices.add(`${entry!.title} takes no files.`, 'error')
      return
    }
    this.notices.clear(FILES)
    const more = paths.length > 2 ? ` and ${paths.length - 1} more` : paths[1] === undefined ? '' : ` and ${paths[1]}`
    const done = this.notices.hold(`Reading ${paths[0]}${more} …`, SOON)
    try {
      await opened.open(files)
      this.restore()
    } catch (error) {
      this.notices.add(wordsOf(error), 'error', FILES)
    } finally {
      done()
    }
  }

  /** The files of a link have come: they are shown as it has them, which is a step. */
  private restore(): void {
    const current = this.current.peek()
    const { awaited } = this
    if (current === undefined || awaited?.id !== current.entry.id) return
    const { state, view } = awaited.address
    const { cell } = current.history.value as { readonly cell?: unknown }
    if (isFile(cell) !== isFile(state.cell)) return
    try {
      current.history.set(current.scene.read(isFile(cell) ? { ...state, cell } : state))
    } catch (error) {
      // Others are still to come.
      if (error instanceof FilesNeeded) return
      this.notices.add(`The link could not be understood: ${wordsOf(error)}`, 'error')
    }
    this.notices.clear(LINK)
    this.awaited = undefined
    if (view !== undefined) this.stage!.view = view
  }

  /** Files in a scene, which is opened if another is. Throws with the words to be said. */
  async show(id: string, files: readonly NamedFile[]): Promise<void> {
    while (this.current.peek() === undefined || this.isLoading) await new Promise((go) => setTimeout(go, 10))
    if (this.current.peek()!.entry.id !== id && !(await this.goAndOpen(id))) return
    await this.current.peek()!.opened.open?.(files)
  }

  /** All that is on the stage. */
  resetView(): void {
    this.stage?.fit()
    this.writeAddress()
  }

  /** All of it, from a direction. */
  lookFrom(direction: readonly number[]): void {
    this.stage?.lookFrom(direction)
  }

  async copyLink(): Promise<void> {
    this.writeAddress()
    try {
      await navigator.clipboard.writeText(location.href)
      this.notices.add('The link is on the clipboard: it shows this scene with these settings, from this view.')
    } catch {
      this.notices.add('The link is in the address bar: the browser did not allow copying it.')
    }
  }
}
