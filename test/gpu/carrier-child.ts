// A program of its own: `limber batch --gpu` on a device that tests have, without regard to which is faster (software-adapter.ts starts it).
// Prints a line for each folder with a jobs.jsonl on standard input: the answers, and what was said.
import { readFileSync } from 'node:fs'
import { gpuCarrier } from '../../node/batch/gpu-carrier.js'
import { processes } from '../../node/batch/processes.js'
import { runJobs } from '../../src/entries/batch.js'

export interface CarrierJob {
  readonly folder: string
  readonly jobs: readonly object[]
}

export interface CarrierResult {
  readonly answers: readonly object[]
  readonly said: readonly string[]
}

for (const { folder, jobs } of JSON.parse(readFileSync(0, 'utf8')) as CarrierJob[]) {
  const place = { folder, root: folder }
  const said: string[] = []
  const inner = processes({ workers: 1, ...place, deadline: 60 })
  const say = (text: string): number => said.push(text)
  const carrier = gpuCarrier(inner, { ...place, threads: 2, force: 'gpu', long: 100, say })
  const answers: object[] = []
  for await (const answer of runJobs(jobs, carrier)) answers.push(answer)
  console.log(JSON.stringify({ answers, said } satisfies CarrierResult))
}
