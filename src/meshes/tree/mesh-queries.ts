// The verbs for two meshes: do they touch and where, how far apart are they, what is within a distance.
//
// Something wholly inside a solid mesh touches it: that is asked once the triangles are known to be apart. Lists of triangles are
// about triangles alone.
//
// B is at `pose` in A's frame; every point that is returned is in A's frame as well.
import { checkFields, checkNonNegative } from '../../base/math/checks.js'
import { identityPose, POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { triangleContact } from '../../geometry/triangles/triangle-contact.js'
import { insideMeshes, Nested } from '../solid/nested-meshes.js'
import { greedyMeshes, type MeshStats, searched, searchMeshes } from './mesh-search.js'
import { MeshTree } from './mesh-tree.js'
import { PairCache } from './pair-cache.js'
import { searchSlack } from './search-boxes.js'
import {
  AllTouching,
  AllWithin,
  Closest,
  copyTriangle,
  FirstTouch,
  FirstWithin,
  Greedy,
  NearMinimum,
  placeTriangle,
} from './triangle-pairs.js'

/** Does A touch B? */
export interface CollideResult {
  readonly collides: boolean
  /**
   * A pair of triangles that touch, by their numbers in the meshes; -1 where nothing touches, and for a mesh that is around the
   * other.
   */
  readonly triangleA: number
  readonly triangleB: number
  /**
   * The ends of the segment that the two triangles have in common (six numbers, in A's frame; the same point twice where they
   * meet in a point; of a common area, its longest diagonal; of a mesh inside another, a vertex of it twice). Undefined where
   * nothing touches.
   */
  readonly contact: Float64Array | undefined
  readonly stats: MeshStats
}

/** Pairs of triangles. */
export interface TrianglePairList {
  readonly count: number
  /** Triangle of A, triangle of B, …, in ascending order. */
  readonly pairs: Uint32Array
  readonly stats: MeshStats
}

/** Pairs of triangles with their distances. */
export interface TriangleDistanceList extends TrianglePairList {
  /** Of each pair; 0 for one that touches. */
  readonly distances: Float64Array
}

/** The distance of two bodies, with witness points. */
export interface DistanceResult {
  /** 0 if and only if they touch; Infinity where one of them has no triangles. */
  readonly distance: number
  /** The true distance is no more than this away: rounding, and what was asked for as relative or absolute error. */
  readonly error: number
  /**
   * The nearest points, in A's frame; undefined while `distance` is Infinity. A common point while it is 0: of what is inside the
   * other, if one is.
   */
  readonly pointA: Float64Array | undefined
  readonly pointB: Float64Array | undefined
  /** Triangles that hold them; -1 while `distance` is Infinity, and for a mesh that is around the other. */
  readonly triangleA: number
  readonly triangleB: number
  readonly stats: MeshStats
}

/** For looking into a query of two meshes: not together with a cache, which tests other pairs. */
export interface TraceOptions {
  /** Nodes of the two trees whose volumes were tested are added to it: node of A, node of B, …, in the order of the tests. */
  readonly trace?: number[]
}

/** What `collide` keeps between calls. */
export interface CollideOptions extends TraceOptions {
  readonly cache?: PairCache
}

/** The error that a distance may have. */
export interface ErrorOptions {
  /** The distance may be too large by this fraction of itself; default 0. */
  readonly relativeError?: number
  /** And by this length; default 0. */
  readonly absoluteError?: number
}

/** How exact a distance has to be, and what `distance` keeps between calls. */
export interface DistanceOptions extends ErrorOptions, TraceOptions {
  readonly cache?: PairCache
}

/** The distance below which `greedyDistance` stops. */
export interface GreedyOptions {
  /** Objects closer than this count as touching: the bound is 0 for them, and the search ends sooner. Default 0. */
  readonly delta?: number
}

/** How `nearestPairs` measures. */
export interface NearestPairsOptions extends ErrorOptions {
  /** The sequence that one pass finds, which ends in a closest pair, instead of all pairs within the error. */
  readonly weak?: boolean
}

/**
 * In units of searchSlack, 2048 u of the reaches and |t|: a box is larger than its contents by 4096 u of its mesh's reach
 * (FIT_ROUNDING), and a gap counts once it is above the margin by twice the slack, being off by as much: 2 + 2 + 1, and some.
 */
const TIES = 5.25

const x = new Float64Array(POSE)
const firstTouch = new FirstTouch()
const closest = new Closest()
const firstWithin = new FirstWithin()
const greedy = new Greedy()
const nested = new Nested()
const corners = new Float64Array(18)

export function collideMeshes(a: MeshTree, b: MeshTree, pose?: PoseInput, options: CollideOptions = {}): CollideResult {
  prepare(a, b, pose)
  checkFields('options', options, ['cache', 'trace'])
  const cache = readCache(options.cache)
  const trace = readTrace(options)
  firstTouch.start(a, b, x)
  const known = cache?.knows(a, b) === true && firstTouch.seed(cache.triangleA, cache.triangleB)
  const front = a.volume === 'obb' && b.volume === 'obb' ? cache?.front : undefined
  if (known) setSearched(0, 0)
  else if (front === undefined) searchMeshes(a, b, x, firstTouch, false, trace)
  else {
    front.run(a, b, x, firstTouch)
    setSearched(front.volumeTests, front.mixedTests)
  }
  const { triangleA, triangleB, leafTests } = firstTouch
  const collides = triangleA >= 0
  if (collides) cache?.keep(triangleA, triangleB)
  else if (insideMeshes(nested, a, b, x)) {
    const contact = Float64Array.of(...nested.point, ...nested.point)
    const { triangleA, triangleB } = nested
    return { collides: true, triangleA, triangleB, contact, stats: stats(leafTests) }
  }
  return {
    collides,
    triangleA,
    triangleB,
    contact: collides ? contactOf(a, triangleA, b, triangleB) : undefined,
    stats: stats(leafTests),
  }
}

/** All pairs of triangles of two meshes that touch. `pose` places the second mesh in the frame of the first. */
export function meshCollisions(
  a: MeshTree,
  b: MeshTree,
  pose?: PoseInput,
  options: TraceOptions = {},
): TrianglePairList {
  prepare(a, b, pose)
  checkFields('options', options, ['trace'])
  const visitor = new AllTouching()
  visitor.start(a, b, x)
  searchMeshes(a, b, x, visitor, false, readTrace(options))
  const { count, pairs } = visitor.list.sorted()
  return { count, pairs, stats: stats(visitor.leafTests) }
}

export function meshDistance(
  a: MeshTree,
  b: MeshTree,
  pose?: PoseInput,
  options: DistanceOptions = {},
): DistanceResult {
  prepare(a, b, pose)
  checkFields('options', options, ['cache', 'relativeError', 'absoluteError', 'trace'])
  const { relativeError, absoluteError } = readErrors(options)
  const cache = readCache(options.cache)
  const trace = readTrace(options)
  closest.relativeError = relativeError
  // Pairs that cannot be nearer by more than what boxes are off by are left alone: between parallel faces there are
  // millions that tie, to the last digits.
  closest.absoluteError = Math.max(absoluteError, TIES * searchSlack(a, b, x, 0))
  closest.start(a, b, x)
  closest.reset(Infinity)
  setSearched(0, 0)
  const known = cache?.knows(a, b) === true && closest.seed(cache.triangleA, cache.triangleB)
  if (!known) searchMeshes(a, b, x, closest, true, trace)
  const { distance, triangleA, triangleB, points, margin, leafTests } = closest
  const found = triangleA >= 0
  if (found) cache?.keep(triangleA, triangleB)
  if (found && distance > 0 && insideMeshes(nested, a, b, x)) {
    const [pointA, pointB] = [nested.point.slice(), nested.point.slice()]
    const { triangleA, triangleB } = nested
    return { distance: 0, error: 0, pointA, pointB, triangleA, triangleB, stats: stats(leafTests) }
  }
  return {
    distance,
    error: found && distance > 0 ? closest.error + Math.max(0, distance - margin) : 0,
    pointA: found ? points.slice(0, 3) : undefined,
    pointB: found ? points.slice(3, 6) : undefined,
    triangleA,
    triangleB,
    stats: stats(leafTests),
  }
}

export function meshesWithin(a: MeshTree, b: MeshTree, limit: number, pose?: PoseInput): boolean {
  prepare(a, b, pose)
  firstWithin.start(a, b, x)
  firstWithin.margin = checkNonNegative('limit', limit)
  return searchMeshes(a, b, x, firstWithin, false) || insideMeshes(nested, a, b, x)
}

/** All pairs of triangles of two meshes that are at most `cutoff` apart, with their distances. */
export function meshPairsWithin(a: MeshTree, b: MeshTree, limit: number, pose?: PoseInput): TriangleDistanceList {
  prepare(a, b, pose)
  const visitor = new AllWithin()
  visitor.start(a, b, x)
  visitor.margin = checkNonNegative('limit', limit)
  searchMeshes(a, b, x, visitor, false)
  return { ...visitor.list.sorted(), stats: stats(visitor.leafTests) }
}

/**
 * Every pair of triangles whose distance is within the error above the least one (the k-DOP paper's "approximate minimum
 * distance"); or, if `weak`, the pairs that one pass finds, each within the error of the least so far, in the order found.
 */
export function meshNearestPairs(
  a: MeshTree,
  b: MeshTree,
  pose?: PoseInput,
  options: NearestPairsOptions = {},
): TriangleDistanceList {
  prepare(a, b, pose)
  checkFields('options', options, ['relativeError', 'absoluteError', 'weak'])
  const { relativeError, absoluteError } = readErrors(options)
  const visitor = new NearMinimum(relativeError, absoluteError)
  visitor.start(a, b, x)
  visitor.margin = Infinity
  searchMeshes(a, b, x, visitor, true)
  const cost = stats(visitor.leafTests)
  if (options.weak === true) return { ...visitor.list.found(), stats: cost }
  // The margin only ever shrinks to the least distance plus the error, so nothing that belongs in the list was dropped.
  visitor.keepWithin()
  return { ...visitor.list.sorted(), stats: cost }
}

/** A lower bound of the distance, positive if they are farther apart than delta, and 0 otherwise. */
export function meshGreedyDistance(a: MeshTree, b: MeshTree, pose?: PoseInput, options: GreedyOptions = {}): number {
  prepare(a, b, pose)
  checkFields('options', options, ['delta'])
  greedy.start(a, b, x)
  greedy.reset(checkNonNegative('options.delta', options.delta ?? 0))
  const lower = greedyMeshes(a, b, x, greedy)
  return lower > 0 && insideMeshes(nested, a, b, x) ? 0 : lower
}

function prepare(a: MeshTree, b: MeshTree, pose: PoseInput | undefined): void {
  if (!(a instanceof MeshTree)) throw new InvalidInputError('a', a, 'a MeshTree')
  if (!(b instanceof MeshTree)) throw new InvalidInputError('b', b, 'a MeshTree')
  a.demandAttached('a')
  b.demandAttached('b')
  if (pose === undefined) identityPose(x, 0)
  else readPlacement(x, 0, 'pose', pose)
}

export function readCache(cache: PairCache | undefined): PairCache | undefined {
  if (cache === undefined || cache instanceof PairCache) return cache
  throw new InvalidInputError('options.cache', cache, 'a PairCache')
}

export function readTrace({ trace, cache }: TraceOptions & { readonly cache?: unknown }): number[] | undefined {
  if (trace === undefined) return undefined
  if (!Array.isArray(trace)) throw new InvalidInputError('options.trace', trace, 'a list, which is added to')
  if (cache !== undefined) throw new InvalidInputError('options.trace', trace, 'left out where there is a cache')
  return trace
}

export function readErrors(options: ErrorOptions): { relativeError: number; absoluteError: number } {
  return {
    relativeError: checkNonNegative('options.relativeError', options.relativeError ?? 0),
    absoluteError: checkNonNegative('options.absoluteError', options.absoluteError ?? 0),
  }
}

function setSearched(volumeTests: number, mixedTests: number): void {
  searched.volumeTests = volumeTests
  searched.mixedTests = mixedTests
}

function stats(leafTests: number): MeshStats {
  return { volumeTests: searched.volumeTests, mixedTests: searched.mixedTests, leafTests }
}

function contactOf(a: MeshTree, s: number, b: MeshTree, t: number): Float64Array {
  copyTriangle(corners, 0, a, s)
  placeTriangle(corners, 9, b, t, x)
  const ends = new Float64Array(6)
  triangleContact(ends, corners, 0, corners, 9, firstTouch.slack)
  return ends
}
