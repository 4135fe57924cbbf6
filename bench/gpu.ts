// Configurations a second on a GPU, exact, beside threads alone: `npm run bench -- gpu`, or `node dist/bench/gpu/alone.js` where only the
// built tree and the package webgpu are. Robots of LIMBER_DATA among 20 boxes; every answer is compared. Rows are printed as they are
// known. Options: --threads=16, --robots=panda,ur5, --near=100000 (configurations next to contact), --most=10000000.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { formatNumber, formatTable } from '../lab/table.js'
import { batchWorld, type ExactAnswers, exactThreads } from '../src/entries/gpu.js'
import type { World } from '../src/entries/robots.js'
import { openBatchWorld } from '../src/gpu/batch-world.js'
import { type FoundDevice, findDevice } from '../src/gpu/find-device.js'
import { type Bench, roundFigure } from './bench.js'
import { GPU_CASES, type GpuCase, gpuWorld, randomConfigurations } from './gpu/worlds.js'

interface Size {
  readonly batches: readonly number[]
  readonly near: number
  /** Seconds after which a robot gets no larger batch. */
  readonly patience: number
}

const FULL: Size = { batches: [1e3, 1e4, 1e5, 1e6, 1e7], near: 100_000, patience: 60 }
const QUICK: Size = { batches: [1e3, 1e4, 1e5, 1e6], near: 10_000, patience: 20 }

/** Numbers of a batch: more would not leave room for what else is there. */
const MOST_NUMBERS = 1.2e8

/** Configurations that threads alone are asked about, at most: answers of those are compared. */
const MOST_COMPARED = 1e6

interface Row {
  readonly robot: string
  readonly part: string
  readonly configurations: number
  /** Configurations a second: kernels alone, with sending and reading, exact end to end, threads alone. */
  readonly kernels: number
  readonly filter: number
  readonly exact: number
  readonly threads: number
  /** Of the device: share left to threads, and answers that are not those of threads. */
  readonly left: number
  readonly colliding: number
  readonly different: number
  readonly compared: number
  readonly margin: number
}

export const gpu: Bench = {
  name: 'gpu',
  async run(quick, progress, options = {}) {
    const data = process.env.LIMBER_DATA
    if (data === undefined) return nothing('gpu needs the robots of LIMBER_DATA')
    const found = await findDevice({})
    if (typeof found === 'string') return nothing(`gpu: ${found}`)
    const size = sizeOf(quick ? QUICK : FULL, options)
    const threads = Number(options.threads ?? availableParallelism())
    const wanted = options.robots?.split(',')
    const rows: Row[] = []
    const say = (row: Row): void => {
      rows.push(row)
      console.log(lineOf(row))
    }
    console.log(`${found.name}, ${threads} threads\n${HEADS.join(' · ')}`)
    for (const [k, one] of GPU_CASES.entries()) {
      if (wanted !== undefined && !wanted.includes(one.key)) continue
      progress(k / GPU_CASES.length, one.name)
      const started = Date.now()
      const world = await gpuWorld(data, one)
      const exact = await startThreads(world, data, one, threads)
      console.log(`${one.name}: world and ${threads} threads after ${((Date.now() - started) / 1000).toFixed(1)} s`)
      await batches(one, world, exact, found, size, say)
      if (size.near > 0) await nearContacts(data, one, world, exact, found, Math.min(size.near, 1e5), threads, say)
      await exact.close()
    }
    found.device.destroy()
    const about = { device: found.name, threads, notes: [] }
    // A part of it, or a processor in a device's place, is no result.
    const keep = !found.isSoftware && [options.robots, options.near, options.most].every((x) => x === undefined)
    return { rows, about, keep, text: formatTable(HEADS, rows.map(cells)) }
  },
}

function nothing(text: string) {
  return { rows: [], text, keep: false }
}

function sizeOf(size: Size, { near, most }: Readonly<Record<string, string>>): Size {
  const largest = most === undefined ? Infinity : Number(most)
  return {
    ...size,
    batches: size.batches.filter((count) => count <= largest),
    near: near === undefined ? size.near : Number(near),
  }
}

async function batches(
  one: GpuCase,
  world: World,
  exact: ExactAnswers,
  { device }: FoundDevice,
  { batches: counts, patience }: Size,
  say: (row: Row) => void,
): Promise<void> {
  const keep: ExactAnswers = { ...exact, close: async () => {} }
  const batch = await batchWorld(world, { device, force: 'gpu', exact: keep })
  const none: ExactAnswers = {
    threads: 0,
    collides: async (some) => new Uint8Array(some.length / world.dof),
    distanceAbove: async (some) => new Uint8Array(some.length / world.dof),
    motions: async (some) => new Uint8Array(some.length / world.dof / 2),
    close: async () => {},
  }
  const filter = await batchWorld(world, { device, force: 'gpu', exact: none })
  const warm = randomConfigurations(world, 20_000, 99)
  for (const ask of [filter, batch, keep]) await ask.collides(warm)
  const start = Date.now()
  for (const count of counts) {
    if (count * world.dof > MOST_NUMBERS || (count > 1e4 && Date.now() - start > 1000 * patience)) continue
    const all = randomConfigurations(world, count, 1)
    const few = all.subarray(0, world.dof * Math.min(count, MOST_COMPARED))
    // By turns, the least of each.
    const passes = count > 1e6 ? 2 : 3
    const least = { filter: Infinity, exact: Infinity, threads: Infinity }
    let answers = new Uint8Array(0)
    let truth = new Uint8Array(0)
    for (let pass = 0; pass < passes; pass++) {
      least.filter = Math.min(least.filter, await seconds(() => filter.collides(all)))
      least.exact = Math.min(
        least.exact,
        await seconds(async () => {
          answers = (await batch.collides(all)) as typeof answers
        }),
      )
      if (pass > 0 && least.threads > 5) continue
      least.threads = Math.min(
        least.threads,
        await seconds(async () => {
          truth = (await keep.collides(few)) as typeof truth
        }),
      )
    }
    const kernels = await batch.kernelMillis(all, 20)
    const { unknown, colliding, margin } = batch.stats
    say({
      robot: one.name,
      part: 'random',
      configurations: count,
      kernels: roundFigure(1000 / kernels),
      filter: roundFigure(count / least.filter),
      exact: roundFigure(count / least.exact),
      threads: roundFigure(truth.length / least.threads),
      left: unknown / count,
      colliding: colliding / count,
      different: truth.reduce((sum, answer, k) => sum + (answer === answers[k] ? 0 : 1), 0),
      compared: truth.length,
      margin,
    })
  }
  await filter.close()
  await batch.close()
}

/** Configurations next to contact; then with errors on purpose, which must be seen. */
async function nearContacts(
  data: string,
  one: GpuCase,
  world: World,
  exact: ExactAnswers,
  { device }: FoundDevice,
  near: number,
  threads: number,
  say: (row: Row) => void,
): Promise<void> {
  const all = await findNear(data, one, near, threads)
  const truth = await exact.collides(all)
  const keep: ExactAnswers = { ...exact, close: async () => {} }
  const faults = [
    { part: 'near contact', fault: {} },
    { part: 'margin − 0.1 mm', fault: { margin: -1e-4 } },
    { part: 'margin − 1 mm', fault: { margin: -1e-3 } },
    { part: 'wrong sign', fault: { wrongSign: true } },
  ]
  for (const { part, fault } of faults) {
    const batch = await openBatchWorld(world, { device, force: 'gpu', exact: keep }, fault)
    let answers: Uint8Array = new Uint8Array(0)
    const took = await seconds(async () => {
      answers = await batch.collides(all)
    })
    const { unknown, colliding, margin } = batch.stats
    await batch.close()
    say({
      robot: one.name,
      part,
      configurations: truth.length,
      kernels: 0,
      filter: 0,
      exact: roundFigure(truth.length / took),
      threads: 0,
      left: unknown / truth.length,
      colliding: colliding / truth.length,
      different: truth.reduce((sum, answer, k) => sum + (answer === answers[k] ? 0 : 1), 0),
      compared: truth.length,
      margin,
    })
  }
}

const WORKER = new URL('./gpu/exact-worker.js', import.meta.url)

async function startThreads(world: World, data: string, one: GpuCase, threads: number): Promise<ExactAnswers> {
  const workers = await Promise.all(
    Array.from({ length: threads }, async () => {
      const worker = new Worker(WORKER, { workerData: { data, one } })
      await new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
      })
      return worker
    }),
  )
  return exactThreads(world, workers)
}

async function findNear(data: string, one: GpuCase, near: number, threads: number): Promise<Float64Array> {
  const each = Math.ceil(near / threads)
  const lists = await Promise.all(
    Array.from({ length: threads }, async (_, k) => {
      const worker = new Worker(WORKER, { workerData: { data, one, near: each, seed: 1000 + k } })
      return new Promise<Float64Array>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
      })
    }),
  )
  const out = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let o = 0
  for (const list of lists) {
    out.set(list, o)
    o += list.length
  }
  return out
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const HEADS = [
  'robot',
  'what',
  'batch',
  'kernels/s',
  'filter/s',
  'exact/s',
  'threads/s',
  'left',
  'colliding',
  'different',
]

function cells(row: Row): string[] {
  const rate = (x: number): string => (x === 0 ? '' : formatNumber(x))
  const share = (x: number): string => `${(100 * x).toFixed(2)} %`
  const { robot, part, configurations, kernels, filter, exact, threads, left, colliding, different, compared } = row
  const rates = [kernels, filter, exact, threads].map(rate)
  return [
    robot,
    part,
    formatNumber(configurations),
    ...rates,
    share(left),
    share(colliding),
    `${different} of ${compared}`,
  ]
}

function lineOf(row: Row): string {
  return cells(row).join(' · ')
}
