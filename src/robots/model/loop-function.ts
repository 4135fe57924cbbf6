// The angle of a loop joint as a function of one or two variables, with bounds over boxes of them: what a planar four-bar or five-bar
// does. In the plane across the joint's axis, the joint being the origin: a point P of its child runs on a circle of radius r1; it
// is held at the distance r2 from a point F of another link, which is where the variables x put it,
//   F(x) = Σ cₜ·exp(i·kₜ·x), complex.
// The two circles meet in two points; `branch` says which: P = F·(a + i·σ·h)/D², with D = |F|, a = (D² + r1² − r2²)/2, σ = ±1 and
//   h = ½·√(((r1 + r2)² − D²)·(D² − (r1 − r2)²)) ≥ 0.
// Where D is out of [|r1 − r2|, r1 + r2] the loop is open: no position has it closed. At the ends of that interval, h = 0, the circles
// only touch, and derivatives are infinite.
//
// Derivatives. Let w = P − F, |w| = r2, and J·P be P turned by a quarter. From w·w = r2², with w_j = θ_j·J·P − F_j,
//   θ_j = w·F_j / s,  θ_jk = (θ_j·θ_k·w·P + w·F_jk − w_j·w_k) / s,  s = w·J·P = F × P = σ·h.
// Bounds over a box c ± e: D² is a constant and a sum of cosines, each of which has a known range in the box; h² is concave in D², so that it
// is least at an end. With h no less than that,
//   |θ_j| ≤ r2·|F_j|/h =: M_j,  |w_j| ≤ r1·M_j + |F_j|,  |w·P| = |r1² + r2² − D²|/2,  |F_j| ≤ |F_j(c)| + Σ |F_jk|·e_k, |F_jk| ≤ Σₜ |kₜⱼ·kₜₖ·cₜ|
// bound θ_jk by N_jk; then |θ_j| ≤ |θ_j(c)| + Σ N_jk·e_k, which is the better one in small boxes, and N_jk again with it.
//
// The coefficients cₜ, r1, r2 are what defines the joint; all else is rounded. Let size = r1 + r2 + Σ|cₜ|. F, F_j and D are off by no more
// than 16 u of size (of F_j: and of Σ|k²·c|), D² and h² by 64 u·size² and 64 u·size⁴. The angle depends on F, r1 and r2 by no more than r2/h, the angle at the
// origin on a by 1/(r1·D) ≤ 1/h: in all it is off by ROUNDING·size²/h, and some u of itself. A slope's derivative by F is no more than
// |F_j|·(2·r1·r2/h² + 2·r1²·r2·D/h³) ≤ |F_j|·size⁴/h³, hence ROUNDING·(|F_j|·size/h)·(size²/h)² in all. Arguments k·x are off by 2 u of
// their terms, as if x were off by 4 u of itself, which is counted with x.
import { ROUND_UP, U } from '../../base/math/rounding.js'
import { arccosine, arcsine, arctangent, cosine, sineCosine } from '../../base/math/trigonometry.js'

/** Of values, in units of size²/h, and of slopes: see above. */
const ROUNDING = 64 * U

/** A box in which the loop is closed, bounds and all; one in which it is open all over; one of which neither is known. */
export type LoopState = 'closed' | 'open' | 'unknown'

/** What is known of the angle in a box, at most two variables. */
export class LoopBounds {
  state: LoopState = 'unknown'
  /** No less than |θ_j| and |θ_jk|, row by row; Infinity where nothing is known. */
  readonly first = new Float64Array(2)
  readonly second = new Float64Array(4)
  /** At the centre: the angle, its derivatives (0 where they are not known), and what the slopes may be off by. */
  value = 0
  readonly slopes = new Float64Array(2)
  readonly slopeErrors = new Float64Array(2)
  /** No value in the box is farther than this from `value`, rounding included: no more than a half turn, as the angles are. */
  spread = Math.PI
  /** What `value` may be off by, radians. */
  off = Math.PI
}

export interface LoopTerm {
  /** Of cₜ. */
  readonly re: number
  readonly im: number
  /** By variable of the loop. */
  readonly k: readonly number[]
}

export interface LoopShape {
  /** Places in a configuration of the robot, one or two. */
  readonly variables: readonly number[]
  readonly terms: readonly LoopTerm[]
  /** The point of the child at the value 0: its length is r1. */
  readonly point: readonly [number, number]
  /** r2. */
  readonly length: number
  /** σ. */
  readonly side: 1 | -1
  /** The angle is given in the turn about this. */
  readonly middle: number
}

/** Cosines of all pairs of terms: D² = constant + Σ amplitude·cos(k·x + phase). */
interface Beat {
  readonly amplitude: number
  readonly phase: number
  readonly k: readonly number[]
}

const turn = new Float64Array(2)
const range = new Float64Array(2)

export class LoopFunction {
  /** How many variables there are. */
  readonly count: number
  private readonly r1: number
  private readonly r2: number
  private readonly size: number
  private readonly constant: number
  private readonly beats: readonly Beat[]
  /** No less than |F_jk|, row by row. */
  private readonly curvature = new Float64Array(4)
  /** F, F_j in two numbers each: at the configuration that was last asked for. */
  private fx = 0
  private fy = 0
  private readonly fj = new Float64Array(4)
  private distance = 0
  private height = 0

  constructor(readonly shape: LoopShape) {
    const { terms, point, length, variables } = shape
    this.count = variables.length
    this.r1 = length2(point[0], point[1])
    this.r2 = length
    let size = this.r1 + length
    let constant = 0
    const beats: Beat[] = []
    terms.forEach((t, i) => {
      const own = length2(t.re, t.im)
      size += own
      constant += own * own
      for (let j = 0; j < this.count; j++) {
        for (let k = 0; k < this.count; k++) this.curvature[2 * j + k]! += Math.abs(t.k[j]! * t.k[k]!) * own * ROUND_UP
      }
      for (const u of terms.slice(0, i)) {
        // cₜ·conj(cᵤ).
        const re = t.re * u.re + t.im * u.im
        const im = t.im * u.re - t.re * u.im
        beats.push({
          amplitude: 2 * length2(re, im),
          phase: arctangent(im, re),
          k: t.k.map((k, j) => k - u.k[j]!),
        })
      }
    })
    this.size = size
    this.constant = constant
    this.beats = beats
  }

  /** The distance of the two centres at q[o..], and the least and the most at which the loop closes. */
  distanceAt(
    q: ArrayLike<number>,
    o: number,
  ): { readonly distance: number; readonly least: number; readonly most: number } {
    this.place(q, o)
    return { distance: this.distance, least: Math.abs(this.r1 - this.r2), most: this.r1 + this.r2 }
  }

  /** Does the loop close at q[o..]? */
  closesAt(q: ArrayLike<number>, o: number): boolean {
    this.place(q, o)
    return this.height > 0
  }

  /** The angle at q[o..]; where the loop is open, that at which it is nearest to closing. */
  value(q: ArrayLike<number>, o: number): number {
    this.place(q, o)
    return this.angle()
  }

  /** Writes the angle's derivatives at q[o..]; zeros where it has none. */
  slopes(out: Float64Array, q: ArrayLike<number>, o: number): void {
    this.place(q, o)
    this.setSlopes(out)
  }

  /** Bounds over q[o..] ± half, which is by variable of the loop and includes what q is off by. */
  bound(out: LoopBounds, q: ArrayLike<number>, o: number, half: Float64Array): void {
    const { count, r1, r2, size, shape, curvature } = this
    this.place(q, o)
    for (let j = 0; j < count; j++) halves[j] = (half[j]! + 4 * U * Math.abs(q[o + shape.variables[j]!]!)) * ROUND_UP
    out.value = this.angle()
    out.off = this.roundingHere(out.value)
    this.rangeOfDistanceSq(q, o)
    const least = range[0]!
    const most = range[1]!
    const inner = (r1 - r2) * (r1 - r2)
    const outer = (r1 + r2) * (r1 + r2)
    const error = ROUNDING * size * size
    if (least - error > outer || most + error < inner) {
      out.state = 'open'
      this.setUnknown(out)
      return
    }
    // h² is concave in D²: least at an end.
    const heightSq = Math.min((outer - least) * (least - inner), (outer - most) * (most - inner)) / 4
    const h = Math.sqrt(Math.max(0, heightSq - error * size * size)) / ROUND_UP
    if (!(h > 0 && outer - most > error && least - inner > error)) {
      out.state = 'unknown'
      this.setUnknown(out)
      this.narrow(out, least, most)
      return
    }
    out.state = 'closed'
    const { first, second, slopes, slopeErrors } = out
    const across = (Math.max(Math.abs(r1 * r1 + r2 * r2 - least), Math.abs(r1 * r1 + r2 * r2 - most)) / 2) * ROUND_UP
    const stiff = (size * size) / h
    this.setSlopes(slopes)
    for (let j = 0; j < count; j++) {
      let speed = length2(this.fj[2 * j]!, this.fj[2 * j + 1]!) + ROUNDING * (size + curvature[3 * j]!)
      for (let k = 0; k < count; k++) speed += curvature[2 * j + k]! * halves[k]!
      speeds[j] = speed * ROUND_UP
      first[j] = ((r2 * speeds[j]!) / h) * ROUND_UP
      slopeErrors[j] = ROUNDING * ((speeds[j]! * size) / h) * stiff * stiff * ROUND_UP
    }
    for (let round = 0; round < 2; round++) {
      for (let j = 0; j < count; j++) {
        for (let k = 0; k < count; k++) {
          const wj = r1 * first[j]! + speeds[j]!
          const wk = r1 * first[k]! + speeds[k]!
          const bent = across * first[j]! * first[k]! + r2 * curvature[2 * j + k]! + wj * wk
          second[2 * j + k] = (bent / h) * ROUND_UP
        }
      }
      if (round > 0) break
      for (let j = 0; j < count; j++) {
        let near = Math.abs(slopes[j]!) + slopeErrors[j]!
        for (let k = 0; k < count; k++) near += second[2 * j + k]! * halves[k]!
        first[j] = Math.min(first[j]!, near * ROUND_UP)
      }
    }
    let spread = out.off
    for (let j = 0; j < count; j++) {
      spread += first[j]! * halves[j]!
      out.off += first[j]! * 4 * U * Math.abs(q[o + shape.variables[j]!]!)
      for (let k = 0; k < count; k++) {
        slopeErrors[j]! += second[2 * j + k]! * 4 * U * Math.abs(q[o + shape.variables[k]!]!)
      }
    }
    out.spread = Math.min(spread * ROUND_UP, HALF_TURN)
    if (out.spread > WIDE) this.narrow(out, least, most)
  }

  private setUnknown(out: LoopBounds): void {
    out.first.fill(Infinity)
    out.second.fill(Infinity)
    out.slopes.fill(0)
    out.slopeErrors.fill(Infinity)
    out.spread = HALF_TURN
  }

  /** What the angle is off by where `place` has put F: of h there, which is off by what h² is. */
  private roundingHere(value: number): number {
    const { size, height } = this
    const sizeSq = size * size
    const h = Math.sqrt(Math.max(0, height * height - ROUNDING * sizeSq * sizeSq))
    return h > 0
      ? Math.min(Math.PI, ((ROUNDING * sizeSq) / h + 16 * U * (Math.PI + Math.abs(value))) * ROUND_UP)
      : Math.PI
  }

  /**
   * A spread that needs no derivatives: the direction of F, which stays in a disc about F(c), and the angle between it and P, whose
   * cosine is (D² + r1² − r2²)/(2·D·r1) with D in its range, or in the part of it in which the loop closes.
   */
  private narrow(out: LoopBounds, leastSq: number, mostSq: number): void {
    const { count, r1, r2, size, curvature } = this
    const error = ROUNDING * size
    let disc = error
    for (let j = 0; j < count; j++) {
      let speed = length2(this.fj[2 * j]!, this.fj[2 * j + 1]!) + ROUNDING * (size + curvature[3 * j]!)
      for (let k = 0; k < count; k++) speed += curvature[2 * j + k]! * halves[k]!
      disc += speed * halves[j]!
    }
    disc *= ROUND_UP
    const { distance } = this
    if (!(disc < distance * (1 - ROUNDING))) return
    const directions = arcsine(Math.min(1, (disc / distance) * ROUND_UP)) * ROUND_UP
    const low = Math.max(Math.sqrt(Math.max(0, leastSq - error * size)), Math.abs(r1 - r2) * (1 - ROUNDING))
    const high = Math.min(Math.sqrt(mostSq + error * size) * ROUND_UP, (r1 + r2) * ROUND_UP)
    if (!(low > 0 && low <= high)) return
    const cosineAt = (d: number): number => (d * d + (r1 - r2) * (r1 + r2)) / (2 * d * r1)
    const ends = [cosineAt(low), cosineAt(high)]
    const turning = Math.sqrt(Math.max(0, (r1 - r2) * (r1 + r2)))
    if (turning > low && turning < high) ends.push(cosineAt(turning))
    // Roots feel what a cosine near ±1 is off by.
    const slack = ROUNDING * (1 + (size * size) / (low * r1))
    const clamped = (x: number): number => Math.min(1, Math.max(-1, x))
    const widest = arccosine(clamped(Math.min(...ends) - slack))
    const narrowest = arccosine(clamped(Math.max(...ends) + slack))
    const own = arccosine(clamped(cosineAt(distance)))
    const between = Math.max(widest - own, own - narrowest, 0)
    const nearby = Math.sqrt(2 * slack) + slack
    out.spread = Math.min(out.spread, (directions + between + 2 * nearby) * ROUND_UP + 64 * U)
  }

  /** F, F_j, D and h at q[o..]. */
  private place(q: ArrayLike<number>, o: number): void {
    const { count, fj, r1, r2 } = this
    const { terms, variables } = this.shape
    let fx = 0
    let fy = 0
    fj.fill(0)
    for (let i = 0; i < terms.length; i++) {
      const { re, im, k } = terms[i]!
      let phase = 0
      for (let j = 0; j < count; j++) phase += k[j]! * q[o + variables[j]!]!
      sineCosine(turn, 0, phase)
      const x = re * turn[1]! - im * turn[0]!
      const y = re * turn[0]! + im * turn[1]!
      fx += x
      fy += y
      for (let j = 0; j < count; j++) {
        fj[2 * j]! -= k[j]! * y
        fj[2 * j + 1]! += k[j]! * x
      }
    }
    this.fx = fx
    this.fy = fy
    const d = Math.sqrt(fx * fx + fy * fy)
    this.distance = d
    const least = Math.abs(r1 - r2)
    const inside = (r1 + r2 - d) * (r1 + r2 + d) * ((d - least) * (d + least))
    this.height = d < r1 + r2 && d > least ? Math.sqrt(inside) / 2 : 0
  }

  /** Of P, where `place` has put F: about the point of the child, in the turn about `middle`. */
  private angle(): number {
    const { fx, fy, r1, r2, height } = this
    const { side, point, middle } = this.shape
    // Of an open loop, P is on the line through the centres.
    const d = Math.min(Math.max(this.distance, Math.abs(r1 - r2)), r1 + r2)
    const a = (d * d + (r1 - r2) * (r1 + r2)) / 2
    const b = side * height
    const px = fx * a - fy * b
    const py = fy * a + fx * b
    const angle = arctangent(py * point[0] - px * point[1], px * point[0] + py * point[1])
    return angle + 2 * Math.PI * Math.round((middle - angle) / (2 * Math.PI))
  }

  private setSlopes(out: Float64Array): void {
    const { fx, fy, fj, height, r1, r2, distance, count } = this
    const { side } = this.shape
    if (!(height > 0)) {
      out.fill(0)
      return
    }
    const dSq = distance * distance
    const a = (dSq + (r1 - r2) * (r1 + r2)) / 2
    const b = side * height
    const wx = (fx * a - fy * b) / dSq - fx
    const wy = (fy * a + fx * b) / dSq - fy
    for (let j = 0; j < count; j++) out[j] = (wx * fj[2 * j]! + wy * fj[2 * j + 1]!) / b
  }

  /** Least and most of D² in the box to `range`, up to ROUNDING·size². */
  private rangeOfDistanceSq(q: ArrayLike<number>, o: number): void {
    const { count } = this
    const { variables } = this.shape
    let least = this.constant
    let most = this.constant
    for (const { amplitude, phase, k } of this.beats) {
      let at = phase
      let half = 8 * U * (1 + Math.abs(phase))
      for (let j = 0; j < count; j++) {
        at += k[j]! * q[o + variables[j]!]!
        half += Math.abs(k[j]!) * halves[j]! * ROUND_UP + 4 * U * Math.abs(k[j]! * q[o + variables[j]!]!)
      }
      cosineRange(at, half)
      least += amplitude * turn[0]!
      most += amplitude * turn[1]!
    }
    range[0] = Math.max(0, least)
    range[1] = Math.max(0, most)
  }
}

const halves = new Float64Array(2)
const speeds = new Float64Array(2)

/** Above π: rounding leaves no angle out. */
const HALF_TURN = Math.PI * (1 + 4 * U)

/** Radians: boxes with a wider spread than this are tried without derivatives too. */
const WIDE = 0.05

/** Least and most of the cosine in [at − half, at + half] to `turn`: no narrower, up to some u. */
function cosineRange(at: number, half: number): void {
  if (!(half < Math.PI && Math.abs(at) < FAR)) {
    turn[0] = -1
    turn[1] = 1
    return
  }
  const a = cosine(at - half)
  const b = cosine(at + half)
  // Is there an extreme inside? Half turns are counted with a margin, since they are rounded.
  const from = Math.ceil((at - half) / Math.PI - MARGIN)
  const to = Math.floor((at + half) / Math.PI + MARGIN)
  let low = Math.min(a, b)
  let high = Math.max(a, b)
  for (let k = from; k <= to; k++) {
    if (k % 2 === 0) high = 1
    else low = -1
  }
  turn[0] = low
  turn[1] = high
}

const MARGIN = 1e-9

/** Radians: farther out, doubles are too coarse to count half turns with that margin. */
const FAR = 1e6

/** Roots are the same everywhere; Math.hypot is not. */
function length2(x: number, y: number): number {
  return Math.sqrt(x * x + y * y)
}
