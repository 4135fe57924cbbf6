import { expect } from 'vitest'
import { engine } from '../../../studio/scenes/rope/engine.js'
import { FIRST, type RopeState, ropeLookOf, ropeSetupOf } from '../../../studio/scenes/rope/state.js'
import { browserTest, until } from '../browser.js'

/** What the engine says in Node of the state that the page shows. */
function inNode(change: Partial<RopeState>) {
  const state = { ...FIRST, ...change }
  return engine.create().build({ setup: ropeSetupOf(state), look: ropeLookOf(state), frame: Math.max(0, state.frame) })
    .value
}

function proved(tests: number): string {
  return `✓ proved: ${tests.toLocaleString('en')} tests`
}

browserTest(
  'a link shows a rope at a frame, with the numbers of the engine in Node; it plays and pauses',
  async (open) => {
    const state = { rope: 'curl', beads: 200, frame: 250, level: 4, edges: true, cages: 'both' } as const
    const studio = await open(`#/rope?state=${JSON.stringify(state)}`)
    await studio.untilMore('edges', 0)
    const { closest, numbers, hitPairs } = inNode(state)
    expect(await studio.number('hits')).toBe(hitPairs)
    expect(await studio.stat('gap')).toBe(closest!.gap.toFixed(4))
    expect(await studio.stat('pair')).toBe(`${closest!.a} – ${closest!.b}`)
    expect(numbers.proof).toMatchObject({ free: true, valid: true })
    if (numbers.proof!.free) expect(await studio.stat('proof')).toBe(proved(numbers.proof!.tests))
    expect(await studio.number('edges')).toBe(numbers.edges)
    expect(await studio.stat('wrappedRadii')).toBe(numbers.wrappedRadii.toFixed(2))
    expect(await studio.stat('layeredRadii')).toBe(numbers.layeredRadii.toFixed(2))
    expect(await studio.number('frame')).toBe(250)
    await studio.picture('rope-cages')
    await studio.press('Play')
    await studio.untilMore('frame', 252)
    await studio.press('Pause')
    const frame = await studio.number('frame')
    expect((await studio.address()).state).toMatchObject({ frame })
  },
)

browserTest(
  'it plays at once, with basis changes a second; scrubbing stops it, and can be taken back',
  async (open) => {
    const studio = await open('#/rope')
    await studio.untilMore('basis', 0)
    await studio.slide('Frame', 60)
    await studio.button('Play').waitFor()
    await until(() => studio.stat('gap')).toBe(inNode({ frame: 60 }).closest!.gap.toFixed(4))
    await studio.picture('rope')
    await studio.slide('Frame', 250)
    await until(() => studio.stat('gap')).toBe(inNode({ frame: 250 }).closest!.gap.toFixed(4))
    await studio.press('Undo (Ctrl Z)')
    await studio.untilStat('frame', '60')
    await until(() => studio.stat('gap')).toBe(inNode({ frame: 60 }).closest!.gap.toFixed(4))
  },
)

browserTest('a rope that is made too thick touches itself: how often is said, and nothing is proved', async (open) => {
  const studio = await open('#/rope?state={"rope":"coiled","beads":500,"frame":30,"level":-1}', { theme: 'light' })
  await studio.untilStat('proof', /proved/)
  expect(await studio.number('hits')).toBe(0)
  await studio.slide('Thickness', 1.3)
  await studio.untilMore('hits', 0)
  const { hitPairs, numbers } = inNode({ rope: 'coiled', beads: 500, frame: 30, level: -1, thickness: 1.3 })
  expect(await studio.number('hits')).toBe(hitPairs)
  expect(numbers.proof).toMatchObject({ free: false })
  await studio.untilStat('proof', /^no: beads [\d,]+ and [\d,]+ touch$/)
  await studio.picture('rope-touching')
})

browserTest(
  'a step that is not free is red: a click shows the crossing at its instant; undo, keys, link',
  async (open) => {
    const studio = await open('#/rope?state={"rope":"mirror","beads":100,"level":-1,"frame":3}')
    await studio.untilStat('steps', '1 of 23 steps is not free')
    await studio.untilStat('step', '3: ✓ free')
    expect(await studio.stat('keepsKnot')).toBe('✓ proved')
    await studio.untilStat('knot', '3, 2')
    await studio.press('Step 11: the first meeting')
    await studio.untilStat('step', '11: 8 – 58 at 0.500')
    await studio.untilStat('knot', 'meets itself')
    expect(await studio.stats()).toMatchObject({ meetings: '3', keepsKnot: 'not proved', frame: '11.50' })
    expect((await studio.address()).state).toMatchObject({ frame: 11, instant: 0.5 })
    await studio.picture('rope-passage')
    await studio.press('Undo (Ctrl Z)')
    await studio.untilStat('frame', '3.00')
    await studio.page.keyboard.press('n')
    await studio.untilStat('frame', '11.50')
    await studio.choose('Motion', 'swelling')
    await studio.untilStat('steps', 'All 23 straight steps are free')
    // A link to a frame that there is not leads to the last one.
    await studio.go('#/rope?state={"rope":"swelling","frame":40}')
    await studio.untilStat('frame', '23.00')
  },
)

/** Runs in the page: what the engine says waits while `limberHeld` is a list. */
function holdAnswers(): void {
  const PlainWorker = Worker
  class HeldWorker extends PlainWorker {
    constructor(...args: ConstructorParameters<typeof PlainWorker>) {
      super(...args)
      this.addEventListener('message', (event) => {
        const { limberHeld } = globalThis as unknown as Held
        if (limberHeld === undefined || !event.isTrusted) return
        event.stopImmediatePropagation()
        limberHeld.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })))
      })
    }
  }
  Object.assign(globalThis, { Worker: HeldWorker })
}

interface Held {
  limberHeld: (() => void)[] | undefined
}

browserTest(
  'another rope has no numbers until its own are there, whatever comes late of the one before',
  async (open) => {
    const studio = await open('#/rope?state={"rope":"curl","beads":200,"frame":250}', { before: holdAnswers })
    const { page } = studio
    const shown = (change: Partial<RopeState>) => inNode(change).closest!.gap.toFixed(4)
    await until(() => studio.stat('gap')).toBe(shown({ rope: 'curl', beads: 200, frame: 250 }))
    await studio.untilStat('steps', /not free|are free/)
    const held = () => page.evaluate(() => (globalThis as unknown as Held).limberHeld!.length)
    await page.evaluate(() => Object.assign(globalThis, { limberHeld: [] }))
    await studio.slide('Frame', 100)
    await until(held).toBe(1)
    await studio.choose('Motion', 'coiled')
    await until(held).toBeGreaterThan(1)
    await page.evaluate(() => (globalThis as unknown as Held).limberHeld![0]!())
    await studio.frame()
    expect(await studio.stats()).toMatchObject({ gap: '–', hits: '–', pair: '–' })
    await page.evaluate(() => {
      const all = globalThis as unknown as Held
      const rest = all.limberHeld!.slice(1)
      all.limberHeld = undefined
      for (const go of rest) go()
    })
    await studio.untilMore('frame', 0)
    await studio.slide('Frame', 30)
    await until(() => studio.stat('gap')).toBe(shown({ rope: 'coiled', beads: 500, frame: 30 }))
  },
)
