// A tree of boxes over points that are added one after the other, for the nearest of them: what a scan would find, to the last bit,
// ties included. A box is split in the middle of its longest side when it holds too many.
//
// Bounds need no margin. A point p of a box is compared by the sum of (s·(p − q))² over its coordinates, in order; the box by
// (s·(low − q))², (s·(high − q))² or 0 for each, in the same order. Rounding is monotone: a difference, product or sum of what is
// no larger does not come out larger. So the computed bound is at most the computed distance of every point in the box. Terms that
// the boxes know nothing of (a quaternion's) only add to the distance, and so do terms that are left out.
import { BrokenInvariantError } from '../../errors.js'

const NONE = -1

/** Points of a box that is not split, if they differ. */
const MOST_IN_BOX = 16

/** Where a point lies in the arrays that its owner keeps, and what it is compared by. */
export interface NearestPoints {
  readonly size: number
  /** By point: 1 if it counts only within the domain. */
  readonly blocked: Uint8Array
  /** `width` numbers a point. */
  readonly keys: Float64Array
  readonly width: number
  /** s, by coordinate. */
  readonly scales: Float64Array
  /** Squared distance of a point from the query; more than `limit`, but not how much more, once that is passed. */
  distanceSq(point: number, limit: number): number
}

export class NearestBoxes {
  /** Of the last search. */
  leastSq = Infinity
  private boxes = 1
  /** First of two children; NONE for a box that is not split. */
  private children = new Int32Array(64).fill(NONE)
  private parents = new Int32Array(64).fill(NONE)
  private axes = new Int32Array(64)
  private middles = new Float64Array(64)
  /** How many points are in it, and how many of them are not blocked. */
  private counts = new Int32Array(64)
  private opens = new Int32Array(64)
  private lows: Float64Array
  private highs: Float64Array
  /** The first point of a box, and by point the next one and its box. */
  private heads = new Int32Array(64).fill(NONE)
  private next = new Int32Array(256)
  private boxOf = new Int32Array(256)
  private size = 0
  private stack = new Int32Array(256)
  private bounds = new Float64Array(256)

  constructor(private readonly points: NearestPoints) {
    this.lows = new Float64Array(64 * points.width).fill(Infinity)
    this.highs = new Float64Array(64 * points.width).fill(-Infinity)
    for (let k = 0; k < points.size; k++) this.add(k)
  }

  /** The next point, whose numbers are in the owner's arrays by now. */
  add(point: number): void {
    const { keys, width, blocked } = this.points
    if (point !== this.size) throw new BrokenInvariantError(`point ${point} comes after ${this.size}`)
    if (point === this.next.length) {
      this.next = longer(this.next)
      this.boxOf = longer(this.boxOf)
    }
    this.size++
    let box = 0
    for (;;) {
      this.counts[box]!++
      if (blocked[point] === 0) this.opens[box]!++
      this.grow(box, point)
      const child = this.children[box]!
      if (child === NONE) break
      box = keys[point * width + this.axes[box]!]! <= this.middles[box]! ? child : child + 1
    }
    this.put(box, point)
    if (this.counts[box]! > MOST_IN_BOX) this.split(box)
  }

  /** A point that was not blocked is now. */
  block(point: number): void {
    for (let box = this.boxOf[point]!; box !== NONE; box = this.parents[box]!) this.opens[box]!--
  }

  /** The nearest point, the earliest of equals, or -1: blocked ones count only within the domain. */
  nearest(query: Float64Array, domainSq: number): number {
    const { points, children, opens, heads, next } = this
    const { blocked } = points
    let best = NONE
    let least = Infinity
    this.stack[0] = 0
    this.bounds[0] = 0
    let top = 1
    while (top > 0) {
      top--
      const box = this.stack[top]!
      if (this.bounds[top]! > least) continue
      const child = children[box]!
      if (child === NONE) {
        for (let k = heads[box]!; k !== NONE; k = next[k]!) {
          const sum = points.distanceSq(k, least)
          if (!(sum < least || (sum === least && k < best))) continue
          if (sum > domainSq && blocked[k] === 1) continue
          least = sum
          best = k
        }
        continue
      }
      if (top + 2 > this.stack.length) {
        this.stack = longer(this.stack)
        this.bounds = longer(this.bounds)
      }
      const a = this.boundSq(child, query, least)
      const b = this.boundSq(child + 1, query, least)
      // The nearer one is looked into first.
      const first = a <= b ? child : child + 1
      for (let k = 0; k < 2; k++) {
        const one = k === 0 ? child + child + 1 - first : first
        const bound = one === child ? a : b
        if (bound > least || (opens[one] === 0 && bound > domainSq)) continue
        this.stack[top] = one
        this.bounds[top] = bound
        top++
      }
    }
    this.leastSq = least
    return best
  }

  /** Throws BrokenInvariantError. */
  validate(): void {
    const { keys, width, blocked, size } = this.points
    if (this.size !== size) throw new BrokenInvariantError(`${this.size} of ${size} points are in boxes`)
    const counts = new Int32Array(this.boxes)
    const opens = new Int32Array(this.boxes)
    for (let k = 0; k < size; k++) {
      for (let box = this.boxOf[k]!; box !== NONE; box = this.parents[box]!) {
        counts[box]!++
        if (blocked[k] === 0) opens[box]!++
        for (let i = 0; i < width; i++) {
          const x = keys[k * width + i]!
          if (!(x >= this.lows[box * width + i]! && x <= this.highs[box * width + i]!)) {
            throw new BrokenInvariantError(`point ${k} is outside box ${box}`)
          }
        }
      }
    }
    for (let box = 0; box < this.boxes; box++) {
      if (counts[box] !== this.counts[box] || opens[box] !== this.opens[box]) {
        throw new BrokenInvariantError(`box ${box} counts ${this.counts[box]} points, ${this.opens[box]} of them open`)
      }
      let listed = 0
      for (let k = this.heads[box]!; k !== NONE; k = this.next[k]!) {
        if (this.boxOf[k] !== box) throw new BrokenInvariantError(`point ${k} is listed in box ${box}`)
        listed++
      }
      if (listed !== (this.children[box] === NONE ? counts[box] : 0)) {
        throw new BrokenInvariantError(`box ${box} lists ${listed} points of ${counts[box]}`)
      }
    }
  }

  private put(box: number, point: number): void {
    this.boxOf[point] = box
    this.next[point] = this.heads[box]!
    this.heads[box] = point
  }

  private grow(box: number, point: number): void {
    const { keys, width } = this.points
    for (let i = 0; i < width; i++) {
      const x = keys[point * width + i]!
      if (x < this.lows[box * width + i]!) this.lows[box * width + i] = x
      if (x > this.highs[box * width + i]!) this.highs[box * width + i] = x
    }
  }

  private boundSq(box: number, query: Float64Array, limit: number): number {
    const { lows, highs } = this
    const { width, scales } = this.points
    const o = box * width
    let sum = 0
    for (let i = 0; i < width && sum <= limit; i++) {
      const q = query[i]!
      const low = lows[o + i]!
      const high = highs[o + i]!
      const d = q < low ? scales[i]! * (low - q) : q > high ? scales[i]! * (high - q) : 0
      sum += d * d
    }
    return sum
  }

  /** Gives a box two children, unless all its points are one. */
  private split(box: number): void {
    const { keys, width, scales, blocked } = this.points
    let axis = NONE
    let longest = 0
    for (let i = 0; i < width; i++) {
      const side = scales[i]! * (this.highs[box * width + i]! - this.lows[box * width + i]!)
      if (side > longest) {
        longest = side
        axis = i
      }
    }
    if (axis === NONE) return
    const low = this.lows[box * width + axis]!
    const high = this.highs[box * width + axis]!
    const middle = low + (high - low) / 2
    const child = this.boxes
    this.reserve(child + 2)
    this.boxes += 2
    this.children[box] = child
    this.axes[box] = axis
    // Between neighbouring numbers there is none: the lower one keeps the other out.
    this.middles[box] = middle < high ? middle : low
    for (let k = this.heads[box]!; k !== NONE; ) {
      const after = this.next[k]!
      const to = keys[k * width + axis]! <= this.middles[box]! ? child : child + 1
      this.counts[to]!++
      if (blocked[k] === 0) this.opens[to]!++
      this.grow(to, k)
      this.put(to, k)
      k = after
    }
    this.heads[box] = NONE
    this.parents[child] = box
    this.parents[child + 1] = box
  }

  private reserve(boxes: number): void {
    const { width } = this.points
    const before = this.children.length
    if (boxes <= before) return
    this.children = longer(this.children).fill(NONE, before)
    this.parents = longer(this.parents).fill(NONE, before)
    this.heads = longer(this.heads).fill(NONE, before)
    this.axes = longer(this.axes)
    this.middles = longer(this.middles)
    this.counts = longer(this.counts)
    this.opens = longer(this.opens)
    this.lows = longer(this.lows).fill(Infinity, before * width)
    this.highs = longer(this.highs).fill(-Infinity, before * width)
  }
}

/** A copy with twice the room. */
export function longer<T extends Int32Array | Float64Array | Uint8Array>(array: T): T {
  const out = new (array.constructor as new (length: number) => T)(2 * array.length)
  out.set(array)
  return out
}
