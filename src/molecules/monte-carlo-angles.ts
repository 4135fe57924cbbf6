// Springs of the bond angles at CA (N–CA–C, and both with CB where there is one), which crankshafts change and nothing else does.
// The energy of a residue is stiffness · Σ Δ², Δ from what the angle is at the start; one number a residue is kept, and the total
// is added up anew from them, so that nothing drifts.
//
// The mirror image of a residue has the same angles: where CB comes to the other side of N, CA and C the energy is infinite, so that L
// amino acids stay L. To refuse is symmetric, and what is left is sampled as before.
import { arctangent } from '../math/trigonometry.js'
import type { Protein } from './protein.js'

/** Angles of a residue: N–CA–C, N–CA–CB, C–CA–CB. */
const ANGLES = 3

export class BondAngles {
  total = 0
  /** N, CA, C and CB of each residue of the structure; −1 where there is none. */
  private readonly atoms: Int32Array
  private readonly start: Float64Array
  /** On which side of N, CA and C the CB is at the start, 1 or −1; 0 where there is none. */
  private readonly sides: Int8Array
  private readonly energies: Float64Array
  /** Residues of the proposal and their energies before it. */
  private readonly residues = Int32Array.of(-1, -1)
  private readonly before = new Float64Array(2)
  private totalBefore = 0

  constructor(
    protein: Protein,
    positions: Float64Array,
    private readonly stiffness: number,
  ) {
    const count = protein.structure.residues.length
    this.atoms = new Int32Array(4 * count).fill(-1)
    for (let i = 0; i < protein.atoms; i++) {
      const at = ['N', 'CA', 'C', 'CB'].indexOf(protein.names[i]!)
      if (at >= 0) this.atoms[4 * protein.residueOf[i]! + at] = i
    }
    this.start = new Float64Array(ANGLES * count)
    this.energies = new Float64Array(count)
    this.sides = Int8Array.from({ length: count }, (_, r) => this.side(positions, r))
    for (let r = 0; r < count; r++) {
      for (let k = 0; k < ANGLES; k++) this.start[ANGLES * r + k] = this.angle(positions, r, k)
    }
  }

  /** New angles at two residues. */
  propose(positions: Float64Array, a: number, b: number): void {
    this.totalBefore = this.total
    for (const [k, r] of [a, b].entries()) {
      this.residues[k] = r
      this.before[k] = this.energies[r]!
      this.energies[r] = this.measure(positions, r)
    }
    this.total = this.add()
  }

  accept(): void {
    this.residues.fill(-1)
  }

  /** Nothing where nothing was proposed. */
  undo(): void {
    if (this.residues[0]! < 0) return
    for (let k = 1; k >= 0; k--) this.energies[this.residues[k]!] = this.before[k]!
    this.total = this.totalBefore
    this.residues.fill(-1)
  }

  /** From these positions and nothing that was kept. */
  recompute(positions: Float64Array): number {
    let sum = 0
    for (let r = 0; r < this.energies.length; r++) sum += this.measure(positions, r)
    return sum
  }

  save(): Float64Array {
    return this.energies.slice()
  }

  restore(saved: Float64Array): void {
    this.energies.set(saved)
    this.total = this.add()
    this.residues.fill(-1)
  }

  private add(): number {
    let sum = 0
    for (const energy of this.energies) sum += energy
    return sum
  }

  private measure(positions: Float64Array, r: number): number {
    if (this.side(positions, r) !== this.sides[r]) return Infinity
    let sum = 0
    for (let k = 0; k < ANGLES; k++) {
      const off = this.angle(positions, r, k) - this.start[ANGLES * r + k]!
      sum += off * off
    }
    return this.stiffness * sum
  }

  /** The sign of (N − CA) × (C − CA) · (CB − CA). */
  private side(x: Float64Array, r: number): number {
    const [n, ca, c, cb] = this.atoms.subarray(4 * r, 4 * r + 4) as unknown as [number, number, number, number]
    if (n < 0 || ca < 0 || c < 0 || cb < 0) return 0
    const from = (i: number, k: number): number => x[3 * i + k]! - x[3 * ca + k]!
    const volume =
      (from(n, 1) * from(c, 2) - from(n, 2) * from(c, 1)) * from(cb, 0) +
      (from(n, 2) * from(c, 0) - from(n, 0) * from(c, 2)) * from(cb, 1) +
      (from(n, 0) * from(c, 1) - from(n, 1) * from(c, 0)) * from(cb, 2)
    return Math.sign(volume)
  }

  /** 0 where an atom is missing. */
  private angle(x: Float64Array, r: number, k: number): number {
    const { atoms } = this
    const b = atoms[4 * r + 1]!
    const a = atoms[4 * r + (k === 2 ? 2 : 0)]!
    const c = atoms[4 * r + (k === 0 ? 2 : 3)]!
    if (a < 0 || b < 0 || c < 0) return 0
    const ux = x[3 * a]! - x[3 * b]!
    const uy = x[3 * a + 1]! - x[3 * b + 1]!
    const uz = x[3 * a + 2]! - x[3 * b + 2]!
    const vx = x[3 * c]! - x[3 * b]!
    const vy = x[3 * c + 1]! - x[3 * b + 1]!
    const vz = x[3 * c + 2]! - x[3 * b + 2]!
    const cx = uy * vz - uz * vy
    const cy = uz * vx - ux * vz
    const cz = ux * vy - uy * vx
    return arctangent(Math.sqrt(cx * cx + cy * cy + cz * cz), ux * vx + uy * vy + uz * vz)
  }
}
