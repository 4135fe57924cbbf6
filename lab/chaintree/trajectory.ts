// One chain's trajectory: the ChainTree drives, the baselines are timed on the same states. A second ChainTree, with swept
// rectangles for volumes, walks along by its own answers.
//
// They take turns in bursts of consecutive steps: the ChainTrees walk one, then each baseline that is due walks the same one
// from the same start, by its own answers, which must be the ChainTree's. So each runs as it would alone, with its own data in the
// caches, and a slow spell of the machine still falls on all.
//
// What is timed: update (the change and whatever must be rebuilt for it), test, and undo when the test hit. What is
// not: handing the state over to a baseline, reading counters, comparing answers. The step is timed over whole bursts, two
// readings of the clock for each; every other burst is timed by phase instead, for the parts and the counts, and the cost of
// reading the clock is measured first and taken off.
import { type CompactStart, compactChain, torsionMoves } from '../../scenes/index.js'
import type { ChainVolume } from '../../src/chains/chain-arrays.js'
import { BrokenInvariantError, ChainTree } from '../../src/index.js'
import type { Baseline } from '../baselines/baseline.js'
import { createBaseline } from '../baselines/index.js'
import type { Progress } from '../experiment.js'
import type { Method, OwnMethod, SizePlan } from './options.js'

/** Milliseconds that reading the clock takes: the median of many readings in a row. */
const CLOCK_MS = ((): number => {
  const gaps = Float64Array.from({ length: 20_001 }, () => {
    const t = performance.now()
    return performance.now() - t
  })
  return gaps.sort()[10_000]!
})()

/** "Spheres of radius 1, spaced 4 apart" (section 5); the spacing is the scenes' default. */
const RADIUS = 1
/** Steps in a burst. */
const BURST = 50
const WARM_UP = { n: 1000, steps: 15_000, samples: { grid: 300, '1-obbtree': 60, 'k-obbtree': 60 } }

/** Means over the steps at which a method was timed. */
export interface Row {
  readonly n: number
  readonly method: Method
  /** Update + test + undo. */
  readonly stepMicros: number
  readonly updateMicros: number
  readonly testMicros: number
  /** Tests of boxes, or of swept rectangles, per query; null where the method has neither. */
  readonly boxTests: number | null
  readonly nodesUpdated: number
  /** Share of the steps without a collision. */
  readonly acceptance: number
  readonly bytesPerLink: number
  /** Steps at which it was timed. */
  readonly samples: number
}

export interface Walk {
  readonly seed: number
  readonly steps: number
  readonly start: CompactStart
}

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
    const chain = startChain(n, walk, method === 'chaintree' ? 'obb' : 'rss')
    return { method, chain, contender: new Contender(new ChainTreeWalker(chain)) }
  }
  const driver = build('chaintree')
  const swept = plan.methods.includes('chaintree-rss') ? build('chaintree-rss') : undefined
  const moves = torsionMoves(n, walk.seed, steps)
  const others = plan.methods
    .filter((method) => method !== 'chaintree' && method !== 'chaintree-rss')
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
    if (swept !== undefined) compare(swept.contender)
    for (const { baseline, contender } of due) {
      baseline.sync(positions!)
      compare(contender)
    }
    const pause = progress(from / steps, label)
    if (pause !== undefined) await pause
  }
  const rows = others.map(({ baseline, contender }) => contender.row(n, baseline.method, baseline.byteLength))
  for (const own of [swept, driver]) {
    if (own !== undefined && plan.methods.includes(own.method)) {
      rows.unshift(own.contender.row(n, own.method, own.chain.byteLength))
    }
  }
  return { rows, disagreements }
}

/** A compact chain that has been tested: the first query may skip nothing, and belongs to the building, not to the steps. */
export function startChain(n: number, walk: Walk, volume: ChainVolume): ChainTree {
  const chain = ChainTree.fromSpheres(compactChain(n, { start: walk.start }), RADIUS, { volume })
  if (chain.selfCollides()) throw new BrokenInvariantError(`the compact start of ${n} links collides with itself`)
  return chain
}

/** The bursts, evenly spread, that add up to `samples` of the steps. */
function spread(samples: number, steps: number): (step: number) => boolean {
  const [bursts, wanted] = [Math.ceil(steps / BURST), Math.ceil(samples / BURST)]
  return (step) => {
    const k = step / BURST
    return Math.floor(((k + 1) * wanted) / bursts) > Math.floor((k * wanted) / bursts)
  }
}

type Moves = ReturnType<typeof torsionMoves>

/** What walks a trajectory: a baseline, or the ChainTree. */
type Walker = Pick<Baseline, 'update' | 'test' | 'undo' | 'boxTests' | 'nodesUpdated'>

class ChainTreeWalker implements Walker {
  constructor(private readonly chain: ChainTree) {}

  update(joint: number, angle: number): void {
    this.chain.rotate(joint, angle)
  }

  test(): boolean {
    return this.chain.selfCollides()
  }

  undo(): void {
    this.chain.undo()
  }

  get boxTests(): number {
    return this.chain.stats.boxTests
  }

  get nodesUpdated(): number {
    return this.chain.stats.nodesUpdated
  }
}

/** A method, and what it took: by turns a burst is timed as a whole, or phase by phase with its counts. */
class Contender {
  private bursts = 0
  private steps = 0
  private free = 0
  private wholeSteps = 0
  private wholeMs = 0
  private phaseSteps = 0
  private updateMs = 0
  private testMs = 0
  private undoMs = 0
  private boxTests: number | null = 0
  private nodesUpdated = 0

  constructor(private readonly walker: Walker) {}

  /** Walks one burst and writes, for each step, 1 where it collided (and was undone). */
  walk(moves: Moves, from: number, to: number, answers: Uint8Array): void {
    if (this.bursts++ % 2 === 0) this.walkByPhase(moves, from, to, answers)
    else this.walkWhole(moves, from, to, answers)
    this.steps += to - from
    for (let s = 0; s < to - from; s++) if (answers[s] === 0) this.free++
  }

  private walkWhole({ joints, angles }: Moves, from: number, to: number, answers: Uint8Array): void {
    const { walker } = this
    const start = performance.now()
    for (let s = from; s < to; s++) {
      walker.update(joints[s]!, angles[s]!)
      const collides = walker.test()
      answers[s - from] = collides ? 1 : 0
      if (collides) walker.undo()
    }
    this.wholeMs += performance.now() - start
    this.wholeSteps += to - from
  }

  private walkByPhase({ joints, angles }: Moves, from: number, to: number, answers: Uint8Array): void {
    const { walker } = this
    for (let s = from; s < to; s++) {
      const t0 = performance.now()
      walker.update(joints[s]!, angles[s]!)
      const t1 = performance.now()
      const collides = walker.test()
      const t2 = performance.now()
      answers[s - from] = collides ? 1 : 0
      this.updateMs += Math.max(0, t1 - t0 - CLOCK_MS)
      this.testMs += Math.max(0, t2 - t1 - CLOCK_MS)
      // Read before undo, which is a change of its own.
      const { boxTests } = walker
      this.boxTests = boxTests === null || this.boxTests === null ? null : this.boxTests + boxTests
      this.nodesUpdated += walker.nodesUpdated
      if (!collides) continue
      const t3 = performance.now()
      walker.undo()
      this.undoMs += Math.max(0, performance.now() - t3 - CLOCK_MS)
    }
    this.phaseSteps += to - from
  }

  row(n: number, method: Method, bytes: number): Row {
    const mean = (sum: number, steps = this.phaseSteps): number => Number((sum / steps).toFixed(4))
    // A walk of a single burst has been timed by phase only.
    const step =
      this.wholeSteps > 0
        ? mean(1000 * this.wholeMs, this.wholeSteps)
        : mean(1000 * (this.updateMs + this.testMs + this.undoMs))
    return {
      n,
      method,
      stepMicros: step,
      updateMicros: mean(1000 * this.updateMs),
      testMicros: mean(1000 * this.testMs),
      boxTests: this.boxTests === null ? null : mean(this.boxTests),
      nodesUpdated: mean(this.nodesUpdated),
      acceptance: mean(this.free, this.steps),
      bytesPerLink: Number((bytes / n).toFixed(2)),
      samples: this.steps,
    }
  }
}
