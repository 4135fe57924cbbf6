// `limber batch jobs.jsonl`: many jobs on all cores, one JSON object a line in and out.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { checkJobs, readJobs } from '../node/batch/job-file.js'
import { Journal } from '../node/batch/journal.js'
import { processes } from '../node/batch/processes.js'
import { queueCarrier } from '../node/batch/queue-carrier.js'
import { DEADLINE, demandHere, withGpu } from '../node/batch/run-batch.js'
import { version } from '../node/version.js'
import { JOB_KINDS, runChunks, type Shard } from '../src/entries/batch.js'
import { InvalidInputError } from '../src/index.js'
import { number } from './check/check-path-options.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'
import { createBlockingProgress } from './print/progress.js'

const KINDS = Object.entries(JOB_KINDS)
  .map(([kind, { about, needs }]) => `  ${kind.padEnd(10)}${about}\n${' '.repeat(12)}needs ${needs.join(', ')}`)
  .join('\n')

const HELP = `
A job is one JSON object on a line, its answer another:
  {"id":"1","job":"check","scene":"cell.json","path":"round-post.json"}
  {"id":"1","outcome":"free",…}
  {"id":"1","error":{"name":"SceneFileError","message":"…"}}

Kinds of jobs; schemas/job.json has all their fields:
${KINDS}

Paths are relative to the folder of the job file. All lines are checked before any work
starts. A job that fails does not stop the others. With --out, a journal beside the
output lets a stopped run continue: give the same command again. Answers do not
depend on the number of processes.

The exit code does not depend on the answers: 0, or 1 if a job failed.`

export interface BatchCommandOptions {
  readonly out?: string
  readonly workers?: string
  readonly deadline?: string
  readonly root?: string
  readonly unordered?: true
  readonly shard?: string
  readonly queue?: string
  readonly gpu?: true
}

const WHOLE: Shard = { index: 1, of: 1 }

export function addBatchCommand(program: Command): void {
  program
    .command('batch')
    .description('run many jobs: checks, distances, plans, pairs, clashes, folds')
    .argument('<jobs>', 'a file of jobs, one JSON object per line')
    .option('--out <file>', 'the file to write; default: standard output')
    .option('--workers <count>', 'processes; default: one for each core')
    .option('--deadline <seconds>', `time that a job may take once its files are loaded; default ${DEADLINE}`)
    .option('--root <folder>', 'read files only from this folder and below; default: the folder of the job file')
    .option('--queue <address>', 'send the jobs to "limber worker" on other machines, through redis://host:port')
    .option('--gpu', 'answer long lists of "collides" jobs with a GPU, where there is one (package webgpu)')
    .option('--shard <i/n>', 'run every n-th job only, from the i-th; "limber merge" joins the outputs')
    .option('--unordered', 'write answers as they come, not in the order of the jobs')
    .option('--json', 'no effect: the output is always JSON, one object per line')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (file: string, options: BatchCommandOptions) => {
      process.exitCode = await runBatchCommand(file, options)
    })
}

export async function runBatchCommand(file: string, options: BatchCommandOptions): Promise<number> {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
  const workers = number('--workers', options.workers, 'a whole number above zero', isCount) ?? availableParallelism()
  const deadline = number('--deadline', options.deadline, 'a number of seconds above zero', (s) => s > 0) ?? DEADLINE
  const ordered = options.unordered !== true
  const gpu = options.gpu === true
  demandHere(options.queue, gpu, '--gpu')
  const shard = readShard(options.shard)
  const folder = resolve(dirname(file))
  const place = { folder, root: resolve(options.root ?? folder) }
  const { count: all, hash } = await checkJobs(file, place)
  if (all === 0) process.stderr.write(`limber: ${file} has no jobs\n`)
  const count = Math.ceil((all - shard.index + 1) / shard.of)
  const jobs = `${hash} ${shard.index}/${shard.of}`
  const head = { limber: 1, kind: 'batch-journal', version: version(), jobs, ordered } as const
  // First: where there is no queue, no file is made.
  const plain =
    options.queue === undefined
      ? processes({ workers, ...place, deadline })
      : await queueCarrier({
          address: options.queue,
          ...place,
          deadline,
          onWorkers: sayWorkers(),
        })
  const say = (text: string): unknown => process.stderr.write(`limber: ${text}\n`)
  const carrier = gpu ? await withGpu(plain, { ...place, threads: workers, say }) : plain
  const journal =
    options.out === undefined
      ? undefined
      : await Journal.open(options.out, head).catch(async (error: unknown) => {
          await carrier.close()
          throw error
        })
  const stop = new AbortController()
  const interrupt = (): void => (stop.signal.aborted ? process.exit(ExitCode.Interrupted) : stop.abort())
  process.on('SIGINT', interrupt)
  const before = journal?.done ?? 0
  const progress = createBlockingProgress('batch', process.stderr, Date.now, count === 0 ? 0 : before / count)
  const began = performance.now()
  let done = before
  let failed = journal?.failed ?? 0
  try {
    for await (const { first, answers } of runChunks(jobsLeft(file, shard, journal), carrier, {
      ...{ ordered, signal: stop.signal, sizes: journal?.sent },
      ...(options.queue === undefined
        ? {}
        : { onSend: async (chunk) => journal?.addSent(chunk.first, chunk.jobs.length) }),
    })) {
      const errors = answers.filter((answer) => isError(answer)).length
      if (journal === undefined) await print(answers)
      else await journal.add(first, answers, errors)
      done += answers.length
      failed += errors
      const rate = Math.round((1000 * (done - before)) / Math.max(1, performance.now() - began))
      progress.report(done / count, `${done} of ${count} jobs, ${rate} a second`)
    }
  } finally {
    progress.clear()
    process.off('SIGINT', interrupt)
    await journal?.close(done === count)
  }
  if (failed > 0) process.stderr.write(`limber: ${failed} of ${count} jobs failed: their answers say why\n`)
  if (done < count) return ExitCode.Interrupted
  return failed > 0 ? ExitCode.Violation : ExitCode.Good
}

/** An id, as JSON, is followed by an error. An id has no quotes but escaped ones. */
function isError(answer: string): boolean {
  let end = answer.indexOf('"', ID_START.length)
  for (; end >= 0; end = answer.indexOf('"', end + 1)) {
    let slashes = 0
    while (answer[end - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) break
  }
  return answer.startsWith(',"error":', end + 1)
}

const ID_START = '{"id":"'

/** Says that nobody works, once. */
function sayWorkers(): (count: number) => void {
  let isSaid = false
  return (count) => {
    if (count === 0 && !isSaid)
      process.stderr.write('limber: no worker is connected: start "limber worker --queue …"\n')
    isSaid = true
  }
}

function readShard(text: string | undefined): Shard {
  if (text === undefined) return WHOLE
  const [, i, n] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  const shard = { index: Number(i), of: Number(n) }
  if (!(shard.index >= 1 && shard.index <= shard.of)) {
    throw new InvalidInputError('--shard', text, 'i/n, with i from 1 to n')
  }
  return shard
}

/** The jobs of a shard that are not done; places count within the shard. */
async function* jobsLeft(file: string, shard: Shard, journal: Journal | undefined) {
  let line = 0
  for await (const job of readJobs(file)) {
    const place = Math.floor(line / shard.of)
    if (line % shard.of === shard.index - 1 && journal?.isDone(place) !== true) yield { place, job }
    line++
  }
}

async function print(answers: readonly string[]): Promise<void> {
  const text = answers.map((answer) => `${answer}\n`).join('')
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
