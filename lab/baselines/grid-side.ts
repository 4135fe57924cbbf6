// A grid that is kept: only the side of the changed joint with fewer links is moved, and only its links are looked up among
// those of the other side, since neither side has changed in itself. Not in the ChainTree paper; the strongest rival that we
// know for chains of some thousand links.
//
// A step looks before it moves: the new places of the smaller side are computed beside the old ones and looked up in the grid
// as it stands, skipping links of their own side. A collision so costs no change of the grid; after a free step those links
// change lists whose cell changed. Cells are two reaches wide and the 8 nearest are looked up, as in grid.ts: cells of one reach
// and 27 look-ups measured 1.2 to 1.8 times slower on protein backbones.
import { type Baseline, turnSide } from './baseline.js'

const BUCKETS_PER_LINK = 8
const HASH_X = 73856093
const HASH_Y = 19349663
const HASH_Z = 83492791

export class GridSide implements Baseline {
  readonly method = 'grid-side'
  readonly boxTests = null
  private readonly positions: Float64Array
  private readonly moved: Float64Array
  private readonly heads: Int32Array
  private readonly next: Int32Array
  private readonly before: Int32Array
  /** Bucket of each link. */
  private readonly bucket: Int32Array
  private from = 0
  private to = 0
  /** Whether the last step was taken: `moved` has the old places then, else the new ones. */
  private taken = false

  constructor(
    private readonly size: number,
    private readonly radius: number,
    private readonly neighbours = 1,
  ) {
    this.positions = new Float64Array(3 * size)
    this.moved = new Float64Array(3 * size)
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(BUCKETS_PER_LINK * size)))
    this.next = new Int32Array(size)
    this.before = new Int32Array(size)
    this.bucket = new Int32Array(size)
  }

  /** Links of the smaller side. */
  get nodesUpdated(): number {
    return this.to - this.from
  }

  get byteLength(): number {
    const { positions, moved, heads, next, before, bucket } = this
    return [positions, moved, heads, next, before, bucket].reduce((sum, a) => sum + a.byteLength, 0)
  }

  sync(positions: Float64Array): void {
    this.positions.set(positions)
    this.heads.fill(-1)
    const inverse = 1 / (4 * this.radius)
    for (let i = 0; i < this.size; i++) this.insert(i, bucketOf(this.positions, i, inverse, this.heads.length - 1))
    this.taken = false
  }

  update(joint: number, angle: number): void {
    const after = this.size - joint - 1 <= joint + 1
    this.from = after ? joint + 1 : 0
    this.to = after ? this.size : joint + 1
    // The other way round for the links before the joint: the same motion of one side against the other.
    turnSide(this.moved, this.positions, joint, after ? angle : -angle, this.from, this.to)
    this.taken = false
  }

  test(): boolean {
    const { positions, moved, from, to, heads, next } = this
    if (sideHits(moved, positions, from, to, this.radius, this.neighbours, heads, next)) return true
    this.swap()
    this.taken = true
    return false
  }

  undo(): void {
    if (this.taken) this.swap()
    this.taken = false
  }

  /** The links of the smaller side change places with what is in `moved`. */
  private swap(): void {
    const { positions, moved, from, to, bucket, heads } = this
    const inverse = 1 / (4 * this.radius)
    const mask = heads.length - 1
    for (let i = from; i < to; i++) {
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        const x = positions[k]!
        positions[k] = moved[k]!
        moved[k] = x
      }
      const now = bucketOf(positions, i, inverse, mask)
      if (now === bucket[i]) continue
      this.remove(i)
      this.insert(i, now)
    }
  }

  private insert(i: number, at: number): void {
    const { heads, next, before } = this
    const first = heads[at]!
    this.bucket[i] = at
    next[i] = first
    before[i] = -1
    if (first >= 0) before[first] = i
    heads[at] = i
  }

  private remove(i: number): void {
    const { heads, next, before } = this
    const after = next[i]!
    const previous = before[i]!
    if (after >= 0) before[after] = previous
    if (previous >= 0) next[previous] = after
    else heads[this.bucket[i]!] = after
  }
}

function bucketOf(p: Float64Array, i: number, inverse: number, mask: number): number {
  const ax = Math.imul(Math.floor(p[3 * i]! * inverse), HASH_X)
  const ay = Math.imul(Math.floor(p[3 * i + 1]! * inverse), HASH_Y)
  const az = Math.imul(Math.floor(p[3 * i + 2]! * inverse), HASH_Z)
  return mix((ax + ay + az) | 0, mask)
}

function mix(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask
}

/** Whether a link from ≤ i < to, at its new place, touches one of the others. */
function sideHits(
  moved: Float64Array,
  p: Float64Array,
  from: number,
  to: number,
  radius: number,
  neighbours: number,
  heads: Int32Array,
  next: Int32Array,
): boolean {
  const inverse = 1 / (4 * radius)
  const reachSq = 4 * radius * radius
  const mask = heads.length - 1
  for (let i = from; i < to; i++) {
    const x = moved[3 * i]!
    const y = moved[3 * i + 1]!
    const z = moved[3 * i + 2]!
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
    let j = heads[mix((ax + ay + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((bx + ay + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((ax + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((bx + by + az) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((ax + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((bx + ay + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((ax + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
    j = heads[mix((bx + by + bz) | 0, mask)]!
    if (j >= 0 && listHits(p, next, j, i, x, y, z, from, to, reachSq, neighbours)) return true
  }
  return false
}

function listHits(
  p: Float64Array,
  next: Int32Array,
  j: number,
  i: number,
  x: number,
  y: number,
  z: number,
  from: number,
  to: number,
  reachSq: number,
  neighbours: number,
): boolean {
  for (; j >= 0; j = next[j]!) {
    if (j >= from && j < to) continue
    const dx = x - p[3 * j]!
    const dy = y - p[3 * j + 1]!
    const dz = z - p[3 * j + 2]!
    if (dx * dx + dy * dy + dz * dz > reachSq) continue
    const apart = i - j
    if (apart > neighbours || apart < -neighbours) return true
  }
  return false
}
