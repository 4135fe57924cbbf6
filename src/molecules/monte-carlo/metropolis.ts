// Metropolis' rule over a system: one step is one proposal, accepted or undone.
//
// Detailed balance: proposals are symmetric (monte-carlo-system.ts), the kind of move is drawn by weights that do not depend on
// the state, and a move uphill by Δ is accepted with probability e^(−Δ/T). A proposal that clashes, or that is rejected, leaves
// the state where it is, and the state counts once more. `unit()` is a multiple of 2^-53 below 1, so the probability is that of
// e^(−Δ/T), good to 1.7 u, rounded up to such a multiple: off by 2^-52 at most. What e^−37 would accept once in 10^16 may
// be accepted that much too often, and no run is long enough to notice.
import { checkFields } from '../../base/math/checks.js'
import { exponential } from '../../base/math/exponential.js'
import type { Random } from '../../base/math/random.js'
import { InvalidInputError, LimberError } from '../../errors.js'
import type { McSystem } from './monte-carlo-system.js'

/** A system returned an energy that is not a number: `move` names the kind of move that led there. */
export class EnergyNotANumberError extends LimberError {
  readonly move: string

  constructor(move: string, energy: number) {
    super(
      `the energy after a move of kind ${JSON.stringify(move)} is ${energy}: it must be finite, or Infinity for a clash`,
    )
    this.move = move
  }
}

/** Is a move from `before` (finite) to `after` (finite, or Infinity) accepted? Draws a number only where it must. */
export function isAccepted(before: number, after: number, temperature: number, random: Random): boolean {
  if (after <= before) return true
  if (after === Infinity || temperature === 0) return false
  if (temperature === Infinity) return true
  return random.unit() < exponential((before - after) / temperature)
}

/** How often a kind of move was proposed, clashed, and was accepted. */
export interface MoveCounts {
  readonly move: string
  readonly proposed: number
  readonly clashed: number
  readonly accepted: number
}

/** Weights of the kinds of move: those left out are 0; without any, all alike. */
export type MoveWeights = Readonly<Record<string, number>>

/** Counters of a kind. */
const PROPOSED = 0
const CLASHED = 1
const ACCEPTED = 2
const COUNTERS = 3

/** A system, its random numbers, and what was counted: it takes one step at a time. */
export class Metropolis {
  /** Proposed, clashed, accepted, for every kind in order. */
  readonly counts: Float64Array
  /** Sums of the weights, up to and with each kind; the last is 1 or the next number, and never used. */
  private readonly upTo: Float64Array
  readonly weights: Float64Array

  constructor(
    readonly system: McSystem,
    readonly random: Random,
    weights?: MoveWeights,
  ) {
    this.weights = readWeights(system, weights)
    this.counts = new Float64Array(COUNTERS * this.weights.length)
    this.upTo = new Float64Array(this.weights.length)
    const total = this.weights.reduce((sum, weight) => sum + weight, 0)
    let sum = 0
    for (let k = 0; k < this.upTo.length; k++) {
      sum += this.weights[k]!
      this.upTo[k] = sum / total
    }
  }

  /** One proposal at a temperature; true if it was accepted. */
  step(temperature: number): boolean {
    const { system, random, counts } = this
    const kind = this.draw()
    const at = COUNTERS * kind
    const before = system.energy
    const after = system.propose(kind, random)
    counts[at + PROPOSED]!++
    // NaN, and −Infinity, from which no way leads back.
    if (!(after > -Infinity)) {
      system.undo()
      throw new EnergyNotANumberError(system.moves[kind]!, after)
    }
    if (isAccepted(before, after, temperature, random)) {
      system.accept()
      counts[at + ACCEPTED]!++
      return true
    }
    system.undo()
    if (after === Infinity) counts[at + CLASHED]!++
    return false
  }

  /** By kind, those that are never drawn included. */
  acceptance(): MoveCounts[] {
    const { counts, system } = this
    return system.moves.map((move, k) => ({
      move,
      proposed: counts[COUNTERS * k + PROPOSED]!,
      clashed: counts[COUNTERS * k + CLASHED]!,
      accepted: counts[COUNTERS * k + ACCEPTED]!,
    }))
  }

  /** A kind of move, by weight: one number is drawn even where there is no choice. */
  private draw(): number {
    const { upTo, weights } = this
    const u = this.random.unit()
    let last = 0
    for (let k = 0; k < upTo.length; k++) {
      if (weights[k] === 0) continue
      if (u < upTo[k]!) return k
      last = k
    }
    return last
  }
}

function readWeights(system: McSystem, weights: MoveWeights | undefined): Float64Array {
  const { moves } = system
  if (moves.length === 0)
    throw new InvalidInputError('system.moves', moves, 'one kind of move or more: nothing can move')
  if (weights === undefined) return new Float64Array(moves.length).fill(1)
  checkFields('moves', weights, moves)
  const list = Float64Array.from(moves, (move) => {
    const weight = weights[move] ?? 0
    if (typeof weight !== 'number' || !(weight >= 0) || weight > 1e9) {
      throw new InvalidInputError(`moves.${move}`, weight, 'a weight from 0 to 1e9')
    }
    return weight
  })
  if (!list.some((weight) => weight > 0))
    throw new InvalidInputError('moves', weights, 'of at least one weight above 0')
  return list
}
