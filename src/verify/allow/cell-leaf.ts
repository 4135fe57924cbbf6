// The inequality of a cell: does a plane part two convex sets A and B wherever the joints between them are in a box of values?
//
// Between A and B is a chain of movers; a frame between two of them stands still, those before it move A, those after it B. The plane
// stands still in that frame too: n is its direction. Let c be the middle of the cell, q any point of it, x_k the value of
// mover k there less its value at c, so |x_k| ≤ s_k, its spread. ω_k, o_k are the mover's axis at c. All of A is p(q), and gap
// the least of n·p − n·y at c, over p in A and y in B.
//
// By radii. From c to q the movers of A are set one by one, the nearest to the frame first. A mover takes what hangs on it along an arc
// about an axis from which it is as far as it was at c, since those between have not moved yet and those before have moved both
// alike. If r_k is the greatest such distance, no point gets farther than Σ r_k·2 sin(min(s_k, π)/2), a slide's term being s_k;
// on both sides. So they are apart if
//   gap − Σ r_k·chord_k > clearance.
//
// By direction. On the straight way from c to q, φ(t) = n·p(c + t·(q − c)) has φ(1) ≥ φ(0) + φ'(0) − ½·max |φ''|.
//   First order. φ'(0) = Σ x_k·n·∂p/∂k, where ∂p/∂k = ω_k × (p − o_k), or ω_k for a slide: affine in p at given x. Movers with one
//   variable have x_k = factor_k·x_v. So for given x_v the least over A is that of a linear function over its corners, with
//   g = n + n × Σ x_k·ω_k over turns. The least over A and the same over B, added, is concave in the x_v, since it is the least of functions
//   that are linear in them: so the corners of the box of x_v are enough, 2^variables of them. What moves one side only is asked
//   on that side only; a variable that moves both is at the same end for both. Of many variables ends are chosen one after the
//   other: what those that are left can take off at most, each anywhere on its side, is taken off, and mostly that is enough.
//   Second order. Seen from the frame, mover j carries mover k's axis and the points, if k is farther out: ∂²p/∂j∂k = ω_j × ∂p/∂k
//   for j a turn, no farther out than k, and nothing if the nearer one slides. n·(ω_j × u) = (n × ω_j)·u. Anywhere in the cell,
//   ‖∂p/∂k‖ is the distance of p from axis k (1 for a slide). What is farther out than k changes it by no more than their
//   arcs, and what is nearer to the frame not at all: R_k = r_k + Σ r·chord of those farther out. And the axis ω_j turns with what is nearer
//   to the frame: by no more than Σ chord of those turns, so ‖n × ω_j‖ ≤ σ_j = min(1, what it is at c, and that). So
//     |φ''| ≤ Σ_{turns j} s_j·σ_j·(s_j·R_j + 2·Σ_{k farther} s_k·R_k) =: bend.
//   Apart if the first order, at its least, less ½·(bend of A + bend of B), is above the clearance.
//
// Envelopes (envelope.ts) stand for a link however its end joint is turned. So that joint is no mover then, and has no bounds here; the
// frame is on the other side of it.
//
// Rounding as in src/verify/rounding.ts, the errors of the movers' values being those of cell-anchor.ts: what x_k is off by from
// factor_k·x_v is no more than that error, and is felt as a place is. A profile's heights are off by 12 u·big more, which is in POINT.
import { LINE } from '../bodies.js'
import { intoFrame } from '../leaf.js'
import { axisError, gapSlack, UP } from '../rounding.js'
import type { CellAnchor, PairChain } from './cell-anchor.js'
import type { NodeSet } from './envelope.js'

/** With no more variables of one side all corners are asked for: 2^this. With more, so many are looked at, mostly some of them together. */
const MOST_VARIABLES = 14
const MOST_LOOKS = 2 ** 14

/** How a variable moves a side that it does not move. */
const STILL = new Float64Array(6)

/** A node of one link, placed, and what moves it as seen from the frame. */
class Side {
  set!: NodeSet
  node = 0
  pose!: Float64Array
  /** Places in the chain, nearest to the frame first; 1 or −1: as the mover moves it, or the other way round. */
  readonly movers: number[] = []
  readonly signs: number[] = []
  readonly r: number[] = []
  /** Variables that move it, those that move the other one too first; six numbers each: how its points go, w × p + v. */
  readonly variables: number[] = []
  readonly rates: Float64Array[] = []
  /** The least, for each choice of ends of the variables that both have. */
  best = new Float64Array(1)
}

export class CellLeaf {
  private readonly a = new Side()
  private readonly b = new Side()
  private readonly local = new Float64Array(LINE)
  /** Of the side being looked at, all variables at their chosen ends together. */
  private readonly motion = new Float64Array(6)
  private shared = 0

  constructor(
    private readonly pair: PairChain,
    private readonly anchor: CellAnchor,
    private readonly clearance: number,
  ) {}

  /**
   * Does the direction, of unit length to rounding and in the frame of the common body, part the nodes in all of the cell that the
   * anchor is of? `from` and `to`: the part of the chain that is left by envelopes; `frame` is between the two.
   */
  holds(
    setA: NodeSet,
    nodeA: number,
    setB: NodeSet,
    nodeB: number,
    from: number,
    frame: number,
    to: number,
    n: Float64Array,
  ): boolean {
    const { a, b, anchor } = this
    a.set = setA
    a.node = nodeA
    a.pose = anchor.poseA
    b.set = setB
    b.node = nodeB
    b.pose = anchor.poseB
    this.enter(a, frame - 1, from - 1, -1)
    this.enter(b, frame, to, 1)
    const { slack, axes } = this.rounding(from, to)
    const limit = this.clearance + slack
    return this.holdsFor(n, limit, axes, true) || this.holdsFor(n, limit, axes, false)
  }

  private enter(side: Side, first: number, end: number, step: 1 | -1): void {
    side.movers.length = 0
    side.signs.length = 0
    const { ofA } = this.pair.chain
    for (let i = first; i !== end; i += step) {
      side.movers.push(i)
      // One on A's side of the common body moves A its own way, and B the other way round; one on B's likewise.
      side.signs.push(i < ofA === (step === -1) ? 1 : -1)
    }
  }

  private rounding(from: number, to: number): { slack: number; axes: number } {
    const { anchor, pair, a, b } = this
    let turnError = 0
    let slideError = 0
    let turned = 0
    let slid = 0
    for (let i = from; i < to; i++) {
      if (anchor.isTurn[i] === 1) {
        turnError += anchor.error[i]!
        turned += anchor.spread[i]!
      } else {
        slideError += anchor.error[i]!
        slid += anchor.spread[i]!
      }
    }
    const big = Math.max(this.clearance, anchor.big + Math.max(a.set.reach, b.set.reach))
    return {
      slack: gapSlack(pair.chain.bodies, big, turnError, slideError, turned, slid),
      axes: axisError(pair.chain.bodies, turnError),
    }
  }

  private holdsFor(n: Float64Array, limit: number, axes: number, rough: boolean): boolean {
    const { a, b } = this
    const gap = lowest(a, n[0]!, n[1]!, n[2]!, rough) + lowest(b, -n[0]!, -n[1]!, -n[2]!, rough)
    if (!(gap > limit)) return false
    const moved = this.farthest(a, rough) + this.farthest(b, rough)
    if (gap - moved > limit) return true
    const bent = (this.bend(a, n, axes) + this.bend(b, n, axes)) * UP
    const lost = 0.5 * bent + limit
    return gap > lost && this.firstOrder(n, lost, rough)
  }

  /** Works out the radii; returns Σ r·chord. */
  private farthest(side: Side, rough: boolean): number {
    const { anchor, local } = this
    let sum = 0
    side.movers.forEach((k, i) => {
      let r = 1
      if (anchor.isTurn[k] === 1) {
        intoFrame(local, anchor.lines, LINE * k, side.pose)
        r = side.set.farthest(side.node, local, 0, rough)
      }
      side.r[i] = r
      sum += r * anchor.chord[k]!
    })
    return sum * UP
  }

  /** No less than |φ''|. */
  private bend({ movers, r }: Side, n: Float64Array, axes: number): number {
    const { lines, isTurn, chord, spread } = this.anchor
    let turned = 0
    for (const k of movers) if (isTurn[k] === 1) turned += chord[k]!
    // From the far end towards the frame.
    let arcs = 0
    let beyond = 0
    let sum = 0
    for (let i = movers.length - 1; i >= 0; i--) {
      const k = movers[i]!
      if (isTurn[k] === 1) {
        turned = Math.max(0, turned - chord[k]!)
        const o = LINE * k
        const x = n[1]! * lines[o + 2]! - n[2]! * lines[o + 1]!
        const y = n[2]! * lines[o]! - n[0]! * lines[o + 2]!
        const z = n[0]! * lines[o + 1]! - n[1]! * lines[o]!
        const sigma = Math.min(1, Math.sqrt(x * x + y * y + z * z) + turned * UP + axes)
        const R = r[i]! + arcs
        sum += spread[k]! * sigma * (spread[k]! * R + 2 * beyond)
        beyond += spread[k]! * R
      } else beyond += spread[k]!
      arcs += r[i]! * chord[k]!
    }
    return sum
  }

  /** Is the first order above `lost` at all corners of the cell? */
  private firstOrder(n: Float64Array, lost: number, rough: boolean): boolean {
    const { a, b } = this
    const { sideOf } = this.anchor
    const ofA = new Set(a.movers.map((k) => sideOf[k]!))
    const ofB = new Set(b.movers.map((k) => sideOf[k]!))
    const both = [...ofA].filter((v) => ofB.has(v))
    this.shared = both.length
    this.findRates(a, [...both, ...[...ofA].filter((v) => !ofB.has(v))])
    this.findRates(b, [...both, ...[...ofB].filter((v) => !ofA.has(v))])
    if (Math.max(ofA.size, ofB.size) > MOST_VARIABLES) return this.holdsByLooks(n, lost, rough)
    this.findLeast(a, n[0]!, n[1]!, n[2]!, rough)
    this.findLeast(b, -n[0]!, -n[1]!, -n[2]!, rough)
    for (let ends = 0; ends < 1 << both.length; ends++) if (!(a.best[ends]! + b.best[ends]! > lost)) return false
    return true
  }

  /**
   * The same for many variables: their ends are chosen one after the other, those that matter most first. What is not chosen yet can take
   * off no more than what each of them can, anywhere on its side; where that is not enough to matter, all the corners hold.
   */
  private holdsByLooks(n: Float64Array, lost: number, rough: boolean): boolean {
    const { a, b } = this
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    const own = [...new Set([...a.variables, ...b.variables])].map((variable) => {
      const [rateA, rateB] = [a, b].map((side) => side.rates[side.variables.indexOf(variable)] ?? STILL)
      return {
        rateA: rateA!,
        rateB: rateB!,
        most: most(a, rateA!, x, y, z, rough) + most(b, rateB!, -x, -y, -z, rough),
      }
    })
    own.sort((one, other) => other.most - one.most)
    const rest = new Float64Array(own.length + 1)
    for (let i = own.length - 1; i >= 0; i--) rest[i] = (rest[i + 1]! + own[i]!.most) * UP
    let looks = 0
    const look = (i: number, movesA: Float64Array, movesB: Float64Array): boolean => {
      if (++looks > MOST_LOOKS) return false
      const least = leastMoved(a, movesA, x, y, z, rough) + leastMoved(b, movesB, -x, -y, -z, rough)
      if (least - rest[i]! > lost) return true
      if (i === own.length) return false
      const { rateA, rateB } = own[i]!
      return [-1, 1].every((end) =>
        look(
          i + 1,
          movesA.map((move, k) => move + end * rateA[k]!),
          movesB.map((move, k) => move + end * rateB[k]!),
        ),
      )
    }
    return look(0, STILL, STILL)
  }

  /** How each variable, all the way to its upper end, moves the side's points to first order. */
  private findRates(side: Side, variables: readonly number[]): void {
    const { lines, isTurn, sideOf, factor, half } = this.anchor
    side.variables.length = 0
    side.variables.push(...variables)
    variables.forEach((v, i) => {
      side.rates[i] ??= new Float64Array(6)
      const rate = side.rates[i]!.fill(0)
      side.movers.forEach((k, at) => {
        if (sideOf[k] !== v) return
        const speed = side.signs[at]! * factor[k]! * half[v]!
        const o = LINE * k
        const wx = speed * lines[o]!
        const wy = speed * lines[o + 1]!
        const wz = speed * lines[o + 2]!
        if (isTurn[k] === 0) {
          rate[3]! += wx
          rate[4]! += wy
          rate[5]! += wz
          return
        }
        rate[0]! += wx
        rate[1]! += wy
        rate[2]! += wz
        // −ω × o
        rate[3]! -= wy * lines[o + 5]! - wz * lines[o + 4]!
        rate[4]! -= wz * lines[o + 3]! - wx * lines[o + 5]!
        rate[5]! -= wx * lines[o + 4]! - wy * lines[o + 3]!
      })
    })
  }

  private findLeast(side: Side, dx: number, dy: number, dz: number, rough: boolean): void {
    const { motion, shared } = this
    const count = side.variables.length
    if (side.best.length < 1 << shared) side.best = new Float64Array(1 << shared)
    side.best.fill(Infinity)
    for (let ends = 0; ends < 1 << count; ends++) {
      motion.fill(0)
      for (let i = 0; i < count; i++) {
        const rate = side.rates[i]!
        const sign = ((ends >> i) & 1) === 0 ? -1 : 1
        for (let k = 0; k < 6; k++) motion[k]! += sign * rate[k]!
      }
      const least = leastMoved(side, motion, dx, dy, dz, rough)
      const choice = ends & ((1 << shared) - 1)
      if (least < side.best[choice]!) side.best[choice] = least
    }
  }
}

/** The least of d·p over a side's node, its points moved by w × p + v; w and v are in `motion`. d·(w × p + v) = (d × w)·p + d·v. */
function leastMoved(side: Side, motion: Float64Array, dx: number, dy: number, dz: number, rough: boolean): number {
  const gx = dx + (dy * motion[2]! - dz * motion[1]!)
  const gy = dy + (dz * motion[0]! - dx * motion[2]!)
  const gz = dz + (dx * motion[1]! - dy * motion[0]!)
  return lowest(side, gx, gy, gz, rough) + (dx * motion[3]! + dy * motion[4]! + dz * motion[5]!)
}

/** What a variable at either end can take off d·p, at any point of a side's node. */
function most(side: Side, rate: Float64Array, dx: number, dy: number, dz: number, rough: boolean): number {
  if (rate === STILL) return 0
  const x = dy * rate[2]! - dz * rate[1]!
  const y = dz * rate[0]! - dx * rate[2]!
  const z = dx * rate[1]! - dy * rate[0]!
  const v = dx * rate[3]! + dy * rate[4]! + dz * rate[5]!
  return Math.max(0, -(lowest(side, x, y, z, rough) + v), -(lowest(side, -x, -y, -z, rough) - v))
}

/** The least of g·p over a side's node, as seen from the common body. */
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
