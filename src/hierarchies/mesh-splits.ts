// The shape of a flat binary tree over things that have bounds: triangles of a mesh, parts of a group. Built from the top
// down; volumes are fitted to it elsewhere, so that every kind of volume can have the same tree.
//
// Nodes are numbered from the root (0) downward: siblings side by side, children after their parents. A pass from the last
// node to the first is bottom-up, so a refit is a loop.
import { checkIndex } from '../math/checks.js'

export interface TreeShape {
  /** 0 if there is nothing in it. */
  readonly nodes: number
  /** First of two children, child[n] and child[n] + 1; -1 for a leaf. */
  readonly child: Int32Array
  /** Node n holds the items order[first[n]..end[n]). */
  readonly first: Int32Array
  readonly end: Int32Array
  /** Items in the order of the leaves. */
  readonly order: Uint32Array
}

/**
 * How a node is cut in two. middle: through the middle of its items' centres, along their longest extent. median: into
 * halves along it. sah: where the children's surfaces, weighted with what is in them, come out least (16 bins an axis).
 */
export type SplitRule = 'middle' | 'median' | 'sah'
export const SPLIT_RULES: readonly SplitRule[] = ['middle', 'median', 'sah']

export interface SplitOptions {
  readonly split: SplitRule
  /** Most items in a leaf. */
  readonly leafSize: number
}

/** Bins an axis of the surface-area rule. */
const BINS = 16

/** Numbers an item has in `boxes`: least x, y, z, greatest x, y, z. */
const ITEM = 6

export function splitMesh(positions: Float64Array, triangles: Uint32Array, options: SplitOptions): TreeShape {
  return splitBoxes(triangleBoxes(positions, triangles), options)
}

/** Boxes of a mesh's triangles: least x, y, z, greatest x, y, z each. Exact. */
export function triangleBoxes(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const boxes = new Float64Array(2 * triangles.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const i = 3 * triangles[t]!
    const j = 3 * triangles[t + 1]!
    const l = 3 * triangles[t + 2]!
    for (let k = 0; k < 3; k++) {
      const p = positions[i + k]!
      const q = positions[j + k]!
      const r = positions[l + k]!
      const low = p < q ? p : q
      const high = p < q ? q : p
      boxes[2 * t + k] = low < r ? low : r
      boxes[2 * t + 3 + k] = high > r ? high : r
    }
  }
  return boxes
}

/**
 * A tree over items with these boxes. No leaf is deeper than twice the depth of a tree cut into halves: where the rule would
 * go on cutting off crumbs, halves are taken instead.
 */
export function splitBoxes(boxes: Float64Array, options: SplitOptions): TreeShape {
  const count = boxes.length / ITEM
  checkIndex('leafSize', options.leafSize, 1, 2 ** 16)
  return new Splitter(boxes, count, options).run()
}

class Splitter {
  private readonly order: Uint32Array
  private readonly child: Int32Array
  private readonly first: Int32Array
  private readonly end: Int32Array
  private readonly depth: Uint8Array
  private nodes = 0
  /** Twice the centres of the items, x, y, z each. */
  private readonly centres: Float64Array
  private readonly deepest: number
  /** Of the centres in the node at hand. */
  private readonly low = new Float64Array(3)
  private readonly high = new Float64Array(3)
  private readonly bins: Bins | undefined

  constructor(
    private readonly boxes: Float64Array,
    private readonly count: number,
    private readonly options: SplitOptions,
  ) {
    const most = Math.max(0, 2 * count - 1)
    this.order = new Uint32Array(count)
    this.child = new Int32Array(most)
    this.first = new Int32Array(most)
    this.end = new Int32Array(most)
    this.depth = new Uint8Array(most)
    this.centres = new Float64Array(3 * count)
    for (let i = 0; i < count; i++) {
      this.order[i] = i
      for (let k = 0; k < 3; k++) this.centres[3 * i + k] = boxes[ITEM * i + k]! + boxes[ITEM * i + 3 + k]!
    }
    this.deepest = 2 * halvings(count)
    this.bins = options.split === 'sah' ? new Bins() : undefined
  }

  run(): TreeShape {
    const { child, first, end, depth } = this
    if (this.count > 0) this.add(0, this.count, 0)
    // Nodes are met in the order of their numbers, so this loop needs no stack.
    for (let n = 0; n < this.nodes; n++) {
      const from = first[n]!
      const to = end[n]!
      if (to - from <= this.options.leafSize) continue
      const at = this.cut(from, to, depth[n]!)
      child[n] = this.add(from, at, depth[n]! + 1)
      this.add(at, to, depth[n]! + 1)
    }
    const { nodes, order } = this
    return { nodes, order, child: child.slice(0, nodes), first: first.slice(0, nodes), end: end.slice(0, nodes) }
  }

  private add(first: number, end: number, depth: number): number {
    const n = this.nodes++
    this.child[n] = -1
    this.first[n] = first
    this.end[n] = end
    this.depth[n] = depth
    return n
  }

  /** Sorts order[from..to) into two and returns where the second begins; neither is empty. */
  private cut(from: number, to: number, depth: number): number {
    const axis = this.measure(from, to)
    const half = (from + to + 1) >> 1
    const low = this.low[axis]!
    const high = this.high[axis]!
    // All centres in one place: any two halves are as good as any others.
    if (!(high > low)) return half
    const crumbs = depth + 1 + halvings(to - from - 1) > this.deepest
    if (this.options.split === 'median' || crumbs) {
      select(this.order, this.centres, axis, from, to - 1, half)
      return half
    }
    const at =
      this.bins?.cut(this.boxes, this.centres, this.order, from, to, this.low, this.high) ??
      partition(this.order, this.centres, axis, from, to, low / 2 + high / 2)
    if (at > from && at < to) return at
    select(this.order, this.centres, axis, from, to - 1, half)
    return half
  }

  /** Bounds of the centres, and the axis along which they reach farthest. */
  private measure(from: number, to: number): number {
    const { order, centres } = this
    let x0 = Infinity
    let y0 = Infinity
    let z0 = Infinity
    let x1 = -Infinity
    let y1 = -Infinity
    let z1 = -Infinity
    for (let i = from; i < to; i++) {
      const c = 3 * order[i]!
      const x = centres[c]!
      const y = centres[c + 1]!
      const z = centres[c + 2]!
      if (x < x0) x0 = x
      if (x > x1) x1 = x
      if (y < y0) y0 = y
      if (y > y1) y1 = y
      if (z < z0) z0 = z
      if (z > z1) z1 = z
    }
    const { low, high } = this
    low[0] = x0
    low[1] = y0
    low[2] = z0
    high[0] = x1
    high[1] = y1
    high[2] = z1
    const dx = x1 - x0
    const dy = y1 - y0
    const dz = z1 - z0
    return dx >= dy && dx >= dz ? 0 : dy >= dz ? 1 : 2
  }
}

/** How often n things can be halved, rounded up, before one is left: ⌈log2 n⌉. */
function halvings(n: number): number {
  return n <= 1 ? 0 : 32 - Math.clz32(n - 1)
}

/** Items whose centre is below `at` first; returns how far they reach. */
function partition(
  order: Uint32Array,
  centres: Float64Array,
  axis: number,
  from: number,
  to: number,
  at: number,
): number {
  let i = from
  let j = to - 1
  while (i <= j) {
    const item = order[i]!
    if (centres[3 * item + axis]! < at) i++
    else {
      order[i] = order[j]!
      order[j--] = item
    }
  }
  return i
}

/** Hoare's selection: no item before `nth` has a greater centre than one from there on. */
function select(
  order: Uint32Array,
  centres: Float64Array,
  axis: number,
  left: number,
  right: number,
  nth: number,
): void {
  while (left < right) {
    // The median of three as pivot: sorted input is common, and must not take quadratic time.
    const a = centres[3 * order[left]! + axis]!
    const b = centres[3 * order[(left + right) >> 1]! + axis]!
    const c = centres[3 * order[right]! + axis]!
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b
    let i = left
    let j = right
    while (i <= j) {
      while (centres[3 * order[i]! + axis]! < pivot) i++
      while (centres[3 * order[j]! + axis]! > pivot) j--
      if (i > j) break
      const item = order[i]!
      order[i++] = order[j]!
      order[j--] = item
    }
    if (nth <= j) right = j
    else if (nth >= i) left = i
    else return
  }
}

/** Scratch of the surface-area rule. */
class Bins {
  private readonly counts = new Int32Array(BINS)
  private readonly bounds = new Float64Array(ITEM * BINS)
  private readonly right = new Float64Array(BINS)
  private readonly sweep = new Float64Array(ITEM)

  cut(
    boxes: Float64Array,
    centres: Float64Array,
    order: Uint32Array,
    from: number,
    to: number,
    low: Float64Array,
    high: Float64Array,
  ): number {
    let best = Infinity
    let bestAxis = 0
    let bestBin = 0
    for (let axis = 0; axis < 3; axis++) {
      const scale = BINS / (high[axis]! - low[axis]!)
      if (!(scale < Infinity)) continue
      this.fill(boxes, centres, order, from, to, axis, low[axis]!, scale)
      const { right, sweep, counts } = this
      emptyBox(sweep, 0)
      for (let b = BINS - 1; b > 0; b--) {
        growBox(sweep, 0, this.bounds, ITEM * b)
        right[b] = surface(sweep)
      }
      emptyBox(sweep, 0)
      let below = 0
      for (let b = 0; b + 1 < BINS; b++) {
        growBox(sweep, 0, this.bounds, ITEM * b)
        below += counts[b]!
        const above = to - from - below
        if (below === 0 || above === 0) continue
        const cost = below * surface(sweep) + above * right[b + 1]!
        if (cost < best) {
          best = cost
          bestAxis = axis
          bestBin = b
        }
      }
    }
    if (best === Infinity) return from
    const scale = BINS / (high[bestAxis]! - low[bestAxis]!)
    let i = from
    let j = to - 1
    while (i <= j) {
      const item = order[i]!
      if (binOf(centres[3 * item + bestAxis]!, low[bestAxis]!, scale) <= bestBin) i++
      else {
        order[i] = order[j]!
        order[j--] = item
      }
    }
    return i
  }

  private fill(
    boxes: Float64Array,
    centres: Float64Array,
    order: Uint32Array,
    from: number,
    to: number,
    axis: number,
    low: number,
    scale: number,
  ): void {
    const { counts, bounds } = this
    counts.fill(0)
    for (let b = 0; b < BINS; b++) emptyBox(bounds, ITEM * b)
    for (let i = from; i < to; i++) {
      const item = order[i]!
      const b = binOf(centres[3 * item + axis]!, low, scale)
      counts[b] = counts[b]! + 1
      growBox(bounds, ITEM * b, boxes, ITEM * item)
    }
  }
}

function binOf(centre: number, low: number, scale: number): number {
  return Math.min(BINS - 1, Math.trunc((centre - low) * scale))
}

function emptyBox(box: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    box[o + k] = Infinity
    box[o + 3 + k] = -Infinity
  }
}

function growBox(box: Float64Array, o: number, by: Float64Array, i: number): void {
  for (let k = 0; k < 3; k++) {
    if (by[i + k]! < box[o + k]!) box[o + k] = by[i + k]!
    if (by[i + 3 + k]! > box[o + 3 + k]!) box[o + 3 + k] = by[i + 3 + k]!
  }
}

/** Half the surface of a box. */
function surface(box: Float64Array): number {
  const x = box[3]! - box[0]!
  const y = box[4]! - box[1]!
  const z = box[5]! - box[2]!
  return x * y + y * z + z * x
}
