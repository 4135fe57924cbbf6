// The shape of a flat binary tree over things that have bounds: triangles of a mesh, parts of a group. Built from the top
// down; volumes are fitted to it elsewhere, so that every kind of volume can have the same tree.
//
// Nodes are numbered from the root (0) downward: siblings side by side, children after their parents. A pass from the last
// node to the first is bottom-up, so a refit is a loop.
import { checkIndex } from '../../base/math/checks.js'
import type { TreeShape } from '../../base/work/tree-shape.js'
import { splitInWasm } from './mesh-wasm.js'

/** A tree whose items are in the order of the leaves; siblings are side by side. */
export interface SplitShape extends TreeShape {
  readonly order: Uint32Array
}

/**
 * How a node is cut in two. middle: through the middle of its items' centres, along their longest extent. median: into
 * halves along it. sah: where the children's surfaces, weighted with what is in them, come out least (16 bins an axis).
 */
export type SplitRule = 'middle' | 'median' | 'sah'
/** In the order that wasm/mesh-split.ts knows. */
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

export function splitMesh(positions: Float64Array, triangles: Uint32Array, options: SplitOptions): SplitShape {
  const { split, leafSize } = options
  checkLeafSize(leafSize)
  return (
    splitInWasm(positions, triangles, leafSize, SPLIT_RULES.indexOf(split)) ??
    (split === 'sah'
      ? splitBoxes(triangleBoxes(positions, triangles), options)
      : new Splitter(triangleCentres(positions, triangles), undefined, options).run())
  )
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

/** Twice the centres of those boxes, without the boxes. */
function triangleCentres(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const centres = new Float64Array(triangles.length)
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
      centres[t + k] = (low < r ? low : r) + (high > r ? high : r)
    }
  }
  return centres
}

/**
 * A tree over items with these boxes. No leaf is deeper than twice the depth of a tree cut into halves: where the rule would
 * keep cutting off crumbs, halves are taken instead.
 */
export function splitBoxes(boxes: Float64Array, options: SplitOptions): SplitShape {
  checkLeafSize(options.leafSize)
  const count = boxes.length / ITEM
  const centres = new Float64Array(3 * count)
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) centres[3 * i + k] = boxes[ITEM * i + k]! + boxes[ITEM * i + 3 + k]!
  }
  return new Splitter(centres, boxes, options).run()
}

function checkLeafSize(leafSize: number): void {
  checkIndex('leafSize', leafSize, 1, 2 ** 16)
}

class Splitter {
  private readonly order: Uint32Array
  private readonly child: Int32Array
  private readonly first: Int32Array
  private readonly end: Int32Array
  private nodes = 0
  private readonly deepest: number
  /** Nodes yet to be visited, and their depths. */
  private readonly waiting: Int32Array
  private readonly depth: Int32Array
  /** Bounds of the centres in the node at hand: least x, y, z, greatest x, y, z. */
  private readonly bounds = new Float64Array(ITEM)
  private readonly bins: Bins | undefined

  /** `centres`: twice those of the items, x, y, z each. Their boxes are for the surface-area rule alone. */
  constructor(
    private readonly centres: Float64Array,
    private readonly boxes: Float64Array | undefined,
    private readonly options: SplitOptions,
  ) {
    const count = centres.length / 3
    const most = Math.max(0, 2 * count - 1)
    this.order = new Uint32Array(count)
    for (let i = 0; i < count; i++) this.order[i] = i
    this.child = new Int32Array(most)
    this.first = new Int32Array(most)
    this.end = new Int32Array(most)
    this.deepest = 2 * halvings(count)
    this.waiting = new Int32Array(this.deepest + 2)
    this.depth = new Int32Array(this.deepest + 2)
    this.bins = options.split === 'sah' ? new Bins() : undefined
  }

  /** Goes down the first children first: what belongs together is then together in memory. */
  run(): SplitShape {
    const { child, first, end, waiting, depth, order } = this
    const { leafSize } = this.options
    let top = -1
    if (order.length > 0) top = this.add(0, order.length)
    while (top >= 0) {
      const n = waiting[top]!
      const from = first[n]!
      const to = end[n]!
      if (to - from <= leafSize) {
        top--
        continue
      }
      const at = this.cut(from, to, depth[top]!)
      const c = this.add(from, at)
      this.add(at, to)
      child[n] = c
      // The second child takes its parent's place, the first is pushed above it.
      waiting[top] = c + 1
      waiting[top + 1] = c
      depth[top + 1] = depth[top] = depth[top]! + 1
      top++
    }
    const { nodes } = this
    return { nodes, order, child: child.slice(0, nodes), first: first.slice(0, nodes), end: end.slice(0, nodes) }
  }

  private add(first: number, end: number): number {
    const n = this.nodes++
    this.child[n] = -1
    this.first[n] = first
    this.end[n] = end
    return n
  }

  /** Sorts order[from..to) into two and returns where the second begins; neither is empty. */
  private cut(from: number, to: number, depth: number): number {
    const { order, centres, bounds } = this
    const { split } = this.options
    const rule = depth + 1 + halvings(to - from - 1) > this.deepest ? 'median' : split
    const half = (from + to + 1) >> 1
    const axis = this.measure(from, to)
    const low = bounds[axis]!
    const high = bounds[3 + axis]!
    // All centres in one place: any two halves are as good as any others.
    if (!(high > low)) return half
    if (rule !== 'median') {
      const at =
        rule === 'middle'
          ? partition(order, centres, axis, from, to, low / 2 + high / 2)
          : this.bins!.cut(this.boxes!, centres, order, from, to, bounds)
      if (at > from && at < to) return at
    }
    select(order, centres, axis, from, to - 1, half)
    return half
  }

  /** Bounds of the centres, and the axis along which they reach farthest. */
  private measure(from: number, to: number): number {
    const { order, centres, bounds } = this
    let c = 3 * order[from]!
    let x0 = centres[c]!
    let y0 = centres[c + 1]!
    let z0 = centres[c + 2]!
    let x1 = x0
    let y1 = y0
    let z1 = z0
    for (let i = from + 1; i < to; i++) {
      c = 3 * order[i]!
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
    bounds[0] = x0
    bounds[1] = y0
    bounds[2] = z0
    bounds[3] = x1
    bounds[4] = y1
    bounds[5] = z1
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
  let end = from
  for (let i = from; i < to; i++) {
    const item = order[i]!
    order[i] = order[end]!
    order[end] = item
    if (centres[3 * item + axis]! < at) end++
  }
  return end
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
    /** Of the centres. */
    ends: Float64Array,
  ): number {
    let best = Infinity
    let bestAxis = 0
    let bestBin = 0
    for (let axis = 0; axis < 3; axis++) {
      const scale = BINS / (ends[3 + axis]! - ends[axis]!)
      if (!(scale < Infinity)) continue
      this.fill(boxes, centres, order, from, to, axis, ends[axis]!, scale)
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
    const scale = BINS / (ends[3 + bestAxis]! - ends[bestAxis]!)
    let i = from
    let j = to - 1
    while (i <= j) {
      const item = order[i]!
      if (binOf(centres[3 * item + bestAxis]!, ends[bestAxis]!, scale) <= bestBin) i++
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
