// The coordination diagram of two robots: which atoms of A's path can be passed while B is in which atoms of its own? Cells are
// rectangles of atoms of one piece of either path. A cell in which every pair of geometries is proved apart is free; another one is
// halved along the path that moves more, down to single atoms, and only pairs that were not proved are tested in the halves. A
// cell in which hulls overlap deeper than they can move is not halved any further: it saves the inside of an obstacle region.
//
// What is not proved free is blocked, whether anything touches there or not: blocked cells need no proof.
//
// As bytes, for certificates: by pair of pieces, B's within A's, cells in pre-order. A cell: how many pairs it settles (two bytes),
// each by its number (two bytes, rising) and its proof (cell-prover.ts), then DONE if none is left, HALVED_A or HALVED_B, the
// earlier half first, or BLOCKED.
import type { Steps } from '../../base/work/steps.js'
import { InvalidInputError, ResultTooLargeError } from '../../errors.js'
import type { WorldModel } from '../world/world.js'
import { CellProver, PAIR_APART, PAIR_COLLIDING } from './cell-prover.js'
import type { RobotPath } from './robot-path.js'

/** States of two atoms. */
export const CELL_FREE = 0
export const CELL_UNPROVED = 1
export const CELL_TOUCHING = 2

export const DONE = 0
export const HALVED_A = 1
export const HALVED_B = 2
export const BLOCKED = 3

/** Atoms of A times atoms of B. */
const MOST_CELLS = 1 << 26

/** Pairs of geometries: their numbers have two bytes. */
const MOST_PAIRS = (1 << 16) - 1

/** What a diagram took. */
export interface DiagramStats {
  /** Cells tested, and those of them that are proved free or blocked. */
  readonly cells: number
  readonly free: number
  readonly blocked: number
  readonly ballTests: number
  readonly volumeTests: number
  readonly leafTests: number
}

/** Of two robots: by atom of A, then of B, whether both can be in them. */
export interface Diagram {
  readonly a: RobotPath
  readonly b: RobotPath
  /** CELL_FREE, CELL_UNPROVED or CELL_TOUCHING. */
  readonly states: Uint8Array
  readonly stats: DiagramStats
  readonly proof: Uint8Array
  /** Of one that is blocked: the two geometries that were not proved apart there, as places in the world; undefined of others. */
  pairAt(atomA: number, atomB: number): readonly [number, number] | undefined
}

interface Cell {
  readonly pieceA: number
  readonly levelA: number
  readonly indexA: number
  readonly pieceB: number
  readonly levelB: number
  readonly indexB: number
  /** Pairs that are not settled yet. */
  readonly left: Int32Array
}

export function* diagramOf(model: WorldModel, a: RobotPath, b: RobotPath, clearance: number): Steps<Diagram> {
  if (a.atoms * b.atoms > MOST_CELLS) {
    const expected = `such that the paths of two robots have at most ${MOST_CELLS} pairs of atoms: ${a.name}, ${b.name}`
    throw new InvalidInputError('options.atom', `${a.atoms} × ${b.atoms}`, expected)
  }
  const build = new DiagramBuild(model, a, b, clearance)
  while (build.advance()) yield
  return build.finish()
}

class DiagramBuild {
  private readonly prover: CellProver
  private readonly states: Uint8Array
  /** By atoms that are blocked: the pair. */
  private readonly culprits = new Map<number, number>()
  private readonly stack: Cell[] = []
  private bytes = new Uint8Array(1 << 12)
  private length = 0
  private cells = 0
  private free = 0
  private blocked = 0
  private readonly failed: Int32Array

  constructor(
    model: WorldModel,
    private readonly a: RobotPath,
    private readonly b: RobotPath,
    clearance: number,
  ) {
    this.prover = new CellProver(model, a, b, clearance)
    if (this.prover.pairs.length > MOST_PAIRS) {
      throw new ResultTooLargeError(`pairs of geometries of ${a.name} and ${b.name}`, MOST_PAIRS)
    }
    this.states = new Uint8Array(a.atoms * b.atoms)
    const left = Int32Array.from(this.prover.pairs.keys())
    this.failed = new Int32Array(left.length)
    for (let pieceA = a.pieces.length - 1; pieceA >= 0; pieceA--) {
      for (let pieceB = b.pieces.length - 1; pieceB >= 0; pieceB--) {
        this.stack.push({ pieceA, levelA: 0, indexA: 0, pieceB, levelB: 0, indexB: 0, left })
      }
    }
  }

  /** The next cell; false when there is none. */
  advance(): boolean {
    const cell = this.stack.pop()
    if (cell === undefined) return false
    const { a, b, prover, failed } = this
    const { pieceA, levelA, indexA, pieceB, levelB, indexB, left } = cell
    this.cells++
    prover.enter(a.anchor(pieceA, levelA, indexA), b.anchor(pieceB, levelB, indexB))
    const mayHalveA = levelA < a.levels[pieceA]!
    const mayHalveB = levelB < b.levels[pieceB]!
    const isLast = !mayHalveA && !mayHalveB
    const from = this.length
    let settled = 0
    let count = 0
    let colliding = -1
    // How many are settled comes first, and is known last: two bytes are kept for it.
    this.word(0)
    for (let k = 0; k < left.length && colliding === -1; k++) {
      const p = left[k]!
      const result = prover.test(p, isLast)
      if (result === PAIR_APART) {
        settled++
        this.word(p)
        for (const byte of prover.proof) this.byte(byte)
      } else {
        failed[count++] = p
        if (result === PAIR_COLLIDING) colliding = p
      }
    }
    if (count > 0 && (isLast || colliding !== -1)) {
      // What was settled here is of no use.
      this.length = from
      this.word(0)
      this.byte(BLOCKED)
      this.fill(cell, colliding === -1 ? CELL_UNPROVED : CELL_TOUCHING, colliding === -1 ? failed[0]! : colliding)
      this.blocked++
      return this.stack.length > 0
    }
    this.bytes[from] = settled & 255
    this.bytes[from + 1] = settled >> 8
    if (count === 0) {
      this.byte(DONE)
      this.free++
      return this.stack.length > 0
    }
    const rest = failed.slice(0, count)
    const inA = !mayHalveB || (mayHalveA && this.movesMore(rest))
    this.byte(inA ? HALVED_A : HALVED_B)
    const [la, ia] = inA ? [levelA + 1, 2 * indexA] : [levelA, indexA]
    const [lb, ib] = inA ? [levelB, indexB] : [levelB + 1, 2 * indexB]
    const half = { pieceA, levelA: la, pieceB, levelB: lb, left: rest }
    this.stack.push({ ...half, indexA: inA ? ia + 1 : ia, indexB: inA ? ib : ib + 1 })
    this.stack.push({ ...half, indexA: ia, indexB: ib })
    return true
  }

  finish(): Diagram {
    const { a, b, states, culprits, prover } = this
    const { ballTests, volumeTests, leafTests, pairs } = prover
    return {
      a,
      b,
      states,
      stats: { cells: this.cells, free: this.free, blocked: this.blocked, ballTests, volumeTests, leafTests },
      proof: this.bytes.slice(0, this.length),
      pairAt: (atomA, atomB) => {
        const p = culprits.get(atomA * b.atoms + atomB)
        return p === undefined ? undefined : [pairs[p]!.leafA, pairs[p]!.leafB]
      },
    }
  }

  /** Does A move farther in the cell than B? */
  private movesMore(left: Int32Array): boolean {
    let most = -Infinity
    let inA = true
    for (const p of left) {
      const one = this.prover.reachOf(p, true)
      const other = this.prover.reachOf(p, false)
      if (Math.max(one, other) > most) {
        most = Math.max(one, other)
        inA = one >= other
      }
    }
    return inA
  }

  private fill(cell: Cell, state: number, culprit: number): void {
    const { a, b, states, culprits } = this
    const widthA = 2 ** (a.levels[cell.pieceA]! - cell.levelA)
    const widthB = 2 ** (b.levels[cell.pieceB]! - cell.levelB)
    const firstA = a.firstAtom[cell.pieceA]! + widthA * cell.indexA
    const firstB = b.firstAtom[cell.pieceB]! + widthB * cell.indexB
    for (let i = firstA; i < firstA + widthA; i++) {
      for (let j = firstB; j < firstB + widthB; j++) {
        states[i * b.atoms + j] = state
        culprits.set(i * b.atoms + j, culprit)
      }
    }
  }

  private word(value: number): void {
    this.byte(value & 255)
    this.byte(value >> 8)
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(2 * this.length)
      longer.set(this.bytes)
      this.bytes = longer
    }
    this.bytes[this.length++] = value
  }
}
