// Decides whether a segment is free without keeping the proof: the same tests as SegmentProver's, on the same nodes and intervals, but
// nothing is recorded, and nothing is allocated from one segment to the next. Most segments that planners ask about are dropped, and
// of those that are kept few need a certificate: SegmentProver makes it when it is asked for.
//
// All pairs that move are swept at once (edge-sweep.ts); the few that are left are tried at intervals, the one with the largest
// deficit first. What cannot be settled within the tests that are granted, or by rounding, is undecided here, and goes to
// SegmentProver.
import FlatQueue from 'flatqueue'
import { NODE_RADIUS } from '../../geometry/convex/convex-set.js'
import { outerParts, partHull } from '../../shapes/outer-parts.js'
import { type ContactTerms, type Hit, isInsideAt, lookCloser, mayHoldOther } from './closer-look.js'
import { EdgePairs } from './edge-pairs.js'
import { sweepGeometries, sweepPairBalls, sweepPairBoxes } from './edge-sweep.js'
import { motionSlack } from './motion-bounds.js'
import type { Anchor, MotionGeometry, MotionSystem } from './motion-system.js'
import { motionParts, partNode } from './motion-trees.js'
import type { MovingShape, PairMotion } from './pair-motion.js'
import type { MotionPiece } from './piece.js'
import { ABSENT } from './proof.js'
import { DEEPEST, END_LEVEL, LIKELY, MOST_APART, OPEN_WITHIN } from './segment-prover.js'

/** Undecided: it cannot be decided here. */
export type Decision = 'open' | 'free' | 'hit' | 'undecided'

/** Of the radius of a part: how far its hull may well be from its mesh. It says when to open the mesh, and no more. */
const HULL_STAND_OFF = 0.02

/**
 * What is swept must be apart by this part of all lengths more than the limit. SegmentProver must be able to record what is decided, and
 * separates round shapes along their nearest points: at a gap g these tell the direction to some 64 u·big / g, which costs as much of
 * their size, and that is less than g only if g > √(64 u)·big. Boxes around them, whose axes are given, would tell more: pairs this close
 * are tried as SegmentProver tries them. It changes who decides, and no bound.
 */
const RECORDABLE = 2 ** -23

/** Numbers of what waits: pair, level, index, and its tasks: where they begin and how many there are. */
const WAITING = 5

export class EdgeDecider {
  /** Of the last segment. A pair that is swept counts as one interval, and as one test for its balls and one for its boxes. */
  volumeTests = 0
  leafTests = 0
  distanceTests = 0
  configurations = 0
  intervals = 0
  /** What was found, if anything was. */
  hit: Hit | undefined
  /** Without pairs that never meet, and with them. */
  private checked: EdgePairs | undefined
  private all: EdgePairs | undefined
  /** Whose segment is in hand: others must begin again. */
  owner: object | undefined
  decision: Decision = 'undecided'
  private flat!: EdgePairs
  private piece!: MotionPiece
  private motion!: PairMotion
  private terms!: ContactTerms
  private maxSteps = 0
  private lastStep = 0
  /** Was something left that rounding decides, or no test more granted? */
  private isStopped = false
  /** Of the pairs that the sweep has left: how many, and which comes next. */
  private left = 0
  private next = 0
  private readonly queue = new FlatQueue<number>()
  private waiting = new Float64Array(WAITING * 64)
  private waitingCount = 0
  private readonly unused: number[] = []
  /** Tasks that wait, two nodes each. Both halves of an interval have the same. */
  private tasks = new Int32Array(2 * 256)
  private taskCount = 0
  /** What has failed of the pair in hand. */
  private failed = new Int32Array(2 * 64)
  private failedCount = 0
  /** Of the pair in hand. */
  private apart = 0
  private worst = 0
  private level = 0
  private index = 0
  private anchor!: Anchor
  private one!: MotionGeometry
  private other!: MotionGeometry
  private near = 0
  /** By geometry: its outer parts, or it alone; and the hulls of those parts. Undefined until they are needed. */
  private readonly parts: (readonly MovingShape[] | undefined)[]
  private readonly partHulls: MovingShape[][] = []
  /** Pairs whose boxes overlapped in the middle. */
  private readonly mayBeInside: number[] = []

  constructor(private readonly system: MotionSystem) {
    this.parts = new Array(system.geometries.length).fill(undefined)
  }

  get steps(): number {
    return this.volumeTests + this.leafTests
  }

  /**
   * Begins with a segment; what was begun before is forgotten. `never`: do pairs that never meet within the limits of joints stay out
   * of account? At most this many tests of what the sweep leaves.
   */
  begin(
    owner: object,
    motion: PairMotion,
    piece: MotionPiece,
    terms: ContactTerms,
    never: boolean,
    maxSteps: number,
  ): void {
    const { system } = this
    this.owner = undefined
    this.piece = piece
    this.motion = motion
    this.configurations = 0
    // A caller's curve that fails does so here, before anything else is changed.
    const anchor = this.anchorAt(0, 0)
    const flat = this.pairs(never)
    const { clearance, solids } = terms
    this.flat = flat
    this.terms = terms
    this.maxSteps = maxSteps
    this.reset()
    this.owner = owner
    const view = flat.view(piece, anchor.bounds)
    if (!view.isKnown(anchor.q, clearance, solids)) {
      this.sweep(anchor, view.still, view.ofStill)
      this.advance(Infinity)
      if (this.decision !== 'free') return
      // What bends has no variables.
      if (system.isRigid || system.model.deforming.length === 0) view.setKnown(anchor.q, clearance, solids)
      // The same question costs the same again: this was found out for all segments on which they stand.
      this.reset()
    }
    this.sweep(anchor, view.moving, view.ofMoving)
  }

  /** Continues, with at most this many pairs and intervals. */
  advance(batches: number): void {
    const { queue } = this
    const { near, deficits } = this.flat
    for (let k = 0; this.decision === 'open' && k < batches; k++) {
      if (this.next < this.left && (queue.length === 0 || -deficits[this.next]! <= queue.peekValue()!)) {
        this.settle(near[this.next++]!, 0, 0, 0, 0)
      } else if (queue.length > 0) {
        const slot = queue.pop()!
        const { waiting } = this
        const o = WAITING * slot
        this.unused.push(slot)
        this.settle(waiting[o]!, waiting[o + 1]!, waiting[o + 2]!, waiting[o + 3]!, waiting[o + 4]!)
      } else {
        for (const p of this.mayBeInside) this.lookInside(p)
        if (this.hit === undefined) this.decision = 'free'
      }
      if (this.hit !== undefined) this.decision = 'hit'
      else if (this.isStopped) this.decision = 'undecided'
    }
  }

  private pairs(never: boolean): EdgePairs {
    const { system } = this
    this.checked ??= new EdgePairs(system, system.checked)
    if (never || system.never.length === 0) return this.checked
    this.all ??= new EdgePairs(system, [...system.checked, ...system.never])
    return this.all
  }

  private reset(): void {
    this.volumeTests = 0
    this.leafTests = 0
    this.distanceTests = 0
    this.intervals = 0
    this.hit = undefined
    this.decision = 'open'
    this.isStopped = false
    this.queue.clear()
    this.waitingCount = 0
    this.unused.length = 0
    this.taskCount = 0
    this.mayBeInside.length = 0
  }

  /** Sweeps pairs; those that are left are in `near`. */
  private sweep(anchor: Anchor, pairs: Int32Array, geometries: Int32Array): void {
    const { flat, system } = this
    const big = 2 * anchor.reach + flat.reach
    const { offTurns, offSlides, turned, slid } = anchor
    const slack = motionSlack(system.movers.count, big, offTurns, offSlides, turned, slid)
    const limit = this.terms.clearance + slack + RECORDABLE * big
    sweepGeometries(flat, anchor, geometries)
    const balls = sweepPairBalls(flat, pairs, limit)
    this.intervals += pairs.length
    this.volumeTests += pairs.length + balls
    this.lastStep = this.steps + this.maxSteps
    this.left = sweepPairBoxes(flat, anchor, balls, limit)
    this.next = 0
  }

  /** Tries some tasks of a pair at an interval; none: the two as a whole. What stays open waits for the halves. */
  private settle(p: number, level: number, index: number, from: number, count: number): void {
    const { system, motion } = this
    const pair = this.flat.pairs[p]!
    const anchor = this.anchorAt(level, index)
    const one = system.geometries[pair.a]!
    const other = system.geometries[pair.b]!
    this.intervals++
    this.level = level
    this.index = index
    this.anchor = anchor
    this.one = one
    this.other = other
    this.apart = 0
    this.worst = -Infinity
    this.failedCount = 0
    motion.enter(system.movers, pair.chain, anchor.lines, 0, anchor.bounds, anchor.half, this.terms.clearance)
    const { distances, hullTests } = motion
    const areParts = count > 0 && this.tasks[2 * from]! < 0
    if (!areParts) this.between(motion, p, count === 0)
    if (count === 0) this.descend(motion, p, 0, 0)
    else if (areParts) this.descendParts(motion, p, from, count)
    else {
      for (let i = from; i < from + count; i++) this.descend(motion, p, this.tasks[2 * i]!, this.tasks[2 * i + 1]!)
    }
    this.distanceTests += motion.distances - distances
    this.volumeTests += motion.hullTests - hullTests
    if (this.failedCount > 0 && this.hit === undefined && !this.isStopped) this.halve(motion, p)
  }

  private between(motion: PairMotion, p: number, isWhole: boolean): void {
    const { one, other, anchor } = this
    const { a, b } = this.flat.pairs[p]!
    const big = 2 * anchor.reach + one.reach + other.reach
    motion.between(one, anchor.placed, anchor.place(a), other, anchor.placed, anchor.place(b), big, isWhole)
    this.near = motion.limit + this.terms.delta
  }

  /**
   * Outer parts of two meshes, or of one and the other geometry as it is: all of them (no count), or those of tasks. Where polytopes do
   * not settle it, the hulls of the parts are tried, and then the meshes are opened. What is apart and not by enough is noted as failed;
   * true if something is.
   */
  private descendParts(motion: PairMotion, p: number, from: number, count: number): boolean {
    const { a, b } = this.flat.pairs[p]!
    const ofA = this.partsOf(a)
    const ofB = this.partsOf(b)
    if (this.volumeTests + this.leafTests >= this.lastStep) {
      this.isStopped = true
      return true
    }
    const before = this.failedCount
    const { worst, tasks } = this
    const end = count === 0 ? ofA.length * ofB.length : count
    for (let k = 0; k < end; k++) {
      const i = count === 0 ? k % ofA.length : -1 - tasks[2 * (from + k)]!
      const j = count === 0 ? Math.trunc(k / ofA.length) : -1 - tasks[2 * (from + k) + 1]!
      let isSettled = this.testParts(motion, p, ofA[i]!, ofB[j]!)
      // Polytopes that overlap by more than they stand off from their hulls: so do the hulls.
      if (isSettled === undefined && -motion.gap < standOffOf(ofA[i]!) + standOffOf(ofB[j]!)) {
        isSettled = this.testParts(motion, p, this.partHullOf(a, i), this.partHullOf(b, j))
      }
      if (isSettled === undefined) {
        this.failedCount = before
        this.worst = worst
        this.between(motion, p, true)
        return this.descend(motion, p, 0, 0, false)
      }
      if (isSettled) continue
      const deficit = LIKELY * motion.reach() - motion.gap
      if (deficit > this.worst) this.worst = deficit
      this.fail(-1 - i, -1 - j)
    }
    return this.failedCount > before
  }

  /** Do two parts stay apart? Undefined where they overlap, or where what stands between them and their meshes may well make it up. */
  private testParts(motion: PairMotion, p: number, one: MovingShape, other: MovingShape): boolean | undefined {
    const { anchor } = this
    const { a, b } = this.flat.pairs[p]!
    // Parts reach no farther than twice the mesh (partsOf).
    const big = 2 * (anchor.reach + this.one.reach + this.other.reach)
    this.volumeTests++
    motion.between(one, anchor.placed, anchor.place(a), other, anchor.placed, anchor.place(b), big, true)
    if (motion.test(0, 0)) return true
    if (!(motion.gap > motion.limit + this.terms.delta)) return undefined
    const standOff = Math.max(standOffOf(one), standOffOf(other))
    return motion.reach() < OPEN_WITHIN * standOff ? undefined : false
  }

  /** A part of a geometry by its hull. */
  private partHullOf(g: number, i: number): MovingShape {
    const { tree } = this.system.geometries[g]!
    const part = this.parts[g]![i]!
    if (part.tree === tree || tree.shape.kind !== 'mesh') return part
    const list = (this.partHulls[g] ??= [])
    list[i] ??= partNode(partHull(tree.shape, outerParts(tree.shape)!, i), HULL_STAND_OFF)
    return list[i]
  }

  /** Have the two outer parts, or one of them? In a room or beside a cage they gain nothing: the room must be opened. */
  private haveParts(p: number): boolean {
    const { a, b } = this.flat.pairs[p]!
    if (isHollow(this.one, this.other) || isHollow(this.other, this.one)) return false
    return this.partsOf(a).length * this.partsOf(b).length > 1
  }

  /** The outer parts of a geometry, or it alone. */
  private partsOf(g: number): readonly MovingShape[] {
    const known = this.parts[g]
    if (known !== undefined) return known
    const geometry = this.system.geometries[g]!
    const { tree, hull } = geometry
    const outer = tree.shape.kind === 'mesh' && hull !== undefined ? outerParts(tree.shape) : undefined
    const found = outer === undefined ? undefined : motionParts(outer)
    const list = found !== undefined && found.reach <= 2 * tree.reach ? found.parts : [geometry]
    this.parts[g] = list
    return list
  }

  /** Two nodes at the interval in hand. True if they have failed as a whole, which is then noted: see SegmentProver.gather. */
  private descend(motion: PairMotion, p: number, a: number, b: number, withParts = a === 0 && b === 0): boolean {
    const { one, other } = this
    if (this.hit !== undefined) return true
    if (this.volumeTests + this.leafTests >= this.lastStep) {
      this.isStopped = true
      return true
    }
    const openA = one.tree.children[a]!
    const openB = other.tree.children[b]!
    const isLast = openA === 0 && openB === 0
    if (isLast && (a > 0 || b > 0)) this.leafTests++
    else this.volumeTests++
    if (motion.test(a, b)) return false
    const isWhole = a === 0 && b === 0
    const overlaps = !(motion.gap > motion.limit)
    // Where all parts of the two are apart in the middle, nothing of one is inside the other.
    const isLeft = overlaps && !(withParts && !isLast && this.haveParts(p))
    if (this.level === 0 && isWhole && isLeft && this.terms.solids && mayHoldOther(one, other)) {
      this.mayBeInside.push(p)
    }
    const isNear = !(motion.gap > this.near)
    // Hulls that overlap: the meshes do as well, as a rule. Else they are opened.
    if (isWhole && !isLast && isNear && motion.areConvex && this.isTouching(ABSENT, ABSENT)) return true
    if (isLast) {
      if (isNear && this.isTouching(a, b)) return true
      // Closer than rounding can resolve.
      if (overlaps) this.isStopped = true
    } else {
      const isLarger = one.tree.sizes[a]! >= other.tree.sizes[b]!
      const inA = openB === 0 || (openA > 0 && motion.opensA(isLarger))
      const mayOpen = this.apart++ < MOST_APART || this.level === DEEPEST
      if (isNear || (mayOpen && motion.reach() < OPEN_WITHIN * motion.thickness(inA))) {
        if (withParts && this.haveParts(p)) return this.descendParts(motion, p, 0, 0)
        return this.open(motion, p, a, b, inA)
      }
    }
    const deficit = LIKELY * motion.reach() - motion.gap
    if (deficit > this.worst) this.worst = deficit
    this.fail(a, b)
    return true
  }

  private open(motion: PairMotion, p: number, a: number, b: number, inA: boolean): boolean {
    const { tree } = inA ? this.one : this.other
    const node = inA ? a : b
    const child = tree.open(node)
    const before = this.failedCount
    let all = true
    const count = tree.children[node]!
    // A contact, if there is one, is likelier in the nearer one of two.
    const flip = count === 2 && motion.isSecondNearer(inA, child) ? 1 : 0
    for (let i = 0; i < count; i++) {
      const k = child + (i ^ flip)
      if (!this.descend(motion, p, inA ? k : a, inA ? b : k)) all = false
    }
    if (!all) return false
    this.failedCount = before
    this.fail(a, b)
    return true
  }

  private fail(a: number, b: number): void {
    if (2 * this.failedCount === this.failed.length) this.failed = twice(this.failed)
    this.failed[2 * this.failedCount] = a
    this.failed[2 * this.failedCount + 1] = b
    this.failedCount++
  }

  /** What has failed waits for the halves of the interval. */
  private halve(motion: PairMotion, p: number): void {
    const { level, index } = this
    // What does not move against each other is no farther apart at any other instant.
    if (level === DEEPEST || motion.isStill) {
      this.isStopped = true
      return
    }
    // No anchor is ever at the very ends.
    if (level === END_LEVEL && (index === 0 || index === 2 ** level - 1)) this.lookAtEnd(index === 0 ? 0 : 1)
    const from = this.taskCount
    while (2 * (from + this.failedCount) > this.tasks.length) this.tasks = twice(this.tasks)
    for (let i = 0; i < 2 * this.failedCount; i++) this.tasks[2 * from + i] = this.failed[i]!
    this.taskCount += this.failedCount
    const isWhole = this.failedCount === 1 && this.failed[0] === 0 && this.failed[1] === 0
    this.wait(p, level + 1, 2 * index, from, isWhole ? 0 : this.failedCount)
    this.wait(p, level + 1, 2 * index + 1, from, isWhole ? 0 : this.failedCount)
  }

  private wait(p: number, level: number, index: number, from: number, count: number): void {
    const slot = this.unused.pop() ?? this.waitingCount++
    const o = WAITING * slot
    if (o >= this.waiting.length) {
      const longer = new Float64Array(2 * this.waiting.length)
      longer.set(this.waiting)
      this.waiting = longer
    }
    this.waiting[o] = p
    this.waiting[o + 1] = level
    this.waiting[o + 2] = index
    this.waiting[o + 3] = from
    this.waiting[o + 4] = count
    this.queue.push(slot, -this.worst)
  }

  private anchorAt(level: number, index: number): Anchor {
    const anchor = this.system.anchor(this.piece, level, index)
    if (anchor.isNew) {
      anchor.isNew = false
      this.configurations++
    }
    return anchor
  }

  /** The pair in hand, or two of its triangles, in the middle of the interval. */
  private isTouching(a: number, b: number): boolean {
    return this.look(this.anchor.q, (this.index + 0.5) * 2 ** -this.level, a, b)
  }

  private lookAtEnd(at: number): void {
    const q = new Float64Array(this.piece.dof)
    this.piece.at(q, at)
    this.look(q, at, ABSENT, ABSENT)
  }

  private look(q: Float64Array, at: number, a: number, b: number): boolean {
    const kind = lookCloser(this, this.system.model, this.terms, q, this.one, this.other, a, b)
    if (kind === undefined) return false
    this.found(kind, q, at, this.one, this.other)
    return true
  }

  /** See SegmentProver.lookInside. */
  private lookInside(p: number): void {
    const { a, b } = this.flat.pairs[p]!
    const { geometries, model } = this.system
    const q = new Float64Array(this.piece.dof)
    this.piece.at(q, 0)
    const one = geometries[a]!
    const other = geometries[b]!
    if (this.hit === undefined && isInsideAt(model, q, one, other)) this.found('collision', q, 0, one, other)
  }

  private found(kind: Hit['kind'], q: Float64Array, at: number, one: MotionGeometry, other: MotionGeometry): void {
    const { clearance } = this.terms
    this.hit = { kind, at, configuration: q.slice(), clearance, leafA: one.leaf, leafB: other.leaf }
  }
}

/** Is there room in a mesh's hull, outside the mesh, for much of the other one? */
function isHollow({ tree, hull }: MotionGeometry, other: MotionGeometry): boolean {
  return tree.shape.kind === 'mesh' && !((hull?.part.deviation ?? Infinity) < other.tree.data[NODE_RADIUS]!)
}

function standOffOf({ hull }: MovingShape): number {
  return hull?.part.deviation ?? 0
}

function twice(array: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * array.length)
  longer.set(array)
  return longer
}

const deciders = new WeakMap<MotionSystem, EdgeDecider>()

/** The decider of a system, made once. */
export function edgeDecider(system: MotionSystem): EdgeDecider {
  let decider = deciders.get(system)
  if (decider === undefined) {
    decider = new EdgeDecider(system)
    deciders.set(system, decider)
  }
  return decider
}
