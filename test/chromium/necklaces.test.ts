// Same necklaces, same answers, by the same tests, in Node and in Chromium, bit by bit.
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import type { Work } from './work.js'
import { workNecklaces } from './work-necklaces.js'

const program = findChromium()
const ours = workNecklaces()

test('[same-seed] Node and Chromium say the same of necklaces, and count the same tests, to the last bit', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundlePage()
  const theirs = await inChromium(program, script, async (page) => {
    await page.waitForFunction(() => 'workNecklaces' in globalThis)
    return page.evaluate(() => (globalThis as unknown as { workNecklaces: () => Work[] }).workNecklaces())
  })
  expect(theirs).toEqual(ours)
})

test('[same-seed] the same necklaces twice say the same, and others something else', () => {
  expect(workNecklaces()).toEqual(ours)
  // Not by saying nothing: every family and way has numbers of its own.
  expect(new Set(ours.map(({ digest }) => digest)).size).toBeGreaterThan(ours.length / 2)
  expect(ours.every(({ head }) => head.length > 0)).toBe(true)
})
