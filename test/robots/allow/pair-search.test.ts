// Touches that are known to be there, in closed form; and random robots against brute force.
import { describe, expect, test } from 'vitest'
import { Random, type Robot, sphere } from '../../../src/entries/robots.js'
import { PairProbe } from '../../../src/robots/allow/pair-probe.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { pairSeed, searchPair, searchSteps } from '../../../src/robots/allow/pair-search.js'
import { AllowOracle, randomConfiguration } from '../../oracle/robots/allow.js'
import { ballChain, ballMesh, randomRobot, tinyTouch, tipOf } from '../../oracle/robots/allow-cases.js'

function pairsOf(robot: Robot): [string, string][] {
  return robot.links.flatMap((a, i) => robot.links.slice(i + 1).map((b): [string, string] => [a.name, b.name]))
}

describe('touches in a tiny part of the box', () => {
  // Shares of the box from a ten thousandth down to a hundred millionth.
  const targets = [0.3, 1.1, -1.9, 1.7].flatMap((two, i) =>
    [1e-2, 1e-3, 1e-4].map((r) => ({ target: [0.4 * i - 1, two] as const, r })),
  )
  test.each(targets)('balls of $r, at $target', ({ target, r }) => {
    const problem = new PairProblem(
      tinyTouch(target, r, (radius) => sphere({ radius })),
      'base',
      'tip',
    )
    const found = searchPair(problem)
    expect(found.touching).toBe(true)
    const [x, y] = tipOf(target)
    const [tx, ty] = tipOf(found.values)
    const apart = Math.hypot(x - tx, y - ty)
    expect(apart).toBeLessThanOrEqual(2 * r)
    // Two balls are as deep in each other as that: the depth is a lower bound of it, and close.
    expect(found.depth).toBeLessThanOrEqual(2 * r - apart + 1e-11)
    expect(found.depth).toBeGreaterThan(0.9 * (2 * r - apart) - 1e-9)
  })

  test('as surfaces', () => {
    const robot = tinyTouch([0.7, -1.2], 2e-3, (radius) => ballMesh(radius))
    const found = searchPair(new PairProblem(robot, 'base', 'tip'))
    expect(found).toMatchObject({ touching: true, byDescent: true, often: 0, anyApart: true, nested: undefined })
    expect(new AllowOracle(robot, 'base', 'tip').at(found.values).touching).toBe(true)
    expect(found.depth).toBeGreaterThan(1e-4)
  })

  test('just out of reach: the distance is what is left', () => {
    // The elbow's limit, 2 rad, keeps the tip 1.0021 from the base; the ball is where 2.1 rad would bring it.
    const r = 0.01
    const robot = tinyTouch([0.5, 2.1], r, (radius) => sphere({ radius }))
    const found = searchPair(new PairProblem(robot, 'base', 'tip'))
    const reach = Math.hypot(...tipOf([0, 2]))
    const away = Math.hypot(...tipOf([0, 2.1]))
    expect(found.touching).toBe(false)
    expect(found.distance).toBeCloseTo(reach - away - 2 * r, 7)
    expect(Math.abs(found.values[1]!)).toBe(2)
  })
})

test('balls on a chain: a triangle can close, two bars cannot fold that far', () => {
  const robot = ballChain(6, 0.25)
  for (const [a, b] of pairsOf(robot)) {
    const found = searchPair(new PairProblem(robot, a, b))
    const bars = Number(b.slice(4)) - Math.max(Number(a.slice(4)), 1)
    const least = [0, 1, 2 * Math.cos(1.3)][bars] ?? 0
    expect(found.touching, `${a} ${b}`).toBe(least < 0.5)
    if (!found.touching) expect(found.distance).toBeCloseTo(least - 0.5, 6)
  }
})

test('slopes are those of the distance', () => {
  let compared = 0
  for (let seed = 1; seed <= 12; seed++) {
    const robot = randomRobot(seed)
    const random = new Random(seed)
    for (const [a, b] of pairsOf(robot)) {
      const problem = new PairProblem(robot, a, b)
      const probe = new PairProbe(problem)
      const values = Float64Array.from(problem.variables, ({ lower, upper }) => random.range(lower, upper))
      const slopes = new Float64Array(values.length)
      const d = probe.distance(values, Infinity)
      if (!(d > 1e-3)) continue
      probe.distanceSlopes(slopes)
      for (let v = 0; v < values.length; v++) {
        const h = 1e-6
        const one = probe.distance(values.with(v, values[v]! - h), Infinity)
        const other = probe.distance(values.with(v, values[v]! + h), Infinity)
        // Where another pair of points takes over, the slopes on either side differ, and the distance is below both.
        const [left, right] = [(d - one) / h, (other - d) / h]
        const label = JSON.stringify({ seed, a, b, v })
        expect(slopes[v]!, label).toBeLessThan(Math.max(left, right) + 1e-4)
        expect(slopes[v]!, label).toBeGreaterThan(Math.min(left, right) - 1e-4)
        compared++
      }
    }
  }
  expect(compared).toBeGreaterThan(80)
})

test('[allow-witness] random robots: what it says is so, and random samples find no touch and come no closer', () => {
  const seen = { touching: 0, apart: 0, deep: 0 }
  for (let seed = 1; seed <= 5; seed++) {
    const robot = randomRobot(seed)
    const random = new Random(1000 + seed)
    for (const [a, b] of pairsOf(robot)) {
      const problem = new PairProblem(robot, a, b)
      const found = searchPair(problem, { samples: 300, descents: 12 })
      const oracle = new AllowOracle(robot, a, b)
      const q = problem.configuration(found.values)
      const label = JSON.stringify({ seed, a, b, q: [...q], depth: found.depth })
      const truth = oracle.at(q)
      if (found.touching) {
        seen.touching++
        // A touch at no depth is one up to rounding.
        expect(truth.touching || truth.nested || (found.depth < 1e-9 && truth.lower < 1e-9), label).toBe(true)
        if (found.depth > 1e-9) {
          seen.deep++
          expect(oracle.separatedBy(q, 0.999 * found.depth, seed, 2), label).toEqual([])
        }
      } else {
        seen.apart++
        expect(truth.lower, label).toBeLessThanOrEqual(found.distance + 1e-9)
        expect(truth.upper, label).toBeGreaterThanOrEqual(found.distance - 1e-9)
        const probe = new PairProbe(problem)
        for (let k = 0; k < 200; k++) {
          const other = randomConfiguration(robot, random)
          const values = Float64Array.from(problem.variables, ({ index }) => other[index]!)
          expect(probe.distance(values, found.distance), `${label} ${[...values]}`).toBeGreaterThanOrEqual(
            found.distance * 0.999,
          )
        }
      }
    }
  }
  expect(seen.touching).toBeGreaterThan(8)
  expect(seen.apart).toBeGreaterThan(5)
  expect(seen.deep).toBeGreaterThan(5)
})

test('[allow-same] a pair is searched the same whatever was asked before, and differently for another seed', () => {
  const robot = randomRobot(4)
  const pairs = pairsOf(robot)
  const first = pairs.map(([a, b]) => searchPair(new PairProblem(robot, a, b), { samples: 60, descents: 3, seed: 7 }))
  const again = [...pairs]
    .reverse()
    .map(([a, b]) => searchPair(new PairProblem(robot, a, b), { samples: 60, descents: 3, seed: 7 }))
    .reverse()
  expect(again).toEqual(first)
  expect(new Set(pairs.flatMap(([a, b]) => [pairSeed(1, a, b), pairSeed(2, a, b)])).size).toBe(2 * pairs.length)
  // A name's end is not the next one's beginning.
  expect(pairSeed(1, 'ab', 'c')).not.toBe(pairSeed(1, 'a', 'bc'))
})

test('one sample and no descents are allowed; and it breathes', () => {
  const problem = new PairProblem(ballChain(5, 0.1), 'ball0', 'ball5')
  expect(searchPair(problem, { samples: 1, descents: 0 })).toMatchObject({ touching: false, often: 0, anyApart: true })
  const steps = searchSteps(problem)
  let breaths = 0
  while (steps.next().done !== true) breaths++
  expect(breaths).toBeGreaterThan(50)
})
