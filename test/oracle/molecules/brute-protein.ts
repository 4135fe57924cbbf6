// A protein by brute force: its energy, its clashes, and by how much its bonds have changed since it was taken up.
import type { Protein } from '../../../src/molecules/protein/protein.js'
import { springs } from '../../molecules/monte-carlo/monte-carlo-peptide.js'
import { type BrutePotential, bruteEnergy } from './energy.js'
import { angle, bondsOf, clashingPairs, distance, withinBonds } from './protein.js'

/** All pairs of atoms, bonds by distance: nothing that the protein keeps. */
export class BruteProtein {
  private readonly start: Float64Array
  private readonly bonds: readonly (readonly number[])[]
  private readonly near: readonly Set<number>[]

  constructor(
    private readonly protein: Protein,
    private readonly potential: BrutePotential,
    /** Of the springs at CA, where crankshafts change angles: those are left out below, and the springs belong to the energy. */
    private readonly stiffness: number | undefined,
  ) {
    this.start = protein.coordinates()
    this.bonds = bondsOf(protein)
    this.near = withinBonds(this.bonds, 4)
  }

  energy(x: Float64Array): { energy: number; scale: number } {
    const { total, scale } = bruteEnergy(x, this.potential, (i, j) => this.near[i]!.has(j))
    const bent = this.stiffness === undefined ? 0 : springs(this.protein, this.start, x, this.stiffness)
    return { energy: total + bent, scale: scale + bent }
  }

  /** Pairs that overlap with radii so many times larger. */
  pairs(x: Float64Array, larger: number): number[][] {
    return clashingPairs(
      x,
      this.protein.radii.map((radius) => larger * radius),
      this.near,
    )
  }

  /** The largest change of a bond's length and of a bond angle since the start. */
  changed(x: Float64Array): { length: number; angle: number } {
    const { bonds, start } = this
    const out = { length: 0, angle: 0 }
    bonds.forEach((own, b) => {
      for (const a of own) out.length = Math.max(out.length, Math.abs(distance(x, a, b) - distance(start, a, b)))
      if (this.stiffness !== undefined && this.protein.names[b] === 'CA') return
      for (const a of own) {
        for (const c of own) {
          if (a < c) out.angle = Math.max(out.angle, Math.abs(angle(x, a, b, c) - angle(start, a, b, c)))
        }
      }
    })
    return out
  }
}
