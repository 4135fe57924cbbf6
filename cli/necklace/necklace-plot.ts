// The gap of the closest pair and the basis changes, frame by frame, as a picture. Where there are more frames than columns, a
// column shows the least gap and the most changes among its own.
import { at, BLUE, drawPlot, PLOT_COLUMNS, PLOT_LEFT, PLOT_RIGHT, PLOT_WIDTH, polyline, RED } from '../../lab/plot.js'
import { axisOf } from '../../lab/plot-axis.js'
import type { FrameReport } from './necklace-report.js'

interface Point {
  readonly frame: number
  readonly gap: number | undefined
  readonly changes: number | undefined
}

export function plotNecklace(title: string, frames: readonly FrameReport[]): string {
  const points = inColumns(frames)
  const gaps = points.flatMap(({ frame, gap }) => (gap === undefined ? [] : [{ frame, gap }]))
  const values = gaps.map(({ gap }) => gap)
  const width = Math.max(1, Math.min(12, (0.7 * PLOT_COLUMNS) / Math.max(1, points.length - 1)))
  return drawPlot({
    ...{ kind: 'necklace', title, axis: 'frame', first: frames[0]!.frame, last: frames.at(-1)!.frame },
    panels: [
      {
        title: 'gap of the closest pair',
        height: 190,
        // Zero is where beads begin to touch: it is always shown.
        axis: axisOf([0, ...values]),
        draw(x, y) {
          const zero = at(y(0))
          const touching = gaps
            .filter(({ gap }) => gap <= 0)
            .map(({ frame, gap }) => `<circle cx="${at(x(frame))}" cy="${at(y(gap))}" r="2.5"/>`)
          return [
            `<line x1="${PLOT_LEFT}" x2="${PLOT_WIDTH - PLOT_RIGHT}" y1="${zero}" y2="${zero}" stroke="${RED}" stroke-dasharray="4 3"/>`,
            polyline(gaps.map(({ frame, gap }) => [x(frame), y(gap)] as const)),
            `<g fill="${RED}">${touching.join('')}</g>`,
          ]
        },
      },
      {
        title: 'basis changes',
        height: 84,
        axis: axisOf([0, 1, ...points.map(({ changes = 0 }) => changes)]),
        draw(x, y, floor) {
          const bars = points
            .filter(({ changes = 0 }) => changes > 0)
            .map(({ frame, changes }) => {
              const top = y(changes!)
              return `<rect x="${at(x(frame) - width / 2)}" y="${at(top)}" width="${at(width)}" height="${at(floor - top)}"/>`
            })
          return [`<g fill="${BLUE}">${bars.join('')}</g>`]
        },
      },
    ],
  })
}

function inColumns(frames: readonly FrameReport[]): Point[] {
  const each = Math.ceil(frames.length / PLOT_COLUMNS)
  const points: Point[] = []
  for (let from = 0; from < frames.length; from += each) {
    let [gap, changes]: [number | undefined, number | undefined] = [undefined, undefined]
    const column = frames.slice(from, from + each)
    for (const { closest, basisChanges } of column) {
      if (closest !== undefined && !(closest.gap >= gap!)) gap = closest.gap
      if (basisChanges !== undefined && !(basisChanges <= changes!)) changes = basisChanges
    }
    points.push({ frame: column[0]!.frame, gap, changes })
  }
  return points
}
