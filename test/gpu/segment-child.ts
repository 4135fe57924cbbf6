// A program of its own: asks about segments on a GPU and checkMotion about the same, and prints how they compare, a line of JSON for each
// job of the list on standard input (software-adapter.ts starts it).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DataRobot, dataRobot } from '../../bench/data-robots.js'
import { readScene } from '../../node/index.js'
import { adversarial, clutter } from '../../scenes/index.js'
import { Random, World } from '../../src/entries/robots.js'
import { type BatchFault, openBatchWorld } from '../../src/gpu/batch-world.js'
import { checkedMotions, MOTION_FREE } from '../../src/gpu/exact-answers.js'
import { findDevice } from '../../src/gpu/find-device.js'
import type { MotionBatchStats } from '../../src/gpu/motion-batch.js'
import type { GpuDevice } from '../../src/gpu/webgpu.js'
import { closeSegments, freeSegments, tightWorld } from './close-segments.js'
import { ODD_WORLDS } from './odd-worlds.js'
import { TIGHT_WORLDS } from './tight-worlds.js'

const WORLDS = { ...ODD_WORLDS, ...TIGHT_WORLDS }

export interface SegmentJob {
  /** A robot of LIMBER_DATA among 20 boxes, a scene of examples/, what slides with little slack, or motions that are easy to get wrong. */
  readonly robot?: DataRobot
  readonly scene?: string
  readonly tight?: true
  readonly adversarial?: true
  /** One of WORLDS, with its own segments. */
  readonly odd?: keyof typeof WORLDS
  /** How many segments: short, long, and next to contact. */
  readonly short: number
  readonly long: number
  readonly close: number
  readonly seed: number
  readonly fault?: BatchFault
  readonly clearance?: number
  /** Samples some of them as well. */
  readonly samples?: true
  /** Whoever is faster answers, as on a device that is no processor: each list is asked about four times, the first two to measure. */
  readonly rated?: true
}

export interface SegmentJobResult {
  readonly name: string
  readonly segments: number
  /** Said to be free on the GPU, and not proved so by checkMotion; the first few as plain numbers. And the other way round. */
  readonly falseFrees: number
  readonly missed: number
  readonly examples: readonly (readonly number[])[]
  /** By checkMotion. */
  readonly free: number
  /** Short ones, long ones, and those next to contact. */
  readonly stats: readonly MotionBatchStats[]
  /** Of sampled ones: how many samples are not where World.collides says. */
  readonly wrongSamples: number
}

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const jobs = JSON.parse(readFileSync(0, 'utf8')) as SegmentJob[]
const found = await findDevice({})
if (typeof found === 'string') throw new Error(found)
for (const job of jobs) console.log(JSON.stringify(await run(job, found.device)))
found.device.destroy()

async function run(job: SegmentJob, device: GpuDevice): Promise<SegmentJobResult> {
  const result = { falseFrees: 0, missed: 0, free: 0, segments: 0, wrongSamples: 0 }
  const examples: number[][] = []
  const stats: MotionBatchStats[] = []
  const clearance = job.clearance ?? 0
  const name = job.robot ?? job.scene ?? job.odd ?? (job.tight === true ? 'tight' : 'adversarial')
  for (const { world, lists } of await casesOf(job)) {
    if (job.rated === true) Object.defineProperty(device, 'adapterInfo', { value: {}, configurable: true })
    const force = job.rated === true ? undefined : 'gpu'
    const batch = await openBatchWorld(world, { device, force }, job.fault)
    for (const list of job.rated === true ? [...lists, ...lists, ...lists, ...lists] : lists) {
      const flat = Float64Array.from(list.flatMap(([from, to]) => [...from, ...to]))
      const answers = await batch.motionsFree(flat, { clearance })
      stats.push(batch.motionStats)
      const own = checkedMotions(world, flat, clearance)
      list.forEach(([from, to], k) => {
        result.segments++
        if (own[k] === MOTION_FREE) result.free++
        if ((answers[k] === MOTION_FREE) === (own[k] === MOTION_FREE)) return
        result[own[k] === MOTION_FREE ? 'missed' : 'falseFrees']++
        if (examples.length < 3) examples.push([...from, ...to])
      })
    }
    if (job.samples === true) {
      result.wrongSamples += await wrongSamples(world, lists[0]!.slice(0, 5), (some) =>
        batch.sampleMotions(some, { resolution: 0.05 }),
      )
    }
    await batch.close()
  }
  return { name, ...result, examples, stats }
}

type Segment = readonly [Float64Array, Float64Array]

async function casesOf(job: SegmentJob): Promise<{ world: World; lists: Segment[][] }[]> {
  if (job.adversarial === true) {
    return adversarial().map(({ world, motion }) => ({
      world,
      lists: [motion.slice(1).map((to, i): Segment => [motion[i]!, to])],
    }))
  }
  if (job.odd !== undefined) {
    const { world, segments } = WORLDS[job.odd]()
    return [{ world, lists: [segments.slice()] }]
  }
  const world = await worldOf(job)
  const random = new Random(job.seed)
  const lists = [
    freeSegments(world, random, job.short, 0.3),
    freeSegments(world, random, job.long, 3),
    closeSegments(world, random, job.close),
  ]
  return [{ world, lists }]
}

async function worldOf({ robot: name, scene, tight }: SegmentJob): Promise<World> {
  if (tight === true) return tightWorld()
  if (scene !== undefined) return (await readScene(join(root, 'examples', scene))).world
  const robot = await dataRobot(process.env.LIMBER_DATA!, name!, { srdf: true })
  const obstacles = clutter(4, 20, 1, robot).map(({ name: box, shape, pose }) => ({ name: box, shape, pose }))
  return new World({ robots: [robot], obstacles })
}

/** Samples of segments by World itself, one after the other. */
async function wrongSamples(
  world: World,
  segments: readonly Segment[],
  sample: (segments: readonly Segment[]) => Promise<Float64Array>,
): Promise<number> {
  if (segments.length === 0) return 0
  const found = await sample(segments)
  return segments.filter(([from, to], k) => {
    const steps = Math.max(1, Math.ceil(Math.hypot(...to.map((x, i) => x - from[i]!)) / 0.05))
    for (let i = 0; i <= steps; i++) {
      const t = i / steps
      const q = from.map((x, v) => (t <= 0.5 ? x + t * (to[v]! - x) : to[v]! - (1 - t) * (to[v]! - x)))
      if (world.collides(q)) return found[k] !== t
    }
    return found[k] !== Infinity
  }).length
}
