// Are two swept rectangles apart? Asked by a search for pairs that no axis of either frame has parted.
//
// Any direction proves a bound: no point of B is nearer to any of A than the gap that the direction leaves between them. So the way
// the direction was found need not be trusted. It is the line between points that go to and fro: the point of B nearest to a
// point of A (a clamped projection, closed form on a rectangle), the point of A nearest to that one, and so on. Where corners face
// each other, it is found in one turn. (geometry/distance-rectangles.ts is the same for a bound instead of an answer.)
//
// Rounding is the search's (SEARCH_ROUNDING): the gap is a sum of nine products of numbers no larger than the pair's size, in
// error by at most 16u of it.

/** Turns of to and fro. Each parts some pairs more, and costs as much as the axes did. */
const TURNS = 4

/**
 * Half lengths and radius of A stand at a[i..i+2], those of B at b[j..j+2], the pose X_AB at x[p..p+11]. True only if no point of
 * one is within limit[0] of the other.
 */
export function sweptFartherThan(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  x: Float64Array,
  p: number,
  limit: Float64Array,
): boolean {
  const apart = a[i + 2]! + b[j + 2]! + limit[0]!
  if (apart === Infinity) return false
  const a0 = a[i]!
  const a1 = a[i + 1]!
  const b0 = b[j]!
  const b1 = b[j + 1]!
  const r00 = x[p]!
  const r01 = x[p + 1]!
  const tx = x[p + 3]!
  const r10 = x[p + 4]!
  const r11 = x[p + 5]!
  const ty = x[p + 7]!
  const r20 = x[p + 8]!
  const r21 = x[p + 9]!
  const tz = x[p + 11]!
  // Starts from A's centre.
  let ax = 0
  let ay = 0
  for (let turn = 0; turn < TURNS; turn++) {
    const dx = ax - tx
    const dy = ay - ty
    const u = Math.max(-b0, Math.min(b0, dx * r00 + dy * r10 - tz * r20))
    const v = Math.max(-b1, Math.min(b1, dx * r01 + dy * r11 - tz * r21))
    const bx = tx + u * r00 + v * r01
    const by = ty + u * r10 + v * r11
    const bz = tz + u * r20 + v * r21
    ax = Math.max(-a0, Math.min(a0, bx))
    ay = Math.max(-a1, Math.min(a1, by))
    const nx = bx - ax
    const ny = by - ay
    const length = Math.sqrt(nx * nx + ny * ny + bz * bz)
    if (length <= apart) return false
    // The gap along the line between the two points: from A's farthest corner to B's nearest.
    const gap =
      nx * tx +
      ny * ty +
      bz * tz -
      b0 * Math.abs(nx * r00 + ny * r10 + bz * r20) -
      b1 * Math.abs(nx * r01 + ny * r11 + bz * r21) -
      a0 * Math.abs(nx) -
      a1 * Math.abs(ny)
    if (gap > apart * length) return true
  }
  return false
}
