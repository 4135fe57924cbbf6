// The energy after a turn of a backbone: kept sums (in blocks, and at the nodes of a tree), cell lists (everything, and only across the
// turned joint), and, of another energy, a list of native contacts. All go through the same turns, within ±1°.
import {
  ENERGY_METHODS,
  type EnergyMethod,
  type EnergyWalker,
  energyWalker,
  KeptWalker,
} from '../../lab/protein/energy-methods.js'
import { formatNumber, formatTable } from '../../lab/table.js'
import { backboneMoves } from '../../scenes/index.js'
import { energySum, nativeContacts, Random } from '../../src/entries/molecules.js'
import { type Progress, roundFigure } from '../bench.js'
import { type Contender, interleave, processorMicros } from '../interleave.js'
import { contactsOf } from './moves.js'
import { type BenchProtein, freeProtein } from './structures.js'

export interface EnergyRow {
  readonly protein: string
  readonly residues: number
  readonly count: number
  readonly way: EnergyMethod | 'contacts'
  /** A turn, its energy, and the way on or back. */
  readonly micros: number
  /** Against kept sums, in the same rounds. */
  readonly ratio: number
  readonly accepted: number
}

const WIDTH = Math.PI / 180
/** Energies are sums in another order. */
const TOLERANCE = 1e-9

export function raceEnergies(
  from: BenchProtein,
  { rounds, moves }: { readonly rounds: number; readonly moves: number },
  progress: Progress,
): EnergyRow[] {
  const protein = freeProtein(from, 'backbone')
  const start = protein.coordinates()
  const count = protein.atoms
  const walks = [...ENERGY_METHODS, 'contacts' as const].map((way) => {
    const lists = [nativeContacts(contactsOf(protein))]
    const walker =
      way === 'contacts'
        ? new KeptWalker(count, (positions) => energySum({ positions, terms: [], lists }))
        : energyWalker(way, count)
    return new Walk(way, walker, start, rounds + 1, moves)
  })
  const timings = interleave(walks, rounds, progress, processorMicros)
  const [kept] = walks as [Walk, ...Walk[]]
  for (const { name, energy } of walks) {
    if (name === 'contacts' || Math.abs(energy - kept.energy) <= TOLERANCE * Math.max(1, Math.abs(kept.energy)))
      continue
    throw new Error(`${from.name}: the energy is ${energy} by ${name} and ${kept.energy} by kept sums`)
  }
  return timings.map(({ micros, ratio }, k) => ({
    protein: from.name,
    residues: from.residues,
    count,
    way: walks[k]!.name,
    micros: roundFigure(micros),
    ratio: roundFigure(ratio),
    accepted: roundFigure(walks[k]!.accepted / walks[k]!.steps),
  }))
}

/** Continues from round to round: sums are not recomputed. */
class Walk implements Contender {
  energy: number
  accepted = 0
  steps = 0
  private readonly turns: ReturnType<typeof backboneMoves>
  /** By how much the energy may rise at each step: Metropolis at temperature 1, drawn beforehand. */
  private readonly allowed: Float64Array

  constructor(
    readonly name: EnergyRow['way'],
    private readonly walker: EnergyWalker,
    start: Float64Array,
    rounds: number,
    private readonly moves: number,
  ) {
    const random = new Random(3)
    this.turns = backboneMoves(start.length / 9, 2, rounds * moves, WIDTH)
    this.allowed = Float64Array.from({ length: rounds * moves }, () => -Math.log(1 - random.unit()))
    walker.sync(start)
    this.energy = walker.propose(0, 0)
    walker.undo()
  }

  readonly round = (): number => {
    const { walker, turns, allowed, moves } = this
    for (const end = this.steps + moves; this.steps < end; this.steps++) {
      const next = walker.propose(turns.joints[this.steps]!, turns.angles[this.steps]!)
      if (next <= this.energy + allowed[this.steps]!) {
        walker.accept()
        this.energy = next
        this.accepted++
      } else walker.undo()
    }
    return moves
  }
}

export function energyTable(rows: readonly EnergyRow[]): string {
  return formatTable(
    ['protein', 'energy', 'number', 'µs a step', 'ratio', 'accepted'],
    rows.map((r) => [
      r.protein,
      r.way,
      r.count.toLocaleString('en'),
      formatNumber(r.micros),
      `${formatNumber(r.ratio)}×`,
      `${(100 * r.accepted).toFixed(1)} %`,
    ]),
    2,
  )
}
