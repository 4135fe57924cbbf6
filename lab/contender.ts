// What walks a trajectory of torsions, and what that took. Shared by the experiments that compare ways of doing the same steps.
//
// What is timed: update (the change and whatever must be rebuilt for it), test, and undo when the test hit. What is
// not: handing the state over to a baseline, reading counters, comparing answers. The step is timed over whole bursts, two
// readings of the clock for each; every other burst is timed by phase instead, for the parts and the counts, and the cost of
// reading the clock is measured first and taken off. Of the phases only the shares are used, medians over the bursts: what
// interrupts one of them would otherwise be many times its length.
import type { TorsionMoves } from '../scenes/index.js'
import type { ChainTree } from '../src/index.js'
import type { Baseline } from './baselines/baseline.js'

/** Milliseconds that reading the clock takes: the median of many readings in a row. */
const CLOCK_MS = ((): number => {
  const gaps = Float64Array.from({ length: 20_001 }, () => {
    const t = performance.now()
    return performance.now() - t
  })
  return gaps.sort()[10_000]!
})()

/** Steps in a burst. */
export const BURST = 50

/** Means over the steps at which a method was timed. */
export interface StepRow<Method extends string> {
  readonly n: number
  readonly method: Method
  /** Update + test + undo; the first two's parts of it. */
  readonly stepMicros: number
  readonly updateMicros: number
  readonly testMicros: number
  /** Tests of boxes, or of swept rectangles, per query; null where the method has neither. */
  readonly volumeTests: number | null
  /** Distances of links per query; null where the method does not count them. */
  readonly leafTests: number | null
  readonly nodesUpdated: number
  /** Share of the steps without a collision. */
  readonly acceptance: number
  readonly bytesPerLink: number
  /** Steps at which it was timed. */
  readonly samples: number
}

/** The bursts, evenly spread, that add up to `samples` of the steps. */
export function spread(samples: number, steps: number): (step: number) => boolean {
  const [bursts, wanted] = [Math.ceil(steps / BURST), Math.ceil(samples / BURST)]
  return (step) => {
    const k = step / BURST
    return Math.floor(((k + 1) * wanted) / bursts) > Math.floor((k * wanted) / bursts)
  }
}

/** What walks a trajectory: a baseline, or the ChainTree. */
export interface Walker extends Pick<Baseline, 'update' | 'test' | 'undo' | 'volumeTests' | 'nodesUpdated'> {
  /** Distances of links that the last `test` computed, where they are counted. */
  readonly leafTests?: number
  /** Update, test, and undo where it hit, in one call, where there is one: has it hit? */
  step?(joint: number, angle: number): boolean
}

export class ChainTreeWalker implements Walker {
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

  step(joint: number, angle: number): boolean {
    return !this.chain.tryRotate(joint, angle)
  }

  get volumeTests(): number {
    return this.chain.stats.volumeTests
  }

  get leafTests(): number {
    return this.chain.stats.leafTests
  }

  get nodesUpdated(): number {
    return this.chain.stats.nodesUpdated
  }
}

/** A method, and what it took: by turns a burst is timed as a whole, or phase by phase with its counts. */
export class Contender {
  private bursts = 0
  private steps = 0
  private free = 0
  private wholeSteps = 0
  private wholeMs = 0
  private phaseSteps = 0
  /** Of each burst that was timed by phase: update, test, undo. */
  private readonly phases: [number, number, number][] = []
  private volumeTests: number | null = 0
  private leafTests: number | null = 0
  private nodesUpdated = 0

  /** `now`: milliseconds, for whole bursts. */
  constructor(
    private readonly walker: Walker,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Walks one burst and writes, for each step, 1 where it collided (and was undone). */
  walk(moves: TorsionMoves, from: number, to: number, answers: Uint8Array): void {
    if (this.bursts++ % 2 === 0) this.walkByPhase(moves, from, to, answers)
    else this.walkWhole(moves, from, to, answers)
    this.steps += to - from
    for (let s = 0; s < to - from; s++) if (answers[s] === 0) this.free++
  }

  private walkWhole({ joints, angles }: TorsionMoves, from: number, to: number, answers: Uint8Array): void {
    const { walker, now } = this
    const start = now()
    if (walker.step !== undefined) {
      for (let s = from; s < to; s++) answers[s - from] = walker.step(joints[s]!, angles[s]!) ? 1 : 0
    } else {
      for (let s = from; s < to; s++) {
        walker.update(joints[s]!, angles[s]!)
        const collides = walker.test()
        answers[s - from] = collides ? 1 : 0
        if (collides) walker.undo()
      }
    }
    this.wholeMs += now() - start
    this.wholeSteps += to - from
  }

  private walkByPhase({ joints, angles }: TorsionMoves, from: number, to: number, answers: Uint8Array): void {
    const { walker } = this
    let [updateMs, testMs, undoMs] = [0, 0, 0]
    for (let s = from; s < to; s++) {
      const t0 = performance.now()
      walker.update(joints[s]!, angles[s]!)
      const t1 = performance.now()
      const collides = walker.test()
      const t2 = performance.now()
      answers[s - from] = collides ? 1 : 0
      updateMs += Math.max(0, t1 - t0 - CLOCK_MS)
      testMs += Math.max(0, t2 - t1 - CLOCK_MS)
      // Read before undo, which is a change of its own.
      const { volumeTests, leafTests } = walker
      this.volumeTests = volumeTests === null || this.volumeTests === null ? null : this.volumeTests + volumeTests
      this.leafTests = leafTests === undefined || this.leafTests === null ? null : this.leafTests + leafTests
      this.nodesUpdated += walker.nodesUpdated
      if (!collides) continue
      const t3 = performance.now()
      walker.undo()
      undoMs += Math.max(0, performance.now() - t3 - CLOCK_MS)
    }
    this.phaseSteps += to - from
    this.phases.push([updateMs, testMs, undoMs].map((ms) => ms / (to - from)) as [number, number, number])
  }

  row<Method extends string>(n: number, method: Method, bytes: number): StepRow<Method> {
    const mean = (sum: number, steps = this.phaseSteps): number => Number((sum / steps).toFixed(4))
    const [update, test, undo] = [0, 1, 2].map((k) => median(this.phases.map((phase) => phase[k]!)))
    const phases = update! + test! + undo!
    // A walk of a single burst has been timed by phase only.
    const step = this.wholeSteps > 0 ? mean(1000 * this.wholeMs, this.wholeSteps) : mean(1000 * phases, 1)
    const part = (ms: number): number => (phases > 0 ? mean((step * ms) / phases, 1) : 0)
    return {
      n,
      method,
      stepMicros: step,
      updateMicros: part(update!),
      testMicros: part(test!),
      volumeTests: this.volumeTests === null ? null : mean(this.volumeTests),
      leafTests: this.leafTests === null ? null : mean(this.leafTests),
      nodesUpdated: mean(this.nodesUpdated),
      acceptance: mean(this.free, this.steps),
      bytesPerLink: Number((bytes / n).toFixed(2)),
      samples: this.steps,
    }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
