// A headless Chromium that is there already, by playwright-core, which brings none: found by LIMBER_CHROMIUM or by its usual names.
// Whatever is started here is ended here, also when something goes wrong.
import { accessSync, constants, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

export const HOW_TO_GET_IT =
  'no Chromium found: install one (Debian: `apt-get install chromium`), or name it in LIMBER_CHROMIUM'

/** Where it is; undefined if there is none. */
export function findChromium(): string | undefined {
  const named = process.env.LIMBER_CHROMIUM
  if (named !== undefined && named !== '') return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Milliseconds that a browser may take to start, or to do anything that it is asked for. */
const PATIENCE = 120_000

/** Opens a page that has loaded `script`, a module, from a server on this machine; ends both when `use` is done. */
export async function inChromium<T>(
  program: string,
  script: string,
  use: (page: Page) => Promise<T>,
  options: ServeOptions = {},
): Promise<T> {
  const page = '<!doctype html><title>Limber</title><script type="module" src="/script.js"></script>'
  const files = new Map([
    ['/', { type: 'text/html', body: page }],
    ['/script.js', { type: 'text/javascript', body: script }],
  ])
  return servedToChromium(program, (path) => files.get(path), use, options)
}

export interface Served {
  readonly type: string
  readonly body: string | Buffer
}

export interface ServeOptions {
  /** Of every answer. */
  readonly headers?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
}

/** Without a graphics card, WebGL is drawn by the processor. */
export const WEBGL_FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

/** The same, with what `find` has for a path; the page is that of '/'. */
export async function servedToChromium<T>(
  program: string,
  find: (path: string) => Served | undefined,
  use: (page: Page) => Promise<T>,
  { headers = {}, flags = [] }: ServeOptions = {},
): Promise<T> {
  const server = createServer((request, response) => {
    const file = find(new URL(request.url!, 'http://localhost').pathname)
    response.writeHead(file === undefined ? 404 : 200, { ...headers, 'content-type': file?.type ?? 'text/plain' })
    response.end(file?.body)
  })
  await new Promise<void>((done) => {
    // Port 0: any that is free.
    server.listen(0, '127.0.0.1', done)
  })
  try {
    const { port } = server.address() as AddressInfo
    // Containers offer no sandbox to root; what runs here is our own.
    const browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox', ...flags],
      timeout: PATIENCE,
    })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE)
      const failure = new Promise<never>((_, reject) => {
        page.on('pageerror', (error) => reject(new Error(`the page failed: ${error}`)))
      })
      const work = async (): Promise<T> => {
        await page.goto(`http://127.0.0.1:${port}/`)
        return use(page)
      }
      return await Promise.race([failure, work()])
    } finally {
      await browser.close()
    }
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}
