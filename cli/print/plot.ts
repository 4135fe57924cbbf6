// A picture of numbers (SVG): panels above one another that share what runs to the right.

export const PLOT_WIDTH = 760
export const PLOT_LEFT = 64
export const PLOT_RIGHT = 16
/** More points than this are not told apart. */
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
  readonly scale: Scale
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
  const x = (value: number): number =>
    PLOT_LEFT + (first === last ? 0.5 : (value - first) / (last - first)) * PLOT_COLUMNS
  const lines: string[] = []
  let top = FIRST_TOP
  let floor = top
  for (const { title: name, height, scale, draw } of panels) {
    const above = top
    floor = above + height
    const y = (value: number): number => above + height * (1 - (value - scale.low) / (scale.high - scale.low))
    lines.push(
      `<text x="${PLOT_LEFT}" y="${above - 6}">${escapeXml(name)}</text>`,
      ...gridOf(above, floor, scale, y),
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
    ...ticks(first, last, whole).flatMap((value) => [
      `<line x1="${at(x(value))}" x2="${at(x(value))}" y1="${floor}" y2="${floor + 4}" stroke="${INK}"/>`,
      tick(x(value), floor + 16, label(value, 1e-6 * (last - first))),
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

export interface Scale {
  readonly low: number
  readonly high: number
  readonly step: number
}

/** Ends on whole steps of 1, 2 or 5 times a power of ten, four of them or so. */
export function scaleOf(least: number, most: number): Scale {
  const room = most - least
  const span = room > 0 ? room : 1
  const power = Number(`1e${Math.floor(Math.log10(span / 4))}`)
  const step = power * ([1, 2, 5, 10].find((k) => k * power >= span / 4) ?? 10)
  const low = step * Math.floor(least / step)
  const high = step * Math.ceil((room > 0 ? most : least + 1) / step)
  return { low, high: high > low ? high : low + step, step }
}

function gridOf(top: number, floor: number, { low, high, step }: Scale, y: (value: number) => number): string[] {
  const count = Math.round((high - low) / step)
  const lines = Array.from({ length: count + 1 }, (_, k) => low + k * step)
  return [
    ...lines.map(
      (value) =>
        `<line x1="${PLOT_LEFT}" x2="${PLOT_WIDTH - PLOT_RIGHT}" y1="${at(y(value))}" y2="${at(y(value))}" stroke="${FAINT}"/>` +
        `<text x="${PLOT_LEFT - 8}" y="${at(y(value) + 4)}" text-anchor="end">${label(value, step)}</text>`,
    ),
    `<line x1="${PLOT_LEFT}" x2="${PLOT_LEFT}" y1="${top}" y2="${floor}" stroke="${FAINT}"/>`,
  ]
}

/** What to write below: six numbers or so. */
function ticks(first: number, last: number, whole: boolean): number[] {
  if (first === last) return [first]
  const { step: fine } = scaleOf(0, (last - first) / 1.5)
  const step = whole ? Math.max(1, fine) : fine
  // By count, and with a little room: sums of decimals are off by rounding.
  const count = Math.floor((last - Math.ceil(first / step - 1e-9) * step) / step + 1e-9)
  return Array.from({ length: count + 1 }, (_, k) =>
    Number(((Math.ceil(first / step - 1e-9) + k) * step).toPrecision(12)),
  )
}

/** About half the width of a letter. */
const HALF_LETTER = 3.5

/** Below its place, or as far to the right as there is room. */
function tick(x: number, y: number, text: string): string {
  const fits = x + HALF_LETTER * text.length <= PLOT_WIDTH
  const [place, anchor] = fits ? [at(x), 'middle'] : [`${PLOT_WIDTH - 1}`, 'end']
  return `<text x="${place}" y="${y}" text-anchor="${anchor}">${text}</text>`
}

/** What is zero but for rounding is zero. */
function label(value: number, step: number): string {
  const number = Number((Math.abs(value) < step / 1e6 ? 0 : value).toPrecision(6))
  return Math.abs(number) >= 1e6 ? short(number) : String(number)
}

/** `2.5M`: millions are long, and their zeros say nothing. */
function short(value: number): string {
  for (const [unit, letter] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
  ] as const) {
    if (Math.abs(value) >= unit) return `${Number((value / unit).toPrecision(4))}${letter}`
  }
  return String(value)
}

/** A place in the picture, to a tenth. */
export function at(value: number): string {
  return String(Math.round(10 * value) / 10)
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
