// The ChainTree paper's second benchmark (2002, section 5: Figure 8 and Table 1 b): backbones of a small, a medium and a long
// protein from their folded state; each step turns one torsion, tests for self-collision, and takes the turn back on one.
//
// One interleaved run for each backbone and kind of moves: the ChainTree makes the trajectory, and at evenly spread steps every
// baseline gets the same state and does the same steps in its own way. Their answers are compared.
import type { Experiment, Progress } from './experiment.js'
import { folded, LENGTHS } from './protein/backbones.js'
import { type Check, checkClashes } from './protein/checks.js'
import { type ClashRow, runClashes } from './protein/clashes.js'
import { METHODS, type ProteinOptions, readOptions } from './protein/options.js'
import { printDocument } from './protein/print.js'
import { PUBLISHED, type Published } from './protein/published.js'

export interface ProteinDocument {
  readonly experiment: 'protein'
  readonly seed: number
  readonly steps: number
  readonly node: string
  readonly rows: readonly ClashRow[]
  /** What must hold, and whether it does. */
  readonly checks: readonly Check[]
  /** Steps at which another method and the ChainTree answered differently. Anything but 0 is a bug in one of them. */
  readonly disagreements: number
  readonly published: readonly Published[]
}

export const protein: Experiment = {
  name: 'protein',
  summary:
    'self-collision and energy of protein backbones along torsion moves, against grids, OBB trees and cell lists',
  paper: 'Efficient Maintenance and Self-Collision Testing for Kinematic Chains, SoCG 2002',
  options: [
    {
      flags: '--residues <list>',
      description: `lengths of backbones, separated by commas (default: ${LENGTHS.join(',')})`,
    },
    { flags: '--steps <count>', description: 'steps of each trajectory (default: 20000, as in the paper)' },
    { flags: '--seed <number>', description: 'seed of the moves (default: 1)' },
    { flags: '--methods <list>', description: `of ${METHODS.join(', ')} (default: all)` },
    { flags: '--moves <list>', description: 'of uniform (any angle) and small (±2°) (default: both)' },
    { flags: '--generated', description: 'generated backbones, even where LIMBER_DATA has real ones' },
    { flags: '--quick', description: 'fewer steps' },
  ],
  async run(raw, progress) {
    const document = await runProtein(readOptions(raw), progress)
    return { document, text: printDocument(document), good: isRight(document) }
  },
}

/** Every answer agreed with every baseline's, and what must hold does. */
function isRight({ disagreements, checks }: ProteinDocument): boolean {
  return disagreements === 0 && checks.every(({ holds }) => holds)
}

export async function runProtein(options: ProteinOptions, progress: Progress): Promise<ProteinDocument> {
  const data = options.generated || process.env.LIMBER_DATA === '' ? undefined : process.env.LIMBER_DATA
  await progress(0, 'backbones')
  const backbones = await Promise.all(options.residues.map((residues) => folded(residues, data)))
  const jobs = backbones.flatMap((backbone) => options.moves.map((moves) => ({ backbone, moves })))
  const rows: ClashRow[] = []
  let disagreements = 0
  // A throw-away trajectory first, so that the first backbone does not pay for the compiler.
  await runClashes(await folded(WARM_UP.residues, undefined), 'uniform', { ...options, ...WARM_UP }, () => undefined)
  for (const [k, { backbone, moves }] of jobs.entries()) {
    const result = await runClashes(backbone, moves, options, (share, label) =>
      progress((k + share) / jobs.length, label),
    )
    rows.push(...result.rows)
    disagreements += result.disagreements
  }
  await progress(1, 'done')
  return {
    experiment: 'protein',
    seed: options.seed,
    steps: options.steps,
    node: process.version,
    rows,
    checks: checkClashes(rows),
    disagreements,
    published: PUBLISHED,
  }
}

const WARM_UP = {
  residues: 100,
  steps: 4000,
  samples: { grid: 1000, 'grid-side': 2000, '1-obbtree': 100, 'k-obbtree': 100 },
}
