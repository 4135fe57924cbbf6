// One case, one op, several contenders in turns: a warm-up that is not counted, then rounds in which all go one after the
// other, in another order every round. A slow contender gets the first few blocks of configurations, by a budget of time; its
// ratio is to Limber's time at those same configurations in those same rounds. Only ratios of one run mean anything.
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import { BLOCK, type WorldContender, type WorldOp } from './contender.js'

export interface RaceLimits {
  readonly rounds: number
  /** Milliseconds a contender and round, about. */
  readonly budget: number
  /** Milliseconds of warm-up a contender, about. */
  readonly warmUp: number
}

export interface Disagreement {
  readonly configuration: number
  readonly answer: number
  readonly limber: number
}

export interface WorldRow {
  readonly op: WorldOp
  readonly contender: string
  readonly how: string
  readonly configurations: number
  readonly rounds: number
  /** Microseconds a configuration: for every block the median over the rounds, so that what disturbs a few of them is left out. */
  readonly micros: number
  readonly perSecond: number
  /** The same over that of Limber, the first, at the same configurations. */
  readonly ratio: number
  /** Share of the configurations that touch, or the mean distance, by this contender. */
  readonly mean: number
  readonly disagreements: readonly Disagreement[]
  /** Of distances. */
  readonly maxDifference?: number
}

interface Entrant {
  readonly contender: WorldContender
  readonly blocks: number
  readonly times: Float64Array[]
  answers: Float64Array
}

export async function race(
  op: WorldOp,
  contenders: readonly WorldContender[],
  count: number,
  limits: RaceLimits,
  progress: Progress,
): Promise<WorldRow[]> {
  const all = Math.ceil(count / BLOCK)
  const entrants: Entrant[] = []
  for (const [k, contender] of contenders.entries()) {
    progress((0.2 * k) / contenders.length, `${contender.name}, warm-up`)
    const micros = await warmUp(contender, op, all, limits.warmUp)
    const blocks = k === 0 ? all : Math.max(1, Math.min(all, Math.floor((limits.budget * 1000) / micros)))
    entrants.push({ contender, blocks, times: [], answers: new Float64Array() })
  }
  for (let r = 0; r < limits.rounds; r++) {
    for (let k = 0; k < entrants.length; k++) {
      const entrant = entrants[(k + r) % entrants.length]!
      progress(0.2 + (0.8 * (r + k / entrants.length)) / limits.rounds, entrant.contender.name)
      const { micros, answers } = await entrant.contender.run(op, entrant.blocks)
      entrant.times.push(micros)
      entrant.answers = answers
    }
  }
  return entrants.map((entrant) => summary(op, entrant, entrants[0]!))
}

/** Runs until the time is spent; microseconds a block at the end of it. */
async function warmUp(contender: WorldContender, op: WorldOp, all: number, millis: number): Promise<number> {
  for (let blocks = 1, spent = 0; ; blocks = Math.min(2 * blocks, all)) {
    const { micros } = await contender.run(op, blocks)
    spent += sum(micros) / 1000
    if (spent >= millis) return sum(micros) / micros.length
  }
}

function summary(op: WorldOp, { contender, blocks, times, answers }: Entrant, limber: Entrant): WorldRow {
  const count = answers.length
  const total = sum(medians(times, blocks))
  const tolerance = op === 'collide' ? 0 : contender.tolerance
  const disagreements: Disagreement[] = []
  let maxDifference = 0
  for (let k = 0; k < count; k++) {
    const difference = Math.abs(answers[k]! - limber.answers[k]!)
    maxDifference = Math.max(maxDifference, difference)
    if (!(difference <= tolerance)) {
      disagreements.push({ configuration: k, answer: answers[k]!, limber: limber.answers[k]! })
    }
  }
  return {
    op,
    contender: contender.name,
    how: contender.how[op]!,
    configurations: count,
    rounds: times.length,
    micros: roundFigure(total / count),
    perSecond: roundFigure((1e6 * count) / total),
    ratio: roundFigure(total / sum(medians(limber.times, blocks))),
    mean: roundFigure(sum(answers) / count),
    disagreements,
    ...(op === 'distance' ? { maxDifference: roundFigure(maxDifference) } : {}),
  }
}

/** Of each of the first blocks, over the rounds. */
function medians(times: readonly Float64Array[], blocks: number): number[] {
  return Array.from({ length: Math.min(blocks, times[0]!.length) }, (_, b) => median(times.map((round) => round[b]!)))
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let k = 0; k < values.length; k++) total += values[k]!
  return total
}
