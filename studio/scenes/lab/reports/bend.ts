// Things that bend: tests of whole steps by size, what sampling misses and costs, what passes through what.
import { PROTOTYPE_CHAINS, PROTOTYPE_ROPES } from '../../../../lab/bend/published.js'
import type { BendDocument } from '../../../../lab/bend.js'
import { checksOf, digits, type LabFigure, type LabReport, unique, whole } from '../report.js'

export function report(document: BendDocument): LabReport {
  const { chains, cloth, sampling, melts, knots, checks } = document
  const passing = sampling.filter(({ passages }) => passages > 0)
  const figures: LabFigure[] = [
    missedPlot(
      'of ropes',
      passing.filter(({ kind }) => kind === 'rope'),
    ),
    missedPlot(
      'of chains and cloth',
      passing.filter(({ kind }) => kind !== 'rope'),
    ),
    ropeBars(document),
    {
      kind: 'plot',
      title: 'One joint of a loose chain: tests for the whole move, in the median',
      x: 'links',
      xLog: true,
      series: [
        ...unique(chains.map(({ angle }) => angle)).map((angle) => ({
          name: `by ${angle} rad`,
          kind: 'both' as const,
          points: chains.filter((row) => row.angle === angle).map(({ links, tests }) => [links, tests] as const),
        })),
        {
          name: 'by 0.1 rad, prototype',
          kind: 'both',
          dashed: true,
          points: PROTOTYPE_CHAINS.map(({ links, tests }) => [links, tests] as const),
        },
      ],
    },
    {
      kind: 'table',
      title: 'Sheets: tests of nodes for the whole step, beside those of its last frame',
      head: ['sheet', 'triangles', 'radians', 'slabs', 'of the frame’s', 'seconds'],
      rows: cloth.map((row) => [
        ...[row.scene, whole(row.triangles), String(row.angle), String(row.slabs)],
        ...[`${digits(row.ratio)} ×`, digits(row.millis / 1000)],
      ]),
    },
    {
      kind: 'table',
      title: 'Sampling: what it costs, in units of the proof, and what it misses',
      head: ['of', 'scene', 'instants', 'tests', 'time', 'passages missed', 'of'],
      rows: sampling.map((row) => [
        ...[row.kind, row.scene, whole(row.instants), `${digits(row.testRatio)} ×`, `${digits(row.timeRatio)} ×`],
        ...[whole(row.missedPassages), whole(row.passages)],
      ]),
    },
    {
      kind: 'table',
      title: 'Strands and knots: passages found and confirmed',
      head: ['of', 'passages', 'confirmed'],
      rows: [
        ...melts.map((row) => [
          `a melt of ${row.chains} chains of ${row.length}, ${whole(row.steps)} steps`,
          ...[row.passages, row.confirmed].map(whole),
        ]),
        ...knots.map((row) => [row.scene, ...[row.passages, row.confirmed].map(whole)]),
      ],
    },
  ]
  return { measured: sentences(document), figures, checks: checksOf(checks) }
}

/** A page has eight colours for the series of a plot. */
function missedPlot(of: string, rows: BendDocument['sampling']): LabFigure {
  return {
    kind: 'plot',
    title: `Passages ${of} that sampling misses, of a hundred`,
    x: 'instants',
    y: '%',
    xLog: true,
    yRange: [0, 100],
    series: unique(rows.map(({ scene }) => scene)).map((series) => ({
      name: series,
      kind: 'both',
      points: rows
        .filter(({ scene }) => scene === series)
        .map(({ instants, missedPassages, passages }) => [instants, (100 * missedPassages) / passages] as const),
    })),
  }
}

/** Of the largest ropes, by cages. */
function ropeBars({ ropes }: BendDocument): LabFigure {
  const most = Math.max(...ropes.map(({ beads }) => beads))
  const rows = ropes.filter(({ beads, method }) => beads === most && method === 'cages')
  const ratio = (scene: string, motion: string, items: string): number | undefined =>
    rows.find((row) => row.scene === scene && row.motion === motion && row.items === items)?.ratio
  return {
    kind: 'bars',
    title: `Tests for a step of a rope of ${whole(most)} beads, in units of its last frame's`,
    x: 'of the frame’s',
    names: ['beads', 'strands', 'beads, prototype'],
    groups: unique(rows.map(({ scene, motion }) => `${scene}, ${motion}`)).map((name) => {
      const [scene, motion] = name.split(', ') as [keyof typeof PROTOTYPE_ROPES, string]
      return {
        name,
        values: [ratio(scene, motion, 'thin beads'), ratio(scene, motion, 'strands'), PROTOTYPE_ROPES[scene][motion]],
      }
    }),
  }
}

function sentences({ sampling, melts }: BendDocument): string[] {
  const most = Math.max(...sampling.map(({ instants }) => instants))
  const rows = sampling.filter(({ instants }) => instants === most)
  const passages = rows.reduce((sum, row) => sum + row.passages, 0)
  const missed = rows.reduce((sum, row) => sum + row.missedPassages, 0)
  const tests = rows.map(({ testRatio }) => testRatio)
  const found = melts.reduce((sum, row) => sum + row.passages, 0)
  return [
    ...(rows.length === 0
      ? []
      : [
          `Sampling at ${whole(most)} instants makes ${digits(Math.min(...tests))} to ${digits(Math.max(...tests))} times the tests of the proof, and misses ${whole(missed)} of ${whole(passages)} passages.`,
        ]),
    ...(melts.length === 0 ? [] : [`In the melts ${whole(found)} strands pass through each other; all are found.`]),
  ]
}
