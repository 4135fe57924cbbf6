// The page about React Three Fiber is true: its program compiles under strict rules against the package, and runs in Chromium; what it
// draws and prints is what the engine says.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fencesOf } from '../../site/build/markdown.js'
import { box, cylinder, Robot, World } from '../../src/index.js'
import { findChromium, HOW_TO_GET_IT, type Served, servedToChromium, WEBGL_FLAGS } from '../chromium/browser.js'
import { root } from './files.js'
import { pixelsLike } from './pixels.js'

const PAGE =
  '<!doctype html><meta charset="utf-8"><style>#root > div { height: 500px !important }</style><div id="root"></div><script type="module" src="./main.tsx"></script>'
/** Names and events of the element are known to TypeScript. */
const LISTENING = `
const view = document.querySelector('limber-view')
view?.addEventListener('limber-verdict', ({ detail }) => console.log(detail.words, view.time))
`
let folder: string

beforeAll(() => {
  // Inside the checkout: from here `limber` is this package.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist', 'react-'))
  const [program, element, ...others] = fencesOf('react.md', readFileSync(join(root, 'docs/recipes/react.md'), 'utf8'))
  expect(others).toEqual([])
  writeFileSync(join(folder, 'main.tsx'), program!.text)
  writeFileSync(join(folder, 'element.tsx'), element!.text + LISTENING)
  writeFileSync(join(folder, 'index.html'), PAGE)
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, jsx: 'react-jsx' },
    ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2023', 'dom'] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.tsx', 'element.tsx'] }))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('it compiles under strict rules', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

/** The same arm, made here. */
function worldOfPage(): World {
  const bar = (name: string) => ({
    name,
    geometry: [{ shape: box({ size: [1, 0.1, 0.1], at: [0.5, 0, 0] }) }],
  })
  const joint = (name: string, parent: string, child: string, x: number) =>
    ({ name, kind: 'continuous', parent, child, axis: [0, 0, 1], origin: { at: [x, 0, 0] } }) as const
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'base' }, bar('upper'), bar('lower')],
    joints: [joint('shoulder', 'base', 'upper', 0), joint('elbow', 'upper', 'lower', 1)],
  })
  const shape = cylinder({ radius: 0.01, length: 1, at: [0.4, 1.5, 0] })
  return new World({ robots: [robot], obstacles: [{ name: 'rod', shape }] })
}

test('it is drawn in Chromium, and says what the engine says', { timeout: 120_000 }, async ({ skip }) => {
  const program = findChromium() ?? skip(HOW_TO_GET_IT)
  const minify = false
  await build({ root: folder, configFile: false, logLevel: 'error', build: { minify, chunkSizeWarningLimit: 9999 } })
  const find = (path: string): Served | undefined => {
    const file = join(folder, 'dist', path === '/' ? 'index.html' : path)
    const type = { '.js': 'text/javascript', '.html': 'text/html' }[extname(file)]
    return type === undefined ? undefined : { type, body: readFileSync(file) }
  }
  const world = worldOfPage()
  await servedToChromium(
    program,
    find,
    async (page) => {
      page.setDefaultTimeout(30_000)
      const turnTo = async (turn: number): Promise<void> => {
        await page.getByRole('slider', { name: 'Turn' }).fill(String(turn))
        const { distance } = world.distance([turn, turn / 2])
        await page.locator('output').getByText(distance.toFixed(4), { exact: true }).waitFor()
      }
      const reds = (): Promise<number> => pixelsLike(page.locator('canvas'), [214, 50, 45])
      await turnTo(0)
      expect(await reds()).toBe(0)
      // Where the second bar meets the rod.
      const turns = Array.from({ length: 150 }, (_, k) => Number((0.01 * k).toFixed(2)))
      const hit = turns.find((turn) => world.collides([turn, turn / 2]))!
      expect(hit).toBeGreaterThan(0.5)
      await turnTo(hit)
      await expect.poll(reds, { timeout: 20_000 }).toBeGreaterThan(100)
    },
    { flags: WEBGL_FLAGS },
  )
})
