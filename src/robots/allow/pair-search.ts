// Looks for a configuration in which two links touch: samples of the box, then descents of the distance from the nearest of them
// (pair-descent.ts). Sampling alone, as others do it, misses what happens in corners of the box.
//
// Samples: corners of the box, points with some variables at a limit, and points spread over all of it. Only these last ones
// say how often the links touch.
//
// Nothing here proves anything but a touch. All of it is decided by counts, and by numbers drawn for this pair alone.
import { Random } from '../../base/math/random.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { type DescentPlan, PairDescent, type Start } from './pair-descent.js'
import { PairProbe } from './pair-probe.js'
import type { PairProblem } from './pair-problem.js'

export interface PairSearchOptions {
  /** Configurations tested before descents. */
  readonly samples?: number | undefined
  readonly descents?: number | undefined
  readonly seed?: number | undefined
}

export interface PairFinding {
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
  /** Was any sample farther apart than contactGap? And a sample in which one is inside the other without touching it. */
  readonly anyApart: boolean
  readonly nested: Float64Array | undefined
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
 * faces that are flush in the drawing come out within a micrometre of each other, for links of up to ten metres. For links of
 * less than a millimetre it is a part of their size: where all of a robot is some micrometres, one of them is a gap like any
 * other.
 */
const CONTACT_GAP = 1e-6
const CONTACT_SHARE = 1e-3

/** `size`: of the smaller link (LinkGap). */
export function contactGap(size: number): number {
  return Math.min(CONTACT_GAP, CONTACT_SHARE * size)
}

/** By how many variables there are: what part of the samples is enough to fill the box. All, for three and more. */
const FEWER: readonly number[] = [0, 1 / 6, 1 / 2]

/** By what part of itself a distance may be too large where it only serves to choose among samples. */
export const ROUGH = 0.1

/** Samples between two breaths. */
const SLICE = 16

/** How many samples that touch are kept. */
const MOST_KEPT = 64

/**
 * How descents go down, and the last stretch of the best few of them, so that the smallest distance is good to some digits.
 * With no error at all, round things cost seconds: all points around an axis tie for the nearest.
 */
const DESCENT: DescentPlan = { firstStep: 0.25, lastStep: 1e-4, tests: 40, error: 0.01 }
const POLISH: DescentPlan = { firstStep: 1e-2, lastStep: 1e-7, tests: 200, error: 1e-4 }
const POLISHED = 3

/**
 * Of a touch without depth: other touches that are tried, then places around it, the farthest ones in widths of the box, and after
 * how many of them half as far.
 */
const MOST_DEEPER = 16
const AROUND = 64
const AROUND_FIRST = 0.1
const AROUND_HALVED = 8

/** A number for this pair alone, so that what comes out does not depend on which pairs were asked for before. */
export function pairSeed(seed: number, a: string, b: string): number {
  // FNV-1a over the names' code units.
  let h = 0x811c9dc5 ^ (seed | 0)
  const text = `${a}\n${b}`
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export function searchPair(problem: PairProblem, options: PairSearchOptions = {}): PairFinding {
  return finish(searchSteps(problem, options))
}

/** The same in slices of some milliseconds. */
export function searchSteps(problem: PairProblem, options: PairSearchOptions = {}): Steps<PairFinding> {
  return new Search(problem, options).run()
}

class Search {
  private readonly probe: PairProbe
  private readonly descent: PairDescent
  private readonly random: Random
  private readonly samples: number
  private readonly descents: number
  /** Starts that are kept: one, the best so far, if there are no descents. */
  private readonly kept: number
  private readonly count: number
  private readonly lower: Float64Array
  private readonly widths: Float64Array
  private readonly bearing: number
  /** The nearest so far, nearest first, as many as there are descents. */
  private readonly starts: Start[] = []
  private readonly touched: Float64Array[] = []
  private spread = 0
  private touching = 0
  private anyApart = false
  /** A sample where one is inside the other. */
  private nested: Float64Array | undefined

  constructor(problem: PairProblem, { samples = SAMPLES, descents = DESCENTS, seed = 1 }: PairSearchOptions) {
    this.probe = new PairProbe(problem)
    this.bearing = contactGap(this.probe.gap.size)
    this.random = new Random(pairSeed(seed, problem.a.name, problem.b.name))
    this.descent = new PairDescent(this.probe, this.random)
    this.samples = samples
    this.descents = descents
    this.kept = Math.max(1, descents)
    this.count = problem.variables.length
    this.lower = Float64Array.from(problem.variables, ({ lower }) => lower)
    this.widths = Float64Array.from(problem.variables, ({ lower, upper }) => upper - lower)
  }

  *run(): Steps<PairFinding> {
    yield* this.sample()
    if (this.touched.length > 0) return yield* this.finish(this.deepest(), 0, false)
    const ends: Start[] = []
    for (const start of this.starts.slice(0, this.descents)) {
      const end = yield* this.descent.descend(start, DESCENT)
      ends.push(end)
      if (end.distance === 0) return yield* this.finish(end.values, 0, true)
      if (this.nested !== undefined && !this.anyApart && end.distance > this.bearing) {
        // One that began inside may have jumped out.
        this.probe.place(end.values)
        this.anyApart = !this.probe.isNested()
      }
      yield
    }
    // Surfaces that were not seen to touch; but one is inside the other here, and not there.
    if (this.nested !== undefined && this.anyApart) return yield* this.finish(this.nested, 0, false)
    ends.sort((one, other) => one.distance - other.distance)
    let best: Start = ends[0] ?? this.starts[0] ?? { values: this.at(this.middle()), distance: Infinity }
    for (const end of this.count > 0 ? ends.slice(0, POLISHED) : []) {
      const polished = yield* this.descent.descend(end, POLISH)
      if (polished.distance < best.distance) best = polished
      if (best.distance === 0) break
      yield
    }
    // To the last digit, once.
    const distance = best.distance > 0 ? this.probe.distance(best.values, Infinity) : 0
    return yield* this.finish(best.values, distance, ends.length > 0)
  }

  private middle(): Float64Array {
    return new Float64Array(this.count).fill(0.5)
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
    this.look(this.at(this.middle()), count === 0)
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
    if (!probe.problem.loops.admits(values)) return
    const last = starts.length < this.kept ? Infinity : starts[starts.length - 1]!.distance
    // Once they touch, only touches are of interest.
    const cutoff = this.touched.length > 0 ? this.bearing : Math.max(last, this.bearing)
    const distance = probe.distance(values, cutoff, ROUGH)
    const nested = distance > 0 && probe.isNested()
    if (counts) this.spread++
    if (nested) this.nested ??= values
    if (distance === 0 || nested) {
      if (counts) this.touching++
      if (distance === 0 && this.touched.length < MOST_KEPT) this.touched.push(values)
    } else if (distance > this.bearing) this.anyApart = true
    if (distance > 0 && distance < last) {
      let k = starts.length
      while (k > 0 && starts[k - 1]!.distance > distance) k--
      starts.splice(k, 0, { values, distance })
      if (starts.length > this.kept) starts.pop()
    }
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

  /** A touch moved to where it is deeper. One of depth zero says little: others are tried then, and places around it. */
  private *deeper(values: Float64Array): Steps<{ values: Float64Array; depth: number }> {
    const { descent, probe, random, widths, lower, touched, count } = this
    const first = yield* descent.deepen(values)
    if (first.depth > 0 || count === 0) return first
    for (const other of touched.slice(0, MOST_DEEPER)) {
      const found = other === values ? first : yield* descent.deepen(other)
      if (found.depth > 0) return found
    }
    for (let n = 0; n < AROUND; n++) {
      const reach = AROUND_FIRST * 2 ** (-n / AROUND_HALVED)
      const trial = values.map((x, v) => {
        const to = x + random.range(-reach, reach) * widths[v]!
        return Math.min(Math.max(to, lower[v]!), this.upperOf(v))
      })
      if (n % SLICE === SLICE - 1) yield
      if (probe.distance(trial, 0) !== 0) continue
      const found = yield* descent.deepen(trial)
      if (found.depth > 0) return found
    }
    return first
  }

  private *finish(values: Float64Array, distance: number, byDescent: boolean): Steps<PairFinding> {
    const { probe } = this
    let depth = 0
    let at = values
    if (distance === 0) ({ values: at, depth } = yield* this.deeper(values))
    return {
      distance,
      values: at,
      touching: distance === 0,
      depth,
      byDescent,
      often: this.spread > 0 ? this.touching / this.spread : 0,
      anyApart: this.anyApart,
      nested: this.nested,
      touched: this.touched,
      distances: probe.distances,
    }
  }
}
