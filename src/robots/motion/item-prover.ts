// Proves one thing that bends free of one rigid geometry on one piece of a motion, or finds a contact. The thing follows its
// frames, the geometry its link.
//
// A task is a node of the geometry, a node of the thing's items and an interval within one stretch between two frames. It is tried
// by the inequality of item-motion.ts; where that fails, a node is opened or the interval is halved, depth first, the earlier half first.
// The last tasks, one convex part and one item, are asked in the middle of ever shorter intervals whether they touch, by the same test that
// the world's queries use.
import { composeInversePose, composePose, identityPose, POSE } from '../../base/math/pose.js'
import { SHAPE_DISTANCE_ERROR } from '../../base/math/rounding.js'
import { shapeReach } from '../../shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import { insideShapes } from '../../shapes/shape-inside.js'
import { TouchQuery, touchMargin, touchSurfaces } from '../../shapes/shape-touch.js'
import { ItemMotion } from './item-motion.js'
import type { ItemRecorder } from './item-recorder.js'
import { firstOfTwo, ITEM_BOX, itemTree } from './item-tree.js'
import type { DeformingTrack, FrameStretch } from './keyframes.js'
import { Anchor, type MotionGeometry, type MotionSystem } from './motion-system.js'
import { type MotionPiece, PieceBounds } from './piece.js'

/** Intervals are halved no more often than this: 1 / 2^30 of a stretch. */
const DEEPEST_ITEMS = 30

/** Nodes that are apart, but not by enough, are opened if they move by less than this part of what the thicker one reaches. */
const OPEN_WITHIN_ITEMS = 0.5

/** Once two are closer than rounding can resolve, this many more tests are spent on finding a contact. */
const MORE_TESTS = 10_000

/** Numbers of a task: node of the geometry, node of the items and its stretch of them, stretch of time, level, index; its share. */
const TASK = 8

/** Work, as motion checks count it. */
export class ItemCounts {
  volumeTests = 0
  leafTests = 0
  distanceTests = 0
  configurations = 0
  intervals = 0

  get steps(): number {
    return this.volumeTests + this.leafTests
  }
}

/** What ends a check with an answer. */
export interface ItemHit {
  readonly kind: 'collision' | 'closer-than-clearance' | 'closer-than-delta'
  readonly segment: number
  /** Along the piece. */
  readonly at: number
  readonly track: DeformingTrack
  readonly item: number
  /** The other side: a rigid geometry, or an item of a thing. */
  readonly other: MotionGeometry | { readonly track: DeformingTrack; readonly item: number }
}

/** A part of a piece that was not settled. */
export interface ItemStretch {
  readonly segment: number
  readonly from: number
  readonly to: number
}

interface KeptAnchor {
  piece: MotionPiece | undefined
  a: number
  b: number
  readonly anchor: Anchor
}

/** Anchors about any interval of any piece, 256 of them kept for all that ask. */
export class AnchorStore {
  private readonly kept: KeptAnchor[] = []
  private readonly scratch: PieceBounds

  constructor(
    private readonly system: MotionSystem,
    private readonly counts: ItemCounts,
  ) {
    this.scratch = new PieceBounds(system.model.reader.variables.length)
  }

  at(piece: MotionPiece, a: number, b: number): Anchor {
    const mixed = Math.imul(Math.round(a * 2 ** 30) ^ Math.imul(Math.round((b - a) * 2 ** 30), 0x85ebca6b), 0x9e3779b1)
    const slot = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 24
    let own = this.kept[slot]
    if (own === undefined) {
      own = { piece: undefined, a, b, anchor: new Anchor(this.system) }
      this.kept[slot] = own
    }
    if (own.piece !== piece || own.a !== a || own.b !== b) {
      const middle = a / 2 + b / 2
      own.piece = undefined
      own.anchor.setAbout(piece, middle, Math.max(middle - a, b - middle), this.scratch)
      own.piece = piece
      own.a = a
      own.b = b
      this.counts.configurations++
    }
    return own.anchor
  }
}

export interface ItemTerms {
  readonly delta: number
  readonly clearance: number
}

const motion = new ItemMotion()
const touching = new TouchQuery()
const nearest = new ShapeDistance()

export class ItemProver {
  hit: ItemHit | undefined
  /** How much is proved, 0 to 1. */
  done = 0
  private readonly stretches: readonly FrameStretch[]
  private stack = new Float64Array(TASK * 8)
  private tasks = 0
  private readonly stuck: ItemStretch[] = []
  private started = false
  /** Tests of this pair, and how many there may be. */
  private tests = 0
  private lastTest = Infinity
  private mayBeInside = false
  /** In the order of the tree: how many items before this one may not touch the geometry. Undefined: all of them. */
  private readonly counted: Int32Array | undefined

  constructor(
    private readonly system: MotionSystem,
    private readonly piece: MotionPiece,
    readonly segment: number,
    private readonly anchors: AnchorStore,
    readonly track: DeformingTrack,
    /** Its place among the system's geometries. */
    readonly geometry: number,
    /** By item of the thing: may it touch the geometry? Undefined: none may. */
    private readonly exempt: Uint8Array | undefined,
    private readonly terms: ItemTerms,
    private readonly counts: ItemCounts,
    /** Records what becomes of every task. */
    private readonly recorder?: ItemRecorder,
  ) {
    this.stretches = track.stretches(segment)
    if (exempt !== undefined) {
      const { order } = itemTree(track.thing)
      this.counted = new Int32Array(order.length + 1)
      for (let k = 0; k < order.length; k++) this.counted[k + 1] = this.counted[k]! + 1 - exempt[order[k]!]!
    }
  }

  /** The place of the geometry in the world's document. */
  get number(): number {
    return this.system.geometries[this.geometry]!.number
  }

  get isOpen(): boolean {
    if (this.hit !== undefined) return false
    return !this.started || this.mayBeInside || (this.tasks > 0 && this.tests < this.lastTest)
  }

  get isFree(): boolean {
    const nothingLeft = this.started && this.tasks === 0 && !this.mayBeInside
    return this.hit === undefined && nothingLeft && this.stuck.length === 0
  }

  /** Works on, for `batch` tasks at most. */
  advance(maxSteps: number, batch: number): void {
    if (!this.started) this.start()
    if (this.mayBeInside && this.hit === undefined) {
      this.mayBeInside = false
      this.lookInside()
    }
    const { counts } = this
    for (let k = 0; k < batch && this.tasks > 0 && this.hit === undefined && this.tests < this.lastTest; k++) {
      if (counts.steps >= maxSteps) return
      this.settle()
    }
  }

  /** What is left. */
  left(): ItemStretch[] {
    if (!this.started) return [{ segment: this.segment, from: 0, to: 1 }]
    const out = [...this.stuck]
    if (this.mayBeInside) out.push({ segment: this.segment, from: 0, to: 1 })
    for (let k = 0; k < this.tasks; k++) {
      const o = TASK * k
      const [from, to] = this.interval(this.stack[o + 4]!, this.stack[o + 5]!, this.stack[o + 6]!)
      out.push({ segment: this.segment, from, to })
    }
    return out
  }

  private start(): void {
    this.started = true
    for (let s = this.stretches.length - 1; s >= 0; s--) {
      const { start, end } = this.stretches[s]!
      this.push(0, 0, 0, itemTree(this.track.thing).order.length, s, 0, 0, end - start)
    }
  }

  /** Ends of an interval. Neighbours have the same number between them. */
  private interval(s: number, level: number, index: number): [number, number] {
    const { start, end } = this.stretches[s]!
    const width = end - start
    const parts = 2 ** level
    return [start + width * (index / parts), index + 1 === parts ? end : start + width * ((index + 1) / parts)]
  }

  private push(
    na: number,
    nb: number,
    first: number,
    end: number,
    s: number,
    level: number,
    index: number,
    share: number,
  ): void {
    const o = TASK * this.tasks
    if (o === this.stack.length) {
      const longer = new Float64Array(2 * o)
      longer.set(this.stack)
      this.stack = longer
    }
    const { stack } = this
    stack[o] = na
    stack[o + 1] = nb
    stack[o + 2] = first
    stack[o + 3] = end
    stack[o + 4] = s
    stack[o + 5] = level
    stack[o + 6] = index
    stack[o + 7] = share
    this.tasks++
  }

  private settle(): void {
    const o = TASK * --this.tasks
    const { stack, track, system, segment, counts } = this
    const na = stack[o]!
    const nb = stack[o + 1]!
    const first = stack[o + 2]!
    const end = stack[o + 3]!
    const s = stack[o + 4]!
    const level = stack[o + 5]!
    const index = stack[o + 6]!
    const share = stack[o + 7]!
    const { thing, frames } = track
    const tree = itemTree(thing)
    const isItem = end - first === 1
    const item = tree.order[first]!
    if (this.counted !== undefined && this.counted[first] === this.counted[end]) {
      this.done += share
      return
    }
    const stretch = this.stretches[s]!
    const [a, b] = this.interval(s, level, index)
    const one = system.geometries[this.geometry]!
    const anchor = this.anchors.at(this.piece, a, b)
    motion.enter(system, one, anchor, anchor.place(this.geometry), track.big, this.terms.clearance)
    const shareA = track.share(segment, stretch, a)
    const shareB = track.share(segment, stretch, b)
    const from = frames[stretch.from]!
    const to = frames[stretch.to]!
    if (isItem) motion.takeItem(from, to, thing.items, 3 * item, thing.reaches[item]!, shareA, shareB)
    else motion.takeBox(tree.boxes(from), tree.boxes(to), ITEM_BOX * nb, shareA, shareB)
    const children = one.tree.children[na]!
    const isLast = isItem && children === 0
    this.tests++
    counts.intervals++
    if (isLast) counts.leafTests++
    else counts.volumeTests++
    const { distances } = motion
    const apart = motion.test(na)
    counts.distanceTests += motion.distances - distances
    if (apart) {
      this.recorder?.separated(s, motion, this.system.moversOf(one).length)
      this.done += share
      return
    }
    if (na === 0 && nb === 0 && segment === 0 && s === 0) this.mayBeInside = true
    const near = motion.limit + this.terms.delta
    if (isLast) {
      const size = SHAPE_DISTANCE_ERROR * (2 * anchor.reach + one.reach + track.big)
      const at = a / 2 + b / 2
      if (!(motion.distance > near + size) && this.lookCloser(at, one, item)) return
      if (!(motion.gap > motion.limit)) this.lastTest = Math.min(this.lastTest, this.tests + MORE_TESTS)
      if (a === 0 && level > 8 && this.lookCloser(0, one, item)) return
      if (b === 1 && level > 8 && this.lookCloser(1, one, item)) return
    } else {
      const inA = children > 0 && (isItem || motion.thicknessA() >= motion.thicknessB())
      const thickness = inA ? motion.thicknessA() : motion.thicknessB()
      if (!(motion.gap > near) || level === DEEPEST_ITEMS || motion.motion() < OPEN_WITHIN_ITEMS * thickness) {
        this.recorder?.opened(s, inA)
        if (inA) {
          const child = one.tree.open(na)
          for (let k = children - 1; k >= 0; k--)
            this.push(child + k, nb, first, end, s, level, index, share / children)
        } else {
          const count = firstOfTwo(first, end)
          this.push(na, nb + 2 * count, first + count, end, s, level, index, share / 2)
          this.push(na, nb + 1, first, first + count, s, level, index, share / 2)
        }
        return
      }
    }
    const middle = a / 2 + b / 2
    if (level === DEEPEST_ITEMS || !(middle > a && middle < b)) {
      this.stuck.push({ segment, from: a, to: b })
      return
    }
    this.recorder?.halved(s)
    this.push(na, nb, first, end, s, level + 1, 2 * index + 1, share / 2)
    this.push(na, nb, first, end, s, level + 1, 2 * index, share / 2)
  }

  /** X_A of the geometry as the items' frame, the world, is seen from it. */
  private relate(out: Float64Array, at: number): void {
    const { system, piece } = this
    const q = new Float64Array(piece.dof)
    piece.at(q, at)
    placeGeometryAt(out, system, this.geometry, q)
  }

  /** Do the item and the geometry touch at an instant, or come too close? By the tests of the world's queries. */
  private lookCloser(at: number, one: MotionGeometry, item: number): boolean {
    const { track, segment, terms, counts } = this
    const shape = one.tree.shape
    const own = track.thing.itemShape(item, track.frameAt(new Float64Array(track.thing.length), segment, at))
    this.relate(x, at)
    touching.margin = touchMargin(shapeReach(shape), shapeReach(own), x, 0)
    counts.leafTests++
    if (touchSurfaces(touching, shape, own, x, 0)) return this.found('collision', at, item)
    const limit = terms.clearance + terms.delta
    if (limit === 0) return false
    const d = distanceShapes(nearest, shape, own, x, 0, limit)
    if (!(d < limit || d <= terms.clearance)) return false
    return this.found(d <= terms.clearance ? 'closer-than-clearance' : 'closer-than-delta', at, item)
  }

  /** Where surfaces stay apart, what is inside at the start stays inside. */
  private lookInside(): void {
    const { system, track } = this
    const { thing } = track
    const one = system.geometries[this.geometry]!
    const { shape } = one.tree
    if (shape.kind !== 'mesh' && thing.tree === undefined) return
    const frame = track.frameAt(new Float64Array(thing.length), 0, 0)
    this.relate(x, 0)
    if (shape.kind === 'mesh' && thing.tree !== undefined) {
      const items = Int32Array.from({ length: thing.size }, (_, item) => item)
      const counted = items.filter((item) => this.exempt?.[item] !== 1)
      if (insideShapes(shape, thing.shapeAt(counted, frame), x, 0)) {
        this.found('collision', 0, counted[0]!)
        return
      }
    } else if (shape.kind === 'mesh') {
      for (let item = 0; item < thing.size; item++) {
        if (this.exempt?.[item] === 1) continue
        if (insideShapes(shape, thing.itemShape(item, frame), x, 0)) {
          this.found('collision', 0, item)
          return
        }
      }
    }
    const solid = thing.solidAt(frame)
    if (solid !== undefined && insideShapes(shape, solid, x, 0)) this.found('collision', 0, 0)
  }

  private found(kind: ItemHit['kind'], at: number, item: number): true {
    const { segment, track, system } = this
    this.hit = { kind, segment, at, track, item, other: system.geometries[this.geometry]! }
    return true
  }
}

const x = new Float64Array(POSE)
const world = identityPose(new Float64Array(POSE), 0)
const placedAt = new Float64Array(POSE)

/** The world's frame as seen from a geometry at a configuration. */
export function placeGeometryAt(out: Float64Array, system: MotionSystem, geometry: number, q: Float64Array): void {
  const { kinematics, geometries, inBody } = system
  kinematics.update(q)
  composePose(placedAt, 0, kinematics.poses, POSE * geometries[geometry]!.body, inBody, POSE * geometry)
  composeInversePose(out, 0, placedAt, 0, world, 0)
}
