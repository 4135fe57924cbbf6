// Proves one segment of a motion free, or finds a collision. It keeps its work between calls, so that a caller who holds many
// segments can resume each where it stopped.
//
// Adaptive bisection (2004, section II) on pairs of nodes (section VI), with the inequality of pair-motion.ts. A task is an
// interval of time and two nodes; it is tried at the interval's midpoint. Nodes that overlap there are opened, down to nodes
// that touch, or that are separated and might still meet: those wait for the halves of the interval. The pair and interval with
// the largest deficit come next (section II.C): a collision, if there is one, is most likely there.
import FlatQueue from 'flatqueue'
import { InvalidInputError } from '../../errors.js'
import { World, type WorldModel } from '../world/world.js'
import { CHECKED, NEVER } from '../world/world-pairs.js'
import { type Hit, isInsideAt, lookCloser, mayHoldOther } from './closer-look.js'
import { CurvePiece } from './curve-piece.js'
import { GroupProver } from './group-prover.js'
import { motionSlack } from './motion-bounds.js'
import { type Anchor, type MotionGeometry, type MotionPair, type MotionSystem, motionSystem } from './motion-system.js'
import { neverHolds } from './never-holds.js'
import { PairMotion } from './pair-motion.js'
import type { MotionPiece } from './piece.js'
import { ABSENT, FAILED, OPENED_A, OPENED_B, Proof, SEPARATED, SHORT_DIRECTION } from './proof.js'

/** Intervals are halved no more often than this: 1 / 2^30 of a piece. */
export const DEEPEST = 30

/**
 * Nodes that are apart, but not by enough, are opened rather than the interval halved, if in the interval they get no farther
 * than half as far as the thicker one reaches along the direction taken. docs/decisions.md has the figures.
 */
export const OPEN_WITHIN = 0.5

/**
 * But no more than this many of a pair and interval: what is flat stays as thick when it is opened, down to its triangles.
 * Elsewhere it is a handful.
 */
export const MOST_APART = 64

/** At this level contacts at the very ends are looked for: no anchor is ever there. */
export const END_LEVEL = 8

/**
 * Once two objects are found closer than rounding can resolve, the motion cannot be proved free any more. This many more tests
 * are spent on finding a contact, which is likely near by.
 */
const HOPELESS = 10_000

/**
 * The deficit of nodes is this part of what they can move by, less the gap at the anchor. Not all of it: how far they can
 * approach each other at most says little about where they go; then whatever moves far, even far away, would be tested before
 * what is near.
 */
export const LIKELY = 0.5

/** Tests of groups that count as one pair and interval: they are much cheaper. */
const GROUP_TESTS = 16

/** Scratch of one `settle`. */
const begun: number[] = []
const stack: number[] = []
const failed: number[] = []

/** A part of the piece, for two of the world's geometries. */
export interface OpenStretch {
  readonly from: number
  readonly to: number
  readonly leafA: number
  readonly leafB: number
}

export interface SegmentOptions {
  readonly delta?: number | undefined
  readonly clearance?: number | undefined
  /** Is a thing inside a closed mesh in collision with it? Default true. */
  readonly solids?: boolean | undefined
  /** Without what bends, which is proved elsewhere. */
  readonly isRigid?: boolean | undefined
  /** Are blocks of geometries tested before pairs? Default: where the world has long chains. */
  readonly groups?: boolean | undefined
}

export class SegmentProver {
  /** Tests of volumes and of triangles, configurations computed, intervals tested. */
  volumeTests = 0
  leafTests = 0
  distanceTests = 0
  configurations = 0
  intervals = 0
  /** What was found, if anything was. */
  hit: Hit | undefined
  /** Is what bends left out? */
  readonly isRigid: boolean
  /** How much is proved: the mean over all pairs. */
  private done = 0
  private readonly system: MotionSystem
  private readonly model: WorldModel
  /** Those that are checked one by one: all, or what groups have left. */
  private readonly pairs: MotionPair[]
  /** Groups come first, where there are long chains. */
  private readonly groups: GroupProver | undefined
  private readonly proof: Proof
  private readonly queue = new FlatQueue<number>()
  /** What waits: pair, level, index and the first of the tasks, four numbers each. */
  private waiting = new Float64Array(4 * 16)
  private waitingCount = 0
  private free: number[] = []
  /** Tasks that could not be settled: pair, level, index. */
  private readonly stuck: number[] = []
  private started = 0
  /** The first task of each pair. */
  private readonly roots: number[] = []
  readonly delta: number
  readonly clearance: number
  readonly solids: boolean
  /** Pairs whose boxes overlapped at the first look. */
  private readonly mayBeInside: number[] = []
  private readonly inOrder: boolean
  /** Nothing is done after this many tests: see HOPELESS. */
  private lastStep = Infinity
  /** Pairs of which `lookInsideAtStart` has asked. */
  private looked = 0
  /** The earliest contact that is known. */
  private until = Infinity

  constructor(
    world: World | WorldModel,
    readonly piece: MotionPiece,
    options: SegmentOptions = {},
    private readonly motion = new PairMotion(),
    /**
     * The earliest first, until the first contact is bracketed to this fraction of the piece; left out: the likeliest contact
     * first.
     */
    private readonly tolerance = NaN,
  ) {
    this.inOrder = tolerance >= 0
    this.delta = options.delta ?? 0
    this.clearance = options.clearance ?? 0
    this.solids = options.solids ?? true
    this.model = world instanceof World ? world.model() : world
    this.isRigid = options.isRigid ?? false
    this.system = motionSystem(this.model, this.isRigid)
    // What never meets within the limits of joints may meet beyond them, or come closer than the clearance.
    const within = neverHolds(this.model.reader, piece)
    const never = within && this.clearance === 0
    if (options.groups ?? this.system.hasLongChains) {
      this.pairs = []
      const anchorAt = (level: number, index: number): Anchor => this.anchorAt(level, index)
      const counts = (a: number, b: number): boolean =>
        this.system.hasStatus(a, b, CHECKED) || (!never && this.system.hasStatus(a, b, NEVER))
      this.groups = new GroupProver(this.system, this.clearance, counts, anchorAt)
    } else {
      this.pairs = never ? this.system.checked : [...this.system.checked, ...this.system.never]
    }
    this.proof = new Proof(this.pairs.length)
    // A caller's curve may have changed since it was asked last.
    if (piece instanceof CurvePiece) this.system.forget(piece)
  }

  /** Tests so far. */
  get steps(): number {
    return this.volumeTests + this.leafTests
  }

  /** Is there anything left to do? */
  get isOpen(): boolean {
    if (this.steps >= this.lastStep) return false
    if (this.isBeginning) return this.hit === undefined || this.inOrder
    if (this.inOrder) {
      if (this.mayBeInside.length > 0) return this.until > 0
      return this.queue.length > 0 && this.queue.peekValue()! < this.until - this.tolerance
    }
    return this.hit === undefined && (this.queue.length > 0 || this.mayBeInside.length > 0)
  }

  /** Is there something that was not tested once? */
  private get isBeginning(): boolean {
    return this.started < this.pairs.length || this.groups?.isDone === false
  }

  /** In order of time: all before this moment is proved free, if `lookInside` has been asked for. */
  get clear(): number {
    if (this.isBeginning || this.mayBeInside.length > 0) return 0
    let clear = Math.min(1, this.until)
    if (this.queue.length > 0) clear = Math.min(clear, this.queue.peekValue()!)
    for (let i = 0; i < this.stuck.length; i += 3) {
      clear = Math.min(clear, this.stuck[i + 2]! * 2 ** -this.stuck[i + 1]!)
    }
    return clear
  }

  /** Are all pairs proved to stay apart? */
  get isFree(): boolean {
    const nothingLeft = !this.isBeginning && this.queue.length === 0 && this.mayBeInside.length === 0
    // The last condition follows from the others; should a task ever be lost on the way, it does not.
    return this.hit === undefined && nothingLeft && this.stuck.length === 0 && this.proof.unsettled === 0
  }

  /** How much is proved, 0 to 1. */
  get proved(): number {
    if (this.isFree) return 1
    const { groups } = this
    // Of what groups have settled, these pairs were left.
    const byGroups = groups === undefined ? 0 : groups.settled - groups.left.length
    const done = Math.max(0, byGroups + this.done) / (groups?.pairs ?? this.pairs.length)
    return Math.min(1 - 2 ** -40, done)
  }

  /** The deficit of the pair and interval that come next; Infinity before the first test. */
  get priority(): number {
    if (this.isBeginning) return Infinity
    return this.queue.length === 0 ? -Number.MAX_VALUE : -this.queue.peekValue()!
  }

  demandCurrent(): void {
    if (this.model.isCurrent()) return
    throw new InvalidInputError('world', 'changed', 'as it was when the check began: something was added or allowed')
  }

  /** Works on, until nothing is open or `maxSteps` tests in all are reached. At most `batches` pairs and intervals. */
  advance(maxSteps: number, batches: number): void {
    this.demandCurrent()
    this.work(maxSteps, batches)
  }

  /** To the end, though the world may have changed: for a record of what was decided about the world as it was. */
  finish(): void {
    while (this.isOpen) this.work(Infinity, Infinity)
  }

  private work(maxSteps: number, batches: number): void {
    let left = batches
    if (this.groups?.isDone === false) this.advanceGroups(this.groups, maxSteps, batches)
    while (this.isOpen && this.started < this.pairs.length && left > 0) {
      if (this.steps >= maxSteps) return
      const task = this.proof.add(0, 0, 1)
      this.roots[this.started] = task
      this.lookFromAfar(this.started++, task)
      left--
    }
    while (this.isOpen && left > 0) {
      if (this.steps >= maxSteps) return
      if (this.mayBeInside.length > 0 && (this.queue.length === 0 || this.inOrder)) {
        this.lookInside()
        continue
      }
      const slot = this.queue.pop()
      // Groups may have more to do.
      if (slot === undefined) return
      const o = 4 * slot
      this.free.push(slot)
      this.settle(this.waiting[o]!, this.waiting[o + 1]!, this.waiting[o + 2]!, this.waiting[o + 3]!, maxSteps)
      left--
    }
  }

  /** Works on groups. The pairs that they leave wait for their first test: if there is a contact, it need not wait for all groups. */
  private advanceGroups(groups: GroupProver, maxSteps: number, batches: number): void {
    const { volumeTests, intervals } = groups
    groups.advance(Math.min(maxSteps - this.steps, GROUP_TESTS * batches))
    this.volumeTests += groups.volumeTests - volumeTests
    this.intervals += groups.intervals - intervals
    while (this.started < groups.left.length) {
      const { a, b, deficit } = groups.left[this.started]!
      const task = this.proof.add(0, 0, 1)
      this.roots.push(task)
      this.pairs.push(this.system.pair(a, b))
      this.wait(this.started++, 0, 0, task, deficit)
    }
  }

  /** The stretches that are left, with the world's geometries: level, index and pair of each. */
  *left(): Generator<OpenStretch> {
    for (const { a, b, level, index } of this.groups?.unsettled() ?? []) yield this.stretchOf(a, b, level, index)
    for (let p = this.started; p < this.pairs.length; p++) yield this.stretch(p, 0, 0)
    for (const p of this.mayBeInside) yield this.stretch(p, 0, 0)
    const open = new Uint8Array(this.waitingCount).fill(1)
    for (const slot of this.free) open[slot] = 0
    for (let s = 0; s < this.waitingCount; s++) {
      const o = 4 * s
      if (open[s] === 1) yield this.stretch(this.waiting[o]!, this.waiting[o + 1]!, this.waiting[o + 2]!)
    }
    for (let i = 0; i < this.stuck.length; i += 3) {
      yield this.stretch(this.stuck[i]!, this.stuck[i + 1]!, this.stuck[i + 2]!)
    }
  }

  /** The stretch that is tested next; undefined where nothing waits. */
  next(): OpenStretch | undefined {
    for (const { a, b, level, index } of this.groups?.unsettled() ?? []) return this.stretchOf(a, b, level, index)
    if (this.started < this.pairs.length) return this.stretch(this.started, 0, 0)
    const slot = this.queue.peek()
    if (slot !== undefined) {
      const o = 4 * slot
      return this.stretch(this.waiting[o]!, this.waiting[o + 1]!, this.waiting[o + 2]!)
    }
    return this.mayBeInside.length > 0 ? this.stretch(this.mayBeInside[0]!, 0, 0) : undefined
  }

  /** The proofs of all pairs, by number of geometry. Only of a segment that is free. */
  proofs(): { a: number; b: number; proof: Uint8Array }[] {
    return this.pairs.map(({ a, b }, p) => {
      const { geometries } = this.system
      return {
        a: geometries[a]!.number,
        b: geometries[b]!.number,
        proof: this.proof.write(this.roots[p]!, geometries[a]!.tree.children, geometries[b]!.tree.children),
      }
    })
  }

  /** The proof of all other pairs at once; undefined where there are none. */
  groupProof(): Uint8Array | undefined {
    return this.groups?.proof()
  }

  private stretch(p: number, level: number, index: number): OpenStretch {
    const { a, b } = this.pairs[p]!
    return this.stretchOf(a, b, level, index)
  }

  private stretchOf(a: number, b: number, level: number, index: number): OpenStretch {
    const { geometries } = this.system
    const length = 2 ** -level
    return {
      from: index * length,
      to: (index + 1) * length,
      leafA: geometries[a]!.leaf,
      leafB: geometries[b]!.leaf,
    }
  }

  /** Tries the tasks of a pair at an interval, from `first` on; what stays open waits for its halves. */
  private settle(p: number, level: number, index: number, first: number, maxSteps: number): void {
    const { system, motion, proof } = this
    const pair = this.pairs[p]!
    const anchor = this.anchorAt(level, index)
    this.intervals++
    const one = system.geometries[pair.a]!
    const other = system.geometries[pair.b]!
    const big = 2 * anchor.reach + one.reach + other.reach
    const isWhole = proof.nodeA(first) === 0 && proof.nodeB(first) === 0
    motion.enter(system.movers, pair.chain, anchor.lines, 0, anchor.bounds, anchor.half, this.clearance)
    const at = anchor.place(pair.a)
    const bt = anchor.place(pair.b)
    motion.between(one, anchor.placed, at, other, anchor.placed, bt, big, isWhole)
    let worst = -Infinity
    /** Tasks that were not tried, because a limit was reached. */
    let untried = ABSENT
    const known = this.hit
    const { distances, hullTests } = motion
    /** Nodes that were apart and not by enough. */
    let apart = 0
    // Kept apart: those that are not tried are linked to a list of their own.
    stack.length = 0
    begun.length = 0
    for (let task = first; task !== ABSENT; task = proof.next(task)) {
      stack.push(task)
      begun.push(task)
    }
    while (stack.length > 0) {
      const task = stack.pop()!
      if (this.hit !== known) {
        // They touch here: what was not tried is left for the halves, if the check continues.
        proof.setState(task, FAILED)
        continue
      }
      if (this.steps >= maxSteps) {
        proof.setNext(task, untried)
        untried = task
        continue
      }
      const a = proof.nodeA(task)
      const b = proof.nodeB(task)
      const openA = one.tree.children[a]!
      const openB = other.tree.children[b]!
      const isLast = openA === 0 && openB === 0
      if (isLast && (a > 0 || b > 0)) this.leafTests++
      else this.volumeTests++
      if (motion.test(a, b)) {
        this.part(task)
        continue
      }
      // Who comes out of another must cross its surface, so where all else is proved those that overlap now are all that need be
      // asked; but in order of time, one may be inside at first and out by now.
      if (level === 0 && a === 0 && b === 0 && (this.inOrder || !(motion.gap > motion.limit)) && this.hasInside(pair)) {
        this.mayBeInside.push(p)
      }
      const near = this.limitOf(motion)
      const isWholeConvex = a === 0 && b === 0 && !isLast && motion.areConvex
      if (isWholeConvex && !(motion.gap > near)) {
        // Hulls that overlap: the meshes do as well, as a rule. Else they are opened.
        const t = (index + 0.5) * 2 ** -level
        if (this.lookCloser(anchor.q, t, one, other)) {
          proof.setState(task, FAILED)
          continue
        }
      }
      if (isLast) {
        const t = (index + 0.5) * 2 ** -level
        const isNear = !(motion.gap > near) && this.lookCloser(anchor.q, t, one, other, a, b)
        if (!isNear && !(motion.gap > motion.limit)) this.lastStep = Math.min(this.lastStep, this.steps + HOPELESS)
      } else {
        const isLarger = one.tree.sizes[a]! >= other.tree.sizes[b]!
        const inA = openB === 0 || (openA > 0 && motion.opensA(isLarger))
        const mayOpen = apart++ < MOST_APART || level === DEEPEST
        if (!(motion.gap > near) || (mayOpen && motion.reach() < OPEN_WITHIN * motion.thickness(inA))) {
          this.open(task, a, b, inA ? one : other, inA)
          continue
        }
      }
      worst = Math.max(worst, LIKELY * motion.reach() - motion.gap)
      proof.setState(task, FAILED)
    }
    this.distanceTests += motion.distances - distances
    this.volumeTests += motion.hullTests - hullTests
    let failing = ABSENT
    for (const task of begun) {
      failed.length = 0
      this.gather(task, one, other)
      for (const each of failed) {
        proof.setNext(each, failing)
        failing = each
      }
    }
    if (untried !== ABSENT) this.wait(p, level, index, untried, Infinity)
    if (failing !== ABSENT) this.halve(p, level, index, failing, worst)
  }

  /**
   * Lists what has failed of a task and of all that it was opened into. Where everything has, the task has failed as a whole:
   * its halves begin with it, not with its parts, of which there are more and which may be far apart there. True then.
   */
  private gather(task: number, one: MotionGeometry, other: MotionGeometry): boolean {
    const { proof } = this
    const state = proof.state(task)
    if (state === FAILED) {
      failed.push(task)
      return true
    }
    if (state !== OPENED_A && state !== OPENED_B) return false
    const count = state === OPENED_A ? one.tree.children[proof.nodeA(task)]! : other.tree.children[proof.nodeB(task)]!
    const before = failed.length
    let all = true
    for (let k = 0; k < count; k++) {
      if (!this.gather(proof.child(task) + k, one, other)) all = false
    }
    if (!all) return false
    proof.reopen(task, failed.length - before)
    failed.length = before
    failed.push(task)
    return true
  }

  /** Up to which gap nodes are opened. */
  private limitOf(motion: PairMotion): number {
    return motion.limit + this.delta
  }

  private part(task: number): void {
    const { proof, motion } = this
    proof.setSeparated(task, motion.frameOfAll, motion.nx, motion.ny, motion.nz, motion.holdsNear(SHORT_DIRECTION))
    this.done += proof.share(task)
  }

  /** Opens the node of one side. */
  private open(task: number, a: number, b: number, { tree }: MotionGeometry, inA: boolean): void {
    const { proof } = this
    const node = inA ? a : b
    const count = tree.children[node]!
    const from = tree.open(node)
    const share = proof.share(task) / count
    for (let k = 0; k < count; k++) {
      const added = inA ? proof.add(from + k, b, share) : proof.add(a, from + k, share)
      if (k === 0) proof.setOpened(task, inA ? OPENED_A : OPENED_B, added)
      stack.push(added)
    }
  }

  /** Makes two tasks of each, for the halves of the interval; or gives up at the finest. */
  private halve(p: number, level: number, index: number, failing: number, worst: number): void {
    const { proof } = this
    // What does not move against each other is no farther apart at any other instant.
    if (level === DEEPEST || this.motion.isStill) {
      this.stuck.push(p, level, index)
      return
    }
    if (level === END_LEVEL && (index === 0 || index === 2 ** level - 1)) {
      const { a, b } = this.pairs[p]!
      this.lookAt(a, b, index === 0 ? 0 : 1)
    }
    let earlier = ABSENT
    let later = ABSENT
    for (let task = failing; task !== ABSENT; ) {
      const next = proof.next(task)
      const share = proof.share(task) / 2
      const a = proof.nodeA(task)
      const b = proof.nodeB(task)
      const one = proof.add(a, b, share)
      proof.setNext(one, earlier)
      earlier = one
      const other = proof.add(a, b, share)
      proof.setNext(other, later)
      later = other
      proof.setHalved(task, one, other)
      task = next
    }
    this.wait(p, level + 1, 2 * index, earlier, worst)
    this.wait(p, level + 1, 2 * index + 1, later, worst)
  }

  private wait(p: number, level: number, index: number, first: number, worst: number): void {
    const begin = index * 2 ** -level
    if (this.inOrder && begin >= this.until) return
    const slot = this.free.pop() ?? this.waitingCount++
    if (4 * slot >= this.waiting.length) {
      const longer = new Float64Array(2 * this.waiting.length)
      longer.set(this.waiting)
      this.waiting = longer
    }
    const o = 4 * slot
    this.waiting[o] = p
    this.waiting[o + 1] = level
    this.waiting[o + 2] = index
    this.waiting[o + 3] = first
    this.queue.push(slot, this.inOrder ? begin : -worst)
  }

  /** The first test of a pair, by two balls: they prove far pairs; the others wait, the largest deficit first. */
  private lookFromAfar(p: number, task: number): void {
    const { proof, system } = this
    const pair = this.pairs[p]!
    const { a, b, chain } = pair
    const anchor = this.anchorAt(0, 0)
    const i = anchor.ball(a) + chain.ofA
    const j = anchor.ball(b) + chain.movers.length - chain.ofA
    const { centres } = anchor
    const radii = anchor.radii!
    const x = centres[3 * a]! - centres[3 * b]!
    const y = centres[3 * a + 1]! - centres[3 * b + 1]!
    const z = centres[3 * a + 2]! - centres[3 * b + 2]!
    const apart = Math.sqrt(x * x + y * y + z * z)
    const big = 2 * anchor.reach + system.geometries[a]!.reach + system.geometries[b]!.reach
    const { offTurns, offSlides, turned, slid } = anchor
    const slack = motionSlack(system.movers.count, big, offTurns, offSlides, turned, slid)
    this.volumeTests++
    this.intervals++
    const room = apart - radii[i]! - radii[j]! - this.clearance - slack
    if (!(room > 0)) {
      this.wait(p, 0, 0, task, -room)
      return
    }
    // Of the gap along a direction, a change of it alters no more than this.
    const isShort = room > SHORT_DIRECTION * 2 * apart
    proof.setSeparated(task, chain.ofA, x / apart, y / apart, z / apart, isShort)
    this.done += proof.share(task)
  }

  private anchorAt(level: number, index: number): Anchor {
    const anchor = this.system.anchor(this.piece, level, index)
    if (anchor.isNew) {
      anchor.isNew = false
      this.configurations++
    }
    return anchor
  }

  /**
   * A pair whose boxes overlapped at the first look: is one of the two wholly inside the other? That cannot change without a
   * contact, so one configuration tells: the first one. Asked only where all else is proved; but in order of time, before all
   * else.
   */
  private lookInside(): void {
    this.askInside(this.pairs[this.mayBeInside.pop()!]!)
  }

  /**
   * Must be called before the rest counts as proved, where not all is: whatever is not separated from end to end may have been
   * inside something at first.
   */
  lookInsideAtStart(): void {
    while (this.looked < this.started && this.hit === undefined) {
      const p = this.looked++
      const pair = this.pairs[p]!
      if (this.proof.state(this.roots[p]!) !== SEPARATED && this.hasInside(pair)) this.askInside(pair)
    }
  }

  /** Is one of the two a mesh, which may have an inside? */
  private hasInside({ a, b }: MotionPair): boolean {
    const { geometries } = this.system
    return this.solids && mayHoldOther(geometries[a]!, geometries[b]!)
  }

  private askInside({ a, b }: MotionPair): void {
    const one = this.system.geometries[a]!
    const other = this.system.geometries[b]!
    const q = new Float64Array(this.piece.dof)
    this.piece.at(q, 0)
    if (isInsideAt(this.model, q, one, other)) this.found('collision', q, 0, one, other)
  }

  /** A pair at one end of the piece. */
  private lookAt(a: number, b: number, at: number): void {
    const q = new Float64Array(this.piece.dof)
    this.piece.at(q, at)
    this.lookCloser(q, at, this.system.geometries[a]!, this.system.geometries[b]!)
  }

  /** True if they touch, or are closer than they may be. */
  private lookCloser(
    q: Float64Array,
    at: number,
    one: MotionGeometry,
    other: MotionGeometry,
    a = ABSENT,
    b = ABSENT,
  ): boolean {
    const kind = lookCloser(this, this.model, this, q, one, other, a, b)
    if (kind !== undefined) this.found(kind, q, at, one, other)
    return kind !== undefined
  }

  private found(kind: Hit['kind'], q: Float64Array, at: number, one: MotionGeometry, other: MotionGeometry): void {
    if (at >= this.until) return
    this.until = at
    this.hit = { kind, at, configuration: q.slice(), clearance: this.clearance, leafA: one.leaf, leafB: other.leaf }
  }
}
