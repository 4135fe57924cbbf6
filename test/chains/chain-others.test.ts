import { expect, test } from 'vitest'
import { distanceShapes, ShapeDistance } from '../../src/bodies/shape-distance.js'
import { box, ChainTree, capsule, mesh, Random, type Shape, sphere } from '../../src/index.js'
import { composeInversePose } from '../../src/math/pose.js'
import { randomShape } from './driver.js'

function randomChain(random: Random, links: number, mixed: number): ChainTree {
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
    { base: { at: [0, 1, 2].map(() => random.range(-8, 8)), rotation: q() } },
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

test('[never-misses] distance and contact of two chains equal brute force', () => {
  const random = new Random(11)
  let touching = 0
  for (let round = 0; round < 120; round++) {
    const mixed = round % 3 === 0 ? 0 : 0.6
    const a = randomChain(random, 1 + random.integer(25), mixed)
    const b = randomChain(random, 1 + random.integer(25), round % 2 === 0 ? 0 : mixed)
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
      expect(got.stats.primitiveTests).toBeGreaterThan(0)
    }
  }
  expect(touching).toBeGreaterThan(10)
  expect(touching).toBeLessThan(110)
})

test('[never-misses] a shape of each kind, anywhere, against a chain', () => {
  const random = new Random(12)
  const shapes: Shape[] = [
    sphere({ radius: 1, at: [1, 0, 0] }),
    capsule({ radius: 0.5, from: [0, 0, 0], to: [3, 0, 0] }),
    box({ size: [1, 2, 3] }),
    mesh({ positions: [0, 0, 0, 4, 0, 0, 0, 4, 0], triangles: [0, 1, 2] }),
  ]
  for (let round = 0; round < 60; round++) {
    const chain = randomChain(random, 20, round % 2 === 0 ? 0 : 0.5)
    const shape = shapes[round % shapes.length]!
    const pose = { at: [0, 1, 2].map(() => random.range(-10, 10)) }
    const alone = ChainTree.fromLinks([shape], [], { base: pose })
    const want = bruteDistance(chain, alone)
    expect(chain.distanceTo(shape, pose).distance).toBeCloseTo(want, 9)
    expect(chain.collidesWith(shape, pose)).toBe(want <= 0)
    expect(chain.distanceTo(shape, pose).b).toBe(0)
  }
})

test('[touching] spheres that touch exactly collide; a hair apart they do not, near or far from the origin', () => {
  for (const away of [0, 1e3, 1e6]) {
    const spheres = (gap: number): ChainTree =>
      ChainTree.fromSpheres([away, 0, 0, away + 3, 0, 0, away + 3, 2 + gap, 0, away, 2 + gap, 0], 1)
    expect(spheres(0).selfCollides()).toBe(true)
    expect(spheres(0).selfCollisions().count).toBeGreaterThan(0)
    expect(spheres(1e-9).selfCollides()).toBe(false)
    expect(spheres(-1e-9).selfCollides()).toBe(true)
  }
})

test('[never-pretends] on a long chain a gap is seen that is smaller than a million roundings', () => {
  // A hairpin: two straight rows, `gap` apart, joined far away.
  const hairpin = (links: number, gap: number): ChainTree => {
    const centres = new Float64Array(3 * links)
    const half = links / 2
    for (let i = 0; i < links; i++) {
      centres[3 * i] = 4 * (i < half ? i : links - 1 - i)
      centres[3 * i + 1] = i < half ? 0 : 2 + gap
    }
    return ChainTree.fromSpheres(centres, 1)
  }
  expect(hairpin(50_000, 1e-8).selfCollides()).toBe(false)
  expect(hairpin(50_000, -1e-8).selfCollides()).toBe(true)
  expect(hairpin(50_000, 1e-8).pairsWithin(2e-8).count).toBeGreaterThan(20_000)
})

test('[neighbours] the caller says which pairs are not tested', () => {
  const overlapping = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]
  const pairs = (options: object): string[] => {
    const found = ChainTree.fromSpheres(overlapping, 1.1, options).selfCollisions()
    return Array.from({ length: found.count }, (_, k) => `${found.pairs[2 * k]}-${found.pairs[2 * k + 1]}`)
  }
  expect(pairs({ neighbours: 0 })).toEqual(['0-1', '0-2', '1-2', '1-3', '2-3', '2-4', '3-4'])
  expect(pairs({})).toEqual(['0-2', '1-3', '2-4'])
  expect(pairs({ neighbours: 2 })).toEqual([])
  expect(pairs({ exclude: (i: number, j: number) => i === 1 && j === 3 })).toEqual(['0-2', '2-4'])
  expect(ChainTree.fromSpheres(overlapping, 1.1, { neighbours: 9 }).closestPair()).toBeUndefined()
})

test('degenerate chains: one link, coincident links, straight, folded back, huge and tiny', () => {
  const one = ChainTree.fromSpheres([1, 2, 3], 5)
  expect(one.selfCollides()).toBe(false)
  expect(one.closestPair()).toBeUndefined()
  expect([...one.positions()]).toEqual([1, 2, 3])
  one.validate()
  for (const merge of ['better-child', 'covariance', 'cab'] as const) {
    const same = ChainTree.fromSpheres(new Float64Array(90), 1, { merge })
    same.validate()
    expect(same.selfCollisions().count).toBe((30 * 29) / 2 - 29)
    const straight = ChainTree.fromSpheres(
      Array.from({ length: 90 }, (_, k) => (k % 3 === 0 ? k : 0)),
      1,
      { merge },
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
        { merge },
      )
      scaled.validate()
      expect(scaled.selfCollides()).toBe(false)
      expect(scaled.closestPair()!.distance / scale).toBeCloseTo(4, 9)
    }
  }
})
