// Are the volumes of two nodes separated? The search itself tests boxes along their six face normals. This file tests the rest:
// the first two nodes of a search between chains, and swept rectangles that no face normal separates.
//
// Any direction proves a bound: no point of B is nearer to any of A than the gap that the direction leaves between them. So the
// way the direction was found need not be trusted. It is the line between points that go to and fro: the point of B nearest to a
// point of A (a clamped projection, closed form on a rectangle), the point of A nearest to that one, and so on. Where corners
// face each other, it is found in one turn. (geometry/pairs/distance-rectangles.ts is the same for a bound instead of an answer.)
//
// Rounding is the search's (SEARCH_ROUNDING): the gap is a sum of nine products of numbers no larger than the pair's size, in
// error by at most 16u of it.

import { BOX, BOX_HALF } from '../../volumes/node-box.js'
import { obbsFartherThan } from '../../volumes/obb.js'
import type { ChainArrays } from './chain-arrays.js'

/**
 * Turns of to and fro. Each costs as much as the face normals did. Measured: tests a query at 1,000 / 10,000 links 71 / 138
 * without any, 64 / 124 with one turn, 62 / 120 with two, 62 / 117 with four, 61 / 116 with twelve.
 */
const TURNS = 4

/**
 * Half lengths and radius of A are at a[i..i+2], those of B at b[j..j+2], the pose X_AB at x[p..p+11]. True only if no point of
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

const halfA = new Float64Array(3)
const halfB = new Float64Array(3)

/** The volumes of any two nodes at the pose x[0..11]: true only if no point of one is within `limit` of the other. */
export function nodesFartherThan(
  a: ChainArrays,
  nodeA: number,
  b: ChainArrays,
  nodeB: number,
  x: Float64Array,
  limit: Float64Array,
): boolean {
  const radii = setFlat(halfA, a, nodeA) + setFlat(halfB, b, nodeB)
  if (obbsFartherThan(halfA, 0, halfB, 0, x, 0, radii + limit[0]!)) return true
  const swept = a.volume === 'rss' && b.volume === 'rss'
  return swept && sweptFartherThan(a.box, nodeA * BOX + BOX_HALF, b.box, nodeB * BOX + BOX_HALF, x, 0, limit)
}

/** Half extents of a node's box; of a swept rectangle, those of the rectangle. Returns its radius. */
function setFlat(out: Float64Array, c: ChainArrays, n: number): number {
  const h = n * BOX + BOX_HALF
  for (let k = 0; k < 3; k++) out[k] = c.box[h + k]!
  if (c.volume === 'obb') return 0
  out[2] = 0
  return c.box[h + 2]!
}
