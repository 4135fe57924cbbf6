// A world laid out flat for queries: geometries as leaves with their bodies and poses, the status of every pair of objects, and
// the hierarchy over them. Rebuilt when something is added, removed or allowed; a configuration only moves it.

import { composeInversePose, composePose, orthonormalise, POSE } from '../../base/math/pose.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { type ConvexPart, convexPart, type HullChoice } from '../../shapes/convex-part.js'
import { innerBalls } from '../../shapes/inner-balls.js'
import type { MeshShape, Shape } from '../../shapes/shape.js'
import { shapeReach } from '../../shapes/shape-bounds.js'
import { hasMesh } from '../../shapes/solid-of.js'
import type { BodyMergeRule } from '../cab/cab-arrays.js'
import type { CheckedPairs } from '../cab/cab-checked.js'
import type { CabPairs } from '../cab/cab-pairs.js'
import { CabTree } from '../cab/cab-tree.js'
import type { Kinematics } from '../model/kinematics.js'
import { hasExaminedPair } from './world-examined.js'
import { placeGeometry, type WorldObject } from './world-objects.js'
import { ALLOWED, CHECKED, commonDepths, NEVER, PairTable, RIGID, SweptObject } from './world-pairs.js'
import { surfacesOf, type WorldSurface } from './world-surfaces.js'

/** Two objects, by name, that need no checking, and why. */
export interface Allowance {
  readonly a: string
  readonly b: string
  readonly reason: string
}

/** Why a pair that was proved is not checked. */
const PROVED_REASON = 'proved: they never touch within the limits of the joints between them'

/** Measured in the bench of worlds; docs/decisions.md has the figures. */
const DEFAULT_MERGE: BodyMergeRule = 'better-child'

/** Up to this many pairs are tested one by one: that is still quicker at 4,500. */
const FEW_PAIRS = 5000

/**
 * Queries after which balls inside the geometries, and hulls around them, are looked for where another world has not done so yet.
 */
const BALLS_AFTER = 32

/** Shapes of which they are known. */
const prepared = new WeakSet<Shape>()

export class WorldIndex {
  /** Links and what they carry first, then what deforms, and obstacles after them. */
  readonly objects: readonly WorldObject[]
  /** How many of them are not obstacles. */
  readonly movers: number
  /** By object: the first one of its name. Only parts of what deforms have one name. */
  readonly thingOf: Int32Array
  /** By geometry: the object it belongs to, which of its geometries it is, its shape and its body. */
  readonly objectOf: Int32Array
  readonly partOf: Int32Array
  readonly shapes: readonly Shape[]
  readonly bodyOf: Int32Array
  /** How far its shape reaches from its own frame's origin. */
  readonly reaches: Float64Array
  readonly table: PairTable
  private readonly allowed = new Map<number, string>()
  /** Pairs of objects that are proved never to touch. */
  private readonly proved = new Set<number>()
  /** Pairs of geometries that may touch, and all that count for distances, where one of the two moves. */
  private readonly mayTouch: CheckedPairs
  private readonly counted: CheckedPairs
  private readonly tree: CabTree
  /** The pairs that may touch as a list, where they are few. */
  private readonly few: CabPairs | undefined
  /** Bodies that have moved since the tree was last brought up to date: 1. */
  private readonly behind: Uint8Array
  /** Pairs of geometries that count and do not move against each other: a robot's base and an obstacle. Two numbers each. */
  readonly still: Int32Array
  /** Those of them that touch, once they have been tested. */
  stillTouching: Int32Array | undefined
  /** First geometry of each object; one more at the end. */
  readonly firstOf: Int32Array
  /** A geometry's pose in its body, twelve numbers each. */
  readonly inBody: Float64Array
  private readonly inWorld: Float64Array
  /** Number of the configuration that a geometry's pose in the world is of. */
  private readonly stamps: Uint32Array
  private stamp = 1
  private balls: readonly Float64Array[] | undefined
  private knownSurfaces: readonly WorldSurface[] | undefined
  private examines: boolean | undefined
  private queries = 0
  /** Boxes of the hierarchy that were refitted for the query that is being answered. */
  nodesUpdated = 0

  constructor(
    private readonly kinematics: Kinematics,
    links: readonly WorldObject[],
    attached: readonly WorldObject[],
    deforming: readonly WorldObject[],
    obstacles: readonly WorldObject[],
    allowances: Iterable<Allowance>,
    proved: Iterable<Pick<Allowance, 'a' | 'b'>>,
    merge: BodyMergeRule | undefined,
    /** Are an object's meshes seen as their hulls first? By its name. */
    private readonly choiceOf: (name: string) => HullChoice,
  ) {
    this.objects = [...links, ...attached, ...deforming, ...obstacles]
    this.movers = links.length + attached.length + deforming.length
    this.thingOf = Int32Array.from(this.objects.keys())
    for (let o = 1; o < this.movers; o++) {
      if (this.objects[o]!.kind === 'deforming' && this.objects[o]!.name === this.objects[o - 1]!.name) {
        this.thingOf[o] = this.thingOf[o - 1]!
      }
    }
    const leaves = this.objects.flatMap((object, o) => object.geometry.map((geometry, part) => ({ o, part, geometry })))
    this.objectOf = Int32Array.from(leaves, ({ o }) => o)
    this.partOf = Int32Array.from(leaves, ({ part }) => part)
    this.shapes = leaves.map(({ geometry }) => geometry.shape)
    this.bodyOf = new Int32Array(leaves.length)
    this.reaches = Float64Array.from(this.shapes, shapeReach)
    this.inBody = new Float64Array(POSE * leaves.length)
    this.inWorld = new Float64Array(POSE * leaves.length)
    this.stamps = new Uint32Array(leaves.length)
    leaves.forEach(({ o, geometry }, i) => {
      this.bodyOf[i] = placeGeometry(this.inBody, POSE * i, kinematics, this.objects[o]!, geometry)
      orthonormalise(this.inBody, POSE * i)
    })
    this.firstOf = new Int32Array(this.objects.length + 1)
    for (const { o } of leaves) this.firstOf[o + 1]!++
    for (let o = 0; o < this.objects.length; o++) this.firstOf[o + 1]! += this.firstOf[o]!

    this.table = new PairTable(this.movers, this.objects.length)
    this.fillTable(allowances)
    this.fillProved(proved)
    this.still = this.stillPairs()
    // A tree for what does not move and one for each robot that moves, whose bodies follow one another.
    const trees = new Int32Array(kinematics.bodies)
    for (let b = 1; b < kinematics.bodies; b++) {
      trees[b] = trees[b - 1]! + (kinematics.robots[b] === kinematics.robots[b - 1] ? 0 : 1)
    }
    this.tree = new CabTree(
      {
        parents: kinematics.parents,
        roots: trees,
        leaves: this.shapes.map((shape, i) => ({
          body: this.bodyOf[i]!,
          shape,
          pose: this.inBody.slice(POSE * i, POSE * i + POSE),
        })),
        poses: kinematics.poses,
      },
      { merge: merge ?? DEFAULT_MERGE },
    )
    this.mayTouch = this.tree.pairs((a, b) => this.statusOf(a, b) === CHECKED)
    this.counted = this.tree.pairs((a, b) => this.statusOf(a, b) <= NEVER)
    this.nodesUpdated = this.tree.update(kinematics.poses)
    this.behind = new Uint8Array(kinematics.bodies)
    const few = merge === undefined ? this.fewPairs() : undefined
    this.few = few === undefined ? undefined : this.tree.list(few)
    this.few?.move(kinematics.poses)
  }

  /** Has one thing several parts? */
  get hasParts(): boolean {
    return this.thingOf.some((first, o) => first !== o)
  }

  /** Of a pair of geometries. */
  statusOf(a: number, b: number): number {
    const i = this.objectOf[a]!
    const j = this.objectOf[b]!
    return i === j ? RIGID : this.table.get(i, j)
  }

  /** The hull of a mesh that belongs to a geometry, if it is to be tested first. */
  partOfMesh(leaf: number, mesh: MeshShape): ConvexPart | undefined {
    return convexPart(mesh, this.choiceOf(this.objects[this.objectOf[leaf]!]!.name))
  }

  /** Why a pair of objects is not checked; empty if it is. */
  reasonOf(a: number, b: number): string {
    switch (this.table.get(a, b)) {
      case NEVER:
        return this.isProved(a, b) ? PROVED_REASON : 'what they can sweep does not meet'
      case ALLOWED:
        return this.allowed.get(this.keyOf(a, b))!
      case RIGID:
        return 'they do not move relative to each other'
      default:
        return ''
    }
  }

  /** Is a pair of objects skipped because it is proved never to touch within the limits of its joints? */
  isProved(a: number, b: number): boolean {
    return this.proved.has(this.keyOf(a, b))
  }

  /** How many pairs of objects are passed over for that reason. */
  get premises(): number {
    return this.proved.size
  }

  /** Meshes that are surfaces. Found once. */
  get surfaces(): readonly WorldSurface[] {
    this.knownSurfaces ??= Object.freeze(surfacesOf(this.objects).map((surface) => Object.freeze(surface)))
    return this.knownSurfaces
  }

  /** Is there a pair of objects that is examined: checked, or known never to meet? */
  get hasPairs(): boolean {
    this.examines ??= hasExaminedPair(this.objects.length, this.movers, this.table)
    return this.examines
  }

  /** To be called when the kinematics has moved. */
  move(): void {
    this.stamp++
    const { poses, changed } = this.kinematics
    if (this.few === undefined) this.nodesUpdated += this.tree.update(poses, changed)
    else {
      this.few.move(poses, changed)
      for (let b = 0; b < changed.length; b++) this.behind[b]! |= changed[b]!
    }
  }

  /**
   * Visits the pairs of geometries that may touch and whose boxes do, obstacles first. `everything`: those as well that cannot
   * meet within the limits of sliding joints.
   */
  searchTouching(visitor: PairVisitor, everything: boolean): boolean {
    if (this.few !== undefined && !everything) return this.few.search(this.kinematics.poses, visitor)
    return this.currentTree().search(visitor, everything ? this.counted : this.mayTouch)
  }

  /** Visits the pairs that count and whose boxes come within the visitor's margin. */
  searchWithin(visitor: PairVisitor): void {
    this.currentTree().search(visitor, this.counted)
  }

  /** Visits the pairs that count, nearest boxes first, as long as they are within the visitor's margin. */
  searchNearest(visitor: PairVisitor): void {
    this.currentTree().nearest(visitor, this.counted)
  }

  /** Balls inside the geometries, once there have been enough queries to make up for finding them. */
  innerBalls(): readonly Float64Array[] | undefined {
    if (this.balls === undefined) {
      const isKnown = this.queries++ === 0 && this.shapes.every((shape) => !hasMesh(shape) || prepared.has(shape))
      if (isKnown || this.queries > BALLS_AFTER) {
        this.balls = this.shapes.map(innerBalls)
        for (const shape of this.shapes) prepared.add(shape)
      }
    }
    return this.balls
  }

  /** Tests of two boxes since they were last set back. */
  get volumeTests(): number {
    return this.tree.stats.volumeTests + (this.few?.volumeTests ?? 0)
  }

  resetCounts(): void {
    this.tree.stats.volumeTests = 0
    if (this.few !== undefined) this.few.volumeTests = 0
  }

  /** Checks what is kept between queries; throws BrokenInvariantError. */
  validate(): void {
    this.currentTree().validate()
  }

  /** The hierarchy, brought up to date. */
  currentTree(): CabTree {
    if (this.few !== undefined) {
      this.nodesUpdated += this.tree.update(this.kinematics.poses, this.behind)
      this.behind.fill(0)
    }
    return this.tree
  }

  /** All pairs of geometries that may touch, those with an obstacle first; undefined where they are many. */
  private fewPairs(): Int32Array | undefined {
    const withObstacles: number[] = []
    const others: number[] = []
    const { bodyOf, objectOf, movers } = this
    const leaves = bodyOf.length
    for (let a = 0; a < leaves && objectOf[a]! < movers; a++) {
      for (let b = a + 1; b < leaves; b++) {
        if ((bodyOf[a] === 0 && bodyOf[b] === 0) || this.statusOf(a, b) !== CHECKED) continue
        const list = objectOf[b]! < movers ? others : withObstacles
        list.push(a, b)
        if (withObstacles.length + others.length > 2 * FEW_PAIRS) return undefined
      }
    }
    return Int32Array.from([...withObstacles, ...others])
  }

  /** Writes X_AB of two geometries. */
  relate(out: Float64Array, a: number, b: number): void {
    this.place(a)
    this.place(b)
    composeInversePose(out, 0, this.inWorld, POSE * a, this.inWorld, POSE * b)
  }

  /** A geometry's pose in the world: place in `poses`, which is valid until the next move. */
  place(leaf: number): Float64Array {
    if (this.stamps[leaf] !== this.stamp) {
      this.stamps[leaf] = this.stamp
      composePose(this.inWorld, POSE * leaf, this.kinematics.poses, POSE * this.bodyOf[leaf]!, this.inBody, POSE * leaf)
    }
    return this.inWorld
  }

  private fillTable(allowances: Iterable<Allowance>): void {
    const { kinematics, objects, table, movers } = this
    const swept = objects.map((object) => new SweptObject(kinematics, object))
    const common = new Int32Array(kinematics.bodies)
    for (let a = 0; a < movers; a++) {
      commonDepths(common, kinematics, swept[a]!.body)
      for (let b = a + 1; b < objects.length; b++) {
        const other = swept[b]!
        if (swept[a]!.body === other.body && objects[a]!.robot === objects[b]!.robot && this.areRigid(a, b)) {
          table.set(a, b, RIGID)
        } else if (swept[a]!.neverMeets(other, common[other.body]!)) table.set(a, b, NEVER)
      }
    }
    const byName = new Map(objects.map(({ name }, i) => [name, i]))
    const allow = (i: number | undefined, j: number | undefined, reason: string): void => {
      // Links without geometry may be named: there is nothing of them to test.
      if (i === undefined || j === undefined || i === j || table.get(i, j) === RIGID) return
      table.set(i, j, ALLOWED)
      this.allowed.set(this.keyOf(i, j), reason)
    }
    for (const { a, b, reason } of allowances) {
      for (const i of this.partsOf(byName.get(a))) {
        for (const j of this.partsOf(byName.get(b))) allow(i, j, reason)
      }
    }
    objects.forEach(({ touch = [] }, i) => {
      for (const name of touch) allow(i, byName.get(name), 'Fastened')
    })
  }

  /** Neither of two things without a robot moves; but what deforms is tested against what stands, and against what else deforms. */
  private areRigid(a: number, b: number): boolean {
    const deforms = (o: number): boolean => this.objects[o]!.kind === 'deforming'
    return this.thingOf[a] === this.thingOf[b] || !(deforms(a) || deforms(b))
  }

  /** All objects that have the name of one, which is the last of them. */
  private partsOf(object: number | undefined): readonly number[] {
    if (object === undefined) return []
    const first = this.thingOf[object]!
    return Array.from({ length: object - first + 1 }, (_, k) => first + k)
  }

  /** What is allowed stays so, and what is known without a proof needs none. */
  private fillProved(proved: Iterable<Pick<Allowance, 'a' | 'b'>>): void {
    const byName = new Map(this.objects.map(({ name }, i) => [name, i]))
    for (const { a, b } of proved) {
      const i = byName.get(a)
      const j = byName.get(b)
      if (i === undefined || j === undefined || this.table.get(i, j) !== CHECKED) continue
      this.table.set(i, j, NEVER)
      this.proved.add(this.keyOf(i, j))
    }
  }

  private keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.objects.length + Math.max(a, b)
  }

  private stillPairs(): Int32Array {
    const pairs: number[] = []
    const { bodyOf, objectOf, movers } = this
    for (let a = 0; a < bodyOf.length && objectOf[a]! < movers; a++) {
      if (bodyOf[a] !== 0) continue
      for (let b = a + 1; b < bodyOf.length; b++) {
        if (bodyOf[b] === 0 && this.statusOf(a, b) <= NEVER) pairs.push(a, b)
      }
    }
    return Int32Array.from(pairs)
  }
}
