// The grid against all pairs: it shows each pair within the margin once, at any sizes and places of the beads.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { BeadGrid } from '../../../src/chains/necklace/bead-grid.js'
import { closestByGrid } from '../../../src/chains/necklace/bead-grid-closest.js'
import { ClosestBeads, NearCollector, TouchCollector } from '../../../src/chains/necklace/necklace-visitors.js'

const RULE = { neighbours: 1, closed: false, exclude: undefined }

const LAYOUTS: Record<string, (random: Random, n: number) => Float64Array> = {
  box: (random, n) => fill(n, () => [random.unit(), random.unit(), random.unit(), 0.1 * random.unit()]),
  'very unequal': (random, n) =>
    fill(n, () => [...at(random, 1), 2 ** random.range(-14, -1)] as [number, number, number, number]),
  'whole numbers': (random, n) =>
    fill(n, () => [random.integer(5), random.integer(5), random.integer(5), random.integer(3) / 2]),
  line: (_, n) => fill(n, (i) => [i, 0, 0, 0.5]),
  plane: (random, n) => fill(n, () => [10 * random.unit(), 10 * random.unit(), 0, 0.3]),
  points: (random, n) => fill(n, () => [random.integer(4), random.integer(4), 0, 0]),
  'one place': (_, n) => fill(n, () => [7, 7, 7, 1]),
  'far away': (random, n) => fill(n, () => [1e9 + random.unit(), random.unit() - 1e9, random.unit(), 0.05]),
  'one far away': (random, n) => fill(n, (i) => [i === 3 ? 1e50 : random.unit(), random.unit(), 0, 0.1]),
  'every size': (random, n) =>
    fill(n, () => [...at(random, 1), 2 ** random.range(-60, -1)] as [number, number, number, number]),
  'every distance': (random, n) =>
    fill(n, () => [2 ** random.range(-90, 90), 2 ** random.range(-90, 90), 0, 2 ** random.range(-90, 80)]),
  'far groups': (random, n) =>
    fill(n, (i) => [(i % 3) * 2 ** 45 + random.integer(40) / 64, random.integer(40) / 64, 0, random.integer(3) / 64]),
  'at the limits': (random, n) =>
    fill(n, () => [
      random.integer(3) * 2 ** (39 + random.integer(12)) + random.integer(3),
      0,
      0,
      random.integer(2) / 2,
    ]),
  tiny: (random, n) => fill(n, () => [1e-160 * random.unit(), 0, 0, 1e-162]),
  'no room at all': (random, n) => fill(n, () => [5e-324 * random.integer(9), 0, 0, 0]),
  huge: (random, n) => fill(n, () => [1e59 * random.unit(), 1e59 * random.unit(), 0, 1e58]),
}

function at(random: Random, size: number): [number, number, number] {
  return [size * random.unit(), size * random.unit(), size * random.unit()]
}

function fill(n: number, bead: (i: number) => [number, number, number, number]): Float64Array {
  return Float64Array.from(Array.from({ length: n }, (_, i) => bead(i)).flat())
}

test.each(Object.keys(LAYOUTS))('%s: as all pairs', (name) => {
  const random = new Random(11)
  const grid = new BeadGrid()
  for (let round = 0; round < 36; round++) {
    const n = 1 + random.integer(round < 28 ? 12 : 150)
    const balls = LAYOUTS[name]!(random, n)
    const size = Math.max(...balls.map(Math.abs))
    const brute = new TouchCollector(balls, RULE)
    const found = new TouchCollector(balls, RULE)
    all(n, (i, j) => brute.visit(i, j))
    grid.search(balls, RULE, found)
    expect(found.list.sorted(), `[${balls}]`).toEqual(brute.list.sorted())
    const margin = random.unit() ** 3 * size
    const bruteNear = new NearCollector(balls, RULE, margin)
    const near = new NearCollector(balls, RULE, margin)
    all(n, (i, j) => bruteNear.visit(i, j))
    grid.search(balls, RULE, near)
    expect(near.list.sorted(), `${margin} [${balls}]`).toEqual(bruteNear.list.sorted())
    const bruteClosest = new ClosestBeads(balls, RULE)
    const closest = new ClosestBeads(balls, RULE)
    all(n, (i, j) => bruteClosest.visit(i, j))
    for (let i = 0; i + 2 < n; i++) closest.visit(i, i + 2)
    closestByGrid(grid, balls, RULE, closest)
    expect([closest.i, closest.j, closest.margin], `[${balls}]`).toEqual([
      bruteClosest.i,
      bruteClosest.j,
      bruteClosest.margin,
    ])
  }
})

test('a packed cube takes a few tests a bead', () => {
  const random = new Random(3)
  const n = 20 ** 3
  const balls = fill(n, (i) => [i % 20, Math.trunc(i / 20) % 20, Math.trunc(i / 400) + 1e-3 * random.unit(), 0.49])
  const grid = new BeadGrid()
  const found = new TouchCollector(balls, RULE)
  grid.search(balls, RULE, found)
  expect(found.list.count).toBe(0)
  // 13 cells ahead with a bead each, cells a little wider than needed.
  expect(grid.tests).toBeLessThan(16 * n)
})

function all(n: number, visit: (i: number, j: number) => void): void {
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) visit(i, j)
}

test('one bead that flew off, or a giant, does not spoil the grid of the others', () => {
  const n = 2000
  const plain = fill(n, (i) => [i % 20, Math.trunc(i / 20) % 20, Math.trunc(i / 400), 0.4])
  for (const [at, x, r] of [
    [n - 1, 1e16, 0.4],
    [0, -1e50, 0.4],
    [n - 1, 3e6, 1e6],
  ] as const) {
    const balls = plain.slice()
    balls[4 * at] = x
    balls[4 * at + 3] = r
    const grid = new BeadGrid()
    grid.search(balls, RULE, new TouchCollector(balls, RULE))
    expect(grid.tests).toBeLessThan(40 * n)
  }
})

test('a budget ends a search', () => {
  const balls = fill(500, () => [1, 1, 1, 1])
  const grid = new BeadGrid()
  const nobody = { neighbours: 500, closed: false, exclude: undefined }
  expect(grid.search(balls, nobody, new TouchCollector(balls, nobody))).toBe('done')
  const all = grid.tests
  grid.resetCounts()
  grid.budget = 10_000
  expect(grid.search(balls, nobody, new TouchCollector(balls, nobody))).toBe('over-budget')
  expect(grid.tests).toBeLessThan(all / 5)
})
