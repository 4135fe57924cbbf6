// Whole steps of things that bend: how the work grows with n beside the discrete query on the frame at the end; sampling at 10 to 1,000 instants,
// what it misses and what it costs; and what passes through what in a melt of soft polymers and in knots, each passage confirmed.
import { type ChainMoveRow, looseChain, measureChainMoves } from './bend/chain-moves.js'
import { checkBend } from './bend/checks.js'
import { bendFindings } from './bend/findings.js'
import { type MeshStepRow, measureMeshStep } from './bend/mesh-steps.js'
import { BEND_PARTS, type BendOptions, readBendOptions } from './bend/options.js'
import { type KnotRow, type MeltRow, measureKnots, measureMelt, measureWalks, type WalkRow } from './bend/passages.js'
import { printBend } from './bend/print.js'
import {
  measureRopeStep,
  ROPE_SCENES,
  type RopeSceneName,
  type RopeStepCase,
  type RopeStepRow,
} from './bend/rope-steps.js'
import { chainSet } from './bend/sampled-chains.js'
import { clothSet, leavesSet } from './bend/sampled-cloth.js'
import { knotSet, meltSet, ropeSet } from './bend/sampled-ropes.js'
import { measureSampling, type SampledSet, type SamplingRow } from './bend/sampling.js'
import type { Experiment, Progress, RunControl } from './experiment.js'
import { type Check, type Job, part, runJobs } from './jobs.js'
import { machineName } from './machine.js'

export interface BendDocument {
  readonly experiment: 'bend'
  readonly node: string
  readonly ropes: readonly RopeStepRow[]
  readonly chains: readonly ChainMoveRow[]
  readonly cloth: readonly MeshStepRow[]
  readonly sampling: readonly SamplingRow[]
  readonly melts: readonly MeltRow[]
  readonly knots: readonly KnotRow[]
  readonly walks: readonly WalkRow[]
  readonly checks: readonly Check[]
}

export const bend: Experiment<BendOptions> = {
  name: 'bend',
  summary: 'whole steps of ropes, chains and cloth: growth with n, what sampling misses and costs, passages confirmed',
  paper: 'No paper: beside the figures of our prototype',
  options: [
    { flags: '--part <list>', description: `of ${BEND_PARTS.join(', ')}, separated by commas (default: all)` },
    {
      flags: '--n <list>',
      description: 'numbers of beads and links whose growth is measured (default: 1000,10000,100000)',
    },
    { flags: '--quick', description: 'small ropes, chains and sheets, up to 100 instants' },
  ],
  plan: readBendOptions,
  async run(options, progress, control) {
    const { complete, ...document } = await runBend(options, progress, control)
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printBend(document), good, findings: bendFindings(document), complete }
  },
}

export async function runBend(
  options: BendOptions,
  progress: Progress,
  control: RunControl = {},
): Promise<BendDocument & { readonly complete: boolean }> {
  const ropes: RopeStepRow[] = []
  const chains: ChainMoveRow[] = []
  const cloth: MeshStepRow[] = []
  const sampling: SamplingRow[] = []
  const melts: MeltRow[] = []
  const knots: KnotRow[] = []
  const walks: WalkRow[] = []
  const jobs: Job[] = []
  const add = <T>(name: string, weight: number, measure: () => T, take: (result: T) => void): void => {
    const told = async (tell: Progress): Promise<T> => {
      await tell(0, name)
      return measure()
    }
    jobs.push(part(name, weight, told, take))
  }
  if (options.parts.includes('growth')) {
    for (const one of ropeCases(options)) {
      const { scene, beads, motion, items, method } = one
      const name = `${scene} rope, ${beads} ${items}, ${motion}, ${method}`
      const rounds = beads > 20_000 ? 1 : 3
      add(
        name,
        (beads / 1000) * (scene === 'packed' && method === 'cages' ? 10 : 1),
        () => measureRopeStep(one, rounds, beads > 20_000 ? 0 : 2),
        (row) => ropes.push(row),
      )
    }
    for (const links of options.sizes) {
      const measure = (): ChainMoveRow[] => {
        const chain = looseChain(links)
        return options.chainMoves.map((one) => measureChainMoves(chain, one, options.moves))
      }
      add(`a chain of ${links}`, 10 + links / 1000, measure, (rows) => chains.push(...rows))
    }
    for (const triangles of options.triangles) {
      for (const one of options.cloth) {
        const rounds = one.slabs === 'auto' ? 3 : 1
        const name = `${one.scene} of ${triangles} triangles, ${one.angle} rad, ${one.slabs} slabs`
        add(
          name,
          triangles / 100,
          () => measureMeshStep(one, triangles, rounds),
          (row) => cloth.push(row),
        )
      }
    }
  }
  if (options.parts.includes('sampling')) {
    for (const [set, weight] of sampledSets(options)) {
      add(
        `sampling: ${set.kind}, ${set.scene}`,
        weight,
        () => measureSampling(set, options.instants),
        (rows) => sampling.push(...rows),
      )
    }
  }
  if (options.parts.includes('passages')) {
    for (const melt of options.melts) {
      add(
        `a melt of ${melt.chains} chains`,
        50,
        () => measureMelt(melt),
        (row) => melts.push(row),
      )
    }
    add('knots', 5, measureKnots, (rows) => knots.push(...rows))
    const { walks: count, beads, steps } = options.walks
    add(
      'closed walks',
      50,
      () => measureWalks(count, beads, steps),
      (row) => walks.push(row),
    )
  }
  const complete = await runJobs(jobs, progress, control)
  const measured = { ropes, chains, cloth, sampling, melts, knots, walks }
  return { experiment: 'bend', node: machineName(), ...measured, checks: checkBend(measured), complete }
}

function ropeCases({ sizes, motions }: BendOptions): RopeStepCase[] {
  const scenes = Object.keys(ROPE_SCENES) as RopeSceneName[]
  return sizes.flatMap((beads) =>
    scenes.flatMap((scene) =>
      motions.flatMap((motion) =>
        (['thin beads', 'strands'] as const).flatMap((items) =>
          (['cages', 'grid'] as const).map((method) => ({ scene, beads, motion, items, method })),
        ),
      ),
    ),
  )
}

/** Each with how long it takes beside the others. */
function sampledSets({ sampled }: BendOptions): (readonly [SampledSet, number])[] {
  const { beads, links, moves, triangles, leaves, frames, roll } = sampled
  return [
    [ropeSet('loose', beads, ['middle', 'turn 1'], 0.45), 50],
    [ropeSet('coil', beads, ['middle', 'turn 1'], 0.45), 50],
    [ropeSet('packed', beads, ['middle', 'turn 1'], 0.45), 100],
    [ropeSet('loose', beads, ['bend 1', 'bend 2'], 0.05), 50],
    [ropeSet('coil', beads, ['bend 2.5', 'bend 3'], 0.05), 50],
    [ropeSet('packed', beads, ['bend 1', 'bend 2'], 0.05), 50],
    [meltSet(frames, 0.01), 50],
    [meltSet(frames, 0.001), 50],
    [knotSet(0.01), 5],
    [chainSet(links, 0.1, moves), 20],
    [chainSet(links, 1, moves), 20],
    [chainSet(links, 2.5, moves), 20],
    [clothSet('wave', triangles, 0.4), 50],
    [clothSet('fold', triangles, 0.4), 50],
    [clothSet('gentle', triangles, 0.4), 50],
    ...(roll ? ([[clothSet('roll', 5000, 0.4), 200]] as const) : []),
    [leavesSet(triangles, leaves), 50],
  ]
}
