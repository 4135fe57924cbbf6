// Trees of rectangle-swept spheres over meshes, one triangle a leaf, and the distance of two of their volumes: what GREEDY-DIST
// runs on (adaptive-checking-2004, section III.B).
import { composeInversePose, composePose, POSE } from '../../src/base/math/pose.js'
import { U } from '../../src/base/math/rounding.js'
import { lowerRectangles } from '../../src/geometry/pairs/distance-rectangles.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import type { MeshShape } from '../../src/shapes/shape.js'
import { RSS } from '../../src/volumes/rss.js'

export { RSS }
/** Half lengths of the rectangle, and the radius, within a volume. */
export const RSS_HALF = 12
export const RSS_RADIUS = 14

export interface RssTree {
  readonly tree: MeshTree
  /** RSS numbers a node, in the mesh's frame. */
  readonly volumes: Float64Array
  readonly child: Int32Array
  /** What two nodes are compared by when one must be opened. */
  readonly sizes: Float64Array
  /** Of any volume: the sum of its centre's coordinates, half lengths and radius. */
  readonly extent: number
}

const known = new WeakMap<MeshTree, RssTree>()

/** The tree of a mesh, made once. */
export function rssTreeOf(shape: MeshShape): RssTree {
  let found = known.get(shape.tree)
  if (found === undefined) {
    found = buildTree(shape)
    known.set(shape.tree, found)
  }
  return found
}

function buildTree({ positions, triangles }: MeshShape): RssTree {
  const tree = new MeshTree({ positions, triangles }, { volume: 'rss', leafSize: 1, open: 'surface' })
  const { boxes: volumes, child, nodes } = tree
  const sizes = new Float64Array(nodes)
  let extent = 0
  for (let n = 0; n < nodes; n++) {
    const o = RSS * n
    const size = volumes[o + RSS_HALF]! + volumes[o + RSS_HALF + 1]! + volumes[o + RSS_RADIUS]!
    sizes[n] = size
    const at = Math.abs(volumes[o + 3]!) + Math.abs(volumes[o + 7]!) + Math.abs(volumes[o + 11]!)
    extent = Math.max(extent, at + size)
  }
  return { tree, volumes, child, sizes, extent }
}

/**
 * Rounding of `lowerRss`, in units of both extents and |t|₁. Axes are orthonormal to 64 u (RIGID), so products of two are off by
 * some 130 u and taking them as rigid costs as much again of the coordinates that they turn; the gap itself costs 32 u
 * (GAP_ROUNDING) of |t|₁ and the half lengths, which are at most twice both extents and |t|₁.
 */
const RSS_TEST_ROUNDING = 2048 * U

/** What the bounds of `lowerRss` may be too large by, for two trees with X_AB in x[0..11]. */
export function rssSlack(a: RssTree, b: RssTree, x: Float64Array): number {
  return RSS_TEST_ROUNDING * (a.extent + b.extent + Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!))
}

const pose = new Float64Array(2 * POSE)

/**
 * A number not above the distance of the volumes a[i..] and b[j..], B's frame being at x[0..11] in A's, except for rssSlack; mostly
 * the distance itself. Negative where they overlap. Where it turns out that it cannot be above `near`, it is not made better.
 */
export function lowerRss(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  x: Float64Array,
  near: number,
): number {
  const radii = a[i + RSS_RADIUS]! + b[j + RSS_RADIUS]!
  // B's rectangle in A's mesh, then in A's rectangle.
  composePose(pose, POSE, x, 0, b, j)
  composeInversePose(pose, 0, a, i, pose, POSE)
  return lowerRectangles(pose, 0, a, i + RSS_HALF, b, j + RSS_HALF, Infinity, near + radii) - radii
}
