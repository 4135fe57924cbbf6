// Every scene without sight and without a pointer: axe-core, and the Tab key through all of it. One page for all scenes.
import { expect } from 'vitest'
import { scenes } from '../../../studio/scenes/index.js'
import { type openStudio, until } from '../browser.js'
import { tabStops } from '../watch.js'
import { violations } from './access.js'
import { goStill, type Look, STILL } from './view-script.js'

/** `walks`: with the Tab key through every scene, which takes long. */
export async function accessScript(
  open: typeof openStudio,
  { width, height, theme }: Look,
  walks: boolean,
): Promise<void> {
  const studio = await open('#/lab', { width, height, theme, scale: 0.25 })
  const found: string[] = []
  for (const { id } of scenes) {
    if (id in STILL) await goStill(studio, id)
    else await studio.go(`#/${id}`)
    found.push(...(await violations(studio)).map((one) => `${id}: ${one}`))
    if (!walks) continue
    // From the top: where the focus was left in the scene before is forgotten.
    await studio.page.reload()
    if (id in STILL) await goStill(studio, id)
    else await studio.opened()
    const { stops, places } = await tabStops(studio)
    // In the order of the page, all of it, and it is seen where one is.
    await until(() => stops.map(({ place }) => place)).toEqual(Array.from({ length: places }, (_, k) => k))
    expect(
      stops.filter(({ outlined }) => !outlined),
      id,
    ).toEqual([])
  }
  expect(found).toEqual([])
}
