// What the experiment must show, one line each, worked out from the rows. That answers are right decides; how much they cost, which was asked for
// before anything was measured, is reported and decides nothing.
import type { Check } from '../jobs.js'
import type { ChainMoveRow } from './chain-moves.js'
import type { MeshStepRow } from './mesh-steps.js'
import type { KnotRow, MeltRow, WalkRow } from './passages.js'
import type { RopeStepRow } from './rope-steps.js'
import type { SamplingRow } from './sampling.js'

export interface Measured {
  readonly ropes: readonly RopeStepRow[]
  readonly chains: readonly ChainMoveRow[]
  readonly cloth: readonly MeshStepRow[]
  readonly sampling: readonly SamplingRow[]
  readonly melts: readonly MeltRow[]
  readonly knots: readonly KnotRow[]
  readonly walks: readonly WalkRow[]
}

/** Tests of a whole step in units of the discrete query's. */
const MOST_ORDINARY = 1.3
const MOST_RADIAN = 2
const MOST_GENTLE_CLOTH = 1.2
const MOST_ORDINARY_TIME = 2.5
const MOST_ROLL_SECONDS = 3
/** Tests of one joint of a loose chain by 0.1 rad, in the median, by links. */
const MOST_CHAIN = new Map([
  [1000, 100],
  [10_000, 300],
  [100_000, 500],
])

export function checkBend(measured: Measured): Check[] {
  return [
    ...noFalseFree(measured),
    ...passagesFound(measured),
    ...passagesConfirmed(measured),
    ...knotsKept(measured),
    ...allDecided(measured),
    ...ropesGrow(measured),
    ...chainsGrow(measured),
    ...clothGrows(measured),
  ]
}

function check(claim: string, passed: boolean, seen: string): Check {
  return { claim, passed, seen, decides: true, few: false }
}

/** What was asked for. */
function wish(claim: string, passed: boolean, seen: string): Check {
  return { claim, passed, seen, decides: false, few: false }
}

const count = (value: number): string => value.toLocaleString('en')
const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0)

function noFalseFree({ sampling }: Measured): Check[] {
  if (sampling.length === 0) return []
  const wrong = sum(sampling, (row) => row.falseFree)
  const steps = sum(sampling, (row) => row.free)
  const instants = sum(sampling, (row) => row.free * row.instants)
  return [
    check(
      'no step that is proved free has a contact at any instant that is sampled',
      wrong === 0,
      `${wrong} of ${count(steps)} free steps, ${count(instants)} instants`,
    ),
  ]
}

/** What passes by construction, or crosses by exact decision, is in the proof's list. */
function passagesFound({ sampling }: Measured): Check[] {
  const each = sampling.filter((row, k) => row.scene !== sampling[k - 1]?.scene && row.passages > 0)
  if (each.length === 0) return []
  const missing = sum(each, (row) => row.unproved)
  const all = sum(each, (row) => row.passages)
  return [check('every passage is found by the proof', missing === 0, `${missing} of ${count(all)} are not`)]
}

function passagesConfirmed({ sampling, melts, knots, walks }: Measured): Check[] {
  const each = sampling.filter((row, k) => row.scene !== sampling[k - 1]?.scene)
  const rows = [...each, ...melts, ...knots, ...walks]
  const passages = sum(rows, (row) => row.passages)
  if (passages === 0) return []
  const confirmed = sum(rows, (row) => row.confirmed)
  return [
    check(
      'every passage is confirmed: its tetrahedron turns inside out in whole numbers, links touch, leaves pass by construction',
      confirmed === passages,
      `${count(confirmed)} of ${count(passages)}`,
    ),
  ]
}

function knotsKept({ knots, walks }: Measured): Check[] {
  if (knots.length + walks.length === 0) return []
  const kept = sum(walks, (row) => row.kept) + knots.filter(({ keepsKnot }) => keepsKnot).length
  const wrong = sum(walks, (row) => row.contradicted)
  const changed = knots.filter(({ keepsKnot, before, after }) => keepsKnot && before !== after).length + wrong
  return [
    check(
      'a step that is proved to keep the knot never changes its invariant',
      changed === 0,
      `${changed} of ${count(kept)} steps`,
    ),
  ]
}

function allDecided({ ropes, chains, cloth, sampling }: Measured): Check[] {
  const steps = ropes.length + cloth.length + sum(chains, (row) => row.moves)
  if (steps + sampling.length === 0) return []
  const open =
    [...ropes, ...cloth].filter(({ outcome }) => outcome === 'undecided').length +
    sum(chains, (row) => row.undecided) +
    sum(sampling, (row) => row.undecided)
  return [check('no step is left undecided', open === 0, `${open}`)]
}

const isOrdinary = ({ motion }: RopeStepRow): boolean => motion === 'gentle' || motion === 'middle'

function worst(rows: readonly RopeStepRow[], of: (row: RopeStepRow) => number): string {
  const top = rows.reduce((most, row) => (of(row) > of(most) ? row : most))
  const { scene, items, motion, method, beads } = top
  return `${of(top).toFixed(2)} at most (${scene}, ${count(beads)} ${items}, ${motion}, ${method})`
}

function ropesGrow({ ropes }: Measured): Check[] {
  const ordinary = ropes.filter(isOrdinary)
  const radian = ropes.filter(({ motion }) => motion === 'turn 1')
  return [
    ...limit(
      ordinary,
      `ordinary steps of ropes: tests at most ${MOST_ORDINARY} of the discrete query's`,
      (row) => row.ratio,
      MOST_ORDINARY,
    ),
    ...limit(
      radian,
      `ropes that turn by one radian: tests at most ${MOST_RADIAN} of the discrete query's`,
      (row) => row.ratio,
      MOST_RADIAN,
    ),
    ...limit(
      ordinary,
      `ordinary steps of ropes: time at most ${MOST_ORDINARY_TIME} of the discrete query's (timed)`,
      (row) => row.timeRatio,
      MOST_ORDINARY_TIME,
    ),
  ]
}

function limit(rows: readonly RopeStepRow[], claim: string, of: (row: RopeStepRow) => number, most: number): Check[] {
  if (rows.length === 0) return []
  return [
    wish(
      claim,
      rows.every((row) => of(row) <= most),
      worst(rows, of),
    ),
  ]
}

function chainsGrow({ chains }: Measured): Check[] {
  const rows = chains.filter(({ links, angle, joints }) => MOST_CHAIN.has(links) && angle === 0.1 && joints === 1)
  if (rows.length === 0) return []
  return [
    wish(
      'one joint of a loose chain by 0.1 rad: at most 100, 300, 500 tests for 10³, 10⁴, 10⁵ links, in the median',
      rows.every(({ links, tests }) => tests <= MOST_CHAIN.get(links)!),
      rows
        .map(({ links, tests, mostTests }) => `${count(links)}: ${count(tests)} (${count(mostTests)} at most)`)
        .join(', '),
    ),
  ]
}

function clothGrows({ cloth }: Measured): Check[] {
  const gentle = cloth.filter(({ scene, asked }) => scene !== 'roll' && asked === 'auto')
  const rolls = cloth.filter(({ scene, angle, asked }) => scene === 'roll' && angle === 2.5 && asked === 'auto')
  return [
    ...(gentle.length === 0
      ? []
      : [
          wish(
            `gentle steps of sheets: node tests at most ${MOST_GENTLE_CLOTH} of the discrete query's`,
            gentle.every(({ ratio }) => ratio <= MOST_GENTLE_CLOTH),
            gentle
              .map(({ scene, triangles, ratio }) => `${scene} of ${count(triangles)}: ${ratio.toFixed(2)}`)
              .join(', '),
          ),
        ]),
    ...(rolls.length === 0
      ? []
      : [
          wish(
            `a roll by 2.5 rad in one step: at most ${MOST_ROLL_SECONDS} s (timed)`,
            rolls.every(({ millis }) => millis <= 1000 * MOST_ROLL_SECONDS),
            rolls
              .map(({ triangles, millis }) => `${count(triangles)} triangles: ${(millis / 1000).toFixed(2)} s`)
              .join(', '),
          ),
        ]),
  ]
}
