// From a structure and the options of `limber fold` to what is moved and what is measured.
import {
  contactFraction,
  InvalidInputError,
  LimberError,
  lennardJones,
  type McSystem,
  nativeContacts,
  type Observable,
  Protein,
  ProteinSystem,
  type ProteinSystemOptions,
  radiusOfGyration,
  rmsdTo,
  type Structure,
} from '../src/index.js'
import type { FoldQuestion } from './fold-options.js'
import type { Column } from './fold-table.js'

export interface FoldSystem {
  readonly system: McSystem
  readonly protein: Protein
  readonly observables: readonly Observable[]
  /** Of a sample: step, temperature, energy, and the observables. */
  readonly columns: readonly Column[]
  readonly residues: number
  readonly notes: readonly string[]
}

const TITLES: Readonly<Record<string, string>> = {
  radiusOfGyration: 'radius of gyration (Å)',
  rmsd: 'RMSD to the start (Å)',
  nativeContacts: 'fraction of native contacts',
}

/** Å: alpha carbons nearer than this in the file are in contact, if so many residues apart or more. */
const CONTACT = 8
const SEPARATION = 4

export function buildFold(structure: Structure, question: FoldQuestion): FoldSystem {
  const { atoms, chains, model, potential } = question
  if (model >= structure.models.length) {
    const most = structure.models.length - 1
    throw new InvalidInputError('--model', model, most === 0 ? '0: there is one model' : `a number from 0 to ${most}`)
  }
  const protein = inOwnWords(() =>
    Protein.fromStructure(structure, { atoms, model, ...(chains === undefined ? {} : { chains }) }),
  )
  const start = protein.coordinates()
  const alphas = protein.names.flatMap((name, i) => (name === 'CA' ? [i] : []))
  const contacts = contactsOf(alphas, start)
  const observables: Observable[] = [radiusOfGyration(), rmsdTo(start)]
  if (contacts.distances.length > 0) {
    observables.push(contactFraction(start, { atoms: alphas, cutoff: CONTACT, separation: SEPARATION }))
  } else if (potential === 'go') {
    throw new InvalidInputError('--potential', potential, `hard or lj: no alpha carbons are within ${CONTACT} Å`)
  }
  const system = new ProteinSystem(protein, energyOf(question, protein, contacts))
  if (system.energy === Infinity) throw new ClashingStartError(structure, question)
  if (question.moves !== undefined) checkMoves(question.moves, system.moves)
  return {
    ...{ system, protein, observables, residues: new Set(protein.residueOf).size, notes: protein.notes },
    columns: [
      { name: 'step', title: 'move', plotted: false },
      { name: 'temperature', title: 'temperature', plotted: question.anneal !== undefined },
      { name: 'energy', title: 'energy', plotted: true },
      ...observables.map(({ name }) => ({ name, title: TITLES[name] ?? name, plotted: true })),
    ],
  }
}

/** An error of the engine, for somebody who has a command line before him. */
function inOwnWords<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LimberError) error.message = error.message.replace(/^chains(?= must be )/, '--chain')
    throw error
  }
}

/** No move could ever be told from a clash. */
export class ClashingStartError extends LimberError {
  constructor({ name }: Structure, { atoms }: FoldQuestion) {
    const other = atoms === 'backbone' ? '' : '; --atoms backbone leaves out side-chains'
    super(`${name}: expected a start without clashes (limber clashes lists them${other})`)
  }
}

interface Contacts {
  readonly pairs: readonly number[]
  /** One a pair, Å. */
  readonly distances: readonly number[]
}

/** Those that the fraction of native contacts counts. */
function contactsOf(alphas: readonly number[], x: Float64Array): Contacts {
  const pairs: number[] = []
  const distances: number[] = []
  alphas.forEach((i, a) => {
    for (const j of alphas.slice(a + SEPARATION)) {
      const [dx, dy, dz] = [0, 1, 2].map((axis) => x[3 * i + axis]! - x[3 * j + axis]!)
      const distance = Math.sqrt(dx! * dx! + dy! * dy! + dz! * dz!)
      if (distance >= CONTACT) continue
      pairs.push(i, j)
      distances.push(distance)
    }
  })
  return { pairs, distances }
}

/** Where two wells of touching spheres are deepest: at 2^(1/6) σ. */
const SIXTH_ROOT_OF_TWO = 1.122462048309373
/** Protein tests clashes with 0.75 of the radii of van der Waals: spheres may sink in so far, at a price. */
const HARD_SHARE = 0.75
/** Of all atoms, wells of depth 1 would hold them together at any temperature of interest. */
const DEPTH = 0.2

function energyOf({ potential, atoms }: FoldQuestion, { radii }: Protein, contacts: Contacts): ProteinSystemOptions {
  switch (potential) {
    case 'hard':
      return {}
    case 'lj': {
      // Backbones alone have one radius for all, which is meant as it is.
      const share = atoms === 'backbone' ? 1 : HARD_SHARE
      const sigma = radii.map((radius) => (2 * radius) / share / SIXTH_ROOT_OF_TWO)
      return { terms: [lennardJones({ sigma, epsilon: DEPTH })] }
    }
    case 'go':
      return { lists: [nativeContacts(contacts)] }
  }
}

function checkMoves(moves: Readonly<Record<string, number>>, known: readonly string[]): void {
  for (const name of Object.keys(moves)) {
    if (!known.includes(name)) throw new InvalidInputError('--moves', name, `among ${known.join(', ')}`)
  }
}
