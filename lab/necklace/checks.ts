// What the experiment must show, one line each, worked out from the rows. Everything is counted and the same on every machine,
// so all of it decides. Claims about models that were not asked for are left out.
import type { Check } from '../jobs.js'
import { type GridRow, gridExponent, type LayerRow } from './growth.js'
import type { Measured, Row } from './measure.js'
import type { MotionRow } from './motion.js'
import type { NecklaceModel } from './options.js'
import { publishedRow } from './published.js'

export interface Counted {
  readonly measured: readonly Measured[]
  readonly motion: readonly MotionRow[]
  readonly grids: readonly GridRow[]
  readonly layers: readonly LayerRow[]
}

/** Cages of n beads, as the paper's own numbers have them. */
const CAGES = new Map([
  [51, 37],
  [90, 63],
  [100, 71],
  [400, 287],
  [500, 487],
  [1600, 1151],
  [6400, 4607],
  [25_600, 18_431],
])

const LEMMA = 1e-9
const MOST_GROWTH = 2
/**
 * Exponents that n·log n and n^(4/3) have between the two largest sizes, with what lower orders add to it. The limits are ours,
 * set with the counts in view: they catch growth of another order, and prove no constant.
 */
const MOST_EXPONENT = { 2: 1.25, 3: 1.45 } as const

export function checkAll(counted: Counted): Check[] {
  const { measured } = counted
  return [
    ...cages(measured),
    ...naive(measured),
    ...splines(measured),
    ...near(measured, 'grill', undefined, 0.1, ['selfTests', 'separatingPairs']),
    ...near(measured, 'spiral-end', undefined, 0.15, ['selfTests', 'separatingPairs', 'cascadeTests']),
    ...lines(measured),
    ...near(measured, 'helix-static', [1600, 6400], 0.2, [
      'selfTests',
      'selfFrontier',
      'cascadeTests',
      'cascadeFrontier',
    ]),
    ...scaling(measured),
    ...identity(measured),
    ...answered(measured),
    ...rigid(measured),
    ...kept(counted.motion),
    ...steadier(counted.motion),
    ...lemma(counted.layers),
    ...growth(counted.grids),
  ]
}

function check(claim: string, passed: boolean, seen: string): Check {
  return { claim, passed, seen, decides: true, few: false }
}

function rowsOf(measured: readonly Measured[], model: NecklaceModel): Measured[] {
  return measured.filter(({ row }) => row.model === model)
}

function nameOf({ model, n }: Pick<Row, 'model' | 'n'>): string {
  return `${model} of ${n.toLocaleString('en')}`
}

function cages(measured: readonly Measured[]): Check[] {
  const known = measured.filter(({ row }) => CAGES.has(row.n))
  if (known.length === 0) return []
  const wrong = known.filter(({ row }) => CAGES.get(row.n) !== row.cages)
  const seen = (wrong.length > 0 ? wrong : known).map(({ row }) => `${row.n}: ${row.cages}`)
  return [check("the tree has the paper's number of cages", wrong.length === 0, [...new Set(seen)].join(', '))]
}

/** Cut off after the digits that are printed. */
function asPrinted(value: number, printed: number): string {
  const decimals = String(printed).split('.')[1]?.length ?? 0
  const scale = 10 ** decimals
  return (Math.floor(value * scale) / scale).toFixed(decimals)
}

function naive(measured: readonly Measured[]): Check[] {
  const printed = measured.flatMap(({ row }) => {
    const theirs = publishedRow(row.model, row.n)
    if (theirs?.naiveTests === undefined || (theirs.doubtful && row.model === 'helix-static')) return []
    return [{ row, theirs: String(theirs.naiveTests), ours: asPrinted(row.naiveTests, theirs.naiveTests) }]
  })
  if (printed.length === 0) return []
  const wrong = printed.filter(({ theirs, ours }) => theirs !== ours)
  const seen =
    wrong.length === 0
      ? `${printed.length} of ${printed.length} rows`
      : wrong.map(({ row, theirs, ours }) => `${nameOf(row)}: ${ours}, published ${theirs}`).join('; ')
  return [check('naive tests are the published ones, digit by digit', wrong.length === 0, seen)]
}

function splines(measured: readonly Measured[]): Check[] {
  const rows = rowsOf(measured, 'spline').filter(({ row }) => publishedRow('spline', row.n) !== undefined)
  if (rows.length === 0) return []
  return [
    check(
      'splines: cascade tests within 10 % of 7.0',
      rows.every(({ row }) => Math.abs(row.cascadeTests - 7) <= 0.7),
      rows.map(({ row }) => row.cascadeTests.toFixed(2)).join(', '),
    ),
    check(
      'splines: one separating pair for each internal cage',
      rows.every(({ row, internalCages }) => row.separatingPairs === internalCages),
      rows.map(({ row, internalCages }) => `${row.separatingPairs} for ${internalCages}`).join(', '),
    ),
  ]
}

/** The line has nothing but siblings to part. */
function lines(measured: readonly Measured[]): Check[] {
  return rowsOf(measured, 'spiral-start').map(({ row }) =>
    check('spiral-start: 243 separating pairs', row.separatingPairs === 243, String(row.separatingPairs)),
  )
}

type Column = 'selfTests' | 'selfFrontier' | 'cascadeTests' | 'cascadeFrontier' | 'separatingPairs'

/** Columns of the rows of a model (of these sizes, or all) beside the published ones. */
function near(
  measured: readonly Measured[],
  model: NecklaceModel,
  sizes: readonly number[] | undefined,
  tolerance: number,
  columns: readonly Column[],
): Check[] {
  return rowsOf(measured, model).flatMap(({ row }) => {
    const theirs = publishedRow(model, row.n)
    if (theirs === undefined || (sizes !== undefined && !sizes.includes(row.n))) return []
    const compared = columns.map((column) => ({ ours: row[column], theirs: theirs[column] ?? Number.NaN }))
    const within = compared.every((c) => Math.abs(c.ours - c.theirs) <= tolerance * c.theirs)
    return [
      check(
        `${nameOf(row)}: ${columns.map(spelt).join(', ')} within ${100 * tolerance} % of those published`,
        within,
        compared.map((c) => `${short(c.ours)} for ${c.theirs.toLocaleString('en')}`).join(', '),
      ),
    ]
  })
}

function spelt(column: Column): string {
  return column.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function short(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2)
}

function scaling(measured: readonly Measured[]): Check[] {
  const rows = rowsOf(measured, 'helix-scaling').map(({ row }) => row)
  const pairs = rows.flatMap((small) => rows.filter((large) => large.n === 4 * small.n).map((large) => [small, large]))
  // At 100 beads almost all pairs of leaves overlap: no more tests are possible, and growth from there says nothing.
  const counted = pairs.filter(([small]) => small!.n >= 400)
  if (counted.length === 0) return []
  const growths = counted.map(([small, large]) => large!.selfTests / small!.selfTests)
  return [
    check(
      'helix-scaling: self-collision tests grow by less than 2× a cage for 4× the beads',
      growths.every((growth) => growth < MOST_GROWTH),
      growths.map((growth) => `${growth.toFixed(2)}×`).join(', '),
    ),
  ]
}

function identity(measured: readonly Measured[]): Check[] {
  if (measured.length === 0) return []
  const wrong = measured.filter(
    ({ larger, internalCages }) => larger.volumeTests !== 2 * (larger.apart + larger.leafPairs) - internalCages,
  )
  return [
    check(
      'opening the larger cage makes 2·(separating + overlapping leaf pairs) − internal cages tests',
      wrong.length === 0,
      wrong.length === 0 ? `${measured.length} rows` : wrong.map(({ row }) => nameOf(row)).join(', '),
    ),
  ]
}

function answered(measured: readonly Measured[]): Check[] {
  if (measured.length === 0) return []
  const faults = measured.flatMap(({ row, faults: all }) => all.map((fault) => `${nameOf(row)}: ${fault}`))
  const proved = measured.filter(({ touching }) => touching === 0).length
  return [
    check(
      'collisions and closest pairs are those of brute force (up to 2,000 beads), separating sets pass their checker',
      faults.length === 0,
      faults.length === 0 ? `${measured.length} rows, ${proved} of them proved free` : faults.join('; '),
    ),
  ]
}

function rigid(measured: readonly Measured[]): Check[] {
  if (measured.length === 0) return []
  const changed = measured.filter(({ rigidChanges }) => rigidChanges > 0)
  return [
    check(
      'a rigid motion changes no basis',
      changed.length === 0,
      changed.length === 0
        ? `${measured.length} rows`
        : changed.map(({ row, rigidChanges }) => `${nameOf(row)}: ${rigidChanges}`).join(', '),
    ),
  ]
}

function kept(motion: readonly MotionRow[]): Check[] {
  if (motion.length === 0) return []
  const bad = motion.filter(({ differences }) => differences > 0)
  const frames = motion.reduce((sum, row) => sum + row.frames, 0)
  return [
    check(
      'cages kept under motion, verified in three ways, are those rebuilt in every frame',
      bad.length === 0,
      bad.length === 0
        ? `${frames} frames`
        : bad.map(({ model, source, differences }) => `${model}, ${source}: ${differences} cages`).join('; '),
    ),
  ]
}

/** "The sphere hierarchy is far more stable than the power diagram under deformation." */
function steadier(motion: readonly MotionRow[]): Check[] {
  if (motion.length === 0) return []
  return [
    check(
      'bases change less often than the power diagram',
      motion.every(({ basisChanges, powerChanges }) => basisChanges < powerChanges),
      motion
        .map(({ model, source, basisChanges, powerChanges }) => {
          return `${model}, ${source}: ${basisChanges.toLocaleString('en')} for ${powerChanges.toLocaleString('en')}`
        })
        .join('; '),
    ),
  ]
}

function lemma(layers: readonly LayerRow[]): Check[] {
  if (layers.length === 0) return []
  const off = Math.max(...layers.map(({ ratio, bound }) => Math.abs(ratio - bound)))
  return [
    check(
      'Lemma 4.3: the layered root is √(log₂ n) times the wrapped one, to 1e-9',
      off <= LEMMA,
      `${layers.length} sizes to n = ${layers.at(-1)!.n.toLocaleString('en')}, off by ${off.toExponential(1)} at most`,
    ),
  ]
}

function growth(grids: readonly GridRow[]): Check[] {
  return ([2, 3] as const).flatMap((dimension) => {
    const rows = grids.filter((row) => row.dimension === dimension)
    if (rows.length < 2) return []
    const last = gridExponent(rows.slice(-2), dimension)!
    const before = gridExponent(rows.slice(0, 2), dimension)!
    return [
      check(
        `tests on grids in ${dimension}-D grow ${dimension === 2 ? 'as n·log n' : 'as n^(4/3)'}: by a power of n below ` +
          `${MOST_EXPONENT[dimension]} that falls`,
        last < MOST_EXPONENT[dimension] && (rows.length === 2 || last < before),
        `${before.toFixed(3)} to ${last.toFixed(3)}`,
      ),
    ]
  })
}
