// FIXED-RES-BISECTION (adaptive-checking-2004, section V.A): the motion is sampled in the middle of its longest part, again and
// again, until a configuration collides or every part is shorter than a resolution ε in configuration space. It steps over
// what is thinner than its steps: its good answer is called `sampled`, never `free`.
//
// Configurations are tested with the world's own search, trees of oriented boxes. Pairs of geometries count as they do in the
// paper: each one test of two volumes, in the order of a list, up to the first that touches; and what is tested inside them. That
// the world sorts most of them out by spheres, which it does not count, is not used.
//
// Length is that of the metric of configuration space: the root of the sum of the squares of how far each number goes, a
// quaternion counting by the angle that it turns. Parts of a curve count by the most that they can be.

import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { InvalidInputError } from '../../errors.js'
import type { World, WorldModel } from '../world/world.js'
import type { WorldIndex } from '../world/world-index.js'
import { CHECKED } from '../world/world-pairs.js'
import { type MotionInput, readMotion } from './motion-input.js'
import { LIMIT_FIELDS, readLimitRules } from './motion-limits.js'
import { type MotionPiece, PieceBounds } from './piece.js'
import { type Bare, examine } from './preliminary.js'
import { SHORTEST, Stretches } from './stretches.js'
import type {
  JointLimitOptions,
  MotionCollision,
  MotionContext,
  MotionNothingToCheck,
  MotionOutsideLimits,
  MotionPlace,
  MotionStats,
  MotionUndecided,
} from './verdict.js'

/** How far apart `sampleMotion` takes its samples. */
export interface SampleMotionOptions extends JointLimitOptions {
  /** ε: parts of the motion that are longer than this are halved. 0 for a motion that is known to collide. */
  readonly resolution: number
  /** Tests of two volumes or triangles, and configurations, after which it gives up; default ten million. */
  readonly maxSteps?: number | undefined
  /** Called for every configuration that is tested, in this order: where along the motion it is. */
  readonly onSample?: ((place: MotionPlace) => void) | undefined
}

/** The work of a sampled check. */
export interface SampleStats extends MotionStats {
  /** Of all tests, those at the ends of segments. The paper's figures leave them out: its segments have ends known to be free. */
  readonly ends: { readonly volumeTests: number; readonly leafTests: number }
}

/** No configuration that was tested collides. Between them anything may happen. */
export interface MotionSampled extends MotionContext {
  readonly outcome: 'sampled'
  readonly stats: SampleStats
}

type WithEnds<T> = T & { readonly stats: SampleStats }

/** The answer of `sampleMotion`. It is never `free`: samples prove nothing. */
export type SampleVerdict =
  | MotionSampled
  | WithEnds<MotionCollision>
  | WithEnds<MotionUndecided>
  | MotionOutsideLimits
  | MotionNothingToCheck

type BareSample = Bare<MotionSampled | WithEnds<MotionCollision> | WithEnds<MotionUndecided>>

/** Tests configurations of a motion no farther apart than a resolution. It may miss a collision between them. */
export function sampleMotion(world: World, input: MotionInput, options: SampleMotionOptions): SampleVerdict {
  checkFields('options', options, ['resolution', 'maxSteps', 'onSample', ...LIMIT_FIELDS])
  const resolution = checkNonNegative('options.resolution', options.resolution)
  const { maxSteps = 1e7, onSample } = options
  if (!(maxSteps >= 0)) throw new InvalidInputError('options.maxSteps', maxSteps, 'zero or more')
  if (onSample !== undefined && typeof onSample !== 'function') {
    throw new InvalidInputError('options.onSample', onSample, 'a function')
  }
  const { pieces } = readMotion(world, input)
  const known = examine(world, pieces, readLimitRules(options))
  if (known.verdict !== undefined) return known.verdict
  return Object.assign(new Sampling(world.model(), pieces, maxSteps, onSample).run(resolution), known.context)
}

class Sampling implements PairVisitor {
  margin = 0
  private volumeTests = 0
  private leafTests = 0
  private configurations = 0
  private intervals = 0
  private ends = { volumeTests: 0, leafTests: 0 }
  /** What was found to touch last. */
  private a = -1
  private b = -1
  /** Parts by the segment that they belong to. */
  private readonly waiting = new Stretches()
  private readonly bounds: PieceBounds
  /** Places of pairs in the list. */
  private readonly order: ReadonlyMap<number, number> | undefined

  constructor(
    private readonly model: WorldModel,
    private readonly pieces: readonly MotionPiece[],
    private readonly maxSteps: number,
    private readonly onSample: SampleMotionOptions['onSample'],
  ) {
    this.bounds = new PieceBounds(pieces[0]!.dof)
    this.order = orderOf(model.index)
  }

  run(resolution: number): BareSample {
    const { pieces, waiting } = this
    for (let s = 0; s < pieces.length; s++) {
      if (s === 0 && this.collides(0, 0)) return this.collision(0, 0)
      if (this.collides(s, 1)) return this.collision(s, 1)
    }
    this.ends = { volumeTests: this.volumeTests, leafTests: this.leafTests }
    for (let s = 0; s < pieces.length; s++) this.put(s, 0, 1, resolution)
    while (waiting.length > 0) {
      // Where no two things can meet there are no tests, and configurations all the same.
      if (this.volumeTests + this.leafTests + this.configurations >= this.maxSteps) return this.undecided()
      const e = waiting.pop()
      const segment = waiting.pair[e]!
      const from = waiting.from[e]!
      const half = waiting.width[e]! / 2
      if (this.collides(segment, from + half)) return this.collision(segment, from + half)
      this.put(segment, from, half, resolution)
      this.put(segment, from + half, half, resolution)
    }
    return { outcome: 'sampled', stats: this.stats() }
  }

  /** Queues a part of the motion that is too long, longer ones first. */
  private put(segment: number, from: number, width: number, resolution: number): void {
    this.intervals++
    const length = this.length(segment, from, width)
    if (!(length > resolution) || width <= SHORTEST) return
    this.waiting.put(segment, from, width, 0, 0, length)
  }

  private length(segment: number, from: number, width: number): number {
    const piece = this.pieces[segment]!
    const { speed, spread } = this.bounds
    piece.bounds(this.bounds, from + width / 2, width / 2)
    let sumSq = 0
    // A caller's curve may know no speed, but how far it gets.
    for (let v = 0; v < speed.length; v++) sumSq += Math.min(speed[v]! * width, 4 * spread[v]!) ** 2
    return Math.sqrt(sumSq)
  }

  private collides(segment: number, t: number): boolean {
    const { model } = this
    const { index, search, reader } = model
    this.onSample?.({ segment, at: t })
    const q = this.configuration(segment, t)
    model.prepare(q)
    search.reset(index)
    this.configurations++
    // What cannot move against each other needs one look.
    const still = this.configurations === 1 && this.stillTouch()
    const outside = !reader.withinLimits(q)
    const touches = still || index.searchTouching(this, outside)
    this.volumeTests += search.inner.volumeTests + (outside ? index.volumeTests : this.pairsLookedAt(still, touches))
    this.leafTests += search.inner.leafTests
    return touches
  }

  private pairsLookedAt(still: boolean, touches: boolean): number {
    const { order, a, b, model } = this
    const { index } = model
    if (still) return 1
    if (order === undefined) return index.volumeTests
    return touches ? (order.get(a * index.shapes.length + b) ?? 0) + 1 : order.size
  }

  private stillTouch(): boolean {
    const { still } = this.model.index
    for (let i = 0; i < still.length; i += 2) if (this.visit(still[i]!, still[i + 1]!)) return true
    return false
  }

  /** Two geometries whose boxes overlap. */
  visit(a: number, b: number): boolean {
    const { index, search } = this.model
    if (!search.touch(index, a, b)) return false
    this.a = Math.min(a, b)
    this.b = Math.max(a, b)
    return true
  }

  private configuration(segment: number, t: number): Float64Array {
    const piece = this.pieces[segment]!
    const q = new Float64Array(piece.dof)
    piece.at(q, t)
    return q
  }

  private collision(segment: number, at: number): Bare<WithEnds<MotionCollision>> {
    const { index, search } = this.model
    const { a, b } = this
    const stats = this.stats()
    const contact = search.contactOf(index, a, b)
    const configuration = this.configuration(segment, at)
    return { outcome: 'collision', segment, at, configuration, a: contact.a, b: contact.b, contact, stats }
  }

  private stats(): SampleStats {
    const { volumeTests, leafTests, configurations, intervals } = this
    return { volumeTests, leafTests, distanceTests: 0, configurations, intervals, ends: this.ends }
  }

  private undecided(): Bare<WithEnds<MotionUndecided>> {
    return {
      outcome: 'undecided',
      reason: `the limit of ${this.maxSteps} tests and configurations was reached`,
      left: [],
      proved: 0,
      stats: this.stats(),
    }
  }
}

/** More pairs than this are not tested one by one, and tests of boxes around several geometries count instead. */
const MOST_LISTED = 5000

const orders = new WeakMap<WorldIndex, ReadonlyMap<number, number> | undefined>()

/** The pairs that a world tests one by one, in its order: those with obstacles first. Undefined where they are many. */
function orderOf(index: WorldIndex): ReadonlyMap<number, number> | undefined {
  if (!orders.has(index)) {
    const { bodyOf, objectOf, movers } = index
    const leaves = bodyOf.length
    const keys: [number[], number[]] = [[], []]
    for (let a = 0; a < leaves && objectOf[a]! < movers; a++) {
      for (let b = a + 1; b < leaves; b++) {
        if ((bodyOf[a] === 0 && bodyOf[b] === 0) || index.statusOf(a, b) !== CHECKED) continue
        keys[objectOf[b]! < movers ? 1 : 0].push(a * leaves + b)
      }
    }
    const all = keys.flat()
    orders.set(index, all.length > MOST_LISTED ? undefined : new Map(all.map((key, i) => [key, i])))
  }
  return orders.get(index)
}
