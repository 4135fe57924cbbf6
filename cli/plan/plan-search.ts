// The search of `limber plan`, and the smoothing after it, as the command line asks for them.
import type { PlanOptions, PlanProgress, PlanResult, Roadmap, World } from '../../src/entries/robots.js'
import { short } from '../check/check-report.js'
import { withFlags } from '../read/flags.js'
import type { PlanEngine } from './plan-engine.js'
import type { NamedGoal } from './plan-goals.js'
import { variablesNamed } from './plan-names.js'
import type { PlanQuestion } from './plan-options.js'
import type { FoundPath } from './plan-output.js'
import { runWithProgress, seconds, type Told } from './plan-run.js'
import { smoothProgress } from './smooth-progress.js'

/** Searches, with a progress line. `title` is what it begins with. */
export function searchPath(
  world: World,
  start: Float64Array,
  goals: readonly NamedGoal[],
  { moving, roadmap }: { readonly moving?: readonly string[] | undefined; readonly roadmap?: Roadmap | undefined },
  question: PlanQuestion,
  engine: PlanEngine,
  title = 'plan',
): ReturnType<typeof runWithProgress<PlanProgress, PlanResult>> {
  const { planner, seed, continuous, delta, clearance, range, resolution, maxMillis, maxIterations } = question
  const { optimiseMillis, optimiseRounds } = question
  const { ignoreLimits, limitTolerance } = question
  const bounds = [...question.bounds].flatMap(([name, range]) =>
    variablesNamed(world, '--bounds', name).map((variable) => [variable, range] as const),
  )
  const options: PlanOptions = {
    ...{ planner, seed, continuous, delta, clearance, range, resolution, maxMillis, maxIterations },
    ...{ optimiseMillis, optimiseRounds },
    ...{ ignoreLimits, limitTolerance, roadmap },
    moving: moving === undefined ? undefined : [...new Set(moving)],
    bounds: bounds.length === 0 ? undefined : Object.fromEntries(bounds),
  }
  const ends = goals.map(({ goal }) => goal)
  const limit = maxMillis ?? 10_000
  return withFlags(
    () =>
      runWithProgress(
        title,
        (signal) => engine.plan(world, start, ends, { ...options, signal }),
        (progress) => planProgress(progress, limit, optimiseMillis),
      ),
    (field) => nameOfGoal(goals, field),
  )
}

/** The bar is the time that there is. */
function planProgress(
  { millis, nodes, phase, proved, length }: PlanProgress,
  limit: number,
  optimiseMillis: number | undefined,
): Told {
  if (phase === 'optimising' && length !== undefined) {
    const share = optimiseMillis === undefined ? 1 : Math.min(1, millis / optimiseMillis)
    return { share, label: `looking for shorter paths, length ${short(length)}, ${seconds(millis)}` }
  }
  const how = phase === 'proving' ? `proving, ${Math.floor(100 * proved)} %` : 'searching'
  return { share: millis / limit, label: `${how}, ${nodes.toLocaleString('en-US')} nodes, ${seconds(millis)}` }
}

/** Proved shortcuts, with a progress line. */
export function smoothPath(
  world: World,
  { path }: Pick<FoundPath, 'path'>,
  question: PlanQuestion,
  engine: PlanEngine,
) {
  const { seed, delta, clearance, maxMillis, smooth, ignoreLimits, limitTolerance } = question
  const limits = { ignoreLimits, limitTolerance }
  const options = { seed, delta, clearance, maxMillis, rounds: smooth!.rounds, isFree: true, ...limits }
  return runWithProgress('smooth', (signal) => engine.smooth(world, path, { ...options, signal }), smoothProgress)
}

/** Of `goal[2] (arm/elbow)`: the file or the state that it was read from. Of `goal[2].pose` there is a flag. */
function nameOfGoal(goals: readonly NamedGoal[], field: string): string | undefined {
  const [found, k] = /^goal\[(\d+)\](?!\.(?:free|link|pose|tool))/.exec(field) ?? []
  return found === undefined ? undefined : goals[Number(k)]!.name + field.slice(found.length)
}
