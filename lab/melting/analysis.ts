// From samples of energy and native contacts at some temperatures to curves: heat capacities by their fluctuations at each
// temperature, and for all temperatures between them by the weighted histogram method (Ferrenberg and Swendsen 1989; Kumar et al.
// 1992), which puts the samples of all temperatures together.

/** The samples at one temperature, in the order in which they were taken. */
export interface Samples {
  readonly temperature: number
  readonly energy: Float64Array
  readonly formed: Float64Array
}

export interface TemperatureRow {
  readonly temperature: number
  readonly samples: number
  readonly energy: number
  /** (⟨E²⟩ − ⟨E⟩²)/T². */
  readonly heatCapacity: number
  /** ⟨Q⟩: the share of native contacts, and its standard error from the means of blocks. */
  readonly formed: number
  readonly formedError: number
  /** Shares of the samples by Q, in HUMP_BINS equal parts of [0, 1]. */
  readonly histogram: readonly number[]
}

export const HUMP_BINS = 20
const BLOCKS = 10

export function summarise({ temperature, energy, formed }: Samples): TemperatureRow {
  const histogram = new Array<number>(HUMP_BINS).fill(0)
  for (const q of formed) histogram[Math.min(HUMP_BINS - 1, Math.floor(q * HUMP_BINS))]! += 1 / formed.length
  const length = Math.max(1, Math.floor(formed.length / BLOCKS))
  const means = Array.from({ length: BLOCKS }, (_, b) => mean(formed.subarray(b * length, (b + 1) * length)))
  return {
    temperature,
    samples: energy.length,
    energy: mean(energy),
    heatCapacity: variance(energy) / temperature ** 2,
    formed: mean(formed),
    formedError: Math.sqrt(variance(Float64Array.from(means)) / (BLOCKS - 1)),
    histogram,
  }
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

function variance(values: Float64Array): number {
  const middle = mean(values)
  let sum = 0
  for (const value of values) sum += (value - middle) ** 2
  return sum / values.length
}

export interface CurvePoint {
  readonly temperature: number
  readonly heatCapacity: number
  readonly formed: number
}

/** Width of a bin of energies: far below what fluctuates (tens), so that a bin may be taken as one energy. */
const BIN = 0.5
const ITERATIONS = 2000
/** Free energies, in units of T: the iteration ends when none changes by more. */
const SETTLED = 1e-7

/** Heat capacity and Q at `temperatures`, from the samples at all. */
export function meltingCurve(all: readonly Samples[], temperatures: readonly number[]): CurvePoint[] {
  const { energies, formed, density } = densityOfStates(all)
  return temperatures.map((temperature) => {
    const logs = energies.map((e, b) => density[b]! - e / temperature)
    const top = logs.reduce((a, b) => Math.max(a, b), -Infinity)
    let [sum, sumE, sumE2, sumQ] = [0, 0, 0, 0]
    for (const [b, e] of energies.entries()) {
      const w = Math.exp(logs[b]! - top)
      sum += w
      sumE += w * e
      sumE2 += w * e * e
      sumQ += w * formed[b]!
    }
    const average = sumE / sum
    return {
      temperature,
      heatCapacity: (sumE2 / sum - average * average) / temperature ** 2,
      formed: sumQ / sum,
    }
  })
}

interface States {
  /** Mean energy and Q of the samples of each bin that has some. */
  readonly energies: readonly number[]
  readonly formed: readonly number[]
  /** Logarithm of the number of states, up to a constant. */
  readonly density: readonly number[]
}

function densityOfStates(all: readonly Samples[]): States {
  const bins = new Map<number, { count: number; energy: number; formed: number }>()
  for (const { energy, formed } of all) {
    for (const [n, e] of energy.entries()) {
      const key = Math.floor(e / BIN)
      let bin = bins.get(key)
      if (bin === undefined) {
        bin = { count: 0, energy: 0, formed: 0 }
        bins.set(key, bin)
      }
      bin.count++
      bin.energy += e
      bin.formed += formed[n]!
    }
  }
  const filled = [...bins.entries()].sort(([a], [b]) => a - b).map(([, bin]) => bin)
  const energies = filled.map(({ count, energy }) => energy / count)
  const free = all.map(() => 0)
  let density: number[] = []
  for (let round = 0; round < ITERATIONS; round++) {
    density = filled.map(({ count }, b) => {
      const below = all.map((s, k) => Math.log(s.energy.length) + free[k]! - energies[b]! / s.temperature)
      return Math.log(count) - logOfSum(below)
    })
    let change = 0
    const next = all.map(({ temperature }) => -logOfSum(density.map((d, b) => d - energies[b]! / temperature)))
    for (const k of free.keys()) {
      const value = next[k]! - next[0]!
      change = Math.max(change, Math.abs(value - free[k]!))
      free[k] = value
    }
    if (change < SETTLED) break
  }
  return { energies, formed: filled.map(({ count, formed }) => formed / count), density }
}

function logOfSum(logs: readonly number[]): number {
  const top = logs.reduce((a, b) => Math.max(a, b), -Infinity)
  return top + Math.log(logs.reduce((sum, l) => sum + Math.exp(l - top), 0))
}

/** The highest point of a curve. */
export function peakOf(curve: readonly CurvePoint[]): CurvePoint {
  return curve.reduce((best, point) => (point.heatCapacity > best.heatCapacity ? point : best))
}
