// From a structure and the options of `limber fold` to what is moved and what is measured.

import {
  InvalidInputError,
  LimberError,
  type McSystem,
  type Observable,
  Protein,
  ProteinSystem,
  proteinObservables,
  type Structure,
} from '../../src/entries/molecules.js'
import { withFlags } from '../read/flags.js'
import { moveOptions } from './fold-moves.js'
import type { FoldQuestion } from './fold-options.js'
import { energyOf } from './fold-potential.js'
import { proteinOptions } from './fold-protein.js'
import { ClashingStartError } from './fold-start.js'
import type { Column } from './fold-table.js'

export interface FoldSystem {
  readonly system: McSystem
  readonly protein: Protein
  readonly observables: readonly Observable[]
  /** Of a sample: step, temperature, energy, the observables, and of several replicas which one. */
  readonly columns: readonly Column[]
  readonly residues: number
  readonly notes: readonly string[]
}

const TITLES: Readonly<Record<string, string>> = {
  radiusOfGyration: 'radius of gyration (Å)',
  rmsd: 'RMSD to the start (Å)',
  nativeContacts: 'fraction of native contacts',
}

const BRIEF: Readonly<Record<string, string>> = {
  radiusOfGyration: 'Rg (Å)',
  rmsd: 'RMSD (Å)',
  nativeContacts: 'contacts',
}

export function buildFold(structure: Structure, question: FoldQuestion): FoldSystem {
  const { model } = question
  if (model >= structure.models.length) {
    const most = structure.models.length - 1
    throw new InvalidInputError('--model', model, most === 0 ? '0: there is one model' : `a number from 0 to ${most}`)
  }
  const protein = withFlags(() => new Protein(structure, proteinOptions(question)))
  const observables = withFlags(() => proteinObservables(protein, question))
  const system = withFlags(
    () => new ProteinSystem(protein, { ...energyOf(question, protein), ...moveOptions(question) }),
  )
  if (system.energy === Infinity) throw new ClashingStartError(protein, question)
  if (system.moves.length === 0) throw new NothingMovesError(structure)
  if (question.moves !== undefined) checkMoves(question.moves, system.moves)
  return {
    ...{ system, protein, observables, residues: new Set(protein.residueOf).size, notes: protein.notes },
    columns: [
      { name: 'step', title: 'move', plotted: false },
      { name: 'temperature', title: 'temperature', plotted: question.anneal !== undefined },
      { name: 'energy', title: 'energy (units of temperature)', brief: 'energy', plotted: true },
      ...observables.map(({ name }) => ({
        name,
        title: TITLES[name] ?? name,
        brief: BRIEF[name] ?? name,
        plotted: true,
      })),
      ...(question.temperatures === undefined ? [] : [{ name: 'replica', title: 'replica', plotted: false }]),
    ],
  }
}

/** A single residue, say. */
class NothingMovesError extends LimberError {
  constructor({ name }: Structure) {
    super(`${name}: expected a protein that can move, got one without a torsion that turns`)
  }
}

function checkMoves(moves: Readonly<Record<string, number>>, known: readonly string[]): void {
  for (const name of Object.keys(moves)) {
    if (!known.includes(name)) throw new InvalidInputError('--moves', name, `among ${known.join(', ')}`)
  }
}
