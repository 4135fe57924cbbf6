// Energies kept in the frames of a chain, beside those kept by positions and beside brute force.
import { afterEach, expect, test } from 'vitest'
import { extendedBackbone, foldedBackbone } from '../../../scenes/index.js'
import { Random } from '../../../src/base/math/random.js'
import { setWasmEnabled } from '../../../src/chains/chain/chain-wasm.js'
import type { PairTerm } from '../../../src/molecules/energy/energy.js'
import { hardSpheres, lennardJones } from '../../../src/molecules/energy/pair-energy.js'
import { ProteinSystem } from '../../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { ProteinEnergy } from '../../../src/molecules/protein/protein-energy.js'
import { buildStructure } from '../../../src/molecules/structure/structure-build.js'
import { peptide } from '../monte-carlo/monte-carlo-peptide.js'

const LJ = lennardJones({ sigma: 3, epsilon: 0.3 })

afterEach(() => setWasmEnabled(true))

/** Glycines of nothing but N, CA and C. */
function backbone(positions: Float64Array): Protein {
  const names = Array.from({ length: positions.length / 3 }, (_, i) => ['N', 'CA', 'C'][i % 3]!)
  const about = { residueNames: names.map(() => 'GLY'), residueNumbers: names.map((_, i) => 1 + Math.floor(i / 3)) }
  const structure = buildStructure({ names, ...about, chains: names.map(() => 'A') }, [positions])
  return new Protein(structure, { atoms: 'backbone', radius: 1.4 })
}

function brute(protein: Protein, term: PairTerm): number {
  const x = protein.coordinates()
  let sum = 0
  for (let i = 0; i < protein.atoms; i++) {
    for (let j = i + 1; j < protein.atoms; j++) {
      const squared = [0, 1, 2].reduce((s, k) => s + (x[3 * i + k]! - x[3 * j + k]!) ** 2, 0)
      if (squared < term.cutoff ** 2 && !protein.excluded(i, j)) sum += term.energy(i, j, squared)
    }
  }
  return sum
}

test.each([
  ['side-chains', () => new Protein(peptide(), { atoms: 'flexible-sidechains' })],
  ['a folded backbone', () => backbone(foldedBackbone(120))],
  ['an extended backbone', () => backbone(extendedBackbone(90))],
] as const)('[energy] the energy is that of brute force, and undone to the bit: %s', (_, make) => {
  const protein = make()
  const energy = new ProteinEnergy(protein, LJ)
  const random = new Random(3)
  for (let step = 0; step < 120; step++) {
    const before = energy.save()
    const kind = random.integer(4)
    if (kind === 0) {
      const from = random.integer(protein.pieces[0]!.to - 3)
      protein.crankshaft(from, from + 2 + random.integer(protein.pieces[0]!.to - from - 2), random.range(-0.3, 0.3))
    } else if (kind === 1) {
      const change = () => ({ torsion: random.integer(protein.torsions.length), by: random.range(-0.5, 0.5) })
      protein.change([change(), change(), change()])
    } else protein.turn(random.integer(protein.torsions.length), random.range(-1, 1))
    const found = energy.propose()
    const truth = brute(protein, LJ)
    expect(Math.abs(found - truth)).toBeLessThan(1e-9 * Math.max(1, Math.abs(truth)))
    if (random.unit() < 0.5) {
      protein.undo()
      expect(energy.save()).toEqual(before)
    } else energy.accept()
  }
  const kept = energy.total
  expect(Math.abs(energy.recompute() - kept)).toBeLessThan(1e-9 * Math.abs(kept))
})

test('[energy] the search in WebAssembly gives the same bits', () => {
  const saved = [true, false].map((on) => {
    setWasmEnabled(on)
    const protein = backbone(foldedBackbone(150))
    setWasmEnabled(true)
    const energy = new ProteinEnergy(protein, LJ)
    const random = new Random(5)
    for (let step = 0; step < 80; step++) {
      protein.turn(random.integer(protein.torsions.length), random.range(-0.2, 0.2))
      energy.propose()
      if (random.unit() < 0.5) protein.undo()
      else energy.accept()
    }
    return [energy.save(), energy.tests, energy.blocks]
  })
  expect(saved[0]).toEqual(saved[1])
})

test('[energy] infinite energies are refused, and so are those that are no numbers; nothing is lost', () => {
  const [protein, other] = [backbone(foldedBackbone(60)), backbone(foldedBackbone(60))]
  const spheres = hardSpheres(protein.radii)
  const hard = new ProteinEnergy(protein, spheres)
  let mood = 0
  const own = new ProteinEnergy(other, { cutoff: 6, energy: (i, j, squared) => (mood === 0 ? squared + i + j : mood) })
  const start = [hard.save(), own.save()]
  const random = new Random(9)
  let [refused, touching] = [0, 0]
  for (let step = 0; step < 60; step++) {
    const [torsion, by] = [random.integer(protein.torsions.length), random.range(-3, 3)]
    for (const one of [protein, other]) one.turn(torsion, by)
    const isInfinite = hard.propose() === Infinity
    expect(isInfinite).toBe(brute(protein, spheres) === Infinity)
    if (isInfinite) touching++
    mood = [Number.NaN, Infinity, -Infinity, 0][step % 4]!
    if (step % 4 === 0 || step % 4 === 2) expect(() => own.propose()).toThrow('energy of atoms')
    else if (own.propose() === Infinity) refused++
    mood = 0
    for (const one of [protein, other]) one.undo()
    expect([hard.save(), own.save()]).toEqual(start)
  }
  expect(refused).toBe(15)
  expect(touching).toBeGreaterThan(10)
  expect(() => own.restore(new Float64Array(5))).toThrow('saved')
  expect(() => own.restore(Float64Array.from(own.save(), (value, k) => (k === 6 ? Infinity : value)))).toThrow('saved')
  expect(() => new ProteinEnergy(protein, hardSpheres([1, 1]))).toThrow('terms')
})

test('[energy] of two energies of one protein the first one says that it is out of date', () => {
  const protein = backbone(extendedBackbone(40))
  const [first, second] = [new ProteinEnergy(protein, LJ), new ProteinEnergy(protein, LJ)]
  protein.turn(5, 1)
  expect(() => first.propose()).toThrow('another energy')
  expect(second.propose()).toBeLessThan(Infinity)
  expect(protein.core.chains[0]!.tree.core.watchers).toEqual([second])
})

test('[cost] a turn of a long chain costs what it changes, whatever the length', () => {
  const costs = [400, 4000].map((residues) => {
    const protein = backbone(extendedBackbone(residues))
    const energy = new ProteinEnergy(protein, LJ)
    const random = new Random(1)
    const [blocks, tests] = [energy.blocks, energy.tests]
    for (let step = 0; step < 100; step++) {
      protein.turn(random.integer(protein.torsions.length), 0.01)
      energy.propose()
      if (step % 2 === 0) protein.undo()
      else energy.accept()
    }
    return [(energy.blocks - blocks) / 100, (energy.tests - tests) / 100]
  })
  expect(costs[1]![0]).toBeLessThan(1.1 * costs[0]![0]! + 1)
  expect(costs[1]![1]).toBeLessThan(costs[0]![1]! + 20)
  expect(costs[1]![1]).toBeLessThan(60)
})

test('systems choose by themselves, and refuse what cannot be', () => {
  const wayOf = (protein: Protein): unknown => Reflect.get(new ProteinSystem(protein, { terms: [LJ] }), 'sum')
  expect(wayOf(backbone(extendedBackbone(1000)))).toBeInstanceOf(ProteinEnergy)
  expect(wayOf(backbone(extendedBackbone(900)))).not.toBeInstanceOf(ProteinEnergy)
  const folded = backbone(foldedBackbone(1000))
  expect(wayOf(folded)).not.toBeInstanceOf(ProteinEnergy)
  expect(folded.core.chains[0]!.tree.core.watchers).toEqual([])
  const lists = [{ pairs: [0, 9], energy: () => 0 }]
  expect(() => new ProteinSystem(folded, { terms: [LJ], lists, keep: 'chain' })).toThrow('chain only')
})
