// The part of a motion's certificate that is about things that bend (docs/formats/certificate.md, "Things that bend"): frames at places of the
// motion, straight lines between them. From frame to frame a thing does not touch itself: proofs of steps. And on every piece it stays clear of
// every geometry that something of it may not touch: proofs like those of two geometries, the items of the thing being the second set, halved by
// their numbers.
import { Anchor, chainBetween } from './kinematics.js'
import { Leaf } from './leaf.js'
import type { Piece } from './piece.js'
import {
  bytesOf,
  demand,
  doublesOf,
  type Fields,
  list,
  numbers,
  type Plain,
  Rejection,
  records,
  text,
  type VerifyPlace,
  whole,
} from './plain.js'
import { U } from './poses.js'
import type { Scene } from './scene.js'
import type { NodeSet } from './sets.js'
import { Solid } from './solids.js'
import { verifyStep } from './step.js'
import { type Cell, type OpenableSet, type PlaneRule, walkProof } from './walk.js'
import { pairKey, type ReadBending } from './world.js'

/** Places of frames are multiples of this, so that times are exact in doubles: 16 bits, and 30 of halving. */
const FINEST = 2 ** -16
const DEEPEST = 30

/** Between two frames, or standing in one: a part of a piece. */
export interface BendingStretch {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/** The parts of piece `segment` between frames at these places, in order. Before the first frame and after the last one it stands. */
export function stretchesOf(places: readonly number[], segment: number): BendingStretch[] {
  const cuts = [segment, ...places.filter((place) => place > segment && place < segment + 1), segment + 1]
  return cuts.slice(1).map((end, k) => {
    const start = cuts[k]!
    const before = places.findLastIndex((place) => place <= start)
    const after = places.findIndex((place) => place >= end)
    const from = before === -1 ? 0 : before
    const to = after === -1 ? places.length - 1 : after
    return { start: start - segment, end: end - segment, from, to: before === -1 ? 0 : to }
  })
}

/** Frames as a certificate gives them. */
export interface BendingFrames {
  readonly places: readonly number[]
  readonly frames: readonly Float64Array[]
}

export function readFrames(own: Fields, thing: ReadBending, pieces: number): BendingFrames {
  const { name } = thing
  demand(text(own.name, 'deforming.name') === name, `there is no part about ${name}, or not in its place`)
  const places = numbers(own.places, 'deforming.places')
  const isOrdered = places.every((place, k) => (k === 0 ? place >= 0 : place > places[k - 1]!) && place <= pieces)
  demand(places.length > 0 && isOrdered, `the frames of ${name} are not in order of time, or not on the motion`)
  const isExact = places.every((place) => Number.isInteger(place / FINEST))
  demand(isExact, `the frames of ${name} are not at multiples of 1/65536 of a piece`)
  const frames = list(own.frames, 'deforming.frames').map((frame) => doublesOf(frame, 'deforming.frames'))
  const isWhole = frames.length === places.length && frames.every((frame) => frame.length === 3 * thing.points)
  demand(isWhole, `the frames of ${name} are not one for each place, with all its points`)
  return { places, frames }
}

/** The documents of the steps from frame to frame, or of the only frame. */
export function stepsOf({ rule }: ReadBending, { frames }: BendingFrames): Fields[] {
  return Array.from({ length: Math.max(1, frames.length - 1) }, (_, k) => ({
    ...rule,
    points: Array.from(frames[k]!),
    next: Array.from(frames[k + 1] ?? frames[k]!),
  }))
}

/** By geometry: those that need a proof, with what items count. */
export function countedItems(
  world: {
    readonly geometries: readonly { readonly object: number }[]
    readonly bending: readonly ReadBending[]
  },
  thing: ReadBending,
  mayTouch: (a: number, b: number) => boolean,
): Map<number, readonly boolean[]> {
  const out = new Map<number, readonly boolean[]>()
  world.geometries.forEach(({ object }, g) => {
    if (thing.objects.includes(object)) return
    const counts = thing.objects.map((own) => !mayTouch(Math.min(own, object), Math.max(own, object)))
    if (!counts.includes(true)) return
    // Two things that bend have a proof of their own.
    if (!world.bending.some((one) => one.objects.includes(object))) out.set(g, counts)
  })
  return out
}

/** Items as a tree: a node is a stretch of them that is halved, the first part being the larger one. Those that do not count are not there. */
export class ItemTree implements OpenableSet {
  readonly root: number
  constructor(readonly counts: readonly boolean[]) {
    this.root = counts.length
  }

  static readonly SPAN = 2 ** 26

  /** The items of a node that count. */
  items(node: number): number[] {
    const [first, end] = [Math.floor(node / ItemTree.SPAN), node % ItemTree.SPAN]
    return Array.from({ length: end - first }, (_, k) => first + k).filter((item) => this.counts[item])
  }

  children(node: number): number[] | undefined {
    const [first, end] = [Math.floor(node / ItemTree.SPAN), node % ItemTree.SPAN]
    if (end - first === 1) return undefined
    const middle = first + Math.ceil((end - first) / 2)
    const both = [first * ItemTree.SPAN + middle, middle * ItemTree.SPAN + end]
    return both.filter((child) => this.items(child).length > 0)
  }
}

/** Something that bends, with its frames. */
interface Bent {
  readonly thing: ReadBending
  readonly given: BendingFrames
}

function othersOf(own: Fields): { readonly other: number; readonly proofs: Plain | undefined }[] {
  const others = own.others === undefined ? [] : records(own.others, 'deforming.others')
  return others.map((one) => ({ other: whole(one.other, 'deforming.other', 2 ** 26), proofs: one.proofs }))
}

/** The middle of an interval, and its ends as shares of the way from one frame to the next. */
class ItemAnchor extends Anchor {
  early = 0
  late = 0
}

/** No more of one piece are kept than this. */
const MOST_KEPT = 1024

export class BendingCheck {
  readonly names: readonly string[]
  /** Proofs of pairs and of steps. */
  readonly pairs: number
  /** Steps of them in which nothing was to be proved. */
  empty = 0
  private readonly parts: readonly Fields[]
  private readonly solids = new Map<string, Solid>()

  constructor(
    private readonly scene: Scene,
    certificate: Fields,
    private readonly pieces: readonly Piece[],
    private readonly clearance: number,
  ) {
    const { bending } = scene.world
    this.names = bending.map(({ name }) => name)
    this.parts = bending.length === 0 ? [] : records(certificate.deforming, 'deforming')
    demand(this.parts.length === bending.length, 'something of the world that bends is left out, or there twice')
    this.pairs = this.parts.reduce((sum, own) => {
      const proofs = list(own.proofs, 'deforming.proofs').map((one) => list(one, 'deforming.proofs').length)
      const others = othersOf(own).length * pieces.length
      return sum + list(own.self, 'deforming.self').length + others + proofs.reduce((all, one) => all + one, 0)
    }, 0)
  }

  /** How many planes there are. */
  run(onProof: () => void): number {
    const { world } = this.scene
    const all = world.bending.map((thing, k) => ({
      thing,
      given: readFrames(this.parts[k]!, thing, this.pieces.length),
    }))
    let planes = this.checkOthers(all, onProof)
    all.forEach(({ thing, given }, k) => {
      const own = this.parts[k]!
      this.checkSelf(thing, given, own, onProof)
      const needed = countedItems(world, thing, (a, b) => world.allowed.has(pairKey(a, b)))
      const proofs = list(own.proofs, 'deforming.proofs').map((one) => records(one, 'deforming.proofs'))
      demand(proofs.length === this.pieces.length, `there are ${proofs.length} lists of proofs of ${thing.name}`)
      proofs.forEach((all, segment) => {
        const seen = new Set<number>()
        const anchors = new Map<string, ItemAnchor>()
        for (const proof of all) {
          const geometry = whole(proof.geometry, 'deforming.geometry', world.geometries.length)
          const where = { segment, a: thing.name, b: this.scene.nameOf(geometry) }
          const counts = needed.get(geometry)
          demand(
            counts !== undefined && !seen.has(geometry),
            'there is a proof that does not count, or two of one pair',
            where,
          )
          seen.add(geometry)
          planes += this.checkProof(thing, given, segment, geometry, counts, proof, anchors, where)
          onProof()
        }
        for (const geometry of needed.keys()) {
          const where = { segment, a: thing.name, b: this.scene.nameOf(geometry) }
          demand(seen.has(geometry), 'there is no proof for this pair, and it may not be left out', where)
        }
      })
    })
    return planes
  }

  /** Every two that may not touch have one proof, with the earlier one. */
  private checkOthers(all: readonly Bent[], onProof: () => void): number {
    const { allowed } = this.scene.world
    let planes = 0
    all.forEach((a, i) => {
      const left = new Map(othersOf(this.parts[i]!).map((own) => [own.other, own]))
      demand(left.size === othersOf(this.parts[i]!).length, `${a.thing.name} has two proofs of one pair`)
      all.forEach((b, j) => {
        if (j <= i) return
        const objects = new Set(b.thing.objects)
        const mayTouch = [...new Set(a.thing.objects)].every((one) =>
          [...objects].every((other) => allowed.has(pairKey(Math.min(one, other), Math.max(one, other)))),
        )
        if (mayTouch) return
        const where = { a: a.thing.name, b: b.thing.name }
        const own = left.get(j)
        demand(own !== undefined, 'there is no proof for two things that bend, and they may not touch', where)
        left.delete(j)
        const proofs = list(own.proofs, 'deforming.others').map((one) => list(one, 'deforming.others'))
        demand(proofs.length === this.pieces.length, 'the proof has not one part for each piece', where)
        proofs.forEach((texts, segment) => {
          planes += this.checkPair(a, b, segment, texts, { ...where, segment })
          onProof()
        })
      })
      demand(left.size === 0, `there is a proof of ${a.thing.name} that does not count`)
    })
    return planes
  }

  /**
   * Along n the least of one thing is concave in time, the most of the other convex: the gap is least at an end. Each side's numbers are off
   * as in Leaf.holdsItems, by less than 64 u of `far`; twice that is asked for, and 16 u of the clearance for the length of n.
   */
  private checkPair(a: Bent, b: Bent, segment: number, texts: readonly Plain[], where: VerifyPlace): number {
    const [ofA, ofB] = [a, b].map(({ given }) => stretchesOf(given.places, segment))
    const cuts = [...new Set([...ofA!, ...ofB!].flatMap(({ start, end }) => [start, end]))].sort((s, t) => s - t)
    demand(texts.length === cuts.length - 1, 'the proof has not one part for each stretch between frames', where)
    const [treeA, treeB] = [a, b].map(({ thing }) => new ItemTree(thing.items.map(() => true)))
    let planes = 0
    let isApart = false
    texts.forEach((text, s) => {
      const [start, end] = [cuts[s]!, cuts[s + 1]!]
      const [inA, inB] = [ofA!, ofB!].map((own) => own.find((one) => one.end >= end)!)
      const far = farOf(a.thing, a.given, inA!) + farOf(b.thing, b.given, inB!)
      const need = this.clearance * (1 + 16 * U) + 128 * U * far
      const rule: PlaneRule<ItemTree> = {
        holds: (anchor, _, nodeA, __, nodeB, ___, ____, _____, n) => {
          const { early, late } = anchor as ItemAnchor
          const back = n.map((c) => -c)
          const [itemsA, itemsB] = [treeA!.items(nodeA), treeB!.items(nodeB)]
          return [early, late].every((t) => {
            const least = -mostOf(a.thing, a.given, inA!, itemsA, shareOf(a.given, segment, inA!, t), back)
            const most = mostOf(b.thing, b.given, inB!, itemsB, shareOf(b.given, segment, inB!, t), n)
            return least - most > need
          })
        },
      }
      const walked = walkProof<ItemTree>({
        bytes: bytesOf(text, 'deforming.others'),
        ...{ at: 0, variables: 1, movers: 0, a: treeA!, b: treeB! },
        ...{ envelopeA: undefined, envelopeB: undefined, leaf: rule },
        anchorOf: ({ levels, indices }) => {
          demand(levels[0]! <= DEEPEST, 'an interval is halved too often', where)
          const width = (end - start) * 2 ** -levels[0]!
          const anchor = new ItemAnchor(this.scene.bodies)
          anchor.early = start + width * indices[0]!
          anchor.late = anchor.early + width
          return anchor
        },
        where: () => where,
      })
      planes += walked.planes
      if (s === 0 && walked.apart) isApart = true
    })
    if (segment === 0 && !isApart) {
      demand(!this.isHeld(a, b), `${where.b} is inside ${where.a} at the start`, where)
      demand(!this.isHeld(b, a), `${where.a} is inside ${where.b} at the start`, where)
    }
    return planes
  }

  /** Is something of one inside the other, in their first frames? */
  private isHeld(outer: Bent, inner: Bent): boolean {
    const solid = this.solidOf(outer.thing, outer.given)
    if (solid === undefined) return false
    const frame = inner.given.frames[0]!
    return inner.thing.items.some(([p]) => solid.contains(Array.from(frame.subarray(3 * p!, 3 * p! + 3))))
  }

  private checkSelf(thing: ReadBending, given: BendingFrames, own: Fields, onProof: () => void): void {
    const proofs = list(own.self, 'deforming.self')
    const steps = thing.self ? stepsOf(thing, given) : []
    demand(
      proofs.length === steps.length,
      `there are ${proofs.length} proofs for ${steps.length} steps of ${thing.name}`,
    )
    steps.forEach((step, k) => {
      const verified = verifyStep(step, proofs[k])
      // It may have no pair of its own to touch: then it is the other pairs that are proved.
      if (!verified.valid && verified.outcome === 'nothing-to-check') this.empty++
      else if (!verified.valid)
        throw new Rejection(`step ${k} of ${thing.name}: ${verified.reason}`, { a: thing.name, b: thing.name })
      onProof()
    })
  }

  private checkProof(
    thing: ReadBending,
    given: BendingFrames,
    segment: number,
    geometry: number,
    counts: readonly boolean[],
    proof: Fields,
    anchors: Map<string, ItemAnchor>,
    where: VerifyPlace,
  ): number {
    const { scene } = this
    const { bodies, world } = scene
    const { object } = world.geometries[geometry]!
    const chain = chainBetween(bodies, scene.bodyOf(object), 0)
    const leaf = new Leaf(bodies, chain, new Int32Array(bodies.movers.length), this.clearance)
    const set = scene.setOf(object, [geometry])
    const stretches = stretchesOf(given.places, segment)
    const texts = list(proof.stretches, 'deforming.stretches')
    demand(texts.length === stretches.length, 'the proof has not one part for each stretch between frames', where)
    const tree = new ItemTree(counts)
    let planes = 0
    let isApart = false
    stretches.forEach((stretch, s) => {
      const far = farOf(thing, given, stretch)
      const rule: PlaneRule<ItemTree> = {
        holds: (anchor, setA, nodeA, _, nodeB, __, frame, to, n) => {
          const { early, late } = anchor as ItemAnchor
          const items = tree.items(nodeB)
          const [first, last] = [early, late].map((share) => mostOf(thing, given, stretch, items, share, n))
          return frame === to && leaf.holdsItems(anchor, setA as NodeSet, nodeA, n, first!, last!, far)
        },
      }
      const walked = walkProof<ItemTree>({
        bytes: bytesOf(texts[s], 'deforming.stretches'),
        ...{ at: 0, variables: 1, movers: chain.movers.length, a: set, b: tree },
        ...{ envelopeA: undefined, envelopeB: undefined, leaf: rule },
        anchorOf: (cell) => this.anchorOf(given, segment, stretch, cell, anchors, where),
        where: () => where,
      })
      planes += walked.planes
      if (s === 0 && walked.apart) isApart = true
    })
    if (segment === 0 && !isApart) {
      const start = this.placed(0, 0, 0)
      const [stretch] = stretches
      thing.items.forEach(([p], item) => {
        if (!counts[item]) return
        const point = pointAt(given, stretch!, shareOf(given, 0, stretch!, 0), p!)
        demand(!scene.holdsPoint(geometry, point, start), `${thing.name} is inside ${where.b} at the start`, where)
      })
      const solid = this.solidOf(thing, given)
      const isHeld = solid !== undefined && scene.pointsOf(geometry, start).some((p) => solid.contains(p))
      demand(!isHeld, `${where.b} is inside ${thing.name} at the start`, where)
    }
    return planes
  }

  /** A mesh in its first frame, if all of it may touch the same things: it may enclose something. */
  private solidOf(thing: ReadBending, { frames }: BendingFrames): Solid | undefined {
    const { hulls, name, items, objects } = thing
    if (hulls !== 'triangles' || objects.some((object) => object !== objects[0])) return undefined
    const known = this.solids.get(name)
    if (known !== undefined) return known
    const file = items.length
    const order = Uint32Array.from(items, (_, i) => i)
    const triangles = Uint32Array.from(items.flat())
    const tree = { first: Uint32Array.of(0), end: Uint32Array.of(file), second: Uint32Array.of(0) }
    const mesh = { kind: 'mesh' as const, positions: frames[0]!, triangles, file, order, ...tree }
    const solid = new Solid(mesh, name)
    this.solids.set(name, solid)
    return solid
  }

  private placed(segment: number, t: number, h: number): ItemAnchor {
    const { bodies } = this.scene
    const anchor = new ItemAnchor(bodies)
    const piece = this.pieces[segment]!
    piece.fill(anchor, t, h)
    bodies.place(
      anchor,
      Array.from({ length: bodies.count - 1 }, (_, b) => b + 1),
      piece.turns,
    )
    return anchor
  }

  private anchorOf(
    given: BendingFrames,
    segment: number,
    stretch: BendingStretch,
    { levels, indices }: Cell,
    anchors: Map<string, ItemAnchor>,
    where: VerifyPlace,
  ): ItemAnchor {
    const [level, index] = [levels[0]!, indices[0]!]
    demand(level <= DEEPEST, 'an interval is halved too often', where)
    const key = `${stretch.start} ${level} ${index}`
    let anchor = anchors.get(key)
    if (anchor === undefined) {
      const half = (stretch.end - stretch.start) * 2 ** -(level + 1)
      const t = stretch.start + half * (2 * index + 1)
      anchor = this.placed(segment, t, half)
      anchor.early = shareOf(given, segment, stretch, t - half)
      anchor.late = shareOf(given, segment, stretch, t + half)
      if (anchors.size >= MOST_KEPT) anchors.clear()
      anchors.set(key, anchor)
    }
    return anchor
  }
}

/** How much of the way from its one frame to the next a thing has gone at t of a piece. */
function shareOf({ places }: BendingFrames, segment: number, { from, to }: BendingStretch, t: number): number {
  if (from === to) return 0
  // All exact but the quotient.
  return (segment - places[from]! + t) / (places[to]! - places[from]!)
}

function pointAt({ frames }: BendingFrames, { from, to }: BendingStretch, share: number, p: number): number[] {
  const [one, next] = [frames[from]!, frames[to]!]
  return [0, 1, 2].map((k) => one[3 * p + k]! + share * (next[3 * p + k]! - one[3 * p + k]!))
}

/** The most of n·y over items at an instant. */
function mostOf(
  { items: all, reaches }: ReadBending,
  { frames }: BendingFrames,
  { from, to }: BendingStretch,
  items: readonly number[],
  share: number,
  n: Float64Array,
): number {
  const [one, next] = [frames[from]!, frames[to]!]
  let most = -Infinity
  for (const item of items) {
    for (const p of all[item]!) {
      let along = reaches[item]!
      for (let k = 0; k < 3; k++) {
        const x = one[3 * p + k]!
        along += n[k]! * (x + share * (next[3 * p + k]! - x))
      }
      if (along > most) most = along
    }
  }
  return most
}

/** No less than the size of any coordinate of an item in a stretch. */
function farOf({ reaches }: ReadBending, { frames }: BendingFrames, { from, to }: BendingStretch): number {
  let far = 0
  for (const frame of [frames[from]!, frames[to]!]) for (const x of frame) far = Math.max(far, Math.abs(x))
  return 3 * far + reaches.reduce((most, reach) => Math.max(most, reach), 0)
}
