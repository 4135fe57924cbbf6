// Touches of pairs of links, at length: real robots (LIMBER_DATA) and random ones, against brute force. LIMBER_DEEP_STEPS scales it.
import { describe, expect, test } from 'vitest'
import { dataRobot } from '../../bench/data-robots.js'
import { Random } from '../../src/entries/meshes.js'
import { touchVerdict } from '../../src/robots/allow/always.js'
import { PairProbe } from '../../src/robots/allow/pair-probe.js'
import { PairProblem } from '../../src/robots/allow/pair-problem.js'
import { searchPair } from '../../src/robots/allow/pair-search.js'
import { AllowOracle, randomConfiguration } from '../oracle/robots/allow.js'
import { randomRobot } from '../oracle/robots/allow-cases.js'
import { ALLOW_COUNTS, checkWitnesses } from '../oracle/robots/allow-real.js'

const folder = process.env.LIMBER_DATA
const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

describe.skipIf(folder === undefined)('every touch of a real robot is one, and as deep', () => {
  test.each(Object.keys(ALLOW_COUNTS) as (keyof typeof ALLOW_COUNTS)[])('%s', async (name) => {
    const [pairs, touching] = ALLOW_COUNTS[name]
    const seen = checkWitnesses(await dataRobot(folder!, name), 8)
    console.log(`${name}: ${seen.touching} of ${seen.pairs} pairs touch, ${seen.shallow} of them by rounding only`)
    expect(seen).toMatchObject({ pairs, touching })
  })
})

test('random robots: touches, depths, what always touches, and what chance does not find', () => {
  const seen = { touching: 0, apart: 0, always: 0, touches: 0 }
  for (let seed = 1; seed <= Math.ceil(steps / 500); seed++) {
    const robot = randomRobot(10_000 + seed)
    const random = new Random(seed)
    robot.links.forEach(({ name: a }, i) => {
      for (const { name: b } of robot.links.slice(i + 1)) {
        const problem = new PairProblem(robot, a, b)
        const found = searchPair(problem)
        const oracle = new AllowOracle(robot, a, b)
        const verdict = found.touching ? touchVerdict(problem, found) : undefined
        const q = problem.configuration(verdict?.values ?? found.values)
        const depth = verdict?.depth ?? 0
        const label = JSON.stringify({ seed: 10_000 + seed, a, b, q: [...q], depth })
        const truth = oracle.at(q)
        if (verdict === undefined) {
          seen.apart++
          expect(truth.lower, label).toBeLessThanOrEqual(found.distance + 1e-9)
          const probe = new PairProbe(problem)
          for (let k = 0; k < 2000; k++) {
            const values = Float64Array.from(problem.variables, ({ lower, upper }) => random.range(lower, upper))
            expect(probe.distance(values, found.distance), label).toBeGreaterThanOrEqual(0.999 * found.distance)
          }
          continue
        }
        seen.touching++
        expect(truth.touching || truth.nested || (depth < 1e-9 && truth.lower < 1e-9), label).toBe(true)
        if (depth > 1e-9) expect(oracle.separatedBy(q, 0.999 * depth, seed, 8), label).toEqual([])
        if (verdict.class === 'touches') seen.touches++
        if (verdict.class !== 'always') continue
        seen.always++
        for (let k = 0; k < 20; k++) {
          const other = randomConfiguration(robot, random)
          const { touching, nested } = oracle.at(other)
          expect(touching || nested, `${label} ${[...other]}`).toBe(true)
        }
      }
    })
  }
  console.log(JSON.stringify(seen))
  expect(seen.touching).toBeGreaterThan(0)
})
