// Which atoms of a protein are near each other, pair by pair: what `Protein.clashes` answers with yes or no. From a grid over the
// atoms as balls, rebuilt for every question.
import { PairBuffer } from '../../base/work/pair-list.js'
import { BeadGrid } from '../../chains/necklace/bead-grid.js'
import { BALL, ballGap } from '../../geometry/balls/ball-pair.js'
import type { ProteinSelection } from './protein-select.js'

/** Two atoms of a protein that clash, as it numbers them. */
export interface ProteinClash {
  /** a < b. */
  readonly a: number
  readonly b: number
  /** Å, of their centres. */
  readonly distance: number
  /** Å: the sum of their radii. Nearer than this they clash, and at this distance too. */
  readonly reach: number
}

const RULE = { neighbours: 0, closed: false, exclude: undefined }

export class ProteinOverlaps {
  private readonly grid = new BeadGrid()
  private readonly balls: Float64Array

  constructor(private readonly selection: ProteinSelection) {
    const { radii } = selection
    this.balls = new Float64Array(BALL * radii.length)
    for (let i = 0; i < radii.length; i++) this.balls[BALL * i + 3] = radii[i]!
  }

  /** Pairs of atoms that may clash and whose spheres are at most `margin` (Å) apart, in ascending order, with their gaps. */
  within(positions: Float64Array, margin: number): { count: number; pairs: Uint32Array; distances: Float64Array } {
    const { balls, grid, selection } = this
    const { bonded, structureAtom } = selection
    for (let i = 0; i < structureAtom.length; i++) {
      for (let axis = 0; axis < 3; axis++) balls[BALL * i + axis] = positions[3 * i + axis]!
    }
    const list = new PairBuffer()
    const visit = (i: number, j: number): boolean => {
      const gap = ballGap(balls, i, balls, j)
      if (gap > margin || bonded.has(structureAtom[i]!, structureAtom[j]!)) return false
      list.add(Math.min(i, j), Math.max(i, j), gap)
      return false
    }
    grid.search(balls, RULE, { margin, visit })
    return list.sorted()
  }

  /** Those that clash, the deepest first; of equal ones, the least a, then b. */
  clashes(positions: Float64Array): ProteinClash[] {
    const { radii } = this.selection
    const { count, pairs, distances } = this.within(positions, 0)
    const found = Array.from({ length: count }, (_, k) => {
      const [a, b] = [pairs[2 * k]!, pairs[2 * k + 1]!]
      const reach = radii[a]! + radii[b]!
      return { a, b, distance: distances[k]! + reach, reach }
    })
    return found.sort((p, q) => q.reach - q.distance - (p.reach - p.distance) || p.a - q.a || p.b - q.b)
  }
}
