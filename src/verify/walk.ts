// A proof, read byte by byte, little ends first: a tree of tasks in pre-order (docs/formats/certificate.md has the bytes). Cells are halved and
// nodes opened in whole numbers, so cells tile the first one and nodes cover both sets by construction; the bytes must last exactly.
import type { Anchor } from './kinematics.js'
import { demand, type VerifyPlace } from './plain.js'
import { length } from './poses.js'
import type { EnvelopeSet, LinkSet, NodeSet } from './sets.js'

/** Halvings of one variable after which fractions would no longer be exact. */
const DEEPEST = 48

/** By variable: part `index` of 2^level equal ones. */
export interface Cell {
  readonly levels: readonly number[]
  readonly indices: readonly number[]
  /** Was a plane for it seen? */
  isCounted?: boolean
}

export function wholeCell(variables: number): Cell {
  return { levels: new Array(variables).fill(0), indices: new Array(variables).fill(0) }
}

/** A tree of sets. Undefined: a node that cannot be opened. */
export interface OpenableSet {
  readonly root: number
  children(node: number): number[] | undefined
}

/** Does a plane separate two nodes in all of an anchor's cell? */
export interface PlaneRule<S> {
  holds(
    anchor: Anchor,
    setA: NodeSet | S,
    nodeA: number,
    setB: S | EnvelopeSet,
    nodeB: number,
    from: number,
    frame: number,
    to: number,
    n: Float64Array,
  ): boolean
}

/** What is walked: the sets, where the tasks begin, and anchors of cells. */
export interface Proof<S extends OpenableSet = LinkSet> {
  readonly bytes: Uint8Array
  readonly at: number
  readonly variables: number
  readonly movers: number
  readonly a: LinkSet | S
  readonly b: S
  readonly envelopeA: EnvelopeSet | undefined
  readonly envelopeB: EnvelopeSet | undefined
  readonly leaf: PlaneRule<S>
  anchorOf(cell: Cell): Anchor
  where(cell: Cell): VerifyPlace
}

export interface Walked {
  readonly cells: number
  readonly planes: number
  /** Somewhere one plane separates the whole of both: then neither is inside the other, nor ever gets there. */
  readonly apart: boolean
}

interface Task {
  readonly cell: Cell
  readonly nodeA: number
  readonly nodeB: number
  readonly envelopedA: boolean
  readonly envelopedB: boolean
}

export function walkProof<S extends OpenableSet = LinkSet>(proof: Proof<S>): Walked {
  const { bytes, a, b, envelopeA, envelopeB, variables } = proof
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const n = new Float64Array(3)
  let { at } = proof
  let cells = 0
  let planes = 0
  let apart = false
  const first = { cell: wholeCell(variables), nodeA: a.root, nodeB: b.root }
  const waiting: Task[] = [{ ...first, envelopedA: envelopeA !== undefined, envelopedB: envelopeB !== undefined }]
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    const { cell, nodeA, nodeB, envelopedA, envelopedB } = task
    const expect = (holds: boolean, reason: string): void => {
      if (!holds) demand(false, reason, proof.where(cell))
    }
    const take = (count: number): number => {
      expect(at + count <= bytes.length, 'the proof ends too early')
      at += count
      return at - count
    }
    // Each task takes a byte at least: what cannot be finished is not begun.
    expect(at + waiting.length < bytes.length, 'the proof ends too early')
    const op = bytes[at++]!
    if (op >= 16 || op === 7) {
      const v = op === 7 ? view.getUint16(take(2), true) : op - 16
      expect(v < variables && cell.levels[v]! < DEEPEST, `variable ${v} cannot be halved, or not as often`)
      const half = (upper: 0 | 1): Cell => ({
        levels: cell.levels.with(v, cell.levels[v]! + 1),
        indices: cell.indices.with(v, 2 * cell.indices[v]! + upper),
      })
      waiting.push({ ...task, cell: half(1) }, { ...task, cell: half(0) })
    } else if (op === 1 || op === 2) {
      const children = op === 1 ? a.children(nodeA) : b.children(nodeB)
      expect(children !== undefined, 'the proof opens something that cannot be opened')
      for (let i = children!.length - 1; i >= 0; i--) {
        waiting.push(op === 1 ? { ...task, nodeA: children![i]! } : { ...task, nodeB: children![i]! })
      }
    } else if (op === 5 || op === 6) {
      expect(op === 5 ? envelopedA : envelopedB, 'the proof drops an envelope that does not exist')
      waiting.push(op === 5 ? { ...task, envelopedA: false } : { ...task, envelopedB: false })
    } else if (op === 3 || op === 4) {
      const frame = view.getUint16(take(2), true)
      expect(readDirection(n, view, take(op === 3 ? 4 : 24), op === 3), 'a direction is zero, or not finite')
      const from = envelopedA ? 1 : 0
      const to = proof.movers - (envelopedB ? 1 : 0)
      expect(frame >= from && frame <= to, `there is no frame ${frame} between the two`)
      const [setA, setB] = [envelopedA ? envelopeA! : a, envelopedB ? envelopeB! : b]
      const holds = proof.leaf.holds(proof.anchorOf(cell), setA, nodeA, setB, nodeB, from, frame, to, n)
      expect(holds, 'the plane that is given does not separate the two everywhere in its cell')
      planes++
      if (cell.isCounted !== true) cells++
      cell.isCounted = true
      if (nodeA === a.root && nodeB === b.root) apart = true
    } else expect(false, `the proof has the byte ${op}, which means nothing`)
  }
  demand(at === bytes.length, `the proof has ${bytes.length - at} extra bytes`, proof.where(first.cell))
  return { cells, planes, apart }
}

/** Of unit length: two 16-bit numbers, or three doubles. False where it is zero or not finite. */
export function readDirection(n: Float64Array, view: DataView, at: number, isShort: boolean): boolean {
  if (isShort) octahedral(n, view, at)
  else for (let k = 0; k < 3; k++) n[k] = view.getFloat64(at + 8 * k, true)
  const size = length(n)
  for (let k = 0; k < 3; k++) n[k] = n[k]! / size
  return size > 1e-100 && size < 1e100
}

/** Two 16-bit numbers: (x, y) on an octahedron |x| + |y| + |z| = 1 whose lower half is folded outwards. Not of unit length. */
function octahedral(out: Float64Array, view: DataView, at: number): void {
  const x = view.getInt16(at, true) / 32767
  const y = view.getInt16(at + 2, true) / 32767
  const z = 1 - Math.abs(x) - Math.abs(y)
  out[0] = z < 0 ? (1 - Math.abs(y)) * (x < 0 ? -1 : 1) : x
  out[1] = z < 0 ? (1 - Math.abs(x)) * (y < 0 ? -1 : 1) : y
  out[2] = z
}
