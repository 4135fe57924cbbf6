// Long runs of planners: random robots among thin things, meshes whose hulls say something else than they do, and, where LIMBER_DATA
// is given, the planning problems of MotionBenchMaker. Every path is swept again by brute force (conservative advancement on
// kinematics and triangles of its own), and its certificate verified.
//
// LIMBER_DEEP_STEPS scales it: 1,000 planning questions by default and 2,000 worlds of meshes; LIMBER_DEEP_SEED is another run. LIMBER_PROBLEMS
// says every how many of the 700 problems is looked at: 20 by default, minutes; 1 takes hours, nearly all of them brute force.
import { afterAll, expect, test } from 'vitest'
import { planNow, World } from '../../src/entries/robots.js'
import { smallest } from '../oracle/robots/motions-cases.js'
import { MotionScene } from '../oracle/robots/motions-scene.js'
import { judgePlan } from '../oracle/robots/paths.js'
import {
  type PlanCaseText,
  randomPlanCase,
  runAfterwards,
  runPlanCase,
  runPoseCase,
} from '../oracle/robots/paths-cases.js'
import { crossingCase, hullCase, judgeCrossing, judgeHullCase } from '../oracle/robots/paths-hulls.js'
import { allowedLinks, movingValues, PROBLEM_ROBOTS, problemRobot, readProblems } from '../oracle/robots/problems.js'

const scale = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100_000
const base = Number(process.env.LIMBER_DEEP_SEED ?? 1) * 1_000_000
const folder = process.env.LIMBER_DATA
const every = Number(process.env.LIMBER_PROBLEMS ?? 20)

const tallies: Record<string, number> = {}
let reported = performance.now()

function count(key: string): void {
  tallies[key] = (tallies[key] ?? 0) + 1
}

function report(what: string): void {
  if (performance.now() - reported < 10_000) return
  reported = performance.now()
  process.stderr.write(`planning: ${what}\n`)
}

afterAll(() => {
  console.log(JSON.stringify(tallies, null, 1))
})

test('[never-misses] random planning questions among thin things', () => {
  const most = Math.ceil(1000 * scale)
  const wrong: string[] = []
  for (let k = 0; k < most; k++) {
    const text = randomPlanCase(base + k)
    const found = runPlanCase(text, k % 10 === 0)
    count(`${text.plan.planner} ${found.outcome}`)
    report(`question ${k} of ${most}, ${wrong.length} wrong`)
    if (found.wrong === undefined) continue
    const fails = (one: object): boolean => runPlanCase({ ...text, ...one } as PlanCaseText).wrong !== undefined
    wrong.push(`${found.wrong}: runPlanCase(${JSON.stringify({ ...text, ...smallest(text, fails) })})`)
  }
  expect(wrong).toEqual([])
})

test('[never-misses] walks, smoothing and timed paths', () => {
  const most = Math.ceil(500 * scale)
  const wrong: string[] = []
  for (let k = 0; k < most; k++) {
    const text = randomPlanCase(base + k)
    const found = runAfterwards(text, tallies)
    report(`after plan ${k} of ${most}, ${wrong.length} wrong`)
    if (found === undefined) continue
    const fails = (one: object): boolean => runAfterwards({ ...text, ...one } as PlanCaseText) !== undefined
    wrong.push(`${found}: runAfterwards(${JSON.stringify({ ...text, ...smallest(text, fails) })})`)
  }
  expect(wrong).toEqual([])
})

test('[never-misses] links brought where they are to be', () => {
  const most = Math.ceil(500 * scale)
  const wrong: string[] = []
  for (let k = 0; k < most; k++) {
    const found = runPoseCase(base + k, tallies)
    report(`pose ${k} of ${most}, ${wrong.length} wrong`)
    if (found !== undefined) wrong.push(`runPoseCase(${base + k}): ${found}`)
  }
  expect(wrong).toEqual([])
})

test('[never-misses] hulls before meshes change no answer', () => {
  const most = Math.ceil(2000 * scale)
  const wrong: string[] = []
  for (let k = 0; k < most; k++) {
    const text = hullCase(base + k)
    const found = judgeHullCase(text, tallies)
    report(`world of meshes ${k} of ${most}, ${wrong.length} wrong`)
    if (found === undefined) continue
    const small = smallest(text, (one) => judgeHullCase(one) !== undefined)
    wrong.push(`${found}: judgeHullCase(${JSON.stringify(small)})`)
  }
  expect(wrong).toEqual([])
})

test('[never-misses] what separated two objects a moment ago does not separate them when they touch', () => {
  const most = Math.ceil(1000 * scale)
  const wrong: string[] = []
  for (let k = 0; k < most; k++) {
    const text = crossingCase(base + k)
    const found = judgeCrossing(text)
    report(`crossing ${k} of ${most}, ${wrong.length} wrong`)
    if (found === undefined) continue
    const small = smallest(text, (one) => judgeCrossing(one) !== undefined)
    wrong.push(`${found}: judgeCrossing(${JSON.stringify(small)})`)
  }
  expect(wrong).toEqual([])
})

test.runIf(folder !== undefined).each(PROBLEM_ROBOTS)(
  '[never-misses] problems of %s, swept again by brute force',
  async (name) => {
    const robot = await problemRobot(folder!, name)
    const problems = readProblems(folder!, name).filter((_, k) => k % every === 0)
    const wrong: string[] = []
    for (const [k, { scene, index, obstacles, allowed, ...ends }] of problems.entries()) {
      const world = new World({ robots: [robot], obstacles, allowed: allowedLinks(robot, allowed) })
      const start = world.configuration(movingValues(robot, ends.start).moving)
      const goal = world.configuration(movingValues(robot, ends.goal).moving)
      const result = planNow(world, start, goal, { seed: 1 + k, maxMillis: 30_000 })
      count(`${name} ${scene} ${result.outcome}`)
      const found = judgePlan(
        { world, start, goals: [goal], shortest: 1 / 500, longest: 1 / 32 },
        result,
        new MotionScene(world),
      )
      report(`${name}, problem ${k} of ${problems.length}, ${wrong.length} wrong`)
      if (found !== undefined) wrong.push(`${name} ${scene} ${index}, seed ${1 + k}: ${found}`)
    }
    expect(wrong).toEqual([])
  },
)
