import { expect, test } from 'vitest'
import { composeInversePose } from '../../../src/base/math/pose.js'
import type { ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import { ChainTree } from '../../../src/entries/chains.js'
import {
  box,
  capsule,
  InvalidInputError,
  MeshTree,
  type MeshVolume,
  mesh,
  Random,
  type Shape,
  sphere,
} from '../../../src/entries/meshes.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { randomShape, VOLUMES } from './driver.js'

function randomChain(random: Random, links: number, mixed: number, volume: ChainVolume): ChainTree {
  const q = (): number[] => {
    const d = random.direction(new Float64Array(3))
    const a = random.range(0, 3)
    return [...[...d].map((v) => v * Math.sin(a)), Math.cos(a)]
  }
  return ChainTree.fromLinks(
    Array.from({ length: links }, () => randomShape(random, mixed)),
    Array.from({ length: links - 1 }, () => ({
      at: [...random.direction(new Float64Array(3))].map((v) => v * 2.5),
      rotation: q(),
    })),
    { volume, base: { at: [0, 1, 2].map(() => random.range(-8, 8)), rotation: q() } },
  )
}

/** Least distance of any link of one to any link of the other. */
function bruteDistance(a: ChainTree, b: ChainTree): number {
  const found = new ShapeDistance()
  const x = new Float64Array(12)
  let least = Infinity
  for (let i = 0; i < a.size; i++) {
    for (let j = 0; j < b.size; j++) {
      composeInversePose(x, 0, a.linkPose(i), 0, b.linkPose(j), 0)
      least = Math.min(least, distanceShapes(found, a.shape(i), b.shape(j), x, 0, Infinity))
    }
  }
  return least
}

/** A chain of one kind against a chain of the other as well. */
const PAIRS = VOLUMES.flatMap((a) => VOLUMES.map((b) => [a, b] as const))

test.each(PAIRS)('[never-misses] distance and contact of two chains equal brute force: %s, %s', (volumeA, volumeB) => {
  const random = new Random(11)
  let touching = 0
  for (let round = 0; round < 80; round++) {
    const mixed = round % 3 === 0 ? 0 : 0.6
    const a = randomChain(random, 1 + random.integer(25), mixed, volumeA)
    const b = randomChain(random, 1 + random.integer(25), round % 2 === 0 ? 0 : mixed, volumeB)
    const want = bruteDistance(a, b)
    const got = a.distanceTo(b)
    expect(Math.abs(got.distance - want)).toBeLessThan(1e-9)
    expect(b.distanceTo(a).distance).toBeCloseTo(got.distance, 9)
    expect(a.collidesWith(b)).toBe(want <= 0)
    if (want <= 0) {
      touching++
      expect(got.pointA).toBeUndefined()
    } else {
      const [p, q] = [got.pointA!, got.pointB!]
      expect(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!)).toBeCloseTo(want, 8)
      expect(got.stats.leafTests).toBeGreaterThan(0)
    }
  }
  expect(touching).toBeGreaterThan(5)
  expect(touching).toBeLessThan(70)
})

test.each(VOLUMES)('[never-misses] a shape of each kind, anywhere, against a chain: %s', (volume) => {
  const random = new Random(12)
  const shapes: Shape[] = [
    sphere({ radius: 1, at: [1, 0, 0] }),
    capsule({ radius: 0.5, from: [0, 0, 0], to: [3, 0, 0] }),
    box({ size: [1, 2, 3] }),
    mesh({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0], triangles: [0, 1, 2] }),
  ]
  for (let round = 0; round < 60; round++) {
    const chain = randomChain(random, 20, round % 2 === 0 ? 0 : 0.5, volume)
    const shape = shapes[round % shapes.length]!
    const pose = { at: [0, 1, 2].map(() => random.range(-10, 10)) }
    const alone = ChainTree.fromLinks([shape], [], { base: pose })
    const want = bruteDistance(chain, alone)
    expect(chain.distanceTo(shape, pose).distance).toBeCloseTo(want, 9)
    expect(chain.collidesWith(shape, pose)).toBe(want <= 0)
    expect(chain.distanceTo(shape, pose).b).toBe(0)
  }
})

/** A bent sheet of triangles. */
function sheet(random: Random, side: number): { positions: Float64Array; triangles: number[] } {
  const positions = new Float64Array(3 * side * side)
  const triangles: number[] = []
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      positions.set([2 * i - side, 2 * j - side, random.range(-1, 1)], 3 * (i * side + j))
      if (i === 0 || j === 0) continue
      const at = i * side + j
      triangles.push(at, at - 1, at - side, at - side - 1, at - side, at - 1)
    }
  }
  return { positions, triangles }
}

test.each(VOLUMES)('[never-misses] a MeshTree anywhere against a chain, refitted too: %s', (volume) => {
  const random = new Random(13)
  let touching = 0
  for (let round = 0; round < 40; round++) {
    const chain = randomChain(random, 20, round % 2 === 0 ? 0 : 0.5, volume)
    const surface = sheet(random, 5)
    const tree = new MeshTree(surface)
    const pose = { at: [0, 1, 2].map(() => random.range(-10, 10)) }
    for (const stretch of [1, 1.7]) {
      const positions = surface.positions.map((x) => x * stretch)
      if (stretch !== 1) tree.refit(positions)
      const alone = ChainTree.fromLinks([mesh({ ...surface, positions })], [], { base: pose })
      const want = bruteDistance(chain, alone)
      const got = chain.distanceTo(tree, pose)
      expect(got.distance).toBeCloseTo(want, 9)
      expect(got.b).toBe(0)
      expect(chain.collidesWith(tree, pose)).toBe(want <= 0)
      if (want <= 0) touching++
    }
  }
  expect(touching).toBeGreaterThan(5)
  expect(touching).toBeLessThan(75)
})

test('[never-pretends] a MeshTree that chains cannot be measured against is refused by name', () => {
  const chain = ChainTree.fromSpheres([0, 0, 0, 4, 0, 0], 1)
  const corner = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] }
  for (const volume of ['rss', 'kdop18'] as MeshVolume[]) {
    const tree = new MeshTree(corner, { volume })
    expect(() => chain.collidesWith(tree)).toThrow(InvalidInputError)
    expect(() => chain.distanceTo(tree)).toThrow('other.volume')
  }
  expect(() => chain.distanceTo(new MeshTree({ positions: [], triangles: [] }))).toThrow('other')
})

test.each(VOLUMES)(
  '[touching] spheres that touch exactly collide; a hair apart they do not, near or far: %s',
  (volume) => {
    for (const away of [0, 1e3, 1e6]) {
      const spheres = (gap: number): ChainTree =>
        ChainTree.fromSpheres([away, 0, 0, away + 3, 0, 0, away + 3, 2 + gap, 0, away, 2 + gap, 0], 1, { volume })
      expect(spheres(0).selfCollides()).toBe(true)
      expect(spheres(0).selfCollisions().count).toBeGreaterThan(0)
      expect(spheres(1e-9).selfCollides()).toBe(false)
      expect(spheres(-1e-9).selfCollides()).toBe(true)
    }
  },
)

test.each(VOLUMES)(
  '[never-pretends] on a long chain a gap is seen that is smaller than a million roundings: %s',
  (volume) => {
    // A hairpin: two straight rows, `gap` apart, joined far away.
    const hairpin = (links: number, gap: number): ChainTree => {
      const centres = new Float64Array(3 * links)
      const half = links / 2
      for (let i = 0; i < links; i++) {
        centres[3 * i] = 4 * (i < half ? i : links - 1 - i)
        centres[3 * i + 1] = i < half ? 0 : 2 + gap
      }
      return ChainTree.fromSpheres(centres, 1, { volume })
    }
    const links = 10_000
    expect(hairpin(links, 1e-8).selfCollides()).toBe(false)
    expect(hairpin(links, -1e-8).selfCollides()).toBe(true)
    expect(hairpin(links, 1e-8).pairsWithin(2e-8).count).toBeGreaterThan(0.4 * links)
  },
)

test.each(VOLUMES)('[neighbours] the caller says which pairs are not tested: %s', (volume) => {
  const overlapping = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]
  const pairs = (options: object): string[] => {
    const found = ChainTree.fromSpheres(overlapping, 1.1, { volume, ...options }).selfCollisions()
    return Array.from({ length: found.count }, (_, k) => `${found.pairs[2 * k]}-${found.pairs[2 * k + 1]}`)
  }
  expect(pairs({ neighbours: 0 })).toEqual(['0-1', '0-2', '1-2', '1-3', '2-3', '2-4', '3-4'])
  expect(pairs({})).toEqual(['0-2', '1-3', '2-4'])
  expect(pairs({ neighbours: 2 })).toEqual([])
  expect(pairs({ exclude: (i: number, j: number) => i === 1 && j === 3 })).toEqual(['0-2', '2-4'])
  expect(ChainTree.fromSpheres(overlapping, 1.1, { volume, neighbours: 9 }).closestPair()).toBeUndefined()
})

test.each(VOLUMES)(
  'degenerate chains: one link, coincident links, straight, folded back, huge and tiny: %s',
  (volume) => {
    const one = ChainTree.fromSpheres([1, 2, 3], 5, { volume })
    expect(one.selfCollides()).toBe(false)
    expect(one.closestPair()).toBeUndefined()
    expect([...one.positions()]).toEqual([1, 2, 3])
    one.validate()
    for (const merge of ['better-child', 'covariance', 'cab', 'cab-gs', 'cab-sum'] as const) {
      const same = ChainTree.fromSpheres(new Float64Array(90), 1, { volume, experimental: { merge } })
      same.validate()
      expect(same.selfCollisions().count).toBe((30 * 29) / 2 - 29)
      const straight = ChainTree.fromSpheres(
        Array.from({ length: 90 }, (_, k) => (k % 3 === 0 ? k : 0)),
        1,
        { volume, experimental: { merge } },
      )
      straight.validate()
      expect(straight.selfCollides()).toBe(false)
      straight.rotate(14, Math.PI, [0, 0, 1])
      straight.validate()
      expect(straight.selfCollides()).toBe(true)
      for (const scale of [1e-30, 1e30]) {
        const scaled = ChainTree.fromSpheres(
          Array.from({ length: 90 }, (_, k) => (k % 3 === 0 ? k * scale : 0)),
          scale,
          { volume, experimental: { merge } },
        )
        scaled.validate()
        expect(scaled.selfCollides()).toBe(false)
        expect(scaled.closestPair()!.distance / scale).toBeCloseTo(4, 9)
      }
    }
  },
)
