// The ChainTree paper's section 5 (2002): chains of spheres of radius 1, spaced 4
// apart, from a compact start; each step turns one bond and tests for self-collision, and takes the turn back on a
// collision. Plus the worst cases of its section 4.
//
// One interleaved run for each size: the ChainTree makes the trajectory, and at evenly spread steps every baseline
// gets the same state and does the same step in its own way. Their answers are compared each time. Other ChainTrees walk along:
// with swept rectangles (section 6.3), which are asked about distances too, as published, and with tight boxes (section 6.1).
import { chainTreeFindings } from './chaintree/findings.js'
import { type ChainTreeOptions, METHODS, readOptions } from './chaintree/options.js'
import { printDocument } from './chaintree/print.js'
import { PUBLISHED, type Published } from './chaintree/published.js'
import { type Row, runTrajectory, warmUp } from './chaintree/trajectory.js'
import { measureVolumes, type VolumeRow } from './chaintree/volumes.js'
import {
  type Corrupted,
  corruptTree,
  fitExponents,
  measureWorstCases,
  type WorstCase,
} from './chaintree/worst-cases.js'
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Job, part, runJobs } from './jobs.js'
import { machineName } from './machine.js'

export interface ChainTreeDocument {
  readonly experiment: 'chaintree'
  readonly seed: number
  readonly steps: number
  readonly start: string
  readonly node: string
  readonly rows: readonly Row[]
  /** Boxes beside swept rectangles, both in plain TypeScript. */
  readonly volumes: readonly VolumeRow[]
  readonly worstCases: readonly WorstCase[]
  readonly corrupted: readonly Corrupted[]
  /** Fitted exponent of box tests against n, by worst case. */
  readonly exponents: Readonly<Record<string, number>>
  /** Steps at which another method and the ChainTree answered differently. Anything but 0 is a bug in one of them. */
  readonly disagreements: number
  readonly published: readonly Published[]
}

export const chaintree: Experiment<ChainTreeOptions> = {
  name: 'chaintree',
  summary: 'self-collision along a random walk of torsions, against grids and OBB trees rebuilt at each step',
  paper: 'Efficient Maintenance and Self-Collision Testing for Kinematic Chains, SoCG 2002',
  options: [
    { flags: '--n <list>', description: 'numbers of links, separated by commas (default: 1,000 to 1,000,000)' },
    { flags: '--steps <count>', description: 'steps of each trajectory (default: 20000, as in the paper)' },
    { flags: '--seed <number>', description: 'seed of the moves (default: 1)' },
    {
      flags: '--methods <list>',
      description: `of ${METHODS.join(', ')} (default: all up to 10,000 links, the first two above)`,
    },
    { flags: '--start <shape>', description: 'serpentine or hilbert (default: serpentine)' },
    { flags: '--quick', description: '5,000 steps, no chain above 100,000 links, fewer steps of the baselines timed' },
  ],
  plan: readOptions,
  async run(options, progress, control) {
    const { complete, ...document } = await runChainTree(options, progress, control)
    const findings = chainTreeFindings(document)
    return { document, text: printDocument(document), good: isRight(document), findings, complete }
  },
}

/** Every answer agreed with every baseline's, and no pair of the worst cases was called touching. */
function isRight({ disagreements, worstCases }: ChainTreeDocument): boolean {
  return disagreements === 0 && worstCases.every(({ pairs }) => pairs === 0)
}

export async function runChainTree(
  options: ChainTreeOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<ChainTreeDocument & { readonly complete: boolean }> {
  const { seed, steps, start } = options
  const walk = { seed, steps, start }
  const rows: Row[] = []
  const volumes: VolumeRow[] = []
  const worstCases: WorstCase[] = []
  const corrupted: Corrupted[] = []
  let disagreements = 0
  const jobs: Job[] = options.sizes.flatMap((size) => [
    part(
      `${size.n} links`,
      0.8 * size.expectedMicros,
      (tell) => runTrajectory(size, walk, tell),
      (result) => {
        rows.push(...result.rows)
        disagreements += result.disagreements
      },
    ),
    part(
      `${size.n} links: volumes`,
      0.2 * size.expectedMicros,
      (tell) => measureVolumes(size, walk, tell),
      (result) => {
        volumes.push(...result.rows)
        disagreements += result.disagreements
      },
    ),
  ])
  const { worstCases: worst } = options
  jobs.push(
    part(
      'worst cases',
      worst.expectedMicros,
      (tell) => measureWorstCases(worst, tell),
      (result) => worstCases.push(...result),
    ),
    part(
      'Figure 4',
      worst.expectedMicros / 4,
      () => worst.figure4.map(corruptTree),
      (result) => corrupted.push(...result),
    ),
  )
  await progress(0, 'warming up')
  await warmUp([...new Set(options.sizes.flatMap((size) => size.methods))], walk)
  const complete = await runJobs(jobs, progress, control)
  return {
    experiment: 'chaintree',
    seed,
    steps,
    start,
    node: machineName(),
    rows,
    volumes,
    worstCases,
    corrupted,
    exponents: fitExponents(worstCases),
    disagreements,
    published: PUBLISHED,
    complete,
  }
}
