// Cells for the bench: real arms around one spot. Each goes from a place of its own through the middle to another place.
import { planNow, Random, type Robot, World } from '../../src/entries/robots.js'
import { partOfWorld } from '../../src/robots/coordinate/part-of-world.js'
import { type DataRobot, dataRobot } from '../data-robots.js'

/** How far the middle reaches, metres. */
const MIDDLE = 0.25

export interface CellScene {
  readonly world: World
  readonly paths: Readonly<Record<string, readonly Float64Array[]>>
}

export interface CellKind {
  readonly arms: readonly DataRobot[]
  /** Metres from the middle to each arm's base. */
  readonly radius: number
}

/** The IRB 2400 is larger: it stands farther out. */
const FARTHER: Partial<Record<DataRobot, number>> = { irb2400: 1.6 }

/** The robots, read once. */
export async function readArms(data: string): Promise<Readonly<Partial<Record<DataRobot, Robot>>>> {
  const names: DataRobot[] = ['panda', 'ur5', 'irb2400']
  const robots = await Promise.all(names.map((name) => dataRobot(data, name, { srdf: true })))
  return Object.fromEntries(names.map((name, k) => [name, robots[k]!]))
}

/** The same seed, the same scene; undefined where a planner found no way for one of the arms. */
export function cellScene(
  robots: Readonly<Partial<Record<DataRobot, Robot>>>,
  { arms, radius }: CellKind,
  seed: number,
): CellScene | undefined {
  const placed = arms.map((arm, k) => {
    const turn = (2 * Math.PI * k) / arms.length
    const far = radius * (FARTHER[arm] ?? 1)
    const [c, s] = [-Math.cos(turn), -Math.sin(turn)]
    const base = { at: [-far * c, -far * s, 0], rotation: [c, -s, 0, s, c, 0, 0, 0, 1] }
    return { robot: robots[arm]!, name: `${arm}_${k}`, base }
  })
  const world = new World({ robots: placed })
  const random = new Random(seed)
  const alone = placed.map(({ name }) => partOfWorld(world, [name], true))
  const ends = [0, 1].map(() => jointlyFree(world, alone, random))
  const paths: Record<string, Float64Array[]> = {}
  let first = 0
  for (const [k, own] of alone.entries()) {
    const [start, goal] = ends.map((q) => q.slice(first, first + own.dof)) as [Float64Array, Float64Array]
    first += own.dof
    const through = freeConfiguration(own, random, (far) => far < MIDDLE)
    const there = planNow(own, start, through, { seed, continuous: 'as-given' })
    const onward = planNow(own, through, goal, { seed, continuous: 'as-given' })
    if (there.outcome !== 'solved' || onward.outcome !== 'solved') return undefined
    paths[placed[k]!.name] = [...there.path, ...onward.path.slice(1)]
  }
  return { world, paths }
}

/** All robots away from the middle, none touching another. */
function jointlyFree(world: World, alone: readonly World[], random: Random): Float64Array {
  for (;;) {
    const parts = alone.map((own) => freeConfiguration(own, random, (far) => far > MIDDLE))
    const q = Float64Array.of(...parts.flatMap((part) => Array.from(part)))
    if (!world.collides(q)) return q
  }
}

function freeConfiguration(alone: World, random: Random, isWanted: (far: number) => boolean): Float64Array {
  const hand = alone.objects.filter((name) => !name.startsWith('obstacle')).at(-1)!
  for (;;) {
    const q = alone.neutral().map((_, i) => {
      const [low, high] = [Math.max(alone.lower[i]!, -Math.PI), Math.min(alone.upper[i]!, Math.PI)]
      return random.range(low, high)
    })
    if (alone.collides(q)) continue
    const pose = alone.linkPose(q, hand)
    if (pose[11]! > 0.1 && pose[11]! < 0.9 && isWanted(Math.hypot(pose[3]!, pose[7]!))) return q
  }
}
