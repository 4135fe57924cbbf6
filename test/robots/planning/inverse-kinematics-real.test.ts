// Inverse kinematics of real arms, from the folder LIMBER_DATA: poses that can be reached are reached, and MotionBenchMaker's
// problems are solved with where the hand is to be for a goal.
import { describe, expect, test } from 'vitest'
import { Random, World } from '../../../src/entries/robots.js'
import { inverseKinematics } from '../../../src/robots/planning/inverse-kinematics.js'
import { type LinkGoal, linkGoalError } from '../../../src/robots/planning/link-goal.js'
import { planNow } from '../../../src/robots/planning/plan.js'
import { allowedLinks, movingValues, problemRobot, readProblems } from '../../oracle/robots/problems.js'
import { checkSolutions, poseGap, randomConfiguration } from './inverse-kinematics-cases.js'

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined).each([
  ['panda', 'panda_hand'],
  ['ur5', 'ee_link'],
] as const)('%s', (name, link) => {
  test('more than 99 of 100 poses that can be reached are, from 50 seeds', async () => {
    const world = new World({ robots: [await problemRobot(folder!, name)] })
    const random = new Random(7)
    const start = world.neutral()
    let asked = 0
    let reached = 0
    while (asked < 150) {
      const q = randomConfiguration(world, random)
      if (world.collides(q)) continue
      asked++
      const pose = world.linkPose(q, link)
      const result = inverseKinematics(world, { link, pose }, { start, seed: asked, maxSolutions: 2 })
      if (result.outcome === 'solved') reached++
      checkSolutions(world, result, { start }, (solution) => {
        const gap = poseGap(world.linkPose(solution, link), pose)
        expect(Math.max(gap.position, gap.angle)).toBeLessThan(1e-6)
      })
    }
    expect(reached / asked).toBeGreaterThan(0.99)
  })

  test('problems whose goal is where the hand is to be', async () => {
    const robot = await problemRobot(folder!, name)
    const problems = readProblems(folder!, name).filter(({ index }) => index % 50 === 1)
    expect(problems.length).toBeGreaterThan(6)
    for (const { scene, index, obstacles, allowed, ...ends } of problems) {
      const world = new World({ robots: [robot], obstacles, allowed: allowedLinks(robot, allowed) })
      const start = world.configuration(movingValues(robot, ends.start).moving)
      const there = world.configuration(movingValues(robot, ends.goal).moving)
      const goal: LinkGoal = { link, pose: world.linkPose(there, link) }
      const result = planNow(world, start, goal, { maxMillis: Infinity, maxIterations: 20_000 })
      expect(result.outcome, `${scene} ${index}`).toBe('solved')
      if (result.outcome !== 'solved') continue
      const error = linkGoalError(world, goal, result.path.at(-1)!)
      expect(Math.max(error.position, error.angle)).toBeLessThan(1e-6)
    }
  })
})
