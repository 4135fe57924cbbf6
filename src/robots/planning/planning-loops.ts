// Planners move along straight lines between configurations, of which they know that all are within the joints' limits. Where closed loops set
// joints that is not so: a line between two positions in which a loop closes may pass one in which it does not. So what drives a loop does not
// move in a plan.
import { InvalidInputError } from '../../errors.js'
import type { World } from '../world/world.js'

/** Throws where one of the variables that move drives a loop, or where a loop does not close at `start`. */
export function refuseMovingLoops(world: World, start: Float64Array, moving: Iterable<number>, option: string): void {
  const { reader } = world.model()
  if (reader.loops.length === 0) return
  reader.checkLoops('start', start)
  const moves = new Set(moving)
  for (const { name, joint, first } of reader.loops) {
    const driver = joint.loop!.shape.variables.map((v) => first + v).find((v) => moves.has(v))
    if (driver === undefined) continue
    const expected = `left out of what moves (${option}): it drives the closed loop of ${name}, which planning does not follow`
    throw new InvalidInputError('moving', world.variables[driver], expected)
  }
}

/** Places of the numbers that are not the same in all configurations. */
export function varying(waypoints: readonly Float64Array[]): number[] {
  const [first] = waypoints
  return Array.from(first ?? [], (_, i) => i).filter((i) => waypoints.some((q) => q[i] !== first![i]))
}
