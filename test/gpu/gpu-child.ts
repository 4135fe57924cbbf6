// A program of its own: asks worlds on a GPU and on the processor, and prints how they compare, a line of JSON for each job of the list
// on standard input (software-adapter.ts starts it).
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DataRobot } from '../../bench/data-robots.js'
import { nearContact, randomConfiguration } from '../../bench/gpu/near-contact.js'
import { GPU_CASES, gpuWorld } from '../../bench/gpu/worlds.js'
import { readScene } from '../../node/index.js'
import { Random, type World } from '../../src/entries/robots.js'
import { ballTables } from '../../src/gpu/ball-tables.js'
import { type BatchFault, type BatchStats, openBatchWorld } from '../../src/gpu/batch-world.js'
import { findDevice } from '../../src/gpu/find-device.js'
import { FixedChain } from '../../src/gpu/fixed-chain.js'
import { GpuFilter } from '../../src/gpu/gpu-filter.js'
import { PLACED } from '../../src/gpu/kernels/params.js'
import { manyCase } from '../oracle/robots/collide-many.js'
import { exactReadings } from './exact-reading.js'
import { ODD_WORLDS } from './odd-worlds.js'
import { TIGHT_WORLDS } from './tight-worlds.js'

const WORLDS = { ...ODD_WORLDS, ...TIGHT_WORLDS }

export interface GpuJob {
  /** A robot of LIMBER_DATA among 20 boxes, a scene of examples/, a random world, or one of WORLDS with its own configurations. */
  readonly robot?: DataRobot
  readonly scene?: string
  readonly many?: number
  readonly odd?: keyof typeof WORLDS
  /** How many configurations: anywhere, and next to contact. */
  readonly random: number
  readonly near: number
  readonly seed: number
  readonly fault?: BatchFault
  /** Asks for distances above this instead. */
  readonly above?: number
  readonly chunk?: number
}

export interface GpuJobResult {
  readonly name: string
  /** Configurations, plain, about which the GPU's answer is not World's; the first few, and how many. */
  readonly differences: number
  readonly examples: readonly (readonly number[])[]
  readonly colliding: number
  readonly random: BatchStats
  readonly near: BatchStats
  /** Integers of the poses of the random configurations that are not those of the reference, of how many. */
  readonly poses: readonly [number, number]
}

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

const jobs = JSON.parse(readFileSync(0, 'utf8')) as GpuJob[]
const found = await findDevice({})
if (typeof found === 'string') throw new Error(found)
const { device } = found
for (const job of jobs) console.log(JSON.stringify(await run(job)))
device.destroy()

async function run(job: GpuJob): Promise<GpuJobResult> {
  const { world, name, configurations } = await worldOf(job)
  const random = new Random(job.seed)
  const anywhere = configurations ?? Array.from({ length: job.random }, () => randomConfiguration(world, random))
  const close = job.many === undefined ? nearContact(world, random, job.near) : nearIfAny(world, random, job.near)
  const batch = await openBatchWorld(
    world,
    { device, force: 'gpu', ...(job.chunk === undefined ? {} : { chunk: job.chunk }) },
    job.fault,
  )
  const different: Float64Array[] = []
  let colliding = 0
  const ask = async (list: readonly Float64Array[]): Promise<BatchStats> => {
    const answers = await (job.above === undefined ? batch.collides(list) : batch.distanceAbove(list, job.above))
    list.forEach((q, k) => {
      const own = job.above === undefined ? world.collides(q) : world.distance(q).distance > job.above
      if ((answers[k] === 1) !== own) different.push(q)
      if (own) colliding++
    })
    return batch.stats
  }
  const result = { name, random: await ask(anywhere), near: await ask(close) }
  const poses = await comparePoses(world, anywhere.slice(0, 64), job.fault ?? {})
  await batch.close()
  const examples = different.slice(0, 3).map((q) => Array.from(q))
  return { ...result, poses, differences: different.length, examples, colliding }
}

/** In some random worlds nothing ever touches, or always. */
function nearIfAny(world: World, random: Random, count: number): Float64Array[] {
  try {
    return nearContact(world, random, count)
  } catch {
    return []
  }
}

async function worldOf(job: GpuJob): Promise<{ world: World; name: string; configurations?: readonly Float64Array[] }> {
  if (job.many !== undefined) return { ...manyCase(job.many, job.random), name: `random world ${job.many}` }
  if (job.odd !== undefined) return { ...WORLDS[job.odd](), name: job.odd }
  if (job.scene !== undefined) {
    const { world } = await readScene(join(root, 'examples', job.scene))
    return { world, name: job.scene }
  }
  const one = GPU_CASES.find(({ key }) => key === job.robot)!
  const world = await gpuWorld(process.env.LIMBER_DATA!, one, 50)
  return { world, name: job.robot! }
}

/** Values whose words are of all kinds: tiny, large, zeros, and what is no number. */
function oddValue(k: number, value: number): number {
  const odd = [-0, 5e-324, -1e-310, value * 2 ** -40, 3.5e5, -7e5, 2e6, Infinity, Number.NaN, value * 2 ** -20]
  return odd[k % odd.length]!
}

/** The first kernel's poses beside those of FixedChain.place, and what it does not believe. */
async function comparePoses(world: World, list: readonly Float64Array[], fault: BatchFault): Promise<[number, number]> {
  const { index } = world.model()
  const chain = FixedChain.make(world.model())
  if (typeof chain === 'string') return [0, 0]
  const tables = ballTables(index, chain, false)
  if (typeof tables === 'string') return [0, 0]
  const filter = await GpuFilter.make(device, chain, 64, fault)
  const on = await filter.tables(tables)
  const slot = await filter.slot(0, list.length, on)
  const asked = list.map((q, k) => q.map((value, v) => ((k + 5 * v) % 23 === 6 ? oddValue(k, value) : value)))
  const flat = Float64Array.from(asked.flatMap((q) => Array.from(q)))
  await filter.run(slot, flat, on, { outer: 0, inner: 0 })
  const poses = new Int32Array(await filter.readBack(slot, 'poses'))
  let [different, all] = [0, 0]
  for (let k = 0; k < list.length; k++) {
    const values = exactReadings(chain, asked[k]!)
    if (values === undefined) {
      if ((slot.bits[k]! & PLACED) !== 0) different++
      continue
    }
    if ((slot.bits[k]! & PLACED) === 0) different++
    const own = chain.place(values)
    // Body 0 is the world, which kernels do not write.
    for (let i = 12; i < own.length; i++, all++) if (own[i] !== poses[i * slot.stride + k]) different++
  }
  filter.close()
  return [different, all]
}
