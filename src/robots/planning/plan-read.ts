// Reading a planning question: checked copies of the start and of goals that are configurations, and the space to search.
import { InvalidInputError } from '../../errors.js'
import { beyond, type LimitRules } from '../motion/motion-limits.js'
import { type MotionSpace, readWaypoint, unwrap, worldSpace } from '../motion/motion-space.js'
import { World } from '../world/world.js'
import type { Configuration } from '../world/world-input.js'
import { isLinkGoal, type LinkGoal, readLinkGoal } from './link-goal.js'
import { type PlanOptions, type ReadPlanOptions, readPlanOptions } from './plan-options.js'
import { refuseMovingLoops } from './planning-loops.js'
import { PlanningSpace } from './planning-space.js'

/**
 * Where to go: a configuration, or where a link is to be. What a configuration by name leaves out is as in the start.
 */
export type PlanGoal = Configuration | LinkGoal

export interface ReadPlan {
  readonly world: World
  readonly start: Float64Array
  /** By goal; configurations at the turn that is meant. */
  readonly goals: readonly (Float64Array | LinkGoal)[]
  readonly options: ReadPlanOptions
  /** As far as it can be known before link goals are configurations. */
  readonly space: PlanningSpace
}

export function readPlan(
  world: World,
  start: Configuration,
  goal: PlanGoal | readonly PlanGoal[],
  options: PlanOptions,
): ReadPlan {
  if (!(world instanceof World)) throw new InvalidInputError('world', world, 'a World')
  const read = readPlanOptions(options)
  const motion = worldSpace(world)
  const from = readWaypoint(motion, 'start', start)
  read.roadmap?.demand(world, from, read)
  const isList = isGoalList(world, goal)
  // Not map: it passes over holes.
  const goals = Array.from(isList ? goal : [goal], (one, k) => {
    const field = isList ? `goal[${k}]` : 'goal'
    if (one !== null && typeof one === 'object' && isLinkGoal(one)) {
      readLinkGoal(world, field, one)
      return one
    }
    return readGoal(world, motion, field, one, from, read.continuous)
  })
  const configurations = goals.filter((one): one is Float64Array => one instanceof Float64Array)
  const space = new PlanningSpace(world, from, configurations, read.space)
  refuseMovingLoops(world, from, space.moving, 'options.moving')
  goals.forEach((one, k) => {
    if (one instanceof Float64Array) checkStanding(world, space, read.rules, isList ? `goal[${k}]` : 'goal', from, one)
  })
  return { world, start: from, goals, options: read, space }
}

/** A list of numbers is one configuration; what begins with anything else is a list of goals. */
function isGoalList(world: World, goal: PlanGoal | readonly PlanGoal[]): goal is readonly PlanGoal[] {
  if (!Array.isArray(goal)) return false
  if (goal.length === 0 && world.dof > 0) throw new InvalidInputError('goal', goal, 'a goal, or a list of one or more')
  return goal.length > 0 && typeof goal[0] !== 'number'
}

function readGoal(
  world: World,
  motion: MotionSpace,
  field: string,
  goal: Configuration,
  start: Float64Array,
  continuous: ReadPlanOptions['continuous'],
): Float64Array {
  const isRecord = Object.prototype.toString.call(goal) === '[object Object]'
  if (!isRecord && !Array.isArray(goal) && !ArrayBuffer.isView(goal)) {
    throw new InvalidInputError(
      field,
      goal,
      'a configuration, as numbers or as a record by name, or the pose of a link',
    )
  }
  const whole = isRecord ? world.configuration(goal as Readonly<Record<string, number>>, start) : goal
  return atTurn(motion, field, start, readWaypoint(motion, field, whole), continuous)
}

/** A goal at the turn that is nearest to the start, or as it is. */
export function atTurn(
  motion: MotionSpace,
  field: string,
  start: Float64Array,
  goal: Float64Array,
  continuous: ReadPlanOptions['continuous'],
): Float64Array {
  return continuous === 'shortest' ? unwrap(motion, `[start, ${field}]`, [start, goal])[1]! : goal
}

/** Goals, the same ones at other turns among them, are no more than this. */
const MOST_GOALS = 32

/**
 * The same goals the other way round: of each, one with every cyclic variable in turn a whole turn farther, on the other side of
 * the start. Where something blocks the short way, the long way may be free.
 */
export function otherWayRound<Goal extends { readonly q: Float64Array }>(
  world: World,
  space: PlanningSpace,
  start: Float64Array,
  goals: readonly Goal[],
): Goal[] {
  const out: Goal[] = []
  for (const { variable, turns } of worldSpace(world).cyclic) {
    if (!space.moving.includes(variable)) continue
    for (const goal of goals) {
      if (goals.length + out.length >= MOST_GOALS) return out
      const q = goal.q.slice()
      const turn = 2 * Math.PI * turns
      q[variable]! += q[variable]! > start[variable]! ? -turn : turn
      out.push({ ...goal, q })
    }
  }
  return out
}

/** What does not move cannot get anywhere. A quaternion's other sign is the same place: the goal takes the start's. */
function checkStanding(
  world: World,
  space: PlanningSpace,
  rules: LimitRules,
  field: string,
  start: Float64Array,
  goal: Float64Array,
): void {
  const { moving, lower, upper, quaternions } = space
  for (const q of quaternions) {
    if (moving.includes(q) || ![0, 1, 2, 3].every((k) => goal[q + k] === -start[q + k]!)) continue
    for (let k = q; k < q + 4; k++) goal[k] = start[k]!
  }
  goal.forEach((value, i) => {
    if (value === start[i] || moving.includes(i)) return
    // Limits that leave no room are reported as such.
    const off = Math.max(beyond(value, lower[i]!, upper[i]!), beyond(start[i]!, lower[i]!, upper[i]!))
    if (lower[i] === upper[i] && !rules.ignoreLimits && off > rules.limitTolerance) return
    throw new InvalidInputError(
      `${field} (${world.variables[i]})`,
      value,
      `${start[i]}, as in start: it does not move (option moving)`,
    )
  })
}
