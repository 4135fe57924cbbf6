// Checks the proof of a step in whole numbers (docs/formats/certificate.md, "A step"): hulls of points that move straight stay apart. All
// coordinates are taken to one unit, instants are fractions of powers of two, and nothing is rounded.
import {
  bytesOf,
  copyPlain,
  demand,
  demandKind,
  type Fields,
  hashOf,
  list,
  number,
  numbers,
  Rejection,
  record,
  whole,
} from '../plain.js'
import type { VerifiedHulls, VerifiedStep } from '../step.js'
import { wholes } from './convex-sets.js'

type Whole3 = readonly [bigint, bigint, bigint]

/** A point in units, at both ends of the step. */
interface MovingPoint {
  readonly from: Whole3
  readonly to: Whole3
}

/** An interval [index, index + 1] / 2^level, and a direction; `turned` is that at its end, where it turns. */
interface Stretch {
  readonly level: bigint
  readonly index: bigint
  readonly n: Whole3
  readonly turned: Whole3 | undefined
}

interface Subject {
  readonly hulls: VerifiedHulls
  readonly points: readonly MovingPoint[]
  readonly items: readonly (readonly number[])[]
  /** By item, in units. */
  readonly radii: readonly bigint[]
  readonly counts: (i: number, j: number) => boolean
  /** For item i: the items after it that count with it are from the first of these on, below the second, except those excluded or cut. */
  readonly beyond: (i: number) => readonly [number, number]
  readonly isCut: (item: number) => boolean
  /** By item: 0 for the first part, 1 for the second. */
  readonly partOf: (item: number) => 0 | 1
  readonly within: readonly boolean[]
}

/** All points are placed again for every slab, whatever is then tested: more slabs would be much work for few bytes. */
const MOST_SLABS = 32

export function verifyStepDocuments(givenStep: unknown, givenProof: unknown): VerifiedStep {
  const fields = copyPlain(givenStep, 'the step')
  demandKind(fields, 'step', 'the step')
  const proof = copyPlain(givenProof, 'the proof')
  demandKind(proof, 'step-proof', 'the proof')
  demand(proof.step === hashOf(fields), 'the hash of the proof is not that of the step')
  const subject = readSubject(fields)
  const { hulls, items } = subject
  const slabs = whole(proof.slabs, 'slabs', MOST_SLABS + 1, 1)
  demand(Number.isInteger(Math.log2(slabs)), 'slabs is not a power of two')
  const order = readOrder(proof, items.length)
  const proofs = new Proofs(bytesOf(proof.proofs, 'proofs'))
  const stars = checkStars(subject, proof, proofs)
  const walk = new Walk(subject, order, stars, new BitReader(proof.tests, 'tests'), proofs, BigInt(slabs))
  for (let slab = 0; slab < slabs; slab++) walk.slab(BigInt(slab))
  const volumeTests = walk.tests.end()
  demand(proofs.isAtEnd(), 'the proofs have extra bytes')
  if (isEmpty(subject)) throw new Rejection('nothing is proved: there is no pair that counts', {}, 'nothing-to-check')
  return {
    valid: true,
    outcome: 'free',
    hulls,
    items: items.length,
    slabs,
    volumeTests,
    leafTests: walk.decided,
    directions: proofs.count,
  }
}

function readSubject(fields: Fields): Subject {
  const hulls = fields.hulls as VerifiedHulls
  demand(['beads', 'strands', 'triangles'].includes(hulls), '"hulls" is neither beads nor strands nor triangles')
  const start = numbers(fields.points, 'points')
  const count = start.length / 3
  demand(count >= 1 && Number.isInteger(count), 'points are not three numbers each')
  const end = fields.next === undefined ? start : numbers(fields.next, 'next', start.length)
  const closed = fields.closed ?? false
  demand(typeof closed === 'boolean', 'closed is neither true nor false')
  let items: number[][] = []
  if (hulls === 'triangles') {
    const flat = list(fields.triangles, 'triangles').map((v) => whole(v, 'triangles', count))
    demand(flat.length >= 3 && flat.length % 3 === 0, 'triangles are not three numbers each')
    for (let k = 0; k < flat.length; k += 3) {
      const triangle = flat.slice(k, k + 3)
      demand(new Set(triangle).size === 3, `triangle ${k / 3} has a corner twice`)
      items.push(triangle)
    }
  } else {
    for (let i = 0; i < count; i++) items.push(hulls === 'beads' ? [i] : [i, (i + 1) % count])
    if (hulls === 'strands' && !closed) items = items.slice(0, -1)
    demand(hulls === 'beads' || count > 1, 'one point has no strands')
  }
  const n = items.length
  const given = hulls === 'triangles' ? [0] : list(fields.radii, 'radii').map((r) => number(r, 'radii', 0))
  demand(given.length === 1 || (hulls === 'beads' && given.length === n), 'radii are neither one nor one per bead')
  const { values } = wholes([...start, ...end, ...given])
  const at = (k: number): Whole3 => [values[k]!, values[k + 1]!, values[k + 2]!]
  const points = Array.from({ length: count }, (_, i) => ({ from: at(3 * i), to: at(3 * (count + i)) }))
  const radii = values.slice(6 * count)
  const named = hulls === 'strands' && fields.cuts !== undefined ? list(fields.cuts, 'cuts') : []
  const cut = new Set(named.map((i) => whole(i, 'cuts', n)))
  const excluded = new Set(
    list(fields.excluded, 'excluded').map((pair) => {
      const [i, j] = numbers(pair, 'excluded', 2).map((k) => whole(k, 'excluded', n)) as [number, number]
      demand(i < j, 'excluded has a pair that does not rise')
      return `${i},${j}`
    }),
  )
  const parts = hulls === 'triangles' && fields.parts !== undefined ? record(fields.parts, 'parts') : undefined
  const second = parts === undefined ? n : whole(parts.first, 'first', n + 1)
  const within = parts === undefined ? [true, true] : (list(parts.within, 'within') as boolean[])
  demand(within.length === 2 && within.every((w) => typeof w === 'boolean'), 'within is not two times true or false')
  const partOf = (item: number): 0 | 1 => (item < second ? 0 : 1)
  const neighbours = hulls === 'triangles' ? 0 : whole(fields.neighbours, 'neighbours', 2 ** 31)
  const least = hulls === 'strands' && neighbours === 0 ? 1 : neighbours
  const isNear = (i: number, j: number): boolean => j - i <= least || (closed && i + n - j <= least)
  const isOnePart = (i: number, j: number): boolean => partOf(i) === partOf(j) && !within[partOf(i)]
  const counts = (i: number, j: number): boolean =>
    !(hulls === 'triangles' ? isOnePart(i, j) : isNear(i, j) || cut.has(i) || cut.has(j)) && !excluded.has(`${i},${j}`)
  return {
    hulls,
    points,
    items,
    radii: items.map((_, i) => radii[radii.length === 1 ? 0 : i]!),
    counts,
    beyond: (i) => {
      if (hulls !== 'triangles') return [i + least + 1, closed ? i + n - least : n]
      return within[partOf(i)] ? [i + 1, n] : [partOf(i) === 0 ? second : n, n]
    },
    isCut: (item) => cut.has(item),
    partOf,
    within,
  }
}

/** Is there neither a pair that counts nor a triangle that must not collapse? Every pair that is tested in vain is an excluded one. */
function isEmpty({ hulls, items, counts, beyond, isCut, partOf, within }: Subject): boolean {
  if (hulls === 'triangles' && items.some((_, t) => within[partOf(t)])) return false
  const there = [...items.keys()].filter((i) => !isCut(i))
  let from = 0
  return there.every((i) => {
    const [first, end] = beyond(i)
    while (from < there.length && there[from]! < first) from++
    for (let k = from; k < there.length && there[k]! < end; k++) if (counts(i, there[k]!)) return false
    return true
  })
}

class BitReader {
  private at = 0
  private readonly bytes: Uint8Array

  constructor(
    field: Fields[string],
    private readonly name: string,
  ) {
    this.bytes = bytesOf(field, name)
  }

  next(): boolean {
    const byte = this.bytes[Math.floor(this.at / 8)]
    demand(byte !== undefined, `${this.name} ends too early`)
    return Math.floor(byte / 2 ** (this.at++ % 8)) % 2 === 1
  }

  /** How many were read; all of them were, and what is left of the last byte is zero. */
  end(): number {
    const read = this.at
    while (this.at % 8 !== 0) demand(!this.next(), `${this.name} has bits left over`)
    demand(this.at === 8 * this.bytes.length, `${this.name} has bits left over`)
    return read
  }
}

function readOrder(proof: Fields, n: number): readonly number[] {
  if (proof.order === undefined) return Array.from({ length: n }, (_, i) => i)
  const bits = new BitReader(proof.order, 'order')
  let width = 0
  while (2 ** width < n) width++
  const order: number[] = []
  for (let k = 0; k < n; k++) {
    let item = 0
    for (let bit = 1; bit < 2 ** width; bit *= 2) if (bits.next()) item += bit
    order.push(item)
  }
  bits.end()
  demand(new Set(order).size === n && order.every((item) => item < n), 'order is not a permutation')
  return order
}

/** Where a point is at k/parts, times parts. */
function placeAt({ from, to }: MovingPoint, k: bigint, parts: bigint): Whole3 {
  const at = (c: 0 | 1 | 2): bigint => (parts - k) * from[c] + k * to[c]
  return [at(0), at(1), at(2)]
}

function minus(a: Whole3, b: Whole3): Whole3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: Whole3, b: Whole3): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** n·(a × b). */
function triple(n: Whole3, a: Whole3, b: Whole3): bigint {
  return dot(n, [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]])
}

/** gap > reach·√square, for reach ≥ 0? */
function exceeds(gap: bigint, reach: bigint, square: bigint): boolean {
  return gap > 0n && gap * gap > reach * reach * square
}

function extreme(values: readonly bigint[], isBetter: (a: bigint, b: bigint) => boolean): bigint {
  return values.reduce((best, value) => (isBetter(value, best) ? value : best))
}
const least = (values: readonly bigint[]): bigint => extreme(values, (a, b) => a < b)
const greatest = (values: readonly bigint[]): bigint => extreme(values, (a, b) => a > b)

/** The bytes of `proofs`, as lists of intervals with directions. */
class Proofs {
  private at = 0
  count = 0

  constructor(private readonly bytes: Uint8Array) {}

  isAtEnd(): boolean {
    return this.at === this.bytes.length
  }

  /** Intervals that make up [0, 1], each shown to `check`. */
  next(check: (stretch: Stretch, isFirst: boolean) => void): void {
    // The start of the next interval is start / 2^deepest.
    let [start, deepest, isFirst] = [0n, 0n, true]
    while (start < 1n << deepest) {
      const head = this.byte()
      const level = BigInt(head % 64 === 63 ? this.pair() : head % 64)
      demand(level <= 4095n, 'a level is beyond 4095')
      if (level > deepest) {
        start <<= level - deepest
        deepest = level
      }
      const size = 1n << (deepest - level)
      demand(start % size === 0n, 'an interval does not begin where the one before ends')
      const form = Math.floor(head / 64)
      const bytes = form < 2 ? form + 1 : this.pair()
      demand(bytes >= 1 && bytes <= 1024, 'a direction has no bytes, or too many')
      const n = this.direction(bytes)
      const turned = form === 3 ? this.direction(bytes) : undefined
      this.count++
      check({ level, index: start / size, n, turned }, isFirst)
      isFirst = false
      start += size
    }
  }

  private direction(size: number): Whole3 {
    const component = (): bigint => {
      let hex = ''
      for (let k = 0; k < size; k++) hex = this.byte().toString(16).padStart(2, '0') + hex
      const value = BigInt(`0x${hex}`)
      return value >> BigInt(8 * size - 1) === 0n ? value : value - (1n << BigInt(8 * size))
    }
    const n: Whole3 = [component(), component(), component()]
    demand(dot(n, n) > 0n, 'a direction is zero')
    return n
  }

  private byte(): number {
    const byte = this.bytes[this.at++]
    demand(byte !== undefined, 'the proofs end too early')
    return byte
  }

  private pair(): number {
    return this.byte() + 256 * this.byte()
  }
}

/** Whether a triangle's normal is along n during the interval: the three coefficients of its quadratic. */
function hasNormal(corners: readonly MovingPoint[], { level, index, n, turned }: Stretch): boolean {
  demand(turned === undefined, 'the direction of a normal turns')
  const parts = 1n << level
  const edges = [index, index + 1n].map((k) => {
    const [a, b, c] = corners.map((corner) => placeAt(corner, k, parts)) as [Whole3, Whole3, Whole3]
    return { e: minus(b, a), f: minus(c, a) }
  })
  const [start, end] = edges as [(typeof edges)[number], (typeof edges)[number]]
  const middle = triple(n, start.e, end.f) + triple(n, end.e, start.f)
  return triple(n, start.e, start.f) > 0n && middle > 0n && triple(n, end.e, end.f) > 0n
}

/** Checks stars and triangles that are alone; the points that have a star. */
function checkStars(subject: Subject, proof: Fields, proofs: Proofs): ReadonlySet<number> {
  const { hulls, points, items } = subject
  const stars = new Set<number>()
  demand(hulls === 'triangles' || proof.stars === undefined, 'there are stars without triangles')
  if (hulls !== 'triangles') return stars
  if (proof.stars !== undefined) {
    const bits = new BitReader(proof.stars, 'stars')
    points.forEach((_, v) => {
      if (bits.next()) stars.add(v)
    })
    bits.end()
  }
  /** By point, for those with a star: the corners after it and before it, of its triangles in turn. */
  const fans = new Map([...stars].map((v) => [v, [] as [number, number][]]))
  for (const [a, b, c] of items as readonly [number, number, number][]) {
    fans.get(a)?.push([b, c])
    fans.get(b)?.push([c, a])
    fans.get(c)?.push([a, b])
  }
  for (const v of [...stars].sort((a, b) => a - b)) checkStar(points, v, fans.get(v)!, proofs)
  for (const t of alone(subject, stars)) {
    const corners = items[t]!.map((v) => points[v]!)
    proofs.next((stretch) => {
      demand(hasNormal(corners, stretch), `triangle ${t} may collapse`, { a: `triangle ${t}` })
    })
  }
  return stars
}

function checkStar(
  points: readonly MovingPoint[],
  v: number,
  fan: readonly (readonly [number, number])[],
  proofs: Proofs,
): void {
  const where = { a: `point ${v}` }
  const next = new Map(fan)
  demand(fan.length >= 3 && next.size === fan.length, 'the triangles of a star do not make one ring', where)
  const ring: number[] = []
  let x: number | undefined = fan[0]![0]
  do {
    ring.push(x)
    x = next.get(x)
    demand(x !== undefined && ring.length <= fan.length, 'the triangles of a star do not make one ring', where)
  } while (x !== ring[0])
  demand(ring.length === fan.length, 'the triangles of a star are more than one ring', where)
  const centre = points[v]!
  let intervals = 0
  proofs.next((stretch, isFirst) => {
    demand(++intervals <= 64, 'a star has more than 64 intervals', where)
    ring.forEach((a, k) => {
      const corners = [centre, points[a]!, points[ring[(k + 1) % ring.length]!]!]
      demand(hasNormal(corners, stretch), 'a triangle of a star has no normal along the direction', where)
    })
    if (!isFirst) return
    const spokes = ring.map((a) => minus(points[a]!.from, centre.from))
    const sides = spokes.map((spoke) => triple(stretch.n, spokes[0]!, spoke))
    const returns = sides.filter((side, k) => side < 0n && (sides[k + 1] ?? 0n) >= 0n).length
    demand(returns === 1, 'a star goes around its point more than once', where)
  })
}

/** Triangles that no star and no triangle beside them keeps from collapsing. */
function alone({ items, counts, partOf, within }: Subject, stars: ReadonlySet<number>): number[] {
  const users = new Map<string, number[]>()
  const edges = (triangle: readonly number[]): string[] =>
    triangle.map((v, k) => [v, triangle[(k + 1) % 3]!].sort((a, b) => a - b).join())
  items.forEach((triangle, t) => {
    for (const edge of edges(triangle))
      users
        .set(edge, users.get(edge) ?? [])
        .get(edge)!
        .push(t)
  })
  const out: number[] = []
  items.forEach((triangle, t) => {
    if (!within[partOf(t)] || triangle.some((v) => stars.has(v))) return
    const countsWith = (u: number): boolean => (u < t ? counts(u, t) : u > t && counts(t, u))
    if (!edges(triangle).some((edge) => users.get(edge)!.some(countsWith))) out.push(t)
  })
  return out
}

/** The nine axes. */
const AXES: readonly Whole3[] = [
  [1n, 0n, 0n],
  [0n, 1n, 0n],
  [0n, 0n, 1n],
  [1n, 1n, 0n],
  [1n, -1n, 0n],
  [1n, 0n, 1n],
  [1n, 0n, -1n],
  [0n, 1n, 1n],
  [0n, 1n, -1n],
]

interface Node {
  readonly items: readonly number[]
  readonly children: readonly [Node, Node] | undefined
  readonly radius: bigint
  readonly parts: ReadonlySet<number>
  /** Least and greatest along the nine axes, at both ends of the slab, times the number of slabs. */
  extents: readonly [Extent, Extent]
}

interface Extent {
  readonly low: readonly bigint[]
  readonly high: readonly bigint[]
}

class Walk {
  decided = 0
  private readonly root: Node
  private readonly remembered = new Set<string>()

  constructor(
    private readonly subject: Subject,
    order: readonly number[],
    private readonly stars: ReadonlySet<number>,
    readonly tests: BitReader,
    private readonly proofs: Proofs,
    private readonly slabs: bigint,
  ) {
    this.root = this.node(order)
  }

  private node(items: readonly number[]): Node {
    const { hulls, radii, partOf } = this.subject
    const most = hulls === 'beads' ? 4 : 1
    const half = Math.floor(items.length / 2)
    const children =
      items.length > most ? ([this.node(items.slice(0, half)), this.node(items.slice(half))] as const) : undefined
    const radius =
      children === undefined ? greatest(items.map((i) => radii[i]!)) : greatest(children.map((c) => c.radius))
    const parts = new Set(children === undefined ? items.map(partOf) : children.flatMap((c) => [...c.parts]))
    return { items, children, radius, parts, extents: [NOWHERE, NOWHERE] }
  }

  slab(k: bigint): void {
    this.fit(this.root, k)
    this.inside(this.root)
  }

  private fit(node: Node, k: bigint): void {
    const { items, points } = this.subject
    if (node.children !== undefined) for (const child of node.children) this.fit(child, k)
    const [start, end] = [k, k + 1n].map((at, which): Extent => {
      // Where the last slab has ended this one begins.
      if (which === 0 && node.extents[1] !== NOWHERE) return node.extents[1]
      if (node.children !== undefined) {
        const [a, b] = node.children.map((child) => child.extents[which]!) as [Extent, Extent]
        return {
          low: AXES.map((_, i) => least([a.low[i]!, b.low[i]!])),
          high: AXES.map((_, i) => greatest([a.high[i]!, b.high[i]!])),
        }
      }
      const places = node.items.flatMap((i) => items[i]!.map((v) => placeAt(points[v]!, at, this.slabs)))
      const along = AXES.map((axis) => places.map((p) => dot(axis, p)))
      return { low: along.map(least), high: along.map(greatest) }
    }) as [Extent, Extent]
    node.extents = [start, end]
  }

  private inside(node: Node): void {
    if (node.children === undefined) {
      node.items.forEach((x, k) => {
        for (const y of node.items.slice(k + 1)) this.decide(x, y)
      })
      return
    }
    if (this.isOnePart(node, node)) return
    const [c, d] = node.children
    this.inside(c)
    this.between(c, d)
    this.inside(d)
  }

  private between(a: Node, b: Node): void {
    if (this.isOnePart(a, b)) return
    const areLeaves = a.children === undefined && b.children === undefined
    if (areLeaves && !a.items.some((x) => b.items.some((y) => this.isOpen(x, y)))) return
    if (this.tests.next()) {
      const name = ({ items }: Node): string => `${items.length} ${this.subject.hulls} from ${items[0]} on`
      demand(this.isApart(a, b), 'no axis separates two nodes that are said to be apart', { a: name(a), b: name(b) })
    } else if (areLeaves) for (const x of a.items) for (const y of b.items) this.decide(x, y)
    else if (a.items.length >= b.items.length) for (const child of a.children!) this.between(child, b)
    else for (const child of b.children!) this.between(a, child)
  }

  /** All of both is of a part whose own pairs do not count. */
  private isOnePart(a: Node, b: Node): boolean {
    const parts = new Set([...a.parts, ...b.parts])
    return parts.size === 1 && !this.subject.within[[...parts][0]!]
  }

  private isApart(a: Node, b: Node): boolean {
    const reach = (a.radius + b.radius) * this.slabs
    return AXES.some((axis, k) =>
      [
        [a, b],
        [b, a],
      ].some(([above, below]) =>
        [0, 1].every((end) =>
          exceeds(above!.extents[end]!.low[k]! - below!.extents[end]!.high[k]!, reach, dot(axis, axis)),
        ),
      ),
    )
  }

  private isOpen(x: number, y: number): boolean {
    const { items, counts } = this.subject
    const [i, j] = x < y ? [x, y] : [y, x]
    if (!counts(i, j) || this.remembered.has(`${i},${j}`)) return false
    return !items[i]!.some((v) => this.stars.has(v) && items[j]!.includes(v))
  }

  private decide(x: number, y: number): void {
    if (!this.isOpen(x, y)) return
    const { hulls, items, points, radii } = this.subject
    const [i, j] = x < y ? [x, y] : [y, x]
    const where = { a: `${hulls.slice(0, -1)} ${i}`, b: `${hulls.slice(0, -1)} ${j}` }
    this.decided++
    if (hulls === 'beads') {
      demand(areBallsApart(points[i]!, points[j]!, radii[i]! + radii[j]!), `beads ${i} and ${j} touch`, where)
      return
    }
    this.remembered.add(`${i},${j}`)
    const reach = radii[i]! + radii[j]!
    for (const [p, q] of hullsToSeparate(items[i]!, items[j]!)) {
      this.proofs.next((stretch) => {
        demand(
          separates(
            stretch,
            p.map((v) => points[v]!),
            q.map((v) => points[v]!),
            reach,
          ),
          'a direction does not separate two hulls',
          where,
        )
      })
    }
  }
}

/** Whether a direction, fixed or turning, separates two hulls by more than reach during its interval. */
function separates(
  { level, index, n, turned = n }: Stretch,
  p: readonly MovingPoint[],
  q: readonly MovingPoint[],
  reach: bigint,
): boolean {
  const parts = 1n << level
  const start = (point: MovingPoint): Whole3 => placeAt(point, index, parts)
  const end = (point: MovingPoint): Whole3 => placeAt(point, index + 1n, parts)
  const gap = (along: (point: MovingPoint) => bigint): bigint => least(p.map(along)) - greatest(q.map(along))
  const wide = reach * parts
  const [square, squareTurned] = [dot(n, n), dot(turned, turned)]
  if (
    !exceeds(
      gap((point) => dot(n, start(point))),
      wide,
      square,
    )
  )
    return false
  if (
    !exceeds(
      gap((point) => dot(turned, end(point))),
      wide,
      squareTurned,
    )
  )
    return false
  if (turned === n) return true
  // middle > wide·(√square + √squareTurned): middle² − wide²·(the sum of both) > 2·wide²·√(their product).
  const middle = gap((point) => dot(n, end(point)) + dot(turned, start(point)))
  const rest = middle * middle - wide * wide * (square + squareTurned)
  return middle > 0n && rest > 0n && exceeds(rest, 2n * wide * wide, square * squareTurned)
}

const NOWHERE: Extent = { low: [], high: [] }

/** |d|² − reach² is a quadratic in time: is it positive from 0 to 1? */
function areBallsApart(p: MovingPoint, q: MovingPoint, reach: bigint): boolean {
  const start = minus(p.from, q.from)
  const way = minus(minus(p.to, q.to), start)
  const [a, b, c] = [dot(way, way), dot(start, way), dot(start, start) - reach * reach]
  if (c <= 0n || a + 2n * b + c <= 0n) return false
  const isLeastAtEnd = b >= 0n || a + b <= 0n
  return isLeastAtEnd || a * c > b * b
}

/** Hulls of which each pair must be apart, for two strands or triangles. */
function hullsToSeparate(
  i: readonly number[],
  j: readonly number[],
): (readonly [readonly number[], readonly number[]])[] {
  const shared = i.filter((v) => j.includes(v))
  demand(shared.length < 3, 'two triangles have the same three corners')
  const [restI, restJ] = [i.filter((v) => !j.includes(v)), j.filter((v) => !i.includes(v))]
  if (shared.length === 0) return [[i, j]]
  const opposite = [[restI, j] as const, [i, restJ] as const]
  if (shared.length === 1) return opposite
  const [p, q] = [Math.min(...shared), Math.max(...shared)]
  return [
    ...opposite,
    [
      [p, restI[0]!],
      [q, restJ[0]!],
    ],
    [
      [q, restI[0]!],
      [p, restJ[0]!],
    ],
  ]
}
