// The bench of proteins on small ones: all ways go through the same steps and give the same answers, or it throws.
import { expect, test } from 'vitest'
import { AtomGrid } from '../../bench/proteins/atom-grid.js'
import { clashTable, raceClashes } from '../../bench/proteins/clashes.js'
import { energyTable, raceEnergies } from '../../bench/proteins/energies.js'
import { moveTable, raceMoves } from '../../bench/proteins/moves.js'
import { type BenchProtein, benchProteins, freeProtein } from '../../bench/proteins/structures.js'
import { Random } from '../../src/base/math/random.js'
import { peptide } from '../molecules/monte-carlo/monte-carlo-peptide.js'
import { bondsOf, clashingPairs, withinBonds } from '../oracle/molecules/protein.js'

const small: BenchProtein = { name: 'peptide', residues: 6, structure: peptide(), whole: true }
const quiet = (): void => undefined

test('a grid of atoms, rebuilt each step, is where the protein is, and clashes where all pairs say so', () => {
  const protein = freeProtein(small, 'flexible-sidechains')
  const near = withinBonds(bondsOf(protein), 4)
  const grid = new AtomGrid(protein)
  const random = new Random(3)
  let clashes = 0
  for (let k = 0; k < 300; k++) {
    const torsion = random.integer(protein.torsions.length)
    const angle = random.range(-Math.PI, Math.PI)
    protein.turn(torsion, angle)
    const expected = clashingPairs(protein.coordinates(), protein.radii, near).length > 0
    expect(grid.step(torsion, angle), `step ${k}`).toBe(expected)
    if (!expected) continue
    clashes++
    protein.undo()
  }
  expect(clashes).toBeGreaterThan(20)
  expect(clashes).toBeLessThan(280)
})

test('moves, clash tests and energies of a peptide: one row a way', () => {
  const moves = raceMoves(small, { rounds: 1, budget: 1 }, quiet)
  expect(moves.length).toBe(9)
  for (const row of moves) expect(row.micros).toBeGreaterThan(0)
  expect(moveTable(moves)).toContain('Lennard-Jones')
  const clashes = raceClashes(small, { rounds: 1, moves: 60 }, quiet)
  expect(clashes.length).toBe(3 * 2 * 2)
  expect(clashTable(clashes)).toContain('grid rebuilt')
  const energies = raceEnergies(small, { rounds: 1, moves: 60 }, quiet)
  expect(energies.map(({ way }) => way)).toEqual(['kept', 'kept-nodes', 'cells', 'cells-across', 'contacts'])
  expect(energyTable(energies)).toContain('cells-across')
})

test('without a folder of proteins the backbones are generated, and have no side-chains', async () => {
  const [first] = await benchProteins(undefined, 1)
  expect(first).toMatchObject({ name: 'generated-56', residues: 56, whole: false })
  expect(freeProtein(first!, 'backbone').atoms).toBe(168)
  const rows = raceMoves(first!, { rounds: 1, budget: 1 }, quiet)
  expect(rows.map(({ atoms }) => atoms)).toEqual(['backbone', 'backbone', 'backbone'])
})
