// Recomputes one node of a ChainTree from what is below it (chaintree-2002, sections 2.1 and 2.2). A node's numbers are
// a function of its children's alone, and a leaf's of its joints and shapes: the same joints give the same bits,
// whatever changes led to them.
import { composePose, composeWithInversePose, invertPose, POSE, transformPoint } from '../math/pose.js'
import { CHAIN_ROUNDING } from '../math/rounding.js'
import { BALL, BOX, BOX_AREA, BOX_HALF, type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import { Merged, type MergeRule, mergeBetterChild, mergeCab, mergeCovariance } from './chain-merge.js'
import { refitBetterChild } from './chain-refit-better.js'
import { Extents } from './chain-tighten.js'

/** X_LR of the node being refitted, and room for one pose more. */
const relative = new Float64Array(12)
const pose = new Float64Array(12)
const joint = new Float64Array(3)
const merged = new Merged()

/** How closely a box is fitted: to its children's boxes, to the boxes below those, or to the links. */
export type BoxFit = 'loose' | 'snug' | 'tight'

/** How boxes are made: the axes they get, and how closely they fit. */
export interface FitRules {
  readonly merge: MergeRule
  readonly boxes: BoxFit
}

/** Box, ends and slack of an inner node, and its children's boxes in it. */
export function refitNode(c: ChainArrays, n: number, rules: FitRules, linkInterval: LinkInterval | undefined): void {
  const rule = rules.merge
  const { box, ends } = c
  const left = c.child[n]!
  const b = n * BOX
  const e = n * ENDS
  const bl = left * BOX
  const el = left * ENDS
  if (c.children[n] === 1) {
    box.copyWithin(b + BOX_HALF, bl + BOX_HALF, bl + BOX)
    ends.copyWithin(e, el, el + ENDS)
    c.slack[n] = c.slack[left]!
    c.aligned[left] = 1
    box.fill(0, bl, bl + POSE)
    box[bl] = box[bl + 5] = box[bl + 10] = 1
    return
  }
  if (rules.merge === 'better-child' && rules.boxes !== 'tight') {
    refitBetterChild(c, n, rules.boxes === 'snug')
    return
  }
  const br = bl + BOX
  const er = el + ENDS
  const x = relative
  composeWithInversePose(x, 0, ends, el + OUT, ends, er)
  const m = merged
  if (rule === 'better-child') {
    mergeBetterChild(m, x, box, bl + BOX_HALF, box, br + BOX_HALF)
  } else if (rule === 'covariance') {
    mergeCovariance(m, x, box, bl + BOX_HALF, box, br + BOX_HALF)
  } else {
    joint[0] = ends[el + OUT + 3]!
    joint[1] = ends[el + OUT + 7]!
    joint[2] = ends[el + OUT + 11]!
    mergeCab(m, x, box, bl + BOX_HALF, box, br + BOX_HALF, joint)
  }
  if (rules.boxes !== 'loose') shrink(c, left, m, x, rules.boxes === 'tight', linkInterval)
  const { centre } = m
  if (m.axes === 0) {
    c.aligned[left] = 1
    c.aligned[left + 1] = 0
    translation(box, bl, centre)
    shifted(box, br, x, 0, centre)
    shifted(ends, e, ends, el, centre)
    composePose(ends, e + OUT, box, br, ends, er + OUT)
  } else if (m.axes === 1) {
    c.aligned[left] = 0
    c.aligned[left + 1] = 1
    translation(box, br, centre)
    invertPose(pose, 0, x, 0)
    shifted(box, bl, pose, 0, centre)
    composePose(ends, e, box, bl, ends, el)
    shifted(ends, e + OUT, ends, er + OUT, centre)
  } else {
    c.aligned[left] = 0
    c.aligned[left + 1] = 0
    invertPose(pose, 0, m.q, 0)
    box.set(pose, bl)
    composePose(box, br, pose, 0, x, 0)
    composePose(ends, e, pose, 0, ends, el)
    composePose(ends, e + OUT, box, br, ends, er + OUT)
  }
  padNode(c, n, left, x, m.half)
}

const extents = new Extents()

/** Shrinks a merged box, keeping its axes: to the boxes one level below the children's, or to the links. */
function shrink(
  c: ChainArrays,
  left: number,
  m: Merged,
  x: Float64Array,
  tight: boolean,
  linkInterval: LinkInterval | undefined,
): void {
  const { lo, hi } = extents
  const { box } = c
  if (m.axes === 2) {
    // Along the new axes, seen from the left child's centre.
    extents.clear()
    m.q[3] = m.q[7] = m.q[11] = 0
    invertPose(pose, 0, m.q, 0)
    addNode(c, left, pose, tight, linkInterval)
    composePose(turned, 0, pose, 0, x, 0)
    addNode(c, left + 1, turned, tight, linkInterval)
  } else {
    // The child whose axes were taken is as tight along them as it gets.
    const h = (left + m.axes) * BOX + BOX_HALF
    for (let k = 0; k < 3; k++) {
      lo[k] = -box[h + k]!
      hi[k] = box[h + k]!
    }
    if (m.axes === 0) {
      addNode(c, left + 1, x, tight, linkInterval)
    } else {
      invertPose(pose, 0, x, 0)
      addNode(c, left, pose, tight, linkInterval)
    }
  }
  const { centre, half, q } = m
  for (let k = 0; k < 3; k++) {
    centre[k] = (lo[k]! + hi[k]!) * 0.5
    half[k] = (hi[k]! - lo[k]!) * 0.5
  }
  if (m.axes === 2) {
    transformPoint(centre, 0, q, 0, centre, 0)
    for (let k = 0; k < 3; k++) q[4 * k + 3] = centre[k]!
  }
}

function addNode(
  c: ChainArrays,
  n: number,
  x: Float64Array,
  tight: boolean,
  linkInterval: LinkInterval | undefined,
): void {
  if (tight) extents.addLinks(c, n, x, 0, linkInterval)
  else extents.addChildren(c, n, x, 0)
}

const turned = new Float64Array(12)

/**
 * The slack of a node, and its half extents grown by it. Derivation in docs/spec.md, "Rounding": with every product of
 * two rotations in error by at most 9u and every joint orthonormal to 8u, the error of a position carried across the n
 * links of a node is below the slacks of both children plus CHAIN_ROUNDING·n·(the lengths that were added up here).
 */
function padNode(c: ChainArrays, n: number, left: number, x: Float64Array, half: Float64Array): void {
  const { box, ends, slack } = c
  const bl = left * BOX
  const out = left * ENDS + OUT
  const inR = (left + 1) * ENDS
  const outR = inR + OUT
  const reach =
    Math.abs(ends[out + 3]!) +
    Math.abs(ends[out + 7]!) +
    Math.abs(ends[out + 11]!) +
    Math.abs(ends[inR + 3]!) +
    Math.abs(ends[inR + 7]!) +
    Math.abs(ends[inR + 11]!) +
    Math.abs(ends[outR + 3]!) +
    Math.abs(ends[outR + 7]!) +
    Math.abs(ends[outR + 11]!) +
    Math.abs(x[3]!) +
    Math.abs(x[7]!) +
    Math.abs(x[11]!) +
    box[bl + BOX_HALF]! +
    box[bl + BOX_HALF + 1]! +
    box[bl + BOX_HALF + 2]! +
    box[bl + BOX + BOX_HALF]! +
    box[bl + BOX + BOX_HALF + 1]! +
    box[bl + BOX + BOX_HALF + 2]!
  const s = slack[left]! + slack[left + 1]! + CHAIN_ROUNDING * (c.end[n]! - c.first[n]!) * reach
  slack[n] = s
  setHalf(box, n * BOX, half[0]! + s, half[1]! + s, half[2]! + s)
}

function setHalf(box: Float64Array, b: number, h0: number, h1: number, h2: number): void {
  box[b + BOX_HALF] = h0
  box[b + BOX_HALF + 1] = h1
  box[b + BOX_HALF + 2] = h2
  box[b + BOX_AREA] = h0 * h1 + h1 * h2 + h2 * h0
}

/** The pose of a frame that is `centre` away with the same axes. */
function translation(out: Float64Array, o: number, centre: Float64Array): void {
  out[o] = 1
  out[o + 1] = 0
  out[o + 2] = 0
  out[o + 3] = -centre[0]!
  out[o + 4] = 0
  out[o + 5] = 1
  out[o + 6] = 0
  out[o + 7] = -centre[1]!
  out[o + 8] = 0
  out[o + 9] = 0
  out[o + 10] = 1
  out[o + 11] = -centre[2]!
}

/** A pose seen from a frame whose origin is moved to `centre`. */
function shifted(out: Float64Array, o: number, x: Float64Array, i: number, centre: Float64Array): void {
  out[o] = x[i]!
  out[o + 1] = x[i + 1]!
  out[o + 2] = x[i + 2]!
  out[o + 3] = x[i + 3]! - centre[0]!
  out[o + 4] = x[i + 4]!
  out[o + 5] = x[i + 5]!
  out[o + 6] = x[i + 6]!
  out[o + 7] = x[i + 7]! - centre[1]!
  out[o + 8] = x[i + 8]!
  out[o + 9] = x[i + 9]!
  out[o + 10] = x[i + 10]!
  out[o + 11] = x[i + 11]! - centre[2]!
}

/** Largest number of links a leaf may hold. */
export const MAX_LINKS_PER_LEAF = 16

/** X_{F_first,F_k} for the links of the leaf at hand and the one after it. */
const local = new Float64Array((MAX_LINKS_PER_LEAF + 1) * POSE)
const centres = new Float64Array(MAX_LINKS_PER_LEAF * 3)
const axes = new Float64Array(12)

/**
 * Half extents of the links themselves along an axis, for leaves whose links are not all spheres: writes the interval
 * of link `i` along (ax, ay, az), both given in the link's frame, to out[0..1].
 */
export type LinkInterval = (out: Float64Array, i: number, ax: number, ay: number, az: number) => void

const interval = new Float64Array(2)

/** Box, ends, slack and balls of a leaf, from its joints and its links' shapes. */
export function refitLeaf(c: ChainArrays, n: number, linkInterval: LinkInterval | undefined): void {
  const { box, ends, balls, localBalls, joints } = c
  const first = c.first[n]!
  const count = c.end[n]! - first
  local.fill(0, 0, POSE)
  local[0] = local[5] = local[10] = 1
  let reach = 0
  for (let k = 0; k < count; k++) {
    const p = k * POSE
    const s = (first + k) * BALL
    const cx = localBalls[s]!
    const cy = localBalls[s + 1]!
    const cz = localBalls[s + 2]!
    centres[3 * k] = local[p]! * cx + local[p + 1]! * cy + local[p + 2]! * cz + local[p + 3]!
    centres[3 * k + 1] = local[p + 4]! * cx + local[p + 5]! * cy + local[p + 6]! * cz + local[p + 7]!
    centres[3 * k + 2] = local[p + 8]! * cx + local[p + 9]! * cy + local[p + 10]! * cz + local[p + 11]!
    composePose(local, p + POSE, local, p, joints, (first + k) * POSE)
    const q = p + POSE
    reach +=
      Math.abs(cx) +
      Math.abs(cy) +
      Math.abs(cz) +
      localBalls[s + 3]! +
      Math.abs(local[q + 3]!) +
      Math.abs(local[q + 7]!) +
      Math.abs(local[q + 11]!)
  }
  leafAxes(count)
  // Intervals along the three axes.
  const pad = CHAIN_ROUNDING * count * reach
  let c0 = 0
  let c1 = 0
  let c2 = 0
  for (let a = 0; a < 3; a++) {
    const x = axes[a]!
    const y = axes[4 + a]!
    const z = axes[8 + a]!
    let lo = Infinity
    let hi = -Infinity
    for (let k = 0; k < count; k++) {
      const r = localBalls[(first + k) * BALL + 3]!
      const s = x * centres[3 * k]! + y * centres[3 * k + 1]! + z * centres[3 * k + 2]!
      let from = s - r
      let to = s + r
      if (linkInterval !== undefined) {
        const p = k * POSE
        linkInterval(
          interval,
          first + k,
          local[p]! * x + local[p + 4]! * y + local[p + 8]! * z,
          local[p + 1]! * x + local[p + 5]! * y + local[p + 9]! * z,
          local[p + 2]! * x + local[p + 6]! * y + local[p + 10]! * z,
        )
        const o = local[p + 3]! * x + local[p + 7]! * y + local[p + 11]! * z
        from = Math.max(from, interval[0]! + o)
        to = Math.min(to, interval[1]! + o)
      }
      if (from < lo) lo = from
      if (to > hi) hi = to
    }
    const mid = (lo + hi) * 0.5
    box[n * BOX + BOX_HALF + a] = (hi - lo) * 0.5 + pad
    c0 += mid * x
    c1 += mid * y
    c2 += mid * z
  }
  axes[3] = c0
  axes[7] = c1
  axes[11] = c2
  const b = n * BOX + BOX_HALF
  setHalf(box, n * BOX, box[b]!, box[b + 1]!, box[b + 2]!)
  c.slack[n] = pad
  const e = n * ENDS
  invertPose(ends, e, axes, 0)
  composePose(ends, e + OUT, ends, e, local, count * POSE)
  for (let k = 0; k < count; k++) {
    const s = (first + k) * BALL
    const x = centres[3 * k]!
    const y = centres[3 * k + 1]!
    const z = centres[3 * k + 2]!
    balls[s] = ends[e]! * x + ends[e + 1]! * y + ends[e + 2]! * z + ends[e + 3]!
    balls[s + 1] = ends[e + 4]! * x + ends[e + 5]! * y + ends[e + 6]! * z + ends[e + 7]!
    balls[s + 2] = ends[e + 8]! * x + ends[e + 9]! * y + ends[e + 10]! * z + ends[e + 11]!
    balls[s + 3] = localBalls[s + 3]!
  }
  if (c.frames.length > 0) {
    for (let k = 0; k < count; k++) composePose(c.frames, (first + k) * POSE, ends, e, local, k * POSE)
  }
}

/**
 * Axes for a leaf: the first along the line from its first to its last centre, the second towards the centre that is
 * farthest from that line. Tight for a handful of links, whichever way the chain runs.
 */
function leafAxes(count: number): void {
  axes.fill(0)
  let ux = centres[3 * count - 3]! - centres[0]!
  let uy = centres[3 * count - 2]! - centres[1]!
  let uz = centres[3 * count - 1]! - centres[2]!
  let length = Math.sqrt(ux * ux + uy * uy + uz * uz)
  if (!(length > 1e-100)) {
    ux = 1
    uy = uz = 0
    length = 1
  }
  ux /= length
  uy /= length
  uz /= length
  let vx = 0
  let vy = 0
  let vz = 0
  let farthest = 0
  for (let k = 1; k < count; k++) {
    const dx = centres[3 * k]! - centres[0]!
    const dy = centres[3 * k + 1]! - centres[1]!
    const dz = centres[3 * k + 2]! - centres[2]!
    const s = dx * ux + dy * uy + dz * uz
    const px = dx - s * ux
    const py = dy - s * uy
    const pz = dz - s * uz
    const p = px * px + py * py + pz * pz
    if (p > farthest) {
      farthest = p
      vx = px
      vy = py
      vz = pz
    }
  }
  if (!(farthest > 1e-20 * length * length)) {
    // On a line: any direction across will do; cross u with the axis it leans on least.
    const ax = Math.abs(ux)
    const ay = Math.abs(uy)
    const az = Math.abs(uz)
    if (ax <= ay && ax <= az) {
      vx = 0
      vy = -uz
      vz = uy
    } else if (ay <= az) {
      vx = uz
      vy = 0
      vz = -ux
    } else {
      vx = -uy
      vy = ux
      vz = 0
    }
  }
  // Twice is enough to make v orthogonal to u to rounding, even where the offset from the line was tiny.
  for (let pass = 0; pass < 2; pass++) {
    const s = vx * ux + vy * uy + vz * uz
    vx -= s * ux
    vy -= s * uy
    vz -= s * uz
    const l = Math.sqrt(vx * vx + vy * vy + vz * vz)
    vx /= l
    vy /= l
    vz /= l
  }
  axes[0] = ux
  axes[4] = uy
  axes[8] = uz
  axes[1] = vx
  axes[5] = vy
  axes[9] = vz
  axes[2] = uy * vz - uz * vy
  axes[6] = uz * vx - ux * vz
  axes[10] = ux * vy - uy * vx
}
