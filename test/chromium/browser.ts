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
export async function inChromium<T>(program: string, script: string, use: (page: Page) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js'
    const known = isScript || request.url === '/'
    response.writeHead(known ? 200 : 404, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(
      isScript
        ? script
        : known
          ? '<!doctype html><title>Limber</title><script type="module" src="/script.js"></script>'
          : '',
    )
  })
  await new Promise<void>((done) => {
    // Port 0: any that is free.
    server.listen(0, '127.0.0.1', done)
  })
  try {
    const { port } = server.address() as AddressInfo
    // Containers offer no sandbox to root; what runs here is our own.
    const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'], timeout: PATIENCE })
    try {
      const page = await browser.newPage()
      page.setDefaultTimeout(PATIENCE)
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(String(error)))
      await page.goto(`http://127.0.0.1:${port}/`)
      const result = await use(page)
      if (problems.length > 0) throw new Error(`the page failed: ${problems.join('; ')}`)
      return result
    } finally {
      await browser.close()
    }
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}
