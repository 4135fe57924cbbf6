// Samples an edge before it is proved: its end, then its inside in the order of bisection, so that a contact is found soon
// wherever it is. Where proofs refute edges that it let pass, it samples more densely. It finds most collisions at a fraction of
// the cost of a proof, and proves nothing.
import type { PlanCounts, PlannerInput } from './plan-problem.js'

/**
 * With every edge that passed the samples and that a proof refuted, steps become shorter by this part of the first; up to this
 * many times.
 */
const SHARPER = 0.25
const SHARPEST = 8

/** A caller may want very small steps: beyond this many, the order is worked out as they are made. */
const MOST_IN_TABLE = 1024

/** Then, between two readings of the clock. */
const TESTS_AT_ONCE = 256

interface SampleCounts {
  readonly counts: Pick<PlanCounts, 'edgesSampled' | 'edgesRefuted'>
}

export class EdgeSampler {
  private readonly q: Float64Array
  /** By number of steps: the order in which those inside are tested. */
  private readonly orders: (Int32Array | undefined)[] = []

  constructor(
    private readonly input: Pick<PlannerInput, 'space' | 'isFree' | 'isStopped'> & SampleCounts,
    private readonly resolution: number,
  ) {
    this.q = new Float64Array(input.space.dof)
  }

  /** Nothing seen on the edge from a, which is free, to b. `length` is their distance; `coarser` lengthens the steps. */
  isFree(a: Float64Array, b: Float64Array, length: number, endKnown = false, coarser = 1): boolean {
    const { input, q } = this
    input.counts.edgesSampled++
    if (!endKnown && !input.isFree(b)) return false
    const times = Math.min(SHARPEST, 1 + SHARPER * input.counts.edgesRefuted)
    const steps = Math.ceil((length * times) / (this.resolution * coarser))
    if (steps < 2) return true
    if (steps > MOST_IN_TABLE) return this.isFreeByHalves(a, b, steps)
    const order = this.orderOf(steps)
    for (let k = 0; k < order.length; k++) {
      input.space.between(q, a, b, order[k]! / steps)
      if (!input.isFree(q)) return false
    }
    return true
  }

  /** As many steps as the next power of two: no table is needed for those. */
  private isFreeByHalves(a: Float64Array, b: Float64Array, steps: number): boolean {
    const { input, q } = this
    for (let count = 2, tests = 1; count < 2 * steps; count *= 2) {
      for (let k = 1; k < count; k += 2, tests++) {
        if (tests % TESTS_AT_ONCE === 0 && input.isStopped?.() === true) return false
        input.space.between(q, a, b, k / count)
        if (!input.isFree(q)) return false
      }
    }
    return true
  }

  private orderOf(steps: number): Int32Array {
    this.orders[steps] ??= bisectionOrder(steps)
    return this.orders[steps]
  }
}

/** 1 … steps − 1: the middle, the middles of the halves, and so on. */
export function bisectionOrder(steps: number): Int32Array {
  const out = new Int32Array(steps - 1)
  let count = 0
  const queue: [number, number][] = [[0, steps]]
  for (let i = 0; i < queue.length; i++) {
    const [low, high] = queue[i]!
    if (high - low < 2) continue
    const middle = (low + high) >> 1
    out[count++] = middle
    queue.push([low, middle], [middle, high])
  }
  return out
}
