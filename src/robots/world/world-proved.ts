// What others have proved of a robot's links, taken into a world: pairs that never touch while the joints between them are within
// their limits (allowedPairs). A claim is about one robot to the last bit: by its hash, which has links, joints, limits and
// meshes in it. It holds wherever the robot is, and for every robot of a world that is the same.
import { InvalidInputError } from '../../errors.js'
import type { Joint } from '../model/joint.js'
import type { Robot } from '../model/robot.js'
import { robotHash } from '../model/robot-document.js'
import type { NamedRobot } from './world-input.js'

/** As much of a result of `allowedPairs` as a world needs. */
export interface ProvedPairs {
  /** Of the robot. */
  readonly hash: string
  /** Links by name. Those of class `never` count. */
  readonly pairs: readonly { readonly a: string; readonly b: string; readonly class: string }[]
}

/** Two objects of a world that never touch while these variables are within their limits. */
export interface ProvedPair {
  readonly a: string
  readonly b: string
  readonly limits: readonly VariableLimits[]
}

/** A variable of a configuration of the world. */
export interface VariableLimits {
  readonly variable: number
  readonly lower: number
  readonly upper: number
}

/** What a result says of the robots of a world. Throws where it is about none of them. */
export function readProved(field: string, proved: ProvedPairs, robots: readonly NamedRobot[]): ProvedPair[] {
  if (
    proved === null ||
    typeof proved !== 'object' ||
    typeof proved.hash !== 'string' ||
    !Array.isArray(proved.pairs)
  ) {
    throw new InvalidInputError(field, proved, 'a result of allowedPairs')
  }
  const out: ProvedPair[] = []
  let found = false
  let first = 0
  for (const { robot, name } of robots) {
    if (robotHash(robot) === proved.hash) {
      found = true
      proved.pairs.forEach((pair, i) => {
        if (typeof pair?.class !== 'string') {
          throw new InvalidInputError(`${field}.pairs[${i}]`, pair, 'a pair of links and its class')
        }
      })
      for (const pair of proved.pairs) {
        if (pair.class !== 'never') continue
        const [i, j] = [robot.link(pair.a).index, robot.link(pair.b).index]
        if (i === j) throw new InvalidInputError(`${field}.pairs`, [pair.a, pair.b], 'of two different links each')
        const limits = limitsBetween(robot, i, j).map((own) => ({ ...own, variable: first + own.variable }))
        out.push({ a: `${name}/${pair.a}`, b: `${name}/${pair.b}`, limits })
      }
    }
    first += robot.dof
  }
  if (!found) {
    const names = robots.map(({ name }) => name).join(', ')
    throw new InvalidInputError(
      `${field}.hash`,
      proved.hash,
      `that of a robot of this world (${names}): the result is about a robot with other links, joints, limits or meshes`,
    )
  }
  return out
}

/**
 * The variables that move two links against each other, with the limits that a proof about the two rests on. One without limits
 * is proved for a whole turn, and is not in the list; nor is anything about a pair that no proof can be about.
 */
function limitsBetween(robot: Robot, i: number, j: number): VariableLimits[] {
  const above = (link: number): Joint[] => {
    const out: Joint[] = []
    for (let at = robot.links[link]!.joint; at !== undefined; at = robot.links[at.parent]!.joint) out.push(at)
    return out
  }
  const ofA = new Set(above(i))
  const ofB = new Set(above(j))
  const between = [...[...ofA].filter((joint) => !ofB.has(joint)), ...[...ofB].filter((joint) => !ofA.has(joint))]
  const limits = new Map<number, VariableLimits>()
  for (const joint of between) {
    if (joint.kind === 'fixed') continue
    if (joint.loop !== undefined) {
      const expected =
        'results about links between which no closed loop sets a joint: a world does not keep what those rest on'
      throw new InvalidInputError('trustedProofs', joint.name, expected)
    }
    const own = joint.mimic === undefined ? joint : robot.joint(joint.mimic.joint)
    const { variable, lower, upper } = own
    if (lower > -Infinity || upper < Infinity) limits.set(variable, { variable, lower, upper })
  }
  return [...limits.values()]
}
