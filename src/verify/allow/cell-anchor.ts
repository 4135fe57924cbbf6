// The two links of a pair at the middle of a cell, seen from the nearest body above both: poses, the movers' lines, and how far each
// mover is from its middle anywhere in the cell.
//
// A mover's value is factor · variable + offset. With the middle of the variable off by 4 u·(|lower| + |upper|) and two operations more,
// it is off by no more than 8 u·(|factor|·(|lower| + |upper|) + |offset|): its error.
import { type Bodies, LINE, POSE, TURN } from '../bodies.js'
import type { Chain } from '../leaf.js'
import { U, UP } from '../rounding.js'
import type { BoxSide, Cell } from './cell-box.js'

const VALUE_ROUNDING = 8

/** The links of a pair, and what is between them. */
export interface PairChain {
  readonly chain: Chain
  readonly bodyA: number
  readonly bodyB: number
  readonly common: number
  /** Bodies to be placed, parents first. */
  readonly below: readonly number[]
}

/** By the place of a mover in the chain, or of a variable in the box. */
export class CellAnchor {
  readonly poseA: Float64Array
  readonly poseB: Float64Array
  readonly lines: Float64Array
  readonly isTurn: Uint8Array
  /** Place of its variable in the box, and factor. */
  readonly sideOf: Int32Array
  readonly factor: Float64Array
  /** Half widths of the cell, by variable. */
  readonly half: Float64Array
  readonly spread: Float64Array
  readonly chord: Float64Array
  readonly error: Float64Array
  /** No coordinate of a body or joint is larger. */
  big = 0
  private readonly poses: Float64Array
  private readonly allLines: Float64Array
  private readonly values: Float64Array
  private cell: Cell | undefined

  constructor(
    private readonly bodies: Bodies,
    private readonly pair: PairChain,
    private readonly box: readonly BoxSide[],
  ) {
    const { movers } = pair.chain
    this.poses = new Float64Array(POSE * bodies.count)
    this.allLines = new Float64Array(LINE * bodies.movers.length)
    this.values = new Float64Array(bodies.movers.length)
    this.poseA = this.poses.subarray(POSE * pair.bodyA, POSE * (pair.bodyA + 1))
    this.poseB = this.poses.subarray(POSE * pair.bodyB, POSE * (pair.bodyB + 1))
    this.lines = new Float64Array(LINE * movers.length)
    this.isTurn = Uint8Array.from(movers, (k) => (bodies.movers[k]!.kind === TURN ? 1 : 0))
    this.sideOf = Int32Array.from(movers, (k) =>
      box.findIndex(({ variable }) => variable === bodies.movers[k]!.variable),
    )
    this.factor = Float64Array.from(movers, (k) => bodies.movers[k]!.factor)
    this.half = new Float64Array(box.length)
    this.spread = new Float64Array(movers.length)
    this.chord = new Float64Array(movers.length)
    this.error = new Float64Array(movers.length)
  }

  place(cell: Cell): void {
    if (this.cell === cell) return
    this.cell = cell
    const { bodies, pair, box, half, spread, chord, error } = this
    const { movers } = pair.chain
    box.forEach((side, v) => {
      half[v] = cell.halfWidth(v, side)
    })
    movers.forEach((k, i) => {
      const { factor, offset } = bodies.movers[k]!
      const side = box[this.sideOf[i]!]!
      const size = Math.abs(factor)
      this.values[k] = factor * cell.middle(this.sideOf[i]!, side) + offset
      error[i] = VALUE_ROUNDING * U * (size * (Math.abs(side.lower) + Math.abs(side.upper)) + Math.abs(offset))
      spread[i] = (size * half[this.sideOf[i]!]! + error[i]!) * UP
      // The chord of a turn: no point at distance 1 gets farther.
      chord[i] = this.isTurn[i] === 0 ? spread[i]! : spread[i]! < Math.PI ? 2 * Math.sin(spread[i]! / 2) * UP : 2
    })
    this.big = bodies.placeBelow(pair.common, pair.below, this.poses, this.allLines, this.values)
    movers.forEach((k, i) => {
      this.lines.set(this.allLines.subarray(LINE * k, LINE * k + LINE), LINE * i)
    })
  }
}
