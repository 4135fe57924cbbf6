// What was measured, scene by scene: rows to keep, tables for people, and what is asked of them.
import { formatNumber, formatTable } from '../../lab/table.js'
import { roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import type { Measured } from './measure.js'

export interface PlanningRow {
  readonly planner: string
  readonly model: string
  /** Clearance at the goal where it was made small, metres. */
  readonly goalClearance?: number | undefined
  readonly robot: string
  readonly scene: string
  readonly problems: number
  readonly solved: number
  /** Paths all of whose edges are proved. */
  readonly proved: number
  /** Proved paths with which a second look found something wrong. */
  readonly wrongPaths: number
  /** Paths that collide; of planners that only sample. */
  readonly colliding: number
  readonly medianMillis: number
  readonly millis95: number
  readonly medianMillisWithSetUp: number
  readonly millis95WithSetUp: number
  readonly medianCpuMillis: number
  /** What it takes to prove the edges of the path that was found, one by one. */
  readonly medianProofMillis: number
  /** Radians, as found: nothing is smoothed. */
  readonly medianLength: number
  readonly medianEdges: number
  readonly medianNodes: number
  readonly medianValidityTests: number
  /** Distances and touch tests of two geometries in a plan: in validity tests and in proofs. */
  readonly medianPairTests: number
  readonly medianDistanceTests: number
  /** Sums. */
  readonly edgesProved: number
  readonly edgesRefuted: number
  /** Means a free edge of 0.5 rad, proved by itself. */
  readonly edgeDistanceTests: number
  readonly edgeVolumeTests: number
  readonly edgeLeafTests: number
  readonly edgeMicros: number
  /** Configurations tested again, certificates verified, least clearance seen along a path (metres). */
  readonly looks: number
  readonly verified: number
  readonly leastClearance: number
}

export function summarise(
  measured: readonly Measured[],
  head: Pick<PlanningRow, 'planner' | 'model' | 'goalClearance'>,
): PlanningRow[] {
  const rows: PlanningRow[] = []
  const robots = [...new Set(measured.map(({ problem }) => problem.robot))]
  const scenes = [...new Set(measured.map(({ problem }) => problem.scene))]
  for (const robot of robots) {
    const own = measured.filter(({ problem }) => problem.robot === robot)
    for (const scene of scenes) {
      const some = own.filter(({ problem }) => problem.scene === scene)
      if (some.length > 0) rows.push(rowOf(some, { ...head, robot, scene }))
    }
    rows.push(rowOf(own, { ...head, robot, scene: 'all' }))
  }
  if (robots.length > 1) rows.push(rowOf(measured, { ...head, robot: 'both', scene: 'all' }))
  return rows
}

function rowOf(
  measured: readonly Measured[],
  head: Pick<PlanningRow, 'planner' | 'model' | 'goalClearance' | 'robot' | 'scene'>,
): PlanningRow {
  const solved = measured.filter((one) => one.solved)
  const edges = solved.flatMap(({ edgeProofs }) => edgeProofs)
  const count = (is: (one: Measured) => boolean): number => measured.filter(is).length
  const total = (of: (one: Measured) => number): number => measured.reduce((sum, one) => sum + of(one), 0)
  // Of all problems: what was not solved took as long as it was given.
  const middle = (of: (one: Measured) => number): number => roundFigure(median(measured.map(of)))
  const most = (of: (one: Measured) => number): number => roundFigure(percentile(measured.map(of), 0.95))
  const ofSolved = (of: (one: Measured) => number): number =>
    solved.length === 0 ? NaN : roundFigure(median(solved.map(of)))
  const ofEdges = (of: (edge: (typeof edges)[number]) => number): number =>
    edges.length === 0 ? NaN : roundFigure(edges.reduce((sum, edge) => sum + of(edge), 0) / edges.length)
  return {
    ...head,
    problems: measured.length,
    solved: solved.length,
    proved: count(({ proved }) => proved),
    wrongPaths: count(({ proved, wrong }) => proved && wrong.length > 0),
    colliding: count(({ collides }) => collides),
    medianMillis: middle(({ millis }) => millis),
    millis95: most(({ millis }) => millis),
    medianMillisWithSetUp: middle(({ millisWithSetUp }) => millisWithSetUp),
    millis95WithSetUp: most(({ millisWithSetUp }) => millisWithSetUp),
    medianCpuMillis: middle(({ cpuMillis }) => cpuMillis),
    medianProofMillis: ofSolved(({ proofMillis }) => proofMillis),
    medianLength: ofSolved(({ length }) => length),
    medianEdges: ofSolved((one) => one.edges),
    medianNodes: middle(({ cost }) => cost.nodes),
    medianValidityTests: middle(({ cost }) => cost.validityTests),
    medianPairTests: middle(({ pairTests }) => pairTests),
    medianDistanceTests: middle(({ cost, pairTests }) => cost.distanceTests + pairTests),
    edgesProved: total(({ cost }) => cost.edgesProved),
    edgesRefuted: total(({ cost }) => cost.edgesRefuted),
    edgeDistanceTests: ofEdges((edge) => edge.distanceTests),
    edgeVolumeTests: ofEdges((edge) => edge.volumeTests),
    edgeLeafTests: ofEdges((edge) => edge.leafTests),
    edgeMicros: ofEdges((edge) => edge.micros),
    looks: total(({ looks }) => looks),
    verified: count(({ verified }) => verified === true),
    leastClearance: roundFigure(Math.min(Infinity, ...solved.map(({ clearance }) => clearance))),
  }
}

/** The smallest value that this share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN
}

/** All scenes of the first planner; of the others the cages, and all together. */
export function planningTable(all: readonly PlanningRow[]): string {
  const rows = all.filter(
    ({ planner, model, goalClearance, scene }) =>
      scene === 'all' ||
      scene === 'cage' ||
      (planner === all[0]!.planner && model === all[0]!.model && goalClearance === all[0]!.goalClearance),
  )
  return formatTable(
    [
      'planner',
      'model',
      'robot',
      'scene',
      'solved',
      'ms',
      '95 %',
      'cpu ms',
      'proof ms',
      'with set-up',
      '95 %',
      'length',
      'edges',
      'tests',
      'distances',
      'refuted',
      'an edge: distances',
      'µs',
      'wrong',
      'collide',
    ],
    rows.map((row) => [
      row.goalClearance === undefined ? row.planner : `${row.planner}, goal ${row.goalClearance}`,
      row.model,
      row.robot,
      row.scene,
      `${row.solved}/${row.problems}`,
      formatNumber(row.medianMillis),
      formatNumber(row.millis95),
      formatNumber(row.medianCpuMillis),
      formatNumber(row.medianProofMillis),
      formatNumber(row.medianMillisWithSetUp),
      formatNumber(row.millis95WithSetUp),
      formatNumber(row.medianLength),
      formatNumber(row.medianEdges),
      formatNumber(row.medianValidityTests),
      formatNumber(row.medianDistanceTests),
      `${row.edgesRefuted}`,
      formatNumber(row.edgeDistanceTests),
      formatNumber(row.edgeMicros),
      row.proved > 0 ? `${row.wrongPaths}` : '',
      row.proved > 0 ? '' : `${row.colliding}`,
    ]),
    4,
  )
}

/** What is asked of the default planner, and whether it is so. */
export function planningTargets(rows: readonly PlanningRow[]): string[] {
  const find = (robot: string, scene: string, tight = false): PlanningRow | undefined =>
    rows.find(
      (row) =>
        row.planner === 'rrt-connect' &&
        row.model === 'meshes' &&
        row.robot === robot &&
        row.scene === scene &&
        (row.goalClearance !== undefined) === tight,
    )
  const all = find('both', 'all')
  const tight = find('both', 'all', true)
  const out: string[] = []
  const say = (what: string, value: number, limit: number, atLeast = false): void => {
    const isMet = atLeast ? value >= limit : value <= limit
    out.push(
      `${isMet ? 'met   ' : 'MISSED'}  ${what}: ${formatNumber(value)}, ${atLeast ? 'at least' : 'at most'} ${limit}`,
    )
  }
  if (all !== undefined) {
    say('solved within 10 s, %', (100 * all.solved) / all.problems, 99, true)
    say('median, ms', all.medianMillis, 10)
    say('median with set-up of the world, ms', all.medianMillisWithSetUp, 10)
    say('95th percentile, ms', all.millis95, 200)
    say('distances for a proved edge of 0.5 rad', all.edgeDistanceTests, 20)
    const scenes = rows.filter(({ scene }) => scene !== 'all')
    say(
      'paths with something wrong',
      scenes.reduce((sum, row) => sum + row.wrongPaths, 0),
      0,
    )
  }
  for (const robot of ['panda', 'ur5']) {
    const cage = find(robot, 'cage')
    if (cage !== undefined) say(`cage of ${robot}, median, ms`, cage.medianMillis, 50)
  }
  if (all !== undefined && tight !== undefined) {
    say('goals 1e-5 from something: solved, %', (100 * tight.solved) / tight.problems, 95, true)
    say('goals 1e-5 from something: median over that of the plain ones', tight.medianMillis / all.medianMillis, 2)
  }
  return out
}
