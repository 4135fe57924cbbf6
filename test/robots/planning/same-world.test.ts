// What is proved is proved of one world: changes in between are refused by name, and hidden state decides nothing.
import { expect, test } from 'vitest'
import {
  box,
  InvalidInputError,
  mesh,
  planNow,
  Robot,
  randomWalkNow,
  smooth,
  smoothNow,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'

const arm = (): World =>
  new World({
    robots: [
      new Robot({
        name: 'arm',
        links: [{ name: 'base' }, { name: 'l1', geometry: [{ shape: box({ size: [1, 0.1, 0.1], at: [0.5, 0, 0] }) }] }],
        joints: [
          {
            name: 'j1',
            kind: 'revolute',
            parent: 'base',
            child: 'l1',
            axis: [0, 0, 1],
            limits: { lower: -3, upper: 3 },
          },
        ],
      }),
    ],
    obstacles: [{ name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [1.05, 0, 0.3] } }],
  })

const ADDED = { name: 'new', shape: sphere({ radius: 0.06 }), pose: { at: [0.9, 0.05, 0] } }

test('[plan-proved] smoothing ends with an error where the world is changed under it', async () => {
  const world = arm()
  const path = Array.from({ length: 4000 }, (_, i) => [0.3 + ((i % 2 ? 1 : 1.001) * i) / 4000])
  let turns = 0
  // After the first slice of a few milliseconds nearly all of it is left, however fast or busy the machine is.
  const run = smooth(world, path, { rounds: 3000 })
  const finished = run.then(
    () => 'finished',
    (error) => error,
  )
  try {
    for await (const _ of run) if (turns++ === 0) world.addObstacle(ADDED)
  } catch {
    // The iteration ends as the result does.
  }
  expect(turns).toBeGreaterThan(0)
  expect(await finished).toBeInstanceOf(InvalidInputError)
})

test('[certificates] none is made of a world that has changed since', () => {
  const made: [string, (world: World) => { certificate: () => object }][] = [
    ['plan', (world) => planNow(world, [0], [1]) as never],
    ['a-sbl', (world) => planNow(world, [0], [1], { planner: 'a-sbl' }) as never],
    ['standing still', (world) => planNow(world, [1], [1]) as never],
    ['smooth', (world) => smoothNow(world, [[0], [0.5], [1]]) as never],
    ['walk', (world) => randomWalkNow(world, [1], { maxTries: 5 }) as never],
  ]
  for (const [name, make] of made) {
    const world = arm()
    const result = make(world)
    expect(() => result.certificate(), name).not.toThrow()
    world.addObstacle(ADDED)
    expect(() => result.certificate(), name).toThrow(InvalidInputError)
  }
})

test('[same-seed] a mesh that has no hull beside one that has: the same tests again, whatever was asked before', () => {
  /** Bars of a ring, whose hull is nowhere near them. */
  const bars = [0, 1, 2, 3, 4, 5].map((k) => {
    const [x, y] = [2 * Math.cos(k), 2 * Math.sin(k)]
    return [x, y, -1, x + 0.1, y, -1, x, y + 0.1, -1, x, y, 1]
  })
  const ring = mesh({
    positions: bars.flat(),
    triangles: bars.flatMap((_, k) => [0, 1, 2, 0, 1, 3, 1, 2, 3, 0, 2, 3].map((v) => 4 * k + v)),
  })
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) => [c & 1 ? 1.9 : 0.2, c & 2 ? 0.1 : -0.1, c & 4 ? 0.1 : -0.1])
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
  ]
  const bar = mesh({ positions: corners, triangles: faces })
  const make = (): World =>
    new World({
      robots: [
        new Robot({
          name: 'r',
          links: [{ name: 'base' }, { name: 'bar', geometry: [{ shape: bar }] }],
          joints: [{ name: 'j', kind: 'continuous', parent: 'base', child: 'bar', axis: [0, 0, 1] }],
        }),
      ],
      obstacles: [{ name: 'ring', shape: ring }],
    })
  const first = make()
  expect(first.hullsOfMeshes().map(({ isUsed }) => isUsed)).toEqual([true, false])
  const motion = [[0.2], [0.7]]
  const { stats } = checkMotion(first, motion)
  // Other worlds, whose shapes would be left lying about.
  for (const shape of [sphere({ radius: 0.1 }), box({ size: [3, 1, 1] })]) {
    const other = new World({
      robots: first.model().robots.map(({ robot }) => robot),
      obstacles: [{ name: 'o', shape, pose: { at: [3, 0, 0] } }],
    })
    checkMotion(other, motion)
    expect(checkMotion(make(), motion).stats).toEqual(stats)
  }
})
