// What a page of the studio does while it loads, watched from within: when the engine's answer is drawn, what shifts, what blocks.
import type { StudioPage } from './browser.js'

export interface Watched {
  /** Milliseconds from the start of navigation. */
  readonly firstPaint: number
  /** To the engine's first answer; undefined where nothing was asked. */
  readonly answered: number | undefined
  /** To the first picture with that answer in it; undefined where nothing is drawn in 3-D. */
  readonly drawn: number | undefined
  /** Sum of layout shifts that nobody's input caused. */
  readonly shift: number
  /** What moved, in words. */
  readonly moved: readonly string[]
}

interface Notes {
  answered: number | undefined
  drawn: number | undefined
  shift: number
  moved: string[]
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node?: Node }[]
}

/** Runs in the page before anything of the studio does: to be given to open() as `before`. */
export function watchPage(): void {
  const notes: Notes = { answered: undefined, drawn: undefined, shift: 0, moved: [] }
  const PlainWorker = Worker
  class WatchedWorker extends PlainWorker {
    constructor(...args: ConstructorParameters<typeof PlainWorker>) {
      super(...args)
      this.addEventListener('message', ({ data }) => {
        if (data?.kind === 'done' || data?.kind === 'progress') notes.answered ??= performance.now()
      })
    }
  }
  Object.assign(globalThis, { limberNotes: notes, Worker: WatchedWorker })
  const context = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
    const plain = context[name]!
    context[name] = function (...args: unknown[]) {
      if (notes.answered !== undefined) notes.drawn ??= performance.now()
      return plain.apply(this, args)
    }
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      notes.shift += entry.value
      for (const { node } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement
        notes.moved.push(`${element?.tagName.toLowerCase()}.${element?.className} ${entry.value.toFixed(3)}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

export function watched({ page }: StudioPage): Promise<Watched> {
  return page.evaluate(() => {
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { ...(globalThis as unknown as { limberNotes: Notes }).limberNotes, firstPaint }
  })
}

export interface LongTask {
  /** Milliseconds on the clock. */
  readonly wall: number
  /** Milliseconds that the page itself worked: waiting for a processor, or for what draws, is not in it. */
  readonly work: number
}

/** Tasks of the page that took over `least` milliseconds of work, while `during` went on. */
export async function longTasks({ page }: StudioPage, least: number, during: () => Promise<void>): Promise<LongTask[]> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  let trace: { traceEvents: TraceEvent[] }
  try {
    await during()
  } finally {
    trace = JSON.parse((await browser.stopTracing()).toString())
  }
  const events = trace.traceEvents
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const isPage = ({ pid, tid }: TraceEvent): boolean => pages.some((one) => one.pid === pid && one.tid === tid)
  return events
    .filter((event) => event.name === 'RunTask' && isPage(event) && (event.tdur ?? 0) > 1000 * least)
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, work: tdur / 1000 }))
    .sort((a, b) => b.work - a.work)
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Controls that no assistive program could name, as the browser works names out. */
export async function unnamed({ page }: StudioPage): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const roles =
    /^(button|link|slider|checkbox|radio|switch|combobox|listbox|textbox|searchbox|spinbutton|menuitem|tab|img|image|progressbar|meter|dialog|grid|table)$/i
  return nodes
    .filter(({ ignored, role }) => !ignored && roles.test(String(role?.value)))
    .filter(({ name }) => String(name?.value ?? '').trim() === '')
    .map(({ role, properties }) => `${role?.value} ${JSON.stringify(properties?.map((p) => [p.name, p.value.value]))}`)
}

/** What sticks out of the window or of its own place, sideways; and what is too small to be used. */
export function overflowing({ page }: StudioPage): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) found.push(`the page: ${document.documentElement.scrollWidth}`)
    for (const selector of ['header', 'nav', 'main', 'aside']) {
      const element = document.querySelector(selector)
      if (element === null) found.push(`there is no ${selector}`)
      else if (element.scrollWidth > element.clientWidth + 1) {
        found.push(`${selector}: ${element.scrollWidth} in ${element.clientWidth}`)
      }
    }
    for (const element of document.querySelectorAll(
      'header :is(a, button, summary), aside :is(button, input, select, output)',
    )) {
      const { left, right } = element.getBoundingClientRect()
      if (left < -1 || right > width + 1) {
        found.push(
          `${element.tagName.toLowerCase()} “${element.textContent}”: ${Math.round(left)} to ${Math.round(right)}`,
        )
      }
    }
    const stage = document.querySelector('.stage')!.getBoundingClientRect()
    if (stage.width < 300 || stage.height < 300) found.push(`the picture: ${stage.width} × ${stage.height}`)
    return found
  })
}

export interface Stop {
  readonly what: string
  /** Its place among all that can have the focus, in the order of the document. */
  readonly place: number
  readonly outlined: boolean
}

/** Where the Tab key leads, from the top of the page until it comes round; and how many places there are. */
export async function tabStops({ page }: StudioPage): Promise<{ stops: Stop[]; places: number }> {
  const where = (): Promise<Stop & { places: number }> =>
    page.evaluate(() => {
      const selector = 'a[href], button, input, select, textarea, summary, [tabindex]'
      const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) =>
          // Of radio buttons the chosen one stands for all.
          !element.matches('input[type=radio]:not(:checked)') &&
          element.tabIndex >= 0 &&
          // The stage of a scene that has none, the Lab.
          element.closest('[inert]') === null &&
          !(element as HTMLButtonElement).disabled &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      const active = document.activeElement as HTMLElement
      const label = active.getAttribute('aria-label') ?? active.textContent
      return {
        what: `${active.tagName.toLowerCase()} ${label}`.slice(0, 60),
        place: all.indexOf(active),
        outlined: getComputedStyle(active).outlineStyle !== 'none',
        places: all.length,
      }
    })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const stops: Stop[] = []
  let { places } = await where()
  for (let k = 0; k < places + 5; k++) {
    await page.keyboard.press('Tab')
    const stop = await where()
    places = stop.places
    // Round: the focus has left the page, or is back at its beginning.
    if (stop.what.startsWith('body') || (k > 0 && stop.place === stops[0]!.place)) break
    stops.push({ what: stop.what, place: stop.place, outlined: stop.outlined })
  }
  return { stops, places }
}
