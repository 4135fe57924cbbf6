// From a path or a trajectory, as a file has it, to the motion that is checked: straight lines through waypoints, or the curve through
// points that have times and velocities (`trajectoryMotion`).
import { InvalidInputError, SceneFileError } from '../../errors.js'
import type { ContinuousJoints } from '../../robots/motion/motion-input.js'
import type { Motion } from '../../robots/motion/piece.js'
import { lineMotion, trajectoryMotion } from '../../robots/motion/splines.js'
import type { World } from '../../robots/world/world.js'
import { plural } from '../text/plural.js'
import { configurationsOf, type JointOrder, type PathDescription, placesOf } from './scene-path.js'

/** How `motionFromPath` reads a path. */
export interface PathMotionOptions {
  readonly continuous?: ContinuousJoints | undefined
  /** Where joints are that the path does not name; all at neutral if left out. */
  readonly rest?: Float64Array | undefined
  /** What errors call the path. */
  readonly file?: string | undefined
}

/** An order of joints in which those that are not named are where `rest` has them. */
export function orderAt(world: World, rest: Float64Array | undefined): JointOrder {
  if (rest === undefined) return world
  return {
    variables: world.variables,
    neutral: () => rest.slice(),
    configuration: (values, from) => world.configuration(values, from),
  }
}

/** The motion of a path: straight lines, and where both ends of a stretch have velocities, the curve that controllers play. */
export function motionFromPath(world: World, path: PathDescription, options: PathMotionOptions = {}): Motion {
  const { continuous, rest, file = 'path' } = options
  const waypoints = configurationsOf(orderAt(world, rest), path, file)
  const { times, velocities, accelerations } = path
  try {
    // When straight lines are passed makes no difference to what they touch.
    if (times === undefined || velocities === undefined) return lineMotion(world, waypoints, { continuous })
    const places = placesOf(world, path, file)
    const spread = (row: readonly number[] | undefined): Float64Array | undefined => {
      if (row === undefined) return undefined
      const out = new Float64Array(world.dof)
      places.forEach((place, k) => {
        out[place] = row[k]!
      })
      return out
    }
    const points = waypoints.map((positions, k) => ({
      ...{ time: times[k]!, positions },
      ...{ velocities: spread(velocities[k]), accelerations: spread(accelerations?.[k]) },
    }))
    return trajectoryMotion(world, { points }, { continuous })
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    throw new SceneFileError(
      file,
      { field: error.field.replace(/^trajectory\./, '') },
      'a motion',
      `this: ${error.message}`,
    )
  }
}

/** How the points of a path are joined, in words: for people. */
export function joinedBy({ waypoints, times, velocities = [], accelerations = [] }: PathDescription): string {
  const counts = { straight: 0, cubic: 0, quintic: 0 }
  for (let k = 1; k < waypoints.length; k++) {
    const both = (rows: readonly unknown[]): boolean => rows[k - 1] !== undefined && rows[k] !== undefined
    counts[both(accelerations) ? 'quintic' : both(velocities) ? 'cubic' : 'straight']++
  }
  const parts = Object.entries(counts).flatMap(([kind, count]) =>
    count === 0 ? [] : [kind === 'straight' ? plural(count, 'straight line') : plural(count, `${kind} curve`)],
  )
  const took = times === undefined || times.length === 0 ? '' : `, ${times.at(-1)! - times[0]!} s`
  return `${plural(waypoints.length, 'point')}${took}, joined by ${parts.join(' and ') || 'nothing'}`
}
