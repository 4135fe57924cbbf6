// The gap of the closest pair and the basis changes, frame by frame, as a picture (SVG). Two panels above one another share the
// frames; where there are more of these than columns, a column shows the least gap and the most changes among its own.
import type { FrameReport } from './necklace-report.js'

const WIDTH = 760
const LEFT = 64
const RIGHT = 16
const COLUMNS = WIDTH - LEFT - RIGHT
const GAPS = { top: 44, height: 190 }
const CHANGES = { top: 262, height: 84 }
const HEIGHT = 388

const INK = '#37414a'
const FAINT = '#d5dbe0'
const BLUE = '#2b6cb0'
const RED = '#c53030'

/** Ours begin like this; nothing else is ever overwritten by one. */
export const PLOT_START = /^<svg data-limber="necklace" /

interface Panel {
  readonly top: number
  readonly height: number
}

interface Point {
  readonly frame: number
  readonly gap: number | undefined
  readonly changes: number | undefined
}

export function plotNecklace(title: string, frames: readonly FrameReport[]): string {
  const points = inColumns(frames)
  const [first, last] = [frames[0]!.frame, frames.at(-1)!.frame]
  const x = (frame: number): number => LEFT + (first === last ? 0.5 : (frame - first) / (last - first)) * COLUMNS
  const gaps = points.flatMap(({ gap }) => (gap === undefined ? [] : [gap]))
  // Zero is where beads begin to touch: it is always shown.
  const gapScale = scaleOf(Math.min(0, ...gaps), Math.max(0, ...gaps))
  const changeScale = scaleOf(0, Math.max(1, ...points.map(({ changes = 0 }) => changes)))
  const y = (panel: Panel, scale: Scale, value: number): number =>
    panel.top + panel.height * (1 - (value - scale.low) / (scale.high - scale.low))
  const zero = y(GAPS, gapScale, 0)
  const line = points
    .filter(({ gap }) => gap !== undefined)
    .map(({ frame, gap }) => `${at(x(frame))},${at(y(GAPS, gapScale, gap!))}`)
    .join(' ')
  const touching = points
    .filter(({ gap }) => gap !== undefined && gap <= 0)
    .map(({ frame, gap }) => `<circle cx="${at(x(frame))}" cy="${at(y(GAPS, gapScale, gap!))}" r="2.5"/>`)
  const width = Math.max(1, Math.min(12, (0.7 * COLUMNS) / Math.max(1, points.length - 1)))
  const bars = points
    .filter(({ changes = 0 }) => changes > 0)
    .map(({ frame, changes }) => {
      const top = y(CHANGES, changeScale, changes!)
      return `<rect x="${at(x(frame) - width / 2)}" y="${at(top)}" width="${at(width)}" height="${at(CHANGES.top + CHANGES.height - top)}"/>`
    })
  return [
    `<svg data-limber="necklace" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>`,
    `<text x="${LEFT}" y="${GAPS.top - 6}">gap of the closest pair</text>`,
    ...gridOf(GAPS, gapScale, (value) => y(GAPS, gapScale, value)),
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(zero)}" y2="${at(zero)}" stroke="${RED}" stroke-dasharray="4 3"/>`,
    `<polyline points="${line}" fill="none" stroke="${BLUE}" stroke-width="1.5" stroke-linejoin="round"/>`,
    `<g fill="${RED}">${touching.join('')}</g>`,
    `<text x="${LEFT}" y="${CHANGES.top - 6}">basis changes</text>`,
    ...gridOf(CHANGES, changeScale, (value) => y(CHANGES, changeScale, value)),
    `<g fill="${BLUE}">${bars.join('')}</g>`,
    ...ticks(first, last).map(
      (frame) =>
        `<text x="${at(x(frame))}" y="${CHANGES.top + CHANGES.height + 16}" text-anchor="middle">${frame}</text>`,
    ),
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">frame</text>`,
    '</svg>',
    '',
  ].join('\n')
}

function inColumns(frames: readonly FrameReport[]): Point[] {
  const each = Math.ceil(frames.length / COLUMNS)
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

interface Scale {
  readonly low: number
  readonly high: number
  readonly step: number
}

/** Ends on whole steps of 1, 2 or 5 times a power of ten, four of them or so. */
function scaleOf(least: number, most: number): Scale {
  const room = most - least
  const span = room > 0 ? room : 1
  const power = Number(`1e${Math.floor(Math.log10(span / 4))}`)
  const step = power * ([1, 2, 5, 10].find((k) => k * power >= span / 4) ?? 10)
  const low = step * Math.floor(least / step)
  const high = step * Math.ceil((room > 0 ? most : least + 1) / step)
  return { low, high: high > low ? high : low + step, step }
}

function gridOf({ top, height }: Panel, { low, high, step }: Scale, y: (value: number) => number): string[] {
  const count = Math.round((high - low) / step)
  const lines = Array.from({ length: count + 1 }, (_, k) => low + k * step)
  return [
    ...lines.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${FAINT}"/>` +
        `<text x="${LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${label(value, step)}</text>`,
    ),
    `<line x1="${LEFT}" x2="${LEFT}" y1="${top}" y2="${top + height}" stroke="${FAINT}"/>`,
  ]
}

/** Frames to write below: whole numbers, six of them or so. */
function ticks(first: number, last: number): number[] {
  if (first === last) return [first]
  const step = Math.max(1, scaleOf(0, (last - first) / 1.5).step)
  const found: number[] = []
  for (let frame = Math.ceil(first / step) * step; frame <= last; frame += step) found.push(frame)
  return found
}

/** What is zero but for rounding is zero. */
function label(value: number, step: number): string {
  return String(Number((Math.abs(value) < step / 1e6 ? 0 : value).toPrecision(6)))
}

function at(value: number): string {
  return String(Math.round(10 * value) / 10)
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
