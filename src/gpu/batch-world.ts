// Many configurations of a world at once: a filter on a GPU says free, colliding or unknown, and what is unknown is asked of World
// itself, so that every answer is World's own, bit for bit. Where there is no GPU, or it would not help, World answers all, and the
// stats say why.
import { checkFields, checkNonNegative } from '../base/math/checks.js'
import { now } from '../base/work/clock.js'
import type { StopSignal } from '../base/work/running.js'
import { InvalidInputError } from '../errors.js'
import { World, type WorldModel } from '../robots/world/world.js'
import type { Configuration } from '../robots/world/world-input.js'
import { ballTables, type MarginFault } from './ball-tables.js'
import { fasterRun, ratesOf } from './batch-rates.js'
import { BatchRun, type Question } from './batch-run.js'
import { type BatchCallOptions, checkSignal, demandGoing } from './call-options.js'
import { DeviceFailure } from './chunk-slot.js'
import { type ExactAnswers, exactAnswers } from './exact-answers.js'
import { inPieces, withThreads } from './exact-pieces.js'
import { type FoundDevice, findDevice } from './find-device.js'
import { askedDistance, type DeviceTables, GpuFilter, MOST_CHUNK } from './gpu-filter.js'
import type { ChainFault } from './kernels/layout.js'
import { CHANGED, MOST_SIZE, TOO_FAR } from './limits.js'
import { MotionBatch, type MotionBatchStats } from './motion-batch.js'
import { type Prepared, prepareFilter, tablesOf } from './prepared.js'
import { readSegments, type SampleSegmentsOptions, type SegmentsInput, sampleSegments } from './segments.js'
import type { SweepFault } from './sweep-tables.js'
import type { Gpu, GpuDevice } from './webgpu.js'

/** How a batch is answered. All may be left out. */
export interface BatchWorldOptions {
  /** Instead of navigator.gpu, or of the package webgpu. */
  readonly gpu?: Gpu | undefined
  /** A device, instead of one of our own. It is not ended by `close`. */
  readonly device?: GpuDevice | undefined
  /** `gpu`: also where the processor alone is likely to be faster. `cpu`: never on a GPU. */
  readonly force?: 'gpu' | 'cpu' | undefined
  /** Configurations on the device at a time, two chunks in flight; 262,144 if left out, fewer where the device has less room. */
  readonly chunk?: number | undefined
  /** Threads that have the same world: see `exactThreads`. Left out: this thread. They are ended by `close`. */
  readonly exact?: ExactAnswers | undefined
}

/** What the last call did. */
export interface BatchStats {
  /** Where it ran, and why not on the other; empty if there is nothing to say. */
  readonly ran: 'gpu' | 'cpu'
  readonly why: string
  /** What the device calls itself; empty where there is none. */
  readonly device: string
  readonly configurations: number
  /** Settled on the device, and left to World. */
  readonly free: number
  readonly colliding: number
  readonly unknown: number
  /** Milliseconds that the device was waited for, and that exact answers took; they overlap. */
  readonly gpuMillis: number
  readonly cpuMillis: number
  /** Of the whole call. */
  readonly millis: number
  /** Threads that give exact answers. */
  readonly threads: number
  /**
   * The largest margin of a geometry that moves, in the world's unit of length: the device settles a pair where it is farther from contact than
   * both its margins together.
   */
  readonly margin: number
}

/** @internal Errors on purpose, and a clock in milliseconds by which rates are measured. */
export type BatchFault = ChainFault & MarginFault & SweepFault & { readonly clock?: () => number }

/** Below this many, a device answers later than a processor. */
const FEW = 4096

/** A world that is asked about many configurations at once; `close` it. */
export async function batchWorld(world: World, options: BatchWorldOptions = {}): Promise<BatchWorld> {
  return openBatchWorld(world, options)
}

/** @internal The same with errors on purpose, which tests must see. */
export async function openBatchWorld(
  world: World,
  options: BatchWorldOptions,
  fault: BatchFault = {},
): Promise<BatchWorld> {
  if (!(world instanceof World)) throw new InvalidInputError('world', world, 'a World')
  checkFields('options', options, ['gpu', 'device', 'force', 'chunk', 'exact'])
  const { force, chunk = MOST_CHUNK } = options
  if (force !== undefined && force !== 'gpu' && force !== 'cpu') {
    throw new InvalidInputError('options.force', force, "'gpu' or 'cpu'")
  }
  if (!Number.isInteger(chunk) || chunk < 1)
    throw new InvalidInputError('options.chunk', chunk, 'a whole number from 1 on')
  const { exact = exactAnswers(world), device: given } = options
  if (typeof exact?.collides !== 'function') throw new InvalidInputError('options.exact', exact, 'exactThreads(…)')
  if ((exact.world ?? world) !== world) {
    throw new InvalidInputError('options.exact', exact, 'about the same world')
  }
  if (given !== undefined && (typeof given?.createBuffer !== 'function' || typeof given.lost?.then !== 'function'))
    throw new InvalidInputError('options.device', given, 'a GPUDevice')
  const device = force === 'cpu' ? "force is 'cpu'" : await findDevice(options)
  return new BatchWorld(world, device, force === 'gpu', chunk, exact, fault)
}

interface AskedQuestion extends Question {
  /** As `exact`, in one piece: by the world here, nothing comes between. */
  whole(configurations: Float64Array): Promise<Uint8Array>
  /** The answer about a world in which nothing moves, which is the same of every configuration. */
  alone(): boolean
}

interface PreparedBatch extends Prepared<GpuFilter, DeviceTables> {
  /** Of the nearest two that do not move against each other, which distances count and kernels do not know. */
  readonly stillDistance: number
}

/** Many configurations at once. Made by `batchWorld`. */
export class BatchWorld {
  private prepared: PreparedBatch | undefined
  private last: BatchStats
  private isLost = false
  private isClosed = false
  private isBusy = false
  private signal: StopSignal | undefined
  private readonly exact: ExactAnswers
  private readonly motions: MotionBatch

  /** @internal */
  constructor(
    private readonly world: World,
    private readonly found: FoundDevice | string,
    private readonly isForced: boolean,
    private readonly chunk: number,
    private readonly whole: ExactAnswers,
    private readonly fault: BatchFault,
  ) {
    const demand = (): void => demandGoing(this.signal)
    const exact = inPieces(whole, () => world.dof, demand)
    this.exact = exact
    this.last = this.statsOf('cpu', typeof found === 'string' ? found : 'nothing has been asked', 0)
    this.motions = new MotionBatch({ world, found, isForced, exact, whole, demand, fault })
    if (typeof found !== 'string') {
      void found.device.lost.then(() => {
        this.isLost = true
      })
    }
  }

  /** What the last call did. */
  get stats(): BatchStats {
    return this.last
  }

  /** Of many configurations: 1 where any two things touch, 0 where none do, each exactly as `World.collides` says. */
  async collides(
    configurations: Float64Array | readonly Configuration[],
    options: BatchCallOptions = {},
  ): Promise<Uint8Array> {
    return this.answer(configurations, options, {
      distances: false,
      asked: askedDistance(0),
      near: 1,
      exact: (some) => this.exact.collides(some),
      whole: (some) => this.whole.collides(some),
      alone: () => this.world.collides([]),
    })
  }

  /** Of many configurations: 1 where `World.distance` is above d, 0 where it is not. */
  async distanceAbove(
    configurations: Float64Array | readonly Configuration[],
    d: number,
    options: BatchCallOptions = {},
  ): Promise<Uint8Array> {
    checkNonNegative('d', d)
    return this.answer(configurations, options, {
      distances: true,
      asked: askedDistance(d),
      near: 0,
      exact: (some) => this.exact.distanceAbove(some, d),
      whole: (some) => this.whole.distanceAbove(some, d),
      alone: () => this.world.distance([]).distance > d,
    })
  }

  /** @internal For benches: milliseconds of the kernels alone for each of the first chunk of configurations, `times` over. */
  async kernelMillis(configurations: Float64Array, times: number): Promise<number> {
    const made = await this.prepare()
    const tables = made.filter === undefined ? made.why : await this.tablesFor(made, false)
    if (typeof tables === 'string') return Number.NaN
    const { filter } = made
    const { dof } = this.world
    const count = Math.min(configurations.length / dof, filter!.chunkFor(tables))
    const slot = await filter!.slot(0, count, tables)
    await filter!.run(slot, configurations.subarray(0, dof * count), tables, askedDistance(0))
    await filter!.repeat(slot, count, tables, times)
    const start = now()
    await filter!.repeat(slot, count, tables, times)
    return (now() - start) / times / count
  }

  /** What the last call of `motionsFree` did. */
  get motionStats(): MotionBatchStats {
    return this.motions.stats
  }

  /**
   * Of many straight segments: 1 where nothing touches at any instant, or with a clearance comes within it, as `checkMotion` proves; 0 where
   * that is not so, or is not decided (`motionStats` counts these).
   */
  async motionsFree(
    segments: SegmentsInput,
    options: BatchCallOptions & { readonly clearance?: number | undefined } = {},
  ): Promise<Uint8Array> {
    checkFields('options', options, ['clearance', 'signal'])
    const clearance = checkNonNegative('options.clearance', options.clearance ?? 0)
    this.demandIdle()
    const { numbers, count } = readSegments(this.world, segments)
    return this.during(options.signal, () => this.motions.free(numbers, count, clearance, this.isLost))
  }

  /**
   * Of many straight segments: how far along it the first sample is that collides, 0 to 1; Infinity where none of the samples does.
   * Between samples anything may happen: `motionsFree` proves.
   */
  async sampleMotions(segments: SegmentsInput, options: SampleSegmentsOptions): Promise<Float64Array> {
    this.demandIdle()
    return sampleSegments(this.world, segments, options, (configurations, signal) =>
      this.collides(configurations, { signal }),
    )
  }

  /** Ends the device, where it was made here, and the threads. */
  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    this.release()
    if (typeof this.found !== 'string' && this.found.isOwn) this.found.device.destroy()
    await this.exact.close()
  }

  private async during<T>(signal: StopSignal | undefined, work: () => Promise<T>): Promise<T> {
    checkSignal(signal)
    this.isBusy = true
    this.signal = signal
    try {
      demandGoing(signal)
      return await work()
    } finally {
      this.isBusy = false
      this.signal = undefined
      // What was made after close() was called.
      if (this.isClosed) this.release()
    }
  }

  private async answer(
    given: Float64Array | readonly Configuration[],
    options: BatchCallOptions,
    question: AskedQuestion,
  ): Promise<Uint8Array> {
    checkFields('options', options, ['signal'])
    this.demandIdle()
    const start = now()
    const { reader } = this.world.model()
    const { dof } = this.world
    // Numbers in a row are read as they become integers (BatchRun); what the processor is asked is read before.
    const isPlain = given instanceof Float64Array && dof > 0 && given.length % dof === 0
    const all = isPlain ? given : reader.readMany('configurations', given)
    const count = Array.isArray(given) ? given.length : dof === 0 ? 0 : all.length / dof
    return this.during(options.signal, async () => {
      const why = question.asked.outer < MOST_SIZE ? this.reasonAgainst(count) : TOO_FAR
      if (why !== '') return this.onProcessor(all, count, question, why, start)
      const made = await this.prepare()
      const tables = made.filter === undefined ? made.why : await this.tablesFor(made, question.distances)
      if (typeof tables === 'string') return this.onProcessor(all, count, question, tables, start)
      if (question.distances && made.stillDistance <= 1.001 * question.asked.outer) {
        return this.onProcessor(all, count, question, 'things that do not move are within that distance', start)
      }
      return this.onDevice(made, tables, all, count, question, start)
    })
  }

  private release(): void {
    this.prepared?.filter?.close()
    this.motions.close()
  }

  private demandIdle(): void {
    if (this.isClosed) throw new InvalidInputError('batch', 'closed', 'open: close() was called')
    if (this.isBusy) throw new InvalidInputError('batch', 'busy', 'free: one call at a time')
  }

  /** Why the device is not asked; empty where it is. */
  private reasonAgainst(count: number): string {
    const { found } = this
    if (typeof found === 'string') return found
    if (this.isLost) return 'the device was lost'
    if (count === 0) return 'there are no configurations'
    if (this.isForced) return ''
    if (found.isSoftware) return `${found.name} is a processor in the place of a GPU`
    return count < FEW ? `fewer than ${FEW} configurations` : ''
  }

  private async prepare(): Promise<PreparedBatch> {
    if (this.prepared?.model.isCurrent() === true) return this.prepared
    this.prepared?.filter?.close()
    this.prepared = undefined
    const model = this.world.model()
    const { device } = this.found as FoundDevice
    const made = await prepareFilter<GpuFilter, DeviceTables>(model, (chain) =>
      GpuFilter.make(device, chain, this.chunk, this.fault),
    )
    this.prepared = { ...made, stillDistance: made.filter === undefined ? 0 : stillDistance(model) }
    return this.prepared
  }

  private tablesFor(made: PreparedBatch, distances: boolean): Promise<DeviceTables | string> {
    const { model, filter } = made
    return tablesOf(made, distances, async () => {
      const balls = ballTables(model.index, filter!.chain, distances, this.fault)
      return typeof balls === 'string' ? balls : filter!.tables(balls)
    })
  }

  private async onProcessor(
    all: Float64Array,
    count: number,
    question: AskedQuestion,
    why: string,
    start: number,
  ): Promise<Uint8Array> {
    const { dof } = this.world
    if (all.length !== dof * count) {
      const given = `${all.length} numbers`
      throw new InvalidInputError('configurations', given, 'left as they are while the call is under way')
    }
    let model = this.world.model()
    model.reader.readMany('configurations', all)
    let out: Uint8Array = new Uint8Array(count)
    if (dof === 0) out.fill(count > 0 && question.alone() ? 1 : 0)
    else if (count > 0) out = await question.exact(all)
    let said = why
    while (dof > 0 && !model.isCurrent()) {
      said = CHANGED
      model = this.world.model()
      out = await question.whole(all)
    }
    const millis = now() - start
    this.last = { ...this.statsOf('cpu', said, count), unknown: count, cpuMillis: millis, millis }
    return out
  }

  private async onDevice(
    { filter, model, rates }: PreparedBatch,
    tables: DeviceTables,
    all: Float64Array,
    count: number,
    question: AskedQuestion,
    start: number,
  ): Promise<Uint8Array> {
    const out = new Uint8Array(count)
    const { clock = now } = this.fault
    const known = ratesOf(rates, question.distances, 'configurations')
    let why = ''
    const run = new BatchRun(filter!, model, tables, question, all, out, clock, () => demandGoing(this.signal))
    try {
      if (this.isForced) await run.all(0, count)
      else {
        const { threads } = this.exact
        why = await fasterRun(run, known, count, { chunk: filter!.chunkFor(tables), threads, clock })
      }
    } catch (error) {
      if (!(error instanceof DeviceFailure)) throw error
      return this.onProcessor(all, count, question, error.message, start)
    }
    if (!model.isCurrent()) return this.onProcessor(all, count, question, CHANGED, start)
    this.last = {
      ...this.statsOf(why === '' ? 'gpu' : 'cpu', why, count),
      free: run.free,
      colliding: run.colliding,
      unknown: run.unknown,
      gpuMillis: run.gpuMillis,
      cpuMillis: run.cpuMillis,
      millis: now() - start,
      margin: tables.of.margin,
    }
    return out
  }

  private statsOf(ran: 'gpu' | 'cpu', why: string, configurations: number): BatchStats {
    return {
      ran,
      why: withThreads(why, this.whole),
      device: typeof this.found === 'string' ? '' : this.found.name,
      configurations,
      free: 0,
      colliding: 0,
      unknown: 0,
      gpuMillis: 0,
      cpuMillis: 0,
      millis: 0,
      threads: this.exact.threads,
      margin: 0,
    }
  }
}

/** Infinity where there are no two. */
function stillDistance({ index, search }: WorldModel): number {
  const { still } = index
  let least = Infinity
  for (let i = 0; i < still.length; i += 2) {
    least = Math.min(least, search.measure(index, still[i]!, still[i + 1]!, Infinity)?.distance ?? Infinity)
  }
  return least
}
