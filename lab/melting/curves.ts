// Heat capacity and native contacts at all temperatures, from the samples of all together; the peak, how far it stands out, and
// the errors of everything, from the same with each block of the run left out in turn.
import { BLOCKS, blockOf, jackknifeError, type Samples } from './analysis.js'
import { binsFor, combine, countSamples, densityOfStates, type States } from './histogram.js'

export interface CurvePoint {
  readonly temperature: number
  readonly heatCapacity: number
  readonly formed: number
}

export interface Melting {
  readonly curve: readonly CurvePoint[]
  /** The highest point of the curve. */
  readonly peak: CurvePoint
  /** The curve at the highest temperature. */
  readonly last: CurvePoint
  /** The heat capacity at the peak over that at the highest temperature. */
  readonly ratio: number
  /** Standard errors. */
  readonly errors: {
    readonly peakTemperature: number
    readonly peakHeatCapacity: number
    readonly lastHeatCapacity: number
    readonly ratio: number
  }
}

/** `runs` are samples by temperature, of one start or of several that are put together. */
export function melt(runs: readonly (readonly Samples[])[], temperatures: readonly number[]): Melting {
  const bins = binsFor(runs.flat())
  const blocks = runs.flatMap((run) =>
    Array.from({ length: BLOCKS }, (_, b) => countSamples(run, bins, (length) => blockOf(length, b))),
  )
  const whole = blocks.reduce((sum, block) => combine(sum, block, 1))
  const states = densityOfStates(whole)
  const curve = curveOf(states, temperatures)
  const found = featuresOf(curve)
  const without = blocks.map((block) =>
    featuresOf(curveOf(densityOfStates(combine(whole, block, -1), states.free), temperatures)),
  )
  return {
    curve,
    ...found,
    errors: {
      peakTemperature: jackknifeError(without.map(({ peak }) => peak.temperature)),
      peakHeatCapacity: jackknifeError(without.map(({ peak }) => peak.heatCapacity)),
      lastHeatCapacity: jackknifeError(without.map(({ last }) => last.heatCapacity)),
      ratio: jackknifeError(without.map(({ ratio }) => ratio)),
    },
  }
}

function featuresOf(curve: readonly CurvePoint[]): Pick<Melting, 'peak' | 'last' | 'ratio'> {
  const peak = curve.reduce((best, point) => (point.heatCapacity > best.heatCapacity ? point : best))
  const last = curve.at(-1)!
  return { peak, last, ratio: peak.heatCapacity / last.heatCapacity }
}

function curveOf({ energies, formed, density }: States, temperatures: readonly number[]): CurvePoint[] {
  return temperatures.map((temperature) => {
    let top = -Infinity
    for (let b = 0; b < energies.length; b++) top = Math.max(top, density[b]! - energies[b]! / temperature)
    let [sum, sumE, sumQ] = [0, 0, 0]
    const weights = energies.map((e, b) => Math.exp(density[b]! - e / temperature - top))
    for (let b = 0; b < energies.length; b++) {
      sum += weights[b]!
      sumE += weights[b]! * energies[b]!
      sumQ += weights[b]! * formed[b]!
    }
    const mean = sumE / sum
    let squares = 0
    for (let b = 0; b < energies.length; b++) squares += weights[b]! * (energies[b]! - mean) ** 2
    return { temperature, heatCapacity: squares / sum / temperature ** 2, formed: sumQ / sum }
  })
}
