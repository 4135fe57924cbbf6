// Two convex sets at the ends of a chain of movers: do they stay apart for all joint values in a box? The inequality that every
// proof of an allowed pair is made of; robots/motion/pair-motion.ts has it for an interval of time, here it is for a cell.
//
// A cell is a box of the variables about its centre c, half widths e. Mover k is driven by variable v(k): its value is
// fₖ·q + a constant, so it is never more than spreadₖ = |fₖ|·e from where it is at the centre. n is a unit vector, gap = min
// n·p − max n·y over the points p of A and y of B at the centre. A frame m between two movers divides the chain into those that
// move A against the frame and those that move B; n is fixed in it.
//
// Radius rule. As in pair-motion.ts: whatever q in the cell, moving the movers from the frame outwards one after the other, each
// acts on points that are still as far from its axis as at the centre. So no point gets farther than Σ r·chord, and the sets are
// apart if gap > Σ r·chord of both sides.
//
// Direction rule. Let q = c + Δ, |Δᵥ| ≤ eᵥ, and p(s) the point for c + sΔ. By Taylor n·p(1) ≥ n·p + Σᵥ Δᵥ·n·∂p/∂qᵥ − ½·acc, acc
// no less than |n·p''| for s between 0 and 1. There mover k moves at no more than spreadₖ and does not bend, and its angle is
// never more than spreadₖ from the centre's: so acc is that of pair-motion.ts with speedₖ = spreadₖ and bend = 0. With box half
// widths written out, for a side whose movers are j, k, counted from the frame outwards,
//   acc = Σⱼ Σₖ spreadⱼ·spreadₖ·R_max(j,k)·σ_min(j,k), R and σ as there, the sum over pairs of which the nearer to the frame
//   turns.
// It does not depend on Δ. A mimic joint's derivative belongs to its variable: ∂p/∂qᵥ = Σ fₖ·∂p/∂θₖ over the movers of v, on
// either side of the frame, so what two coupled joints cancel is cancelled. What is left is affine in p and y for a given Δ and
// linear in Δ for given p and y; its least value over the box is at a corner Δᵥ = ±eᵥ:
//   F(±) = min (n + n × W_A)·p − max (n + n × W_B)·y + n·(U_A − U_B) − ½ (acc_A + acc_B), W, U = Σ ±eᵥ·(the twist of v on that
//   side),
// since n·(w × p + u) = (n × w)·p + n·u. Apart if F is above the clearance in all corners. They are tested as a tree, a sign
// at a time: with the signs of some variables chosen, F is no less than with nothing but these, less eᵥ·max |…| for each of the
// others, so most corners need no test; and after MOST_LOOKS it is given up, as sound.
//
// An envelope (envelope.ts) takes the place of the set at an end, and the end's mover is not there.
//
// Rounding: motionSlack, as in motion-bounds.ts, with all movers of the chain, turned and slid = Σ spread.

import { ROUND_UP } from '../../base/math/rounding.js'
import { sine } from '../../base/math/trigonometry.js'
import { NODE_RADIUS } from '../../geometry/convex/convex-set.js'
import { acceleration, axisSlack, type MovingChain, motionSlack } from '../motion/motion-bounds.js'
import { LINE, TURN } from '../motion/movers.js'
import type { PairProblem } from './pair-problem.js'
import { PairSide } from './pair-side.js'
import { SetSeparation } from './set-separation.js'

/** How many times corners of a cell are tested, mostly several of them together. */
const MOST_LOOKS = 96

/** Numbers of some signs chosen: share of F, direction for A, direction for B. */
const CHOICE = 7

export class CellMotion extends SetSeparation {
  /** The frame of the rule that held, and by how much the better one held or failed. */
  frame = 0
  room = 0
  /** Σ r·chord of the sets last tested. */
  far = 0
  /** What the gap must be above: in this cell, and in one that is as narrow as can be. */
  limit = 0
  readonly leastLimit: number
  /** Inequalities tested. */
  tests = 0
  /** Centre and half widths of the cell, by variable. */
  readonly centre: Float64Array
  readonly half: Float64Array
  private readonly spread: Float64Array
  private readonly chord: Float64Array
  /** The movers as a cell lets them move: by their spreads, and bending only where loops set them. */
  private readonly chain: MovingChain
  private readonly bend: Float64Array
  private axes: number
  private readonly rA: Float64Array
  private readonly rB: Float64Array
  private readonly A: PairSide
  private readonly B: PairSide
  private cell = 0
  private readonly endChordA: number
  private readonly endChordB: number
  /** Movers that count: from lo, up to hi. */
  private lo = 0
  private hi = 0
  private farFrame = 0
  /** By variable, eᵥ times: n × w of A and of B, and the share of F that the centres and the u have. */
  private readonly turnsA: Float64Array
  private readonly turnsB: Float64Array
  private readonly shares: Float64Array
  private readonly twistA: Float64Array
  private readonly twistB: Float64Array
  /** Variables that move the two relative to each other, how many they are, and what each and all after it may take off F. */
  private readonly active: Int32Array
  private actives = 0
  private readonly rest: Float64Array
  private readonly choices: Float64Array
  private looks = 0

  constructor(
    private readonly problem: PairProblem,
    private readonly clearance: number,
  ) {
    const A = new PairSide(problem.geometriesA, problem.poseA, problem.endA)
    const B = new PairSide(problem.geometriesB, problem.poseB, problem.endB)
    super(A.set, B.set)
    this.A = A
    this.B = B
    const { count, variables } = problem
    const v = variables.length
    this.centre = new Float64Array(v)
    this.half = new Float64Array(v)
    this.spread = new Float64Array(count)
    this.chord = new Float64Array(count)
    const { kinds, lines } = problem
    this.bend = new Float64Array(count)
    this.chain = { kinds, lines, chord: this.chord, speed: this.spread, bend: this.bend }
    this.axes = axisSlack(count, problem.offTurns)
    this.leastLimit = clearance + motionSlack(count, problem.big, problem.offTurns, problem.offSlides, 0, 0)
    this.rA = new Float64Array(count)
    this.rB = new Float64Array(count)
    this.endChordA = endChord(problem, 0)
    this.endChordB = endChord(problem, count - 1)
    this.turnsA = new Float64Array(3 * v)
    this.turnsB = new Float64Array(3 * v)
    this.shares = new Float64Array(v)
    this.twistA = new Float64Array(LINE * v)
    this.twistB = new Float64Array(LINE * v)
    this.active = new Int32Array(v)
    this.rest = new Float64Array(v + 1)
    this.choices = new Float64Array(CHOICE * (v + 1))
  }

  /** The cell whose interval of variable v is the indices[v]-th of 2^levels[v] equal parts of its range. */
  enter(levels: Int32Array, indices: Int32Array, o: number): void {
    const { problem, centre, half, spread, chord } = this
    const { variables, variableOf, kinds, factors, loops } = problem
    for (let v = 0; v < variables.length; v++) {
      const { lower, upper } = variables[v]!
      const parts = 2 ** (levels[o + v]! + 1)
      centre[v] = lower + (upper - lower) * ((2 * indices[o + v]! + 1) / parts)
      half[v] = ((upper - lower) / parts) * ROUND_UP
    }
    loops.enter(centre, half)
    let turned = 0
    let slid = 0
    for (let k = 0; k < problem.count; k++) {
      const isLoop = loops.isSet(k)
      this.bend[k] = isLoop ? loops.bend[k]! : 0
      const x = isLoop ? loops.spread[k]! : half[variableOf[k]!]! * Math.abs(factors[k]!) * ROUND_UP
      spread[k] = isLoop ? loops.speed[k]! : x
      if (kinds[k] === TURN) {
        turned += x
        chord[k] = 2 * sine(Math.min(x, Math.PI) / 2) * ROUND_UP
      } else {
        slid += x
        chord[k] = x
      }
    }
    problem.place(centre)
    this.cell++
    const off = problem.offTurns + loops.off
    if (loops.any) this.axes = axisSlack(problem.count, off)
    this.limit = this.clearance + motionSlack(problem.count, problem.big, off, problem.offSlides, turned, slid)
  }

  /** How far a set last tested reaches along the direction, towards the other. */
  thickness(ofA: boolean): number {
    const { nx, ny, nz } = this
    return ofA ? this.a.extent(-nx, -ny, -nz) : this.b.extent(nx, ny, nz)
  }

  /** Radius of a ball around a set last tested. */
  size(ofA: boolean): number {
    return (ofA ? this.a : this.b).node[NODE_RADIUS]!
  }

  /** What variable v adds to Σ r·chord of the sets last tested. */
  contribution(v: number): number {
    const { drivers, loops } = this.problem
    let sum = 0
    for (let k = this.lo; k < this.hi; k++) {
      const own = drivers[2 * k] === v ? 0 : drivers[2 * k + 1] === v ? 1 : -1
      if (own === -1) continue
      const share = loops.isSet(k) ? loops.shares[2 * k + own]! : 1
      sum += share * (k < this.farFrame ? this.rA[k]! : this.rB[k]!) * this.chord[k]!
    }
    return sum
  }

  /**
   * By how much the mover at an end, if it were there, would move what its envelope represents, over all of its range: Σ
   * r·chord would be larger by that if the envelope were given up.
   */
  endContribution(ofA: boolean): number {
    const { profile } = ofA ? this.a : this.b
    let most = 0
    for (let i = 0; i < profile.length; i += 2) if (profile[i]! > most) most = profile[i]!
    return most * (ofA ? this.endChordA : this.endChordB)
  }

  /** Are two nodes (HULL for the hull of a mesh), or their envelopes, apart by more than the clearance in all of the cell? */
  test(ga: number, na: number, ea: boolean, gb: number, nb: number, eb: boolean): boolean {
    const { A, B, problem } = this
    const { lines, count } = problem
    this.tests++
    this.lo = ea ? 1 : 0
    this.hi = eb ? count - 1 : count
    A.place(this.cell, ga, na, ea, lines, 0)
    B.place(this.cell, gb, nb, eb, lines, LINE * (count - 1))
    this.measure()
    // The direction of before first: it mostly serves again.
    this.gap = this.gapAlong(this.nx, this.ny, this.nz)
    this.upper = Infinity
    if (this.judge()) return true
    this.part(this.limit + this.far)
    return this.judge()
  }

  /** Does the last test hold with this direction, in the frame it has? */
  holdsAlong(x: number, y: number, z: number): boolean {
    const { nx, ny, nz, gap, room, frame } = this
    // So that asking leaves no trace: a climb begins where the last one ended.
    const cornerA = this.a.corner
    const cornerB = this.b.corner
    this.nx = x
    this.ny = y
    this.nz = z
    this.gap = this.gapAlong(x, y, z)
    const holds = this.gap - this.farIn(frame) > this.limit || this.ahead(frame) > 0
    this.a.corner = cornerA
    this.b.corner = cornerB
    this.nx = nx
    this.ny = ny
    this.nz = nz
    this.gap = gap
    this.room = room
    return holds
  }

  /** Radii about the movers' axes, and Σ r·chord in the frame where it is least. */
  private measure(): void {
    const { rA, rB, chord, lo, hi } = this
    const { kinds, lines } = this.problem
    let sum = 0
    for (let k = lo; k < hi; k++) {
      rA[k] = kinds[k] === TURN ? this.a.farthestFrom(lines, LINE * k) : 1
      rB[k] = kinds[k] === TURN ? this.b.farthestFrom(lines, LINE * k) : 1
      sum += rB[k]! * chord[k]!
    }
    let least = sum
    this.farFrame = lo
    for (let k = lo; k < hi; k++) {
      sum += (rA[k]! - rB[k]!) * chord[k]!
      if (sum < least) {
        least = sum
        this.farFrame = k + 1
      }
    }
    // Once more, without the differences.
    this.far = this.farIn(this.farFrame)
  }

  private farIn(frame: number): number {
    const { rA, rB, chord } = this
    let sum = 0
    for (let k = this.lo; k < this.hi; k++) sum += (k < frame ? rA[k]! : rB[k]!) * chord[k]!
    return sum * ROUND_UP
  }

  private judge(): boolean {
    const { gap, limit } = this
    this.frame = this.farFrame
    this.room = gap - this.far - limit
    if (!(gap > limit)) return false
    if (this.room > 0) return true
    const along = this.ahead(this.farFrame)
    if (along > this.room) this.room = along
    return along > 0
  }

  /** The direction rule in frame m: by how much F is above the limit, at least; or below it, in some corner. */
  private ahead(m: number): number {
    const { lo, hi, limit, nx, ny, nz, turnsA, turnsB, shares, active, rest, choices } = this
    const { a, b, chain, axes } = this
    const accA = acceleration(chain, this.rA, lo, 1, m - lo, nx, ny, nz, axes)
    const accB = acceleration(chain, this.rB, hi - 1, -1, hi - m, nx, ny, nz, axes)
    const limits = limit + 0.5 * ROUND_UP * (accA + accB)
    const now = this.gap - limits
    if (!(now > 0)) return now
    const n = this.loadTwists(m)
    this.actives = n
    const x = nx * (a.node[0]! - b.node[0]!)
    const y = ny * (a.node[1]! - b.node[1]!)
    const z = nz * (a.node[2]! - b.node[2]!)
    choices[0] = x + y + z - limits
    choices[1] = nx
    choices[2] = ny
    choices[3] = nz
    choices[4] = nx
    choices[5] = ny
    choices[6] = nz
    // The corner that is likely to be the worst.
    for (let i = 0; i < n; i++) this.choose(i, shares[active[i]!]! > 0 ? -1 : 1)
    const worst = this.chosen(n)
    if (!(worst > 0)) return worst
    rest[n] = 0
    for (let i = n - 1; i >= 0; i--) {
      const v = 3 * active[i]!
      const p = turnsA[v]!
      const q = turnsA[v + 1]!
      const r = turnsA[v + 2]!
      const s = turnsB[v]!
      const t = turnsB[v + 1]!
      const u = turnsB[v + 2]!
      const own =
        Math.abs(shares[active[i]!]!) +
        Math.max(a.extent(p, q, r), a.extent(-p, -q, -r)) +
        Math.max(b.extent(s, t, u), b.extent(-s, -t, -u))
      rest[i] = rest[i + 1]! + own * ROUND_UP
    }
    this.looks = 0
    const least = this.look(0)
    return least < now ? least : now
  }

  /** The signs of the first i variables being chosen: by how much F is above the limit, whatever the others are. */
  private look(i: number): number {
    if (++this.looks > MOST_LOOKS) return -Infinity
    const f = this.chosen(i) - this.rest[i]!
    if (f > 0 || i === this.actives) return f
    const s = this.shares[this.active[i]!]! > 0 ? -1 : 1
    this.choose(i, s)
    const one = this.look(i + 1)
    if (!(one > 0)) return one
    this.choose(i, -s)
    const other = this.look(i + 1)
    return other < one ? other : one
  }

  private choose(i: number, s: number): void {
    const { choices, active, turnsA, turnsB, shares } = this
    const v = active[i]!
    const o = CHOICE * i
    const to = o + CHOICE
    choices[to] = choices[o]! + s * shares[v]!
    for (let k = 0; k < 3; k++) {
      choices[to + 1 + k] = choices[o + 1 + k]! + s * turnsA[3 * v + k]!
      choices[to + 4 + k] = choices[o + 4 + k]! + s * turnsB[3 * v + k]!
    }
  }

  private chosen(i: number): number {
    const { choices } = this
    const o = CHOICE * i
    const a = this.a.extent(-choices[o + 1]!, -choices[o + 2]!, -choices[o + 3]!)
    return choices[o]! - a - this.b.extent(choices[o + 4]!, choices[o + 5]!, choices[o + 6]!)
  }

  /** Twists by variable for the frame m, as shares of F; returns how many variables there are. */
  private loadTwists(m: number): number {
    const { problem, half, twistA, twistB, turnsA, turnsB, shares, active, nx, ny, nz } = this
    const { drivers, rates, kinds, lines, ofA } = problem
    twistA.fill(0)
    twistB.fill(0)
    for (let i = 2 * this.lo; i < 2 * this.hi; i++) {
      if (drivers[i]! < 0) continue
      const k = i >> 1
      const v = LINE * drivers[i]!
      // A feels what is before the frame, B what is beyond it, and each a mover on its own side of the common body as it is.
      const sign = k < m === k < ofA ? 1 : -1
      const twist = k < m ? twistA : twistB
      const rate = sign * rates[i]! * half[drivers[i]!]!
      const l = LINE * k
      const wx = rate * lines[l]!
      const wy = rate * lines[l + 1]!
      const wz = rate * lines[l + 2]!
      if (kinds[k] === TURN) {
        const px = lines[l + 3]!
        const py = lines[l + 4]!
        const pz = lines[l + 5]!
        twist[v]! += wx
        twist[v + 1]! += wy
        twist[v + 2]! += wz
        twist[v + 3]! -= wy * pz - wz * py
        twist[v + 4]! -= wz * px - wx * pz
        twist[v + 5]! -= wx * py - wy * px
      } else {
        twist[v + 3]! += wx
        twist[v + 4]! += wy
        twist[v + 5]! += wz
      }
    }
    const a = this.a.node
    const b = this.b.node
    let n = 0
    for (let v = 0; v < half.length; v++) {
      const t = LINE * v
      const o = 3 * v
      turnsA[o] = ny * twistA[t + 2]! - nz * twistA[t + 1]!
      turnsA[o + 1] = nz * twistA[t]! - nx * twistA[t + 2]!
      turnsA[o + 2] = nx * twistA[t + 1]! - ny * twistA[t]!
      turnsB[o] = ny * twistB[t + 2]! - nz * twistB[t + 1]!
      turnsB[o + 1] = nz * twistB[t]! - nx * twistB[t + 2]!
      turnsB[o + 2] = nx * twistB[t + 1]! - ny * twistB[t]!
      shares[v] =
        turnsA[o]! * a[0]! +
        turnsA[o + 1]! * a[1]! +
        turnsA[o + 2]! * a[2]! -
        (turnsB[o]! * b[0]! + turnsB[o + 1]! * b[1]! + turnsB[o + 2]! * b[2]!) +
        nx * (twistA[t + 3]! - twistB[t + 3]!) +
        ny * (twistA[t + 4]! - twistB[t + 4]!) +
        nz * (twistA[t + 5]! - twistB[t + 5]!)
      const size = Math.abs(turnsA[o]!) + Math.abs(turnsA[o + 1]!) + Math.abs(turnsA[o + 2]!)
      const other = Math.abs(turnsB[o]!) + Math.abs(turnsB[o + 1]!) + Math.abs(turnsB[o + 2]!)
      if (size + other + Math.abs(shares[v]!) > 0) active[n++] = v
    }
    return n
  }
}

/** The chord of a mover over all of its range. */
function endChord({ variables, variableOf, factors, count }: PairProblem, k: number): number {
  if (count === 0) return 0
  const { lower, upper } = variables[variableOf[k]!]!
  return 2 * sine(Math.min(((upper - lower) / 2) * Math.abs(factors[k]!), Math.PI) / 2)
}
