// The options of `limber check` that concern a whole path: read, and refused where they contradict one another, before any
// file is opened.
import { type ContinuousJoints, InvalidInputError, type Keyframes } from '../../src/entries/robots.js'
import { readLength } from '../read/read-length.js'

/** As the command line has them. */
export interface PathOptions {
  readonly at?: string
  readonly path?: string
  readonly clearance?: string
  readonly delta?: string
  readonly certificate?: string
  /** name=file */
  readonly keyframes?: readonly string[]
  /** `true` where no tolerance is given. */
  readonly firstContact?: string | true
  readonly sampled?: string
  readonly continuous?: string
  readonly maxSteps?: string
  readonly maxSeconds?: string
  readonly distances?: true
}

/** How limits of joints count. Left out: as the engine has it. */
export interface LimitQuestion {
  readonly ignoreLimits: boolean
  readonly limitTolerance: number | undefined
}

/** What is asked about a path. Left out: as the engine has it. */
export interface PathQuestion extends Partial<LimitQuestion> {
  readonly clearance: number | undefined
  readonly delta: number | undefined
  readonly continuous: ContinuousJoints | undefined
  readonly maxSteps: number | undefined
  readonly maxMillis: number | undefined
  readonly firstContact: { readonly tolerance: number | undefined } | undefined
  /** The step of a sampled check. */
  readonly resolution: number | undefined
  /** Of things that bend. */
  readonly keyframes?: Keyframes | undefined
}

/** Of --continuous; the first is the default. */
export const CONTINUOUS_WAYS: readonly ContinuousJoints[] = ['as-given', 'shortest']

/** Options that say something about a path only, by the name that commander gives them. */
const PATH_ONLY: Readonly<Partial<Record<keyof PathOptions, string>>> = {
  delta: '--delta',
  certificate: '--certificate',
  keyframes: '--keyframes',
  firstContact: '--first-contact',
  sampled: '--sampled',
  continuous: '--continuous',
  maxSteps: '--max-steps',
  maxSeconds: '--max-seconds',
}

/** Options that cannot be had together, the second of each with the reason. */
const CONTRADICTIONS: readonly (readonly [keyof PathOptions, keyof PathOptions, string, string])[] = [
  ['sampled', 'certificate', '--certificate', 'samples prove nothing'],
  ['sampled', 'firstContact', '--first-contact', 'samples prove nothing'],
  ['sampled', 'delta', '--delta', 'samples are not measured'],
  ['sampled', 'clearance', '--clearance', 'samples are not measured'],
  ['sampled', 'keyframes', '--keyframes', 'in samples all that bends stands'],
  ['firstContact', 'keyframes', '--keyframes', 'the search for the first contact takes all that bends as standing'],
  ['sampled', 'maxSeconds', '--max-seconds', 'the step of --sampled says how long it takes'],
]

/** Undefined where a configuration is asked about, not a path. */
export function readPathOptions(options: PathOptions): PathQuestion | undefined {
  const { path } = options
  if (path === undefined) {
    for (const [name, flag] of Object.entries(PATH_ONLY)) {
      const value = options[name as keyof PathOptions]
      if (value !== undefined) throw new InvalidInputError(flag, value, 'left out, or given with --path')
    }
    return undefined
  }
  if (options.at !== undefined) {
    throw new InvalidInputError(
      '--at',
      options.at,
      'left out where there is --path: one configuration, or a whole path',
    )
  }
  if (options.distances !== undefined) {
    throw new InvalidInputError('--distances', options.distances, 'left out where there is --path')
  }
  for (const [first, second, flag, why] of CONTRADICTIONS) {
    if (options[first] !== undefined && options[second] !== undefined) {
      const other = PATH_ONLY[first]!
      throw new InvalidInputError(flag, options[second], `left out where there is ${other}: ${why}`)
    }
  }
  return {
    clearance: length('--clearance', options.clearance),
    delta: length('--delta', options.delta),
    continuous: choice('--continuous', options.continuous, CONTINUOUS_WAYS),
    maxSteps: steps(options.maxSteps),
    maxMillis: seconds(options.maxSeconds),
    firstContact: firstContact(options.firstContact),
    resolution: resolution(options.sampled),
  }
}

export function length(flag: string, text: string | undefined): number | undefined {
  return number(flag, text, 'a length of zero or more', () => true)
}

function steps(text: string | undefined): number | undefined {
  const good = (value: number): boolean => Number.isSafeInteger(value) && value > 0
  return number('--max-steps', text, 'a whole number above zero', good)
}

function seconds(text: string | undefined): number | undefined {
  const value = number('--max-seconds', text, 'a number above zero', (s) => s > 0)
  return value === undefined ? undefined : 1000 * value
}

function resolution(text: string | undefined): number | undefined {
  return number('--sampled', text, 'a step above zero', (step) => step > 0)
}

function firstContact(given: string | true | undefined): PathQuestion['firstContact'] {
  if (given === undefined) return undefined
  if (given === true) return { tolerance: undefined }
  const good = (value: number): boolean => value > 0 && value < 1
  return { tolerance: number('--first-contact', given, 'a share of a segment between 0 and 1, or nothing', good)! }
}

export function number(
  flag: string,
  text: string | undefined,
  expected: string,
  good: (value: number) => boolean,
): number | undefined {
  if (text === undefined) return undefined
  const value = readLength(text)
  if (Number.isNaN(value) || !good(value)) throw new InvalidInputError(flag, text, expected)
  return value
}

export function choice<T extends string>(flag: string, text: string | undefined, known: readonly T[]): T | undefined {
  if (text === undefined) return undefined
  const found = known.find((name) => name === text)
  if (found === undefined) throw new InvalidInputError(flag, text, `one of ${known.join(', ')}`)
  return found
}
