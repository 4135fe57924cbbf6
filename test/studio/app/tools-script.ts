// Measures, sections, pictures, videos and copies, gone through at one size and in one theme.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type openStudio, type StudioPage, until } from '../browser.js'
import { camera } from './stage.js'
import type { Look } from './view-script.js'
import { readWebm } from './webm.js'

export async function toolsScript(open: typeof openStudio, { width, height, theme }: Look): Promise<void> {
  const studio = await open('#/cell', { width, height, theme, scale: 0.5 })
  await studio.untilStat('distance', /\d/)
  await measures(studio)
  await cuts(studio)
  await saves(studio)
  await copies(studio)
}

/** The closest pair as the scene has it, measured again by name; points that are put on what is seen; all of it follows. */
async function measures(studio: StudioPage): Promise<void> {
  const { page } = studio
  const [a, b] = (await studio.stat('pair')).split(' – ') as [string, string]
  await page.keyboard.press('m')
  await studio.choose('Between', 'bodies')
  await page.getByRole('combobox', { name: 'First body' }).selectOption({ label: a })
  await page.getByRole('combobox', { name: 'Second body' }).selectOption({ label: b })
  await studio.press('Measure them')
  const closest = await studio.stat('distance')
  await studio.untilStat('measure-1', closest)
  // It follows, and says what the panel says of the same pair.
  await studio.slide('joint2', 0.15)
  await until(() => studio.stat('distance')).not.toBe(closest)
  await until(async () => [await studio.stat('measure-1'), await studio.stat('pair')]).toEqual([
    await studio.stat('distance'),
    `${a} – ${b}`,
  ])
  // Two bodies that overlap: neighbours in the arm.
  await page.getByRole('combobox', { name: 'First body' }).selectOption({ index: 1 })
  await page.getByRole('combobox', { name: 'Second body' }).selectOption({ index: 2 })
  await studio.press('Measure them')
  await studio.untilStat('measure-2', /mm$|overlap|deep/)
  await cutUnderLabel(studio)
  // Points: on the left mesh and on the right one, exact within what a pixel is.
  await page.keyboard.press('Escape')
  expect(await page.locator('.measures li').count()).toBe(0)
  await studio.go(
    '#/meshes?state={"pair":"boxes","at":[1.5,0,0],"turn":[0,0,0,1],"depth":-1}&view=0.75,-6,0.01,0.75,0,0',
  )
  await studio.untilStat('distance', '0.5000')
  await page.keyboard.press('m')
  await studio.choose('Between', 'points')
  await studio.tick('Nearest vertex')
  const { position, target } = await camera(studio)
  const spot = async (x: number, z: number): Promise<[number, number]> => {
    const box = (await page.locator('.stage canvas').boundingBox())!
    const free = (await page.locator('.clear').boundingBox())!
    const far = Math.hypot(...position.map((p, k) => p - target[k]!))
    const scale = box.height / 2 / Math.tan((20 * Math.PI) / 180) / (far - 0.33)
    return [box.x + box.width / 2 + scale * (x - 0.75), free.y + free.height / 2 - scale * z]
  }
  // Near corners of the two, 1 and 1.5 long: between -0.5 and 0.5, and 1 and 2 along x.
  await page.mouse.click(...(await spot(0.46, 0.1)))
  await page.mouse.click(...(await spot(1.04, 0.1)))
  await studio.untilStat('measure-3', /^0\.5\d*|^0\.[56]/)
  await studio.choose('Between', 'bodies')
  await page.mouse.click(...(await spot(0.3, 0)))
  await page.mouse.click(...(await spot(1.3, 0)))
  await studio.untilStat('measure-4', '0.5000')
  // By the list, one; by Escape, all.
  await page.getByRole('button', { name: /^Remove a vertex/ }).click()
  expect(await page.locator('.measures li').count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(await page.locator('.measures').count()).toBe(0)
}

/** What is cut never hides words; colours of the tools are explained. */
async function cutUnderLabel(studio: StudioPage): Promise<void> {
  const { page } = studio
  const legend = page.getByRole('region', { name: 'Colours' })
  await legend.getByText('measured').waitFor()
  await studio.press('Section: cut it open')
  await legend.getByText('inside, where it is cut').waitFor()
  await studio.frame()
  await studio.frame()
  const [x, y] = await lastLabel(studio)
  for (const by of [-16, -8, 0, 8, 16]) expect(isInside(await colourAt(studio, x + by, y))).toBe(false)
  await studio.press('Whole again')
}

/** Where the middle of the label of the newest measure is on the page. */
function lastLabel({ page }: StudioPage): Promise<[number, number]> {
  return page.evaluate(() => {
    interface Part {
      readonly isSprite?: true
      readonly visible: boolean
      readonly position: { clone(): { project(camera: unknown): { x: number; y: number } } }
    }
    const canvas = document.querySelector('.stage canvas')!
    const stage = (canvas as unknown as { limberStage: { aids: { children: Part[] }; camera: unknown } }).limberStage
    const label = stage.aids.children.findLast(({ isSprite, visible }) => isSprite === true && visible)!
    const { x, y } = label.position.clone().project(stage.camera)
    const box = canvas.getBoundingClientRect()
    // It is 20 pixels high, and 7 above its place.
    return [box.x + (0.5 + x / 2) * box.width, box.y + (0.5 - y / 2) * box.height - 17]
  })
}

/** The colour of the picture at a place in the world that the boxes' scene shows in its middle. */
async function colourAt({ page }: StudioPage, x: number, y: number): Promise<number[]> {
  const shot = (await page.screenshot({ clip: { x: x - 2, y: y - 2, width: 4, height: 4 } })).toString('base64')
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return [...context.getImageData(0, 0, 1, 1).data]
  }, shot)
}

function isInside([r = 0, g = 0, b = 0]: readonly number[]): boolean {
  return r > 180 && g > 110 && g < 190 && b < 90
}

/** What is cut is seen from the inside; a link has it. */
async function cuts(studio: StudioPage): Promise<void> {
  const { page } = studio
  const section = async (): Promise<string | null> =>
    new URLSearchParams((await page.evaluate(() => location.hash)).split('?')[1]).get('section')
  const box = (await page.locator('.stage canvas').boundingBox())!
  const free = (await page.locator('.clear').boundingBox())!
  const far = 6
  const scale = box.height / 2 / Math.tan((20 * Math.PI) / 180) / far
  const spot = [box.x + box.width / 2 - 0.75 * scale, free.y + free.height / 2] as const
  const whole = await colourAt(studio, ...spot)
  await studio.press('Section: cut it open')
  expect(await section()).toMatch(/^0,-1,0,/)
  // Flat and orange, in both themes.
  await until(async () => isInside(await colourAt(studio, ...spot))).toBe(true)
  await studio.press('Cut the other side')
  expect(await section()).toMatch(/^0,1,0,/)
  await studio.choose('Across', 'x')
  expect(await section()).toMatch(/^-?1,0,0,/)
  await studio.slide('Cut at', 0.25)
  const link = await page.evaluate(() => location.hash)
  await studio.press('Whole again')
  expect(await section()).toBeNull()
  await until(() => colourAt(studio, ...spot)).toEqual(whole)
  await studio.go(link)
  expect(await page.evaluate(() => location.hash)).toBe(link)
  expect(await page.getByRole('slider', { name: 'Cut at' }).inputValue()).toBe('0.25')
  await studio.press('Whole again')
}

async function openExport({ page }: StudioPage): Promise<void> {
  await page.locator('summary', { hasText: 'Save' }).click()
  await page.getByRole('button', { name: 'Picture or video …' }).click()
  await page.getByRole('dialog', { name: 'Picture or video' }).waitFor()
}

async function download({ page }: StudioPage, act: () => Promise<void>): Promise<Buffer> {
  const [found] = await Promise.all([page.waitForEvent('download'), act()])
  return readFileSync(await found.path())
}

async function saves(studio: StudioPage): Promise<void> {
  const { page } = studio
  await openExport(studio)
  await studio.choose('Size', 'own')
  for (const [name, value] of [
    ['Width', '640'],
    ['Height', '360'],
  ] as const)
    await page.getByRole('spinbutton', { name }).fill(value)
  await studio.tick('With its background', false)
  const picture = await download(studio, () => studio.press('Save'))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([640, 360])
  // With alpha: what is not drawn is seen through.
  expect(picture[25]).toBe(6)
  const clear = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const at = (x: number, y: number): number => context.getImageData(x, y, 1, 1).data[3]!
    return [at(2, 2), at(230, 180)]
  }, picture.toString('base64'))
  expect(clear).toEqual([0, 255])
  // The page's picture is as it was.
  const shown = (await page.locator('.stage canvas').boundingBox())!
  expect(await page.locator('.stage canvas').evaluate((one) => (one as HTMLCanvasElement).width)).toBe(
    Math.floor(shown.width / 2),
  )
  await openExport(studio)
  await studio.choose('Kind', 'video')
  await studio.choose('Size', 'own')
  await page.getByRole('spinbutton', { name: 'Width' }).fill('320')
  await page.getByRole('spinbutton', { name: 'Height' }).fill('180')
  await page.getByRole('spinbutton', { name: 'Seconds' }).fill('2.6')
  const video = readWebm(await download(studio, () => studio.press('Record')))
  expect([video.width, video.height]).toEqual([320, 180])
  expect(video.frames).toBeGreaterThan(10)
  // Stopped, it keeps what there is.
  await openExport(studio)
  await studio.choose('Kind', 'video')
  await page.getByRole('spinbutton', { name: 'Seconds' }).fill('500')
  const part = await download(studio, async () => {
    await studio.press('Record')
    await page.locator('.progress span', { hasText: /^[1-9]\.\d of 500 s/ }).waitFor()
    await studio.press('Stop and save')
  })
  expect(readWebm(part).frames).toBeGreaterThan(1)
}

async function copies(studio: StudioPage): Promise<void> {
  const { page } = studio
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const choose = async (name: string): Promise<void> => {
    await page.locator('summary', { hasText: 'Copy' }).click()
    await studio.press(name)
  }
  await choose('Link to this view')
  await until(clipboard).toBe(page.url())
  for (const [name, words] of [
    ['Command', /^npx limber query first\.obj second\.obj/],
    ['Code', /from 'limber\/meshes'/],
  ] as const) {
    await choose(`${name} …`)
    const shown = await page.getByRole('textbox', { name }).inputValue()
    expect(shown).toMatch(words)
    // The files that it reads are saved from there.
    const first = await download(studio, () => studio.press('Save first.obj: First mesh (OBJ)'))
    expect(first.toString()).toMatch(/^v /)
    expect(await page.getByRole('button', { name: /^Save second\.obj/ }).count()).toBe(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click()
    await until(clipboard).toBe(shown)
  }
  await studio.go('#/lab')
  await choose('Code …')
  await page.getByText('No public function does this: copy the command.').waitFor()
  await page.keyboard.press('Escape')
  await until(() => page.evaluate(() => document.activeElement!.textContent)).toBe('Copy')
}
