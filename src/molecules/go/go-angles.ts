// The kept energies of a Gō chain's angles and dihedrals, and those that a move changes: at most two angles and four dihedrals.
//
// A move notes which, asks for their change, and keeps the new ones if it is taken.
import type { GoModel } from './go-model.js'
import { angleEnergy, dihedralEnergy } from './go-terms.js'

export class GoAngles {
  private readonly angles: Float64Array
  private readonly dihedrals: Float64Array
  private readonly newAngles = new Int32Array(2)
  private readonly newAngleEnergies = new Float64Array(2)
  private readonly newDihedrals = new Int32Array(4)
  private readonly newDihedralEnergies = new Float64Array(4)
  private angleCount = 0
  private dihedralCount = 0

  constructor(
    private readonly model: GoModel,
    private readonly positions: Float64Array,
  ) {
    this.angles = new Float64Array(model.beads - 2)
    this.dihedrals = new Float64Array(Math.max(0, model.beads - 3))
  }

  /** A pivot about bead p: its angle, and the dihedrals about its two bonds. */
  notePivot(p: number): void {
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteAngle(p - 1)
    this.noteDihedral(p - 2)
    this.noteDihedral(p - 1)
  }

  /** A twist about the bond from p to p + 1: its dihedral. */
  noteTwist(p: number): void {
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteDihedral(p - 1)
  }

  /** A crankshaft of the beads between a and b. */
  noteCrankshaft(a: number, b: number): void {
    this.angleCount = 0
    this.dihedralCount = 0
    this.noteAngle(a - 1)
    this.noteAngle(b - 1)
    this.noteDihedral(a - 2)
    this.noteDihedral(a - 1)
    this.noteDihedral(b - 2)
    this.noteDihedral(b - 1)
  }

  /** By how much what was noted has changed. */
  change(): number {
    const { positions, model } = this
    const { angle, dihedral, dihedral3 } = model.options
    let change = 0
    for (let n = 0; n < this.dihedralCount; n++) {
      const i = this.newDihedrals[n]!
      const e = dihedralEnergy(positions, i, model.dihedrals, dihedral, dihedral3)
      this.newDihedralEnergies[n] = e
      change += e - this.dihedrals[i]!
    }
    for (let n = 0; n < this.angleCount; n++) {
      const i = this.newAngles[n]!
      const e = angleEnergy(positions, i, model.angles, angle)
      this.newAngleEnergies[n] = e
      change += e - this.angles[i]!
    }
    return change
  }

  keep(): void {
    for (let n = 0; n < this.dihedralCount; n++) this.dihedrals[this.newDihedrals[n]!] = this.newDihedralEnergies[n]!
    for (let n = 0; n < this.angleCount; n++) this.angles[this.newAngles[n]!] = this.newAngleEnergies[n]!
  }

  /** Recomputes everything; returns `energy` plus all of it. */
  refresh(energy: number): number {
    const { positions, model } = this
    const { angle, dihedral, dihedral3 } = model.options
    let sum = energy
    for (let i = 0; i < this.angles.length; i++) {
      this.angles[i] = angleEnergy(positions, i, model.angles, angle)
      sum += this.angles[i]!
    }
    for (let i = 0; i < this.dihedrals.length; i++) {
      this.dihedrals[i] = dihedralEnergy(positions, i, model.dihedrals, dihedral, dihedral3)
      sum += this.dihedrals[i]!
    }
    return sum
  }

  private noteAngle(i: number): void {
    if (i >= 0 && i < this.angles.length) this.newAngles[this.angleCount++] = i
  }

  private noteDihedral(i: number): void {
    if (i >= 0 && i < this.dihedrals.length) this.newDihedrals[this.dihedralCount++] = i
  }
}
