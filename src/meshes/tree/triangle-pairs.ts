// What searches of two meshes do with two leaves: their triangles, pair by pair, in A's frame.
//
// A's vertices are taken as they are; B's are moved by the pose, which rounds. A pair that is nearer to touching than that
// rounding is decided in exact arithmetic on the vertices and the pose (geometry/triangles/triangle-exact.ts), so that "no contact" and
// "contact" are both facts about the numbers given.
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { PairBuffer } from '../../base/work/pair-list.js'
import type { DroppedVisitor, PairVisitor } from '../../base/work/traverse-pair.js'
import {
  distanceTriangleTriangle,
  TRIANGLE_DISTANCE_ERROR,
} from '../../geometry/triangles/distance-triangle-triangle.js'
import { APART, compareTriangles, UNSURE } from '../../geometry/triangles/triangle-compare.js'
import { trianglesTouchExactly } from '../../geometry/triangles/triangle-exact.js'
import type { SplitShape } from './mesh-splits.js'

/**
 * How far rounding moves a vertex of B, in units of B's reach and |t|: a row of the pose times a vertex is three products and
 * three sums (at most 5 u of the terms' sizes), and three rows make a vector (a factor √3).
 */
const PLACE_ROUNDING = 12 * U

/**
 * Error of a distance of two triangles, in units of both reaches and |t|. The closed form's is in units of the largest distance
 * of a vertex from A's first, which is at most twice that; placing B moves both of its ends' counterparts.
 */
export const MESH_DISTANCE_ROUNDING = 2 * TRIANGLE_DISTANCE_ERROR + 2 * PLACE_ROUNDING

/** A mesh and a tree over its triangles: what the visitors need of a MeshTree. */
export interface TriangleTree extends SplitShape {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
  /** As in box-tree.ts. */
  readonly reach: number
}

/** The triangles of two leaves, in A's frame. Leaves that are loaded already are not loaded again. */
abstract class TrianglePairs implements PairVisitor {
  margin = 0
  leafTests = 0
  protected a!: TriangleTree
  protected b!: TriangleTree
  protected x!: Float64Array
  /** Of B's vertices, as placed. */
  slack = 0
  /** Of a distance. */
  error = 0
  private leafA = -1
  private leafB = -1
  private cornersA = new Float64Array(9 * 2)
  private cornersB = new Float64Array(9 * 2)

  /** X_AB is x[0..11]. */
  start(a: TriangleTree, b: TriangleTree, x: Float64Array): void {
    this.a = a
    this.b = b
    this.x = x
    const shift = Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!)
    this.slack = PLACE_ROUNDING * (b.reach + shift) + TINY_LENGTH
    this.error = MESH_DISTANCE_ROUNDING * (a.reach + b.reach + shift) + TINY_LENGTH
    this.leafA = -1
    this.leafB = -1
    this.leafTests = 0
  }

  visit(leafA: number, leafB: number): boolean {
    const { a, b } = this
    const firstA = a.first[leafA]!
    const countA = a.end[leafA]! - firstA
    const firstB = b.first[leafB]!
    const countB = b.end[leafB]! - firstB
    if (leafA !== this.leafA) {
      if (this.cornersA.length < 9 * countA) this.cornersA = new Float64Array(9 * countA)
      for (let k = 0; k < countA; k++) copyTriangle(this.cornersA, 9 * k, a, a.order[firstA + k]!)
      this.leafA = leafA
    }
    if (leafB !== this.leafB) {
      if (this.cornersB.length < 9 * countB) this.cornersB = new Float64Array(9 * countB)
      for (let k = 0; k < countB; k++) placeTriangle(this.cornersB, 9 * k, b, b.order[firstB + k]!, this.x)
      this.leafB = leafB
    }
    this.leafTests += countA * countB
    for (let i = 0; i < countA; i++) {
      for (let j = 0; j < countB; j++) {
        if (this.pair(this.cornersA, 9 * i, a.order[firstA + i]!, this.cornersB, 9 * j, b.order[firstB + j]!))
          return true
      }
    }
    return false
  }

  /** One pair of triangles by their numbers, before a search: a guess of the caller's. */
  seed(s: number, t: number): boolean {
    this.leafTests++
    copyTriangle(seedA, 0, this.a, s)
    placeTriangle(seedB, 0, this.b, t, this.x)
    return this.pair(seedA, 0, s, seedB, 0, t)
  }

  /** Triangle s of A at p[i..i+8] and triangle t of B at q[j..j+8]. True ends the search. */
  protected abstract pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean

  /** Do they touch, in exact arithmetic on the vertices and the pose? */
  protected touch(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    const verdict = compareTriangles(p, i, q, j, this.slack)
    return verdict === UNSURE ? this.touchExactly(p, i, s, t) : verdict !== APART
  }

  protected touchExactly(p: Float64Array, i: number, _s: number, t: number): boolean {
    copyTriangle(own, 0, this.b, t)
    return trianglesTouchExactly(p, i, own, 0, this.x, 0)
  }
}

/** A triangle of B in its own frame. */
const own = new Float64Array(9)
const seedA = new Float64Array(9)
const seedB = new Float64Array(9)

/** The corners of a triangle in its mesh's frame. */
export function copyTriangle(
  out: Float64Array,
  o: number,
  mesh: Pick<TriangleTree, 'positions' | 'triangles'>,
  t: number,
): void {
  const { positions, triangles } = mesh
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * t + corner]!
    out[o + 3 * corner] = positions[v]!
    out[o + 3 * corner + 1] = positions[v + 1]!
    out[o + 3 * corner + 2] = positions[v + 2]!
  }
}

/** The corners of a triangle of a mesh at the pose x[0..11]. */
export function placeTriangle(out: Float64Array, o: number, mesh: TriangleTree, t: number, x: Float64Array): void {
  const { positions, triangles } = mesh
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * triangles[3 * t + corner]!
    const px = positions[v]!
    const py = positions[v + 1]!
    const pz = positions[v + 2]!
    out[o + 3 * corner] = x[0]! * px + x[1]! * py + x[2]! * pz + x[3]!
    out[o + 3 * corner + 1] = x[4]! * px + x[5]! * py + x[6]! * pz + x[7]!
    out[o + 3 * corner + 2] = x[8]! * px + x[9]! * py + x[10]! * pz + x[11]!
  }
}

/** Ends at the first pair that touches. */
export class FirstTouch extends TrianglePairs {
  triangleA = -1
  triangleB = -1

  override start(a: TriangleTree, b: TriangleTree, x: Float64Array): void {
    super.start(a, b, x)
    this.triangleA = -1
    this.triangleB = -1
  }

  protected pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    if (!this.touch(p, i, s, q, j, t)) return false
    this.triangleA = s
    this.triangleB = t
    return true
  }
}

/** Collects every pair that touches. */
export class AllTouching extends TrianglePairs {
  readonly list = new PairBuffer()

  protected pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    if (this.touch(p, i, s, q, j, t)) this.list.add(s, t, 0)
    return false
  }
}

const witness = new Float64Array(6)

/** The distance of a pair: 0 if and only if it touches, as `touch` has it. */
abstract class PairDistances extends TrianglePairs {
  protected pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    const far = this.margin + this.error
    let d = distanceTriangleTriangle(witness, p, i, q, j, far)
    if (!(d <= far)) return false
    if (d <= this.error) {
      if (this.touch(p, i, s, q, j, t)) d = 0
      else if (d === 0) d = Number.MIN_VALUE
    }
    return this.found(s, t, d)
  }

  /** A pair whose distance is at most margin + error; its points are in `witness`. True ends the search. */
  protected abstract found(s: number, t: number, d: number): boolean
}

/** Keeps the closest pair, and looks no farther than it, less what the caller allows it to be wrong by. */
export class Closest extends PairDistances {
  distance = Infinity
  triangleA = -1
  triangleB = -1
  readonly points = new Float64Array(6)
  relativeError = 0
  absoluteError = 0

  /** Looks for something no farther than `cutoff`. */
  reset(cutoff: number): void {
    this.margin = cutoff
    this.distance = Infinity
    this.triangleA = -1
    this.triangleB = -1
  }

  protected found(s: number, t: number, d: number): boolean {
    if (!(d < this.distance) || d > this.margin + this.error) return false
    this.distance = d
    this.triangleA = s
    this.triangleB = t
    this.points.set(witness)
    this.margin = Math.min(this.margin, Math.max(0, (d - this.absoluteError) / (1 + this.relativeError)))
    return d === 0
  }
}

/** Ends at the first pair no farther apart than the margin. */
export class FirstWithin extends PairDistances {
  protected found(): boolean {
    return true
  }
}

/** Collects every pair no farther apart than the margin. */
export class AllWithin extends PairDistances {
  readonly list = new PairBuffer()

  protected found(s: number, t: number, d: number): boolean {
    this.list.add(s, t, d)
    return false
  }
}

/** Collects pairs within an error of the least distance so far; what was least in the end is known only then. */
export class NearMinimum extends PairDistances {
  readonly list = new PairBuffer()
  private least = Infinity

  constructor(
    private readonly relativeError: number,
    private readonly absoluteError: number,
  ) {
    super()
  }

  protected found(s: number, t: number, d: number): boolean {
    this.list.add(s, t, d)
    if (d < this.least) {
      this.least = d
      // The least may be larger than it came out, and what is within the error of that must not be dropped.
      this.margin = (d + this.error) * (1 + this.relativeError) + this.absoluteError
    }
    return false
  }

  /** Drops what is too far now that the least distance is known. */
  keepWithin(): void {
    this.list.keepUpTo(this.margin + this.error)
  }
}

/** For the greedy distance: ends at a pair within the margin, and keeps a lower bound of the others' distances. */
export class Greedy extends TrianglePairs implements DroppedVisitor {
  least = Infinity

  dropped(_a: number, _b: number, lower: number): void {
    if (lower < this.least) this.least = lower
  }

  reset(delta: number): void {
    this.margin = delta
    this.least = Infinity
  }

  protected pair(p: Float64Array, i: number, s: number, q: Float64Array, j: number, t: number): boolean {
    // What is farther than the least so far changes nothing.
    const d = distanceTriangleTriangle(witness, p, i, q, j, this.least + this.error)
    if (d - this.error <= 0) {
      if (this.margin > 0 || this.touch(p, i, s, q, j, t)) return true
      this.least = Number.MIN_VALUE
      return false
    }
    if (d - this.error <= this.margin) return true
    this.least = Math.min(this.least, d - this.error)
    return false
  }
}
