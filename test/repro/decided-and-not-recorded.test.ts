// Two cylinders lid on lid, 1e-12 to 3e-9 apart, were `free`, since the boxes around them are apart, and their certificate threw:
// the recording prover separates round shapes along their nearest points, and those are too near to tell a direction. And what a
// caller wrote into the path of `smooth` or `a-sbl` was what their certificates were about.
import { expect, test } from 'vitest'
import {
  checkMotion,
  cylinder,
  planNow,
  Robot,
  smoothNow,
  sphere,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'

const can = cylinder({ radius: 0.5, length: 1 })

function lidOnLid(): World {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'can', geometry: [{ shape: can, pose: { at: [0.1, 0, 0] } }] }],
    joints: [
      {
        name: 'z',
        kind: 'prismatic',
        parent: 'base',
        child: 'can',
        axis: [0, 0, 1],
        limits: { lower: -5, upper: 5 },
      },
    ],
  })
  return new World({ robots: [robot], obstacles: [{ name: 'other', shape: can }] })
}

test.each([1e-12, 1e-11, 1e-10, 1e-9, 3e-9, 1e-8, 1e-7, 1e-6, 1e-5])(
  'what is free at a gap of %s has a certificate',
  (gap) => {
    const world = lidOnLid()
    for (const way of [0, gap / 4, 1e-3]) {
      const verdict = checkMotion(world, [[1 + gap], [1 + gap + way]])
      if (gap >= 1e-8) expect(verdict.outcome).toBe('free')
      if (verdict.outcome !== 'free') continue
      expect(verifyCertificate(worldDocument(world), verdict.certificate()).valid).toBe(true)
    }
  },
)

function slider(): World {
  const joint = (name: string, parent: string, child: string, axis: number[]) =>
    ({ name, kind: 'prismatic', parent, child, axis, limits: { lower: -2, upper: 2 } }) as const
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'x' }, { name: 'y', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [joint('x', 'base', 'x', [1, 0, 0]), joint('y', 'x', 'y', [0, 1, 0])],
  })
  return new World({ robots: [robot], obstacles: [{ name: 'ball', shape: sphere({ radius: 0.3 }) }] })
}

test('what is written into a path does not change its certificate', () => {
  const world = slider()
  const smoothed = smoothNow(
    world,
    [
      [-1, 0],
      [-1, 1],
      [1, 1],
      [1, 0],
    ].map((q) => Float64Array.from(q)),
  )
  const planned = planNow(world, [-1, 0], [1, 0], { planner: 'a-sbl', seed: 1 })
  const optimised = planNow(world, [-1, 0], [1, 0], { seed: 1, optimiseRounds: 2 })
  for (const result of [smoothed, planned, optimised]) {
    if (result.outcome !== 'smoothed' && result.outcome !== 'solved') throw new Error(result.outcome)
    for (const q of result.path) q.fill(0)
    expect(world.collides(result.path[0]!)).toBe(true)
    expect(verifyCertificate(worldDocument(world), result.certificate()).valid).toBe(true)
  }
})

test('collidesMany refuses a hole in a list', () => {
  const world = slider()
  const list: number[][] = []
  list[2] = [0, 0]
  expect(() => world.collidesMany(list)).toThrow('configurations[0]')
})

test('collidesMany says what collides says where squares underflow in single precision', () => {
  const tiny = 1e-22
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'ball', geometry: [{ shape: sphere({ radius: tiny }) }] }],
    joints: [
      {
        name: 'x',
        kind: 'prismatic',
        parent: 'base',
        child: 'ball',
        axis: [1, 0, 0],
        limits: { lower: -10 * tiny, upper: 10 * tiny },
      },
    ],
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'other', shape: sphere({ radius: tiny }) }] })
  const many = Array.from({ length: 12_000 }, (_, k) => [tiny * (-5 + k / 1200)])
  world.collidesMany(many)
  expect(Array.from(world.collidesMany(many))).toEqual(many.map((q) => Number(world.collides(q))))
})
