// `limber worker --queue redis://…`: runs the jobs of `limber batch --queue` from other machines.
import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { serveQueue } from '../node/batch/serve-queue.js'
import { number } from './check/check-path-options.js'
import { EXIT_CODE_HELP, ExitCode } from './exit-codes.js'

const HELP = `
Start one on each machine; more may come and go at any time. Files of jobs come
through the queue: a worker reads and writes only a temporary folder of its own.
Ctrl-C finishes what is under way; a second one ends it at once, and another
worker does it again. A password may be in LIMBER_QUEUE_PASSWORD.

Any program that can write to the Redis server can give work to its workers: protect it.`

export interface WorkerCommandOptions {
  readonly queue: string
  readonly workers?: string
}

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('run jobs that "limber batch --queue" sends')
    .requiredOption('--queue <address>', 'redis://user:password@host:port/database, or rediss:// for TLS')
    .option('--workers <count>', 'processes; default: one for each core')
    .addHelpText('after', `${HELP}\n${EXIT_CODE_HELP}`)
    .action(async (options: WorkerCommandOptions) => {
      await runWorkerCommand(options)
    })
}

async function runWorkerCommand({ queue, workers: given }: WorkerCommandOptions): Promise<void> {
  const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
  const workers = number('--workers', given, 'a whole number above zero', isCount) ?? availableParallelism()
  const stop = new AbortController()
  const interrupt = (): void => {
    if (stop.signal.aborted) process.exit(ExitCode.Interrupted)
    stop.abort()
    process.stderr.write('limber: finishing what is under way; again to end at once\n')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
  const onProgress = (done: number): void => {
    if (done === 0) process.stderr.write(`limber: waiting for jobs, ${workers} at a time\n`)
  }
  await serveQueue({ address: queue, workers, signal: stop.signal, onProgress })
}
