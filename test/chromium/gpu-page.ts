// The page's script: a world asked through batchWorld, where there is WebGPU and where there is none.
import { type BatchStats, batchWorld, type Gpu, type MotionBatchStats } from '../../src/entries/gpu.js'
import { barWorld } from '../gpu/fake-device.js'

export interface GpuWork {
  readonly answers: readonly number[]
  readonly stats: BatchStats
  /** Of gpuSegments, and what settled them. */
  readonly motions: readonly number[]
  readonly motionStats: MotionBatchStats
  /** The first again, on a device that is lost meanwhile, and what was said; empty where there is no adapter. */
  readonly lost: readonly number[]
  readonly whyLost: string
}

/** `force: 'gpu'`, since a software adapter is not asked otherwise. */
export async function workGpu(): Promise<GpuWork> {
  const batch = await batchWorld(barWorld(), { force: 'gpu' })
  const answers = Array.from(await batch.collides(gpuAngles()))
  const motions = Array.from(await batch.motionsFree(gpuSegments()))
  await batch.close()
  return { answers, stats: batch.stats, motions, motionStats: batch.motionStats, ...(await onLostDevice()) }
}

async function onLostDevice(): Promise<{ lost: number[]; whyLost: string }> {
  const adapter = await (globalThis as { readonly navigator?: { readonly gpu?: Gpu } }).navigator?.gpu?.requestAdapter()
  if (adapter === undefined || adapter === null) return { lost: [], whyLost: '' }
  const device = await adapter.requestDevice()
  const batch = await batchWorld(barWorld(), { force: 'gpu', device })
  await batch.collides(gpuAngles())
  const asked = batch.collides(gpuAngles())
  device.destroy()
  const lost = Array.from(await asked)
  await batch.close()
  return { lost, whyLost: batch.stats.why }
}

/** Half of them around where the bar touches the post. */
export function gpuAngles(): Float64Array {
  return Float64Array.from({ length: 300 }, (_, k) => (k < 150 ? k / 25 - 3 : 0.25 + (k - 150) / 1000))
}

/** Short ones and long ones, some of which touch the post. */
export function gpuSegments(): Float64Array {
  return Float64Array.from({ length: 200 }, (_, k) => (k % 2 === 0 ? k / 33 - 3 : (k - 1) / 33 - 3 + 0.3 * Math.sin(k)))
}

Object.assign(globalThis, { workGpu })
