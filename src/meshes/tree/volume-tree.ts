// Trees of spheres, boxes along the axes, and rectangle-swept spheres: one set of verbs a volume, one bound for all.
// Volumes are kept in the mesh's own frame; B's is moved into A's frame at each test.
import { OPEN_A, OPEN_B, type PairRules } from '../../base/work/traverse-pair.js'
import { AABB, aabbsLower, fitAabb, mergeAabb, transformAabb } from '../../volumes/aabb.js'
import { fitRss, mergeRss, RSS, rssLower, transformRss } from '../../volumes/rss.js'
import { fitSphere, mergeSphere, SPHERE, spheresLower, transformSphere } from '../../volumes/sphere.js'
import type { ItemPoints } from './box-tree.js'
import type { SplitShape } from './mesh-splits.js'

export type PlainVolume = 'sphere' | 'aabb' | 'rss'

interface Verbs {
  /** Numbers a volume has. */
  readonly stride: number
  readonly fit: (out: Float64Array, o: number, points: Float64Array, count: number) => void
  readonly merge: (out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number) => void
  readonly transform: (out: Float64Array, o: number, a: Float64Array, i: number, x: Float64Array, p: number) => void
  readonly lower: (a: Float64Array, i: number, b: Float64Array, j: number) => number
  /** What two nodes are compared by when one must be opened. */
  readonly size: (a: Float64Array, i: number) => number
}

export const PLAIN_VOLUMES: Readonly<Record<PlainVolume, Verbs>> = {
  sphere: {
    stride: SPHERE,
    fit: fitSphere,
    merge: mergeSphere,
    transform: transformSphere,
    lower: spheresLower,
    size: (a, i) => a[i + 3]!,
  },
  aabb: {
    stride: AABB,
    fit: fitAabb,
    merge: mergeAabb,
    transform: transformAabb,
    lower: aabbsLower,
    size: (a, i) => a[i + 3]! - a[i]! + a[i + 4]! - a[i + 1]! + a[i + 5]! - a[i + 2]!,
  },
  rss: {
    stride: RSS,
    fit: fitRss,
    merge: mergeRss,
    transform: transformRss,
    lower: rssLower,
    size: (a, i) => a[i + 12]! + a[i + 13]! + a[i + 14]!,
  },
}

export function isPlain(volume: string): volume is PlainVolume {
  return Object.hasOwn(PLAIN_VOLUMES, volume)
}

/** Fits a volume to all points below each node. */
export function fitVolumes(out: Float64Array, shape: SplitShape, items: ItemPoints, kind: PlainVolume): void {
  const verbs = PLAIN_VOLUMES[kind]
  const gather = new Gather(items)
  for (let n = 0; n < shape.nodes; n++) {
    const count = gather.points(shape, n)
    verbs.fit(out, verbs.stride * n, gather.found, count)
  }
}

/** Fits the leaves to their points, and every other node to its children's volumes: O(n). */
export function refitVolumes(out: Float64Array, shape: SplitShape, items: ItemPoints, kind: PlainVolume): void {
  const verbs = PLAIN_VOLUMES[kind]
  const { stride } = verbs
  const gather = new Gather(items)
  for (let n = shape.nodes - 1; n >= 0; n--) {
    const c = shape.child[n]!
    if (c >= 0) verbs.merge(out, stride * n, out, stride * c, out, stride * (c + 1))
    else verbs.fit(out, stride * n, gather.found, gather.points(shape, n))
  }
}

/** The points below a node, each once. */
export class Gather {
  readonly found: Float64Array
  private readonly met: Int32Array

  constructor(private readonly items: ItemPoints) {
    this.found = new Float64Array(Math.min(items.points.length, 3 * items.corners.length))
    this.met = new Int32Array(items.points.length / 3).fill(-1)
  }

  /** Writes them to `found` and returns how many there are. */
  points(shape: SplitShape, n: number): number {
    const { points, corners, stride } = this.items
    let count = 0
    for (let i = shape.first[n]!; i < shape.end[n]!; i++) {
      const from = stride * shape.order[i]!
      for (let k = from; k < from + stride; k++) {
        const v = corners[k]!
        if (this.met[v] === n) continue
        this.met[v] = n
        for (let axis = 0; axis < 3; axis++) this.found[3 * count + axis] = points[3 * v + axis]!
        count++
      }
    }
    return count
  }
}

/** Compares the volumes of two trees of one kind, B's moved by a pose. */
export class VolumeRules implements PairRules {
  rank: PairRules['rank'] = undefined
  private readonly verbs: Verbs
  private readonly moved: Float64Array

  /** x is X_AB, twelve numbers. */
  constructor(
    kind: PlainVolume,
    private readonly a: Float64Array,
    private readonly b: Float64Array,
    private readonly x: Float64Array,
  ) {
    this.verbs = PLAIN_VOLUMES[kind]
    this.moved = new Float64Array(this.verbs.stride)
  }

  lower(_slot: number, _from: number, _side: number, a: number, b: number): number {
    const { stride, transform, lower } = this.verbs
    transform(this.moved, 0, this.b, stride * b, this.x, 0)
    return lower(this.a, stride * a, this.moved, 0)
  }

  opens(a: number, b: number): number {
    const { stride, size } = this.verbs
    return size(this.a, stride * a) >= size(this.b, stride * b) ? OPEN_A : OPEN_B
  }
}
