// A trajectory as controllers play it: times, positions and velocities at a rate, cubic in between. What is written is what is
// proved: the curve through the points of the file, not the one that they were taken from.
import {
  checkMotion,
  InvalidInputError,
  type Motion,
  type MotionVerdict,
  type PieceBounds,
  type TrajectoryPoint,
  trajectoryMotion,
  type World,
} from '../src/index.js'

export interface PlayedTrajectory {
  readonly points: readonly TrajectoryPoint[]
  /** Seconds. */
  readonly duration: number
  /** Of the curve through the points. */
  readonly verdict: MotionVerdict
}

/** A file of more points than this is of no use to anybody. */
const MOST_POINTS = 1_000_000

/** Times nearer to one another than this share of a step are one. */
const SAME_TIME = 1e-6

/** Points `rate` times a second, and wherever a piece of the motion ends. */
export function playTrajectory(
  world: World,
  { pieces, times }: Motion,
  rate: number,
  limits: { readonly delta: number | undefined; readonly clearance: number | undefined },
): PlayedTrajectory {
  const began = times![0]!
  const duration = times![pieces.length]! - began
  if (duration * rate > MOST_POINTS) {
    const expected = `lower: the trajectory takes ${duration} s, which makes more than ${MOST_POINTS} points`
    throw new InvalidInputError('--rate', rate, expected)
  }
  const bounds = boundsOf(world.dof)
  const points: TrajectoryPoint[] = []
  pieces.forEach((piece, k) => {
    const [from, to] = [times![k]! - began, times![k + 1]! - began]
    const length = to - from
    if (!(length > 0)) return
    const isTurn = new Uint8Array(world.dof)
    for (const { variable } of piece.turns) isTurn.fill(1, variable, variable + 4)
    const add = (time: number): void => {
      const t = Math.min((time - from) / length, 1)
      const positions = new Float64Array(world.dof)
      piece.at(positions, t)
      piece.bounds(bounds, t, 0)
      // Quaternions turn at a constant rate from point to point, whatever is said of them.
      const velocities = bounds.velocity.map((rate, i) => (isTurn[i] === 1 ? 0 : rate / length))
      points.push({ time, positions, velocities })
    }
    if (points.length === 0) add(from)
    // The last point of a piece is its end, and so no time comes twice.
    const near = SAME_TIME / rate
    for (let i = Math.floor(from * rate) + 1; i / rate < to - near; i++) if (i / rate > from + near) add(i / rate)
    add(to)
  })
  if (points.length === 0) {
    const positions = new Float64Array(world.dof)
    pieces[0]!.at(positions, 0)
    points.push({ time: 0, positions, velocities: new Float64Array(world.dof) })
  }
  const motion = trajectoryMotion(world, { points })
  return { points, duration, verdict: checkMotion(world, motion, limits) }
}

function boundsOf(dof: number): PieceBounds {
  const numbers = (): Float64Array => new Float64Array(dof)
  return { spread: numbers(), velocity: numbers(), speed: numbers(), bend: numbers() }
}

/** The text of a trajectory file: one point a line. It is what `trajectoryMotion` takes. */
export function trajectoryText({ variables }: World, points: readonly TrajectoryPoint[]): string {
  const lines = points.map(({ time, positions, velocities }) =>
    JSON.stringify({ time, positions: Array.from(positions), velocities: Array.from(velocities!) }),
  )
  return `{"joints":${JSON.stringify(variables)},\n"points":[\n${lines.join(',\n')}\n]}\n`
}
