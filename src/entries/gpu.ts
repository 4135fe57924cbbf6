// The entry `limber/gpu`: many configurations of a world at once, on a GPU where there is one.

export { type BatchStats, type BatchWorld, type BatchWorldOptions, batchWorld } from '../gpu/batch-world.js'
export type { BatchCallOptions } from '../gpu/call-options.js'
export { type ExactAnswers, exactAnswers } from '../gpu/exact-answers.js'
export { type ExactPort, exactThreads, serveExact } from '../gpu/exact-threads.js'
export type { MotionBatchStats } from '../gpu/motion-batch.js'
export type { SampleSegmentsOptions, SegmentsInput } from '../gpu/segments.js'
export type { Gpu, GpuAdapter, GpuDevice } from '../gpu/webgpu.js'
