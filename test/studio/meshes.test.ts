// The meshes in Chromium: numbers are the engine's, one is dragged and turned, volumes are chosen, files are taken, a link restores.
import { expect } from 'vitest'
import { engine, type WayRow } from '../../studio/scenes/meshes/engine.js'
import { FIRST, lengthText, type MeshesState, type MeshPair } from '../../studio/scenes/meshes/state.js'
import { poseOf } from '../../studio/scenes/meshes/turns.js'
import { browserTest, type StudioPage, until } from './browser.js'
import { testTask } from './task.js'

/** What the engine says in Node, in the words of the page. */
async function expected(state: Partial<MeshesState>): Promise<Record<string, string>> {
  const { pair, triangles, at, turn, way, k, depth } = { ...FIRST, ...state }
  const side = engine.create()
  const view = side.open({ pair: pair as MeshPair, triangles })
  const pose = poseOf(at.length === 0 ? view.at : at, turn.length === 0 ? view.turn : turn)
  const { distance, contacts, volumes } = side.ask({ pose, way, k, depth }).value
  const rows = await side.count({ pose, k }, testTask<readonly WayRow[]>())
  return {
    verdict: distance === 0 ? 'They touch' : 'Apart',
    distance: lengthText(distance),
    contacts: contacts.toLocaleString('en'),
    tested: volumes.tested.toLocaleString('en'),
    opened: volumes.openedCount.toLocaleString('en'),
    ...Object.fromEntries(
      rows.flatMap((row) => [
        [`${row.way}-volumeTests`, row.volumeTests.toLocaleString('en')],
        [`${row.way}-triangleTests`, row.triangleTests.toLocaleString('en')],
      ]),
    ),
  }
}

async function expectNumbers(studio: StudioPage, state: Partial<MeshesState>): Promise<void> {
  const wanted = await expected(state)
  await until(async () => {
    const all = await studio.stats()
    return Object.fromEntries(Object.keys(wanted).map((id) => [id, all[id]]))
  }).toEqual(wanted)
}

const STILL = { triangles: 1000, at: [0.9, 0.02, 0], turn: [0.3, 0.2, 0.3, 0.88] }

browserTest('Meshes: alive at once; stops, and its numbers are the engine’s in Node', async (open) => {
  const studio = await open('#/meshes?state={"triangles":1000}')
  await studio.untilMore('obb-volumeTests', 0)
  const before = await studio.stat('obb-volumeTests')
  await until(() => studio.stat('obb-volumeTests')).not.toBe(before)
  await studio.press('Stop')
  await until(async () => (await studio.address()).state.turn).toBeDefined()
  const { at, turn } = (await studio.address()).state as { at: number[]; turn: number[] }
  await expectNumbers(studio, { triangles: 1000, at, turn })
})

browserTest('Meshes: volumes by the panel, a link restores them, the mesh is dragged and turned', async (open) => {
  const studio = await open(`#/meshes?state=${JSON.stringify(STILL)}`)
  await expectNumbers(studio, STILL)
  await studio.choose('Volumes', 'cone')
  await studio.choose('k of k-DOPs', '14')
  await studio.slide('Steps down the trees', 5)
  const state = { ...STILL, way: 'cone', k: '14', depth: 5 } as const
  await expectNumbers(studio, state)
  const other = await open(studio.page.url().slice(studio.base.length))
  await expectNumbers(other, state)

  const { page } = studio
  const box = (await page.locator('canvas').first().boundingBox())!
  // The second mesh is to the right of the middle, looked at from the front.
  await studio.go(`#/meshes?state=${JSON.stringify(STILL)}&view=0.45,-3,0,0.45,0,0`)
  await expectNumbers(studio, STILL)
  const from = await onMesh(studio, box)
  const drag = async (by: readonly [number, number], shift: boolean): Promise<void> => {
    if (shift) await page.keyboard.down('Shift')
    await page.mouse.move(...from)
    await page.mouse.down()
    for (let k = 1; k <= 4; k++) await page.mouse.move(from[0] + (by[0] * k) / 4, from[1] + (by[1] * k) / 4)
    await page.mouse.up()
    if (shift) await page.keyboard.up('Shift')
  }
  await drag([-40, 0], false)
  await until(async () => ((await studio.address()).state.at as number[])[0]!).toBeLessThan(0.88)
  const moved = (await studio.address()).state as unknown as typeof STILL
  expect(moved.turn).toEqual(STILL.turn.map((x) => Number((x / Math.hypot(...STILL.turn)).toFixed(5))))
  await expectNumbers(studio, moved)
  await studio.picture('meshes-contact')
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, STILL)
  await drag([40, 0], true)
  await until(async () => (await studio.address()).state.turn).not.toEqual(STILL.turn)
  const turned = (await studio.address()).state as unknown as typeof STILL
  expect(turned.at).toEqual(STILL.at)
  await expectNumbers(studio, turned)
})

/** Where the pointer is over the second mesh: its sign is a hand. */
async function onMesh(
  studio: StudioPage,
  box: { x: number; y: number; width: number; height: number },
): Promise<[number, number]> {
  for (const share of [0.66, 0.7, 0.62, 0.74, 0.58]) {
    for (const down of [0.5, 0.45, 0.55, 0.4, 0.6]) {
      const at: [number, number] = [box.x + share * box.width, box.y + down * box.height]
      await studio.page.mouse.move(...at)
      await studio.page.waitForTimeout(60)
      if (
        (await studio.page
          .locator('canvas')
          .first()
          .evaluate((canvas) => canvas.style.cursor)) === 'grab'
      )
        return at
    }
  }
  throw new Error('the second mesh is nowhere')
}

browserTest('Meshes: files are shown; a broken one is named; a picture', async (open) => {
  const studio = await open('#/meshes?state={"at":[0.9,0.02,0],"turn":[0.3,0.2,0.3,0.88]}')
  await studio.untilMore('extended-volumeTests', 0)
  await studio.picture('meshes')
  await studio.drop([{ path: 'broken.stl', content: 'solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n' }])
  await studio.untilNotice(/broken\.stl/)
  const corners = ['0 0 0', '2 0 0', '0 2 0', '0 0 2'].map((v) => `v ${v}`).join('\n')
  await studio.drop([{ path: 'corner.obj', content: `${corners}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n` }])
  await studio.untilStat('names', 'corner.obj, corner.obj')
  expect(await studio.stat('triangles')).toBe('4 and 4')
  await studio.untilMore('distance', 0)
  await studio.press('Undo (Ctrl Z)')
  await studio.untilStat('names', 'Bumpy ball, Torus knot')
})
