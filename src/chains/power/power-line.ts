// The regular triangulation of balls whose centres lie on a line, or all in one place: the lower hull of their lifts along a
// coordinate u in which the line has a length (Andrew's monotone chain, 1979), with perturbed lifts. Recomputed after every
// motion: it is a sort.
import { BrokenInvariantError } from '../../errors.js'
import { conflict1 } from '../../geometry/balls/power-predicates.js'
import type { PowerComplex } from './power-diagram-complex.js'
import type { Span } from './power-diagram-span.js'

/** The balls that are not hidden, along the line from small u to large. Each and the next share an edge. */
export function powerLine(balls: Float64Array, u: number): Int32Array {
  const n = balls.length / 4
  const order = Int32Array.from({ length: n }, (_, i) => i)
  // In one place the lift falls as the radius grows; of equal balls the first is not hidden.
  order.sort((i, j) => balls[4 * i + u]! - balls[4 * j + u]! || balls[4 * j + 3]! - balls[4 * i + 3]! || i - j)
  const hull = new Int32Array(n)
  let count = 0
  for (const i of order) {
    if (count > 0 && balls[4 * hull[count - 1]! + u] === balls[4 * i + u]) continue
    while (count > 1 && !conflict1(balls, hull[count - 2]!, i, hull[count - 1]!, u)) count--
    hull[count++] = i
  }
  return hull.slice(0, count)
}

export class PowerLine implements PowerComplex {
  private readonly hull: Int32Array
  private readonly corners: Set<number>

  constructor(
    private readonly balls: Float64Array,
    readonly span: Span,
  ) {
    this.hull = powerLine(balls, span.u)
    this.corners = new Set(this.hull)
  }

  isHidden(ball: number): boolean {
    return !this.corners.has(ball)
  }

  /** Pairs; in one place, one ball. */
  simplices(): Int32Array {
    const { hull } = this
    if (this.span.dimension === 0) return hull.slice()
    const pairs = new Int32Array(2 * (hull.length - 1))
    for (let k = 0; k + 1 < hull.length; k++) pairs.set([hull[k]!, hull[k + 1]!], 2 * k)
    return pairs
  }

  remove(): boolean {
    return false
  }

  set(): boolean {
    return false
  }

  insert(): boolean {
    return false
  }

  retryHidden(): number {
    return 0
  }

  neighbours(): Int32Array {
    return new Int32Array(0)
  }

  /** Every ball against every edge: none is in conflict with it. */
  validate(): void {
    const { hull, balls } = this
    const { u } = this.span
    for (let k = 0; k + 1 < hull.length; k++) {
      const a = hull[k]!
      const b = hull[k + 1]!
      if (!(balls[4 * a + u]! < balls[4 * b + u]!)) throw new BrokenInvariantError(`edge ${a} ${b} has no length`)
      for (let i = 0; i < balls.length / 4; i++) {
        if (i === a || i === b || !conflict1(balls, a, b, i, u)) continue
        throw new BrokenInvariantError(`edge ${a} ${b} is in conflict with ball ${i}`)
      }
    }
  }
}
