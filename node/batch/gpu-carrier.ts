// `limber batch --gpu`: jobs `collides` with many configurations are answered here, by a GPU, and threads of this process answer what it
// leaves open. All other jobs are carried as they would be without it. Every answer is the same to the byte.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  answerJobs,
  type BatchJob,
  type Carrier,
  type Chunk,
  type JobOf,
  type Library,
  type Named,
} from '../../src/entries/batch.js'
import { type BatchWorld, batchWorld, exactThreads } from '../../src/entries/gpu.js'
import type { World } from '../../src/entries/robots.js'
import { Libraries, type Place } from './disk-library.js'
import { relativePaths } from './serve-chunks.js'

/** Lists with fewer configurations are not worth a GPU. */
const LONG = 4096

export interface GpuCarrierOptions extends Place {
  /** Threads that answer what the GPU leaves open. */
  readonly threads: number
  /** Also where the processor is likely to be faster; tests have only such devices. */
  readonly force?: 'gpu' | undefined
  /** Configurations from which on a list is long. */
  readonly long?: number | undefined
  /** Called with the reason where the processor answers after all, and at the end with what the GPU did. */
  readonly say: (text: string) => void
}

type CollidesJob = JobOf<'collides'>

/** A carrier that takes long lists of configurations itself, and gives all else to another. */
export function gpuCarrier(inner: Carrier, options: GpuCarrierOptions): Carrier {
  const gpu = new GpuJobs(options)
  return {
    get width() {
      return inner.width
    },
    async run(chunk, onStart) {
      const ours = new Set<BatchJob>()
      for (const job of chunk.jobs) if (await gpu.takes(job)) ours.add(job)
      const others = chunk.jobs.filter((job) => !ours.has(job))
      const theirs = others.length === 0 ? [] : inner.run({ first: chunk.first, jobs: others }, onStart)
      const [mine, rest] = await Promise.all([gpu.answers([...ours] as CollidesJob[]), theirs])
      let [i, j] = [0, 0]
      return chunk.jobs.map((job) => (ours.has(job) ? mine[i++]! : rest[j++]!))
    },
    release: (chunk: Chunk) => inner.release?.(chunk),
    close: async () => {
      await Promise.all([gpu.close(), inner.close()])
    },
  }
}

/** A world on the device. Its threads have read the same files. */
interface OpenWorld {
  readonly world: World
  readonly batch: BatchWorld
}

class GpuJobs {
  private readonly library: Library
  /** Paths that were read to count configurations, until their jobs are done. */
  private readonly paths = new Map<string, ReturnType<Library['path']>>()
  private open: OpenWorld | undefined
  private isAbsent = false
  private readonly said = new Set<string>()
  /** One question at a time: a device has one queue. */
  private last: Promise<unknown> = Promise.resolve()
  private readonly done = { device: '', configurations: 0, settled: 0 }

  constructor(private readonly options: GpuCarrierOptions) {
    const { folder, root } = options
    this.library = new Libraries().at({ folder, root })
  }

  /** Is this a job for the GPU? What cannot be read is not: the others say what is wrong with it. */
  async takes(job: BatchJob): Promise<boolean> {
    if (job.job !== 'collides' || this.isAbsent) return false
    const { at } = job
    const { long = LONG } = this.options
    if (typeof at !== 'string') {
      const { waypoints = [] } = at as { readonly waypoints?: readonly unknown[] }
      return waypoints.length >= long
    }
    const path = this.paths.get(at) ?? this.library.path(at)
    const count = await path.then(
      ({ waypoints }) => waypoints.length,
      () => 0,
    )
    if (count < long) return false
    this.paths.set(at, path)
    return true
  }

  answers(jobs: readonly CollidesJob[]): Promise<string[]> {
    const made = this.last.then(async () => {
      const out: string[] = []
      for (const job of jobs) out.push(await this.answer(job))
      return out
    })
    this.last = made.catch(() => {})
    return made
  }

  async close(): Promise<void> {
    await this.last
    await this.open?.batch.close()
    const { device, configurations, settled } = this.done
    if (configurations === 0) return
    const share = ((100 * settled) / configurations).toFixed(1)
    this.options.say(`${device}: ${configurations.toLocaleString('en')} configurations, ${share} % settled there`)
  }

  private async answer(job: CollidesJob): Promise<string> {
    const { library, paths } = this
    const own: Library = {
      ...library,
      path: (file) => paths.get(file) ?? library.path(file),
      touching: (world, list, clearance) => this.touching(job, world, list, clearance),
    }
    let answer = ''
    const say = (text: string): void => {
      if (text !== 'run') answer = text
    }
    await answerJobs([job], own, say, (message) => relativePaths(message, this.options))
    if (typeof job.at === 'string') paths.delete(job.at)
    return answer
  }

  private async touching(
    job: CollidesJob,
    world: World,
    list: readonly Float64Array[],
    clearance: number,
  ): Promise<Uint8Array> {
    const { batch } = await this.worldFor(job, world)
    const flags = clearance === 0 ? await batch.collides(list) : await batch.distanceAbove(list, clearance)
    const { ran, why, device, configurations, free, colliding } = batch.stats
    if (ran === 'cpu') this.sayWhy(why, device === '')
    else {
      this.done.device = device
      this.done.configurations += configurations
      this.done.settled += free + colliding
    }
    return clearance === 0 ? flags : flags.map((flag) => 1 - flag)
  }

  private async worldFor(job: CollidesJob, world: World): Promise<OpenWorld> {
    if (this.open?.world === world) return this.open
    await this.open?.batch.close()
    const alone = await batchWorld(world)
    this.open = { world, batch: alone }
    if (alone.stats.device === '') return this.open
    await alone.close()
    const exact = exactThreads(world, await this.threads(['world', job.scene, job.read]))
    this.open = { world, batch: await batchWorld(world, { force: this.options.force, exact }) }
    return this.open
  }

  /** Those that could read the scene. */
  private async threads(named: Named): Promise<Worker[]> {
    const { folder, root, threads } = this.options
    const script = new URL('gpu-exact-worker.js', import.meta.url)
    const made = Array.from({ length: threads }, async () => {
      const worker = new Worker(script, { workerData: { place: { folder, root }, named } })
      await once(worker, 'message')
      return worker
    })
    const settled = await Promise.allSettled(made)
    return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  private sayWhy(why: string, isAbsent: boolean): void {
    this.isAbsent ||= isAbsent
    if (this.said.has(why)) return
    this.said.add(why)
    this.options.say(`${why}; the processor answers`)
  }
}
