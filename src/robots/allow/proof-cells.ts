// The cells of a proof, read from its bytes: for pictures. This does not check the proof (src/verify/pairs.ts does).

import { InvalidInputError } from '../../errors.js'
import type { Robot } from '../model/robot.js'
import type { PairResult } from './allow-result.js'
import { LINK } from './cell-proof.js'
import { PairProblem, type ProblemGeometry } from './pair-problem.js'
import {
  CELL_GAVE_UP,
  CELL_HALVED,
  CELL_HALVED_FAR,
  CELL_OPENED,
  CELL_SEPARATED,
  CELL_SEPARATED_SHORT,
} from './proof-bytes.js'

/** The boxes of joint space that a proof divides it into. */
export interface ProofCells {
  /** Names of the variables between the two links, and their ranges. */
  readonly variables: readonly string[]
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  /**
   * Of every cell in which planes separate the links: lower and upper by variable, as shares of the range from 0 to 1. Where
   * nodes of the links were opened before the cells were halved, cells of different nodes overlap.
   */
  readonly cells: Float64Array
}

/** Two nodes of the links, by geometry and number; -2 for a whole link of several geometries. */
interface Task {
  readonly a: readonly [number, number]
  readonly b: readonly [number, number]
  /** Lower and upper by variable. */
  readonly box: readonly number[]
}

/** The boxes of joint space that the proof of a pair consists of, for drawing it. */
export function proofCells(robot: Robot, result: Pick<PairResult, 'a' | 'b' | 'proof'>): ProofCells {
  const { a, b, proof } = result
  if (!(proof instanceof Uint8Array)) throw new InvalidInputError('result.proof', proof, 'the bytes of a proof')
  const { variables, geometriesA, geometriesB } = new PairProblem(robot, a, b)
  const view = new DataView(proof.buffer, proof.byteOffset, proof.byteLength)
  const v = variables.length
  let at = 1 + 1 + 8 + 2 + v * (2 + 8 + 8)
  const seen = new Set<string>()
  const cells: number[] = []
  const stack: Task[] = [{ a: rootOf(geometriesA), b: rootOf(geometriesB), box: variables.flatMap(() => [0, 1]) }]
  while (stack.length > 0) {
    const task = stack.pop()!
    if (at >= proof.length)
      throw new InvalidInputError('result.proof', proof.length, 'a proof of these two links, whole')
    const op = view.getUint8(at++)
    switch (op) {
      case CELL_OPENED:
        for (const child of childrenOf(geometriesA, task.a).reverse()) stack.push({ ...task, a: child })
        break
      case CELL_OPENED + 1:
        for (const child of childrenOf(geometriesB, task.b).reverse()) stack.push({ ...task, b: child })
        break
      case CELL_GAVE_UP:
      case CELL_GAVE_UP + 1:
        stack.push(task)
        break
      case CELL_SEPARATED_SHORT:
      case CELL_SEPARATED: {
        at += 2 + (op === CELL_SEPARATED ? 24 : 4)
        const key = task.box.join(' ')
        if (!seen.has(key)) cells.push(...task.box)
        seen.add(key)
        break
      }
      default: {
        const isFar = op === CELL_HALVED_FAR && at + 2 <= proof.length
        const k = isFar ? view.getUint16(at, true) : op - CELL_HALVED
        if (isFar) at += 2
        if (k < 0 || k >= v) throw new InvalidInputError('result.proof', op, 'a proof of these two links')
        const [low, high] = [task.box[2 * k]!, task.box[2 * k + 1]!]
        const middle = (low + high) / 2
        stack.push({ ...task, box: task.box.with(2 * k, middle) }, { ...task, box: task.box.with(2 * k + 1, middle) })
      }
    }
  }
  if (at !== proof.length) throw new InvalidInputError('result.proof', proof.length, `${at} bytes`)
  return {
    variables: variables.map(({ name }) => name),
    lower: variables.map(({ lower }) => lower),
    upper: variables.map(({ upper }) => upper),
    cells: Float64Array.from(cells),
  }
}

function rootOf(geometries: readonly ProblemGeometry[]): readonly [number, number] {
  return [0, geometries.length > 1 ? LINK : 0]
}

function childrenOf(
  geometries: readonly ProblemGeometry[],
  [geometry, node]: readonly [number, number],
): (readonly [number, number])[] {
  if (node === LINK) return geometries.map((_, g) => [g, 0] as const)
  const { tree } = geometries[geometry]!
  const from = tree.open(node)
  return Array.from({ length: tree.children[node]! }, (_, k) => [geometry, from + k] as const)
}
