// Where the heat capacity is highest, in words.
import type { MeltFrame } from './melting.js'

export function peakOf(melt: MeltFrame | undefined): string {
  const rows = melt?.rows ?? []
  if (rows.length === 0) return '–'
  const best = rows.reduce((a, b) => (b.heatCapacity > a.heatCapacity ? b : a))
  return `${best.heatCapacity.toFixed(1)} ± ${best.heatCapacityError.toFixed(1)} at ${best.temperature.toFixed(2)}`
}
