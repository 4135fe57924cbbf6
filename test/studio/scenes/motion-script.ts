// What a user does with a motion in the studio, at one size of the window and in one theme: obstacles, the timeline, two paths beside each
// other, a trajectory of ROS, and the certificate. `npm test` runs it twice, the deep tests four times.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { type openStudio, root, type StudioPage, until } from '../browser.js'
import { FRONT } from '../page.js'
import { overflowing } from '../watch.js'

export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

const example = (path: string) => ({ path, content: new Uint8Array(readFileSync(join(root, 'examples', path))) })

/** A square in the plane of x and z, whose normal is y: the camera of FRONT sees its back. */
const SHEET = 'v 0 0 0\nv 0 0 0.6\nv 0.6 0 0.6\nv 0.6 0 0\nf 1 2 3\nf 1 3 4\n'
/** In millimetres. */
const PART = 'v 0 0 0\nv 300 0 0\nv 0 200 0\nv 0 0 100\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'

async function idle(studio: StudioPage): Promise<void> {
  await studio.page.locator('[data-stat=work][data-work=""]').waitFor({ state: 'attached' })
}

interface Added {
  readonly name: string
  readonly unit?: string
  readonly at: readonly number[]
}

async function added(studio: StudioPage): Promise<readonly Added[]> {
  return ((await studio.address()).state.added ?? []) as readonly Added[]
}

async function waypointsOf(studio: StudioPage): Promise<number> {
  return studio.number('waypoints')
}

/** Pixels around a point of the world. */
async function pixels(studio: StudioPage, point: readonly [number, number, number]): Promise<Buffer> {
  const [x, y] = await studio.placeOf(point)
  await studio.frame()
  await studio.frame()
  return studio.page.screenshot({ clip: { x: x - 4, y: y - 4, width: 8, height: 8 } })
}

export async function useMotion(open: typeof openStudio, look: Look): Promise<void> {
  const studio = await open(`#/motion?state={"slow":false}&${FRONT}`, look)
  await studio.untilStat('verdict', 'Collision')
  await idle(studio)
  await obstacles(studio)
  await timeline(studio)
  await comparison(studio)
  await trajectory(studio)
  expect(await overflowing(studio)).toEqual([])
  await studio.picture(`motion-${look.width}-${look.theme}`)
}

async function obstacles(studio: StudioPage): Promise<void> {
  const { page } = studio
  // An open sheet is seen from behind.
  const spot = [1.53, 0, 0.8] as const
  const before = await pixels(studio, spot)
  await studio.drop([{ path: 'sheet.obj', content: SHEET }])
  await until(async () => (await added(studio)).length).toBe(1)
  expect(await studio.stat('verdict')).toBe('Not checked')
  await studio.slide('Position x', spot[0])
  await studio.slide('Position y', spot[1])
  const place = page.getByRole('textbox', { name: 'Value of Position z' })
  await place.fill(`${spot[2]} m`)
  await place.press('Enter')
  await until(async () => (await pixels(studio, spot)).equals(before)).toBe(false)
  expect(await page.getByRole('dialog', { name: 'Unit of sheet.obj' }).count()).toBe(0)
  await studio.press('Remove')
  await until(async () => (await pixels(studio, spot)).equals(before)).toBe(true)

  // One in millimetres is asked about, by the keyboard too, and the view stays.
  const { view } = await studio.address()
  await studio.drop([{ path: 'part.obj', content: PART }])
  const dialog = page.getByRole('dialog', { name: 'Unit of part.obj' })
  await dialog.waitFor()
  expect(await studio.stat('size-mm')).toBe('0.3 × 0.2 × 0.1 m')
  await until(() => page.evaluate(() => (document.activeElement as HTMLInputElement).checked)).toBe(true)
  await until(async () => (await added(studio)).at(-1)!.unit).toBe('mm')
  await page.keyboard.press('ArrowUp')
  await until(async () => (await added(studio)).at(-1)!.unit).toBe('cm')
  await page.keyboard.press('Enter')
  await until(() => dialog.count()).toBe(0)
  expect((await studio.address()).view).toEqual(view)
  await studio.press('Remove')

  // From the menu, with numbers that are typed; undone step by step.
  await studio.choose(/^Add$/, 'cylinder')
  await until(async () => (await added(studio)).map(({ name }) => name)).toEqual(['cylinder 1'])
  const typed = async (name: string, value: string): Promise<void> => {
    const field = page.getByRole('spinbutton', { name, exact: true })
    await field.fill(value)
    await field.press('Enter')
  }
  await typed('length', '0.8')
  await typed('pitch', '90')
  await typed('Scale', '2')
  await studio.press('Duplicate')
  await until(async () => (await added(studio)).map(({ name }) => name)).toEqual(['cylinder 1', 'cylinder 2'])
  const { state } = await studio.address()
  expect(state).toMatchObject({
    added: [{ kind: 'cylinder', size: [0.05, 0.8] }, {}],
    turned: { 'cylinder 1': [0, 90, 0], 'cylinder 2': [0, 90, 0] },
    scaled: { 'cylinder 1': 2 },
  })
  await typed('Scale', '-1')
  await studio.untilNotice('A scale is from 0.001')
  for (let k = 0; k < 5; k++) await studio.press('Undo (Ctrl Z)')
  await until(async () => (await added(studio)).length).toBe(0)
}

async function timeline(studio: StudioPage): Promise<void> {
  const { page } = studio
  await studio.press('Check')
  await studio.untilStat('verdict', 'Collision')
  await idle(studio)
  // A waypoint where it collides, which is deleted again: what was proved of the path is not said of another.
  await studio.slider('Position along the path').evaluate((input: HTMLInputElement) => {
    input.value = '0.4'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(await studio.button('Delete this waypoint').isDisabled()).toBe(true)
  await studio.press('Add a waypoint here')
  await until(() => waypointsOf(studio)).toBe(3)
  expect(await studio.stat('verdict')).toBe('Not checked')
  expect(await studio.stat('waypoint')).toBe('2')
  await studio.press('Previous waypoint')
  await studio.untilStat('waypoint', 'start')
  await page.keyboard.press('.')
  await studio.untilStat('waypoint', '2')
  // Its joints can be typed, by keyboard alone.
  await page.getByText('Joints at waypoint 2', { exact: true }).click()
  const joint = page.getByRole('textbox', { name: 'Value of joint1' })
  await joint.fill('-20')
  await joint.press('Enter')
  await until(async () => ((await studio.address()).state.waypoints as number[][])[1]![0]).toBe(-0.349066)
  await studio.untilStat('waypoint', '2')
  await studio.press('Undo (Ctrl Z)')
  // Without times, a mark that is dragged past another changes places with it.
  const order = async (): Promise<number[]> =>
    ((await studio.address()).state.waypoints as number[][]).map((q) => Number(q[0]!.toFixed(3)))
  expect(await order()).toEqual([-0.75, -0.15, 0.75])
  const mark = page.getByRole('button', { name: 'Waypoint 2 of 3', exact: true })
  const box = (await mark.boundingBox())!
  const goal = (await page.getByRole('button', { name: 'Goal', exact: true }).boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(goal.x - 20, box.y)
  expect(await order()).toEqual([-0.75, -0.15, 0.75])
  await page.mouse.move(goal.x + goal.width, box.y)
  await page.mouse.up()
  await until(order).toEqual([-0.75, 0.75, -0.15])
  await page.keyboard.press('Control+z')
  await until(order).toEqual([-0.75, -0.15, 0.75])
  await page.keyboard.press('Delete')
  await until(() => waypointsOf(studio)).toBe(2)
  // Played once, four times as fast: it ends at the goal.
  await studio.choose('At the end', 'once')
  await studio.slide('Speed', 2)
  expect(await studio.stat('speed')).toBe('4×')
  await page.keyboard.press(',')
  await studio.press('Play')
  await studio.untilStat('place', '100.0 %')
  await studio.button('Play').waitFor()
  expect((await studio.address()).state).toMatchObject({ t: 1, speed: 4, repeat: 'once' })
}

async function comparison(studio: StudioPage): Promise<void> {
  await studio.press('Compare with this path')
  await studio.press('Plan')
  await studio.untilStat('verdict-a', 'Free: proved')
  await studio.untilStat('verdict-b', 'Collision: gun – rod')
  await studio.untilStat('least-b', /mm$/)
  await idle(studio)
  expect(await studio.number('length-a')).toBeGreaterThan(await studio.number('length-b'))
  expect(await studio.number('count-a')).toBeGreaterThan(2)
  expect(await studio.number('least-a')).toBeGreaterThan(await studio.number('least-b'))
  const own = (await studio.address()).state.waypoints
  await studio.press('Swap A and B')
  await studio.untilStat('verdict', 'Not checked')
  // Nor is the plan that was proved spoken of.
  expect(await studio.stat('work')).toBe('Ready')
  expect(((await studio.address()).state.other as { waypoints: unknown }).waypoints).toEqual(own)
  await studio.press('Swap A and B')
  await studio.press('Remove B')
  expect((await studio.address()).state.other).toBeUndefined()

  // The certificate of what is free, with all that it is about.
  await studio.press('Check')
  await studio.untilStat('verified', '✓ verified independently')
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.press('Save certificate')])
  expect(download.suggestedFilename()).toBe('motion.zip')
  const files = Object.keys(unzipSync(new Uint8Array(readFileSync(await download.path()))))
  expect(files).toEqual(expect.arrayContaining(['scene.json', 'path.json', 'certificate.json']))
}

async function trajectory(studio: StudioPage): Promise<void> {
  const { page } = studio
  await page.getByText('Trajectory: no times').click()
  await studio.press('Time it')
  await studio.untilStat('work', /^[\d.]+ s, \d+ corners cut/)
  expect((await studio.address()).state.times).toHaveLength(await waypointsOf(studio))
  expect(await page.locator('.curves .plot-line').count()).toBeGreaterThan(3)

  await studio.drop(['cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj', 'round-post.yaml'].map(example))
  await studio.untilNotice('cell.json is open.')
  await studio.tick('Slowly, so that it can be watched', false)
  await studio.untilStat('verdict', /^Free at every instant: proved/)
  await idle(studio)
  expect(await waypointsOf(studio)).toBe(14)
  await page.getByText('Trajectory: 4.04 s').click()
  // The picture is seen, however much is over it.
  await until(async () => (await page.locator('.clear').boundingBox())!.height).toBeGreaterThan(140)
  await studio.choose('Joint', '1')
  // The joint and both limits of its velocity, which the file has.
  await until(() => page.locator('.curves .plot-frame .plot-line').count()).toBe(3)
  const mark = page.locator('.curves .plot-mark')
  const atStart = Number(await mark.getAttribute('x1'))
  await page.keyboard.press('.')
  await studio.untilStat('place', /^0\.61 s/)
  await until(async () => Number(await mark.getAttribute('x1'))).toBeGreaterThan(atStart)
  // Later: another motion, which is not proved.
  const field = page.getByRole('spinbutton', { name: 'Reached at' })
  await field.fill('0.62')
  await field.press('Enter')
  await studio.untilStat('verdict', 'Not checked')
  expect(((await studio.address()).state.times as number[])[1]).toBe(0.62)
  await field.fill('99')
  await field.press('Enter')
  await studio.untilNotice('Waypoints stay in their order')
  await studio.drop([{ path: 'bad.yaml', content: 'joint_names: [nobody]\npoints:\n- positions: [1]\n' }])
  expect(await studio.untilNotice('nobody')).toContain('bad.yaml')
}
