// One segment that is decided first and recorded later: EdgeDecider says whether it is free or shows a contact. Where that does not
// decide, SegmentProver continues; and it proves again, with a record, what was decided, when a certificate is asked for. The two must
// agree.
import { BrokenInvariantError, InvalidInputError } from '../../errors.js'
import type { World, WorldModel } from '../world/world.js'
import type { Hit } from './closer-look.js'
import { CurvePiece } from './curve-piece.js'
import { edgeDecider } from './edge-decider.js'
import { type MotionSystem, motionSystem } from './motion-system.js'
import { neverHolds } from './never-holds.js'
import { sharedMotion } from './pair-motion.js'
import type { MotionPiece } from './piece.js'
import { type OpenStretch, type SegmentOptions, SegmentProver } from './segment-prover.js'

/** Tests that deciding takes at most, and no more than this share of what the caller grants; with fewer it is not begun. */
const MOST_TESTS = 100_000
const SHARE = 0.5
const LEAST_TESTS = 500

/** What is asked of a segment by those who work on several: SegmentProver, or this. */
export type SegmentWork = Pick<
  SegmentProver,
  | 'piece'
  | 'isRigid'
  | 'hit'
  | 'steps'
  | 'volumeTests'
  | 'leafTests'
  | 'distanceTests'
  | 'configurations'
  | 'intervals'
  | 'isOpen'
  | 'isFree'
  | 'proved'
  | 'priority'
  | 'demandCurrent'
  | 'advance'
  | 'lookInsideAtStart'
  | 'left'
  | 'next'
  | 'proofs'
  | 'groupProof'
>

export class DecidedSegment implements SegmentWork {
  readonly isRigid: boolean
  private readonly model: WorldModel
  private readonly never: boolean
  private isBegun = false
  /** Tests that deciding may take. */
  private most = 0
  /** Was it decided that it is free? */
  private isDecidedFree = false
  private found: Hit | undefined
  /** Continues where nothing was decided. */
  private prover: SegmentProver | undefined
  /** Proves again what was decided. */
  private recorder: SegmentProver | undefined
  /** What deciding took. */
  private readonly own = { volumeTests: 0, leafTests: 0, distanceTests: 0, configurations: 0, intervals: 0 }

  constructor(
    world: World,
    readonly piece: MotionPiece,
    private readonly options: SegmentOptions = {},
    /** Tests that the caller will grant, in all; left out: those of the first call. */
    private readonly granted = NaN,
  ) {
    this.model = world.model()
    this.isRigid = options.isRigid ?? false
    const system = motionSystem(this.model, this.isRigid)
    this.never = (options.clearance ?? 0) === 0 && neverHolds(this.model.reader, piece)
    // Groups decide about whole blocks; and what a caller's function says may be something else tomorrow.
    const isLong = options.groups ?? system.hasLongChains
    if (isLong || piece instanceof CurvePiece || isEmpty(system, this.never)) this.prover = this.newProver()
  }

  get hit(): Hit | undefined {
    return this.found ?? this.prover?.hit
  }

  get volumeTests(): number {
    return this.own.volumeTests + (this.prover?.volumeTests ?? 0)
  }

  get leafTests(): number {
    return this.own.leafTests + (this.prover?.leafTests ?? 0)
  }

  get distanceTests(): number {
    return this.own.distanceTests + (this.prover?.distanceTests ?? 0)
  }

  get configurations(): number {
    return this.own.configurations + (this.prover?.configurations ?? 0)
  }

  get intervals(): number {
    return this.own.intervals + (this.prover?.intervals ?? 0)
  }

  get steps(): number {
    return this.volumeTests + this.leafTests
  }

  get isOpen(): boolean {
    return !this.isDecidedFree && this.found === undefined && (this.prover?.isOpen ?? true)
  }

  get isFree(): boolean {
    return this.isDecidedFree || (this.prover?.isFree ?? false)
  }

  get proved(): number {
    return this.isDecidedFree ? 1 : (this.prover?.proved ?? 0)
  }

  get priority(): number {
    // One that was begun is finished before others are begun.
    return this.prover?.priority ?? (this.isBegun ? Infinity : Number.MAX_VALUE)
  }

  demandCurrent(): void {
    if (this.model.isCurrent()) return
    throw new InvalidInputError('world', 'changed', 'as it was when the check began: something was added or allowed')
  }

  advance(maxSteps: number, batches: number): void {
    this.demandCurrent()
    if (this.prover === undefined) {
      this.decide(maxSteps, batches)
      if (this.prover === undefined) return
    }
    this.prover.advance(maxSteps - (this.steps - this.prover.steps), batches)
  }

  lookInsideAtStart(): void {
    this.prover?.lookInsideAtStart()
  }

  left(): Generator<OpenStretch> {
    this.prover ??= this.newProver()
    return this.prover.left()
  }

  next(): OpenStretch | undefined {
    this.prover ??= this.newProver()
    return this.prover.next()
  }

  proofs(): ReturnType<SegmentProver['proofs']> {
    return this.recorded().proofs()
  }

  groupProof(): Uint8Array | undefined {
    return this.recorded().groupProof()
  }

  private decide(maxSteps: number, batches: number): void {
    const { model, piece, options, own } = this
    if (!this.isBegun) {
      this.most = Math.min(MOST_TESTS, SHARE * (this.granted >= 0 ? this.granted : maxSteps))
      if (this.most < LEAST_TESTS) {
        this.prover = this.newProver()
        return
      }
    }
    const decider = edgeDecider(motionSystem(model, this.isRigid))
    if (decider.owner === this) decider.advance(batches)
    else {
      const { delta = 0, clearance = 0, solids = true } = options
      decider.begin(this, sharedMotion, piece, { delta, clearance, solids }, this.never, this.most)
      // If another segment was begun meanwhile, what this one had is lost: not a second time.
      decider.advance(this.isBegun ? Infinity : batches)
      this.isBegun = true
    }
    own.volumeTests = decider.volumeTests
    own.leafTests = decider.leafTests
    own.distanceTests = decider.distanceTests
    own.configurations = decider.configurations
    own.intervals = decider.intervals
    this.isDecidedFree = decider.decision === 'free'
    this.found = decider.hit
    if (decider.decision === 'undecided') this.prover = this.newProver()
  }

  private newProver(): SegmentProver {
    return new SegmentProver(this.model, this.piece, this.options, sharedMotion)
  }

  /** A prover that has the proof. What it takes to record it is not counted. */
  private recorded(): SegmentProver {
    if (!this.isDecidedFree && this.prover !== undefined) return this.prover
    // Delta only ends work near contacts: two that were decided to stay apart may be closer than that.
    this.recorder ??= new SegmentProver(this.model, this.piece, { ...this.options, delta: 0 }, sharedMotion)
    this.recorder.finish()
    if (!this.recorder.isFree) throw new BrokenInvariantError('a segment that was decided to be free is not proved so')
    return this.recorder
  }
}

/** Is there no pair to check? */
function isEmpty(system: MotionSystem, never: boolean): boolean {
  return system.checked.length === 0 && (never || system.never.length === 0)
}
