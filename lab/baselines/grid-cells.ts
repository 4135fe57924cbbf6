// Cells of a grid over the links of a chain: a hash table of lists, and the look-up of a link among those near it.
//
// Tuned as well as we know how, since a weak baseline flatters us. Cells are two diameters wide, so a sphere's partners lie in its
// own cell or the seven others nearest to it: 8 look-ups, where cells of one diameter need 13 (half of the 26 neighbours; measured
// 1.3 to 1.8 times slower where a grid is filled) or 27 (1.2 to 1.8 times slower where it is kept). A bucket is a list through
// `next`; cells that share a bucket cost a distance test, less than comparing keys would. Eight buckets a sphere measured best
// (4: 1.1 to 1.4 times slower; 16: the same).

const BUCKETS_PER_LINK = 8
// Large odd multipliers; Math.imul keeps them in 32 bits.
const HASH_X = 73856093
const HASH_Y = 19349663
const HASH_Z = 83492791

/** First link of each bucket's list, or −1; a power of two of them. */
export function createHeads(links: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(BUCKETS_PER_LINK * links))).fill(-1)
}

/** Cells in a unit of length. */
export function cellsPerUnit(radius: number): number {
  return 1 / (4 * radius)
}

/** Of the cell that link i of `p` is in. */
export function bucketOf(p: Float64Array, i: number, inverse: number, mask: number): number {
  const ax = Math.imul(Math.floor(p[3 * i]! * inverse), HASH_X)
  const ay = Math.imul(Math.floor(p[3 * i + 1]! * inverse), HASH_Y)
  const az = Math.imul(Math.floor(p[3 * i + 2]! * inverse), HASH_Z)
  return mix((ax + ay + az) | 0, mask)
}

function mix(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask
}

/**
 * Whether one of the links from ≤ i < to, at its place in `places`, touches one that is in the lists, at its place in `p`, neighbours
 * along the chain aside. If they are all in the lists (`fill` is false) they are not compared with each other. If none is yet, `fill`
 * puts them in one by one, so that each is compared with those before it.
 */
export function anyHits(
  places: Float64Array,
  p: Float64Array,
  from: number,
  to: number,
  radius: number,
  neighbours: number,
  heads: Int32Array,
  next: Int32Array,
  fill: boolean,
): boolean {
  const inverse = cellsPerUnit(radius)
  const reachSq = 4 * radius * radius
  const mask = heads.length - 1
  for (let i = from; i < to; i++) {
    const x = places[3 * i]!
    const y = places[3 * i + 1]!
    const z = places[3 * i + 2]!
    const cx = Math.floor(x * inverse)
    const cy = Math.floor(y * inverse)
    const cz = Math.floor(z * inverse)
    const ax = Math.imul(cx, HASH_X)
    const ay = Math.imul(cy, HASH_Y)
    const az = Math.imul(cz, HASH_Z)
    // The cell on the nearer side along each axis: c − 1 in the lower half of the cell, c + 1 in the upper.
    const bx = Math.imul(2 * Math.round(x * inverse) - cx - 1, HASH_X)
    const by = Math.imul(2 * Math.round(y * inverse) - cy - 1, HASH_Y)
    const bz = Math.imul(2 * Math.round(z * inverse) - cz - 1, HASH_Z)
    // Not compared: low ≤ j < high, which are those of the same side (or not yet filled in) and the neighbours next to them.
    const low = Math.min(fill ? i : from, i - neighbours)
    const high = Math.max(to, i + neighbours + 1)
    const own = mix((ax + ay + az) | 0, mask)
    const first = heads[own]!
    // Written out: as a loop over eight it is 1.2 to 1.6 times slower.
    if (first >= 0 && listHits(p, next, first, x, y, z, low, high, reachSq)) return true
    let j = heads[mix((bx + ay + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((ax + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((bx + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((ax + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((bx + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((ax + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    j = heads[mix((bx + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, x, y, z, low, high, reachSq)) return true
    if (!fill) continue
    next[i] = first
    heads[own] = i
  }
  return false
}

function listHits(
  p: Float64Array,
  next: Int32Array,
  j: number,
  x: number,
  y: number,
  z: number,
  low: number,
  high: number,
  reachSq: number,
): boolean {
  for (; j >= 0; j = next[j]!) {
    if (j >= low && j < high) continue
    const dx = x - p[3 * j]!
    const dy = y - p[3 * j + 1]!
    const dz = z - p[3 * j + 2]!
    if (dx * dx + dy * dy + dz * dz <= reachSq) return true
  }
  return false
}
