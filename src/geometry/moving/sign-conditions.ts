// When do polynomials have given signs? Exact, for t in [0, 1].
//
// Roots are isolated by Descartes' rule of signs on halved intervals (Collins and Akritas 1976): a polynomial has at most as many roots
// in the open interval as its Bernstein coefficients have changes of sign, and an even number fewer. No change: no root. One change: one
// simple root. More: halve. For a polynomial without multiple roots that ends. The sign of q at a root of p is found by halving the
// root's interval until q has no root in it; that q is zero there is decided by the greatest common divisor of p and q.
import {
  bernsteinSigns,
  commonDivisor,
  multiplyPolys,
  onInterval,
  type Poly,
  signAt,
  squareFree,
} from './polynomials.js'

/** One conjunction: at t every polynomial of `zero` is 0, of `nonNegative` ≥ 0, of `positive` > 0. */
export interface SignCase {
  readonly zero: readonly Poly[]
  readonly nonNegative: readonly Poly[]
  readonly positive: readonly Poly[]
}

/** An instant: k/2^m, or the only root of `of` between k/2^m and (k+1)/2^m, which is a simple one. */
export interface Instant {
  /** On its interval, as a polynomial of x in [0, 1], with a value ≠ 0 at x = 0. undefined: the instant is k/2^m. */
  local: Poly | undefined
  k: bigint
  m: number
  /** Without multiple roots. */
  readonly of: Poly
}

/** Halvings before a greatest common divisor is computed: mostly a few are enough to see that there is no common root. */
const HALVINGS_BEFORE_DIVISOR = 8

/**
 * The first t in [0, 1] at which one of the cases holds, bracketed to 2^-bits; undefined if there is none. Where a case holds after an
 * instant and not at it (`positive`), that instant is bracketed.
 */
export function firstTime(cases: readonly SignCase[], bits: number): { lower: number; upper: number } | undefined {
  const instants = firstInstants(cases)
  return instants.length === 0 ? undefined : bracketOf(instants, bits)
}

/** Instants among which is the first at which one of the cases holds; none if there is no such instant. */
export function firstInstants(cases: readonly SignCase[]): Instant[] {
  const found: Instant[] = []
  let upper = Infinity
  for (const one of cases) {
    const instant = firstOfCase(one, upper)
    if (instant === undefined) continue
    upper = Math.min(upper, endOf(instant))
    found.push(instant)
  }
  return found.filter((instant) => startOf(instant) <= upper)
}

/** Brackets the first of several instants: itself, or an interval from k/2^bits to (k+1)/2^bits. Refines them in place. */
export function bracketOf(instants: readonly Instant[], bits: number): { lower: number; upper: number } {
  let lower = Infinity
  let upper = Infinity
  for (const instant of instants) {
    if (startOf(instant) > upper) continue
    refine(instant, bits)
    // The first of several is no earlier than the first lower end and no later than the first upper end.
    lower = Math.min(lower, startOf(instant, bits))
    upper = Math.min(upper, endOf(instant, bits))
  }
  return { lower, upper }
}

/** The start of an instant's interval, of 2^-bits at least; or the next double below. */
function startOf({ k, m }: Instant, bits = m): number {
  return m > bits ? dyadicBelow(k >> BigInt(m - bits), bits) : dyadicBelow(k, m)
}

/** Its end, or the next double above. */
function endOf({ local, k, m }: Instant, bits = m): number {
  const end = local === undefined ? k : k + 1n
  return m > bits ? -dyadicBelow(-end >> BigInt(m - bits), bits) : -dyadicBelow(-end, m)
}

/** Whether p may be zero in [0, 1]: false is certain. */
export function mayVanish(p: Poly): boolean {
  if (p.length === 0) return true
  const signs = bernsteinSigns(p)
  return signs[0] === 0 || signs[signs.length - 1] === 0 || changes(signs) > 0
}

/** k/2^m, or the next double below. */
function dyadicBelow(k: bigint, m: number): number {
  return m <= 53 ? Number(k) / 2 ** m : Number(k >> BigInt(m - 53)) / 2 ** 53
}

/** The first instant of a case; any or none if it is after `before`. */
function firstOfCase({ zero, nonNegative, positive }: SignCase, before: number): Instant | undefined {
  if (positive.some((p) => p.length === 0)) return undefined
  const equations = zero.filter((p) => p.length > 0).sort((a, b) => a.length - b.length)
  if (equations.some((p) => !mayVanish(p))) return undefined
  // At a root of the first equation.
  const others = equations.slice(1)
  const holds = (t: Instant): boolean =>
    others.every((p) => signOf(p, t) === 0) &&
    nonNegative.every((p) => signOf(p, t) >= 0) &&
    positive.every((p) => signOf(p, t) > 0)
  if (equations.length > 0) {
    for (const root of isolatedRoots(equations[0]!)) {
      if (startOf(root) > before) return undefined
      if (holds(root)) return root
    }
    return undefined
  }
  // No equation: the signs are constant between the roots of all.
  const product = [...nonNegative, ...positive].filter((p) => p.length > 0).reduce(multiplyPolys, [1n])
  const at = (k: bigint, m: number): Instant => ({ local: undefined, k, m, of: [] })
  const start = at(0n, 0)
  let last = start
  if (holds(start)) return start
  for (const root of [...isolatedRoots(product), at(1n, 0)]) {
    if (order(last, root) === 0) continue
    if (holds(between(last, root))) return last
    if (holds(root)) return root
    last = root
  }
  return undefined
}

/** The roots of p in [0, 1] in order. p ≠ 0. */
function isolatedRoots(p: Poly): Instant[] {
  const found: Instant[] = []
  const isolate = (of: Poly, part: Poly, k: bigint, m: number): boolean => {
    let local = part
    if (local[0] === 0n) {
      found.push({ local: undefined, k, m, of })
      local = local.slice(1)
      if (local[0] === 0n) return false
    }
    const count = changes(bernsteinSigns(local))
    if (count === 1) found.push({ local, k, m, of })
    if (count < 2) return true
    // Beyond this depth there is a multiple root, or two that are close.
    if (m === HALVINGS_BEFORE_DIVISOR && of === p) return false
    return (
      isolate(of, onInterval(local, 0n, 1), 2n * k, m + 1) && isolate(of, onInterval(local, 1n, 1), 2n * k + 1n, m + 1)
    )
  }
  let of = p
  if (!isolate(p, p, 0n, 0)) {
    found.length = 0
    of = [...squareFree(p)]
    isolate(of, of, 0n, 0)
  }
  if (p.length > 1 && signAt(p, 1n, 0) === 0) found.push({ local: undefined, k: 1n, m: 0, of })
  return found
}

/** Changes of sign in a row of signs, zeros left out. */
function changes(signs: readonly number[]): number {
  let count = 0
  let last = 0
  for (const sign of signs) {
    if (sign === 0) continue
    if (sign === -last) count++
    last = sign
  }
  return count
}

/** Halves the interval of a root. */
function halve(root: Instant): void {
  const left = onInterval(root.local!, 0n, 1)
  const right = onInterval(root.local!, 1n, 1)
  root.k *= 2n
  root.m++
  if (right[0] === 0n) {
    root.k++
    root.local = undefined
  } else if (right[0]! > 0n === left[0]! > 0n) {
    // One simple root in the interval: the sign changes there and nowhere else.
    root.k++
    root.local = right
  } else {
    root.local = left
  }
}

/**
 * Brackets a root to 2^-bits: doubles guess where it is, and the signs at the ends of a short interval prove it. Else the interval is
 * halved.
 */
function refine(root: Instant, bits: number): void {
  while (root.local !== undefined && root.m < bits) {
    const more = Math.min(bits - root.m, 48)
    if (more < 3 || !narrow(root, guessRoot(root.local), more)) halve(root)
  }
}

/** Whether the root is in one of the intervals of 2^-more that are at x in [0, 1] or next to it: then its interval is that one. */
function narrow(root: Instant, x: number, more: number): boolean {
  const local = root.local!
  const atStart = signAt(local, 0n, 0)
  const last = 2 ** more - 1
  let k = Math.min(last, Math.max(0, Math.floor(x * 2 ** more)))
  if (Number.isNaN(k)) return false
  // The sign at the start of the interval is the one on the left of the root, and at its end the other.
  let sign = signAt(local, BigInt(k), more)
  for (let step = 0; step < 3; step++) {
    if (sign === 0) {
      root.k = (root.k << BigInt(more)) + BigInt(k)
      root.m += more
      root.local = undefined
      return true
    }
    if (sign === atStart) {
      if (k === last) break
      const next = signAt(local, BigInt(k + 1), more)
      if (next === -atStart) {
        root.k = (root.k << BigInt(more)) + BigInt(k)
        root.m += more
        root.local = onInterval(local, BigInt(k), more)
        return true
      }
      k++
      sign = next
    } else {
      if (k === 0) break
      k--
      sign = signAt(local, BigInt(k), more)
    }
  }
  return false
}

/** About where a polynomial with one simple root in [0, 1] has it: a bracketed Newton iteration in doubles. */
function guessRoot(p: Poly): number {
  let c = p.map(Number)
  // Too large for doubles: without the last bits, of which some may matter. It is a guess.
  for (let shift = 512n; !c.every(Number.isFinite); shift += 512n) c = p.map((x) => Number(x >> shift))
  const sign = p[0]! > 0n ? 1 : -1
  let [low, high, x] = [0, 1, 0.5]
  for (let round = 0; round < 64; round++) {
    let value = 0
    let slope = 0
    for (let i = c.length - 1; i >= 0; i--) {
      slope = slope * x + value
      value = value * x + c[i]!
    }
    if (value * sign > 0) low = x
    else high = x
    const next = x - value / slope
    if (Math.abs(next - x) < 2 ** -52) return next
    x = next > low && next < high ? next : (low + high) / 2
  }
  return x
}

/** The sign of p at an instant. */
function signOf(p: Poly, t: Instant): number {
  if (p.length < 2) return p.length === 0 ? 0 : p[0]! > 0n ? 1 : -1
  for (let round = 0; ; round++) {
    if (t.local === undefined) return signAt(p, t.k, t.m)
    const signs = bernsteinSigns(onInterval(p, t.k, t.m))
    if (changes(signs) === 0) return signs.find((sign) => sign !== 0)!
    if (round === HALVINGS_BEFORE_DIVISOR && hasRootInside(commonDivisor(t.of, p), t)) return 0
    halve(t)
  }
}

/** Whether a divisor of a root's polynomial is zero at that root: it has at most that root in the interval, and it is simple. */
function hasRootInside(divisor: Poly, t: Instant): boolean {
  const after = onInterval(divisor, t.k, t.m).find((x) => x !== 0n)!
  // On the interval from k+1 to k+2, in reverse: x from the right end to the left.
  const before = onInterval(divisor, t.k + 1n, t.m).map((x, i) => (i % 2 === 0 ? x : -x))
  return after > 0n !== before.find((x) => x !== 0n)! > 0n
}

/** −1, 0 or 1: whether a is before b. Both are roots of one polynomial, or ends of [0, 1]. */
function order(a: Instant, b: Instant): number {
  for (;;) {
    const [m, n] = [BigInt(Math.max(0, b.m - a.m)), BigInt(Math.max(0, a.m - b.m))]
    const [low, up] = [a.k << m, (a.local === undefined ? a.k : a.k + 1n) << m]
    const [from, to] = [b.k << n, (b.local === undefined ? b.k : b.k + 1n) << n]
    if (a.local === undefined && b.local === undefined) return low < from ? -1 : low > from ? 1 : 0
    if (up <= from) return -1
    if (to <= low) return 1
    halve(a.local === undefined ? b : a)
  }
}

/** A dyadic number strictly between two instants, a before b. */
function between(a: Instant, b: Instant): Instant {
  for (;;) {
    const m = Math.max(a.m, b.m) + 1
    const upper = (a.local === undefined ? a.k : a.k + 1n) << BigInt(m - a.m)
    const lower = b.k << BigInt(m - b.m)
    if (upper < lower) return { local: undefined, k: (upper + lower) >> 1n, m, of: [] }
    if (a.local !== undefined) halve(a)
    if (b.local !== undefined) halve(b)
  }
}
