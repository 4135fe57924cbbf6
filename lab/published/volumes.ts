// Trees of rectangle-swept spheres over meshes, one triangle a leaf, and the distance of two of their volumes: what GREEDY-DIST
// runs on (adaptive-checking-2004, section III.B).
import { U } from '../../src/base/math/rounding.js'
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

/** Turns of to and fro. */
const TURNS = 12

/**
 * A number not above the distance of the volumes a[i..] and b[j..], B's frame being at x[0..11] in A's, but for rssSlack; mostly
 * the distance itself. Negative where they overlap. Where it turns out that it cannot be above `near`, it is not made better.
 *
 * Any direction proves a bound: the gap that it leaves between the rectangles, less the radii. Tried are the six axes, then
 * the lines between nearest points, going to and fro between the rectangles (geometry/pairs/distance-rectangles.ts).
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
  const a0 = a[i + RSS_HALF]!
  const a1 = a[i + RSS_HALF + 1]!
  const b0 = b[j + RSS_HALF]!
  const b1 = b[j + RSS_HALF + 1]!
  const x00 = x[0]!
  const x01 = x[1]!
  const x02 = x[2]!
  const x10 = x[4]!
  const x11 = x[5]!
  const x12 = x[6]!
  const x20 = x[8]!
  const x21 = x[9]!
  const x22 = x[10]!
  const ax = a[i]!
  const ay = a[i + 4]!
  const az = a[i + 8]!
  const cx = a[i + 1]!
  const cy = a[i + 5]!
  const cz = a[i + 9]!
  const ex = a[i + 2]!
  const ey = a[i + 6]!
  const ez = a[i + 10]!
  // B's centre and the two axes of its rectangle, in A's mesh, then in A's rectangle.
  const px = b[j + 3]!
  const py = b[j + 7]!
  const pz = b[j + 11]!
  const dx = x00 * px + x01 * py + x02 * pz + x[3]! - a[i + 3]!
  const dy = x10 * px + x11 * py + x12 * pz + x[7]! - a[i + 7]!
  const dz = x20 * px + x21 * py + x22 * pz + x[11]! - a[i + 11]!
  const tx = ax * dx + ay * dy + az * dz
  const ty = cx * dx + cy * dy + cz * dz
  const tz = ex * dx + ey * dy + ez * dz
  const ux = b[j]!
  const uy = b[j + 4]!
  const uz = b[j + 8]!
  const mx = x00 * ux + x01 * uy + x02 * uz
  const my = x10 * ux + x11 * uy + x12 * uz
  const mz = x20 * ux + x21 * uy + x22 * uz
  const r00 = ax * mx + ay * my + az * mz
  const r10 = cx * mx + cy * my + cz * mz
  const r20 = ex * mx + ey * my + ez * mz
  const vx = b[j + 1]!
  const vy = b[j + 5]!
  const vz = b[j + 9]!
  const nx = x00 * vx + x01 * vy + x02 * vz
  const ny = x10 * vx + x11 * vy + x12 * vz
  const nz = x20 * vx + x21 * vy + x22 * vz
  const r01 = ax * nx + ay * ny + az * nz
  const r11 = cx * nx + cy * ny + cz * nz
  const r21 = ex * nx + ey * ny + ez * nz
  const r02 = r10 * r21 - r20 * r11
  const r12 = r20 * r01 - r00 * r21
  const r22 = r00 * r11 - r10 * r01

  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  let best = Math.abs(tz) - b0 * Math.abs(r20) - b1 * Math.abs(r21)
  const gx = Math.abs(tx) - a0 - b0 * q00 - b1 * q01
  if (gx > best) best = gx
  const gy = Math.abs(ty) - a1 - b0 * q10 - b1 * q11
  if (gy > best) best = gy
  const g0 = Math.abs(tx * r00 + ty * r10 + tz * r20) - b0 - a0 * q00 - a1 * q10
  if (g0 > best) best = g0
  const g1 = Math.abs(tx * r01 + ty * r11 + tz * r21) - b1 - a0 * q01 - a1 * q11
  if (g1 > best) best = g1
  const g2 = Math.abs(tx * r02 + ty * r12 + tz * r22) - a0 * Math.abs(r02) - a1 * Math.abs(r12)
  if (g2 > best) best = g2

  const nearSq = (near + radii) * (near + radii)
  let u0 = 0
  let u1 = 0
  let lastSq = Infinity
  for (let turn = 0; turn < TURNS; turn++) {
    const wx = u0 - tx
    const wy = u1 - ty
    let u = wx * r00 + wy * r10 - tz * r20
    let v = wx * r01 + wy * r11 - tz * r21
    u = u < -b0 ? -b0 : u > b0 ? b0 : u
    v = v < -b1 ? -b1 : v > b1 ? b1 : v
    const bx = tx + u * r00 + v * r01
    const by = ty + u * r10 + v * r11
    const bz = tz + u * r20 + v * r21
    u0 = bx < -a0 ? -a0 : bx > a0 ? a0 : bx
    u1 = by < -a1 ? -a1 : by > a1 ? a1 : by
    const lx = bx - u0
    const ly = by - u1
    const lengthSq = lx * lx + ly * ly + bz * bz
    // Two points as near as this: no bound can be above `near`.
    if (!(lengthSq > nearSq)) break
    const length = Math.sqrt(lengthSq)
    const gap =
      (lx * tx +
        ly * ty +
        bz * tz -
        b0 * Math.abs(lx * r00 + ly * r10 + bz * r20) -
        b1 * Math.abs(lx * r01 + ly * r11 + bz * r21) -
        a0 * Math.abs(lx) -
        a1 * Math.abs(ly)) /
      length
    if (gap > best) best = gap
    // The nearest points, or next to them. Or it creeps.
    if (best > 0.999 * length || lengthSq > 0.9998 * lastSq) break
    lastSq = lengthSq
  }
  return best - radii
}
