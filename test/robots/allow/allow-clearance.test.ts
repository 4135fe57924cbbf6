// The smallest clearance of pairs that never touch: known ones, and never more than what samples of the box show.
import { expect, test } from 'vitest'
import {
  allowedPairs,
  allowedPairsDocument,
  classifyPair,
  Random,
  robotDocument,
  World,
} from '../../../src/entries/robots.js'
import { CellProof } from '../../../src/robots/allow/cell-proof.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { verifyAllowedPairs } from '../../../src/verify/index.js'
import { knownArm } from './robots.js'

const QUICK = { samples: 200, descents: 5, clearance: true }

test('a clearance that can be told from the drawing is proved to 5 %, and not above it', () => {
  const robot = knownArm()
  const { clearance } = classifyPair(robot, 'post', 'arm', QUICK)
  // The arm begins 0.15 from the axis, and the post has a radius of 0.1.
  expect(clearance!.found).toBeCloseTo(0.05, 9)
  expect(clearance!.least).toBeLessThanOrEqual(0.05)
  expect(clearance!.least).toBeGreaterThan(0.95 * 0.05)
  expect(clearance!.at).toHaveLength(robot.dof)
})

test('[allow-never] no configuration is nearer than what is proved; certificates of clearances hold; nothing above the truth is proved', async () => {
  const robot = knownArm()
  const result = await allowedPairs(robot, { ...QUICK, certificates: true })
  const world = new World({ robots: [robot], adjacent: 'checked' })
  const random = new Random(3)
  const never = result.pairs.filter((pair) => pair.class === 'never')
  expect(never).toHaveLength(4)
  const least = new Map(never.map(({ a, b }) => [`known/${a} known/${b}`, Infinity]))
  for (let n = 0; n < 300; n++) {
    const q = Array.from(robot.variables, (_, i) => {
      const [low, high] = [Math.max(robot.lower[i]!, -4), Math.min(robot.upper[i]!, 4)]
      return random.integer(4) === 0 ? [low, high][random.integer(2)]! : random.range(low, high)
    })
    for (const { a, b, distance } of world.distances(q)) {
      const known = least.get(`${a} ${b}`)
      if (known !== undefined) least.set(`${a} ${b}`, Math.min(known, distance))
    }
  }
  for (const { a, b, clearance, nearest } of never) {
    const sampled = least.get(`known/${a} known/${b}`)!
    expect(clearance!.least).toBeLessThanOrEqual(Math.min(sampled, clearance!.found))
    expect(clearance!.least).toBeGreaterThan(0.9 * clearance!.found)
    expect(clearance!.found).toBeLessThanOrEqual(nearest!.distance)
    const found = world.distances(clearance!.at).find((one) => one.a === `known/${a}` && one.b === `known/${b}`)
    expect(found!.distance).toBeCloseTo(clearance!.found, 9)
    const above = new CellProof(new PairProblem(robot, a, b), { clearance: 1.005 * clearance!.found })
    above.step(2000)
    expect(above.state).not.toBe('proved')
  }
  const verified = verifyAllowedPairs(robotDocument(robot), allowedPairsDocument(result, { proofs: true }))
  if (!verified.valid) throw new Error(verified.reason)
  expect(verified.proved.map((pair) => pair.clearance)).toEqual(never.map((pair) => pair.clearance!.least))
})
