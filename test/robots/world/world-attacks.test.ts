// Cases that a sceptical reader found: each was wrong once.
import { expect, test } from 'vitest'
import { MeshTree } from '../../../src/entries/meshes.js'
import {
  box,
  cylinder,
  InvalidInputError,
  ResultTooLargeError,
  Robot,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'

const TRIANGLES = [
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
  ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
]

/** A cube of half size s about (x, 0, 0). */
function cube(s: number, x = 0): { positions: number[]; triangles: number[] } {
  const corners = Array.from({ length: 8 }, (_, c) => [
    x + ((c & 1) === 1 ? s : -s),
    ((c >> 1) & 1) === 1 ? s : -s,
    ((c >> 2) & 1) === 1 ? s : -s,
  ])
  return { positions: corners.flat(), triangles: TRIANGLES }
}

/** One body that flies. */
function flying(shape: Shape): Robot {
  return new Robot({
    name: 'r',
    links: [{ name: 'w' }, { name: 'l', geometry: [{ shape }] }],
    joints: [{ name: 'f', kind: 'floating', parent: 'w', child: 'l' }],
  })
}

/** Two balls on a rail, the second behind a joint that turns. */
function railRobot(gap: number): Robot {
  const ball = { shape: sphere({ radius: 1 }) }
  return new Robot({
    name: 'r',
    links: [{ name: 'w' }, { name: 'a', geometry: [ball] }, { name: 'b', geometry: [ball] }],
    joints: [
      { name: 'rail', kind: 'prismatic', parent: 'w', child: 'a' },
      { name: 'j', kind: 'revolute', parent: 'a', child: 'b', axis: [0, 0, 1], origin: { at: [2 + gap, 0, 0] } },
    ],
  })
}

const PLACE = [0, 0, 0, 0, 0, 0, 1]

test('a mesh tree that is refitted later stays in the world as it was given', () => {
  const tree = new MeshTree(cube(0.1, 3))
  const world = new World({ robots: [flying(box({ size: [0.2, 0.2, 0.2] }))], obstacles: [tree] })
  expect(world.collides(PLACE)).toBe(false)
  tree.refit(cube(0.1).positions)
  expect(world.collides(PLACE)).toBe(false)
  expect(world.distance(PLACE).distance).toBeCloseTo(2.8, 12)
  expect(world.collisions(PLACE)).toEqual([])
  world.addObstacle({ name: 'now', shape: tree })
  expect(world.collisions(PLACE).map(({ b }) => b)).toEqual(['now'])
})

test('[never-pairs] far from the origin poses are rounded, and that is counted', () => {
  const world = new World({ robots: [railRobot(1.1108447270411885e-10)], adjacent: 'checked' })
  for (let k = 0; k < 500; k++) {
    const q = [1e6 * (1 + k / 500.7), 0]
    expect(world.collides(q)).toBe(world.distance(q).distance <= 1e-11)
  }
  // A gap that rounding cannot close is one, up to the place where it could.
  const clear = new World({ robots: [railRobot(1e-3)], adjacent: 'checked' })
  expect(clear.pairs()[0]!.status).toBe('never')
  expect(clear.collides([1e5, 0])).toBe(false)
  expect(clear.collides([1e15, 0])).toBe(clear.distance([1e15, 0]).distance === 0)
})

test('the normal is a unit vector however near things are', () => {
  const world = new World({
    robots: [flying(cylinder({ radius: 0.3, length: 1 }))],
    obstacles: [box({ size: [1, 1, 1], at: [0.8, 0, 0] })],
  })
  for (const x of [0, -1e-16, -1e-15, -1e-12, -1e-6]) {
    const { distance, normal } = world.distance([x, 0, 0, 0, 0, 0, 1])
    const length = Math.hypot(...normal)
    expect(Math.min(Math.abs(length - 1), length)).toBeLessThan(1e-9)
    if (distance > 1e-9) expect(length).toBeCloseTo(1, 12)
  }
})

test('limits that are handed out are the caller’s to write into', () => {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'w' }, { name: 'l', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [{ name: 'x', kind: 'prismatic', parent: 'w', child: 'l', limits: { lower: 0, upper: 1 } }],
  })
  const world = new World({ robots: [robot], obstacles: [sphere({ radius: 0.1, at: [-0.5, 0, 0] })] })
  expect(world.collides([-0.5])).toBe(true)
  world.lower[0] = -1
  expect(world.collides([-0.5])).toBe(true)
})

test('[bad-input] two things of one name are refused, whichever way the names came about', () => {
  const make = (name: string, link: string, joint: string): Robot =>
    new Robot({
      name,
      links: [{ name: 'base' }, { name: link }],
      joints: [{ name: joint, kind: 'continuous', parent: 'base', child: link }],
    })
  expect(() => new World({ robots: [make('a', 'b/c', 'k'), make('a/b', 'c', 'j')] })).toThrow('only one link')
  expect(() => new World({ robots: [make('a', 'd', 'b/j'), make('a/b', 'c', 'j')] })).toThrow('only one joint')
})

test('[never-pretends] what is too far away is refused, whatever was asked before, and nothing is left behind', () => {
  const world = new World({ robots: [railRobot(1)], adjacent: 'checked' })
  for (let turn = 0; turn < 2; turn++) {
    expect(() => world.collides([1e100, 0])).toThrow(InvalidInputError)
    expect(() => world.distances([1e308, 0])).toThrow('rail')
    expect(world.collides([0, 0])).toBe(false)
    expect(world.distance([5, 0]).distance).toBeCloseTo(1, 12)
    world.validate()
  }
})

test('[never-pretends] more contacts than can be held are an error', () => {
  const links = Array.from({ length: 460 }, (_, i) => ({
    name: `l${i}`,
    geometry: [{ shape: sphere({ radius: 1 }) }],
  }))
  const joints = links.slice(1).map(({ name }) => ({ name, kind: 'continuous' as const, parent: 'l0', child: name }))
  const world = new World({ robots: [new Robot({ name: 'r', links, joints })] })
  expect(world.collides(world.neutral())).toBe(true)
  expect(() => world.collisions(world.neutral())).toThrow(ResultTooLargeError)
})

test('a chain of two thousand links is a world like any other', () => {
  const n = 2000
  const links = Array.from({ length: n }, (_, i) => ({
    name: `l${i}`,
    geometry: [{ shape: sphere({ radius: 0.1 }) }],
  }))
  const joints = Array.from({ length: n - 1 }, (_, i) => ({
    name: `j${i}`,
    kind: 'continuous' as const,
    parent: `l${i}`,
    child: `l${i + 1}`,
    axis: [0, 0, 1],
    origin: { at: [0.3, 0, 0] },
  }))
  const world = new World({ robots: [new Robot({ name: 'snake', links, joints })] })
  const q = world.neutral()
  expect(world.collides(q)).toBe(false)
  q[1000] = Math.PI
  expect(world.collides(q)).toBe(true)
  expect(world.stats.volumeTests).toBeLessThan(2000)
})
