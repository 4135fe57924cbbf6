// The ChainTree paper's section 5 (2002): chains of spheres of radius 1, spaced 4
// apart, from a compact start; each step turns one bond and tests for self-collision, and takes the turn back on a
// collision. Plus the worst cases of its section 4.
//
// One interleaved run for each size: the ChainTree makes the trajectory, and at evenly spread steps every baseline
// gets the same state and does the same step in its own way. Their answers are compared each time. A second ChainTree with
// swept rectangles instead of boxes (section 6.3) walks along, and both are asked about distances.
import { type ChainTreeOptions, readOptions } from './chaintree/options.js'
import { printDocument } from './chaintree/print.js'
import { PUBLISHED, type Published } from './chaintree/published.js'
import { type Row, runTrajectory, warmUp } from './chaintree/trajectory.js'
import { measureVolumes, type VolumeRow } from './chaintree/volumes.js'
import { fitExponents, measureWorstCases, type WorstCase } from './chaintree/worst-cases.js'
import type { Experiment, Progress } from './experiment.js'
import { FindingLists } from './findings.js'
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
      description:
        'of chaintree, chaintree-rss, grid, 1-obbtree, k-obbtree (default: all up to 10,000 links, the first two above)',
    },
    { flags: '--start <shape>', description: 'serpentine or hilbert (default: serpentine)' },
    { flags: '--quick', description: 'no chain above 100,000 links, fewer steps of the baselines timed' },
  ],
  plan: readOptions,
  async run(options, progress) {
    const document = await runChainTree(options, progress)
    const good = isRight(document)
    return { document, text: printDocument(document), good, findings: new FindingLists(), complete: true }
  },
}

/** Every answer agreed with every baseline's, and no pair of the worst cases was called touching. */
function isRight({ disagreements, worstCases }: ChainTreeDocument): boolean {
  return disagreements === 0 && worstCases.every(({ pairs }) => pairs === 0)
}

export async function runChainTree(options: ChainTreeOptions, progress: Progress): Promise<ChainTreeDocument> {
  const { seed, steps, start } = options
  const costs = options.sizes.map((size) => size.expectedMicros)
  const whole = costs.reduce((sum, cost) => sum + cost, options.worstCases.expectedMicros)
  let done = 0
  const within = (cost: number) => (share: number, label: string) => progress((done + share * cost) / whole, label)

  await progress(0, 'warming up')
  await warmUp([...new Set(options.sizes.flatMap((size) => size.methods))], { seed, steps, start })
  const rows: Row[] = []
  const volumes: VolumeRow[] = []
  let disagreements = 0
  for (const [i, size] of options.sizes.entries()) {
    const walk = { seed, steps, start }
    const result = await runTrajectory(size, walk, (share, label) => within(costs[i]!)(0.8 * share, label))
    rows.push(...result.rows)
    const asked = await measureVolumes(size, walk, (share, label) => within(costs[i]!)(0.8 + 0.2 * share, label))
    volumes.push(...asked.rows)
    disagreements += result.disagreements + asked.disagreements
    done += costs[i]!
  }
  const worstCases = await measureWorstCases(options.worstCases, within(options.worstCases.expectedMicros))
  await progress(1, 'done')
  return {
    experiment: 'chaintree',
    seed,
    steps,
    start,
    node: machineName(),
    rows,
    volumes,
    worstCases,
    exponents: fitExponents(worstCases),
    disagreements,
    published: PUBLISHED,
  }
}
