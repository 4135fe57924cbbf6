// A growing proof: a tree of tasks. A task is two nodes of the geometries of a pair and an interval of time; it is settled
// by halving the interval, by opening a node, or by a direction and a frame that keep the two apart.
//
// As bytes, in a certificate: parents before children. 16: halved; 1, 2: a node of A or of B opened; 3: separated, with the frame
// (two bytes, the lower first) and the direction as two 16-bit numbers; 4: separated, with the direction as three doubles.
import { BrokenInvariantError } from '../../errors.js'
import { shortDirection } from './short-direction.js'

export const OPEN = 0
export const HALVED = 1
export const OPENED_A = 2
export const OPENED_B = 3
export const SEPARATED = 4
/** Tried in vain: waits to be halved. */
export const FAILED = 5

/** In place of a task or a node. */
export const ABSENT = -1

/** Initial room for tasks beyond the number of pairs: most pairs take one. */
const MORE_ROOM = 32

/**
 * Whole numbers of a task: its state, its nodes in A and B, the first child (its siblings follow it) and, where time was halved,
 * that of the second half; the next in a list of those that wait for the same interval; frame; is a short direction enough?
 */
const WHOLE = 8
const NODE_A = 1
const NODE_B = 2
const CHILD = 3
const LATER = 4
const NEXT = 5
const FRAME = 6
const SHORT = 7
/** Other numbers: the direction of a separated task; how much of a pair's motion it covers, children having equal parts. */
const REAL = 4
const SHARE = 3

/** Tasks of one segment, in flat arrays that grow. */
export class Proof {
  size = 0
  /** Tasks that are neither separated nor divided into others. */
  unsettled = 0
  private whole = new Int32Array(0)
  private real = new Float64Array(0)

  constructor(private readonly pairs: number) {}

  add(a: number, b: number, share: number): number {
    if (WHOLE * this.size === this.whole.length) this.grow()
    const task = this.size++
    this.unsettled++
    const { whole } = this
    const o = WHOLE * task
    whole[o] = OPEN
    whole[o + NODE_A] = a
    whole[o + NODE_B] = b
    whole[o + NEXT] = ABSENT
    this.real[REAL * task + SHARE] = share
    return task
  }

  state(task: number): number {
    return this.whole[WHOLE * task]!
  }

  setState(task: number, state: number): void {
    this.whole[WHOLE * task] = state
  }

  nodeA(task: number): number {
    return this.whole[WHOLE * task + NODE_A]!
  }

  nodeB(task: number): number {
    return this.whole[WHOLE * task + NODE_B]!
  }

  child(task: number): number {
    return this.whole[WHOLE * task + CHILD]!
  }

  next(task: number): number {
    return this.whole[WHOLE * task + NEXT]!
  }

  setNext(task: number, next: number): void {
    this.whole[WHOLE * task + NEXT] = next
  }

  share(task: number): number {
    return this.real[REAL * task + SHARE]!
  }

  /** Opened into its children, of which this is the first. */
  setOpened(task: number, state: number, child: number): void {
    this.unsettled--
    this.whole[WHOLE * task] = state
    this.whole[WHOLE * task + CHILD] = child
  }

  /** A task that was opened in vain into this many that failed: it replaces them again. */
  reopen(task: number, failed: number): void {
    this.unsettled += 1 - failed
    this.whole[WHOLE * task] = FAILED
  }

  setHalved(task: number, earlier: number, later: number): void {
    this.setOpened(task, HALVED, earlier)
    this.whole[WHOLE * task + LATER] = later
  }

  /** `isShort`: the inequality also holds with the direction that the short form denotes. */
  setSeparated(task: number, frame: number, x: number, y: number, z: number, isShort: boolean): void {
    this.unsettled--
    const o = WHOLE * task
    this.whole[o] = SEPARATED
    this.whole[o + FRAME] = frame
    this.whole[o + SHORT] = isShort ? 1 : 0
    const r = REAL * task
    this.real[r] = x
    this.real[r + 1] = y
    this.real[r + 2] = z
  }

  private grow(): void {
    const room = Math.max(2 * this.size, this.pairs + MORE_ROOM)
    const whole = new Int32Array(WHOLE * room)
    whole.set(this.whole)
    this.whole = whole
    const real = new Float64Array(REAL * room)
    real.set(this.real)
    this.real = real
  }

  /** The tree below a task, as bytes. */
  write(root: number, childrenA: Int32Array, childrenB: Int32Array): Uint8Array {
    const out: number[] = []
    const stack = [root]
    while (stack.length > 0) {
      const task = stack.pop()!
      switch (this.state(task)) {
        case HALVED:
          out.push(16)
          stack.push(this.whole[WHOLE * task + LATER]!, this.child(task))
          break
        case OPENED_A:
        case OPENED_B: {
          const inA = this.state(task) === OPENED_A
          out.push(inA ? 1 : 2)
          const count = inA ? childrenA[this.nodeA(task)]! : childrenB[this.nodeB(task)]!
          for (let k = count - 1; k >= 0; k--) stack.push(this.child(task) + k)
          break
        }
        case SEPARATED:
          this.writeSeparated(out, task)
          break
        default:
          throw new BrokenInvariantError('a proof has a task that was not settled')
      }
    }
    return Uint8Array.from(out)
  }

  private writeSeparated(out: number[], task: number): void {
    const isShort = this.whole[WHOLE * task + SHORT] === 1
    const frame = this.whole[WHOLE * task + FRAME]!
    out.push(isShort ? 3 : 4, frame & 255, frame >> 8)
    const r = REAL * task
    writeDirection(out, isShort, this.real[r]!, this.real[r + 1]!, this.real[r + 2]!)
  }
}

/** A direction as bytes: two 16-bit numbers in short, otherwise three doubles. */
export function writeDirection(out: number[], isShort: boolean, x: number, y: number, z: number): void {
  if (!isShort) {
    for (const value of [x, y, z]) {
      view.setFloat64(0, value, true)
      for (let k = 0; k < 8; k++) out.push(view.getUint8(k))
    }
    return
  }
  shortDirection(short, x, y, z)
  for (const value of short) {
    view.setInt16(0, value, true)
    out.push(view.getUint8(0), view.getUint8(1))
  }
}

const view = new DataView(new ArrayBuffer(8))
const short = new Float64Array(2)

/** No direction is farther than this from the one that its short form denotes. */
export const SHORT_DIRECTION = 2 ** -13
