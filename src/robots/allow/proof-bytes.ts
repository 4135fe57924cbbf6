// A proof of cell-proof.ts as bytes, little end first, tasks in pre-order. Header: version (u8), envelopes (u8: 1 of A, 2 of
// B), clearance (f64), number of variables (u16), for each its place in a configuration (u16), lower and upper (f64). Then for
// each task what became of it: 1, 2: a node of A or B opened; 3: separated, frame (u16) and direction as two 16-bit numbers on the
// octahedron; 4: separated, the direction as three doubles; 5, 6: the envelope of A or B given up; 16 + v: halved along variable
// v, the lower half first; 7: the same with v in two bytes, for those from 240 on.
import { SHORT_STEPS, shortDirection } from '../motion/short-direction.js'
import type { CellMotion } from './cell-motion.js'
import type { PairProblem } from './pair-problem.js'

const VERSION = 2
export const CELL_OPENED = 1
export const CELL_SEPARATED_SHORT = 3
export const CELL_SEPARATED = 4
export const CELL_GAVE_UP = 5
export const CELL_HALVED_FAR = 7
export const CELL_HALVED = 16
/** Variables from this one on do not fit into the byte. */
const FAR = 256 - CELL_HALVED

export class ProofBytes {
  private bytes = new Uint8Array(1024)
  private view = new DataView(this.bytes.buffer)
  private length = 0
  private readonly short = new Float64Array(5)

  constructor({ variables }: PairProblem, clearance: number, envelopeA: boolean, envelopeB: boolean) {
    this.byte(VERSION)
    this.byte((envelopeA ? 1 : 0) + (envelopeB ? 2 : 0))
    this.double(clearance)
    this.word(variables.length)
    for (const { index, lower, upper } of variables) {
      this.word(index)
      this.double(lower)
      this.double(upper)
    }
  }

  opened(ofA: boolean): void {
    this.byte(ofA ? CELL_OPENED : CELL_OPENED + 1)
  }

  gaveUp(ofA: boolean): void {
    this.byte(ofA ? CELL_GAVE_UP : CELL_GAVE_UP + 1)
  }

  halved(v: number): void {
    if (v < FAR) this.byte(CELL_HALVED + v)
    else {
      this.byte(CELL_HALVED_FAR)
      this.word(v)
    }
  }

  /** The plane that was found last; in short if it holds as well with the direction that the short form stands for. */
  plane(motion: CellMotion): void {
    const { nx, ny, nz, frame } = motion
    const { short } = this
    shorten(short, nx, ny, nz)
    if (motion.holdsAlong(short[2]!, short[3]!, short[4]!)) {
      this.byte(CELL_SEPARATED_SHORT)
      this.word(frame)
      this.word(short[0]! & 0xffff)
      this.word(short[1]! & 0xffff)
      return
    }
    this.byte(CELL_SEPARATED)
    this.word(frame)
    this.double(nx)
    this.double(ny)
    this.double(nz)
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }

  private byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  private word(value: number): void {
    this.reserve(2)
    this.view.setUint16(this.length, value, true)
    this.length += 2
  }

  private double(value: number): void {
    this.reserve(8)
    this.view.setFloat64(this.length, value, true)
    this.length += 8
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const bytes = new Uint8Array(2 * this.bytes.length)
    bytes.set(this.bytes)
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }
}

/** The two numbers of the short form, and the unit direction that they stand for: robots/motion/proof.ts. */
function shorten(out: Float64Array, x: number, y: number, z: number): void {
  shortDirection(out, x, y, z)
  const u = out[0]! / SHORT_STEPS
  const v = out[1]! / SHORT_STEPS
  let dx = u
  let dy = v
  const dz = 1 - Math.abs(u) - Math.abs(v)
  if (dz < 0) {
    dx = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
    dy = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
  }
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
  out[2] = dx / length
  out[3] = dy / length
  out[4] = dz / length
}
