// Same seed, same answer, in Node and in Chromium: paths of twelve seeds, verdicts, certificates and distances, bit by bit.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { findChromium, HOW_TO_GET_IT, inChromium } from './browser.js'
import { SEEDS, type Work, workAll } from './work.js'

const here = dirname(fileURLToPath(import.meta.url))
const program = findChromium()
const ours = workAll()

/** The engine and what is to be done with it, in one module that needs nothing else. */
async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: here,
    build: { write: false, target: 'esnext', minify: false, lib: { entry: join(here, 'page.ts'), formats: ['es'] } },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('more than one file came out')
  return chunk.code
}

test('[same-seed] Node and Chromium find the same paths, verdicts and distances, to the last bit', {
  timeout: 300_000,
}, async ({ skip }) => {
  if (program === undefined) {
    console.log(HOW_TO_GET_IT)
    return skip(HOW_TO_GET_IT)
  }
  const script = await bundle()
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
