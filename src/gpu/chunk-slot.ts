// The buffers of one chunk of configurations on a device. Two of them are in use by turns.
import { BUCKETS_AT, COUNTS, PARAMS, WORKGROUP } from './kernels/params.js'
import { COPY_DST, COPY_SRC, type GpuBuffer, type GpuDevice, MAP_READ, MAP_WRITE, STORAGE, UNIFORM } from './webgpu.js'

/** Memory that the device does not have, work that it refuses, or a device that is gone. */
export class DeviceFailure extends Error {}

/** What an implementation throws where a device is gone. */
export function deviceFailure(error: unknown): DeviceFailure {
  if (error instanceof DeviceFailure) return error
  const said = error instanceof Error ? error.message : String(error)
  // Some say nothing.
  return new DeviceFailure(said === '' ? 'the device was lost' : `the device was lost: ${said}`)
}

/** What a slot must have room for. */
export interface SlotSize {
  readonly configurations: number
  readonly dof: number
  readonly bodies: number
  readonly movers: number
  readonly pairs: number
  /** Candidates, a configuration. */
  readonly candidates: number
}

/** Bytes of a configuration in the largest buffer. */
export function largestBytes({ dof, bodies, movers, candidates }: Omit<SlotSize, 'configurations' | 'pairs'>): number {
  return Math.max(8 * dof, 48 * bodies, 12 * movers, 8 * candidates)
}

export class ChunkSlot {
  /** By configuration: its bits, and a list of those that are open. */
  readonly bits: Uint32Array
  readonly open: Int32Array

  private constructor(
    readonly stride: number,
    private readonly size: SlotSize,
    readonly buffers: Readonly<Record<SlotBuffer, GpuBuffer>>,
  ) {
    this.bits = new Uint32Array(stride)
    this.open = new Int32Array(stride)
  }

  /** How many candidates there is room for, and how many survivors. */
  get capacity(): number {
    return this.size.candidates * this.stride
  }

  static async make(device: GpuDevice, size: SlotSize): Promise<ChunkSlot> {
    const stride = WORKGROUP * Math.ceil(size.configurations / WORKGROUP)
    const made: GpuBuffer[] = []
    const make = (label: SlotBuffer, numbers: number, usage: number): GpuBuffer => {
      const buffer = device.createBuffer({ label, size: 4 * Math.max(4, numbers), usage })
      made.push(buffer)
      return buffer
    }
    try {
      const buffers = await guarded(device, 'out-of-memory', () => ({
        params: make('params', PARAMS, UNIFORM | COPY_DST),
        sent: make('sent', 2 * size.dof * stride, MAP_WRITE | COPY_SRC),
        values: make('values', 2 * size.dof * stride, STORAGE | COPY_DST),
        poses: make('poses', 12 * size.bodies * stride, STORAGE | COPY_SRC),
        bounds: make('bounds', 3 * size.movers * stride, STORAGE | COPY_SRC),
        found: make('found', stride, STORAGE | COPY_SRC | COPY_DST),
        candidates: make('candidates', 2 * size.candidates * stride, STORAGE),
        survivors: make('survivors', 2 * size.candidates * stride, STORAGE),
        counts: make('counts', BUCKETS_AT + size.pairs, STORAGE | COPY_SRC | COPY_DST),
        back: make('back', stride + COUNTS, MAP_READ | COPY_DST),
      }))
      return new ChunkSlot(stride, size, buffers)
    } catch (error) {
      for (const buffer of made) buffer.destroy()
      throw error
    }
  }

  hasRoomFor({ configurations, movers, pairs, candidates }: SlotSize): boolean {
    const { size } = this
    return (
      this.stride >= configurations && size.movers >= movers && size.pairs >= pairs && size.candidates >= candidates
    )
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy()
  }
}

type SlotBuffer =
  | 'params'
  | 'sent'
  | 'values'
  | 'poses'
  | 'bounds'
  | 'found'
  | 'candidates'
  | 'survivors'
  | 'counts'
  | 'back'

/** Throws DeviceFailure where the device complains. Nothing else comes between: scopes of errors are a stack. */
export async function guarded<T>(device: GpuDevice, about: 'out-of-memory' | 'validation', work: () => T): Promise<T> {
  try {
    device.pushErrorScope(about)
    let made: T
    try {
      made = work()
    } catch (error) {
      await device.popErrorScope()
      throw error
    }
    const said = await device.popErrorScope()
    if (said !== null) throw new DeviceFailure(said.message)
    return made
  } catch (error) {
    throw deviceFailure(error)
  }
}

/** Is awaited later, which throws what failed. */
export function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
