// What a caller can say to `allowedPairs`, checked.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { Robot } from '../model/robot.js'
import type { PairResult } from './allow-result.js'

/** What the answer depends on. All of it is counted; nothing depends on how fast the machine is. */
export interface ClassifyOptions {
  /** The smallest clearance of pairs that never touch is looked for and proved, to about 5 %. False if left out. */
  readonly clearance?: boolean | undefined
  /** Proofs of `never` and `contained` are stored, for `verifyAllowedPairs`. False if left out. */
  readonly certificates?: boolean | undefined
  /** A pair is undecided after this many cells; 200,000 if left out. */
  readonly maxCells?: number | undefined
  /** Configurations that are tested before a proof is tried, and descents of the distance; 1,500 and 25 if left out. */
  readonly samples?: number | undefined
  readonly descents?: number | undefined
  /** Of the samples; 1 if left out. */
  readonly seed?: number | undefined
}

/** Runs pairs elsewhere: in threads, say. */
export interface PairRunner {
  /** How many pairs are requested at a time. */
  readonly workers: number
  /** Two links by name, the first before the second in the robot's order. To be answered as `classifyPair` does. */
  run(a: string, b: string): Promise<PairResult>
}

/** How far `allowedPairs` has come. */
export interface AllowProgress {
  /** Pairs that are done, of how many. */
  readonly done: number
  readonly total: number
  /** The one that was just done; undefined at the beginning. */
  readonly result: PairResult | undefined
}

/** Which pairs `allowedPairs` decides, and how. */
export interface AllowOptions extends ClassifyOptions {
  /** These pairs only, by the names of their links. */
  readonly pairs?: readonly (readonly [string, string])[] | undefined
  /** Results of an earlier run with the same options, which are not worked out again. */
  readonly known?: readonly PairResult[] | undefined
  /** To stop: what is done by then is the answer. An AbortSignal will do. */
  readonly signal?: { readonly aborted: boolean } | undefined
  readonly onProgress?: ((progress: AllowProgress) => void) | undefined
  /** Left out: all is done here, with a turn for the event loop every few milliseconds. */
  readonly runner?: PairRunner | undefined
}

export interface ClassifySettings {
  readonly clearance: boolean
  readonly certificates: boolean
  readonly maxCells: number
  readonly samples: number
  readonly descents: number
  readonly seed: number
}

export const CLASSIFY_DEFAULTS: ClassifySettings = Object.freeze({
  clearance: false,
  certificates: false,
  maxCells: 200_000,
  samples: 1500,
  descents: 25,
  seed: 1,
})

const CLASSIFY_FIELDS = ['clearance', 'certificates', 'maxCells', 'samples', 'descents', 'seed'] as const
const FIELDS = [...CLASSIFY_FIELDS, 'pairs', 'known', 'signal', 'onProgress', 'runner']
/** Larger numbers would take too long to be useful. */
const MOST = 2 ** 31

export function readClassifyOptions(options: ClassifyOptions): ClassifySettings {
  checkFields('options', options, CLASSIFY_FIELDS)
  return settingsOf(options)
}

export function readAllowOptions(options: AllowOptions): ClassifySettings {
  checkFields('options', options, FIELDS)
  const { known, signal, onProgress, runner } = options
  const check = (field: string, value: unknown, good: boolean, expected: string): void => {
    if (value !== undefined && !good) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  check('known', known, Array.isArray(known), 'a list of results')
  check('signal', signal, typeof signal?.aborted === 'boolean', 'something that says `aborted`, as an AbortSignal does')
  check('onProgress', onProgress, typeof onProgress === 'function', 'a function')
  check('runner', runner, typeof runner?.run === 'function' && runner.workers >= 1, 'a runner of pairs')
  return settingsOf(options)
}

function settingsOf(options: ClassifyOptions): ClassifySettings {
  const flag = (field: 'clearance' | 'certificates'): boolean => {
    const value = options[field]
    if (value === undefined || typeof value === 'boolean') return value ?? false
    throw new InvalidInputError(`options.${field}`, value, 'true or false')
  }
  const count = (field: 'maxCells' | 'samples' | 'descents' | 'seed', least: number): number =>
    checkIndex(`options.${field}`, options[field] ?? CLASSIFY_DEFAULTS[field], least, MOST)
  return {
    clearance: flag('clearance'),
    certificates: flag('certificates'),
    maxCells: count('maxCells', 1),
    samples: count('samples', 1),
    descents: count('descents', 0),
    seed: count('seed', 0),
  }
}

/** Pairs of links that have geometry, the first before the second in the robot's order. */
export function pairsOf(robot: Robot, wanted: AllowOptions['pairs']): readonly (readonly [number, number])[] {
  if (!(robot instanceof Robot)) throw new InvalidInputError('robot', robot, 'a Robot')
  const solid = robot.links.filter(({ geometry }) => geometry.length > 0).map(({ index }) => index)
  const all = solid.flatMap((a, i) => solid.slice(i + 1).map((b) => [a, b] as const))
  if (wanted === undefined) return all
  if (!Array.isArray(wanted)) throw new InvalidInputError('options.pairs', wanted, 'a list of two names each')
  const keys = new Set(
    wanted.map((pair: readonly [string, string], i) => {
      const field = `options.pairs[${i}]`
      if (!Array.isArray(pair) || pair.length !== 2) throw new InvalidInputError(field, pair, 'the names of two links')
      const [a, b] = pair.map((name, k) => linkOf(robot, `${field}[${k}]`, name)) as [number, number]
      if (a === b) throw new InvalidInputError(field, pair, 'two different links')
      return Math.min(a, b) * robot.links.length + Math.max(a, b)
    }),
  )
  return all.filter(([a, b]) => keys.has(a * robot.links.length + b))
}

function linkOf(robot: Robot, field: string, name: unknown): number {
  const found = robot.links.find((link) => link.name === name)
  if (found === undefined) {
    const names = robot.links.slice(0, 20).map((link) => link.name)
    const more = robot.links.length > names.length ? ', …' : ''
    throw new InvalidInputError(field, name, `a link of ${robot.name}: ${names.join(', ')}${more}`)
  }
  if (found.geometry.length === 0) throw new InvalidInputError(field, name, 'a link that has geometry')
  return found.index
}
