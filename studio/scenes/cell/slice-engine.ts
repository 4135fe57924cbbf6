// A slice of joint space, in the worker: two joints on a grid, all others as they are; which configurations collide. Coarse first, then
// finer: up to 512 × 512 on a GPU, up to 48 × 48 without one, row by row, so that drags are answered in between.
import type { BatchWorld, Gpu, GpuDevice } from '../../../src/entries/gpu.js'
import type { World } from '../../../src/entries/robots.js'
import { StoppedError, type Task } from '../../engine/protocol.js'
import type { CellEdits } from '../../workcell/edits.js'
import type { Workcell } from '../../workcell/workcell.js'

/** A joint of the slice: its place in a configuration, and the range that is shown. */
export interface SliceAxis {
  readonly variable: number
  readonly lower: number
  readonly upper: number
}

export interface SliceQuestion {
  readonly edits: CellEdits
  readonly q: readonly number[]
  readonly x: SliceAxis
  readonly y: SliceAxis
}

/** 1 where it collides, row by row from the lower end of y on, each from the lower end of x on. */
export interface SlicePicture {
  readonly size: number
  readonly hits: Uint8Array
  /** The device, or why there is none. */
  readonly ran: 'gpu' | 'cpu'
  readonly words: string
}

const ON_GPU = [64, 512]
const ON_PROCESSOR = [12, 24, 48]

declare const navigator: { readonly gpu?: Gpu } | undefined

export class SliceEngine {
  private world: World | undefined
  private batch: BatchWorld | undefined
  /** One for all worlds: every step of a drag makes another world, and kernels are compiled once a device. */
  private device: GpuDevice | undefined
  /** Has it answered? Then it is asked without more ado: the processor, where it is faster, still draws no finer picture. */
  private isProved = false
  /** Why no GPU is asked, about any world or about this one; empty until that is known. */
  private whyNever = ''
  private why = ''
  private last: Promise<unknown> = Promise.resolve()
  private newest = 0

  /**
   * One after the other. A newer one ends what is under way once that has its coarsest picture, so that a drag sees as many as the device
   * can make; of those that wait only the newest is begun. A stop by the task's signal would end the worker where a device takes long.
   */
  slice(cell: Workcell, question: SliceQuestion, task: Task<SlicePicture>): Promise<SlicePicture> {
    const own = ++this.newest
    let isShown = false
    const demand = (): void => {
      if (own !== this.newest) throw new StoppedError()
    }
    const shared: Task<SlicePicture> = {
      signal: task.signal,
      progress: (picture) => {
        isShown = true
        task.progress(picture)
      },
      breathe: async () => {
        await task.breathe()
        if (isShown) demand()
      },
    }
    const next = this.last.then(() => {
      demand()
      return this.compute(cell, question, shared)
    })
    this.last = next.catch(() => undefined)
    return next
  }

  /** The slice that is under way is hidden. */
  end(): void {
    this.newest++
  }

  private async compute(cell: Workcell, question: SliceQuestion, task: Task<SlicePicture>): Promise<SlicePicture> {
    let picture: SlicePicture | undefined
    for (const size of ON_GPU) {
      await task.breathe()
      picture = await this.onGpu(cell.world(question.edits), question, size)
      if (picture === undefined) break
      task.progress(picture)
    }
    if (picture !== undefined) return picture
    for (const size of ON_PROCESSOR) {
      picture = await this.onProcessor(cell, question, size, task)
      task.progress(picture)
    }
    return picture!
  }

  /** Undefined where there is no GPU, or none that knows this world. */
  private async onGpu(world: World, question: SliceQuestion, size: number): Promise<SlicePicture | undefined> {
    if (this.world !== world) await this.open(world)
    if (this.whyNever !== '' || this.why !== '') return undefined
    const hits = await this.batch!.collides(gridRows(question, size, 0, size))
    const { ran, why, device } = this.batch!.stats
    if (ran === 'gpu') {
      this.isProved = true
      return { size, hits, ran, words: device }
    }
    // A reason that begins with the device's name is about the device, and holds for every world.
    if (why.startsWith(device)) this.whyNever = why
    this.why = why
    return undefined
  }

  private async open(world: World): Promise<void> {
    if (this.whyNever !== '') return
    await this.batch?.close()
    this.world = undefined
    this.why = ''
    try {
      this.device ??= await this.newDevice()
    } catch (error) {
      this.whyNever = (error as Error).message
      return
    }
    const { batchWorld } = await import('../../../src/entries/gpu.js')
    this.batch = await batchWorld(world, { device: this.device, force: this.isProved ? 'gpu' : undefined })
    this.world = world
  }

  private async newDevice(): Promise<GpuDevice> {
    const gpu = typeof navigator === 'undefined' ? undefined : navigator?.gpu
    if (gpu === undefined) throw new Error('this browser offers no WebGPU')
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
    if (adapter === null) throw new Error('this browser finds no GPU')
    const device = await adapter.requestDevice()
    // The next world may have another one.
    void device.lost.then(() => {
      this.device = undefined
      this.isProved = false
    })
    return device
  }

  private async onProcessor(
    cell: Workcell,
    question: SliceQuestion,
    size: number,
    task: Task<SlicePicture>,
  ): Promise<SlicePicture> {
    const hits = new Uint8Array(size * size)
    for (let row = 0; row < size; row++) {
      await task.breathe()
      // Others may have asked about other edits meanwhile.
      hits.set(cell.world(question.edits).collidesMany(gridRows(question, size, row, row + 1)), size * row)
    }
    return { size, hits, ran: 'cpu', words: this.whyNever === '' ? this.why : this.whyNever }
  }
}

/** The value of a joint in the middle of cell i of n. */
export function sliceValue({ lower, upper }: SliceAxis, i: number, n: number): number {
  return lower + ((i + 0.5) / n) * (upper - lower)
}

/** Configurations of rows of the grid. */
function gridRows({ q, x, y }: SliceQuestion, size: number, from: number, to: number): Float64Array {
  const out = new Float64Array(q.length * size * (to - from))
  for (let row = from, o = 0; row < to; row++) {
    for (let i = 0; i < size; i++, o += q.length) {
      out.set(q, o)
      out[o + x.variable] = sliceValue(x, i, size)
      out[o + y.variable] = sliceValue(y, row, size)
    }
  }
  return out
}
