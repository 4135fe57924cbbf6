// Blocks of geometries at an anchor: of any stretch of the row of block-order.ts the box around its balls in the world, and a ball
// about the middle of that box. Both hold every geometry of the stretch, to the rounding that group-prover.ts takes off.
import { transformPoint } from '../../base/math/pose.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { BlockOrder } from './block-order.js'
import type { Anchor } from './motion-system.js'

/** Numbers of a block: lower and upper ends of its box, the middle, the radius of the ball about it. */
export const BLOCK = 10
const UPPER = 3
export const MIDDLE = 6
export const BLOCK_RADIUS = 9

/** Room for blocks at first. */
const FIRST_ROOM = 256

export class BlockVolumes {
  /** BLOCK numbers each: see `place`. */
  data = new Float64Array(BLOCK * FIRST_ROOM)
  /** By place: centre and radius of the geometry's ball in the world. */
  private readonly balls: Float64Array
  private readonly known = new Map<number, number>()

  constructor(private readonly order: BlockOrder) {
    this.balls = new Float64Array(BALL * order.count)
  }

  /** Forgets all blocks: everything is where it is at this anchor. */
  set(anchor: Anchor): void {
    const { order, balls } = this
    for (let i = 0; i < order.count; i++) {
      const at = anchor.place(order.geometries[i]!)
      transformPoint(balls, BALL * i, anchor.placed, at, order.balls, BALL * i)
      balls[BALL * i + 3] = order.balls[BALL * i + 3]!
    }
    this.known.clear()
  }

  /** Where the numbers of a block begin. */
  block(from: number, to: number): number {
    const key = from * (this.order.count + 1) + to
    let at = this.known.get(key)
    if (at === undefined) {
      at = BLOCK * this.known.size
      this.known.set(key, at)
      if (at === this.data.length) {
        const longer = new Float64Array(2 * at)
        longer.set(this.data)
        this.data = longer
      }
      this.fit(at, from, to)
    }
    return at
  }

  private fit(at: number, from: number, to: number): void {
    const { data, balls } = this
    data.fill(Infinity, at, at + UPPER)
    data.fill(-Infinity, at + UPPER, at + MIDDLE)
    for (let i = BALL * from; i < BALL * to; i += BALL) {
      const r = balls[i + 3]!
      for (let k = 0; k < 3; k++) {
        const x = balls[i + k]!
        if (x - r < data[at + k]!) data[at + k] = x - r
        if (x + r > data[at + UPPER + k]!) data[at + UPPER + k] = x + r
      }
    }
    for (let k = 0; k < 3; k++) data[at + MIDDLE + k] = data[at + k]! / 2 + data[at + UPPER + k]! / 2
    let radius = 0
    for (let i = BALL * from; i < BALL * to; i += BALL) {
      const x = balls[i]! - data[at + MIDDLE]!
      const y = balls[i + 1]! - data[at + MIDDLE + 1]!
      const z = balls[i + 2]! - data[at + MIDDLE + 2]!
      const far = Math.sqrt(x * x + y * y + z * z) + balls[i + 3]!
      if (far > radius) radius = far
    }
    data[at + BLOCK_RADIUS] = radius
  }

  /** How far apart two blocks are at the anchor, by their balls or by their boxes; below zero if neither tells. */
  gap(a: number, b: number): number {
    const { data } = this
    let ballSq = 0
    let boxSq = 0
    for (let k = 0; k < 3; k++) {
      const d = data[a + MIDDLE + k]! - data[b + MIDDLE + k]!
      ballSq += d * d
      const out = Math.max(data[a + k]! - data[b + UPPER + k]!, data[b + k]! - data[a + UPPER + k]!)
      if (out > 0) boxSq += out * out
    }
    const balls = Math.sqrt(ballSq) - data[a + BLOCK_RADIUS]! - data[b + BLOCK_RADIUS]!
    return boxSq > 0 ? Math.max(balls, Math.sqrt(boxSq)) : balls
  }
}
