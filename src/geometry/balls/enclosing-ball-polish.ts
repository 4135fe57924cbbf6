// A tangent ball of three or four balls (enclosing-ball-tangent.ts) made right to rounding, where centres that are nearly
// dependent have cost the closed form its last digits. Where that is not enough: enclosing-ball-careful.ts.
import { U } from '../../base/math/rounding.js'

/** |c − c_i| + r_i for the centre at out[o] and the ball at balls[p]. */
export function reach(out: Float64Array, o: number, balls: Float64Array, p: number): number {
  const x = out[o]! - balls[p]!
  const y = out[o + 1]! - balls[p + 1]!
  const z = out[o + 2]! - balls[p + 2]!
  return Math.sqrt(x * x + y * y + z * z) + balls[p + 3]!
}

/** What members may differ by in reach, in units of R: a reach is four roundings of at most R, and there are two of them. */
const SPREAD = 8 * U

/**
 * By how much the reaches of a basis may differ from the rounding of the centre, u of each coordinate, and of the reaches.
 * Where the centre is in the hull of the members' centres, R is between the least and the largest reach: what they agree
 * to is what R is right to.
 */
export function spreadSlack(out: Float64Array, o: number): number {
  return SPREAD * out[o + 3]! + 2 * U * (Math.abs(out[o]!) + Math.abs(out[o + 1]!) + Math.abs(out[o + 2]!))
}

/** Newton's method squares the error, unless two roots are close to each other. Two steps do where it helps at all. */
const STEPS = 3

const place = new Int32Array(4)
const d = new Float64Array(9)
const rho = new Float64Array(3)
const dual = new Float64Array(9)
const w = new Float64Array(3)
const v = new Float64Array(3)
const step = new Float64Array(3)
const trial = new Float64Array(4)

/**
 * Betters the ball at out[o..o+3] of the members at balls[p0], balls[p1], … (p3 < 0: three of them). With w = c − c0,
 * d_i = c_i − c0, ρ_i = r_i − r0 and s = |w|, the errors F_i = |w − d_i| + ρ_i − s vanish to first order for
 * d_i·δw = m_i F_i + ρ_i δs, m_i = |w − d_i|, and w·δw = s δs. The dual vectors of the d_i solve that; their own errors
 * only slow it down. True if the members agree afterwards; a step that does not improve it ends it.
 */
export function polish(
  out: Float64Array,
  o: number,
  balls: Float64Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): boolean {
  const n = p3 < 0 ? 2 : 3
  place[0] = p0
  place[1] = p1
  place[2] = p2
  place[3] = p3
  for (let i = 0; i < n; i++) {
    for (let t = 0; t < 3; t++) d[3 * i + t] = balls[place[i + 1]! + t]! - balls[p0 + t]!
    rho[i] = balls[place[i + 1]! + 3]! - balls[p0 + 3]!
  }
  // Two of them and their normal have the same dual vectors as the two in their plane.
  if (n === 2) cross(d, 6, d, 0, d, 3)
  cross(dual, 0, d, 3, d, 6)
  cross(dual, 3, d, 6, d, 0)
  cross(dual, 6, d, 0, d, 3)
  const det = d[0]! * dual[0]! + d[1]! * dual[1]! + d[2]! * dual[2]!
  for (let t = 0; t < 9; t++) dual[t] = dual[t]! / det
  for (let t = 0; t < 3; t++) {
    w[t] = out[o + t]! - balls[p0 + t]!
    v[t] = rho[0]! * dual[t]! + rho[1]! * dual[3 + t]! + (n === 3 ? rho[2]! * dual[6 + t]! : 0)
  }
  let spread = spreadOf(out, o, balls, place, n)
  for (let k = 0; k < STEPS && spread > spreadSlack(out, o); k++) {
    const s = Math.sqrt(w[0]! * w[0]! + w[1]! * w[1]! + w[2]! * w[2]!)
    step.fill(0)
    for (let i = 0; i < n; i++) {
      const x = w[0]! - d[3 * i]!
      const y = w[1]! - d[3 * i + 1]!
      const z = w[2]! - d[3 * i + 2]!
      const m = Math.sqrt(x * x + y * y + z * z)
      const e = m * (m + rho[i]! - s)
      for (let t = 0; t < 3; t++) step[t] = step[t]! + e * dual[3 * i + t]!
    }
    const ds = dot(w, step) / (s - dot(w, v))
    for (let t = 0; t < 3; t++) {
      w[t] = w[t]! + (step[t]! + ds * v[t]!)
      trial[t] = balls[p0 + t]! + w[t]!
    }
    const next = spreadOf(trial, 0, balls, place, n)
    if (!(next < spread)) return false
    spread = next
    for (let t = 0; t < 4; t++) out[o + t] = trial[t]!
  }
  return spread <= spreadSlack(out, o)
}

/** The largest reach of the members place[0..n] less the least; writes the largest as the ball's R. */
function spreadOf(out: Float64Array, o: number, balls: Float64Array, place: Int32Array, n: number): number {
  let most = reach(out, o, balls, place[0]!)
  let least = most
  for (let i = 1; i <= n; i++) {
    const r = reach(out, o, balls, place[i]!)
    if (r > most) most = r
    if (r < least) least = r
  }
  out[o + 3] = most
  return most - least
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!
}

function cross(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
  const x = a[i + 1]! * b[j + 2]! - a[i + 2]! * b[j + 1]!
  const y = a[i + 2]! * b[j]! - a[i]! * b[j + 2]!
  const z = a[i]! * b[j + 1]! - a[i + 1]! * b[j]!
  out[o] = x
  out[o + 1] = y
  out[o + 2] = z
}
