// Same robots, same classes, witnesses and proofs in Node and in Chromium, bit by bit.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import type { Work } from './work.js'
import { workAllow } from './work-allow.js'

const program = findChromium()

test('[same-seed] Node and Chromium decide pairs of links the same, to the last byte of their proofs', {
  timeout: 300_000,
}, async ({ skip }) => {
  const urdf = readFileSync('examples/arm.urdf', 'utf8')
  const ours = await workAllow(urdf)
  // Not by failing everywhere alike.
  for (const kind of ['never', 'sometimes', 'always', 'touches']) {
    expect(ours.map(({ outcome }) => outcome).join(', ')).toContain(` ${kind} `)
  }
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundlePage()
  const theirs = await inChromium(program, script, async (page) => {
    await page.waitForFunction(() => 'workAllow' in globalThis)
    return page.evaluate(
      (text) => (globalThis as unknown as { workAllow: (urdf: string) => Promise<Work[]> }).workAllow(text),
      urdf,
    )
  })
  expect(theirs).toEqual(ours)
})
