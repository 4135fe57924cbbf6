// Plans by the default planner, each in a world that was just made: MotionBenchMaker's problems, a row for each robot and scene.
import { plan } from '../../src/index.js'
import { type BenchProblem, loadProblems, problemFolder } from '../planning/problems.js'
import { type OwnCase, ownCase } from './own-case.js'

/** Problems a scene. */
const FULL = 20
const QUICK = 3

/** Far beyond what a problem takes: no plan ends by the clock, which would make the builds' work differ. */
const MAX_MILLIS = 60_000

export async function planningCases(quick: boolean): Promise<OwnCase[]> {
  const folder = problemFolder()
  if (folder === undefined) return []
  const problems = await loadProblems(folder, { each: quick ? QUICK : FULL })
  const scenes = new Map<string, BenchProblem[]>()
  for (const problem of problems) {
    const name = `${problem.robot}, ${problem.scene}`
    scenes.set(name, [...(scenes.get(name) ?? []), problem])
  }
  return [...scenes].map(([name, list]) =>
    ownCase({
      name,
      unit: 'plan',
      inputs: () => list.map(({ start, goal, moving }) => ({ start, goal, moving })),
      make: (ends) => ({
        units: list.length,
        run: async () => {
          let waypoints = 0
          for (const [k, { start, goal, moving }] of ends.entries()) {
            const options = { planner: 'rrt-connect', seed: 1, moving, maxMillis: MAX_MILLIS } as const
            const result = await plan(list[k]!.world(), start, goal, options)
            waypoints += result.outcome === 'solved' ? result.path.length : 0
          }
          return waypoints
        },
      }),
    }),
  )
}
