// The meshes in Chromium: numbers are the engine's, one is dragged and turned, volumes are chosen, files are taken, a link restores.
import { expect } from 'vitest'
import { askCloth } from '../../../studio/scenes/meshes/cloth.js'
import { engine, type MeshesMethods, type MeshesView, type WayRow } from '../../../studio/scenes/meshes/engine.js'
import { FIRST, lengthText, type MeshesState, type MeshPair } from '../../../studio/scenes/meshes/state.js'
import { poseOf } from '../../../studio/scenes/meshes/turns.js'
import { browserTest, type StudioPage, until } from '../browser.js'
import { testTask } from '../task.js'

/** One for each number of triangles: their trees are built once. */
const sides = new Map<number, { readonly side: MeshesMethods; readonly view: MeshesView }>()

/** What the engine says in Node, in the words of the page. */
async function expected(state: Partial<MeshesState>): Promise<Record<string, string>> {
  const { pair, triangles, at, turn, way, k, depth } = { ...FIRST, ...state }
  let known = sides.get(triangles)
  if (known === undefined) {
    const side = engine.create()
    known = { side, view: side.open({ pair: pair as MeshPair, triangles }) }
    sides.set(triangles, known)
  }
  const { side, view } = known
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
        [`${row.way}-leafTests`, row.leafTests.toLocaleString('en')],
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

const STILL = { triangles: 600, at: [0.9, 0.02, 0], turn: [0.3, 0.2, 0.3, 0.88] }

browserTest('Meshes: alive at once, and stops; files are shown, and a broken one is named', async (open) => {
  const studio = await open('#/meshes?state={"triangles":600}', { width: 700, height: 500 })
  await studio.untilMore('obb-volumeTests', 0)
  const before = await studio.stat('obb-volumeTests')
  await until(() => studio.stat('obb-volumeTests')).not.toBe(before)
  await studio.press('Stop')
  await until(async () => (await studio.address()).state.turn).toBeDefined()
  const { at, turn } = (await studio.address()).state as { at: number[]; turn: number[] }
  await expectNumbers(studio, { triangles: 600, at, turn })

  await studio.drop([{ path: 'broken.stl', content: 'solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n' }])
  await studio.untilNotice(/broken\.stl/)
  const corners = ['0 0 0', '2 0 0', '0 2 0', '0 0 2'].map((v) => `v ${v}`).join('\n')
  await studio.drop([{ path: 'corner.obj', content: `${corners}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n` }])
  await studio.untilStat('names', 'corner.obj, corner.obj')
  expect(await studio.stat('triangles')).toBe('4 and 4')
  await studio.untilMore('cone-volumeTests', 0)
  await studio.press('Undo (Ctrl Z)')
  await studio.untilStat('names', 'Bumpy ball, Torus knot')
})

browserTest('Meshes: one is dragged and turned; volumes by the panel; a link restores them', async (open) => {
  // From the front: the second mesh is to the right of the middle.
  const studio = await open(`#/meshes?state=${JSON.stringify(STILL)}&view=0.45,-3,0,0.45,0,0`)
  await expectNumbers(studio, STILL)
  const { page } = studio
  const drag = async (by: readonly [number, number]): Promise<void> => {
    // Anew each time: numbers are there a moment before the picture is.
    const from = await onMesh(studio)
    await page.mouse.down()
    for (let k = 1; k <= 4; k++) await page.mouse.move(from[0] + (by[0] * k) / 4, from[1] + (by[1] * k) / 4)
    await page.mouse.up()
  }
  await drag([-40, 0])
  await until(async () => ((await studio.address()).state.at as number[])[0]!).toBeLessThan(0.88)
  const moved = (await studio.address()).state as unknown as typeof STILL
  expect(moved.turn).toEqual(STILL.turn.map((x) => Number((x / Math.hypot(...STILL.turn)).toFixed(5))))
  await expectNumbers(studio, moved)
  await studio.press('Undo (Ctrl Z)')
  await expectNumbers(studio, STILL)
  await page.keyboard.down('Shift')
  await drag([40, 0])
  await page.keyboard.up('Shift')
  await until(async () => (await studio.address()).state.turn).not.toEqual(STILL.turn)
  const turned = (await studio.address()).state as unknown as typeof STILL
  expect(turned.at).toEqual(STILL.at)
  await expectNumbers(studio, turned)

  await studio.choose('Volumes', 'cone')
  await studio.choose('k of k-DOPs', '14')
  await studio.slide('Steps down the trees', 5)
  const state = { ...turned, way: 'cone', k: '14', depth: 5 } as const
  await expectNumbers(studio, state)
  await page.reload()
  await expectNumbers(studio, state)
})

/** Where the pointer is over the second mesh: its sign is a hand. */
async function onMesh(studio: StudioPage): Promise<[number, number]> {
  const { page } = studio
  const canvas = page.locator('canvas').first()
  const box = (await canvas.boundingBox())!
  for (const share of [0.66, 0.7, 0.62, 0.74, 0.58]) {
    for (const down of [0.5, 0.45, 0.55, 0.4, 0.6]) {
      const at: [number, number] = [box.x + share * box.width, box.y + down * box.height]
      await page.mouse.move(...at)
      // The sign changes with the next frame.
      await studio.frame()
      if ((await canvas.evaluate(({ style }) => style.cursor)) === 'grab') return at
    }
  }
  throw new Error('the second mesh is nowhere')
}

browserTest(
  'Meshes: a cloth folds: free, or with its first contact; link, undo, and back to two meshes',
  async (open) => {
    const studio = await open('#/meshes?state={"triangles":600,"cloth":"fold","time":0.25}')
    await studio.untilStat('cloth', 'The straight step is free')
    const free = askCloth({ cloth: 'fold', triangles: 600, bend: FIRST.bend })
    expect(await studio.stats()).toMatchObject({
      time: '0.250',
      nodeTests: free.stats.volumeTests.toLocaleString('en'),
      trianglePairs: free.stats.leafTests.toLocaleString('en'),
      stars: free.stats.stars.toLocaleString('en'),
      single: free.single.toLocaleString('en'),
    })
    await studio.slide('Bends by', 2)
    await studio.untilStat('cloth', 'It touches itself')
    const hit = askCloth({ cloth: 'fold', triangles: 600, bend: 2 })
    expect(await studio.stats()).toMatchObject({
      clothAt: hit.at!.toFixed(6),
      clothPairs: hit.pairs.toLocaleString('en'),
      exactCalls: hit.stats.exactCalls.toLocaleString('en'),
    })
    await studio.press('Show the first contact')
    const time = Math.ceil(1e4 * hit.at!) / 1e4
    await studio.untilStat('time', time.toFixed(3))
    expect((await studio.address()).state).toMatchObject({ cloth: 'fold', bend: 2, time })
    await studio.picture('meshes-cloth')
    await studio.press('Undo (Ctrl Z)')
    await studio.untilStat('time', '0.250')
    await studio.press('Undo (Ctrl Z)')
    await studio.untilStat('cloth', 'The straight step is free')
    await studio.choose('Shown', 'none')
    await studio.untilStat('names', 'Bumpy ball, Torus knot')
  },
)

browserTest('Meshes: a picture', async (open) => {
  const studio = await open('#/meshes?state={"at":[0.86,0.02,0],"turn":[0.3,0.2,0.3,0.88],"way":"obb","depth":10}')
  await studio.untilStat('verdict', 'They touch')
  await studio.untilMore('cone-volumeTests', 0)
  await studio.picture('meshes')
})
