import { expect, test } from 'vitest'
import {
  beadGrid,
  generatedBackbone,
  generatedHairpin,
  grill,
  layeredWorstCase,
  type NecklaceScene,
  rollingSpiral,
  scalingHelix,
  spline,
  staticHelix,
  tremblingHairpin,
} from '../../scenes/index.js'
import { InvalidInputError } from '../../src/index.js'

function distance(p: Float64Array, i: number, j: number, q = p): number {
  return Math.hypot(p[3 * i]! - q[3 * j]!, p[3 * i + 1]! - q[3 * j + 1]!, p[3 * i + 2]! - q[3 * j + 2]!)
}

function bonds(c: Float64Array): { least: number; most: number } {
  const all = Array.from({ length: c.length / 3 - 1 }, (_, i) => distance(c, i, i + 1))
  return { least: Math.min(...all), most: Math.max(...all) }
}

/** Least distance between beads more than `apart` from each other along the necklace. */
function leastDistance(c: Float64Array, apart: number): number {
  let least = Infinity
  for (let i = 0; i < c.length / 3; i++) {
    for (let j = i + apart + 1; j < c.length / 3; j++) least = Math.min(least, distance(c, i, j))
  }
  return least
}

const SHAPES: readonly [NecklaceScene, number, 2 | 3][] = [
  [grill(), 90, 2],
  [spline(100), 100, 2],
  [spline(1600), 1600, 2],
  [staticHelix(400), 400, 3],
  [staticHelix(1600), 1600, 3],
  [scalingHelix(1600), 1600, 3],
  [beadGrid(24, 2), 576, 2],
  [beadGrid(10, 3), 1000, 3],
]

test.each(SHAPES)('%o: beads 1 apart along it, free of collisions', (scene, n, dimension) => {
  const c = scene.centres
  expect(c.length).toBe(3 * n)
  expect(scene.dimension).toBe(dimension)
  if (dimension === 2) expect(c.every((x, i) => i % 3 !== 2 || x === 0)).toBe(true)
  // A chord is shorter than its arc; on ten turns of a hundred beads by more than on a grid.
  expect(bonds(c).most).toBeLessThan(1 + 1e-6)
  expect(bonds(c).least).toBeGreaterThan(0.98)
  expect(leastDistance(c, 1)).toBeGreaterThan(2 * scene.radius)
})

test('a helix has the turns and the height that it says', () => {
  const c = staticHelix(1001).centres
  const radius = Math.hypot(c[0]!, c[1]!)
  expect(c[3002]! / radius).toBeCloseTo(4.5, 9)
  // A hundred beads are a turn.
  expect(distance(c, 100, 200)).toBeCloseTo(c[602]! - c[302]!, 9)
  expect(scalingHelix(400).centres.length).toBe(1200)
})

test.each(['rolling', 'curling'] as const)('the spiral, %s: from a line to ten turns, never over itself', (way) => {
  const spiral = rollingSpiral({ way })
  expect(spiral.frames).toBe(100)
  for (const k of [0, 1, 20, 50, 80, 99]) {
    const c = spiral.frame(k)
    expect(c.length).toBe(1500)
    expect(bonds(c).most).toBeLessThan(1 + 1e-3)
    expect(leastDistance(c, 1)).toBeGreaterThan(8 * spiral.radius)
  }
  expect(distance(spiral.centres, 0, 499)).toBeCloseTo(499, 9)
  // Turns are 2πb apart, where 499 is the length of ten turns of r = bθ.
  const end = spiral.frame(99)
  expect(distance(end, 0, 499)).toBeCloseTo(15.88, 1)
  expect(spiral.frame(1000)).toEqual(end)
})

test('both ways to the spiral end in the same one, except for where it lies', () => {
  const [a, b] = (['rolling', 'curling'] as const).map((way) => rollingSpiral({ way }).frame(99))
  for (let i = 0; i < 500; i += 13) {
    for (let j = i; j < 500; j += 29) expect(distance(a!, i, j)).toBeCloseTo(distance(b!, i, j), 2)
  }
})

test('rolled like a carpet: what is not yet rolled has not moved', () => {
  const spiral = rollingSpiral()
  const half = spiral.frame(50)
  for (let i = 260; i < 500; i++) expect(distance(half, i, i, spiral.centres)).toBe(0)
  expect(distance(half, 100, 100, spiral.centres)).toBeGreaterThan(1)
})

test('Lemma 4.3: 2^k points on a circle, the second half the mirror image of the first', () => {
  for (const k of [1, 2, 5, 10]) {
    const c = layeredWorstCase(k).centres
    expect(c.length).toBe(3 * 2 ** k)
    for (let i = 0; i < c.length; i += 3) expect(Math.hypot(c[i]!, c[i + 1]!)).toBeCloseTo(1, 14)
  }
  // n = 4 by hand: the first two 2/√k = √2 apart, and the next two their mirror image.
  const four = layeredWorstCase(2).centres
  expect(distance(four, 0, 1)).toBeCloseTo(Math.SQRT2, 14)
  expect(distance(four, 2, 3)).toBeCloseTo(Math.SQRT2, 14)
})

test('the backbone has the bonds of one, and its repeats do not meet', () => {
  const { centres, radius } = generatedBackbone()
  expect(centres.length).toBe(3 * 1380)
  expect(radius).toBe(2)
  const { least, most } = bonds(centres)
  expect(least).toBeGreaterThan(1.3)
  expect(most).toBeLessThan(1.5)
  expect(leastDistance(centres, 3)).toBeGreaterThan(4)
})

test('the hairpin trembles about its place', () => {
  const still = generatedHairpin()
  const hairpin = tremblingHairpin()
  expect([still.length, hairpin.frames]).toEqual([153, 300])
  expect(bonds(still).least).toBeGreaterThan(1)
  expect(bonds(still).most).toBeLessThan(2)
  for (const k of [0, 10, 299]) {
    const c = hairpin.frame(k)
    for (let i = 0; i < 51; i++) expect(distance(c, i, i, still)).toBeLessThan(0.15)
  }
  expect(distance(hairpin.frame(5), 20, 20, hairpin.frame(6))).toBeGreaterThan(0)
  expect(tremblingHairpin({ seed: 2 }).centres).not.toEqual(hairpin.centres)
  const other = tremblingHairpin({ centres: new Float64Array(9), frames: 2 })
  expect([other.centres.length, other.frames]).toEqual([9, 2])
})

test('what makes no sense is refused', () => {
  for (const bad of [
    () => grill(0),
    () => spline(1),
    () => staticHelix(1.5),
    () => beadGrid(0, 2),
    () => layeredWorstCase(0),
    () => rollingSpiral({ frames: 1 }),
    () => generatedBackbone(1),
    () => tremblingHairpin({ centres: new Float64Array(4) }),
  ]) {
    expect(bad).toThrow(InvalidInputError)
  }
})
