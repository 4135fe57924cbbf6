// Plots as SVG text: panels above one another that share the axis to the right. For files; the studio draws its own on the same axes
// (studio/ui/plot.tsx).
import { type Axis, axisOf, tickText } from './plot-axis.js'

export const PLOT_WIDTH = 760
export const PLOT_LEFT = 64
export const PLOT_RIGHT = 16
/** More points than this cannot be distinguished. */
export const PLOT_COLUMNS = PLOT_WIDTH - PLOT_LEFT - PLOT_RIGHT

const FIRST_TOP = 44
const BETWEEN = 28
const BELOW = 42

const INK = '#37414a'
const FAINT = '#d5dbe0'
export const BLUE = '#2b6cb0'
export const RED = '#c53030'

export interface Panel {
  readonly title: string
  readonly height: number
  readonly axis: Axis
  /** What is drawn over the grid, one element a line. `x` and `y` place a value; `floor` is the lower end. */
  draw(x: (value: number) => number, y: (value: number) => number, floor: number): string[]
}

export interface Plot {
  /** Marks the file as ours: the name of the command. */
  readonly kind: string
  readonly title: string
  readonly first: number
  readonly last: number
  /** What runs to the right; whole numbers, unless it is said that they are not. */
  readonly axis: string
  readonly whole?: boolean
  readonly panels: readonly Panel[]
}

/** Ours begin like this; nothing else is ever overwritten by one. */
export function plotStart(kind: string): string {
  return `<svg data-limber="${kind}" `
}

export function drawPlot({ kind, title, first, last, axis, whole = true, panels }: Plot): string {
  const across = axisOf([first, last], { exact: true, whole, ticks: 6 })
  const x = (value: number): number => PLOT_LEFT + (first === last ? 0.5 : across.share(value)) * PLOT_COLUMNS
  const lines: string[] = []
  let top = FIRST_TOP
  let floor = top
  for (const { title: name, height, axis: up, draw } of panels) {
    const above = top
    floor = above + height
    const y = (value: number): number => above + height * (1 - up.share(value))
    lines.push(
      `<text x="${PLOT_LEFT}" y="${above - 6}">${escapeXml(name)}</text>`,
      ...gridOf(above, floor, up, y),
      ...draw(x, y, floor),
    )
    top = floor + BETWEEN
  }
  const height = floor + BELOW
  return [
    `${plotStart(kind)}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PLOT_WIDTH} ${height}" width="${PLOT_WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">`,
    `<rect width="${PLOT_WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="${PLOT_LEFT}" y="20" font-size="14" font-weight="600">${escapeXml(title)}</text>`,
    ...lines,
    ...(first === last ? [first] : across.ticks).flatMap((value) => [
      `<line x1="${at(x(value))}" x2="${at(x(value))}" y1="${floor}" y2="${floor + 4}" stroke="${INK}"/>`,
      tick(x(value), floor + 16, tickText(value)),
    ]),
    `<text x="${PLOT_LEFT + PLOT_COLUMNS / 2}" y="${height - 8}" text-anchor="middle">${escapeXml(axis)}</text>`,
    '</svg>',
    '',
  ].join('\n')
}

/** A line through points that are placed. */
export function polyline(points: readonly (readonly [number, number])[], colour: string = BLUE): string {
  const text = points.map(([x, y]) => `${at(x)},${at(y)}`).join(' ')
  return `<polyline points="${text}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"/>`
}

/** Points that are placed. */
export function dots(points: readonly (readonly [number, number])[], colour: string = BLUE): string[] {
  return points.map(([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="2.5" fill="${colour}"/>`)
}

function gridOf(top: number, floor: number, axis: Axis, y: (value: number) => number): string[] {
  return [
    ...axis.ticks.map(
      (value) =>
        `<line x1="${PLOT_LEFT}" x2="${PLOT_WIDTH - PLOT_RIGHT}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${FAINT}"/>` +
        `<text x="${PLOT_LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${tickText(value)}</text>`,
    ),
    `<line x1="${PLOT_LEFT}" x2="${PLOT_LEFT}" y1="${top}" y2="${floor}" stroke="${FAINT}"/>`,
  ]
}

/** About half the width of a letter. */
const HALF_LETTER = 3.5

/** Below its place, or as far to the right as there is room. */
function tick(x: number, y: number, text: string): string {
  const fits = x + HALF_LETTER * text.length <= PLOT_WIDTH
  const [place, anchor] = fits ? [at(x), 'middle'] : [`${PLOT_WIDTH - 1}`, 'end']
  return `<text x="${place}" y="${y}" text-anchor="${anchor}">${text}</text>`
}

/** A place in the picture, to a tenth. */
export function at(value: number): string {
  return String(Math.round(10 * value) / 10)
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
