// The search over a move: is every pair of links that a moving joint separates apart at every instant of the way?
//
// A pair of parts, each rigid, during an interval of time that is a dyadic part of [0, 1]:
//   1. Balls. Under one turn, |a − R(θ)·b|² = C − 2·(p·cos θ + q·sin θ), least at an end of the interval or at the crest: closed form. Else
//      the path of the centre is within acceleration·h²/8 of its chord, so the distance to the chord less that bounds the gap.
//   2. Boxes. A direction n that separates them in the middle of the interval, kept fixed: along n every point is within
//      acceleration·h²/8 of the straight line between its ends, so gaps above that at both ends prove the interval.
//   3. Otherwise the larger part is opened, or the interval halved where it is the motion that is in the way.
// Two single links are measured: chain-move-links.ts.
//
// Rounding: `margin`, what rounding may have moved the two parts by (chain-move-items.ts), is added to every gap that is asked for. Distances
// in their frames are good to 16 u of the lengths at hand, which SEARCH_ROUNDING in the items' errors covers.

import { composeInversePose, composePose, POSE } from '../../base/math/pose.js'
import { ROUND_UP, TINY_LENGTH } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { mergeSphere } from '../../volumes/sphere.js'
import type { ChainArrays } from './chain-arrays.js'
import type { ChainBody } from './chain-links.js'
import { arcDistance, chordDistance } from './chain-move-arc.js'
import { MoveGroups } from './chain-move-groups.js'
import { COMPOSITE, linkBall, MoveItems, more, nodeBall, withoutOnlyChildren } from './chain-move-items.js'
import { LINKS_APART, LINKS_TOUCH, LINKS_UNSURE, MoveLinks, type NearAtoms } from './chain-move-links.js'
import { decideTie, tie } from './chain-move-ties.js'
import { MoveTimes } from './chain-move-times.js'
import type { PairRule } from './chain-visitors.js'
import type { ChainWay } from './chain-way.js'

/** Numbers of a part on the stack: pose (12), ball (4), error (1). */
const PART = 17
const PART_BALL = 12
const PART_ERROR = 16
/** Numbers of an entry: two parts, and when its interval begins. */
const ENTRY = 2 * PART + 1
/** Whole numbers of a part: a node or −1 − item; first and end of its links; its segment. */
const PART_TAGS = 4
/** Whole numbers of an entry: two parts, and the level of its interval, which is 2^−level long. */
const TAGS = 2 * PART_TAGS + 1

/** Deepest halving of time for parts; pairs of links have their own limits. */
const MOST_LEVELS = 24

/** What is known of the whole way of a move: proved free, a collision shown, or neither. */
export type MoveOutcome = 'free' | 'collision' | 'undecided'

export class MoveSearch {
  volumeTests = 0
  leafTests = 0
  outcome: MoveOutcome = 'free'
  /** Instant and links of a collision; links of the first pair that stayed open. */
  at = 0
  a = -1
  b = -1
  readonly items = new MoveItems()
  readonly times = new MoveTimes()
  readonly links = new MoveLinks()
  private numbers = new Float64Array(64 * ENTRY)
  private tags = new Int32Array(64 * TAGS)
  private top = 0
  private readonly middle = new Float64Array(3 * POSE)
  private readonly direction = new Float64Array(3)

  /** Tested of pairs that the chain leaves out. */
  near: NearAtoms | undefined
  /** Of two joints, the links between them are all that moves: the rest keeps its shape, except for rounding. */
  isSpan = false

  /** Searches the whole way. `most` tests at most: then what is left is undecided. */
  run(body: ChainBody, way: ChainWay, neighbours: number, exclude: PairRule | undefined, most: number): void {
    const c = body.arrays
    this.volumeTests = 0
    this.leafTests = 0
    this.outcome = 'free'
    this.a = -1
    this.b = -1
    if (way.count === 0) return
    const { items, times, links } = this
    items.build(c, way)
    times.start(way, items)
    links.start(body, times)
    this.groups.start(items, times, way.count + 1)
    let error = 0
    for (let s = 0; s <= way.count; s++) error = Math.max(error, items.error[items.root[s]!]!)
    this.groupMargin = 2 * error + 3 * items.motionError + TINY_LENGTH
    this.body = body
    this.way = way
    this.neighbours = neighbours
    this.exclude = exclude
    this.most = most
    try {
      this.within(1, 0, way.count + 1)
    } finally {
      this.body = undefined
      this.way = undefined
      this.exclude = undefined
    }
  }

  private readonly groups = new MoveGroups()
  private body: ChainBody | undefined
  private way: ChainWay | undefined
  private neighbours = 0
  private exclude: PairRule | undefined
  private most = Infinity

  /** Pairs of segments of a group, which is lo … hi − 1. True ends the search. */
  private within(group: number, lo: number, hi: number): boolean {
    if (hi - lo < 2) return false
    const cut = (lo + hi) >> 1
    return (
      this.within(2 * group, lo, cut) ||
      this.within(2 * group + 1, cut, hi) ||
      this.between(2 * group, lo, cut, 2 * group + 1, cut, hi, 0, 0)
    )
  }

  /** Segments a … b − 1 against c … d − 1 during the interval of a level that begins at t. */
  private between(
    groupA: number,
    a: number,
    b: number,
    groupB: number,
    c: number,
    d: number,
    t: number,
    level: number,
  ): boolean {
    const { items, times, numbers } = this
    if (
      this.near === undefined &&
      items.end[items.root[d - 1]!]! - 1 - items.first[items.root[a]!]! <= this.neighbours
    ) {
      return false
    }
    if (b - a === 1 && d - c === 1) return this.pairOfSegments(a, c, t, level)
    if (this.isSpent()) return true
    const half = 2 ** -level / 2
    if (b !== c) {
      const first = this.groups.ball(numbers, PART_BALL, groupA, a, b, b - 1, t + half, half)
      const second = this.groups.ball(numbers, PART + PART_BALL, groupB, c, d, c, t + half, half)
      if (first && second) {
        this.volumeTests++
        if (this.ballsApart(0, b - 1, c, t, level, this.groupMargin)) return false
      }
      const moved = 2 * half * times.anglesBetween(b - 1, c + 1)
      if (level < MOST_LEVELS && (!first || !second || moved > 1)) {
        return (
          this.between(groupA, a, b, groupB, c, d, t, level + 1) ||
          this.between(groupA, a, b, groupB, c, d, t + half, level + 1)
        )
      }
    }
    if (b - a >= d - c) {
      const cut = (a + b) >> 1
      return (
        this.between(2 * groupA, a, cut, groupB, c, d, t, level) ||
        this.between(2 * groupA + 1, cut, b, groupB, c, d, t, level)
      )
    }
    const cut = (c + d) >> 1
    return (
      this.between(groupA, a, b, 2 * groupB, c, cut, t, level) ||
      this.between(groupA, a, b, 2 * groupB + 1, cut, d, t, level)
    )
  }

  /** Has the limit on tests been reached? Then what is left is undecided. */
  private isSpent(): boolean {
    if (this.volumeTests + this.leafTests < this.most) return false
    if (this.outcome === 'free') this.outcome = 'undecided'
    return true
  }

  /** Rounding of two groups: that of their items, and of the poses inside them and between them. */
  private groupMargin = 0

  private pairOfSegments(s: number, u: number, t: number, level: number): boolean {
    if (this.isSpan && s === 0 && u === 2) return false
    const body = this.body!
    this.pushRoots(body.arrays, s, u)
    this.numbers[2 * PART] = t
    this.tags[2 * PART_TAGS] = level
    while (this.top > 0) {
      if (this.isSpent()) return true
      if (this.step(body, this.neighbours, this.exclude)) return true
    }
    return false
  }

  get byteLength(): number {
    return this.numbers.byteLength + this.tags.byteLength + this.items.byteLength + this.groups.byteLength
  }

  private pushRoots(c: ChainArrays, s: number, u: number): void {
    const { items } = this
    this.loadItem(c, 0, 0, items.root[s]!, s)
    this.loadItem(c, PART, PART_TAGS, items.root[u]!, u)
    this.numbers[2 * PART] = 0
    this.tags[2 * PART_TAGS] = 0
    this.top = 1
  }

  /** Writes an item where a part is kept: numbers at p, tags at g. */
  private loadItem(c: ChainArrays, p: number, g: number, item: number, segment: number): void {
    const { items, numbers, tags } = this
    const node = items.node[item]!
    for (let k = 0; k < POSE; k++) numbers[p + k] = items.pose[item * POSE + k]!
    for (let k = 0; k < BALL; k++) numbers[p + PART_BALL + k] = items.ball[item * BALL + k]!
    numbers[p + PART_ERROR] = items.error[item]!
    tags[g] = node >= 0 ? node : -1 - item
    tags[g + 1] = items.first[item]!
    tags[g + 2] = items.end[item]!
    tags[g + 3] = segment
    if (node >= 0 && c.child[node]! < 0) this.fitLinks(c, p, items.first[item]!, items.end[item]!)
  }

  /** The ball of a leaf, or of some of its links, around the links themselves. */
  private fitLinks(c: ChainArrays, p: number, first: number, end: number): void {
    const { numbers } = this
    const b = p + PART_BALL
    linkBall(numbers, b, numbers, p, c.balls, first * BALL)
    for (let i = first + 1; i < end; i++) {
      linkBall(other, 0, numbers, p, c.balls, i * BALL)
      mergeSphere(numbers, b, numbers, b, other, 0)
    }
  }

  /** Takes an entry off the stack and tests it. True ends the search: a collision. */
  private step(body: ChainBody, neighbours: number, exclude: PairRule | undefined): boolean {
    const c = body.arrays
    const { numbers, tags, times, items } = this
    const e = --this.top
    const p = e * ENTRY
    const g = e * TAGS
    const firstA = tags[g + 1]!
    const endA = tags[g + 2]!
    const firstB = tags[g + PART_TAGS + 1]!
    const endB = tags[g + PART_TAGS + 2]!
    // All of it is neighbours along the chain.
    const { near } = this
    if (near === undefined && endB - 1 - firstA <= neighbours) return false
    const s = tags[g + 3]!
    const u = tags[g + PART_TAGS + 3]!
    const t = numbers[p + 2 * PART]!
    const level = tags[g + 2 * PART_TAGS]!
    const q = p + PART
    const margin = numbers[p + PART_ERROR]! + numbers[q + PART_ERROR]! + items.motionError + TINY_LENGTH
    const isPair = endA - firstA === 1 && endB - firstB === 1
    if (isPair) {
      let pair = -1
      if (firstB - firstA <= neighbours || exclude?.(firstA, firstB) === true) {
        pair = near?.pairOf(firstA, firstB) ?? -1
        if (pair < 0) return false
      }
      return this.measure(p, g, s, u, t, level, margin, pair)
    }
    // Parts that follow each other share a joint: they nearly always touch.
    if (endA !== firstB) {
      this.volumeTests++
      if (this.ballsApart(p, s, u, t, level, margin)) return false
      const nodeA = this.boxNode(c, g)
      const nodeB = this.boxNode(c, g + PART_TAGS)
      if (nodeA >= 0 || nodeB >= 0) {
        this.volumeTests++
        if (this.boxesApart(c, nodeA, nodeB, p, s, u, t, level, margin)) return false
      }
    }
    const radiusA = numbers[p + PART_BALL + 3]!
    const radiusB = numbers[q + PART_BALL + 3]!
    const length = 2 ** -level
    times.bound(
      s,
      u,
      numbers[q + PART_BALL]!,
      numbers[q + PART_BALL + 1]!,
      numbers[q + PART_BALL + 2]!,
      radiusB,
      t + length / 2,
      length / 2,
    )
    if (level < MOST_LEVELS && endA !== firstB && times.speed * length > HALVE * (radiusA + radiusB)) {
      this.halve(e)
      return false
    }
    const openA = endB - firstB === 1 || (endA - firstA > 1 && radiusA >= radiusB)
    this.open(c, e, openA)
    return false
  }

  /** The node of a part whose box says more than its ball; −1 for none. */
  private boxNode(c: ChainArrays, g: number): number {
    const { tags } = this
    const n = tags[g]!
    return n >= 0 && c.first[n] === tags[g + 1] && c.end[n] === tags[g + 2] && tags[g + 2]! - tags[g + 1]! > 1 ? n : -1
  }

  /** Are the balls of an entry farther apart than the margin during its interval? */
  private ballsApart(p: number, s: number, u: number, t: number, level: number, margin: number): boolean {
    const { numbers, times } = this
    const a = p + PART_BALL
    const b = a + PART
    const length = 2 ** -level
    const reach = numbers[a + 3]! + numbers[b + 3]! + margin
    if (times.isTurn) {
      return arcDistance(times, numbers, a, numbers, b, t, t + length) > reach * reach * ROUND_UP
    }
    const x = numbers[b]!
    const y = numbers[b + 1]!
    const z = numbers[b + 2]!
    times.bound(s, u, x, y, z, 0, t + length / 2, length / 2)
    const bend = (times.acceleration * length * length) / 8
    times.relate(0, s, u, t)
    times.relate(2, s, u, t + length)
    return chordDistance(times.relative, numbers, a, numbers, b) > (reach + bend) * ROUND_UP
  }

  /** Does one direction keep the boxes of an entry apart during its interval? A part without a box is its ball. */
  private boxesApart(
    c: ChainArrays,
    nodeA: number,
    nodeB: number,
    p: number,
    s: number,
    u: number,
    t: number,
    level: number,
    margin: number,
  ): boolean {
    const { numbers, times, middle, direction } = this
    const q = p + PART
    const length = 2 ** -level
    const flat = setHalf(halfA, c, nodeA, numbers, p) + setHalf(halfB, c, nodeB, numbers, q) + margin
    times.relate(1, s, u, t + length / 2)
    // B's box in segment s at the middle, then in A's box.
    composePose(middle, 0, times.relative, POSE, framed(numbers, q, nodeB), 0)
    const y = middle
    const frameA = framedA(numbers, p, nodeA)
    composeInversePose(middle, POSE, frameA, 0, middle, 0)
    const z = POSE
    let best = flat
    let axis = -1
    if (nodeA >= 0) {
      for (let i = 0; i < 3; i++) {
        const r = z + 4 * i
        const gap =
          Math.abs(middle[r + 3]!) -
          halfA[i]! -
          (halfB[0]! * Math.abs(middle[r]!) +
            halfB[1]! * Math.abs(middle[r + 1]!) +
            halfB[2]! * Math.abs(middle[r + 2]!))
        if (gap > best) {
          best = gap
          axis = i
        }
      }
    }
    if (nodeB >= 0) {
      for (let j = 0; j < 3; j++) {
        const r = z + j
        const along = middle[z + 3]! * middle[r]! + middle[z + 7]! * middle[r + 4]! + middle[z + 11]! * middle[r + 8]!
        const gap =
          Math.abs(along) -
          halfB[j]! -
          (halfA[0]! * Math.abs(middle[r]!) +
            halfA[1]! * Math.abs(middle[r + 4]!) +
            halfA[2]! * Math.abs(middle[r + 8]!))
        if (gap > best) {
          best = gap
          axis = 3 + j
        }
      }
    }
    if (axis < 0) return false
    // Along the axis from A to B, in segment s.
    const from = axis < 3 ? frameA : y
    const column = axis < 3 ? axis : axis - 3
    let side = 0
    for (let k = 0; k < 3; k++) {
      direction[k] = from[4 * k + column]!
      side += direction[k]! * (y[4 * k + 3]! - frameA[4 * k + 3]!)
    }
    if (side < 0) for (let k = 0; k < 3; k++) direction[k] = -direction[k]!
    times.bound(
      s,
      u,
      numbers[q + PART_BALL]!,
      numbers[q + PART_BALL + 1]!,
      numbers[q + PART_BALL + 2]!,
      numbers[q + PART_BALL + 3]!,
      t + length / 2,
      length / 2,
    )
    const needed = flat + (times.acceleration * length * length) / 8
    times.relate(0, s, u, t)
    if (!(this.gapAlong(frameA, numbers, q, nodeB, 0) > needed)) return false
    times.relate(2, s, u, t + length)
    return this.gapAlong(frameA, numbers, q, nodeB, 2) > needed
  }

  /** The gap along the direction at one of the instants of `relative`. */
  private gapAlong(frameA: Float64Array, numbers: Float64Array, q: number, nodeB: number, n: number): number {
    const { middle, direction, times } = this
    const w = 2 * POSE
    composePose(middle, w, times.relative, n * POSE, framed(numbers, q, nodeB), 0)
    const dx = direction[0]!
    const dy = direction[1]!
    const dz = direction[2]!
    let gap =
      dx * (middle[w + 3]! - frameA[3]!) + dy * (middle[w + 7]! - frameA[7]!) + dz * (middle[w + 11]! - frameA[11]!)
    for (let k = 0; k < 3; k++) {
      gap -=
        halfA[k]! * Math.abs(dx * frameA[k]! + dy * frameA[4 + k]! + dz * frameA[8 + k]!) +
        halfB[k]! * Math.abs(dx * middle[w + k]! + dy * middle[w + 4 + k]! + dz * middle[w + 8 + k]!)
    }
    return gap
  }

  /** Two links, or the atoms of a pair that is near; true if they touch. */
  private measure(
    p: number,
    g: number,
    s: number,
    u: number,
    t: number,
    level: number,
    margin: number,
    pair: number,
  ): boolean {
    const { links, tags, numbers } = this
    const i = tags[g + 1]!
    const j = tags[g + PART_TAGS + 1]!
    links.tests = 0
    links.place(0, numbers, p, tags[g]! < 0 ? -1 : i, i)
    links.place(1, numbers, p + PART, tags[g + PART_TAGS]! < 0 ? -1 : j, j)
    let found =
      pair < 0 ? links.decide(s, u, t, level, margin) : links.decideNear(this.near!, pair, s, u, t, level, margin)
    this.leafTests += links.tests
    if (found === LINKS_UNSURE && pair < 0 && this.times.isTurn && links.isSpheres) {
      decideTie(this.body!, this.way!, this.times, i, j, t, t + 2 ** -level, this.items.lengths)
      if (tie.isApart) return false
      if (tie.at >= 0) {
        found = LINKS_TOUCH
        links.at = tie.at
      }
    }
    if (found === LINKS_APART || (found !== LINKS_TOUCH && this.outcome === 'undecided')) return false
    this.outcome = found === LINKS_TOUCH ? 'collision' : 'undecided'
    this.at = links.at
    this.a = i
    this.b = j
    return found === LINKS_TOUCH
  }

  /** The entry again, for both halves of its interval; the earlier is taken first. */
  private halve(e: number): void {
    this.room(e + 2)
    const { numbers, tags } = this
    const p = e * ENTRY
    const g = e * TAGS
    numbers.copyWithin(p + ENTRY, p, p + ENTRY)
    tags[g + TAGS - 1] = tags[g + TAGS - 1]! + 1
    tags.copyWithin(g + TAGS, g, g + TAGS)
    numbers[p + 2 * PART] = numbers[p + 2 * PART]! + 2 ** -tags[g + TAGS - 1]!
    this.top = e + 2
  }

  /** The entry again, for both halves of one of its parts. */
  private open(c: ChainArrays, e: number, openA: boolean): void {
    this.room(e + 2)
    const { numbers, tags, items } = this
    const p = e * ENTRY + (openA ? 0 : PART)
    const g = e * TAGS + (openA ? 0 : PART_TAGS)
    numbers.copyWithin((e + 1) * ENTRY, e * ENTRY, (e + 1) * ENTRY)
    tags.copyWithin((e + 1) * TAGS, e * TAGS, (e + 1) * TAGS)
    const p2 = p + ENTRY
    const g2 = g + TAGS
    const n = tags[g]!
    const segment = tags[g + 3]!
    this.top = e + 2
    if (n < 0) {
      const item = -1 - n
      if (items.node[item] !== COMPOSITE) throw new Error('a single link cannot be opened')
      const left = items.left[item]!
      const right = items.right[item]!
      this.loadItem(c, p, g, left, segment)
      this.loadItem(c, p2, g2, right, segment)
      return
    }
    const child = c.child[n]!
    const whole = c.first[n] === tags[g + 1] && c.end[n] === tags[g + 2]
    if (child >= 0 && whole) {
      for (let k = 0; k < POSE; k++) parent[k] = numbers[p + k]!
      this.descend(c, p, g, child)
      for (let k = 0; k < POSE; k++) numbers[p2 + k] = parent[k]!
      this.descend(c, p2, g2, child + 1)
      return
    }
    // Some links of a leaf, by halves.
    const first = tags[g + 1]!
    const end = tags[g + 2]!
    const cut = (first + end) >> 1
    tags[g + 2] = cut
    tags[g2 + 1] = cut
    this.fitLinks(c, p, first, cut)
    this.fitLinks(c, p2, cut, end)
  }

  /** Replaces the node of a part, whose pose is there, by its child. */
  private descend(c: ChainArrays, p: number, g: number, below: number): void {
    const { numbers, tags } = this
    composePose(composed, 0, numbers, p, c.box, below * BOX)
    const child = withoutOnlyChildren(c, below)
    for (let k = 0; k < POSE; k++) numbers[p + k] = composed[k]!
    tags[g] = child
    tags[g + 1] = c.first[child]!
    tags[g + 2] = c.end[child]!
    if (c.child[child]! < 0) this.fitLinks(c, p, c.first[child]!, c.end[child]!)
    else nodeBall(numbers, p + PART_BALL, c, child, numbers, p)
  }

  private room(entries: number): void {
    if (entries * TAGS <= this.tags.length) return
    this.numbers = more(this.numbers, new Float64Array(2 * this.numbers.length))
    this.tags = more(this.tags, new Int32Array(2 * this.tags.length))
  }
}

/** An interval is halved while a part moves by more than this times the sizes of both. */
const HALVE = 2

const other = new Float64Array(BALL)
const parent = new Float64Array(POSE)
const composed = new Float64Array(POSE)
const halfA = new Float64Array(3)
const halfB = new Float64Array(3)
const frame = new Float64Array(POSE)
const frameOfA = new Float64Array(POSE)

/** Half extents of a part: of its node's box, or none for a ball. Returns the radius around it. */
function setHalf(out: Float64Array, c: ChainArrays, n: number, numbers: Float64Array, p: number): number {
  if (n < 0) {
    out.fill(0)
    return numbers[p + PART_BALL + 3]!
  }
  const h = n * BOX + BOX_HALF
  out[0] = c.box[h]!
  out[1] = c.box[h + 1]!
  out[2] = c.volume === 'rss' ? 0 : c.box[h + 2]!
  return c.volume === 'rss' ? c.box[h + 2]! : 0
}

/** The frame of a part's box in its segment; of a ball, any about its centre. */
function framed(numbers: Float64Array, p: number, n: number): Float64Array {
  return setFrame(frame, numbers, p, n)
}

function framedA(numbers: Float64Array, p: number, n: number): Float64Array {
  return setFrame(frameOfA, numbers, p, n)
}

function setFrame(out: Float64Array, numbers: Float64Array, p: number, n: number): Float64Array {
  for (let k = 0; k < POSE; k++) out[k] = n >= 0 ? numbers[p + k]! : k % 5 === 0 ? 1 : 0
  if (n < 0) {
    out[3] = numbers[p + PART_BALL]!
    out[7] = numbers[p + PART_BALL + 1]!
    out[11] = numbers[p + PART_BALL + 2]!
  }
  return out
}
