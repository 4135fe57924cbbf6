// The ChainTree paper's second benchmark (2002, section 5: Figure 8 and Table 1 b): backbones of a small, a medium and a long
// protein from their folded state; each step turns one torsion, tests for self-collision, and takes the turn back on one.
//
// One interleaved run for each backbone and kind of moves: the ChainTree makes the trajectory, and at evenly spread steps every
// baseline gets the same state and does the same steps in its own way. Their answers are compared.
//
// And what the paper's authors built on it: energies of which only the terms are computed that a move changed, against cell lists.
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
import { dataFolder, machineName } from './machine.js'
import { folded, LENGTHS } from './protein/backbones.js'
import { type Check, checkClashes, checkEnergies } from './protein/checks.js'
import { type ClashRow, runClashes } from './protein/clashes.js'
import { type EnergyRow, type EnergyState, runEnergy } from './protein/energy.js'
import { ENERGY_LENGTHS, METHODS, type ProteinOptions, readOptions } from './protein/options.js'
import { printDocument } from './protein/print.js'
import { PUBLISHED, type Published } from './protein/published.js'

export interface ProteinDocument {
  readonly experiment: 'protein'
  readonly seed: number
  readonly steps: number
  readonly node: string
  readonly rows: readonly ClashRow[]
  readonly energySteps: number
  readonly energies: readonly EnergyRow[]
  /** What must hold, and whether it does. */
  readonly checks: readonly Check[]
  /** Steps at which another method and the ChainTree answered differently. Anything but 0 is a bug in one of them. */
  readonly disagreements: number
  readonly published: readonly Published[]
}

export const protein: Experiment<ProteinOptions> = {
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
    { flags: '--parts <list>', description: 'of clashes and energy (default: both)' },
    { flags: '--energy-residues <list>', description: `lengths for energies (default: ${ENERGY_LENGTHS.join(',')})` },
    { flags: '--energy-steps <count>', description: 'steps under an energy (default: 2000)' },
    { flags: '--generated', description: 'generated backbones, even where LIMBER_DATA has real ones' },
    { flags: '--quick', description: 'fewer steps' },
  ],
  plan: readOptions,
  async run(options, progress) {
    const document = await runProtein(options, progress)
    const good = isRight(document)
    return { document, text: printDocument(document), good, findings: new FindingLists(), complete: true }
  },
}

/** Every answer agreed with every baseline's, and what must hold does. */
function isRight({ disagreements, checks }: ProteinDocument): boolean {
  return disagreements === 0 && checks.every(({ holds }) => holds)
}

export async function runProtein(options: ProteinOptions, progress: Progress): Promise<ProteinDocument> {
  const both = options.parts.length === 2
  const clashes = options.parts.includes('clashes')
    ? await measureClashes(options, (share, label) => progress(both ? share / 2 : share, label))
    : { rows: [], disagreements: 0 }
  const kept = options.parts.includes('energy')
    ? await measureEnergies(options, (share, label) => progress(both ? (1 + share) / 2 : share, label))
    : { energies: [], disagreements: 0 }
  await progress(1, 'done')
  return {
    experiment: 'protein',
    seed: options.seed,
    steps: options.steps,
    node: machineName(),
    rows: clashes.rows,
    energySteps: options.energySteps,
    energies: kept.energies,
    checks: [...checkClashes(clashes.rows), ...checkEnergies(kept.energies)],
    disagreements: clashes.disagreements + kept.disagreements,
    published: PUBLISHED,
  }
}

const WARM_UP = {
  residues: 100,
  steps: 4000,
  samples: { grid: 1000, 'grid-side': 2000, '1-obbtree': 100, 'k-obbtree': 100 },
  energySteps: 300,
}

async function measureClashes(
  options: ProteinOptions,
  progress: Progress,
): Promise<{ rows: ClashRow[]; disagreements: number }> {
  const data = options.generated ? undefined : dataFolder()
  await progress(0, 'backbones')
  const backbones = await Promise.all(options.residues.map((residues) => folded(residues, data)))
  const jobs = backbones.flatMap((backbone) => options.moves.map((moves) => ({ backbone, moves })))
  const rows: ClashRow[] = []
  let disagreements = 0
  // A throw-away trajectory first, so that the first backbone does not pay for the compiler.
  const warmUp = { ...options, ...WARM_UP, steps: Math.min(options.steps, WARM_UP.steps) }
  await runClashes(await folded(WARM_UP.residues, undefined), 'uniform', warmUp, () => undefined)
  for (const [k, { backbone, moves }] of jobs.entries()) {
    const result = await runClashes(backbone, moves, options, (share, label) =>
      progress((k + share) / jobs.length, label),
    )
    rows.push(...result.rows)
    disagreements += result.disagreements
  }
  return { rows, disagreements }
}

async function measureEnergies(
  { seed, energyResidues, energySteps }: ProteinOptions,
  progress: Progress,
): Promise<{ energies: EnergyRow[]; disagreements: number }> {
  const states: readonly EnergyState[] = ['folded', 'extended']
  const jobs = states.flatMap((state) => energyResidues.map((residues) => ({ residues, state })))
  const energies: EnergyRow[] = []
  let disagreements = 0
  const steps = Math.min(energySteps, WARM_UP.energySteps)
  for (const state of states) await runEnergy(WARM_UP.residues, state, { seed, steps }, () => undefined)
  for (const [k, { residues, state }] of jobs.entries()) {
    const result = await runEnergy(residues, state, { seed, steps: energySteps }, (share, label) =>
      progress((k + share) / jobs.length, label),
    )
    energies.push(...result.rows)
    disagreements += result.disagreements
  }
  return { energies, disagreements }
}
