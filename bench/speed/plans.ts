// Plans of MotionBenchMaker's problems, and problems in pockets: proved paths in worlds that have planned before. And smoothing.
import { planNow, smoothNow, type World } from '../../src/entries/robots.js'
import { type BenchProblem, loadProblems, problemFolder } from '../planning/problems.js'
import { pathLength } from '../planning/recheck.js'
import { itemsWhere, type SpeedCase, type SpeedFigure, type SpeedSize, speedCase } from './speed-case.js'

/** Far beyond what a problem takes. */
const MAX_MILLIS = 60_000

type PlannedProblem = Pick<BenchProblem, 'start' | 'goal' | 'moving' | 'world'>

export async function planCases({ every, seed }: SpeedSize): Promise<SpeedCase[]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  const problems = (await loadProblems(folder)).filter((_, i) => i % every === 0)
  const of = (robot: string, scene?: string) =>
    itemsWhere(problems, (one) => one.robot === robot && (scene === undefined || one.scene === scene))
  return [
    planCase('plan', problems, seed, [
      { name: 'plan, both robots', of: 'median', mostRatio: 0.6 },
      { name: 'plan, Panda', of: 'median', only: of('panda'), mostRatio: 0.62 },
      { name: 'plan, UR5', of: 'median', only: of('ur5'), mostRatio: 0.58 },
      { name: 'plan, Panda, cage', of: 'median', only: of('panda', 'cage'), mostRatio: 0.8 },
      { name: 'plan, UR5, cage', of: 'median', only: of('ur5', 'cage'), mostRatio: 0.78 },
      { name: 'plan, Panda', of: '95 %', only: of('panda'), mostRatio: 1 },
      { name: 'plan, UR5', of: '95 %', only: of('ur5'), mostRatio: 1 },
      { name: 'plan, both robots', of: 'mean' },
      { name: 'plan, path length, rad', of: 'answer' },
    ]),
  ]
}

export async function smoothCases({ every, seed }: SpeedSize): Promise<SpeedCase[]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  const problems = (await loadProblems(folder)).filter((_, i) => i % (7 * every) === 0)
  return [
    speedCase({
      name: 'smooth',
      unit: 'ms',
      order: 'items',
      load: () => ({
        inputs: problems.map(ends),
        figures: [
          { name: "smooth, each build's own plan", of: 'median', mostRatio: 1 },
          { name: "smooth, each build's own plan", of: 'mean' },
          { name: 'smooth, path length, rad', of: 'answer', mostRatio: 1 },
        ],
      }),
      make: (inputs) => {
        let world: World | undefined
        let path: readonly Float64Array[] = []
        return {
          items: inputs.length,
          prepare(i) {
            world = problems[i]!.world()
            path = planOf(world, inputs[i]!, seed)
            if (path.length > 1) smoothNow(world, path, { seed })
          },
          run: () => {
            if (path.length < 2) return 0
            const smoothed = smoothNow(world!, path, { seed })
            return smoothed.outcome === 'smoothed' ? pathLength(smoothed.path) : Number.NaN
          },
        }
      },
    }),
  ]
}

export async function pocketCases({ every, seed }: SpeedSize): Promise<SpeedCase[]> {
  if (problemFolder() === undefined) return []
  const { pocketProblems } = await import('../planning/pocket-problems.js')
  const out: SpeedCase[] = []
  for (const [kind, mostRatio] of [
    ['two-arm', 0.6],
    ['fetch', 0.7],
  ] as const) {
    const problems = (await pocketProblems(kind)).filter((_, i) => i % every === 0)
    const name = `plan, ${kind} in pockets`
    out.push(
      planCase(name, problems, seed, [
        { name, of: 'median', mostRatio },
        { name, of: 'mean' },
        { name, of: '95 %' },
        { name: `${name}, path length, rad`, of: 'answer' },
      ]),
    )
  }
  return out
}

function planCase(
  name: string,
  problems: readonly PlannedProblem[],
  seed: number,
  figures: readonly SpeedFigure[],
): SpeedCase {
  return speedCase({
    name,
    unit: 'ms',
    order: 'items',
    load: () => ({ inputs: problems.map(ends), figures }),
    make: (inputs) => {
      let world: World | undefined
      return {
        items: inputs.length,
        prepare(i) {
          world = problems[i]!.world()
          planOf(world, inputs[i]!, seed)
        },
        run: (i) => {
          const path = planOf(world!, inputs[i]!, seed)
          return path.length === 0 ? Number.NaN : pathLength(path)
        },
      }
    },
  })
}

type Ends = Pick<BenchProblem, 'start' | 'goal' | 'moving'>

function ends({ start, goal, moving }: Ends): Ends {
  return { start, goal, moving }
}

function planOf(world: World, { start, goal, moving }: Ends, seed: number): readonly Float64Array[] {
  const result = planNow(world, start, goal, { planner: 'rrt-connect', seed, moving, maxMillis: MAX_MILLIS })
  return result.outcome === 'solved' ? result.path : []
}
