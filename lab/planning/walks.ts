// Section V.E, Table VII: arms that stand up through rings or holes walk at random, by proved steps, until they lie below all of them;
// then the path that they made is smoothed.
import { checkMotion, Random, SegmentCheck } from '../../src/index.js'
import { smooth } from '../../src/planning/smooth.js'
import { part } from '../adaptive/segments.js'
import type { Progress } from '../experiment.js'
import type { PlanningOptions } from './options.js'
import { publishedWalk } from './published.js'
import { processorMillis, type WalkRow } from './rows.js'
import type { WalkScene, WalkSceneName } from './scenes.js'

/** Radians a joint; nine arms move one at a time, or there would be no way for all of them at once. */
const STEPS: Readonly<Record<WalkSceneName, { readonly step: number; readonly oneArm: boolean }>> = {
  tori: { step: 0.1, oneArm: false },
  'lattice-1': { step: 0.2, oneArm: false },
  'lattice-9': { step: 0.1, oneArm: true },
}

export async function measureWalk(lab: WalkScene, options: PlanningOptions, progress: Progress): Promise<WalkRow[]> {
  const { name, figure, world } = lab
  const published = publishedWalk(name)!
  const walk = await walkOut(lab, options, part(progress, 0, 0.4))
  const rounds = Math.max(1, Math.round(options.smoothing * published.rounds))
  const smoothed = await smoothOut(lab, walk.path, rounds, options, part(progress, 0.4, 0.5))
  const judged = (path: readonly Float64Array[]): Pick<WalkRow, 'wrongPaths' | 'undecided' | 'segments'> => {
    const { outcome } = checkMotion(world, path)
    return {
      wrongPaths: Number(outcome === 'collision'),
      undecided: Number(outcome !== 'collision' && outcome !== 'free'),
      segments: path.length - 1,
    }
  }
  const common = { table: 'VII', scene: name, figure, delta: 0, runs: 1 } as const
  await progress(0.95, `looking again: ${name}`)
  return [
    {
      ...common,
      planner: 'random-walk',
      seconds: walk.seconds,
      ...judged(walk.path),
      length: smoothed.before,
      tested: walk.tested,
      arrived: walk.arrived,
      published: { seconds: published.walkSeconds, segments: published.segments },
    },
    {
      ...common,
      planner: 'smoothing',
      seconds: smoothed.seconds,
      ...judged(smoothed.path),
      length: smoothed.length,
      rounds,
      attempts: smoothed.attempts,
      ratio: smoothed.length / smoothed.before,
      published: { seconds: published.smoothSeconds, rounds: published.rounds, ratio: published.ratio },
    },
  ]
}

interface Walk {
  readonly path: readonly Float64Array[]
  readonly seconds: number
  readonly tested: number
  readonly arrived: boolean
}

async function walkOut(lab: WalkScene, { seed, steps }: PlanningOptions, progress: Progress): Promise<Walk> {
  const { world, scene, isOut, name } = lab
  const { step, oneArm } = STEPS[name]
  const { lower, upper } = world
  const random = new Random(seed)
  const arms = scene.robots.length
  const dof = world.dof / arms
  const path = [scene.start]
  let [seconds, tested, arrived] = [0, 0, false]
  while (tested < steps && !arrived) {
    await progress(tested / steps, `random walk: ${name}, ${path.length - 1} steps`)
    const before = processorMillis()
    const at = path.at(-1)!
    const arm = oneArm ? random.integer(arms) : -1
    const next = at.map((x, i) => {
      if (arm !== -1 && Math.floor(i / dof) !== arm) return x
      return Math.min(Math.max(x + random.range(-step, step), lower[i]!), upper[i]!)
    })
    tested++
    if (!world.collides(next) && new SegmentCheck(world, [at, next]).run().outcome === 'free') {
      path.push(next)
      arrived = isOut(next)
    }
    seconds += (processorMillis() - before) / 1000
  }
  return { path, seconds, tested, arrived }
}

interface Smoothed {
  readonly path: readonly Float64Array[]
  readonly seconds: number
  readonly length: number
  readonly before: number
  readonly attempts: number
}

async function smoothOut(
  { world, name }: WalkScene,
  path: readonly Float64Array[],
  rounds: number,
  { seed }: PlanningOptions,
  progress: Progress,
): Promise<Smoothed> {
  const began = processorMillis()
  const running = smooth(world, path, { rounds, seed, isFree: true })
  // Turns of the event loop between slices, and a line drawn now and then, are a thousandth of it.
  for await (const { round, length, before } of running) {
    await progress(round / rounds, `smoothing: ${name}, ${(length / before).toFixed(2)} of the length`)
  }
  const result = await running
  const seconds = (processorMillis() - began) / 1000
  if (result.outcome !== 'smoothed')
    throw new Error(`${name}: a walk of proved steps is not free: ${result.verdict.outcome}`)
  const { stats, length, before } = result
  return { path: result.path, seconds, length, before, attempts: stats.attempts }
}
