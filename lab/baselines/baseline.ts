// What a baseline of the ChainTree experiment does: it keeps the positions of all links explicitly, and a step is
// update (move what moves, rebuild), test, and undo when the test hit.
import { setAxisAngle } from '../../src/base/math/pose.js'

/** A way to test a chain of equal spheres for self-collision that knows nothing of the ChainTree. */
export interface Baseline {
  readonly method: 'grid' | 'grid-side' | '1-obbtree' | 'k-obbtree' | 'k-obbtree-1'
  /** Takes over the positions (flat, 3 a link) of all links. Not part of a step. */
  sync(positions: Float64Array): void
  /** Turns the links after `joint` about the bond from it to the next, and rebuilds. */
  update(joint: number, angle: number): void
  /** Whether any two links touch or overlap that are farther apart along the chain than neighbours. */
  test(): boolean
  /** Undoes the last update's motion. */
  undo(): void
  /** Box tests of the last `test`; null for a method without boxes. */
  readonly volumeTests: number | null
  /** Nodes rebuilt by the last `update` (links inserted, for a grid). */
  readonly nodesUpdated: number
  /** Bytes of all arrays it keeps. */
  readonly byteLength: number
}

/** Explicit positions and the copy that undo puts back: what every baseline has in common. */
export class ExplicitChain {
  readonly size: number
  readonly positions: Float64Array
  private readonly saved: Float64Array
  private movedFrom: number

  constructor(size: number) {
    this.size = size
    this.movedFrom = size
    this.positions = new Float64Array(3 * size)
    this.saved = new Float64Array(3 * size)
  }

  get byteLength(): number {
    return this.positions.byteLength + this.saved.byteLength
  }

  sync(positions: Float64Array): void {
    this.positions.set(positions)
    this.movedFrom = this.size
  }

  rotate(joint: number, angle: number): void {
    // Only the part that moves is saved: no more work than undoing it takes.
    this.movedFrom = joint + 1
    const from = 3 * this.movedFrom
    this.saved.set(this.positions.subarray(from), from)
    rotateTail(this.positions, joint, angle)
  }

  undo(): void {
    const from = 3 * this.movedFrom
    this.positions.set(this.saved.subarray(from), from)
    this.movedFrom = this.size
  }
}

const turn = new Float64Array(12)

/** Turns every link after `joint` about the bond from link `joint` to the next. */
export function rotateTail(positions: Float64Array, joint: number, angle: number): void {
  turnSide(positions, positions, joint, angle, joint + 1, positions.length / 3)
}

/** The links from ≤ i < to of `p`, turned about the bond from link `joint` to the next, into `out`, which may be `p`. */
export function turnSide(
  out: Float64Array,
  p: Float64Array,
  joint: number,
  angle: number,
  from: number,
  to: number,
): void {
  const a = 3 * joint
  const px = p[a]!
  const py = p[a + 1]!
  const pz = p[a + 2]!
  const ux = p[a + 3]! - px
  const uy = p[a + 4]! - py
  const uz = p[a + 5]! - pz
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz)
  setAxisAngle(turn, 0, ux / length, uy / length, uz / length, angle)
  const r00 = turn[0]!
  const r01 = turn[1]!
  const r02 = turn[2]!
  const r10 = turn[4]!
  const r11 = turn[5]!
  const r12 = turn[6]!
  const r20 = turn[8]!
  const r21 = turn[9]!
  const r22 = turn[10]!
  for (let i = 3 * from; i < 3 * to; i += 3) {
    const x = p[i]! - px
    const y = p[i + 1]! - py
    const z = p[i + 2]! - pz
    out[i] = px + r00 * x + r01 * y + r02 * z
    out[i + 1] = py + r10 * x + r11 * y + r12 * z
    out[i + 2] = pz + r20 * x + r21 * y + r22 * z
  }
}
