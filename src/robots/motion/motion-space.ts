// What the numbers of configurations are, as far as motions need to know: how to read them, where quaternions begin, and which
// numbers mean the same again after whole turns. Of a world, or of one robot alone.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import { type Configuration, ConfigurationReader, type NamedRobot } from '../world/world-input.js'

export interface MotionSpace {
  readonly dof: number
  readonly variables: readonly string[]
  readonly reader: ConfigurationReader
  /** Where quaternions of floating joints begin. */
  readonly quaternions: readonly number[]
  /** By variable: 1 for the four numbers of a quaternion. */
  readonly isQuaternion: Uint8Array
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

export function worldSpace(world: World): MotionSpace {
  const { reader, robots } = world.model()
  return spaceOf(reader, robots)
}

export function robotSpace(robot: NamedRobot): MotionSpace {
  return spaceOf(new ConfigurationReader([robot]), [robot])
}

function spaceOf(reader: ConfigurationReader, robots: readonly NamedRobot[]): MotionSpace {
  const quaternions: number[] = []
  const cyclic: CyclicVariable[] = []
  let first = 0
  for (const { robot } of robots) {
    for (const { name, kind, variable, mimic, loop } of robot.joints) {
      if (kind === 'floating') quaternions.push(first + variable + 3)
      if (kind === 'planar') cyclic.push({ variable: first + variable + 2, turns: 1 })
      if (kind !== 'continuous' || mimic !== undefined || loop !== undefined) continue
      const followers = robot.joints.filter((joint) => joint.mimic?.joint === name)
      const multipliers = followers.map((joint) => (joint.kind === 'prismatic' ? NaN : joint.mimic!.multiplier))
      const turns = turnsToRepeat([...multipliers, ...loopFactors(robot, variable)])
      if (turns !== undefined) cyclic.push({ variable: first + variable, turns })
    }
    first += robot.dof
  }
  const isQuaternion = new Uint8Array(first)
  for (const variable of quaternions) isQuaternion.fill(1, variable, variable + 4)
  return { dof: first, variables: reader.variables, reader, quaternions, isQuaternion, cyclic }
}

/** A checked copy of a configuration, of numbers whose differences and products do not overflow. */
export function readWaypoint({ reader, dof }: MotionSpace, field: string, waypoint: Configuration): Float64Array {
  const q = new Float64Array(dof)
  reader.read(q, field, waypoint)
  q.forEach((value, i) => {
    if (Math.abs(value) > MAX_COORDINATE) {
      throw new InvalidInputError(`${field} (${reader.variables[i]})`, value, `a number of at most ${MAX_COORDINATE}`)
    }
  })
  return q
}

/** Checked copies: `motion[3]` is named where it is wrong. */
export function readWaypoints(space: MotionSpace, field: string, waypoints: readonly Configuration[]): Float64Array[] {
  if (!Array.isArray(waypoints) || waypoints.length === 0) {
    throw new InvalidInputError(field, waypoints, 'a list of one waypoint or more')
  }
  return Array.from(waypoints, (waypoint, i) => readWaypoint(space, `${field}[${i}]`, waypoint))
}

/** 2π less the double 2π. */
const FULL_TURN_REST = 2.4492935982947064e-16

/** Radians: beyond this, doubles are too far apart for a turn to be taken off without moving the joint by more than 1e-10. */
const MOST_UNWRAPPED = 1e6

/**
 * Waypoints that mean the same, each cyclic variable within half a period of its value before. Once for the whole path, and
 * always from the number given, so that rounding does not add up: a value is off by no more than u times the larger of it and of
 * the turns added. Half a period exactly, or that and whole ones, goes the way that the numbers given say.
 */
export function unwrap(space: MotionSpace, field: string, waypoints: readonly Float64Array[]): Float64Array[] {
  const out = waypoints.map((waypoint) => waypoint.slice())
  for (const { variable, turns } of space.cyclic) {
    const period = 2 * Math.PI * turns
    out.forEach((waypoint, i) => {
      const given = waypoint[variable]!
      if (!(Math.abs(given) <= MOST_UNWRAPPED)) {
        const name = `${field}[${i}] (${space.variables[variable]})`
        throw new InvalidInputError(name, given, `an angle of at most ${MOST_UNWRAPPED}, for the short way round`)
      }
      if (i === 0) return
      const away = (out[i - 1]![variable]! - given) / period
      // 1e-12 is more than rounding, and less than any intended difference.
      const isHalf = Math.abs((Math.abs(away) % 1) - 0.5) <= 1e-12 * Math.max(1, Math.abs(away))
      const rounds = Math.round(isHalf ? away + Math.sign(given - waypoints[i - 1]![variable]!) / 2 : away)
      waypoint[variable] = given + (rounds * period + rounds * turns * FULL_TURN_REST)
    })
  }
  return out
}

/** What a variable is multiplied with in the closed loops that it drives. */
function loopFactors({ joints }: NamedRobot['robot'], variable: number): number[] {
  return joints.flatMap(({ loop }) => {
    const j = loop?.shape.variables.indexOf(variable) ?? -1
    return j === -1 ? [] : loop!.shape.terms.map(({ k }) => k[j]!)
  })
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
