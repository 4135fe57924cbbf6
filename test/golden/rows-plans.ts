// Plans, and what is made of them, from fixed seeds.
import { type LabPlannerName, planNowInLab } from '../../lab/published/plan.js'
import {
  checkMotion,
  inverseKinematics,
  linkGoalError,
  type PlanGoal,
  type PlanResult,
  plan,
  planNow,
  Random,
  randomWalkNow,
  smoothNow,
  timePath,
  type World,
} from '../../src/entries/robots.js'
import type { Row, Value } from './digest.js'
import { cell, freeConfigurations } from './inputs.js'
import { motionCounters, verdictValues } from './rows-motions.js'
import { contactValues } from './rows-worlds.js'

const PLANNERS: readonly LabPlannerName[] = ['rrt-connect', 'rrt-connect-eager', 'a-sbl', 'sbl']

/** Nothing depends on the clock. */
const LIMITS = { maxMillis: Infinity, maxIterations: 3000 }

export async function plans(row: Row): Promise<void> {
  const world = cell()
  const ends = freeConfigurations(world, new Random(51), 12)
  const start = ends[0]!
  const goal = ends.find((q) => checkMotion(world, [start, q]).outcome === 'collision')!
  for (const planner of PLANNERS) {
    const results = [1, 2, 3].map((seed) => planNowInLab(world, start, goal, { planner, seed, ...LIMITS }))
    askPlans(row, planner, results, planner !== 'sbl')
  }
  askPlans(row, 'awaited', [await plan(world, start, goal, { seed: 4, ...LIMITS })])
  const link = 'arm/palm'
  const several: PlanGoal[] = [{ link, pose: world.linkPose(ends[2]!, link), free: ['yaw'] }, ends[3]!]
  askPlans(row, 'goals of several kinds', [planNow(world, start, several, { seed: 5, ...LIMITS })])
  const moving = { moving: ['turn', 'shoulder', 'elbow'], clearance: 0.005 }
  const { variables } = world
  const partly = start.map((x, k) => (k < 3 ? ends[4]![k]! : x))
  row('joints', variables)
  askPlans(row, 'three joints, clearance', [planNow(world, start, partly, { seed: 6, ...moving, ...LIMITS })])

  const found = planNow(world, start, goal, { seed: 1, ...LIMITS })
  if (found.outcome !== 'solved') throw new Error(`the plan to be smoothed is ${found.outcome}`)
  smoothed(row, world, found.path)
  walked(row, world, start)
  reached(row, world, ends)
}

export function askPlans(row: Row, name: string, results: readonly PlanResult[], proved = true): void {
  row(
    `${name}: plans`,
    ...results.map((r): Value => {
      if (r.outcome === 'solved') return [r.outcome, r.path, r.goal, r.length, proved]
      if (r.outcome !== 'no-path-found') return [r.outcome]
      return [r.outcome, r.explored.fromStart, r.explored.fromGoal, r.explored.closest]
    }),
  )
  row(
    `${name}: certificates`,
    ...results.map((r) => (r.outcome === 'solved' && proved ? JSON.stringify(r.certificate()) : undefined)),
  )
  row(
    `${name}: counters`,
    ...results.map(({ stats: s }): Value => {
      const edges = [s.edgesSampled, s.edgesProved, s.edgesRefuted]
      return [s.iterations, s.nodes, s.validityTests, edges, motionCounters(s.proofs)]
    }),
  )
}

export function smoothed(row: Row, world: World, path: readonly Float64Array[]): void {
  const short = smoothNow(world, path, { seed: 7, rounds: 40 })
  if (short.outcome !== 'smoothed') throw new Error(`smoothing a plan: ${short.outcome}`)
  row('smoothed: path', short.path, short.length, short.before)
  row('smoothed: certificate', JSON.stringify(short.certificate()))
  const { rounds, attempts, shortcuts, sampledOut, validityTests, proved, refuted, undecided, proofs } = short.stats
  row('smoothed: counters', rounds, attempts, shortcuts, sampledOut, validityTests, proved, refuted, undecided)
  row('smoothed: counters of proofs', motionCounters(proofs))
  for (const [name, options] of Object.entries({
    timed: {},
    'timed, blends short': { blend: 0.05, smooth: 'velocity' as const },
    'timed, stops': { blend: 0 },
  })) {
    const timed = timePath(world, short.path, { velocity: 1, acceleration: 2, ...options })
    if (timed.outcome !== 'timed') {
      row(name, timed.outcome, verdictValues(timed.verdict))
      continue
    }
    const states = timed.trajectory.sample(20)
    row(`${name}: trajectory`, timed.duration, timed.blended, timed.stops, timed.trajectory.times)
    row(`${name}: states`, ...states.map((s): Value => [s.time, s.positions, s.velocities, s.accelerations]))
    row(`${name}: certificate`, JSON.stringify(timed.certificate()))
  }
}

function walked(row: Row, world: World, start: Float64Array): void {
  const height = (q: Float64Array): number => q[0]! * q[0]!
  for (const [name, options] of Object.entries({ walk: {}, 'walk downhill': { height, temperature: 0.1 } })) {
    const result = randomWalkNow(world, start, { seed: 8, maxTries: 150, maxMillis: Infinity, ...options })
    if (result.outcome !== 'stopped') throw new Error(`a walk without an end: ${result.outcome}`)
    row(`${name}: path`, result.path)
    row(`${name}: certificate`, JSON.stringify(result.certificate()))
    const { tried, taken, collided, uphill, refuted, proofs } = result.stats
    row(`${name}: counters`, tried, taken, collided, uphill, refuted, motionCounters(proofs))
  }
}

function reached(row: Row, world: World, ends: readonly Float64Array[]): void {
  const link = 'arm/palm'
  const goals = ends.map((q) => ({ link, pose: world.linkPose(q, link) }))
  const beyond = { link, pose: { at: [3, 0, 0] } }
  const results = [...goals, beyond].map((goal) => inverseKinematics(world, goal, { start: ends[0]!, seeds: 12 }))
  row(
    'inverse kinematics: solutions',
    ...results.map((r): Value => {
      if (r.outcome === 'solved') return [r.outcome, r.solutions]
      if (r.outcome === 'unreachable') return [r.outcome, r.proved, r.nearest, r.position, r.angle]
      return [r.outcome, r.q, r.a, r.b, r.contact === undefined ? undefined : contactValues(r.contact)]
    }),
  )
  row(
    'inverse kinematics: counters',
    ...results.map(({ stats: s }): Value => [s.seeds, s.converged, s.distinct, s.colliding, s.iterations]),
  )
  row(
    'inverse kinematics: errors of goals',
    ...goals.map((goal, k): Value => {
      const { position, angle } = linkGoalError(world, goal, ends[(k + 1) % ends.length]!)
      return [position, angle]
    }),
  )
}
