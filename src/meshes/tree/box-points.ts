// The points below each node of a tree, each once, without looking for them among all its items.
import type { SplitShape } from './mesh-splits.js'

/** The points of items: item i has points[3·corners[stride·i + k]..] for k < stride. */
export interface ItemPoints {
  readonly points: Float64Array
  readonly corners: Uint32Array
  readonly stride: number
}

/** Some of the points: `own` of them from number `from` on, then those in list[at..], `count` in all. */
export interface PointCloud {
  readonly points: Float64Array
  readonly from: number
  readonly own: number
  readonly list: Int32Array
  readonly at: number
  readonly count: number
}

/**
 * Points are renumbered, in the order in which the leaves meet them; a node then has those that it is the first to meet,
 * which are consecutive, and its guests: those that earlier leaves have met. A parent's guests are its left child's, and of
 * its right child's those that are older than the left child. Nodes must be entered from the last to the first.
 */
export class NodePoints implements PointCloud {
  /** Coordinates in the new numbering. */
  readonly points: Float64Array
  /** The points of the node entered. */
  from = 0
  own = 0
  list: Int32Array
  at = 0
  count = 0
  /** Points of the items in leaf order; how many of them the items before item i have met. */
  private readonly corners: Int32Array
  private readonly met: Int32Array
  /** Guests of the nodes that have been entered: those of node n from start[n] to stop[n]. */
  private guests: Int32Array
  private guestsEnd = 0
  private readonly start: Int32Array
  private readonly stop: Int32Array
  /** The last node that had this point as a guest. */
  private readonly seen: Int32Array

  constructor(
    private readonly shape: SplitShape,
    private readonly items: ItemPoints,
  ) {
    const { points, corners } = items
    this.points = new Float64Array(Math.min(points.length, 3 * corners.length))
    this.corners = new Int32Array(corners.length)
    this.met = new Int32Array(shape.order.length + 1)
    const count = renumber(this.points, this.corners, this.met, shape.order, items)
    this.seen = new Int32Array(count).fill(-1)
    this.start = new Int32Array(shape.nodes)
    this.stop = new Int32Array(shape.nodes)
    this.guests = new Int32Array(2 * corners.length)
    this.list = this.guests
  }

  /** With its guests. */
  enter(n: number): void {
    const { met, shape, start, stop } = this
    const first = shape.first[n]!
    const end = shape.end[n]!
    const c = shape.child[n]!
    this.from = met[first]!
    this.own = met[end]! - this.from
    this.at = this.guestsEnd
    start[n] = this.guestsEnd
    if (c < 0) {
      const { stride } = this.items
      this.invite(n, this.corners, stride * first, stride * end)
    } else {
      this.invite(n, this.guests, start[c]!, stop[c]!)
      this.invite(n, this.guests, start[c + 1]!, stop[c + 1]!)
    }
    stop[n] = this.guestsEnd
    this.list = this.guests
    this.count = this.own + this.guestsEnd - this.at
  }

  /** Its own points only. No node above it can be entered with its guests. */
  enterOwn(n: number): void {
    this.from = this.met[this.shape.first[n]!]!
    this.own = this.met[this.shape.end[n]!]! - this.from
    this.count = this.own
  }

  /** Adds those of list[at..to) that are older than the node entered, and not its guests already. */
  private invite(n: number, list: Int32Array, at: number, to: number): void {
    const { seen, from } = this
    let end = this.guestsEnd
    if (end + to - at > this.guests.length) {
      const larger = new Int32Array(2 * (end + to - at))
      larger.set(this.guests)
      this.guests = larger
    }
    const { guests } = this
    for (let k = at; k < to; k++) {
      const v = list[k]!
      if (v >= from || seen[v] === n) continue
      seen[v] = n
      guests[end++] = v
    }
    this.guestsEnd = end
  }
}

/** Writes points, corners and how many points have been met; returns their number. */
function renumber(
  points: Float64Array,
  corners: Int32Array,
  met: Int32Array,
  order: Uint32Array,
  items: ItemPoints,
): number {
  const { stride } = items
  const number = new Int32Array(items.points.length / 3).fill(-1)
  let count = 0
  let at = 0
  for (let i = 0; i < order.length; i++) {
    const from = stride * order[i]!
    for (let k = from; k < from + stride; k++) {
      const v = items.corners[k]!
      let name = number[v]!
      if (name < 0) {
        name = count++
        number[v] = name
        points[3 * name] = items.points[3 * v]!
        points[3 * name + 1] = items.points[3 * v + 1]!
        points[3 * name + 2] = items.points[3 * v + 2]!
      }
      corners[at++] = name
    }
    met[i + 1] = count
  }
  return count
}
