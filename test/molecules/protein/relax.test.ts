import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import type { ProteinOptions } from '../../../src/molecules/protein/protein-options.js'
import { relax } from '../../../src/molecules/protein/relax.js'
import { TorsionJacobian } from '../../../src/molecules/protein/torsion-jacobian.js'
import { residueLabel } from '../../../src/molecules/structure/structure.js'
import { bondsOf, clashingPairs, lengthsAndAngles, withinBonds, worst } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'
import { realProteins } from './protein-files.js'

const TWO = () => peptides({ sequence: 'GASCVLKFPAKLVG' }, { sequence: 'LKPASCF', chain: 'B', from: [2, 14, 3] })

const CASES: readonly (readonly [string, ProteinOptions])[] = [
  ['backbone', { atoms: 'backbone', omega: true }],
  ['rigid', { atoms: 'rigid-sidechains' }],
  ['flexible', { atoms: 'flexible-sidechains' }],
]

/** Turned at random until something clashes. */
function clashing(options: ProteinOptions, seed: number): Protein {
  const protein = new Protein(TWO(), options)
  const random = new Random(seed)
  do {
    for (let k = 0; k < 4; k++) protein.turn(random.integer(protein.torsions.length), random.range(-0.6, 0.6))
  } while (!protein.clashes())
  return protein
}

/** Measured atom by atom: the root mean square, and the largest. */
function movedBy(before: Float64Array, after: Float64Array): { rmsd: number; largest: number } {
  const squares = Array.from({ length: before.length / 3 }, (_, i) =>
    [0, 1, 2].reduce((sum, k) => sum + (after[3 * i + k]! - before[3 * i + k]!) ** 2, 0),
  )
  return {
    rmsd: Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length),
    largest: Math.sqrt(Math.max(...squares)),
  }
}

describe('relaxing', () => {
  test.each(CASES)('%s: no pair of atoms clashes at the end, and no bond or angle has changed', async (_, options) => {
    let resolved = 0
    for (let seed = 0; seed < 4; seed++) {
      const protein = clashing(options, seed)
      const before = protein.coordinates()
      const bonds = bondsOf(protein)
      const near = withinBonds(bonds, 4)
      const run = await relax(protein)
      const after = protein.coordinates()
      const left = clashingPairs(after, protein.radii, near)
      expect(run.before.length, `seed ${seed}`).toBe(clashingPairs(before, protein.radii, near).length)
      expect([run.after.length, run.outcome]).toEqual([left.length, left.length === 0 ? 'free' : 'clashing'])
      expect(protein.clashes()).toBe(left.length > 0)
      expect(worst(lengthsAndAngles(after, bonds), lengthsAndAngles(before, bonds))).toBeLessThan(1e-9)
      const { rmsd, largest } = movedBy(before, after)
      expect([run.rmsd, run.largest!.distance]).toEqual([expect.closeTo(rmsd, 9), expect.closeTo(largest, 9)])
      protein.validate()
      if (run.outcome === 'free') resolved++
      protein.undo()
      expect(worst(protein.coordinates(), before)).toBe(0)
    }
    expect(resolved).toBeGreaterThan(2)
  })

  test('the same to the bit, and nothing moves where nothing clashes', async () => {
    const [one, two] = [clashing({ atoms: 'flexible-sidechains' }, 3), clashing({ atoms: 'flexible-sidechains' }, 3)]
    const [first, second] = [await relax(one), await relax(two)]
    expect(second).toEqual(first)
    expect(two.save()).toEqual(one.save())
    const saved = one.save()
    expect(await relax(one)).toMatchObject({ outcome: 'free', steps: 0, rmsd: 0, largest: undefined, before: [] })
    expect(one.save()).toEqual(saved)
  })

  test('turns take a new protein to the same place', async () => {
    const moved = new Protein(TWO(), { atoms: 'flexible-sidechains', radiusScale: 1.1 })
    const { turns, before } = await relax(moved)
    expect(before.length).toBeGreaterThan(0)
    const fresh = new Protein(TWO(), { atoms: 'flexible-sidechains', radiusScale: 1.1 })
    fresh.change(Array.from(turns, (by, torsion) => ({ torsion, by })))
    expect(worst(fresh.coordinates(), moved.coordinates())).toBeLessThan(1e-12)
  })

  test('what no torsion can resolve is listed, and the protein is where it clashes least', async () => {
    // Atoms of one rigid side-chain, five bonds apart and more, at radii that they cannot have.
    const protein = new Protein(TWO(), { radius: 2.6 })
    const run = await relax(protein, { steps: 5 })
    expect(run).toMatchObject({ outcome: 'clashing', steps: 5 })
    expect(run.after.length).toBeLessThanOrEqual(run.before.length)
    expect(run.after).toEqual(protein.clashingPairs())
    expect(run.after[0]!.reach).toBe(5.2)
  })

  test('stopped: by a signal, or by cancel()', async () => {
    const options: ProteinOptions = { radius: 2.6 }
    expect(await relax(new Protein(TWO(), options), { signal: { aborted: true } })).toMatchObject({
      outcome: 'stopped',
    })
    const run = relax(new Protein(TWO(), options))
    run.cancel()
    expect(await run).toMatchObject({ outcome: 'stopped' })
  })

  test('bad options are refused by name', () => {
    const protein = new Protein(TWO())
    expect(() => relax(protein, { steps: 0 })).toThrow('options.steps')
    expect(() => relax(protein, { margin: -1 })).toThrow('options.margin')
    expect(() => relax(protein, { step: 1 } as object)).toThrow('step')
    expect(() => relax({} as Protein)).toThrow('protein')
  })
})

describe.skipIf(realProteins.length === 0)('files that start in clashes', () => {
  /** Clashes; the residue whose atom moves farthest; how far, rounded up (Å). */
  const FILES: readonly (readonly [string, number, string, number])[] = [
    ['1a4w.pdb', 2, 'H ARG 50', 0.4],
    ['1aki.bcif', 1, 'A ARG 45', 0.15],
    ['4hhb.pdb', 2, 'D GLU 6', 0.42],
  ]

  test.each(FILES)('%s: free, with little motion', async (name, clashes, residue, most) => {
    const protein = new Protein(realProteins.find(({ file }) => file === name)!.read(), {
      atoms: 'flexible-sidechains',
    })
    expect(protein.clashes()).toBe(true)
    const { outcome, before, largest, rmsd } = await relax(protein)
    expect([outcome, before.length, protein.clashes()]).toEqual(['free', clashes, false])
    expect(residueLabel(protein.structure, protein.residueOf[largest!.atom]!)).toBe(residue)
    expect(largest!.distance).toBeLessThan(most)
    expect(rmsd).toBeLessThan(0.01)
  })
})

test.each(CASES)(
  'velocities, torques and inertias of torsions, %s: as differences of positions have them',
  (_, options) => {
    const protein = new Protein(TWO(), options)
    const [random, count] = [new Random(5), protein.torsions.length]
    const x = protein.coordinates()
    const jacobian = new TorsionJacobian(protein.core)
    jacobian.place(x)
    const rates = Float64Array.from({ length: count }, () => random.range(-1, 1))
    const velocities = jacobian.velocities(new Float64Array(x.length), rates)
    const small = 1e-6
    const at = (sign: number): Float64Array => {
      protein.change(Array.from(rates, (rate, torsion) => ({ torsion, by: sign * small * rate })))
      const positions = protein.coordinates()
      protein.undo()
      return positions
    }
    const [ahead, behind] = [at(1), at(-1)]
    const differences = ahead.map((value, k) => (value - behind[k]!) / (2 * small))
    expect(worst(velocities, differences)).toBeLessThan(1e-6)
    // The transpose: the power of any forces is the same both ways.
    const forces = Float64Array.from({ length: x.length }, () => random.range(-1, 1))
    const torques = jacobian.torques(new Float64Array(count), forces)
    const power = velocities.reduce((sum, v, k) => sum + v * forces[k]!, 0)
    expect(torques.reduce((sum, torque, k) => sum + torque * rates[k]!, 0)).toBeCloseTo(power, 8)
    const inertias = jacobian.inertias(new Float64Array(count))
    const one = new Float64Array(count)
    for (let k = 0; k < count; k++) {
      one.fill(0)[k] = 1
      const alone = jacobian.velocities(new Float64Array(x.length), one)
      expect(inertias[k]).toBeCloseTo(
        alone.reduce((sum, v) => sum + v * v, 0),
        6,
      )
    }
  },
)
