// Checks a separating set anew: that no two beads of a necklace touch, but for those that may. It shares no code with the search
// that made the set and searches for nothing: it looks whether every cage contains its beads, whether the two of every pair
// are apart, and whether every two beads that count are in some pair. (`necklaces-2002`, section 5.1: such a set exists if and
// only if the beads are disjoint.)
//
// What is accepted is proved, in exact arithmetic on the numbers given: doubles decide where they are sure, whole numbers of any
// length where they are not. The set is taken for nothing until it is checked: it may be any JSON.
import { InvalidInputError } from '../errors.js'
import { demand, Rejection } from './rejection.js'
import { U } from './rounding.js'

/** Which pairs of beads may touch: as in the options of a Necklace, which may be given as they are. */
export interface SeparationRule {
  /** Numbers a centre has. Default 3. */
  readonly dimension?: 2 | 3
  /** Beads at most this many places apart. Default 1. */
  readonly neighbours?: number
  /** The last bead is next to the first. Default false. */
  readonly closed?: boolean
  /** Further pairs, i < j. */
  readonly exclude?: ((i: number, j: number) => boolean) | undefined
}

export type SeparationVerdict = { readonly valid: true } | { readonly valid: false; readonly reason: string }

/**
 * Does the set prove that no two beads touch, but for those that the rule leaves out? Centres x, y, z (or x, y), one radius or
 * one each, as a Necklace takes them; these and the rule are the caller's, and refused by InvalidInputError. Never throws for what is in the
 * set.
 */
export function verifySeparatingSet(
  centres: ArrayLike<number>,
  radius: number | ArrayLike<number>,
  rule: SeparationRule,
  set: unknown,
): SeparationVerdict {
  const { dimension, ...pairs } = readRule(rule)
  const balls = readBeads(centres, radius, dimension)
  try {
    verify(balls, pairs, set)
    return { valid: true }
  } catch (error) {
    if (error instanceof Rejection) return { valid: false, reason: error.reason }
    throw error
  }
}

interface PairsThatCount {
  readonly neighbours: number
  readonly closed: boolean
  readonly exclude: SeparationRule['exclude']
}

/** The set in arrays of our own. It may be anything, also something that throws when it is looked at. */
function readSet(given: unknown, n: number): { ranges: Float64Array; cages: Float64Array; pairs: Float64Array } {
  try {
    demand(typeof given === 'object' && given !== null, 'the separating set is no record')
    const set = given as Readonly<Record<string, unknown>>
    const { beads } = set
    demand(typeof beads === 'number', 'beads is no number')
    demand(beads === n, `it is about ${beads} beads, and there are ${n}`)
    return {
      ranges: wholeList(set.cages, 'cages'),
      cages: numberList(set.balls, 'balls'),
      pairs: wholeList(set.pairs, 'pairs'),
    }
  } catch (error) {
    if (error instanceof Rejection) throw error
    throw new Rejection('the separating set cannot be read')
  }
}

function verify(beads: Float64Array, rule: PairsThatCount, given: unknown): void {
  const n = beads.length / 4
  const { ranges, cages, pairs } = readSet(given, n)
  demand(ranges.length % 2 === 0, 'cages is no list of twos: a first bead and how many')
  demand(cages.length === 2 * ranges.length, 'balls does not have four numbers for every cage')
  demand(pairs.length % 2 === 0, 'pairs is no list of twos')
  checkCages(beads, ranges, cages)
  const elements = n + ranges.length / 2
  const spans = new Int32Array(2 * pairs.length)
  for (let k = 0; k < pairs.length; k += 2) {
    const a = pairs[k]!
    const b = pairs[k + 1]!
    if (a >= elements || b >= elements) {
      throw new Rejection(`pair ${k / 2} names element ${Math.max(a, b)}, and there are ${elements}`)
    }
    const apart = ballsApart(a < n ? beads : cages, a < n ? a : a - n, b < n ? beads : cages, b < n ? b : b - n)
    if (!apart) throw new Rejection(`pair ${k / 2}, of elements ${a} and ${b}, is not apart`)
    for (const [at, e] of [
      [2 * k, a],
      [2 * k + 2, b],
    ] as const) {
      spans[at] = e < n ? e : ranges[2 * (e - n)]!
      spans[at + 1] = spans[at]! + (e < n ? 1 : ranges[2 * (e - n) + 1]!)
    }
  }
  checkCoverage(n, rule, spans)
}

/** A bead is in one cage of every level of a tree, and there are no more levels: more is no proof, but work. */
const MOST_HELD = 64

/** Every cage holds beads that there are, and contains them. */
function checkCages(beads: Float64Array, ranges: Float64Array, cages: Float64Array): void {
  const n = beads.length / 4
  let held = 0
  for (let k = 0; 2 * k < ranges.length; k++) {
    const first = ranges[2 * k]!
    const count = ranges[2 * k + 1]!
    demand(count > 0 && first + count <= n, `cage ${k} has ${count} beads from ${first} on, and there are ${n}`)
    held += count
    demand(held <= MOST_HELD * n, `the cages hold every bead more than ${MOST_HELD} times`)
    for (let i = first; i < first + count; i++) {
      if (!ballContains(cages, k, beads, i)) throw new Rejection(`cage ${k} does not contain bead ${i}`)
    }
  }
}

/** Bounds of the rounding of squares and sums below, as a share of them: 5 u and 3 u, with room; and what underflow can do. */
const ROUNDING = 16 * U
const UNDERFLOW = 1e-280

/** Whether ball i of a is inside ball k of c: |a − c| ≤ R − r. Exact. */
function ballContains(c: Float64Array, k: number, a: Float64Array, i: number): boolean {
  const room = c[4 * k + 3]! - a[4 * i + 3]!
  if (room < 0) return false
  if (squareApart(c, k, a, i) < room * room * (1 - 2 * ROUNDING) - UNDERFLOW) return true
  const w = wholeBalls(c, k, a, i)
  const r = w[3]! - w[7]!
  return wholeSquare(w) <= r * r
}

/** Whether two balls have no point in common: |a − b| > r + s. Exact, for radii of zero or more. */
function ballsApart(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  const reach = a[4 * i + 3]! + b[4 * j + 3]!
  if (squareApart(a, i, b, j) > reach * reach * (1 + 2 * ROUNDING) + UNDERFLOW) return true
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
  const dx = w[0]! - w[4]!
  const dy = w[1]! - w[5]!
  const dz = w[2]! - w[6]!
  return dx * dx + dy * dy + dz * dz
}

const bits = new DataView(new ArrayBuffer(8))

/** The eight numbers of two balls as whole numbers, in one unit: a power of two that all of them are multiples of. */
function wholeBalls(a: Float64Array, i: number, b: Float64Array, j: number): bigint[] {
  const values = [...a.subarray(4 * i, 4 * i + 4), ...b.subarray(4 * j, 4 * j + 4)]
  // The exponent of each number's last place.
  const places = values.map((value) => {
    bits.setFloat64(0, value)
    return value === 0 ? Infinity : Math.max(1, (bits.getUint32(0) >>> 20) & 0x7ff) - 1075
  })
  const unit = Math.min(...places)
  return values.map((value, k) => {
    if (value === 0) return 0n
    bits.setFloat64(0, value)
    const raw = bits.getBigUint64(0)
    const fraction = raw & 0xfffffffffffffn
    const mantissa = (raw >> 52n) & 0x7ffn ? fraction | 0x10000000000000n : fraction
    return (value < 0 ? -mantissa : mantissa) << BigInt(places[k]! - unit)
  })
}

/**
 * Every two beads that count are in some pair: bead by bead, from the first on, the stretches of later beads that it is apart from
 * are kept, and nothing may be left between them that the rule does not leave out.
 */
function checkCoverage(n: number, rule: PairsThatCount, spans: Int32Array): void {
  const pairs = spans.length / 4
  // Pairs in the order in which they begin, and in which they end, to be of use: the lower stretch of a pair is when.
  const begins: number[][] = Array.from({ length: n + 1 }, () => [])
  const ends: number[][] = Array.from({ length: n + 1 }, () => [])
  for (let k = 0; k < pairs; k++) {
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
    const end = rule.closed ? Math.min(n, i + n - rule.neighbours) : n
    for (let j = covered.gap(i + rule.neighbours + 1); j < end; j = covered.gap(j + 1)) {
      if (!rule.exclude?.(i, j)) throw new Rejection(`no pair holds beads ${i} and ${j}`)
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
    let size = 1
    while (size < n) size *= 2
    this.size = size
    this.counts = new Int32Array(2 * size)
    this.full = new Uint8Array(2 * size)
  }

  /** One stretch more (1) or less (−1), from `from` to before `to`. */
  add(from: number, to: number, by: 1 | -1): void {
    this.addBelow(1, 0, this.size, from, to, by)
  }

  /** The first place from `from` on that is not covered; n if there is none. */
  gap(from: number): number {
    return Math.min(this.n, this.gapBelow(1, 0, this.size, from))
  }

  private addBelow(node: number, low: number, high: number, from: number, to: number, by: number): void {
    if (to <= low || high <= from) return
    if (from <= low && high <= to) this.counts[node]! += by
    else {
      const middle = (low + high) / 2
      this.addBelow(2 * node, low, middle, from, to, by)
      this.addBelow(2 * node + 1, middle, high, from, to, by)
    }
    const below = high - low > 1 && this.full[2 * node] === 1 && this.full[2 * node + 1] === 1
    this.full[node] = this.counts[node]! > 0 || below ? 1 : 0
  }

  private gapBelow(node: number, low: number, high: number, from: number): number {
    if (high <= from || this.full[node] === 1) return Infinity
    // Beyond n nothing is ever covered.
    if (high - low === 1 || low >= this.n) return low
    const middle = (low + high) / 2
    const left = this.gapBelow(2 * node, low, middle, from)
    return left < Infinity ? left : this.gapBelow(2 * node + 1, middle, high, from)
  }
}

// The caller's own numbers.

/** Coordinates and radii that are larger have squares of squares that overflow. */
const LARGEST = 1e60

/** As in the options of a Necklace; those that do not matter here are let pass. */
const RULE_FIELDS = ['dimension', 'neighbours', 'closed', 'exclude', 'method', 'hierarchy', 'verification']

function readRule(rule: SeparationRule): PairsThatCount & { readonly dimension: 2 | 3 } {
  if (typeof rule !== 'object' || rule === null) throw new InvalidInputError('rule', rule, 'a record')
  for (const [field, value] of Object.entries(rule)) {
    if (!RULE_FIELDS.includes(field)) {
      throw new InvalidInputError(`rule.${field}`, value, `left out: known are ${RULE_FIELDS.join(', ')}`)
    }
  }
  const { dimension = 3, neighbours = 1, closed = false, exclude } = rule
  if (dimension !== 2 && dimension !== 3) throw new InvalidInputError('rule.dimension', dimension, '2 or 3')
  if (!Number.isInteger(neighbours) || neighbours < 0) {
    throw new InvalidInputError('rule.neighbours', neighbours, 'a whole number of zero or more')
  }
  if (typeof closed !== 'boolean') throw new InvalidInputError('rule.closed', closed, 'true or false')
  if (exclude !== undefined && typeof exclude !== 'function') {
    throw new InvalidInputError('rule.exclude', exclude, 'a function of two bead numbers')
  }
  return { dimension, neighbours, closed, exclude }
}

/** x, y, z, r a bead. */
function readBeads(centres: ArrayLike<number>, radius: number | ArrayLike<number>, dimension: number): Float64Array {
  const n = centres?.length / dimension
  if (!Number.isInteger(n) || n < 1) {
    throw new InvalidInputError('centres', centres, `${dimension} numbers a bead, for one bead or more`)
  }
  if (typeof radius !== 'number' && radius?.length !== n) {
    throw new InvalidInputError('radius', radius, `one number, or one for each of the ${n} beads`)
  }
  const balls = new Float64Array(4 * n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < dimension; k++) {
      balls[4 * i + k] = readNumber(`centres[${dimension * i + k}]`, centres[dimension * i + k]!, -LARGEST)
    }
    balls[4 * i + 3] =
      typeof radius === 'number' ? readNumber('radius', radius, 0) : readNumber(`radius[${i}]`, radius[i]!, 0)
  }
  return balls
}

function readNumber(field: string, value: number, least: number): number {
  if (typeof value === 'number' && value >= least && value <= LARGEST) return value
  throw new InvalidInputError(field, value, `a number from ${least} to ${LARGEST}`)
}

// What is in the set.

function numberList(given: unknown, field: string): Float64Array {
  demand(
    Array.isArray(given) || (ArrayBuffer.isView(given) && !(given instanceof DataView)),
    `${field} is no list of numbers`,
  )
  const numbers: number[] = []
  const list = given as ArrayLike<unknown>
  for (let k = 0; k < list.length; k++) {
    const value = list[k]
    if (typeof value !== 'number' || !(Math.abs(value) <= LARGEST)) {
      throw new Rejection(`${field}[${k}] is no finite number, or too large`)
    }
    numbers.push(value)
  }
  return Float64Array.from(numbers)
}

function wholeList(given: unknown, field: string): Float64Array {
  const numbers = numberList(given, field)
  for (let k = 0; k < numbers.length; k++) {
    if (!Number.isInteger(numbers[k]) || numbers[k]! < 0) {
      throw new Rejection(`${field}[${k}] is no whole number of zero or more`)
    }
  }
  return numbers
}
