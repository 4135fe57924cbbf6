// Recomputes the nodes of a chain: twin of src/chains/chain/chain-leaf.ts (leaves of spheres), chain-refit-better.ts and
// chain-update.ts.
import {
  aligneds,
  BALL,
  BOX,
  BOX_AREA,
  BOX_HALF,
  balls,
  boxes,
  byte,
  CHAIN_ROUNDING,
  childs,
  counts,
  ENDS,
  ends,
  firsts,
  int,
  joints,
  lasts,
  leafCount,
  leafRoom,
  localBalls,
  nodeCount,
  nodeList,
  OUT,
  POSE,
  parents,
  setInt,
  slacks,
} from './layout'
import { dot, first, high, low, lowHigh, pair, second } from './vectors'

/** Refits everything, or all but the leaves. */
export function refitAll(snug: bool, withLeaves: bool): void {
  if (withLeaves) for (let n = 0; n < leafCount; n++) refitLeaf(n)
  for (let n = leafCount; n < nodeCount; n++) refitNode(n, snug)
}

/** Refits one leaf, if asked to, and all that holds it. Returns the number of nodes, the leaf among them. */
export function refitPath(leaf: i32, snug: bool, withLeaf: bool): i32 {
  if (withLeaf) refitLeaf(leaf)
  let updated = 1
  for (let n = int(parents, leaf); n >= 0; n = int(parents, n)) {
    refitNode(n, snug)
    updated++
  }
  return updated
}

/** The same for the first `count` leaves of `nodeList`, ascending and without repeats, level by level. */
export function refitList(count: i32, snug: bool, withLeaves: bool): i32 {
  if (withLeaves) for (let k = 0; k < count; k++) refitLeaf(int(nodeList, k))
  let updated = 0
  while (count > 0) {
    updated += count
    let above = 0
    for (let k = 0; k < count; k++) {
      const parent = int(parents, int(nodeList, k))
      if (parent >= 0 && (above == 0 || int(nodeList, above - 1) != parent)) {
        refitNode(parent, snug)
        setInt(nodeList, above++, parent)
      }
    }
    count = above
  }
  return updated
}

export function refitNode(n: i32, snug: bool): void {
  const left = int(childs, n)
  if (byte(counts, n) == 2) {
    refitBetterChild(n, left, snug)
    return
  }
  const bl = boxes + <usize>left * BOX
  memory.copy(boxes + <usize>n * BOX + BOX_HALF, bl + BOX_HALF, BOX - BOX_HALF)
  memory.copy(ends + <usize>n * ENDS, ends + <usize>left * ENDS, ENDS)
  store<f64>(slacks + ((<usize>n) << 3), load<f64>(slacks + ((<usize>left) << 3)))
  store<u8>(aligneds + <usize>left, 1)
  setIdentity(bl)
}

/**
 * refitBetterChild of src/chains/chain/chain-refit-better.ts. Of three rows or columns, the first two share a vector and the third
 * is alone: xc0 = (x00, x10), xc1, xc2 and t01 are rows 0 and 1 of X_LR by columns, x2 = (x20, x21), x22 and t2 its row 2.
 */
function refitBetterChild(n: i32, left: i32, snug: bool): void {
  const bl = boxes + <usize>left * BOX
  const br = bl + BOX
  const el = ends + <usize>left * ENDS
  const ol = el + OUT
  const ir = el + ENDS
  const or = ir + OUT
  // X_LR = Out_L·In_R⁻¹
  const o0 = v128.load(ol)
  const o1 = v128.load(ol, 32)
  const w0 = v128.load(ol, 16)
  const w1 = v128.load(ol, 48)
  const oc0 = low(o0, o1)
  const oc1 = high(o0, o1)
  const oc2 = low(w0, w1)
  const i0 = v128.load(ir)
  const j0 = v128.load(ir, 16)
  const i1 = v128.load(ir, 32)
  const j1 = v128.load(ir, 48)
  const i2 = v128.load(ir, 64)
  const j2 = v128.load(ir, 80)
  const i03 = high(j0, j0)
  const i13 = high(j1, j1)
  const i23 = high(j2, j2)
  const xc0 = dot(oc0, low(i0, i0), oc1, high(i0, i0), oc2, low(j0, j0))
  const xc1 = dot(oc0, low(i1, i1), oc1, high(i1, i1), oc2, low(j1, j1))
  const xc2 = dot(oc0, low(i2, i2), oc1, high(i2, i2), oc2, low(j2, j2))
  const o20 = load<f64>(ol, 64)
  const o21 = load<f64>(ol, 72)
  const o22 = load<f64>(ol, 80)
  const x2 = dot(f64x2.splat(o20), low(i0, i1), f64x2.splat(o21), high(i0, i1), f64x2.splat(o22), low(j0, j1))
  const x22 = o20 * first(i2) + o21 * second(i2) + o22 * first(j2)
  const t01 = f64x2.sub(high(w0, w1), dot(xc0, i03, xc1, i13, xc2, i23))
  const t2 = load<f64>(ol, 88) - (first(x2) * first(i03) + second(x2) * first(i13) + x22 * first(i23))

  const xr0 = low(xc0, xc1)
  const xr1 = high(xc0, xc1)
  const qc2 = f64x2.abs(xc2)
  const q2 = f64x2.abs(x2)
  const l01 = v128.load(bl, BOX_HALF)
  const r01 = v128.load(br, BOX_HALF)
  const l2 = load<f64>(bl, BOX_HALF + 16)
  const r2 = load<f64>(br, BOX_HALF + 16)
  // In the left child's axes: the left box is ±l about 0, the right one ±e about t. In the right child's: the right box is
  // ±r about 0, the left one ±f about s = −Rᵀt. Along the third axis of either, both share a vector, left first.
  const e01 = dot(f64x2.abs(xc0), low(r01, r01), f64x2.abs(xc1), high(r01, r01), qc2, f64x2.splat(r2))
  const f01 = dot(f64x2.abs(xr0), low(l01, l01), f64x2.abs(xr1), high(l01, l01), q2, f64x2.splat(l2))
  const ef2 = dot(low(q2, qc2), low(r01, l01), high(q2, qc2), high(r01, l01), f64x2.splat(abs<f64>(x22)), pair(r2, l2))
  const t0 = first(t01)
  const t1 = second(t01)
  const s01 = f64x2.neg(dot(xr0, f64x2.splat(t0), xr1, f64x2.splat(t1), x2, f64x2.splat(t2)))
  const s2 = -(first(xc2) * t0 + second(xc2) * t1 + x22 * t2)
  const ts2 = pair(t2, s2)
  const lr2 = pair(l2, r2)
  // Half extents are positive, so that these are the minimum and the maximum of JavaScript.
  const lowL = f64x2.pmin(f64x2.neg(l01), f64x2.sub(t01, e01))
  const highL = f64x2.pmax(l01, f64x2.add(t01, e01))
  const lowR = f64x2.pmin(f64x2.neg(r01), f64x2.sub(s01, f01))
  const highR = f64x2.pmax(r01, f64x2.add(s01, f01))
  const low2 = f64x2.pmin(f64x2.neg(lr2), f64x2.sub(ts2, ef2))
  const high2 = f64x2.pmax(lr2, f64x2.add(ts2, ef2))
  const sizeL = f64x2.sub(highL, lowL)
  const sizeR = f64x2.sub(highR, lowR)
  const volume = f64x2.mul(f64x2.mul(low(sizeL, sizeR), high(sizeL, sizeR)), f64x2.sub(high2, low2))
  const takeLeft = first(volume) <= second(volume)

  // Y is the pose of the child that moved, the one whose axes were not taken, in the axes of the other.
  let kept: usize
  let moved: usize
  let keptNode: i32
  let movedNode: i32
  let same: usize
  let toSame: usize
  let far: usize
  let toFar: usize
  let yc0: v128
  let yc1: v128
  let yc2: v128
  let y2: v128
  let u01: v128
  let u2: f64
  let lo01: v128
  let hi01: v128
  let lo2: f64
  let hi2: f64
  const e = ends + <usize>n * ENDS
  if (takeLeft) {
    kept = bl
    moved = br
    keptNode = left
    movedNode = left + 1
    same = el
    toSame = e
    far = or
    toFar = e + OUT
    yc0 = xc0
    yc1 = xc1
    yc2 = xc2
    y2 = x2
    u01 = t01
    u2 = t2
    lo01 = lowL
    hi01 = highL
    lo2 = first(low2)
    hi2 = first(high2)
  } else {
    kept = br
    moved = bl
    keptNode = left + 1
    movedNode = left
    same = or
    toSame = e + OUT
    far = el
    toFar = e
    yc0 = xr0
    yc1 = xr1
    yc2 = x2
    y2 = xc2
    u01 = s01
    u2 = s2
    lo01 = lowR
    hi01 = highR
    lo2 = second(low2)
    hi2 = second(high2)
  }
  const y20 = first(y2)
  const y21 = second(y2)
  if (snug) {
    const child = int(childs, movedNode)
    if (child >= 0) {
      hi01 = v128.load(kept, BOX_HALF)
      lo01 = f64x2.neg(hi01)
      hi2 = load<f64>(kept, BOX_HALF + 16)
      lo2 = -hi2
      const last = child + byte(counts, movedNode)
      for (let node = child; node < last; node++) {
        // The box of a child of the one that moved.
        const c = boxes + <usize>node * BOX
        const c03 = load<f64>(c, 24)
        const c13 = load<f64>(c, 56)
        const c23 = load<f64>(c, 88)
        const h0 = load<f64>(c, BOX_HALF)
        const h1 = load<f64>(c, BOX_HALF + 8)
        const h2 = load<f64>(c, BOX_HALF + 16)
        const m01 = f64x2.add(dot(yc0, f64x2.splat(c03), yc1, f64x2.splat(c13), yc2, f64x2.splat(c23)), u01)
        const m2 = y20 * c03 + y21 * c13 + x22 * c23 + u2
        let k0 = yc0
        let k1 = yc1
        let k2 = yc2
        let g01 = y2
        let g2 = x22
        if (byte(aligneds, node) == 0) {
          const c0 = v128.load(c)
          const d0 = v128.load(c, 16)
          const c1 = v128.load(c, 32)
          const d1 = v128.load(c, 48)
          const c2 = v128.load(c, 64)
          const d2 = v128.load(c, 80)
          k0 = dot(yc0, low(c0, c0), yc1, low(c1, c1), yc2, low(c2, c2))
          k1 = dot(yc0, high(c0, c0), yc1, high(c1, c1), yc2, high(c2, c2))
          k2 = dot(yc0, low(d0, d0), yc1, low(d1, d1), yc2, low(d2, d2))
          g01 = dot(f64x2.splat(y20), c0, f64x2.splat(y21), c1, f64x2.splat(x22), c2)
          g2 = y20 * first(d0) + y21 * first(d1) + x22 * first(d2)
        }
        const v01 = dot(f64x2.abs(k0), f64x2.splat(h0), f64x2.abs(k1), f64x2.splat(h1), f64x2.abs(k2), f64x2.splat(h2))
        const v2 = abs<f64>(first(g01)) * h0 + abs<f64>(second(g01)) * h1 + abs<f64>(g2) * h2
        lo01 = f64x2.pmin(lo01, f64x2.sub(m01, v01))
        hi01 = f64x2.pmax(hi01, f64x2.add(m01, v01))
        lo2 = first(f64x2.pmin(f64x2.splat(lo2), f64x2.splat(m2 - v2)))
        hi2 = first(f64x2.pmax(f64x2.splat(hi2), f64x2.splat(m2 + v2)))
      }
    }
  }
  const c01 = f64x2.mul(f64x2.add(lo01, hi01), f64x2.splat(0.5))
  const c2 = (lo2 + hi2) * 0.5
  if (byte(aligneds, keptNode) == 0) {
    store<u8>(aligneds + <usize>keptNode, 1)
    setIdentity(kept)
  }
  store<u8>(aligneds + <usize>movedNode, 0)
  store<f64>(kept, -first(c01), 24)
  store<f64>(kept, -second(c01), 56)
  store<f64>(kept, -c2, 88)
  const m01 = f64x2.sub(u01, c01)
  const m2 = u2 - c2
  v128.store(moved, low(yc0, yc1))
  v128.store(moved, low(yc2, m01), 16)
  v128.store(moved, high(yc0, yc1), 32)
  v128.store(moved, high(yc2, m01), 48)
  v128.store(moved, y2, 64)
  v128.store(moved, pair(x22, m2), 80)
  // The end on the side of the child whose axes were taken is only shifted (less 0 is a number as it was, whatever its
  // sign), the other one carried over (and so is plus −0).
  const zero = f64x2.splat(0)
  v128.store(toSame, v128.load(same))
  v128.store(toSame, f64x2.sub(v128.load(same, 16), low(zero, c01)), 16)
  v128.store(toSame, v128.load(same, 32), 32)
  v128.store(toSame, f64x2.sub(v128.load(same, 48), lowHigh(zero, c01)), 48)
  v128.store(toSame, v128.load(same, 64), 64)
  v128.store(toSame, f64x2.sub(v128.load(same, 80), pair(0, c2)), 80)
  const minus = f64x2.splat(-0.0)
  const f0 = v128.load(far)
  const g0 = v128.load(far, 16)
  const f1 = v128.load(far, 32)
  const g1 = v128.load(far, 48)
  const f2 = v128.load(far, 64)
  const g2 = v128.load(far, 80)
  let a = low(yc0, yc0)
  let b = low(yc1, yc1)
  let c = low(yc2, yc2)
  v128.store(toFar, dot(a, f0, b, f1, c, f2))
  v128.store(toFar, f64x2.add(dot(a, g0, b, g1, c, g2), low(minus, m01)), 16)
  a = high(yc0, yc0)
  b = high(yc1, yc1)
  c = high(yc2, yc2)
  v128.store(toFar, dot(a, f0, b, f1, c, f2), 32)
  v128.store(toFar, f64x2.add(dot(a, g0, b, g1, c, g2), lowHigh(minus, m01)), 48)
  a = f64x2.splat(y20)
  b = f64x2.splat(y21)
  c = f64x2.splat(x22)
  v128.store(toFar, dot(a, f0, b, f1, c, f2), 64)
  v128.store(toFar, f64x2.add(dot(a, g0, b, g1, c, g2), pair(-0.0, m2)), 80)
  // The slack of padNode in chain-refit.ts, and half extents grown by it.
  const reach =
    abs<f64>(load<f64>(ol, 24)) +
    abs<f64>(load<f64>(ol, 56)) +
    abs<f64>(load<f64>(ol, 88)) +
    abs<f64>(first(i03)) +
    abs<f64>(first(i13)) +
    abs<f64>(first(i23)) +
    abs<f64>(load<f64>(or, 24)) +
    abs<f64>(load<f64>(or, 56)) +
    abs<f64>(load<f64>(or, 88)) +
    abs<f64>(t0) +
    abs<f64>(t1) +
    abs<f64>(t2) +
    load<f64>(bl, BOX_HALF) +
    load<f64>(bl, BOX_HALF + 8) +
    load<f64>(bl, BOX_HALF + 16) +
    load<f64>(br, BOX_HALF) +
    load<f64>(br, BOX_HALF + 8) +
    load<f64>(br, BOX_HALF + 16)
  const s = slacks + ((<usize>left) << 3)
  const pad = load<f64>(s) + load<f64>(s, 8) + CHAIN_ROUNDING * <f64>(int(lasts, n) - int(firsts, n)) * reach
  store<f64>(slacks + ((<usize>n) << 3), pad)
  const half = f64x2.add(f64x2.mul(f64x2.sub(hi01, lo01), f64x2.splat(0.5)), f64x2.splat(pad))
  const h0 = first(half)
  const h1 = second(half)
  const h2 = (hi2 - lo2) * 0.5 + pad
  const to = boxes + <usize>n * BOX
  v128.store(to, half, BOX_HALF)
  store<f64>(to, h2, BOX_HALF + 16)
  store<f64>(to, h0 * h1 + h1 * h2 + h2 * h0, BOX_AREA)
}

// @ts-ignore: decorator
@inline
function setIdentity(x: usize): void {
  const zero = f64x2.splat(0)
  v128.store(x, pair(1, 0))
  v128.store(x, zero, 16)
  v128.store(x, pair(0, 1), 32)
  v128.store(x, zero, 48)
  v128.store(x, zero, 64)
  v128.store(x, pair(1, 0), 80)
}

/** Box, ends, slack and balls of a leaf of spheres. */
export function refitLeaf(n: i32): void {
  const local = leafRoom
  const centres = leafRoom + 17 * POSE
  const axes = centres + 16 * 24
  const start = int(firsts, n)
  const count = int(lasts, n) - start
  const ball = localBalls + <usize>start * BALL
  setIdentity(local)
  let reach: f64 = 0
  for (let k = 0; k < count; k++) {
    const p = local + <usize>k * POSE
    const q = p + POSE
    const s = ball + <usize>k * BALL
    const c = centres + <usize>k * 24
    const cx = load<f64>(s)
    const cy = load<f64>(s, 8)
    const cz = load<f64>(s, 16)
    store<f64>(c, load<f64>(p) * cx + load<f64>(p, 8) * cy + load<f64>(p, 16) * cz + load<f64>(p, 24))
    store<f64>(c, load<f64>(p, 32) * cx + load<f64>(p, 40) * cy + load<f64>(p, 48) * cz + load<f64>(p, 56), 8)
    store<f64>(c, load<f64>(p, 64) * cx + load<f64>(p, 72) * cy + load<f64>(p, 80) * cz + load<f64>(p, 88), 16)
    compose(q, p, joints + <usize>(start + k) * POSE)
    reach +=
      abs<f64>(cx) +
      abs<f64>(cy) +
      abs<f64>(cz) +
      load<f64>(s, 24) +
      abs<f64>(load<f64>(q, 24)) +
      abs<f64>(load<f64>(q, 56)) +
      abs<f64>(load<f64>(q, 88))
  }
  leafAxes(axes, centres, count)
  const pad = CHAIN_ROUNDING * <f64>count * reach
  const b = boxes + <usize>n * BOX + BOX_HALF
  let c0: f64 = 0
  let c1: f64 = 0
  let c2: f64 = 0
  for (let a = 0; a < 3; a++) {
    const x = load<f64>(axes + ((<usize>a) << 3))
    const y = load<f64>(axes + ((<usize>a) << 3), 32)
    const z = load<f64>(axes + ((<usize>a) << 3), 64)
    let lo = Infinity
    let hi = -Infinity
    for (let k = 0; k < count; k++) {
      const c = centres + <usize>k * 24
      const r = load<f64>(ball + <usize>k * BALL, 24)
      const s = x * load<f64>(c) + y * load<f64>(c, 8) + z * load<f64>(c, 16)
      const from = s - r
      const to = s + r
      if (from < lo) lo = from
      if (to > hi) hi = to
    }
    const mid = (lo + hi) * 0.5
    store<f64>(b + ((<usize>a) << 3), (hi - lo) * 0.5 + pad)
    c0 += mid * x
    c1 += mid * y
    c2 += mid * z
  }
  const h0 = load<f64>(b)
  const h1 = load<f64>(b, 8)
  const h2 = load<f64>(b, 16)
  store<f64>(b, h0 * h1 + h1 * h2 + h2 * h0, 24)
  store<f64>(slacks + ((<usize>n) << 3), pad)
  // The inverse of the box's pose in the first link's frame.
  const e = ends + <usize>n * ENDS
  for (let row: usize = 0; row < 3; row++) {
    const x = load<f64>(axes + (row << 3))
    const y = load<f64>(axes + (row << 3), 32)
    const z = load<f64>(axes + (row << 3), 64)
    const at = e + (row << 5)
    store<f64>(at, x)
    store<f64>(at, y, 8)
    store<f64>(at, z, 16)
    store<f64>(at, -(x * c0 + y * c1 + z * c2), 24)
  }
  compose(e + OUT, e, local + <usize>count * POSE)
  const out = balls + <usize>start * BALL
  for (let k = 0; k < count; k++) {
    const s = out + <usize>k * BALL
    const c = centres + <usize>k * 24
    const x = load<f64>(c)
    const y = load<f64>(c, 8)
    const z = load<f64>(c, 16)
    store<f64>(s, load<f64>(e) * x + load<f64>(e, 8) * y + load<f64>(e, 16) * z + load<f64>(e, 24))
    store<f64>(s, load<f64>(e, 32) * x + load<f64>(e, 40) * y + load<f64>(e, 48) * z + load<f64>(e, 56), 8)
    store<f64>(s, load<f64>(e, 64) * x + load<f64>(e, 72) * y + load<f64>(e, 80) * z + load<f64>(e, 88), 16)
    store<f64>(s, load<f64>(ball + <usize>k * BALL, 24), 24)
  }
}

/** X_AC = X_AB · X_BC. */
function compose(o: usize, x: usize, y: usize): void {
  const y0 = v128.load(y)
  const z0 = v128.load(y, 16)
  const y1 = v128.load(y, 32)
  const z1 = v128.load(y, 48)
  const y2 = v128.load(y, 64)
  const z2 = v128.load(y, 80)
  for (let row: usize = 0; row < 96; row += 32) {
    const a = v128.load_splat<f64>(x + row)
    const b = v128.load_splat<f64>(x + row, 8)
    const c = v128.load_splat<f64>(x + row, 16)
    // −0 leaves a number as it is, whatever its sign.
    const t = f64x2.replace_lane(f64x2.splat(-0.0), 1, load<f64>(x + row, 24))
    v128.store(o + row, f64x2.add(f64x2.add(f64x2.mul(a, y0), f64x2.mul(b, y1)), f64x2.mul(c, y2)))
    v128.store(o + row, f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a, z0), f64x2.mul(b, z1)), f64x2.mul(c, z2)), t), 16)
  }
}

function leafAxes(axes: usize, centres: usize, count: i32): void {
  const end = centres + <usize>(count - 1) * 24
  let ux = load<f64>(end) - load<f64>(centres)
  let uy = load<f64>(end, 8) - load<f64>(centres, 8)
  let uz = load<f64>(end, 16) - load<f64>(centres, 16)
  let length = sqrt<f64>(ux * ux + uy * uy + uz * uz)
  if (!(length > 1e-100)) {
    ux = 1
    uy = 0
    uz = 0
    length = 1
  }
  ux /= length
  uy /= length
  uz /= length
  let vx: f64 = 0
  let vy: f64 = 0
  let vz: f64 = 0
  let farthest: f64 = 0
  for (let k = 1; k < count; k++) {
    const at = centres + <usize>k * 24
    const dx = load<f64>(at) - load<f64>(centres)
    const dy = load<f64>(at, 8) - load<f64>(centres, 8)
    const dz = load<f64>(at, 16) - load<f64>(centres, 16)
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
    const ax = abs<f64>(ux)
    const ay = abs<f64>(uy)
    const az = abs<f64>(uz)
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
    const l = sqrt<f64>(vx * vx + vy * vy + vz * vz)
    vx /= l
    vy /= l
    vz /= l
  }
  store<f64>(axes, ux, 0)
  store<f64>(axes, uy, 32)
  store<f64>(axes, uz, 64)
  store<f64>(axes, vx, 8)
  store<f64>(axes, vy, 40)
  store<f64>(axes, vz, 72)
  store<f64>(axes, uy * vz - uz * vy, 16)
  store<f64>(axes, uz * vx - ux * vz, 48)
  store<f64>(axes, ux * vy - uy * vx, 80)
}
