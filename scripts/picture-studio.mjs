// Pictures of the studio, drawn by Chromium. `node scripts/picture-studio.mjs` makes those of docs/pictures again, as WebP: a sixth of
// a PNG, and the package carries them. `node scripts/picture-studio.mjs --all FOLDER` writes every scene at the size of a desktop and of
// a phone, light and dark, as PNG.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startStudioServer } from '../dist/cli/studio/studio-server.js'
import { findChromium, HOW_TO_GET_IT } from '../dist/test/chromium/browser.js'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']
const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

/** Of WebP: no difference is seen in words. */
const QUALITY = 0.9

/** Pictures of the documents: an address, a theme, and what is done before the picture is taken. */
const PICTURES = {
  'motion.webp': {
    address: '#/motion?state={"slow":false}',
    theme: 'light',
    async before(page) {
      await page.getByRole('button', { name: 'Check', exact: true }).click()
      await page.getByText('Collision', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Show where' }).click()
    },
  },
  'rope.webp': { address: '#/rope?state={"rope":"knot","frame":86,"level":5}', theme: 'dark' },
  'passage.webp': {
    address: '#/rope?state={"rope":"mirror","beads":100}',
    theme: 'dark',
    before: (page) => page.getByRole('button', { name: 'First contact' }).click(),
  },
  'protein.webp': {
    address: '#/protein',
    theme: 'light',
    before: (page) => page.getByRole('option', { name: 'A TRP 6' }).click(),
  },
}

const executablePath = findChromium()
if (executablePath === undefined) {
  console.error(`pictures: ${HOW_TO_GET_IT}`)
  process.exit(2)
}
const server = await startStudioServer({ folder: join(root, 'dist', 'studio'), port: 0 })
const browser = await chromium.launch({ executablePath, args: FLAGS })
const at = process.argv.indexOf('--all')
try {
  if (at < 0) {
    for (const [name, how] of Object.entries(PICTURES))
      await picture(join(root, 'docs', 'pictures', name), how, DESKTOP, dismissHints)
  } else await everyScene(process.argv[at + 1] ?? join(root, 'dist', 'pictures'))
} finally {
  await browser.close()
  await server.close()
}

async function everyScene(folder) {
  mkdirSync(folder, { recursive: true })
  for (const scene of ['cell', 'motion', 'robots', 'chain', 'rope', 'protein', 'hand', 'meshes', 'lab']) {
    for (const [size, name] of [
      [DESKTOP, 'desktop'],
      [PHONE, 'phone'],
    ]) {
      for (const theme of ['light', 'dark']) {
        await picture(join(folder, `${scene}-${name}-${theme}.png`), { address: `#/${scene}`, theme }, size)
      }
    }
  }
}

/** Runs in the page: as if it had been visited before. */
function dismissHints() {
  localStorage.setItem('limber-hints-seen', 'all')
}

async function picture(path, { address, theme, before }, viewport, prepare = () => {}) {
  const context = await browser.newContext({ viewport, colorScheme: theme })
  const page = await context.newPage()
  await page.addInitScript(prepare)
  page.on('console', (message) => message.type() === 'error' && console.error(`${path}: ${message.text()}`))
  page.on('pageerror', (error) => console.error(`${path}: ${error.message}`))
  await page.goto(server.address + address, { waitUntil: 'networkidle' })
  await before?.(page)
  // What turns or plays should have come to look like itself.
  await page.waitForTimeout(2500)
  const png = await page.screenshot()
  writeFileSync(path, extname(path) === '.webp' ? await asWebp(page, png) : png)
  await context.close()
  console.log(path)
}

/** The same picture as WebP, by the browser's own encoder. */
async function asWebp(page, png) {
  const text = await page.evaluate(
    async ({ base64, quality }) => {
      const given = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([given]))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
      canvas.getContext('2d').drawImage(bitmap, 0, 0)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    },
    { base64: png.toString('base64'), quality: QUALITY },
  )
  return Buffer.from(text, 'base64')
}
