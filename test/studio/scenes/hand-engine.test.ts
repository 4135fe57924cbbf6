// The hand's side in the worker, asked directly: its numbers are those of worlds with that kind of boxes.
import { describe, expect, test } from 'vitest'
import { World } from '../../../src/index.js'
import { engine as cellEngine } from '../../../studio/scenes/cell/engine.js'
import { MODELS } from '../../../studio/scenes/hand/bodies.js'
import { engine, type HandAnswer } from '../../../studio/scenes/hand/engine.js'
import { FRAMES, type HandSweep } from '../../../studio/scenes/hand/frames.js'
import { BODIES, FIRST, KINDS, readHandState } from '../../../studio/scenes/hand/state.js'
import { NO_EDITS } from '../../../studio/workcell/edits.js'
import { testTask } from '../task.js'

describe.each(BODIES.map(([name]) => name))('%s', (body) => {
  const side = engine.create()
  const view = side.open({ body })
  const ask = (t: number, level: number): HandAnswer => side.ask({ t, level, kinds: ['cab', 'aabb+'] }).value

  test('the same contacts whatever the boxes; fewer boxes and more room level by level', () => {
    for (const t of [0, 0.55]) {
      let before: HandAnswer | undefined
      for (let level = 0; level < view.levels; level++) {
        const answer = ask(t, level)
        expect(answer.poses.length).toBe(12 * view.things.length)
        expect(answer.rows.map(({ kind }) => kind)).toEqual(KINDS.map(([kind]) => kind))
        const counts = new Set(answer.rows.map(({ boxes }) => boxes))
        // The hierarchy is the same, only its boxes differ.
        expect(counts.size).toBe(1)
        expect(answer.boxes.map((list) => list.length / 15)).toEqual([answer.rows[0]!.boxes, answer.rows[0]!.boxes])
        for (const row of answer.rows) expect(row.updated).toBeGreaterThan(0)
        if (before !== undefined) {
          expect(answer.rows[0]!.boxes).toBeLessThan(before.rows[0]!.boxes)
          // What it costs does not depend on what is looked at.
          expect(answer.rows.map(({ volumeTests, updated }) => [volumeTests, updated])).toEqual(
            before.rows.map(({ volumeTests, updated }) => [volumeTests, updated]),
          )
        }
        before = answer
      }
      expect(before!.rows[0]!.boxes).toBe(1)
    }
  })

  test('what is saved, hulls of points too, has the same contacts', async () => {
    const { zip, pose } = side.scene({ t: 0.55 })
    const again = cellEngine.create()
    await again.openFiles({ files: [{ path: 'hand.zip', bytes: zip }], edits: NO_EDITS })
    const { touching } = again.ask({ edits: NO_EDITS, q: JSON.parse(pose).waypoints[0] }).value
    expect(touching.map(({ a, b }) => [a, b])).toEqual(ask(0.55, 0).touching)
  })

  test('it begins free of contacts, ends where it began, and moves', () => {
    const [begin, end, middle] = [ask(0, 0), ask(1, 0), ask(0.5, 0)]
    expect(begin.touching.filter(([a, b]) => a.includes('/') && b.includes('/'))).toEqual([])
    begin.poses.forEach((x, i) => {
      expect(end.poses[i]).toBeCloseTo(x, 5)
    })
    expect(middle.poses).not.toEqual(begin.poses)
  })
})

test('the whole motion, frame by frame, is what single poses say', async () => {
  const side = engine.create()
  side.open({ body: 'hand' })
  const task = testTask<readonly HandSweep[]>()
  const sweep = await side.sweep(undefined, task)
  expect(sweep.map(({ kind }) => kind)).toEqual(KINDS.map(([kind]) => kind))
  expect(task.told.length).toBe(KINDS.length)
  for (const k of [0, 17, 60]) {
    const { rows } = side.ask({ t: k / FRAMES, level: 0, kinds: ['cab', 'none'] }).value
    expect(sweep.map(({ volumeTests, pairTests }) => [volumeTests[k], pairTests[k]])).toEqual(
      rows.map(({ volumeTests, pairTests }) => [volumeTests, pairTests]),
    )
  }
  const stopped = testTask<readonly HandSweep[]>()
  stopped.stop()
  await expect(side.sweep(undefined, stopped)).rejects.toThrow('stopped')
})

test('the hand’s numbers are those of worlds of their own', () => {
  const side = engine.create()
  side.open({ body: 'hand' })
  for (const t of [0.2, 0.45]) {
    const { rows, touching } = side.ask({ t, level: 1, kinds: ['cab', 'none'] }).value
    for (const { kind, volumeTests, pairTests, updated } of rows) {
      const { world: input, motion } = MODELS.hand()
      const world = new World({ ...input, experimental: { merge: kind } })
      const at = motion(world)
      // Hierarchies are shaped in the first pose that they are asked about.
      world.collides(at(0))
      world.collides(at(t - 1 / FRAMES))
      expect(world.collisions(at(t)).map(({ a, b }) => [a, b])).toEqual(touching)
      expect({ volumeTests, pairTests, nodesUpdated: updated }).toEqual({
        volumeTests: world.stats.volumeTests,
        pairTests: world.stats.pairTests,
        nodesUpdated: world.stats.nodesUpdated,
      })
    }
  }
})

test('boxes of a level hold the links as tightly as their kind can', () => {
  const side = engine.create()
  side.open({ body: 'hand' })
  // Capsules that lie askew: oriented boxes take much less room.
  const { rows } = side.ask({ t: 0.35, level: 0, kinds: ['cab', 'aabb+'] }).value
  const volume = Object.fromEntries(rows.map((row) => [row.kind, row.volume]))
  expect(volume.cab).toBeLessThan(0.8 * volume['aabb+']!)
  expect(volume['aabb+']!).toBeLessThanOrEqual(volume['aabb*']! * (1 + 1e-9))
  for (const kind of ['cab-gs', 'better-child', 'covariance']) expect(volume[kind]).toBeCloseTo(volume.cab!, 9)
})

test('links: what is not understood is refused in words', () => {
  expect(readHandState({})).toEqual({})
  expect(readHandState({ ...FIRST })).toEqual(FIRST)
  for (const bad of [{ body: 'foot' }, { first: 'none' }, { second: 1 }, { apart: 'yes' }, { level: -1 }, { t: 2 }]) {
    expect(() => readHandState(bad)).toThrow(/ must be /)
  }
})
