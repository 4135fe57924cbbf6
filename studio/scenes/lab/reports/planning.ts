// Planning: seconds by δ, steps that stay right, random walks and smoothing, ours beside the paper's tables.
import type { PlanningDocument } from '../../../../lab/planning.js'
import { checksOf, digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

type Row = PlanningDocument['rows'][number]
type PlanRow = Extract<Row, { table: 'IV' | 'V' }>
type WalkRow = Extract<Row, { table: 'VII' }>

/** Where δ = 0 is drawn on a logarithmic axis. */
const ZERO = 1e-5

export function report({ rows, epsilons, checks }: PlanningDocument): LabReport {
  const plans = rows.filter((row): row is PlanRow => row.table !== 'VII')
  const walks = rows.filter((row): row is WalkRow => row.table === 'VII')
  const five = plans.filter(({ table }) => table === 'V')
  const figures: LabFigure[] = unique(five.map(({ scene }) => scene)).map((scene) => {
    const own = five.filter((row) => row.scene === scene)
    const at = ({ delta = 0 }: PlanRow): number => Math.max(ZERO, delta)
    return {
      kind: 'plot',
      title: `Table V: ${scene} (${own[0]!.figure}). Seconds a plan by δ`,
      x: 'δ (0 is drawn at 0.00001)',
      y: 's',
      xLog: true,
      yLog: true,
      series: [
        ...unique(own.map(({ planner }) => planner)).map((planner) => ({
          name: planner,
          kind: 'both' as const,
          points: own.filter((row) => row.planner === planner).map((row) => [at(row), row.seconds] as const),
        })),
        {
          name: 'a-sbl, paper',
          kind: 'both' as const,
          dashed: true,
          points: own.flatMap((row) =>
            row.published === undefined ? [] : [[at(row), row.published.seconds] as const],
          ),
        },
      ],
    }
  })
  if (epsilons.length > 0) {
    figures.push({
      kind: 'table',
      title: 'Table IV: the first ε that stayed right for the given number of runs in a row',
      head: ['scene', 'runs', 'ε', 'mistakes on the way', 'stayed right'],
      rows: epsilons.map(({ scene, figure, runs, epsilon, mistakes, right }) => [
        `${scene} (${figure})`,
        whole(runs),
        digits(epsilon),
        whole(mistakes),
        right ? 'yes' : 'no',
      ]),
    })
  }
  if (plans.length > 0) {
    figures.push({
      kind: 'table',
      title: 'Tables IV and V',
      head: ['table', 'scene', 'planner', 'δ or ε', 'runs', 'mean s', 'median', '95 %', 'wrong paths', 'paper: s'],
      rows: plans.map((row) => [
        row.table,
        `${row.scene} (${row.figure})`,
        row.planner,
        digits(row.delta ?? row.epsilon),
        whole(row.runs),
        digits(row.seconds),
        digits(row.median),
        digits(row.percentile95),
        whole(row.wrongPaths),
        digits(row.published?.seconds),
      ]),
    })
  }
  if (walks.length > 0) {
    figures.push({
      kind: 'table',
      title: 'Table VII: random walks, and smoothing',
      head: ['scene', 'what', 's', 'segments', 'length', 'of the walk', 'paper: s', 'segments', 'of the walk'],
      rows: walks.map((row) => [
        row.scene,
        row.planner,
        digits(row.seconds),
        whole(row.segments),
        digits(row.length),
        digits(row.ratio),
        digits(row.published?.seconds),
        digits(row.published?.segments),
        digits(row.published?.ratio),
      ]),
    })
  }
  const wrong = rows.reduce((sum, { wrongPaths }) => sum + wrongPaths, 0)
  const ours = plans.filter(({ planner }) => planner !== 'sbl')
  const ownWrong = ours.reduce((sum, { wrongPaths }) => sum + wrongPaths, 0)
  return {
    measured: [
      `Of ${whole(rows.reduce((sum, { runs }) => sum + runs, 0))} runs, ${whole(wrong)} returned a path that collides, ${whole(ownWrong)} of them by planners whose checks are proved.`,
    ],
    figures,
    checks: checksOf(checks),
  }
}
