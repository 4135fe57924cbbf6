// Necklaces: Figure 7's table, and what motion does to cages and power diagrams.
import type { NecklaceDocument } from '../../../../lab/necklace.js'
import { checksOf, type LabFigure, type LabReport, unique, whole } from '../report.js'

const QUANTITIES = [
  ['selfTests', 'Tests a cage of a self-collision search'],
  ['cascadeTests', 'Tests a cage of verification by cascade'],
  ['naiveTests', 'Tests a cage of naive verification'],
] as const

export function report(document: NecklaceDocument): LabReport {
  const { rows, published, motion, publishedMotion, grids, layers, checks } = document
  const theirs = (model: string, n: number) => published.find((row) => row.model === model && row.n === n)
  const figures: LabFigure[] = [
    ...QUANTITIES.map(
      ([quantity, title]): LabFigure => ({
        kind: 'bars',
        title: `${title} (Figure 7)`,
        x: 'logarithmic',
        names: ['ours', 'paper'],
        xLog: true,
        groups: rows.map((row) => ({
          name: `${row.model}, ${whole(row.n)}`,
          values: [row[quantity], theirs(row.model, row.n)?.[quantity]],
        })),
      }),
    ),
    {
      kind: 'plot',
      title: 'Grids of beads (section 5.1): cage tests, in units of the bound',
      x: 'beads',
      y: 'of the bound',
      xLog: true,
      series: unique(grids.map(({ dimension }) => dimension)).map((dimension) => ({
        name: dimension === 2 ? 'plane: n·log₂ n' : 'space: n^(4/3)',
        kind: 'both',
        points: grids.filter((row) => row.dimension === dimension).map(({ n, ofBound }) => [n, ofBound] as const),
      })),
    },
    {
      kind: 'plot',
      title: 'Lemma 4.3: the layered root’s radius over the wrapped one’s',
      x: 'beads',
      xLog: true,
      series: [
        { name: 'measured', kind: 'both', points: layers.map(({ n, ratio }) => [n, ratio] as const) },
        {
          name: '√(log₂ n)',
          kind: 'both',
          dashed: true,
          points: layers.map(({ n, bound }) => [n, bound] as const),
        },
      ],
    },
    {
      kind: 'table',
      title: 'In motion (section 6)',
      head: [
        'necklace',
        'frames',
        'bases changed',
        'paper',
        'power edges changed',
        'paper',
        'edges, first',
        'last',
        'paper',
      ],
      rows: motion.map((row) => {
        const paper = publishedMotion[row.model]
        return [
          `${row.model}, ${row.source}`,
          whole(row.frames),
          whole(row.basisChanges),
          whole(paper.basisChanges),
          whole(row.powerChanges),
          whole(paper.powerChanges),
          whole(row.powerEdges[0]),
          whole(row.powerEdges[1]),
          paper.edges.map(whole).join(', '),
        ]
      }),
    },
  ]
  const [first] = motion
  return {
    measured:
      first === undefined
        ? []
        : [
            `The ${first.source} spiral changes ${whole(first.basisChanges)} bases and ${whole(first.powerChanges)} edges of its power diagram in ${whole(first.frames)} frames.`,
          ],
    figures,
    checks: checksOf(checks),
  }
}
