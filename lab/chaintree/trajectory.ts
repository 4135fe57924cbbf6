// One chain's trajectory: the ChainTree drives, the baselines are timed on the same states. Other ChainTrees, with other
// volumes, walk along by their own answers.
//
// They take turns in bursts of consecutive steps: the ChainTrees walk one, then each baseline that is due walks the same one
// from the same start, by its own answers, which must be the ChainTree's. So each runs as it would alone, with its own data in the
// caches, and a slow spell of the machine still falls on all.
// How steps are timed: contender.ts.
import { type CompactStart, compactChain, torsionMoves } from '../../scenes/index.js'
import { BrokenInvariantError, type ChainOptions, ChainTree } from '../../src/entries/chains.js'
import { createBaseline } from '../baselines/index.js'
import { BURST, ChainTreeWalker, Contender, type StepRow, spread } from '../contender.js'
import type { Progress } from '../experiment.js'
import { isOwn, type Method, OWN_METHODS, type OwnMethod, type SizePlan } from './options.js'

/** "Spheres of radius 1, spaced 4 apart" (section 5); the spacing is the scenes' default. */
const RADIUS = 1
const WARM_UP = { n: 1000, steps: 15_000, samples: { grid: 300, '1-obbtree': 60, 'k-obbtree': 60, 'k-obbtree-1': 60 } }

export interface Walk {
  readonly seed: number
  readonly steps: number
  readonly start: CompactStart
}

export type Row = StepRow<Method>

/** Walks a throw-away chain with every method first, so that the first size does not pay for the compiler. */
export async function warmUp(methods: readonly Method[], walk: Walk): Promise<void> {
  const plan: SizePlan = { ...WARM_UP, methods, questions: 0, expectedMicros: 0 }
  await runTrajectory(plan, { ...walk, seed: 0, steps: Math.min(walk.steps, WARM_UP.steps) }, () => undefined)
}

export async function runTrajectory(
  plan: SizePlan,
  walk: Walk,
  progress: Progress,
): Promise<{ rows: Row[]; disagreements: number }> {
  const { n } = plan
  const { steps } = walk
  const label = `${n.toLocaleString('en')} links`
  await progress(0, `${label}: building`)
  const build = (method: OwnMethod): { method: OwnMethod; chain: ChainTree; contender: Contender } => {
    const chain = startChain(n, walk, OWN_METHODS[method])
    return { method, chain, contender: new Contender(new ChainTreeWalker(chain)) }
  }
  const driver = build('chaintree')
  const variants = plan.methods
    .filter(isOwn)
    .filter((method) => method !== 'chaintree')
    .map(build)
  const moves = torsionMoves(n, walk.seed, steps)
  const others = plan.methods
    .filter((method) => !isOwn(method))
    .map((method) => {
      const baseline = createBaseline(method, n, RADIUS)
      return {
        baseline,
        contender: new Contender(baseline),
        isDue: spread(Math.min(steps, plan.samples[method]), steps),
      }
    })

  let disagreements = 0
  const answers = new Uint8Array(BURST)
  const theirs = new Uint8Array(BURST)
  for (let from = 0; from < steps; from += BURST) {
    const to = Math.min(steps, from + BURST)
    const due = others.filter((other) => other.isDue(from))
    const positions = due.length > 0 ? driver.chain.positions() : undefined
    driver.contender.walk(moves, from, to, answers)
    const compare = (contender: Contender): void => {
      contender.walk(moves, from, to, theirs)
      for (let s = 0; s < to - from; s++) if (theirs[s] !== answers[s]) disagreements++
    }
    for (const { contender } of variants) compare(contender)
    for (const { baseline, contender } of due) {
      baseline.sync(positions!)
      compare(contender)
    }
    const pause = progress(from / steps, label)
    if (pause !== undefined) await pause
  }
  const rows = others.map(({ baseline, contender }): Row => contender.row(n, baseline.method, baseline.byteLength))
  const own = [driver, ...variants].filter(({ method }) => plan.methods.includes(method))
  return {
    rows: [...own.map(({ method, chain, contender }) => contender.row(n, method, chain.byteLength)), ...rows],
    disagreements,
  }
}

/** A compact chain that has been tested: the first query may skip nothing, and belongs to the building, not to the steps. */
export function startChain(n: number, walk: Walk, options: ChainOptions): ChainTree {
  const chain = ChainTree.fromSpheres(compactChain(n, { start: walk.start }), RADIUS, options)
  if (chain.selfCollides()) throw new BrokenInvariantError(`the compact start of ${n} links collides with itself`)
  return chain
}
