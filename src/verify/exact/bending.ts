// Things that bend (docs/formats/certificate.md, "Things that bend"), in exact arithmetic: frames at places of the motion, straight lines
// between. Rule 1: from frame to frame nothing of it touches itself. Rule 2: on every piece, every geometry that something of it may not touch has
// a proof for every stretch between frames. Rule 3: nothing of it is inside a solid at the start, and nothing is
// inside a mesh that bends as a whole. Rule 4: two that may not touch have a proof for every stretch between frames of either.
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
} from '../plain.js'
import type { Placing } from './placing.js'
import { type Cell, type Task, walkProof } from './proof.js'
import { Real } from './real.js'
import type { Node } from './shapes.js'
import { Solid } from './solid.js'
import { dot, minus, plus, scaled, type Vector, vector } from './vectors.js'
import { verifyStepDocuments } from './verify-step.js'
import type { ExactBending, ExactWorld } from './world.js'

/** What a certificate says of one thing. */
export interface BendingProofs {
  readonly thing: ExactBending
  readonly places: readonly number[]
  /** By frame and point. */
  readonly frames: readonly (readonly Vector[])[]
  readonly given: readonly Float64Array[]
  readonly self: readonly Plain[]
  readonly pieces: readonly (readonly Fields[])[]
  /** By number of another thing, by piece and stretch. */
  readonly others: ReadonlyMap<number, readonly (readonly Plain[])[]>
  /** Proofs in all. */
  readonly count: number
}

/** Frames are at multiples of 1/65536 of a piece. */
const PARTS = 65536

export function readBendingProofs(world: ExactWorld, fields: Fields, pieces: number): BendingProofs[] {
  const { bending, bits } = world
  if (bending.length === 0) return []
  const all = records(fields.deforming, 'deforming')
  demand(all.length === bending.length, 'the certificate is not about everything that bends')
  return bending.map((thing, k) => {
    const own = all[k]!
    demand(text(own.name, 'deforming.name') === thing.name, `the certificate has nothing about ${thing.name}`)
    const places = numbers(own.places, 'deforming.places')
    places.forEach((place, i) => {
      const isLater = i === 0 || place > places[i - 1]!
      demand(isLater && place >= 0 && place <= pieces, `frames of ${thing.name} are out of order`)
      demand(Number.isInteger(place * PARTS), `a frame of ${thing.name} is at no multiple of 1/65536`)
    })
    const given = list(own.frames, 'deforming.frames').map((frame) => doublesOf(frame, 'deforming.frames'))
    demand(places.length > 0 && given.length === places.length, `${thing.name} has not one frame for each place`)
    const frames = given.map((frame) => {
      demand(frame.length === 3 * thing.points, `a frame of ${thing.name} has not all points`)
      return Array.from({ length: thing.points }, (_, p) => vector(frame, bits, 3 * p))
    })
    const self = list(own.self, 'deforming.self')
    const lists = list(own.proofs, 'deforming.proofs').map((one) => records(one, 'deforming.proofs'))
    demand(lists.length === pieces, `there is not one list of proofs of ${thing.name} for each piece`)
    const others = readOthers(own, thing.name, pieces)
    const count = self.length + pieces * others.size + lists.reduce((sum, one) => sum + one.length, 0)
    return { thing, places, frames, given, self, pieces: lists, others, count }
  })
}

function readOthers(own: Fields, name: string, pieces: number): BendingProofs['others'] {
  const out = new Map<number, readonly (readonly Plain[])[]>()
  if (own.others === undefined) return out
  for (const one of records(own.others, 'deforming.others')) {
    const other = whole(one.other, 'deforming.other', 2 ** 26)
    const proofs = list(one.proofs, 'deforming.others').map((texts) => list(texts, 'deforming.others'))
    demand(!out.has(other) && proofs.length === pieces, `${name} has two proofs of one pair, or not one for each piece`)
    out.set(other, proofs)
  }
  return out
}

/** Rule 4: things a and b, by number, which may not touch. Returns how many planes were checked. */
export function verifyOthers(
  world: ExactWorld,
  all: readonly BendingProofs[],
  clearance: Real,
  onProof: () => void,
): number {
  let planes = 0
  all.forEach((a, i) => {
    const counting = all.flatMap((b, j) => (j > i && mustStayApart(world, a.thing, b.thing) ? [j] : []))
    for (const j of a.others.keys()) demand(counting.includes(j), `a proof of ${a.thing.name} does not count`)
    for (const j of counting) {
      const b = all[j]!
      const where = { a: a.thing.name, b: b.thing.name }
      const proofs = a.others.get(j)
      demand(proofs !== undefined, 'two things that bend have no proof, and may not touch', where)
      proofs.forEach((texts, segment) => {
        planes += new ThingsOnPiece(world, a, b, segment, clearance, { ...where, segment }).check(texts)
        onProof()
      })
    }
  })
  return planes
}

function mustStayApart({ allowed }: ExactWorld, a: ExactBending, b: ExactBending): boolean {
  return [...a.objects].some((one) =>
    [...b.objects].some((other) => !allowed.has(one < other ? `${one},${other}` : `${other},${one}`)),
  )
}

/** Returns how many planes were checked, and how many steps were empty. */
export function verifyBending(
  world: ExactWorld,
  proofs: BendingProofs,
  clearance: Real,
  placeAt: (segment: number, t: Real, h: Real) => Placing,
  onProof: () => void,
): { readonly planes: number; readonly empty: number } {
  const { thing } = proofs
  const empty = checkSteps(proofs, onProof)
  let planes = 0
  proofs.pieces.forEach((list, segment) => {
    const left = neededBy(world, thing)
    for (const proof of list) {
      const geometry = whole(proof.geometry, 'deforming.geometry', world.geometries.length)
      const where = { segment, a: thing.name, b: world.objects[world.geometries[geometry]!.object]!.name }
      const items = left.get(geometry)
      demand(items !== undefined, 'there is a proof of a pair that does not count, or a second one', where)
      left.delete(geometry)
      planes += new PairOnPiece(world, proofs, segment, geometry, items, clearance, placeAt, where).check(proof)
      onProof()
    }
    for (const geometry of left.keys()) {
      const { name } = world.objects[world.geometries[geometry]!.object]!
      demand(false, 'there is no proof for this pair, and it may not be left out', { segment, a: thing.name, b: name })
    }
  })
  return { planes, empty }
}

/** Rule 1. Returns in how many steps nothing was to be proved. */
function checkSteps({ thing, given, self }: BendingProofs, onProof: () => void): number {
  let empty = 0
  const steps = !thing.self ? 0 : given.length === 1 ? 1 : given.length - 1
  demand(self.length === steps, `there are ${self.length} proofs for ${steps} steps of ${thing.name}`)
  self.forEach((proof, k) => {
    const [points, next] = [given[k]!, given[k + 1] ?? given[k]!].map((frame) => Array.from(frame))
    try {
      verifyStepDocuments({ ...thing.step, points, next }, proof)
    } catch (error) {
      // What has no pair of its own cannot touch itself.
      if (!(error instanceof Rejection && error.outcome === 'nothing-to-check')) throw error
      empty++
    }
    onProof()
  })
  return empty
}

/** By geometry, the items that may not touch it. */
function neededBy({ geometries, allowed, bending }: ExactWorld, thing: ExactBending): Map<number, number[]> {
  const out = new Map<number, number[]>()
  geometries.forEach(({ object }, g) => {
    if (thing.objects.has(object)) return
    const items = thing.items.flatMap((item, i) => {
      const [low, high] = item.object < object ? [item.object, object] : [object, item.object]
      return allowed.has(`${low},${high}`) ? [] : [i]
    })
    if (items.length === 0) return
    // Rule 4 is about two things that bend.
    if (!bending.some((other) => other.objects.has(object))) out.set(g, items)
  })
  return out
}

/** A stretch of the items' numbers, of which some count. Opened, it is two: the first has half of the numbers, rounded up. */
class ItemNode implements Node {
  constructor(
    readonly first: number,
    readonly end: number,
    readonly items: readonly number[],
  ) {}

  children(): ItemNode[] | undefined {
    const { first, end, items } = this
    if (end - first === 1) return undefined
    const middle = first + ((end - first + 1) >> 1)
    return [
      new ItemNode(
        first,
        middle,
        items.filter((item) => item < middle),
      ),
      new ItemNode(
        middle,
        end,
        items.filter((item) => item >= middle),
      ),
    ].filter((child) => child.items.length > 0)
  }

  parts(): [] {
    return []
  }
}

/** Two things on a piece, cut where either has a frame. */
class ThingsOnPiece {
  constructor(
    private readonly world: ExactWorld,
    private readonly a: BendingProofs,
    private readonly b: BendingProofs,
    private readonly segment: number,
    private readonly clearance: Real,
    private readonly where: VerifyPlace,
  ) {}

  check(texts: readonly Plain[]): number {
    const { a, b, segment, where } = this
    const { bits } = this.world
    const inside = [...a.places, ...b.places].filter((place) => segment < place && place < segment + 1)
    const cuts = [segment, ...new Set(inside.sort((one, other) => one - other)), segment + 1]
    demand(texts.length === cuts.length - 1, 'there is not one proof for each stretch between frames', where)
    const [rootA, rootB] = [a, b].map(({ thing }) => {
      const items = thing.items.map((_, i) => i)
      return new ItemNode(0, items.length, items) as Node
    })
    const first = { a: rootA!, b: rootB!, roundA: false, roundB: false }
    let planes = 0
    let isApart = false
    texts.forEach((text, s) => {
      const [begin, end] = [cuts[s]!, cuts[s + 1]!]
      const bytes = bytesOf(text, 'deforming.others')
      const walked = walkProof(bytes, 0, 1, first, (task, _, n) => this.isApart(task, begin, end, n), bits, where)
      planes += walked.planes
      if (s === 0 && walked.separated) isApart = true
    })
    if (segment === 0 && !isApart) {
      const isHeld = holdsAny(a, startsOf(b)) || holdsAny(b, startsOf(a))
      demand(!isHeld, 'one of two things that bend is inside the other at the start', where)
    }
    return planes
  }

  /** The gap along n is concave in time: it is enough at both ends. */
  private isApart({ a, b, cell }: Task, begin: number, end: number, n: Vector): boolean {
    const { segment } = this
    const { bits } = this.world
    const { level, index } = cell.parts[0]!
    const width = Real.of(end - begin, bits).halved(BigInt(level))
    const start = Real.of(begin, bits).plus(width.timesWhole(index))
    const back = n.map((c) => c.negative()) as unknown as Vector
    return [start, start.plus(width)].every((instant) => {
      const t = instant.minus(Real.of(segment, bits))
      const least = mostAlong(this.a.thing, (a as ItemNode).items, frameAt(this.a, segment, begin, end, t), back, bits)
      const most = mostAlong(this.b.thing, (b as ItemNode).items, frameAt(this.b, segment, begin, end, t), n, bits)
      return least.negative().minus(most).isAbove(this.clearance)
    })
  }
}

/** Does a mesh that is one object hold one of these points in its first frame? */
function holdsAny({ thing, given }: BendingProofs, asked: readonly Vector[]): boolean {
  if (!thing.isMesh || thing.objects.size > 1) return false
  const corners = thing.items.flatMap(({ points }) => points)
  const solid = new Solid(given[0]!, corners, 0)
  return asked.some((p) => solid.contains(p))
}

/** Of a thing, a point of every item in its first frame. */
function startsOf({ thing, frames }: BendingProofs): Vector[] {
  return thing.items.map(({ points }) => frames[0]![points[0]!]!)
}

class PairOnPiece {
  constructor(
    private readonly world: ExactWorld,
    private readonly proofs: BendingProofs,
    private readonly segment: number,
    private readonly geometry: number,
    private readonly items: readonly number[],
    private readonly clearance: Real,
    private readonly placeAt: (segment: number, t: Real, h: Real) => Placing,
    private readonly where: VerifyPlace,
  ) {}

  check(proof: Fields): number {
    const { world, segment, where, items, geometry } = this
    const { places, thing } = this.proofs
    const { kinematics, geometries, objects, bits } = world
    const cuts = [segment, ...places.filter((place) => segment < place && place < segment + 1), segment + 1]
    const texts = list(proof.stretches, 'deforming.stretches')
    demand(texts.length === cuts.length - 1, 'there is not one proof for each stretch between frames', where)
    const chain = kinematics.chain(objects[geometries[geometry]!.object]!.link, -1)
    const root = new ItemNode(0, thing.items.length, items)
    const first = { a: geometries[geometry]!.root, b: root as Node, roundA: false, roundB: false }
    let planes = 0
    let isApart = false
    texts.forEach((text, s) => {
      const [begin, end] = [cuts[s]!, cuts[s + 1]!]
      const placings = new Map<string, Placing>()
      const walked = walkProof(
        bytesOf(text, 'deforming.stretches'),
        0,
        1,
        first,
        ({ a, b, cell }, frame, n) => {
          const { middle, half, key } = this.timeOf(cell, begin, end)
          const placing = placings.get(key) ?? this.placeAt(segment, middle, half)
          placings.set(key, placing)
          const at = (t: Real): Real =>
            mostAlong(thing, (b as ItemNode).items, frameAt(this.proofs, segment, begin, end, t), n, bits)
          const [early, late] = [at(middle.minus(half)), at(middle.plus(half))]
          return frame === chain.movers.length && placing.clears(a, chain, n, this.clearance, early, late)
        },
        bits,
        where,
      )
      planes += walked.planes
      if (s === 0 && walked.separated) isApart = true
    })
    if (segment === 0 && !isApart) this.checkInside(cuts[1]!)
    return planes
  }

  /** Rule 3: a point of each item, since surfaces stay apart. */
  private checkInside(end: number): void {
    const { segment, world, items, geometry, where } = this
    const zero = Real.of(0, world.bits)
    const start = this.placeAt(segment, zero, zero)
    const frame = frameAt(this.proofs, segment, 0, end, zero)
    for (const item of items) {
      const point = frame(this.proofs.thing.items[item]!.points[0]!)
      demand(!start.holdsPoint(geometry, point), 'something that bends is inside a solid at the start', where)
    }
    const isHeld = holdsAny(this.proofs, start.pointsOf(geometry))
    demand(!isHeld, 'a mesh that bends has something inside it at the start', where)
  }

  /** Of the piece's clock, from 0 to 1. */
  private timeOf({ parts }: Cell, begin: number, end: number): { middle: Real; half: Real; key: string } {
    const { segment } = this
    const { bits } = this.world
    const { level, index } = parts[0]!
    const start = Real.of(begin - segment, bits)
    const half = Real.of(end - begin, bits).halved(BigInt(level + 1))
    return { middle: start.plus(half.timesWhole(2n * index + 1n)), half, key: `${level} ${index}` }
  }
}

/** Where the points are at t of a piece, in a stretch. */
function frameAt(
  { places, frames }: BendingProofs,
  segment: number,
  begin: number,
  end: number,
  t: Real,
): (point: number) => Vector {
  const last = places.length - 1
  if (end <= places[0]!) return (p) => frames[0]![p]!
  if (begin >= places[last]!) return (p) => frames[last]![p]!
  const next = places.findIndex((place) => place >= end)
  const [from, to] = [places[next - 1]!, places[next]!]
  const { bits } = t
  const share = t
    .plus(Real.of(segment, bits))
    .minus(Real.of(from, bits))
    .over(Real.of(to - from, bits))
  return (p) => plus(frames[next - 1]![p]!, scaled(minus(frames[next]![p]!, frames[next - 1]![p]!), share))
}

/** The most of n·y over items. */
function mostAlong(
  thing: ExactBending,
  items: readonly number[],
  place: (point: number) => Vector,
  n: Vector,
  bits: bigint,
): Real {
  return items
    .flatMap((i) => {
      const { points, reach } = thing.items[i]!
      return points.map((p) => dot(n, place(p)).plus(Real.of(reach, bits)))
    })
    .reduce((one, other) => one.max(other))
}
