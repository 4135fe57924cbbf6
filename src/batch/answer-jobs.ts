// Inside a worker: answers jobs one after the other, and says so as worker-pool.ts wants to hear it.
import type { BatchJob } from './job.js'
import { failedAnswer, type Library, prepareJob } from './run-job.js'

/**
 * Says `run` when a job's files are loaded and its work begins, and then its answer, as JSON. `inWords` changes the message of an
 * error, such as paths that other machines would have otherwise.
 */
export async function answerJobs(
  jobs: readonly BatchJob[],
  library: Library,
  say: (said: string) => void,
  inWords: (message: string) => string = (message) => message,
): Promise<void> {
  for (const job of jobs) {
    try {
      const run = await prepareJob(job, library)
      say('run')
      say(JSON.stringify(run()))
    } catch (error) {
      const message = inWords(error instanceof Error ? error.message : String(error))
      say(JSON.stringify(failedAnswer(job.id, error, message)))
    }
  }
}
