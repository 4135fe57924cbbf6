// Worlds of robots that others made, a little of test/deep/worlds.test.ts. Needs LIMBER_DATA.
import { describe, expect, test } from 'vitest'
import { dataRobot } from '../../../bench/data-robots.js'
import { box, Random, Robot, World } from '../../../src/entries/robots.js'
import { DistanceCheck, randomWithin } from '../../oracle/robots/brute-mesh-check.js'
import { describeRobot, keyOf } from '../../oracle/robots/brute-mesh-world.js'
import { problemRobot, readProblems } from '../../oracle/robots/problems.js'
import { ProblemJudge } from '../../oracle/robots/problems-check.js'

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('robots of LIMBER_DATA', () => {
  test.each([
    ['panda', 1],
    ['irb2400', 3],
    ['fetch', 4],
  ] as const)('[world-answers] %s: distances and witness points are those of brute force', async (name, count) => {
    const check = new DistanceCheck(await dataRobot(folder!, name, { srdf: true }), 11)
    for (let i = 0; i < count; i++) check.step()
    expect(check.exact).toBeGreaterThanOrEqual(count)
    expect(check.ofSize).toBeLessThan(1e-14)
  })

  test('a start and a goal of each kind of planning problem is free, as brute force says', async () => {
    const judge = new ProblemJudge(await problemRobot(folder!, 'panda'))
    const problems = readProblems(folder!, 'panda')
    const scenes = [...new Set(problems.map(({ scene }) => scene))]
    for (const scene of scenes) judge.judge(problems.find((one) => one.scene === scene)!, ['srdf'])
    expect(judge.judged.length).toBe(14)
    expect(judge.judged.filter(({ touching }) => touching.length > 0)).toEqual([])
    expect([...judge.held]).toEqual(['panda_finger_joint1', 'panda_finger_joint2'])
    // Among the obstacles of another problem, this one's goal is in collision.
    const cages = problems.filter(({ scene }) => scene === 'cage_panda')
    judge.judge(cages[0]!, ['srdf'], cages[1]!)
    expect(judge.judged.at(-1)!.touching.length).toBe(4)
  })

  test('what a hand holds is like a link that is fixed to it', async () => {
    const robot = await dataRobot(folder!, 'panda', { srdf: true })
    const shape = box({ size: [0.1, 0.2, 0.05] })
    const pose = { at: [0.01, 0.02, 0.15], rotation: [0.5, 0.5, 0.5, 0.5] }
    const obstacles = [{ name: 'table', shape: box({ size: [1, 1, 0.1] }), pose: { at: [0.6, 0, 0.1] } }]
    const holding = new World({ robots: [robot], obstacles })
    holding.attach({ name: 'panda/part', link: 'panda_hand', shape, pose })
    const input = describeRobot(robot)
    const grown = new Robot({
      ...input,
      links: [...input.links, { name: 'part', geometry: [{ shape, pose }] }],
      joints: [...input.joints!, { name: 'grasp', kind: 'fixed', parent: 'panda_hand', child: 'part' }],
    })
    const other = new World({ robots: [grown], obstacles })
    const random = new Random(5)
    let colliding = 0
    for (let k = 0; k < 10; k++) {
      const q = randomWithin(holding, random)
      const named = new Map(other.distances(q).map(({ a, b, distance }) => [keyOf(a, b), distance]))
      const all = holding.distances(q)
      expect(all.length).toBe(named.size)
      for (const { a, b, distance } of all) expect(Math.abs(named.get(keyOf(a, b))! - distance)).toBeLessThan(1e-13)
      expect(holding.collides(q)).toBe(other.collides(q))
      if (holding.collides(q)) colliding++
    }
    expect(colliding).toBeGreaterThan(0)
    expect(colliding).toBeLessThan(10)
  })

  test('a robot a million metres away is known to a nanometre', async () => {
    const robot = await dataRobot(folder!, 'irb2400', { srdf: true })
    const input = describeRobot(robot)
    const root = robot.links[0]!.name
    const floating = new Robot({
      ...input,
      links: [{ name: 'ground' }, ...input.links],
      joints: [{ name: 'float', kind: 'floating', parent: 'ground', child: root }, ...input.joints!],
    })
    const near = new World({ robots: [robot] })
    const far = new World({ robots: [floating] })
    const random = new Random(8)
    const start = far.variables.indexOf(`${robot.name}/float/trans_x`)
    for (let k = 0; k < 10; k++) {
      const q = randomWithin(near, random)
      const moved = far.neutral()
      near.variables.forEach((name, i) => {
        moved[far.variables.indexOf(name)] = q[i]!
      })
      moved.set([1e6, -1e6, 1e6, 0.5, -0.5, 0.5, 0.5], start)
      const named = new Map(far.distances(moved).map(({ a, b, distance }) => [keyOf(a, b), distance]))
      for (const { a, b, distance } of near.distances(q)) {
        expect(Math.abs(named.get(keyOf(a, b))! - distance)).toBeLessThan(1e-9)
      }
      expect(far.collides(moved)).toBe(near.collides(q))
      far.validate()
    }
  })
})
