// Coordination diagrams as a picture: for two robots one, for more a triangle of small ones. Seconds along the paths are the axes;
// where two robots exclude each other, the cell is filled. The line is how far both are if nothing is late; a signal is a barrier: the
// robot that waits does not cross it before the other has reached its end.
import { at, escapeXml, plotStart } from '../../lab/plot.js'
import { axisOf, tickText } from '../../lab/plot-axis.js'
import type { CoordinateResult, DiagramView } from '../../src/entries/robots.js'
import { filledCells, type RobotSchedule, type Shape, timingLine } from './diagram-shapes.js'

/** The longest side of the diagram of two robots, and of the triangle of more. */
const LARGE = 520
const TRIANGLE = 860
const SMALLEST = 90
/** A path that is much shorter than the other still has this much room. */
const NARROWEST = 140

const LEFT = 64
const TOP = 56
const BETWEEN = 26
const BELOW = 52
const LEGEND = 20

/** Colours in the light and in the dark, by class. */
const STYLES: readonly (readonly [name: string, light: string, dark: string])[] = [
  ['back', 'fill:#fff', 'fill:#15191d'],
  ['ink', 'fill:#37414a', 'fill:#d5dbe0'],
  ['axis', 'stroke:#37414a', 'stroke:#d5dbe0'],
  ['free', 'fill:#e6f2ea', 'fill:#1f3329'],
  ['open', 'fill:#efb34c', 'fill:#a8741a'],
  ['hit', 'fill:#c53030', 'fill:#e2605c'],
  ['way', 'fill:none;stroke:#2b6cb0', 'fill:none;stroke:#7db4ea'],
  ['sign', 'stroke:#6b2fa0', 'stroke:#cda6f2'],
  ['box', 'fill:none;stroke:#37414a', 'fill:none;stroke:#d5dbe0'],
]

/** A diagram that has something to show: both robots move. */
const isMoving = ({ marksA, marksB }: DiagramView): boolean => marksA.length > 2 && marksB.length > 2

/** Undefined where no diagram of two moving robots was made. */
export function plotDiagrams(answer: CoordinateResult): string | undefined {
  const views = answer.diagrams.filter(isMoving)
  if (views.length === 0) return undefined
  const schedule = answer.outcome === 'scheduled' ? answer.schedule : undefined
  const robots = [...new Set(views.flatMap(({ a, b }) => [a, b]))]
  const { parts, width, height } =
    robots.length === 2 ? oneDiagram(views[0]!, schedule) : triangle(views, robots, schedule)
  const hasHit = views.some(({ states }) => states.includes(2))
  const keys = KEYS.filter(([name]) => (name === 'hit' ? hasHit : schedule !== undefined || !LINES.includes(name)))
  const legend = legendOf(height, width, keys)
  const full = height + legend.height
  return [
    `${plotStart('coordinate')}xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${full}" width="${width}" height="${full}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    `<title>${escapeXml(titleOf(answer, robots))}</title>`,
    `<style>${styleSheet()}</style>`,
    `<rect class="back" width="${width}" height="${full}"/>`,
    `<text class="ink" x="16" y="24" font-size="14" font-weight="600">${escapeXml(titleOf(answer, robots))}</text>`,
    ...parts,
    ...legend.parts,
    '</svg>',
    '',
  ].join('\n')
}

function styleSheet(): string {
  const rules = (k: 1 | 2): string => STYLES.map((style) => `.${style[0]}{${style[k]}}`).join('')
  return `${rules(1)}@media (prefers-color-scheme:dark){${rules(2)}}`
}

function titleOf(answer: CoordinateResult, robots: readonly string[]): string {
  const names = robots.join(', ')
  switch (answer.outcome) {
    case 'scheduled':
      return `${names}: makespan ${tickText(Number(answer.makespan.toFixed(3)))} s, signals: ${answer.signals.length}`
    case 'deadlock':
      return `deadlock: ${answer.a} and ${answer.b} cannot pass each other`
    default:
      return `${names}: ${answer.outcome}`
  }
}

interface Drawn {
  readonly parts: readonly string[]
  readonly width: number
  readonly height: number
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function oneDiagram(view: DiagramView, schedule: RobotSchedule | undefined): Drawn {
  const [a, b] = [view.marksA.at(-1)!, view.marksB.at(-1)!]
  const scale = LARGE / Math.max(a, b)
  const frame = {
    ...{ x: LEFT, y: TOP },
    width: Math.round(Math.max(NARROWEST, scale * a)),
    height: Math.round(Math.max(NARROWEST, scale * b)),
  }
  const { x, y, width, height } = frame
  const parts = [
    ...panel(view, schedule, frame, 6),
    `<text class="ink" x="${x + width / 2}" y="${y + height + 38}" text-anchor="middle">${escapeXml(view.a)}, seconds along its path</text>`,
    `<text class="ink" transform="translate(16 ${y + height / 2}) rotate(-90)" text-anchor="middle">${escapeXml(view.b)}, seconds along its path</text>`,
  ]
  return { parts, width: Math.max(x + width + 24, 560), height: y + height + BELOW }
}

/** Columns are the first robots of pairs, rows the second ones. */
function triangle(
  views: readonly DiagramView[],
  robots: readonly string[],
  schedule: RobotSchedule | undefined,
): Drawn {
  const side = Math.max(SMALLEST, Math.floor(TRIANGLE / (robots.length - 1)) - BETWEEN)
  const step = side + BETWEEN
  const parts = views.flatMap((view) => {
    const column = robots.indexOf(view.a)
    const row = robots.indexOf(view.b) - 1
    const frame = { x: LEFT + column * step, y: TOP + row * step, width: side, height: side }
    return panel(view, schedule, frame, 2)
  })
  const end = TOP + (robots.length - 1) * step
  robots.forEach((name, r) => {
    const text = escapeXml(name)
    if (r < robots.length - 1) {
      parts.push(
        `<text class="ink" x="${LEFT + r * step + side / 2}" y="${end + 14}" text-anchor="middle">${text} (s)</text>`,
      )
    }
    if (r > 0) {
      const middle = TOP + (r - 1) * step + side / 2
      parts.push(
        `<text class="ink" transform="translate(16 ${middle}) rotate(-90)" text-anchor="middle">${text} (s)</text>`,
      )
    }
  })
  return { parts, width: Math.max(LEFT + (robots.length - 1) * step + 8, 560), height: end + 30 }
}

function panel(view: DiagramView, schedule: RobotSchedule | undefined, frame: Frame, ticks: number): string[] {
  const { x, y, width, height } = frame
  const floor = y + height
  const [endA, endB] = [view.marksA.at(-1)!, view.marksB.at(-1)!]
  const px = (seconds: number): number => x + (width * seconds) / endA
  const py = (seconds: number): number => floor - (height * seconds) / endB
  const shapes = filledCells(view, width, height)
  return [
    `<g class="diagram" data-a="${escapeXml(view.a)}" data-b="${escapeXml(view.b)}">`,
    `<rect class="free" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
    filled('open', shapes.open, x, floor),
    filled('hit', shapes.hit, x, floor),
    ...axisOf([0, endA], { exact: true, ticks }).ticks.map(
      (value) =>
        `<line class="axis" x1="${at(px(value))}" x2="${at(px(value))}" y1="${floor}" y2="${floor + 4}"/><text class="ink" x="${at(px(value))}" y="${floor + 16}" text-anchor="middle">${tickText(value)}</text>`,
    ),
    ...axisOf([0, endB], { exact: true, ticks }).ticks.map(
      (value) =>
        `<line class="axis" x1="${x - 4}" x2="${x}" y1="${at(py(value))}" y2="${at(py(value))}"/><text class="ink" x="${x - 7}" y="${at(py(value) + 4)}" text-anchor="end">${tickText(value)}</text>`,
    ),
    `<rect class="box" x="${x}" y="${y}" width="${width}" height="${height}"/>`,
    ...(schedule === undefined ? [] : [...signalLines(view, schedule, px, py, frame), wayLine(view, schedule, px, py)]),
    '</g>',
  ]
}

/** Cells of one kind, as one path. Places count from the lower left corner of the frame. */
function filled(name: string, shapes: readonly Shape[], x: number, floor: number): string {
  const d = shapes.map(
    ({ left, right, low, high }) => `M${x + left} ${floor - high}H${x + right}V${floor - low}H${x + left}z`,
  )
  return d.length === 0 ? '' : `<path class="${name}" shape-rendering="crispEdges" d="${d.join('')}"/>`
}

/** The barrier of each signal, from the axis of the robot that waits, with a tick on both axes. */
function signalLines(
  view: DiagramView,
  { signals }: RobotSchedule,
  px: (seconds: number) => number,
  py: (seconds: number) => number,
  { x, y, height }: Frame,
): string[] {
  const floor = y + height
  const lines = signals.flatMap(({ robot, at: waits, after, leftAt }) => {
    if (robot === view.b && after === view.a) {
      const [across, up] = [at(px(leftAt)), at(py(waits))]
      return [`M${x - 6} ${up}H${across}M${across} ${floor - 4}V${floor + 6}`]
    }
    if (robot === view.a && after === view.b) {
      const [across, up] = [at(px(waits)), at(py(leftAt))]
      return [`M${across} ${floor + 6}V${up}M${x - 6} ${up}H${x + 4}`]
    }
    return []
  })
  return lines.map((d) => `<path class="sign" fill="none" stroke-width="1.25" d="${d}"/>`)
}

function wayLine(
  view: DiagramView,
  schedule: RobotSchedule,
  px: (seconds: number) => number,
  py: (seconds: number) => number,
): string {
  const points = timingLine(view, schedule).map(([a, b]) => `${at(px(a))},${at(py(b))}`)
  return `<polyline class="way" stroke-width="2" stroke-linejoin="round" points="${points.filter((point, k) => point !== points[k - 1]).join(' ')}"/>`
}

const KEYS: readonly (readonly [name: string, text: string])[] = [
  ['free', 'both can be there: proved'],
  ['open', 'not proved free'],
  ['hit', 'touching throughout'],
  ['way', 'how far both are, if nothing is late'],
  ['sign', 'signal: not across before its end is reached'],
]

/** Drawn only where there is a schedule. */
const LINES: readonly string[] = ['way', 'sign']

/** As many keys in a row as there is room for. */
function legendOf(top: number, width: number, keys: typeof KEYS): { parts: string[]; height: number } {
  const parts: string[] = []
  let [x, y] = [16, top + 8]
  for (const [name, text] of keys) {
    const room = 40 + 6.4 * text.length
    if (x > 16 && x + room > width) [x, y] = [16, y + LEGEND]
    parts.push(
      LINES.includes(name)
        ? `<path class="${name}" fill="none" stroke-width="2" d="M${x} ${y}h16"/>`
        : `<rect class="${name}" x="${x}" y="${y - 6}" width="16" height="12"/>`,
      `<text class="ink" x="${x + 22}" y="${y + 4}">${text}</text>`,
    )
    x = Math.round(x + room)
  }
  return { parts, height: y - top + LEGEND }
}
