// The boxes of a world's hierarchy by level: each holds its geometries, and together they hold each of them once.
import { describe, expect, test } from 'vitest'
import { hand, humanoid } from '../../../scenes/index.js'
import {
  type BodyMergeRule,
  box,
  InvalidInputError,
  Random,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'

const KINDS: readonly BodyMergeRule[] = ['cab', 'cab-gs', 'cab-sum', 'better-child', 'covariance', 'aabb*', 'aabb+']

/** Points on a shape, as balls: x, y, z, radius, in its own frame. */
function ballsOf(shape: Shape): number[][] {
  switch (shape.kind) {
    case 'sphere':
      return [[...shape.centre, shape.radius]]
    case 'capsule':
      return [
        [...shape.from, shape.radius],
        [...shape.to, shape.radius],
      ]
    case 'box':
      return [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
        const at = [...shape.half].map((h, k) => ((corner >> k) & 1 ? h : -h))
        return [...moved(shape.pose, 0, at), 0]
      })
    case 'cylinder':
      return Array.from({ length: 40 }, (_, i) => {
        const angle = (Math.PI * i) / 10
        const z = ((i % 2 === 0 ? 1 : -1) * shape.length) / 2
        return [...moved(shape.pose, 0, [shape.radius * Math.cos(angle), shape.radius * Math.sin(angle), z]), 0]
      })
    default:
      throw new Error(`no ${shape.kind} here`)
  }
}

function moved(x: ArrayLike<number>, o: number, p: readonly number[]): number[] {
  return [0, 4, 8].map(
    (row) => x[o + row]! * p[0]! + x[o + row + 1]! * p[1]! + x[o + row + 2]! * p[2]! + x[o + row + 3]!,
  )
}

function randomQ(world: World, random: Random): Float64Array {
  return world.neutral().map((_, i) => random.range(Math.max(-3, world.lower[i]!), Math.min(3, world.upper[i]!)))
}

function worldOf(merge: BodyMergeRule): World {
  const obstacles = [
    { name: 'table', shape: box({ size: [1, 1, 0.1], at: [0.3, 0, -0.2] }) },
    { name: 'ball', shape: sphere({ radius: 0.05, at: [0, 0.1, 0.2] }) },
  ]
  return new World({
    robots: [hand(), { robot: humanoid(), base: { at: [1, 2, 3] } }],
    obstacles,
    experimental: { merge },
  })
}

describe.each(KINDS)('%s', (merge) => {
  const world = worldOf(merge)
  const all = world.objects
    .flatMap((object) => world.geometryOf(object).geometry.map(({ name }) => `${object} ${name}`))
    .sort()

  test('every level holds every geometry once; levels grow coarser', () => {
    const q = randomQ(world, new Random(5))
    let before = Infinity
    for (let level = 0; level < world.levels; level++) {
      const { count, boxes, holds } = world.boxes(q, level)
      expect([boxes.length, holds.length]).toEqual([15 * count, count])
      expect(holds.flatMap((list) => list.map(({ object, geometry }) => `${object} ${geometry}`)).sort()).toEqual(all)
      expect(count).toBeLessThan(before)
      before = count
    }
    expect(world.boxes(q, 0).count).toBe(all.length)
    // What stands still, and each of the two robots.
    expect(before).toBe(3)
  })

  test('every box contains its geometries', () => {
    const random = new Random(7)
    let looked = 0
    for (let round = 0; round < 6; round++) {
      const q = randomQ(world, random)
      for (let level = 0; level < world.levels; level++) {
        const { boxes, holds } = world.boxes(q, level)
        holds.forEach((list, k) => {
          for (const { object, geometry } of list) {
            const { link, geometry: parts } = world.geometryOf(object)
            const { shape, pose } = parts.find(({ name }) => name === geometry)!
            for (const [x, y, z, r] of ballsOf(shape) as [number, number, number, number][]) {
              const inLink = moved(pose, 0, [x, y, z])
              const at = link === undefined ? inLink : moved(world.linkPose(q, link), 0, inLink)
              for (let axis = 0; axis < 3; axis++) {
                const o = 15 * k
                let along = 0
                for (let row = 0; row < 3; row++)
                  along += boxes[o + 4 * row + axis]! * (at[row]! - boxes[o + 4 * row + 3]!)
                // This test's own sums are rounded as well.
                expect(Math.abs(along) + r).toBeLessThanOrEqual(boxes[o + 12 + axis]! + 1e-14)
                looked++
              }
            }
          }
        })
      }
    }
    expect(looked).toBeGreaterThan(1000)
  })

  test('boxes that a query has refitted are counted', () => {
    const fresh = worldOf(merge)
    const q = fresh.neutral()
    fresh.collides(q)
    const nodes = fresh.stats.nodesUpdated
    // A tree of n leaves has 2n − 1 nodes; there are three trees.
    expect(nodes).toBe(2 * all.length - 3)
    fresh.collides(q)
    expect(fresh.stats.nodesUpdated).toBe(0)
    // A finger's tip: its leaf, and what is above it.
    const tip = fresh.configuration({ 'hand/first-bend-3': 0.5 })
    fresh.distance(tip)
    expect(fresh.stats.nodesUpdated).toBeGreaterThan(1)
    expect(fresh.stats.nodesUpdated).toBeLessThanOrEqual(fresh.levels)
  })
})

test('a level that is not there is refused by name', () => {
  const world = new World({ robots: [hand()] })
  expect(() => world.boxes(world.neutral(), world.levels)).toThrow(InvalidInputError)
  expect(() => world.boxes(world.neutral(), -1)).toThrow(/level/)
  const empty = new World()
  expect(empty.levels).toBe(0)
  expect(empty.boxes([], 0).count).toBe(0)
})

test('a world without a chosen merge rule has boxes, and is brought up to date for them', () => {
  const world = new World({ robots: [hand()] })
  const other = new World({ robots: [hand()], merge: 'better-child' })
  const random = new Random(3)
  for (let round = 0; round < 5; round++) {
    const q = randomQ(world, random)
    world.collides(q)
    expect(world.boxes(q, 2)).toEqual(other.boxes(q, 2))
  }
})
