// Penetration depth of two convex solids in one frame by the expanding polytope algorithm (van den Bergen 2001), certified
// on both sides.
//
// D = A − B = { a − b } is the set of all translations of B that leave the two in contact, so the depth, the length of
// the shortest translation that separates them (to touching), is the distance from the origin to the border of D. With the
// support function h(n) = max over D of n·d,
//
//   depth = min over unit vectors n of h(n).
//
// - Any n gives an upper bound, h(n): moving B by h(n) along n separates them. It is read off the farthest points of A along
//   n and of B along −n, and depends on nothing else.
// - The polytope gives the lower bound. Its corners are points of D, so its convex hull is within D. Each face has a unit
//   vector n and low = min n·y over its three corners; all of the face is in n·x ≥ low. Let ρ > 0 be the least low of
//   all faces. Then the open ball of radius ρ around the origin meets no face, nor does the segment from the polytope's
//   centre c to the origin, because n·c < low and n·0 < low for every face. The surface winds around c
//   (epa-polytope.ts), so it winds around the origin and all of the ball; a closed surface winds around no point outside
//   its convex hull, so the ball is within the hull, within D: depth ≥ ρ. No face need be convex to its neighbours, and no
//   normal need be accurate.
//
// The face with the least low is expanded until the bounds meet. The face does not have to face the origin: if the origin
// is still outside the polytope, some low is negative, and expanding that face takes the polytope towards the origin.
//
// A set D without an inside (two flat cores in one plane, two segments, a point on a segment) has depth 0 along the
// direction in which it is thin: nothing is between the two in that direction, and the least push separates them.
import FlatQueue from 'flatqueue'
import { NotConvergedError } from '../../errors.js'
import { faceNormalExactly } from './epa-careful.js'
import { EPA_ROUNDING, EpaPolytope, setFaceNormal } from './epa-polytope.js'
import { GJK_TOLERANCE } from './gjk.js'
import { type ConvexCore, clearOffset, isPolytope, setVertex, support } from './gjk-core.js'
import { reduceSimplex, Simplex } from './simplex.js'

/** Gap between the bounds at which EPA is content, in units of the largest |a − b| met. As for GJK. */
const EPA_TOLERANCE = GJK_TOLERANCE

/**
 * The gap that is accepted of solids with discs after many steps, in the same unit. Where D is curved, a face must be cut
 * until its height is below the gap, and where D is equally near over an arc (an axis along a box's edge), so must all
 * faces there: 1e-6 takes some thousands, 1e-12 would take millions. Where it is not, EPA_TOLERANCE is reached long before.
 */
export const EPA_ROUND_TOLERANCE = 1e-6

/** Height of a triangle next to its length above which its normal is good to more digits than the tolerance has. */
const BROAD = 1e-2

/** Steps after which a run is given up, and after which EPA_ROUND_TOLERANCE is enough. Most runs take less than 100. */
const MAX_STEPS = 20_000
const MANY_STEPS = 4_000

/** Scratch and results of one EPA run, owned by the caller. */
export class Epa {
  readonly polytope = new EpaPolytope()
  readonly queue = new FlatQueue()
  readonly simplex = new Simplex()
  /** The depth is at most this: moving B by it along `normal` parts the solids. Below 0 if they are apart. */
  upper = 0
  /** The depth is at least this. 0 if nothing is known. */
  lower = 0
  /** Unit vector from A to B. */
  readonly normal = new Float64Array(3)
  /** The deepest pair: a point of A and one of B, with a − b = depth·normal, up to the gap of the bounds. */
  readonly witness = new Float64Array(6)
  /** The bounds are within EPA_TOLERANCE of each other; else only within EPA_ROUND_TOLERANCE. */
  met = false
  /** D has no inside: the solids are in contact and the depth is 0, up to the tolerance. No witness then. */
  flat = false
  /** Steps taken, and whether exact arithmetic was needed. */
  steps = 0
  careful = false

  /** Scratch: lengths are multiplied by this, a power of two. */
  scale = 1
  readonly origin = new Float64Array(3)
  readonly direction = new Float64Array(3)
  /** The last support: y = a − b (scaled), and h along the direction. */
  readonly y = new Float64Array(3)
  readonly a = new Float64Array(3)
  readonly b = new Float64Array(3)
  readonly h = new Float64Array(1)
  /** The supports along x, −x, y, −y, z, −z: y, a, b and h, ten numbers each. */
  readonly axes = new Float64Array(60)
  readonly line = new Float64Array(3)
  readonly across = new Float64Array(3)
}

/** Bounds the depth of A and B, which overlap or touch, in e.lower and e.upper. `careful`: at once in exact arithmetic. */
export function epa(e: Epa, a: ConvexCore, b: ConvexCore, careful = false): void {
  e.steps = 0
  if ((!careful && run(e, a, b, false)) || run(e, a, b, true)) return
  throw new NotConvergedError('penetration depth of two convex shapes', e.lower, e.upper)
}

/** One run; true if it answered. */
function run(e: Epa, a: ConvexCore, b: ConvexCore, careful: boolean): boolean {
  const { polytope: p, queue, direction } = e
  e.careful = careful
  e.upper = Infinity
  e.lower = 0
  prepare(e, a, b)
  p.clear(careful)
  queue.clear()
  if (!firstCorners(e, a, b)) return finishFlat(e)
  if (!p.addTetrahedron()) return false
  for (let face = 0; face < 4; face++) queue.push(face, p.low[face]!)
  const polytopes = isPolytope(a) && isPolytope(b)
  const climbs = a.hull !== undefined || b.hull !== undefined
  for (let step = 0; step < MAX_STEPS; step++) {
    e.steps++
    const tolerance = (polytopes || step < MANY_STEPS ? EPA_TOLERANCE : EPA_ROUND_TOLERANCE) * p.size
    let face = queue.pop()!
    while (p.isGone(face)) face = queue.pop()!
    const low = p.low[face]!
    if (e.upper - low <= tolerance) return finish(e, low)
    for (let k = 0; k < 3; k++) direction[k] = p.normal[3 * face + k]!
    measure(e, a, b, false)
    if (climbs && (e.h[0]! < e.upper || !beyond(e, face))) measure(e, a, b, true)
    keepUpper(e)
    if (e.upper - low <= tolerance) return finish(e, low)
    if (!beyond(e, face)) return false
    const firstNew = p.faces
    p.addCorner(e.y, e.a, e.b)
    if (!p.expand(face)) return false
    for (let f = firstNew; f < p.faces; f++) queue.push(f, p.low[f]!)
  }
  return false
}

/** Is the last support farther along the face's normal than its corners? If not, the face is the border of D. */
function beyond(e: Epa, face: number): boolean {
  const { polytope: p, direction: n, y } = e
  return n[0]! * y[0]! + n[1]! * y[1]! + n[2]! * y[2]! - p.high[face]! > EPA_ROUNDING * p.size
}

/**
 * The supports along x, −x, y, −y, z, −z. Projections are taken from a point of A, and lengths are scaled to about 1:
 * products of six of them must not overflow.
 */
function prepare(e: Epa, a: ConvexCore, b: ConvexCore): void {
  const { axes } = e
  clearOffset(a)
  clearOffset(b)
  a.index = 0
  b.index = 0
  setVertex(a, 0)
  for (let k = 0; k < 3; k++) e.origin[k] = a.found[k]!
  e.scale = 1
  let largest = 0
  for (let k = 0; k < 6; k++) {
    setAxis(e, k)
    measure(e, a, b, true)
    for (let c = 0; c < 3; c++) {
      axes[10 * k + c] = e.y[c]!
      axes[10 * k + 3 + c] = e.a[c]!
      axes[10 * k + 6 + c] = e.b[c]!
      largest = Math.max(largest, Math.abs(e.y[c]!))
    }
    axes[10 * k + 9] = e.h[0]!
  }
  if (!(largest < Infinity)) throw new NotConvergedError('penetration depth of two convex shapes', 0, Infinity)
  if (largest > 0) e.scale = 2 ** -Math.round(Math.log2(largest))
  for (let k = 0; k < 6; k++) {
    for (let c = 0; c < 3; c++) axes[10 * k + c] = axes[10 * k + c]! * e.scale
    axes[10 * k + 9] = axes[10 * k + 9]! * e.scale
  }
}

/** Makes the support along axis k the last one found. */
function takeAxis(e: Epa, k: number): void {
  setAxis(e, k)
  for (let c = 0; c < 3; c++) {
    e.y[c] = e.axes[10 * k + c]!
    e.a[c] = e.axes[10 * k + 3 + c]!
    e.b[c] = e.axes[10 * k + 6 + c]!
  }
  e.h[0] = e.axes[10 * k + 9]!
}

/** The directions x, −x, y, −y, z, −z. */
function setAxis(e: Epa, k: number): void {
  e.direction[0] = 0
  e.direction[1] = 0
  e.direction[2] = 0
  e.direction[k >> 1] = k & 1 ? -1 : 1
}

/** The support of D along e.direction, to e.y, e.a, e.b and e.h. `sure`: see gjk-core.ts. */
function measure(e: Epa, a: ConvexCore, b: ConvexCore, sure: boolean): void {
  const { direction, origin, y, scale } = e
  support(a, direction, 1, origin, sure)
  support(b, direction, -1, origin, sure)
  const fa = a.found
  const fb = b.found
  for (let k = 0; k < 3; k++) {
    y[k] = (fa[k]! - fb[k]! + (fa[k + 3]! - fb[k + 3]!)) * scale
    e.a[k] = fa[k]! + fa[k + 3]!
    e.b[k] = fb[k]! + fb[k + 3]!
  }
  e.h[0] = (fa[6]! + fb[6]!) * scale
}

/** Keeps e.direction if it gives a better upper bound. The support must have been sure. */
function keepUpper(e: Epa): void {
  if (!(e.h[0]! < e.upper)) return
  e.upper = e.h[0]!
  for (let k = 0; k < 3; k++) e.normal[k] = e.direction[k]!
}

/**
 * Four points of D that are not in one plane, as corners. False if D is thinner than the tolerance along some direction:
 * the upper bound then says so.
 */
function firstCorners(e: Epa, a: ConvexCore, b: ConvexCore): boolean {
  const { polytope: p, direction: n, across, line } = e
  // The axis along which D is widest: two points.
  let widest = 0
  let width = -1
  let sizeSq = 0
  for (let k = 0; k < 6; k++) {
    takeAxis(e, k)
    keepUpper(e)
    sizeSq = Math.max(sizeSq, e.y[0]! * e.y[0]! + e.y[1]! * e.y[1]! + e.y[2]! * e.y[2]!)
    if (k & 1 && e.h[0]! + e.axes[10 * k - 1]! > width) {
      width = e.h[0]! + e.axes[10 * k - 1]!
      widest = k - 1
    }
  }
  const thin = EPA_TOLERANCE * Math.sqrt(sizeSq)
  if (!(width > thin)) return false
  for (let k = widest; k < widest + 2; k++) {
    takeAxis(e, k)
    p.addCorner(e.y, e.a, e.b)
  }
  // A third point, off their line: the farthest of what lies along ± two directions across it.
  const { y } = p
  for (let k = 0; k < 3; k++) line[k] = y[3 + k]! - y[k]!
  setAcross(across, line)
  let most = thin
  for (let k = 0; k < 4; k++) {
    if (k === 2) setCross(across, line, n)
    setUnit(n, across, k & 1 ? -1 : 1)
    measure(e, a, b, true)
    keepUpper(e)
    const away = awayFromLine(e.y, y, line)
    if (!(away > most)) continue
    most = away
    p.corners = 2
    p.addCorner(e.y, e.a, e.b)
  }
  if (p.corners < 3) return false
  // A fourth, off their plane. Were the normal of a sliver rounded, points in its plane would seem to be off it.
  if (most > BROAD * lengthOf(line)) setFaceNormal(across, 0, p.y, 0, 3, 6)
  else faceNormalExactly(across, 0, p.y, 0, 3, 6)
  most = thin
  for (let k = 0; k < 2; k++) {
    setUnit(n, across, k & 1 ? -1 : 1)
    measure(e, a, b, true)
    keepUpper(e)
    const away = n[0]! * (e.y[0]! - y[0]!) + n[1]! * (e.y[1]! - y[1]!) + n[2]! * (e.y[2]! - y[2]!)
    if (!(away > most)) continue
    most = away
    p.corners = 3
    p.addCorner(e.y, e.a, e.b)
  }
  return p.corners === 4
}

/** D lies between two parallel planes that are closer than the tolerance, and so does the origin. */
function finishFlat(e: Epa): boolean {
  e.flat = true
  e.met = true
  e.lower = 0
  e.upper /= e.scale
  return true
}

function finish(e: Epa, low: number): boolean {
  e.flat = false
  e.met = e.upper - low <= EPA_TOLERANCE * e.polytope.size
  e.lower = Math.max(low - EPA_ROUNDING * e.polytope.size, 0) / e.scale
  setWitness(e)
  e.upper /= e.scale
  return true
}

/** The point of the polytope's surface nearest to upper·normal, as a difference of a point of A and one of B. */
function setWitness(e: Epa): void {
  const { polytope: p, simplex: s, normal: n, witness } = e
  let nearestSq = Infinity
  // The newest faces first: they are the likeliest.
  for (let face = p.faces - 1; face >= 0; face--) {
    const f = 3 * face
    if (p.isGone(face)) continue
    // No point of the face is closer than its plane.
    const cosine = n[0]! * p.normal[f]! + n[1]! * p.normal[f + 1]! + n[2]! * p.normal[f + 2]!
    const over = e.upper * cosine - p.high[face]!
    if (!(over * over < nearestSq) && over > 0) continue
    const under = p.low[face]! - e.upper * cosine
    if (!(under * under < nearestSq) && under > 0) continue
    s.size = 3
    for (let k = 0; k < 3; k++) {
      const c = 3 * p.corner[f + k]!
      for (let axis = 0; axis < 3; axis++) {
        s.y[3 * k + axis] = p.y[c + axis]! - e.upper * n[axis]!
        s.a[3 * k + axis] = p.a[c + axis]!
        s.b[3 * k + axis] = p.b[c + axis]!
      }
    }
    reduceSimplex(s)
    if (!(s.v[3]! < nearestSq)) continue
    nearestSq = s.v[3]!
    witness.fill(0)
    for (let k = 0; k < s.size; k++) {
      for (let axis = 0; axis < 3; axis++) {
        witness[axis] = witness[axis]! + s.weight[k]! * s.a[3 * k + axis]!
        witness[axis + 3] = witness[axis + 3]! + s.weight[k]! * s.b[3 * k + axis]!
      }
    }
  }
}

function lengthOf(d: Float64Array): number {
  return Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!)
}

/** out = sign·d/|d| */
function setUnit(out: Float64Array, d: Float64Array, sign: number): void {
  const length = sign * lengthOf(d)
  for (let k = 0; k < 3; k++) out[k] = d[k]! / length
}

/** out = a × b; out may be neither. */
function setCross(out: Float64Array, a: Float64Array, b: Float64Array): void {
  out[0] = a[1]! * b[2]! - a[2]! * b[1]!
  out[1] = a[2]! * b[0]! - a[0]! * b[2]!
  out[2] = a[0]! * b[1]! - a[1]! * b[0]!
}

/** A vector across d: its product with the axis along which it is shortest. */
function setAcross(out: Float64Array, d: Float64Array): void {
  const x = Math.abs(d[0]!)
  const y = Math.abs(d[1]!)
  const z = Math.abs(d[2]!)
  const i = x <= y && x <= z ? 0 : y <= z ? 1 : 2
  const j = (i + 1) % 3
  const k = (i + 2) % 3
  out[i] = 0
  out[j] = d[k]!
  out[k] = -d[j]!
}

/** How far the point q is from the line through the first corner along d. */
function awayFromLine(q: Float64Array, y: Float64Array, d: Float64Array): number {
  const x = q[0]! - y[0]!
  const yy = q[1]! - y[1]!
  const z = q[2]! - y[2]!
  const nx = d[1]! * z - d[2]! * yy
  const ny = d[2]! * x - d[0]! * z
  const nz = d[0]! * yy - d[1]! * x
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / lengthOf(d)
}
