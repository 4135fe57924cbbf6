// The page's script: a world asked through batchWorld, where there is WebGPU and where there is none.
import { type BatchStats, batchWorld } from '../../src/entries/gpu.js'
import { barWorld } from '../gpu/fake-device.js'

export interface GpuWork {
  readonly answers: readonly number[]
  readonly stats: BatchStats
}

/** `force: 'gpu'`, since a software adapter is not asked otherwise. */
export async function workGpu(): Promise<GpuWork> {
  const batch = await batchWorld(barWorld(), { force: 'gpu' })
  const answers = Array.from(await batch.collides(gpuAngles()))
  await batch.close()
  return { answers, stats: batch.stats }
}

/** Half of them around where the bar touches the post. */
export function gpuAngles(): Float64Array {
  return Float64Array.from({ length: 300 }, (_, k) => (k < 150 ? k / 25 - 3 : 0.25 + (k - 150) / 1000))
}

Object.assign(globalThis, { workGpu })
