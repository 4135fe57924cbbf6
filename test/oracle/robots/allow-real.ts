// What a search says of the pairs of a real robot, re-checked by brute force: every touch, and how deep it is.
import { expect } from 'vitest'
import type { Robot } from '../../../src/index.js'
import { touchVerdict } from '../../../src/robots/allow/always.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { searchPair } from '../../../src/robots/allow/pair-search.js'
import { AllowOracle } from './allow.js'

/** Of the pairs of a robot with joints between them: how many there are, and how many touch somewhere. */
export const ALLOW_COUNTS = {
  panda: [49, 26],
  ur5: [87, 61],
  irb2400: [21, 12],
  iiwa: [28, 11],
  fanuc: [21, 17],
  fetch: [95, 56],
  shadow: [300, 105],
} as const

/** Less deep than this, metres, a touch is one up to rounding. */
const SHALLOW = 1e-9

/**
 * Searches all pairs that joints move against each other. `directions`: by which a touch is tried to be parted, besides the axes; left
 * out, it is not.
 */
export function checkWitnesses(
  robot: Robot,
  directions?: number,
): { pairs: number; touching: number; shallow: number } {
  const links = robot.links.filter(({ geometry }) => geometry.length > 0)
  const seen = { pairs: 0, touching: 0, shallow: 0 }
  links.forEach(({ name: a }, i) => {
    for (const { name: b } of links.slice(i + 1)) {
      const problem = new PairProblem(robot, a, b)
      if (problem.isRigid) continue
      seen.pairs++
      const found = searchPair(problem)
      if (!found.touching) continue
      seen.touching++
      const { values, depth } = touchVerdict(problem, found)
      const oracle = new AllowOracle(robot, a, b)
      const q = problem.configuration(values)
      const truth = oracle.at(q)
      const label = JSON.stringify({ robot: robot.name, a, b, q: [...q], depth })
      if (depth < SHALLOW) seen.shallow++
      expect(truth.touching || truth.nested || (depth < SHALLOW && truth.lower < SHALLOW), label).toBe(true)
      if (depth >= SHALLOW && directions !== undefined)
        expect(oracle.separatedBy(q, 0.999 * depth, 1, directions), label).toEqual([])
    }
  })
  return seen
}
