import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import type { ProteinAtoms } from '../../../src/molecules/protein/protein-options.js'
import { dihedral, wrapAngle } from '../../../src/molecules/protein/torsion.js'
import {
  beyondBond,
  bondsOf,
  lengthsAndAngles,
  reached,
  torsionAngle,
  turnAtoms,
  worst,
} from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'

const ATOMS: readonly ProteinAtoms[] = ['backbone', 'rigid-sidechains', 'flexible-sidechains']

function structurePositions(protein: Protein): Float64Array {
  const model = protein.structure.models[0]!
  return Float64Array.from({ length: 3 * protein.atoms }, (_, k) => {
    return model[3 * protein.structureAtom[Math.floor(k / 3)]! + (k % 3)]!
  })
}

describe('torsions', () => {
  test('angles are those of the oracle, sign and all', () => {
    const random = new Random(3)
    for (let round = 0; round < 200; round++) {
      const p = Float64Array.from({ length: 12 }, () => random.range(-2, 2))
      expect(dihedral(p, 0, 1, 2, 3)).toBeCloseTo(torsionAngle(p, 0, 1, 2, 3), 10)
    }
    // Clockwise, looking from the second atom to the third.
    expect(dihedral([0, 1, 0, 0, 0, 0, 0, 0, -1, 1, 0, -1], 0, 1, 2, 3)).toBeCloseTo(Math.PI / 2, 14)
    for (const [angle, wrapped] of [
      [4, 4 - 2 * Math.PI],
      [Math.PI, Math.PI],
      [-Math.PI, Math.PI],
      [-100, -100 + 32 * Math.PI],
    ] as const) {
      expect(wrapAngle(angle)).toBeCloseTo(wrapped, 12)
    }
  })

  test.each(ATOMS)('%s: turning a torsion turns what is beyond its bond, in the graph of bonds', (atoms) => {
    const structure = peptides(
      { sequence: 'GASCVLKFPAKL', hydrogens: true },
      { sequence: 'LKPA', chain: 'B', from: [0, 40, 0], hydrogens: true },
    )
    const protein = new Protein(structure, { atoms, hydrogens: true, omega: true })
    expect(worst(protein.coordinates(), structurePositions(protein))).toBeLessThan(1e-12)
    const bonds = bondsOf(protein)
    const fixed = lengthsAndAngles(protein.coordinates(), bonds)
    const expected = protein.coordinates()
    const random = new Random(11)
    for (let step = 0; step < 150; step++) {
      const changes = Array.from({ length: 1 + random.integer(3) }, () => ({
        torsion: random.integer(protein.torsions.length),
        by: random.range(-4, 4),
      }))
      protein.change(changes)
      for (const { torsion, by } of changes) {
        const [, b, c] = protein.torsions[torsion]!.atoms
        turnAtoms(expected, beyondBond(bonds, b, c)!, b, c, by)
      }
      const now = protein.coordinates()
      expect(worst(now, expected), JSON.stringify({ step, changes })).toBeLessThan(1e-10)
      for (const { torsion } of changes) {
        const [a, b, c, d] = protein.torsions[torsion]!.atoms
        expect(wrapAngle(protein.torsion(torsion) - torsionAngle(now, a, b, c, d))).toBeCloseTo(0, 9)
      }
    }
    expect(worst(lengthsAndAngles(protein.coordinates(), bonds), fixed)).toBeLessThan(1e-9)
    protein.validate()
  })

  test('every torsion comes back to what it is set to, and the coordinates with them', () => {
    const protein = new Protein(peptides({ sequence: 'GASCVLKFPAKL' }), { atoms: 'flexible-sidechains' })
    const before = protein.coordinates()
    const angles = protein.torsions.map((_, k) => protein.torsion(k))
    protein.change(angles.map((_, torsion) => ({ torsion, angle: Math.PI - torsion / 10 })))
    angles.forEach((_, k) => {
      expect(wrapAngle(protein.torsion(k) - (Math.PI - k / 10))).toBeCloseTo(0, 12)
    })
    expect(worst(protein.coordinates(), before)).toBeGreaterThan(1)
    angles.forEach((angle, k) => {
      protein.setTorsion(k, angle)
    })
    expect(worst(protein.coordinates(), before)).toBeLessThan(1e-11)
    for (let i = 0; i < protein.atoms; i++) {
      expect(Array.from(protein.position(i))).toEqual(Array.from(protein.coordinates().subarray(3 * i, 3 * i + 3)))
    }
  })

  test('what torsions there are, and which are fixed and why', () => {
    const structure = peptides({ sequence: 'APKC' })
    const protein = new Protein(structure, { atoms: 'flexible-sidechains', omega: true })
    const said = protein.torsions.map(({ kind, residue }) => `${structure.residues[residue]!.name} ${kind}`)
    expect(said).toEqual([
      ...['ALA psi', 'ALA omega', 'PRO psi', 'PRO omega', 'LYS phi', 'LYS chi1', 'LYS chi2', 'LYS chi3', 'LYS chi4'],
      ...['LYS psi', 'LYS omega', 'CYS phi', 'CYS chi1'],
    ])
    expect(protein.fixed).toEqual([{ kind: 'phi', piece: 0, residue: 1, reason: 'the ring of A PRO 2' }])
    const backbone = new Protein(structure, { atoms: 'backbone' })
    expect(backbone.torsions.map(({ kind }) => kind)).toEqual(['psi', 'psi', 'phi', 'psi', 'phi'])
    expect(backbone.fixed.map(({ reason }) => reason)).toEqual(['the ring of A PRO 2'])
  })

  test('crankshafts turn what is between two CA, and are undone to the bit', () => {
    const protein = new Protein(peptides({ sequence: 'GASCVLKFPAKL' }), { atoms: 'flexible-sidechains' })
    const bonds = bondsOf(protein)
    const alpha = (r: number) => protein.names.findIndex((name, i) => name === 'CA' && protein.residueOf[i] === r)
    const random = new Random(2)
    const lengths = bonds.flatMap((own, b) => own.filter((a) => a < b).map((a) => [a, b] as const))
    const length = (p: Float64Array) =>
      lengths.map(([a, b]) =>
        Math.hypot(p[3 * a]! - p[3 * b]!, p[3 * a + 1]! - p[3 * b + 1]!, p[3 * a + 2]! - p[3 * b + 2]!),
      )
    const start = length(protein.coordinates())
    let done = 0
    for (let step = 0; step < 300; step++) {
      if (random.integer(2) === 0) protein.turn(random.integer(protein.torsions.length), random.range(-1, 1))
      const from = random.integer(11)
      const to = from + 1 + random.integer(11 - from)
      const by = random.range(-2, 2)
      if (protein.crankshaftTorn(from, to) !== undefined) {
        // Proline is residue 8: what ends on its CA turns its N.
        expect(to).toBe(8)
        expect(() => protein.crankshaft(from, to, by)).toThrow(/does not break the ring of A PRO 9/)
        continue
      }
      const before = protein.coordinates()
      const torsions = protein.torsions.map((_, k) => protein.torsion(k))
      const [a, b] = [alpha(from), alpha(to)]
      const carbon = protein.names.findIndex((name, i) => name === 'C' && protein.residueOf[i] === from)
      const expected = before.slice()
      turnAtoms(expected, reached(bonds, carbon, [a, b]), a, b, by)
      protein.crankshaft(from, to, by)
      const now = protein.coordinates()
      expect(worst(now, expected), JSON.stringify({ step, from, to, by })).toBeLessThan(1e-9)
      protein.torsions.forEach(({ atoms: [p, q, r, s] }, k) => {
        expect(wrapAngle(protein.torsion(k) - torsionAngle(now, p, q, r, s))).toBeCloseTo(0, 8)
      })
      done++
      if (random.integer(3) === 0) {
        protein.undo()
        expect(protein.coordinates()).toEqual(before)
        expect(protein.torsions.map((_, k) => protein.torsion(k))).toEqual(torsions)
      }
    }
    expect(done).toBeGreaterThan(150)
    expect(worst(length(protein.coordinates()), start)).toBeLessThan(1e-10)
  })
})
