// The inequality of a plane: does it separate two convex sets, A and B, throughout a stretch of time, or a box of joint values?
//
// The movers between A and B are a chain from A to B. A frame between two of them divides it: those before it move A against the
// frame, those after it B. Seen from the frame the plane's direction n is fixed. In the middle of the stretch (or box)
//   gap = min n·p − max n·y over the points p of A and y of B.
// Let r be the greatest distance of a set's points from a turn's axis there; chord the most that a point at distance 1 gets away from where it
// is in the middle: 2 sin(min(spread, π)/2), where a mover's value is nowhere farther than its spread from its value in the middle.
// For a slide r = 1 and chord = spread.
//
// Radius rule. Move the movers one after the other, the nearest to the frame first: what is moved later still is to the axis as it
// was in the middle, so each takes a point no farther than r·chord. Separated if gap − Σ r·chord > clearance.
//
// Direction rule. On the way from the middle to any other place, with a parameter from 0 to 1, φ = n·p has φ(1) ≥ φ(0) + φ'(0) − ½·max |φ''|.
// Let `speed` and `curve` of a mover bound the first and second derivative of its value. With j nearer to the frame than k, or the same,
// ∂²p/∂j∂k = ω_j × ∂p/∂k if j turns, and 0 if it slides; n·(ω × u) = (n × ω)·u. So with
//   R_k ≥ ‖∂p/∂k‖: r_k + Σ r·chord over the movers farther from the frame than k; 1 for a slide;
//   σ_k ≥ ‖n × ω_k‖, and τ_k ≥ |n·ω_k|: in the middle, plus Σ chord over the turns nearer to the frame, by which the axis turns; at most 1;
// |φ''| ≤ Σ_{j turns} speed_j·σ_j·(speed_j·R_j + 2·Σ_{k farther} speed_k·R_k) + Σ_{k turns} curve_k·σ_k·R_k + Σ_{k slides} curve_k·τ_k.
// φ'(0) is linear in the variables that the movers follow and affine in p, so the least over A less the most over B is concave in them: it is
// enough to ask at the corners of what they may be. (On a stretch of time there is one variable, time, with two ends.) Ends are chosen one variable
// after the other. What those that are left can take off at most is taken off, and mostly that is enough already.
import { Real } from './real.js'
import { cross, dot, type Line, length, negative, plus, scaled, type Vector } from './vectors.js'

/** How a mover moves a side over the stretch or the box. */
export interface Mover {
  readonly turns: boolean
  readonly line: Line
  readonly chord: Real
  readonly speed: Real
  readonly curve: Real
  /** Which variable it follows, and how much its value changes to first order, seen from the side, from the middle to that one's upper end. */
  readonly variable: number
  readonly rate: Real
  /** What a point at distance 1 from the line's point may be off, at any time. */
  readonly drift?: Real | undefined
}

/** One of the two, placed as it is in the middle; its movers from the frame outwards. */
export interface Side {
  /** As of a convex set, in the world. */
  least(g: Vector): Real
  farthest(line: Line): Real
  readonly movers: readonly Mover[]
}

/** Points move by w × p + v. */
interface Twist {
  readonly w: Vector
  readonly v: Vector
}

/** Corners tested for one plane: no prover needs more. */
const MOST_LOOKS = 2 ** 16

export function isSeparated(a: Side, b: Side, n: Vector, claimed: Real): boolean {
  const gap = a.least(n).plus(b.least(negative(n)))
  if (!gap.isAbove(claimed)) return false
  const [radiiA, radiiB] = [radii(a), radii(b)]
  const zero = Real.of(0, claimed.bits)
  const clearance = claimed.plus(drifted(a, radiiA, zero)).plus(drifted(b, radiiB, zero))
  if (
    gap
      .minus(moved(a, radiiA, zero))
      .minus(moved(b, radiiB, zero))
      .isAbove(clearance)
  )
    return true
  const lost = clearance.plus(
    curvature(a, radiiA, n, zero)
      .plus(curvature(b, radiiB, n, zero))
      .halved(),
  )
  return gap.isAbove(lost) && holdsAtCorners(a, b, n, lost)
}

/**
 * The same for a set and items in the world that move straight, seen from the world: the most of n·y over the items is `early` at the start of
 * the stretch and `late` at its end. Between it is under the line from one to the other, and the least over the set is over a concave curve: so it
 * is enough to ask at both ends.
 */
export function isClearOfItems(a: Side, n: Vector, claimed: Real, early: Real, late: Real): boolean {
  const zero = Real.of(0, claimed.bits)
  const own = radii(a)
  const clearance = claimed.plus(drifted(a, own, zero))
  const nearest = a.least(n).minus(early.max(late))
  if (nearest.minus(moved(a, own, zero)).isAbove(clearance)) return true
  const lost = clearance.plus(curvature(a, own, n, zero).halved())
  const twist = twistOf(a, 0, { w: [zero, zero, zero], v: [zero, zero, zero] })
  return (
    leastMoved(a, opposite(twist), n).minus(early).isAbove(lost) && leastMoved(a, twist, n).minus(late).isAbove(lost)
  )
}

function radii(side: Side): Real[] {
  return side.movers.map(({ turns, line, chord }) => (turns ? side.farthest(line) : Real.of(1, chord.bits)))
}

function moved({ movers }: Side, r: readonly Real[], zero: Real): Real {
  return movers.reduce((sum, { chord }, i) => sum.plus(r[i]!.times(chord)), zero)
}

/**
 * What the points of a side may be off: of a mover that drifts, its drift times their distance from its point. That is no more than their
 * distances in the middle from two lines across each other, together, and what the movers farther out do to it.
 */
function drifted(side: Side, r: readonly Real[], zero: Real): Real {
  const one = Real.of(1, zero.bits)
  let sum = zero
  side.movers.forEach(({ drift, line: { through } }, i) => {
    if (drift === undefined) return
    let far = side
      .farthest({ along: [one, zero, zero], through })
      .plus(side.farthest({ along: [zero, one, zero], through }))
    for (let k = i + 1; k < side.movers.length; k++) far = far.plus(r[k]!.times(side.movers[k]!.chord))
    sum = sum.plus(drift.times(far))
  })
  return sum
}

/** No less than |φ''|. */
function curvature({ movers }: Side, r: readonly Real[], n: Vector, zero: Real): Real {
  const one = Real.of(1, zero.bits)
  /** How far the axis of each can turn: by the turns between it and the frame. */
  const turned: Real[] = []
  let sumOfTurns = zero
  for (const { turns, chord } of movers) {
    turned.push(sumOfTurns)
    if (turns) sumOfTurns = sumOfTurns.plus(chord)
  }
  let sum = zero
  // From the far end towards the frame: arcs and speeds of what is farther out.
  let arcs = zero
  let beyond = zero
  for (let i = movers.length - 1; i >= 0; i--) {
    const { turns, line, chord, speed, curve } = movers[i]!
    if (turns) {
      const sigma = length(cross(n, line.along)).plus(turned[i]!).min(one)
      const R = r[i]!.plus(arcs)
      sum = sum.plus(sigma.times(speed.times(speed.times(R).plus(beyond.timesWhole(2n))).plus(curve.times(R))))
      beyond = beyond.plus(speed.times(R))
    } else {
      const tau = dot(n, line.along).absolute().plus(turned[i]!).min(one)
      sum = sum.plus(curve.times(tau))
      beyond = beyond.plus(speed)
    }
    arcs = arcs.plus(r[i]!.times(chord))
  }
  return sum
}

/** Is the first order above `lost` at all corners? */
function holdsAtCorners(a: Side, b: Side, n: Vector, lost: Real): boolean {
  const m = negative(n)
  const zero = Real.of(0, lost.bits)
  const still: Twist = { w: [zero, zero, zero], v: [zero, zero, zero] }
  const variables = [...new Set([...a.movers, ...b.movers].map(({ variable }) => variable))].map((variable) => {
    const [ofA, ofB] = [twistOf(a, variable, still), twistOf(b, variable, still)]
    return { ofA, ofB, most: takenOff(a, ofA, n, zero).plus(takenOff(b, ofB, m, zero)) }
  })
  variables.sort((one, other) => (one.most.c < other.most.c ? 1 : one.most.c > other.most.c ? -1 : 0))
  const rest = [zero]
  for (const { most } of [...variables].reverse()) rest.unshift(rest[0]!.plus(most))
  let looks = 0
  const look = (i: number, ofA: Twist, ofB: Twist): boolean => {
    if (++looks > MOST_LOOKS) return false
    const least = leastMoved(a, ofA, n).plus(leastMoved(b, ofB, m))
    if (least.minus(rest[i]!).isAbove(lost)) return true
    const own = variables[i]
    if (own === undefined) return false
    return (
      look(i + 1, both(ofA, opposite(own.ofA)), both(ofB, opposite(own.ofB))) &&
      look(i + 1, both(ofA, own.ofA), both(ofB, own.ofB))
    )
  }
  return look(0, still, still)
}

function twistOf({ movers }: Side, variable: number, still: Twist): Twist {
  let sum = still
  for (const { turns, line, rate, variable: own } of movers) {
    if (own !== variable) continue
    const along = scaled(line.along, rate)
    // ω × (p − o) = ω × p + o × ω
    sum = both(sum, turns ? { w: along, v: cross(line.through, along) } : { w: still.w, v: along })
  }
  return sum
}

function both(a: Twist, b: Twist): Twist {
  return { w: plus(a.w, b.w), v: plus(a.v, b.v) }
}

function opposite({ w, v }: Twist): Twist {
  return { w: negative(w), v: negative(v) }
}

/** The least of d·(p + w × p + v) = (d + d × w)·p + d·v. */
function leastMoved(side: Side, { w, v }: Twist, d: Vector): Real {
  return side.least(plus(d, cross(d, w))).plus(dot(d, v))
}

/** What a twist, or its opposite, can take off d·p at any point of a side: |(d × w)·p + d·v| at its most. */
function takenOff(side: Side, { w, v }: Twist, d: Vector, zero: Real): Real {
  const g = cross(d, w)
  const along = dot(d, v)
  return zero.minus(side.least(g).plus(along)).max(zero.minus(side.least(negative(g)).minus(along)))
}
