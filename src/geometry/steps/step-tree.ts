// The tree of a step's proof: an order of the items halved by index, with extents along nine axes (18-DOPs) at an instant. What is in a node
// follows from the order alone, so that a verifier builds the same tree.
import { InvalidInputError } from '../../errors.js'
import type { StepItems } from './step-document.js'

export const STEP_AXES = 9

/** In pre-order: the first child of node k is k + 1. */
export interface ProofTree {
  readonly order: Int32Array
  readonly nodes: number
  readonly first: Int32Array
  readonly end: Int32Array
  /** The second child; −1 for a leaf. */
  readonly second: Int32Array
  /** 1: has items of the first part; 2: of the second. */
  readonly parts: Uint8Array
  /** The greatest radius. */
  readonly radii: Float64Array
}

/** Most items of a leaf. */
const BEADS_IN_LEAF = 4

export function buildProofTree(items: StepItems, given: ArrayLike<number> | undefined): ProofTree {
  const { count, hulls, firstPart } = items
  const order = given === undefined ? ownOrder(items) : Int32Array.from(given)
  checkOrder(order, count)
  const most = 2 * count
  const [first, end, second] = [new Int32Array(most), new Int32Array(most), new Int32Array(most).fill(-1)]
  const parts = new Uint8Array(most)
  const radii = new Float64Array(most)
  const leaf = hulls === 'beads' ? BEADS_IN_LEAF : 1
  let nodes = 0
  const add = (from: number, to: number): number => {
    const node = nodes++
    first[node] = from
    end[node] = to
    if (to - from > leaf) {
      const middle = from + ((to - from) >> 1)
      const left = add(from, middle)
      const right = add(middle, to)
      second[node] = right
      parts[node] = parts[left]! | parts[right]!
      radii[node] = Math.max(radii[left]!, radii[right]!)
    } else {
      for (let k = from; k < to; k++) {
        parts[node]! |= order[k]! < firstPart ? 1 : 2
        radii[node] = Math.max(radii[node]!, items.radii[order[k]!]!)
      }
    }
    return node
  }
  add(0, count)
  return { order, nodes, first, end, second, parts, radii }
}

function checkOrder(order: Int32Array, count: number): void {
  const seen = new Uint8Array(count)
  for (const item of order) if (item >= 0 && item < count) seen[item] = 1
  if (order.length !== count || seen.includes(0)) {
    throw new InvalidInputError('order', order.length, `a permutation of ${count} items`)
  }
}

/** Ropes as they are; triangles halved at the median of their middles along the longest side of the box around these, and again. */
function ownOrder({ count, hulls, corners, from, to }: StepItems): Int32Array {
  const order = Int32Array.from({ length: count }, (_, i) => i)
  if (hulls !== 'triangles') return order
  const middles = new Float64Array(3 * count)
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 9; k++) {
      const at = 3 * corners[3 * t + Math.floor(k / 3)]! + (k % 3)
      middles[3 * t + (k % 3)]! += from[at]! + to[at]!
    }
  }
  const halve = (low: number, high: number): void => {
    if (high - low < 2) return
    let [axis, widest] = [0, -1]
    for (let k = 0; k < 3; k++) {
      let [least, most] = [Infinity, -Infinity]
      for (let i = low; i < high; i++) {
        const x = middles[3 * order[i]! + k]!
        if (x < least) least = x
        if (x > most) most = x
      }
      if (most - least > widest) [axis, widest] = [k, most - least]
    }
    order.subarray(low, high).sort((s, t) => middles[3 * s + axis]! - middles[3 * t + axis]! || s - t)
    const middle = low + ((high - low) >> 1)
    halve(low, middle)
    halve(middle, high)
  }
  halve(0, count)
  return order
}

/** Least and greatest a·p(t) of the points of every node, along nine axes a. t is a multiple of 2^-10. */
export function fitExtents({ from, to, corners }: StepItems, tree: ProofTree, t: number): Float64Array {
  const width = 2 * STEP_AXES
  const out = new Float64Array(width * tree.nodes)
  const values = new Float64Array(STEP_AXES)
  for (let node = tree.nodes - 1; node >= 0; node--) {
    const o = width * node
    for (let k = 0; k < width; k += 2) {
      out[o + k] = Infinity
      out[o + k + 1] = -Infinity
    }
    const second = tree.second[node]!
    if (second >= 0) {
      const [c, d] = [width * (node + 1), width * second]
      for (let k = 0; k < width; k += 2) {
        out[o + k] = Math.min(out[c + k]!, out[d + k]!)
        out[o + k + 1] = Math.max(out[c + k + 1]!, out[d + k + 1]!)
      }
      continue
    }
    for (let at = 3 * tree.first[node]!; at < 3 * tree.end[node]!; at++) {
      const point = corners[3 * tree.order[Math.floor(at / 3)]! + (at % 3)]!
      if (point < 0) continue
      const x = (1 - t) * from[3 * point]! + t * to[3 * point]!
      const y = (1 - t) * from[3 * point + 1]! + t * to[3 * point + 1]!
      const z = (1 - t) * from[3 * point + 2]! + t * to[3 * point + 2]!
      values.set(alongAxes(x, y, z))
      for (let k = 0; k < STEP_AXES; k++) {
        const value = values[k]!
        if (value < out[o + 2 * k]!) out[o + 2 * k] = value
        if (value > out[o + 2 * k + 1]!) out[o + 2 * k + 1] = value
      }
    }
  }
  return out
}

/** Along x, y, z, x + y, x − y, x + z, x − z, y + z, y − z. */
function alongAxes(x: number, y: number, z: number): readonly number[] {
  return [x, y, z, x + y, x - y, x + z, x - z, y + z, y - z]
}
