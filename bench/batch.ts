// Batches of path checks of a Panda: what a second process gains, what handing jobs to a process costs, and whether the memory of a worker
// stays flat over a million small jobs. Without LIMBER_DATA the arm of examples/ takes the Panda's place.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Libraries } from '../node/batch/disk-library.js'
import { readJobs } from '../node/batch/job-file.js'
import { type ProcessOptions, processes } from '../node/batch/processes.js'
import { readScene } from '../node/index.js'
import { answerJobs, type BatchJob, type Carrier, runChunks } from '../src/entries/batch.js'
import { checkMotion, configurationsOf, parsePath } from '../src/entries/robots.js'
import { writePandaJobs } from './batch/panda-jobs.js'
import { startQueue } from './batch/queue-server.js'
import { type Bench, type Progress, roundFigure } from './bench.js'
import { clockMicros, median, processorMicros } from './interleave.js'

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'examples')

const ROUNDS = 5
/** Samples of a worker's memory on the way. */
const SAMPLES = 60

/** What is wanted: two processes against one; what a small job loses on the way, in percent. */
const WANTED = { ratio: 1.7, loss: 10 } as const

export const batch: Bench = {
  name: 'batch',
  async run(quick, progress) {
    const folder = mkdtempSync(join(tmpdir(), 'limber-bench-batch-'))
    try {
      const { robot, file } = await writePandaJobs(folder, quick ? 300 : 10_000, EXAMPLES)
      const jobs: BatchJob[] = []
      for await (const job of readJobs(file)) jobs.push(job)
      const place = { folder, root: folder, deadline: 600 }
      const [speed, speedText] = await compareProcesses(jobs, place, quick ? 2 : ROUNDS, progress)
      const small = jobs.flatMap(smallJob).slice(0, quick ? 300 : 5000)
      const [cost, costText] = await costOfHanding(small, place, quick ? 2 : ROUNDS)
      const [memory, memoryText] = await watchMemory(small, place, quick ? 20_000 : 1_000_000, progress)
      const queue = await compareQueue(jobs, place, quick ? 2 : 30, quick ? 1 : 3, progress)
      return {
        rows: [speed, cost, memory, ...queue.map(([row]) => row)],
        about: { robot, jobs: jobs.length },
        keep: robot === 'panda',
        text: [
          `${robot}, ${jobs.length} path checks`,
          speedText,
          costText,
          memoryText,
          ...queue.map(([, text]) => text),
        ].join('\n'),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Place = Omit<ProcessOptions, 'workers'>
type Measured = readonly [row: object, text: string]

/** Rounds in turn, on processes that have run all jobs once before. */
async function compareProcesses(
  jobs: readonly BatchJob[],
  place: Place,
  rounds: number,
  progress: Progress,
): Promise<Measured> {
  const carriers = [processes({ ...place, workers: 1 }), processes({ ...place, workers: 2 })]
  try {
    const seconds: number[][] = [[], []]
    for (let r = -1; r < rounds; r++) {
      for (const k of r % 2 === 0 ? [0, 1] : [1, 0]) {
        progress((r + 1) / (rounds + 1), `${k + 1} of 2 processes`)
        const began = performance.now()
        await runAll(jobs, jobs.length, carriers[k]!)
        if (r >= 0) seconds[k]!.push((performance.now() - began) / 1000)
      }
    }
    const ratio = median(seconds[0]!.map((one, r) => one / seconds[1]![r]!))
    const [one, two] = seconds.map((all) => jobs.length / median(all)) as [number, number]
    const row = { case: 'two processes', ratio, one, two, rounds }
    return [
      roundAll(row),
      `two processes: ${ratio.toFixed(2)} times one (wanted ${WANTED.ratio}); ${one.toFixed(0)} and ${two.toFixed(0)} jobs a second`,
    ]
  } finally {
    await Promise.all(carriers.map((carrier) => carrier.close()))
  }
}

/** A path of one segment, along which no joint turns by more than a radian. */
function smallJob(job: BatchJob): BatchJob[] {
  if (job.job !== 'check' || typeof job.path === 'string') return []
  const { joints, waypoints } = job.path as { joints: string[]; waypoints: number[][] }
  const [from, to] = waypoints as [number[], number[]]
  const share = 1 / Math.max(1, ...from.map((x, j) => Math.abs(to[j]! - x)))
  const near = from.map((x, j) => x + share * (to[j]! - x))
  return [{ ...job, path: { joints, waypoints: [from, near] }, certificate: 'none' }]
}

/**
 * Small jobs: by processor time the check alone, the check as a job, and with the digest of its certificate; by the clock here and in a
 * process, which says something on a quiet machine only.
 */
async function costOfHanding(jobs: readonly BatchJob[], place: Place, rounds: number): Promise<Measured> {
  const library = new Libraries().at(place)
  const { world } = await readScene(join(place.folder, 'cell.json'))
  const paths = jobs.map((job) => configurationsOf(world, parsePath((job as { path: object }).path)))
  const digests = jobs.map((job) => ({ ...job, certificate: 'digest' }) as BatchJob)
  const carrier = processes({ ...place, workers: 1 })
  const here = (list: readonly BatchJob[]): Promise<void> => answerJobs(list, library, () => {})
  const ways = {
    engine: async () => {
      for (const path of paths) checkMotion(world, path)
    },
    job: () => here(jobs),
    digest: () => here(digests),
    process: () => runAll(jobs, jobs.length, carrier),
  }
  type Way = keyof typeof ways
  const micros: Record<Way, number[]> = { engine: [], job: [], digest: [], process: [] }
  const losses: number[] = []
  try {
    for (let r = -1; r < rounds; r++) {
      const clock: Partial<Record<Way, number>> = {}
      for (const way of Object.keys(ways) as Way[]) {
        const [began, processor] = [clockMicros(), processorMicros()]
        await ways[way]()
        clock[way] = clockMicros() - began
        // What another process does is not in the processor time of this one.
        const spent = way === 'process' ? clock[way] : processorMicros() - processor
        if (r >= 0) micros[way].push(spent / jobs.length)
      }
      if (r >= 0) losses.push(100 * (clock.process! / clock.job! - 1))
    }
  } finally {
    await carrier.close()
  }
  const [engine, job, digest, process] = (Object.keys(ways) as Way[]).map((way) => median(micros[way])) as number[]
  const loss = median(losses)
  return [
    roundAll({ case: 'small jobs', engine, job, digest, process, loss }),
    [
      `small jobs: the check alone ${engine!.toFixed(0)} µs, as a job ${job!.toFixed(0)}, with the digest of its certificate ${digest!.toFixed(0)} (processor time)`,
      `  in a process ${process!.toFixed(0)} µs by the clock, ${loss.toFixed(1)} % more than here (wanted: at most ${WANTED.loss})`,
    ].join('\n'),
  ]
}

/** Two processes of this machine, and two of a worker behind a Redis server, in turn; then chunks without jobs. */
async function compareQueue(
  jobs: readonly BatchJob[],
  place: Place,
  seconds: number,
  rounds: number,
  progress: Progress,
): Promise<Measured[]> {
  const queue = await startQueue(place, 2)
  if (queue === undefined)
    return [[{ case: 'queue', missing: 'redis-server' }, 'queue: not measured, no redis-server here']]
  const here = processes({ ...place, workers: 2 })
  try {
    const timed = async (carrier: Carrier, count: number): Promise<number> => {
      const began = performance.now()
      await runAll(jobs, count, carrier)
      return (performance.now() - began) / 1000
    }
    // Both are warm when it counts.
    await timed(queue.carrier, jobs.length)
    await timed(here, jobs.length)
    const count = Math.round((jobs.length * seconds) / (await timed(here, jobs.length)))
    const taken: [number, number][] = []
    for (let r = 0; r < rounds; r++) {
      progress(r / rounds, 'queue')
      taken.push([await timed(here, count), await timed(queue.carrier, count)])
    }
    const over = median(taken.map(([local, queued]) => queued - 1.05 * local))
    const [local, queued] = [0, 1].map((k) => median(taken.map((pair) => pair[k]!))) as [number, number]
    const chunks = 1000
    const began = performance.now()
    let at = 0
    const empty = async (): Promise<void> => {
      while (at < chunks) await queue.carrier.run({ first: count + at++, jobs: [] }, () => {})
    }
    await Promise.all(Array.from({ length: 4 }, empty))
    const noop = (performance.now() - began) / chunks
    return [
      [
        roundAll({ case: 'queue', jobs: count, local, queued, over, rounds }),
        `queue: ${queued.toFixed(2)} s against ${local.toFixed(2)} s here; ${over.toFixed(2)} s above 5 % more (wanted: at most 1)`,
      ],
      [
        roundAll({ case: 'empty chunk', millis: noop }),
        `an empty chunk through the queue: ${noop.toFixed(2)} ms (wanted: at most 2)`,
      ],
    ]
  } finally {
    await here.close()
    await queue.close()
  }
}

/** The memory of the one worker, over many small jobs. */
async function watchMemory(
  jobs: readonly BatchJob[],
  place: Place,
  count: number,
  progress: Progress,
): Promise<Measured> {
  const carrier = processes({ ...place, workers: 1 })
  const samples: number[] = []
  try {
    await runAll(jobs, count, carrier, (done) => {
      if (done < ((samples.length + 1) * count) / SAMPLES) return
      samples.push(memoryOfChild())
      progress(done / count, 'memory')
    })
  } finally {
    await carrier.close()
  }
  const third = Math.floor(samples.length / 3)
  const [start, middle, end] = [0, 1, 2].map((k) => median(samples.slice(k * third, (k + 1) * third)))
  // From the middle of one third to that of the next.
  const slope = (end! - middle!) / (count / 3)
  const mega = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`
  return [
    {
      case: 'memory',
      jobs: count,
      bytesAJob: roundFigure(slope),
      thirds: [start, middle, end],
      most: Math.max(...samples),
    },
    `memory of a worker over ${count} small jobs: ${[start, middle, end].map((x) => mega(x!)).join(', ')} by thirds; ${slope.toFixed(1)} bytes a job`,
  ]
}

/** Runs `count` jobs: the list from its start again where it ends. The carrier stays open. */
async function runAll(
  jobs: readonly BatchJob[],
  count: number,
  carrier: Carrier,
  onDone: (done: number) => void = () => {},
): Promise<void> {
  async function* placed() {
    for (let place = 0; place < count; place++) yield { place, job: jobs[place % jobs.length]! }
  }
  let done = 0
  const open: Carrier = {
    get width() {
      return carrier.width
    },
    run: (chunk, onStart) => carrier.run(chunk, onStart),
    release: (chunk) => carrier.release?.(chunk),
    close: async () => {},
  }
  for await (const { answers } of runChunks(placed(), open)) {
    const failed = answers.find((answer) => answer.includes('"error":'))
    if (failed !== undefined) throw new Error(failed)
    done += answers.length
    onDone(done)
  }
  if (done !== count) throw new Error(`${done} of ${count} jobs were answered`)
}

/** Bytes of the process that this one has started: what is in memory of it. */
function memoryOfChild(): number {
  const list = execFileSync('ps', ['-A', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' })
  const own = list.split('\n').map((line) => line.trim().split(/\s+/))
  const kilos = own.filter(
    ([parent, , ...args]) => Number(parent) === process.pid && args.join(' ').includes('batch-worker'),
  )
  return 1024 * Math.max(...kilos.map(([, rss]) => Number(rss)))
}

function roundAll(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? roundFigure(value) : value]),
  )
}
