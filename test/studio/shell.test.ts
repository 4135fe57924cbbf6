// The shell of the studio in Chromium.
import { expect } from 'vitest'
import { browserTest } from './browser.js'

browserTest('a scene opens, and its engine answers', async (open) => {
  const studio = await open('#/chain')
  expect(await studio.untilMore('steps', 0)).toBeGreaterThan(0)
})
