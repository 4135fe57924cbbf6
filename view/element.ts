// <limber-view>: a scene, its motion and what is known of it, in any page. The engine is in a worker of its own; the page stays alive
// while a certificate is verified. Nothing is called free that was not verified here.
import { fullAddress } from '../web/fetch-files.js'
import { AttributeProperties, isGiven } from './attribute-properties.js'
import type { FromWorker, ToWorker, ViewScene, ViewVerdict } from './messages.js'
import { Picture } from './picture.js'
import { COLOURS, type ColourName, styleSheet } from './styles.js'

/** What the event `limber-load` brings. */
export interface LimberLoad {
  readonly objects: readonly string[]
  readonly variables: readonly string[]
  /** What was odd about its files. */
  readonly notes: readonly string[]
}

/** Seconds that a motion without times takes. */
const PLAY_SECONDS = 5
/** Share of the motion that an arrow key goes. */
const KEY_STEP = 0.02

const FILES = ['src', 'motion', 'certificate'] as const
/** Another of these is another scene. */
const LOADED: readonly string[] = [...FILES, 'check']
const LOADING = 'Loading …'
const NO_WEBGL = 'This browser has no WebGL, which the picture needs.'
const DROPPED = 'The browser draws no more pictures on this page at once.'

/** The element `<limber-view>`, once `defineLimberView` has been called. */
export class LimberView extends AttributeProperties {
  static readonly observedAttributes: readonly string[] = [...LOADED, 'theme', 'controls', 'label']
  /** Starts the worker. A page with a bundler that does not find it may set this. */
  static startWorker: () => Worker = () => new Worker(new URL('./view-worker.js', import.meta.url), { type: 'module' })

  private parts: Parts | undefined
  private picture: Picture | undefined
  private worker: Worker | undefined
  private scene: ViewScene | undefined
  private known: ViewVerdict | undefined
  private at = 0
  private playing = 0
  private isDue = false
  private isSeen = true
  /** The browser has dropped the picture; whether it may have another as long as it is seen. */
  private isDropped = false
  private mayReturn = true
  private isChecking = false
  private size: ResizeObserver | undefined
  private endWatch: () => void = () => {}

  /** What is known of the motion; undefined as long as nothing is. */
  get verdict(): ViewVerdict | undefined {
    return this.known
  }

  /** Where along the motion it is, 0 to 1. */
  get time(): number {
    return this.at
  }

  set time(t: number) {
    // As media elements have it.
    if (!Number.isFinite(t)) throw new TypeError(`time: expected a number from 0 to 1, got ${t}`)
    this.at = Math.min(1, Math.max(0, t))
    this.picture?.place(this.at)
    const { place } = this.parts ?? {}
    if (place === undefined) return
    place.value = String(this.at)
    place.setAttribute('aria-valuetext', `${Math.round(100 * this.at)} %`)
    this.paint()
  }

  get paused(): boolean {
    return this.playing === 0
  }

  connectedCallback(): void {
    this.parts ??= this.build()
    this.draw()
    this.watch()
    this.load()
  }

  disconnectedCallback(): void {
    this.pause()
    this.endWatch()
    this.stop()
    this.undraw()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after || this.parts === undefined) return
    if (LOADED.includes(name)) this.load()
    else this.dress()
  }

  /** Plays from where it is; from the beginning at the end. */
  play(): void {
    if (!this.paused || !this.canMove) return
    let last = Number.NaN
    const seconds = this.scene?.seconds ?? PLAY_SECONDS
    const step = (now: number): void => {
      // What is not seen is not played.
      if (!Number.isNaN(last) && this.isSeen) {
        const next = this.at + (now - last) / 1000 / seconds
        this.time = next >= 1 ? (this.at >= 1 ? 0 : 1) : next
      }
      last = now
      this.playing = requestAnimationFrame(step)
    }
    this.playing = requestAnimationFrame(step)
    this.dress()
  }

  pause(): void {
    cancelAnimationFrame(this.playing)
    this.playing = 0
    if (this.parts !== undefined) this.dress()
  }

  /**
   * Checks the motion in the worker: what came of it is the next `limber-verdict`. The attribute has the same name, and React and others set
   * attributes as properties: what is set becomes the attribute.
   */
  get check(): () => void {
    return () => this.startCheck()
  }

  set check(isAsked: unknown) {
    this.toggleAttribute('check', isGiven(isAsked))
  }

  /** Begins a picture, of the scene where there is one already. */
  private draw(): void {
    const { canvas, loading, blind } = this.parts!
    this.isDropped = false
    try {
      this.picture = new Picture(canvas, () => this.drop())
    } catch {
      // What is known of the motion is said all the same.
      this.dispatch('limber-error', { words: NO_WEBGL })
    }
    blind.textContent = NO_WEBGL
    blind.hidden = this.picture !== undefined
    loading.textContent = this.picture === undefined ? '' : LOADING
    if (this.scene === undefined) return
    this.picture?.show(this.scene)
    this.cover(false)
    this.dress()
    this.picture?.place(this.at)
  }

  private undraw(): void {
    this.picture?.dispose()
    this.picture = undefined
    // A canvas whose context is gone gets no other: a new one for the next time.
    const { canvas } = this.parts!
    const fresh = canvas.cloneNode() as HTMLCanvasElement
    this.size?.unobserve(canvas)
    canvas.replaceWith(fresh)
    this.size?.observe(fresh)
    this.parts = { ...this.parts!, canvas: fresh }
  }

  /** Of many pictures on a page browsers drop the oldest. What is seen gets another; once, or they would take it from each other. */
  private drop(): void {
    this.undraw()
    this.isDropped = true
    if (this.isSeen && this.mayReturn) {
      this.mayReturn = false
      this.draw()
      return
    }
    const { loading, blind } = this.parts!
    loading.textContent = ''
    blind.textContent = DROPPED
    blind.hidden = false
    this.cover(true)
  }

  private startCheck(): void {
    if (this.worker === undefined || this.scene === undefined || this.isChecking) return
    this.isChecking = true
    this.say('', 'Checking …')
    this.dress()
    this.post({ kind: 'check' })
  }

  private get canMove(): boolean {
    return (this.scene?.frames ?? 1) > 1
  }

  private build(): Parts {
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styleSheet()]
    const make = <K extends keyof HTMLElementTagNameMap>(
      name: K,
      fields: Readonly<Record<string, string>>,
      inside: readonly (Node | string)[] = [],
    ): HTMLElementTagNameMap[K] => {
      const made = document.createElement(name)
      for (const [key, value] of Object.entries(fields)) made.setAttribute(key, value)
      made.append(...inside)
      return made
    }
    const canvas = make('canvas', { part: 'picture', tabindex: '0', role: 'img' })
    const loading = make('slot', {})
    const blind = make('p', {}, [NO_WEBGL])
    const before = make('div', { class: 'before' }, [loading, blind])
    const play = make('button', { type: 'button', part: 'play' })
    const place = make('input', { type: 'range', min: '0', max: '1', step: 'any', value: '0', part: 'place' })
    place.setAttribute('aria-label', 'Where along the motion')
    const check = make('button', { type: 'button', part: 'check' }, ['Check'])
    const bar = make('div', { class: 'bar', part: 'controls' }, [play, place, check])
    const said = make('p', { class: 'said', part: 'verdict', role: 'status' })
    const picture = make('div', { class: 'picture' }, [canvas, before])
    const frame = make('div', { class: 'frame', role: 'group' }, [
      picture,
      bar,
      said,
      make('slot', { name: 'caption' }),
    ])
    root.append(frame)
    play.addEventListener('click', () => this.toggle())
    check.addEventListener('click', () => this.check())
    place.addEventListener('input', () => {
      this.pause()
      this.time = Number(place.value)
    })
    frame.addEventListener('keydown', (event) => this.onKey(event))
    return { frame, canvas, before, loading, blind, bar, play, place, check, said }
  }

  private toggle(): void {
    if (this.paused) this.play()
    else this.pause()
  }

  private onKey(event: KeyboardEvent): void {
    const { target, key } = event
    if (event.ctrlKey || event.altKey || event.metaKey || target instanceof HTMLButtonElement) return
    const isPlace = target === this.parts!.place
    if (key === ' ') this.toggle()
    else if (isPlace) return
    else if (key === 'ArrowRight' || key === 'ArrowLeft') {
      this.pause()
      this.time = this.at + (key === 'ArrowRight' ? KEY_STEP : -KEY_STEP)
    } else if (key === 'Home' || key === 'End') {
      this.pause()
      this.time = key === 'Home' ? 0 : 1
    } else return
    event.preventDefault()
  }

  /** Sizes, the system's colours, and whether it is on the screen. */
  private watch(): void {
    const size = new ResizeObserver(() => this.picture?.resize())
    size.observe(this.parts!.canvas)
    this.size = size
    const sight = new IntersectionObserver((entries) => {
      this.isSeen = entries.at(-1)!.isIntersecting
      if (!this.isSeen) this.mayReturn = true
      else if (this.isDropped) this.draw()
    })
    sight.observe(this)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const onDark = (): void => this.dress()
    dark.addEventListener('change', onDark)
    this.endWatch = () => {
      size.disconnect()
      sight.disconnect()
      dark.removeEventListener('change', onDark)
    }
  }

  /** What attributes say of its looks. */
  private dress(): void {
    const { frame, canvas, bar, play, place, check } = this.parts!
    const theme = this.getAttribute('theme')
    const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    this.toggleAttribute('data-dark', isDark)
    const label = this.getAttribute('label') ?? `Scene ${this.getAttribute('src') ?? ''}`
    frame.setAttribute('aria-label', label)
    canvas.setAttribute('aria-label', `${label}, in three dimensions`)
    bar.hidden = !this.hasAttribute('controls')
    for (const one of [play, place]) one.disabled = !this.canMove
    play.textContent = this.paused ? '▶' : '⏸'
    play.setAttribute('aria-label', this.paused ? 'Play' : 'Pause')
    // Where a certificate is given, that is what counts.
    check.hidden = this.hasAttribute('certificate') || this.known !== undefined
    check.disabled = !this.canMove || this.isChecking
    this.paint()
  }

  private paint(): void {
    const style = getComputedStyle(this)
    const colour = (name: ColourName): string => {
      const value = style.getPropertyValue(`--own-${name}`).trim()
      return value === '' ? COLOURS[name][0] : value
    }
    const { pair = [], at } = this.known ?? {}
    // They touch where the contact is, not all the way.
    const isThere = at !== undefined && Math.abs(at - this.at) < 0.02
    this.picture?.paint(
      { background: colour('background'), robot: colour('robot'), obstacle: colour('obstacle'), hit: colour('hit') },
      isThere ? pair : [],
    )
  }

  /** Once, however many attributes have changed. */
  private load(): void {
    if (this.isDue) return
    this.isDue = true
    queueMicrotask(() => {
      this.isDue = false
      if (this.isConnected) this.start()
    })
  }

  private start(): void {
    this.stop()
    this.pause()
    this.scene = undefined
    this.known = undefined
    this.at = 0
    this.picture?.clear()
    this.cover(this.hasAttribute('src'))
    this.dress()
    this.say('', this.hasAttribute('src') ? '' : 'No scene: the attribute src is missing.')
    const wrong = FILES.find((name) => this.hasAttribute(name) && this.address(name) === undefined)
    const src = this.address('src')
    if (wrong !== undefined) this.fail(`${wrong}="${this.getAttribute(wrong)}" is not an address.`)
    else if (src !== undefined) this.open(src)
  }

  private open(src: string): void {
    let worker: Worker
    try {
      worker = LimberView.startWorker()
    } catch (error) {
      this.fail(`The worker could not be started: ${String(error)}`)
      return
    }
    this.worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      // What one said that has been ended meanwhile is about another scene.
      if (this.worker === worker) this.hear(data)
    })
    worker.addEventListener('error', ({ message = '' }) => {
      // Without words, a script did not load.
      const why = message === '' ? 'its script, or a module that it imports, did not load' : message
      if (this.worker === worker) this.fail(`The worker could not be started, or failed: ${why}`)
    })
    const [motion, certificate] = [this.address('motion'), this.address('certificate')]
    this.post({ kind: 'open', request: { src, motion, certificate, check: this.hasAttribute('check') } })
  }

  /** In full. Undefined: there is none, or it is not an address. */
  private address(name: (typeof FILES)[number]): string | undefined {
    const given = this.getAttribute(name)
    return given === null ? undefined : fullAddress(given)?.href
  }

  /** What is inside the element, in the place of a picture that is not there yet, or never. */
  private cover(isShown: boolean): void {
    this.parts!.before.hidden = !isShown && this.picture !== undefined
  }

  private stop(): void {
    this.worker?.terminate()
    this.worker = undefined
    this.isChecking = false
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message)
  }

  private hear(said: FromWorker): void {
    if (said.kind === 'scene') this.showScene(said.scene)
    else if (said.kind === 'progress') {
      const work = said.work === 'verify' ? 'Verifying the certificate' : 'Checking'
      this.say('', `${work} … ${Math.floor(100 * said.share)} %`)
    } else if (said.kind === 'error') this.fail(said.words)
    else this.showVerdict(said.verdict)
  }

  private showScene(scene: ViewScene): void {
    this.scene = scene
    this.picture?.show(scene)
    this.cover(false)
    this.dress()
    this.time = 0
    if (this.hasAttribute('certificate')) this.say('', 'Verifying the certificate …')
    else if (this.canMove) this.say('', 'Not checked.')
    const objects = scene.things.map(({ name }) => name)
    const detail: LimberLoad = { objects, variables: scene.variables, notes: scene.notes }
    this.dispatch('limber-load', detail)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (this.hasAttribute('autoplay') && !isStill) this.play()
  }

  private showVerdict(verdict: ViewVerdict): void {
    this.isChecking = false
    this.known = verdict
    this.say(verdict.outcome, verdict.words, verdict.more)
    if (verdict.at !== undefined) {
      this.pause()
      this.time = verdict.at
    }
    this.dress()
    this.dispatch('limber-verdict', verdict)
  }

  private fail(words: string): void {
    this.stop()
    this.pause()
    this.scene = undefined
    this.known = undefined
    this.picture?.clear()
    this.cover(false)
    this.dress()
    this.say('error', words)
    this.dispatch('limber-error', { words })
  }

  private say(outcome: ViewVerdict['outcome'] | 'error' | '', words: string, more = ''): void {
    const { said } = this.parts!
    said.dataset.outcome = outcome
    const mark = outcome === 'proved' ? '✓ ' : outcome === '' || outcome === 'not-proved' ? '' : '✗ '
    const strong = document.createElement('strong')
    strong.textContent = mark + words
    said.replaceChildren(strong, more === '' ? '' : ` ${more}`)
  }

  private dispatch(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
  }
}

interface Parts {
  readonly frame: HTMLElement
  readonly canvas: HTMLCanvasElement
  /** Over the picture, as long as there is nothing to see. */
  readonly before: HTMLElement
  readonly loading: HTMLElement
  readonly blind: HTMLElement
  readonly bar: HTMLElement
  readonly play: HTMLButtonElement
  readonly place: HTMLInputElement
  readonly check: HTMLButtonElement
  readonly said: HTMLElement
}

declare global {
  interface HTMLElementTagNameMap {
    'limber-view': LimberView
  }
  interface HTMLElementEventMap {
    'limber-load': CustomEvent<LimberLoad>
    'limber-verdict': CustomEvent<ViewVerdict>
    'limber-error': CustomEvent<{ readonly words: string }>
  }
}

/** Makes `<limber-view>` known to the page; once, however often it is called. On a server, where there is no page, it does nothing. */
export function defineLimberView(): void {
  const known = globalThis.customElements as CustomElementRegistry | undefined
  if (known?.get('limber-view') === undefined) known?.define('limber-view', LimberView)
}
