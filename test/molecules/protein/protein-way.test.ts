// Ways of torsions, χ and crankshafts against samples of them: every pair of atoms, at many instants.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { turnOne } from '../../../src/molecules/protein/protein-core.js'
import type { Structure } from '../../../src/molecules/structure/structure.js'
import { bondsOf, clashingPairs, withinBonds } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'
import { alanines, peptide } from '../monte-carlo/monte-carlo-peptide.js'

const OPTIONS = { atoms: 'flexible-sidechains', excludeBonds: 3, radius: 1.2 } as const
const INSTANTS = 60

interface Tally {
  free: number
  collision: number
  undecided: number
}

/** Makes random moves, compares each way with samples, keeps those that end free. */
function walk(structure: Structure, moves: number, seed: number): Tally {
  const random = new Random(seed)
  const protein = new Protein(structure, OPTIONS)
  const sampled = new Protein(structure, OPTIONS)
  const near = withinBonds(bondsOf(protein), 3)
  const tally = { free: 0, collision: 0, undecided: 0 }
  const x = protein.coordinates()
  const { from, to } = protein.pieces[0]!
  expect(protein.clashes()).toBe(false)
  for (let n = 0; n < moves; n++) {
    const cranks = random.integer(3) === 0 && to - from > 2
    const k = random.integer(protein.torsions.length)
    const by = random.range(-Math.PI, Math.PI) * (random.integer(2) === 0 ? 0.2 : 1)
    const a = from + random.integer(to - from - 2)
    const b = a + 1 + random.integer(to - a - 1)
    if (cranks && protein.crankshaftTorn(a, b) !== undefined) continue
    sampled.restore(protein.save())
    const before = protein.core.turns[k]!
    if (cranks) protein.crankshaft(a, b, by)
    else protein.turn(k, by)
    const outcome = protein.checkMove()
    tally[outcome]++
    let hits = 0
    for (let t = 0; t <= INSTANTS; t++) {
      if (cranks) sampled.crankshaft(a, b, (by * t) / INSTANTS)
      else sampled.turn(k, (by * t) / INSTANTS)
      hits += clashingPairs(sampled.coordinates(x), sampled.radii, near).length
      sampled.undo()
    }
    const what = JSON.stringify({ seed, n, cranks, k, by, a, b, hits })
    if (outcome === 'free' && hits > 0) throw new Error(`free, and yet it touches: ${what}`)
    if (outcome === 'collision' && hits === 0) {
      // Between two samples: finer.
      for (let t = 0; t <= 40 * INSTANTS; t++) {
        if (cranks) sampled.crankshaft(a, b, (by * t) / (40 * INSTANTS))
        else sampled.turn(k, (by * t) / (40 * INSTANTS))
        hits += clashingPairs(
          sampled.coordinates(x),
          sampled.radii.map((r) => r + 1e-4),
          near,
        ).length
        sampled.undo()
      }
      if (hits === 0) throw new Error(`a collision that no sample shows: ${what}`)
    }
    if (protein.clashes()) {
      protein.undo()
      continue
    }
    if (!cranks) {
      // The way back, to the same bits.
      const after = protein.core.turns[k]!
      turnOne(protein.core, k, before)
      expect(protein.checkMove()).toBe(outcome)
      turnOne(protein.core, k, after)
    }
  }
  return tally
}

test('[topology] ways of a peptide with side-chains against samples: never free with a clash on the way', () => {
  const tally = walk(peptide(), 90, 1)
  expect(tally.free).toBeGreaterThan(15)
  expect(tally.collision).toBeGreaterThan(10)
})

test('[topology] ways of a helix and of Ser–Ala against samples', () => {
  const helix = walk(alanines(9), 60, 2)
  expect(helix.free).toBeGreaterThan(10)
  expect(helix.collision).toBeGreaterThan(10)
  const small = walk(peptides({ sequence: 'SA' }), 100, 3)
  expect(small.free).toBeGreaterThan(10)
  expect(small.collision).toBeGreaterThan(10)
})

test('[topology] ways of two chains beside each other against samples', () => {
  const tally = walk(peptides({ sequence: 'SAKA' }, { sequence: 'ASAF', chain: 'B', from: [0, 0, 7] }), 120, 4)
  expect(tally.free).toBeGreaterThan(10)
  expect(tally.collision).toBeGreaterThan(10)
})

test('[topology] a way is that of one torsion or a crankshaft', () => {
  const protein = new Protein(alanines(4))
  expect(() => protein.checkMove()).toThrow('there is no change set')
  protein.change([
    { torsion: 0, by: 0.1 },
    { torsion: 1, by: 0.1 },
  ])
  expect(() => protein.checkMove()).toThrow('one torsion or a crankshaft')
})
