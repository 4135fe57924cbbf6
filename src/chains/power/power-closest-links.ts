// P of power-closest.ts: the pairs of beads that may overlap. Those near along the necklace, and pairs that the caller excludes,
// as they are met.
import type { BeadRule } from './bead-rule.js'

export class BeadLinks {
  /** Excluded pairs that have been linked, i·n + j. */
  private readonly linked = new Set<number>()
  private readonly extra = new Map<number, number[]>()

  constructor(
    readonly beads: number,
    private readonly rule: BeadRule,
  ) {}

  /** Excluded pairs linked. */
  get added(): number {
    return this.linked.size
  }

  /** i < j. */
  has(i: number, j: number): boolean {
    const apart = j - i
    const { neighbours, closed } = this.rule
    if (apart <= neighbours || (closed && this.beads - apart <= neighbours)) return true
    return this.linked.size > 0 && this.linked.has(i * this.beads + j)
  }

  /** Links i < j, which are not. */
  add(i: number, j: number): void {
    this.linked.add(i * this.beads + j)
    this.link(i, j)
    this.link(j, i)
  }

  /** Writes the beads linked with i to `out`, which is emptied first. */
  of(out: number[], i: number): number[] {
    const { beads, extra } = this
    const { neighbours, closed } = this.rule
    const reach = Math.min(neighbours, beads - 1)
    out.length = 0
    // A short closed necklace is reached around both ways.
    const back = closed ? Math.min(reach, beads - 1 - reach) : reach
    for (let step = -back; step <= reach; step++) {
      const k = i + step
      if (step === 0) continue
      if (k >= 0 && k < beads) out.push(k)
      else if (closed) out.push(k < 0 ? k + beads : k - beads)
    }
    if (extra.size > 0) out.push(...(extra.get(i) ?? []))
    return out
  }

  private link(i: number, j: number): void {
    const list = this.extra.get(i)
    if (list === undefined) this.extra.set(i, [j])
    else list.push(j)
  }
}
