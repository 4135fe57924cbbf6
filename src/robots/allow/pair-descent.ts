// Ways down the distance of two links, and on into each other.
//
// Descents. The distance of two links is the least of |p − y| over their points: following the slope of one nearest pair of points
// brings that pair nearer, and the distance is no larger than that. So a kink, where another pair takes over, never stops
// a descent; only a true minimum of the pair at hand does, and what is left then is to try other directions. Variables are
// measured in widths of their ranges, and steps are cut to the box.
import type { Random } from '../../base/math/random.js'
import type { Steps } from '../../base/work/steps.js'
import type { PairProbe } from './pair-probe.js'

/** A place in the box, by the values of the problem's variables, and the distance of the links there. */
export interface Start {
  readonly values: Float64Array
  readonly distance: number
}

/** First step and shortest, in widths of the box; how many distances it may ask for, and by what part these may be too large. */
export interface DescentPlan {
  readonly firstStep: number
  readonly lastStep: number
  readonly tests: number
  readonly error: number
}

/** Distances between two breaths. */
const SLICE = 16

/** In widths of the box. */
const LONGEST_STEP = 0.25

/** Ways to take a step: down the slope, to where the nearest points meet, one variable alone, all of them anyhow. */
const SLOPE = 0
const MEET = 1
const ONE = 2
const WAYS = 4

/** A step that leaves more than this part of the distance is slow: another way may do better. */
const SLOW = 0.7

/** How far a step down the slope goes, of the way to where it promises a touch. */
const BEYOND = 1.2

/** Of `meet`, in units of the sum of the squares of all speeds. */
const DAMPING = 1e-6

/** Depths that may be asked for to get a witness deeper; the longest first step; and how much of a link's size it is to gain. */
const DEEPEN_TESTS = 12
const DEEPEN_STEP = 0.05
const DEEPEN_PART = 0.1

export class PairDescent {
  private readonly count: number
  private readonly lower: Float64Array
  private readonly upper: Float64Array
  private readonly widths: Float64Array
  private readonly slopes: Float64Array
  private readonly speeds: Float64Array
  private readonly move: Float64Array
  private readonly trial: Float64Array

  constructor(
    private readonly probe: PairProbe,
    private readonly random: Random,
  ) {
    const { variables } = probe.problem
    this.count = variables.length
    this.lower = Float64Array.from(variables, ({ lower }) => lower)
    this.upper = Float64Array.from(variables, ({ upper }) => upper)
    this.widths = Float64Array.from(variables, ({ lower, upper }) => upper - lower)
    this.slopes = new Float64Array(this.count)
    this.speeds = new Float64Array(3 * this.count)
    this.move = new Float64Array(this.count)
    this.trial = new Float64Array(this.count)
  }

  /** Follows the distance down from a start, until the step is too short or all tests are used up. */
  *descend(start: Start, { firstStep, lastStep, tests, error }: DescentPlan): Steps<Start> {
    const { probe, move, trial, widths, lower, upper, count } = this
    let { values } = start
    let distance = Math.min(start.distance, probe.distance(values, Infinity, error))
    let step = firstStep
    let way = SLOPE
    this.learn(values, distance)
    for (let n = 0; n < tests && step > lastStep && distance > 0; n++) {
      if (n % SLICE === SLICE - 1) yield
      this.choose(way, distance, step)
      let far = 0
      for (let v = 0; v < count; v++) {
        const to = Math.min(Math.max(values[v]! + move[v]! * widths[v]!, lower[v]!), upper[v]!)
        trial[v] = to
        if (widths[v]! > 0) far = Math.max(far, Math.abs(to - values[v]!) / widths[v]!)
      }
      const d = far > 0 ? probe.distance(trial, distance, error) : Infinity
      if (d < distance) {
        // Worth another one of the same kind, unless it was a small one.
        if (d > distance * SLOW) way = (way + 1) % WAYS
        values = trial.slice()
        distance = d
        this.learn(values, d)
        step = Math.min(2 * step, LONGEST_STEP)
      } else {
        way = (way + 1) % WAYS
        if (way === 0) step /= 2
      }
    }
    return { values, distance }
  }

  /** Slopes and speeds where the pair was placed last, at these values, in widths of the box. */
  private learn(values: Float64Array, distance: number): void {
    const { probe, slopes, widths, lower, upper, count, speeds } = this
    if (!(distance > 0)) return
    probe.distanceSlopes(slopes)
    probe.distanceSpeeds(speeds)
    for (let v = 0; v < count; v++) {
      const slope = slopes[v]! * widths[v]!
      // What is at a limit and would go beyond it stays where it is.
      const isAtEnd = slope > 0 ? !(values[v]! > lower[v]!) : !(values[v]! < upper[v]!)
      slopes[v] = isAtEnd ? 0 : slope
      for (let k = 0; k < 3; k++) speeds[3 * v + k]! *= isAtEnd ? 0 : widths[v]!
    }
  }

  /** The next move, none of it longer than `step`, in widths of the box. */
  private choose(way: number, distance: number, step: number): void {
    const { move, slopes, count, random } = this
    if (way === SLOPE) {
      // As far as the slope promises a touch, and some more.
      let sq = 0
      for (let v = 0; v < count; v++) sq += slopes[v]! * slopes[v]!
      const scale = sq > 0 ? (BEYOND * distance) / sq : 0
      for (let v = 0; v < count; v++) move[v] = -scale * slopes[v]!
    } else if (way === MEET) this.meet()
    else if (way === ONE) {
      // One variable alone, the steepest of those whose turn it is.
      move.fill(0)
      const v = random.integer(count)
      move[v] = (slopes[v]! > 0 ? -1 : slopes[v]! < 0 ? 1 : random.range(-1, 1)) * step
    } else for (let v = 0; v < count; v++) move[v] = random.range(-step, step)
    let most = 0
    for (let v = 0; v < count; v++) most = Math.max(most, Math.abs(move[v]!))
    if (most > step) for (let v = 0; v < count; v++) move[v]! *= step / most
  }

  /**
   * The shortest move that brings the two nearest points together, by their speeds: Jᵀ(J·Jᵀ + λ)⁻¹ of the way between them, λ keeping it
   * finite where no joint moves them that way. It goes around bends where following the slope goes to and fro.
   */
  private meet(): void {
    const { speeds, move, count, probe } = this
    const m = new Float64Array(9)
    let trace = 0
    for (let v = 0; v < 3 * count; v += 3) {
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) m[3 * i + j]! += speeds[v + i]! * speeds[v + j]!
    }
    for (let i = 0; i < 3; i++) trace += m[4 * i]!
    for (let i = 0; i < 3; i++) m[4 * i]! += DAMPING * trace
    const [x, y, z] = probe.between
    const c = [m[4]! * m[8]! - m[5]! * m[7]!, m[5]! * m[6]! - m[3]! * m[8]!, m[3]! * m[7]! - m[4]! * m[6]!]
    const det = m[0]! * c[0]! + m[1]! * c[1]! + m[2]! * c[2]!
    if (!(det > 0)) {
      move.fill(0)
      return
    }
    // The inverse of a symmetric matrix, by its cofactors.
    const d = m[0]! * m[8]! - m[2]! * m[2]!
    const e = m[1]! * m[2]! - m[0]! * m[5]!
    const f = m[0]! * m[4]! - m[1]! * m[1]!
    const a = (c[0]! * x! + c[1]! * y! + c[2]! * z!) / det
    const b = (c[1]! * x! + d * y! + e * z!) / det
    const g = (c[2]! * x! + e * y! + f * z!) / det
    for (let v = 0; v < count; v++) move[v] = -(speeds[3 * v]! * a + speeds[3 * v + 1]! * b + speeds[3 * v + 2]! * g)
  }

  /** In widths of the box: a step that takes the links some way into each other, of what the thinner one is thick. */
  private firstDeeper(slopes: Float64Array): number {
    let sum = 0
    let steepest = 0
    for (let v = 0; v < this.count; v++) {
      const slope = Math.abs(slopes[v]! * this.widths[v]!)
      sum += slope * slope
      steepest = Math.max(steepest, slope)
    }
    // Along the slopes, a step of s for the steepest gains s·Σ slope²/steepest.
    return sum > 0 ? Math.min(DEEPEN_STEP, (DEEPEN_PART * this.probe.depths.size * steepest) / sum) : DEEPEN_STEP
  }

  /** Moves a touch to where the links are deeper in each other. */
  *deepen(from: Float64Array): Steps<{ values: Float64Array; depth: number }> {
    const { probe, slopes, trial, widths, lower, upper, count } = this
    let values = from
    probe.distance(values, 0)
    let depth = probe.depth()
    yield
    probe.depthSlopes(slopes)
    const up = new Float64Array(count)
    up.set(slopes)
    let step = this.firstDeeper(up)
    for (let n = 0; n < DEEPEN_TESTS && count > 0; n++) {
      let steepest = 0
      for (let v = 0; v < count; v++) steepest = Math.max(steepest, Math.abs(up[v]! * widths[v]!))
      if (!(steepest > 0)) break
      yield
      for (let v = 0; v < count; v++) {
        const to = values[v]! + ((step * up[v]! * widths[v]!) / steepest) * widths[v]!
        trial[v] = Math.min(Math.max(to, lower[v]!), upper[v]!)
      }
      const d = probe.distance(trial, 0) === 0 ? probe.depth() : -Infinity
      if (d > depth) {
        depth = d
        values = trial.slice()
        probe.depthSlopes(slopes)
        up.set(slopes)
        step *= 1.5
      } else step /= 2
    }
    return { values, depth: Math.max(depth, 0) }
  }
}
