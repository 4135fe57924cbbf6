// <limber-view> in Chromium, on a page with a strict policy: several elements, each with its verdict; forged and foreign certificates are
// refused in words; keys, colours, sizes; what is taken off the page leaves nothing behind.
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, type Served, servedToChromium, WEBGL_FLAGS } from '../chromium/browser.js'
import { filesOfPage, root } from './files.js'
import { drawnShare, pixelsLike } from './pixels.js'

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' }

/** Nothing but what the page's own server has: no inline script or style, no eval, not even WebAssembly. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'"

const PAGE = `<!doctype html><meta charset="utf-8"><title>Elements</title>
<link rel="stylesheet" href="/page.css">
<script type="module" src="/listen.js"></script>
<script type="module" src="/element/limber-view.js"></script>
<limber-view id="proved" src="cell.json" motion="round-post.json" certificate="certificate.json" controls theme="light">Round a post</limber-view>
<limber-view id="forged" src="cell.json" motion="round-post.json" certificate="forged.json" controls></limber-view>
<limber-view id="checked" src="rod.json" motion="past-rod.json" controls theme="dark" label="The rod"></limber-view>
<limber-view id="none" src="none.json"></limber-view>`

const LISTEN = `globalThis.heard = []
for (const name of ['limber-load', 'limber-verdict', 'limber-error']) {
  addEventListener(name, ({ target, detail }) => heard.push([target.id, name, detail.outcome ?? detail.words ?? detail.objects.length]))
}`

const CSS = 'body { margin: 0 } limber-view { height: 300px; margin-bottom: 8px } #proved { --limber-robot: #ff00ff }'

test('elements on a page with a strict policy: verdicts, keys, colours, the end', { timeout: 180_000 }, async ({
  skip,
}) => {
  const program = findChromium() ?? skip(HOW_TO_GET_IT)
  const files = await filesOfPage()
  const own = new Map([
    ['/', PAGE],
    ['/listen.js', LISTEN],
    ['/page.css', CSS],
  ])
  const find = (path: string): Served | undefined => {
    const type =
      path === '/' ? 'text/html' : path.endsWith('.css') ? 'text/css' : (TYPES[extname(path)] ?? 'text/plain')
    const text = own.get(path) ?? files.get(path.slice(1))
    if (text !== undefined) return { type, body: text }
    const file = join(root, 'dist', path)
    return path.startsWith('/element/') && existsSync(file) ? { type, body: readFileSync(file) } : undefined
  }
  const headers = { 'content-security-policy': POLICY }
  await servedToChromium(
    program,
    find,
    async (page) => {
      page.setDefaultTimeout(30_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        // Asked for below: a file that is not there, and a page without WebGL, of which three complains too.
        const isMeant = /none\.json|404|Error creating WebGL context/.test(message.text())
        if (message.type() === 'error' && !isMeant) complaints.push(message.text())
      })
      const said = (id: string) => page.locator(`#${id} [role=status]`)
      await said('proved').getByText('✓ Free at every instant: proved').waitFor()
      await said('forged').getByText('✗ The certificate was refused: ').waitFor()
      await said('none').getByText('no such file').waitFor()
      await said('checked').getByText('Not checked.').waitFor()
      expect(await said('proved').textContent()).toMatch(
        /: 4 segments, \d+ planes\. Not covered: the inside of open meshes \(tray\)\.$/,
      )
      expect(await said('forged').textContent()).toMatch(/digest.* Nothing is known of the motion\.$/)

      // The colour that the page has set, and none of it in another element.
      expect(await pixelsLike(page.locator('#proved canvas'), [220, 0, 220])).toBeGreaterThan(500)
      expect(await pixelsLike(page.locator('#checked canvas'), [220, 0, 220])).toBe(0)

      // React sets what is called as a property is: it becomes the attribute, and the method stays.
      expect(
        await page.evaluate(
          `[true, false].map((value) => { const view = document.createElement('limber-view'); view.check = value; return [view.hasAttribute('check'), typeof view.check] })`,
        ),
      ).toEqual([
        [true, 'function'],
        [false, 'function'],
      ])

      // By the button, it is checked here: a collision, and the picture goes there.
      const rod = page.getByRole('group', { name: 'The rod' })
      await rod.getByRole('button', { name: 'Check' }).click()
      await said('checked')
        .getByText(/✗ arm\/\w+ and rod touch, 6\d\.\d % along the motion/)
        .waitFor()
      const time = (id: string): Promise<number> => page.evaluate(`document.getElementById('${id}').time`)
      expect(await time('checked')).toBeCloseTo(0.63, 1)
      expect(await pixelsLike(page.locator('#checked canvas'), [240, 82, 75])).toBeGreaterThan(5)

      // By keys alone.
      await page.locator('#proved canvas').focus()
      for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
      expect(await time('proved')).toBeCloseTo(0.96, 5)
      await page.keyboard.press('Home')
      await page.keyboard.press(' ')
      await page.locator('#proved').getByRole('button', { name: 'Pause' }).waitFor()
      await expect.poll(() => time('proved')).toBeGreaterThan(0)
      await page.keyboard.press(' ')
      expect(await page.evaluate(`document.getElementById('proved').paused`)).toBe(true)
      await page.locator('#proved').getByRole('slider', { name: 'Where along the motion' }).fill('0.25')
      expect(await time('proved')).toBeCloseTo(0.25, 5)

      // Off the page and on again: another worker, the same verdict.
      const verdicts = (): Promise<number> =>
        page.evaluate(`heard.filter(([id, name]) => id === 'proved' && name === 'limber-verdict').length`)
      const drawn = `document.querySelector('#proved').shadowRoot.querySelector('canvas').width`
      await page.evaluate(
        `{ const view = document.getElementById('proved'); view.remove(); document.body.append(view) }`,
      )
      await expect.poll(verdicts, { timeout: 30_000 }).toBe(2)
      expect(await page.evaluate(drawn)).toBeGreaterThan(100)
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(() => page.evaluate(drawn)).toBeLessThanOrEqual(390)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

      // All of the scene is seen, and it fills the picture.
      const share = async (): Promise<number> => {
        const { width, height } = await drawnShare(page.locator('#proved canvas'), [244, 246, 248])
        return Math.max(width, height)
      }
      await page.evaluate(`document.getElementById('proved').removeAttribute('controls')`)
      await expect.poll(share).toBeCloseTo(0.9, 1)

      // Attributes that change: what was shown and known of another scene is gone.
      const set = (name: string, value: string): Promise<void> =>
        page.evaluate(`document.getElementById('checked').setAttribute('${name}', '${value}')`)
      expect(await page.evaluate(`document.getElementById('checked').verdict?.outcome`)).toBe('collision')
      await set('motion', 'http://[')
      await said('checked').getByText('✗ motion="http://[" is not an address.').waitFor()
      expect(await page.evaluate(`document.getElementById('checked').verdict === undefined`)).toBe(true)
      await expect.poll(() => pixelsLike(page.locator('#checked canvas'), [240, 82, 75])).toBe(0)
      await set('motion', 'past-rod.json')
      await said('checked').getByText('Not checked.').waitFor()
      expect(
        await page.evaluate(
          `(() => { try { document.getElementById('checked').time = Number.NaN } catch (error) { return error.message } })()`,
        ),
      ).toBe('time: expected a number from 0 to 1, got NaN')

      // Without WebGL there is no picture, and what is known of the motion is said all the same.
      await page.evaluate(`{
        HTMLCanvasElement.prototype.getContext = () => null
        const view = document.getElementById('proved').cloneNode(true)
        view.id = 'blind'
        document.body.append(view)
      }`)
      await said('blind').getByText('✓ Free at every instant: proved').waitFor()
      await page.locator('#blind').getByText('This browser has no WebGL, which the picture needs.').waitFor()
      await page.locator('#blind').getByText('Round a post').waitFor()
      await page.evaluate(`document.getElementById('blind').remove()`)

      const heard = (await page.evaluate('heard')) as [string, string, unknown][]
      expect(heard.filter(([id]) => id === 'proved').map(([, name, what]) => [name, what])).toEqual([
        ['limber-load', 11],
        ['limber-verdict', 'proved'],
        ['limber-load', 11],
        ['limber-verdict', 'proved'],
      ])
      expect(heard).toContainEqual(['forged', 'limber-verdict', 'refused'])
      expect(heard.filter(([id]) => id === 'none').map(([, name]) => name)).toEqual(['limber-error'])
      await expect.poll(() => page.workers().length).toBe(3)
      expect(complaints).toEqual([])
    },
    { headers, flags: WEBGL_FLAGS },
  )
})
