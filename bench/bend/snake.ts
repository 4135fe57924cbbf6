// Whole motions of a snake of 1,000 links, 498,501 pairs: what `checkMotion` costs by how many joints move.
import { formatNumber, formatTable } from '../../lab/table.js'
import { snakeArm } from '../../scenes/motion-snakes.js'
import { checkMotion, Random, World } from '../../src/entries/robots.js'
import { type Progress, roundFigure } from '../bench.js'
import { clockMicros, median } from '../interleave.js'

export interface SnakeRow {
  readonly links: number
  readonly pairs: number
  readonly from: 'straight' | 'bent'
  /** Joints that move, spread evenly along the snake, each by this angle to either side by turns. */
  readonly joints: number
  readonly angle: number
  readonly outcome: string
  /** Of volumes, of geometries, and distances. */
  readonly tests: number
  readonly millis: number
}

export interface SnakePlan {
  readonly links: number
  readonly cases: readonly { readonly joints: number; readonly angle: number }[]
  readonly rounds: number
}

export function measureSnake({ links, cases, rounds }: SnakePlan, progress: Progress): SnakeRow[] {
  const world = new World({ robots: [snakeArm(links)] })
  const random = new Random(5)
  const starts = { straight: world.neutral(), bent: world.neutral().map(() => random.range(-0.15, 0.15)) }
  const rows: SnakeRow[] = []
  for (const from of ['straight', 'bent'] as const) {
    for (const { joints, angle } of cases) {
      progress(rows.length / (2 * cases.length), `${from}, ${joints} joints`)
      const to = starts[from].slice()
      for (let i = 0; i < joints; i++) to[Math.floor(((i + 0.5) * links) / joints)]! += i % 2 === 0 ? angle : -angle
      const times: number[] = []
      let verdict = checkMotion(world, [starts[from], to])
      for (let r = 0; r < rounds; r++) {
        const began = clockMicros()
        verdict = checkMotion(world, [starts[from], to])
        times.push((clockMicros() - began) / 1000)
      }
      const { volumeTests, leafTests, distanceTests } = verdict.stats
      rows.push({
        ...{ links, pairs: ((links - 1) * (links - 2)) / 2, from, joints, angle, outcome: verdict.outcome },
        tests: volumeTests + leafTests + distanceTests,
        millis: roundFigure(median(times)),
      })
    }
  }
  return rows
}

export function snakeTable(rows: readonly SnakeRow[]): string {
  const titles = ['snake', 'links', 'pairs', 'joints', 'rad', 'outcome', 'tests', 'ms']
  const lines = rows.map((r) => [
    ...[r.from, r.links.toLocaleString('en'), r.pairs.toLocaleString('en')],
    ...[
      r.joints.toLocaleString('en'),
      String(r.angle),
      r.outcome,
      r.tests.toLocaleString('en'),
      formatNumber(r.millis),
    ],
  ])
  return formatTable(titles, lines, 1)
}
