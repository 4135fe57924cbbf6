// What a sceptical reader tried on meshes, and what came of it: each of these once went wrong.
import { expect, test } from 'vitest'
import { PairBuffer } from '../../../src/base/work/pair-list.js'
import {
  collide,
  collisions,
  contact,
  distance,
  greedyDistance,
  InvalidInputError,
  MeshTree,
  nearestPairs,
  PairCache,
  pairsWithin,
  sphere,
  within,
} from '../../../src/entries/meshes.js'
import { sweep } from '../../../src/entries/robots.js'

const strip: number[] = []
for (let i = 0; i < 64; i++) strip.push(i, 0, 0, i + 1, 0, 0, i, 1, 0)

test('[mesh-buffer] a shared tree that was refitted elsewhere is known to be, by a cache with a front too', () => {
  const mine = new MeshTree({ positions: strip }, { shared: true })
  const theirs = MeshTree.fromBuffer(mine.buffer)
  const other = new MeshTree({ positions: strip })
  const cache = new PairCache({ front: true })
  const pose = { at: [0, 0, 5] }
  expect(collide(mine, other, pose, { cache }).collides).toBe(false)
  theirs.refit(strip.map((v, k) => (k % 3 === 2 ? v + 5 : v)))
  expect(mine.version).toBe(1)
  expect(collide(mine, other, pose, { cache }).collides).toBe(true)
})

test('[never-pretends] a tree whose buffer was transferred away is refused by every verb', () => {
  const gone = new MeshTree({ positions: strip })
  const there = new MeshTree({ positions: strip })
  structuredClone(gone.buffer as ArrayBuffer, { transfer: [gone.buffer as ArrayBuffer] })
  const ball = sphere({ radius: 1 })
  const asked: (() => unknown)[] = [
    () => collide(gone, there),
    () => collide(there, gone),
    () => collide(there, there, undefined, { cache: new PairCache({ front: true }) }) && collide(gone, gone),
    () => collisions(gone, there),
    () => distance(gone, there),
    () => distance(gone, ball),
    () => contact(ball, gone),
    () => within(gone, there, 9),
    () => within(ball, gone, 9),
    () => pairsWithin(gone, there, 9),
    () => nearestPairs(gone, there),
    () => greedyDistance(gone, there),
    () => sweep(gone, there, { at: [0, 0, 1] }, { at: [0, 0, -1] }),
    () => gone.refit(strip),
  ]
  for (const ask of asked) expect(ask).toThrow(/must be a MeshTree whose buffer was not transferred away/)
})

test('[cost] parallel faces: pairs that tie are not all tested', () => {
  const n = 60
  const positions: number[] = []
  const triangles: number[] = []
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) positions.push(i / n, j / n, 0)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const v = i * (n + 1) + j
      triangles.push(v, v + 1, v + n + 1, v + 1, v + n + 2, v + n + 1)
    }
  }
  const sheet = new MeshTree({ positions, triangles })
  for (const at of [
    [0, 0, 0.1],
    [0.001, 0.002, 0.1],
    [0.5, 0.25, 0.01],
  ]) {
    const found = distance(sheet, sheet, { at })
    expect(found.distance).toBeCloseTo(at[2]!, 11)
    expect(found.stats.volumeTests).toBeLessThan(3000)
    expect(found.stats.leafTests).toBeLessThan(10_000)
  }
})

test('[mesh-exact] every pair within the error of the least, also where rounding is larger than the differences', () => {
  // Coordinates of 1e15 and more: places are rounded to whole units and beyond.
  const far = strip.map((v, k) => (k % 3 === 0 ? v + 2 ** 53 : v))
  for (const volume of ['obb', 'aabb', 'rss', 'kdop18'] as const) {
    const lists = [1, 100].map((leafSize) => {
      const a = new MeshTree({ positions: far }, { volume, leafSize })
      const b = new MeshTree({ positions: strip }, { volume, leafSize })
      return nearestPairs(a, b, { at: [2 ** 53, 0, 3] }, { relativeError: 0.1 }).count
    })
    expect(lists[0]).toBe(lists[1])
  }
})

test('[bad-input] NaN, and what is not a body, are refused', () => {
  const one = [0, 0, 0, 1, 0, 0, 0, 1, 0]
  for (const bad of [null, '1', true, undefined]) {
    const positions = [bad, ...one.slice(1)] as number[]
    expect(() => new MeshTree({ positions })).toThrow(/mesh.positions\[0\]/)
    expect(() => new MeshTree({ positions: one }).refit(positions)).toThrow(/positions\[0\]/)
  }
  const none = new MeshTree({ positions: [] })
  const tree = new MeshTree({ positions: one })
  const ball = sphere({ radius: 1 })
  expect(() => collide(none, undefined as never)).toThrow(InvalidInputError)
  expect(() => distance(none, { foo: 1 } as never)).toThrow(InvalidInputError)
  expect(() => sweep(tree, ball as never, {}, {})).toThrow(/b must be a MeshTree/)
  expect(() => distance(ball, ball, undefined, { relativeError: -5 })).toThrow(/options.relativeError/)
  expect(() => collide(ball, ball, undefined, { cache: 5 as never })).toThrow(/options.cache must be a PairCache/)
  expect(() => new MeshTree(tree.buffer, { volume: 'rss' })).toThrow(/options.volume must be left out/)
  expect(() => new PairCache({ fronts: true } as never)).toThrow(/options.fronts/)
  expect(() => new MeshTree({ positions: one }, null as never)).toThrow(/options must be a record, got null/)
})

test('[mesh-buffer] numbers that no tree has are refused, and bytes of a file taken as they are', () => {
  const tree = new MeshTree({ positions: strip })
  const tampered = (write: (view: DataView) => void): (() => MeshTree) => {
    const copy = (tree.buffer as ArrayBuffer).slice(0)
    write(new DataView(copy))
    return () => MeshTree.fromBuffer(copy)
  }
  expect(tampered((v) => v.setFloat64(64, Number.NaN, true))).toThrow(/buffer.positions\[0\]/)
  expect(tampered((v) => v.setFloat64(32, Number.NaN, true))).toThrow(/buffer.reach/)
  expect(tampered((v) => v.setFloat64(32, 0, true))).toThrow(/buffer.reach/)
  const order = tree.order.byteOffset
  expect(tampered((v) => v.setUint32(order, 1, true))).toThrow(/buffer.order/)
  expect(tampered((v) => v.setInt32(tree.end.byteOffset, 1, true))).toThrow(/buffer\.(end|child)/)
  const file = new Uint8Array(tree.byteLength + 3)
  file.set(new Uint8Array(tree.buffer), 3)
  const read = MeshTree.fromBuffer(file.subarray(3))
  read.validate()
  expect(read.size).toBe(64)
})

test('lists of pairs are sorted as one would by hand', () => {
  const list = new PairBuffer()
  const rows: number[][] = []
  for (let k = 0; k < 500; k++) rows.push([(k * 7919) % 31, (k * 104_729) % 17, k])
  for (const [a, b, d] of rows) list.add(a!, b!, d!)
  rows.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]!)
  const sorted = list.sorted()
  expect(Array.from(sorted.pairs)).toEqual(rows.flatMap((row) => row.slice(0, 2)))
  expect(Array.from(sorted.distances)).toEqual(rows.map((row) => row[2]))
  expect(new PairBuffer().sorted()).toEqual({ count: 0, pairs: new Uint32Array(), distances: new Float64Array() })
})
