// Self-collision and the closest pair of a necklace from the edges of its power diagram: Theorem 5.2 of `necklaces-2002`, in a
// form that needs no promise about which beads overlap. P is the set of pairs that are not checked (neighbours along the
// necklace); two beads have a common neighbour if P links both to a third. T is the triangulation (perturbed: of a degenerate
// diagram it has some of the edges only), π_k(q) = |q − c_k|² − r_k² the power of q, and the owner of a place the ball of
// least power there.
//
// Touching. Let no edge of T outside P and no pair with a common neighbour touch. Call R_k the part of bead k that k owns, for
// corners k of T; it may be empty. All beads together are the union of the R_k, since hidden balls own nothing that others do
// not (a hidden lift is above a mean of lifts, so its power is above a mean of powers). For a bead i let I be the corners k
// whose R_k meets it. Beads are connected, so I is connected by edges of T whose balls touch: where several own one place, T
// connects them. By assumption these edges are in P.
//   - If R_i is not empty, i is in I, and so is a path of P from i to every other k in I. Were k neither i nor a neighbour of
//     i, the path would pass a pair with a common neighbour that touches. So I is i and neighbours of it: call i near.
//   - If R_i is empty and I has a neighbour of i, I has nothing else, likewise: near. Else all of I is three or more links of
//     P away from i. Then a neighbour h that i touches is not near either: the two share a place, the owner of which would be
//     at most two links from i.
//   So i is near if a path of touching neighbours leads to a bead that owns a place. Let all beads be near, and i and j touch,
//   not in P. The owner of a place they share is a neighbour of both: they have a common neighbour, and do not touch after
//   all. Hence: **no checked pair touches, if no edge and no pair with a common neighbour does, and every bead is linked by
//   touching neighbours to one that owns its own centre** (that is no corner's neighbour in T has a smaller power there). This
//   condition fails only for beads inside others; where it does, the question is handed back: 'covered'.
//
// Closest pair, where no checked pair touches. Let (i, j) be the closest, radii a and b, x = |c_i − c_j|, gap g = x − a − b > 0,
// O the smallest ball orthogonal to both: centre o on the segment at α = (x² + a² − b²)/2x from c_i and β from c_j, its radius
// ρ² = α² − a². They share an edge of any T if π_k(o) > ρ² for every other k. With c the radius of k, δ = |c_i − c_k|,
// σ = |c_j − c_k| and γ = |o − c_k|, Stewart's theorem has xγ² = βδ² + ασ² − αβx.
//   - k a neighbour of both: then (i, j) has a common neighbour.
//   - k a neighbour of i only (or of neither: σ and δ are then at least as below). The gap of (j, k) is at least g, so
//     σ ≥ x − a + c, and
//       γ² − c² − ρ² ≥ (β/x)(δ² − e²) − 2(α − a)e   where e = a − c, and α − a = g(g + 2b)/2x.
//     If c ≥ a: δ ≥ σ − x ≥ −e, which makes it ≥ 2(c − a)(α − a) > 0, and for c = a it is βδ²/x, positive unless c_k = c_i.
//     If c < a: from 2xβ = (g + 2b)x + g(a − b) follows β ≥ κ(g + 2b)/2 with κ = 1 for a ≥ b, and else κ = 1 − g(b − a)/
//     (x(g + 2b)) ≥ 1 − t/((1 + t)(1 + 2t)) at t = b/g, the least of which is 2(√2 − 1), at t = 1/√2. So it is positive if
//     δ² − e² > (1 + √2)eg.
//   (Neither: δ ≥ x − b + c > e + g, and (e + g)² − e² = 2eg + g² is enough: the published bound, appendix B.)
// Call a neighbour k of i improper to i, within g, if r_k ≤ r_i and δ² ≤ e² + (1 + √2)eg. **The closest pair shares an edge of T,
// or has a common neighbour, or one of its beads has an improper neighbour, within any bound of g from above**: such beads are
// tested against all. Beads of one size have none; nor have larger ones when something is near. The published theorem has the
// ends of the necklace instead, and needs adjacent beads to touch; mixed necklaces are counterexamples to it, not to this.
//
// Pairs excluded by the caller's rule are looked at as if they were checked. If one of them is closest, or touches while no
// checked candidate does, nothing is known about the others, and the question is handed back: 'excluded'.
import { BALL, BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../geometry/ball-pair.js'
import { U } from '../math/rounding.js'
import { type BeadRule, isChecked } from './necklace-options.js'
import { ownersOfThemselves, reachesAll } from './power-closest-owners.js'

/** Why a question is handed back: `touching` for the closest pair where some pair touches, the others as above. */
export type PowerRefusal = 'touching' | 'covered' | 'excluded' | 'improper' | 'neighbours'

/** What a power diagram is asked about. */
export interface PowerView {
  /** x, y, z, r a bead. */
  readonly balls: Float64Array
  /** i < j a pair: the edges of the regular triangulation. */
  readonly edges: Int32Array
  /** Balls that are no corner of it. */
  readonly hidden: Int32Array
}

export interface PowerTouch {
  readonly touching: boolean
  /** Undefined: proved. Else `touching` says nothing. */
  readonly refused: PowerRefusal | undefined
  /** Pairs of beads tested. */
  readonly beadTests: number
}

export interface PowerClosest {
  /** The closest pair i < j and its gap; −1, −1 and infinity if no pair is checked. */
  readonly i: number
  readonly j: number
  readonly gap: number
  /** Undefined: proved. Else the rest says nothing. */
  readonly refused: PowerRefusal | undefined
  readonly beadTests: number
}

/** Beads tested against all others, at most: past it another method is cheaper. */
export const MOST_IMPROPER = 64

/** Largest `neighbours`: every bead is tested against as many with a common neighbour. */
const MOST_NEIGHBOURS = 64

/** 1 + √2, rounded up. */
const IMPROPER_FACTOR = 2.414213562373096

/** Squares, sums and products of the test of improper beads, six operations a side, with room. */
const IMPROPER_ROUNDING = 16 * U

/** Squares below it have lost digits: added to the side that makes a bead improper. */
const SMALL_SQUARE = 1e-280

/** Whether a checked pair touches. Exact, or refused. */
export function touchByPower(view: PowerView, rule: BeadRule): PowerTouch {
  const search = new Candidates(view, rule)
  if (rule.neighbours > MOST_NEIGHBOURS) return { touching: false, refused: 'neighbours', beadTests: 0 }
  search.edges()
  if (!search.touching) search.common()
  const { beadTests } = search
  if (search.touching) return { touching: true, refused: undefined, beadTests }
  const refused = search.excludedTouch ? 'excluded' : allNear(view, rule) ? undefined : 'covered'
  return { touching: false, refused, beadTests }
}

/** The checked pair of the least gap. Right to the rounding of gaps, or refused. */
export function closestByPower(view: PowerView, rule: BeadRule, mostImproper = MOST_IMPROPER): PowerClosest {
  const search = new Candidates(view, rule)
  if (rule.neighbours > MOST_NEIGHBOURS) return refuse('neighbours', search)
  search.edges()
  if (search.touching) return refuse('touching', search)
  search.common()
  if (search.touching) return refuse('touching', search)
  if (search.excludedTouch) return refuse('excluded', search)
  if (!allNear(view, rule)) return refuse('covered', search)
  const improper = improperBeads(view, rule, search.upper())
  if (improper.length > mostImproper) return refuse('improper', search)
  for (const i of improper) search.against(i)
  if (search.excludedFirst) return refuse('excluded', search)
  return { i: search.i, j: search.j, gap: search.gap, refused: undefined, beadTests: search.beadTests }
}

function refuse(refused: PowerRefusal, { beadTests }: Candidates): PowerClosest {
  return { i: -1, j: -1, gap: Infinity, refused, beadTests }
}

function allNear(view: PowerView, rule: BeadRule): boolean {
  const owners = ownersOfThemselves(view)
  return owners === undefined || reachesAll(owners, view.balls, rule)
}

/** Looks at candidates and keeps the closest. */
class Candidates {
  i = -1
  j = -1
  gap = Infinity
  /** The pair kept is one that the caller excluded. */
  excludedFirst = false
  /** A checked pair touches, an excluded one does. */
  touching = false
  excludedTouch = false
  beadTests = 0
  private readonly balls: Float64Array
  private readonly n: number
  /** The rule without the caller's own: P as above. */
  private readonly plain: BeadRule

  constructor(
    private readonly view: PowerView,
    private readonly rule: BeadRule,
  ) {
    this.balls = view.balls
    this.n = view.balls.length / BALL
    this.plain = { ...rule, exclude: undefined }
  }

  /** A bound of the closest pair's gap from above, in exact arithmetic. Infinite while there is none. */
  upper(): number {
    const { balls, i, j, gap } = this
    if (gap === Infinity) return Infinity
    return gap + BALL_GAP_ROUNDING * (Math.abs(gap) + 2 * (balls[BALL * i + 3]! + balls[BALL * j + 3]!))
  }

  /** Until a checked pair touches. */
  edges(): void {
    const { edges } = this.view
    for (let k = 0; k < edges.length && !this.touching; k += 2) this.look(edges[k]!, edges[k + 1]!)
  }

  /** Pairs with a common neighbour, until a checked one touches. */
  common(): void {
    const { n } = this
    const { neighbours, closed } = this.rule
    const reach = Math.min(2 * neighbours, n - 1)
    for (let i = 0; i < n && !this.touching; i++) {
      for (let apart = neighbours + 1; apart <= reach; apart++) {
        const j = i + apart
        if (j < n) this.look(i, j)
        else if (closed) this.look(j - n, i)
      }
    }
  }

  /** Every pair of bead i. */
  against(i: number): void {
    for (let j = 0; j < i; j++) this.look(j, i)
    for (let j = i + 1; j < this.n; j++) this.look(i, j)
  }

  private look(i: number, j: number): void {
    const { balls, rule } = this
    if (!isChecked(this.plain, this.n, i, j)) return
    this.beadTests++
    const gap = ballGap(balls, i, balls, j)
    // |ci − cj| + ri + rj is the gap and twice the radii.
    const sure = BALL_GAP_ROUNDING * (Math.abs(gap) + 2 * (balls[BALL * i + 3]! + balls[BALL * j + 3]!)) + SMALL_GAP
    const touch = gap <= sure && ballsTouch(balls, i, balls, j)
    if (gap > this.gap && !touch) return
    const excluded = rule.exclude?.(i, j) ?? false
    if (touch) {
      if (excluded) this.excludedTouch = true
      else this.touching = true
    }
    // Of equal gaps a checked pair comes first, then the least numbers.
    if (gap === this.gap) {
      if (excluded !== this.excludedFirst ? excluded : i > this.i || (i === this.i && j >= this.j)) return
    } else if (gap > this.gap) return
    this.gap = gap
    this.i = i
    this.j = j
    this.excludedFirst = excluded
  }
}

/** Roots of numbers that small are not good to rounding: asked exactly. */
const SMALL_GAP = 1e-290

/** Beads with a neighbour that is improper within the gap, ascending. An infinite gap times 0 is none, and not less than it. */
function improperBeads({ balls }: PowerView, { neighbours, closed }: BeadRule, gap: number): number[] {
  const n = balls.length / BALL
  const found: number[] = []
  for (let i = 0; i < n; i++) {
    const a = balls[BALL * i + 3]!
    const reach = Math.min(neighbours, n - 1)
    for (let step = -reach; step <= reach; step++) {
      let k = i + step
      if (k < 0 || k >= n) {
        if (!closed) continue
        k += k < 0 ? n : -n
      }
      const c = balls[BALL * k + 3]!
      if (k === i || c > a) continue
      const dx = balls[BALL * i]! - balls[BALL * k]!
      const dy = balls[BALL * i + 1]! - balls[BALL * k + 1]!
      const dz = balls[BALL * i + 2]! - balls[BALL * k + 2]!
      const deltaSq = dx * dx + dy * dy + dz * dz
      const e = a - c
      const most = e * e + IMPROPER_FACTOR * e * gap
      if (deltaSq * (1 - IMPROPER_ROUNDING) > most * (1 + IMPROPER_ROUNDING) + SMALL_SQUARE) continue
      found.push(i)
      break
    }
  }
  return found
}
