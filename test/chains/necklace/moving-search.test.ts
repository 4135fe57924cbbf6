// The parts of a search over a step: balls that stay apart, cages over strands, balls that are swept.
import { expect, test } from 'vitest'
import { PairTraversal } from '../../../src/base/work/traverse-pair.js'
import { CageKeeper } from '../../../src/chains/necklace/cage-keeper.js'
import { makeStrandShape } from '../../../src/chains/necklace/cage-shape.js'
import { buildCages } from '../../../src/chains/necklace/cage-tree.js'
import { ballsOfStrands, sweepBalls } from '../../../src/chains/necklace/moving-balls-of.js'
import { ballsStayApart, MovingSearch } from '../../../src/chains/necklace/moving-search.js'
import { Random } from '../../../src/entries/chains.js'
import { movingBallsApart, movingBallsMeet } from '../../../src/geometry/moving/moving-balls.js'
import { containsExactly, withinExactly } from '../../oracle/chains/necklaces.js'
import { FAMILIES, MOTIONS } from '../../oracle/chains/necklaces-cases.js'

/** Two frames of some balls, of any family and motion. */
function frames(random: Random, n: number): [Float64Array, Float64Array] {
  const pick = <T>(all: readonly T[]): T => all[random.integer(all.length)]!
  const family = FAMILIES[pick(Object.keys(FAMILIES))]!
  const lie = family(random, n, 3)
  const next = MOTIONS[pick(Object.keys(MOTIONS))]!(random, lie, 3, family)
  const held = (x: number): number => Math.min(9e59, Math.max(-9e59, x))
  const balls = ({ centres, radii }: typeof lie): Float64Array =>
    Float64Array.from({ length: 4 * n }, (_, k) =>
      held(k % 4 === 3 ? radii[k >> 2]! : centres[3 * (k >> 2) + (k % 4)]!),
    )
  return [balls(lie), balls(next)]
}

test('[straight-step] balls that stay apart do, exactly; and nearly all that do are seen to', () => {
  const random = new Random(5)
  let [apart, missed, met] = [0, 0, 0]
  for (let round = 0; round < 3000; round++) {
    const [from, to] = frames(random, 4)
    for (let i = 0; i < 4; i++) {
      for (let j = i + 1; j < 4; j++) {
        const stays = ballsStayApart(from, to, 4 * i, 4 * j)
        const meets = movingBallsMeet(from, to, i, from, to, j)
        if (stays && meets) throw new Error(`${i} and ${j} meet: ${JSON.stringify([[...from], [...to]])}`)
        if (meets) met++
        else if (stays) apart++
        else if (movingBallsApart(from, to, i, from, to, j, 0)) missed++
      }
    }
  }
  expect(apart).toBeGreaterThan(3000)
  expect(met).toBeGreaterThan(3000)
  // Those of sizes whose squares underflow.
  expect(missed).toBeLessThan(0.05 * apart)
})

test('[straight-step] balls around strands, and cages over them, contain the beads that they join, exactly, after every step', () => {
  const random = new Random(6)
  for (let round = 0; round < 50; round++) {
    const n = 2 + random.integer(30)
    const [from, to] = frames(random, n)
    const shape = makeStrandShape(n - 1)
    for (const cages of ['wrapped', 'layered'] as const) {
      const keeper = new CageKeeper(from, { cages }, shape)
      keeper.step(to)
      const { tree, previous } = keeper
      for (let k = 0; k < shape.nodes; k++) {
        for (let i = shape.first[k]!; i < shape.end[k]!; i++) {
          const at = `round ${round}, cage ${k}, bead ${i}`
          expect(containsExactly(previous.cage, k, from, i), at).toBe(true)
          expect(containsExactly(tree.cage, k, to, i), at).toBe(true)
        }
      }
    }
    const balls = new Float64Array(4 * (n - 1))
    ballsOfStrands(balls, from)
    for (let i = 0; i + 1 < n; i++) {
      expect(containsExactly(balls, i, from, i)).toBe(true)
      expect(containsExactly(balls, i, from, i + 1)).toBe(true)
    }
  }
})

test('[straight-step] swept balls touch wherever moving ones meet; those of a rope that turns as a whole are no larger', () => {
  const random = new Random(7)
  let met = 0
  for (let round = 0; round < 400; round++) {
    const n = 2 + random.integer(8)
    const [from, to] = frames(random, n)
    const swept = new Float64Array(4 * n)
    sweepBalls(swept, from, to)
    for (let i = 0; i < n; i++) {
      for (let j = i + 1; j < n; j++) {
        if (!movingBallsMeet(from, to, i, from, to, j)) continue
        met++
        if (!withinExactly(swept, i, j, 0)) throw new Error(`${i} and ${j}: ${JSON.stringify([[...from], [...to]])}`)
      }
    }
  }
  expect(met).toBeGreaterThan(500)
  const from = Float64Array.from({ length: 400 }, (_, k) => (k % 4 === 3 ? 0.5 : random.range(-20, 20)))
  const to = from.slice()
  for (let p = 0; p < 400; p += 4) {
    to[p] = Math.cos(1) * from[p]! - Math.sin(1) * from[p + 1]! + 30
    to[p + 1] = Math.sin(1) * from[p]! + Math.cos(1) * from[p + 1]! - 7
  }
  expect(sweepBalls(new Float64Array(400), from, to)).toBeLessThan(1 + 1e-9)
})

test('the search is the twin of the reference: as many tests, the same pairs', () => {
  const random = new Random(8)
  for (let round = 0; round < 60; round++) {
    const n = 2 + random.integer(60)
    const [from, to] = frames(random, n)
    const [before, after] = [buildCages(from), buildCages(to)]
    const seen: number[][] = []
    const search = new MovingSearch()
    const cages = { shape: before, from: before.cage, to: after.cage, itemsFrom: from, itemsTo: to, tail: 0 } as const
    const outcome = search.self(cages, 1, Infinity, {
      visit: (i, j) => {
        seen.push([i, j])
        return false
      },
    })
    expect(outcome).toBe('done')
    const expected: number[][] = []
    const traversal = new PairTraversal()
    const leaf = (a: number, b: number): void => {
      for (let i = before.first[a]!; i < before.end[a]!; i++) {
        for (let j = before.first[b]!; j < before.end[b]!; j++) {
          if (j - i > 1 && !ballsStayApart(from, to, 4 * i, 4 * j)) expected.push([i, j])
        }
      }
    }
    const rules = {
      self: true,
      lower: (_s: number, _f: number, _k: number, a: number, b: number) =>
        ballsStayApart(before.cage, after.cage, 4 * a, 4 * b) ? 1 : 0,
      opens: () => 2,
    }
    traversal.search(before, before, rules, {
      margin: 0,
      visit: (a, b) => {
        leaf(Math.min(a, b), Math.max(a, b))
        return false
      },
    })
    const sorted = (list: number[][]): string => JSON.stringify(list.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!))
    expect(sorted(seen)).toBe(sorted(expected))
    expect(search.volumeTests).toBe(traversal.volumeTests)
  }
})
