// Springs of the bond angles at CA (N–CA–C, and both with CB where there is one), which crankshafts change and nothing else does.
// The energy of a residue is stiffness · Σ Δ², Δ from what the angle is at the start. Angles are measured in the CA's own frame, so
// they depend on nothing but the two joints beside it. One number a residue is kept, and what of the total a residue is part of is added up
// anew from them in a fixed order: nothing drifts, and the total is a function of these numbers alone, to the bit.
//
// The mirror image of a residue has the same angles: where CB comes to the other side of N, CA and C the energy is infinite, so that L
// amino acids stay L. To refuse is symmetric, and what is left is sampled as before.
import { arctangent } from '../../base/math/trigonometry.js'
import type { Protein } from '../protein/protein.js'
import { aroundAlpha } from '../protein/protein-core.js'

/** Angles of a residue: N–CA–C, N–CA–CB, C–CA–CB. */
const ANGLES = 3

/** Residues whose energies are added up to one number, so that a crankshaft does not add up those of all. */
const BLOCK = 16

export class BondAngles {
  total = 0
  /** N, CA, C and CB of each residue of the structure; −1 where there is none. */
  private readonly atoms: Int32Array
  private readonly pieceOf: Int32Array
  private readonly start: Float64Array
  /** On which side of N, CA and C the CB is at the start, 1 or −1; 0 where there is none. */
  private readonly sides: Int8Array
  private readonly energies: Float64Array
  /** Sums of blocks of residues, in order; the total is the sum of these, in order. */
  private readonly blocks: Float64Array
  /** Residues of the proposal and their energies before it. */
  private readonly residues = Int32Array.of(-1, -1)
  private readonly before = new Float64Array(2)
  private readonly blocksBefore = new Float64Array(2)
  private totalBefore = 0
  /** N, C and CB as the CA sees them. */
  private readonly around = new Float64Array(9)

  constructor(
    private readonly protein: Protein,
    private readonly stiffness: number,
  ) {
    const count = protein.structure.residues.length
    this.atoms = new Int32Array(4 * count).fill(-1)
    this.pieceOf = new Int32Array(count).fill(-1)
    for (let i = 0; i < protein.atoms; i++) {
      const at = ['N', 'CA', 'C', 'CB'].indexOf(protein.names[i]!)
      if (at >= 0) this.atoms[4 * protein.residueOf[i]! + at] = i
      this.pieceOf[protein.residueOf[i]!] = protein.pieceOf[i]!
    }
    for (let r = 0; r < count; r++) {
      const [alpha, beta] = [this.atoms[4 * r + 1]!, this.atoms[4 * r + 3]!]
      // On another body than the CA: not what is meant by CB.
      if (beta >= 0 && protein.linkOf[beta] !== protein.linkOf[alpha]) this.atoms[4 * r + 3] = -1
    }
    this.start = new Float64Array(ANGLES * count)
    this.energies = new Float64Array(count)
    this.blocks = new Float64Array(Math.ceil(count / BLOCK))
    this.sides = new Int8Array(count)
    for (let r = 0; r < count; r++) {
      if (this.pieceOf[r]! < 0) continue
      this.look(r)
      this.sides[r] = this.side(r)
      for (let k = 0; k < ANGLES; k++) this.start[ANGLES * r + k] = this.angle(r, k)
    }
  }

  /** New angles at two residues of the protein as it is. */
  propose(a: number, b: number): void {
    this.totalBefore = this.total
    this.keep(0, a)
    this.keep(1, b)
    this.energies[a] = this.measure(a)
    this.energies[b] = this.measure(b)
    this.addBlock(Math.trunc(a / BLOCK))
    this.addBlock(Math.trunc(b / BLOCK))
    this.addTotal()
  }

  accept(): void {
    this.residues[0] = -1
  }

  /** Nothing where nothing was proposed. */
  undo(): void {
    if (this.residues[0]! < 0) return
    for (let k = 1; k >= 0; k--) {
      const r = this.residues[k]!
      this.energies[r] = this.before[k]!
      this.blocks[Math.trunc(r / BLOCK)] = this.blocksBefore[k]!
    }
    this.total = this.totalBefore
    this.residues[0] = -1
  }

  /** From these positions and nothing that was kept. */
  recompute(positions: Float64Array): number {
    const { atoms, around } = this
    let sum = 0
    for (let r = 0; r < this.energies.length; r++) {
      const alpha = atoms[4 * r + 1]!
      if (alpha < 0) continue
      for (const [n, at] of [0, 2, 3].entries()) {
        const i = atoms[4 * r + at]!
        for (let k = 0; k < 3; k++) around[3 * n + k] = i < 0 ? 0 : positions[3 * i + k]! - positions[3 * alpha + k]!
      }
      sum += this.energyOf(r)
    }
    return sum
  }

  save(): Float64Array {
    return this.energies.slice()
  }

  restore(saved: Float64Array): void {
    this.energies.set(saved)
    for (let block = 0; block < this.blocks.length; block++) this.addBlock(block)
    this.addTotal()
    this.residues[0] = -1
  }

  private keep(k: number, r: number): void {
    this.residues[k] = r
    this.before[k] = this.energies[r]!
    this.blocksBefore[k] = this.blocks[Math.trunc(r / BLOCK)]!
  }

  private addBlock(block: number): void {
    const { energies } = this
    const end = Math.min(energies.length, (block + 1) * BLOCK)
    let sum = 0
    for (let r = block * BLOCK; r < end; r++) sum += energies[r]!
    this.blocks[block] = sum
  }

  private addTotal(): void {
    const { blocks } = this
    let sum = 0
    for (let block = 0; block < blocks.length; block++) sum += blocks[block]!
    this.total = sum
  }

  private look(r: number): void {
    aroundAlpha(this.protein.core, this.around, this.pieceOf[r]!, r, this.atoms[4 * r + 3]!)
  }

  private measure(r: number): number {
    this.look(r)
    return this.energyOf(r)
  }

  private energyOf(r: number): number {
    if (this.side(r) !== this.sides[r]) return Infinity
    let sum = 0
    for (let k = 0; k < ANGLES; k++) {
      const off = this.angle(r, k) - this.start[ANGLES * r + k]!
      sum += off * off
    }
    return this.stiffness * sum
  }

  /** The sign of (N − CA) × (C − CA) · (CB − CA). */
  private side(r: number): number {
    if (this.atoms[4 * r + 3]! < 0) return 0
    const x = this.around
    const volume =
      (x[1]! * x[5]! - x[2]! * x[4]!) * x[6]! +
      (x[2]! * x[3]! - x[0]! * x[5]!) * x[7]! +
      (x[0]! * x[4]! - x[1]! * x[3]!) * x[8]!
    return Math.sign(volume)
  }

  /** 0 where there is no CB. */
  private angle(r: number, k: number): number {
    if (k > 0 && this.atoms[4 * r + 3]! < 0) return 0
    const x = this.around
    const u = k === 2 ? 3 : 0
    const v = k === 0 ? 3 : 6
    const cx = x[u + 1]! * x[v + 2]! - x[u + 2]! * x[v + 1]!
    const cy = x[u + 2]! * x[v]! - x[u]! * x[v + 2]!
    const cz = x[u]! * x[v + 1]! - x[u + 1]! * x[v]!
    return arctangent(
      Math.sqrt(cx * cx + cy * cy + cz * cz),
      x[u]! * x[v]! + x[u + 1]! * x[v + 1]! + x[u + 2]! * x[v + 2]!,
    )
  }
}
