// Many straight segments at once: which are free at every instant? A device proves most that are, by the planner's sweep of whole
// segments (sweep-tables.ts has the bound), and of those that are not it sees many collide in the middle. A segment that it can do
// neither for is cut into parts, and these again, as long as that may help; all parts must be free. What is left is proved, or shown to
// collide, by checkMotion.
import { now } from '../base/work/clock.js'
import type { World } from '../robots/world/world.js'
import { ballTables, type MarginFault } from './ball-tables.js'
import { fasterRun, ratesOf } from './batch-rates.js'
import { DeviceFailure } from './chunk-slot.js'
import type { ExactAnswers } from './exact-answers.js'
import { withThreads } from './exact-pieces.js'
import type { FoundDevice } from './find-device.js'
import type { ChainFault } from './kernels/layout.js'
import { CHANGED, MOST_SIZE, TOO_FAR } from './limits.js'
import { MotionRun, NO_COUNTS, settleUndecided, stillMotions } from './motion-run.js'
import { type Prepared, prepareFilter, tablesOf } from './prepared.js'
import { type DeviceSweep, SweepFilter } from './sweep-filter.js'
import { type SweepFault, sweepTables } from './sweep-tables.js'

/** What the last call of `motionsFree` did. */
export interface MotionBatchStats {
  /** Where it ran, and why not on the other; empty if there is nothing to say. */
  readonly ran: 'gpu' | 'cpu'
  readonly why: string
  readonly device: string
  readonly segments: number
  /** Parts of segments that the device has tested. */
  readonly parts: number
  /** Proved free on the device; colliding there; and left to checkMotion. */
  readonly free: number
  readonly colliding: number
  readonly unknown: number
  /** Neither proved free nor shown to collide, by checkMotion: they count as not free. */
  readonly undecided: number
  /** Milliseconds that the device was waited for, that exact answers took, and of the whole call. */
  readonly gpuMillis: number
  readonly cpuMillis: number
  readonly millis: number
  /** Threads that give exact answers. */
  readonly threads: number
}

/** Below this many segments a device answers later than a processor. */
const FEW = 256

/** Segments that warm the device up where rates are measured; twice as many time it. */
const TIMED = 1024

export interface MotionBatchSetUp {
  readonly world: World
  readonly found: FoundDevice | string
  readonly isForced: boolean
  readonly exact: ExactAnswers
  /** The same, in one piece: by the world here, nothing comes between. */
  readonly whole: ExactAnswers
  /** Throws where the call is to end. */
  readonly demand: () => void
  readonly fault: ChainFault & MarginFault & SweepFault & { readonly clock?: () => number }
}

/** The segments of one world. */
export class MotionBatch {
  stats: MotionBatchStats
  private prepared: Prepared<SweepFilter, DeviceSweep> | undefined

  constructor(private readonly setUp: MotionBatchSetUp) {
    this.stats = this.statsOf('cpu', 'nothing has been asked', 0)
  }

  /** Of `count` checked segments, `dof` numbers of the start and `dof` of the end each. `isLost`: is the device gone? */
  async free(segments: Float64Array, count: number, clearance: number, isLost: boolean): Promise<Uint8Array> {
    const { world, exact, whole, isForced, fault } = this.setUp
    const start = now()
    let slower = ''
    let why = isLost ? 'the device was lost' : this.reasonAgainst(count, clearance)
    if (why === '') {
      const made = await this.prepare()
      const tables = made.filter === undefined ? made.why : await this.tablesFor(made, clearance > 0)
      if (typeof tables === 'string') why = tables
      else {
        const run = new MotionRun(world, made.model, made.filter!, tables, segments, clearance, this.setUp)
        const how = { chunk: TIMED, threads: exact.threads, clock: fault.clock ?? now }
        try {
          if (isForced) await run.all(0, count)
          else slower = await fasterRun(run, ratesOf(made.rates, clearance > 0, 'segments'), count, how)
          if (made.model.isCurrent()) {
            const ran = slower === '' ? 'gpu' : 'cpu'
            this.stats = { ...this.statsOf(ran, slower, count), ...run.counts, millis: now() - start }
            return run.out
          }
          why = CHANGED
        } catch (error) {
          if (!(error instanceof DeviceFailure)) throw error
          why = error.message
        }
      }
    }
    let model = world.model()
    let answers = world.dof === 0 ? stillMotions(world, count, clearance) : await exact.motions(segments, clearance)
    while (world.dof > 0 && !model.isCurrent()) {
      why = CHANGED
      model = world.model()
      answers = await whole.motions(segments, clearance)
    }
    const undecided = settleUndecided(answers)
    const millis = now() - start
    this.stats = { ...this.statsOf('cpu', why, count), unknown: count, undecided, cpuMillis: millis, millis }
    return answers
  }

  close(): void {
    this.prepared?.filter?.close()
  }

  private reasonAgainst(count: number, clearance: number): string {
    const { found, isForced } = this.setUp
    if (typeof found === 'string') return found
    if (!(clearance < MOST_SIZE)) return TOO_FAR
    if (count === 0) return 'there are no segments'
    if (isForced) return ''
    if (found.isSoftware) return `${found.name} is a processor in the place of a GPU`
    return count < FEW ? `fewer than ${FEW} segments` : ''
  }

  private async prepare(): Promise<Prepared<SweepFilter, DeviceSweep>> {
    if (this.prepared?.model.isCurrent() === true) return this.prepared
    this.close()
    this.prepared = undefined
    const { world, found, fault } = this.setUp
    const { device } = found as FoundDevice
    this.prepared = await prepareFilter(world.model(), (chain) => SweepFilter.make(device, chain, fault))
    return this.prepared
  }

  /** With a clearance pairs count that never touch; those that do not move against each other kernels do not know. */
  private tablesFor(made: Prepared<SweepFilter, DeviceSweep>, clear: boolean): Promise<DeviceSweep | string> {
    const { model, filter } = made
    return tablesOf(made, clear, async () => {
      const { index, kinematics } = model
      if (clear && index.still.length > 0) return 'distances of things that do not move count'
      const { chain } = filter!
      const balls = ballTables(index, chain, clear, this.setUp.fault)
      return typeof balls === 'string' ? balls : filter!.tables(sweepTables(balls, kinematics.layout, chain))
    })
  }

  private statsOf(ran: 'gpu' | 'cpu', why: string, segments: number): MotionBatchStats {
    const { found, exact, whole } = this.setUp
    return {
      ran,
      why: withThreads(why, whole),
      device: typeof found === 'string' ? '' : found.name,
      segments,
      ...NO_COUNTS,
      millis: 0,
      threads: exact.threads,
    }
  }
}
