// Meshes as convex parts: who is taken for one, and that no answer depends on it.
import { expect, test } from 'vitest'
import {
  box,
  cylinder,
  InvalidInputError,
  mesh,
  poseConfiguration,
  Random,
  World,
} from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { freeBody } from '../../../src/robots/motion/free-body.js'
import { outerParts } from '../../../src/shapes/outer-parts.js'

/** The surface of a box, corner to corner. */
function boxMesh(low: readonly number[], high: readonly number[]): { positions: number[]; triangles: number[] } {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [0, 1, 2].map((k) => ((c >> k) & 1 ? high : low)[k]!))
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  return { positions, triangles: quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]) }
}

function joined(...parts: { positions: number[]; triangles: number[] }[]): {
  positions: number[]
  triangles: number[]
} {
  const positions: number[] = []
  const triangles: number[] = []
  for (const part of parts) {
    triangles.push(...part.triangles.map((v) => v + positions.length / 3))
    positions.push(...part.positions)
  }
  return { positions, triangles }
}

const CUBE = boxMesh([0, 0, 0], [1, 1, 1])
/** Every vertex is a corner of the hull, and yet it is two things. */
const PAIR = joined(boxMesh([0, 0, 0], [1, 1, 1]), boxMesh([4, 0, 0], [5, 1, 1]))
const DENTED = joined(boxMesh([0, 0, 0], [1, 1, 1]), boxMesh([0.2, 0.2, 0.9999], [0.8, 0.8, 1.0001]))
const SHELL = joined(boxMesh([0, 0, 0], [1, 1, 1]), boxMesh([0.1, 0.1, 0.1], [0.9, 0.9, 0.9]))
const STEP = joined(boxMesh([0, 0, 0], [1, 1, 0.2]), boxMesh([0, 0, 0.2], [0.2, 1, 1]))
const FLAT = { positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], triangles: [0, 1, 2, 0, 2, 3] }

test('says which meshes are convex, how nearly, and whether their hulls are used', () => {
  const shapes = { CUBE, PAIR, DENTED, SHELL, STEP, FLAT }
  const obstacles = Object.entries(shapes).map(([name, shape], i) => ({
    name,
    shape: mesh(shape),
    pose: { at: [9 * i, 0, 0] },
  }))
  const world = new World({ obstacles: [...obstacles, { name: 'BOX', shape: box({ size: [1, 1, 1] }) }] })
  const found = new Map(world.hullsOfMeshes().map((hull) => [hull.object, hull]))
  expect([...found.keys()]).toEqual(Object.keys(shapes))
  expect([...found.values()].filter(({ isConvex }) => isConvex).map(({ object }) => object)).toEqual([
    'CUBE',
    'DENTED',
    'SHELL',
  ])
  expect([...found.values()].filter(({ isUsed }) => isUsed).map(({ object }) => object)).toEqual([
    'CUBE',
    'DENTED',
    'SHELL',
  ])
  expect(found.get('CUBE')).toMatchObject({ triangles: 12, corners: 8, deviation: 0, choice: 'auto' })
  expect(found.get('PAIR')!.deviation).toBeCloseTo(1.5, 6)
  world.chooseHull('STEP', 'always')
  world.chooseHull('CUBE', 'never')
  const used = world.hullsOfMeshes().filter(({ isUsed }) => isUsed)
  expect(used.map(({ object }) => object)).toEqual(['DENTED', 'SHELL', 'STEP'])
  expect(() => world.chooseHull('CUBE', 'sometimes' as never)).toThrow(InvalidInputError)
  expect(() => world.chooseHull('NOBODY', 'never')).toThrow(InvalidInputError)
  expect(() => new World({ hulls: 'yes' as never })).toThrow(InvalidInputError)
})

test('[hulls] [never-misses] hulls first, or never: the same answers about configurations and motions', () => {
  const random = new Random(6)
  const shapes = [CUBE, PAIR, DENTED, SHELL, STEP].map((each) => mesh(each))
  let touching = 0
  let free = 0
  for (let round = 0; round < 40; round++) {
    const flying = shapes[random.integer(shapes.length)]!
    const obstacles = [
      { name: 'mesh', shape: shapes[random.integer(shapes.length)]!, pose: { at: [0, 0, 0] } },
      { name: 'can', shape: cylinder({ radius: 0.3, length: 1, at: [3, 0.5, 0.5] }) },
      { name: 'inside', shape: box({ size: [0.2, 0.2, 0.2], at: [0.5, 0.5, 0.5] }) },
    ]
    const robots = [freeBody({ name: 'body', shape: flying })]
    const worlds = (['never', 'auto', 'always'] as const).map((hulls) => new World({ robots, obstacles, hulls }))
    const pose = (): Float64Array => {
      const q = [0, 0, 0, 0].map(() => random.range(-1, 1))
      const length = Math.hypot(...q)
      return poseConfiguration({
        at: [random.range(-2, 6), random.range(-2, 2), random.range(-2, 2)],
        rotation: q.map((x) => x / length),
      })
    }
    // Often enough for hulls to be used.
    for (let k = 0; k < 60; k++) {
      const q = pose()
      const [one, ...others] = worlds.map((world) => world.collides(q))
      expect(others, `round ${round}, configuration [${q}]`).toEqual([one, one])
      touching += one ? 1 : 0
    }
    const ends = [pose(), pose()]
    const [one, ...others] = worlds.map((world) => checkMotion(world, ends).outcome)
    expect(others, `round ${round}, motion ${JSON.stringify(ends.map((q) => [...q]))}`).toEqual([one, one])
    free += one === 'free' ? 1 : 0
  }
  expect(touching).toBeGreaterThan(300)
  expect(free).toBeGreaterThan(4)
})

test('[hulls] [never-misses] outer parts in between: the same answers along random walks into corners and forks', () => {
  const random = new Random(26)
  const fork = joined(
    boxMesh([-1, -1, 0], [1, -0.6, 0.4]),
    boxMesh([-1, 0.6, 0], [1, 1, 0.4]),
    boxMesh([-1, -1, 0], [-0.6, 1, 0.4]),
  )
  const angle = joined(boxMesh([-1, -1, 0], [1, -0.7, 0.4]), boxMesh([-1, -1, 0], [-0.7, 1, 0.4]))
  const shapes = [fork, angle, STEP, PAIR].map((each) => mesh(each))
  for (const shape of shapes) expect(outerParts(shape)!.parts.length).toBeGreaterThan(1)
  const found = { touching: 0, free: 0, tests: 0, without: 0 }
  for (let round = 0; round < 12; round++) {
    const robots = [freeBody({ name: 'body', shape: shapes[round % 4]! })]
    const obstacles = [
      { name: 'mesh', shape: shapes[random.integer(4)]!, pose: { at: [0.3, 0, 0] } },
      { name: 'small', shape: box({ size: [0.2, 0.2, 0.2], at: [0.3, 0.1, 0.1] }) },
    ]
    const [never, always] = (['never', 'always'] as const).map((hulls) => new World({ robots, obstacles, hulls }))
    const at = [random.range(-1, 2), random.range(-1, 1), random.range(-1, 1)]
    const turn = [0, 0, 0, 1].map((w) => w + random.range(-1, 1))
    for (let k = 0; k < 250; k++) {
      for (let i = 0; i < 3; i++) at[i] = Math.max(-2, Math.min(2, at[i]! + random.range(-0.08, 0.08)))
      for (let i = 0; i < 4; i++) turn[i]! += random.range(-0.05, 0.05)
      const length = Math.hypot(...turn)
      const q = poseConfiguration({ at, rotation: turn.map((x) => x / length) })
      const touches = never!.collides(q)
      found.without += never!.stats.pairTests
      expect(always!.collides(q), `round ${round}, configuration [${q}]`).toBe(touches)
      found.tests += always!.stats.pairTests
      found[touches ? 'touching' : 'free']++
    }
  }
  expect(Math.min(found.touching, found.free)).toBeGreaterThan(500)
  // Far fewer pairs are left to their triangles.
  expect(found.tests).toBeLessThan(found.without)
})
