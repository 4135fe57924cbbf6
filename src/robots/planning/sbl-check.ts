// How SBL and A-SBL check a path of many segments (adaptive-checking-2004, sections II.D and V.D): always where a contact is most
// likely, until one is found or nothing is left. Each segment keeps its results, because most segments are
// on many candidate paths before one of them holds.

import { motionSystem } from '../motion/motion-system.js'
import { sharedMotion } from '../motion/pair-motion.js'
import type { MotionPiece } from '../motion/piece.js'
import { PieceBounds } from '../motion/piece.js'
import { proveSegments } from '../motion/prove-segments.js'
import { SegmentProver } from '../motion/segment-prover.js'
import type { World } from '../world/world.js'
import { CHECKED, NEVER } from '../world/world-pairs.js'
import { type PlannerInput, TESTS_AT_ONCE } from './plan-problem.js'

export const NONE = -1

/** Checks segments. `Work` is what is kept of each. */
export interface PathChecker<Work> {
  begin(piece: MotionPiece): Work
  isSafe(work: Work): boolean
  /** How much of it is done, 0 to 1. */
  done(work: Work): number
  /** Works on for a while. The place of a segment that must go, or NONE. */
  advance(path: readonly Work[]): number
}

/**
 * Tests after which a segment that is neither free nor seen to collide is given up, for every pair that is checked and beside
 * that: the next one is likely cheaper.
 */
const STEPS_A_PAIR = 4
const STEPS = 20_000

export function mostSteps(world: World): number {
  const system = motionSystem(world.model())
  return STEPS + STEPS_A_PAIR * (system.count(CHECKED) + system.count(NEVER))
}

/** ADAPTIVE-BISECTION, Limber's own: what is safe is proved. */
export class ProvingChecker implements PathChecker<SegmentProver> {
  private readonly mostSteps: number

  constructor(
    private readonly input: Pick<PlannerInput, 'world' | 'options' | 'counts'>,
    private readonly stepsAtOnce = TESTS_AT_ONCE,
  ) {
    this.mostSteps = mostSteps(input.world)
  }

  begin(piece: MotionPiece): SegmentProver {
    return new SegmentProver(this.input.world, piece, this.input.options, sharedMotion)
  }

  isSafe(work: SegmentProver): boolean {
    return work.isFree
  }

  done(work: SegmentProver): number {
    return work.proved
  }

  advance(path: readonly SegmentProver[]): number {
    this.input.counts.watch(path, () => {
      proveSegments(path, { maxSteps: this.stepsAtOnce, deadline: Infinity, onProgress: undefined })
    })
    let refuted = path.findIndex(({ hit }) => hit !== undefined)
    if (refuted === NONE) {
      refuted = path.findIndex((work) => !work.isFree && (!work.isOpen || work.steps >= this.mostSteps))
    }
    if (refuted !== NONE) this.input.counts.edgesRefuted++
    return refuted
  }
}

/** Configurations in one go. */
const SAMPLES_AT_ONCE = 50

/** A segment that is tested in the middle, then at the middles of the halves, and so on. */
export interface SampledSegment {
  readonly piece: MotionPiece
  /** In the metric of `sampleMotion`. */
  readonly length: number
  /** All multiples of 2^-level of it have been tested. */
  level: number
  /** Of the next level, so many as well, from its beginning. */
  next: number
  isRefuted: boolean
}

/** FIXED-RES-BISECTION, as SBL was published: it steps over what is thinner than its steps. */
export class SamplingChecker implements PathChecker<SampledSegment> {
  private readonly q: Float64Array
  private readonly bounds: PieceBounds

  constructor(
    private readonly input: Pick<PlannerInput, 'space' | 'isFree' | 'counts'>,
    /** ε: parts that are longer than this are halved; as for `sampleMotion`. */
    private readonly resolution: number,
    private readonly samplesAtOnce = SAMPLES_AT_ONCE,
  ) {
    this.q = new Float64Array(input.space.dof)
    this.bounds = new PieceBounds(input.space.dof)
  }

  begin(piece: MotionPiece): SampledSegment {
    this.input.counts.edgesSampled++
    return { piece, length: this.lengthOf(piece), level: 0, next: 0, isRefuted: false }
  }

  isSafe(work: SampledSegment): boolean {
    return !work.isRefuted && !(left(work) > this.resolution)
  }

  done(work: SampledSegment): number {
    return this.isSafe(work) ? 1 : Math.min(this.resolution / left(work), 0.99)
  }

  advance(path: readonly SampledSegment[]): number {
    for (let k = 0; k < this.samplesAtOnce; k++) {
      let longest = NONE
      for (let i = 0; i < path.length; i++) {
        if (path[i]!.isRefuted) return i
        if (longest === NONE || left(path[i]!) > left(path[longest]!)) longest = i
      }
      if (longest === NONE || this.isSafe(path[longest]!)) return NONE
      const work = path[longest]!
      work.piece.at(this.q, (2 * work.next + 1) * 2 ** -(work.level + 1))
      if (!this.input.isFree(this.q)) {
        work.isRefuted = true
        return longest
      }
      work.next++
      if (work.next === 2 ** work.level) {
        work.level++
        work.next = 0
      }
    }
    return NONE
  }

  private lengthOf(piece: MotionPiece): number {
    const { speed } = this.bounds
    piece.bounds(this.bounds, 0.5, 0.5)
    let sumSq = 0
    for (let v = 0; v < speed.length; v++) sumSq += speed[v]! ** 2
    return Math.sqrt(sumSq)
  }
}

/** A segment that is sampled first, and proved if nothing was seen. */
export interface LookedAtSegment {
  readonly sampled: SampledSegment
  prover: SegmentProver | undefined
}

/**
 * A coarse look before any proof: most segments that collide do so for a good part of their length, and a proof takes its time to
 * find that out. What passes is proved all the same.
 */
export class LookingChecker implements PathChecker<LookedAtSegment> {
  private readonly sampling: SamplingChecker
  private readonly proving: ProvingChecker

  constructor(input: PlannerInput, resolution: number) {
    this.sampling = new SamplingChecker(input, resolution)
    this.proving = new ProvingChecker(input)
  }

  begin(piece: MotionPiece): LookedAtSegment {
    return { sampled: this.sampling.begin(piece), prover: undefined }
  }

  isSafe({ prover }: LookedAtSegment): boolean {
    return prover !== undefined && this.proving.isSafe(prover)
  }

  done({ prover }: LookedAtSegment): number {
    return prover === undefined ? 0 : this.proving.done(prover)
  }

  advance(path: readonly LookedAtSegment[]): number {
    const samples = path.map(({ sampled }) => sampled)
    const seen = this.sampling.advance(samples)
    if (seen !== NONE || !samples.every((sampled) => this.sampling.isSafe(sampled))) return seen
    return this.proving.advance(
      path.map((work) => {
        work.prover ??= this.proving.begin(work.sampled.piece)
        return work.prover
      }),
    )
  }
}

/** How long the parts are that were not looked into. */
function left({ length, level }: SampledSegment): number {
  return length * 2 ** -level
}
