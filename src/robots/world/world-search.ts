// The verbs of a world on its index: what is done with two geometries whose boxes overlap or come near, and how answers about
// geometries become answers about the objects that they are parts of.
//
// Something wholly inside a solid mesh touches it, though no two triangles do.

import { POSE, transformPoint } from '../../base/math/pose.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { ResultTooLargeError } from '../../errors.js'
import type { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { Closest, FirstTouch } from '../../meshes/tree/triangle-pairs.js'
import { ballsInBox, ballsOverlap } from '../../shapes/inner-balls.js'
import type { Shape } from '../../shapes/shape.js'
import { contactShapes, ShapeContact } from '../../shapes/shape-contact.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import { insideShapes } from '../../shapes/shape-inside.js'
import { TouchQuery, touchMargin, touchShapes, touchSurfaces } from '../../shapes/shape-touch.js'
import { hasMesh, solidOf } from '../../shapes/solid-of.js'
import { HullSeparation } from './hull-separation.js'
import type { WorldIndex } from './world-index.js'
import { NEVER } from './world-pairs.js'
import {
  direction,
  type NearestInWorld,
  namesOf,
  nothingNear,
  turnDirection,
  type WorldContact,
  type WorldDistance,
  type WorldStats,
} from './world-results.js'

/** What `glance` says. */
const OPEN = 0
const SEPARATED = 1
const TOUCHING = 2

/** Scratch and counters of a world's queries. */
export class WorldSearch {
  volumeTests = 0
  pairTests = 0
  nodesUpdated = 0
  /** Boxes and convex parts tested inside geometries: touchShapes and the others add to these. */
  readonly inner = new TouchQuery()
  private readonly x = new Float64Array(POSE)
  private readonly found = new ShapeDistance()
  private readonly contact = new ShapeContact()
  private readonly first = new FirstTouching(this)
  private readonly triangles = new FirstTouch()
  private readonly closest = new Closest()
  private readonly hulls = new HullSeparation()

  reset(index: WorldIndex): void {
    index.resetCounts()
    this.pairTests = 0
    this.count(index)
    this.inner.volumeTests = 0
    this.inner.leafTests = 0
  }

  collides(index: WorldIndex, everything: boolean): boolean {
    if (this.stillTouching(index).length > 0) return true
    this.first.start(index)
    const touches = index.searchTouching(this.first, everything) || this.first.finish()
    this.count(index)
    return touches
  }

  /** The same where only some pairs of geometries are in doubt: see CabPairs.searchAmong. */
  collidesAmong(index: WorldIndex, list: Int32Array, o: number, count: number, mark: number): boolean {
    this.first.start(index)
    const touches = index.searchAmong(this.first, list, o, count, mark) || this.first.finish()
    this.count(index)
    return touches
  }

  collisions(index: WorldIndex, everything: boolean): WorldContact[] {
    const touching = new AllTouching(this, index)
    index.searchTouching(touching, everything)
    this.count(index)
    const pairs = [...this.stillTouching(index), ...touching.pairs]
    const deepest = new Map<number, WorldContact>()
    for (let i = 0; i < pairs.length; i += 2) {
      const a = Math.min(pairs[i]!, pairs[i + 1]!)
      const b = Math.max(pairs[i]!, pairs[i + 1]!)
      const key = keyOfThings(index, a, b)
      const contact = this.contactOf(index, a, b)
      const best = deepest.get(key)
      if (best === undefined || contact.depth > best.depth) deepest.set(key, contact)
    }
    return [...deepest].sort(([k], [l]) => k - l).map(([, contact]) => contact)
  }

  nearest(index: WorldIndex): NearestInWorld {
    const visitor = new Nearest(this, index)
    index.searchNearest(visitor)
    this.count(index)
    const { still } = index
    for (let i = 0; i < still.length; i += 2) visitor.visit(still[i]!, still[i + 1]!)
    const { best } = visitor
    const stats = worldStatsOf(this)
    return best === undefined ? { ...nothingNear(), stats } : { ...best, stats }
  }

  distances(index: WorldIndex): WorldDistance[] {
    const { objects, movers, table, firstOf } = index
    const out: WorldDistance[] = []
    for (let i = 0; i < movers; i++) {
      for (let j = i + 1; j < objects.length; j++) {
        if (table.get(i, j) > NEVER) continue
        const visitor = new Nearest(this, index)
        for (let a = firstOf[i]!; a < firstOf[i + 1]!; a++) {
          for (let b = firstOf[j]!; b < firstOf[j + 1]!; b++) visitor.visit(a, b)
        }
        if (visitor.best !== undefined) out.push(visitor.best)
      }
    }
    out.sort((a, b) => a.distance - b.distance)
    return index.hasParts ? nearestOfThings(out) : out
  }

  within(index: WorldIndex, limit: number): WorldDistance[] {
    const visitor = new NearestByObjects(this, index, limit)
    index.searchWithin(visitor)
    this.count(index)
    const { still } = index
    for (let i = 0; i < still.length; i += 2) visitor.visit(still[i]!, still[i + 1]!)
    return [...visitor.best.values()].sort((a, b) => a.distance - b.distance)
  }

  /** Is one of two geometries, whose surfaces do not touch, wholly inside the other? */
  isInside(index: WorldIndex, a: number, b: number): boolean {
    index.relate(this.x, a, b)
    return insideShapes(index.shapes[a]!, index.shapes[b]!, this.x, 0)
  }

  /** Two triangles of meshes that are geometries a and b, or parts of them: exactly, as `touch` has it. */
  touchTriangles(
    index: WorldIndex,
    a: number,
    b: number,
    meshA: MeshTree,
    s: number,
    meshB: MeshTree,
    t: number,
  ): boolean {
    index.relate(this.x, a, b)
    this.triangles.start(meshA, meshB, this.x)
    return this.triangles.seed(s, t)
  }

  /** The distance of the same, 0 if and only if they touch; Infinity if it is above the cutoff. */
  distanceTriangles(
    index: WorldIndex,
    a: number,
    b: number,
    meshA: MeshTree,
    s: number,
    meshB: MeshTree,
    t: number,
    cutoff: number,
  ): number {
    index.relate(this.x, a, b)
    this.closest.start(meshA, meshB, this.x)
    this.closest.reset(cutoff)
    this.closest.seed(s, t)
    return this.closest.distance
  }

  touch(index: WorldIndex, a: number, b: number, solids = true): boolean {
    index.relate(this.x, a, b)
    const shapeA = index.shapes[a]!
    const shapeB = index.shapes[b]!
    this.pairTests++
    // Nothing that touches is called free; what is free by less than the error of a distance may be called touching.
    this.inner.margin = touchMargin(index.reaches[a]!, index.reaches[b]!, this.x, 0)
    return solids
      ? touchShapes(this.inner, shapeA, shapeB, this.x, 0)
      : touchSurfaces(this.inner, shapeA, shapeB, this.x, 0)
  }

  /** Takes the hulls of an index for those of `glance` and `areSeparated`. */
  startHulls(index: WorldIndex): void {
    this.hulls.start(index)
  }

  /**
   * What is cheap to know of two geometries: the direction that separated their hulls last, if both have hulls, still does
   * (SEPARATED), or balls inside them overlap (TOUCHING); OPEN otherwise.
   */
  glance(index: WorldIndex, a: number, b: number, ballsA: Float64Array, ballsB: Float64Array): number {
    const { hulls, x } = this
    index.relate(x, a, b)
    if (hulls.knows(a, b)) {
      const margin = touchMargin(index.reaches[a]!, index.reaches[b]!, x, 0)
      if (hulls.stayApart(a, b, x, margin)) return SEPARATED
    }
    if (ballsA.length === 0) return OPEN
    const other = index.shapes[b]!
    const isDeep =
      other.kind === 'box' ? ballsInBox(ballsA, other.half, other.pose, x, 0) : ballsOverlap(ballsA, ballsB, x, 0)
    return isDeep ? TOUCHING : OPEN
  }

  /** Does any direction separate them? */
  areSeparated(index: WorldIndex, a: number, b: number): boolean {
    if (!this.hulls.knows(a, b)) return false
    index.relate(this.x, a, b)
    this.inner.leafTests++
    return this.hulls.areApart(a, b, this.x, touchMargin(index.reaches[a]!, index.reaches[b]!, this.x, 0))
  }

  /** The distance of two geometries if it is at most `limit`; or, if `ties`, nearer to that than a distance is good to. */
  measure(index: WorldIndex, a: number, b: number, limit: number, ties = false): WorldDistance | undefined {
    index.relate(this.x, a, b)
    const shapeA = index.shapes[a]!
    const shapeB = index.shapes[b]!
    const cutoff = ties ? limit + touchMargin(index.reaches[a]!, index.reaches[b]!, this.x, 0) : limit
    const { found } = this
    this.pairTests++
    const d = this.distance(shapeA, shapeB, cutoff)
    if (d > cutoff) return undefined
    const at = index.place(a)
    const pointA = new Float64Array(3)
    const pointB = new Float64Array(3)
    transformPoint(pointA, 0, at, POSE * a, found.pointA, 0)
    transformPoint(pointB, 0, at, POSE * a, found.pointB, 0)
    const normal = d > 0 ? turnDirection(at, POSE * a, direction(found.pointA, found.pointB)) : new Float64Array(3)
    return { ...namesOf(index, a, b), distance: d, pointA, pointB, normal }
  }

  private distance(a: Shape, b: Shape, cutoff: number): number {
    const { found, inner } = this
    found.volumeTests = 0
    found.leafTests = 0
    const d = distanceShapes(found, a, b, this.x, 0, cutoff)
    inner.volumeTests += found.volumeTests
    inner.leafTests += found.leafTests
    return d
  }

  /** Of two geometries that touch. */
  contactOf(index: WorldIndex, a: number, b: number): WorldContact {
    index.relate(this.x, a, b)
    return this.contactAt(index, a, b, index.place(a), POSE * a)
  }

  /** The same for where two geometries are now, to be asked for later, when the world may have moved on. */
  contactLater(index: WorldIndex, a: number, b: number): () => WorldContact {
    index.relate(this.x, a, b)
    const x = this.x.slice()
    const at = index.place(a).slice(POSE * a, POSE * a + POSE)
    let known: WorldContact | undefined
    return () => {
      if (known === undefined) {
        this.x.set(x)
        known = this.contactAt(index, a, b, at, 0)
      }
      return known
    }
  }

  /** X_AB is in `x`; A's geometry is at[i..i+11] in the world. */
  private contactAt(index: WorldIndex, a: number, b: number, at: Float64Array, i: number): WorldContact {
    const shapeA = index.shapes[a]!
    const shapeB = index.shapes[b]!
    const { contact, found } = this
    contactShapes(contact, solidOf(shapeA), solidOf(shapeB), this.x, 0)
    const hulls = hasMesh(shapeA) || hasMesh(shapeB)
    // Where hulls overlap deepest, the meshes may not touch at all.
    if (hulls) this.distance(shapeA, shapeB, Infinity)
    const from = hulls ? found : contact
    const pointA = new Float64Array(3)
    const pointB = new Float64Array(3)
    transformPoint(pointA, 0, at, i, from.pointA, 0)
    transformPoint(pointB, 0, at, i, from.pointB, 0)
    return {
      ...namesOf(index, a, b),
      depth: contact.depth ?? 0,
      normal: turnDirection(at, i, contact.normal),
      depthOf: hulls ? 'hulls' : 'solids',
      pointA,
      pointB,
    }
  }

  private count(index: WorldIndex): void {
    this.volumeTests = index.volumeTests
    this.nodesUpdated = index.nodesUpdated
  }

  /** Pairs that touch and cannot move against each other: found once. */
  stillTouching(index: WorldIndex): Int32Array {
    if (index.stillTouching === undefined) {
      const { still } = index
      const touching: number[] = []
      for (let i = 0; i < still.length; i += 2) {
        if (this.touch(index, still[i]!, still[i + 1]!)) touching.push(still[i]!, still[i + 1]!)
      }
      index.stillTouching = Int32Array.from(touching)
    }
    return index.stillTouching
  }
}

export function worldStatsOf({ volumeTests, pairTests, nodesUpdated, inner }: WorldSearch): WorldStats {
  return { volumeTests, pairTests, innerVolumeTests: inner.volumeTests, leafTests: inner.leafTests, nodesUpdated }
}

/**
 * Ends at the first pair that touches. What is cheap comes first, for all pairs: directions that separated hulls before, and balls
 * inside the geometries, which prove most contacts. Pairs that neither decides wait until all have been asked that; then their
 * hulls are compared, and where those meet they wait for their meshes until the other hulls have been compared.
 */
class FirstTouching implements PairVisitor {
  margin = 0
  private index!: WorldIndex
  /** Undefined while there have been few queries: balls and hulls take some milliseconds a mesh to find. */
  private balls: readonly Float64Array[] | undefined
  private waiting = new Int32Array(64)
  private count = 0

  constructor(private readonly search: WorldSearch) {}

  start(index: WorldIndex): void {
    this.index = index
    this.balls = index.innerBalls()
    if (this.balls !== undefined) this.search.startHulls(index)
    this.count = 0
  }

  visit(a: number, b: number): boolean {
    const { index, search, balls } = this
    if (balls === undefined) return search.touch(index, a, b)
    const seen = search.glance(index, a, b, balls[a]!, balls[b]!)
    if (seen !== OPEN) return seen === TOUCHING
    if (this.count === this.waiting.length) {
      const more = new Int32Array(2 * this.count)
      more.set(this.waiting)
      this.waiting = more
    }
    this.waiting[this.count++] = a
    this.waiting[this.count++] = b
    return false
  }

  /** What has waited. */
  finish(): boolean {
    const { index, search, waiting, count } = this
    let left = 0
    for (let i = 0; i < count; i += 2) {
      const a = waiting[i]!
      const b = waiting[i + 1]!
      if (search.areSeparated(index, a, b)) continue
      if (index.shapes[a]!.kind !== 'mesh' && index.shapes[b]!.kind !== 'mesh') {
        if (search.touch(index, a, b)) return true
        continue
      }
      waiting[left++] = a
      waiting[left++] = b
    }
    for (let i = 0; i < left; i += 2) if (search.touch(index, waiting[i]!, waiting[i + 1]!)) return true
    return false
  }
}

/** A contact takes about a kilobyte. Who has more wants to know that it collides. */
const MOST_CONTACTS = 100_000

class AllTouching implements PairVisitor {
  margin = 0
  readonly pairs: number[] = []

  constructor(
    private readonly search: WorldSearch,
    private readonly index: WorldIndex,
  ) {}

  visit(a: number, b: number): boolean {
    if (!this.search.touch(this.index, a, b)) return false
    if (this.pairs.length >= 2 * MOST_CONTACTS) throw new ResultTooLargeError('contacts in a world', MOST_CONTACTS)
    this.pairs.push(a, b)
    return false
  }
}

/** Of two geometries, the lesser one first: the same number for all parts of two things. */
function keyOfThings({ thingOf, objectOf, objects }: WorldIndex, a: number, b: number): number {
  return thingOf[objectOf[a]!]! * objects.length + thingOf[objectOf[b]!]!
}

/** The first of each two names. */
function nearestOfThings(sorted: readonly WorldDistance[]): WorldDistance[] {
  const seen = new Set<string>()
  return sorted.filter(({ a, b }) => {
    const key = JSON.stringify([a, b])
    return !seen.has(key) && seen.add(key)
  })
}

class Nearest implements PairVisitor {
  margin = Infinity
  best: WorldDistance | undefined

  constructor(
    private readonly search: WorldSearch,
    private readonly index: WorldIndex,
  ) {}

  visit(a: number, b: number): boolean {
    if (this.margin === 0) return true
    const measured = this.search.measure(this.index, Math.min(a, b), Math.max(a, b), this.margin)
    if (measured === undefined || !(measured.distance < this.margin || this.best === undefined)) return false
    this.best = measured
    this.margin = measured.distance
    return this.margin === 0
  }
}

/** The nearest geometries of each pair of objects within a limit. */
class NearestByObjects implements PairVisitor {
  readonly best = new Map<number, WorldDistance>()

  constructor(
    private readonly search: WorldSearch,
    private readonly index: WorldIndex,
    public margin: number,
  ) {}

  visit(a: number, b: number): boolean {
    const { index, best } = this
    const low = Math.min(a, b)
    const high = Math.max(a, b)
    const key = keyOfThings(index, low, high)
    const known = best.get(key)
    const measured = this.search.measure(index, low, high, known?.distance ?? this.margin, true)
    if (measured !== undefined && (known === undefined || measured.distance < known.distance)) best.set(key, measured)
    return false
  }
}
