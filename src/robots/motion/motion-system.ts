// A world laid out for motion checks: its geometries as trees of convex sets, the pairs of them that are checked with the movers
// between, and anchors: configurations on the way with all that is known of them, kept so that pairs share them.

import { composePose, POSE, transformPoint } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { NODE_RADIUS } from '../../geometry/convex/convex-set.js'
import type { PartShape } from '../../shapes/shape.js'
import { Kinematics } from '../model/kinematics.js'
import type { WorldModel } from '../world/world.js'
import { CHECKED, NEVER } from '../world/world-pairs.js'
import { BlockOrder } from './block-order.js'
import { type MotionHull, type MotionTree, motionHull, motionTree } from './motion-trees.js'
import { LINE, MoverBounds, type MoverChain, type Movers, moverChain, moversOf, TURN } from './movers.js'
import { type MotionPiece, PieceBounds } from './piece.js'

/** One convex shape or mesh. Of a group, every part is one. */
export interface MotionGeometry {
  /** Its number among the world's geometries, and which part of a group it is (0 for what is not a group). */
  readonly leaf: number
  readonly part: number
  /** Its place among the geometries of the world's document. */
  readonly number: number
  readonly body: number
  readonly tree: MotionTree
  /** Of a mesh that is taken for a convex part. */
  readonly hull: MotionHull | undefined
  /** How far it reaches from its body's origin. */
  readonly reach: number
  /** Where its balls begin: see Anchor.ball. */
  readonly balls: number
}

/** Two geometries that are checked, by number; `a` is less than `b`. */
export interface MotionPair {
  readonly a: number
  readonly b: number
  readonly chain: MoverChain
}

/** How many anchors are kept. */
const KEPT = 128

/** Bodies in series from which on a world is checked by groups first (group-prover.ts): of short chains, pairs are cheaper. */
const LONG_CHAIN = 32

/** Chains of movers that are kept where pairs are made as they are needed. */
const MOST_CHAINS = 4096

export class MotionSystem {
  readonly kinematics: Kinematics
  readonly movers: Movers
  readonly geometries: readonly MotionGeometry[]
  /** Are some links in a long series? Then pairs are listed only where groups leave them. */
  readonly hasLongChains: boolean
  /** A geometry's pose in its body, twelve numbers each. */
  readonly inBody: Float64Array
  /** How many balls an anchor has. */
  readonly balls: number
  private readonly anchors: (Anchor | undefined)[] = new Array(KEPT).fill(undefined)
  private readonly bounds: PieceBounds
  private readonly lists: (MotionPair[] | undefined)[] = []
  private readonly counts: (number | undefined)[] = []
  private readonly chains = new Map<number, MoverChain>()
  private readonly above: (Int32Array | undefined)[] = []
  private blockOrder: BlockOrder | undefined
  /** True while a caller's curve is evaluated: it must not use the anchor that is being filled. */
  private isBusy = false

  constructor(
    readonly model: WorldModel,
    /** Without what bends: there may be many thousands of items, and they have a prover of their own. */
    readonly isRigid = false,
  ) {
    const { index } = model
    const { layout } = model.kinematics
    this.kinematics = new Kinematics(layout)
    this.movers = moversOf(layout)
    this.bounds = new PieceBounds(model.reader.variables.length)
    /** Bodies above each, and its own movers with theirs. */
    const depths = new Int32Array(this.kinematics.bodies)
    const moversAbove = new Int32Array(this.kinematics.bodies)
    let deepest = 0
    for (let b = 1; b < depths.length; b++) {
      const parent = this.kinematics.parents[b]!
      depths[b] = depths[parent]! + 1
      moversAbove[b] = moversAbove[parent]! + this.movers.firstOf[b + 1]! - this.movers.firstOf[b]!
      deepest = Math.max(deepest, depths[b]!)
    }
    this.hasLongChains = deepest >= LONG_CHAIN
    let balls = 0
    let number = 0
    this.geometries = index.shapes.flatMap((shape, leaf) => {
      const parts: readonly PartShape[] = shape.kind === 'group' ? shape.parts : [shape]
      if (isRigid && index.objects[index.objectOf[leaf]!]!.kind === 'deforming') {
        number += parts.length
        return []
      }
      const body = index.bodyOf[leaf]!
      const offset = Math.hypot(...[3, 7, 11].map((k) => index.inBody[POSE * leaf + k]!))
      return parts.map((own, part) => {
        const tree = motionTree(own)
        const from = balls
        balls += moversAbove[body]! + 1
        const convex = own.kind === 'mesh' ? index.partOfMesh(leaf, own) : undefined
        const hull = convex === undefined ? undefined : motionHull(tree, convex)
        return { leaf, part, number: number++, body, tree, hull, reach: offset + tree.reach, balls: from }
      })
    })
    this.balls = balls
    this.inBody = Float64Array.from(
      this.geometries.flatMap(({ leaf }) => Array.from(index.inBody.subarray(POSE * leaf, POSE * leaf + POSE))),
    )
  }

  /** Pairs that may touch. */
  get checked(): MotionPair[] {
    return this.pairsOf(CHECKED)
  }

  /** Pairs that cannot touch while sliding joints are within their limits. */
  get never(): MotionPair[] {
    return this.pairsOf(NEVER)
  }

  /** How many pairs have this status. */
  count(status: number): number {
    this.counts[status] ??= this.eachPair(status, () => {})
    return this.counts[status]
  }

  /** All geometries in the order of blocks. */
  get order(): BlockOrder {
    this.blockOrder ??= new BlockOrder(this.model, this.geometries, this.movers)
    return this.blockOrder
  }

  /** A pair by itself. */
  pair(a: number, b: number): MotionPair {
    if (this.chains.size >= MOST_CHAINS) this.chains.clear()
    return { a, b, chain: this.chainOf(this.chains, a, b) }
  }

  /** Is anything checked of two geometries: is this their status, and is neither a mesh without triangles? */
  hasStatus(a: number, b: number, status: number): boolean {
    const one = this.geometries[a]!
    const other = this.geometries[b]!
    if (this.model.index.statusOf(one.leaf, other.leaf) !== status) return false
    return one.tree.kinds.length > 0 && other.tree.kinds.length > 0
  }

  /** The movers above a geometry, up to the world, the nearest first. */
  moversOf({ body }: MotionGeometry): Int32Array {
    this.above[body] ??= moverChain(this.movers, this.kinematics.parents, body, 0).movers
    return this.above[body]
  }

  private pairsOf(status: number): MotionPair[] {
    const known = this.lists[status]
    if (known !== undefined) return known
    const out: MotionPair[] = []
    const chains = new Map<number, MoverChain>()
    this.eachPair(status, (a, b) => {
      out.push({ a, b, chain: this.chainOf(chains, a, b) })
    })
    // Those of the same two bodies one after the other: what is known of their chain is used again.
    out.sort((p, q) => this.bodiesOf(p) - this.bodiesOf(q) || p.a - q.a || p.b - q.b)
    this.lists[status] = out
    return out
  }

  private eachPair(status: number, visit: (a: number, b: number) => void): number {
    const { geometries } = this
    const { index } = this.model
    // Of what bends there are many parts, and none is checked against another: where those of each end.
    const after = new Int32Array(index.objects.length)
    geometries.forEach(({ leaf }, g) => {
      const object = index.objectOf[leaf]!
      if (index.objects[object]!.kind === 'deforming') after[index.thingOf[object]!] = g + 1
    })
    for (let o = 0; o < after.length; o++) after[o] = after[index.thingOf[o]!]!
    let count = 0
    for (let a = 0; a < geometries.length; a++) {
      if (index.objectOf[geometries[a]!.leaf]! >= index.movers) break
      for (let b = Math.max(a + 1, after[index.objectOf[geometries[a]!.leaf]!]!); b < geometries.length; b++) {
        // A mesh without triangles touches nothing.
        if (!this.hasStatus(a, b, status)) continue
        count++
        visit(a, b)
      }
    }
    return count
  }

  private chainOf(chains: Map<number, MoverChain>, a: number, b: number): MoverChain {
    const [one, other] = [this.geometries[a]!.body, this.geometries[b]!.body]
    const key = one * this.kinematics.bodies + other
    let chain = chains.get(key)
    if (chain === undefined) {
      chain = moverChain(this.movers, this.kinematics.parents, one, other)
      chains.set(key, chain)
    }
    return chain
  }

  /** The anchor in the middle of an interval of a piece: [index, index + 1] / 2^level. */
  anchor(piece: MotionPiece, level: number, index: number): Anchor {
    const at = (Math.imul(level, 0x9e3779b1) ^ Math.imul(index, 0x85ebca6b)) >>> 25
    let anchor = this.anchors[at]
    if (anchor === undefined) {
      anchor = new Anchor(this)
      this.anchors[at] = anchor
    }
    if (anchor.piece !== piece || anchor.level !== level || anchor.index !== index) {
      if (this.isBusy) {
        throw new InvalidInputError(
          'motion',
          'a curve that checks a motion',
          'a curve that does not query its own world',
        )
      }
      this.isBusy = true
      try {
        anchor.set(piece, level, index, this.bounds)
      } finally {
        this.isBusy = false
      }
    }
    return anchor
  }

  /** Keeps nothing of a piece. */
  forget(piece: MotionPiece): void {
    for (const anchor of this.anchors) if (anchor?.piece === piece) anchor.piece = undefined
  }

  private bodiesOf({ a, b }: MotionPair): number {
    return this.geometries[a]!.body * this.kinematics.bodies + this.geometries[b]!.body
  }
}

/** A configuration on the way, and the interval about it. */
export class Anchor {
  piece: MotionPiece | undefined
  level = -1
  index = -1
  /** Half the interval. */
  half = 0
  readonly q: Float64Array
  /** LINE numbers a mover. */
  readonly lines: Float64Array
  readonly bounds: MoverBounds
  /** No body's origin is farther than this from the world's. */
  reach = 0
  /** Where geometries are in the world, twelve numbers each: for those that `place` was asked for. */
  readonly placed: Float64Array
  private readonly isPlaced: Uint8Array
  readonly poses: Float64Array
  /** Has it just been computed? For counters. */
  isNew = false
  /** What all movers turn and slide in the interval. */
  turned = 0
  slid = 0
  /** And by how much they may be off, in all: radians and lengths. */
  offTurns = 0
  offSlides = 0
  /**
   * By geometry: centres of balls around them in the world, and radii. The first one holds the geometry at the anchor; the next
   * one all that it can reach in the interval by its nearest mover; and so on.
   */
  readonly centres: Float64Array
  radii: Float64Array | undefined
  private readonly hasBall: Uint8Array

  constructor(private readonly system: MotionSystem) {
    const { kinematics, movers, geometries, model } = system
    this.q = new Float64Array(model.reader.variables.length)
    this.lines = new Float64Array(LINE * movers.count)
    this.bounds = new MoverBounds(movers.count)
    this.placed = new Float64Array(POSE * geometries.length)
    this.isPlaced = new Uint8Array(geometries.length)
    this.hasBall = new Uint8Array(geometries.length)
    this.centres = new Float64Array(3 * geometries.length)
    this.poses = new Float64Array(POSE * kinematics.bodies)
  }

  set(piece: MotionPiece, level: number, index: number, scratch: PieceBounds): void {
    const half = 2 ** -(level + 1)
    this.level = level
    this.index = index
    this.setAbout(piece, (2 * index + 1) * half, half, scratch)
  }

  /** At any t, with any interval [t − half, t + half] about it. */
  setAbout(piece: MotionPiece, t: number, half: number, scratch: PieceBounds): void {
    const { kinematics, movers } = this.system
    // If anything below fails, this configuration belongs to no anchor.
    this.piece = undefined
    this.half = half
    piece.at(this.q, t)
    kinematics.update(this.q)
    this.poses.set(kinematics.poses)
    movers.place(this.lines, 0, this.poses, piece)
    piece.bounds(scratch, t, this.half)
    movers.load(this.bounds, scratch, this.q, piece.roundings)
    this.isPlaced.fill(0)
    this.hasBall.fill(0)
    this.turned = 0
    this.slid = 0
    this.offTurns = 0
    this.offSlides = 0
    for (let k = 0; k < movers.count; k++) {
      if (movers.kinds[k] === TURN) {
        this.turned += this.bounds.spread[k]!
        this.offTurns += this.bounds.off[k]!
      } else {
        this.slid += this.bounds.spread[k]!
        this.offSlides += this.bounds.off[k]!
      }
    }
    this.reach = 0
    for (let b = 1; b < kinematics.bodies; b++) {
      const o = POSE * b
      const far = Math.abs(this.poses[o + 3]!) + Math.abs(this.poses[o + 7]!) + Math.abs(this.poses[o + 11]!)
      if (far > this.reach) this.reach = far
    }
    this.piece = piece
    this.isNew = true
  }

  /** Where the pose of a geometry begins in `placed`. */
  place(geometry: number): number {
    const o = POSE * geometry
    if (this.isPlaced[geometry] === 0) {
      this.isPlaced[geometry] = 1
      const { geometries, inBody } = this.system
      composePose(this.placed, o, this.poses, POSE * geometries[geometry]!.body, inBody, o)
    }
    return o
  }

  /** Where the radii of a geometry's balls begin. The radius rule of pair-motion.ts: each mover adds r·chord. */
  ball(geometry: number): number {
    const { tree, balls } = this.system.geometries[geometry]!
    if (this.hasBall[geometry] === 1) return balls
    this.hasBall[geometry] = 1
    // Of long chains they take much room, and most anchors are never asked.
    this.radii ??= new Float64Array(this.system.balls)
    const { lines, centres, radii, bounds } = this
    const movers = this.system.moversOf(this.system.geometries[geometry]!)
    const { kinds } = this.system.movers
    transformPoint(centres, 3 * geometry, this.placed, this.place(geometry), tree.data, 0)
    const x = centres[3 * geometry]!
    const y = centres[3 * geometry + 1]!
    const z = centres[3 * geometry + 2]!
    const radius = tree.data[NODE_RADIUS]!
    let sum = radius
    radii[balls] = sum
    for (let i = 0; i < movers.length; i++) {
      const k = movers[i]!
      let r = 1
      if (kinds[k] === TURN) {
        const l = LINE * k
        const dx = x - lines[l + 3]!
        const dy = y - lines[l + 4]!
        const dz = z - lines[l + 5]!
        const cx = lines[l + 1]! * dz - lines[l + 2]! * dy
        const cy = lines[l + 2]! * dx - lines[l]! * dz
        const cz = lines[l]! * dy - lines[l + 1]! * dx
        r = Math.sqrt(cx * cx + cy * cy + cz * cz) + radius
      }
      sum += r * bounds.chord[k]! * ROUND_UP
      radii[balls + 1 + i] = sum * ROUND_UP
    }
    return balls
  }
}

const systems = new WeakMap<object, MotionSystem>()
const rigidSystems = new WeakMap<object, MotionSystem>()

/** The system of a world as it is now, made once; `isRigid`: without what bends. */
export function motionSystem(model: WorldModel, isRigid = false): MotionSystem {
  const known = isRigid && model.deforming.length > 0 ? rigidSystems : systems
  let system = known.get(model.index)
  if (system === undefined) {
    system = new MotionSystem(model, known === rigidSystems)
    known.set(model.index, system)
  }
  return system
}
