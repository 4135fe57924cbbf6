// Distances of links against brute force; what a cutoff and an allowed error do to them.
import { expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import { PairProbe } from '../../../src/robots/allow/pair-probe.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { AllowOracle } from '../../oracle/robots/allow.js'
import { ballMesh, joined, randomRobot } from '../../oracle/robots/allow-cases.js'

test('random robots: distances, cutoffs, errors and what is inside what', () => {
  const seen = { apart: 0, touching: 0, nested: 0 }
  for (let seed = 300; seed < 308; seed++) {
    const robot = randomRobot(seed)
    const random = new Random(seed)
    robot.links.forEach(({ name: a }, i) => {
      for (const { name: b } of robot.links.slice(i + 1)) {
        const problem = new PairProblem(robot, a, b)
        const oracle = new AllowOracle(robot, a, b)
        const probe = new PairProbe(problem)
        for (let k = 0; k < 3; k++) {
          const values = Float64Array.from(problem.variables, ({ lower, upper }) => random.range(lower, upper))
          const q = problem.configuration(values)
          const label = JSON.stringify({ seed, a, b, q: [...q] })
          const truth = oracle.at(q)
          const d = probe.distance(values, Infinity)
          expect(d === 0, label).toBe(truth.touching)
          expect(d, label).toBeGreaterThanOrEqual(truth.lower - 1e-11)
          expect(d, label).toBeLessThanOrEqual(truth.upper + 1e-11)
          if (d === 0) {
            seen.touching++
            expect(probe.distance(values, 0), label).toBe(0)
            continue
          }
          seen.apart++
          expect(probe.isNested(), label).toBe(truth.nested)
          if (truth.nested) seen.nested++
          const { pointA, pointB } = probe.gap
          expect(Math.hypot(...pointA.map((p, c) => p - pointB[c]!)), label).toBeCloseTo(d, 9)
          expect(probe.distance(values, 1.001 * d), label).toBeCloseTo(d, 12)
          expect(probe.distance(values, 0.999 * d), label).toBeGreaterThan(0.999 * d)
          const rough = probe.distance(values, Infinity, 0.1)
          expect(rough, label).toBeGreaterThanOrEqual(d - 1e-12)
          expect(rough, label).toBeLessThanOrEqual(1.1 * d + 1e-12)
        }
      }
    })
  }
  expect(seen.apart).toBeGreaterThan(30)
  expect(seen.touching).toBeGreaterThan(15)
})

test('one shell in another is inside it, whichever comes first; beside it, it is not', () => {
  const [small, large] = [{ shape: ballMesh(0.1) }, { shape: ballMesh(0.5) }]
  const beside = { ...large, pose: { at: [0.7, 0, 0] } }
  for (const [base, part, nested] of [
    [small, large, true],
    [large, small, true],
    [small, beside, false],
  ] as const) {
    const robot = joined('fixed', [base], [part], { limits: undefined })
    const probe = new PairProbe(new PairProblem(robot, 'base', 'part'))
    expect(probe.distance(new Float64Array(0), Infinity)).toBeGreaterThan(0.05)
    expect(probe.isNested()).toBe(nested)
  }
})
