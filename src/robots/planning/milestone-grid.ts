// Where milestones are dense (SBL's own paper, reference [28] of adaptive-checking-2004): a grid over a few dimensions of
// configuration space. To pick a milestone, a cell that is not empty is picked first, each as likely, and then one of its milestones:
// where there are many, each is picked seldom, and the trees spread. The dimensions are chosen at random, and again from time to
// time: no few of them tell everything.
//
// Which milestones are picked is a matter of speed only. Nothing here decides what is free.
import type { Random } from '../../base/math/random.js'
import { BrokenInvariantError } from '../../errors.js'

/** The trees: that of the start, and those of all goals together. */
export type Side = 0 | 1

export interface GridSpace {
  /** Variables that move. */
  readonly moving: readonly number[]
  readonly lower: Float64Array
  readonly upper: Float64Array
}

export class MilestoneGrid {
  /** By side and cell. */
  private cells: [number[][], number[][]] = [[], []]
  /** Cells with milestones, by side. */
  private filled: [number[], number[]] = [[], []]
  /** Where each cell is in that list; −1 for one that is empty. */
  private placeOf: [Int32Array, Int32Array] = [new Int32Array(0), new Int32Array(0)]
  /** By milestone: side, cell, and where in it. */
  private readonly sides: Side[] = []
  private readonly cellOf: number[] = []
  private readonly within: number[] = []
  private readonly counts: [number, number] = [0, 0]
  private dimensions: readonly number[] = []

  constructor(
    private readonly space: GridSpace,
    private readonly configurations: readonly Float64Array[],
    /** How many dimensions, and cells along each. */
    private readonly most: number,
    private readonly along: number,
    random: Random,
  ) {
    this.turn(random)
  }

  get size(): number {
    return this.cellOf.length
  }

  count(side: Side): number {
    return this.counts[side]
  }

  sideOf(milestone: number): Side {
    return this.sides[milestone]!
  }

  /** The next milestone, in the order of the forest's numbers. */
  add(side: Side): void {
    this.sides.push(side)
    this.cellOf.push(0)
    this.within.push(0)
    this.insert(this.size - 1)
  }

  move(milestone: number, side: Side): void {
    if (this.sides[milestone] === side) return
    this.remove(milestone)
    this.sides[milestone] = side
    this.insert(milestone)
  }

  /** A milestone of one side, the likelier the fewer there are about it. */
  pick(side: Side, random: Random): number {
    const filled = this.filled[side]
    const cell = this.cells[side][filled[random.integer(filled.length)]!]!
    return cell[random.integer(cell.length)]!
  }

  /** All milestones of one side in the cell of a configuration and in those next to it. */
  near(q: Float64Array, side: Side, visit: (milestone: number) => void): void {
    const { along, dimensions } = this
    const around = 3 ** dimensions.length
    for (let k = 0; k < around; k++) {
      let cell = 0
      let rest = k
      let isInside = true
      for (const v of dimensions) {
        const place = this.placeAlong(q, v) + (rest % 3) - 1
        rest = Math.floor(rest / 3)
        isInside &&= place >= 0 && place < along
        cell = cell * along + place
      }
      if (isInside) for (const milestone of this.cells[side][cell]!) visit(milestone)
    }
  }

  /** Other dimensions. */
  turn(random: Random): void {
    const left = [...this.space.moving]
    const chosen: number[] = []
    while (chosen.length < this.most && left.length > 0) chosen.push(...left.splice(random.integer(left.length), 1))
    this.dimensions = chosen
    const cells = this.along ** chosen.length
    for (const side of [0, 1] as const) {
      this.cells[side] = Array.from({ length: cells }, () => [])
      this.filled[side] = []
      this.placeOf[side] = new Int32Array(cells).fill(-1)
      this.counts[side] = 0
    }
    for (let m = 0; m < this.size; m++) this.insert(m)
  }

  /** Checks everything that is kept; throws BrokenInvariantError. */
  validate(): void {
    let count = 0
    for (const side of [0, 1] as const) {
      const cells = this.cells[side]
      cells.forEach((cell, c) => {
        const place = this.placeOf[side][c]!
        if (cell.length > 0 !== (place !== -1) || (place !== -1 && this.filled[side][place] !== c)) {
          throw new BrokenInvariantError(`cell ${c} of side ${side} is not where it should be`)
        }
        cell.forEach((m, i) => {
          if (this.cellAt(this.configurations[m]!) !== c) throw new BrokenInvariantError(`${m}: in the wrong cell`)
          if (this.sides[m] !== side || this.cellOf[m] !== c || this.within[m] !== i) {
            throw new BrokenInvariantError(`${m}: not where it is said to be`)
          }
          count++
        })
      })
      if (this.filled[side].length !== cells.filter(({ length }) => length > 0).length) {
        throw new BrokenInvariantError('cells are listed twice')
      }
    }
    if (count !== this.size || count !== this.counts[0] + this.counts[1]) throw new BrokenInvariantError('miscounted')
  }

  private insert(milestone: number): void {
    const side = this.sides[milestone]!
    const c = this.cellAt(this.configurations[milestone]!)
    const cell = this.cells[side][c]!
    if (cell.length === 0) {
      this.placeOf[side][c] = this.filled[side].length
      this.filled[side].push(c)
    }
    this.cellOf[milestone] = c
    this.within[milestone] = cell.length
    cell.push(milestone)
    this.counts[side]++
  }

  /** The last of a list takes the place of what is taken away. */
  private remove(milestone: number): void {
    const side = this.sides[milestone]!
    const c = this.cellOf[milestone]!
    const cell = this.cells[side][c]!
    const last = cell.pop()!
    if (last !== milestone) {
      cell[this.within[milestone]!] = last
      this.within[last] = this.within[milestone]!
    }
    this.counts[side]--
    if (cell.length > 0) return
    const filled = this.filled[side]
    const place = this.placeOf[side][c]!
    const moved = filled.pop()!
    if (moved !== c) {
      filled[place] = moved
      this.placeOf[side][moved] = place
    }
    this.placeOf[side][c] = -1
  }

  private cellAt(q: Float64Array): number {
    let cell = 0
    for (const v of this.dimensions) cell = cell * this.along + this.placeAlong(q, v)
    return cell
  }

  private placeAlong(q: Float64Array, v: number): number {
    const low = this.space.lower[v]!
    const range = this.space.upper[v]! - low
    const part = range > 0 ? (q[v]! - low) / range : 0
    return Math.min(Math.max(Math.floor(part * this.along), 0), this.along - 1)
  }
}
