// What a cell's answers do not cover, in Node: who is not seen, and what that makes of verdicts and classes of pairs.
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import type { JudgeProgress } from '../../../studio/scenes/cell/allow-engine.js'
import { engine } from '../../../studio/scenes/cell/engine.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { bannerOf, notCovered, surfaceWords } from '../../../studio/workcell/sight.js'
import { testTask } from '../task.js'
import { pandaWithoutMeshes, VISUAL_ONLY } from './not-seen.js'

async function opened(content: string, geometry?: 'visual' | 'both') {
  const side = engine.create()
  const files = [{ path: 'robot.urdf', bytes: strToU8(content) }]
  const { view } = await side.openFiles({ files, edits: NO_EDITS, ...(geometry === undefined ? {} : { geometry }) })
  return { side, view: view! }
}

test('green only where something is checked and all is seen', async () => {
  const banner = async (...file: Parameters<typeof opened>) => {
    const { side, view } = await opened(...file)
    return (q = view.start) => bannerOf(side.ask({ edits: NO_EDITS, q }).value, view)
  }
  expect((await banner(VISUAL_ONLY))()).toEqual({ mood: 'warn', words: 'Nothing to check' })
  const seen = await banner(VISUAL_ONLY, 'visual')
  expect(seen()).toEqual({ mood: 'free', words: 'Free of collisions' })
  expect(seen([2.5, 0])).toEqual({ mood: 'hit', words: 'Outside the joint limits: to_upper' })
  const hand = '<link name="hand"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual></link>'
  const held = '<joint name="to_hand" type="fixed"><parent link="fore"/><child link="hand"/></joint>'
  const mixed = VISUAL_ONLY.replaceAll('visual>', 'collision>').replace('</robot>', `${hand}${held}</robot>`)
  expect((await banner(mixed))()).toEqual({
    mood: 'free',
    words: 'Free of collisions, except for links with visual geometry only',
  })
  expect((await banner(mixed, 'both'))()).toEqual({ mood: 'free', words: 'Free of collisions' })
  expect((await banner(pandaWithoutMeshes([0, 1, 2, 3, 4, 6, 7])))()).toEqual({
    mood: 'warn',
    words: 'Free of collisions as far as is seen: 1 link is not',
  })
  expect((await banner(pandaWithoutMeshes()))()).toEqual({ mood: 'warn', words: 'Nothing to check' })
  expect(bannerOf(undefined, undefined)).toEqual({ mood: '', words: 'Checking …' })
})

test('no link of which a mesh is missing never touches another', async () => {
  // Boxes so small that those of neighbours never meet.
  const part = pandaWithoutMeshes([0, 3, 4]).replace(
    '<link name="panda_link3"><collision>',
    '<link name="panda_link3"><collision><geometry><mesh filename="x.stl"/></geometry></collision><collision>',
  )
  const classes = async (content: string): Promise<Record<string, string>> => {
    const { side } = await opened(content)
    const task = testTask<JudgeProgress>()
    await side.judge({ robot: 0 }, task)
    return Object.fromEntries(task.told.flatMap(({ pair }) => (pair === undefined ? [] : [[pair.key, pair.class]])))
  }
  const whole = await classes(pandaWithoutMeshes([0, 3, 4]))
  const lacking = await classes(part)
  expect(Object.keys(lacking)).toEqual(Object.keys(whole))
  expect(Object.values(whole)).toContain('never')
  for (const [key, found] of Object.entries(lacking)) {
    const isHidden = key.includes('link3') && whole[key] === 'never'
    expect(found).toBe(isHidden ? 'undecided' : whole[key])
  }
  expect(Object.values(lacking)).toContain('undecided')
})

test('within its limits a configuration stays within them when it is made short', async () => {
  const tight = VISUAL_ONLY.replaceAll('upper="2"', 'upper="-0.00004"').replaceAll('lower="-2"', 'lower="-3.14159"')
  const { side, view } = await opened(tight, 'visual')
  expect(view.start).toEqual([-0.00004, -0.00004])
  expect(side.ask({ edits: NO_EDITS, q: view.start }).value.outside).toEqual([])
})

test('a surface in words', () => {
  const surface = { object: 'a/b', geometry: '0', part: 0, shells: 1, share: 1, reach: 0.1, looksSolid: true }
  expect(surfaceWords(surface, undefined)).toBe('a/b: open, though it looks like a solid')
  expect(surfaceWords({ ...surface, part: 2, share: 0.001, looksSolid: false }, undefined)).toBe(
    'a/b (part 3): 1 % of it is open',
  )
  const own = { ...surface, looksSolid: false }
  expect(surfaceWords({ ...own, geometry: '1' }, undefined)).toBe('a/b (mesh 2): open')
  expect(surfaceWords({ ...own, geometry: 'shell', part: 1 }, undefined)).toBe('a/b (shell, part 2): open')
})

test('what a proof does not cover', () => {
  expect(notCovered({ unseen: [], surfaces: [] })).toBe('')
  expect(notCovered({ unseen: ['a/b', 'a/c'], surfaces: [{ object: 'bin' }] })).toBe(
    ' It does not cover links whose meshes are missing (a/b, a/c), nor objects inside open meshes (bin).',
  )
})
