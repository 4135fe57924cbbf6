import { expect, test } from 'vitest'
import { FoldingChain } from '../../../studio/scenes/chain/folding.js'
import { FIRST, setupOf } from '../../../studio/scenes/chain/state.js'
import { browserTest, until } from '../browser.js'
import type { StudioPage } from '../page.js'

/** Where the picture does not matter: small ones are quickly drawn. */
const SMALL = { width: 800, height: 480 }

/** The chain of the same setup, folded as far, in Node. */
function folded(beads: number, steps: number): FoldingChain {
  const folding = new FoldingChain({ ...setupOf(FIRST), beads })
  while (folding.steps < steps) folding.step()
  return folding
}

async function expectSameAsNode(studio: StudioPage, beads: number): Promise<void> {
  const steps = await studio.number('steps')
  const { taken, volumeTests, leafTests, nodesUpdated } = folded(beads, steps)
  expect(await studio.number('taken')).toBe(taken)
  expect(await studio.stat('volumeTests')).toBe((volumeTests / steps).toFixed(1))
  expect(await studio.stat('leafTests')).toBe((leafTests / steps).toFixed(1))
  expect(await studio.stat('nodes')).toBe((nodesUpdated / steps).toFixed(1))
}

browserTest(
  'the chain folds at once, and its numbers are those of the engine in Node; step by step as well',
  async (open) => {
    const studio = await open('#/chain?state={"beads":1000,"level":5,"path":true}', SMALL)
    await studio.untilMore('steps', 200)
    await studio.press('Stop')
    await studio.button('Fold').waitFor()
    await expectSameAsNode(studio, 1000)
    expect((await studio.address()).state).toMatchObject({ beads: 1000, steps: await studio.number('steps') })
    const before = await studio.number('steps')
    await studio.press('Step one')
    await until(() => studio.number('steps')).toBe(before + 1)
    await expectSameAsNode(studio, 1000)
    expect(await studio.stat('last')).toMatch(/^bond [\d,]+, -?\d+\.\d°: (taken|touched)$/)
  },
)

browserTest('ten thousand beads fold beside a grid, which gives the same answers; a picture is kept', async (open) => {
  const studio = await open('#/chain?state={"level":9}')
  await studio.untilMore('gridRate', 0)
  await studio.untilMore('rate', 0)
  expect(await studio.stat('agree')).toMatch(/^✓ all [\d,]+$/)
  await studio.untilMore('steps', 2000)
  await studio.picture('chain')
  await studio.press('Stop')
  await studio.button('Fold').waitFor()
})

browserTest(
  'a link to a folded chain folds it as far and stands still; settings begin anew, and undo goes back',
  async (open) => {
    const studio = await open('#/chain?state={"beads":500,"steps":321,"start":"helix"}', SMALL)
    await studio.untilStat('steps', '321')
    await studio.button('Fold').waitFor()
    const taken = await studio.number('taken')
    const folding = new FoldingChain({ ...setupOf(FIRST), beads: 500, start: 'helix' })
    while (folding.steps < 321) folding.step()
    expect(taken).toBe(folding.taken)
    await studio.slide('Largest turn', 1)
    await studio.untilStat('steps', '0')
    await studio.press('Undo (Ctrl Z)')
    await studio.untilStat('steps', '321')
    expect(await studio.number('taken')).toBe(taken)
    await studio.slide('Level: beads in a box', 2)
    expect((await studio.address()).state).toMatchObject({ level: 2, steps: 321 })
    await studio.press('Start again')
    await studio.untilStat('steps', '0')
  },
)

browserTest('a turn is asked about: its whole way, by the panel, by a link, and taken back', async (open) => {
  const studio = await open('#/chain?state={"beads":200,"start":"coil","seed":3,"joint":45,"angle":1.698}', SMALL)
  await studio.untilStat('way', 'It touches on the way')
  expect(await studio.stats()).toMatchObject({ steps: '0', wayEnd: 'free', wayPair: '35 – 54', wayAt: '4.4°' })
  await studio.picture('chain-way')
  await studio.slide('Angle', -0.5)
  await studio.untilStat('way', 'Free all the way')
  expect(await studio.stat('wayPair')).toBe('–')
  // What is searched for is a turn whose end is free and whose way is not.
  await studio.page.keyboard.press('t')
  await studio.untilStat('way', 'It touches on the way')
  expect(await studio.stat('wayEnd')).toBe('free')
  await studio.press('Undo (Ctrl Z)')
  await studio.untilStat('way', 'Free all the way')
  await studio.tick('Ask about a turn', false)
  await studio.untilStat('way', '–')
})

browserTest('stop stops it', async (open) => {
  const studio = await open('#/chain?state={"beads":10000}')
  await studio.untilMore('steps', 100)
  await studio.press('Stop')
  await studio.button('Fold').waitFor()
  const steps = await studio.stat('steps')
  for (let k = 0; k < 3; k++) await studio.frame()
  expect(await studio.stat('steps')).toBe(steps)
})

test('the setup of the first view is the one that tests fold', () => {
  expect(setupOf(FIRST)).toEqual({ beads: 10_000, start: 'hilbert', seed: 1, width: 0.3 })
})
