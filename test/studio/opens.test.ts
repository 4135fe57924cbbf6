// Every scene of the studio in Chromium, briefly: it opens without a complaint of the browser, and a picture of it is kept. What each
// does, and what the shell does for all, is tested by `npm run test:studio`.
import { expect } from 'vitest'
import { scenes } from '../../studio/scenes/index.js'
import { browserTest } from './browser.js'

for (const { id, title } of scenes) {
  browserTest(`${title} opens without a complaint`, async (open) => {
    const studio = await open(`#/${id}`)
    expect(await studio.page.title()).toBe(`${title} · Limber studio`)
    expect(await studio.page.locator('.sentence').textContent()).toMatch(/\w.*\.$/)
    expect(await studio.notices()).toEqual([])
    await studio.picture(`${id}-opened`)
  })
}
