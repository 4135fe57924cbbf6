// A proof, read byte by byte: a tree of tasks in pre-order (docs/formats/certificate.md, "A proof"). So cells tile their box and nodes cover their
// geometries by construction, in whole numbers; the bytes must last exactly.
import { demand, type VerifyPlace } from '../plain.js'
import { wholes } from './convex-sets.js'
import { Real, size } from './real.js'
import type { Node } from './shapes.js'
import { unit, type Vector } from './vectors.js'

/** Halvings of a variable. */
const DEEPEST = 48

/** Part `index` of 2^level equal ones, by variable of the box. */
export interface Cell {
  readonly parts: readonly { readonly level: number; readonly index: bigint }[]
}

export interface Task {
  readonly cell: Cell
  readonly a: Node
  readonly b: Node
  /** Seen as their envelopes. */
  readonly roundA: boolean
  readonly roundB: boolean
}

/** Does a plane separate the nodes in all of the cell? */
export type PlaneCheck = (task: Task, frame: number, n: Vector) => boolean

export interface WalkResult {
  readonly cells: number
  readonly planes: number
  /** Somewhere one plane separates the whole of both. */
  readonly separated: boolean
}

export function walkProof(
  bytes: Uint8Array,
  from: number,
  variables: number,
  first: Omit<Task, 'cell'>,
  holds: PlaneCheck,
  bits: bigint,
  where: VerifyPlace,
): WalkResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = from
  const take = (count: number): number => {
    demand(at + count <= bytes.length, 'the proof ends too early', where)
    at += count
    return at - count
  }
  const cells = new Set<Cell>()
  let planes = 0
  let separated = false
  const whole: Cell = { parts: Array.from({ length: variables }, () => ({ level: 0, index: 0n })) }
  const waiting: Task[] = [{ ...first, cell: whole }]
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    // Each task takes a byte at least: what cannot be finished is not begun.
    demand(at + waiting.length < bytes.length, 'the proof ends too early', where)
    const op = bytes[take(1)]!
    if (op === 7 || op >= 16) {
      const variable = op === 7 ? view.getUint16(take(2), true) : op - 16
      demand(variable < variables, 'the proof halves a variable that its box does not have', where)
      demand(task.cell.parts[variable]!.level < DEEPEST, 'a cell is halved too often', where)
      waiting.push({ ...task, cell: half(task.cell, variable, 1n) }, { ...task, cell: half(task.cell, variable, 0n) })
    } else if (op === 1 || op === 2) {
      const children = (op === 1 ? task.a : task.b).children()
      demand(children !== undefined, 'the proof opens something that cannot be opened', where)
      for (let i = children.length - 1; i >= 0; i--) {
        waiting.push(op === 1 ? { ...task, a: children[i]! } : { ...task, b: children[i]! })
      }
    } else if (op === 3 || op === 4) {
      const frame = view.getUint16(take(2), true)
      const n = direction(view, op === 3 ? take(4) : take(24), op, bits)
      demand(n !== undefined, 'a direction is zero or not finite', where)
      demand(holds(task, frame, n), 'the plane that is given does not separate the two in all of its cell', where)
      planes++
      cells.add(task.cell)
      if (task.a === first.a && task.b === first.b) separated = true
    } else if (op === 5 || op === 6) {
      demand(op === 5 ? task.roundA : task.roundB, 'the proof drops an envelope that does not exist', where)
      waiting.push(op === 5 ? { ...task, roundA: false } : { ...task, roundB: false })
    } else demand(false, `the proof has the byte ${op}, which means nothing`, where)
  }
  demand(at === bytes.length, `the proof has ${bytes.length - at} extra bytes`, where)
  return { cells: cells.size, planes, separated }
}

function half(cell: Cell, variable: number, upper: bigint): Cell {
  const parts = cell.parts.map((part, v) =>
    v === variable ? { level: part.level + 1, index: 2n * part.index + upper } : part,
  )
  return { parts }
}

/** The middle of a cell between the ends of a box, and half of its width, along a variable. */
export function middleOf({ parts }: Cell, variable: number, lower: Real, upper: Real): { middle: Real; half: Real } {
  const { level, index } = parts[variable]!
  const step = upper.minus(lower).halved(BigInt(level + 1))
  return { middle: lower.plus(step.timesWhole(2n * index + 1n)), half: step }
}

/** Of unit length; undefined if there is none. Two whole numbers are a point on an octahedron whose lower half is folded outwards. */
export function direction(view: DataView, at: number, op: 3 | 4, bits: bigint): Vector | undefined {
  let given = [0, 8, 16].map((k) => (op === 4 ? view.getFloat64(at + k, true) : 0))
  if (op === 3) {
    // In units of 1/32767, which the length divides out.
    const one = 32767
    const [i, j] = [view.getInt16(at, true), view.getInt16(at + 2, true)]
    const k = one - Math.abs(i) - Math.abs(j)
    given = k < 0 ? [(one - Math.abs(j)) * (i < 0 ? -1 : 1), (one - Math.abs(i)) * (j < 0 ? -1 : 1), k] : [i, j, k]
  }
  if (!given.every(Number.isFinite) || given.every((value) => value === 0)) return undefined
  // Of any size: in units of about the largest of the three.
  const { values } = wholes(given)
  const largest = BigInt(Math.max(...values.map((value) => size(value).toString(2).length)))
  return unit(values.map((value) => Real.ofUnits(value, largest, bits)) as unknown as Vector)
}
