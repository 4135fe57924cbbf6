// Motions in Chromium: the rod is found by the proof and stepped over by samples; a plan is proved, verified and saved; a stop
// stops; a link shows the same path.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { checkMotion, configurationsOf, parsePath, worldDocument } from '../../../src/entries/robots.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { MOTION_CELLS } from '../../../studio/scenes/motion/cells.js'
import { engine } from '../../../studio/scenes/motion/engine.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { Workcell } from '../../../studio/workcell/workcell.js'
import { browserTest, root, type StudioPage, until } from '../browser.js'
import { FRONT } from '../page.js'
import { testTask } from '../task.js'

const world = () => new Workcell(MOTION_CELLS.rod!()).world(NO_EDITS)

async function idle(studio: StudioPage): Promise<void> {
  await studio.page.locator('[data-stat=work][data-work=""]').waitFor({ state: 'attached' })
}

async function saved(studio: StudioPage, label: string): Promise<string> {
  await studio.page.locator('summary', { hasText: 'Save' }).click()
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.press(label)])
  return readFileSync(await download.path(), 'utf8')
}

browserTest('Motion: the proof finds the rod that samples step over, as the engine in Node does', async (open) => {
  const studio = await open('#/motion?state={"slow":false}')
  await studio.untilStat('verdict', 'Collision')
  const side = engine.create()
  const { start, goal } = side.open({ cell: 'rod', edits: NO_EDITS })
  const waypoints = [start, goal!]
  const answer = await side.check({ edits: NO_EDITS, waypoints, clearance: 0, slow: false }, testTask())
  const sampled = side.sample({ edits: NO_EDITS, waypoints, resolution: 0.02 })
  expect(await studio.stat('pair')).toBe('gun – rod')
  expect(await studio.stat('at')).toBe(`${(100 * answer.at!).toFixed(2)} %`)
  expect(await studio.number('tests')).toBe(answer.progress.tests)
  expect(await studio.stat('sampled')).toBe('Found nothing: it stepped over')
  expect(await studio.number('samples')).toBe(sampled.ticks.length)
  await idle(studio)
  await studio.picture('motion')

  // Where the proof says that they touch, they do.
  await studio.press('Show where')
  await until(async () => (await studio.address()).state.t).toBeCloseTo(answer.at!, 5)
  await until(async () => (await studio.stats()).now).toBe('gun – rod touch here')
  await studio.picture('motion-collision')
  await studio.slide('Longest step', 0.005)
  await studio.untilStat('sampled', 'Found a collision')

  // On a phone, too, the two tracks say what they are.
  await studio.page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Proof', 'Samples']) {
    expect(await studio.page.locator('.timeline-names').getByText(name, { exact: true }).isVisible()).toBe(true)
  }
})

browserTest('Motion: Plan goes round it; proved, verified, saved; a link shows the same path', async (open) => {
  const studio = await open('#/motion?state={"slow":false}')
  await studio.untilStat('verdict', 'Collision')
  await idle(studio)
  await studio.press('Plan')
  await studio.untilStat('verified', '✓ verified independently')
  expect(await studio.stat('verdict')).toBe('Free at every instant: proved')
  expect(await studio.stat('proved')).toBe('100.0 %')
  await idle(studio)
  await studio.picture('motion-planned')

  const path = parsePath(await saved(studio, 'Path (JSON)'))
  const waypoints = configurationsOf(world(), path)
  expect(waypoints.length).toBeGreaterThan(2)
  expect(checkMotion(world(), waypoints).outcome).toBe('free')
  const certificate = JSON.parse(await saved(studio, 'Certificate (JSON)'))
  const verification = verifyCertificate(worldDocument(world()), certificate)
  expect(verification).toMatchObject({ valid: true })
  if (verification.valid) expect(await studio.number('planes')).toBe(verification.leaves)

  const other = await open(studio.page.url().slice(studio.base.length), { width: 900, height: 500 })
  await other.untilStat('verdict', 'Free at every instant: proved')
  expect(await other.number('tests')).toBe(await studio.number('tests'))

  await studio.press('Smooth')
  await until(async () => JSON.stringify((await studio.address()).state.waypoints)).not.toBe(
    JSON.stringify(waypoints.map((q) => [...q])),
  )
  await studio.untilStat('verified', '✓ verified independently')
  await idle(studio)
  await studio.press('Undo (Ctrl Z)')
  expect((await studio.address()).state.waypoints).toEqual(waypoints.map((q) => [...q]))
})

browserTest(
  'Motion: a link that is dragged changes the waypoint it stands at; between them it is said where to go',
  async (open) => {
    const small = { width: 1000, height: 560 }
    const { start, goal } = engine.create().open({ cell: 'rod', edits: NO_EDITS })
    const studio = await open(`#/motion?state={"slow":false}&${FRONT}`, small)
    await studio.untilStat('verdict', 'Collision')
    await idle(studio)
    // The forearm, upwards.
    await studio.drag(await studio.placeOf([0.6, 0, 1.1]), [0, -40], () =>
      until(async () => (await studio.address()).state.waypoints).toBeDefined(),
    )
    const [first, second, ...others] = (await studio.address()).state.waypoints as number[][]
    expect(first).not.toEqual(start)
    expect(first!.length).toBe(start.length)
    expect([second, others]).toEqual([goal, []])
    // A drag is one step.
    await studio.press('Undo (Ctrl Z)')
    expect((await studio.address()).state.waypoints).toBeUndefined()

    const between = await open(`#/motion?state={"slow":false,"t":0.5}&${FRONT}`, small)
    await between.untilStat('verdict', 'Collision')
    await idle(between)
    await between.drag(await between.placeOf([0, 0, 0.5]), [40, 0], () =>
      between.untilNotice('Go to the start, the goal or a waypoint'),
    )
    expect((await between.address()).state.waypoints).toBeUndefined()
  },
)

/** Walls before, behind and above the arm: there is no way from one side to the other. */
const WALLS = [
  { name: 'before', kind: 'box', size: [3, 0.02, 3], at: [1.9, 0, 1.5] },
  { name: 'behind', kind: 'box', size: [3, 0.02, 3], at: [-1.9, 0, 1.5] },
  { name: 'above', kind: 'box', size: [0.8, 0.02, 1.2], at: [0, 0, 2.2] },
]

browserTest('Motion: Stop stops a check, a plan and smoothing, and nothing comes of them', async (open) => {
  const small = { width: 900, height: 500 }
  const taken: string[] = []
  const stop = async (studio: StudioPage, button: string, work: string, says = ''): Promise<void> => {
    const millis = await studio.page.evaluate(stopTime, { button, work, says })
    taken.push(`${work} ${millis.toFixed(0)} ms`)
    await idle(studio)
  }
  const shut = await open(`#/motion?state=${JSON.stringify({ added: WALLS, slow: false })}`, small)
  await shut.untilStat('verdict', 'Collision')
  await idle(shut)
  const before = await shut.address()
  await stop(shut, 'Plan', 'plan', 'Searching: \\d\\d+')
  expect(await shut.notices()).toEqual([])
  expect(await shut.address()).toEqual(before)

  const side = engine.create()
  const { start, goal } = side.open({ cell: 'six', edits: NO_EDITS })
  const ends = { edits: NO_EDITS, waypoints: [start, goal!], seed: 1, clearance: 0 }
  const { waypoints } = (await side.plan(ends, testTask())).path!
  const free = await open(`#/motion?state=${JSON.stringify({ cell: 'six', waypoints })}`, small)
  // It begins to check by itself.
  await free.untilMore('tests', 10)
  await stop(free, 'Check', 'check')
  expect(await free.stat('verdict')).toBe('Not checked')
  const path = await free.address()
  await stop(free, 'Smooth', 'smooth')
  expect(await free.address()).toEqual(path)
  console.log(`stopped: ${taken.join(', ')}`)
  // And all goes on as before.
  await free.tick('Slowly, so that it can be watched', false)
  await free.press('Check')
  await free.untilStat('verified', '✓ verified independently')
})

/**
 * Runs in the page, so that what is short is not missed: begins, presses Stop once that is under way and says so, and waits until the page
 * says that nothing is. Milliseconds from Stop to there.
 */
async function stopTime(what: { button: string; work: string; says: string }): Promise<number> {
  const named = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)!
  const work = document.querySelector('[data-stat=work]') as HTMLElement
  const turn = () => new Promise((go) => setTimeout(go, 1))
  while (named(what.button).disabled) {
    if (!named('Stop').disabled) named('Stop').click()
    await turn()
  }
  named(what.button).click()
  while (work.dataset.work !== what.work || !new RegExp(what.says).test(work.textContent!)) await turn()
  const stop = named('Stop')
  if (stop.disabled) throw new Error('there was nothing to stop any more')
  const began = performance.now()
  stop.click()
  while (work.dataset.work !== '') await turn()
  return performance.now() - began
}

browserTest('Motion: takes a scene with a path; a broken one is said by name', async (open) => {
  const studio = await open('#/motion?state={"slow":false}', { width: 900, height: 500 })
  await studio.untilStat('verdict', 'Collision')
  const example = (path: string) => ({ path, content: new Uint8Array(readFileSync(join(root, 'examples', path))) })
  await studio.drop([{ path: 'path.json', content: '{"joints":["arm/nobody"],"waypoints":[[1],[2]]}' }])
  expect(await studio.untilNotice('nobody')).toContain('a joint of the scene')
  await studio.drop(['rod.json', 'past-rod.json', 'arm.urdf', 'arm.srdf'].map(example))
  await until(() => studio.page.getByRole('combobox', { name: 'Motion' }).inputValue()).toBe('file 1')
  await studio.tick('Slowly, so that it can be watched', false)
  await studio.untilStat('verdict', 'Collision')
  expect(await studio.stat('pair')).toContain('rod')
})

browserTest('Motion: a clip moves by its own frames; a xacro robot asks for its arguments', async (open) => {
  // The scene that takes it begins with a check of its own, which must not be about the clip.
  const studio = await open('#/cell', { width: 900, height: 500 })
  const clip = { path: 'fold.bvh', content: new Uint8Array(readFileSync(join(root, 'examples', 'fold.bvh'))) }
  await studio.drop([clip])
  await studio.untilNotice('fold.bvh is open.')
  await studio.tick('Slowly, so that it can be watched', false)
  await studio.untilStat('verdict', 'Collision')
  expect(await studio.stat('pair')).toContain('ankle')
  expect((await studio.notices()).filter((notice) => !notice.includes('is open'))).toEqual([])
  const main =
    '<robot name="r"><xacro:arg name="part" default="none"/><xacro:include filename="$(arg part).xacro"/><xacro:post name="a"/></robot>'
  const part =
    '<robot><xacro:macro name="post" params="name"><link name="post"><collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link></xacro:macro></robot>'
  await studio.drop([
    { path: 'r/r.urdf.xacro', content: main },
    { path: 'r/post.xacro', content: part },
  ])
  expect(await studio.untilNotice('none.xacro')).toContain(
    'argument part has its default, none: give it as part:=value',
  )
  const field = studio.page.getByRole('textbox', { name: 'Arguments' })
  await field.fill('part:=post')
  await field.press('Enter')
  await studio.untilNotice('r.urdf.xacro is open.')
  // They are for these files: the clip before has none.
  await studio.press('Undo (Ctrl Z)')
  await field.waitFor({ state: 'detached' })
  await studio.press('Redo (Ctrl Shift Z)')
  await until(() => field.inputValue()).toBe('part:=post')
})
