// The options of `limber fold` for replica exchange: temperatures, and how often they are swapped.
import { availableParallelism } from 'node:os'
import { InvalidInputError } from '../../src/index.js'
import { number } from '../check/check-path-options.js'
import { readLength } from '../read/read-length.js'
import { type FoldCommandOptions, isCount } from './fold-flags.js'

export interface LadderQuestion {
  /** Rising; undefined: one run at one temperature, or along a schedule. */
  readonly temperatures: readonly number[] | undefined
  /** Moves of a replica between two offers of swaps. */
  readonly swapEvery: number | undefined
}

const MOST = 1000
const DEFAULT_SWAP_EVERY = 1000

/** `steps` are those of each replica. */
export function readLadder(options: FoldCommandOptions, steps: number): LadderQuestion {
  if (options.temperatures === undefined) {
    for (const [flag, value] of [
      ['--replicas', options.replicas],
      ['--swap-every', options.swapEvery],
      ['--workers', options.workers],
    ] as const) {
      if (value !== undefined) throw new InvalidInputError(flag, value, 'left out, or given with --temperatures')
    }
    return { temperatures: undefined, swapEvery: undefined }
  }
  for (const [flag, value] of [
    ['--temperature', options.temperature],
    ['--anneal', options.anneal],
  ] as const) {
    if (value !== undefined) throw new InvalidInputError(flag, value, 'left out where there is --temperatures')
  }
  const temperatures = readTemperatures(options.temperatures, options.replicas)
  const swapEvery =
    number('--swap-every', options.swapEvery, 'a whole number above zero', isCount) ??
    Math.min(DEFAULT_SWAP_EVERY, steps)
  if (steps % swapEvery !== 0) {
    throw new InvalidInputError('--steps', options.steps, `a multiple of ${swapEvery}, the moves between two swaps`)
  }
  readWorkers(options, temperatures.length)
  return { temperatures, swapEvery }
}

/** Threads. They change nothing but the time it takes. */
export function readWorkers(options: FoldCommandOptions, replicas: number): number {
  const good = (value: number): boolean => isCount(value) && value <= 256
  const workers = number('--workers', options.workers, 'a whole number from 1 to 256', good)
  return Math.min(replicas, workers ?? availableParallelism())
}

/** `0.9,1,1.2`, or `0.9:1.2` and how many: those have equal ratios. */
function readTemperatures(text: string, count: string | undefined): number[] {
  const refuse = (): never => {
    throw new InvalidInputError(
      '--temperatures',
      text,
      'rising and above zero, two or more: 0.9,1,1.1, or 0.9:1.1 with --replicas 5',
    )
  }
  const isRange = text.includes(':')
  const values = text.split(isRange ? ':' : ',').map((part) => readLength(part.trim()))
  if (values.length < 2 || values.length > MOST || (isRange && values.length !== 2)) refuse()
  values.forEach((value, k) => {
    if (!(value > (k === 0 ? 0 : values[k - 1]!))) refuse()
  })
  const good = (value: number): boolean => Number.isSafeInteger(value) && value >= 2 && value <= MOST
  const replicas = number('--replicas', count, `a whole number from 2 to ${MOST}`, good)
  if (!isRange) {
    if (replicas === undefined || replicas === values.length) return values
    throw new InvalidInputError('--replicas', count, `${values.length}, one for each of --temperatures`)
  }
  if (replicas === undefined) {
    throw new InvalidInputError('--replicas', undefined, 'given where --temperatures has only the first and the last')
  }
  return ladderBetween(values[0]!, values[1]!, replicas)
}

/** By equal ratios, to six digits: the same numbers on every machine, and readable ones. */
function ladderBetween(first: number, last: number, count: number): number[] {
  const ladder = Array.from({ length: count }, (_, k) =>
    Number((first * (last / first) ** (k / (count - 1))).toPrecision(6)),
  )
  const rising = ladder.every((value, k) => k === 0 || value > ladder[k - 1]!)
  if (!rising) throw new InvalidInputError('--replicas', count, 'fewer: temperatures this close are not distinguished')
  return ladder
}
