// Proves two things that bend free of each other on one piece of a motion, or finds when they touch. Both move straight between
// their frames, so the last step, item against item, is decided exactly (MovingPair), and there is no bisection of time.
//
// Time is cut where either has a frame. At such a cut the other one is somewhere between two of its own frames, in doubles rounded by
// no more than keyframes.ts says: there the items must stay apart by that much more, and what is between is left undecided. Nodes are
// apart if along x, y or z their boxes are at both ends of the stretch (rule R2).
import { U } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { MovingPair } from '../../geometry/moving/moving-pair.js'
import { insideShapes } from '../../shapes/shape-inside.js'
import type { ItemCounts, ItemHit, ItemStretch, ItemTerms } from './item-prover.js'
import { ItemRecorder } from './item-recorder.js'
import { firstOfTwo, ITEM_BOX, type ItemTree, itemTree } from './item-tree.js'
import type { DeformingTrack, FrameStretch } from './keyframes.js'

/** In units of u and the largest coordinates of both: rounding of boxes at both ends, their difference, and the sums of reaches. */
const BOX_ROUNDING = 128 * U

/**
 * The same for proofs. A verifier that uses doubles has coordinates between frames to 16 u, and a gap along a direction to 64 u of three
 * times `big` for each thing; its own slack is as much, and twice that. In all less than 600 u.
 */
const RECORD_ROUNDING = 1024 * U

/** Intervals of certificates are halved no more often. */
const DEEPEST_THINGS = 30

const ALONG: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [-1, 0, 0],
  [0, -1, 0],
  [0, 0, -1],
]

/** Numbers of a task: stretch; node and its items, for both. */
const TASK = 7

interface CommonStretch {
  readonly start: number
  readonly end: number
  readonly a: SideStretch
  readonly b: SideStretch
}

/** One thing in a stretch: the frames between which it is, and how much of the way it goes from the one to the other. */
interface SideStretch {
  readonly from: Float64Array
  readonly to: Float64Array
  readonly shareFrom: number
  readonly shareTo: number
  /** Where the points are at both ends; the frames themselves if it goes all the way. */
  readonly early: Float64Array
  readonly late: Float64Array
  readonly isExact: boolean
}

const pair = new MovingPair()
const STILL = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
const bracket = new Float64Array(2)

export class ThingsProver {
  hit: ItemHit | undefined
  done = 0
  private readonly stack: number[] = []
  private readonly stuck: ItemStretch[] = []
  private started = false
  /** Is it still to be asked whether one is inside the other at the start? */
  private mayBeInside: boolean
  private stretches: readonly CommonStretch[] = []
  private readonly treeA: ItemTree
  private readonly treeB: ItemTree

  constructor(
    readonly segment: number,
    readonly a: DeformingTrack,
    readonly b: DeformingTrack,
    private readonly terms: ItemTerms,
    private readonly counts: ItemCounts,
  ) {
    this.treeA = itemTree(a.thing)
    this.treeB = itemTree(b.thing)
    this.mayBeInside = segment === 0 && (a.thing.tree !== undefined || b.thing.tree !== undefined)
  }

  get isOpen(): boolean {
    return this.hit === undefined && (!this.started || this.stack.length > 0 || this.mayBeInside)
  }

  get isFree(): boolean {
    return !this.isOpen && this.hit === undefined && this.stuck.length === 0
  }

  advance(maxSteps: number, batch: number): void {
    if (!this.started) this.start()
    if (this.mayBeInside) this.lookInside()
    for (let k = 0; k < batch && this.isOpen && this.counts.steps < maxSteps; k++) this.settle()
    if (this.isFree) this.done = 1
  }

  left(): ItemStretch[] {
    const { segment } = this
    if (!this.started) return [{ segment, from: 0, to: 1 }]
    const open = new Set<number>()
    for (let o = 0; o < this.stack.length; o += TASK) open.add(this.stack[o]!)
    return [
      ...this.stuck,
      ...[...open].map((s) => ({ segment, from: this.stretches[s]!.start, to: this.stretches[s]!.end })),
    ]
  }

  /** Surfaces that stay apart let nothing in or out: the first frames tell. */
  private lookInside(): void {
    this.mayBeInside = false
    const { a, b, segment } = this
    const [one, other] = [a, b].map((track) => {
      const { thing } = track
      const items = Int32Array.from({ length: thing.size }, (_, item) => item)
      return thing.shapeAt(items, track.frameAt(new Float64Array(thing.length), 0, 0))
    })
    if (!insideShapes(one!, other!, STILL, 0)) return
    this.hit = { kind: 'collision', segment, at: 0, track: a, item: 0, other: { track: b, item: 0 } }
  }

  private start(): void {
    this.started = true
    const { segment, a, b } = this
    const [ofA, ofB] = [a.stretches(segment), b.stretches(segment)]
    const cuts = [...new Set([...ofA, ...ofB].flatMap(({ start, end }) => [start, end]))].sort((s, t) => s - t)
    this.stretches = cuts.slice(1).map((end, k) => {
      const start = cuts[k]!
      const within = (all: readonly FrameStretch[]): FrameStretch => all.find((own) => own.end >= end)!
      return {
        start,
        end,
        a: sideOf(a, segment, within(ofA), start, end),
        b: sideOf(b, segment, within(ofB), start, end),
      }
    })
    for (let s = this.stretches.length - 1; s >= 0; s--) {
      this.stack.push(s, 0, 0, this.treeA.order.length, 0, 0, this.treeB.order.length)
    }
  }

  private settle(): void {
    const { stack, treeA, treeB, counts } = this
    const endB = stack.pop()!
    const firstB = stack.pop()!
    const nb = stack.pop()!
    const endA = stack.pop()!
    const firstA = stack.pop()!
    const na = stack.pop()!
    const s = stack.pop()!
    const stretch = this.stretches[s]!
    counts.volumeTests++
    counts.intervals++
    if (this.areApart(stretch, na, nb)) return
    const [sizeA, sizeB] = [endA - firstA, endB - firstB]
    if (sizeA === 1 && sizeB === 1) {
      this.decide(stretch, treeA.order[firstA]!, treeB.order[firstB]!)
      return
    }
    if (sizeA >= sizeB) {
      const count = firstOfTwo(firstA, endA)
      stack.push(s, na + 2 * count, firstA + count, endA, nb, firstB, endB)
      stack.push(s, na + 1, firstA, firstA + count, nb, firstB, endB)
    } else {
      const count = firstOfTwo(firstB, endB)
      stack.push(s, na, firstA, endA, nb + 2 * count, firstB + count, endB)
      stack.push(s, na, firstA, endA, nb + 1, firstB, firstB + count)
    }
  }

  private areApart(stretch: CommonStretch, na: number, nb: number): boolean {
    return this.apartAlong(stretch, na, nb, BOX_ROUNDING) !== undefined
  }

  /** The direction, of x, y or z and their opposites, from B to A along which they are apart at both ends, by more than the clearance. */
  private apartAlong(
    { a, b }: CommonStretch,
    na: number,
    nb: number,
    rounding: number,
  ): readonly [number, number, number] | undefined {
    const { treeA, treeB } = this
    const [fromA, toA] = [treeA.boxes(a.from), treeA.boxes(a.to)]
    const [fromB, toB] = [treeB.boxes(b.from), treeB.boxes(b.to)]
    const need = this.terms.clearance * (1 + 4 * U) + rounding * (this.a.big + this.b.big)
    const [i, j] = [ITEM_BOX * na, ITEM_BOX * nb]
    for (let k = 0; k < 3; k++) {
      const lowA = i + k
      const lowB = j + k
      if (
        between(fromA, toA, lowA, a.shareFrom) - between(fromB, toB, lowB + 3, b.shareFrom) > need &&
        between(fromA, toA, lowA, a.shareTo) - between(fromB, toB, lowB + 3, b.shareTo) > need
      ) {
        return ALONG[k]
      }
      if (
        between(fromB, toB, lowB, b.shareFrom) - between(fromA, toA, lowA + 3, a.shareFrom) > need &&
        between(fromB, toB, lowB, b.shareTo) - between(fromA, toA, lowA + 3, a.shareTo) > need
      ) {
        return ALONG[k + 3]
      }
    }
    return undefined
  }

  /** The proof that they are free of each other, by stretch, once that is decided: in base64, for certificates. */
  record(): string[] {
    if (!this.started) this.start()
    const recorder = new ItemRecorder()
    this.stretches.forEach((_, s) => {
      this.recordNodes(recorder, s, 0, 0, this.treeA.order.length, 0, 0, this.treeB.order.length)
    })
    return recorder.texts(this.stretches.length)
  }

  private recordNodes(
    recorder: ItemRecorder,
    s: number,
    na: number,
    firstA: number,
    endA: number,
    nb: number,
    firstB: number,
    endB: number,
  ): void {
    const along = this.apartAlong(this.stretches[s]!, na, nb, RECORD_ROUNDING)
    const [sizeA, sizeB] = [endA - firstA, endB - firstB]
    if (along !== undefined) recorder.separatedAlong(s, along)
    else if (sizeA === 1 && sizeB === 1) {
      this.recordItems(recorder, s, this.treeA.order[firstA]!, this.treeB.order[firstB]!)
    } else if (sizeA >= sizeB) {
      recorder.opened(s, true)
      const count = firstOfTwo(firstA, endA)
      this.recordNodes(recorder, s, na + 1, firstA, firstA + count, nb, firstB, endB)
      this.recordNodes(recorder, s, na + 2 * count, firstA + count, endA, nb, firstB, endB)
    } else {
      recorder.opened(s, false)
      const count = firstOfTwo(firstB, endB)
      this.recordNodes(recorder, s, na, firstA, endA, nb + 1, firstB, firstB + count)
      this.recordNodes(recorder, s, na, firstA, endA, nb + 2 * count, firstB + count, endB)
    }
  }

  /** Dyadic intervals, each with a direction. */
  private recordItems(recorder: ItemRecorder, s: number, i: number, j: number): void {
    const { a, b, terms } = this
    const stretch = this.stretches[s]!
    setHull(true, stretch.a, a.thing.items, 3 * i)
    setHull(false, stretch.b, b.thing.items, 3 * j)
    const reach = (a.thing.reaches[i]! + b.thing.reaches[j]! + terms.clearance) * (1 + 8 * U)
    const leaves = pair.prove(reach + RECORD_ROUNDING * (a.big + b.big))?.leaves
    if (leaves === undefined || leaves.some(({ level }) => level > DEEPEST_THINGS)) {
      const names = `${a.thing.name}, ${b.thing.name}`
      throw new InvalidInputError(
        'certificate',
        names,
        'things that bend and stay farther apart than rounding can resolve',
      )
    }
    let next = 0
    const write = (level: number): void => {
      if (leaves[next]!.level === level) {
        const { direction } = leaves[next++]!
        recorder.separatedAlong(s, direction.map(Number))
        return
      }
      recorder.halved(s)
      write(level + 1)
      write(level + 1)
    }
    write(0)
  }

  /** Two items, exactly. */
  private decide(stretch: CommonStretch, i: number, j: number): void {
    const { a, b, terms, counts } = this
    counts.leafTests++
    const { items: ofA, reaches: reachA } = a.thing
    const { items: ofB, reaches: reachB } = b.thing
    setHull(true, stretch.a, ofA, 3 * i)
    setHull(false, stretch.b, ofB, 3 * j)
    // Twice a number is exact, as is a sum with 0: most things have one reach.
    const sum = reachA[i]! + reachB[j]!
    const isExact = reachA[i] === reachB[j] || reachA[i] === 0 || reachB[j] === 0
    const more = isExact ? sum : sum * (1 + 2 * U)
    const off = stretch.a.isExact && stretch.b.isExact ? 0 : BOX_ROUNDING * (a.big + b.big)
    if (!pair.meets((more + terms.clearance) * (terms.clearance > 0 ? 1 + 2 * U : 1) + off)) return
    const less = isExact ? sum : sum * (1 - 2 * U)
    const kind = pair.meets(less) ? 'collision' : 'closer-than-clearance'
    if (
      kind === 'closer-than-clearance' &&
      (terms.clearance === 0 || !pair.meets(less + terms.clearance * (1 - 4 * U)))
    ) {
      this.stuck.push({ segment: this.segment, from: stretch.start, to: stretch.end })
      return
    }
    pair.firstContact(bracket, kind === 'collision' ? less : less + terms.clearance * (1 - 4 * U))
    const at = stretch.start + (stretch.end - stretch.start) * bracket[1]!
    this.hit = { kind, segment: this.segment, at, track: a, item: i, other: { track: b, item: j } }
  }
}

function between(from: Float64Array, to: Float64Array, i: number, share: number): number {
  return share === 1 ? to[i]! : from[i]! + share * (to[i]! - from[i]!)
}

function setHull(isA: boolean, { early, late }: SideStretch, items: Int32Array, i: number): void {
  const p = 3 * items[i]!
  const q = items[i + 1]! < 0 ? -1 : 3 * items[i + 1]!
  const r = items[i + 2]! < 0 ? -1 : 3 * items[i + 2]!
  if (isA) pair.setA(early, late, p, q, r)
  else pair.setB(early, late, p, q, r)
}

function sideOf(
  track: DeformingTrack,
  segment: number,
  stretch: FrameStretch,
  start: number,
  end: number,
): SideStretch {
  const from = track.frames[stretch.from]!
  const to = track.frames[stretch.to]!
  const shareFrom = track.share(segment, stretch, start)
  const shareTo = track.share(segment, stretch, end)
  const at = (share: number): Float64Array =>
    share === 0 ? from : share === 1 ? to : from.map((_, i) => between(from, to, i, share))
  const isWhole = (share: number): boolean => share === 0 || share === 1
  const isExact = from === to || (isWhole(shareFrom) && isWhole(shareTo))
  return { from, to, shareFrom, shareTo, early: at(shareFrom), late: at(shareTo), isExact }
}
