// The kernels for parts of segments on a device: pipelines, buffers, and what comes back of a chunk of parts, a number for each:
// COLLIDING in the middle, else OPEN, and STUCK with it where shorter parts are of no use, else nothing more: certainly free throughout.

import { DeviceFailure, guarded, handled, largestBytes } from './chunk-slot.js'
import type { FixedChain } from './fixed-chain.js'
import { type AskedDistance, upload, uploadAll, writeParams } from './gpu-filter.js'
import { type ChainFault, SWEEP_NUMBERS } from './kernels/layout.js'
import { BUCKETS_AT, COUNTS, isDone, PARAMS, WORKGROUP } from './kernels/params.js'
import { placeKernel } from './kernels/place-kernel.js'
import { SWEEP_BROAD_KERNEL, SWEEP_FINE_KERNEL, SWEEP_HULL_KERNEL } from './kernels/sweep-kernel.js'
import { encodeSteps, type Pipelines, pipelinesFor, sortSteps } from './pipelines.js'
import type { SweepTables } from './sweep-tables.js'
import {
  COPY_DST,
  COPY_SRC,
  type GpuBuffer,
  type GpuDevice,
  MAP_MODE_READ,
  MAP_READ,
  STORAGE,
  UNIFORM,
} from './webgpu.js'

/** Parts on the device at a time. */
const MOST_PARTS = 2 ** 17

/** Candidates that there is room for, a part of the chunk. */
const CANDIDATES = 16

/** Workgroups that go through candidates. */
const CANDIDATE_GROUPS = 4096

/** The tables of one question, on the device. */
export interface DeviceSweep {
  readonly tables: SweepTables
  readonly ints: GpuBuffer
  readonly floats: GpuBuffer
}

export class SweepFilter {
  /** Parts that there is room for. */
  stride = 0
  /** Middles, one after the other, and how far joints move from there: by body, `stride` apart. To be filled before `run`. */
  values = new Float64Array(0)
  chords = new Float32Array(0)
  private buffers: Buffers | undefined
  private isClosed = false
  private readonly uploaded: GpuBuffer[] = []
  private movers = 0
  private pairs = 0

  private constructor(
    private readonly device: GpuDevice,
    readonly chain: FixedChain,
    private readonly pipelines: Pipelines,
  ) {}

  static async make(device: GpuDevice, chain: FixedChain, fault: ChainFault = {}): Promise<SweepFilter> {
    const codes = {
      place: placeKernel(fault),
      broad: SWEEP_BROAD_KERNEL,
      fine: SWEEP_FINE_KERNEL,
      hull: SWEEP_HULL_KERNEL,
    }
    return new SweepFilter(device, chain, await pipelinesFor(device, codes))
  }

  /** Makes room for parts: as many, or fewer where a buffer would be larger than the device allows. */
  async reserve(parts: number, { of }: SweepTables): Promise<void> {
    const { device, chain } = this
    const { maxStorageBufferBindingSize, maxBufferSize } = device.limits
    const largest = largestBytes({ dof: chain.dof, bodies: chain.bodies, movers: of.movers, candidates: CANDIDATES })
    const fits = Math.floor(Math.min(maxStorageBufferBindingSize, maxBufferSize) / largest / WORKGROUP)
    const wanted = Math.ceil(Math.min(parts, MOST_PARTS) / WORKGROUP)
    const stride = WORKGROUP * Math.max(1, Math.min(wanted, fits))
    if (stride <= this.stride && of.movers <= this.movers && of.pairs <= this.pairs) return
    this.release()
    const all: GpuBuffer[] = []
    const kept = (buffer: GpuBuffer): GpuBuffer => {
      all.push(buffer)
      return buffer
    }
    const make = (numbers: number, usage: number): GpuBuffer =>
      kept(device.createBuffer({ size: 4 * Math.max(4, numbers), usage }))
    const joints = (chain.bodies - 1) * stride
    const made = guarded(device, 'out-of-memory', () => ({
      params: make(PARAMS, UNIFORM | COPY_DST),
      sweep: make(SWEEP_NUMBERS, UNIFORM | COPY_DST),
      chain: kept(upload(device, chain.table)),
      values: make(2 * chain.dof * stride, STORAGE | COPY_DST),
      chords: make(joints, STORAGE | COPY_DST),
      poses: make(12 * chain.bodies * stride, STORAGE),
      bounds: make(3 * of.movers * stride, STORAGE),
      found: make(stride, STORAGE | COPY_SRC | COPY_DST),
      candidates: make(2 * CANDIDATES * stride, STORAGE),
      survivors: make(2 * CANDIDATES * stride, STORAGE),
      counts: make(BUCKETS_AT + of.pairs, STORAGE | COPY_SRC | COPY_DST),
      back: make(stride + COUNTS, MAP_READ | COPY_DST),
    }))
    try {
      const buffers = await made
      if (this.isClosed) throw new DeviceFailure('close() was called')
      this.buffers = buffers
    } catch (error) {
      for (const buffer of all) buffer.destroy()
      throw error
    }
    this.stride = stride
    this.movers = of.movers
    this.pairs = of.pairs
    this.values = new Float64Array(chain.dof * stride)
    this.chords = new Float32Array(joints)
  }

  async tables(tables: SweepTables): Promise<DeviceSweep> {
    const made = await uploadAll(this.device, tables.ints, tables.of.floats)
    this.uploaded.push(...made)
    return { tables, ints: made[0]!, floats: made[1]! }
  }

  /** Runs the kernels on the `count` parts in `values` and `chords`: the bits of each. */
  async run(count: number, { tables, ints, floats }: DeviceSweep, asked: AskedDistance): Promise<Uint32Array> {
    const { device } = this
    const buffers = this.buffers!
    const { params, sweep, chain, values, chords, poses, bounds, found, candidates, survivors, counts, back } = buffers
    this.write(count, tables, asked)
    const encoder = device.createCommandEncoder()
    encoder.clearBuffer(found)
    encoder.clearBuffer(counts)
    const groups = Math.ceil(count / WORKGROUP)
    const shared = [params, ints, floats, poses, chords, sweep]
    const few = Math.min(CANDIDATE_GROUPS, CANDIDATES * groups)
    encodeSteps(device, encoder, this.pipelines, [
      { kernel: 'place', bound: [params, chain, values, poses, ints, floats, bounds, found], groups },
      { kernel: 'broad', bound: [...shared, bounds, found, candidates, counts], groups },
      { kernel: 'fine', bound: [...shared, found, candidates, counts, survivors], groups: few },
      ...sortSteps(params, survivors, counts, candidates, few),
      { kernel: 'hull', bound: [...shared, found, candidates, counts], groups: few },
    ])
    encoder.copyBufferToBuffer(found, 0, back, 0, 4 * count)
    encoder.copyBufferToBuffer(counts, 0, back, 4 * count, 4 * COUNTS)
    const commands = encoder.finish()
    const submitted = handled(guarded(device, 'validation', () => device.queue.submit([commands])))
    await back.mapAsync(MAP_MODE_READ, 0, 4 * (count + COUNTS))
    await submitted
    const mapped = new Uint32Array(back.getMappedRange(0, 4 * (count + COUNTS))).slice()
    back.unmap()
    if (!isDone(mapped.subarray(count), CANDIDATES * this.stride)) {
      throw new DeviceFailure('the device has not done all of its work')
    }
    return mapped.subarray(0, count)
  }

  close(): void {
    this.isClosed = true
    this.release()
    for (const buffer of this.uploaded.splice(0)) buffer.destroy()
  }

  private release(): void {
    if (this.buffers !== undefined) for (const buffer of Object.values(this.buffers)) buffer.destroy()
    this.buffers = undefined
    this.stride = 0
  }

  private write(count: number, tables: SweepTables, asked: AskedDistance): void {
    const { chain, stride } = this
    const buffers = this.buffers!
    const { queue } = this.device
    const { of, parentsAt, commonsAt, armsAt } = tables
    writeParams(this.device, buffers.params, chain, of, { count, stride, capacity: CANDIDATES * stride }, asked)
    queue.writeBuffer(buffers.sweep, 0, Uint32Array.of(parentsAt, commonsAt, armsAt, 0))
    queue.writeBuffer(buffers.values, 0, this.values, 0, chain.dof * count)
    for (let b = 0; b + 1 < chain.bodies; b++) {
      queue.writeBuffer(buffers.chords, 4 * b * stride, this.chords, b * stride, count)
    }
  }
}

type Buffers = Readonly<
  Record<
    | 'params'
    | 'sweep'
    | 'chain'
    | 'values'
    | 'chords'
    | 'poses'
    | 'bounds'
    | 'found'
    | 'candidates'
    | 'survivors'
    | 'counts'
    | 'back',
    GpuBuffer
  >
>
