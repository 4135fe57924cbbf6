// A Monte Carlo run over a protein: a number of steps at a temperature, watched. The same step of a state's history is the same run, to the
// bit, in one go or in pieces.
import {
  contactFraction,
  type MoveCounts,
  monteCarlo,
  type Observable,
  ProteinSystem,
  radiusOfGyration,
  rmsdTo,
} from '../../../src/entries/molecules.js'
import { RateMeter } from '../../engine/rate.js'
import type { Molecule } from './molecule.js'
import { Series } from './series.js'
import type { RunStep } from './state.js'

export interface RunNumbers {
  readonly steps: number
  readonly temperature: number
  readonly stepsPerSecond: number
  readonly energy: number
  readonly radius: number
  readonly rmsd: number
  /** Share of native contacts; NaN where the structure has none. */
  readonly contacts: number
  readonly lowest: number
  readonly moves: readonly MoveCounts[]
}

/** What a row of the series has. */
export const COLUMNS = ['step', 'temperature', 'energy', 'radiusOfGyration', 'rmsd', 'nativeContacts'] as const

/** Steps between two samples. */
const EVERY = 100

export class Sampling {
  readonly series = new Series()
  private readonly system: ProteinSystem
  private readonly observables: readonly Observable[]
  private readonly rate = new RateMeter()
  private readonly row = new Float64Array(COLUMNS.length).fill(Number.NaN)
  private checkpoint: Uint8Array | undefined
  private moves: readonly MoveCounts[] = []
  private lowest = Number.POSITIVE_INFINITY
  steps = 0

  /** From where the molecule is now. */
  constructor(
    molecule: Molecule,
    readonly setup: Omit<RunStep, 'run'>,
  ) {
    const { protein, alphas, start } = molecule
    if (protein.clashes()) {
      throw new Error('Atoms clash: a run has to begin free of clashes. Turn a torsion back, or undo.')
    }
    this.system = new ProteinSystem(protein, molecule.energy(setup.energy))
    this.observables = [radiusOfGyration(alphas), rmsdTo(start, alphas), ...contactsOf(molecule)]
  }

  /** Until it has made `to` steps or is stopped; `watch` is called every slice of 10 ms or so. */
  async run(to: number, signal: { readonly aborted: boolean }, watch: () => void): Promise<void> {
    const { temperature, seed } = this.setup
    this.rate.start(this.steps, performance.now())
    const run = monteCarlo(this.system, {
      ...{ steps: to, temperature, seed, every: EVERY, observables: this.observables, keepSamples: false },
      onSample: (row) => {
        this.row.set(row)
        this.series.push(this.row)
        this.lowest = Math.min(this.lowest, row[2]!)
      },
      signal,
      resume: this.checkpoint,
    })
    for await (const { step, moves } of run) {
      this.steps = step
      this.moves = moves
      this.rate.add(step, performance.now())
      watch()
    }
    const { checkpoint, step, moves, lowest } = await run
    this.checkpoint = checkpoint
    this.steps = step
    this.moves = moves
    this.lowest = lowest.energy
  }

  numbers(): RunNumbers {
    const [, , , radius, rmsd, contacts] = this.row as unknown as number[]
    return {
      steps: this.steps,
      temperature: this.setup.temperature,
      stepsPerSecond: this.rate.perSecond,
      energy: this.system.energy,
      radius: radius!,
      rmsd: rmsd!,
      contacts: contacts!,
      lowest: this.lowest,
      moves: this.moves,
    }
  }
}

/** None where nothing is in contact: a straight helix of few residues. */
function contactsOf({ alphas, start }: Molecule): Observable[] {
  try {
    return [contactFraction(start, { atoms: alphas })]
  } catch {
    return []
  }
}
