// The searches over cages against every pair of beads in exact arithmetic: random necklaces, exact contacts, duplicates, all beads
// in one place, points, every rule of neighbours, open and closed, far from the origin, very large and very small.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { buildCages, type CageTree } from '../../../src/chains/necklace/cage-tree.js'
import { CageSearch, type CageSplit } from '../../../src/chains/necklace/necklace-search.js'
import {
  ClosestBeads,
  FirstBeadTouch,
  NearCollector,
  TouchCollector,
} from '../../../src/chains/necklace/necklace-visitors.js'
import type { BeadRule } from '../../../src/chains/power/bead-rule.js'
import { ResultTooLargeError } from '../../../src/errors.js'
import { ballGap } from '../../../src/geometry/balls/ball-pair.js'
import {
  checkedPairs,
  closestPair,
  handTree,
  pairsWithin,
  randomNecklace,
} from '../../oracle/chains/necklace-search.js'

const PLAIN: BeadRule = { neighbours: 1, closed: false, exclude: undefined }
const SPLITS: readonly CageSplit[] = ['larger', 'both']

/** Everything that can be asked, of every tree and with both rules of splitting, against the oracle. */
function checkAll(balls: Float64Array, rule: BeadRule, distance: number): void {
  const shown = JSON.stringify({ balls: Array.from(balls), neighbours: rule.neighbours, closed: rule.closed, distance })
  const touching = pairsWithin(balls, rule)
  const near = pairsWithin(balls, rule, distance)
  const closest = closestPair(balls, rule)
  const trees = [handTree(balls), handTree(balls, 1.5), buildCages(balls), buildCages(balls, { cages: 'layered' })]
  for (const tree of trees) {
    for (const split of SPLITS) {
      const search = new CageSearch()
      const first = new FirstBeadTouch(balls, rule)
      expect(search.self(tree, rule, first, split), shown).toBe(touching.length > 0 ? 'stopped' : 'done')
      if (touching.length > 0) expect(touching, shown).toContainEqual([first.i, first.j])
      const all = new TouchCollector(balls, rule)
      expect(search.self(tree, rule, all, split)).toBe('done')
      expect(listed(all), shown).toEqual(touching)
      const within = new NearCollector(balls, rule, distance)
      expect(search.self(tree, rule, within, split)).toBe('done')
      expect(listed(within), shown).toEqual(near)
      for (const seeded of [false, true]) {
        const best = new ClosestBeads(balls, rule)
        if (seeded) best.seed()
        expect(search.self(tree, rule, best, split)).toBe('done')
        const found = best.i < 0 ? undefined : { i: best.i, j: best.j, gap: best.margin }
        expect(found, shown).toEqual(closest)
      }
      checkCounts(tree, rule, split, balls)
    }
  }
}

/** Of a search that visits everything: what was cut and what was not fit together, and no pair of beads is tested twice. */
function checkCounts(tree: CageTree, rule: BeadRule, split: CageSplit, balls: Float64Array): void {
  const search = new CageSearch()
  search.self(tree, rule, new TouchCollector(balls, rule), split)
  const { volumeTests, separatingPairs, overlappingLeafPairs, skippedPairs, leafTests } = search
  if (split === 'larger') {
    const cut = tree.child.filter((child) => child >= 0).length
    expect(volumeTests).toBe(2 * (separatingPairs + overlappingLeafPairs + skippedPairs) - cut)
  }
  expect(leafTests).toBeLessThanOrEqual(checkedPairs({ ...rule, exclude: undefined }, tree.beads).length)
}

function listed(collector: TouchCollector | NearCollector): [number, number][] {
  const { count, pairs } = collector.list.sorted()
  return Array.from({ length: count }, (_, k) => [pairs[2 * k]!, pairs[2 * k + 1]!])
}

function someRule(random: Random, n: number): BeadRule {
  const neighbours = [0, 1, 1, 2, 3, 5, n - 1, n, n + 7][random.integer(9)]!
  const odd = random.integer(3)
  const exclude = odd === 0 ? (i: number, j: number): boolean => (i * 7 + j * 3) % 5 === 0 : undefined
  return { neighbours, closed: random.integer(2) === 0, exclude }
}

test('searches over cages find what all pairs find, on random necklaces [necklace-exact]', () => {
  const random = new Random(11)
  for (let k = 0; k < 120; k++) {
    const n = 1 + random.integer(k < 60 ? 12 : 40)
    const dimension = random.integer(2) === 0 ? 2 : 3
    const balls = randomNecklace(random, n, [1, 1, 3, 20][random.integer(4)]!, random.range(3, 60), dimension)
    if (k % 3 === 0) for (let i = 0; i < n; i++) balls[4 * i + 3]! *= random.range(0, 0.5)
    checkAll(balls, someRule(random, n), random.range(0, 4))
  }
})

test('beads on a grid: every gap is a tie, every contact exact [necklace-exact]', () => {
  const random = new Random(12)
  for (let k = 0; k < 60; k++) {
    const n = 2 + random.integer(30)
    const balls = new Float64Array(4 * n)
    const scale = 2 ** (k % 5 === 0 ? random.integer(300) - 400 : random.integer(8) - 4)
    const far = k % 4 === 0 ? 2 ** 30 : 0
    for (let i = 0; i < n; i++) {
      for (let c = 0; c < 3; c++) balls[4 * i + c] = (random.integer(5) + far) * scale
      balls[4 * i + 3] = [0, 0.5, 0.5, 1, 1.5][random.integer(5)]! * scale
    }
    checkAll(balls, someRule(random, n), random.integer(3) * scale)
  }
})

test('contacts by a hair: radii one step of a double too small, just right, one step too large [necklace-exact]', () => {
  const random = new Random(13)
  const seen = new Set<boolean>()
  for (let k = 0; k < 120; k++) {
    // Beads 0 and 3 lie along a diagonal whose length is irrational: no radius is just right.
    const balls = randomNecklace(random, 6, 1, 40, 3)
    for (let i = 0; i < 6; i++) balls[4 * i + 3] = 0
    balls[3] = random.range(0, 1)
    balls[15] = 0
    const gap = ballGap(balls, 0, balls, 3)
    balls[15] = gap * (1 + (random.integer(5) - 2) * 2 ** -52)
    if (!(gap > 0)) continue
    const touching = pairsWithin(balls, PLAIN)
    seen.add(touching.some(([i, j]) => i === 0 && j === 3))
    checkAll(balls, PLAIN, 0)
  }
  expect(seen.size).toBe(2)
})

test('all beads in one place, and points in one place [necklace-exact]', () => {
  for (const r of [0, 1]) {
    for (const at of [0, 0.1, 1e9, 1e60, 1e-300]) {
      for (const n of [1, 2, 4, 13]) {
        const balls = Float64Array.from({ length: 4 * n }, (_, k) => (k % 4 === 3 ? r : at))
        for (const neighbours of [0, 1, n]) {
          checkAll(balls, { neighbours, closed: false, exclude: undefined }, 1)
          checkAll(balls, { neighbours, closed: true, exclude: undefined }, 0)
        }
      }
    }
  }
})

test('sizes from the smallest numbers to the largest [necklace-exact]', () => {
  const random = new Random(14)
  for (const scale of [2 ** -1070, 2 ** -600, 2 ** -500, 2 ** -466, 1e-100, 1e40, 1e57]) {
    for (let k = 0; k < 6; k++) {
      const balls = randomNecklace(random, 14, 3, 8, 3).map((x) => x * scale)
      checkAll(balls, { neighbours: 1, closed: k % 2 === 0, exclude: undefined }, scale)
    }
  }
})

test('neighbours around the end of a closed necklace, and only there', () => {
  // A ring of twelve beads that touch the next two on either side.
  const n = 12
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    balls.set([Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), 0, 0.51], 4 * i)
  }
  const count = (neighbours: number, closed: boolean): number => {
    const rule = { neighbours, closed, exclude: undefined }
    checkAll(balls, rule, 0.2)
    const all = new TouchCollector(balls, rule)
    new CageSearch().self(handTree(balls), rule, all)
    return all.list.count
  }
  expect(count(0, true)).toBe(24)
  expect(count(1, true)).toBe(12)
  expect(count(1, false)).toBe(13)
  expect(count(2, true)).toBe(0)
  expect(count(2, false)).toBe(3)
})

test('exclude is asked about pairs that touch only, in order', () => {
  const balls = randomNecklace(new Random(15), 60, 1, 12, 3)
  const touching = pairsWithin(balls, PLAIN)
  const asked: string[] = []
  const rule: BeadRule = {
    ...PLAIN,
    exclude: (i, j) => {
      asked.push(`${i} ${j}`)
      return true
    },
  }
  expect(new CageSearch().self(buildCages(balls), rule, new FirstBeadTouch(balls, rule))).toBe('done')
  expect(asked.sort()).toEqual(touching.map(([i, j]) => `${i} ${j}`).sort())
  expect(touching.length).toBeGreaterThan(3)
})

test('two necklaces: every pair of beads, one of each', () => {
  const random = new Random(16)
  for (let k = 0; k < 60; k++) {
    const a = randomNecklace(random, 1 + random.integer(20), 3, 20, 3)
    const b = randomNecklace(random, 1 + random.integer(20), 3, 20, 3)
    const shift = random.range(0, 30)
    for (let i = 0; i < b.length; i += 4) b[i]! += shift
    const seen: string[] = []
    const visitor = {
      margin: 1.5,
      visit: (i: number, j: number): boolean => {
        if (ballGap(a, i, b, j) <= 1.5) seen.push(`${i} ${j}`)
        return false
      },
    }
    for (const split of SPLITS) {
      seen.length = 0
      expect(new CageSearch().between(buildCages(a), buildCages(b), visitor, split)).toBe('done')
      const all: string[] = []
      for (let i = 0; i < a.length / 4; i++) {
        for (let j = 0; j < b.length / 4; j++) if (ballGap(a, i, b, j) <= 1.5) all.push(`${i} ${j}`)
      }
      expect(seen.sort()).toEqual(all.sort())
    }
  }
})

test('a search that runs over its budget says so, and one that does not is not changed by it', () => {
  const balls = randomNecklace(new Random(17), 400, 1, 9, 3)
  const rule: BeadRule = { ...PLAIN, exclude: () => true }
  const tree = buildCages(balls)
  const search = new CageSearch()
  expect(search.self(tree, rule, new FirstBeadTouch(balls, rule))).toBe('done')
  const needed = search.volumeTests + search.leafTests
  for (const budget of [0, 1, 10, 100, needed - 1, needed, needed + 1]) {
    search.resetCounts()
    search.budget = budget
    const outcome = search.self(tree, rule, new FirstBeadTouch(balls, rule))
    expect(outcome).toBe(budget < needed ? 'over-budget' : 'done')
    // A descent to two leaves is not interrupted, and their beads are nine tests at most.
    expect(search.volumeTests + search.leafTests).toBeLessThanOrEqual(budget + 40)
  }
})

test('lists that are too long are refused by name', () => {
  const balls = new Float64Array(4 * 200)
  const tree = buildCages(balls)
  const pairs = (199 * 198) / 2
  const fits = new TouchCollector(balls, PLAIN, pairs)
  expect(new CageSearch().self(tree, PLAIN, fits)).toBe('done')
  expect(fits.list.count).toBe(pairs)
  expect(() => new CageSearch().self(tree, PLAIN, new TouchCollector(balls, PLAIN, pairs - 1))).toThrow(
    ResultTooLargeError,
  )
  expect(() => new CageSearch().self(tree, PLAIN, new NearCollector(balls, PLAIN, 3, pairs - 1))).toThrow(
    ResultTooLargeError,
  )
})
