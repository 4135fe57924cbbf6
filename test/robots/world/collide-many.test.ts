import { afterEach, describe, expect, test } from 'vitest'
import { box, mesh, Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { setManyWasmEnabled } from '../../../src/robots/world/many-filter.js'
import { bumpyBall, cell, mixedArm, randomConfiguration } from '../../golden/inputs.js'
import { disagreements, manyCase } from '../../oracle/robots/collide-many.js'
import { randomConfiguration as anyConfiguration, makeWorld, randomWorld } from './world-cases.js'

afterEach(() => {
  setManyWasmEnabled(true)
})

describe('[world-many] collidesMany', () => {
  test('says what collides says, of configurations that all but touch too', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const one = manyCase(seed, 300)
      expect(disagreements(one), `seed ${seed}`).toEqual([])
    }
  })

  test('says what collides says in worlds with joints of every kind', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const world = makeWorld(randomWorld(seed))
      const random = new Random(seed)
      const configurations = Array.from({ length: 300 }, () => anyConfiguration(world, random))
      expect(disagreements({ world, configurations }), `seed ${seed}`).toEqual([])
    }
  })

  test('decides most configurations without an exact test', () => {
    const world = cell()
    const random = new Random(3)
    const configurations = Array.from({ length: 10_000 }, () => randomConfiguration(world, random))
    world.collidesMany(configurations)
    const { pairTests, leafTests } = world.stats
    let exact = 0
    for (const q of configurations) {
      world.collides(q)
      exact += world.stats.leafTests + world.stats.pairTests
    }
    expect(pairTests + leafTests).toBeLessThan(0.6 * exact)
  })

  test('says the same without WebAssembly', () => {
    setManyWasmEnabled(false)
    const one = manyCase(7, 300)
    expect(one.world.model().index.filterFor(1000)).toBeUndefined()
    expect(disagreements(one)).toEqual([])
  })

  test('takes records, lists and one array of numbers', () => {
    const world = new World({ robots: [mixedArm()], obstacles: [box({ size: [2, 2, 0.1], at: [0, 0, -0.1] })] })
    const random = new Random(4)
    const configurations = Array.from({ length: 20 }, () => randomConfiguration(world, random))
    const expected = configurations.map((q) => Number(world.collides(q)))
    expect(Array.from(world.collidesMany(configurations))).toEqual(expected)
    const records = configurations.map((q) => Object.fromEntries(world.variables.map((name, i) => [name, q[i]!])))
    expect(Array.from(world.collidesMany(records))).toEqual(expected)
    const flat = Float64Array.from(configurations.flatMap((q) => Array.from(q)))
    expect(Array.from(world.collidesMany(flat))).toEqual(expected)
    expect(world.collidesMany([])).toEqual(new Uint8Array(0))
  })

  test('refuses what is not a configuration, and says which', () => {
    const world = new World({ robots: [mixedArm()] })
    expect(() => world.collidesMany(new Float64Array(world.dof + 1))).toThrow(/configurations/)
    expect(() => world.collidesMany([world.neutral(), [1]])).toThrow(/configurations\[1\]/)
    const flat = new Float64Array(2 * world.dof)
    flat[world.dof + 1] = NaN
    expect(() => world.collidesMany(flat)).toThrow(/shoulder of configuration 1/)
    expect(() => world.collidesMany(7 as never)).toThrow(/configurations/)
  })

  test('sees what stands in contact, and what was added since', () => {
    const world = new World({ robots: [mixedArm()] })
    const configurations = Array.from({ length: 300 }, () => world.neutral())
    const free = world.collides(world.neutral())
    expect(world.collidesMany(configurations).every((c) => c === Number(free))).toBe(true)
    world.addObstacle({ name: 'wall', shape: sphere({ radius: 1 }) })
    expect(world.collidesMany(configurations).every((c) => c === 1)).toBe(true)
    world.removeObstacle('wall')
    expect(world.collidesMany(configurations).every((c) => c === Number(free))).toBe(true)
  })

  test('something small wholly inside a link touches it', () => {
    const shape = mesh(bumpyBall(new Random(2), 8, 10, 0.5))
    const robot = new Robot({
      name: 'ball',
      links: [{ name: 'base' }, { name: 'rock', geometry: [{ shape }] }],
      joints: [{ name: 'slide', kind: 'prismatic', parent: 'base', child: 'rock', limits: { lower: -2, upper: 2 } }],
    })
    const world = new World({ robots: [robot], obstacles: [box({ size: [0.01, 0.01, 0.01] })] })
    const all = Float64Array.from({ length: 20_000 }, (_, k) => -2 + (4 * k) / 20_000)
    const many = world.collidesMany(all)
    expect(world.model().index.filterFor(0)).toBeDefined()
    expect(Array.from(many)).toEqual(Array.from(all, (q) => Number(world.collides([q]))))
    expect(many.reduce((sum, c) => sum + c, 0)).toBeGreaterThan(1000)
  })
})
