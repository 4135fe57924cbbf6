// What the experiment must show, one line each. Those that count are the same on every machine; the one that is timed is
// reported, and decides nothing.
import { Random } from '../../src/entries/meshes.js'
import { createRealignment } from '../../src/meshes/kdop/kdop-realignment.js'
import { REALIGN_METHODS } from '../../src/meshes/kdop/kdop-turn.js'
import { fitKdop } from '../../src/volumes/kdop.js'
import { DOP_SIZES, type DopSize } from '../../src/volumes/kdop-directions.js'
import type { Cost, Measured, Row } from './measure.js'
import type { KdopMethod } from './options.js'

export interface Check {
  readonly claim: string
  readonly passed: boolean
  readonly seen: string
  /** False for what depends on the machine. */
  readonly decides: boolean
}

/** The scenario in which curved things pass each other without much contact. */
const LOOSE = 'curved-knot-loose-contact'
const MOST_OCCUPANCY_COST = 7
const MOST_EXTENDED_SHARE = 0.5

export function checkAll(measured: readonly Measured[]): Check[] {
  const rows = measured.flatMap((m) => m.rows)
  const costs = measured.flatMap((m) => m.costs)
  return [
    sameContacts(measured),
    ...neverLooser(measured),
    ...occupancyFewer(rows),
    ...occupancyCost(costs),
    ...extendedHalf(rows),
    identityGivesBack(),
  ]
}

function sameContacts(measured: readonly Measured[]): Check {
  const disagreements = measured.reduce((sum, m) => sum + m.disagreements, 0)
  const poses = measured.reduce((sum, m) => sum + m.poses, 0)
  return {
    claim: 'every method finds the same contacts at every pose',
    passed: disagreements === 0,
    seen: `${disagreements} disagreements at ${poses} poses`,
    decides: true,
  }
}

function neverLooser(measured: readonly Measured[]): Check[] {
  const names = [...new Set(measured.flatMap((m) => Object.keys(m.looser)))].filter((name) => / (18|26)$/.test(name))
  return names.map((name) => {
    const count = measured.reduce((sum, m) => sum + (m.looser[name] ?? 0), 0)
    const [method, k] = name.split(' ')
    return {
      claim: `${method} never tests more volumes than major-axes at k = ${k}`,
      passed: count === 0,
      seen: `more at ${count} poses`,
      decides: true,
    }
  })
}

/** Ratio of the means over the scenarios for which both methods were measured. */
function ratio(rows: readonly Row[], k: DopSize, method: KdopMethod, scenario: (name: string) => boolean): number {
  const sum = (m: KdopMethod): number =>
    rows.filter((r) => r.k === k && r.method === m && scenario(r.scenario)).reduce((s, r) => s + r.volumeTests, 0)
  return sum(method) / sum('major-axes')
}

function occupancyFewer(rows: readonly Row[]): Check[] {
  const has = (k: DopSize, method: KdopMethod): boolean => rows.some((r) => r.k === k && r.method === method)
  const sizes = DOP_SIZES.filter((k) => k >= 14 && has(k, 'occupancy') && has(k, 'major-axes'))
  const curved = [...new Set(rows.map((r) => r.scenario))].filter((name) => name.startsWith('curved-'))
  return sizes.map((k) => {
    const each = curved.map((name) => ratio(rows, k, 'occupancy', (s) => s === name))
    const mean = each.reduce((sum, r) => sum + r, 0) / each.length
    const worst = Math.max(...each)
    return {
      claim: `occupancy tests fewer volumes than major-axes in the mean on curved scenarios at k = ${k}`,
      passed: mean < 1,
      seen: `${mean.toFixed(2)} of them in the mean of ${each.length} scenarios, ${worst.toFixed(2)} in the worst`,
      decides: true,
    }
  })
}

function occupancyCost(costs: readonly Cost[]): Check[] {
  return DOP_SIZES.flatMap((k) => {
    const ratios = costRatios(costs, k, 'occupancy')
    if (ratios.length === 0) return []
    const middle = median(ratios)
    return [
      {
        claim: `an occupancy realignment costs at most ${MOST_OCCUPANCY_COST} of major-axes at k = ${k} (timed)`,
        passed: middle <= MOST_OCCUPANCY_COST,
        seen: `${middle.toFixed(1)} of them, median of ${ratios.length} scenarios`,
        decides: false,
      },
    ]
  })
}

/** How many times a major-axes realignment one of this method takes, scenario by scenario. */
export function costRatios(costs: readonly Cost[], k: DopSize, method: KdopMethod): number[] {
  return costs
    .filter((c) => c.k === k && c.method === method)
    .flatMap((c) => {
      const axes = costs.find((o) => o.k === k && o.method === 'major-axes' && o.scenario === c.scenario)
      return axes === undefined ? [] : [c.nanos / axes.nanos]
    })
}

export function median(values: readonly number[]): number {
  return [...values].sort((p, q) => p - q)[Math.trunc(values.length / 2)]!
}

function extendedHalf(rows: readonly Row[]): Check[] {
  const share = ratio(rows, 18, 'extended', (name) => name === LOOSE)
  if (!Number.isFinite(share)) return []
  return [
    {
      claim: `extended at k = 18 tests at most half as many volumes as major-axes on ${LOOSE}`,
      passed: share <= MOST_EXTENDED_SHARE,
      seen: `${share.toFixed(3)} of them`,
      decides: true,
    },
  ]
}

/** On points of its own: what is given back is what was fitted, number for number. */
function identityGivesBack(): Check {
  const random = new Random(1)
  const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
  let cases = 0
  let wrong = 0
  for (const k of DOP_SIZES) {
    for (const method of REALIGN_METHODS) {
      const realignment = createRealignment(method, k)
      const node = new Float64Array(realignment.stride)
      const own = new Float64Array(k)
      const out = new Float64Array(k)
      for (let run = 0; run < 20; run++) {
        const points = Float64Array.from({ length: 3 * (1 + random.integer(30)) }, () => random.range(-1, 1))
        realignment.clear()
        realignment.fit(node, 0, points, points.length / 3)
        realignment.prepare(pose, 0, 3)
        realignment.realign(out, 0, node, 0)
        fitKdop(own, 0, points, points.length / 3, k)
        cases++
        if (!out.every((x, d) => x === own[d])) wrong++
      }
    }
  }
  return {
    claim: 'no turn gives back the volume itself, number for number, by every method and k',
    passed: wrong === 0,
    seen: `${wrong} of ${cases} volumes changed`,
    decides: true,
  }
}
