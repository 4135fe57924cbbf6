// A protein under Monte Carlo: pivots, crankshafts and side-chain moves; clashes are looked for first, and only what has none is
// given an energy.
//
// Why every proposal is symmetric. A move is one of a list that never changes (torsions; pairs of residues), drawn evenly, with
// an angle drawn alike for both signs, or uniform over the circle: so the way back, the same entry with the opposite angle, is as
// likely as the way there. And every move preserves the measure. Take the protein as rigid bodies (peptide units, and CA with
// what hangs on it), each with an orientation, under Haar's measure of rotations.
// - `pivot`: φ, ψ or ω turns everything beyond a bond about it. The axis is fixed in a body that stays; those beyond are
// multiplied
//   by one rotation from the left. In terms of torsions, one angle is shifted: the measure is that of uniform torsions.
// - `side-chain`: the same with χ.
// - `crankshaft`: all between two CA is turned about the axis through them (Davis et al., The backrub motion, 2006, for short
//   stretches). The axis moves with the stretch, and is fixed by the rotation: in the stretch's own frame the turn is a
//   multiplication from the right by a rotation that depends on nothing but the stretch's inner shape, which stays. Haar's
//   measure is invariant under both.
// With `topologyPreserving`, a move is also rejected unless its way is proved free. The way back is the same way, and whether it is proved
// free is computed from the two ends in an order of their own (chains/chain/chain-way.ts): the answer is the same both ways, where
// rounding leaves it open too. So a proposal and its reverse are struck from the list together, and what is left is symmetric.
// Crankshafts change the bond angles at their two CA, so those are held by springs to what they were at the start: without, they
// would wander anywhere. Pivots and side-chain moves change no bond angle at all.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import type { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import type { EnergySum, PairList, PairTerm } from '../energy/energy.js'
import { type EnergyWay, energySum } from '../energy/energy-sum.js'
import { sumOfTerms } from '../energy/pair-energy.js'
import type { Protein } from '../protein/protein.js'
import { ProteinEnergy } from '../protein/protein-energy.js'
import { BondAngles } from './monte-carlo-angles.js'
import type { McSystem } from './monte-carlo-system.js'

/** Parameters of moves that turn a torsion. */
export interface TurnOptions {
  /** Largest turn of a small move, radians. */
  readonly width?: number | undefined
  /** How many of the moves are uniform over the circle instead; 0 to 1. */
  readonly uniform?: number | undefined
}

/** Parameters of crankshaft moves. */
export interface CrankshaftOptions {
  /** Largest turn of a crankshaft over one peptide unit, radians; over L of them it is this / √L. Default 0.3. */
  readonly width?: number | undefined
  /** Residues from the first CA to the second; default 2 to 12. */
  readonly shortest?: number | undefined
  readonly longest?: number | undefined
  /** Stiffness of the bond angles at the CA (units of energy a square radian): the energy is stiffness · Δ². Default 50. */
  readonly stiffness?: number | undefined
}

/** Energy and moves of a ProteinSystem. */
export interface ProteinSystemOptions {
  /** Energies of pairs of atoms, as the protein numbers them; those it takes for bonded have none. */
  readonly terms?: readonly PairTerm[] | undefined
  /** Energies of listed pairs. Without terms and lists, all that does not clash is alike. */
  readonly lists?: readonly PairList[] | undefined
  /**
   * How sums are kept; `chain`: in the frames of the chain, so that a move costs what it changed and not what it moves. For proteins of one
   * piece, and terms without lists. Default `auto`.
   */
  readonly keep?: EnergyWay | 'chain' | undefined
  /** False: clashes are not looked for, and the energy alone decides. Default true. */
  readonly clashes?: boolean | undefined
  /**
   * True: a move is rejected unless its whole way is proved free of clashes (`Protein.checkMove`), so that no part of the chain passes through
   * another. What is sampled are the states that such moves can reach, by the same weights. Default false.
   */
  readonly topologyPreserving?: boolean | undefined
  /** Defaults: width 0.15, uniform 0.1. */
  readonly pivot?: TurnOptions | undefined
  /** Defaults: width 0.3, uniform 0.3. */
  readonly sideChain?: TurnOptions | undefined
  readonly crankshaft?: CrankshaftOptions | undefined
}

interface Turns {
  readonly torsions: Int32Array
  readonly width: number
  readonly uniform: number
}

const FIELDS = ['terms', 'lists', 'keep', 'clashes', 'topologyPreserving', 'pivot', 'sideChain', 'crankshaft']

/** A protein as a system for Monte Carlo: torsion turns and crankshafts, with clashes refused and energies kept. */
export class ProteinSystem implements McSystem {
  /** Those of `pivot`, `crankshaft` and `side-chain` that the protein can make. */
  readonly moves: readonly string[]
  readonly atoms: number
  private readonly sum: SystemEnergy | undefined
  private readonly checksClashes: boolean
  private readonly checksWays: boolean
  private readonly pivots: Turns
  private readonly sideChains: Turns
  /** Two residues a crankshaft. */
  private readonly cranks: Int32Array
  private readonly crankWidth: number
  private readonly angles: BondAngles
  private now: number
  private proposed = 0
  /** How far the last proposal got: what undo() has to revert. */
  private stage: 'none' | 'moved' | 'bent' | 'summed' = 'none'

  /** The protein belongs to the system during a run. */
  constructor(
    readonly protein: Protein,
    options: ProteinSystemOptions = {},
  ) {
    checkFields('options', options, FIELDS)
    const { clashes = true, topologyPreserving = false, crankshaft = {} } = options
    if (typeof clashes !== 'boolean') throw new InvalidInputError('options.clashes', clashes, 'true or false')
    if (typeof topologyPreserving !== 'boolean' || (topologyPreserving && !clashes)) {
      throw new InvalidInputError(
        'options.topologyPreserving',
        topologyPreserving,
        'true or false; true with clashes only',
      )
    }
    checkFields('options.crankshaft', crankshaft, ['width', 'shortest', 'longest', 'stiffness'])
    this.atoms = protein.atoms
    this.checksClashes = clashes
    this.checksWays = topologyPreserving
    this.pivots = readTurns(protein, 'pivot', options.pivot, false)
    this.sideChains = readTurns(protein, 'sideChain', options.sideChain, true)
    this.crankWidth = checkNonNegative('options.crankshaft.width', crankshaft.width ?? 0.3)
    this.cranks = listCranks(protein, crankshaft)
    this.sum = makeSum(protein, options)
    this.angles = new BondAngles(protein, checkNonNegative('options.crankshaft.stiffness', crankshaft.stiffness ?? 50))
    this.moves = [
      ...(this.pivots.torsions.length > 0 ? ['pivot'] : []),
      ...(this.cranks.length > 0 ? ['crankshaft'] : []),
      ...(this.sideChains.torsions.length > 0 ? ['side-chain'] : []),
    ]
    this.now = clashes && protein.clashes() ? Infinity : this.total()
  }

  get energy(): number {
    return this.now
  }

  propose(kind: number, random: Random): number {
    const { protein, sum } = this
    const cranked = this.move(kind, random)
    this.stage = 'moved'
    if (this.checksClashes && protein.clashes()) return Infinity
    if (this.checksWays && protein.checkMove() !== 'free') return Infinity
    if (sum === undefined && !cranked) {
      this.proposed = this.now
      return this.now
    }
    if (cranked) this.angles.propose(this.crank[0]!, this.crank[1]!)
    this.stage = 'bent'
    if (this.angles.total === Infinity) return Infinity
    if (sum !== undefined) {
      if (sum.propose() === Infinity) {
        sum.undo()
        return Infinity
      }
      this.stage = 'summed'
    }
    this.proposed = this.total()
    return this.proposed
  }

  accept(): void {
    if (this.stage === 'summed') this.sum!.accept()
    this.angles.accept()
    this.now = this.proposed
    this.stage = 'none'
  }

  undo(): void {
    if (this.stage === 'summed') this.sum!.undo()
    if (this.stage !== 'moved') this.angles.undo()
    this.protein.undo()
    this.stage = 'none'
  }

  coordinates(out: Float64Array): Float64Array {
    return this.protein.coordinates(out)
  }

  recompute(): number {
    const { sum } = this
    const bent = this.angles.recompute(this.protein.coordinates())
    if (sum === undefined) return bent
    // Recomputing changes the last bits of what is kept: restore those.
    const kept = sum.save()
    try {
      return sum.recompute() + bent
    } finally {
      sum.restore(kept)
    }
  }

  save(): Uint8Array {
    const parts = [this.protein.save(), this.sum?.save() ?? new Float64Array(0), this.angles.save()]
    const out = new Float64Array(parts.length + parts.reduce((count, part) => count + part.length, 0))
    let at = parts.length
    parts.forEach((part, k) => {
      out[k] = part.length
      out.set(part, at)
      at += part.length
    })
    return littleEnd(new Uint8Array(out.buffer))
  }

  restore(state: Uint8Array): void {
    const wrong = (): never => {
      throw new InvalidInputError('state.length', state.length, 'that of a state of this protein and energy')
    }
    if (state.length % 8 !== 0 || state.length < 24) wrong()
    const values = new Float64Array(littleEnd(state.slice()).buffer)
    const [a, b, c] = [values[0]!, values[1]!, values[2]!]
    if (a + b + c + 3 !== values.length || !(a >= 0 && b >= 0 && c >= 0) || b > 0 !== (this.sum !== undefined)) wrong()
    this.protein.restore(values.slice(3, 3 + a))
    this.sum?.restore(values.slice(3 + a, 3 + a + b))
    this.angles.restore(values.slice(3 + a + b))
    this.stage = 'none'
    this.now = this.total()
  }

  private total(): number {
    return (this.sum?.total ?? 0) + this.angles.total
  }

  /** The residues of the last crankshaft. */
  private readonly crank = new Int32Array(2)

  /** Draws and makes a move; true for a crankshaft. The same count of numbers is drawn whatever they are, within a kind. */
  private move(kind: number, random: Random): boolean {
    const name = this.moves[kind]!
    if (name === 'crankshaft') {
      const { cranks, crank } = this
      const k = 2 * random.integer(cranks.length / 2)
      crank[0] = cranks[k]!
      crank[1] = cranks[k + 1]!
      const width = this.crankWidth / Math.sqrt(crank[1]! - crank[0]!)
      this.protein.crankshaft(crank[0]!, crank[1]!, random.range(-width, width))
      return true
    }
    const { torsions, width, uniform } = name === 'pivot' ? this.pivots : this.sideChains
    const torsion = torsions[random.integer(torsions.length)]!
    const most = random.unit() < uniform ? Math.PI : width
    this.protein.turn(torsion, random.range(-most, most))
    return false
  }
}

/** The kept energy of a protein where it is. */
interface SystemEnergy extends Pick<EnergySum, 'total' | 'accept' | 'undo' | 'recompute' | 'save' | 'restore'> {
  propose(): number
}

/**
 * Where `auto` keeps energies in the chain's frames: in proteins of at least this many atoms, if a joint has at most this share of their number
 * of pairs of near blocks across it in the mean, as in chains that are not folded. Measured, µs a step of small pivots, this way and by
 * positions: extended backbones of 3,000 and 27,000 atoms 23 and 63, 36 and 419; folded 241 and 123, 1,246 and 795, with a share
 * of 0.06 and 0.03. A pair across costs about 1 µs more, an atom that is not written 15 ns less.
 */
const CHAIN_ATOMS = 3000
const CHAIN_SHARE = 1 / 64

function makeSum(protein: Protein, options: ProteinSystemOptions): SystemEnergy | undefined {
  const { terms = [], lists = [], keep = 'auto' } = options
  if (terms.length + lists.length === 0) return undefined
  const canChain = protein.pieces.length === 1 && lists.length === 0
  if (keep === 'chain' && !canChain) {
    throw new InvalidInputError('options.keep', keep, 'chain only for a protein of one piece, with terms and no lists')
  }
  if (keep === 'chain' || (keep === 'auto' && canChain && protein.atoms >= CHAIN_ATOMS)) {
    const energy = new ProteinEnergy(protein, sumOfTerms(terms))
    if (keep === 'chain' || energy.across() <= CHAIN_SHARE * protein.atoms) return energy
    energy.release()
  }
  const positions = protein.coordinates()
  const exclude = terms.length === 0 ? [] : protein.excludedPairs()
  const breaks = protein.pieces.map(({ firstAtom }) => firstAtom)
  return new MovedPositions(protein, positions, energySum({ positions, terms, lists, keep, exclude, breaks }))
}

/** A kept energy that takes positions. */
class MovedPositions implements SystemEnergy {
  constructor(
    private readonly protein: Protein,
    private readonly positions: Float64Array,
    private readonly sum: EnergySum,
  ) {}

  get total(): number {
    return this.sum.total
  }

  propose(): number {
    // Nothing else of the positions is read.
    this.protein.movedCoordinates(this.positions)
    return this.sum.propose(this.positions, this.protein.moved())
  }

  accept(): void {
    this.sum.accept()
  }

  undo(): void {
    this.sum.undo()
  }

  recompute(): number {
    return this.sum.recompute()
  }

  save(): Float64Array {
    return this.sum.save()
  }

  restore(saved: Float64Array): void {
    this.sum.restore(saved)
  }
}

function readTurns(protein: Protein, name: string, options: TurnOptions = {}, side: boolean): Turns {
  checkFields(`options.${name}`, options, ['width', 'uniform'])
  const { width = side ? 0.3 : 0.15, uniform = side ? 0.3 : 0.1 } = options
  if (typeof width !== 'number' || !(width > 0) || width > Math.PI) {
    throw new InvalidInputError(`options.${name}.width`, width, 'more than 0 and at most π radians')
  }
  if (typeof uniform !== 'number' || !(uniform >= 0) || uniform > 1) {
    throw new InvalidInputError(`options.${name}.uniform`, uniform, 'a number from 0 to 1')
  }
  const torsions: number[] = []
  protein.torsions.forEach(({ kind }, k) => {
    if (kind.startsWith('chi') === side) torsions.push(k)
  })
  return { torsions: Int32Array.from(torsions), width, uniform }
}

/** All crankshafts that tear nothing. */
function listCranks(protein: Protein, options: CrankshaftOptions): Int32Array {
  const { shortest = 2, longest = Math.max(12, shortest) } = options
  for (const [name, value] of Object.entries({ shortest, longest })) {
    if (!Number.isInteger(value) || value < 1) {
      throw new InvalidInputError(`options.crankshaft.${name}`, value, 'a whole number of one or more')
    }
  }
  if (longest < shortest) {
    throw new InvalidInputError('options.crankshaft.longest', longest, `at least the shortest, ${shortest}`)
  }
  const list: number[] = []
  for (const { from, to } of protein.pieces) {
    for (let a = from; a < to; a++) {
      for (let b = a + shortest; b <= a + longest && b < to; b++) {
        if (protein.crankshaftTorn(a, b) === undefined) list.push(a, b)
      }
    }
  }
  return Int32Array.from(list)
}

const IS_BIG = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

/** Bytes of doubles in the machine's order to the little end first, or back; in place. */
function littleEnd(bytes: Uint8Array): Uint8Array {
  if (IS_BIG) for (let k = 0; k < bytes.length; k += 8) bytes.subarray(k, k + 8).reverse()
  return bytes
}
