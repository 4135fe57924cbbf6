// A world laid out flat for queries: geometries as leaves with their bodies and poses, the status of every pair of objects, and
// the hierarchy over them. Rebuilt when something is added, removed or allowed; a configuration only moves it.

import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { type ConvexPart, convexPart, type HullChoice } from '../../shapes/convex-part.js'
import { isCovered } from '../../shapes/cover-balls.js'
import { innerBalls } from '../../shapes/inner-balls.js'
import type { MeshShape, Shape } from '../../shapes/shape.js'
import { hasMesh } from '../../shapes/solid-of.js'
import type { BodyMergeRule } from '../cab/cab-arrays.js'
import { CabPairs } from '../cab/cab-pairs.js'
import type { BodyLayout } from '../model/body-layout.js'
import type { Kinematics } from '../model/kinematics.js'
import { ManyFilter } from './many-filter.js'
import { hasExaminedPair } from './world-examined.js'
import { WorldLeaves } from './world-leaves.js'
import type { WorldObject } from './world-objects.js'
import { ALLOWED, type Allowance, CHECKED, NEVER, PairTable, RIGID, SweptObject, sweepPairs } from './world-pairs.js'
import type { LinkParts, WorldRobots } from './world-robots.js'
import { surfacesOf, type WorldSurface } from './world-surfaces.js'
import { WorldTree } from './world-tree.js'

/** Why a pair that was proved is not checked. */
const PROVED_REASON = 'proved: they never touch within the limits of the joints between them'

/** Measured in the bench of worlds; docs/decisions.md has the figures. */
const DEFAULT_MERGE: BodyMergeRule = 'better-child'

/** Up to this many pairs are tested one by one: that is still quicker at 4,500. */
const FEW_PAIRS = 5000

/** Queries after which hulls around meshes are looked for, where another world has not done so yet: some milliseconds a mesh. */
const HULLS_AFTER = 32

/**
 * Queries about a mesh, in whichever worlds, after which balls inside it are looked for: they take some milliseconds a thousand triangles,
 * and win some microseconds where something collides.
 */
const BALLS_AFTER = 1024

/**
 * Configurations of `collidesMany` after which a filter is made, and after which balls around meshes are looked for where another
 * world has not done so yet: some milliseconds a mesh.
 */
const FILTER_AFTER = 256
const COVER_AFTER = 10_000

/** Shapes whose hulls are known, and how many queries there were about worlds with each. */
const prepared = new WeakSet<Shape>()
const queriesOf = new WeakMap<Shape, number>()

const NO_BALLS = new Float64Array(0)

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
  private readonly leaves: WorldLeaves
  /** The hierarchy, made when it is first asked for, for bodies as they stood when this was made. */
  private tree: WorldTree | undefined
  private readonly merge: BodyMergeRule
  private readonly startPoses: Float64Array
  /** The pairs that may touch as a list, where they are few. */
  private readonly few: CabPairs | undefined
  private readonly fewList: Int32Array
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
  private hasAllBalls = false
  private knownSurfaces: readonly WorldSurface[] | undefined
  private examines: boolean | undefined
  private queries = 0
  private asked = 0
  private filter: { readonly made: ManyFilter | undefined } | undefined
  /** Boxes of the hierarchy that were refitted for the query that is being answered. */
  nodesUpdated = 0

  constructor(
    robots: WorldRobots,
    private readonly kinematics: Kinematics,
    attached: readonly WorldObject[],
    deforming: readonly WorldObject[],
    obstacles: readonly WorldObject[],
    allowances: Iterable<Allowance>,
    proved: Iterable<Pick<Allowance, 'a' | 'b'>>,
    merge: BodyMergeRule | undefined,
    /** Are an object's meshes seen as their hulls first? By its name. */
    private readonly choiceOf: (name: string) => HullChoice,
  ) {
    const { links, linkParts } = robots
    this.objects = [...links, ...attached, ...deforming, ...obstacles]
    this.movers = links.length + attached.length + deforming.length
    this.thingOf = Int32Array.from(this.objects.keys())
    for (let o = 1; o < this.movers; o++) {
      if (this.objects[o]!.kind === 'deforming' && this.objects[o]!.name === this.objects[o - 1]!.name) {
        this.thingOf[o] = this.thingOf[o - 1]!
      }
    }
    this.leaves = new WorldLeaves(robots.layout, this.objects, linkParts.leaves)
    this.objectOf = this.leaves.objectOf
    this.partOf = this.leaves.partOf
    this.shapes = this.leaves.shapes
    this.bodyOf = this.leaves.bodyOf
    this.reaches = this.leaves.reaches
    this.inBody = this.leaves.inBody
    this.firstOf = this.leaves.firstOf
    this.inWorld = new Float64Array(POSE * this.leaves.count)
    this.stamps = new Uint32Array(this.leaves.count)

    this.table = new PairTable(this.movers, this.objects.length)
    this.fillTable(robots.layout, linkParts)
    this.fillAllowed(allowances, proved)
    this.still = this.stillPairs()
    this.merge = merge ?? DEFAULT_MERGE
    this.startPoses = kinematics.poses.slice()
    const few = merge === undefined ? this.fewPairs() : undefined
    this.fewList = few ?? new Int32Array(0)
    if (few !== undefined) {
      const { balls, boxes } = this.leaves.volumes
      this.few = new CabPairs(this.bodyOf, balls, boxes, few)
      this.few.move(kinematics.poses)
    }
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
    this.knownSurfaces ??= Object.freeze(surfacesOf(this.objects))
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
    this.few?.move(poses, changed)
    this.tree?.move(changed)
  }

  /**
   * Visits the pairs of geometries that may touch and whose boxes do, obstacles first. `everything`: those as well that cannot
   * meet within the limits of sliding joints.
   */
  searchTouching(visitor: PairVisitor, everything: boolean): boolean {
    if (this.few !== undefined && !everything) return this.few.search(this.kinematics.poses, visitor)
    const { tree, mayTouch, counted } = this.currentTree()
    return tree.search(visitor, everything ? counted : mayTouch)
  }

  /** As searchTouching, among some pairs: see CabPairs.searchAmong. Only where there is a filter. */
  searchAmong(visitor: PairVisitor, list: Int32Array, o: number, count: number, mark: number): boolean {
    return this.few!.searchAmong(this.kinematics.poses, visitor, list, o, count, mark)
  }

  /** A filter of configurations, once enough of them have been asked about; undefined where there is none. */
  filterFor(configurations: number): ManyFilter | undefined {
    this.asked += configurations
    if (this.filter === undefined && this.asked >= FILTER_AFTER && this.few !== undefined) {
      if (this.asked < COVER_AFTER && !this.shapes.every(isCovered)) return undefined
      this.filter = { made: ManyFilter.make(this.kinematics.layout, this.leaves, this.fewList) }
    }
    return this.filter?.made
  }

  /** Visits the pairs that count and whose boxes come within the visitor's margin. */
  searchWithin(visitor: PairVisitor): void {
    const { tree, counted } = this.currentTree()
    tree.search(visitor, counted)
  }

  /** Visits the pairs that count, nearest boxes first, as long as they are within the visitor's margin. */
  searchNearest(visitor: PairVisitor): void {
    const { tree, counted } = this.currentTree()
    tree.nearest(visitor, counted)
  }

  /**
   * Balls inside the geometries, none inside meshes that there were few queries about; undefined while hulls are not worth finding either.
   */
  innerBalls(): readonly Float64Array[] | undefined {
    if (this.hasAllBalls) return this.balls
    const isFirst = this.queries++ === 0
    if (isFirst ? this.shapes.every(isPrepared) : this.queries % HULLS_AFTER === 0)
      this.prepare(isFirst ? 0 : HULLS_AFTER)
    return this.balls
  }

  private prepare(queries: number): void {
    this.hasAllBalls = true
    this.balls = this.shapes.map((shape) => {
      prepared.add(shape)
      if (!hasMesh(shape)) return innerBalls(shape)
      const all = (queriesOf.get(shape) ?? 0) + queries
      queriesOf.set(shape, all)
      if (all >= BALLS_AFTER) return innerBalls(shape)
      this.hasAllBalls = false
      return NO_BALLS
    })
  }

  /** Tests of two boxes since they were last set back. */
  get volumeTests(): number {
    return (this.tree?.tree.stats.volumeTests ?? 0) + (this.few?.volumeTests ?? 0)
  }

  resetCounts(): void {
    if (this.tree !== undefined) this.tree.tree.stats.volumeTests = 0
    if (this.few !== undefined) this.few.volumeTests = 0
  }

  /** Checks what is kept between queries; throws BrokenInvariantError. */
  validate(): void {
    this.currentTree().tree.validate()
  }

  /** The hierarchy, brought up to date. */
  currentTree(): WorldTree {
    this.tree ??= new WorldTree(this.leaves, this.kinematics, this.startPoses, this.merge, (a, b) =>
      this.statusOf(a, b),
    )
    this.nodesUpdated += this.tree.update(this.kinematics.poses)
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

  private fillTable(layout: BodyLayout, { swept, table }: LinkParts): void {
    const { objects, movers } = this
    const all = swept.slice()
    for (let o = all.length; o < objects.length; o++) all.push(new SweptObject(layout, objects[o]!))
    this.table.take(table)
    sweepPairs(this.table, layout, objects, all, swept.length, movers)
  }

  private fillAllowed(allowances: Iterable<Allowance>, proved: Iterable<Pick<Allowance, 'a' | 'b'>>): void {
    const { objects, table, thingOf } = this
    // Of parts with one name, the last.
    const byName = new Map<string, number>()
    for (let o = 0; o < objects.length; o++) byName.set(objects[o]!.name, o)
    const allow = (i: number, j: number, reason: string): void => {
      if (i === j || table.get(i, j) === RIGID) return
      table.set(i, j, ALLOWED)
      this.allowed.set(this.keyOf(i, j), reason)
    }
    for (const { a, b, reason } of allowances) {
      // Links without geometry may be named: there is nothing of them to test.
      const lastA = byName.get(a)
      const lastB = byName.get(b)
      if (lastA === undefined || lastB === undefined) continue
      for (let i = thingOf[lastA]!; i <= lastA; i++) {
        for (let j = thingOf[lastB]!; j <= lastB; j++) allow(i, j, reason)
      }
    }
    for (let o = 0; o < this.movers; o++) {
      for (const name of objects[o]!.touch ?? []) {
        const other = byName.get(name)
        if (other !== undefined) allow(o, other, 'Fastened')
      }
    }
    // What is allowed stays so, and what is known without a proof needs none.
    for (const { a, b } of proved) {
      const i = byName.get(a)
      const j = byName.get(b)
      if (i === undefined || j === undefined || table.get(i, j) !== CHECKED) continue
      table.set(i, j, NEVER)
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

function isPrepared(shape: Shape): boolean {
  return !hasMesh(shape) || prepared.has(shape)
}
