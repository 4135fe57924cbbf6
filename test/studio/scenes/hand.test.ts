// The hand in Chromium: its numbers are the engine's, it plays and stops, boxes are chosen, a link restores it.
import { expect } from 'vitest'
import { engine, type HandMethods } from '../../../studio/scenes/hand/engine.js'
import { FIRST, type HandState, volumeText } from '../../../studio/scenes/hand/state.js'
import { browserTest, type StudioPage, until } from '../browser.js'

/** One for each body. */
const sides = new Map<string, HandMethods>()

/** What the engine says in Node, in the words of the page. */
function expected(state: Partial<HandState>): Record<string, string> {
  const { body, first, second, level, t } = { ...FIRST, ...state }
  const side = sides.get(body) ?? engine.create()
  if (!sides.has(body)) side.open({ body })
  sides.set(body, side)
  const { rows, touching } = side.ask({ t, level, kinds: [first, second] }).value
  return {
    ...Object.fromEntries(
      rows.flatMap(({ kind, volumeTests, pairTests, updated, volume }) => [
        [`${kind}-volumeTests`, volumeTests.toLocaleString('en')],
        [`${kind}-pairTests`, pairTests.toLocaleString('en')],
        [`${kind}-updated`, updated.toLocaleString('en')],
        [`${kind}-volume`, volumeText(volume)],
      ]),
    ),
    touching: String(touching.length),
    boxes: String(rows.find(({ kind }) => kind === first)!.boxes),
  }
}

async function expectNumbers(studio: StudioPage, state: Partial<HandState>): Promise<void> {
  const wanted = expected(state)
  await until(async () => {
    const all = await studio.stats()
    return Object.fromEntries(Object.keys(wanted).map((id) => [id, all[id]]))
  }).toEqual(wanted)
}

browserTest('Hand: alive at once, and stops; another body', async (open) => {
  const studio = await open('#/hand', { width: 700, height: 500 })
  await studio.untilMore('cab-volumeTests', 0)
  const before = await studio.stat('cab-volume')
  await until(() => studio.stat('cab-volume')).not.toBe(before)
  await studio.press('Stop')
  await studio.button('Stop').waitFor({ state: 'detached' })
  await until(async () => (await studio.address()).state.t).toBeGreaterThan(0)
  const { t } = (await studio.address()).state as { t: number }
  await expectNumbers(studio, { t })
  await studio.choose('Body', 'snake')
  await expectNumbers(studio, { body: 'snake', t })
})

browserTest('Hand: numbers are the engine’s in Node; boxes by the panel; links; undo', async (open) => {
  const studio = await open('#/hand?state={"t":0.36}')
  await expectNumbers(studio, { t: 0.36 })
  await studio.picture('hand')
  await studio.slide('Level', 0)
  await studio.choose('The other', 'covariance')
  await studio.slide('Pose', 0.3)
  const state = { t: 0.3, level: 0, second: 'covariance' } as const
  await expectNumbers(studio, state)
  expect((await studio.address()).state).toEqual(state)
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, { ...state, t: 0.36 })
  await studio.page.keyboard.press('b')
  await expectNumbers(studio, { ...state, t: 0.36, level: 1 })
  await studio.load('#/hand?state={"body":"paper","t":0.21,"level":1}')
  await expectNumbers(studio, { body: 'paper', t: 0.21, level: 1 })
  await studio.picture('hand-paper')
  await studio.load('#/hand?state={"t":7}')
  await studio.untilNotice(/t must be a number from 0 to 1/)
})
