// What the experiment found of adaptive-checking-2004, sections V.D and V.E.
import { FindingLists } from '../findings.js'
import type { PlanningDocument } from '../planning.js'
import { at, isWalk, ratios, sideBySide, walkText } from './checks.js'
import type { FoundEpsilon } from './rows.js'

const SCENES =
  'scenes and queries are not published: ours are built by formula to their figures and counts of triangles'
const CLOCK = 'seconds of a Pentium III of 1 GHz, on scenes and queries that are not published'

export function findPlanning(document: PlanningDocument): FindingLists {
  const findings = new FindingLists()
  for (const find of [epsilons, deltas, walks]) find(document, findings)
  return findings
}

function epsilons({ epsilons: found }: PlanningDocument, findings: FindingLists): void {
  if (found.length === 0) return
  const [fewer, more] = [Math.min(...found.map(({ runs }) => runs)), Math.max(...found.map(({ runs }) => runs))]
  const last = found.filter(({ runs }) => runs === more)
  const text = (of: readonly FoundEpsilon[]): string =>
    of.map(({ scene, epsilon }) => `${scene} ${epsilon.toPrecision(2)}`).join(', ')
  const values = last.map(({ epsilon }) => epsilon)
  findings.judge(
    'Table IV',
    `the ε that SBL needs for ${more} right runs in a row differs widely from scene to scene (paper: 0.00038 to 0.00833): ${text(last)}`,
    Math.max(...values) >= 5 * Math.min(...values),
    SCENES,
  )
  findings.judge(
    'Table IV',
    "it is of the size of the paper's, below 0.012 everywhere",
    values.every((epsilon) => epsilon <= 0.012),
    'our queries leave wider passages: most paths stay far from the thin parts that a coarse step misses, and each series starts at ε = 0.25',
  )
  const smaller = last.filter(
    ({ scene, epsilon }) => epsilon < found.find((one) => one.scene === scene && one.runs === fewer)!.epsilon,
  )
  if (more > fewer) {
    findings.judge(
      'Table IV',
      `${fewer} right runs do not prove it: for ${more} ε has to be smaller still in most scenes (paper: 4 of 6): ${smaller.length} of ${last.length}`,
      smaller.length * 2 > last.length,
      'a wrong path is rare in our scenes, so that the first long series often is right to its end',
    )
  }
  findings.incomparable('Table IV', 'times', CLOCK)
}

function deltas({ rows }: PlanningDocument, findings: FindingLists): void {
  const proving = at(rows, 'a-sbl')
  if (proving.length === 0) return
  const wrong = proving.reduce((sum, row) => sum + row.wrongPaths, 0)
  const runs = proving.reduce((sum, row) => sum + row.runs, 0)
  findings.judge(
    'Table V',
    `A-SBL never returns a path that collides: ${wrong} of ${runs.toLocaleString('en')}`,
    wrong === 0,
    'the prover or the judge is wrong',
  )
  const growth = (delta: number) => sideBySide(at(rows, 'a-sbl', delta), at(rows, 'a-sbl', 0.01))
  const moderate = growth(0.0001)
  if (moderate.length > 0) {
    findings.judge(
      'Table V',
      `its time grows moderately down to δ = 0.0001 (paper: 1.4 to 8.3 times that of 0.01): ${ratios(moderate)}`,
      moderate.every(({ one, other }) => one.seconds <= 8.3 * other.seconds),
      SCENES,
    )
    const zero = growth(0)
    findings.judge(
      'Table V',
      `and much at δ = 0 (paper: 2.3 to 134 times): ${ratios(zero)}`,
      zero.every(({ one, other }) => one.seconds >= 2 * other.seconds),
      'our A-SBL proves its edges by the default checker, whose directional test settles small clearances in a dozen tests: δ hardly matters to it',
    )
  }
  const beside = sideBySide(at(rows, 'a-sbl', 0.001), at(rows, 'sbl'))
  if (beside.length > 0) {
    const asFast = beside.filter(({ one, other }) => one.seconds <= other.seconds)
    findings.judge(
      'Table V',
      `A-SBL at δ = 0.001 is not slower than SBL at the ε of Table IV in most scenes (paper: 4 of 6): ${asFast.length} of ${beside.length}; ${ratios(beside)}`,
      asFast.length * 2 > beside.length,
      `steps as coarse as SBL gets away with here are cheap: ε ${beside.map(({ other }) => other.epsilon!.toPrecision(2)).join(', ')}`,
    )
  }
  findings.incomparable('Table V', 'times', CLOCK)
}

function walks({ rows }: PlanningDocument, findings: FindingLists): void {
  const own = rows.filter(isWalk)
  for (const row of own) {
    if (row.planner === 'random-walk') {
      findings.judge(
        'Table VII',
        `a random walk brings the arms out (paper: ${row.published!.segments!.toLocaleString('en')} segments tested): ${walkText(row)}${row.out === undefined ? '' : ', the arms in turns and rather downhill'}`,
        row.arrived === true,
        'the paper does not say how its steps are drawn. Blind steps of all nine arms are hardly ever free, and arms that came out lie in the way of the others',
      )
      continue
    }
    const { ratio: paper, rounds: most } = row.published!
    const walk = own.find(({ scene, planner }) => scene === row.scene && planner === 'random-walk')
    if (walk?.arrived !== true) {
      findings.incomparable('Table VII', `smoothing of ${row.scene}`, 'its walk did not come out')
      continue
    }
    findings.judge(
      'Table VII',
      `smoothing of ${row.scene} leaves σ ≤ 1.5 times the published ${paper} (K = ${most!.toLocaleString('en')}): ${row.ratio!.toFixed(3)} after ${row.rounds!.toLocaleString('en')} rounds`,
      row.ratio! <= 1.5 * paper!,
      'σ is in units of the walk, and walks differ: a short walk has less to lose',
    )
  }
  if (own.length > 0) {
    findings.incomparable(
      'Table VII',
      'segments tested and seconds',
      `one random run each, whose steps are not described; ${CLOCK}`,
    )
  }
}
