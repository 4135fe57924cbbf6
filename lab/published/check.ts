// The checkers of the 2004 paper as it describes them, on a world: for comparison, and for the lab. The default checker
// (check-motion.ts) needs a fraction of their tests.
//
// A path has a queue of its pieces, each piece a queue of what is left to test (adaptive-checking-2004, section II.D): the piece
// whose first element is the likeliest to collide is worked on. Both queues stay when a limit ends the work, so that it can be
// gone on with.
import FlatQueue from 'flatqueue'
import { checkFields, checkNonNegative } from '../../src/base/math/checks.js'
import { now } from '../../src/base/work/clock.js'
import { InvalidInputError } from '../../src/errors.js'
import type { Motion, MotionPiece } from '../../src/robots/motion/piece.js'
import type { Bare } from '../../src/robots/motion/preliminary.js'
import type { SampleStats } from '../../src/robots/motion/sample-motion.js'
import type { MotionCollision, MotionTooClose, MotionUndecided } from '../../src/robots/motion/verdict.js'
import type { WorldModel } from '../../src/robots/world/world.js'
import type { WorldDistance } from '../../src/robots/world/world-results.js'
import { AdaptiveSegment } from './adaptive-bisection.js'
import { GreedySearch, PairTrees } from './greedy.js'
import { RefinedSegment } from './refined-bisection.js'
import type { FoundPair, OpenStretch, PublishedSegment } from './segment.js'
import { type PublishedSetting, settingFor } from './setting.js'
import { type PublishedVariant, readVariant } from './variant.js'

export interface PublishedOptions {
  /** Section II or section VI. */
  readonly method?: 'adaptive' | 'refined' | undefined
  /** Things that are apart, but by no more than this beyond the clearance, end the work: closer-than-delta. Default 0. */
  readonly delta?: number | undefined
  /** Objects must stay farther apart than this; default 0. */
  readonly clearance?: number | undefined
  /** Of `adaptive`: what the paper describes beside what it chose. */
  readonly variant?: Partial<PublishedVariant> | undefined
}

export interface PublishedLimits {
  /** Tests of two volumes or triangles after which it gives up; default ten million. */
  readonly maxSteps?: number | undefined
  readonly maxMillis?: number | undefined
}

export interface PublishedFree {
  readonly outcome: 'free'
  readonly stats: SampleStats
}

type WithEnds<T> = Bare<T> & { readonly stats: SampleStats }

export type PublishedVerdict =
  | PublishedFree
  | WithEnds<MotionCollision>
  | WithEnds<MotionTooClose>
  | WithEnds<MotionUndecided>

/** Tests between two readings of the clock. */
const LOOK_AFTER = 256

/** No more of what is left is listed. */
const MOST_LEFT = 100

/** Is the whole motion free? By ADAPTIVE-BISECTION or REFINED-ADAPTIVE-BISECTION. */
export function checkPublished(
  model: WorldModel,
  motion: Motion,
  options: PublishedOptions & PublishedLimits = {},
): PublishedVerdict {
  checkFields('options', options, ['method', 'delta', 'clearance', 'variant', 'maxSteps', 'maxMillis'])
  const { method, delta, clearance, variant, maxSteps, maxMillis } = options
  return new PublishedCheck(model, motion, { method, delta, clearance, variant }).run({ maxSteps, maxMillis })
}

/** A check that can be gone on with. The world must stay as it was. */
export class PublishedCheck {
  private readonly setting: PublishedSetting
  private readonly delta: number
  private readonly clearance: number
  private readonly search = new GreedySearch()
  private readonly segments: PublishedSegment[] = []
  private readonly queue = new FlatQueue<number>()
  /** Segments that were begun with. */
  private begun = 0
  private trees: PairTrees | undefined
  /** Once it is known. */
  private verdict: PublishedVerdict | undefined

  constructor(
    private readonly model: WorldModel,
    private readonly motion: Motion,
    options: PublishedOptions = {},
  ) {
    checkFields('options', options, ['method', 'delta', 'clearance', 'variant'])
    const { method = 'adaptive' } = options
    if (method !== 'adaptive' && method !== 'refined') {
      throw new InvalidInputError('options.method', method, "'adaptive' or 'refined'")
    }
    if (method === 'refined' && options.variant !== undefined) {
      throw new InvalidInputError('options.variant', options.variant, "left out: it is for 'adaptive'")
    }
    const variant = readVariant(options.variant)
    this.delta = checkNonNegative('options.delta', options.delta ?? 0)
    this.clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
    this.setting = settingFor(model, motion, this.clearance)
    const { setting, search, clearance } = this
    const aim = { threshold: this.clearance + this.delta, clearance }
    this.trees = method === 'refined' ? PairTrees.take() : undefined
    const { trees } = this
    let before: PublishedSegment | undefined
    motion.pieces.forEach((piece, s) => {
      const joined = before !== undefined && continues(before.piece, piece) ? before : undefined
      before =
        method === 'adaptive'
          ? new AdaptiveSegment(setting, piece, search, aim, s === 0, joined as AdaptiveSegment | undefined, variant)
          : new RefinedSegment(setting, piece, search, aim, s === 0, joined as RefinedSegment | undefined, trees!)
      this.segments.push(before)
    })
  }

  /** Continues until it knows, or a limit of this run is reached. */
  run(limits: PublishedLimits = {}): PublishedVerdict {
    const verdict = this.verdict ?? this.work(limits)
    if (verdict.outcome === 'undecided') return verdict
    this.verdict = verdict
    this.trees?.give()
    this.trees = undefined
    return verdict
  }

  private work(limits: PublishedLimits): PublishedVerdict {
    checkFields('limits', limits, ['maxSteps', 'maxMillis'])
    const { maxSteps = 1e7, maxMillis = Infinity } = limits
    if (!(maxSteps >= 0)) throw new InvalidInputError('limits.maxSteps', maxSteps, 'zero or more')
    if (!(maxMillis >= 0)) throw new InvalidInputError('limits.maxMillis', maxMillis, 'zero or more')
    const { search, segments, queue } = this
    const last = search.volumeTests + search.leafTests + maxSteps
    const clock = maxMillis < Infinity ? new Clock(maxMillis) : undefined
    const isSpent = (): boolean =>
      search.volumeTests + search.leafTests >= last || clock?.isOver(search.volumeTests) === true
    for (; this.begun < segments.length; this.begun++) {
      const segment = segments[this.begun]!
      for (let found = segment.begin(isSpent); found !== undefined; found = segment.begin(isSpent)) {
        const verdict = this.confirm(this.begun, found)
        if (verdict !== undefined) return verdict
      }
      if (!segment.isBegun) return this.undecided('the limit was reached')
      if (!segment.done) queue.push(this.begun, -segment.priority)
    }
    while (queue.length > 0) {
      if (isSpent()) return this.undecided('the limit was reached')
      if (this.trees?.isFull === true) this.compact(this.trees)
      const s = queue.pop()!
      const segment = segments[s]!
      const found = segment.step()
      if (!segment.done) queue.push(s, -segment.priority)
      if (found === undefined) continue
      const verdict = this.confirm(s, found)
      if (verdict !== undefined) return verdict
    }
    if (segments.some(({ stuck }) => stuck.length > 0)) {
      return this.undecided('nearer to contact than numbers can tell')
    }
    return { outcome: 'free', stats: this.stats() }
  }

  private compact(trees: PairTrees): void {
    trees.compact((copy) => {
      for (const segment of this.segments) (segment as RefinedSegment).keep(copy)
    })
  }

  /** What was found, as the world has it; nothing where it is neither contact nor nearer than was asked for. */
  private confirm(segment: number, { pair, at }: FoundPair): PublishedVerdict | undefined {
    const { model, setting } = this
    const { index, search } = model
    const a = setting.pairA[pair]!
    const b = setting.pairB[pair]!
    const configuration = new Float64Array(this.motion.pieces[segment]!.dof)
    this.motion.pieces[segment]!.at(configuration, at)
    model.prepare(configuration)
    const where = { segment, at, configuration }
    // The same two things may have other geometries that touch, or are nearer.
    let near: WorldDistance | undefined
    const i = index.objectOf[a]!
    const j = index.objectOf[b]!
    for (let g = index.firstOf[i]!; g < index.firstOf[i + 1]!; g++) {
      for (let h = index.firstOf[j]!; h < index.firstOf[j + 1]!; h++) {
        if (search.touch(index, g, h)) {
          const contact = search.contactOf(index, g, h)
          return { outcome: 'collision', ...where, a: contact.a, b: contact.b, contact, stats: this.stats() }
        }
        near = search.measure(index, g, h, near?.distance ?? Infinity) ?? near
      }
    }
    if (near === undefined) return undefined
    const { distance, pointA, pointB } = near
    const outcome =
      this.clearance > 0 && distance <= this.clearance
        ? 'closer-than-clearance'
        : this.delta > 0
          ? 'closer-than-delta'
          : undefined
    if (outcome === undefined) return undefined
    return { outcome, ...where, a: near.a, b: near.b, distance, pointA, pointB, stats: this.stats() }
  }

  private stats(): SampleStats {
    const { volumeTests, leafTests, endVolumeTests, endLeafTests } = this.search
    let configurations = 0
    let intervals = 0
    for (const segment of this.segments) {
      configurations += segment.poses.computed
      intervals += segment.intervals
    }
    const ends = { volumeTests: endVolumeTests, leafTests: endLeafTests }
    return { volumeTests, leafTests, distanceTests: 0, configurations, intervals, ends }
  }

  private undecided(reason: string): PublishedVerdict {
    const { index } = this.model
    const { pairs, pairA, pairB } = this.setting
    const gaps = this.segments.flatMap((segment, s) => united(segment.left()).map((open) => ({ ...open, segment: s })))
    const length = gaps.reduce((sum, { from, to }) => sum + to - from, 0)
    gaps.sort((one, other) => other.to - other.from - (one.to - one.from))
    return {
      outcome: 'undecided',
      reason,
      left: gaps.slice(0, MOST_LEFT).map(({ segment, from, to, pair }) => ({
        segment,
        from,
        to,
        a: index.objects[index.objectOf[pairA[pair]!]!]!.name,
        b: index.objects[index.objectOf[pairB[pair]!]!]!.name,
      })),
      proved: pairs === 0 ? 1 : Math.max(0, 1 - length / (pairs * this.segments.length)),
      stats: this.stats(),
    }
  }
}

/** Is the end of one piece the start of the other, to the last digit? */
function continues(one: MotionPiece, other: MotionPiece): boolean {
  const end = new Float64Array(one.dof)
  const start = new Float64Array(other.dof)
  one.at(end, 1)
  other.at(start, 0)
  return end.every((q, i) => q === start[i])
}

/** Stretches of each pair that overlap or touch become one. */
function united(stretches: readonly OpenStretch[]): OpenStretch[] {
  const sorted = [...stretches].sort((one, other) => one.pair - other.pair || one.from - other.from)
  const out: OpenStretch[] = []
  for (const stretch of sorted) {
    const last = out.at(-1)
    if (last === undefined || last.pair !== stretch.pair || last.to < stretch.from) out.push(stretch)
    else if (stretch.to > last.to) out[out.length - 1] = { ...last, to: stretch.to }
  }
  return out
}

/** Milliseconds since this was made, read now and then. */
class Clock {
  private readonly start: number
  private looked = 0
  private over = false

  constructor(private readonly most: number) {
    this.start = now()
  }

  isOver(tests: number): boolean {
    if (!this.over && tests >= this.looked) {
      this.looked = tests + LOOK_AFTER
      this.over = now() - this.start >= this.most
    }
    return this.over
  }
}
