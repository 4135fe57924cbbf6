// The bench of plans measures what it says: goals that all but touch, paths looked at again, a planner that samples only, and the
// arithmetic of its tables. With LIMBER_DATA, a little of the real problems too.
import { describe, expect, test } from 'vitest'
import { type PlanContender, proving, sampling } from '../../bench/planning/contenders.js'
import { cutPath, type Measured, measureInTurns } from '../../bench/planning/measure.js'
import { amongObstacles, type BenchProblem, loadProblems } from '../../bench/planning/problems.js'
import { pathLength, recheckByPairs, recheckPath } from '../../bench/planning/recheck.js'
import { sampledRrtConnect } from '../../bench/planning/sampled-rrt.js'
import { percentile, planningTable, planningTargets, summarise } from '../../bench/planning/table.js'
import { tightenGoal } from '../../bench/planning/tight-goals.js'
import { box, Random, Robot } from '../../src/entries/robots.js'

const quiet = (): void => {}

/** A ball-sized box that slides in a square, and a wall between the start and the goal with a gap at its end. */
const slider = new Robot({
  name: 'slider',
  links: [{ name: 'base' }, { name: 'cart' }, { name: 'block', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }] }],
  joints: [
    { name: 'x', kind: 'prismatic', parent: 'base', child: 'cart', axis: [1, 0, 0], limits: { lower: -1, upper: 1 } },
    { name: 'y', kind: 'prismatic', parent: 'cart', child: 'block', axis: [0, 1, 0], limits: { lower: -1, upper: 1 } },
  ],
})
const wall = { name: 'wall', shape: box({ size: [0.02, 1.5, 0.2] }), pose: { at: [0, -0.25, 0] } }

function problem(obstacles: BenchProblem['obstacles'] = [wall]): BenchProblem {
  const known = {
    robot: 'panda' as const,
    scene: 'wall',
    index: 1,
    model: 'meshes' as const,
    body: slider,
    allowed: [],
    start: Float64Array.of(-0.5, -0.5),
    goal: Float64Array.of(0.3, -0.5),
    moving: ['slider/x', 'slider/y'],
  }
  return amongObstacles(known, obstacles)
}

test('a goal is made tight: the nearest obstacle is pushed until this clearance is left', () => {
  const tight = tightenGoal(problem(), 1e-5)!
  expect(tight.how).toBe('pushed')
  expect(tight.clearance).toBeCloseTo(1e-5, 12)
  const world = tight.problem.world()
  expect(world.distance(tight.problem.goal).distance).toBeCloseTo(1e-5, 12)
  expect(world.collides(tight.problem.start)).toBe(false)
})

test('where a pushed obstacle would touch the robot elsewhere, a small block stands before it', () => {
  // Behind the start, a long plate that has the goal nearer to it: pushed, it goes through the start.
  const frame = {
    name: 'plate',
    shape: box({ size: [2, 0.02, 0.2] }),
    pose: { at: [0, -0.62, 0] },
  }
  const low = { ...problem([frame]), start: Float64Array.of(-0.5, -0.54), goal: Float64Array.of(0.3, -0.5) }
  const tight = tightenGoal(amongObstacles(low, [frame]), 1e-5)!
  expect(tight.how).toBe('block')
  expect(tight.problem.obstacles.length).toBe(2)
  expect(tight.problem.world().distance(low.goal).distance).toBeCloseTo(1e-5, 12)
})

test('a second look finds what is wrong with a path', () => {
  const one = problem()
  const world = one.world()
  const around = [one.start, Float64Array.of(-0.5, 0.8), Float64Array.of(0.3, 0.8), one.goal]
  const good = recheckPath(world, one, around)
  expect(good.wrong).toEqual([])
  expect(good.looks).toBeGreaterThan((1.3 + 0.8 + 1.3) / 0.002)
  expect(good.clearance).toBeGreaterThan(0.2)
  expect(recheckPath(world, one, [one.start, one.goal]).wrong[0]).toMatch(/^edge 1 of 1 collides at/)
  expect(recheckPath(world, one, around.slice(1)).wrong).toEqual(['it does not begin at the start'])
  expect(recheckPath(world, one, around.slice(0, -1)).wrong).toEqual(['it does not end at the goal'])
  const far = recheckPath(world, one, [one.start, Float64Array.of(-0.5, 1.5), Float64Array.of(0.3, 1.5), one.goal])
  expect(far.wrong[0]).toBe('slider/y outside the limits')
  expect(recheckByPairs(one, around, 20)).toEqual([])
  expect(recheckByPairs(one, [one.start, one.goal], 16).length).toBeGreaterThan(0)
})

test('RRT-Connect that samples finds a way round, and steps over a thin wall if its steps are long', () => {
  const one = problem()
  const options = { range: 0.3, resolution: 0.02, maxMillis: 10_000 }
  const { path, validityTests } = sampledRrtConnect(one.world(), one.start, one.goal, new Random(1), options)
  expect(recheckPath(one.world(), one, path!).wrong).toEqual([])
  expect(validityTests).toBeGreaterThan(path!.length)
  expect(Math.max(...path!.slice(1).map((q, k) => pathLength([path![k]!, q])))).toBeLessThan(0.3 + 1e-9)
  const blind = { range: 0.8, resolution: 0.8, maxMillis: 10_000 }
  const straight = sampledRrtConnect(one.world(), one.start, one.goal, new Random(1), blind)
  expect(straight.path!.length).toBe(2)
})

test('pieces of one length', () => {
  const path = [Float64Array.of(0, 0), Float64Array.of(1.2, 0), Float64Array.of(1.2, 0.4), Float64Array.of(1.2, 0.9)]
  const pieces = cutPath(path)
  expect(pieces.length).toBe(3)
  for (const [a, b] of pieces) expect(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)).toBeCloseTo(0.5, 12)
  expect(cutPath([])).toEqual([])
})

test('every planner is measured on its own problems, in turns, and its paths are checked', () => {
  const contenders = [proving('rrt-connect', 'lazy'), sampling(0.05)]
  const order: string[] = []
  const entrants = contenders.map((contender, k) => ({
    contender: {
      ...contender,
      plan: (...given: Parameters<PlanContender['plan']>) => {
        order.push(contender.name)
        return contender.plan(...given)
      },
    },
    problems: k === 0 ? [problem(), problem()] : [undefined, problem()],
    rounds: 2,
  }))
  const [lazy, sampled] = measureInTurns(entrants, { warmUp: 0, verifyEvery: 1, pairsEvery: 1 }, quiet)
  // Twice a round.
  expect(order.join()).toBe([...Array(8).fill('rrt-connect'), ...Array(4).fill('sampled 0.05')].join())
  expect(lazy!.length).toBe(2)
  expect(sampled!.length).toBe(1)
  for (const one of lazy!) {
    expect(one.wrong).toEqual([])
    expect([one.solved, one.proved, one.verified, one.collides]).toEqual([true, true, true, false])
    // Boxes, balls and directions that are kept may tell of all pairs: then none is measured.
    expect(Number.isInteger(one.pairTests)).toBe(true)
    expect(one.cost.validityTests).toBeGreaterThan(0)
    expect(one.edges).toBeGreaterThan(2)
    expect(one.millisWithSetUp).toBeGreaterThan(0)
  }
  expect(sampled![0]!.proved).toBe(false)
  expect(sampled![0]!.edgeProofs.length).toBeGreaterThan(0)
})

function measured(millis: number, more: Partial<Measured> = {}): Measured {
  const none = { iterations: 0, nodes: 0, edgesProved: 2, edgesRefuted: 1, volumeTests: 0, leafTests: 0 }
  return {
    problem: problem(),
    solved: true,
    outcome: 'solved',
    proved: true,
    millis,
    millisWithSetUp: 2 * millis,
    cpuMillis: millis,
    edges: 3,
    length: 1.5,
    cost: { ...none, distanceTests: 10, intervals: 0, configurations: 0, validityTests: 7 },
    pairTests: 5,
    wrong: [],
    clearance: 0.01,
    looks: 100,
    verified: undefined,
    proofMillis: 0.5,
    collides: false,
    edgeProofs: [],
    ...more,
  }
}

test('tables: medians, percentiles, sums, and what is asked for', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5)
  expect(
    percentile(
      Array.from({ length: 100 }, (_, i) => i + 1),
      0.95,
    ),
  ).toBe(95)
  const ur5 = { ...problem(), robot: 'ur5' as const, scene: 'cage' }
  const edge = {
    outcome: 'free',
    length: 0.5,
    distanceTests: 30,
    volumeTests: 1,
    leafTests: 0,
    configurations: 1,
    micros: 9,
  }
  const rows = summarise(
    [
      measured(1),
      measured(3, { verified: true }),
      measured(100, { problem: ur5, wrong: ['it collides'], edgeProofs: [edge] }),
      measured(10_000, { problem: ur5, solved: false, proved: false, outcome: 'no-path-found' }),
    ],
    { planner: 'rrt-connect', model: 'meshes' },
  )
  expect(rows.map(({ robot, scene, problems }) => [robot, scene, problems])).toEqual([
    ['panda', 'wall', 2],
    ['panda', 'all', 2],
    ['ur5', 'cage', 2],
    ['ur5', 'all', 2],
    ['both', 'all', 4],
  ])
  const all = rows.at(-1)!
  expect([all.solved, all.proved, all.wrongPaths, all.medianMillis, all.millis95]).toEqual([3, 3, 1, 51.5, 10_000])
  expect([all.medianDistanceTests, all.edgesRefuted, all.verified, all.looks]).toEqual([15, 4, 1, 400])
  expect(planningTable(rows).split('\n').length).toBe(2 + 5)
  const targets = planningTargets(rows)
  expect(targets.filter((line) => line.startsWith('MISSED')).length).toBe(targets.length)
  expect(targets).toContain('MISSED  paths with something wrong: 1.00, at most 0')
  expect(planningTargets(summarise([measured(1)], { planner: 'a-sbl', model: 'meshes' }))).toEqual([])
})

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('problems of LIMBER_DATA', () => {
  test('starts and goals are free, and worlds share a robot', async () => {
    const problems = await loadProblems(folder!, { each: 1 })
    expect(problems.length).toBe(14)
    expect(new Set(problems.map(({ body }) => body)).size).toBe(2)
    for (const { start, goal, world, moving, robot } of problems) {
      const one = world()
      expect([one.collides(start), one.collides(goal)]).toEqual([false, false])
      expect([one.outsideLimits(start), one.outsideLimits(goal)]).toEqual([[], []])
      expect(moving.length).toBe(robot === 'panda' ? 7 : 6)
    }
    const [first] = await loadProblems(folder!, { each: 1, model: 'spheres', robots: ['ur5'], scenes: ['cage'] })
    expect(first!.world().collides(first!.start)).toBe(false)
    expect(first!.allowed).toContainEqual(['ur5_robotiq85/wrist_2_link', 'ur5_robotiq85/fts_robotside'])
  })
})
