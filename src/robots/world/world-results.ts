// What a world's queries say, and small things needed to say it.
import type { KeptStats } from '../../base/work/stats.js'
import type { WorldIndex } from './world-index.js'

/**
 * What a query cost. Volumes are boxes around geometries; where pairs are tested one by one, without a hierarchy, no nodes are
 * updated.
 */
export interface WorldStats extends KeptStats {
  /** Pairs of geometries tested closely. */
  readonly pairTests: number
  /** Pairs of boxes inside meshes. */
  readonly innerVolumeTests: number
}

/** Two things and how far apart they are. */
export interface WorldDistance {
  readonly a: string
  readonly b: string
  /** Which of their geometries are nearest to each other. */
  readonly geometryA: string
  readonly geometryB: string
  /** 0 where they touch, or where one is inside the other. */
  readonly distance: number
  /** Nearest points of their surfaces; a common point where they touch. */
  readonly pointA: Float64Array
  readonly pointB: Float64Array
  /** Unit vector from A to B; zeros where they touch, or are closer than doubles can resolve. */
  readonly normal: Float64Array
}

/** The nearest pair of a world, with the work done. */
export interface NearestInWorld extends WorldDistance {
  readonly stats: WorldStats
}

/** Two things that touch. */
export interface WorldContact {
  readonly a: string
  readonly b: string
  /** Which of their geometries are deepest in each other. */
  readonly geometryA: string
  readonly geometryB: string
  /** Moving B by `depth` along `normal`, a unit vector, parts these two geometries: the shortest way for `solids`. */
  readonly depth: number
  readonly normal: Float64Array
  /** `hulls` where one of the two is a mesh: a surface has no depth, so it is that of their convex hulls. */
  readonly depthOf: 'solids' | 'hulls'
  /** Where: deepest point of A in B and of B in A. For meshes a point that both have; nearest points where one is inside. */
  readonly pointA: Float64Array
  readonly pointB: Float64Array
}

/** Where there is no pair to test. */
export function nothingNear(): WorldDistance {
  const nowhere = (): Float64Array => new Float64Array(3).fill(NaN)
  return {
    a: '',
    b: '',
    geometryA: '',
    geometryB: '',
    distance: Infinity,
    pointA: nowhere(),
    pointB: nowhere(),
    normal: nowhere(),
  }
}

export function namesOf(index: WorldIndex, a: number, b: number) {
  const one = geometryName(index, a)
  const other = geometryName(index, b)
  return { a: one.object, b: other.object, geometryA: one.geometry, geometryB: other.geometry }
}

/** Of a leaf of the index. */
export function geometryName(index: WorldIndex, leaf: number): { object: string; geometry: string } {
  const object = index.objects[index.objectOf[leaf]!]!
  return { object: object.name, geometry: object.geometry[index.partOf[leaf]!]!.name }
}

/** The unit vector from p to q; zeros where they are the same. */
export function direction(p: Float64Array, q: Float64Array): Float64Array {
  const out = q.map((x, k) => x - p[k]!)
  const length = Math.hypot(out[0]!, out[1]!, out[2]!)
  return length > 0 ? out.map((x) => x / length) : out.fill(0)
}

/** A direction in a frame, as seen from the world. */
export function turnDirection(x: Float64Array, i: number, v: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3)
  // Adding 0 makes a plain 0 of -0.
  for (let k = 0; k < 3; k++) {
    out[k] = x[i + 4 * k]! * v[0]! + x[i + 4 * k + 1]! * v[1]! + x[i + 4 * k + 2]! * v[2]! + 0
  }
  return out
}
