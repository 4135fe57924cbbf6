// refitNode for the default merge rule: the axes of whichever child gives the smaller box. One child's axes are then exactly its
// parent's, so that every second descent needs no rotation, and no axes are ever computed. It is what a change of a joint spends
// its time on, so it is written out, and nothing here goes through an array that is not the tree's own.

import { CHAIN_ROUNDING } from '../../base/math/rounding.js'
import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { type ChainArrays, ENDS, OUT } from './chain-arrays.js'
import type { LinkInterval } from './chain-leaf.js'
import type { BoxFit } from './chain-refit.js'
import { Extents } from './chain-tighten.js'

/** Bounds along the axes taken, while a snug box is fitted: lower (3), upper (3). */
const bounds = new Float64Array(6)

const extents = new Extents()

export function refitBetterChild(c: ChainArrays, n: number, fit: BoxFit, linkInterval: LinkInterval | undefined): void {
  const { box, ends, slack, aligned } = c
  const left = c.child[n]!
  const bl = left * BOX
  const br = bl + BOX
  const ol = left * ENDS + OUT
  const ir = left * ENDS + ENDS
  // X_LR = Out_L·In_R⁻¹
  const o00 = ends[ol]!
  const o01 = ends[ol + 1]!
  const o02 = ends[ol + 2]!
  const o03 = ends[ol + 3]!
  const o10 = ends[ol + 4]!
  const o11 = ends[ol + 5]!
  const o12 = ends[ol + 6]!
  const o13 = ends[ol + 7]!
  const o20 = ends[ol + 8]!
  const o21 = ends[ol + 9]!
  const o22 = ends[ol + 10]!
  const o23 = ends[ol + 11]!
  const i00 = ends[ir]!
  const i01 = ends[ir + 1]!
  const i02 = ends[ir + 2]!
  const i03 = ends[ir + 3]!
  const i10 = ends[ir + 4]!
  const i11 = ends[ir + 5]!
  const i12 = ends[ir + 6]!
  const i13 = ends[ir + 7]!
  const i20 = ends[ir + 8]!
  const i21 = ends[ir + 9]!
  const i22 = ends[ir + 10]!
  const i23 = ends[ir + 11]!
  const x00 = o00 * i00 + o01 * i01 + o02 * i02
  const x01 = o00 * i10 + o01 * i11 + o02 * i12
  const x02 = o00 * i20 + o01 * i21 + o02 * i22
  const x10 = o10 * i00 + o11 * i01 + o12 * i02
  const x11 = o10 * i10 + o11 * i11 + o12 * i12
  const x12 = o10 * i20 + o11 * i21 + o12 * i22
  const x20 = o20 * i00 + o21 * i01 + o22 * i02
  const x21 = o20 * i10 + o21 * i11 + o22 * i12
  const x22 = o20 * i20 + o21 * i21 + o22 * i22
  const t0 = o03 - (x00 * i03 + x01 * i13 + x02 * i23)
  const t1 = o13 - (x10 * i03 + x11 * i13 + x12 * i23)
  const t2 = o23 - (x20 * i03 + x21 * i13 + x22 * i23)

  const q00 = Math.abs(x00)
  const q01 = Math.abs(x01)
  const q02 = Math.abs(x02)
  const q10 = Math.abs(x10)
  const q11 = Math.abs(x11)
  const q12 = Math.abs(x12)
  const q20 = Math.abs(x20)
  const q21 = Math.abs(x21)
  const q22 = Math.abs(x22)
  const l0 = box[bl + BOX_HALF]!
  const l1 = box[bl + BOX_HALF + 1]!
  const l2 = box[bl + BOX_HALF + 2]!
  const r0 = box[br + BOX_HALF]!
  const r1 = box[br + BOX_HALF + 1]!
  const r2 = box[br + BOX_HALF + 2]!
  // In the left child's axes: the left box is ±l about 0, the right one ±e about t.
  const e0 = q00 * r0 + q01 * r1 + q02 * r2
  const e1 = q10 * r0 + q11 * r1 + q12 * r2
  const e2 = q20 * r0 + q21 * r1 + q22 * r2
  // In the right child's axes: the right box is ±r about 0, the left one ±f about s = −Rᵀt.
  const s0 = -(x00 * t0 + x10 * t1 + x20 * t2)
  const s1 = -(x01 * t0 + x11 * t1 + x21 * t2)
  const s2 = -(x02 * t0 + x12 * t1 + x22 * t2)
  const f0 = q00 * l0 + q10 * l1 + q20 * l2
  const f1 = q01 * l0 + q11 * l1 + q21 * l2
  const f2 = q02 * l0 + q12 * l1 + q22 * l2
  let lo0 = Math.min(-l0, t0 - e0)
  let lo1 = Math.min(-l1, t1 - e1)
  let lo2 = Math.min(-l2, t2 - e2)
  let hi0 = Math.max(l0, t0 + e0)
  let hi1 = Math.max(l1, t1 + e1)
  let hi2 = Math.max(l2, t2 + e2)
  const a0 = Math.min(-r0, s0 - f0)
  const a1 = Math.min(-r1, s1 - f1)
  const a2 = Math.min(-r2, s2 - f2)
  const b0 = Math.max(r0, s0 + f0)
  const b1 = Math.max(r1, s1 + f1)
  const b2 = Math.max(r2, s2 + f2)
  const takeLeft = (hi0 - lo0) * (hi1 - lo1) * (hi2 - lo2) <= (b0 - a0) * (b1 - a1) * (b2 - a2)
  if (!takeLeft) {
    lo0 = a0
    lo1 = a1
    lo2 = a2
    hi0 = b0
    hi1 = b1
    hi2 = b2
  }

  const e = n * ENDS
  const el = left * ENDS
  const or = ir + OUT
  const moved = takeLeft ? br : bl
  const kept = takeLeft ? bl : br
  if (takeLeft) {
    box[moved] = x00
    box[moved + 1] = x01
    box[moved + 2] = x02
    box[moved + 3] = t0
    box[moved + 4] = x10
    box[moved + 5] = x11
    box[moved + 6] = x12
    box[moved + 7] = t1
    box[moved + 8] = x20
    box[moved + 9] = x21
    box[moved + 10] = x22
    box[moved + 11] = t2
  } else {
    box[moved] = x00
    box[moved + 1] = x10
    box[moved + 2] = x20
    box[moved + 3] = s0
    box[moved + 4] = x01
    box[moved + 5] = x11
    box[moved + 6] = x21
    box[moved + 7] = s1
    box[moved + 8] = x02
    box[moved + 9] = x12
    box[moved + 10] = x22
    box[moved + 11] = s2
  }
  const otherNode = takeLeft ? left + 1 : left
  if (fit !== 'loose') {
    // The child whose axes were taken is as tight along them as it gets; the other one is looked into.
    const k0 = takeLeft ? l0 : r0
    const k1 = takeLeft ? l1 : r1
    const k2 = takeLeft ? l2 : r2
    const child = c.child[otherNode]!
    if (fit === 'tight') {
      const { lo, hi } = extents
      lo[0] = -k0
      lo[1] = -k1
      lo[2] = -k2
      hi[0] = k0
      hi[1] = k1
      hi[2] = k2
      extents.addLinks(c, otherNode, box, moved, linkInterval)
      lo0 = lo[0]!
      lo1 = lo[1]!
      lo2 = lo[2]!
      hi0 = hi[0]!
      hi1 = hi[1]!
      hi2 = hi[2]!
    } else if (child >= 0) {
      bounds[0] = -k0
      bounds[1] = -k1
      bounds[2] = -k2
      bounds[3] = k0
      bounds[4] = k1
      bounds[5] = k2
      const last = child + c.children[otherNode]!
      for (let node = child; node < last; node++) boundChild(box, moved, node * BOX, aligned[node]!)
      lo0 = bounds[0]!
      lo1 = bounds[1]!
      lo2 = bounds[2]!
      hi0 = bounds[3]!
      hi1 = bounds[4]!
      hi2 = bounds[5]!
    }
  }
  const c0 = (lo0 + hi0) * 0.5
  const c1 = (lo1 + hi1) * 0.5
  const c2 = (lo2 + hi2) * 0.5
  const keptNode = takeLeft ? left : left + 1
  if (aligned[keptNode] === 0) {
    aligned[keptNode] = 1
    box[kept] = 1
    box[kept + 1] = 0
    box[kept + 2] = 0
    box[kept + 4] = 0
    box[kept + 5] = 1
    box[kept + 6] = 0
    box[kept + 8] = 0
    box[kept + 9] = 0
    box[kept + 10] = 1
  }
  aligned[otherNode] = 0
  box[kept + 3] = -c0
  box[kept + 7] = -c1
  box[kept + 11] = -c2
  const m03 = box[moved + 3]! - c0
  const m13 = box[moved + 7]! - c1
  const m23 = box[moved + 11]! - c2
  box[moved + 3] = m03
  box[moved + 7] = m13
  box[moved + 11] = m23
  // The end on the side of the child whose axes were taken is only shifted, the other one carried over.
  const same = takeLeft ? el : or
  const toSame = takeLeft ? e : e + OUT
  const far = takeLeft ? or : el
  const toFar = takeLeft ? e + OUT : e
  ends[toSame] = ends[same]!
  ends[toSame + 1] = ends[same + 1]!
  ends[toSame + 2] = ends[same + 2]!
  ends[toSame + 3] = ends[same + 3]! - c0
  ends[toSame + 4] = ends[same + 4]!
  ends[toSame + 5] = ends[same + 5]!
  ends[toSame + 6] = ends[same + 6]!
  ends[toSame + 7] = ends[same + 7]! - c1
  ends[toSame + 8] = ends[same + 8]!
  ends[toSame + 9] = ends[same + 9]!
  ends[toSame + 10] = ends[same + 10]!
  ends[toSame + 11] = ends[same + 11]! - c2
  const f00 = ends[far]!
  const f01 = ends[far + 1]!
  const f02 = ends[far + 2]!
  const f03 = ends[far + 3]!
  const f10 = ends[far + 4]!
  const f11 = ends[far + 5]!
  const f12 = ends[far + 6]!
  const f13 = ends[far + 7]!
  const f20 = ends[far + 8]!
  const f21 = ends[far + 9]!
  const f22 = ends[far + 10]!
  const f23 = ends[far + 11]!
  const y01 = takeLeft ? x01 : x10
  const y02 = takeLeft ? x02 : x20
  const y10 = takeLeft ? x10 : x01
  const y12 = takeLeft ? x12 : x21
  const y20 = takeLeft ? x20 : x02
  const y21 = takeLeft ? x21 : x12
  ends[toFar] = x00 * f00 + y01 * f10 + y02 * f20
  ends[toFar + 1] = x00 * f01 + y01 * f11 + y02 * f21
  ends[toFar + 2] = x00 * f02 + y01 * f12 + y02 * f22
  ends[toFar + 3] = x00 * f03 + y01 * f13 + y02 * f23 + m03
  ends[toFar + 4] = y10 * f00 + x11 * f10 + y12 * f20
  ends[toFar + 5] = y10 * f01 + x11 * f11 + y12 * f21
  ends[toFar + 6] = y10 * f02 + x11 * f12 + y12 * f22
  ends[toFar + 7] = y10 * f03 + x11 * f13 + y12 * f23 + m13
  ends[toFar + 8] = y20 * f00 + y21 * f10 + x22 * f20
  ends[toFar + 9] = y20 * f01 + y21 * f11 + x22 * f21
  ends[toFar + 10] = y20 * f02 + y21 * f12 + x22 * f22
  ends[toFar + 11] = y20 * f03 + y21 * f13 + x22 * f23 + m23
  // The slack of padNode in chain-refit.ts, and half extents grown by it.
  const reach =
    Math.abs(o03) +
    Math.abs(o13) +
    Math.abs(o23) +
    Math.abs(i03) +
    Math.abs(i13) +
    Math.abs(i23) +
    Math.abs(ends[or + 3]!) +
    Math.abs(ends[or + 7]!) +
    Math.abs(ends[or + 11]!) +
    Math.abs(t0) +
    Math.abs(t1) +
    Math.abs(t2) +
    l0 +
    l1 +
    l2 +
    r0 +
    r1 +
    r2
  const pad = slack[left]! + slack[left + 1]! + CHAIN_ROUNDING * (c.end[n]! - c.first[n]!) * reach
  slack[n] = pad
  const h0 = (hi0 - lo0) * 0.5 + pad
  const h1 = (hi1 - lo1) * 0.5 + pad
  const h2 = (hi2 - lo2) * 0.5 + pad
  const b = n * BOX + BOX_HALF
  box[b] = h0
  box[b + 1] = h1
  box[b + 2] = h2
  box[b + 3] = h0 * h1 + h1 * h2 + h2 * h0
}

/** Widens `bounds` by the box at `b`, a child of the box whose pose relative to the axes is box[x..]. */
function boundChild(box: Float64Array, x: number, b: number, aligned: number): void {
  const c03 = box[b + 3]!
  const c13 = box[b + 7]!
  const c23 = box[b + 11]!
  const h0 = box[b + BOX_HALF]!
  const h1 = box[b + BOX_HALF + 1]!
  const h2 = box[b + BOX_HALF + 2]!
  const x00 = box[x]!
  const x01 = box[x + 1]!
  const x02 = box[x + 2]!
  const x10 = box[x + 4]!
  const x11 = box[x + 5]!
  const x12 = box[x + 6]!
  const x20 = box[x + 8]!
  const x21 = box[x + 9]!
  const x22 = box[x + 10]!
  const t0 = x00 * c03 + x01 * c13 + x02 * c23 + box[x + 3]!
  const t1 = x10 * c03 + x11 * c13 + x12 * c23 + box[x + 7]!
  const t2 = x20 * c03 + x21 * c13 + x22 * c23 + box[x + 11]!
  let e0: number
  let e1: number
  let e2: number
  if (aligned === 1) {
    e0 = Math.abs(x00) * h0 + Math.abs(x01) * h1 + Math.abs(x02) * h2
    e1 = Math.abs(x10) * h0 + Math.abs(x11) * h1 + Math.abs(x12) * h2
    e2 = Math.abs(x20) * h0 + Math.abs(x21) * h1 + Math.abs(x22) * h2
  } else {
    const c00 = box[b]!
    const c01 = box[b + 1]!
    const c02 = box[b + 2]!
    const c10 = box[b + 4]!
    const c11 = box[b + 5]!
    const c12 = box[b + 6]!
    const c20 = box[b + 8]!
    const c21 = box[b + 9]!
    const c22 = box[b + 10]!
    e0 =
      Math.abs(x00 * c00 + x01 * c10 + x02 * c20) * h0 +
      Math.abs(x00 * c01 + x01 * c11 + x02 * c21) * h1 +
      Math.abs(x00 * c02 + x01 * c12 + x02 * c22) * h2
    e1 =
      Math.abs(x10 * c00 + x11 * c10 + x12 * c20) * h0 +
      Math.abs(x10 * c01 + x11 * c11 + x12 * c21) * h1 +
      Math.abs(x10 * c02 + x11 * c12 + x12 * c22) * h2
    e2 =
      Math.abs(x20 * c00 + x21 * c10 + x22 * c20) * h0 +
      Math.abs(x20 * c01 + x21 * c11 + x22 * c21) * h1 +
      Math.abs(x20 * c02 + x21 * c12 + x22 * c22) * h2
  }
  bounds[0] = Math.min(bounds[0]!, t0 - e0)
  bounds[1] = Math.min(bounds[1]!, t1 - e1)
  bounds[2] = Math.min(bounds[2]!, t2 - e2)
  bounds[3] = Math.max(bounds[3]!, t0 + e0)
  bounds[4] = Math.max(bounds[4]!, t1 + e1)
  bounds[5] = Math.max(bounds[5]!, t2 + e2)
}
