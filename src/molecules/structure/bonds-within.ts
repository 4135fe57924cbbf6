// Pairs of atoms that are at most a given number of bonds apart: they overlap because they are bonded, and are not called
// clashes.
import { checkIndex } from '../../base/math/checks.js'
import type { BondGraph } from './bonds.js'

/** For each atom the others at most `bonds` bonds away, ascending, itself not among them. */
export class BondedPairs {
  /** Those of atom i are others[start[i] … start[i + 1] − 1]. */
  readonly start: Int32Array
  readonly others: Int32Array

  constructor(graph: BondGraph, bonds: number) {
    checkIndex('bonds', bonds, 0, 1000)
    this.start = new Int32Array(graph.atoms + 1)
    const others: number[] = []
    const seen = new Int32Array(graph.atoms).fill(-1)
    for (let i = 0; i < graph.atoms; i++) {
      // Breadth first, one bond a round.
      seen[i] = i
      let round = [i]
      const found: number[] = []
      for (let n = 0; n < bonds && round.length > 0; n++) {
        const next: number[] = []
        for (const a of round) {
          for (let k = graph.start[a]!; k < graph.start[a + 1]!; k++) {
            const b = graph.neighbours[k]!
            if (seen[b] === i) continue
            seen[b] = i
            next.push(b)
            found.push(b)
          }
        }
        round = next
      }
      found.sort((a, b) => a - b)
      for (const b of found) others.push(b)
      this.start[i + 1] = others.length
    }
    this.others = Int32Array.from(others)
  }

  /** Are two atoms at most this many bonds apart, or the same? */
  has(i: number, j: number): boolean {
    if (i === j) return true
    let low = this.start[i]!
    let high = this.start[i + 1]!
    while (low < high) {
      const mid = (low + high) >> 1
      if (this.others[mid]! < j) low = mid + 1
      else high = mid
    }
    return low < this.start[i + 1]! && this.others[low] === j
  }
}
