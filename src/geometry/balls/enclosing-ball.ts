// The smallest enclosing ball of balls, in 3-D and, with z = 0, in 2-D. A ball is x, y, z, r; a basis is one to four of
// them whose smallest enclosing ball is that of the set: each touches it from within, none can be left out.
//
// The pivot: keep a basis; the ball that sticks out farthest enters, and the basis of the at most five balls is found by
// trying every subset (15 that contain the new one, and the old basis) and keeping the centre whose largest |c − c_i| + r_i over
// the five is least. That function is convex and its least value is reached at one of the candidates, so no candidate needs a
// proof of its own: a bad one is only not chosen. Candidates that doubles cannot solve are solved in whole numbers, but only
// where none of the others is a proof. Welzl's recursion is wrong for unequal radii; this is not it.
//
// A ball is a pure function of its basis (ascending indices), and the next basis one of the basis and the set: so the
// sequence of bases ends or repeats itself, and a repetition is seen (Brent's way): it always ends. In exact arithmetic the
// radius grows with every pivot and nothing is repeated; with rounding, one nearly degenerate set in 100,000 does, and the
// ball that reached least is kept. R of a basis is a lower bound of the truth and that reach an upper one: they must meet.
//
// Distances below 1e-154 vanish when squared: next to TINY_LENGTH they need not be known.
import { U } from '../../base/math/rounding.js'
import { NotConvergedError } from '../../errors.js'
import { reach } from './enclosing-ball-polish.js'
import { NO_BALL, STANDS, tangentBall, UNSURE_BALL } from './enclosing-ball-tangent.js'

/**
 * How far a ball may stick out of the ball of a basis before it is outside, in units of the radius R; and of the centre's
 * |x| + |y| + |z|. The centre's coordinates are rounded by u of themselves each, which moves the farthest point by no more
 * than u·|c|; the centre itself is known to some u·R, and a reach is four roundings of at most R.
 */
const ESCAPE_RADIUS = 16 * U
const ESCAPE_CENTRE = U

/**
 * Candidates that reach equally far, in units of R: the rounding of two reaches; that of the centre is added as above. Of such
 * candidates the smaller basis that holds is preferred: one that does not hold is not a basis of its members alone.
 */
const ALIKE = 8 * U

/** How far a ball may reach beyond the R of out[o..o+3] and still not be outside: rounding, derived above. */
export function escapeSlack(out: Float64Array, o: number): number {
  return (
    ESCAPE_RADIUS * out[o + 3]! + ESCAPE_CENTRE * (Math.abs(out[o]!) + Math.abs(out[o + 1]!) + Math.abs(out[o + 2]!))
  )
}

/**
 * Writes the ball through a basis to out[o..o+3] (x, y, z, R): each member touches it from within. True if it is the
 * smallest that encloses them, so that the basis holds; where it is false, out means nothing.
 */
export function basisBall(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  basis: Int32Array,
  b: number,
  size: number,
): boolean {
  return tangentBall(out, o, balls, basis, b, size, true) === STANDS
}

/**
 * The smallest ball around the basis members and ball `escaped` (−1: the members alone); the basis need not hold.
 * Writes the new basis to basis[b..b+3] (ascending, −1 in unused places) and its ball to out[o..o+3]; returns its size.
 * The basis may stay as it is where the ball is outside by rounding only.
 */
export function updateBasis(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  basis: Int32Array,
  b: number,
  size: number,
  escaped: number,
): number {
  const stands = escaped >= 0 && basisBall(out, o, balls, basis, b, size)
  if (stands && reach(out, o, balls, 4 * escaped) <= out[o + 3]!) return size
  return basisOfFew(out, o, balls, basis, b, size, escaped, stands)
}

/** Bits of the subsets of five, the smaller first, in ascending order: at most four of them. */
const SUBSETS = Uint8Array.from(
  [1, 2, 3, 4].flatMap((n) => Array.from({ length: 32 }, (_, bits) => bits).filter((bits) => ones(bits) === n)),
)

function ones(bits: number): number {
  let n = 0
  for (let rest = bits; rest > 0; rest >>= 1) n += rest & 1
  return n
}

const few = new Int32Array(5)
const subset = new Int32Array(4)
const found = new Int32Array(4)
const trial = new Float64Array(4)

/**
 * As updateBasis; `entering` says that the escaped ball is outside the members' ball, so that it is in the new basis: or
 * outside by rounding only, and the old basis is as good.
 */
function basisOfFew(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  basis: Int32Array,
  b: number,
  size: number,
  escaped: number,
  entering: boolean,
): number {
  let n = 0
  let must = 0
  for (let k = 0; k < size; k++) few[n++] = basis[b + k]!
  if (escaped >= 0) {
    let at = n
    while (at > 0 && few[at - 1]! > escaped) at--
    if (at === 0 || few[at - 1]! !== escaped) {
      for (let k = n; k > at; k--) few[k] = few[k - 1]!
      few[at] = escaped
      n++
      if (entering) must = 1 << at
    }
  }
  let m = tryAll(out, o, balls, n, must, false)
  // A ball whose basis holds and that encloses all is the smallest, whatever the others would have been.
  if (m < 0) m = tryAll(out, o, balls, n, must, true)
  for (let k = 0; k < 4; k++) basis[b + k] = k < m ? found[k]! : -1
  return m
}

/**
 * Tries the subsets of the balls few[0..n) that have the bits of `must`, and the one of all the others. Writes the best ball
 * to out and its members to `found`, and returns how many they are: −1 if one of those that only care can tell may be better.
 */
function tryAll(out: Float64Array, o: number, balls: Float64Array, n: number, must: number, careful: boolean): number {
  const old = (1 << n) - 1 - must
  let best = Infinity
  let bestSize = 0
  let bestStands = false
  let unsure = false
  for (let t = 0; t < SUBSETS.length; t++) {
    const bits = SUBSETS[t]!
    if (bits >> n !== 0 || ((bits & must) !== must && bits !== old)) continue
    let m = 0
    for (let k = 0; k < n; k++) if ((bits >> k) & 1) subset[m++] = few[k]!
    const kind = tangentBall(trial, 0, balls, subset, 0, m, careful)
    if (kind === UNSURE_BALL) unsure = true
    if (kind === NO_BALL || kind === UNSURE_BALL) continue
    let worst = trial[3]!
    const alike = ALIKE * worst + ESCAPE_CENTRE * (Math.abs(trial[0]!) + Math.abs(trial[1]!) + Math.abs(trial[2]!))
    for (let k = 0; k < n && worst <= best + alike; k++) {
      if ((bits >> k) & 1) continue
      const r = reach(trial, 0, balls, 4 * few[k]!)
      if (r > worst) worst = r
    }
    // Of those that are alike, the first that holds and does not have that centre with too few members by chance.
    const stands = kind === STANDS && worst <= trial[3]! + alike
    const gain = best - worst
    if (bestSize === 0 || gain > alike || (stands && !bestStands && gain >= -alike)) {
      bestStands = stands
      best = worst
      bestSize = m
      for (let k = 0; k < m; k++) found[k] = subset[k]!
      for (let k = 0; k < 4; k++) out[o + k] = trial[k]!
    }
  }
  return unsure && !bestStands ? -1 : bestSize
}

/** What bases that come round again may leave open, in units of escapeSlack: 1e-13 of R, a tenth of what is promised. */
const ROUND_AGAIN = 64

const saved = new Int32Array(4)
const bestBasis = new Int32Array(4)

/**
 * The smallest enclosing ball of balls[from .. from+count), count ≥ 1, to out[o..o+3], and its basis to basis[b..b+3];
 * returns the basis's size. Starts from the basis given, whose members should be of the set (size 0: from scratch).
 * No ball's |c − c_i| + r_i, as computed, is beyond R by more than escapeSlack.
 */
export function encloseBalls(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  from: number,
  count: number,
  basis: Int32Array,
  b: number,
  size: number,
): number {
  let n = size
  if (n === 0) {
    n = 1
    basis[b] = from
    basis.fill(-1, b + 1, b + 4)
    basisBall(out, o, balls, basis, b, 1)
  } else if (!basisBall(out, o, balls, basis, b, n)) {
    n = basisOfFew(out, o, balls, basis, b, n, -1, false)
  }
  let least = Infinity
  let leastSize = 0
  saved.fill(-1)
  for (let step = 1, next = 1; ; step++) {
    const far = farthest(out, o, balls, from, count)
    const r = reach(out, o, balls, 4 * far)
    if (r <= out[o + 3]! + escapeSlack(out, o)) return n
    if (r < least) {
      least = r
      leastSize = n
      for (let k = 0; k < 4; k++) bestBasis[k] = basis[b + k]!
    }
    n = basisOfFew(out, o, balls, basis, b, n, far, true)
    if (same(saved, basis, b)) break
    if (step === next) {
      next *= 2
      for (let k = 0; k < 4; k++) saved[k] = basis[b + k]!
    }
  }
  for (let k = 0; k < 4; k++) basis[b + k] = bestBasis[k]!
  tangentBall(out, o, balls, basis, b, leastSize, true)
  // The truth is between the radius of a basis and what reaches farthest from its centre.
  const lower = out[o + 3]!
  if (least - lower > ROUND_AGAIN * escapeSlack(out, o)) {
    throw new NotConvergedError('the smallest enclosing ball of balls', lower, least)
  }
  out[o + 3] = least
  return leastSize
}

function same(saved: Int32Array, basis: Int32Array, b: number): boolean {
  return saved[0] === basis[b] && saved[1] === basis[b + 1] && saved[2] === basis[b + 2] && saved[3] === basis[b + 3]
}

/** The ball of the range that reaches farthest from the centre at out[o]; the first of equals. */
function farthest(out: Float64Array, o: number, balls: Float64Array, from: number, count: number): number {
  const x = out[o]!
  const y = out[o + 1]!
  const z = out[o + 2]!
  let far = from
  let most = reach(out, o, balls, 4 * from)
  const end = 4 * (from + count)
  for (let p = 4 * from + 4; p < end; p += 4) {
    const dx = balls[p]! - x
    const dy = balls[p + 1]! - y
    const dz = balls[p + 2]! - z
    const r = balls[p + 3]!
    const room = most - r
    const sq = dx * dx + dy * dy + dz * dz
    // Most are within reach, which needs no root to see.
    if (room >= 0 && sq <= room * room) continue
    const d = Math.sqrt(sq) + r
    if (d > most) {
      most = d
      far = p >> 2
    }
  }
  return far
}
