// Proteins at length: clashes, coordinates, bond lengths and angles after many accepted moves of torsions without an energy (100,000 in one
// run, with an energy: accepted-moves.test.ts). LIMBER_DEEP_STEPS scales it; with LIMBER_DATA the real files take part.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { Protein } from '../../src/molecules/protein/protein.js'
import type { ProteinOptions } from '../../src/molecules/protein/protein-options.js'
import type { Structure } from '../../src/molecules/structure/structure.js'
import { realProteins } from '../molecules/protein/protein-files.js'
import {
  bondsOf,
  clashingPairs,
  lengthsAndAngles,
  torsionAngle,
  withinBonds,
  worst,
} from '../oracle/molecules/protein.js'
import { peptides } from '../oracle/molecules/protein-peptides.js'
import { touchdowns } from '../oracle/molecules/protein-play.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
/** Å and radians: what the issue of proteins promises. */
const CLOSE = 1e-6
const MINUTES = 20 * 60_000

function real(file: string): Structure | undefined {
  return realProteins.find((one) => one.file === file)?.read()
}

const small = () => real('1crn.pdb') ?? peptides({ sequence: 'GASCVLKFPAKLVGAKSLLAVPKAG' })
const medium = () => real('1pga.pdb') ?? peptides({ sequence: 'GASCVLKFPAKLVGAKSLLAVPKAGGASCVLKFPAKLVG' })
const two = () =>
  peptides(
    { sequence: 'GASCVLKFPAKLVG', hydrogens: true },
    { sequence: 'LKPASCF', chain: 'B', from: [2, 14, 3], hydrogens: true },
  )

const CASES: readonly (readonly [string, () => Structure, ProteinOptions])[] = [
  ['a small one, backbone', small, { atoms: 'backbone' }],
  ['a small one, free disulphides', small, { atoms: 'flexible-sidechains', disulphides: 'free' }],
  ['a small one, held disulphides', small, { atoms: 'flexible-sidechains' }],
  ['a medium one, backbone', medium, { atoms: 'backbone', omega: true }],
  ['a medium one, rigid', medium, { atoms: 'rigid-sidechains' }],
  ['a medium one, flexible', medium, { atoms: 'flexible-sidechains' }],
  ['two with hydrogens', two, { atoms: 'flexible-sidechains', hydrogens: true, radiusScale: 0.6, omega: true }],
]

test.each(CASES)('%s: accepted moves leave nothing behind', { timeout: MINUTES }, (_, structure, options) => {
  const protein = new Protein(structure(), options)
  const bonds = bondsOf(protein)
  const near = withinBonds(bonds, 4)
  const start = protein.coordinates()
  const sulphur = (i: number) => protein.elements[i] === 'S'
  const kept =
    options.disulphides === 'free' ? bonds.map((own, i) => own.filter((j) => !(sulphur(i) && sulphur(j)))) : bonds
  const fixed = lengthsAndAngles(start, kept)
  const angles = protein.torsions.map((_, k) => protein.torsion(k))
  const random = new Random(8)
  let accepted = 0
  let asked = 0
  expect(protein.clashes()).toBe(clashingPairs(start, protein.radii, near).length > 0)
  for (let step = 0; accepted < steps / CASES.length && step < 20 * steps; step++) {
    const width = step % 5 === 0 ? Math.PI : 0.1
    protein.turn(random.integer(protein.torsions.length), random.range(-width, width))
    const clash = protein.clashes()
    if (step % 500 === 0) {
      asked++
      const pairs = clashingPairs(protein.coordinates(), protein.radii, near)
      expect(clash, JSON.stringify({ step, pairs: pairs.slice(0, 3) })).toBe(pairs.length > 0)
    }
    if (clash) protein.undo()
    else accepted++
  }
  expect(asked).toBeGreaterThan(0)
  const drift = worst(lengthsAndAngles(protein.coordinates(), kept), fixed)
  expect(drift).toBeLessThan(CLOSE)
  protein.torsions.forEach(({ atoms: [a, b, c, d] }, k) => {
    const measured = torsionAngle(protein.coordinates(), a, b, c, d) - protein.torsion(k)
    expect(Math.abs(measured - 2 * Math.PI * Math.round(measured / (2 * Math.PI)))).toBeLessThan(CLOSE)
  })
  protein.change(angles.map((angle, torsion) => ({ torsion, angle })))
  const back = worst(protein.coordinates(), start)
  expect(back).toBeLessThan(CLOSE)
  console.log(`${_}: ${accepted} accepted, drift ${drift.toExponential(1)}, back to ${back.toExponential(1)} Å`)
})

test.each(CASES)('%s: to the first pair that touches', { timeout: MINUTES }, (_, structure, options) => {
  const protein = new Protein(structure(), options)
  const seen = touchdowns(protein, 4, 6, Math.ceil(steps / 1000))
  console.log(`${_}: first contacts ${JSON.stringify(seen)}`)
  expect(seen.near + seen.far + seen.between).toBeGreaterThan(0)
})

function structurePositions(protein: Protein): Float64Array {
  const model = protein.structure.models[0]!
  return Float64Array.from({ length: 3 * protein.atoms }, (_, k) => {
    return model[3 * protein.structureAtom[Math.floor(k / 3)]! + (k % 3)]!
  })
}

test.each(realProteins.map(({ file }) => file))(
  '%s comes back from its torsions, or is refused',
  { timeout: MINUTES },
  (file) => {
    let structure: ReturnType<(typeof realProteins)[number]['read']>
    try {
      structure = realProteins.find((one) => one.file === file)!.read()
    } catch (error) {
      expect((error as Error).name).toBe('StructureFileError')
      return
    }
    if (structure.chains.some(({ cyclic }) => cyclic)) {
      expect(() => new Protein(structure)).toThrow(/chain A must be an open chain: .* cyclic peptide/)
      return
    }
    // All chains of the largest would take a minute.
    const large = structure.atoms.count > 20_000
    const options = large ? { chains: structure.chains.slice(0, 2).map(({ id }) => id) } : {}
    const protein = new Protein(structure, { ...options, atoms: 'flexible-sidechains', omega: true })
    const start = structurePositions(protein)
    expect(worst(protein.coordinates(), start)).toBeLessThan(CLOSE)
    const angles = protein.torsions.map(({ atoms: [a, b, c, d] }) => torsionAngle(start, a, b, c, d))
    protein.change(angles.map((_, torsion) => ({ torsion, angle: 3 - torsion / 7 })))
    protein.change(angles.map((angle, torsion) => ({ torsion, angle })))
    expect(worst(protein.coordinates(), start)).toBeLessThan(CLOSE)
  },
)
