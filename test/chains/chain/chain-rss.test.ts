import { expect, test } from 'vitest'
import { U } from '../../../src/base/math/rounding.js'
import { sweptFartherThan } from '../../../src/chains/chain/chain-apart.js'
import { ChainTree, capsule, Random } from '../../../src/entries/chains.js'
import { BOX, BOX_HALF } from '../../../src/volumes/node-box.js'
import { exactTriangles } from '../../oracle/geometry/triangles.js'
import { randomPose } from '../../oracle/geometry/volumes.js'
import { inside } from './inside.js'

/** The distance of two rectangles ±half about the origin in z = 0, the second one at a pose: each is two triangles. */
function exactRectangles(a: ArrayLike<number>, b: ArrayLike<number>, x: Float64Array): number {
  const triangles = ([h, k]: [number, number]): number[][] => [
    [h, k, 0, h, -k, 0, -h, k, 0],
    [-h, -k, 0, -h, k, 0, h, -k, 0],
  ]
  let least = Infinity
  for (const p of triangles([a[0]!, a[1]!])) {
    for (const q of triangles([b[0]!, b[1]!])) least = Math.min(least, exactTriangles(p, 0, q, 0, x).distance)
  }
  return least
}

test('[never-misses] swept rectangles are called apart only where they are, and mostly where they are', () => {
  const random = new Random(41)
  const side = (): number => (random.integer(5) === 0 ? 0 : 10 ** random.range(-2, 1))
  let apart = 0
  let clear = 0
  let seen = 0
  for (let round = 0; round < 3000; round++) {
    const a = Float64Array.of(side(), side(), random.range(0, 2))
    const b = Float64Array.of(side(), side(), random.range(0, 2))
    const x = randomPose(random, 4)
    const limit = Float64Array.of(random.integer(3) === 0 ? 0 : random.range(0, 2))
    const between = a[2]! + b[2]! + limit[0]!
    const distance = exactRectangles(a, b, x)
    const size = Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!) + a[0]! + a[1]! + b[0]! + b[1]!
    const said = sweptFartherThan(a, 0, b, 0, x, 0, limit)
    if (said) {
      apart++
      if (!(distance > between - 32 * U * size)) {
        throw new Error(`${JSON.stringify([[...a], [...b], [...x], limit[0]])} are ${distance} apart`)
      }
    }
    if (distance > 1.1 * between) {
      clear++
      if (said) seen++
    }
  }
  expect(apart).toBeGreaterThan(500)
  expect(seen).toBeGreaterThan(0.95 * clear)
  expect(
    sweptFartherThan(
      new Float64Array(3),
      0,
      new Float64Array(3),
      0,
      randomPose(random, 1),
      0,
      Float64Array.of(Infinity),
    ),
  ).toBe(false)
})

/** Half lengths and radius of every node, from the leaves to the root. */
function sizes(chain: ChainTree): number[][] {
  const { box, nodes } = inside(chain)
  return Array.from({ length: nodes }, (_, n) => [...box.subarray(n * BOX + BOX_HALF, n * BOX + BOX_HALF + 3)])
}

test('leaves are as tight as can be: a ball, a rod, a plate', () => {
  const close = (values: number[]): number[] => values.map((v) => expect.closeTo(v, 9))
  const leaf = (chain: ChainTree): number[] => sizes(chain)[0]!
  expect(leaf(ChainTree.fromSpheres([5, 6, 7], 2, { volume: 'rss' }))).toEqual(close([0, 0, 2]))
  const rod = ChainTree.fromSpheres([0, 0, 0, 3, 4, 0, 6, 8, 0], 1, { volume: 'rss' })
  expect(leaf(rod)).toEqual(close([5, 0, 1]))
  const plate = ChainTree.fromSpheres([0, 0, 0, 0, 4, 0, 6, 4, 0, 6, 0, 0], 1, { volume: 'rss' })
  expect(leaf(plate).sort()).toEqual(close([1, 2, 3]))
  const pill = capsule({ radius: 0.5, from: [0, 0, 1], to: [0, 0, 9] })
  expect(leaf(ChainTree.fromLinks([pill], [], { volume: 'rss' })).sort()).toEqual(close([0, 0.5, 4]))
})

test('a straight chain stays thin all the way up', () => {
  const chain = ChainTree.fromSpheres(
    Array.from({ length: 300 }, (_, k) => (k % 3 === 0 ? k : 0)),
    1,
    { volume: 'rss' },
  )
  for (const [half0, half1, radius] of sizes(chain)) {
    expect(half1).toBeLessThan(1e-9)
    expect(radius).toBeLessThan(1 + 1e-8)
    expect(half0).toBeLessThan(149)
  }
})
