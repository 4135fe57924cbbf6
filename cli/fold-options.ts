// The options of `limber fold`, as the command line has them and as a run takes them.
import { InvalidInputError } from '../src/index.js'
import { choice, number } from './check-path-options.js'

/** As the command line has them. */
export interface FoldCommandOptions {
  readonly steps?: string
  readonly seed?: string
  readonly temperature?: string
  readonly anneal?: string
  readonly potential?: string
  readonly moves?: string
  readonly atoms?: string
  readonly chain?: string
  readonly model?: string
  readonly every?: string
  readonly frameEvery?: string
  readonly checkpoint?: string
  readonly checkpointEvery?: string
  readonly resume?: true
  readonly out?: string
  readonly observables?: string
  readonly plot?: string
  readonly json?: true
}

export const POTENTIALS = ['hard', 'lj', 'go'] as const
export const ATOMS = ['backbone', 'rigid-sidechains', 'flexible-sidechains'] as const

export type Potential = (typeof POTENTIALS)[number]

export interface Annealing {
  readonly kind: 'linear' | 'geometric'
  readonly from: number
  readonly to: number
}

/** What the trajectory depends on, but for the structure. */
export interface FoldQuestion {
  readonly steps: number
  readonly seed: number
  /** Undefined where there is a schedule. */
  readonly temperature: number | undefined
  readonly anneal: Annealing | undefined
  readonly potential: Potential
  /** Shares by kind of move; undefined: those of the engine. */
  readonly moves: Readonly<Record<string, number>> | undefined
  readonly atoms: (typeof ATOMS)[number]
  readonly chains: readonly string[] | undefined
  /** Counted from 0. */
  readonly model: number
  /** Moves between two samples, two frames, two checkpoints. */
  readonly every: number
  readonly frameEvery: number
  readonly checkpointEvery: number
}

const FLAGS: Readonly<Record<keyof FoldCommandOptions, string>> = {
  ...{ steps: '--steps', seed: '--seed', temperature: '--temperature', anneal: '--anneal', potential: '--potential' },
  ...{ moves: '--moves', atoms: '--atoms', chain: '--chain', model: '--model', every: '--every' },
  ...{ frameEvery: '--frame-every', checkpoint: '--checkpoint', checkpointEvery: '--checkpoint-every' },
  ...{ resume: '--resume', out: '--out', observables: '--observables', plot: '--plot', json: '--json' },
}

export function flagOf(name: string): string {
  return FLAGS[name as keyof FoldCommandOptions] ?? name
}

const WHOLE = 'a whole number above zero'
const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0
const isIndex = (value: number): boolean => Number.isSafeInteger(value) && value < 2 ** 31

/** Moves. The most that a kill can cost, where a run is long; and what is not worth a checkpoint, where it is short. */
const MOST_BETWEEN_CHECKPOINTS = 1_000_000
const LEAST_BETWEEN_CHECKPOINTS = 1000

export function readFoldOptions(options: FoldCommandOptions): FoldQuestion {
  const { temperature, anneal } = options
  if (temperature !== undefined && anneal !== undefined) {
    throw new InvalidInputError('--anneal', anneal, 'left out where there is --temperature')
  }
  if (options.steps === undefined) throw new InvalidInputError('--steps', undefined, `${WHOLE}: how many moves to try`)
  const steps = number('--steps', options.steps, WHOLE, isCount)!
  const part = (count: number): number => Math.max(1, Math.ceil(steps / count))
  const every = number('--every', options.every, WHOLE, isCount) ?? part(1000)
  const frameEvery = number('--frame-every', options.frameEvery, WHOLE, isCount) ?? 10 * every
  if (frameEvery % every !== 0) {
    throw new InvalidInputError(
      '--frame-every',
      options.frameEvery,
      `a multiple of ${every}, the moves between two samples`,
    )
  }
  return {
    steps,
    seed: number('--seed', options.seed, 'a whole number from 0 to 2147483647', isIndex) ?? 1,
    temperature:
      anneal === undefined
        ? (number('--temperature', temperature, 'a number above zero', (t) => t > 0) ?? 1)
        : undefined,
    anneal: anneal === undefined ? undefined : readAnnealing(anneal),
    potential: choice('--potential', options.potential, POTENTIALS) ?? 'hard',
    moves: options.moves === undefined ? undefined : readMoves(options.moves),
    atoms: choice('--atoms', options.atoms, ATOMS) ?? 'rigid-sidechains',
    chains: options.chain === undefined ? undefined : readChains(options.chain),
    model: number('--model', options.model, 'the number of a model, counted from 0', isIndex) ?? 0,
    every,
    frameEvery,
    checkpointEvery:
      number('--checkpoint-every', options.checkpointEvery, WHOLE, isCount) ??
      Math.max(LEAST_BETWEEN_CHECKPOINTS, Math.min(MOST_BETWEEN_CHECKPOINTS, part(100))),
  }
}

/** `2:0.5`, by equal differences; `2:0.5:geometric`, by equal ratios. */
function readAnnealing(text: string): Annealing {
  const refuse = (): never => {
    throw new InvalidInputError('--anneal', text, 'two temperatures above zero, like 2:0.5 or 2:0.5:geometric')
  }
  const [from, to, kind = 'linear', ...more] = text.split(':')
  if (to === undefined || more.length > 0 || (kind !== 'linear' && kind !== 'geometric')) return refuse()
  const [first, last] = [from, to].map((part) => {
    const value = /^\s*\d/.test(part!) ? Number(part) : Number.NaN
    return Number.isFinite(value) && value > 0 ? value : refuse()
  })
  return { kind, from: first!, to: last! }
}

/** `pivot,crankshaft:2`: names and shares, 1 where none is given. */
function readMoves(text: string): Record<string, number> {
  const moves: Record<string, number> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([a-z][a-z-]*)\s*(?::\s*(\d+(?:\.\d+)?)\s*)?$/.exec(part)
    const [name, share] = [match?.[1], Number(match?.[2] ?? 1)]
    if (name === undefined || Object.hasOwn(moves, name) || !(share > 0 && share < 1e9)) {
      throw new InvalidInputError('--moves', text, 'kinds of move, once each, with shares: pivot:2,crankshaft:1')
    }
    moves[name] = share
  }
  return moves
}

function readChains(text: string): string[] {
  const chains = text.split(',').map((id) => id.trim())
  if (chains.includes('') || new Set(chains).size < chains.length) {
    throw new InvalidInputError('--chain', text, 'chains by name, once each, like A or A,B')
  }
  return chains
}

/**
 * What the options of a checkpoint and those of the command that resumes it come to. Those that are given now count, and
 * `sameRun` judges them; those that a run has chosen for itself (by how long it was) stay.
 */
export function resumedOptions(
  saved: Readonly<Record<string, string | true>>,
  given: FoldCommandOptions,
): FoldCommandOptions {
  const merged: Record<string, unknown> = { ...saved, ...given }
  // Either of the two: what is given now takes the other's place, and is then refused for it.
  if (given.temperature !== undefined) delete merged.anneal
  if (given.anneal !== undefined) delete merged.temperature
  return merged as FoldCommandOptions
}

/** As they go into a checkpoint: with what was chosen by default from the number of steps. */
export function savedOptions(options: FoldCommandOptions, question: FoldQuestion): Record<string, string | true> {
  const { resume: _resume, json: _json, ...rest } = options
  const { every, frameEvery, checkpointEvery, seed } = question
  const resolved = { every, frameEvery, checkpointEvery, seed, steps: question.steps }
  return { ...rest, ...Object.fromEntries(Object.entries(resolved).map(([name, value]) => [name, String(value)])) }
}

/** What must be the same when a run is resumed, under the names of the options. */
export function runIdentity(question: FoldQuestion, digest: string): Record<string, unknown> {
  const { chains, checkpointEvery: _when, ...rest } = question
  const plain = JSON.parse(JSON.stringify({ ...rest, chain: chains })) as Record<string, unknown>
  return { ...plain, structure: digest }
}

/** Refuses to go on with something else. More steps are fine, unless the temperature depends on how many there are. */
export function sameRun(
  file: string,
  was: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): void {
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const [before, after] = [JSON.stringify(was[name]), JSON.stringify(now[name])]
    if (before === after) continue
    if (name === 'steps' && was.anneal === undefined && Number(now.steps) > Number(was.steps)) continue
    if (name === 'structure')
      throw new InvalidInputError(file, 'another', 'the file that the checkpoint was written for')
    const expected = before === undefined ? 'left out, as in the checkpoint' : `${before}, as in the checkpoint`
    throw new InvalidInputError(flagOf(name), now[name], expected)
  }
}
