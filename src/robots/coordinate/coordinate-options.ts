// What a caller may say about how robots are coordinated, read and checked.
import { checkFields, checkNonNegative, checkSeed } from '../../base/math/checks.js'
import type { StopSignal } from '../../base/work/running.js'
import { InvalidInputError } from '../../errors.js'
import type { ContinuousJoints } from '../motion/motion-input.js'
import type { RateLimit } from '../planning/timing-limits.js'
import type { Configuration } from '../world/world-input.js'

/** For `coordinate` and `diagram`. */
export interface CoordinateOptions {
  /** About how many seconds of a path an atom is, the unit in which robots wait for each other; default 0.02. */
  readonly atom?: number | undefined
  /** Robots stay farther apart than this from each other and from everything else; default 0. */
  readonly clearance?: number | undefined
  /**
   * Seconds by which robots may be late against the clock without any signal, and still nothing touches; default 0. It costs
   * about as much time as it says. With signals they may be late by any amount.
   */
  readonly lag?: number | undefined
  /** Radians or metres a second, for waypoints without times; the joints' own limits if left out. */
  readonly rates?: RateLimit | undefined
  /**
   * Radians or metres a second squared, for the same waypoints: robots then stop at waypoints and where they wait, within these
   * limits. They change times only. If left out, speeds jump. (`timePath` makes smooth tracks, which keep their own times.)
   */
  readonly acceleration?: RateLimit | undefined
  /**
   * Where robots cannot pass each other, look for other paths for them: another way past the other, or a step back. Default false.
   */
  readonly replan?: boolean | undefined
  /** Of random numbers in `replan`; 1 if left out. */
  readonly seed?: number | undefined
  /** What is to be small: the time at which the last robot arrives (default), or the sum of these times. */
  readonly objective?: 'makespan' | 'sum' | undefined
  /** Where robots stand that have no path; neutral if left out. */
  readonly from?: Configuration | undefined
  readonly continuous?: ContinuousJoints | undefined
  /** Default one minute. */
  readonly maxMillis?: number | undefined
  /** Checked now and then. */
  readonly signal?: StopSignal | undefined
}

export interface ReadCoordinateOptions {
  readonly atom: number
  readonly clearance: number
  readonly lag: number
  readonly rates: RateLimit | undefined
  readonly acceleration: RateLimit | undefined
  readonly replan: boolean
  readonly seed: number
  readonly objective: 'makespan' | 'sum'
  readonly from: Configuration | undefined
  readonly continuous: ContinuousJoints | undefined
  readonly maxMillis: number
  readonly signal: StopSignal | undefined
}

const FIELDS = [
  'atom',
  'clearance',
  'lag',
  'rates',
  'acceleration',
  'replan',
  'seed',
  'objective',
  'from',
  'continuous',
  'maxMillis',
  'signal',
]

export function readCoordinateOptions(options: CoordinateOptions): ReadCoordinateOptions {
  checkFields('options', options, FIELDS)
  const { atom = 0.02, objective = 'makespan', replan = false, rates, acceleration, from, continuous, signal } = options
  if (!(typeof atom === 'number' && atom >= 1e-6 && atom <= 1e6)) {
    throw new InvalidInputError('options.atom', atom, 'a number of seconds from 1e-6 to 1e6')
  }
  if (objective !== 'makespan' && objective !== 'sum') {
    throw new InvalidInputError('options.objective', objective, "'makespan' or 'sum'")
  }
  if (typeof replan !== 'boolean') throw new InvalidInputError('options.replan', replan, 'true or false')
  const seed = checkSeed('options.seed', options.seed ?? 1)
  const maxMillis = options.maxMillis ?? 60_000
  if (!(typeof maxMillis === 'number' && maxMillis > 0)) {
    throw new InvalidInputError('options.maxMillis', maxMillis, 'a number of milliseconds')
  }
  const clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
  const lag = checkNonNegative('options.lag', options.lag ?? 0)
  return { atom, clearance, lag, rates, acceleration, replan, seed, objective, from, continuous, maxMillis, signal }
}
