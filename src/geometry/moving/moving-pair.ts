// Two convex hulls of one to three points each that move straight: do they come within reach of each other?
//
// Doubles say `free` where they can prove it: along a fixed direction n the gap min_A n·p(t) − max_B n·y(t) is a minimum of linear functions,
// so it is concave, and above reach·|n| throughout an interval of time if it is at both of its ends. The direction is the one between the closest
// points at the middle of the interval, which is halved where that fails. Everything else is decided in whole
// numbers: by a bracket that doubles guess (contact-bracket.ts), or else by polynomials of time (pair-features.ts).
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { normaliseDirection } from './closest-direction.js'
import {
  BRACKET_GRID_BITS,
  gridInterval,
  guessContact,
  isApartDuring,
  isApartUntil,
  passThrough,
  roundInstant,
  type WholePair,
} from './contact-bracket.js'
import { directionAt, gapNeeded, type LocalHulls, leastGap, localise } from './moving-gaps.js'
import { areWithin, contactCases, type KnownApart, type MovingVector, movingPoint } from './pair-features.js'
import { exactLeaf, type MovingPairLeaf, type MovingPairProof, type WholeHull, wholePointsAt } from './pair-proof.js'
import { bracketOf, firstInstants, type Instant } from './sign-conditions.js'

/** Intervals shorter than 2^-12 are left to whole numbers. */
const SHORTEST = 2 ** -12

/** What directions of proofs are multiplied by before they are rounded: 16 and 31 bits with the sign. */
const DIRECTION_SCALES = [2 ** 15 - 1, 2 ** 30]

/** Intervals of a proof down to this level are halved where doubles see no gap; shorter ones are left to whole numbers, which have more ways. */
const HALVED_IN_DOUBLES = 6

/** Directions tested before whole numbers take over. */
const MOST_TESTS = 48

/** From this number of points on, a cheaper direction is tried before that of the closest points. */
const MANY_POINTS = 5

/** The direction under test: one call uses it, from start to end. */
const n = new Float64Array(3)

/** Ends of the intervals that are not proved yet, latest first. */
const pending = new Float64Array(64)

/** The first contact: a bracket, or instants that are not refined yet. */
type Contact = { readonly lower: number; readonly upper: number } | { readonly instants: readonly Instant[] }

/** Two convex hulls of one to three points each that move straight: do they come within `reach` of each other at some instant? */
export class MovingPair {
  /** Decisions that doubles could not make, since the counters were reset. */
  exactCalls = 0
  /** All decisions since the counters were reset. */
  decisions = 0

  private readonly pointsA = new Float64Array(18)
  private readonly pointsB = new Float64Array(18)
  private readonly local: LocalHulls = {
    a: new Float64Array(18),
    b: new Float64Array(18),
    countA: 0,
    countB: 0,
    slack: 0,
  }
  /** Where doubles saw the hulls within reach during the last decision; NaN if they did not. */
  private suspect = Number.NaN
  /** Until when the last decision proved them apart in doubles, and the end of the interval at which that failed. */
  private provedTo = 0
  private stuckAt = 1
  /** What is known about the first contact within a reach; NaN: of no reach. */
  private metWithin = Number.NaN
  private contact: Contact | undefined
  /** For parts of these hulls. */
  private parts: MovingPair | undefined

  /**
   * Hull A: points at offsets p, q, r (index of x; x, y, z follow) of the arrays `from` (time 0) and `to` (time 1); −1 for a point that
   * there is not. Coordinates must be finite. Copies.
   */
  setA(from: Float64Array, to: Float64Array, p: number, q: number, r: number): void {
    this.metWithin = Number.NaN
    this.local.countA = copyPoints(this.pointsA, from, to, p, q, r)
  }

  /** Hull B, as `setA`. */
  setB(from: Float64Array, to: Float64Array, p: number, q: number, r: number): void {
    this.metWithin = Number.NaN
    this.local.countB = copyPoints(this.pointsB, from, to, p, q, r)
  }

  /** Exact: true iff at some t in [0, 1] the distance of the hulls is at most reach (≥ 0; touching counts). */
  meets(reach: number): boolean {
    this.decisions++
    if (this.separatedInDoubles(reach)) return false
    this.exactCalls++
    return this.meetsExactly(reach)
  }

  /** After `meets` said true: brackets the first such instant. out[0] ≤ t* ≤ out[1], width at most 2^-40. */
  firstContact(out: Float64Array, reach: number): void {
    if (this.metWithin !== reach) this.contact = undefined
    this.metWithin = reach
    this.contact ??= this.exactContact(reach, this.wholeHulls(reach))!
    if ('instants' in this.contact) this.contact = bracketOf(this.contact.instants, BRACKET_GRID_BITS)
    out[0] = this.contact.lower
    out[1] = this.contact.upper
  }

  /** Doubles only, no bisection: does one direction separate them by more than reach during all of [0, 1]? For filters. */
  separatedThroughout(reach: number): boolean {
    return this.separatedUntil(reach, 1)
  }

  /** The same during [0, until]. */
  separatedUntil(reach: number, until: number): boolean {
    this.localise()
    return this.separated(reach, 0, until) === 1
  }

  /** The proof that they stay farther apart than reach, or undefined if they meet. Allocates; where they nearly touch, some milliseconds. */
  prove(reach: number): MovingPairProof | undefined {
    if (this.meets(reach)) return undefined
    const leaves: MovingPairLeaf[] = []
    this.localise()
    let hulls: WholePair | undefined
    const cover = (k: bigint, m: number): void => {
      let leaf = this.leafInDoubles(reach, Number(k), m)
      if (leaf === undefined) {
        hulls ??= this.wholeHulls(reach)
        leaf = exactLeaf(hulls.a, hulls.b, hulls.reach, k, m)
      }
      if (leaf === undefined || leaf === 'halve') {
        cover(2n * k, m + 1)
        cover(2n * k + 1n, m + 1)
      } else {
        leaves.push(leaf)
      }
    }
    cover(0n, 0)
    return { leaves }
  }

  /**
   * A leaf whose direction was rounded to 16 or 31 bits before it was tested; 'halve' where doubles see that the direction fails;
   * undefined where whole numbers must try.
   */
  private leafInDoubles(reach: number, k: number, m: number): MovingPairLeaf | 'halve' | undefined {
    const length = 2 ** -m
    if (length < SHORTEST) return undefined
    const { local } = this
    const [from, to] = [k * length, (k + 1) * length]
    const arePoints = local.countA === 1 && local.countB === 1
    if (arePoints && m === 0) this.directPoints()
    else this.directHulls((from + to) / 2)
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    const gap = leastGap(n, local, from, to)
    const need = gapNeeded(n, reach, local.slack)
    if (gap > need) {
      for (const scale of DIRECTION_SCALES) {
        // Not −0.
        n[0] = Math.round(x * scale) + 0
        n[1] = Math.round(y * scale) + 0
        n[2] = Math.round(z * scale) + 0
        if (leastGap(n, local, from, to) > gapNeeded(n, reach, local.slack)) {
          return { level: m, direction: [n[0]!, n[1]!, n[2]!] }
        }
      }
    }
    // Whole numbers would see the same. A guess is enough: an interval may always be halved.
    return !arePoints && m < HALVED_IN_DOUBLES && gap < need - 4 * local.slack ? 'halve' : undefined
  }

  private localise(): void {
    localise(this.local, this.pointsA, this.pointsB)
  }

  /** Whether doubles prove that the hulls stay farther apart than reach. */
  private separatedInDoubles(reach: number): boolean {
    this.localise()
    this.suspect = Number.NaN
    this.provedTo = 0
    this.stuckAt = 1
    const { countA, countB } = this.local
    if (countA === 1 && countB === 1) return this.separatedPoints(reach)
    if (countA + countB >= MANY_POINTS && this.separatedByMeans(reach)) return true
    let tests = 0
    let last = 1
    let from = 0
    pending[0] = 1
    while (last > 0) {
      const to = pending[last - 1]!
      const verdict = this.separated(reach, from, to)
      if (verdict === 1) {
        from = to
        last--
      } else {
        if (verdict < 0) this.suspect = (from + to) / 2
        if (verdict < 0 || ++tests > MOST_TESTS || to - from <= SHORTEST) {
          this.provedTo = from
          this.stuckAt = verdict < 0 ? this.suspect : to
          return false
        }
        pending[last++] = (from + to) / 2
      }
    }
    return true
  }

  /**
   * 1 if the direction between the closest points at the middle of an interval proves it; −1 if along that direction the hulls are within reach at
   * the middle, so that shorter intervals hardly help; otherwise 0.
   */
  private separated(reach: number, from: number, to: number): number {
    const { local } = this
    const middle = (from + to) / 2
    this.directHulls(middle)
    const need = gapNeeded(n, reach, local.slack)
    if (leastGap(n, local, from, to) > need) return 1
    return leastGap(n, local, middle, middle) > need ? 0 : -1
  }

  /** The direction between the means of the points at t = 1/2, for the whole step. */
  private separatedByMeans(reach: number): boolean {
    const { local } = this
    const { a: localA, b: localB, countA, countB } = local
    const [forA, forB] = [1 / countA, 1 / countB]
    let x = 0
    let y = 0
    let z = 0
    for (let o = 0; o < 18; o += 9) {
      for (let i = o; i < o + 3 * countA; i += 3) {
        x += forA * localA[i]!
        y += forA * localA[i + 1]!
        z += forA * localA[i + 2]!
      }
      for (let j = o; j < o + 3 * countB; j += 3) {
        x -= forB * localB[j]!
        y -= forB * localB[j + 1]!
        z -= forB * localB[j + 2]!
      }
    }
    normaliseDirection(n, x, y, z)
    return leastGap(n, local, 0, 1) > gapNeeded(n, reach, local.slack)
  }

  /** Sets n to the direction between the closest points at an instant. */
  private directHulls(t: number): void {
    directionAt(n, this.local, t)
  }

  /** Two points: the direction from the origin to the closest point of the segment of their differences proves all that can be proved. */
  private separatedPoints(reach: number): boolean {
    const { local } = this
    this.directPoints()
    return leastGap(n, local, 0, 1) > gapNeeded(n, reach, local.slack)
  }

  private directPoints(): void {
    const { a: localA, b: localB } = this.local
    const x = localA[0]! - localB[0]!
    const y = localA[1]! - localB[1]!
    const z = localA[2]! - localB[2]!
    const vx = localA[9]! - localB[9]! - x
    const vy = localA[10]! - localB[10]! - y
    const vz = localA[11]! - localB[11]! - z
    const square = vx * vx + vy * vy + vz * vz
    const t = square > 0 ? -(x * vx + y * vy + z * vz) / square : 0
    this.directHulls(t < 0 ? 0 : t > 1 ? 1 : t)
  }

  /** Decides in whole numbers, and remembers what was found for `firstContact`. */
  private meetsExactly(reach: number): boolean {
    const hulls = this.wholeHulls(reach)
    this.metWithin = reach
    this.contact = undefined
    const { countA, countB } = this.local
    if (countA + countB > 2 && this.bracketed(reach, hulls)) return true
    const { suspect } = this
    if (!Number.isNaN(suspect) && this.touchAt(reach, hulls, suspect)) return true
    this.contact = this.exactContact(reach, hulls)
    return this.contact !== undefined
  }

  /** Whether a touch is proved at or about the instant that doubles guess. Its bracket is kept if it is proved that there is none before. */
  private bracketed(reach: number, hulls: WholePair): boolean {
    const { local, provedTo } = this
    const guess = guessContact(local, reach, provedTo, this.stuckAt)
    if (Number.isNaN(guess)) return false
    const exact = roundInstant(guess)
    if (exact !== undefined) {
      const t = exact * 2 ** -BRACKET_GRID_BITS
      if (!this.touchAt(reach, hulls, t)) return false
      if (t === 0 || isApartUntil(local, hulls, provedTo, exact)) this.contact = { lower: t, upper: t }
      return true
    }
    const k = gridInterval(guess)
    if (k === undefined) return false
    const [lower, upper] = [k * 2 ** -BRACKET_GRID_BITS, (k + 1) * 2 ** -BRACKET_GRID_BITS]
    const touches = (reach === 0 && passThrough(local, hulls, k, k + 1)) || this.touchAt(reach, hulls, upper)
    if (touches && isApartDuring(local, hulls, reach, provedTo, k)) this.contact = { lower, upper }
    return touches
  }

  /** Whether the hulls are within reach at an instant of the grid of brackets: exact. */
  private touchAt(reach: number, { a, b, reach: whole }: WholePair, t: number): boolean {
    if (this.separatedAt(reach, t)) return false
    const k = BigInt(t * 2 ** BRACKET_GRID_BITS)
    const [p, q] = [wholePointsAt(a, k, BRACKET_GRID_BITS), wholePointsAt(b, k, BRACKET_GRID_BITS)]
    // Everything may have collapsed.
    if (p[0] === q[0] && p[1] === q[1] && p[2] === q[2]) return true
    const then = (points: readonly bigint[]) => movingPoints({ from: points, to: points })
    const reachSq = (whole * whole) << BigInt(2 * BRACKET_GRID_BITS)
    return areWithin(then(p), then(q), reachSq, this.knownApart(reach, t))
  }

  private exactContact(reach: number, hulls: WholePair): Contact | undefined {
    if (this.touchAt(reach, hulls, 0)) return { lower: 0, upper: 0 }
    const { a, b, reach: whole } = hulls
    const cases = contactCases(movingPoints(a), movingPoints(b), whole * whole, this.knownApart(reach))
    const instants = firstInstants(cases)
    return instants.length === 0 ? undefined : { instants }
  }

  /**
   * Parts of the hulls that doubles prove to stay apart, during the step or at one instant: most pairs of features need no whole numbers.
   */
  private knownApart(reach: number, at?: number): KnownApart {
    this.parts ??= new MovingPair()
    const { parts } = this
    const ends = [this.pointsA.subarray(9), this.pointsB.subarray(9)] as const
    const known: (readonly [number, number])[] = []
    const answers = new Map<number, boolean>()
    const offset = (mask: number, i: number) => ((mask >> i) & 1 ? 3 * i : -1)
    return (maskA, maskB) => {
      const key = 8 * maskA + maskB
      let answer = answers.get(key)
      if (answer === undefined) {
        answer = known.some(([a, b]) => (a & maskA) === maskA && (b & maskB) === maskB)
        if (!answer) {
          parts.setA(this.pointsA, ends[0], offset(maskA, 0), offset(maskA, 1), offset(maskA, 2))
          parts.setB(this.pointsB, ends[1], offset(maskB, 0), offset(maskB, 1), offset(maskB, 2))
          answer = at === undefined ? parts.separatedInDoubles(reach) : parts.separatedAt(reach, at)
          if (answer) known.push([maskA, maskB])
        }
        answers.set(key, answer)
      }
      return answer
    }
  }

  private separatedAt(reach: number, t: number): boolean {
    this.localise()
    return this.separated(reach, t, t) === 1
  }

  /** Hulls and reach in whole numbers of one unit. */
  private wholeHulls(reach: number): WholePair {
    const { pointsA, pointsB } = this
    const { countA, countB } = this.local
    const [a, b] = [3 * countA, 3 * countB]
    const whole = wholeNumbers([
      ...pointsA.subarray(0, a),
      ...pointsA.subarray(9, 9 + a),
      ...pointsB.subarray(0, b),
      ...pointsB.subarray(9, 9 + b),
      reach,
    ])
    return {
      a: { from: whole.slice(0, a), to: whole.slice(a, 2 * a) },
      b: { from: whole.slice(2 * a, 2 * a + b), to: whole.slice(2 * a + b, -1) },
      reach: whole[whole.length - 1]!,
    }
  }
}

function movingPoints({ from, to }: WholeHull): MovingVector[] {
  return [0, 3, 6].filter((i) => i < from.length).map((i) => movingPoint(from, to, i))
}

/** Points at t = 0 from index 0, at t = 1 from index 9. Returns how many. */
function copyPoints(out: Float64Array, from: Float64Array, to: Float64Array, p: number, q: number, r: number): number {
  let count = 0
  if (p >= 0) copyPoint(out, 3 * count++, from, to, p)
  if (q >= 0) copyPoint(out, 3 * count++, from, to, q)
  if (r >= 0) copyPoint(out, 3 * count++, from, to, r)
  return count
}

function copyPoint(out: Float64Array, o: number, from: Float64Array, to: Float64Array, i: number): void {
  out[o] = from[i]!
  out[o + 1] = from[i + 1]!
  out[o + 2] = from[i + 2]!
  out[o + 9] = to[i]!
  out[o + 10] = to[i + 1]!
  out[o + 11] = to[i + 2]!
}
