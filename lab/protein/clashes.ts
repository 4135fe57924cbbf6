// One backbone's trajectory: the ChainTree drives, the baselines are timed on the same states (as in chaintree/trajectory.ts; how
// steps are timed: contender.ts). They take turns in bursts, and their answers must be the ChainTree's.
import { backboneMoves } from '../../scenes/index.js'
import { BrokenInvariantError, ChainTree } from '../../src/entries/chains.js'
import { createBaseline } from '../baselines/index.js'
import { OWN_METHODS } from '../chaintree/options.js'
import { BURST, ChainTreeWalker, Contender, type StepRow, spread } from '../contender.js'
import type { Progress } from '../experiment.js'
import { processorMs } from '../machine.js'
import type { Backbone } from './backbones.js'
import { isBaseline, type Method, MOVES, type MoveKind, type ProteinOptions } from './options.js'

/**
 * Atoms as spheres of 1.6 Å, and pairs up to four bonds apart not compared: as large as leaves folded structures free of
 * clashes. (The paper gives neither.)
 */
export const RADIUS = 1.6
export const NEIGHBOURS = 4

/** As for `chaintree`; n is the number of atoms. */
export interface ClashRow extends StepRow<Method> {
  readonly protein: string
  readonly residues: number
  readonly moves: MoveKind
}

export async function runClashes(
  backbone: Backbone,
  moves: MoveKind,
  options: Pick<ProteinOptions, 'seed' | 'steps' | 'methods' | 'samples'>,
  progress: Progress,
): Promise<{ rows: ClashRow[]; disagreements: number }> {
  const { protein, residues, centres } = backbone
  const { steps, methods, samples } = options
  const n = 3 * residues
  const build = (method: 'chaintree' | 'chaintree-paper') => {
    const chain = ChainTree.fromSpheres(centres, RADIUS, { ...OWN_METHODS[method], neighbours: NEIGHBOURS })
    // The first query may skip nothing, and belongs to the building.
    if (chain.selfCollides()) throw new BrokenInvariantError(`the folded backbone of ${protein} collides with itself`)
    return { method, chain, contender: new Contender(new ChainTreeWalker(chain), processorMs) }
  }
  const driver = build('chaintree')
  const asPublished = methods.includes('chaintree-paper') ? [build('chaintree-paper')] : []
  const turns = backboneMoves(residues, options.seed, steps, MOVES[moves])
  const others = methods.filter(isBaseline).map((method) => {
    const baseline = createBaseline(method, n, RADIUS, NEIGHBOURS)
    return {
      baseline,
      contender: new Contender(baseline, processorMs),
      isDue: spread(Math.min(steps, samples[method]), steps),
    }
  })
  let disagreements = 0
  const answers = new Uint8Array(BURST)
  const theirs = new Uint8Array(BURST)
  for (let from = 0; from < steps; from += BURST) {
    const to = Math.min(steps, from + BURST)
    const due = others.filter((other) => other.isDue(from))
    const positions = due.length > 0 ? driver.chain.positions() : undefined
    driver.contender.walk(turns, from, to, answers)
    const compare = (contender: Contender): void => {
      contender.walk(turns, from, to, theirs)
      for (let s = 0; s < to - from; s++) if (theirs[s] !== answers[s]) disagreements++
    }
    for (const { contender } of asPublished) compare(contender)
    for (const { baseline, contender } of due) {
      baseline.sync(positions!)
      compare(contender)
    }
    const pause = progress(from / steps, `${protein}, ${moves} moves`)
    if (pause !== undefined) await pause
  }
  const about = { protein, residues, moves }
  const own = [driver, ...asPublished]
    .filter(({ method }) => methods.includes(method))
    .map(({ method, chain, contender }) => ({ ...about, ...contender.row(n, method, chain.byteLength) }))
  const rows = others.map(({ baseline, contender }) => ({
    ...about,
    ...contender.row(n, baseline.method, baseline.byteLength),
  }))
  return { rows: [...own, ...rows], disagreements }
}
