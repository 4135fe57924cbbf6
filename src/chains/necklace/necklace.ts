// Necklace: a chain of balls in which everything may move at every step. (Collision Detection for Deforming Necklaces, 2002:
// `necklaces-2002`.) This file is the public face: it keeps the beads, brings the structure that is asked up to date, and holds
// no geometry of its own.

import { checkNonNegative } from '../../base/math/checks.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import type { PairBuffer } from '../../base/work/pair-list.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { BrokenInvariantError, ChainBusyError, InvalidInputError, NothingToUndoError } from '../../errors.js'
import { ballCount, readCentres, readRadii } from '../../geometry/balls/ball-input.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { type StepCertificate, stepCertificate } from '../../geometry/steps/prove-step.js'
import { anyChecked } from '../power/bead-rule.js'
import { diagramOfBalls, type PowerDiagram } from '../power/power-diagram.js'
import type { CageRepair } from './cage-keeper.js'
import { validateCages } from './cage-validate.js'
import {
  type BetweenOptions,
  type NecklaceBetween,
  type NecklaceStepOptions,
  type ReadBetweenOptions,
  readBetweenOptions,
  readStepOptions,
} from './necklace-between.js'
import {
  type BeadDistance,
  cagesTouchBody,
  cagesTouchCages,
  distanceCagesBody,
  distanceCagesCages,
  type OtherBody,
} from './necklace-bodies.js'
import { standingNecklace } from './necklace-document.js'
import {
  type NecklaceMethod,
  type NecklaceOptions,
  type ReadNecklaceOptions,
  readNecklaceOptions,
} from './necklace-options.js'
import { type NecklaceStats, NecklaceStructures } from './necklace-structures.js'
import { FirstBeadTouch, NearCollector, TouchCollector } from './necklace-visitors.js'

/** Pairs of beads in ascending order. */
export interface BeadPairs {
  readonly count: number
  /** Two bead numbers a pair, the smaller first. */
  readonly pairs: Uint32Array
  /** |cA − cB| − (rA + rB) of each pair: negative by how deep they overlap. */
  readonly signedDistances: Float64Array
  readonly stats: NecklaceStats
}

/** Two beads and how far apart they are. */
export interface BeadPair {
  readonly a: number
  readonly b: number
  /** |cA − cB| − (rA + rB): negative by how deep they overlap. */
  readonly signedDistance: number
  /** The same, or 0 where they touch or overlap. */
  readonly distance: number
  readonly stats: NecklaceStats
}

/** What a step did. */
export interface NecklaceStep {
  /** What will answer questions. */
  readonly method: NecklaceMethod
  /** What became of the cages; undefined while another structure answers and they are left as they were. */
  readonly repair: CageRepair | undefined
  /** False where a step was to be proved and is not free: the beads are where they were. */
  readonly moved: boolean
  /** Of a step that was to be proved: what `between` says of it. */
  readonly verdict: NecklaceBetween | undefined
}

/** Why no two beads touch that may not; or two that do, undefined where no pair is checked: nothing is proved then. */
export type Separation =
  | { readonly free: true; readonly set: StepCertificate; readonly stats: NecklaceStats }
  | {
      readonly free: false
      readonly a: number | undefined
      readonly b: number | undefined
      readonly stats: NecklaceStats
    }

/** The cages of a necklace, for drawing and study. Cage 0 is the root; the left child of k is k + 1. */
export interface Cages {
  readonly count: number
  /** x, y, z, radius a cage. */
  readonly balls: Float64Array
  /** Cage k holds beads first[k] to first[k] + beads[k] − 1. */
  readonly first: Int32Array
  readonly beads: Int32Array
  /** The cage above; −1 for the root. */
  readonly parent: Int32Array
  /** The right child; 0 for a leaf. */
  readonly right: Int32Array
  /** Four places a cage: the beads its ball rests on, then −1. All −1 for layered cages. */
  readonly basis: Int32Array
}

/**
 * A chain of balls in which all may move at every step: a rope, a cable, a backbone. Finds the pairs that touch, and
 * proves that no others do.
 */
export class Necklace {
  /** Number of beads. */
  readonly size: number
  readonly dimension: 2 | 3
  readonly closed: boolean
  private readonly options: ReadNecklaceOptions
  private balls: Float64Array
  private before: Float64Array
  /** Room for the next beads: they take the others' place when they are read and right. */
  private staged: Float64Array
  private undoable = false
  private readonly structures: NecklaceStructures
  private busy = false

  /**
   * Beads in order along the necklace: centres x, y, z, x, y, z, … (x, y in the plane); one radius for all or one each, zero or
   * more.
   */
  constructor(centres: ArrayLike<number>, radius: number | ArrayLike<number>, options: NecklaceOptions = {}) {
    this.options = readNecklaceOptions(options)
    this.dimension = this.options.dimension
    this.closed = this.options.closed
    this.size = ballCount(centres, this.dimension)
    this.balls = new Float64Array(BALL * this.size)
    this.before = new Float64Array(BALL * this.size)
    this.staged = new Float64Array(BALL * this.size)
    readCentres(this.balls, centres, this.dimension)
    readRadii(this.balls, radius)
    this.structures = new NecklaceStructures(this.balls, this.options)
  }

  /** A necklace of its own that lies as this one does, with the same rules; it has no step to undo. */
  copy(): Necklace {
    const { dimension, closed, neighbours, exclude, method, cages, verification } = this.options
    const rules = exclude === undefined ? { neighbours } : { neighbours, exclude }
    const experimental = { cages, verification }
    return new Necklace(this.centres(), this.radii(), { dimension, closed, method, experimental, ...rules })
  }

  // Motion.

  /**
   * Moves the beads; radii stay unless new ones are given. Wrong input leaves everything as it was. With `proved` it moves only if
   * `between` says that the straight step is free: nothing has changed otherwise, and the result says so.
   */
  step(centres: ArrayLike<number>, how?: number | ArrayLike<number> | NecklaceStepOptions): NecklaceStep {
    const { radius, between } = readStepOptions(how, this.size)
    // What is read may be a caller's own kind of array, with code of its own.
    const [next, verdict] = this.busily(() => {
      this.stage(centres)
      if (radius !== undefined) readRadii(this.staged, radius)
      return [this.staged, between === undefined ? undefined : this.stagedStep(between)]
    })
    if (verdict !== undefined && verdict.outcome !== 'free') {
      return { method: this.structures.method, repair: undefined, moved: false, verdict }
    }
    this.staged = this.before
    this.before = next
    this.exchange()
    this.undoable = true
    return { method: this.structures.method, repair: this.structures.keepUp(), moved: true, verdict }
  }

  get canUndo(): boolean {
    return this.undoable
  }

  /** Back to where the beads were before the last step; once. */
  undo(): void {
    this.demandIdle()
    if (!this.undoable) throw new NothingToUndoError()
    this.exchange()
    this.undoable = false
  }

  /**
   * Brings the cages up to date with the beads and says what had to change. A step does so itself where the cages answer;
   * otherwise the cages are left as they were until something asks for them.
   */
  repairCages(): CageRepair {
    this.demandIdle()
    return this.structures.repairCages()
  }

  // Questions.

  /**
   * Is the straight step from here to `next` free: every bead moving straight, all in the same time, does any pair of beads, or of the
   * strands between them, touch at any instant? Nothing moves. Neighbours and excluded pairs aside, as for `selfCollides`.
   */
  between(next: ArrayLike<number>, options: BetweenOptions = {}): NecklaceBetween {
    const read = readBetweenOptions(options, this.size)
    return this.busily(() => {
      this.stage(next)
      return this.stagedStep(read)
    })
  }

  /** Does any pair of beads touch? Neighbours and excluded pairs aside. */
  selfCollides(): boolean {
    return this.busily(() => this.structures.touches())
  }

  /** Every pair of beads that touches. */
  selfCollisions(): BeadPairs {
    return this.listed(this.ask(() => new TouchCollector(this.balls, this.options)).list)
  }

  /** Every pair of beads with a gap of at most `distance`, zero or more. */
  pairsWithin(distance: number): BeadPairs {
    checkNonNegative('distance', distance)
    return this.listed(this.ask(() => new NearCollector(this.balls, this.options, distance)).list)
  }

  /** The two beads with the least gap, of those that are checked; of equal ones the first. Undefined if no pair is checked. */
  closestPair(): BeadPair | undefined {
    const { i: a, j: b, gap: signedDistance } = this.busily(() => this.structures.closest())
    return a < 0 ? undefined : { a, b, signedDistance, distance: Math.max(0, signedDistance), stats: this.stats }
  }

  /**
   * A proof that no two beads touch but those that may: the certificate of a step that stands still, which `verifyStep` checks against
   * the necklace's document (`necklaceDocument`). Where there is none, two beads that touch; or neither, if no pair is checked.
   */
  separatingSet(): Separation {
    return this.busily(() => {
      const { i: a, j: b } = this.structures.pairs(() => new FirstBeadTouch(this.balls, this.options))
      if (a >= 0) return { free: false, a, b, stats: this.stats }
      if (!anyChecked(this.options, this.size)) return { free: false, a: undefined, b: undefined, stats: this.stats }
      const { dimension, closed, neighbours, exclude } = this.options
      const step = standingNecklace(this.centres(), this.radii(), { dimension, closed, neighbours, exclude })
      return { free: true, set: stepCertificate(step), stats: this.stats }
    })
  }

  /** Does it touch another necklace, or a chain, a shape or a mesh at `pose` (default: where its own numbers put it)? */
  collidesWith(other: Necklace | OtherBody, pose?: PoseInput): boolean {
    return this.busily(() => {
      const { tree, search } = this.structures.cages()
      if (!(other instanceof Necklace)) return cagesTouchBody(tree, other, pose).touch
      demandNoPose(pose)
      return cagesTouchCages(search, tree, other.structures.tree())
    })
  }

  /** How far it is from another necklace, or from a chain, a shape or a mesh at `pose`. */
  distanceTo(other: Necklace | OtherBody, pose?: PoseInput): BeadDistance {
    return this.busily(() => {
      const { tree, search } = this.structures.cages()
      if (!(other instanceof Necklace)) return distanceCagesBody(tree, other, pose)
      demandNoPose(pose)
      return distanceCagesCages(search, tree, other.structures.tree())
    })
  }

  // What there is.

  /** What answers questions about the beads now. */
  get method(): NecklaceMethod {
    return this.structures.method
  }

  /** What the last question cost. */
  get stats(): NecklaceStats {
    return this.structures.stats
  }

  /** The centres, as a step takes them. */
  centres(): Float64Array {
    const { balls, dimension } = this
    return Float64Array.from(
      { length: dimension * this.size },
      (_, k) => balls[BALL * Math.trunc(k / dimension) + (k % dimension)]!,
    )
  }

  /** The radii, one a bead. */
  radii(): Float64Array {
    return Float64Array.from({ length: this.size }, (_, i) => this.balls[BALL * i + 3]!)
  }

  /** A copy of the cages, up to date. */
  cages(): Cages {
    this.demandIdle()
    const tree = this.structures.tree()
    return {
      count: tree.nodes,
      balls: tree.cage.slice(),
      first: tree.first.slice(),
      beads: tree.end.map((end, k) => end - tree.first[k]!),
      parent: tree.parent.slice(),
      right: tree.second.map((k) => Math.max(0, k)),
      basis: tree.basis.slice(),
    }
  }

  /** The power diagram of the beads as they are now: the caller's to keep, it does not follow the necklace. */
  powerDiagram(): PowerDiagram {
    return diagramOfBalls(this.balls, this.dimension)
  }

  /** Throws BrokenInvariantError if the cages are not as they must be. For tests and for the wary; slow. */
  validate(): void {
    this.demandIdle()
    const tree = this.structures.tree()
    validateCages(tree)
    if (tree.balls.some((x, k) => x !== this.balls[k]))
      throw new BrokenInvariantError('the cages belong to other beads')
  }

  /** Reads the next centres, with the radii as they are. */
  private stage(centres: ArrayLike<number>): void {
    this.staged.set(this.balls)
    readCentres(this.staged, centres, this.dimension)
  }

  private stagedStep(options: ReadBetweenOptions): NecklaceBetween {
    const { dimension, options: rule } = this
    return this.structures.between({ from: this.balls.slice(), to: this.staged.slice(), dimension, rule, options })
  }

  private exchange(): void {
    const { balls } = this
    this.balls = this.before
    this.before = balls
    this.structures.move(this.balls)
  }

  private ask<V extends PairVisitor>(make: () => V): V {
    return this.busily(() => this.structures.pairs(make))
  }

  /** A caller's rule, or array, has its turn meanwhile: it must not ask or change anything. */
  private busily<T>(search: () => T): T {
    this.demandIdle()
    this.busy = true
    try {
      return search()
    } finally {
      this.busy = false
    }
  }

  private demandIdle(): void {
    if (this.busy) throw new ChainBusyError()
  }

  private listed(list: PairBuffer): BeadPairs {
    const { count, pairs, distances: signedDistances } = list.sorted()
    return { count, pairs, signedDistances, stats: this.stats }
  }
}

function demandNoPose(pose: PoseInput | undefined): void {
  if (pose !== undefined)
    throw new InvalidInputError('pose', pose, 'left out for a necklace: its beads say where it is')
}
