// A proof that two links stay apart in a box of joint values, read byte by byte, little ends first. It is a tree of tasks in
// pre-order. A task is a cell, a node of each link, and whether a link is seen as its envelope; the first is the whole box and both roots.
// A byte says what becomes of it:
//   1  A's node is opened: its children follow, in order        2  B's node likewise
//   3  a plane parts them: frame (16 bits), direction as two 16-bit numbers on an octahedron
//   4  the same with the direction as three doubles
//   5  A's envelope is given up: the same without it follows     6  B's likewise
//   16 + v  the cell is halved along the v-th variable of the box: lower half and upper half follow
//   7  the same, v in 16 bits: for boxes of more than 240 variables
// So cells tile the box and nodes cover the links by construction, in whole numbers; the bytes must last exactly.
import { octahedral } from '../octahedral.js'
import { demand, type VerifyPlace } from '../rejection.js'
import type { CellAnchor } from './cell-anchor.js'
import { Cell } from './cell-box.js'
import type { CellLeaf } from './cell-leaf.js'
import type { EnvelopeSet } from './envelope.js'
import type { LinkSet } from './link-set.js'

const FAR_SPLIT = 7
const FIRST_SPLIT = 16

/** One of the two links. */
export interface WalkedLink {
  readonly set: LinkSet
  /** Undefined if it is not seen as one at first. */
  readonly envelope: EnvelopeSet | undefined
}

interface Task {
  readonly cell: Cell
  readonly nodeA: number
  readonly nodeB: number
  readonly envelopedA: boolean
  readonly envelopedB: boolean
}

export interface CellWalkResult {
  readonly cells: number
  readonly planes: number
  /** Somewhere one plane parts the whole of both: then neither is inside the other, nor ever gets there. */
  readonly parted: boolean
}

export class CellWalk {
  private readonly n = new Float64Array(3)
  private readonly view: DataView
  private at: number

  /** The tasks begin at byte `from`. */
  constructor(
    private readonly bytes: Uint8Array,
    from: number,
    private readonly where: VerifyPlace,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.at = from
  }

  run(
    a: WalkedLink,
    b: WalkedLink,
    movers: number,
    variables: number,
    anchor: CellAnchor,
    leaf: CellLeaf,
  ): CellWalkResult {
    const { bytes, where, n } = this
    let cells = 0
    let planes = 0
    let parted = false
    const waiting: Task[] = [
      {
        cell: Cell.whole(variables),
        nodeA: a.set.root,
        nodeB: b.set.root,
        envelopedA: a.envelope !== undefined,
        envelopedB: b.envelope !== undefined,
      },
    ]
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
      // Each task takes a byte at least: what cannot be finished is not begun.
      demand(this.at + waiting.length < bytes.length, 'the proof ends too early', where)
      const op = bytes[this.at++]!
      if (op >= FIRST_SPLIT || op === FAR_SPLIT) {
        const side = op === FAR_SPLIT ? this.readWord() : op - FIRST_SPLIT
        demand(side < variables, `the box has no variable ${side} to be halved`, where)
        demand(task.cell.canBeHalved(side), 'a cell is halved too often', where)
        waiting.push({ ...task, cell: task.cell.half(side, 1) }, { ...task, cell: task.cell.half(side, 0) })
      } else if (op === 1 || op === 2) {
        const children = op === 1 ? a.set.children(task.nodeA) : b.set.children(task.nodeB)
        demand(children !== undefined, 'the proof opens something that cannot be opened', where)
        for (let i = children.length - 1; i >= 0; i--) {
          waiting.push(op === 1 ? { ...task, nodeA: children[i]! } : { ...task, nodeB: children[i]! })
        }
      } else if (op === 3 || op === 4) {
        const frame = this.readPlane(op)
        const from = task.envelopedA ? 1 : 0
        const to = movers - (task.envelopedB ? 1 : 0)
        demand(frame >= from && frame <= to, `there is no frame ${frame} between the two`, where)
        anchor.place(task.cell)
        const setA = task.envelopedA ? a.envelope! : a.set
        const setB = task.envelopedB ? b.envelope! : b.set
        const holds = leaf.holds(setA, task.nodeA, setB, task.nodeB, from, frame, to, n)
        demand(holds, 'the plane that is given does not part them in all of its cell', where)
        planes++
        // Marked, not kept: a document may have any number of them.
        if (!task.cell.isCounted) cells++
        task.cell.isCounted = true
        if (task.nodeA === a.set.root && task.nodeB === b.set.root) parted = true
      } else if (op === 5 || op === 6) {
        const has = op === 5 ? task.envelopedA : task.envelopedB
        demand(has, 'the proof gives up an envelope that is not there', where)
        waiting.push(op === 5 ? { ...task, envelopedA: false } : { ...task, envelopedB: false })
      } else demand(false, `the proof has the byte ${op}, which means nothing`, where)
    }
    demand(this.at === bytes.length, `the proof has ${bytes.length - this.at} bytes too many`, where)
    return { cells, planes, parted }
  }

  private readWord(): number {
    demand(this.at + 2 <= this.bytes.length, 'the proof ends too early', this.where)
    this.at += 2
    return this.view.getUint16(this.at - 2, true)
  }

  /** Frame; the direction goes to n, made to have unit length. */
  private readPlane(op: 3 | 4): number {
    const { view, n, where } = this
    demand(this.at + (op === 3 ? 6 : 26) <= this.bytes.length, 'the proof ends too early', where)
    const frame = this.readWord()
    if (op === 3) {
      octahedral(n, view, this.at)
      this.at += 4
    } else {
      for (let k = 0; k < 3; k++) n[k] = view.getFloat64(this.at + 8 * k, true)
      this.at += 24
    }
    const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
    demand(length > 1e-100 && length < 1e100, 'a direction is none', where)
    for (let k = 0; k < 3; k++) n[k] = n[k]! / length
    return frame
  }
}
