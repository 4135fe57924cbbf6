// The ChainTree paper's second benchmark (2002, section 5: Figure 8 and Table 1 b): backbones of a small, a medium and a long
// protein from their folded state; each step turns one torsion, tests for self-collision, and takes the turn back on one.
//
// One interleaved run for each backbone and kind of moves: the ChainTree makes the trajectory, and at evenly spread steps every
// baseline gets the same state and does the same steps in its own way. Their answers are compared.
//
// And what the paper's authors built on it: energies of which only the terms are computed that a move changed, against cell lists.
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Job, part, runJobs } from './jobs.js'
import { dataFolder, machineName } from './machine.js'
import { folded, LENGTHS } from './protein/backbones.js'
import { type Check, checkClashes, checkEnergies } from './protein/checks.js'
import { type ClashRow, runClashes } from './protein/clashes.js'
import { type EnergyRow, type EnergyState, runEnergy } from './protein/energy.js'
import { findProtein } from './protein/findings.js'
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
  async run(options, progress, control) {
    const { document, complete } = await runProtein(options, progress, control)
    return {
      document,
      text: printDocument(document),
      good: isRight(document),
      findings: findProtein(document),
      complete,
    }
  },
}

/** Every answer agreed with every baseline's, and what must hold does. */
function isRight({ disagreements, checks }: ProteinDocument): boolean {
  return disagreements === 0 && checks.every(({ holds }) => holds)
}

export async function runProtein(
  options: ProteinOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<{ document: ProteinDocument; complete: boolean }> {
  const rows: ClashRow[] = []
  const energies: EnergyRow[] = []
  let disagreements = 0
  const jobs = [
    ...(options.parts.includes('clashes')
      ? clashJobs(options, (found) => {
          rows.push(...found.rows)
          disagreements += found.disagreements
        })
      : []),
    ...(options.parts.includes('energy')
      ? energyJobs(options, (found) => {
          energies.push(...found.rows)
          disagreements += found.disagreements
        })
      : []),
  ]
  const complete = await runJobs(jobs, progress, control)
  const document: ProteinDocument = {
    experiment: 'protein',
    seed: options.seed,
    steps: options.steps,
    node: machineName(),
    rows,
    energySteps: options.energySteps,
    energies,
    checks: [...checkClashes(rows), ...checkEnergies(energies)],
    disagreements,
    published: PUBLISHED,
  }
  return { document, complete }
}

const WARM_UP = {
  residues: 100,
  steps: 4000,
  samples: { grid: 1000, 'grid-side': 2000, '1-obbtree': 100, 'k-obbtree': 100, 'k-obbtree-1': 100 },
  energySteps: 300,
}

/** Something to be thrown away before the first of some parts that is run: that one must not pay for the compiler. */
function beforeFirst(warmUp: () => Promise<unknown>): () => Promise<void> {
  let isWarm = false
  return async () => {
    if (isWarm) return
    isWarm = true
    await warmUp()
  }
}

function clashJobs(options: ProteinOptions, take: (found: Awaited<ReturnType<typeof runClashes>>) => void): Job[] {
  const data = options.generated ? undefined : dataFolder()
  const warm = beforeFirst(async () => {
    const short = { ...options, ...WARM_UP, steps: Math.min(options.steps, WARM_UP.steps) }
    return runClashes(await folded(WARM_UP.residues, undefined), 'uniform', short, () => undefined)
  })
  return options.residues.flatMap((residues) =>
    options.moves.map((moves) =>
      part(
        `clashes: ${residues} residues${data === undefined ? ', generated' : ''}, ${moves}`,
        1,
        async (p) => {
          await warm()
          return runClashes(await folded(residues, data), moves, options, p)
        },
        take,
      ),
    ),
  )
}

function energyJobs(
  { seed, energyResidues, energySteps }: ProteinOptions,
  take: (found: Awaited<ReturnType<typeof runEnergy>>) => void,
): Job[] {
  const states: readonly EnergyState[] = ['folded', 'extended']
  const steps = Math.min(energySteps, WARM_UP.energySteps)
  const warm = beforeFirst(async () => {
    for (const state of states) await runEnergy(WARM_UP.residues, state, { seed, steps }, () => undefined)
  })
  return states.flatMap((state) =>
    energyResidues.map((residues) =>
      part(
        `energy: ${residues} residues, ${state}`,
        1,
        async (p) => {
          await warm()
          return runEnergy(residues, state, { seed, steps: energySteps }, p)
        },
        take,
      ),
    ),
  )
}
