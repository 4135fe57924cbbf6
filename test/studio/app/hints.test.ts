// Hints for the first visit: dismissed for good, called back from the list of keys; and what an empty scene says.
import { expect } from 'vitest'
import { browserTest } from '../browser.js'

browserTest('hints are for the first visit, go away for good and come back when asked', async (open) => {
  const studio = await open('#/meshes', { hints: true, width: 390, height: 844, theme: 'light' })
  const { page } = studio
  const hints = page.getByRole('region', { name: 'Hints' })
  await hints.waitFor()
  // Beside the picture, never over it.
  const [card, stage] = [(await hints.boundingBox())!, (await page.locator('.stage').boundingBox())!]
  expect(card.y).toBeGreaterThanOrEqual(stage.y + stage.height - 1)
  await studio.press('Got it')
  expect(await hints.count()).toBe(0)
  await page.reload()
  await studio.opened()
  expect(await hints.count()).toBe(0)
  // Other scenes have their own; a reader who follows a link sees what it shows.
  await studio.go('#/hand')
  await hints.waitFor()
  await studio.go('#/chain?state={"beads":200}')
  expect(await hints.count()).toBe(0)
  await studio.go('#/hand')
  await studio.press('No more hints')
  await studio.go('#/lab')
  expect(await hints.count()).toBe(0)
  await page.keyboard.press('?')
  await studio.press('Show the hints again')
  await hints.waitFor()
  // Everything taken away: it is said what to do.
  const empty = JSON.stringify({ limber: 1, robots: [], obstacles: [], attached: [], allowed: [] })
  await studio.go('#/cell')
  await studio.untilStat('distance', /\d/)
  await studio.drop([{ path: 'scene.json', content: empty }])
  expect(await studio.untilStat('empty', /Drop a robot/)).toMatch(/choose an example/)
})
