// What the experiment must show, one line each, worked out from the rows. What is counted is the same on every machine, and
// decides; what is timed is reported.
import type { Check } from '../jobs.js'
import type { FoundEpsilon, PlanRow, Row, WalkRow } from './rows.js'

export interface Findings {
  readonly rows: readonly Row[]
  readonly epsilons: readonly FoundEpsilon[]
  /** Was everything smoothed as often as published? */
  readonly full: boolean
}

/** Means of fewer runs than this are for show. */
const ENOUGH = 50

/** The δ at which planners are compared, and on how many of six scenes A-SBL must keep up with SBL. */
const DELTA = 0.001
const MOST_SCENES = 4 / 6

/** The length after smoothing in the tori, in units of the walk's. */
const SMOOTHED = 0.3

export function checkAll(findings: Findings): Check[] {
  return [
    ...noWrongPath(findings.rows),
    ...allSolved(findings.rows),
    ...asFastAsSbl(findings),
    ...defaultAsFast(findings.rows),
    ...walksArrive(findings),
    ...smoothedInTori(findings),
  ]
}

export function isPlan(row: Row): row is PlanRow {
  return row.table !== 'VII'
}

export function isWalk(row: Row): row is WalkRow {
  return row.table === 'VII'
}

function noWrongPath(rows: readonly Row[]): Check[] {
  const proving = rows.filter(({ planner }) => planner !== 'sbl')
  if (proving.length === 0) return []
  const wrong = proving.filter(({ wrongPaths }) => wrongPaths > 0)
  const paths = proving.reduce((sum, { runs }) => sum + runs, 0)
  const undecided = proving.reduce((sum, row) => sum + row.undecided, 0)
  return [
    {
      claim: 'no wrong path from a-sbl or rrt-connect, nor from walks and smoothing',
      passed: wrong.length === 0,
      seen:
        wrong.length > 0
          ? wrong.map(({ scene, planner, wrongPaths }) => `${scene}, ${planner}: ${wrongPaths}`).join('; ')
          : `${paths.toLocaleString('en')} runs${undecided > 0 ? `, ${undecided} paths undecided when checked again` : ''}`,
      decides: true,
      few: false,
    },
  ]
}

function allSolved(rows: readonly Row[]): Check[] {
  const plans = rows.filter(isPlan)
  if (plans.length === 0) return []
  const unsolved = plans.filter((row) => row.unsolved > 0)
  return [
    {
      claim: 'every plan is found',
      passed: unsolved.length === 0,
      seen:
        unsolved.length === 0
          ? `${plans.reduce((sum, { runs }) => sum + runs, 0).toLocaleString('en')} runs`
          : unsolved.map((row) => `${row.scene}, ${row.planner}: ${row.unsolved} of ${row.runs} not`).join('; '),
      decides: true,
      few: false,
    },
  ]
}

export function at(rows: readonly Row[], planner: PlanRow['planner'], delta?: number): PlanRow[] {
  return rows
    .filter(isPlan)
    .filter((row) => row.table === 'V' && row.planner === planner && (delta === undefined || row.delta === delta))
}

/** Rows side by side, scene by scene. */
export function sideBySide(one: readonly PlanRow[], other: readonly PlanRow[]): { one: PlanRow; other: PlanRow }[] {
  return one.flatMap((row) => {
    const beside = other.find(({ scene }) => scene === row.scene)
    return beside === undefined ? [] : [{ one: row, other: beside }]
  })
}

export function ratios(pairs: readonly { readonly one: PlanRow; readonly other: PlanRow }[]): string {
  return pairs.map(({ one, other }) => `${one.scene} ${(one.seconds / other.seconds).toFixed(2)}`).join(', ')
}

function asFastAsSbl({ rows, epsilons }: Findings): Check[] {
  const pairs = sideBySide(at(rows, 'a-sbl', DELTA), at(rows, 'sbl'))
  if (pairs.length === 0) return []
  const runs = Math.max(...epsilons.map((found) => found.runs))
  const needed = Math.ceil(MOST_SCENES * pairs.length - 1e-9)
  const asFast = pairs.filter(({ one, other }) => one.seconds <= other.seconds)
  const never = epsilons.filter(({ right }) => !right)
  return [
    {
      claim: `A-SBL at δ = ${DELTA} is not slower than SBL at the ε it needs for ${runs} right runs on at least ${needed} of ${pairs.length} scenes (timed)`,
      passed: asFast.length >= needed,
      seen: [
        `${asFast.length}; time in units of SBL's: ${ratios(pairs)}`,
        ...(never.length === 0 ? [] : [`no ε found: ${[...new Set(never.map(({ scene }) => scene))].join(', ')}`]),
      ].join('; '),
      decides: false,
      few: runs < ENOUGH,
    },
  ]
}

function defaultAsFast(rows: readonly Row[]): Check[] {
  const pairs = sideBySide(at(rows, 'rrt-connect', DELTA), at(rows, 'a-sbl', DELTA))
  if (pairs.length === 0) return []
  return [
    {
      claim: `the default is not slower than A-SBL at δ = ${DELTA} (timed)`,
      passed: pairs.every(({ one, other }) => one.seconds <= other.seconds),
      seen: `time in units of A-SBL's: ${ratios(pairs)}`,
      decides: false,
      few: pairs.every(({ one }) => one.runs < ENOUGH),
    },
  ]
}

function walksArrive({ rows, full }: Findings): Check[] {
  const walks = rows.filter(isWalk).filter(({ planner }) => planner === 'random-walk')
  // Nine arms are tried, and nothing is claimed of them.
  const [nine, others] = [true, false].map((are) => walks.filter(({ out }) => (out !== undefined) === are))
  return [
    { claim: 'random walks come out of all rings and holes', of: others!, decides: full },
    { claim: 'nine arms come out of the lattice, one after the other', of: nine!, decides: false },
  ].flatMap(({ claim, of, decides }): Check[] => {
    if (of.length === 0) return []
    const passed = of.every(({ arrived }) => arrived === true)
    return [{ claim, passed, seen: of.map(walkText).join(', '), decides, few: !full }]
  })
}

/** `tori after 10,656 steps`. */
export function walkText({ scene, tested = 0, arrived, out }: WalkRow): string {
  const arms = out === undefined ? '' : ` (${out} of 9 arms)`
  return `${scene} ${arrived ? 'after' : 'not after'} ${tested.toLocaleString('en')} steps${arms}`
}

function smoothedInTori({ rows, full }: Findings): Check[] {
  const tori = rows.filter(isWalk).find(({ scene, planner }) => scene === 'tori' && planner === 'smoothing')
  if (tori === undefined) return []
  return [
    {
      claim: `smoothing leaves at most ${SMOOTHED} of the walk's length in the tori`,
      passed: tori.ratio! <= SMOOTHED,
      seen: `${tori.ratio!.toFixed(3)} after ${tori.rounds!.toLocaleString('en')} rounds`,
      decides: full,
      few: !full,
    },
  ]
}
