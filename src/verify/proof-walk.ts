// A proof that two geometries stay apart on a piece of motion, read byte by byte.
//
// It is a tree of tasks in pre-order. A task is a stretch of time and a node of each geometry; the first is all of the piece and
// both roots. A byte says what becomes of it:
//   0  its time is halved: the first half and the second half follow
//   1  A's node is opened: its children follow, in order        2  B's node likewise
//   3  a plane parts them: frame (16 bits), direction as two 16-bit numbers on an octahedron
//   4  the same with the direction as three doubles
// Little ends first. So stretches tile the piece and nodes cover the geometries by construction, in whole numbers; the bytes
// must last exactly.
import type { Anchors } from './anchors.js'
import type { LeafCheck, Pair } from './leaf.js'
import { octahedral } from './octahedral.js'
import { demand, type VerifyPlace } from './rejection.js'

/** Halvings after which stretches would no longer be exact in doubles. */
const DEEPEST = 48

export interface WalkResult {
  readonly leaves: number
  /** Somewhere one plane parts the whole of both: then neither is inside the other, nor ever gets there. */
  readonly parted: boolean
}

export class ProofWalk {
  /** Level, index, node of A, node of B of all tasks that wait. */
  private readonly waiting: number[] = []
  private readonly n = new Float64Array(3)
  private bytes!: Uint8Array
  private view!: DataView
  private at = 0

  run(bytes: Uint8Array, pair: Pair, anchors: Anchors, leaf: LeafCheck, where: VerifyPlace): WalkResult {
    const { waiting, n } = this
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = 0
    let leaves = 0
    let parted = false
    waiting.length = 0
    waiting.push(0, 0, 0, 0)
    while (waiting.length > 0) {
      const nodeB = waiting.pop()!
      const nodeA = waiting.pop()!
      const index = waiting.pop()!
      const level = waiting.pop()!
      const there = (): VerifyPlace => ({ ...where, from: index / 2 ** level, to: (index + 1) / 2 ** level })
      if (!(this.at < bytes.length)) demand(false, 'the proof ends too early', there())
      const op = bytes[this.at++]!
      if (op === 0) {
        demand(level < DEEPEST, 'time is halved too often', where)
        waiting.push(level + 1, 2 * index + 1, nodeA, nodeB)
        waiting.push(level + 1, 2 * index, nodeA, nodeB)
      } else if (op === 1 || op === 2) {
        const children = op === 1 ? pair.setA.children(nodeA) : pair.setB.children(nodeB)
        if (children === undefined) demand(false, 'the proof opens something that cannot be opened', there())
        for (let i = children.length - 1; i >= 0; i--) {
          const child = children[i]!
          waiting.push(level, index, op === 1 ? child : nodeA, op === 2 ? child : nodeB)
        }
      } else if (op === 3 || op === 4) {
        if (!this.fits(op === 3 ? 6 : 26)) demand(false, 'the proof ends too early', there())
        const frame = this.frame()
        if (op === 3) this.octahedral()
        else this.doubles()
        if (!(frame <= pair.chain.movers.length)) demand(false, `there is no frame ${frame} between the two`, there())
        const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
        if (!(length > 1e-100 && length < 1e100)) demand(false, 'a direction is none', there())
        for (let k = 0; k < 3; k++) n[k] = n[k]! / length
        if (!leaf.holds(pair, anchors.at(level, index), frame, n, nodeA, nodeB)) {
          demand(false, 'the plane that is given does not part them all the time', there())
        }
        leaves++
        if (nodeA === 0 && nodeB === 0) parted = true
      } else demand(false, `the proof has the byte ${op}, which means nothing`, there())
    }
    demand(this.at === bytes.length, `the proof has ${bytes.length - this.at} bytes too many`, where)
    return { leaves, parted }
  }

  private fits(count: number): boolean {
    return this.at + count <= this.bytes.length
  }

  private frame(): number {
    this.at += 2
    return this.view.getUint16(this.at - 2, true)
  }

  private octahedral(): void {
    octahedral(this.n, this.view, this.at)
    this.at += 4
  }

  private doubles(): void {
    for (let k = 0; k < 3; k++) this.n[k] = this.view.getFloat64(this.at + 8 * k, true)
    this.at += 24
  }
}
