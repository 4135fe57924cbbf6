// Branch and bound over the box of a pair: two links that stay apart for all joint values, proved.
//
// A task is a cell of the box and a node of each link, or the envelope of one about its end joint. It is settled by a plane
// (cell-motion.ts), or made into others: a node is opened, an envelope is given up, or the cell is halved along the joint that
// contributes most. First task: the whole box, both links, both envelopes. All tasks settled: proved.
//
// Which of these is a matter of speed, never of soundness. As long as the sets move by more than they are thick, halving
// wins more than opening does; and an envelope is kept as long as the joints between move its link by more than its own joint
// could.
//
// Depth first, so that few tasks wait at a time; no clocks, so that the same comes out everywhere.
import { InvalidInputError } from '../../errors.js'
import { CellMotion } from './cell-motion.js'
import { nodeEnvelope } from './envelope.js'
import type { BodyAxis, PairProblem, ProblemGeometry } from './pair-problem.js'
import { HULL } from './pair-side.js'
import { ProofBytes } from './proof-bytes.js'

/** A link of several geometries, before they are tested one by one. */
export const LINK = -2

/** Intervals of joint values narrower than this are not halved: radians or metres; or of their range, if that is less than 1. */
const NARROWEST = 1e-6

/** Nor are those that were halved this many times: which part of a range a cell has is a whole number of 32 bits, with a sign. */
const DEEPEST = 30

/** Inequalities to a cell, as a rule: more of them count as more cells. */
const MOST_TESTS = 16

export interface CellProofOptions {
  /** Metres that they must stay apart; default 0. */
  readonly clearance?: number | undefined
  /** Keep the proof as bytes; default false. */
  readonly record?: boolean | undefined
  /** Envelopes about the end joints; default true. For experiments. */
  readonly envelopes?: boolean | undefined
}

/** proved: they stay apart. touching: at `touchesAt` they do not. stuck: some cells got too narrow. open: not done. */
export type CellProofState = 'open' | 'proved' | 'touching' | 'stuck'

/** Whole numbers of a task before its levels and indices: cell, geometry and node and envelope of A, of B. */
const HEAD = 7
const CELL = 0
const GEOMETRY_A = 1
const NODE_A = 2
const ENVELOPE_A = 3
const GEOMETRY_B = 4
const NODE_B = 5
const ENVELOPE_B = 6

// When to do what: found by counting cells of the pairs of seven robots. None of it bears on soundness.

/** A set that moves by more than this many times what opening it could gain is not opened: the cell is halved. */
const OPEN = 2

/**
 * What opening wins where sets overlap, as a part of their size, at least; a gap below this part of what they move is as good
 * as none.
 */
const SIDEWAYS = 0.1
const NEARLY = 1 / 64

/**
 * An envelope is given up when the joints between move the sets by less than this part of what its own joint could move its
 * link by: where they overlap at the centre, and where they are apart and further halving will separate them in the end.
 */
const GIVE_UP = 2
const GIVE_UP_APART = 0.35

/**
 * Beside an envelope, the other link's nodes are opened first, down to this part of what the end joint could move its link by;
 * farther where nothing else moves, since nothing need be halved there as often as there are nodes.
 */
const OPEN_BESIDE = 0.3
const OPEN_BESIDE_STILL = 0.03

/** Envelopes are tried about joints that turn by this much or more, radians: what turns less fills little of its envelope. */
const WIDE = 1.4

export class CellProof {
  /** Cells tested: halvings, plus one. */
  cells = 1
  /** Planes of the proof so far. */
  planes = 0
  /** Values of the variables where two shapes that cannot be opened touch, or are closer than the clearance. */
  touchesAt: Float64Array | undefined
  readonly motion: CellMotion
  private readonly bytes: ProofBytes | undefined
  /** Tasks that wait, the next one last: whole numbers, and directions to try first. */
  private tasks: Int32Array
  private directions: Float64Array
  private waiting = 0
  private readonly size: number
  private readonly levels: Int32Array
  private readonly indices: Int32Array
  private cell = -1
  private lastCell = 0
  private stuck = 0
  private readonly task: Int32Array

  constructor(
    readonly problem: PairProblem,
    { clearance = 0, record = false, envelopes = true }: CellProofOptions = {},
  ) {
    const { variables, unbounded, count, geometriesA, geometriesB, endA, endB } = problem
    if (unbounded !== undefined) throw new InvalidInputError('problem', unbounded, 'joints with limits')
    if (!(clearance >= 0 && clearance < Infinity)) throw new InvalidInputError('clearance', clearance, '0 or more')
    this.motion = new CellMotion(problem, clearance)
    const v = variables.length
    this.size = HEAD + 2 * v
    this.levels = new Int32Array(v)
    this.indices = new Int32Array(v)
    this.tasks = new Int32Array(64 * this.size)
    this.directions = new Float64Array(64 * 3)
    this.task = new Int32Array(this.size)
    let hasA = envelopes && endA !== undefined && this.isWide(0)
    let hasB = envelopes && endB !== undefined && this.isWide(count - 1)
    if (count === 1 && hasA && hasB) {
      // One joint can be spared once: by the link that it moves less far.
      hasA = reachAbout(geometriesA, endA!) <= reachAbout(geometriesB, endB!)
      hasB = !hasA
    }
    this.bytes = record ? new ProofBytes(problem, clearance, hasA, hasB) : undefined
    if (geometriesA.length === 0 || geometriesB.length === 0) return
    const { task } = this
    task[NODE_A] = geometriesA.length > 1 ? LINK : rootOf(geometriesA[0]!)
    task[NODE_B] = geometriesB.length > 1 ? LINK : rootOf(geometriesB[0]!)
    task[ENVELOPE_A] = hasA ? 1 : 0
    task[ENVELOPE_B] = hasB ? 1 : 0
    this.push()
  }

  /** Does the joint of a mover turn so far that its link fills its envelope, more or less? */
  private isWide(mover: number): boolean {
    const { variables, variableOf, factors } = this.problem
    const { lower, upper } = variables[variableOf[mover]!]!
    return (upper - lower) * Math.abs(factors[mover]!) >= WIDE
  }

  get state(): CellProofState {
    if (this.touchesAt !== undefined) return 'touching'
    if (this.waiting > 0) return 'open'
    return this.stuck > 0 ? 'stuck' : 'proved'
  }

  /** Share of the box that is not proved, or somewhat more. */
  get left(): number {
    let sum = this.stuck
    const { size, tasks } = this
    const v = this.levels.length
    let last = -1
    for (let t = 0; t < this.waiting; t++) {
      // Tasks of one cell follow one another, as a rule.
      const cell = tasks[size * t + CELL]!
      if (cell !== last) {
        let level = 0
        for (let k = 0; k < v; k++) level += tasks[size * t + HEAD + k]!
        sum += 2 ** -level
      }
      last = cell
    }
    return Math.min(sum, 1)
  }

  /** The proof as bytes, once it is proved and was recorded. */
  proof(): Uint8Array | undefined {
    return this.state === 'proved' ? this.bytes?.finish() : undefined
  }

  /** What was spent so far, in cells: one that opens into many nodes counts more than once. */
  get spent(): number {
    return Math.max(this.cells, Math.floor(this.motion.tests / MOST_TESTS))
  }

  /** Continues for up to this many cells, or as long as these usually take; true when there is nothing more to do. */
  step(cells: number): boolean {
    const end = this.cells + cells
    const endTests = this.motion.tests + MOST_TESTS * cells
    while (this.waiting > 0 && this.touchesAt === undefined) {
      if (this.cells >= end || this.motion.tests >= endTests) return false
      this.settle()
    }
    return true
  }

  /** The last of the tasks that wait. */
  private settle(): void {
    const { task, tasks, size, directions, motion, problem } = this
    const at = --this.waiting
    for (let k = 0; k < size; k++) task[k] = tasks[size * at + k]!
    if (task[NODE_A] === LINK) {
      this.openLink(true)
      return
    }
    if (task[NODE_B] === LINK) {
      this.openLink(false)
      return
    }
    if (task[CELL] !== this.cell) {
      this.cell = task[CELL]!
      const v = this.levels.length
      for (let k = 0; k < v; k++) {
        this.levels[k] = task[HEAD + k]!
        this.indices[k] = task[HEAD + v + k]!
      }
      motion.enter(this.levels, this.indices, 0)
    }
    // No loop closes in it: there is nothing to prove.
    if (problem.loops.isEmpty) return
    motion.nx = directions[3 * at]!
    motion.ny = directions[3 * at + 1]!
    motion.nz = directions[3 * at + 2]!
    const ga = task[GEOMETRY_A]!
    const na = task[NODE_A]!
    const gb = task[GEOMETRY_B]!
    const nb = task[NODE_B]!
    const ea = task[ENVELOPE_A] === 1
    const eb = task[ENVELOPE_B] === 1
    if (motion.test(ga, na, ea, gb, nb, eb)) {
      this.planes++
      this.bytes?.plane(motion)
      return
    }
    const variable = this.widest()
    if (!problem.loops.isKnown && variable >= 0) {
      this.halve(variable)
      return
    }
    const { far } = motion
    const shapeA = problem.geometriesA[ga]!
    const shapeB = problem.geometriesB[gb]!
    // Of what is enveloped, opening makes nothing smaller: its parts run on circles as wide.
    const canA = !ea && canOpen(shapeA, na)
    const canB = !eb && canOpen(shapeB, nb)
    const thickA = canA ? this.thickness(true, shapeA, na) : -1
    const thickB = canB ? this.thickness(false, shapeB, nb) : -1
    const thick = Math.max(thickA, thickB)
    if (ea || eb) {
      const endA = ea ? motion.endContribution(true) : -1
      const endB = eb ? motion.endContribution(false) : -1
      const end = Math.max(endA, endB)
      const isOver = motion.gap <= motion.limit ? far < GIVE_UP * end : far < GIVE_UP_APART * end
      if (variable >= 0 && !isOver) this.halve(variable)
      else if (thick > (far > 0 ? OPEN_BESIDE : OPEN_BESIDE_STILL) * end) this.open(thickA >= thickB)
      else this.giveUp(endA >= endB)
      return
    }
    if (!canA && !canB) {
      if (motion.upper <= motion.leastLimit && problem.loops.admits(motion.centre)) {
        this.touchesAt = motion.centre.slice()
        // Closer than a proof can resolve need not be touching: then the cell is left over.
        this.setStuck()
      } else if (variable >= 0) this.halve(variable)
      else this.setStuck()
    } else if (variable >= 0 && far > OPEN * thick) this.halve(variable)
    else this.open(thickA >= thickB)
  }

  /**
   * How much of a gap can be won by opening a node, about: what it reaches towards the other. Of a hull no more than what is
   * between it and its mesh. But where the two overlap at the centre or nearly do, one mesh may be inside the other's hull, or
   * a corner of a flat box may be in the way of something that none of its triangles is near: then it is a part of its size.
   */
  private thickness(ofA: boolean, { hull }: ProblemGeometry, node: number): number {
    const { motion } = this
    const own = motion.thickness(ofA)
    if (!(motion.gap - motion.limit > NEARLY * motion.far)) return Math.max(own, SIDEWAYS * motion.size(ofA))
    return node === HULL ? Math.min(hull!.part.deviation, own) : own
  }

  /** The variable that contributes most, of those that can be halved; -1 if there is none. */
  private widest(): number {
    const { motion } = this
    let best = -1
    let most = 0
    for (let v = 0; v < this.levels.length; v++) {
      const { lower, upper } = this.problem.variables[v]!
      const narrowest = NARROWEST * Math.min(1, upper - lower)
      if (2 * motion.half[v]! < narrowest || this.levels[v]! >= DEEPEST) continue
      const own = motion.contribution(v)
      if (own > most) {
        most = own
        best = v
      }
    }
    return best
  }

  private setStuck(): void {
    let level = 0
    for (let v = 0; v < this.levels.length; v++) level += this.levels[v]!
    this.stuck += 2 ** -level
  }

  private halve(v: number): void {
    const { task } = this
    this.cells++
    this.bytes?.halved(v)
    const level = HEAD + v
    const index = level + this.levels.length
    task[level]!++
    task[index] = 2 * task[index]! + 1
    task[CELL] = ++this.lastCell
    this.push()
    task[index]!--
    task[CELL] = ++this.lastCell
    this.push()
  }

  private giveUp(ofA: boolean): void {
    this.bytes?.gaveUp(ofA)
    this.task[ofA ? ENVELOPE_A : ENVELOPE_B] = 0
    this.push()
  }

  private open(ofA: boolean): void {
    const { task, problem } = this
    this.bytes?.opened(ofA)
    const at = ofA ? NODE_A : NODE_B
    const { tree } = ofA ? problem.geometriesA[task[GEOMETRY_A]!]! : problem.geometriesB[task[GEOMETRY_B]!]!
    const node = Math.max(task[at]!, 0)
    const child = tree.open(node)
    for (let k = tree.children[node]! - 1; k >= 0; k--) {
      task[at] = child + k
      this.push()
    }
  }

  private openLink(ofA: boolean): void {
    const { task, problem } = this
    this.bytes?.opened(ofA)
    const list = ofA ? problem.geometriesA : problem.geometriesB
    for (let g = list.length - 1; g >= 0; g--) {
      task[ofA ? GEOMETRY_A : GEOMETRY_B] = g
      task[ofA ? NODE_A : NODE_B] = rootOf(list[g]!)
      this.push()
    }
  }

  /** Puts the task on top of those that wait, with the direction that was found last. */
  private push(): void {
    const { size, task, motion } = this
    if (size * (this.waiting + 1) > this.tasks.length) this.grow()
    const o = size * this.waiting
    for (let k = 0; k < size; k++) this.tasks[o + k] = task[k]!
    const d = 3 * this.waiting
    this.directions[d] = motion.nx
    this.directions[d + 1] = motion.ny
    this.directions[d + 2] = motion.nz
    this.waiting++
  }

  private grow(): void {
    const tasks = new Int32Array(2 * this.tasks.length)
    tasks.set(this.tasks)
    this.tasks = tasks
    const directions = new Float64Array(2 * this.directions.length)
    directions.set(this.directions)
    this.directions = directions
  }
}

/** No point of the geometries is farther from the axis. */
function reachAbout(geometries: readonly ProblemGeometry[], axis: BodyAxis): number {
  let most = 0
  for (const geometry of geometries) {
    const { profile, radius } = nodeEnvelope(geometry, rootOf(geometry), axis)
    for (let i = 0; i < profile.length; i += 2) most = Math.max(most, profile[i]! + radius)
  }
  return most
}

function rootOf({ hull }: ProblemGeometry): number {
  return hull === undefined ? 0 : HULL
}

function canOpen({ tree }: ProblemGeometry, node: number): boolean {
  return tree.children[Math.max(node, 0)]! > 0
}
