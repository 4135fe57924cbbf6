// What a query of two meshes tells of itself: the pairs of nodes that it tested are as many as it counts, and a path leads to each.
import { describe, expect, test } from 'vitest'
import { bumpySphere, nestedPoses, torusKnot } from '../../../scenes/index.js'
import {
  collide,
  collisions,
  distance,
  InvalidInputError,
  MeshTree,
  type MeshVolume,
  PairCache,
  Random,
  sphere,
} from '../../../src/entries/meshes.js'

const VOLUMES: readonly MeshVolume[] = ['obb', 'rss', 'aabb', 'sphere', 'kdop6', 'kdop14', 'kdop18', 'kdop26', 'kdop12']

describe.each(VOLUMES)('%s', (volume) => {
  const a = new MeshTree(bumpySphere(400, 1), { volume })
  const b = new MeshTree(torusKnot(600), { volume, leafSize: 2 })
  const random = new Random(11)
  const poses = nestedPoses({ count: 12, seed: 11, offset: 0 }).map((pose) => {
    const [direction, length] = [random.direction(new Float64Array(3)), random.range(0.5, 3)]
    return pose.map((x, i) => (i % 4 === 3 ? length * direction[i >> 2]! : x))
  })
  const queries = { collide, collisions, distance }

  test.each(Object.entries(queries))('%s: as many pairs as were counted, the same answer', (_, query) => {
    let most = 0
    for (const pose of poses) {
      const trace: number[] = []
      const found = query(a, b, pose, { trace })
      expect(found).toEqual(query(a, b, pose))
      expect(trace.length).toBe(2 * found.stats.volumeTests)
      most = Math.max(most, trace.length)
    }
    expect(most).toBeGreaterThan(20)
  })

  test('every pair is the root pair, or one of its two nodes was opened', () => {
    const parentA = parentsOf(a)
    const parentB = parentsOf(b)
    for (const pose of poses) {
      const trace: number[] = []
      collisions(a, b, pose, { trace })
      const known = new Set<string>(['0 0'])
      for (let i = 0; i < trace.length; i += 2) {
        const [p, q] = [trace[i]!, trace[i + 1]!]
        if (p === 0 && q === 0) continue
        const isNew = !known.has(`${p} ${q}`)
        const hasOne = known.has(`${parentA[p]} ${q}`) !== known.has(`${p} ${parentB[q]}`)
        if (!isNew || !hasOne) expect.fail(`${JSON.stringify({ volume, pose: [...pose], p, q })}`)
        known.add(`${p} ${q}`)
      }
    }
  })
})

test('it is added to what is there', () => {
  const a = new MeshTree(bumpySphere(100, 1))
  const trace = [-1, -1]
  const { stats } = collisions(a, a, { at: [0.1, 0, 0] }, { trace })
  expect(trace.slice(0, 2)).toEqual([-1, -1])
  expect(trace.length).toBe(2 + 2 * stats.volumeTests)
})

test('what is not a list, or goes with a cache, is refused by name', () => {
  const a = new MeshTree(bumpySphere(100, 1))
  const ball = sphere({ radius: 1 })
  for (const trace of [1, {}, 'x'] as unknown as number[][]) {
    expect(() => collide(a, a, undefined, { trace })).toThrow(InvalidInputError)
    expect(() => distance(a, a, undefined, { trace })).toThrow(/options.trace/)
    expect(() => collisions(a, a, undefined, { trace })).toThrow(/options.trace/)
    expect(() => distance(ball, a, undefined, { trace })).toThrow(/options.trace/)
  }
  expect(() => collide(a, a, undefined, { trace: [], cache: new PairCache() })).toThrow(/cache/)
  expect(() => distance(a, a, undefined, { trace: [], cache: new PairCache() })).toThrow(/cache/)
})

function parentsOf(tree: MeshTree): Int32Array {
  const out = new Int32Array(tree.nodes).fill(-1)
  tree.child.forEach((c, n) => {
    if (c >= 0) out[c] = out[c + 1] = n
  })
  return out
}
