// The worlds of the bench of GPUs, by name, so that threads can make the same ones: robots of LIMBER_DATA among 20 boxes.
import { clutter } from '../../scenes/index.js'
import { Random, World } from '../../src/entries/robots.js'
import { type DataRobot, dataRobot } from '../data-robots.js'
import { alwaysTouching } from '../worlds/brute-force.js'

export interface GpuCase {
  readonly name: string
  readonly key: DataRobot
  /** How far from the base the boxes are, at most: metres. */
  readonly reach: number
  /** Has it no list of its own of pairs that may touch? Then those are left out that touch always. */
  readonly unlisted?: boolean
}

export const GPU_CASES: readonly GpuCase[] = [
  { name: 'Panda', key: 'panda', reach: 1 },
  { name: 'UR5', key: 'ur5', reach: 1 },
  { name: 'Fetch', key: 'fetch', reach: 1 },
  { name: 'Shadow hand', key: 'shadow', reach: 0.5, unlisted: true },
  { name: 'Atlas', key: 'atlas', reach: 1.3, unlisted: true },
]

const BOXES = 20
const CLUTTER_SEED = 4

/** Configurations by which pairs that always touch are found. */
const SAMPLES = 200

export async function gpuWorld(
  data: string,
  { key, reach, unlisted = false }: GpuCase,
  samples = SAMPLES,
): Promise<World> {
  const robot = await dataRobot(data, key, { srdf: true })
  const allowed = unlisted ? alwaysTouching(robot, samples) : []
  const name = (link: string): string => `${robot.name}/${link}`
  return new World({
    robots: [robot],
    obstacles: clutter(CLUTTER_SEED, BOXES, reach, robot).map(({ name, shape, pose }) => ({ name, shape, pose })),
    allowed: allowed.map(([a, b]) => [name(a), name(b)] as const),
  })
}

/** Uniform within the limits, one after the other. */
export function randomConfigurations(world: World, count: number, seed: number): Float64Array {
  const { dof } = world
  const random = new Random(seed)
  const low = Array.from(world.lower, (x) => Math.max(x, -Math.PI))
  const high = Array.from(world.upper, (x) => Math.min(x, Math.PI))
  const out = new Float64Array(dof * count)
  for (let o = 0; o < out.length; o += dof) {
    for (let i = 0; i < dof; i++) out[o + i] = random.range(low[i]!, high[i]!)
  }
  return out
}
