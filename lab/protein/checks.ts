// What must hold of the figures, each with what came out. Times are asked for only where they were measured in the same run, as
// ratios; a figure that was not measured is not asked for.
import type { ClashRow } from './clashes.js'
import type { EnergyRow } from './energy.js'
import { LEAST_ENERGY_RATIOS, LEAST_RATIOS, MOST_BOX_TESTS } from './published.js'

export interface Check {
  readonly what: string
  readonly value: number
  /** At most, or at least. */
  readonly bound: number
  readonly way: 'at most' | 'at least'
  readonly holds: boolean
}

export function atMost(what: string, value: number, bound: number): Check {
  return { what, value, bound, way: 'at most', holds: value <= bound }
}

export function atLeast(what: string, value: number, bound: number): Check {
  return { what, value, bound, way: 'at least', holds: value >= bound }
}

/** With uniform angles. */
export function checkClashes(rows: readonly ClashRow[]): Check[] {
  const checks: Check[] = []
  for (const own of rows.filter((r) => r.method === 'chaintree' && r.moves === 'uniform')) {
    const most = MOST_BOX_TESTS[own.residues]
    if (most !== undefined) checks.push(atMost(`box tests a query, ${own.protein}`, own.volumeTests!, most))
    if (own.residues !== LEAST_RATIOS.residues) continue
    for (const method of ['grid', 'grid-side'] as const) {
      const other = rows.find((r) => r.protein === own.protein && r.moves === own.moves && r.method === method)
      if (other === undefined) continue
      const ratio = other.stepMicros / own.stepMicros
      checks.push(atLeast(`step of ${method} against ChainTree, ${own.protein}`, ratio, LEAST_RATIOS[method]))
    }
  }
  return checks
}

export function checkEnergies(rows: readonly EnergyRow[]): Check[] {
  const checks: Check[] = []
  for (const own of rows.filter((r) => r.method === 'kept')) {
    const least = LEAST_ENERGY_RATIOS[own.state]
    if (own.residues < least.from) continue
    for (const method of ['cells', 'cells-across'] as const) {
      const other = rows.find((r) => r.protein === own.protein && r.state === own.state && r.method === method)
      if (other === undefined) continue
      const ratio = other.stepMicros / own.stepMicros
      checks.push(atLeast(`energy by ${method} against kept, ${own.residues} ${own.state}`, ratio, least[method]))
    }
  }
  return checks
}
