// What worlds share of their robots: whatever worlds were made of a robot before, a new one answers, to the bit, as if the robot
// were new.
import { describe, expect, test } from 'vitest'
import {
  box,
  checkMotion,
  Random,
  type Robot,
  type RobotPlacement,
  sphere,
  World,
  type WorldInput,
} from '../../../src/entries/robots.js'
import { mixedArm, randomConfiguration } from '../../golden/inputs.js'

const obstacles = [
  { name: 'table', shape: box({ size: [2, 2, 0.1] }), pose: { at: [0, 0, -0.1] } },
  { name: 'ball', shape: sphere({ radius: 0.15 }), pose: { at: [-0.4, 0.5, 0.7] } },
]

/** Everything that a world says, at some configurations. */
function said(world: World, seed = 5): unknown {
  const random = new Random(seed)
  const names = { objects: world.objects, variables: world.variables, pairs: world.pairs(), unseen: world.unseen }
  const asked = Array.from({ length: 6 }, () => {
    const q = randomConfiguration(world, random)
    const to = q.map((x) => x + 0.05)
    const { outcome } = checkMotion(world, [q, to], { ignoreLimits: true, maxSteps: 1000 })
    return [world.collides(q), world.distance(q), world.pairsWithin(q, 0.1).length, outcome]
  })
  return { ...names, asked }
}

type Placing = (arm: () => Robot) => WorldInput

const placings: Readonly<Record<string, Placing>> = {
  alone: (arm) => ({ robots: [arm()], obstacles }),
  'without obstacles': (arm) => ({ robots: [arm()] }),
  'adjacent links checked': (arm) => ({ robots: [arm()], adjacent: 'checked' }),
  'by another name': (arm) => ({ robots: [{ robot: arm(), name: 'other' }], obstacles }),
  elsewhere: (arm) => ({ robots: [{ robot: arm(), base: { at: [0.3, 0, 0.1] } }], obstacles }),
  'allowed pairs': (arm) => ({ robots: [arm()], obstacles, allowed: [['lower', 'table']] }),
  'the same robot twice': (arm) => {
    const one = arm()
    const placed: RobotPlacement[] = [
      { robot: one, name: 'left', base: { at: [0, 0.3, 0] } },
      { robot: one, name: 'right', base: { at: [0, -0.3, 0], rotation: [0, 0, 0.6, 0.8] } },
    ]
    return { robots: placed, obstacles }
  },
  'and the other way round': (arm) => {
    const one = arm()
    const placed: RobotPlacement[] = [
      { robot: one, name: 'right', base: { at: [0, -0.3, 0], rotation: [0, 0, 0.6, 0.8] } },
      { robot: one, name: 'left', base: { at: [0, 0.3, 0] } },
    ]
    return { robots: placed, obstacles }
  },
}

describe('a world of a robot that other worlds have had', () => {
  const shared = mixedArm()
  for (const round of [1, 2]) {
    test.each(Object.keys(placings))(`%s, round ${round}`, (name) => {
      const place = placings[name]!
      expect(said(new World(place(() => shared)))).toEqual(said(new World(place(() => mixedArm()))))
    })
  }

  test('does not see what was changed in another', () => {
    const changed = new World({ robots: [shared], obstacles })
    changed.allow('upper', 'table')
    changed.disallow('base', 'turret')
    changed.removeObstacle('ball')
    changed.attach({ name: 'cup', link: 'finger', shape: sphere({ radius: 0.05 }), pose: { at: [0, 0, 0.1] } })
    changed.lower[0] = -1
    const fresh = new World({ robots: [shared], obstacles })
    expect(said(fresh)).toEqual(said(new World({ robots: [mixedArm()], obstacles })))
    expect(fresh.lower[0]).toBe(-3)
    const again = new World({ robots: [mixedArm()], obstacles })
    again.allow('upper', 'table')
    again.disallow('base', 'turret')
    again.removeObstacle('ball')
    again.attach({ name: 'cup', link: 'finger', shape: sphere({ radius: 0.05 }), pose: { at: [0, 0, 0.1] } })
    again.lower[0] = -1
    expect(said(changed)).toEqual(said(again))
    changed.detach('cup')
    again.detach('cup')
    changed.addObstacle({ name: 'ball', shape: sphere({ radius: 0.2 }) })
    again.addObstacle({ name: 'ball', shape: sphere({ radius: 0.2 }) })
    expect(said(changed)).toEqual(said(again))
  })
})
