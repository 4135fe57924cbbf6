// One chain's trajectory: the ChainTree drives, the baselines are timed on the same states.
//
// They take turns in bursts of consecutive steps: the ChainTree walks one, then each baseline that is due walks the same one
// from the same start, by its own answers, which must be the ChainTree's. So each runs as it would alone, with its own data in the
// caches, and a slow spell of the machine still falls on all.
//
// What is timed: update (the change and whatever must be rebuilt for it), test, and undo when the test hit. What is
// not: handing the state over to a baseline, reading counters, comparing answers, and the clock itself: what reading it
// costs is measured first and taken off each of the three, for every method alike.
import { type CompactStart, compactChain, torsionMoves } from '../../scenes/index.js'
import { BrokenInvariantError, ChainTree } from '../../src/index.js'
import type { Baseline } from '../baselines/baseline.js'
import { createBaseline } from '../baselines/index.js'
import type { Progress } from '../experiment.js'
import type { Method, SizePlan } from './options.js'

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
const BURST = 25
const WARM_UP = { n: 1000, steps: 15_000, samples: { grid: 300, '1-obbtree': 60, 'k-obbtree': 60 } }

/** Means over the steps at which a method was timed. */
export interface Row {
  readonly n: number
  readonly method: Method
  /** Update + test + undo. */
  readonly stepMicros: number
  readonly updateMicros: number
  readonly testMicros: number
  /** Per query; null where the method has no boxes. */
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
  const plan: SizePlan = { ...WARM_UP, methods, expectedMicros: 0 }
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
  const chain = ChainTree.fromSpheres(compactChain(n, { start: walk.start }), RADIUS)
  // The first query may skip nothing; it belongs to the building, not to the steps.
  if (chain.selfCollides()) throw new BrokenInvariantError(`the compact start of ${n} links collides with itself`)
  const { joints, angles } = torsionMoves(n, walk.seed, steps)
  const own = new Tally()
  const others = plan.methods
    .filter((method) => method !== 'chaintree')
    .map((method) => new Contender(createBaseline(method, n, RADIUS), Math.min(steps, plan.samples[method]), steps))

  let disagreements = 0
  const answers = new Uint8Array(BURST)
  for (let from = 0; from < steps; from += BURST) {
    const to = Math.min(steps, from + BURST)
    const due = others.filter((other) => other.isDue(from))
    const positions = due.length > 0 ? chain.positions() : undefined
    for (let s = from; s < to; s++) answers[s - from] = chainTreeStep(chain, joints[s]!, angles[s]!, own) ? 1 : 0
    for (const other of due) {
      other.baseline.sync(positions!)
      for (let s = from; s < to; s++) {
        if ((other.step(joints[s]!, angles[s]!) ? 1 : 0) !== answers[s - from]) disagreements++
      }
    }
    const pause = progress(from / steps, label)
    if (pause !== undefined) await pause
  }
  const rows = others.map((other) => other.tally.row(n, other.baseline.method, other.baseline.byteLength))
  if (plan.methods.includes('chaintree')) rows.unshift(own.row(n, 'chaintree', chain.byteLength))
  return { rows, disagreements }
}

function chainTreeStep(chain: ChainTree, joint: number, angle: number, tally: Tally): boolean {
  const t0 = performance.now()
  chain.rotate(joint, angle)
  const t1 = performance.now()
  const collides = chain.selfCollides()
  const t2 = performance.now()
  // Read before undo, which is a change of its own.
  const { boxTests, nodesUpdated } = chain.stats
  const t3 = performance.now()
  if (collides) chain.undo()
  tally.add(t1 - t0, t2 - t1, performance.now() - t3, collides, boxTests, nodesUpdated)
  return collides
}

/** A baseline, the steps at which its turn comes, and what it took. */
class Contender {
  readonly baseline: Baseline
  readonly tally = new Tally()
  private readonly samples: number
  private readonly steps: number

  constructor(baseline: Baseline, samples: number, steps: number) {
    this.baseline = baseline
    this.samples = samples
    this.steps = steps
  }

  /** Whether the burst that starts at this step is one of those, evenly spread, that add up to `samples` steps. */
  isDue(step: number): boolean {
    const { samples, steps } = this
    const [bursts, wanted] = [Math.ceil(steps / BURST), Math.ceil(samples / BURST)]
    const k = step / BURST
    return Math.floor(((k + 1) * wanted) / bursts) > Math.floor((k * wanted) / bursts)
  }

  step(joint: number, angle: number): boolean {
    const { baseline } = this
    const t0 = performance.now()
    baseline.update(joint, angle)
    const t1 = performance.now()
    const collides = baseline.test()
    const t2 = performance.now()
    if (collides) baseline.undo()
    const t3 = performance.now()
    this.tally.add(t1 - t0, t2 - t1, t3 - t2, collides, baseline.boxTests, baseline.nodesUpdated)
    return collides
  }
}

class Tally {
  private steps = 0
  private updateMs = 0
  private testMs = 0
  private undoMs = 0
  private free = 0
  private boxTests: number | null = 0
  private nodesUpdated = 0

  add(updateMs: number, testMs: number, undoMs: number, collides: boolean, boxes: number | null, nodes: number): void {
    this.steps++
    this.updateMs += Math.max(0, updateMs - CLOCK_MS)
    this.testMs += Math.max(0, testMs - CLOCK_MS)
    // Nothing was undone where nothing collided.
    if (collides) this.undoMs += Math.max(0, undoMs - CLOCK_MS)
    if (!collides) this.free++
    this.boxTests = boxes === null || this.boxTests === null ? null : this.boxTests + boxes
    this.nodesUpdated += nodes
  }

  row(n: number, method: Method, bytes: number): Row {
    const mean = (sum: number): number => Number((sum / this.steps).toFixed(4))
    return {
      n,
      method,
      stepMicros: mean(1000 * (this.updateMs + this.testMs + this.undoMs)),
      updateMicros: mean(1000 * this.updateMs),
      testMicros: mean(1000 * this.testMs),
      boxTests: this.boxTests === null ? null : mean(this.boxTests),
      nodesUpdated: mean(this.nodesUpdated),
      acceptance: mean(this.free),
      bytesPerLink: Number((bytes / n).toFixed(2)),
      samples: this.steps,
    }
  }
}
