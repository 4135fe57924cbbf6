// Kept energies of a small system: one sum for every pair of blocks, in a dense matrix, and one for every tile of 8 × 8 of them. Only
// pairs of blocks that moved relative to each other are computed again; tiles that are apart are passed over as a whole.
//
// Invariants: a tile's sum is the sum of its pairs in order, a row's of its tiles, the total of the rows: a function of the matrix. `live` of
// a tile counts its sums that are not zero, so a tile without any needs no clearing.
import { type BlockAtoms, ballsApart, MIXED } from './block-atoms.js'
import { type BlockModel, blockPairEnergy, infinitePair } from './block-energy.js'
import { listPairs } from './block-kernels.js'
import type { Stretch } from './energy.js'
import { KeptEnergy } from './energy-kept.js'
import { Log } from './energy-log.js'
import { packEnergy, readBlockPairs, unpackEnergy } from './energy-saved.js'

/** Levels of the tree of balls below a tile: 2³ blocks a side. */
const TILE_LEVEL = 3

export class BlockSums extends KeptEnergy {
  private readonly model: BlockModel
  private readonly atoms: BlockAtoms
  /** Sum of blocks a ≤ b at a · blocks + b. */
  private readonly sums: Float64Array
  /** Tiles a side, and the level of the tree that they are of. */
  private readonly side: number
  private readonly level: number
  private readonly tileSums: Float64Array
  private readonly live: Int32Array
  private readonly rowSums: Float64Array
  private sum = 0
  /** What the proposal overwrote. */
  private readonly oldSums = new Log()
  private readonly oldTiles = new Log()
  private readonly oldRows = new Log()
  private readonly oldLive = new Log()
  private oldTotal = 0
  /** A pair of blocks with an infinite term, of the last evaluation that found one. */
  private blame: [number, number] | undefined

  constructor(model: BlockModel) {
    super(model.counts)
    this.model = model
    this.atoms = model.atoms
    const { blocks, levels } = this.atoms
    this.sums = new Float64Array(blocks * blocks)
    this.level = Math.min(TILE_LEVEL, levels - 1)
    this.side = this.atoms.nodesOf(this.level)
    this.tileSums = new Float64Array(this.side * this.side)
    this.live = new Int32Array(this.side * this.side)
    this.rowSums = new Float64Array(this.side)
    this.recompute()
  }

  get total(): number {
    return this.sum
  }

  protected move(positions: Float64Array, moved: readonly Stretch[]): void {
    this.atoms.propose(positions, moved)
  }

  protected moveAll(): void {
    this.atoms.markAll()
  }

  protected unmark(): void {
    this.atoms.clear()
  }

  protected undoMove(): void {
    this.atoms.undo()
  }

  protected settle(): void {}

  protected culprit(): readonly [number, number] | undefined {
    return this.blame && infinitePair(this.model, ...this.blame)
  }

  protected pack(): Float64Array {
    const { blocks } = this.atoms
    const rest: number[] = []
    for (let a = 0; a < blocks; a++) {
      for (let b = a; b < blocks; b++) if (this.sums[a * blocks + b] !== 0) rest.push(a, b, this.sums[a * blocks + b]!)
    }
    return packEnergy('blocks', blocks, this.atoms.read(), rest)
  }

  protected unpack(saved: Float64Array): void {
    const { blocks } = this.atoms
    const { positions, rest } = unpackEnergy('blocks', blocks, 3 * this.atoms.atoms, saved)
    const sums = new Float64Array(this.sums.length)
    readBlockPairs(rest, blocks, (a, b, sum) => {
      sums[a * blocks + b] = sum
    })
    this.sums.set(sums)
    this.atoms.write(positions)
    this.clearLogs()
    for (let row = 0; row < this.side; row++) {
      for (let column = row; column < this.side; column++) this.addTile(row, column)
      this.addRow(row)
    }
    this.addTotal()
  }

  /** All pairs of different or mixed bodies; false, at the first that is infinite. */
  protected evaluate(): boolean {
    this.clearLogs()
    this.blame = undefined
    const { bodies, first } = this.atoms
    const at = first[this.level]!
    for (let row = 0; row < this.side; row++) {
      const body = bodies[at + row]!
      let changed = false
      for (let column = row; column < this.side; column++) {
        const other = bodies[at + column]!
        if (body === other && body !== MIXED) continue
        const done = this.evaluateTile(row, column)
        if (done < 0) return false
        if (done > 0) changed = true
      }
      if (changed) this.addRow(row)
    }
    this.addTotal()
    return Number.isFinite(this.sum)
  }

  /** 1: something in it changed; 0: nothing; -1: infinite. */
  private evaluateTile(row: number, column: number): number {
    const { atoms, model, sums } = this
    const { blocks, balls } = atoms
    const { counts, cutoff, arrays } = model
    const tile = row * this.side + column
    const at = atoms.first[this.level]!
    const endA = Math.min(blocks, (row + 1) << this.level)
    const endB = Math.min(blocks, (column + 1) << this.level)
    let changed = 0
    if (row !== column) {
      counts.tests++
      if (ballsApart(balls, at + row, at + column, cutoff))
        return this.live[tile] === 0 ? 0 : this.clearTile(row, column)
    }
    const fromA = row << this.level
    const fromB = column << this.level
    const count = arrays.wasm
      ? arrays.wasm.run.listPairs(cutoff, fromA, endA, fromB, endB)
      : listPairs(arrays, cutoff, fromA, endA, fromB, endB)
    counts.tests += count
    for (let k = 0; k < count; k++) {
      const entry = arrays.listed[k]!
      const a = fromA + (entry >> 8)
      const b = fromB + ((entry >> 1) & 127)
      const index = a * blocks + b
      let sum = 0
      if ((entry & 1) === 1) {
        sum = blockPairEnergy(model, a, b)
        if (sum === Infinity) {
          this.blame = [a, b]
          return -1
        }
      }
      if (sum === sums[index]) continue
      this.oldSums.push(index, sums[index]!)
      sums[index] = sum
      changed = 1
    }
    if (changed > 0) this.addTile(row, column)
    return changed
  }

  /** Everything between two tiles that are apart is zero. */
  private clearTile(row: number, column: number): number {
    const { sums } = this
    const { blocks } = this.atoms
    const endA = Math.min(blocks, (row + 1) << this.level)
    const endB = Math.min(blocks, (column + 1) << this.level)
    for (let a = row << this.level; a < endA; a++) {
      for (let index = a * blocks + (column << this.level); index < a * blocks + endB; index++) {
        if (sums[index] === 0) continue
        this.oldSums.push(index, sums[index]!)
        sums[index] = 0
      }
    }
    this.addTile(row, column)
    return 1
  }

  private addTile(row: number, column: number): void {
    const { sums } = this
    const { blocks } = this.atoms
    const endA = Math.min(blocks, (row + 1) << this.level)
    const endB = Math.min(blocks, (column + 1) << this.level)
    let sum = 0
    let live = 0
    for (let a = row << this.level; a < endA; a++) {
      // Below the diagonal the matrix is zero throughout.
      for (let index = a * blocks + (column << this.level); index < a * blocks + endB; index++) {
        const value = sums[index]!
        if (value !== 0) {
          sum += value
          live++
        }
      }
    }
    const tile = row * this.side + column
    this.oldTiles.push(tile, this.tileSums[tile]!)
    this.oldLive.push(tile, this.live[tile]!)
    this.tileSums[tile] = sum
    this.live[tile] = live
  }

  private addRow(row: number): void {
    let sum = 0
    for (let tile = row * this.side + row; tile < (row + 1) * this.side; tile++) sum += this.tileSums[tile]!
    this.oldRows.push(row, this.rowSums[row]!)
    this.rowSums[row] = sum
  }

  private addTotal(): void {
    let sum = 0
    for (let row = 0; row < this.side; row++) sum += this.rowSums[row]!
    this.sum = sum
  }

  private clearLogs(): void {
    this.oldTotal = this.sum
    this.oldSums.length = 0
    this.oldTiles.length = 0
    this.oldRows.length = 0
    this.oldLive.length = 0
  }

  protected undoSums(): void {
    this.oldSums.restore(this.sums)
    this.oldTiles.restore(this.tileSums)
    this.oldLive.restore(this.live)
    this.oldRows.restore(this.rowSums)
    this.sum = this.oldTotal
  }
}
