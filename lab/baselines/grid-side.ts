// A grid that is kept: only the side of the changed joint with fewer links is moved, and only its links are looked up among
// those of the other side, since neither side has changed in itself. Not in the ChainTree paper; the strongest rival that we
// know for chains of some thousand links.
//
// A step looks before it moves: the new places of the smaller side are computed beside the old ones and looked up in the grid
// as it stands, skipping links of their own side. A collision so costs no change of the grid; after a free step those links
// change lists whose cell changed. The cells: grid-cells.ts.
import { type Baseline, turnSide } from './baseline.js'
import { anyHits, bucketOf, cellsPerUnit, createHeads } from './grid-cells.js'

export class GridSide implements Baseline {
  readonly method = 'grid-side'
  readonly volumeTests = null
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
    this.heads = createHeads(size)
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
    const inverse = cellsPerUnit(this.radius)
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
    if (anyHits(moved, positions, from, to, this.radius, this.neighbours, heads, next, false)) return true
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
    const inverse = cellsPerUnit(this.radius)
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
