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

/** How many samples that touch are kept. */
const MOST_KEPT = 64

/** First and last step of a descent, in widths of the box, and how many distances it may ask for. */
const FIRST_STEP = 0.25
const LAST_STEP = 1e-4
const DESCENT_TESTS = 40

/** The same for the last stretch of the best one, so that the smallest distance is good to some digits. */
const POLISH_STEP = 1e-7
const POLISH_TESTS = 300

/** Depths that may be asked for to get a witness deeper, and the first step. */
const DEEPEN_TESTS = 12
const DEEPEN_STEP = 0.05

/** A number for this pair alone, so that what comes out does not depend on which pairs were asked for before. */
export function pairSeed(seed: number, a: string, b: string): number {
  // FNV-1a over the names' code units.
  let h = 0x811c9dc5 ^ (seed | 0)
  const text = `${a}\n${b}`
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export function searchPair(problem: PairProblem, options: PairSearchOptions = {}): PairSearch {
  return new Search(problem, options).run()
}

interface Start {
  readonly values: Float64Array
  readonly distance: number
}

class Search {
  private readonly probe: PairProbe
  private readonly random: Random
  private readonly samples: number
  private readonly descents: number
  private readonly count: number
  private readonly lower: Float64Array
  private readonly widths: Float64Array
  /** The nearest so far, nearest first, as many as there are descents. */
  private readonly starts: Start[] = []
  private readonly touched: Float64Array[] = []
  private spread = 0
  private touching = 0
  private anyApart = false
  private anyNested = false
  private readonly slopes: Float64Array

  constructor(problem: PairProblem, { samples = SAMPLES, descents = DESCENTS, seed = 0 }: PairSearchOptions) {
    this.probe = new PairProbe(problem)
    this.random = new Random(pairSeed(seed, problem.a.name, problem.b.name))
    this.samples = samples
    this.descents = descents
    this.count = problem.variables.length
    this.lower = Float64Array.from(problem.variables, ({ lower }) => lower)
    this.widths = Float64Array.from(problem.variables, ({ lower, upper }) => upper - lower)
    this.slopes = new Float64Array(this.count)
  }

  run(): PairSearch {
    this.sample()
    if (this.touched.length > 0) return this.finish(this.deepest(), 0, false)
    let best: Start | undefined = this.starts[0]
    for (const start of this.starts.slice(0, this.descents)) {
      const end = this.descend(start, LAST_STEP, DESCENT_TESTS)
      if (best === undefined || end.distance < best.distance) best = end
      if (best.distance === 0) break
    }
    if (best === undefined) return this.finish(this.at(new Float64Array(this.count).fill(0.5)), Infinity, false)
    if (best.distance > 0 && this.count > 0) best = this.descend(best, POLISH_STEP, POLISH_TESTS)
    return this.finish(best.values, best.distance, true)
  }

  /** Values from places in the box, 0 to 1 each. */
  private at(places: Float64Array): Float64Array {
    return places.map((u, v) => (u === 1 ? this.upperOf(v) : this.lower[v]! + u * this.widths[v]!))
  }

  private upperOf(v: number): number {
    return this.probe.problem.variables[v]!.upper
  }

  private sample(): void {
    const { random, count } = this
    const places = new Float64Array(count)
    this.look(this.at(places.fill(0.5)), false)
    if (count === 0) {
      // One configuration is all there is.
      this.spread = 1
      return
    }
    const share = Math.floor(this.samples / SHARE)
    const corners = count < 31 && 2 ** count <= share ? 2 ** count : share
    for (let c = 0; c < corners; c++) {
      for (let v = 0; v < count; v++) places[v] = corners < share ? (c >> v) & 1 : random.integer(2)
      this.look(this.at(places), false)
    }
    for (let c = 0; c < share; c++) {
      for (let v = 0; v < count; v++) places[v] = random.integer(2) === 0 ? random.unit() : random.integer(2)
      this.look(this.at(places), false)
    }
    for (let c = 1 + corners + share; c < this.samples; c++) {
      for (let v = 0; v < count; v++) places[v] = random.unit()
      this.look(this.at(places), true)
    }
  }

  /** One sample; does it count for how often they touch? */
  private look(values: Float64Array, counts: boolean): void {
    const { starts, probe } = this
    const last = starts.length < this.descents ? Infinity : starts[starts.length - 1]!.distance
    // Once they touch, only touches are of interest.
    const cutoff = this.touched.length > 0 ? CONTACT_GAP : Math.max(last, CONTACT_GAP)
    const distance = probe.distance(values, cutoff)
    const nested = distance > 0 && probe.isNested()
    if (counts) this.spread++
    if (nested) this.anyNested = true
    if (distance === 0 || nested) {
      if (counts) this.touching++
      if (distance === 0 && this.touched.length < MOST_KEPT) this.touched.push(values)
    } else if (distance > CONTACT_GAP) this.anyApart = true
    if (distance > 0 && distance < last) {
      let k = starts.length
      while (k > 0 && starts[k - 1]!.distance > distance) k--
      starts.splice(k, 0, { values, distance })
      if (starts.length > this.descents) starts.pop()
    }
  }

  /** Follows the distance down from a start, until the step is too short or all tests are used up. */
  private descend(start: Start, lastStep: number, tests: number): Start {
    const { probe, slopes, widths, lower, count, random } = this
    let { values, distance } = start
    let step = lastStep < LAST_STEP ? 100 * LAST_STEP : FIRST_STEP
    const trial = new Float64Array(count)
    const move = new Float64Array(count)
    probe.distance(values, Infinity)
    let isKnown = true
    for (let n = 0; n < tests && step > lastStep && distance > 0; n++) {
      if (isKnown) {
        probe.distanceSlopes(slopes)
        isKnown = false
      }
      // Down the slope, as far as it promises a touch; where that is not possible, any way.
      let steepest = 0
      let sq = 0
      for (let v = 0; v < count; v++) {
        let down = -slopes[v]! * widths[v]!
        const isAtEnd = down < 0 ? !(values[v]! > lower[v]!) : !(values[v]! < this.upperOf(v))
        if (isAtEnd) down = 0
        move[v] = down
        sq += down * down
        steepest = Math.max(steepest, Math.abs(down))
      }
      if (steepest > 1e-12 && n % 4 !== 3) {
        const scale = Math.min((1.2 * distance) / sq, step / steepest)
        for (let v = 0; v < count; v++) move[v]! *= scale
      } else for (let v = 0; v < count; v++) move[v] = random.range(-step, step)
      let far = 0
      for (let v = 0; v < count; v++) {
        const to = Math.min(Math.max(values[v]! + move[v]! * widths[v]!, lower[v]!), this.upperOf(v))
        trial[v] = to
        if (widths[v]! > 0) far = Math.max(far, Math.abs(to - values[v]!) / widths[v]!)
      }
      if (far === 0) {
        step /= 2
        continue
      }
      const d = probe.distance(trial, distance)
      if (d < distance) {
        values = trial.slice()
        distance = d
        isKnown = true
        step = Math.min(2 * step, FIRST_STEP)
      } else if (n % 4 !== 3) step = Math.min(step, far) / 2
    }
    return { values, distance }
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
      anyNested: this.anyNested,
      touched: this.touched,
      distances: probe.distances,
    }
  }

  /** Moves a touch to where the links are deeper in each other. */
  private deepen(from: Float64Array): { values: Float64Array; depth: number } {
    const { probe, slopes, widths, lower, count } = this
    let values = from
    probe.distance(values, 0)
    let depth = probe.depth()
    probe.depthSlopes(slopes)
    const up = new Float64Array(count)
    const trial = new Float64Array(count)
    up.set(slopes)
    let step = DEEPEN_STEP
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
