// Checks a separating set: that no two beads of a necklace touch, except those that may (docs/formats/certificate.md). It shares no code with
// the search that made the set and does not search: it checks whether every cage contains its beads, whether the two of every
// pair are apart, and whether every two beads that count are in some pair. (`necklaces-2002`, section 5.1: such a set exists if
// and only if the beads are disjoint.) Doubles decide where they are sure, whole numbers of any length where they are not.
import {
  copyPlain,
  demand,
  demandKind,
  type Fields,
  list,
  number,
  numbers,
  type Rejected,
  Rejection,
  verdict,
  whole,
} from './plain.js'
import { U } from './poses.js'

/** What the verifier says of a separating set. */
export type SeparationVerdict = { readonly valid: true; readonly beads: number } | Rejected

/** Does the set prove that no two beads of the necklace touch, except those that it excludes? Never throws. */
export function verifySeparatingSet(necklace: unknown, set: unknown): SeparationVerdict {
  return verdict(() => {
    const rule = readNecklace(copyPlain(necklace, 'the necklace'))
    verifySet(rule, copyPlain(set, 'the separating set'))
    return { valid: true, beads: rule.beads.length / 4 }
  })
}

interface Necklace {
  /** x, y, z, r a bead. */
  readonly beads: Float64Array
  readonly neighbours: number
  readonly closed: boolean
  /** By i · n + j. */
  readonly excluded: ReadonlySet<number>
}

function readNecklace(fields: Fields): Necklace {
  demandKind(fields, 'necklace', 'the necklace')
  const dimension = whole(fields.dimension, 'dimension', 4, 2)
  const centres = numbers(fields.centres, 'centres')
  const n = centres.length / dimension
  const radii = numbers(fields.radii, 'radii')
  demand(
    Number.isInteger(n) && n > 0 && (radii.length === n || radii.length === 1),
    'centres and radii do not go together',
  )
  const beads = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < dimension; k++) beads[4 * i + k] = centres[dimension * i + k]!
    beads[4 * i + 3] = number(radii[radii.length === 1 ? 0 : i], 'radii', 0)
  }
  const { closed } = fields
  demand(typeof closed === 'boolean', '"closed" is neither true nor false')
  const excluded = list(fields.excluded, 'excluded').map((pair) => {
    const [i, j] = numbers(pair, 'excluded', 2)
    return whole(i, 'excluded', n) * n + whole(j, 'excluded', n)
  })
  return { beads, neighbours: whole(fields.neighbours, 'neighbours', 2 ** 31), closed, excluded: new Set(excluded) }
}

/** A bead is in one cage of every level of a tree, and there are no more levels: more is only work, not a proof. */
const MOST_HELD = 64

function verifySet(rule: Necklace, set: Fields): void {
  demandKind(set, 'separating-set', 'the separating set')
  const { beads } = rule
  const n = beads.length / 4
  demand(set.beads === n, `it is about another number of beads than ${n}`)
  const wholes = (field: 'cages' | 'pairs', end: number): number[] =>
    list(set[field], field).map((k) => whole(k, field, end))
  const cages = wholes('cages', n + 1)
  const balls = Float64Array.from(numbers(set.balls, 'balls', 2 * cages.length))
  const elements = n + cages.length / 2
  const pairs = wholes('pairs', elements)
  demand(cages.length % 2 === 0 && pairs.length % 2 === 0, 'cages or pairs are not a list of pairs')
  let held = 0
  for (let k = 0; 2 * k < cages.length; k++) {
    const [first, count] = [cages[2 * k]!, cages[2 * k + 1]!]
    demand(count > 0 && first + count <= n, `cage ${k} has beads that there are not`)
    held += count
    demand(held <= MOST_HELD * n, `the cages hold every bead more than ${MOST_HELD} times`)
    for (let i = first; i < first + count; i++) {
      if (!ballContains(balls, k, beads, i)) throw new Rejection(`cage ${k} does not contain bead ${i}`)
    }
  }
  // By pair: the first bead of either element, and the one after its last.
  const spans = new Int32Array(2 * pairs.length)
  pairs.forEach((e, at) => {
    spans[2 * at] = e < n ? e : cages[2 * (e - n)]!
    spans[2 * at + 1] = spans[2 * at]! + (e < n ? 1 : cages[2 * (e - n) + 1]!)
  })
  for (let k = 0; k < pairs.length; k += 2) {
    const [a, b] = [pairs[k]!, pairs[k + 1]!]
    const apart = ballsApart(a < n ? beads : balls, a < n ? a : a - n, b < n ? beads : balls, b < n ? b : b - n)
    if (!apart) throw new Rejection(`pair ${k / 2}, of elements ${a} and ${b}, is not apart`)
  }
  checkCoverage(n, rule, spans)
}

/** Bounds of the rounding of squares and sums below, as a share of them: 5 u and 3 u, with room; and what underflow can do. */
const ROUNDING = 32 * U
const UNDERFLOW = 1e-280

/** Whether ball i of a is inside ball k of c: |a − c| ≤ R − r. Exact. */
function ballContains(c: Float64Array, k: number, a: Float64Array, i: number): boolean {
  const room = c[4 * k + 3]! - a[4 * i + 3]!
  if (room < 0) return false
  if (squareApart(c, k, a, i) < room * room * (1 - ROUNDING) - UNDERFLOW) return true
  const w = wholeBalls(c, k, a, i)
  const r = w[3]! - w[7]!
  return wholeSquare(w) <= r * r
}

/** Whether two balls have no point in common: |a − b| > r + s. Exact, for radii of zero or more; a negative one holds no bead. */
function ballsApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const reach = a[4 * i + 3]! + b[4 * j + 3]!
  if (squareApart(a, i, b, j) > reach * reach * (1 + ROUNDING) + UNDERFLOW) return true
  const w = wholeBalls(a, i, b, j)
  const r = w[3]! + w[7]!
  return wholeSquare(w) > r * r
}

function squareApart(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const dx = a[4 * i]! - b[4 * j]!
  const dy = a[4 * i + 1]! - b[4 * j + 1]!
  const dz = a[4 * i + 2]! - b[4 * j + 2]!
  return dx * dx + dy * dy + dz * dz
}

function wholeSquare(w: readonly bigint[]): bigint {
  const [dx, dy, dz] = [w[0]! - w[4]!, w[1]! - w[5]!, w[2]! - w[6]!]
  return dx * dx + dy * dy + dz * dz
}

const bits = new DataView(new ArrayBuffer(8))

/** The eight numbers of two balls as whole numbers, in one unit: a power of two that all of them are multiples of. */
function wholeBalls(a: Float64Array, i: number, b: Float64Array, j: number): bigint[] {
  const parts = [...a.subarray(4 * i, 4 * i + 4), ...b.subarray(4 * j, 4 * j + 4)].map((value) => {
    bits.setFloat64(0, value)
    const raw = bits.getBigUint64(0)
    const power = Number((raw >> 52n) & 0x7ffn)
    const fraction = (raw & 0xfffffffffffffn) | (power > 0 ? 0x10000000000000n : 0n)
    return { mantissa: value < 0 ? -fraction : fraction, place: Math.max(1, power) }
  })
  const unit = Math.min(...parts.map(({ place }) => place))
  return parts.map(({ mantissa, place }) => mantissa << BigInt(place - unit))
}

/**
 * Every two beads that count are in some pair: bead by bead, from the first on, the stretches of later beads that it is apart from
 * are kept, and nothing may be left between them that is not left out.
 */
function checkCoverage(n: number, { neighbours, closed, excluded }: Necklace, spans: Int32Array): void {
  // By bead: pairs whose lower stretch begins there, and ends there, by where their higher stretch is in `spans`.
  const begins: number[][] = Array.from({ length: n + 1 }, () => [])
  const ends: number[][] = Array.from({ length: n + 1 }, () => [])
  for (let k = 0; 4 * k < spans.length; k++) {
    const low = spans[4 * k]! <= spans[4 * k + 2]! ? 4 * k : 4 * k + 2
    const high = 8 * k + 2 - low
    if (spans[low + 1]! > spans[high]!) throw new Rejection(`pair ${k} has beads that are in both of its elements`)
    begins[spans[low]!]!.push(high)
    ends[spans[low + 1]!]!.push(high)
  }
  const covered = new Stretches(n)
  for (let i = 0; i < n; i++) {
    for (const at of begins[i]!) covered.add(spans[at]!, spans[at + 1]!, 1)
    for (const at of ends[i]!) covered.add(spans[at]!, spans[at + 1]!, -1)
    const end = closed ? Math.min(n, i + n - neighbours) : n
    for (let j = covered.gap(i + neighbours + 1); j < end; j = covered.gap(j + 1)) {
      if (!excluded.has(i * n + j)) throw new Rejection(`no pair holds beads ${i} and ${j}`)
    }
  }
}

/** A set of stretches of 0 … n − 1 that come and go, and the places that none of them covers: a tree of halves. */
class Stretches {
  private readonly size: number
  /** Stretches that cover the whole of a node and not of its parent; and whether all of it is covered. */
  private readonly counts: Int32Array
  private readonly full: Uint8Array

  constructor(private readonly n: number) {
    this.size = 2 ** Math.ceil(Math.log2(n))
    this.counts = new Int32Array(2 * this.size)
    this.full = new Uint8Array(2 * this.size)
  }

  /** One stretch more (1) or less (−1), from `from` to before `to`. */
  add(from: number, to: number, by: 1 | -1, node = 1, low = 0, high = this.size): void {
    if (to <= low || high <= from) return
    if (from <= low && high <= to) this.counts[node]! += by
    else {
      const middle = (low + high) / 2
      this.add(from, to, by, 2 * node, low, middle)
      this.add(from, to, by, 2 * node + 1, middle, high)
    }
    const below = high - low > 1 && this.full[2 * node] === 1 && this.full[2 * node + 1] === 1
    this.full[node] = this.counts[node]! > 0 || below ? 1 : 0
  }

  /** The first place from `from` on that is not covered; n if there is none. */
  gap(from: number, node = 1, low = 0, high = this.size): number {
    if (high <= from || this.full[node] === 1 || low >= this.n) return this.n
    if (high - low === 1) return low
    const middle = (low + high) / 2
    const left = this.gap(from, 2 * node, low, middle)
    return left < this.n ? left : this.gap(from, 2 * node + 1, middle, high)
  }
}
