// OBB trees over spheres, built top down from scratch (OBBTree, 1996): axes from the covariance of the
// centres, split at the median of the longest axis. Any number of trees over disjoint runs of links share one set
// of arrays: 1-OBBTree builds one tree, K-OBBTree one for each rigid piece.
import { symmetricEigenvectors } from '../../src/base/math/symmetric-eigen.js'

/** Central second moments: xx, yy, zz, xy, xz, yz. */
const moments = new Float64Array(6)

/**
 * Spheres in a leaf, at most: a compromise. Most of a step is building, which 16 makes 2.2 to 2.6 times cheaper than
 * 1 (as in PQP); 32 would make a step another 1.1 to 1.5 times cheaper, but its box tests say little beside the
 * paper's. K-OBBTree's tests with 1, 16 and 32 a leaf: 71, 47, 34 (1,000 links; published 114) and 145, 92, 71
 * (10,000; published 178).
 */
export const LINKS_PER_LEAF = 16

/** Nodes in preorder: a node's left child follows it. */
export class ObbTree {
  readonly radius: number
  /** Pose of each node's box in the base frame, 12 a node. */
  readonly poses: Float64Array
  /** Half extents, 3 a node. */
  readonly halves: Float64Array
  /** Right child, or -1 at a leaf. */
  readonly right: Int32Array
  /** The run of `links` and `points` under each node: first, and one past the last. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Link numbers, and their centres, in the trees' order. */
  readonly links: Int32Array
  readonly points: Float64Array
  readonly keys: Float64Array
  readonly linksPerLeaf: number
  nodes = 0
  volumeTests = 0

  /**
   * Room for `trees` trees at a time over `size` links in all. Links at most `neighbours` apart along the chain are not
   * compared.
   */
  constructor(
    size: number,
    radius: number,
    trees = 1,
    linksPerLeaf = LINKS_PER_LEAF,
    readonly neighbours = 1,
  ) {
    // A split of more than L links leaves at least ⌊(L + 1) / 2⌋ on each side; that bounds the leaves.
    const most = 2 * (Math.ceil(size / Math.floor((linksPerLeaf + 1) / 2)) + trees)
    this.radius = radius
    this.linksPerLeaf = linksPerLeaf
    this.poses = new Float64Array(12 * most)
    this.halves = new Float64Array(3 * most)
    this.right = new Int32Array(most)
    this.from = new Int32Array(most)
    this.to = new Int32Array(most)
    this.links = new Int32Array(size)
    this.points = new Float64Array(3 * size)
    this.keys = new Float64Array(size)
  }

  get byteLength(): number {
    const { poses, halves, right, from, to, links, points, keys } = this
    return [poses, halves, right, from, to, links, points, keys].reduce((sum, a) => sum + a.byteLength, 0)
  }

  /** Takes in the positions of all links and forgets all trees. */
  reset(positions: Float64Array): void {
    this.points.set(positions)
    for (let i = 0; i < this.links.length; i++) this.links[i] = i
    this.nodes = 0
  }

  /** Fits all boxes to other positions of the links; which links a node has stays as it was. */
  refit(positions: Float64Array): void {
    for (const [k, link] of this.links.entries()) {
      for (let c = 0; c < 3; c++) this.points[3 * k + c] = positions[3 * link + c]!
    }
    for (let node = 0; node < this.nodes; node++) {
      fitBox(this.poses, this.halves, node, this.points, this.from[node]!, this.to[node]!, this.radius)
    }
  }

  /** Builds a tree over the links first ≤ i < end and returns its root. Runs of different trees must be disjoint. */
  build(first: number, end: number): number {
    return buildNode(this, first, end)
  }
}

function buildNode(tree: ObbTree, first: number, end: number): number {
  const node = tree.nodes++
  tree.from[node] = first
  tree.to[node] = end
  fitBox(tree.poses, tree.halves, node, tree.points, first, end, tree.radius)
  if (end - first <= tree.linksPerLeaf) {
    tree.right[node] = -1
    return node
  }
  const middle = (first + end) >>> 1
  projectOnLongest(tree.keys, tree.poses, tree.halves, node, tree.points, first, end)
  selectMedian(tree.keys, tree.links, tree.points, first, end - 1, middle)
  buildNode(tree, first, middle)
  tree.right[node] = buildNode(tree, middle, end)
  return node
}

/** Axes from the covariance, then the tightest box with these axes around the spheres. */
function fitBox(
  poses: Float64Array,
  halves: Float64Array,
  node: number,
  p: Float64Array,
  first: number,
  end: number,
  radius: number,
): void {
  const x0 = p[3 * first]!
  const y0 = p[3 * first + 1]!
  const z0 = p[3 * first + 2]!
  let sx = 0
  let sy = 0
  let sz = 0
  let xx = 0
  let yy = 0
  let zz = 0
  let xy = 0
  let xz = 0
  let yz = 0
  // Taken from the first centre, so that far from the origin the squares do not swallow the differences.
  for (let i = 3 * first; i < 3 * end; i += 3) {
    const x = p[i]! - x0
    const y = p[i + 1]! - y0
    const z = p[i + 2]! - z0
    sx += x
    sy += y
    sz += z
    xx += x * x
    yy += y * y
    zz += z * z
    xy += x * y
    xz += x * z
    yz += y * z
  }
  const k = 1 / (end - first)
  const o = 12 * node
  moments[0] = xx - sx * sx * k
  moments[1] = yy - sy * sy * k
  moments[2] = zz - sz * sz * k
  moments[3] = xy - sx * sy * k
  moments[4] = xz - sx * sz * k
  moments[5] = yz - sy * sz * k
  symmetricEigenvectors(poses, o, moments, 0)
  let cx = x0
  let cy = y0
  let cz = z0
  for (let axis = 0; axis < 3; axis++) {
    const ux = poses[o + axis]!
    const uy = poses[o + 4 + axis]!
    const uz = poses[o + 8 + axis]!
    let low = 0
    let high = 0
    for (let i = 3 * first + 3; i < 3 * end; i += 3) {
      const t = ux * (p[i]! - x0) + uy * (p[i + 1]! - y0) + uz * (p[i + 2]! - z0)
      if (t < low) low = t
      if (t > high) high = t
    }
    halves[3 * node + axis] = (high - low) / 2 + radius
    const middle = (low + high) / 2
    cx += middle * ux
    cy += middle * uy
    cz += middle * uz
  }
  poses[o + 3] = cx
  poses[o + 7] = cy
  poses[o + 11] = cz
}

function projectOnLongest(
  keys: Float64Array,
  poses: Float64Array,
  halves: Float64Array,
  node: number,
  p: Float64Array,
  first: number,
  end: number,
): void {
  const h0 = halves[3 * node]!
  const h1 = halves[3 * node + 1]!
  const h2 = halves[3 * node + 2]!
  const axis = 12 * node + (h0 >= h1 ? (h0 >= h2 ? 0 : 2) : h1 >= h2 ? 1 : 2)
  const ux = poses[axis]!
  const uy = poses[axis + 4]!
  const uz = poses[axis + 8]!
  for (let i = first; i < end; i++) keys[i] = ux * p[3 * i]! + uy * p[3 * i + 1]! + uz * p[3 * i + 2]!
}

/** Hoare's selection: afterwards keys before `middle` are no larger, and keys after it no smaller, than its own. */
function selectMedian(
  keys: Float64Array,
  links: Int32Array,
  p: Float64Array,
  low: number,
  high: number,
  middle: number,
): void {
  while (low < high) {
    const pivot = keys[(low + high) >>> 1]!
    let i = low
    let j = high
    while (i <= j) {
      while (keys[i]! < pivot) i++
      while (keys[j]! > pivot) j--
      if (i <= j) swap(keys, links, p, i++, j--)
    }
    if (middle <= j) high = j
    else if (middle >= i) low = i
    else return
  }
}

function swap(keys: Float64Array, links: Int32Array, p: Float64Array, i: number, j: number): void {
  const key = keys[i]!
  keys[i] = keys[j]!
  keys[j] = key
  const link = links[i]!
  links[i] = links[j]!
  links[j] = link
  const a = 3 * i
  const b = 3 * j
  for (let c = 0; c < 3; c++) {
    const value = p[a + c]!
    p[a + c] = p[b + c]!
    p[b + c] = value
  }
}
