// Adaptive checking: distances, bounds of motion and whole segments, ours beside the paper's tables.
import type { AdaptiveDocument } from '../../../../lab/adaptive.js'
import { checksOf, digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

const TITLES: Readonly<Record<string, string>> = {
  I: 'Table I: distance queries of a link and an obstacle',
  III: 'Table III: segments that collide',
  VI: 'Table VI: free segments',
  'figure-13': 'Figure 13: a free segment at the resolution of δ',
  XI: 'Table XI: free segments, adaptive and refined',
  variants: 'The 2004 checker with other orders, coverings and distances',
  epsilon: 'Section V.D: at the largest step that stays right',
  ablation: 'What each of our rules saves',
  VIII: 'Table VIII: grazing by ζ',
  IX: 'Table IX: grazing by ζ',
  X: 'Table X: grazing by ζ',
}

type Row = AdaptiveDocument['rows'][number]

export function report({ rows, histograms, tipCurves, checks, contradictions }: AdaptiveDocument): LabReport {
  const tables = unique(rows.map(({ table }) => table))
  const figures: LabFigure[] = []
  for (const table of tables) {
    const own = rows.filter((row) => row.table === table)
    if (own.some(({ zeta }) => zeta !== undefined)) {
      figures.push(grazing(table, own))
      continue
    }
    const methods = unique(own.map(methodOf))
    const scenes = unique(own.map(sceneOf))
    const find = (scene: string, method: string) =>
      own.find((row) => sceneOf(row) === scene && methodOf(row) === method)
    const bars = methods.flatMap((method) => {
      const isPublished = own.some((row) => methodOf(row) === method && row.published !== undefined)
      const ours = { method, isPale: false }
      return isPublished ? [ours, { method, isPale: true }] : [ours]
    })
    figures.push({
      kind: 'bars',
      title: `${TITLES[table] ?? table}. Pairs of volumes`,
      x: 'logarithmic',
      names: bars.map(({ method, isPale }) => (isPale ? `${method}, paper` : method)),
      pale: bars.map(({ isPale }) => isPale),
      xLog: true,
      groups: scenes.map((scene) => ({
        name: scene,
        values: bars.map(({ method, isPale }) => {
          const row = find(scene, method)
          return positive(isPale ? row?.published?.volumeTests : row?.volumeTests)
        }),
      })),
    })
    figures.push({
      kind: 'table',
      title: TITLES[table] ?? table,
      head: ['scene', 'method', 'count', 'ms', 'volumes', 'triangles', 'paper: volumes', 'triangles', 'outcome'],
      rows: own.map((row) => [
        sceneOf(row),
        methodOf(row),
        whole(row.count),
        digits(row.millis),
        digits(row.volumeTests),
        digits(row.leafTests),
        digits(row.published?.volumeTests),
        digits(row.published?.leafTests),
        row.outcome ?? '',
      ]),
    })
  }
  for (const part of unique(histograms.map((one) => one.part))) {
    const own = histograms.filter((one) => one.part === part)
    figures.push({
      kind: 'plot',
      title: `Figure 9 ${part}: bounds of motion over the way of a point, ${own[0]!.robot}, ${own[0]!.of}`,
      x: 'bound over way',
      y: 'ratios',
      series: own.map(({ bound, bins, binWidth }) => ({
        name: bound,
        points: bins.map((count, b) => [(b + 0.5) * binWidth, count] as const),
      })),
    })
  }
  for (const { scene, figure, dots } of tipCurves ?? []) {
    figures.push({
      kind: 'plot',
      title: `Figure 13: where the tip is at each configuration that fixed resolution tests, ${scene} (${figure}), from above`,
      x: 'x',
      y: 'y',
      series: [{ name: 'ε 0.006', kind: 'dots', points: dots.map(([x, y]) => [x, y] as const) }],
    })
  }
  return {
    measured: [
      contradictions.length === 0
        ? 'No two methods contradict each other on any segment.'
        : `${contradictions.length} segments on which two methods contradict each other.`,
    ],
    figures,
    checks: checksOf(checks),
  }
}

function grazing(table: string, own: readonly Row[]): LabFigure {
  const all = own.filter(({ links }) => links !== 'end-effector')
  const methods = unique(all.map(({ method }) => method))
  const paper = all.filter(({ published }) => published !== undefined)
  return {
    kind: 'plot',
    title: `${TITLES[table] ?? table}. Pairs of volumes`,
    x: 'ζ',
    y: 'tests',
    xLog: true,
    yLog: true,
    series: [
      ...methods.map((method) => ({
        name: method,
        kind: 'dots' as const,
        points: all
          .filter((row) => row.method === method && row.volumeTests > 0)
          .map((row) => [row.zeta!, row.volumeTests] as const),
      })),
      {
        name: 'paper',
        kind: 'dots' as const,
        dashed: true,
        points: paper.map((row) => [row.zeta!, row.published!.volumeTests] as const),
      },
    ],
  }
}

function methodOf({ method, delta, epsilon, rules, variant, table }: Row): string {
  const setting = table === 'figure-13' && delta === undefined ? `ε ${digits(epsilon)}` : deltaOf(delta)
  // Variants are many: their δ is with the scene, so that they have a colour each.
  const parts = [method, rules, variant, variant === undefined ? setting : undefined]
  return parts.filter((part) => part !== undefined).join(', ')
}

function sceneOf({ scene, figure, run, variant, delta }: Row): string {
  const parts = [
    figure === '' ? scene : `${scene} (${figure})`,
    run,
    variant === undefined ? undefined : deltaOf(delta),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

function deltaOf(delta: number | undefined): string | undefined {
  return delta === undefined ? undefined : `δ ${delta}`
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}
