// The proof of one thing that bends against one geometry, as bytes: those of every other proof of a motion (proof.ts), tasks in pre-order, for
// each stretch between two frames its own. 16: halved; 1: a node of the geometry is opened, 2: one of the items; 3 and 4: separated, with the
// number of movers above the geometry for the frame, and the direction in its short form, tested as it is written, or as doubles.
import { encodeBase64 } from '../../base/work/encode-base64.js'
import type { ItemMotion } from './item-motion.js'
import { SHORT_STEPS, shortDirection } from './short-direction.js'

const view = new DataView(new ArrayBuffer(8))
const short = new Float64Array(2)

export class ItemRecorder {
  private readonly stretches: number[][] = []

  opened(stretch: number, isGeometry: boolean): void {
    this.bytes(stretch).push(isGeometry ? 1 : 2)
  }

  halved(stretch: number): void {
    this.bytes(stretch).push(16)
  }

  /** Along the direction that the motion has found. */
  separated(stretch: number, motion: ItemMotion, movers: number): void {
    const out = this.bytes(stretch)
    const { nx, ny, nz } = motion
    shortDirection(short, nx, ny, nz)
    const x = short[0]! / SHORT_STEPS
    const y = short[1]! / SHORT_STEPS
    const z = 1 - Math.abs(x) - Math.abs(y)
    const isShort =
      z < 0
        ? motion.holdsAlong((1 - Math.abs(y)) * (x < 0 ? -1 : 1), (1 - Math.abs(x)) * (y < 0 ? -1 : 1), z)
        : motion.holdsAlong(x, y, z)
    out.push(isShort ? 3 : 4, movers & 255, movers >> 8)
    if (isShort) {
      this.shorts(out, short)
      return
    }
    this.doubles(out, [nx, ny, nz])
  }

  private shorts(out: number[], values: Iterable<number>): void {
    for (const value of values) {
      view.setInt16(0, value, true)
      out.push(view.getUint8(0), view.getUint8(1))
    }
  }

  private doubles(out: number[], values: readonly number[]): void {
    for (const value of values) {
      view.setFloat64(0, value, true)
      for (let k = 0; k < 8; k++) out.push(view.getUint8(k))
    }
  }

  /** Along a direction that is given, from B to A, in the world: it is written as it is, in its short form if that is the same. */
  separatedAlong(stretch: number, direction: readonly number[]): void {
    const out = this.bytes(stretch)
    const [x, y, z] = direction as [number, number, number]
    const isAxis = Number(x !== 0) + Number(y !== 0) + Number(z !== 0) === 1
    out.push(isAxis ? 3 : 4, 0, 0)
    if (!isAxis) {
      this.doubles(out, direction)
      return
    }
    // −z is the corner of the octahedron that is folded outwards.
    const corner = z < 0 ? [SHORT_STEPS, SHORT_STEPS] : [SHORT_STEPS * Math.sign(x), SHORT_STEPS * Math.sign(y)]
    this.shorts(out, corner)
  }

  /** By stretch, in base64. */
  texts(count: number): string[] {
    return Array.from({ length: count }, (_, s) => encodeBase64(Uint8Array.from(this.bytes(s))))
  }

  private bytes(stretch: number): number[] {
    while (this.stretches.length <= stretch) this.stretches.push([])
    return this.stretches[stretch]!
  }
}
