// A studio that follows a file and a server, in the browser: one script for every size and theme.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ServeFollower } from '../../../cli/studio/follow-serve.js'
import { LiveFeed } from '../../../cli/studio/live-feed.js'
import { startStudioServer } from '../../../cli/studio/studio-server.js'
import { watchScene } from '../../../cli/studio/watch-scene.js'
import { readScene } from '../../../node/index.js'
import { Session } from '../../../node/serve/session.js'
import { sceneFolder } from '../../cli/live-rig.js'
import { type OpenOptions, type openStudio, root, studioFolder, until } from '../browser.js'
import { overflowing } from '../watch.js'

type Size = Required<Pick<OpenOptions, 'width' | 'height' | 'theme'>>

export async function followInBrowser(open: typeof openStudio, size: Size): Promise<void> {
  const place = sceneFolder()
  const live = new LiveFeed()
  const server = await startStudioServer({ folder: await studioFolder(), port: 0, live })
  const watching = watchScene(place.scene, undefined, live)
  try {
    await watching.first
    const studio = await open('', { ...size, empty: true })
    const { page } = studio
    studio.allow(server.address)
    const bar = page.locator('.live')
    const name = `live-${size.width}-${size.theme}`
    await page.goto(`${server.address}?live`)
    await bar.getByText('Live: cell.json').waitFor()
    await studio.untilNotice('cell.json is open.')
    const { world } = await readScene(place.scene)

    // A joint and the camera are where the user has put them, and stay there.
    const joint = page.getByRole('slider').first()
    await joint.focus()
    await page.keyboard.press('ArrowRight')
    const state = async () => (await studio.address()).state as { q?: number[]; cell?: string }
    await until(async () => (await state()).q?.length).toBe(world.dof)
    const { q } = await state()
    const pixels = async (): Promise<string> => (await page.locator('.stage canvas').screenshot()).toString('base64')
    const before = await pixels()
    place.edit((scene) => {
      scene.obstacles = scene.obstacles.filter((one) => one.name !== 'post')
    })
    await until(async () => (await page.getByText('post', { exact: true }).count()) === 0).toBe(true)
    await until(async () => (await state()).q).toEqual(q)
    await until(async () => (await pixels()) === before).toBe(false)

    // What the studio does not show: what is there instead is not taken for it.
    const read = (name: string): string => readFileSync(join(root, 'examples', name), 'utf8')
    const good = readFileSync(place.scene, 'utf8')
    place.write('cable.xyz', read('cable.xyz'))
    place.write('cell.json', read('cable.json'))
    await bar.getByText(/This is not on the stage\. .*bends, which the studio does not show/).waitFor()
    expect(await overflowing(studio)).toEqual([])
    place.write('cell.json', good)
    await bar.getByText(/This is not on the stage/).waitFor({ state: 'detached' })
    await until(async () => (await state()).q).toEqual(q)

    // Who is not seen does not listen, and catches up when it is seen again.
    const see = (isHidden: boolean): Promise<void> =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await see(true)
    const pages = (): number => (live as unknown as { pages: ReadonlySet<unknown> }).pages.size
    await until(pages).toBe(0)
    place.edit((scene) => {
      scene.obstacles.push({ ...scene.obstacles[0]!, name: 'unseen' })
    })
    await see(false)
    const unseen = (): Promise<number> => page.getByText('unseen', { exact: true }).count()
    await until(unseen).toBeGreaterThan(0)
    place.write('cell.json', good)
    await until(unseen).toBe(0)

    // Broken: words, and the last good one stays.
    place.write('cell.json', '{ "limber": 1, ')
    await bar.getByText(/cell\.json.*expected.*\. The last good one is shown\./).waitFor()
    expect((await state()).q).toEqual(q)
    expect(await overflowing(studio)).toEqual([])
    await studio.picture(`${name}-broken`)

    watching.stop()

    // What a server is asked and answers.
    place.remove()
    const other = sceneFolder()
    try {
      const follower = new ServeFollower(live, { folder: other.folder, root: other.folder })
      const session = new Session({ folder: other.folder, root: other.folder, version: '0', observe: follower.see })
      const ask = (method: string, params: object): Promise<string | undefined> =>
        session.handle(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      await ask('world.open', { scene: 'cell.json' })
      const values = Array.from(world.neutral(), (_, k) => 0.1 * (k + 1))
      await ask('collides', { world: 'w1', q: [values] })
      const words = world.collides(Float64Array.from(values)) ? 'Collision' : 'No collision, except inside open meshes'
      await bar.getByText(words, { exact: true }).waitFor()
      await until(async () => (await state()).q).toEqual(values)
      await ask('check', { world: 'w1', path: 'round-post.json' })
      await bar.getByText('Free at every instant: proved, except inside open meshes').waitFor()
      await until(() => page.evaluate(() => location.hash)).toMatch(/^#\/motion/)
      await until(async () => (await studio.address()).state.waypoints).toHaveLength(5)
      // The timeline is below the colours, and all of it is seen.
      const bottoms = await page.evaluate(() =>
        ['.under', '.overlay', 'main'].map((part) => document.querySelector(part)!.getBoundingClientRect().bottom),
      )
      expect(bottoms).toEqual([...bottoms].sort((a, b) => a - b))
      await studio.picture(`${name}-served`)
    } finally {
      other.remove()
    }
    expect(studio.complaints).toEqual([])
    await server.close()
    await bar.getByText('Connection lost: trying again').waitFor()
    // Of the connection, which is gone.
    studio.complaints.length = 0
  } finally {
    watching.stop()
    place.remove()
    await server.close()
  }
}

/** Both sizes, both themes. */
export const SIZES: readonly Size[] = [
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
]
