// Proofs as they grow: a tree of tasks. A task is two nodes of the geometries of a pair and an interval of time; it is settled
// by halving the interval, by opening a node, or by a direction and a frame that keep the two apart.
//
// As bytes, in a certificate: parents before children. 0: halved; 1, 2: a node of A or of B opened; 3: parted, with the frame (two
// bytes, the lower first) and the direction as two 16-bit numbers; 4: parted, with the direction as three doubles.
import { BrokenInvariantError } from '../errors.js'

export const OPEN = 0
export const HALVED = 1
export const OPENED_A = 2
export const OPENED_B = 3
export const PARTED = 4
/** Tried in vain: waits to be halved. */
export const FAILED = 5

export const NOBODY = -1

/** Tasks of one segment, in flat arrays that grow. */
export class Proof {
  size = 0
  state = new Uint8Array(64)
  nodeA = new Int32Array(64)
  nodeB = new Int32Array(64)
  /** The first child (its siblings follow it); and, where time was halved, that of the second half. */
  child = new Int32Array(64)
  later = new Int32Array(64)
  /** Next in the list of those that wait for the same interval. */
  next = new Int32Array(64)
  frame = new Uint16Array(64)
  /** Directions of those that are parted, three numbers each. */
  direction = new Float64Array(3 * 64)
  /** How much of a pair's motion it stands for: children have equal parts of it. */
  share = new Float64Array(64)
  /** By how much the inequality held, in units of all that the direction's rounding can change: is a short one enough? */
  short = new Uint8Array(64)

  add(a: number, b: number, share: number): number {
    if (this.size === this.state.length) this.grow()
    const task = this.size++
    this.state[task] = OPEN
    this.nodeA[task] = a
    this.nodeB[task] = b
    this.share[task] = share
    this.next[task] = NOBODY
    return task
  }

  private grow(): void {
    this.state = longer(this.state, Uint8Array)
    this.nodeA = longer(this.nodeA, Int32Array)
    this.nodeB = longer(this.nodeB, Int32Array)
    this.child = longer(this.child, Int32Array)
    this.later = longer(this.later, Int32Array)
    this.next = longer(this.next, Int32Array)
    this.frame = longer(this.frame, Uint16Array)
    this.direction = longer(this.direction, Float64Array)
    this.share = longer(this.share, Float64Array)
    this.short = longer(this.short, Uint8Array)
  }

  /** The tree below a task, as bytes. */
  write(root: number, childrenA: Int32Array, childrenB: Int32Array): Uint8Array {
    const out: number[] = []
    const stack = [root]
    while (stack.length > 0) {
      const task = stack.pop()!
      switch (this.state[task]) {
        case HALVED:
          out.push(0)
          stack.push(this.later[task]!, this.child[task]!)
          break
        case OPENED_A:
        case OPENED_B: {
          const inA = this.state[task] === OPENED_A
          out.push(inA ? 1 : 2)
          const count = inA ? childrenA[this.nodeA[task]!]! : childrenB[this.nodeB[task]!]!
          for (let k = count - 1; k >= 0; k--) stack.push(this.child[task]! + k)
          break
        }
        case PARTED:
          this.writeParted(out, task)
          break
        default:
          throw new BrokenInvariantError('a proof has a task that was not settled')
      }
    }
    return Uint8Array.from(out)
  }

  private writeParted(out: number[], task: number): void {
    const isShort = this.short[task] === 1
    const frame = this.frame[task]!
    out.push(isShort ? 3 : 4, frame & 255, frame >> 8)
    const x = this.direction[3 * task]!
    const y = this.direction[3 * task + 1]!
    const z = this.direction[3 * task + 2]!
    if (!isShort) {
      for (const value of [x, y, z]) {
        view.setFloat64(0, value, true)
        for (let k = 0; k < 8; k++) out.push(view.getUint8(k))
      }
      return
    }
    // Onto the octahedron |x| + |y| + |z| = 1, its lower half folded over the upper one.
    const sum = Math.abs(x) + Math.abs(y) + Math.abs(z)
    let u = x / sum
    let v = y / sum
    if (z < 0) {
      const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1)
      v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1)
      u = folded
    }
    for (const value of [u, v]) {
      view.setInt16(0, Math.round(value * 32767), true)
      out.push(view.getUint8(0), view.getUint8(1))
    }
  }
}

const view = new DataView(new ArrayBuffer(8))

/** No direction is farther than this from the one that its short form stands for. */
export const SHORT_DIRECTION = 2 ** -13

function longer<T extends { readonly length: number; set(from: T): void }>(from: T, Kind: new (n: number) => T): T {
  const out = new Kind(2 * from.length)
  out.set(from)
  return out
}
