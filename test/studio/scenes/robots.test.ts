// Several robots in Chromium: the dot is dragged into a region that is not free and the two links are named, as in Node; a robot that
// is late is waited for, and all arrive; a deadlock shows its region and two copies, and other paths resolve it.
import { expect } from 'vitest'
import { engine } from '../../../studio/scenes/robots/engine.js'
import { FIRST } from '../../../studio/scenes/robots/state.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { pairNames } from '../../../studio/workcell/names.js'
import { browserTest, type StudioPage, until } from '../browser.js'
import { testTask } from '../task.js'

/** Coarse, so that it is quick. */
const ATOM = 0.1
const SETTINGS = { edits: NO_EDITS, paths: {}, speed: FIRST.speed, atom: ATOM, clearance: 0, replan: false }
const PROVED = 'Free whatever the timing: proved'

/** Where places along both paths are on the page, as shares of them. */
async function placeOf({ page }: StudioPage, a: number, b: number): Promise<[number, number]> {
  const frame = (await page.locator('.diagram .frame').boundingBox())!
  return [frame.x + frame.width * a, frame.y + frame.height * (1 - b)]
}

browserTest('Robots: the dot names the links that are not free; who is late is waited for', async (open) => {
  const side = engine.create()
  const { robots: names } = side.open({ cell: 'two', edits: NO_EDITS })
  const robots = side.lay(SETTINGS).value
  const answer = await side.coordinate(SETTINGS, testTask())
  const studio = await open(`#/robots?state={"atom":${ATOM}}`)
  const { page } = studio
  await studio.untilStat('verdict', PROVED)
  expect(await studio.number('signals')).toBe(answer.signals.length)
  await studio.untilStat('here', /^Proved free here/)
  // What the proof assumes is on the page.
  expect(await page.locator('aside').textContent()).toMatch(/stays on its path, never goes back, and passes no mark/)

  await studio.drag(await placeOf(studio, 0, 0), await by(studio, 0.3, 0.25), () =>
    studio.untilStat('here', /touch here|not proved apart|hulls overlap/),
  )
  expect(await page.locator('.dot').getAttribute('class')).toBe('dot blocked')
  const { at } = (await studio.address()).state as { at: number[] }
  expect(at.map((seconds, r) => seconds / robots[r]!.duration)).toEqual([
    expect.closeTo(0.3, 1),
    expect.closeTo(0.25, 1),
  ])
  const { answer: here, blocked } = side.ask({ edits: NO_EDITS, at }).value
  expect(blocked).toHaveLength(1)
  const pair = here.touching[0] ?? blocked[0]!
  await until(() => studio.stat('here')).toContain(pairNames(pair, { robots: names }))
  expect(await studio.stat('doing-left')).toBe('placed by hand')
  await studio.picture('robots-blocked')

  // By the keyboard.
  await page.locator('.dot').focus()
  await page.keyboard.press('Home')
  await studio.untilStat('here', /^Proved free here/)
  await page.keyboard.press('Shift+ArrowUp')
  await until(async () => (await studio.address()).state.at).toEqual([0, 0.25])

  // Let go, it plays from the start: the other waits.
  const { robot, after } = answer.signals[0]!
  await studio.slide(`Delay of ${after}`, 3)
  await studio.untilStat(`doing-${robot}`, `waits for ${after}`)
  const { end } = side.execution({ delays: { [after]: 3 } })!
  expect(await studio.stat('delayed-end')).toBe(`${end.toFixed(2)} s`)
  await page.locator('.stairs.delayed').waitFor()
  await studio.picture('robots-waiting')
  await studio.slide('Clock', Math.ceil(end))
  for (const name of names) await studio.untilStat(`doing-${name}`, 'arrived')
  await studio.untilStat('here', /^Proved free here/)
  await studio.press('Check this execution')
  await studio.untilStat('checked', 'free at every instant')

  // Obstacles have the panel that Cell has.
  await studio.choose('Add', 'box')
  await until(async () => (await studio.address()).state.added).toMatchObject([{ name: 'box 1' }])
})

async function by(studio: StudioPage, a: number, b: number): Promise<[number, number]> {
  const [from, to] = [await placeOf(studio, 0, 0), await placeOf(studio, a, b)]
  return [to[0] - from[0], to[1] - from[1]]
}

browserTest('Robots: a deadlock, two copies, other paths; a cell with path files that is dropped', async (open) => {
  const studio = await open(`#/robots?state={"cell":"swap","atom":${ATOM}}`)
  const { page } = studio
  await studio.untilStat('verdict', /^Deadlock: .* left and right cannot pass each other/)
  expect(await page.locator('.ghost circle').count()).toBe(2)
  expect(await studio.stat('ghosts')).toContain('left and right')
  await studio.picture('robots-deadlock')
  await studio.press('Other paths')
  await studio.untilStat('verdict', PROVED)
  expect(await studio.stat('replanned')).toMatch(/^(left|right) has another path\.$/)
  expect(await page.locator('.ghost circle').count()).toBe(0)
  await studio.press('Undo (Ctrl Z)')
  await studio.untilStat('verdict', /^Deadlock/)

  const side = engine.create()
  side.open({ cell: 'two', edits: NO_EDITS })
  side.lay(SETTINGS)
  const { zip } = side.files({ edits: NO_EDITS })
  await studio.drop([{ path: 'cell.zip', content: zip }])
  await until(() => page.getByRole('combobox', { name: 'Cell' }).inputValue()).toBe('file 1')
  await studio.choose('Atoms of paths', '0.08')
  await studio.untilStat('verdict', PROVED)
  expect(Object.keys((await studio.address()).state.paths as object)).toEqual(['left', 'right'])
})
