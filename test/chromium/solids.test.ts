// The same meshes are closed alike in Node and in Chromium, bit by bit.
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import type { Work } from './work.js'
import { workSolids } from './work-solids.js'

const program = findChromium()
const ours = workSolids()

test('[same-seed] Node and Chromium close meshes alike, to the last bit', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundlePage()
  const theirs = await inChromium(program, script, async (page) => {
    await page.waitForFunction(() => 'workSolids' in globalThis)
    return page.evaluate(() => (globalThis as unknown as { workSolids: () => Work[] }).workSolids())
  })
  expect(theirs).toEqual(ours)
})

test('[same-seed] the same meshes twice are closed alike, and others otherwise', () => {
  expect(workSolids()).toEqual(ours)
  // Not by saying nothing: every kind of damage has numbers of its own.
  expect(new Set(ours.map(({ digest }) => digest)).size).toBeGreaterThan(ours.length / 2)
  expect(ours.every(({ head }) => head.length > 0)).toBe(true)
})
