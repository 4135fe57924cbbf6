// The cell in Chromium: its numbers are the engine's, what touches is said, links and obstacles are dragged, pairs are clicked,
// files are taken and saved.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { expect } from 'vitest'
import type { JudgedPair, JudgeProgress } from '../../../studio/scenes/cell/allow-engine.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import type { CellNearest, CellTouch } from '../../../studio/workcell/answers.js'
import { type CellEdits, NO_EDITS, pairKey } from '../../../studio/workcell/edits.js'
import { deepestOf, millimetres, pairNames } from '../../../studio/workcell/names.js'
import { browserTest, root, type StudioPage, until } from '../browser.js'
import { FRONT } from '../page.js'
import { testTask } from '../task.js'

function example(name: string): { path: string; content: Uint8Array } {
  return { path: name, content: new Uint8Array(readFileSync(join(root, 'examples', name))) }
}

/** Software draws it quicker. */
const SMALL = { width: 1000, height: 560 }

/** What the engine says in Node, in the words of the page. */
function expected(cell: string, edits: CellEdits, given: readonly number[] | undefined) {
  const side = engine.create()
  const view = side.open({ cell, edits })
  const { touching, nearest } = side.ask({ edits, q: given ?? view.start }).value
  const isHit = touching.length > 0
  return {
    verdict: isHit ? 'Collision' : 'Free of collisions',
    touching: String(touching.length),
    distance: millimetres(nearest!.distance),
    pair: pairNames(isHit ? deepestOf(touching) : nearest, view),
  }
}

async function expectNumbers(studio: StudioPage, wanted: ReturnType<typeof expected>): Promise<void> {
  await until(async () => {
    const { verdict, touching, distance, pair } = await studio.stats()
    return { verdict, touching, distance, pair }
  }).toEqual(wanted)
}

/** What is saved under a name in the menu. */
async function saved(studio: StudioPage, label: string): Promise<Uint8Array> {
  await studio.page.locator('summary', { hasText: 'Save' }).click()
  const [download] = await Promise.all([studio.page.waitForEvent('download'), studio.press(label)])
  return new Uint8Array(readFileSync(await download.path()))
}

browserTest('Cell: numbers as the engine in Node has them, for every state that a link restores', async (open) => {
  const studio = await open('#/cell')
  const start = [-0.352, 0.144, 0.221, 0.282, 0.673, 0]
  await expectNumbers(studio, expected('arm', NO_EDITS, start))
  await studio.picture('cell')

  // Into the bench, by a slider: red at once, and back by undo.
  await studio.slide('joint2', 0.6)
  const bent = start.map((x, i) => (i === 1 ? 0.6 : x))
  const hit = expected('arm', NO_EDITS, bent)
  expect(hit.verdict).toBe('Collision')
  await expectNumbers(studio, hit)
  await studio.picture('cell-collision')
  expect((await studio.address()).state).toEqual({ q: bent })

  const link = studio.page.url()
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, expected('arm', NO_EDITS, start))
  await studio.press('Redo (Ctrl Shift Z)')
  await expectNumbers(studio, hit)
  const other = await open(link.slice(studio.base.length), SMALL)
  await expectNumbers(other, hit)
})

browserTest('Cell: a pair that is clicked may touch, until it is clicked again or undone', async (open) => {
  const bent = [-0.352, 0.6, 0.221, 0.282, 0.673, 0]
  const studio = await open(`#/cell?state=${JSON.stringify({ q: bent })}`, SMALL)
  const before = expected('arm', NO_EDITS, bent)
  await expectNumbers(studio, before)
  const side = engine.create()
  side.open({ cell: 'arm', edits: NO_EDITS })
  const { a, b } = side.ask({ edits: NO_EDITS, q: bent }).value.touching[0]!
  const cell = studio.page.locator(`[data-pair="${pairKey(a, b)}"]`)
  await until(() => cell.getAttribute('class')).toContain('touching')
  await cell.click()
  const edits: CellEdits = { ...NO_EDITS, pairs: { [pairKey(a, b)]: 'allowed' } }
  await expectNumbers(studio, expected('arm', edits, bent))
  await until(() => cell.getAttribute('class')).toContain('allowed')
  expect((await studio.address()).state).toEqual({ q: bent, pairs: edits.pairs })
  await cell.hover()
  expect(await studio.stat('pair-pointed')).toContain(`${a} – ${b}: allowed to touch`)
  await cell.press('Enter')
  await expectNumbers(studio, before)
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, expected('arm', edits, bent))
  await studio.press('As at first')
  await expectNumbers(studio, before)
  await studio.press(/^Allow (the pair|all \d+) that touch/)
  await studio.untilStat('touching', '0')
  const keys = side.ask({ edits: NO_EDITS, q: bent }).value.touching.map((pair) => pairKey(pair.a, pair.b))
  expect((await studio.address()).state.pairs).toEqual(Object.fromEntries(keys.map((key) => [key, 'allowed'])))
})

browserTest('Cell: pairs are proved as in Node; a click shows where two touch or come closest', async (open) => {
  const studio = await open('#/cell', SMALL)
  await studio.untilStat('distance', /mm/)
  const side = engine.create()
  side.open({ cell: 'arm', edits: NO_EDITS })
  const task = testTask<JudgeProgress>()
  const judging = side.judge({ robot: 0 }, task)
  await studio.press('Prove pairs')
  await judging
  const pairs = task.told.flatMap(({ pair }) => pair ?? [])
  const count = (kind: string): string => String(pairs.filter((pair) => pair.class === kind).length)
  const never = await studio.untilStat('class-never', count('never'))
  expect(Number(never)).toBeGreaterThan(5)
  for (const kind of ['sometimes', 'always', 'touches', 'contained', 'undecided']) {
    await studio.untilStat(`class-${kind}`, count(kind))
  }
  await studio.button('Prove pairs').and(studio.page.locator(':enabled')).waitFor()
  // Neighbours as well, which nothing checks. Of depths a proof tells the least.
  for (const { key, a, b, at, depth, distance } of pairs) {
    const { asked } = side.ask({ edits: NO_EDITS, q: at!, pair: key }).value
    expect([asked!.a, asked!.b].sort()).toEqual([a, b].sort())
    if (depth === undefined) expect((asked as CellNearest).distance, key).toBeCloseTo(distance!, 6)
    else expect((asked as CellTouch).depth, key).toBeGreaterThan(depth - 1e-6)
  }
  const click = (pair: JudgedPair): Promise<void> =>
    studio.page.locator(`[data-pair="${pair.key}"][class*="class-"]`).click()

  const hit = pairs.find((pair) => pair.class === 'sometimes')!
  await click(hit)
  await expectNumbers(studio, expected('arm', NO_EDITS, hit.at))
  expect(await studio.stat('verdict')).toBe('Collision')
  expect(await studio.stat('proof-depth')).toBe(millimetres(hit.depth!))

  const apart = pairs.find((pair) => pair.class === 'never' && pair.joints.length === 2 && pair.cells > 1)!
  await click(apart)
  await expectNumbers(studio, expected('arm', NO_EDITS, apart.at))
  expect(await studio.stat('proof-cells')).toBe(String(apart.cells))
  const picture = side.proofPicture({ key: apart.key })!
  await studio.untilStat('cells-shown', new RegExp(`^${picture.cells.length / 4} cells over ${apart.joints[0]} `))
  await studio.picture('cell-proof')
  // The pose is a step that can be taken back; the pair is let go by a second click.
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, expected('arm', NO_EDITS, hit.at))
  await click(apart)
  await studio.page.locator('.cell.chosen').waitFor({ state: 'detached' })
  await expectNumbers(studio, expected('arm', NO_EDITS, hit.at))

  // Stopped.
  await studio.press('Prove pairs')
  await studio.page.locator('progress').waitFor()
  await studio.press('Stop')
  await studio.page.locator('button:enabled', { hasText: 'Prove pairs' }).waitFor()
  await studio.slide('joint1', 0.3)
  await until(() => studio.stat('verdict')).toMatch(/Collision|Free/)
})

browserTest('Cell: links and obstacles follow the pointer', async (open) => {
  // Looked at from the side, so that it is known what is where.
  const studio = await open(`#/cell?${FRONT}`, SMALL)
  await studio.untilStat('distance', /mm/)
  const tank = async () => ((await studio.address()).state.moved as CellEdits['moved'] | undefined)?.tank?.[0]
  await studio.drag(await studio.placeOf([0.25, -1.1, 0.45]), [-60, 0], () => until(tank).toBeLessThan(-0.1))
  const { moved } = (await studio.address()).state as { moved: CellEdits['moved'] }
  expect(Object.keys(moved)).toEqual(['tank'])
  expect(moved.tank![2]).toBe(0)
  await expectNumbers(studio, expected('arm', { ...NO_EDITS, moved }, undefined))

  // The upper arm, at about half its height.
  await studio.drag(await studio.placeOf([0.14, 0, 1]), [50, 20], () =>
    until(async () => (await studio.address()).state.q).toBeDefined(),
  )
  await until(async () => studio.button('Undo (Ctrl Z)').isEnabled()).toBe(true)
  const { q } = (await studio.address()).state as { q: number[] }
  expect(q.length).toBe(6)
  await expectNumbers(studio, expected('arm', { ...NO_EDITS, moved }, q))
  // A drag is one step, and none with Escape.
  await studio.press('Undo (Ctrl Z)')
  expect((await studio.address()).state).toEqual({ moved })
  await expectNumbers(studio, expected('arm', { ...NO_EDITS, moved }, undefined))
  // Until it is drawn there, too.
  await studio.frame()
  await studio.frame()
  await studio.drag(await studio.placeOf([0.14, 0, 1]), [50, 20], async () => {
    await until(async () => (await studio.address()).state.q).toBeDefined()
    await studio.page.keyboard.press('Escape')
    await until(async () => (await studio.address()).state).toEqual({ moved })
  })
  await studio.press('Undo (Ctrl Z)')
  expect((await studio.address()).state).toEqual({})
})

browserTest('Cell: takes robots and scenes; what is broken or missing is said by name', async (open) => {
  const studio = await open('#/cell?state={"cell":"file 1"}')
  expect(await studio.untilNotice('The link could not be understood')).toContain('drop them here')
  await studio.untilStat('distance', /mm/)
  await studio.drop([{ path: 'broken.urdf', content: '<robot name="r"><link name="a">' }])
  expect(await studio.untilNotice('broken.urdf')).toMatch(/broken\.urdf.*line/s)
  await studio.drop([example('cell.json')])
  expect(await studio.untilNotice('names files that are not here')).toContain('arm.urdf, arm.srdf, tray.obj')
  // What was there is there.
  await expectNumbers(studio, expected('arm', NO_EDITS, undefined))

  const whole = ['cell.json', 'arm.urdf', 'arm.srdf', 'tray.obj'].map(example)
  const zip = zipSync(Object.fromEntries(whole.map(({ path, content }) => [`cell/${path}`, content])))
  await studio.drop([{ path: 'cell.zip', content: zip }])
  await until(() => studio.page.getByRole('combobox', { name: 'Cell' }).inputValue()).toBe('file 1')
  const side = engine.create()
  const { view } = await side.openFiles({ files: [{ path: 'cell.zip', bytes: zip }], edits: NO_EDITS })
  const { nearest } = side.ask({ edits: NO_EDITS, q: view!.start }).value
  await studio.untilStat('distance', millimetres(nearest!.distance))
  await studio.drop([example('into-post.json')])
  await studio.untilStat('verdict', 'Collision')
  await studio.drop([example('tray.obj')])
  await until(() => studio.page.getByRole('combobox', { name: 'Obstacle' }).inputValue()).toBe('tray.obj')
  await studio.picture('cell-files')

  const written = unzipSync(await saved(studio, 'Scene with its files (zip)'))
  expect(Object.keys(written).sort()).toEqual(
    ['cell/arm.srdf', 'cell/arm.urdf', 'cell/cell.json', 'cell/meshes/tray.obj.obj', 'cell/tray.obj'].sort(),
  )
  const pose = JSON.parse(new TextDecoder().decode(await saved(studio, 'Pose (JSON)')))
  expect(pose.waypoints).toEqual([[0.785, 1.2, 0.3, 0.5, 0.04]])

  // Back to where it was before any file, and forth.
  for (let k = 0; k < 3; k++) await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, expected('arm', NO_EDITS, undefined))
  await studio.press('Redo (Ctrl Shift Z)')
  await studio.untilStat('distance', millimetres(nearest!.distance))
})
