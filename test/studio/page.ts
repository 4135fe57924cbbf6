// A page of the studio as a test sees it: its numbers by name, its controls by their labels, its notices, its address.
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** A file to be dropped: its path in the folder it comes in, and what is in it. */
export interface Dropped {
  readonly path: string
  readonly content: string | Uint8Array
}

/** A view along the y axis, for addresses: placeOf() knows it. */
export const FRONT = 'view=0.5,-5,0.8,0.5,0,0.8'

export class StudioPage {
  /** What the page has complained of: errors on its console, or thrown by nobody's leave. Tests that expect one empty it. */
  readonly complaints: string[] = []
  private readonly allowed: string[]

  constructor(
    readonly page: Page,
    /** Of the server. */
    readonly base: string,
    private readonly pictures: string,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.complaints.push(`error: ${error.stack ?? error.message}`))
    this.allowed = [base, 'data:', 'blob:']
    page.on('request', (request) => {
      const url = request.url()
      if (!this.allowed.some((start) => url.startsWith(start))) this.complaints.push(`asks elsewhere: ${url}`)
    })
    page.on('requestfailed', (request) => {
      // A page that goes away takes its requests with it.
      const why = request.failure()?.errorText ?? ''
      if (why !== 'net::ERR_ABORTED') this.complaints.push(`request: ${request.url()} ${why}`)
    })
  }

  /** Lets the page ask for what begins like this; by itself it asks its own server only. */
  allow(start: string): void {
    this.allowed.push(start)
  }

  /** When the scene that is chosen is open: its name is in the title, its panel is there. */
  async opened(): Promise<void> {
    await this.page.waitForFunction(() => {
      const chosen = document.querySelector('nav a[aria-current=page]')?.textContent
      return document.title.startsWith(`${chosen} ·`) && document.querySelector('aside')?.childElementCount !== 0
    })
  }

  /** Loads the studio at an address, as if it were typed. */
  async load(address: string): Promise<void> {
    await this.page.goto(this.base + address)
    await this.opened()
  }

  complain(): void {
    if (this.complaints.length > 0) throw new Error(`the page complained:\n${this.complaints.join('\n')}`)
  }

  /** Another address of the same page, as if it were a link; waits until the scene of that name is open. */
  async go(address: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash
    }, address)
    const scene = /^#\/(\w*)/.exec(address)?.[1]
    await this.page.locator(`nav a[href="#/${scene}"][aria-current=page]`).waitFor()
    await this.opened()
  }

  /** What is in the address bar, decoded. */
  address(): Promise<{ scene: string; state: Record<string, unknown>; view: number[] | undefined }> {
    return this.page.evaluate(() => {
      const [path = '', query = ''] = location.hash.slice(2).split('?', 2)
      const values = new URLSearchParams(query)
      return {
        scene: path,
        state: JSON.parse(values.get('state') ?? '{}'),
        view: values.get('view')?.split(',').map(Number),
      }
    })
  }

  /** The text of a number on the page, by its name (`data-stat`). */
  async stat(id: string): Promise<string> {
    return ((await this.page.locator(`[data-stat="${id}"]`).textContent()) ?? '').trim()
  }

  /** Its number: thousands are grouped by commas, a unit may follow. */
  async number(id: string): Promise<number> {
    const text = await this.stat(id)
    const found = /^[-−+]?[\d,]*\.?\d+(e[-+]?\d+)?/i.exec(text)
    if (found === null) throw new Error(`${id} is no number: “${text}”`)
    return Number(found[0].replaceAll(',', '').replace('−', '-'))
  }

  /** All of them, by name. */
  stats(): Promise<Record<string, string>> {
    return this.page
      .locator('[data-stat]')
      .evaluateAll((all) => Object.fromEntries(all.map((one) => [one.getAttribute('data-stat'), one.textContent])))
  }

  /** Waits until a number on the page fits: its text, or a rule that it matches. */
  async untilStat(id: string, fits: string | RegExp): Promise<string> {
    const value = this.page.locator(`[data-stat="${id}"]`)
    await (typeof fits === 'string'
      ? value.and(this.page.getByText(fits, { exact: true })).waitFor()
      : value.filter({ hasText: fits }).waitFor())
    return this.stat(id)
  }

  /** Waits until a number on the page is more than this. */
  async untilMore(id: string, than: number): Promise<number> {
    await this.page.waitForFunction(
      ([name, least]) =>
        Number(document.querySelector(`[data-stat="${name}"]`)?.textContent?.replace(/[^\d.e-]/g, '')) > Number(least),
      [id, than] as const,
    )
    return this.number(id)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  }

  async press(name: string | RegExp): Promise<void> {
    await this.button(name).click()
  }

  slider(name: string | RegExp): Locator {
    return this.page.getByRole('slider', { name })
  }

  /** As if it were dragged there and let go. */
  async slide(name: string | RegExp, value: number): Promise<void> {
    await this.slider(name).evaluate((input, to) => {
      const range = input as HTMLInputElement
      range.value = String(to)
      range.dispatchEvent(new Event('input', { bubbles: true }))
      range.dispatchEvent(new Event('change', { bubbles: true }))
    }, value)
  }

  /** When the page has drawn once more: what was asked for the next frame before this is done. */
  async frame(): Promise<void> {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }

  /** By the mouse, in a few steps; let go when `followed` is through: what the engine has not said by then does not count. */
  async drag(
    from: readonly [number, number],
    by: readonly [number, number],
    followed: () => Promise<unknown>,
  ): Promise<void> {
    const { mouse } = this.page
    await mouse.move(...from)
    await mouse.down()
    for (let k = 1; k <= 5; k++) await mouse.move(from[0] + (by[0] * k) / 5, from[1] + (by[1] * k) / 5)
    await followed()
    await mouse.up()
  }

  /** Where a point of the world is on the page, as the camera of FRONT sees it: in the middle of what is free. */
  async placeOf([x, y, z]: readonly [number, number, number]): Promise<[number, number]> {
    const box = (await this.page.locator('canvas').first().boundingBox())!
    const free = (await this.page.locator('.clear').boundingBox())!
    const scale = box.height / 2 / Math.tan((20 * Math.PI) / 180) / (y + 5)
    return [box.x + box.width / 2 + scale * (x - 0.5), free.y + free.height / 2 - scale * (z - 0.8)]
  }

  async choose(name: string | RegExp, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name }).selectOption(option)
  }

  async tick(name: string | RegExp, on = true): Promise<void> {
    await this.page.getByRole('checkbox', { name }).setChecked(on)
  }

  /** What it says to the user now. */
  async notices(): Promise<string[]> {
    return (await this.page.locator('.notice > span').allTextContents()).map((text) => text.trim())
  }

  /** Waits for one that says this. */
  async untilNotice(text: string | RegExp): Promise<string> {
    const notice = this.page.locator('.notice > span').filter({ hasText: text }).first()
    await notice.waitFor()
    return ((await notice.textContent()) ?? '').trim()
  }

  /** Chooses files by the Open button's field. The names are without folders: for those, drop() them. */
  async choosesFiles(files: readonly Dropped[]): Promise<void> {
    await this.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(files.map(({ path, content }) => ({ name: path, mimeType: '', buffer: Buffer.from(content) })))
  }

  /** Drops plain files onto the page. */
  async drop(files: readonly Dropped[]): Promise<void> {
    const plain = files.map(({ path, content }) => ({
      path,
      content: Buffer.from(content).toString('base64'),
    }))
    await this.page.evaluate((list) => {
      const data = new DataTransfer()
      for (const { path, content } of list) {
        data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], path))
      }
      const target = document.querySelector('main')!
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
      }
    }, plain)
  }

  /** Keeps a picture of the page, as dist/pictures/<name>.png. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(this.pictures, `${name}.png`) })
  }
}
