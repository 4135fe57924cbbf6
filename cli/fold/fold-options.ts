// The options of `limber fold`, as a run takes them: read, and refused by flag, before any file is opened.
import { InvalidInputError, LimberError } from '../../src/index.js'
import { number } from '../check/check-path-options.js'
import { type FoldCommandOptions, isCount, isIndex } from './fold-flags.js'
import { type LadderQuestion, readLadder } from './fold-ladder.js'
import { type MoveQuestion, readMoveOptions } from './fold-moves.js'
import { type PotentialQuestion, readPotential } from './fold-potential.js'
import { type ProteinQuestion, readProteinFlags } from './fold-protein.js'

export interface Annealing {
  readonly kind: 'linear' | 'geometric'
  readonly from: number
  readonly to: number
}

/** What the trajectory depends on, except the structure. Undefined: as the engine has it. */
export interface FoldQuestion extends ProteinQuestion, MoveQuestion, PotentialQuestion, LadderQuestion {
  readonly steps: number
  readonly seed: number
  /** Undefined where there is a schedule, or a ladder. */
  readonly temperature: number | undefined
  readonly anneal: Annealing | undefined
  /** Moves between two samples, two frames, two checkpoints. */
  readonly every: number
  readonly frameEvery: number
  readonly checkpointEvery: number
  /** Of an XTC file: parts of a nanometre. */
  readonly precision: number | undefined
  /** Samples up to this move are left out of means. */
  readonly burnIn: number | undefined
}

const WHOLE = 'a whole number above zero'

/** Moves. The most that a kill can cost, where a run is long; and what is not worth a checkpoint, where it is short. */
const MOST_BETWEEN_CHECKPOINTS = 1_000_000
const LEAST_BETWEEN_CHECKPOINTS = 1000

export function readFoldOptions(options: FoldCommandOptions): FoldQuestion {
  const { temperature, anneal } = options
  if (temperature !== undefined && anneal !== undefined) {
    throw new InvalidInputError('--anneal', anneal, 'left out where there is --temperature')
  }
  if (options.steps === undefined) throw new LimberError('no --steps: give the number of moves to try, --steps 1e6')
  const steps = number('--steps', options.steps, WHOLE, isCount)!
  const part = (count: number): number => Math.max(1, Math.ceil(steps / count))
  const ladder = readLadder(options, steps)
  const { swapEvery } = ladder
  const every = number('--every', options.every, WHOLE, isCount) ?? swapEvery ?? part(1000)
  if (swapEvery !== undefined && swapEvery % every !== 0) {
    throw new InvalidInputError('--every', options.every, `a divisor of ${swapEvery}, the moves between two swaps`)
  }
  // Of replicas, positions are read between rounds.
  const between = swapEvery ?? every
  const frameEvery = number('--frame-every', options.frameEvery, WHOLE, isCount) ?? 10 * between
  if (frameEvery % between !== 0) {
    const what = swapEvery === undefined ? 'samples' : 'swaps'
    const expected = `a multiple of ${between}, the moves between two ${what}`
    throw new InvalidInputError('--frame-every', options.frameEvery, expected)
  }
  return {
    steps,
    seed: number('--seed', options.seed, 'a whole number from 0 to 2147483647', isIndex) ?? 1,
    temperature:
      anneal === undefined && options.temperatures === undefined
        ? (number('--temperature', temperature, 'a number above zero', (t) => t > 0) ?? 1)
        : undefined,
    anneal: anneal === undefined ? undefined : readAnnealing(anneal),
    ...ladder,
    ...readPotential(options),
    ...readMoveOptions(options),
    ...readProteinFlags(options),
    every,
    frameEvery,
    precision: readPrecision(options, steps),
    burnIn: number(
      '--burn-in',
      options.burnIn,
      `a whole number below ${steps}, the --steps`,
      (n) => isIndex(n) && n < steps,
    ),
    checkpointEvery:
      number('--checkpoint-every', options.checkpointEvery, WHOLE, isCount) ??
      Math.max(LEAST_BETWEEN_CHECKPOINTS, Math.min(MOST_BETWEEN_CHECKPOINTS, part(100))),
  }
}

/** Frames of XTC say after how many moves they are in 32 bits. */
function readPrecision({ out, precision }: FoldCommandOptions, steps: number): number | undefined {
  const isXtc = out !== undefined && /\.xtc$/i.test(out)
  if (precision !== undefined && !isXtc) {
    throw new InvalidInputError('--precision', precision, 'left out, or given with an --out that ends in .xtc')
  }
  if (isXtc && steps >= 2 ** 31) {
    throw new InvalidInputError('--out', out, 'a .dcd or .pdb file for 2147483648 --steps or more')
  }
  return number('--precision', precision, 'a number above zero, at most 1e6', (value) => value > 0 && value <= 1e6)
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
