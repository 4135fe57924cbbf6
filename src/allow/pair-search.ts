// Looks for a configuration in which two links touch: samples of the box, then descents of the distance from the nearest of them
// (Schwarzer, Saha, Latombe 2005 have no such thing: setup assistants sample only, and miss what happens in corners of the box).
//
// Samples: corners of the box, points with some variables at a limit, and points spread over all of it. Only these last ones
// say how often the links touch.
//
// Descents. The distance of two links is the least of |p − y| over their points: following the slope of one nearest pair of points
// brings that pair nearer, and the distance is no larger than that. So a kink, where another pair takes over, never stops
// a descent; only a true minimum of the pair at hand does, and what is left then is to try other directions. Variables are
// measured in widths of their ranges, and steps are cut to the box.
//
// Nothing here proves anything but a touch. All of it is decided by counts, and by numbers drawn for this pair alone.
import { Random } from '../math/random.js'
import { PairProbe } from './pair-probe.js'
import type { PairProblem } from './pair-problem.js'

export interface PairSearchOptions {
  /** Configurations looked at before descents. */
  readonly samples?: number | undefined
  readonly descents?: number | undefined
  readonly seed?: number | undefined
}

export interface PairSearch {
  /** The smallest distance found, and where: values of the problem's variables. 0 if they touch there. */
  readonly distance: number
  readonly values: Float64Array
  /** Do they touch there, or is one inside the other? */
  readonly touching: boolean
  /** Of a touch: how deep, at least; 0 if no depth was found. */
  readonly depth: number
  /** Was it found by a descent only: none of the samples touched? */
  readonly byDescent: boolean
  /** Share of the samples all over the box that touch. */
  readonly often: number
  /** Was any sample farther apart than CONTACT_GAP? And was any sample inside another thing without touching it? */
  readonly anyApart: boolean
  readonly anyNested: boolean
  /** Samples that touch, up to MOST_KEPT: values one after the other. */
  readonly touched: readonly Float64Array[]
  /** Distances that were computed. */
  readonly distances: number
}

export const SAMPLES = 1500
export const DESCENTS = 25

/** Of the samples, how many are corners of the box, and as many have some variables at a limit. The rest is all over it. */
const SHARE = 6

/**
 * Links no farther apart than this, metres, may be meant to bear on each other: coordinates in files are good to seven digits, so
 * faces that are flush in the drawing come out within a micrometre of each other, for links of up to ten metres.
 */
export const CONTACT_GAP = 1e-6

/** By how many variables there are: what part of the samples is enough to fill the box. All, for three and more. */
const FEWER: readonly number[] = [0, 1 / 6, 1 / 2]

/** By what part of itself a distance may be too large where it only serves to choose among samples, and in descents. */
const ROUGH = 0.1
const FAIR = 0.01

/** Samples between two breaths. */
const SLICE = 16

/** How many samples that touch are kept. */
const MOST_KEPT = 64

/** First and last step of a descent, in widths of the box, and how many distances it may ask for. */
const FIRST_STEP = 0.25
const LAST_STEP = 1e-4
const DESCENT_TESTS = 40

/** The same for the last stretch of the best one, so that the smallest distance is good to some digits. */
const POLISH_FIRST_STEP = 1e-2
const POLISH_STEP = 1e-7
const POLISH_TESTS = 300

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

/** A number for this pair alone, so that what comes out does not depend on which pairs were asked for before. */
export function pairSeed(seed: number, a: string, b: string): number {
  // FNV-1a over the names' code units.
  let h = 0x811c9dc5 ^ (seed | 0)
  const text = `${a}\n${b}`
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export function searchPair(problem: PairProblem, options: PairSearchOptions = {}): PairSearch {
  const steps = searchSteps(problem, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in slices of some milliseconds. */
export function searchSteps(problem: PairProblem, options: PairSearchOptions = {}): Steps<PairSearch> {
  return new Search(problem, options).run()
}

type Steps<T> = Generator<void, T, void>

interface Start {
  readonly values: Float64Array
  readonly distance: number
}

class Search {
  private readonly probe: PairProbe
  private readonly random: Random
  private readonly samples: number
  private readonly descents: number
  /** Starts that are kept: one is the best so far, if nobody descends. */
  private readonly kept: number
  private readonly count: number
  private readonly lower: Float64Array
  private readonly widths: Float64Array
  /** The nearest so far, nearest first, as many as there are descents. */
  private readonly starts: Start[] = []
  private readonly touched: Float64Array[] = []
  private spread = 0
  private touching = 0
  private anyApart = false
  /** A sample where one is inside the other. */
  private nested: Float64Array | undefined
  private readonly slopes: Float64Array
  private readonly speeds: Float64Array
  private readonly move: Float64Array
  private readonly trial: Float64Array

  constructor(problem: PairProblem, { samples = SAMPLES, descents = DESCENTS, seed = 0 }: PairSearchOptions) {
    this.probe = new PairProbe(problem)
    this.random = new Random(pairSeed(seed, problem.a.name, problem.b.name))
    this.samples = samples
    this.descents = descents
    this.kept = Math.max(1, descents)
    this.count = problem.variables.length
    this.lower = Float64Array.from(problem.variables, ({ lower }) => lower)
    this.widths = Float64Array.from(problem.variables, ({ lower, upper }) => upper - lower)
    this.slopes = new Float64Array(this.count)
    this.speeds = new Float64Array(3 * this.count)
    this.move = new Float64Array(this.count)
    this.trial = new Float64Array(this.count)
  }

  *run(): Steps<PairSearch> {
    yield* this.sample()
    if (this.touched.length > 0) return this.finish(this.deepest(), 0, false)
    let best: Start | undefined = this.starts[0]
    for (const start of this.starts.slice(0, this.descents)) {
      const end = this.descend(start, FIRST_STEP, LAST_STEP, DESCENT_TESTS)
      if (best === undefined || end.distance < best.distance) best = end
      if (best.distance === 0) break
      yield
    }
    // Surfaces that were not seen to touch; but one is inside the other here, and not there.
    if (best?.distance !== 0 && this.nested !== undefined && this.anyApart) return this.finish(this.nested, 0, false)
    if (best === undefined) return this.finish(this.at(new Float64Array(this.count).fill(0.5)), Infinity, false)
    if (best.distance > 0 && this.count > 0 && this.descents > 0)
      best = this.descend(best, POLISH_FIRST_STEP, POLISH_STEP, POLISH_TESTS)
    yield
    return this.finish(best.values, best.distance, this.descents > 0)
  }

  /** Values from places in the box, 0 to 1 each. */
  private at(places: Float64Array): Float64Array {
    return places.map((u, v) => (u === 1 ? this.upperOf(v) : this.lower[v]! + u * this.widths[v]!))
  }

  private upperOf(v: number): number {
    return this.probe.problem.variables[v]!.upper
  }

  private *sample(): Steps<void> {
    const { random, count } = this
    const places = new Float64Array(count)
    this.look(this.at(places.fill(0.5)), count === 0)
    // One configuration is all there is.
    if (count === 0) return
    const samples = Math.ceil(this.samples * (FEWER[count] ?? 1))
    const share = Math.floor(samples / SHARE)
    const isAll = count < 31 && 2 ** count <= share
    const corners = isAll ? 2 ** count : share
    for (let n = 1; n < samples; n++) {
      const c = n - 1
      if (c < corners) {
        for (let v = 0; v < count; v++) places[v] = isAll ? (c >> v) & 1 : random.integer(2)
      } else if (c < corners + share) {
        for (let v = 0; v < count; v++) places[v] = random.integer(2) === 0 ? random.unit() : random.integer(2)
      } else for (let v = 0; v < count; v++) places[v] = random.unit()
      this.look(this.at(places), c >= corners + share)
      if (n % SLICE === 0) yield
    }
  }

  /** One sample; does it count for how often they touch? */
  private look(values: Float64Array, counts: boolean): void {
    const { starts, probe } = this
    const last = starts.length < this.kept ? Infinity : starts[starts.length - 1]!.distance
    // Once they touch, only touches are of interest.
    const cutoff = this.touched.length > 0 ? CONTACT_GAP : Math.max(last, CONTACT_GAP)
    const distance = probe.distance(values, cutoff, ROUGH)
    const nested = distance > 0 && probe.isNested()
    if (counts) this.spread++
    if (nested) this.nested ??= values
    if (distance === 0 || nested) {
      if (counts) this.touching++
      if (distance === 0 && this.touched.length < MOST_KEPT) this.touched.push(values)
    } else if (distance > CONTACT_GAP) this.anyApart = true
    if (distance > 0 && distance < last) {
      let k = starts.length
      while (k > 0 && starts[k - 1]!.distance > distance) k--
      starts.splice(k, 0, { values, distance })
      if (starts.length > this.kept) starts.pop()
    }
  }

  /** Follows the distance down from a start, until the step is too short or all tests are used up. */
  private descend(start: Start, firstStep: number, lastStep: number, tests: number): Start {
    const { probe, move, trial, widths, lower, count } = this
    const error = lastStep < LAST_STEP ? 0 : FAIR
    let { values } = start
    let distance = Math.min(start.distance, probe.distance(values, Infinity, error))
    let step = firstStep
    let way = SLOPE
    this.learn(values, distance)
    for (let n = 0; n < tests && step > lastStep && distance > 0; n++) {
      this.choose(way, distance, step)
      let far = 0
      for (let v = 0; v < count; v++) {
        const to = Math.min(Math.max(values[v]! + move[v]! * widths[v]!, lower[v]!), this.upperOf(v))
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
        step = Math.min(2 * step, FIRST_STEP)
      } else {
        way = (way + 1) % WAYS
        if (way === 0) step /= 2
      }
    }
    return { values, distance }
  }

  /** Slopes and speeds where the pair was placed last, at these values, in widths of the box. */
  private learn(values: Float64Array, distance: number): void {
    const { probe, slopes, widths, lower, count, speeds } = this
    if (!(distance > 0)) return
    probe.distanceSlopes(slopes)
    probe.distanceSpeeds(speeds)
    for (let v = 0; v < count; v++) {
      const slope = slopes[v]! * widths[v]!
      // What is at a limit and would go beyond it stays where it is.
      const isAtEnd = slope > 0 ? !(values[v]! > lower[v]!) : !(values[v]! < this.upperOf(v))
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

  /** Of the samples that touch, the one that is deepest by the balls inside the links. */
  private deepest(): Float64Array {
    const { probe, touched } = this
    let best = touched[0]!
    let deepest = -Infinity
    for (const values of touched) {
      probe.place(values)
      const depth = probe.depths.ofBalls(probe.xAB)
      if (!(depth > deepest)) continue
      deepest = depth
      best = values
    }
    return best
  }

  private finish(values: Float64Array, distance: number, byDescent: boolean): PairSearch {
    const { probe } = this
    let depth = 0
    let at = values
    if (distance === 0) ({ values: at, depth } = this.deepen(values))
    return {
      distance,
      values: at,
      touching: distance === 0,
      depth,
      byDescent,
      often: this.spread > 0 ? this.touching / this.spread : 0,
      anyApart: this.anyApart,
      anyNested: this.nested !== undefined,
      touched: this.touched,
      distances: probe.distances,
    }
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
  private deepen(from: Float64Array): { values: Float64Array; depth: number } {
    const { probe, slopes, trial, widths, lower, count } = this
    let values = from
    probe.distance(values, 0)
    let depth = probe.depth()
    probe.depthSlopes(slopes)
    const up = new Float64Array(count)
    up.set(slopes)
    let step = this.firstDeeper(up)
    for (let n = 0; n < DEEPEN_TESTS && count > 0; n++) {
      let steepest = 0
      for (let v = 0; v < count; v++) steepest = Math.max(steepest, Math.abs(up[v]! * widths[v]!))
      if (!(steepest > 0)) break
      for (let v = 0; v < count; v++) {
        const to = values[v]! + ((step * up[v]! * widths[v]!) / steepest) * widths[v]!
        trial[v] = Math.min(Math.max(to, lower[v]!), this.upperOf(v))
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
