// The pairs that Theorem 5.2 asks to be tested, and the closest of them. power-closest.ts says which and why.
import { BALL, BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../geometry/balls/ball-pair.js'
import type { BeadRule } from './bead-rule.js'
import type { PowerView } from './power-closest.js'
import { BeadLinks } from './power-closest-links.js'

/** Gaps of this size may have lost digits: asked exactly. */
const SMALL_GAP = 1e-290

export class PowerCandidates {
  readonly balls: Float64Array
  readonly links: BeadLinks
  /** The closest checked pair so far. */
  i = -1
  j = -1
  gap = Infinity
  /** A checked pair touches. */
  touching = false
  leafTests = 0
  /** Excluded pairs met that may be in the way, three numbers each: i, j, and the gap, or −∞ where they touch. */
  private excluded: number[] = []
  private readonly near: number[] = []

  /** `touchOnly`: excluded pairs are in the way only if they touch. */
  constructor(
    private readonly view: PowerView,
    private readonly rule: BeadRule,
    private readonly touchOnly: boolean,
  ) {
    this.balls = view.balls
    this.links = new BeadLinks(view.balls.length / BALL, rule)
  }

  /** A bound of the closest pair's gap from above, in exact arithmetic. Infinite while there is none. */
  upper(): number {
    const { balls, i, j, gap } = this
    if (gap === Infinity) return Infinity
    return gap + BALL_GAP_ROUNDING * (Math.abs(gap) + 2 * (balls[BALL * i + 3]! + balls[BALL * j + 3]!))
  }

  /** Until a checked pair touches. */
  edges(): void {
    const { edges } = this.view
    for (let k = 0; k < edges.length && !this.touching; k += 2) this.look(edges[k]!, edges[k + 1]!)
  }

  /** Pairs with a common neighbour along the necklace, until a checked one touches. */
  common(): void {
    const n = this.links.beads
    const { neighbours, closed } = this.rule
    const reach = Math.min(2 * neighbours, n - 1)
    for (let i = 0; i < n && !this.touching; i++) {
      for (let apart = neighbours + 1; apart <= reach; apart++) {
        const j = i + apart
        if (j < n) this.look(i, j)
        else if (closed) this.look(j - n, i)
      }
    }
  }

  /** Every pair of bead i. */
  against(i: number): void {
    for (let j = 0; j < i; j++) this.look(j, i)
    for (let j = i + 1; j < this.links.beads; j++) this.look(i, j)
  }

  /**
   * Links the excluded pairs that are in the way, and tests the pairs to which they give a common neighbour. False: there are
   * none.
   */
  link(): boolean {
    const { links, near } = this
    const waiting = this.excluded
    this.excluded = []
    const added: number[] = []
    for (let k = 0; k < waiting.length; k += 3) {
      const [i, j, gap] = [waiting[k]!, waiting[k + 1]!, waiting[k + 2]!]
      // What is farther apart than the closest checked pair stays so.
      if (gap > this.gap || links.has(i, j)) continue
      links.add(i, j)
      added.push(i, j)
    }
    for (let k = 0; k < added.length; k++) {
      const i = added[k]!
      for (const other of links.of(near, added[k ^ 1]!))
        if (other !== i) this.look(Math.min(i, other), Math.max(i, other))
    }
    return added.length > 0
  }

  private look(i: number, j: number): void {
    const { balls, rule } = this
    if (this.links.has(i, j)) return
    this.leafTests++
    const gap = ballGap(balls, i, balls, j)
    // |ci − cj| + ri + rj is the gap and twice the radii.
    const unsure = BALL_GAP_ROUNDING * (Math.abs(gap) + 2 * (balls[BALL * i + 3]! + balls[BALL * j + 3]!)) + SMALL_GAP
    const touch = gap <= unsure && ballsTouch(balls, i, balls, j)
    if (gap > this.gap && !touch) return
    if (rule.exclude?.(i, j)) {
      if (touch || !this.touchOnly) this.excluded.push(i, j, touch ? -Infinity : gap)
      return
    }
    if (touch) this.touching = true
    if (gap === this.gap && (i > this.i || (i === this.i && j >= this.j))) return
    if (gap > this.gap) return
    this.gap = gap
    this.i = i
    this.j = j
  }
}
