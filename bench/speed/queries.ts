// Single queries: proved edges, collision tests, new worlds, one of nine arms, and sweeps of meshes.
import { freeSteps, lattice } from '../../scenes/index.js'
import { checkMotion, planNow, Random, SegmentCheck, sweep, World } from '../../src/entries/robots.js'
import { once } from '../against/own-case.js'
import { makeRigidCase } from '../motions/rigid.js'
import { RIGID_PAIRS } from '../motions/rigid-motions.js'
import { cutPath } from '../planning/measure.js'
import { type BenchProblem, loadProblems, problemFolder } from '../planning/problems.js'
import { type BenchRobot, benchRobots } from '../worlds/robots.js'
import { BOXES, buildCase } from '../worlds.js'
import { itemsWhere, type SpeedCase, type SpeedFigure, type SpeedSize, speedCase } from './speed-case.js'

/** Of the problems that edges and configurations are taken from, one in this many. */
const SOME = 14

type Edge = readonly [Float64Array, Float64Array]

/** Edges of 0.5 rad of proved paths, in worlds that have proved others. */
export async function edgeCases({ every, seed }: SpeedSize): Promise<SpeedCase[]> {
  const problems = await someProblems(SOME * every)
  if (problems.length === 0) return []
  const edges = once(() => problems.flatMap((problem, p) => freeEdges(problem, seed).map((edge) => ({ p, edge }))))
  const asks: Readonly<Record<string, (world: World, edge: Edge) => string>> = {
    checkMotion: (world, edge) => checkMotion(world, edge).outcome,
    SegmentCheck: (world, edge) => new SegmentCheck(world, edge).run().outcome,
  }
  return Object.entries(asks).map(([how, ask]) => {
    const name = `proved edge of 0.5 rad, ${how}`
    return speedCase({
      name,
      unit: 'µs',
      order: 'passes',
      load: () => {
        const of = (robot: string) => itemsWhere(edges(), ({ p }) => problems[p]!.robot === robot)
        return {
          inputs: edges(),
          figures: [
            { name: `${name}, Panda`, of: 'median', only: of('panda'), most: 22, mostRatio: 0.37 },
            { name: `${name}, UR5`, of: 'mean', only: of('ur5'), most: 50, mostRatio: 0.37 },
            { name: `${name}, UR5`, of: 'median', only: of('ur5') },
            { name: `${name}: share that is free`, of: 'answer' },
          ],
        }
      },
      make: (inputs) => {
        const worlds = problems.map((problem) => problem.world())
        return {
          items: inputs.length,
          run: (i) => (ask(worlds[inputs[i]!.p]!, inputs[i]!.edge) === 'free' ? 1 : 0),
        }
      },
    })
  })
}

function freeEdges({ start, goal, moving, world: make }: BenchProblem, seed: number): Edge[] {
  const world = make()
  const result = planNow(world, start, goal, { seed, moving })
  const pieces = result.outcome === 'solved' ? cutPath(result.path) : []
  return pieces.filter((edge) => checkMotion(world, edge).outcome === 'free')
}

/** Configurations in an item: a single test takes no longer than a few readings of the clock. */
const BATCH = 50

export async function collidesCases({ every, seed }: SpeedSize): Promise<SpeedCase[]> {
  const panda = (await benchRobots(1)).robots[0]!
  const random = once(() => [buildCase(panda, BOXES, 'random', Math.ceil(2000 / every)).configurations])
  const makeRandom = [() => buildCase(panda, BOXES, 'random', 1).world]
  const problems = (await someProblems(SOME * every)).filter(({ robot }) => robot === 'ur5')
  const asked = once(() => problems.map((problem) => askedConfigurations(problem, seed)))
  const makers = problems.map((problem) => () => problem.world())
  const cases = [
    batchCase('collides, random Panda among 20 boxes', random, makeRandom, collidesAll, { most: 5, mostRatio: 0.88 }),
    batchCase('collidesMany, random Panda among 20 boxes', random, makeRandom, collidesMany, { most: 1.5 }),
    firstCase(panda),
  ]
  if (problems.length === 0) return cases
  return [
    ...cases,
    batchCase("collides, UR5, planner's configurations", asked, makers, collidesAll, { most: 6.5, mostRatio: 0.84 }),
    batchCase("collidesMany, UR5, planner's configurations", asked, makers, collidesMany),
  ]
}

type AskAll = (world: World, configurations: readonly Float64Array[]) => number

const collidesAll: AskAll = (world, configurations) => {
  let hits = 0
  for (const q of configurations) if (world.collides(q)) hits++
  return hits
}

const collidesMany: AskAll = (world, configurations) => {
  let hits = 0
  for (const hit of world.collidesMany(configurations)) if (hit !== 0) hits++
  return hits
}

function batchCase(
  name: string,
  lists: () => readonly (readonly Float64Array[])[],
  makers: readonly (() => World)[],
  ask: AskAll,
  asked: Pick<SpeedFigure, 'most' | 'mostRatio'> = {},
): SpeedCase {
  return speedCase({
    name,
    unit: 'µs',
    order: 'passes',
    load: () => ({
      inputs: lists().flatMap((list, w) =>
        Array.from({ length: Math.floor(list.length / BATCH) }, (_, k) => ({
          w,
          configurations: list.slice(k * BATCH, (k + 1) * BATCH),
        })),
      ),
      figures: [
        { name, of: 'mean', ...asked },
        { name: `${name}: share that collides`, of: 'answer' },
      ],
    }),
    make: (inputs) => {
      const worlds = makers.map((make) => make())
      // An older build may not have it.
      if (ask === collidesMany && !('collidesMany' in worlds[0]!)) return undefined
      return {
        items: inputs.length,
        each: BATCH,
        run: (i) => ask(worlds[inputs[i]!.w]!, inputs[i]!.configurations) / BATCH,
      }
    },
  })
}

const FIRST = 200

/** Each time in a world that was just made, of a robot that other worlds have had: 80,000 a second are 12.5 µs. */
function firstCase(panda: BenchRobot): SpeedCase {
  const name = `first ${FIRST} collides of a new world, random Panda among 20 boxes`
  const { robot, obstacles, configurations } = buildCase(panda, BOXES, 'random', 10 * FIRST)
  const boxes = obstacles.map(({ name: box, shape, pose }) => ({ name: box, shape, pose }))
  return speedCase({
    name,
    unit: 'µs',
    order: 'passes',
    load: () => ({
      inputs: Array.from({ length: 10 }, (_, k) => configurations.slice(k * FIRST, (k + 1) * FIRST)),
      figures: [{ name, of: 'mean', most: 12.5, mostRatio: 0.425 }],
    }),
    make: (inputs) => ({
      items: inputs.length,
      each: FIRST,
      run: (i) => collidesAll(new World({ robots: [robot], obstacles: boxes }), inputs[i]!) / FIRST,
    }),
  })
}

/** The configurations that a plan tests, in its order. */
function askedConfigurations({ start, goal, moving, world: make }: BenchProblem, seed: number): Float64Array[] {
  const world = make()
  const out: Float64Array[] = []
  const collides = world.collides.bind(world)
  world.collides = (q) => {
    out.push(Float64Array.from(q as Float64Array))
    return collides(q)
  }
  planNow(world, start, goal, { seed, moving })
  return out
}

/** Radians: the first edge is short, so that what is timed is a world that is set up for proofs. */
const SHORT = 1e-3

/** From nothing to the first proof: a new world, and the check of a short edge in it. */
export async function setUpCases({ every }: SpeedSize): Promise<SpeedCase[]> {
  const problems = await someProblems(7 * every)
  if (problems.length === 0) return []
  const of = (robot: string) => itemsWhere(problems, (one) => one.robot === robot)
  const name = 'new world and its first short edge'
  return [
    speedCase({
      name,
      unit: 'ms',
      order: 'passes',
      load: () => ({
        inputs: problems.map(({ start, goal }) => {
          const length = Math.hypot(...start.map((x, i) => goal[i]! - x))
          return start.map((x, i) => x + (SHORT / length) * (goal[i]! - x))
        }),
        figures: [
          { name: `${name}, Panda`, of: 'median', only: of('panda'), most: 0.5, mostRatio: 0.62 },
          { name: `${name}, UR5`, of: 'median', only: of('ur5'), most: 0.8, mostRatio: 0.7 },
          { name: `${name}: share that is free`, of: 'answer' },
        ],
      }),
      make: (inputs) => ({
        items: inputs.length,
        run: (i) => {
          const world = problems[i]!.world()
          return checkMotion(world, [problems[i]!.start, inputs[i]!]).outcome === 'free' ? 1 : 0
        },
      }),
    }),
  ]
}

const ARMS = 9
const ARM_STEPS = 54

/** Nine arms of twenty joints, 16,408 pairs; one of them takes a step. */
export function armCases({ every }: SpeedSize): SpeedCase[] {
  const name = 'one of nine arms moves, 16,408 pairs'
  return [
    speedCase({
      name,
      unit: 'ms',
      order: 'passes',
      load: () => ({
        inputs: armSteps(Math.ceil(ARM_STEPS / every)),
        figures: [
          { name, of: 'median', most: 0.5, mostRatio: 0.11 },
          { name: `${name}: share that is free`, of: 'answer' },
        ],
      }),
      make: (inputs) => {
        const world = lattice(ARMS).world()
        return { items: inputs.length, run: (i) => (checkMotion(world, inputs[i]!).outcome === 'free' ? 1 : 0) }
      },
    }),
  ]
}

function armSteps(count: number): Edge[] {
  const scene = lattice(ARMS)
  const world = scene.world()
  const joints = world.dof / ARMS
  const out: Edge[] = []
  for (const [from, to] of freeSteps(scene, new Random(5), 0.05, world)) {
    const arm = out.length % ARMS
    const moved = from.map((x, i) => (Math.floor(i / joints) === arm ? to[i]! : x))
    if (checkMotion(world, [from, moved]).outcome === 'free') out.push([from, moved])
    if (out.length >= count) break
  }
  return out
}

/** Motions of each kind that are drawn. */
const SWEEPS = 42

/** Two meshes of 20,000 triangles that approach, pass, turn and step; of the motions, one in seven is free. */
export function sweepCases({ every }: SpeedSize): SpeedCase[] {
  return RIGID_PAIRS.slice(0, 2).map((pair) => {
    const name = `sweep, ${pair.name} triangles`
    return speedCase({
      name,
      unit: 'ms',
      order: 'passes',
      load: () => {
        const { one, trees } = makeRigidCase(pair, Math.ceil(SWEEPS / every))
        const isFree = one.motions.map(({ from, to }) => sweep(trees.a, trees.b, from, to).outcome === 'free')
        const hits = one.motions.filter((_, i) => !isFree[i])
        const free = one.motions.filter((_, i) => isFree[i]).slice(0, Math.ceil(hits.length / 6))
        return {
          inputs: [...free, ...hits].map(({ from, to }) => ({ from, to })),
          figures: [
            { name, of: 'mean', most: 1.2, mostRatio: 0.55 },
            { name: `${name}, free ones`, of: 'mean', only: new Set(free.keys()), most: 0.4, mostRatio: 0.57 },
            { name: `${name}: contact at`, of: 'answer' },
          ],
        }
      },
      make: (inputs) => {
        const { a, b } = makeRigidCase({ ...pair, kinds: [] }, 0).trees
        return { items: inputs.length, run: (i) => sweep(a, b, inputs[i]!.from, inputs[i]!.to).at ?? 2 }
      },
    })
  })
}

async function someProblems(every: number): Promise<BenchProblem[]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  return (await loadProblems(folder)).filter((_, i) => i % every === 0)
}
