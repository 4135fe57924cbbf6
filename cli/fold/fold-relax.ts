// The start of `limber fold --relax`: its clashes resolved before the first move. What is kept of it, in every checkpoint, are the
// turns of the torsions: a run that is resumed does not relax again, and starts from the same atoms to the bit.
import {
  LimberError,
  Protein,
  type RelaxResult,
  relax,
  residueLabel,
  type Structure,
} from '../../src/entries/molecules.js'
import { plural } from '../check/check-report.js'
import { createBlockingProgress } from '../print/progress.js'
import { withFlags } from '../read/flags.js'
import type { FoldQuestion } from './fold-options.js'
import { proteinOptions } from './fold-protein.js'
import { stoppedBy } from './fold-run.js'
import { pairText, startAdvice } from './fold-start.js'

/** What a relaxation has done, as checkpoints and reports have it. */
export interface Relaxed {
  /** Pairs of atoms that clashed. */
  readonly clashes: number
  readonly steps: number
  /** Å, of all atoms, without superposition. */
  readonly rmsd: number
  readonly largest: { readonly residue: string; readonly atom: string; readonly distance: number } | undefined
  /** Radians, by torsion, as doubles in base 64; empty where nothing clashed. */
  readonly turns: string
}

/** Ctrl-C during it. */
export class RelaxStoppedError extends LimberError {}

/** Pairs that are named where clashes are left. */
const MOST_NAMED = 5

/** With side-chains that turn, whether the run turns them or not: they get out of the way with the least motion. */
function relaxing(structure: Structure, question: FoldQuestion): Protein {
  const atoms = question.atoms === 'rigid-sidechains' ? 'flexible-sidechains' : question.atoms
  return withFlags(() => new Protein(structure, proteinOptions({ ...question, atoms })))
}

/** Throws where clashes are left. */
export async function relaxStart(
  structure: Structure,
  question: FoldQuestion,
  controller: AbortController,
): Promise<Relaxed> {
  const protein = relaxing(structure, question)
  const progress = createBlockingProgress('relax')
  const stopListening = stoppedBy(controller, progress)
  try {
    const run = relax(protein, { signal: controller.signal })
    // How many clashes are left says more than how many steps are: it is done when none are.
    let most = 0
    for await (const { clashes, step } of run) {
      most = Math.max(most, clashes)
      progress.report(most === 0 ? 0 : 1 - clashes / most, `step ${step}, ${plural(clashes, 'pair')} left`)
    }
    const result = await run
    if (result.outcome === 'stopped') {
      throw new RelaxStoppedError(`${structure.name}: interrupted while it was being relaxed; nothing was written`)
    }
    if (result.outcome === 'clashing') throw new StillClashingError(protein, question, result)
    return summary(protein, result)
  } finally {
    stopListening()
    progress.clear()
  }
}

function summary(
  { structure, residueOf, names }: Protein,
  { before, steps, rmsd, largest, turns }: RelaxResult,
): Relaxed {
  const bytes = Buffer.alloc(8 * turns.length)
  turns.forEach((turn, k) => void bytes.writeDoubleLE(turn, 8 * k))
  return {
    ...{ clashes: before.length, steps, rmsd },
    largest: largest && {
      residue: residueLabel(structure, residueOf[largest.atom]!),
      atom: names[largest.atom]!,
      distance: largest.distance,
    },
    turns: before.length === 0 ? '' : bytes.toString('base64'),
  }
}

/** The structure with the atoms of its model where they are after these turns. */
export function relaxedStructure(structure: Structure, question: FoldQuestion, { turns }: Relaxed): Structure {
  if (turns === '') return structure
  const protein = relaxing(structure, question)
  const bytes = Buffer.from(turns, 'base64')
  protein.change(protein.torsions.map((_, torsion) => ({ torsion, by: bytes.readDoubleLE(8 * torsion) })))
  const moved = structure.models[question.model]!.slice()
  const positions = protein.coordinates()
  protein.structureAtom.forEach((atom, i) => {
    moved.set(positions.subarray(3 * i, 3 * i + 3), 3 * atom)
  })
  return { ...structure, models: structure.models.map((model, k) => (k === question.model ? moved : model)) }
}

/** Torsions alone do not resolve it. */
class StillClashingError extends LimberError {
  constructor(protein: Protein, question: FoldQuestion, { before, after, steps }: RelaxResult) {
    const named = after.slice(0, MOST_NAMED).map((pair) => pairText(protein, pair))
    const others = after.length > named.length ? `, and ${after.length - named.length} more` : ''
    const found = `${after.length} of ${plural(before.length, 'pair')} that clash after ${plural(steps, 'step')}`
    const held = protein.fixed.some(({ reason }) => / SG – .* SG$/.test(reason))
    const more = held ? ['--disulphides free lets more torsions turn'] : []
    const advice = [...more, ...startAdvice(after, question)].join('; ')
    super(
      `${protein.structure.name}: expected a start that --relax can free of clashes, got ${found}: ${named.join(', ')}${others}; ${advice}`,
    )
  }
}

export function describeRelaxed({ clashes, steps, rmsd, largest }: Relaxed): string {
  if (clashes === 0) return 'Relaxed: no clashes at the start, so nothing moved.'
  const farthest =
    largest === undefined ? '' : `, ${largest.residue} ${largest.atom} farthest, by ${largest.distance.toFixed(3)} Å`
  return (
    `Relaxed: ${plural(clashes, 'pair')} of atoms clashed, none now; atoms moved by ${rmsd.toFixed(4)} Å ` +
    `(root mean square)${farthest}; ${plural(steps, 'step')}`
  )
}

/** Of `--json`: without the turns. */
export function relaxedDocument(relaxed: Relaxed | undefined): object | undefined {
  if (relaxed === undefined) return undefined
  const { turns: _turns, ...rest } = relaxed
  return rest
}
