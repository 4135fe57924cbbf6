// Plans that are asked for where a sampling planner goes wrong: walls thinner than any step, slots that are closed or all but
// closed, goals in tight places, trees that are cut and turned round. Every path is swept again by brute force, and its
// certificate verified (test/oracle/robots/paths.ts). The long runs are in test/deep/planning.test.ts.
import { expect, test } from 'vitest'
import { type LabPlanOptions, planNowInLab as planNow } from '../../../lab/published/plan.js'
import {
  box,
  cylinder,
  type JointKind,
  mesh,
  type ObstacleInput,
  type PlannerName,
  type PlanResult,
  plan,
  Robot,
  type Shape,
  sphere,
  World,
} from '../../../src/entries/robots.js'
import { buildWorld, smallest } from '../../oracle/robots/motions-cases.js'
import { judgePlan } from '../../oracle/robots/paths.js'
import { type PlanCaseText, randomPlanCase, runAfterwards, runPlanCase } from '../../oracle/robots/paths-cases.js'
import { crossingCase, hullCase, judgeCrossing, judgeHullCase } from '../../oracle/robots/paths-hulls.js'

const PROVING = ['rrt-connect', 'rrt-connect-eager', 'a-sbl'] as const

function onJoint(kind: JointKind, shape: Shape, axis = [0, 0, 1]): Robot {
  const limits = kind === 'prismatic' || kind === 'revolute' ? { limits: { lower: -3, upper: 3 } } : {}
  return new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'body', geometry: [{ shape }] }],
    joints: [{ name: 'j', kind, parent: 'base', child: 'body', axis, ...limits }],
  })
}

function worldOf(robot: Robot, obstacles: readonly Omit<ObstacleInput, 'name'>[]): World {
  return new World({ robots: [robot], obstacles: obstacles.map((one, k) => ({ ...one, name: `thing${k}` })) })
}

/** Plans, expects nothing to be wrong with the answer, and returns it. */
function planned(
  world: World,
  start: readonly number[],
  goals: readonly (readonly number[])[],
  options: LabPlanOptions = {},
): PlanResult {
  const result = planNow(world, start, goals, { maxMillis: Infinity, maxIterations: 2000, ...options })
  const { clearance } = options
  expect(judgePlan({ world, start, goals, clearance }, result), JSON.stringify(options)).toBeUndefined()
  return result
}

const SHEET = mesh({
  positions: [0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1],
  triangles: [0, 1, 2, 0, 2, 3],
})

test.each(PROVING)('[never-misses] no way through a wall, however thin: %s', (planner) => {
  const walls: [string, Shape][] = [
    ['a sheet', SHEET],
    ['a box 1e-9 thick', box({ size: [1e-9, 2, 2] })],
    ['a disc', cylinder({ radius: 1, length: 1e-7, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] })],
  ]
  for (const [name, shape] of walls) {
    const world = worldOf(onJoint('prismatic', sphere({ radius: 1e-4 }), [1, 0, 0]), [{ shape }])
    for (const resolution of [0.1, 5]) {
      const result = planned(world, [-0.5], [[0.6123]], { planner, resolution, maxIterations: 40 })
      expect(result.outcome, `${name}, ${resolution}`).toBe('no-path-found')
    }
  }
})

/** A board on a plane, and a wall with a slot that is `gap` wider than the board; two halves overlap where that is negative. */
function slot(gap: number): World {
  const halves = [-1, 1].map((s) => ({
    shape: box({ size: [1e-3, 2, 1] }),
    pose: { at: [0, s * (1 + 0.1 + gap / 2), 0] },
  }))
  return worldOf(onJoint('planar', box({ size: [0.5, 0.2, 0.1] })), halves)
}

test.each(PROVING)(
  '[never-misses] a slot that is closed by a thousandth is closed; one that is open is gone through: %s',
  (planner) => {
    const [start, goal] = [
      [-0.8, 0.4, 0.5],
      [0.8, -0.3, -0.4],
    ]
    const bounds = { 'r/j/x': [-1, 1], 'r/j/y': [-1, 1] } as const
    const closed = planned(slot(-1e-3), start, [goal], { planner, bounds, resolution: 1, range: 1, maxIterations: 250 })
    expect(closed.outcome).toBe('no-path-found')
    const open = planned(slot(0.08), start, [goal], { planner, bounds, maxIterations: 20_000 })
    expect(open.outcome).toBe('solved')
  },
)

test('[never-misses] a goal a hair from a wall is reached, one in it is refused', () => {
  const world = worldOf(onJoint('planar', box({ size: [0.4, 0.2, 0.1] })), [
    { shape: box({ size: [1, 1, 1] }), pose: { at: [1, 0, 0] } },
    { shape: SHEET, pose: { at: [-0.6, 0, 0] } },
  ])
  for (const gap of [1e-3, 1e-5, 1e-7]) {
    const result = planned(world, [-0.2, 1.4, 1], [[0.3 - gap, 0, 0]], { planner: 'rrt-connect' })
    expect(result.outcome, `${gap}`).toBe('solved')
  }
  const into = planned(world, [-0.2, 1.4, 1], [[0.3 + 1e-9, 0, 0]])
  expect(into.outcome).toBe('invalid-goal')
  const from = planned(world, [0.3 + 1e-9, 0, 0], [[-0.2, 1.4, 1]])
  expect(from.outcome).toBe('invalid-start')
  // Of two goals, the one that can be gone to.
  const one = planned(
    world,
    [-0.2, 1.4, 1],
    [
      [0.3 + 1e-3, 0, 0],
      [0, -1, 0],
    ],
  )
  expect(one).toMatchObject({ outcome: 'solved', goal: 1 })
})

test('[never-misses] what is carried counts: a pole through a gate, turned to fit', () => {
  const gate = [-1, 1].map((s) => ({ shape: box({ size: [0.05, 1, 1] }), pose: { at: [0, s * 0.8, 0] } }))
  const world = worldOf(onJoint('planar', sphere({ radius: 0.05 })), gate)
  const start = [-0.9, 0, 0]
  const goal = [0.9, 0, Math.PI / 2]
  const direct = planned(world, start, [goal])
  expect(direct).toMatchObject({ outcome: 'solved' })
  world.attach({ name: 'pole', link: 'r/body', shape: box({ size: [0.05, 1.2, 0.05] }) })
  const carried = planned(world, start, [goal], { maxIterations: 20_000 })
  expect(carried.outcome).toBe('solved')
  // Longer than the gate is wide: straight through is no way any more.
  if (carried.outcome === 'solved') expect(carried.path.length).toBeGreaterThan(2)
})

test('[never-misses] an angle without limits goes the long way where the short one is closed', () => {
  const arm = onJoint('continuous', box({ size: [1, 0.05, 0.05], at: [0.5, 0, 0] }))
  const world = worldOf(arm, [
    { shape: SHEET, pose: { at: [0.5, 0.5, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } },
  ])
  for (const planner of PROVING) {
    const result = planned(world, [0.2], [[Math.PI - 0.2]], { planner, maxIterations: 500 })
    expect(result.outcome, planner).toBe('solved')
    if (result.outcome === 'solved') expect(result.path.at(-1)![0]!).toBeLessThan(-2)
  }
})

test('[never-misses] random robots among thin things: trees are cut, and what is left is right', () => {
  let refuted = 0
  for (let seed = 1; seed <= 6; seed++) {
    const text = randomPlanCase(seed)
    const found = runPlanCase(text, seed % 5 === 0)
    refuted += found.refuted
    if (found.wrong === undefined) continue
    const small = smallest(text, (one) => runPlanCase({ ...text, ...one } as PlanCaseText).wrong !== undefined)
    expect.fail(`${found.wrong}: runPlanCase(${JSON.stringify(small)})`)
  }
  expect(refuted).toBeGreaterThan(0)
})

test('[same-seed] plans side by side, in one world or several, are those that are made one after the other', async () => {
  const texts = [2, 5, 6, 7, 9, 10].map(randomPlanCase)
  const questions = texts.map((text) => {
    const [start, ...goals] = text.waypoints as [number[], ...number[][]]
    const planner: PlannerName = text.plan.planner === 'a-sbl' ? 'a-sbl' : 'rrt-connect'
    return { world: buildWorld(text), start, goals, options: { ...text.plan, planner, maxMillis: Infinity } }
  })
  const withoutMillis = ({ stats, ...rest }: PlanResult): unknown => ({
    ...rest,
    certificate: undefined,
    stats: { ...stats, millis: 0 },
  })
  const alone = questions.map(({ world, start, goals, options }) =>
    withoutMillis(planNow(world, start, goals, options)),
  )
  // Twice each, from other seeds as well, so that slices of all of them take turns.
  const together = [
    ...questions,
    ...questions.map((one) => ({ ...one, options: { ...one.options, seed: 77 } })),
    ...questions,
  ]
  const results = await Promise.all(
    together.map(({ world, start, goals, options }) => plan(world, start, goals, options).result),
  )
  const shown = results.map(withoutMillis)
  expect(shown.slice(0, 6)).toEqual(alone)
  expect(shown.slice(12)).toEqual(alone)
})

test('[never-misses] what comes after a plan is as right: walks, smoothing, a clock', () => {
  const tally: Record<string, number> = {}
  for (const seed of [1, 2, 5, 6, 7]) {
    const text = randomPlanCase(seed)
    expect(runAfterwards(text, tally), `runAfterwards(${JSON.stringify(text)})`).toBeUndefined()
  }
  expect(Object.keys(tally)).toEqual(expect.arrayContaining(['smoothed', 'timed', 'walk stopped']))
})

test('[never-misses] hulls before meshes change no answer: dents, hollows, rings, shells apart', () => {
  for (let seed = 1; seed <= 4; seed++) {
    const text = hullCase(seed)
    const wrong = judgeHullCase(text)
    if (wrong === undefined) continue
    const small = smallest(text, (one) => judgeHullCase(one) !== undefined)
    expect.fail(`${wrong}: judgeHullCase(${JSON.stringify(small)})`)
  }
})

test('[never-misses] what separated two objects a moment ago does not separate them when they touch', () => {
  for (let seed = 1; seed <= 18; seed++) {
    const text = crossingCase(seed)
    const wrong = judgeCrossing(text)
    if (wrong === undefined) continue
    const small = smallest(text, (one) => judgeCrossing(one) !== undefined)
    expect.fail(`${wrong}: judgeCrossing(${JSON.stringify(small)})`)
  }
})
