// The inequality at a leaf of a proof: does a plane across the direction n part two convex sets, A and B, at every instant of a
// stretch of time?
//
// The movers between A and B are a chain from A to B. A frame between two of them divides it: those before it move A against the
// frame, those after it B. Seen from the frame n stands still. At the middle of the stretch, the anchor,
//   gap = min n·p − max n·y over the points p of A and y of B.
//
// Radius rule. Let r be the greatest distance of the points from a turn's axis at the anchor, and chord = 2 sin(min(spread, π)/2);
// for a slide r = 1 and chord = spread. Move the movers one after the other, nearest to the frame first: whatever is moved
// later still is to the mover's axis as it was at the anchor, so each takes a point no farther than r·chord. Apart if
//   gap − Σ r·chord > clearance.
//
// Direction rule. Let s be the time from the anchor, |s| ≤ h. By Taylor's formula n·p(s) ≥ n·p + s·n·p' − ½·s²·max |n·p''|.
//   p' = w × p + v is the velocity of A as a rigid body: the sum over its movers of rate·ω × (p − o), or rate·ω for a slide.
//   p'' = Σ_j Σ_k q'_j·q'_k·∂²p/∂q_j∂q_k + Σ_k q''_k·∂p/∂q_k. With j nearer to the frame than k, or the same,
//   ∂²p/∂q_j∂q_k = ω_j × ∂p/∂q_k if j turns, and 0 if it slides. n·(ω × u) = (n × ω)·u, so with
//     R_k ≥ ‖∂p/∂q_k‖: r_k + Σ r·chord over the movers farther from the frame than k; 1 for a slide;
//     σ_k ≥ ‖n × ω_k‖ and τ_k ≥ |n·ω_k|: what they are at the anchor, plus Σ chord over the turns nearer to the frame, which is
//       how far the axis can turn; never more than 1;
//   |n·p''| ≤ Σ_{j turns} speed_j·σ_j·(speed_j·R_j + 2·Σ_{k farther} speed_k·R_k) + Σ_{k turns} bend_k·σ_k·R_k + Σ_{k slides} bend_k·τ_k.
// The same for B. p enters linearly: n·p + s·n·p' = (n + s·n × w)·p + s·n·v, so the least over a hull is that over its corners, and
//   F(s) = min_p − max_y − ½·s²·(acc_A + acc_B)
// is concave in s: above the clearance at −h and h, it is above it between. Apart then.
import type { Anchor } from './anchors.js'
import { type Bodies, LINE, TURN } from './bodies.js'
import type { ConvexSet } from './convex-sets.js'
import type { Piece } from './pieces.js'
import { axisError, gapSlack, UP } from './rounding.js'

/** The movers between two bodies. */
export interface Chain {
  /** From A to B. */
  readonly movers: readonly number[]
  /** How many of them are on A's side of the nearest common body. */
  readonly ofA: number
  /** Bodies between the two, the common one apart. */
  readonly bodies: number
}

export function chainBetween(bodies: Bodies, bodyA: number, bodyB: number): Chain {
  const common = bodies.commonAncestor(bodyA, bodyB)
  const up = bodies.path(bodyA, common)
  const down = bodies.path(bodyB, common)
  const ofA = up.flatMap((body) => bodies.moversOf(body).reverse())
  const ofB = down.flatMap((body) => bodies.moversOf(body).reverse()).reverse()
  return { movers: [...ofA, ...ofB], ofA: ofA.length, bodies: up.length + down.length }
}

/** Two geometries. */
export interface Pair {
  readonly a: number
  readonly b: number
  readonly setA: ConvexSet
  readonly setB: ConvexSet
  readonly chain: Chain
}

/** One of the two as seen from the frame: its set, its place, and the movers that move it, nearest to the frame first. */
class Side {
  set!: ConvexSet
  pose!: Float64Array
  node = 0
  count = 0
  readonly movers: number[] = []
  /** 1 or −1: as the mover moves it, or the other way round. */
  readonly signs: number[] = []
  r = new Float64Array(16)
  readonly w = new Float64Array(3)
  readonly v = new Float64Array(3)
}

export class LeafCheck {
  private readonly kinds: Uint8Array
  private readonly sideA = new Side()
  private readonly sideB = new Side()
  private readonly local = new Float64Array(LINE)

  constructor(
    bodies: Bodies,
    private readonly piece: Piece,
    private readonly clearance: number,
  ) {
    this.kinds = Uint8Array.from(bodies.movers, ({ kind }) => kind)
  }

  /** Does the direction (x, y, z), of unit length to rounding, part the nodes in the frame before chain[frame]? */
  holds(pair: Pair, anchor: Anchor, frame: number, n: Float64Array, nodeA: number, nodeB: number): boolean {
    const { sideA, sideB } = this
    this.enter(sideA, pair, anchor, frame, -1, nodeA)
    this.enter(sideB, pair, anchor, frame, 1, nodeB)
    const { slack, axes } = this.rounding(pair, anchor)
    const limit = this.clearance + slack
    return this.holdsFor(anchor, n, limit, axes, true) || this.holdsFor(anchor, n, limit, axes, false)
  }

  private enter(side: Side, pair: Pair, anchor: Anchor, frame: number, step: 1 | -1, node: number): void {
    const ofA = step === -1
    side.set = ofA ? pair.setA : pair.setB
    side.pose = anchor.pose(ofA ? pair.a : pair.b)
    side.node = node
    const { movers, ofA: ownOfA } = pair.chain
    side.count = ofA ? frame : movers.length - frame
    if (side.r.length < side.count) side.r = new Float64Array(2 * side.count)
    for (let i = 0; i < side.count; i++) {
      const place = ofA ? frame - 1 - i : frame + i
      side.movers[i] = movers[place]!
      // A mover below the common body on A's side moves A its own way, and B the other way round; one on B's side likewise.
      side.signs[i] = place < ownOfA === ofA ? 1 : -1
    }
  }

  /** The least that a bound of the gap must be above the clearance, and how far axes may be off. */
  private rounding(pair: Pair, anchor: Anchor): { slack: number; axes: number } {
    const { bounds, h } = anchor
    const { errors } = this.piece
    let turnError = 0
    let slideError = 0
    let turned = 0
    let slid = 0
    const big = Math.max(this.clearance, anchor.bigOf(pair.a, pair.setA.reach), anchor.bigOf(pair.b, pair.setB.reach))
    for (const k of pair.chain.movers) {
      if (this.kinds[k] === TURN) {
        turnError += errors[k]!
        turned += Math.max(bounds.spread[k]!, h * bounds.speed[k]!) + h * h * bounds.bend[k]!
      } else {
        slideError += errors[k]!
        slid += Math.max(bounds.spread[k]!, h * bounds.speed[k]!) + h * h * bounds.bend[k]!
      }
    }
    return {
      slack: gapSlack(pair.chain.bodies, big, turnError, slideError, turned, slid),
      axes: axisError(pair.chain.bodies, turnError),
    }
  }

  private holdsFor(anchor: Anchor, n: Float64Array, limit: number, axes: number, rough: boolean): boolean {
    const { sideA, sideB } = this
    const gap = lowest(sideA, n[0]!, n[1]!, n[2]!, rough) + lowest(sideB, -n[0]!, -n[1]!, -n[2]!, rough)
    if (!(gap > limit)) return false
    const moved = this.farthest(sideA, anchor, rough) + this.farthest(sideB, anchor, rough)
    if (gap - moved > limit) return true
    const { h } = anchor
    const bent = (this.acceleration(sideA, anchor, n, axes) + this.acceleration(sideB, anchor, n, axes)) * UP
    const lost = 0.5 * h * h * bent + limit
    if (!(gap > lost)) return false
    this.velocity(sideA, anchor)
    this.velocity(sideB, anchor)
    return ahead(sideA, sideB, n, h, rough) > lost && ahead(sideA, sideB, n, -h, rough) > lost
  }

  /** Works out the radii; returns Σ r·chord. */
  private farthest(side: Side, { lines, bounds }: Anchor, rough: boolean): number {
    const { local } = this
    let sum = 0
    for (let i = 0; i < side.count; i++) {
      const k = side.movers[i]!
      let r = 1
      if (this.kinds[k] === TURN) {
        intoFrame(local, lines, LINE * k, side.pose)
        r = side.set.farthest(side.node, local, 0, rough)
      }
      side.r[i] = r
      sum += r * bounds.chord[k]!
    }
    return sum * UP
  }

  /** No less than |n·p''|. */
  private acceleration(side: Side, { lines, bounds }: Anchor, n: Float64Array, axes: number): number {
    const { speed, bend, chord } = bounds
    let turned = 0
    for (let i = 0; i < side.count; i++) {
      if (this.kinds[side.movers[i]!] === TURN) turned += chord[side.movers[i]!]!
    }
    // From the far end towards the frame: what is farther is known.
    let reach = 0
    let beyond = 0
    let sum = 0
    for (let i = side.count - 1; i >= 0; i--) {
      const k = side.movers[i]!
      const o = LINE * k
      const wx = lines[o]!
      const wy = lines[o + 1]!
      const wz = lines[o + 2]!
      if (this.kinds[k] === TURN) {
        turned = Math.max(0, turned - chord[k]!)
        const x = n[1]! * wz - n[2]! * wy
        const y = n[2]! * wx - n[0]! * wz
        const z = n[0]! * wy - n[1]! * wx
        const sigma = Math.min(1, Math.sqrt(x * x + y * y + z * z) + turned * UP + axes)
        const R = side.r[i]! + reach
        sum += speed[k]! * sigma * (speed[k]! * R + 2 * beyond) + bend[k]! * sigma * R
        beyond += speed[k]! * R
      } else {
        const along = Math.abs(n[0]! * wx + n[1]! * wy + n[2]! * wz)
        sum += bend[k]! * Math.min(1, along + turned * UP + axes)
        beyond += speed[k]!
      }
      reach += side.r[i]! * chord[k]!
    }
    return sum
  }

  /** w and v of the velocity w × p + v of its points, in the world. */
  private velocity(side: Side, { lines, bounds }: Anchor): void {
    const { w, v } = side
    w.fill(0)
    v.fill(0)
    for (let i = 0; i < side.count; i++) {
      const k = side.movers[i]!
      const o = LINE * k
      const rate = side.signs[i]! * bounds.velocity[k]!
      const wx = rate * lines[o]!
      const wy = rate * lines[o + 1]!
      const wz = rate * lines[o + 2]!
      if (this.kinds[k] === TURN) {
        w[0]! += wx
        w[1]! += wy
        w[2]! += wz
        // −ω × o
        v[0]! -= wy * lines[o + 5]! - wz * lines[o + 4]!
        v[1]! -= wz * lines[o + 3]! - wx * lines[o + 5]!
        v[2]! -= wx * lines[o + 4]! - wy * lines[o + 3]!
      } else {
        v[0]! += wx
        v[1]! += wy
        v[2]! += wz
      }
    }
  }
}

/** The least of g·p over a side's node, in the world. */
function lowest({ set, pose: x, node }: Side, gx: number, gy: number, gz: number, rough: boolean): number {
  const least = set.least(
    node,
    x[0]! * gx + x[4]! * gy + x[8]! * gz,
    x[1]! * gx + x[5]! * gy + x[9]! * gz,
    x[2]! * gx + x[6]! * gy + x[10]! * gz,
    rough,
  )
  return least + (x[3]! * gx + x[7]! * gy + x[11]! * gz)
}

/** The gap at time s from the anchor, were all accelerations zero. */
function ahead(a: Side, b: Side, n: Float64Array, s: number, rough: boolean): number {
  return movedLowest(a, n[0]!, n[1]!, n[2]!, s, rough) + movedLowest(b, -n[0]!, -n[1]!, -n[2]!, s, rough)
}

/** The least of d·(p + s·p') = (d + s·d × w)·p + s·d·v. */
function movedLowest(side: Side, dx: number, dy: number, dz: number, s: number, rough: boolean): number {
  const { w, v } = side
  const gx = dx + s * (dy * w[2]! - dz * w[1]!)
  const gy = dy + s * (dz * w[0]! - dx * w[2]!)
  const gz = dz + s * (dx * w[1]! - dy * w[0]!)
  return lowest(side, gx, gy, gz, rough) + s * (dx * v[0]! + dy * v[1]! + dz * v[2]!)
}

/** A line of the world in the frame of a pose. */
export function intoFrame(out: Float64Array, lines: Float64Array, o: number, x: Float64Array): void {
  const px = lines[o + 3]! - x[3]!
  const py = lines[o + 4]! - x[7]!
  const pz = lines[o + 5]! - x[11]!
  for (let k = 0; k < 3; k++) {
    out[k] = x[k]! * lines[o]! + x[4 + k]! * lines[o + 1]! + x[8 + k]! * lines[o + 2]!
    out[3 + k] = x[k]! * px + x[4 + k]! * py + x[8 + k]! * pz
  }
}
