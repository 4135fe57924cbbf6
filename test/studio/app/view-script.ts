// What every stage can do, gone through at one size and in one theme: fit, keys of the camera, views, legends. One page for all scenes.
import { expect } from 'vitest'
import { scenes } from '../../../studio/scenes/index.js'
import { type openStudio, type StudioPage, until } from '../browser.js'
import { camera, inTheWay, placed } from './stage.js'

export interface Look {
  readonly width: number
  readonly height: number
  readonly theme: 'dark' | 'light'
}

export const DESKTOP_DARK: Look = { width: 1440, height: 900, theme: 'dark' }
export const PHONE_LIGHT: Look = { width: 390, height: 844, theme: 'light' }
export const ALL_LOOKS: readonly Look[] = [
  DESKTOP_DARK,
  PHONE_LIGHT,
  { ...DESKTOP_DARK, theme: 'light' },
  { ...PHONE_LIGHT, theme: 'dark' },
]

/** Scenes that stand still, and a number that is there once they are drawn. */
export const STILL: Readonly<Record<string, readonly [address: string, stat: string]>> = {
  cell: ['#/cell', 'distance'],
  motion: ['#/motion', 'verdict'],
  robots: ['#/robots?state={"cell":"four"}', 'here'],
  chain: ['#/chain?state={"beads":200,"steps":1}', 'steps'],
  rope: ['#/rope?state={"frame":40}', 'gap'],
  protein: ['#/protein?state={"structure":"bundle"}', 'clashes'],
  hand: ['#/hand?state={"t":0.3}', 'touching'],
  meshes: ['#/meshes?state={"at":[1,0,0],"triangles":600}', 'distance'],
}

/** Opens a scene that stands still in a page, and waits until its engine has answered. */
export async function goStill(studio: StudioPage, id: string): Promise<void> {
  const [address, stat] = STILL[id]!
  await studio.go(address)
  await studio.page.waitForFunction(
    (name) => /\d|[a-z]{4}/i.test(document.querySelector(`[data-stat="${name}"]`)?.textContent ?? ''),
    stat,
  )
  await until(async () => (await placed(studio)).points).toBeGreaterThan(20)
}

export async function viewScript(open: typeof openStudio, { width, height, theme }: Look): Promise<void> {
  const studio = await open(STILL.hand![0], { width, height, theme, scale: 0.25 })
  const { page } = studio
  const withoutLegend: string[] = []
  for (const { id } of scenes.filter((scene) => scene.id in STILL)) {
    await goStill(studio, id)
    // Again, where an overlay has grown meanwhile.
    await until(() => badlyFitted(studio)).toBe('')
    expect(await inTheWay(studio), id).toEqual([])
    if ((await page.locator('.stage-legend li').count()) === 0) withoutLegend.push(id)
  }
  await keysOfTheCamera(studio)
  await foldsLegend(studio)
  expect(withoutLegend, 'scenes without a legend').toEqual([])
}

/** What is wrong with the picture after F: it fills what is free of one side or the other, and leaves a margin on all. */
async function badlyFitted(studio: StudioPage): Promise<string> {
  await studio.page.keyboard.press('f')
  await studio.frame()
  await studio.frame()
  const { left, right, top, bottom, free } = await placed(studio)
  const room = Math.min(free.right - free.left, free.bottom - free.top)
  const least = Math.min(left - free.left, free.right - right, top - free.top, free.bottom - bottom)
  const fills = Math.max((right - left) / (free.right - free.left), (bottom - top) / (free.bottom - free.top))
  if (least > 0.05 * room && fills > 0.6) return ''
  return `margin ${(least / room).toFixed(3)}, fills ${fills.toFixed(2)}`
}

async function keysOfTheCamera(studio: StudioPage): Promise<void> {
  const { page } = studio
  const canvas = page.locator('.stage canvas')
  await canvas.focus()
  expect(await canvas.getAttribute('aria-label')).toMatch(/^Meshes, in three dimensions\. Arrow keys turn it/)
  const far = ({ position, target }: { position: number[]; target: number[] }): number =>
    Math.hypot(...position.map((x, k) => x - target[k]!))
  // From here on the camera is where the keys put it.
  await page.keyboard.press('ArrowLeft')
  const first = await camera(studio)
  await page.keyboard.press('ArrowRight')
  const turned = await camera(studio)
  turned.target.forEach((x, k) => {
    expect(x).toBeCloseTo(first.target[k]!, 9)
  })
  expect(far(turned)).toBeCloseTo(far(first), 6)
  expect(turned.position).not.toEqual(first.position)
  await page.keyboard.press('Shift+ArrowUp')
  const moved = await camera(studio)
  expect(far(moved)).toBeCloseTo(far(turned), 6)
  expect(moved.target[2]).toBeGreaterThan(turned.target[2]!)
  await page.keyboard.press('+')
  expect(far(await camera(studio))).toBeCloseTo(0.85 * far(moved), 6)
  await page.keyboard.press('-')
  expect(far(await camera(studio))).toBeCloseTo(far(moved), 6)
  // A link has it.
  expect((await studio.address()).view).toHaveLength(6)
  // The menu, by keys.
  const views = page.locator('summary[aria-label=Views]')
  await views.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement!.textContent)).toBe('Top')
  await page.keyboard.press('Enter')
  const above = await camera(studio)
  expect(above.position[2]! - above.target[2]!).toBeCloseTo(far(above), 3)
  await page.keyboard.press('f')
  await until(async () => (await studio.address()).view).toBeUndefined()
}

async function foldsLegend(studio: StudioPage): Promise<void> {
  const { page } = studio
  const entries = page.locator('.stage-legend li')
  const count = await entries.count()
  expect(count).toBeGreaterThan(3)
  const high = async (): Promise<number> => (await page.locator('.clear').boundingBox())!.height
  await page.getByRole('button', { name: /^Colours/ }).click()
  expect(await entries.count()).toBe(0)
  const folded = await high()
  expect(await page.evaluate(() => localStorage.getItem('limber-legend'))).toBe('folded')
  await page.getByRole('button', { name: /^Colours/ }).click()
  expect(await entries.count()).toBe(count)
  // What is free gives way to it.
  expect(await high()).toBeLessThanOrEqual(folded)
}
