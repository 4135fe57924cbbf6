// A straight line in configuration space. Floating joints: straight translation, and rotation at a constant rate the short way.
//
// The exact curve is a + t·(b − a) on the numbers given. It is computed from the nearer end, so that both ends come out as they
// were given, and nothing between lies outside them: a + t·fl(b − a) with t ≤ 1/2 is at most halfway to b, and rounding is
// monotone. In units of u: b − a is off by 1 of |b − a|, its product with t ≤ 1/2 by 1 again, halved, and the sum by 1 of its
// value: |b − a| + max(|a|, |b|) in all. The velocity fl(b − a) is off by |b − a|.
import { U } from '../../base/math/rounding.js'
import type { MotionPiece, PieceBounds, PieceDocument, PieceTurn } from './piece.js'
import {
  boundTurns,
  largest,
  plainNumbers,
  QUATERNION_RANGE,
  roundTurns,
  turnDocuments,
  turnsBetween,
  writeTurns,
} from './piece-turns.js'

export class LinePiece implements MotionPiece {
  readonly dof: number
  readonly turns: readonly PieceTurn[]
  readonly roundings: Float64Array
  readonly rounding: number
  readonly least: Float64Array
  readonly most: Float64Array
  private readonly from: Float64Array
  private readonly to: Float64Array
  /** By variable; 0 for quaternions. */
  private readonly way: Float64Array

  /**
   * Checked configurations, of numbers no larger than MAX_COORDINATE, and where in them quaternions begin. `turns`: how they turn,
   * if not the short way; they must arrive at those of `to`.
   */
  constructor(from: Float64Array, to: Float64Array, quaternions: readonly number[], turns?: readonly PieceTurn[]) {
    const dof = from.length
    this.dof = dof
    this.from = from.slice()
    this.to = to.slice()
    this.turns = turns ?? turnsBetween(from, to, quaternions)
    this.way = new Float64Array(dof)
    this.least = new Float64Array(dof)
    this.most = new Float64Array(dof)
    this.roundings = new Float64Array(dof)
    for (let i = 0; i < dof; i++) {
      const a = from[i]!
      const b = to[i]!
      this.way[i] = b - a
      this.least[i] = Math.min(a, b)
      this.most[i] = Math.max(a, b)
      // Standing still is exact. The last term is what is lost to underflow.
      if (a !== b) {
        const size = Math.abs(b - a) + Math.max(Math.abs(a), Math.abs(b))
        this.roundings[i] = U * size * (1 + 8 * U) + Number.MIN_VALUE
      }
    }
    for (const variable of quaternions) {
      this.way.fill(0, variable, variable + 4)
      this.least.fill(-QUATERNION_RANGE, variable, variable + 4)
      this.most.fill(QUATERNION_RANGE, variable, variable + 4)
    }
    roundTurns(this.roundings, this.turns, from, to)
    this.rounding = largest(this.roundings)
  }

  at(out: Float64Array, t: number): void {
    const { from, to, way } = this
    if (t === 0 || t === 1) {
      const end = t === 0 ? from : to
      for (let i = 0; i < end.length; i++) out[i] = end[i]!
      return
    }
    if (t <= 0.5) for (let i = 0; i < way.length; i++) out[i] = from[i]! + t * way[i]!
    // 1 − t is exact here.
    else for (let i = 0; i < way.length; i++) out[i] = to[i]! - (1 - t) * way[i]!
    writeTurns(out, this.turns, from, t)
  }

  bounds(out: PieceBounds, _t: number, half: number): void {
    const { way } = this
    const { spread, velocity, speed, bend } = out
    for (let i = 0; i < way.length; i++) {
      const rate = way[i]!
      velocity[i] = rate
      speed[i] = Math.abs(rate) * (1 + 2 * U)
      spread[i] = rate === 0 ? 0 : Math.abs(rate) * half * (1 + 4 * U) + Number.MIN_VALUE
      bend[i] = 0
    }
    boundTurns(out, this.turns, half)
  }

  document(): PieceDocument {
    const { turns } = this
    const ends = { from: plainNumbers(this.from), to: plainNumbers(this.to) }
    return { kind: 'line', ...ends, ...(turns.length > 0 ? { turns: turnDocuments(turns) } : {}) }
  }
}
