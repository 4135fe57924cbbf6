// The inequality of a proof (docs/formats/certificate.md states and derives it): does a plane separate two convex sets wherever the variables
// are in a cell? One check for motions, whose one variable is time, and for pairs of links, whose variables are joint values.
//
// First order at the corners of a cell: the sum of both sides' least is concave in the variables. With more than one of them, ends
// are chosen one after the other, those that matter most first: what those that are left can take off at most is taken off,
// and mostly that is enough.
//
// Rounding. The poses and lines of an anchor, as computed, are those of a mechanism near to the given one. Joint by joint between A
// and B, its frames differ by `steps` u (kinematics.ts) and by the movers' `error`, so at every configuration of the cell no point
// of the one is farther from that of the other than
//   e = (steps·u + Σ error of turns)·S + Σ error of slides,
// S being no less than all lengths on the way from the world to a point of either, slides at their farthest. The inequality for the
// given mechanism then differs from that for the computed one by: e for the gap; by radii, 2e·t with t = Σ chord of turns; by direction,
// with t = Σ s + b of turns, 2e·t for the first order (axes turned by e/S, places off by e) and (1.5 + 1.5t)·t²·e for the second:
// less than e·(1 + t)²·(1 + 1.5t) either way. Evaluating it takes sums of products of numbers no larger than S: 64 u·S, and 4 u·S a mover, times
// (1 + t)². Squares below 1e-308 are lost: lengths may be too small by 1e-154, for which there is TINY.
import type { Anchor, Bodies, Chain, Known } from './kinematics.js'
import { LINE, lineInto, U } from './poses.js'
import type { NodeSet } from './sets.js'

const TINY = 1e-140

/** Rounds up what a few dozen operations on positive numbers gave. */
const UP = 1 + 64 * U

/** Choices of ends that are tried before a plane is given up. */
const MOST_LOOKS = 2 ** 14

/** Rounding of items that move straight: see holdsItems. */
const ITEMS = 64

/** What rounding can do to the inequality: e, movers, S and t as above. */
export function gapSlack(e: number, movers: number, size: number, turned: number): number {
  const evaluated = (64 + 4 * movers) * U * size + TINY
  return (e * (1 + 1.5 * turned) + evaluated) * (1 + turned) ** 2 * UP
}

/** One of the two as seen from the frame: what moves it, nearest to the frame first. */
class Side {
  set!: NodeSet
  pose!: Float64Array
  node = 0
  /** Are boxes and balls of a mesh asked instead of corners? */
  rough = false
  readonly movers: number[] = []
  /** 1 or −1: as the mover moves it, or the other way round. */
  readonly signs: number[] = []
  r: number[] = []
  /** Of what has a clock of its own: where to keep what is the same whatever the other one is. */
  home: Anchor | undefined
  /** By variable: how far its points go to first order from the middle to the upper end, w × p + v. Six numbers. */
  readonly rates = new Map<number, Float64Array>()
}

const STILL = new Float64Array(6)

export class Leaf {
  private readonly a = new Side()
  private readonly b = new Side()
  private readonly local = new Float64Array(LINE)
  private looks = 0
  /** What the gap must be above, by either rule: the clearance and the slack. */
  private radiusLimit = 0
  private directionLimit = 0

  constructor(
    private readonly bodies: Bodies,
    private readonly chain: Chain,
    /** By mover: the place of its variable among those of a cell. */
    private readonly variableOf: ArrayLike<number>,
    private readonly clearance: number,
  ) {}

  /**
   * Does the direction n, of unit length to rounding, separate the nodes in all of the anchor's cell? Of the chain, the movers from
   * `from` to `to` are left by envelopes; `frame` is between the two.
   */
  holds(
    anchor: Anchor,
    setA: NodeSet,
    nodeA: number,
    setB: NodeSet,
    nodeB: number,
    from: number,
    frame: number,
    to: number,
    n: Float64Array,
  ): boolean {
    const { a, b, chain } = this
    Object.assign(a, { set: setA, node: nodeA, pose: anchor.pose(chain.bodyA) })
    Object.assign(b, { set: setB, node: nodeB, pose: anchor.pose(chain.bodyB) })
    this.enter(a, frame - 1, from - 1, -1)
    this.enter(b, frame, to, 1)
    this.findLimits(anchor, from, to)
    return this.holdsFor(anchor, n, true) || this.holdsFor(anchor, n, false)
  }

  /** From now on A and B are on two clocks, and the anchor is made of these: what is found of one alone is kept there. */
  useClocks(ofA: Anchor, ofB: Anchor): void {
    this.a.home = ofA
    this.b.home = ofB
  }

  /**
   * The same for a node of A and items in the world that move straight: no n·y is above `early` at the start of the cell nor above
   * `late` at its end, so between it is under the line from one to the other; `far` is no less than any coordinate of an item. The frame is
   * the world, all movers are A's. What the items' numbers are off by is part of the slack: 16 u of a coordinate for its place between two
   * frames, three products and two sums, in all less than ITEMS·u·far.
   */
  holdsItems(
    anchor: Anchor,
    setA: NodeSet,
    nodeA: number,
    n: Float64Array,
    early: number,
    late: number,
    far: number,
  ): boolean {
    const { a, chain } = this
    Object.assign(a, { set: setA, node: nodeA, pose: anchor.pose(chain.bodyA) })
    this.enter(a, chain.movers.length - 1, -1, -1)
    this.b.set = setA
    this.findLimits(anchor, 0, chain.movers.length)
    const off = ITEMS * U * far
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    return [true, false].some((rough) => {
      a.rough = rough
      const least = lowest(a, x, y, z)
      const moving = this.farthest(a, anchor)
      if (least - Math.max(early, late) - moving > this.radiusLimit + off) return true
      const lost = (this.acceleration(a, anchor, n) / 2) * UP + this.directionLimit + off
      this.findRates(a, anchor)
      const [rate = STILL] = a.rates.values()
      const back = rate.map((move) => -move)
      return moved(a, back, x, y, z) - early > lost && moved(a, rate, x, y, z) - late > lost
    })
  }

  private enter(side: Side, first: number, end: number, step: 1 | -1): void {
    side.movers.length = 0
    side.signs.length = 0
    for (let i = first; i !== end; i += step) {
      side.movers.push(this.chain.movers[i]!)
      // One on A's side of the common body moves A its own way, and B the other way round; one on B's likewise.
      side.signs.push(i < this.chain.ofA === (step === -1) ? 1 : -1)
    }
  }

  private findLimits({ error, s, bend, chord, lengths }: Anchor, from: number, to: number): void {
    const { a, b, chain } = this
    let size = Math.max(lengths[chain.bodyA]! + a.set.reach, lengths[chain.bodyB]! + b.set.reach, this.clearance)
    let off = (chain.steps + a.set.steps + b.set.steps) * U
    let turned = 0
    let chords = 0
    let slid = 0
    for (let i = from; i < to; i++) {
      const k = chain.movers[i]!
      if (this.bodies.movers[k]!.isTurn) {
        off += error[k]!
        turned += s[k]! + bend[k]!
        chords += chord[k]!
      } else {
        slid += error[k]!
        size += s[k]! + bend[k]!
      }
    }
    this.radiusLimit = this.clearance + gapSlack(off * size + slid, to - from, size, chords)
    this.directionLimit = this.clearance + gapSlack(off * size + slid, to - from, size, turned)
  }

  private holdsFor(anchor: Anchor, n: Float64Array, rough: boolean): boolean {
    const { a, b, radiusLimit, directionLimit } = this
    a.rough = rough
    b.rough = rough
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    const leastA = lowest(a, x, y, z)
    const leastB = lowest(b, -x, -y, -z)
    if (!(leastA + leastB > radiusLimit)) return false
    const moved = this.farthest(a, anchor) + this.farthest(b, anchor)
    if (leastA + leastB - moved > radiusLimit) return true
    const lost = ((this.acceleration(a, anchor, n) + this.acceleration(b, anchor, n)) / 2) * UP + directionLimit
    return leastA + leastB > lost && this.firstOrder(anchor, n, leastA, leastB, lost)
  }

  /** Works out the radii; returns Σ r·chord. */
  private farthest(side: Side, anchor: Anchor): number {
    this.findRadii(side, anchor)
    let sum = 0
    for (let i = 0; i < side.movers.length; i++) sum += side.r[i]! * anchor.chord[side.movers[i]!]!
    return sum * UP
  }

  private findRadii(side: Side, { lines }: Anchor): void {
    const { set, rough } = side
    const known = side.node === 0 ? knownOf(side) : undefined
    const kept = rough ? known?.rough : known?.fine
    if (kept !== undefined) {
      side.r = kept
      return
    }
    // What is kept is not written into.
    if (side.home !== undefined) side.r = []
    for (let i = 0; i < side.movers.length; i++) {
      const k = side.movers[i]!
      const { isTurn } = this.bodies.movers[k]!
      if (isTurn) lineInto(this.local, lines, LINE * k, side.pose)
      side.r[i] = isTurn ? set.farthest(side.node, this.local, rough) : 1
    }
    if (known !== undefined && rough) known.rough = side.r
    else if (known !== undefined) known.fine = side.r
  }

  /** acc of the inequality. */
  private acceleration({ movers, r }: Side, { lines, chord, s, bend }: Anchor, n: Float64Array): number {
    let turned = 0
    for (const k of movers) if (this.bodies.movers[k]!.isTurn) turned += chord[k]!
    // From the far end towards the frame: what is farther is known.
    let arcs = 0
    let beyond = 0
    let sum = 0
    for (let i = movers.length - 1; i >= 0; i--) {
      const k = movers[i]!
      const [wx, wy, wz] = [lines[LINE * k]!, lines[LINE * k + 1]!, lines[LINE * k + 2]!]
      if (this.bodies.movers[k]!.isTurn) {
        turned = Math.max(0, turned - chord[k]!)
        const x = n[1]! * wz - n[2]! * wy
        const y = n[2]! * wx - n[0]! * wz
        const z = n[0]! * wy - n[1]! * wx
        const sigma = Math.min(1, Math.sqrt(x * x + y * y + z * z) + turned * UP + 16 * U)
        const R = r[i]! + arcs
        sum += s[k]! * sigma * (s[k]! * R + 2 * beyond) + bend[k]! * sigma * R
        beyond += s[k]! * R
      } else {
        const tau = Math.abs(n[0]! * wx + n[1]! * wy + n[2]! * wz) + turned * UP + 16 * U
        sum += bend[k]! * Math.min(1, tau)
        beyond += s[k]!
      }
      arcs += r[i]! * chord[k]!
    }
    return sum
  }

  /** Is the first order above `lost` at all corners of the cell? */
  private firstOrder(anchor: Anchor, n: Float64Array, leastA: number, leastB: number, lost: number): boolean {
    const { a, b } = this
    const [x, y, z] = [n[0]!, n[1]!, n[2]!]
    // On two clocks either side is least at an end of its own.
    if (a.home !== undefined) {
      const worstB = this.worst(b, anchor, -x, -y, -z)
      return leastA + worstB > lost && this.worst(a, anchor, x, y, z) + worstB > lost
    }
    this.findRates(a, anchor)
    this.findRates(b, anchor)
    const all = [...new Set([...a.rates.keys(), ...b.rates.keys()])]
    const own = all.map((v) => {
      const rateA = a.rates.get(v) ?? STILL
      const rateB = b.rates.get(v) ?? STILL
      const most = all.length === 1 ? Infinity : takenOff(a, rateA, x, y, z) + takenOff(b, rateB, -x, -y, -z)
      return { rateA, rateB, most }
    })
    own.sort((one, other) => other.most - one.most)
    const rest = new Float64Array(own.length + 1)
    for (let i = own.length - 1; i >= 0; i--) rest[i] = (rest[i + 1]! + own[i]!.most) * UP
    this.looks = 0
    const look = (i: number, atA: number, atB: number, movesA: Float64Array, movesB: Float64Array): boolean => {
      if (atA + atB - rest[i]! > lost) return true
      if (i === own.length || ++this.looks > MOST_LOOKS) return false
      const { rateA, rateB } = own[i]!
      for (let end = -1; end <= 1; end += 2) {
        const nextA = rateA === STILL ? movesA : movesA.map((move, k) => move + end * rateA[k]!)
        const nextB = rateB === STILL ? movesB : movesB.map((move, k) => move + end * rateB[k]!)
        const least = rateA === STILL ? atA : moved(a, nextA, x, y, z)
        const other = rateB === STILL ? atB : moved(b, nextB, -x, -y, -z)
        if (!look(i + 1, least, other, nextA, nextB)) return false
      }
      return true
    }
    return look(0, leastA, leastB, STILL, STILL)
  }

  /** The least of d·p over a side's node to first order, at both ends of its clock. */
  private worst(side: Side, anchor: Anchor, dx: number, dy: number, dz: number): number {
    const known = knownOf(side)!
    if (known.twist === undefined) {
      this.findRates(side, anchor)
      known.twist = [...side.rates.values()][0] ?? STILL
    }
    return Math.min(moved(side, known.twist, dx, dy, dz, 1), moved(side, known.twist, dx, dy, dz, -1))
  }

  private findRates(side: Side, { lines, rate }: Anchor): void {
    side.rates.clear()
    side.movers.forEach((k, i) => {
      const v = this.variableOf[k]!
      let own = side.rates.get(v)
      if (own === undefined) {
        own = new Float64Array(6)
        side.rates.set(v, own)
      }
      const o = LINE * k
      const speed = side.signs[i]! * rate[k]!
      const [wx, wy, wz] = [speed * lines[o]!, speed * lines[o + 1]!, speed * lines[o + 2]!]
      // A turn's velocity is ω × p − ω × o, a slide's its direction.
      const isTurn = this.bodies.movers[k]!.isTurn
      if (isTurn) {
        own[0]! += wx
        own[1]! += wy
        own[2]! += wz
      }
      own[3]! += isTurn ? wz * lines[o + 4]! - wy * lines[o + 5]! : wx
      own[4]! += isTurn ? wx * lines[o + 5]! - wz * lines[o + 3]! : wy
      own[5]! += isTurn ? wy * lines[o + 3]! - wx * lines[o + 4]! : wz
    })
  }
}

function knownOf({ home, set }: Side): Known | undefined {
  if (home === undefined) return undefined
  const known = home.known.get(set) ?? {}
  home.known.set(set, known)
  return known
}

/** The least of d·p over a side's node, its points moved by ±(w × p + v): d·(w × p + v) = (d × w)·p + d·v. */
function moved(side: Side, m: Float64Array, dx: number, dy: number, dz: number, sign = 1): number {
  const gx = dx + sign * (dy * m[2]! - dz * m[1]!)
  const gy = dy + sign * (dz * m[0]! - dx * m[2]!)
  const gz = dz + sign * (dx * m[1]! - dy * m[0]!)
  return lowest(side, gx, gy, gz) + sign * (dx * m[3]! + dy * m[4]! + dz * m[5]!)
}

/** What a variable at either end can take off d·p, at any point of a side's node. */
function takenOff(side: Side, m: Float64Array, dx: number, dy: number, dz: number): number {
  if (m === STILL) return 0
  const x = dy * m[2]! - dz * m[1]!
  const y = dz * m[0]! - dx * m[2]!
  const z = dx * m[1]! - dy * m[0]!
  const v = dx * m[3]! + dy * m[4]! + dz * m[5]!
  return Math.max(0, -(lowest(side, x, y, z) + v), -(lowest(side, -x, -y, -z) - v))
}

/** The least of g·p over a side's node. */
function lowest({ set, pose: x, node, rough }: Side, gx: number, gy: number, gz: number): number {
  const least = set.least(
    node,
    x[0]! * gx + x[4]! * gy + x[8]! * gz,
    x[1]! * gx + x[5]! * gy + x[9]! * gz,
    x[2]! * gx + x[6]! * gy + x[10]! * gz,
    rough,
  )
  return least + (x[3]! * gx + x[7]! * gy + x[11]! * gz)
}
