// Pairs of real robots that are proved never to touch: no random configuration and no descent of the distance may break one; no
// clearance is proved that was seen to be broken, and most that are somewhat less are proved. Every witness is looked at by brute
// force. LIMBER_DATA names the folder with the robots; LIMBER_DEEP_STEPS scales it (100,000 steps: a million configurations and two
// thousand descents a pair), LIMBER_DEEP_DESCENTS sets the number of descents, LIMBER_DEEP_ROBOT picks one of them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ALLOW_ROBOTS } from '../../bench/allow.js'
import { DATA_ROBOTS, dataRobot } from '../../bench/data-robots.js'
import { allowedPairs, type PairResult, Random, type Robot, World } from '../../src/entries/robots.js'
import { CellProof } from '../../src/robots/allow/cell-proof.js'
import { PairProblem } from '../../src/robots/allow/pair-problem.js'
import { searchPair } from '../../src/robots/allow/pair-search.js'
import { AllowOracle } from '../oracle/robots/allow.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const CONFIGURATIONS = 10 * steps
/** Each takes some thirty to forty configurations, in one or two variables fewer: five, surely. */
const DESCENTS = Number(process.env.LIMBER_DEEP_DESCENTS ?? Math.ceil(steps / 50))
/** Configurations between two moments in which the runner hears that the test lives. */
const BREATH = 10_000

/** A search of one or two variables takes a part of the samples that it is given: by so many more it is given here. */
const SPARED: readonly number[] = [1, 6, 2]

/** Cells that a demanded clearance may take. */
const MOST_CELLS = 50_000

const folder = process.env.LIMBER_DATA
const wanted = process.env.LIMBER_DEEP_ROBOT
const there = ALLOW_ROBOTS.filter((name) => wanted === undefined || name === wanted).filter(
  (name) => folder !== undefined && existsSync(join(folder, 'robots', DATA_ROBOTS[name].urdf)),
)

/** The robot as a world of its own, in which no pairs count but these. */
function worldOf(robot: Robot, pairs: readonly PairResult[]): World {
  const world = new World({ robots: [{ robot }], adjacent: 'checked' })
  const counting = new Set(pairs.map(({ a, b }) => `${a}\n${b}`))
  const names = robot.links.filter(({ geometry }) => geometry.length > 0).map(({ name }) => name)
  for (const [i, one] of names.entries()) {
    for (const other of names.slice(i + 1)) {
      const [x, y] = [`${robot.name}/${one}`, `${robot.name}/${other}`]
      if (counting.has(`${one}\n${other}`)) world.disallow(x, y)
      else world.allow(x, y)
    }
  }
  return world
}

/** Within the limits; a joint without any makes a turn. */
function anywhere(random: Random, q: Float64Array, { lower, upper }: Robot): void {
  for (let i = 0; i < q.length; i++) {
    q[i] = random.range(Math.max(lower[i]!, -Math.PI), Math.min(upper[i]!, Math.max(Math.PI, lower[i]!)))
  }
}

test.skipIf(folder === undefined)('there are robots to check', () => {
  expect(there.length).toBeGreaterThan(0)
})

for (const name of there) {
  test(`${name}: what is proved never to touch does not, and every witness touches`, async () => {
    const robot = await dataRobot(folder!, name)
    const { pairs } = await allowedPairs(robot)
    const never = pairs.filter((pair) => pair.class === 'never')
    expect(never.length).toBeGreaterThan(0)
    const still = new Float64Array(robot.dof)
    for (const { a, b, joints, witness } of pairs) {
      if (witness !== undefined) {
        const truth = new AllowOracle(robot, a, b).at(witness)
        expect(truth.touching || truth.nested, `${a} – ${b}: ${JSON.stringify(witness)}`).toBe(true)
      } else if (joints.length === 0) {
        // Fixed to each other: one configuration says it all.
        const { touching, nested } = new AllowOracle(robot, a, b).at(still)
        expect([touching, nested], `${a} – ${b}`).toEqual([false, false])
      }
    }
    const moving = never.filter(({ joints }) => joints.length > 0)
    await unbrokenByChance(robot, moving)
    console.log(`${name}: unbroken by ${CONFIGURATIONS} configurations`)
    let tight = 0
    let fewest = Infinity
    for (const [k, pair] of moving.entries()) {
      await setImmediate()
      const problem = new PairProblem(robot, pair.a, pair.b)
      const { found, descending } = unbrokenByDescents(robot, pair, problem)
      fewest = Math.min(fewest, descending)
      const label = `${pair.a} – ${pair.b}: smallest distance ${found}`
      // What was seen to be nearer is not proved to be farther.
      const above = new CellProof(problem, { clearance: 1.005 * found })
      above.step(MOST_CELLS)
      expect(above.state, label).not.toBe('proved')
      const below = new CellProof(problem, { clearance: 0.9 * found })
      below.step(MOST_CELLS)
      if (below.state === 'proved') tight++
      console.log(`${name} ${k + 1}/${moving.length} ${label}; above it ${above.state}, below it ${below.state}`)
    }
    console.log(
      `${name}: ${moving.length} pairs unbroken by ${CONFIGURATIONS} configurations and ${DESCENTS} descents each, of ${fewest} configurations or more; ` +
        `nine tenths of the smallest distance proved for ${tight} of ${moving.length}`,
    )
    expect(fewest).toBeGreaterThanOrEqual(5 * DESCENTS)
    expect(tight / moving.length).toBeGreaterThanOrEqual(0.8)
  })
}

/** Random configurations of the robot, each of which is one of every pair; asked of a world, which knows nothing of proofs. */
async function unbrokenByChance(robot: Robot, never: readonly PairResult[]): Promise<void> {
  const world = worldOf(robot, never)
  const random = new Random(7)
  const q = new Float64Array(robot.dof)
  for (let k = 0; k < CONFIGURATIONS; k++) {
    if (k % BREATH === 0) await setImmediate()
    anywhere(random, q, robot)
    if (world.collides(q)) throw new Error(`${JSON.stringify(world.distance(q))} at ${JSON.stringify([...q])}`)
  }
}

/** Descents of the distance from all over the box, limits included. The smallest distance found, here or before, and the configurations that descents went through. */
function unbrokenByDescents(
  robot: Robot,
  pair: PairResult,
  problem: PairProblem,
): { found: number; descending: number } {
  const name = `${pair.a} – ${pair.b}`
  const share = SPARED[problem.variables.length] ?? 1
  const search = searchPair(problem, { samples: DESCENTS * share, descents: DESCENTS, seed: 8 })
  expect(search.touching, name).toBe(false)
  const { distance } = worldOf(robot, [pair]).distance(problem.configuration(search.values))
  expect(search.distance, name).toBeCloseTo(distance, 9)
  return { found: Math.min(search.distance, pair.nearest!.distance), descending: search.distances - DESCENTS }
}
