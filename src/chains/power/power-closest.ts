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
//   touching neighbours to one that owns its own centre** (a corner of T, none of whose neighbours there has a smaller power at
//   it). Only beads inside others are not. A bead that is tested against all others and touches no checked one is near, too;
//   where there are too many to be tested, the question is handed back: 'covered'.
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
// tested against all. Beads of one size have none, unless neighbours coincide, and few have one where the closest gap is small.
// The published theorem has the ends of the necklace instead, and needs adjacent beads to touch; mixed necklaces are
// counterexamples to it, not to this.
//
// P is what is near along the necklace, and of the pairs that the caller excludes those that are met among the candidates and
// are in the way: that touch, or are no farther apart than the closest checked pair met. Each is linked, which makes more
// candidates, until none is left. What holds for P holds whichever other excluded pairs there are: none of them is closer
// than the pair found. Where it does not end soon, the question is handed back: 'excluded'.
import { SMALL_SQUARE, U } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { BeadRule } from './bead-rule.js'
import { PowerCandidates } from './power-closest-candidates.js'
import type { BeadLinks } from './power-closest-links.js'
import { outOfReach, ownersOfThemselves } from './power-closest-owners.js'

/**
 * Why a question is handed back: `touching` for the closest pair where a checked pair touches, `improper` and `neighbours` where
 * there are too many of them, the others as above.
 */
export type PowerRefusal = 'touching' | 'covered' | 'excluded' | 'improper' | 'neighbours'

/** What a power diagram is asked about. */
export interface PowerView {
  /** x, y, z, r a bead. */
  readonly balls: Float64Array
  /** i < j a pair: the edges of the regular triangulation. */
  readonly edges: Int32Array
  /** Balls that are not corners of it. */
  readonly hidden: Int32Array
}

export interface PowerTouch {
  readonly touching: boolean
  /** Undefined: proved. Else `touching` says nothing. */
  readonly refused: PowerRefusal | undefined
  /** Pairs of beads tested. */
  readonly leafTests: number
}

export interface PowerClosest {
  /** The closest pair i < j and its gap; −1, −1 and infinity if no pair is checked. */
  readonly i: number
  readonly j: number
  readonly gap: number
  /** Undefined: proved. Else the rest says nothing. */
  readonly refused: PowerRefusal | undefined
  readonly leafTests: number
}

/** Beads tested against all others, at most: past it another method is cheaper. */
export const MOST_IMPROPER = 64

/** The same for beads that may lie inside others. */
const MOST_COVERED = 64

/** Largest `neighbours`: every bead is tested against as many with a common neighbour. */
const MOST_NEIGHBOURS = 64

/** Excluded pairs that are linked, a bead, at most. */
const MOST_LINKED = 1

/** 1 + √2, rounded up. */
const IMPROPER_FACTOR = 2.414213562373096

/** Squares, sums and products of the test of improper beads, six operations a side, with room. */
const IMPROPER_ROUNDING = 16 * U

/** Whether a checked pair touches. Exact, or refused. */
export function touchByPower(view: PowerView, rule: BeadRule): PowerTouch {
  const search = new PowerCandidates(view, rule, true)
  const refused =
    rule.neighbours > MOST_NEIGHBOURS ? 'neighbours' : (findCandidates(search) ?? testCovered(view, search))
  const { touching, leafTests } = search
  return { touching, refused: touching ? undefined : refused, leafTests }
}

/** The checked pair of the least gap. Right to the rounding of gaps, or refused. */
export function closestByPower(view: PowerView, rule: BeadRule, mostImproper = MOST_IMPROPER): PowerClosest {
  const search = new PowerCandidates(view, rule, false)
  const refused =
    rule.neighbours > MOST_NEIGHBOURS
      ? 'neighbours'
      : (findCandidates(search) ?? testCovered(view, search) ?? testImproper(search, mostImproper))
  const { leafTests } = search
  if (refused !== undefined) return { i: -1, j: -1, gap: Infinity, refused, leafTests }
  return { i: search.i, j: search.j, gap: search.gap, refused: undefined, leafTests }
}

/** Edges and pairs with a common neighbour. */
function findCandidates(search: PowerCandidates): PowerRefusal | undefined {
  search.edges()
  if (!search.touching) search.common()
  return linkExcluded(search)
}

/** Links excluded pairs that are in the way, until there are none. */
function linkExcluded(search: PowerCandidates): PowerRefusal | undefined {
  while (!search.touching && search.link()) {
    if (search.links.added > MOST_LINKED * search.links.beads) return 'excluded'
  }
  return search.touching ? 'touching' : undefined
}

/** Makes sure that all beads are near: those of which it is not known are tested against all others. */
function testCovered(view: PowerView, search: PowerCandidates): PowerRefusal | undefined {
  const owners = ownersOfThemselves(view)
  if (owners === undefined) return undefined
  const covered = outOfReach(owners, view.balls, search.links)
  if (covered.length > MOST_COVERED) return 'covered'
  for (const i of covered) search.against(i)
  return linkExcluded(search)
}

/** Tests beads with an improper neighbour against all others. Excluded pairs that are met then make more of them. */
function testImproper(search: PowerCandidates, most: number): PowerRefusal | undefined {
  const tested = new Set<number>()
  for (;;) {
    const found = improperBeads(search.balls, search.links, search.upper()).filter((i) => !tested.has(i))
    if (found.length === 0) return undefined
    if (tested.size + found.length > most) return 'improper'
    for (const i of found) {
      tested.add(i)
      search.against(i)
    }
    const refused = linkExcluded(search)
    if (refused !== undefined) return refused
  }
}

/**
 * Beads with a neighbour that is improper within the gap, ascending. An infinite gap times zero is NaN, and no comparison with
 * NaN holds: improper.
 */
function improperBeads(balls: Float64Array, links: BeadLinks, gap: number): number[] {
  const found: number[] = []
  const near: number[] = []
  for (let i = 0; i < links.beads; i++) {
    const a = balls[BALL * i + 3]!
    for (const k of links.of(near, i)) {
      const c = balls[BALL * k + 3]!
      if (c > a) continue
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
