// The meshes' side in the worker, asked directly: every kind of volumes finds the same, traces are as long as counts say, lines of
// volumes are around what they hold, files are read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { bumpySphere, torusKnot } from '../../../scenes/index.js'
import { collisions, distance, MeshTree, Random } from '../../../src/entries/meshes.js'
import type { GivenFile } from '../../../studio/engine/unpack.js'
import { askCloth } from '../../../studio/scenes/meshes/cloth.js'
import { descentOf } from '../../../studio/scenes/meshes/descent.js'
import { engine, type WayRow } from '../../../studio/scenes/meshes/engine.js'
import { polytopeLines } from '../../../studio/scenes/meshes/outlines.js'
import { makePair } from '../../../studio/scenes/meshes/pairs.js'
import {
  ALL,
  CLOTHS,
  type ClothName,
  FIRST,
  isKdop,
  PAIRS,
  readMeshesState,
  SIZES,
  WAYS,
} from '../../../studio/scenes/meshes/state.js'
import { bothTurns, poseOf, turnAbout } from '../../../studio/scenes/meshes/turns.js'
import { makeWay } from '../../../studio/scenes/meshes/ways.js'
import { root } from '../browser.js'
import { testTask } from '../task.js'

describe('answers', () => {
  test.each(PAIRS.map(([pair]) => pair))(
    '%s: distance and contacts are the engine’s; every kind finds the same',
    async (pair) => {
      const side = engine.create()
      const view = side.open({ pair, triangles: 600 })
      const { a, b } = makePair(pair, 600)
      const trees = [new MeshTree(a, { volume: 'rss' }), new MeshTree(b, { volume: 'rss' })] as const
      for (const away of [1, 0.9]) {
        const at = view.at.map((x) => x * away)
        const pose = poseOf(at, view.turn)
        const answer = side.ask({ pose, way: 'obb', k: '18', depth: 3 }).value
        const near = distance(...trees, pose)
        expect(answer.distance).toBeCloseTo(near.distance, 12)
        expect(answer.contacts).toBe(collisions(...trees, pose).count)
        expect(answer.touching.length % 9).toBe(0)
        expect(answer.touching.length > 0).toBe(answer.contacts > 0)
        // Trees of all kinds take their time: not for every pair.
        if (away < 1 || !['knot', 'gears'].includes(pair)) continue
        const rows = await side.count({ pose, k: '14' }, testTask<readonly WayRow[]>())
        expect(rows.map(({ way }) => way).sort()).toEqual(WAYS.map(([way]) => way).sort())
        expect(new Set(rows.map(({ contacts }) => contacts))).toEqual(new Set([answer.contacts]))
        for (const { volumeTests, micros } of rows) {
          expect(volumeTests).toBeGreaterThan(0)
          expect(micros).toBeGreaterThan(0)
        }
      }
    },
  )

  test('pairs of all depths together are those that were counted', () => {
    const side = engine.create()
    const view = side.open({ pair: 'knot', triangles: 600 })
    const pose = poseOf(view.at, view.turn)
    for (const way of ['obb', 'rss', 'sphere', 'major-axes', 'extended'] as const) {
      const all = side.ask({ pose, way, k: '18', depth: ALL }).value
      expect(all.volumes.tested).toBe(all.counts.volumeTests)
      let [tested, opened] = [0, 0]
      for (let depth = 0; depth <= all.volumes.most; depth++) {
        const { volumes } = side.ask({ pose, way, k: '18', depth }).value
        tested += volumes.tested
        opened += volumes.openedCount
        const lines = [...volumes.opened, ...volumes.separated].reduce((sum, list) => sum + list.length, 0)
        expect(lines > 0).toBe(volumes.tested > 0)
      }
      expect([tested, opened]).toEqual([all.volumes.tested, all.volumes.openedCount])
      // Of every pair that was opened two were tested; of oriented boxes the roots are opened untested.
      expect(tested).toBe(way === 'obb' ? 2 * (opened + 1) : 2 * opened + 1)
      expect(side.ask({ pose, way, k: '18', depth: -1 }).value.volumes.opened.map(({ length }) => length)).toEqual([
        0, 0,
      ])
    }
  })

  test('a count that is stopped ends', async () => {
    const side = engine.create()
    const view = side.open({ pair: 'knot', triangles: 600 })
    const task = testTask<readonly WayRow[]>()
    task.stop()
    await expect(side.count({ pose: poseOf(view.at, view.turn), k: '6' }, task)).rejects.toThrow('stopped')
  })
})

test('a descent: children are one deeper than what was opened', () => {
  const childA = Int32Array.of(1, -1, -1)
  const childB = Int32Array.of(1, 3, -1, -1, -1)
  const trace = [0, 0, 0, 1, 0, 2, 1, 1, 2, 1, 1, 3, 1, 4]
  const { depth, opened, most } = descentOf(trace, childA, childB)
  expect([...depth]).toEqual([0, 1, 1, 2, 2, 3, 3])
  expect([...opened]).toEqual([1, 1, 0, 1, 0, 0, 0])
  expect(most).toBe(3)
})

describe('lines of volumes', () => {
  test.each(SIZES.map(([k]) => k))(
    '%s-DOPs: corners are where planes meet; what was realigned holds what it was made of',
    (k) => {
      const random = new Random(2)
      for (let round = 0; round < 20; round++) {
        const tree = new MeshTree(
          { positions: Array.from({ length: 36 }, () => random.range(-1, 1)) },
          { volume: `kdop${k}`, leafSize: 8 },
        )
        const volume = tree.volumeOf(0)
        if (volume.kind !== 'kdop') throw new Error('no k-DOP')
        const { directions, supports } = volume
        const lines: number[] = []
        polytopeLines(lines, directions, supports)
        const corners = Array.from({ length: lines.length / 3 }, (_, i) => lines.slice(3 * i, 3 * i + 3))
        const along = (d: number, p: readonly number[]): number =>
          directions[3 * d]! * p[0]! + directions[3 * d + 1]! * p[1]! + directions[3 * d + 2]! * p[2]!
        for (let d = 0; d < supports.length; d++) {
          // No corner is outside a plane; together they reach as far as the volume does along each axis.
          expect(Math.max(...corners.map((p) => along(d, p)))).toBeLessThanOrEqual(supports[d]! + 1e-6)
          const points = Array.from({ length: 12 }, (_, v) => [...tree.positions.subarray(3 * v, 3 * v + 3)])
          expect(Math.max(...corners.map((p) => along(d, p)))).toBeGreaterThanOrEqual(
            Math.max(...points.map((p) => along(d, p))) - 1e-6,
          )
        }
        // At every corner three planes meet.
        for (const p of corners) {
          const on = [...supports].filter((s, d) => Math.abs(along(d, p) - s) < 1e-6).length
          expect(on).toBeGreaterThanOrEqual(3)
        }
      }
    },
  )

  test('every kind: lines of the roots reach around both meshes, where they are', () => {
    const [a, b] = [bumpySphere(200, 1), torusKnot(300)]
    const pose = poseOf([2, 0.3, -0.4], turnAbout([1, 2, 3], 0.8))
    for (const [way] of WAYS) {
      const made = makeWay(way, '14', a, b)!
      made.query(pose)
      for (const side of ['a', 'b'] as const) {
        const lines: number[] = []
        made.draw(lines, side, 0, pose)
        const { positions } = side === 'a' ? a : b
        for (let axis = 0; axis < 3; axis++) {
          const place = (v: number): number => {
            const [x, y, z] = [positions[v]!, positions[v + 1]!, positions[v + 2]!]
            if (side === 'a') return [x, y, z][axis]!
            return pose[4 * axis]! * x + pose[4 * axis + 1]! * y + pose[4 * axis + 2]! * z + pose[4 * axis + 3]!
          }
          let [least, most] = [Infinity, -Infinity]
          for (let v = 0; v < positions.length; v += 3) {
            least = Math.min(least, place(v))
            most = Math.max(most, place(v))
          }
          const drawn = lines.filter((_, i) => i % 3 === axis)
          // Rings of spheres have corners: they reach as far as they do to two parts in a hundred.
          const slack = way === 'sphere' || way === 'rss' ? 0.12 : 1e-6
          expect(Math.min(...drawn)).toBeLessThanOrEqual(least + slack)
          expect(Math.max(...drawn)).toBeGreaterThanOrEqual(most - slack)
        }
      }
    }
  })
})

describe('files', () => {
  const obj = (name: string): GivenFile => ({
    path: name,
    bytes: strToU8('v 0 0 0\nv 2 0 0\nv 0 2 0\nv 0 0 2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'),
  })

  test('one mesh is shown against itself, two against each other, more are said', () => {
    const side = engine.create()
    expect(side.openFiles({ files: [obj('a.obj')] }).names).toEqual(['a.obj', 'a.obj'])
    const tray = { path: 'x/tray.obj', bytes: new Uint8Array(readFileSync(join(root, 'examples', 'tray.obj'))) }
    const view = side.openFiles({ files: [tray, obj('x/b.obj')] })
    expect(view.names).toEqual(['b.obj', 'tray.obj'])
    expect(view.triangles[0]).toBe(4)
    const answer = side.ask({ pose: poseOf(view.at, view.turn), way: 'cone', k: '26', depth: 1 }).value
    expect(answer.distance).toBeGreaterThan(0)
    expect(side.openFiles({ files: ['a', 'b', 'c'].map((name) => obj(`${name}.obj`)) }).notes[0]).toContain('3 meshes')
  })

  test('what cannot be read is named, and what was open stays', () => {
    const side = engine.create()
    const view = side.open({ pair: 'boxes', triangles: 600 })
    const pose = poseOf(view.at, view.turn)
    const before = side.ask({ pose, way: 'obb', k: '6', depth: 2 }).value
    const broken = { path: 'broken.stl', bytes: strToU8('solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n') }
    expect(() => side.openFiles({ files: [broken] })).toThrow(/broken\.stl/)
    expect(() => side.openFiles({ files: [{ path: 'notes.txt', bytes: strToU8('x') }] })).toThrow(/notes\.txt/)
    expect(() => side.openFiles({ files: [{ path: 'none.obj', bytes: strToU8('v 0 0 0\n') }] })).toThrow(/none\.obj/)
    expect(side.ask({ pose, way: 'obb', k: '6', depth: 2 }).value).toEqual(before)
  })
})

describe('cloths', () => {
  test('what is drawn is what was checked: free, or with the triangles that touch, the earliest first', () => {
    const side = engine.create()
    for (const bend of [1.2, 2]) {
      const { value: answer } = side.cloth({ cloth: 'fold', triangles: 600, bend })
      const { from, to, corners, touching, times, stats } = answer
      const tree = new MeshTree({ positions: Float64Array.from(from), triangles: corners }, { open: 'surface' })
      const truth = tree.checkDeform(to)
      expect(answer).toMatchObject({ outcome: truth.outcome, at: truth.at, pairs: truth.pairs.length, collapsed: 0 })
      expect(stats).toEqual(truth.stats)
      expect(answer.outcome).toBe(bend === 2 ? 'collision' : 'free')
      expect(new Set(touching)).toEqual(new Set(truth.pairs.flatMap(({ a, b }) => [a, b])))
      expect([...times]).toEqual([...times].sort((p, q) => p - q))
      if (bend === 2) expect(times[0]).toBe(truth.at)
      // Nothing touches that was not decided by itself.
      const opened = new Set(answer.opened)
      for (const t of touching) expect(opened.has(t)).toBe(true)
      expect(answer.single).toBeGreaterThanOrEqual(answer.pairs)
      expect(opened.size > 0).toBe(answer.single > 0)
    }
  })

  test.each(CLOTHS.filter(([cloth]) => cloth !== 'none'))('%s: its step is free', (cloth) => {
    const answer = askCloth({ cloth: cloth as ClothName, triangles: 2000, bend: 0.4 })
    expect(answer.outcome).toBe('free')
    expect(answer.stats.volumeTests).toBeGreaterThan(0)
    expect(answer.from).toHaveLength(answer.to.length)
  })
})

test('turns: two after each other are one, and poses are rigid', () => {
  const quarter = turnAbout([0, 0, 2], Math.PI / 2)
  const half = bothTurns(quarter, quarter)
  const pose = poseOf(
    [1, 2, 3],
    half.map((x) => 3 * x),
  )
  ;[-1, 0, 0, 1, 0, -1, 0, 2, 0, 0, 1, 3].forEach((x, i) => {
    expect(pose[i]).toBeCloseTo(x, 12)
  })
})

test('links: what is not understood is refused in words', () => {
  expect(readMeshesState({})).toEqual({})
  const { at, turn, ...rest } = FIRST
  expect([at, turn]).toEqual([[], []])
  expect(readMeshesState({ ...rest })).toEqual(rest)
  expect(readMeshesState({ at: [1, 2, 3], turn: [0, 0, 0, 1] })).toEqual({ at: [1, 2, 3], turn: [0, 0, 0, 1] })
  for (const bad of [
    { pair: 'cups' },
    { triangles: 10 },
    { at: [1, 2] },
    { turn: [0, 0, 0, 0] },
    { way: 'disc' },
    { k: '7' },
    { depth: -2 },
    { glass: 1 },
    { cloth: 'sail' },
    { bend: 3 },
    { time: 1.5 },
    { opened: 'yes' },
  ]) {
    expect(() => readMeshesState(bad)).toThrow(/ must be /)
  }
  expect(() => readMeshesState({ pair: 'file 1' })).toThrow(/drop them here/)
  expect(WAYS.filter(([way]) => isKdop(way)).length).toBe(6)
})
