// A tree of configurations that grows, and from which subtrees are cut. Flat arrays, parents before children, so that one pass
// finds a subtree and another closes the gap.
//
// Distances are asked for very often: each configuration is kept a second time as what is compared, its moving numbers times
// their weights. Trees are small, and a scan of a few thousand costs no more than one test of validity.
import { BrokenInvariantError } from '../../errors.js'
import type { PlanningSpace } from './planning-space.js'

export const NO_NODE = -1

export class PlanningTree {
  size = 0
  /** NO_NODE for roots. */
  parents = new Int32Array(64)
  /** By node: the number that its root was given. */
  roots = new Int32Array(64)
  /** By node: steps from it that failed, more or less. */
  failures = new Int32Array(64)
  /** By node: 1 if a step from it was ever blocked. */
  blocked = new Uint8Array(64)
  /** Distance from the last `nearest` to what it found. */
  nearestDistance = Infinity
  /** Configurations, `dof` numbers each. */
  private points: Float64Array
  private keys: Float64Array
  private readonly isPlain: boolean
  private readonly moving: Int32Array
  private readonly weights: Float64Array
  private readonly query: Float64Array

  constructor(private readonly space: PlanningSpace) {
    const { dof, moving, weights, quaternions } = space
    this.isPlain = !quaternions.some((i) => moving.includes(i))
    this.moving = Int32Array.from(moving)
    this.weights = Float64Array.from(moving, (i) => weights[i]!)
    this.query = new Float64Array(moving.length)
    this.points = new Float64Array(64 * dof)
    this.keys = new Float64Array(this.isPlain ? 64 * moving.length : 0)
  }

  /** Its number. */
  add(q: Float64Array, parent: number, root: number): number {
    const { dof } = this.space
    if (this.size === this.parents.length) this.grow()
    const node = this.size++
    this.parents[node] = parent
    this.roots[node] = root
    this.blocked[node] = 0
    // Where it is narrow, it is likely to stay so for a while.
    this.failures[node] = parent === NO_NODE ? 0 : this.failures[parent]! >> 2
    const o = node * dof
    for (let i = 0; i < dof; i++) this.points[o + i] = q[i]!
    if (this.isPlain) this.writeKey(this.keys, node * this.moving.length, q)
    return node
  }

  read(out: Float64Array, node: number): void {
    const o = node * out.length
    for (let i = 0; i < out.length; i++) out[i] = this.points[o + i]!
  }

  /**
   * The node that is nearest to q, the earliest of equals; `nearestDistance` is how far it is. Nodes that are blocked and farther
   * than `domain` do not count; NO_NODE if none does.
   */
  nearest(q: Float64Array, domain = Infinity): number {
    return this.isPlain ? this.nearestPlain(q, domain * domain) : this.nearestOf(q, domain * domain)
  }

  /** Is `node` below `top`, or the same? */
  isBelow(node: number, top: number): boolean {
    for (let k = node; k !== NO_NODE; k = this.parents[k]!) if (k === top) return true
    return false
  }

  /** Takes out `top` and all below it. */
  cut(top: number): void {
    const { parents, roots, failures, blocked, points, keys } = this
    const { dof } = this.space
    const width = this.isPlain ? this.moving.length : 0
    const to = new Int32Array(this.size)
    let kept = 0
    for (let k = 0; k < this.size; k++) {
      const parent = parents[k]!
      if (k === top || (parent !== NO_NODE && to[parent] === NO_NODE)) {
        to[k] = NO_NODE
        continue
      }
      to[k] = kept
      parents[kept] = parent === NO_NODE ? NO_NODE : to[parent]!
      roots[kept] = roots[k]!
      failures[kept] = failures[k]!
      blocked[kept] = blocked[k]!
      points.copyWithin(kept * dof, k * dof, (k + 1) * dof)
      keys.copyWithin(kept * width, k * width, (k + 1) * width)
      kept++
    }
    this.size = kept
  }

  /**
   * Takes out `top` and all below it, and hangs them on `parent`, a node of another tree, to which `link`, one of them, is joined. On
   * the way from `link` to `top`, parents become children.
   */
  moveTo(other: PlanningTree, top: number, link: number, parent: number): void {
    const { parents } = this
    const q = new Float64Array(this.space.dof)
    const root = other.roots[parent]!
    const to = new Int32Array(this.size).fill(NO_NODE)
    let above = parent
    for (let k = link; ; k = parents[k]!) {
      this.read(q, k)
      // Two nodes at one place become one: an edge of no length would be of no direction.
      if (k !== link || !other.isAt(parent, q)) above = other.add(q, above, root)
      to[k] = above
      if (k === top) break
    }
    for (let k = top + 1; k < this.size; k++) {
      const before = parents[k]!
      if (to[k] !== NO_NODE || before === NO_NODE || to[before] === NO_NODE) continue
      this.read(q, k)
      to[k] = other.add(q, to[before]!, root)
    }
    this.cut(top)
  }

  /** Throws BrokenInvariantError. */
  validate(): void {
    const { dof } = this.space
    const q = new Float64Array(dof)
    const key = new Float64Array(this.moving.length)
    for (let k = 0; k < this.size; k++) {
      const parent = this.parents[k]!
      if (parent >= k || parent < NO_NODE) throw new BrokenInvariantError(`node ${k} has the parent ${parent}`)
      if (parent !== NO_NODE && this.roots[k] !== this.roots[parent]) {
        throw new BrokenInvariantError(`node ${k} has another root than its parent`)
      }
      this.read(q, k)
      this.writeKey(key, 0, q)
      if (this.isPlain && key.some((x, i) => x !== this.keys[k * key.length + i])) {
        throw new BrokenInvariantError(`node ${k} is compared by other numbers than its own`)
      }
    }
  }

  private isAt(node: number, q: Float64Array): boolean {
    const o = node * q.length
    return q.every((x, i) => x === this.points[o + i])
  }

  private nearestPlain(q: Float64Array, domainSq: number): number {
    const { query, keys, size, blocked } = this
    const width = query.length
    this.writeKey(query, 0, q)
    let best = NO_NODE
    let least = Infinity
    for (let k = 0, o = 0; k < size; k++, o += width) {
      let sum = 0
      for (let i = 0; i < width; i++) {
        const d = keys[o + i]! - query[i]!
        sum += d * d
      }
      if (sum < least && (sum <= domainSq || blocked[k] === 0)) {
        least = sum
        best = k
      }
    }
    this.nearestDistance = Math.sqrt(least)
    return best
  }

  private nearestOf(q: Float64Array, domainSq: number): number {
    const { space, points, size, blocked } = this
    let best = NO_NODE
    let least = Infinity
    for (let k = 0; k < size; k++) {
      const sum = space.distanceSq(points, k * space.dof, q, 0, least)
      if (sum < least && (sum <= domainSq || blocked[k] === 0)) {
        least = sum
        best = k
      }
    }
    this.nearestDistance = Math.sqrt(least)
    return best
  }

  private writeKey(out: Float64Array, o: number, q: Float64Array): void {
    const { moving, weights } = this
    for (let k = 0; k < moving.length; k++) out[o + k] = weights[k]! * q[moving[k]!]!
  }

  private grow(): void {
    const twice = <T extends Int32Array | Float64Array | Uint8Array>(array: T): T => {
      const out = new (array.constructor as new (length: number) => T)(2 * array.length)
      out.set(array)
      return out
    }
    this.parents = twice(this.parents)
    this.roots = twice(this.roots)
    this.failures = twice(this.failures)
    this.blocked = twice(this.blocked)
    this.points = twice(this.points)
    this.keys = twice(this.keys)
  }
}
