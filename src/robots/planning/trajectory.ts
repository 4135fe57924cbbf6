// A motion on a clock, with velocities and accelerations at every moment: what controllers are fed.
import { InvalidInputError } from '../../errors.js'
import type { Motion } from '../motion/piece.js'
import { derivative, valueAt } from './trajectory-shape.js'

/** Numbers by variable, in the world's order: a TrajectoryPoint for `trajectoryMotion`. */
export interface TrajectoryState {
  /** Seconds. */
  readonly time: number
  readonly positions: Float64Array
  readonly velocities: Float64Array
  readonly accelerations: Float64Array
}

/** A second at a kilohertz is a thousand. */
const MOST_POINTS = 1e7

/** A motion with velocities and accelerations at every moment. */
export class Trajectory {
  /** Not for callers: `rows` are coefficients by part and variable. */
  constructor(
    /** What was proved; for checkMotion and its like. */
    readonly motion: Motion,
    /** When each of its pieces begins, and the last one ends, in seconds from 0. */
    readonly times: Float64Array,
    private readonly rows: readonly (readonly number[][])[],
  ) {}

  /** Seconds. */
  get duration(): number {
    return this.times[this.times.length - 1]!
  }

  /**
   * Where it is at a time, how fast it is and how its speed changes, by variable; before it begins and after it has ended, at
   * rest.
   */
  at(time: number): TrajectoryState {
    if (typeof time !== 'number' || Number.isNaN(time)) throw new InvalidInputError('time', time, 'a number of seconds')
    const { times, motion, rows } = this
    const dof = motion.pieces[0]!.dof
    const positions = new Float64Array(dof)
    const velocities = new Float64Array(dof)
    const accelerations = new Float64Array(dof)
    const k = this.partAt(time)
    const length = times[k + 1]! - times[k]!
    const isMoving = time >= 0 && time <= this.duration && length > 0
    const t = isMoving ? Math.min(1, (time - times[k]!) / length) : time > 0 ? 1 : 0
    motion.pieces[k]!.at(positions, t)
    if (isMoving) {
      rows[k]!.forEach((row, i) => {
        const first = derivative(row)
        velocities[i] = valueAt(first, t) / length
        accelerations[i] = valueAt(derivative(first), t) / (length * length)
      })
    }
    return { time, positions, velocities, accelerations }
  }

  /** Points at this rate per second from 0 on, and one at the end: what controllers are fed. */
  sample(rate: number): TrajectoryState[] {
    const { duration } = this
    if (typeof rate !== 'number' || !(rate > 0) || !(rate * duration <= MOST_POINTS)) {
      const expected = `more than 0, and no more than ${MOST_POINTS} points for ${duration} seconds`
      throw new InvalidInputError('rate', rate, expected)
    }
    const out: TrajectoryState[] = []
    for (let k = 0; k / rate < duration; k++) out.push(this.at(k / rate))
    out.push(this.at(duration))
    return out
  }

  /** The part that is under way; the later one where two meet. */
  private partAt(time: number): number {
    const { times } = this
    let low = 0
    let high = times.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (times[middle]! <= time) low = middle
      else high = middle
    }
    return low
  }
}
