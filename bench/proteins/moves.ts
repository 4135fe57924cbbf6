// Microseconds a move of Monte Carlo over a protein, as `limber fold` makes it: propose, clash test, energy, accept or undo.
import { formatNumber, formatTable } from '../../lab/table.js'
import {
  lennardJones,
  nativeContacts,
  type Protein,
  type ProteinAtoms,
  ProteinSystem,
  type ProteinSystemOptions,
  Random,
} from '../../src/entries/molecules.js'
import { Metropolis } from '../../src/molecules/monte-carlo/metropolis.js'
import { type Progress, roundFigure } from '../bench.js'
import { interleave, processorMicros } from '../interleave.js'
import { type BenchProtein, freeProtein } from './structures.js'

export const ATOMS: readonly ProteinAtoms[] = ['backbone', 'rigid-sidechains', 'flexible-sidechains']
export const POTENTIALS = ['hard spheres', 'Lennard-Jones', 'Gō'] as const
export type Potential = (typeof POTENTIALS)[number]

export interface MoveRow {
  readonly protein: string
  readonly residues: number
  readonly atoms: ProteinAtoms
  readonly count: number
  readonly torsions: number
  readonly potential: Potential
  /** A move, accepted or not; median over the rounds. */
  readonly micros: number
  readonly movesPerSecond: number
  readonly clashed: number
  readonly accepted: number
}

const TEMPERATURE = 1
const DEPTH = 0.2
/** Å, and residues apart: contacts of alpha carbons. */
const CONTACT = 8
const SEPARATION = 4

/** `budget`: milliseconds a round. */
export function raceMoves(
  protein: BenchProtein,
  limits: { readonly rounds: number; readonly budget: number },
  progress: Progress,
): MoveRow[] {
  const runners = ATOMS.filter((atoms) => protein.whole || atoms === 'backbone').flatMap((atoms) =>
    POTENTIALS.map((potential) => new Runner(protein, atoms, potential)),
  )
  for (const runner of runners) runner.calibrate(limits.budget)
  const timings = interleave(
    runners.map((runner) => ({
      name: `${protein.name}, ${runner.name}`,
      prepare: () => runner.prepare(),
      round: () => runner.round(),
    })),
    limits.rounds,
    progress,
    processorMicros,
  )
  return timings.map(({ micros }, k) => runners[k]!.row(micros))
}

export class Runner {
  private readonly system: ProteinSystem
  private readonly start: Uint8Array
  private walker: Metropolis

  constructor(
    private readonly from: BenchProtein,
    private readonly atoms: ProteinAtoms,
    private readonly potential: Potential,
    private moves = 50,
  ) {
    const protein = freeProtein(from, atoms)
    this.system = new ProteinSystem(protein, energies(protein, atoms, potential))
    this.start = this.system.save()
    this.walker = new Metropolis(this.system, new Random(1))
  }

  get name(): string {
    return `${this.atoms}, ${this.potential}`
  }

  /** As many moves a round as take about this many milliseconds. */
  calibrate(budget: number): void {
    for (let k = 0; k < 3; k++) {
      this.prepare()
      const begin = processorMicros()
      this.round()
      this.moves = Math.max(50, Math.round((1000 * this.moves * budget) / (processorMicros() - begin)))
    }
  }

  /** Back to the start: the same moves each time. */
  prepare(): void {
    this.system.restore(this.start)
    this.walker = new Metropolis(this.system, new Random(1))
  }

  round(): number {
    for (let k = 0; k < this.moves; k++) this.walker.step(TEMPERATURE)
    return this.moves
  }

  get accepted(): number {
    return this.walker.acceptance().reduce((sum, kind) => sum + kind.accepted, 0)
  }

  row(micros: number): MoveRow {
    const { protein } = this.system
    const counts = this.walker.acceptance()
    const share = (of: 'clashed' | 'accepted'): number =>
      roundFigure(counts.reduce((sum, kind) => sum + kind[of], 0) / this.moves)
    return {
      protein: this.from.name,
      residues: this.from.residues,
      atoms: this.atoms,
      count: protein.atoms,
      torsions: protein.torsions.length,
      potential: this.potential,
      micros: roundFigure(micros),
      movesPerSecond: Math.round(1e6 / micros),
      clashed: share('clashed'),
      accepted: share('accepted'),
    }
  }
}

function energies(protein: Protein, atoms: ProteinAtoms, potential: Potential): ProteinSystemOptions {
  switch (potential) {
    case 'hard spheres':
      return {}
    case 'Lennard-Jones': {
      // Wells are deepest where whole spheres of van der Waals touch; those of a backbone stand for more than their atom.
      const share = atoms === 'backbone' ? 1 : 0.75
      const sigma = protein.radii.map((radius) => (2 * radius) / share / 2 ** (1 / 6))
      return { terms: [lennardJones({ sigma, epsilon: DEPTH })] }
    }
    case 'Gō':
      return { lists: [nativeContacts(contactsOf(protein))] }
  }
}

/** Of alpha carbons, as they are now. */
export function contactsOf(protein: Protein): { pairs: number[]; distances: number[] } {
  const x = protein.coordinates()
  const alphas = protein.names.flatMap((name, i) => (name === 'CA' ? [i] : []))
  const pairs: number[] = []
  const distances: number[] = []
  alphas.forEach((i, a) => {
    for (const j of alphas.slice(a + SEPARATION)) {
      const apart = Math.hypot(...[0, 1, 2].map((k) => x[3 * i + k]! - x[3 * j + k]!))
      if (apart >= CONTACT) continue
      pairs.push(i, j)
      distances.push(apart)
    }
  })
  return { pairs, distances }
}

export function moveTable(rows: readonly MoveRow[]): string {
  const titles = ['protein', 'atoms', 'potential', 'number', 'torsions', 'µs a move', 'moves/s', 'clashed', 'accepted']
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  return formatTable(
    titles,
    rows.map((r) => [
      r.protein,
      r.atoms,
      r.potential,
      ...[r.count, r.torsions].map((n) => n.toLocaleString('en')),
      formatNumber(r.micros),
      r.movesPerSecond.toLocaleString('en'),
      percent(r.clashed),
      percent(r.accepted),
    ]),
    3,
  )
}
