// The documentation site is built, with dead links as errors; it loads nothing from elsewhere; and its live examples print in a page
// what their comments say.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { fencesOf } from '../../site/build/markdown.js'
import { documents, pageOf } from '../../site/build/pages.js'
import { findChromium, HOW_TO_GET_IT, WEBGL_FLAGS } from '../chromium/browser.js'
import { promisesOf } from '../project/docs/programs.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const site = join(root, 'dist', 'website')

beforeAll(async () => {
  const build = join(root, 'dist', 'site', 'build', 'main.js')
  const start = performance.now()
  // Throws with all that was printed, dead links among it.
  await promisify(execFile)(process.execPath, [build], { cwd: root, maxBuffer: 1 << 26 })
  console.log(`the site was built in ${((performance.now() - start) / 1000).toFixed(0)} s`)
}, 600_000)

function pages(): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html') && !path.startsWith('studio/'))
}

test('every document, command and entry has its page', () => {
  const found = pages()
  expect(documents(root).filter((path) => !found.includes(pageOf(path).replace(/\.md$/, '.html')))).toEqual([])
  for (const page of ['cli/check', 'cli/lab', 'api/limber/index', 'api/limber/robots/functions/checkMotion']) {
    expect(found).toContain(`${page}.html`)
  }
  expect(existsSync(join(site, 'studio', 'index.html'))).toBe(true)
  console.log(`${found.length} pages`)
})

test('pages load nothing from elsewhere', () => {
  const loads = /<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?\/\/[^"]*"|url\(["']?https?:/g
  const foreign = pages().flatMap((path) =>
    [...readFileSync(join(site, path), 'utf8').matchAll(loads)].map(([load]) => `${path}: ${load}`),
  )
  expect(foreign).toEqual([])
})

test('a command page has usage, options, examples and exit codes', () => {
  const text = readFileSync(join(root, 'site', 'pages', 'cli', 'check.md'), 'utf8')
  for (const part of ['limber check [options] <scene>', '`--path <file>`', '## Examples', '$ ', 'Exit codes:']) {
    expect(text).toContain(part)
  }
})

test('the page of a value links to the pages that use it', () => {
  const text = readFileSync(join(root, 'site', 'pages', 'api/limber/robots/functions/checkMotion.md'), 'utf8')
  expect(text).toMatch(/## Used in\n\n.*\]\(\.\.\/\.\.\/\.\.\/\.\.\/guides\/motions\.md\)/)
})

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

test('live examples print in the page what their comments say', { timeout: 300_000 }, async ({ skip }) => {
  const program = findChromium() ?? skip(HOW_TO_GET_IT)
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url!, 'http://localhost').pathname))
    const file = join(site, path.endsWith('/') ? `${path}index.html` : path)
    if (!file.startsWith(site) || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    return response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', ...WEBGL_FLAGS] })
  try {
    const page = await browser.newPage()
    const foreign: string[] = []
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      const address = request.url()
      if (!address.startsWith(home) && !/^(blob|data):/.test(address)) foreign.push(address)
    })
    await page.goto(`${home}/live.html`, { waitUntil: 'networkidle' })
    const examples = fencesOf('docs/live.md', readFileSync(join(root, 'docs/live.md'), 'utf8')).filter(
      ({ language, words }) => language === 'ts' && words.includes('live'),
    )
    const boxes = page.locator('.live')
    expect(await boxes.count()).toBe(examples.length)
    for (const [k, { text }] of examples.entries()) {
      await boxes.nth(k).locator('button', { hasText: 'Run' }).click()
      const output = boxes.nth(k).locator('.output.done')
      await output.waitFor({ timeout: 120_000 })
      expect((await output.innerText()).split('\n')).toEqual([...promisesOf(text).promises.values()])
    }
    const drawn = await page.evaluate(`(() => {
      const canvas = document.querySelector('.live canvas')
      return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)
    })()`)
    expect(drawn).toBe(true)
    // Its elements have verified the certificate that the build has made, and check what has none.
    const said = page.locator('limber-view [role=status]')
    await said.first().getByText('✓ Free at every instant: proved').waitFor({ timeout: 120_000 })
    await page.locator('limber-view').nth(1).getByRole('button', { name: 'Check' }).click()
    await said
      .nth(1)
      .getByText(/ and rod touch, /)
      .waitFor({ timeout: 120_000 })
    expect(problems).toEqual([])
    expect(foreign).toEqual([])
  } finally {
    await browser.close()
    server.close()
  }
})
