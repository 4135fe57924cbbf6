// The hand in Chromium: its numbers are the engine's, it plays and stops, boxes are chosen, a link restores it.
import { expect } from 'vitest'
import { engine, type HandAnswer } from '../../studio/scenes/hand/engine.js'
import { FIRST, type HandState, volumeText } from '../../studio/scenes/hand/state.js'
import { browserTest, type StudioPage, until } from './browser.js'

/** What the engine says in Node, in the words of the page. */
function expected(state: Partial<HandState>): Record<string, string> {
  const { body, first, second, level, t } = { ...FIRST, ...state }
  const side = engine.create()
  side.open({ body })
  const answer: HandAnswer = side.ask({ t, level, kinds: [first, second] }).value
  const rows = answer.rows.flatMap(({ kind, boxTests, pairTests, updated, volume }) => [
    [`${kind}-boxTests`, boxTests.toLocaleString('en')],
    [`${kind}-pairTests`, pairTests.toLocaleString('en')],
    [`${kind}-updated`, updated.toLocaleString('en')],
    [`${kind}-volume`, volumeText(volume)],
  ])
  const boxes = answer.rows.find(({ kind }) => kind === first)!.boxes
  return { ...Object.fromEntries(rows), touching: String(answer.touching.length), boxes: String(boxes) }
}

async function expectNumbers(studio: StudioPage, state: Partial<HandState>): Promise<void> {
  const wanted = expected(state)
  await until(async () => {
    const all = await studio.stats()
    return Object.fromEntries(Object.keys(wanted).map((id) => [id, all[id]]))
  }).toEqual(wanted)
}

browserTest('Hand: alive at once; stops, and its numbers are the engine’s in Node', async (open) => {
  const studio = await open('#/hand')
  await studio.untilMore('cab-boxTests', 0)
  const before = await studio.stat('cab-volume')
  await until(() => studio.stat('cab-volume')).not.toBe(before)
  const took = await studio.page.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Stop')!
    const from = performance.now()
    button.click()
    while (button.textContent === 'Stop') await new Promise((go) => setTimeout(go, 1))
    return performance.now() - from
  })
  expect(took).toBeLessThan(200)
  await until(async () => (await studio.address()).state.t).toBeGreaterThan(0)
  const { t } = (await studio.address()).state as { t: number }
  await expectNumbers(studio, { t })
})

browserTest('Hand: level, kinds and pose by the panel; a link restores them; undo takes them back', async (open) => {
  const studio = await open('#/hand?state={"t":0.42}')
  await expectNumbers(studio, { t: 0.42 })
  await studio.slide('Level', 0)
  await studio.choose('The other', 'covariance')
  await studio.slide('Pose', 0.3)
  const state = { t: 0.3, level: 0, second: 'covariance' } as const
  await expectNumbers(studio, state)
  expect((await studio.address()).state).toEqual(state)
  const other = await open(studio.page.url().slice(studio.base.length))
  await expectNumbers(other, state)
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, { ...state, t: 0.42 })
  await studio.page.keyboard.press('b')
  await expectNumbers(studio, { ...state, t: 0.42, level: 1 })
})

browserTest('Hand: pictures; every body opens', async (open) => {
  const studio = await open('#/hand?state={"t":0.36}')
  await expectNumbers(studio, { t: 0.36 })
  await studio.untilStat('boxes', /\d/)
  await studio.picture('hand')
  for (const body of ['paper', 'figure', 'snake'] as const) {
    await studio.go(`#/hand?state=${JSON.stringify({ body, t: 0.36 })}`)
    await expectNumbers(studio, { body, t: 0.36 })
    await studio.picture(`hand-${body}`)
  }
})
