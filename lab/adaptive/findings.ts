// What the experiment found of adaptive-checking-2004: its tables, its figures with numbers, and what it says in words. The paper's
// scenes are not published, so counts of one scene are compared by what the paper concludes from them: ratios, orders, trends.
import type { AdaptiveDocument } from '../adaptive.js'
import { FindingLists } from '../findings.js'
import { ratios, rowsOf, sideBySide } from './checks.js'
import { GRAZE_TABLES, type GrazeTable } from './published.js'
import type { Row } from './rows.js'
import { DELTA } from './segments.js'

const SCENES = 'the scenes are not published: ours are built by formula to their figures, L_ref and counts of triangles'

export function findAdaptive(document: AdaptiveDocument): FindingLists {
  const findings = new FindingLists()
  for (const find of [distances, bounds, colliding, free, tipCurve, refined, variants, grazing])
    find(document, findings)
  return findings
}

type Pairs = ReturnType<typeof sideBySide>

const volumes = (row: Row): number => row.volumeTests
const millis = (row: Row): number => row.millis

/** Does it hold for the ratio of both, in every scene? */
function all(pairs: Pairs, value: (row: Row) => number, holds: (ratio: number) => boolean): boolean {
  return pairs.every(({ one, other }) => holds(value(one) / value(other)))
}

function list(rows: readonly Row[], value: (row: Row) => number | undefined): string {
  return rows.map((row) => `${row.scene} ${value(row)?.toFixed(2)}`).join(', ')
}

function distances({ rows, scenes }: AdaptiveDocument, findings: FindingLists): void {
  const own = rows.filter(({ table, published }) => table === 'I' && published !== undefined)
  const [collision, greedy, exact, approximate] = ['collision', 'greedy', 'exact', 'approximate'].map((method) =>
    own.filter((row) => row.method === method),
  )
  if (greedy!.length > 0) {
    const alike = sideBySide(greedy!, collision!)
    findings.judge(
      'Table I',
      `GREEDY-DIST tests about as many volumes as COLL-CHECKER (paper: 0.96 to 1.5 times): ${ratios(alike, volumes)}`,
      all(alike, volumes, (ratio) => ratio <= 2),
      'a swept rectangle that touches another is opened where their boxes were still apart',
    )
    const costly = sideBySide(exact!, greedy!)
    findings.judge(
      'Table I',
      `EXACT-DIST tests at least ten times as many volumes as GREEDY-DIST (paper: 17 to 409 times): ${ratios(costly, volumes)}`,
      all(costly, volumes, (ratio) => ratio >= 10),
      SCENES,
    )
    findings.judge(
      'Table I',
      `μ of the greedy bound is above 0.5 in every scene (paper: 0.51 to 0.99): ${list(greedy!, ({ mu }) => mu)}`,
      greedy!.every(({ mu = 0 }) => mu > 0.5),
      'our car bodies are large curved sheets: a swept rectangle around a large part of one is near much that the sheet is far from',
    )
    findings.judge(
      'Table I',
      `μ' of the approximate bound is between 0.5 and 0.65 (paper: 0.53 to 0.64): ${list(approximate!, ({ mu }) => mu)}`,
      approximate!.every(({ mu = 0 }) => mu >= 0.5 && mu <= 0.65),
      SCENES,
    )
    findings.incomparable('Table I', 'counts of single scenes', SCENES)
  }
  if (scenes.length > 0) {
    findings.incomparable(
      'Table II',
      'L_ref of eight scenes',
      'these are scales, not results: our scenes are built to them',
    )
  }
}

/** The shares that section IV.D gives for the histograms of two arms of six joints and one of twenty. */
function bounds({ histograms }: AdaptiveDocument, findings: FindingLists): void {
  for (const { part, bound, within5, within15 } of histograms) {
    if (bound !== 'paper') continue
    const six = part === 'a' || part === 'b'
    const seen = `${(100 * (six ? within5 : within15)).toFixed(0)} %`
    findings.judge(
      'Figure 9',
      six
        ? `${part}: more than 80 % of the bounds are within a factor 5 of a point's way: ${seen}`
        : `${part}: the bound is within a factor 15 of a point's way most of the time: ${seen}`,
      six ? within5 > 0.8 : within15 > 0.5,
      'the arms are not published: ours have their numbers of joints and proportions by eye',
    )
  }
}

function colliding({ rows }: AdaptiveDocument, findings: FindingLists): void {
  const fixed = rowsOf(rows, 'III', 'fixed')
  if (fixed.length === 0) return
  const [zero, delta] = [0, DELTA].map((at) => rowsOf(rows, 'III', 'adaptive', at))
  for (const [at, own] of [
    [0, zero!],
    [DELTA, delta!],
  ] as const) {
    const pairs = sideBySide(own, fixed)
    findings.judge(
      'Table III',
      `ADAPTIVE-BISECTION at δ = ${at} tests fewer volumes than fixed resolution at ε = 0 on all six: ${ratios(pairs, volumes)}`,
      all(pairs, volumes, (ratio) => ratio < 1),
      SCENES,
    )
  }
  const timed = sideBySide(zero!, fixed)
  findings.judge(
    'Table III',
    `at δ = 0 it is faster than fixed resolution except on 12d, by processor time: ${ratios(timed, millis)}`,
    all(
      timed.filter(({ scene }) => scene !== 'car-coarse'),
      millis,
      (ratio) => ratio < 1,
    ),
    'our collision test of two boxes is faster beside our distance of two swept rectangles than in the paper, and our fixed resolution has a broad phase, where the paper tests all pairs',
  )
  const small = sideBySide(delta!, zero!)
  findings.judge(
    'Table III',
    `δ = ${DELTA} saves some tests over δ = 0 (paper: 0.79 to 0.89): ${ratios(small, volumes)}`,
    all(small, volumes, (ratio) => ratio <= 1),
    'it saves where some segments come within δ long before they touch; a test at a larger threshold opens more pairs of volumes each time',
  )
  findings.incomparable('Table III', 'counts and times of single scenes', SCENES)
}

function free({ rows }: AdaptiveDocument, findings: FindingLists): void {
  const pairs = sideBySide(
    rowsOf(rows, 'VI', 'adaptive', DELTA).filter(({ published }) => published !== undefined),
    rowsOf(rows, 'VI', 'fixed'),
  )
  if (pairs.length === 0) return
  findings.judge(
    'Table VI',
    `free segments: ADAPTIVE-BISECTION tests fewer volumes than fixed resolution at ε = 0.006 (paper: 0.61 and 0.95): ${ratios(pairs, volumes)}`,
    all(pairs, volumes, (ratio) => ratio < 1),
    SCENES,
  )
  findings.judge(
    'Table VI',
    `and takes less time (paper: 0.77 and 0.76): ${ratios(pairs, millis)}`,
    all(pairs, millis, (ratio) => ratio < 1),
    SCENES,
  )
  findings.incomparable('Table VI', 'counts and times of single scenes', SCENES)
}

function tipCurve({ rows, tipCurves }: AdaptiveDocument, findings: FindingLists): void {
  const [curve] = tipCurves
  if (curve === undefined) return
  const own = rows.filter(({ table }) => table === 'figure-13')
  const [dense, adaptive] = [
    own.find(({ epsilon }) => epsilon === curve.neededEpsilon)!,
    own.find(({ method }) => method === 'adaptive')!,
  ]
  const times = dense.millis / adaptive.millis
  findings.judge(
    'Figure 13',
    `to sample the tip's curve at resolution δ takes fixed resolution considerably longer: ε = ${curve.neededEpsilon.toPrecision(2)} and ${times.toFixed(1)} times the time of ADAPTIVE-BISECTION`,
    times >= 2,
    'the segment is short',
  )
  findings.incomparable(
    'Figure 13',
    `the picture: ours has ${curve.dots.length} dots, ${curve.meanGap.toPrecision(2)} apart on average, ${curve.largestGap.toPrecision(2)} at most (on all free segments: ${curve.largestOfAll.toPrecision(2)})`,
    'it gives no numbers, and neither its segment nor its arm is published',
  )
}

function refined({ rows }: AdaptiveDocument, findings: FindingLists): void {
  const pairs = sideBySide(rowsOf(rows, 'XI', 'refined'), rowsOf(rows, 'XI', 'adaptive'))
  if (pairs.length > 0) {
    findings.judge(
      'Table XI',
      `free segments: REFINED-ADAPTIVE-BISECTION tests at most a fifth of the volumes (paper: 0.09 to 0.18): ${ratios(pairs, volumes)}`,
      all(pairs, volumes, (ratio) => ratio <= 0.2),
      SCENES,
    )
    findings.judge(
      'Table XI',
      `and takes 0.5 to 0.9 of the time: ${ratios(pairs, millis)}`,
      all(pairs, millis, (ratio) => ratio >= 0.45 && ratio <= 0.95),
      'times of one machine; the trees of pairs that it keeps cost memory, whose cost differs from machine to machine',
    )
    findings.judge(
      'Table XI',
      'the unit of its times, headed ms: 0.066 for 17,491 tests of volumes, where Table VI has 11.3 for 9,239',
      false,
      'by its own counts, and by Tables III and VI at about a microsecond a test, these are seconds',
    )
    findings.incomparable('Table XI', 'counts of single scenes', SCENES)
  }
  const random = sideBySide(rowsOf(rows, 'random', 'refined'), rowsOf(rows, 'random', 'adaptive'))
  if (random.length > 0) {
    findings.judge(
      'Table XI',
      `the same on random segments as they come, free or not: ${ratios(random, volumes)}`,
      all(random, volumes, (ratio) => ratio <= 0.2),
      'the table does not say which segments it has; its counts are those of free ones. A segment that collides is settled at its first few configurations, where keeping fronts has nothing to save',
    )
  }
}

/** Statements of sections II.C, II.E and III.C that come without figures. */
function variants({ rows }: AdaptiveDocument, findings: FindingLists): void {
  const own = rows.filter(({ table }) => table === 'variants')
  if (own.length === 0) return
  const beside = (variant: string, run: string, delta: number): Pairs => {
    const of = (name: string): Row[] =>
      own.filter((row) => row.variant?.startsWith(name) && row.run === run && row.delta === delta)
    return sideBySide(of(variant), of('as published'))
  }
  const total = (pairs: Pairs, value: (row: Row) => number): number => {
    const logs = pairs.map(({ one, other }) => Math.log(value(one) / value(other)))
    return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
  }
  const order = beside('longest first', 'colliding', 0)
  findings.judge(
    'Section II.C',
    `ordered by λ − η the queue finds a collision sooner on average than by length; tests of volumes by length, in its units: ${ratios(order, volumes)}`,
    total(order, volumes) > 1,
    SCENES,
  )
  const middle = beside('middle', 'free', DELTA)
  findings.judge(
    'Section II.E',
    `dividing at the middle of what is uncovered (Figure 3d) gains little: tests of volumes ${ratios(middle, volumes)}; and needs the kinematics of many more configurations: ${ratios(middle, (row) => row.configurations!)}`,
    total(middle, volumes) > 0.8 && total(middle, (row) => row.configurations!) > 1,
    SCENES,
  )
  const ends = beside('ends', 'free', DELTA)
  findings.judge(
    'Section II.E',
    `the ends of what is uncovered (Figure 3c) waste half of their coverage: tests of volumes ${ratios(ends, volumes)}`,
    total(ends, volumes) > 1,
    SCENES,
  )
  for (const [name, variant] of [
    ['EXACT-DIST', 'exact'],
    ['APPROX-DIST with γ = 0.5', 'approximate'],
  ] as const) {
    const [hits, misses] = [beside(variant, 'colliding', 0), beside(variant, 'free', DELTA)]
    findings.judge(
      'Section III.C',
      `the checker is faster with GREEDY-DIST than with ${name}; time in its units, free: ${ratios(misses, millis)}; colliding: ${ratios(hits, millis)}`,
      total(misses, millis) > 1 && total(hits, millis) > 1,
      SCENES,
    )
  }
}

/** What section V.F concludes from Tables VIII to X. */
function grazing({ rows }: AdaptiveDocument, findings: FindingLists): void {
  const of = (table: GrazeTable, links: 'all' | 'end-effector', zeta?: number): Row[] =>
    rowsOf(rows, table, 'adaptive').filter(
      (row) => row.links === links && row.zeta === row.delta && (zeta === undefined || row.zeta === zeta),
    )
  for (const table of GRAZE_TABLES) {
    const own = of(table, 'all')
    if (own.length === 0) continue
    const shares = own.map((row) => `ζ ${row.zeta}: ${(row.volumeTests / row.published!.volumeTests).toFixed(1)}`)
    findings.judge(
      `Table ${table}`,
      `ζ = δ: ADAPTIVE-BISECTION's tests of volumes in units of the published, within a factor of ten: ${shares.join(', ')}`,
      own.every((row) => Math.abs(Math.log10(row.volumeTests / row.published!.volumeTests)) <= 1),
      'neither the arm nor the way its floor is cut into triangles is published',
    )
    findings.judge(
      `Table ${table}`,
      'the tests grow as ζ = δ shrinks',
      own.every((row, i) => i === 0 || row.volumeTests > own[i - 1]!.volumeTests),
      SCENES,
    )
    const alone = of(table, 'end-effector')
    const pairs = own.flatMap((row) => {
      const beside = alone.find(({ zeta }) => zeta === row.zeta)
      return beside === undefined || row.zeta! > 0.01 ? [] : [{ row, beside }]
    })
    if (pairs.length > 0) {
      findings.judge(
        `Table ${table}`,
        `links other than the end-effector barely count (ζ ≤ 0.01): ${pairs.map(({ row, beside }) => `ζ ${row.zeta}: ${(row.volumeTests / beside.volumeTests).toFixed(3)}`).join(', ')}`,
        pairs.every(({ row, beside }) => row.volumeTests <= 1.05 * beside.volumeTests),
        SCENES,
      )
    }
    const others = rowsOf(rows, table, 'adaptive').filter((row) => row.links === 'all' && row.zeta !== row.delta)
    findings.judge(
      `Table ${table}`,
      `δ = 0.0001 and a larger ζ, in units of the published, within a factor of ten: ${others.map((row) => `ζ ${row.zeta}: ${(row.volumeTests / row.published!.volumeTests).toPrecision(2)}`).join(', ')}`,
      others.every((row) => Math.abs(Math.log10(row.volumeTests / row.published!.volumeTests)) <= 1),
      'with δ far below ζ the count depends on how far the greedy search descends into the obstacle, that is, on the shapes of its upper volumes',
    )
  }
  const tables = GRAZE_TABLES.map((table) => of(table, 'all'))
  if (tables.every((own) => own.length > 0)) {
    const falls = tables[0]!.every(
      (row, i) =>
        row.volumeTests > tables[1]![i]!.volumeTests && tables[1]![i]!.volumeTests > tables[2]![i]!.volumeTests,
    )
    findings.judge(
      'Section V.F',
      'Tables VIII to X: the tests decrease from the floor to the box to the narrow box, at every ζ = δ',
      falls,
      SCENES,
    )
  }
}
