// Temperatures by step: constant, or an annealing schedule. A function of the step number alone, so that a resumed run has the
// same ones; in units of energy (Boltzmann's constant is 1).
import { checkFields } from '../../base/math/checks.js'
import { exponential, logarithm } from '../../base/math/exponential.js'
import { InvalidInputError } from '../../errors.js'

/**
 * `linear`: by equal differences from `from` to `to`, the last step being at `to`. `geometric`: by equal ratios. `steps`: each of
 * `temperatures` for `every` steps, and the last one from then on. `over` is how many steps linear and geometric ones take
 * (default: those of the run); they stay at `to` beyond.
 */
export type Schedule =
  | {
      readonly kind: 'linear' | 'geometric'
      readonly from: number
      readonly to: number
      readonly over?: number | undefined
    }
  | { readonly kind: 'steps'; readonly temperatures: readonly number[]; readonly every: number }

/** Temperatures, and the numbers that tell one schedule from another. */
export interface Temperatures {
  at(step: number): number
  readonly key: readonly number[]
}

/** Zero accepts nothing uphill, Infinity everything that does not clash. */
export function checkTemperature(field: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0)) {
    throw new InvalidInputError(field, value, 'a number of zero or more (Infinity accepts whatever does not clash)')
  }
  return value
}

export function constantTemperature(temperature: number): Temperatures {
  return { at: () => temperature, key: [0, temperature] }
}

export function readSchedule(field: string, schedule: Schedule, steps: number): Temperatures {
  if (schedule === null || typeof schedule !== 'object') throw new InvalidInputError(field, schedule, 'a schedule')
  switch (schedule.kind) {
    case 'linear':
    case 'geometric':
      return ramp(field, schedule, steps)
    case 'steps':
      return levels(field, schedule)
    default:
      throw new InvalidInputError(`${field}.kind`, (schedule as Schedule).kind, 'linear, geometric or steps')
  }
}

function ramp(field: string, schedule: Extract<Schedule, { from: number }>, steps: number): Temperatures {
  checkFields(field, schedule, ['kind', 'from', 'to', 'over'])
  const { kind, over = Math.max(1, steps) } = schedule
  const from = checkTemperature(`${field}.from`, schedule.from)
  const to = checkTemperature(`${field}.to`, schedule.to)
  checkCount(`${field}.over`, over)
  for (const [name, value] of Object.entries({ from, to })) {
    const low = kind === 'geometric' ? value > 0 : true
    if (!low || value === Infinity) {
      throw new InvalidInputError(`${field}.${name}`, value, kind === 'linear' ? 'finite' : 'finite and more than 0')
    }
  }
  // Step 0 is not a move; the first is at `from`, the last at `to`.
  const part = (step: number): number => Math.min(1, Math.max(0, step - 1) / Math.max(1, over - 1))
  if (kind === 'linear') return { at: (step) => from + (to - from) * part(step), key: [1, from, to, over] }
  const ratio = logarithm(to / from)
  return { at: (step) => from * exponential(ratio * part(step)), key: [2, from, to, over] }
}

function levels(field: string, schedule: Extract<Schedule, { kind: 'steps' }>): Temperatures {
  checkFields(field, schedule, ['kind', 'temperatures', 'every'])
  const { every } = schedule
  checkCount(`${field}.every`, every)
  const list = schedule.temperatures
  if (!Array.isArray(list) || list.length === 0) {
    throw new InvalidInputError(`${field}.temperatures`, list, 'one temperature or more')
  }
  const temperatures = list.map((value, k) => checkTemperature(`${field}.temperatures[${k}]`, value))
  const last = temperatures.length - 1
  return {
    at: (step) => temperatures[Math.min(last, Math.floor(Math.max(0, step - 1) / every))]!,
    key: [3, every, ...temperatures],
  }
}

/** A whole number of one or more. */
export function checkCount(field: string, value: number): number {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidInputError(field, value, 'a whole number of one or more')
  }
  return value
}
