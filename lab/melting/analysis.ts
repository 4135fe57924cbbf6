// From samples of energy and native contacts at some temperatures to numbers: at each temperature by its own fluctuations, with
// errors from blocks of the run. What holds between the temperatures is in curves.ts.

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
  /** (⟨E²⟩ − ⟨E⟩²)/T², and its standard error. */
  readonly heatCapacity: number
  readonly heatCapacityError: number
  /** ⟨Q⟩: the share of native contacts, and its standard error. */
  readonly formed: number
  readonly formedError: number
  /** Shares of the samples by Q, in HUMP_BINS equal parts of [0, 1]. */
  readonly histogram: readonly number[]
}

export const HUMP_BINS = 20

/**
 * Parts of a run that are left out in turn. A replica of 1PGA stays folded or unfolded for a million moves or so; a fifth of what is
 * kept of the default run is 1.9 million moves of each of eight replicas, so blocks know little of each other.
 */
export const BLOCKS = 5

/** Samples [from, to) are block b of a column. */
export function blockOf(length: number, b: number): readonly [number, number] {
  return [Math.floor((b * length) / BLOCKS), Math.floor(((b + 1) * length) / BLOCKS)]
}

/** Standard error of an estimate from its values with each block left out in turn (the jackknife, Quenouille 1956). */
export function jackknifeError(values: readonly number[]): number {
  const n = values.length
  const mean = values.reduce((a, b) => a + b, 0) / n
  return Math.sqrt(((n - 1) / n) * values.reduce((sum, value) => sum + (value - mean) ** 2, 0))
}

interface Sums {
  readonly count: number
  readonly energy: number
  readonly squared: number
  readonly formed: number
}

/** `around` is taken off energies before they are squared: no digits are lost. */
function sumsOf({ energy, formed }: Samples, [from, to]: readonly [number, number], around: number): Sums {
  let [sum, squared, contacts] = [0, 0, 0]
  for (let n = from; n < to; n++) {
    const e = energy[n]! - around
    sum += e
    squared += e * e
    contacts += formed[n]!
  }
  return { count: to - from, energy: sum, squared, formed: contacts }
}

export function summarise(samples: Samples): TemperatureRow {
  const { temperature, energy, formed } = samples
  const histogram = new Array<number>(HUMP_BINS).fill(0)
  for (const q of formed) histogram[Math.min(HUMP_BINS - 1, Math.floor(q * HUMP_BINS))]! += 1 / formed.length
  const around = energy[0]!
  const whole = sumsOf(samples, [0, energy.length], around)
  const results = (s: Sums): { energy: number; heatCapacity: number; formed: number } => ({
    energy: around + s.energy / s.count,
    heatCapacity: (s.squared / s.count - (s.energy / s.count) ** 2) / temperature ** 2,
    formed: s.formed / s.count,
  })
  const without = Array.from({ length: BLOCKS }, (_, b) => {
    const block = sumsOf(samples, blockOf(energy.length, b), around)
    return results({
      count: whole.count - block.count,
      energy: whole.energy - block.energy,
      squared: whole.squared - block.squared,
      formed: whole.formed - block.formed,
    })
  })
  return {
    temperature,
    samples: energy.length,
    ...results(whole),
    heatCapacityError: jackknifeError(without.map(({ heatCapacity }) => heatCapacity)),
    formedError: jackknifeError(without.map((part) => part.formed)),
    histogram,
  }
}
