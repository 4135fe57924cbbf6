// Robots in the scene Cell, as a user has them: values are typed, a frame is dragged and typed, states are chosen, links are found in
// their tree, and what they look like is shown. One script, for any size of the window and both themes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { engine } from '../../../studio/scenes/cell/engine.js'
import { CELLS } from '../../../studio/workcell/cells.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { millimetres } from '../../../studio/workcell/names.js'
import { straightBanner } from '../../../studio/workcell/tool-words.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { type openStudio, root, type StudioPage, until } from '../browser.js'
import { FRONT } from '../page.js'
import { overflowing, unnamed } from '../watch.js'

export const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

interface State {
  readonly q?: readonly number[]
  readonly from?: readonly number[]
  readonly frames?: readonly string[]
  readonly shown?: string
}

export async function useRobots(
  open: typeof openStudio,
  size: keyof typeof SIZES,
  theme: 'dark' | 'light',
): Promise<void> {
  const studio = await open(`#/cell?${FRONT}`, { ...SIZES[size], theme, scale: size === 'phone' ? 1 : 0.5 })
  await studio.untilStat('distance', /mm/)
  await typeValues(studio)
  await moveFrame(studio, `cell-frame-${size}-${theme}`, size === 'phone')
  expect(await overflowing(studio)).toEqual([])
  expect(await unnamed(studio)).toEqual([])
  await keepAsPath(studio)
  await dropArm(studio)
  await studio.picture(`cell-robots-${size}-${theme}`)
  expect(await overflowing(studio)).toEqual([])
  expect(await unnamed(studio)).toEqual([])
}

/** How many pixels of the picture have a colour that is much more red, or much more green, than anything else. */
async function strongPixels({ page }: StudioPage, channel: 'red' | 'green'): Promise<number> {
  const shot = (await page.locator('.stage canvas').screenshot({ scale: 'css' })).toString('base64')
  return page.evaluate(
    async ([text, k]) => {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      let count = 0
      for (let at = 0; at < data.length; at += 4) {
        const others = [0, 1, 2].filter((c) => c !== k).map((c) => data[at + c]!)
        if (data[at + k]! > Math.max(...others) + 22) count++
      }
      return count
    },
    [shot, channel === 'red' ? 0 : 1] as const,
  )
}

const state = async (studio: StudioPage): Promise<State> => (await studio.address()).state

/** What is closest is said by names; joints take values with units, and say what they do not take. */
async function typeValues(studio: StudioPage): Promise<void> {
  const side = engine.create()
  const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
  const { nearest } = side.ask({ edits: NO_EDITS, q: start }).value
  expect(await studio.stat('closest')).toBe(`Closest pair: gun – wheel, ${millimetres(nearest!.distance)} apart`)
  const field = studio.page.getByRole('textbox', { name: 'Value of joint2' })
  const said = field.locator('xpath=following-sibling::*[@role="status"]')
  const typed = async (text: string): Promise<void> => {
    await field.fill(text)
    await field.press('Enter')
  }
  await typed('20 deg')
  await until(async () => (await state(studio)).q?.[1]).toBe(0.349066)
  expect(await field.inputValue()).toBe('20.0°')
  expect(Number(await studio.slider('joint2').inputValue())).toBeCloseTo(0.349, 3)
  // The limits are beside the slider.
  const around = studio.slider('joint2').locator('xpath=..')
  expect(await around.locator('.limit').allTextContents()).toEqual(['-100°', '110°'])
  await typed('abc')
  expect(await said.textContent()).toBe('“abc” is not a number with ° or no unit.')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await field.press('Escape')
  expect([await field.inputValue(), await said.isVisible()]).toEqual(['20.0°', false])
  await typed('500')
  await until(async () => (await state(studio)).q?.[1]).toBeCloseTo((110 * Math.PI) / 180, 9)
  expect(await said.textContent()).toBe('500.0° is beyond the limit, 110.0°.')
  await field.press('ArrowDown')
  await until(() => field.inputValue()).toBe('109.0°')
  // Undone from within the field, once what was typed is taken; what is being typed is the field's own.
  await field.press('End')
  await field.pressSequentially('7')
  await field.press('Control+z')
  expect(await state(studio)).not.toEqual({})
  await field.press('Escape')
  for (let k = 0; k < 3; k++) await field.press('Control+z')
  await until(() => state(studio)).toEqual({})
}

/** By numbers, by the pointer, back by Escape; the way is judged as in Node. */
async function moveFrame(studio: StudioPage, picture: string, isTouch: boolean): Promise<void> {
  const { page } = studio
  const side = engine.create()
  const { start } = side.open({ cell: 'arm', edits: NO_EDITS })
  const world = new Workcell(CELLS.arm!()).world(NO_EDITS)
  await studio.press('Move gun')
  const field = (name: string) => page.getByRole('textbox', { name: `Value of ${name} of arm/gun` })
  await until(() => field('z').inputValue()).toBe('1169.3 mm')
  const judged = async (): Promise<string> => {
    const { q, from } = await state(studio)
    if (q === undefined || from === undefined) return 'nothing'
    return straightBanner(side.straight({ edits: NO_EDITS, from, q, budget: 60_000 }).value).words
  }
  const expectJudged = async (): Promise<string> => {
    const words = (await judged()).replaceAll('arm/', '')
    await studio.untilStat('straight', words)
    return words
  }

  // Straight down, into the wheel: a collision with its place, and the way there.
  await field('z').fill('1.05 m')
  await field('z').press('Enter')
  await until(async () => (await state(studio)).from).toEqual(start)
  const { q } = await state(studio)
  expect(world.linkPose(q!, 'arm/gun')[11]).toBeCloseTo(1.05, 3)
  expect(await expectJudged()).toMatch(/^Collision at \d+ % of the way: gun – wheel$/)
  await studio.press('Show where')
  await until(async () => world.collides((await state(studio)).q!)).toBe(true)
  await studio.press('Undo (Ctrl Z)')
  await studio.press('Undo (Ctrl Z)')
  await page.locator('[data-stat=straight]').waitFor({ state: 'detached' })

  // By its middle: up, which is free; one step, or none. The ghost is green.
  const green = await strongPixels(studio, 'green')
  const at = world.linkPose(start, 'arm/gun')
  const middle = await studio.placeOf([at[3]!, at[7]!, at[11]!])
  const followed = (): Promise<unknown> => until(async () => (await state(studio)).q).toBeDefined()
  await studio.drag(middle, [10, -50], async () => {
    await followed()
    await page.keyboard.press('Escape')
    await until(async () => (await state(studio)).q).toBeUndefined()
  })
  expect((await state(studio)).from).toBeUndefined()
  await (isTouch ? touchDrag : drag)(studio, middle, [10, -50], async () => {
    await followed()
    await studio.untilStat('straight', 'The straight motion is proved free')
  })
  await until(async () => (await state(studio)).from).toEqual(start)
  await expectJudged()
  const now = (await state(studio)).q!
  expect(world.linkPose(now, 'arm/gun')[11]).toBeGreaterThan(at[11]! + 0.05)
  expect(world.outsideLimits(now)).toEqual([])
  await until(() => strongPixels(studio, 'green')).toBeGreaterThan(green + 500)
  // What is said of the way stands above what the colours mean.
  const [chip, under] = [
    (await page.locator('.chip.straight').boundingBox())!,
    (await page.locator('.under').boundingBox())!,
  ]
  expect(chip.y + chip.height).toBeLessThanOrEqual(under.y)
  await studio.picture(picture)
  await studio.press('Undo (Ctrl Z)')
  await until(() => state(studio)).toEqual({ tool: 'arm/gun' })
  await studio.press('Redo (Ctrl Shift Z)')

  // Farther than it is long: it stays behind, and says so.
  await field('x').fill('5000')
  await field('x').press('Enter')
  await studio.untilStat('reach', /^Out of reach: the arm is not that long\. The frame stays \d{4}\.\d mm and /)
  await studio.press('Undo (Ctrl Z)')
  await expectJudged()
}

type Drag = StudioPage['drag'] extends (...args: infer A) => infer R ? (studio: StudioPage, ...args: A) => R : never

const drag: Drag = (studio, ...args) => studio.drag(...args)

/** By a finger. */
const touchDrag: Drag = async ({ page }, [x, y], [dx, dy], followed) => {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + share * dx, y: y + share * dy }],
    })
  await send('touchStart', 0)
  for (let k = 1; k <= 5; k++) await send('touchMove', k / 5)
  await followed()
  await send('touchEnd', 1)
  await session.detach()
}

/** The scene Motion opens with the cell and the way. */
async function keepAsPath(studio: StudioPage): Promise<void> {
  const { q, from } = await state(studio)
  await studio.press('Keep as path')
  await until(async () => (await studio.address()).scene).toBe('motion')
  const waypoints = async () => (await studio.address()).state.waypoints as readonly (readonly number[])[] | undefined
  await until(waypoints).toEqual([from, q])
}

/** An arm with named states and visuals of its own, of which a mesh is missing. */
async function dropArm(studio: StudioPage): Promise<void> {
  const { page } = studio
  const text = (name: string): string => readFileSync(join(root, 'examples', name), 'utf8')
  const visual = `<visual><geometry><sphere radius="0.12"/></geometry><material name="m"><color rgba="1 0 0 1"/></material></visual>
    <visual><geometry><mesh filename="shell.dae"/></geometry></visual>`
  const urdf = text('arm.urdf').replace('<link name="base">', `<link name="base">${visual}`)
  await studio.go('#/cell')
  await studio.drop([
    { path: 'arm.urdf', content: urdf },
    { path: 'arm.srdf', content: text('arm.srdf') },
  ])
  const states = page.getByRole('combobox', { name: 'Named states' })
  await states.waitFor()
  // It begins in the only one that there is.
  expect(await states.locator('option:checked').textContent()).toBe('up')
  await studio.slide('shoulder', 0.5)
  await until(() => states.locator('option:checked').textContent()).toBe('none of them now')
  await states.selectOption('up')
  await until(async () => (await state(studio)).q).toEqual([0, 0, 0, 0, 0])
  await studio.press('Undo (Ctrl Z)')
  await until(async () => (await state(studio)).q?.[1]).toBe(0.5)

  const red = await strongPixels(studio, 'red')
  await studio.choose('Draw', 'visual')
  expect(await studio.untilStat('visual-note', /shell\.dae/)).toContain('Drop them together with arm.urdf')
  expect((await state(studio)).shown).toBe('visual')
  // Links without are drawn as they are checked.
  await page.locator('.stage-legend', { hasText: 'arm: geometry that is checked' }).waitFor()
  await until(() => strongPixels(studio, 'red')).toBeGreaterThan(red + 500)
  await page.locator('summary', { hasText: 'Link tree' }).click()
  const tree = page.getByRole('list', { name: 'Links' })
  expect(await tree.locator('button.link').count()).toBe(7)
  const hand = tree.getByRole('button', { name: /^hand/ })
  await hand.press('Enter')
  expect(await hand.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('checkbox', { name: 'Frame of hand' }).check()
  await until(async () => (await state(studio)).frames).toEqual(['arm/hand'])
  await tree.getByRole('button', { name: 'What hangs on hand' }).click()
  expect(await tree.locator('button.link').count()).toBe(5)
  await studio.choose('Draw', 'both')
  await studio.tick('Frames of all links')
  await until(async () => (await state(studio)).frames).toEqual(['*'])
  await studio.frame()
  await studio.frame()
}
