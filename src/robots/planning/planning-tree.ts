// A tree of configurations that grows, and from which subtrees are cut. Flat arrays, parents before children, so that one pass
// finds a subtree and another closes the gap.
//
// Distances are asked for very often: each configuration is kept a second time as what is compared, its moving numbers times
// their weights; without them where there are quaternions, which are compared one by one. A small tree is scanned, a large one
// has boxes.
import { BrokenInvariantError } from '../../errors.js'
import { longer, NearestBoxes, type NearestPoints } from './nearest-boxes.js'
import type { PlanningSpace } from './planning-space.js'

/** Nodes up to which a scan is as fast as boxes are. */
const SCANNED = 400

/** Coordinates that are added up before it is asked whether they are too many already. */
const FIRST = 4

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
  private boxes: NearestBoxes | undefined
  private readonly isPlain: boolean
  /** Variables that keys are made of, and what each is multiplied with there. */
  private readonly moving: Int32Array
  private readonly weights: Float64Array
  /** What differences of keys are multiplied with. */
  private readonly scales: Float64Array
  private readonly query: Float64Array
  private asked: Float64Array

  constructor(private readonly space: PlanningSpace) {
    const { dof, moving, weights, quaternions } = space
    this.isPlain = !quaternions.some((i) => moving.includes(i))
    const isPart = (i: number): boolean => quaternions.some((q) => i >= q && i < q + 4)
    this.moving = Int32Array.from(this.isPlain ? moving : moving.filter((i) => !isPart(i)))
    const own = Float64Array.from(this.moving, (i) => weights[i]!)
    const ones = new Float64Array(own.length).fill(1)
    this.weights = this.isPlain ? own : ones
    this.scales = this.isPlain ? ones : own
    this.query = new Float64Array(this.moving.length)
    this.asked = this.query
    this.points = new Float64Array(64 * dof)
    this.keys = new Float64Array(64 * this.moving.length)
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
    this.writeKey(this.keys, node * this.moving.length, q)
    this.boxes?.add(node)
    return node
  }

  /** A step from it was blocked. */
  block(node: number): void {
    if (this.blocked[node] === 1) return
    this.blocked[node] = 1
    this.boxes?.block(node)
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
    const domainSq = domain * domain
    this.writeKey(this.query, 0, q)
    this.asked = q
    if (this.size > SCANNED) {
      this.boxes ??= new NearestBoxes(this.nearestPoints())
      const found = this.boxes.nearest(this.query, domainSq)
      this.nearestDistance = Math.sqrt(this.boxes.leastSq)
      return found
    }
    return this.scan(domainSq)
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
    const width = this.moving.length
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
    // Numbers are others now.
    this.boxes = undefined
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
      if (key.some((x, i) => x !== this.keys[k * key.length + i])) {
        throw new BrokenInvariantError(`node ${k} is compared by other numbers than its own`)
      }
    }
    this.boxes?.validate()
  }

  private isAt(node: number, q: Float64Array): boolean {
    const o = node * q.length
    return q.every((x, i) => x === this.points[o + i])
  }

  private scan(domainSq: number): number {
    const { size, blocked } = this
    let best = NO_NODE
    let least = Infinity
    for (let k = 0; k < size; k++) {
      const sum = this.distanceSq(k, least)
      if (sum < least && (sum <= domainSq || blocked[k] === 0)) {
        least = sum
        best = k
      }
    }
    this.nearestDistance = Math.sqrt(least)
    return best
  }

  /** Of a node from what was asked last; more than `limit`, but not how much more, once that is passed. */
  private distanceSq(node: number, limit: number): number {
    const { query, keys, space } = this
    if (!this.isPlain) return space.distanceSq(this.points, node * space.dof, this.asked, 0, limit)
    const width = query.length
    const o = node * width
    let sum = 0
    let i = 0
    for (; i < width && i < FIRST; i++) {
      const d = keys[o + i]! - query[i]!
      sum += d * d
    }
    if (sum > limit) return sum
    for (; i < width; i++) {
      const d = keys[o + i]! - query[i]!
      sum += d * d
    }
    return sum
  }

  private nearestPoints(): NearestPoints {
    const tree = this
    return {
      get size() {
        return tree.size
      },
      get blocked() {
        return tree.blocked
      },
      get keys() {
        return tree.keys
      },
      width: this.moving.length,
      scales: this.scales,
      distanceSq: (point, limit) => tree.distanceSq(point, limit),
    }
  }

  private writeKey(out: Float64Array, o: number, q: Float64Array): void {
    const { moving, weights } = this
    for (let k = 0; k < moving.length; k++) out[o + k] = weights[k]! * q[moving[k]!]!
  }

  private grow(): void {
    this.parents = longer(this.parents)
    this.roots = longer(this.roots)
    this.failures = longer(this.failures)
    this.blocked = longer(this.blocked)
    this.points = longer(this.points)
    this.keys = longer(this.keys)
  }
}
