// Same seed, same answer, in Node and in Chromium: paths of twelve seeds, verdicts, certificates and distances, bit by bit.
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { bundlePage } from './bundle.js'
import { SEEDS, type Work, workAll } from './work.js'

const program = findChromium()
const ours = workAll()

test('[same-seed] Node and Chromium find the same paths, verdicts and distances, to the last bit', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundlePage()
  const theirs = await inChromium(program, script, async (page) => {
    await page.waitForFunction(() => 'workAll' in globalThis)
    return page.evaluate(() => (globalThis as unknown as { workAll: () => Work[] }).workAll())
  })
  expect(theirs).toEqual(ours)
})

test('[same-seed] the same seed twice is the same path, and another seed another one', () => {
  const all = ours
  // Not by failing everywhere alike.
  const outcomes = all.map(({ name, outcome }) => `${name}: ${outcome.split(/[ ,]/)[0]}`)
  for (const one of ['smoothed: smoothed', 'timed: timed', 'arm, pose 1: solved', 'flyer, walk: stopped']) {
    expect(outcomes).toContain(one)
  }
  const paths = all.filter(({ name }) => name.startsWith('arm, seed'))
  const by = (text: string): (string | undefined)[] =>
    SEEDS.map((seed) => paths.find(({ name }) => name === `arm, seed ${seed}, ${text}`)?.digest)
  expect(paths.every(({ outcome }) => outcome.startsWith('solved'))).toBe(true)
  expect(by('first')).toEqual(by('again'))
  expect(new Set(by('first')).size).toBe(SEEDS.length)
})
