// Samples counted by energy, and the density of states from those of all temperatures together: the weighted histogram method
// (Ferrenberg and Swendsen 1989; Kumar et al. 1992).
import type { Samples } from './analysis.js'

/** Width of a bin of energies: far below what fluctuates (tens), so that a bin may be taken as one energy. */
const BIN = 0.5

/** Samples of all temperatures by energy: bin b is [(first + b)·BIN, (first + b + 1)·BIN). */
export interface Histogram {
  readonly first: number
  readonly count: Float64Array
  /** Sums over the samples of a bin. */
  readonly energy: Float64Array
  readonly formed: Float64Array
  readonly temperatures: readonly number[]
  /** Samples by temperature. */
  readonly samples: readonly number[]
}

/** Bins that hold all these samples. */
export function binsFor(all: readonly Samples[]): { first: number; bins: number } {
  let [low, high] = [Infinity, -Infinity]
  for (const { energy } of all) {
    for (const e of energy) {
      if (e < low) low = e
      if (e > high) high = e
    }
  }
  const first = Math.floor(low / BIN)
  return { first, bins: Math.floor(high / BIN) - first + 1 }
}

/** Samples `rangeOf` of each temperature: from and to. */
export function countSamples(
  all: readonly Samples[],
  { first, bins }: { first: number; bins: number },
  rangeOf: (length: number) => readonly [number, number],
): Histogram {
  const [count, sums, contacts] = [new Float64Array(bins), new Float64Array(bins), new Float64Array(bins)]
  const samples = all.map(({ energy, formed }) => {
    const [from, to] = rangeOf(energy.length)
    for (let n = from; n < to; n++) {
      const b = Math.floor(energy[n]! / BIN) - first
      count[b]!++
      sums[b]! += energy[n]!
      contacts[b]! += formed[n]!
    }
    return to - from
  })
  return {
    first,
    count,
    energy: sums,
    formed: contacts,
    temperatures: all.map(({ temperature }) => temperature),
    samples,
  }
}

/** a + sign·b, of the same bins and temperatures. */
export function combine(a: Histogram, b: Histogram, sign: 1 | -1): Histogram {
  const of = (x: Float64Array, y: Float64Array): Float64Array => x.map((value, k) => value + sign * y[k]!)
  return {
    ...a,
    count: of(a.count, b.count),
    energy: of(a.energy, b.energy),
    formed: of(a.formed, b.formed),
    samples: a.samples.map((n, k) => n + sign * b.samples[k]!),
  }
}

/** Of the bins that have samples. */
export interface States {
  /** Mean energy and Q. */
  readonly energies: Float64Array
  readonly formed: Float64Array
  /** Logarithm of the number of states, up to a constant. */
  readonly density: Float64Array
  /** Free energies by temperature, over T: a first guess for others like it. */
  readonly free: Float64Array
}

const ITERATIONS = 2000
/** The iteration ends when no free energy (in units of T) changes by more. */
const SETTLED = 1e-7

export function densityOfStates(histogram: Histogram, guess?: Float64Array): States {
  const { count, temperatures, samples } = histogram
  const filled = [...count.keys()].filter((b) => count[b]! > 0)
  const energies = Float64Array.from(filled, (b) => histogram.energy[b]! / count[b]!)
  const formed = Float64Array.from(filled, (b) => histogram.formed[b]! / count[b]!)
  const counts = Float64Array.from(filled, (b) => Math.log(count[b]!))
  const free = guess?.slice() ?? new Float64Array(temperatures.length)
  const density = new Float64Array(filled.length)
  const terms = new Float64Array(temperatures.length)
  const weights = new Float64Array(filled.length)
  for (let round = 0; round < ITERATIONS; round++) {
    for (let b = 0; b < density.length; b++) {
      for (let k = 0; k < terms.length; k++)
        terms[k] = Math.log(samples[k]!) + free[k]! - energies[b]! / temperatures[k]!
      density[b] = counts[b]! - logOfSum(terms)
    }
    let change = 0
    let base = 0
    for (let k = 0; k < free.length; k++) {
      for (let b = 0; b < weights.length; b++) weights[b] = density[b]! - energies[b]! / temperatures[k]!
      const value = -logOfSum(weights)
      if (k === 0) base = value
      change = Math.max(change, Math.abs(value - base - free[k]!))
      free[k] = value - base
    }
    if (change < SETTLED) break
  }
  return { energies, formed, density, free }
}

function logOfSum(logs: Float64Array): number {
  let top = -Infinity
  for (const l of logs) if (l > top) top = l
  let sum = 0
  for (const l of logs) sum += Math.exp(l - top)
  return top + Math.log(sum)
}
