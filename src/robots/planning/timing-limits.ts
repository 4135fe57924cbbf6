// How fast each variable may move, and how fast its speed may change: as the robots' joints have it, or as a caller says.
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'
import { lookUp, variablesByName } from './planning-names.js'

/** One number for all that moves, or numbers by name of a variable, a joint or a group. */
export type RateLimit = number | Readonly<Record<string, number>>

/** Limits of velocity and acceleration. */
export interface RateLimitOptions {
  /**
   * Radians or metres a second. One number for all holds beside the joints' own limits; one by name replaces the joint's own. If
   * left out, the joints' own.
   */
  readonly velocity?: RateLimit | undefined
  /** The same of accelerations, by the second squared. Robot files seldom have any. */
  readonly acceleration?: RateLimit | undefined
}

/** By variable; Infinity where there is none, which is only where nothing moves. */
export interface RateLimits {
  readonly velocity: Float64Array
  readonly acceleration: Float64Array
}

type Rate = keyof RateLimits

/** `moves`: by variable, 1 if it moves; those need both limits. */
export function readRateLimits(world: World, options: RateLimitOptions, moves: Uint8Array): RateLimits {
  return {
    velocity: readRate(world, 'velocity', options, moves),
    acceleration: readRate(world, 'acceleration', options, moves),
  }
}

/** One of the two. `field`: what callers call it. */
export function readRate(
  world: World,
  rate: Rate,
  options: RateLimitOptions,
  moves: Uint8Array,
  field = `options.${rate}`,
): Float64Array {
  const out = jointRates(world, rate)
  const given = options[rate]
  if (typeof given === 'number') {
    const limit = checkRate(field, given)
    out.forEach((own, i) => {
      out[i] = Math.min(own, limit)
    })
  } else if (given !== undefined) {
    if (given === null || typeof given !== 'object') {
      throw new InvalidInputError(field, given, 'a number, or a record of numbers by name')
    }
    const names = variablesByName(world)
    for (const [name, limit] of Object.entries(given)) {
      const place = `${field}[${JSON.stringify(name)}]`
      for (const i of lookUp(names, place, name)) out[i] = checkRate(place, limit)
    }
  }
  out.forEach((limit, i) => {
    if (moves[i] === 0 || (limit > 0 && limit < Infinity)) return
    const why = limit === 0 ? 'its joint’s own is 0' : 'its joint has none'
    throw new InvalidInputError(field, given, `a limit for ${world.variables[i]}, which moves: ${why}`)
  })
  return out
}

function checkRate(field: string, limit: number): number {
  // Products of them and of times must stay numbers.
  if (typeof limit === 'number' && limit >= 1e-9 && limit <= 1e9) return limit
  throw new InvalidInputError(field, limit, 'a number from 1e-9 to 1e9')
}

/** The joints' own. What mimics a joint limits that joint. */
function jointRates(world: World, rate: Rate): Float64Array {
  const out = new Float64Array(world.dof).fill(Infinity)
  let first = 0
  for (const { robot } of world.model().robots) {
    for (const joint of robot.joints) {
      const factor = joint.mimic === undefined ? 1 : Math.abs(joint.mimic.multiplier)
      const count = joint.mimic === undefined ? joint.variables : 1
      if (joint.variable === -1 || factor === 0) continue
      for (let k = 0; k < count; k++) {
        const i = first + joint.variable + k
        out[i] = Math.min(out[i]!, joint[rate] / factor)
      }
    }
    first += robot.dof
  }
  return out
}
