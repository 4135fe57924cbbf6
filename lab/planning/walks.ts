// Section V.E, Table VII: arms that stand up through rings or holes walk at random, by proved steps, until they lie below all of them;
// then the path that they made is smoothed.
//
// The paper does not say how long its steps are, nor whether they know where to go. One or two arms come out by blind steps of all their
// joints. Nine do not: whatever moves all of them fails except for steps of some 0.003 radians, which lead nowhere. So each arm walks in
// its turn while the others stand still, rather downhill, and its steps are as long as keeps about a quarter of them free.
import { liesBelow } from '../../scenes/index.js'
import { GRIDS } from '../../scenes/motion-snakes.js'
import {
  checkMotion,
  type RandomWalkOptions,
  type RandomWalkResult,
  type Robot,
  randomWalk,
  randomWalkNow,
  smooth,
  World,
} from '../../src/entries/robots.js'
import { portion } from '../adaptive/segments.js'
import type { Progress } from '../experiment.js'
import type { PlanningOptions } from './options.js'
import { publishedWalk } from './published.js'
import { processorMillis, type WalkRow } from './rows.js'
import type { WalkScene, WalkSceneName } from './scenes.js'

/** Radians a joint, at most. */
const STEPS: Readonly<Record<WalkSceneName, number>> = { tori: 0.1, 'lattice-1': 0.1, 'lattice-9': 0.1 }

/** Segments of a path that are checked again, about, and at most. */
const JUDGED = 1000

/** Smoothing ends after this long: a proof of nine arms has 16,000 pairs to examine, and the published K is 6,000. */
const SMOOTH_MILLIS = 600_000

/** Nine arms go downhill, or none would be out for a long time: the height is in metres, and so is this. */
const TEMPERATURE = 0.1

/** The corners first, the one in the middle last. */
const NINE_TURNS = [0, 2, 6, 8, 1, 3, 5, 7, 4]

export async function measureWalk(lab: WalkScene, options: PlanningOptions, progress: Progress): Promise<WalkRow[]> {
  const { name, figure, world } = lab
  const published = publishedWalk(name)!
  const walkAll = name === 'lattice-9' ? walkInTurns : walkOut
  const walk = await walkAll(lab, options, portion(progress, 0, 0.4))
  const rounds = Math.max(1, Math.round(options.smoothing * published.rounds))
  const smoothed = await smoothOut(lab, walk.path, rounds, options, portion(progress, 0.4, 0.5))
  const judged = (path: readonly Float64Array[]): Pick<WalkRow, 'wrongPaths' | 'undecided' | 'segments'> => {
    // One by one, and some of very many: all proofs at once would not fit.
    const every = Math.max(1, Math.ceil(path.length / JUDGED))
    const outcomes = path
      .slice(1)
      .flatMap((q, k) => (k % every === 0 ? [checkMotion(world, [path[k]!, q]).outcome] : []))
    return {
      wrongPaths: Number(outcomes.includes('collision')),
      undecided: Number(outcomes.some((outcome) => outcome !== 'collision' && outcome !== 'free')),
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
      ...(walk.out === undefined ? {} : { out: walk.out }),
      published: { seconds: published.walkSeconds, segments: published.segments },
    },
    {
      ...common,
      planner: 'smoothing',
      seconds: smoothed.seconds,
      ...judged(smoothed.path),
      length: smoothed.length,
      rounds: smoothed.rounds,
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
  /** Arms that are out, where they walk in turns. */
  readonly out?: number
}

/** All arms at once. */
async function walkOut(lab: WalkScene, { seed, steps }: PlanningOptions, progress: Progress): Promise<Walk> {
  const { scene, name, world, isOut } = lab
  const began = processorMillis()
  const walk = randomWalk(world, scene.start, { seed, step: STEPS[name], until: isOut, maxTries: steps })
  for await (const { tried, taken } of walk) {
    await progress(tried / (tried + LIKELY), `random walk: ${name}, ${taken} steps`)
  }
  const { path, stats, outcome } = walkedOf(name, await walk)
  return { path, seconds: (processorMillis() - began) / 1000, tested: stats.tried, arrived: outcome === 'arrived' }
}

function walkedOf(name: string, result: RandomWalkResult): Extract<RandomWalkResult, { path: unknown }> {
  if (result.outcome === 'invalid-start') throw new Error(`${name}: an arm begins where it touches something`)
  if (result.outcome === 'nothing-to-check') throw new Error(`${name}: ${result.reason}`)
  return result
}

/** Steps that an arm tries before it is the next one's turn, and before its step is adapted. */
const TURN = 5000
const BURST = 100

/** Seeds of one walk. */
const SEEDS = 1_000_000

/** A step is cut below the first share of free ones, and grows above the second; radians. */
const FEW = 0.2
const MANY = 0.35
const FACTOR = 1.3
const SHORTEST = 0.005
const LONGEST = 0.5

function adapted(step: number, free: number): number {
  return free < FEW ? Math.max(SHORTEST, step / FACTOR) : free > MANY ? Math.min(LONGEST, step * FACTOR) : step
}

/** Each arm in its turn while the others stand still, until all of them are out. */
async function walkInTurns(lab: WalkScene, { seed, nineSteps }: PlanningOptions, progress: Progress): Promise<Walk> {
  const { scene, name } = lab
  const arms = NINE_TURNS.map((arm) => ({ ...onlyArm(lab, arm), step: STEPS[name], isDone: false }))
  const path = [scene.start]
  let [seconds, tested, bursts] = [0, 0, 0]
  const out = (): number => arms.filter(({ isDone }) => isDone).length
  while (tested < nineSteps && out() < arms.length) {
    for (const arm of arms) {
      for (let tried = 0; tried < TURN && tested < nineSteps && !arm.isDone; ) {
        await progress(tested / nineSteps, `random walk: ${name}, ${out()} of ${arms.length} arms out`)
        const began = processorMillis()
        const { world, own, isOut, step } = arm
        const maxTries = Math.min(BURST, nineSteps - tested)
        const options = { seed: SEEDS * seed + bursts++, step, until: isOut, maxTries, ...own }
        const walked = walkedOf(name, randomWalkNow(world, path.at(-1)!, options))
        seconds += (processorMillis() - began) / 1000
        path.push(...walked.path.slice(1))
        const { tried: more, taken } = walked.stats
        tried += more
        tested += more
        arm.isDone = walked.outcome === 'arrived'
        arm.step = adapted(step, taken / more)
      }
    }
  }
  return { path, seconds, tested, arrived: out() === arms.length, out: out() }
}

/**
 * The scene for steps of one arm: pairs of things of which neither is that arm do not move against each other, are free where the
 * walk begins, and need not be tested. The whole path is checked again in the end, with all pairs.
 */
function onlyArm({ scene }: WalkScene, arm: number): Pick<WalkScene, 'world' | 'isOut'> & { own: RandomWalkOptions } {
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
    own: {
      moving: robot.joints.map((joint) => `${name}/${joint.name}`),
      height: (q) => heightAbove(robot, q.subarray(from, from + robot.dof)),
      temperature: TEMPERATURE,
    },
  }
}

/** How far an arm's links are above the lowest grid: the mean over their middles. */
function heightAbove(robot: Robot, q: Float64Array): number {
  const poses = robot.linkPoses(q)
  const solid = robot.links.filter(({ geometry }) => geometry.length > 0)
  const sum = solid.reduce((total, { index }) => {
    const middle = poses[12 * index + 11]! + (LINK / 2) * poses[12 * index + 10]!
    return total + Math.max(0, middle - GRIDS[0]! + LINK / 4)
  }, 0)
  return sum / solid.length
}

/** The length of a link. */
const LINK = 0.5

/** Steps that an arm tries before it is out, about: for the progress only. */
const LIKELY = 30_000

interface Smoothed {
  readonly path: readonly Float64Array[]
  readonly seconds: number
  readonly length: number
  readonly before: number
  readonly attempts: number
  readonly rounds: number
}

async function smoothOut(
  { world, name }: WalkScene,
  path: readonly Float64Array[],
  rounds: number,
  { seed }: PlanningOptions,
  progress: Progress,
): Promise<Smoothed> {
  const began = processorMillis()
  const running = smooth(world, path, { rounds, seed, isFree: true, maxMillis: SMOOTH_MILLIS })
  // Turns of the event loop between slices, and a line drawn now and then, are a thousandth of it.
  for await (const { round, length, before } of running) {
    await progress(round / rounds, `smoothing: ${name}, ${(length / before).toFixed(2)} of the length`)
  }
  const result = await running
  const seconds = (processorMillis() - began) / 1000
  if (result.outcome !== 'smoothed')
    throw new Error(`${name}: a walk of proved steps is not free: ${result.verdict.outcome}`)
  const { stats, length, before } = result
  return { path: result.path, seconds, length, before, attempts: stats.attempts, rounds: stats.rounds }
}
