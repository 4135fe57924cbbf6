// The verdicts in Chromium: green only where something was checked and everything was seen; else what is wrong, in words.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { boxObj } from '../../formats/samples.js'
import { browserTest, type StudioPage, until } from '../browser.js'
import { pandaWithoutMeshes, VISUAL_ONLY } from './not-seen.js'

const SMALL = { width: 1000, height: 560 }
const PLAIN = { slow: false }

/** Is the verdict drawn in the colour of what is free? */
function isGreen({ page }: StudioPage): Promise<boolean> {
  return page.evaluate(() => {
    const probe = document.createElement('i')
    probe.className = 'free'
    document.body.append(probe)
    const green = getComputedStyle(probe).color
    probe.remove()
    return getComputedStyle(document.querySelector('[data-stat=verdict]')!).color === green
  })
}

browserTest('Cell: a robot with visuals only is not free: the verdict is not green, and says why', async (open) => {
  const studio = await open('#/cell', SMALL)
  await studio.untilStat('verdict', 'Free of collisions')
  expect(await isGreen(studio)).toBe(true)
  await studio.drop([{ path: 'seen.urdf', content: VISUAL_ONLY }])
  await studio.untilStat('verdict', 'Nothing to check')
  expect(await isGreen(studio)).toBe(false)
  expect(await studio.stat('nothing')).toMatch(/no link has collision geometry.*with visual geometry only: .*upper/)
  await studio.picture('cell-nothing-to-check')
  // What it looks like may count, if the user says so.
  await studio.choose('Geometry', 'visual')
  await studio.untilStat('verdict', 'Free of collisions')
  expect(await isGreen(studio)).toBe(true)
  expect(await studio.page.locator('[data-stat=nothing]').count()).toBe(0)
  await studio.press('Undo (Ctrl Z)')
  await studio.untilStat('verdict', 'Nothing to check')
})

browserTest(
  'Cell: links whose meshes are missing are listed, and what is free without them is not green',
  async (open) => {
    const studio = await open('#/cell', SMALL)
    await studio.untilStat('verdict', 'Free of collisions')
    await studio.drop([{ path: 'panda.urdf', content: pandaWithoutMeshes() }])
    await studio.untilStat('verdict', 'Nothing to check')
    expect(await isGreen(studio)).toBe(false)
    expect(await studio.stat('nothing')).toContain('their meshes are missing')
    await studio.drop([{ path: 'part.urdf', content: pandaWithoutMeshes([0, 3, 7]) }])
    await studio.untilStat('verdict', 'Free of collisions as far as is seen: 5 links are not')
    expect(await isGreen(studio)).toBe(false)
    expect(await studio.stat('unseen')).toBe('panda_link1panda_link2panda_link4panda_link5panda_link6')
  },
)

browserTest(
  'Motion: nothing to check, links not seen, joints outside their limits: not green, in words',
  async (open) => {
    const studio = await open(`#/motion?state=${JSON.stringify({ ...PLAIN, cell: 'bench' })}`, SMALL)
    await studio.untilStat('verdict', /Collision|Free/)
    const data = process.env.LIMBER_DATA
    const real =
      data === undefined
        ? pandaWithoutMeshes()
        : readFileSync(join(data, 'robots', 'KavrakiLab+vamp', 'resources', 'panda', 'panda.urdf'), 'utf8')
    for (const [name, content, why] of [
      ['seen.urdf', VISUAL_ONLY, 'with visual geometry only'],
      ['panda.urdf', real, 'their meshes are missing'],
    ] as const) {
      await studio.drop([{ path: name, content }])
      await studio.untilStat('verdict', new RegExp(`^Nothing to check: .*${why}`))
      expect(await isGreen(studio)).toBe(false)
      expect(await studio.stat('verified')).toBe('–')
      expect(await studio.stat('proved')).toBe('–')
      // No part of the timeline is green either.
      const greens = await studio.page.evaluate(() => {
        const canvas = document.querySelector('canvas.track') as HTMLCanvasElement
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, 1)
        return new Set(Array.from({ length: canvas.width }, (_, k) => data.slice(4 * k, 4 * k + 3).join())).size
      })
      expect(greens).toBe(1)
      await studio.press('Plan')
      expect(await studio.untilNotice(why)).toMatch(/^There is nothing to check, so no path is proved/)
    }
    await studio.picture('motion-nothing-to-check')

    await studio.drop([{ path: 'part.urdf', content: pandaWithoutMeshes([0, 3, 7]) }])
    await studio.tick('Slowly, so that it can be watched', false)
    await studio.untilStat('verdict', /^Free at every instant: proved as far as is seen: 5 links are not$/)
    expect(await isGreen(studio)).toBe(false)

    const joints = Array.from({ length: 7 }, (_, k) => `part/panda_joint${k + 1}`)
    const path = { joints, waypoints: [joints.map(() => 0), joints.map((_, k) => (k === 3 ? 3 : 0))] }
    await studio.drop([{ path: 'path.json', content: JSON.stringify(path) }])
    await studio.press('Check')
    await studio.untilStat(
      'verdict',
      /^Outside the joint limits: part\/panda_joint4 is at 3\.0000, beyond its limit 2\.8973$/,
    )
    expect(await isGreen(studio)).toBe(false)
    await studio.tick('Ignore joint limits')
    await until(() => studio.stat('verdict')).toBe('Not checked')
    await studio.press('Check')
    await studio.untilStat('verdict', /^Free at every instant, joint limits aside: proved as far as is seen|^Collision/)
  },
)

browserTest('Cell: a mesh that stays open is named; what a scene file says of it is obeyed', async (open) => {
  const studio = await open('#/cell', SMALL)
  await studio.untilStat('verdict', 'Free of collisions')
  await studio.drop([{ path: 'bin.obj', content: boxObj(0.2, 0) }])
  await until(() => studio.stat('surfaces').catch(() => '')).toMatch(/^bin\.obj/)
  expect(await studio.stat('verdict')).toMatch(/except inside open meshes|Collision/)
  await studio.picture('cell-surfaces')

  await studio.press('Undo (Ctrl Z)')
  await until(() => studio.page.locator('[data-stat=surfaces]').count()).toBe(0)
  await studio.page.getByText('Meshes with holes', { exact: true }).click()
  const small = studio.slider("Small: up to this part of the mesh's size")
  expect(await small.inputValue()).toBe('0.1')
  await studio.choose('Dropped meshes with holes', 'refuse')
  await until(() => small.isDisabled()).toBe(true)
  await studio.drop([{ path: 'crate.obj', content: boxObj(0.2, 0) }])
  expect(await studio.untilNotice('crate.obj')).toBe('crate.obj is not closed: one loop of open edges.')
  await studio.choose('Dropped meshes with holes', 'solid')
  await studio.drop([{ path: 'crate.obj', content: boxObj(0.2, 0) }])
  await until(() => studio.page.getByRole('combobox', { name: 'Obstacle' }).inputValue()).toBe('crate.obj')
  await until(() => studio.stat('verdict')).toBe('Free of collisions')
  expect(await studio.page.locator('[data-stat=surfaces]').count()).toBe(0)

  const scene = (open: string | undefined) => ({
    limber: 1,
    robots: [{ name: 'seen', urdf: 'seen.urdf', geometry: 'visual' }],
    obstacles: [{ name: 'bin', shape: { kind: 'mesh', file: 'bin.obj', open }, pose: { xyz: [3, 0, 0] } }],
  })
  const drop = (open: string | undefined): Promise<void> =>
    studio.drop([
      { path: 'scene.json', content: JSON.stringify(scene(open)) },
      { path: 'seen.urdf', content: VISUAL_ONLY },
      { path: 'bin.obj', content: boxObj(0.2, 0) },
    ])
  await drop(undefined)
  await studio.untilStat('verdict', 'Free of collisions, except inside open meshes')
  expect(await studio.stat('surfaces')).toBe('bin: open, though it looks like a solid')
  await drop('solid')
  await studio.untilStat('verdict', 'Free of collisions')
  await drop('refuse')
  expect(await studio.untilNotice('expected a closed mesh')).toMatch(
    /obstacles\[0\]\.shape "bin\.obj": expected a closed mesh/,
  )
})
