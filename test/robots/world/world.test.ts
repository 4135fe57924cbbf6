import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { box, mesh, Random, Robot, type Shape, sphere, World } from '../../../src/entries/robots.js'
import { insideShapes } from '../../../src/shapes/shape-inside.js'
import { expectField } from '../../expect-field.js'
import { allDistances } from '../../oracle/robots/worlds.js'
import { makeWorld, randomConfiguration, randomWorld } from './world-cases.js'

/** Which of the two comes first is no matter. */
const key = ({ a, b }: { a: string; b: string }): string => [a, b].sort().join(' ')

const MERGES = [
  undefined,
  undefined,
  'cab',
  'cab-gs',
  'cab-sum',
  'better-child',
  'covariance',
  'aabb*',
  'aabb+',
] as const
/** Of distances of a few metres: forward kinematics in another order rounds differently. */
const CLOSE = 1e-11

const inside = (a: Shape, b: Shape, x: Float64Array): boolean => insideShapes(a, b, x, 0)

// A failure prints the seed: paste it into randomWorld.
test('[world-answers] what every query says is what testing every pair says, for every merge rule', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...MERGES), (seed, merge) => {
      const c = randomWorld(seed)
      const world = makeWorld(c, merge)
      const random = new Random(seed + 1)
      const q = randomConfiguration(world, random)
      for (let step = 0; step < 4; step++) {
        // All joints, then one at a time: the world keeps what has not moved.
        const other = randomConfiguration(world, random)
        if (step === 0 || world.dof === 0) q.set(other)
        else {
          const at = random.integer(world.dof)
          if (!world.variables[at]!.includes('/rot_')) q[at] = other[at]!
        }
        const truth = allDistances(c, q, inside)
        const label = JSON.stringify({ seed, merge, q: Array.from(q) })

        const touching = truth.filter(({ distance }) => distance === 0)
        const near = truth.filter(({ distance }) => distance > 0 && distance < CLOSE)
        if (near.length > 0) continue
        expect(world.collides(q), label).toBe(touching.length > 0)
        const named = world.collisions(q).map(key)
        expect(named.sort(), label).toEqual(touching.map(key).sort())

        const all = world.distances(q)
        expect(all.length, label).toBe(truth.length)
        const byName = new Map(all.map((pair) => [key(pair), pair]))
        for (const pair of truth) {
          expect(Math.abs(byName.get(key(pair))!.distance - pair.distance), `${label} ${key(pair)}`).toBeLessThan(CLOSE)
        }
        for (const { distance, pointA, pointB, normal } of all) {
          const apart = pointB.map((p, k) => p - pointA[k]!)
          if (distance === 0) continue
          expect(Math.abs(Math.hypot(...apart) - distance), label).toBeLessThan(CLOSE)
          for (let k = 0; k < 3; k++) expect(Math.abs(apart[k]! - distance * normal[k]!)).toBeLessThan(1e-5)
        }
        const nearest = world.distance(q)
        if (truth.length === 0) expect(nearest.distance, label).toBe(Infinity)
        else expect(Math.abs(nearest.distance - truth[0]!.distance), label).toBeLessThan(CLOSE)

        const limit = truth.length > 1 ? (truth[1]!.distance + (truth[2]?.distance ?? truth[1]!.distance + 1)) / 2 : 1
        const within = world.pairsWithin(q, limit)
        expect(within.length, label).toBe(truth.filter(({ distance }) => distance <= limit).length)
        world.validate()
      }
    }),
    { seed: 3, numRuns: 80 },
  )
})

test('[world-answers] what a world learns over many queries changes no answer', () => {
  let touching = 0
  for (let seed = 0; seed < 12; seed++) {
    const c = randomWorld(seed)
    const world = makeWorld(c)
    const random = new Random(seed + 5)
    for (let step = 0; step < 400; step++) {
      const q = randomConfiguration(world, random)
      const answer = world.collides(q)
      if (step < 300) continue
      // One that has been asked nothing yet.
      expect(answer, JSON.stringify({ seed, q: Array.from(q) })).toBe(makeWorld(c, 'cab').collides(q))
      if (answer) touching++
    }
  }
  expect(touching).toBeGreaterThan(100)
  expect(touching).toBeLessThan(1100)
})

test('[never-pairs] pairs that are said never to meet never do, within the limits of sliding joints', () => {
  let never = 0
  for (let seed = 0; seed < 120; seed++) {
    const c = randomWorld(seed)
    const world = makeWorld(c)
    const names = new Set(world.pairs().flatMap((pair) => (pair.status === 'never' ? [key(pair)] : [])))
    never += names.size
    const random = new Random(seed + 9)
    for (let step = 0; step < 10; step++) {
      const q = randomConfiguration(world, random)
      world.variables.forEach((_, i) => {
        q[i] = Math.min(Math.max(q[i]!, world.lower[i]!), world.upper[i]!)
      })
      for (const pair of allDistances(c, q, inside)) {
        if (!names.has(key(pair))) continue
        expect(pair.distance, JSON.stringify({ seed, pair, q: Array.from(q) })).toBeGreaterThan(0)
      }
    }
  }
  expect(never).toBeGreaterThan(100)
})

const arm = new Robot({
  name: 'arm',
  links: ['base', 'upper', 'fore', 'tool'].map((name, i) => ({
    name,
    geometry: i === 3 ? [] : [{ shape: box({ size: [0.8, 0.1, 0.1], at: [0.4, 0, 0] }) }],
  })),
  joints: [
    { name: 'shoulder', kind: 'revolute', parent: 'base', child: 'upper', axis: [0, 0, 1], origin: { at: [1, 0, 0] } },
    { name: 'elbow', kind: 'revolute', parent: 'upper', child: 'fore', axis: [0, 0, 1], origin: { at: [1, 0, 0] } },
    { name: 'reach', kind: 'prismatic', parent: 'fore', child: 'tool', limits: { lower: 0, upper: 0.2 } },
  ],
})

test('names, witness points, normal and depth of what is easy to see', () => {
  const world = new World({
    robots: [arm],
    obstacles: [{ name: 'wall', shape: box({ size: [0.1, 4, 4] }), pose: { at: [3, 0, 0] } }],
  })
  expect(world.variables).toEqual(['arm/shoulder', 'arm/elbow', 'arm/reach'])
  expect(world.objects).toEqual(['arm/base', 'arm/upper', 'arm/fore', 'wall'])
  expect(world.collides([0, 0, 0])).toBe(false)
  const nearest = world.distance([0, 0, 0])
  expect(nearest).toMatchObject({ a: 'arm/fore', b: 'wall' })
  expect(nearest.distance).toBeCloseTo(0.15, 12)
  expect(nearest.pointA[0]).toBeCloseTo(2.8, 12)
  expect(nearest.pointB[0]).toBeCloseTo(2.95, 12)
  expect(nearest.normal[0]).toBeCloseTo(1, 12)
  expect(world.pairsWithin({ elbow: 0 }, 0.15).map(({ a, b }) => [a, b])).toEqual([['arm/fore', 'wall']])

  world.addObstacle({ name: 'post', shape: box({ size: [0.2, 0.2, 1] }), pose: { at: [2.75, 0, 0] } })
  const [contact] = world.collisions({ 'arm/elbow': 0 })
  expect(contact).toMatchObject({ a: 'arm/fore', b: 'post', depthOf: 'solids' })
  expect(contact!.depth).toBeCloseTo(0.15, 12)
  expect(Array.from(contact!.normal, Math.round)).toEqual([1, 0, 0])
  world.allow('fore', 'post')
  expect(world.collides([0, 0, 0])).toBe(false)
  world.disallow('arm/fore', 'post')
  expect(() => world.disallow('wall', 'post')).toThrow('move relative to each other')
  expect(world.collides([0, 0, 0])).toBe(true)
  world.removeObstacle('post')
  expect(world.collides([0, 0, 0])).toBe(false)
})

test('what a link carries moves with it, is checked, and touches what it may', () => {
  const world = new World({
    robots: [arm],
    obstacles: [{ name: 'table', shape: box({ size: [1, 1, 0.1] }), pose: { at: [2, 1, 0] } }],
  })
  world.attach({ name: 'part', link: 'tool', shape: sphere({ radius: 0.1 }), pose: { at: [1, 0, 0] } })
  expect(world.collides([0, 0, 0])).toBe(false)
  expect(world.collides([0, Math.PI / 2, 0])).toBe(true)
  const [first, second] = world.collisions([0, Math.PI / 2, 0])
  expect([first!.a, first!.b, second!.a, second!.b]).toEqual(['arm/fore', 'table', 'part', 'table'])
  // It reaches the base when the arm is folded, and hangs 0.2 farther out when the tool slides.
  expect(world.collisions([0, Math.PI, 0.2]).some(({ a, b }) => a === 'arm/base' && b === 'part')).toBe(true)
  expect(() => world.attach({ name: 'part', link: 'tool', shape: sphere({ radius: 1 }) })).toThrow('nothing else')
  world.detach('part')
  expect(world.objects).not.toContain('part')
  world.attach({
    name: 'part',
    link: 'arm/tool',
    shape: sphere({ radius: 0.1 }),
    pose: { at: [1, 0, 0] },
    touch: ['table'],
  })
  expect(world.collisions([0, Math.PI / 2, 0]).map(({ a, b }) => `${a} ${b}`)).toEqual(['arm/fore table'])
})

test('[never-pairs] a pair with a sliding joint outside its limits is tested all the same', () => {
  const world = new World({
    robots: [
      new Robot({
        name: 'slide',
        links: [{ name: 'rail' }, { name: 'car', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
        joints: [{ name: 'x', kind: 'prismatic', parent: 'rail', child: 'car', limits: { lower: 0, upper: 1 } }],
      }),
    ],
    obstacles: [{ name: 'stop', shape: sphere({ radius: 0.1 }), pose: { at: [2, 0, 0] } }],
  })
  expect(world.pairs()).toEqual([
    { a: 'slide/car', b: 'stop', status: 'never', reason: 'what they can sweep does not meet' },
  ])
  expect(world.collides([1])).toBe(false)
  expect(world.collides([2])).toBe(true)
  expect(world.outsideLimits([2])).toEqual(['slide/x'])
  expect(world.distance([1]).distance).toBeCloseTo(0.8, 12)
})

test('[solids] something wholly inside a closed mesh touches it, and something inside an open one does not', () => {
  const positions = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1]
  const triangles = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
  ]
  const car = new Robot({
    name: 'car',
    links: [{ name: 'rail' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'rail', child: 'ball' }],
  })
  const closed = new World({ robots: [car], obstacles: [{ name: 'crate', shape: mesh({ positions, triangles }) }] })
  expect(closed.collides([0])).toBe(true)
  expect(closed.distance([0]).distance).toBe(0)
  expect(closed.collisions([0])[0]).toMatchObject({ a: 'car/ball', b: 'crate', depthOf: 'hulls' })
  expect(closed.collisions([0])[0]!.depth).toBeCloseTo(1.1, 9)
  expect(closed.collides([3])).toBe(false)
  const open = new World({ robots: [car], obstacles: [mesh({ positions, triangles: triangles.slice(3) })] })
  expect(open.collides([0])).toBe(false)
  expect(open.collides([1])).toBe(true)
})

test('things that stand still against each other are judged once, and count', () => {
  const floor = { name: 'floor', shape: box({ size: [4, 4, 0.2] }), pose: { at: [0, 0, -0.3] } }
  const world = new World({ robots: [arm], obstacles: [floor] })
  expect(world.collides([0, 0, 0])).toBe(false)
  expect(world.distance([0, 0, 0]).distance).toBeCloseTo(0.15, 12)
  world.addObstacle({ name: 'plinth', shape: box({ size: [0.2, 0.2, 0.2] }) })
  expect(world.collides([0, 0, 0])).toBe(true)
  expect(world.collisions([0, 0, 0]).map(({ a, b }) => `${a} ${b}`)).toEqual(['arm/base plinth'])
  world.allow('base', 'plinth', 'bolted')
  expect(world.collides([0, 0, 0])).toBe(false)
  expect(world.pairs().find(({ b, a }) => a === 'arm/base' && b === 'plinth')).toMatchObject({
    status: 'allowed',
    reason: 'bolted',
  })
})

test('an empty world is free, and nothing is near', () => {
  const world = new World()
  expect(world.collides([])).toBe(false)
  expect(world.distance([]).distance).toBe(Infinity)
  expect(world.distances([])).toEqual([])
  expect(new World({ obstacles: [sphere({ radius: 1 })] }).collides([])).toBe(false)
})

describe('[bad-input] what is wrong with a world or a question is named', () => {
  const world = new World({
    robots: [arm, { robot: arm, name: 'other', base: { at: [9, 0, 0] } }],
    obstacles: [sphere({ radius: 1 })],
  })
  test.each<[string, () => unknown]>([
    ['robots[1].name', () => new World({ robots: [arm, arm] })],
    ['robots[0].robot', () => new World({ robots: [{ robot: 3 as never }] })],
    ['obstacles[0].shape', () => new World({ obstacles: [{ name: 'a', shape: undefined as never }] })],
    [
      'obstacles[1].name',
      () => new World({ obstacles: ['a', 'a'].map((name) => ({ name, shape: sphere({ radius: 1 }) })) }),
    ],
    ['obstacles[0].at', () => new World({ obstacles: [{ shape: sphere({ radius: 1 }), at: [0, 0, 0] } as never] })],
    ['allowed[0][1]', () => new World({ robots: [arm], allowed: [['base', 'nothing']] })],
    ['allowed[0]', () => new World({ robots: [arm], allowed: [['base'] as never] })],
    ['world.adjacent', () => new World({ robots: [arm], adjacent: 'no' as never })],
    ['world.merge', () => new World({ robots: [arm], merge: 'cab-gs' as never })],
    ['world.experimental.merge', () => new World({ robots: [arm], experimental: { merge: 'best' as never } })],
    ['world.experimental.merge', () => new World({ robots: [arm], merge: 'cab', experimental: { merge: 'aabb*' } })],
    ['world.obstacle', () => new World({ obstacle: [] } as never)],
    ['q', () => world.collides([0, 0])],
    ['q[1] (arm/elbow)', () => world.collides([0, Number.NaN, 0, 0, 0, 0])],
    ['q["elbow"]', () => world.collides({ elbow: 1 })],
    ['q["arm/wrist"]', () => world.collides({ 'arm/wrist': 1 })],
    ['limit', () => world.pairsWithin(world.neutral(), -1)],
    ['b', () => world.allow('arm/fore', 'fore')],
    ['attached.link', () => world.attach({ name: 'x', link: 'obstacle_1', shape: sphere({ radius: 1 }) })],
    ['obstacle', () => world.removeObstacle('arm/fore')],
    ['link', () => world.linkPose(world.neutral(), 'obstacle_1')],
  ])('%s', expectField)
})

test('nothing returned is overwritten by a later query', () => {
  const world = new World({ robots: [arm], obstacles: [sphere({ radius: 1, at: [0, 2, 0] })] })
  const first = world.distance([0.1, 0.2, 0])
  const copy = structuredClone(first)
  world.distance([1, 1, 0])
  world.collisions([2, 2, 0])
  expect(first).toEqual(copy)
  expect(world.linkPose([0, 0, 0], 'tool')[3]).toBe(2)
})
