// Section V.E, Table VII: arms that stand up through rings or holes walk at random, by proved steps, until they lie below all of them;
// then the path that they made is smoothed.
import { liesBelow } from '../../scenes/index.js'
import { checkMotion, randomWalk, smooth, World } from '../../src/index.js'
import { part } from '../adaptive/segments.js'
import type { Progress } from '../experiment.js'
import type { PlanningOptions } from './options.js'
import { publishedWalk } from './published.js'
import { processorMillis, type WalkRow } from './rows.js'
import type { WalkScene, WalkSceneName } from './scenes.js'

/** Radians a joint, at most. */
const STEPS: Readonly<Record<WalkSceneName, number>> = { tori: 0.1, 'lattice-1': 0.1, 'lattice-9': 0.05 }

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

/** All arms at once, or each in its turn while the others stand still, until it is out. */
async function walkOut(lab: WalkScene, { seed, steps }: PlanningOptions, progress: Progress): Promise<Walk> {
  const { scene, name } = lab
  const turns = name === 'lattice-9' ? scene.robots.map((_, arm) => onlyArm(lab, arm)) : [{ ...lab, moving: undefined }]
  const path = [scene.start]
  let [seconds, tested, arrived] = [0, 0, true]
  for (const [turn, { world, moving, isOut }] of turns.entries()) {
    const began = processorMillis()
    const maxTries = Math.ceil(steps / turns.length)
    const walk = randomWalk(world, path.at(-1)!, {
      seed: seed + turn,
      step: STEPS[name],
      moving,
      until: isOut,
      maxTries,
    })
    for await (const { tried, taken } of walk) {
      const share = (turn + tried / maxTries) / turns.length
      await progress(share, `random walk: ${name}, ${path.length - 1 + taken} steps`)
    }
    const result = await walk
    if (result.outcome === 'invalid-start') throw new Error(`${name}: an arm begins where it touches something`)
    seconds += (processorMillis() - began) / 1000
    tested += result.stats.tried
    arrived &&= result.outcome === 'arrived'
    path.push(...result.path.slice(1))
  }
  return { path, seconds, tested, arrived }
}

/**
 * The scene for steps of one arm: pairs of things of which neither is that arm do not move against each other, are free where the
 * walk begins, and need not be looked at. The whole path is looked at again in the end, with all pairs.
 */
function onlyArm(
  { scene }: WalkScene,
  arm: number,
): Pick<WalkScene, 'world' | 'isOut'> & { moving: readonly string[] } {
  const { robot, name } = scene.robots[arm]!
  const others = scene.robots.filter((_, k) => k !== arm)
  const links = others.flatMap((other) =>
    other.robot.links.filter(({ geometry }) => geometry.length > 0).map((link) => `${other.name}/${link.name}`),
  )
  const still = [
    ...links.flatMap((a, i) => links.slice(i + 1).map((b): [string, string] => [a, b])),
    ...links.flatMap((a) => scene.obstacles.map((obstacle): [string, string] => [a, obstacle.name!])),
  ]
  const { robots, obstacles, allowed } = scene
  const world = new World({ robots, obstacles, allowed: [...allowed, ...still] })
  const alone = liesBelow({ ...scene, robots: [scene.robots[arm]!] })
  const from = arm * robot.dof
  return {
    world,
    isOut: (q) => alone(q.subarray(from, from + robot.dof)),
    moving: robot.joints.map((joint) => `${name}/${joint.name}`),
  }
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
