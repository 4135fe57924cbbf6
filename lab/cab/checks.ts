// What the experiment must show, one line each. What is counted is the same on every machine, and decides; what is timed is
// reported.
import type { Measured, Row } from './measure.js'
import type { CabMethod, CabScene } from './options.js'
import type { Robustness } from './robustness.js'

export interface Check {
  readonly claim: string
  readonly passed: boolean
  readonly seen: string
  /** False for what depends on the machine. */
  readonly decides: boolean
}

/** Those whose leaf boxes are the same, whatever is above them. */
export const ORIENTED: readonly CabMethod[] = ['obb', 'cab', 'cab-sum', 'cab-gs', 'better-child']
const OPEN: readonly CabScene[] = ['convex-3', 'convex-6', 'dented-6']
const MOST_OF_AABB = 0.5
const LEAST_UPDATE = 2
const LEAST_UPDATE_AND_TEST = 1.3
const LEAST_DENTED = 1.5

export function checkAll(measured: readonly Measured[], robustness: Robustness): Check[] {
  return [
    sameCollisions(measured),
    equalQueries(measured),
    ...halfOfAabb(measured),
    atLeast(measured, "CAB's update against OBB's", LEAST_UPDATE, (r) => r.updateMs),
    atLeast(measured, "CAB's update and test against OBB's", LEAST_UPDATE_AND_TEST, (r) => r.updateMs + r.testMs),
    notAbove(measured),
    ...dented(measured),
    noFaults(robustness),
  ]
}

export function rowOf({ rows }: Pick<Measured, 'rows'>, method: CabMethod): Row {
  return rows.find((row) => row.method === method)!
}

function sameCollisions(measured: readonly Measured[]): Check {
  const bad = measured.flatMap(({ scene, disagreements }) =>
    Object.entries(disagreements).map(([method, frames]) => `${method} in ${frames} frames of ${scene}`),
  )
  const frames = measured.reduce((sum, m) => sum + m.frames, 0)
  const collisions = measured.reduce((sum, m) => sum + m.collisions, 0)
  return {
    claim: 'every method finds the same collisions as brute force in every frame',
    passed: bad.length === 0,
    seen:
      bad.length === 0
        ? `${collisions.toLocaleString('en')} collisions in ${frames.toLocaleString('en')} frames`
        : `others: ${bad.join(', ')}`,
    decides: true,
  }
}

function equalQueries(measured: readonly Measured[]): Check {
  const bad = measured.flatMap((m) =>
    ORIENTED.filter((method) => rowOf(m, method).exactQueries !== m.leafPairs).map(
      (method) => `${method} on ${m.scene} ${rowOf(m, method).exactQueries}, not ${m.leafPairs}`,
    ),
  )
  return {
    claim: `${ORIENTED.join(', ')} call the exact query equally often, and as often as testing all pairs of leaf boxes`,
    passed: bad.length === 0,
    seen: bad.length === 0 ? measured.map((m) => m.leafPairs.toLocaleString('en')).join(', ') : bad.join(', '),
    decides: true,
  }
}

function halfOfAabb(measured: readonly Measured[]): Check[] {
  const open = measured.filter((m) => OPEN.includes(m.scene))
  if (open.length === 0) return []
  const shares = open.map((m) => rowOf(m, 'cab').exactQueries / rowOf(m, 'aabb*').exactQueries)
  return [
    {
      claim: 'CAB calls it at most half as often as AABB* on the open chains',
      passed: shares.every((share) => share <= MOST_OF_AABB),
      seen: `${shares.map((share) => share.toFixed(2)).join(', ')} of AABB*'s`,
      decides: true,
    },
  ]
}

function atLeast(measured: readonly Measured[], what: string, least: number, time: (row: Row) => number): Check {
  const ratios = measured.map((m) => time(rowOf(m, 'obb')) / time(rowOf(m, 'cab')))
  return {
    claim: `${what}: at least ${least} times faster on every table (timed)`,
    passed: ratios.every((ratio) => ratio >= least),
    seen: `${listTimes(ratios)}`,
    decides: false,
  }
}

function notAbove(measured: readonly Measured[]): Check {
  const ratios = measured.map((m) => rowOf(m, 'obb').totalMs / rowOf(m, 'cab').totalMs)
  return {
    claim: "CAB's total is not above OBB's on any table (timed)",
    passed: ratios.every((ratio) => ratio >= 1),
    seen: `${listTimes(ratios)} faster`,
    decides: false,
  }
}

function dented(measured: readonly Measured[]): Check[] {
  const found = measured.find((m) => m.scene === 'dented-6')
  if (found === undefined) return []
  const total = (method: CabMethod): number => rowOf(found, method).totalMs
  const boxesFirst = (method: CabMethod): number =>
    total(method) - rowOf(found, method).queryMs + (found.boxesFirstMs?.[method] ?? Number.NaN)
  const ratio = total('aabb*') / total('cab')
  const other = boxesFirst('aabb*') / boxesFirst('cab')
  return [
    {
      claim: `CAB against AABB* in total on the dented chains: at least ${LEAST_DENTED} times faster (timed)`,
      passed: ratio >= LEAST_DENTED,
      seen: `${ratio.toFixed(2)}×; ${other.toFixed(2)}× where queries begin with the meshes' boxes instead of their hulls`,
      decides: false,
    },
  ]
}

function noFaults({ cases, faults }: Robustness): Check {
  return {
    claim: 'straight, folded, cubic, a million units away: no NaN, all contained, nothing missed',
    passed: faults.length === 0,
    seen: faults.length === 0 ? `${cases} hierarchies` : faults.join('; '),
    decides: true,
  }
}

function listTimes(ratios: readonly number[]): string {
  return ratios.map((ratio) => `${ratio.toFixed(2)}×`).join(', ')
}
