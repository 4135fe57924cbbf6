// How far apart the pairs of links are that a search has found free: what makes it safe not to test a pair again that has moved
// by no more than rounding (swing, chain-quick.ts).
//
// A search with a margin finds every pair closer than the margin. Where it finds none, all pairs that it tested are at least the
// margin apart, and stays apart while what has been spent on rounding since is less. A pair within the margin is rare, and
// harmless: until a search of everything finds none, swings are searched like any other change.

/** The margin, in swings as dear as the first. */
const SWINGS = 2 ** 14
/** Swings that are waited for before everything is searched once more, while some pair is within the margin. */
const PATIENCE = 64

export class Clearance {
  /** 0 until something swings: not needed before that. */
  margin = 0
  /** All pairs but those that are pending are farther apart than margin − spent. */
  isKnown = false
  spent = 0
  private waiting = PATIENCE

  /** Should everything be searched before the next swing, which moves what need not be tested by at most `slip`? */
  isDue(slip: number): boolean {
    if (this.margin === 0) this.margin = SWINGS * slip
    if ((this.isKnown && this.spent + slip < this.margin) || ++this.waiting < PATIENCE) return false
    this.waiting = 0
    return true
  }

  /** May a swing be tested only for what it moves? If so, its cost is subtracted. */
  spend(slip: number): boolean {
    if (!this.isKnown || !(this.spent + slip < this.margin)) return false
    this.spent += slip
    return true
  }

  /** A search has found nothing that touches. `isNear`: it has seen a pair within the margin, or cannot tell. */
  found(isNear: boolean, everything: boolean): void {
    if (isNear) this.isKnown = false
    else if (everything) {
      this.isKnown = this.margin > 0
      this.spent = 0
    }
  }

  copyFrom(other: Clearance): void {
    this.isKnown = other.isKnown
    this.spent = other.spent
  }
}
