// How long a path is, as the space measures.
import type { PlanningSpace } from './planning-space.js'

export function pathLength(space: PlanningSpace, path: readonly Float64Array[]): number {
  let sum = 0
  for (let k = 1; k < path.length; k++) sum += space.distance(path[k - 1]!, path[k]!)
  return sum
}
