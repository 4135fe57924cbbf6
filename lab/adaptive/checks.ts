// What the experiment must show, one line each, worked out from the rows. What is counted is the same on every machine, and
// decides; what is timed is reported.
import type { Check } from '../jobs.js'
import type { LargestEpsilon } from './largest-epsilon.js'
import { GRAZE_TABLES, publishedFree } from './published.js'
import type { Row } from './rows.js'
import { PAPER_SCENES } from './scenes.js'
import { type Contradiction, DELTA } from './segments.js'

export interface Findings {
  readonly rows: readonly Row[]
  readonly epsilons: readonly LargestEpsilon[]
  readonly contradictions: readonly Contradiction[]
}

/** Means of fewer segments than this, or runs, are for show. */
const ENOUGH = 50

/** Table III: on this many of six scenes. */
const MOST_SCENES = 5 / 6
const REFINED_BV = 1 / 3
const REFINED_TIME = 0.9
/** Table VIII at ζ = δ = 0.0001: the published 7.91 million, and the share of it that is let pass. */
const WORST_BV = 7.91e6
const WORST_SHARE = 0.01
const FINEST = 0.0001

export function checkAll(findings: Findings): Check[] {
  const { rows } = findings
  return [
    noContradictions(findings),
    ...colliding(rows, 'limber'),
    ...colliding(rows, 'adaptive'),
    ...notSlowerThanRefined(rows),
    ...fasterThanFixed(findings),
    ...refinedBeatsAdaptive(rows, 'XI', 'free segments'),
    ...refinedBeatsAdaptive(rows, 'random', 'random segments as they come'),
    ...grazing(rows),
    ...fewerThanRefined(rows),
  ]
}

export function rowsOf(rows: readonly Row[], table: string, method: string, delta?: number): Row[] {
  return rows.filter(
    (row) =>
      row.table === table && row.method === method && (delta === undefined || row.delta === delta) && row.count > 0,
  )
}

/** Rows of two methods side by side, scene by scene. */
export function sideBySide(one: readonly Row[], other: readonly Row[]): { scene: string; one: Row; other: Row }[] {
  return one.flatMap((row) => {
    const beside = other.find(({ scene }) => scene === row.scene)
    return beside === undefined ? [] : [{ scene: row.scene, one: row, other: beside }]
  })
}

function noContradictions({ contradictions, rows }: Findings): Check {
  const proving = rows.filter(({ method, table }) => method !== 'fixed' && table !== 'I')
  const answers = proving.reduce((sum, { count }) => sum + count, 0)
  return {
    claim: 'no two methods contradict each other: nothing that collides is called free, nor the other way round',
    passed: contradictions.length === 0,
    seen:
      contradictions.length === 0
        ? `${answers.toLocaleString('en')} answers`
        : contradictions.map(({ table, scene, said }) => `${table} ${scene}: ${said}`).join('; '),
    decides: true,
    few: false,
  }
}

/**
 * Of the paper's methods, the tests at the two ends are left out, as in the paper. Limber never tests ends, and sweeps every pair
 * once instead: it is compared with all that fixed resolution tests, and it is ours that has to be better. How the paper's does
 * depends on scenes that are not the paper's.
 */
function colliding(rows: readonly Row[], method: 'limber' | 'adaptive'): Check[] {
  const pairs = sideBySide(rowsOf(rows, 'III', method, 0), rowsOf(rows, 'III', 'fixed')).filter(({ scene }) =>
    (PAPER_SCENES as readonly string[]).includes(scene),
  )
  if (pairs.length === 0) return []
  const isOurs = method === 'limber'
  const withEnds = (row: Row): number => row.volumeTests + (row.endTests ?? 0)
  const without = (row: Row): number => row.volumeTests
  const [judged, told] = isOurs ? [withEnds, without] : [without, withEnds]
  const fewer = pairs.filter(({ one, other }) => judged(one) < judged(other))
  const needed = Math.ceil(MOST_SCENES * pairs.length - 1e-9)
  return [
    {
      claim: `colliding segments: ${method} tests fewer volumes than fixed resolution at ε = 0${isOurs ? ' and at the ends' : ''} on ${needed} of ${pairs.length} scenes`,
      passed: fewer.length >= needed,
      seen: `${fewer.length}: ${ratios(pairs, judged)}; ${isOurs ? 'without' : 'with'} tests of the ends: ${ratios(pairs, told)}`,
      decides: isOurs && !isFew(pairs),
      few: isFew(pairs),
    },
  ]
}

/** The paper's better method at the paper's δ, free and colliding: on this many of twelve. */
const RIVAL_SCENES = 10 / 12

function notSlowerThanRefined(rows: readonly Row[]): Check[] {
  const pairs = ['III', 'VI'].flatMap((table) =>
    sideBySide(rowsOf(rows, table, 'refined', DELTA), rowsOf(rows, table, 'limber', DELTA))
      .filter(({ scene }) => (PAPER_SCENES as readonly string[]).includes(scene))
      .map((pair) => ({ ...pair, scene: `${pair.scene} ${table === 'VI' ? 'free' : 'colliding'}` })),
  )
  if (pairs.length === 0) return []
  const needed = Math.ceil(RIVAL_SCENES * pairs.length - 1e-9)
  const won = pairs.filter(({ one, other }) => one.millis >= other.millis)
  return [
    {
      claim: `free and colliding segments at δ = ${DELTA}: refined takes as long as limber or longer in ${needed} of ${pairs.length} cases (timed)`,
      passed: won.length >= needed,
      seen: `${won.length}: ${ratios(pairs, (row) => row.millis)}`,
      decides: false,
      few: isFew(pairs),
    },
  ]
}

/** What the segments are, and which kind of run has found the ε. */
const EPSILON_CLAIMS = [
  ['path', 'path', 'segments of paths', 'paths'],
  ['free', 'path', 'free segments of Table VI', 'paths'],
  ['segment', 'segment', 'random segments', 'random segments'],
] as const

function fasterThanFixed({ rows, epsilons }: Findings): Check[] {
  return EPSILON_CLAIMS.flatMap(([on, run, what, inARow]): Check[] => {
    const of = (method: string, delta?: number): Row[] =>
      rowsOf(rows, 'epsilon', method, delta).filter((row) => row.run === on)
    const pairs = sideBySide(of('limber', 0), of('fixed'))
    const found = epsilons.filter((epsilon) => epsilon.run === run)
    if (pairs.length === 0 || found.length === 0) return []
    return [
      {
        claim: `${what}: limber is faster than fixed resolution at the largest ε that stays right for ${found[0]!.runs} ${inARow} in a row (timed)`,
        passed: found.every(({ right }) => right) && pairs.every(({ one, other }) => one.millis < other.millis),
        seen: `time in units of fixed: ${ratios(pairs, (row) => row.millis)}`,
        decides: false,
        few: found[0]!.runs < ENOUGH,
      },
    ]
  })
}

/** Table XI does not say whether its segments are free; by its counts they are (segments.ts). As they come, it is only told. */
function refinedBeatsAdaptive(rows: readonly Row[], table: 'XI' | 'random', what: string): Check[] {
  const pairs = sideBySide(rowsOf(rows, table, 'refined'), rowsOf(rows, table, 'adaptive'))
  if (pairs.length === 0) return []
  return [
    {
      claim: `${what}: refined tests at most a third of adaptive's volumes on every scene`,
      passed: pairs.every(({ one, other }) => one.volumeTests <= REFINED_BV * other.volumeTests),
      seen: ratios(pairs, (row) => row.volumeTests),
      decides: table === 'XI' && !isFew(pairs),
      few: isFew(pairs),
    },
    {
      claim: `${what}: refined takes at most 0.9 of adaptive's time on every scene (timed)`,
      passed: pairs.every(({ one, other }) => one.millis <= REFINED_TIME * other.millis),
      seen: ratios(pairs, (row) => row.millis),
      decides: false,
      few: isFew(pairs),
    },
  ]
}

function grazing(rows: readonly Row[]): Check[] {
  const finest = GRAZE_TABLES.flatMap((table) =>
    rowsOf(rows, table, 'limber', FINEST).filter((row) => row.zeta === FINEST && row.links === 'all'),
  )
  if (finest.length === 0) return []
  const most = WORST_SHARE * WORST_BV
  return [
    {
      claim: `grazing at ζ = 0.0001: limber needs at most a hundredth of the published 7.91 million tests of volumes`,
      passed: finest.every((row) => row.outcome === 'free' && row.volumeTests <= most),
      seen: finest
        .map((row) => `${row.scene} ${Math.round(row.volumeTests).toLocaleString('en')} (${row.outcome})`)
        .join(', '),
      decides: true,
      few: false,
    },
  ]
}

/** The long arms are the paper's: limber tests more volumes there, and is compared all the same. */
function fewerThanRefined(rows: readonly Row[]): Check[] {
  const all = sideBySide(rowsOf(rows, 'VI', 'limber', DELTA), rowsOf(rows, 'VI', 'refined', DELTA))
  const check = (where: string, pairs: typeof all, decides: boolean): Check[] =>
    pairs.length === 0
      ? []
      : [
          {
            claim: `free segments: limber tests fewer volumes than refined on ${where}`,
            passed: pairs.every(({ one, other }) => one.volumeTests < other.volumeTests),
            seen: `${ratios(pairs, (row) => row.volumeTests)}; with refined's tests of the ends, of which limber needs none: ${ratios(pairs, (row) => row.volumeTests + (row.endTests ?? 0))}`,
            decides: decides && !isFew(pairs),
            few: isFew(pairs),
          },
        ]
  const inTable = all.filter(({ one }) => publishedFree(one.figure, 'adaptive', DELTA) !== undefined)
  return [...check('the scenes of Table VI', inTable, true), ...check('every scene', all, false)]
}

function isFew(pairs: readonly { readonly one: Row }[]): boolean {
  // Nine arms have few segments even where the others have many.
  return pairs.every(({ one }) => one.count < ENOUGH)
}

export function ratios(
  pairs: readonly { readonly scene: string; readonly one: Row; readonly other: Row }[],
  value: (row: Row) => number,
): string {
  return pairs.map(({ scene, one, other }) => `${scene} ${(value(one) / value(other)).toFixed(2)}`).join(', ')
}
