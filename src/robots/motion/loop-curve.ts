// The angle of a joint that a closed loop sets, along a piece of a motion: does the loop close all the way, and between which values?
//
// Stretches of time are halved until the loop is known to close in each (loop-function.ts), or one is found at which it does not.
// A motion that touches a position in which the circles only touch stays unknown, however often it is halved.
import { ROUND_UP } from '../../base/math/rounding.js'
import { LoopBounds, type LoopFunction } from '../model/loop-function.js'
import type { PlacedLoop } from '../world/world-input.js'
import type { Curve } from './motion-limits.js'
import { type MotionPiece, PieceBounds } from './piece.js'

/** Stretches are halved no more often than this, and no more of them are examined. */
const DEEPEST = 40
const MOST_STRETCHES = 4000

/** Where a loop does not close: its centres are farther apart than the limit, or nearer, if it is less. */
export interface OpenLoop {
  readonly at: number
  readonly joint: string
  readonly value: number
  readonly limit: number
}

export class LoopCurve implements Curve {
  /** The most that values are off by, after `firstOpen`. */
  rounding = 0
  /** After `firstOpen`: is the loop known to close at every instant? */
  isKnown = true
  private readonly loop: LoopFunction
  private readonly q: Float64Array
  private readonly found: PieceBounds
  private readonly half: Float64Array
  private readonly box = new LoopBounds()
  private readonly variables: readonly number[]

  constructor(
    private readonly placed: PlacedLoop,
    private readonly piece: MotionPiece,
  ) {
    this.loop = placed.joint.loop!
    this.q = new Float64Array(piece.dof)
    this.found = new PieceBounds(piece.dof)
    this.variables = this.loop.shape.variables.map((v) => placed.first + v)
    this.half = new Float64Array(this.variables.length)
  }

  at(t: number): number {
    this.piece.at(this.q, t)
    return this.loop.value(this.q, this.placed.first)
  }

  /** By the chain rule, as in movers.ts; `velocity` less what it may be off by. */
  bounds(t: number, half: number): ReturnType<Curve['bounds']> {
    const { box, found, variables, piece } = this
    this.bound(t, half)
    if (box.state !== 'closed') return { spread: box.spread, velocity: 0, bend: Infinity }
    let velocity = 0
    let error = 0
    let bend = 0
    variables.forEach((v, j) => {
      velocity += box.slopes[j]! * found.velocity[v]!
      error += box.slopeErrors[j]! * found.speed[v]! + box.first[j]! * piece.roundings[v]!
      if (found.bend[v]! > 0) bend += box.first[j]! * found.bend[v]!
      variables.forEach((w, i) => {
        const own = box.second[2 * j + i]! * found.speed[v]!
        error += own * piece.roundings[w]!
        bend += own * found.speed[w]!
      })
    })
    const certain = Math.max(0, Math.abs(velocity) - error * ROUND_UP)
    return { spread: box.spread, velocity: certain, bend: bend * ROUND_UP }
  }

  /** The first place found at which the loop does not close. */
  firstOpen(): OpenLoop | undefined {
    const { loop, placed, box } = this
    let examined = 0
    const open = [0, 0]
    while (open.length > 0) {
      const index = open.pop()!
      const level = open.pop()!
      const half = 2 ** -(level + 1)
      const t = (2 * index + 1) * half
      this.bound(t, half)
      if (box.state === 'closed') {
        this.rounding = Math.max(this.rounding, box.off + this.offOf())
        continue
      }
      for (const at of [t - half, t, t + half]) {
        this.bound(at, 0)
        if (box.state !== 'open') continue
        const { distance, least, most } = loop.distanceAt(this.q, placed.first)
        return { at, joint: `${placed.name} (loop)`, value: distance, limit: distance > most ? most : least }
      }
      if (level === DEEPEST || ++examined > MOST_STRETCHES) this.isKnown = false
      else open.push(level + 1, 2 * index + 1, level + 1, 2 * index)
    }
    return undefined
  }

  /** What values are off by because variables are. */
  private offOf(): number {
    const { piece, box } = this
    return this.variables.reduce((sum, v, j) => sum + 2 * box.first[j]! * piece.roundings[v]!, 0)
  }

  private bound(t: number, half: number): void {
    const { piece, found, variables } = this
    piece.at(this.q, t)
    if (half > 0) piece.bounds(found, t, half)
    for (let j = 0; j < variables.length; j++) {
      const v = variables[j]!
      this.half[j] = (half > 0 ? found.spread[v]! : 0) + 2 * piece.roundings[v]!
    }
    this.loop.bound(this.box, this.q, this.placed.first, this.half)
  }
}
