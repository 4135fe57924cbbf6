// The kept list of a Gō chain's repelling pairs, and what a move does to it. Beads [from, to) have turned about an axis through
// beads p and q; the others, except p and q, have moved relative to them.
//
// Beads are tested two by two first: 2b and 2b + 1 are within half their bond of the middle between them, whatever the chain
// does. Middles that are farther apart than the cutoff and the longest bond have no pair of beads within the cutoff: that leaves
// a third of the pairs or fewer to test. What is kept are the middles of the state, not of a move that may be undone: no
// pair of beads has one that turned and one that did not and is off the axis, so what did not turn has its middles as they were.
//
// Rounding: middles and distances are off by some 4 u of the coordinates, so the reach is widened by REACH_SLACK of itself and of
// the bonds, far above that for chains shorter than 10⁶ Å.
import type { GoModel } from './go-model.js'
import { repulsionEnergy } from './go-terms.js'

/** Relative: bonds drift by 1e-12 or so between two refreshes, coordinates are off by u each. */
const REACH_SLACK = 1e-6

/** Pairs are kept as first·2¹² + second: chains have 4096 beads at most (go-lists.ts). */
const SHIFT = 12
const MASK = (1 << SHIFT) - 1

export class GoRepulsion {
  /** Pairs within the cutoff and their energies. The new ones of a move come after the kept ones. */
  private pairs = new Int32Array(256)
  private energies = new Float64Array(256)
  private count = 0
  private newCount = 0
  private readonly middles: Float64Array
  private readonly reach: number
  private readonly repulsion: number
  private readonly cutoff: number

  constructor(
    private readonly model: GoModel,
    private readonly positions: Float64Array,
  ) {
    const { beads, bonds, options } = model
    this.middles = new Float64Array(3 * ((beads + 1) >> 1))
    this.repulsion = options.repulsion * options.repulsion
    this.cutoff = options.repulsionCutoff * options.repulsionCutoff
    const reach = (options.repulsionCutoff + bonds.reduce((a, b) => Math.max(a, b), 0)) * (1 + REACH_SLACK)
    this.reach = reach * reach
  }

  /** The kept repulsion of pairs that have moved against each other. */
  across(from: number, to: number, p: number, q: number): number {
    const { pairs, energies } = this
    let sum = 0
    for (let n = 0; n < this.count; n++) {
      if (isAcross(pairs[n]!, from, to, p, q)) sum += energies[n]!
    }
    return sum
  }

  /** `change` plus the new repulsion of pairs that have moved against each other; or more than the limit, as soon as it is. */
  add(from: number, to: number, p: number, q: number, change: number, limit: number): number {
    const { beads } = this.model
    const { positions } = this
    const below = p < from ? p : from
    const above = q < to ? to : q + 1
    this.newCount = this.count
    let sum = change
    for (let b = from >> 1; 2 * b < to; b++) {
      const o = 6 * b
      const i = 2 * b < from ? from : 2 * b
      const end = 2 * b + 2 > to ? to : 2 * b + 2
      // The last bead of an odd number is its own middle.
      const next = 2 * b + 1 < beads ? o + 3 : o
      const x = 0.5 * (positions[o]! + positions[next]!)
      const y = 0.5 * (positions[o + 1]! + positions[next + 1]!)
      const z = 0.5 * (positions[o + 2]! + positions[next + 2]!)
      if (below > 0) sum += this.near(x, y, z, i, end, 0, below)
      if (above < beads) sum += this.near(x, y, z, i, end, above, beads)
      if (!(sum <= limit)) return sum
    }
    return sum
  }

  /** The new pairs in place of those that have moved against each other. */
  keep(from: number, to: number, p: number, q: number): void {
    const { pairs, energies, count, newCount } = this
    let kept = 0
    for (let n = 0; n < newCount; n++) {
      const pair = pairs[n]!
      if (n < count && isAcross(pair, from, to, p, q)) continue
      pairs[kept] = pair
      energies[kept++] = energies[n]!
    }
    this.count = kept
    for (let b = from >> 1; 2 * b < to; b++) this.setMiddle(b)
  }

  /** Recomputes everything; returns `energy` plus all of it. */
  refresh(energy: number): number {
    const { beads } = this.model
    for (let b = 0; 2 * b < beads; b++) this.setMiddle(b)
    this.newCount = 0
    let sum = energy
    for (let i = 0; i < beads; i++) sum += this.between(i, i + 1, i + 1, beads)
    this.count = this.newCount
    return sum
  }

  private setMiddle(b: number): void {
    const { positions, middles } = this
    const o = 6 * b
    const next = 2 * b + 1 < this.model.beads ? o + 3 : o
    middles[3 * b] = 0.5 * (positions[o]! + positions[next]!)
    middles[3 * b + 1] = 0.5 * (positions[o + 1]! + positions[next + 1]!)
    middles[3 * b + 2] = 0.5 * (positions[o + 2]! + positions[next + 2]!)
  }

  /** Beads [i, end), whose middle is x, y, z, against beads [low, high) that have not turned. */
  private near(x: number, y: number, z: number, i: number, end: number, low: number, high: number): number {
    const { middles, reach } = this
    const last = (high - 1) >> 1
    let sum = 0
    for (let b = low >> 1; b <= last; b++) {
      const dx = x - middles[3 * b]!
      const dy = y - middles[3 * b + 1]!
      const dz = z - middles[3 * b + 2]!
      if (dx * dx + dy * dy + dz * dz > reach) continue
      sum += this.between(i, end, 2 * b < low ? low : 2 * b, 2 * b + 2 > high ? high : 2 * b + 2)
    }
    return sum
  }

  /** The repulsion between beads [i, end) and [low, high); its pairs are recorded as new ones. */
  private between(i: number, end: number, low: number, high: number): number {
    const { positions, cutoff, repulsion } = this
    const { beads, repels } = this.model
    let sum = 0
    for (let a = i; a < end; a++) {
      const px = positions[3 * a]!
      const py = positions[3 * a + 1]!
      const pz = positions[3 * a + 2]!
      for (let j = low, o = 3 * low; j < high; j++, o += 3) {
        const x = px - positions[o]!
        const y = py - positions[o + 1]!
        const z = pz - positions[o + 2]!
        const squared = x * x + y * y + z * z
        if (squared < cutoff && repels[a * beads + j] === 1) {
          const e = repulsionEnergy(repulsion, squared)
          sum += e
          this.note((a << SHIFT) | j, e)
        }
      }
    }
    return sum
  }

  private note(pair: number, energy: number): void {
    if (this.newCount === this.pairs.length) this.grow()
    this.pairs[this.newCount] = pair
    this.energies[this.newCount++] = energy
  }

  private grow(): void {
    const pairs = new Int32Array(2 * this.pairs.length)
    const energies = new Float64Array(2 * this.pairs.length)
    pairs.set(this.pairs)
    energies.set(this.energies)
    this.pairs = pairs
    this.energies = energies
  }
}

/** Whether one bead of the pair is in [from, to) and the other neither in it nor on the axis through p and q. */
function isAcross(pair: number, from: number, to: number, p: number, q: number): boolean {
  const i = pair >> SHIFT
  const j = pair & MASK
  const inside = i >= from && i < to
  if (inside === (j >= from && j < to)) return false
  const other = inside ? j : i
  return other !== p && other !== q
}
