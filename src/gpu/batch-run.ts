// One call on the device: chunks by turns in two slots. What is unknown of a chunk is asked exactly while the next is on the device.
import type { WorldModel } from '../robots/world/world.js'
import { type ChunkSlot, DeviceFailure, deviceFailure, handled } from './chunk-slot.js'
import { type AskedDistance, type DeviceTables, type GpuFilter, LEAST_CHUNK } from './gpu-filter.js'
import { COLLIDING, PLACED, TESTED } from './kernels/params.js'

/** A question that the device can be asked: pairs that count, a distance, and whom else to ask. */
export interface Question {
  /** Do pairs count that never touch? */
  readonly distances: boolean
  readonly asked: AskedDistance
  /** The answer where the device says colliding; where it says free, it is the other. */
  readonly near: 0 | 1
  exact(configurations: Float64Array): Promise<Uint8Array>
}

/** Chunks whose open configurations are being answered at a time: memory is bounded by them. */
const MOST_PENDING = 4

export class BatchRun {
  free = 0
  colliding = 0
  unknown = 0
  private readonly device: Busy
  private readonly exact: Busy
  private readonly pending: Promise<void>[] = []
  private isRead = false

  constructor(
    private readonly filter: GpuFilter,
    private readonly model: WorldModel,
    private readonly tables: DeviceTables,
    private readonly question: Question,
    private readonly configurations: Float64Array,
    private readonly out: Uint8Array,
    clock: () => number,
    /** Throws where the call is to end. */
    private readonly demand: () => void,
  ) {
    this.device = new Busy(clock)
    this.exact = new Busy(clock)
  }

  get gpuMillis(): number {
    return this.device.millis
  }

  get cpuMillis(): number {
    return this.exact.millis
  }

  /**
   * Answers configurations `first` to `end`. Throws DeviceFailure where the device fails; what is in `out` by then is right, the rest is
   * not known.
   */
  async all(first: number, end: number): Promise<void> {
    const { pending } = this
    const inFlight: (Promise<void> | undefined)[] = [undefined, undefined]
    try {
      for (let from = first, k = 0; from < end; k = 1 - k) {
        await inFlight[k]
        while (pending.length > MOST_PENDING) await pending.shift()
        this.demand()
        const to = Math.min(end, from + this.filter.chunkFor(this.tables))
        inFlight[k] = handled(this.one(k, from, to))
        from = to
      }
      await Promise.all(inFlight)
    } finally {
      await Promise.allSettled(inFlight)
      await Promise.all(pending.splice(0))
    }
  }

  /** Answers configurations `first` to `end` without the device. */
  async exactly(first: number, end: number): Promise<void> {
    const { configurations, out, question } = this
    const { dof } = this.model.kinematics.layout
    if (!this.isRead) this.model.reader.readMany('configurations', configurations)
    this.isRead = true
    this.unknown += end - first
    const answers = await this.exact.during(() => question.exact(configurations.subarray(dof * first, dof * end)))
    out.set(answers, first)
  }

  private async one(which: number, from: number, end: number): Promise<void> {
    const { filter, configurations, question, tables } = this
    const count = end - from
    let slot: ChunkSlot
    do {
      try {
        slot = await filter.slot(which, Math.max(count, Math.min(LEAST_CHUNK, filter.chunkFor(tables))), tables)
      } catch (error) {
        // No room for this many: half of them, and the other half.
        if (!(error instanceof DeviceFailure) || !filter.halve(count)) throw error
        const middle = from + Math.ceil(count / 2)
        await this.one(which, from, middle)
        return this.one(which, middle, end)
      }
      try {
        const { dof } = filter.chain
        const some = configurations.subarray(dof * from, dof * end)
        await this.device.during(() => filter.run(slot, some, tables, question.asked))
      } catch (error) {
        throw deviceFailure(error)
      }
      // Again where there were more candidates than room, if there is more.
    } while (filter.isTooSmall(slot) && filter.chunkFor(tables) >= count)
    const open = this.settle(slot, from, count)
    if (open.length > 0) this.pending.push(handled(this.ask(open)))
  }

  /** Writes what the device has settled; which are left. */
  private settle({ bits, open }: ChunkSlot, from: number, count: number): Int32Array {
    const { out } = this
    const { near } = this.question
    let [left, colliding] = [0, 0]
    for (let k = 0; k < count; k++) {
      const bit = bits[k]!
      if (bit === (PLACED | TESTED)) out[from + k] = 1 - near
      else if ((bit & (COLLIDING | PLACED)) === (COLLIDING | PLACED)) {
        out[from + k] = near
        colliding++
      } else open[left++] = from + k
    }
    this.colliding += colliding
    this.unknown += left
    this.free += count - left - colliding
    return open.slice(0, left)
  }

  private async ask(open: Int32Array): Promise<void> {
    const { configurations, question, out } = this
    const { dof } = this.model.kinematics.layout
    const some = new Float64Array(dof * open.length)
    let sum = 0
    for (let i = 0, o = 0; i < open.length; i++) {
      for (let j = 0, at = dof * open[i]!; j < dof; j++) {
        const value = configurations[at + j]!
        sum += value - value
        some[o++] = value
      }
    }
    // Numbers that are not finite are all among those that are not placed: the reader says which it is.
    if (sum !== 0) this.model.reader.readMany('configurations', configurations)
    const answers = await this.exact.during(() => question.exact(some))
    for (let i = 0; i < open.length; i++) out[open[i]!] = answers[i]!
  }
}

/** How long anything was under way, however many things at a time. */
class Busy {
  millis = 0
  private active = 0
  private since = 0

  constructor(private readonly clock: () => number) {}

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.active++ === 0) this.since = this.clock()
    try {
      return await work()
    } finally {
      if (--this.active === 0) this.millis += this.clock() - this.since
    }
  }
}
