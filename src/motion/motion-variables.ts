// What the numbers of a world's configurations are, as far as motions need to know: where quaternions begin, and which numbers
// mean the same again after whole turns.
import type { NamedRobot } from '../queries/world-input.js'

export interface MotionVariables {
  /** Where quaternions of floating joints begin. */
  readonly quaternions: readonly number[]
  /** Angles of continuous joints and of planar ones. */
  readonly cyclic: readonly CyclicVariable[]
}

export interface CyclicVariable {
  readonly variable: number
  /** Whole turns after which the configuration is the same again. */
  readonly turns: number
}

/** Mimic joints with a denominator beyond this are taken to repeat never. */
const MOST_TURNS = 64

export function motionVariables(robots: readonly NamedRobot[]): MotionVariables {
  const quaternions: number[] = []
  const cyclic: CyclicVariable[] = []
  let first = 0
  for (const { robot } of robots) {
    for (const { name, kind, variable, mimic } of robot.joints) {
      if (kind === 'floating') quaternions.push(first + variable + 3)
      if (kind === 'planar') cyclic.push({ variable: first + variable + 2, turns: 1 })
      if (kind !== 'continuous' || mimic !== undefined) continue
      const followers = robot.joints.filter((joint) => joint.mimic?.joint === name)
      const turns = turnsToRepeat(
        followers.map((joint) => (joint.kind === 'prismatic' ? NaN : joint.mimic!.multiplier)),
      )
      if (turns !== undefined) cyclic.push({ variable: first + variable, turns })
    }
    first += robot.dof
  }
  return { quaternions, cyclic }
}

/**
 * Joints that mimic a continuous one turn with it: half a turn where it turns once, say. Then it takes two turns until all is as
 * before. Undefined where that never happens, as for one that slides.
 */
function turnsToRepeat(multipliers: readonly number[]): number | undefined {
  for (let turns = 1; turns <= MOST_TURNS; turns++) {
    if (multipliers.every((multiplier) => Number.isInteger(multiplier * turns))) return turns
  }
  return undefined
}
