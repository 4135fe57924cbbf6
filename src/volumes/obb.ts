// Oriented bounding boxes. A box is its pose (centre and axes) and three half extents; the pose is kept by whoever
// owns the box, relative to whatever frame that owner likes, so the tests here take the relative pose X_AB of two
// boxes and a slot of half extents each.

/**
 * True only if no point of box A is within `margin` of box B: a separating axis of the fifteen candidates (three
 * face normals each, nine edge pairs; OBBTree, 1996) keeps them more than `margin` apart.
 *
 * Conservative in both ways that matter. The edge axes are not normalised (their length is at most 1, so asking for
 * more than `margin` along them asks for too much, never too little); and with rounding, the caller's margin must
 * cover the error of the products below, at most 16·u·(|t| + |a| + |b|), five products a side of numbers no larger than those. An axis of
 * nearly parallel edges has length near zero and then separates nothing, as it should.
 */
export function obbsFartherThan(
  halfA: Float64Array,
  a: number,
  halfB: Float64Array,
  b: number,
  x: Float64Array,
  i: number,
  margin: number,
): boolean {
  const a0 = halfA[a]!
  const a1 = halfA[a + 1]!
  const a2 = halfA[a + 2]!
  const b0 = halfB[b]!
  const b1 = halfB[b + 1]!
  const b2 = halfB[b + 2]!
  const t0 = x[i + 3]!
  const t1 = x[i + 7]!
  const t2 = x[i + 11]!
  const r00 = x[i]!
  const r01 = x[i + 1]!
  const r02 = x[i + 2]!
  const q00 = Math.abs(r00)
  const q01 = Math.abs(r01)
  const q02 = Math.abs(r02)
  if (Math.abs(t0) > a0 + margin + b0 * q00 + b1 * q01 + b2 * q02) return true
  const r10 = x[i + 4]!
  const r11 = x[i + 5]!
  const r12 = x[i + 6]!
  const q10 = Math.abs(r10)
  const q11 = Math.abs(r11)
  const q12 = Math.abs(r12)
  if (Math.abs(t1) > a1 + margin + b0 * q10 + b1 * q11 + b2 * q12) return true
  const r20 = x[i + 8]!
  const r21 = x[i + 9]!
  const r22 = x[i + 10]!
  const q20 = Math.abs(r20)
  const q21 = Math.abs(r21)
  const q22 = Math.abs(r22)
  if (Math.abs(t2) > a2 + margin + b0 * q20 + b1 * q21 + b2 * q22) return true
  if (Math.abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + margin + a0 * q00 + a1 * q10 + a2 * q20) return true
  if (Math.abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + margin + a0 * q01 + a1 * q11 + a2 * q21) return true
  if (Math.abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + margin + a0 * q02 + a1 * q12 + a2 * q22) return true
  if (Math.abs(t2 * r10 - t1 * r20) > margin + a1 * q20 + a2 * q10 + b1 * q02 + b2 * q01) return true
  if (Math.abs(t2 * r11 - t1 * r21) > margin + a1 * q21 + a2 * q11 + b0 * q02 + b2 * q00) return true
  if (Math.abs(t2 * r12 - t1 * r22) > margin + a1 * q22 + a2 * q12 + b0 * q01 + b1 * q00) return true
  if (Math.abs(t0 * r20 - t2 * r00) > margin + a0 * q20 + a2 * q00 + b1 * q12 + b2 * q11) return true
  if (Math.abs(t0 * r21 - t2 * r01) > margin + a0 * q21 + a2 * q01 + b0 * q12 + b2 * q10) return true
  if (Math.abs(t0 * r22 - t2 * r02) > margin + a0 * q22 + a2 * q02 + b0 * q11 + b1 * q10) return true
  if (Math.abs(t1 * r00 - t0 * r10) > margin + a0 * q10 + a1 * q00 + b1 * q22 + b2 * q21) return true
  if (Math.abs(t1 * r01 - t0 * r11) > margin + a0 * q11 + a1 * q01 + b0 * q22 + b2 * q20) return true
  if (Math.abs(t1 * r02 - t0 * r12) > margin + a0 * q12 + a1 * q02 + b0 * q21 + b1 * q20) return true
  return false
}
