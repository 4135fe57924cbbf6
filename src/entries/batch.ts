// The entry `limber/batch`: jobs as plain data, and what runs them.

export { answerJobs } from '../batch/answer-jobs.js'
export { CALLS, type CallName, type CallParams, callSchemas, readCall } from '../batch/call.js'
export { type BatchJob, JOB_KINDS, type JobKind, type JobOf, jobSchema, readJob } from '../batch/job.js'
export { type FilesByPath, memoryLibrary } from '../batch/memory-library.js'
export {
  type BatchSignal,
  type Carrier,
  type Chunk,
  type ChunkOptions,
  type FinishedChunk,
  type PlacedJob,
  runChunks,
} from '../batch/run-chunks.js'
export {
  type Answer,
  failedAnswer,
  type Library,
  type Named,
  namedBy,
  prepareJob,
  prepareWatched,
} from '../batch/run-job.js'
export { type RunJobsOptions, runJobs, type Shard } from '../batch/run-jobs.js'
export type { Watch } from '../batch/run-slices.js'
export { type ChunkWorker, JobError, WorkerPool, type WorkerStart } from '../batch/worker-pool.js'
export type { JsonSource } from '../formats/text/json-document.js'
