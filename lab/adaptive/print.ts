// The experiment for people: ours beside the published figures.
import type { AdaptiveDocument } from '../adaptive.js'
import { checkList, formatNumber, formatTable, section } from '../table.js'
import { DOT, type TipCurve } from './figure-13.js'
import type { RunKind } from './largest-epsilon.js'
import type { Histogram } from './motion-bounds.js'
import { DISTANCE_METHODS, GRAZE_TABLES } from './published.js'
import type { Row } from './rows.js'

export function printAdaptive(document: AdaptiveDocument): string {
  const { rows } = document
  const of = (...tables: readonly string[]): Row[] => rows.filter(({ table }) => tables.includes(table))
  return [
    section('The scenes, and what they stand for', sceneTable(document)),
    section('Table I: pairs of volumes / triangles a query, link against obstacle', distanceTable(of('I'))),
    section('Figure 9: bounds of motion in units of the way of a random point', histograms(document.histograms)),
    section('Table III: random segments that collide', segmentTable(of('III'))),
    section('Table VI: random segments that are free', segmentTable(of('VI'))),
    section("Figure 13: the way of the end-effector's tip between two configurations tested", tipTable(document)),
    section('Table XI: the same segments, refined beside adaptive', segmentTable(of('XI'))),
    section('Random segments as they come', segmentTable(of('random'))),
    section('The 2004 checker with what the paper describes beside its own choices', variantTable(of('variants'))),
    section('The largest ε that fixed resolution stays right with', epsilonTable(document)),
    section('Tables VIII to X: a full turn at a clearance just above ζ', grazeTable(of(...GRAZE_TABLES))),
    section('What each sharpening saves, on the free segments of Table VI', ablationTable(of('ablation'), of('XI'))),
    checkList(document.checks),
    closing(document),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

function count(value: number): string {
  return value.toLocaleString('en')
}

/** Three significant digits, so that microseconds are seen too. */
function millis(value: number | undefined): string {
  if (value === undefined) return ''
  return value >= 100 ? formatNumber(value) : value.toPrecision(3)
}

function tests(value: number | undefined): string {
  return value === undefined ? '' : value >= 10 ? count(Math.round(value)) : value.toFixed(1)
}

function sceneTable({ scenes }: AdaptiveDocument): string {
  const body = scenes.map((s) => [
    s.name,
    s.figure,
    String(s.lref),
    ...[s.joints, s.robotTriangles, s.obstacleTriangles, s.pairs].map(count),
  ])
  return formatTable(
    ['', 'figure', 'L_ref (Table II)', 'joints', 'triangles: robots', 'obstacles', 'pairs checked'],
    body,
    2,
  )
}

function distanceTable(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const scenes = [...new Set(rows.map(({ scene }) => scene))]
  const both = (cell: Pick<Row, 'volumeTests' | 'leafTests'> | undefined): string =>
    cell === undefined ? '' : `${tests(cell.volumeTests)} / ${tests(cell.leafTests)}`
  const body = scenes.flatMap((scene) => {
    const own = DISTANCE_METHODS.map((method) => rows.find((row) => row.scene === scene && row.method === method)!)
    const [, greedy, , approximate] = own
    const ours = [scene, count(own[0]!.count), ...own.map(both), mu(greedy!.mu), mu(approximate!.mu)]
    const times = ['  µs', '', ...own.map((row) => formatNumber(1000 * row.millis))]
    if (own[0]!.published === undefined) return [ours, times]
    const theirs = own.map(({ published }) => published)
    return [
      ours,
      times,
      [`  (paper, ${own[0]!.figure})`, '', ...theirs.map(both), mu(theirs[1]?.mu), mu(theirs[3]?.mu)],
    ]
  })
  return formatTable(['', 'queries', 'collision', 'greedy', 'exact', 'approximate', 'μ', "μ'"], body)
}

function mu(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(2)
}

/** Width of the longest bar. */
const BAR = 24

/** One table a robot, its bounds side by side. */
function histograms(all: readonly Histogram[]): string {
  const parts = [...new Set(all.map(({ part }) => part))]
  return parts.map((part) => histogram(all.filter((h) => h.part === part))).join('\n\n')
}

function histogram(bounds: readonly Histogram[]): string {
  const { part, robot, of, binWidth, bins } = bounds[0]!
  const most = Math.max(...bounds.flatMap((h) => h.bins))
  const lines = bins.flatMap((_, i) => {
    if (bounds.every((h) => h.bins.slice(i).every((later) => later === 0))) return []
    const [from, to] = [i * binWidth, (i + 1) * binWidth].map((edge) => edge.toFixed(1))
    const cells = bounds.map(({ bins: own }) => `${'█'.repeat(Math.round((BAR * own[i]!) / most))} ${count(own[i]!)}`)
    return [[`${from} to ${to}`, ...cells]]
  })
  const facts = (name: string, cell: (h: Histogram) => string): string[] => [name, ...bounds.map(cell)]
  const body = [
    ...lines,
    facts('beyond', (h) => `${count(h.beyond)} of ${count(h.ratios)}`),
    facts('median', (h) => h.median.toFixed(2)),
    facts('mean of 99 %', (h) => h.mean99.toFixed(2)),
    facts('within 5, 15', (h) => `${percent(h.within5)}, ${percent(h.within15)}`),
  ]
  return `${part}: ${robot}, ${of}\n${formatTable(['', ...bounds.map(({ bound }) => bound)], body, 9)}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

/** `δ 0.005` or `ε 0.006`. */
function settingOf({ delta, epsilon }: Row): string {
  if (delta !== undefined) return `δ ${delta}`
  return epsilon === undefined ? '' : `ε ${Number(epsilon.toPrecision(3))}`
}

const SEGMENT_HEAD = ['', 'segments', 'method', '', 'ms', 'BV', 'Tri', 'configurations', '']
const PAPER_HEAD = ['(paper: ms', 'BV', 'Tri)']

function segmentTable(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const body = rows.map((row, i) => {
    const first = rows[i - 1]?.scene !== row.scene
    const { published } = row
    return [
      first ? row.scene : '',
      first ? count(row.count) : '',
      row.method,
      settingOf(row),
      millis(row.millis),
      tests(row.volumeTests),
      tests(row.leafTests),
      tests(row.configurations),
      row.outcome ?? '',
      millis(published?.millis),
      tests(published?.volumeTests),
      tests(published?.leafTests),
    ]
  })
  const cut = rows.some(({ published }) => published !== undefined) ? 12 : 9
  return formatTable(
    [...SEGMENT_HEAD, ...PAPER_HEAD].slice(0, cut),
    body.map((line) => line.slice(0, cut)),
    4,
  )
}

const EPSILON_TITLES: Readonly<Record<RunKind | 'free', string>> = {
  path: 'Segments of those paths',
  free: 'The free segments of Table VI, at the ε of paths',
  segment: 'Those random segments',
}

function epsilonTable({ epsilons, rows }: AdaptiveDocument): string {
  if (epsilons.length === 0) return ''
  const body = epsilons.map((found) => [
    found.scene,
    `${count(found.runs)} ${found.run}s`,
    found.epsilon.toPrecision(3),
    found.right ? 'yes' : 'NO',
    count(found.mistakes),
    count(found.undecided),
    found.published === undefined ? '' : String(found.published),
  ])
  const head = ['', 'runs', 'ε', 'right', 'mistakes before', 'undecided', '(paper, a planner: ε)']
  const own = rows.filter(({ table }) => table === 'epsilon')
  return [
    formatTable(head, body, 2),
    ...Object.entries(EPSILON_TITLES).map(
      ([run, title]) => `${title}\n${segmentTable(own.filter((row) => row.run === run))}`,
    ),
  ].join('\n\n')
}

function grazeTable(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const body = rows.map((row, i) => {
    const last = rows[i - 1]
    const same =
      last?.table === row.table && last.zeta === row.zeta && last.delta === row.delta && last.links === row.links
    const published = same && last.published !== undefined ? undefined : row.published
    return [
      last?.table === row.table ? '' : `${row.table} ${row.scene}`,
      same ? '' : String(row.zeta),
      same ? '' : settingOf(row),
      same ? '' : (row.links ?? ''),
      row.method,
      tests(row.volumeTests),
      tests(row.leafTests),
      millis(row.millis),
      row.outcome ?? '',
      tests(published?.volumeTests),
      tests(published?.leafTests),
    ]
  })
  const head = ['', 'ζ', '', 'links', 'method', 'BV', 'Tri', 'ms', '', '(paper: BV', 'Tri)']
  return formatTable(head, body, 5)
}

function tipTable({ tipCurves, rows }: AdaptiveDocument): string {
  if (tipCurves.length === 0) return ''
  const own = rows.filter(({ table }) => table === 'figure-13')
  return [...tipCurves.map(tipText), segmentTable(own)].join('\n')
}

function tipText(curve: TipCurve): string {
  const gap = (value: number): string => value.toPrecision(3)
  return [
    `${curve.scene}: ${count(curve.dots.length)} dots on a free segment of length ${gap(curve.length)}; ${gap(curve.meanGap)} apart on average, at most ${gap(curve.largestGap)}. A dot's side is ${DOT}, twice δ.`,
    `Of all gaps on ${count(curve.segments)} free segments, ${percent(curve.widerThanDot)} are wider than a dot and ${percent(curve.widerThanDelta)} wider than δ; the largest is ${gap(curve.largestOfAll)}.`,
    `No gap of this segment is wider than δ from ε = ${curve.neededEpsilon.toPrecision(3)} on, with ${count(curve.neededDots)} dots:`,
  ].join('\n')
}

/** In units of what the paper chose. */
function variantTable(rows: readonly Row[]): string {
  if (rows.length === 0) return ''
  const body = rows.map((row, i) => {
    const isBeside = (other: Row | undefined): boolean =>
      other?.scene === row.scene && other.run === row.run && other.delta === row.delta
    const chosen = rows.find(isBeside)!
    const first = !isBeside(rows[i - 1])
    return [
      first ? row.scene : '',
      first ? `${row.run}, ${settingOf(row)}` : '',
      row.variant ?? '',
      millis(row.millis),
      tests(row.volumeTests),
      tests(row.leafTests),
      tests(row.configurations),
      row.outcome ?? '',
      `${(row.volumeTests / chosen.volumeTests).toFixed(2)}×`,
      `${(row.configurations! / chosen.configurations!).toFixed(2)}×`,
      `${(row.millis / chosen.millis).toFixed(2)}×`,
    ]
  })
  return formatTable(['', '', '', 'ms', 'BV', 'Tri', 'configurations', '', 'BV', 'configurations', 'ms'], body, 3)
}

/** With the paper's methods on the same segments, where they were measured. */
function ablationTable(own: readonly Row[], paper: readonly Row[]): string {
  if (own.length === 0) return ''
  const rows = [...new Set(own.map(({ scene }) => scene))].flatMap((scene) => [
    ...own.filter((row) => row.scene === scene),
    ...paper.filter((row) => row.scene === scene && row.method !== 'limber').reverse(),
  ])
  const body = rows.map((row, i) => {
    const whole = rows.find(({ scene }) => scene === row.scene)!
    return [
      rows[i - 1]?.scene === row.scene ? '' : row.scene,
      row.rules ?? row.method,
      millis(row.millis),
      tests(row.volumeTests),
      tests(row.leafTests),
      tests(row.configurations),
      row.outcome ?? '',
      `${(row.volumeTests / whole.volumeTests).toFixed(2)}×`,
      `${(row.millis / whole.millis).toFixed(2)}×`,
    ]
  })
  return formatTable(['', 'rules', 'ms', 'BV', 'Tri', 'configurations', '', 'BV', 'ms'], body, 2)
}

function closing({ node, seed, rounds }: AdaptiveDocument): string {
  return [
    `Measured in one run on Node ${node}: seed ${seed}; milliseconds of processor time, methods by turns over all segments, the`,
    `best of ${rounds} rounds. The paper's times are of a Pentium III of 1 GHz. adaptive, refined and fixed are the paper's own`,
    'methods; limber is the default of checkMotion. A pair of volumes tested once at one configuration counts as one for fixed',
    'and adaptive, and so does each test of a pair over an interval of time for limber, which tests all pairs that move once, by',
    "balls, before any other. The leaves of limber's trees have up to four triangles, and a triangle that is tested as a volume",
    "counts as a triangle; the paper's have one, and the volume around it counts as a volume. The paper's scenes are not published:",
    'ours are built by formula to its figures and counts of triangles, so its figures and ours compare in their ratios only.',
    'Table XI heads its times ms; by its counts they are seconds, and are given here as such. `few`: too few segments or runs for a',
    'mean to say yes or no.',
  ].join('\n')
}
