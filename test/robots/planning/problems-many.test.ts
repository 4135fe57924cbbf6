// Many robots at once: six arms around a car body, 36 degrees of freedom, meshes and all (2004, Figure 12c).
import { expect, test } from 'vitest'
import { carSix } from '../../../scenes/index.js'
import { checkMotion } from '../../../src/index.js'
import { type LinkGoal, linkGoalError } from '../../../src/robots/planning/link-goal.js'
import { planNow } from '../../../src/robots/planning/plan.js'
import { checkSolved } from './problems-cases.js'

const LIMITS = { maxMillis: Infinity, maxIterations: 5_000 }

const scene = carSix()

test('six arms at once', () => {
  const world = scene.world()
  expect(world.dof).toBe(36)
  // Straight on, something is in the way.
  expect(checkMotion(world, [scene.start, scene.goal]).outcome).toBe('collision')
  for (const planner of ['rrt-connect', 'a-sbl'] as const) {
    const options = planner === 'rrt-connect' ? { range: 3 } : {}
    const result = checkSolved(
      world,
      planNow(world, scene.start, scene.goal, { planner, ...options, ...LIMITS }),
      scene.start,
      0.1,
    )
    expect(result.path.at(-1)).toEqual(scene.goal)
  }
})

test('one of six moves, to where its gun is to be; the others stand in its way', () => {
  const world = scene.world()
  const pose = world.linkPose(scene.goal, 'arm2/gun')
  const goal: LinkGoal = { link: 'arm2/gun', pose }
  const result = checkSolved(
    world,
    planNow(world, scene.start, goal, {
      moving: world.variables.filter((name) => name.startsWith('arm2/')),
      ...LIMITS,
    }),
    scene.start,
    0.05,
  )
  const error = linkGoalError(world, goal, result.path.at(-1)!)
  expect(Math.max(error.position, error.angle)).toBeLessThan(1e-6)
  for (const q of result.path) {
    q.forEach((value, i) => {
      if (!world.variables[i]!.startsWith('arm2/')) expect(value).toBe(scene.start[i])
    })
  }
})
