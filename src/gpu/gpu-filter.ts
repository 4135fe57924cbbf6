// The kernels of a world on a device: pipelines, buffers for two chunks in flight, and what comes back of a chunk: a number for each
// configuration, whose bits are those of kernels/params.ts.
import type { BallTables } from './ball-tables.js'
import { ChunkSlot, DeviceFailure, guarded, handled, largestBytes, type SlotSize } from './chunk-slot.js'
import type { FixedChain } from './fixed-chain.js'
import { BROAD_KERNEL, FINE_KERNEL } from './kernels/balls-kernel.js'
import { HULL_KERNEL } from './kernels/hull-kernel.js'
import type { ChainFault } from './kernels/layout.js'
import { COUNTS, isDone, PARAMS, WORKGROUP } from './kernels/params.js'
import { placeKernel } from './kernels/place-kernel.js'
import { EPSILON_SINGLE } from './limits.js'
import { encodeSteps, type Pipelines, pipelinesFor, sortSteps } from './pipelines.js'
import { COPY_DST, type GpuBuffer, type GpuDevice, MAP_MODE_READ, MAP_MODE_WRITE, MAP_READ, STORAGE } from './webgpu.js'

/** Configurations of a chunk at most, and at least where memory is short. */
export const MOST_CHUNK = 2 ** 18
export const LEAST_CHUNK = 2 ** 10

/** Candidates that there is room for at first and at most, a configuration: where there are more, it grows. */
const CANDIDATES = 8
const MOST_CANDIDATES = 256

/** Workgroups that go through candidates. */
const CANDIDATE_GROUPS = 4096

/** The tables of one question, on the device. */
export interface DeviceTables {
  readonly of: BallTables
  readonly ints: GpuBuffer
  readonly floats: GpuBuffer
}

/** What a question is besides its tables: a distance, larger and smaller by the margin. */
export interface AskedDistance {
  readonly outer: number
  readonly inner: number
}

/** [gpu-square] 16 u of a distance. */
export function askedDistance(d: number): AskedDistance {
  const far = 16 * EPSILON_SINGLE
  return { outer: d * (1 + far), inner: d * (1 - far) }
}

export class GpuFilter {
  private readonly slots: (ChunkSlot | undefined)[] = [undefined, undefined]
  /** What is ended with the filter, besides slots. */
  private readonly uploaded: GpuBuffer[] = []
  private candidates = CANDIDATES
  private isClosed = false

  private constructor(
    private readonly device: GpuDevice,
    readonly chain: FixedChain,
    private readonly pipelines: Pipelines,
    private readonly chainBuffer: GpuBuffer,
    private wanted: number,
  ) {
    this.uploaded.push(chainBuffer)
  }

  /** `chunk`: configurations at a time, fewer where the device has less room. */
  static async make(device: GpuDevice, chain: FixedChain, chunk: number, fault: ChainFault = {}): Promise<GpuFilter> {
    const codes = { place: placeKernel(fault), broad: BROAD_KERNEL, fine: FINE_KERNEL, hull: HULL_KERNEL }
    const pipelines = await pipelinesFor(device, codes)
    const [table] = await uploadAll(device, chain.table)
    return new GpuFilter(device, chain, pipelines, table!, chunk)
  }

  async tables(of: BallTables): Promise<DeviceTables> {
    const made = await uploadAll(this.device, of.ints, of.floats)
    this.uploaded.push(...made)
    return { of, ints: made[0]!, floats: made[1]! }
  }

  /** Configurations of a chunk: as many as were asked for, if the device allows such buffers and dispatches, and 32 bits such counts. */
  chunkFor({ of }: DeviceTables): number {
    const { maxStorageBufferBindingSize, maxBufferSize, maxComputeWorkgroupsPerDimension } = this.device.limits
    const { candidates } = this
    const { dof, bodies } = this.chain
    const bytes = largestBytes({ dof, bodies, movers: of.movers, candidates })
    const room = Math.min(maxStorageBufferBindingSize, maxBufferSize) / bytes
    const groups = Math.min(Math.min(room, (2 ** 32 - 1) / of.pairs) / WORKGROUP, maxComputeWorkgroupsPerDimension)
    const fits = WORKGROUP * Math.floor(groups)
    return Math.max(WORKGROUP, Math.min(this.wanted, fits))
  }

  /** From now on chunks are half as large as one that there was no room for; false where that would be too small. */
  halve(chunk: number): boolean {
    if (chunk <= LEAST_CHUNK) return false
    this.wanted = Math.min(this.wanted, Math.ceil(chunk / 2))
    return true
  }

  /** Buffers of slot 0 or 1. */
  async slot(which: number, configurations: number, { of }: DeviceTables): Promise<ChunkSlot> {
    const { chain, candidates } = this
    const { dof, bodies } = chain
    const size: SlotSize = { configurations, dof, bodies, movers: of.movers, pairs: of.pairs, candidates }
    const known = this.slots[which]
    if (known?.hasRoomFor(size) === true) return known
    known?.destroy()
    this.slots[which] = undefined
    const made = await ChunkSlot.make(this.device, size)
    if (this.isClosed) {
      made.destroy()
      throw new DeviceFailure('close() was called')
    }
    this.slots[which] = made
    return made
  }

  /** Runs the kernels on configurations, one after the other: what is known of each goes to the slot's bits. */
  async run(slot: ChunkSlot, configurations: Float64Array, tables: DeviceTables, asked: AskedDistance): Promise<void> {
    const { stride, capacity } = slot
    const { params, sent, back } = slot.buffers
    const bytes = configurations.byteLength
    const count = configurations.length / this.chain.dof
    writeParams(this.device, params, this.chain, tables.of, { count, stride, capacity }, asked)
    // A copy of our own into what the device reads from: writeBuffer would copy once more.
    await sent.mapAsync(MAP_MODE_WRITE, 0, bytes)
    new Float64Array(sent.getMappedRange(0, bytes)).set(configurations)
    sent.unmap()
    const commands = this.encode(slot, count, tables, true)
    const submitted = handled(guarded(this.device, 'validation', () => this.device.queue.submit([commands])))
    await back.mapAsync(MAP_MODE_READ)
    await submitted
    const mapped = new Uint32Array(back.getMappedRange())
    slot.bits.set(mapped.subarray(0, count))
    const counts = mapped.slice(stride, stride + COUNTS)
    back.unmap()
    if (!isDone(counts, capacity)) throw new DeviceFailure('the device has not done all of its work')
    const all = counts[0]!
    // What there was no room for is open.
    if (all > capacity) this.candidates = Math.min(MOST_CANDIDATES, Math.ceil((1.25 * all) / count) + 1)
  }

  /** For benches: runs the kernels again on what is in the slot, and waits for all; nothing is sent or read. */
  async repeat(slot: ChunkSlot, count: number, tables: DeviceTables, times: number): Promise<void> {
    const { queue } = this.device
    for (let k = 0; k < times; k++) queue.submit([this.encode(slot, count, tables, false)])
    await queue.onSubmittedWorkDone()
  }

  /** Were there more candidates than a slot has room for, and may it have more? */
  isTooSmall(slot: ChunkSlot): boolean {
    return slot.capacity < this.candidates * slot.stride
  }

  /** For tests: what a kernel has written for the configurations of the last run of a slot. */
  async readBack(slot: ChunkSlot, name: 'poses' | 'bounds' | 'counts'): Promise<ArrayBuffer> {
    const buffer = slot.buffers[name]
    const back = this.device.createBuffer({ size: buffer.size, usage: MAP_READ | COPY_DST })
    const encoder = this.device.createCommandEncoder()
    encoder.copyBufferToBuffer(buffer, 0, back, 0, buffer.size)
    this.device.queue.submit([encoder.finish()])
    await back.mapAsync(MAP_MODE_READ)
    const out = back.getMappedRange().slice(0)
    back.destroy()
    return out
  }

  close(): void {
    this.isClosed = true
    for (const slot of this.slots) slot?.destroy()
    this.slots.fill(undefined)
    for (const buffer of this.uploaded.splice(0)) buffer.destroy()
  }

  /** `isNew`: is there something in `sent`? */
  private encode(slot: ChunkSlot, count: number, { ints, floats }: DeviceTables, isNew: boolean): object {
    const { device, pipelines } = this
    const { buffers, stride } = slot
    const { params, sent, values, poses, bounds, found, candidates, survivors, counts, back } = buffers
    const encoder = device.createCommandEncoder()
    if (isNew) encoder.copyBufferToBuffer(sent, 0, values, 0, 8 * this.chain.dof * count)
    encoder.clearBuffer(found)
    encoder.clearBuffer(counts)
    const groups = Math.ceil(count / WORKGROUP)
    const few = Math.min(CANDIDATE_GROUPS, this.candidates * groups)
    encodeSteps(device, encoder, pipelines, [
      { kernel: 'place', bound: [params, this.chainBuffer, values, poses, ints, floats, bounds, found], groups },
      { kernel: 'broad', bound: [params, ints, floats, bounds, found, candidates, counts], groups },
      { kernel: 'fine', bound: [params, ints, floats, poses, found, candidates, counts, survivors], groups: few },
      ...sortSteps(params, survivors, counts, candidates, few),
      { kernel: 'hull', bound: [params, ints, floats, poses, found, candidates, counts], groups: few },
    ])
    encoder.copyBufferToBuffer(found, 0, back, 0, 4 * count)
    encoder.copyBufferToBuffer(counts, 0, back, 4 * stride, 4 * COUNTS)
    return encoder.finish()
  }
}

/** The record Params (kernels/params.ts). `capacity`: of candidates. */
export function writeParams(
  device: GpuDevice,
  params: GpuBuffer,
  chain: FixedChain,
  of: BallTables,
  room: { readonly count: number; readonly stride: number; readonly capacity: number },
  asked: AskedDistance,
): void {
  const words = new Uint32Array(PARAMS)
  const { count, stride, capacity } = room
  words.set([count, stride, chain.bodies, of.movers, of.obstaclesAt, of.pairsAt, of.pairs, capacity])
  new Float32Array(words.buffer).set([chain.unit, asked.outer, asked.inner], 8)
  words.set([of.moversAt, chain.dof], 11)
  device.queue.writeBuffer(params, 0, words)
}

/** Throws DeviceFailure where there is no room for all, and leaves none. */
export async function uploadAll(
  device: GpuDevice,
  ...all: readonly (Int32Array | Float32Array)[]
): Promise<readonly GpuBuffer[]> {
  const made: GpuBuffer[] = []
  try {
    await guarded(device, 'out-of-memory', () => {
      for (const data of all) made.push(upload(device, data))
    })
    return made
  } catch (error) {
    for (const buffer of made) buffer.destroy()
    throw error
  }
}

export function upload(device: GpuDevice, data: Int32Array | Float32Array): GpuBuffer {
  const buffer = device.createBuffer({ size: Math.max(16, data.byteLength), usage: STORAGE | COPY_DST })
  device.queue.writeBuffer(buffer, 0, data)
  return buffer
}
