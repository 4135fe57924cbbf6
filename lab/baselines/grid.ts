// Grid: "explicit maintenance of the chain and collision detection by indexing into a 3D grid using a hash table"
// (ChainTree paper, section 5), emptied and filled again at every step.
//
// Tuned as well as we know how, since a weak baseline flatters us. Cells are two diameters wide, so a sphere's
// partners lie in its own cell or the seven others nearest to it: 8 look-ups, where cells of one diameter need 13
// (half of the 26 neighbours; measured 1.3 to 1.8 times slower). Spheres are put in one by one and each is compared
// with those already there, so a pair is met once and a collision ends the filling too. A bucket is a list through
// `next`; cells that share a bucket cost a distance test, less than comparing keys would. Eight buckets a sphere
// measured best (4: 1.1 to 1.4 times slower; 16: the same).
import { type Baseline, ExplicitChain } from './baseline.js'

const BUCKETS_PER_LINK = 8
// Large odd multipliers; Math.imul keeps them in 32 bits.
const HASH_X = 73856093
const HASH_Y = 19349663
const HASH_Z = 83492791

export class Grid implements Baseline {
  readonly method = 'grid'
  readonly boxTests = null
  private readonly chain: ExplicitChain
  private readonly radius: number
  private readonly heads: Int32Array
  private readonly next: Int32Array

  constructor(
    size: number,
    radius: number,
    private readonly neighbours = 1,
  ) {
    this.chain = new ExplicitChain(size)
    this.radius = radius
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(BUCKETS_PER_LINK * size)))
    this.next = new Int32Array(size)
  }

  get nodesUpdated(): number {
    return this.chain.size
  }

  get byteLength(): number {
    return this.chain.byteLength + this.heads.byteLength + this.next.byteLength
  }

  sync(positions: Float64Array): void {
    this.chain.sync(positions)
  }

  update(joint: number, angle: number): void {
    this.chain.rotate(joint, angle)
    this.heads.fill(-1)
  }

  test(): boolean {
    return fillUntilHit(this.chain.positions, this.chain.size, this.radius, this.neighbours, this.heads, this.next)
  }

  undo(): void {
    this.chain.undo()
  }
}

/** Puts the links into an empty grid one by one; true as soon as one overlaps another that is not its neighbour. */
function fillUntilHit(
  p: Float64Array,
  n: number,
  radius: number,
  neighbours: number,
  heads: Int32Array,
  next: Int32Array,
): boolean {
  const inverse = 1 / (4 * radius)
  const reachSq = 4 * radius * radius
  const mask = heads.length - 1
  for (let i = 0; i < n; i++) {
    const x = p[3 * i]!
    const y = p[3 * i + 1]!
    const z = p[3 * i + 2]!
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
    const own = bucket((ax + ay + az) | 0, mask)
    const first = heads[own]!
    // Written out: as a loop over eight it is 1.2 to 1.6 times slower.
    if (first >= 0 && listHits(p, next, first, i, x, y, z, reachSq, neighbours)) return true
    let j = heads[bucket((bx + ay + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((ax + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((bx + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((ax + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((bx + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((ax + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    j = heads[bucket((bx + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, reachSq, neighbours)) return true
    next[i] = first
    heads[own] = i
  }
  return false
}

function bucket(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask
}

function listHits(
  p: Float64Array,
  next: Int32Array,
  j: number,
  i: number,
  x: number,
  y: number,
  z: number,
  reachSq: number,
  neighbours: number,
): boolean {
  for (; j >= 0; j = next[j]!) {
    if (i - j <= neighbours) continue
    const dx = x - p[3 * j]!
    const dy = y - p[3 * j + 1]!
    const dz = z - p[3 * j + 2]!
    if (dx * dx + dy * dy + dz * dz <= reachSq) return true
  }
  return false
}
