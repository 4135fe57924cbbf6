// A robot's path with times: straight from waypoint to waypoint, each segment as fast as its slowest joint may be. `coordinate` is
// given the same speeds, so seconds along a path mean the same here and there.
import { lineMotion, type Motion, type World } from '../../../src/entries/robots.js'
import type { CellParts } from '../../workcell/workcell.js'
import type { RobotPaths } from './state.js'

/** Radians or metres a second, of joints whose file does not say. */
const OWN_SPEED = 1

/** Of all variables of a world, by name: a share of what the joints' limits allow. */
export function speedsOf({ robots }: Pick<CellParts, 'robots'>, share: number): Record<string, number> {
  const out: Record<string, number> = {}
  for (const { robot, name = robot.name } of robots) {
    for (const { variable, variables, mimic, velocity } of robot.joints) {
      if (variable === -1 || mimic !== undefined) continue
      const own = velocity > 0 && Number.isFinite(velocity) ? velocity : OWN_SPEED
      for (let k = 0; k < variables; k++) out[`${name}/${robot.variables[variable + k]!}`] = share * own
    }
  }
  return out
}

/** Of all robots, in the world's order; one without a path stands where the cell begins. */
export function timedPaths(
  world: World,
  { robots }: Pick<CellParts, 'robots'>,
  start: ArrayLike<number>,
  paths: RobotPaths,
  speeds: Readonly<Record<string, number>>,
): TimedPath[] {
  let first = 0
  return robots.map(({ robot, name = robot.name }) => {
    const at = first
    first += robot.dof
    const own = paths[name] ?? [Array.from(start).slice(at, first)]
    const odd = own.find((q) => q.length !== robot.dof)
    if (odd !== undefined) {
      throw new Error(`The path of ${name} has ${odd.length} joint values a waypoint, and ${name} has ${robot.dof}.`)
    }
    return new TimedPath(world, name, at, own, speeds)
  })
}

export class TimedPath {
  /** Without waypoints that are there twice. */
  readonly waypoints: readonly (readonly number[])[]
  /** Seconds at which the robot is at each waypoint, if it never waits. */
  readonly times: readonly number[]
  private readonly motion: Motion | undefined
  private readonly whole: Float64Array

  constructor(
    world: World,
    readonly name: string,
    /** Its first variable in the world's configurations. */
    readonly first: number,
    waypoints: readonly (readonly number[])[],
    speeds: Readonly<Record<string, number>>,
  ) {
    const neutral = world.neutral()
    this.whole = neutral.slice()
    this.waypoints = waypoints.filter((q, k) => k === 0 || q.some((x, i) => x !== waypoints[k - 1]![i]))
    const configurations = this.waypoints.map((q) => {
      const all = neutral.slice()
      all.set(q, first)
      return all
    })
    this.motion = configurations.length < 2 ? undefined : lineMotion(world, configurations)
    const times = [0]
    const [from, to] = [neutral.slice(), neutral.slice()]
    for (const piece of this.motion?.pieces ?? []) {
      piece.at(from, 0)
      piece.at(to, 1)
      let seconds = 0
      for (let i = first; i < first + waypoints[0]!.length; i++) {
        if (to[i] !== from[i]) seconds = Math.max(seconds, Math.abs(to[i]! - from[i]!) / speeds[world.variables[i]!]!)
      }
      times.push(times.at(-1)! + seconds)
    }
    this.times = times
  }

  get duration(): number {
    return this.times.at(-1)!
  }

  /** Writes where the robot is after this many seconds of moving into a configuration of the world. */
  placeIn(q: Float64Array, seconds: number): void {
    const { times, motion, first, whole, waypoints } = this
    const dof = waypoints[0]!.length
    if (motion === undefined) {
      q.set(waypoints[0]!, first)
      return
    }
    let k = 0
    while (k < motion.pieces.length - 1 && seconds >= times[k + 1]!) k++
    const length = times[k + 1]! - times[k]!
    motion.pieces[k]!.at(whole, Math.min(1, Math.max(0, length > 0 ? (seconds - times[k]!) / length : 1)))
    q.set(whole.subarray(first, first + dof), first)
  }
}
