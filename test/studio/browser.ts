// The studio in a real Chromium, for tests: the built studio, by its real server, with software WebGL. One browser a test file,
// started when it is first needed and ended with the file. Where there is no Chromium, the tests are skipped and say so.
//
// LIMBER_STUDIO names a folder with a built studio to be used as it is; without it dist/studio is built where it is old.
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type StudioServer, startStudioServer } from '../../cli/studio/studio-server.js'
import { findChromium, HOW_TO_GET_IT, WEBGL_FLAGS } from '../chromium/browser.js'
import { StudioPage } from './page.js'

export type { StudioPage } from './page.js'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** Where pictures of the scenes are kept. */
const PICTURES = join(root, 'dist', 'pictures')
/** Milliseconds that a browser may take for anything that it is asked for: a guard on a busy machine, not a promise. */
const PATIENCE = 60_000

// Containers offer no sandbox to root; what runs here is our own. Without a graphics card, WebGL is drawn by the processor;
// the page itself is then put together without it, which takes a third of the work.
const FLAGS = ['--no-sandbox', ...WEBGL_FLAGS, '--disable-gpu-compositing']

interface Running {
  readonly browser: Browser
  readonly server: StudioServer
}

let running: Promise<Running> | undefined
/** Whether it was said that there is no browser: once a file is enough. */
let told = false

/** The folder that is served. */
export async function studioFolder(): Promise<string> {
  const named = process.env.LIMBER_STUDIO
  if (named !== undefined && named !== '') return named
  await promisify(execFile)(process.execPath, [join(root, 'scripts', 'build-studio.mjs')])
  return join(root, 'dist', 'studio')
}

async function start(): Promise<Running> {
  const server = await startStudioServer({ folder: await studioFolder(), port: 0 })
  try {
    const executablePath = findChromium()!
    return { server, browser: await chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE }) }
  } catch (error) {
    await server.close()
    throw error
  }
}

async function end(): Promise<void> {
  const { browser, server } = (await running?.catch(() => undefined)) ?? {}
  running = undefined
  await browser?.close()
  await server?.close()
}

export interface OpenOptions {
  readonly width?: number
  readonly height?: number
  /** Pixels of the picture for one of the page, each way. Default: half of one, since the processor draws them. */
  readonly scale?: number
  readonly theme?: 'dark' | 'light'
  /** As many frames as the browser will draw. Default: five a second, since the processor draws them. */
  readonly allFrames?: boolean
  /** Runs in the page before anything of the studio does. */
  readonly before?: () => void
  /** Hints are shown as on the first visit. */
  readonly hints?: boolean
  /** Nothing is loaded yet: the test does it, by load(). */
  readonly empty?: boolean
}

/** Runs in the page: as if it had been visited before. A blank page has no storage. */
function dismissHints(): void {
  if (location.protocol !== 'about:') localStorage.setItem('limber-hints-seen', 'all')
}

/** Runs in the page: it is told to draw five times a second. */
function drawSeldom(): void {
  const every = 200
  globalThis.requestAnimationFrame = (work) =>
    window.setTimeout(() => work(performance.now()), every - (performance.now() % every))
  globalThis.cancelAnimationFrame = (id) => window.clearTimeout(id)
}

/**
 * A page of its own (storage and all) at an address such as `#/chain?state={"beads":100}`. The scene is open when this resolves;
 * whether its engine has answered is for the test to wait for. Close it with close(), which throws if the page complained.
 */
export async function openStudio(address = '', options: OpenOptions = {}): Promise<StudioPage> {
  const { browser, server } = await (running ??= start())
  const { width = 920, height = 520, scale = 0.5, theme = 'dark', allFrames = false, before, empty = false } = options
  const settings: BrowserContextOptions = {
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
  }
  const context = await browser.newContext(settings)
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE)
  mkdirSync(PICTURES, { recursive: true })
  const studio = new StudioPage(page, server.address, PICTURES)
  if (!allFrames) await page.addInitScript(drawSeldom)
  if (options.hints !== true) await page.addInitScript(dismissHints)
  if (before !== undefined) await page.addInitScript(before)
  if (!empty) await studio.load(address)
  return studio
}

/** `await until(() => …).toBe(…)`: asked again and again until it is so; a busy machine has time. */
export function until<T>(ask: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(ask, { timeout: PATIENCE / 2, interval: 50 })
}

/** A test in the browser. Pages that it opens with `open` are closed after it; complaints of theirs fail it. */
export function browserTest(title: string, work: (open: typeof openStudio) => Promise<void>): void {
  // Files share this module, so what ends with the file is said for each of its tests; ending it again does nothing.
  afterAll(end, PATIENCE)
  test(title, { timeout: 3 * PATIENCE }, async ({ skip }) => {
    if (findChromium() === undefined) {
      if (!told) console.log(HOW_TO_GET_IT)
      told = true
      return skip(HOW_TO_GET_IT)
    }
    const pages: StudioPage[] = []
    try {
      await work(async (...args) => {
        const page = await openStudio(...args)
        pages.push(page)
        return page
      })
      for (const page of pages) page.complain()
    } finally {
      for (const page of pages) await page.page.context().close()
    }
  })
}
