// A necklace's cages against other bodies: another necklace, a shape or a mesh at a pose, a ChainTree. Does it touch, how far is
// it, and where.
//
// Two necklaces are decided exactly, as two beads are. Against a shape, a cage is its centre's distance
// (shapes/shape-distance.ts) less its radius. The shape's pose is taken relative to that centre first, so that errors are in
// units of the shape and its distance, however far both are from the origin.

import { identityPose, POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { MIN_SIZE, SHAPE_DISTANCE_ERROR, TINY_LENGTH, U, UNDERFLOW } from '../../base/math/rounding.js'
import type { Stats } from '../../base/work/stats.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { InvalidInputError } from '../../errors.js'
import { BALL, BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../geometry/balls/ball-pair.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { checkShape, meshShape, type Shape, type SphereShape } from '../../shapes/shape.js'
import { shapeReach } from '../../shapes/shape-bounds.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import { ChainTree } from '../chain/chain-tree.js'
import type { CageTree } from './cage-tree.js'
import type { CageSearch } from './necklace-search.js'

/** A bead and what is nearest to it of another body. */
export interface BeadDistance {
  /** 0 where they touch or overlap. */
  readonly distance: number
  /** How far `distance` may be off, by rounding. */
  readonly error: number
  /** The bead. */
  readonly a: number
  /** Bead of the other necklace, link of the chain; 0 for a shape or a mesh. */
  readonly b: number
  /** Nearest point of the bead, in the frame of the necklace's centres; undefined while `distance` is 0. */
  readonly pointA: Float64Array | undefined
  readonly pointB: Float64Array | undefined
  readonly stats: Stats
}

/** What a necklace can be queried against, except another necklace. */
export type OtherBody = Shape | MeshTree | ChainTree

/** Does any bead touch a shape or a mesh at `pose` (default: where its own numbers put it), or a chain? */
export function cagesTouchBody(
  tree: CageTree,
  other: OtherBody,
  pose: PoseInput | undefined,
): { readonly touch: boolean; readonly stats: Stats } {
  if (other instanceof ChainTree) return cagesTouchChain(tree, checkChain(other, pose))
  return cagesTouchShape(tree, asShape(other), readPose(pose))
}

/** How far the nearest bead is from a shape or a mesh at `pose`, or from a chain. */
export function distanceCagesBody(tree: CageTree, other: OtherBody, pose: PoseInput | undefined): BeadDistance {
  if (other instanceof ChainTree) return distanceCagesChain(tree, checkChain(other, pose))
  return distanceCagesShape(tree, asShape(other), readPose(pose))
}

function asShape(other: Shape | MeshTree): Shape {
  return other instanceof MeshTree ? meshShape('other', other) : checkShape('other', other)
}

function readPose(pose: PoseInput | undefined): Float64Array {
  const x = new Float64Array(POSE)
  if (pose === undefined) identityPose(x, 0)
  else readPlacement(x, 0, 'pose', pose)
  return x
}

function checkChain(chain: ChainTree, pose: PoseInput | undefined): ChainTree {
  if (pose === undefined) return chain
  throw new InvalidInputError('pose', pose, 'left out for a chain: its base says where it is')
}

// Another necklace.

/** Whether any bead of one necklace touches one of another. Exact. */
export function cagesTouchCages(search: CageSearch, a: CageTree, b: CageTree): boolean {
  return search.between(a, b, new TouchBetween(a.balls, b.balls)) === 'stopped'
}

/** The two beads nearest to each other, one of each necklace; 0 if and only if two touch, exactly. */
export function distanceCagesCages(search: CageSearch, a: CageTree, b: CageTree): BeadDistance {
  const closest = new ClosestBetween(a.balls, b.balls)
  if (!visitNear(a, b, closest)) search.between(a, b, closest)
  const { i, j, margin: distance } = closest
  const stats = { volumeTests: search.volumeTests, leafTests: search.leafTests }
  const error = closest.touching ? 0 : closest.error
  if (closest.touching) return { distance: 0, error, a: i, b: j, pointA: undefined, pointB: undefined, stats }
  // Along the line of centres.
  const p = a.balls.subarray(BALL * i, BALL * i + BALL)
  const q = b.balls.subarray(BALL * j, BALL * j + BALL)
  const along = [q[0]! - p[0]!, q[1]! - p[1]!, q[2]! - p[2]!]
  const length = Math.max(...along.map(Math.abs))
  const unit = along.map((x) => x / length)
  const norm = Math.hypot(...unit)
  const pointA = Float64Array.from(unit, (x, k) => p[k]! + (p[3]! * x) / norm)
  const pointB = Float64Array.from(unit, (x, k) => q[k]! - (q[3]! * x) / norm)
  return { distance, error, a: i, b: j, pointA, pointB, stats }
}

class TouchBetween implements PairVisitor {
  readonly margin = 0

  constructor(
    private readonly a: Float64Array,
    private readonly b: Float64Array,
  ) {}

  visit(i: number, j: number): boolean {
    return ballsTouch(this.a, i, this.b, j)
  }
}

/**
 * Keeps the least gap, the least (i, j) of equal ones; ends at two beads that touch. The margin is never below zero, so that
 * two beads that touch are never passed by for two whose gap only rounds to less.
 */
class ClosestBetween implements PairVisitor {
  margin = Infinity
  i = -1
  j = -1
  touching = false
  error = 0

  constructor(
    private readonly a: Float64Array,
    private readonly b: Float64Array,
  ) {}

  visit(i: number, j: number): boolean {
    const { a, b } = this
    const gap = ballGap(a, i, b, j)
    const radii = a[BALL * i + 3]! + b[BALL * j + 3]!
    const error = BALL_GAP_ROUNDING * (Math.abs(gap) + 2 * radii) + UNDERFLOW
    if (gap <= error && ballsTouch(a, i, b, j)) {
      this.touching = true
      this.i = i
      this.j = j
      return true
    }
    // Not touching: the gap is more than zero, whatever it rounds to.
    const distance = gap > 0 ? gap : error
    const less = distance < this.margin || (distance === this.margin && (i < this.i || (i === this.i && j < this.j)))
    if (!less) return false
    this.margin = distance
    this.error = error
    this.i = i
    this.j = j
    return false
  }
}

/** Goes down to two leaves that are near each other, and shows their beads: a margin to begin with. True ends the search. */
function visitNear(a: CageTree, b: CageTree, visitor: PairVisitor): boolean {
  let na = 0
  let nb = 0
  while (a.child[na]! >= 0 || b.child[nb]! >= 0) {
    const more = a.end[na]! - a.first[na]! - (b.end[nb]! - b.first[nb]!)
    const cutA = b.child[nb]! < 0 || (a.child[na]! >= 0 && more >= 0)
    if (cutA) na = nearerOf(a, na, b, nb)
    else nb = nearerOf(b, nb, a, na)
  }
  for (let i = a.first[na]!; i < a.end[na]!; i++) {
    for (let j = b.first[nb]!; j < b.end[nb]!; j++) if (visitor.visit(i, j)) return true
  }
  return false
}

/** The child of cage k that is nearer to cage o of another tree. */
function nearerOf(tree: CageTree, k: number, other: CageTree, o: number): number {
  const right = tree.second[k]!
  return ballGap(tree.cage, k + 1, other.cage, o) <= ballGap(tree.cage, right, other.cage, o) ? k + 1 : right
}

// A shape, or a mesh as one.

/**
 * Whether any bead touches the shape at pose x; what touches is never called free, what is apart by less than rounding may be.
 */
function cagesTouchShape(tree: CageTree, shape: Shape, x: Float64Array): { touch: boolean; stats: Stats } {
  const search = new ShapeSearch(tree, shape, x)
  search.best = 0
  search.run(true)
  return { touch: search.bead >= 0, stats: search.stats }
}

/** The bead nearest to the shape at pose x. */
function distanceCagesShape(tree: CageTree, shape: Shape, x: Float64Array): BeadDistance {
  const search = new ShapeSearch(tree, shape, x)
  search.run(false)
  const { best, bead, error, stats } = search
  if (!(best > 0)) return { distance: 0, error, a: bead, b: 0, pointA: undefined, pointB: undefined, stats }
  const at = BALL * bead
  const { balls } = tree
  const { toShape } = search
  const centre = Math.hypot(toShape[0]!, toShape[1]!, toShape[2]!)
  const share = balls[at + 3]! / centre
  const pointA = Float64Array.from(toShape, (d, k) => balls[at + k]! + share * d)
  const pointB = Float64Array.from(toShape, (d, k) => balls[at + k]! + d)
  return { distance: best, error, a: bead, b: 0, pointA, pointB, stats }
}

/**
 * How far a distance of a point from a shape may be off, in units of the shape's reach and the distance of its origin: that of
 * distanceShapes, and what placing the shape and taking off a radius add, a few u.
 */
const POINT_ERROR = SHAPE_DISTANCE_ERROR + 16 * U

class ShapeSearch {
  /** The least distance found; while it is not zero, nothing farther is tested. */
  best = Infinity
  bead = -1
  /** From the bead's centre to the nearest point of the shape. */
  readonly toShape = new Float64Array(3)
  private volumeTests = 0
  private leafTests = 0
  private ownError = 0
  /** Least distance that any bead met can truly have. */
  private lower = Infinity
  private readonly reach: number
  private readonly found = new ShapeDistance()
  private readonly pose = new Float64Array(POSE)
  private readonly point: SphereShape = { kind: 'sphere', radius: 0, centre: new Float64Array(3) }
  private pointError = 0

  constructor(
    private readonly tree: CageTree,
    private readonly shape: Shape,
    private readonly x: Float64Array,
  ) {
    this.reach = shapeReach(shape)
    this.pose.set(x.subarray(0, POSE))
  }

  get stats(): Stats {
    return { volumeTests: this.volumeTests, leafTests: this.leafTests }
  }

  get error(): number {
    return Math.max(this.ownError, this.best - this.lower)
  }

  /** Cage by cage, the nearer child first. `any`: ends at the first bead that is, or may be, no farther than `best`. */
  run(any: boolean): void {
    const { tree } = this
    const { second, cage } = tree
    const nodes: number[] = [0]
    const lowers: number[] = [this.cageLower(0)]
    while (nodes.length > 0) {
      const k = nodes.pop()!
      if (lowers.pop()! > this.best) continue
      if (second[k]! < 0) {
        if (this.leaf(k, any)) return
        continue
      }
      const children = [k + 1, second[k]!]
      const [left, far] = children.map((c) => this.cageLower(c)) as [number, number]
      // On top of the stack is what comes next: of two that overlap the shape, the smaller ball has it nearer.
      const leftFirst = left < far || (left === far && cage[BALL * (k + 1) + 3]! <= cage[BALL * second[k]! + 3]!)
      if (leftFirst) {
        nodes.push(second[k]!, k + 1)
        lowers.push(far, left)
      } else {
        nodes.push(k + 1, second[k]!)
        lowers.push(left, far)
      }
    }
  }

  /** No bead of the cage is closer than this; Infinity where that is above `best`. */
  private cageLower(k: number): number {
    this.volumeTests++
    const radius = this.tree.cage[BALL * k + 3]!
    const d = this.measure(this.tree.cage, BALL * k, this.best + radius)
    return d === Infinity ? Infinity : (d - this.pointError - radius) * (1 - 4 * U) - 4 * U * radius
  }

  private leaf(k: number, any: boolean): boolean {
    const { balls, first, end } = this.tree
    for (let i = first[k]!; i < end[k]!; i++) {
      this.leafTests++
      const radius = balls[BALL * i + 3]!
      const d = this.measure(balls, BALL * i, this.best + radius)
      if (d === Infinity) continue
      const distance = Math.max(0, d - radius)
      this.lower = Math.min(this.lower, Math.max(0, distance - this.pointError))
      if (any) {
        this.bead = i
        return true
      }
      if (!(distance < this.best)) continue
      this.best = distance
      this.bead = i
      this.ownError = this.pointError
      this.toShape.set(this.found.pointB)
      if (distance === 0) return true
    }
    return false
  }

  /** Distance of a ball's centre from the shape, good to `pointError`; Infinity where it is surely above the cutoff. */
  private measure(balls: Float64Array, at: number, cutoff: number): number {
    const { pose, x, found } = this
    let away = this.reach
    for (let k = 0; k < 3; k++) {
      pose[4 * k + 3] = x[4 * k + 3]! - balls[at + k]!
      away += Math.abs(pose[4 * k + 3]!)
    }
    this.pointError = POINT_ERROR * away + TINY_LENGTH
    distanceShapes(found, this.point, this.shape, pose, 0, cutoff * (1 + 4 * U) + this.pointError)
    return found.distance
  }
}

// A chain.

/**
 * The necklace as a chain of spheres, which another chain can be asked about. Points get the least radius a chain's link may
 * have.
 */
function chainOfBeads(tree: CageTree): ChainTree {
  const { balls, beads } = tree
  const centres = Float64Array.from({ length: 3 * beads }, (_, k) => balls[BALL * Math.trunc(k / 3) + (k % 3)]!)
  const radii = Float64Array.from({ length: beads }, (_, i) => Math.max(MIN_SIZE, balls[BALL * i + 3]!))
  return ChainTree.fromSpheres(centres, radii)
}

function cagesTouchChain(tree: CageTree, chain: ChainTree): { touch: boolean; stats: Stats } {
  const beads = chainOfBeads(tree)
  return { touch: beads.collidesWith(chain), stats: chainStats(beads) }
}

function distanceCagesChain(tree: CageTree, chain: ChainTree): BeadDistance {
  const beads = chainOfBeads(tree)
  return { ...beads.distanceTo(chain), stats: chainStats(beads) }
}

function chainStats({ stats }: ChainTree): Stats {
  return { volumeTests: stats.volumeTests, leafTests: stats.leafTests }
}
