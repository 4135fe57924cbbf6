// `limber check scene.json --at q.json`: one configuration of a scene. Does anything touch, where and how deep; otherwise, how
// far away is it from doing so.
import { LIMIT_TOLERANCE, NotConvergedError, SceneFileError, type World } from '../../src/entries/robots.js'
import { ExitCode } from '../exit-codes.js'
import { blindSpotsOf, type CoverageOptions, goodCode } from '../print/blind-spots.js'
import { givenWaypoints, readGiven } from '../read/read-given.js'
import type { OpenedScene, Printed } from './check-path.js'
import type { LimitQuestion } from './check-path-options.js'
import {
  type CheckReport,
  complaints,
  countPairs,
  describeOutside,
  describeReport,
  excessOf,
  type OutsideLimit,
  outsideLimits,
  reportDocument,
} from './check-report.js'

export interface CheckConfigurationOptions extends CoverageOptions {
  readonly at?: string
  readonly distances?: true
  readonly all?: true
  readonly json?: true
}

/** What the command prints, and its exit code. */
export async function checkConfiguration(
  { world, notes, state }: OpenedScene,
  options: CheckConfigurationOptions,
  clearance: number | undefined,
  limits: LimitQuestion,
): Promise<Printed> {
  const { q, said } = await configurationAt(world, options.at, state)
  const asked = ask(world, q, clearance, options)
  const { ignoreLimits, limitTolerance = LIMIT_TOLERANCE } = limits
  const outside = outsideLimits(world, q)
  const isOutside = !ignoreLimits && outside.some((joint) => excessOf(joint) > limitTolerance)
  const reason = isOutside ? undefined : world.nothingToCheck()
  const report: CheckReport = {
    ...asked,
    ...(isOutside ? { outcome: 'outside-limits' } : {}),
    ...(reason === undefined ? {} : { outcome: 'nothing-to-check', reason }),
    outsideLimits: outside,
    blindSpots: blindSpotsOf(world),
    notes: [...notes, ...said],
  }
  const code = exitCodeOf(report.outcome, goodCode(world, options))
  if (options.json === true) return { code, stdout: `${JSON.stringify(reportDocument(report))}\n`, stderr: '' }
  return {
    code,
    stdout: describeReport(report),
    stderr: complaints([...report.notes, ...warnings(report.outsideLimits)]),
  }
}

function exitCodeOf(outcome: CheckReport['outcome'], good: number): number {
  if (outcome === 'undecided' || outcome === 'nothing-to-check') return ExitCode.Undecided
  return outcome === 'free' ? good : ExitCode.Violation
}

type Answers = Omit<CheckReport, 'outsideLimits' | 'blindSpots' | 'notes'>

function ask(
  world: World,
  q: Float64Array,
  clearance: number | undefined,
  options: CheckConfigurationOptions,
): Answers {
  const pairs = world.pairs()
  const unchecked = options.all === true ? pairs.filter(({ status }) => status !== 'checked') : undefined
  const base = { clearance, pairs: countPairs(pairs), unchecked }
  const stats: Record<string, number> = {}
  const counted = <T>(query: () => T): T => {
    const answer = query()
    for (const [name, count] of Object.entries(world.stats)) stats[name] = (stats[name] ?? 0) + count
    return answer
  }
  try {
    const collisions = counted(() => world.collisions(q))
    const distance = counted(() => world.distance(q))
    const near = clearance === undefined ? undefined : counted(() => world.pairsWithin(q, clearance))
    const distances = options.distances === true ? counted(() => world.distances(q)) : undefined
    const close = near !== undefined && near.length > 0
    const outcome = collisions.length > 0 ? 'collision' : close ? 'closer-than-clearance' : 'free'
    return { ...base, outcome, collisions, distance, near, distances, stats }
  } catch (error) {
    if (!(error instanceof NotConvergedError)) throw error
    return { ...base, outcome: 'undecided', reason: error.message, collisions: [], distance: undefined, stats }
  }
}

function warnings(outside: readonly OutsideLimit[]): string[] {
  return outside.map((joint) => `warning: ${describeOutside(joint)}`)
}

async function configurationAt(
  world: World,
  given: string | undefined,
  state: Float64Array | undefined,
): Promise<{ q: Float64Array; said: string[] }> {
  if (given === undefined && state !== undefined) return { q: state, said: [NO_VALUES] }
  if (given === undefined) {
    const said = world.dof === 0 ? [] : ['no --at: all joints are at neutral: zero, or the limit nearest to zero']
    return { q: world.neutral(), said }
  }
  const at = await readGiven('--at', given, world)
  const { path, name } = at
  if (path.waypoints.length !== 1) {
    throw new SceneFileError(
      name,
      { field: 'waypoints' },
      'one waypoint (--path takes several)',
      `${path.waypoints.length}`,
    )
  }
  const { waypoints, said } = givenWaypoints(world, at, state)
  return { q: waypoints[0]!, said }
}

const NO_VALUES = 'no --at: all joints are where the planning scene has them'
