// Checks the proof of a step (docs/formats/certificate.md, "A step"): hulls of points that move straight stay apart. It takes documents, shares
// no code with the search that made the proof, and does not search: it builds the tree that the format prescribes, bounds its nodes by
// 18-DOPs of its own, and walks the bits. Every two items that count are in some test by construction of the walk.
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
  type Rejected,
  Rejection,
  record,
  verdict,
  whole,
} from './plain.js'
import { U } from './poses.js'
import { StepLeaves, StepPoints } from './step-leaf.js'

/** What a step is about: balls, segments between consecutive points, or triangles. */
export type VerifiedHulls = 'beads' | 'strands' | 'triangles'

/** A step whose proof holds: at every instant, items that count are apart. */
export interface VerifiedStep {
  readonly valid: true
  readonly outcome: 'free'
  readonly hulls: VerifiedHulls
  /** Beads, strands or triangles. */
  readonly items: number
  readonly slabs: number
  /** Pairs of nodes that were tested, pairs of items that were decided one by one, and directions that were checked. */
  readonly volumeTests: number
  readonly leafTests: number
  readonly directions: number
}

/** What the verifier says of a step. */
export type StepVerdict = VerifiedStep | Rejected

/** Does the proof show that everything that counts stays apart during the step? Never throws, whatever it is given. */
export function verifyStep(step: unknown, proof: unknown): StepVerdict {
  return verdict(() => {
    const document = copyPlain(step, 'the step')
    return walkSlabs(readStep(document), copyPlain(proof, 'the proof'), hashOf(document))
  })
}

interface Step {
  readonly hulls: VerifiedHulls
  readonly points: StepPoints
  readonly items: number
  /** Numbers of the points of an item, by item. */
  readonly corners: readonly (readonly number[])[]
  /** One a bead; one in all otherwise. */
  readonly radii: Float64Array
  readonly neighbours: number
  readonly closed: boolean
  /** Strands that there are not. */
  readonly cuts: ReadonlySet<number>
  readonly excluded: ReadonlySet<number>
  readonly firstPart: number
  readonly within: readonly [boolean, boolean]
}

function readStep(fields: Fields): Step {
  demandKind(fields, 'step', 'the step')
  const { hulls } = fields
  demand(hulls === 'beads' || hulls === 'strands' || hulls === 'triangles', '"hulls" is none of the three kinds')
  const from = Float64Array.from(numbers(fields.points, 'points'))
  const n = from.length / 3
  demand(Number.isInteger(n) && n > 0, 'points are not three numbers each')
  const to = fields.next === undefined ? from : Float64Array.from(numbers(fields.next, 'next', 3 * n))
  const isMesh = hulls === 'triangles'
  const radii = isMesh
    ? new Float64Array(1)
    : Float64Array.from(list(fields.radii, 'radii'), (r) => number(r, 'radii', 0))
  demand(radii.length === 1 || (hulls === 'beads' && radii.length === n), 'radii and points do not go together')
  const closed = fields.closed ?? false
  demand(typeof closed === 'boolean', '"closed" is neither true nor false')
  const corners = hulls === 'triangles' ? readTriangles(fields, n) : readRope(hulls, n, closed)
  const items = corners.length
  const neighbours = isMesh ? 0 : whole(fields.neighbours, 'neighbours', 2 ** 31)
  const cuts =
    hulls !== 'strands' || fields.cuts === undefined
      ? []
      : list(fields.cuts, 'cuts').map((i) => whole(i, 'cuts', items))
  const excluded = list(fields.excluded, 'excluded').map((pair) => {
    const [i, j] = numbers(pair, 'excluded', 2)
    return whole(i, 'excluded', items) * items + whole(j, 'excluded', items, i! + 1)
  })
  const parts = isMesh && fields.parts !== undefined ? record(fields.parts, 'parts') : undefined
  const within = parts === undefined ? [true, true] : list(parts.within, 'within')
  demand(within.length === 2 && within.every((w) => typeof w === 'boolean'), '"within" is not two times true or false')
  return {
    hulls,
    points: new StepPoints(from, to),
    items,
    corners,
    radii,
    neighbours: hulls === 'strands' ? Math.max(1, neighbours) : neighbours,
    closed,
    cuts: new Set(cuts),
    excluded: new Set(excluded),
    firstPart: parts === undefined ? items : whole(parts.first, 'first', items + 1),
    within: within as [boolean, boolean],
  }
}

function readRope(hulls: 'beads' | 'strands', n: number, closed: boolean): number[][] {
  if (hulls === 'beads') return Array.from({ length: n }, (_, i) => [i])
  demand(n > 1, 'one point has no strands')
  return Array.from({ length: closed ? n : n - 1 }, (_, i) => [i, (i + 1) % n])
}

function readTriangles(fields: Fields, n: number): number[][] {
  const all = numbers(fields.triangles, 'triangles').map((i) => whole(i, 'triangles', n))
  demand(all.length > 0 && all.length % 3 === 0, 'triangles are not three numbers each')
  return Array.from({ length: all.length / 3 }, (_, t) => {
    const [a, b, c] = all.slice(3 * t, 3 * t + 3) as [number, number, number]
    demand(a !== b && b !== c && c !== a, `triangle ${t} has a corner twice`)
    return [a, b, c]
  })
}

/** Do items i < j count? */
function counts(step: Step, i: number, j: number): boolean {
  const { items, neighbours, closed, firstPart, within } = step
  if (step.hulls === 'triangles') {
    if ((j < firstPart && !within[0]) || (i >= firstPart && !within[1])) return false
  } else if (j - i <= neighbours || (closed && items - (j - i) <= neighbours)) return false
  if (step.cuts.has(i) || step.cuts.has(j)) return false
  return !step.excluded.has(i * items + j)
}

/**
 * Is anything examined: two items that count, or a triangle that must not collapse? Of the pairs that are tried, only excluded ones do not
 * count, so it takes as long as the document is.
 */
function examinesAny(step: Step): boolean {
  const { hulls, items, neighbours, closed, cuts, firstPart, within } = step
  const isMesh = hulls === 'triangles'
  if (isMesh && ((firstPart > 0 && within[0]) || (firstPart < items && within[1]))) return true
  const kept = Array.from({ length: items }, (_, i) => i).filter((i) => !cuts.has(i))
  let next = 0
  for (const i of kept) {
    const [first, end] = isMesh ? [firstPart, items] : [i + neighbours + 1, closed ? i + items - neighbours : items]
    if (i >= first) break
    while (next < kept.length && kept[next]! < first) next++
    for (let k = next; k < kept.length && kept[k]! < end; k++) if (counts(step, i, kept[k]!)) return true
  }
  return false
}

/** Bits, from the least significant of each byte on. */
class Bits {
  taken = 0
  constructor(
    private readonly bytes: Uint8Array,
    private readonly name: string,
  ) {}

  next(count = 1): number {
    demand(this.taken + count <= 8 * this.bytes.length, `${this.name} ends too early`)
    let value = 0
    for (let k = 0; k < count; k++, this.taken++)
      value += ((this.bytes[this.taken >> 3]! >> (this.taken & 7)) & 1) * 2 ** k
    return value
  }

  demandEnd(): void {
    const rest = 8 * this.bytes.length - this.taken
    demand(
      rest < 8 && (rest === 0 || this.bytes[this.taken >> 3]! >> (this.taken & 7) === 0),
      `${this.name} has bits left over`,
    )
  }
}

/** The order halved by index: in pre-order, so that the first child of node k is node k + 1. */
interface Tree {
  readonly order: Uint32Array
  readonly first: Int32Array
  readonly end: Int32Array
  /** The second child; −1 for a leaf. */
  readonly second: Int32Array
  /** 1 and 2: has items of the first part, of the second. */
  readonly parts: Uint8Array
  readonly nodes: number
}

function buildTree(step: Step, proof: Fields): Tree {
  const { items, firstPart } = step
  const order = new Uint32Array(items)
  if (proof.order === undefined) for (let k = 0; k < items; k++) order[k] = k
  else {
    const bits = new Bits(bytesOf(proof.order, 'order'), 'order')
    const width = 32 - Math.clz32(items - 1)
    const seen = new Uint8Array(items)
    for (let k = 0; k < items; k++) {
      const item = bits.next(width)
      demand(item < items && seen[item] === 0, 'order is not a permutation')
      seen[item] = 1
      order[k] = item
    }
    bits.demandEnd()
  }
  const leaf = step.hulls === 'beads' ? 4 : 1
  const most = 2 * items
  const [first, end, second] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  const parts = new Uint8Array(most)
  let nodes = 0
  const add = (from: number, to: number): number => {
    const node = nodes++
    first[node] = from
    end[node] = to
    second[node] = -1
    if (to - from > leaf) {
      const middle = from + ((to - from) >> 1)
      add(from, middle)
      second[node] = add(middle, to)
      parts[node] = parts[node + 1]! | parts[second[node]!]!
    } else for (let k = from; k < to; k++) parts[node]! |= order[k]! < firstPart ? 1 : 2
    return node
  }
  add(0, items)
  return { order, first, end, second, parts, nodes }
}

const AXES = 9
const ROOT_TWO = Math.SQRT2 * (1 + 2 * U)

/**
 * The extents of all nodes along the nine axes at one instant. A coordinate (1 − t)·p + t·q is in error by 2 u·M (M: the largest coordinate
 * of the step), a sum of two by 4 u·M and 2 u·M more, the gap between two such by 12 u·M and 4 u·M more: `slack` is twice that.
 */
class Extents {
  readonly low: Float64Array
  readonly high: Float64Array

  constructor(
    private readonly step: Step,
    private readonly tree: Tree,
  ) {
    this.low = new Float64Array(AXES * tree.nodes)
    this.high = new Float64Array(AXES * tree.nodes)
  }

  /** Where the points are at time t, a multiple of 2^-10. */
  fit(t: number): this {
    const { low, high, tree, step } = this
    const { from, to } = step.points
    for (let node = tree.nodes - 1; node >= 0; node--) {
      const o = AXES * node
      low.fill(Infinity, o, o + AXES)
      high.fill(-Infinity, o, o + AXES)
      const second = tree.second[node]!
      if (second >= 0) {
        const [c, d] = [AXES * (node + 1), AXES * second]
        for (let k = 0; k < AXES; k++) {
          low[o + k] = Math.min(low[c + k]!, low[d + k]!)
          high[o + k] = Math.max(high[c + k]!, high[d + k]!)
        }
        continue
      }
      for (let at = tree.first[node]!; at < tree.end[node]!; at++) {
        for (const point of step.corners[tree.order[at]!]!) {
          const x = (1 - t) * from[3 * point]! + t * to[3 * point]!
          const y = (1 - t) * from[3 * point + 1]! + t * to[3 * point + 1]!
          const z = (1 - t) * from[3 * point + 2]! + t * to[3 * point + 2]!
          widen(low, high, o, x)
          widen(low, high, o + 1, y)
          widen(low, high, o + 2, z)
          widen(low, high, o + 3, x + y)
          widen(low, high, o + 4, x - y)
          widen(low, high, o + 5, x + z)
          widen(low, high, o + 6, x - z)
          widen(low, high, o + 7, y + z)
          widen(low, high, o + 8, y - z)
        }
      }
    }
    return this
  }
}

function widen(low: Float64Array, high: Float64Array, at: number, value: number): void {
  if (value < low[at]!) low[at] = value
  if (value > high[at]!) high[at] = value
}

/** Along one axis, in one order, the gap exceeds `needed` (an axis of length 1) at both instants? */
function apart(start: Extents, end: Extents, a: number, b: number, needed: number, slack: number): boolean {
  for (let k = 0; k < AXES; k++) {
    const [oa, ob] = [AXES * a + k, AXES * b + k]
    const gap = (k < 3 ? needed : needed * ROOT_TWO) * (1 + 4 * U) + slack
    if (start.low[oa]! - start.high[ob]! > gap && end.low[oa]! - end.high[ob]! > gap) return true
    if (start.low[ob]! - start.high[oa]! > gap && end.low[ob]! - end.high[oa]! > gap) return true
  }
  return false
}

/** All points are placed again for every slab, whatever is then tested: more slabs would be much work for few bytes. */
const MOST_SLABS = 32

function walkSlabs(step: Step, proof: Fields, hash: string): VerifiedStep {
  demandKind(proof, 'step-proof', 'the proof')
  demand(proof.step === hash, 'the proof is about another step: its hash differs')
  const slabs = whole(proof.slabs, 'slabs', MOST_SLABS + 1, 1)
  demand((slabs & (slabs - 1)) === 0, 'slabs is not a power of two')
  const tree = buildTree(step, proof)
  const tests = new Bits(bytesOf(proof.tests, 'tests'), 'tests')
  const leaves = new StepLeaves(bytesOf(proof.proofs, 'proofs'))
  const starred = readStars(step, proof, leaves)
  const pairs = new Pairs(step, leaves, starred, slabs > 1)
  const radii = nodeRadii(step, tree)
  let largest = 0
  for (const coordinates of [step.points.from, step.points.to]) {
    for (const x of coordinates) if (Math.abs(x) > largest) largest = Math.abs(x)
  }
  const slack = 32 * U * largest + 1e-290
  let start = new Extents(step, tree).fit(0)
  let end = new Extents(step, tree)
  const waiting: number[] = []
  for (let slab = 0; slab < slabs; slab++) {
    end.fit((slab + 1) / slabs)
    waiting.push(0, 0)
    while (waiting.length > 0) {
      const b = waiting.pop()!
      const a = waiting.pop()!
      const [secondA, secondB] = [tree.second[a]!, tree.second[b]!]
      const mask = tree.parts[a]! | tree.parts[b]!
      if ((mask === 1 && !step.within[0]) || (mask === 2 && !step.within[1])) continue
      if (a === b) {
        if (secondA >= 0) waiting.push(secondA, secondA, a + 1, secondA, a + 1, a + 1)
        else pairs.decideInside(tree, a)
        continue
      }
      const areLeaves = secondA < 0 && secondB < 0
      if (areLeaves && !pairs.anyOpen(tree, a, b)) continue
      if (tests.next() === 1) {
        if (apart(start, end, a, b, radii[a]! + radii[b]!, slack)) continue
        const at = (node: number): string => `items ${tree.first[node]} to ${tree.end[node]! - 1} of the order`
        const where = { a: at(a), b: at(b), from: slab / slabs, to: (slab + 1) / slabs }
        throw new Rejection('two nodes that are said to be apart are not, along any axis', where)
      }
      if (areLeaves) pairs.decide(tree, a, b)
      else if (tree.end[a]! - tree.first[a]! >= tree.end[b]! - tree.first[b]!) waiting.push(secondA, b, a + 1, b)
      else waiting.push(a, secondB, a, b + 1)
    }
    ;[start, end] = [end, start]
  }
  tests.demandEnd()
  demand(leaves.left === 0, `the proofs have ${leaves.left} extra bytes`)
  if (!examinesAny(step)) throw new Rejection('no pair counts, so nothing is proved', {}, 'nothing-to-check')
  const { hulls, items } = step
  const counted = { volumeTests: tests.taken, leafTests: pairs.decided, directions: leaves.read }
  return { valid: true, outcome: 'free', hulls, items, slabs, ...counted }
}

function nodeRadii({ radii }: Step, tree: Tree): Float64Array {
  const out = new Float64Array(tree.nodes).fill(radii[0]!)
  if (radii.length === 1) return out
  for (let node = tree.nodes - 1; node >= 0; node--) {
    const second = tree.second[node]!
    if (second >= 0) out[node] = Math.max(out[node + 1]!, out[second]!)
    else {
      out[node] = 0
      for (let k = tree.first[node]!; k < tree.end[node]!; k++) out[node] = Math.max(out[node]!, radii[tree.order[k]!]!)
    }
  }
  return out
}

/** Pairs of items, one by one. */
class Pairs {
  decided = 0
  /** Pairs of strands and triangles that were decided, where there is more than one slab: their proofs hold for all of them. */
  private readonly done = new Set<number>()

  constructor(
    private readonly step: Step,
    private readonly leaves: StepLeaves,
    private readonly starred: Uint8Array,
    private readonly remembers: boolean,
  ) {}

  decideInside(tree: Tree, leaf: number): void {
    for (let k = tree.first[leaf]!; k < tree.end[leaf]!; k++) {
      for (let l = k + 1; l < tree.end[leaf]!; l++) this.decideItems(tree.order[k]!, tree.order[l]!)
    }
  }

  anyOpen(tree: Tree, a: number, b: number): boolean {
    for (let k = tree.first[a]!; k < tree.end[a]!; k++) {
      for (let l = tree.first[b]!; l < tree.end[b]!; l++) if (this.isOpen(tree.order[k]!, tree.order[l]!)) return true
    }
    return false
  }

  decide(tree: Tree, a: number, b: number): void {
    for (let k = tree.first[a]!; k < tree.end[a]!; k++) {
      for (let l = tree.first[b]!; l < tree.end[b]!; l++) this.decideItems(tree.order[k]!, tree.order[l]!)
    }
  }

  private isOpen(x: number, y: number): boolean {
    const { step, starred } = this
    const [i, j] = x < y ? [x, y] : [y, x]
    if (!counts(step, i, j) || this.done.has(i * step.items + j)) return false
    if (starred.length === 0) return true
    const other = step.corners[j]!
    return !step.corners[i]!.some((v) => starred[v] === 1 && other.includes(v))
  }

  private decideItems(x: number, y: number): void {
    if (!this.isOpen(x, y)) return
    const { step } = this
    const [i, j] = x < y ? [x, y] : [y, x]
    this.decided++
    const { hulls, radii, points } = step
    const where = { a: `${hulls.slice(0, -1)} ${i}`, b: `${hulls.slice(0, -1)} ${j}` }
    if (hulls === 'beads') {
      const r = (k: number): number => radii[radii.length === 1 ? 0 : k]!
      if (!points.ballsApart(i, j, r(i), r(j))) throw new Rejection(`beads ${i} and ${j} do not stay apart`, where)
      return
    }
    if (this.remembers) this.done.add(i * step.items + j)
    const reach = hulls === 'strands' ? 2 * radii[0]! : 0
    for (const [p, q] of hullPairs(step.corners[i]!, step.corners[j]!, where)) {
      for (const leaf of this.leaves.proof()) {
        if (points.separates(leaf, p, q, reach)) continue
        const size = 2 ** -leaf.level
        const from = Number(leaf.index) * size
        const place = { ...where, from, to: from + size }
        throw new Rejection('a direction does not separate two hulls during its interval', place)
      }
    }
  }
}

type Corners = readonly number[]

/** The hulls that must be apart so that two strands or triangles have nothing in common but the corners that both name. */
function hullPairs(i: Corners, j: Corners, where: { a: string; b: string }): (readonly [Corners, Corners])[] {
  const common = i.filter((v) => j.includes(v)).sort((v, w) => v - w)
  if (common.length === 0) return [[i, j]]
  const [ownI, ownJ] = [i.filter((v) => !common.includes(v)), j.filter((v) => !common.includes(v))]
  const [p, q] = common as [number, number]
  if (common.length === 1)
    return [
      [ownI, j],
      [i, ownJ],
    ]
  demand(common.length === 2, 'two triangles have the same corners', where)
  return [
    [ownI, j],
    [i, ownJ],
    [
      [p, ...ownI],
      [q, ...ownJ],
    ],
    [
      [q, ...ownI],
      [p, ...ownJ],
    ],
  ]
}

/** Checks the stars and the triangles that are alone. By point: 1 where a star settles the triangles around it; empty if there are none. */
function readStars(step: Step, proof: Fields, leaves: StepLeaves): Uint8Array {
  const { corners, points, hulls } = step
  if (hulls !== 'triangles') {
    demand(proof.stars === undefined, 'only triangles have stars')
    return new Uint8Array(0)
  }
  const n = points.from.length / 3
  const starred = new Uint8Array(proof.stars === undefined ? 0 : n)
  if (proof.stars !== undefined) {
    const bits = new Bits(bytesOf(proof.stars, 'stars'), 'stars')
    for (let v = 0; v < n; v++) starred[v] = bits.next()
    bits.demandEnd()
    const around: number[][] = Array.from({ length: n }, () => [])
    corners.forEach((triangle, t) => {
      for (const v of triangle) around[v]!.push(t)
    })
    for (let v = 0; v < n; v++) if (starred[v] === 1) checkStar(step, leaves, v, around[v]!)
  }
  const alone = trianglesAlone(step, starred)
  for (const t of alone) {
    const [a, b, c] = corners[t]! as [number, number, number]
    for (const leaf of leaves.proof()) {
      const holds = points.hasNormal(leaf, a, b, c)
      demand(holds, `it is not shown that triangle ${t} does not collapse`, { a: `triangle ${t}` })
    }
  }
  return starred
}

const MOST_STAR_LEAVES = 64

function checkStar({ corners, points }: Step, leaves: StepLeaves, v: number, around: readonly number[]): void {
  const where = { a: `point ${v}` }
  /** By corner: the next one around v. */
  const after = new Map<number, number>()
  let first = -1
  for (const t of around) {
    const k = corners[t]!.indexOf(v)
    const [x, y] = [corners[t]![(k + 1) % 3]!, corners[t]![(k + 2) % 3]!]
    demand(!after.has(x), 'the triangles around a point are not one ring', where)
    after.set(x, y)
    if (first < 0) first = x
  }
  const ring: number[] = []
  for (let x: number | undefined = first; ring.length === 0 || x !== first; x = after.get(x)) {
    demand(
      x !== undefined && x >= 0 && ring.length < after.size,
      'the triangles around a point are not one ring',
      where,
    )
    ring.push(x)
  }
  demand(ring.length === after.size && ring.length >= 3, 'the triangles around a point are not one ring', where)
  let rounds = -1
  let read = 0
  for (const leaf of leaves.proof()) {
    // Each is as much work as the ring is long: so there is a limit.
    demand(++read <= MOST_STAR_LEAVES, 'a star has too many intervals', where)
    ring.forEach((x, k) => {
      const holds = points.hasNormal(leaf, v, x, ring[(k + 1) % ring.length]!)
      demand(holds, 'a triangle of a star has no normal along its direction', where)
    })
    if (rounds >= 0) continue
    const signs = ring.map((x) => points.signAround(leaf, v, first, x))
    rounds = signs.filter((sign, k) => sign < 0 && signs[(k + 1) % signs.length]! >= 0).length
    demand(rounds === 1, 'a star does not go around its point once', where)
  }
}

/** Triangles whose collapse nothing else excludes. */
function trianglesAlone(step: Step, starred: Uint8Array): number[] {
  const { corners, items, firstPart, within } = step
  const n = step.points.from.length / 3
  const at = new Map<number, number[]>()
  const edges = ([a, b, c]: Corners): number[] =>
    [
      [a!, b!],
      [b!, c!],
      [c!, a!],
    ].map(([p, q]) => Math.min(p!, q!) * n + Math.max(p!, q!))
  corners.forEach((triangle, t) => {
    for (const edge of edges(triangle)) at.get(edge)?.push(t) ?? at.set(edge, [t])
  })
  const out: number[] = []
  for (let t = 0; t < items; t++) {
    const triangle = corners[t]!
    if (!within[t < firstPart ? 0 : 1] || triangle.some((v) => starred[v] === 1)) continue
    const isBeside = (u: number): boolean => u !== t && counts(step, Math.min(t, u), Math.max(t, u))
    if (!edges(triangle).some((edge) => at.get(edge)!.some(isBeside))) out.push(t)
  }
  return out
}
